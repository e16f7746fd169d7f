//! Tests which words and commits finish a task, on pairs of board line and sentence of which some only look like it.
//!
//! `COMPLETION_PAIRS=FILE cargo test --test files completion::figures_of -- --nocapture` prints the figures of another
//! file of the same form, and with `COMPLETION_TELL=1` the pairs that it gets wrong.

use std::fs;
use std::path::Path;

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
    #[serde(default)]
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

/// Counts of the pairs found on a file of pairs, and the wrong ones.
#[derive(Debug, Default)]
struct Figures {
    done: usize,
    found: usize,
    others: usize,
    falsely_found: usize,
    wrong: Vec<String>,
}

fn figures(path: &Path) -> Figures {
    let text = fs::read_to_string(path).unwrap();
    let mut out = Figures::default();
    for pair in text.lines().filter(|l| !l.is_empty()).map(|l| serde_json::from_str::<Pair>(l).unwrap()) {
        let found = pair.found();
        let (all, counted) =
            if pair.done { (&mut out.done, &mut out.found) } else { (&mut out.others, &mut out.falsely_found) };
        *all += 1;
        *counted += usize::from(found);
        if found != pair.done {
            out.wrong.push(format!("{} / {} ({}, {})", pair.board, pair.said, pair.by, pair.why));
        }
    }
    out
}

fn fixture(name: &str) -> Figures {
    figures(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/completions").join(name))
}

#[test]
fn words_and_commits_finish_the_task_they_name_and_near_misses_do_not() {
    let found = fixture("open.jsonl");
    assert!(found.found * 20 >= found.done * 19 && found.falsely_found == 0, "{found:#?}");
}

#[test]
fn sentences_that_were_not_looked_at_are_judged_as_well() {
    let found = fixture("kept.jsonl");
    assert!(found.found * 12 >= found.done * 10 && found.falsely_found == 0, "{} of {}", found.found, found.done);
}

/// Prints the figures of the file that `COMPLETION_PAIRS` names.
#[test]
fn figures_of_another_file_are_printed() {
    let Some(path) = std::env::var_os("COMPLETION_PAIRS") else { return };
    let Figures { done, found, others, falsely_found, wrong } = figures(Path::new(&path));
    eprintln!("{found} of {done} found, {falsely_found} of {others} falsely");
    if std::env::var_os("COMPLETION_TELL").is_some() {
        eprintln!("{}", wrong.join("\n"));
    }
}
