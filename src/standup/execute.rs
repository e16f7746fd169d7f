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

use super::action::{Action, Proposal, Standing, Tier};
use super::books::{Books, By, Did, JournalFile, JournalLine, Said};
use super::docs;
use super::looked::Looked;
use super::permission::Rules;
use super::project::ProjectState;
use crate::language::stems::fold;
use crate::language::titles::same_title;
use crate::store::{Confined, StandupFile, Store, StoreError};
use crate::text::SafeText;
use crate::trackers::command::ToolCommand;
use crate::trackers::{Board, BoardError, BoardKind, Drafted, FileChange, Noted, Receipt, TaskOp, remark};

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
pub struct Site<'a> {
    /// The project's root.
    pub root: &'a Path,
    /// Its store.
    pub store: &'a Store,
    /// Its board, or why there is none.
    pub board: Result<&'a dyn Board, &'a str>,
    /// What is in force.
    pub rules: &'a Rules,
    /// What the project holds, loaded just now.
    pub state: &'a ProjectState,
    /// Notes that went on tasks which then could not be closed, by the deed's key.
    pub noted: &'a BTreeMap<String, Noted>,
    /// Now.
    pub now: Timestamp,
}

/// What doing a proposal would change, exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Where: the board, or the document.
    pub place: String,
    /// The file, if it is one.
    pub file: Option<FileChange>,
    /// What a tool would be asked for, with the commands.
    pub call: Option<(TaskOp, Vec<ToolCommand>)>,
}

impl Draft {
    /// For a screen: the file's diff, or the commands.
    pub fn shown(&self) -> String {
        let mut out = String::new();
        if let Some(FileChange { file, before, after, own }) = &self.file {
            let words =
                |bytes: &Option<Vec<u8>>| String::from_utf8_lossy(bytes.as_deref().unwrap_or_default()).into_owned();
            let (old, new) = (words(before), words(after));
            let name = if *own { format!(".deltamind/{file}") } else { file.clone() };
            let was = if before.is_some() { name.clone() } else { "/dev/null".to_owned() };
            let diff = similar::TextDiff::from_lines(&old, &new);
            out.push_str(&diff.unified_diff().context_radius(1).header(&was, &name).to_string());
        }
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
    let mut all: Vec<String> = proposal.evidence.iter().map(super::Evidence::source).collect();
    all.dedup();
    if all.is_empty() { "no source".to_owned() } else { all.join("; ") }
}

/// What a proposal would change. Nothing is changed. Refused where a target is not there, a part of the project could
/// not be loaded, or the same is there already.
pub fn draft(site: &Site<'_>, proposal: &Proposal) -> Result<Draft, ExecuteError> {
    let refused = |why: String| ExecuteError::Refused(why);
    if let Some(why) = site.rules.never(&proposal.action) {
        return Err(refused(why));
    }
    known(site.state, &proposal.action).map_err(refused)?;
    let from = source(proposal);
    let today: Date = site.now.to_zoned(TimeZone::UTC).date();
    let op = match &proposal.action {
        Action::CreateTask { title, body } => {
            let (title, body, mark) = (title.clone(), body.clone(), mark(&proposal.key));
            TaskOp::Create { title, body, mark, source: from, on: today }
        }
        Action::LogTask { task, text, .. } => TaskOp::Log { task: task.clone(), text: text.clone(), source: from },
        Action::DoneTask { task, note, .. } => {
            let (task, note, noted) = (task.clone(), note.clone(), site.noted.get(&proposal.key).cloned());
            TaskOp::Done { task, note, source: from, on: today, noted }
        }
        Action::NoAction { .. } => return Err(refused("there is nothing to do".to_owned())),
        on_a_document => {
            let path = on_a_document.path().unwrap_or_default();
            let folder = Confined::open(site.root).map_err(|e| refused(e.to_string()))?;
            let before = folder.read(path).map_err(|e| refused(e.to_string()))?;
            let file = docs::edit(on_a_document, &from, &proposal.tasks, before.as_deref()).map_err(refused)?;
            return Ok(Draft { place: path.to_owned(), file: Some(file), call: None });
        }
    };
    let board = site.board.map_err(|why| refused(why.to_owned()))?;
    let place = board.place();
    Ok(match board.draft(&op).map_err(|e| refused(e.to_string()))? {
        Drafted::File(file) => Draft { place, file: Some(file), call: None },
        Drafted::Commands(requests) => Draft { place, file: None, call: Some((op, requests)) },
    })
}

/// What an action is about is in the project as it was loaded, and what it would make is not.
fn known(state: &ProjectState, action: &Action) -> Result<(), String> {
    let unknown = |what: &str, why: &str| format!("the {what} could not be loaded, so nothing is done there: {why}");
    match action {
        Action::CreateTask { title, .. } => {
            let board = state.board.as_ref().map_err(|why| unknown("board", why))?;
            let there = board.tasks.iter().find(|t| same_title(&t.title, title));
            there.map_or(Ok(()), |t| Err(format!("the board has it already: {} ({})", t.id, t.status)))
        }
        Action::LogTask { task, .. } | Action::DoneTask { task, .. } => {
            state.board.as_ref().map_err(|why| unknown("board", why))?;
            let there = state.task(task).is_some();
            if there { Ok(()) } else { Err(format!("the board has no task {task}")) }
        }
        Action::CreateDoc { path, title, .. } => {
            let docs = state.docs.as_ref().map_err(|why| unknown("documents", why))?;
            let same = docs.iter().find(|d| d.path.eq_ignore_ascii_case(path) || fold(&d.title) == fold(title));
            same.map_or(Ok(()), |d| Err(format!("{} is there already", d.path)))
        }
        Action::EnrichDoc { path, .. } | Action::DocMetadata { path, .. } => {
            state.docs.as_ref().map_err(|why| unknown("documents", why))?;
            let there = state.doc(path).is_some();
            if there { Ok(()) } else { Err(format!("{path} is not among the documents")) }
        }
        Action::FixSkill { path, .. } => {
            state.skills.as_ref().map_err(|why| unknown("tools' notes", why))?;
            let there = state.skill(path).is_some();
            if there { Ok(()) } else { Err(format!("{path} is not there: no notes are made up")) }
        }
        Action::NoAction { .. } => Ok(()),
    }
}

/// Does a proposal, on the word of the person or of the rules; refused where the change is not the one that was
/// looked at. The caller holds the claim. Gives the action's record.
pub fn execute(
    site: &Site<'_>,
    books: &Books,
    proposal: &Proposal,
    by: By,
    looked: Option<Looked<'_>>,
) -> Result<JournalLine, ExecuteError> {
    if let Some(done) = books.did(&proposal.key) {
        return Err(ExecuteError::Refused(format!("this was done already: {}", done.action)));
    }
    let tier = site.rules.tier(proposal, site.state.board_leaves_machine());
    if tier == Tier::Never || (by == By::Rules && tier != Tier::Execute) {
        return Err(ExecuteError::Refused("this is not done by itself".to_owned()));
    }
    let draft = draft(site, proposal)?;
    if looked.is_some_and(|mut looked| !looked.allows(&draft)) {
        return Err(ExecuteError::Changed(draft.place));
    }
    let mut line = JournalLine {
        at: site.now,
        action: books.next_action(),
        did: Did::Started,
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
        files: draft.file.iter().map(JournalFile::of).collect(),
        op: draft.call.as_ref().map(|(op, _)| op.clone()),
        receipt: None,
        because: None,
    };
    line.put(site.store)?;
    let done = match (&draft.file, &line.op) {
        (Some(change), _) => write(site, change).map(|()| None),
        (None, Some(op)) => call(site, op).map(Some),
        (None, None) => Err(ExecuteError::Refused("there is nothing to do".to_owned())),
    };
    match done {
        Ok(receipt) => {
            (line.did, line.receipt) = (Did::Done, receipt);
            line.put(site.store)?;
            Ok(line)
        }
        Err(error) => {
            let mut because = SafeText::shown(&error).into_string();
            if let ExecuteError::Partly { receipt, .. } = &error {
                line.receipt = Some((**receipt).clone());
                if receipt.inverse.is_some() {
                    let _ = write!(because, "; what went through is taken back with {}", line.action);
                }
            }
            (line.did, line.because) = (Did::Failed, Some(because));
            line.put(site.store)?;
            Err(error)
        }
    }
}

/// Writes a file, if it holds what it held when it was looked at.
pub(super) fn write(site: &Site<'_>, change: &FileChange) -> Result<(), ExecuteError> {
    let (before, after) = (change.before.as_deref(), change.after.as_deref());
    if change.own {
        let held = site.store.set_board(before, after)?;
        return if held { Ok(()) } else { Err(ExecuteError::Changed("the board".to_owned())) };
    }
    let refused = |e: crate::store::ConfinedError| match e {
        crate::store::ConfinedError::Changed { .. } => ExecuteError::Changed(change.file.clone()),
        other => ExecuteError::Refused(other.to_string()),
    };
    Confined::open(site.root).and_then(|folder| folder.put(&change.file, before, after)).map_err(refused)
}

pub(super) fn call(site: &Site<'_>, op: &TaskOp) -> Result<Receipt, ExecuteError> {
    let board = site.board.map_err(|why| ExecuteError::Refused(why.to_owned()))?;
    board.perform(op).map_err(|error| {
        let why = error.to_string();
        match error {
            BoardError::Partly { receipt, .. } => ExecuteError::Partly { why, receipt },
            _ => ExecuteError::Refused(why),
        }
    })
}

/// What a file of an action holds now.
pub(super) fn now(site: &Site<'_>, file: &JournalFile) -> Result<Option<Vec<u8>>, ExecuteError> {
    if file.own {
        return Ok(site.store.board()?);
    }
    let read = Confined::open(site.root).and_then(|folder| folder.read(&file.memo.file));
    read.map_err(|e| ExecuteError::Refused(e.to_string()))
}

/// Ends what a crash left begun, by looking at the places. The caller holds the claim. Gives a sentence for each.
pub fn resolve(site: &Site<'_>, books: &Books) -> Result<Vec<String>, StoreError> {
    let mut told = Vec::new();
    for begun in books.actions.iter().filter(|a| matches!(a.did, Did::Started | Did::Undoing)) {
        let mut line = JournalLine { at: site.now, ..begun.clone() };
        let (happened, untouched) = look(site, begun);
        // Of a deed that failed half-way only the half is taken back; it waits for the person either way.
        let half = begun.did == Did::Undoing && begun.half().is_some();
        let (ended, back) = match begun.did {
            Did::Started => (Did::Done, Did::Failed),
            _ if half => (Did::Undone, Did::Failed),
            _ => (Did::Undone, Did::Done),
        };
        let (happened, untouched) =
            if begun.did == Did::Started { (happened, untouched) } else { (untouched, happened) };
        let what = match (happened, untouched) {
            (true, _) => (ended, "was cut off after it was done"),
            (false, true) => (back, "was cut off before anything was changed"),
            (false, false) => {
                (Did::Failed, "was cut off, and its place looks neither as before nor as after: look at it")
            }
        };
        line.did = what.0;
        if ended == Did::Done && happened && line.op.is_some() {
            line.receipt = found(site, begun);
        }
        line.because = (line.did == Did::Failed).then(|| what.1.to_owned());
        let standing = match line.did {
            Did::Done => Standing::Done,
            _ if half => Standing::Pending,
            Did::Undone => Standing::RolledBack,
            // Nothing happened: it waits for the person again.
            _ if untouched && begun.did == Did::Started => Standing::Pending,
            _ => Standing::Failed,
        };
        let because = line.because.clone().filter(|_| standing == Standing::Failed);
        let stood = Said::Stood { at: site.now, id: begun.proposal.clone(), standing, because };
        line.put(site.store)?;
        site.store.add_standup(StandupFile::Proposals, &[stood])?;
        told.push(format!("{} ({}) {}", begun.action, begun.what.title(), what.1));
    }
    Ok(told)
}

/// Whether an action's place looks as after it, and whether as before it.
fn look(site: &Site<'_>, line: &JournalLine) -> (bool, bool) {
    if let Some(file) = line.files.first() {
        let hash = now(site, file).ok().map(|bytes| bytes.map(|b| blake3::hash(&b).to_hex().to_string()));
        return (hash.as_ref() == Some(&file.memo.after), hash.as_ref() == Some(&file.memo.before));
    }
    let Ok(board) = &site.state.board else { return (false, false) };
    let undoing = line.did == Did::Undoing;
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
fn found(site: &Site<'_>, line: &JournalLine) -> Option<Receipt> {
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
