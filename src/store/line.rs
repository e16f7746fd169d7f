//! Defines one line of the provenance log as it is written: a log line with the hash of the line before it.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::state::{
    Candidate, Delta, Disposition, Evidence, Extractor, HeldId, ItemId, LogLine, Note, NoteEvent, Outcome, Part, Pass,
    PersonEvent, Status,
};

words! {
    /// The type of a log line.
    LineType {
        /// A candidate entered the ledger.
        Accepted = "accepted",
        /// A candidate was refused.
        Rejected = "rejected",
        /// A candidate said again what an item says.
        Merged = "merged",
        /// A candidate waits for the person.
        Held = "held",
        /// The person did something.
        Person = "person",
        /// Something happened to the transcript or the log.
        File = "file",
        /// Totals.
        Checkpoint = "checkpoint",
        /// What a language model answered, or said against an item.
        Model = "model",
    }
}

impl LineType {
    /// The type of a log line.
    pub fn of(line: &LogLine) -> Self {
        match line {
            LogLine::Outcome(outcome) => match outcome.disposition {
                Disposition::Accepted { .. } => Self::Accepted,
                Disposition::Merged { .. } => Self::Merged,
                Disposition::Held { .. } => Self::Held,
                Disposition::Rejected { .. } => Self::Rejected,
            },
            LogLine::Person(_) => Self::Person,
            LogLine::Note(note) => match note.event {
                NoteEvent::Checkpoint { .. } => Self::Checkpoint,
                NoteEvent::Answered { .. } | NoteEvent::Challenged { .. } => Self::Model,
                _ => Self::File,
            },
        }
    }
}

/// The fields that every line has.
#[derive(Debug, Deserialize)]
pub(super) struct LineHead {
    pub prev: String,
    #[serde(rename = "type")]
    pub kind: LineType,
}

/// A candidate's line.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Read {
    line: u64,
    seq: u64,
    delta: Delta,
    evidence: Evidence,
    extractor: Extractor,
    rule: String,
    confidence: f32,
    #[serde(default)]
    parts: Vec<Part>,
    reason: String,
    semantic_id: String,
    item_id: Option<ItemId>,
    status: Option<Status>,
    was: Option<HeldId>,
    into: Option<ItemId>,
    held_id: Option<HeldId>,
    pass: Option<Pass>,
    reason_code: Option<String>,
    why: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Written<'a> {
    line: u64,
    prev: &'a str,
    seq: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Timestamp>,
    r#type: LineType,
    delta: &'a Delta,
    evidence: &'a Evidence,
    extractor: Extractor,
    rule: &'a str,
    confidence: f32,
    #[serde(skip_serializing_if = "<[Part]>::is_empty")]
    parts: &'a [Part],
    reason: &'a str,
    semantic_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    item_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<HeldId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    into: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_id: Option<HeldId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pass: Option<Pass>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason_code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    key: String,
}

#[derive(Debug, Serialize)]
struct WrittenOther<'a, T: Serialize> {
    prev: &'a str,
    r#type: LineType,
    #[serde(flatten)]
    what: &'a T,
    key: String,
}

/// The line's text, without its end.
pub(super) fn write(line: &LogLine, prev: &str) -> serde_json::Result<String> {
    let kind = LineType::of(line);
    match line {
        LogLine::Outcome(outcome) => write_outcome(outcome, prev, kind),
        LogLine::Person(what) => serde_json::to_string(&WrittenOther {
            prev,
            r#type: kind,
            what: what.as_ref(),
            key: format!("person|{}", what.line),
        }),
        LogLine::Note(what) => serde_json::to_string(&WrittenOther {
            prev,
            r#type: kind,
            what: what.as_ref(),
            key: format!("file|{}", what.line),
        }),
    }
}

fn write_outcome(outcome: &Outcome, prev: &str, kind: LineType) -> serde_json::Result<String> {
    let Candidate { delta, evidence, extractor, rule, confidence, parts, reason, semantic_id } = &outcome.candidate;
    let mut written = Written {
        line: outcome.line,
        prev,
        seq: outcome.seq,
        at: delta.timestamp,
        r#type: kind,
        delta,
        evidence,
        extractor: *extractor,
        rule,
        confidence: *confidence,
        parts,
        reason,
        semantic_id,
        item_id: None,
        status: None,
        was: None,
        into: None,
        held_id: None,
        pass: None,
        reason_code: None,
        why: None,
        key: outcome.candidate.key(),
    };
    match &outcome.disposition {
        Disposition::Accepted { item_id, status, was } => {
            written.item_id = Some(item_id);
            written.was = *was;
            written.status = Some(*status);
        }
        Disposition::Merged { into } => written.into = Some(into),
        Disposition::Held { held_id } => written.held_id = Some(*held_id),
        Disposition::Rejected { pass, code, why } => {
            written.pass = Some(*pass);
            written.reason_code = Some(code);
            written.why = Some(why);
        }
    }
    serde_json::to_string(&written)
}

/// Parses a line: the log line, and the hash it gives for the line before.
pub(super) fn read(text: &str) -> Result<(LogLine, String), String> {
    let wrong = |e: serde_json::Error| e.to_string();
    let head: LineHead = serde_json::from_str(text).map_err(wrong)?;
    let line = match head.kind {
        LineType::Person => LogLine::Person(Arc::new(serde_json::from_str::<PersonEvent>(text).map_err(wrong)?)),
        LineType::File | LineType::Checkpoint | LineType::Model => {
            LogLine::Note(Arc::new(serde_json::from_str::<Note>(text).map_err(wrong)?))
        }
        kind => LogLine::Outcome(Arc::new(outcome(serde_json::from_str(text).map_err(wrong)?, kind)?)),
    };
    Ok((line, head.prev))
}

fn outcome(read: Read, kind: LineType) -> Result<Outcome, String> {
    let lacks = |what: &str| format!("a line of type {kind} without {what}");
    let disposition = match kind {
        LineType::Accepted => Disposition::Accepted {
            item_id: read.item_id.ok_or_else(|| lacks("itemId"))?,
            status: read.status.ok_or_else(|| lacks("status"))?,
            was: read.was,
        },
        LineType::Merged => Disposition::Merged { into: read.into.ok_or_else(|| lacks("into"))? },
        LineType::Held => Disposition::Held { held_id: read.held_id.ok_or_else(|| lacks("heldId"))? },
        _ => Disposition::Rejected {
            pass: read.pass.ok_or_else(|| lacks("pass"))?,
            code: read.reason_code.ok_or_else(|| lacks("reasonCode"))?,
            why: read.why.unwrap_or_default(),
        },
    };
    let candidate = Candidate {
        delta: read.delta,
        evidence: Arc::new(read.evidence),
        extractor: read.extractor,
        rule: read.rule.into(),
        confidence: read.confidence,
        parts: read.parts.into(),
        reason: read.reason.into(),
        semantic_id: read.semantic_id,
    };
    Ok(Outcome { line: read.line, seq: read.seq, candidate, disposition })
}

/// The hash of a line, 32 hex digits, that the next line repeats.
pub(super) fn hash(line: &[u8]) -> String {
    blake3::hash(line).to_hex()[..32].to_owned()
}
