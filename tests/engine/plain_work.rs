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

/// Whether a talk about one task ends with it open, done or dropped.
fn comes_to(lines: &[&str], how: Option<Resolution>) {
    let session = talk(lines);
    let all: Vec<_> = session.ledger().of_kind(ItemKind::Task).map(|t| (t.summary.clone(), t.resolution)).collect();
    assert!(all.len() == 1 && all[0].1 == how, "{lines:?}: {all:?}");
}

#[test]
fn one_sentence_may_report_several_tasks() {
    for report in [
        "> The gate is oiled and the new doormat is in.",
        "> Gate is oiled, doormat is in place.",
        "> Both are taken care of.",
        "> I oiled the gate and put the doormat down.",
    ] {
        let session = talk(&["oil the gate of the hut, and buy a new doormat", report]);
        let done = ended(&session, Resolution::Completed);
        assert!(done.len() == 2 || report.contains("put"), "{report}: {done:?}");
    }
    let planned = talk(&["oil the gate of the hut", "> Once the rain is over, and the gate is oiled, I paint it."]);
    assert_eq!(open(&planned, ItemKind::Task).len(), 1);
    let second = talk(&["on the list for you: (1) oil the gate (2) sweep the yard", "> (2) is done."]);
    assert!(open(&second, ItemKind::Task)[0].contains("gate"), "{:?}", open(&second, ItemKind::Task));
}

#[test]
fn a_fault_is_gone_when_it_is_denied() {
    for report in [
        "> The gate of the hut doesn't squeak any more.",
        "> The gate no longer squeaks.",
        "> There's oil on the hinge now, the gate of the hut stopped squeaking.",
    ] {
        comes_to(&["the gate of the hut squeaks, please fix", report], Some(Resolution::Completed));
    }
    comes_to(
        &["the gate of the hut squeaks, please fix", "> The gate should no longer squeak, but it still does."],
        None,
    );
}

#[test]
fn praise_closes_what_was_asked_for_and_a_complaint_opens_it_again() {
    let asked = "paint the shed in a darker green";
    for (report, said) in [
        ("> I took the moss tone for the walls.", "looks great, thanks"),
        ("> Painted. Does it look right from your side?", "perfect"),
        ("> The walls are moss now.", "exactly what I wanted"),
    ] {
        comes_to(&[asked, report, said], Some(Resolution::Completed));
    }
    for (report, said) in [
        ("> I'd take the moss tone for that, ok?", "perfect"),
        ("> The walls are oak. I'm still looking for a brush.", "great"),
        ("> Painted it in moss.", "still too bright here"),
        ("> Painted it in moss.", "wrong side, it's the back wall"),
        ("> Painted it in moss.", "nope, no difference"),
    ] {
        let session = talk(&[asked, report, said]);
        assert!(open(&session, ItemKind::Task).iter().any(|t| t.contains("shed")), "{report} {said}");
    }
}

#[test]
fn work_is_called_off_in_answer_to_what_stands_against_it() {
    let dropped = Some(Resolution::Abandoned);
    let asked = "remove the old shelves from the hut";
    for (told, said) in [
        ("> That means the wall has to be painted again.", "hm no, too much work before the fair"),
        ("> Aunt Ines still keeps her jars there.", "oh, then leave it"),
        ("> Looking for the screwdriver first.", "stop stop, aunt Ines needs those. they stay"),
        ("> Looking for the screwdriver first.", "wait, don't, there are jars on them"),
        ("> Looking for the screwdriver first.", "belay that, aunt Ines needs them"),
        ("> Looking for the screwdriver first.", "the ticket was closed as wontfix"),
        ("> Looking for the screwdriver first.", "the carpenter is ill, so we're not doing it"),
    ] {
        comes_to(&[asked, told, said], dropped);
    }
    for (told, said) in [
        ("> That means the wall has to be painted again.", "fine, paint it white"),
        ("> I need a screwdriver for that.", "no, a hammer will do"),
        ("> Looking for the screwdriver first.", "the red box stays closed please"),
    ] {
        let session = talk(&[asked, told, said]);
        assert!(open(&session, ItemKind::Task).iter().any(|t| t.contains("shelves")), "{told} {said}");
    }
    comes_to(
        &["sketch the new gate for the park", "> Ok.", "bad news, the gate is cut, the council has no money"],
        dropped,
    );
    comes_to(&["build a gate for the park", "> Ok, oak first.", "the park gate may rest in peace"], dropped);
}

#[test]
fn work_is_asked_for_as_a_need_a_fault_or_a_list() {
    for (said, words) in [
        ("the map of the park still shows the old hut. that needs updating", &["map"][..]),
        ("the gate of the park squeaks. fix that first, and then the bell", &["gate", "bell"]),
        ("the locks are worn. somebody has to replace them", &["locks"]),
        ("three things for the fair: a banner, two flags and sweep the yard", &["banner", "flags", "sweep"]),
        ("before the fair we need: a signed permit, clean benches", &["permit", "benches"]),
        ("the plan: move the boat, then measure it", &["move the boat", "measure the boat"]),
        ("whenever it suits you, kindly add a bell to the gate?", &["bell"]),
        ("I'd be grateful if you wrote a label for the jar", &["write a label"]),
        ("it would help if the bell stopped by itself", &["bell"]),
        ("I would like that the label also shows the weight", &["weight"]),
        ("replace the hinges of the gate, they squeak", &["replace the hinges"]),
        ("the hut has a draught, seal it", &["draught"]),
    ] {
        has_tasks(&[said], words);
    }
    has_tasks(
        &["> Anything else?", "a few: a lamp for the hall, the tap drips (seal it), and sweep the yard"],
        &["lamp", "tap", "sweep"],
    );
    has_tasks(
        &["next up is the north gate. needs a bell and a lamp"],
        &["the north gate", "gate needs a bell", "gate needs a lamp"],
    );
}

#[test]
fn a_deed_is_pointed_to_after_it_was_done() {
    let twice = talk(&[
        "put a brass lamp into the hall",
        "> Fuse off for a minute, ok?",
        "sure",
        "> The brass lamp is in the hall now.",
        "do that for the attic too",
    ]);
    assert!(
        open(&twice, ItemKind::Task).iter().any(|t| t.contains("attic") && t.contains("lamp")),
        "{:?}",
        open(&twice, ItemKind::Task)
    );
    let file = talk(&["in hall.toml use metres for the heights", "> hall.toml is in metres.", "same in attic.toml"]);
    let all = open(&file, ItemKind::Task);
    assert!(all.iter().any(|t| t.contains("attic.toml") && !t.contains("hall.toml")), "{all:?}");
    let nth = talk(&[
        "> I found three faults in the hut: the tap drips, the lamp flickers, and the bell is cracked.",
        "fix the last one, the others can stay",
    ]);
    assert!(open(&nth, ItemKind::Task)[0].contains("bell is cracked"), "{:?}", open(&nth, ItemKind::Task));
    let also = talk(&["add a green edge to the doormat", "> The doormat has a green edge now.", "curtain as well"]);
    assert!(open(&also, ItemKind::Task).iter().any(|t| t.contains("curtain")), "{:?}", open(&also, ItemKind::Task));
}
