//! Tests that the standup recognises completed, agreed, already proposed and forbidden work, and leaves doubtful cases to
//! the person.

use deltamind::artifacts::{Artifact, ArtifactKind};
use deltamind::standup::plan::{Settings, plan};
use deltamind::standup::review::spoken;
use deltamind::standup::{ActionKind, EvidenceKind, InstructionFile, Plan, ProjectState, Proposal, StandupAction};
use deltamind::trackers::{Task, TaskStatus};

use super::project::{Talk, commit, cut, doc, project};

/// The sample project with these tasks to do, and one that is done.
pub fn with_tasks(titles: &[(&str, &str)]) -> ProjectState {
    let mut state = project();
    let task = |(id, title): &(&str, &str)| Task {
        id: (*id).to_owned(),
        title: (*title).to_owned(),
        status: if *id == "BACK-7" { TaskStatus::Done } else { TaskStatus::Todo },
        body: String::new(),
        labels: Vec::new(),
        updated: None,
    };
    state.board.as_mut().unwrap().tasks = titles.iter().map(task).collect();
    state
}

fn planned(name: &str, steps: &[&str]) -> Vec<Artifact> {
    let steps: Vec<String> = steps.iter().enumerate().map(|(n, s)| format!("{}. {s}", n + 1)).collect();
    let steps = steps.join("\n");
    let mut made = Talk::new(name).planned(&format!("# Plan: {name}\n\n## Steps\n\n{steps}\n"), true).artifacts();
    made.retain(|a| a.kind == ArtifactKind::Plan);
    made
}

fn committed(name: &str, message: &str) -> Vec<Artifact> {
    let output = format!("[main 1a2b3c4] {}\n", message.lines().next().unwrap());
    let command = format!("git commit -m '{message}' && git push");
    Talk::new(name).said("user", "go").ran(&command, &output, false).artifacts()
}

fn of(artifacts: &[Artifact], state: &ProjectState) -> Plan {
    plan(artifacts, state, &Settings::default())
}

fn created(plan: &Plan) -> Vec<&Proposal> {
    plan.proposals.iter().filter(|p| p.action.kind() == ActionKind::CreateTask).collect()
}

fn titles(plan: &Plan) -> Vec<&str> {
    created(plan).iter().map(|p| p.action.title()).collect()
}

/// The text of an analysis with next steps.
fn analysis() -> String {
    let body = "The desk wants both scans at once, and today one line is read at a time because of the old driver. ";
    format!(
        "# Analysis: scanner throughput\n\n{}\n\n## Findings\n\nThe root cause is the driver. Compared to 2024 we read 9000 \
        lines rather than 1000; the trade-off is 3 extra threads, because of 4 gaps.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 \
        |\n\n## Next steps\n\n1. Add a queue for the scanner\n2. Build the depot merge view\n3. Write the scanner guide\n4. \
        Replace the serial driver\n",
        body.repeat(9)
    )
}

fn analysed(name: &str, reply: &str) -> Vec<Artifact> {
    let text = analysis();
    let talk = [("user", "look at the scanner"), ("assistant", text.as_str()), ("user", reply)];
    cut(name, &talk.map(|(role, text)| (role.to_owned(), text.to_owned())))
}

#[test]
fn only_a_commit_that_names_or_matches_a_task_surely_closes_it() {
    let state = with_tasks(&[("BL-1", "Add offline retry queue"), ("TASK-1", "Build the import wizard")]);
    let sure = |message: &str| {
        let plan = of(&committed("s", message), &state);
        plan.proposals.iter().map(|p| p.confidence.score >= 0.8).collect::<Vec<_>>()
    };
    for message in ["feat: add offline retry queue", "Closes TASK-1", "Rework the wizard pages (fixes TASK-1)"] {
        assert_eq!(sure(message), [true], "{message}");
    }
    for message in ["Add offline retry queue tests", "chore: add offline retry queue", "Collect the rows (TASK-1)"] {
        assert_eq!(sure(message), [false], "{message}: the person's call");
    }
    for message in
        ["Refs TASK-1: sketch the parser", "Revert TASK-1", "docs: add offline retry queue", "Plan offline retry queue"]
    {
        let plan = of(&committed("s", message), &state);
        assert!(plan.proposals.is_empty(), "{message}: {:#?}", plan.proposals);
        assert!(plan.notes.iter().any(|n| n.why.contains("open")), "{message}: it is told");
    }
}

#[test]
fn a_reverted_commit_completes_no_task() {
    let mut state = with_tasks(&[("BL-1", "Add offline retry queue")]);
    let made = committed("s", "Add offline retry queue");
    assert_eq!(of(&made, &state).proposals.len(), 1);
    state.git = Ok(vec![commit("Revert \"Add offline retry queue\"", "2026-03-20T10:00:00Z")]);
    let plan = of(&made, &state);
    assert!(plan.proposals.is_empty() && plan.notes.iter().any(|n| n.why.contains("was reverted")), "{plan:#?}");
}

#[test]
fn a_step_is_stale_only_if_a_commit_did_it() {
    let steps = ["Add offline retry queue", "Write the tenant guide", "Add the parcel printer"];
    let mut state = with_tasks(&[]);
    let subjects = [
        "Revert \"Add offline retry queue\"",
        "Discuss tenant guide: write it after the parcel printer",
        "Drop parcel printer code",
    ];
    state.git = Ok(subjects.iter().map(|s| commit(s, "2026-03-20T10:00:00Z")).collect());
    assert_eq!(titles(&of(&planned("a", &steps), &state)).len(), 3);
    state.git = Ok(vec![commit("feat: add the offline retry queue", "2026-03-20T10:00:00Z")]);
    let plan = of(&planned("a", &steps), &state);
    assert!(!titles(&plan).contains(&steps[0]) && plan.notes.iter().any(|n| n.why.contains("did it")));
    state.git = Ok(vec![commit("Count entries of the offline retry queue", "2026-03-20T10:00:00Z")]);
    let plan = of(&planned("a", &steps), &state);
    let step = created(&plan).into_iter().find(|p| p.action.title() == steps[0]).unwrap();
    assert!(step.why.contains("may have done it") && step.confidence.score < 0.8, "{step:#?}");
}

#[test]
fn a_step_that_keeps_a_rule_is_proposed() {
    let mut state = with_tasks(&[]);
    let text =
        "- Avoid global state\n- Never push to main\n- No direct database access from handlers\n- Do not use mocks\n";
    state.context = Ok(vec![InstructionFile { path: "CLAUDE.md".to_owned(), text: text.to_owned() }]);
    let steps = [
        "Replace global state with a context object",
        "Push the release notes to the main page",
        "Detect direct database access from handlers in CI",
        "Replace mocks by a fake carrier server",
    ];
    let plan = of(&planned("a", &steps), &state);
    assert!(plan.conflicts.is_empty(), "{:#?}", plan.conflicts);
    assert_eq!(titles(&plan).len(), 4);
}

#[test]
fn a_plan_of_ten_steps_says_what_became_of_all_ten() {
    let mut state = with_tasks(&[("T-1", "Write the handbook for drivers")]);
    let text = "- Never store passwords in plain text\n".to_owned();
    state.context = Ok(vec![InstructionFile { path: "CLAUDE.md".to_owned(), text }]);
    let steps = [
        "Add a parser for the bank's files",
        "Store passwords in plain text",
        "Show an error for each bad row",
        "Write the handbook for drivers",
        "Keep a log of imports",
        "Test with files of three banks",
        "Commit and push",
        "The columns by name",
        "Detect files that were imported before",
        "Add a dry run",
    ];
    let made = of(&planned("import", &steps), &state);
    let proposed = titles(&made);
    let told: Vec<_> = made.account.iter().flat_map(|artifact| &artifact.steps).collect();
    let why = |step: &str| told.iter().find(|t| t.text == step).map(|t| t.why.as_str()).unwrap_or_default();
    for step in steps {
        assert!(!why(step).is_empty(), "nothing is said of {step:?}: {made:#?}");
    }
    assert_eq!((proposed.len(), made.conflicts.len()), (5, 1), "{made:#?}");
    assert!(why("Commit and push").contains("agents do it anyway"), "{}", why("Commit and push"));
    assert_eq!(why("The columns by name"), "it is no instruction");
}

#[test]
fn a_commit_or_a_tick_for_one_step_leaves_the_other_steps_of_the_plan_open() {
    let steps = [
        "Create the orders table in Postgres",
        "Write the backfill script",
        "Add double writes to the order adapter",
        "Backfill orders from Mongo",
        "Compare counts every night",
        "Switch reads to Postgres behind a flag",
        "Watch error rates for one week",
        "Remove double writes",
        "Drop the Mongo adapter",
        "Update the runbook in docs/runbook.md",
    ];
    let list: Vec<String> = steps.iter().enumerate().map(|(n, step)| format!("{}. {step}", n + 1)).collect();
    let text = format!("# Migrate orders to Postgres\n\n{}\n", list.join("\n"));
    let planned = || Talk::new("orders").said("user", "Plan the move to Postgres.").planned(&text, true);
    let commit = |talk: Talk, subject: &str| {
        talk.ran(&format!("git commit -am '{subject}'"), &format!("[main 8d41f7a] {subject}\n"), false)
    };
    let open = |talk: Talk| -> Vec<String> {
        let artifacts = talk.artifacts();
        let plan = of(&artifacts, &with_tasks(&[]));
        let open = steps.iter().filter(|step| titles(&plan).contains(*step));
        open.map(|step| (*step).to_owned()).collect()
    };
    assert_eq!(open(commit(planned(), steps[0])), steps[1..], "the first step only");
    assert_eq!(open(commit(planned(), "Tune the orders query of Postgres")), steps, "work beside the plan");
    assert_eq!(open(commit(planned(), "Migrate orders to Postgres")), [""; 0], "the plan as a whole");
    let every = steps.iter().fold(planned(), |talk, step| commit(talk, step));
    assert_eq!(open(every), [""; 0], "one step after the other");
    let ticked = planned().listed(&[(steps[2], "completed"), (steps[7], "pending")]);
    assert!(open(ticked).contains(&steps[7].to_owned()), "to remove is not to add");
}

#[test]
fn a_step_that_mentions_a_task_is_not_matched_with_that_task() {
    let state = with_tasks(&[("BACK-7", "Rework the billing export"), ("T-1", "Support C in the highlighter")]);
    let steps = [
        "Add a CSV variant on top of BACK-7",
        "Revert BACK-7 on staging",
        "Support C++ in the highlighter",
        "Support C# in the highlighter",
        "Finish BACK-7",
        "Rework billing export (BACK-7)",
    ];
    let plan = of(&planned("a", &steps), &state);
    let made = titles(&plan);
    assert!(steps[..4].iter().all(|s| made.contains(s)) && made.len() == 4, "{made:?} {:#?}", plan.notes);
    let named = created(&plan).into_iter().find(|p| p.action.title() == steps[1]).unwrap();
    assert!(named.why.contains("BACK-7") && named.confidence.score < 0.8, "{named:#?}");
}

#[test]
fn rephrased_steps_are_one_proposal_across_sessions_and_runs() {
    let state = with_tasks(&[]);
    let one = planned(
        "one",
        &["Add a rate limit to the upload endpoint", "Write the tenant guide", "Build the export wizard"],
    );
    let mut two =
        planned("two", &["Implement rate limits for upload endpoints", "Build an export wizard", "Print the labels"]);
    for artifact in &mut two {
        artifact.at = "2026-03-05T09:00:00Z".parse().ok();
    }
    let both: Vec<Artifact> = one.iter().chain(&two).cloned().collect();
    let plan_of_both = of(&both, &state);
    assert_eq!(titles(&plan_of_both).len(), 4, "{:?}", titles(&plan_of_both));
    let voices = |p: &Proposal| p.evidence.len();
    assert_eq!(created(&plan_of_both).into_iter().map(voices).max(), Some(2));

    let pending = of(&one, &state).proposals;
    let settings = Settings { pending: pending.clone(), ..Settings::default() };
    let later = plan(&two, &state, &settings);
    let new: Vec<&str> =
        created(&later).iter().filter(|p| pending.iter().all(|o| o.key != p.key)).map(|p| p.action.title()).collect();
    assert_eq!(new, ["Print the labels"]);
    let limits = later.proposals.iter().find(|p| p.action.title().contains("rate limit")).unwrap();
    assert_eq!(limits.evidence.len(), 2, "what waits is corroborated");
}

#[test]
fn similar_steps_of_one_plan_are_not_merged() {
    let steps = ["Add the parcel label printer", "Add the parcel label printer tests", "Write the tenant guide"];
    assert_eq!(titles(&of(&planned("a", &steps), &with_tasks(&[]))).len(), 3);
}

#[test]
fn the_same_analysis_in_two_sessions_is_one_proposal_and_a_fork_adds_no_evidence() {
    let state = with_tasks(&[]);
    let one = analysed("one", "yes, looks good");
    assert!(one.iter().any(|a| a.accepted), "{one:#?}");
    let mut other: Vec<Artifact> = one.clone();
    for artifact in &mut other {
        artifact.session = "plain-fork".to_owned();
        artifact.id.push('f');
    }
    let both: Vec<Artifact> = one.iter().chain(&other).cloned().collect();
    let plan = of(&both, &state);
    let documents = plan.proposals.iter().filter(|p| p.action.kind() == ActionKind::CreateDoc).count();
    assert_eq!(documents, 1, "{:#?}", plan.proposals);
    assert!(
        plan.proposals.iter().all(|p| p.evidence.len() == 1 && p.confidence.score < 0.8),
        "a fork's turns are copies"
    );
    for artifact in &mut other {
        artifact.at = "2026-03-05T09:00:00Z".parse().ok();
        artifact.source.turn_id.push('x');
    }
    let both: Vec<Artifact> = one.iter().chain(&other).cloned().collect();
    assert!(of(&both, &state).proposals.iter().all(|p| p.evidence.len() == 2), "said twice");
}

#[test]
fn evidence_counts_as_the_persons_only_after_a_clear_yes() {
    for (reply, word) in [
        ("yes, looks good", "you agreed to,"),
        ("OK but I think this is wrong", "the agent said,"),
        ("ok what is the weather", "the agent said,"),
    ] {
        let plan = of(&analysed("a", reply), &with_tasks(&[]));
        assert!(!plan.proposals.is_empty(), "{reply}");
        assert!(plan.proposals.iter().all(|p| spoken(&p.evidence[0]) == word), "{reply}");
    }
    assert!(of(&analysed("a", "OK but this is wrong, redo it"), &with_tasks(&[])).proposals.is_empty());
    let plan = of(&planned("p", &["Add the parcel printer", "Write the tenant guide"]), &with_tasks(&[]));
    assert!(plan.proposals.iter().all(|p| spoken(&p.evidence[0]) == "you agreed to,"));
    assert!(plan.proposals.iter().all(|p| p.evidence_kind() == EvidenceKind::Person));
}

#[test]
fn a_document_and_its_tasks_name_each_other() {
    let plan = of(&analysed("a", "yes, looks good"), &with_tasks(&[]));
    let document = plan.proposals.iter().find(|p| p.action.kind() == ActionKind::CreateDoc).unwrap();
    let path = document.action.path().unwrap();
    let tasks = created(&plan);
    assert_eq!((tasks.len(), document.tasks.len()), (4, 4), "{document:#?}");
    for task in tasks {
        let StandupAction::CreateTask { title, body } = &task.action else { panic!() };
        assert!(body.contains(path) && body.contains("plain-a t2"), "{body}");
        assert!(document.tasks.iter().any(|t| t.ends_with(title) && t.starts_with("dm-")), "{:?}", document.tasks);
    }
}

#[test]
fn a_document_whose_tasks_are_all_done_is_offered_the_status_done() {
    let text = "# Plan\n\n> [deltamind] from s t2\n>\n> Tasks proposed with it: dm-1a2b3c4d Add a queue; T-2 Swap the driver\n\nWords.\n";
    let changes = |status: TaskStatus, text: &str| {
        let mut state = with_tasks(&[("dm-1a2b3c4d", "Add a queue"), ("T-2", "Swap the driver")]);
        state.docs = Ok(vec![doc("docs/plans/scanner.md", text)]);
        let tasks = &mut state.board.as_mut().unwrap().tasks;
        (tasks[0].status, tasks[1].status) = (TaskStatus::Done, status);
        of(&[], &state).proposals
    };
    let made = changes(TaskStatus::Done, text);
    let want = StandupAction::DocMetadata {
        path: "docs/plans/scanner.md".into(),
        field: "status".into(),
        value: "done".into(),
    };
    assert_eq!(made.iter().map(|p| p.action.clone()).collect::<Vec<_>>(), [want]);
    assert!(changes(TaskStatus::Doing, text).is_empty(), "one is open");
    assert!(changes(TaskStatus::Done, &format!("---\nstatus: done\n---\n{text}")).is_empty(), "it says so");
    assert!(changes(TaskStatus::Done, &text.replace("T-2", "T-9")).is_empty(), "one is not there");
}

#[test]
fn a_lesson_goes_to_the_gotchas_page_unless_the_tool_has_its_own() {
    let made = Talk::new("harbor")
        .said("user", "look")
        .ran("parcelctl show 3 --jsn", "error: unexpected argument '--jsn' found\nUsage: parcelctl show", true)
        .ran("parcelctl show 3 --json", "{}", false)
        .artifacts();
    let mut state = project();
    state.docs.as_mut().unwrap().push(doc("docs/gotchas.md", "# Gotchas\n\n- none yet"));
    let path = |state: &ProjectState| of(&made, state).proposals[0].action.path().unwrap().to_owned();
    assert_eq!(path(&state), "docs/gotchas.md");
    state.docs.as_mut().unwrap().push(doc("docs/gotchas/parcelctl.md", "# parcelctl"));
    assert_eq!(path(&state), "docs/gotchas/parcelctl.md");
}

#[test]
fn a_decision_is_kept_as_a_record_with_its_text_whole() {
    let why = "Two depots write at the same time, and a lock on the whole file would let one of them wait. ".repeat(6);
    let text = format!(
        "## Decision: label store\n\nWe chose Valkey over Memcached for the label store because it keeps its data. {why}\n"
    );
    let talk = [("assistant", text.as_str()), ("user", "yes, agreed")];
    let made = cut("d", &talk.map(|(role, text)| (role.to_owned(), text.to_owned())));
    let plan = of(&made, &project());
    let Some(StandupAction::CreateDoc { path, content, .. }) =
        plan.proposals.iter().map(|p| &p.action).find(|a| a.path().is_some())
    else {
        panic!("{plan:#?}")
    };
    assert!(path.starts_with("docs/decisions/0003-"), "{path}");
    assert!(content.starts_with("## Status\n\nAccepted, 2026-03-01\n\n## Decision: label store\n\n"), "{content}");
    assert!(content.contains(text.split_once('\n').unwrap().1.trim()), "{content}");
}
