//! Tests that rows read right and alone where they are handed on: nothing is picked from steps, guesses or points that are
//! answered; what is open again is not ruled out; rows have neither fillers nor a full stop.

use deltamind::session::{Budget, export_context};
use deltamind::state::ItemKind::{Constraint, Decision, RejectedOption, Task};

use crate::dialogue::{settled, settles, settles_none, talk};

fn context(lines: &[&str]) -> String {
    let session = talk(lines);
    export_context(&session, session.ledger(), Budget::Chars(8000)).text
}

#[test]
fn the_steps_of_a_plan_are_picked_by_no_chance_word() {
    const PLAN: &str = "> # Plan: the winch\n\n1. Oil the hinges\n2. Hang a newer rope\n3. Try the brake";
    for said in ["Three remarks. Grease is dearer than oil.", "House rules since you're new here:\n- no ropes on deck"]
    {
        settles_none(&[Decision], &[PLAN, said]);
        assert!(settled(&talk(&[PLAN, said]), RejectedOption).iter().all(|out| !out.contains("hinges")), "{said}");
    }
    let steps = "> Next I would do:\n1. A cover for the winch\n2. Paint the rail\n3. New ropes\n\nShall I go ahead?";
    settles(Task, &[(&[steps, "1 and 3, not 2"], "new ropes")]);
}

#[test]
fn answers_to_points_and_guesses_are_no_options() {
    let points = [
        "1. the bell rings twice 2. the rope hangs low 3. the lamp is off",
        "> 1. I'd ring it once a minute. 2. I propose a length of 12 m for the rope. 3. Removed. Is the length enough?",
        "12 m ok.",
    ];
    settles_none(&[RejectedOption], &points);
    let guesses =
        ["> Either it rained, or the sluice was open. Which boats are out?", "the blue ones. new sail since May"];
    settles_none(&[RejectedOption], &guesses);
    assert!(settled(&talk(&guesses), Decision).iter().all(|said| !said.contains("sluice")));
    settles(Decision, &[(&["> Slate or tin for the roof?", "a new slate roof"], "slate")]);
}

#[test]
fn an_option_of_a_question_is_told_as_a_statement() {
    let asked = "> Before I hang it: should the rope be hung with a knot added, or cut?";
    settles(Decision, &[(&[asked, "Hung, knot added."], "the rope should be hung with a knot added")]);
}

#[test]
fn the_options_of_a_choice_that_is_open_again_are_not_ruled_out() {
    let offer = ["> For the roof I can use tin, slate or thatch. Which one?", "slate", "> Slate it is."];
    assert_eq!(settled(&talk(&offer), RejectedOption).len(), 2);
    for said in
        ["let's talk about the roof again, I'm no longer sure about slate", "let's reopen the question of the roof"]
    {
        settles_none(&[Decision, RejectedOption, Task], &[&offer[..], &[said]].concat());
    }
    let after_all = [&offer[..], &["actually let's go with thatch after all"]].concat();
    assert_eq!(settled(&talk(&after_all), RejectedOption), ["tin - roof"]);
}

#[test]
fn the_agents_next_step_is_work_and_no_choice() {
    for step in ["> The hinges hold. I'll finish the gate and then paint the winch.", "> Next I'll repair the winch."] {
        let session = talk(&[step, "carry on"]);
        assert!(settled(&session, Decision).is_empty(), "{step}");
        assert!(settled(&session, Task).iter().any(|task| task.contains("the winch")), "{step}");
    }
    settles(Decision, &[(&["> I'd use a chain for the winch.", "ok"], "chain")]);
}

#[test]
fn words_of_a_sequence_a_rate_or_a_farewell_change_nothing() {
    settles_none(&[RejectedOption], &["three tries then the badge is dead"]);
    settles_none(
        &[Task],
        &["> A flag for the pier would be for show, not for the boats.", "Then let it be. Thank you!"],
    );
    let shown = ["> What should the gate show when a badge is wrong?", "one 404 page", "> It does.", "limit 10/min"];
    assert!(settled(&talk(&shown), Decision).iter().all(|said| !said.contains("one 10")));
    settles_none(
        &[Decision],
        &["> The forecast for the pier: one gale to come, nothing else.", "Lovely. Do we have tea?"],
    );
    settles_none(&[Constraint], &["but hm then why no sails, you drift into the reef in the same minute"]);
}

#[test]
fn rows_have_no_fillers_and_no_full_stop() {
    for (said, kind, row) in [
        ("Hmm, the sluice must never be opened at night.", Constraint, "the sluice must never be opened at night"),
        ("no flags on the mast, obviously", Constraint, "no flags on the mast"),
        ("Paint the gate, the fence we don't touch.", Task, "paint the gate, the fence we don't touch"),
    ] {
        let rows = settled(&talk(&["hello", "> Hello.", said]), kind);
        assert!(rows.iter().any(|own| own == row), "{said}: {rows:?}");
    }
}

#[test]
fn the_context_names_a_choice_as_an_order_and_no_part_of_a_rule_twice() {
    let offer = "> Tin lasts; otherwise thatch: warm, no tools, but it is laid by hand.";
    let text = context(&[offer, "By hand is not a problem, we copy the old layers! thatch then."]);
    assert!(text.contains("- Use thatch") && !text.contains("thatch then"), "{text}");
    let text = context(&["The mast is off limits: no flags on the mast, no lamps on the mast."]);
    assert!(
        !text.contains("- The mast is off limits\n") && !text.contains("- The mast is off limits (hard rule)"),
        "{text}"
    );
}
