//! Defines the entries of the lists in an agent's turn: labelled or bulleted lines, rows of a table, paragraphs that open
//! with bold words, labelled headings.

use std::ops::Range;

use super::option_labels::{self, bare_label};
use crate::language::phrases::phrases;
use crate::pipeline::acts::sentences::wording::{after_any, plain};
use crate::pipeline::clause::{BlockKind, Sentence};

/// A numbered entry apart from the lettered options that stand in its own sentence: "1. Encoding a) UTF-8 b) Latin-1".
pub(super) fn with_letters(entry: ListEntry<'_>) -> Vec<ListEntry<'_>> {
    let opening = ["a)", "A)"].iter().filter_map(|mark| entry.quote.find(mark)).min().filter(|at| *at > 0);
    let (head, tail) = entry.quote.split_at(opening.unwrap_or(entry.quote.len()));
    let letters = option_labels::labelled(tail);
    if letters.len() < 2 {
        return vec![entry];
    }
    let part = |label: Option<String>, text: &str| ListEntry {
        label,
        text: plain(text),
        quote: text.to_owned(),
        range: entry.range.clone(),
        asks: text.trim_end().ends_with('?'),
        ..entry
    };
    let number = part(entry.label.clone(), head.trim_end_matches(|c: char| " (-".contains(c)));
    std::iter::once(number).chain(letters.iter().map(|l| part(Some(l.label.clone()), l.text))).collect()
}

/// An entry of a list of options or questions.
pub(super) struct ListEntry<'s> {
    pub label: Option<String>,
    pub text: String,
    /// The verbatim words of `range`.
    pub quote: String,
    pub range: Range<usize>,
    pub asks: bool,
    /// The index of its sentence.
    pub place: usize,
    pub sentence: &'s Sentence,
}

/// The lists of a turn: runs of at least two labelled or bulleted entries.
pub(super) fn lists(sentences: &[Sentence]) -> Vec<Vec<ListEntry<'_>>> {
    let mut out = joined(runs(sentences));
    out.retain(|list| list.len() >= 2);
    out
}

/// The runs without those between the parts of a numbered list: "1. Tiles in memory", a paragraph or bullets about it,
/// "2. Tiles on disk". Such parts become one run. Numbered questions are left as they are: what stands below each is its own.
fn joined(runs: Vec<Vec<ListEntry<'_>>>) -> Vec<Vec<ListEntry<'_>>> {
    let mut out: Vec<Vec<ListEntry<'_>>> = Vec::new();
    for run in runs {
        let goes_on = |earlier: &Vec<ListEntry<'_>>| {
            let ends = earlier.last().zip(run.first());
            let told = |e: &ListEntry<'_>| e.label.is_some() && !e.asks;
            ends.is_some_and(|(last, first)| told(last) && told(first) && follows(last, first))
        };
        let earlier = out.iter().rposition(goes_on);
        out.truncate(earlier.map_or(out.len(), |at| at + 1));
        match out.last_mut().filter(|_| earlier.is_some()) {
            Some(earlier) => earlier.extend(run),
            None => out.push(run),
        }
    }
    out
}

/// The runs of labelled or bulleted entries in a turn.
fn runs(sentences: &[Sentence]) -> Vec<Vec<ListEntry<'_>>> {
    let mut out: Vec<Vec<ListEntry<'_>>> = Vec::new();
    let mut open: Vec<ListEntry<'_>> = Vec::new();
    for (place, sentence) in sentences.iter().enumerate() {
        let entries = entries(sentence, place);
        let goes_on = match (open.last(), entries.first()) {
            // What stands below a labelled heading belongs to it.
            (Some(last), Some(first))
                if last.sentence.block == BlockKind::Heading && first.sentence.block != BlockKind::Heading =>
            {
                continue;
            }
            (Some(last), Some(first)) => follows(last, first),
            (Some(last), None) => {
                // Later sentences of an entry belong to it.
                if last.sentence.block == BlockKind::Heading && sentence.block != BlockKind::Heading && !sentence.asks {
                    continue;
                }
                let labelled = last.label.is_some() || last.sentence.lead.is_some();
                if last.sentence.block_index == sentence.block_index
                    && (sentence.list.is_some() || labelled && !sentence.asks)
                {
                    continue;
                }
                false
            }
            _ => false,
        };
        if !goes_on {
            close(&mut open, &mut out);
        }
        open.extend(entries);
    }
    close(&mut open, &mut out);
    out
}

fn close<'s>(open: &mut Vec<ListEntry<'s>>, out: &mut Vec<Vec<ListEntry<'s>>>) {
    let mut list = std::mem::take(open);
    // A table without labels begins with the names of its columns.
    if list.first().is_some_and(|e| e.sentence.block == BlockKind::Row && e.label.is_none()) {
        list.remove(0);
    }
    if !list.is_empty() {
        out.push(list);
    }
}

/// Whether an entry continues the list of the one before it.
fn follows(last: &ListEntry<'_>, next: &ListEntry<'_>) -> bool {
    match (&last.label, &next.label) {
        (Some(a), Some(b)) => option_labels::order_of(b) == option_labels::order_of(a).map(|n| n + 1),
        (None, None) => {
            let rows = last.sentence.block == BlockKind::Row && next.sentence.block == BlockKind::Row;
            let led = opens_bold(last.sentence) && opens_bold(next.sentence);
            rows || led || last.sentence.list.is_some() && next.sentence.list.is_some()
        }
        _ => false,
    }
}

/// Whether a sentence opens a paragraph with bold words: "**Keep the old box.** Free, but slow."
pub(super) fn opens_bold(sentence: &Sentence) -> bool {
    sentence.opens_block && sentence.block == BlockKind::Paragraph && sentence.lead.is_some()
}

/// The entries in a sentence: the sentence itself as a list item, or several labelled ones within it.
pub(super) fn entries(sentence: &Sentence, place: usize) -> Vec<ListEntry<'_>> {
    // "### Option B: two tanks" labels what stands below it.
    let labels = || option_labels::labelled(&sentence.text).first().is_some_and(|l| l.opens);
    if sentence.block == BlockKind::Quote || sentence.block == BlockKind::Heading && !labels() {
        return Vec::new();
    }
    if sentence.block == BlockKind::Row {
        return row(sentence, place).into_iter().collect();
    }
    let entry = |label: Option<String>, text: &str, range: Range<usize>| {
        let asks = text.trim_end().ends_with('?');
        let within = range.start - sentence.range.start..range.end - sentence.range.start;
        let quote = sentence.text.get(within).unwrap_or_default().to_owned();
        // "Option 2 is to write a grammar"
        let text = after_any(text, phrases!("is to|would be to|would be|could be|means")).unwrap_or(text);
        ListEntry { label, text: plain(option_labels::unjoined(text)), quote, range, asks, place, sentence }
    };
    let parts = option_labels::labelled_in(sentence);
    if parts.len() >= 2 {
        let at = sentence.range.start;
        return parts
            .into_iter()
            .map(|part| entry(Some(part.label), part.text, at + part.range.start..at + part.range.end))
            .collect();
    }
    if let [part] = parts.as_slice()
        && part.opens
        && !(sentence.opens_block && sentence.list.is_some_and(|l| l.number.is_some()))
    {
        return vec![entry(Some(part.label.clone()), part.text, sentence.range.clone())];
    }
    if !sentence.opens_block {
        return Vec::new();
    }
    let number = sentence.list.and_then(|l| l.number).map(|n| n.to_string());
    match sentence.list {
        Some(_) => vec![entry(number, &sentence.text, sentence.range.clone())],
        None if opens_bold(sentence) => vec![entry(None, &sentence.text, sentence.range.clone())],
        None => Vec::new(),
    }
}

/// A row of a table as an option: its first cell is the label, or the option itself.
fn row(sentence: &Sentence, place: usize) -> Option<ListEntry<'_>> {
    let cells: Vec<&str> = sentence.text.split('|').map(str::trim).filter(|c| !c.is_empty()).collect();
    let (first, second) = (cells.first()?, cells.get(1)?);
    let label = bare_label(first.trim_start_matches("Option ").trim_start_matches("option "));
    // "A: hourly" holds both.
    let both = option_labels::labelled(first).into_iter().next().filter(|l| l.opens && label.is_none());
    let text = match &both {
        Some(part) => plain(part.text),
        None => plain(if label.is_some() { second } else { first }),
    };
    let label = label.or_else(|| both.map(|part| part.label));
    Some(ListEntry {
        label,
        quote: sentence.text.clone(),
        asks: text.ends_with('?'),
        text,
        range: sentence.range.clone(),
        place,
        sentence,
    })
}
