//! How long the whole way takes, from the bytes of a transcript to its ledger: a large file, short sessions, crafted
//! turns, one more turn, five sessions at once, and the start of the program.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "generate/mod.rs"]
mod generate;
#[path = "timing/mod.rs"]
mod timing;

use std::hint::black_box;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use deltamind::session::Session;
use deltamind::transcript::{Meta, read_ahead};
use tempfile::NamedTempFile;

/// MiB of the large transcript.
const LARGE: usize = 100;
/// Bytes of a crafted turn.
const CRAFTED: usize = 64 << 10;
/// Words that repeated make turns which cost much: commas, lists, brackets, quotes, cues.
const PIECES: [&str; 6] = ["no, but ", "- [ ] use it\n", "((((", "\"we decided ", "must not should ", "a.b/c-d "];

fn ledger_of(path: &Path) -> Session {
    let mut session = Session::new(Meta::default());
    let cutter = session.cutter();
    read_ahead(path, |entry| cutter.cut(entry), |entries| session.ingest_cut(entries)).unwrap();
    session
}

fn file_of(text: &str) -> NamedTempFile {
    let mut file = tempfile::Builder::new().suffix(".jsonl").tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file
}

fn crafted(piece: &str) -> NamedTempFile {
    let content = piece.repeat(CRAFTED / piece.len());
    let turn = serde_json::json!({ "turnId": "1", "role": "human", "content": content });
    file_of(&format!("{turn}\n"))
}

fn short_sessions() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/transcripts");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|e| e == "jsonl")).collect()
}

fn main() {
    let large = file_of(&generate::claude_file(LARGE << 20, 7));
    timing::measure(&format!("{LARGE} MiB"), 3, || {
        black_box(ledger_of(large.path()));
    });
    let mut session = ledger_of(large.path());
    let more = generate::turns(200, 13);
    let times = more.into_iter().map(|entry| timing::took(|| session.ingest([entry])));
    timing::print(&format!("one turn more after {LARGE} MiB"), times.collect());
    let short = short_sessions();
    timing::measure(&format!("{} short sessions", short.len()), 20, || {
        for path in &short {
            black_box(ledger_of(path));
        }
    });
    for piece in PIECES {
        let file = crafted(piece);
        timing::measure(&format!("64 KiB of {piece:?}"), 10, || {
            black_box(ledger_of(file.path()));
        });
    }
    let five: Vec<NamedTempFile> = (0..5).map(|seed| file_of(&generate::claude_file(4 << 20, seed))).collect();
    timing::measure("five sessions of 4 MiB at once", 3, || {
        std::thread::scope(|scope| {
            for file in &five {
                scope.spawn(|| black_box(ledger_of(file.path())));
            }
        });
    });
    timing::measure("start and end of `process`", 20, || {
        let mut run = Command::new(env!("CARGO_BIN_EXE_deltamind"));
        let run = run.arg("process").arg(&short[0]).stdout(Stdio::null());
        assert!(run.status().unwrap().success());
    });
}
