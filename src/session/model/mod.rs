//! Defines the use of a language model: the next window of the talk to ask about, and how an answer is recorded and
//! settled.
//!
//! An answer is logged as received before its changes are, so the log alone gives the ledger again. When a transcript
//! is reread, the logged answers are applied at the same places and the model is not asked again.

use std::collections::{BTreeSet, VecDeque};

mod listing;
mod pending;
mod provisional;
mod reader;
mod weigh;

use super::Session;
use crate::pipeline::extract::model::{ModelRequest, Read, Window, WindowRoom, read_answer, window::show};
use crate::state::{Item, ItemId, ModelAnswer, NoteEvent, ReaderTrust, TurnId};
use crate::text::SafeText;
use provisional::Provisional;

/// Upper bound of the count in [`Session::unasked`].
const COUNTED: usize = 1000;
const MAX_REFUSED_CHARS: usize = 2048;

/// The answers of models, and the state of asking.
#[derive(Debug, Clone, Default)]
pub(super) struct ModelAnswers {
    /// The recorded answers, oldest first.
    answers: Vec<ModelAnswer>,
    /// Answers from an earlier reading of the transcript, to be applied when their turns are read again.
    waiting: VecDeque<ModelAnswer>,
    /// Places of turns that were not asked about.
    unread: BTreeSet<usize>,
    /// The rules' changes that no trusted model has read yet.
    pub(super) provisional: Provisional,
    /// Objections of models to items, oldest first.
    doubts: Vec<Doubt>,
}

/// A language model's claim that an item is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    pub item_id: ItemId,
    pub model: String,
    /// The model's reason.
    pub why: String,
    /// The turn quoted as proof.
    pub turn_id: TurnId,
    /// The words quoted as proof.
    pub quote: String,
    /// The ledger's sequence number at that time; the doubt does not apply to later versions.
    pub seq: u64,
}

/// Limits and start of the next window to ask about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WindowRequest {
    /// Maximum number of bytes in talk and items.
    pub budget: usize,
    /// The place of the first turn to read.
    pub from: usize,
    /// Whether the model is trusted to settle changes; it is then not shown what only the rules found in the same
    /// turns.
    pub settles: bool,
}

impl WindowRequest {
    /// A request from the first turn, for a model that is not trusted to settle changes.
    pub const fn of(budget: usize) -> Self {
        Self { budget, from: 0, settles: false }
    }
}

/// Numbers of turns and signals ingested so far.
fn position(session: &Session) -> (usize, usize) {
    (session.stats.turns, session.stats.signals)
}

impl ModelAnswers {
    /// The state for a new reading of the same transcript: all answers wait.
    pub(super) fn reset(&self) -> Self {
        let waiting = self.answers.iter().chain(&self.waiting).cloned().collect();
        Self { waiting, ..Self::default() }
    }

    /// Adds the turn at a place to those to be read.
    pub(super) fn add_turn(&mut self, at: usize) {
        self.unread.insert(at);
    }

    /// Leaves a withdrawn turn out of those to be read.
    pub(super) fn drop_turn(&mut self, at: usize) {
        self.unread.remove(&at);
    }

    /// Whether any model answered.
    pub(super) fn has_answers(&self) -> bool {
        !self.answers.is_empty()
    }
}

/// Counts of the changes in an answer, by outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerSummary {
    /// Changes that entered the ledger.
    pub accepted: usize,
    /// Changes merged into existing items.
    pub merged: usize,
    /// Changes that wait for the person.
    pub held: usize,
    /// Changes refused.
    pub rejected: usize,
    /// Items called wrong.
    pub doubts: usize,
    /// Why the whole answer was refused.
    pub refused: Option<String>,
}

impl Session {
    /// The oldest turns that no model was asked about, with the ledger as it was before them. `None` when none is left,
    /// or when their text is not in memory (see [`Self::lacks_unread_text`]).
    pub fn next_window(&self, request: WindowRequest) -> Option<Window> {
        if self.lacks_unread_text(request.from).is_some() {
            return None;
        }
        let room = WindowRoom::of(request.budget);
        let turns = (self.talk.turns.as_slice(), &self.talk.withdrawn);
        let mut window = Window::next(turns, &self.models.unread, request.from, room)?;
        for shown in &mut window.turns {
            shown.answered = self.talk.answered_at(shown.index);
        }
        window.items = listing::within(self.listed(&window.covers, request.settles), room.items);
        Some(window)
    }

    /// The place of the first turn from `from` on that no model was asked about, if its text is not in memory.
    pub fn lacks_unread_text(&self, from: usize) -> Option<usize> {
        self.models.unread.range(from..).next().copied().filter(|at| self.talk.lacks_text(*at))
    }

    /// Number of relevant turns from `from` on that no model was asked about; the count stops at 1000.
    pub fn unasked(&self, from: usize) -> usize {
        let first = self.talk.turns.len().saturating_sub(self.talk.gates.len());
        let gated = |at: &usize| at.checked_sub(first).and_then(|i| self.talk.gates.get(i)).is_none_or(|g| g.gated);
        self.models.unread.range(from..).take(COUNTED).filter(|at| gated(at)).count()
    }

    /// The place of the first turn from `from` on that no model was asked about.
    pub fn first_unread(&self, from: usize) -> Option<usize> {
        self.models.unread.range(from..).next().copied()
    }

    /// Number of turns from `from` on that no model was asked about.
    pub fn unread_turns(&self, from: usize) -> usize {
        self.models.unread.range(from..).count()
    }

    /// The answer to a window, ready for [`Self::take_answer`].
    pub fn answer_to(
        &self,
        window: &Window,
        nonce: &str,
        (model, trust): (&str, &ReaderTrust),
        text: &str,
    ) -> ModelAnswer {
        ModelAnswer {
            model: SafeText::line(model).into_string(),
            trust: trust.clone(),
            ingested: position(self),
            turns: window.turns.iter().map(|t| t.turn_id.clone()).collect(),
            covers: window
                .covers
                .iter()
                .filter_map(|at| Some(self.talk.turns.get(*at)?.turn_id.as_str().into()))
                .collect(),
            items: window.items.iter().map(|i| i.id.clone()).collect(),
            nonce: nonce.to_owned(),
            body: safe_body(text),
            refused: None,
        }
    }

    /// A refused answer to a window, with the reason.
    pub fn no_answer_to(&self, window: &Window, nonce: &str, who: (&str, &ReaderTrust), why: &str) -> ModelAnswer {
        ModelAnswer { refused: Some(why.to_owned()), ..self.answer_to(window, nonce, who, "") }
    }

    /// Logs a model's answer, then settles the changes that pass the guards, from normalize on.
    pub fn take_answer(&mut self, mut answer: ModelAnswer) -> AnswerSummary {
        let window = self.window_of(&answer);
        let asked = ModelRequest {
            window: &window,
            turns: &self.talk.turns,
            nonce: &answer.nonce,
            model: &answer.model,
            trust: &answer.trust,
        };
        answer.ingested = position(self);
        let read = match answer.refused.take().map_or_else(|| read_answer(&answer.body, asked), Err) {
            Ok(read) => read,
            Err(why) => {
                answer.refused = Some(SafeText::line(&why).into_string());
                answer.body = answer.body.chars().take(MAX_REFUSED_CHARS).collect();
                Read::default()
            }
        };
        let refused = answer.refused.clone();
        let who = (answer.model.clone(), answer.trust.clone());
        self.record_answer(&answer);
        self.note(NoteEvent::Answered { answer: Box::new(answer) }, self.last_time());
        let before = self.stats;
        let doubts = read.challenges.len();
        let covers = if refused.is_none() { window.covers.as_slice() } else { &[] };
        self.settle_answer(read, covers, &who);
        let now = self.stats;
        AnswerSummary {
            accepted: now.accepted - before.accepted,
            merged: now.merged - before.merged,
            held: now.held - before.held,
            rejected: now.rejected - before.rejected,
            doubts,
            refused,
        }
    }

    /// Restores the state of models from a log line.
    pub(super) fn record_note(&mut self, event: &NoteEvent) {
        match event {
            NoteEvent::Answered { answer } => self.record_answer(answer),
            NoteEvent::Challenged { item_id, model, why, turn_id, quote } => self.models.doubts.push(Doubt {
                item_id: item_id.clone(),
                model: model.clone(),
                why: why.clone(),
                turn_id: turn_id.clone(),
                quote: quote.clone(),
                seq: self.ledger.seq(),
            }),
            _ => {}
        }
    }

    fn record_answer(&mut self, answer: &ModelAnswer) {
        for id in &answer.covers {
            if let Some(at) = self.talk.place(id) {
                self.models.unread.remove(&at);
            }
        }
        self.models.answers.push(answer.clone());
    }

    /// Takes the answers of a former reading whose place in the talk is reached.
    pub(super) fn replay_answers(&mut self) {
        while self.models.waiting.front().is_some_and(|a| {
            let (turns, signals) = position(self);
            a.ingested.0 <= turns && a.ingested.1 <= signals
        }) {
            if let Some(answer) = self.models.waiting.pop_front() {
                self.take_answer(answer);
            }
        }
    }

    pub(super) fn awaits_answers(&self) -> bool {
        !self.models.waiting.is_empty()
    }

    /// The recorded answers, oldest first.
    pub fn answers(&self) -> &[ModelAnswer] {
        &self.models.answers
    }

    /// The doubts about the item's newest version.
    pub fn doubts(&self, item: &Item) -> impl Iterator<Item = &Doubt> {
        let since = item.newest().map_or(0, |v| v.seq);
        self.models.doubts.iter().filter(move |d| d.item_id == item.id && d.seq >= since)
    }

    /// The window of an answer, as far as the talk still holds it.
    fn window_of(&self, answer: &ModelAnswer) -> Window {
        let turns = answer.turns.iter().filter_map(|id| self.valid_place(id));
        let covers: Vec<usize> = answer.covers.iter().filter_map(|id| self.valid_place(id)).collect();
        let mut items = self.listed(&covers, answer.trust.settles());
        items.retain(|i| answer.items.contains(&i.id));
        Window { turns: turns.filter_map(|at| Some(show(at, self.talk.turns.get(at)?))).collect(), items, covers }
    }

    /// The place of a turn, unless it was withdrawn.
    fn valid_place(&self, id: &TurnId) -> Option<usize> {
        self.talk.place(id).filter(|_| !self.is_withdrawn(id))
    }
}

/// An answer's text for the log: secrets redacted, hidden characters shown, JSON still valid.
fn safe_body(text: &str) -> String {
    match serde_json::from_str::<serde_json::Value>(text.trim()) {
        Ok(mut value) => {
            super::export::neutralise(&mut value);
            value.to_string()
        }
        Err(_) => SafeText::block(text).into_string(),
    }
}
