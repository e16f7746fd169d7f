//! Defines what the model of endings ([`crate::pipeline::endings`]) adds to the other families: standing items that a turn
//! replaces or drops without a form that says so, as in "the payload is too big for cookies, sessions go to Redis".

use std::ops::Range;

use crate::pipeline::acts::references::standing::{RECENT_ITEMS, open_tasks, recent, standing};
use crate::pipeline::acts::sentences::quantities::{kin_values, single};
use crate::pipeline::acts::{Act, ActKind, Certainty, View, overlaps, wordings};
use crate::pipeline::endings::{Chances, Setting, StandingItem, chances};
use crate::state::{Item, ItemKind};

/// Id of the form of these acts.
const FORM: &str = "retired";

/// Probability from which an item does not stand any more.
const ENDS: f32 = 0.7;

/// Ends the items that the turn ends and no act of it targets. What takes the place of one becomes its revision.
pub(in crate::pipeline::acts) fn read(view: View<'_>, acts: &mut Vec<Act>) {
    let facts = recent(view, ItemKind::Fact);
    let mut items: Vec<&Item> = standing(view).chain(open_tasks(view)).chain(facts).collect();
    items.sort_by_key(|item| item.touched_seq);
    let items = items.split_off(items.len().saturating_sub(RECENT_ITEMS));
    if items.is_empty() {
        return;
    }
    // The model learned from no facts; most of those that a turn ends state how something is built.
    let kind = |item: &Item| if item.kind == ItemKind::Fact { ItemKind::Decision } else { item.kind };
    let known: Vec<StandingItem> = items.iter().map(|item| StandingItem::new(kind(item), &item.summary)).collect();
    let setting = Setting::new(view.turn, view.agents_turn(), &known);
    for at in setting.candidates() {
        let Some(item) = items.get(at) else { continue };
        let is_target = acts.iter().any(|act| act.target.as_ref() == Some(&item.id));
        if is_target || !setting.names(at) {
            continue;
        }
        let found = chances(&setting.features(at));
        let Some(range) = setting.clause_of(at).filter(|_| found.ended() >= ENDS) else { continue };
        // Asking for what a rule forbids is a conflict, not its end.
        let is_conflict = item.kind == ItemKind::Constraint && setting.asks_for_work(at);
        if !is_conflict && !acts.iter().any(|act| takes_back_another(act, &range)) {
            end(item, found, range, acts);
        }
    }
}

/// Whether the clause at `range` takes something back, but nothing that stands.
fn takes_back_another(act: &Act, range: &Range<usize>) -> bool {
    act.form == wordings::FORM && act.deed == ActKind::Nothing && overlaps(&act.range, range)
}

/// Makes the act that takes the place of an item its revision, or ends the item by the clause at `range`.
fn end(item: &Item, found: Chances, range: Range<usize>, acts: &mut Vec<Act>) {
    let mut new = acts.iter_mut().filter(|act| may_replace(act, item)).collect::<Vec<_>>();
    let only = new.len() == 1;
    let successor = new.iter_mut().find(|act| only || overlaps(&act.range, &range));
    match successor.filter(|_| found.replaced > found.dropped) {
        Some(act) => {
            act.deed = ActKind::Revise;
            act.target = Some(item.id.clone());
            act.certainty = Certainty::Settled;
        }
        None => acts.push(Act::ends(item, range, FORM)),
    }
}

/// Whether an order gives another value of the kind that an item has: "make the retention 30 days" over "keep the rows 7 days".
fn sets_same_value(order: &str, item: &str) -> bool {
    let value = |text: &str| single(text).and_then(|(from, to)| text.get(from..to).map(str::to_owned));
    value(order).zip(value(item)).is_some_and(|(new, old)| new != old && kin_values(&new, &old))
}

/// Whether an act may state what takes the place of a choice or a rule.
fn may_replace(act: &Act, item: &Item) -> bool {
    let states = matches!(act.deed, ActKind::Choose | ActKind::Rule { .. } | ActKind::Inform);
    (states || act.deed == ActKind::Request && sets_same_value(&act.summary, &item.summary))
        && act.target.is_none()
        && matches!(item.kind, ItemKind::Decision | ItemKind::Constraint)
}
