//! Defines the "why" of a suggestion and of a conflict.

use super::facts::{LABEL, fact};
use crate::memory::{MemoryEvent, MemoryEventKind, SuggestionRow as Offered, SuggestionStatus};
use crate::session::Conflict;
use crate::session::suggest::{Action, Quote};
use crate::state::Item;
use crate::text::SafeText;
use crate::tui::panes::face::{CONFLICT, FLAGGED, deed};
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::view::memory::diff;
use crate::tui::view::row::Row;
use crate::tui::view::words;

/// A suggestion: why it is worth keeping, what it rests on, and the exact change.
pub fn of_suggestion(state: &State, row: &Offered) -> Vec<Row> {
    let suggestion = &row.suggestion;
    let (sign, role) = deed(row);
    let mut rows =
        vec![Row::led(role.unwrap_or(Role::Text), format!(" {sign} ")).and_quoted(Role::Strong, &suggestion.title)];
    rows.extend(suggestion.flags.iter().map(|flag| {
        let words = format!("look closely: {}", flag.word().replace('_', " "));
        Row::led(FLAGGED.1, format!(" {} ", FLAGGED.0)).and(FLAGGED.1, words)
    }));
    rows.extend(suggestion.evidence.iter().take(6).map(quote));
    rows.push(fact("why", &suggestion.why));
    rows.push(
        fact("sure", suggestion.confidence.word())
            .and(Role::Dim, format!(" {:.2}  {}  {}", suggestion.score, suggestion.memory_type, suggestion.item_id)),
    );
    if matches!(row.standing, SuggestionStatus::Pending | SuggestionStatus::Kept) {
        rows.push(does(row));
    }
    if let Some(similar) = &row.similar {
        rows.push(fact("before", &format!("something like it was dismissed: {similar}")));
    }
    if let Some(memo) = state.memories.memo(&suggestion.id).filter(|_| row.standing != SuggestionStatus::Pending) {
        rows.extend(said(state, memo));
    }
    if row.standing == SuggestionStatus::Pending {
        match state.memories.draft(row) {
            Some(Ok(draft)) => rows.extend(diff(state, draft)),
            Some(Err(why)) => rows.push(Row::led(Role::Bad, " ! ").and_quoted(Role::Bad, why)),
            None => rows.push(Row::one(Role::Dim, "   the exact change is being drafted")),
        }
    }
    rows
}

fn quote(quote: &Quote) -> Row {
    let who = quote.speaker.map_or("", words::speaker);
    let row = Row::led(Role::Text, "   ").and(Role::Quote, format!("\"{}\"", SafeText::line(&quote.words).as_str()));
    row.and(Role::Dim, "  ").and_quoted(Role::Dim, &format!("{who} {}", quote.turn))
}

/// What approval would do, in words.
fn does(row: &Offered) -> Row {
    let existing = row.suggestion.existing.as_deref().unwrap_or("a memory");
    let words = match (row.standing, row.suggestion.action) {
        (SuggestionStatus::Kept, _) | (_, Action::Nothing) => format!("nothing: {existing} says it already"),
        (_, Action::Create) => "create: a memory that was not there".to_owned(),
        (_, Action::Update) => format!("update: {existing} says something older"),
        (_, Action::Supersede) => format!("supersede: {existing} says what this replaced, and goes"),
        (_, Action::Retire) => format!("retire: {existing} says what no longer stands, and goes"),
    };
    fact("does", &words)
}

/// What the person said of it, and what was written then.
fn said(state: &State, memo: &MemoryEvent) -> Vec<Row> {
    let at = words::exact(memo.at, state.utc_offset);
    let mut rows = vec![fact(memo.did.word(), &at)];
    if memo.did == MemoryEventKind::Dismissed {
        rows.push(fact("because", memo.reason.as_deref().unwrap_or("no reason was given")));
    }
    let folder = memo.folder.as_deref().unwrap_or_default();
    for file in &memo.files {
        let path = state.sessions.short(&format!("{folder}/{}", file.file));
        rows.push(fact("wrote", &path));
    }
    rows
}

/// A conflict: the rule, the deed's words, where it was done.
pub fn of_conflict(state: &State, conflict: &Conflict) -> Vec<Row> {
    let mut rows = vec![Row::led(CONFLICT.1, format!(" {} ", CONFLICT.0)).and_quoted(Role::Strong, &conflict.words)];
    let turn = state.session.turn(&conflict.turn_id);
    let at = conflict.at.or(turn.and_then(|t| t.at)).map_or(String::new(), |at| words::exact(at, state.utc_offset));
    rows.push(fact("against", &conflict.rule).and(Role::Dim, "  ").and_quoted(Role::Dim, &conflict.item_id));
    rows.push(fact("forbids", conflict.ban.word()));
    let turn = turn.map_or_else(|| "-".to_owned(), |t| format!("t{}", t.ordinal));
    rows.push(fact("beside", &turn).and(Role::Dim, format!("  {at}")));
    if let Some(item) = state.ledger().get(&conflict.item_id) {
        let evidence = item.newest().map(|v| &v.evidence);
        if let Some((evidence, place)) = evidence.and_then(|e| Some((e, e.telling_place(None)?))) {
            let words = evidence.snippets.get(place).map_or("", String::as_str);
            let voice = state.session.voice(evidence, place);
            let turn = voice.map_or(String::new(), |(who, turn)| format!("{who} {turn}"));
            let row = Row::led(Role::Dim, format!("   {:<LABEL$} ", "said"));
            let row = row.and(Role::Quote, format!("\"{}\"", SafeText::line(words).as_str()));
            rows.push(row.and(Role::Dim, format!("  {turn}")));
        }
    }
    let key = |id: &str| state.keymap.key(id);
    let words = if state.ledger().get(&conflict.item_id).is_some_and(Item::is_open) {
        format!(
            "nothing is undone by itself: say in the talk what holds, or here: {} takes {} out, {} rewrites it",
            key("withdraw"),
            conflict.item_id,
            key("edit")
        )
    } else {
        format!("nothing: {} does not stand any more", conflict.item_id)
    };
    rows.push(fact("to do", &words));
    rows
}

/// What went against an item, newest first.
pub fn conflicts_of(state: &State, item: &Item) -> Vec<Row> {
    const MOST: usize = 3;
    let all: Vec<&Conflict> = state.conflicts().map(|(_, c)| c).filter(|c| c.item_id == item.id).collect();
    let row = |conflict: &&Conflict| {
        let turn = state.session.turn(&conflict.turn_id).map_or(String::new(), |t| format!("  t{}", t.ordinal));
        Row::led(CONFLICT.1, format!(" {} conflict: ", CONFLICT.0))
            .and_quoted(Role::Text, &conflict.words)
            .and(Role::Dim, turn)
    };
    let mut rows: Vec<Row> = all.iter().rev().take(MOST).map(row).collect();
    if all.len() > MOST {
        rows.push(Row::one(Role::Dim, format!("   and {} more in Conflicts", all.len() - MOST)));
    }
    rows
}
