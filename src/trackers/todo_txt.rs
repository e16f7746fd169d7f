//! Defines the format of todo.txt: one task per line, `(A) 2026-01-31 title +project @place key:value`, done with `x`.
//!
//! Rules of the format: <https://github.com/todotxt/todo.txt>. Our mark is the key `dm`; notes follow our tag at the
//! end of the line, the only place the format leaves for them.

use std::fmt::Write as _;

use super::file::FileSyntax;
use super::words::{MARK, UNDONE_BY_FILE, already_closed, id_of, one_line, signed};
use super::{Task, TaskOp, TaskStatus};

#[derive(Debug)]
pub(super) struct TodoTxt;

struct TodoTxtLine<'a> {
    done: bool,
    /// Such as `(A)`.
    priority: Option<&'a str>,
    /// The day of creation.
    created: Option<&'a str>,
    rest: &'a str,
    task: Task,
}

/// Splits off a day at the beginning of a text.
fn day(text: &str) -> (Option<&str>, &str) {
    match text.split_once(' ') {
        Some((first, rest)) if is_day(first) => (Some(first), rest),
        _ => (None, text),
    }
}

/// Whether a word is written as `2026-01-31`.
fn is_day(word: &str) -> bool {
    let mut bytes = word.bytes().enumerate();
    word.len() == 10 && bytes.all(|(at, b)| if matches!(at, 4 | 7) { b == b'-' } else { b.is_ascii_digit() })
}

/// Whether a word is a project or a context.
fn is_tag(word: &&str) -> bool {
    word.len() > 1 && word.starts_with(['+', '@'])
}

fn entry(line: &str, taken: impl Fn(&str) -> bool) -> Option<TodoTxtLine<'_>> {
    let line = line.trim_end_matches('\r');
    if line.trim().is_empty() {
        return None;
    }
    let done = line.starts_with("x ");
    let rest = line.strip_prefix("x ").unwrap_or(line);
    let has_priority = matches!(rest.as_bytes(), [b'(', b'A'..=b'Z', b')', b' ', ..]);
    let priority = if has_priority { rest.get(..3) } else { None };
    let rest = rest.get(priority.map_or(0, |_| 4)..).unwrap_or_default();
    let (first, rest) = day(rest);
    let (second, rest) = if done { day(rest) } else { (None, rest) };
    let created = if done { second } else { first };
    let (words, notes) = rest.split_once(&format!(" {MARK} ")).unwrap_or((rest, ""));
    let mark = words.split(' ').rev().find_map(|w| w.strip_prefix("dm:"));
    let mark = mark.filter(|m| m.len() == 8 && m.bytes().all(|b| b.is_ascii_hexdigit()));
    let labels = words.split(' ').filter(is_tag).map(str::to_owned).collect();
    // A done task keeps its priority as the word `pri:A`, which is not part of the title; nor is the mark.
    let title: Vec<&str> = words
        .split(' ')
        .filter(|w| !(done && w.starts_with("pri:")) && mark.is_none_or(|m| w.strip_prefix("dm:") != Some(m)))
        .collect();
    let title = title.join(" ").trim().to_owned();
    let own = mark.map(|m| format!("dm-{m}")).filter(|id| !taken(id));
    let id = own.unwrap_or_else(|| id_of("td", &title, taken));
    let body = if notes.is_empty() { String::new() } else { format!("{MARK} {notes}") };
    let status = if done { TaskStatus::Done } else { TaskStatus::Todo };
    let task = Task { id, title, status, body, labels, updated: None };
    Some(TodoTxtLine { done, priority, created, rest, task })
}

/// Every line with its task, endings kept.
fn entries(text: &str) -> Vec<(&str, Option<TodoTxtLine<'_>>)> {
    let mut out: Vec<(&str, Option<TodoTxtLine<'_>>)> = Vec::new();
    for raw in text.split_inclusive('\n') {
        let found = entry(raw.trim_end_matches('\n'), |id| {
            out.iter().any(|(_, e)| e.as_ref().is_some_and(|e| e.task.id == id))
        });
        out.push((raw, found));
    }
    out
}

impl FileSyntax for TodoTxt {
    fn tasks(&self, text: &str) -> Vec<Task> {
        entries(text).into_iter().filter_map(|(_, e)| e.map(|e| e.task)).collect()
    }

    fn edit(&self, text: &str, op: &TaskOp) -> Result<String, String> {
        let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
        if let TaskOp::Create { title, body, mark, source, on } = op {
            let gap = if text.is_empty() || text.ends_with('\n') { "" } else { ending };
            let mark = mark.trim_start_matches("dm-");
            let about = if body.trim().is_empty() { String::new() } else { one_line(body) };
            let new = format!("{on} {} dm:{mark} {}", one_line(title), signed(&about, source));
            return Ok(format!("{text}{gap}{new}{ending}"));
        }
        let id = op.task().unwrap_or_default();
        let mut out = String::with_capacity(text.len() + 200);
        for (raw, entry) in entries(text) {
            let line = raw.trim_end_matches(['\n', '\r']);
            match (entry.filter(|e| e.task.id == id), op) {
                (Some(_), TaskOp::Log { text, source, .. }) => {
                    let _ = write!(out, "{line} {}", signed(&one_line(text), source));
                }
                (Some(entry), TaskOp::Done { note, source, on, .. }) if !entry.done => {
                    let _ = write!(out, "x {on} ");
                    out.push_str(&entry.created.map(|c| format!("{c} ")).unwrap_or_default());
                    out.push_str(entry.rest.trim_end_matches(['\n', '\r']));
                    let letter = entry.priority.and_then(|p| p.get(1..2));
                    out.push_str(&letter.map(|p| format!(" pri:{p}")).unwrap_or_default());
                    let _ = write!(out, " {}", signed(&one_line(note), source));
                }
                (Some(_), TaskOp::Done { .. }) => return Err(already_closed(id)),
                (Some(_), _) => return Err(UNDONE_BY_FILE.to_owned()),
                (None, _) => {
                    out.push_str(raw);
                    continue;
                }
            }
            out.push_str(raw.get(line.len()..).unwrap_or_default());
        }
        Ok(out)
    }
}
