//! Defines [`Breaker`]: a server that keeps failing is left alone for a while, then asked carefully.

use std::time::{Duration, Instant};

/// Failures in a row after which nothing is asked.
const FAILURES: u32 = 3;
/// How long it is left alone, at first and at most.
const FIRST: Duration = Duration::from_secs(30);
const MOST: Duration = Duration::from_secs(300);

/// Counts failures in a row.
#[derive(Debug, Clone, Default)]
pub struct Breaker {
    failures: u32,
    /// Until when nothing is asked.
    until: Option<Instant>,
    /// How long it was left alone last.
    pause: Option<Duration>,
}

/// What may be done now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gate {
    /// Ask.
    Ask,
    /// Ask something small first.
    Probe,
    /// Nothing, for so long.
    Wait(Duration),
}

impl Breaker {
    /// What may be done at this moment.
    pub fn gate(&self, now: Instant) -> Gate {
        match self.until {
            None => Gate::Ask,
            Some(until) if now < until => Gate::Wait(until - now),
            Some(_) => Gate::Probe,
        }
    }

    /// Whether the last thing that happened was a failure.
    pub fn failing(&self) -> bool {
        self.failures > 0
    }

    /// It went well: everything is forgotten.
    pub fn succeeded(&mut self) {
        *self = Self::default();
    }

    /// Something small went well: it may be asked once. A server that says what is installed may still be unable to
    /// answer, so only an answer ends the doubling.
    pub fn probed(&mut self) {
        self.until = None;
    }

    /// It failed. From the third failure in a row on, the pause grows twofold with each.
    pub fn failed(&mut self, now: Instant) {
        self.failures += 1;
        if self.failures >= FAILURES {
            let pause = self.pause.map_or(FIRST, |former| (former * 2).min(MOST));
            (self.until, self.pause) = (Some(now + pause), Some(pause));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_failures_open_it_and_each_failed_probe_doubles_the_pause() {
        let mut now = Instant::now();
        let mut breaker = Breaker::default();
        for _ in 0..2 {
            breaker.failed(now);
            assert_eq!(breaker.gate(now), Gate::Ask);
        }
        for pause in [30, 60, 120, 240, 300, 300] {
            breaker.failed(now);
            let pause = Duration::from_secs(pause);
            assert_eq!(breaker.gate(now), Gate::Wait(pause));
            now += pause;
            assert_eq!(breaker.gate(now), Gate::Probe);
        }
        // A probe that goes well is one more try, not a new beginning.
        breaker.probed();
        assert_eq!((breaker.gate(now), breaker.failing()), (Gate::Ask, true));
        breaker.failed(now);
        assert_eq!(breaker.gate(now), Gate::Wait(MOST));
        breaker.succeeded();
        assert_eq!(breaker.gate(now), Gate::Ask);
        breaker.failed(now);
        assert_eq!(breaker.gate(now), Gate::Ask, "it counts from the beginning");
    }
}
