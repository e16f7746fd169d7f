//! Defines where approved suggestions are kept for later sessions, each place a [`Target`], and how a change there is
//! drafted, looked at, made and taken back.
//!
//! A draft holds the exact bytes before and after. It is applied only if the files still say what they said when it
//! was drafted, and taken back only if they still say what it wrote: a person's edit is never lost.

mod claude;
mod claude_memories;
mod context;
mod folder;
mod indexed;
pub mod keep;
pub mod loadout;
mod names;
mod pick;
mod queue;
pub mod settings;
mod text;
mod wording;

use std::path::PathBuf;

use similar::TextDiff;
use thiserror::Error;

use crate::session::suggest::{Action, Memory, Suggestion};
use crate::store::{Memo, MemoFile, Shared, StoreError};
use crate::text::SafeText;

pub use claude::ClaudeNative;
pub use claude_memories::ClaudeMemories;
pub use context::ContextFile;
pub use folder::Folder;
pub use names::file_name;
pub use pick::{Choice, MemoryEnv, choose, pick};
pub use queue::{Queue, Row, Standing};

words! {
    /// The kinds of places.
    TargetKind {
        /// Claude Code's own memory of a project.
        Claude = "claude",
        /// `MEMORY.md` and `memory/*.md` in the project, as claude-memories reads them.
        ClaudeMemories = "claude-memories",
        /// `.deltamind/CONTEXT.md`, read through one import line in CLAUDE.md or AGENTS.md.
        Context = "context",
    }
}

/// Most bytes a memory may have.
pub const LARGEST: usize = 32 * 1024;

/// Why a memory could not be read, drafted, written or taken back.
#[derive(Debug, Error)]
pub enum MemoryError {
    /// The place may not be used, or something there.
    #[error("{}: {why}", path.display())]
    Refused {
        /// The place.
        path: PathBuf,
        /// Why, and what to do.
        why: String,
    },
    /// A file says something else than when the change was drafted, or made.
    #[error("{} was changed meanwhile: nothing was written; look at it again", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// Nothing would change.
    #[error("{0}")]
    Nothing(String),
    /// The system refuses.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// What was attempted.
        doing: &'static str,
        /// With what.
        path: PathBuf,
        /// The system's word.
        source: std::io::Error,
    },
    /// The store refuses.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// One file before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The file, from the target's folder, with `/`.
    pub file: String,
    /// What it holds; `None` when it is not there.
    pub before: Option<Vec<u8>>,
    /// What it shall hold; `None` when it shall go.
    pub after: Option<Vec<u8>>,
}

/// A change to a target, down to the byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The place's kind.
    pub target: TargetKind,
    /// The folder the files are in.
    pub folder: PathBuf,
    /// The files: what comes to be, the index, what goes. So the index never names what is not there.
    pub changes: Vec<Change>,
    /// What the person should know.
    pub warnings: Vec<String>,
}

/// A place for memories.
pub trait Target {
    /// Its kind.
    fn kind(&self) -> TargetKind;
    /// The folder its files are in.
    fn folder(&self) -> &Folder;
    /// The memories there are.
    fn memories(&self) -> Result<Vec<Memory>, MemoryError>;
    /// What approving a suggestion would write.
    fn draft(&self, suggestion: &Suggestion) -> Result<Draft, MemoryError>;

    /// From here on this target drafts as if that draft were written already: so that several can be looked at
    /// together. It is not to be written with any more.
    fn suppose(&self, draft: &Draft) {
        self.folder().suppose(&draft.changes);
    }

    /// The changes of a draft as they are to be made now; refused where a file was changed since.
    fn current(&self, draft: &Draft) -> Result<Vec<Change>, MemoryError> {
        for change in &draft.changes {
            self.folder().unchanged(change)?;
        }
        Ok(draft.changes.clone())
    }

    /// Makes changes, all or none, with the store in hand.
    fn put(&self, changes: &[Change], _shared: &Shared<'_>) -> Result<(), MemoryError> {
        self.folder().apply(changes)
    }

    /// Writes a draft, all of it or nothing. Returns the files for the record.
    fn apply(&self, draft: &Draft) -> Result<Vec<MemoFile>, MemoryError> {
        self.folder().apply(&draft.changes)?;
        Ok(draft.changes.iter().map(Change::memo).collect())
    }

    /// Whether what a record says was to be written stands there: each memory, and the index names it, for what it does
    /// not name nobody reads. Where no memory was to be written the index alone decides.
    fn stands(&self, memo: &Memo) -> Result<bool, MemoryError> {
        let index = self.folder().read(indexed::INDEX)?.unwrap_or_default();
        let index = String::from_utf8_lossy(&index).into_owned();
        let written = |f: &&MemoFile| f.file != indexed::INDEX && f.after.is_some();
        let some = memo.files.iter().any(|f| written(&f));
        for file in memo.files.iter().filter(|f| if some { written(f) } else { f.file == indexed::INDEX }) {
            let held = hash(self.folder().read(&file.file)?.as_deref());
            if held != file.after || (some && !index.contains(&file.file)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What taking back what a record says was written would put there: the former bytes of each file, or a refusal.
    fn draft_undo(&self, memo: &Memo) -> Result<Draft, MemoryError> {
        let mut back = Vec::new();
        for file in memo.files.iter().rev() {
            let path = self.folder().path().join(&file.file);
            let now = self.folder().read(&file.file)?;
            let held = hash(now.as_deref());
            // Back already: it was cut off, or the person did it.
            if held == file.before {
                continue;
            }
            if held != file.after {
                return Err(MemoryError::Changed { path });
            }
            let before = file.bytes_before().ok_or_else(|| MemoryError::Refused {
                path,
                why: "the record does not hold what was there before; mend it by hand".to_owned(),
            })?;
            back.push(Change { file: file.file.clone(), before: now, after: before });
        }
        let folder = self.folder().path().to_owned();
        Ok(Draft { target: self.kind(), folder, changes: back, warnings: Vec::new() })
    }

    /// Takes what a record says was written back, byte for byte, or refuses.
    fn undo(&self, memo: &Memo) -> Result<Vec<MemoFile>, MemoryError> {
        self.apply(&self.draft_undo(memo)?)
    }
}

impl Change {
    /// The change that takes this one back.
    fn reversed(self) -> Self {
        Self { file: self.file, before: self.after, after: self.before }
    }

    fn memo(&self) -> MemoFile {
        MemoFile::new(&self.file, hash(self.before.as_deref()), hash(self.after.as_deref()), self.before.as_deref())
    }
}

/// The hash of what a file holds; `None` when it is not there.
pub fn hash(bytes: Option<&[u8]>) -> Option<String> {
    bytes.map(|b| blake3::hash(b).to_hex().to_string())
}

impl Draft {
    /// The change as a unified diff, for a screen.
    pub fn diff(&self) -> String {
        let mut out = String::new();
        for Change { file, before, after } in &self.changes {
            let words =
                |bytes: &Option<Vec<u8>>| String::from_utf8_lossy(bytes.as_deref().unwrap_or_default()).into_owned();
            let name = |bytes: &Option<Vec<u8>>| {
                let path = self.folder.join(file);
                if bytes.is_some() { path.display().to_string() } else { "/dev/null".to_owned() }
            };
            let (old, new) = (words(before), words(after));
            let diff = TextDiff::from_lines(&old, &new);
            out.push_str(&diff.unified_diff().context_radius(2).header(&name(before), &name(after)).to_string());
        }
        SafeText::block(&out).into_string()
    }
}

/// What a draft of this kind of target does for a suggestion that needs nothing.
fn needs_nothing(suggestion: &Suggestion) -> Option<MemoryError> {
    let there = suggestion.existing.as_deref().unwrap_or("a memory");
    (suggestion.action == Action::Nothing)
        .then(|| MemoryError::Nothing(format!("{there} says this already: nothing to write")))
}
