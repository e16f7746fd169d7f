//! Defines [`Board`], a place for tasks. Each kind of place proves the same contract.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use jiff::Timestamp;

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
        /// A command of the person's that speaks JSON.
        Command = "command",
    }
}

words! {
    /// Where a task stands.
    TaskStatus {
        /// To be done.
        Todo = "todo",
        /// Begun.
        Doing = "doing",
        /// Done.
        Done = "done",
        /// Closed without being done, or put away.
        Dropped = "dropped",
    }
}

impl TaskStatus {
    /// Whether there is still something to do.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Todo | Self::Doing)
    }
}

/// A task of the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Task {
    /// The board's id: `dm-1a2b3c4d`, `BACK-7`, `#12`, `bd-a1b2`.
    pub id: String,
    /// One line, without marks of the board's own.
    pub title: String,
    /// Where it stands.
    pub status: TaskStatus,
    /// What else it says: description, notes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub body: String,
    /// Its labels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// When it was last changed, where the board says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated: Option<Timestamp>,
}

/// Why a board could not be read or changed.
#[derive(Debug, Error)]
pub enum BoardError {
    /// It cannot be reached or understood.
    #[error("{place}: {why}")]
    Unreadable {
        /// The board.
        place: String,
        /// Why.
        why: String,
    },
    /// There is no such task.
    #[error("{place} has no task {task}")]
    NoTask {
        /// The board.
        place: String,
        /// The id.
        task: String,
    },
    /// It cannot do this.
    #[error("{place} {why}")]
    Refused {
        /// The board.
        place: String,
        /// Why not.
        why: String,
    },
}

/// A place for tasks.
pub trait Board {
    /// Its kind.
    fn kind(&self) -> BoardKind;
    /// Where it is, for the person: a path, or the command that is run.
    fn place(&self) -> String;
    /// Every task in every state, closed ones included.
    fn tasks(&self) -> Result<Vec<Task>, BoardError>;

    /// Whether others than the person see what is written there.
    fn leaves_machine(&self) -> bool {
        self.kind() == BoardKind::GitHub
    }
}
