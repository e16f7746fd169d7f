//! Defines Pi's transcripts: `~/.pi/agent/sessions/--<cwd>--/<time>_<id>.jsonl`, versions 1 to 3.
//!
//! From version 2 on the entries form a tree: going back to an earlier entry abandons a branch that stays in the file,
//! and returning to it resumes it. A fork begins with copies of its parent's entries, which are older than its own
//! first line.

pub(super) mod sessions;

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use serde_json::Value;
use serde_json::value::RawValue;

use super::json::{Either, LenientBool, head_of_text, lenient, text_of};
use super::tools::{OpenCalls, ToolEnd, ToolRequest, read_call};
use super::{Format, Origin, ReadResult, Record, RecordVerdict, Sink, has};
use crate::transcript::{Boundary, RecordRef, Role, SignalBody};

/// Bytes decoded of the output of an ordinary call.
const DECODED_BYTES: usize = 4096;
const TYPES: &[&str] = &[
    "compaction",
    "branch_summary",
    "label",
    "custom",
    "custom_message",
    "model_change",
    "thinking_level_change",
    "session_info",
];

#[derive(Debug, Clone, Default)]
struct Pi {
    /// The time of the fork, in a file that begins as a copy of another.
    forked: Option<Timestamp>,
    /// The parent of each entry, by ids.
    parents: HashMap<String, String>,
    leaf: String,
    turns: Vec<PiTurn>,
    calls: OpenCalls,
}

/// A turn, kept to be added again when its branch is resumed.
#[derive(Debug, Clone)]
struct PiTurn {
    entry: String,
    turn: String,
    role: Role,
    text: String,
    at: Option<Timestamp>,
    place: RecordRef,
    left: bool,
}

lenient! {
    #[serde(rename_all = "camelCase")]
    struct PiLine<'a> { kind = "type", id, parent_id, timestamp, cwd, parent_session, message: Option<&'a RawValue> }

    #[serde(rename_all = "camelCase")]
    struct PiMessage<'a> {
        role, content: Option<&'a RawValue>, stop_reason, tool_call_id, is_error: LenientBool, command, output,
        exit_code,
    }

    struct PiBlock<'a> { kind = "type", id, name, arguments: Option<&'a RawValue> }
}

pub(super) fn sniff(record: &Value) -> bool {
    match record.get("type").and_then(Value::as_str).unwrap_or_default() {
        "session" => has(record, "id") && has(record, "cwd"),
        "message" => record.get("message").is_some_and(|m| m.get("role").is_some()),
        kind => TYPES.contains(&kind) && has(record, "timestamp"),
    }
}

pub(super) fn make(_: &Origin) -> Box<dyn Format> {
    Box::new(Pi::default())
}

impl Format for Pi {
    fn read(&mut self, record: &Record<'_>, out: &mut Sink) -> ReadResult<RecordVerdict> {
        let line = serde_json::from_str::<PiLine<'_>>(record.text)?;
        let message = line.message.map_or(Ok(PiMessage::default()), |m| serde_json::from_str(m.get()))?;
        let at = line.timestamp.time();
        if &*line.kind == "session" {
            out.meta_mut().session_id = format!("pi-{}", &*line.id);
            out.set_cwd(&line.cwd);
            self.forked = at.filter(|_| !line.parent_session.is_empty());
            return Ok(RecordVerdict::Read("session metadata"));
        }
        if !line.id.is_empty() && self.parents.contains_key(&*line.id) {
            return Ok(RecordVerdict::Read("repeated"));
        }
        let outcome = match &*line.kind {
            _ if self.is_copied(at) => Ok("copied history"),
            "message" => self.message(&line, &message, at, out),
            kind => Ok(self.other(kind, &line, at, out)),
        };
        if outcome.is_ok() && !line.id.is_empty() {
            self.parents.insert(line.id.to_string(), line.parent_id.to_string());
            self.leaf = line.id.to_string();
        }
        outcome.map(RecordVerdict::Read)
    }
}

impl Pi {
    /// Whether an entry is from the file that this one was forked from.
    fn is_copied(&mut self, at: Option<Timestamp>) -> bool {
        let copied = matches!((self.forked, at), (Some(forked), Some(at)) if at < forked);
        if !copied && at.is_some() {
            self.forked = None;
        }
        copied
    }

    fn message(
        &mut self,
        line: &PiLine<'_>,
        message: &PiMessage<'_>,
        at: Option<Timestamp>,
        out: &mut Sink,
    ) -> ReadResult {
        let id = id_of(line, out);
        // Everything that can fail comes first, because an unreadable record must not change the state.
        let speaks = matches!(&*message.role, "user" | "assistant");
        let words = message.content.filter(|_| speaks).map_or(Ok(String::new()), text_of)?;
        self.go_to(&line.parent_id, at, out);
        Ok(match &*message.role {
            "user" => self.say(line, &id, Role::User, without_skill(words), at, out),
            "assistant" => {
                let outcome = self.say(line, &id, Role::Assistant, words, at, out);
                let called = self.call(message.content, at, out);
                if &*message.stop_reason == "aborted" {
                    out.signal(&id, at, SignalBody::Interrupt);
                }
                if called { "tool call" } else { outcome }
            }
            "toolResult" => {
                let call = &*message.tool_call_id;
                let output = match (message.content, self.calls.asks(call)) {
                    (Some(raw), Some(ToolRequest::Command(_) | ToolRequest::Questions(_))) => {
                        text_of(raw).unwrap_or_default()
                    }
                    (Some(raw), _) => head_of_text(raw, DECODED_BYTES),
                    (None, _) => String::new(),
                };
                let end = ToolEnd { failed: message.is_error.0, output, ..ToolEnd::default() };
                self.calls.end(call, end, at, out);
                "tool result"
            }
            "bashExecution" => {
                let call = format!("{id}:shell");
                self.calls.begin(&call, "bash", ToolRequest::Command(message.command.to_string()), at, out);
                let code = message.exit_code.parse().ok();
                let end = ToolEnd { code, output: message.output.to_string(), ..ToolEnd::default() };
                self.calls.end(&call, end, at, out);
                "shell escape"
            }
            "branchSummary" | "compactionSummary" => "summary",
            _ => "injected text",
        })
    }

    fn other(&mut self, kind: &str, line: &PiLine<'_>, at: Option<Timestamp>, out: &mut Sink) -> &'static str {
        self.go_to(&line.parent_id, at, out);
        match kind {
            "compaction" => {
                out.signal(&id_of(line, out), at, SignalBody::Boundary { kind: Boundary::Compaction });
                "compaction"
            }
            "branch_summary" => "summary",
            "custom_message" | "custom" => "injected text",
            kind if TYPES.contains(&kind) => "session metadata",
            _ => "unknown record type",
        }
    }

    fn say(
        &mut self,
        line: &PiLine<'_>,
        id: &str,
        role: Role,
        text: String,
        at: Option<Timestamp>,
        out: &mut Sink,
    ) -> &'static str {
        if text.trim().is_empty() {
            return "no words";
        }
        let (entry, place) = (line.id.to_string(), out.record());
        if let Some(turn) = out.turn(id, role, text.clone(), at)
            && !entry.is_empty()
        {
            self.turns.push(PiTurn { entry, turn, role, text, at, place, left: false });
        }
        "repeated"
    }

    fn call(&mut self, content: Option<&RawValue>, at: Option<Timestamp>, out: &mut Sink) -> bool {
        let blocks: Vec<Either<'_, PiBlock<'_>>> =
            content.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default();
        let mut called = false;
        for block in blocks {
            if let Either::Other(block) = block
                && &*block.kind == "toolCall"
            {
                called = true;
                self.calls.begin(&block.id, &block.name, read_call(&block.name, block.arguments), at, out);
            }
        }
        called
    }

    /// Switches to the branch of `parent`, if that is not the newest entry.
    fn go_to(&mut self, parent: &str, at: Option<Timestamp>, out: &mut Sink) {
        if self.leaf.is_empty() || parent == self.leaf || (!parent.is_empty() && !self.parents.contains_key(parent)) {
            return;
        }
        let mut branch = HashSet::new();
        let mut entry = parent;
        // A damaged file may hold a cycle: an entry seen before ends the walk.
        while !entry.is_empty() && branch.insert(entry) {
            entry = self.parents.get(entry).map_or("", String::as_str);
        }
        let left = self.turns.iter_mut().filter(|t| !t.left && !branch.contains(t.entry.as_str()));
        let withdrawn = left.map(|turn| {
            turn.left = true;
            turn.turn.clone()
        });
        out.withdraw(at, withdrawn.collect());
        for turn in self.turns.iter_mut().filter(|t| t.left && branch.contains(t.entry.as_str())) {
            turn.left = false;
            let said = out.turn_of(turn.place, &turn.entry, turn.role, turn.text.clone(), turn.at);
            turn.turn = said.unwrap_or_default();
        }
    }
}

/// The id of an entry; its line number in version 1, which has no ids.
fn id_of(line: &PiLine<'_>, out: &Sink) -> String {
    line.id.some().map_or_else(|| format!("L{}", out.record().line), str::to_owned)
}

/// The person's words without a skill's body, which Pi puts before them.
fn without_skill(text: String) -> String {
    match text.strip_prefix("<skill ").and_then(|rest| rest.split_once("</skill>")) {
        Some((_, words)) => words.trim().to_owned(),
        None => text,
    }
}
