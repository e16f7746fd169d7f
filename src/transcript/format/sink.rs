//! Defines [`Sink`], which collects the entries of a format. It numbers turns, makes ids unique, drops repeated
//! entries, and keeps the counts.
//!
//! Every text of a transcript passes through it before it is shortened or trimmed: secrets are redacted here, once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::hash::{DefaultHasher, Hash, Hasher};

use jiff::Timestamp;

use crate::text::redact;
use crate::transcript::counts::Counts;
use crate::transcript::{Entry, Meta, RecordRef, Role, Signal, SignalBody, Turn};

/// The outcome of reading one record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordVerdict {
    /// It was understood. The text is the reason to count if it yielded nothing.
    Read(&'static str),
    /// It is held back until a later record decides it through [`Sink::settle_held`].
    Held,
    /// It cannot be read, for this reason.
    Damaged(&'static str),
}

/// The hash of a withdrawn entry, which no content has.
const WITHDRAWN: u64 = 0;

/// Collects the entries of a format.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
pub struct Sink {
    #[serde(skip)]
    entries: Vec<Entry>,
    counts: Counts,
    meta: Meta,
    /// Hashes of the ids used so far, with a hash of the content under each.
    #[serde(with = "super::pairs")]
    seen: HashMap<u64, u64>,
    ordinal: u32,
    last_turn: String,
    record: RecordRef,
    given: u32,
    signals_in_record: u32,
}

impl Sink {
    /// A sink that begins with the meta data known before the file is read.
    pub fn new(meta: Meta) -> Self {
        Self { meta, ..Self::default() }
    }

    /// The position of the record being read.
    pub fn record(&self) -> RecordRef {
        self.record
    }

    /// The session's meta data, to be filled in by formats.
    pub fn meta_mut(&mut self) -> &mut Meta {
        &mut self.meta
    }

    /// The session's meta data.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// Sets the working directory, unless an earlier record did.
    pub fn set_cwd(&mut self, cwd: &str) {
        if self.meta.cwd.is_none() && !cwd.is_empty() {
            self.meta.cwd = Some(cwd.to_owned());
            if let Some(name) = project_name(cwd) {
                self.meta.project = name;
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

    /// Adds a turn of the record being read. Returns its id; `None` if it is a repeat.
    pub fn turn(&mut self, id: &str, role: Role, content: String, at: Option<Timestamp>) -> Option<String> {
        self.turn_of(self.record, id, role, content, at)
    }

    /// Adds a turn of an earlier record.
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
        let content = redacted(content);
        let turn = Turn { turn_id: turn_id.clone(), ordinal: self.ordinal, role, content, at, record };
        self.entries.push(Entry::Turn(turn));
        Some(turn_id)
    }

    /// Adds a signal of the record being read, attached to the last turn.
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
        let body = without_secrets(body);
        self.entries.push(Entry::Signal(Signal { id, turn_id, at, record: self.record, body }));
    }

    /// Adds signals with an id that does not depend on the record: repeats in later records are dropped.
    pub fn signals(&mut self, id: &str, at: Option<Timestamp>, bodies: impl IntoIterator<Item = SignalBody>) {
        let before = std::mem::replace(&mut self.signals_in_record, 0);
        for body in bodies {
            self.signal(id, at, body);
        }
        self.signals_in_record = before;
    }

    /// Withdraws turns. If the same words come again, they are new turns.
    pub fn withdraw(&mut self, at: Option<Timestamp>, turn_ids: Vec<String>) {
        let Some(first) = turn_ids.first() else { return };
        let id = format!("withdrawn:{first}");
        for turn in &turn_ids {
            self.seen.insert(fingerprint(&("turn", turn)), WITHDRAWN);
        }
        self.signals(&id, at, [SignalBody::Withdrawn { turn_ids }]);
    }

    /// Decides a record that was answered with [`RecordVerdict::Held`].
    pub fn settle_held(&mut self, verdict: RecordVerdict) {
        self.counts.held = self.counts.held.saturating_sub(1);
        match verdict {
            RecordVerdict::Read("") => self.counts.carrying += 1,
            RecordVerdict::Read(cause) => self.counts.ignore(cause),
            RecordVerdict::Held => self.counts.held += 1,
            RecordVerdict::Damaged(cause) => self.counts.damage(cause, self.record),
        }
    }

    /// The number of entries not yet taken.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether all entries were taken.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Takes the entries collected so far.
    pub fn take(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.entries)
    }

    /// Forgets ids and counts; entries not yet taken stay.
    pub(crate) fn reset(&mut self, meta: Meta) {
        *self = Self { entries: self.take(), ..Self::new(meta) };
    }

    pub(crate) fn begin(&mut self, record: RecordRef) {
        self.record = record;
        self.given = 0;
        self.signals_in_record = 0;
    }

    /// Resets the counts of records, because the document is read again; ids stay known.
    pub(crate) fn reset_record_counts(&mut self) {
        let (turns, signals) = (self.counts.turns, std::mem::take(&mut self.counts.signals));
        self.counts = Counts { turns, signals, ..Counts::default() };
    }

    /// Whether the current record yielded an entry.
    pub(crate) fn has_yielded(&self) -> bool {
        self.given > 0
    }

    /// Counts a record that yielded entries at an earlier reading.
    pub(crate) fn end_carrying(&mut self) {
        self.counts.records += 1;
        self.counts.carrying += 1;
    }

    /// Counts the current record by its verdict.
    pub(crate) fn end(&mut self, verdict: RecordVerdict) {
        self.counts.records += 1;
        match verdict {
            RecordVerdict::Damaged(cause) => self.counts.damage(cause, self.record),
            _ if self.given > 0 => self.counts.carrying += 1,
            RecordVerdict::Read(cause) => self.counts.ignore(cause),
            RecordVerdict::Held => self.counts.held += 1,
        }
    }

    /// Attributes the entries so far to an earlier record that was held, not to the current one.
    pub(crate) fn disown_given(&mut self) {
        self.given = 0;
        self.signals_in_record = 0;
    }

    /// An unused id derived from `wanted`; `None` when the same content was added under it before.
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

/// Most bytes of one text: more than a message has, and few enough to keep every later step fast.
const MAX_TEXT_BYTES: usize = 4 << 20;

/// A text with its secrets redacted, at most [`MAX_TEXT_BYTES`] bytes of it; not copied when it has none.
fn redacted(mut text: String) -> String {
    if text.len() > MAX_TEXT_BYTES {
        text.truncate(text.floor_char_boundary(MAX_TEXT_BYTES));
        text.shrink_to_fit();
        text.push('…');
    }
    match redact(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(redacted) => redacted,
    }
}

/// A signal with the secrets in all its texts redacted.
fn without_secrets(mut body: SignalBody) -> SignalBody {
    let redact_in = |text: &mut String| *text = redacted(std::mem::take(text));
    match &mut body {
        SignalBody::Todo { items, .. } => items.iter_mut().for_each(|item| redact_in(&mut item.text)),
        SignalBody::Plan { text, reason, .. } => {
            redact_in(text);
            reason.iter_mut().for_each(redact_in);
        }
        SignalBody::Question { text, header, options, details, answer } => {
            redact_in(text);
            redact_in(header);
            options.iter_mut().chain(details).chain(answer).for_each(redact_in);
        }
        SignalBody::Summary { text } => redact_in(text),
        SignalBody::ToolCall { tool, argv, paths, brings, excerpt, .. } => {
            redact_in(tool);
            redact_in(excerpt);
            argv.iter_mut().chain(paths).for_each(redact_in);
            brings.imports.iter_mut().chain(&mut brings.packages).for_each(redact_in);
            redact_in(&mut brings.code);
        }
        SignalBody::Commit { message, .. } => redact_in(message),
        SignalBody::Push { .. }
        | SignalBody::Boundary { .. }
        | SignalBody::Interrupt
        | SignalBody::Withdrawn { .. } => {}
    }
    body
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
        SignalBody::Summary { .. } => "summary",
        SignalBody::Interrupt => "interrupt",
        SignalBody::Withdrawn { .. } => "withdrawn",
    }
}

/// The name of the project in a directory: its last part, after the repository's where that is a worktree of it.
fn project_name(cwd: &str) -> Option<String> {
    let last = last_part(cwd)?;
    Some(match repository_of(cwd).and_then(last_part) {
        Some(repository) => format!("{repository}/{last}"),
        None => last.to_owned(),
    })
}

/// The directory of the repository that a worktree's directory is in, as far as its path tells: `~/shop` for
/// `~/shop/.worktrees/blue`.
pub fn repository_of(cwd: &str) -> Option<&str> {
    let plain = cwd.replace('\\', "/");
    let at = ["/.worktrees/", "/worktrees/"].iter().filter_map(|folder| plain.rfind(folder)).max()?;
    let owner = plain.get(..at)?;
    let repository = cwd.get(..owner.strip_suffix("/.claude").unwrap_or(owner).len())?;
    last_part(repository).filter(|name| !name.starts_with('.')).and(Some(repository))
}

fn last_part(path: &str) -> Option<&str> {
    path.split(['/', '\\']).rfind(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worktree_is_named_after_its_repository() {
        for (cwd, name) in [
            ("/home/mara/shop", "shop"),
            ("C:\\code\\shop\\", "shop"),
            ("/home/mara/shop/.worktrees/1", "shop/1"),
            ("/home/mara/shop/.worktrees/mara/csv-export", "shop/csv-export"),
            ("/home/mara/shop/.claude/worktrees/blue", "shop/blue"),
            ("/home/mara/.codex/worktrees/6b3b/shop", "shop"),
        ] {
            assert_eq!(project_name(cwd).as_deref(), Some(name), "{cwd}");
        }
        for (cwd, repository) in [
            ("/home/mara/shop", None),
            ("/home/mara/shop/.worktrees/mara/csv-export", Some("/home/mara/shop")),
            ("C:\\code\\shop\\.claude\\worktrees\\blue", Some("C:\\code\\shop")),
            ("/home/mara/.codex/worktrees/6b3b/shop", None),
        ] {
            assert_eq!(repository_of(cwd), repository, "{cwd}");
        }
    }

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
