//! Tests which words and commits finish a task, on pairs of board line and sentence of which some only look like it.

use std::fs;

use deltamind::artifacts::Artifact;
use deltamind::standup::permission::Permissions;
use deltamind::standup::plan::{Settings, plan};
use deltamind::standup::{ActionKind, BoardState, ProjectState, Tier};
use deltamind::trackers::{BoardKind, Task, TaskStatus};
use serde::Deserialize;

use super::project::Talk;

#[derive(Deserialize)]
struct Pair {
    board: String,
    by: String,
    said: String,
    done: bool,
    why: String,
}

impl Pair {
    fn artifacts(&self) -> Vec<Artifact> {
        let talk = Talk::new("pair");
        match self.by.as_str() {
            "commit" => {
                let output = format!("[main 1a2b3c4] {}\n", self.said);
                talk.said("user", "go on").ran(&format!("git commit -m '{}'", self.said), &output, false)
            }
            "person" => talk.said("assistant", "The depot is open.").said("user", &self.said),
            _ => talk.said("user", "go on").said("assistant", &self.said),
        }
        .artifacts()
    }

    fn project(&self) -> ProjectState {
        let title = self.board.trim_start_matches("- [ ] ").to_owned();
        let (id, status, body) = ("T-1".to_owned(), TaskStatus::Todo, String::new());
        let tasks = vec![Task { id, title, status, body, labels: Vec::new(), updated: None }];
        let place = "TODO.md".to_owned();
        let board = BoardState { kind: BoardKind::Markdown, place, leaves_machine: false, tasks };
        ProjectState { board: Ok(board), git: Ok(Vec::new()), docs: Ok(Vec::new()), ..ProjectState::default() }
    }

    /// Whether the task is put to the person as done, or done.
    fn found(&self) -> bool {
        let plan = plan(&self.artifacts(), &self.project(), &Settings::default());
        let rules = Permissions { tier1: true, ..Permissions::default() };
        let mut closes = plan.proposals.iter().filter(|p| p.action.kind() == ActionKind::DoneTask);
        closes.any(|p| matches!(rules.tier(p, false), Tier::Call | Tier::Execute))
    }
}

/// The pairs of a file: those found of those done, and those found though not done.
fn score(name: &str) -> (usize, usize, Vec<String>) {
    let file = format!("{}/tests/files/standup/fixtures/completion/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let pairs: Vec<Pair> = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let wrong: Vec<String> = pairs
        .iter()
        .filter(|p| p.found() != p.done)
        .map(|p| format!("{} / {} ({}, {})", p.board, p.said, p.by, p.why))
        .collect();
    let done = pairs.iter().filter(|p| p.done);
    (done.clone().filter(|p| p.found()).count(), done.count(), wrong)
}

#[test]
fn words_and_commits_finish_the_task_they_name_and_near_misses_do_not() {
    let (found, all, wrong) = score("open");
    assert_eq!((found, all), (12, 12), "{wrong:#?}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn sentences_that_were_not_looked_at_are_judged_as_well() {
    let (found, all, wrong) = score("kept");
    println!("{found} of {all}");
    assert!(found >= 10 && wrong.len() <= all - found, "{found} of {all}: {} wrong", wrong.len());
}
