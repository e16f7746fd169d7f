//! Defines marks of chat that stand for words or for none: faces and pictures that only colour what is said, arrows between
//! two values ("99 -> 64"), and sentences in capitals.

use std::borrow::Cow;
use std::ops::Range;

use crate::language::phrases::{Phrases, after_any, phrases};

/// Faces written with marks.
const SMILES: [&str; 9] = [":)", ":-)", ":(", ":-(", ":/", "^^", "<3", ":')", ":]"];

/// Pictures that answer, and those of somebody who jokes.
const SPEAKING: [char; 22] = [
    '👍', '👌', '👎', '✅', '❌', '💯', '🆗', '✔', '🙃', '🙄', '😂', '🤣', '😄', '😆', '😁', '😜', '😝', '😛', '😉',
    '🤪', '😏', '🤡',
];

/// Words before a picture that is meant itself: "use 🔴 for errors".
const SHOWS: Phrases = phrases!(
    "is|are|be|as|a|an|the|with|use|by|to|of|or|and|for|show|shows|add|put|icon|emoji|sign|symbol|like|say|says"
);

/// Whether a piece of text is a face or a picture that only colours what stands before it.
fn is_smile(piece: &str) -> bool {
    let is_picture =
        |c: char| matches!(c, '\u{1f300}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{fe0f}' | '\u{200d}');
    SMILES.contains(&piece) || !piece.is_empty() && piece.chars().all(|c| is_picture(c) && !SPEAKING.contains(&c))
}

/// The byte range of a face or a picture in the piece of a text at `piece`, with the blank before it, and the mark that stands
/// for it: between words it parts what a comma would part.
pub(super) fn smile(text: &str, piece: Range<usize>) -> Option<(Range<usize>, &'static str)> {
    let said = text.get(piece.clone())?.trim_end();
    if !is_smile(said) {
        return None;
    }
    let head = text.get(..piece.start)?.trim_end();
    let is_meant = SHOWS.contains(head.rsplit(' ').next()?.to_lowercase().as_str());
    let parts = piece.end < text.len() && head.ends_with(char::is_alphanumeric);
    let colours = !head.is_empty() && !is_meant;
    colours.then(|| (head.len()..piece.start + said.len(), if parts { "," } else { "" }))
}

/// The words that a sign at `range` stands for: "change 99 to 64" of "99 -> 64", "ok" of "k". The next word begins at `next`.
pub(super) fn sign(text: &str, range: &Range<usize>, next: usize, before: &str) -> Option<Cow<'static, str>> {
    // "K is 5": a name.
    const TELLS: Phrases = phrases!("is|means|should|must|was|will|fold|folds|nearest|stays|of");
    let word = text.get(range.clone())?;
    let rest = text.get(next..)?;
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let is_arrow = |word: &str| matches!(word, "->" | "→" | "=>");
    if word.eq_ignore_ascii_case("k") && range.start == 0 {
        let agrees = rest.starts_with(char::is_alphabetic) && after_any(rest, TELLS).is_none();
        return agrees.then(|| "ok".into());
    }
    if is_arrow(word) && is_number(before) {
        let old = text.get(..range.start)?.trim_end().len() - before.len();
        return clause_start(text, old).then(|| "to".into());
    }
    let mut behind = rest.split_whitespace();
    let changes = is_number(word) && behind.next().is_some_and(is_arrow) && behind.next().is_some_and(is_number);
    (changes && clause_start(text, range.start)).then(|| format!("change {word}").into())
}

/// Whether a clause begins at a place, an "and" apart.
fn clause_start(text: &str, at: usize) -> bool {
    let head = text.get(..at).unwrap_or("").trim_end();
    let opening = ["", "and", "ok", "also", "but"];
    head.ends_with([',', ';', ':']) || opening.iter().any(|word| head.eq_ignore_ascii_case(word))
}

/// Whether a sentence is written in capitals throughout.
pub(super) fn shouts(text: &str) -> bool {
    const COMMON: Phrases =
        phrases!("THE|A|AN|TO|IS|ARE|AND|NOT|DON'T|DONT|NEVER|FOR|WE|IT|WITH|NO|OF|IN|ON|USE|I|PLEASE|THIS|THAT|STOP");
    const LEAST: usize = 3;
    let mut words = text.split_whitespace().map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()));
    !text.contains(char::is_lowercase) && words.clone().count() >= LEAST && words.any(|w| COMMON.contains(w))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_colour_and_answers_and_jokes_speak() {
        for (text, piece, stands) in [
            ("paint it 🙂", 9..13, Some((8..13, ""))),
            ("paint it :) the gate too", 9..12, Some((8..11, ","))),
            ("paint it 👍", 9..13, None),
            ("paint it pink 🤡", 14..18, None),
            ("🙂", 0..4, None),
            ("show it as 🔴 when it fails", 11..16, None),
        ] {
            assert_eq!(smile(text, piece), stands, "{text}");
        }
    }

    #[test]
    fn an_arrow_between_numbers_changes_one_to_the_other() {
        assert_eq!(sign("99 -> 64", &(0..2), 3, "").as_deref(), Some("change 99"));
        assert_eq!(sign("99 -> 64", &(3..5), 6, "99").as_deref(), Some("to"));
        assert_eq!(sign("k oak then", &(0..1), 2, "").as_deref(), Some("ok"));
        assert_eq!(sign("lamp -> bell", &(5..7), 8, "lamp"), None);
        assert_eq!(sign("lock 99 -> 64", &(8..10), 11, "99"), None);
        assert_eq!(sign("k is 5", &(0..1), 2, ""), None);
    }

    #[test]
    fn only_sentences_in_capitals_shout() {
        assert!(shouts("NEVER PAINT THE GATE") && !shouts("never PAINT the gate") && !shouts("OAK, ELM, ASH"));
    }
}
