//! Defines `deltamind inspect`: a session's items, by kind.

use std::fmt::Write as _;

use anyhow::Result;
use clap::Args;
use serde_json::json;

use super::put;
use super::saved::{SessionSource, put_json, table, turn_word};
use crate::session::{Session, worded};
use crate::state::{Disposition, Item, ItemKind};

/// Arguments of `inspect`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind inspect
  deltamind inspect --kind decision
  deltamind inspect --from session.jsonl --json")]
pub struct InspectArgs {
    #[command(flatten)]
    which: SessionSource,
    /// Only items of this kind: goal, decision, constraint, task, fact, hypothesis, question, "ruled out", ...
    #[arg(long, value_name = "KIND", value_parser = kind)]
    kind: Option<ItemKind>,
}

fn kind(word: &str) -> Result<ItemKind, String> {
    ItemKind::from_name(word).ok_or_else(|| {
        let known: Vec<&str> = ItemKind::ALL.iter().map(|kind| kind.plain_name()).collect();
        format!("known kinds: {}", known.join(", "))
    })
}

/// Prints the items.
pub fn run(args: &InspectArgs) -> Result<u8> {
    let got = args.which.get()?;
    let session = &got.session;
    let held: Vec<_> =
        session.held().filter(|o| args.kind.is_none_or(|k| o.candidate.delta.item_kind() == Some(k))).collect();
    if args.which.json {
        let items: Vec<&Item> =
            session.ledger().items().iter().filter(|item| args.kind.is_none_or(|k| item.kind == k)).collect();
        let id = &session.meta().session_id;
        return put_json(
            &json!({ "session": id, "seq": session.ledger().seq(), "items": items, "held": held, "conflicts": session.conflicts() }),
        );
    }
    let mut out = String::new();
    for &kind in ItemKind::ALL.iter().filter(|k| args.kind.is_none_or(|wanted| wanted == **k)) {
        let rows: Vec<Vec<String>> = session.ledger().of_kind(kind).map(|item| row(session, item)).collect();
        if !rows.is_empty() {
            let _ = writeln!(out, "{} ({})", kind.plain_name(), rows.len());
            out.push_str(&table(&rows));
        }
    }
    let rows: Vec<Vec<String>> = held
        .iter()
        .map(|o| {
            let id =
                if let Disposition::Held { held_id } = &o.disposition { held_id.to_string() } else { String::new() };
            let delta = &o.candidate.delta;
            let sure = format!("{:.2}", o.candidate.confidence);
            vec![format!("  {id}"), delta.kind.plain_name().to_owned(), sure, worded(delta.text()).into_string()]
        })
        .collect();
    if !rows.is_empty() {
        let _ = writeln!(out, "to confirm ({})", rows.len());
        out.push_str(&table(&rows));
    }
    if args.kind.is_none() {
        crate::session::report::conflicts(&mut out, session);
    }
    if out.is_empty() {
        out.push_str("nothing of that kind\n");
    }
    put(&session.from_project(&out))
}

/// One item in a row.
pub fn row(session: &Session, item: &Item) -> Vec<String> {
    let turn = item.newest().map_or_else(|| "-".to_owned(), |v| turn_word(session, v.said_in()));
    let hard = if item.has_tag("hard") { " hard" } else { "" };
    let sure = format!("{}{hard}", item.confidence);
    vec![
        format!("  {}", item.id),
        item.plain_status().to_owned(),
        sure,
        turn,
        worded(&session.summary_with_question(item)).into_string(),
    ]
}
