//! Defines [`Board`], a project's place for tasks, and `BOARDS`, the table of the kinds known.
//!
//! A board in files only drafts the new content of a file; the caller journals the undo and then writes it.
//! A board behind a command drafts the command lines and runs them on [`Board::perform`].
//!
//! Adding a kind takes its file, which implements `FileSyntax` or `Dialect`, and in this file its `mod` line, its
//! variant of [`BoardKind`] and its row of `BOARDS`.

mod backlog;
mod backlog_cli;
mod beads;
mod checklist;
pub mod command;
mod detect;
mod file;
mod github;
mod json;
mod task;
mod todo_txt;
mod tool;
mod words;

use thiserror::Error;

pub use backlog::BacklogFiles;
pub use detect::{DetectedBoard, find};
pub use file::FileBoard;
pub use task::{Drafted, Noted, Receipt, Task, TaskOp, TaskStatus};
pub use tool::ToolBoard;
pub use words::{MARK, named, one_line, paragraph, remark};

use file::FileSyntax;
use tool::Dialect;

words! {
    /// The kinds of boards.
    BoardKind {
        /// A Markdown checklist: `TODO.md`, `TASKS.md` or `BACKLOG.md` of the project.
        Markdown = "markdown",
        /// The checklist `.deltamind/board.md`, when the project has no board.
        Own = "own",
        /// `todo.txt`.
        TodoTxt = "todo.txt",
        /// The task files of Backlog.md.
        Backlog = "backlog",
        /// Backlog.md through its command.
        BacklogCli = "backlog-cli",
        /// beads through `bd`.
        Beads = "beads",
        /// Issues on GitHub through `gh`.
        GitHub = "github",
        /// A user's own command that speaks JSON.
        Command = "command",
    }
}

/// One row of `BOARDS`.
struct BoardRow {
    kind: BoardKind,
    /// Whether people other than the user may see what is written there.
    shared: bool,
    access: BoardAccess,
}

/// The access to a kind of board, with the files that show that a project has one.
enum BoardAccess {
    /// One text file, which goes by one of these names; the first is its default.
    File { names: &'static [&'static str], syntax: &'static dyn FileSyntax },
    /// The checklist in the store, which every project has.
    Own,
    /// The folder of Backlog.md.
    BacklogFolder,
    /// A program, run only when the user's settings name this kind.
    Tool {
        /// The program unless the settings name another; `None` where they must name it.
        program: Option<&'static str>,
        /// A folder of the project that shows that the tool is in use.
        folder: Option<&'static str>,
        dialect: fn(Vec<String>) -> Box<dyn Dialect>,
    },
}

/// Every kind of board. Where a project shows several that need no command, the first one counts.
static BOARDS: &[BoardRow] = &[
    BoardRow { kind: BoardKind::Backlog, shared: false, access: BoardAccess::BacklogFolder },
    text_file(
        BoardKind::Markdown,
        &["TODO.md", "TASKS.md", "BACKLOG.md", "todo.md", "tasks.md"],
        &checklist::Checklist,
    ),
    text_file(BoardKind::TodoTxt, &["todo.txt", "TODO.txt"], &todo_txt::TodoTxt),
    BoardRow { kind: BoardKind::Own, shared: false, access: BoardAccess::Own },
    tool(BoardKind::BacklogCli, Some("backlog"), |command| Box::new(backlog_cli::BacklogCli { command })),
    tool(BoardKind::Beads, Some("bd"), |command| Box::new(beads::Beads { command })).shown_by(".beads"),
    tool(BoardKind::GitHub, Some("gh"), |command| Box::new(github::GitHub { command })).shared(),
    tool(BoardKind::Command, None, |command| Box::new(json::JsonCommand { command })).shared(),
];

const fn text_file(kind: BoardKind, names: &'static [&'static str], syntax: &'static dyn FileSyntax) -> BoardRow {
    BoardRow { kind, shared: false, access: BoardAccess::File { names, syntax } }
}

const fn tool(
    kind: BoardKind,
    program: Option<&'static str>,
    dialect: fn(Vec<String>) -> Box<dyn Dialect>,
) -> BoardRow {
    BoardRow { kind, shared: false, access: BoardAccess::Tool { program, folder: None, dialect } }
}

impl BoardRow {
    const fn shown_by(mut self, shows: &'static str) -> Self {
        if let BoardAccess::Tool { folder, .. } = &mut self.access {
            *folder = Some(shows);
        }
        self
    }

    const fn shared(self) -> Self {
        Self { shared: true, ..self }
    }
}

impl BoardKind {
    fn row(self) -> Option<&'static BoardRow> {
        BOARDS.iter().find(|row| row.kind == self)
    }
}

/// The error of a board that cannot be read or changed.
#[derive(Debug, Error)]
pub enum BoardError {
    /// The board cannot be read, or its answer not parsed.
    #[error("{place}: {why}")]
    Unreadable {
        /// The board.
        place: String,
        /// The reason.
        why: String,
    },
    /// The board has no task with this id.
    #[error("{place} has no task {task}")]
    NoTask {
        /// The board.
        place: String,
        /// The id.
        task: String,
    },
    /// The change was made in part.
    #[error("{place}: {why}")]
    Partly {
        /// The board.
        place: String,
        /// The error of the step that failed.
        why: String,
        /// The steps that succeeded, with the operation that undoes each.
        receipt: Box<Receipt>,
    },
    /// The board does not allow the change.
    #[error("{place}: {why}")]
    Refused {
        /// The board.
        place: String,
        /// The reason.
        why: String,
    },
}

impl BoardError {
    fn no_task(place: String, task: &str) -> Self {
        Self::NoTask { place, task: task.to_owned() }
    }
}

/// A project's place for tasks.
pub trait Board {
    /// Its kind.
    fn kind(&self) -> BoardKind;
    /// Its location for messages: a path, or the program that is run.
    fn place(&self) -> String;
    /// All tasks, closed ones included.
    fn tasks(&self) -> Result<Vec<Task>, BoardError>;
    /// Drafts a change, without making it.
    fn draft(&self, op: &TaskOp) -> Result<Drafted, BoardError>;

    /// Reads one task with its details.
    fn look(&self, id: &str) -> Result<Task, BoardError> {
        self.tasks()?.into_iter().find(|t| t.id == id).ok_or_else(|| BoardError::no_task(self.place(), id))
    }

    /// A hash of all fields that the board gives of a task.
    fn print(&self, id: &str) -> Result<String, BoardError> {
        Ok(self.look(id)?.fingerprint())
    }

    /// Makes a change that was drafted as commands.
    fn perform(&self, _: &TaskOp) -> Result<Receipt, BoardError> {
        Err(BoardError::Refused { place: self.place(), why: "is changed by writing its file".to_owned() })
    }

    /// Whether people other than the user may see what is written there.
    fn leaves_machine(&self) -> bool {
        self.kind().row().is_some_and(|row| row.shared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_row() {
        for kind in BoardKind::ALL {
            assert_eq!(BOARDS.iter().filter(|row| row.kind == *kind).count(), 1, "{kind}");
        }
    }
}
