//! Choices, and what changes them, said in many ways about several things: the words of deciding and the pair of a name
//! and its purpose count, not the form of the sentence.

use deltamind::session::Session;
use deltamind::state::ItemKind::{Decision, RejectedOption};

use crate::dialogue::{settled, talk};
use crate::plain_matrix::{all, each_choice};

/// Whether the talk settles exactly one decision that names these.
fn decides(session: &Session, names: &[&str]) -> bool {
    let decided = settled(session, Decision);
    decided.len() == 1 && decided.iter().all(|d| names.iter().all(|name| d.to_lowercase().contains(name)))
}

#[test]
fn a_name_with_its_purpose_is_chosen_beside_words_of_deciding() {
    let frames = [
        "my decision is {x} for {p}",
        "the vote is over, {x} for {p}",
        "{p} gets {x}",
        "{p}: {x}",
        "so we finally agreed: {x} for {p}",
        "{x} will be used for {p}",
        "I'm convinced, {x} for {p}",
        "let's do {p} with {x}",
        "{x} please, for {p}",
        "Decision from the harbour meeting: {x} for {p}.",
    ];
    each_choice(&frames, |said, (x, _, p)| {
        let session = talk(&[said, "> Noted."]);
        assert!(decides(&session, &[x, &p[4..]]), "{said}: {:?}", all(&session));
    });
}

#[test]
fn reserved_sentences_choose_nothing_wherever_the_reservation_stands() {
    let frames = [
        "I'd go with {x} for {p} if the trial convinces me",
        "worst case we use {x} for {p}, but hopefully not",
        "we'd use {x} for {p}, provided the harbour pays",
        "the guide takes {x} for {p}",
        "they decided on {x} for {p} over there",
        "we could use {x} for {p}",
        "we had {x} for {p} last year",
        "the FAQ says 'use {x} for {p}'",
        "{p} currently runs on {x}",
    ];
    each_choice(&frames, |said, _| {
        let session = talk(&[said, "> Noted."]);
        assert!(settled(&session, Decision).is_empty(), "{said}: {:?}", all(&session));
    });
}

#[test]
fn a_choice_keeps_the_reason_that_stands_beside_it() {
    let frames = [
        "We take {x} for {p}. My main argument: it survives the salt.",
        "use {x} for {p}. it survives the salt.",
        "{p} gets {x}. reason: it survives the salt",
        "my decision is {x} for {p}, on the grounds that it survives the salt",
        "We will use {x} for {p} - it survives the salt",
    ];
    each_choice(&frames, |said, (x, ..)| {
        let session = talk(&[said, "> Noted."]);
        let chosen = session.ledger().open_of_kind(Decision).next().and_then(|item| item.rationale.clone());
        assert!(decides(&session, &[x]), "{said}: {:?}", all(&session));
        assert!(chosen.is_some_and(|why| why.contains("survives the salt")), "{said}");
    });
}

#[test]
fn what_is_refused_beside_a_choice_is_not_chosen() {
    let frames = [
        "{x} for {p}, not {y}",
        "{y}? no. {x} for {p}",
        "use {x} for {p} and stay away from {y}",
        "rather than {y} we use {x} for {p}",
        "we take {x} for {p}, {y} is excluded",
    ];
    each_choice(&frames, |said, (x, y, _)| {
        let session = talk(&["How far are we?", "> Nothing is chosen yet.", said, "> Noted."]);
        let chosen = session.ledger().open_of_kind(Decision).next();
        let beside = chosen.is_some_and(|i| i.alternatives.iter().any(|a| a.to_lowercase().contains(y)));
        let out = settled(&session, RejectedOption).iter().any(|r| r.to_lowercase().contains(y));
        assert!(decides(&session, &[x]) && (beside || out), "{said}: {:?}", all(&session));
    });
}

#[test]
fn a_refused_name_alone_is_ruled_out_and_a_lack_is_not() {
    for frame in
        ["not {x}", "no {x} please", "nah, not {x}", "without {x}, please", "I'm against {x}", "take {x} off the list"]
    {
        each_choice(&[frame], |said, (x, ..)| {
            let session = talk(&["How far are we?", "> Nothing is chosen yet.", said]);
            let out = settled(&session, RejectedOption);
            assert!(out.iter().any(|r| r.to_lowercase().contains(x)), "{said}: {:?}", all(&session));
        });
    }
    for said in
        ["no worries", "never mind, found it", "it went well, without any delay", "no errors", "no idea", "not sure"]
    {
        let session = talk(&["How far are we?", "> Nothing is chosen yet.", said]);
        assert!(settled(&session, RejectedOption).is_empty(), "{said}: {:?}", all(&session));
    }
}

#[test]
fn another_name_for_the_same_purpose_takes_its_place() {
    let frames = [
        "not {x}, {y}",
        "actually, make that {y}",
        "I take that back, {y} it is",
        "swap {x} for {y}",
        "the council insists, it's {y} now instead of {x}",
        "change of plan: {y} for {p}",
        "I meant {y} for {p}, not {x}. sorry",
        "revised decision on {p}: {y}",
    ];
    each_choice(&frames, |said, (x, y, p)| {
        let session = talk(&[&format!("Let's use {x} for {p}."), "> OK.", said, "> Changed."]);
        let decided = settled(&session, Decision);
        let old = decided.iter().any(|d| d.to_lowercase().contains(&format!("use {x}")));
        assert!(!old && decides(&session, &[y]), "{said}: {:?}", all(&session));
    });
}

#[test]
fn a_choice_is_taken_back_in_any_words() {
    let frames = [
        "please don't count {x} as decided",
        "the crew hated {x}. we're not using it",
        "please disregard my choice for {p}",
        "I was wrong about {x}",
        "sorry, too quick with {x}",
    ];
    each_choice(&frames, |said, (x, _, p)| {
        let session = talk(&[&format!("Let's use {x} for {p}."), "> OK.", said, "> OK."]);
        assert!(settled(&session, Decision).is_empty(), "{said}: {:?}", all(&session));
    });
    let kept = ["don't use {x} for the dinghy", "maybe {x} was a mistake", "{x} is not easy to find", "does {x} last?"];
    each_choice(&kept, |said, (x, _, p)| {
        let session = talk(&[&format!("Let's use {x} for {p}."), "> OK.", said, "> OK."]);
        assert!(settled(&session, Decision).iter().any(|d| d.contains(x)), "{said}: {:?}", all(&session));
    });
}

#[test]
fn a_return_restores_what_was_given_up() {
    let frames = [
        "{x} was better after all, back to it",
        "{p} goes back to {x}",
        "return to {x} please, {y} is no good",
        "undo that, we stay with {x}",
        "{x} again, as in the beginning",
    ];
    each_choice(&frames, |said, (x, y, p)| {
        let first = format!("Let's use {x} for {p}.");
        let second = format!("Actually, let's use {y} for {p} instead.");
        let session = talk(&[&first, "> OK.", &second, "> OK.", said, "> OK."]);
        assert!(decides(&session, &[x]), "{said}: {:?}", all(&session));
    });
}

#[test]
fn an_option_that_was_not_chosen_is_taken_after_all() {
    for said in ["actually {y}, the cook's nephew has some", "hm, rather {y}", "no wait, {y}. it floats"] {
        each_choice(&[said], |said, (x, y, p)| {
            let offer = format!("> {x} or {y} for {p}?");
            let session =
                talk(&["Plan the harbour.", &offer, x, "> OK.", "How far are we?", "> Half way.", said, "> OK."]);
            assert!(decides(&session, &[y]), "{said}: {:?}", all(&session));
        });
    }
}

#[test]
fn a_choice_said_again_adds_nothing() {
    let frames = [
        "as we said, {p} with {x}",
        "so to sum up: {x} for {p}, as agreed",
        "remember, {p} is done with {x}",
        "nothing new there, {p} stays on {x}",
    ];
    each_choice(&frames, |said, (x, _, p)| {
        let session = talk(&[&format!("Let's use {x} for {p}."), "> OK.", said]);
        assert!(decides(&session, &[x]) && all(&session).len() == 1, "{said}: {:?}", all(&session));
    });
}

#[test]
fn what_was_settled_is_carried_over_to_another_thing() {
    for said in [
        "and please the same again for the jetty",
        "we use that for the jetty too",
        "I'd like to have this for the jetty also",
        "extend that to the jetty",
        "what we did there, we do for the jetty as well",
    ] {
        each_choice(&[said], |said, (x, _, p)| {
            let session = talk(&[&format!("Use {x} for {p}."), "> Done.", said, "> OK."]);
            let other = all(&session).into_iter().any(|d| d.contains(x) && d.contains("jetty"));
            assert!(other, "{said}: {:?}", all(&session));
        });
    }
}

#[test]
fn a_setting_takes_the_value_that_a_correction_tells() {
    let settings = [
        ("upload limit", "10 MB", "25 MB"),
        ("sample rate", "50 Hz", "200 Hz"),
        ("idle timeout", "5 minutes", "12 minutes"),
    ];
    let frames = [
        "typo on my side, {b}",
        "nope, {b}. I looked at the wrong page",
        "the harbour wants {b} for the {s}, please adjust",
        "{a} was just a guess. we agreed on {b}",
        "new value for the {s}: {b}",
        "the {s} has to be {b}",
        "forget {a}, it's {b}",
    ];
    for frame in frames {
        for (s, a, b) in settings {
            let said = frame.replace("{s}", s).replace("{a}", a).replace("{b}", b);
            let session = talk(&[&format!("Set the {s} to {a}."), "> Done.", &said, "> OK."]);
            assert!(decides(&session, &[s, &b.to_lowercase()]), "{said}: {:?}", all(&session));
        }
    }
    for said in ["maybe 25 MB?", "we measured 25 MB so far", "a photo has 25 MB", "25 MB would be too much"] {
        let session = talk(&["Set the upload limit to 10 MB.", "> Done.", said, "> OK."]);
        assert!(decides(&session, &["10 mb"]), "{said}: {:?}", all(&session));
    }
}

#[test]
fn what_the_agent_chose_for_a_purpose_waits() {
    for said in [
        "Done. I picked {x} for {p}, mostly for its small footprint.",
        "Implemented. I've decided on {x} for {p} as it is well tested.",
        "Since nothing was specified for {p}, I'm taking {x}.",
        "The wiring is in, and I went with {x} for {p}.",
    ] {
        each_choice(&[said], |said, (x, ..)| {
            let session = talk(&["Wire the harbour up.", &format!("> {said}")]);
            let waits = session.held().any(|held| format!("{:?}", held.candidate.delta).contains(x));
            assert!(waits && settled(&session, Decision).is_empty(), "{said}: {:?}", all(&session));
        });
    }
}

#[test]
fn a_long_turn_keeps_what_it_tells_as_decided() {
    let told = "The door sticks. The lamp is old. The rope is frayed. The floor creaks. The stove smokes. ".repeat(3);
    each_choice(&["I've decided: {x} for {p}."], |said, (x, _, p)| {
        let session = talk(&["How far are we?", "> Half way.", &format!("{told}{said}"), "> Noted."]);
        let wanted = format!("{x} for {p}");
        assert!(settled(&session, Decision).contains(&wanted), "{said}: {:?}", all(&session));
    });
}
