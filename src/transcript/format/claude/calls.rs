//! Defines Claude Code's tool calls, which are kept until their results come.
//!
//! Commands, edits, failures, refusals, todo lists, questions and plans yield signals. Other successful calls yield
//! nothing, because they do not show decisions.

use std::collections::HashMap;

use serde_json::value::RawValue;

use crate::transcript::format::json::{head_of_text, lenient};
use crate::transcript::format::lists::{AskedQuestion, questions, todos};
use crate::transcript::format::tools::EditedFiles;
use crate::transcript::{TodoItem, TodoStatus};

/// The request of a tool call.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) enum ClaudeRequest {
    Command(String),
    Edit(EditedFiles),
    Questions(Vec<AskedQuestion>),
    Plan(String),
    TodoList(Vec<TodoItem>),
    NewTask(String),
    TaskChange { id: String, text: String, status: Option<TodoStatus> },
    Other,
}

/// A call without a result so far.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct ClaudeCall {
    pub tool: String,
    pub ask: ClaudeRequest,
}

#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
pub(super) struct ClaudeCalls {
    #[serde(with = "crate::transcript::format::pairs")]
    open: HashMap<String, ClaudeCall>,
    #[serde(with = "crate::transcript::format::pairs")]
    tasks: HashMap<String, (String, TodoStatus)>,
}

lenient! {
    struct ClaudeInput<'a> {
        command, file_path, notebook_path, plan, subject, task_id = "taskId", status, todos: Option<&'a RawValue>,
        questions: Option<&'a RawValue>, old_string, new_string, content, edits: Option<&'a RawValue>,
    }
}

/// Reads the request of a call; [`ClaudeRequest::Other`] for input of an unexpected shape.
pub(super) fn read_call(tool: &str, input: Option<&RawValue>) -> ClaudeRequest {
    let wanted = matches!(
        tool,
        "Bash"
            | "PowerShell"
            | "Edit"
            | "Write"
            | "MultiEdit"
            | "NotebookEdit"
            | "AskUserQuestion"
            | "ExitPlanMode"
            | "TodoWrite"
            | "TaskCreate"
            | "TaskUpdate"
    );
    let Some(raw) = input.filter(|_| wanted) else { return ClaudeRequest::Other };
    let Ok(input) = serde_json::from_str::<ClaudeInput<'_>>(raw.get()) else { return ClaudeRequest::Other };
    match tool {
        "Bash" | "PowerShell" => ClaudeRequest::Command(input.command.0.into_owned()),
        "Edit" | "Write" | "MultiEdit" | "NotebookEdit" => ClaudeRequest::Edit(edited(&input)),
        "AskUserQuestion" => ClaudeRequest::Questions(questions(input.questions)),
        "ExitPlanMode" => ClaudeRequest::Plan(input.plan.0.into_owned()),
        "TodoWrite" => ClaudeRequest::TodoList(todos(input.todos)),
        "TaskCreate" => ClaudeRequest::NewTask(input.subject.0.into_owned()),
        _ => ClaudeRequest::TaskChange {
            id: input.task_id.0.into_owned(),
            text: input.subject.0.into_owned(),
            status: TodoStatus::from_word(&input.status),
        },
    }
}

/// The file that an editing tool changes, with the code and packages that it adds.
fn edited(input: &ClaudeInput<'_>) -> EditedFiles {
    let Some(path) = [&input.file_path, &input.notebook_path].into_iter().find(|p| !p.is_empty()) else {
        return EditedFiles::default();
    };
    let all: Vec<serde_json::Value> = input.edits.and_then(|e| serde_json::from_str(e.get()).ok()).unwrap_or_default();
    let joined = |key: &str, first: &str| {
        let more = all.iter().filter_map(|edit| edit.get(key)?.as_str());
        std::iter::once(first).chain(more).collect::<Vec<_>>().join("\n")
    };
    let new = if input.new_string.is_empty() { &input.content } else { &input.new_string };
    EditedFiles::of(path, &joined("old_string", &input.old_string), &joined("new_string", new))
}

impl ClaudeCalls {
    /// Keeps a call until its result comes.
    pub(super) fn open(&mut self, id: &str, call: ClaudeCall) {
        self.open.insert(id.to_owned(), call);
    }

    /// Takes out the call of a result.
    pub(super) fn close(&mut self, id: &str) -> Option<ClaudeCall> {
        self.open.remove(id)
    }

    /// The entry that a successful `TaskCreate` made; its id is in the result (`Task #3 created`).
    pub(super) fn task_created(&mut self, text: String, result: &RawValue) -> TodoItem {
        let head = head_of_text(result, 200);
        let id: String = after_hash(&head).unwrap_or(&head).chars().take_while(char::is_ascii_digit).collect();
        if !id.is_empty() {
            self.tasks.insert(id.clone(), (text.clone(), TodoStatus::Pending));
        }
        TodoItem { id: (!id.is_empty()).then_some(id), text, status: TodoStatus::Pending }
    }

    /// The entry after a `TaskUpdate`; `None` for an unknown task without a text.
    pub(super) fn task_changed(&mut self, id: String, text: String, status: Option<TodoStatus>) -> Option<TodoItem> {
        let known = self.tasks.get(&id).cloned();
        let text = if text.is_empty() { known.as_ref().map(|k| k.0.clone())? } else { text };
        let status = status.or(known.map(|k| k.1)).unwrap_or(TodoStatus::Pending);
        self.tasks.insert(id.clone(), (text.clone(), status));
        Some(TodoItem { id: Some(id), text, status })
    }
}

fn after_hash(text: &str) -> Option<&str> {
    text.split('#').skip(1).find(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(tool: &str, input: &str) -> ClaudeRequest {
        read_call(tool, Some(&RawValue::from_string(input.to_owned()).unwrap()))
    }

    #[test]
    fn calls_are_read_by_tool() {
        assert_eq!(ask("Bash", r#"{"command":"ls","timeout":5}"#), ClaudeRequest::Command("ls".into()));
        assert_eq!(
            ask("Edit", r#"{"file_path":"/a.rs","old_string":"x"}"#),
            ClaudeRequest::Edit(vec!["/a.rs".into()].into())
        );
        assert_eq!(ask("Read", r#"{"file_path":"/a.rs"}"#), ClaudeRequest::Other);
        assert_eq!(ask("Bash", "7"), ClaudeRequest::Other);
        let ClaudeRequest::TodoList(items) =
            ask("TodoWrite", r#"{"todos":[{"content":"a","status":"completed"},{"content":"b","status":"?"}]}"#)
        else {
            panic!("a todo list")
        };
        assert_eq!(items[0].status, TodoStatus::Completed);
        assert_eq!(items[1].status, TodoStatus::Pending);
        let asked = ask(
            "AskUserQuestion",
            r#"{"questions":[{"question":"Which?","options":[{"label":"A","description":"x"},{"label":"B"}]}]}"#,
        );
        assert_eq!(
            asked,
            ClaudeRequest::Questions(vec![AskedQuestion {
                text: "Which?".into(),
                options: vec!["A".into(), "B".into()],
                details: vec!["x".into(), String::new()],
                ..AskedQuestion::default()
            }])
        );
    }

    #[test]
    fn tasks_keep_their_words_through_updates() {
        let mut calls = ClaudeCalls::default();
        let result = RawValue::from_string(r#""Task #3 created successfully: Fix 2 bugs""#.to_owned()).unwrap();
        assert_eq!(calls.task_created("Fix 2 bugs".into(), &result).id.as_deref(), Some("3"));
        let done = calls.task_changed("3".into(), String::new(), Some(TodoStatus::Completed)).unwrap();
        assert_eq!((done.text.as_str(), done.status), ("Fix 2 bugs", TodoStatus::Completed));
        let renamed = calls.task_changed("3".into(), "Fix 3 bugs".into(), None).unwrap();
        assert_eq!((renamed.text.as_str(), renamed.status), ("Fix 3 bugs", TodoStatus::Completed));
        assert_eq!(calls.task_changed("9".into(), String::new(), Some(TodoStatus::Completed)), None);
    }
}
