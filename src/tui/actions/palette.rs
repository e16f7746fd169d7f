//! Defines the palette (every action by name) and the theme picker.

use super::{ACTIONS, Action, moving};
use crate::safe;
use crate::text::SafeText;
use crate::text::fuzzy::{Fuzzy, Matcher};
use crate::tui::effect::Effect;
use crate::tui::keymap::Key;
use crate::tui::panes::{PANES, PaneId};
use crate::tui::state::{Overlay, State};

/// An entry of the palette.
#[derive(Clone, Copy)]
pub enum PaletteEntry {
    /// An action that would have an effect now.
    Action(&'static Action),
    /// A pane to go to.
    Pane(PaneId),
}

impl PaletteEntry {
    /// Its name, which the typed words are matched against.
    pub fn name(self) -> SafeText {
        match self {
            // An action that changes something is named by its hint, one that only reads by its keymap id.
            Self::Action(action) if action.changes => action.title.into(),
            Self::Action(action) => SafeText::line(&in_words(action.id)),
            Self::Pane(pane) => pane.pane().title.into(),
        }
    }

    /// Describes the entry in one sentence.
    pub fn help(self) -> &'static str {
        match self {
            Self::Action(action) => action.help,
            Self::Pane(_) => "Shows this pane.",
        }
    }
}

/// An action's id or typed words, in lower case with spaces for hyphens.
pub fn in_words(text: &str) -> String {
    text.to_lowercase().replace('-', " ")
}

fn is_offered(state: &State, action: &Action) -> bool {
    let itself = matches!(action.id, "pane" | "palette");
    let fixed = (state.is_past() && action.changes) || super::is_held_elsewhere(state, action);
    let other = action.id == "filter" && state.focus == PaneId::Transcript;
    action.scope.under(state) && (action.applies)(state) && !itself && !fixed && !other
}

/// Entries that match the typed words, best first; without words in the order of the table.
pub fn entries(state: &State, words: &str) -> Vec<PaletteEntry> {
    let actions = ACTIONS.iter().filter(|a| is_offered(state, a)).map(PaletteEntry::Action);
    let all = actions.chain(PANES.iter().map(|p| PaletteEntry::Pane(p.id)));
    let (matcher, words) = (Matcher::default(), in_words(words));
    let mut fitting: Vec<(i64, PaletteEntry)> =
        all.filter_map(|entry| Some((score(&matcher, entry, &words)?, entry))).collect();
    fitting.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    fitting.into_iter().map(|(_, entry)| entry).collect()
}

/// Score of an entry against words in lower case. A match in the name ranks above one in the description.
fn score(matcher: &Matcher, entry: PaletteEntry, words: &str) -> Option<i64> {
    let name = matcher.score(&entry.name().to_lowercase(), words).map(|s| s.saturating_mul(4));
    name.or_else(|| matcher.score(&entry.help().to_lowercase(), words))
}

pub(super) fn palette(state: &mut State, _: Key) -> Vec<Effect> {
    state.overlays.push(Overlay::Palette { line: tui_input::Input::default(), at: 0 });
    Vec::new()
}

fn step(state: &mut State, by: isize) -> Vec<Effect> {
    let count = match state.overlays.last() {
        Some(Overlay::Palette { line, .. }) => entries(state, line.value()).len(),
        _ => return Vec::new(),
    };
    if let Some(Overlay::Palette { at, .. }) = state.overlays.last_mut() {
        *at = at.saturating_add_signed(by).min(count.saturating_sub(1));
    }
    Vec::new()
}

pub(super) fn palette_down(state: &mut State, _: Key) -> Vec<Effect> {
    step(state, 1)
}

pub(super) fn palette_up(state: &mut State, _: Key) -> Vec<Effect> {
    step(state, -1)
}

/// Runs the entry under the cursor.
pub(super) fn palette_run(state: &mut State, key: Key) -> Vec<Effect> {
    let Some(Overlay::Palette { line, at }) = state.overlays.pop() else { return Vec::new() };
    match entries(state, line.value()).get(at) {
        Some(PaletteEntry::Action(action)) => super::run(state, action, key),
        Some(PaletteEntry::Pane(pane)) => {
            moving::choose(state, *pane);
            Vec::new()
        }
        None => {
            state.warn(safe!("no action fits \"{}\"", SafeText::line(line.value())));
            Vec::new()
        }
    }
}

pub(super) fn themes(state: &mut State, _: Key) -> Vec<Effect> {
    state.overlays.push(Overlay::Themes { before: state.prefs.theme.clone() });
    Vec::new()
}

/// Shows another theme at once, with the whole screen as the preview.
fn try_theme(state: &mut State, by: isize) -> Vec<Effect> {
    let names = state.prefs.themes.names();
    let at = names.iter().position(|name| *name == state.prefs.theme).unwrap_or(0);
    let to = at.saturating_add_signed(by).min(names.len().saturating_sub(1));
    if let Some(name) = names.get(to).map(|name| (*name).to_owned()) {
        state.prefs.theme = name;
    }
    Vec::new()
}

pub(super) fn theme_down(state: &mut State, _: Key) -> Vec<Effect> {
    try_theme(state, 1)
}

pub(super) fn theme_up(state: &mut State, _: Key) -> Vec<Effect> {
    try_theme(state, -1)
}

/// Stays with the theme shown. Nothing is written: to keep it, the person adds a line to their config file.
pub(super) fn theme_keep(state: &mut State, _: Key) -> Vec<Effect> {
    state.overlays.pop();
    state.tell(safe!("for always: theme = \"{}\" in config.toml", SafeText::line(&state.prefs.theme)));
    Vec::new()
}

pub(super) fn theme_back(state: &mut State, _: Key) -> Vec<Effect> {
    if let Some(Overlay::Themes { before }) = state.overlays.pop() {
        state.prefs.theme = before;
    }
    Vec::new()
}
