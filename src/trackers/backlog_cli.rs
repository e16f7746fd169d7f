//! Defines the command lines and answers of Backlog.md's `backlog`.
//!
//! `task list --json` and `task view N --json` since version 1.49: `{"schemaVersion": 1, "kind": "task-list", "tasks":
//! […]}`. The list leaves out descriptions and notes, and completed and archived tasks, which are read from their
//! files. <https://github.com/MrLesk/Backlog.md>

use std::path::Path;

use jiff::Timestamp;
use serde::Deserialize;

use super::tool::{Dialect, description, read, with};
use super::words::{NOTES, one_line, remark};
use super::{BacklogFiles, BoardKind, Task, TaskOp, TaskStatus};
use crate::trackers::command::ToolCommand;

#[derive(Debug)]
pub(super) struct BacklogCli {
    pub command: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TaskList {
    schema_version: u32,
    tasks: Vec<BacklogTask>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TaskView {
    schema_version: u32,
    task: BacklogTask,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BacklogTask {
    id: String,
    title: String,
    status: String,
    #[serde(default)]
    labels: Vec<String>,
    #[serde(default)]
    updated_at: Option<String>,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    implementation_notes: Option<String>,
}

/// A title on one line: the tool takes one of several.
fn line(title: &str) -> String {
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn known(version: u32) -> Result<(), String> {
    if version == 1 { Ok(()) } else { Err(format!("prints JSON version {version}; only version 1 is supported")) }
}

impl From<BacklogTask> for Task {
    fn from(row: BacklogTask) -> Self {
        Task {
            id: row.id,
            title: line(&row.title),
            status: TaskStatus::of_words(&row.status).unwrap_or(TaskStatus::Todo),
            body: String::new(),
            labels: row.labels,
            updated: row.updated_at.and_then(|at| at.parse::<Timestamp>().ok()),
        }
    }
}

fn append_notes(text: &str, source: &str) -> String {
    format!("--append-notes={}", remark(text, source))
}

impl BacklogCli {
    /// The command that changes a task by one option.
    fn edit(&self, task: &str, option: &str) -> ToolCommand {
        with(&self.command, &["task", "edit", task, option])
    }
}

impl Dialect for BacklogCli {
    fn kind(&self) -> BoardKind {
        BoardKind::BacklogCli
    }

    fn list(&self) -> ToolCommand {
        with(&self.command, &["task", "list", "--json"])
    }

    fn tasks(&self, answer: &str) -> Result<Vec<Task>, String> {
        let listed: TaskList = read(answer)?;
        known(listed.schema_version)?;
        Ok(listed.tasks.into_iter().map(Task::from).collect())
    }

    fn archived(&self, root: &Path) -> Result<Vec<Task>, String> {
        let files = BacklogFiles::of_project(root)
            .ok_or("its folder was not found, so completed and archived tasks cannot be read")?;
        files.archived().map_err(|error| error.to_string())
    }

    fn volatile_fields(&self) -> &'static [&'static str] {
        &["isReady", "readiness", "dependencyGraph", "ordinal", "path"]
    }

    fn detail(&self, task: &Task) -> Option<ToolCommand> {
        Some(with(&self.command, &["task", "view", &task.id, "--json"]))
    }

    fn with_detail(&self, task: Task, answer: &str) -> Result<Task, String> {
        let viewed: TaskView = read(answer)?;
        known(viewed.schema_version)?;
        let row = viewed.task;
        let status = TaskStatus::of_words(&row.status).unwrap_or(task.status);
        let notes = row.implementation_notes.filter(|n| !n.is_empty()).map(|n| format!("{NOTES}{n}"));
        let body = format!("{}{}", row.description.unwrap_or_default(), notes.unwrap_or_default());
        Ok(Task { title: line(&row.title), status, body, ..task })
    }

    fn requests(&self, op: &TaskOp, _: Option<&Task>) -> Result<Vec<ToolCommand>, String> {
        Ok(match op {
            TaskOp::Create { title, body, mark, source, .. } => {
                let about = format!("--description={}", description(body, source, mark));
                vec![with(&self.command, &["task", "create", &one_line(title), &about, "--plain"])]
            }
            TaskOp::Log { task, text, source } => vec![self.edit(task, &append_notes(text, source))],
            TaskOp::Done { task, note: why, source, .. } => {
                vec![self.edit(task, &append_notes(why, source)), self.edit(task, "--status=Done")]
            }
            TaskOp::Reopen { task, status, .. } => {
                let column = if *status == TaskStatus::Doing { "In Progress" } else { "To Do" };
                vec![self.edit(task, &format!("--status={column}"))]
            }
            // Archived tasks can be restored.
            TaskOp::Withdraw { task } => vec![with(&self.command, &["task", "archive", task])],
            TaskOp::Unlog { task, note } => vec![self.edit(task, &format!("--notes={note}"))],
        })
    }

    fn created(&self, answer: &str) -> Result<String, String> {
        // `Created task BACK-7`, or with --plain the task, headed `Task BACK-7 - title`.
        let line = answer.lines().map(str::trim).find_map(|l| {
            let rest = l.strip_prefix("Created task ").or_else(|| l.strip_prefix("Task "))?;
            rest.split([' ', ':']).next().filter(|id| id.rsplit_once('-').is_some())
        });
        line.map(str::to_owned).ok_or_else(|| "its answer names no task".to_owned())
    }

    fn noted(&self, _: &str, before: &Task) -> Option<String> {
        Some(before.body.split_once(NOTES).map_or(String::new(), |(_, notes)| notes.to_owned()))
    }
}
