//! Defines [`ContextFile`], the target that keeps approved suggestions in `.deltamind/CONTEXT.md`. Claude Code and
//! others read it through one import line that the person adds; no file of the project itself is written.

use super::{MemoryDraft, MemoryEvent, MemoryFolder, MemoryTarget, TargetKind, needs_nothing, text};
use crate::edits::{EditError, FileChange, FileRecord};
use crate::session::suggest::{Memory, MemoryAction, Suggestion};
use crate::store::{OwnFile, Store, context};

/// The line the person adds to CLAUDE.md or AGENTS.md.
pub const IMPORT: &str = "@.deltamind/CONTEXT.md";

/// The context file of a store.
#[derive(Debug)]
pub struct ContextFile {
    folder: MemoryFolder,
    imported: bool,
}

impl ContextFile {
    /// Opens the context file of a store; `imported` says whether the project reads it.
    pub fn open(store: &Store, imported: bool) -> Result<Self, EditError> {
        let folder = MemoryFolder::open(store.root().to_owned())?;
        Ok(Self { folder, imported })
    }

    fn now(&self) -> Result<Option<Vec<u8>>, EditError> {
        self.folder.read(OwnFile::Context.word())
    }
}

fn words(bytes: Option<&[u8]>) -> String {
    String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned()
}

fn own_change(before: Option<Vec<u8>>, after: Option<Vec<u8>>) -> FileChange {
    FileChange { own: true, file: OwnFile::Context.word().to_owned(), before, after }
}

/// A line with the fact, and its id in a comment, which agents do not see.
fn line(suggestion: &Suggestion) -> String {
    let words = text::link(&suggestion.title, 240);
    format!("- {words} <!-- {} -->", suggestion.id)
}

impl MemoryTarget for ContextFile {
    fn kind(&self) -> TargetKind {
        TargetKind::Context
    }

    fn folder(&self) -> &MemoryFolder {
        &self.folder
    }

    fn memories(&self) -> Result<Vec<Memory>, EditError> {
        let text = String::from_utf8_lossy(&self.now()?.unwrap_or_default()).into_owned();
        let kept = context::kept(&text).into_iter().filter_map(|line| {
            let (words, id) = line.strip_prefix("- ")?.rsplit_once(" <!-- m-")?;
            let id = id.trim_end_matches(" -->");
            Some(Memory { file: format!("CONTEXT.md#m-{id}"), description: words.to_owned(), body: String::new() })
        });
        Ok(kept.collect())
    }

    fn draft(&self, suggestion: &Suggestion) -> Result<MemoryDraft, EditError> {
        if let Some(nothing) = needs_nothing(suggestion) {
            return Err(nothing);
        }
        let before = self.now()?;
        let old = String::from_utf8_lossy(before.as_deref().unwrap_or_default()).into_owned();
        let gone = suggestion.existing.as_deref().and_then(|e| e.split_once('#')).map(|(_, id)| id.to_owned());
        let mut kept: Vec<String> = context::kept(&old);
        kept.retain(|l| !has_id(l, &suggestion.id) && !gone.as_ref().is_some_and(|id| has_id(l, id)));
        if suggestion.action != MemoryAction::Retire {
            kept.push(line(suggestion));
        }
        let after = Some(context::with_kept(&old, &kept).into_bytes());
        let mut warnings = Vec::new();
        if !self.imported {
            warnings.push(format!("add the line {IMPORT} to CLAUDE.md or AGENTS.md, or no agent reads it"));
        }
        let changes = vec![own_change(before, after)];
        Ok(MemoryDraft { target: self.kind(), folder: self.folder.path().to_owned(), changes, warnings })
    }

    /// Redrafts the approved lines against the file's present content, since every save of a session rewrites the rest
    /// of the file. Only the approved lines must be unchanged.
    fn current(&self, draft: &MemoryDraft) -> Result<Vec<FileChange>, EditError> {
        let changes = draft.changes.iter().map(|change| {
            let before = self.now()?;
            let now = words(before.as_deref());
            if context::kept(&now) != context::kept(&words(change.before.as_deref())) {
                return Err(EditError::Changed { path: self.folder.path().join(&change.file) });
            }
            let kept = context::kept(&words(change.after.as_deref()));
            let after = Some(context::with_kept(&now, &kept).into_bytes());
            Ok(own_change(before, after))
        });
        changes.collect()
    }

    fn is_applied(&self, event: &MemoryEvent) -> Result<bool, EditError> {
        let was = event.files.first().and_then(FileRecord::bytes_before).flatten();
        Ok(context::kept(&words(self.now()?.as_deref())) != context::kept(&words(was.as_deref())))
    }

    /// Takes back the line instead of restoring the file, since every save of a session rewrites the rest of it.
    fn draft_undo(&self, event: &MemoryEvent) -> Result<MemoryDraft, EditError> {
        let before = self.now()?;
        let old = String::from_utf8_lossy(before.as_deref().unwrap_or_default()).into_owned();
        let was = event.files.first().and_then(FileRecord::bytes_before).flatten().unwrap_or_default();
        let was = context::kept(&String::from_utf8_lossy(&was));
        let mut kept = context::kept(&old);
        let mark = format!("<!-- {} -->", event.id);
        let Some(at) = kept.iter().position(|l| l.ends_with(&mark)) else {
            return Err(EditError::Changed { path: self.folder.path().join(OwnFile::Context.word()) });
        };
        kept.remove(at);
        for line in was.into_iter().filter(|l| !kept.contains(l)).collect::<Vec<_>>() {
            kept.insert(at.min(kept.len()), line);
        }
        let after = Some(context::with_kept(&old, &kept).into_bytes());
        let changes = vec![own_change(before, after)];
        Ok(MemoryDraft { target: self.kind(), folder: self.folder.path().to_owned(), changes, warnings: Vec::new() })
    }
}

/// Whether a line ends with the comment that holds this suggestion id.
fn has_id(line: &str, id: &str) -> bool {
    line.ends_with(&format!("<!-- {id} -->"))
}
