//! Prints what became of every line of the transcripts named: turns, signals, ignored and damaged records by cause.
//!
//! `cargo run --release --example read_counts -- [--entries] FILE...`

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use deltamind::transcript::{Entry, Role, read_file};

fn main() -> ExitCode {
    let (flags, files): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|a| a.starts_with("--"));
    let entries = flags.iter().any(|f| f == "--entries");
    let mut fine = true;
    for file in &files {
        fine &= show(Path::new(file), entries);
    }
    if fine && !files.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn show(path: &Path, entries: bool) -> bool {
    let start = Instant::now();
    let all = match read_file(path) {
        Ok(all) => all,
        Err(e) => {
            eprintln!("{e}");
            return false;
        }
    };
    let took = start.elapsed();
    if entries {
        for entry in &all.entries {
            println!("{}", serde_json::to_string(entry).unwrap_or_default());
        }
        return true;
    }
    let said = |role| all.entries.iter().filter(|e| matches!(e, Entry::Turn(t) if t.role == role)).count();
    let c = &all.counts;
    println!("{}", path.display());
    println!("  session {} project {} cwd {:?}", all.meta.session_id, all.meta.project, all.meta.cwd);
    println!("  turns: user {} assistant {} system {}", said(Role::User), said(Role::Assistant), said(Role::System));
    println!("  lines {} records {} carrying {} held {}", c.lines, c.records, c.carrying, c.held);
    println!("  signals  {:?}", c.signals);
    println!("  ignored  {:?}", c.ignored);
    println!("  damaged  {:?}  repaired {:?}", c.damaged, c.repaired);
    println!("  unexplained {}  in {took:?}", c.unexplained());
    c.unexplained() == 0
}
