//! Defines Gemini CLI's transcripts: `~/.gemini/tmp/<project>/chats/session-<time>-<id>`, as `.jsonl` now and as one
//! `.json` document before.
//!
//! A message is written again whenever it grows: its words become turns once, its calls signals as they end.
//! `$rewindTo` withdraws turns. `$set.messages` replaces the model's context: messages missing in it (after a
//! compression, say) still count, and new ones in it may be copies under another id.

pub(super) mod sessions;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use jiff::Timestamp;
use serde_json::Value;
use serde_json::value::RawValue;

use super::json::{HEAD, Listing, Maybe, Text, lenient, text_of};
use super::spoken::SpokenMessages;
use super::tools::{OpenCalls, ToolEnd, read_call};
use super::{DocumentParts, Format, Origin, ReadResult, Record, RecordVerdict, Sink, has};
use crate::transcript::{Boundary, Role, SignalBody};

/// The beginnings of texts of role `user` that the tool wrote.
const MACHINE: &[&str] = &[
    "<session_context>",
    "<hook_context>",
    "This is the Gemini CLI. We are setting up the context",
    "System: Please continue.",
    "<environment_context>",
];
/// The texts before and after the content of files that the person named by `@path`.
const FILES: &str = "--- Content from referenced files ---";
const FILES_END: &str = "--- End of content ---";
/// The beginning of the summary that a compression leaves.
const SUMMARY: &str = "<state_snapshot>";
/// The beginning of the model's answer to such texts, which the tool writes too.
const ECHO: &str = "Got it. Thanks for the";
/// The model's answer to a compaction's summary, whatever the summary begins with.
const ACCEPTS_SUMMARY: &str = "Got it. Thanks for the additional context!";

#[derive(Debug, Clone, Default)]
struct Gemini {
    subagent: bool,
    said: SpokenMessages,
    calls: OpenCalls,
    /// The ids of messages with words, by role and hash of the words, in order.
    times: HashMap<(Role, u64), Vec<String>>,
    /// The ids of original messages by the ids of their copies in the model's context.
    copies: HashMap<String, String>,
}

lenient! {
    #[serde(rename_all = "camelCase")]
    struct GeminiLine<'a> {
        id, timestamp, kind = "type", content: Option<&'a RawValue>, display_content: Option<&'a RawValue>,
        tool_calls: Option<&'a RawValue>, set = "$set": Option<&'a RawValue>, rewind_to = "$rewindTo", session_id,
    }

    /// The session's meta data, at the beginning of the file or later.
    #[serde(rename_all = "camelCase")]
    struct GeminiHeader<'a> {
        session_id, kind = "kind", directories: Maybe<Vec<Text<'a>>>, messages: Option<Vec<&'a RawValue>>,
    }

    struct GeminiCall<'a> { id, name, args: Option<&'a RawValue>, status, result: Option<&'a RawValue>, timestamp }

    #[serde(rename_all = "camelCase")]
    struct GeminiPiece<'a> { text, thought, function_response: Maybe<FunctionResponse<'a>> }

    struct FunctionResponse<'a> { response: Maybe<FunctionOutput<'a>> }

    struct FunctionOutput<'a> { output, error }
}

pub(super) fn sniff(record: &Value) -> bool {
    let kind = record.get("type").and_then(Value::as_str).unwrap_or_default();
    has(record, "$rewindTo")
        || has(record, "$set")
        || (has(record, "sessionId") && has(record, "projectHash"))
        || (has(record, "id")
            && has(record, "content")
            && matches!(kind, "user" | "gemini" | "info" | "warning" | "error"))
}

pub(super) fn make(_: &Origin) -> Box<dyn Format> {
    Box::new(Gemini::default())
}

/// The parts of a document of the older versions.
pub(super) fn parts(document: &str) -> Option<DocumentParts<'_>> {
    let listing = Listing::read(document, "messages");
    (listing.has("sessionId") && (listing.has("projectHash") || listing.has("startTime")))
        .then(|| listing.parts(document, id_of))
}

/// The id of a message.
fn id_of(message: &RawValue) -> Option<String> {
    serde_json::from_str::<GeminiLine<'_>>(message.get()).ok()?.id.some().map(str::to_owned)
}

impl Format for Gemini {
    fn read(&mut self, record: &Record<'_>, out: &mut Sink) -> ReadResult<RecordVerdict> {
        let line = serde_json::from_str::<GeminiLine<'_>>(record.text)?;
        let outcome = match () {
            () if !line.rewind_to.is_empty() => Ok(self.rewind(&line, out)),
            () if line.set.is_some() => self.about(line.set.map_or("{}", RawValue::get), out),
            () if !line.session_id.is_empty() && line.kind.is_empty() => self.about(record.text, out),
            () => self.message(&line, false, out),
        };
        outcome.map(RecordVerdict::Read)
    }

    fn removed(&mut self, keys: &[String], out: &mut Sink) {
        self.said.withdraw(keys.iter().map(String::as_str).filter(|key| *key != HEAD), None, out);
    }
}

impl Gemini {
    fn about(&mut self, json: &str, out: &mut Sink) -> ReadResult {
        let about: GeminiHeader<'_> = serde_json::from_str(json)?;
        let messages: Vec<GeminiLine<'_>> = match &about.messages {
            Some(list) => list.iter().map(|m| serde_json::from_str(m.get())).collect::<Result<_, _>>()?,
            None => Vec::new(),
        };
        if let Some(id) = about.session_id.some() {
            out.meta_mut().session_id = format!("gemini-{id}");
        }
        if let Some(first) = about.directories.first() {
            out.set_cwd(first);
        }
        self.subagent |= &*about.kind == "subagent";
        let mut listed = HashMap::new();
        for (at, message) in messages.iter().enumerate() {
            match messages.get(at + 1).map(Self::words).transpose()?.flatten() {
                Some((Role::Assistant, next)) if next.trim() == ACCEPTS_SUMMARY => Self::compaction(message, out),
                _ => drop(self.listed(message, &mut listed, out)?),
            }
        }
        Ok(if about.messages.is_some() { "what the model sees" } else { "session metadata" })
    }

    /// Reads a message in the model's context. Its words are added only if no message had them before.
    fn listed(
        &mut self,
        line: &GeminiLine<'_>,
        listed: &mut HashMap<(Role, u64), usize>,
        out: &mut Sink,
    ) -> ReadResult {
        let Some((role, text)) = Self::words(line)? else { return self.message(line, true, out) };
        let what = (role, print_of(&text));
        let nth = listed.entry(what).and_modify(|n| *n += 1).or_insert(0);
        let mut said = self.times.get(&what).into_iter().flatten().filter(|id| self.said.knows(id));
        if let Some(original) = said.nth(*nth).filter(|_| !self.said.knows(&line.id)).cloned() {
            self.copies.insert(line.id.to_string(), original);
            return self.message(line, true, out);
        }
        self.message(line, self.said.knows(&line.id), out)
    }

    /// Adds the boundary of a compaction, whose summary is in a message of role `user`.
    fn compaction(summary: &GeminiLine<'_>, out: &mut Sink) {
        let id = format!("compression:{}", &*summary.id);
        out.signals(&id, summary.timestamp.time(), [SignalBody::Boundary { kind: Boundary::Compaction }]);
    }

    /// Reads one message. A `silent` one is a copy: its words are known, only its calls may be new.
    fn message(&mut self, line: &GeminiLine<'_>, silent: bool, out: &mut Sink) -> ReadResult {
        let words = Self::words(line)?;
        let calls = line.tool_calls.map(calls).unwrap_or_default();
        if self.subagent {
            return Ok("sub-agent");
        }
        let at = line.timestamp.time();
        let outcome = match (&*line.kind, words) {
            (_, Some((Role::User, text))) if text.starts_with(SUMMARY) => {
                Self::compaction(line, out);
                "compaction summary"
            }
            (_, Some((_, text))) if is_machine(&text) => "injected text",
            (_, Some(_)) if silent => "repeated",
            (_, Some((role, text))) => {
                let speakers = self.times.entry((role, print_of(&text))).or_default();
                if speakers.last().is_none_or(|last| *last != *line.id) {
                    speakers.push(line.id.to_string());
                }
                self.said.set(&line.id, role, vec![text], at, out);
                "repeated"
            }
            ("info" | "warning" | "error", None) => "message of the tool",
            ("user" | "gemini", None) => "no words",
            _ => "unknown record type",
        };
        for call in &calls {
            self.call(call, at, out);
        }
        Ok(if calls.is_empty() { outcome } else { "tool call" })
    }

    /// The speaker and the words of a message; `None` for notes of the tool and messages without words.
    fn words(line: &GeminiLine<'_>) -> Result<Option<(Role, String)>, serde_json::Error> {
        let role = match &*line.kind {
            "user" => Role::User,
            "gemini" => Role::Assistant,
            _ => return Ok(None),
        };
        let shown = line.display_content.map_or(Ok(String::new()), spoken)?;
        let text = if shown.is_empty() { line.content.map_or(Ok(String::new()), spoken)? } else { shown };
        Ok((!text.trim().is_empty()).then_some((role, text)))
    }

    fn call(&mut self, call: &GeminiCall<'_>, at: Option<Timestamp>, out: &mut Sink) {
        let at = call.timestamp.time().or(at);
        self.calls.begin(&call.id, &call.name, read_call(&call.name, call.args), at, out);
        let failed = match &*call.status {
            "success" => false,
            "error" | "cancelled" => true,
            _ => return,
        };
        let output = call.result.and_then(|raw| output_of(raw).ok()).unwrap_or_default();
        let denied = &*call.status == "cancelled";
        self.calls.end(&call.id, ToolEnd { failed, denied, output, ..ToolEnd::default() }, at, out);
    }

    fn rewind(&mut self, line: &GeminiLine<'_>, out: &mut Sink) -> &'static str {
        let key = self.copies.get(&*line.rewind_to).cloned().unwrap_or_else(|| line.rewind_to.to_string());
        self.said.rewind(&key, line.timestamp.time(), out);
        "rewind"
    }
}

fn print_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

fn is_machine(text: &str) -> bool {
    let text = text.trim_start();
    MACHINE.iter().any(|begin| text.starts_with(begin)) || text.starts_with(ECHO)
}

/// The words of a content: a string, or parts, less thoughts, function calls and injected context.
fn spoken(content: &RawValue) -> Result<String, serde_json::Error> {
    if !content.get().starts_with('[') {
        let text = if content.get().starts_with('{') { piece(content) } else { text_of(content) };
        return text.map(without_files);
    }
    let pieces: Vec<&RawValue> = serde_json::from_str(content.get())?;
    let mut texts = Vec::new();
    for raw in pieces {
        let text = if raw.get().starts_with('{') { piece(raw)? } else { text_of(raw)? };
        if !text.is_empty() && !text.trim_start().starts_with("<hook_context>") {
            texts.push(text);
        }
    }
    Ok(without_files(texts.join("\n")))
}

/// The words without the files that the tool inserted: a file may hold the closing line too, so the last one counts.
fn without_files(text: String) -> String {
    let Some((words, files)) = text.split_once(FILES) else { return text };
    let after = files.rsplit_once(FILES_END).map_or("", |(_, after)| after);
    format!("{}{after}", words.trim_end())
}

fn piece(raw: &RawValue) -> Result<String, serde_json::Error> {
    let piece: GeminiPiece<'_> = serde_json::from_str(raw.get())?;
    Ok(if &*piece.thought == "true" { String::new() } else { piece.text.0.into_owned() })
}

/// The calls of a message, less those of an unexpected shape.
fn calls(list: &RawValue) -> Vec<GeminiCall<'_>> {
    let list: Vec<&RawValue> = serde_json::from_str(list.get()).unwrap_or_default();
    list.into_iter().filter_map(|call| serde_json::from_str(call.get()).ok()).collect()
}

/// The output of a tool.
fn output_of(result: &RawValue) -> Result<String, serde_json::Error> {
    let pieces: Vec<GeminiPiece<'_>> = serde_json::from_str(result.get())?;
    let outputs = pieces.iter().map(|p| &p.function_response.response);
    let texts: Vec<&str> = outputs.filter_map(|o| o.output.some().or(o.error.some())).collect();
    Ok(texts.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_the_person_named_are_not_their_words() {
        let file = "Never ask.\n--- End of content ---\nNever test.\n";
        let parts = serde_json::json!([
            { "text": "weigh @pears.txt" }, { "text": "\n--- Content from referenced files ---" },
            { "text": "\nContent from @pears.txt:\n" }, { "text": file }, { "text": "\n--- End of content ---" },
        ]);
        let one = format!("weigh @pears.txt\n{FILES}\n{file}\n{FILES_END}");
        for content in [parts.to_string(), serde_json::json!(one).to_string()] {
            let raw = RawValue::from_string(content).unwrap();
            assert_eq!(spoken(&raw).unwrap(), "weigh @pears.txt");
        }
    }
}
