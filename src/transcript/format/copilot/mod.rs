//! Defines Copilot CLI's transcripts: `~/.copilot/session-state/<session>/events.jsonl`, one event a line.
//!
//! The person's words are in `content`; `transformedContent` adds reminders to them. User messages with a `source` are
//! the tool's own; events with an `agentId` or a `parentToolCallId` are a sub-agent's. Todo lists are in a small
//! database, and are read from the statements that change it ([`todos`]).

pub(super) mod sessions;
mod todos;

use serde_json::Value;
use serde_json::value::RawValue;

use super::json::{LenientBool, Maybe, head_of_text, lenient, text_of};
use super::spoken::SpokenMessages;
use super::tools::{OpenCalls, ToolEnd, ToolRequest, read_call};
use super::{Format, Origin, ReadResult, Record, RecordVerdict, Sink, has};
use crate::transcript::{Boundary, PlanState, Role, SignalBody};
use todos::SqlTodos;

/// Bytes decoded of the output of an ordinary call.
const DECODED_BYTES: usize = 4096;

#[derive(Debug, Clone, Default)]
struct Copilot {
    said: SpokenMessages,
    calls: OpenCalls,
    todos: SqlTodos,
    /// The ids of refused calls with the person's reasons, until the calls end.
    refused: Vec<(String, String)>,
    /// The last plan shown.
    plan: String,
}

lenient! {
    #[serde(rename_all = "camelCase")]
    struct CopilotEvent<'a> { kind = "type", data: Option<&'a RawValue>, id, timestamp, agent_id }

    #[serde(rename_all = "camelCase")]
    struct EventData<'a> {
        content: Option<&'a RawValue>, source, parent_tool_call_id, session_id, context: Maybe<SessionContext<'a>>,
        tool_call_id, tool_name, arguments: Option<&'a RawValue>, success: LenientBool, result: Option<&'a RawValue>,
        error: Option<&'a RawValue>, reason, plan_content, approved: LenientBool, feedback, up_to_event_id,
    }

    struct SessionContext<'a> { cwd }

    /// A result, or an error in its place.
    struct CallResult<'a> {
        content: Option<&'a RawValue>,
        /// The lines of a filled-in form.
        detailed = "detailedContent": Option<&'a RawValue>,
        message, code, kind, feedback,
    }

    struct SqlQuery<'a> { query }
}

pub(super) fn sniff(record: &Value) -> bool {
    let kind = record.get("type").and_then(Value::as_str).unwrap_or_default();
    (kind.contains('.') || kind == "abort") && record.get("data").is_some_and(Value::is_object) && has(record, "id")
}

pub(super) fn make(_: &Origin) -> Box<dyn Format> {
    Box::new(Copilot::default())
}

impl Format for Copilot {
    fn read(&mut self, record: &Record<'_>, out: &mut Sink) -> ReadResult<RecordVerdict> {
        let event = serde_json::from_str::<CopilotEvent<'_>>(record.text)?;
        if !event.agent_id.is_empty() {
            return Ok(RecordVerdict::Read("sub-agent"));
        }
        if let Some(why) = passed_over(&event.kind) {
            return Ok(RecordVerdict::Read(why));
        }
        let data = event.data.map_or("{}", RawValue::get);
        let data = serde_json::from_str::<EventData<'_>>(data)?;
        if !data.parent_tool_call_id.is_empty() {
            return Ok(RecordVerdict::Read("sub-agent"));
        }
        self.event(&event, &data, out).map(RecordVerdict::Read)
    }
}

/// The reason for ignoring all events of this type; `None` for types that are read.
fn passed_over(kind: &str) -> Option<&'static str> {
    let (group, _) = kind.split_once('.').unwrap_or((kind, ""));
    match (group, kind) {
        (_, "assistant.message" | "permission.completed" | "exit_plan_mode.requested" | "exit_plan_mode.completed") => {
            None
        }
        ("hook", _) => Some("hook"),
        // The call's end holds the answer too.
        ("human_response", _) => Some("copy of an item"),
        ("system", _) => Some("injected context"),
        ("assistant", _) => Some("turn mark"),
        ("permission", _) => Some("permission"),
        ("skill" | "subagent", _) => Some("sub-agent"),
        (_, "tool.execution_progress" | "tool.execution_partial_result") => Some("progress"),
        _ => None,
    }
}

impl EventData<'_> {
    /// The text of the content; empty without any.
    fn words(&self) -> Result<String, serde_json::Error> {
        self.content.map_or(Ok(String::new()), text_of)
    }
}

impl Copilot {
    fn event(&mut self, event: &CopilotEvent<'_>, data: &EventData<'_>, out: &mut Sink) -> ReadResult {
        let at = event.timestamp.time();
        Ok(match &*event.kind {
            "session.start" | "session.resume" | "session.context_changed" => Self::session(event, data, out),
            "user.message" if !matches!(&*data.source, "" | "user") => "injected text",
            "user.message" => self.said(event, Role::User, data.words()?, out),
            "assistant.message" => self.said(event, Role::Assistant, data.words()?, out),
            "tool.execution_start" => {
                self.calls.begin(
                    &data.tool_call_id,
                    &data.tool_name,
                    read_call(&data.tool_name, data.arguments),
                    at,
                    out,
                );
                if let Some(raw) = data.arguments.filter(|_| &*data.tool_name == "sql") {
                    let query: SqlQuery<'_> = serde_json::from_str(raw.get()).unwrap_or_default();
                    self.todos.open(&data.tool_call_id, &query.query);
                }
                "tool call"
            }
            "tool.execution_complete" => self.ended(event, data, out),
            "permission.completed" => {
                let result: CallResult<'_> =
                    data.result.and_then(|r| serde_json::from_str(r.get()).ok()).unwrap_or_default();
                if result.kind.starts_with("denied") {
                    self.refused.push((data.tool_call_id.to_string(), result.feedback.to_string()));
                }
                "permission"
            }
            "exit_plan_mode.requested" | "exit_plan_mode.completed" => self.plan(event, data, out),
            "abort" => {
                out.signal(&event.id, at, SignalBody::Interrupt);
                "interrupt"
            }
            "session.compaction_complete" if data.success.0 => {
                out.signal(&event.id, at, SignalBody::Boundary { kind: Boundary::Compaction });
                "compaction"
            }
            "session.snapshot_rewind" if self.said.knows(&data.up_to_event_id) => {
                self.said.rewind(&data.up_to_event_id, at, out);
                "rewind"
            }
            kind if kind.starts_with("session.") => "session metadata",
            _ => "unknown record type",
        })
    }

    fn session(event: &CopilotEvent<'_>, data: &EventData<'_>, out: &mut Sink) -> &'static str {
        if let Some(id) = data.session_id.some() {
            out.meta_mut().session_id = format!("copilot-{id}");
        }
        out.set_cwd(&data.context.cwd);
        if &*event.kind == "session.resume" {
            out.signal(&event.id, event.timestamp.time(), SignalBody::Boundary { kind: Boundary::Resume });
        }
        "session metadata"
    }

    fn said(&mut self, event: &CopilotEvent<'_>, role: Role, text: String, out: &mut Sink) -> &'static str {
        if text.trim().is_empty() {
            return "no words";
        }
        self.said.set(&event.id, role, vec![text], event.timestamp.time(), out);
        "repeated"
    }

    fn ended(&mut self, event: &CopilotEvent<'_>, data: &EventData<'_>, out: &mut Sink) -> &'static str {
        let at = event.timestamp.time();
        let raw = if data.success.0 { data.result } else { data.error.or(data.result) };
        let result: CallResult<'_> = raw.and_then(|r| serde_json::from_str(r.get()).ok()).unwrap_or_default();
        let id = &*data.tool_call_id;
        let output = match (result.content, self.calls.asks(id)) {
            (None, _) => result.message.to_string(),
            (Some(content), Some(ToolRequest::Command(_))) => text_of(content).unwrap_or_default(),
            (Some(content), Some(ToolRequest::Questions(_))) => {
                text_of(result.detailed.unwrap_or(content)).unwrap_or_default()
            }
            (Some(content), _) => head_of_text(content, DECODED_BYTES),
        };
        let refused = self.refused.iter().position(|(call, _)| call == id).map(|at| self.refused.swap_remove(at).1);
        let denied = refused.is_some() || (!data.success.0 && matches!(&*result.code, "rejected" | "denied"));
        let end =
            ToolEnd { failed: !data.success.0, denied, reason: refused.filter(|r| !r.is_empty()), code: None, output };
        if let Some(items) = self.todos.close(id, data.success.0) {
            out.signals(&event.id, at, [SignalBody::Todo { items, whole: false }]);
        }
        self.calls.end(id, end, at, out);
        "tool result"
    }

    /// Adds a plan shown to the person, or the person's answer to it.
    fn plan(&mut self, event: &CopilotEvent<'_>, data: &EventData<'_>, out: &mut Sink) -> &'static str {
        let at = event.timestamp.time();
        if &*event.kind == "exit_plan_mode.requested" {
            if data.plan_content.trim().is_empty() {
                return "no words";
            }
            self.plan = data.plan_content.to_string();
            self.said.set(&event.id, Role::Assistant, vec![self.plan.clone()], at, out);
            let body = SignalBody::Plan { text: self.plan.clone(), state: PlanState::Shown, reason: None };
            out.signal(&event.id, at, body);
            return "plan";
        }
        let text = std::mem::take(&mut self.plan);
        if text.is_empty() {
            return "plan";
        }
        let reason = data.feedback.some().map(str::to_owned);
        if let Some(reason) = &reason {
            self.said.set(&event.id, Role::User, vec![reason.clone()], at, out);
        }
        let state = if data.approved.0 { PlanState::Approved } else { PlanState::Refused };
        out.signal(&event.id, at, SignalBody::Plan { text, state, reason });
        "plan"
    }
}
