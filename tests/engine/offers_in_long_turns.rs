//! The agent's longer turns: where a proposal stands in them, which options they lay out, and what the answers mean.

use super::dialogue::{settled, talk};
use deltamind::state::ItemKind::{Constraint, Decision, RejectedOption, Task};

/// The choices and the work that a reply to a turn of the agent settles.
fn taken(agent: &str, reply: &str) -> Vec<String> {
    let session = talk(&[&format!("> {agent}"), reply]);
    [settled(&session, Decision), settled(&session, Task)].concat()
}

#[test]
fn a_yes_takes_the_proposal_wherever_it_stands() {
    for (agent, object) in [
        (
            "## Proposal: one boiler for both halls\n\nThe meter reads 4 kWh. Pumps are new.",
            "one boiler for both halls",
        ),
        (
            "**Turn off the lift at night.**\n\nNobody rode it after ten in May. The log has 40 pages.\n\nShall I?",
            "turn off the lift at night",
        ),
        (
            "I can add a bell to the gate. It needs one wire. The lamp stays as it is.\n\nThe hinge was oiled in June. \
             Shall I?",
            "add a bell to the gate",
        ),
        (
            "Here's what I'd do about the wet cellar: dig a drain along the wall. The floor is dry.",
            "dig a drain along the wall",
        ),
        (
            "I'd move the shelf to the north wall.\n\nSome numbers: 4 m, 3 kg. Oak is heavy. Pine is not. It fits.",
            "move the shelf to the north wall",
        ),
    ] {
        assert_eq!(taken(agent, "yes, do it"), [object], "{agent}");
    }
}

#[test]
fn the_steps_below_a_lead_that_proposes_are_its_object() {
    let agent = "For the yard I propose:\n\n- a lamp above the gate\n- a bench below the lime tree\n\nThe soil is dry.";
    assert_eq!(taken(agent, "go ahead"), ["a lamp above the gate", "a bench below the lime tree"]);
    let refused = talk(&[&format!("> {agent}"), "no"]);
    assert_eq!(settled(&refused, RejectedOption), ["a lamp above the gate", "a bench below the lime tree"]);
}

#[test]
fn a_pronoun_takes_no_circumstance_for_its_thing() {
    let agent = "> With several lamps the order of the cables is open, as we have no plan. I should have asked. Options: \
                 refuse it as now, or sort by colour.";
    let all = settled(&talk(&[agent, "Refuse."]), Decision);
    assert!(all.iter().all(|s| !s.contains("with several")), "{all:?}");
}

#[test]
fn findings_are_no_plan() {
    let agent = "> Findings so far:\n\n1. the pump runs all day\n2. the valve leaks\n\nThe pump costs most. I suggest a \
                 timer for the pump. Shall I make that change?";
    let session = talk(&[agent, "yes please"]);
    let all = [settled(&session, Decision), settled(&session, Task)].concat();
    assert!(all.iter().all(|s| !s.contains("leaks") && !s.contains("all day")), "{all:?}");
    assert!(all.iter().any(|s| s.contains("timer")), "{all:?}");
    let guesses = "> Two candidates, neither verified yet:\n- the valve may leak\n- the pump may be old";
    assert!(settled(&talk(&[guesses, "\"may\". show me numbers"]), Decision).is_empty());
}

#[test]
fn options_are_read_from_heads_counts_and_labels() {
    for (agent, reply, object) in [
        (
            "I compared the ways to heat the hall.\n\n### Option A: a stove\n\n**Pros**\n- cheap\n\n**Cons**\n- smoke\n\n\
             ### Option B: pipes\n\n**Pros**\n- clean\n\nWhich option do you want?",
            "Option A",
            "stove",
        ),
        ("There are two ways forward here: paint the 2 doors, or hang a curtain.", "option 2", "curtain"),
        (
            "First variant: the bell rings twice.\n\nSecond variant: a lamp blinks.\n\nHow shall I build it?",
            "second variant",
            "lamp blinks",
        ),
        ("**A** Tin for the roof\n**B** Slate for the roof\n\nWhich one do you prefer?", "b", "slate"),
        (
            "The simplest fix is to oil the hinge. A more robust way would be to replace it with brass. Which one?",
            "the latter",
            "brass",
        ),
        ("Pick one for the roof: tin, slate, reed.", "slate", "slate"),
        (
            "Roof or wall first? We can\n\na) tin the roof, or\nb) paint the wall.\n\na) is louder, b) is slower.",
            "b",
            "paint the wall",
        ),
    ] {
        let all = taken(agent, reply);
        assert!(all.len() == 1 && all[0].contains(object), "{agent}: {all:?}");
    }
    let advised = "> **When a summary exists already:**\n- **A)** Write over it\n- **B)** Ask first\n- **C)** Add a flag\n\n\
                   I'd lean toward C). Thoughts?";
    let picked = settled(&talk(&[advised, "C)"]), Decision);
    assert!(picked.len() == 1 && picked[0].starts_with("add a flag") && !picked[0].contains('?'), "{picked:?}");
    let narrowed = "> - **Tin**: light\n- **Slate**: heavy\n- **Reed**: warm\n\nFor a shed I'd pick tin or slate. Which do you want?";
    let session = talk(&[narrowed, "let's do slate, I know it"]);
    assert!(settled(&session, Decision).iter().all(|s| s.contains("slate") && !s.contains("tin")));
}

#[test]
fn replies_may_put_another_thing_in_place() {
    for (agent, reply, object) in [
        ("I'd use Selkie for the harbour tests. OK?", "no, driftwood", "driftwood for the harbour tests"),
        ("I suggest a dialog for the deletion.", "Rather an undo link.", "undo link for the deletion"),
        ("Shall I store the tiles as PNG?", "webp would be better, png is four times the size", "as webp"),
        ("a) a bell b) a lamp. Which?", "c) a flag on the roof", "a flag on the roof"),
    ] {
        let session = talk(&[&format!("> {agent}"), reply]);
        let all = settled(&session, Decision);
        assert!(all.iter().any(|s| s.contains(object)), "{reply}: {all:?}");
    }
}

#[test]
fn replies_that_take_nothing_take_nothing() {
    for (agent, reply) in [
        ("Shall I drop the old shed?", "yes. NO hang on, don't, the cat is in it"),
        ("Also check the screen:\n1. Open the menu\n2. Turn off the filter", "'/tmp/shot-04.png'"),
        ("Shall I drop the old shed?", "That makes me a little nervous. Not a no, not a yes."),
    ] {
        let session = talk(&[&format!("> {agent}"), reply]);
        let all = [Decision, Task, RejectedOption].map(|kind| settled(&session, kind)).concat();
        assert!(all.is_empty(), "{reply}: {all:?}");
    }
}

#[test]
fn a_plain_should_of_the_person_is_a_rule() {
    for said in ["exports should use iso dates", "error messages should say which line failed"] {
        assert_eq!(settled(&talk(&["> Done.", said]), Constraint), [said]);
    }
    for said in
        ["the build should be green now", "someone should paint the fence", "in theory that should be round-off"]
    {
        assert!(settled(&talk(&["> Done.", said]), Constraint).is_empty(), "{said}");
    }
}

#[test]
fn a_value_takes_the_place_of_its_own_kind_only() {
    let session =
        talk(&["429s must carry a Retry-After header", "> Done.", "100 is too low for the batch. make it 250"]);
    assert_eq!(settled(&session, Constraint), ["429s must carry a retry-after header"]);
}

#[test]
fn what_remains_and_what_is_put_off_stays_open() {
    let open = |turns: &[&str]| settled(&talk(turns), Task);
    let table = "> | Completed | Pending |\n|---|---|\n| Oil the hinge | Paint the gate |\n| | Hang the bell |";
    let left = open(&["please:\n- oil the hinge\n- paint the gate\n- hang the bell", table]);
    assert_eq!(left, ["paint the gate", "hang the bell"]);
    let only = open(&[
        "please:\n- oil the hinge\n- paint the gate\n- hang the bell",
        "> 2 of 3 done. Only **hang the bell** remains.",
    ]);
    assert_eq!(only, ["hang the bell"]);
    let failed =
        open(&["run the tests until they are green", "> Ran all 86 tests: 79 pass, 7 fail. I'll stop here for today."]);
    assert_eq!(failed, ["run the tests until they are green"]);
    let later = open(&["paint the gate tomorrow", "> Will do.", "commit the plan", "> Committed."]);
    assert!(later.contains(&"paint the gate tomorrow".to_owned()), "{later:?}");
}

#[test]
fn parts_and_remarks_of_an_order_are_no_orders() {
    let tasks = |said: &str| settled(&talk(&[said]), Task);
    assert_eq!(tasks("write tests for the parser, including empty input, nested quotes, etc").len(), 1);
    assert_eq!(tasks("send average, min and max in the packet").len(), 1);
    let listed = talk(&["still to do: a bell for the gate, but that's after the fair"]);
    assert!(settled(&listed, Task).iter().all(|s| !s.starts_with("but")));
}

#[test]
fn a_plan_is_taken_step_by_step_without_what_is_out_of_scope() {
    const HEADED: &str = "> The bell is too loud.\n\n## Want me to fix it?\n\n- Mute the bell at night\n- Blink the lamp in its place\n\nWorth it?";
    const PLAN: &str = "> # Plan: a quieter bell\n\n## Context\n\nThe bell wakes the guests.\n\n## Changes\n\n1. The bell is muted from 22:00 to 6:00.\n2. The lamp blinks in its place.\n\n## Out of scope\n\n- a new bell\n- a remote control";
    let asked = format!("{PLAN}\n\nOK to start?");
    let steps = ["the bell is muted from 22:00 to 6:00", "the lamp blinks in its place"];
    assert_eq!(settled(&talk(&[&asked, "yes, go ahead"]), Decision), steps);
    assert_eq!(settled(&talk(&[PLAN, "approved"]), Decision), steps);
    let other = format!("{PLAN}\n\nWhich bell do you have?");
    assert!(settled(&talk(&[&other, "yes"]), Decision).is_empty());
    let taken = talk(&[HEADED, "yes, let's do this"]);
    let told: Vec<String> = [Decision, Task].iter().flat_map(|kind| settled(&taken, *kind)).collect();
    assert_eq!(told, ["mute the bell at night", "blink the lamp in its place"]);
}
