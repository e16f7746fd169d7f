//! Defines [`BacklogFiles`], the task files of Backlog.md: one Markdown file per task, with front matter.
//!
//! Layout and fields as in <https://github.com/MrLesk/Backlog.md>: `backlog/tasks/back-7 - Title.md`, completed tasks
//! in `completed/`, archived ones in `archive/tasks/`; settings in its `config.yml`, or in `backlog.config.yml` at the
//! root. No command is run.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::detect::is_file_or_link;
use super::words::{UNDONE_BY_FILE, already_closed, one_line, paragraph, remark, signed, unique_id};
use super::{Board, BoardError, BoardKind, Drafted, Task, TaskOp, TaskStatus};
use crate::edits::front_matter::{self, Fields, FrontMatter, scalar};
use crate::edits::{ConfinedFolder, FileChange};
use crate::text::fence::is_markdown;

/// The most task files read.
const MOST: usize = 20_000;
/// The most characters of a title in a file's name.
const NAME: usize = 60;
/// The default folders.
const FOLDERS: [&str; 2] = ["backlog", ".backlog"];
/// The settings at the project's root, which replace those in the folder.
const ROOT_CONFIG: &str = "backlog.config.yml";
/// The most digits of a zero-padded id.
const WIDEST: usize = 12;
/// The end of the section of notes.
const NOTES_END: &str = "<!-- SECTION:NOTES:END -->";

/// The files of a project's backlog.
#[derive(Debug)]
pub struct BacklogFiles {
    root: PathBuf,
    folder: String,
}

struct TaskFile {
    path: String,
    text: String,
    task: Task,
}

fn time(value: &str) -> Option<Timestamp> {
    let value = value.replace(' ', "T");
    let whole = if value.len() == 10 { format!("{value}T00:00:00Z") } else { format!("{value}:00Z") };
    value.parse().ok().or_else(|| whole.parse().ok())
}

impl BacklogFiles {
    /// The backlog of a project, if it has one: in the folder named by the settings at its root, else in a default one.
    pub fn of_project(root: &Path) -> Option<Self> {
        if is_file_or_link(&root.join(ROOT_CONFIG)) {
            // Unreadable settings are reported when the tasks are read.
            let text = ConfinedFolder::open(root).and_then(|folder| folder.read(ROOT_CONFIG)).ok().flatten();
            let text = String::from_utf8_lossy(&text.unwrap_or_default()).into_owned();
            let named = Fields(&text).text("backlog_directory").filter(|f| !f.is_empty());
            let named = named.map(|f| f.trim_start_matches("./").trim_end_matches('/').to_owned());
            return Some(named.map_or_else(|| Self::usual(root), |folder| Self::new(root, &folder)));
        }
        let folder = FOLDERS.iter().find(|f| is_file_or_link(&root.join(f).join("config.yml")))?;
        Some(Self::new(root, folder))
    }

    /// The backlog of a project whose settings name no folder.
    pub(super) fn usual(root: &Path) -> Self {
        let folder = FOLDERS.into_iter().find(|f| root.join(f).is_dir());
        Self::new(root, folder.unwrap_or("backlog"))
    }

    /// The backlog in this folder of a project.
    pub fn new(root: &Path, folder: &str) -> Self {
        Self { root: root.to_owned(), folder: folder.to_owned() }
    }

    fn unreadable(&self, why: impl std::fmt::Display) -> BoardError {
        BoardError::Unreadable { place: self.place(), why: why.to_string() }
    }

    fn refused(&self, why: impl Into<String>) -> BoardError {
        BoardError::Refused { place: self.place(), why: why.into() }
    }

    fn open(&self) -> Result<ConfinedFolder, BoardError> {
        ConfinedFolder::open(&self.root).map_err(|e| self.unreadable(e))
    }

    fn read(&self, folder: &ConfinedFolder, file: &str) -> Result<Option<Vec<u8>>, BoardError> {
        folder.read(file).map_err(|e| self.unreadable(e))
    }

    fn config(&self, folder: &ConfinedFolder) -> Result<String, BoardError> {
        let bytes = match self.read(folder, ROOT_CONFIG)? {
            Some(bytes) => bytes,
            None => self.read(folder, &format!("{}/config.yml", self.folder))?.unwrap_or_default(),
        };
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The completed and archived tasks, which the tool's own list leaves out.
    pub(super) fn archived(&self) -> Result<Vec<Task>, BoardError> {
        let files = self.files(&self.open()?)?;
        let tasks = format!("{}/tasks/", self.folder);
        Ok(files.into_iter().filter(|f| !f.path.starts_with(&tasks)).map(|f| f.task).collect())
    }

    fn files(&self, folder: &ConfinedFolder) -> Result<Vec<TaskFile>, BoardError> {
        self.config(folder)?;
        let mut out: Vec<TaskFile> = Vec::new();
        for (below, away) in
            [("tasks", None), ("completed", Some(TaskStatus::Done)), ("archive/tasks", Some(TaskStatus::Dropped))]
        {
            let below = format!("{}/{below}", self.folder);
            let paths = folder.files(&below, MOST, &is_markdown).map_err(|e| self.unreadable(e))?;
            for path in paths {
                let bytes = self.read(folder, &path)?.unwrap_or_default();
                let text =
                    String::from_utf8(bytes).map_err(|_| self.unreadable(format!("{path} is not UTF-8 text")))?;
                let FrontMatter { fields, body, .. } = FrontMatter::of(&text);
                let Some(id) = fields.text("id").filter(|id| !id.is_empty()) else {
                    return Err(self.unreadable(format!("{path} has no id in its head")));
                };
                // The tool reuses the ids of archived tasks.
                let id = unique_id(&id, |id| out.iter().any(|f| f.task.id == id));
                let title = fields.text("title").unwrap_or_default();
                let column = fields.text("status").unwrap_or_default();
                let status = away.or_else(|| TaskStatus::of_words(&column)).unwrap_or(TaskStatus::Todo);
                let updated = fields.text("updated_date").or_else(|| fields.text("created_date"));
                let labels = fields.list("labels");
                let task = Task {
                    id,
                    title,
                    status,
                    body: body.trim().to_owned(),
                    labels,
                    updated: updated.and_then(|v| time(&v)),
                };
                out.push(TaskFile { path, text, task });
            }
        }
        Ok(out)
    }

    fn create(&self, folder: &ConfinedFolder, files: &[TaskFile], op: &TaskOp) -> Result<FileChange, BoardError> {
        let TaskOp::Create { title, body, mark, source, on } = op else {
            return Err(self.refused("is no new task"));
        };
        let newest = files.iter().filter_map(|f| Some((number_of(&f.task.id)?, f.task.id.as_str()))).max();
        let config = self.config(folder)?;
        let set = Fields(&config).text("task_prefix").filter(|p| !p.is_empty());
        let own = newest.and_then(|(_, id)| id.rsplit_once('-')).map(|(prefix, _)| prefix.to_owned());
        let prefix = own.or_else(|| set.map(|s| s.to_uppercase())).unwrap_or_else(|| "TASK".to_owned());
        let width = Fields(&config).text("zero_padded_ids").and_then(|w| w.parse().ok()).unwrap_or(0).min(WIDEST);
        let number = newest.map_or(0, |(n, _)| n).saturating_add(1);
        let id = format!("{prefix}-{number:0width$}");
        let title = one_line(title);
        let name: String = title.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).take(NAME).collect();
        let name = name.split_whitespace().collect::<Vec<_>>().join("-");
        let first = Fields(&config).list("statuses").into_iter().next().unwrap_or_else(|| "To Do".to_owned());
        let head = front_matter::head(&[
            ("id", &id),
            ("title", &scalar(&title)),
            ("status", &scalar(&first)),
            ("assignee", "[]"),
            ("created_date", &format!("'{on}'")),
            ("labels", "[]"),
            ("dependencies", "[]"),
        ]);
        let text = format!(
            "{head}\n## Description\n\n<!-- SECTION:DESCRIPTION:BEGIN -->\n{}{}\n\n^{mark}\n\
             <!-- SECTION:DESCRIPTION:END -->\n",
            if body.trim().is_empty() { String::new() } else { format!("{}\n\n", quoted(body)) },
            signed("", source),
        );
        let file = format!("{}/tasks/{} - {name}.md", self.folder, id.to_lowercase());
        Ok(FileChange { own: false, file, before: None, after: Some(text.into_bytes()) })
    }
}

/// The number in an id such as `BACK-7`.
fn number_of(id: &str) -> Option<u32> {
    let digits: String = id.rsplit_once('-')?.1.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Untrusted text as a quotation, because sections are found by headings and comments.
fn quoted(text: &str) -> String {
    paragraph(text).lines().map(|l| format!("> {l}").trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

/// The file with a note added to its section for notes, which is created if missing.
fn with_note(text: &str, note: &str) -> String {
    if let Some((before, after)) = text.rsplit_once(NOTES_END) {
        return format!("{before}\n{note}\n{NOTES_END}{after}");
    }
    let gap = if text.ends_with('\n') { "" } else { "\n" };
    format!("{text}{gap}\n## Implementation Notes\n\n<!-- SECTION:NOTES:BEGIN -->\n{note}\n{NOTES_END}\n")
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
        let TaskFile { path, text, task } =
            files.into_iter().find(|f| f.task.id == id).ok_or_else(|| BoardError::no_task(self.place(), id))?;
        let after = match op {
            TaskOp::Log { text: note, source, .. } => with_note(&text, &remark(note, source)),
            TaskOp::Done { .. } if !task.status.is_open() => return Err(self.refused(already_closed(id))),
            TaskOp::Done { note, source, .. } => {
                let noted = with_note(&text, &remark(note, source));
                let columns = Fields(&self.config(&folder)?).list("statuses");
                let done = columns.iter().find(|c| TaskStatus::of_words(c) == Some(TaskStatus::Done));
                let done = done.or(columns.last()).map_or("Done", String::as_str);
                front_matter::replaced(&noted, "status", &scalar(done))
                    .ok_or_else(|| self.refused("has no status in its head"))?
            }
            _ => return Err(self.refused(UNDONE_BY_FILE)),
        };
        let change =
            FileChange { own: false, file: path, before: Some(text.into_bytes()), after: Some(after.into_bytes()) };
        Ok(Drafted::File(change))
    }
}
