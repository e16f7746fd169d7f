//! Tests which board a project has, and how one of Backlog.md is read: files, settings and command output as recorded
//! from the real tool.

use std::fs;
use std::path::{Path, PathBuf};

use deltamind::store::Store;
use deltamind::trackers::{BacklogFiles, Board, BoardKind, Drafted, TaskStatus, ToolBoard};
use tempfile::TempDir;

use super::place::*;
use super::tools::{Says, fixture};

#[test]
fn a_backlog_task_gets_the_next_number_and_keeps_its_file() {
    let place = place(BoardKind::Backlog);
    let Drafted::File(new) = place.board.draft(&create("Say: \"hi\" & 'bye'", "")).unwrap() else { panic!() };
    assert_eq!(new.file, "backlog/tasks/back-4 - Say-hi-bye.md");
    assert!(new.before.is_none());
    let text = String::from_utf8(new.after.unwrap()).unwrap();
    assert!(text.starts_with("---\nid: BACK-4\ntitle: \"Say: \\\"hi\\\" & 'bye'\"\nstatus: \"To Do\"\n"), "{text}");
    let Drafted::File(change) = place.board.draft(&done("BACK-3")).unwrap() else { panic!() };
    let after = String::from_utf8(change.after.unwrap()).unwrap();
    let expected = fixture("back-3.md").replace("status: To Do", "status: \"Done\"").replace(
        "Seen by two customers.\n",
        "Seen by two customers.\n\n[deltamind] pushed 4f2a1c (from claude-1a2b t131)\n",
    );
    assert_eq!(after, expected);
}

fn found(root: &Path, set: &deltamind::config::StandupProject) -> (BoardKind, Option<String>) {
    let store = Store::at(root.join(".deltamind"));
    let found = deltamind::trackers::find(root, &store, set);
    (found.board.unwrap().kind(), found.hint)
}

#[test]
fn files_decide_and_never_start_a_command() {
    let none = deltamind::config::StandupProject::default();
    let make = |files: &[&str]| -> (TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        for file in files {
            let path = dir.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let root = dir.path().to_owned();
        (dir, root)
    };
    for (files, kind) in [
        (&["backlog/config.yml", "TODO.md"][..], BoardKind::Backlog),
        (&["TODO.md", "todo.txt"], BoardKind::Markdown),
        (&["BACKLOG.md"], BoardKind::Markdown),
        (&["todo.txt"], BoardKind::TodoTxt),
        (&[".beads/config.yaml"], BoardKind::Own),
        (&[], BoardKind::Own),
    ] {
        let (_dir, root) = make(files);
        let (is, hint) = found(&root, &none);
        assert_eq!(is, kind, "{files:?}");
        assert_eq!(hint.is_some(), files.iter().any(|f| f.starts_with(".beads")));
    }
    let (_dir, root) = make(&["TODO.md"]);
    let set = deltamind::config::StandupProject { board: Some("beads".to_owned()), ..none.clone() };
    assert_eq!(found(&root, &set).0, BoardKind::Beads);
    let store = Store::at(root.join(".deltamind"));
    for wrong in ["jira", "command"] {
        let set = deltamind::config::StandupProject { board: Some(wrong.to_owned()), ..none.clone() };
        assert!(deltamind::trackers::find(&root, &store, &set).board.is_err(), "{wrong}");
    }
}

/// The folder and the answers of Backlog.md 1.52, as its own commands left them: titles folded over two lines, one task
/// completed, one archived whose number was given again, numbers of four digits from the sixth on.
fn recorded(folder: &str) -> TempDir {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap().map(|e| e.unwrap().path()) {
            let beside = to.join(entry.file_name().unwrap());
            if entry.is_dir() {
                copy(&entry, &beside);
            } else {
                fs::copy(&entry, beside).unwrap();
            }
        }
    }
    let dir = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/standup/fixtures/backlog-1.52");
    copy(&from, &dir.path().join(folder));
    dir
}

const RECORDED: [(&str, &str, TaskStatus); 9] = [
    ("TASK-0006", "after archive", TaskStatus::Todo),
    ("TASK-0006 (2)", "After padding", TaskStatus::Dropped),
    ("TASK-0007", "After padding two lines", TaskStatus::Todo),
    (
        "TASK-1",
        "Extend the importer for parcel manifests so that it retries after a failed scan at the depot",
        TaskStatus::Todo,
    ),
    ("TASK-1.01", "a subtask", TaskStatus::Todo),
    (
        "TASK-2",
        "Don't use: \"quotes\" & colons, and a title that is long enough to be folded over two lines # with hash",
        TaskStatus::Todo,
    ),
    ("TASK-3", "Write the export guide", TaskStatus::Dropped),
    ("TASK-4", "Add the parcel printer", TaskStatus::Done),
    ("TASK-5", "Done and not completed", TaskStatus::Done),
];

fn keys(board: &dyn Board) -> Vec<(String, String, TaskStatus)> {
    let mut keys: Vec<_> = board.tasks().unwrap().iter().map(key).collect();
    keys.sort();
    keys
}

fn expected() -> Vec<(String, String, TaskStatus)> {
    RECORDED.iter().map(|(id, title, status)| ((*id).to_owned(), (*title).to_owned(), *status)).collect()
}

#[test]
fn a_real_backlog_is_read_whole_and_gets_a_number_of_its_width() {
    let dir = recorded("backlog");
    let board = BacklogFiles::of_project(dir.path()).unwrap();
    assert_eq!(keys(&board), expected());
    let Drafted::File(new) = board.draft(&create("New one", "")).unwrap() else { panic!() };
    assert_eq!(new.file, "backlog/tasks/task-0008 - New-one.md");
    assert!(String::from_utf8(new.after.unwrap()).unwrap().starts_with("---\nid: TASK-0008\n"));
}

#[test]
fn archived_backlog_tasks_are_read_beside_the_commands_list() {
    let dir = recorded("backlog");
    let list = || Box::new(Says(Ok(fixture("backlog-1.52/task-list.json"))));
    let board = ToolBoard::new(dir.path(), BoardKind::BacklogCli, &[], list()).unwrap();
    assert_eq!(keys(&board), expected());
    let why = board.draft(&log("TASK-4", "x")).unwrap_err().to_string();
    assert!(why.contains("TASK-4 is archived"), "{why}");
    // Where its folder is not found, it is not known what was completed: that is not loaded, not empty.
    let empty = tempfile::tempdir().unwrap();
    let board = ToolBoard::new(empty.path(), BoardKind::BacklogCli, &[], list()).unwrap();
    assert!(board.tasks().unwrap_err().to_string().contains("its folder was not found"));
}

#[test]
fn settings_at_the_root_name_the_folder_of_a_backlog() {
    let dir = recorded("team/plan");
    let root = dir.path();
    let config = fs::read_to_string(root.join("team/plan/config.yml")).unwrap();
    fs::remove_file(root.join("team/plan/config.yml")).unwrap();
    fs::write(root.join("backlog.config.yml"), format!("{config}backlog_directory: \"./team/plan/\"\n")).unwrap();
    fs::write(root.join("TODO.md"), "- [ ] another\n").unwrap();
    let store = Store::at(root.join(".deltamind"));
    let none = deltamind::config::StandupProject::default();
    let board = deltamind::trackers::find(root, &store, &none).board.unwrap();
    assert_eq!((board.kind(), board.place().as_str()), (BoardKind::Backlog, "team/plan/"));
    assert_eq!(keys(&*board), expected());
    let Drafted::File(new) = board.draft(&create("New one", "")).unwrap() else { panic!() };
    assert_eq!(new.file, "team/plan/tasks/task-0008 - New-one.md");
    let tool = Box::new(Says(Ok(fixture("backlog-1.52/task-list.json"))));
    assert_eq!(keys(&ToolBoard::new(root, BoardKind::BacklogCli, &[], tool).unwrap()), expected());
    // A folder outside is no board of this project, and none that is empty.
    fs::write(root.join("backlog.config.yml"), "backlog_directory: \"../elsewhere\"\n").unwrap();
    let board = deltamind::trackers::find(root, &store, &none).board.unwrap();
    assert!(board.draft(&create("New one", "")).is_err() || board.tasks().is_err());
}

#[test]
fn a_title_is_read_as_any_tool_may_have_written_it() {
    for (written, title) in [
        ("Add the printer  # soon", "Add the printer"),
        ("'Don''t: stop # here'", "Don't: stop # here"),
        ("\"Say \\\"hi\\\" # here\"", "Say \"hi\" # here"),
        (">-\n  Add the\n  printer", "Add the printer"),
        (">2- # folded\n  Add the\n\n  printer", "Add the printer"),
        ("|\n  Add the\n  printer", "Add the printer"),
        ("'Add the\n  printer'", "Add the printer"),
        ("Add the\n  printer", "Add the printer"),
        (">is greater", ">is greater"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("backlog/tasks")).unwrap();
        let text = format!("---\nid: TASK-1\ntitle: {written}\nstatus: Done\nlabels:\n- a\n- b\n---\n\ntitle: no\n");
        fs::write(dir.path().join("backlog/tasks/task-1 - x.md"), text).unwrap();
        let tasks = BacklogFiles::new(dir.path(), "backlog").tasks().unwrap();
        assert_eq!((tasks[0].title.as_str(), tasks[0].status), (title, TaskStatus::Done), "{written}");
        assert_eq!(tasks[0].labels, ["a", "b"]);
    }
}

#[cfg(unix)]
#[test]
fn a_board_file_that_is_a_link_cannot_be_read() {
    for name in ["TODO.md", "BACKLOG.md", "todo.txt", "backlog/config.yml", "backlog.config.yml"] {
        for target in ["elsewhere.md", "not there"] {
            let dir = tempfile::tempdir().unwrap();
            let root = dir.path();
            fs::create_dir_all(root.join("backlog")).unwrap();
            fs::write(root.join("elsewhere.md"), "- [ ] a task\n").unwrap();
            std::os::unix::fs::symlink(root.join(target), root.join(name)).unwrap();
            let store = Store::at(root.join(".deltamind"));
            let found = deltamind::trackers::find(root, &store, &deltamind::config::StandupProject::default());
            let board = found.board.unwrap();
            assert_ne!(board.kind(), BoardKind::Own, "{name}");
            let why = board.tasks().unwrap_err().to_string();
            assert!(why.contains("symbolic link"), "{name}: {why}");
        }
    }
}
