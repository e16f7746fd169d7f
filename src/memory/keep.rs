//! Defines how the person's word on a suggestion is carried out: what was looked at is written and recorded, what was
//! written is taken back. The command line and the screen use this, and nothing else writes.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::{Draft, MemoryEnv, MemoryError, Target, TargetKind, pick};
use crate::session::suggest::Suggestion;
use crate::store::{Memo, MemoKind, Store};

/// What is said of a suggestion, before anything was written.
fn memo(suggestion: &Suggestion, did: MemoKind, at: Timestamp) -> Memo {
    Memo {
        at,
        did,
        id: suggestion.id.clone(),
        fingerprint: suggestion.fingerprint.clone(),
        session: suggestion.session.clone(),
        title: suggestion.title.clone(),
        reason: None,
        target: None,
        folder: None,
        files: Vec::new(),
    }
}

/// Writes a draft and records it. What cannot be recorded could not be taken back later, so it is taken back at once.
pub fn approve(
    store: &Store,
    target: &dyn Target,
    suggestion: &Suggestion,
    draft: &Draft,
    at: Timestamp,
) -> Result<Memo, MemoryError> {
    if draft.folder != target.folder().path() || draft.target != target.kind() {
        let why = "is not where this project's memories are now: look at it again".to_owned();
        return Err(MemoryError::Refused { path: draft.folder.clone(), why });
    }
    let files = target.apply(draft)?;
    let memo = Memo {
        target: Some(draft.target.word().to_owned()),
        folder: Some(draft.folder.display().to_string()),
        files,
        ..memo(suggestion, MemoKind::Approved, at)
    };
    match store.add_memo(&memo) {
        Ok(()) => Ok(memo),
        Err(error) => {
            let and = if target.undo(&memo).is_ok() { "is taken back" } else { "stays" };
            let why = format!("the approval could not be recorded, what was written {and}: {error}");
            Err(MemoryError::Refused { path: draft.folder.clone(), why })
        }
    }
}

/// Records that a suggestion is not wanted.
pub fn dismiss(
    store: &Store,
    suggestion: &Suggestion,
    reason: Option<String>,
    at: Timestamp,
) -> Result<Memo, MemoryError> {
    let memo = Memo { reason, ..memo(suggestion, MemoKind::Dismissed, at) };
    store.add_memo(&memo)?;
    Ok(memo)
}

/// What was said last of any suggestion in any session of this project and not taken back since.
pub fn last(memos: &[Memo]) -> Option<&Memo> {
    let stands = |(at, memo): &(usize, &Memo)| {
        let later = || memos.iter().skip(at + 1).any(|m| m.id == memo.id);
        memo.did != MemoKind::Undone && !later()
    };
    memos.iter().enumerate().rev().find(stands).map(|(_, memo)| memo)
}

/// The place a memo was written to, if this project's memories are still there.
pub fn place_of(root: &Path, store: &Store, env: &MemoryEnv, memo: &Memo) -> Result<Box<dyn Target>, MemoryError> {
    let kind = memo.target.as_deref().and_then(TargetKind::from_word);
    let target = pick(root, store, env, kind)?;
    let folder = memo.folder.as_deref().unwrap_or("?");
    if folder != target.folder().path().display().to_string() {
        let why = "is where it was written to, and not where this project's memories are now".to_owned();
        return Err(MemoryError::Refused { path: PathBuf::from(folder), why });
    }
    Ok(target)
}

/// Records that what a memo says is taken back; `target` and the draft looked at put files back as they were, where
/// any were written.
pub fn undo(
    store: &Store,
    back: Option<(&dyn Target, &Draft)>,
    memo: &Memo,
    at: Timestamp,
) -> Result<Memo, MemoryError> {
    let files = back.map(|(target, draft)| target.apply(draft)).transpose()?.unwrap_or_default();
    let done = Memo { at, did: MemoKind::Undone, files, reason: None, ..memo.clone() };
    store.add_memo(&done)?;
    Ok(done)
}

/// The root of the project a store serves: where the store is, else the session's working directory, else `here`.
pub fn root(store: &Store, cwd: Option<&str>, here: &Path) -> PathBuf {
    let beside = store.root().parent().filter(|_| store.root().file_name().is_some_and(|n| n == ".deltamind"));
    let cwd = || cwd.map(PathBuf::from).filter(|p| p.is_dir());
    beside.map(PathBuf::from).or_else(cwd).unwrap_or_else(|| here.to_owned())
}
