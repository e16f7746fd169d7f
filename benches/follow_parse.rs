//! How fast a transcript is followed and read: time and bytes per second over a generated file.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "generate/mod.rs"]
mod generate;
#[path = "timing/mod.rs"]
mod timing;

use std::hint::black_box;
use std::io::Write;

use deltamind::transcript::read_file;

fn main() {
    let text = generate::claude_file(32 << 20, 7);
    let mut file = tempfile::Builder::new().suffix(".jsonl").tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    let read = read_file(file.path()).unwrap();
    assert_eq!(read.counts.unexplained() + read.counts.damaged_total(), 0);
    let median = timing::measure("claude", 20, || {
        black_box(read_file(file.path()).unwrap().entries.len());
    });
    let rate = text.len() as f64 / f64::from(1 << 20) / median.as_secs_f64();
    println!("follow_parse: {} bytes, {} turns, {rate:.0} MiB/s", text.len(), read.counts.turns);
}
