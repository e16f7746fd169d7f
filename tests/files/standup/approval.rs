//! Tests approvals in the standup: other proposals go on waiting, nothing is done twice or unasked, and every action can
//! be undone.

use std::fs;

use deltamind::standup::action::{EvidenceKind, Plan, ProposalStatus, StandupAction, Tier};
use deltamind::standup::execute::ExecuteError;
use deltamind::standup::log::{ActionState, JournalLine};
use deltamind::standup::service::StandupError;

use super::shop::*;

#[test]
fn approving_one_of_three_keeps_the_others_with_all_they_hold() {
    let shop = Shop::new();
    let mut desk = shop.desk();
    desk.take(&plan(vec![create("One"), create("Two"), doc("docs/notes/pools.md")])).unwrap();
    let before = shop.log();
    assert_eq!(before.pending().iter().map(|p| p.number).collect::<Vec<_>>(), [1, 2, 3]);
    let done = shop.desk().approve("1").unwrap();
    assert!(done[0].done.is_ok());
    let after = shop.log();
    assert_eq!(after.pending(), before.pending()[1..].to_vec());
    assert_eq!(after.pending()[0].evidence, evidence(EvidenceKind::Verified));
    assert!(shop.read("TODO.md").contains("- [ ] One") && !shop.read("TODO.md").contains("Two"));
    shop.desk().approve("2,3").unwrap();
    assert!(shop.read("TODO.md").contains("- [ ] Two") && shop.read("docs/notes/pools.md").contains("| pool | 12 |"));
    assert_eq!(shop.log().pending().len(), 0);
}

#[test]
fn an_unknown_proposal_name_does_nothing_at_all() {
    let shop = Shop::new();
    shop.desk().take(&plan(vec![create("One"), create("Two")])).unwrap();
    for names in ["1,9", "p-nothing", "", " , "] {
        assert!(matches!(shop.desk().approve(names), Err(StandupError::Asked(_))), "{names:?}");
    }
    assert_eq!((shop.read("TODO.md").as_str(), shop.log().pending().len()), (TODO, 2));
}

#[test]
fn a_repeated_approval_does_nothing() {
    let shop = Shop::with_task();
    let once = shop.read("TODO.md");
    assert!(matches!(shop.desk().approve("1"), Err(StandupError::Asked(why)) if why.contains("done already")));
    // Nor is it proposed again, by the same plan or in other dress.
    shop.desk().take(&plan(vec![create("One"), create("one!")])).unwrap();
    assert_eq!((shop.log().pending().len(), shop.read("TODO.md")), (0, once));
    // Nor does a record that was tampered with help.
    let mut again = sure(create("One"));
    again.id = "p-other".into();
    shop.desk().take(&Plan { proposals: vec![again], ..Plan::default() }).unwrap();
    assert_eq!(shop.log().pending().len(), 0);
}

#[test]
fn a_dismissed_proposal_is_not_proposed_again() {
    let shop = Shop::new();
    shop.desk().take(&plan(vec![create("One"), create("Two")])).unwrap();
    shop.desk().dismiss("1", Some("done by hand")).unwrap();
    shop.desk().take(&plan(vec![create("One"), create("Two")])).unwrap();
    let books = shop.log();
    assert_eq!(books.pending().iter().map(|p| p.action.title()).collect::<Vec<_>>(), ["Two"]);
    let dismissed = books.proposals.iter().find(|p| p.standing == ProposalStatus::Dismissed).unwrap();
    assert_eq!(dismissed.because.as_deref(), Some("done by hand"));
}

#[test]
fn nothing_is_done_unasked_without_the_persons_permission() {
    let shop = Shop::new();
    let ran = shop.desk().take(&plan(vec![create("One"), doc("docs/notes/pools.md")])).unwrap();
    assert!(ran.done.is_empty());
    assert_eq!((shop.read("TODO.md").as_str(), shop.log().pending().len()), (TODO, 2));
}

#[test]
fn certain_proposals_are_done_and_listed_and_likely_ones_wait() {
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
fn closing_a_task_unasked_needs_a_tools_result() {
    let shop = Shop::certain();
    let task = shop.task("Fix PLZ validation");
    let close = || StandupAction::DoneTask {
        task: task.clone(),
        title: "Fix PLZ validation".into(),
        note: "pushed 4f2a1c".into(),
    };
    let mut claimed = sure(close());
    claimed.evidence = evidence(EvidenceKind::Claim);
    shop.desk().take(&Plan { proposals: vec![claimed], ..Plan::default() }).unwrap();
    assert_eq!((shop.read("TODO.md").as_str(), shop.log().pending().len()), (TODO, 1));
    let shop = Shop::certain();
    shop.desk().take(&plan(vec![close()])).unwrap();
    let after = shop.read("TODO.md");
    assert_eq!(after.matches("- [x] Fix PLZ validation\n").count(), 1, "{after}");
    assert!(!after.contains("4f2a1c"), "a line of the checklist is ticked, and none is added: {after}");
}

#[test]
fn every_action_is_taken_back_to_the_byte() {
    let shop = Shop::new();
    let task = shop.task("Fix PLZ validation");
    let skill = ".claude/skills/board/SKILL.md";
    let actions = vec![
        create("One"),
        StandupAction::LogTask { task: task.clone(), title: "Fix PLZ validation".into(), text: "tried a table".into() },
        StandupAction::DoneTask { task, title: "Fix PLZ validation".into(), note: "pushed".into() },
        doc("docs/notes/pools.md"),
        StandupAction::EnrichDoc {
            path: "docs/api.md".into(),
            heading: "Limits".into(),
            content: "60 a minute.".into(),
        },
        StandupAction::DocMetadata { path: "docs/api.md".into(), field: "status".into(), value: "current".into() },
        StandupAction::FixSkill {
            path: skill.into(),
            heading: "create".into(),
            content: "has no --description".into(),
        },
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
    let ids: Vec<String> = shop.log().actions.iter().map(|a| a.action.clone()).collect();
    assert_eq!(ids, ["a-1", "a-2", "a-3", "a-4", "a-5", "a-6", "a-7"]);
    let early = shop.desk().rollback("a-1").unwrap_err().to_string();
    assert!(early.contains("a-3"), "{early}");
    for id in ids.iter().rev() {
        shop.desk().rollback(id).unwrap();
    }
    let after: Vec<String> = files.iter().map(|f| shop.read(f)).collect();
    assert_eq!(after, before);
    assert!(!shop.root().join("docs/notes/pools.md").exists());
    assert!(shop.desk().rollback("a-1").unwrap_err().to_string().contains("undone already"));
    assert!(shop.log().proposals.iter().all(|p| p.standing == ProposalStatus::RolledBack));
}

#[test]
fn a_rollback_is_refused_after_a_persons_edit() {
    let shop = Shop::new();
    shop.desk().take(&plan(vec![create("One"), doc("docs/notes/pools.md")])).unwrap();
    shop.desk().approve("all").unwrap();
    let edited = shop.read("TODO.md").replace("One", "One, but faster");
    fs::write(shop.root().join("TODO.md"), &edited).unwrap();
    let why = shop.desk().rollback("a-1").unwrap_err();
    assert!(matches!(why, StandupError::Execute(ExecuteError::Changed(_))), "{why}");
    assert_eq!(shop.read("TODO.md"), edited);
    fs::remove_file(shop.root().join("docs/notes/pools.md")).unwrap();
    assert!(shop.desk().rollback("a-2").is_err());
    assert!(shop.log().actions.iter().all(|a| a.did == ActionState::Done));
}

#[test]
fn the_journal_names_action_source_and_former_content() {
    let shop = Shop::with_task();
    let lines = shop.journal();
    assert_eq!(lines.iter().map(|l| l.did).collect::<Vec<_>>(), [ActionState::Started, ActionState::Done]);
    for line in &lines {
        assert_eq!((line.action.as_str(), line.source.as_str()), ("a-1", "claude-1a2b t88, t90"));
        assert_eq!(line.quotes, ["please add a rate limit"]);
    }
    // Once, on the line from before the deed: a board may be large. What is read of both holds it.
    let held = |line: &JournalLine| line.files[0].bytes_before().flatten();
    assert_eq!((held(&lines[0]).as_deref(), held(&lines[1])), (Some(TODO.as_bytes()), None));
    assert_eq!(held(&shop.log().actions[0]).as_deref(), Some(TODO.as_bytes()));
    shop.desk().rollback("a-1").unwrap();
    let journal = shop.read(".deltamind/standup/journal.jsonl");
    assert_eq!((journal.lines().count(), journal.matches("beforeBytes").count()), (4, 1));
}

#[test]
fn existing_tasks_and_documents_are_not_made_again_closed_tasks_included() {
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
fn proposal_numbers_and_action_ids_are_never_reused() {
    let shop = Shop::new();
    shop.desk().take(&plan(vec![create("One"), create("Two"), create("Three")])).unwrap();
    shop.desk().approve("3").unwrap();
    shop.desk().take(&plan(vec![create("Four")])).unwrap();
    assert!(matches!(shop.desk().approve("3"), Err(StandupError::Asked(why)) if why.contains("done already")));
    let numbers = || shop.log().pending().iter().map(|p| p.number).collect::<Vec<_>>();
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
    let ids: Vec<String> = shop.log().actions.iter().map(|a| a.action.clone()).collect();
    assert_eq!(ids, ["a-2", "a-3", "a-4", "a-5"]);
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
    desk.log().unwrap();
    let waiting = shop.log().pending()[0].clone();
    assert_eq!(desk.rules().tier(&waiting, false), Tier::Execute);
    assert_eq!(desk.review().unwrap().offers, [], "counting begins anew");
    shop.desk().rollback("h-create_task-verified").unwrap();
    desk.log().unwrap();
    assert_eq!(desk.rules().tier(&waiting, false), Tier::Call);
    // Switched off, nothing is offered that could do nothing.
    shop.tier1 = false;
    assert_eq!(shop.desk().review().unwrap().offers, []);
}

#[test]
fn twenty_dismissals_of_a_kind_raise_its_threshold() {
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
fn a_conflict_is_listed_until_the_person_settles_it() {
    let shop = Shop::new();
    let conflict =
        |says: &str| deltamind::standup::StandupConflict::new(says, vec![], "sqlx", "d-7", "they exclude each other");
    let found = Plan { conflicts: vec![conflict("keep Prisma"), conflict("keep REST")], ..Plan::default() };
    shop.desk().take(&found).unwrap();
    shop.desk().take(&Plan::default()).unwrap();
    let stands = |shop: &Shop| shop.log().conflicts.iter().map(|c| c.says.clone()).collect::<Vec<_>>();
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
    plan.conflicts.push(deltamind::standup::StandupConflict::new(
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
