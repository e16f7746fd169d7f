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
