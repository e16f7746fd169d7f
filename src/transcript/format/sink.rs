//! Defines [`Sink`]: where formats put what they find. It numbers turns, makes ids unique, drops what was given
//! before, and keeps the counts.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::hash::{DefaultHasher, Hash, Hasher};

use jiff::Timestamp;

use crate::transcript::counts::Counts;
use crate::transcript::{Entry, Meta, RecordRef, Role, Signal, SignalBody, Turn};

/// What became of one record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordVerdict {
    /// It was understood. If it gave nothing, the words say why that is right.
    Read(&'static str),
    /// It is kept back; a later record settles it through [`Sink::settle_held`].
    Held,
    /// It cannot be read as it stands; the words say what is wrong with it.
    Damaged(&'static str),
}

/// Stands for what was given under an id and withdrawn: equal to nothing that can be said.
const WITHDRAWN: u64 = 0;

/// Collects what formats find.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
pub struct Sink {
    #[serde(skip)]
    entries: Vec<Entry>,
    counts: Counts,
    meta: Meta,
    /// Ids given so far with a hash of what was given under them.
    #[serde(with = "super::pairs")]
    seen: HashMap<u64, u64>,
    ordinal: u32,
    last_turn: String,
    record: RecordRef,
    given: u32,
    signals_in_record: u32,
}

impl Sink {
    /// A sink that begins with what is known of the file before it is read.
    pub fn new(meta: Meta) -> Self {
        Self { meta, ..Self::default() }
    }

    /// Where the record being read stands.
    pub fn record(&self) -> RecordRef {
        self.record
    }

    /// What the transcript says of itself, to be filled in by formats.
    pub fn meta_mut(&mut self) -> &mut Meta {
        &mut self.meta
    }

    /// What the transcript says of itself.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// Takes the working directory a record names, the first one staying.
    pub fn set_cwd(&mut self, cwd: &str) {
        if self.meta.cwd.is_none() && !cwd.is_empty() {
            self.meta.cwd = Some(cwd.to_owned());
            if let Some(last) = cwd.rsplit(['/', '\\']).find(|part| !part.is_empty()) {
                last.clone_into(&mut self.meta.project);
            }
        }
    }

    /// The counts so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    pub(crate) fn counts_mut(&mut self) -> &mut Counts {
        &mut self.counts
    }

    /// Puts a turn that stands in the record being read. Returns the id it goes by; `None` if it was given before.
    pub fn turn(&mut self, id: &str, role: Role, content: String, at: Option<Timestamp>) -> Option<String> {
        self.turn_of(self.record, id, role, content, at)
    }

    /// Puts a turn that stands in an earlier record.
    pub fn turn_of(
        &mut self,
        record: RecordRef,
        id: &str,
        role: Role,
        content: String,
        at: Option<Timestamp>,
    ) -> Option<String> {
        let print = fingerprint(&(role, &content));
        let turn_id = self.unique(id, print, "turn")?;
        self.ordinal += 1;
        self.counts.turns += 1;
        self.given += 1;
        self.last_turn.clone_from(&turn_id);
        let turn = Turn { turn_id: turn_id.clone(), ordinal: self.ordinal, role, content, at, record };
        self.entries.push(Entry::Turn(turn));
        Some(turn_id)
    }

    /// Puts a signal that stands in the record being read, beside the last turn given.
    pub fn signal(&mut self, base: &str, at: Option<Timestamp>, body: SignalBody) {
        self.signals_in_record += 1;
        let wanted = match self.signals_in_record {
            1 => base.to_owned(),
            n => format!("{base}#{n}"),
        };
        let print = fingerprint(&serde_json::to_string(&body).unwrap_or_default());
        let Some(id) = self.unique(&wanted, print, "signal") else { return };
        *self.counts.signals.entry(word_of(&body)).or_default() += 1;
        self.given += 1;
        let turn_id = self.last_turn.clone();
        self.entries.push(Entry::Signal(Signal { id, turn_id, at, record: self.record, body }));
    }

    /// Puts signals that go by an id of their own, whatever record tells of them: told again, they are dropped.
    pub fn signals(&mut self, id: &str, at: Option<Timestamp>, bodies: impl IntoIterator<Item = SignalBody>) {
        let before = std::mem::replace(&mut self.signals_in_record, 0);
        for body in bodies {
            self.signal(id, at, body);
        }
        self.signals_in_record = before;
    }

    /// Says that turns no longer count. Said once more, they are turns of their own.
    pub fn withdraw(&mut self, at: Option<Timestamp>, turn_ids: Vec<String>) {
        let Some(first) = turn_ids.first() else { return };
        let id = format!("withdrawn:{first}");
        for turn in &turn_ids {
            self.seen.insert(fingerprint(&("turn", turn)), WITHDRAWN);
        }
        self.signals(&id, at, [SignalBody::Withdrawn { turn_ids }]);
    }

    /// Settles the record that was answered with [`RecordVerdict::Held`].
    pub fn settle_held(&mut self, verdict: RecordVerdict) {
        self.counts.held = self.counts.held.saturating_sub(1);
        match verdict {
            RecordVerdict::Read("") => self.counts.carrying += 1,
            RecordVerdict::Read(cause) => self.counts.ignore(cause),
            RecordVerdict::Held => self.counts.held += 1,
            RecordVerdict::Damaged(cause) => self.counts.damage(cause, self.record),
        }
    }

    /// How many entries wait to be taken.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no entry waits.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Takes the entries collected so far.
    pub fn take(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.entries)
    }

    /// Forgets what was given and counted; entries not yet taken stay.
    pub(crate) fn reset(&mut self, meta: Meta) {
        *self = Self { entries: self.take(), ..Self::new(meta) };
    }

    pub(crate) fn begin(&mut self, record: RecordRef) {
        self.record = record;
        self.given = 0;
        self.signals_in_record = 0;
    }

    /// Forgets what became of the records read, for they are read anew; what was given stays given.
    pub(crate) fn reset_record_counts(&mut self) {
        let (turns, signals) = (self.counts.turns, std::mem::take(&mut self.counts.signals));
        self.counts = Counts { turns, signals, ..Counts::default() };
    }

    /// Whether the record begun last gave something.
    pub(crate) fn gave(&self) -> bool {
        self.given > 0
    }

    /// Books a record that gave something when it was read first.
    pub(crate) fn end_carrying(&mut self) {
        self.counts.records += 1;
        self.counts.carrying += 1;
    }

    /// Books what became of the record begun last. `released` entries belong to a record held earlier.
    pub(crate) fn end(&mut self, verdict: RecordVerdict) {
        self.counts.records += 1;
        match verdict {
            RecordVerdict::Damaged(cause) => self.counts.damage(cause, self.record),
            _ if self.given > 0 => self.counts.carrying += 1,
            RecordVerdict::Read(cause) => self.counts.ignore(cause),
            RecordVerdict::Held => self.counts.held += 1,
        }
    }

    /// Makes entries given so far not count as given by the record being read: they were held from an earlier one.
    pub(crate) fn disown_given(&mut self) {
        self.given = 0;
        self.signals_in_record = 0;
    }

    /// An id nobody had before, near `wanted`; `None` when this very thing was given under it already.
    fn unique(&mut self, wanted: &str, print: u64, space: &str) -> Option<String> {
        let mut id = wanted.to_owned();
        for n in 2.. {
            match self.seen.entry(fingerprint(&(space, &id))) {
                Slot::Vacant(slot) => {
                    slot.insert(print);
                    return Some(id);
                }
                Slot::Occupied(slot) if *slot.get() == print => return None,
                Slot::Occupied(_) => id = format!("{wanted}#{n}"),
            }
        }
        None
    }
}

fn fingerprint(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn word_of(body: &SignalBody) -> &'static str {
    match body {
        SignalBody::Todo { .. } => "todo",
        SignalBody::Plan { .. } => "plan",
        SignalBody::Question { .. } => "question",
        SignalBody::ToolCall { .. } => "tool_call",
        SignalBody::Commit { .. } => "commit",
        SignalBody::Push { .. } => "push",
        SignalBody::Boundary { .. } => "boundary",
        SignalBody::Interrupt => "interrupt",
        SignalBody::Withdrawn { .. } => "withdrawn",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_made_unique_and_repeats_dropped() {
        let mut sink = Sink::default();
        assert_eq!(sink.turn("a", Role::User, "x".into(), None).as_deref(), Some("a"));
        assert_eq!(sink.turn("a", Role::User, "x".into(), None), None);
        assert_eq!(sink.turn("a", Role::User, "y".into(), None).as_deref(), Some("a#2"));
        assert_eq!(sink.turn("a", Role::User, "y".into(), None), None);
        sink.signal("a", None, SignalBody::Interrupt);
        sink.signal("a", None, SignalBody::Interrupt);
        let entries = sink.take();
        assert_eq!(entries.len(), 4);
        assert!(matches!(&entries[3], Entry::Signal(s) if s.id == "a#2" && s.turn_id == "a#2"));
        assert_eq!(sink.counts().turns, 2);
    }
}
