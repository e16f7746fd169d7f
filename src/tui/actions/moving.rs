//! Defines the actions that move: in lists, in the transcript, between panes, along versions, to matches.

use super::looking::filter_by;
use super::past::{BEFORE_COMPACTION, before_compaction, is_marked, unmark};
use crate::safe;
use crate::state::Outcome;
use crate::text::SafeText;
use crate::tui::effect::Effect;
use crate::tui::ids::{FoldedRows, PaneId, RowKey, home};
use crate::tui::keymap::Key;
use crate::tui::layout::Layout;
use crate::tui::panes::content::row_content;
use crate::tui::state::State;
use crate::tui::view::{self, talk};

pub(super) fn has_selection(state: &State) -> bool {
    state.selected().is_some()
}

/// Whether the detail of the selected row is on the screen.
pub(super) fn has_detail(state: &State) -> bool {
    has_selection(state) && Layout::of(state.size, state).detail.height > 0
}

/// The turn that settled the selected row.
fn turn_of(state: &State, key: &RowKey) -> Option<usize> {
    match key {
        RowKey::Item(id) => {
            let item = state.ledger().get(id)?;
            let version = state.nav.version.and_then(|v| item.versions.get(v)).or(item.newest())?;
            state.session.turn_index(version.said_in())
        }
        RowKey::Held(id) => turn_of_outcome(state, state.held_by_id(*id)?),
        RowKey::Rejected(line) => turn_of_outcome(state, state.session.outcome(*line)?),
        RowKey::Turn(at) => Some(*at),
        RowKey::Entry(entry) => state.panes.get(entry.pane)?.turn(state, entry),
        RowKey::Conflict(at) => state.session.turn_index(&state.session.conflicts().get(*at)?.turn_id),
        RowKey::Heading(..) | RowKey::Folded(..) | RowKey::Advice(_) => None,
    }
}

fn turn_of_outcome(state: &State, outcome: &Outcome) -> Option<usize> {
    state.session.turn_index(outcome.candidate.evidence.turn_ids.first()?)
}

/// The first item a turn carries.
fn item_of(state: &State, turn: usize) -> Option<RowKey> {
    let ids = state.session.marks(turn).iter().map(|m| &m.item_id);
    ids.into_iter().find(|id| state.ledger().get(id).is_some()).map(|id| RowKey::Item(id.clone()))
}

/// The row from which the talk was opened at this turn, with its pane.
fn way_back(state: &State, turn: usize) -> Option<(PaneId, RowKey)> {
    let (pane, key) = state.nav.back.last()?;
    let key = key.clone().filter(|key| !matches!(key, RowKey::Turn(_)))?;
    (turn_of(state, &key) == Some(turn) && state.list(*pane).rows.contains(&key)).then_some((*pane, key))
}

pub(super) fn has_turn(state: &State) -> bool {
    match state.selected() {
        Some(RowKey::Turn(at)) => way_back(state, at).is_some() || item_of(state, at).is_some(),
        Some(RowKey::Folded(..)) => true,
        Some(key) => turn_of(state, &key).is_some(),
        None => false,
    }
}

pub(super) fn open(state: &mut State, _: Key) -> Vec<Effect> {
    let Some(key) = state.selected() else { return Vec::new() };
    if let RowKey::Folded(fold, _) = key {
        unfold(state, fold);
        return Vec::new();
    }
    if let RowKey::Turn(at) = key
        && let Some((pane, key)) = way_back(state, at)
    {
        state.nav.back.pop();
        go(state, pane);
        state.select(pane, Some(key));
        return Vec::new();
    }
    state.nav.back.push((state.focus, Some(key.clone())));
    if let RowKey::Turn(at) = key {
        let target = item_of(state, at);
        if let Some(item) = target.as_ref().and_then(|k| match k {
            RowKey::Item(id) => state.ledger().get(id),
            _ => None,
        }) {
            let pane = home(item);
            go(state, pane);
            if !state.list(pane).filter.is_empty() {
                filter_by(state, "");
            }
            state.select(pane, target);
        }
        return Vec::new();
    }
    let turn = turn_of(state, &key);
    go(state, PaneId::Transcript);
    state.nav.reading.turn = turn;
    state.nav.reading.line = turn.map_or(0, |t| talk::line_of_evidence(state, t));
    Vec::new()
}

/// Shows the rows behind a fold, or hides them again; those of a pane are in Review.
fn unfold(state: &mut State, fold: FoldedRows) {
    let shown = &mut state.nav.unfolded;
    match (fold, shown.iter().position(|open| *open == fold)) {
        (FoldedRows::Likely, _) => {
            if !shown.contains(&FoldedRows::ToConfirm) {
                shown.push(FoldedRows::ToConfirm);
            }
            state.nav.back.push((state.focus, state.selected()));
            go(state, PaneId::Review);
            state.make_list(PaneId::Review);
            return state.select(PaneId::Review, None);
        }
        (_, Some(at)) => drop(shown.swap_remove(at)),
        (_, None) => shown.push(fold),
    }
    state.make_list(state.focus);
}

/// Opens the transcript at the words of the selected row.
pub fn to_talk(state: &mut State) {
    let key = state.selected();
    state.nav.back.push((state.focus, key.clone()));
    let turn = key.and_then(|key| turn_of(state, &key));
    go(state, PaneId::Transcript);
    if let Some(turn) = turn {
        state.nav.reading.turn = Some(turn);
        state.nav.reading.line = talk::line_of_evidence(state, turn);
    }
}

pub(super) fn has_back(state: &State) -> bool {
    has_search(state) || !state.nav.back.is_empty() || !state.list(state.focus).filter.is_empty() || is_marked(state)
}

pub(super) fn back(state: &mut State, key: Key) -> Vec<Effect> {
    if has_search(state) {
        state.nav.search.clear();
        return Vec::new();
    }
    if state.travel.dropped && state.list(state.focus).filter == BEFORE_COMPACTION {
        return before_compaction(state, key);
    }
    if !state.list(state.focus).filter.is_empty() {
        filter_by(state, "");
        return Vec::new();
    }
    if let Some((pane, key)) = state.nav.back.pop() {
        go(state, pane);
        match key {
            Some(RowKey::Turn(at)) => state.nav.reading.turn = Some(at),
            key => state.select(pane, key),
        }
    } else if let Some(words) = unmark(state) {
        state.tell(words);
    }
    Vec::new()
}

/// Focuses a pane. The rows on screen in the former pane count as seen.
pub fn go(state: &mut State, pane: PaneId) {
    if state.focus != pane {
        see_visible(state);
        state.focus = pane;
        state.panes.look_again_at(pane);
        state.reset_detail();
    }
}

/// Focuses a pane that the person chose, and clears the history for Esc.
pub fn choose(state: &mut State, pane: PaneId) {
    state.nav.back.clear();
    go(state, pane);
}

/// Marks the rows on screen as seen.
pub(super) fn see_visible(state: &mut State) {
    for key in visible(state) {
        state.see(&key);
    }
}

fn visible(state: &State) -> Vec<RowKey> {
    let list = state.list(state.focus);
    let lines = Layout::of(state.size, state).list_area(state.focus).height as usize;
    list.shown(lines).to_vec()
}

fn page(state: &State) -> isize {
    Layout::of(state.size, state).list_area(state.focus).height.max(2) as isize
}

/// Moves the cursor by rows, over headings, never past an end.
pub fn step(state: &mut State, rows: isize) -> Vec<Effect> {
    if state.focus == PaneId::Transcript {
        talk::scroll(state, rows);
        return Vec::new();
    }
    state.step(rows);
    Vec::new()
}

pub(super) fn down(state: &mut State, _: Key) -> Vec<Effect> {
    step(state, 1)
}

pub(super) fn up(state: &mut State, _: Key) -> Vec<Effect> {
    step(state, -1)
}

pub(super) fn half_down(state: &mut State, _: Key) -> Vec<Effect> {
    step(state, page(state) / 2)
}

pub(super) fn half_up(state: &mut State, _: Key) -> Vec<Effect> {
    step(state, -page(state) / 2)
}

pub(super) fn page_down(state: &mut State, _: Key) -> Vec<Effect> {
    step(state, page(state) - 1)
}

pub(super) fn page_up(state: &mut State, _: Key) -> Vec<Effect> {
    step(state, 1 - page(state))
}

pub(super) fn top(state: &mut State, _: Key) -> Vec<Effect> {
    if state.focus == PaneId::Transcript {
        state.nav.reading.turn = Some(0);
        state.nav.reading.line = 0;
        return Vec::new();
    }
    state.see_selected();
    let pane = state.focus;
    state.select(pane, None);
    state.see_selected();
    Vec::new()
}

pub(super) fn bottom(state: &mut State, _: Key) -> Vec<Effect> {
    if state.focus == PaneId::Transcript {
        state.nav.reading.turn = None;
        state.nav.reading.line = 0;
        return Vec::new();
    }
    step(state, isize::MAX)
}

pub(super) fn detail_down(state: &mut State, _: Key) -> Vec<Effect> {
    scroll_detail(state, 3);
    Vec::new()
}

pub(super) fn detail_up(state: &mut State, _: Key) -> Vec<Effect> {
    scroll_detail(state, -3);
    Vec::new()
}

/// Scrolls the detail, at most to its end, and by one line at least, which reveals the lines shown only on scrolling.
pub fn scroll_detail(state: &mut State, rows: isize) {
    state.nav.detail_scroll = state.nav.detail_scroll.saturating_add_signed(rows);
    if state.nav.detail_scroll > 0 {
        state.nav.detail_scroll = state.nav.detail_scroll.min(view::most_detail_scroll(state).max(1));
    }
}

pub(super) fn pane(state: &mut State, key: Key) -> Vec<Effect> {
    if let Some(id) = state.prefs.keymap.place("pane", key).and_then(|n| PaneId::ALL.get(n)) {
        choose(state, *id);
    }
    Vec::new()
}

pub(super) fn next_pane(state: &mut State, _: Key) -> Vec<Effect> {
    choose(state, state.focus.step(1));
    Vec::new()
}

pub(super) fn previous_pane(state: &mut State, _: Key) -> Vec<Effect> {
    choose(state, state.focus.step(-1));
    Vec::new()
}

pub(super) fn has_versions(state: &State) -> bool {
    // The detail of a conflict does not show the rule's versions.
    state.focus != PaneId::Conflicts && state.selected_item().is_some_and(|i| i.versions.len() > 1)
}

fn step_version(state: &mut State, by: isize) -> Vec<Effect> {
    let Some(count) = state.selected_item().map(|i| i.versions.len()) else { return Vec::new() };
    let last = count.saturating_sub(1);
    let to = state.nav.version.unwrap_or(last).saturating_add_signed(by).min(last);
    state.nav.version = (to < last).then_some(to);
    state.nav.detail_scroll = 0;
    Vec::new()
}

pub(super) fn older(state: &mut State, _: Key) -> Vec<Effect> {
    step_version(state, -1)
}

pub(super) fn newer(state: &mut State, _: Key) -> Vec<Effect> {
    step_version(state, 1)
}

pub(super) fn follow(state: &mut State, _: Key) -> Vec<Effect> {
    state.nav.follow = !state.nav.follow;
    let word = if state.nav.follow { "following the newest change" } else { "no longer following" };
    state.tell(word);
    if state.nav.follow {
        to_newest_change(state);
    }
    Vec::new()
}

/// Puts the cursor on the item that changed last, in its own pane.
pub fn to_newest_change(state: &mut State) {
    let newest = state.ledger().items().iter().max_by_key(|i| crate::tui::state::changed_at(i));
    if let Some((pane, id)) = newest.map(|i| (home(i), i.id.clone())) {
        go(state, pane);
        state.select(pane, Some(RowKey::Item(id)));
    }
}

pub(super) fn has_search(state: &State) -> bool {
    !state.nav.search.is_empty()
}

pub(super) fn next_match(state: &mut State, _: Key) -> Vec<Effect> {
    seek(state, 1, false);
    Vec::new()
}

pub(super) fn previous_match(state: &mut State, _: Key) -> Vec<Effect> {
    seek(state, -1, false);
    Vec::new()
}

/// Goes to the next row (`by` 1) or the one before (-1) that matches the search, wrapping around. Returns whether
/// there is one.
pub fn seek(state: &mut State, by: isize, here_too: bool) -> bool {
    let words = state.nav.search.to_lowercase();
    let transcript = state.focus == PaneId::Transcript;
    let count = if transcript { state.turns().len() } else { state.list(state.focus).rows.len() };
    let here = if transcript { state.turn_at() } else { state.list(state.focus).at() }.unwrap_or(0);
    if words.is_empty() {
        return false;
    }
    let first = isize::from(!here_too);
    let matches: Vec<usize> = (0..count).filter(|at| holds(state, *at, &words)).collect();
    let found = (first..first.saturating_add(count as isize))
        .map(|n| (here as isize + n * by).rem_euclid(count.max(1) as isize) as usize)
        .find(|at| matches.binary_search(at).is_ok());
    match found.and_then(|at| matches.binary_search(&at).ok()) {
        Some(place) => state.tell(safe!("match {} of {}", place + 1, matches.len())),
        None => state.notice = None,
    }
    match found {
        None => {
            let words = SafeText::line(&state.nav.search);
            state.warn(safe!("no match for \"{}\" in {}", words, state.focus.pane().title));
        }
        Some(at) if transcript => {
            state.nav.reading.turn = Some(at);
            state.nav.reading.line = talk::line_of_words(state, at, &words);
        }
        Some(at) => {
            let key = state.list(state.focus).rows.get(at).cloned();
            let pane = state.focus;
            state.select(pane, key);
            state.see_selected();
        }
    }
    found.is_some()
}

/// Whether the focused pane's row, or turn, at this place holds `words` (in lower case).
fn holds(state: &State, at: usize, words: &str) -> bool {
    if state.focus == PaneId::Transcript {
        return state.turns().get(at).is_some_and(|t| contains(&t.content, words));
    }
    let key = state.list(state.focus).rows.get(at);
    key.is_some_and(|k| k.selectable() && row_content(state, k).text.as_str().to_lowercase().contains(words))
}

/// Whether `text` holds `words` (in lower case), without copying a long text where both are plain.
fn contains(text: &str, words: &str) -> bool {
    if !words.is_ascii() {
        return text.to_lowercase().contains(words);
    }
    let (text, words) = (text.as_bytes(), words.as_bytes());
    text.windows(words.len()).any(|w| w.eq_ignore_ascii_case(words))
}
