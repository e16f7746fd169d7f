//! Defines [`Breaker`], a circuit breaker: repeated failures pause the requests to a server until a probe succeeds.

use std::time::{Duration, Instant};

const MAX_FAILURES: u32 = 3;
const FIRST_PAUSE: Duration = Duration::from_secs(30);
const MAX_PAUSE: Duration = Duration::from_mins(5);

/// Counts failures in a row.
#[derive(Debug, Clone, Default)]
pub struct Breaker {
    failures: u32,
    /// End of the current pause.
    until: Option<Instant>,
    /// Length of the last pause.
    pause: Option<Duration>,
}

/// The requests that the breaker allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gate {
    Ask,
    /// Send a small request first.
    Probe,
    /// Nothing until this time has passed.
    Wait(Duration),
}

impl Breaker {
    /// The requests allowed at this time.
    pub fn gate(&self, now: Instant) -> Gate {
        match self.until {
            None => Gate::Ask,
            Some(until) if now < until => Gate::Wait(until - now),
            Some(_) => Gate::Probe,
        }
    }

    /// Whether the last request failed.
    pub fn failing(&self) -> bool {
        self.failures > 0
    }

    /// Records an answer: closes the breaker.
    pub fn succeeded(&mut self) {
        *self = Self::default();
    }

    /// Records a successful probe: one question is allowed. A server that lists its models may still fail to answer, so
    /// only an answer resets the length of the pause.
    pub fn probed(&mut self) {
        self.until = None;
    }

    /// Records a failure. From the third in a row on, each doubles the pause.
    pub fn failed(&mut self, now: Instant) {
        self.failures += 1;
        if self.failures >= MAX_FAILURES {
            let pause = self.pause.map_or(FIRST_PAUSE, |former| (former * 2).min(MAX_PAUSE));
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
        // A successful probe allows one more question but does not reset the breaker.
        breaker.probed();
        assert_eq!((breaker.gate(now), breaker.failing()), (Gate::Ask, true));
        breaker.failed(now);
        assert_eq!(breaker.gate(now), Gate::Wait(MAX_PAUSE));
        breaker.succeeded();
        assert_eq!(breaker.gate(now), Gate::Ask);
        breaker.failed(now);
        assert_eq!(breaker.gate(now), Gate::Ask, "it counts from the beginning");
    }
}
