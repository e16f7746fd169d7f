//! Defines what a session does with a language model: the next piece of the talk to ask about, and the taking in of an
//! answer as a recorded event.
//!
//! An answer is logged as received before anything comes of it, so the log alone gives the ledger again, and a
//! transcript that is read anew meets the same answers at the same places: nobody is asked twice.

use std::collections::{HashSet, VecDeque};

use super::Session;
use crate::language::likeness::{adds_little, covers, same_subject};
use crate::pipeline::agree::{SummaryAgreement, apart, compare, is_opinion, joined, overlap};
use crate::pipeline::extract::model::guards::AnswerCheck;
use crate::pipeline::extract::model::{Listed, ModelChange, ModelRequest, Read, Window, read_answer, window::show};
use crate::pipeline::normalize::{SAME_WORDS, compatible, restated};
use crate::pipeline::reconcile::{reconcile, reinforce};
use crate::pipeline::scorer::Family;
use crate::pipeline::{Proposed, Target, Verdict};
use crate::state::{
    Candidate, DeltaKind, Disposition, Evidence, Extractor, HeldId, Item, ItemId, ItemKind, ModelAnswer, NoteEvent,
    Pass, TurnId, semantic_id::semantic_id,
};
use crate::text::SafeText;

/// How many turns back from the newest are asked about: older talk is left to the rules.
const REACH: usize = 200;
/// Bytes of an answer's words that are kept, if nothing of it is taken.
const KEPT: usize = 2048;

/// What a session knows of models' answers.
#[derive(Debug, Clone, Default)]
pub(super) struct ModelAnswers {
    /// The answers taken in, oldest first.
    answers: Vec<ModelAnswer>,
    /// Answers of a former reading that wait for the talk to come as far.
    waiting: VecDeque<ModelAnswer>,
    /// Places of turns that were asked about.
    asked: HashSet<usize>,
    /// What models said against items, oldest first.
    doubts: Vec<Doubt>,
}

/// A language model says that an item is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// The item.
    pub item_id: ItemId,
    /// The model.
    pub model: String,
    /// Why, in its words.
    pub why: String,
    /// The turn that shows it.
    pub turn_id: TurnId,
    /// The words that show it.
    pub quote: String,
    /// The ledger's sequence number then: what changed since is no longer what was doubted.
    pub seq: u64,
}

/// Turns and signals heard so far.
fn position(session: &Session) -> (usize, usize) {
    (session.stats.turns, session.stats.signals)
}

impl ModelAnswers {
    /// What a new reading of the same transcript begins with.
    pub(super) fn reset(&self) -> Self {
        let waiting = self.answers.iter().chain(&self.waiting).cloned().collect();
        Self { waiting, ..Self::default() }
    }
}

/// What an answer came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerSummary {
    /// Changes that entered the ledger.
    pub accepted: usize,
    /// Changes that were known already.
    pub merged: usize,
    /// Changes that wait for the person.
    pub held: usize,
    /// Changes refused.
    pub rejected: usize,
    /// Items called wrong.
    pub doubts: usize,
    /// Why nothing was taken at all.
    pub refused: Option<String>,
}

impl Session {
    /// The newest turns no model was asked about, within `budget` bytes.
    pub fn next_window(&self, budget: usize) -> Option<Window> {
        let from = self.talk.turns.len().saturating_sub(REACH.min(self.talk.gates.len()));
        let gates = self
            .talk
            .gates
            .get(self.talk.gates.len().saturating_sub(self.talk.turns.len() - from)..)
            .unwrap_or_default();
        Window::newest((&self.talk.turns, gates), &self.models.asked, &self.ledger, budget)
    }

    /// Turns within reach that may tell something and were not asked about.
    pub fn unasked(&self) -> usize {
        let gates = self.talk.gates.iter().rev().take(REACH);
        let last = self.talk.turns.len();
        gates.enumerate().filter(|(back, gate)| gate.gated && !self.models.asked.contains(&(last - 1 - back))).count()
    }

    /// The answer to a window, ready to be taken in.
    pub fn answer_to(
        &self,
        window: &Window,
        nonce: &str,
        (model, trusted_model): (&str, bool),
        text: &str,
    ) -> ModelAnswer {
        let id = |at: &usize| self.talk.turns.get(*at).map(|t| t.turn_id.as_str().into());
        ModelAnswer {
            model: SafeText::line(model).into_string(),
            trusted_model,
            ingested: position(self),
            turns: window.turns.iter().map(|t| t.turn_id.clone()).collect(),
            covers: window.covers.iter().filter_map(id).collect(),
            items: window.items.iter().map(|i| i.id.clone()).collect(),
            nonce: nonce.to_owned(),
            body: safe_body(text),
            refused: None,
        }
    }

    /// The answer to a window of which nothing can be taken, and why.
    pub fn no_answer_to(&self, window: &Window, nonce: &str, who: (&str, bool), why: &str) -> ModelAnswer {
        ModelAnswer { refused: Some(why.to_owned()), ..self.answer_to(window, nonce, who, "") }
    }

    /// Takes in a model's answer: logs it, then lets what the guards leave of it enter at normalize.
    pub fn take_answer(&mut self, mut answer: ModelAnswer) -> AnswerSummary {
        let window = self.window_of(&answer);
        let asked = ModelRequest {
            window: &window,
            turns: &self.talk.turns,
            nonce: &answer.nonce,
            model: &answer.model,
            trusted_model: answer.trusted_model,
        };
        answer.ingested = position(self);
        let read = match answer.refused.take().map_or_else(|| read_answer(&answer.body, asked), Err) {
            Ok(read) => read,
            Err(why) => {
                answer.refused = Some(SafeText::line(&why).into_string());
                answer.body = answer.body.chars().take(KEPT).collect();
                Read::default()
            }
        };
        let refused = answer.refused.clone();
        let model = answer.model.clone();
        self.record_answer(&answer);
        self.note(NoteEvent::Answered { answer: Box::new(answer) }, self.last_time());
        let before = self.stats;
        for change in read.changes {
            self.settle_model(change);
        }
        let doubts = read.challenges.len();
        for c in read.challenges {
            let (why, quote) = (super::safe::text(&c.why), super::safe::text(&c.quote));
            let event =
                NoteEvent::Challenged { item_id: c.item_id, model: model.clone(), why, turn_id: c.turn_id, quote };
            self.record_note(&event);
            self.note(event, self.last_time());
        }
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

    /// What a log says of models is known again.
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
        self.models.asked.extend(answer.covers.iter().filter_map(|id| self.talk.place(id)));
        self.models.answers.push(answer.clone());
    }

    /// Answers of a former reading whose place in the talk has come.
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

    /// Whether answers of a former reading wait.
    pub(super) fn awaits_answers(&self) -> bool {
        !self.models.waiting.is_empty()
    }

    /// The answers taken in, oldest first.
    pub fn answers(&self) -> &[ModelAnswer] {
        &self.models.answers
    }

    /// What models say against an item as it stands.
    pub fn doubts(&self, item: &Item) -> impl Iterator<Item = &Doubt> {
        let since = item.newest().map_or(0, |v| v.seq);
        self.models.doubts.iter().filter(move |d| d.item_id == item.id && d.seq >= since)
    }

    /// The window an answer was given to, as far as the talk still holds it.
    fn window_of(&self, answer: &ModelAnswer) -> Window {
        let place = |id: &TurnId| self.talk.place(id).filter(|_| !self.is_withdrawn(id));
        let shown = |at: usize| self.talk.turns.get(at).map(|t| show(at, t));
        Window {
            turns: answer.turns.iter().filter_map(place).filter_map(shown).collect(),
            items: answer.items.iter().filter_map(|id| self.ledger.get(id)).map(Listed::of).collect(),
            covers: answer.covers.iter().filter_map(place).collect(),
        }
    }

    fn settle_model(&mut self, change: ModelChange) {
        let ModelChange { mut proposed, in_their_words } = change;
        let family = Family::of(proposed.candidate.delta.kind);
        let threshold = family.map_or(0.0, |f| self.thresholds().get(f).0);
        // The person's thresholds hold for a model too.
        if proposed.verdict == Verdict::Accept && proposed.candidate.confidence < threshold {
            proposed.verdict = Verdict::Hold;
        }
        if matches!(proposed.verdict, Verdict::Reject { .. }) {
            return self.settle_all(vec![proposed]);
        }
        if let Some(refused) = self.said_by_others(&proposed.candidate) {
            proposed.verdict = refused;
            return self.settle_all(vec![proposed]);
        }
        match self.late(&proposed) {
            Late::No => {
                if let Some(words) = in_their_words.filter(|_| proposed.verdict == Verdict::Accept)
                    && self.twin(&proposed.candidate).is_none()
                {
                    put_in(&mut proposed.candidate, words);
                }
                self.settle_all(vec![proposed]);
            }
            Late::AddsTo(id) => {
                let mut candidate = proposed.candidate;
                super::safe::candidate(&mut candidate);
                reinforce(&mut self.ledger, &id, &candidate);
                self.record(candidate, Disposition::Merged { into: id });
            }
            Late::Superseded(why) => {
                proposed.verdict = Verdict::Hold;
                proposed.candidate.reason = format!("{}; {why}", proposed.candidate.reason).into();
                self.settle_all(vec![proposed]);
            }
            Late::Ended(why) => {
                let code = AnswerCheck::Late.word().to_owned();
                proposed.verdict = Verdict::Reject { pass: Pass::Normalize, code, why };
                self.settle_all(vec![proposed]);
            }
        }
    }

    /// What stands already, found again in words that do not say it: no evidence for it.
    fn said_by_others(&self, candidate: &Candidate) -> Option<Verdict> {
        let words = candidate.evidence.snippets.join("\n");
        let item = restated(&self.ledger, candidate)
            .filter(|_| !adds_little(&words, candidate.delta.text()) && !covers(&words, candidate.delta.text()))?;
        let why = format!("{} says so already, and the quoted words do not", item.id);
        Some(Verdict::Reject { pass: Pass::Normalize, code: AnswerCheck::NotGrounded.word().to_owned(), why })
    }

    /// Whether the talk has gone on past the words a change rests on.
    fn late(&self, proposed: &Proposed) -> Late {
        let candidate = &proposed.candidate;
        let Some(said) = self.talk.newest_of(&candidate.evidence) else { return Late::No };
        let after = |turn: &str| self.talk.place(turn).is_some_and(|at| at > said);
        if let Target::Id(id) = &proposed.target {
            let Some(item) = self.ledger.get(id) else { return Late::No };
            // The end the rules found in the same words is the same end.
            let ended_here = !item.is_open()
                && item
                    .source_turns
                    .iter()
                    .any(|s| candidate.delta.source_turns.iter().any(|c| c.turn_id == s.turn_id));
            if item.newest().is_some_and(|v| after(&v.turn_id)) || ended_here {
                let named = candidate.evidence.snippets.iter().any(|words| same_subject(words, &item.summary));
                let why = || format!("{} has changed since, and the words do not name it", item.id);
                return if ended_here || named { Late::AddsTo(item.id.clone()) } else { Late::Ended(why()) };
            }
            return Late::No;
        }
        let Some(kind) = candidate.delta.item_kind() else { return Late::No };
        let text = candidate.delta.text();
        let same = |i: &Item| compatible(&i.summary, text);
        let ended = self.ledger.related(text, &[kind]).into_iter().find(|r| {
            let last = r.item.source_turns.iter().any(|s| self.talk.place(&s.turn_id).is_some_and(|at| at >= said));
            !r.item.is_open() && r.agreement() >= SAME_WORDS && same(r.item) && last
        });
        if let Some(r) = ended {
            return Late::Ended(format!("{} said so and is {}", r.item.id, r.item.status));
        }
        self.superseded_by_talk(candidate).map_or(Late::No, Late::Superseded)
    }

    /// Lets the same change, found in the same words by the rules and by a model, be one. Returns the item it went to,
    /// or nothing when it is a change of its own.
    pub(super) fn same_change(&mut self, proposed: &Proposed) -> Option<ItemId> {
        let candidate = &proposed.candidate;
        if self.models.answers.is_empty()
            || !candidate.delta.kind.creates()
            || matches!(proposed.verdict, Verdict::Reject { .. })
        {
            return None;
        }
        match self.twin(candidate)? {
            Twin::Item(id) => {
                reinforce(&mut self.ledger, &id, candidate);
                self.record(candidate.clone(), Disposition::Merged { into: id.clone() });
                Some(id)
            }
            Twin::Contrary(id, why) if candidate.extractor == Extractor::Model => {
                let code = AnswerCheck::Against.word().to_owned();
                self.record(candidate.clone(), Disposition::Rejected { pass: Pass::Normalize, code, why });
                Some(id)
            }
            Twin::Contrary(..) => None,
            Twin::Held(held_id, index) => {
                let waiting = self.outcome_at(index)?.candidate.clone();
                let surely = proposed.verdict == Verdict::Accept && candidate.extractor != Extractor::Model;
                let threshold = Family::of(candidate.delta.kind).map_or(1.0, |f| self.thresholds().get(f).0);
                let enters = |both: &Candidate| {
                    surely
                        || (both.confidence >= threshold
                            && !is_opinion(&both.evidence)
                            && self.superseded_by_talk(both).is_none())
                };
                let Some(mut both) = joined(&waiting, candidate).filter(enters) else {
                    self.record(candidate.clone(), Disposition::Merged { into: held_id.into() });
                    return Some(held_id.into());
                };
                super::safe::candidate(&mut both);
                let (item_id, status) = reconcile(&mut self.ledger, &mut both).ok()?;
                self.held.waiting.remove(&held_id);
                self.record(both, Disposition::Accepted { item_id: item_id.clone(), status, was: Some(held_id) });
                Some(item_id)
            }
        }
    }

    /// What the other side found in the same words.
    fn twin(&self, candidate: &Candidate) -> Option<Twin> {
        let places = self.talk.places_of(&candidate.evidence);
        let mut marks = places.filter_map(|at| self.log.marks.get(&at)).flatten();
        marks.find_map(|mark| {
            if let Some(item) = self.ledger.get(&mark.item_id).filter(|i| i.is_open()) {
                let version = item.newest()?;
                let same = Some(item.kind) == candidate.delta.item_kind()
                    && item.has_tag("branch") == (candidate.delta.kind == DeltaKind::BranchCreated)
                    && apart(version.extractor, candidate.extractor)
                    && overlap(&version.evidence, &candidate.evidence);
                let (a, b) = (candidate.delta.text(), version.summary.as_str());
                return same.then(|| twins(candidate, (a, b), &version.evidence, Twin::Item(item.id.clone())))?;
            }
            let held_id: HeldId = mark.item_id.parse().ok()?;
            let index = *self.held.waiting.get(&held_id)?;
            let waiting = &self.outcome_at(index)?.candidate;
            let same = waiting.delta.kind == candidate.delta.kind
                && apart(waiting.extractor, candidate.extractor)
                && overlap(&waiting.evidence, &candidate.evidence);
            let (a, b) = (candidate.delta.text(), waiting.delta.text());
            same.then(|| twins(candidate, (a, b), &waiting.evidence, Twin::Held(held_id, index)))?
        })
    }
}

/// Lets a candidate say what it rests on in these words; the model's stay with the reason.
fn put_in(candidate: &mut Candidate, words: String) {
    candidate.reason = format!("{}; in its words: {}", candidate.reason, candidate.delta.text()).into();
    candidate.semantic_id = semantic_id(candidate.delta.item_kind().unwrap_or(ItemKind::Fact), &words);
    candidate.delta.summary = Some(words);
}

/// What two make of the same words: one thing, two, or one the contrary of the other.
fn twins(candidate: &Candidate, (a, b): (&str, &str), evidence: &Evidence, twin: Twin) -> Option<Twin> {
    let (model, rules) = if candidate.extractor == Extractor::Model { (a, b) } else { (b, a) };
    match compare(model, rules, [&candidate.evidence, evidence]) {
        SummaryAgreement::Same => Some(twin),
        SummaryAgreement::Other => None,
        SummaryAgreement::Contrary(why) => Some(Twin::Contrary(twin.id(), why)),
    }
}

/// The same change, found before by the other side.
enum Twin {
    Item(ItemId),
    /// The contrary, found there as this, and why it is one.
    Contrary(ItemId, String),
    /// A held candidate and its place in the log.
    Held(HeldId, usize),
}

impl Twin {
    fn id(&self) -> ItemId {
        match self {
            Self::Item(id) | Self::Contrary(id, _) => id.clone(),
            Self::Held(held_id, _) => (*held_id).into(),
        }
    }
}

/// How the talk has gone on past an answer.
enum Late {
    /// It has not.
    No,
    /// The item has a newer version: the words are evidence, never a version.
    AddsTo(ItemId),
    /// Something else was said about it since.
    Superseded(String),
    /// What it says has ended since.
    Ended(String),
}

/// An answer as it is kept: secrets redacted, hidden characters shown, its JSON still JSON.
fn safe_body(text: &str) -> String {
    match serde_json::from_str::<serde_json::Value>(text.trim()) {
        Ok(mut value) => {
            super::export::neutralise(&mut value);
            value.to_string()
        }
        Err(_) => SafeText::block(text).into_string(),
    }
}
