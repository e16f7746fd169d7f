//! Defines `deltamind resume`: the health of a session, in one look.

use anyhow::Result;
use clap::Args;
use serde_json::json;

use super::put;
use super::saved::{SessionSource, put_json, table};
use crate::session::{Budget, export_context};
use crate::state::{ItemKind, LogLine, NoteEvent};

/// Arguments of `resume`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind resume
  deltamind resume --session claude-1a2b --json")]
pub struct ResumeArgs {
    #[command(flatten)]
    which: SessionSource,
}

/// Prints the figures.
pub fn run(args: &ResumeArgs) -> Result<u8> {
    let got = args.which.get()?;
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
    let mut rows = vec![vec!["session".to_owned(), session.meta().session_id.clone()]];
    rows.extend(figures.iter().map(|(name, n)| vec![(*name).to_owned(), n.to_string()]));
    rows.extend(got.damage.iter().map(|line| vec!["damage".to_owned(), line.clone()]));
    put(&table(&rows))
}
