//! Tests answers that go through a list, picks that stand behind remarks, and what cannot be understood alone.

use deltamind::state::ItemKind::{self, Constraint, Decision, Fact, RejectedOption, Task};

use crate::dialogue::{settled, talk};

/// Checks all that talks settle of one kind.
fn settle(kind: ItemKind, cases: &[(&[&str], &[&str])]) {
    for (said, expected) in cases {
        assert_eq!(settled(&talk(said), kind), *expected, "{said:?}");
    }
}

#[test]
fn an_answer_that_goes_through_a_list_settles_each_entry() {
    let offer = "> Ways to mend it:\n- A. tar the hull\n- B. replace the keel\n- C. raise the mast";
    let answer =
        "- A: yes, but that's a job for the yard. It takes a week.\n- B: yes, now.\n- C: no. It hides the leak.";
    settle(
        Decision,
        &[
            (&[offer, answer], &["tar the hull", "replace the keel"]),
            (
                &["> Ideas:\n1. tar the hull\n2. replace the keel", "1. Is it dry?\n2. Sounds good."],
                &["replace the keel"],
            ),
        ],
    );
    settle(RejectedOption, &[(&[offer, answer], &["raise the mast"])]);
    let told = "> a) Latches: four are loose.\nb) Hinges: two creak.\nc) Bolts: all hold.";
    let done = "a) latches: grease them today, I'll pay.\nb) hinges: replace them too.\nc) bolts: who made them?";
    settle(Task, &[(&[told, done], &["grease them today - latches", "replace - hinges"])]);
}

#[test]
fn an_option_is_picked_behind_remarks_and_called_by_its_label() {
    let offer =
        "> For the two ferries: (i) a rope, (ii) a plain chain with a lock, (iii) a winch, which the yard runs.";
    let lettered = "> Possible fixes:\n\n- (a) shorten the mast\n- (b) cut the sail";
    settle(
        Decision,
        &[
            (&[offer, "The winch is run by the yard people. The plain chain."], &["a plain chain with a lock"]),
            (&[lettered, "I'm wary of (b), it tore once. In the meantime do (a)."], &["shorten the mast"]),
            (&["> Paint together or one by one?", "one by one"], &["paint one by one"]),
            (&["> Two ways out:\n- **Rope**: it holds 3 t.\n- **Chain**: it rusts.", "Rope, obviously"], &["rope"]),
        ],
    );
    let dead = [lettered, "let me see", "> On 2: the yard has no saw.", "so 2 is dead"];
    settle(RejectedOption, &[(&dead, &[])]);
    let numbered =
        ["> Possible fixes:\n\n1. shorten the mast\n2. cut the sail", "is the sail new?", "> Yes.", "then 2 is dead"];
    settle(RejectedOption, &[(&numbered, &["cut the sail"])]);
}

#[test]
fn descriptions_causes_and_orders_of_numbers_are_no_options() {
    settle(
        Decision,
        &[
            (&["> Two causes:\n1. the rope was old\n2. the knot was loose", "The old rope, I thought so."], &[]),
            (
                &[
                    "> Ways: cut the rope, or let it dry. The first is two lines, the second is cleaner if it rains.",
                    "It does rain.",
                ],
                &[],
            ),
            (
                &["> I'd take them in the order 1, 3, 2. Should the bell go on the mast, the rail, or both?", "both"],
                &["the bell should go on the mast", "the bell should go on the rail"],
            ),
        ],
    );
}

#[test]
fn a_question_keeps_the_words_that_make_it_one() {
    settle(
        Fact,
        &[(
            &["> What does the keeper look at in the evening?", "the tide table"],
            &["the tide table - what does the keeper look at in the evening?"],
        )],
    );
    settle(
        Decision,
        &[
            (
                &["> Is it OK for the lamp to go out unattended (about 2 s)?", "fine, go"],
                &["the lamp may go out unattended"],
            ),
            (&["> Shore passes, yes or no?", "yes"], &["shore passes"]),
        ],
    );
}

#[test]
fn words_that_repeat_hedge_or_break_off_settle_nothing() {
    settle(
        Decision,
        &[
            (&["> Four boats on the 14:30 have no keel.", "Four! Those are ours."], &[]),
            (&["use oak for the mast", "> Done.", "hm, the price"], &["use oak for the mast"]),
            (&["> I'd rather not cut the last plank.", "try it"], &[]),
            (&["> The lamp eats all the oil.", "then limit it."], &[]),
        ],
    );
    settle(RejectedOption, &[(&["> Doves are cheap to feed.", "not one of those foreign services, please"], &[])]);
    settle(Constraint, &[(&["one standing thing: nothing is nailed by hand"], &["nothing is nailed by hand"])]);
}

#[test]
fn what_is_to_be_written_down_is_named() {
    settle(
        Task,
        &[
            (
                &["Nobody lights the oven alone. Put it in the handbook."],
                &["put in the handbook: nobody lights the oven alone"],
            ),
            (&["put it in the handbook"], &[]),
        ],
    );
}
