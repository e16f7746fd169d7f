//! How fast a transcript is followed and read: bytes per second over a generated file.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "generate/mod.rs"]
mod generate;

use std::hint::black_box;
use std::io::Write;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use deltamind::transcript::read_file;

fn follow_parse(c: &mut Criterion) {
    let text = generate::claude_file(32 << 20, 7);
    let mut file = tempfile::Builder::new().suffix(".jsonl").tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    let read = read_file(file.path()).unwrap();
    assert_eq!(read.counts.unexplained() + read.counts.damaged_total(), 0);
    println!("follow_parse: {} bytes, {} turns", text.len(), read.counts.turns);
    let mut group = c.benchmark_group("follow_parse");
    group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(20);
    group.bench_function("claude", |b| b.iter(|| black_box(read_file(file.path()).unwrap().entries.len())));
    group.finish();
}

criterion_group!(benches, follow_parse);
criterion_main!(benches);
