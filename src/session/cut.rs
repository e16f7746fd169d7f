//! Defines [`CutEntry`], an entry preprocessed without session state, so that the reader thread can do it: its turn is
//! cut into clauses.

use std::sync::Arc;

use super::Session;
use crate::guard::StatedRules;
use crate::pipeline::acts::offers_of;
use crate::pipeline::clause::{CueSet, ReadTurn, read_without};
use crate::transcript::{Entry, Role, Signal, Turn};

/// An entry for [`Session::ingest_cut`].
#[derive(Debug, Clone)]
pub enum CutEntry {
    /// A turn with its clauses and the rules it states.
    Turn(Turn, Arc<ReadTurn>, StatedRules),
    /// A signal, unchanged.
    Signal(Signal),
}

/// Preprocesses the turns for a session.
#[derive(Debug, Clone, Copy)]
pub struct Cutter {
    blind_to: CueSet,
}

impl Cutter {
    /// The clauses of a turn.
    pub(super) fn read(self, turn: &Turn) -> Arc<ReadTurn> {
        Arc::new(read_without(turn, self.blind_to))
    }

    /// The entry with its turn cut into clauses; the agent's offers in it are parsed already.
    pub fn cut(self, entry: Entry) -> CutEntry {
        match entry {
            Entry::Turn(turn) => {
                let read = self.read(&turn);
                if turn.role == Role::Assistant {
                    offers_of(&read);
                }
                let stated = StatedRules::of(&read);
                CutEntry::Turn(turn, read, stated)
            }
            Entry::Signal(signal) => CutEntry::Signal(signal),
        }
    }
}

impl Session {
    /// The preprocessor for the turns of this session, for another thread.
    pub fn cutter(&self) -> Cutter {
        Cutter { blind_to: self.pipeline.blind_to() }
    }

    /// Ingests entries in file order. Skips turns whose id is known, so reading again is harmless. The cost grows with
    /// the entries and the items they touch.
    pub fn ingest(&mut self, entries: impl IntoIterator<Item = Entry>) {
        let cutter = self.cutter();
        self.ingest_cut(entries.into_iter().map(|entry| cutter.cut(entry)));
    }

    /// [`Self::ingest`] of entries that its [`Self::cutter`] has cut.
    pub fn ingest_cut(&mut self, entries: impl IntoIterator<Item = CutEntry>) {
        for entry in entries {
            match entry {
                CutEntry::Turn(turn, read, stated) => self.ingest_turn(turn, read, stated),
                CutEntry::Signal(signal) => self.ingest_signal(&signal),
            }
            if self.awaits_answers() {
                self.replay_answers();
            }
            if !self.corrections.pending.is_empty() {
                self.apply_pending_corrections(false);
            }
        }
    }
}
