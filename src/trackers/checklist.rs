//! Defines the Markdown checklist: `- [ ] title  ^dm-1a2b3c4d` under headings that may name columns.
//!
//! A change touches the lines of its task only, and keeps line endings. Tasks that the program did not create have no
//! mark, so their ids are made from their titles.

use super::file::FileSyntax;
use super::words::{UNDONE_BY_FILE, already_closed, id_of, one_line, signed};
use super::{Task, TaskOp, TaskStatus};
use crate::text::fence::Fence;

/// The content of a new board.
const EMPTY: &str = "# Board\n\n## To Do\n\n## Doing\n\n## Done\n";

#[derive(Debug)]
pub(super) struct Checklist;

/// A line of the file.
struct MarkdownLine<'a> {
    /// Offset of its first byte.
    start: usize,
    /// Offset of the next line.
    end: usize,
    /// Its text without line end.
    text: &'a str,
    /// Whether it is inside a code block, where nothing is a task.
    fenced: bool,
}

/// A heading's column.
struct Column {
    status: Option<TaskStatus>,
    /// Index of its line.
    line: usize,
    /// Index behind its last line.
    end: usize,
}

/// A task with its place.
struct ChecklistEntry {
    task: Task,
    /// Index of its line.
    line: usize,
    /// Index behind the last line that belongs to it.
    end: usize,
    indent: usize,
    /// Offset of the sign in its box; `None` without a box.
    tick: Option<usize>,
    bullet: char,
    column: Option<TaskStatus>,
}

fn lines(text: &str) -> Vec<MarkdownLine<'_>> {
    let (mut start, mut fence) = (0, Fence::default());
    let mut out = Vec::new();
    for raw in text.split_inclusive('\n') {
        let line = raw.trim_end_matches(['\n', '\r']);
        out.push(MarkdownLine { start, end: start + raw.len(), text: line, fenced: fence.takes(line) });
        start += raw.len();
    }
    out
}

fn heading(line: &MarkdownLine<'_>) -> Option<(usize, String)> {
    let level = line.text.bytes().take_while(|b| *b == b'#').count();
    let words = line.text.get(level..).filter(|rest| (1..=6).contains(&level) && rest.starts_with(' '))?;
    (!line.fenced).then(|| (level, words.trim().trim_end_matches(['#', ':', ' ']).to_owned()))
}

fn columns(lines: &[MarkdownLine<'_>]) -> Vec<Column> {
    let mut out: Vec<Column> = Vec::new();
    let mut open: Vec<(usize, Option<TaskStatus>)> = Vec::new();
    for (at, (level, words)) in lines.iter().enumerate().filter_map(|(at, l)| Some((at, heading(l)?))) {
        if let Some(last) = out.last_mut() {
            last.end = at;
        }
        open.retain(|(above, _)| *above < level);
        // A heading that names no column belongs to the one above it.
        let status = TaskStatus::of_words(&words).or_else(|| open.iter().rev().find_map(|(_, status)| *status));
        open.push((level, status));
        out.push(Column { status, line: at, end: lines.len() });
    }
    out
}

/// Indent, bullet, sign in the box with its offset in the line, title.
type ListPoint<'a> = (usize, char, Option<(char, usize)>, &'a str);

/// Bytes of leading spaces and tabs.
fn indent_of(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

fn item(text: &str) -> Option<ListPoint<'_>> {
    let indent = indent_of(text);
    let mut rest = text.get(indent..)?.chars();
    let bullet = rest.next().filter(|c| matches!(c, '-' | '*' | '+'))?;
    let rest = rest.as_str();
    let body = rest.trim_start();
    if body.len() == rest.len() {
        return None;
    }
    let mut signs = body.chars();
    if let (Some('['), Some(sign), Some(']')) = (signs.next(), signs.next(), signs.next())
        && matches!(sign, ' ' | 'x' | 'X' | '-' | '~' | '/')
        && signs.as_str().starts_with(' ')
    {
        let at = text.len() - body.len() + 1;
        return Some((indent, bullet, Some((sign, at)), signs.as_str().trim()));
    }
    Some((indent, bullet, None, body.trim()))
}

/// The mark at the end of a title.
fn marked(title: &str) -> (&str, Option<&str>) {
    let found = title.rsplit_once('^').filter(|(before, mark)| {
        let hex = mark.strip_prefix("dm-").is_some_and(|h| h.len() == 8 && h.bytes().all(|b| b.is_ascii_hexdigit()));
        hex && before.ends_with([' ', '\t'])
    });
    found.map_or((title, None), |(before, mark)| (before.trim_end(), Some(mark)))
}

fn status(column: Option<TaskStatus>, sign: Option<char>) -> TaskStatus {
    match sign {
        Some('x' | 'X') => TaskStatus::Done,
        Some('-') => TaskStatus::Dropped,
        Some('~' | '/') => TaskStatus::Doing,
        _ => column.unwrap_or(TaskStatus::Todo),
    }
}

fn entries(lines: &[MarkdownLine<'_>], columns: &[Column]) -> Vec<ChecklistEntry> {
    let boxes = lines.iter().any(|l| !l.fenced && item(l.text).is_some_and(|(_, _, tick, _)| tick.is_some()));
    let mut out: Vec<ChecklistEntry> = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, l)| !l.fenced) {
        let Some((indent, bullet, tick, words)) = item(line.text) else { continue };
        // A list without any box is a list of tasks; beside boxes, plain points are notes.
        if (tick.is_none() && (boxes || indent > 0)) || words.is_empty() {
            continue;
        }
        let column = columns.iter().rev().find(|c| c.line < at).and_then(|c| c.status);
        let below =
            lines.iter().skip(at + 1).take_while(|l| !l.text.trim().is_empty() && indent_of(l.text) > indent).count();
        let (title, mark) = marked(words);
        let id = mark.filter(|m| !is_taken(&out, m));
        let id = id.map_or_else(|| id_of("md", title, |id| is_taken(&out, id)), str::to_owned);
        let notes = lines.get(at + 1..at + 1 + below).unwrap_or_default().iter();
        let body: Vec<&str> =
            notes.filter(|l| item(l.text).is_none_or(|i| i.2.is_none())).map(|l| l.text.trim()).collect();
        let sign = tick.map(|(sign, _)| sign);
        let task = Task {
            id,
            title: title.to_owned(),
            status: status(column, sign),
            body: body.join("\n"),
            labels: Vec::new(),
            updated: None,
        };
        let tick = tick.map(|(_, offset)| line.start + offset);
        out.push(ChecklistEntry { task, line: at, end: at + 1 + below, indent, tick, bullet, column });
    }
    out
}

impl FileSyntax for Checklist {
    fn tasks(&self, text: &str) -> Vec<Task> {
        let lines = lines(text);
        entries(&lines, &columns(&lines)).into_iter().map(|e| e.task).collect()
    }

    fn edit(&self, text: &str, op: &TaskOp) -> Result<String, String> {
        let text = if text.trim().is_empty() { EMPTY } else { text };
        let lines = lines(text);
        let columns = columns(&lines);
        let entries = entries(&lines, &columns);
        let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
        match op {
            // One line: where it comes from stands in the standup's own log.
            TaskOp::Create { title, mark, .. } => {
                let bullet = entries.last().map_or('-', |e| e.bullet);
                let new = format!("{bullet} [ ] {}  ^{mark}{ending}", one_line(title));
                Ok(put_new(text, &lines, &columns, &entries, &new, ending))
            }
            TaskOp::Log { task, text: note, source } => {
                let entry = entry_of(&entries, task)?;
                Ok(splice(text, end_of(&lines, entry.end), &note_line(entry, note, source, ending), ending))
            }
            // The tick alone, for the same reason.
            TaskOp::Done { task, .. } => {
                let entry = entry_of(&entries, task)?;
                if !entry.task.status.is_open() {
                    return Err(already_closed(task));
                }
                let tick = entry.tick.ok_or("has no box to tick there")?;
                let start = lines.get(entry.line).map_or(0, |l| l.start);
                let end = end_of(&lines, entry.end);
                let mut block = text.get(start..tick).unwrap_or_default().to_owned();
                block.push('x');
                block.push_str(text.get(tick + 1..end).unwrap_or_default());
                let rest = (text.get(..start).unwrap_or_default(), text.get(end..).unwrap_or_default());
                let moves = entry.indent == 0 && entry.column.is_some_and(TaskStatus::is_open);
                let done = columns.iter().find(|c| c.status == Some(TaskStatus::Done) && moves);
                let Some(done) = done else { return Ok(format!("{}{block}{}", rest.0, rest.1)) };
                let at = end_of(&lines, last_filled(&lines, done) + 1);
                if !block.ends_with('\n') {
                    block.push_str(ending);
                }
                // The offset in the text without the task.
                let at = if at >= end { at - (end - start) } else { at };
                let without = format!("{}{}", rest.0, rest.1);
                let block = if last_filled(&lines, done) == done.line { format!("{ending}{block}") } else { block };
                Ok(splice(&without, at, &block, ending))
            }
            _ => Err(UNDONE_BY_FILE.to_owned()),
        }
    }
}

fn is_taken(entries: &[ChecklistEntry], id: &str) -> bool {
    entries.iter().any(|e| e.task.id == id)
}

fn entry_of<'e>(entries: &'e [ChecklistEntry], id: &str) -> Result<&'e ChecklistEntry, String> {
    entries.iter().find(|e| e.task.id == id).ok_or_else(|| format!("has no task {id}"))
}

fn note_line(entry: &ChecklistEntry, note: &str, source: &str, ending: &str) -> String {
    format!("{}  {} {}{ending}", " ".repeat(entry.indent), entry.bullet, signed(&one_line(note), source))
}

/// The end offset of the line before index `line`.
fn end_of(lines: &[MarkdownLine<'_>], line: usize) -> usize {
    line.checked_sub(1).and_then(|at| lines.get(at)).map_or(0, |l| l.end)
}

/// Index of the last line of a column that is not empty; its heading when all are.
fn last_filled(lines: &[MarkdownLine<'_>], column: &Column) -> usize {
    let within = lines.get(column.line..column.end).unwrap_or_default();
    column.line + within.iter().rposition(|l| !l.text.trim().is_empty()).unwrap_or(0)
}

/// Inserts `new` at offset `at`, on a line of its own.
fn splice(text: &str, at: usize, new: &str, ending: &str) -> String {
    let (before, after) = (text.get(..at).unwrap_or(text), text.get(at..).unwrap_or_default());
    let gap = if before.is_empty() || before.ends_with('\n') { "" } else { ending };
    format!("{before}{gap}{new}{after}")
}

/// Inserts a new task: at the end of the todo column, else after the last open task, else at the end of the file.
fn put_new(
    text: &str,
    lines: &[MarkdownLine<'_>],
    columns: &[Column],
    entries: &[ChecklistEntry],
    new: &str,
    ending: &str,
) -> String {
    if let Some(column) = columns.iter().find(|c| c.status == Some(TaskStatus::Todo)) {
        let last = last_filled(lines, column);
        let new = if last == column.line { format!("{ending}{new}") } else { new.to_owned() };
        return splice(text, end_of(lines, last + 1), &new, ending);
    }
    let open = entries.iter().rev().find(|e| e.indent == 0 && e.task.status.is_open());
    if let Some(open) = open {
        return splice(text, end_of(lines, open.end), new, ending);
    }
    let new = if entries.is_empty() { format!("{ending}{new}") } else { new.to_owned() };
    splice(text, text.len(), &new, ending)
}
