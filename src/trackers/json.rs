//! Defines the protocol of a user's own command: one JSON object in, one out.
//!
//! | request | answer |
//! |---|---|
//! | `{"verb": "list"}` | `{"tasks": [{"id", "title", "status", "body"?, "labels"?, "updated"?}]}`, every state |
//! | `{"verb": "create", "title", "body", "mark"}` | `{"id"}` |
//! | `{"verb": "log", "id", "text"}` | `{"note"?}`: the argument of `unlog` |
//! | `{"verb": "done", "id", "text"}`, `{"verb": "reopen", "id", "status"}` | anything |
//! | `{"verb": "withdraw", "id"}`, `{"verb": "unlog", "id", "note"}` | anything |
//!
//! `status` is `todo`, `doing`, `done` or `dropped`. An exit code other than 0 is a failure.

use serde::Deserialize;
use serde_json::{Value, json};

use super::tool::{Dialect, description, read};
use super::words::{one_line, remark};
use super::{BoardKind, Task, TaskOp};
use crate::trackers::command::ToolCommand;

/// A command that speaks JSON.
#[derive(Debug)]
pub(super) struct JsonCommand {
    pub command: Vec<String>,
}

#[derive(Deserialize)]
struct ListAnswer {
    tasks: Vec<Task>,
}

#[derive(Deserialize)]
struct CreateAnswer {
    id: String,
}

#[derive(Deserialize)]
struct LogAnswer {
    note: String,
}

impl JsonCommand {
    fn ask(&self, what: &Value) -> ToolCommand {
        ToolCommand { argv: self.command.clone(), stdin: Some(what.to_string()) }
    }
}

impl Dialect for JsonCommand {
    fn kind(&self) -> BoardKind {
        BoardKind::Command
    }

    fn list(&self) -> ToolCommand {
        self.ask(&json!({ "verb": "list" }))
    }

    fn tasks(&self, answer: &str) -> Result<Vec<Task>, String> {
        read::<ListAnswer>(answer).map(|l| l.tasks)
    }

    fn requests(&self, op: &TaskOp, _: Option<&Task>) -> Result<Vec<ToolCommand>, String> {
        let what = match op {
            TaskOp::Create { title, body, mark, source, .. } => {
                let body = description(body, source, mark);
                json!({ "verb": "create", "title": one_line(title), "body": body, "mark": mark })
            }
            TaskOp::Log { task, text, source } => {
                json!({ "verb": "log", "id": task, "text": remark(text, source) })
            }
            TaskOp::Done { task, note, source, .. } => {
                let text = remark(note, source);
                let log = json!({ "verb": "log", "id": task, "text": text });
                return Ok(vec![self.ask(&log), self.ask(&json!({ "verb": "done", "id": task, "text": text }))]);
            }
            TaskOp::Reopen { task, status, .. } => json!({ "verb": "reopen", "id": task, "status": status }),
            TaskOp::Withdraw { task } => json!({ "verb": "withdraw", "id": task }),
            TaskOp::Unlog { task, note } => json!({ "verb": "unlog", "id": task, "note": note }),
        };
        Ok(vec![self.ask(&what)])
    }

    fn created(&self, answer: &str) -> Result<String, String> {
        read::<CreateAnswer>(answer).map(|c| c.id)
    }

    fn noted(&self, answer: &str, _: &Task) -> Option<String> {
        read::<LogAnswer>(answer).ok().map(|n| n.note)
    }
}
