//! Defines [`FileBoard`], a board in one text file, and [`FileSyntax`], the syntax of its tasks.

use std::path::{Path, PathBuf};

use super::checklist::Checklist;
use super::{Board, BoardAccess, BoardError, BoardKind, Drafted, Task, TaskOp};
use crate::edits::{ConfinedFolder, FileChange};
use crate::store::{OwnFile, Store};

/// The syntax of tasks in a file.
pub(super) trait FileSyntax: Sync {
    /// The tasks of a text.
    fn tasks(&self, text: &str) -> Vec<Task>;
    /// The text after a change; the error is the reason why it is impossible.
    fn edit(&self, text: &str, op: &TaskOp) -> Result<String, String>;
}

/// A board in one file.
pub struct FileBoard {
    kind: BoardKind,
    place: BoardPlace,
    syntax: &'static dyn FileSyntax,
}

enum BoardPlace {
    Project { root: PathBuf, file: String },
    Own(Store),
}

impl FileBoard {
    /// A file of the project. A kind that is no text file is read as a checklist.
    pub fn in_project(root: &Path, file: &str, kind: BoardKind) -> Self {
        let syntax = match kind.row().map(|row| &row.access) {
            Some(BoardAccess::File { syntax, .. }) => *syntax,
            _ => &Checklist,
        };
        Self { kind, place: BoardPlace::Project { root: root.to_owned(), file: file.to_owned() }, syntax }
    }

    /// The checklist in `.deltamind/`.
    pub fn own(store: Store) -> Self {
        Self { kind: BoardKind::Own, place: BoardPlace::Own(store), syntax: &Checklist }
    }

    fn unreadable(&self, why: impl std::fmt::Display) -> BoardError {
        BoardError::Unreadable { place: self.place(), why: why.to_string() }
    }

    fn read(&self) -> Result<Option<Vec<u8>>, BoardError> {
        match &self.place {
            BoardPlace::Project { root, file } => {
                let folder = ConfinedFolder::open(root).map_err(|e| self.unreadable(e))?;
                folder.read(file).map_err(|e| self.unreadable(e))
            }
            BoardPlace::Own(store) => store.own_file(OwnFile::Board).map_err(|e| self.unreadable(e)),
        }
    }

    fn text(&self) -> Result<(Option<Vec<u8>>, String), BoardError> {
        let bytes = self.read()?;
        let text = String::from_utf8(bytes.clone().unwrap_or_default());
        let text = text.map_err(|_| self.unreadable("is not UTF-8 text and is left alone"))?;
        Ok((bytes, text))
    }
}

impl Board for FileBoard {
    fn kind(&self) -> BoardKind {
        self.kind
    }

    fn place(&self) -> String {
        match &self.place {
            BoardPlace::Project { file, .. } => file.clone(),
            BoardPlace::Own(_) => format!(".deltamind/{}", OwnFile::Board),
        }
    }

    fn tasks(&self) -> Result<Vec<Task>, BoardError> {
        Ok(self.syntax.tasks(&self.text()?.1))
    }

    fn draft(&self, op: &TaskOp) -> Result<Drafted, BoardError> {
        let (before, text) = self.text()?;
        let tasks = self.syntax.tasks(&text);
        if let Some(task) = op.task().filter(|id| tasks.iter().all(|t| t.id != *id)) {
            return Err(BoardError::NoTask { place: self.place(), task: task.to_owned() });
        }
        let after = self.syntax.edit(&text, op);
        let after = after.map_err(|why| BoardError::Refused { place: self.place(), why })?;
        let (own, file) = match &self.place {
            BoardPlace::Project { file, .. } => (false, file.clone()),
            BoardPlace::Own(_) => (true, OwnFile::Board.word().to_owned()),
        };
        Ok(Drafted::File(FileChange { own, file, before, after: Some(after.into_bytes()) }))
    }
}
