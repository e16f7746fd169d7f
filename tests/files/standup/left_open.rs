//! Tests the proposals from what a session settled, left open and finished: decisions of the ledger, lists of open work,
//! tasks of the board that were asked for and done.

use std::fs;

use deltamind::artifacts::{Artifact, ArtifactKind, FoundBy};
use deltamind::standup::plan::{Settings, plan};
use deltamind::standup::run::gather;
use deltamind::standup::{Plan, ProjectState, StandupAction};
use deltamind::store::Store;

use super::judgement::with_tasks;
use super::project::Talk;

/// The artifacts of a run over a session, those of its ledger included.
fn gathered(talk: &Talk) -> Vec<Artifact> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("s.jsonl");
    talk.write(&path);
    gather(&Store::at(dir.path().join("store")), &[path], &[], true).unwrap().queue.all
}

fn planned(artifacts: &[Artifact], board: &ProjectState) -> Plan {
    plan(artifacts, board, &Settings::default())
}

fn titles(plan: &Plan, wanted: fn(&StandupAction) -> bool) -> Vec<&str> {
    plan.proposals.iter().map(|p| &p.action).filter(|a| wanted(a)).map(StandupAction::title).collect()
}

fn tasks(plan: &Plan) -> Vec<&str> {
    let mut out = titles(plan, |a| matches!(a, StandupAction::CreateTask { .. }));
    out.sort_unstable();
    out
}

fn documents(plan: &Plan) -> Vec<&str> {
    titles(plan, |a| matches!(a, StandupAction::CreateDoc { .. }))
}

fn done(plan: &Plan) -> Vec<&str> {
    titles(plan, |a| matches!(a, StandupAction::DoneTask { .. }))
}

const CHOSEN: &str = "the belt scale, because it is calibrated every month";

fn choosing(answer: &str) -> Talk {
    Talk::new("s")
        .said("assistant", "Should we weigh on the belt scale or on the floor scale?")
        .said("user", answer)
        .said("assistant", "Okay.")
}

#[test]
fn a_settled_decision_with_a_reason_becomes_a_record_with_the_options_and_the_words() {
    let made = planned(&gathered(&choosing(CHOSEN)), &with_tasks(&[]));
    let [proposal] = made.proposals.as_slice() else { panic!("{made:#?}") };
    let StandupAction::CreateDoc { path, title, content } = &proposal.action else { panic!("{proposal:#?}") };
    assert!(title.contains("belt scale") && title.contains("calibrated every month"), "{title}");
    assert!(path.starts_with("docs/decisions/"), "{path}");
    for part in ["## Status\n\nAccepted", "## Decision\n", "## Reason\n", "## Not chosen\n", "> the belt scale"] {
        assert!(content.contains(part), "{part}: {content}");
    }
    assert_eq!(proposal.evidence[0].turns[0].ordinal, 2, "{proposal:#?}");
}

#[test]
fn steps_without_reason_and_decisions_taken_back_are_no_records() {
    let plain = Talk::new("s").said("user", "rename the depot page").said("assistant", "Okay.");
    assert!(documents(&planned(&gathered(&plain), &with_tasks(&[]))).is_empty());
    let back = choosing(CHOSEN).said("user", "Forget the belt scale, it has been sold.");
    assert!(gathered(&back).iter().any(|a| a.found == FoundBy::Ledger && a.refused), "{:#?}", gathered(&back));
    let other = choosing(CHOSEN).said("user", "Forget the belt scale, we weigh on the floor scale.");
    for talk in [back, other] {
        let made = planned(&gathered(&talk), &with_tasks(&[]));
        assert!(documents(&made).iter().all(|title| !title.contains("calibrated")), "{made:#?}");
    }
}

#[test]
fn a_decision_that_changes_between_two_runs_withdraws_its_proposal() {
    let dir = tempfile::tempdir().unwrap();
    let (path, store) = (dir.path().join("s.jsonl"), Store::at(dir.path().join("store")));
    choosing(CHOSEN).write(&path);
    let first = gather(&store, std::slice::from_ref(&path), &[], true).unwrap().queue;
    let pending = planned(&first.batch(), &with_tasks(&[])).proposals;
    assert_eq!(pending.len(), 1);
    let more = choosing(CHOSEN).said("user", "Forget the belt scale, we weigh on the floor scale.");
    fs::write(&path, more.lines().join("\n") + "\n").unwrap();
    let second = gather(&store, &[path], &[], true).unwrap().queue;
    let settings = Settings { pending: pending.clone(), gone: second.gone(), ..Settings::default() };
    let made = plan(&second.batch(), &with_tasks(&[]), &settings);
    assert_eq!(made.withdrawn.iter().map(|(id, _)| id).collect::<Vec<_>>(), [&pending[0].id], "{made:#?}");
}

#[test]
fn one_decision_in_two_readings_is_one_proposal() {
    let own = "I decided to use Postgres for the manifests instead of MySQL because two depots write at the same time.";
    let talk = Talk::new("s").said("assistant", "Which database?").said("user", own).said("assistant", "Okay.");
    let all = gathered(&talk);
    assert!(all.iter().filter(|a| a.kind == ArtifactKind::Decision && a.is_current()).count() >= 2, "{all:#?}");
    assert_eq!(documents(&planned(&all, &with_tasks(&[]))).len(), 1);
}

#[test]
fn a_decision_said_back_by_the_agent_has_the_reason_of_either() {
    for (person, agent, title) in [
        (
            "Let us print labels on plastic, the paper ones tear",
            "Labels on plastic, because paper tears.",
            "Labels on plastic, because paper tears",
        ),
        (
            "I do not want a map on the depot page, the old tablets are too slow. Just a list.",
            "The depot page with a list, no map.",
            "The depot page with a list, no map, because the old tablets are too slow",
        ),
    ] {
        let made = Talk::new("s").said("user", person).said("assistant", agent).artifacts();
        let decided: Vec<&Artifact> = made.iter().filter(|a| a.kind == ArtifactKind::Decision).collect();
        assert_eq!(decided.iter().map(|a| a.title.as_str()).collect::<Vec<_>>(), [title], "{made:#?}");
        assert!(decided[0].accepted && decided[0].source.ordinal == 1);
        let planned = planned(&made, &with_tasks(&[]));
        let quotes: Vec<&String> = planned.proposals.iter().flat_map(|p| &p.evidence).flat_map(|e| &e.quotes).collect();
        assert_eq!(quotes, [person], "the person is quoted, not the agent");
    }
    for (person, agent) in [
        ("Draw the depot map.", "The depot map is drawn."),
        ("Please do not push the depot map, I do that myself.", "Committed, depot map not pushed."),
        ("Is the depot map slow because of the tablets?", "The depot map is slow because of the tablets."),
        ("No map, the tablets are too slow.", "Noted: no map."),
    ] {
        let made = Talk::new("s").said("user", person).said("assistant", agent).artifacts();
        assert!(made.iter().all(|a| a.kind != ArtifactKind::Decision), "{made:#?}");
    }
}

fn closing(words: &str) -> Talk {
    Talk::new("s").said("user", "That is all for today.").said("assistant", words)
}

#[test]
fn work_that_was_left_open_is_proposed_unless_the_board_has_it() {
    let words = "All is sorted. Open: the tariff import for islands, and the printer driver after the audit.";
    let board = with_tasks(&[("T-1", "Printer driver for the new labels")]);
    let made = planned(&closing(words).artifacts(), &with_tasks(&[]));
    assert_eq!(tasks(&made), ["The printer driver after the audit", "The tariff import for islands"]);
    let made = planned(&closing("Open: the printer driver, and the tariff import for islands.").artifacts(), &board);
    assert_eq!(tasks(&made), ["The tariff import for islands"], "{made:#?}");
    let refused = closing(words).said("user", "no, drop that");
    assert!(tasks(&planned(&refused.artifacts(), &with_tasks(&[]))).is_empty());
}

#[test]
fn a_later_list_replaces_an_earlier_one_and_next_steps_end_with_the_next_commit() {
    let talk = closing("Open: the tariff import for islands, and the depot map.")
        .said("user", "draw the map")
        .said("assistant", "Still open: the tariff import for islands.");
    assert_eq!(tasks(&planned(&talk.artifacts(), &with_tasks(&[]))), ["The tariff import for islands"]);
    let next = closing("Next: the tariff import for islands.");
    assert_eq!(tasks(&planned(&next.artifacts(), &with_tasks(&[]))).len(), 1);
    let went_on = next.ran("git commit -m 'Read rates of islands'", "[main 1a2b3c4] Read rates of islands", false);
    assert!(tasks(&planned(&went_on.artifacts(), &with_tasks(&[]))).is_empty());
}

#[test]
fn a_task_that_was_asked_for_is_done_with_the_commit_that_follows() {
    let board = with_tasks(&[
        ("T-1", "Fax at the north gate prints blank pages"),
        ("T-2", "Pages in colour for the harbour"),
        ("T-3", "New gate for the depot"),
    ]);
    let asked = |words: &str, commit: &str| {
        let output = format!("[main 1a2b3c4] {commit}");
        let talk = Talk::new("s").said("user", words).ran(&format!("git commit -m '{commit}'"), &output, false);
        planned(&talk.artifacts(), &board)
    };
    let fixed = "Wake the printer before pages are sent";
    let made = asked("the fax at the north gate prints blank pages again, why?", fixed);
    assert_eq!(done(&made), ["Fax at the north gate prints blank pages"]);
    assert!(made.proposals[0].confidence.score < 0.6, "it is for the person to judge");
    assert!(done(&asked("later we look at the fax that prints blank pages. now the belt", "Stop the belt")).is_empty());
    assert!(done(&asked("draw the depot map", "Draw the depot map")).is_empty());
}

#[test]
fn a_commit_with_the_words_a_task_begins_with_may_finish_it() {
    let board = with_tasks(&[("T-1", "List of parcels in the new desk"), ("T-2", "Import parcels in the new desk")]);
    let commit = |subject: &str| {
        let output = format!("[main 1a2b3c4] {subject}");
        let talk = Talk::new("s").said("user", "go").ran(&format!("git commit -m '{subject}'"), &output, false);
        planned(&talk.artifacts(), &board)
    };
    assert_eq!(done(&commit("List of parcels")), ["List of parcels in the new desk"]);
    assert!(done(&commit("Sort the parcels")).is_empty());
}

#[test]
fn a_task_is_not_done_while_parts_of_it_are_open_or_its_pull_request_is_a_draft() {
    let board = with_tasks(&[("T-1", "List of parcels in the new desk")]);
    let talk = || {
        let output = "[main 1a2b3c4] List of parcels";
        Talk::new("s").said("user", "go").ran("git commit -m 'List of parcels'", output, false)
    };
    assert_eq!(done(&planned(&talk().artifacts(), &board)).len(), 1);
    let open = talk().said("assistant", "Open: the list of parcels in the new desk for guests.");
    assert!(done(&planned(&open.artifacts(), &board)).is_empty());
    let draft = talk().ran("gh pr create --draft --title 'List of parcels'", "https://example.org/pull/3", false);
    assert!(done(&planned(&draft.artifacts(), &board)).is_empty());
}
