//! Defines what a transcript yields: [`Turn`]s (somebody said something) and [`Signal`]s (a structured fact beside
//! the talk). Shapes: one JSON object each, camelCase, byte ranges half-open over UTF-8.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

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
    /// Where an entry of a todo list stands.
    TodoStatus {
        /// Not begun.
        Pending = "pending",
        /// Being worked on.
        InProgress = "in_progress",
        /// Done.
        Completed = "completed",
        /// Taken off the list without being done.
        Deleted = "deleted",
    }
}

words! {
    /// What became of a plan the agent put to the person.
    PlanState {
        /// On screen, no word yet.
        Shown = "shown",
        /// The person approved it.
        Approved = "approved",
        /// The person refused it.
        Refused = "refused",
    }
}

words! {
    /// How a tool call ended.
    ToolOutcome {
        /// It ran and succeeded.
        Ok = "ok",
        /// It ran and failed.
        Failed = "failed",
        /// The person did not let it run.
        Denied = "denied",
    }
}

words! {
    /// A seam in the session.
    Boundary {
        /// The agent's context was summarised; older talk is no longer before it.
        Compaction = "compaction",
        /// The person cleared the context.
        Clear = "clear",
        /// The session was taken up again.
        Resume = "resume",
    }
}

/// Where in the file an entry came from.
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

/// Something a person or the assistant said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// The agent's own id where there is one, unique within the session.
    pub turn_id: String,
    /// The n-th distinct turn in file order, from 1; shown as `t142`.
    pub ordinal: u32,
    /// Who speaks.
    pub role: Role,
    /// What was said, verbatim.
    pub content: String,
    /// When, if the file says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// Where it stands in the file.
    #[serde(default)]
    pub record: RecordRef,
}

/// One line of a todo list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TodoItem {
    /// The list's own id for the entry, where the agent has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What is to be done.
    pub text: String,
    /// Where it stands.
    pub status: TodoStatus,
}

/// A structured fact beside the talk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Signal {
    /// Unique within the session (the record's id, suffixed where one record gives several).
    pub id: String,
    /// The turn it stands beside: the last turn before it, empty when none was said yet.
    pub turn_id: String,
    /// When, if the file says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// Where it stands in the file.
    #[serde(default)]
    pub record: RecordRef,
    /// What it says.
    pub body: SignalBody,
}

/// What a signal says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum SignalBody {
    /// A todo list as it now stands. `whole` lists replace the former one; others update the entries they name.
    Todo {
        /// The entries.
        items: Vec<TodoItem>,
        /// True when entries missing here are gone from the list.
        whole: bool,
    },
    /// A plan put to the person.
    Plan {
        /// The plan's Markdown.
        text: String,
        /// What became of it.
        state: PlanState,
        /// Why it was refused, in the person's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A question put to the person through the agent's question tool.
    Question {
        /// The question.
        text: String,
        /// The choices offered.
        options: Vec<String>,
        /// What the person answered; none yet when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<String>,
    },
    /// A tool call and how it ended.
    ToolCall {
        /// The agent's id of the call.
        call_id: String,
        /// The tool's name.
        tool: String,
        /// The command line, for commands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        argv: Option<String>,
        /// The files it touches, for edits.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        paths: Vec<String>,
        /// How it ended.
        outcome: ToolOutcome,
        /// What the person said when denying it, or the head of the output: at most 500 bytes.
        #[serde(default)]
        excerpt: String,
        /// Where the whole output stands in the file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        content_ref: Option<RecordRef>,
    },
    /// A commit.
    Commit {
        /// Its short hash, where the output tells.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
        /// The message.
        message: String,
        /// Whether it went through.
        ok: bool,
    },
    /// A push.
    Push {
        /// Whether it went through.
        ok: bool,
    },
    /// A seam in the session.
    Boundary {
        /// Which.
        kind: Boundary,
    },
    /// The person stopped the agent: the next user turn is likely a correction.
    Interrupt,
    /// Turns that no longer count: rewound, rolled back, or on a branch left behind.
    Withdrawn {
        /// Their ids.
        turn_ids: Vec<String>,
    },
}

/// One thing a format yields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Entry {
    /// Somebody said something.
    Turn(Turn),
    /// A structured fact.
    Signal(Signal),
}

/// What a transcript says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Meta {
    /// The agent's word (`claude`, `codex`, `plain`, ...), which is also its format's id.
    pub agent: String,
    /// `<agent>-<native id>`, else `file-<stem>-<8 hex of the real path>`.
    pub session_id: String,
    /// The working directory the file names, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// The last part of `cwd`, or the file's stem: what the header shows.
    pub project: String,
}
