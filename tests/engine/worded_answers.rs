//! Checks that short answers to the agent's questions are told with what was asked, so that they can be understood alone.

use super::dialogue::{settled, talk};
use deltamind::state::ItemKind;

fn told(kind: ItemKind, cases: &[(&[&str], &str)]) {
    for (turns, summary) in cases {
        let found = settled(&talk(turns), kind);
        assert!(found.contains(&(*summary).to_owned()), "{turns:?}: {found:?}");
    }
}

#[test]
fn a_picked_side_is_told_with_what_the_sides_share() {
    told(
        ItemKind::Decision,
        &[
            (
                &["> Should the ferry carry bikes or a kiosk by default?", "a kiosk"],
                "the ferry should carry a kiosk by default",
            ),
            (&["> Where should the ropes go, in the hold or on deck?", "on deck"], "the ropes should go on deck"),
            (
                &["> Who may ring the bell, only the mate or passengers too?", "only the mate"],
                "only the mate may ring the bell",
            ),
            (&["> Do you want the timetable on paper, on the wall, or both?", "both"], "the timetable on the wall"),
            (&["> Should I tie the ferry with rope or chains?", "neither, use wire"], "tie the ferry with wire"),
            (
                &["> When fog comes up, should the ferry wait or turn back?", "turn back"],
                "the ferry should turn back when fog comes up",
            ),
        ],
    );
}

#[test]
fn a_value_completes_its_question() {
    told(
        ItemKind::Decision,
        &[
            (&["> How many bikes should the ferry take at most?", "12"], "the ferry should take 12 bikes at most"),
            (&["> How long should a ticket last?", "two hours"], "a ticket should last two hours"),
            (
                &["> From which pier should I start the tour?", "from the north pier"],
                "start the tour from the north pier",
            ),
        ],
    );
}

#[test]
fn a_yes_or_no_with_more_words_is_told_with_them() {
    told(
        ItemKind::Decision,
        &[
            (
                &["> Should the horn sound when a boat is within 50 m?", "yes, but make it 80 m"],
                "the horn should sound when a boat is within 80 m",
            ),
            (&["> Should lost tickets be replaced?", "yes, for 3 days"], "lost tickets should be replaced, for 3 days"),
            (&["> Can the tour end at the mill?", "no, at the church"], "the tour can end at the church"),
            (&["Which rope for the bell?", "> Hemp is the cheapest. I'd suggest hemp.", "ok hemp then"], "hemp"),
        ],
    );
}

#[test]
fn what_stands_behind_a_yes_in_a_sentence_of_its_own_belongs_to_it() {
    let offer = "> Shall I build the gate with steel hinges and a latch?";
    for (said, task) in [
        (
            "yes. but with copper nails, we have a box of them",
            "build the gate with steel hinges and a latch, but with copper",
        ),
        ("ok. but run the drill test first", "build the gate with steel hinges and a latch"),
    ] {
        let session = talk(&[offer, said, "> OK."]);
        assert!(
            settled(&session, ItemKind::Decision).is_empty(),
            "{said}: {:?}",
            settled(&session, ItemKind::Decision)
        );
        let tasks = settled(&session, ItemKind::Task);
        assert!(tasks.iter().any(|t| t.to_lowercase().starts_with(task)), "{said}: {tasks:?}");
    }
}

#[test]
fn a_pronoun_in_a_question_is_told_by_its_name() {
    told(
        ItemKind::Decision,
        &[
            (
                &["> The lifeboats have no covers. Should they be tied or locked?", "locked"],
                "the lifeboats should be locked",
            ),
            (
                &["please add a ticket gauge", "> Should it be round or square?", "square"],
                "the ticket gauge should be square",
            ),
        ],
    );
}

#[test]
fn an_answer_to_how_something_is_tells_a_fact() {
    told(
        ItemKind::Fact,
        &[
            (&["> Are the depths on the chart in metres or feet?", "feet"], "the depths on the chart are in feet"),
            (&["> Is the winch electric or manual?", "manual"], "the winch is manual"),
        ],
    );
}

#[test]
fn a_hedge_or_a_question_back_settles_nothing() {
    for answer in ["not sure yet", "depends on the weather, let me ask the crew", "what would you do?"] {
        let session = talk(&["> Should the ferry wait or turn back when fog comes up?", answer]);
        assert!(settled(&session, ItemKind::Decision).is_empty(), "{answer}");
    }
}

#[test]
fn a_reason_against_an_option_does_not_pick_it() {
    let session = talk(&[
        "> Then either a steam winch or a plain rope pulled by hand. The winch is more work to maintain.",
        "we have nobody to maintain a steam winch. take the rope",
    ]);
    let decisions = settled(&session, ItemKind::Decision);
    assert!(decisions.iter().all(|text| !text.contains("winch")), "{decisions:?}");
    assert!(decisions.iter().any(|text| text.contains("rope")), "{decisions:?}");
}

#[test]
fn a_number_that_names_a_thing_is_no_value_to_change() {
    let session = talk(&["> The depth has no limit. So table 5 changes on each run.", "set it to 12"]);
    let decisions = settled(&session, ItemKind::Decision);
    assert!(decisions.iter().all(|text| !text.contains("table 12")), "{decisions:?}");
}

#[test]
fn all_of_something_without_a_name_is_no_decision() {
    let session = talk(&["> That would be the bow, the stern and the mast. All three?", "all three"]);
    let decisions = settled(&session, ItemKind::Decision);
    assert!(!decisions.contains(&"all three".to_owned()), "{decisions:?}");
}

#[test]
fn what_a_deed_would_bring_is_ordered_as_the_deed() {
    told(
        ItemKind::Decision,
        &[(
            &["> The mast is rotten. Replacing the mast with oak would last longer.", "do it"],
            "replace the mast with oak",
        )],
    );
}

#[test]
fn an_option_that_is_denied_or_complained_about_is_not_picked() {
    for (asked, answer, option) in [
        ("> Should I sink the raft or tow it?", "don't sink it", "sink the raft"),
        ("> Should I sail to the mill or wait?", "never sail to the mill", "sail to the mill"),
        ("> Should the crew be 3 or 5?", "5 seems too much", "the crew should be 5"),
        ("> Should the sail be dyed or patched?", "dyed looks cheap", "the sail should be dyed"),
    ] {
        let decisions = settled(&talk(&[asked, answer]), ItemKind::Decision);
        assert!(!decisions.contains(&option.to_owned()), "{answer}: {decisions:?}");
    }
}

#[test]
fn an_ordinal_belongs_to_the_option_that_it_stands_in() {
    told(
        ItemKind::Decision,
        &[
            (&["> Should I mend the sail or write a log first?", "log first"], "write a log first"),
            (
                &["> Should the map open at the last harbour or at home?", "last harbour"],
                "the map should open at the last harbour",
            ),
        ],
    );
}

#[test]
fn an_option_for_each_case_rules_none_out() {
    let session = talk(&["> Should the lamp be red or green?", "green when it is dark, red otherwise"]);
    let decisions = settled(&session, ItemKind::Decision);
    assert!(decisions.iter().any(|text| text.contains("red")), "{decisions:?}");
    assert!(settled(&session, ItemKind::RejectedOption).is_empty());
}

#[test]
fn a_choice_with_maybe_waits() {
    for (asked, answer) in
        [("> Should the lamp be red or green?", "hmm, red maybe"), ("> How long should a tour last?", "2 hours maybe")]
    {
        let decisions = settled(&talk(&[asked, answer]), ItemKind::Decision);
        assert!(decisions.is_empty(), "{answer}: {decisions:?}");
    }
}

/// Checks that talks settle none of these kinds.
fn none(kinds: &[ItemKind], talks: &[&[&str]]) {
    for turns in talks {
        let session = talk(turns);
        let found: Vec<String> = kinds.iter().flat_map(|kind| settled(&session, *kind)).collect();
        assert!(found.is_empty(), "{turns:?}: {found:?}");
    }
}

#[test]
fn an_option_that_is_spoken_against_is_not_picked() {
    let rails = "> Rope or chain for the rail?";
    told(
        ItemKind::Decision,
        &[
            (&[rails, "chain feels heavy for this. rope"], "rope for the rail"),
            (&[rails, "the rope is nice, but chain"], "chain for the rail"),
            (&[rails, "chain sounds painful. rope then"], "rope for the rail"),
            (&[rails, "chain costs too much. rope"], "rope for the rail"),
            (&["> **Option 1:** rope.\n**Option 2:** chain.", "I see your point but option two"], "chain"),
        ],
    );
    told(ItemKind::RejectedOption, &[(&[rails, "rope we can rule out"], "rope for the rail")]);
    none(
        &[ItemKind::Decision],
        &[
            &[rails, "the rope is ugly"],
            &[rails, "anything but the rope"],
            &["> Possible causes of the leak: rust, frost, or the old seal.", "rust we can exclude, it is brass"],
        ],
    );
}

#[test]
fn what_takes_away_refuses_what_would_stay() {
    told(
        ItemKind::RejectedOption,
        &[
            (&["> Should I keep the old ferry bell around?", "kill it"], "keep the old ferry bell around"),
            (&["> Should we keep the kiosk?", "get rid of it, nobody stops there"], "keep the kiosk"),
            (
                &["> (a) Which rope, red or blue? (b) Can I drop the spare oar?", "(a) red (b) no!! it is in use"],
                "drop the spare oar",
            ),
        ],
    );
    none(
        &[ItemKind::RejectedOption],
        &[
            &["> Should I drop the bell and keep the horn?", "kill it"],
            &["> Should we keep the kiosk?", "kill the horn"],
        ],
    );
}

#[test]
fn a_pick_for_now_settles_beside_what_is_put_off() {
    let lamps = "> Should the harbour use gas or leds?";
    told(
        ItemKind::Decision,
        &[
            (&[lamps, "hm, gas for now, leds later if we need them"], "the harbour should use gas"),
            (&["> Retry or fail on a lost ping?", "retry. 3 times at most"], "retry on a lost ping, 3 times at most"),
            (
                &["> Do we keep the berth reserved, or give it away at once?", "keep it reserved, 60 sec"],
                "keep the berth reserved, 60 sec",
            ),
        ],
    );
    none(&[ItemKind::Decision], &[&[lamps, "gas if it gets cheaper, leds later"]]);
}

#[test]
fn a_yes_takes_what_stands_around_it() {
    told(
        ItemKind::Decision,
        &[
            (
                &["> Should we keep the old timetable?", "for one more month, yes"],
                "keep the old timetable, for one more month",
            ),
            (
                &["> I'd show 20 stops per page and a margin of 50 mm. OK?", "yes 20, but margin 60 mm"],
                "show 20 stops per page and a margin of 60 mm",
            ),
            (
                &["> My suggestion: print the timetable weekly on blue paper.", "weekly timetable sounds right, go"],
                "print the timetable weekly on blue paper",
            ),
            (&["> Shall I add a brass horn?", "no horn, it is loud. a bell."], "add a bell"),
            (&["> Should I print the signs in Arial?", "no, verdana"], "print the signs in verdana"),
            (
                &["> Shall I use enamel for the signs?", "no enamel, it chips. plain tin."],
                "use plain tin for the signs",
            ),
        ],
    );
    none(
        &[ItemKind::Decision],
        &[
            &["> Shall I use enamel for the signs?", "no enamel, it chips. sorry."],
            &["> My suggestion: print the timetable weekly.", "weekly timetable sounds right but let me ask ann first"],
        ],
    );
}

#[test]
fn each_question_has_its_own_answer() {
    told(
        ItemKind::Decision,
        &[
            (
                &["> Is the hold dry? And oak or tin for the lid?", "I looked this morning at noon. Oak, tin rusts."],
                "oak for the lid",
            ),
            (&["> Q1: Do I keep the mast?\nQ2: Rope or chain?", "q2 rope. q1 let me check"], "rope"),
        ],
    );
    told(
        ItemKind::Fact,
        &[(&["> What's the width of the lock?", "3 m. it sits in the harbour"], "3 m - width of the lock")],
    );
    told(
        ItemKind::Goal,
        &[(
            &[
                "> What would a good result look like for you?",
                "guests find their berth alone. right now it takes a prayer",
            ],
            "guests find their berth alone",
        )],
    );
    told(
        ItemKind::RejectedOption,
        &[(&["comparing paints for the hull. tarol: nope, it peeled once. still looking at balto"], "tarol")],
    );
    none(&[ItemKind::Goal, ItemKind::Decision], &[&["> What would a good result look like for you?", "not sure yet"]]);
    none(&[ItemKind::RejectedOption], &[&["status of the lamp: no idea, ask ann"]]);
}
