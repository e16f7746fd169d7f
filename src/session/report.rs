//! Defines the report of a whole session, as JSON for `process --json` and as a table for people.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use serde::Serialize;
use serde_with::skip_serializing_none;

use super::explain::{of_version, sentence};
use super::export::neutralise;
use super::{Budget, Conflict, Export, Likely, Session, Stats, export_context, worded};
use crate::pipeline::scorer::Family;
use crate::state::{Candidate, Disposition, HeldId, Item, ItemKind, LogLine, Outcome};
use crate::text::{SafeText, counted, pad};

/// One outcome in the report: the candidate, and the fields of its disposition.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ReportLine<'a> {
    #[serde(flatten)]
    candidate: &'a Candidate,
    seq: u64,
    item_id: Option<&'a str>,
    into: Option<&'a str>,
    held_id: Option<HeldId>,
    pass: Option<&'static str>,
    reason_code: Option<&'a str>,
    why: Option<&'a str>,
}

/// Counts in the report.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ReportCounts {
    turns: usize,
    signals: usize,
    items: usize,
    ruled_out: usize,
    accepted: usize,
    merged: usize,
    held: usize,
    rejected: usize,
    seq: u64,
    raw_chars: usize,
    context_chars: usize,
    thresholds: BTreeMap<&'static str, FamilyThresholds>,
}

/// The thresholds of a family.
#[derive(Debug, Serialize)]
struct FamilyThresholds {
    accept: f64,
    hold: f64,
}

fn thresholds(session: &Session) -> BTreeMap<&'static str, FamilyThresholds> {
    let mut out = BTreeMap::new();
    for family in Family::ALL {
        let (accept, hold) = session.thresholds().get(*family);
        out.insert(family.word(), FamilyThresholds { accept: rounded(accept), hold: rounded(hold) });
    }
    out
}

/// A threshold rounded to four decimals.
fn rounded(x: f32) -> f64 {
    (f64::from(x) * 1e4).round() / 1e4
}

/// The list of `process --json` that an outcome belongs to; `None` for a held candidate that was settled later, which is
/// listed under its later outcome.
fn list_of(session: &Session, outcome: &Outcome) -> Option<&'static str> {
    Some(match &outcome.disposition {
        // Accepted changes of the rules that a trusted model set aside later.
        Disposition::Accepted { .. } if session.is_set_aside(outcome.line) => "setAside",
        Disposition::Accepted { .. } => "accepted",
        Disposition::Merged { .. } => "merged",
        Disposition::Held { held_id } => session.held_by_id(*held_id).map(|_| "held")?,
        Disposition::Rejected { .. } => "rejected",
    })
}

/// Writes everything that `process FILE --json` prints, its context within `budget`: one JSON object with its keys in
/// alphabetical order, and a line end. One element is in memory at a time.
pub fn write_json(session: &Session, budget: Budget, out: &mut dyn Write) -> io::Result<()> {
    let Export { text: context, .. } = export_context(session, session.ledger(), budget);
    let Stats { turns, signals, raw_bytes, accepted, merged, held, rejected } = session.stats();
    let stats = ReportCounts {
        turns,
        signals,
        items: session.ledger().items().len(),
        ruled_out: session.ledger().active(ItemKind::RejectedOption).count(),
        accepted,
        merged,
        held,
        rejected,
        seq: session.ledger().seq(),
        raw_chars: raw_bytes,
        context_chars: context.chars().count(),
        thresholds: thresholds(session),
    };
    let lines = |list: &'static str| {
        let outcomes = session.log().iter().filter_map(|line| match line {
            LogLine::Outcome(outcome) => Some(&**outcome),
            LogLine::Person(_) | LogLine::Note(_) => None,
        });
        outcomes.filter(move |outcome| list_of(session, outcome) == Some(list)).map(ReportLine::of)
    };
    write_list(out, "{\"accepted\":", lines("accepted"))?;
    write_list(out, ",\"conflicts\":", session.conflicts())?;
    write_value(out, ",\"context\":", &context)?;
    write_list(out, ",\"gateResults\":", session.gates())?;
    write_list(out, ",\"held\":", lines("held"))?;
    write_list(out, ",\"items\":", session.ledger().items())?;
    write_list(out, ",\"merged\":", lines("merged"))?;
    write_list(out, ",\"rejected\":", lines("rejected"))?;
    if lines("setAside").next().is_some() {
        write_list(out, ",\"setAside\":", lines("setAside"))?;
    }
    write_value(out, ",\"stats\":", &stats)?;
    out.write_all(b"}\n")
}

fn write_list<T: Serialize>(out: &mut dyn Write, key: &str, items: impl IntoIterator<Item = T>) -> io::Result<()> {
    out.write_all(key.as_bytes())?;
    let mut before = "[";
    for item in items {
        write_value(out, before, &item)?;
        before = ",";
    }
    out.write_all(if before == "[" { b"[]" } else { b"]" })
}

/// Writes a value with its keys in alphabetical order and safe strings, after the text `before`.
fn write_value(out: &mut dyn Write, before: &str, value: &impl Serialize) -> io::Result<()> {
    out.write_all(before.as_bytes())?;
    let mut value = serde_json::to_value(value)?;
    neutralise(&mut value);
    Ok(serde_json::to_writer(out, &value)?)
}

impl<'a> ReportLine<'a> {
    fn of(outcome: &'a Outcome) -> Self {
        let mut line = Self {
            candidate: &outcome.candidate,
            seq: outcome.seq,
            item_id: None,
            into: None,
            held_id: None,
            pass: None,
            reason_code: None,
            why: None,
        };
        match &outcome.disposition {
            Disposition::Accepted { item_id, .. } => line.item_id = Some(item_id),
            Disposition::Merged { into } => line.into = Some(into),
            Disposition::Held { held_id } => line.held_id = Some(*held_id),
            Disposition::Rejected { pass, code, why } => {
                line.pass = Some(pass.word());
                line.reason_code = Some(code);
                line.why = Some(why);
            }
        }
        line
    }
}

const SUMMARY_COLUMNS: usize = 88;

/// Writes the session as a table for people: items by kind, held candidates, conflicts, advice and totals.
pub fn write_table(session: &Session, out: &mut dyn Write) -> io::Result<()> {
    for &kind in ItemKind::ALL {
        let count = session.ledger().of_kind(kind).count();
        if count > 0 {
            writeln!(out, "{} ({count})", kind.plain_name())?;
        }
        for item in session.ledger().of_kind(kind) {
            out.write_all(item_rows(session, item).as_bytes())?;
        }
    }
    let likely = session.likely();
    let (to_confirm, less): (Vec<&Likely>, Vec<&Likely>) = likely.iter().partition(|sentence| sentence.worth_a_look);
    for (title, sentences) in [("to confirm", &to_confirm), ("less likely", &less)] {
        if !sentences.is_empty() {
            writeln!(out, "{title} ({})", sentences.len())?;
        }
        for outcome in sentences.iter().filter_map(|sentence| session.held_by_id(sentence.best)) {
            out.write_all(held_rows(session, outcome).as_bytes())?;
        }
    }
    let mut rest = String::new();
    conflicts(&mut rest, session);
    out.write_all(rest.as_bytes())?;
    for advice in session.advice() {
        writeln!(out, "advice: {}: {}", advice.sentence(), advice.because)?;
    }
    out.write_all(totals(session, to_confirm.len()).as_bytes())
}

fn item_rows(session: &Session, item: &Item) -> String {
    let summary = worded(&session.from_project(&session.summary_with_question(item)));
    let turn = item.newest().map_or(String::new(), |v| place(session, v.said_in()));
    let versions = if item.versions.len() > 1 { format!("v{}", item.versions.len()) } else { String::new() };
    let row = format!(
        "  {} {} {} {} {turn:>6} {versions}",
        pad(&item.id, 6),
        pad(item.plain_status(), 10),
        pad(summary.as_str(), SUMMARY_COLUMNS),
        pad(item.confidence.word(), 7),
    );
    let mut out = format!("{}\n", row.trim_end());
    if let Some(version) = item.newest() {
        because(&mut out, &of_version(session, item, version), &version.reason);
    }
    out
}

/// The rows of a held candidate; none for any other outcome.
fn held_rows(session: &Session, outcome: &Outcome) -> String {
    let Disposition::Held { held_id } = &outcome.disposition else { return String::new() };
    let candidate = &outcome.candidate;
    let summary = worded(&session.from_project(candidate.delta.text()));
    let kind = pad(candidate.delta.kind.plain_name(), 10);
    let words = pad(summary.as_str(), SUMMARY_COLUMNS);
    let mut out = format!("  {} {kind} {words} {:.2}\n", pad(&held_id.to_string(), 6), candidate.confidence);
    because(&mut out, &sentence(&candidate.parts), &candidate.reason);
    out
}

/// Appends the conflicts that are not settled: each rule with the words against it.
pub fn conflicts(out: &mut String, session: &Session) {
    let open: Vec<&Conflict> = session.open_conflicts().collect();
    if !open.is_empty() {
        let _ = writeln!(out, "conflicts ({})", open.len());
    }
    for conflict in open {
        let Conflict { item_id, rule, turn_id, words, .. } = conflict;
        let _ = writeln!(out, "  {} {}", pad(item_id.as_deref().unwrap_or("likely"), 6), worded(rule).as_str());
        let _ = writeln!(out, "         but {}: {words}", place(session, turn_id));
    }
}

/// Appends the explanation of a row: the parts of the confidence, else the reason.
fn because(out: &mut String, parts: &str, reason: &str) {
    let why = if parts.is_empty() { reason } else { parts };
    if !why.is_empty() {
        let _ = writeln!(out, "         {}", SafeText::line(why).as_str());
    }
}

fn totals(session: &Session, to_confirm: usize) -> String {
    let s = session.stats();
    format!(
        "{}, {}: {} accepted, {} merged, {to_confirm} to confirm, {} ignored\n",
        counted(s.turns, "turn"),
        counted(s.signals, "signal"),
        s.accepted,
        s.merged,
        session.ignored().count()
    )
}

fn place(session: &Session, turn_id: &str) -> String {
    session.turn(turn_id).map_or_else(|| "-".to_owned(), |t| format!("t{}", t.ordinal))
}
