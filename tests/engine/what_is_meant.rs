//! What a pronoun, a value or a ruled-out option stands for: named where it is sure, else left waiting.

use deltamind::session::Session;
use deltamind::state::ItemKind::{Constraint, Decision, RejectedOption, Task};

use crate::dialogue::{settled, talk};

/// Everything that a talk settles as a choice, a rule or work.
fn all(session: &Session) -> Vec<String> {
    [Decision, Constraint, Task, RejectedOption].into_iter().flat_map(|kind| settled(session, kind)).collect()
}

#[test]
fn an_order_names_the_one_thing_that_is_talked_of() {
    for (agent, said, task) in [
        ("> The old lantern importer chokes on tabs.", "delete it", "delete the old lantern importer"),
        ("> I've drafted the letter to the harbour office. It asks for two berths.", "send it", "send the letter"),
    ] {
        assert_eq!(settled(&talk(&[agent, said]), Task), [task], "{said}");
    }
    let asked = talk(&["write the rope list in big letters", "> Done.", "and translate it to Danish"]);
    assert!(all(&asked).iter().any(|s| s.contains("rope list") && s.contains("danish")), "{:?}", all(&asked));
}

#[test]
fn an_order_that_may_mean_several_things_waits() {
    for (agent, said) in [
        ("> I looked at the winch. The bearing is dry, and the grease hardened.", "replace it"),
        ("> I moved the lamp settings into a file. The loader reads them at start.", "document it"),
        ("> Two are fixed. I left the third alone: it wants the ropes as a list.", "great, merge it"),
        ("> The clock is virtual and the rope is checked each day.", "write it down and go on"),
    ] {
        assert!(settled(&talk(&[agent, said]), Task).is_empty(), "{said}");
    }
}

#[test]
fn a_ticket_tells_what_it_is_for() {
    let answered =
        ["a spreadsheet would replace the rope cards, no?", "> Yes, entirely.", "let's open a ticket for that please"];
    assert_eq!(settled(&talk(&answered), Task), ["open a ticket: a spreadsheet would replace the rope cards"]);
    let open = [
        "> The gate squeaks at noon. The hinge is dry. The rope is fine. The lamp flickers.",
        "file an issue for this",
    ];
    assert!(settled(&talk(&open), Task).is_empty());
}

#[test]
fn the_purpose_of_a_request_names_its_thing() {
    let one = talk(&[
        "> The compass check now runs at every boot.",
        "good default, but there should be an option to turn it off",
    ]);
    assert_eq!(settled(&one, Task), ["add an option to turn the compass check off"]);
    let several = talk(&["> The page now shows the tide, and the wind blows the flag.", "add a button to hide it"]);
    assert!(settled(&several, Task).is_empty(), "{:?}", all(&several));
}

#[test]
fn a_rule_or_an_order_is_no_value() {
    for rule in ["No. Never install packages.", "No. Always oil the hinges first.", "Actually, don't touch the gate."] {
        let session = talk(&["let's use Go for the rope counter", "> OK. I installed two packages.", rule]);
        assert!(settled(&session, Decision).iter().all(|s| s.contains("use go for the rope counter")), "{rule}");
        assert_eq!(settled(&session, Constraint).len(), 1, "{rule}: {:?}", all(&session));
    }
}

#[test]
fn addresses_and_file_names_stay_whole() {
    let session = talk(&["I'd prefer lamps.js over ropes.js for the page"]);
    assert!(settled(&session, RejectedOption).contains(&"ropes.js".to_owned()), "{:?}", all(&session));
    let taken =
        talk(&["let's use https://example.org/ropes as the source", "> OK, https://example.org/ropes is the source."]);
    assert!(all(&taken).iter().any(|s| s.contains("example.org/ropes")), "{:?}", all(&taken));
}

#[test]
fn a_ruled_out_option_tells_what_it_was_for() {
    let agent = "> How should the winch behave when the gate opens?\n1. Pause and resume\n2. Leave it running\n3. Reset to zero";
    let out = settled(&talk(&[agent, "1"]), RejectedOption);
    assert!(!out.is_empty() && out.iter().all(|s| s.contains("winch")), "{out:?}");
}

#[test]
fn what_the_agent_would_say_is_the_choice() {
    let session = talk(&[
        "> Which tool should I take for the scans? I'd say ropescan, it keeps the originals.",
        "let's go, ropescan",
    ]);
    assert!(settled(&session, Decision).iter().all(|s| !s.contains("say")), "{:?}", all(&session));
}

#[test]
fn a_look_or_a_step_back_is_no_choice() {
    for said in ["let's take a hard look at the rope plan in docs/ropes.md", "let's take a step back and think"] {
        assert!(settled(&talk(&["hello", "> Hi.", said]), Decision).is_empty(), "{said}");
    }
}

#[test]
fn a_tag_question_that_the_agent_confirms_is_settled() {
    let ours = ["so oiling the hinges is outside our job then, right?", "> Exactly. The harbour master does that."];
    assert_eq!(settled(&talk(&ours), Decision), ["oiling the hinges is outside our job"]);
    let so = ["the lamp hangs on the left gate, right?", "> Yes, since last May."];
    assert!(settled(&talk(&so), Decision).is_empty());
    let limited = ["so oiling the hinges is outside our job then, right?", "> Right, but the left one is ours."];
    assert!(settled(&talk(&limited), Decision).is_empty());
}

#[test]
fn a_conclusion_of_the_agent_stands_once_it_is_approved() {
    let agent = "> It wants the ropes as a list, but you asked for plain names, so the ropes stay names.";
    assert!(settled(&talk(&[agent]), Decision).is_empty());
    assert_eq!(settled(&talk(&[agent, "ok makes sense"]), Decision), ["the ropes stay names"]);
}
