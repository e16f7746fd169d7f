//! Defines [`FileBoard`], tasks in one text file.

use std::path::{Path, PathBuf};

use super::checklist::Checklist;
use super::todo_txt::TodoTxt;
use super::{Board, BoardError, BoardKind, Drafted, Task, TaskOp};
use crate::edits::{ConfinedFolder, FileChange};
use crate::store::{OwnFile, Store};

/// How tasks stand in a file.
pub(super) trait Format {
    /// The tasks of a text.
    fn tasks(&self, text: &str) -> Vec<Task>;
    /// The text with a change made; or why it cannot be.
    fn edit(&self, text: &str, op: &TaskOp) -> Result<String, String>;
}

/// A board in one file.
pub struct FileBoard {
    kind: BoardKind,
    place: Place,
    format: Box<dyn Format>,
}

enum Place {
    Project { root: PathBuf, file: String },
    Own(Store),
}

impl FileBoard {
    /// A file of the project: a checklist, or `todo.txt`.
    pub fn in_project(root: &Path, file: &str, kind: BoardKind) -> Self {
        let format: Box<dyn Format> = if kind == BoardKind::TodoTxt { Box::new(TodoTxt) } else { Box::new(Checklist) };
        Self { kind, place: Place::Project { root: root.to_owned(), file: file.to_owned() }, format }
    }

    /// The checklist in `.deltamind/`.
    pub fn own(store: Store) -> Self {
        Self { kind: BoardKind::Own, place: Place::Own(store), format: Box::new(Checklist) }
    }

    fn unreadable(&self, why: impl std::fmt::Display) -> BoardError {
        BoardError::Unreadable { place: self.place(), why: why.to_string() }
    }

    fn read(&self) -> Result<Option<Vec<u8>>, BoardError> {
        match &self.place {
            Place::Project { root, file } => {
                let folder = ConfinedFolder::open(root).map_err(|e| self.unreadable(e))?;
                folder.read(file).map_err(|e| self.unreadable(e))
            }
            Place::Own(store) => store.own_file(OwnFile::Board).map_err(|e| self.unreadable(e)),
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
            Place::Project { file, .. } => file.clone(),
            Place::Own(_) => format!(".deltamind/{}", OwnFile::Board),
        }
    }

    fn tasks(&self) -> Result<Vec<Task>, BoardError> {
        Ok(self.format.tasks(&self.text()?.1))
    }

    fn draft(&self, op: &TaskOp) -> Result<Drafted, BoardError> {
        let (before, text) = self.text()?;
        let tasks = self.format.tasks(&text);
        if let Some(task) = op.task().filter(|id| tasks.iter().all(|t| t.id != *id)) {
            return Err(BoardError::NoTask { place: self.place(), task: task.to_owned() });
        }
        let after = self.format.edit(&text, op);
        let after = after.map_err(|why| BoardError::Refused { place: self.place(), why })?;
        let (own, file) = match &self.place {
            Place::Project { file, .. } => (false, file.clone()),
            Place::Own(_) => (true, OwnFile::Board.word().to_owned()),
        };
        Ok(Drafted::File(FileChange { own, file, before, after: Some(after.into_bytes()) }))
    }
}
