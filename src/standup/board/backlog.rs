//! Defines [`BacklogFiles`], the task files of Backlog.md: one Markdown file a task, with a head of fields.
//!
//! Layout and fields as in <https://github.com/MrLesk/Backlog.md>: `backlog/tasks/back-7 - Title.md`, closed ones in
//! `completed/`, put away ones in `archive/tasks/`. No command is run.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::words::{one_line, paragraph, signed};
use super::{Board, BoardError, BoardKind, Drafted, FileChange, Task, TaskOp, TaskStatus};
use crate::standup::fence::is_markdown;
use crate::store::Confined;

/// Most task files.
const MOST: usize = 20_000;
/// Letters of a title in a file's name.
const NAME: usize = 60;
/// Where notes end in a file that has some.
const NOTES_END: &str = "<!-- SECTION:NOTES:END -->";

/// The files of a project's backlog.
#[derive(Debug)]
pub struct BacklogFiles {
    root: PathBuf,
    folder: String,
}

/// A task file.
struct TaskFile {
    path: String,
    text: String,
    task: Task,
}

/// The value of a field in the head of a file.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let head = head(text)?;
    let line = head.lines().find_map(|l| l.strip_prefix(name)?.strip_prefix(':'))?;
    Some(line.trim())
}

/// A scalar without its quotes.
fn bare(value: &str) -> String {
    if let Some(inner) = value.strip_prefix('\'').and_then(|v| v.strip_suffix('\'')) {
        return inner.replace("''", "'");
    }
    serde_json::from_str(value).unwrap_or_else(|_| value.to_owned())
}

/// The fields at the beginning, without their fences.
fn head(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n"))?;
    let end = rest.find("\n---")?;
    rest.get(..=end)
}

/// A list in the head, in one line or many.
fn list(text: &str, name: &str) -> Vec<String> {
    let Some(head) = head(text) else { return Vec::new() };
    let mut lines = head.lines().skip_while(|l| !l.starts_with(&format!("{name}:")));
    let first = lines.next().and_then(|l| l.split_once(':')).map_or("", |(_, v)| v.trim());
    if let Some(inner) = first.strip_prefix('[').and_then(|v| v.strip_suffix(']')) {
        return inner.split(',').map(|v| bare(v.trim())).filter(|v| !v.is_empty()).collect();
    }
    lines.map_while(|l| l.trim_start().strip_prefix("- ")).map(|v| bare(v.trim())).collect()
}

fn time(value: &str) -> Option<Timestamp> {
    let value = value.replace(' ', "T");
    let whole = if value.len() == 10 { format!("{value}T00:00:00Z") } else { format!("{value}:00Z") };
    value.parse().ok().or_else(|| whole.parse().ok())
}

impl BacklogFiles {
    /// The backlog in this folder of a project: `backlog`, or `.backlog`.
    pub fn new(root: &Path, folder: &str) -> Self {
        Self { root: root.to_owned(), folder: folder.to_owned() }
    }

    fn unreadable(&self, why: impl std::fmt::Display) -> BoardError {
        BoardError::Unreadable { place: self.place(), why: why.to_string() }
    }

    fn open(&self) -> Result<Confined, BoardError> {
        Confined::open(&self.root).map_err(|e| self.unreadable(e))
    }

    fn config(&self, folder: &Confined) -> Result<String, BoardError> {
        let bytes = folder.read(&format!("{}/config.yml", self.folder)).map_err(|e| self.unreadable(e))?;
        Ok(String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned())
    }

    fn files(&self, folder: &Confined) -> Result<Vec<TaskFile>, BoardError> {
        let mut out = Vec::new();
        for (below, away) in
            [("tasks", None), ("completed", Some(TaskStatus::Done)), ("archive/tasks", Some(TaskStatus::Dropped))]
        {
            let below = format!("{}/{below}", self.folder);
            let paths = folder.files(&below, MOST, &is_markdown).map_err(|e| self.unreadable(e))?;
            for path in paths {
                let bytes = folder.read(&path).map_err(|e| self.unreadable(e))?.unwrap_or_default();
                let text =
                    String::from_utf8(bytes).map_err(|_| self.unreadable(format!("{path} is not UTF-8 text")))?;
                let Some(id) = field(&text, "id").map(bare).filter(|id| !id.is_empty()) else {
                    return Err(self.unreadable(format!("{path} has no id in its head")));
                };
                let title = field(&text, "title").map(bare).unwrap_or_default();
                let column = field(&text, "status").map(bare).unwrap_or_default();
                let status = away.or_else(|| TaskStatus::of_words(&column)).unwrap_or(TaskStatus::Todo);
                let body = text.split_once("\n---").and_then(|(_, b)| b.split_once('\n')).map_or("", |(_, b)| b).trim();
                let updated = field(&text, "updated_date").or_else(|| field(&text, "created_date"));
                let task = Task {
                    id,
                    title,
                    status,
                    body: body.to_owned(),
                    labels: list(&text, "labels"),
                    updated: updated.and_then(|v| time(&bare(v))),
                };
                out.push(TaskFile { path, text, task });
            }
        }
        Ok(out)
    }

    fn create(&self, folder: &Confined, files: &[TaskFile], op: &TaskOp) -> Result<FileChange, BoardError> {
        let TaskOp::Create { title, body, mark, source, on } = op else {
            return Err(BoardError::Refused { place: self.place(), why: "is no new task".to_owned() });
        };
        let number = |id: &str| id.rsplit_once('-').and_then(|(_, n)| n.split('.').next()?.parse::<u32>().ok());
        let newest = files.iter().filter_map(|f| Some((number(&f.task.id)?, f.task.id.as_str()))).max();
        let config = self.config(folder)?;
        let set = config.lines().find_map(|l| l.strip_prefix("task_prefix:")).map(|v| bare(v.trim()));
        let own = newest.and_then(|(_, id)| id.rsplit_once('-')).map(|(prefix, _)| prefix.to_owned());
        let prefix = own.or_else(|| set.map(|s| s.to_uppercase())).unwrap_or_else(|| "TASK".to_owned());
        let id = format!("{prefix}-{}", newest.map_or(0, |(n, _)| n) + 1);
        let title = one_line(title);
        let name: String = title.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).take(NAME).collect();
        let name = name.split_whitespace().collect::<Vec<_>>().join("-");
        let first = columns(&config).into_iter().next().unwrap_or_else(|| "To Do".to_owned());
        let scalar = |text: &str| serde_json::Value::from(text).to_string();
        let text = format!(
            "---\nid: {id}\ntitle: {}\nstatus: {}\nassignee: []\ncreated_date: '{on}'\nlabels: []\ndependencies: []\n\
             ---\n\n## Description\n\n<!-- SECTION:DESCRIPTION:BEGIN -->\n{}{}\n\n^{mark}\n\
             <!-- SECTION:DESCRIPTION:END -->\n",
            scalar(&title),
            scalar(&first),
            if body.trim().is_empty() { String::new() } else { format!("{}\n\n", quoted(body)) },
            signed("", source),
        );
        let file = format!("{}/tasks/{} - {name}.md", self.folder, id.to_lowercase());
        Ok(FileChange { own: false, file, before: None, after: Some(text.into_bytes()) })
    }
}

/// Strangers' words in a file whose sections are found by headings and comments.
fn quoted(text: &str) -> String {
    paragraph(text).lines().map(|l| format!("> {l}").trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

/// The columns of a board, first to last.
fn columns(config: &str) -> Vec<String> {
    let line = config.lines().find_map(|l| l.strip_prefix("statuses:")).unwrap_or_default().trim();
    let inner = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')).unwrap_or_default();
    inner.split(',').map(|v| bare(v.trim())).filter(|v| !v.is_empty()).collect()
}

/// The file with a note in its section for notes, which is made where there is none.
fn with_note(text: &str, note: &str) -> String {
    if let Some((before, after)) = text.rsplit_once(NOTES_END) {
        return format!("{before}\n{note}\n{NOTES_END}{after}");
    }
    let gap = if text.ends_with('\n') { "" } else { "\n" };
    format!("{text}{gap}\n## Implementation Notes\n\n<!-- SECTION:NOTES:BEGIN -->\n{note}\n{NOTES_END}\n")
}

/// The file with another status.
fn with_status(text: &str, status: &str) -> Option<String> {
    let head = head(text)?;
    let at = text.find(head)?;
    let line = head.lines().find(|l| l.starts_with("status:"))?;
    let from = at + head.find(line)?;
    let after = text.get(from + line.len()..)?;
    Some(format!("{}status: {}{after}", text.get(..from)?, serde_json::Value::from(status)))
}

impl Board for BacklogFiles {
    fn kind(&self) -> BoardKind {
        BoardKind::Backlog
    }

    fn place(&self) -> String {
        format!("{}/", self.folder)
    }

    fn tasks(&self) -> Result<Vec<Task>, BoardError> {
        Ok(self.files(&self.open()?)?.into_iter().map(|f| f.task).collect())
    }

    fn draft(&self, op: &TaskOp) -> Result<Drafted, BoardError> {
        let folder = self.open()?;
        let files = self.files(&folder)?;
        let Some(id) = op.task() else { return Ok(Drafted::File(self.create(&folder, &files, op)?)) };
        let missing = || BoardError::NoTask { place: self.place(), task: id.to_owned() };
        let refused = |why: &str| BoardError::Refused { place: self.place(), why: why.to_owned() };
        let TaskFile { path, text, task } = files.into_iter().find(|f| f.task.id == id).ok_or_else(missing)?;
        let after = match op {
            TaskOp::Log { text: note, source, .. } => with_note(&text, &signed(&one_line(note), source)),
            TaskOp::Done { .. } if !task.status.is_open() => return Err(refused("is closed already")),
            TaskOp::Done { note, source, .. } => {
                let noted = with_note(&text, &signed(&one_line(note), source));
                let columns = columns(&self.config(&folder)?);
                let done = columns.iter().find(|c| TaskStatus::of_words(c) == Some(TaskStatus::Done));
                let done = done.or(columns.last()).map_or("Done", String::as_str);
                with_status(&noted, done).ok_or_else(|| refused("has no status in its head"))?
            }
            _ => return Err(refused("is taken back by its bytes")),
        };
        let change =
            FileChange { own: false, file: path, before: Some(text.into_bytes()), after: Some(after.into_bytes()) };
        Ok(Drafted::File(change))
    }
}
