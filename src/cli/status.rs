//! Defines `deltamind status`: the health of a session, in one look.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde_json::json;

use super::put;
use super::saved::{SessionSource, put_json};
use crate::session::{Budget, export_context};
use crate::state::{ItemKind, LogLine, NoteEvent};
use crate::text::{SafeText, counted};

/// Arguments of `status`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind status
  deltamind status talk.jsonl
  deltamind status --session claude-1a2b --json")]
pub struct StatusArgs {
    /// A transcript, read to its end; nothing is saved.
    #[arg(value_name = "FILE", conflicts_with_all = ["session", "from"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    which: SessionSource,
}

/// Prints the figures.
pub fn run(args: &StatusArgs) -> Result<u8> {
    let from = args.file.clone().or_else(|| args.which.from.clone());
    let got = SessionSource { from, ..args.which.clone() }.get()?;
    let session = &got.session;
    let (stats, ledger) = (session.stats(), session.ledger());
    let open = |kind| ledger.active(kind).count();
    let context = export_context(session, ledger, Budget::Chars(usize::MAX)).text.chars().count();
    let breaks =
        session.log().iter().filter(|l| matches!(l, LogLine::Note(n) if matches!(n.event, NoteEvent::Damaged { .. })));
    let damage = got.damage.len() as u64 + got.unread;
    let figures: Vec<(&str, u64)> = vec![
        ("sequence", ledger.seq()),
        ("items", ledger.items().len() as u64),
        ("deltas", session.deltas().len() as u64),
        ("turns", stats.turns as u64),
        ("batches", session.batches()),
        ("decisions", open(ItemKind::Decision) as u64),
        ("constraints", open(ItemKind::Constraint) as u64),
        ("tasks", open(ItemKind::Task) as u64),
        ("ruledOut", open(ItemKind::RejectedOption) as u64),
        ("toConfirm", session.to_confirm().len() as u64),
        ("held", stats.held as u64),
        ("rejected", stats.rejected as u64),
        ("conflicts", session.conflicts().len() as u64),
        ("logLines", session.log().len() as u64),
        ("damagedLines", breaks.count() as u64),
        ("damage", damage),
        ("contextChars", context as u64),
        ("rawChars", stats.raw_bytes as u64),
    ];
    if args.which.json {
        let mut value: serde_json::Map<_, _> = figures.iter().map(|(name, n)| ((*name).to_owned(), json!(n))).collect();
        value.insert("session".to_owned(), json!(session.meta().session_id));
        value.insert("notes".to_owned(), json!(got.damage));
        return put_json(&value);
    }
    let count = |name: &str| figures.iter().find(|(known, _)| *known == name).map_or(0, |(_, n)| *n);
    let mut lines = vec![
        format!("Session {}: {}.", session.meta().session_id, counted(count("turns"), "turn")),
        format!(
            "In force: {}, {}, {}; {} ruled out.",
            counted(count("decisions"), "decision"),
            counted(count("constraints"), "constraint"),
            counted(count("tasks"), "open task"),
            count("ruledOut")
        ),
        format!(
            "To confirm: {}. Ignored: {}. Conflicts: {}.",
            counted(count("toConfirm"), "likely item"),
            counted(count("rejected"), "candidate"),
            count("conflicts")
        ),
        format!("The context export takes {} characters of {} said.", count("contextChars"), count("rawChars")),
        format!("The log has {} at change {}.", counted(count("logLines"), "line"), count("sequence")),
    ];
    lines.push(match (count("damagedLines"), damage) {
        (0, 0) => "Nothing is damaged.".to_owned(),
        (lines, _) => format!("Damaged: {}, {}.", counted(lines, "line"), counted(damage, "other fault")),
    });
    lines.extend(got.damage.iter().map(|why| format!("damage: {why}")));
    put(&(SafeText::block(&lines.join("\n")).into_string() + "\n"))
}
