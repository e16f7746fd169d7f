//! Defines the writing of quoted words to a board or a document: as data, never as markup.

use crate::text::{SafeText, cut};

/// The tag in everything that the standup writes.
pub const MARK: &str = "[deltamind]";
/// The line between a task's description and its notes, where a tool keeps them apart.
pub(super) const NOTES: &str = "\n\nNotes:\n";
/// The refusal of a reopening by a board of files: its undo restores the former bytes instead.
pub(super) const UNDONE_BY_FILE: &str = "can only be undone by restoring the file";
/// Columns of a title.
const TITLE: usize = 200;

/// Words as the title of a task or a heading: one line that begins no list item, checkbox, heading, quote, fence,
/// comment or command-line option.
pub fn one_line(words: &str) -> String {
    let safe = SafeText::line(words);
    let disarmed = disarmed(safe.as_str()).replace(MARK, "(deltamind)");
    let mut rest = disarmed.as_str();
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

/// Words as lines of text without fences and comments.
pub fn paragraph(words: &str) -> String {
    disarmed(SafeText::block(words).as_str()).trim_end().to_owned()
}

/// Disarms comments, which would hide what follows them, and fences.
fn disarmed(text: &str) -> String {
    text.replace("<!--", "&lt;!--").replace("```", "'''").replace("~~~", "'''")
}

/// The text with our tag and its source.
pub(super) fn signed(text: &str, source: &str) -> String {
    let source = one_line(source);
    if text.trim().is_empty() { format!("{MARK} from {source}") } else { format!("{MARK} {text} (from {source})") }
}

/// A note as it is added to a task.
pub fn remark(text: &str, source: &str) -> String {
    signed(&one_line(text), source)
}

/// The refusal to close a task twice.
pub(super) fn already_closed(task: &str) -> String {
    format!("{task} is closed already")
}

/// The id, numbered if it is taken.
pub(super) fn unique_id(id: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut out = id.to_owned();
    let mut number = 1;
    while taken(&out) {
        number += 1;
        out = format!("{id} ({number})");
    }
    out
}

/// Eight hex digits of a text's hash, which ignores case and spaces.
pub(super) fn digits(text: &str) -> String {
    let folded = text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ");
    blake3::hash(folded.as_bytes()).to_hex()[..8].to_owned()
}

/// Beginnings of ids that are made of titles.
const FROM_TITLE: [&str; 2] = ["md-", "td-"];

/// Whether an id is made of the title, as opposed to one that the board shows.
pub(super) fn is_from_title(id: &str) -> bool {
    FROM_TITLE.iter().any(|lead| id.starts_with(lead))
}

/// A task's name for people: its id where the board shows one, and its title.
pub fn named(id: &str, title: &str) -> String {
    if is_from_title(id) { format!("\"{title}\"") } else { format!("{id} \"{title}\"") }
}

/// An id made of a title, numbered if it is taken.
pub(super) fn id_of(prefix: &str, title: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut id = format!("{prefix}-{}", digits(title));
    let mut number = 1;
    while taken(&id) {
        number += 1;
        id = format!("{prefix}-{}-{number}", digits(title));
    }
    id
}
