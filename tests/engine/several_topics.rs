//! Tests talks about several topics: what is said of one changes nothing of another, answers of several sentences find the
//! question they belong to, and offered work that is put off stays work.

use deltamind::state::ItemKind::{Decision, RejectedOption, Task};

use crate::dialogue::{settled, settles, settles_none, talk};

/// A talk that has settled a number and a name before what is tested.
const BEFORE: [&str; 4] = [
    "> Should the lamp blink?",
    "yes, 3 times",
    "> It blinks. I also noticed that the log is in local time.",
    "thanks",
];

fn after(lines: &[&'static str]) -> Vec<&'static str> {
    [&BEFORE[..], lines].concat()
}

#[test]
fn a_choice_on_another_topic_leaves_older_ones_alone() {
    let session =
        talk(&["> Should the lamp blink?", "yes, 3 times", "> It blinks. The log is in local time.", "use utc please"]);
    let decisions = settled(&session, Decision);
    assert!(
        decisions.iter().any(|d| d.contains("3 times")) && decisions.iter().any(|d| d == "use utc"),
        "{decisions:?}"
    );
}

#[test]
fn another_label_changes_the_last_pick_and_no_older_number() {
    let lines =
        ["use a shelf of 512 boxes", "> OK.", "> Which bell?\n1. Brass\n2. Steel", "1", "> ok", "hmm actually two"];
    let decisions = settled(&talk(&lines), Decision);
    assert!(
        decisions.iter().any(|d| d.contains("512")) && decisions.iter().any(|d| d.contains("steel")),
        "{decisions:?}"
    );
}

#[test]
fn a_number_without_a_name_means_what_was_said_last() {
    settles(
        Decision,
        &[
            (
                &after(&["> It polls the tide every 10 minutes now.", "make it 30, they asked us to be gentle"]),
                "30 minutes",
            ),
            (
                &["> Backups run at 03:00.", "actually, make it 04:00, the lamp reboots at three"],
                "backups run at 04:00",
            ),
            (
                &[
                    "I need a script that reads the tide every minute",
                    "> Done: tide.py polls every minute.",
                    "make it every 5 minutes",
                ],
                "every 5 minutes",
            ),
            (&["> I see the lamp has a 5 s delay, feels slow. Lower it to 2?", "1"], "5 s delay to 1"),
            (&["> Also spotted: returning a boat refunds 100%, which is a lot.", "75%"], "refunds 75%"),
        ],
    );
}

#[test]
fn a_pronoun_takes_no_name_that_the_agent_has_left_behind() {
    let lines = [
        "> I can build it with tin or oak. Which do you prefer?",
        "tin is overkill, take oak",
        "> Done, oak it is. The bookings are kept in a book. Should I copy it every night?",
        "yes please. But keep only a week of them",
    ];
    settles_none(&[Task], &lines);
    assert!(!settled(&talk(&lines), Decision).iter().any(|d| d.contains("tin") && d.contains("night")));
}

#[test]
fn a_sentence_that_only_names_an_option_picks_it() {
    settles(
        Decision,
        &[
            (
                &[
                    "> Two ways out: light it in steps with a timer, or a steady glow. A steady glow costs power.",
                    "need the power, ships everywhere. steps",
                ],
                "in steps",
            ),
            (&["> Ring the bell or the horn?", "bell, all of them. not the horn, the kids sleep"], "bell"),
            (&["> Options: lock 22, a guard, or nets over the boats.", "a guard. leave the lock"], "guard"),
            (&["> Which rope: hemp, nylon or steel? Thick or thin?", "hemp. thick, the boats are heavy"], "hemp"),
        ],
    );
    let lines = ["> Options: lock 22, a guard, or nets over the boats.", "a guard. leave the lock"];
    assert_eq!(settled(&talk(&lines), Decision).len(), 1);
}

#[test]
fn what_nobody_has_made_up_their_mind_about_stays_open() {
    settles_none(
        &[Decision],
        &["> Should there be a lamp at the gate?", "lamps... my brother wants lamps. dunno, lets see"],
    );
    settles_none(&[Decision], &["> You're 140 days behind. Paint it now?", "uff. not touching that now"]);
    settles(RejectedOption, &[(&["> Perhaps a second bell?", "cute but no, the fair is on saturday"], "second bell")]);
}

#[test]
fn offered_work_that_is_put_off_stays_work() {
    settles(
        Task,
        &[
            (&["> The lamp works. Want me to paint the gate?", "tomorrow"], "paint the gate"),
            (
                &["> I could add a second bell to the gate.", "good idea but next week, put it on the list"],
                "second bell",
            ),
        ],
    );
    settles_none(&[Task], &["> I could add a second bell to the gate.", "maybe later"]);
}

#[test]
fn a_report_on_something_else_does_not_finish_a_request() {
    let lines = ["move the old bell to the pier", "> I fixed the gate and oiled the hinges. On it.", "thanks"];
    settles(Task, &[(&lines, "bell")]);
}
