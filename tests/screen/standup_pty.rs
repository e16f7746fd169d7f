//! Holding the standup on a real terminal: run, approve one, look at the bytes, take it back.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use deltamind::config::StandupConfig;
use deltamind::standup::action::{Proposal, ProposalConfidence, StandupAction};
use deltamind::standup::service::StandupService;
use deltamind::standup::{EvidenceKind, Plan, ProposalEvidence};
use deltamind::store::Store;

use crate::terminal::Pane;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/demo/session.jsonl");
const TODO: &str = "# To do\r\n\r\n- [ ] Fix PLZ validation\r\n- [ ] Write the runbook\r\n";

/// A home that is also a project with a board, where two things wait.
fn home() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join(".deltamind")).unwrap();
    crate::desk::session_of(dir.path(), FILE);
    fs::write(dir.path().join("TODO.md"), TODO).unwrap();
    let proposal = |title: &str| {
        let kind = EvidenceKind::Person;
        let quotes = vec![title.to_lowercase()];
        let said = ProposalEvidence {
            kind,
            session: "claude-shop".into(),
            turns: Vec::new(),
            quotes,
            at: None,
            agreed: false,
        };
        let action = StandupAction::CreateTask { title: title.into(), body: String::new() };
        Proposal::new(action, ProposalConfidence { score: 0.8, parts: Vec::new() }, vec![said], "on no board yet")
    };
    let proposals = ["Add rate limit to /login", "Drop the old table"].map(proposal).to_vec();
    desk(dir.path()).take(&Plan { proposals, ..Plan::default() }).unwrap();
    dir
}

fn desk(dir: &Path) -> StandupService {
    // Long ago, so that it is offered.
    let then = "2026-01-02T08:00:00Z".parse().unwrap();
    StandupService::open(dir, Store::at(dir.join(".deltamind")), &StandupConfig::default(), then)
}

fn board(dir: &Path) -> String {
    fs::read_to_string(dir.join("TODO.md")).unwrap()
}

/// Presses a key once the dialog was on the screen for the moment it must have been.
fn answer(pane: &mut Pane, key: &str) {
    pane.until_asked("Esc cancel");
    pane.press(key);
}

#[test]
fn one_is_approved_and_taken_back_to_the_byte() {
    let dir = home();
    let file = dir.path().join("s.jsonl").display().to_string();
    let mut pane = Pane::open_in(dir.path(), &["watch", &file], &[]);
    pane.until("press 0 for the standup (2 waiting)");
    pane.press("0");
    pane.until("your call 2");
    pane.press("r");
    pane.until("the standup ran: 0 done");
    assert_eq!(board(dir.path()), TODO, "looking changes nothing");
    pane.press("a");
    // What is pasted is no key.
    pane.until("y apply");
    pane.press("\x1b[200~y\r\x1b[201~");
    pane.read();
    assert_eq!(board(dir.path()), TODO);
    answer(&mut pane, "y");
    pane.until("done: new task");
    pane.until("done 1");
    let done = board(dir.path());
    let added: Vec<&str> = done.split_inclusive("\r\n").filter(|l| !TODO.contains(l)).collect();
    assert!(!added.is_empty() && added.iter().any(|l| l.contains("Add rate limit to /login")), "{done:?}");
    assert!(TODO.split_inclusive("\r\n").all(|l| done.contains(l)), "{done:?}");
    pane.press("gu");
    pane.until("Undo?");
    answer(&mut pane, "y");
    pane.until("undone, ");
    assert_eq!(board(dir.path()), TODO);
    pane.quit();
    pane.is_restored();
}
