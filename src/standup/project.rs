//! Defines [`ProjectState`], the present content of a project, loaded for each run. A part that could not be loaded is
//! a failure, never an empty list.

mod load;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::state::{ItemKind, Status};
use crate::trackers::{BoardKind, Task};

pub use load::{Sources, injected};

words! {
    /// The parts of a project's state. Decisions are the items of saved sessions.
    ProjectPart {
        Board = "board", Docs = "docs", Skills = "skills",
        /// Instructions for agents: CLAUDE.md, AGENTS.md, a memory bank. These are only read.
        Context = "context",
        Decisions = "decisions", Git = "git",
    }
}

/// A part that was loaded, or why it was not.
pub type LoadResult<T> = Result<T, String>;

/// The board and its tasks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardState {
    pub kind: BoardKind,
    /// Its file, folder or command, as shown.
    pub place: String,
    /// Whether other people see it.
    pub leaves_machine: bool,
    /// The tasks in every state.
    pub tasks: Vec<Task>,
}

/// A heading of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocHeading {
    /// 1 to 6.
    pub level: u8,
    /// Its words.
    pub text: String,
}

/// A document of the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doc {
    /// From the project's root, with `/`.
    pub path: String,
    /// Its first heading, or the title in its front matter, or its name.
    pub title: String,
    /// Its headings in order.
    pub headings: Vec<DocHeading>,
    /// Its whole text.
    pub text: String,
}

/// A file with instructions for agents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstructionFile {
    /// From the project's root, with `/`.
    pub path: String,
    /// Its whole text.
    pub text: String,
}

/// An item of a saved session: a goal, decision, constraint or task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastItem {
    pub session: String,
    /// The item's id in it.
    pub id: String,
    pub kind: ItemKind,
    pub summary: String,
    pub status: Status,
    /// The alternatives that were not chosen.
    pub alternatives: Vec<String>,
    /// When it was last touched.
    pub at: Option<Timestamp>,
}

/// A commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// Its full hash.
    pub hash: String,
    /// When it was made.
    pub at: Option<Timestamp>,
    /// The first line of its message.
    pub subject: String,
    /// The rest of its message.
    pub body: String,
    /// The files it changed, from the repository's root.
    pub files: Vec<String>,
}

/// The present content of a project.
#[derive(Debug, Clone)]
pub struct ProjectState {
    /// The tasks.
    pub board: LoadResult<BoardState>,
    /// The documents, by path.
    pub docs: LoadResult<Vec<Doc>>,
    /// The notes of tools, by path.
    pub skills: LoadResult<Vec<Doc>>,
    /// The instructions for agents.
    pub context: LoadResult<Vec<InstructionFile>>,
    /// The items of saved sessions, session by session.
    pub decisions: LoadResult<Vec<PastItem>>,
    /// The recent commits, newest first; none where there is no repository.
    pub git: LoadResult<Vec<Commit>>,
}

impl Default for ProjectState {
    /// A project with nothing loaded.
    fn default() -> Self {
        fn none<T>() -> LoadResult<T> {
            Err("not loaded".to_owned())
        }
        Self { board: none(), docs: none(), skills: none(), context: none(), decisions: none(), git: none() }
    }
}

impl ProjectState {
    /// The parts that could not be loaded, each with the reason.
    pub fn failures(&self) -> Vec<(ProjectPart, &str)> {
        fn why<T>(load: ProjectPart, loaded: &LoadResult<T>) -> Option<(ProjectPart, &str)> {
            loaded.as_ref().err().map(|why| (load, why.as_str()))
        }
        let all = [
            why(ProjectPart::Board, &self.board),
            why(ProjectPart::Docs, &self.docs),
            why(ProjectPart::Skills, &self.skills),
            why(ProjectPart::Context, &self.context),
            why(ProjectPart::Decisions, &self.decisions),
            why(ProjectPart::Git, &self.git),
        ];
        all.into_iter().flatten().collect()
    }

    /// The tasks; none when the board could not be loaded.
    pub fn tasks(&self) -> &[Task] {
        self.board.as_ref().map_or(&[], |b| b.tasks.as_slice())
    }

    /// The task with this id.
    pub fn task(&self, id: &str) -> Option<&Task> {
        self.tasks().iter().find(|t| t.id == id)
    }

    /// The document at this path.
    pub fn doc(&self, path: &str) -> Option<&Doc> {
        self.docs.as_ref().ok()?.iter().find(|d| d.path == path)
    }

    /// The tool's notes at this path, gotchas among the documents included.
    pub fn skill(&self, path: &str) -> Option<&Doc> {
        let own = self.skills.as_ref().ok().and_then(|s| s.iter().find(|d| d.path == path));
        own.or_else(|| self.doc(path).filter(|d| d.path.starts_with("docs/gotchas")))
    }

    /// Whether other people see the board.
    pub fn board_leaves_machine(&self) -> bool {
        self.board.as_ref().is_ok_and(|b| b.leaves_machine)
    }
}
