//! Tests changes of what stands that are told in passing: behind a reason, for less than before, or by what no longer holds.

use deltamind::state::ItemKind::{Constraint, Decision, RejectedOption, Task};

use crate::dialogue::{settled, settles, settles_none, talk};

#[test]
fn a_rule_may_hold_for_less() {
    settles(
        Constraint,
        &[
            (
                &[
                    "every step must have light",
                    "> Ok.",
                    "nah. light is only needed at the stairs, the rest may stay dark",
                ],
                "light is only needed at the stairs",
            ),
            (
                &[
                    "always ring before you dock",
                    "> Ok.",
                    "you don't need to ring for row boats any more, only before docking a ferry",
                ],
                "ring only before docking a ferry",
            ),
            (
                &["no new lamps", "> Ok.", "ok, for the stairs you may hang one lamp. otherwise the rule stays"],
                "no new lamps; for the stairs you may hang one lamp",
            ),
        ],
    );
}

#[test]
fn a_rule_is_lifted_in_passing() {
    for lines in [
        &[
            "the map must run on the old tablet",
            "> Ok.",
            "good news, we have new ones! it no longer has to run on the old tablet",
        ][..],
        &[
            "only use the old ropes for the boats",
            "> Ok.",
            "the harbour master said yes, so the restriction to the old ropes is lifted",
        ],
    ] {
        settles_none(&[Constraint], lines);
    }
}

#[test]
fn what_stands_changes_behind_a_reason() {
    settles(
        Decision,
        &[
            (&["use tin for the roof", "> Ok.", "larch fits better, use that from now on"], "use larch for the roof"),
            (
                &["set the ferry timeout to 30 s", "> Set.", "reports take ages, bump the timeout to 75"],
                "ferry timeout to 75 s",
            ),
            (
                &["set the ferry timeout to 30 s", "> Set.", "the crew complains, set the timeout to 75"],
                "ferry timeout to 75 s",
            ),
        ],
    );
    let tasks = settled(
        &talk(&["oil the gate and paint the bell tower", "> On it.", "actually not the bell tower, only the gate"]),
        Task,
    );
    assert_eq!(tasks, ["oil the gate"]);
    // To a question of the agent the same words are an answer.
    let asked = settled(&talk(&["paint the bell tower", "> Paint the tower now?", "not the bell tower"]), Task);
    assert_eq!(asked, ["paint the bell tower"]);
}

#[test]
fn rules_are_told_in_passing() {
    settles(
        Constraint,
        &[
            (&["only one plank per step, ok? now saw the boards"], "only one plank per step"),
            (
                &["whenever a plank is longer than 3 m, cut it in two"],
                "whenever a plank is longer than 3 m, cut it in two",
            ),
            (
                &["If a plank is longer than 3 m, cut it in two in the future."],
                "if a plank is longer than 3 m, cut it in two",
            ),
            (&["so british spelling everywhere please"], "british spelling everywhere"),
            (&["One thing: I carry them alone, so no planks over 3 m please."], "no planks over 3 m"),
        ],
    );
    settles_none(&[Constraint], &["there are errors everywhere"]);
    settles_none(&[Constraint], &["only one lamp left"]);
    settles(
        RejectedOption,
        &[
            (&["google maps is a no-go because of the price"], "google maps"),
            (&["oil lamps we do not want"], "oil lamps"),
            (&["any wood is fine by me, just not oak"], "oak"),
            (&["> Shall I sell the boat?", "over my dead body"], "sell the boat"),
            (&["> Should I paint the mast?", "absolutely not lol"], "paint the mast"),
        ],
    );
    settles(Decision, &[(&["go for larch (oak warped last time)"], "use larch")]);
    settles(
        Decision,
        &[(&["> I suggest we paint the mast.", "Good idea! Hand-made though."], "paint the mast, hand-made")],
    );
    settles(
        Task,
        &[(
            &["mhm. next problem: the gate doesn't close at night, please fix"],
            "fix: the gate doesn't close at night",
        )],
    );
    settles(
        Task,
        &[(
            &["> I could make the bell ring twice. Want that?", "haha the cat will hate it but yes"],
            "make the bell ring twice",
        )],
    );
}

#[test]
fn another_choice_takes_the_place_of_the_first() {
    settles(
        Decision,
        &[
            (
                &["let's use tin for the roof", "> Ok.", "honestly tin feels like overkill here. slate would do"],
                "use slate for the roof",
            ),
            (
                &["larch for the masts", "> Ok.", "the crew only knows oak so let's build them in oak"],
                "use oak for the masts",
            ),
            (
                &[
                    "Tin or slate for the roof?",
                    "> Tin or slate?",
                    "tin",
                    "> Tin it is.",
                    "slept on it. slate is the better fit, lets switch",
                ],
                "slate",
            ),
        ],
    );
    settles(
        Constraint,
        &[
            (&["charts in ink", "> Ok.", "can you redo them in chalk, the council wants it"], "charts in chalk"),
            (&["the hull should be oak", "> Ok.", "the crew prefers larch, so larch"], "the hull should be larch"),
            (&["the font should be lora", "> Ok.", "inter looks nicer, take that"], "the font should be inter"),
        ],
    );
    // A complaint is no choice.
    settles_none(&[Decision, Constraint], &["the tin roof leaks again", "> I'll look."]);
}

#[test]
fn a_value_takes_no_other_words_place() {
    let lines = [
        "> While somebody waits, shall I keep the gate open for ten minutes?",
        "Yes, do that.",
        "> The gate stays open for ten minutes.",
        "Bells must hang in one tower.",
        "> They hang in one tower now.",
        "Make it five minutes, not ten.",
    ];
    assert_eq!(settled(&talk(&lines), Decision), ["keep the gate open for five minutes"]);
    // Nor does a name take the place of a value.
    let lines = [
        "> How long should a watch last?",
        "two hours",
        "> A watch lasts two hours now.",
        "the horn is broken, use flags instead",
    ];
    let decided = settled(&talk(&lines), Decision);
    assert!(decided.iter().any(|what| what.contains("two hours")), "{decided:?}");
}
