//! Defines the use of a language model: the next window of the talk to ask about, and how an answer is recorded and
//! settled.
//!
//! An answer is logged as received before its changes are, so the log alone gives the ledger again. When a transcript
//! is read anew, the logged answers are applied at the same places and the model is not asked again.

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

/// Number of newest turns that a model is asked about; older ones are left to the rules.
const REACH: usize = 200;
const MAX_REFUSED_CHARS: usize = 2048;

/// The answers of models, and the state of asking.
#[derive(Debug, Clone, Default)]
pub(super) struct ModelAnswers {
    /// The recorded answers, oldest first.
    answers: Vec<ModelAnswer>,
    /// Answers of a former reading whose place in the talk is not reached yet.
    waiting: VecDeque<ModelAnswer>,
    /// Places of turns that were asked about.
    asked: HashSet<usize>,
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
    /// The ledger's sequence number then: the doubt does not hold for later versions.
    pub seq: u64,
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
    /// A window of the newest turns that no model was asked about, within `budget` bytes.
    pub fn next_window(&self, budget: usize) -> Option<Window> {
        let from = self.talk.turns.len().saturating_sub(REACH.min(self.talk.gates.len()));
        let gates = self
            .talk
            .gates
            .get(self.talk.gates.len().saturating_sub(self.talk.turns.len() - from)..)
            .unwrap_or_default();
        Window::newest((&self.talk.turns, gates), &self.models.asked, &self.ledger, budget)
    }

    /// Number of relevant turns within reach that no model was asked about.
    pub fn unasked(&self) -> usize {
        let gates = self.talk.gates.iter().rev().take(REACH);
        let last = self.talk.turns.len();
        gates.enumerate().filter(|(back, gate)| gate.gated && !self.models.asked.contains(&(last - 1 - back))).count()
    }

    /// The answer to a window, ready for [`Self::take_answer`].
    pub fn answer_to(
        &self,
        window: &Window,
        nonce: &str,
        (model, trusted_model): (&str, bool),
        text: &str,
    ) -> ModelAnswer {
        ModelAnswer {
            model: SafeText::line(model).into_string(),
            trusted_model,
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
    pub fn no_answer_to(&self, window: &Window, nonce: &str, who: (&str, bool), why: &str) -> ModelAnswer {
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
            trusted_model: answer.trusted_model,
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
        self.models.asked.extend(answer.covers.iter().filter_map(|id| self.talk.place(id)));
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
        Window {
            turns: turns.filter_map(|at| Some(show(at, self.talk.turns.get(at)?))).collect(),
            items: answer.items.iter().filter_map(|id| self.ledger.get(id)).map(Listed::of).collect(),
            covers: answer.covers.iter().filter_map(|id| self.valid_place(id)).collect(),
        }
    }

    /// The place of a turn, unless it was withdrawn.
    fn valid_place(&self, id: &TurnId) -> Option<usize> {
        self.talk.place(id).filter(|_| !self.is_withdrawn(id))
    }

    fn settle_model(&mut self, change: ModelChange) {
        let ModelChange { mut proposed, in_their_words } = change;
        let family = Family::of(proposed.candidate.delta.kind);
        let threshold = family.map_or(0.0, |f| self.thresholds().get(f).0);
        // The person's thresholds apply to models too.
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
                    use_quoted_words(&mut proposed.candidate, words);
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

    /// Rejects a candidate that restates an item if the words it quotes do not: they are no evidence.
    fn said_by_others(&self, candidate: &Candidate) -> Option<Verdict> {
        let words = candidate.evidence.snippets.join("\n");
        let item = restated(&self.ledger, candidate)
            .filter(|_| !adds_little(&words, candidate.delta.text()) && !covers(&words, candidate.delta.text()))?;
        let why = format!("the quoted words do not support it; {} already records it", item.id);
        Some(Verdict::Reject { pass: Pass::Normalize, code: AnswerCheck::NotGrounded.word().to_owned(), why })
    }

    /// Whether later talk overtook the words a change rests on.
    fn late(&self, proposed: &Proposed) -> Late {
        let candidate = &proposed.candidate;
        let Some(said) = self.talk.newest_of(&candidate.evidence) else { return Late::No };
        if let Target::Id(id) = &proposed.target {
            let Some(item) = self.ledger.get(id) else { return Late::No };
            // The rules found the same end in the same words.
            let ended_here = !item.is_open()
                && item
                    .source_turns
                    .iter()
                    .any(|s| candidate.delta.source_turns.iter().any(|c| c.turn_id == s.turn_id));
            if !ended_here && !item.newest().is_some_and(|v| self.talk.is_after(&v.turn_id, said)) {
                return Late::No;
            }
            if ended_here || candidate.evidence.snippets.iter().any(|words| same_subject(words, &item.summary)) {
                return Late::AddsTo(item.id.clone());
            }
            return Late::Ended(format!("{} has changed since, and the words do not name it", item.id));
        }
        let Some(kind) = candidate.delta.item_kind() else { return Late::No };
        let text = candidate.delta.text();
        let ended = self.ledger.related(text, &[kind]).into_iter().find(|r| {
            let last = r.item.source_turns.iter().any(|s| self.talk.place(&s.turn_id).is_some_and(|at| at >= said));
            !r.item.is_open() && r.agreement() >= SAME_WORDS && compatible(&r.item.summary, text) && last
        });
        if let Some(r) = ended {
            return Late::Ended(format!("{} said so and is {}", r.item.id, r.item.status));
        }
        self.superseded_by_talk(candidate).map_or(Late::No, Late::Superseded)
    }

    /// Joins a change that rules and model both found in the same words. Returns the item or held candidate it went
    /// to; `None` for a change of its own.
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
                let both = joined(&waiting, candidate).filter(|both| surely || self.is_acceptable(both));
                let Some(mut both) = both else {
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

    /// Whether a joined candidate reaches the threshold, is no opinion and was not superseded by later talk.
    fn is_acceptable(&self, both: &Candidate) -> bool {
        let threshold = Family::of(both.delta.kind).map_or(1.0, |f| self.thresholds().get(f).0);
        both.confidence >= threshold && !is_opinion(&both.evidence) && self.superseded_by_talk(both).is_none()
    }

    /// The change that the other extractor (rules or model) found in the same words.
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
                return same
                    .then(|| compare_twins(candidate, (a, b), &version.evidence, Twin::Item(item.id.clone())))?;
            }
            let held_id: HeldId = mark.item_id.parse().ok()?;
            let index = *self.held.waiting.get(&held_id)?;
            let waiting = &self.outcome_at(index)?.candidate;
            let same = waiting.delta.kind == candidate.delta.kind
                && apart(waiting.extractor, candidate.extractor)
                && overlap(&waiting.evidence, &candidate.evidence);
            let (a, b) = (candidate.delta.text(), waiting.delta.text());
            same.then(|| compare_twins(candidate, (a, b), &waiting.evidence, Twin::Held(held_id, index)))?
        })
    }
}

/// Replaces a candidate's summary by these words of the talk; the model's summary goes to the reason.
fn use_quoted_words(candidate: &mut Candidate, words: String) {
    candidate.reason = format!("{}; in its words: {}", candidate.reason, candidate.delta.text()).into();
    candidate.semantic_id = semantic_id(candidate.delta.item_kind().unwrap_or(ItemKind::Fact), &words);
    candidate.delta.summary = Some(words);
}

/// The twin if both summaries of the same words agree, its contrary if they contradict; `None` if they differ.
fn compare_twins(candidate: &Candidate, (a, b): (&str, &str), evidence: &Evidence, twin: Twin) -> Option<Twin> {
    let (model, rules) = if candidate.extractor == Extractor::Model { (a, b) } else { (b, a) };
    match compare(model, rules, [&candidate.evidence, evidence]) {
        SummaryAgreement::Same => Some(twin),
        SummaryAgreement::Other => None,
        SummaryAgreement::Contrary(why) => Some(Twin::Contrary(twin.id(), why)),
    }
}

/// The same change, found before by the other extractor.
enum Twin {
    Item(ItemId),
    /// The item or held candidate that contradicts the change, and why.
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

/// Whether and how later talk overtook an answer.
enum Late {
    /// It did not.
    No,
    /// The item has a newer version, so the words only add evidence.
    AddsTo(ItemId),
    /// Later talk superseded it; says how.
    Superseded(String),
    /// The item it would change or restate has ended; says which.
    Ended(String),
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
