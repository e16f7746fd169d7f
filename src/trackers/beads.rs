//! Defines the command lines and answers of beads (`bd … --json`). Its files are never touched.
//!
//! `bd list` shows fifty open issues by default, hence `--all --limit 0`. It answers with a list of objects, and
//! `create` with a single one. <https://github.com/steveyegge/beads>

use jiff::Timestamp;
use serde::Deserialize;

use super::tool::{Dialect, description, read, with};
use super::words::{NOTES, one_line, remark};
use super::{BoardKind, Task, TaskOp, TaskStatus};
use crate::trackers::command::ToolCommand;

#[derive(Debug)]
pub(super) struct Beads {
    pub command: Vec<String>,
}

#[derive(Deserialize)]
struct BeadsIssue {
    id: String,
    title: String,
    status: String,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    notes: Option<String>,
    #[serde(default)]
    labels: Option<Vec<String>>,
    #[serde(default)]
    updated_at: Option<String>,
}

/// Some versions wrap the list.
#[derive(Deserialize)]
#[serde(untagged)]
enum IssueList {
    Plain(Vec<BeadsIssue>),
    Wrapped { issues: Vec<BeadsIssue> },
}

impl From<BeadsIssue> for Task {
    fn from(issue: BeadsIssue) -> Self {
        let notes = issue.notes.filter(|n| !n.is_empty()).map(|n| format!("{NOTES}{n}")).unwrap_or_default();
        Task {
            id: issue.id,
            title: issue.title,
            status: TaskStatus::of_words(&issue.status).unwrap_or(TaskStatus::Todo),
            body: format!("{}{notes}", issue.description.unwrap_or_default()),
            labels: issue.labels.unwrap_or_default(),
            updated: issue.updated_at.and_then(|at| at.parse::<Timestamp>().ok()),
        }
    }
}

impl Beads {
    /// The command that adds a note to a task.
    fn note(&self, task: &str, text: &str, source: &str) -> ToolCommand {
        let note = format!("--append-notes={}", remark(text, source));
        with(&self.command, &["update", task, &note, "--json"])
    }
}

impl Dialect for Beads {
    fn kind(&self) -> BoardKind {
        BoardKind::Beads
    }

    fn list(&self) -> ToolCommand {
        with(&self.command, &["list", "--all", "--limit", "0", "--json"])
    }

    fn tasks(&self, answer: &str) -> Result<Vec<Task>, String> {
        // Some versions answer nothing for an empty board.
        let listed = if answer.trim().is_empty() { IssueList::Plain(Vec::new()) } else { read(answer)? };
        let (IssueList::Plain(issues) | IssueList::Wrapped { issues }) = listed;
        Ok(issues.into_iter().map(Task::from).collect())
    }

    fn requests(&self, op: &TaskOp, _: Option<&Task>) -> Result<Vec<ToolCommand>, String> {
        Ok(match op {
            TaskOp::Create { title, body, mark, source, .. } => {
                let title = format!("--title={}", one_line(title));
                let about = format!("--description={}", description(body, source, mark));
                vec![with(&self.command, &["create", &title, &about, "--type=task", "--json"])]
            }
            TaskOp::Log { task, text, source } => vec![self.note(task, text, source)],
            TaskOp::Done { task, note: why, source, .. } => {
                let reason = format!("--reason={}", one_line(why));
                vec![self.note(task, why, source), with(&self.command, &["close", task, &reason, "--json"])]
            }
            TaskOp::Reopen { task, status, .. } => {
                let mut all = vec![with(&self.command, &["reopen", task, "--json"])];
                if *status == TaskStatus::Doing {
                    all.push(with(&self.command, &["update", task, "--status=in_progress", "--json"]));
                }
                all
            }
            TaskOp::Withdraw { task } => {
                vec![with(&self.command, &["close", task, "--reason=[deltamind] undone", "--json"])]
            }
            TaskOp::Unlog { task, note } => {
                vec![with(&self.command, &["update", task, &format!("--notes={note}"), "--json"])]
            }
        })
    }

    fn volatile_fields(&self) -> &'static [&'static str] {
        &["dependent_count", "dependents"]
    }

    fn created(&self, answer: &str) -> Result<String, String> {
        read::<BeadsIssue>(answer).map(|issue| issue.id)
    }

    fn noted(&self, _: &str, before: &Task) -> Option<String> {
        Some(before.body.split_once(NOTES).map_or(String::new(), |(_, notes)| notes.to_owned()))
    }
}
