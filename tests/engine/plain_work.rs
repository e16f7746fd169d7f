//! Tests plain ways of speaking about work: lists of it, requests, what is done, dropped or never said, goals, guesses.

use deltamind::session::Session;
use deltamind::state::{ItemKind, Resolution, Status};

use crate::dialogue::talk;

/// The items of a kind that stand or are open, in lower case.
fn open(session: &Session, kind: ItemKind) -> Vec<String> {
    let stands = |s: Status| matches!(s, Status::Active | Status::Tentative);
    session.ledger().of_kind(kind).filter(|i| stands(i.status)).map(|i| i.summary.to_lowercase()).collect()
}

/// The tasks that ended in this way, in lower case.
fn ended(session: &Session, how: Resolution) -> Vec<String> {
    let tasks = session.ledger().of_kind(ItemKind::Task);
    tasks.filter(|i| i.resolution == Some(how)).map(|i| i.summary.to_lowercase()).collect()
}

/// Whether exactly these are the tasks, by one word each.
fn has_tasks(lines: &[&str], words: &[&str]) {
    let all = open(&talk(lines), ItemKind::Task);
    assert!(all.len() == words.len() && words.iter().all(|w| all.iter().any(|t| t.contains(w))), "{lines:?}: {all:?}");
}

#[test]
fn lists_of_work_need_no_verbs() {
    has_tasks(
        &["for the weekend\n- oil the hinges\n- doormat\n- call Ines about the roof"],
        &["hinges", "doormat", "roof"],
    );
    has_tasks(&["[ ] doormat\n[x] hinges\n[ ] paint for the shed"], &["doormat", "shed"]);
    has_tasks(&["still on my list: oil the hinges, paint the shed"], &["hinges", "shed"]);
    has_tasks(&["to do before the visit: oil the hinges, paint the shed, sweep the yard"], &["hinges", "shed", "yard"]);
    has_tasks(
        &["> What is still left for the hut?", "hooks for the coats, a new doormat and someone has to paint the shed"],
        &["hooks", "doormat", "shed"],
    );
    has_tasks(
        &["> What remains before the visit?", "- doormat\n- coat hooks\n- sweep the yard"],
        &["doormat", "hooks", "yard"],
    );
    has_tasks(&["things I saw in the hut yesterday:\n- a doormat\n- two cats"], &[]);
    has_tasks(&["for the sidebar\n- blue\n- round corners"], &[]);
    has_tasks(&["for reference\n- the hut is 40 years old\n- Ines has the keys"], &[]);
    has_tasks(&["> What is left in the fridge?", "milk, butter and jam"], &[]);
}

#[test]
fn work_is_asked_for_in_many_ways() {
    for (said, word) in [
        ("please note down: ask Ines about the ladder", "ladder"),
        ("somebody has to paint the gate, and I guess that's you", "gate"),
        ("remind me to call the roofer", "roofer"),
        ("the hut is called shed on the map, please rename", "map"),
        ("The lamp in the hall flickers at night. Kindly find the cause and fix it.", "lamp"),
    ] {
        has_tasks(&[said], &[word]);
    }
    has_tasks(&["somebody has to love this hut"], &[]);
}

#[test]
fn a_task_is_done_in_the_words_of_who_did_it() {
    let did = talk(&["> Left over from May: cleaning the gutter of the hut.", "did that on sunday"]);
    assert!(ended(&did, Resolution::Completed)[0].contains("gutter"));
    let last_year = talk(&["> Left over from May: cleaning the gutter of the hut.", "I did that once, never again"]);
    assert!(ended(&last_year, Resolution::Completed).is_empty());
    let named = talk(&["please add a test for leap days to the calendar", "> `test_leap_days` is in and green."]);
    assert!(open(&named, ItemKind::Task).is_empty(), "{:?}", open(&named, ItemKind::Task));
    let part = talk(&["todo: paint the gate, oil the hinges", "> ok", "gate painted, hinges not yet"]);
    assert_eq!(open(&part, ItemKind::Task).len(), 1, "{:?}", open(&part, ItemKind::Task));
    let works = talk(&["please make the bell ring on sundays", "> The bell rings on sundays now; all tests pass."]);
    assert!(open(&works, ItemKind::Task).is_empty(), "{:?}", open(&works, ItemKind::Task));
    let noted = talk(&["add to the list: ask Ines about the ladder", "> Added."]);
    assert!(open(&noted, ItemKind::Task)[0].contains("ladder"));
}

#[test]
fn what_nobody_needs_any_more_ends() {
    for said in [
        "the brochure can go, nobody reads it",
        "you can spare yourself the brochure, Ines has one",
        "the brochure has become moot. off the list with it",
        "nvm the brochure, a poster is enough",
        "we can live without the brochure",
        "strike the brochure from the list",
        "the brochure won't be needed after all",
    ] {
        let session = talk(&["todo: write a brochure for the hut", "> On the list.", said]);
        assert!(open(&session, ItemKind::Task).is_empty(), "{said}: {:?}", open(&session, ItemKind::Task));
        assert_eq!(ended(&session, Resolution::Abandoned).len(), 1, "{said}");
    }
    for said in [
        "is the brochure still needed?",
        "if it rains the brochure can go",
        "the brochure can go to print on friday",
        "don't forget the brochure",
        "the brochure of the other hut is pointless",
    ] {
        let session = talk(&["todo: write a brochure for the hut", "> On the list.", said]);
        assert!(open(&session, ItemKind::Task).iter().any(|t| t.contains("brochure")), "{said}");
    }
    let struck = talk(&["> Still open:\n1. write the brochure\n2. paint the gate", "1 can go, nobody reads it"]);
    assert!(open(&struck, ItemKind::RejectedOption)[0].contains("brochure"));
    assert!(open(&struck, ItemKind::Decision).is_empty(), "{:?}", open(&struck, ItemKind::Decision));
}

#[test]
fn what_was_said_can_be_taken_back() {
    for said in [
        "forget what I told you about the guests. need to ask Ines first",
        "Consider the guests not said.",
        "the guests rule is suspended as of today",
        "please treat the 12 guests as never said",
    ] {
        let session = talk(&["at most 12 guests in the hut", "> Noted.", said]);
        let all = [open(&session, ItemKind::Constraint), open(&session, ItemKind::Task)].concat();
        assert!(all.is_empty(), "{said}: {all:?}");
    }
    for said in ["I don't want fireworks", "we can do without fireworks", "fireworks can go"] {
        let session = talk(&["never use fireworks at the hut", "> Noted.", said]);
        assert!(open(&session, ItemKind::Constraint).iter().any(|c| c.contains("firework")), "{said}");
    }
    let rule =
        talk(&["Rule for the kitchen: no open fire.", "> Noted.", "That rule is lifted as of today, we have a stove."]);
    assert!(open(&rule, ItemKind::Constraint).is_empty());
    for said in ["should we forget the guests rule?", "don't you dare forget the rule about guests"] {
        let session = talk(&["at most 12 guests in the hut", "> Noted.", said]);
        assert!(open(&session, ItemKind::Constraint).iter().any(|c| c.contains("12")), "{said}");
    }
}

#[test]
fn goals_and_guesses_are_told_in_free_words() {
    for (said, word) in [
        ("what we're after this summer is a hut that sleeps twelve", "twelve"),
        ("the point of the whole exercise: a hut that sleeps twelve", "twelve"),
        ("By the end of this week the hut should sleep twelve people. That's the aim.", "twelve"),
    ] {
        let all = open(&talk(&[said]), ItemKind::Goal);
        assert!(all.iter().any(|g| g.contains(word)), "{said}: {all:?}");
    }
    for (said, word) in [
        ("the damp in the hall, my money's on the gutter", "gutter"),
        ("smells like a leaking gutter to me, but that's just a guess", "gutter"),
        ("I can't shake the feeling that the hall is damp because of the gutter. No proof though.", "gutter"),
        ("something tells me the gutter is blocked again", "gutter"),
    ] {
        let session = talk(&["> The hall is damp.", said]);
        let all = open(&session, ItemKind::Hypothesis);
        assert!(all.iter().any(|g| g.contains(word)), "{said}: {all:?}");
        assert!(open(&session, ItemKind::Decision).is_empty(), "{said}");
    }
}
