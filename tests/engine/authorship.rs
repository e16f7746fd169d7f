//! Tests the model of whose words the lines of a message are, and what it keeps out of the ledger.

use deltamind::pipeline::authorship::AuthorshipModel;
use deltamind::state::{ItemKind, Status};

use crate::dialogue::talk;
use crate::spoken::learned_from_fixtures;

#[test]
fn the_compiled_in_weights_were_learned_from_the_fixtures() {
    let weights = include_bytes!("../../src/pipeline/authorship/weights.bin");
    learned_from_fixtures("authorship", &AuthorshipModel::from_bytes(weights).unwrap().header);
}

/// The choices, rules and tasks that a message settles.
fn settled(message: &str) -> Vec<String> {
    let session = talk(&[message]);
    let items = session.ledger().items().iter().filter(|item| item.status == Status::Active);
    let of_kind = items.filter(|item| matches!(item.kind, ItemKind::Decision | ItemKind::Constraint | ItemKind::Task));
    of_kind.map(|item| item.summary.clone()).collect()
}

#[test]
fn what_others_wrote_settles_nothing_though_nothing_marks_it() {
    for pasted in [
        "Hello everybody,\n\nthe harbour board met on Tuesday. We decided that all buoys report every hour, the tide page \
         must not use cookies and the old mast is to be removed by June. Please update your parts.\n\nKind regards,\nTove\n\n\
         which buoys do we have in the db?",
        "AUDIT OF THE HARBOUR PAGE\n\n1. Passwords must be longer than 12 characters.\n2. Never show stack traces to visitors.\n\
         3. Please update nginx.\n\ncame this morning, i talk to the board first",
        "Tove 10:02\nwe should drop the mast, nobody reads it\nArne 10:04\nagreed. and never poll more than once a minute\n\
         Tove 10:05\nok then hourly it is\n\nwhat are they talking about?",
        "Permission is hereby granted to any sailor obtaining a copy of these\ntables to use them, subject to the following \
         conditions:\n\nThe above notice shall be included in all copies of the tables. In no\nevent shall the authors be \
         liable for any claim, and the tables must not\nbe used for navigation.\n\nmay we print these?",
    ] {
        assert!(settled(pasted).is_empty(), "{pasted}: {:?}", settled(pasted));
    }
}

#[test]
fn what_the_person_says_around_a_paste_counts() {
    let said = "build breaks since this morning, please pin serde to 1.0.200\n\nerror[E0433]: failed to resolve: use of \
                undeclared type `Tide`\n  --> src/buoy.rs:14:9\n   |\n14 |     Tide::new()\n   |     ^^^^ use of undeclared \
                type\nerror: could not compile `harbour` (lib) due to 1 previous error";
    assert_eq!(settled(said), ["Pin serde to 1.0.200"]);
}

#[test]
fn a_persons_own_lists_plans_and_letters_count() {
    for (own, least) in [
        (
            "three things for the tide page:\n- add a dark mode\n- move the legend below the chart\n- remove the old logo",
            3,
        ),
        (
            "Hello,\n\nplease add a German translation of the tide page. Never translate the names of the buoys.\n\nKind \
          regards, Jorunn",
            2,
        ),
        (
            "Rules for this repo:\n\n1. Never push to main.\n2. Always run make check before a commit.\n\nThen write the buoy \
          parser.",
            3,
        ),
    ] {
        assert!(settled(own).len() >= least, "{own}: {:?}", settled(own));
    }
}
