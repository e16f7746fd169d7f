//! Defines `deltamind suggest-memory`, which lists the facts of a session that are worth keeping. It writes nothing.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde_json::json;

use super::put;
use super::saved::{SessionSource, here, of_transcript, put_json, short, table};
use crate::config::{FileFault, refused};
use crate::memory::{
    MemoryEnv, MemoryTarget, SuggestionQueue, SuggestionRow, SuggestionStatus, TargetKind, apply, choose, pick,
};
use crate::session::suggest::Ask;
use crate::session::{Session, worded};
use crate::state::Confidence;
use crate::store::Store;
use crate::text::{SafeText, cut};

/// Arguments of `suggest-memory`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind suggest-memory
  deltamind suggest-memory --min-confidence certain
  deltamind suggest-memory --from session.jsonl --include-superseded --json")]
pub struct SuggestMemory {
    #[command(flatten)]
    which: SessionSource,
    /// The least confidence: low, medium, high, certain, or a number from 0 to 1. With high, rules that you spoke are
    /// listed from medium on.
    #[arg(long, value_name = "T", default_value = "high", value_parser = confidence)]
    min_confidence: f32,
    /// Also items that were superseded, where a memory still says them.
    #[arg(long)]
    include_superseded: bool,
    /// Where memories are kept: claude, claude-memories or context; by default what the project uses.
    #[arg(long, value_name = "PLACE", value_parser = target)]
    target: Option<TargetKind>,
}

fn confidence(text: &str) -> Result<f32, String> {
    Confidence::from_word(text)
        .map(lowest_score)
        .or_else(|| text.parse().ok().filter(|n: &f32| (0.0..=1.0).contains(n)))
        .ok_or_else(|| "a confidence is low, medium, high, certain, or a number from 0 to 1".to_owned())
}

fn lowest_score(confidence: Confidence) -> f32 {
    match confidence {
        Confidence::Low => 0.0,
        Confidence::Medium => 0.5,
        Confidence::High => 0.75,
        Confidence::Certain => 0.95,
    }
}

/// Parses a target's word.
pub(super) fn target(word: &str) -> Result<TargetKind, String> {
    TargetKind::from_word(word).ok_or_else(|| {
        let known: Vec<&str> = TargetKind::ALL.iter().map(|t| t.word()).collect();
        format!("known places: {}", known.join(", "))
    })
}

/// A session's suggestions with the target they would go to.
pub(super) struct Offered {
    /// The store that records decisions on them.
    pub store: Store,
    /// The place.
    pub target: Box<dyn MemoryTarget>,
    /// Why it was chosen.
    pub why: String,
    /// Settings of the project that are ignored.
    pub refused: Vec<FileFault>,
    /// The suggestions.
    pub queue: SuggestionQueue,
    /// The session.
    pub session: Session,
}

/// Collects the suggestions of a session with their status.
pub(super) fn offered(which: &SessionSource, ask: Ask, wish: Option<TargetKind>) -> Result<Offered> {
    let session = which.get()?.session;
    let store = match &which.from {
        Some(_) => of_transcript(session.meta().cwd.as_deref())?,
        None => here()?,
    };
    let env = MemoryEnv::of_process().of_session(session.meta().cwd.as_deref());
    let root = root(&session, &store);
    let target = pick(&root, &store, &env, wish)?;
    let why = choose(&root, &env, wish).why;
    let refused = refused_in(&store);
    super::config::print_faults(&refused);
    let memos = apply::events(&root, &store, &env)?;
    let queue = SuggestionQueue::of(session.suggestions(ask, &target.memories()?), &memos);
    Ok(Offered { store, target, why, refused, queue, session })
}

/// Settings of the project that are ignored.
fn refused_in(store: &Store) -> Vec<FileFault> {
    let Some((path, text)) = store.project_settings() else { return Vec::new() };
    refused(&text).into_iter().map(|fault| FileFault { path: path.clone(), fault }).collect()
}

/// The project's root: the parent of its store, else the session's working directory, else the current one.
pub(super) fn root(session: &Session, store: &Store) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    apply::root(store, session.meta().cwd.as_deref(), &here)
}

/// Prints the list.
pub fn run(args: &SuggestMemory) -> Result<u8> {
    let ask = Ask { min_confidence: args.min_confidence, include_superseded: args.include_superseded };
    let Offered { queue, target, session, .. } = offered(&args.which, ask, args.target)?;
    if args.which.json {
        let place = json!({ "kind": target.kind(), "folder": target.folder().path() });
        return put_json(&json!({ "session": session.meta().session_id, "target": place, "suggested": queue.rows }));
    }
    let waits: Vec<&SuggestionRow> = queue.rows.iter().filter(|r| r.standing == SuggestionStatus::Pending).collect();
    let mut out = String::new();
    for row in &waits {
        out.push_str(&described(row));
    }
    let place = short(target.folder().path());
    let _ = writeln!(out, "{} worth saving in {place}; nothing was written", waits.len());
    let any = Ask { min_confidence: 0.0, ..ask };
    let less = session.suggestions(any, &target.memories()?).len().saturating_sub(queue.rows.len());
    if less > 0 {
        let _ = writeln!(out, "hidden: {less} less certain, `--min-confidence low` lists them too");
    }
    if let Some(first) = waits.first() {
        let _ = writeln!(out, "save one: deltamind memory approve {}{}", first.suggestion.id, source(&args.which));
    }
    put(&out)
}

/// The options that name the session again.
fn source(which: &SessionSource) -> String {
    match (&which.from, &which.session) {
        (Some(file), _) => format!(" --from '{}'", SafeText::shown(file.display()).as_str()),
        (_, Some(id)) => format!(" --session {}", SafeText::line(id).as_str()),
        _ => String::new(),
    }
}

/// One suggestion in a few lines.
fn described(row: &SuggestionRow) -> String {
    let s = &row.suggestion;
    let about = format!("{} {}", s.memory_type, s.action);
    let mut rows = vec![vec![s.id.clone(), about, s.confidence.to_string(), worded(&s.title).into_string()]];
    let mut details = vec![s.why.clone()];
    for quote in s.evidence.iter().take(2) {
        let speaker = quote.speaker.map_or_else(|| "?".to_owned(), |r| r.to_string());
        details.push(format!("{} {speaker}: \"{}\"", quote.turn, cut(&quote.words, 160)));
    }
    if let Some(existing) = &s.existing {
        details.push(format!("concerns {existing}"));
    }
    if !s.flags.is_empty() {
        let flags: Vec<String> = s.flags.iter().map(|f| f.word().replace('_', " ")).collect();
        details.push(flags.join(", "));
    }
    if let Some(similar) = &row.similar {
        details.push(format!("something like it was dismissed: {similar}"));
    }
    rows.extend(details.into_iter().map(|detail| vec![String::new(), String::new(), String::new(), detail]));
    table(&rows)
}
