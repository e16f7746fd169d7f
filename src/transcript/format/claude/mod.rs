//! Defines Claude Code's transcripts: `~/.claude/projects/<slug>/<session>.jsonl`, versions 2.0 to 2.1.
//!
//! Nine user records in ten are tool output or written by the tool; [`person`] decides who speaks. Words typed while
//! the agent works are in queue records ([`queue`]), answers and refusals in tool results ([`results`]).

mod branch;
mod calls;
mod person;
mod queue;
mod record;
mod results;
pub(super) mod sessions;

use jiff::Timestamp;
use serde_json::Value;

use super::json::Text;
use super::{Format, Origin, ReadResult, Record, RecordVerdict, Sink, has};
use crate::transcript::{Boundary, PlanState, Role, SignalBody};
use branch::RecordTree;
use calls::{ClaudeCall, ClaudeCalls, ClaudeRequest, read_call};
pub(super) use person::ClaudeText;
use person::{classify, is_machine_talk};
use queue::{PromptQueue, QueuedPrompt};
use record::{ClaudeAttachment, ClaudeBlock, ClaudeRecord, is_foreign_origin};

/// Record types that are not part of the conversation.
const METADATA: &[&str] = &[
    "last-prompt",
    "mode",
    "permission-mode",
    "ai-title",
    "custom-title",
    "agent-name",
    "pr-link",
    "bridge-session",
    "atis-latch",
    "summary",
    "tag",
    "agent-color",
    "agent-setting",
    "worktree-state",
];
const SNAPSHOTS: &[&str] = &["file-history-snapshot", "file-history-delta"];
const THREADED: &[&str] = &["user", "assistant", "system", "attachment", "progress"];

#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
struct Claude {
    /// The file's stem, if it is a session id.
    stem: Option<String>,
    /// Session ids whose records belong to this session.
    sessions: Vec<String>,
    /// Session ids whose first record is in the file; only kept when the stem is no session id.
    begun: Vec<String>,
    tree: RecordTree,
    queue: PromptQueue,
    calls: ClaudeCalls,
    just_resumed: bool,
}

/// The session that a record belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RecordOwner {
    /// The session that is read.
    Ours,
    /// A session that was joined to it, at its first message.
    Joined,
    /// Another session.
    Another,
}

pub(super) fn sniff(record: &Value) -> bool {
    let Some(kind) = record.get("type").and_then(Value::as_str) else { return false };
    match kind {
        "user" | "assistant" => has(record, "message") && (has(record, "uuid") || has(record, "sessionId")),
        "system" | "attachment" | "progress" => has(record, "uuid") || has(record, "sessionId"),
        "queue-operation" => has(record, "operation"),
        "summary" => has(record, "leafUuid") || has(record, "summary"),
        _ => METADATA.contains(&kind) || SNAPSHOTS.contains(&kind),
    }
}

pub(super) fn make(origin: &Origin) -> Box<dyn Format> {
    let is_id = origin.stem.len() == 36 && origin.stem.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    Box::new(Claude { stem: is_id.then(|| origin.stem.clone()), ..Claude::default() })
}

impl Format for Claude {
    saved_as_json!();

    fn read(&mut self, record: &Record<'_>, out: &mut Sink) -> ReadResult<RecordVerdict> {
        let envelope = serde_json::from_str::<ClaudeRecord<'_>>(record.text)?;
        let kind = &*envelope.kind;
        if self.tree.knows(&envelope.uuid) {
            return Ok(RecordVerdict::Read("repeated"));
        }
        let whose = self.owner_of(&envelope);
        if whose == RecordOwner::Another {
            return Ok(RecordVerdict::Read("other session"));
        }
        if envelope.is_sidechain.0 {
            return Ok(RecordVerdict::Read("sub-agent"));
        }
        self.learn(&envelope, out);
        if whose == RecordOwner::Joined {
            out.signal(&envelope.uuid, envelope.timestamp.time(), SignalBody::Boundary { kind: Boundary::Clear });
        }
        let verdict = match kind {
            "user" => Ok(self.user(&envelope, out)),
            "assistant" => Ok(self.assistant(&envelope, out)),
            "system" => Ok(self.system(&envelope, out)),
            "attachment" | "progress" if envelope.is_resume_hook(record.text) => Ok(self.resumed(&envelope, out)),
            "attachment" => self.attachment(&envelope, out),
            "progress" => Ok(self.noise(&envelope, "progress")),
            "queue-operation" => self.queue(&envelope, out),
            _ if SNAPSHOTS.contains(&kind) => Ok("file snapshot"),
            _ if METADATA.contains(&kind) => Ok("session metadata"),
            _ => Ok(self.noise(&envelope, "unknown record type")),
        };
        verdict.map(RecordVerdict::Read)
    }
}

/// Classifies a text of role `user`, for formats of other tools that record Claude Code's sessions. The flag tells
/// whether the person interrupted the agent.
pub(super) fn classify_text(text: &str) -> (ClaudeText, bool) {
    classify(std::iter::once(&Text(text.into())))
}

impl Claude {
    /// Decides which session a record belongs to: by the file's name, else by its first message. A child of one of our
    /// records is ours whatever its session id, because resuming may change the id. In a file not named after a
    /// session, another session that begins there was joined to it; one that only continues there does not belong.
    fn owner_of(&mut self, envelope: &ClaudeRecord<'_>) -> RecordOwner {
        let Some(id) = envelope.session_id.some() else { return RecordOwner::Ours };
        if self.sessions.iter().any(|known| known == id) {
            return RecordOwner::Ours;
        }
        let message = matches!(&*envelope.kind, "user" | "assistant");
        let first = THREADED.contains(&&*envelope.kind) && !envelope.uuid.is_empty() && envelope.parent_uuid.is_empty();
        let mut begun = self.begun.iter().any(|known| known == id);
        if first && self.stem.is_none() && !begun {
            self.begun.push(id.to_owned());
            begun = true;
        }
        let ours = self.stem.as_deref() == Some(id)
            || (message && self.sessions.is_empty())
            || self.tree.knows(&envelope.parent_uuid)
            || self.tree.knows(&envelope.logical_parent_uuid);
        let joined = !ours && message && begun;
        if ours || joined {
            self.sessions.push(id.to_owned());
        }
        match (joined, ours) {
            (true, _) => RecordOwner::Joined,
            // Before the first message the session is unknown, but no turn or signal depends on it yet.
            (_, false) if !self.sessions.is_empty() => RecordOwner::Another,
            _ => RecordOwner::Ours,
        }
    }

    fn learn(&self, envelope: &ClaudeRecord<'_>, out: &mut Sink) {
        if let Some(id) = self.stem.as_ref().or(self.sessions.first()) {
            let own = format!("claude-{id}");
            if out.meta_mut().session_id != own {
                out.meta_mut().session_id = own;
            }
        }
        if !self.sessions.is_empty() {
            out.set_cwd(&envelope.cwd);
        }
    }

    fn user(&mut self, e: &ClaudeRecord<'_>, out: &mut Sink) -> &'static str {
        let blocks = &e.message.blocks;
        let results = blocks.iter().any(|b| &*b.kind == "tool_result");
        self.tree.add(&e.uuid, &e.parent_uuid, false);
        if let Some(why) = written_by_the_tool(e) {
            self.tree.mute(&e.uuid);
            if e.is_compact_summary.0 {
                let text: Vec<&str> = blocks.iter().map(|b| &*b.text).filter(|t| !t.is_empty()).collect();
                out.signal(&e.uuid, e.timestamp.time(), SignalBody::Summary { text: text.join("\n") });
            }
            return why;
        }
        let at = e.timestamp.time();
        let mut why = "tool result";
        for block in blocks.iter().filter(|b| &*b.kind == "tool_result") {
            let result = results::ToolReply { uuid: &e.uuid, at, block, structured: e.tool_use_result };
            let (turn, reason) = results::read(&result, &mut self.calls, out);
            if let Some(turn) = turn {
                self.tree.turn(&turn);
            }
            why = reason;
        }
        if e.tool_use_result.is_some() && !results {
            return "tool result";
        }
        let (text, interrupted) = classify(blocks.iter().filter(|b| &*b.kind == "text").map(|b| &b.text));
        if interrupted {
            out.signal(&e.uuid, at, SignalBody::Interrupt);
        }
        if results && matches!(text, ClaudeText::Machine(_)) {
            return why;
        }
        self.user_text(e, text, !results, at, out)
    }

    /// Adds the text of a user record. Only a `prompt`, a record without tool results, can rewind the session.
    fn user_text(
        &mut self,
        e: &ClaudeRecord<'_>,
        text: ClaudeText,
        prompt: bool,
        at: Option<Timestamp>,
        out: &mut Sink,
    ) -> &'static str {
        match text {
            ClaudeText::Said(text) => {
                if prompt {
                    self.queue.delivered_as_record(&text);
                    let turn_ids = self.tree.prompt(&e.uuid, &e.parent_uuid);
                    if !turn_ids.is_empty() {
                        out.signal(&e.uuid, at, SignalBody::Withdrawn { turn_ids });
                    }
                }
                self.turn(&e.uuid, Role::User, text, at, out);
                "repeated"
            }
            ClaudeText::Plan(text) => {
                let text = e.plan_content.some().map_or(text, str::to_owned);
                self.turn(&e.uuid, Role::Assistant, text.clone(), at, out);
                out.signal(&e.uuid, at, SignalBody::Plan { text, state: PlanState::Approved, reason: None });
                "plan"
            }
            ClaudeText::Cleared => {
                self.tree.mute(&e.uuid);
                out.signal(&e.uuid, at, SignalBody::Boundary { kind: Boundary::Clear });
                "slash command"
            }
            ClaudeText::Machine(why) => {
                self.tree.mute(&e.uuid);
                why
            }
        }
    }

    fn assistant(&mut self, e: &ClaudeRecord<'_>, out: &mut Sink) -> &'static str {
        self.tree.add(&e.uuid, &e.parent_uuid, false);
        if e.is_api_error_message.0 || &*e.message.model == "<synthetic>" {
            return "message of the tool";
        }
        let at = e.timestamp.time();
        let mut why = "no words";
        for block in &e.message.blocks {
            match &*block.kind {
                "text" if !block.text.trim().is_empty() => {
                    self.turn(&e.uuid, Role::Assistant, block.text.0.clone().into_owned(), at, out);
                }
                "tool_use" => {
                    self.call(e, block, at, out);
                    why = "tool call";
                }
                "thinking" | "redacted_thinking" => why = "thinking",
                _ => {}
            }
        }
        why
    }

    /// Keeps a tool call until its result comes, and adds the signals that need no result.
    fn call(&mut self, e: &ClaudeRecord<'_>, block: &ClaudeBlock<'_>, at: Option<Timestamp>, out: &mut Sink) {
        let ask = read_call(&block.name, block.input);
        match &ask {
            ClaudeRequest::TodoList(items) => {
                out.signal(&e.uuid, at, SignalBody::Todo { items: items.clone(), whole: true });
            }
            ClaudeRequest::Plan(text) if !text.trim().is_empty() => {
                self.turn(&e.uuid, Role::Assistant, text.clone(), at, out);
                let body = SignalBody::Plan { text: text.clone(), state: PlanState::Shown, reason: None };
                out.signal(&e.uuid, at, body);
            }
            ClaudeRequest::Questions(asked) => {
                for question in asked {
                    out.signal(&e.uuid, at, question.signal(None));
                }
            }
            _ => {}
        }
        self.calls.open(&block.id, ClaudeCall { tool: block.name.0.clone().into_owned(), ask });
    }

    fn system(&mut self, e: &ClaudeRecord<'_>, out: &mut Sink) -> &'static str {
        let boundary = &*e.subtype == "compact_boundary";
        self.tree.add(&e.uuid, if boundary { &e.logical_parent_uuid } else { &e.parent_uuid }, !boundary);
        if boundary {
            out.signal(&e.uuid, e.timestamp.time(), SignalBody::Boundary { kind: Boundary::Compaction });
        }
        "system record"
    }

    fn attachment(&mut self, e: &ClaudeRecord<'_>, out: &mut Sink) -> ReadResult {
        let attachment: ClaudeAttachment<'_> = match e.attachment {
            Some(raw) => serde_json::from_str(raw.get())?,
            None => ClaudeAttachment::default(),
        };
        let prompt = attachment
            .prompt
            .filter(|_| &*attachment.kind == "queued_command" && &*attachment.command_mode == "prompt");
        let text = prompt.map_or(Ok(String::new()), super::json::text_of)?;
        if is_foreign_origin(attachment.origin) || is_machine_talk(&text) {
            return Ok(self.noise(e, "attachment"));
        }
        self.tree.add(&e.uuid, &e.parent_uuid, false);
        if !self.queue.attach(&text) {
            self.tree.mute(&e.uuid);
            return Ok("heard already");
        }
        let at = attachment.timestamp.time().or_else(|| e.timestamp.time());
        self.turn(&e.uuid, Role::User, text, at, out);
        Ok("repeated")
    }

    fn queue(&mut self, e: &ClaudeRecord<'_>, out: &mut Sink) -> ReadResult {
        let text = e.text()?;
        match &*e.operation {
            "enqueue" => {
                let (stamp, at) = (e.timestamp.0.clone().into_owned(), e.timestamp.time());
                self.queue.enqueue(QueuedPrompt { text, stamp, at, place: out.record() });
            }
            "dequeue" => self.queue.dequeue(),
            "popAll" => self.queue.pop_all(),
            "remove" => {
                if let Some(message) = self.queue.remove(&text) {
                    let id = format!("queue:{}", message.stamp);
                    self.just_resumed = false;
                    if let Some(turn) = out.turn_of(message.place, &id, Role::User, message.text, message.at) {
                        self.tree.turn(&turn);
                    }
                }
            }
            _ => {}
        }
        Ok("queue")
    }

    /// Adds the signal of a resumed session, once for the consecutive records of several hooks.
    fn resumed(&mut self, e: &ClaudeRecord<'_>, out: &mut Sink) -> &'static str {
        if !std::mem::replace(&mut self.just_resumed, true) {
            out.signal(&e.uuid, e.timestamp.time(), SignalBody::Boundary { kind: Boundary::Resume });
        }
        self.noise(e, "progress")
    }

    fn noise(&mut self, e: &ClaudeRecord<'_>, why: &'static str) -> &'static str {
        if THREADED.contains(&&*e.kind) {
            self.tree.add(&e.uuid, &e.parent_uuid, true);
        }
        why
    }

    fn turn(&mut self, id: &str, role: Role, text: String, at: Option<Timestamp>, out: &mut Sink) {
        self.just_resumed = false;
        if let Some(turn) = out.turn(id, role, text, at) {
            self.tree.turn(&turn);
        }
    }
}

/// The reason why a user record was not typed by the person, if its flags say so.
fn written_by_the_tool(e: &ClaudeRecord<'_>) -> Option<&'static str> {
    match () {
        () if e.is_meta.0 => Some("injected text"),
        () if e.is_compact_summary.0 || e.is_visible_in_transcript_only.0 => Some("compaction summary"),
        () if is_foreign_origin(e.origin) || &*e.prompt_source == "system" => Some("task notification"),
        () if !e.source_tool_use_id.is_empty() => Some("injected text"),
        () => None,
    }
}
