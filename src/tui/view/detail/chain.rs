//! Defines how a chain is told: the words a version took away and added, every version with its evidence, and the
//! items it replaced or was replaced by.

use similar::{ChangeTag, TextDiff};

use super::{quote, version_line};
use crate::state::{Item, ItemId};
use crate::text::SafeText;
use crate::tui::panes::face::glyph;
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::view::row::{Row, Run};

/// The Chains pane's detail: the shown version against the one before, then the whole chain.
pub fn rows(state: &State, item: &Item) -> Vec<Row> {
    let last = item.versions.len().saturating_sub(1);
    let at = state.version.unwrap_or(last).min(last);
    let (sign, role) = glyph(item);
    let mut head = Row::one(role.unwrap_or(Role::Text), format!(" {sign} "))
        .and(Role::Strong, item.id.clone())
        .and(Role::Text, format!("  version {} of {}", at + 1, item.versions.len()));
    if item.versions.len() > 1 {
        let (less, more) = (if at > 0 { "◀" } else { " " }, if at < last { "▶" } else { " " });
        head =
            head.and(Role::Accent, format!("  {less} {} {more}", state.keymap.pair("older-version", "newer-version")));
    }
    let mut rows = vec![head];
    rows.push(Row { lead: vec![Run::new(Role::Text, "   ")], runs: diff_of(item, at) });
    if let Some(version) = item.versions.get(at) {
        if let Some(mode) = version.mode {
            rows.push(Row::one(Role::Dim, format!("   {mode}")));
        }
        rows.extend((0..version.evidence.turn_ids.len()).take(4).flat_map(|n| quote(state, &version.evidence, n)));
        if !version.reason.is_empty() {
            rows.push(super::facts::fact("reason", &version.reason));
        }
    }
    rows.push(Row::blank());
    rows.extend(versions(state, item, at));
    rows.extend(links(state, item));
    rows
}

/// The words of version `at` against the version before: `[-gone-]{+come+}`, in signs as well as in style.
pub fn diff_of(item: &Item, at: usize) -> Vec<Run> {
    let words = |n: usize| item.versions.get(n).map(|v| SafeText::line(&v.summary).into_string());
    let Some(new) = words(at) else { return Vec::new() };
    let Some(old) = at.checked_sub(1).and_then(words) else { return vec![Run::new(Role::Text, new)] };
    diff(&old, &new)
}

fn diff(old: &str, new: &str) -> Vec<Run> {
    let mut parts: Vec<(ChangeTag, String)> = Vec::new();
    for change in TextDiff::from_words(old, new).iter_all_changes() {
        match parts.last_mut() {
            Some((tag, text)) if *tag == change.tag() => text.push_str(change.value()),
            _ => parts.push((change.tag(), change.value().to_owned())),
        }
    }
    let mut runs = Vec::new();
    for (tag, text) in parts {
        let (open, close, role) = match tag {
            ChangeTag::Equal => ("", "", Role::Text),
            ChangeTag::Delete => ("[-", "-]", Role::Removed),
            ChangeTag::Insert => ("{+", "+}", Role::Added),
        };
        // Blanks at the ends stay outside the signs: they are not what changed.
        let words = text.trim();
        let (before, after) = text.split_once(words).unwrap_or(("", ""));
        runs.push(Run::new(Role::Text, before));
        runs.push(Run::new(role, format!("{open}{words}{close}")));
        runs.push(Run::new(Role::Text, after));
    }
    runs.retain(|r| !r.text.is_empty());
    runs
}

/// Every version on a paragraph of its own, the shown one marked.
pub fn versions(state: &State, item: &Item, at: usize) -> Vec<Row> {
    (0..item.versions.len()).map(|n| version_line(state, item, n, n == at)).collect()
}

/// What the item replaced, and what replaced it.
pub fn links(state: &State, item: &Item) -> Vec<Row> {
    let find = |id: &ItemId| state.ledger().get(id);
    let before = item.supersedes.iter().filter_map(find).map(|i| item_line(i, "replaces "));
    let after = item.superseded_by.iter().filter_map(find).map(|i| item_line(i, "replaced by "));
    before.chain(after).collect()
}

/// Another item on one paragraph.
pub fn item_line(item: &Item, word: &str) -> Row {
    let (sign, role) = glyph(item);
    let mut row = Row { lead: vec![Run::new(role.unwrap_or(Role::Text), format!(" {sign} "))], runs: Vec::new() };
    row.lead.push(Run::new(Role::Dim, format!("{word}{}  ", item.id)));
    row.and_quoted(Role::Text, &item.summary)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_can_be_read_without_colour() {
        let text = |old, new| diff(old, new).iter().map(|r| r.text.as_str()).collect::<String>();
        assert_eq!(
            text("Use Prisma with PostgreSQL", "Use Prisma on PostgreSQL 16"),
            "Use Prisma [-with-]{+on+} PostgreSQL {+16+}"
        );
        assert_eq!(text("same", "same"), "same");
    }
}
