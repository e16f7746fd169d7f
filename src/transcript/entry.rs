//! Defines the entries of a transcript: [`Turn`]s (messages) and [`Signal`]s (structured facts such as a commit).
//! Shapes: one JSON object each, camelCase, byte ranges half-open over UTF-8.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::language::imports::Additions;

words! {
    /// Who speaks in a turn.
    Role {
        /// The person.
        User = "user",
        /// The coding agent.
        Assistant = "assistant",
        /// The harness: never a source of decisions or constraints.
        System = "system",
    }
}

words! {
    /// The status of an entry of a todo list.
    TodoStatus {
        Pending = "pending", InProgress = "in_progress", Completed = "completed",
        /// Removed from the list without being done.
        Deleted = "deleted",
    }
}

words! {
    /// The state of a plan that the agent proposed.
    PlanState {
        /// Proposed and not yet answered.
        Shown = "shown",
        /// The person approved it.
        Approved = "approved",
        /// The person refused it.
        Refused = "refused",
    }
}

words! {
    /// The outcome of a tool call.
    ToolOutcome {
        /// It ran and succeeded.
        Ok = "ok",
        /// It ran and failed.
        Failed = "failed",
        /// The person denied it.
        Denied = "denied",
    }
}

words! {
    /// A break in the session.
    Boundary {
        /// The agent's context was replaced by a summary.
        Compaction = "compaction",
        /// The person cleared the context.
        Clear = "clear",
        /// The session was resumed.
        Resume = "resume",
    }
}

/// The position of a record in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Default)]
#[serde(rename_all = "camelCase")]
pub struct RecordRef {
    /// Line number, from 1.
    pub line: u64,
    /// First byte of the record in the file.
    pub start: u64,
    /// One past the last byte of the record.
    pub end: u64,
}

/// A message of the person or the assistant.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// The agent's own id where there is one, unique within the session.
    pub turn_id: String,
    /// The n-th distinct turn in file order, from 1; shown as `t142`.
    pub ordinal: u32,
    /// Who speaks.
    pub role: Role,
    /// The words, verbatim.
    pub content: String,
    /// The time, if the file gives it.
    pub at: Option<Timestamp>,
    /// The record it came from.
    #[serde(default)]
    pub record: RecordRef,
}

/// One line of a todo list.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TodoItem {
    /// The agent's id of the entry, if it has one.
    pub id: Option<String>,
    /// The task.
    pub text: String,
    pub status: TodoStatus,
}

/// A structured fact that is not a message.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Signal {
    /// Unique within the session (the record's id, suffixed where one record gives several).
    pub id: String,
    /// The last turn before it; empty when there is none.
    pub turn_id: String,
    /// The time, if the file gives it.
    pub at: Option<Timestamp>,
    /// The record it came from.
    #[serde(default)]
    pub record: RecordRef,
    /// Its content.
    pub body: SignalBody,
}

/// The content of a signal.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum SignalBody {
    /// The current todo list. A `whole` list replaces the former one; others update the entries they name.
    Todo {
        /// The entries.
        items: Vec<TodoItem>,
        /// True when entries missing here are gone from the list.
        whole: bool,
    },
    /// A plan proposed to the person.
    Plan {
        /// The plan's Markdown.
        text: String,
        state: PlanState,
        /// Why it was refused, in the person's words.
        reason: Option<String>,
    },
    /// A question asked through the agent's question tool.
    Question {
        /// The question.
        text: String,
        /// Its subject in a word or two, where the agent gives one.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        header: String,
        /// The choices offered.
        options: Vec<String>,
        /// The meaning of each choice, in the order of `options`; empty if the agent gives none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        details: Vec<String>,
        /// The person's answer, once given.
        answer: Option<String>,
    },
    /// A tool call with its outcome.
    ToolCall {
        /// The agent's id of the call.
        call_id: String,
        /// The tool's name.
        tool: String,
        /// The command line, for commands.
        argv: Option<String>,
        /// The files it touches, for edits.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        paths: Vec<String>,
        /// The code, modules and packages that an edit brings in.
        #[serde(default, skip_serializing_if = "Additions::is_empty")]
        brings: Box<Additions>,
        outcome: ToolOutcome,
        /// The person's words when denying it, or the beginning of the output: at most 500 bytes.
        #[serde(default)]
        excerpt: String,
        /// The record that holds the whole output.
        content_ref: Option<RecordRef>,
    },
    /// A commit.
    Commit {
        /// Its short hash, if the output shows it.
        hash: Option<String>,
        message: String,
        /// Whether it succeeded.
        ok: bool,
    },
    /// A push.
    Push {
        /// Whether it succeeded.
        ok: bool,
    },
    /// A break in the session.
    Boundary { kind: Boundary },
    /// The summary with which the agent continues after a compaction.
    Summary { text: String },
    /// The person stopped the agent: the next user turn is likely a correction.
    Interrupt,
    /// Turns that no longer count: rewound, rolled back, or on an abandoned branch.
    Withdrawn {
        /// Their ids.
        turn_ids: Vec<String>,
    },
}

/// An entry that a format yields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Entry {
    /// A message.
    Turn(Turn),
    /// A structured fact.
    Signal(Signal),
}

/// The session's meta data.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Meta {
    /// The format's id (`claude`, `codex`, `plain`, ...).
    pub agent: String,
    /// `<agent>-<native id>`, else `file-<stem>-<8 hex of the real path>`.
    pub session_id: String,
    /// The working directory the file names, if any.
    pub cwd: Option<String>,
    /// The last part of `cwd`, or the file's stem: what the header shows.
    pub project: String,
}
