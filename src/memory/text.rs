//! Defines the quoting of transcript words in a memory, without effect as Markdown structure.

use crate::edits::front_matter::FrontMatter;
use crate::session::suggest::Memory;
use crate::text::{SafeText, width};

/// Quotes words as Markdown without a heading, fence, comment, rule, import or list in effect.
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

/// Escapes a word: one that would import a file becomes code, where imports do not work.
fn word(word: &str) -> String {
    let bare = word.trim_start_matches(['(', '[', '{', '"', '\'', ',', ';', ':', '*', '_']);
    if bare.starts_with('@') { format!("`{}`", word.replace('`', "'")) } else { word.to_owned() }
}

fn plain_start(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '\'' | '(' | '/' | '.' | '$'))
        && !line.split_once(['.', ')']).is_some_and(|(n, _)| n.bytes().all(|b| b.is_ascii_digit()))
}

/// Escapes words for an index line: no brackets that would end its link, no field separators.
pub(super) fn link(text: &str) -> String {
    let text = SafeText::line(text);
    let text = text.as_str();
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

pub(super) fn columns(text: &str) -> usize {
    width(text)
}

/// Reads a memory from its file: the description in the front matter, and the body.
pub(super) fn read(file: &str, bytes: &[u8]) -> Memory {
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    let FrontMatter { fields, body, .. } = FrontMatter::of(&text);
    let description = fields
        .text("description")
        .or_else(|| fields.text("summary"))
        .or_else(|| body.lines().map(str::trim).find(|l| !l.is_empty()).map(str::to_owned))
        .unwrap_or_default();
    let id = source(body).and_then(|source| id_of(source).or_else(|| id_in_name(file)));
    Memory { file: file.to_owned(), id, description, body: body.to_owned() }
}

/// Opens the line that says where a memory comes from.
pub(super) const SOURCE: &str = "Source: session ";

/// The line above text that somebody else wrote.
pub(super) const EARLIER: &str = "Earlier:";

/// The text of a memory's source line; `None` for a memory that somebody else wrote.
fn source(body: &str) -> Option<&str> {
    let own = body.lines().take_while(|line| *line != EARLIER);
    own.filter_map(|line| line.strip_prefix(SOURCE)).last()
}

/// The id of the suggestion in a source: `4f1a2b3c, t7, m-a3f7c012: ...`.
fn id_of(source: &str) -> Option<String> {
    let place = source.split([':', '"']).next()?;
    let id = place.rsplit(", ").next()?.trim();
    id.strip_prefix("m-").filter(|hash| is_hash(hash)).map(|_| id.to_owned())
}

/// The id in a file name of earlier versions, which ended in its hash.
fn id_in_name(file: &str) -> Option<String> {
    let (_, hash) = file.strip_suffix(".md")?.rsplit_once('-')?;
    is_hash(hash).then(|| format!("m-{hash}"))
}

fn is_hash(text: &str) -> bool {
    text.len() == 8 && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Replaces the index lines that name one of `names` by `line`, or appends it. Line endings stay.
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
