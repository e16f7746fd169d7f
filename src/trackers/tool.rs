//! Defines [`ToolBoard`], a board accessed through a command, and [`Dialect`], which builds the command lines of one
//! tool and reads its answers.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::words::{already_closed, remark, unique_id};
use super::{Board, BoardAccess, BoardError, BoardKind, Drafted, Noted, Receipt, Task, TaskOp, one_line};
use crate::trackers::command::{Runner, ToolCommand};

/// Builds the command lines of one tool and reads its answers.
pub(super) trait Dialect {
    /// Its kind.
    fn kind(&self) -> BoardKind;
    /// The command that lists all tasks, closed ones included.
    fn list(&self) -> ToolCommand;
    /// The tasks in its answer.
    fn tasks(&self, answer: &str) -> Result<Vec<Task>, String>;
    /// The commands of a change, in order; a closing begins with its note. `before` is the current task.
    fn requests(&self, op: &TaskOp, before: Option<&Task>) -> Result<Vec<ToolCommand>, String>;

    /// The new task's id in the answer to a create.
    fn created(&self, answer: &str) -> Result<String, String>;

    /// The argument of [`TaskOp::Unlog`], from the answer to a note; `None` when the note cannot be removed.
    fn noted(&self, _answer: &str, _before: &Task) -> Option<String> {
        None
    }

    /// The command for details of one task that the list leaves out, such as notes.
    fn detail(&self, _task: &Task) -> Option<ToolCommand> {
        None
    }

    /// Tasks the list leaves out, of the project at `root`.
    fn archived(&self, _root: &Path) -> Result<Vec<Task>, String> {
        Ok(Vec::new())
    }

    /// Fields of the answers that change without a change of the task.
    fn volatile_fields(&self) -> &'static [&'static str] {
        &[]
    }

    /// Adds the details in the answer to a task.
    fn with_detail(&self, task: Task, _answer: &str) -> Result<Task, String> {
        Ok(task)
    }
}

/// A board that is read and changed through a command.
pub struct ToolBoard {
    root: PathBuf,
    dialect: Box<dyn Dialect>,
    runner: Box<dyn Runner>,
}

/// A task with the hash of all fields that the tool gives of it.
struct TaskSnapshot {
    task: Task,
    /// The hash.
    print: String,
    /// Whether it is archived, so that the tool no longer lists it.
    archived: bool,
}

/// The commands of a change.
struct ChangePlan {
    requests: Vec<ToolCommand>,
    /// The note, if the task has it already.
    noted: Option<Noted>,
}

impl ToolBoard {
    /// The board of this kind for the project at `root`. `command` is the program with its first arguments; empty for
    /// the kind's own program. `None` for a kind without a tool, or one that needs a `command`.
    pub fn new(root: &Path, kind: BoardKind, command: &[String], runner: Box<dyn Runner>) -> Option<Self> {
        let BoardAccess::Tool { program, dialect, .. } = &kind.row()?.access else { return None };
        let command = if command.is_empty() { vec![(*program)?.to_owned()] } else { command.to_vec() };
        Some(Self { root: root.to_owned(), dialect: dialect(command), runner })
    }

    fn unreadable(&self, why: String) -> BoardError {
        BoardError::Unreadable { place: self.place(), why }
    }

    fn refused(&self, why: String) -> BoardError {
        BoardError::Refused { place: self.place(), why }
    }

    fn ask(&self, request: &ToolCommand) -> Result<String, BoardError> {
        self.runner.run(request).map_err(|why| self.unreadable(why))
    }

    /// The archived tasks, with ids made distinct from those listed: some tools reuse numbers.
    fn archived(&self, listed: &[Task]) -> Result<Vec<Task>, BoardError> {
        let mut archived = self.dialect.archived(&self.root).map_err(|why| self.unreadable(why))?;
        for task in &mut archived {
            task.id = unique_id(&task.id, |id| listed.iter().any(|t| t.id == id));
        }
        Ok(archived)
    }

    fn snapshot(&self, id: &str) -> Result<TaskSnapshot, BoardError> {
        let list = self.ask(&self.dialect.list())?;
        let listed = self.dialect.tasks(&list).map_err(|why| self.unreadable(why))?;
        let Some(task) = listed.iter().find(|t| t.id == id).cloned() else {
            let task = self.archived(&listed)?.into_iter().find(|t| t.id == id);
            let task = task.ok_or_else(|| BoardError::no_task(self.place(), id))?;
            return Ok(TaskSnapshot { print: task.fingerprint(), task, archived: true });
        };
        let detail = self.dialect.detail(&task).map(|request| self.ask(&request)).transpose()?;
        let mut content = row(&list, id, self.dialect.volatile_fields());
        let task = match &detail {
            None => task,
            Some(answer) => {
                content.push_str(&whole(answer, self.dialect.volatile_fields()));
                self.dialect.with_detail(task, answer).map_err(|why| self.unreadable(why))?
            }
        };
        content.push_str(&task.fingerprint());
        let print = blake3::hash(content.as_bytes()).to_hex()[..16].to_owned();
        Ok(TaskSnapshot { task, print, archived: false })
    }

    fn before(&self, op: &TaskOp) -> Result<Option<TaskSnapshot>, BoardError> {
        op.task().map(|id| self.snapshot(id)).transpose()
    }

    fn requests(&self, op: &TaskOp, task: Option<&Task>) -> Result<Vec<ToolCommand>, BoardError> {
        self.dialect.requests(op, task).map_err(|why| self.refused(why))
    }

    fn change_plan(&self, op: &TaskOp, before: Option<&TaskSnapshot>) -> Result<ChangePlan, BoardError> {
        // The id comes from the tool's output and must not be parsed as an option.
        if op.task().is_some_and(|id| id.trim_start_matches('#').starts_with('-') || id.is_empty()) {
            return Err(self.refused("its id looks like an option".to_owned()));
        }
        if let Some(snapshot) = before.filter(|snapshot| snapshot.archived) {
            return Err(self.refused(format!("{} is archived", snapshot.task.id)));
        }
        let task = before.map(|snapshot| &snapshot.task);
        let mut change_plan = ChangePlan { requests: self.requests(op, task)?, noted: None };
        match (op, task) {
            (TaskOp::Done { .. }, Some(task)) if !task.status.is_open() => {
                return Err(self.refused(already_closed(&task.id)));
            }
            (TaskOp::Done { note, source, noted, .. }, Some(task)) => {
                change_plan.noted = noted.clone().or_else(|| self.existing_note(task, &remark(note, source)));
                if change_plan.noted.is_some() {
                    change_plan.requests.remove(0);
                }
            }
            (TaskOp::Log { text, source, .. }, Some(task))
                if self.existing_note(task, &remark(text, source)).is_some() =>
            {
                return Err(self.refused(format!("{} already has this note", task.id)));
            }
            (TaskOp::Reopen { task: id, status, note: Some(note) }, Some(task)) => {
                // An earlier attempt may have reopened the task already.
                if task.status == *status {
                    change_plan.requests.clear();
                }
                let unlog = TaskOp::Unlog { task: id.clone(), note: note.clone() };
                change_plan.requests.extend(self.requests(&unlog, Some(task))?);
            }
            _ => {}
        }
        Ok(change_plan)
    }

    /// The note, if the task contains it already.
    fn existing_note(&self, task: &Task, note: &str) -> Option<Noted> {
        if !task.body.contains(note) {
            return None;
        }
        let without = Task { body: task.body.replace(note, "").trim_end().to_owned(), ..task.clone() };
        Some(Noted { back: self.dialect.noted("", &without) })
    }

    /// The new task's id, from the answer, or else found by its mark.
    fn created_id(&self, answer: &str, title: &str, mark: &str) -> Result<String, BoardError> {
        let made = self.dialect.created(answer);
        made.or_else(|why| self.find_marked(title, mark).ok_or(why)).map_err(|why| self.unreadable(why))
    }

    /// The id of the newest task with this title and mark.
    fn find_marked(&self, title: &str, mark: &str) -> Option<String> {
        let same_title = self.tasks().ok()?.into_iter().rev().filter(|t| t.title == one_line(title));
        same_title.filter_map(|t| self.look(&t.id).ok()).find(|t| t.is_marked(mark)).map(|t| t.id)
    }

    /// The error of a change that failed, with a receipt of the steps made, if any were.
    fn partly_done(&self, op: &TaskOp, task: &str, noted: Option<&Noted>, passed: bool, why: BoardError) -> BoardError {
        let inverse = match (op, noted) {
            // The note of an earlier attempt is in its own receipt.
            (TaskOp::Done { noted: None, .. }, Some(Noted { back })) => {
                back.as_ref().map(|note| TaskOp::Unlog { task: task.to_owned(), note: note.clone() })
            }
            // The receipt repeats the operation, whose rest is still to be done.
            (TaskOp::Reopen { .. }, _) if passed => Some(op.clone()),
            _ => return why,
        };
        let (BoardError::Unreadable { place, why } | BoardError::Refused { place, why }) = why else { return why };
        let left = self.print(task).unwrap_or_default();
        BoardError::Partly { place, why, receipt: Box::new(Receipt { task: task.to_owned(), inverse, left }) }
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
        let answer = self.ask(&self.dialect.list())?;
        let mut tasks = self.dialect.tasks(&answer).map_err(|why| self.unreadable(why))?;
        let archived = self.archived(&tasks)?;
        tasks.extend(archived);
        Ok(tasks)
    }

    fn draft(&self, op: &TaskOp) -> Result<Drafted, BoardError> {
        let before = self.before(op)?;
        Ok(Drafted::Commands(self.change_plan(op, before.as_ref())?.requests))
    }

    fn look(&self, id: &str) -> Result<Task, BoardError> {
        self.snapshot(id).map(|snapshot| snapshot.task)
    }

    fn print(&self, id: &str) -> Result<String, BoardError> {
        self.snapshot(id).map(|snapshot| snapshot.print)
    }

    fn perform(&self, op: &TaskOp) -> Result<Receipt, BoardError> {
        let before = self.before(op)?;
        let ChangePlan { requests, mut noted } = self.change_plan(op, before.as_ref())?;
        let task = before.as_ref().map(|snapshot| &snapshot.task);
        let id = op.task().unwrap_or_default();
        let mut first = String::new();
        for (at, request) in requests.iter().enumerate() {
            match self.ask(request) {
                Ok(answer) if at == 0 => first = answer,
                Ok(_) => {}
                Err(why) => return Err(self.partly_done(op, id, noted.as_ref(), at > 0, why)),
            }
            if let (TaskOp::Done { .. }, Some(task), None) = (op, task, &noted) {
                noted = Some(Noted { back: self.dialect.noted(&first, task) });
            }
        }
        let id = match op {
            TaskOp::Create { title, mark, .. } => self.created_id(&first, title, mark)?,
            _ => id.to_owned(),
        };
        let inverse = match (op, task) {
            (TaskOp::Create { .. }, _) => Some(TaskOp::Withdraw { task: id.clone() }),
            (TaskOp::Done { .. }, Some(task)) => {
                let note = noted.clone().and_then(|noted| noted.back);
                Some(TaskOp::Reopen { task: id.clone(), status: task.status, note })
            }
            (TaskOp::Log { .. }, Some(task)) => {
                self.dialect.noted(&first, task).map(|note| TaskOp::Unlog { task: id.clone(), note })
            }
            _ => None,
        };
        // Read again, because some tools report success and change nothing. An archived task need not be listed any
        // more.
        let TaskSnapshot { task: after, print: left, .. } = match (self.snapshot(&id), op) {
            (Err(BoardError::NoTask { .. }), TaskOp::Withdraw { .. }) => {
                return Ok(Receipt { task: id, inverse: None, left: String::new() });
            }
            (Ok(snapshot), _) => snapshot,
            // The change was made, so a receipt is needed.
            (Err(why), _) => {
                let receipt = Box::new(Receipt { task: id, inverse, left: String::new() });
                return Err(BoardError::Partly { place: self.place(), why: why.to_string(), receipt });
            }
        };
        let kept = match op {
            TaskOp::Create { .. } | TaskOp::Reopen { .. } => after.status.is_open(),
            TaskOp::Done { .. } | TaskOp::Withdraw { .. } => !after.status.is_open(),
            TaskOp::Log { .. } | TaskOp::Unlog { .. } => true,
        };
        if !kept {
            let why = self.unreadable(format!("{id} is {} after the command; look at it there", after.status));
            return Err(self.partly_done(op, &id, noted.as_ref(), true, why));
        }
        Ok(Receipt { task: id, inverse, left })
    }
}

/// The entry of one task in a list, as text without the ignored fields.
fn row(list: &str, id: &str, volatile_fields: &[&str]) -> String {
    let list: Value = serde_json::from_str(list.trim()).unwrap_or_default();
    find_entry(&list, id).map(|task| without(task, volatile_fields).to_string()).unwrap_or_default()
}

/// The entry with this id. A task may contain others, so all entries of a list are compared before their contents.
fn find_entry<'a>(value: &'a Value, id: &str) -> Option<&'a Value> {
    match value {
        Value::Object(fields) => fields.values().find_map(|v| find_entry(v, id)),
        Value::Array(all) => all.iter().find(|v| has_id(v, id)).or_else(|| all.iter().find_map(|v| find_entry(v, id))),
        _ => None,
    }
}

fn has_id(entry: &Value, id: &str) -> bool {
    match entry.get("id").or_else(|| entry.get("number")) {
        Some(Value::String(text)) => text == id,
        Some(Value::Number(number)) => number.to_string() == id.trim_start_matches('#'),
        _ => false,
    }
}

/// An answer about one task, as text without the ignored fields.
fn whole(answer: &str, volatile_fields: &[&str]) -> String {
    let value: Value = serde_json::from_str(answer.trim()).unwrap_or_default();
    without(&value, volatile_fields).to_string()
}

fn without(value: &Value, volatile_fields: &[&str]) -> Value {
    match value {
        Value::Object(fields) => {
            let stays = fields.iter().filter(|(name, _)| !volatile_fields.contains(&name.as_str()));
            stays.map(|(name, value)| (name.clone(), without(value, volatile_fields))).collect()
        }
        Value::Array(all) => all.iter().map(|v| without(v, volatile_fields)).collect(),
        other => other.clone(),
    }
}

/// A command with more arguments.
pub(super) fn with(command: &[String], more: &[&str]) -> ToolCommand {
    let mut argv = command.to_vec();
    argv.extend(more.iter().map(|a| (*a).to_owned()));
    ToolCommand { argv, stdin: None }
}

/// A new task's description: its body, its source and its mark.
pub(super) fn description(body: &str, source: &str, mark: &str) -> String {
    let body = super::words::paragraph(body);
    let gap = if body.is_empty() { "" } else { "\n\n" };
    format!("{body}{gap}{}\n{mark}", super::words::signed("", source))
}

/// A JSON answer, read.
pub(super) fn read<T: serde::de::DeserializeOwned>(answer: &str) -> Result<T, String> {
    serde_json::from_str(answer.trim()).map_err(|e| format!("its answer is not understood: {e}"))
}
