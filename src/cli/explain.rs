//! Defines `deltamind explain ITEM`: all fields of one item and its history. An item is named by its id or by words of it.

use std::borrow::Cow;
use std::fmt::Write as _;

use anyhow::{Result, anyhow};
use clap::Args;
use serde_json::{Value, json};
use similar::{ChangeTag, TextDiff};

use super::put;
use super::saved::{SessionSource, put_json, table, turn_word};
use crate::language::stems::{stemmed, tokens};
use crate::session::reasons::plain_reason;
use crate::session::{Conflict, Session, Statement, worded};
use crate::state::{
    Disposition, Evidence, Extractor, HeldId, Item, LogLine, NoteEvent, Outcome, Part, PersonAction, PersonEvent,
    Version,
};
use crate::text::{SafeText, counted};

/// Quotation marks that may be around a word.
const QUOTES: [char; 7] = ['"', '\'', '`', '“', '”', '‘', '’'];

/// Arguments of `explain`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind explain d-7
  deltamind explain d-a3f7c012 --json
  deltamind explain u-3 --from session.jsonl
  deltamind explain file locking")]
pub struct ExplainArgs {
    /// An item (d-7), its lasting id (d-a3f7c012), something to confirm (u-3), or words of one.
    #[arg(value_name = "ITEM", required = true, num_args = 1..)]
    words: Vec<String>,
    #[command(flatten)]
    which: SessionSource,
}

/// Prints the item.
pub fn run(args: &ExplainArgs) -> Result<u8> {
    let session = args.which.get()?.session;
    let named = args.words.join(" ");
    let id = match matching(&session, &named).as_slice() {
        [] => return Err(anyhow!("there is no {named}: `deltamind inspect` lists what there is")),
        [(only, _)] => only.clone(),
        several if args.which.json => {
            let list: Vec<Value> = several.iter().map(|(id, words)| json!({ "id": id, "summary": words })).collect();
            return put_json(&json!({ "matches": list }));
        }
        several => {
            let rows: Vec<Vec<String>> =
                several.iter().map(|(id, words)| vec![id.clone(), worded(words).into_string()]).collect();
            let found = format!("{} items match; name one by its id:\n{}", several.len(), table(&rows));
            return put(&session.from_project(&found));
        }
    };
    if let Some(item) = session.ledger().get(&id) {
        let lines: Vec<&LogLine> = session.log().iter().filter(|l| is_about(l, item)).collect();
        return if args.which.json {
            put_json(&as_json(&session, item, &lines))
        } else {
            put(&session.from_project(&text(&session, item, &lines)))
        };
    }
    let held = session.log().iter().find_map(|line| match line {
        LogLine::Outcome(o) if matches!(&o.disposition, Disposition::Held { held_id } if Ok(*held_id) == id.parse()) => Some(o),
        _ => None,
    });
    match held {
        Some(outcome) if args.which.json => put_json(outcome),
        Some(outcome) => put(&session.from_project(&held_text(&session, &id, outcome))),
        None => Err(anyhow!("there is no {named}: `deltamind inspect` lists what there is")),
    }
}

/// Ids and texts of what a person names: what has this id, else the items whose text holds all of these words in any
/// form, those in force first, else what waits to be confirmed and holds them.
fn matching(session: &Session, named: &str) -> Vec<(String, String)> {
    if let Some(item) = session.ledger().get(named) {
        return vec![(item.id.to_string(), item.summary.clone())];
    }
    if named.parse::<HeldId>().is_ok() {
        return vec![(named.to_owned(), String::new())];
    }
    let low = named.to_lowercase();
    let named = low.split_whitespace().map(bare).filter(|word| word.contains(char::is_alphanumeric));
    let words: Vec<(&str, Cow<'_, str>)> = named.map(|word| (word, stemmed(word))).collect();
    let holds = |text: &str| {
        let (low, stems) = (text.to_lowercase(), tokens(text));
        words.iter().all(|(word, stem)| low.contains(word) || stems.iter().any(|other| other == stem))
    };
    // Also in the words of an export, where the subject may stand first: `Tide tables: SQLite`.
    let exported = |item: &Item| Statement::of(item).is_some_and(|statement| holds(&statement.line()));
    let is_named = |item: &&Item| !words.is_empty() && (holds(&item.summary) || exported(item));
    let mut items: Vec<&Item> = session.ledger().items().iter().filter(is_named).collect();
    items.sort_by_key(|item| !item.is_open());
    if !items.is_empty() {
        return items.into_iter().map(|item| (item.id.to_string(), item.summary.clone())).collect();
    }
    let held = session.held().filter(|outcome| !words.is_empty() && holds(outcome.candidate.delta.text()));
    let named = held.filter_map(|outcome| match &outcome.disposition {
        Disposition::Held { held_id } => Some((held_id.to_string(), outcome.candidate.delta.text().to_owned())),
        _ => None,
    });
    named.collect()
}

/// A word without quotes around it and without the sign that ends a sentence or a part of one; `C++` is left whole.
fn bare(word: &str) -> &str {
    let ends = |c: char| QUOTES.contains(&c) || matches!(c, ',' | ';' | ':' | '.' | '!' | '?');
    word.trim_start_matches(QUOTES).trim_end_matches(ends)
}

/// Whether a line made, changed or confirmed the item.
fn is_about(line: &LogLine, item: &Item) -> bool {
    let id = item.id.as_str();
    match line {
        LogLine::Outcome(o) => match &o.disposition {
            Disposition::Accepted { item_id, .. } => {
                item_id == id || o.candidate.delta.details.new_item_id.as_deref() == Some(id)
            }
            Disposition::Merged { into } => into == id,
            Disposition::Held { .. } | Disposition::Rejected { .. } => {
                o.candidate.semantic_id == item.semantic_id || o.candidate.delta.target_id.as_deref() == Some(id)
            }
        },
        LogLine::Person(event) => event.item_id.as_deref() == Some(id),
        LogLine::Note(_) => false,
    }
}

fn conflicts<'s>(session: &'s Session, item: &Item) -> Vec<&'s Conflict> {
    session.conflicts().iter().filter(|c| c.item_id.as_ref() == Some(&item.id)).collect()
}

fn as_json(session: &Session, item: &Item, lines: &[&LogLine]) -> Value {
    let pairs = item.versions.windows(2).map(|pair| match pair {
        [a, b] => json!({ "seq": b.seq, "diff": diff(&a.summary, &b.summary) }),
        _ => Value::Null,
    });
    let (diffs, conflicts) = (pairs.collect::<Vec<_>>(), conflicts(session, item));
    json!({ "item": item, "diffs": diffs, "provenance": lines, "conflicts": conflicts })
}

fn text(session: &Session, item: &Item, lines: &[&LogLine]) -> String {
    let mut out = format!("{}  {}\n\n", item.id, worded(&item.summary).as_str());
    out.push_str(&table(&fields(session, item)));
    if let Some(version) = item.newest() {
        let _ = writeln!(out, "\nconfidence {:.2}: {}", version.score, SafeText::line(&version.reason).as_str());
        out.push_str(&parts(&version.parts));
    }
    let _ = writeln!(out, "\nchain ({})", item.versions.len());
    let mut before: Option<&Version> = None;
    for version in &item.versions {
        let mode = version.mode.map_or(String::new(), |m| format!(" {m}"));
        let is_edit = before.is_some_and(|before| version.is_edit_of(before));
        let turn = if is_edit { "edited".to_owned() } else { turn_word(session, &version.turn_id) };
        let worded = |summary: &str| worded(&session.from_project(summary)).into_string();
        let words = worded(&version.summary);
        let words = before.map_or_else(|| words.clone(), |b| diff(&worded(&b.summary), &words));
        let words = SafeText::line(&words);
        let by = found_by(version.extractor);
        let _ = writeln!(out, "  {} {turn}{mode} by {by}: {}", version.seq, words.as_str());
        before = Some(version);
    }
    let _ = writeln!(out, "\nhistory ({})", lines.len());
    out.push_str(&table(&lines.iter().map(|line| line_row(session, line)).collect::<Vec<_>>()));
    let against = conflicts(session, item);
    if !against.is_empty() {
        let _ = writeln!(out, "\nconflicts ({})", against.len());
        let rows: Vec<Vec<String>> = against
            .iter()
            .map(|c| vec![format!("  {}", turn_word(session, &c.turn_id)), c.ban.to_string(), c.words.clone()])
            .collect();
        out.push_str(&table(&rows));
    }
    out.push_str("\nquotes\n");
    for version in &item.versions {
        out.push_str(&quotes(session, &version.evidence));
    }
    out
}

fn fields(session: &Session, item: &Item) -> Vec<Vec<String>> {
    let turns = item.source_turns.iter().map(|s| turn_word(session, &s.turn_id)).collect::<Vec<_>>().join(" ");
    let mut rows: Vec<(&str, String)> = vec![
        ("kind", item.kind.plain_name().to_owned()),
        ("status", item.plain_status().to_owned()),
        ("confidence", item.confidence.word().to_owned()),
        ("scope", item.scope.word().to_owned()),
        ("lasting id", item.semantic_id.to_string()),
        ("turns", turns),
        ("repeated", item.reinforced.to_string()),
    ];
    let optional = [
        ("touched", item.last_touched.map(|t| t.to_string())),
        ("tags", Some(item.tags.join(", "))),
        ("not", Some(session.chosen_over(item, item.versions.len()).join("; "))),
        ("because", item.rationale.clone()),
        ("ended", item.ended_because.clone()),
        ("replaces", Some(item.supersedes.join(", "))),
        ("replaced by", item.superseded_by.as_ref().map(ToString::to_string)),
    ];
    rows.extend(optional.into_iter().filter_map(|(name, value)| Some((name, value.filter(|v| !v.is_empty())?))));
    for doubt in session.doubts(item) {
        let place = turn_word(session, &doubt.turn_id);
        rows.push(("doubted", format!("by {}: {} ({place} \"{}\")", doubt.model, doubt.why, doubt.quote)));
    }
    rows.into_iter().map(|(name, value)| vec![format!("  {name}"), value]).collect()
}

fn parts(parts: &[Part]) -> String {
    table(&parts.iter().map(|p| vec![format!("  {:+.2}", p.value), p.name.to_string()]).collect::<Vec<_>>())
}

/// The mark that ends a changed part of a diff.
const fn closing(open: Option<ChangeTag>) -> &'static str {
    match open {
        Some(ChangeTag::Delete) => "-]",
        Some(ChangeTag::Insert) => "+}",
        _ => "",
    }
}

/// The words of `after`, with removed words in `[-...-]` and added ones in `{+...+}`.
fn diff(before: &str, after: &str) -> String {
    let diff = TextDiff::from_words(before, after);
    let mut out = String::new();
    let mut open: Option<ChangeTag> = None;
    for change in diff.iter_all_changes() {
        let tag = change.tag();
        if tag == ChangeTag::Equal {
            out.push_str(closing(open.take()));
        } else if open != Some(tag) {
            out.push_str(closing(open.take()));
            out.push_str(if tag == ChangeTag::Delete { "[-" } else { "{+" });
            open = Some(tag);
        }
        out.push_str(change.value());
    }
    out.push_str(closing(open.take()));
    out
}

/// One line of the log in a row: number, change number, turn, what happened.
pub fn line_row(session: &Session, line: &LogLine) -> Vec<String> {
    match line {
        LogLine::Outcome(o) => {
            let turn = o.candidate.evidence.turn_ids.first().map_or("-".to_owned(), |t| turn_word(session, t));
            let kind = crate::store::LineType::of(line).word().to_owned();
            vec![format!("  {}", o.line), o.seq.to_string(), turn, kind, outcome_words(o)]
        }
        LogLine::Person(event) => {
            vec![
                format!("  {}", event.line),
                event.seq.to_string(),
                format!("t{}", event.turns),
                "person".to_owned(),
                person_words(event),
            ]
        }
        LogLine::Note(note) => {
            let kind = crate::store::LineType::of(line).word().to_owned();
            let event = serde_json::to_value(&note.event).ok();
            let word = event.as_ref().and_then(|e| e.get("event")?.as_str().map(str::to_owned)).unwrap_or_default();
            let word = totals(&note.event).unwrap_or(word);
            vec![format!("  {}", note.line), note.seq.to_string(), "-".to_owned(), kind, word]
        }
    }
}

/// The numbers of a checkpoint.
fn totals(event: &NoteEvent) -> Option<String> {
    let NoteEvent::Checkpoint { turns, raw_bytes, items, accepted, merged, held, rejected } = event else {
        return None;
    };
    Some(format!(
        "{}, {}, {}, {accepted} accepted, {merged} merged, {held} likely, {rejected} ignored",
        counted(*turns, "turn"),
        counted(*raw_bytes, "byte"),
        counted(*items, "item"),
    ))
}

fn outcome_words(outcome: &Outcome) -> String {
    let candidate = &outcome.candidate;
    let (kind, text) = (candidate.delta.kind, worded(candidate.delta.text()));
    let end = match &outcome.disposition {
        Disposition::Accepted { item_id, .. } => item_id.to_string(),
        Disposition::Merged { into } => format!("into {into}"),
        Disposition::Held { held_id } => held_id.to_string(),
        Disposition::Rejected { code, why, .. } => format!("ignored, {}: {why}", plain_reason(code)),
    };
    let (kind, by) = (kind.word().replace('_', " "), found_by(candidate.extractor));
    format!("{kind}, {end} [by {by} {:.2}] {}", candidate.confidence, text.as_str())
}

/// Names in plain words the reader that found an item. The rule's own name is in the JSON.
const fn found_by(extractor: Extractor) -> &'static str {
    match extractor {
        Extractor::Rules => "its words",
        Extractor::Signals => "the agent's records",
        Extractor::Model => "a model",
        Extractor::Person => "you",
    }
}

fn person_words(event: &PersonEvent) -> String {
    let item = event.item_id.as_deref().unwrap_or("");
    match &event.action {
        PersonAction::AcceptHeld { held_id } => format!("you accepted {held_id} as {item}"),
        PersonAction::AcceptRejected { line } => format!("you accepted line {line} as {item}"),
        PersonAction::Dismiss { held_id } => format!("you dismissed {held_id}"),
        PersonAction::Withdraw { item_id } => format!("you removed {item_id}"),
        PersonAction::Edit { item_id, summary } => format!("you edited {item_id}: {}", worded(summary).as_str()),
        PersonAction::Settle { .. } => "you took a conflict as settled".to_owned(),
        PersonAction::Undo => format!("you undid a correction {item}"),
    }
}

fn quotes(session: &Session, evidence: &Evidence) -> String {
    let mut out = String::new();
    let places = evidence.turn_ids.iter().zip(&evidence.snippets).zip(&evidence.ranges);
    for (place, ((turn, words), range)) in places.enumerate() {
        let who = session.said_by(evidence, place).map_or("", crate::transcript::Role::word);
        let _ = writeln!(out, "  {} {who} ({}-{})", turn_word(session, turn), range.start, range.end);
        for line in SafeText::block(words).as_str().lines() {
            let _ = writeln!(out, "    > {line}");
        }
    }
    out
}

fn held_text(session: &Session, id: &str, outcome: &Outcome) -> String {
    let candidate = &outcome.candidate;
    let words = worded(candidate.delta.text());
    let mut out = format!("{id}  {}\n\nto confirm, confidence {:.2}: ", words.as_str(), candidate.confidence);
    let _ = writeln!(out, "{}", SafeText::line(&candidate.reason).as_str());
    out.push_str(&parts(&candidate.parts));
    let waiting = id.parse().is_ok_and(|id| session.held_by_id(id).is_some());
    let waits = if waiting { "waits for your word" } else { "was decided by you" };
    let _ = writeln!(out, "\nit {waits}\n\nquotes");
    out.push_str(&quotes(session, &candidate.evidence));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_prints_its_numbers() {
        let event =
            NoteEvent::Checkpoint { turns: 256, raw_bytes: 9, items: 7, accepted: 12, merged: 3, held: 2, rejected: 5 };
        let told = totals(&event).unwrap();
        assert_eq!(told, "256 turns, 9 bytes, 7 items, 12 accepted, 3 merged, 2 likely, 5 ignored");
        assert_eq!(totals(&NoteEvent::Compacted { turns: 3 }), None);
    }

    #[test]
    fn a_word_loses_its_quotes_and_its_end_but_no_sign_of_its_own() {
        for (word, name) in
            [("c++", "c++"), ("\"c++\",", "c++"), ("'sqlite'", "sqlite"), (".net", ".net"), ("cache:", "cache")]
        {
            assert_eq!(bare(word), name, "{word}");
        }
    }

    #[test]
    fn a_diff_marks_words() {
        assert_eq!(diff("use Redis for sessions", "use SQLite for sessions"), "use [-Redis-]{+SQLite+} for sessions");
        assert_eq!(diff("same", "same"), "same");
    }
}
