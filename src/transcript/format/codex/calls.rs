//! Defines Codex's tool calls and the reading of their outputs.
//!
//! A command may run on after its call: the output then names a running session, and the output of a later
//! `write_stdin` brings the exit code. The signal of a call is sent once its exit code is known.

use std::collections::HashMap;

use serde_json::value::RawValue;

use super::record::{CodexItem, CodexPayload};
use super::script::read_script;
use crate::transcript::TodoItem;
use crate::transcript::entry::ToolOutcome;
use crate::transcript::format::json::{head_of, head_of_text, lenient, text_of};
use crate::transcript::format::lists::{AskedQuestion, answer_text, questions, todos};
use crate::transcript::format::tools::{EditedFiles, patched};

/// Bytes of an output that are searched for the exit code.
const SEARCHED_BYTES: usize = 4096;

/// The request of a tool call.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) enum CodexRequest {
    Command(String),
    Stdin(String),
    Patch(EditedFiles),
    Questions(Vec<AskedQuestion>),
    Todo(Vec<TodoItem>),
    Other,
}

/// A call that has not ended yet.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct CodexCall {
    pub id: String,
    pub tool: String,
    pub ask: CodexRequest,
}

#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
pub(super) struct CodexCalls {
    #[serde(with = "crate::transcript::format::pairs")]
    open: HashMap<String, CodexCall>,
    #[serde(with = "crate::transcript::format::pairs")]
    running: HashMap<String, CodexCall>,
}

/// A call with its final output.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FinishedCall {
    pub call: CodexCall,
    pub outcome: ToolOutcome,
    /// The command's output, without the heading that Codex adds.
    pub output: String,
}

lenient! {
    struct CodexArguments<'a> {
        cmd, command: Option<&'a RawValue>, session_id, input, plan: Option<&'a RawValue>,
        questions: Option<&'a RawValue>,
    }
}

/// Reads the request of a call.
pub(super) fn read_call(payload: &CodexPayload<'_>) -> CodexRequest {
    if let Some(action) = payload.action {
        return command_of(&serde_json::from_str(action.get()).unwrap_or_default());
    }
    let name = &*payload.name;
    if !payload.input.is_empty() {
        return match name {
            "apply_patch" => CodexRequest::Patch(patched(&payload.input)),
            "exec" => read_script(&payload.input),
            _ => CodexRequest::Other,
        };
    }
    let Ok(input) = serde_json::from_str::<CodexArguments<'_>>(&payload.arguments) else { return CodexRequest::Other };
    match name {
        "exec_command" | "shell" | "shell_command" | "container.exec" | "local_shell" => command_of(&input),
        "write_stdin" => CodexRequest::Stdin(input.session_id.0.into_owned()),
        "apply_patch" => CodexRequest::Patch(patched(&input.input)),
        "update_plan" => CodexRequest::Todo(todos(input.plan)),
        "request_user_input" | "ask_question" | "ask_user_question" => {
            CodexRequest::Questions(questions(input.questions))
        }
        _ => CodexRequest::Other,
    }
}

impl CodexCalls {
    /// Keeps a call until its output comes.
    pub(super) fn open(&mut self, call: CodexCall) {
        self.open.insert(call.id.clone(), call);
    }

    /// Handles an output. `None` while the command still runs, or for an unknown call.
    pub(super) fn close(&mut self, call_id: &str, output: &RawValue) -> Option<FinishedCall> {
        let mut call = self.open.remove(call_id)?;
        let whole = output_text(output, &call.ask);
        if let CodexRequest::Stdin(session) = &call.ask {
            call = self.running.remove(session)?;
        }
        let head = head_of(&whole, SEARCHED_BYTES);
        if let Some((_, rest)) = head.split_once("Process running with session ID ") {
            let session: String = rest.chars().take_while(char::is_ascii_digit).collect();
            self.running.insert(session, call);
            return None;
        }
        Some(FinishedCall { call, outcome: outcome_of(head), output: proper(&whole).to_owned() })
    }

    /// Handles the end of a command that a script ran, or that ran on after its call. `None` for the others: the output
    /// of their call has the same data.
    pub(super) fn ran(&mut self, item: &CodexItem<'_>) -> Option<FinishedCall> {
        let id = &*item.id;
        let session = self.running.iter().find(|(_, call)| call.id == id).map(|(session, _)| session.clone());
        let call = match session {
            Some(session) => self.running.remove(&session)?,
            None if id.starts_with(SCRIPTED) => {
                let input = CodexArguments { command: item.command, ..CodexArguments::default() };
                CodexCall { id: id.to_owned(), tool: "exec_command".to_owned(), ask: command_of(&input) }
            }
            None => return None,
        };
        let outcome = match (&*item.exit_code, &*item.status) {
            ("0", _) | ("", "completed") => ToolOutcome::Ok,
            (_, "declined") => ToolOutcome::Denied,
            _ => ToolOutcome::Failed,
        };
        Some(FinishedCall { call, outcome, output: item.aggregated_output.0.clone().into_owned() })
    }
}

/// The id of commands that a script ran. Commands of ordinary calls carry the call's id.
const SCRIPTED: &str = "exec-";

fn outcome_of(head: &str) -> ToolOutcome {
    let refused = ["rejected by user", "aborted by user", "user rejected", "denied by user"];
    if head.len() < 400 && refused.iter().any(|r| head.contains(r)) {
        return ToolOutcome::Denied;
    }
    let code = ["Process exited with code ", "Exit code: ", "exited with code "]
        .into_iter()
        .find_map(|sign| head.split_once(sign).map(|(_, rest)| rest))
        .map(|rest| rest.chars().take_while(|c| c.is_ascii_digit() || *c == '-').collect::<String>());
    let broken = ["execution error", "exec_command failed", "apply_patch verification failed", "failed to parse"];
    match code.as_deref() {
        Some("0") => ToolOutcome::Ok,
        Some(_) => ToolOutcome::Failed,
        None if broken.iter().any(|b| head.starts_with(b)) => ToolOutcome::Failed,
        None => ToolOutcome::Ok,
    }
}

/// The output after the heading that Codex adds.
fn proper(whole: &str) -> &str {
    match whole.split_once("Output:\n") {
        Some((heading, output)) if heading.len() < 400 => output,
        _ => whole,
    }
}

/// The output as text. Older versions wrap it in JSON with the exit code, which is then written as a line of text.
fn output_text(output: &RawValue, ask: &CodexRequest) -> String {
    lenient! {
        struct Wrapped<'a> { output, content, metadata: Option<&'a RawValue> }

        struct Metadata<'a> { exit_code }
    }
    // Only git's `[branch hash]` line may be far down in an output.
    let git =
        matches!(ask, CodexRequest::Command(line) if line.contains("git")) || matches!(ask, CodexRequest::Stdin(_));
    let text = match output.get().as_bytes().first() {
        Some(b'{') => output.get().to_owned(),
        _ if git || matches!(ask, CodexRequest::Questions(_)) => text_of(output).unwrap_or_default(),
        _ => head_of_text(output, SEARCHED_BYTES * 2),
    };
    if matches!(ask, CodexRequest::Questions(_)) || !text.starts_with("{\"") {
        return text;
    }
    let Ok(wrapped) = serde_json::from_str::<Wrapped<'_>>(&text) else { return text };
    let code = wrapped.metadata.and_then(|m| serde_json::from_str::<Metadata<'_>>(m.get()).ok());
    let inner = wrapped.output.some().or(wrapped.content.some()).unwrap_or_default();
    match code.and_then(|m| m.exit_code.some().map(str::to_owned)) {
        Some(code) => format!("Exit code: {code}\nOutput:\n{inner}"),
        None => inner.to_owned(),
    }
}

/// The answers given, as question id and answer.
pub(super) fn answers(output: &str) -> Vec<(String, String)> {
    use serde_json::Value;
    let Ok(Value::Object(fields)) = serde_json::from_str::<Value>(output) else { return Vec::new() };
    let answers = match fields.get("answers") {
        Some(Value::Object(answers)) => answers,
        _ => &fields,
    };
    let given = answers.iter().map(|(id, answer)| (id.clone(), answer_text(answer.get("answers").unwrap_or(answer))));
    given.filter(|(_, answer)| !answer.trim().is_empty()).collect()
}

fn command_of(input: &CodexArguments<'_>) -> CodexRequest {
    if !input.cmd.is_empty() {
        return CodexRequest::Command(input.cmd.0.clone().into_owned());
    }
    let Some(raw) = input.command else { return CodexRequest::Other };
    if let Ok(words) = serde_json::from_str::<Vec<String>>(raw.get()) {
        return match words.as_slice() {
            [tool, patch] if tool == "apply_patch" => CodexRequest::Patch(patched(patch)),
            [shell, flag, script] if shell.ends_with("sh") && flag.ends_with('c') => {
                CodexRequest::Command(script.clone())
            }
            _ => CodexRequest::Command(words.join(" ")),
        };
    }
    serde_json::from_str::<String>(raw.get()).map_or(CodexRequest::Other, CodexRequest::Command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(value: &serde_json::Value) -> Box<RawValue> {
        RawValue::from_string(value.to_string()).unwrap()
    }

    fn ended(ask: CodexRequest, output: &str) -> Option<FinishedCall> {
        let mut calls = CodexCalls::default();
        calls.open(CodexCall { id: "c".into(), tool: "t".into(), ask });
        calls.close("c", &raw(&output.into()))
    }

    #[test]
    fn outcomes_are_read_from_every_wording() {
        let command = || CodexRequest::Command("ls".into());
        for (output, want, text) in [
            ("Chunk ID: a\nProcess exited with code 0\nOutput:\nx\n", ToolOutcome::Ok, "x\n"),
            ("Chunk ID: a\nProcess exited with code 1\nOutput:\nno\n", ToolOutcome::Failed, "no\n"),
            ("Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.", ToolOutcome::Ok, "Success."),
            (r#"{"output":"hm","metadata":{"exit_code":2,"duration_seconds":0.1}}"#, ToolOutcome::Failed, "hm"),
            ("exec command rejected by user", ToolOutcome::Denied, "exec command rejected by user"),
        ] {
            let got = ended(command(), output).unwrap();
            assert_eq!((got.outcome, got.output.as_str()), (want, text), "{output}");
        }
    }

    #[test]
    fn a_running_command_ends_with_its_session() {
        let mut calls = CodexCalls::default();
        calls.open(CodexCall {
            id: "a".into(),
            tool: "exec_command".into(),
            ask: CodexRequest::Command("git push".into()),
        });
        assert_eq!(calls.close("a", &raw(&"Process running with session ID 77\nOutput:\n".into())), None);
        calls.open(CodexCall { id: "b".into(), tool: "write_stdin".into(), ask: CodexRequest::Stdin("77".into()) });
        let ended = calls.close("b", &raw(&"Process exited with code 0\nOutput:\ndone".into())).unwrap();
        assert_eq!((ended.call.id.as_str(), ended.outcome), ("a", ToolOutcome::Ok));
    }

    #[test]
    fn answers_come_in_several_shapes() {
        for output in
            [r#"{"answers":{"q":{"answers":["a","b"]}}}"#, r#"{"answers":{"q":["a","b"]}}"#, r#"{"q":"a, b"}"#]
        {
            assert_eq!(answers(output), [("q".to_owned(), "a, b".to_owned())], "{output}");
        }
        assert!(answers("no answer").is_empty());
    }
}
