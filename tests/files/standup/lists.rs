//! Tests how the agent's list of todos, the plan it follows and what the agent calls open are told as one.

use deltamind::artifacts::{Artifact, FoundBy};
use deltamind::standup::account::{ArtifactAccount, ArtifactOutcome};
use deltamind::standup::plan::{Settings, plan};
use deltamind::standup::run::gather;
use deltamind::standup::{Plan, StandupAction};
use deltamind::store::Store;

use super::judgement::with_tasks;
use super::project::Talk;

const BAKERY: &str = "# Plan: the new oven\n\n1. Build the oven door\n2. Let bakers set two timers\n3. Merge the orders of a day into one bread list\n4. Print the bread list on one sheet\n5. Send the bread list by fax at noon\n";

fn gathered(talk: &Talk) -> Vec<Artifact> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("s.jsonl");
    talk.write(&path);
    gather(&Store::at(dir.path().join("store")), &[path], &[], true).unwrap().queue.all
}

fn planned(talk: &Talk, board: &[(&str, &str)]) -> Plan {
    plan(&gathered(talk), &with_tasks(board), &Settings::default())
}

fn tasks(plan: &Plan) -> Vec<&str> {
    let new = plan.proposals.iter().filter(|p| matches!(p.action, StandupAction::CreateTask { .. }));
    new.map(|p| p.action.title()).collect()
}

fn account<'p>(plan: &'p Plan, title: &str) -> &'p ArtifactAccount {
    plan.account.iter().find(|entry| entry.title.contains(title)).unwrap_or_else(|| panic!("{:#?}", plan.account))
}

/// A plan of five whose fax step the person dropped, with one step done.
fn baking() -> Talk {
    let all = |door| {
        [
            ("Build the oven door", door),
            ("Let bakers set two timers", "pending"),
            ("Merge the orders of a day into one bread list", "pending"),
            ("Print the bread list on one sheet", "pending"),
            ("Send the bread list by fax at noon", "pending"),
        ]
    };
    Talk::new("s")
        .said("user", "go")
        .planned(BAKERY, true)
        .listed(&all("in_progress"))
        .said("user", "Skip the fax step. Nobody has a fax.")
        .said("assistant", "OK, I drop step 5.")
        .listed(&all("completed")[..4])
        .said("user", "What is next?")
}

#[test]
fn a_plan_tells_of_all_its_steps_and_the_list_that_follows_it_of_none() {
    let talk = baking().said("assistant", "Open: the timers, the merged bread list and the printed sheet.");
    let plan = planned(&talk, &[]);
    assert_eq!(
        tasks(&plan),
        [
            "Let bakers set two timers",
            "Merge the orders of a day into one bread list",
            "Print the bread list on one sheet"
        ],
        "{plan:#?}"
    );
    let outcomes: Vec<ArtifactOutcome> = account(&plan, "the new oven").steps.iter().map(|s| s.outcome).collect();
    let [noted, proposed] = [ArtifactOutcome::Noted, ArtifactOutcome::Proposed];
    assert_eq!(outcomes, [noted, proposed, proposed, proposed, ArtifactOutcome::Refused]);
    let list = account(&plan, "To do:");
    assert!(list.steps.iter().all(|s| s.outcome == noted && s.why.contains("the new oven")), "{list:#?}");
    let open = account(&plan, "Open:");
    assert!(open.steps.iter().all(|s| s.outcome == noted && s.why.contains("the agent's list has it")), "{open:#?}");
}

#[test]
fn what_the_list_of_a_plan_has_beside_its_steps_is_a_task_of_its_own() {
    let list = [
        ("Build the oven door", "completed"),
        ("Merge the orders of a day into one bread list", "completed"),
        ("Print the bread list on one sheet", "completed"),
        ("Paint the shop window", "pending"),
    ];
    let plan = planned(&Talk::new("s").said("user", "go").planned(BAKERY, true).listed(&list), &[]);
    assert!(tasks(&plan).contains(&"Paint the shop window"), "{plan:#?}");
}

#[test]
fn a_step_in_fewer_words_is_done_with_the_item_of_the_list() {
    let steps = "## Plan: oven program\n\n1. Create `heat.rs`\n2. Add flags to `oven.rs` + wire up heating\n3. Update the dial display\n\nThese are all the steps that the oven program takes, from the heat to the dial.";
    let list = |display| {
        [
            ("Create heat.rs with curves and types", "completed"),
            ("Add --heat and --force flags to oven.rs", "completed"),
            ("Update the dial display for curves", display),
            ("Add tests for the dial display", "pending"),
        ]
    };
    let talk = |display| {
        Talk::new("s")
            .said("user", "plan the oven program")
            .said("assistant", steps)
            .said("user", "yes")
            .listed(&list(display))
    };
    assert_eq!(tasks(&planned(&talk("pending"), &[])), ["Update the dial display", "Add tests for the dial display"]);
    assert_eq!(tasks(&planned(&talk("completed"), &[])), ["Add tests for the dial display"]);
}

#[test]
fn a_piece_of_open_work_is_on_the_board_whatever_its_number_elsewhere() {
    let board = [("T-1", "Move oven code into a separate kitchen"), ("T-2", "Sweep the floor")];
    let words = "Remaining tasks:\n- **#9** Move to a separate kitchen\n- **#10** Paint the shop window";
    let plan = planned(&Talk::new("s").said("user", "What is left?").said("assistant", words), &board);
    assert_eq!(tasks(&plan), ["#10 Paint the shop window"], "{plan:#?}");
}

#[test]
fn a_checklist_of_remaining_work_gives_tasks_for_the_open_points() {
    let remaining = "Remaining work:\n- [ ] Paint the shop window\n- [ ] Oil the oven door\n- [x] Lamp";
    let talk = Talk::new("s")
        .said("user", "What is missing?")
        .said("assistant", remaining)
        .said("user", "OK, oil the door today, the rest tomorrow.")
        .ran("git commit -m 'Oil the oven door'", "[main 1a2b3c4] Oil the oven door", false);
    let plan = planned(&talk, &[]);
    assert_eq!(tasks(&plan), ["Paint the shop window"], "{plan:#?}");
    let done = account(&plan, "Open:").steps.iter().filter(|s| s.outcome == ArtifactOutcome::Noted).count();
    assert_eq!(done, 2, "{plan:#?}");
    assert!(gathered(&talk).iter().any(|a| a.found == FoundBy::LeftOpen && a.content.contains("- [x] Lamp")));
}
