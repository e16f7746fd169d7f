//! Defines the entries of a list that Markdown reads as a paragraph: "1) tests for the parser 2) no new crates", lines that
//! begin with "•", lines that each open with bold words.

use super::blocks::Block;
use super::{BlockKind, ListPlace};

/// The most entries of a list; longer rows of numbers are data.
const MOST: u64 = 12;

/// Replaces blocks that hold a list by what leads in and one block an entry. Linear in the text.
pub(super) fn split(text: &str, blocks: Vec<Block>) -> Vec<Block> {
    let mut out = Vec::with_capacity(blocks.len());
    let mut rest = blocks.into_iter().peekable();
    while let Some(block) = rest.next() {
        let followed = rest.peek().is_some_and(|next| next.list.is_some_and(|l| l.number.is_some() && l.index > 0));
        // Markdown reads "1. the loader 2. the docs" as a list of one item.
        let alone = block.kind == BlockKind::Item && block.list.is_some_and(|l| l.number.is_some()) && !followed;
        let block = if alone { without_large_number(text, block) } else { block };
        let lines = marked_lines(text, &block);
        if !lines.is_empty() {
            out.extend(cut_at_lines(text, block, lines));
            continue;
        }
        if alone || block.kind == BlockKind::Paragraph {
            out.extend(entries_of(text, block));
        } else {
            out.push(block);
        }
    }
    out
}

/// The mark before an entry of a list that Markdown does not know.
const BULLET: char = '•';

/// Where the lines of a paragraph begin that open with a bullet, or that each open with bold words: "**A** in memory",
/// "**B** on disk". Empty where there are no two of them.
fn marked_lines(text: &str, block: &Block) -> Vec<usize> {
    let words = text.get(block.range.clone()).unwrap_or_default();
    let may_mark = words.starts_with('*') || words.contains(BULLET);
    if block.kind != BlockKind::Paragraph || block.breaks.is_empty() || !may_mark {
        return Vec::new();
    }
    let starts = || std::iter::once(block.range.start).chain(block.breaks.iter().map(|at| at + 1));
    let ends = block.breaks.iter().copied().chain([block.range.end]);
    let line = |(from, to): (usize, usize)| (from, text.get(from..to).unwrap_or_default());
    let (bulleted, others): (Vec<_>, Vec<_>) = starts().zip(ends).map(line).partition(|(_, line)| is_bulleted(line));
    if bulleted.len() >= 2 {
        return bulleted.into_iter().map(|(at, _)| at).collect();
    }
    let bold = bulleted.is_empty() && others.iter().all(|(_, line)| bold_lead(line).is_some());
    if bold { starts().collect() } else { Vec::new() }
}

fn is_bulleted(line: &str) -> bool {
    line.trim_start().starts_with(BULLET)
}

/// Cuts a paragraph where these lines begin; those with a bullet become entries of a list.
fn cut_at_lines(text: &str, mut block: Block, lines: Vec<usize>) -> Vec<Block> {
    let mut out = Vec::new();
    for (index, at) in lines.into_iter().enumerate() {
        let line = text.get(at..block.range.end).unwrap_or_default();
        let is_entry = is_bulleted(line);
        let words = at + line.find(|c: char| !c.is_whitespace() && c != BULLET).unwrap_or_default();
        let mut entry = block.cut_off(words.min(block.range.end));
        block.range.end = at.max(block.range.start);
        if is_entry {
            (entry.kind, entry.list) = (BlockKind::Item, Some(ListPlace { number: None, index, depth: 1 }));
        }
        entry.lead = bold_lead(text.get(entry.range.clone()).unwrap_or_default()).map(str::to_owned);
        out.push(std::mem::replace(&mut block, entry));
    }
    out.push(block);
    out.retain(|b| !b.range.is_empty());
    out
}

/// The bold words that a line opens with, or the emphasised ones before a colon, where more follows them.
fn bold_lead(line: &str) -> Option<&str> {
    let line = line.trim_start_matches([BULLET, ' ']);
    // "*Fixed steps*: exact" leads, an emphasised word does not.
    let emphasised = || line.strip_prefix('*')?.split_once('*').filter(|(_, rest)| rest.starts_with(':'));
    let (lead, rest) = line.strip_prefix("**").and_then(|line| line.split_once("**")).or_else(emphasised)?;
    (!lead.trim().is_empty() && !rest.trim().is_empty()).then(|| lead.trim_matches([':', ' ']))
}

/// A list item with a number that no list reaches, as the sentence it is: "512. The rest is noise."
fn without_large_number(text: &str, mut block: Block) -> Block {
    let Some(number) = block.list.and_then(|l| l.number).filter(|n| *n > MOST) else { return block };
    let before = text.get(..block.range.start).unwrap_or_default();
    if let Some(at) = before.rfind(&number.to_string()) {
        block.range.start = at;
        (block.kind, block.list) = (BlockKind::Paragraph, None);
    }
    block
}

/// Cuts a block at the numbers of its list. A block that is an entry itself begins the list.
fn entries_of(text: &str, mut block: Block) -> Vec<Block> {
    let own = block.list;
    let markers = markers(text, &block, own.and_then(|place| place.number).unwrap_or_default());
    let entered = usize::from(own.is_some());
    if entered + markers.len() < 2 {
        return vec![block];
    }
    let first = own.unwrap_or(ListPlace { number: Some(1), index: 0, depth: 1 });
    let mut out = Vec::new();
    for (nth, marker) in (entered..).zip(&markers) {
        let mut entry = block.cut_off(marker.text);
        block.range.end = marker.mark;
        entry.kind = BlockKind::Item;
        entry.list =
            Some(ListPlace { number: first.number.map(|n| n + nth as u64), index: first.index + nth, ..first });
        out.push(std::mem::replace(&mut block, entry));
    }
    out.push(block);
    out.retain(|b| !b.range.is_empty());
    out
}

/// Where a list entry's number stands, and where its words begin: byte offsets over the text.
struct Marker {
    mark: usize,
    text: usize,
}

/// The numbers that follow `last` in one row, each in front of words.
fn markers(text: &str, block: &Block, last: u64) -> Vec<Marker> {
    let mut out: Vec<Marker> = Vec::new();
    let mut style = None;
    let words = text.get(block.range.clone()).unwrap_or_default();
    let mut at = block.range.start;
    for word in words.split_inclusive(char::is_whitespace) {
        let start = at;
        at += word.len();
        let expected = last + out.len() as u64 + 1;
        let Some((number, mark)) = numbered(word) else { continue };
        let fits = number == expected && expected <= MOST && style.is_none_or(|s| s == mark);
        let apart = mark == ')' || number > 1 || ends_a_part(text.get(block.range.start..start).unwrap_or_default());
        if !fits || !apart || block.protected.iter().any(|p| p.contains(&start)) || at >= block.range.end {
            continue;
        }
        style = Some(mark);
        out.push(Marker { mark: start, text: at });
    }
    out
}

/// Reads "2)", "(2)", "2." as a number and its mark.
fn numbered(word: &str) -> Option<(u64, char)> {
    let word = word.trim_end().trim_start_matches('(');
    let mark = word.chars().last().filter(|c| matches!(c, ')' | '.'))?;
    let digits = word.strip_suffix(mark)?;
    let short = (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    short.then(|| digits.parse().ok().map(|number| (number, mark)))?
}

/// Whether a list may begin after these words: "in section 1. we ..." is none.
fn ends_a_part(before: &str) -> bool {
    let before = before.trim_end();
    before.is_empty() || before.ends_with([':', '.', ',', ';', '!', '?', '-', '–', '—', '\n'])
}

#[cfg(test)]
mod tests {
    use super::super::blocks::blocks;
    use super::*;

    fn cut(text: &str) -> Vec<String> {
        let part = |b: Block| {
            let number = b.list.and_then(|l| l.number).map_or(String::new(), |n| format!("{n}: "));
            format!("{number}{}", text[b.range].trim())
        };
        split(text, blocks(text)).into_iter().map(part).collect()
    }

    #[test]
    fn a_row_of_numbers_in_a_paragraph_is_a_list() {
        assert_eq!(cut("From today: 1. the loader 2. its docs"), ["From today:", "1: the loader", "2: its docs"]);
        assert_eq!(cut("1) the loader 2) its docs"), ["1: the loader", "2: its docs"]);
        assert_eq!(cut("it wants (1) a key and (2) a lock"), ["it wants", "1: a key and", "2: a lock"]);
    }

    #[test]
    fn lines_with_bullets_or_bold_openings_are_entries() {
        assert_eq!(cut("Ways:\n  • a toggle\n  • a page"), ["Ways:", "a toggle", "a page"]);
        assert_eq!(cut("**A** in memory\n**B** on disk"), ["**A** in memory", "**B** on disk"]);
        assert_eq!(cut("**Tin** - cheap\nand soft").len(), 1);
        assert_eq!(cut("a • b\n• c").len(), 1);
    }

    #[test]
    fn other_numbers_stay_where_they_are() {
        for text in [
            "see section 1. it links to 2. there",
            "take 2) first",
            "version 1.2 and 2.0",
            "1. alone",
            "use `1) a 2) b`",
        ] {
            assert_eq!(cut(text).len(), 1, "{text}");
        }
        assert_eq!(cut("1. see 2. below\n2. the docs"), ["1: see 2. below", "2: the docs"]);
    }
}
