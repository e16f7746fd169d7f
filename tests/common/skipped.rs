//! Defines how a test says that this machine lacks what it needs.
#![allow(dead_code, missing_docs, clippy::unwrap_used)]

use std::io::Write;

/// Adds a line to the file the environment names for it, or says it on stderr.
pub fn skip(test: &str, why: &str) {
    let line = format!("{test}: {why}\n");
    match std::env::var_os("DELTAMIND_SKIPPED") {
        Some(file) => {
            let mut file = std::fs::OpenOptions::new().create(true).append(true).open(file).unwrap();
            file.write_all(line.as_bytes()).unwrap();
        }
        None => eprint!("skipped {line}"),
    }
}
