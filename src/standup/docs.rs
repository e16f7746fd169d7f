//! Defines how documents are created and extended: a new file, a section at the end, a field of the front matter.
//! Existing text is never changed, but for a line that the person corrects.

use std::collections::BTreeSet;

use super::action::StandupAction;
use super::project::{Doc, DocHeading};
use crate::edits::front_matter::{self, FrontMatter, scalar};
use crate::edits::{ConfinedFolder, EditError, FileChange};
use crate::text::SafeText;
use crate::text::fence::{Fence, is_markdown};
use crate::trackers::{MARK, one_line};

/// Folders of documents.
const FOLDERS: [&str; 2] = ["docs", "doc"];
/// Names of folders of decision records.
const DECISIONS: &[&str] = &["adr", "adrs", "decisions", "decision-records", "decision-log", "architecture-decisions"];
/// The first number that a decision record does not have.
const YEAR: u32 = 1900;
/// Folders of tools' notes.
const SKILLS: [&str; 3] = [".claude/skills", ".agents/skills", "skills"];
/// Most documents that are read.
const MOST: usize = 5000;

/// The text of a section, verbatim except that secrets are removed, hidden characters and comments made visible, and an
/// open code fence is closed so that it does not swallow what follows.
pub fn verbatim(content: &str) -> String {
    let mut out = String::new();
    let mut fence = Fence::default();
    for line in SafeText::block(content).as_str().lines() {
        let shown = if fence.takes(line) { line.to_owned() } else { line.replace("<!--", "&lt;!--") };
        out.push_str(&shown);
        out.push('\n');
    }
    out.push_str(&fence.closing().unwrap_or_default());
    format!("{}\n", out.trim_matches('\n'))
}

/// The line that names this program and the source.
fn signature(source: &str) -> String {
    format!("> {MARK} from {}\n", one_line(source))
}

/// The beginning of the line that names a document's tasks.
const TASKS: &str = "> Tasks proposed with it: ";

/// The line that names the tasks proposed with a section; empty where there are none.
fn tasks_line(tasks: &[String]) -> String {
    let titles: Vec<String> = tasks.iter().map(|t| one_line(t)).collect();
    if titles.is_empty() { String::new() } else { format!(">\n{TASKS}{}\n", titles.join("; ")) }
}

/// The ids of the tasks named in a document of ours.
pub(super) fn linked(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|l| l.strip_prefix(TASKS));
    let ids = lines.flat_map(|l| l.split("; ")).filter_map(|task| task.split_whitespace().next());
    ids.map(str::to_owned).collect()
}

/// The text of an existing file, or why there is none.
fn existing_text<'a>(path: &str, before: Option<&'a [u8]>) -> Result<&'a str, String> {
    let bytes = before.ok_or_else(|| format!("{path} is not there"))?;
    std::str::from_utf8(bytes).map_err(|_| format!("{path} is not UTF-8 text"))
}

fn document_change(path: &str, before: Option<&[u8]>, after: String) -> FileChange {
    FileChange {
        own: false,
        file: path.to_owned(),
        before: before.map(<[u8]>::to_vec),
        after: Some(after.into_bytes()),
    }
}

/// Drafts an action on a document. `before` is the file's content, `tasks` those proposed with it.
pub(super) fn edit(
    action: &StandupAction,
    source: &str,
    tasks: &[String],
    before: Option<&[u8]>,
) -> Result<FileChange, String> {
    match action {
        StandupAction::CreateDoc { path, .. } if before.is_some() => Err(format!("{path} is there already")),
        StandupAction::CreateDoc { path, title, content } => {
            let signed = signature(source) + &tasks_line(tasks);
            let after = format!("# {}\n\n{signed}\n{}", one_line(title), verbatim(content));
            Ok(document_change(path, before, after))
        }
        StandupAction::EnrichDoc { path, heading, content } | StandupAction::FixSkill { path, heading, content } => {
            let text = existing_text(path, before)?;
            let signed = signature(source) + &tasks_line(tasks);
            let section = format!("## {}\n\n{signed}\n{}", one_line(heading), verbatim(content));
            let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
            let gap = match text {
                "" => "",
                t if t.ends_with("\n\n") || t.ends_with("\r\n\r\n") => "",
                t if t.ends_with('\n') => ending,
                _ => &ending.repeat(2),
            };
            if text.replace("\r\n", "\n").contains(verbatim(content).trim_end()) {
                return Err(format!("{path} already has this text"));
            }
            Ok(document_change(path, before, format!("{text}{gap}{}", section.replace('\n', ending))))
        }
        StandupAction::DocMetadata { path, field, value } => {
            let text = existing_text(path, before)?;
            let unclosed = text.lines().next() == Some("---") && !FrontMatter::of(text).exists();
            if unclosed {
                return Err(format!("{path} has a head that does not end"));
            }
            if FrontMatter::of(text).fields.has_lines(field) {
                return Err(format!("{path} has a {field} of several lines"));
            }
            let after = front_matter::set(text, field, &scalar(&one_line(value)));
            Ok(document_change(path, before, after))
        }
        StandupAction::CorrectDoc { path, line, now } => {
            let text = existing_text(path, before)?;
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let same = |l: &&&str| l.trim_end_matches(['\n', '\r']) == line;
            if lines.iter().filter(same).count() != 1 {
                return Err(format!("{path} no longer has this line exactly once"));
            }
            let put = |l: &&str| match l.strip_prefix(line.as_str()) {
                Some(ending) if matches!(ending, "" | "\n" | "\r\n") => {
                    format!("{}{ending}", SafeText::line(now).as_str())
                }
                _ => (*l).to_owned(),
            };
            Ok(document_change(path, before, lines.iter().map(put).collect()))
        }
        _ => Err("is no change of a document".to_owned()),
    }
}

/// The documents of a project, by path.
pub(super) fn load(folder: &ConfinedFolder, routes: impl Iterator<Item = String>) -> Result<Vec<Doc>, EditError> {
    let mut folders: Vec<String> = FOLDERS.iter().map(|f| (*f).to_owned()).chain(routes).collect();
    folders.sort();
    folders.dedup();
    // A folder inside another one is read with it.
    let outer: Vec<String> =
        folders.iter().filter(|f| !folders.iter().any(|a| f.starts_with(&format!("{a}/")))).cloned().collect();
    read(folder, &outer, &is_markdown)
}

/// The number that a decision record in a folder begins with, and its digits: 3 and 4 of `0003-use-belts.md`.
pub(super) fn record_number(path: &str, folder: &str) -> Option<(u32, usize)> {
    let name = path.strip_prefix(folder)?.strip_prefix('/')?;
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    let number = name.get(..digits)?.parse().ok()?;
    let parted = name.get(digits..).is_some_and(|rest| rest.starts_with(['-', '_', '.']));
    // A greater one is a year.
    ((2..=4).contains(&digits) && number < YEAR && parted).then_some((number, digits))
}

/// The folder in which a project keeps its decision records: of the folders called so, the one with the most numbered
/// documents.
pub(super) fn decisions_folder(docs: &[Doc]) -> Option<&str> {
    let folders: BTreeSet<&str> = docs.iter().filter_map(|doc| Some(doc.path.rsplit_once('/')?.0)).collect();
    let named = folders
        .into_iter()
        .filter(|folder| DECISIONS.contains(&folder.rsplit('/').next().unwrap_or_default().to_lowercase().as_str()));
    let counted =
        named.map(|folder| (docs.iter().filter(|d| record_number(&d.path, folder).is_some()).count(), folder));
    counted.filter(|(records, _)| *records > 0).max_by_key(|(records, _)| *records).map(|(_, folder)| folder)
}

/// The notes of the project's tools, by path.
pub(super) fn load_skills(folder: &ConfinedFolder) -> Result<Vec<Doc>, EditError> {
    let folders = SKILLS.map(str::to_owned);
    read(folder, &folders, &|path| path.ends_with("/SKILL.md"))
}

fn read(folder: &ConfinedFolder, below: &[String], wanted: &dyn Fn(&str) -> bool) -> Result<Vec<Doc>, EditError> {
    let mut out = Vec::new();
    for place in below {
        for path in folder.files(place, MOST, wanted)? {
            let bytes = folder.read(&path)?.unwrap_or_default();
            out.push(doc(path, String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    out.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(out)
}

/// A document with its headings found.
pub fn doc(path: String, text: String) -> Doc {
    let mut headings = Vec::new();
    let mut fence = Fence::default();
    for line in text.lines() {
        let fenced = fence.takes(line);
        let level = line.bytes().take_while(|b| *b == b'#').count();
        if let Some(words) = line.get(level..).filter(|w| !fenced && (1..=6).contains(&level) && w.starts_with(' ')) {
            headings
                .push(DocHeading { level: level as u8, text: words.trim().trim_end_matches('#').trim().to_owned() });
        }
    }
    let titled = FrontMatter::of(&text).fields.text("title");
    let title = titled.or_else(|| main_heading(&headings)).unwrap_or_else(|| title_from_path(&path));
    Doc { path, title, headings, text }
}

/// The first heading of level 1, else the first heading.
fn main_heading(headings: &[DocHeading]) -> Option<String> {
    headings.iter().find(|h| h.level == 1).or(headings.first()).map(|h| h.text.clone())
}

/// The file name without its extension, with spaces for hyphens and underscores.
fn title_from_path(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).trim_end_matches(".md").replace(['-', '_'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_go_where_the_project_has_numbered_ones() {
        let docs = |paths: &[&str]| paths.iter().map(|p| doc((*p).to_owned(), String::new())).collect::<Vec<_>>();
        let folder = |paths: &[&str]| decisions_folder(&docs(paths)).map(str::to_owned);
        let adr = folder(&["docs/adr/0001-use-belts.md", "docs/decisions/notes.md", "docs/plans/0001-map.md"]);
        assert_eq!(adr.as_deref(), Some("docs/adr"));
        let both = folder(&["docs/adr/01-a.md", "docs/decisions/0001-a.md", "docs/decisions/0002-b.md"]);
        assert_eq!(both.as_deref(), Some("docs/decisions"));
        assert_eq!(folder(&["docs/adr/README.md", "docs/adr/2026-05-01-belts.md"]), None, "no record has a number");
        assert_eq!(record_number("docs/adr/012-use-belts.md", "docs/adr"), Some((12, 3)));
    }
}
