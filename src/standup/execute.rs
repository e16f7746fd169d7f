//! Defines the doing of a proposal: what it would change is drafted against what is there now, put on record, done,
//! put on record again. No model is asked, nothing is done twice.
//!
//! The record before the deed holds what was there. Whoever finds a deed begun and not ended, holding the claim, knows
//! that it was cut off, and [`resolve`] looks at the place to see how far it came.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use thiserror::Error;

use super::action::{Proposal, ProposalStatus, StandupAction, Tier};
use super::approved_preview::ApprovedPreview;
use super::docs;
use super::log::{ActionJournal, ActionState, ApprovedBy, JournalLine, ProposalEvent, StandupLog};
use super::permission::Permissions;
use super::project::ProjectState;
use crate::edits::{self, ConfinedFolder, EditError, FileChange, FileRecord, FileState, Workspace};
use crate::language::stems::fold;
use crate::language::titles::same_title;
use crate::store::{LogFile, Store, StoreError};
use crate::text::SafeText;
use crate::trackers::command::ToolCommand;
use crate::trackers::{Board, BoardError, BoardKind, Drafted, Noted, Receipt, TaskOp, remark};

/// Why something was not done.
#[derive(Debug, Error)]
pub enum ExecuteError {
    /// It may not, cannot or need not be done.
    #[error("{0}")]
    Refused(String),
    /// It was done in part.
    #[error("{why}")]
    Partly {
        /// Why the rest was not.
        why: String,
        /// What was, with what takes it back.
        receipt: Box<Receipt>,
    },
    /// The place was changed meanwhile.
    #[error("{0} was changed meanwhile: nothing was written; look at it again")]
    Changed(String),
    /// The record cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Where things are done.
pub struct ExecutionContext<'a> {
    /// The project's root.
    pub root: &'a Path,
    /// Its store.
    pub store: &'a Store,
    /// Its board, or why there is none.
    pub board: Result<&'a dyn Board, &'a str>,
    /// What is in force.
    pub rules: &'a Permissions,
    /// What the project holds, loaded just now.
    pub state: &'a ProjectState,
    /// Notes that went on tasks which then could not be closed, by the deed's key.
    pub noted: &'a BTreeMap<String, Noted>,
    /// Now.
    pub now: Timestamp,
}

/// What doing a proposal would change, exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionDraft {
    /// Where: the board, or the document.
    pub place: String,
    /// The file, if it is one.
    pub file: Option<FileChange>,
    /// What a tool would be asked for, with the commands.
    pub call: Option<(TaskOp, Vec<ToolCommand>)>,
}

impl ActionDraft {
    /// For a screen: the file's diff, or the commands.
    pub fn shown(&self) -> String {
        let name = |c: &FileChange| if c.own { format!(".deltamind/{}", c.file) } else { c.file.clone() };
        let mut out = edits::diff(self.file.as_slice(), 1, &name).into_string();
        for request in self.call.iter().flat_map(|(_, requests)| requests) {
            let _ = writeln!(out, "$ {}", request.shown());
        }
        SafeText::block(&out).into_string()
    }
}

/// The mark of a proposal's task.
pub(super) fn mark(key: &str) -> String {
    format!("dm-{}", key.get(..8).unwrap_or(key))
}

/// Where a proposal is from, for the one who finds it on the board.
pub(super) fn source(proposal: &Proposal) -> String {
    let mut all: Vec<String> = proposal.evidence.iter().map(super::ProposalEvidence::source).collect();
    all.dedup();
    if all.is_empty() { "no source".to_owned() } else { all.join("; ") }
}

/// What a proposal would change. Nothing is changed. Refused where a target is not there, a part of the project could
/// not be loaded, or the same is there already.
pub fn draft(site: &ExecutionContext<'_>, proposal: &Proposal) -> Result<ActionDraft, ExecuteError> {
    let refused = |why: String| ExecuteError::Refused(why);
    if let Some(why) = site.rules.never(&proposal.action) {
        return Err(refused(why));
    }
    known(site.state, &proposal.action).map_err(refused)?;
    let from = source(proposal);
    let today: Date = site.now.to_zoned(TimeZone::UTC).date();
    let op = match &proposal.action {
        StandupAction::CreateTask { title, body } => {
            let (title, body, mark) = (title.clone(), body.clone(), mark(&proposal.key));
            TaskOp::Create { title, body, mark, source: from, on: today }
        }
        StandupAction::LogTask { task, text, .. } => {
            TaskOp::Log { task: task.clone(), text: text.clone(), source: from }
        }
        StandupAction::DoneTask { task, note, .. } => {
            let (task, note, noted) = (task.clone(), note.clone(), site.noted.get(&proposal.key).cloned());
            TaskOp::Done { task, note, source: from, on: today, noted }
        }
        StandupAction::NoAction { .. } => return Err(refused("there is nothing to do".to_owned())),
        on_a_document => {
            let path = on_a_document.path().unwrap_or_default();
            let folder = ConfinedFolder::open(site.root).map_err(|e| refused(e.to_string()))?;
            let before = folder.read(path).map_err(|e| refused(e.to_string()))?;
            let file = docs::edit(on_a_document, &from, &proposal.tasks, before.as_deref()).map_err(refused)?;
            return Ok(ActionDraft { place: path.to_owned(), file: Some(file), call: None });
        }
    };
    let board = site.board.map_err(|why| refused(why.to_owned()))?;
    let place = board.place();
    Ok(match board.draft(&op).map_err(|e| refused(e.to_string()))? {
        Drafted::File(file) => ActionDraft { place, file: Some(file), call: None },
        Drafted::Commands(requests) => ActionDraft { place, file: None, call: Some((op, requests)) },
    })
}

/// What an action is about is in the project as it was loaded, and what it would make is not.
fn known(state: &ProjectState, action: &StandupAction) -> Result<(), String> {
    let unknown = |what: &str, why: &str| format!("the {what} could not be loaded, so nothing is done there: {why}");
    match action {
        StandupAction::CreateTask { title, .. } => {
            let board = state.board.as_ref().map_err(|why| unknown("board", why))?;
            let there = board.tasks.iter().find(|t| same_title(&t.title, title));
            there.map_or(Ok(()), |t| Err(format!("the board has it already: {} ({})", t.id, t.status)))
        }
        StandupAction::LogTask { task, .. } | StandupAction::DoneTask { task, .. } => {
            state.board.as_ref().map_err(|why| unknown("board", why))?;
            let there = state.task(task).is_some();
            if there { Ok(()) } else { Err(format!("the board has no task {task}")) }
        }
        StandupAction::CreateDoc { path, title, .. } => {
            let docs = state.docs.as_ref().map_err(|why| unknown("documents", why))?;
            let same = docs.iter().find(|d| d.path.eq_ignore_ascii_case(path) || fold(&d.title) == fold(title));
            same.map_or(Ok(()), |d| Err(format!("{} is there already", d.path)))
        }
        StandupAction::EnrichDoc { path, .. } | StandupAction::DocMetadata { path, .. } => {
            state.docs.as_ref().map_err(|why| unknown("documents", why))?;
            let there = state.doc(path).is_some();
            if there { Ok(()) } else { Err(format!("{path} is not among the documents")) }
        }
        StandupAction::FixSkill { path, .. } => {
            state.skills.as_ref().map_err(|why| unknown("tools' notes", why))?;
            let there = state.skill(path).is_some();
            if there { Ok(()) } else { Err(format!("{path} is not there: no notes are made up")) }
        }
        StandupAction::NoAction { .. } => Ok(()),
    }
}

/// Does a proposal, on the word of the person or of the rules; refused where the change is not the one that was
/// looked at. The caller holds the claim. Gives the action's record.
pub fn execute(
    site: &ExecutionContext<'_>,
    books: &StandupLog,
    proposal: &Proposal,
    by: ApprovedBy,
    looked: Option<ApprovedPreview<'_>>,
) -> Result<JournalLine, ExecuteError> {
    if let Some(done) = books.did(&proposal.key) {
        return Err(ExecuteError::Refused(format!("this was done already: {}", done.action)));
    }
    let tier = site.rules.tier(proposal, site.state.board_leaves_machine());
    if tier == Tier::Never || (by == ApprovedBy::Rules && tier != Tier::Execute) {
        return Err(ExecuteError::Refused("this is not done by itself".to_owned()));
    }
    let draft = draft(site, proposal)?;
    if looked.is_some_and(|mut looked| !looked.allows(&draft)) {
        return Err(ExecuteError::Changed(draft.place));
    }
    let mut line = JournalLine {
        at: site.now,
        action: books.next_action(),
        did: ActionState::Started,
        by,
        proposal: proposal.id.clone(),
        key: proposal.key.clone(),
        what: proposal.action.clone(),
        place: draft.place.clone(),
        source: source(proposal),
        score: proposal.confidence.score,
        quotes: proposal
            .evidence
            .iter()
            .flat_map(|e| e.quotes.iter().map(|q| SafeText::block(q).into_string()))
            .collect(),
        files: draft.file.iter().map(FileRecord::of).collect(),
        op: draft.call.as_ref().map(|(op, _)| op.clone()),
        receipt: None,
        because: None,
    };
    match (&draft.file, draft.call) {
        (Some(change), _) => {
            write(
                site,
                std::slice::from_ref(change),
                &mut line,
                [ActionState::Started, ActionState::Done, ActionState::Failed],
            )?;
        }
        (None, Some((op, _))) => call_recorded(site, &op, &mut line)?,
        (None, None) => return Err(ExecuteError::Refused("there is nothing to do".to_owned())),
    }
    Ok(line)
}

/// Runs a tool's operation with a line on record before and after it.
fn call_recorded(site: &ExecutionContext<'_>, op: &TaskOp, line: &mut JournalLine) -> Result<(), ExecuteError> {
    line.put(&site.store.share()?)?;
    // Not locked meanwhile: a tool may take seconds.
    let done = call(site, op);
    match &done {
        Ok(receipt) => (line.did, line.receipt) = (ActionState::Done, Some(receipt.clone())),
        Err(error) => {
            let mut because = SafeText::shown(error).into_string();
            if let ExecuteError::Partly { receipt, .. } = error {
                line.receipt = Some((**receipt).clone());
                if receipt.inverse.is_some() {
                    let _ = write!(because, "; what went through is taken back with {}", line.action);
                }
            }
            (line.did, line.because) = (ActionState::Failed, Some(because));
        }
    }
    line.put(&site.store.share()?)?;
    done.map(drop)
}

/// Changes files under the journal; `states` are those of the line while it is done, once it is done, and if it fails.
pub(super) fn write(
    site: &ExecutionContext<'_>,
    changes: &[FileChange],
    line: &mut JournalLine,
    [doing, done, failed]: [ActionState; 3],
) -> Result<(), ExecuteError> {
    let folder = ConfinedFolder::open(site.root).map_err(|e| ExecuteError::Refused(e.to_string()))?;
    let shared = site.store.share()?;
    let mut journal = ActionJournal { shared: &shared, line, doing, done, failed };
    edits::perform(Workspace::writing(&folder, &shared), changes, &mut journal).map_err(|error| match error {
        EditError::Changed { path } => ExecuteError::Changed(match changes.iter().find(|c| path.ends_with(&c.file)) {
            Some(change) if !change.own => change.file.clone(),
            _ => "the board".to_owned(),
        }),
        EditError::Store(source) | EditError::Unrecorded { source, .. } => ExecuteError::Store(source),
        other => ExecuteError::Refused(other.to_string()),
    })
}

pub(super) fn call(site: &ExecutionContext<'_>, op: &TaskOp) -> Result<Receipt, ExecuteError> {
    let board = site.board.map_err(|why| ExecuteError::Refused(why.to_owned()))?;
    board.perform(op).map_err(|error| {
        let why = error.to_string();
        match error {
            BoardError::Partly { receipt, .. } => ExecuteError::Partly { why, receipt },
            _ => ExecuteError::Refused(why),
        }
    })
}

/// Ends what a crash left begun, by looking at the places. The caller holds the claim. Gives a sentence for each.
pub fn resolve(site: &ExecutionContext<'_>, books: &StandupLog) -> Result<Vec<String>, StoreError> {
    let mut told = Vec::new();
    for begun in books.actions.iter().filter(|a| matches!(a.did, ActionState::Started | ActionState::Undoing)) {
        let mut line = JournalLine { at: site.now, ..begun.clone() };
        let (happened, untouched) = look(site, begun);
        // Of a deed that failed half-way only the half is taken back; it waits for the person either way.
        let half = begun.did == ActionState::Undoing && begun.half().is_some();
        let (ended, back) = match begun.did {
            ActionState::Started => (ActionState::Done, ActionState::Failed),
            _ if half => (ActionState::Undone, ActionState::Failed),
            _ => (ActionState::Undone, ActionState::Done),
        };
        let (happened, untouched) =
            if begun.did == ActionState::Started { (happened, untouched) } else { (untouched, happened) };
        let what = match (happened, untouched) {
            (true, _) => (ended, "was cut off after it was done"),
            (false, true) => (back, "was cut off before anything was changed"),
            (false, false) => {
                (ActionState::Failed, "was cut off, and its place looks neither as before nor as after: look at it")
            }
        };
        line.did = what.0;
        if ended == ActionState::Done && happened && line.op.is_some() {
            line.receipt = found(site, begun);
        }
        line.because = (line.did == ActionState::Failed).then(|| what.1.to_owned());
        let standing = match line.did {
            ActionState::Done => ProposalStatus::Done,
            _ if half => ProposalStatus::Pending,
            ActionState::Undone => ProposalStatus::RolledBack,
            // Nothing happened: it waits for the person again.
            _ if untouched && begun.did == ActionState::Started => ProposalStatus::Pending,
            _ => ProposalStatus::Failed,
        };
        let because = line.because.clone().filter(|_| standing == ProposalStatus::Failed);
        let stood = ProposalEvent::Stood { at: site.now, id: begun.proposal.clone(), standing, because };
        line.put(&site.store.share()?)?;
        site.store.append(LogFile::Proposals, &[stood])?;
        told.push(format!("{} ({}) {}", begun.action, begun.what.title(), what.1));
    }
    Ok(told)
}

/// Whether an action's place looks as after it, and whether as before it.
fn look(site: &ExecutionContext<'_>, line: &JournalLine) -> (bool, bool) {
    if let Some(file) = line.files.first() {
        let content = ConfinedFolder::open(site.root)
            .and_then(|folder| Workspace::reading(&folder, site.store).read(file.own, &file.file));
        let state = content.ok().map(|content| file.state(content.as_deref()));
        return (state == Some(FileState::After), state == Some(FileState::Before));
    }
    let Ok(board) = &site.state.board else { return (false, false) };
    let undoing = line.did == ActionState::Undoing;
    let carries = |task: &str, text: &str, source: &str| {
        let note = remark(text, source);
        site.board.ok().and_then(|b| b.look(task).ok()).is_some_and(|t| t.body.contains(&note))
    };
    match &line.op {
        Some(TaskOp::Create { mark, .. }) => {
            // The list of some tools leaves descriptions out.
            let whole = |t: &crate::trackers::Task| site.board.ok().and_then(|b| b.look(&t.id).ok());
            let fits = |t: &&crate::trackers::Task| fold(&t.title) == fold(line.what.title());
            let listed = board.tasks.iter().filter(|t| t.is_marked(mark)).cloned();
            let mut made =
                listed.chain(board.tasks.iter().filter(fits).filter_map(whole)).filter(|t| t.is_marked(mark));
            // Withdrawn, it still bears its mark: it is closed then.
            let there = if undoing { made.any(|t| t.status.is_open()) } else { made.next().is_some() };
            (there, !there)
        }
        Some(TaskOp::Done { task, note, source, .. }) => {
            let open = site.state.task(task).is_some_and(|t| t.status.is_open());
            let inverse = line.receipt.as_ref().and_then(|r| r.inverse.as_ref()).filter(|_| undoing);
            match inverse {
                Some(TaskOp::Unlog { .. }) => {
                    let carried = carries(task, note, source);
                    (carried, !carried)
                }
                // Open again with its note still on it, it is neither as before nor as after.
                Some(TaskOp::Reopen { note: Some(_), .. }) => (!open, open && !carries(task, note, source)),
                _ => (!open, open),
            }
        }
        Some(TaskOp::Log { task, text, source }) => {
            let carried = carries(task, text, source);
            // What a person's own command leaves out of its list cannot be missed there.
            (carried, !carried && board.kind != BoardKind::Command)
        }
        _ => (false, false),
    }
}

/// The receipt of a tool's action that was cut off after it was done.
fn found(site: &ExecutionContext<'_>, line: &JournalLine) -> Option<Receipt> {
    let board = site.board.ok()?;
    match line.op.as_ref()? {
        TaskOp::Create { mark, .. } => {
            let all = board.tasks().ok()?;
            let task = all.iter().filter_map(|t| board.look(&t.id).ok()).find(|t| t.is_marked(mark))?;
            let inverse = Some(TaskOp::Withdraw { task: task.id.clone() });
            Some(Receipt { left: board.print(&task.id).ok()?, task: task.id, inverse })
        }
        TaskOp::Done { task, noted, .. } => {
            let note = noted.clone().and_then(|noted| noted.back);
            let inverse = Some(TaskOp::Reopen { task: task.clone(), status: crate::trackers::TaskStatus::Todo, note });
            Some(Receipt { left: board.print(task).ok()?, task: task.clone(), inverse })
        }
        _ => None,
    }
}
