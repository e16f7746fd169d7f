//! Defines how strangers' words become part of a board or a document: as data, never as structure.

use crate::text::{SafeText, cut};

/// What everything the standup writes carries.
pub const MARK: &str = "[deltamind]";
/// Columns of a title.
const TITLE: usize = 200;

/// Words as the title of a task or a heading: one line that opens no list, box, heading, quote, fence or comment, and
/// no option of a command.
pub fn one_line(words: &str) -> String {
    let safe = SafeText::line(words);
    let tame = tame(safe.as_str()).replace(MARK, "(deltamind)");
    let mut rest = tame.as_str();
    loop {
        let next = rest.trim_start().trim_start_matches(['-', '*', '+', '#', '>', '=', '|']).trim_start();
        let boxed = ["[ ]", "[x]", "[X]", "[-]", "[~]", "[/]"].iter().find_map(|b| next.strip_prefix(b));
        let next = boxed.unwrap_or(next);
        if next == rest {
            break;
        }
        rest = next;
    }
    let rest = rest.trim();
    cut(if rest.is_empty() { "(no title)" } else { rest }, TITLE).into_owned()
}

/// Words as lines of text that close what they open and hide nothing.
pub fn paragraph(words: &str) -> String {
    tame(SafeText::block(words).as_str()).trim_end().to_owned()
}

/// No comment is opened: it would hide what follows it. No fence either.
fn tame(text: &str) -> String {
    text.replace("<!--", "&lt;!--").replace("```", "'''").replace("~~~", "'''")
}

/// Whose note it is, and where it is from.
pub(super) fn signed(text: &str, source: &str) -> String {
    let source = one_line(source);
    if text.trim().is_empty() { format!("{MARK} from {source}") } else { format!("{MARK} {text} (from {source})") }
}

/// A note as it goes on a task.
pub fn remark(text: &str, source: &str) -> String {
    signed(&one_line(text), source)
}

/// An id, told apart from those it must not be taken for.
pub(super) fn apart(id: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut out = id.to_owned();
    let mut number = 1;
    while taken(&out) {
        number += 1;
        out = format!("{id} ({number})");
    }
    out
}

/// Digits that stand for a text, whatever its capitals and spaces.
pub(super) fn digits(text: &str) -> String {
    let folded = text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ");
    blake3::hash(folded.as_bytes()).to_hex()[..8].to_owned()
}

/// The id made of a title, told apart from those before it that are made of the same.
pub(super) fn id_of(prefix: &str, title: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut id = format!("{prefix}-{}", digits(title));
    let mut number = 1;
    while taken(&id) {
        number += 1;
        id = format!("{prefix}-{}-{number}", digits(title));
    }
    id
}
