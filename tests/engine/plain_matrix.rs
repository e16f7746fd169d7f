//! The same thing said in many ways about several things: each way with each thing, so that a way of speaking does not
//! depend on the words that it carries.

use deltamind::session::Session;
use deltamind::state::ItemKind::{Constraint, Decision, Fact, Goal, Hypothesis, RejectedOption, Task};

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

/// Pieces of work, each with the noun and the past that people call it by.
const WORK: [(&str, &str, &str); 4] = [
    ("paint a compass rose on the foredeck", "the compass rose", "painted a compass rose on the foredeck"),
    ("fix the leak in the bilge pump", "the leak", "fixed the leak in the bilge pump"),
    ("write a guide for the night watch", "the guide", "wrote a guide for the night watch"),
    ("move the oars to the boathouse", "the oars", "moved the oars to the boathouse"),
];

/// Each frame with each piece of work: `{v}`, `{n}`, `{past}`, `{ving}`.
fn each_work(frames: &[&str], check: impl Fn(&str, (&str, &str, &str))) {
    for (frame, work) in frames.iter().flat_map(|frame| WORK.map(|work| (frame, work))) {
        let (verb, rest) = work.0.split_once(' ').unwrap_or((work.0, ""));
        let doing = format!("{}ing {rest}", verb.trim_end_matches('e'));
        let said = frame.replace("{v}", work.0).replace("{n}", work.1).replace("{past}", work.2);
        check(&said.replace("{ving}", &doing), work);
    }
}

/// A talk in which the person has asked for work, and its end.
fn asked_for(work: &str, then: &[&str]) -> Session {
    let order = format!("Please {work}.");
    talk(&[&[order.as_str()], then].concat())
}

#[test]
fn an_order_that_is_announced_is_a_task() {
    let frames = [
        "one more thing before the tide turns: {v}",
        "what I need from you this morning: {v}",
        "ok so what I'd like you to do next is {v}",
        "Jonas is at sea this week so this lands with you: {v}",
        "your next job is to {v}",
        "new ticket for you: {v}",
        "do this for me: {v}",
        "hi, I have a small task for you. {v}",
        "if you could {v} today, that would be lovely",
        "it would help us a lot if you {v}, can you do that today?",
        "would you mind to {v}?",
        "can I get you to {v}",
        "time to {v}, can you do it?",
        "please have a look at the plan and then {v}",
    ];
    each_work(&frames, |said, (work, ..)| {
        let session = talk(&["How far are we?", "> The frame stands.", said, "> Noted."]);
        let tasks = settled(&session, Task);
        assert!(tasks.len() == 1 && all(&session).len() == 1, "{said}: {:?}", all(&session));
        assert!(tasks[0].contains(work), "{said}: {tasks:?}");
    });
    let none = [
        "the harbour master wrote to you: {v}",
        "maybe one thing for you: {v}",
        "one idea for you: {v}",
        "should I {v}?",
    ];
    each_work(&none, |said, _| {
        let session = talk(&["How far are we?", "> The frame stands.", said]);
        assert!(settled(&session, Task).is_empty(), "{said}: {:?}", all(&session));
    });
}

#[test]
fn orders_in_any_sequence_are_one_task_each() {
    let [(a, ..), (b, ..), (c, ..), _] = WORK;
    for frame in [
        "first {a}, after that {b}, and at the end {c}",
        "{a}, also {b}, and when you're at it {c}",
        "can you {a}? and {b}? oh and {c}",
        "I'd like you to {a}. Besides that, {b}. Last, {c}.",
        "a) {a}\nb) {b}\nc) {c}",
        "step 1: {a}\nstep 2: {b}\nstep 3: {c}",
        "pls {a} + {b} + {c}",
        "while I'm ashore: {a}, {b}, {c}",
        "we still need to {a}, {b} and {c}. please do all of it",
        "I need three things from you. First, {a}. Second, {b}. Third, {c}.",
    ] {
        let said = frame.replace("{a}", a).replace("{b}", b).replace("{c}", c);
        let session = talk(&["How far are we?", "> The frame stands.", &said, "> Noted."]);
        let tasks = settled(&session, Task);
        assert!(tasks.len() == 3 && all(&session).len() == 3, "{said}: {:?}", all(&session));
        assert!([a, b, c].iter().all(|work| tasks.iter().any(|t| t.contains(work))), "{said}: {tasks:?}");
    }
}

#[test]
fn work_told_as_done_in_any_words_is_closed() {
    let frames = [
        "It's done, have a look when you like.",
        "And that's {n} finished.",
        "I'm done with {n}.",
        "I've wrapped up {n}; nothing is left open.",
        "The work on {n} is complete.",
        "Good news: {n} is done and working.",
        "I can report that {n} is done.",
        "That makes {n} complete.",
        "The work is complete: {past}, with no failing checks.",
    ];
    each_work(&frames, |said, (work, ..)| {
        let session = asked_for(work, &[&format!("> {said}")]);
        assert!(settled(&session, Task).is_empty(), "{said}: {:?}", all(&session));
    });
    let open = [
        "{n} is in progress.",
        "I am {ving} now, this will take a while.",
        "On it: {ving} now.",
        "I've done the first of four steps of {n}.",
        "I made a start on {n}, and there is more to do.",
        "I've sketched {n}, nothing is committed so far.",
        "I've prepared {n}. The actual work comes next.",
    ];
    each_work(&open, |said, (work, ..)| {
        let session = asked_for(work, &[&format!("> {said}")]);
        assert!(!settled(&session, Task).is_empty(), "{said}: {:?}", all(&session));
    });
}

#[test]
fn work_called_off_in_any_words_is_dropped() {
    let frames = [
        "please disregard my request about {n}",
        "undo my request, {n} is out of scope",
        "that request is void, I asked the wrong crew",
        "call it off",
        "abort {n}",
        "stop {n} right there, it's obsolete",
        "pull the plug on {n}",
        "let's shelve {n} for good",
        "hey, about {n}: don't",
        "stop, we don't need {n} any more",
        "the owner killed {n} this morning, so stop there",
        "we decided at the meeting not to do {n}, so please don't continue",
        "we're dropping {n} from the plan",
        "closing {n} as wontfix, so no work needed",
        "I've closed the ticket for {n}. Nothing left for you to do there.",
    ];
    each_work(&frames, |said, (work, ..)| {
        let session = asked_for(work, &["> I'll start on it.", said, "> OK."]);
        assert!(settled(&session, Task).is_empty(), "{said}: {:?}", all(&session));
    });
    let later = [
        "stop with {n} for now, tomorrow is another day",
        "{n} has time, keep it on the list",
        "let's move {n} to the end of the list",
        "we don't have time for {n} right now",
        "lets put {n} on ice for a bit",
        "{n}: not yet. next week maybe",
    ];
    each_work(&later, |said, (work, ..)| {
        let session = asked_for(work, &["> I'll start on it.", said, "> OK."]);
        let tasks: Vec<String> = session.ledger().open_of_kind(Task).map(|i| i.summary.to_lowercase()).collect();
        assert!(tasks.len() == 1 && tasks[0].contains(work), "{said}: {tasks:?}");
    });
}

#[test]
fn a_result_that_is_called_faulty_is_open_again() {
    let frames = [
        "are you sure? {n} isn't working here",
        "that's not finished. {n} only works halfway",
        "done?? nothing happens",
        "hm, I don't see any difference",
        "it worked once and now it's broken again",
        "only partly done, {n} is incomplete",
        "you said done but {n} isn't done",
        "{n} fails on my side",
    ];
    each_work(&frames, |said, (work, ..)| {
        let session = asked_for(work, &["> Done.", said, "> Let me look."]);
        assert!(settled(&session, Task).iter().any(|t| t.contains(work)), "{said}: {:?}", all(&session));
    });
    let other = ["if {n} doesn't work, tell me", "the anchor winch is broken", "does nothing else need paint?"];
    each_work(&other, |said, (work, ..)| {
        let session = asked_for(work, &["> Done.", said]);
        assert!(!settled(&session, Task).iter().any(|t| t.contains(work)), "{said}: {:?}", all(&session));
    });
}

#[test]
fn an_order_behind_a_refusal_is_work() {
    for frame in ["no need to {v}, just {w}", "let's not {v}, let's {w}", "do not {v}, simply {w}", "don't {v}! {w}"] {
        let said = frame.replace("{v}", "repaint the whole hull").replace("{w}", "polish the brass at the bow");
        let session = talk(&["> I'd suggest to repaint the whole hull. Shall I?", &said, "> OK."]);
        assert!(settled(&session, Task).iter().any(|t| t.contains("polish the brass")), "{said}: {:?}", all(&session));
    }
}

/// Things that are told, with a word of each.
const FACTS: [(&str, &str); 4] = [
    ("the ferry runs on diesel until 2031", "diesel"),
    ("our harbour office has only two phones", "phones"),
    ("half of the guests come by train", "train"),
    ("the tide tables are in local time, not UTC", "local time"),
];

#[test]
fn how_things_are_is_a_fact_behind_any_lead_that_says_nothing() {
    let frames = [
        "{f}",
        "one thing you can't see from the pier: {f}",
        "sorry, I should have told you at the start: {f}.",
        "to give you the full picture, {f}",
        "not sure if I told you already but {f}",
        "as of this week {f}",
    ];
    for (frame, (fact, word)) in frames.iter().flat_map(|frame| FACTS.map(|fact| (frame, fact))) {
        let said = frame.replace("{f}", fact);
        let session = talk(&["How far is the chart?", "> The outline is in.", &said, "> Good to know."]);
        let told = settled(&session, Fact);
        assert!(
            told.iter().any(|f| f.contains(word)) && all(&session).is_empty(),
            "{said}: {told:?} {:?}",
            all(&session)
        );
    }
    for said in [
        "the ferry is ready",
        "the lamp should have only two bulbs",
        "does the ferry run on diesel?",
        "it runs on diesel",
    ] {
        assert!(settled(&talk(&[said]), Fact).is_empty(), "{said}");
    }
}

#[test]
fn a_cause_that_is_only_supposed_is_a_hypothesis() {
    let frames = [
        "{s} might have something to do with {c}",
        "could {s} be because of {c}?",
        "perhaps {c} is to blame for {s}",
        "I'd say 60% chance that {s} comes from {c}",
        "{s} started in May, so maybe it's {c}",
        "no proof but I'd bet {c} causes {s}",
        "{s}: {c} maybe?",
    ];
    for (symptom, cause) in [("the damp in the hall", "the gutter"), ("the late ferry", "the tide gate")] {
        for frame in frames {
            let said = frame.replace("{s}", symptom).replace("{c}", cause);
            let session = talk(&["How far is the chart?", "> The outline is in.", &said, "> Let me look."]);
            let open: Vec<String> =
                session.ledger().open_of_kind(Hypothesis).map(|i| i.summary.to_lowercase()).collect();
            assert!(open.iter().any(|o| o.contains(cause)) && all(&session).is_empty(), "{said}: {open:?}");
        }
    }
    let ordered = talk(&["find out whether the damp comes from the gutter"]);
    assert_eq!(ordered.ledger().open_of_kind(Hypothesis).count(), 0);
}

#[test]
fn alternatives_are_open_where_they_are_compared_or_only_possible() {
    let frames = [
        "could be {x}, could be {y}. leave {p} open for now",
        "two candidates for {p}: {x} and {y}. what are the pros and cons?",
        "{p} is undecided, {x} and {y} both have fans here",
        "some say {x}, some say {y}, no consensus on {p} yet",
        "park the {x}/{y} thing for {p}, we'll come back to it",
        "{x}? {y}? I'll tell you about {p} next week",
        "we go back and forth on {x} and {y} for {p}, nothing final",
        "either {x} or {y} for {p}, I'll let you know",
    ];
    each_choice(&frames, |said, (x, y, _)| {
        let session = talk(&["How far is the chart?", "> The outline is in.", said, "> Fine."]);
        let open: Vec<String> = session.ledger().open_of_kind(Hypothesis).map(|i| i.summary.to_lowercase()).collect();
        assert!(open.iter().any(|o| o.contains(x) && o.contains(y)), "{said}: {open:?} {:?}", all(&session));
        assert!(all(&session).is_empty(), "{said}: {:?}", all(&session));
    });
}

#[test]
fn what_a_first_turn_says_is_to_be_made_is_the_goal() {
    let frames = [
        "I'm building {g}.",
        "so the plan is to build {g}",
        "rainy day project: {g}",
        "I promised a friend {g}",
        "our club needs {g}",
        "this is going to be {g}",
        "for my exam I have to build {g}",
    ];
    for goal in ["a small game for the harbour fair", "an app that tells the tides"] {
        for frame in frames {
            let session = talk(&[&frame.replace("{g}", goal), "> Sounds good."]);
            let goals = settled(&session, Goal);
            assert!(goals.iter().any(|g| g.contains(&goal[3..])) && all(&session).is_empty(), "{frame}: {goals:?}");
        }
    }
    let later = talk(&["Oil the winch.", "> Done.", "our club needs a small game for the fair"]);
    assert!(settled(&later, Goal).is_empty());
}

#[test]
fn what_others_advise_and_what_would_be_done_settles_nothing() {
    let frames = [
        "the tutorial goes with {x} for {p}",
        "read a blog post yesterday, they recommend {x} for {p}",
        "heard our competitors use {x} for {p}",
        "the harbour master asked why we don't use {x} for {p}",
        "worst case we use {x} for {p}, but hopefully not",
        "I'd go with {x} for {p} if the trial convinces me",
        "not saying we should use {x} for {p}",
    ];
    each_choice(&frames, |said, _| {
        let session = talk(&["How far is the chart?", "> The outline is in.", said, "> Noted."]);
        assert!(all(&session).is_empty(), "{said}: {:?}", all(&session));
    });
    let own = talk(&["the tutorial goes with larch for the deck, so let's use larch for the deck", "> OK."]);
    assert!(settled(&own, Decision).iter().any(|d| d.contains("larch")), "{:?}", all(&own));
}
