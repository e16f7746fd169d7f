//! Defines the four passes that turn an [`Entry`](crate::transcript::Entry) into ledger changes:
//! gate, extract, normalize, reconcile.
//!
//! Pure: no file, clock, network or thread. Imperfect input is data: every candidate ends in an
//! [`Outcome`](crate::state::Outcome).

pub mod normalize;
pub mod reconcile;
pub mod settle;

pub use settle::{Proposed, Target, Verdict};

use crate::state::{Candidate, Delta, DeltaKind, Evidence, Extractor, Ledger, SourceTurn, semantic_id::semantic_id};
use crate::transcript::{Signal, Turn};

/// The passes before the ledger, with what they remember between turns.
#[derive(Debug, Clone, Default)]
pub struct Pipeline {}

impl Pipeline {
    /// Passes 0 and 1 over one turn.
    pub fn read_turn(&mut self, turn: &Turn, _ledger: &Ledger) -> Vec<Proposed> {
        let mut out = Vec::new();
        let mut at = 0;
        for line in turn.content.split_inclusive('\n') {
            let range = at..at + line.trim_end().len();
            at += line.len();
            for (cue, kind) in [("decision:", DeltaKind::DecisionMade), ("constraint:", DeltaKind::ConstraintAdded)] {
                if let Some(rest) = line.trim().to_lowercase().strip_prefix(cue) {
                    let mut delta = Delta::new(kind);
                    delta.summary = Some(rest.trim().to_owned());
                    delta.source_turns =
                        vec![SourceTurn { turn_id: turn.turn_id.clone(), offset: Some(range.clone()) }];
                    delta.timestamp = turn.at;
                    let semantic = semantic_id(delta.item_kind().unwrap_or(crate::state::ItemKind::Fact), rest);
                    out.push(Proposed {
                        candidate: Candidate {
                            delta,
                            evidence: Evidence::one(&turn.turn_id, line.trim(), range.clone()),
                            extractor: Extractor::Rules,
                            rule: "said-decision".to_owned(),
                            confidence: 0.9,
                            parts: Vec::new(),
                            reason: "said so".to_owned(),
                            semantic_id: semantic,
                        },
                        target: Target::None,
                        verdict: Verdict::Accept,
                    });
                }
            }
        }
        out
    }

    /// Pass 1 over one signal.
    pub fn read_signal(&mut self, _signal: &Signal, _ledger: &Ledger) -> Vec<Proposed> {
        Vec::new()
    }
}
