//! Limits of requests, words that point to what the agent put forward, and remarks that settle nothing.

use deltamind::session::Session;
use deltamind::state::ItemKind::{Constraint, Decision, Fact, RejectedOption, Task};

use crate::dialogue::{settled, talk};

/// Everything that a talk settles as a choice, a rule or work.
fn all(session: &Session) -> Vec<String> {
    [Decision, Constraint, Task, RejectedOption].into_iter().flat_map(|kind| settled(session, kind)).collect()
}
#[test]
fn things_under_one_verb_with_one_complement_are_one_task() {
    for said in [
        "make the hull and deck a little lighter",
        "rename the left and right lamps to port and starboard",
        "move the cups, the plates and the forks to the upper shelf please",
        "set the margins of the cover and the back to 12 mm",
        "make the prow and stern as tall as the mast",
    ] {
        assert_eq!(settled(&talk(&[said]), Task), [said.trim_end_matches(" please")], "{said}");
    }
    let two = settled(&talk(&["can you make the lid and the base a bit thicker, and add a hook to the wall"]), Task);
    assert_eq!(two, ["make the lid and the base a bit thicker", "add a hook to the wall"]);
}

#[test]
fn a_quotation_does_not_end_an_option() {
    let agent = "> If the tank is empty:\n- **A) Go on**\n- **B) Ask the keeper** \"Tank empty. Go on? [y/N]\"";
    let session = talk(&[agent, "A"]);
    assert!(settled(&session, RejectedOption).iter().any(|s| s.contains("go on? ")), "{:?}", all(&session));
}

#[test]
fn conditions_of_a_request_are_rules_of_their_own() {
    let session = talk(&["could you, without opening the gate or the hatch, oil the upper hinge?"]);
    assert_eq!(settled(&session, Task), ["oil the upper hinge"]);
    assert!(settled(&session, Constraint).iter().any(|s| s.contains("gate or the hatch")), "{:?}", all(&session));
    let asked = talk(&["> Which one next?", "the shed please, though can we stick to one coat a day?"]);
    assert!(settled(&asked, Task).iter().all(|s| !s.contains("coat")), "{:?}", all(&asked));
    assert!(settled(&asked, Constraint).is_empty(), "a question waits for the person");
}

#[test]
fn a_limit_of_one_request_ends_with_the_next() {
    for (first, next) in [
        ("make the lamp dimmer, don't touch the shade", "good. now take the shade and paint the rim red"),
        ("oil the hinge, leave the handle as it is", "next, replace the handle with a knob"),
    ] {
        let session = talk(&[first, "> Done.", next]);
        assert!(settled(&session, Constraint).is_empty(), "{:?}", all(&session));
    }
    let put_back = ["> I painted the mast and the boom.", "no, the boom should stay as it is", "> Put back."];
    let changed = talk(&[put_back.as_slice(), &["actually the boom should be white"]].concat());
    assert_eq!(settled(&changed, Constraint), ["the boom should be white"]);
    let kept = talk(&["never touch the shade", "> ok", "now paint the shade red"]);
    assert_eq!(settled(&kept, Constraint), ["never touch the shade"]);
}

#[test]
fn an_answer_picks_before_it_asks_and_with_its_reason() {
    let agent = "> How shall the crane stop?\n- **A) At once** (hard)\n- **B) Slowly** (a ramp)\n- **C) Both**";
    let asks = "I think B), let's start with the left crane - can you see the load from there?";
    assert_eq!(settled(&talk(&[agent, asks]), Decision), ["slowly (a ramp) - how shall the crane stop?"]);
    assert!(settled(&talk(&[agent, "B), or would A) do?"]), Decision).is_empty());
    let advised = "> Or do you want a wide sail (4 m)? I'd suggest narrow:\n\n```\nsew narrow\n```";
    assert_eq!(settled(&talk(&[advised, "narrow, this is a small boat"]), Decision), ["narrow sail"]);
}

#[test]
fn a_new_name_takes_the_place_of_the_old_one() {
    for (said, name) in [
        ("First of all, this lamp is now called \"Beacon\", not torch anymore.", "call the lamp \"beacon\", not torch"),
        ("the helper is called rigger from now on, no longer knotter", "call the helper rigger, not knotter"),
        (
            "btw the guests call it Lounge these days, so no more \"Lobby\" on the signs",
            "call it lounge, not \"lobby\" on the signs",
        ),
    ] {
        assert_eq!(settled(&talk(&[said]), Decision), [name], "{said}");
    }
    assert!(settled(&talk(&["the bell is now called twice, not once"]), Decision).is_empty());
}

#[test]
fn a_ticket_is_the_task_and_not_what_it_is_about() {
    let asked = "can you write me a jira ticket in project PIER to log this -> find out why the lamp flickers";
    assert_eq!(settled(&talk(&[asked]), Task), ["write a jira ticket in project pier: find out why the lamp flickers"]);
    let done = talk(&[asked, "> Created: **PIER-7: Find out why the lamp flickers**"]);
    assert!(settled(&done, Task).is_empty(), "{:?}", all(&done));
}

#[test]
fn limits_are_told_in_passing() {
    for (lines, rule) in [
        (
            &[
                "this is the oath of the crew. it's not up for feedback or change, it is as is:\n\nnow write a reply to it",
            ][..],
            "the oath of the crew is not up for feedback or change, it is as is",
        ),
        (
            &["> The guide names the spare key.", "oh no they won't have the spare key, that's only for me"],
            "they won't have the spare key, that's only for me",
        ),
        (
            &["> I'd use a drawing here.", "no all the pictures have to be photos of the boat, no drawings"],
            "all the pictures have to be photos of the boat, no drawings",
        ),
    ] {
        assert_eq!(settled(&talk(lines), Constraint), [rule], "{lines:?}");
    }
}

#[test]
fn words_point_to_what_the_agent_put_forward() {
    let refused = talk(&[
        "> The roof leaks. I'll take down the whole roof and build it anew.",
        "let's not do the big bang thing",
    ]);
    assert_eq!(settled(&refused, RejectedOption), ["take down the whole roof and build it anew"]);
    let table = "> Status:\n| Done | Open |\n|---|---|\n| #1 Bow | #4 Lamp on the mast |\n| #2 Keel | #5 Depth gauge |\n\nHow shall I go on?";
    assert_eq!(settled(&talk(&[table, "let's do #4 and #5 please"]), Task), ["lamp on the mast", "depth gauge"]);
    assert!(settled(&talk(&[table, "let's do #4 and #9 please"]), Task).is_empty());
    let held = talk(&["> The rope notes are in `notes/ropes.md`. Let me commit them.", "don't check this in"]);
    assert_eq!(settled(&held, Constraint), ["do not check in the rope notes"]);
}

#[test]
fn possibilities_troubles_pauses_and_thought_cases_settle_nothing() {
    let session =
        talk(&["> Oak or pine for the deck?", "oak. we can always paint it later (nobody will look at the grain)"]);
    assert_eq!(settled(&session, Decision).len(), 1, "{:?}", all(&session));
    for said in [
        "omg the lamp still shows the same grey on all three decks",
        "dude wait 10 seconds, use sleep",
        "question, only looking into it for now: let's say we wanted to hang every lamp from the beam and drop the poles. would that be easy?",
    ] {
        let session = talk(&["> The lamps are up.", said]);
        assert!(all(&session).is_empty(), "{said}: {:?}", all(&session));
    }
}

#[test]
fn a_premise_put_right_decides_nothing() {
    let session = talk(&["> That means the rope was the old one.", "no wait, that was a new rope and the long mast"]);
    assert!(all(&session).is_empty() && settled(&session, Fact).is_empty(), "{:?}", all(&session));
}
