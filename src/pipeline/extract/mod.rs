//! Defines pass 1, the extractors: rules with a scorer over clauses, structured signals, and a model's answers.

pub mod clauses;
pub mod explain;
mod explicit_rules;
pub mod model;
pub mod options;
pub mod question_answers;
mod reference;
mod shape;
pub mod signals;
pub mod summary;

pub use shape::scope;

use std::ops::Range;
use std::sync::Arc;

use super::clause::ReadTurn;
use super::settle::{Proposed, Target, Verdict};
use crate::state::{
    Candidate, Delta, DeltaKind, Evidence, Extractor, ItemKind, Part, SourceTurn, TurnId, semantic_id::semantic_id,
};

/// A piece of evidence: a span of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceSpan {
    pub turn_id: TurnId,
    /// The words.
    pub text: String,
    /// Their byte range in the turn.
    pub range: Range<usize>,
}

impl EvidenceSpan {
    /// The span of a clause.
    pub fn of(read: &ReadTurn, clause: usize) -> Option<Self> {
        let c = read.clauses.get(clause)?;
        Some(Self { turn_id: read.turn_id.clone(), text: c.text.clone(), range: c.range.clone() })
    }
}

/// A proposal under construction.
#[derive(Debug, Clone)]
pub struct Draft {
    /// The change.
    pub delta: Delta,
    /// The evidence; the place that settles the change comes first.
    pub places: Vec<EvidenceSpan>,
    pub extractor: Extractor,
    /// The rule's id.
    pub rule: String,
    /// Confidence, 0 to 1.
    pub confidence: f32,
    /// The parts of the confidence.
    pub parts: Vec<Part>,
    /// The reason in words.
    pub reason: String,
}

impl Draft {
    /// A draft of `kind` with its summary and evidence.
    pub fn new(kind: DeltaKind, summary: &str, places: Vec<EvidenceSpan>, at: Option<jiff::Timestamp>) -> Self {
        let mut delta = Delta::new(kind);
        delta.summary = Some(summary::as_row(summary));
        delta.timestamp = at;
        Self {
            delta,
            places,
            extractor: Extractor::Rules,
            rule: String::new(),
            confidence: 0.0,
            parts: Vec::new(),
            reason: String::new(),
        }
    }

    /// Marks it as read from a structured signal, with confidence 0.98.
    #[must_use]
    pub fn signal(mut self, rule: &str, reason: &str) -> Self {
        self.extractor = Extractor::Signals;
        rule.clone_into(&mut self.rule);
        self.confidence = 0.98;
        reason.clone_into(&mut self.reason);
        self
    }

    /// The finished proposal.
    pub fn propose(self, target: Target, verdict: Verdict) -> Proposed {
        let Self { mut delta, places, extractor, rule, confidence, parts, reason } = self;
        let mut evidence = Evidence::with_room(places.len());
        for place in &places {
            evidence.push(&place.turn_id, &place.text, place.range.clone());
        }
        delta.source_turns = places
            .iter()
            .map(|p| SourceTurn { turn_id: p.turn_id.clone(), offset: (!p.range.is_empty()).then(|| p.range.clone()) })
            .collect();
        delta.details.tidy();
        let kind = delta.item_kind().unwrap_or(ItemKind::Fact);
        let semantic_id = semantic_id(kind, delta.text());
        let (rule, parts, reason) = (rule.into(), parts.into(), reason.into());
        let candidate =
            Candidate { delta, evidence: Arc::new(evidence), extractor, rule, confidence, parts, reason, semantic_id };
        Proposed { candidate, target, verdict }
    }
}
