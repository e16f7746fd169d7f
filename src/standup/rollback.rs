//! Defines the taking back of an action: files get their former bytes, tools the inverse call; refused when somebody
//! changed the place since.

use super::action::StandupAction;
use super::execute::{ActionDraft, ExecuteError, ExecutionContext, call, write};
use super::log::{ActionState, JournalLine, StandupLog};
use crate::edits::{self, ConfinedFolder, EditError, FileChange, Workspace};
use crate::text::SafeText;
use crate::trackers::{Drafted, TaskOp};

/// What takes an action back: the files as they were, the inverse call.
struct Inverse<'a> {
    line: &'a JournalLine,
    changes: Vec<FileChange>,
    op: Option<TaskOp>,
}

/// What taking an action back would change. Nothing is changed. Refused when it was not done, or somebody changed the
/// place since.
pub fn draft(site: &ExecutionContext<'_>, books: &StandupLog, id: &str) -> Result<ActionDraft, ExecuteError> {
    let inverse = inverse(site, books, id)?;
    let call = match inverse.op {
        None => None,
        Some(op) => {
            let drafted = site.board.map_err(str::to_owned).and_then(|b| b.draft(&op).map_err(|e| e.to_string()));
            let requests = match drafted.map_err(ExecuteError::Refused)? {
                Drafted::Commands(requests) => requests,
                Drafted::File(_) => Vec::new(),
            };
            Some((op, requests))
        }
    };
    Ok(ActionDraft { place: inverse.line.place.clone(), file: inverse.changes.into_iter().next(), call })
}

/// Takes an action back. The caller holds the claim. Gives its record.
pub fn rollback(site: &ExecutionContext<'_>, books: &StandupLog, id: &str) -> Result<JournalLine, ExecuteError> {
    let Inverse { line, changes, op } = inverse(site, books, id)?;
    let mut next = JournalLine { at: site.now, did: ActionState::Undoing, because: None, ..line.clone() };
    let Some(op) = op else {
        write(site, &changes, &mut next, [ActionState::Undoing, ActionState::Undone, line.did])?;
        return Ok(next);
    };
    next.put(&site.store.share()?)?;
    if let Err(error) = call(site, &op) {
        // It stands as it did; or half of it is taken back, and the rest of the way is on record.
        (next.did, next.because) = (line.did, Some(SafeText::shown(&error).into_string()));
        if let ExecuteError::Partly { receipt, .. } = &error
            && receipt.inverse.is_some()
        {
            (next.did, next.receipt) = (ActionState::Failed, Some((**receipt).clone()));
        }
        next.put(&site.store.share()?)?;
        return Err(error);
    }
    next.did = ActionState::Undone;
    next.put(&site.store.share()?)?;
    Ok(next)
}

fn inverse<'a>(site: &ExecutionContext<'_>, books: &'a StandupLog, id: &str) -> Result<Inverse<'a>, ExecuteError> {
    let refused = |why: String| ExecuteError::Refused(why);
    let line = books.action(id).ok_or_else(|| refused(format!("nothing was done under {id}")))?;
    match line.did {
        ActionState::Done => {}
        // It failed half-way, and what went through is on record.
        ActionState::Failed if line.receipt.is_some() => {}
        ActionState::Undone => return Err(refused(format!("{} was taken back already", line.action))),
        _ => return Err(refused(format!("{} was not done: there is nothing to take back", line.action))),
    }
    let changes = files_back(site, books, line)?;
    let op = match &line.receipt {
        None => None,
        Some(receipt) => {
            let board = site.board.map_err(|why| refused(why.to_owned()))?;
            if receipt.left.is_empty() {
                let why =
                    format!("{} could not be looked at after it: take it back on {}", receipt.task, board.place());
                return Err(refused(why));
            }
            if board.print(&receipt.task).map_err(|e| refused(e.to_string()))? != receipt.left {
                return Err(ExecuteError::Changed(format!("{} on {}", receipt.task, board.place())));
            }
            let none = || refused(format!("{} keeps its notes: take it back there", board.place()));
            Some(receipt.inverse.clone().ok_or_else(none)?)
        }
    };
    if changes.is_empty() && op.is_none() {
        return Err(refused("the record does not say how: mend it by hand".to_owned()));
    }
    Ok(Inverse { line, changes, op })
}

/// The changes that restore an action's files.
fn files_back(
    site: &ExecutionContext<'_>,
    books: &StandupLog,
    line: &JournalLine,
) -> Result<Vec<FileChange>, ExecuteError> {
    let changed = || {
        let file = line.files.first().map(|f| f.file.clone()).unwrap_or_default();
        later(books, line).map_or(ExecuteError::Changed(file), ExecuteError::Refused)
    };
    let back = ConfinedFolder::open(site.root)
        .and_then(|folder| edits::changes_back(Workspace::reading(&folder, site.store), &line.files));
    let changes = match back {
        Ok(changes) => changes,
        Err(EditError::Changed { .. }) => return Err(changed()),
        Err(error) => return Err(ExecuteError::Refused(error.to_string())),
    };
    if changes.len() < line.files.len() {
        // Somebody restored it by hand.
        return Err(changed());
    }
    match changes.iter().find(|c| !c.own && !its_own(line, &c.file, site)) {
        Some(c) => Err(ExecuteError::Refused(format!("{} is no file this action could have written", c.file))),
        None => Ok(changes),
    }
}

/// A record is only a file: what it names must be what such an action writes.
fn its_own(line: &JournalLine, file: &str, site: &ExecutionContext<'_>) -> bool {
    if site.rules.never(&line.what).is_some() {
        return false;
    }
    match &line.what {
        StandupAction::CreateTask { .. } | StandupAction::LogTask { .. } | StandupAction::DoneTask { .. } => {
            site.board.is_ok_and(|b| file.starts_with(&b.place()))
        }
        other => other.path() == Some(file),
    }
}

/// Says which later action changed the same file.
fn later(books: &StandupLog, line: &JournalLine) -> Option<String> {
    let file = &line.files.first()?.file;
    let after = books.actions.iter().skip_while(|a| a.action != line.action).skip(1);
    let last = after.filter(|a| a.did == ActionState::Done && a.files.iter().any(|f| f.file == *file)).last()?;
    Some(format!("{file} was changed since by {} (or by hand): take that back first", last.action))
}
