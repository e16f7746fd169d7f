//! Defines the places where approved suggestions are kept for later sessions, each a [`MemoryTarget`], and how a change
//! to one is drafted, shown, written and taken back.
//!
//! A draft holds the exact bytes before and after. It is written only while the files hold the bytes it was drafted
//! from, and taken back only while they hold the bytes it wrote, so that no edit of a person's is lost.

pub mod apply;
mod claude;
mod claude_memories;
mod context;
mod event;
mod folder;
mod indexed;
pub mod loadout;
mod names;
mod pick;
mod queue;
pub mod settings;
mod text;
mod wording;

use std::path::PathBuf;

use crate::edits::{self, EditError, FileChange, FileRecord, FileState, Workspace};
use crate::session::suggest::{Memory, MemoryAction, Suggestion};
use crate::store::approved::ApprovedChange;

pub use claude::ClaudeNative;
pub use claude_memories::ClaudeMemories;
pub use context::{ContextFile, context_place};
pub use event::{MemoryEvent, MemoryEventKind};
pub use folder::MemoryFolder;
pub use names::file_name;
pub use pick::{MemoryEnv, TargetChoice, choose, pick};
pub use queue::{SuggestionQueue, SuggestionRow, SuggestionStatus};

words! {
    /// The kinds of targets.
    TargetKind {
        /// Claude Code's own memory of a project.
        Claude = "claude",
        /// `MEMORY.md` and `memory/*.md` in the project, as claude-memories reads them.
        ClaudeMemories = "claude-memories",
        /// `.deltamind/CONTEXT.md`, read through one import line in CLAUDE.md or AGENTS.md.
        Context = "context",
    }
}

/// The largest memory, in bytes.
pub const LARGEST: usize = 32 * 1024;

/// A change of a target's files, as exact bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryDraft {
    pub target: TargetKind,
    /// The folder the files are in.
    pub folder: PathBuf,
    /// The changes in the order they are written: new files, the index, removed files. So the index never names a file
    /// that does not exist.
    pub changes: Vec<FileChange>,
    /// Warnings for the person.
    pub warnings: Vec<String>,
    /// The change of the approved lines, where the target is `CONTEXT.md`.
    pub context: Option<ContextDraft>,
}

/// A draft's change of the approved lines in `CONTEXT.md`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContextDraft {
    /// The change that an approval is to record; `None` for one that is taken back.
    pub change: Option<ApprovedChange>,
    /// The approved lines when it was drafted.
    pub before: Vec<String>,
}

/// A place where memories are kept.
pub trait MemoryTarget {
    /// Its kind.
    fn kind(&self) -> TargetKind;
    /// The folder of its files.
    fn folder(&self) -> &MemoryFolder;
    /// The memories it holds.
    fn memories(&self) -> Result<Vec<Memory>, EditError>;
    /// Drafts the file changes that approving a suggestion makes.
    fn draft(&self, suggestion: &Suggestion) -> Result<MemoryDraft, EditError>;

    /// Makes every later draft count this one as written, so that several can be previewed together. The target must
    /// not be written with afterwards.
    fn suppose(&self, draft: &MemoryDraft) {
        self.folder().suppose(&draft.changes);
    }

    /// The changes of a draft as they are to be made now; refused where a file was changed since.
    fn current(&self, draft: &MemoryDraft) -> Result<Vec<FileChange>, EditError> {
        Workspace::of(self.folder().confined()).check_unchanged(&draft.changes)?;
        Ok(draft.changes.clone())
    }

    /// Whether the changes of an event are in place: each memory file exists and the index names it, since an unnamed
    /// file is never read. Where the event writes no memory file the index alone decides.
    fn is_applied(&self, event: &MemoryEvent) -> Result<bool, EditError> {
        let index = self.folder().read(indexed::INDEX)?.unwrap_or_default();
        let index = String::from_utf8_lossy(&index).into_owned();
        let any = event.files.iter().any(is_memory_file);
        for file in event.files.iter().filter(|f| if any { is_memory_file(f) } else { f.file == indexed::INDEX }) {
            let content = self.folder().read(&file.file)?;
            if file.state(content.as_deref()) != FileState::After || (any && !index.contains(&file.file)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Drafts the changes that undo an event, the former bytes of each file; refused where a file was changed since.
    fn draft_undo(&self, event: &MemoryEvent) -> Result<MemoryDraft, EditError> {
        let changes = edits::changes_back(Workspace::of(self.folder().confined()), &event.files)?;
        Ok(MemoryDraft::of(self, changes, Vec::new()))
    }
}

/// Whether the record is of a memory file that was written, not of the index.
fn is_memory_file(record: &FileRecord) -> bool {
    record.file != indexed::INDEX && record.after.is_some()
}

impl MemoryDraft {
    /// A draft of these changes in a target's folder.
    fn of(target: &(impl MemoryTarget + ?Sized), changes: Vec<FileChange>, warnings: Vec<String>) -> Self {
        Self { target: target.kind(), folder: target.folder().path().to_owned(), changes, warnings, context: None }
    }

    /// The change as a unified diff, for a screen.
    pub fn diff(&self) -> String {
        edits::diff(&self.changes, 2, &|change| self.folder.join(&change.file).display().to_string()).into_string()
    }
}

/// The refusal to draft a suggestion that needs no change.
fn needs_nothing(suggestion: &Suggestion) -> Option<EditError> {
    let there = suggestion.existing.as_deref().unwrap_or("a memory");
    (suggestion.action == MemoryAction::Nothing)
        .then(|| EditError::Unneeded(format!("{there} says this already: nothing to write")))
}
