//! Defines [`StandupLog`], what is on record of the standup: every proposal with its standing, what the last run found, and
//! what was done. Both files are only appended to; this is their fold.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::action::{
    ActionKind, EvidenceKind, Plan, Proposal, ProposalStatus, StandupAction, StandupConflict, StandupNote,
};
use crate::edits::{EditError, FileRecord, Journal};
use crate::session::export::neutralise;
use crate::store::{LogFile, SharedFiles, Store, StoreError};
use crate::text::SafeText;
use crate::trackers::{Noted, Receipt, TaskOp};

/// A line of `proposals.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "did", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum ProposalEvent {
    /// A run looked at everything.
    Run {
        /// When.
        at: Timestamp,
        /// What could not be looked at, and why.
        failures: Vec<String>,
        /// What contradicts.
        conflicts: Vec<StandupConflict>,
        /// What is only told.
        notes: Vec<StandupNote>,
    },
    /// Something was proposed, or again with other evidence.
    Proposed {
        /// When.
        at: Timestamp,
        /// The proposal, whole.
        proposal: Box<Proposal>,
    },
    /// A proposal stands otherwise.
    Stood {
        /// When.
        at: Timestamp,
        /// The proposal.
        id: String,
        /// How it stands now.
        standing: ProposalStatus,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// The person settled a conflict, or does not see one.
    Settled {
        /// When.
        at: Timestamp,
        /// The conflict.
        id: String,
        /// Why, in the person's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// The day's standup was offered to the person.
    Offered {
        /// When.
        at: Timestamp,
    },
    /// The person moved the cuts for proposals of these kinds, or moved them back.
    Moved {
        /// When.
        at: Timestamp,
        /// `h-` and a number, to move them back by.
        id: String,
        /// The kind of action.
        kind: ActionKind,
        /// The kind of evidence.
        evidence: EvidenceKind,
        /// High and medium from here on; `None` for the defaults.
        cuts: Option<(f32, f32)>,
        /// What stood before.
        was: Option<(f32, f32)>,
    },
}

words! {
    /// What a line of the journal says of an action.
    ActionState {
        /// It is about to be done.
        Started = "started",
        /// It was done.
        Done = "done",
        /// It was not done.
        Failed = "failed",
        /// It is about to be taken back.
        Undoing = "undoing",
        /// It was taken back.
        Undone = "undone",
    }
}

words! {
    /// On whose word something was done.
    ApprovedBy {
        /// The rules': certain, and switched on by the person.
        Rules = "rules",
        /// The person's.
        Person = "person",
    }
}

/// A line of `journal.jsonl`: written before the deed and after it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JournalLine {
    /// When.
    pub at: Timestamp,
    /// `a-` and a number: the action's own id.
    pub action: String,
    /// What happened.
    pub did: ActionState,
    /// On whose word.
    pub by: ApprovedBy,
    /// The proposal.
    pub proposal: String,
    /// What keeps it from being done twice.
    pub key: String,
    /// What was done.
    pub what: StandupAction,
    /// Where: the board, or the document.
    pub place: String,
    /// The sessions and turns it rests on.
    pub source: String,
    /// Its confidence.
    pub score: f32,
    /// The words it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quotes: Vec<String>,
    /// The files, with what they held.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileRecord>,
    /// What a tool was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub op: Option<TaskOp>,
    /// What the tool made of it, with what takes it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Receipt>,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}

impl JournalLine {
    /// Appends the line to the journal. The former content of its files stands on the first line of an action only: a
    /// board may be large, and every command reads the journal.
    pub(super) fn put(&self, shared: &SharedFiles<'_>) -> Result<(), StoreError> {
        let files = match self.did {
            ActionState::Started => self.files.clone(),
            _ => self.files.iter().map(FileRecord::without_bytes).collect(),
        };
        shared.append(LogFile::Journal, &[Self { files, ..self.clone() }])
    }

    /// Replaces the line by the next one of the same action, whose files lack their former content.
    fn go_on(&mut self, mut next: Self) {
        for file in &mut next.files {
            file.complete_from(&self.files);
        }
        *self = next;
    }

    /// The note that went on a task which then could not be closed; none when this is no such deed.
    pub(super) fn half(&self) -> Option<Noted> {
        let receipt = self.receipt.as_ref().filter(|_| matches!(self.op, Some(TaskOp::Done { .. })))?;
        match &receipt.inverse {
            Some(TaskOp::Unlog { note, .. }) => Some(Noted { back: Some(note.clone()) }),
            None => Some(Noted::default()),
            Some(_) => None,
        }
    }
}

/// The journal of one action: a line before it, with its state then, and a line after it.
pub(super) struct ActionJournal<'a> {
    pub shared: &'a SharedFiles<'a>,
    pub line: &'a mut JournalLine,
    /// The state while it is being done.
    pub doing: ActionState,
    /// The state once it is done.
    pub done: ActionState,
    /// The state if it fails with nothing changed.
    pub failed: ActionState,
}

impl Journal for ActionJournal<'_> {
    fn begin(&mut self) -> Result<(), StoreError> {
        self.line.did = self.doing;
        self.line.put(self.shared)
    }

    fn finish(&mut self) -> Result<(), StoreError> {
        self.line.did = self.done;
        self.line.put(self.shared)
    }

    fn abandon(&mut self, error: &EditError) -> Result<(), StoreError> {
        (self.line.did, self.line.because) = (self.failed, Some(SafeText::shown(error).into_string()));
        self.line.put(self.shared)
    }
}

/// A plan without secrets and hidden characters, as it may be kept.
fn safe(plan: &Plan) -> Plan {
    let Ok(mut value) = serde_json::to_value(plan) else { return Plan::default() };
    neutralise(&mut value);
    serde_json::from_value(value).unwrap_or_default()
}

/// Everything on record.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StandupLog {
    /// Every proposal there was, oldest first, as it stands.
    pub proposals: Vec<Proposal>,
    /// What contradicts and was not settled by the person.
    pub conflicts: Vec<StandupConflict>,
    /// Ids of conflicts that were.
    pub settled: BTreeSet<String>,
    /// What it only told.
    pub notes: Vec<StandupNote>,
    /// What it could not look at.
    pub failures: Vec<String>,
    /// When it was.
    pub run: Option<Timestamp>,
    /// When the standup was offered last.
    pub offered: Option<Timestamp>,
    /// The last line of each action, oldest action first.
    pub actions: Vec<JournalLine>,
    /// The highest number a proposal ever had: a number means one thing for good.
    pub numbered: u32,
    /// What the person said, oldest first: for counting.
    pub said: Vec<ProposalEvent>,
    /// Cuts the person moved.
    pub moved: BTreeMap<(ActionKind, EvidenceKind), (f32, f32)>,
    /// Lines that cannot be read.
    pub unread: usize,
}

impl StandupLog {
    /// Reads what is on record of a store.
    pub fn read(store: &Store) -> Result<Self, StoreError> {
        let (said, unread) = store.log_lines::<ProposalEvent>(LogFile::Proposals)?;
        let (journal, torn) = store.log_lines::<JournalLine>(LogFile::Journal)?;
        let mut books = Self { unread: unread + torn, ..Self::default() };
        for line in &said {
            books.hear(line);
        }
        books.said = said;
        for line in journal {
            match books.actions.iter_mut().find(|a| a.action == line.action) {
                Some(known) => known.go_on(line),
                None => books.actions.push(line),
            }
        }
        books.agree();
        Ok(books)
    }

    /// A program may have ended between the last word of the journal and the word on its proposal: the journal counts.
    fn agree(&mut self) {
        for proposal in &mut self.proposals {
            let last = self.actions.iter().rev().find(|a| a.proposal == proposal.id).map(|a| a.did);
            proposal.standing = match (proposal.standing, last) {
                (ProposalStatus::Pending | ProposalStatus::Approved, Some(ActionState::Done)) => ProposalStatus::Done,
                (ProposalStatus::Done, Some(ActionState::Undone)) => ProposalStatus::RolledBack,
                (standing, _) => standing,
            };
        }
    }

    fn hear(&mut self, line: &ProposalEvent) {
        match line {
            ProposalEvent::Run { at, failures, conflicts, notes } => {
                self.run = Some(*at);
                self.failures.clone_from(failures);
                // What a run does not meet again is not settled by that.
                for conflict in conflicts.iter().filter(|c| !self.settled.contains(&c.id)) {
                    match self.conflicts.iter_mut().find(|c| c.id == conflict.id) {
                        Some(known) => known.clone_from(conflict),
                        None => self.conflicts.push(conflict.clone()),
                    }
                }
                self.notes.clone_from(notes);
            }
            ProposalEvent::Proposed { proposal, .. } => {
                self.numbered = self.numbered.max(proposal.number);
                match self.proposals.iter_mut().find(|p| p.id == proposal.id) {
                    Some(known) => known.clone_from(proposal),
                    None => self.proposals.push((**proposal).clone()),
                }
            }
            ProposalEvent::Stood { id, standing, because, .. } => {
                if let Some(known) = self.proposals.iter_mut().find(|p| p.id == *id) {
                    known.standing = *standing;
                    known.because.clone_from(because);
                }
            }
            ProposalEvent::Settled { id, .. } => {
                self.conflicts.retain(|c| c.id != *id);
                self.settled.insert(id.clone());
            }
            ProposalEvent::Offered { at } => self.offered = Some(*at),
            ProposalEvent::Moved { kind, evidence, cuts, .. } => {
                match cuts {
                    Some(cuts) => self.moved.insert((*kind, *evidence), *cuts),
                    None => self.moved.remove(&(*kind, *evidence)),
                };
            }
        }
    }

    /// Whether the standup is to be offered: it was neither run nor offered since then. Gives how many proposals wait;
    /// that it was offered is put on record.
    pub fn offer(store: &Store, since: Timestamp, now: Timestamp) -> Result<Option<usize>, StoreError> {
        let books = Self::read(store)?;
        if [books.run, books.offered].into_iter().flatten().any(|at| at >= since) {
            return Ok(None);
        }
        store.append(LogFile::Proposals, &[ProposalEvent::Offered { at: now }])?;
        Ok(Some(books.pending().len()))
    }

    /// What waits for the person, by number.
    pub fn pending(&self) -> Vec<&Proposal> {
        let mut waits: Vec<&Proposal> =
            self.proposals.iter().filter(|p| p.standing == ProposalStatus::Pending).collect();
        waits.sort_by_key(|p| p.number);
        waits
    }

    /// The proposal with this id.
    pub fn proposal(&self, id: &str) -> Option<&Proposal> {
        self.proposals.iter().find(|p| p.id == id)
    }

    /// The action with this id, or the last one of the proposal with this id.
    pub fn action(&self, id: &str) -> Option<&JournalLine> {
        self.actions.iter().rev().find(|a| a.action == id || a.proposal == id)
    }

    /// Whether something with this key was done and stands.
    pub fn did(&self, key: &str) -> Option<&JournalLine> {
        self.actions.iter().rev().find(|a| a.key == key && matches!(a.did, ActionState::Done | ActionState::Undoing))
    }

    /// Notes that went on tasks which then could not be closed, by the deed's key.
    pub fn noted(&self) -> BTreeMap<String, Noted> {
        let mut out = BTreeMap::new();
        for line in &self.actions {
            match (line.did, line.half()) {
                (ActionState::Failed, Some(noted)) => drop(out.insert(line.key.clone(), noted)),
                // Of what failed whole, an earlier half stays as it was.
                (ActionState::Failed, None) => {}
                _ => drop(out.remove(&line.key)),
            }
        }
        out
    }

    /// The next action's id: one that no action had, also where lines of the record are lost.
    pub fn next_action(&self) -> String {
        let number = |line: &JournalLine| line.action.strip_prefix("a-")?.parse::<u64>().ok();
        format!("a-{}", self.actions.iter().filter_map(number).max().unwrap_or(0).saturating_add(1))
    }

    /// The lines that put a plan on record: what is new gets a number, what waits keeps its own, what was dismissed,
    /// done or taken back is not proposed again.
    pub fn take(&self, plan: &Plan, failures: Vec<String>, at: Timestamp) -> Vec<ProposalEvent> {
        let mut number = self.numbered;
        let plan = &safe(plan);
        let mut lines =
            vec![ProposalEvent::Run { at, failures, conflicts: plan.conflicts.clone(), notes: plan.notes.clone() }];
        let mut seen: Vec<&str> = Vec::new();
        for proposal in &plan.proposals {
            let known = self.proposal(&proposal.id);
            let again = known.is_none_or(|k| matches!(k.standing, ProposalStatus::Pending | ProposalStatus::Failed));
            if !again || seen.contains(&proposal.id.as_str()) || self.did(&proposal.key).is_some() {
                continue;
            }
            seen.push(&proposal.id);
            let mut new = proposal.clone();
            new.standing = ProposalStatus::Pending;
            new.because = None;
            new.number = known.filter(|k| k.standing == ProposalStatus::Pending).map_or(0, |k| k.number);
            if new.number == 0 {
                number = number.saturating_add(1);
                new.number = number;
            }
            if known != Some(&new) {
                lines.push(ProposalEvent::Proposed { at, proposal: Box::new(new) });
            }
        }
        lines
    }
}
