//! Prints a generated transcript of about so many MiB: the same bytes at every run.
//!
//! `cargo run --release --example generate_transcript -- 100 > big.jsonl`
#![allow(missing_docs)]

#[path = "../benches/generate/mod.rs"]
mod generate;

use std::io::Write;

fn main() -> std::io::Result<()> {
    let size: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1);
    std::io::stdout().lock().write_all(generate::claude_file(size << 20, 7).as_bytes())
}
