//! Defines the reading of tool results: the person's words in them (answers, reasons for a refusal), failures,
//! commits, approved plans.

use std::borrow::Cow;

use jiff::Timestamp;
use serde_json::value::RawValue;

use super::calls::{ClaudeCall, ClaudeCalls, ClaudeRequest};
use super::record::ClaudeBlock;
use crate::transcript::entry::ToolOutcome;
use crate::transcript::format::json::{Pairs, excerpt_of, head_of_text, lenient, text_of};
use crate::transcript::format::lists::{AskedQuestion, questions};
use crate::transcript::format::tools::{EditedFiles, answers_in_words};
use crate::transcript::format::{Sink, git};
use crate::transcript::{PlanState, Role, SignalBody};

/// Most bytes of a tool's output, or of a reason, that a signal carries.
const EXCERPT: usize = 500;
/// Bytes of a result that are read to classify it.
const CLASSIFIED_BYTES: usize = 4096;

const REFUSED: &[&str] =
    &["The user doesn't want to proceed with this tool use", "The user doesn't want to take this action right now"];
const NOT_GRANTED: &[&str] = &["Claude requested permissions", "Permission to use"];
const CANCELLED: &[&str] = &["<tool_use_error>Cancelled", "<tool_use_error>Sibling tool call errored"];
const SAID: &str = "the user said:\n";
const NOTE: &str = "\n\nNote: The user's next message";
const CLARIFY: &str = "The user wants to clarify these questions";
const CLARIFIED: &str = "Questions asked:";
const ANSWERED: &[&str] = &["User has answered your questions:", "Your questions have been answered:"];
const APPROVED: &str = "User has approved";
const APPROVED_PLAN: &str = "## Approved Plan:";

/// A tool result with the fields of its record.
pub(super) struct ToolReply<'a> {
    /// The record's id.
    pub uuid: &'a str,
    pub at: Option<Timestamp>,
    pub block: &'a ClaudeBlock<'a>,
    /// The structured result beside the block.
    pub structured: Option<&'a RawValue>,
}

lenient! {
    struct StructuredReply<'a> {
        answers: Option<&'a RawValue>, annotations: Option<&'a RawValue>, questions: Option<&'a RawValue>,
    }

    struct AnswerNotes<'a> { notes }
}

/// Adds the turn and the signals of a result. Returns the id of the turn, if the result holds words of the person, and
/// the reason to count if it yields nothing.
pub(super) fn read(result: &ToolReply<'_>, calls: &mut ClaudeCalls, out: &mut Sink) -> (Option<String>, &'static str) {
    let content = result.block.content;
    let call = calls.close(&result.block.tool_use_id);
    let head = content.map(|c| head_of_text(c, CLASSIFIED_BYTES)).unwrap_or_default();
    if begins_with(&head, REFUSED) {
        return (refusal(result, call, &head, out), "refusal");
    }
    let Some(call) = call else {
        // The call is in another file, or was never written; an answer to a question counts all the same.
        let turn = begins_with(&head, ANSWERED).then(|| answers(result, Vec::new(), &head, out)).flatten();
        return (turn, "tool result");
    };
    let failed = result.block.is_error.0;
    match (call.ask, content) {
        (ClaudeRequest::Questions(asked), _) if !failed => return (answers(result, asked, &head, out), "tool result"),
        (ClaudeRequest::Plan(plan), Some(content)) if !failed && head.starts_with(APPROVED) => {
            return (approval(result, &plan, content, out), "tool result");
        }
        (ClaudeRequest::NewTask(text), Some(content)) if !failed => {
            let items = vec![calls.task_created(text, content)];
            out.signal(result.uuid, result.at, SignalBody::Todo { items, whole: false });
        }
        (ClaudeRequest::TaskChange { id, text, status }, _) if !failed && !head.starts_with("Task not found") => {
            if let Some(item) = calls.task_changed(id, text, status) {
                out.signal(result.uuid, result.at, SignalBody::Todo { items: vec![item], whole: false });
            }
        }
        _ if failed && begins_with(&head, CANCELLED) => return (None, "cancelled tool call"),
        (ask, content) => outcome(result, &call.tool, ask, content, &head, out),
    }
    (None, "tool result")
}

fn begins_with(text: &str, signs: &[&str]) -> bool {
    signs.iter().any(|sign| text.starts_with(sign))
}

/// Adds the signal of a command, an edit, or any call that failed.
fn outcome(
    result: &ToolReply<'_>,
    tool: &str,
    ask: ClaudeRequest,
    content: Option<&RawValue>,
    head: &str,
    out: &mut Sink,
) {
    let outcome = match result.block.is_error.0 {
        false => ToolOutcome::Ok,
        true if begins_with(head, NOT_GRANTED) => ToolOutcome::Denied,
        true => ToolOutcome::Failed,
    };
    let (argv, files) = match ask {
        ClaudeRequest::Command(line) => (Some(line), EditedFiles::default()),
        ClaudeRequest::Edit(files) => (None, files),
        _ if outcome == ToolOutcome::Ok => return,
        _ => (None, EditedFiles::default()),
    };
    let shown = if argv.is_some() || outcome == ToolOutcome::Failed { head } else { "" };
    let git = argv.as_deref().map(|line| {
        // Git's `[branch hash]` line may be anywhere in a long output.
        let whole = if line.contains("git") { content.and_then(|c| text_of(c).ok()) } else { None };
        git::signals(line, whole.as_deref().unwrap_or(head), outcome == ToolOutcome::Ok)
    });
    put_call(result, tool, argv, files, outcome, shown, out);
    for body in git.unwrap_or_default() {
        out.signal(result.uuid, result.at, body);
    }
}

fn put_call(
    result: &ToolReply<'_>,
    tool: &str,
    argv: Option<String>,
    files: EditedFiles,
    outcome: ToolOutcome,
    shown: &str,
    out: &mut Sink,
) {
    let body = SignalBody::ToolCall {
        call_id: result.block.tool_use_id.0.clone().into_owned(),
        tool: tool.to_owned(),
        argv,
        paths: files.paths,
        brings: files.brings,
        outcome,
        excerpt: excerpt_of(shown, EXCERPT),
        content_ref: Some(out.record()),
    };
    out.signal(result.uuid, result.at, body);
}

/// Adds the signal of a refused call, and the person's reason as a turn.
fn refusal(result: &ToolReply<'_>, call: Option<ClaudeCall>, head: &str, out: &mut Sink) -> Option<String> {
    let whole = result.block.content.and_then(|c| text_of(c).ok());
    let said = whole.as_deref().unwrap_or(head);
    if let Some(ClaudeCall { ask: ClaudeRequest::Questions(asked), .. }) = &call {
        let given = answers_before_clarifying(said);
        if !given.is_empty() {
            return put_answers(result, asked, given, out);
        }
    }
    let reason = reason(said).map(str::to_owned);
    let turn = reason.as_ref().and_then(|r| out.turn(result.uuid, Role::User, r.clone(), result.at));
    let ClaudeCall { tool, ask } = call.unwrap_or(ClaudeCall { tool: String::new(), ask: ClaudeRequest::Other });
    let (argv, files) = match ask {
        ClaudeRequest::Command(line) => (Some(line), EditedFiles::default()),
        ClaudeRequest::Edit(files) => (None, files),
        ClaudeRequest::Plan(text) => {
            out.signal(result.uuid, result.at, SignalBody::Plan { text, state: PlanState::Refused, reason });
            return turn;
        }
        _ => (None, EditedFiles::default()),
    };
    put_call(result, &tool, argv, files, ToolOutcome::Denied, reason.as_deref().unwrap_or_default(), out);
    turn
}

fn reason(text: &str) -> Option<&str> {
    let (_, said) = text.split_once(SAID)?;
    let said = said.split_once(NOTE).map_or(said, |(said, _)| said).trim();
    (!said.is_empty() && !said.starts_with(CLARIFY)).then_some(said)
}

/// The questions that the person had answered before asking to talk about the rest, with their answers.
fn answers_before_clarifying(text: &str) -> Vec<(String, String)> {
    let Some((_, asked)) = text.split_once(CLARIFY).and_then(|(_, rest)| rest.split_once(CLARIFIED)) else {
        return Vec::new();
    };
    let mut question: Option<&str> = None;
    let mut out = Vec::new();
    for line in asked.lines().map(str::trim) {
        let answer = line.strip_prefix("Answer:").map(str::trim).filter(|answer| !answer.is_empty());
        if let (Some(question), Some(answer)) = (question, answer) {
            out.push((question.to_owned(), answer.to_owned()));
        }
        question =
            line.strip_prefix("- \"").and_then(|q| q.strip_suffix('"')).or(question.filter(|_| answer.is_none()));
    }
    out
}

/// Adds the person's answers, as a turn and as signals.
fn answers(result: &ToolReply<'_>, mut asked: Vec<AskedQuestion>, head: &str, out: &mut Sink) -> Option<String> {
    let structured: StructuredReply<'_> =
        result.structured.and_then(|r| serde_json::from_str(r.get()).ok()).unwrap_or_default();
    if asked.is_empty() {
        asked = questions(structured.questions);
    }
    let pairs = structured.answers.and_then(|raw| serde_json::from_str::<Pairs>(raw.get()).ok());
    let mut given: Vec<(String, String)> = match pairs {
        Some(Pairs(pairs)) => pairs,
        None => answers_in_words(result.block.content.and_then(|c| text_of(c).ok()).as_deref().unwrap_or(head)),
    };
    given.retain(|(_, answer)| !answer.trim().is_empty());
    if given.is_empty() {
        return None;
    }
    given.sort_by_key(|(question, _)| asked.iter().position(|a| a.text == *question).unwrap_or(usize::MAX));
    for (question, answer) in &mut given {
        if let Some(note) = note_on(structured.annotations, question).filter(|n| n != answer) {
            *answer = format!("{answer} ({note})");
        }
    }
    put_answers(result, &asked, given, out)
}

/// Adds answered questions, as a turn and as signals.
fn put_answers(
    result: &ToolReply<'_>,
    asked: &[AskedQuestion],
    given: Vec<(String, String)>,
    out: &mut Sink,
) -> Option<String> {
    let said: Vec<String> = given.iter().map(|(q, a)| format!("{q} -> {a}")).collect();
    let turn = out.turn(result.uuid, Role::User, said.join("\n"), result.at);
    for (text, answer) in given {
        let known = asked.iter().find(|a| a.text == text).cloned();
        let asked = known.unwrap_or_else(|| AskedQuestion { text, ..AskedQuestion::default() });
        out.signal(result.uuid, result.at, asked.signal(Some(answer)));
    }
    turn
}

/// The person's note on the answer to a question.
fn note_on(annotations: Option<&RawValue>, question: &str) -> Option<String> {
    let all: std::collections::BTreeMap<Cow<'_, str>, &RawValue> = serde_json::from_str(annotations?.get()).ok()?;
    let notes: AnswerNotes<'_> = serde_json::from_str(all.get(question)?.get()).ok()?;
    let note = notes.notes.trim();
    (!note.is_empty()).then(|| note.to_owned())
}

/// Adds the signal of a plan that the person approved, perhaps after editing it.
fn approval(result: &ToolReply<'_>, shown: &str, content: &RawValue, out: &mut Sink) -> Option<String> {
    let whole = text_of(content).unwrap_or_default();
    let (_, approved) = whole.split_once(APPROVED_PLAN).unwrap_or_default();
    // The heading of an edited plan reads "## Approved Plan (edited by user):".
    let text = if shown.trim().is_empty() { approved.trim().to_owned() } else { shown.to_owned() };
    let mut turn = None;
    if shown.trim().is_empty() && !text.is_empty() {
        turn = out.turn(result.uuid, Role::Assistant, text.clone(), result.at);
    }
    out.signal(result.uuid, result.at, SignalBody::Plan { text, state: PlanState::Approved, reason: None });
    turn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_cut_out() {
        let lead = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n";
        assert_eq!(reason(&format!("{lead}use tabs\n\nNote: The user's next message may")), Some("use tabs"));
        assert_eq!(reason(&format!("{lead}The user wants to clarify these questions.\n x")), None);
        assert_eq!(reason("The user doesn't want to proceed with this tool use. STOP"), None);
    }

    #[test]
    fn answers_given_before_a_clarification_are_read() {
        let text = "The user wants to clarify these questions.\n  Start by asking.\n\n    Questions asked:\n- \"Which db?\"\n  \
                    Answer: SQLite\n- \"Which port?\"\n  (No answer provided)";
        assert_eq!(answers_before_clarifying(text), [("Which db?".to_owned(), "SQLite".to_owned())]);
        assert!(answers_before_clarifying("use tabs").is_empty());
    }

    #[test]
    fn answers_are_read_from_words() {
        let text =
            r#"User has answered your questions: "Which db?"="sqlite", "Why?"="one "binary"". You can now go on."#;
        let want = [("Which db?", "sqlite"), ("Why?", "one \"binary\"")];
        assert_eq!(answers_in_words(text), want.map(|(q, a)| (q.to_owned(), a.to_owned())));
    }
}
