//! Defines the entries of a numbered list that is written inside a paragraph: "1) tests for the parser 2) no new crates".

use super::blocks::Block;
use super::{BlockKind, ListPlace};

/// The most entries of a list; longer rows of numbers are data.
const MOST: u64 = 12;

/// Replaces blocks that hold a numbered list by what leads in and one block an entry. Linear in the text.
pub(super) fn split(text: &str, blocks: Vec<Block>) -> Vec<Block> {
    let mut out = Vec::with_capacity(blocks.len());
    let mut rest = blocks.into_iter().peekable();
    while let Some(block) = rest.next() {
        let followed = rest.peek().is_some_and(|next| next.list.is_some_and(|l| l.number.is_some() && l.index > 0));
        // Markdown reads "1. the loader 2. the docs" as a list of one item.
        let alone = block.kind == BlockKind::Item && block.list.is_some_and(|l| l.number.is_some()) && !followed;
        let block = if alone { without_large_number(text, block) } else { block };
        if alone || block.kind == BlockKind::Paragraph {
            out.extend(entries_of(text, block));
        } else {
            out.push(block);
        }
    }
    out
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
