//! Tests that what is settled does not depend on how it is typed: the same talk with words of address, hesitation or leave
//! around each statement, with other punctuation, and with the agent's usual dashes.

use crate::dialogue::{settled, talk};
use deltamind::session::Session;
use deltamind::state::ItemKind::{self, Constraint, Decision, Fact, RejectedOption, Task};

/// A talk, and what must be settled at its end: a kind and words of its summary.
type Talk = (&'static [&'static str], ItemKind, &'static str);

const TALKS: &[Talk] = &[
    (&["we use larch for the gate"], Decision, "larch"),
    (&["don't paint the old gate"], Constraint, "paint the old gate"),
    (&["please oil the hinges of the lamp room"], Task, "oil the hinges"),
    (&["the pier is 40 metres long"], Fact, "40 metres"),
    (&["tar is out, the boats hate it"], RejectedOption, "tar"),
    (&["> Rope or chain for the anchor?", "rope"], Decision, "rope"),
    (&["> Should I oil the hinges of the gate?", "yes"], Decision, "oil the hinges"),
    (&["> Shall I paint the old gate red?", "no"], RejectedOption, "paint the old gate red"),
    (&["use oak for the benches", "> OK.", "use ash for the benches instead"], Decision, "ash"),
    (&["the lamp turns off after 90 seconds", "> Noted.", "make it 60"], Decision, "60 seconds"),
];

/// Asserts that each talk settles what it must when its turns are typed in another way.
fn settles_when(name: &str, typed: impl Fn(&str) -> String) {
    for (lines, kind, words) in TALKS {
        let lines: Vec<String> = lines.iter().map(|line| typed(line)).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let session = talk(&lines);
        assert!(has(&session, *kind, words), "{name}: {lines:?}: {:?}", settled(&session, *kind));
    }
}

/// Whether a session has settled an item of a kind with these words. An agreed step may be a decision or a task.
fn has(session: &Session, kind: ItemKind, words: &str) -> bool {
    let words = words.to_lowercase();
    let kinds = if matches!(kind, Decision | Task | Fact) { vec![Decision, Task, Fact] } else { vec![kind] };
    kinds.into_iter().any(|kind| settled(session, kind).iter().any(|text| text.to_lowercase().contains(&words)))
}

/// A line typed in another way, if it is the person's.
fn of_person(line: &str, typed: impl Fn(&str) -> String) -> String {
    if line.starts_with("> ") { line.to_owned() } else { typed(line) }
}

/// A line in capitals, where it has more than two words.
fn shouted(said: &str) -> String {
    if said.split(' ').count() > 3 { said.to_uppercase() } else { said.to_owned() }
}

#[test]
fn as_it_stands() {
    settles_when("as it stands", str::to_owned);
}

#[test]
fn with_words_before_it() {
    for lead in [
        "claude, ",
        "hey, ",
        "hey claude, ",
        "also, ",
        "actually, ",
        "umm ",
        "btw, ",
        "well, ",
        "right, so ",
        "so ",
        "Nice work on the boats. ",
        "honestly: ",
    ] {
        settles_when(lead, |line| of_person(line, |said| format!("{lead}{said}")));
    }
}

#[test]
fn with_words_behind_it() {
    for tail in [
        ". Thanks!",
        ". Back in ten.",
        ". Off to lunch now.",
        "!",
        ".",
        " :)",
        " 🙂",
        ". ping me when it's done",
        ". Also write a note for the harbour master.",
    ] {
        settles_when(tail, |line| of_person(line, |said| format!("{said}{tail}")));
    }
}

#[test]
fn with_other_letters_and_marks() {
    settles_when("capital", |line| of_person(line, |said| said[..1].to_uppercase() + &said[1..]));
    settles_when("capitals", |line| of_person(line, shouted));
    settles_when("no apostrophe", |line| of_person(line, |said| said.replace('\'', "")));
    settles_when("dash for comma", |line| of_person(line, |said| said.replace(", ", " - ")));
    settles_when("dots for comma", |line| of_person(line, |said| said.replace(", ", "... ")));
}

#[test]
fn after_other_words_of_the_agent() {
    let of_agent = |line: &str, lead: &str| line.strip_prefix("> ").map_or(line.to_owned(), |t| format!("> {lead}{t}"));
    for lead in ["I read through the code first.\n\n", "Done — ", "The lamps are dark — ", "## Summary\n\n"] {
        settles_when(lead, |line| if line.contains('?') { of_agent(line, lead) } else { line.to_owned() });
    }
}

#[test]
fn a_number_with_its_full_stop_is_an_answer() {
    let session = talk(&["> Which port should the lamp service use?", "8080."]);
    assert!(has(&session, Decision, "8080"), "{:?}", settled(&session, Decision));
    let session = talk(&["> 1. Rope\n2. Chain\n\nWhich one?", "2."]);
    assert!(has(&session, Decision, "chain"), "{:?}", settled(&session, Decision));
}

#[test]
fn a_limit_behind_a_full_stop_belongs_to_the_answer() {
    let session = talk(&["> I'd use two ropes for each boat. OK?", "fine by me. But make them 4 metres long"]);
    assert!(has(&session, Decision, "two ropes for each boat, but make them"), "{:?}", settled(&session, Decision));
}

#[test]
fn commas_for_full_stops_are_understood() {
    let session = talk(&["the paint is old, wax is what we use, tar smells"]);
    assert!(has(&session, Decision, "wax"), "{:?}", settled(&session, Decision));
    for open in ["if the wind turns, use tar, it holds", "maybe wax, the rest is open, let's see"] {
        let session = talk(&[open]);
        assert!(settled(&session, Decision).is_empty(), "{open}: {:?}", settled(&session, Decision));
    }
}

#[test]
fn polite_questions_about_what_was_talked_of_are_orders() {
    for order in ["can you make it five?", "could you make it five", "I want you to make it five"] {
        let session = talk(&["> I set the poll interval to ten seconds.", order]);
        assert!(has(&session, Decision, "five seconds"), "{order}: {:?}", settled(&session, Decision));
    }
}

#[test]
fn what_is_said_about_an_option_does_not_take_it() {
    for said in [
        "tar smells, take wax",
        "tar smells. take wax",
        "tar smells, so wax",
        "wax is cheap, tar smells, take the wax",
        "tar is sticky in summer. I'd take the wax, thanks",
    ] {
        let session = talk(&["> For the hull: tar or wax?", said]);
        assert_eq!(settled(&session, Decision), ["wax - hull"], "{said}");
    }
    for said in ["both smell", "use neither", "both smell, use neither"] {
        let session = talk(&["> For the hull: tar or wax?", said]);
        assert!(settled(&session, Decision).is_empty(), "{said}: {:?}", settled(&session, Decision));
    }
}

#[test]
fn a_green_build_alone_finishes_no_work() {
    let session = talk(&["fix the leak in the lamp driver", "> The build is green. I think I found the leak.", "ok"]);
    assert!(settled(&session, Task).iter().any(|task| task.contains("leak")), "{:?}", settled(&session, Task));
    let session = talk(&["fix the leak in the lamp driver", "> Fixed the leak. The build is green.", "ok"]);
    assert!(settled(&session, Task).is_empty(), "{:?}", settled(&session, Task));
}

#[test]
fn what_only_asks_for_words_is_no_work_and_what_was_just_done_is_meant() {
    for asked in ["can you list the open tasks?", "umm can you list the ropes?"] {
        let session = talk(&["> The gate is painted.", asked, "> Three: the blue, the red and the old one."]);
        assert!(settled(&session, Task).is_empty(), "{asked}: {:?}", settled(&session, Task));
    }
    let session = talk(&[
        "can you show me how the shed is laid out?",
        "> It has a loft and a cellar.",
        "> I renamed `rope_no` to `rope_id` in the orders table.",
        "same in the stock table please",
    ]);
    assert!(has(&session, Task, "rope_id"), "{:?}", settled(&session, Task));
}
