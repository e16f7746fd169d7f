//! Defines the tool calls that several agents have in common (commands, edits, todo lists, questions, plans), with the
//! names of tools and arguments, and the signals of their ends.
//!
//! Successful calls of other tools yield nothing, because they do not show decisions.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use serde_json::Value;
use serde_json::value::RawValue;

use super::json::{Text, excerpt_of, lenient};
use super::lists::{AskedQuestion, answer_text, questions, todos};
use super::{Sink, git};
use crate::language::imports::{Additions, additions, additions_of_patch};
use crate::transcript::entry::ToolOutcome;
use crate::transcript::{PlanState, Role, SignalBody, TodoItem};

/// Most bytes of an output that a signal carries.
const EXCERPT: usize = 500;
/// Bytes at the end of an output that are searched for the exit code.
const TAIL_BYTES: usize = 400;

/// The request of a tool call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ToolRequest {
    Command(String),
    Edit(EditedFiles),
    Todo(Vec<TodoItem>),
    Questions(Vec<AskedQuestion>),
    Plan(String),
    Other,
}

/// The files that a call edits.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct EditedFiles {
    pub paths: Vec<String>,
    #[serde(default)]
    pub brings: Box<Additions>,
}

impl From<Vec<String>> for EditedFiles {
    fn from(paths: Vec<String>) -> Self {
        Self { paths, brings: Box::default() }
    }
}

impl EditedFiles {
    /// The file that a tool replaces `old` by `new` in, or writes as a whole if `old` is empty.
    pub(super) fn of(path: &str, old: &str, new: &str) -> Self {
        Self { paths: vec![path.to_owned()], brings: Box::new(additions(path, old, new)) }
    }
}

/// The end of a call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ToolEnd {
    /// The tool itself failed. Commands are also judged by the exit code in their output.
    pub failed: bool,
    /// The person denied it.
    pub denied: bool,
    /// The reason the person gave for denying it.
    pub reason: Option<String>,
    /// The exit code, where it is given separately from the output.
    pub code: Option<i64>,
    pub output: String,
}

/// The calls that have not ended, and the ids of all calls begun.
#[derive(Debug, Clone, Default)]
pub(super) struct OpenCalls {
    open: HashMap<String, (String, ToolRequest)>,
    begun: HashSet<String>,
}

lenient! {
    struct ToolArguments<'a> {
        command,
        #[serde(alias = "file_path")]
        #[serde(alias = "filePath")]
        #[serde(alias = "filename")]
        #[serde(alias = "absolute_path")]
        path,
        #[serde(alias = "patchText")]
        #[serde(alias = "input")]
        patch,
        #[serde(alias = "old_string")]
        #[serde(alias = "oldString")]
        #[serde(alias = "old_str")]
        old_text = "oldText",
        #[serde(alias = "new_string")]
        #[serde(alias = "newString")]
        #[serde(alias = "new_str")]
        new_text = "newText",
        #[serde(alias = "file_text")]
        content,
        todos: Option<&'a RawValue>, questions: Option<&'a RawValue>, question, choices: Vec<Text<'a>>, message,
        requested_schema = "requestedSchema": Option<&'a RawValue>,
        #[serde(alias = "summary")]
        plan,
    }
}

/// Reads the request of a call; [`ToolRequest::Other`] for arguments of an unexpected shape.
pub(super) fn read_call(tool: &str, arguments: Option<&RawValue>) -> ToolRequest {
    let Some(raw) = arguments else { return ToolRequest::Other };
    // A patch may come as bare text.
    if let Ok(text) = serde_json::from_str::<String>(raw.get()) {
        return if tool.contains("patch") { ToolRequest::Edit(patched(&text)) } else { ToolRequest::Other };
    }
    let Ok(given) = serde_json::from_str::<ToolArguments<'_>>(raw.get()) else { return ToolRequest::Other };
    match tool {
        "bash" | "powershell" | "shell" | "local_shell" | "run_shell_command" | "run_terminal_cmd" => {
            ToolRequest::Command(given.command.0.into_owned())
        }
        "apply_patch" | "patch" => ToolRequest::Edit(patched(&given.patch)),
        "edit" | "write" | "create" | "multiedit" | "str_replace" | "str_replace_editor" | "replace" | "write_file" => {
            let new = if given.new_text.is_empty() { &given.content } else { &given.new_text };
            ToolRequest::Edit(
                given.path.some().map(|path| EditedFiles::of(path, &given.old_text, new)).unwrap_or_default(),
            )
        }
        "todowrite" | "todo_write" | "write_todos" => ToolRequest::Todo(todos(given.todos)),
        "ask_user" | "question" | "ask_question" => ToolRequest::Questions(asked_questions(&given)),
        "exit_plan_mode" | "plan_exit" if !given.plan.is_empty() => ToolRequest::Plan(given.plan.0.into_owned()),
        _ => ToolRequest::Other,
    }
}

impl OpenCalls {
    /// Records the beginning of a call. The signals of todo lists, plans and questions are added at once.
    pub(super) fn begin(&mut self, id: &str, tool: &str, ask: ToolRequest, at: Option<Timestamp>, out: &mut Sink) {
        if !self.begun.insert(id.to_owned()) {
            return;
        }
        let bodies: Vec<SignalBody> = match &ask {
            ToolRequest::Todo(items) => vec![SignalBody::Todo { items: items.clone(), whole: true }],
            ToolRequest::Plan(text) => {
                vec![SignalBody::Plan { text: text.clone(), state: PlanState::Shown, reason: None }]
            }
            ToolRequest::Questions(asked) => asked.iter().map(|asked| asked.signal(None)).collect(),
            _ => Vec::new(),
        };
        if let ToolRequest::Plan(text) = &ask {
            out.turn(&format!("{id}:plan"), Role::Assistant, text.clone(), at);
        }
        out.signals(id, at, bodies);
        self.open.insert(id.to_owned(), (tool.to_owned(), ask));
    }

    /// The request of an open call, which decides how much of its output is decoded.
    pub(super) fn asks(&self, id: &str) -> Option<&ToolRequest> {
        self.open.get(id).map(|(_, ask)| ask)
    }

    /// Adds the signals of a call's end, once per call. Returns the ids of the turns made of the person's words in it.
    pub(super) fn end(&mut self, id: &str, end: ToolEnd, at: Option<Timestamp>, out: &mut Sink) -> Vec<String> {
        let Some((tool, ask)) = self.open.remove(id) else { return Vec::new() };
        let done = format!("{id}:end");
        let mut said = Vec::new();
        if let Some(reason) = end.reason.as_ref().filter(|r| !r.trim().is_empty()) {
            said.extend(out.turn(&done, Role::User, reason.clone(), at));
        }
        let outcome = outcome_of(&ask, &end);
        match ask {
            ToolRequest::Questions(asked) if outcome == ToolOutcome::Ok => {
                said.extend(answered(&done, &asked, &end.output, at, out));
            }
            ToolRequest::Plan(text) => {
                let state = if outcome == ToolOutcome::Ok { PlanState::Approved } else { PlanState::Refused };
                out.signals(&done, at, [SignalBody::Plan { text, state, reason: end.reason }]);
            }
            ToolRequest::Command(line) => {
                let git = git::signals(&line, &end.output, outcome == ToolOutcome::Ok);
                let call = call(id, tool, Some(line), EditedFiles::default(), outcome, &end, out);
                out.signals(&done, at, std::iter::once(call).chain(git));
            }
            ToolRequest::Edit(files) => {
                let call = call(id, tool, None, files, outcome, &end, out);
                out.signals(&done, at, [call]);
            }
            _ if outcome == ToolOutcome::Ok => {}
            _ => {
                let call = call(id, tool, None, EditedFiles::default(), outcome, &end, out);
                out.signals(&done, at, [call]);
            }
        }
        said
    }
}

fn call(
    id: &str,
    tool: String,
    argv: Option<String>,
    files: EditedFiles,
    outcome: ToolOutcome,
    end: &ToolEnd,
    out: &Sink,
) -> SignalBody {
    let shown = match outcome {
        ToolOutcome::Denied => end.reason.as_deref().unwrap_or_default(),
        ToolOutcome::Ok if argv.is_none() => "",
        _ => &end.output,
    };
    let excerpt = excerpt_of(shown, EXCERPT);
    SignalBody::ToolCall {
        call_id: id.to_owned(),
        tool,
        argv,
        paths: files.paths,
        brings: files.brings,
        outcome,
        excerpt,
        content_ref: Some(out.record()),
    }
}

fn outcome_of(ask: &ToolRequest, end: &ToolEnd) -> ToolOutcome {
    let code = match ask {
        ToolRequest::Command(_) => end.code.or_else(|| exit_code(&end.output)),
        _ => None,
    };
    match code {
        _ if end.denied => ToolOutcome::Denied,
        _ if end.failed => ToolOutcome::Failed,
        Some(code) if code != 0 => ToolOutcome::Failed,
        _ => ToolOutcome::Ok,
    }
}

/// The exit code near the end of an output, in one of the usual wordings.
fn exit_code(output: &str) -> Option<i64> {
    let near = &output[output.ceil_char_boundary(output.len().saturating_sub(TAIL_BYTES))..];
    let signs = ["exited with code ", "exit code ", "Exit Code: ", "exit code: "];
    let after = signs.iter().filter_map(|sign| near.rfind(sign).map(|at| (at, &near[at + sign.len()..])));
    let (_, digits) = after.max_by_key(|(at, _)| *at)?;
    let end = digits.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(digits.len());
    digits[..end].parse().ok()
}

/// Adds the person's answers, as a turn and as signals.
fn answered(id: &str, asked: &[AskedQuestion], output: &str, at: Option<Timestamp>, out: &mut Sink) -> Option<String> {
    let given = answers(asked, output);
    if given.is_empty() {
        return None;
    }
    let said: Vec<String> = given.iter().map(|(asked, answer)| format!("{} -> {answer}", asked.text)).collect();
    let turn = out.turn(id, Role::User, said.join("\n"), at);
    out.signals(id, at, given.into_iter().map(|(asked, answer)| asked.signal(Some(answer))));
    turn
}

/// Answers by question: in words (`User selected: A`, `"Q"="A", "Q"="A"`), as the lines of a form (`field: A`), or as
/// JSON, by place or by question.
fn answers<'q>(asked: &'q [AskedQuestion], output: &str) -> Vec<(&'q AskedQuestion, String)> {
    let words = ["User responded:", "User selected:"].iter().find_map(|lead| output.trim().strip_prefix(lead));
    if let Some(words) = words {
        let filled: Vec<_> = asked.iter().filter_map(|asked| Some((asked, form_answer(asked, words)?))).collect();
        return match asked {
            [one] if filled.is_empty() => vec![(one, words.trim().to_owned())],
            _ => filled,
        };
    }
    let given = match serde_json::from_str::<Value>(output) {
        Ok(Value::Object(fields)) => fields.get("answers").and_then(Value::as_object).unwrap_or(&fields).clone(),
        _ => answers_in_words(output).into_iter().map(|(q, a)| (q, Value::String(a))).collect(),
    };
    let pairs = asked.iter().enumerate().filter_map(|(n, asked)| {
        let value = given.get(&asked.text).or_else(|| given.get(&n.to_string()))?;
        Some((asked, answer_text(value).trim().to_owned()))
    });
    pairs.filter(|(_, answer)| !answer.is_empty() && answer != "Unanswered").collect()
}

/// The answer to a field of a form, from its line `field: A`.
fn form_answer(asked: &AskedQuestion, words: &str) -> Option<String> {
    let lead = Some(asked.id.as_str()).filter(|id| !id.is_empty())?;
    let answers = words.lines().filter_map(|line| line.trim().strip_prefix(lead)?.strip_prefix(": "));
    answers.map(|answer| answer.trim().to_owned()).find(|answer| !answer.is_empty())
}

/// `... answered: "Q"="A", "Q"="A". You can now continue` as pairs.
pub(super) fn answers_in_words(text: &str) -> Vec<(String, String)> {
    let Some((_, rest)) = text.split_once(": \"") else { return Vec::new() };
    let mut pairs = Vec::new();
    let mut rest = rest;
    while let Some((question, tail)) = rest.split_once("\"=\"") {
        let end = tail.find("\", \"").or_else(|| tail.rfind("\". ")).or_else(|| tail.rfind('"')).unwrap_or(tail.len());
        pairs.push((question.to_owned(), tail[..end].to_owned()));
        rest = tail[end..].strip_prefix("\", \"").unwrap_or_default();
    }
    pairs
}

/// The files a patch touches.
pub(super) fn patched(patch: &str) -> EditedFiles {
    let marks = ["*** Update File: ", "*** Add File: ", "*** Delete File: "];
    let paths = patch.lines().filter_map(|line| marks.iter().find_map(|m| line.strip_prefix(m)));
    let paths = paths.map(|path| path.trim().to_owned()).collect();
    EditedFiles { paths, brings: Box::new(additions_of_patch(patch)) }
}

/// The questions asked: a single one with its choices, a list, or the fields of a form.
fn asked_questions(given: &ToolArguments<'_>) -> Vec<AskedQuestion> {
    if let Some(schema) = given.requested_schema {
        return form_questions(&given.message, schema);
    }
    if given.question.is_empty() {
        return questions(given.questions);
    }
    let options = given.choices.iter().map(|c| c.to_string()).filter(|c| !c.is_empty()).collect();
    vec![AskedQuestion { text: given.question.to_string(), options, ..AskedQuestion::default() }]
}

/// The fields of a form as questions: the form's message, and the field's title where there are several.
fn form_questions(message: &str, schema: &RawValue) -> Vec<AskedQuestion> {
    let schema: Value = serde_json::from_str(schema.get()).unwrap_or_default();
    let Some(fields) = schema.get("properties").and_then(Value::as_object) else { return Vec::new() };
    let field = |(name, field): (&String, &Value)| {
        let title = field.get("title").and_then(Value::as_str).unwrap_or(name);
        let options = field.get("enum").and_then(Value::as_array).into_iter().flatten();
        AskedQuestion {
            id: name.clone(),
            text: if fields.len() == 1 { message.to_owned() } else { format!("{message} {title}").trim().to_owned() },
            options: options.filter_map(Value::as_str).map(str::to_owned).collect(),
            ..AskedQuestion::default()
        }
    };
    fields.iter().map(field).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(tool: &str, arguments: &str) -> ToolRequest {
        read_call(tool, Some(&RawValue::from_string(arguments.to_owned()).unwrap()))
    }

    #[test]
    fn calls_are_read_by_tool() {
        for (tool, arguments, want) in [
            ("bash", r#"{"command":"ls","timeout":5}"#, ToolRequest::Command("ls".into())),
            ("run_shell_command", r#"{"command":"ls"}"#, ToolRequest::Command("ls".into())),
            ("edit", r#"{"filePath":"/a.rs","oldString":"x"}"#, ToolRequest::Edit(vec!["/a.rs".into()].into())),
            ("write_file", r#"{"file_path":"/a.rs"}"#, ToolRequest::Edit(vec!["/a.rs".into()].into())),
            ("apply_patch", r#""*** Add File: a\n+x""#, ToolRequest::Edit(EditedFiles::of("a", "", "x"))),
            ("apply_patch", r#"{"patchText":"*** Update File: a\n"}"#, ToolRequest::Edit(vec!["a".into()].into())),
            ("read", r#"{"path":"/a.rs"}"#, ToolRequest::Other),
            ("bash", "7", ToolRequest::Other),
            ("view", r#""text""#, ToolRequest::Other),
            ("exit_plan_mode", r#"{"plan":"p"}"#, ToolRequest::Plan("p".into())),
        ] {
            assert_eq!(ask(tool, arguments), want, "{tool} {arguments}");
        }
    }

    #[test]
    fn exit_codes_are_read_near_the_end_of_the_output() {
        for (output, want) in [
            ("x\n<shellId: 0 completed with exit code 0>", Some(0)),
            ("Command exited with code 1", Some(1)),
            ("Output: y\nExit Code: 2\nSignal: 0", Some(2)),
            ("no code", None),
            (&format!("exit code 3\n{}", "é".repeat(400)), None),
        ] {
            assert_eq!(exit_code(output), want, "{output}");
        }
    }

    #[test]
    fn answers_come_in_several_shapes() {
        let one = [AskedQuestion { text: "Which?".into(), ..AskedQuestion::default() }];
        for output in [
            "User selected: a",
            "User responded: a\n",
            r#"{"answers":{"0":"a"}}"#,
            r#"{"answers":{"Which?":["a"]}}"#,
            r#"User has answered your questions: "Which?"="a". You can now go on."#,
        ] {
            assert_eq!(answers(&one, output), [(&one[0], "a".to_owned())], "{output}");
        }
        assert!(answers(&one, "The user did not answer").is_empty());
    }

    #[test]
    fn a_form_asks_a_question_a_field() {
        let one = r#"{"message":"How ripe?","requestedSchema":{"properties":{"ripe":{"title":"Ripeness","enum":["soft","hard"]}}}}"#;
        let ToolRequest::Questions(asked) = ask("ask_user", one) else { panic!() };
        assert_eq!(
            (asked[0].text.as_str(), asked[0].options.as_slice()),
            ("How ripe?", &["soft".into(), "hard".into()][..])
        );
        for output in ["User responded: soft", "User responded:\nripe: soft"] {
            assert_eq!(answers(&asked, output), [(&asked[0], "soft".to_owned())], "{output}");
        }
        let two = r#"{"message":"For the pears:","requestedSchema":{"properties":{"crate":{"title":"Crate"},"ripe":{"title":"Ripeness"}}}}"#;
        let ToolRequest::Questions(asked) = ask("ask_user", two) else { panic!() };
        let given = answers(&asked, "User responded:\nripe: soft\ncrate: oak");
        let given: Vec<_> = given.iter().map(|(asked, answer)| (asked.text.as_str(), answer.as_str())).collect();
        assert_eq!(given, [("For the pears: Crate", "oak"), ("For the pears: Ripeness", "soft")]);
    }
}
