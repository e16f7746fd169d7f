//! Tests what stands in documents and on boards against what is known now: outdated lines, things to keep, links.

use deltamind::artifacts::Artifact;
use deltamind::standup::plan::{Settings, plan};
use deltamind::standup::{ActionKind, Doc, Plan, ProjectState, StandupAction, Tier};

use super::project::{Talk, doc, project};
use super::shop::Shop;

fn with_docs(docs: Vec<Doc>) -> ProjectState {
    let mut state = project();
    state.board.as_mut().unwrap().tasks.clear();
    (state.docs, state.context) = (Ok(docs), Ok(Vec::new()));
    state
}

fn plan_of(artifacts: &[Artifact], docs: Vec<Doc>) -> Plan {
    plan(artifacts, &with_docs(docs), &Settings::default())
}

fn said(words: &str) -> Vec<Artifact> {
    Talk::new("s").said("assistant", "The board is open.").said("user", words).artifacts()
}

fn corrections(plan: &Plan) -> Vec<(&str, &str)> {
    let found = plan.proposals.iter().filter_map(|p| match &p.action {
        StandupAction::CorrectDoc { line, now, .. } => Some((line.as_str(), now.as_str())),
        _ => None,
    });
    found.collect()
}

#[test]
fn an_outdated_line_of_a_document_is_offered_as_it_would_read_and_undone() {
    let text = "# Roadmap\n\n- Profile Expansion at #6\n- Maps at #2\n";
    let plan = plan_of(
        &said("Profile Expansion moved from #6 to #1, the client asked for it."),
        vec![doc("docs/roadmap.md", text)],
    );
    assert_eq!(corrections(&plan), [("- Profile Expansion at #6", "- Profile Expansion at #1")]);
    assert_eq!(plan.proposals[0].evidence[0].turns[0].ordinal, 2, "from which turn");

    let shop = Shop::certain();
    std::fs::write(shop.root().join("docs/roadmap.md"), text).unwrap();
    shop.desk().take(&plan).unwrap();
    let call = shop.desk().review().unwrap().calls.remove(0);
    assert!(
        call.change.contains("-- Profile Expansion at #6") && call.change.contains("+- Profile Expansion at #1"),
        "{}",
        call.change
    );
    shop.desk().approve("1").unwrap();
    assert_eq!(shop.read("docs/roadmap.md"), text.replace("#6", "#1"));
    shop.desk().rollback("a-1").unwrap();
    assert_eq!(shop.read("docs/roadmap.md"), text);
}

#[test]
fn a_decision_against_a_document_is_kept_and_the_line_offered() {
    let docs = vec![doc("docs/limits.md", "# Limits\n\nThe upload limit for parcel photos is 20 MB.\n")];
    let words = "We decided that the upload limit for parcel photos is 50 MB. The reason: scanners at the new depot make larger photos, because they read both sides.";
    let plan = plan_of(&said(words), docs);
    assert_eq!(corrections(&plan).len(), 1, "{plan:#?}");
    assert!(corrections(&plan)[0].1.contains("50 MB"));
    assert!(plan.proposals.iter().any(|p| p.action.path().is_some_and(|p| p.starts_with("docs/decisions/"))));
    assert!(!plan.conflicts.is_empty());
}

#[test]
fn a_moved_thing_contradicts_what_documents_say_of_its_place_and_a_record_stays_as_it_was() {
    let words = "I decided to move the parcel queue to Redis instead of Postgres. The reason: two depots write at once, and the rows lock each other.";
    let conflicts = |path: &str, line: &str| {
        let plan = plan_of(&said(words), vec![doc(path, &format!("# Queue\n\n{line}\n"))]);
        assert!(plan.proposals.iter().any(|p| p.action.path().is_some_and(|p| p.starts_with("docs/decisions/"))));
        (plan.conflicts.len(), corrections(&plan).len())
    };
    assert_eq!(conflicts("docs/decisions/0001-queue.md", "The parcel queue is kept in Postgres."), (1, 0));
    assert_eq!(conflicts("docs/queue.md", "The parcel queue stays in Postgres, not Redis."), (1, 0));
    assert_eq!(conflicts("docs/queue.md", "The parcel queue is kept in Postgres."), (1, 1));
    assert_eq!(conflicts("docs/queue.md", "The parcel queue is in Redis rather than Postgres."), (0, 0));
    assert_eq!(conflicts("docs/queue.md", "The label archive is kept in Postgres."), (0, 0));
}

#[test]
fn near_misses_correct_nothing() {
    let docs = || vec![doc("docs/roadmap.md", "# Roadmap\n\n- Profile Expansion at #6\n- Maps at #2\n")];
    for words in [
        "Should Profile Expansion move from #6 to #1?",
        "Map Colours moved from #6 to #1.",
        "Profile Expansion moved from #7 to #1.",
    ] {
        assert!(corrections(&plan_of(&said(words), docs())).is_empty(), "{words}");
    }
}

#[test]
fn work_called_done_is_put_to_the_person_and_never_closed_by_itself() {
    let shop = Shop::certain();
    let artifacts = Talk::new("s").said("assistant", "The PLZ validation is fixed.").artifacts();
    let plan = plan(&artifacts, shop.desk().state(), &Settings::default());
    let done = plan.proposals.iter().find(|p| p.action.kind() == ActionKind::DoneTask).unwrap();
    assert!(done.evidence[0].quotes[0].contains("PLZ validation is fixed"), "{done:?}");
    assert_eq!(shop.desk().rules().tier(done, false), Tier::Call);
    let reopened = Talk::new("s")
        .said("assistant", "The PLZ validation is fixed.")
        .said("user", "No, the PLZ validation is broken again, reopen it.")
        .artifacts();
    let plan = deltamind::standup::plan::plan(&reopened, shop.desk().state(), &Settings::default());
    assert!(plan.proposals.iter().all(|p| p.action.kind() != ActionKind::DoneTask), "{plan:#?}");
}

#[test]
fn a_step_that_removes_what_a_document_keeps_is_a_conflict() {
    let docs = || {
        vec![doc(
            "docs/matching.md",
            "# Matching\n\n- Keep the legacy keyword matcher until Q3.\n- Keep notes short.\n",
        )]
    };
    let planned = |step: &str| {
        Talk::new("s")
            .said("user", "go")
            .planned(&format!("# Plan: matching\n\n1. {step}\n2. Add a map\n3. Sort notes\n"), true)
    };
    let plan = plan_of(&planned("Remove the legacy keyword matcher").artifacts(), docs());
    assert_eq!(plan.conflicts.len(), 1, "{:#?}", plan.conflicts);
    assert!(
        plan.conflicts[0].against.starts_with("Keep the legacy keyword matcher")
            && plan.conflicts[0].place == "docs/matching.md"
    );
    assert!(plan.proposals.iter().all(|p| !p.action.title().contains("legacy")));
    let plan = plan_of(&planned("Remove the legacy label printer").artifacts(), docs());
    assert!(plan.conflicts.is_empty());
}

#[test]
fn a_plans_document_that_does_not_name_its_tasks_is_offered_the_links() {
    let text = "# Plan: depot import\n\n1. Add the depot table\n2. Write the import guide\n3. Map parcels to depots\n";
    let mut state = with_docs(vec![doc("docs/plans/depot-import.md", text)]);
    let mut task = project().tasks()[0].clone();
    (task.id, task.title, task.status) =
        ("T-9".into(), "Add the depot table".into(), deltamind::trackers::TaskStatus::Todo);
    state.board.as_mut().unwrap().tasks = vec![task];
    let talk = Talk::new("s")
        .said("user", "go")
        .planned(text, true)
        .wrote("/home/mara/harbor/docs/plans/depot-import.md", text);
    let plan = plan(&talk.artifacts(), &state, &Settings::default());
    let link = plan.proposals.iter().find(|p| p.action.kind() == ActionKind::EnrichDoc).unwrap();
    let StandupAction::EnrichDoc { content, path, .. } = &link.action else { panic!() };
    assert!(content.contains("- T-9 Add the depot table") && path == "docs/plans/depot-import.md", "{link:#?}");
    let bodies = plan.proposals.iter().filter_map(|p| match &p.action {
        StandupAction::CreateTask { body, .. } => Some(body.as_str()),
        _ => None,
    });
    assert!(
        bodies.clone().count() > 0 && bodies.clone().all(|b| !b.contains("/home/")),
        "{:?}",
        bodies.collect::<Vec<_>>()
    );
}
