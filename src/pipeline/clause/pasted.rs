//! Defines the detection of pasted material in a message: a mail, or the screen of an agent's terminal. Its words are
//! not the person's.

use std::ops::Range;

use super::blocks::Block;
use super::{document, machine};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::authorship;
use crate::text::patterns;

/// Marks agents' terminals begin a line with: an answer, a tool's result, a prompt, a thought.
const MARKS: &[&str] = &["⏺", "⎿", "❯", "✻"];
/// Least lines with a mark that make a screen; a single one may be a bullet.
const MIN_LINES: usize = 2;

/// Least bytes of a prompt: "you are right" is talk.
const PROMPT_BYTES: usize = 60;

/// Whether a block is a prompt for a model: it tells the model who it is, or stands between a template's marks.
pub(super) fn prompt(text: &str, block: &Block) -> bool {
    let words = text.get(block.range.clone()).unwrap_or("");
    let name = words.strip_prefix("You are ").unwrap_or("");
    let told = name.starts_with("a ")
        || name.starts_with("an ")
        || name.starts_with("the ")
        || name.starts_with(char::is_uppercase);
    let marked = words.starts_with('[') && words.contains("[/") && words.trim_end().ends_with(']');
    marked || told && words.len() >= PROMPT_BYTES
}

/// Whether a block belongs to a pasted mail: from its header lines on, until a block that begins as people type.
pub(super) fn mail(text: &str, block: &Block, within: bool) -> bool {
    let words = text.get(block.range.clone()).unwrap_or("");
    words.lines().take(6).any(is_mail_header) || (within && !words.starts_with(|c: char| c.is_lowercase()))
}

fn is_mail_header(line: &str) -> bool {
    ["From:", "Subject:", "Sent:", "Cc:"].iter().any(|h| line.trim_start().starts_with(h))
}

fn has_mark(line: &str) -> bool {
    MARKS.iter().any(|s| line.trim_start().starts_with(s))
}

/// The lines of a person's message that are not the person's words, as byte ranges in order: an agent's screen, what a
/// program wrote, a command to the agent's program.
pub(super) fn others(text: &str) -> Vec<Range<usize>> {
    let mut out = terminal(text);
    let machine = machine::lines(text);
    out.extend(document::carried(text, &machine));
    out.extend(machine);
    out.extend(fenced(text));
    out.extend(command(text));
    out.extend(quoted(text));
    out.extend(told(text));
    out.extend(referred(text));
    out.extend(authorship::pasted(text));
    out.sort_by_key(|r| r.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for range in out {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

patterns! {
    /// A line that announces something to look things up in.
    FOR_REFERENCE = r"(?im)^[^\n?]{0,80}\bfor (?:your |my |more )?(?:reference|context|background)\b[^\n?.]{0,40}:[ \t]*$";
    /// Several sentences between quotation marks.
    QUOTED = r#"(?:^|[\s(])("[^"\n]{4,}[.!?]\s[^"\n]{4,}"|“[^”\n]{4,}[.!?]\s[^”\n]{4,}”)"#;
    /// Somebody and what they say, in one line: "the customer mailed: We need it by Friday."
    TOLD = r"(?m)^(?:(?:the|our|my|an?|his|her|their) )?(?P<who>[\w.-]+)(?: [\w.-]+){0,2} (?:mailed|wrote|writes|said|says|asked|asks|replied|answered|posted|commented|told me|told us|suggests|suggested|recommends|in slack|on slack|in teams|in the chat|by mail|via mail|on discord|on github)(?: (?:me|us|today|yesterday|back|this|the following))*: ?(?P<words>\S.*)$|^(?:Reviewer|Commenter) \d+: (?P<review>\S.*)$";
}

/// The lines between two lines of three quotation marks each, those included.
fn fenced(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let (mut at, mut open) = (0, None);
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        if matches!(line.trim(), "\"\"\"" | "'''" | "“””" | "<<<" | ">>>") {
            match open.take() {
                Some(from) => out.push(from..end),
                None => open = Some(at),
            }
        }
        at = end;
    }
    out
}

/// Words of others, told in one line.
fn told(text: &str) -> impl Iterator<Item = Range<usize>> {
    const OWN: Phrases = phrases!("i|we|you|it|as|like|this|that|so|and|but|what|who|if|when");
    TOLD.captures_iter(text)
        .filter(|found| found.name("who").is_none_or(|who| !OWN.contains(who.as_str().to_lowercase().as_str())))
        .filter_map(|found| found.name("words").or_else(|| found.name("review")).map(|m| m.range()))
}

/// Quotations of several sentences: somebody's words, not a name or a label.
fn quoted(text: &str) -> Vec<Range<usize>> {
    QUOTED.captures_iter(text).filter_map(|found| found.get(1)).map(|m| m.range()).collect()
}

/// Finds the text below a line that introduces material for reference: "The specification once more for reference:".
fn referred(text: &str) -> Option<Range<usize>> {
    FOR_REFERENCE.find(text).map(|lead| lead.end()..text.len())
}

/// The first line where it is a command to the agent's program ("/compact"), not a path.
fn command(text: &str) -> Option<Range<usize>> {
    let line = text.lines().next()?;
    let name = line.strip_prefix('/')?.split_whitespace().next()?;
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || "-_:".contains(c));
    plain.then_some(0..line.len())
}

/// The lines of a pasted terminal as byte ranges, in order: those with a mark, and the indented ones after the first of
/// them.
pub(super) fn terminal(text: &str) -> Vec<Range<usize>> {
    if text.is_ascii() || text.lines().filter(|l| has_mark(l)).take(MIN_LINES).count() < MIN_LINES {
        return Vec::new();
    }
    let mut at = 0;
    let mut within = false;
    let mut out = Vec::new();
    for line in text.split_inclusive('\n') {
        within |= has_mark(line);
        if within && (has_mark(line) || line.starts_with(char::is_whitespace)) {
            out.push(at..at + line.len());
        }
        at += line.len();
    }
    out
}

/// Whether a place lies in one of these ranges.
pub(super) fn holds(ranges: &[Range<usize>], at: usize) -> bool {
    let next = ranges.partition_point(|r| r.end <= at);
    ranges.get(next).is_some_and(|r| r.start <= at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pasted(text: &str) -> Vec<&str> {
        terminal(text).into_iter().map(|r| text[r].trim()).collect()
    }

    #[test]
    fn the_screen_of_another_session_is_no_talk() {
        let text = "That is not right:\n❯ make it blue\n  ⎿  Read 2 files\n\n⏺ Done. We use SQLite now.\n     (use \"git add <file>...\" to update)\nplease fix it\n";
        let lines = pasted(text);
        assert_eq!(lines.len(), 5);
        assert!(!lines.iter().any(|l| l.contains("not right") || l.contains("please fix")));
        assert!(lines.contains(&"(use \"git add <file>...\" to update)"));
    }

    #[test]
    fn a_bullet_of_ones_own_is_talk() {
        assert!(pasted("❯ use SQLite\n  and keep it small\n").is_empty());
        assert!(pasted("plain words\n  set in\n").is_empty());
    }

    #[test]
    fn places_are_found_in_order() {
        let ranges = [2..4, 6..9];
        assert_eq!([0, 2, 3, 4, 6, 8, 9].map(|at| holds(&ranges, at)), [false, true, true, false, true, true, false]);
    }
}
