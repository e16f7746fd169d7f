//! Defines Codex transcripts: `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`, both generations.
//!
//! Almost every message is in the file twice, as an event and as a response item. The person's turns are taken from
//! events and the agent's from response items; in old files without events, the person's turns come from items too.

mod calls;
mod person;
mod record;
mod script;
pub(super) mod sessions;

use jiff::Timestamp;
use serde_json::Value;

use super::json::{excerpt_of, text_of};
use super::{Format, Origin, ReadResult, Record, RecordVerdict, Sink, git, has};
use crate::transcript::entry::ToolOutcome;
use crate::transcript::format::lists::AskedQuestion;
use crate::transcript::format::tools::EditedFiles;
use crate::transcript::{Boundary, PlanState, RecordRef, Role, SignalBody};
use calls::{CodexCall, CodexCalls, CodexRequest, FinishedCall, answers, read_call};
use person::{CodexText, classify};
use record::{CodexItem, CodexLine, CodexPayload};

/// Most bytes of an output that a signal carries.
const EXCERPT: usize = 500;

/// The message of a person who accepts a plan in its dialog.
const APPROVAL: &str = "Implement the plan.";

/// A copied history is written in one burst; records this much later (milliseconds) are the session's own.
const BURST: i64 = 1000;

#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
struct Codex {
    thread: String,
    /// Whether another session, not a person, leads this one.
    subagent: bool,
    /// Whether the person's words come as events.
    events: bool,
    /// Whether turns also come as completed items, as newer versions write them.
    #[serde(default)]
    completed: bool,
    /// The last message of the agent that came as a completed item.
    #[serde(default)]
    message: String,
    /// An item whose speaker a later record decides.
    held: Option<HeldItem>,
    /// The time of the copied history, while its records are read.
    copied: Option<Timestamp>,
    records: u64,
    calls: CodexCalls,
    turns: Vec<(String, Role)>,
    /// The last plan, to recognise its copies.
    plan: String,
}

#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
struct HeldItem {
    /// The person, unless an event repeats the item; the agent, unless the item is a compaction's summary.
    #[serde(default = "person")]
    role: Role,
    text: String,
    place: RecordRef,
    at: Option<Timestamp>,
}

/// The speaker of held items in states saved before the agent's were held.
fn person() -> Role {
    Role::User
}

pub(super) fn sniff(record: &Value) -> bool {
    let bare = record.get("type").is_some_and(|t| t == "message" || t == "reasoning")
        && has(record, "role")
        && has(record, "content");
    has(record, "record_type")
        || (has(record, "type") && has(record, "payload"))
        || (has(record, "id") && has(record, "timestamp") && has(record, "instructions"))
        || bare
}

pub(super) fn make(origin: &Origin) -> Box<dyn Format> {
    Box::new(Codex { thread: thread_in(&origin.stem).to_owned(), ..Codex::default() })
}

/// The thread id a rollout file's name ends in, else the whole name.
fn thread_in(stem: &str) -> &str {
    match stem.len().checked_sub(36).and_then(|at| stem.get(at..)) {
        Some(id) if stem.starts_with("rollout-") => id,
        _ => stem,
    }
}

impl Format for Codex {
    saved_as_json!();

    fn read(&mut self, record: &Record<'_>, out: &mut Sink) -> ReadResult<RecordVerdict> {
        let line = serde_json::from_str::<CodexLine<'_>>(record.text)?;
        // The oldest versions write items without an envelope.
        let inner = line.payload.map_or(record.text, |p| p.get());
        let payload = serde_json::from_str::<CodexPayload<'_>>(inner)?;
        let at = line.timestamp.time();
        self.records += 1;
        if self.is_copied(&line, &payload, at) {
            return Ok(RecordVerdict::Read("copied history"));
        }
        match &*line.kind {
            "session_meta" => Ok(self.session(&payload, at, out)),
            "event_msg" => self.event(&payload, at, out),
            "response_item" => self.item(&payload, at, out),
            "compacted" => {
                self.forget_summary(&payload, out);
                out.signal(&self.id(out), at, SignalBody::Boundary { kind: Boundary::Compaction });
                if let Some(text) = payload.words().ok().filter(|text| !text.trim().is_empty()) {
                    out.signal(&self.id(out), at, SignalBody::Summary { text });
                }
                Ok(RecordVerdict::Read("compaction"))
            }
            "turn_context" | "world_state" => Ok(RecordVerdict::Read("turn context")),
            "" if line.instructions.is_some() || (!line.id.is_empty() && line.record_type.is_empty()) => {
                line.id.0.as_ref().clone_into(&mut self.thread);
                out.meta_mut().session_id = format!("codex-{}", self.thread);
                Ok(RecordVerdict::Read("session metadata"))
            }
            "" => Ok(RecordVerdict::Read("session metadata")),
            _ if line.payload.is_none() => self.item(&payload, at, out),
            _ => Ok(RecordVerdict::Read("unknown record type")),
        }
    }

    fn finish(&mut self, out: &mut Sink) {
        self.release(out);
    }
}

impl Codex {
    /// Whether a record belongs to the copied history with which a fork or a sub-agent begins. The second record is
    /// then the other session's first one, and all copied records have that time.
    fn is_copied(&mut self, line: &CodexLine<'_>, payload: &CodexPayload<'_>, at: Option<Timestamp>) -> bool {
        if self.records == 2 && &*line.kind == "session_meta" && !payload.id.is_empty() && *payload.id != self.thread {
            self.copied = at;
            return true;
        }
        let (Some(copied), Some(at)) = (self.copied, at) else { return false };
        let within = at.as_millisecond().saturating_sub(copied.as_millisecond()).abs() < BURST;
        if !within {
            self.copied = None;
        }
        within
    }

    fn session(&mut self, payload: &CodexPayload<'_>, at: Option<Timestamp>, out: &mut Sink) -> RecordVerdict {
        if self.records == 1 || out.meta().cwd.is_none() {
            if !payload.id.is_empty() {
                payload.id.0.as_ref().clone_into(&mut self.thread);
            }
            self.subagent = payload.is_subagent();
            out.meta_mut().session_id = format!("codex-{}", self.thread);
            out.set_cwd(&payload.cwd);
        } else if *payload.id == self.thread {
            out.signal(&self.id(out), at, SignalBody::Boundary { kind: Boundary::Resume });
        }
        RecordVerdict::Read("session metadata")
    }

    fn event(
        &mut self,
        payload: &CodexPayload<'_>,
        at: Option<Timestamp>,
        out: &mut Sink,
    ) -> ReadResult<RecordVerdict> {
        let id = self.id(out);
        Ok(RecordVerdict::Read(match &*payload.kind {
            "user_message" => {
                let text = payload.words()?;
                self.events = true;
                if self.held.take().is_some() {
                    out.settle_held(RecordVerdict::Read("copy of an event"));
                }
                return Ok(self.person(&text, &id, out.record(), at, out));
            }
            "agent_message" => "copy of an item",
            "item_completed" => {
                let item = payload.item.map(|i| serde_json::from_str::<CodexItem<'_>>(i.get())).transpose()?;
                item.map_or(Ok("event"), |item| self.completed(item, at, out))?
            }
            "turn_aborted" => {
                out.signal(&id, at, SignalBody::Interrupt);
                "event"
            }
            "thread_rolled_back" => {
                let turn_ids = self.rolled_back(payload.num_turns.parse().unwrap_or(0));
                if !turn_ids.is_empty() {
                    out.signal(&id, at, SignalBody::Withdrawn { turn_ids });
                }
                "event"
            }
            _ => "event",
        }))
    }

    /// Reads an item that newer versions repeat as an event: it holds the speaker, a plan's text, a command's end.
    fn completed(&mut self, item: CodexItem<'_>, at: Option<Timestamp>, out: &mut Sink) -> ReadResult {
        match &*item.kind {
            "UserMessage" => {
                self.completed = true;
                self.release(out);
            }
            "AgentMessage" => {
                self.completed = true;
                self.message = item.content.map_or(Ok(String::new()), text_of)?;
            }
            "Plan" if !item.text.trim().is_empty() => {
                self.release(out);
                return Ok(self.plan_shown(item.text.0.into_owned(), at, out));
            }
            "CommandExecution" => {
                if let Some(ended) = self.calls.ran(&item) {
                    self.ended(ended, at, out);
                    return Ok("tool result");
                }
            }
            _ => {}
        }
        Ok("event")
    }

    fn item(&mut self, payload: &CodexPayload<'_>, at: Option<Timestamp>, out: &mut Sink) -> ReadResult<RecordVerdict> {
        match (&*payload.kind, &*payload.role) {
            ("message", "user") => {
                let text = payload.words()?;
                self.release(out);
                if let CodexText::Machine(why) = classify(&text) {
                    return Ok(RecordVerdict::Read(why));
                }
                if self.events {
                    return Ok(RecordVerdict::Read("copy of an event"));
                }
                Ok(self.hold(Role::User, text, at, out))
            }
            ("message", "assistant") => {
                let text = payload.words()?;
                self.release(out);
                Ok(self.assistant(text, at, out))
            }
            ("message", _) => Ok(RecordVerdict::Read("injected context")),
            ("reasoning", _) => Ok(RecordVerdict::Read("thinking")),
            ("function_call" | "custom_tool_call" | "local_shell_call", _) => {
                self.release(out);
                self.call(payload, at, out);
                Ok(RecordVerdict::Read("tool call"))
            }
            ("function_call_output" | "custom_tool_call_output", _) => {
                let ended = payload.output.and_then(|o| self.calls.close(&payload.call_id, o));
                if let Some(ended) = ended {
                    self.ended(ended, at, out);
                }
                Ok(RecordVerdict::Read("tool result"))
            }
            _ => Ok(RecordVerdict::Read("item")),
        }
    }

    fn person(
        &mut self,
        text: &str,
        id: &str,
        place: RecordRef,
        at: Option<Timestamp>,
        out: &mut Sink,
    ) -> RecordVerdict {
        match classify(text) {
            _ if self.subagent => RecordVerdict::Read("sub-agent"),
            // The answer that the plan dialog writes for the person.
            CodexText::Said(words) if words.trim() == APPROVAL && !self.plan.is_empty() => {
                let (text, state) = (self.plan.clone(), PlanState::Approved);
                out.signal(id, at, SignalBody::Plan { text, state, reason: None });
                RecordVerdict::Read("repeated")
            }
            CodexText::Said(words) => {
                self.turn(place, id, Role::User, words, at, out);
                RecordVerdict::Read("repeated")
            }
            CodexText::Plan(text) => {
                out.signal(id, at, SignalBody::Plan { text, state: PlanState::Approved, reason: None });
                RecordVerdict::Read("repeated")
            }
            CodexText::Machine(why) => RecordVerdict::Read(why),
        }
    }

    fn assistant(&mut self, text: String, at: Option<Timestamp>, out: &mut Sink) -> RecordVerdict {
        if self.subagent {
            return RecordVerdict::Read("sub-agent");
        }
        if text.trim().is_empty() {
            return RecordVerdict::Read("no words");
        }
        // The plan is an item of its own; the message repeats it.
        let wrapped =
            text.trim().strip_prefix("<proposed_plan>").map(|t| t.trim_end_matches("</proposed_plan>").trim());
        if wrapped.is_some_and(|plan| plan == self.plan.trim()) {
            return RecordVerdict::Read("copy of an item");
        }
        if self.completed && wrapped.is_none() && text.trim() != self.message.trim() {
            return self.hold(Role::Assistant, text, at, out);
        }
        let id = self.id(out);
        self.turn(out.record(), &id, Role::Assistant, text, at, out);
        RecordVerdict::Read("repeated")
    }

    fn plan_shown(&mut self, text: String, at: Option<Timestamp>, out: &mut Sink) -> &'static str {
        let id = self.id(out);
        self.plan.clone_from(&text);
        self.turn(out.record(), &id, Role::Assistant, text.clone(), at, out);
        out.signal(&id, at, SignalBody::Plan { text, state: PlanState::Shown, reason: None });
        "repeated"
    }

    fn call(&mut self, payload: &CodexPayload<'_>, at: Option<Timestamp>, out: &mut Sink) {
        let ask = read_call(payload);
        let id = self.id(out);
        match &ask {
            CodexRequest::Todo(items) => out.signal(&id, at, SignalBody::Todo { items: items.clone(), whole: true }),
            CodexRequest::Questions(asked) => {
                for question in asked {
                    out.signal(&id, at, question.signal(None));
                }
            }
            _ => {}
        }
        let tool = if payload.name.is_empty() { "local_shell" } else { &*payload.name };
        self.calls.open(CodexCall { id: payload.call_id.0.clone().into_owned(), tool: tool.to_owned(), ask });
    }

    fn ended(&mut self, ended: FinishedCall, at: Option<Timestamp>, out: &mut Sink) {
        let FinishedCall { call, outcome, output } = ended;
        let id = self.id(out);
        let (argv, files) = match call.ask {
            CodexRequest::Questions(asked) => return self.answered(&asked, &output, at, out),
            CodexRequest::Command(line) => (Some(line), EditedFiles::default()),
            CodexRequest::Patch(files) => (None, files),
            _ if outcome == ToolOutcome::Ok => return,
            _ => (None, EditedFiles::default()),
        };
        let shown = if argv.is_some() || outcome != ToolOutcome::Ok { &*output } else { "" };
        let git = argv.as_deref().map(|line| git::signals(line, &output, outcome == ToolOutcome::Ok));
        let body = SignalBody::ToolCall {
            call_id: call.id,
            tool: call.tool,
            argv,
            paths: files.paths,
            brings: files.brings,
            outcome,
            excerpt: excerpt_of(shown, EXCERPT),
            content_ref: Some(out.record()),
        };
        out.signal(&id, at, body);
        for body in git.into_iter().flatten() {
            out.signal(&id, at, body);
        }
    }

    /// Adds the person's answers, as a turn and as signals.
    fn answered(&mut self, asked: &[AskedQuestion], output: &str, at: Option<Timestamp>, out: &mut Sink) {
        let given = answers(output);
        let given: Vec<(&AskedQuestion, &String)> = asked
            .iter()
            .filter_map(|q| given.iter().find(|(id, _)| *id == q.id || *id == q.text).map(|(_, a)| (q, a)))
            .collect();
        if given.is_empty() || self.subagent {
            return;
        }
        let id = self.id(out);
        let said: Vec<String> = given.iter().map(|(q, a)| format!("{} -> {a}", q.text)).collect();
        self.turn(out.record(), &id, Role::User, said.join("\n"), at, out);
        for (q, answer) in given {
            out.signal(&id, at, q.signal(Some(answer.clone())));
        }
    }

    /// The turns that a rollback withdraws: the person's last `n` turns, and all turns after the first of these.
    fn rolled_back(&mut self, n: usize) -> Vec<String> {
        let said = self.turns.iter().enumerate().filter(|(_, (_, role))| *role == Role::User);
        let Some(first) = n.checked_sub(1).and_then(|back| said.rev().nth(back)).map(|(at, _)| at) else {
            return Vec::new();
        };
        self.turns.split_off(first).into_iter().map(|(id, _)| id).collect()
    }

    /// Holds a message until a later record identifies its speaker.
    fn hold(&mut self, role: Role, text: String, at: Option<Timestamp>, out: &Sink) -> RecordVerdict {
        self.held = Some(HeldItem { role, text, place: out.record(), at });
        RecordVerdict::Held
    }

    /// Adds the held item as a turn, because no record attributed it to another speaker.
    fn release(&mut self, out: &mut Sink) {
        let Some(held) = self.held.take() else { return };
        let id = self.id_at(held.place);
        let before = out.len();
        let verdict = if held.role == Role::User {
            self.person(&held.text, &id, held.place, held.at, out)
        } else {
            self.turn(held.place, &id, Role::Assistant, held.text, held.at, out);
            RecordVerdict::Read("repeated")
        };
        out.settle_held(if out.len() > before { RecordVerdict::Read("") } else { verdict });
        out.disown_given();
    }

    /// Drops a held message that a compaction repeats as its summary: it was not said in the talk.
    fn forget_summary(&mut self, compacted: &CodexPayload<'_>, out: &mut Sink) {
        let message = compacted.words().unwrap_or_default();
        let summary = |held: &mut HeldItem| held.role == Role::Assistant && message.trim().ends_with(held.text.trim());
        if self.held.take_if(summary).is_some() {
            out.settle_held(RecordVerdict::Read("compaction"));
        }
        self.release(out);
    }

    fn turn(&mut self, place: RecordRef, id: &str, role: Role, text: String, at: Option<Timestamp>, out: &mut Sink) {
        if let Some(turn) = out.turn_of(place, id, role, text, at) {
            self.turns.push((turn, role));
        }
    }

    fn id(&self, out: &Sink) -> String {
        self.id_at(out.record())
    }

    /// The id of a record: the thread and the line number, because the file is append-only and records have no ids.
    fn id_at(&self, place: RecordRef) -> String {
        format!("{}:{}", self.thread, place.line.saturating_sub(1))
    }
}
