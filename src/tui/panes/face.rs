//! Defines [`Face`], what a row shows of an item, a candidate or a turn, whatever pane it stands in.

use jiff::Timestamp;

use super::{RowKey, standup};
use crate::memory::{SuggestionRow, SuggestionStatus};
use crate::session::Session;
use crate::session::advice::Advice;
use crate::session::suggest::{Action, MemoryType};
use crate::state::{Candidate, Disposition, EndReason, HeldId, Item, ItemKind, Outcome, Resolution, Status};
use crate::text::SafeText;
use crate::tui::state::State;
use crate::tui::theme::Role;

/// A row's facts. `text` is safe.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Face {
    /// The sign of its kind and status.
    pub glyph: &'static str,
    /// The sign's role; `None` for plain text.
    pub glyph_role: Option<Role>,
    /// What is read.
    pub text: String,
    /// Whether it no longer stands.
    pub ended: bool,
    /// How many versions it has, when more than one.
    pub versions: Option<usize>,
    /// The ordinal of the turn that settled it.
    pub turn: Option<u32>,
    /// That turn's time.
    pub at: Option<Timestamp>,
    /// A word that sets it apart (`hard`, a refusing rule, a score).
    pub word: String,
    /// The sign of what a candidate would be: stands before its words where there is no room for `word`.
    pub sign: &'static str,
    /// What sort of thing it is, before its words.
    pub lead: &'static str,
    /// How sure it is, where that is the question.
    pub score: String,
    /// What sets the row apart now: touched by the step shown, changed since a point, unseen.
    pub mark: Option<(&'static str, Role)>,
    /// It changed and was not looked at.
    pub unseen: bool,
    /// It changed a moment ago.
    pub flashing: bool,
}

/// It changed and was not looked at.
const UNSEEN: (&str, Role) = ("•", Role::Warn);
/// The step shown touched it.
pub const TOUCHED: (&str, Role) = ("»", Role::Accent);
/// It changed after the point the person marked.
const SINCE: (&str, Role) = ("+", Role::Warn);
/// It stands from before the agent's context was compacted.
pub const DROPPED: (&str, Role) = ("‡", Role::Warn);

/// Something went against it.
pub const CONFLICT: (&str, Role) = ("⚑", Role::Bad);
/// It is suspicious: the person must look closely.
pub const FLAGGED: (&str, Role) = ("!", Role::Warn);
/// The person marked it.
pub(super) const MARKED: (&str, Role) = ("*", Role::Accent);

/// The one mark a row has, by what the person asked for last.
fn mark(state: &State, item: &Item) -> Option<(&'static str, Role)> {
    let marks = [
        (state.is_touched(item), TOUCHED),
        (state.conflicted.contains_key(&item.id), CONFLICT),
        (state.is_since(item), SINCE),
        (state.is_dropped(item), DROPPED),
        (state.is_unseen(item), UNSEEN),
    ];
    marks.into_iter().find(|(applies, _)| *applies).map(|(_, mark)| mark)
}

/// The face of a row.
pub fn face(state: &State, key: &RowKey) -> Face {
    match key {
        RowKey::Item(id) => state.ledger().get(id).map(|i| item(state, i)).unwrap_or_default(),
        RowKey::Held(id) => state.held_by_id(*id).map(|o| held(state, o, *id)).unwrap_or_default(),
        RowKey::Rejected(line) => state.session.outcome(*line).map(|o| rejected(&state.session, o)).unwrap_or_default(),
        RowKey::Advice(at) => state.session.advice().get(*at).map(advice).unwrap_or_default(),
        RowKey::Memory(id) => state.memories.row(id).map(|row| memory(state, row)).unwrap_or_default(),
        RowKey::Conflict(at) => conflict(state, *at),
        RowKey::Standup(entry) => standup::face(state, entry),
        RowKey::Heading(..) | RowKey::Summary | RowKey::Turn(_) => Face::default(),
    }
}

/// The sign of an item's kind and status, and its role.
pub fn glyph(item: &Item) -> (&'static str, Option<Role>) {
    match (item.kind, item.status) {
        (ItemKind::Task, Status::Resolved) if item.resolution == Some(Resolution::Completed) => ("✓", Some(Role::Good)),
        (_, Status::Superseded | Status::Resolved) => ("×", Some(Role::Dim)),
        (ItemKind::Task, _) if item.has_tag("in_progress") => ("◐", Some(Role::Accent)),
        (ItemKind::Task, _) => ("○", None),
        (ItemKind::Decision, Status::Tentative) => ("◇", None),
        (ItemKind::Decision, _) => ("◆", Some(Role::Accent)),
        (ItemKind::Constraint, _) if item.has_tag("hard") => ("■", Some(Role::Warn)),
        (ItemKind::Constraint, _) => ("□", None),
        (ItemKind::Goal, _) => ("◎", None),
        (ItemKind::OpenQuestion, _) => ("?", None),
        (ItemKind::Hypothesis, _) if item.has_tag("branch") => ("◫", None),
        (ItemKind::Hypothesis, _) => ("~", None),
        (ItemKind::Risk, _) => ("!", Some(Role::Warn)),
        (ItemKind::Dependency, _) => ("→", None),
        (ItemKind::Artifact, _) => ("▤", None),
        (ItemKind::RejectedOption, _) => ("-", Some(Role::Dim)),
        (ItemKind::Fact, _) => ("·", None),
    }
}

/// The plain sign of a kind, before anything is known of its status.
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

fn item(state: &State, item: &Item) -> Face {
    let (glyph, glyph_role) = glyph(item);
    let newest = item.newest();
    let turn = newest.and_then(|v| state.session.turn(&v.turn_id));
    let word = match item.end_reason() {
        Some(EndReason::WithdrawnByPerson) => "withdrawn",
        _ if state.conflicted.contains_key(&item.id) => "conflict",
        _ if item.is_open() && item.has_tag("hard") => "hard",
        _ => "",
    };
    Face {
        glyph,
        glyph_role,
        text: SafeText::line(&item.summary).into_string(),
        ended: !item.is_open(),
        versions: Some(item.versions.len()).filter(|n| *n > 1),
        turn: turn.map(|t| t.ordinal),
        at: newest.and_then(|v| v.at),
        word: word.to_owned(),
        sign: "",
        lead: "",
        score: String::new(),
        mark: mark(state, item),
        unseen: state.is_unseen(item),
        flashing: state.is_flashing(item),
    }
}

fn held(state: &State, outcome: &Outcome, id: HeldId) -> Face {
    let candidate = &outcome.candidate;
    let after = outcome.line > state.seen.before_line as u64;
    let unseen = state.caught_up && !state.is_past() && after && !state.seen.held.contains(&id);
    Face {
        glyph: "?",
        glyph_role: Some(Role::Warn),
        word: kind_word(candidate).to_owned(),
        score: format!("{:.2}", candidate.confidence),
        mark: unseen.then_some(UNSEEN),
        unseen,
        ..candidate_face(&state.session, candidate)
    }
}

/// The sign of what approval would do, and its role.
pub fn deed(row: &SuggestionRow) -> (&'static str, Option<Role>) {
    match (row.standing, row.suggestion.action) {
        (SuggestionStatus::Approved, _) => ("✓", Some(Role::Good)),
        (SuggestionStatus::Dismissed, _) => ("×", Some(Role::Dim)),
        (SuggestionStatus::Kept, _) | (_, Action::Nothing) => ("=", Some(Role::Dim)),
        (_, Action::Create) => ("+", Some(Role::Good)),
        (_, Action::Update) => ("~", Some(Role::Accent)),
        (_, Action::Supersede) => ("»", Some(Role::Accent)),
        (_, Action::Retire) => ("-", Some(Role::Warn)),
    }
}

fn memory(state: &State, row: &SuggestionRow) -> Face {
    let suggestion = &row.suggestion;
    let (glyph, glyph_role) = deed(row);
    let marks = [(state.memories.marked.contains(&suggestion.id), MARKED), (!suggestion.flags.is_empty(), FLAGGED)];
    // Where and when it was said stands in the detail: its sort and how sure it is matter more here.
    Face {
        glyph,
        glyph_role,
        text: SafeText::line(&suggestion.title).into_string(),
        ended: row.standing != SuggestionStatus::Pending,
        word: suggestion.confidence.word().to_owned(),
        lead: match suggestion.memory_type {
            MemoryType::User => "user      ",
            MemoryType::Feedback => "feedback  ",
            MemoryType::Project => "project   ",
            MemoryType::Reference => "reference ",
        },
        mark: marks.into_iter().find(|(applies, _)| *applies).map(|(_, mark)| mark),
        ..Face::default()
    }
}

fn conflict(state: &State, at: usize) -> Face {
    let Some(conflict) = state.session.conflicts().get(at) else { return Face::default() };
    let turn = state.session.turn(&conflict.turn_id);
    Face {
        glyph: CONFLICT.0,
        glyph_role: Some(CONFLICT.1),
        text: format!(
            "\"{}\" against \"{}\"",
            SafeText::line(&conflict.words).as_str(),
            SafeText::line(&conflict.rule).as_str()
        ),
        turn: turn.map(|t| t.ordinal),
        at: conflict.at.or(turn.and_then(|t| t.at)),
        word: SafeText::line(&conflict.item_id).into_string(),
        ..Face::default()
    }
}

fn advice(advice: &Advice) -> Face {
    Face { glyph: "i", glyph_role: Some(Role::Accent), text: advice.sentence(), ..Face::default() }
}

fn rejected(session: &Session, outcome: &Outcome) -> Face {
    let code = match &outcome.disposition {
        Disposition::Rejected { code, .. } => SafeText::line(code).into_string(),
        _ => String::new(),
    };
    Face { glyph: "✗", glyph_role: Some(Role::Dim), word: code, ..candidate_face(session, &outcome.candidate) }
}

fn candidate_face(session: &Session, candidate: &Candidate) -> Face {
    let telling = candidate.evidence.telling();
    let turn = telling.and_then(|(turn, _)| session.turn(turn));
    let words = telling.map_or(candidate.delta.text(), |(_, words)| words);
    Face {
        text: format!("\"{}\"", SafeText::line(words).as_str()),
        sign: candidate.delta.item_kind().map_or("", sign),
        turn: turn.map(|t| t.ordinal),
        at: turn.and_then(|t| t.at),
        ..Face::default()
    }
}

/// What kind of thing a candidate would make or change, in a word.
pub fn kind_word(candidate: &Candidate) -> &'static str {
    candidate.delta.item_kind().map_or(candidate.delta.kind.word(), ItemKind::word)
}
