//! Defines the ledger that a model is shown: the items as they were before the turns it is asked about.

use super::super::Session;
use crate::pipeline::extract::model::{Listed, ListedStatus, prompt_injection, window::FRAME};
use crate::state::{DeltaKind, Disposition, EndReason, Extractor, Item, ItemKind, Outcome, Resolution, Status};

/// Kinds of items shown to a model: those that can be revised, closed or dropped.
const KINDS: &[ItemKind] =
    &[ItemKind::Goal, ItemKind::Decision, ItemKind::Constraint, ItemKind::Task, ItemKind::Hypothesis, ItemKind::Fact];
/// Turns for which an ended item is still shown.
const RECENT_TURNS: usize = 30;
/// Most facts and hypotheses shown, and most candidates that wait.
const MAX_FACTS: usize = 40;

impl Session {
    /// The items as they were before the turns at `covers`, in order of acceptance, then the model's own candidates
    /// that wait for the person. With `settles`, items that only the rules found in those turns are left out.
    pub(super) fn listed(&self, covers: &[usize], settles: bool) -> Vec<Listed> {
        let (Some(&first), Some(&last)) = (covers.first(), covers.last()) else { return Vec::new() };
        let items = self.ledger.items().iter().filter(|i| KINDS.contains(&i.kind));
        let mut out: Vec<Listed> = items.filter_map(|i| self.before(i, (first, last), settles)).collect();
        self.shorten(&mut out, covers);
        let likely = self.held().rev().filter(|o| o.candidate.extractor == Extractor::Model);
        let likely: Vec<&Outcome> = likely.filter(|o| self.is_before(o, first)).collect();
        for outcome in &likely {
            show_pending(&mut out, outcome);
        }
        let likely: Vec<Listed> = likely.iter().filter_map(|o| self.waiting(o)).take(MAX_FACTS).collect();
        out.extend(likely.into_iter().rev());
        let attacks = |i: &Listed| i.likely.iter().chain([&i.summary]).any(|words| prompt_injection::found(words));
        out.retain(|i| !attacks(i));
        out
    }

    /// The place of the turn that made an item.
    fn made_at(&self, item: &Item) -> Option<usize> {
        self.talk.place(&item.versions.first()?.turn_id)
    }

    /// An item as it was before the turns from `first` to `last`; `None` when it was not there or is long ended.
    fn before(&self, item: &Item, (first, last): (usize, usize), settles: bool) -> Option<Listed> {
        let by_rules = item.versions.first().is_some_and(|v| v.extractor == Extractor::Rules);
        let made = self.made_at(item).unwrap_or(0);
        if made > last || (settles && by_rules && made >= first) {
            return None;
        }
        let mut out = Listed::of(item);
        let mut open = item.is_open();
        if settles {
            for line in self.models.provisional.of_item(&item.id, first) {
                open |= self.undoes(line, item, &mut out);
            }
        }
        if !open {
            out.status = ended(item)?;
            let touched = item.source_turns.iter().filter_map(|s| self.talk.place(&s.turn_id)).max();
            touched.filter(|at| at + RECENT_TURNS >= first)?;
        } else if !item.is_open() {
            out.status = Listed::open_status(item.kind);
        }
        let version = item.versions.iter().rev().find(|v| v.summary == out.summary).or(item.newest());
        out.turn = version.and_then(|v| self.turn(&v.turn_id)).map_or(String::new(), |t| format!("t{}", t.ordinal));
        Some(out)
    }

    /// Reverts in `out` the change of a log line. Returns whether that change ended the item.
    fn undoes(&self, line: u64, item: &Item, out: &mut Listed) -> bool {
        let Some(outcome) = self.outcome(line) else { return false };
        match outcome.candidate.delta.kind {
            DeltaKind::TaskClosed | DeltaKind::ItemSuperseded => true,
            DeltaKind::DecisionRevised | DeltaKind::ConstraintRevised => {
                if let Some(former) = item.versions.iter().rev().find(|v| v.seq < outcome.seq) {
                    (out.summary, out.by) = (former.summary.clone(), former.extractor);
                }
                false
            }
            _ => false,
        }
    }

    /// Whether the newest words of an outcome come before the turn at `first`.
    fn is_before(&self, outcome: &Outcome, first: usize) -> bool {
        self.talk.newest_of(&outcome.candidate.evidence).is_some_and(|at| at < first)
    }

    /// A candidate of a model that waits for the person.
    fn waiting(&self, outcome: &Outcome) -> Option<Listed> {
        let Disposition::Held { held_id } = outcome.disposition else { return None };
        let delta = &outcome.candidate.delta;
        let kind = delta.item_kind().filter(|_| delta.kind.creates() && delta.target_id.is_none())?;
        let place = self.talk.newest_of(&outcome.candidate.evidence)?;
        Some(Listed {
            id: held_id.into(),
            kind,
            branch: delta.kind == DeltaKind::BranchCreated,
            status: ListedStatus::Likely,
            turn: self.talk.turns.get(place).map_or(String::new(), |t| format!("t{}", t.ordinal)),
            summary: delta.text().to_owned(),
            quoted: outcome.candidate.evidence.snippets.first().cloned().unwrap_or_default(),
            by: Extractor::Model,
            likely: None,
        })
    }

    /// Keeps at most [`MAX_FACTS`] facts and hypotheses: those that share words with the new turns, then the newest.
    fn shorten(&self, list: &mut Vec<Listed>, covers: &[usize]) {
        let many = |i: &Listed| matches!(i.kind, ItemKind::Fact | ItemKind::Hypothesis) && !i.branch;
        let mut excess = list.iter().filter(|i| many(i)).count().saturating_sub(MAX_FACTS);
        if excess == 0 {
            return;
        }
        let turns = covers.iter().filter_map(|at| self.talk.turns.get(*at));
        let kinds = [ItemKind::Fact, ItemKind::Hypothesis];
        let alike: Vec<_> =
            turns.flat_map(|t| self.ledger.related(&t.content, &kinds)).filter(|r| r.shared >= 2).collect();
        list.retain(|i| {
            let keep = excess == 0 || !many(i) || alike.iter().any(|r| r.item.id == i.id);
            excess -= usize::from(!keep);
            keep
        });
    }
}

/// Marks in the list a held end or a held new summary of an item; of several summaries the newest, which comes first.
fn show_pending(list: &mut [Listed], outcome: &Outcome) {
    let delta = &outcome.candidate.delta;
    let target = delta.target_id.as_ref();
    let Some(item) = list.iter_mut().find(|i| i.status.is_open() && Some(&i.id) == target) else { return };
    match delta.kind {
        DeltaKind::TaskClosed | DeltaKind::ItemSuperseded => item.status = ListedStatus::LikelyClosed,
        DeltaKind::DecisionRevised | DeltaKind::ConstraintRevised => {
            item.likely.get_or_insert_with(|| delta.text().to_owned());
        }
        _ => {}
    }
}

/// How an item ended; `None` if it was withdrawn and is not shown.
fn ended(item: &Item) -> Option<ListedStatus> {
    match (item.end_reason(), item.status, item.resolution) {
        (Some(EndReason::RulesOnly | EndReason::TurnWithdrawn | EndReason::ChosenNow | EndReason::OpenAgain), ..) => {
            None
        }
        (Some(EndReason::WithdrawnByPerson | EndReason::AcceptanceUndone), ..) => Some(ListedStatus::Refused),
        (None, Status::Resolved, Some(Resolution::Abandoned)) => Some(ListedStatus::GivenUp),
        (None, Status::Resolved, _) => Some(ListedStatus::Done),
        (None, ..) if item.superseded_by.is_some() => Some(ListedStatus::Settled),
        (None, ..) => Some(ListedStatus::Dropped),
    }
}

/// The items that fit into `room` bytes, in their order: first items in force, then facts and hypotheses, then held
/// candidates, then ended items, each newest first.
pub(super) fn within(list: Vec<Listed>, room: usize) -> Vec<Listed> {
    let rank = |i: &Listed| match (i.status, i.kind) {
        (ListedStatus::Likely, _) => 2,
        (status, _) if !status.is_open() => 3,
        (_, ItemKind::Fact | ItemKind::Hypothesis) if !i.branch => 1,
        _ => 0,
    };
    let mut order: Vec<usize> = (0..list.len()).rev().collect();
    order.sort_by_key(|at| list.get(*at).map(rank));
    let mut left = room;
    let mut kept = vec![false; list.len()];
    for at in order {
        let Some(item) = list.get(at) else { continue };
        let taken = item.summary.len() + item.likely.as_ref().map_or(0, String::len) + FRAME;
        if taken <= left
            && let Some(slot) = kept.get_mut(at)
        {
            left -= taken;
            *slot = true;
        }
    }
    list.into_iter().zip(kept).filter_map(|(item, keep)| keep.then_some(item)).collect()
}
