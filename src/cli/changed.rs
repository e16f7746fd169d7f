//! Defines `deltamind changed --since POINT`: the items that changed since a change number, a turn or a moment.

use anyhow::{Result, anyhow};
use clap::Args;
use jiff::Timestamp;
use serde_json::json;

use super::put;
use super::saved::{SessionSource, put_json, table};
use crate::session::changed::SincePoint;
use crate::session::worded;
use crate::text::counted;

/// Arguments of `changed`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind changed --since 42
  deltamind changed --since t142
  deltamind changed --since 2026-11-20T08:30:00Z --json")]
pub struct ChangedArgs {
    #[command(flatten)]
    which: SessionSource,
    /// A change number (42: what came after it), a turn (t142 or its id: from it on), or a time (RFC 3339).
    #[arg(long, value_name = "POINT", value_parser = point)]
    since: SincePoint,
}

// Clap wants a Result.
#[allow(clippy::unnecessary_wraps)]
fn point(text: &str) -> Result<SincePoint, String> {
    Ok(if let Ok(seq) = text.parse() {
        SincePoint::Seq(seq)
    } else if let Ok(time) = text.parse::<Timestamp>() {
        SincePoint::Time(time)
    } else {
        SincePoint::Turn(text.to_owned())
    })
}

/// Prints the changes.
pub fn run(args: &ChangedArgs) -> Result<u8> {
    let session = args.which.get()?.session;
    let seq = session.seq_before(&args.since).ok_or_else(|| {
        let SincePoint::Turn(turn) = &args.since else { return anyhow!("there is no such point") };
        anyhow!(
            "there is no turn {turn}: name a change by its number (42), a turn (t142) or a time (2026-11-20T08:30:00Z)"
        )
    })?;
    let changes = session.changes_since(seq);
    if args.which.json {
        let list = changes.iter().map(|c| json!({ "how": c.how, "before": c.before, "item": c.item }));
        let list: Vec<_> = list.collect();
        return put_json(&json!({ "since": seq, "seq": session.ledger().seq(), "changed": list }));
    }
    let mut rows = Vec::new();
    for change in &changes {
        let (item, how) = (change.item, change.how.word());
        let row = [item.touched_seq.to_string(), how.to_owned(), item.id.to_string(), item.plain_status().to_owned()];
        let mut row = row.to_vec();
        row.push(match change.before {
            Some(before) => format!("{} (was: {})", worded(&item.summary), worded(before)),
            None => worded(&item.summary).into_string(),
        });
        rows.push(row);
    }
    let (n, now) = (rows.len(), session.ledger().seq());
    let table = format!("{}{} changed after {seq}; the last change is {now}\n", table(&rows), counted(n, "item"));
    put(&session.from_project(&table))
}
