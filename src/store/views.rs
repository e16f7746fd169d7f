//! Defines the Markdown files beside a snapshot, which are for people and never read back.

use std::fmt::Write as _;

use crate::session::{Budget, Conflict, Session, export_context, worded_in_full};
use crate::state::{Item, ItemKind, Status};
use crate::text::SafeText;

/// Files that list one kind of item: (name, title, kind).
const FILES: &[(&str, &str, ItemKind)] = &[
    ("DECISIONS.md", "Decisions", ItemKind::Decision),
    ("TASKS.md", "Tasks", ItemKind::Task),
    ("CONSTRAINTS.md", "Constraints", ItemKind::Constraint),
];

pub(super) fn views(session: &Session) -> Vec<(&'static str, String)> {
    let mut out = vec![("ACTIVE_STATE.md", active(session))];
    out.extend(FILES.iter().map(|&(name, title, kind)| (name, list(session, title, kind))));
    for (_, text) in &mut out {
        *text = session.from_project(text).into_owned();
    }
    out
}

fn active(session: &Session) -> String {
    let heading = session.heading(session.last_turn_at());
    let context = export_context(session, session.ledger(), Budget::Chars(usize::MAX)).text;
    let mut out = format!("# {heading}\n\n{}", SafeText::block(&context).as_str()).trim_end().to_owned() + "\n";
    let ledger = session.ledger();
    let hypotheses: Vec<&Item> = ledger.of_kind(ItemKind::Hypothesis).filter(|i| i.is_open()).collect();
    let superseded: Vec<&Item> =
        ledger.items().iter().filter(|i| i.status == Status::Superseded && !i.is_unconfirmed()).collect();
    for (heading, items) in [("Hypotheses", hypotheses), ("Superseded", superseded)] {
        if !items.is_empty() {
            let _ = writeln!(out, "\n## {heading}\n");
        }
        for item in items {
            let words = item_in_full(item);
            let _ = writeln!(out, "- {}: {}{}", item.id, words.as_str(), ended_by(item));
        }
    }
    out
}

fn item_in_full(item: &Item) -> SafeText {
    item.newest().map_or_else(SafeText::default, |newest| worded_in_full(&item.summary, &newest.evidence))
}

/// The item that replaced another, or the reason why it ended.
fn ended_by(item: &Item) -> String {
    match (&item.superseded_by, &item.ended_because) {
        _ if item.is_open() => String::new(),
        (Some(by), _) => format!(" (replaced by {by})"),
        (None, Some(why)) => format!(" ({})", SafeText::line(why).as_str()),
        (None, None) => String::new(),
    }
}

fn list(session: &Session, title: &str, kind: ItemKind) -> String {
    let mut out = format!("# {title}\n");
    let (open, ended): (Vec<&Item>, Vec<&Item>) =
        session.ledger().of_kind(kind).filter(|i| !i.is_unconfirmed()).partition(|i| i.is_open());
    for (heading, items) in [("Open", open), ("Ended", ended)] {
        if items.is_empty() {
            continue;
        }
        let _ = writeln!(out, "\n## {heading}\n");
        for item in items {
            let hard = if item.has_tag("hard") { ", hard rule" } else { "" };
            let words = item_in_full(item);
            let _ =
                writeln!(out, "- {}: {} ({}, {}{hard})", item.id, words.as_str(), item.plain_status(), item.confidence);
            for old in item.versions.iter().rev().skip(1) {
                let _ = writeln!(out, "  - before: {}", worded_in_full(&old.summary, &old.evidence).as_str());
            }
            for against in session.open_conflicts().filter(|c| c.item_id.as_ref() == Some(&item.id)) {
                let _ = writeln!(out, "  - but{}", words_against(session, against));
            }
        }
    }
    out
}

/// The turn and the words that violate a rule; of words that are kept cut, the whole ones, called the beginning.
fn words_against(session: &Session, against: &Conflict) -> String {
    let turn = session.turn(&against.turn_id).map_or_else(String::new, |t| format!(" t{}", t.ordinal));
    let words = SafeText::line(&against.words);
    match words.as_str().strip_suffix('…').and_then(|cut| cut.rsplit_once(' ')) {
        Some((begun, _)) => format!("{turn}, which begins: {begun}"),
        None => format!("{turn}: {}", words.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Ban;

    #[test]
    fn words_that_are_kept_cut_are_called_the_beginning() {
        let against = |words: &str| Conflict {
            item_id: None,
            rule: "Never paint the gate".to_owned(),
            ban: Ban::Paths,
            likely: false,
            turn_id: "t1".into(),
            at: None,
            words: words.to_owned(),
        };
        let session = Session::default();
        assert_eq!(words_against(&session, &against("paint gate.txt")), ": paint gate.txt");
        let cut = words_against(&session, &against("paint --all --with red and bl…"));
        assert_eq!(cut, ", which begins: paint --all --with red and");
    }
}
