//! Defines where one clause ends and the next begins inside a block.

use std::borrow::Cow;
use std::ops::Range;

use super::BlockKind;
use super::blocks::Block;
use crate::language::phrases::{Phrases, after_any, phrases};
use crate::transcript::Role;

/// Abbreviations: their dot ends no sentence.
const ABBREVIATIONS: &[&str] = &["e.g", "i.e", "vs", "cf", "approx", "resp", "incl", "mr", "dr", "st", "fig"];

/// Abbreviations of "number" and "and so on", which may as well end a sentence: "legal said no. We take Adyen".
fn is_abbreviation(word: &str, next: Option<char>) -> bool {
    match word {
        "no" => next.is_some_and(|c| c.is_ascii_digit()),
        "etc" => !next.is_some_and(char::is_uppercase),
        _ => ABBREVIATIONS.contains(&word),
    }
}

/// Conjunctions that begin a new clause inside a sentence, with a modality of its own.
const JOINTS: &[&str] = &[
    "; ",
    " — ",
    " – ",
    " -- ",
    ", but ",
    " but let's ",
    ", and also ",
    ", and can ",
    ", and let's ",
    ", and then ",
    ", then ",
    ", so let's ",
    ", let's ",
    ", can you ",
    ", could you ",
    ", please ",
    ", also ",
    " and also ",
    ", otherwise ",
    ", instead ",
    ", actually ",
    " - ",
];

/// Pieces of fewer words than this are not cut off at a conjunction.
const LEAST_WORDS: usize = 2;
/// Lines longer than this are wrapped talk: the next line goes on with the same sentence.
const WRAPPED_COLUMNS: usize = 66;

/// The clauses of a block as byte ranges over `text`, trimmed and not empty.
pub fn clauses(text: &str, block: &Block, role: Role) -> Vec<Range<usize>> {
    cut(text, block, role, if puts(block, role) { offer_or_joint } else { joint })
}

/// The sentences of a block: cut at full stops, question marks and line breaks, never at a conjunction; those of the agent
/// also where it puts something to the person behind a dash or a comma.
pub fn sentences(text: &str, block: &Block, role: Role) -> Vec<Range<usize>> {
    cut(text, block, role, if puts(block, role) { offer } else { |_, _, _, _| None })
}

/// Whether a block may put something to the person.
fn puts(block: &Block, role: Role) -> bool {
    role == Role::Assistant && block.kind == BlockKind::Paragraph
}

/// Finds the start of a new clause inside a sentence: (text, place, start of the piece, end of the block).
type Joint = fn(&str, usize, usize, usize) -> Option<usize>;

fn cut(text: &str, block: &Block, role: Role, joint: Joint) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    if block.kind == BlockKind::Row || block.kind == BlockKind::Heading {
        push(text, block.range.clone(), &mut out);
        return out;
    }
    let mut start = block.range.start;
    let mut protected = block.protected.iter().peekable();
    let mut breaks = block.breaks.iter().peekable();
    let bytes = text.as_bytes();
    let mut at = block.range.start;
    while at < block.range.end {
        while protected.peek().is_some_and(|p| p.end <= at) {
            protected.next();
        }
        if let Some(p) = protected.peek()
            && p.contains(&at)
        {
            at = p.end.max(at + 1);
            continue;
        }
        let cut = match bytes.get(at) {
            Some(b'.' | b'!' | b'?' | b':') => sentence_end(text, at, start, block.range.end, role),
            Some(b'\n' | b'\r' | b' ') => {
                while breaks.peek().is_some_and(|&&b| b < at) {
                    breaks.next();
                }
                let broken = breaks.peek().is_some_and(|&&b| b == at) && line_ends(text, at);
                if broken { Some(at) } else { joint(text, at, start, block.range.end) }
            }
            Some(b',' | b';') => joint(text, at, start, block.range.end),
            _ => None,
        };
        if let Some(end) = cut {
            push(text, start..end, &mut out);
            start = end;
            at = end.max(at + 1);
        } else {
            at += 1;
        }
    }
    push(text, start..block.range.end, &mut out);
    out
}

fn push(text: &str, range: Range<usize>, out: &mut Vec<Range<usize>>) {
    let Some(piece) = text.get(range.clone()) else { return };
    let left = piece.len() - piece.trim_start_matches(is_separator).len();
    let right = piece.trim_end_matches(is_separator).len();
    // A raised thumb is a whole answer.
    if left < right && piece.chars().any(|c| c.is_alphanumeric() || matches!(c, '👍' | '👌')) {
        out.push(range.start + left..range.start + right);
    }
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '—' | '–' | '|')
}

/// Words before a colon that only lead in; the text after the colon is a clause of its own.
const LEAD_INS: &[&str] = &[
    "no",
    "yes",
    "nope",
    "ok",
    "okay",
    "yeah",
    "one more",
    "one more thing",
    "another thing",
    "quick one",
    "quick thing",
    "last thing",
    "also",
    "btw",
    "and",
    "but",
];
/// Bytes of the longest lead-in, with spaces.
const LEAD_IN: usize = 18;

/// Most words of an answer that a sentence with "But" belongs to.
const SHORT_ANSWER: usize = 4;

/// Most marks read at a sentence's end ("?!", closing quotes), so that long runs stay linear.
const MARK_RUN: usize = 8;

/// The end of the sentence whose mark stands at `at`, if it ends one.
fn sentence_end(text: &str, at: usize, start: usize, limit: usize, role: Role) -> Option<usize> {
    let rest = text.get(at..limit)?;
    let mark = rest.chars().next()?;
    let run: usize = rest.chars().take(MARK_RUN).take_while(|c| ".!?\"')*_”".contains(*c)).map(char::len_utf8).sum();
    if mark == ':' {
        // "No: let's go with Postgres": a short answer before a colon stands alone.
        if at - start > LEAD_IN {
            return None;
        }
        let before = text.get(start..at)?.trim().to_lowercase();
        let answer = LEAD_INS.contains(&before.as_str());
        return (answer && rest.starts_with(": ")).then_some(at + 1);
    }
    let after = rest.get(run..)?;
    let next = after.chars().next();
    match next {
        None => return None,
        Some(c) if !c.is_whitespace() => return None,
        Some(_) => {}
    }
    // People quote with a mark on one side only, or use it for inches.
    if role != Role::User && in_quotation(text, start, at, limit) {
        return None;
    }
    let word = text.get(start..at)?.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or("");
    // "A. Keep one queue": the label belongs to what it labels.
    let marks = ['*', '_'];
    let bare = text.get(start..at)?.trim().trim_start_matches(marks);
    let is_label = mark == '.' && bare.bytes().all(|b| (b'A'..=b'H').contains(&b));
    if is_label && word.trim_start_matches(marks).len() == 1 {
        return None;
    }
    let following = after.trim_start().chars().next();
    if mark == '.' {
        // "**1. Paint**": marks of emphasis may stand before a number.
        let low = word.trim_start_matches(['*', '_']).to_lowercase();
        let numbered =
            !low.is_empty() && low.bytes().all(|b| b.is_ascii_digit()) && low.len() <= 2 && rest.starts_with(". ");
        let alone = text.get(start..at)?.trim().trim_start_matches(['*', '_']).len() == low.len();
        if is_abbreviation(&low, following) || numbered && alone {
            return None;
        }
    }
    // "Fine by me. But keep the lid": a short answer and what limits it are one.
    let limits = role == Role::User && mark == '.' && after.trim_start().starts_with("But ");
    if limits && text.get(start..at)?.split_whitespace().nth(SHORT_ANSWER).is_none() {
        return None;
    }
    let lower = following.is_some_and(char::is_lowercase);
    // "Yes... but keep the lid": dots for a comma.
    let dots = rest.starts_with("..") || text.get(..at).is_some_and(|head| head.ends_with('.'));
    if lower && role == Role::User && mark == '.' && dots {
        return None;
    }
    if lower && mark == '.' && role != Role::User && run == 1 {
        return None;
    }
    Some(at + run)
}

/// Bytes on each side of a mark within which a quotation around it opens and closes, so that long lines stay linear.
const QUOTED: usize = 120;

/// Whether a mark stands inside a quotation: `ask "Tape found. Erase it? [y/N]" first`.
fn in_quotation(text: &str, start: usize, at: usize, limit: usize) -> bool {
    let bytes = text.as_bytes();
    let before = bytes.get(start.max(at.saturating_sub(QUOTED))..at).unwrap_or_default();
    let Some(opening) = before.iter().rposition(|b| *b == b'"') else { return false };
    let opens = before.get(opening + 1).is_some_and(u8::is_ascii_alphanumeric)
        && opening.checked_sub(1).and_then(|n| before.get(n)).is_none_or(|b| b.is_ascii_whitespace() || *b == b'(');
    let after = bytes.get(at + 1..limit.min(at + 1 + QUOTED)).unwrap_or_default();
    let closing = after.iter().position(|b| matches!(b, b'"' | b'\n')).filter(|n| after.get(*n) == Some(&b'"'));
    // A quotation mark right behind the mark ends the quotation with its sentence.
    let goes_on = closing.is_some_and(|n| n > 0 && after.get(n + 1).is_none_or(|b| !b.is_ascii_alphanumeric()));
    opens && goes_on
}

/// Whether a source line break ends a clause: people press Enter between thoughts, editors wrap.
fn line_ends(text: &str, at: usize) -> bool {
    let line_start = text.get(..at).and_then(|t| t.rfind('\n')).map_or(0, |n| n + 1);
    let columns = at - line_start;
    let next = text.get(at..).unwrap_or("").trim_start().chars().next();
    let goes_on = next.is_some_and(|c| c.is_lowercase() || c == '(');
    !goes_on || columns <= WRAPPED_COLUMNS
}

/// Whether one of [`JOINTS`] may begin with these bytes: most spaces are told apart from one by the next letter.
fn may_join(bytes: &[u8]) -> bool {
    match bytes {
        [b' ', next, ..] => matches!(next.to_ascii_lowercase(), b'-' | b'a' | b'b' | 0xe2),
        [b',' | b';', b' ', ..] => true,
        _ => false,
    }
}

fn joint(text: &str, at: usize, start: usize, limit: usize) -> Option<usize> {
    let rest = text.get(at..limit).filter(|rest| may_join(rest.as_bytes()))?;
    let joint = JOINTS
        .iter()
        .find(|j| rest.as_bytes().get(..j.len()).is_some_and(|head| head.eq_ignore_ascii_case(j.as_bytes())))?;
    let head = text.get(start..at)?;
    if conditional(head) {
        return None; // what follows holds only under the condition: it stays in its clause
    }
    let before = head.split_whitespace().take(LEAST_WORDS).count();
    let after = rest.get(joint.len()..)?.split_whitespace().take(LEAST_WORDS).count();
    let keep = joint.len() - joint.trim_start().len();
    let lead = if joint.starts_with(',') || joint.starts_with(';') { 1 } else { keep };
    (before >= LEAST_WORDS && after >= LEAST_WORDS).then_some(at + lead)
}

/// Openings of a question by which the agent asks for leave.
const ASKS: Phrases = phrases!(
    "do you want|would you like|want me to|shall i|should i|shall we|should we|may i|can i|could i|okay if|ok if|any objections"
);

/// Openings of a proposal.
const PROPOSES: Phrases = phrases!(
    "i'd|i would|i'll|i will|i could|i can|i suggest|i propose|i recommend|my suggestion|my proposal|let's|we could|we can|so i'm|so i'll|so i'd|which|what|how|could you|can you|is that|sound good|does that"
);

/// Words that make what follows depend on the words before it.
const SUBORDINATES: Phrases = phrases!(
    "if|unless|when|while|once|before|after|since|because|as|although|though|until|for|in|on|with|given|now that|whether"
);

/// Answers of the agent that something else is told behind.
const ANSWERS: Phrases = phrases!(
    "done|ok|okay|sure|got it|right|yes|no|understood|noted|good idea|makes sense|good point|fair point|fixed|all set|all done|great|agreed|confirmed|found it|sorry|correct|good question|you're right"
);

/// Least words of a statement before a proposal: fewer may be the label of an option.
const STATEMENT: usize = 4;

/// The end of the words before what the agent puts to the person, "The lamps are dark — should I use LEDs?", and of a short
/// answer before a dash.
fn offer(text: &str, at: usize, start: usize, limit: usize) -> Option<usize> {
    let rest = text.get(at..limit)?;
    let joint = [", ", " — ", " – ", " - ", " -- "].into_iter().find(|joint| rest.starts_with(joint))?;
    let next = rest.get(joint.len()..)?.trim_start();
    let head = text.get(start..at)?.trim_start();
    // Only so many words are counted, so that a sentence of many commas stays linear.
    let has = |least: usize| head.split_whitespace().take(least).count() == least;
    let asks = after_any(next, ASKS).is_some() && has(LEAST_WORDS);
    let proposes = joint != ", " && after_any(next, PROPOSES).is_some() && has(STATEMENT);
    let answered = joint != ", " && !has(STATEMENT) && ANSWERS.contains(head.to_ascii_lowercase().as_str());
    let depends = joint == ", " && after_any(head, SUBORDINATES).is_some() || conditional(head);
    ((asks || proposes || answered) && !depends).then_some(at + joint.len() - joint.trim_start().len())
}

fn offer_or_joint(text: &str, at: usize, start: usize, limit: usize) -> Option<usize> {
    offer(text, at, start, limit).or_else(|| joint(text, at, start, limit))
}

fn conditional(head: &str) -> bool {
    let mut words = head.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).take(3);
    words.any(|w| ["if", "unless", "when", "suppose", "assuming", "once"].iter().any(|c| c.eq_ignore_ascii_case(w)))
}

/// The clause's words with protected spans and longer quotations blanked out: what cues are looked for in.
/// Same length in bytes, so places stay true.
pub fn unquoted<'a>(words: &'a str, block: &Block, offset: usize) -> Cow<'a, str> {
    let mut holes: Vec<Range<usize>> = block
        .protected
        .iter()
        .filter(|p| p.start < offset + words.len() && p.end > offset)
        .map(|p| p.start.saturating_sub(offset)..(p.end - offset).min(words.len()))
        .collect();
    holes.extend(quotations(words));
    if holes.is_empty() {
        return Cow::Borrowed(words);
    }
    let mut bytes = words.as_bytes().to_vec();
    for hole in holes {
        if let Some(part) = bytes.get_mut(hole) {
            part.fill(b'`');
        }
    }
    Cow::Owned(String::from_utf8(bytes).unwrap_or_else(|_| words.to_owned()))
}

/// Quotations of two words and more, in double quotes of either make.
fn quotations(words: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    if !words.contains(['"', '“']) {
        return out;
    }
    let mut open: Option<usize> = None;
    for (at, c) in words.char_indices() {
        match (c, open) {
            ('"' | '“', None) => open = Some(at),
            ('"' | '”', Some(start)) => {
                let end = at + c.len_utf8();
                if words.get(start..end).is_some_and(|q| q.split_whitespace().count() >= 2) {
                    out.push(start..end);
                }
                open = None;
            }
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::blocks::blocks;
    use super::*;

    fn cut(text: &str, role: Role) -> Vec<String> {
        blocks(text).iter().flat_map(|b| clauses(text, b, role)).map(|r| text[r].to_owned()).collect()
    }

    #[test]
    fn sentences_lists_and_lines_are_clauses() {
        assert_eq!(cut("Use v1.2.3 of foo.rs. Then ship it!", Role::User), ["Use v1.2.3 of foo.rs.", "Then ship it!"]);
        assert_eq!(cut("ok\nno cache please\nthanks", Role::User), ["ok", "no cache please", "thanks"]);
        assert_eq!(cut("1. keep it\n2. drop the `a.b. c` flag", Role::User), ["keep it", "drop the `a.b. c` flag"]);
        assert_eq!(
            cut("Maybe Redis? No: let's go with Postgres", Role::User),
            ["Maybe Redis?", "No:", "let's go with Postgres"]
        );
    }

    #[test]
    fn marks_inside_a_quotation_end_no_clause() {
        let asks = "Ask the keeper \"Tape found. Erase it? [y/N]\" first. Then stop.";
        assert_eq!(cut(asks, Role::Assistant), ["Ask the keeper \"Tape found. Erase it? [y/N]\" first.", "Then stop."]);
        assert_eq!(cut("He said \"no.\" Use oak. The \"Old. One", Role::Assistant).len(), 4);
    }

    #[test]
    fn joints_start_a_new_clause() {
        for joint in JOINTS {
            assert!(may_join(joint.as_bytes()) && may_join(joint.to_uppercase().as_bytes()), "{joint:?}");
        }
        assert_eq!(
            cut("I'd go with option four, but could we write it down too", Role::User),
            ["I'd go with option four", "but could we write it down too"]
        );
    }

    #[test]
    fn code_and_quotations_are_blanked_for_cues() {
        let text = "The old page says \"we'll use Webpack\" and `must not`.";
        let block = &blocks(text)[0];
        let plain = unquoted(text, block, 0);
        assert!(!plain.contains("Webpack") && !plain.contains("must"));
        assert_eq!(plain.len(), text.len());
    }
}
