//! Defines the shape of Claude Code's records. Tool output, snapshots and embedded sub-agent messages stay unparsed
//! until they are needed.

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::transcript::format::json::{Either, LenientBool, Text, text_of};

/// The top-level fields of a record.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(super) struct ClaudeRecord<'a> {
    #[serde(default, rename = "type")]
    pub kind: Text<'a>,
    #[serde(default)]
    pub subtype: Text<'a>,
    #[serde(default)]
    pub uuid: Text<'a>,
    #[serde(default)]
    pub parent_uuid: Text<'a>,
    #[serde(default)]
    pub logical_parent_uuid: Text<'a>,
    #[serde(default)]
    pub session_id: Text<'a>,
    #[serde(default)]
    pub timestamp: Text<'a>,
    #[serde(default)]
    pub cwd: Text<'a>,
    #[serde(default)]
    pub is_sidechain: LenientBool,
    #[serde(default)]
    pub is_meta: LenientBool,
    #[serde(default)]
    pub is_compact_summary: LenientBool,
    #[serde(default)]
    pub is_visible_in_transcript_only: LenientBool,
    #[serde(default)]
    pub is_api_error_message: LenientBool,
    #[serde(default)]
    pub origin: Option<&'a RawValue>,
    #[serde(default)]
    pub prompt_source: Text<'a>,
    #[serde(default, rename = "sourceToolUseID")]
    pub source_tool_use_id: Text<'a>,
    #[serde(default)]
    pub message: ClaudeMessage<'a>,
    #[serde(default)]
    pub tool_use_result: Option<&'a RawValue>,
    #[serde(default)]
    pub attachment: Option<&'a RawValue>,
    #[serde(default)]
    pub data: Option<&'a RawValue>,
    #[serde(default)]
    pub operation: Text<'a>,
    #[serde(default)]
    pub content: Option<&'a RawValue>,
    #[serde(default)]
    pub plan_content: Text<'a>,
}

/// The message of a record. Parsed in one pass with the record: tool output is most of a transcript, and each further
/// pass over it would cost as much as everything else.
#[derive(Debug, Default)]
pub(super) struct ClaudeMessage<'a> {
    pub model: Text<'a>,
    pub blocks: Vec<ClaudeBlock<'a>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct MessageObject<'a> {
    model: Text<'a>,
    content: MessageContent<'a>,
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

/// One block of a message's content.
#[derive(Debug, Default, Deserialize)]
#[serde(bound(deserialize = "'de: 'a"))]
pub(super) struct ClaudeBlock<'a> {
    #[serde(default, rename = "type")]
    pub kind: Text<'a>,
    #[serde(default)]
    pub text: Text<'a>,
    #[serde(default)]
    pub id: Text<'a>,
    #[serde(default)]
    pub name: Text<'a>,
    #[serde(default)]
    pub input: Option<&'a RawValue>,
    #[serde(default)]
    pub tool_use_id: Text<'a>,
    #[serde(default)]
    pub content: Option<&'a RawValue>,
    #[serde(default)]
    pub is_error: LenientBool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(bound(deserialize = "'de: 'a"))]
pub(super) struct ClaudeAttachment<'a> {
    #[serde(default, rename = "type")]
    pub kind: Text<'a>,
    #[serde(default, rename = "commandMode")]
    pub command_mode: Text<'a>,
    #[serde(default)]
    pub prompt: Option<&'a RawValue>,
    #[serde(default)]
    pub origin: Option<&'a RawValue>,
    #[serde(default)]
    pub timestamp: Text<'a>,
    #[serde(default, rename = "hookName")]
    pub hook_name: Text<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(bound(deserialize = "'de: 'a"))]
struct OriginKind<'a> {
    #[serde(default)]
    kind: Text<'a>,
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
