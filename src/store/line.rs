//! Defines one line of the provenance log as it is written: a log line with the hash of the line before it.

use std::sync::Arc;

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::state::{
    Candidate, Delta, Disposition, Evidence, Extractor, HeldId, ItemId, LogLine, Note, NoteEvent, Outcome, Part, Pass,
    PersonEvent, SemanticId, Status,
};

words! {
    /// The type of a log line.
    LineType {
        Accepted = "accepted", Rejected = "rejected",
        /// A candidate restated an item.
        Merged = "merged",
        Held = "held", Person = "person",
        /// An event of the transcript or the log.
        File = "file",
        Checkpoint = "checkpoint",
        /// A language model's answer, or its objection to an item.
        Model = "model",
    }
}

impl LineType {
    /// The type written for earlier tools, which know accepted, rejected and checkpoint, and for which a rejected line
    /// changes nothing.
    const fn written(self) -> Self {
        match self {
            Self::Accepted | Self::Rejected | Self::Checkpoint => self,
            Self::Merged | Self::Held => Self::Rejected,
            Self::Person | Self::File | Self::Model => Self::Checkpoint,
        }
    }

    /// The real type, where the written one differs.
    fn own(self) -> Option<Self> {
        (self.written() != self).then_some(self)
    }

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
                NoteEvent::Answered { .. } | NoteEvent::SetAside { .. } | NoteEvent::Challenged { .. } => Self::Model,
                _ => Self::File,
            },
        }
    }
}

/// The fields that every line has.
#[derive(Debug, Deserialize)]
pub(super) struct LineHead {
    pub prev: String,
    /// The type that earlier tools read.
    #[serde(rename = "type")]
    written: LineType,
    /// The real type, where it differs.
    #[serde(rename = "lineType")]
    own: Option<LineType>,
}

impl LineHead {
    fn kind(&self) -> LineType {
        self.own.unwrap_or(self.written)
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OutcomeLine {
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
    semantic_id: SemanticId,
    item_id: Option<ItemId>,
    status: Option<Status>,
    was: Option<HeldId>,
    into: Option<ItemId>,
    held_id: Option<HeldId>,
    pass: Option<Pass>,
    reason_code: Option<String>,
    why: Option<String>,
}

#[skip_serializing_none]
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Written<'a> {
    line: u64,
    prev: &'a str,
    seq: u64,
    at: Option<Timestamp>,
    r#type: LineType,
    line_type: Option<LineType>,
    delta: &'a Delta,
    evidence: &'a Evidence,
    extractor: Extractor,
    rule: &'a str,
    confidence: f32,
    #[serde(skip_serializing_if = "<[Part]>::is_empty")]
    parts: &'a [Part],
    reason: &'a str,
    semantic_id: &'a str,
    item_id: Option<&'a str>,
    status: Option<Status>,
    was: Option<HeldId>,
    into: Option<&'a str>,
    held_id: Option<HeldId>,
    pass: Option<Pass>,
    reason_code: Option<&'a str>,
    why: Option<&'a str>,
    key: String,
}

#[skip_serializing_none]
#[derive(Debug, Serialize)]
struct WrittenOther<'a, T: Serialize> {
    prev: &'a str,
    r#type: LineType,
    #[serde(rename = "lineType")]
    line_type: Option<LineType>,
    /// Empty: earlier tools read the item of every line from its delta.
    delta: NoDelta,
    #[serde(flatten)]
    what: &'a T,
    key: String,
}

/// A delta without fields.
#[derive(Debug, Serialize)]
struct NoDelta {}

/// The line's text, without its end.
pub(super) fn write(line: &LogLine, prev: &str) -> serde_json::Result<String> {
    let kind = LineType::of(line);
    match line {
        LogLine::Outcome(outcome) => write_outcome(outcome, prev, kind),
        LogLine::Person(what) => serde_json::to_string(&WrittenOther {
            prev,
            r#type: kind.written(),
            line_type: kind.own(),
            delta: NoDelta {},
            what: what.as_ref(),
            key: format!("person|{}", what.line),
        }),
        LogLine::Note(what) => serde_json::to_string(&WrittenOther {
            prev,
            r#type: kind.written(),
            line_type: kind.own(),
            delta: NoDelta {},
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
        r#type: kind.written(),
        line_type: kind.own(),
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
    let head: LineHead = parse(text)?;
    let kind = head.kind();
    let line = match kind {
        LineType::Person => LogLine::Person(Arc::new(parse::<PersonEvent>(text)?)),
        LineType::File | LineType::Checkpoint | LineType::Model => LogLine::Note(Arc::new(parse::<Note>(text)?)),
        _ => LogLine::Outcome(Arc::new(outcome(parse(text)?, kind)?)),
    };
    Ok((line, head.prev))
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|e| e.to_string())
}

/// A field that lines of this type must have; fails with its name if it is missing.
fn required<T>(field: Option<T>, name: &str, kind: LineType) -> Result<T, String> {
    field.ok_or_else(|| format!("a line of type {kind} without {name}"))
}

fn outcome(read: OutcomeLine, kind: LineType) -> Result<Outcome, String> {
    let disposition = match kind {
        LineType::Accepted => Disposition::Accepted {
            item_id: required(read.item_id, "itemId", kind)?,
            status: required(read.status, "status", kind)?,
            was: read.was,
        },
        LineType::Merged => Disposition::Merged { into: required(read.into, "into", kind)? },
        LineType::Held => Disposition::Held { held_id: required(read.held_id, "heldId", kind)? },
        _ => Disposition::Rejected {
            pass: required(read.pass, "pass", kind)?,
            code: required(read.reason_code, "reasonCode", kind)?,
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
