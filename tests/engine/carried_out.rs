//! Tests what the agent's next words make certain: the value that it sets as the person said, the work that it keeps for
//! later.

use deltamind::state::ItemKind::{Decision, Task};

use crate::dialogue::{settled, settles, settles_none, talk};

#[test]
fn a_value_that_the_agent_sets_is_settled_in_the_agents_words() {
    settles(
        Decision,
        &[
            (
                &["> The bell timeout is 5 s.", "5 s is too much, 2", "> Timeout is 2 s, the bell is the same."],
                "timeout is 2 s",
            ),
            (
                &[
                    "> The lamp fades in over 9 s. The log is on.",
                    "uff, 9. my gran counts to 4",
                    "> The lamp fades in over 4 s now.",
                ],
                "the lamp fades in over 4 s",
            ),
            (&["> How many ropes per sledge?", "twelve is what fits", "> Each sledge is set to 12 ropes."], "12 ropes"),
            (
                &["> How long should the lamp stay on?", "double what the gate has", "> The lamp stays on for 40 s."],
                "40 s",
            ),
        ],
    );
}

#[test]
fn a_name_that_the_agent_takes_is_settled_with_its_thing() {
    settles(
        Decision,
        &[(
            &[
                "> The hull needs a coating. Which one do you want?",
                "everybody on the pier swears by tungol so that",
                "> The hull is coated with Tungol.",
            ],
            "tungol",
        )],
    );
}

#[test]
fn what_is_only_told_or_doubted_is_not_carried_out() {
    let told = [
        ["> The run took 9 s.", "it took 4 s last week", "> A run took 4 s with the old gate."],
        ["> The timeout is 5 s.", "would 2 be too short?", "> With 2 s the slow gates would fail."],
        ["> How many ropes?", "maybe 12?", "> 12 could be too few for the long sledge."],
        ["> How many ropes per sledge?", "you decide", "> Each sledge is set to 12 ropes."],
        ["> How many ropes per sledge?", "that's a good question", "> Each sledge keeps 12 ropes then."],
        ["> How many ropes per sledge should I plan?", "the last sledge lost two of them", "> I see."],
        ["> Which rope should I take?", "jon says hemp rots", "> It does when it is wet."],
        ["> How many ropes per sledge?", "uff, twelve is what fits", "> I see."],
        ["> How many ropes per sledge?", "brb", "> Each sledge is at 12 ropes as before."],
    ];
    for lines in told {
        settles_none(&[Decision], &lines);
    }
}

#[test]
fn work_that_the_agent_keeps_for_later_is_an_open_task() {
    let kept = [
        (
            &[
                "> The lamps are in. The gate has no bell yet. Shall I add one?",
                "not before the regatta",
                "> OK, the gate bell waits until after the regatta.",
            ][..],
            "bell",
        ),
        (
            &[
                "> The charts are drawn. Depth labels are missing.",
                "meh, some other day",
                "> Depth labels stay on the list.",
            ],
            "depth labels",
        ),
        (
            &[
                "> Done. Should I rotate the harbour key?",
                "the harbour master must be back first",
                "> Rotating the harbour key is on the todo.",
            ],
            "rotate the harbour key",
        ),
    ];
    for (lines, what) in kept {
        let tasks = settled(&talk(lines), Task);
        assert!(tasks.iter().any(|task| task.contains(what)), "{lines:?}: {tasks:?}");
    }
    settles_none(
        &[Task],
        &[
            "> Shall I add a bell to the gate?",
            "no, never, we don't want bells",
            "> No bell then, the gate stays open.",
        ],
    );
}
