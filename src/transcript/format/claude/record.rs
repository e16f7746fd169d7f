//! Defines the shape of Claude Code's records, read no deeper than asked: tool output, snapshots and embedded
//! sub-agent messages stay untouched text.

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::transcript::format::json::{Either, Flag, Text, text_of};

/// The outside of a record.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Envelope<'a> {
    #[serde(borrow, default, rename = "type")]
    pub kind: Text<'a>,
    #[serde(borrow, default)]
    pub subtype: Text<'a>,
    #[serde(borrow, default)]
    pub uuid: Text<'a>,
    #[serde(borrow, default)]
    pub parent_uuid: Text<'a>,
    #[serde(borrow, default)]
    pub logical_parent_uuid: Text<'a>,
    #[serde(borrow, default)]
    pub session_id: Text<'a>,
    #[serde(borrow, default)]
    pub timestamp: Text<'a>,
    #[serde(borrow, default)]
    pub cwd: Text<'a>,
    #[serde(default)]
    pub is_sidechain: Flag,
    #[serde(default)]
    pub is_meta: Flag,
    #[serde(default)]
    pub is_compact_summary: Flag,
    #[serde(default)]
    pub is_visible_in_transcript_only: Flag,
    #[serde(default)]
    pub is_api_error_message: Flag,
    #[serde(borrow, default)]
    pub origin: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub prompt_source: Text<'a>,
    #[serde(borrow, default, rename = "sourceToolUseID")]
    pub source_tool_use_id: Text<'a>,
    #[serde(borrow, default)]
    pub message: Message<'a>,
    #[serde(borrow, default)]
    pub tool_use_result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub attachment: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub data: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub operation: Text<'a>,
    #[serde(borrow, default)]
    pub content: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub plan_content: Text<'a>,
}

/// What was said. Read in one pass with the record: tool output is most of a transcript, and each further pass over
/// it would cost as much as all the rest.
#[derive(Debug, Default)]
pub(super) struct Message<'a> {
    pub model: Text<'a>,
    pub blocks: Vec<Block<'a>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Object<'a> {
    #[serde(borrow)]
    model: Text<'a>,
    #[serde(borrow)]
    content: Content<'a>,
}

/// A string, or a list of blocks and strings.
#[derive(Debug, Default)]
struct Content<'a>(Vec<Block<'a>>);

impl<'de: 'a, 'a> Deserialize<'de> for Message<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Either::<'a, Object<'a>>::deserialize(deserializer).map(|either| match either {
            Either::Text(text) => Message { blocks: vec![text_block(text)], ..Message::default() },
            Either::Other(object) => Message { model: object.model, blocks: object.content.0 },
        })
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Content<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Either::<'a, Vec<Either<'a, Block<'a>>>>::deserialize(deserializer).map(|either| match either {
            Either::Text(text) => Content(vec![text_block(text)]),
            Either::Other(blocks) => Content(blocks.into_iter().map(block_of).collect()),
        })
    }
}

fn text_block(text: Text<'_>) -> Block<'_> {
    Block { kind: Text("text".into()), text, ..Block::default() }
}

/// One block of a message's content.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Block<'a> {
    #[serde(borrow, default, rename = "type")]
    pub kind: Text<'a>,
    #[serde(borrow, default)]
    pub text: Text<'a>,
    #[serde(borrow, default)]
    pub id: Text<'a>,
    #[serde(borrow, default)]
    pub name: Text<'a>,
    #[serde(borrow, default)]
    pub input: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub tool_use_id: Text<'a>,
    #[serde(borrow, default)]
    pub content: Option<&'a RawValue>,
    #[serde(default)]
    pub is_error: Flag,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Attachment<'a> {
    #[serde(borrow, default, rename = "type")]
    pub kind: Text<'a>,
    #[serde(borrow, default, rename = "commandMode")]
    pub command_mode: Text<'a>,
    #[serde(borrow, default)]
    pub prompt: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub origin: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub timestamp: Text<'a>,
    #[serde(borrow, default, rename = "hookName")]
    pub hook_name: Text<'a>,
}

#[derive(Debug, Default, Deserialize)]
struct Kind<'a> {
    #[serde(borrow, default)]
    kind: Text<'a>,
}

/// Marks the hook records that tell of a session taken up again.
const RESUME: &str = "SessionStart:resume";

impl Envelope<'_> {
    /// Whether this is a hook's record of the session being taken up again. `raw` is the whole record, searched
    /// first so that the large payloads of other progress records stay unread.
    pub(super) fn is_resume_hook(&self, raw: &str) -> bool {
        let holder = if &*self.kind == "progress" { self.data } else { self.attachment };
        let mark = || memchr::memmem::find(raw.as_bytes(), RESUME.as_bytes()).is_some();
        holder.is_some_and(|holder| {
            mark() && serde_json::from_str::<Attachment<'_>>(holder.get()).is_ok_and(|h| &*h.hook_name == RESUME)
        })
    }

    /// The plain text of a queue operation.
    pub(super) fn text(&self) -> Result<String, serde_json::Error> {
        self.content.map_or(Ok(String::new()), text_of)
    }
}

/// Whether an `origin` field names someone else than the person.
pub(super) fn is_foreign_origin(origin: Option<&RawValue>) -> bool {
    let Some(raw) = origin else { return false };
    serde_json::from_str::<Kind<'_>>(raw.get()).is_ok_and(|o| o.kind.some().is_some_and(|k| k != "human"))
}

fn block_of<'a>(either: Either<'a, Block<'a>>) -> Block<'a> {
    match either {
        Either::Text(text) => text_block(text),
        Either::Other(block) => block,
    }
}
