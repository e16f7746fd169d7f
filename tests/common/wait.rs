//! Waiting for what must come, with a deadline: no test sleeps for luck.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::panic)]

use std::time::{Duration, Instant};

/// How long a test waits before it fails; far longer than a busy machine needs.
pub const LONG: Duration = Duration::from_secs(30);

/// Looks again and again until this holds; fails with `what` after [`LONG`].
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + LONG;
    while !holds() {
        assert!(Instant::now() < deadline, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
