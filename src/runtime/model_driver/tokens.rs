//! Defines [`TokenCap`], the most tokens that questions and answers may take in an hour.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::llm::Reply;
use crate::llm::cost::BYTES_PER_TOKEN;

const HOUR: Duration = Duration::from_hours(1);

/// The tokens spent within the last hour.
#[derive(Debug, Default)]
pub struct TokenCap {
    /// Most tokens in an hour; `None` for no limit.
    most: Option<u64>,
    spent: VecDeque<(Instant, u64)>,
    /// All tokens spent since the program was started.
    total: u64,
}

impl TokenCap {
    /// A cap; `None` for no limit.
    pub fn new(most: Option<u64>) -> Self {
        Self { most, ..Self::default() }
    }

    /// Sets another cap; tokens already spent stay counted.
    pub fn allow(&mut self, most: Option<u64>) {
        self.most = most;
    }

    /// Adds a question of `bytes` bytes and its answer.
    pub fn spend(&mut self, now: Instant, bytes: usize, reply: Option<&Reply>) {
        let estimate = |bytes: usize| (bytes / BYTES_PER_TOKEN) as u64;
        let read = reply.and_then(|r| r.prompt_tokens).unwrap_or_else(|| estimate(bytes));
        let written = reply.map_or(0, |r| r.answer_tokens.unwrap_or_else(|| estimate(r.text.len())));
        self.spent.push_back((now, read + written));
        self.total += read + written;
    }

    /// Time until another question may be asked; `None` when it may be asked now.
    pub fn wait(&self, now: Instant) -> Option<Duration> {
        let most = self.most?;
        let recent = || self.spent.iter().filter(|(at, _)| *at + HOUR > now);
        let mut sum: u64 = recent().map(|(_, n)| n).sum();
        if sum < most {
            return None;
        }
        for (at, n) in recent() {
            sum -= n;
            if sum < most {
                return Some((*at + HOUR).saturating_duration_since(now));
            }
        }
        Some(HOUR)
    }

    /// Drops tokens spent more than an hour ago.
    pub fn forget(&mut self, now: Instant) {
        while self.spent.front().is_some_and(|(at, _)| *at + HOUR <= now) {
            self.spent.pop_front();
        }
    }

    /// All tokens spent since the program was started.
    pub fn total(&self) -> u64 {
        self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_hour_waits_until_enough_of_it_has_passed() {
        let begun = Instant::now();
        let reply = |tokens| Reply { prompt_tokens: Some(tokens), answer_tokens: Some(0), ..Reply::default() };
        let mut cap = TokenCap::new(Some(1000));
        for (minute, tokens) in [(0, 400), (10, 300), (20, 300)] {
            assert_eq!(cap.wait(begun + Duration::from_mins(minute)), None);
            cap.spend(begun + Duration::from_mins(minute), 0, Some(&reply(tokens)));
        }
        let now = begun + Duration::from_mins(21);
        assert_eq!(cap.wait(now), Some(Duration::from_mins(39)));
        assert_eq!(cap.wait(begun + Duration::from_mins(61)), None);
        cap.forget(begun + Duration::from_mins(61));
        assert_eq!((cap.spent.len(), cap.total()), (2, 1000));
        let mut free = TokenCap::default();
        free.spend(begun, 1 << 30, None);
        assert_eq!(free.wait(begun), None);
    }
}
