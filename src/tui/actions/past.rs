//! Defines the actions of time travel: stepping through the ledger, marking changes since a point, and filtering items
//! from before the last compaction.

use super::looking::filter_by;
use super::moving;
use crate::safe;
use crate::text::{SafeText, counted};
use crate::tui::effect::Effect;
use crate::tui::ids::{PaneId, home};
use crate::tui::keymap::Key;
use crate::tui::state::{State, TimeTravel};

/// Log lines folded within a key press, in less than a frame's time. Most sessions have fewer.
const LINES_PER_KEY: usize = 500;
/// Log lines folded at once while idle: keys are handled in between.
const LINES_PER_SLICE: usize = 100;
/// Strides from one end of the slider to the other.
const STRIDES: usize = 20;
/// The filter word for items from before the last compaction.
pub const BEFORE_COMPACTION: &str = "before-compaction";
/// The panes that list such items.
const NARROWED: [PaneId; 3] = [PaneId::Decisions, PaneId::Constraints, PaneId::Chains];
/// The hint priority in the past of the actions that move in time, before all others: the way back first.
pub(super) fn hint(id: &str) -> Option<(u8, u8)> {
    match id {
        "live" => Some((0, 0)),
        "earlier" => Some((0, 1)),
        _ => None,
    }
}

/// Warns that the past cannot be changed.
pub(super) fn refuse(state: &mut State) -> Vec<Effect> {
    state.warn(refusal(state));
    Vec::new()
}

/// Notice that the past cannot be changed.
pub(super) fn refusal(state: &State) -> SafeText {
    safe!("the past cannot be corrected: {} goes back to live", state.prefs.keymap.key("live"))
}

pub(super) fn has_past(state: &State) -> bool {
    state.session.ledger().seq() > 0
}

pub(super) fn is_past(state: &State) -> bool {
    state.is_past()
}

/// Enters the past, or adds newly logged lines to it. Returns false while the timeline is incomplete: the past is
/// entered once it is complete, unless another key comes.
fn enter(state: &mut State) -> bool {
    let complete = state.compute_past(LINES_PER_KEY);
    if state.is_past() {
        return true;
    }
    if complete {
        moving::see_visible(state);
        state.travel.past = Some(Box::new(TimeTravel::begin(state)));
    } else {
        state.travel.going_back = true;
        state.tell(safe!("going back: {} % of the log computed", state.percent_computed()));
    }
    complete
}

/// Computes more of the past while idle, and enters it if the person waits for it.
pub fn idle(state: &mut State) {
    let complete = state.compute_past(LINES_PER_SLICE);
    if complete && std::mem::take(&mut state.travel.going_back) {
        state.notice = None;
        step(state, true, false);
    }
}

fn step(state: &mut State, back: bool, strides: bool) -> Vec<Effect> {
    if !back && !state.is_past() {
        state.tell("this is the present");
        return Vec::new();
    }
    if !enter(state) {
        return Vec::new();
    }
    let Some(travel) = &state.travel.past else { return Vec::new() };
    let (timeline, place) = (travel.timeline(), travel.past().place());
    let stride = timeline.steps().len().div_ceil(STRIDES).max(2);
    let to = match (back, strides) {
        (true, false) => Some(timeline.earlier(place)),
        (false, false) => timeline.later(place),
        (true, true) => Some(timeline.earlier(place.saturating_sub(stride - 1))),
        (false, true) => timeline.later(place).map(|next| next.max(place + stride).min(timeline.steps().len())),
    };
    match to {
        Some(to) if to != place => state.walk(to),
        Some(_) => state.tell("this is the beginning"),
        None => {
            let words = to_present(state);
            state.tell(words);
        }
    }
    Vec::new()
}

pub(super) fn earlier(state: &mut State, _: Key) -> Vec<Effect> {
    step(state, true, false)
}

pub(super) fn later(state: &mut State, _: Key) -> Vec<Effect> {
    step(state, false, false)
}

pub(super) fn far_earlier(state: &mut State, _: Key) -> Vec<Effect> {
    step(state, true, true)
}

pub(super) fn far_later(state: &mut State, _: Key) -> Vec<Effect> {
    step(state, false, true)
}

/// Goes back to the present and clears the marks of changes.
pub(super) fn live(state: &mut State, _: Key) -> Vec<Effect> {
    let back = state.is_past().then(|| to_present(state));
    let words = match (back, unmark(state)) {
        (Some(back), Some(ended)) => safe!("{}; {}", back, ended),
        (back, ended) => back.or(ended).unwrap_or_default(),
    };
    state.tell(words);
    Vec::new()
}

/// Leaves the past. Returns the notice.
fn to_present(state: &mut State) -> SafeText {
    let arrived = state.arrived();
    state.leave_past();
    let news = match arrived {
        0 => SafeText::default(),
        1 => "; 1 turn came meanwhile".into(),
        n => safe!("; {} turns came meanwhile", n),
    };
    safe!("back to live{}", news)
}

/// Whether marks of changes, or the filter of the compaction, are active.
pub(super) fn is_marked(state: &State) -> bool {
    state.travel.since.is_some() || state.travel.dropped
}

/// Whether the past, the marks of changes, or the filter of the compaction is active.
pub(super) fn is_past_or_marked(state: &State) -> bool {
    is_past(state) || is_marked(state)
}

/// Clears the marks of changes and the filter of the compaction. Returns the notice, if there were any.
pub(super) fn unmark(state: &mut State) -> Option<SafeText> {
    let since = state.travel.since.take().map(|_| "changes are no longer marked");
    let dropped = state.travel.dropped.then_some("showing all items again");
    if dropped.is_some() {
        show_dropped(state, false);
    }
    state.touch();
    match (since, dropped) {
        (Some(since), Some(dropped)) => Some(safe!("{}; {}", since, dropped)),
        (since, dropped) => since.or(dropped).map(SafeText::from),
    }
}

/// Goes to the place of a click on the slider, in column `at` of `of`.
pub fn slide(state: &mut State, at: usize, of: usize) {
    let Some(travel) = &state.travel.past else { return };
    let newest = travel.timeline().steps().last().map_or(0, |s| s.seq);
    let part = at.saturating_mul(usize::try_from(newest).unwrap_or(usize::MAX)) / of.saturating_sub(1).max(1);
    let place = travel.timeline().place_of(part as u64);
    state.walk(place);
}

/// Marks the changes after the point shown, or removes the marks.
pub(super) fn since(state: &mut State, _: Key) -> Vec<Effect> {
    let here = state.ledger().seq();
    let words = match state.travel.since {
        Some(seq) if !state.is_past() || seq == here => unmark(state).unwrap_or_default(),
        None if !state.is_past() => {
            let (earlier, mark) = (state.prefs.keymap.key("earlier"), state.prefs.keymap.key("changed-since"));
            safe!("nothing changed since: {} goes back, {} marks there", earlier, mark)
        }
        _ => {
            state.travel.since = Some(here);
            if state.is_past() {
                to_present(state);
            }
            let changed = state.session.ledger().items().iter().filter(|i| state.is_since(i)).count();
            safe!("{} changed since then, marked +: {} ends it", changed, state.prefs.keymap.key("changed-since"))
        }
    };
    state.tell(words);
    state.touch();
    Vec::new()
}

/// Whether the context was compacted after some talk. A session that continues from another's summary begins with a
/// compaction.
pub(super) fn was_compacted(state: &State) -> bool {
    state.compaction().is_some_and(|compaction| compaction.turns > 0)
}

/// Filters the lists to items from before the last compaction, or removes that filter.
pub(super) fn before_compaction(state: &mut State, _: Key) -> Vec<Effect> {
    let count = state.compaction().map_or(0, |c| c.items(state.ledger()).count());
    if count == 0 && !state.travel.dropped {
        state.tell("nothing stands from before the compaction");
        return Vec::new();
    }
    show_dropped(state, !state.travel.dropped);
    if state.travel.dropped {
        let key = state.prefs.keymap.key("export-dropped");
        let them = if count == 1 { "it" } else { "them" };
        state.tell(safe!("{} from before the compaction: {} exports {}", counted(count, "item"), key, them));
    }
    Vec::new()
}

fn show_dropped(state: &mut State, only: bool) {
    state.travel.dropped = only;
    let words = if only { BEFORE_COMPACTION } else { "" };
    for pane in NARROWED {
        if let Some(list) = state.list_mut(pane)
            && (list.filter.is_empty() || list.filter == BEFORE_COMPACTION)
        {
            words.clone_into(&mut list.filter);
        }
    }
    if only && !NARROWED.contains(&state.focus) {
        // The pane that lists the first of them.
        let first = state.compaction().and_then(|compaction| compaction.items(state.ledger()).next()).map(home);
        moving::go(state, first.unwrap_or(PaneId::Constraints));
    }
    if NARROWED.contains(&state.focus) {
        let words = state.list(state.focus).filter.clone();
        filter_by(state, &words);
    }
    // Lists without the filter are rebuilt from all items.
    state.touch_all();
}
