//! Defines which board a project has: the one in the user's settings, else the one its files show, else the one in
//! `.deltamind/`. A project's files never cause a command to run, because a cloned repository can hold any file.

use std::path::Path;

use super::{BOARDS, BacklogFiles, Board, BoardAccess, BoardKind, BoardRow, FileBoard, ToolBoard};
use crate::config::StandupProject;
use crate::store::Store;
use crate::trackers::command::System;

/// The board of a project.
pub struct DetectedBoard {
    /// The board; the error is the fault in the settings.
    pub board: Result<Box<dyn Board>, String>,
    /// A sentence that says how to use another board of the project.
    pub hint: Option<String>,
}

/// The board of the project at `root`, whose store is `store`.
pub fn find(root: &Path, store: &Store, settings: &StandupProject) -> DetectedBoard {
    if let Some(word) = &settings.board {
        return DetectedBoard { board: by_name(root, store, settings, word), hint: None };
    }
    let shown = BOARDS.iter().find_map(|row| shown_at(row, root, store));
    let board = shown.unwrap_or_else(|| Box::new(FileBoard::own(store.clone())));
    DetectedBoard { board: Ok(board), hint: BOARDS.iter().find_map(|row| hint(row, root)) }
}

/// The board of this kind that a project's files show; `None` for boards that a command reads.
fn shown_at(row: &BoardRow, root: &Path, store: &Store) -> Option<Box<dyn Board>> {
    match &row.access {
        BoardAccess::BacklogFolder => Some(Box::new(BacklogFiles::of_project(root)?)),
        BoardAccess::File { names, .. } => {
            let file = names.iter().find(|name| is_file_or_link(&root.join(name)))?;
            Some(Box::new(FileBoard::in_project(root, file, row.kind)))
        }
        BoardAccess::Own => Some(Box::new(FileBoard::own(store.clone()))),
        BoardAccess::Tool { .. } => None,
    }
}

/// A link counts even where it leads nowhere: it is not followed, and must not be taken for an absent board.
pub(super) fn is_file_or_link(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|about| !about.is_dir())
}

/// A sentence that says how to use the tool whose folder the project has.
fn hint(row: &BoardRow, root: &Path) -> Option<String> {
    let BoardAccess::Tool { folder: Some(folder), .. } = row.access else { return None };
    let kind = row.kind;
    root.join(folder).is_dir().then(|| {
        format!(
            "{folder} looks like a {kind} board; to use it, set `board = \"{kind}\"` for this project in config.toml"
        )
    })
}

/// The board that the settings name; the error is a sentence for the user.
fn by_name(root: &Path, store: &Store, settings: &StandupProject, word: &str) -> Result<Box<dyn Board>, String> {
    let row = BoardKind::from_word(word).and_then(BoardKind::row).ok_or_else(|| {
        let known: Vec<&str> = BoardKind::ALL.iter().map(|k| k.word()).collect();
        format!("no board is called {word}; there are {}", known.join(", "))
    })?;
    let set = settings.board_file.as_deref();
    Ok(match &row.access {
        BoardAccess::Own => Box::new(FileBoard::own(store.clone())),
        BoardAccess::File { names, .. } => {
            let file = set.or_else(|| names.iter().copied().find(|name| root.join(name).is_file()));
            let file = file.or(names.first().copied()).unwrap_or_default();
            Box::new(FileBoard::in_project(root, file, row.kind))
        }
        BoardAccess::BacklogFolder => {
            let named = set.map(|folder| BacklogFiles::new(root, folder));
            let found = named.or_else(|| BacklogFiles::of_project(root));
            Box::new(found.unwrap_or_else(|| BacklogFiles::usual(root)))
        }
        BoardAccess::Tool { .. } => {
            let runner = Box::new(System::new(root.to_owned()));
            let board = ToolBoard::new(root, row.kind, &settings.command, runner);
            Box::new(board.ok_or_else(|| format!("a board of kind {} needs its `command` in config.toml", row.kind))?)
        }
    })
}
