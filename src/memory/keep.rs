//! Defines how the person's word on a suggestion is carried out: what was looked at is written and recorded, what was
//! written is taken back. The command line and the screen use this, and nothing else writes.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::{Change, Draft, MemoryEnv, MemoryError, Target, TargetKind, names, pick};
use crate::session::suggest::Suggestion;
use crate::store::{Memo, MemoKind, Shared, Store};

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

/// Writes a draft and records it, with the store in hand, so that nobody else writes there meanwhile. What is about to
/// be done is said first: what a crash cuts off is settled at the next look. What cannot be recorded could not be
/// taken back later, so it is taken back at once.
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
    let shared = store.share()?;
    let changes = target.current(draft)?;
    let memo = Memo {
        target: Some(draft.target.word().to_owned()),
        folder: Some(draft.folder.display().to_string()),
        files: changes.iter().map(Change::memo).collect(),
        ..memo(suggestion, MemoKind::Approved, at)
    };
    write(&shared, target, &changes, &memo)?;
    if let Err(error) = shared.add_memo(&memo) {
        let back: Vec<Change> = changes.into_iter().rev().map(Change::reversed).collect();
        let and = if target.put(&back, &shared).is_ok() { "is taken back" } else { "stays" };
        let why = format!("the approval could not be recorded, what was written {and}: {error}");
        return Err(MemoryError::Refused { path: draft.folder.clone(), why });
    }
    shared.settled();
    Ok(memo)
}

/// Makes changes that a memo tells of, once it is said that they are about to be made.
fn write(shared: &Shared<'_>, target: &dyn Target, changes: &[Change], memo: &Memo) -> Result<(), MemoryError> {
    shared.begin(memo)?;
    let put = target.put(changes, shared);
    // What could not be put back either is left to the next look.
    if put.is_err() && changes.iter().all(|c| target.folder().unchanged(c).is_ok()) {
        shared.settled();
    }
    put
}

/// What was said of suggestions, oldest first. What a crash left open is settled before: done as far as the place
/// shows it, else not.
pub fn memos(root: &Path, store: &Store, env: &MemoryEnv) -> Result<Vec<Memo>, MemoryError> {
    if let Some(memo) = store.open_memo()
        && let Ok(target) = place_of(root, store, env, &memo)
    {
        // Who only looks must be able to, whatever the disk says.
        let _ = settle(store, target.as_ref());
    }
    Ok(store.memos()?)
}

/// Settles what a crash left open. Of the files nothing is restored: what is ours and nobody reads goes, be it new or
/// what was to go.
fn settle(store: &Store, target: &dyn Target) -> Result<(), MemoryError> {
    let shared = store.share()?;
    // Whoever had the store in hand until now may have been at it.
    let Some(memo) = store.open_memo() else { return Ok(()) };
    let stands = target.stands(&memo)?;
    for file in &memo.files {
        let (holds, shall) = if stands { (&file.before, &file.after) } else { (&file.after, &file.before) };
        let goes = holds.as_deref().filter(|_| shall.is_none() && names::is_ours(&file.file));
        target.folder().clear(&file.file, goes)?;
    }
    if stands && !store.memos()?.iter().any(|m| m.id == memo.id && m.at == memo.at && m.did == memo.did) {
        shared.add_memo(&memo)?;
    }
    shared.settled();
    Ok(())
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
    let folder = memo.folder.as_deref().unwrap_or("?");
    // Another session of the project may have worked elsewhere in it.
    for env in [env, &env.clone().of_session(None)] {
        let target = pick(root, store, env, kind)?;
        if folder == target.folder().path().display().to_string() {
            return Ok(target);
        }
    }
    let why = "is where it was written to, and not where this project's memories are now".to_owned();
    Err(MemoryError::Refused { path: PathBuf::from(folder), why })
}

/// Records that what a memo says is taken back; `target` and the draft looked at put files back as they were, where
/// any were written.
pub fn undo(
    store: &Store,
    back: Option<(&dyn Target, &Draft)>,
    memo: &Memo,
    at: Timestamp,
) -> Result<Memo, MemoryError> {
    let shared = store.share()?;
    let mut done = Memo { at, did: MemoKind::Undone, files: Vec::new(), reason: None, ..memo.clone() };
    if let Some((target, draft)) = back {
        let changes = target.current(draft)?;
        done.files = changes.iter().map(Change::memo).collect();
        write(&shared, target, &changes, &done)?;
    }
    // Where this fails the files are back, and the next look records it.
    shared.add_memo(&done)?;
    shared.settled();
    Ok(done)
}

/// The root of the project a store serves: where the store is, else the session's working directory, else `here`.
pub fn root(store: &Store, cwd: Option<&str>, here: &Path) -> PathBuf {
    let beside = store.root().parent().filter(|_| store.root().file_name().is_some_and(|n| n == ".deltamind"));
    let cwd = || cwd.map(PathBuf::from).filter(|p| p.is_dir());
    beside.map(PathBuf::from).or_else(cwd).unwrap_or_else(|| here.to_owned())
}
