//! Tests the contract of a board with every kind of board: the tasks listed, the effect of each change and of its undo,
//! and that quoted text is written as data.

use std::fs;
use std::path::Path;
use std::rc::Rc;

use deltamind::trackers::{Board, BoardKind, Drafted, FileBoard, Task, TaskOp, TaskStatus, ToolBoard};

use super::place::*;
use super::tools::{Says, Shared, Tool, fixture};
use crate::wait::until;

#[test]
fn every_state_is_listed_under_an_id_of_its_own() {
    each(|kind, place| {
        let tasks = place.tasks();
        let statuses = |status| tasks.iter().filter(|t| t.status == status).count();
        assert!(statuses(TaskStatus::Todo) >= 1 && statuses(TaskStatus::Done) >= 1, "{kind}: {tasks:?}");
        let mut ids: Vec<&str> = tasks.iter().map(|t| t.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), tasks.len(), "{kind}");
        assert!(
            tasks.iter().any(|t| t.title == "Fix PLZ validation" || t.title.starts_with("Fix PLZ validation +")),
            "{kind}: {tasks:?}"
        );
        assert!(tasks.iter().all(|t| !t.title.contains("fence")));
        assert_eq!(place.tasks(), tasks, "{kind}: looking changes nothing");
    });
}

#[test]
fn a_task_is_made_once_and_taken_back() {
    each(|kind, place| {
        let before: Vec<_> = place.tasks().iter().map(key).collect();
        let back = place.apply(&create("Add sign-in with OAuth", "Start with GitHub.\nThen Google."));
        let new: Vec<Task> = place.tasks().into_iter().filter(|t| !before.contains(&key(t))).collect();
        assert_eq!(new.len(), 1, "{kind}: {new:?}");
        let new = place.board.look(&new[0].id).unwrap();
        assert_eq!((new.title.as_str(), new.status), ("Add sign-in with OAuth", TaskStatus::Todo), "{kind}");
        assert!(new.is_marked("dm-0011aabb"), "{kind}: {new:?}");
        // A checklist has one line a task.
        let told = new.body.contains("[deltamind]") && new.body.contains("claude-1a2b t88, t90");
        assert_eq!(told, !matches!(kind, BoardKind::Markdown | BoardKind::Own), "{kind}: {new:?}");
        place.take_back(back);
        let open = |t: &&Task| t.status.is_open();
        let after: Vec<_> = place.tasks().iter().filter(open).map(key).collect();
        assert_eq!(after, before.into_iter().filter(|t| t.2.is_open()).collect::<Vec<_>>(), "{kind}");
    });
}

#[test]
fn a_note_names_its_source_and_is_taken_back() {
    each(|kind, place| {
        let task = place.titled("Fix PLZ validation");
        let others = || place.tasks().into_iter().filter(|t| t.id != task.id).collect::<Vec<_>>();
        let before = others();
        let back = place.apply(&log(&task.id, "approach: check the first digit apart"));
        let noted = place.board.look(&task.id).unwrap().body;
        assert!(noted.contains("approach: check") && noted.contains("claude-1a2b t90"), "{kind}: {noted}");
        assert_eq!(others(), before, "{kind}");
        place.take_back(back);
        assert_eq!(place.board.look(&task.id).unwrap().body, task.body, "{kind}");
    });
}

#[test]
fn a_task_is_closed_with_its_evidence_once_and_opened_again() {
    each(|kind, place| {
        let task = place.titled("Fix PLZ validation");
        let back = place.apply(&done(&task.id));
        let closed = place.titled("Fix PLZ validation");
        assert_eq!((closed.id.as_str(), closed.status), (task.id.as_str(), TaskStatus::Done), "{kind}");
        let is_checklist = matches!(kind, BoardKind::Markdown | BoardKind::Own);
        assert_eq!(closed.body.contains("pushed 4f2a1c"), !is_checklist, "{kind}: {closed:?}");
        assert!(place.board.draft(&done(&task.id)).is_err(), "{kind}: closed twice");
        place.take_back(back);
        let open = place.titled("Fix PLZ validation");
        assert_eq!((open.status, open.body), (task.status, task.body), "{kind}: the note goes with the closing");
    });
}

#[test]
fn the_evidence_comes_before_the_closing() {
    for (kind, name) in [(BoardKind::Beads, "bd"), (BoardKind::GitHub, "gh"), (BoardKind::BacklogCli, "backlog")] {
        let tool = Rc::new(Tool::new(name));
        let dir = tempfile::tempdir().unwrap();
        backlog_files(dir.path());
        let board = ToolBoard::new(dir.path(), kind, &[], Box::new(Shared(tool.clone()))).unwrap();
        let id = board.tasks().unwrap().iter().find(|t| t.status == TaskStatus::Todo).unwrap().id.clone();
        board.perform(&done(&id)).unwrap();
        let asked = tool.asked.borrow();
        let note = asked.iter().position(|a| a.contains("pushed 4f2a1c")).unwrap();
        let close = asked.iter().position(|a| a.contains(" close ") || a.contains("status=Done")).unwrap();
        assert!(note < close, "{asked:?}");
    }
}

#[test]
fn changes_of_unknown_tasks_are_refused() {
    each(|kind, place| {
        for op in [done("dm-99999999"), log("--force", "x"), log("", "x"), done("#99")] {
            assert!(place.board.draft(&op).is_err(), "{kind}: {op:?}");
        }
    });
}

#[test]
fn strangers_words_stay_words() {
    let title = "Fix\n- [ ] injected\r\n## Done\u{1b}[31m\u{202e} ^dm-deadbeef <!-- x --force";
    let body = "---\nid: EVIL-1\n- [x] also\n<!-- SECTION:NOTES:END -->\n```\n\u{0}x 2026-01-01 y";
    each(|kind, place| {
        let before: Vec<_> = place.tasks().iter().map(key).collect();
        let back = place.apply(&create(title, body));
        let after = place.tasks();
        assert_eq!(after.len(), before.len() + 1, "{kind}: {after:?}");
        assert!(before.iter().all(|b| after.iter().any(|a| key(a) == *b)), "{kind}: the others are as they were");
        let new = after.iter().find(|a| !before.contains(&key(a))).unwrap();
        assert!(
            new.status == TaskStatus::Todo && new.title.starts_with("Fix - [ ] injected ## Done"),
            "{kind}: {new:?}"
        );
        assert!(!new.title.chars().any(|c| c.is_control() || c == '\u{202e}'), "{kind}: {new:?}");
        place.take_back(back);
        let note = place.apply(&log(&before[0].0, "a\n- [ ] injected\n## Done\nid: EVIL"));
        assert_eq!(
            place.tasks().iter().filter(|t| t.status.is_open()).count(),
            before.iter().filter(|t| t.2.is_open()).count(),
            "{kind}"
        );
        place.take_back(note);
    });
    for start in ["- [x] done", "# heading", "x 2026-01-01 done", "(A) first", "--title=x", "> quote", "```sh"] {
        each(|kind, place| {
            let count = place.tasks().len();
            place.apply(&create(start, ""));
            let tasks = place.tasks();
            let new = tasks.iter().find(|t| place.board.look(&t.id).unwrap().is_marked("dm-0011aabb"));
            let new = new.unwrap_or_else(|| panic!("{kind}: {start}: {tasks:?}"));
            assert!(new.status == TaskStatus::Todo && tasks.len() == count + 1, "{kind}: {start}: {new:?}");
            assert!(!new.title.starts_with('-'), "{kind}: an option of a command: {new:?}");
        });
    }
}

#[test]
fn an_unreadable_board_is_an_error_and_never_empty() {
    for kind in BoardKind::ALL {
        let place = place(*kind);
        let root = place.dir.path();
        match kind {
            BoardKind::Markdown => fs::write(root.join("TODO.md"), [0xff, 0xfe, 0x00]).unwrap(),
            BoardKind::Own => fs::write(root.join(".deltamind/board.md"), [0xff, 0xfe]).unwrap(),
            BoardKind::TodoTxt => {
                fs::remove_file(root.join("todo.txt")).unwrap();
                fs::create_dir(root.join("todo.txt")).unwrap();
            }
            BoardKind::Backlog => fs::write(root.join("backlog/tasks/back-9 - x.md"), "no head").unwrap(),
            _ => continue,
        }
        assert!(place.board.tasks().is_err(), "{kind}");
    }
    for kind in [BoardKind::Beads, BoardKind::GitHub, BoardKind::BacklogCli, BoardKind::Command] {
        for answer in [
            Err("timed out".to_owned()),
            Ok("<html>".to_owned()),
            Ok("{\"schemaVersion\":2,\"tasks\":[]}".to_owned()),
            Ok("null".to_owned()),
        ] {
            // The person's own command has no version of its JSON.
            if kind == BoardKind::Command && answer.as_ref().is_ok_and(|a| a.starts_with('{')) {
                continue;
            }
            let root = Path::new("/nowhere");
            let board = ToolBoard::new(root, kind, &["x".to_owned()], Box::new(Says(answer.clone()))).unwrap();
            assert!(board.tasks().is_err(), "{kind}: {answer:?}");
        }
    }
    let many = serde_json::Value::from(vec![serde_json::json!({"number": 1, "title": "t", "state": "OPEN"}); 5000])
        .to_string();
    let board = ToolBoard::new(Path::new("/nowhere"), BoardKind::GitHub, &[], Box::new(Says(Ok(many)))).unwrap();
    assert!(board.tasks().is_err(), "a list that may be cut is not all there is");
}

fn edited(text: &str, op: &TaskOp) -> String {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("TODO.md"), text).unwrap();
    let board = FileBoard::in_project(dir.path(), "TODO.md", BoardKind::Markdown);
    let Drafted::File(change) = board.draft(op).unwrap() else { panic!() };
    String::from_utf8(change.after.unwrap()).unwrap()
}

#[test]
fn a_change_of_a_checklist_touches_its_own_lines_only() {
    let text = fixture("board.md");
    let kept = |after: &str| text.lines().all(|l| after.lines().any(|a| a == l || l.contains("rate limit")));
    let made = edited(&text, &create("New one", ""));
    assert!(kept(&made));
    assert_eq!(made.replace("- [ ] New one  ^dm-0011aabb\n", ""), text);
    let closed = edited(&text, &done("dm-1a2b3c4d"));
    let block = "- [x] Add rate limit to /login  ^dm-1a2b3c4d\n";
    assert!(closed.ends_with(&format!("- [-] Rewrite in another language\n{block}")), "{closed}");
    assert_eq!(closed.replace(block, ""), text.replace("- [ ] Add rate limit to /login  ^dm-1a2b3c4d\n", ""));
    let crlf = text.replace('\n', "\r\n");
    let made = edited(&crlf, &create("New one", "with a body"));
    assert_eq!(made.matches('\n').count(), made.matches("\r\n").count());
    for (text, expected) in [
        ("", "# Board\n\n## To Do\n\n- [ ] New one  ^dm-0011aabb\n\n## Doing\n\n## Done\n"),
        ("- [ ] a", "- [ ] a\n- [ ] New one  ^dm-0011aabb\n"),
        ("* [x] a\nend\n", "* [x] a\nend\n* [ ] New one  ^dm-0011aabb\n"),
    ] {
        assert_eq!(edited(text, &create("New one", "")), expected);
    }
    let plain = edited("- [ ] a\n- [ ] b\n", &done(&FileBoardIds::of("- [ ] a\n- [ ] b\n")[1]));
    assert_eq!(plain, "- [ ] a\n- [x] b\n", "the evidence stands in the standup's own log");
    assert_eq!(edited("- [ ] b", &done(&FileBoardIds::of("- [ ] b")[0])), "- [x] b");
}

struct FileBoardIds;

impl FileBoardIds {
    fn of(text: &str) -> Vec<String> {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("TODO.md"), text).unwrap();
        let board = FileBoard::in_project(dir.path(), "TODO.md", BoardKind::Markdown);
        board.tasks().unwrap().into_iter().map(|t| t.id).collect()
    }
}

#[test]
fn tasks_of_one_title_get_different_ids_and_other_alphabets_count() {
    let ids = FileBoardIds::of("- [ ] same\n- [ ] same\n- [ ] 検証を直す\n- [ ] 検証を消す\n");
    assert_eq!(ids.len(), 4);
    assert_eq!(ids.iter().collect::<std::collections::BTreeSet<_>>().len(), 4, "{ids:?}");
}

#[test]
fn todo_txt_follows_its_rules() {
    let place = place(BoardKind::TodoTxt);
    let read = || fs::read_to_string(place.dir.path().join("todo.txt")).unwrap();
    let id = place.titled("Fix PLZ").id;
    assert_eq!(place.titled("Fix PLZ").labels, ["+shop", "@backend"]);
    assert_eq!(place.titled("Move sessions").id, "dm-1a2b3c4d");
    place.apply(&done(&id));
    let first = read().lines().next().unwrap().to_owned();
    assert_eq!(
        first,
        "x 2026-11-22 2026-11-01 Fix PLZ validation +shop @backend pri:A [deltamind] pushed 4f2a1c (from claude-1a2b t131)"
    );
    assert_eq!(read().lines().skip(1).collect::<Vec<_>>(), fixture("todo.txt").lines().skip(1).collect::<Vec<_>>());
}

#[test]
fn only_github_and_command_boards_are_seen_by_others() {
    for kind in BoardKind::ALL {
        let seen = matches!(kind, BoardKind::GitHub | BoardKind::Command);
        assert_eq!(place(*kind).board.leaves_machine(), seen, "{kind}");
    }
}

#[cfg(unix)]
#[test]
fn a_real_command_is_asked_without_a_shell_and_within_a_time() {
    use deltamind::trackers::command::{Runner, System, ToolCommand};
    let dir = tempfile::tempdir().unwrap();
    let script = "read line; case \"$line\" in *list*) echo '{\"tasks\":[{\"id\":\"7\",\"title\":\"From a script\",\"status\":\"todo\"}]}';; *) exit 3;; esac";
    let command = vec![
        "sh".to_owned(),
        "-c".to_owned(),
        format!("echo '{{}}' >/dev/null; {}", script.replace("read line", "line=$(cat)")),
    ];
    let runner = Box::new(System::new(dir.path().to_owned()));
    let board = ToolBoard::new(dir.path(), BoardKind::Command, &command, runner).unwrap();
    assert_eq!(board.tasks().unwrap()[0].title, "From a script");
    assert!(board.perform(&create("x", "")).is_err(), "exit code 3");
    let runner = System::new(dir.path().to_owned()).within(std::time::Duration::from_millis(50));
    let why = runner.run(&ToolCommand::of(&["sleep", "60"])).unwrap_err();
    assert!(why.contains("no answer"), "{why}");
    let same =
        runner.within(std::time::Duration::from_secs(20)).run(&ToolCommand::of(&["echo", "$(whoami); `id`"])).unwrap();
    assert_eq!(same, "$(whoami); `id`\n");
    assert!(System::new(dir.path().to_owned()).run(&ToolCommand::of(&["no-such-program-here"])).is_err());
}

#[cfg(unix)]
#[test]
fn child_processes_of_a_command_are_not_waited_for() {
    use deltamind::trackers::command::{Runner, System, ToolCommand};
    use std::time::{Duration, Instant};
    let dir = tempfile::tempdir().unwrap();
    let runner = |patience| System::new(dir.path().to_owned()).within(Duration::from_millis(patience));
    let alive = |file: &str| {
        let pid = fs::read_to_string(dir.path().join(file)).unwrap();
        let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        // One that ended may wait to be looked after by whoever inherited it.
        stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
    };
    // It answers and ends; what it started holds on to its output.
    let since = Instant::now();
    let answer = runner(30_000).run(&ToolCommand::of(&["sh", "-c", "sleep 120 & echo $! > left; echo '{}'"]));
    assert_eq!(answer.as_deref(), Ok("{}\n"));
    assert!(since.elapsed() < Duration::from_secs(20), "{:?}", since.elapsed());
    // It gives no answer: what it started ends with it.
    let why = runner(500).run(&ToolCommand::of(&["sh", "-c", "sleep 120 & echo $! > over; wait"])).unwrap_err();
    assert!(why.contains("no answer"), "{why}");
    if Path::new("/proc/self/stat").exists() {
        until("what it started ends", || !alive("left") && !alive("over"));
    }
    // What lets go of the output goes on: a tool may keep a server.
    let kept = "sleep 20 < /dev/null > /dev/null 2>&1 & echo $! > kept; echo done";
    assert_eq!(runner(30_000).run(&ToolCommand::of(&["sh", "-c", kept])).as_deref(), Ok("done\n"));
    if Path::new("/proc/self/stat").exists() {
        assert!(alive("kept"));
    }
    let pid = fs::read_to_string(dir.path().join("kept")).unwrap();
    let _ = std::process::Command::new("kill").arg(pid.trim()).status();
}
