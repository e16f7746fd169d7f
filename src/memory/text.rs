//! Defines how the words of a talk become text of a memory: quoted, so that nothing in them is taken for structure.

use std::fmt::Write as _;

use crate::session::suggest::Memory;
use crate::text::{SafeText, cut, width};

/// A YAML scalar: a JSON string is one, once the characters that only YAML knows are escaped too.
pub(super) fn scalar(text: &str) -> String {
    let text = SafeText::line(text);
    let mut out = String::from("\"");
    for c in text.as_str().chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}'..='\u{ffff}') => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Words as Markdown that says them and does nothing else: no heading, fence, comment, rule, import or list.
pub(super) fn quoted(text: &str) -> String {
    let text = SafeText::block(text);
    let tame = text.as_str().replace("<!--", "&lt;!--").replace("```", "'''").replace("~~~", "'''");
    let lines: Vec<String> = tame.lines().map(|line| line.split(' ').map(word).collect::<Vec<_>>().join(" ")).collect();
    if let [line] = lines.as_slice()
        && plain_start(line)
    {
        return line.clone();
    }
    lines.iter().map(|l| format!("> {}", l.trim_start_matches('>'))).collect::<Vec<_>>().join("\n")
}

/// A word; one that would have a file read along becomes code, in which nothing is.
fn word(word: &str) -> String {
    let bare = word.trim_start_matches(['(', '[', '{', '"', '\'', ',', ';', ':', '*', '_']);
    if bare.starts_with('@') { format!("`{}`", word.replace('`', "'")) } else { word.to_owned() }
}

fn plain_start(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '\'' | '(' | '/' | '.' | '$'))
        && !line.split_once(['.', ')']).is_some_and(|(n, _)| n.bytes().all(|b| b.is_ascii_digit()))
}

/// Words for an index line: no brackets that would end its link, none of the signs that part its fields.
pub(super) fn link(text: &str, columns: usize) -> String {
    let text = SafeText::line(text);
    let text = cut(text.as_str(), columns);
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '[' => out.push('('),
            ']' => out.push(')'),
            '<' => out.push_str("&lt;"),
            '`' => out.push('\''),
            '@' => out.push('＠'),
            c => out.push(c),
        }
    }
    let out = out.trim_start_matches(['-', '#', '>', '*', '+', ' ']);
    // A line must name what it points to.
    if out.is_empty() { "(no words)".to_owned() } else { out.to_owned() }
}

/// Columns a text takes.
pub(super) fn columns(text: &str) -> usize {
    width(text)
}

/// A file as a memory: the front matter's description, and what stands below it.
pub(super) fn read(file: &str, bytes: &[u8]) -> Memory {
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    let (head, body) = text
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---\n"))
        .map_or(("", text.as_str()), |(head, body)| (head, body));
    let field = |name: &str| {
        let line = head.lines().find_map(|l| l.strip_prefix(name)?.strip_prefix(':'))?.trim();
        Some(serde_json::from_str::<String>(line).unwrap_or_else(|_| line.trim_matches('\'').to_owned()))
    };
    let first = || body.lines().map(str::trim).find(|l| !l.is_empty()).unwrap_or_default().to_owned();
    let description = field("description").or_else(|| field("summary")).unwrap_or_else(first);
    Memory { file: file.to_owned(), description, body: body.to_owned() }
}

/// An index with one line put in: in the place of the line that names `replaces`, else at the end. Its line ends are
/// kept as they are.
pub(super) fn index_with(index: &str, line: Option<&str>, names: &[&str]) -> String {
    let ending = if index.contains("\r\n") { "\r\n" } else { "\n" };
    let mut out = String::new();
    let mut put = line;
    for old in index.split_inclusive('\n') {
        if names.iter().any(|n| old.contains(&format!("({n})")) || old.contains(&format!("`{n}`"))) {
            if let Some(line) = put.take() {
                out.push_str(line);
                out.push_str(ending);
            }
        } else {
            out.push_str(old);
        }
    }
    if let Some(line) = put {
        if !out.is_empty() && !out.ends_with('\n') {
            out.push_str(ending);
        }
        out.push_str(line);
        out.push_str(ending);
    }
    out
}
