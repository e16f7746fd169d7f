//! Defines [`ToolBoard`], tasks behind a command, and what a tool's dialect says of it.

use super::backlog_cli::BacklogCli;
use super::beads::Beads;
use super::github::GitHub;
use super::json::Json;
use super::{Board, BoardError, BoardKind, Drafted, Receipt, Task, TaskOp};
use crate::standup::command::{Request, Runner};

/// How a tool is spoken to.
pub(super) trait Dialect {
    /// Its kind.
    fn kind(&self) -> BoardKind;
    /// What lists every task in every state.
    fn list(&self) -> Request;
    /// The tasks in its answer.
    fn tasks(&self, answer: &str) -> Result<Vec<Task>, String>;
    /// What a change takes, in order. `before` is the task as it is.
    fn requests(&self, op: &TaskOp, before: Option<&Task>) -> Result<Vec<Request>, String>;

    /// The new task's id in the answer to a create.
    fn created(&self, answer: &str) -> Result<String, String>;

    /// What to give [`TaskOp::Unlog`], from the answer to a note; `None` when it cannot be taken back.
    fn noted(&self, _answer: &str, _before: &Task) -> Option<String> {
        None
    }

    /// What else there is to know of one task before it is changed: notes that the list leaves out.
    fn detail(&self, _task: &Task) -> Option<Request> {
        None
    }

    /// The task with what the answer to that adds.
    fn with_detail(&self, task: Task, _answer: &str) -> Result<Task, String> {
        Ok(task)
    }
}

/// A board behind a command.
pub struct ToolBoard {
    dialect: Box<dyn Dialect>,
    runner: Box<dyn Runner>,
}

impl ToolBoard {
    /// The tool of this kind, run by `runner`. `command` is the program with what always follows it; the tool's own
    /// name where none is set. `None` for a kind that is no tool, or a command that is not set.
    pub fn new(kind: BoardKind, command: &[String], runner: Box<dyn Runner>) -> Option<Self> {
        let named = |name: &str| if command.is_empty() { vec![name.to_owned()] } else { command.to_vec() };
        let dialect: Box<dyn Dialect> = match kind {
            BoardKind::Beads => Box::new(Beads { command: named("bd") }),
            BoardKind::GitHub => Box::new(GitHub { command: named("gh") }),
            BoardKind::BacklogCli => Box::new(BacklogCli { command: named("backlog") }),
            BoardKind::Command if !command.is_empty() => Box::new(Json { command: command.to_vec() }),
            _ => return None,
        };
        Some(Self { dialect, runner })
    }

    fn unreadable(&self, why: String) -> BoardError {
        BoardError::Unreadable { place: self.place(), why }
    }

    fn task(&self, id: &str) -> Result<Task, BoardError> {
        let found = self.tasks()?.into_iter().find(|t| t.id == id);
        let task = found.ok_or_else(|| BoardError::NoTask { place: self.place(), task: id.to_owned() })?;
        let Some(request) = self.dialect.detail(&task) else { return Ok(task) };
        let answer = self.runner.run(&request).map_err(|why| self.unreadable(why))?;
        self.dialect.with_detail(task, &answer).map_err(|why| self.unreadable(why))
    }

    fn before(&self, op: &TaskOp) -> Result<Option<Task>, BoardError> {
        op.task().map(|id| self.task(id)).transpose()
    }

    fn requests(&self, op: &TaskOp, before: Option<&Task>) -> Result<Vec<Request>, BoardError> {
        let refused = |why| BoardError::Refused { place: self.place(), why };
        // An id comes from the tool, which may say anything: it must not be taken for an option.
        if op.task().is_some_and(|id| id.trim_start_matches('#').starts_with('-') || id.is_empty()) {
            return Err(refused("its id looks like an option".to_owned()));
        }
        if let (TaskOp::Done { .. }, Some(task)) = (op, before)
            && !task.status.is_open()
        {
            return Err(refused(format!("{} is closed already", task.id)));
        }
        self.dialect.requests(op, before).map_err(refused)
    }
}

impl Board for ToolBoard {
    fn kind(&self) -> BoardKind {
        self.dialect.kind()
    }

    fn place(&self) -> String {
        let program = self.dialect.list().argv.into_iter().next().unwrap_or_default();
        format!("{} ({program})", self.kind())
    }

    fn tasks(&self) -> Result<Vec<Task>, BoardError> {
        let answer = self.runner.run(&self.dialect.list()).map_err(|why| self.unreadable(why))?;
        self.dialect.tasks(&answer).map_err(|why| self.unreadable(why))
    }

    fn draft(&self, op: &TaskOp) -> Result<Drafted, BoardError> {
        let before = self.before(op)?;
        Ok(Drafted::Commands(self.requests(op, before.as_ref())?))
    }

    fn look(&self, id: &str) -> Result<Task, BoardError> {
        self.task(id)
    }

    fn perform(&self, op: &TaskOp) -> Result<Receipt, BoardError> {
        let before = self.before(op)?;
        let requests = self.requests(op, before.as_ref())?;
        let mut answers = Vec::new();
        for request in &requests {
            answers.push(self.runner.run(request).map_err(|why| self.unreadable(why))?);
        }
        let first = answers.first().map_or("", String::as_str);
        let id = match op {
            TaskOp::Create { .. } => self.dialect.created(first).map_err(|why| self.unreadable(why))?,
            other => other.task().unwrap_or_default().to_owned(),
        };
        let inverse = match (op, &before) {
            (TaskOp::Create { .. }, _) => Some(TaskOp::Withdraw { task: id.clone() }),
            (TaskOp::Done { .. }, Some(task)) => Some(TaskOp::Reopen { task: id.clone(), status: task.status }),
            (TaskOp::Log { .. }, Some(task)) => {
                self.dialect.noted(first, task).map(|note| TaskOp::Unlog { task: id.clone(), note })
            }
            _ => None,
        };
        // Looked at again: some tools say yes and keep nothing. What was put away need not be listed any more.
        let after = match (self.task(&id), op) {
            (Err(BoardError::NoTask { .. }), TaskOp::Withdraw { .. }) => {
                return Ok(Receipt { task: id, inverse: None, left: String::new() });
            }
            (found, _) => found?,
        };
        let kept = match op {
            TaskOp::Create { .. } | TaskOp::Reopen { .. } => after.status.is_open(),
            TaskOp::Done { .. } | TaskOp::Withdraw { .. } => !after.status.is_open(),
            TaskOp::Log { .. } | TaskOp::Unlog { .. } => true,
        };
        if !kept {
            let why = format!("{id} is {} after the command; look at it there", after.status);
            return Err(self.unreadable(why));
        }
        Ok(Receipt { task: id, inverse, left: after.fingerprint() })
    }
}

/// A command with more arguments.
pub(super) fn with(command: &[String], more: &[&str]) -> Request {
    let mut argv = command.to_vec();
    argv.extend(more.iter().map(|a| (*a).to_owned()));
    Request { argv, stdin: None }
}

/// A new task's text: what is said, where it is from, and the mark it is recognised by.
pub(super) fn description(body: &str, source: &str, mark: &str) -> String {
    let body = super::words::paragraph(body);
    let gap = if body.is_empty() { "" } else { "\n\n" };
    format!("{body}{gap}{}\n{mark}", super::words::signed("", source))
}

/// A JSON answer, read.
pub(super) fn read<T: serde::de::DeserializeOwned>(answer: &str) -> Result<T, String> {
    serde_json::from_str(answer.trim()).map_err(|e| format!("its answer is not understood: {e}"))
}
