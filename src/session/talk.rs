//! Defines [`Talk`], the turns of a session and the data indexed by turn; [`EventLog`], the log lines; and
//! [`HeldQueue`], the candidates that wait for the person.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::compaction::Compaction;
use super::likely::is_of_one_sentence;
use super::{Mark, safe};
use crate::pipeline::GateResult;
use crate::pipeline::extract::model::AnsweredQuestion;
use crate::pipeline::settle::HeldIndex;
use crate::state::{Candidate, Evidence, HeldId, ItemId, LogLine, TurnId};
use crate::transcript::{Signal, SignalBody, Turn};

/// Bytes kept of one turn's text; the rest stays in the transcript. The pipeline reads only the first few thousand, and
/// a pasted log of many megabytes would stay in memory for as long as the session is watched.
const KEPT_BYTES: usize = 1 << 20;

/// The turns read so far, in file order.
#[derive(Debug, Clone, Default)]
pub(super) struct Talk {
    pub turns: Vec<Turn>,
    /// Bytes of text in each turn, also where the text itself is not in memory.
    pub sizes: Vec<usize>,
    /// The gate's result for each turn.
    pub gates: Vec<GateResult>,
    pub withdrawn: HashSet<TurnId>,
    /// Whether a tool was called since the last turn.
    pub at_work: bool,
    places: foldhash::HashMap<TurnId, usize>,
    /// Questions of the agent answered in a dialog during a turn, by the turn's index.
    answered: HashMap<usize, Vec<AnsweredQuestion>>,
    /// Bytes cut off the end of a turn, by its place.
    left_out: HashMap<usize, usize>,
}

impl Talk {
    /// Adds a turn, whose id is also `id`, with a text of `bytes` bytes.
    pub fn push(&mut self, id: TurnId, mut turn: Turn, bytes: usize) {
        let place = self.turns.len();
        self.places.insert(id, place);
        self.sizes.push(bytes);
        turn.content = self.shortened(place, std::mem::take(&mut turn.content));
        self.turns.push(turn);
    }

    /// The place of the turn with this id.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// The interned id of the turn with this id.
    pub fn shared_id(&self, id: &str) -> Option<TurnId> {
        self.places.get_key_value(id).map(|(id, _)| id.clone())
    }

    /// Whether the turn with this id comes after a place.
    pub fn is_after(&self, id: &str, place: usize) -> bool {
        self.place(id).is_some_and(|at| at > place)
    }

    /// The place of the turn with this id or ordinal (`t142`).
    pub fn place_of_name(&self, name: &str) -> Option<usize> {
        self.place(name).or_else(|| {
            let ordinal: usize = name.strip_prefix('t')?.parse().ok()?;
            ordinal.checked_sub(1).filter(|place| *place < self.turns.len())
        })
    }

    /// The places of the turns that evidence quotes.
    pub fn places_of(&self, evidence: &Evidence) -> impl Iterator<Item = usize> {
        evidence.turn_ids.iter().filter_map(|id| self.place(id))
    }

    /// The place of the newest turn that evidence quotes.
    pub fn newest_of(&self, evidence: &Evidence) -> Option<usize> {
        self.places_of(evidence).max()
    }

    /// Sets the text of the turn at a place.
    pub fn set_text(&mut self, place: usize, content: String) {
        let content = self.shortened(place, content);
        if let Some(turn) = self.turns.get_mut(place) {
            turn.content = content;
        }
    }

    /// Whether the text of the turn at a place is not in memory.
    pub fn lacks_text(&self, place: usize) -> bool {
        let empty = self.turns.get(place).is_some_and(|t| t.content.is_empty());
        empty && self.sizes.get(place).is_some_and(|bytes| *bytes > 0)
    }

    /// Records a question that was answered in a dialog during a turn.
    pub fn add_answered(&mut self, signal: &Signal) {
        let SignalBody::Question { text, options, answer: Some(answer), .. } = &signal.body else { return };
        let Some(place) = self.place(&signal.turn_id) else { return };
        let options = options.iter().map(|o| safe::text(o)).collect();
        let answered = AnsweredQuestion { question: safe::text(text), options, answer: safe::text(answer) };
        let all = self.answered.entry(place).or_default();
        if !all.contains(&answered) {
            all.push(answered);
        }
    }

    /// The questions answered in a dialog during the turn at index `place`.
    pub fn answered_at(&self, place: usize) -> Vec<AnsweredQuestion> {
        self.answered.get(&place).cloned().unwrap_or_default()
    }

    /// Bytes cut off the end of the turn at a place.
    pub fn left_out(&self, place: usize) -> usize {
        self.left_out.get(&place).copied().unwrap_or(0)
    }

    /// The first [`KEPT_BYTES`] of a text, at a character boundary; notes how much was cut off.
    fn shortened(&mut self, place: usize, mut content: String) -> String {
        if content.len() > KEPT_BYTES {
            let end = content.floor_char_boundary(KEPT_BYTES);
            self.left_out.insert(place, content.len() - end);
            content = content[..end].to_owned();
        }
        content
    }
}

/// The event log, oldest line first, with its indexes.
#[derive(Debug, Clone, Default)]
pub(super) struct EventLog {
    pub lines: Vec<LogLine>,
    /// Indexes of the lines of refused candidates.
    pub rejected: Vec<usize>,
    /// Indexes of the refused candidates that are listed, ascending: for each sentence the most likely one.
    pub ignored: Vec<usize>,
    pub compactions: Vec<Compaction>,
    /// The evidence in each turn, by the turn's place.
    pub marks: HashMap<usize, Vec<Mark>>,
    /// Interned rules and reasons of candidates: few distinct texts in thousands of lines.
    shared: foldhash::HashSet<Arc<str>>,
}

impl EventLog {
    /// Indexes a refused candidate that is the next line: of those on one sentence, the most likely one is listed.
    pub fn reject(&mut self, candidate: &Candidate) {
        /// Listed sentences that are compared, from the newest: candidates of one sentence come close together.
        const NEWEST: usize = 64;
        let index = self.lines.len();
        self.rejected.push(index);
        let listed = |at: &usize| match self.lines.get(*self.ignored.get(*at)?)? {
            LogLine::Outcome(outcome) => {
                Some(Arc::clone(outcome)).filter(|o| is_of_one_sentence(&o.candidate, candidate))
            }
            LogLine::Person(_) | LogLine::Note(_) => None,
        };
        let mut newest = (0..self.ignored.len()).rev().take(NEWEST);
        if let Some((at, other)) = newest.find_map(|at| Some((at, listed(&at)?))) {
            if other.candidate.confidence >= candidate.confidence {
                return;
            }
            self.ignored.remove(at);
        }
        self.ignored.push(index);
    }

    /// The number of the next line, from 1.
    pub fn next_line(&self) -> u64 {
        self.lines.len() as u64 + 1
    }

    /// Whether this rule or reason of an earlier candidate is interned.
    pub fn has_words(&self, words: &str) -> bool {
        self.shared.contains(words)
    }

    /// Interns the rule and the reason of a candidate.
    pub fn share_words(&mut self, candidate: &mut Candidate) {
        for words in [&mut candidate.rule, &mut candidate.reason] {
            match self.shared.get(&**words) {
                Some(known) => *words = Arc::clone(known),
                None => drop(self.shared.insert(Arc::clone(words))),
            }
        }
    }

    /// Marks the places of evidence as carrying an item, each once.
    pub fn mark(&mut self, talk: &Talk, evidence: &Evidence, item_id: &ItemId) {
        for (turn, range) in evidence.turn_ids.iter().zip(&evidence.ranges) {
            let Some(place) = talk.place(turn) else { continue };
            let marks = self.marks.entry(place).or_default();
            let mark = Mark { range: range.clone(), item_id: item_id.clone() };
            if !marks.contains(&mark) {
                marks.push(mark);
            }
        }
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct HeldQueue {
    /// The log index of each candidate.
    pub waiting: BTreeMap<HeldId, usize>,
    pub index: HeldIndex,
}
