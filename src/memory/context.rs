//! Defines [`ContextFile`], the target that keeps approved suggestions in `.deltamind/CONTEXT.md`. Claude Code and
//! others read it through one import line that the person adds; no file of the project itself is written.
//!
//! The approved lines are those of the decisions on record; the file only shows them. A line that somebody else put into
//! the file is no memory.

use std::cell::RefCell;
use std::path::Path;

use super::{ContextDraft, MemoryDraft, MemoryEvent, MemoryFolder, MemoryTarget, TargetKind, needs_nothing, text};
use crate::edits::{EditError, FileChange};
use crate::session::suggest::{Memory, MemoryAction, Suggestion};
use crate::store::approved::{ApprovedChange, Decision, DecisionKind, standing};
use crate::store::context::ContextParts;
use crate::store::{OwnFile, Store};

/// The line the person adds to the CLAUDE.md or AGENTS.md of the project at `root`.
pub fn import_line(root: &Path, store: &Store, home: Option<&Path>) -> String {
    format!("@{}", context_place(root, store, home))
}

/// The place of a store's context file as it is written in the project at `root`: relative or below `~` where it can be.
pub fn context_place(root: &Path, store: &Store, home: Option<&Path>) -> String {
    let file = store.root().join(OwnFile::Context.word());
    let project = store.root().parent();
    let up = root.ancestors().position(|folder| Some(folder) == project);
    let below_home = home.filter(|home| home.parent().is_some()).and_then(|home| file.strip_prefix(home).ok());
    match (up, project.and_then(|project| file.strip_prefix(project).ok()), below_home) {
        (Some(up), Some(rest), _) => format!("{}{}", "../".repeat(up), rest.display()),
        (_, _, Some(rest)) => format!("~/{}", rest.display()),
        _ => file.display().to_string(),
    }
}

/// The context file of a store.
#[derive(Debug)]
pub struct ContextFile {
    folder: MemoryFolder,
    store: Store,
    /// The line that no file of the project has yet.
    lacks: Option<String>,
    /// Decisions that count as taken while several drafts are previewed together.
    supposed: RefCell<Vec<Decision>>,
}

/// The approved lines, each with its id.
type Lines = Vec<(String, String)>;

impl ContextFile {
    /// Opens the context file of a store; `lacks` is the line without which no agent of the project reads it.
    pub fn open(store: &Store, lacks: Option<String>) -> Result<Self, EditError> {
        let folder = MemoryFolder::open(store.root().to_owned())?;
        Ok(Self { folder, store: store.clone(), lacks, supposed: RefCell::default() })
    }

    fn now(&self) -> Result<Option<Vec<u8>>, EditError> {
        self.folder.read(OwnFile::Context.word())
    }

    /// The approved lines by the decisions on record, and after one more.
    fn lines(&self, more: Option<Decision>) -> Result<Lines, EditError> {
        let mut all: Vec<Decision> = MemoryEvent::all(&self.store)?.iter().map(MemoryEvent::decision).collect();
        all.extend(self.supposed.borrow().iter().cloned());
        all.extend(more);
        Ok(standing(&all))
    }

    /// The change of the file that makes its approved part these lines.
    fn change(&self, lines: Lines) -> Result<FileChange, EditError> {
        if self.store.is_unsigned()
            && let Some(why) = self.store.trust_state().distrust()
        {
            return Err(EditError::Refused { path: self.folder.path().to_owned(), why });
        }
        let approved = lines.into_iter().map(|(_, line)| line).collect();
        let parts = ContextParts { approved, ..self.store.context()? };
        let (file, after) = (OwnFile::Context.word().to_owned(), self.store.context_bytes(&parts));
        Ok(FileChange { own: true, file, before: self.now()?, after: Some(after) })
    }
}

impl ContextFile {
    /// The later memory that took the place of an event's line: `m-a3f7c012 `, or `a later memory `.
    fn holds_instead(&self, event: &MemoryEvent) -> Result<String, EditError> {
        let lines = self.lines(None)?;
        let replaces = |other: &&MemoryEvent| {
            let replaced = other.context.as_ref().is_some_and(|change| change.replaces.contains(&event.id));
            replaced && other.id != event.id && lines.iter().any(|(id, _)| *id == other.id)
        };
        let events = MemoryEvent::all(&self.store)?;
        Ok(events.iter().rev().find(replaces).map_or("a later memory ".to_owned(), |other| format!("{} ", other.id)))
    }

    fn drafted(
        &self,
        change: Option<ApprovedChange>,
        changes: Vec<FileChange>,
        warnings: Vec<String>,
    ) -> Result<MemoryDraft, EditError> {
        let before = self.lines(None)?.into_iter().map(|(_, line)| line).collect();
        let context = Some(ContextDraft { change, before });
        Ok(MemoryDraft { context, ..MemoryDraft::of(self, changes, warnings) })
    }
}

/// A line with the fact, and its id in a comment, which agents do not see.
fn line(suggestion: &Suggestion) -> String {
    let words = text::link(&suggestion.title);
    format!("- {words} <!-- {} -->", suggestion.id)
}

/// The decision that a draft is to become.
fn decision(draft: &MemoryDraft) -> Option<Decision> {
    let context = draft.context.as_ref()?.change.clone()?;
    let id = context.line.as_deref().and_then(id_of).unwrap_or_default().to_owned();
    Some(Decision { id, did: DecisionKind::Approved, context: Some(context) })
}

/// The approved lines in the bytes of a context file.
fn shown(bytes: Option<&[u8]>) -> Vec<String> {
    ContextParts::of(&String::from_utf8_lossy(bytes.unwrap_or_default())).approved
}

impl MemoryTarget for ContextFile {
    fn kind(&self) -> TargetKind {
        TargetKind::Context
    }

    fn folder(&self) -> &MemoryFolder {
        &self.folder
    }

    fn memories(&self) -> Result<Vec<Memory>, EditError> {
        let kept = self.lines(None)?.into_iter().filter_map(|(id, line)| {
            let words = line.strip_prefix("- ")?.rsplit_once(" <!-- ").map_or(line.as_str(), |(words, _)| words);
            Some(Memory {
                file: format!("CONTEXT.md#{id}"),
                id: Some(id),
                description: words.to_owned(),
                body: String::new(),
            })
        });
        Ok(kept.collect())
    }

    fn draft(&self, suggestion: &Suggestion) -> Result<MemoryDraft, EditError> {
        if let Some(nothing) = needs_nothing(suggestion) {
            return Err(nothing);
        }
        let old = suggestion.existing.as_deref().and_then(|e| e.split_once('#')).map(|(_, id)| id.to_owned());
        let stands = suggestion.action != MemoryAction::Retire;
        let context = ApprovedChange {
            line: stands.then(|| line(suggestion)),
            replaces: [Some(suggestion.id.clone()), old].into_iter().flatten().collect(),
        };
        let taken = Decision { id: suggestion.id.clone(), did: DecisionKind::Approved, context: Some(context.clone()) };
        let changes = vec![self.change(self.lines(Some(taken))?)?];
        let lacks = self.lacks.iter();
        let warnings = lacks.map(|line| format!("add the line {line} to CLAUDE.md or AGENTS.md, or no agent reads it"));
        let warnings = warnings.collect();
        self.drafted(Some(context), changes, warnings)
    }

    fn suppose(&self, draft: &MemoryDraft) {
        self.folder.suppose(&draft.changes);
        self.supposed.borrow_mut().extend(decision(draft));
    }

    /// Redrafts the approved lines against the file's present content, since every save of a session rewrites the rest
    /// of the file. Only the approved lines must be those that were shown.
    fn current(&self, draft: &MemoryDraft) -> Result<Vec<FileChange>, EditError> {
        let changes = draft.changes.iter().map(|change| {
            let wanted = shown(change.after.as_deref());
            let changed = || EditError::Changed { path: self.folder.path().join(&change.file) };
            let before = draft.context.as_ref().map_or(&[][..], |c| &c.before);
            if !self.lines(None)?.iter().map(|(_, line)| line).eq(before) {
                return Err(changed());
            }
            self.change(wanted.into_iter().map(|line| (String::new(), line)).collect())
        });
        changes.collect()
    }

    fn is_applied(&self, event: &MemoryEvent) -> Result<bool, EditError> {
        let lines = self.lines(Some(event.decision()))?;
        Ok(shown(self.now()?.as_deref()).iter().eq(lines.iter().map(|(_, line)| line)))
    }

    /// Takes back the approval instead of restoring the file, since every save of a session rewrites the rest of it.
    fn draft_undo(&self, event: &MemoryEvent) -> Result<MemoryDraft, EditError> {
        let there = event.context.as_ref().and_then(|c| c.line.as_ref());
        if there.is_some() && !self.lines(None)?.iter().any(|(id, _)| *id == event.id) {
            let why = format!("holds {}in the place of this one: undo that first", self.holds_instead(event)?);
            return Err(EditError::Refused { path: self.folder.path().join(OwnFile::Context.word()), why });
        }
        let undone = Decision { did: DecisionKind::Undone, ..event.decision() };
        self.drafted(None, vec![self.change(self.lines(Some(undone))?)?], Vec::new())
    }
}

/// The id in the comment at the end of a line.
fn id_of(line: &str) -> Option<&str> {
    line.strip_suffix(" -->")?.rsplit_once("<!-- ").map(|(_, id)| id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_import_names_the_file_where_it_is() {
        let line = |store: &str| {
            import_line(Path::new("/home/a/shop/api"), &Store::at(store.into()), Some(Path::new("/home/a")))
        };
        assert_eq!(line("/home/a/shop/api/.deltamind"), "@.deltamind/CONTEXT.md");
        assert_eq!(line("/home/a/shop/.deltamind"), "@../.deltamind/CONTEXT.md");
        assert_eq!(line("/home/a/.local/state/deltamind/0a1b"), "@~/.local/state/deltamind/0a1b/CONTEXT.md");
        assert_eq!(line("/var/deltamind"), "@/var/deltamind/CONTEXT.md");
    }
}
