//! Defines how the Markdown of a turn is drawn: its marks are hidden, links are shown by their words, emphasis as
//! strong text, and paths relative to the project. Code stays as it is.

use std::ops::Range;

use crate::text::fence::Fence;
use crate::tui::styled::{is_directive, links, slanted};

/// The byte ranges of a text that are hidden, and those that are drawn strong; both sorted.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Markup {
    pub hidden: Vec<Range<usize>>,
    pub strong: Vec<Range<usize>>,
}

impl Markup {
    /// Reads the marks of a text. `project` is the directory removed from paths below it.
    pub(super) fn of(text: &str, project: Option<&str>) -> Self {
        let (mut found, mut fence, mut at) = (Self::default(), Fence::default(), 0);
        // Blank lines at the beginning, and all but one between paragraphs, are hidden.
        let mut after_blank = true;
        for line in text.split_inclusive('\n') {
            let was_open = fence.closing().is_some();
            let in_block = fence.takes(line);
            let is_open = fence.closing().is_some();
            let is_blank = !in_block && line.trim().is_empty();
            let is_mark = if in_block { was_open != is_open } else { is_table_rule(line) || is_rule(line) };
            if is_mark || !in_block && is_directive(line) || is_blank && after_blank {
                found.hidden.push(at..at + line.len());
            } else {
                after_blank = is_blank;
                if !in_block {
                    found.prose(line, at);
                }
            }
            at += line.len();
        }
        found.hidden = merged(found.hidden);
        // The line break before a hidden last line is hidden too.
        if let Some(last) = found.hidden.last_mut().filter(|last| last.end == text.len()) {
            last.start = text[..last.start].trim_end_matches('\n').len();
        }
        if let Some(project) = project.filter(|project| project.len() > 1) {
            found.below(text, &format!("{}/", project.trim_end_matches('/')));
        }
        found.hidden = merged(found.hidden);
        found
    }

    /// The marks of a line of prose.
    fn prose(&mut self, line: &str, at: usize) {
        self.heading(line, at);
        self.row(line, at);
        self.emphasis(line, at);
        self.slant(line, at);
        for link in links(line) {
            self.hidden.push(at + link.whole.start..at + link.words.start);
            self.hidden.push(at + link.words.end..at + link.whole.end);
        }
    }

    /// Whether the byte at this place is not drawn.
    pub(super) fn hides(&self, at: usize) -> bool {
        within(&self.hidden, at)
    }

    /// Whether the byte at this place is drawn strong.
    pub(super) fn is_strong(&self, at: usize) -> bool {
        within(&self.strong, at)
    }

    /// Hides a folder at the beginning of paths.
    fn below(&mut self, text: &str, folder: &str) {
        let paths = text.match_indices(folder).map(|(from, words)| from..from + words.len());
        self.hidden.extend(paths);
    }

    /// `## Words`: the words are strong.
    fn heading(&mut self, line: &str, at: usize) {
        let marks = line.len() - line.trim_start_matches('#').len();
        if (1..=6).contains(&marks) && line[marks..].starts_with(' ') {
            self.hidden.push(at..at + marks + 1);
            self.strong.push(at + marks + 1..at + line.len());
        }
    }

    /// The outer bars of a table's row: those between its cells stay.
    fn row(&mut self, line: &str, at: usize) {
        let cells = line.trim().strip_prefix('|').and_then(|rest| rest.strip_suffix('|')).map(str::trim);
        let Some(cells) = cells.filter(|cells| !cells.is_empty()) else { return };
        let from = cells.as_ptr() as usize - line.as_ptr() as usize;
        self.hidden.push(at..at + from);
        self.hidden.push(at + from + cells.len()..at + line.trim_end().len());
    }

    /// `**words**` and words in backticks, whose pairs are on one line.
    fn emphasis(&mut self, line: &str, at: usize) {
        let mut from = 0;
        while let Some(begin) = line[from..].find(['*', '`']).map(|found| from + found) {
            let mark = if line[begin..].starts_with("**") { "**" } else { &line[begin..=begin] };
            from = begin + mark.len();
            let inner = line[from..].find(mark).map(|end| &line[from..from + end]);
            let Some(inner) = inner.filter(|inner| mark != "*" && !inner.is_empty() && inner.trim() == *inner) else {
                continue;
            };
            let end = from + inner.len();
            self.hidden.extend([at + begin..at + from, at + end..at + end + mark.len()]);
            if mark == "**" {
                self.strong.push(at + from..at + end);
            } else {
                // Code contains no marks.
                from = end + mark.len();
            }
        }
    }

    /// The marks of `_words_` and `*words*`.
    fn slant(&mut self, line: &str, at: usize) {
        let marks = slanted(line).into_iter().flat_map(|(from, to)| [from, to]);
        self.hidden.extend(marks.map(|mark| at + mark..at + mark + 1));
    }
}

/// The ranges sorted, with adjacent ones merged.
fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_unstable_by_key(|range| range.start);
    let mut out: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match out.last_mut().filter(|last| range.start <= last.end) {
            Some(last) => last.end = last.end.max(range.end),
            None => out.push(range),
        }
    }
    out
}

/// Whether an offset is in one of these ranges, which are sorted and disjoint.
fn within(ranges: &[Range<usize>], at: usize) -> bool {
    let before = ranges.partition_point(|range| range.start <= at);
    before.checked_sub(1).and_then(|n| ranges.get(n)).is_some_and(|range| range.contains(&at))
}

/// Whether a line is the one below the head of a table.
fn is_table_rule(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('|') && line.contains("---") && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// Whether a line is a rule between paragraphs.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    let sign = line.chars().next().filter(|c| matches!(c, '-' | '*' | '_'));
    line.len() >= 3 && sign.is_some_and(|sign| line.chars().all(|c| c == sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let markup = Markup::of(text, Some("/home/a/shop"));
        text.char_indices().filter(|(at, _)| !markup.hides(*at)).map(|(_, c)| c).collect()
    }

    #[test]
    fn marks_are_hidden_and_code_stays() {
        for (text, want) in [
            ("## The gap\nIt is `run(**x)` in **the `loop`**.", "The gap\nIt is run(**x) in the loop."),
            ("```rust\nlet x = `a` ** b; # c\n```\nend", "let x = `a` ** b; # c\nend"),
            ("as in\n```sh\nls\n```", "as in\nls"),
            ("| a | b |\n|---|:--|\n| 1 | 2 |", "a | b\n1 | 2"),
            ("\n\nOne.\n\n---\n\nTwo.\n\n::stage{cwd=\"/x\"}", "One.\n\nTwo."),
            ("see [the `oven`](/home/a/shop/oven.md:3), ![x](y.png)", "see the oven, x"),
            ("```\n\n\n---\n```", "\n\n---"),
            ("`a[i](b)`, a[i](b), [i], (b)", "a[i](b), a[i](b), [i], (b)"),
            ("I _think_ `_so_`, *not* a_b_c", "I think _so_, not a_b_c"),
            ("/_foo_/ is no _`word`_", "/_foo_/ is no word"),
            ("2 ** 3 ** 4, a*b*c, #12, one ` only", "2 ** 3 ** 4, a*b*c, #12, one ` only"),
            ("see /home/a/shop/src/db.rs and /home/a/shop.md", "see src/db.rs and /home/a/shop.md"),
        ] {
            assert_eq!(shown(text), want, "{text}");
        }
        let text = "## A\n**b** c";
        let markup = Markup::of(text, None);
        let strong: Vec<&str> = markup.strong.iter().map(|range| text[range.clone()].trim_end()).collect();
        assert_eq!(strong, ["A", "b"]);
    }
}
