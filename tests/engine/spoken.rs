//! Tests the model of what a clause of the person does, and what it adds to the ledger.

use deltamind::pipeline::linear::Header;
use deltamind::pipeline::spoken::{SpokenAct, SpokenModel, Surroundings, read};
use deltamind::state::{ItemKind, Status};

use crate::dialogue::talk;

/// Holds that the compiled-in weights of a model were learned from the files of its folder in `fixtures`.
pub fn learned_from_fixtures(model: &str, header: &Header) {
    let folder = format!("{}/fixtures/{model}", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "jsonl"));
    files.sort();
    let mut data = blake3::Hasher::new();
    for path in &files {
        // A checkout may have other line ends.
        data.update(std::fs::read_to_string(path).unwrap().replace("\r\n", "\n").as_bytes());
    }
    assert_eq!(header.sessions.len(), files.len());
    let data = data.finalize().to_hex().to_string();
    assert_eq!(header.data, data, "run `deltamind train --{model} fixtures/{model}/*.jsonl`");
}

#[test]
fn the_compiled_in_weights_were_learned_from_the_fixtures() {
    let weights = include_bytes!("../../src/pipeline/spoken/weights.bin");
    learned_from_fixtures("spoken", &SpokenModel::from_bytes(weights).unwrap().header);
}

#[test]
fn wordings_that_no_form_knows_are_recognised() {
    for (text, act) in [
        ("every sluice has to report its level each minute", SpokenAct::Rule),
        ("my gut says the valve driver holds the lock too long", SpokenAct::Guess),
        ("what would you do about the frost alarm", SpokenAct::Asks),
    ] {
        assert_eq!(read(text, Surroundings::default()).likeliest().0, act, "{text}");
    }
}

#[test]
fn what_is_quoted_asked_or_conditional_settles_nothing() {
    for said in [
        "the linter prints \"no tabs allowed in any file\" for each line",
        "should every sluice report its level each minute?",
        "if the harbour agrees, every sluice must report its level",
        "no changes added to commit (use \"git add\")",
    ] {
        let session = talk(&[said]);
        let settled = session.ledger().of_kind(ItemKind::Constraint).filter(|i| i.status == Status::Active);
        assert_eq!(
            settled.filter(|i| i.newest().is_some_and(|v| v.rule.as_ref() == "act/wording")).count(),
            0,
            "{said}"
        );
    }
}

/// The status of the item that has this word in its summary.
fn status_of(turns: &[&str], word: &str) -> Option<Status> {
    let session = talk(turns);
    session.ledger().items().iter().find(|i| i.summary.to_lowercase().contains(word)).map(|i| i.status)
}

#[test]
fn words_that_no_form_knows_end_what_they_name() {
    for (said, end, word) in [
        (
            "Please write a handbook for the ferry crew.",
            "we don't bother with the ferry handbook any longer, the crew left",
            "handbook",
        ),
        (
            "We decided to print the badges on vellum.",
            "the vellum badges are history, the printer refuses them",
            "vellum",
        ),
    ] {
        assert_eq!(status_of(&[said], word), Some(Status::Active), "{said}");
        let ended = status_of(&[said, end], word);
        assert!(ended.is_some_and(|status| status != Status::Active), "{end}: {ended:?}");
    }
    let other = ["We decided to print the badges on vellum.", "forget the badges page of the mockup for now"];
    assert_eq!(status_of(&other, "vellum"), Some(Status::Active), "one word in common names nothing");
}

#[test]
fn a_named_option_may_be_refused() {
    let offer = "> For the crates there are three ways: a courier, a ferry, or our own van. Which one?";
    let of = |said: &str| {
        let session = talk(&["How do the crates get to the island?", offer, said]);
        let words =
            |kind: ItemKind| session.ledger().of_kind(kind).map(|i| i.summary.to_lowercase()).collect::<Vec<_>>();
        (words(ItemKind::Decision).join("; "), words(ItemKind::RejectedOption).join("; "))
    };
    for refusal in ["a courier is excluded, the crates weigh too much", "a courier is excluded by the harbour rules"] {
        let (chosen, refused) = of(refusal);
        assert!(refused.contains("courier"), "{refusal}: {refused}");
        assert!(!["courier", "ferry", "van"].iter().any(|option| chosen.contains(option)), "{refusal}: {chosen}");
    }
    let (chosen, refused) = of("our own van, a courier is excluded anyway");
    assert!(chosen.contains("van") && !refused.contains("van"), "{chosen} / {refused}");
    let (_, refused) = of("the courier is out, our own van it is");
    assert!(!refused.contains("van"), "{refused}");
}
