//! Defines which items a change ends, and when its words may be quoted from a turn that is shown again.

use super::super::Listed;
use super::super::guards::SETTLES;
use super::super::raw::RawChange;
use super::{Reading, target_of};
use crate::pipeline::settle::Target;
use crate::state::{DeltaKind, ItemKind};
use crate::transcript::Turn;

/// Whether an item was there, in its present words, when a turn was said.
fn was_there(item: &Listed, turn: &Turn) -> bool {
    item.turn.strip_prefix('t').and_then(|ordinal| ordinal.parse::<u32>().ok()).is_some_and(|made| made <= turn.ordinal)
}

impl Reading<'_> {
    /// The items that a change settles: hypotheses, branches, goals and refuted facts that are shown or made before it.
    pub(super) fn settled(&self, raw: &RawChange, turn: &Turn) -> Vec<Target> {
        const SETTLED: &[ItemKind] = &[ItemKind::Hypothesis, ItemKind::OpenQuestion, ItemKind::Goal, ItemKind::Fact];
        let is_old = raw.answer_turn.is_empty() && !self.asked.window.covers.iter().any(|at| self.is_at(*at, turn));
        let named = raw.settles.iter().take(SETTLES).filter_map(|id| self.listed(id));
        let open = named.filter(|i| i.status.is_open() && SETTLED.contains(&i.kind));
        open.filter(|i| !is_old || was_there(i, turn)).map(|i| target_of(&i)).collect()
    }

    fn is_at(&self, index: usize, turn: &Turn) -> bool {
        self.asked.turns.get(index).is_some_and(|t| t.turn_id == turn.turn_id)
    }

    /// Whether a change ends an item that was there when the quoted words were said, so that a reader may report an end
    /// in a turn that it is shown again.
    pub(super) fn ends_earlier(&self, raw: &RawChange, turn: &Turn) -> bool {
        let ends = matches!(raw.kind, DeltaKind::TaskClosed | DeltaKind::ItemSuperseded);
        let target = ends.then_some(&raw.target).into_iter();
        let mut ended = target.chain(raw.settles.iter().take(SETTLES)).filter_map(|id| self.listed(id));
        ended.any(|item| item.status.is_open() && was_there(&item, turn))
    }
}
