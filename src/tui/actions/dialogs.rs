//! Defines the actions of the overlays: help, export, questions, typed lines; and copying.

use super::{corrections::act, looking::filter_by, moving};
use crate::safe;
use crate::session::{Budget, ExportFormat, Exported, Source, export as make, worded};
use crate::state::{Disposition, Evidence, Outcome, PersonAction};
use crate::text::SafeText;
use crate::tui::effect::Effect;
use crate::tui::ids::RowKey;
use crate::tui::keymap::Key;
use crate::tui::model;
use crate::tui::panes::content::{kind_word, row_content, statement};
use crate::tui::state::overlay::{EntryLine, PerWidth};
use crate::tui::state::{Input, Overlay, Purpose, Question, State};
use crate::tui::view::{most_scroll, page};

/// The budgets the export dialog steps through, in tokens.
const BUDGETS: &[usize] = &[250, 500, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 16_000];

/// Current choices of the export dialog.
#[derive(Debug, Clone, Copy)]
struct Form {
    format: ExportFormat,
    budget: usize,
    dropped: bool,
}

/// The export dialog with the current export.
fn export_of(state: &State, form: Form) -> Overlay {
    let Form { format, budget, dropped } = form;
    let before = if dropped { state.compaction() } else { None };
    let source = Source { session: &state.session, ledger: state.ledger(), before };
    let Exported { text, items, left_out } = make(source, format, Budget::Tokens(budget));
    let (text, items) = (SafeText::block(&text), (items, left_out));
    Overlay::Export { format, dropped, budget, scroll: 0, text, items, rows: PerWidth::default() }
}

pub(super) fn copy(state: &mut State, _: Key) -> Vec<Effect> {
    let Some(key) = state.selected() else { return Vec::new() };
    let text = match &key {
        RowKey::Turn(at) => state.turns().get(*at).map(|t| SafeText::block(&t.content)),
        RowKey::Item(id) => copy_of_item(state, id),
        RowKey::Advice(at) => state.session.advice().get(*at).map(|advice| SafeText::block(&advice.lines())),
        RowKey::Entry(entry) => state.panes.get(entry.pane).and_then(|pane| pane.copy_of(entry)),
        RowKey::Held(id) => state.held_by_id(*id).map(|outcome| copy_of_candidate(state, outcome, &id.to_string())),
        RowKey::Rejected(line) => {
            state.session.outcome(*line).map(|outcome| copy_of_candidate(state, outcome, "ignored"))
        }
        RowKey::Folded(..) => {
            state.tell("nothing to copy here");
            return Vec::new();
        }
        RowKey::Heading(..) | RowKey::Conflict(_) => None,
    };
    let text = text.or_else(|| Some(row_content(state, &key).text).filter(|text| !text.is_empty()));
    text.map(Effect::Copy).into_iter().collect()
}

fn copy_of_item(state: &State, id: &str) -> Option<SafeText> {
    let item = state.ledger().get(id)?;
    let head = safe!("{} {}: {}\n", SafeText::line(&item.id), item.kind.plain_name(), worded(&item.summary));
    Some(with_quotes(state, head, &item.newest()?.evidence))
}

fn copy_of_candidate(state: &State, outcome: &Outcome, name: &str) -> SafeText {
    let candidate = &outcome.candidate;
    let words = worded(statement(state, candidate).as_str());
    let sure = if matches!(outcome.disposition, Disposition::Held { .. }) { " likely" } else { "" };
    let head = safe!("{}{} {}: {}\n", SafeText::line(name), sure, kind_word(candidate), words);
    with_quotes(state, head, &candidate.evidence)
}

/// A row's text with its quotations, each with speaker and turn.
fn with_quotes(state: &State, mut out: SafeText, evidence: &Evidence) -> SafeText {
    for (place, words) in evidence.snippets.iter().enumerate() {
        let Some((who, turn)) = state.session.voice(evidence, place) else { continue };
        out.push(&safe!("> \"{}\" ({}, {})\n", SafeText::line(words), SafeText::shown(who), SafeText::shown(turn)));
    }
    out
}

pub(super) fn help(state: &mut State, _: Key) -> Vec<Effect> {
    state.overlays.push(Overlay::Help { scroll: 0 });
    Vec::new()
}

pub(super) fn export(state: &mut State, _: Key) -> Vec<Effect> {
    let dialog = export_of(state, Form { format: ExportFormat::Context, budget: state.prefs.budget, dropped: false });
    state.overlays.push(dialog);
    Vec::new()
}

pub(super) fn export_dropped(state: &mut State, _: Key) -> Vec<Effect> {
    let dialog = export_of(state, Form { format: ExportFormat::Context, budget: state.prefs.budget, dropped: true });
    state.overlays.push(dialog);
    Vec::new()
}

pub(super) fn export_scope(state: &mut State, _: Key) -> Vec<Effect> {
    export_with(state, |form| Some(Form { dropped: !form.dropped, ..form }))
}

pub(super) fn search(state: &mut State, _: Key) -> Vec<Effect> {
    state.overlays.push(Overlay::Input(Input::default()));
    Vec::new()
}

pub(super) fn close(state: &mut State, _: Key) -> Vec<Effect> {
    match state.overlays.pop() {
        Some(Overlay::Input(Input { purpose: Purpose::Filter { before }, .. })) => filter_by(state, &before),
        Some(Overlay::Input(Input { purpose: Purpose::Search, .. })) => state.nav.search.clear(),
        Some(Overlay::Confirm { question: Question::Read(_), .. }) => return model::decline(state),
        _ => {}
    }
    Vec::new()
}

/// Scrolls the dialog on top by lines, never past its end.
pub fn scroll(state: &mut State, by: isize) -> Vec<Effect> {
    let most = most_scroll(state);
    let scroll = match state.overlays.last_mut() {
        Some(Overlay::Help { scroll } | Overlay::Export { scroll, .. }) => scroll,
        Some(Overlay::Preview(preview)) => &mut preview.scroll,
        _ => return Vec::new(),
    };
    *scroll = scroll.saturating_add_signed(by).min(most);
    Vec::new()
}

/// How far a key scrolls: a line, half a screen, a screen.
fn scroll_step(state: &State, key: Key) -> isize {
    let page = page(state) as isize;
    match key.word().as_str() {
        _ if key.ctrl => (page / 2).max(1),
        "pgdn" | "pgup" | "space" => page,
        _ => 1,
    }
}

pub(super) fn scroll_down(state: &mut State, key: Key) -> Vec<Effect> {
    scroll(state, scroll_step(state, key))
}

pub(super) fn scroll_up(state: &mut State, key: Key) -> Vec<Effect> {
    scroll(state, -scroll_step(state, key))
}

pub(super) fn scroll_bottom(state: &mut State, _: Key) -> Vec<Effect> {
    scroll(state, isize::MAX)
}

pub(super) fn scroll_top(state: &mut State, _: Key) -> Vec<Effect> {
    scroll(state, isize::MIN)
}

fn shown_export(state: &State) -> Option<SafeText> {
    match state.overlays.last() {
        Some(Overlay::Export { text, .. }) => Some(text.clone()),
        _ => None,
    }
}

pub(super) fn export_copy(state: &mut State, key: Key) -> Vec<Effect> {
    let text = shown_export(state);
    close(state, key);
    text.map(Effect::Copy).into_iter().collect()
}

pub(super) fn export_write(state: &mut State, _: Key) -> Vec<Effect> {
    let Some(Overlay::Export { format, .. }) = state.overlays.last() else { return Vec::new() };
    let line = tui_input::Input::new(format.file_name().to_owned());
    state.overlays.push(Overlay::Input(Input { line, purpose: Purpose::ExportName, offered: true }));
    Vec::new()
}

/// Rebuilds the export in another form or with another budget.
fn export_with(state: &mut State, choose: impl Fn(Form) -> Option<Form>) -> Vec<Effect> {
    if let Some(Overlay::Export { format, budget, dropped, .. }) = state.overlays.last()
        && let Some(form) = choose(Form { format: *format, budget: *budget, dropped: *dropped })
    {
        let dialog = export_of(state, form);
        state.overlays.pop();
        state.overlays.push(dialog);
    }
    Vec::new()
}

pub(super) fn has_budget(state: &State) -> bool {
    matches!(state.overlays.last(), Some(Overlay::Export { format, dropped: false, .. }) if format.is_budgeted())
}

pub(super) fn export_format(state: &mut State, _: Key) -> Vec<Effect> {
    export_with(state, |form| {
        let next = (form.format as usize + 1) % ExportFormat::ALL.len();
        ExportFormat::ALL.get(next).map(|format| Form { format: *format, ..form })
    })
}

pub(super) fn export_more(state: &mut State, _: Key) -> Vec<Effect> {
    export_with(state, |form| BUDGETS.iter().copied().find(|b| *b > form.budget).map(|budget| Form { budget, ..form }))
}

pub(super) fn export_less(state: &mut State, _: Key) -> Vec<Effect> {
    export_with(state, |form| {
        BUDGETS.iter().rev().copied().find(|b| *b < form.budget).map(|budget| Form { budget, ..form })
    })
}

pub(super) fn yes(state: &mut State, _: Key) -> Vec<Effect> {
    let Some(Overlay::Confirm { question, .. }) = state.overlays.pop() else { return Vec::new() };
    match question {
        Question::Withdraw { item_id } => {
            act(state, PersonAction::Withdraw { item_id }, "removed");
            Vec::new()
        }
        Question::Replace { path, bytes } => vec![Effect::WriteFile { path, bytes, replace: true }],
        Question::Read(plan) => model::begin(state, &plan),
    }
}

pub(super) fn typed(state: &mut State, _: Key) -> Vec<Effect> {
    let Some(Overlay::Input(input)) = state.overlays.pop() else { return Vec::new() };
    let words = input.line.value().trim().to_owned();
    match input.purpose {
        Purpose::Search => {
            state.nav.search = words;
            if !moving::seek(state, 1, true) {
                // There is no match to go to.
                state.nav.search.clear();
            }
            Vec::new()
        }
        Purpose::Filter { .. } => {
            filter_by(state, &words);
            Vec::new()
        }
        Purpose::Edit { item_id } => {
            let same = state.ledger().get(&item_id).is_some_and(|i| i.summary == words);
            if !same && !words.is_empty() {
                act(state, PersonAction::Edit { item_id, summary: words }, "edited");
            }
            Vec::new()
        }
        Purpose::Entry(EntryLine { pane, field, id, .. }) => {
            state.panes.get(pane).map(|pane| pane.on_line(state, field, &id, &words)).unwrap_or_default()
        }
        Purpose::ExportName => {
            let bytes = shown_export(state).map(|text| text.into_string().into_bytes());
            match bytes {
                Some(bytes) if !words.is_empty() => vec![Effect::WriteFile { path: words, bytes, replace: false }],
                _ => Vec::new(),
            }
        }
    }
}
