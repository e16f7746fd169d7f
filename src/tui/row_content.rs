//! Defines [`RowContent`], the content of a list row, the same in every pane.

use jiff::Timestamp;

use super::theme::StyleRole;
use crate::text::SafeText;

/// A row's facts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RowContent {
    /// The sign of its kind and status.
    pub glyph: &'static str,
    /// The sign's role; `None` for plain text.
    pub glyph_role: Option<StyleRole>,
    /// The row's text.
    pub text: SafeText,
    /// Whether it is no longer in force.
    pub ended: bool,
    /// The number of its versions, when more than one.
    pub versions: Option<usize>,
    /// The ordinal of the turn that settled it.
    pub turn: Option<u32>,
    /// That turn's time.
    pub at: Option<Timestamp>,
    /// A word that sets it apart (`hard`, a refusing rule).
    pub word: SafeText,
    /// Sign of the candidate's kind, shown before the text where there is no room for `word`.
    pub sign: &'static str,
    /// The kind of entry, or the reason why a candidate was ignored, before the text.
    pub lead: SafeText,
    /// The confidence, where the person decides by it.
    pub score: SafeText,
    /// Mark of the row: touched by the step shown, changed since the marked point, or unseen.
    pub mark: Option<RowMark>,
    /// Whether it changed since the person last saw it.
    pub unseen: bool,
    /// Whether it changed a moment ago.
    pub flashing: bool,
}

/// A sign before a row, and its role.
pub type RowMark = (&'static str, StyleRole);

/// It changed since the person last saw it.
pub const UNSEEN: RowMark = ("•", StyleRole::Warn);
/// The step shown touched it.
pub const TOUCHED: RowMark = ("»", StyleRole::Accent);
/// It changed after the point the person marked.
pub const SINCE: RowMark = ("+", StyleRole::Warn);
/// It is from before the agent's context was compacted.
pub const DROPPED: RowMark = ("‡", StyleRole::Warn);
/// Later statements or tool calls violate it.
pub const CONFLICT: RowMark = ("⚑", StyleRole::Bad);
/// It is suspicious: the person must look closely.
pub const FLAGGED: RowMark = ("!", StyleRole::Warn);
/// The person marked it.
pub const MARKED: RowMark = ("*", StyleRole::Accent);

/// The first mark that applies.
pub fn first_mark(marks: impl IntoIterator<Item = (bool, RowMark)>) -> Option<RowMark> {
    marks.into_iter().find(|(applies, _)| *applies).map(|(_, mark)| mark)
}
