//! Defines [`Task`], the changes a board can make to one ([`TaskOp`]), and what a change would do or has done.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use super::MARK;
use super::command::ToolCommand;
use super::words::{is_from_title, named};
use crate::edits::FileChange;

words! {
    /// The status of a task.
    TaskStatus {
        Todo = "todo", Doing = "doing", Done = "done",
        /// Closed without being done, or archived.
        Dropped = "dropped",
    }
}

impl TaskStatus {
    /// Whether the task is not closed.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Todo | Self::Doing)
    }

    /// The status for the name of a board's column or state.
    pub fn of_words(words: &str) -> Option<Self> {
        let folded: String = words.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        Some(match folded.as_str() {
            "todo" | "todos" | "open" | "backlog" | "next" | "upnext" | "tasks" | "new" | "planned" | "ready"
            | "blocked" | "deferred" | "pending" => Self::Todo,
            "doing" | "inprogress" | "wip" | "active" | "started" | "now" | "current" | "inreview" | "review" => {
                Self::Doing
            }
            "done" | "closed" | "complete" | "completed" | "finished" | "shipped" | "resolved" => Self::Done,
            "dropped" | "archived" | "cancelled" | "canceled" | "wontfix" | "notplanned" | "rejected" => Self::Dropped,
            _ => return None,
        })
    }
}

/// A task of the board.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Task {
    /// The board's id: `dm-1a2b3c4d`, `BACK-7`, `#12`, `bd-a1b2`.
    pub id: String,
    /// One line, without the board's markup.
    pub title: String,
    pub status: TaskStatus,
    /// Its description and notes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub body: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// The time of its last change, if the board gives it.
    pub updated: Option<Timestamp>,
}

impl Task {
    /// Whether it was created with this mark.
    pub fn is_marked(&self, mark: &str) -> bool {
        self.id == mark || (self.body.contains(mark) && self.body.contains(MARK))
    }

    /// Its id; `None` where the board shows none.
    pub fn shown_id(&self) -> Option<&str> {
        Some(self.id.as_str()).filter(|id| !is_from_title(id))
    }

    /// Its name for people.
    pub fn named(&self) -> String {
        named(&self.id, &self.title)
    }

    /// A hash of the fields that a person can change.
    pub fn fingerprint(&self) -> String {
        let text = [self.title.as_str(), self.status.word(), &self.body, &self.labels.join(",")].join("\u{1f}");
        blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
    }
}

/// A note that was added to a task before closing it failed.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noted {
    /// The argument of [`TaskOp::Unlog`]; `None` when the note cannot be removed.
    pub back: Option<String>,
}

/// A change of a board. `source` names session and turns; `mark` is `dm-` and eight digits.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum TaskOp {
    /// A new task.
    Create {
        /// One line.
        title: String,
        /// The description; may be empty.
        body: String,
        /// The mark by which the task is recognised later.
        mark: String,
        /// The session and turns it comes from.
        source: String,
        /// Today.
        on: Date,
    },
    /// A note on a task.
    Log {
        task: String,
        /// The note.
        text: String,
        /// The session and turns it comes from.
        source: String,
    },
    /// Closes a task as done, after adding the note.
    Done {
        task: String,
        /// The evidence that it is done.
        note: String,
        /// The session and turns it comes from.
        source: String,
        /// Today.
        on: Date,
        /// The note of an earlier attempt whose closing failed.
        noted: Option<Noted>,
    },
    /// Undoes [`TaskOp::Done`] in a tool.
    Reopen {
        task: String,
        /// Its former status.
        status: TaskStatus,
        /// The argument of [`TaskOp::Unlog`], to remove the note too.
        note: Option<String>,
    },
    /// Undoes [`TaskOp::Create`] in a tool: closed without being done, never deleted.
    Withdraw { task: String },
    /// Undoes [`TaskOp::Log`] in a tool.
    Unlog {
        task: String,
        /// The tool's id of the note, or the former text.
        note: String,
    },
}

impl TaskOp {
    /// The id of the task; `None` for a new one.
    pub fn task(&self) -> Option<&str> {
        match self {
            Self::Create { .. } => None,
            Self::Log { task, .. }
            | Self::Done { task, .. }
            | Self::Reopen { task, .. }
            | Self::Withdraw { task }
            | Self::Unlog { task, .. } => Some(task),
        }
    }
}

/// The exact effect of a change that is not made yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Drafted {
    /// A file would be written.
    File(FileChange),
    /// These commands would be run.
    Commands(Vec<ToolCommand>),
}

/// A change that was made by commands.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    /// The task, as the board calls it.
    pub task: String,
    /// The operation that undoes it, if there is one.
    pub inverse: Option<TaskOp>,
    /// The hash of the task afterwards ([`Board::print`](super::Board::print)): another hash means that it was changed
    /// since. Empty when the task could not be read.
    pub left: String,
}
