//! How fast the session takes turns in, one at a time, and how the cost grows with its length.
//!
//! `DELTAMIND_TURNS=FILE` measures a transcript of your own as well.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "generate/mod.rs"]
mod generate;

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{BatchSize, BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
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

fn best_of_three(entries: &[Entry]) -> Duration {
    let once = |()| {
        let entries = entries.to_vec();
        let start = Instant::now();
        black_box(run(entries));
        start.elapsed()
    };
    [(), (), ()].map(once).into_iter().min().unwrap_or_default()
}

/// Prints the exponent k of cost = n^k between the sizes: 1.0 is linear.
fn print_growth() {
    let times = SIZES.map(|n| (n, best_of_three(&generate::turns(n, 11)).as_secs_f64()));
    for pair in times.windows(2) {
        let [(n, t), (m, u)] = pair else { continue };
        let exponent = (u / t).ln() / (*m as f64 / *n as f64).ln();
        println!("pipeline: {n} turns {t:.3} s, {m} turns {u:.3} s: cost grows as n^{exponent:.2}");
    }
}

fn pipeline(c: &mut Criterion) {
    print_growth();
    let mut group = c.benchmark_group("pipeline");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    for n in SIZES {
        let entries = generate::turns(n, 11);
        group.throughput(Throughput::Elements(n as u64));
        group.bench_with_input(BenchmarkId::new("one_at_a_time", n), &entries, |b, entries| {
            b.iter_batched(|| entries.clone(), run, BatchSize::PerIteration);
        });
    }
    if let Ok(path) = std::env::var("DELTAMIND_TURNS") {
        let entries = read_file(Path::new(&path)).unwrap().entries;
        group.throughput(Throughput::Elements(entries.len() as u64));
        group.bench_function("given", |b| b.iter_batched(|| entries.clone(), run, BatchSize::PerIteration));
    }
    group.finish();
}

criterion_group!(benches, pipeline);
criterion_main!(benches);
