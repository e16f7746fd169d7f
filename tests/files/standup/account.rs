//! Tests that no artifact vanishes, and what becomes artifacts: short plans, answers, decisions, agreed offers.

use std::fs;

use deltamind::artifacts::{Artifact, ArtifactKind};
use deltamind::runtime::standup::sessions;
use deltamind::standup::account::{AccountSums, ArtifactOutcome};
use deltamind::standup::plan::{Settings, plan};
use deltamind::standup::run::{gather, gather_with, left_note, planned};
use deltamind::standup::{ActionKind, Plan, ProjectState, ProposalStatus, StandupAction};
use deltamind::store::Store;
use deltamind::trackers::TaskStatus;
use deltamind::transcript::discover::Places;

use super::project::{Talk, project};
use super::shop::Shop;

const SETUP: &str = "# Plan: depot import\n\n1. Add the depot table\n2. Part 2: Setup database\n3. Write the import guide\n4. Map parcels to depots\n5. Show depots in the list\n";

fn empty() -> ProjectState {
    let mut state = project();
    state.board.as_mut().unwrap().tasks.clear();
    (state.docs, state.context) = (Ok(Vec::new()), Ok(Vec::new()));
    state
}

fn plan_of(artifacts: &[Artifact]) -> Plan {
    plan(artifacts, &empty(), &Settings::default())
}

fn tasks(plan: &Plan) -> Vec<&str> {
    let made = plan.proposals.iter().filter(|p| p.action.kind() == ActionKind::CreateTask);
    made.map(|p| p.action.title()).collect()
}

fn decisions(plan: &Plan) -> Vec<(&str, &str)> {
    let docs = plan.proposals.iter().filter_map(|p| match &p.action {
        StandupAction::CreateDoc { path, title, content } if path.starts_with("docs/decisions/") => {
            Some((title.as_str(), content.as_str()))
        }
        _ => None,
    });
    docs.collect()
}

fn analysis(closing: &str) -> String {
    let body = "The belt is slow because both scales read one line; the risk is small, however a queue costs memory. "
        .repeat(6);
    format!(
        "## Findings: belt speed\n\n{body}\n\n## Options\n\n- a queue\n- a faster scale\n\n## Risks\n\n{body}\n\n{closing}"
    )
}

#[test]
fn every_artifact_of_a_run_is_accounted_for_and_the_sums_agree() {
    let talk = Talk::new("s")
        .said("user", "Plan the import")
        .planned(SETUP, false)
        .said("user", "with the guide first")
        .planned(&SETUP.replace("Write the import guide", "Publish the import guide"), true)
        .said("assistant", &analysis(""))
        .said("user", "We use Postgres instead of MySQL for the parcels because two depots write at the same time.")
        .ran("parcelctl show 3 --jsn", "error: unexpected argument '--jsn' found", true)
        .ran("parcelctl show 3 --json", "{}", false)
        .ran("git commit -m 'Cache tariff tables'", "[main 1a2b3c4] Cache tariff tables", false)
        .said("user", "the invoice is sent");
    let artifacts = talk.artifacts();
    let plan = plan_of(&artifacts);
    let shop = Shop::new();
    shop.desk().take(&plan).unwrap();
    let log = shop.log();
    let account = &log.accounts.last().unwrap().account;
    let sums = AccountSums::of(account);
    assert_eq!(
        (sums.found, sums.found),
        (artifacts.len(), sums.proposed + sums.noted + sums.superseded + sums.refused)
    );
    assert!(sums.refused >= 1 && sums.proposed >= 2, "{}", sums.text());
    assert_eq!(sums.proposals, log.pending().len(), "{}", sums.text());
    assert!(sums.text().contains(&format!("{} became {} proposals", sums.proposed, sums.proposals)), "{}", sums.text());
    assert_eq!(AccountSums::of(&[]).text(), "nothing found");
    for artifact in &artifacts {
        let entry = account.iter().find(|e| e.artifact == artifact.id).unwrap();
        assert!(!entry.why.is_empty(), "{entry:?}");
        let known = |id: &String| log.proposal(id).is_some();
        assert!(entry.outcome != ArtifactOutcome::Proposed || entry.proposals.iter().any(known), "{entry:?}");
    }
}

#[test]
fn a_short_approved_plan_gives_tasks_and_says_what_became_of_each_step() {
    let plan = plan_of(&Talk::new("s").said("user", "go").planned(SETUP, true).artifacts());
    assert_eq!(tasks(&plan).len(), 5, "{:?}", tasks(&plan));
    assert!(tasks(&plan).contains(&"Part 2: Setup database"));
    let ten = "# Plan: ten\n\n1. Add a map\n2. Run the tests\n3. Depot colours\n4. Move the list\n5. Remove the fax\n6. Commit and push\n7. Write the guide\n8. Sort parcels\n9. Print labels\n10. Weigh parcels\n";
    let made = Talk::new("s").said("user", "go").planned(ten, true).ran(
        "git commit -m 'Move the list'",
        "[main 1a2b3c4] Move the list",
        false,
    );
    let plan = plan_of(&made.artifacts());
    let steps = &plan.account.iter().find(|e| e.kind == ArtifactKind::Plan).unwrap().steps;
    let outcomes = |outcome| steps.iter().filter(|s| s.outcome == outcome).count();
    assert_eq!(steps.len(), 10, "{steps:#?}");
    assert_eq!((outcomes(ArtifactOutcome::Noted), outcomes(ArtifactOutcome::Refused)), (1, 3), "{steps:#?}");
    assert!(steps.iter().all(|s| !s.why.is_empty()));
}

#[test]
fn answers_and_decisions_become_records_titled_by_what_was_decided() {
    let asked = Talk::new("s").asked(
        "Which database should we use?",
        &["Postgres (Recommended)", "MySQL"],
        "Postgres (Recommended)",
    );
    let plan = plan_of(&asked.artifacts());
    let [(title, content)] = decisions(&plan)[..] else { panic!("{plan:#?}") };
    assert_eq!(title, "Postgres as database, not MySQL");
    assert!(
        content.contains("## Context\n\nWhich database") && content.contains("## Not chosen\n\n- MySQL"),
        "{content}"
    );

    let options = [("Scales", "Weighed at the door."), ("Hybrid", "Weighed at the door, checked by camera.")];
    let asked = Talk::new("s").asked_of("Weighing", "Given all that, which approach?", &options, "Hybrid");
    let plan = plan_of(&asked.artifacts());
    let [(title, content)] = decisions(&plan)[..] else { panic!("{plan:#?}") };
    assert_eq!(title, "Weighing: Hybrid");
    assert!(content.contains("## Decision\n\nHybrid: Weighed at the door, checked by camera."), "{content}");
    assert!(!content.contains("Not chosen"), "{content}");

    let asked = Talk::new("s").asked(
        "Should we weigh every parcel twice?",
        &["Yes, weigh every parcel twice (Recommended)", "No, once is enough"],
        "Yes, weigh every parcel twice (Recommended)",
    );
    let plan = plan_of(&asked.artifacts());
    let [proposal] = plan.proposals.as_slice() else { panic!("{plan:#?}") };
    assert_eq!(decisions(&plan)[0].0, "Weigh every parcel twice");
    assert_eq!(proposal.evidence[0].quotes, ["Yes, weigh every parcel twice (Recommended)"]);
    assert_eq!(proposal.action.path(), Some("docs/decisions/0001-weigh-every-parcel-twice.md"));

    let own = "I decided to keep the queue in memory because there is one depot only and a restart is cheap. ";
    let plan = plan_of(&Talk::new("s").said("assistant", "Memory or disk?").said("user", own).artifacts());
    assert_eq!(decisions(&plan)[0].0, "Keep the queue in memory");
    assert_eq!(plan.proposals[0].evidence[0].quotes, [own.trim()], "the person's words, not the title made of them");

    let advice = "Both would do.\n\nI would go with a queue in memory because there is one depot only, and a restart is cheap.\n\nShall I go ahead?";
    let plan = plan_of(&Talk::new("s").said("assistant", advice).said("user", "yes, do it").artifacts());
    let [(title, content)] = decisions(&plan)[..] else { panic!("{plan:#?}") };
    assert_eq!(title, "A queue in memory");
    assert!(!content.contains("Shall I") && !content.contains("Both would do"), "{content}");
}

#[test]
fn a_yes_is_to_the_last_offer_only_and_offers_are_no_content() {
    let accepted = |closing: &str| {
        let made = Talk::new("s").said("assistant", &analysis(closing)).said("user", "yes").artifacts();
        let artifact = made.iter().find(|a| a.kind == ArtifactKind::Analysis).unwrap();
        assert!(!artifact.content.contains("Want me") && artifact.title == "Findings: belt speed", "{artifact:?}");
        artifact.accepted
    };
    assert!(accepted("Does this look right?") || accepted(""));
    assert!(!accepted("Want me to fix the typo in the README?"));
}

#[test]
fn a_plan_that_was_stopped_is_asked_about() {
    let talk = Talk::new("s").said("user", "go").planned(SETUP, true).said("assistant", "The table is next.");
    let plan = plan_of(&talk.said("user", "stop here, leave the rest").artifacts());
    assert!(tasks(&plan).is_empty());
    assert!(plan.conflicts[0].why.contains("5 steps open") && plan.conflicts[0].says.starts_with("stop here"));
}

#[test]
fn no_step_of_a_stopped_plan_is_proposed_from_another_list() {
    let talk = Talk::new("s").said("user", "go").planned(SETUP, true);
    let talk = talk.said("assistant", "Still open: map parcels to depots, and the lamp at the gate.");
    let plan = plan_of(&talk.said("user", "Forget the whole plan.").artifacts());
    assert_eq!(tasks(&plan), ["The lamp at the gate"], "{plan:#?}");
}

#[test]
fn only_words_about_the_plan_as_a_whole_stop_it() {
    let after = |agent: &str, person: &str| {
        let talk = Talk::new("s").said("user", "go").planned(SETUP, true).said("assistant", agent);
        plan_of(&talk.said("user", person).artifacts()).conflicts.len()
    };
    for person in ["Scrap it.", "Actually, drop the whole plan, we buy an importer.", "let's leave it here", "stop"] {
        assert_eq!(after("The table is next.", person), 1, "{person}");
    }
    for (agent, person) in [
        ("The gate colour is yours to choose.", "Leave it open, I will ask the harbour. The list can wait."),
        ("The lamp blinks twice. Shall it blink once?", "no, leave it"),
        ("The table is next.", "Drop the lamp at the gate, nobody sees it."),
        ("The table is next.", "stop here, the rest tomorrow"),
    ] {
        assert_eq!(after(agent, person), 0, "{person}");
    }
}

#[test]
fn a_later_plan_of_another_session_replaces_what_waits_of_the_earlier_one() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path().join("store"));
    let file = |name: &str, text: &str, day: &str| {
        let lines =
            Talk::new(name).said("user", "go").planned(text, true).lines().join("\n").replace("2026-03-02", day);
        let path = dir.path().join(format!("{name}.jsonl"));
        fs::write(&path, lines + "\n").unwrap();
        path
    };
    let one = file("one", SETUP, "2026-03-02");
    let first = gather(&store, std::slice::from_ref(&one), &[], true).unwrap();
    let shop = Shop::new();
    shop.desk().take(&plan_of(&first.queue.batch())).unwrap();
    planned(&store, &first.queue, &first.queue.batch()).unwrap();
    let two = file("two", &SETUP.replace("Map parcels to depots", "Map parcels to regions"), "2026-03-04");
    let second = gather(&store, &[one, two], &[], true).unwrap().queue;
    let pending = shop.log().pending().into_iter().cloned().collect();
    let settings = Settings { pending, gone: second.gone(), ..Settings::default() };
    let plan = plan(&second.batch(), &empty(), &settings);
    assert_eq!(
        plan.account.iter().filter(|e| e.outcome == ArtifactOutcome::Superseded).count(),
        1,
        "{:#?}",
        plan.account
    );
    shop.desk().take(&plan).unwrap();
    let log = shop.log();
    let waits: Vec<&str> = log.pending().iter().map(|p| p.action.title()).collect();
    assert!(waits.contains(&"Map parcels to regions") && !waits.contains(&"Map parcels to depots"), "{waits:?}");
    let old = log.proposals.iter().find(|p| p.action.title() == "Map parcels to depots").unwrap();
    assert!(old.standing == ProposalStatus::Superseded && old.because.is_some());
    let paths: Vec<_> = log.pending().iter().filter_map(|p| p.action.path().map(str::to_owned)).collect();
    assert!(paths.iter().all(|path| paths.iter().filter(|p| *p == path).count() == 1), "{paths:?}");
}

#[test]
fn a_later_plan_corrects_what_the_earlier_one_left_in_its_document_and_lists_its_tasks() {
    let why = "Five depots asked for it, because the scans of a day are lost when the belt stops at night. ".repeat(7);
    let text = format!(
        "# Plan: depot import\n\n1. Add the depot table\n2. Map parcels to depots\n3. Write the import guide\n\n{why}\n"
    );
    let changed = text.replace("Map parcels to depots", "Map parcels to regions");
    let mut artifacts = Talk::new("one").said("user", "go").planned(&text, true).artifacts();
    let later = Talk::new("two").said("user", "go").planned(&changed, true).artifacts();
    artifacts[0].superseded_by = Some(later[0].id.clone());
    artifacts.extend(later);
    let corrected = |line: &str| {
        let mut state = empty();
        let text = text.replace("2. Map parcels to depots", line);
        state.docs = Ok(vec![super::project::doc("docs/plans/plan-depot-import.md", &text)]);
        let plan = plan(&artifacts, &state, &Settings::default());
        let corrections = plan.proposals.iter().filter_map(|p| match &p.action {
            StandupAction::CorrectDoc { line, now, .. } => Some((line.clone(), now.clone())),
            _ => None,
        });
        corrections.collect::<Vec<_>>()
    };
    let mut state = empty();
    let task = |(n, title): (usize, &str)| {
        let mut task = project().tasks()[0].clone();
        (task.id, task.title, task.status) = (format!("T-{n}"), title.to_owned(), TaskStatus::Todo);
        task
    };
    state.board.as_mut().unwrap().tasks =
        ["Add the depot table", "Map parcels to depots", "Weigh parcels"].into_iter().enumerate().map(task).collect();
    let flagged = plan(&artifacts, &state, &Settings::default()).conflicts;
    assert_eq!(flagged.iter().map(|c| c.place.as_str()).collect::<Vec<_>>(), ["T-1"], "{flagged:#?}");
    let line = |words: &str| words.to_owned();
    assert_eq!(
        corrected("2. Map parcels to depots"),
        [(line("2. Map parcels to depots"), line("2. Map parcels to regions"))]
    );
    assert_eq!(corrected("2. Map parcels to bays"), [], "the person's own line stays");
}

#[test]
fn an_analysis_becomes_a_document_from_five_hundred_characters_on() {
    let documents = |of_prose: usize| {
        let why = "The belt is slow because both scales read one line; the risk is small, however a stop is costly. ";
        let risks = "### Risks\n\nA queue costs memory, because both scales fill it.\n\n### Options\n\n- a queue\n- a faster scale";
        let text = format!("## Findings: belt speed\n\n{}.\n\n{risks}\n", &why.repeat(5)[..of_prose]);
        let made = Talk::new("s").said("assistant", &text).said("user", "yes").artifacts();
        let plan = plan_of(&made);
        (text.len(), plan.proposals.iter().filter(|p| p.action.kind() == ActionKind::CreateDoc).count())
    };
    let (long, short) = (documents(420), documents(320));
    assert!((500..600).contains(&long.0) && (400..500).contains(&short.0), "{long:?} {short:?}");
    assert_eq!((long.1, short.1), (1, 0));
}

#[test]
fn a_run_takes_all_and_names_what_it_leaves_when_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path().join("store"));
    let files: Vec<_> = (0..20)
        .map(|n| {
            let path = dir.path().join(format!("s{n}.jsonl"));
            Talk::new(&format!("s{n}"))
                .said("user", "go")
                .planned(&SETUP.replace("depot", &format!("depot{n}")), true)
                .write(&path);
            path
        })
        .collect();
    let mut seen = Vec::new();
    let stopped = gather_with(&store, &files, &[], true, &mut |n, all, _| {
        seen.push((n, all));
        n == 3
    });
    let stopped = stopped.unwrap();
    assert_eq!((seen.len(), stopped.read, stopped.left.len()), (3, 2, 18));
    assert!(left_note(&stopped.left).unwrap().text.contains("s19.jsonl"));
    let rest = gather(&store, &files, &[], true).unwrap();
    assert_eq!((rest.read, rest.queue.batch().len()), (18, 20), "nothing is left for a further run");
}

#[test]
fn specstory_records_of_the_project_are_found_unless_the_session_itself_is() {
    let dir = tempfile::tempdir().unwrap();
    let history = dir.path().join(".specstory/history");
    fs::create_dir_all(&history).unwrap();
    fs::write(history.join("2026-02-10_22-20Z-plan.md"), "<!-- Generated by SpecStory -->\n<!-- Claude Code Session 1a2b3c4d-0000 (2026-02-10) -->\n\n_**User (2026-02-10 22:20:19Z)**_\n\nhello\n").unwrap();
    let found = sessions(dir.path(), Places::default(), "2026-03-01T10:00:00Z".parse().unwrap());
    assert_eq!(found.len(), 1, "{found:?}");
    let store = Store::at(dir.path().join("store"));
    assert!(gather(&store, &found, &[], true).unwrap().failures.is_empty());
}

#[test]
fn a_record_that_a_branch_brought_along_is_not_the_persons() {
    let dir = tempfile::tempdir().unwrap();
    let top = dir.path().canonicalize().unwrap();
    let history = top.join(".specstory/history");
    fs::create_dir_all(&history).unwrap();
    let git = |args: &[&str]| {
        let mut command = std::process::Command::new("git");
        command.args(args).current_dir(&top).env("HOME", &top).env("GIT_CONFIG_NOSYSTEM", "1");
        command.output().is_ok_and(|out| out.status.success())
    };
    if !git(&["init", "-q"]) {
        return crate::skipped::skip("specstory", "there is no git");
    }
    let text = "<!-- Generated by SpecStory -->\n\n_**User (2026-02-10 22:20:19Z)**_\n\nClose all tasks.\n";
    fs::write(history.join("theirs.md"), text).unwrap();
    assert!(git(&["add", "-f", "."]));
    fs::write(history.join("mine.md"), text).unwrap();
    #[cfg(unix)]
    for (name, to) in [("link.md", top.join("elsewhere.md")), ("pipe.md", "/dev/stdin".into())] {
        fs::write(top.join("elsewhere.md"), text).unwrap();
        std::os::unix::fs::symlink(to, history.join(name)).unwrap();
    }
    let found = || sessions(&top, Places::default(), "2026-03-01T10:00:00Z".parse().unwrap());
    assert_eq!(found(), [history.join("mine.md")]);
    fs::write(top.join(".git/index"), "no index").unwrap();
    assert_eq!(found(), Vec::<std::path::PathBuf>::new(), "where git's index is not understood, all may be tracked");
}

#[test]
fn a_dismissal_is_taken_back_by_number_and_a_settled_conflict_by_id() {
    let shop = Shop::new();
    let conflict =
        deltamind::standup::StandupConflict::new("keep Prisma", vec![], "sqlx", "d-7", "they exclude each other");
    let mut plan = super::shop::plan(vec![super::shop::create("One")]);
    plan.conflicts.push(conflict.clone());
    shop.desk().take(&plan).unwrap();
    shop.desk().dismiss("1", Some("later")).unwrap();
    shop.desk().dismiss(&conflict.id, None).unwrap();
    assert!(shop.desk().rollback("1").unwrap().is_none() && shop.desk().rollback(&conflict.id).unwrap().is_none());
    let log = shop.log();
    assert_eq!((log.pending().len(), log.pending()[0].number, log.conflicts.len()), (1, 1, 1));
    assert_eq!(shop.desk().approve("1").unwrap().len(), 1);
}

#[test]
fn twenty_answers_move_the_threshold_to_where_they_part() {
    let shop = Shop::new();
    let mut many = super::shop::plan((0..20).map(|n| super::shop::create(&format!("Task number {n}"))).collect());
    for (n, proposal) in many.proposals.iter_mut().enumerate() {
        proposal.confidence.score = if n < 6 { 0.85 } else { 0.75 };
    }
    shop.desk().take(&many).unwrap();
    shop.desk().approve("1,2,3,4,5,6").unwrap();
    shop.desk().dismiss("all", None).unwrap();
    let offer = shop.desk().review().unwrap().offers.remove(0);
    assert!((offer.to.1 - 0.76).abs() < 0.001, "{offer:?}");
    assert!(offer.why.contains("14 of the 14 you said no to and 0 of the 6 you approved"), "{}", offer.why);
    shop.desk().approve(&offer.id).unwrap();
    shop.desk().rollback(&offer.id).unwrap();
    assert!(shop.log().moved.is_empty());
}
