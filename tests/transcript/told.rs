//! Defines how tests read transcripts and write entries as lines of text.
#![allow(dead_code, clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use deltamind::transcript::follow::Splitter;
use deltamind::transcript::{Counts, Decoder, Entry, ReadAll, SignalBody, read_file};

/// A file of fixtures.
pub fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

/// A fixture read to its end, every record explained.
pub fn read(name: &str) -> ReadAll {
    let all = read_file(&fixture(name)).unwrap();
    assert_eq!(all.counts.unexplained(), 0, "{name}: {:?}", all.counts);
    all
}

/// The working directory a fixture names.
pub fn cwd_of(name: &str) -> Option<String> {
    read(name).meta.cwd
}

/// One line per entry: `user: words`, `  todo [~] Write it`, with the end of the turn a signal stands beside.
pub fn told(entries: &[Entry]) -> Vec<String> {
    entries.iter().map(line).collect()
}

/// One entry in words.
pub fn line(entry: &Entry) -> String {
    let signal = match entry {
        Entry::Turn(t) => return format!("{}: {}", t.role, t.content.replace('\n', " | ")),
        Entry::Signal(signal) => signal,
    };
    let what = match &signal.body {
        SignalBody::Todo { items, whole } => {
            let items: Vec<String> = items
                .iter()
                .map(|i| {
                    format!("{}{} {}", i.id.as_ref().map(|i| format!("#{i} ")).unwrap_or_default(), i.status, i.text)
                })
                .collect();
            format!("{} {}", if *whole { "todo list:" } else { "todo:" }, items.join(", "))
        }
        SignalBody::Plan { text, state, reason } => {
            format!(
                "plan {state}: {}{}",
                text.replace('\n', " | "),
                reason.as_ref().map(|r| format!(" because {r}")).unwrap_or_default()
            )
        }
        SignalBody::Question { text, options, answer, .. } => {
            format!("question {text} [{}] {}", options.join(", "), answer.as_deref().unwrap_or("?"))
        }
        SignalBody::ToolCall { tool, argv, paths, outcome, excerpt, .. } => format!(
            "{tool} {} {outcome} {}",
            argv.clone().unwrap_or_else(|| paths.join(" ")),
            excerpt.lines().last().unwrap_or_default()
        ),
        SignalBody::Commit { hash, message, ok } => format!("commit {} {message} {ok}", hash.as_deref().unwrap_or("-")),
        SignalBody::Push { ok } => format!("push {ok}"),
        SignalBody::Boundary { kind } => format!("boundary {kind}"),
        SignalBody::Summary { text } => format!("summary {}", text.lines().next().unwrap_or_default()),
        SignalBody::Interrupt => "interrupt".to_owned(),
        SignalBody::Withdrawn { turn_ids } => format!("withdrawn {}", turn_ids.len()),
    };
    format!("  {}", what.trim_end())
}

/// The entries and counts of a file of these bytes, read in pieces of `size`.
pub fn decoded(name: &str, bytes: &[u8], size: usize) -> (Vec<Entry>, Counts) {
    let mut decoder = Decoder::new(Path::new(name));
    feed(&mut decoder, bytes, size);
    decoder.finish();
    (decoder.take(), decoder.counts().clone())
}

/// Gives bytes to a decoder as lines.
pub fn feed(decoder: &mut Decoder, bytes: &[u8], size: usize) {
    let mut splitter = Splitter::default();
    for chunk in bytes.chunks(size) {
        splitter.push(chunk, &mut |line| decoder.line(&line));
    }
    splitter.finish(&mut |line| decoder.line(&line));
}
