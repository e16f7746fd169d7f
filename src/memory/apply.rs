//! Defines how the person's decision on a suggestion is carried out: an approved draft is written and recorded, a
//! written one is taken back. The command line and the screen both use this.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::{MemoryDraft, MemoryEnv, MemoryEvent, MemoryEventKind, MemoryTarget, TargetKind, pick, text};
use crate::edits::{self, EditError, FileChange, FileRecord, Journal, Workspace};
use crate::session::suggest::Suggestion;
use crate::store::approved::ApprovedChange;
use crate::store::{LogFile, SharedFiles, Store, StoreError};

/// The answer to an undo where no suggestion was approved or dismissed.
pub const NOTHING_TO_UNDO: &str = "there is no approval or dismissal to undo";

/// An event on a suggestion for which no file was written.
fn event(suggestion: &Suggestion, did: MemoryEventKind, at: Timestamp) -> MemoryEvent {
    MemoryEvent {
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
        context: None,
    }
}

/// The journal of one event: pending while its files are written, then a line of the log.
struct MemoryJournal<'a> {
    shared: &'a SharedFiles<'a>,
    event: &'a MemoryEvent,
}

impl Journal for MemoryJournal<'_> {
    fn begin(&mut self) -> Result<(), StoreError> {
        self.shared.set_pending_memory(self.event)
    }

    fn finish(&mut self) -> Result<(), StoreError> {
        self.shared.append(LogFile::Memory, std::slice::from_ref(self.event))?;
        self.shared.clear_pending_memory();
        Ok(())
    }

    fn abandon(&mut self, _: &EditError) -> Result<(), StoreError> {
        self.shared.clear_pending_memory();
        Ok(())
    }
}

fn records(changes: &[FileChange]) -> Vec<FileRecord> {
    changes.iter().map(FileRecord::of).collect()
}

/// Writes a draft and records it, all or nothing, with the store's shared files locked.
pub fn approve(
    store: &Store,
    target: &dyn MemoryTarget,
    suggestion: &Suggestion,
    draft: &MemoryDraft,
    at: Timestamp,
) -> Result<MemoryEvent, EditError> {
    if draft.folder != target.folder().path() || draft.target != target.kind() {
        let why = "is not where this project's memories are now: look at it again".to_owned();
        return Err(EditError::Refused { path: draft.folder.clone(), why });
    }
    let shared = store.share()?;
    let changes = target.current(draft)?;
    let event = MemoryEvent {
        target: Some(draft.target.word().to_owned()),
        folder: Some(draft.folder.display().to_string()),
        files: records(&changes),
        context: draft.context.as_ref().and_then(|c| c.change.clone()),
        ..event(suggestion, MemoryEventKind::Approved, at)
    };
    let mut journal = MemoryJournal { shared: &shared, event: &event };
    edits::perform(Workspace::writing(target.folder().confined(), &shared), &changes, &mut journal)?;
    Ok(event)
}

/// All recorded events, oldest first. An event that a crash cut off is settled before: recorded if the target shows it,
/// undone if not.
pub fn events(root: &Path, store: &Store, env: &MemoryEnv) -> Result<Vec<MemoryEvent>, StoreError> {
    if let Some(event) = MemoryEvent::pending(store)
        && let Ok(target) = place_of(root, store, env, &event)
    {
        // Reading the record must work on a full disk too.
        let _ = settle(store, target.as_ref());
    }
    MemoryEvent::all(store)
}

/// Settles an event that a crash cut off. The record is only a file that a repository may have brought along, so no
/// content is restored from it. A file is removed only if it names its suggestion, as ours do, and has the content that
/// this event, or where it removed the file one on record, wrote.
fn settle(store: &Store, target: &dyn MemoryTarget) -> Result<(), EditError> {
    let shared = store.share()?;
    // Whoever held the lock until now may have settled it.
    let Some(event) = MemoryEvent::pending(store) else { return Ok(()) };
    let (folder, events, applied) = (target.folder(), MemoryEvent::all(store)?, target.is_applied(&event)?);
    folder.recall(&events);
    for file in &event.files {
        let (holds, shall) = if applied { (&file.before, &file.after) } else { (&file.after, &file.before) };
        let is_ours = folder.read(&file.file)?.is_some_and(|text| {
            text::read(&file.file, &text).id.is_some() && (!applied || folder.wrote(&file.file, &text))
        });
        let goes = holds.as_deref().filter(|_| shall.is_none() && is_ours);
        folder.confined().clear(&file.file, goes)?;
    }
    let mut journal = MemoryJournal { shared: &shared, event: &event };
    if applied && !events.iter().any(|e| e.id == event.id && e.at == event.at && e.did == event.did) {
        journal.finish()?;
    }
    shared.clear_pending_memory();
    Ok(())
}

/// Records as approved the lines of a context file that the person was shown and approved, where none is on record: those
/// of an earlier version, or written by hand.
pub fn adopt(store: &Store, lines: &[String], at: Timestamp) -> Result<(), StoreError> {
    let there = store.approved()?;
    let mut events = Vec::new();
    for line in lines.iter().filter(|line| !there.contains(line)) {
        let words = line.trim_start_matches("- ");
        let (title, id) = words.strip_suffix(" -->").and_then(|w| w.rsplit_once(" <!-- ")).unwrap_or((words, ""));
        let fingerprint = blake3::hash(line.as_bytes()).to_hex().to_string();
        let id = if id.is_empty() { format!("m-{}", &fingerprint[..8]) } else { id.to_owned() };
        let line = format!("- {title} <!-- {id} -->");
        events.push(MemoryEvent {
            at,
            did: MemoryEventKind::Approved,
            id,
            fingerprint,
            session: String::new(),
            title: title.to_owned(),
            reason: None,
            target: Some(TargetKind::Context.word().to_owned()),
            folder: Some(store.root().display().to_string()),
            files: Vec::new(),
            context: Some(ApprovedChange { line: Some(line), replaces: Vec::new() }),
        });
    }
    store.append(LogFile::Memory, &events)
}

/// Records that the person dismissed a suggestion.
pub fn dismiss(
    store: &Store,
    suggestion: &Suggestion,
    reason: Option<String>,
    at: Timestamp,
) -> Result<MemoryEvent, StoreError> {
    let event = MemoryEvent { reason, ..event(suggestion, MemoryEventKind::Dismissed, at) };
    store.append(LogFile::Memory, std::slice::from_ref(&event))?;
    Ok(event)
}

/// The newest decision of this project, in any session, that was not taken back.
pub fn last(events: &[MemoryEvent]) -> Option<&MemoryEvent> {
    in_force(events).next()
}

/// The newest decision on each suggestion, the newest first, unless it was taken back.
fn in_force(events: &[MemoryEvent]) -> impl Iterator<Item = &MemoryEvent> {
    let mut later = std::collections::HashSet::new();
    let newest_of_each = events.iter().rev().filter(move |e| later.insert(e.id.as_str()));
    newest_of_each.filter(|e| e.did != MemoryEventKind::Undone)
}

/// The target an event was written to, if this project's memories are still kept there.
pub fn place_of(
    root: &Path,
    store: &Store,
    env: &MemoryEnv,
    event: &MemoryEvent,
) -> Result<Box<dyn MemoryTarget>, EditError> {
    let kind = event.target.as_deref().and_then(TargetKind::from_word);
    let folder = event.folder.as_deref().unwrap_or("?");
    // Another session of the project may have worked in another directory of it.
    for env in [env, &env.clone().of_session(None)] {
        let target = pick(root, store, env, kind)?;
        if folder == target.folder().path().display().to_string() {
            return Ok(target);
        }
    }
    let why = "is where it was written to, and not where this project's memories are now".to_owned();
    Err(EditError::Refused { path: PathBuf::from(folder), why })
}

/// Drafts the changes that undo an event. Where a later approval changed one of its files, the refusal names it.
pub fn draft_undo(
    target: &dyn MemoryTarget,
    events: &[MemoryEvent],
    event: &MemoryEvent,
) -> Result<MemoryDraft, EditError> {
    target.draft_undo(event).map_err(|error| match (error, later(events, event)) {
        (EditError::Changed { path }, Some(later)) => {
            let why = format!("was changed since by {} (or by hand): undo that first", later.id);
            EditError::Refused { path, why }
        }
        (error, _) => error,
    })
}

/// The newest approval in force that was recorded after an event and changed one of its files.
fn later<'e>(events: &'e [MemoryEvent], event: &MemoryEvent) -> Option<&'e MemoryEvent> {
    let since = events.iter().rposition(|other| other.id == event.id && other.at == event.at)?;
    let is_one = |other: &&MemoryEvent| {
        other.folder == event.folder && other.files.iter().any(|f| event.files.iter().any(|own| own.file == f.file))
    };
    in_force(events.get(since + 1..)?).filter(|other| other.did == MemoryEventKind::Approved).find(is_one)
}

/// Records that an event is taken back. `back` is its target and the previewed draft that restores the
/// files; `None` where it wrote no file.
pub fn undo(
    store: &Store,
    back: Option<(&dyn MemoryTarget, &MemoryDraft)>,
    event: &MemoryEvent,
    at: Timestamp,
) -> Result<MemoryEvent, EditError> {
    let shared = store.share()?;
    let (files, reason, context) = (Vec::new(), None, None);
    let mut undone = MemoryEvent { at, did: MemoryEventKind::Undone, files, reason, context, ..event.clone() };
    let Some((target, draft)) = back else {
        MemoryJournal { shared: &shared, event: &undone }.finish()?;
        return Ok(undone);
    };
    let changes = target.current(draft)?;
    undone.files = records(&changes);
    let mut journal = MemoryJournal { shared: &shared, event: &undone };
    edits::perform(Workspace::writing(target.folder().confined(), &shared), &changes, &mut journal)?;
    Ok(undone)
}

/// The root of the project a store serves: the store's parent folder, else the session's working directory, else `here`.
pub fn root(store: &Store, cwd: Option<&str>, here: &Path) -> PathBuf {
    let folder = store.root();
    let parent = folder.parent().filter(|_| folder.file_name().is_some_and(|n| n == ".deltamind"));
    let root = parent.or_else(|| cwd.map(Path::new).filter(|p| p.is_dir()));
    root.unwrap_or(here).to_owned()
}
