//! Defines how a proposal is carried out: drafted against the present content, journalled, done, journalled again. No
//! model is asked and no action runs twice.
//!
//! The first line of the journal holds the content before. An action that was begun and not ended, found by the holder
//! of the claim, was cut off; [`resolve`] inspects its place to see how far it came.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
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
use crate::edits::{self, CHANGED_MEANWHILE, ConfinedFolder, EditError, FileChange, FileRecord, FileState, Workspace};
use crate::language::stems::fold;
use crate::language::titles::same_title;
use crate::store::{LogFile, Store, StoreError};
use crate::text::SafeText;
use crate::trackers::command::ToolCommand;
use crate::trackers::{Board, BoardError, BoardKind, Drafted, Noted, Receipt, Task, TaskOp, TaskStatus, remark};

/// An action that was not carried out.
#[derive(Debug, Error)]
pub enum ExecuteError {
    /// It is forbidden, impossible or unnecessary.
    #[error("{0}")]
    Refused(String),
    /// Some steps succeeded before one failed.
    #[error("{why}")]
    Partly {
        /// The error of the failed step.
        why: String,
        /// The steps that succeeded, with the operation that undoes them.
        receipt: Box<Receipt>,
    },
    /// The place was changed since the draft, or since the action.
    #[error("{0} {CHANGED_MEANWHILE}")]
    Changed(String),
    /// The journal could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ExecuteError {
    /// A refusal with its reason.
    pub fn refused(why: impl Display) -> Self {
        Self::Refused(why.to_string())
    }
}

/// Everything an action needs to be drafted and carried out.
pub struct ExecutionContext<'a> {
    /// The project's root.
    pub root: &'a Path,
    pub store: &'a Store,
    /// Its board, or the reason why it cannot be used.
    pub board: Result<&'a dyn Board, &'a str>,
    /// The permissions and thresholds in force.
    pub rules: &'a Permissions,
    /// The project's content, loaded just now.
    pub state: &'a ProjectState,
    /// Notes that were added to tasks which then could not be closed, by the action's key.
    pub noted: &'a BTreeMap<String, Noted>,
    pub now: Timestamp,
}

/// The exact change an action would make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionDraft {
    /// The board or the document.
    pub place: String,
    pub file: Option<FileChange>,
    /// The operation of a tool, with the commands it runs.
    pub call: Option<(TaskOp, Vec<ToolCommand>)>,
}

impl ActionDraft {
    /// The diff or the commands, for display.
    pub fn shown(&self) -> String {
        let mut out = edits::diff(self.file.as_slice(), 1, &displayed_path).into_string();
        for request in self.call.iter().flat_map(|(_, requests)| requests) {
            let _ = writeln!(out, "$ {}", request.shown());
        }
        SafeText::block(&out).into_string()
    }
}

/// The path of a changed file in the header of its diff.
fn displayed_path(change: &FileChange) -> String {
    if change.own { format!(".deltamind/{}", change.file) } else { change.file.clone() }
}

/// The mark that identifies a proposal's task on the board.
pub(super) fn mark(key: &str) -> String {
    format!("dm-{}", key.get(..8).unwrap_or(key))
}

/// The sessions and turns a proposal rests on, as written on the board.
pub(super) fn source(proposal: &Proposal) -> String {
    let mut all: Vec<String> = proposal.evidence.iter().map(super::ProposalEvidence::source).collect();
    all.dedup();
    if all.is_empty() { "no source".to_owned() } else { all.join("; ") }
}

/// Drafts a proposal without changing anything. Refused where its target does not exist, the affected part of the
/// project could not be loaded, or the result exists already.
pub fn draft(site: &ExecutionContext<'_>, proposal: &Proposal) -> Result<ActionDraft, ExecuteError> {
    if let Some(why) = site.rules.never(&proposal.action) {
        return Err(ExecuteError::Refused(why));
    }
    check_targets(site.state, &proposal.action).map_err(ExecuteError::Refused)?;
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
        StandupAction::NoAction { .. } => return Err(ExecuteError::refused("there is nothing to do")),
        on_a_document => {
            let path = on_a_document.path().unwrap_or_default();
            let folder = ConfinedFolder::open(site.root).map_err(ExecuteError::refused)?;
            let before = folder.read(path).map_err(ExecuteError::refused)?;
            let file =
                docs::edit(on_a_document, &from, &proposal.tasks, before.as_deref()).map_err(ExecuteError::Refused)?;
            return Ok(ActionDraft { place: path.to_owned(), file: Some(file), call: None });
        }
    };
    let board = site.board.map_err(ExecuteError::refused)?;
    let place = board.place();
    Ok(match board.draft(&op).map_err(ExecuteError::refused)? {
        Drafted::File(file) => ActionDraft { place, file: Some(file), call: None },
        Drafted::Commands(requests) => ActionDraft { place, file: None, call: Some((op, requests)) },
    })
}

/// Says that a part of the project could not be loaded, so that no action touches it.
fn not_loaded(part: &str, why: &str) -> String {
    format!("the {part} could not be loaded, so nothing is done there: {why}")
}

/// Checks that an action's target exists in the loaded project, and that its result does not.
fn check_targets(state: &ProjectState, action: &StandupAction) -> Result<(), String> {
    match action {
        StandupAction::CreateTask { title, .. } => {
            let board = state.board.as_ref().map_err(|why| not_loaded("board", why))?;
            let there = board.tasks.iter().find(|t| same_title(&t.title, title));
            there.map_or(Ok(()), |t| Err(format!("the board has it already: {} ({})", t.named(), t.status)))
        }
        StandupAction::LogTask { task, .. } | StandupAction::DoneTask { task, .. } => {
            state.board.as_ref().map_err(|why| not_loaded("board", why))?;
            let there = state.task(task).is_some();
            if there { Ok(()) } else { Err(format!("the board has no task {task}")) }
        }
        StandupAction::CreateDoc { path, title, .. } => {
            let docs = state.docs.as_ref().map_err(|why| not_loaded("documents", why))?;
            let same = docs.iter().find(|d| d.path.eq_ignore_ascii_case(path) || fold(&d.title) == fold(title));
            same.map_or(Ok(()), |d| Err(format!("{} is there already", d.path)))
        }
        StandupAction::EnrichDoc { path, .. }
        | StandupAction::DocMetadata { path, .. }
        | StandupAction::CorrectDoc { path, .. } => {
            state.docs.as_ref().map_err(|why| not_loaded("documents", why))?;
            let there = state.doc(path).is_some();
            if there { Ok(()) } else { Err(format!("{path} is not among the documents")) }
        }
        StandupAction::FixSkill { path, .. } => {
            state.skills.as_ref().map_err(|why| not_loaded("tools' notes", why))?;
            let there = state.skill(path).is_some();
            if there { Ok(()) } else { Err(format!("{path} is not there: no notes are made up")) }
        }
        StandupAction::NoAction { .. } => Ok(()),
    }
}

/// Carries out a proposal; refused where the change is not the approved one. The caller holds the claim. Returns the
/// last line of the action's journal.
pub fn execute(
    site: &ExecutionContext<'_>,
    log: &StandupLog,
    proposal: &Proposal,
    by: ApprovedBy,
    approved: Option<ApprovedPreview<'_>>,
) -> Result<JournalLine, ExecuteError> {
    if let Some(done) = log.did(&proposal.key) {
        return Err(ExecuteError::Refused(format!("this was done already: {}", done.action)));
    }
    let tier = site.rules.tier(proposal, site.state.board_leaves_machine());
    if tier == Tier::Never || (by == ApprovedBy::Rules && tier != Tier::Execute) {
        return Err(ExecuteError::Refused("this is not done by itself".to_owned()));
    }
    let draft = draft(site, proposal)?;
    if approved.is_some_and(|mut approved| !approved.allows(&draft)) {
        return Err(ExecuteError::Changed(draft.place));
    }
    let mut line = JournalLine {
        at: site.now,
        action: log.next_action(),
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
        (None, Some((op, _))) => run_recorded(site, &op, &mut line)?,
        (None, None) => return Err(ExecuteError::Refused("there is nothing to do".to_owned())),
    }
    Ok(line)
}

/// Runs a tool's operation with a line of the journal before and after it.
fn run_recorded(site: &ExecutionContext<'_>, op: &TaskOp, line: &mut JournalLine) -> Result<(), ExecuteError> {
    line.put(&site.store.share()?)?;
    // The shared files are not locked meanwhile: a tool may take seconds.
    let done = run_operation(site, op);
    match &done {
        Ok(receipt) => (line.did, line.receipt) = (ActionState::Done, Some(receipt.clone())),
        Err(error) => {
            let mut because = SafeText::shown(error).into_string();
            if let ExecuteError::Partly { receipt, .. } = error {
                line.receipt = Some((**receipt).clone());
                if receipt.inverse.is_some() {
                    let _ = write!(because, "; the completed steps are undone with {}", line.action);
                }
            }
            (line.did, line.because) = (ActionState::Failed, Some(because));
        }
    }
    line.put(&site.store.share()?)?;
    done.map(drop)
}

/// Changes files under the journal. The states are those of the line while the change is made, once it is made, and if
/// it fails.
pub(super) fn write(
    site: &ExecutionContext<'_>,
    changes: &[FileChange],
    line: &mut JournalLine,
    [doing, done, failed]: [ActionState; 3],
) -> Result<(), ExecuteError> {
    let folder = ConfinedFolder::open(site.root).map_err(ExecuteError::refused)?;
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

pub(super) fn run_operation(site: &ExecutionContext<'_>, op: &TaskOp) -> Result<Receipt, ExecuteError> {
    let board = site.board.map_err(ExecuteError::refused)?;
    board.perform(op).map_err(|error| {
        let why = error.to_string();
        match error {
            BoardError::Partly { receipt, .. } => ExecuteError::Partly { why, receipt },
            _ => ExecuteError::Refused(why),
        }
    })
}

/// Settles actions that a crash cut off, by inspecting their places. The caller holds the claim. Returns one sentence
/// per action.
pub fn resolve(site: &ExecutionContext<'_>, log: &StandupLog) -> Result<Vec<String>, StoreError> {
    let mut settled = Vec::new();
    for begun in log.actions.iter().filter(|a| matches!(a.did, ActionState::Started | ActionState::Undoing)) {
        let mut line = JournalLine { at: site.now, ..begun.clone() };
        let (happened, untouched) = inspect(site, begun);
        // Of an action that failed half-way only that half is rolled back; it is pending either way.
        let half = begun.did == ActionState::Undoing && begun.half().is_some();
        let (ended, back) = match begun.did {
            ActionState::Started => (ActionState::Done, ActionState::Failed),
            _ if half => (ActionState::Undone, ActionState::Failed),
            _ => (ActionState::Undone, ActionState::Done),
        };
        let (happened, untouched) =
            if begun.did == ActionState::Started { (happened, untouched) } else { (untouched, happened) };
        let (did, finding) = match (happened, untouched) {
            (true, _) => (ended, "was cut off after it was done"),
            (false, true) => (back, "was cut off before anything was changed"),
            (false, false) => {
                (ActionState::Failed, "was cut off, and its place looks neither as before nor as after: look at it")
            }
        };
        line.did = did;
        if ended == ActionState::Done && happened && line.op.is_some() {
            line.receipt = restored_receipt(site, begun);
        }
        line.because = (line.did == ActionState::Failed).then(|| finding.to_owned());
        let standing = match line.did {
            ActionState::Done => ProposalStatus::Done,
            _ if half => ProposalStatus::Pending,
            ActionState::Undone => ProposalStatus::RolledBack,
            // Nothing happened, so it is pending again.
            _ if untouched && begun.did == ActionState::Started => ProposalStatus::Pending,
            _ => ProposalStatus::Failed,
        };
        let because = line.because.clone().filter(|_| standing == ProposalStatus::Failed);
        let stood = ProposalEvent::Stood { at: site.now, id: begun.proposal.clone(), standing, because };
        line.put(&site.store.share()?)?;
        site.store.append(LogFile::Proposals, &[stood])?;
        settled.push(format!("{} ({}) {}", begun.action, begun.what.title(), finding));
    }
    Ok(settled)
}

/// Whether an action's place looks as after the action, and whether as before it.
fn inspect(site: &ExecutionContext<'_>, line: &JournalLine) -> (bool, bool) {
    if let Some(file) = line.files.first() {
        let content = ConfinedFolder::open(site.root)
            .and_then(|folder| Workspace::reading(&folder, site.store).read(file.own, &file.file));
        let state = content.ok().map(|content| file.state(content.as_deref()));
        return (state == Some(FileState::After), state == Some(FileState::Before));
    }
    let Ok(board) = &site.state.board else { return (false, false) };
    let undoing = line.did == ActionState::Undoing;
    match &line.op {
        Some(TaskOp::Create { mark, .. }) => {
            let listed = board.tasks.iter().filter(|t| t.is_marked(mark)).cloned();
            // The list command of some tools leaves descriptions out, so tasks with that title are read one by one.
            let titled = board.tasks.iter().filter(|t| fold(&t.title) == fold(line.what.title()));
            let read = titled.filter_map(|t| read_task(site, &t.id)).filter(|t| t.is_marked(mark));
            let mut made = listed.chain(read);
            // A withdrawn task keeps its mark, but is closed.
            let there = if undoing { made.any(|t| t.status.is_open()) } else { made.next().is_some() };
            (there, !there)
        }
        Some(TaskOp::Done { task, note, source, .. }) => {
            let open = site.state.task(task).is_some_and(|t| t.status.is_open());
            let inverse = line.receipt.as_ref().and_then(|r| r.inverse.as_ref()).filter(|_| undoing);
            match inverse {
                Some(TaskOp::Unlog { .. }) => {
                    let carried = has_note(site, task, note, source);
                    (carried, !carried)
                }
                // A task that is open again but still has its note is neither as before nor as after.
                Some(TaskOp::Reopen { note: Some(_), .. }) => (!open, open && !has_note(site, task, note, source)),
                _ => (!open, open),
            }
        }
        Some(TaskOp::Log { task, text, source }) => {
            let carried = has_note(site, task, text, source);
            // A person's own board command may leave notes out of its list, so a missing note proves nothing.
            (carried, !carried && board.kind != BoardKind::Command)
        }
        _ => (false, false),
    }
}

/// Reads one task from the board; `None` without a board or when the read fails.
fn read_task(site: &ExecutionContext<'_>, id: &str) -> Option<Task> {
    site.board.ok()?.look(id).ok()
}

fn has_note(site: &ExecutionContext<'_>, task: &str, text: &str, source: &str) -> bool {
    read_task(site, task).is_some_and(|t| t.body.contains(&remark(text, source)))
}

/// Restores the receipt of a tool's action that was cut off after it was done.
fn restored_receipt(site: &ExecutionContext<'_>, line: &JournalLine) -> Option<Receipt> {
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
            let inverse = Some(TaskOp::Reopen { task: task.clone(), status: TaskStatus::Todo, note });
            Some(Receipt { left: board.print(task).ok()?, task: task.clone(), inverse })
        }
        _ => None,
    }
}
