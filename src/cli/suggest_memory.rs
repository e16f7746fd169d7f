//! Defines `deltamind suggest-memory`: what of a session is worth keeping beyond it. It only lists.

use anyhow::Result;
use clap::Args;
use serde_json::json;

use super::inspect::row;
use super::put;
use super::saved::{Which, put_json, table};
use crate::state::{Confidence, Item, ItemKind, Scope, Status};

/// Arguments of `suggest-memory`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind suggest-memory
  deltamind suggest-memory --from session.jsonl --json")]
pub struct SuggestMemory {
    #[command(flatten)]
    which: Which,
}

/// Whether an item may outlive its session: said to reach beyond it, or a rule or choice that is certain.
fn lasts(item: &Item) -> bool {
    let kind = matches!(item.kind, ItemKind::Decision | ItemKind::Constraint | ItemKind::Fact | ItemKind::Dependency);
    let reach = item.scope != Scope::Session || item.confidence == Confidence::Certain || item.has_tag("hard");
    kind && reach && item.status == Status::Active
}

/// Prints the list.
pub fn run(args: &SuggestMemory) -> Result<u8> {
    let session = args.which.get()?.session;
    let items: Vec<&Item> = session.ledger().items().iter().filter(|i| lasts(i)).collect();
    if args.which.json {
        return put_json(&json!({ "session": session.meta().session_id, "suggested": items }));
    }
    let rows: Vec<Vec<String>> = items.iter().map(|item| row(&session, item)).collect();
    put(&format!("{}{} worth keeping; nothing was written\n", table(&rows), rows.len()))
}
