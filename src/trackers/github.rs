//! Defines the command lines and answers of GitHub issues (`gh`). Other people see changes there.
//!
//! `gh issue list` gives thirty open issues by default, and no comments, which `gh issue view` gives. `create` and
//! `comment` print an address. <https://cli.github.com/manual/gh_issue>

use jiff::Timestamp;
use serde::Deserialize;

use super::tool::{Dialect, description, read, with};
use super::words::{NOTES, one_line, remark};
use super::{BoardKind, Task, TaskOp, TaskStatus};
use crate::trackers::command::ToolCommand;

/// The most issues asked for. A list of this length may be incomplete, so it is an error.
const MOST: usize = 5000;

#[derive(Debug)]
pub(super) struct GitHub {
    pub command: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GitHubIssue {
    number: u64,
    title: String,
    state: String,
    #[serde(default)]
    state_reason: Option<String>,
    #[serde(default)]
    body: Option<String>,
    #[serde(default)]
    labels: Vec<IssueLabel>,
    #[serde(default)]
    updated_at: Option<String>,
}

#[derive(Deserialize)]
struct IssueView {
    comments: Vec<IssueComment>,
}

#[derive(Deserialize)]
struct IssueComment {
    body: String,
}

#[derive(Deserialize)]
struct IssueLabel {
    name: String,
}

fn number(id: &str) -> Result<&str, String> {
    let digits = id.trim_start_matches('#');
    let fine = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    if fine { Ok(digits) } else { Err(format!("{id} is no issue's number")) }
}

/// The last part of the address in an answer.
fn address(answer: &str) -> Option<&str> {
    answer.lines().map(str::trim).rfind(|l| l.starts_with("https://"))
}

impl From<GitHubIssue> for Task {
    fn from(issue: GitHubIssue) -> Self {
        let refused = issue.state_reason.as_deref().and_then(TaskStatus::of_words) == Some(TaskStatus::Dropped);
        let status = match (issue.state.eq_ignore_ascii_case("open"), refused) {
            (true, _) => TaskStatus::Todo,
            (false, true) => TaskStatus::Dropped,
            (false, false) => TaskStatus::Done,
        };
        Task {
            id: format!("#{}", issue.number),
            title: issue.title,
            status,
            body: issue.body.unwrap_or_default(),
            labels: issue.labels.into_iter().map(|l| l.name).collect(),
            updated: issue.updated_at.and_then(|at| at.parse::<Timestamp>().ok()),
        }
    }
}

impl GitHub {
    /// The command that comments on an issue.
    fn comment(&self, task: &str, text: &str, source: &str) -> Result<ToolCommand, String> {
        let body = format!("--body={}", remark(text, source));
        Ok(with(&self.command, &["issue", "comment", number(task)?, &body]))
    }
}

impl Dialect for GitHub {
    fn kind(&self) -> BoardKind {
        BoardKind::GitHub
    }

    fn list(&self) -> ToolCommand {
        let fields = "number,title,state,stateReason,body,labels,updatedAt";
        with(&self.command, &["issue", "list", "--state", "all", "--limit", &MOST.to_string(), "--json", fields])
    }

    fn tasks(&self, answer: &str) -> Result<Vec<Task>, String> {
        let issues: Vec<GitHubIssue> = read(answer)?;
        if issues.len() >= MOST {
            return Err(format!("has {MOST} issues or more, which cannot all be looked at"));
        }
        Ok(issues.into_iter().map(Task::from).collect())
    }

    fn detail(&self, task: &Task) -> Option<ToolCommand> {
        Some(with(&self.command, &["issue", "view", number(&task.id).ok()?, "--json", "comments"]))
    }

    fn with_detail(&self, task: Task, answer: &str) -> Result<Task, String> {
        let said: Vec<String> = read::<IssueView>(answer)?.comments.into_iter().map(|c| c.body).collect();
        let notes = if said.is_empty() { String::new() } else { format!("{NOTES}{}", said.join("\n\n")) };
        Ok(Task { body: format!("{}{notes}", task.body), ..task })
    }

    fn requests(&self, op: &TaskOp, _: Option<&Task>) -> Result<Vec<ToolCommand>, String> {
        Ok(match op {
            TaskOp::Create { title, body, mark, source, .. } => {
                let title = format!("--title={}", one_line(title));
                let body = format!("--body={}", description(body, source, mark));
                vec![with(&self.command, &["issue", "create", &title, &body])]
            }
            TaskOp::Log { task, text, source } => vec![self.comment(task, text, source)?],
            TaskOp::Done { task, note, source, .. } => vec![
                self.comment(task, note, source)?,
                with(&self.command, &["issue", "close", number(task)?, "--reason=completed"]),
            ],
            TaskOp::Reopen { task, .. } => vec![with(&self.command, &["issue", "reopen", number(task)?])],
            TaskOp::Withdraw { task } => {
                vec![with(&self.command, &["issue", "close", number(task)?, "--reason=not planned"])]
            }
            TaskOp::Unlog { note, .. } => {
                let place = format!("repos/{{owner}}/{{repo}}/issues/comments/{}", number(note)?);
                vec![with(&self.command, &["api", "--method", "DELETE", &place])]
            }
        })
    }

    fn created(&self, answer: &str) -> Result<String, String> {
        let found = address(answer).and_then(|a| a.rsplit_once("/issues/")).map(|(_, n)| format!("#{n}"));
        let id = found.ok_or_else(|| "its answer names no issue".to_owned())?;
        number(&id)?;
        Ok(id)
    }

    fn noted(&self, answer: &str, _: &Task) -> Option<String> {
        let (_, id) = address(answer)?.rsplit_once("#issuecomment-")?;
        number(id).ok().map(str::to_owned)
    }
}
