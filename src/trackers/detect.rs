//! Defines which board a project has: what the person set for it, else what its files show, else the one in
//! `.deltamind/`. Files alone never make a command run: a cloned repository can bring any file.

use std::path::Path;

use super::{BacklogFiles, Board, BoardKind, FileBoard, ToolBoard};
use crate::config::StandupProject;
use crate::store::Store;
use crate::trackers::command::System;

/// Files that are boards, in order.
const FILES: [(&str, BoardKind); 7] = [
    ("TODO.md", BoardKind::Markdown),
    ("TASKS.md", BoardKind::Markdown),
    ("BACKLOG.md", BoardKind::Markdown),
    ("todo.md", BoardKind::Markdown),
    ("tasks.md", BoardKind::Markdown),
    ("todo.txt", BoardKind::TodoTxt),
    ("TODO.txt", BoardKind::TodoTxt),
];
/// What shows a board that only a command reads, the kind to set, and its name.
const TOOLS: [(&str, BoardKind, &str); 1] = [(".beads", BoardKind::Beads, "beads")];

/// A board that was found.
pub struct DetectedBoard {
    /// The board; or what is wrong with the one that was set.
    pub board: Result<Box<dyn Board>, String>,
    /// What else is there and was not used.
    pub hint: Option<String>,
}

/// The board of the project at `root`, whose store is `store`.
pub fn find(root: &Path, store: &Store, set: &StandupProject) -> DetectedBoard {
    if let Some(word) = &set.board {
        return DetectedBoard { board: named(root, store, set, word), hint: None };
    }
    let tool = TOOLS.iter().find(|(folder, _, _)| root.join(folder).is_dir());
    let hint = tool.map(|(folder, kind, name)| {
        format!("{folder} shows a board of {name}: `board = \"{kind}\"` for this project in config.toml uses it")
    });
    // A link counts: the board it leads to is not followed, and must not be taken for none.
    let there = |name: &str| root.join(name).symlink_metadata().is_ok_and(|m| !m.is_dir());
    let board: Box<dyn Board> = if let Some(backlog) = BacklogFiles::of_project(root) {
        Box::new(backlog)
    } else if let Some((file, kind)) = FILES.iter().find(|(file, _)| there(file)) {
        Box::new(FileBoard::in_project(root, file, *kind))
    } else {
        Box::new(FileBoard::own(store.clone()))
    };
    DetectedBoard { board: Ok(board), hint }
}

fn named(root: &Path, store: &Store, set: &StandupProject, word: &str) -> Result<Box<dyn Board>, String> {
    let kind = BoardKind::from_word(word).ok_or_else(|| {
        let known: Vec<&str> = BoardKind::ALL.iter().map(|k| k.word()).collect();
        format!("no board is called {word}; there are {}", known.join(", "))
    })?;
    let file = |default: &str| set.board_file.clone().unwrap_or_else(|| default.to_owned());
    Ok(match kind {
        BoardKind::Own => Box::new(FileBoard::own(store.clone())),
        BoardKind::Markdown | BoardKind::TodoTxt => {
            let there = FILES.iter().find(|(name, k)| *k == kind && root.join(name).is_file()).map(|(name, _)| *name);
            let default = if kind == BoardKind::Markdown { "TODO.md" } else { "todo.txt" };
            Box::new(FileBoard::in_project(root, &file(there.unwrap_or(default)), kind))
        }
        BoardKind::Backlog => {
            let set = set.board_file.as_ref().map(|folder| BacklogFiles::new(root, folder));
            Box::new(set.unwrap_or_else(|| BacklogFiles::of_project(root).unwrap_or_else(|| BacklogFiles::usual(root))))
        }
        BoardKind::BacklogCli | BoardKind::Beads | BoardKind::GitHub | BoardKind::Command => {
            let runner = Box::new(System::new(root.to_owned()));
            let board = ToolBoard::new(root, kind, &set.command, runner);
            Box::new(board.ok_or_else(|| format!("a board of kind {kind} needs its `command` in config.toml"))?)
        }
    })
}
