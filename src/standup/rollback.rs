//! Defines the rollback of an action: files get their former bytes, tools run the inverse operation. Refused when the
//! place was changed since.

use super::action::StandupAction;
use super::execute::{ActionDraft, ExecuteError, ExecutionContext, run_operation, write};
use super::log::{ActionState, JournalLine, StandupLog};
use super::review::describe;
use crate::edits::{self, ConfinedFolder, EditError, FileChange, Workspace};
use crate::text::SafeText;
use crate::trackers::{Drafted, TaskOp};

/// The inverse of an action: changes of files, or the inverse operation of a tool.
struct Inverse<'a> {
    line: &'a JournalLine,
    changes: Vec<FileChange>,
    op: Option<TaskOp>,
}

/// Drafts the rollback of an action without changing anything. Refused when it was not done, or the place was changed
/// since.
pub fn draft(site: &ExecutionContext<'_>, log: &StandupLog, id: &str) -> Result<ActionDraft, ExecuteError> {
    let inverse = inverse(site, log, id)?;
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

/// Rolls an action back. The caller holds the claim. Returns the last line of its journal.
pub fn rollback(site: &ExecutionContext<'_>, log: &StandupLog, id: &str) -> Result<JournalLine, ExecuteError> {
    let Inverse { line, changes, op } = inverse(site, log, id)?;
    let mut next = JournalLine { at: site.now, did: ActionState::Undoing, because: None, ..line.clone() };
    let Some(op) = op else {
        write(site, &changes, &mut next, [ActionState::Undoing, ActionState::Undone, line.did])?;
        return Ok(next);
    };
    next.put(&site.store.share()?)?;
    if let Err(error) = run_operation(site, &op) {
        // Its state is as before; or half of it is rolled back, and the receipt says how to undo the rest.
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

fn inverse<'a>(site: &ExecutionContext<'_>, log: &'a StandupLog, id: &str) -> Result<Inverse<'a>, ExecuteError> {
    let line = log.action(id).ok_or_else(|| ExecuteError::refused(format_args!("nothing was done under {id}")))?;
    match line.did {
        ActionState::Done => {}
        // It failed half-way, and the receipt says what succeeded.
        ActionState::Failed if line.receipt.is_some() => {}
        ActionState::Undone => {
            return Err(ExecuteError::refused(format_args!("{} was undone already", line.action)));
        }
        _ => {
            let why = format!("{} was not done: there is nothing to take back", line.action);
            return Err(ExecuteError::Refused(why));
        }
    }
    let changes = restored_files(site, log, line)?;
    let op = match &line.receipt {
        None => None,
        Some(receipt) => {
            let board = site.board.map_err(ExecuteError::refused)?;
            if receipt.left.is_empty() {
                let why = format!("{} could not be looked at after it: undo it on {}", receipt.task, board.place());
                return Err(ExecuteError::Refused(why));
            }
            if board.print(&receipt.task).map_err(ExecuteError::refused)? != receipt.left {
                return Err(ExecuteError::Changed(format!("{} on {}", receipt.task, board.place())));
            }
            let Some(op) = receipt.inverse.clone() else {
                let why = format!("{} keeps its notes: undo it there", board.place());
                return Err(ExecuteError::Refused(why));
            };
            Some(op)
        }
    };
    if changes.is_empty() && op.is_none() {
        return Err(ExecuteError::refused("the journal does not say how: undo it by hand"));
    }
    Ok(Inverse { line, changes, op })
}

fn restored_files(
    site: &ExecutionContext<'_>,
    log: &StandupLog,
    line: &JournalLine,
) -> Result<Vec<FileChange>, ExecuteError> {
    if let Some(foreign) = line.files.iter().find(|f| !f.own && !could_have_written(line, &f.file, site)) {
        return Err(ExecuteError::Refused(format!("{} is no file this action could have written", foreign.file)));
    }
    let back = ConfinedFolder::open(site.root)
        .and_then(|folder| edits::changes_back(Workspace::reading(&folder, site.store), &line.files));
    let changes = match back {
        Ok(changes) => changes,
        Err(EditError::Changed { .. }) => return Err(changed_since(log, line)),
        Err(error) => return Err(ExecuteError::refused(error)),
    };
    if changes.len() < line.files.len() {
        // Somebody restored it by hand.
        return Err(changed_since(log, line));
    }
    Ok(changes)
}

/// Whether an action could have written a file. The journal is only a file, so the paths in it are not trusted.
fn could_have_written(line: &JournalLine, file: &str, site: &ExecutionContext<'_>) -> bool {
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

/// The error for a file that was changed since the action.
fn changed_since(log: &StandupLog, line: &JournalLine) -> ExecuteError {
    let file = line.files.first().map(|f| f.file.clone()).unwrap_or_default();
    match later_change(log, line) {
        Some(last) => ExecuteError::Refused(format!(
            "{file} was changed since by {}: {} (or by hand): undo that first",
            last.action,
            describe(&last.what)
        )),
        None => ExecuteError::Changed(file),
    }
}

/// The last action that was done later and changed the same file: it is to be undone first.
pub fn later_change<'log>(log: &'log StandupLog, line: &JournalLine) -> Option<&'log JournalLine> {
    let file = &line.files.first()?.file;
    let after = log.actions.iter().skip_while(|a| a.action != line.action).skip(1);
    after.filter(|a| a.did == ActionState::Done && a.files.iter().any(|f| f.file == *file)).last()
}
