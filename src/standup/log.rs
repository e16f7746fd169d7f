//! Defines [`StandupLog`], the standup's proposals with their status, the findings of the last run, and the actions
//! done. It is folded from two append-only logs.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use super::account::ArtifactAccount;
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
    /// A run compared the sessions with the project.
    Run {
        /// When.
        at: Timestamp,
        /// Load errors, a sentence each.
        failures: Vec<String>,
        /// The contradictions.
        conflicts: Vec<StandupConflict>,
        notes: Vec<StandupNote>,
        /// The outcome of each artifact that was taken in.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        account: Vec<ArtifactAccount>,
    },
    /// An action was proposed, or proposed again with other evidence.
    Proposed {
        /// When.
        at: Timestamp,
        proposal: Box<Proposal>,
    },
    /// A proposal's status changed.
    Stood {
        /// When.
        at: Timestamp,
        /// The proposal.
        id: String,
        /// The new status.
        standing: ProposalStatus,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// The person settled or rejected a conflict.
    Settled {
        /// When.
        at: Timestamp,
        /// The conflict.
        id: String,
        /// Why, in the person's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// A settled conflict is listed again.
    Unsettled {
        /// When.
        at: Timestamp,
        conflict: Box<StandupConflict>,
    },
    /// The day's standup was offered.
    Offered {
        /// When.
        at: Timestamp,
    },
    /// The person changed the thresholds for proposals of these kinds, or changed them back.
    Moved {
        /// When.
        at: Timestamp,
        /// The id, beginning with `h-`, to take it back by.
        id: String,
        kind: ActionKind,
        evidence: EvidenceKind,
        /// The new thresholds, high and medium; `None` for the defaults.
        #[serde(rename = "cuts")]
        thresholds: Option<(f32, f32)>,
        /// The thresholds before.
        was: Option<(f32, f32)>,
    },
}

words! {
    /// The state of an action; a started one is about to be done.
    ActionState {
        Started = "started", Done = "done", Failed = "failed",
        /// It is about to be rolled back.
        Undoing = "undoing",
        Undone = "undone",
    }
}

words! {
    /// Who approved an action.
    ApprovedBy {
        /// The permissions: it was certain enough, and the person allowed acting at once.
        Rules = "rules",
        Person = "person",
    }
}

/// A line of `journal.jsonl`, written before an action and after it.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JournalLine {
    /// When.
    pub at: Timestamp,
    /// The action's id: `a-` and a number.
    pub action: String,
    pub did: ActionState,
    /// Who approved it.
    pub by: ApprovedBy,
    pub proposal: String,
    /// The action's key.
    pub key: String,
    pub what: StandupAction,
    /// The board or the document.
    pub place: String,
    /// The sessions and turns it is based on.
    pub source: String,
    /// Its confidence, 0 to 1.
    pub score: f32,
    /// The quotes it is based on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quotes: Vec<String>,
    /// The changed files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileRecord>,
    /// The tool's operation.
    pub op: Option<TaskOp>,
    /// The task the tool changed, with the operation that undoes it.
    pub receipt: Option<Receipt>,
    /// Why it failed.
    pub because: Option<String>,
}

impl JournalLine {
    /// Appends the line to the journal. The former content of its files is on the first line of an action only: a
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

    /// The note that was added to a task which then could not be closed; `None` for any other action.
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

/// A plan without secrets and hidden characters, as it is saved.
fn safe(plan: &Plan) -> Plan {
    let Ok(mut value) = serde_json::to_value(plan) else { return Plan::default() };
    neutralise(&mut value);
    serde_json::from_value(value).unwrap_or_default()
}

/// The outcomes of the artifacts that one run took in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RunAccount {
    pub at: Timestamp,
    pub account: Vec<ArtifactAccount>,
}

/// The folded logs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StandupLog {
    /// Every proposal, oldest first, with its present status.
    pub proposals: Vec<Proposal>,
    /// Conflicts that are not settled.
    pub conflicts: Vec<StandupConflict>,
    /// Ids of settled conflicts.
    pub settled: BTreeSet<String>,
    /// Notes of the last run.
    pub notes: Vec<StandupNote>,
    /// Load errors of the last run.
    pub failures: Vec<String>,
    /// When the last run was.
    pub run: Option<Timestamp>,
    /// The outcomes of the artifacts, run by run; runs that took none in are left out.
    pub accounts: Vec<RunAccount>,
    /// When the standup was last offered.
    pub offered: Option<Timestamp>,
    /// The last line of each action, oldest action first.
    pub actions: Vec<JournalLine>,
    /// The highest number a proposal ever had. Numbers are not reused.
    pub numbered: u32,
    /// Every event, oldest first.
    pub said: Vec<ProposalEvent>,
    /// Thresholds the person changed.
    pub moved: BTreeMap<(ActionKind, EvidenceKind), (f32, f32)>,
    /// How many lines could not be read.
    pub unread: usize,
}

impl StandupLog {
    /// Reads a store's logs.
    pub fn read(store: &Store) -> Result<Self, StoreError> {
        let (said, unread) = store.log_lines::<ProposalEvent>(LogFile::Proposals)?;
        let (journal, torn) = store.log_lines::<JournalLine>(LogFile::Journal)?;
        let mut log = Self { unread: unread + torn, ..Self::default() };
        for line in &said {
            log.apply(line);
        }
        log.said = said;
        for line in journal {
            match log.actions.iter_mut().find(|a| a.action == line.action) {
                Some(known) => known.go_on(line),
                None => log.actions.push(line),
            }
        }
        log.correct_statuses();
        Ok(log)
    }

    /// Corrects statuses from the journal: a program may have ended between writing its last line and the proposal's
    /// status.
    fn correct_statuses(&mut self) {
        for proposal in &mut self.proposals {
            let last = self.actions.iter().rev().find(|a| a.proposal == proposal.id).map(|a| a.did);
            proposal.standing = match (proposal.standing, last) {
                (ProposalStatus::Pending | ProposalStatus::Approved, Some(ActionState::Done)) => ProposalStatus::Done,
                (ProposalStatus::Done, Some(ActionState::Undone)) => ProposalStatus::RolledBack,
                (standing, _) => standing,
            };
        }
    }

    fn apply(&mut self, line: &ProposalEvent) {
        match line {
            ProposalEvent::Run { at, failures, conflicts, notes, account } => {
                self.run = Some(*at);
                if !account.is_empty() {
                    self.accounts.push(RunAccount { at: *at, account: account.clone() });
                }
                self.failures.clone_from(failures);
                // A conflict that a run does not find again is not settled by that.
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
            ProposalEvent::Unsettled { conflict, .. } => {
                self.settled.remove(&conflict.id);
                self.conflicts.retain(|c| c.id != conflict.id);
                self.conflicts.push((**conflict).clone());
            }
            ProposalEvent::Offered { at } => self.offered = Some(*at),
            ProposalEvent::Moved { kind, evidence, thresholds, .. } => {
                match thresholds {
                    Some(thresholds) => self.moved.insert((*kind, *evidence), *thresholds),
                    None => self.moved.remove(&(*kind, *evidence)),
                };
            }
        }
    }

    /// Offers the standup unless it was run or offered since `since`, and records that. Returns the number of pending
    /// proposals; `None` where it is not offered.
    pub fn offer(store: &Store, since: Timestamp, now: Timestamp) -> Result<Option<usize>, StoreError> {
        let log = Self::read(store)?;
        if [log.run, log.offered].into_iter().flatten().any(|at| at >= since) {
            return Ok(None);
        }
        store.append(LogFile::Proposals, &[ProposalEvent::Offered { at: now }])?;
        Ok(Some(log.pending().len()))
    }

    /// The pending proposals, by number.
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

    /// The settled conflict with this id, as it was last found.
    pub fn settled_conflict(&self, id: &str) -> Option<&StandupConflict> {
        let runs = self.said.iter().rev().filter_map(|said| match said {
            ProposalEvent::Run { conflicts, .. } => conflicts.iter().find(|c| c.id == id),
            _ => None,
        });
        runs.take(1).next().filter(|_| self.settled.contains(id))
    }

    /// The action with this id, or the last one of the proposal with this id.
    pub fn action(&self, id: &str) -> Option<&JournalLine> {
        self.actions.iter().rev().find(|a| a.action == id || a.proposal == id)
    }

    /// The action with this key that was done and not rolled back.
    pub fn did(&self, key: &str) -> Option<&JournalLine> {
        self.actions.iter().rev().find(|a| a.key == key && matches!(a.did, ActionState::Done | ActionState::Undoing))
    }

    /// Notes that were added to tasks which then could not be closed, by the action's key.
    pub fn noted(&self) -> BTreeMap<String, Noted> {
        let mut out = BTreeMap::new();
        for line in &self.actions {
            match (line.did, line.half()) {
                (ActionState::Failed, Some(noted)) => drop(out.insert(line.key.clone(), noted)),
                // An action that failed as a whole leaves an earlier half as it was.
                (ActionState::Failed, None) => {}
                _ => drop(out.remove(&line.key)),
            }
        }
        out
    }

    /// An id that no action had, even where lines of the journal are lost.
    pub fn next_action(&self) -> String {
        let numbers = self.actions.iter().filter_map(|line| line.action.strip_prefix("a-")?.parse::<u64>().ok());
        format!("a-{}", numbers.max().unwrap_or(0).saturating_add(1))
    }

    /// The events that record a plan. New proposals get numbers, pending ones keep theirs, and those dismissed, done or
    /// rolled back are left out.
    pub fn take(&self, plan: &Plan, failures: Vec<String>, at: Timestamp) -> Vec<ProposalEvent> {
        let mut number = self.numbered;
        let plan = &safe(plan);
        let mut lines = vec![ProposalEvent::Run {
            at,
            failures,
            conflicts: plan.conflicts.clone(),
            notes: plan.notes.clone(),
            account: plan.account.clone(),
        }];
        for (id, why) in &plan.withdrawn {
            if self.proposal(id).is_some_and(|p| p.standing == ProposalStatus::Pending) {
                let (id, because, standing) = (id.clone(), Some(why.clone()), ProposalStatus::Superseded);
                lines.push(ProposalEvent::Stood { at, id, standing, because });
            }
        }
        let mut seen: Vec<&str> = Vec::new();
        for proposal in &plan.proposals {
            let known = self.proposal(&proposal.id);
            let again = known.is_none_or(|k| {
                matches!(k.standing, ProposalStatus::Pending | ProposalStatus::Failed | ProposalStatus::Superseded)
            });
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
