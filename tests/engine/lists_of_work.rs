//! Checks answers to lists of the agent: what is still to be done, one question with several endings, questions under
//! labels of their own, options that are named by what they cost.

use super::dialogue::{settled, talk};
use deltamind::state::ItemKind;

fn told(kind: ItemKind, cases: &[(&[&str], &[&str])]) {
    for (turns, expected) in cases {
        assert_eq!(settled(&talk(turns), kind), *expected, "{turns:?}");
    }
}

#[test]
fn what_is_still_to_be_done_becomes_tasks() {
    const LEFT: &str =
        "> The hull is sealed.\n\nNext steps:\n1. A cover for the winch\n2. Paint the rail\n3. New ropes";
    const ASKED: &str =
        "> Next I would do:\n1. A cover for the winch\n2. Paint the rail\n3. New ropes\n\nShall I go ahead?";
    told(
        ItemKind::Task,
        &[
            (&[ASKED, "yes"], &["a cover for the winch", "paint the rail", "new ropes"]),
            (&[ASKED, "1 and 3, not 2"], &["a cover for the winch", "new ropes"]),
            (&[ASKED, "yes but without the ropes"], &["a cover for the winch", "paint the rail"]),
            (&[LEFT, "do all three"], &["a cover for the winch", "paint the rail", "new ropes"]),
            (&[LEFT, "please do these"], &["a cover for the winch", "paint the rail", "new ropes"]),
            (&[LEFT, "do the first two, the ropes can wait"], &["a cover for the winch", "paint the rail"]),
            (&[LEFT, "ok"], &[]),
        ],
    );
    told(ItemKind::Decision, &[(&[ASKED, "yes"], &[]), (&[LEFT, "do all three"], &[])]);
}

#[test]
fn all_but_one_leaves_that_one_out_whatever_reason_follows() {
    const FLAGS: &str =
        "> Ready for the regatta:\n\n- night lights\n- a leader board\n- horn signals\n\nShall I turn all on?";
    let run = talk(&[FLAGS, "all of them but the leader board, the crews would only cheat"]);
    let told: Vec<String> = [ItemKind::Decision, ItemKind::Task].iter().flat_map(|kind| settled(&run, *kind)).collect();
    assert_eq!(told, ["night lights", "horn signals"]);
}

#[test]
fn an_option_is_named_by_what_it_lacks() {
    const WAYS: &str = "> Ways to run the gauge:\n\nA) a container with a restart rule\nB) a plain service\nC) a container with a watcher\n\nWhat do you prefer?";
    told(ItemKind::Decision, &[(&[WAYS, "the one without a container"], &["a plain service"])]);
}

#[test]
fn all_of_a_number_is_no_place_in_a_list() {
    const WOODS: &str = "> Which of these do you want?\n1. Oak\n2. Elm\n3. Pine";
    told(
        ItemKind::Decision,
        &[(&[WOODS, "all three"], &["oak", "elm", "pine"]), (&[WOODS, "option three"], &["pine"])],
    );
}

#[test]
fn a_question_with_several_endings_is_one_question() {
    const NEXT: &str = "> Should I:\n1. Launch the ferry?\n2. Paint the rail first?\n3. Go on with the winch?";
    told(
        ItemKind::Task,
        &[(&[NEXT, "okay, launch the ferry, then write the log"], &["launch the ferry", "write the log"])],
    );
    told(ItemKind::Decision, &[(&[NEXT, "no, first look at the leak, then we see"], &[])]);
}

#[test]
fn questions_under_labels_have_their_own_options() {
    const TWO: &str = "> Two things first.\n\n**A) Which decks should be covered?** For example only the upper one.\n\n\
                       **B) For the ropes, should it be:**\n- **Hemp** (cheap)\n- **Steel** (lasts longer)\n\nI lean toward **hemp**.";
    let run = talk(&[TWO, "A) the upper deck\n\nB) steel, salt eats hemp"]);
    let chosen = settled(&run, ItemKind::Decision);
    assert!(chosen.iter().any(|text| text.contains("steel")), "{chosen:?}");
    assert!(!chosen.iter().any(|text| text.starts_with("hemp")), "{chosen:?}");
}

#[test]
fn an_option_is_named_by_what_it_costs_or_takes() {
    const ROOFS: &str = "> I compared two roofs:\n- `tin`: 40 € a metre, 3 days\n- `slate`: 95 € a metre, 14 days";
    for (said, option) in [("take the cheaper one", "tin"), ("the slower one, it lasts", "slate")] {
        let chosen = settled(&talk(&[ROOFS, said]), ItemKind::Decision);
        assert!(matches!(&chosen[..], [one] if one.starts_with(option)), "{said}: {chosen:?}");
    }
}

#[test]
fn soft_picks_pick_and_remarks_do_not() {
    const ROPES: &str = "> Which one do you prefer?\n- **A) Hemp rope**\n- **B) Steel rope**\n- **C) Nylon rope**";
    told(
        ItemKind::Decision,
        &[
            (&[ROPES, "B works for me"], &["steel rope"]),
            (&[ROPES, "I could live with B"], &["steel rope"]),
            (&[ROPES, "can we have C for now? I'd be fine with that"], &["nylon rope"]),
            (&["> Is `bell_count` enough, or do we need a flag?", "bell_count is badly named by now"], &[]),
            (
                &["> How should we mark a lost ticket?\n\n1. Stamp\n2. Hole\n3. Red corner", "last_seen"],
                &["last_seen - how we should mark a lost ticket"],
            ),
        ],
    );
}

#[test]
fn a_recap_is_put_right_not_chosen_from() {
    const RECAP: &str = "> What I understood:\n\n- guests book by phone\n- the fee is monthly\n\nIs that right?";
    told(
        ItemKind::Decision,
        &[(&[RECAP, "almost. the fee is per guest, not monthly"], &["the fee is per guest, not monthly"])],
    );
}

#[test]
fn a_request_asked_anew_takes_the_place_of_the_first() {
    let run = talk(&["deploy ferry-12 to the test pier", "deploy ferry-21 to the test pier"]);
    assert_eq!(settled(&run, ItemKind::Task), ["deploy ferry-21 to the test pier"]);
}
