//! Tests the model of what a clause of the person does, and what it adds to the ledger.

use deltamind::pipeline::spoken::{ClauseBefore, SpokenAct, SpokenModel, most_likely};
use deltamind::state::{ItemKind, Status};

use crate::dialogue::talk;

#[test]
fn the_compiled_in_weights_were_learned_from_the_fixtures() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/spoken");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "jsonl"));
    files.sort();
    let mut data = blake3::Hasher::new();
    for path in &files {
        // A checkout may have other line ends.
        data.update(std::fs::read_to_string(path).unwrap().replace("\r\n", "\n").as_bytes());
    }
    let weights = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/src/pipeline/spoken/weights.bin")).unwrap();
    let header = SpokenModel::from_bytes(&weights).unwrap().header;
    assert_eq!(header.sessions.len(), files.len());
    assert_eq!(
        header.data,
        data.finalize().to_hex().to_string(),
        "run `deltamind train --spoken fixtures/spoken/*.jsonl`"
    );
}

#[test]
fn wordings_that_no_form_knows_are_recognised() {
    for (text, act) in [
        ("every sluice has to report its level each minute", SpokenAct::Rule),
        ("my gut says the valve driver holds the lock too long", SpokenAct::Guess),
        ("what would you do about the frost alarm", SpokenAct::Asks),
    ] {
        assert_eq!(most_likely(text, ClauseBefore::default()).0, act, "{text}");
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
