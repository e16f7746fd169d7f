//! Defines how benches measure and print.
#![allow(dead_code, missing_docs)]

use std::time::{Duration, Instant};

/// How long this takes once.
pub fn took(what: impl FnOnce()) -> Duration {
    let start = Instant::now();
    what();
    start.elapsed()
}

/// Runs this `count` times after once to warm up, and prints the times.
pub fn measure(what: &str, count: usize, mut run: impl FnMut()) -> Duration {
    run();
    print(what, (0..count).map(|_| took(&mut run)).collect())
}

/// Prints the median, the 95th of a hundred and the worst; returns the median.
pub fn print(what: &str, mut all: Vec<Duration>) -> Duration {
    all.sort_unstable();
    let at = |share: usize| all[(all.len() - 1) * share / 100].as_secs_f64() * 1000.0;
    println!("{what:<38} median {:8.3} ms   95 % {:8.3} ms   worst {:8.3} ms", at(50), at(95), at(100));
    all[(all.len() - 1) / 2]
}
