//! Defines a sample board of each kind, with a change and its undo.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::rc::Rc;

use super::tools::{Shared, Tool, fixture};
use deltamind::edits::FileChange;
use deltamind::store::{OwnFile, Store};
use deltamind::trackers::{
    BacklogFiles, Board, BoardKind, Drafted, FileBoard, Receipt, Task, TaskOp, TaskStatus, ToolBoard,
};
use tempfile::TempDir;

/// A board of its own, with the folder it is in.
pub struct Place {
    pub dir: TempDir,
    pub store: Store,
    pub board: Box<dyn Board>,
}

/// Writes the folders and the config file that Backlog.md creates beside its tasks.
pub fn backlog_files(root: &Path) {
    for folder in ["tasks", "completed", "archive/tasks"] {
        fs::create_dir_all(root.join("backlog").join(folder)).unwrap();
    }
    fs::write(root.join("backlog/config.yml"), fixture("backlog-1.52/config.yml")).unwrap();
}

pub fn place(kind: BoardKind) -> Place {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().to_owned();
    let store = Store::at(root.join(".deltamind"));
    if kind == BoardKind::BacklogCli {
        backlog_files(&root);
    }
    let tool = |name: &'static str| -> Box<dyn Board> {
        let runner = Box::new(Shared(Rc::new(Tool::new(name))));
        let command = if name == "board" { vec!["board".to_owned()] } else { vec![] };
        Box::new(ToolBoard::new(&root, kind, &command, runner).unwrap())
    };
    let board: Box<dyn Board> = match kind {
        BoardKind::Markdown => {
            fs::write(root.join("TODO.md"), fixture("board.md")).unwrap();
            Box::new(FileBoard::in_project(&root, "TODO.md", kind))
        }
        BoardKind::Own => {
            set_board(&store, None, Some(fixture("board.md").as_bytes()));
            Box::new(FileBoard::own(store.clone()))
        }
        BoardKind::TodoTxt => {
            fs::write(root.join("todo.txt"), fixture("todo.txt")).unwrap();
            Box::new(FileBoard::in_project(&root, "todo.txt", kind))
        }
        BoardKind::Backlog => {
            let tasks = root.join("backlog/tasks");
            fs::create_dir_all(&tasks).unwrap();
            fs::create_dir_all(root.join("backlog/completed")).unwrap();
            fs::write(
                root.join("backlog/config.yml"),
                "project_name: \"Shop\"\nstatuses: [\"To Do\", \"In Progress\", \"Done\"]\ntask_prefix: \"back\"\n",
            )
            .unwrap();
            fs::write(tasks.join("back-3 - Fix-PLZ-validation.md"), fixture("back-3.md")).unwrap();
            let doing = fixture("back-1.md")
                .replace("BACK-1", "BACK-2")
                .replace("'Choose a queue: NATS'", "Move sessions to Postgres");
            fs::write(
                tasks.join("back-2 - Move-sessions-to-Postgres.md"),
                doing.replace("status: Done", "status: In Progress"),
            )
            .unwrap();
            fs::write(root.join("backlog/completed/back-1 - Choose-a-queue.md"), fixture("back-1.md")).unwrap();
            Box::new(BacklogFiles::new(&root, "backlog"))
        }
        BoardKind::BacklogCli => tool("backlog"),
        BoardKind::Beads => tool("bd"),
        BoardKind::GitHub => tool("gh"),
        BoardKind::Command => tool("board"),
    };
    Place { dir, store, board }
}

fn set_board(store: &Store, before: Option<&[u8]>, after: Option<&[u8]>) {
    assert_eq!(store.own_file(OwnFile::Board).unwrap().as_deref(), before, "a draft says what is there");
    store.share().unwrap().set_own_file(OwnFile::Board, after).unwrap();
}

/// The operation that undoes a change.
pub enum Back {
    File(FileChange),
    Call(Receipt),
}

impl Place {
    pub fn write(&self, change: &FileChange) {
        if change.own {
            set_board(&self.store, change.before.as_deref(), change.after.as_deref());
            return;
        }
        let path = self.dir.path().join(&change.file);
        assert_eq!(fs::read(&path).ok(), change.before, "a draft says what is there");
        match &change.after {
            Some(bytes) => fs::write(path, bytes).unwrap(),
            None => fs::remove_file(path).unwrap(),
        }
    }

    pub fn apply(&self, op: &TaskOp) -> Back {
        match self.board.draft(op).unwrap() {
            Drafted::File(change) => {
                self.write(&change);
                Back::File(change)
            }
            Drafted::Commands(commands) => {
                assert!(!commands.is_empty());
                Back::Call(self.board.perform(op).unwrap())
            }
        }
    }

    pub fn take_back(&self, back: Back) {
        match back {
            Back::File(FileChange { own, file, before, after }) => {
                self.write(&FileChange { own, file, before: after, after: before });
            }
            Back::Call(receipt) => {
                assert_eq!(self.board.print(&receipt.task).unwrap(), receipt.left);
                self.board.perform(&receipt.inverse.unwrap()).unwrap();
            }
        }
    }

    pub fn tasks(&self) -> Vec<Task> {
        self.board.tasks().unwrap()
    }

    pub fn titled(&self, title: &str) -> Task {
        let task = self.tasks().into_iter().find(|t| t.title.starts_with(title)).unwrap_or_else(|| panic!("{title}"));
        self.board.look(&task.id).unwrap()
    }
}

pub fn create(title: &str, body: &str) -> TaskOp {
    TaskOp::Create {
        title: title.into(),
        body: body.into(),
        mark: "dm-0011aabb".into(),
        source: "claude-1a2b t88, t90".into(),
        on: "2026-11-22".parse().unwrap(),
    }
}

pub fn done(task: &str) -> TaskOp {
    let on = "2026-11-22".parse().unwrap();
    let (note, source) = ("pushed 4f2a1c".into(), "claude-1a2b t131".into());
    TaskOp::Done { task: task.into(), note, source, on, noted: None }
}

pub fn log(task: &str, text: &str) -> TaskOp {
    TaskOp::Log { task: task.into(), text: text.into(), source: "claude-1a2b t90".into() }
}

/// Runs a check against every kind of board.
pub fn each(check: impl Fn(BoardKind, Place)) {
    for kind in BoardKind::ALL {
        check(*kind, place(*kind));
    }
}

pub fn key(task: &Task) -> (String, String, TaskStatus) {
    (task.id.clone(), task.title.clone(), task.status)
}
