//! Tests the model of what replies do to a proposal, and what it adds to the ledger.

use deltamind::pipeline::replies::ReplyModel;
use deltamind::state::{ItemKind, Status};

use crate::dialogue::talk;
use crate::spoken::learned_from_fixtures;

#[test]
fn the_compiled_in_weights_were_learned_from_the_fixtures() {
    let weights = include_bytes!("../../src/pipeline/replies/weights.bin");
    learned_from_fixtures("replies", &ReplyModel::from_bytes(weights).unwrap().header);
}

/// The number of choices and tasks, and of refused options, that a reply to a proposal settles.
fn settled(proposal: &str, reply: &str) -> (usize, usize) {
    let session = talk(&[proposal, reply]);
    let of = |kinds: &[ItemKind]| {
        let items = session.ledger().items().iter().filter(|item| item.status == Status::Active);
        items.filter(|item| kinds.contains(&item.kind)).count()
    };
    (of(&[ItemKind::Decision, ItemKind::Task]), of(&[ItemKind::RejectedOption]))
}

#[test]
fn replies_without_a_yes_or_a_no_accept_or_refuse() {
    for (proposal, reply) in [
        ("> For the buoy messages I'd use MQTT.", "I was hoping you'd say that"),
        ("> Shall I compress the tide tables before they are sent?", "be my guest"),
    ] {
        assert_eq!(settled(proposal, reply), (1, 0), "{reply}");
    }
    for (proposal, reply) in [
        ("> Shall I rewrite the buoy parser in Rust?", "over my dead body"),
        ("> Shall I add a blockchain to the tide tables?", "we tried that, it was a mess"),
    ] {
        assert_eq!(settled(proposal, reply), (0, 1), "{reply}");
    }
}

#[test]
fn replies_that_do_neither_settle_nothing() {
    let proposal = "> Shall I compress the tide tables before they are sent?";
    for reply in [
        "ah I see",
        "how big are they now?",
        "let me sleep on it",
        "the tables are read by six people",
        "nice work so far",
    ] {
        assert_eq!(settled(proposal, reply), (0, 0), "{reply}");
    }
    let announced = "> I'll begin with the parser of the buoys.";
    assert_eq!(settled(announced, "no rush at all"), (0, 0));
}
