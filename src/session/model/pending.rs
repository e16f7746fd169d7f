//! Defines how a model's answer confirms a held change of an earlier answer: reported again from later turns, it is
//! accepted.

use super::super::Session;
use super::reader::{Settling, target_id};
use crate::pipeline::agree::{overlap, part};
use crate::pipeline::normalize::{SAME_WORDS, compatible, same_words};
use crate::pipeline::probability::noisy_or;
use crate::pipeline::reconcile::{reconcile, reinforce};
use crate::pipeline::{Proposed, Verdict};
use crate::session::safe;
use crate::state::{Candidate, Delta, DeltaKind, Disposition, Extractor, HeldId, ItemId};

impl Session {
    /// Accepts a likely change if an earlier answer reported the same as likely, from other words of earlier turns. Two
    /// independent reports are rarely both wrong.
    pub(super) fn confirm_pending(&mut self, proposed: &mut Proposed, all: &Settling<'_>) {
        if proposed.verdict != Verdict::Hold {
            return;
        }
        let target = target_id(&proposed.target);
        let Some((held_id, before)) = self.said_before(&proposed.candidate, target.as_ref(), all.first) else { return };
        let candidate = &mut proposed.candidate;
        let after = noisy_or(before, candidate.confidence);
        let part = part(candidate, candidate.confidence, after);
        candidate.parts = candidate.parts.iter().cloned().chain([part]).collect();
        candidate.confidence = after;
        candidate.reason = format!("{}; an earlier answer said so too", candidate.reason).into();
        proposed.verdict = Verdict::Accept;
        self.set_aside(all.model, Vec::new(), vec![held_id]);
    }

    /// The model's held change with the same content that quotes other words, of turns before `first`, with its
    /// confidence.
    fn said_before(&self, candidate: &Candidate, target: Option<&ItemId>, first: usize) -> Option<(HeldId, f32)> {
        let own = &candidate.delta;
        self.held.waiting.iter().rev().find_map(|(held_id, index)| {
            let waiting = &self.outcome_at(*index)?.candidate;
            let delta = &waiting.delta;
            let earlier = self.talk.newest_of(&waiting.evidence).is_some_and(|at| at < first);
            let same = waiting.extractor == Extractor::Model
                && (delta.kind, delta.resolution) == (own.kind, own.resolution)
                && delta.target_id.as_ref() == target
                && says_the_same(delta, own);
            (earlier && same && !overlap(&waiting.evidence, &candidate.evidence))
                .then_some((*held_id, waiting.confidence))
        })
    }

    /// Applies a change that targets a held candidate: an end or a revision confirms it, as does the same change in other
    /// words of the talk; a drop or a likely end removes it. Returns the item it became.
    pub(super) fn confirm_held(
        &mut self,
        held_id: HeldId,
        proposed: &Proposed,
        lowered: bool,
        all: &Settling<'_>,
    ) -> Option<ItemId> {
        let index = *self.held.waiting.get(&held_id)?;
        let candidate = self.outcome_at(index)?.candidate.clone();
        let kind = proposed.candidate.delta.kind;
        let drops = kind == DeltaKind::ItemSuperseded;
        let again = kind.creates() && !lowered && !overlap(&candidate.evidence, &proposed.candidate.evidence);
        let confirms = proposed.verdict == Verdict::Accept || again;
        if !confirms || drops {
            // A likely end removes a held candidate instead of confirming it.
            if drops || kind == DeltaKind::TaskClosed {
                self.set_aside(all.model, Vec::new(), vec![held_id]);
            }
            self.record(proposed.candidate.clone(), Disposition::Merged { into: held_id.into() });
            return None;
        }
        let mut candidate =
            Candidate { reason: format!("{}; later talk rests on it", candidate.reason).into(), ..candidate };
        // A certain repetition replaces the held words by those of the later turn.
        if kind.creates() && proposed.verdict == Verdict::Accept {
            candidate.delta.summary.clone_from(&proposed.candidate.delta.summary);
            candidate.semantic_id.clone_from(&proposed.candidate.semantic_id);
        }
        let (item_id, status) = reconcile(&mut self.ledger, &mut candidate).ok()?;
        self.held.waiting.remove(&held_id);
        self.record(candidate, Disposition::Accepted { item_id: item_id.clone(), status, was: Some(held_id) });
        Some(item_id)
    }

    /// Removes held ends of an open task, since a later turn continues the task.
    pub(super) fn keep_open(&mut self, id: &ItemId, candidate: Candidate, all: &Settling<'_>) {
        let ends = self.held.waiting.iter().filter(|(_, index)| {
            self.outcome_at(**index)
                .is_some_and(|o| is_end(&o.candidate.delta) && o.candidate.delta.target_id.as_ref() == Some(id))
        });
        let ends = ends.map(|(held_id, _)| *held_id).collect();
        self.set_aside(all.model, Vec::new(), ends);
        self.say_again(id, candidate);
    }

    /// Adds the evidence of a confirming change to the item.
    pub(super) fn say_again(&mut self, id: &ItemId, mut candidate: Candidate) {
        safe::candidate(&mut candidate);
        reinforce(&mut self.ledger, id, &candidate);
        self.record(candidate, Disposition::Merged { into: id.clone() });
    }
}

/// Whether two changes of one kind and target are the same. Two ends always are; the summaries of new items and
/// revisions must agree.
fn says_the_same(one: &Delta, two: &Delta) -> bool {
    let (a, b) = (one.text(), two.text());
    is_end(one) || (same_words(a, b) >= SAME_WORDS && compatible(a, b))
}

fn is_end(delta: &Delta) -> bool {
    matches!(delta.kind, DeltaKind::TaskClosed | DeltaKind::ItemSuperseded)
}
