//! Defines the detail of a conflict, and the conflicts in the detail of an item.

use crate::safe;
use crate::session::export::speaker;
use crate::session::{Conflict, worded};
use crate::state::Item;
use crate::text::{SafeText, cut};
use crate::tui::layout::Layout;
use crate::tui::row_content::CONFLICT;
use crate::tui::state::State;
use crate::tui::styled::{StyledLine, fact, labelled, quotation};
use crate::tui::theme::StyleRole;
use crate::tui::times;

/// Maximum number of conflicts shown per item.
const MAX_CONFLICTS: usize = 3;

/// A conflict in full: the statement or tool call, the rule that it violates, and the turn; with the words before a call
/// unless the talk is known to be on the screen.
pub fn lines(state: &State, conflict: &Conflict, quotes: bool) -> Vec<StyledLine> {
    let head = StyledLine::led(CONFLICT.1, safe!(" {} ", CONFLICT.0));
    let mut lines = vec![head.and_quoted(StyleRole::Strong, &state.session.from_project(&conflict.words))];
    let turn = state.session.turn(&conflict.turn_id);
    let at = conflict.at.or(turn.and_then(|t| t.at));
    let at = at.map_or_else(SafeText::default, |at| times::exact(at, state.prefs.utc_offset));
    let rule = fact("against", worded(&state.session.from_project(&conflict.rule)));
    lines.push(
        rule.and(StyleRole::Dim, "  ").and_quoted(StyleRole::Dim, conflict.item_id.as_deref().unwrap_or("likely")),
    );
    lines.push(fact("forbids", conflict.ban.word()));
    let turn = turn.map_or_else(|| "-".into(), |t| safe!("t{}", t.ordinal));
    lines.push(fact("at", turn).and(StyleRole::Dim, safe!("  {}", at)));
    lines.extend(quotes.then(|| said_before(state, conflict)).flatten());
    lines.extend(item_of(state, conflict).and_then(|item| words_of_rule(state, item)));
    lines.push(fact("to do", what_to_do(state, conflict)));
    lines
}

/// Returns the lines that quote the turn before a call; empty where the talk is on the screen.
fn said_before(state: &State, conflict: &Conflict) -> Option<StyledLine> {
    /// Maximum columns of the words shown.
    const MAX_SAID_COLUMNS: usize = 200;
    let turn = state.session.turn(&conflict.turn_id).filter(|_| !conflict.is_statement())?;
    let hidden = !Layout::of(state.size, state).shows_talk();
    let begin = turn.content.get(..turn.content.floor_char_boundary(MAX_SAID_COLUMNS * 4))?;
    let words = state.session.from_project(begin);
    let line = labelled("after").and(StyleRole::Quote, quotation(&cut(&words, MAX_SAID_COLUMNS)));
    hidden.then(|| line.and(StyleRole::Dim, safe!("  {}", speaker(turn.role))))
}

/// The words that stated the rule, with the speaker.
fn words_of_rule(state: &State, item: &Item) -> Option<StyledLine> {
    let evidence = &item.newest()?.evidence;
    let place = evidence.telling_place(None)?;
    let words = evidence.snippets.get(place).map_or("", String::as_str);
    let voice = state.session.voice(evidence, place);
    let voice = voice.map(|(who, turn)| safe!("{} {}", SafeText::shown(who), SafeText::shown(turn)));
    let line = labelled("said").and(StyleRole::Quote, quotation(words));
    Some(line.and(StyleRole::Dim, safe!("  {}", voice.unwrap_or_default())))
}

/// The item whose rule it is.
fn item_of<'s>(state: &'s State, conflict: &Conflict) -> Option<&'s Item> {
    state.ledger().get(conflict.item_id.as_deref()?)
}

fn what_to_do(state: &State, conflict: &Conflict) -> SafeText {
    if state.is_settled(conflict) {
        return "nothing: you took it as settled".into();
    }
    let Some(id) = conflict.item_id.as_deref() else {
        return "nothing is undone by itself: you said this, but it is no item yet; say in the talk what holds".into();
    };
    let id = SafeText::line(id);
    if item_of(state, conflict).is_some_and(Item::is_open) {
        safe!(
            "say in the talk what holds, or here: {} takes it as settled, {} removes {}, {} rewrites it",
            state.prefs.keymap.key("confirm"),
            state.prefs.keymap.key("remove"),
            id,
            state.prefs.keymap.key("edit")
        )
    } else {
        safe!("nothing: {} does not stand any more", id)
    }
}

/// Open conflicts with an item, newest first.
pub fn lines_of_item(state: &State, item: &Item) -> Vec<StyledLine> {
    let all: Vec<&Conflict> =
        state.open_conflicts().map(|(_, c)| c).filter(|c| c.item_id.as_ref() == Some(&item.id)).collect();
    let mut lines = Vec::new();
    for conflict in all.iter().rev().take(MAX_CONFLICTS) {
        let turn = state.session.turn(&conflict.turn_id).map(|t| safe!("  t{}", t.ordinal));
        lines.push(
            StyledLine::led(CONFLICT.1, safe!(" {} conflict: ", CONFLICT.0))
                .and_quoted(StyleRole::Text, &state.session.from_project(&conflict.words))
                .and(StyleRole::Dim, turn.unwrap_or_default()),
        );
    }
    if all.len() > MAX_CONFLICTS {
        lines.push(StyledLine::one(StyleRole::Dim, safe!("   and {} more in Conflicts", all.len() - MAX_CONFLICTS)));
    }
    lines
}
