//! Defines the row content of items, candidates, conflicts and advice, the same in every pane.

use crate::safe;
use crate::session::advice::Advice;
use crate::session::reasons::plain_reason;
use crate::session::{Conflict, Session, worded};
use crate::state::{Candidate, DeltaKind, Disposition, HeldId, Item, ItemKind, Outcome, Resolution, Status};
use crate::text::SafeText;
use crate::tui::ids::{FoldedRows, RowKey};
use crate::tui::row_content::{CONFLICT, DROPPED, RowContent, RowMark, SINCE, TOUCHED, UNSEEN, first_mark};
use crate::tui::state::State;
use crate::tui::styled::{quotation, without_marks};
use crate::tui::theme::StyleRole;

/// Content of a row.
pub fn row_content(state: &State, key: &RowKey) -> RowContent {
    match key {
        RowKey::Item(id) => state.ledger().get(id).map(|i| item(state, i)),
        RowKey::Held(id) => state.held_by_id(*id).map(|o| held(state, o, *id)),
        RowKey::Rejected(line) => state.session.outcome(*line).map(|o| rejected(&state.session, o)),
        RowKey::Advice(at) => state.session.advice().get(*at).map(advice),
        RowKey::Conflict(at) => state.session.conflicts().get(*at).map(|c| conflict(state, c)),
        RowKey::Entry(entry) => state.panes.get(entry.pane).map(|pane| pane.content(state, entry)),
        RowKey::Folded(fold, count) => Some(folded(state, *fold, *count)),
        RowKey::Heading(..) | RowKey::Turn(_) => None,
    }
    .unwrap_or_default()
}

/// The mark of an item: of those that apply, the one most recently requested by the person.
fn mark(state: &State, item: &Item) -> Option<RowMark> {
    first_mark([
        (state.is_touched(item), TOUCHED),
        (state.conflicts_of(&item.id) > 0, CONFLICT),
        (state.is_since(item), SINCE),
        (state.is_dropped(item), DROPPED),
        (state.is_unseen(item), UNSEEN),
    ])
}

/// The sign of an item's kind and status, and its role.
pub fn glyph(item: &Item) -> (&'static str, Option<StyleRole>) {
    match (item.kind, item.status) {
        (ItemKind::Task, Status::Resolved) if item.resolution == Some(Resolution::Completed) => {
            ("✓", Some(StyleRole::Good))
        }
        (_, Status::Superseded | Status::Resolved) => ("×", Some(StyleRole::Dim)),
        (ItemKind::Task, _) if item.has_tag("in_progress") => ("◐", Some(StyleRole::Good)),
        (ItemKind::Task, _) => ("○", None),
        (ItemKind::Decision, Status::Tentative) => ("◇", None),
        (ItemKind::Decision, _) => ("◆", None),
        (ItemKind::Constraint, _) if item.has_tag("hard") => ("■", None),
        (ItemKind::Constraint, _) => ("□", None),
        (ItemKind::Goal, _) => ("◎", None),
        (ItemKind::OpenQuestion, _) => ("?", None),
        (ItemKind::Hypothesis, _) if item.has_tag("branch") => ("◫", None),
        (ItemKind::Hypothesis, _) => ("~", None),
        (ItemKind::Risk, _) => ("!", Some(StyleRole::Warn)),
        (ItemKind::Dependency, _) => ("→", None),
        (ItemKind::Artifact, _) => ("▤", None),
        (ItemKind::RejectedOption, _) => ("-", Some(StyleRole::Dim)),
        (ItemKind::Fact, _) => ("·", None),
    }
}

/// The sign of a kind, without a status.
fn sign(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Decision => "◆",
        ItemKind::Constraint => "□",
        ItemKind::Task => "○",
        ItemKind::Goal => "◎",
        ItemKind::OpenQuestion => "?",
        ItemKind::Hypothesis => "~",
        ItemKind::Risk => "!",
        ItemKind::Dependency => "→",
        ItemKind::Artifact => "▤",
        ItemKind::RejectedOption => "-",
        ItemKind::Fact => "·",
    }
}

fn item(state: &State, item: &Item) -> RowContent {
    let (glyph, glyph_role) = glyph(item);
    let newest = item.newest();
    let turn = newest.and_then(|v| state.session.turn(v.said_in()));
    let word = match item.ended_because.as_deref() {
        Some("withdrawn by you") => "removed",
        // An option that was not chosen was never in force, so it cannot be replaced.
        _ if item.superseded_by.is_some() && item.kind != ItemKind::RejectedOption => "replaced",
        _ if state.conflicts_of(&item.id) > 0 => "conflict",
        _ if item.is_open() && item.has_tag("hard") => "hard",
        _ => "",
    };
    RowContent {
        glyph,
        glyph_role,
        text: plain_line(state, &state.session.summary_with_question(item)),
        ended: !item.is_open(),
        versions: Some(item.versions.len()).filter(|n| *n > 1),
        turn: turn.map(|t| t.ordinal),
        at: newest.and_then(|v| v.at),
        word: word.into(),
        sign: "",
        lead: SafeText::default(),
        score: SafeText::default(),
        mark: mark(state, item),
        unseen: state.is_unseen(item),
        flashing: state.is_flashing(item),
    }
}

fn held(state: &State, outcome: &Outcome, id: HeldId) -> RowContent {
    let candidate = &outcome.candidate;
    let after = outcome.line > state.attention.seen.before_line as u64;
    let unseen = state.file.caught_up && !state.is_past() && after && !state.attention.seen.held.contains(&id);
    RowContent {
        glyph: "?",
        glyph_role: Some(StyleRole::Warn),
        text: statement(state, candidate),
        word: kind_word(candidate).into(),
        score: safe!("{:.2}", candidate.confidence),
        mark: unseen.then_some(UNSEEN),
        unseen,
        ..of_candidate(&state.session, candidate)
    }
}

/// Session text on one line: without Markdown, with paths relative to the project's folder.
pub fn plain_line(state: &State, words: &str) -> SafeText {
    SafeText::line(&without_marks(&state.session.from_project(words)))
}

/// A candidate's text as it would enter the ledger.
pub fn statement(state: &State, candidate: &Candidate) -> SafeText {
    let delta = &candidate.delta;
    let target = delta.target_id.as_ref().and_then(|id| state.ledger().get(id)).map(|item| item.summary.as_str());
    let about = plain_line(state, target.unwrap_or(delta.text()));
    match (delta.kind, delta.resolution) {
        (DeltaKind::TaskClosed, Some(Resolution::Abandoned)) => safe!("dropped: {}", about),
        (DeltaKind::TaskClosed, _) => safe!("done: {}", about),
        (DeltaKind::ItemSuperseded, _) => safe!("removed: {}", about),
        _ => plain_line(state, delta.text()),
    }
}

/// A row that represents folded rows.
fn folded(state: &State, fold: FoldedRows, count: usize) -> RowContent {
    let sign = if state.nav.unfolded.contains(&fold) { "▾" } else { "⋯" };
    let (glyph, text) = match fold {
        FoldedRows::Likely => ("⋯", safe!("{} more in Review", count)),
        FoldedRows::ToConfirm => (sign, safe!("{} less likely", count)),
        FoldedRows::Ignored => (sign, safe!("{} ignored, with the reason", count)),
    };
    RowContent { glyph, glyph_role: Some(StyleRole::Dim), text, ended: true, ..RowContent::default() }
}

fn conflict(state: &State, conflict: &Conflict) -> RowContent {
    let (session, ended) = (&state.session, state.is_settled(conflict));
    let turn = session.turn(&conflict.turn_id);
    RowContent {
        glyph: if ended { "✓" } else { CONFLICT.0 },
        glyph_role: Some(if ended { StyleRole::Good } else { CONFLICT.1 }),
        ended,
        text: safe!(
            "\"{}\" against {}\"{}\"",
            SafeText::line(&session.from_project(&conflict.words)),
            if conflict.likely { "likely " } else { "" },
            worded(&session.from_project(&conflict.rule))
        ),
        turn: turn.map(|t| t.ordinal),
        at: conflict.at.or(turn.and_then(|t| t.at)),
        ..RowContent::default()
    }
}

fn advice(advice: &Advice) -> RowContent {
    let text = SafeText::line(&advice.sentence());
    RowContent { glyph: "i", text, ..RowContent::default() }
}

fn rejected(session: &Session, outcome: &Outcome) -> RowContent {
    let lead = match &outcome.disposition {
        Disposition::Rejected { code, .. } => safe!("{}: ", SafeText::line(&plain_reason(code))),
        Disposition::Accepted { .. } | Disposition::Merged { .. } | Disposition::Held { .. } => SafeText::default(),
    };
    let content = of_candidate(session, &outcome.candidate);
    RowContent { glyph: "✗", glyph_role: Some(StyleRole::Dim), lead, sign: "", ..content }
}

fn of_candidate(session: &Session, candidate: &Candidate) -> RowContent {
    let telling = candidate.evidence.telling();
    let turn = telling.and_then(|(turn, _)| session.turn(turn));
    let words = telling.map_or(candidate.delta.text(), |(_, words)| words);
    RowContent {
        text: quotation(&session.from_project(words)),
        sign: candidate.delta.item_kind().map_or("", sign),
        turn: turn.map(|t| t.ordinal),
        at: turn.and_then(|t| t.at),
        ..RowContent::default()
    }
}

/// The kind of item a candidate would make or change, in words.
pub fn kind_word(candidate: &Candidate) -> &'static str {
    candidate.delta.kind.plain_name()
}
