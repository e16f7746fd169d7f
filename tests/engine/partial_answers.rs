//! Checks that an answer which takes some of several proposals, and refuses, changes or postpones others, settles each by
//! itself.

use super::dialogue::{settled, talk};
use deltamind::state::ItemKind::{Decision, RejectedOption, Task};

const SHED: &str = "> I'd add a lamp over the door, oil the hinges and paint the frame. Shall I?";
const FERRY: &str = "> I can print the timetable, mark the tides on it and drop the night run. OK?";

/// Checks what an answer decides, rules out and leaves to be done, in any order.
fn comes_to(proposal: &str, answer: &str, decided: &[&str], refused: &[&str], open: &[&str]) {
    let ledger = talk(&[proposal, answer]);
    for (kind, expected) in [(Decision, decided), (RejectedOption, refused), (Task, open)] {
        let mut found = settled(&ledger, kind);
        let mut expected: Vec<String> = expected.iter().map(|&text| text.to_owned()).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{answer}: {kind:?}");
    }
}

#[test]
fn each_part_has_its_own_verdict() {
    let (lamp, oil, paint) = ("add a lamp over the door", "oil the hinges", "paint the frame");
    for (answer, decided, refused, open) in [
        ("lamp yes, the rest no", vec![lamp], vec![oil, paint], vec![]),
        ("hinges and frame are fine, lamp nobody wants", vec![oil, paint], vec![lamp], vec![]),
        ("the lamp would be lovely. hinges - no, they're new. frame later", vec![lamp], vec![oil], vec![]),
        ("everything but the lamp", vec![oil, paint], vec![lamp], vec![]),
        ("no lamp bc of the moths, but hinges & frame definitely yes", vec![oil, paint], vec![lamp], vec![]),
        ("1) yes 2) no 3) can wait", vec![lamp], vec![oil], vec![]),
        ("the lamp and the hinges, not the frame", vec![lamp, oil], vec![paint], vec![]),
        ("yes, but wait with the frame until spring", vec![lamp, oil], vec![], vec![]),
        ("lamp ok. the frame? rather not", vec![lamp], vec![paint], vec![]),
    ] {
        comes_to(SHED, answer, &decided, &refused, &open);
    }
}

#[test]
fn what_would_change_a_thing_is_refused_where_it_stays() {
    let (print, mark, drop) = ("print the timetable", "mark the tides on it", "drop the night run");
    for (answer, refused, open) in [
        ("printing yes, tides nope, the night run stays", vec![mark, drop], vec![print]),
        ("keep the night run, print it, skip the tides", vec![mark, drop], vec![]),
        ("the night run can go; tides no", vec![mark], vec![drop]),
    ] {
        let ledger = talk(&[FERRY, answer]);
        let (ruled_out, tasks) = (settled(&ledger, RejectedOption), settled(&ledger, Task));
        assert!(refused.iter().all(|text| ruled_out.contains(&(*text).to_owned())), "{answer}: {ruled_out:?}");
        let found: Vec<String> = [tasks, settled(&ledger, Decision)].concat();
        assert!(open.iter().all(|text| found.contains(&(*text).to_owned())), "{answer}: {found:?}");
        assert!(refused.iter().all(|text| !found.contains(&(*text).to_owned())), "{answer}: {found:?}");
    }
}

#[test]
fn a_part_is_taken_with_its_change() {
    let horn = "> I'd ring the bell for 30 seconds, hang an oak sign and lay a mat. Fine?";
    comes_to(
        horn,
        "bell ok but 10 seconds, pine instead of oak, mat no",
        &["ring the bell for 10 seconds", "hang a pine sign"],
        &["lay a mat"],
        &[],
    );
}

#[test]
fn what_is_not_clearly_judged_stays_open() {
    for (answer, decided, refused) in [
        ("not sure about the lamp. the rest sounds good", vec!["oil the hinges", "paint the frame"], vec![]),
        ("the lamp in the yard is broken. can you look at it?", vec![], vec![]),
        ("what does the paint cost?", vec![], vec![]),
    ] {
        comes_to(SHED, answer, &decided, &refused, &[]);
    }
    // "The frame is fine" may mean that there is nothing to paint.
    comes_to("> We could rebuild the frame and add a lamp.", "the frame is fine, lamp yes", &["add a lamp"], &[], &[]);
}

#[test]
fn parts_of_several_sentences_are_judged_together() {
    comes_to(
        "> I can oil the hinges and paint the door. Shall I also hang a bell in it?",
        "hinges and door please, no bell",
        &[],
        &["hang a bell in it"],
        &["oil the hinges", "paint the door"],
    );
    comes_to(
        "> Three things would help: a lamp, a mat, and a sign for the visitors. About a day of work.",
        "lamp and mat are good, the sign isn't needed",
        &["a lamp", "a mat"],
        &["a sign for the visitors"],
        &[],
    );
}
