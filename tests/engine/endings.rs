//! Tests the model of what a turn of the person ends, and what it adds to the ledger.

use deltamind::pipeline::endings::EndingModel;
use deltamind::state::{ItemKind, Status};

use crate::dialogue::talk;
use crate::spoken::learned_from_fixtures;

#[test]
fn the_compiled_in_weights_were_learned_from_the_fixtures() {
    let weights = include_bytes!("../../src/pipeline/endings/weights.bin");
    learned_from_fixtures("endings", &EndingModel::from_bytes(weights).unwrap().header);
}

/// The standing choices and rules whose text has a word.
fn standing(turns: &[&str], word: &str) -> Vec<String> {
    let session = talk(turns);
    let items = session.ledger().items().iter().filter(|item| item.status == Status::Active);
    let of_kind = items.filter(|item| matches!(item.kind, ItemKind::Decision | ItemKind::Constraint));
    of_kind.map(|item| item.summary.clone()).filter(|summary| summary.to_lowercase().contains(word)).collect()
}

#[test]
fn a_turn_ends_what_it_speaks_against_without_a_form_for_it() {
    for (first, told, then, word) in [
        (
            "We decided to keep the tide tables in a CSV file.",
            "> The tide tables are read from tides.csv.",
            "the tide tables outgrew the csv file, it takes a minute to load. sqlite for the tide tables",
            "csv",
        ),
        (
            "Never sound the horn at night.",
            "> The horn is silent from ten to six.",
            "the harbour master wants the horn at night too, so the horn may sound at any hour",
            "never sound",
        ),
    ] {
        assert_eq!(standing(&[first, told], word).len(), 1, "{first}");
        assert!(standing(&[first, told, then], word).is_empty(), "{then}: {:?}", standing(&[first, told, then], word));
    }
}

#[test]
fn requests_questions_and_neighbours_end_nothing() {
    let first = "We decided to keep the tide tables in a CSV file.";
    for then in [
        "now write the tests for the tide tables",
        "is a CSV file still fine for the tide tables?",
        "maybe the tide tables would be faster in sqlite",
        "the moon tables live in another repo, leave them there",
        "my colleague keeps his tide tables in sqlite",
    ] {
        let turns = [first, "> The tide tables are read from tides.csv.", then];
        assert_eq!(standing(&turns, "csv").len(), 1, "{then}");
    }
    // Asking for what a rule forbids is a conflict, not the end of the rule.
    let turns = ["Never sound the horn at night.", "> Ok.", "now sound the horn"];
    assert_eq!(standing(&turns, "never sound").len(), 1);
}

#[test]
fn what_takes_the_place_of_a_choice_is_on_its_chain() {
    let session = talk(&[
        "We decided to keep the tide tables in a CSV file.",
        "> The tide tables are read from tides.csv.",
        "the tide tables outgrew the csv file, it takes a minute to load. We use SQLite for the tide tables.",
    ]);
    let items = session.ledger().items().iter();
    let chain = items.filter(|item| item.status == Status::Active).find(|item| item.summary.contains("SQLite"));
    assert_eq!(chain.map(|item| item.versions.len()), Some(2));
}
