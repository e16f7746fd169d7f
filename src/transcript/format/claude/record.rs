//! Defines the shape of Claude Code's records. Tool output, snapshots and embedded sub-agent messages stay unparsed
//! until they are needed.

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::transcript::format::json::{Either, LenientBool, Text, lenient, text_of};

lenient! {
    /// The top-level fields of a record.
    #[serde(rename_all = "camelCase")]
    pub(super) struct ClaudeRecord<'a> {
        pub kind = "type", pub subtype, pub uuid, pub parent_uuid, pub logical_parent_uuid, pub session_id,
        pub timestamp, pub cwd, pub is_sidechain: LenientBool, pub is_meta: LenientBool,
        pub is_compact_summary: LenientBool, pub is_visible_in_transcript_only: LenientBool,
        pub is_api_error_message: LenientBool, pub origin: Option<&'a RawValue>, pub prompt_source,
        pub source_tool_use_id = "sourceToolUseID", pub message: ClaudeMessage<'a>,
        pub tool_use_result: Option<&'a RawValue>, pub attachment: Option<&'a RawValue>, pub data: Option<&'a RawValue>,
        pub operation, pub content: Option<&'a RawValue>, pub plan_content,
    }
}

/// The message of a record. Parsed in one pass with the record: tool output is most of a transcript, and each further
/// pass over it would cost as much as everything else.
#[derive(Debug, Default)]
pub(super) struct ClaudeMessage<'a> {
    pub model: Text<'a>,
    pub blocks: Vec<ClaudeBlock<'a>>,
}

lenient! {
    struct MessageObject<'a> { model, content: MessageContent<'a> }
}

/// A string, or a list of blocks and strings.
#[derive(Debug, Default)]
struct MessageContent<'a>(Vec<ClaudeBlock<'a>>);

impl<'de: 'a, 'a> Deserialize<'de> for ClaudeMessage<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Either::<'a, MessageObject<'a>>::deserialize(deserializer).map(|either| match either {
            Either::Text(text) => ClaudeMessage { blocks: vec![text_block(text)], ..ClaudeMessage::default() },
            Either::Other(object) => ClaudeMessage { model: object.model, blocks: object.content.0 },
        })
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for MessageContent<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Either::<'a, Vec<Either<'a, ClaudeBlock<'a>>>>::deserialize(deserializer).map(|either| match either {
            Either::Text(text) => MessageContent(vec![text_block(text)]),
            Either::Other(blocks) => MessageContent(blocks.into_iter().map(block_of).collect()),
        })
    }
}

fn text_block(text: Text<'_>) -> ClaudeBlock<'_> {
    ClaudeBlock { kind: Text("text".into()), text, ..ClaudeBlock::default() }
}

lenient! {
    /// One block of a message's content.
    pub(super) struct ClaudeBlock<'a> {
        pub kind = "type", pub text, pub id, pub name, pub input: Option<&'a RawValue>, pub tool_use_id,
        pub content: Option<&'a RawValue>, pub is_error: LenientBool,
    }

    pub(super) struct ClaudeAttachment<'a> {
        pub kind = "type", pub command_mode = "commandMode", pub prompt: Option<&'a RawValue>,
        pub origin: Option<&'a RawValue>, pub timestamp, pub hook_name = "hookName",
    }

    struct OriginKind<'a> { kind }
}

/// The hook that runs when a session is resumed.
const RESUME: &str = "SessionStart:resume";

impl ClaudeRecord<'_> {
    /// Whether this is a hook's record of a resumed session. `raw` is the whole record, which is searched first so that
    /// the large payloads of other progress records are not parsed.
    pub(super) fn is_resume_hook(&self, raw: &str) -> bool {
        let holder = if &*self.kind == "progress" { self.data } else { self.attachment };
        holder.is_some_and(|holder| {
            memchr::memmem::find(raw.as_bytes(), RESUME.as_bytes()).is_some()
                && serde_json::from_str::<ClaudeAttachment<'_>>(holder.get()).is_ok_and(|h| &*h.hook_name == RESUME)
        })
    }

    /// The plain text of a queue operation.
    pub(super) fn text(&self) -> Result<String, serde_json::Error> {
        self.content.map_or(Ok(String::new()), text_of)
    }
}

/// Whether an `origin` field names an author other than the person.
pub(super) fn is_foreign_origin(origin: Option<&RawValue>) -> bool {
    let Some(raw) = origin else { return false };
    serde_json::from_str::<OriginKind<'_>>(raw.get()).is_ok_and(|o| o.kind.some().is_some_and(|k| k != "human"))
}

fn block_of<'a>(either: Either<'a, ClaudeBlock<'a>>) -> ClaudeBlock<'a> {
    match either {
        Either::Text(text) => text_block(text),
        Either::Other(block) => block,
    }
}
