//! The same thing said in many ways about several things: each way with each thing, so that a way of speaking does not
//! depend on the words that it carries.

use deltamind::session::Session;
use deltamind::state::ItemKind::{Constraint, Decision, Hypothesis, RejectedOption, Task};

use crate::dialogue::{settled, talk};

/// What a talk settles, of all kinds that a person sets.
pub fn all(session: &Session) -> Vec<String> {
    [Decision, Constraint, Task, RejectedOption].into_iter().flat_map(|kind| settled(session, kind)).collect()
}

/// Things with what they are for, and others for the same purpose.
const CHOICES: [(&str, &str, &str); 4] = [
    ("larch", "pine", "the deck"),
    ("zigbee", "lorawan", "the harbour lamps"),
    ("tallow", "beeswax", "the sails"),
    ("wasm", "lua", "the plugins"),
];

/// Acts that a rule may forbid.
const DEEDS: [&str; 4] = ["open the sluice", "touch the tide tables", "ring the bell", "repaint the hull"];

/// Each frame with each choice: `{x}`, `{y}`, `{p}`.
pub fn each_choice(frames: &[&str], check: impl Fn(&str, (&str, &str, &str))) {
    for frame in frames {
        for choice in CHOICES {
            let said = frame.replace("{x}", choice.0).replace("{y}", choice.1).replace("{p}", choice.2);
            check(&said, choice);
        }
    }
}

/// Each frame with each deed: `{v}`.
fn each_deed(frames: &[&str], check: impl Fn(&str, &str)) {
    for (frame, deed) in frames.iter().flat_map(|frame| DEEDS.map(|deed| (frame, deed))) {
        check(&frame.replace("{v}", deed), deed);
    }
}

#[test]
fn leave_in_any_words_lifts_what_a_rule_forbids() {
    let frames = [
        "feel free to {v} now",
        "it's fine to {v} again",
        "on reflection, it's ok if you {v}",
        "as of today you can {v}",
        "the keeper agreed, so you may {v}",
        "if you have to {v}, that's fine now",
        "you're cleared to {v}",
    ];
    each_deed(&frames, |said, deed| {
        let session = talk(&[&format!("Don't {deed}."), "> OK.", said, "> OK."]);
        assert!(settled(&session, Constraint).is_empty(), "{said}: {:?}", all(&session));
    });
    let kept = ["you can paint the shed", "you can't {v}", "it's not ok to {v}", "who may {v}?"];
    each_deed(&kept, |said, deed| {
        let session = talk(&[&format!("Don't {deed}."), "> OK.", said]);
        assert!(!settled(&session, Constraint).is_empty(), "{said}: {:?}", all(&session));
    });
}

#[test]
fn a_choice_that_is_left_open_is_no_decision() {
    let frames = [
        "we haven't decided between {x} and {y} for {p} yet",
        "still going back and forth on {x} vs {y} for {p}",
        "jury's out on {x} or {y} for {p}",
        "we'll pick {x} or {y} for {p} next week",
        "open point: {x} or {y} for {p}",
        "let's postpone the decision between {x} and {y} for {p}",
        "{p} is not settled yet. it may end up being {x} or {y}",
        "we couldn't agree on {x} or {y} for {p}",
    ];
    each_choice(&frames, |said, (x, y, _)| {
        let session = talk(&[said, "> Fine."]);
        let open: Vec<String> = session.ledger().open_of_kind(Hypothesis).map(|i| i.summary.to_lowercase()).collect();
        assert!(open.iter().any(|o| o.contains(x) && o.contains(y)), "{said}: {open:?} {:?}", all(&session));
        assert!(settled(&session, Decision).is_empty(), "{said}: {:?}", all(&session));
    });
    let taken = talk(&["we'll decide on the deck later, use larch for now"]);
    assert!(settled(&taken, Decision).iter().any(|s| s.contains("larch")), "{:?}", all(&taken));
}

#[test]
fn a_choice_that_is_taken_back_no_longer_stands() {
    let frames = [
        "never mind, I spoke too soon about {x} for {p}",
        "{p} is undecided again",
        "so the crew shot down {x}. {p} is an open question again",
        "actually no. let me think about {p} some more",
        "we jumped the gun with {x}, treat {p} as undecided",
        "ah, never mind {x}",
    ];
    each_choice(&frames, |said, (x, _, p)| {
        let session = talk(&[&format!("Let's use {x} for {p}."), "> OK.", said, "> OK."]);
        assert!(settled(&session, Decision).is_empty(), "{said}: {:?}", all(&session));
    });
}

#[test]
fn another_choice_takes_the_place_of_the_one_it_names() {
    let frames = [
        "I know I said {x}, but let's do {y}",
        "we're going with {y} now, {x} turned out to be a pain",
        "new decision on {p}: {y}",
        "instead of {x} take {y}",
        "for {p} we now use {y}",
        "we changed our minds about {x}, it's going to be {y}",
        "I take that back, {y} for {p}",
    ];
    each_choice(&frames, |said, (x, y, p)| {
        let session = talk(&[&format!("Let's use {x} for {p}."), "> OK.", said, "> OK, changed."]);
        let decided = settled(&session, Decision);
        let (noun, named) = (p.trim_start_matches("the "), decided.iter().filter(|d| d.contains(y)).count());
        assert!(named == 1 && decided.len() == 1 && decided[0].contains(noun), "{said}: {decided:?}");
    });
    let beside = talk(&["Let's use larch for the deck.", "> OK.", "we also use pine for the shed, larch stays"]);
    assert!(settled(&beside, Decision).iter().any(|s| s.contains("larch")), "{:?}", all(&beside));
}

#[test]
fn an_order_told_as_lasting_is_a_rule() {
    let frames = [
        "make it a habit to {v} before dusk",
        "standing instruction: {v} before dusk",
        "by default, {v} before dusk",
        "{v} before dusk, every single time",
        "I want you to {v} before dusk, without exception",
        "our convention here is to {v} before dusk, so please stick to that",
    ];
    each_deed(&frames, |said, deed| {
        let session = talk(&[said, "> Noted."]);
        assert!(settled(&session, Constraint).iter().any(|s| s.contains(deed)), "{said}: {:?}", all(&session));
        assert!(settled(&session, Task).is_empty(), "{said}: {:?}", all(&session));
    });
}

#[test]
fn a_ban_in_other_words_is_a_ban() {
    let frames = [
        "it is forbidden to {v}",
        "you are not allowed to {v}",
        "I'd prefer if you didn't {v}",
        "I never want to see you {v}",
        "it's not ok to {v}",
        "just don't {v}",
        "you have no permission to {v}",
    ];
    each_deed(&frames, |said, deed| {
        let session = talk(&["How far are we?", "> The frame stands.", said]);
        assert!(settled(&session, Constraint).iter().any(|s| s.contains(deed)), "{said}: {:?}", all(&session));
    });
}

#[test]
fn a_thing_refused_by_name_is_ruled_out() {
    let things = ["terraform", "kafka", "tarmac"];
    let frames = ["no {x}", "I don't want {x}.", "count {x} out", "stay away from {x}", "hard no on {x}", "forget {x}"];
    for (frame, thing) in frames.iter().flat_map(|frame| things.map(|thing| (frame, thing))) {
        let said = frame.replace("{x}", thing);
        let session = talk(&["How far are we?", "> The frame stands.", &said]);
        assert!(settled(&session, RejectedOption).iter().any(|s| s.contains(thing)), "{said}: {:?}", all(&session));
    }
}

#[test]
fn a_name_and_what_it_is_for_is_a_choice() {
    let frames =
        ["{x} for {p}", "right, {x} for {p}", "final answer: {x} for {p}", "for {p} {x} please", "{x} wins for {p}"];
    each_choice(&frames, |said, (x, _, p)| {
        let session = talk(&["How far are we?", "> The frame stands.", said, "> Noted."]);
        let decided = settled(&session, Decision);
        let noun = p.rsplit(' ').next().unwrap_or(p);
        assert!(decided.len() == 1 && decided[0].contains(x) && decided[0].contains(noun), "{said}: {decided:?}");
    });
    for said in ["thanks for the deck", "time for the review", "- paint for the deck\n- rope for the sails"] {
        assert!(settled(&talk(&[said]), Decision).is_empty(), "{said}");
    }
}
