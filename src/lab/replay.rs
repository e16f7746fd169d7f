//! Defines [`Recording`], a model's recorded answers, replayed for whatever windows the program asks about.
//!
//! A recorded change is keyed by its turn and names its target by words, so a recording stays usable when prompt,
//! windows or item numbers change.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::pipeline::extract::model::window::TURNS;
use crate::pipeline::extract::model::{Listed, Window};
use crate::pipeline::normalize::same_words;
use crate::session::Session;
use crate::session::model::{AnswerSummary, WindowRequest};
use crate::state::{DeltaKind, ItemKind, ReaderTrust};
use crate::transcript::Entry;

/// Minimum share of the smaller side's words for an item to be the one that a recording means.
const MEANT: f32 = 0.5;
/// The nonce that replayed answers repeat.
const NONCE: &str = "replayed";

/// The item that a recorded change points to.
#[derive(Debug, Clone)]
struct Pointer {
    /// The recorded change that made it, if it is one.
    change: Option<usize>,
    /// Its kind, where the recording says so.
    kind: Option<ItemKind>,
    /// Its summary at the time of the recording.
    words: String,
}

#[derive(Debug, Clone)]
struct RecordedChange {
    /// The label of its turn (`t12`).
    label: String,
    raw: Value,
    target: Option<Pointer>,
    settles: Vec<Pointer>,
}

/// The recorded answers about one session.
#[derive(Debug, Clone, Default)]
pub struct Recording {
    changes: Vec<RecordedChange>,
}

/// The items that a recording has made so far, by the ids its reader was shown.
#[derive(Default)]
struct Numbering {
    counts: HashMap<char, usize>,
    items: HashMap<String, Pointer>,
}

impl Numbering {
    /// Takes in a change, numbered `number` within its answer. The reader's ids count the changes of each kind.
    fn take(&mut self, raw: &Value, number: usize, index: usize) {
        let Some(kind) = DeltaKind::from_word(text(raw, "kind")) else { return };
        let words = text(raw, "summary").to_owned();
        if let Some(item) = kind.item_kind().filter(|_| kind.creates()) {
            let letter = if kind == DeltaKind::BranchCreated { 'b' } else { item.letter() };
            let count = self.counts.entry(letter).or_default();
            *count += 1;
            let pointer = Pointer { change: Some(index), kind: Some(item), words };
            self.items.insert(format!("{letter}-{count}"), pointer.clone());
            self.items.insert(format!("#{number}"), pointer);
        } else if let Some(item) = self.items.get_mut(text(raw, "target"))
            && matches!(kind, DeltaKind::DecisionRevised | DeltaKind::ConstraintRevised)
        {
            item.words = words;
        }
    }

    /// Finds the item of an id or, in a recording written by hand, of the item's words.
    fn pointer(&self, id: &str) -> Option<Pointer> {
        let id = id.trim();
        let worded = || self.items.values().filter(|p| p.words == id).max_by_key(|p| p.change).cloned();
        let known = self.items.get(id).cloned().or_else(worded);
        known.or_else(|| (!id.is_empty()).then(|| Pointer { change: None, kind: None, words: id.to_owned() }))
    }

    /// Forgets the numbers within an answer, at its end.
    fn end_answer(&mut self) {
        self.items.retain(|id, _| !id.starts_with('#'));
    }
}

impl Recording {
    /// Parses the answers of one session in order. Answers that are no JSON are skipped.
    pub fn parse<'a>(answers: impl IntoIterator<Item = &'a str>) -> Self {
        let (mut out, mut numbering) = (Self::default(), Numbering::default());
        for answer in answers {
            let value: Value = serde_json::from_str(answer).unwrap_or_default();
            let changes = value.get("changes").and_then(Value::as_array).cloned().unwrap_or_default();
            for (at, raw) in changes.into_iter().enumerate() {
                let settles = raw.get("settles").and_then(Value::as_array).into_iter().flatten();
                let settles = settles.filter_map(|id| numbering.pointer(id.as_str().unwrap_or(""))).collect();
                let target = numbering.pointer(text(&raw, "target"));
                let answered = Some(text(&raw, "answer_turn")).filter(|t| !t.is_empty());
                let label = answered.unwrap_or_else(|| text(&raw, "turn")).to_owned();
                numbering.take(&raw, at + 1, out.changes.len());
                out.changes.push(RecordedChange { label, raw, target, settles });
            }
            numbering.end_answer();
        }
        out
    }

    /// The recording of what a model answered in a session that was read already.
    pub fn of(session: &Session) -> Self {
        let answers: Vec<String> = session.answers().iter().map(|a| in_words(&a.body, session)).collect();
        Self::parse(answers.iter().map(String::as_str))
    }

    /// The answer to a window: what was recorded of its new turns.
    pub fn answer(&self, window: &Window, nonce: &str) -> String {
        let new: Vec<&str> =
            window.turns.iter().filter(|t| window.covers.contains(&t.index)).map(|t| t.label.as_str()).collect();
        let here: Vec<usize> =
            self.changes.iter().enumerate().filter(|(_, c)| new.contains(&c.label.as_str())).map(|(i, _)| i).collect();
        let id = |pointer: &Pointer| -> String {
            let number = pointer.change.and_then(|change| here.iter().position(|at| *at == change));
            number.map_or_else(|| meant(pointer, &window.items), |n| format!("#{}", n + 1))
        };
        let changes = here.iter().filter_map(|at| self.changes.get(*at)).map(|change| {
            let mut raw = change.raw.clone();
            raw["target"] = json!(change.target.as_ref().map_or(String::new(), id));
            raw["settles"] = change.settles.iter().map(id).filter(|id| !id.is_empty()).collect();
            raw
        });
        json!({"nonce": nonce, "changes": changes.collect::<Vec<_>>(), "wrong": []}).to_string()
    }
}

/// An answer whose targets are named by their words instead of their ids in a session.
fn in_words(answer: &str, session: &Session) -> String {
    let mut value: Value = serde_json::from_str(answer).unwrap_or_default();
    let changes = value.get_mut("changes").and_then(Value::as_array_mut);
    for change in changes.into_iter().flatten() {
        let target = text(change, "target").to_owned();
        if let Some(item) = session.ledger().get(&target) {
            change["target"] = json!(item.summary);
        }
    }
    value.to_string()
}

/// The id of the listed item whose words are those of a pointer; empty if there is none.
fn meant(pointer: &Pointer, items: &[Listed]) -> String {
    let fits = |i: &&Listed| pointer.kind.is_none_or(|kind| kind == i.kind);
    let alike = |i: &Listed| if i.summary == pointer.words { 2.0 } else { same_words(&i.summary, &pointer.words) };
    let best = items.iter().filter(fits).map(|i| (i, alike(i))).filter(|(_, s)| *s >= MEANT);
    best.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(String::new(), |(i, _)| i.id.to_string())
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or("")
}

/// A reader that plays a recording.
#[derive(Debug)]
pub struct ReplayReader<'a> {
    pub recording: &'a Recording,
    /// The name its answers are logged under.
    pub model: &'a str,
    pub trust: ReaderTrust,
    /// Maximum number of bytes in talk and items in one question.
    pub budget: usize,
}

impl ReplayReader<'_> {
    /// Ingests the entries and answers whenever a window is full, and at the end. `damage` may change an answer; its
    /// first argument counts the answers from 0.
    pub fn read(&self, session: &mut Session, entries: Vec<Entry>, mut damage: impl FnMut(usize, String) -> String) {
        let mut count = 0;
        self.read_windows(session, entries, |_, answer| {
            count += 1;
            damage(count - 1, answer)
        });
    }

    /// Like [`Self::read`]; `damage` gets the window instead of the count.
    pub fn read_windows(
        &self,
        session: &mut Session,
        entries: Vec<Entry>,
        mut damage: impl FnMut(&Window, String) -> String,
    ) {
        for entry in entries {
            session.ingest([entry]);
            if session.unread_turns(0) > TURNS {
                self.ask(session, &mut damage);
            }
        }
        while session.unasked(0) > 0 && self.ask(session, &mut damage).is_some() {}
    }

    fn ask(&self, session: &mut Session, damage: &mut impl FnMut(&Window, String) -> String) -> Option<AnswerSummary> {
        let request = WindowRequest { budget: self.budget, from: 0, settles: self.trust.settles() };
        let window = session.next_window(request)?;
        let text = damage(&window, self.recording.answer(&window, NONCE));
        let answer = session.answer_to(&window, NONCE, (self.model, &self.trust), &text);
        Some(session.take_answer(answer))
    }
}
