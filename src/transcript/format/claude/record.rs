//! Defines the shape of Claude Code's records, read no deeper than asked: tool output, snapshots and embedded
//! sub-agent messages stay untouched text.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::transcript::format::json::{Flag, Text, text_of};

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
    pub message: Option<&'a RawValue>,
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

#[derive(Debug, Default, Deserialize)]
pub(super) struct Message<'a> {
    #[serde(borrow, default)]
    pub model: Text<'a>,
    #[serde(borrow, default)]
    pub content: Option<&'a RawValue>,
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

type Json<T> = Result<T, serde_json::Error>;

/// Marks the hook records that tell of a session taken up again.
const RESUME: &str = "SessionStart:resume";

impl<'a> Envelope<'a> {
    /// Whether this is a hook's record of the session being taken up again. `raw` is the whole record, searched
    /// first so that the large payloads of other progress records stay unread.
    pub(super) fn is_resume_hook(&self, raw: &str) -> bool {
        let holder = if &*self.kind == "progress" { self.data } else { self.attachment };
        let mark = || memchr::memmem::find(raw.as_bytes(), RESUME.as_bytes()).is_some();
        holder.is_some_and(|holder| {
            mark() && serde_json::from_str::<Attachment<'_>>(holder.get()).is_ok_and(|h| &*h.hook_name == RESUME)
        })
    }

    /// The message's model and its content as blocks.
    pub(super) fn blocks(&self) -> Json<(Message<'a>, Vec<Block<'a>>)> {
        let Some(raw) = self.message else { return Ok(Default::default()) };
        let message: Message<'a> = match raw.get().as_bytes().first() {
            Some(b'{') => serde_json::from_str(raw.get())?,
            _ => Message { content: Some(raw), ..Message::default() },
        };
        let blocks = message.content.map_or(Ok(Vec::new()), blocks_of)?;
        Ok((message, blocks))
    }

    /// The plain text of a queue operation.
    pub(super) fn text(&self) -> Json<String> {
        self.content.map_or(Ok(String::new()), text_of)
    }
}

fn blocks_of(raw: &RawValue) -> Json<Vec<Block<'_>>> {
    match raw.get().as_bytes().first() {
        Some(b'"') => Ok(vec![text_block(raw)?]),
        Some(b'[') => match serde_json::from_str::<Vec<Block<'_>>>(raw.get()) {
            Ok(blocks) => Ok(blocks),
            Err(_) => serde_json::from_str::<Vec<&RawValue>>(raw.get())?.into_iter().map(one_block).collect(),
        },
        _ => Ok(Vec::new()),
    }
}

fn one_block(raw: &RawValue) -> Json<Block<'_>> {
    match raw.get().as_bytes().first() {
        Some(b'{') => serde_json::from_str(raw.get()),
        Some(b'"') => text_block(raw),
        _ => Ok(Block::default()),
    }
}

fn text_block(raw: &RawValue) -> Json<Block<'_>> {
    let text = serde_json::from_str(raw.get())?;
    Ok(Block { kind: Text("text".into()), text, ..Block::default() })
}

/// Whether an `origin` field names someone else than the person.
pub(super) fn is_foreign_origin(origin: Option<&RawValue>) -> bool {
    let Some(raw) = origin else { return false };
    serde_json::from_str::<Kind<'_>>(raw.get()).is_ok_and(|o| o.kind.some().is_some_and(|k| k != "human"))
}
