//! Defines the taking back of an action: files get their former bytes, tools the inverse call; refused when somebody
//! changed the place since.

use super::action::Action;
use super::books::{Books, Did, JournalLine};
use super::execute::{Draft, ExecuteError, Site, call, now, write};
use crate::text::SafeText;
use crate::trackers::{Drafted, FileChange, TaskOp};

/// What takes an action back: the files as they were, the inverse call.
struct Inverse<'a> {
    line: &'a JournalLine,
    changes: Vec<FileChange>,
    op: Option<TaskOp>,
}

/// What taking an action back would change. Nothing is changed. Refused when it was not done, or somebody changed the
/// place since.
pub fn draft(site: &Site<'_>, books: &Books, id: &str) -> Result<Draft, ExecuteError> {
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
    Ok(Draft { place: inverse.line.place.clone(), file: inverse.changes.into_iter().next(), call })
}

/// Takes an action back. The caller holds the claim. Gives its record.
pub fn rollback(site: &Site<'_>, books: &Books, id: &str) -> Result<JournalLine, ExecuteError> {
    let Inverse { line, changes, op } = inverse(site, books, id)?;
    let mut next = JournalLine { at: site.now, did: Did::Undoing, because: None, ..line.clone() };
    next.put(site.store)?;
    let done = changes.iter().try_for_each(|change| write(site, change));
    let done = done.and_then(|()| op.map_or(Ok(()), |op| call(site, &op).map(drop)));
    if let Err(error) = done {
        // It stands as it did; or half of it is taken back, and the rest of the way is on record.
        (next.did, next.because) = (line.did, Some(SafeText::shown(&error).into_string()));
        if let ExecuteError::Partly { receipt, .. } = &error
            && receipt.inverse.is_some()
        {
            (next.did, next.receipt) = (Did::Failed, Some((**receipt).clone()));
        }
        next.put(site.store)?;
        return Err(error);
    }
    next.did = Did::Undone;
    next.put(site.store)?;
    Ok(next)
}

fn inverse<'a>(site: &Site<'_>, books: &'a Books, id: &str) -> Result<Inverse<'a>, ExecuteError> {
    let refused = |why: String| ExecuteError::Refused(why);
    let line = books.action(id).ok_or_else(|| refused(format!("nothing was done under {id}")))?;
    match line.did {
        Did::Done => {}
        // It failed half-way, and what went through is on record.
        Did::Failed if line.receipt.is_some() => {}
        Did::Undone => return Err(refused(format!("{} was taken back already", line.action))),
        _ => return Err(refused(format!("{} was not done: there is nothing to take back", line.action))),
    }
    let changes = line.files.iter().map(|file| {
        let held = now(site, file)?;
        let hash = held.as_deref().map(|b| blake3::hash(b).to_hex().to_string());
        if hash != file.memo.after {
            return Err(later(books, line).map_or_else(|| ExecuteError::Changed(file.memo.file.clone()), refused));
        }
        if !file.own && !its_own(line, &file.memo.file, site) {
            return Err(refused(format!("{} is no file this action could have written", file.memo.file)));
        }
        let unknown = || refused("the record does not hold what was there before; mend it by hand".to_owned());
        let before = file.memo.bytes_before().ok_or_else(unknown)?;
        Ok(FileChange { own: file.own, file: file.memo.file.clone(), before: held, after: before })
    });
    let changes: Vec<FileChange> = changes.collect::<Result<_, _>>()?;
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

/// A record is only a file: what it names must be what such an action writes.
fn its_own(line: &JournalLine, file: &str, site: &Site<'_>) -> bool {
    if site.rules.never(&line.what).is_some() {
        return false;
    }
    match &line.what {
        Action::CreateTask { .. } | Action::LogTask { .. } | Action::DoneTask { .. } => {
            site.board.is_ok_and(|b| file.starts_with(&b.place()))
        }
        other => other.path() == Some(file),
    }
}

/// Says which later action changed the same file.
fn later(books: &Books, line: &JournalLine) -> Option<String> {
    let file = &line.files.first()?.memo.file;
    let after = books.actions.iter().skip_while(|a| a.action != line.action).skip(1);
    let last = after.filter(|a| a.did == Did::Done && a.files.iter().any(|f| f.memo.file == *file)).last()?;
    Some(format!("{file} was changed since by {} (or by hand): take that back first", last.action))
}
