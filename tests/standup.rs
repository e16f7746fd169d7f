//! Holds what the standup promises: the rest goes on waiting, nothing happens twice, what somebody changed stays, what
//! could not be looked at is not taken for empty, and what a crash cut off is settled.
#![allow(clippy::unwrap_used, clippy::panic)]

mod skipped;
#[allow(dead_code)]
#[path = "standup/tools.rs"]
mod tools;

use std::fs;
use std::path::Path;
use std::rc::Rc;

use deltamind::standup::action::{
    Action, Confidence, Evidence, EvidenceKind, Plan, Proposal, SourceRef, Standing, Tier,
};
use deltamind::standup::board::{Board, BoardKind, FileBoard, ToolBoard};
use deltamind::standup::books::{Books, Did, JournalLine};
use deltamind::standup::command::{Request, Runner};
use deltamind::standup::desk::{Desk, DeskError};
use deltamind::standup::execute::ExecuteError;
use deltamind::standup::permission::Rules;
use deltamind::state::Part;
use deltamind::store::{StandupFile, Store};
use jiff::Timestamp;
use tempfile::TempDir;
use tools::{Shared, Tool};

const TODO: &str = "# Shop\n\n## To Do\n\n- [ ] Fix PLZ validation\n- [ ] Add rate limit to /login  ^dm-1a2b3c4d\n\n## Done\n\n- [x] Choose a queue\n";

/// No history to read.
struct NoGit;

impl Runner for NoGit {
    fn run(&self, _: &Request) -> Result<String, String> {
        Ok(String::new())
    }
}

struct Shop {
    dir: TempDir,
    tier1: bool,
    now: Timestamp,
}

impl Shop {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("TODO.md"), TODO).unwrap();
        fs::create_dir_all(dir.path().join("docs/notes")).unwrap();
        fs::write(dir.path().join("docs/api.md"), "# API\n\nLogin gives a token.").unwrap();
        fs::create_dir_all(dir.path().join(".claude/skills/board")).unwrap();
        fs::write(dir.path().join(".claude/skills/board/SKILL.md"), "# board\n").unwrap();
        fs::write(dir.path().join("CLAUDE.md"), "Be brief.\n").unwrap();
        Self { dir, tier1: false, now: "2026-11-22T08:00:00Z".parse().unwrap() }
    }

    fn certain() -> Self {
        Self { tier1: true, ..Self::new() }
    }

    fn root(&self) -> &Path {
        self.dir.path()
    }

    fn store(&self) -> Store {
        Store::at(self.root().join(".deltamind"))
    }

    fn over(&self, board: Result<Box<dyn Board>, String>) -> Desk {
        let rules = Rules { tier1: self.tier1, ..Rules::default() };
        Desk::with(self.root(), self.store(), board, Box::new(NoGit), rules, self.now)
    }

    fn desk(&self) -> Desk {
        self.over(Ok(Box::new(FileBoard::in_project(self.root(), "TODO.md", BoardKind::Markdown))))
    }

    fn board_of(&self, kind: BoardKind, tool: &Rc<Tool>) -> ToolBoard {
        let command = if tool.kind == "board" { vec!["board".to_owned()] } else { Vec::new() };
        ToolBoard::new(self.root(), kind, &command, Box::new(Shared(tool.clone()))).unwrap()
    }

    fn at_tool(&self, kind: BoardKind, tool: &Rc<Tool>) -> Desk {
        self.over(Ok(Box::new(self.board_of(kind, tool))))
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.root().join(file)).unwrap_or_default()
    }

    fn books(&self) -> Books {
        Books::read(&self.store()).unwrap()
    }

    fn journal(&self) -> Vec<JournalLine> {
        self.store().standup_lines(StandupFile::Journal).unwrap().0
    }

    fn task(&self, title: &str) -> String {
        self.desk().state().tasks().iter().find(|t| t.title == title).unwrap().id.clone()
    }
}

fn long() -> String {
    format!(
        "| way | ms |\n|---|---|\n| pool | 12 |\n\n{}",
        "Measured twice on the same data, the pool of eight wins. ".repeat(10)
    )
}

fn evidence(kind: EvidenceKind) -> Vec<Evidence> {
    let turns =
        vec![SourceRef { turn_id: "u-1".into(), ordinal: 88 }, SourceRef { turn_id: "u-2".into(), ordinal: 90 }];
    let quotes = vec!["please add a rate limit".to_owned()];
    vec![Evidence { kind, session: "claude-1a2b".into(), turns, quotes, at: None, agreed: false }]
}

fn sure(action: Action) -> Proposal {
    let parts = vec![Part { name: "evidence".into(), value: 0.95 }];
    Proposal::new(action, Confidence { score: 0.95, parts }, evidence(EvidenceKind::Verified), "step 1 of the plan")
}

fn create(title: &str) -> Action {
    Action::CreateTask { title: title.into(), body: String::new() }
}

fn doc(path: &str) -> Action {
    Action::CreateDoc { path: path.into(), title: "Pools compared".into(), content: long() }
}

fn plan(actions: Vec<Action>) -> Plan {
    Plan { proposals: actions.into_iter().map(sure).collect(), ..Plan::default() }
}

fn refusal(outcome: &deltamind::standup::desk::Outcome) -> String {
    outcome.done.as_ref().unwrap_err().to_string()
}

#[test]
fn approving_one_of_three_keeps_the_others_with_all_they_hold() {
    let shop = Shop::new();
    let mut desk = shop.desk();
    desk.take(&plan(vec![create("One"), create("Two"), doc("docs/notes/pools.md")])).unwrap();
    let before = shop.books();
    assert_eq!(before.pending().iter().map(|p| p.number).collect::<Vec<_>>(), [1, 2, 3]);
    let done = shop.desk().approve("1").unwrap();
    assert!(done[0].done.is_ok());
    let after = shop.books();
    assert_eq!(after.pending(), before.pending()[1..].to_vec());
    assert_eq!(after.pending()[0].evidence, evidence(EvidenceKind::Verified));
    assert!(shop.read("TODO.md").contains("- [ ] One") && !shop.read("TODO.md").contains("Two"));
    shop.desk().approve("2,3").unwrap();
    assert!(shop.read("TODO.md").contains("- [ ] Two") && shop.read("docs/notes/pools.md").contains("| pool | 12 |"));
    assert_eq!(shop.books().pending().len(), 0);
}

#[test]
fn a_name_that_is_not_known_does_nothing_at_all() {
    let shop = Shop::new();
    shop.desk().take(&plan(vec![create("One"), create("Two")])).unwrap();
    for names in ["1,9", "p-nothing", "", " , "] {
        assert!(matches!(shop.desk().approve(names), Err(DeskError::Asked(_))), "{names:?}");
    }
    assert_eq!((shop.read("TODO.md").as_str(), shop.books().pending().len()), (TODO, 2));
}

#[test]
fn an_approval_said_again_does_nothing_twice() {
    let shop = Shop::new();
    shop.desk().take(&plan(vec![create("One")])).unwrap();
    shop.desk().approve("1").unwrap();
    let once = shop.read("TODO.md");
    assert!(matches!(shop.desk().approve("1"), Err(DeskError::Asked(why)) if why.contains("done already")));
    // Nor is it proposed again, by the same plan or in other dress.
    shop.desk().take(&plan(vec![create("One"), create("one!")])).unwrap();
    assert_eq!((shop.books().pending().len(), shop.read("TODO.md")), (0, once));
    // Nor does a record that was tampered with help.
    let mut again = sure(create("One"));
    again.id = "p-other".into();
    shop.desk().take(&Plan { proposals: vec![again], ..Plan::default() }).unwrap();
    assert_eq!(shop.books().pending().len(), 0);
}

#[test]
fn what_was_dismissed_is_not_proposed_again() {
    let shop = Shop::new();
    shop.desk().take(&plan(vec![create("One"), create("Two")])).unwrap();
    shop.desk().dismiss("1", Some("done by hand")).unwrap();
    shop.desk().take(&plan(vec![create("One"), create("Two")])).unwrap();
    let books = shop.books();
    assert_eq!(books.pending().iter().map(|p| p.action.title()).collect::<Vec<_>>(), ["Two"]);
    let dismissed = books.proposals.iter().find(|p| p.standing == Standing::Dismissed).unwrap();
    assert_eq!(dismissed.because.as_deref(), Some("done by hand"));
}

#[test]
fn nothing_is_done_by_itself_unless_the_person_switched_it_on() {
    let shop = Shop::new();
    let ran = shop.desk().take(&plan(vec![create("One"), doc("docs/notes/pools.md")])).unwrap();
    assert!(ran.done.is_empty());
    assert_eq!((shop.read("TODO.md").as_str(), shop.books().pending().len()), (TODO, 2));
}

#[test]
fn what_is_certain_is_done_and_listed_and_what_is_likely_waits() {
    let shop = Shop::certain();
    let mut plan = plan(vec![create("One"), create("Two"), create("Three")]);
    plan.proposals[1].confidence.score = 0.89;
    plan.proposals[2].confidence.score = 0.3;
    // What a file says of the tier is not believed.
    plan.proposals[1].tier = Tier::Execute;
    shop.desk().take(&plan).unwrap();
    let review = shop.desk().review().unwrap();
    assert_eq!(review.done.iter().map(|d| d.what.as_str()).collect::<Vec<_>>(), ["new task \"One\""]);
    assert_eq!(review.calls.iter().map(|c| c.what.as_str()).collect::<Vec<_>>(), ["new task \"Two\""]);
    assert!(review.notes.iter().any(|n| n.text.contains("Three")));
    assert!(shop.read("TODO.md").contains("One") && !shop.read("TODO.md").contains("Two"));
}

#[test]
fn closing_takes_a_tools_result() {
    let shop = Shop::certain();
    let task = shop.task("Fix PLZ validation");
    let close =
        || Action::DoneTask { task: task.clone(), title: "Fix PLZ validation".into(), note: "pushed 4f2a1c".into() };
    let mut claimed = sure(close());
    claimed.evidence = evidence(EvidenceKind::Claim);
    shop.desk().take(&Plan { proposals: vec![claimed], ..Plan::default() }).unwrap();
    assert_eq!((shop.read("TODO.md").as_str(), shop.books().pending().len()), (TODO, 1));
    let shop = Shop::certain();
    shop.desk().take(&plan(vec![close()])).unwrap();
    let after = shop.read("TODO.md");
    assert!(
        after.contains("- [x] Fix PLZ validation\n  - [deltamind] pushed 4f2a1c (from claude-1a2b t88, t90)\n"),
        "{after}"
    );
}

#[test]
fn every_action_is_taken_back_to_the_byte() {
    let shop = Shop::new();
    let task = shop.task("Fix PLZ validation");
    let skill = ".claude/skills/board/SKILL.md";
    let actions = vec![
        create("One"),
        Action::LogTask { task: task.clone(), title: "Fix PLZ validation".into(), text: "tried a table".into() },
        Action::DoneTask { task, title: "Fix PLZ validation".into(), note: "pushed".into() },
        doc("docs/notes/pools.md"),
        Action::EnrichDoc { path: "docs/api.md".into(), heading: "Limits".into(), content: "60 a minute.".into() },
        Action::DocMetadata { path: "docs/api.md".into(), field: "status".into(), value: "current".into() },
        Action::FixSkill { path: skill.into(), heading: "create".into(), content: "has no --description".into() },
    ];
    let files = ["TODO.md", "docs/api.md", skill, "CLAUDE.md"];
    let before: Vec<String> = files.iter().map(|f| shop.read(f)).collect();
    shop.desk().take(&plan(actions)).unwrap();
    let outcomes = shop.desk().approve("all").unwrap();
    assert_eq!(outcomes.iter().filter(|o| o.done.is_ok()).count(), 7, "{outcomes:?}");
    assert_eq!(shop.read("CLAUDE.md"), before[3]);
    assert!(
        shop.read("docs/api.md")
            .contains("Login gives a token.\n\n## Limits\n\n> [deltamind] from claude-1a2b t88, t90\n\n60 a minute.\n")
    );
    let ids: Vec<String> = shop.books().actions.iter().map(|a| a.action.clone()).collect();
    assert_eq!(ids, ["a-1", "a-2", "a-3", "a-4", "a-5", "a-6", "a-7"]);
    let early = shop.desk().rollback("a-1").unwrap_err().to_string();
    assert!(early.contains("a-3"), "{early}");
    for id in ids.iter().rev() {
        shop.desk().rollback(id).unwrap();
    }
    let after: Vec<String> = files.iter().map(|f| shop.read(f)).collect();
    assert_eq!(after, before);
    assert!(!shop.root().join("docs/notes/pools.md").exists());
    assert!(shop.desk().rollback("a-1").unwrap_err().to_string().contains("taken back already"));
    assert!(shop.books().proposals.iter().all(|p| p.standing == Standing::RolledBack));
}

#[test]
fn what_a_person_changed_since_is_not_taken_back() {
    let shop = Shop::new();
    shop.desk().take(&plan(vec![create("One"), doc("docs/notes/pools.md")])).unwrap();
    shop.desk().approve("all").unwrap();
    let edited = shop.read("TODO.md").replace("One", "One, but faster");
    fs::write(shop.root().join("TODO.md"), &edited).unwrap();
    let why = shop.desk().rollback("a-1").unwrap_err();
    assert!(matches!(why, DeskError::Execute(ExecuteError::Changed(_))), "{why}");
    assert_eq!(shop.read("TODO.md"), edited);
    fs::remove_file(shop.root().join("docs/notes/pools.md")).unwrap();
    assert!(shop.desk().rollback("a-2").is_err());
    assert!(shop.books().actions.iter().all(|a| a.did == Did::Done));
}

#[test]
fn the_record_names_action_source_and_what_was_there() {
    let shop = Shop::new();
    shop.desk().take(&plan(vec![create("One")])).unwrap();
    shop.desk().approve("1").unwrap();
    let lines = shop.journal();
    assert_eq!(lines.iter().map(|l| l.did).collect::<Vec<_>>(), [Did::Started, Did::Done]);
    for line in &lines {
        assert_eq!((line.action.as_str(), line.source.as_str()), ("a-1", "claude-1a2b t88, t90"));
        assert_eq!(line.quotes, ["please add a rate limit"]);
    }
    // Once, on the line from before the deed: a board may be large. What is read of both holds it.
    let held = |line: &JournalLine| line.files[0].memo.bytes_before().flatten();
    assert_eq!((held(&lines[0]).as_deref(), held(&lines[1])), (Some(TODO.as_bytes()), None));
    assert_eq!(held(&shop.books().actions[0]).as_deref(), Some(TODO.as_bytes()));
    shop.desk().rollback("a-1").unwrap();
    let journal = shop.read(".deltamind/standup/journal.jsonl");
    assert_eq!((journal.lines().count(), journal.matches("beforeBytes").count()), (4, 1));
}

#[test]
fn every_target_is_one_that_was_loaded() {
    let shop = Shop::new();
    let unknown = vec![
        Action::LogTask { task: "dm-99999999".into(), title: "Made up".into(), text: "x".into() },
        Action::DoneTask { task: "Fix PLZ validation".into(), title: "By its title".into(), note: "x".into() },
        Action::EnrichDoc { path: "docs/made-up.md".into(), heading: "h".into(), content: "c".into() },
        Action::DocMetadata { path: "docs/made-up.md".into(), field: "status".into(), value: "v".into() },
        Action::FixSkill { path: ".claude/skills/made-up/SKILL.md".into(), heading: "h".into(), content: "c".into() },
    ];
    shop.desk().take(&plan(unknown)).unwrap();
    assert!(shop.desk().review().unwrap().calls.iter().all(|c| c.blocked.is_some()));
    let outcomes = shop.desk().approve("all").unwrap();
    assert_eq!(outcomes.iter().filter(|o| o.done.is_err()).count(), 5, "{outcomes:?}");
    assert_eq!(shop.read("TODO.md"), TODO);
    assert!(!shop.root().join(".claude/skills/made-up").exists() && shop.journal().is_empty());
}

#[test]
fn what_is_there_already_is_not_made_again_closed_tasks_included() {
    let shop = Shop::certain();
    let ran = shop
        .desk()
        .take(&plan(vec![create("choose a QUEUE"), create("Remove rate limit to /login"), doc("docs/api.md")]))
        .unwrap();
    let refused: Vec<String> = ran.done.iter().filter(|o| o.done.is_err()).map(refusal).collect();
    assert_eq!(refused.len(), 2, "{refused:?}");
    assert!(refused[0].contains("has it already") && refused[1].contains("there already"));
    assert!(
        shop.read("TODO.md").contains("Remove rate limit to /login") && shop.read("docs/api.md").starts_with("# API\n")
    );
}

#[test]
fn a_board_that_cannot_be_read_blocks_what_goes_there_and_says_so() {
    let shop = Shop::certain();
    let broken = || shop.over(Err("bd gave no answer in 30 s".to_owned()));
    let task = shop.task("Fix PLZ validation");
    let note = Action::LogTask { task, title: "Fix PLZ validation".into(), text: "x".into() };
    let ran = broken().take(&plan(vec![create("One"), note, doc("docs/notes/pools.md")])).unwrap();
    let refused: Vec<String> = ran.done.iter().filter(|o| o.done.is_err()).map(refusal).collect();
    assert!(refused.len() == 2 && refused.iter().all(|why| why.contains("could not be loaded")), "{refused:?}");
    assert!(shop.root().join("docs/notes/pools.md").exists(), "documents are another matter");
    let review = broken().review().unwrap();
    assert!(review.failures.iter().any(|f| f.contains("bd gave no answer")), "{:?}", review.failures);
    // Approved while it is still broken, and when it is back.
    assert!(broken().approve("1").unwrap()[0].done.is_err());
    assert!(shop.desk().approve("1").unwrap()[0].done.is_ok());
}

#[cfg(unix)]
#[test]
fn documents_that_cannot_be_listed_block_new_ones() {
    use std::os::unix::fs::PermissionsExt;
    if rustix::process::geteuid().is_root() {
        // Who may read everything is kept out by size instead.
        let shop = Shop::certain();
        let file = fs::File::create(shop.root().join("docs/huge.md")).unwrap();
        file.set_len(64 * 1024 * 1024).unwrap();
        let ran = shop.desk().take(&plan(vec![doc("docs/notes/pools.md")])).unwrap();
        assert!(refusal(&ran.done[0]).contains("could not be loaded"));
        assert!(!shop.root().join("docs/notes/pools.md").exists());
        return;
    }
    let shop = Shop::certain();
    let folder = shop.root().join("docs/notes");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o000)).unwrap();
    let ran = shop.desk().take(&plan(vec![doc("docs/pools.md")])).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    assert!(refusal(&ran.done[0]).contains("could not be loaded"));
}

#[test]
fn a_board_others_see_is_never_written_by_itself() {
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
        (Did::Undone, "NOT_PLANNED".into())
    );
}

#[test]
fn a_tools_task_that_somebody_changed_is_left_alone() {
    let shop = Shop::new();
    let tool = Rc::new(Tool::new("bd"));
    let desk = || shop.at_tool(BoardKind::Beads, &tool);
    let close =
        Action::DoneTask { task: "shop-a1b2".into(), title: "Fix PLZ validation".into(), note: "pushed".into() };
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

fn close(task: &str) -> Action {
    Action::DoneTask { task: task.into(), title: "Fix PLZ validation".into(), note: "pushed 4f2a1c".into() }
}

/// A project with what Backlog.md keeps in it, for the board that needs it.
fn with_backlog() -> Shop {
    let shop = Shop::new();
    fs::create_dir_all(shop.root().join("backlog")).unwrap();
    fs::write(shop.root().join("backlog/config.yml"), "project_name: \"shop\"\n").unwrap();
    shop
}

#[test]
fn a_closing_that_fails_half_way_notes_once_and_is_taken_back() {
    for (kind, name, task) in TOOLS {
        let shop = with_backlog();
        let tool = Rc::new(Tool::new(name));
        let desk = || shop.at_tool(kind, &tool);
        let look = || shop.board_of(kind, &tool).look(task).unwrap();
        let before = look();
        desk().take(&plan(vec![close(task)])).unwrap();
        *tool.refuses.borrow_mut() = Some(match kind {
            BoardKind::BacklogCli => "status=Done",
            BoardKind::Command => "\"done\"",
            _ => " close ",
        });
        for _ in 0..3 {
            let outcome = desk().approve("1").unwrap().remove(0);
            assert!(refusal(&outcome).contains("open blockers"), "{kind}: {outcome:?}");
        }
        let noted = look().body;
        assert_eq!(noted.matches("pushed 4f2a1c").count(), 1, "{kind}: {noted}");
        let failures = desk().review().unwrap().failures;
        assert_eq!(failures.len(), 3, "{kind}: {failures:?}");
        assert!(failures[0].ends_with("; what went through is taken back with a-1"), "{kind}: {failures:?}");
        assert!(failures[1].ends_with("open blockers"), "{kind}: {failures:?}");
        // What went through is taken back, and the closing goes on waiting.
        assert!(desk().rollback("a-3").unwrap_err().to_string().contains("nothing to take back"), "{kind}");
        desk().rollback("a-1").unwrap();
        assert_eq!((look().status, look().body), (before.status, before.body.clone()), "{kind}");
        assert_eq!(shop.books().pending().len(), 1, "{kind}");
        // Half-way again, then to its end: one note, which goes with the closing.
        assert!(desk().approve("1").unwrap()[0].done.is_err());
        *tool.refuses.borrow_mut() = None;
        let done = desk().approve("1").unwrap().remove(0).done.unwrap();
        assert_eq!(look().body.matches("pushed 4f2a1c").count(), 1, "{kind}");
        desk().rollback(&done.action).unwrap();
        assert_eq!((look().status, look().body), (before.status, before.body), "{kind}");
    }
}

#[test]
fn a_taking_back_that_fails_half_way_goes_on_where_it_was() {
    for (kind, name, task) in TOOLS {
        let shop = with_backlog();
        let tool = Rc::new(Tool::new(name));
        let desk = || shop.at_tool(kind, &tool);
        let look = || shop.board_of(kind, &tool).look(task).unwrap();
        let before = look();
        desk().take(&plan(vec![close(task)])).unwrap();
        desk().approve("1").unwrap();
        *tool.refuses.borrow_mut() = Some(match kind {
            BoardKind::GitHub => "DELETE",
            BoardKind::Command => "unlog",
            _ => "--notes=",
        });
        assert!(desk().rollback("a-1").unwrap_err().to_string().contains("open blockers"), "{kind}");
        assert!(look().status.is_open() && look().body.contains("pushed 4f2a1c"), "{kind}");
        *tool.refuses.borrow_mut() = None;
        desk().rollback("a-1").unwrap();
        assert_eq!((look().status, look().body), (before.status, before.body), "{kind}");
        assert_eq!(shop.books().proposals[0].standing, Standing::RolledBack, "{kind}");
    }
}

#[test]
fn what_a_person_did_to_a_tools_task_is_not_overridden() {
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
        let shop = with_backlog();
        let tool = Rc::new(Tool::new(name));
        let desk = || shop.at_tool(kind, &tool);
        desk().take(&plan(vec![create("Add a wizard")])).unwrap();
        desk().approve("1").unwrap();
        let ours = tool.tasks.borrow().len() - 1;
        let was = tool.tasks.borrow()[ours].clone();
        tool.tasks.borrow_mut()[ours][field] = value.into();
        let why = desk().rollback("a-1").unwrap_err().to_string();
        assert!(why.contains("changed meanwhile"), "{kind} {field}: {why}");
        tool.tasks.borrow_mut()[ours] = was;
        // What others do elsewhere is nothing done to it.
        tool.tasks.borrow_mut()[0]["title"] = "Fix PLZ validation everywhere".into();
        if kind == BoardKind::BacklogCli {
            tool.tasks.borrow_mut()[ours]["isReady"] = false.into();
        }
        desk().rollback("a-1").unwrap();
    }
}

#[test]
fn a_crash_while_a_tools_task_is_withdrawn_is_settled_by_how_it_stands() {
    for (kind, name, _) in TOOLS {
        for withdrawn in [true, false] {
            let shop = with_backlog();
            let tool = Rc::new(Tool::new(name));
            let desk = || shop.at_tool(kind, &tool);
            desk().take(&plan(vec![create("Add a wizard")])).unwrap();
            desk().approve("1").unwrap();
            let there = tool.tasks.borrow().clone();
            desk().rollback("a-1").unwrap();
            // As if the program had ended before the last line, or before the tool was asked.
            for file in ["journal", "proposals"] {
                let path = shop.root().join(format!(".deltamind/standup/{file}.jsonl"));
                let text = fs::read_to_string(&path).unwrap();
                let keep = text.lines().count() - 1;
                fs::write(&path, text.split_inclusive('\n').take(keep).collect::<String>()).unwrap();
            }
            if !withdrawn {
                *tool.tasks.borrow_mut() = there;
            }
            desk().take(&Plan::default()).unwrap();
            let books = shop.books();
            let expected = if withdrawn { (Did::Undone, Standing::RolledBack) } else { (Did::Done, Standing::Done) };
            assert_eq!((books.actions[0].did, books.proposals[0].standing), expected, "{kind} {withdrawn}");
        }
    }
}

#[test]
fn a_crash_between_note_and_closing_leaves_one_note() {
    for (kind, name, task) in TOOLS {
        let shop = with_backlog();
        let tool = Rc::new(Tool::new(name));
        let desk = || shop.at_tool(kind, &tool);
        desk().take(&plan(vec![close(task)])).unwrap();
        *tool.refuses.borrow_mut() = Some(match kind {
            BoardKind::BacklogCli => "status=Done",
            BoardKind::Command => "\"done\"",
            _ => " close ",
        });
        assert!(desk().approve("1").unwrap()[0].done.is_err());
        *tool.refuses.borrow_mut() = None;
        let path = shop.root().join(".deltamind/standup/journal.jsonl");
        let first = fs::read_to_string(&path).unwrap().lines().next().unwrap().to_owned();
        fs::write(&path, format!("{first}\n")).unwrap();
        assert!(desk().approve("1").unwrap()[0].done.is_ok(), "{kind}");
        let body = shop.board_of(kind, &tool).look(task).unwrap().body;
        assert_eq!(body.matches("pushed 4f2a1c").count(), 1, "{kind}: {body}");
    }
}

#[test]
fn a_number_and_an_id_mean_one_thing_for_good() {
    let shop = Shop::new();
    shop.desk().take(&plan(vec![create("One"), create("Two"), create("Three")])).unwrap();
    shop.desk().approve("3").unwrap();
    shop.desk().take(&plan(vec![create("Four")])).unwrap();
    assert!(matches!(shop.desk().approve("3"), Err(DeskError::Asked(why)) if why.contains("done already")));
    let numbers = || shop.books().pending().iter().map(|p| p.number).collect::<Vec<_>>();
    assert_eq!(numbers(), [1, 2, 4]);
    shop.desk().approve("all").unwrap();
    shop.desk().take(&plan(vec![create("Five")])).unwrap();
    assert_eq!(numbers(), [5]);
    // Lines that are lost free no id.
    let path = shop.root().join(".deltamind/standup/journal.jsonl");
    let torn = |line: &str| if line.contains("\"a-1\"") { "{torn".to_owned() } else { line.to_owned() };
    let text = fs::read_to_string(&path).unwrap().lines().map(|l| torn(l) + "\n").collect::<String>();
    fs::write(&path, text).unwrap();
    assert_eq!(shop.desk().approve("5").unwrap()[0].done.as_ref().unwrap().action, "a-5");
    let ids: Vec<String> = shop.books().actions.iter().map(|a| a.action.clone()).collect();
    assert_eq!(ids, ["a-2", "a-3", "a-4", "a-5"]);
}

#[test]
fn paths_lead_nowhere_else() {
    let shop = Shop::certain();
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("x.md"), "theirs").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outside.path(), shop.root().join("docs/out")).unwrap();
        std::os::unix::fs::symlink(outside.path().join("x.md"), shop.root().join("docs/link.md")).unwrap();
    }
    let paths = [
        "docs/out/new.md",
        "docs/link.md",
        "docs/../CLAUDE.md",
        "/etc/x.md",
        "../x.md",
        "CLAUDE.md",
        "docs/CLAUDE.md",
        "memory-bank/x.md",
    ];
    let mut actions: Vec<Action> =
        paths.iter().map(|p| Action::CreateDoc { path: (*p).into(), title: (*p).into(), content: long() }).collect();
    for path in ["CLAUDE.md", "docs/link.md", "docs/out/x.md"] {
        actions.push(Action::EnrichDoc { path: path.into(), heading: "h".into(), content: "evil".into() });
        actions.push(Action::FixSkill { path: path.into(), heading: "h".into(), content: "evil".into() });
    }
    shop.desk().take(&plan(actions)).unwrap();
    let _ = shop.desk().approve("all");
    assert_eq!(fs::read_to_string(outside.path().join("x.md")).unwrap(), "theirs");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
    assert_eq!(shop.read("CLAUDE.md"), "Be brief.\n");
    assert!(!shop.root().join("docs/CLAUDE.md").exists() && !shop.root().join("memory-bank").exists());
    assert!(shop.books().actions.iter().all(|a| a.did != Did::Done), "{:?}", shop.books().actions);
}

#[test]
fn a_board_that_is_a_link_is_refused() {
    #[cfg(unix)]
    {
        let shop = Shop::certain();
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("t.md"), TODO).unwrap();
        fs::remove_file(shop.root().join("TODO.md")).unwrap();
        std::os::unix::fs::symlink(outside.path().join("t.md"), shop.root().join("TODO.md")).unwrap();
        let ran = shop.desk().take(&plan(vec![create("One")])).unwrap();
        assert!(refusal(&ran.done[0]).contains("could not be loaded"));
        assert_eq!(fs::read_to_string(outside.path().join("t.md")).unwrap(), TODO);
    }
}

#[test]
fn a_document_is_reproduced_signed_and_swallows_nothing() {
    let shop = Shop::new();
    let content = format!(
        "{}\n<!-- hidden from people -->\nkey sk-ant-api03-{}\n```rust\nfn left_open() {{}}\n",
        long(),
        "a".repeat(95)
    );
    let title = "Pools\n---\nname: evil\u{1b}[2J".to_owned();
    shop.desk().take(&plan(vec![Action::CreateDoc { path: "docs/notes/pools.md".into(), title, content }])).unwrap();
    shop.desk().approve("1").unwrap();
    let text = shop.read("docs/notes/pools.md");
    assert!(
        text.starts_with(
            "# Pools --- name: evil\n\n> [deltamind] from claude-1a2b t88, t90\n\n| way | ms |\n|---|---|\n"
        ),
        "{text}"
    );
    assert!(text.contains(&"Measured twice on the same data, the pool of eight wins. ".repeat(10)), "all of it");
    assert!(text.contains("&lt;!-- hidden") && text.ends_with("fn left_open() {}\n```\n"), "{text}");
    assert!(!text.contains("sk-ant-api03-aaa") && !text.contains('\u{1b}'), "{text}");
    for file in ["proposals", "journal"] {
        let kept = shop.read(&format!(".deltamind/standup/{file}.jsonl"));
        assert!(!kept.contains("sk-ant-api03-aaa") && !kept.contains("u001b"), "{file}: {kept}");
    }
}

#[test]
fn a_document_keeps_every_byte_but_for_what_is_added() {
    let shop = Shop::new();
    let old = "---\r\ntitle: API\r\nstatus: old\r\ntags:\r\n  - a\r\n---\r\n\r\n# API\r\n\r\ntext without end";
    fs::write(shop.root().join("docs/api.md"), old).unwrap();
    let field = |field: &str, value: &str| Action::DocMetadata {
        path: "docs/api.md".into(),
        field: field.into(),
        value: value.into(),
    };
    let actions = vec![
        field("status", "current\nevil: yes"),
        field("summary", "of: \"it\""),
        field("tags", "b"),
        Action::EnrichDoc { path: "docs/api.md".into(), heading: "Limits".into(), content: "60 a minute.".into() },
    ];
    shop.desk().take(&plan(actions)).unwrap();
    let refused = shop.desk().approve("all").unwrap().iter().filter(|o| o.done.is_err()).count();
    assert_eq!(refused, 0, "tags is no field that is set: it never waits");
    let text = shop.read("docs/api.md");
    let head = "---\r\ntitle: API\r\nstatus: \"current evil: yes\"\r\ntags:\r\n  - a\r\nsummary: \"of: \\\"it\\\"\"\r\n---\r\n\r\n# API\r\n\r\ntext without end";
    assert!(text.starts_with(head), "{text:?}");
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
}

#[test]
fn a_crash_before_the_write_is_settled_and_it_waits_again() {
    let shop = Shop::new();
    shop.desk().take(&plan(vec![create("One")])).unwrap();
    shop.desk().approve("1").unwrap();
    let lines = shop.journal();
    // As if the program had ended right after the first line: the file was never written.
    let journal = shop.root().join(".deltamind/standup/journal.jsonl");
    let proposals = shop.root().join(".deltamind/standup/proposals.jsonl");
    let cut = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let keep = text.lines().count() - 1;
        fs::write(path, text.split_inclusive('\n').take(keep).collect::<String>()).unwrap();
    };
    cut(&journal);
    cut(&proposals);
    let written = shop.read("TODO.md");
    fs::write(shop.root().join("TODO.md"), TODO).unwrap();
    let ran = shop.desk().take(&Plan::default()).unwrap();
    assert!(ran.resolved[0].contains("before anything was changed"), "{:?}", ran.resolved);
    assert_eq!(shop.books().pending().len(), 1);
    assert!(shop.desk().approve("1").unwrap()[0].done.is_ok());
    assert_eq!(shop.read("TODO.md"), written);
    assert_eq!(lines[0].files, shop.books().actions.last().unwrap().files);
}

#[test]
fn a_crash_after_the_write_is_settled_and_can_be_taken_back() {
    let shop = Shop::new();
    shop.desk().take(&plan(vec![create("One")])).unwrap();
    shop.desk().approve("1").unwrap();
    for file in ["journal", "proposals"] {
        let path = shop.root().join(format!(".deltamind/standup/{file}.jsonl"));
        let text = fs::read_to_string(&path).unwrap();
        // The last line is torn in its middle.
        fs::write(&path, &text[..text.len() - 40]).unwrap();
    }
    let written = shop.read("TODO.md");
    let ran = shop.desk().take(&plan(vec![create("One")])).unwrap();
    assert!(ran.resolved[0].contains("after it was done"), "{:?}", ran.resolved);
    assert_eq!((shop.books().pending().len(), shop.read("TODO.md")), (0, written));
    shop.desk().rollback("a-1").unwrap();
    assert_eq!(shop.read("TODO.md"), TODO);
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

#[test]
fn a_record_that_came_with_the_project_cannot_write_where_it_likes() {
    let shop = Shop::new();
    shop.desk().take(&plan(vec![create("One")])).unwrap();
    shop.desk().approve("1").unwrap();
    let journal = shop.root().join(".deltamind/standup/journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let now = blake3::hash(shop.read("CLAUDE.md").as_bytes()).to_hex().to_string();
    let mut forged: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    forged["action"] = "a-2".into();
    forged["files"][0]["file"] = "CLAUDE.md".into();
    forged["files"][0]["after"] = now.into();
    fs::write(&journal, format!("{text}{forged}\n")).unwrap();
    assert!(shop.desk().rollback("a-2").unwrap_err().to_string().contains("no file this action could have written"));
    assert_eq!(shop.read("CLAUDE.md"), "Be brief.\n");
}

#[test]
fn after_twenty_answers_a_change_is_offered_and_undone_as_easily() {
    let mut shop = Shop::certain();
    let likely = |n: usize| {
        let mut plan = plan((0..n).map(|i| create(&format!("Task number {i}"))).collect());
        plan.proposals.iter_mut().for_each(|p| p.confidence.score = 0.87);
        plan
    };
    let plan = likely(21);
    shop.desk().take(&plan).unwrap();
    for n in 1..20 {
        shop.desk().approve(&n.to_string()).unwrap();
    }
    assert_eq!(shop.desk().review().unwrap().offers, []);
    shop.desk().approve("20").unwrap();
    let review = shop.desk().review().unwrap();
    let offer = &review.offers[0];
    assert_eq!((offer.id.as_str(), offer.tally.approved), ("h-create_task-verified", 20));
    assert!(review.text().contains("you said yes to 20 of 20"), "{}", review.text());
    shop.desk().approve(&offer.id).unwrap();
    let mut desk = shop.desk();
    desk.books().unwrap();
    let waiting = shop.books().pending()[0].clone();
    assert_eq!(desk.rules().tier(&waiting, false), Tier::Execute);
    assert_eq!(desk.review().unwrap().offers, [], "counting begins anew");
    shop.desk().rollback("h-create_task-verified").unwrap();
    desk.books().unwrap();
    assert_eq!(desk.rules().tier(&waiting, false), Tier::Call);
    // Switched off, nothing is offered that could do nothing.
    shop.tier1 = false;
    assert_eq!(shop.desk().review().unwrap().offers, []);
}

#[test]
fn twenty_noes_make_a_kind_quieter() {
    let shop = Shop::new();
    let mut many = plan((0..20).map(|i| create(&format!("Task number {i}"))).collect());
    many.proposals.iter_mut().for_each(|p| p.confidence.score = 0.52);
    shop.desk().take(&many).unwrap();
    shop.desk().dismiss("all", None).unwrap();
    let offer = shop.desk().review().unwrap().offers.remove(0);
    shop.desk().approve(&offer.id).unwrap();
    let mut next = plan(vec![create("Another")]);
    next.proposals[0].confidence.score = 0.52;
    shop.desk().take(&next).unwrap();
    let review = shop.desk().review().unwrap();
    assert!(review.calls.is_empty() && review.notes.iter().any(|n| n.text.contains("Another")));
}

#[test]
fn a_conflict_stands_until_the_person_settles_it() {
    let shop = Shop::new();
    let conflict =
        |says: &str| deltamind::standup::Conflict::new(says, vec![], "sqlx", "d-7", "they exclude each other");
    let found = Plan { conflicts: vec![conflict("keep Prisma"), conflict("keep REST")], ..Plan::default() };
    shop.desk().take(&found).unwrap();
    shop.desk().take(&Plan::default()).unwrap();
    let stands = |shop: &Shop| shop.books().conflicts.iter().map(|c| c.says.clone()).collect::<Vec<_>>();
    assert_eq!(stands(&shop), ["keep Prisma", "keep REST"]);
    assert!(shop.desk().dismiss("x-00000000", None).is_err());
    shop.desk().dismiss(&found.conflicts[0].id, Some("docs are mended")).unwrap();
    shop.desk().take(&found).unwrap();
    assert_eq!(stands(&shop), ["keep REST"]);
}

#[test]
fn the_review_is_one_value_for_people_and_programs() {
    let shop = Shop::new();
    let mut plan = plan(vec![create("Add \u{1b}[31mred"), doc("docs/notes/pools.md")]);
    plan.conflicts.push(deltamind::standup::Conflict::new(
        "keep Prisma",
        evidence(EvidenceKind::Claim),
        "sqlx, no ORM",
        "d-7 of claude-1a2b",
        "one names what the other rules out",
    ));
    shop.desk().take(&plan).unwrap();
    shop.desk().approve("2").unwrap();
    let review = shop.desk().review().unwrap();
    insta::assert_snapshot!(review.text());
    let json = serde_json::to_value(&review).unwrap();
    assert_eq!((json["calls"][0]["number"].clone(), json["done"][0]["action"].clone()), (1.into(), "a-1".into()));
    assert!(json["calls"][0]["change"].as_str().unwrap().contains("+- [ ] Add red"));
}

#[test]
fn the_history_is_read_and_a_broken_one_is_a_failure() {
    use deltamind::standup::command::System;
    let shop = Shop::new();
    let desk = || {
        let board = FileBoard::in_project(shop.root(), "TODO.md", BoardKind::Markdown);
        let runner = Box::new(System::new(shop.root().to_owned()));
        Desk::with(shop.root(), shop.store(), Ok(Box::new(board)), runner, Rules::default(), shop.now)
    };
    assert_eq!(desk().state().git.as_deref(), Ok(&[][..]), "no repository has no history");
    let git = |args: &[&str]| {
        let mut command = std::process::Command::new("git");
        command.current_dir(shop.root()).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        command.args(["-c", "user.name=Mara", "-c", "user.email=mara@example.com"]).args(args);
        command.output().is_ok_and(|out| out.status.success())
    };
    if !git(&["init", "-q"]) {
        skipped::skip("the_history_is_read_and_a_broken_one_is_a_failure", "git is not here");
        return;
    }
    assert_eq!(desk().state().git.as_deref(), Ok(&[][..]), "nor has one without a commit");
    git(&["add", "TODO.md", "docs"]);
    assert!(git(&["commit", "-q", "-m", "Fix PLZ validation\n\nLeading zeros: \u{1f}x\nCloses #12"]));
    git(&["config", "core.fsmonitor", "touch ran; false"]);
    let state = desk();
    let commits = state.state().git.as_deref().unwrap();
    assert_eq!((commits.len(), commits[0].subject.as_str()), (1, "Fix PLZ validation"));
    assert!(commits[0].body.starts_with("Leading zeros") && commits[0].at.is_some() && commits[0].hash.len() == 40);
    assert!(!shop.root().join("ran").exists(), "a setting of the repository was run");
    fs::write(shop.root().join(".git/HEAD"), "nonsense").unwrap();
    assert!(desk().state().git.is_err());
}

#[test]
fn looking_at_the_history_fetches_nothing() {
    use deltamind::standup::command::System;
    let dir = tempfile::tempdir().unwrap();
    let shop = Shop { dir: tempfile::tempdir().unwrap(), ..Shop::new() };
    let git = |folder: &Path, args: &[&str]| {
        let mut command = std::process::Command::new("git");
        command.current_dir(folder).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        command.args(["-c", "user.name=Mara", "-c", "user.email=mara@example.com"]).args(args);
        command.output().is_ok_and(|out| out.status.success())
    };
    let (up, clone) = (dir.path(), shop.root());
    if !git(up, &["init", "-q"]) {
        skipped::skip("looking_at_the_history_fetches_nothing", "git is not here");
        return;
    }
    let lines = |n: usize| (0..n).map(|i| format!("line {i}")).collect::<Vec<_>>().join("\n");
    fs::write(up.join("old.txt"), lines(60)).unwrap();
    assert!(git(up, &["add", "."]) && git(up, &["commit", "-q", "-m", "Add the list"]));
    fs::remove_file(up.join("old.txt")).unwrap();
    fs::write(up.join("new.txt"), lines(61)).unwrap();
    assert!(git(up, &["add", "-A"]) && git(up, &["commit", "-q", "-m", "Move the list"]));
    git(up, &["config", "uploadpack.allowFilter", "true"]);
    let from = format!("file://{}", up.display());
    assert!(git(clone, &["clone", "-q", "--filter=blob:none", "--no-checkout", &from, "."]));
    git(clone, &["config", "remote.origin.uploadpack", &format!("touch {}/ran; false", clone.display())]);
    let runner = Box::new(System::new(clone.to_owned()));
    let board = FileBoard::in_project(clone, "TODO.md", BoardKind::Markdown);
    let desk = Desk::with(clone, shop.store(), Ok(Box::new(board)), runner, Rules::default(), shop.now);
    let commits = desk.state().git.as_deref().unwrap();
    assert_eq!(commits.iter().map(|c| c.files.len()).collect::<Vec<_>>(), [2, 1], "{commits:?}");
    assert!(!clone.join("ran").exists(), "something was fetched");
}

#[test]
fn what_steers_an_agent_and_what_sessions_decided_is_loaded() {
    let shop = Shop::new();
    fs::create_dir_all(shop.root().join("memory-bank")).unwrap();
    fs::write(shop.root().join("memory-bank/activeContext.md"), "# Now\nRate limits.\n").unwrap();
    let desk = shop.desk();
    let paths: Vec<&str> = desk.state().context.as_ref().unwrap().iter().map(|c| c.path.as_str()).collect();
    assert_eq!(paths, ["CLAUDE.md", "memory-bank/activeContext.md"]);
    assert_eq!(desk.state().skills.as_ref().unwrap()[0].path, ".claude/skills/board/SKILL.md");
    assert_eq!(desk.state().docs.as_ref().unwrap()[0].title, "API");
    assert_eq!(desk.state().decisions.as_deref(), Ok(&[][..]));
    assert_eq!(desk.state().failures(), []);
    let broken = shop.root().join(".deltamind/sessions/claude-1");
    fs::create_dir_all(&broken).unwrap();
    fs::write(broken.join("snapshot.json"), "{").unwrap();
    assert!(shop.desk().state().decisions.is_err(), "a session that cannot be read is no session without decisions");
}
