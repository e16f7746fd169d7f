//! Defines [`Task`], the changes a board can make to one ([`TaskOp`]), and what a change would do or has done.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::MARK;
use super::command::ToolCommand;
use crate::edits::FileChange;

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

    /// What the words of a board mean: the name of a column or a state.
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

impl Task {
    /// Whether it was made under this mark.
    pub fn is_marked(&self, mark: &str) -> bool {
        self.id == mark || (self.body.contains(mark) && self.body.contains(MARK))
    }

    /// What a person could have changed, as a hash.
    pub fn fingerprint(&self) -> String {
        let text = [self.title.as_str(), self.status.word(), &self.body, &self.labels.join(",")].join("\u{1f}");
        blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
    }
}

/// A note that went on a task before it could be closed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noted {
    /// What to give [`TaskOp::Unlog`]; none when it cannot be taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<String>,
}

/// A change of a board. `source` names session and turns; `mark` is `dm-` and eight digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum TaskOp {
    /// A new task.
    Create {
        /// One line.
        title: String,
        /// More of it; may be empty.
        body: String,
        /// What it is recognised by afterwards.
        mark: String,
        /// Where it is from.
        source: String,
        /// Today.
        on: Date,
    },
    /// A note on a task.
    Log {
        /// The task.
        task: String,
        /// The note.
        text: String,
        /// Where it is from.
        source: String,
    },
    /// A task is done. The note goes on it before it is closed.
    Done {
        /// The task.
        task: String,
        /// What shows that it is done.
        note: String,
        /// Where it is from.
        source: String,
        /// Today.
        on: Date,
        /// The note, where it went on an earlier time and only the closing failed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        noted: Option<Noted>,
    },
    /// Undoes [`TaskOp::Done`] in a tool.
    Reopen {
        /// The task.
        task: String,
        /// Where it stood.
        status: TaskStatus,
        /// What to give [`TaskOp::Unlog`] afterwards, so that the note goes with the closing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// Undoes [`TaskOp::Create`] in a tool: closed without being done, never deleted.
    Withdraw {
        /// The task.
        task: String,
    },
    /// Undoes [`TaskOp::Log`] in a tool.
    Unlog {
        /// The task.
        task: String,
        /// What the tool calls the note, or what stood there before.
        note: String,
    },
}

impl TaskOp {
    /// The task it is about; none for a new one.
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

/// What a change would do, exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Drafted {
    /// A file would say this.
    File(FileChange),
    /// These commands would be run.
    Commands(Vec<ToolCommand>),
}

/// What a tool did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    /// The task, as the board calls it.
    pub task: String,
    /// What takes it back, if anything does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inverse: Option<TaskOp>,
    /// The task as it was left, as [`Board::print`] gives it: another print means that somebody changed it since. Empty
    /// when it could not be looked at afterwards.
    pub left: String,
}
