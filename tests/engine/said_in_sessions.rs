//! Tests what people state in passing while they work: rules without a verb, reasons beside a choice or a proposal, designs
//! that they asked for, values that are told and changed at once, and words that only sound so.

use deltamind::session::Session;
use deltamind::state::ItemKind::{self, Constraint, Decision, Fact, Goal, Hypothesis, RejectedOption, Task};
use deltamind::state::Status;

use crate::dialogue::{settled, settles, settles_none, talk};

/// The summary and the reason of each item of a kind in force.
fn reasons(session: &Session, kind: ItemKind) -> Vec<(String, Option<String>)> {
    let of_kind = session.ledger().of_kind(kind).filter(|i| i.status == Status::Active);
    of_kind.map(|i| (i.summary.to_lowercase(), i.rationale.as_deref().map(str::to_lowercase))).collect()
}

#[test]
fn rules_are_stated_without_a_verb_or_with_their_object_first() {
    settles(
        Constraint,
        &[
            (&["one more thing. boats only with a life jacket"], "boats only with a life jacket"),
            (&["the old gate you don't touch, that's ines's"], "do not touch the old gate"),
            (&["always --gently before the second coat"], "always --gently"),
            (&["rope names like 'lake-12', small letters, no blanks"], "small letters, no blanks"),
            (&["anything a guest may eat goes into the pantry"], "goes into the pantry"),
            (&["ropes: sort them by length, but don't move them before I've looked"], "do not move ropes before"),
        ],
    );
    for said in [
        "the lamp works only with oil",
        "right now people have to ring the bell",
        "tar only crashes with the old brush",
    ] {
        settles_none(&[Constraint], &[said, "> I see."]);
    }
}

#[test]
fn a_reason_is_told_beside_what_it_explains() {
    let why = |lines: &[&str], kind| reasons(&talk(lines), kind);
    let told = |summary: &str, why: &str| vec![(summary.to_owned(), Some(why.to_owned()))];
    assert_eq!(
        why(&["> I'd use larch for the deck. It lasts for ages. Shall I?", "yes please"], Decision),
        told("use larch for the deck", "it lasts for ages")
    );
    assert_eq!(
        why(&["> For the deck I recommend larch since it lasts for ages.", "sounds good"], Decision),
        told("larch for the deck", "it lasts for ages")
    );
    assert_eq!(
        why(&["use larch for the deck, it lasts for ages, thanks"], Decision),
        told("use larch for the deck", "it lasts for ages")
    );
    assert_eq!(why(&["use larch for the deck, thanks"], Decision), [("use larch for the deck".to_owned(), None)]);
    assert_eq!(
        why(&["one coat per day, the shed is damp in spring"], Constraint),
        told("one coat per day", "the shed is damp in spring")
    );
    // The words before "so" are the choice, not its reason.
    let chosen = why(&["> I'll use the small brush, so the edges stay clean.", "perfect, thanks"], Decision);
    assert_eq!(chosen, [("use the small brush".to_owned(), None)]);
}

#[test]
fn a_design_that_was_asked_for_is_taken_by_a_plain_yes() {
    let design = "> The key should be the berth number, and the newest entry wins. The old book keeps the first one.";
    settles(Decision, &[(&["the guest book. what do you propose?", design, "yeah go"], "berth number")]);
    settles_none(&[Decision], &["the guest book. who wrote it?", design, "ah"]);
    let objection = "> I'd like to push back: with a paper book a wet day costs us a year of entries without a copy.";
    settles_none(&[Decision], &["paper, obviously", objection, "...ok yes. Last year it rained twice."]);
}

#[test]
fn a_yes_to_a_step_of_the_work_settles_nothing_that_was_told_before() {
    settles_none(&[Decision], &["> Noted: the deck in May, the roof in June. Shall I commit?", "yes commit"]);
    settles_none(&[Decision], &["> Dry run: 31 boards, 4 of them cracked. Shall I run it?", "run"]);
    settles_none(&[Decision], &["is it long?", "> 36 boards, so done at about five.", "tight but ok"]);
}

#[test]
fn a_value_takes_the_place_of_the_last_one_where_it_stands_alone() {
    for said in ["the council says 25", "that looks odd, 25 is enough", "the inspector just told me it has to be 25"] {
        let session = talk(&["cap the queue at 10", "> OK.", said]);
        let all = [settled(&session, Decision), settled(&session, Constraint)].concat();
        assert!(all.iter().any(|text| text == "cap the queue at 25"), "{said}: {all:?}");
    }
    for said in ["25 boats are out", "are 25 enough?", "maybe 25"] {
        let session = talk(&["cap the queue at 10", "> OK.", said]);
        let all = [settled(&session, Decision), settled(&session, Constraint)].concat();
        assert!(all.iter().any(|text| text == "cap the queue at 10"), "{said}: {all:?}");
    }
}

#[test]
fn what_is_called_off_in_any_order_is_no_work() {
    for said in ["scratch the bell", "ok then disregard the bell thing", "the bell you can forget"] {
        settles_none(&[Task], &["> The bell is next on my list.", said]);
    }
    let session = talk(&["the rope has to be hemp-3", "> It is sold out.", "ok then disregard the hemp thing"]);
    assert!(settled(&session, Constraint).is_empty(), "{:?}", settled(&session, Constraint));
    let unsaid = ["we go with larch for the deck", "> Noted.", "sorry, i spoke too soon. pretend i never said it"];
    settles_none(&[Decision], &unsaid);
}

#[test]
fn ways_that_are_laid_out_and_polite_denials_settle_nothing() {
    settles_none(&[Decision], &["track 1 = keep the old roof. track 2 = a new one of tin. look at both for a day"]);
    for said in ["no commitment, i only want to know", "no hard feelings", "no lamps yet, please"] {
        settles_none(&[RejectedOption], &["> The roof is on.", said]);
    }
    settles(RejectedOption, &[(&["> Sailing needs more wind.", "then no sailing"], "sailing")]);
    settles(RejectedOption, &[(&["no tarmac: it cracks in the first winter, and nobody mends it"], "tarmac")]);
}

#[test]
fn goals_facts_and_suspicions_are_told_in_everyday_words() {
    settles(Goal, &[(&["what i want in the end: guests find their berth in the dark"], "guests find their berth")]);
    settles(Fact, &[(&["the lamp and the bell share the same wire on deck B"], "share the same wire")]);
    let supposed = talk(&["> The light flickers. This is likely a timing problem in the switch.", "hm"]);
    let open = supposed.ledger().of_kind(Hypothesis).any(|i| i.summary.contains("timing problem"));
    assert!(open, "a fault that is called by its kind is a suspicion");
}

#[test]
fn open_points_and_polite_lists_are_work() {
    settles(Task, &[(&["open points: ropes to the shed, oil for the bell"], "oil for the bell")]);
    settles(Task, &[(&["could you first sand the deck, then oil it, and finally hang the lamp?"], "sand the deck")]);
    let session = talk(&["add a lamp at the gate", "> It hangs.", "works great! tick it off"]);
    assert!(settled(&session, Task).is_empty(), "{:?}", settled(&session, Task));
}

#[test]
fn answers_stand_on_lines_of_their_own_without_marks() {
    let asked =
        "> Three questions:\n\n1. A lamp is missing: wait, or go on?\n2. Ropes: hemp or nylon?\n3. Must the bell stay?";
    let said = "1 wait. never go on, that cost us a mast in may\n2 nylon\n3 no";
    let session = talk(&[asked, said]);
    let all = settled(&session, Decision);
    assert!(all.iter().any(|text| text.contains("nylon")), "{all:?}");
    assert!(all.iter().all(|text| !text.contains("hemp")), "{all:?}");
}

#[test]
fn replies_with_another_value_or_a_remark_take_no_proposal() {
    let offer = "> The pump runs at 10 Hz. All pumps are made for 50 Hz. Shall I go there?";
    settles_none(&[Decision], &[offer, "I asked the plumber. So 20 Hz it is, please."]);
    settles_none(&[Decision], &["> How long may it run?", "A fair question. I'll ask the plumber."]);
    settles_none(&[Decision], &["> It runs.", "In the yard I do not mind, that only ever runs by day."]);
    settles(
        Constraint,
        &[(&["> It runs.", "The pump must stop within 20 s, and with eight we would be at 80."], "must stop")],
    );
}

#[test]
fn a_choice_is_taken_back_and_another_put_in_its_place_in_one_breath() {
    let turns = ["use hemp for the ropes", "> Noted.", "Then I take back what I said about hemp. Let us use nylon."];
    let all = settled(&talk(&turns), Decision);
    assert!(all.iter().any(|text| text.contains("nylon")) && all.iter().all(|text| !text.contains("hemp")), "{all:?}");
    settles_none(&[Decision], &["> On to step 2, the sails?", "drop it. no time"]);
}

#[test]
fn a_name_takes_the_proposal_in_whose_words_it_stands() {
    let offer = "> Should the lamp burn all night? I'd rather have a switch at the gate, because guests forget it.";
    settles(Decision, &[(&[offer, "oh wow yes, the guests. switch, agreed."], "switch at the gate")]);
    settles_none(&[Decision], &["> How much rope may it take?", "A fair question. The list says 57 m are in use."]);
}

#[test]
fn rules_of_who_does_what_keep_their_object() {
    settles(
        Constraint,
        &[
            (&["all of shed/ is ines's. don't edit it"], "do not edit shed/"),
            (&["boards under 3 meters, one a day, else nobody carries them"], "boards under 3 meters"),
            (&["please only stage things, I do the commits myself"], "only stage things"),
        ],
    );
    settles(RejectedOption, &[(&["> The boats are out.", "no kayaks, not even short ones"], "kayaks")]);
}

#[test]
fn what_is_told_and_changed_at_once_is_settled_with_its_new_value() {
    let said = "the lamp burns 3 hours a night. make 7, the nights are long";
    settles(Decision, &[(&["> The lamp hangs.", said], "the lamp burns 7 hours a night")]);
    settles_none(&[Decision], &["> The lamp hangs.", "the lamp burnt 3 hours. 7 boats came in"]);
}
