//! Defines the detail of a chain: the words a version removed and added, every version with its evidence, and the
//! items it replaced or was replaced by.

use similar::{ChangeTag, TextDiff};

use super::{facts, quote, version_line};
use crate::safe;
use crate::session::wording::asked_and_said;
use crate::state::{Item, ItemKind};
use crate::text::SafeText;
use crate::tui::panes::content::{glyph, plain_line};
use crate::tui::signs;
use crate::tui::state::State;
use crate::tui::styled::{Span, StyledLine, answer_first};
use crate::tui::theme::StyleRole;

/// The Chains pane's detail: the shown version against the one before, then the whole chain.
pub fn rows(state: &State, item: &Item) -> Vec<StyledLine> {
    let last = item.versions.len().saturating_sub(1);
    let at = state.nav.version.unwrap_or(last).min(last);
    let (sign, role) = glyph(item);
    let sign = signs::in_column(state, sign);
    let mut head = StyledLine::one(role.unwrap_or(StyleRole::Text), safe!(" {} ", sign))
        .and_quoted(StyleRole::Strong, &item.id)
        .and(StyleRole::Text, safe!("  version {} of {}", at + 1, item.versions.len()));
    if item.versions.len() > 1 {
        head = head.and(StyleRole::Accent, "  ").and_line(steps(state, at > 0, at < last));
    }
    let mut rows = vec![head];
    rows.push(StyledLine { spans: diff_of(state, item, at), ..StyledLine::led(StyleRole::Text, "   ") });
    if let Some(version) = item.versions.get(at) {
        if let Some(mode) = version.mode {
            rows.push(StyledLine::one(StyleRole::Dim, safe!("   {}", mode.word())));
        }
        rows.extend((0..version.evidence.turn_ids.len()).take(4).flat_map(|n| quote(state, &version.evidence, n)));
        rows.push(facts::sure(state, item, version, at));
    }
    rows.push(StyledLine::blank());
    rows.extend(versions(state, item, at));
    rows.extend(links(state, item));
    rows
}

/// The keys that step through the versions, with arrows towards further ones.
fn steps(state: &State, older: bool, newer: bool) -> StyledLine {
    let keys = state.prefs.keymap.pair("older-version", "newer-version");
    if !state.prefs.plain {
        let (less, more) = (if older { "◀" } else { " " }, if newer { "▶" } else { " " });
        return StyledLine::one(StyleRole::Accent, safe!("{} {} {}", less, keys, more));
    }
    let ways = match (older, newer) {
        (true, true) => " older, newer",
        (true, false) => " older",
        (false, _) => " newer",
    };
    StyledLine::one(StyleRole::Accent, keys).and(StyleRole::Dim, ways)
}

/// The words of version `at` against the version before: `[-gone-]{+come+}`, in signs as well as in style.
pub fn diff_of(state: &State, item: &Item, at: usize) -> Vec<Span> {
    let Some(new) = summary(state, item, at) else { return Vec::new() };
    let old = at.checked_sub(1).and_then(|before| summary(state, item, before));
    let Some(old) = old else { return answer_first(new, StyleRole::Text).spans };
    match (asked_and_said(&old), asked_and_said(&new)) {
        // A different answer to the same question.
        (Some((before, old)), Some((asked, new))) if before == asked => {
            let question = Span::new(StyleRole::Text, safe!(" - {}", asked));
            diff(&old, &new).into_iter().chain([question]).collect()
        }
        _ => diff(&old, &new),
    }
}

fn summary(state: &State, item: &Item, version: usize) -> Option<SafeText> {
    Some(plain_line(state, &item.versions.get(version)?.summary))
}

fn diff(old: &SafeText, new: &SafeText) -> Vec<Span> {
    let mut parts: Vec<(ChangeTag, String)> = Vec::new();
    for change in TextDiff::from_words(old.as_str(), new.as_str()).iter_all_changes() {
        match parts.last_mut() {
            Some((tag, text)) if *tag == change.tag() => text.push_str(change.value()),
            _ => parts.push((change.tag(), change.value().to_owned())),
        }
    }
    if is_other(&parts, old.as_str().len().min(new.as_str().len())) {
        parts = vec![(ChangeTag::Delete, format!("{old} ")), (ChangeTag::Insert, new.to_string())];
    }
    let mut spans = Vec::new();
    for (tag, text) in parts {
        let (open, close, role) = match tag {
            ChangeTag::Equal => ("", "", StyleRole::Text),
            ChangeTag::Delete => ("[-", "-]", StyleRole::Removed),
            ChangeTag::Insert => ("{+", "+}", StyleRole::Added),
        };
        // Spaces at the ends stay outside the signs, because they did not change.
        let words = text.trim();
        let (before, after) = text.split_once(words).unwrap_or(("", ""));
        spans.push(Span::new(StyleRole::Text, SafeText::block(before)));
        spans.push(Span::new(role, safe!("{}{}{}", open, SafeText::block(words), close)));
        spans.push(Span::new(StyleRole::Text, SafeText::block(after)));
    }
    spans.retain(|span| !span.text.is_empty());
    spans
}

/// Whether so few words are unchanged that the texts differ as a whole; the shorter one has `bytes` bytes.
fn is_other(parts: &[(ChangeTag, String)], bytes: usize) -> bool {
    let stayed = parts.iter().filter(|(tag, _)| *tag == ChangeTag::Equal).map(|(_, text)| text);
    stayed.flat_map(|text| text.split_whitespace()).map(str::len).sum::<usize>() * 3 < bytes
}

/// Every version on a paragraph of its own, the shown one marked.
pub fn versions(state: &State, item: &Item, at: usize) -> Vec<StyledLine> {
    (0..item.versions.len()).map(|n| version_line(state, item, n, n == at)).collect()
}

/// Lines of the items this one replaced and was replaced by.
pub fn links(state: &State, item: &Item) -> Vec<StyledLine> {
    let ledger = state.ledger();
    let word = if item.kind == ItemKind::RejectedOption { "instead " } else { "replaced by " };
    let before = item.supersedes.iter().filter_map(|id| ledger.get(id)).map(|i| item_line(state, i, "replaces "));
    let after = item.superseded_by.iter().filter_map(|id| ledger.get(id)).map(|i| item_line(state, i, word));
    before.chain(after).collect()
}

/// Another item on one paragraph.
pub fn item_line(state: &State, item: &Item, word: &'static str) -> StyledLine {
    let (sign, role) = glyph(item);
    let sign = signs::in_column(state, sign);
    let mut row = StyledLine::led(role.unwrap_or(StyleRole::Text), safe!(" {} ", sign));
    row.lead.push(Span::new(StyleRole::Dim, safe!("{}{}  ", word, SafeText::line(&item.id))));
    row.and_line(answer_first(plain_line(state, &item.summary), StyleRole::Text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_can_be_read_without_colour() {
        let text = |old: &str, new: &str| {
            diff(&SafeText::line(old), &SafeText::line(new)).iter().map(|r| r.text.as_str()).collect::<String>()
        };
        assert_eq!(
            text("Use Prisma with PostgreSQL", "Use Prisma on PostgreSQL 16"),
            "Use Prisma [-with-]{+on+} PostgreSQL {+16+}"
        );
        assert_eq!(text("same", "same"), "same");
        assert_eq!(
            text("Lock automatically in monorepos", "Lockfiles move when they are unified"),
            "[-Lock automatically in monorepos-] {+Lockfiles move when they are unified+}"
        );
    }
}
