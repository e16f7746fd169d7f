//! Tests changes of boards behind a command: nothing is done unasked or twice, nobody else's change is overwritten, and
//! after a failure or crash the board's state decides what was done.

use std::fs;
use std::rc::Rc;

use deltamind::standup::action::{Plan, ProposalStatus, StandupAction};

use deltamind::standup::log::ActionState;
use deltamind::standup::service::StandupService;
use deltamind::trackers::{Board, BoardKind, Task, ToolBoard};

use super::shop::*;
use super::tools::{Shared, Tool};

#[test]
fn a_board_seen_by_others_is_never_written_unasked() {
    let shop = Shop::certain();
    let tool = Rc::new(Tool::new("gh"));
    let desk = || {
        let board = ToolBoard::new(shop.root(), BoardKind::GitHub, &[], Box::new(Shared(tool.clone()))).unwrap();
        shop.over(Ok(Box::new(board)))
    };
    desk().take(&plan(vec![create("One")])).unwrap();
    let looks = |asked: &String| asked.contains("issue list") || asked.contains("issue view");
    let written = |tool: &Tool| tool.asked.borrow().iter().filter(|a| !looks(a)).count();
    assert_eq!(written(&tool), 0);
    let review = desk().review().unwrap();
    assert!(review.calls[0].leaves_machine && review.text().contains("LEAVES THIS MACHINE"));
    assert!(review.calls[0].change.starts_with("$ gh issue create --title=One"), "{}", review.calls[0].change);
    assert_eq!(written(&tool), 0, "looking writes nothing");
    desk().approve("1").unwrap();
    assert_eq!(tool.tasks.borrow().last().unwrap()["title"], "One");
    let line = desk().rollback("a-1").unwrap().unwrap();
    assert_eq!(
        (line.did, tool.tasks.borrow().last().unwrap()["stateReason"].clone()),
        (ActionState::Undone, "NOT_PLANNED".into())
    );
}

#[test]
fn a_tools_task_changed_by_somebody_else_is_left_alone() {
    let shop = Shop::new();
    let tool = Rc::new(Tool::new("bd"));
    let desk = || shop.at_tool(BoardKind::Beads, &tool);
    let close =
        StandupAction::DoneTask { task: "shop-a1b2".into(), title: "Fix PLZ validation".into(), note: "pushed".into() };
    desk().take(&plan(vec![close])).unwrap();
    desk().approve("all").unwrap();
    assert_eq!(tool.tasks.borrow()[0]["status"], "closed");
    tool.tasks.borrow_mut()[0]["title"] = "Fix PLZ validation everywhere".into();
    assert!(desk().rollback("a-1").unwrap_err().to_string().contains("changed meanwhile"));
    tool.tasks.borrow_mut()[0]["title"] = "Fix PLZ validation".into();
    desk().rollback("a-1").unwrap();
    assert_eq!(tool.tasks.borrow()[0]["status"], "open");
}

/// The boards behind a command, the stand-in for each, and a task of theirs.
const TOOLS: [(BoardKind, &str, &str); 4] = [
    (BoardKind::Beads, "bd", "shop-a1b2"),
    (BoardKind::GitHub, "gh", "#12"),
    (BoardKind::BacklogCli, "backlog", "BACK-3"),
    (BoardKind::Command, "board", "1"),
];

fn close(task: &str) -> StandupAction {
    StandupAction::DoneTask { task: task.into(), title: "Fix PLZ validation".into(), note: "pushed 4f2a1c".into() }
}

/// A project whose board is behind a command.
struct ToolShop {
    kind: BoardKind,
    shop: Shop,
    tool: Rc<Tool>,
}

impl ToolShop {
    /// The project with what Backlog.md keeps in it, for the board that needs it.
    fn new(kind: BoardKind, name: &'static str) -> Self {
        let shop = Shop::new();
        fs::create_dir_all(shop.root().join("backlog")).unwrap();
        fs::write(shop.root().join("backlog/config.yml"), "project_name: \"shop\"\n").unwrap();
        Self { kind, shop, tool: Rc::new(Tool::new(name)) }
    }

    /// Each of the boards with the closing of a task proposed: also the task's id, and the task before.
    fn closings() -> impl Iterator<Item = (Self, &'static str, Task)> {
        TOOLS.into_iter().map(|(kind, name, task)| {
            let at = Self::new(kind, name);
            let before = at.look(task);
            at.desk().take(&plan(vec![close(task)])).unwrap();
            (at, task, before)
        })
    }

    /// The board with a task of ours on it.
    fn with_own_task(kind: BoardKind, name: &'static str) -> Self {
        let at = Self::new(kind, name);
        at.desk().take(&plan(vec![create("Add a wizard")])).unwrap();
        at.desk().approve("1").unwrap();
        at
    }

    fn desk(&self) -> StandupService {
        self.shop.at_tool(self.kind, &self.tool)
    }

    fn look(&self, task: &str) -> Task {
        self.shop.board_of(self.kind, &self.tool).look(task).unwrap()
    }

    /// Has the tool refuse to close a task.
    fn refuse_closing(&self) {
        *self.tool.refuses.borrow_mut() = Some(match self.kind {
            BoardKind::BacklogCli => "status=Done",
            BoardKind::Command => "\"done\"",
            _ => " close ",
        });
    }
}

#[test]
fn a_closing_that_fails_half_way_adds_one_note_and_is_undone() {
    for (at, task, before) in ToolShop::closings() {
        let kind = at.kind;
        at.refuse_closing();
        for _ in 0..3 {
            let outcome = at.desk().approve("1").unwrap().remove(0);
            assert!(refusal(&outcome).contains("open blockers"), "{kind}: {outcome:?}");
        }
        let noted = at.look(task).body;
        assert_eq!(noted.matches("pushed 4f2a1c").count(), 1, "{kind}: {noted}");
        let failures = at.desk().review().unwrap().failures;
        assert_eq!(failures.len(), 3, "{kind}: {failures:?}");
        assert!(failures[0].ends_with("; the completed steps are undone with a-1"), "{kind}: {failures:?}");
        assert!(failures[1].ends_with("open blockers"), "{kind}: {failures:?}");
        // The completed steps are undone, and the closing still waits.
        assert!(at.desk().rollback("a-3").unwrap_err().to_string().contains("nothing to take back"), "{kind}");
        at.desk().rollback("a-1").unwrap();
        assert_eq!((at.look(task).status, at.look(task).body), (before.status, before.body.clone()), "{kind}");
        assert_eq!(at.shop.log().pending().len(), 1, "{kind}");
        // Half-way again, then to its end: one note, which goes with the closing.
        assert!(at.desk().approve("1").unwrap()[0].done.is_err());
        *at.tool.refuses.borrow_mut() = None;
        let done = at.desk().approve("1").unwrap().remove(0).done.unwrap();
        assert_eq!(at.look(task).body.matches("pushed 4f2a1c").count(), 1, "{kind}");
        at.desk().rollback(&done.action).unwrap();
        assert_eq!((at.look(task).status, at.look(task).body), (before.status, before.body), "{kind}");
    }
}

#[test]
fn a_rollback_that_fails_half_way_resumes() {
    for (at, task, before) in ToolShop::closings() {
        let kind = at.kind;
        at.desk().approve("1").unwrap();
        *at.tool.refuses.borrow_mut() = Some(match kind {
            BoardKind::GitHub => "DELETE",
            BoardKind::Command => "unlog",
            _ => "--notes=",
        });
        assert!(at.desk().rollback("a-1").unwrap_err().to_string().contains("open blockers"), "{kind}");
        assert!(at.look(task).status.is_open() && at.look(task).body.contains("pushed 4f2a1c"), "{kind}");
        *at.tool.refuses.borrow_mut() = None;
        at.desk().rollback("a-1").unwrap();
        assert_eq!((at.look(task).status, at.look(task).body), (before.status, before.body), "{kind}");
        assert_eq!(at.shop.log().proposals[0].standing, ProposalStatus::RolledBack, "{kind}");
    }
}

#[test]
fn a_persons_change_of_a_tools_task_is_not_overridden() {
    let day = "2026-11-23T08:00:00Z";
    for (kind, name, field, value) in [
        (BoardKind::Beads, "bd", "acceptance_criteria", "three tenants"),
        (BoardKind::Beads, "bd", "updated_at", day),
        (BoardKind::GitHub, "gh", "updatedAt", day),
        (BoardKind::BacklogCli, "backlog", "implementationPlan", "1. do x"),
        (BoardKind::BacklogCli, "backlog", "priority", "high"),
        (BoardKind::Command, "board", "assignee", "mara"),
        (BoardKind::Command, "board", "updated", day),
    ] {
        let at = ToolShop::with_own_task(kind, name);
        let ours = at.tool.tasks.borrow().len() - 1;
        let was = at.tool.tasks.borrow()[ours].clone();
        at.tool.tasks.borrow_mut()[ours][field] = value.into();
        let why = at.desk().rollback("a-1").unwrap_err().to_string();
        assert!(why.contains("changed meanwhile"), "{kind} {field}: {why}");
        at.tool.tasks.borrow_mut()[ours] = was;
        // What others do elsewhere is nothing done to it.
        at.tool.tasks.borrow_mut()[0]["title"] = "Fix PLZ validation everywhere".into();
        if kind == BoardKind::BacklogCli {
            at.tool.tasks.borrow_mut()[ours]["isReady"] = false.into();
        }
        at.desk().rollback("a-1").unwrap();
    }
}

#[test]
fn after_a_crash_during_withdrawal_the_tasks_status_decides_whether_it_was_done() {
    for (kind, name, _) in TOOLS {
        for withdrawn in [true, false] {
            let at = ToolShop::with_own_task(kind, name);
            let there = at.tool.tasks.borrow().clone();
            at.desk().rollback("a-1").unwrap();
            // As if the program had ended before the last line, or before the tool was asked.
            for file in ["journal", "proposals"] {
                let path = at.shop.root().join(format!(".deltamind/standup/{file}.jsonl"));
                let text = fs::read_to_string(&path).unwrap();
                let keep = text.lines().count() - 1;
                fs::write(&path, text.split_inclusive('\n').take(keep).collect::<String>()).unwrap();
            }
            if !withdrawn {
                *at.tool.tasks.borrow_mut() = there;
            }
            at.desk().take(&Plan::default()).unwrap();
            let books = at.shop.log();
            let expected = if withdrawn {
                (ActionState::Undone, ProposalStatus::RolledBack)
            } else {
                (ActionState::Done, ProposalStatus::Done)
            };
            assert_eq!((books.actions[0].did, books.proposals[0].standing), expected, "{kind} {withdrawn}");
        }
    }
}

#[test]
fn a_crash_between_note_and_closing_leaves_one_note() {
    for (at, task, _) in ToolShop::closings() {
        let kind = at.kind;
        at.refuse_closing();
        assert!(at.desk().approve("1").unwrap()[0].done.is_err());
        *at.tool.refuses.borrow_mut() = None;
        let path = at.shop.root().join(".deltamind/standup/journal.jsonl");
        let first = fs::read_to_string(&path).unwrap().lines().next().unwrap().to_owned();
        fs::write(&path, format!("{first}\n")).unwrap();
        assert!(at.desk().approve("1").unwrap()[0].done.is_ok(), "{kind}");
        let body = at.look(task).body;
        assert_eq!(body.matches("pushed 4f2a1c").count(), 1, "{kind}: {body}");
    }
}

#[test]
fn a_crash_at_a_tool_is_settled_by_looking_there() {
    let shop = Shop::new();
    let tool = Rc::new(Tool::new("bd"));
    let desk = || shop.at_tool(BoardKind::Beads, &tool);
    desk().take(&plan(vec![create("One")])).unwrap();
    desk().approve("1").unwrap();
    let journal = shop.root().join(".deltamind/standup/journal.jsonl");
    let first = fs::read_to_string(&journal).unwrap().lines().next().unwrap().to_owned();
    fs::write(&journal, format!("{first}\n")).unwrap();
    let ran = desk().take(&Plan::default()).unwrap();
    assert!(ran.resolved[0].contains("after it was done"), "{:?}", ran.resolved);
    assert_eq!(tool.tasks.borrow().len(), 4, "not made a second time");
    desk().rollback("a-1").unwrap();
    assert_eq!(tool.tasks.borrow().last().unwrap()["status"], "closed");
}
