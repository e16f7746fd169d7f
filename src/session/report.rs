//! Defines the report of a whole session, as JSON for `process --json` and as a table for people.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::explain::{of_version, sentence};
use super::{Budget, Conflict, Export, Session, Stats, export_context};
use crate::pipeline::GateResult;
use crate::pipeline::scorer::Family;
use crate::state::{Candidate, Disposition, HeldId, Item, ItemKind, LogLine, Outcome};
use crate::text::{SafeText, pad};

/// One outcome in the report: the candidate, and the fields of its disposition.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportLine<'a> {
    #[serde(flatten)]
    candidate: &'a Candidate,
    seq: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    item_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    into: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_id: Option<HeldId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pass: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason_code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
}

/// Counts in the report.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportCounts {
    turns: usize,
    signals: usize,
    items: usize,
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
#[derive(Debug, Clone, Copy, Serialize)]
pub struct FamilyThresholds {
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

/// Everything `process FILE --json` prints.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report<'a> {
    items: &'a [Item],
    accepted: Vec<ReportLine<'a>>,
    held: Vec<ReportLine<'a>>,
    merged: Vec<ReportLine<'a>>,
    rejected: Vec<ReportLine<'a>>,
    /// Changes of the rules that were accepted until a trusted model read their turns and did not list them so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    set_aside: Vec<ReportLine<'a>>,
    gate_results: &'a [GateResult],
    conflicts: &'a [Conflict],
    context: String,
    stats: ReportCounts,
}

impl<'a> Report<'a> {
    /// The report of a session, its context within `budget`.
    pub fn of(session: &'a Session, budget: Budget) -> Self {
        let Export { text: context, .. } = export_context(session, session.ledger(), budget);
        let Stats { turns, signals, raw_bytes, accepted, merged, held, rejected } = session.stats();
        let mut out = Self {
            items: session.ledger().items(),
            accepted: Vec::new(),
            held: Vec::new(),
            merged: Vec::new(),
            rejected: Vec::new(),
            set_aside: Vec::new(),
            gate_results: session.gates(),
            conflicts: session.conflicts(),
            stats: ReportCounts {
                turns,
                signals,
                items: session.ledger().items().len(),
                accepted,
                merged,
                held,
                rejected,
                seq: session.ledger().seq(),
                raw_chars: raw_bytes,
                context_chars: context.chars().count(),
                thresholds: thresholds(session),
            },
            context,
        };
        for line in session.log() {
            let LogLine::Outcome(outcome) = line else { continue };
            // A held candidate that was settled later is listed where it was settled.
            if matches!(&outcome.disposition, Disposition::Held { held_id } if session.held_by_id(*held_id).is_none()) {
                continue;
            }
            let list = match outcome.disposition {
                Disposition::Accepted { .. } if session.is_set_aside(outcome.line) => &mut out.set_aside,
                Disposition::Accepted { .. } => &mut out.accepted,
                Disposition::Merged { .. } => &mut out.merged,
                Disposition::Held { .. } => &mut out.held,
                Disposition::Rejected { .. } => &mut out.rejected,
            };
            list.push(ReportLine::of(outcome));
        }
        out
    }
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

/// The session as a table for people: items by kind, held candidates, conflicts, advice and totals.
pub fn table(session: &Session) -> String {
    let mut out = String::new();
    for &kind in ItemKind::ALL {
        let items: Vec<&Item> = session.ledger().of_kind(kind).collect();
        if items.is_empty() {
            continue;
        }
        let _ = writeln!(out, "{} ({})", kind.word().replace('_', " "), items.len());
        for item in items {
            let summary = SafeText::line(&item.summary);
            let turn = item.newest().map_or(String::new(), |v| place(session, &v.turn_id));
            let versions = if item.versions.len() > 1 { format!("v{}", item.versions.len()) } else { String::new() };
            let row = format!(
                "  {} {} {} {} {turn:>6} {versions}",
                pad(&item.id, 6),
                pad(item.status.word(), 10),
                pad(summary.as_str(), SUMMARY_COLUMNS),
                pad(item.confidence.word(), 7),
            );
            out.push_str(row.trim_end());
            out.push('\n');
            if let Some(version) = item.newest() {
                because(&mut out, &of_version(session, item, version), &version.reason);
            }
        }
    }
    let held: Vec<&Outcome> = session.held().collect();
    if !held.is_empty() {
        let _ = writeln!(out, "to confirm ({})", held.len());
        for outcome in held {
            let Disposition::Held { held_id } = &outcome.disposition else { continue };
            let summary = SafeText::line(outcome.candidate.delta.text());
            let kind = pad(outcome.candidate.delta.kind.word(), 22);
            let words = pad(summary.as_str(), SUMMARY_COLUMNS);
            let _ =
                writeln!(out, "  {} {kind} {words} {:.2}", pad(&held_id.to_string(), 6), outcome.candidate.confidence);
            because(&mut out, &sentence(&outcome.candidate.parts), &outcome.candidate.reason);
        }
    }
    conflicts(&mut out, session);
    let advice = session.advice();
    for advice in &advice {
        let _ = writeln!(out, "advice: {}: {}", advice.sentence(), advice.because);
    }
    out.push_str(&totals(session));
    out
}

/// Appends the conflicts: each rule with the words against it.
pub fn conflicts(out: &mut String, session: &Session) {
    if !session.conflicts().is_empty() {
        let _ = writeln!(out, "conflicts ({})", session.conflicts().len());
    }
    for conflict in session.conflicts() {
        let Conflict { item_id, rule, turn_id, words, .. } = conflict;
        let _ = writeln!(out, "  {} {rule}", pad(item_id, 6));
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

fn totals(session: &Session) -> String {
    let s = session.stats();
    format!(
        "{} turns, {} signals: {} accepted, {} merged, {} unsure, {} refused\n",
        s.turns, s.signals, s.accepted, s.merged, s.held, s.rejected
    )
}

fn place(session: &Session, turn_id: &str) -> String {
    session.turn(turn_id).map_or_else(|| "-".to_owned(), |t| format!("t{}", t.ordinal))
}
