//! How fast the session takes turns in, one at a time, and how the cost grows with its length.
//!
//! `DELTAMIND_TURNS=FILE` measures a transcript of your own as well.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "generate/mod.rs"]
mod generate;
#[path = "timing/mod.rs"]
mod timing;

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use deltamind::session::Session;
use deltamind::transcript::{Entry, Meta, read_file};

const SIZES: [usize; 3] = [1_000, 10_000, 50_000];

/// Takes the turns in one at a time, as they come in when a session is watched.
fn run(entries: Vec<Entry>) -> usize {
    let mut session = Session::new(Meta::default());
    for entry in entries {
        session.ingest([entry]);
    }
    session.stats().accepted
}

fn once(entries: &[Entry]) -> Duration {
    let entries = entries.to_vec();
    timing::took(|| {
        black_box(run(entries));
    })
}

fn print_times(what: &str, entries: &[Entry]) {
    timing::print(what, (0..10).map(|_| once(entries)).collect());
}

/// Prints the exponent k of cost = n^k between the sizes: 1.0 is linear.
fn print_growth() {
    let times = SIZES.map(|n| {
        let entries = generate::turns(n, 11);
        let best = (0..3).map(|_| once(&entries)).min().unwrap();
        (n, best.as_secs_f64())
    });
    for pair in times.windows(2) {
        let [(n, t), (m, u)] = pair else { continue };
        let exponent = (u / t).ln() / (*m as f64 / *n as f64).ln();
        println!("pipeline: {n} turns {t:.3} s, {m} turns {u:.3} s: cost grows as n^{exponent:.2}");
    }
}

fn main() {
    print_growth();
    for n in SIZES {
        print_times(&format!("{n} turns one at a time"), &generate::turns(n, 11));
    }
    if let Ok(path) = std::env::var("DELTAMIND_TURNS") {
        print_times("the transcript given", &read_file(Path::new(&path)).unwrap().entries);
    }
}
