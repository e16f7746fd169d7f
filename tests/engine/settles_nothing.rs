//! Sentences that look as if something were settled and settle nothing, each kind beside one that does.

use deltamind::state::ItemKind::{Constraint, Decision, Task};

use crate::dialogue::{settled, talk};
use crate::plain_matrix::all;

#[test]
fn what_the_same_turn_takes_back_is_not_settled() {
    for said in [
        "paint the gate green. no, forget i said that",
        "use larch for the deck... hm wait, nothing is decided yet",
        "never open the sluice! ok ok, i take that back, i have to ask the keeper",
        "oil the hinges. oops, wrong window, that was for the other chat",
        "we'll take tallow. did i say tallow? i haven't chosen anything",
        "set the lamp timer to 20. argh, no, that's ines's call",
        "write a label for the rope. ah, there's one already, ignore me",
        "knots first, always! ...never mind",
        "hang a bell at the door, or rather don't",
        "tar the roof. just kidding, i have no say in that",
    ] {
        for turns in [&[said][..], &[said, "> OK, understood."]] {
            let session = talk(turns);
            assert!(all(&session).is_empty(), "{turns:?}: {:?}", all(&session));
        }
    }
    for said in [
        "use pine. no wait, forget that, use larch for the deck",
        "use larch for the deck. what's a joist? never mind, found it",
        "use larch for the deck. the bench, forget it",
        "use larch for the deck, nothing else is decided yet",
        "use larch for the deck. hmm, and the bench height. 40 looks low, let me ask around first",
    ] {
        let session = talk(&[said]);
        let stand = settled(&session, Decision);
        assert!(stand.iter().any(|s| s.contains("larch")), "{said}: {stand:?}");
        assert!(!stand.iter().any(|s| s.contains("pine")), "{said}: {stand:?}");
    }
}

#[test]
fn what_is_taken_back_ends_nothing_that_stands() {
    let session = talk(&["use larch for the deck", "> OK.", "oil the hinges too. ah no, forget that"]);
    assert_eq!(settled(&session, Decision).len(), 1, "{:?}", all(&session));
    assert!(settled(&session, Task).is_empty(), "{:?}", all(&session));
    let session = talk(&["use larch for the deck", "> OK.", "changed my mind on larch. no idea yet what instead"]);
    assert!(settled(&session, Decision).is_empty(), "{:?}", all(&session));
}

#[test]
fn stories_mockery_praise_and_explanations_settle_nothing() {
    for said in [
        "back in 2009 we decided to go with tin. fun times",
        "the crew before me had a rule that every rope gets a tag",
        "yeah right, and then we rebuild the harbour in marble",
        "let's throw the whole pump out of the window and become farmers",
        "i love how the gate decides when it opens. gonna write letters from now on",
        "nice work on the hinge plan, didn't expect it to fit",
        "funny how you always greet the cat first",
        "there's this joke: two hard things, knots, tar and off by one",
        "over i2c the keeper always drives the clock",
        "a spring tide is the high one, so boats must wait for it",
        "the pump must be stuck because of the ice",
        "every boat goes through that one lock and then nothing happens for an hour",
        "the valve always closes before the pump stops. i can hear it",
        "the lamp should show two colours, it shows one",
        "ticket 12 wants us to add a bell to the door. no idea who wrote that",
        "i'm somewhere between larch and pine, half a mind to go larch",
        "once the council pays, we take the big crane",
        "oil the fence some day",
        "what's the second line for?\n\n[lamp]\ncolour = never\nmode = always 2",
    ] {
        for turns in [&[said][..], &[said, "> OK, understood."]] {
            let session = talk(turns);
            assert!(all(&session).is_empty(), "{turns:?}: {:?}", all(&session));
        }
    }
    for said in [
        "last year we had tin, so let's use larch for the deck",
        "nice work. now paint the gate",
        "never open the sluice",
        "every rope needs a tag",
        "the gate must be green",
        "nothing fancy, just paint the gate",
        "there is one hard limit here. you do not open the sluice",
    ] {
        let session = talk(&[said]);
        assert!(!all(&session).is_empty(), "{said}");
    }
}

#[test]
fn a_remark_on_what_the_agent_told_takes_no_suggestion_up() {
    for turns in [
        [
            "how long is the rope?",
            "> 30 m. We could split it in two. It was bought in May.",
            "oh, that's less than i thought, ok thanks",
        ],
        [
            "which gate is open",
            "> The north gate. I'd consider a second lock. Is the key the red one?",
            "yes thats the one",
        ],
        ["is the lamp on?", "> Yes, since 6. I'd recommend adding a second one at the pier.", "ok good to know"],
    ] {
        let session = talk(&turns);
        assert!(all(&session).is_empty(), "{turns:?}: {:?}", all(&session));
    }
    let later = [
        "how many boats are there?",
        "> 41. We could number them after the storm.",
        "are they all ours?",
        "> Yes, all of them.",
        "good, makes sense",
    ];
    assert!(all(&talk(&later)).is_empty());
    for said in ["yes, do it", "good idea", "ok, let's do that"] {
        let session =
            talk(&["how can we keep the rope dry?", "> The shed leaks. I'd suggest hanging it under the roof.", said]);
        assert!(!all(&session).is_empty(), "{said}");
    }
}

#[test]
fn a_way_of_the_project_that_the_agent_agrees_to_is_settled() {
    for (said, answer) in [
        ("lamps go out at ten", "> Noted, lamps out at ten."),
        ("all lengths on the map are in feet", "> OK, lengths in feet."),
        ("ropes are red everywhere", "> OK, red for all ropes."),
        ("labels for the boats are tin, no wood", "> OK, tin only."),
        ("lengths are in feet", "> Got it."),
    ] {
        let session = talk(&[said, answer]);
        let stand = settled(&session, Decision).len() + settled(&session, Constraint).len();
        assert!(stand >= 1, "{said}: {:?}", all(&session));
    }
    for (said, answer) in [
        ("the pump has two valves", "> OK, two valves."),
        ("btw the pump has only two valves", "> Noted."),
        ("some background before you go on: the pump leaks", "> Noted."),
        ("visitors mostly come by ferry", "> OK, by ferry."),
        ("the gate is broken again", "> OK, the gate."),
        ("i'd get in real trouble for this", "> Understood."),
    ] {
        let session = talk(&[said, answer]);
        assert!(settled(&session, Decision).is_empty(), "{said}: {:?}", all(&session));
    }
}
