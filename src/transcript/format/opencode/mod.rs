//! Defines OpenCode's sessions: one document `{info, messages: [{info, parts}]}`, as `opencode export` writes it.
//!
//! OpenCode keeps sessions in a database ([`store`]), from which the same document is made; it is made again, or exported
//! again, at every change. Text that the tool added (`synthetic`, `ignored`), compaction summaries, and the whole of a
//! sub-agent's session yield no turns.

pub(super) mod sessions;
mod store;

use serde_json::Value;
use serde_json::value::RawValue;

use jiff::Timestamp;

use super::json::{HEAD, LenientBool, Listing, Maybe, lenient};
use super::spoken::SpokenMessages;
use super::tools::{OpenCalls, ToolEnd, read_call};
use super::{DocumentParts, Format, Origin, ReadResult, Record, RecordVerdict, Sink};
use crate::transcript::{Boundary, Role, SignalBody};

/// The error of a call that the person refused, before the person's own words.
const REFUSED: &str = "The user rejected permission";
const FEEDBACK: &str = "with the following feedback: ";

#[derive(Debug, Clone, Default)]
struct OpenCode {
    subagent: bool,
    said: SpokenMessages,
    calls: OpenCalls,
}

lenient! {
    struct OpenCodeDocument<'a> {
        info: OpenCodeInfo<'a>, parts: Maybe<Vec<&'a RawValue>>, messages: Maybe<Vec<&'a RawValue>>,
    }

    /// The `info` object of a session or a message.
    struct OpenCodeInfo<'a> {
        id, parent_id = "parentID", directory, revert: Maybe<OpenCodeRevert<'a>>, role, time: Maybe<OpenCodeTime<'a>>,
        summary: LenientBool, error: Maybe<OpenCodeError<'a>>,
    }

    struct OpenCodeTime<'a> { created, end }

    struct OpenCodeError<'a> { name }

    /// The message to which the session was reverted.
    struct OpenCodeRevert<'a> { message_id = "messageID", part_id = "partID" }

    struct OpenCodePart<'a> {
        kind = "type", text, synthetic: LenientBool, ignored: LenientBool, call_id = "callID", tool,
        state: Maybe<ToolState<'a>>,
    }

    struct ToolState<'a> {
        status, input: Option<&'a RawValue>, output, error, metadata: Maybe<ToolMetadata<'a>>,
        time: Maybe<OpenCodeTime<'a>>,
    }

    struct ToolMetadata<'a> { exit }
}

pub(super) fn sniff(record: &Value) -> bool {
    let session = record.get("info").and_then(|info| info.get("id")).and_then(Value::as_str);
    session.is_some_and(|id| id.starts_with("ses")) && record.get("messages").is_some_and(Value::is_array)
}

pub(super) fn make(_: &Origin) -> Box<dyn Format> {
    Box::new(OpenCode::default())
}

/// The parts of an export, without the messages that were reverted.
pub(super) fn parts(document: &str) -> Option<DocumentParts<'_>> {
    let mut listing = Listing::read(document, "messages");
    let (_, about) = listing.fields.iter().find(|(name, _)| name == "info")?;
    let about: OpenCodeInfo<'_> = serde_json::from_str(about.get()).unwrap_or_default();
    if about.id.is_empty() || (listing.whole && !listing.has_list) {
        return None;
    }
    let revert = about.revert.0;
    if let Some(at) = listing.items.iter().position(|item| id_of(item).as_deref() == revert.message_id.some()) {
        listing.items.truncate(if revert.part_id.is_empty() { at } else { at + 1 });
    }
    Some(listing.parts(document, id_of))
}

/// The id of a message; never that of its parts.
fn id_of(message: &RawValue) -> Option<String> {
    lenient! {
        struct Outside<'a> { info: OpenCodeInfo<'a> }
    }
    serde_json::from_str::<Outside<'_>>(message.get()).ok()?.info.id.some().map(str::to_owned)
}

impl Format for OpenCode {
    fn read(&mut self, record: &Record<'_>, out: &mut Sink) -> ReadResult<RecordVerdict> {
        let outcome = serde_json::from_str::<OpenCodeDocument<'_>>(record.text).and_then(|document| {
            if document.info.role.is_empty() { self.session(&document, out) } else { self.message(&document, out) }
        });
        outcome.map(RecordVerdict::Read)
    }

    fn removed(&mut self, keys: &[String], out: &mut Sink) {
        self.said.withdraw(keys.iter().map(String::as_str).filter(|key| *key != HEAD), None, out);
    }
}

impl OpenCode {
    /// Reads the session, with its messages if the document is one line.
    fn session(&mut self, document: &OpenCodeDocument<'_>, out: &mut Sink) -> ReadResult {
        out.meta_mut().session_id = format!("opencode-{}", &*document.info.id);
        out.set_cwd(&document.info.directory);
        self.subagent = !document.info.parent_id.is_empty();
        for message in document.messages.iter() {
            self.message(&serde_json::from_str(message.get())?, out)?;
        }
        Ok("session metadata")
    }

    fn message(&mut self, message: &OpenCodeDocument<'_>, out: &mut Sink) -> ReadResult {
        let pieces: Vec<OpenCodePart<'_>> =
            message.parts.iter().map(|part| serde_json::from_str(part.get())).collect::<Result<_, _>>()?;
        if self.subagent {
            return Ok("sub-agent");
        }
        let OpenCodeInfo { id, role, time, summary, error, .. } = &message.info;
        let (id, at) = (&**id, time.created.time());
        if pieces.iter().any(|p| &*p.kind == "compaction") {
            out.signals(&format!("{id}:compaction"), at, [SignalBody::Boundary { kind: Boundary::Compaction }]);
        }
        if summary.0 {
            return Ok("compaction summary");
        }
        let spoken = pieces.iter().filter(|p| &*p.kind == "text" && !p.synthetic.0 && !p.ignored.0);
        let texts: Vec<String> = spoken.filter(|p| !p.text.trim().is_empty()).map(|p| p.text.to_string()).collect();
        let (role, texts) = match &**role {
            "user" if !texts.is_empty() => (Role::User, vec![unquoted(texts.join("\n"))]),
            "user" => (Role::User, texts),
            _ => (Role::Assistant, texts),
        };
        let mut outcome = if texts.is_empty() { "no words" } else { "repeated" };
        self.said.set(id, role, texts, at, out);
        for piece in pieces.iter().filter(|p| &*p.kind == "tool") {
            outcome = "tool call";
            self.call(piece, at, out);
        }
        if &*error.name == "MessageAbortedError" {
            out.signals(&format!("{id}:aborted"), at, [SignalBody::Interrupt]);
        }
        Ok(outcome)
    }

    fn call(&mut self, piece: &OpenCodePart<'_>, at: Option<Timestamp>, out: &mut Sink) {
        let (id, state) = (&*piece.call_id, &*piece.state);
        // A pending call has no input yet.
        if !matches!(&*state.status, "running" | "completed" | "error") {
            return;
        }
        self.calls.begin(id, &piece.tool, read_call(&piece.tool, state.input), at, out);
        let at = state.time.end.time().or(at);
        let end = match &*state.status {
            "completed" => ToolEnd {
                code: state.metadata.exit.parse().ok(),
                output: state.output.to_string(),
                ..ToolEnd::default()
            },
            "error" => {
                let denied = state.error.starts_with(REFUSED) || state.error.contains("rejected permission");
                let reason = state.error.split_once(FEEDBACK).map(|(_, words)| words.trim().to_owned());
                ToolEnd { failed: true, denied, reason, code: None, output: state.error.to_string() }
            }
            _ => return,
        };
        self.calls.end(id, end, at, out);
    }
}

/// A prompt without the quotation marks that `opencode run` puts around an argument with spaces.
fn unquoted(prompt: String) -> String {
    let inner =
        prompt.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).map(|inner| inner.replace("\\\"", "\0"));
    match inner {
        Some(inner) if !inner.contains('"') => inner.replace('\0', "\""),
        _ => prompt,
    }
}
