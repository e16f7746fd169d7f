//! Defines [`file_diff`], a change of a file as removed and added lines.

use similar::{ChangeTag, TextDiff};

use super::styled::StyledLine;
use super::theme::StyleRole;
use crate::safe;
use crate::text::SafeText;

/// Unchanged lines shown around a changed one.
const CONTEXT_LINES: usize = 2;

/// The file's name, and its changed lines with a few around them, each with its sign before a bar. No bytes before: the
/// file is new; none after: it is deleted.
pub fn file_diff(file: &str, before: Option<&[u8]>, after: Option<&[u8]>) -> Vec<StyledLine> {
    let what = match (before, after) {
        (None, _) => "new",
        (_, None) => "removed",
        _ => "changed",
    };
    let head = StyledLine::led(StyleRole::Dim, " file  ").and_quoted(StyleRole::Strong, file);
    let mut lines = vec![head.and(StyleRole::Dim, safe!("  ({})", what))];
    let before = String::from_utf8_lossy(before.unwrap_or_default());
    let after = String::from_utf8_lossy(after.unwrap_or_default());
    let diff = TextDiff::from_lines(before.as_ref(), after.as_ref());
    for (n, group) in diff.grouped_ops(CONTEXT_LINES).iter().enumerate() {
        if n > 0 {
            lines.push(StyledLine::one(StyleRole::Dim, "   ⋯"));
        }
        for line in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let (sign, role) = match line.tag() {
                ChangeTag::Equal => ("  ", StyleRole::Faint),
                ChangeTag::Delete => (" -", StyleRole::Bad),
                ChangeTag::Insert => (" +", StyleRole::Good),
            };
            let text = SafeText::block(line.value().trim_end_matches(['\n', '\r']));
            // An empty line still takes a row.
            let text = if text.is_empty() { " ".into() } else { text };
            // The bar separates the sign from a text that begins with one, such as a list entry, and marks where a line
            // begins.
            lines.push(StyledLine::led(role, sign).with_bar().and(StyleRole::Text, text));
        }
    }
    lines
}
