//! Defines the labelled parts of a sentence: "a) stream rows, b) load the table".

use std::ops::Range;

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::clause::Sentence;

/// A part of a sentence after a label: "a) stream rows".
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::pipeline::acts) struct LabelledOption<'t> {
    /// `a`, `2`, `first` as `1`.
    pub label: String,
    /// The words after it.
    pub text: &'t str,
    /// Byte range of label and words in the sentence.
    pub range: Range<usize>,
    /// The label stands at the sentence's start.
    pub opens: bool,
}

/// Ordinal words that label: "First: celsius. Second: every 10 minutes."
pub(in crate::pipeline::acts) const ORDINALS: Phrases = phrases!("first|second|third|fourth|fifth|sixth");

/// The place of a label in its order, from 1.
pub(in crate::pipeline::acts) fn order_of(label: &str) -> Option<u32> {
    label.parse().ok().or_else(|| {
        let byte = label.bytes().next().filter(u8::is_ascii_lowercase)?;
        (label.len() == 1).then(|| u32::from(byte - b'a') + 1)
    })
}

/// The labelled parts of a sentence, in order: each label must come after the one before it.
pub(super) fn labelled(text: &str) -> Vec<LabelledOption<'_>> {
    let mut marks: Vec<(usize, usize, String)> = Vec::new();
    // Whether nothing but marks stands before the word.
    let (mut at, mut opens) = (0, true);
    for word in text.split_inclusive(char::is_whitespace) {
        let start = at;
        at += word.len();
        let is_first = opens && marks.is_empty();
        opens = opens && word.trim_matches(['*', '_', '-', ' ', '#']).is_empty();
        let word = word.trim_end();
        if !is_first && is_plain(word) {
            continue;
        }
        let Some(label) = label(word, text.get(at..).unwrap_or(""), is_first) else { continue };
        let end = start + label.1;
        let fits = match marks.last() {
            Some((_, _, before)) => {
                order_of(&label.0) == order_of(before).map(|n| n + 1) && kind(&label.0) == kind(before)
            }
            None => is_first || order_of(&label.0) == Some(1),
        };
        if fits {
            marks.push((start, end, label.0));
        }
    }
    let ends = marks.iter().skip(1).map(|m| m.0).chain([text.len()]).collect::<Vec<_>>();
    marks
        .iter()
        .zip(ends)
        .filter_map(|((start, from, label), end)| {
            let body = unjoined(text.get(*from..end)?);
            let opens = text.get(..*start)?.trim_matches(['*', '_', '-', ' ', '#', '|']).is_empty();
            (!body.is_empty()).then(|| LabelledOption { label: label.clone(), text: body, range: *start..end, opens })
        })
        .collect()
}

/// Whether a word is no label unless it is the first: it is longer than a letter and has no marks around it.
fn is_plain(word: &str) -> bool {
    matches!(word.as_bytes(), [first, .., last] if first.is_ascii_alphanumeric() && (last.is_ascii_alphanumeric() || *last == b','))
}

/// A part without what joins it to the next one: ", or", "; and".
pub(super) fn unjoined(part: &str) -> &str {
    let bare = part.trim().trim_end_matches([',', ';']);
    let bare = [" or", " and"].iter().find_map(|join| bare.strip_suffix(join)).unwrap_or(bare);
    bare.trim_end_matches([',', ';'])
}

/// The labelled parts of a sentence. Where the sentence is a numbered item that holds the next numbers too ("1) bfloat16
/// 2) AdamW"), its own words are the first part.
pub(in crate::pipeline::acts) fn labelled_in(sentence: &Sentence) -> Vec<LabelledOption<'_>> {
    let text = &sentence.text;
    let own = sentence.list.filter(|_| sentence.opens_block).and_then(|l| l.number);
    let Some(own) = own else { return labelled(text) };
    let next = format!(" {}", own + 1);
    let second = text.match_indices(&next).map(|(at, _)| at + 1).find(|at| {
        let rest = text.get(*at..).unwrap_or("");
        labelled(rest).first().is_some_and(|l| l.opens)
    });
    let Some(second) = second else { return labelled(text) };
    let (head, tail) = text.split_at_checked(second).unwrap_or((text, ""));
    let first =
        LabelledOption { label: own.to_string(), text: unjoined(head), range: 0..head.trim_end().len(), opens: true };
    let later = labelled(tail).into_iter().map(|l| LabelledOption {
        range: second + l.range.start..second + l.range.end,
        opens: false,
        ..l
    });
    std::iter::once(first).chain(later).collect()
}

fn kind(label: &str) -> bool {
    label.bytes().all(|b| b.is_ascii_digit())
}

/// The words before a label: `Option 3:`.
const NOUNS: &[&str] =
    &["option", "variant", "version", "approach", "#", "idea", "plan", "solution", "way", "choice", "alternative"];

/// The label a word is, with the bytes it takes: `1.` `(b)` `A:` `Option` followed by `3:`. A bare letter or number
/// counts only at the start of a sentence, before more words.
fn label(word: &str, rest: &str, opens: bool) -> Option<(String, usize)> {
    let noun = word.trim_start_matches(['*', '_']);
    let leads = opens && NOUNS.iter().any(|w| noun.eq_ignore_ascii_case(w));
    let inner = word.trim_matches(['*', '_', '(', '[', '#']);
    // "**A** - sessions with cookies"
    let is_bold = opens && word.starts_with("**") && word.ends_with("**") && word.len() <= 6;
    let dash = || rest.trim_start().chars().next().filter(|c| "-–—".contains(*c));
    if let Some(dash) = is_bold.then(dash).flatten() {
        let space = rest.len() - rest.trim_start().len();
        return Some((bare(inner)?, word.len() + 1 + space + dash.len_utf8()));
    }
    if is_bold && !inner.is_empty() && !rest.trim().is_empty() {
        return Some((bare(inner)?, word.len()));
    }
    // "**#10** Split the geocoder"
    let hashed = opens && word.trim_matches('*').starts_with('#') && !rest.trim().is_empty();
    let marked = hashed || word.starts_with('(') || inner.ends_with([')', '.', ':', ']', '—', '-']);
    // "A — a timer, B — a queue": a capital letter before a dash.
    let is_capital = word.len() == 1 && word.starts_with(|c: char| ('A'..='H').contains(&c));
    // "1️⃣ a timer", and "1 - a timer" at the start.
    if let Some(digit) = word.strip_suffix('\u{20e3}') {
        return Some((bare(digit)?, word.len()));
    }
    let is_digit = word.len() == 1 && word.starts_with(|c: char| c.is_ascii_digit());
    if opens && is_digit && ["– ", "— ", "- "].iter().any(|dash| rest.starts_with(dash)) {
        let dash = rest.chars().next().map_or(0, char::len_utf8);
        return Some((bare(word)?, word.len() + 1 + dash));
    }
    // "pick: A = a timer, B = a queue"
    if (is_capital || is_digit) && rest.starts_with("= ") {
        return Some((bare(word)?, word.len() + 2));
    }
    if is_capital && ["–", "—", "- "].iter().any(|dash| rest.starts_with(dash)) {
        let dash = rest.chars().next().map_or(0, char::len_utf8);
        return Some((bare(word)?, word.len() + 1 + dash));
    }
    if !leads && !marked {
        return None;
    }
    let low = word.to_ascii_lowercase();
    if leads {
        let next = rest.split_whitespace().next()?;
        let (label, _) = label(next, "", true).or_else(|| bare(next).map(|l| (l, 0)))?;
        let skipped = rest.len() - rest.trim_start().len();
        return Some((label, word.len() + 1 + skipped + next.len()));
    }
    let name = low.trim_matches(|c: char| "*_([#".contains(c));
    let body = name.trim_end_matches(|c: char| ").:]*_—-".contains(c));
    if let Some(n) = ORDINALS.iter().position(|o| o == body) {
        return low.ends_with(':').then(|| ((n + 1).to_string(), word.len()));
    }
    if let Some(n) = ROMAN.iter().position(|r| r == body) {
        // They label alternatives, as letters do.
        let letter = char::from_u32('a' as u32 + n as u32)?;
        return low.contains(')').then(|| (letter.to_string(), word.len()));
    }
    // "Q2: Which port?"
    let asked = body.strip_prefix('q').filter(|number| number.starts_with(|c: char| c.is_ascii_digit()));
    Some((bare(asked.unwrap_or(body))?, word.len()))
}

/// Roman numbers as labels: (i), (ii).
const ROMAN: Phrases = phrases!("i|ii|iii|iv|v");

/// The label a word is by itself: a letter from a to h, or a number of one or two digits.
pub(in crate::pipeline::acts) fn bare_label(word: &str) -> Option<String> {
    let short = word.trim_matches(|c: char| "*_`() ".contains(c)).trim_end_matches(['.', ')', ':']);
    (short.chars().count() <= 2).then(|| bare(short)).flatten()
}

/// A letter from a to h, or a number of one or two digits.
fn bare(word: &str) -> Option<String> {
    let low = word.to_ascii_lowercase();
    let body = low.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let letter = body.len() == 1 && body.bytes().all(|b| (b'a'..=b'h').contains(&b));
    let number = (1..=2).contains(&body.len()) && body.bytes().all(|b| b.is_ascii_digit());
    (letter || number).then(|| body.to_owned())
}

/// A text without the label it opens with: "2. Which port?".
pub(in crate::pipeline::acts) fn unlabelled(text: &str) -> &str {
    match labelled(text).first() {
        Some(label) if label.opens => label.text,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_within_a_sentence_part_it() {
        let parts = |t: &str| labelled(t).into_iter().map(|l| (l.label, l.text.to_owned())).collect::<Vec<_>>();
        assert_eq!(parts("A) a queue, B) a table"), [("a".into(), "a queue".into()), ("b".into(), "a table".into())]);
        assert_eq!(parts("1. yes 2. no, never").len(), 2);
        assert_eq!(parts("Option 2: keep it"), [("2".into(), "keep it".into())]);
        assert_eq!(parts("please pick: A = a queue, B = a table.").len(), 2);
        assert_eq!(parts("1 - a queue"), [("1".into(), "a queue".into())]);
        assert_eq!(parts("1️⃣ a queue"), [("1".into(), "a queue".into())]);
        assert_eq!(parts("it takes 2. or 3 seconds"), []);
    }
}
