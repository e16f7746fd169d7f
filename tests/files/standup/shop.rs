//! Defines a project for standups: a board, documents and notes of a tool in a folder of the test's own.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::rc::Rc;

use super::tools::{Shared, Tool};
use deltamind::standup::action::{
    EvidenceKind, Plan, Proposal, ProposalConfidence, ProposalEvidence, SourceRef, StandupAction,
};
use deltamind::standup::log::{JournalLine, StandupLog};
use deltamind::standup::permission::Permissions;
use deltamind::standup::service::StandupService;
use deltamind::state::Part;
use deltamind::store::{LogFile, Store};
use deltamind::trackers::command::{Runner, ToolCommand};
use deltamind::trackers::{Board, BoardKind, FileBoard, ToolBoard};
use jiff::Timestamp;
use tempfile::TempDir;

pub const TODO: &str = "# Shop\n\n## To Do\n\n- [ ] Fix PLZ validation\n- [ ] Add rate limit to /login  ^dm-1a2b3c4d\n\n## Done\n\n- [x] Choose a queue\n";

/// No history to read.
pub struct NoGit;

impl Runner for NoGit {
    fn run(&self, _: &ToolCommand) -> Result<String, String> {
        Ok(String::new())
    }
}

pub struct Shop {
    pub dir: TempDir,
    pub tier1: bool,
    pub now: Timestamp,
}

impl Shop {
    /// One in which a new task `One` was approved.
    pub fn with_task() -> Self {
        let shop = Self::new();
        shop.desk().take(&plan(vec![create("One")])).unwrap();
        shop.desk().approve("1").unwrap();
        shop
    }

    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("TODO.md"), TODO).unwrap();
        fs::create_dir_all(dir.path().join("docs/notes")).unwrap();
        fs::write(dir.path().join("docs/api.md"), "# API\n\nLogin gives a token.").unwrap();
        fs::create_dir_all(dir.path().join(".claude/skills/board")).unwrap();
        fs::write(dir.path().join(".claude/skills/board/SKILL.md"), "# board\n").unwrap();
        fs::write(dir.path().join("CLAUDE.md"), "Be brief.\n").unwrap();
        Self { dir, tier1: false, now: "2026-11-22T08:00:00Z".parse().unwrap() }
    }

    pub fn certain() -> Self {
        Self { tier1: true, ..Self::new() }
    }

    pub fn root(&self) -> &Path {
        self.dir.path()
    }

    pub fn store(&self) -> Store {
        Store::at(self.root().join(".deltamind"))
    }

    pub fn over(&self, board: Result<Box<dyn Board>, String>) -> StandupService {
        let rules = Permissions { tier1: self.tier1, ..Permissions::default() };
        StandupService::with(self.root(), self.store(), board, Box::new(NoGit), rules, self.now)
    }

    pub fn desk(&self) -> StandupService {
        self.over(Ok(Box::new(FileBoard::in_project(self.root(), "TODO.md", BoardKind::Markdown))))
    }

    pub fn board_of(&self, kind: BoardKind, tool: &Rc<Tool>) -> ToolBoard {
        let command = if tool.kind == "board" { vec!["board".to_owned()] } else { Vec::new() };
        ToolBoard::new(self.root(), kind, &command, Box::new(Shared(tool.clone()))).unwrap()
    }

    pub fn at_tool(&self, kind: BoardKind, tool: &Rc<Tool>) -> StandupService {
        self.over(Ok(Box::new(self.board_of(kind, tool))))
    }

    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.root().join(file)).unwrap_or_default()
    }

    pub fn log(&self) -> StandupLog {
        StandupLog::read(&self.store()).unwrap()
    }

    pub fn journal(&self) -> Vec<JournalLine> {
        self.store().log_lines(LogFile::Journal).unwrap().0
    }

    pub fn task(&self, title: &str) -> String {
        self.desk().state().tasks().iter().find(|t| t.title == title).unwrap().id.clone()
    }
}

pub fn long() -> String {
    format!(
        "| way | ms |\n|---|---|\n| pool | 12 |\n\n{}",
        "Measured twice on the same data, the pool of eight wins. ".repeat(10)
    )
}

pub fn evidence(kind: EvidenceKind) -> Vec<ProposalEvidence> {
    let turns =
        vec![SourceRef { turn_id: "u-1".into(), ordinal: 88 }, SourceRef { turn_id: "u-2".into(), ordinal: 90 }];
    let quotes = vec!["please add a rate limit".to_owned()];
    vec![ProposalEvidence { kind, session: "claude-1a2b".into(), turns, quotes, at: None, agreed: false }]
}

pub fn sure(action: StandupAction) -> Proposal {
    let parts = vec![Part { name: "evidence".into(), value: 0.95 }];
    Proposal::new(
        action,
        ProposalConfidence { score: 0.95, parts },
        evidence(EvidenceKind::Verified),
        "step 1 of the plan",
    )
}

pub fn create(title: &str) -> StandupAction {
    StandupAction::CreateTask { title: title.into(), body: String::new() }
}

pub fn doc(path: &str) -> StandupAction {
    StandupAction::CreateDoc { path: path.into(), title: "Pools compared".into(), content: long() }
}

pub fn plan(actions: Vec<StandupAction>) -> Plan {
    Plan { proposals: actions.into_iter().map(sure).collect(), ..Plan::default() }
}

pub fn refusal(outcome: &deltamind::standup::service::ProposalOutcome) -> String {
    outcome.done.as_ref().unwrap_err().to_string()
}
