//! Defines how a later report accepts a held task without the person.
//!
//! A report that work is done confirms that the work was asked for: "Pushed, all checks pass" after a likely request is
//! independent evidence of the task.

use super::Session;
use crate::language::likeness::covers;
use crate::pipeline::normalize::same_words;
use crate::pipeline::probability::{noisy_or, raised_by};
use crate::pipeline::reconcile::reconcile;
use crate::pipeline::{Proposed, Target, Verdict, resolve};
use crate::state::{Candidate, DeltaKind, Disposition, Extractor, HeldId, KnownPart};
use crate::transcript::Role;

const MAX_HELD_CHECKED: usize = 24;
/// Minimum share of common words with which a report names a held task.
const MIN_SHARED_WORDS: f32 = 0.5;

impl Session {
    /// Accepts the held task that `proposed` reports done, unless it means an accepted one.
    pub(super) fn confirm(&mut self, proposed: &Proposed) {
        let Target::Task { words, recent, .. } = &proposed.target else { return };
        let said = matches!(proposed.verdict, Verdict::Accept | Verdict::Hold);
        if !said || resolve::task(&self.ledger, words, *recent).is_some() {
            return;
        }
        let Some((held_id, index)) = self.reported(words, *recent && proposed.verdict == Verdict::Accept) else {
            return;
        };
        let Some(outcome) = self.outcome_at(index) else { return };
        let mut candidate = outcome.candidate.clone();
        let before = candidate.confidence;
        candidate.confidence = noisy_or(before, proposed.candidate.confidence);
        let part = raised_by(KnownPart::ReportedDone.word(), before, candidate.confidence);
        candidate.parts = candidate.parts.iter().cloned().chain([part]).collect();
        // Redacted before it is applied, so that log and item agree.
        candidate.reason = format!("{}; {}", candidate.reason, KnownPart::ReportedDone).into();
        let Ok((item_id, status)) = reconcile(&mut self.ledger, &mut candidate) else { return };
        self.held.waiting.remove(&held_id);
        self.record(candidate, Disposition::Accepted { item_id, status, was: Some(held_id) });
    }

    /// The held task that the report names; for a report without a name, the likeliest one of the last request.
    fn reported(&self, words: &str, unnamed: bool) -> Option<(HeldId, usize)> {
        let recent = self.held.waiting.iter().rev().take(MAX_HELD_CHECKED);
        let tasks: Vec<(HeldId, usize, &Candidate)> = recent
            .filter_map(|(n, i)| Some((*n, *i, &self.outcome_at(*i)?.candidate)))
            .filter(|(_, _, c)| c.delta.kind == DeltaKind::TaskOpened && is_grounded(c))
            .collect();
        let named = tasks.iter().map(|t| (t, words_in_common(t.2, words))).filter(|(_, s)| *s >= MIN_SHARED_WORDS);
        if let Some(((held_id, index, _), _)) = named.max_by(|a, b| a.1.total_cmp(&b.1)) {
            return Some((*held_id, *index));
        }
        let request = &self.talk.turns.iter().rev().find(|t| t.role == Role::User)?.turn_id;
        tasks
            .iter()
            .filter(|t| unnamed && t.2.delta.source_turns.first().is_some_and(|s| s.turn_id == *request))
            .max_by(|a, b| a.2.confidence.total_cmp(&b.2.confidence))
            .map(|(held_id, index, _)| (*held_id, *index))
    }
}

/// Share of words that a report has in common with a task's summary or its evidence.
fn words_in_common(task: &Candidate, report: &str) -> f32 {
    let quoted = task.evidence.snippets.first().map_or(0.0, |q| same_words(q, report));
    same_words(task.delta.text(), report).max(quoted)
}

/// Whether a candidate's evidence supports its summary: a model's summary may say what nobody asked for.
fn is_grounded(candidate: &Candidate) -> bool {
    candidate.extractor != Extractor::Model || covers(candidate.delta.text(), &candidate.evidence.snippets.join("\n"))
}
