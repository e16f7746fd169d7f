//! Tests what becomes of work that the agent reports, of questions about how things are, of several answers at once, of
//! requests that are taken back, and of the goal that a first turn tells.

use deltamind::state::{ItemKind, Status};

use crate::dialogue::{settled, settles, talk};

/// The finished tasks of a talk, in lower case.
fn finished(lines: &[&str]) -> Vec<String> {
    let session = talk(lines);
    let tasks = session.ledger().of_kind(ItemKind::Task).filter(|task| task.status == Status::Resolved);
    tasks.map(|task| task.summary.to_lowercase()).collect()
}

#[test]
fn work_that_answers_the_person_is_told_as_done() {
    for (lines, wanted) in [
        (&["the harbour map should show depths", "> I added the depths to `harbour_map.rs`."][..], "added the depths"),
        (
            &[
                "> Shrink the photos, or load them late?",
                "shrink",
                "> Reduced the photos to 640 px; the album is 3 MB.",
            ],
            "reduced the photos",
        ),
        (&["the tide table must not use the old feed", "> The old feed is gone. All green."], "the old feed is gone"),
        (&["rules for the quay go into one file", "> Rules added in `quay/rules.toml`."], "rules added"),
    ] {
        let all = finished(lines);
        assert!(all.iter().any(|task| task.contains(wanted)), "{lines:?}: {all:?}");
    }
}

#[test]
fn descriptions_mishaps_and_the_work_of_others_are_not_told_as_done() {
    for lines in [
        ["we use bcrypt for the passwords", "> Hashed passwords are stored in users.db."],
        ["keep the old logs of the pump", "> I deleted the old logs of the pump by mistake."],
        ["the checkout needs VAT for norway", "> The Norwegian VAT is already implemented. Nothing to do."],
        ["the albums should be sorted by date", "> The albums are created in the upload handler."],
        ["the exam sheet has to fit on one page", "> The exam sheet is in place. But it has three pages."],
        ["which feed is it?", "> The old feed is replaced by the new one."],
        ["the tram map is wrong in the north", "> The tram map was last updated in 2019."],
    ] {
        assert_eq!(finished(&lines), Vec::<String>::new(), "{lines:?}");
    }
}

#[test]
fn answers_about_how_things_are_are_facts() {
    settles(
        ItemKind::Fact,
        &[
            (&["> Which kiln do you have, the small or the large one?", "the large one"], "large"),
            (&["> How many visitors a day?", "40, more in july"], "40"),
            (&["> What have you tried so far?", "two drivers and a new cable"], "two drivers"),
        ],
    );
    settles(
        ItemKind::Decision,
        &[
            (&["> Should we fire the kiln today or on Monday?", "monday"], "monday"),
            (&["> What happens on a conflict, overwrite or ask?", "ask"], "ask"),
            (&["> How many reminders per day?", "two"], "two"),
        ],
    );
}

#[test]
fn several_questions_of_one_turn_are_answered_in_order() {
    let asked = "> Before I build the page of the regatta: should it be public? May sailors change their name? And how many \
                 rows should a page have?";
    let session = talk(&[asked, "yes, no, 50"]);
    let decisions = settled(&session, ItemKind::Decision);
    assert!(decisions.iter().any(|text| text.contains("page of the regatta should be public")), "{decisions:?}");
    assert!(decisions.contains(&"a page should have 50 rows".to_owned()), "{decisions:?}");
    let out = settled(&session, ItemKind::RejectedOption);
    assert_eq!(out, ["sailors may change their name"]);
}

#[test]
fn what_is_quoted_of_questions_behind_a_lead_stands_in_the_turn() {
    let asked = "> Two questions about the export: should it include archived rows, and how many rows per file?";
    let session = talk(&[asked, "archived yes. 5000 rows"]);
    let decisions = settled(&session, ItemKind::Decision);
    assert!(decisions.contains(&"the export should include archived rows".to_owned()), "{decisions:?}");
    for item in session.ledger().items() {
        for words in item.versions.iter().flat_map(|version| &version.evidence.snippets) {
            assert!(asked.contains(words.as_str()) || "archived yes. 5000 rows".contains(words.as_str()), "{words}");
        }
    }
}

#[test]
fn a_request_is_taken_back_by_name_or_at_once() {
    let request = "add a tide table to the app please";
    for lines in [
        &[request, "> There are 40 stations, that takes a while.", "oh. never mind then"][..],
        &[request, "> I'll look at the stations.", "the site has one anyway, so you can drop that task"],
        &[request, "> I'll look at the stations.", "then please don't do the tide table, we link to theirs"],
    ] {
        assert_eq!(settled(&talk(lines), ItemKind::Task), Vec::<String>::new(), "{lines:?}");
    }
    for lines in [
        &[request, "> Which stations do you want?", "never mind, I found the list"][..],
        &[request, "> Working on it.", "where is the config? never mind, got it"],
        &[request, "> Working on it.", "the page is crowded, so don't do the tide table in a popup"],
    ] {
        assert_eq!(settled(&talk(lines), ItemKind::Task).len(), 1, "{lines:?}");
    }
}

#[test]
fn a_first_turn_tells_what_a_thing_should_come_to() {
    settles(
        ItemKind::Goal,
        &[
            (&["the buoy empties its battery in 3 months. I need it to last two years"], "last two years - the buoy"),
            (&["our build takes 34 min. make it < 10"], "make it < 10 - our build takes 34 min"),
            (&["harbour app, no signal on the boats. I want the app to work offline"], "get the app to work offline"),
            (&["chat for our rowing club. it should keep the strangers out"], "should keep the strangers out"),
        ],
    );
    for first in [
        "I got a new boat. I love it for its sail.",
        "The header is too big. Make it 20px.",
        "My code prints 7. I want it to print 8. Why doesn't it?",
    ] {
        assert_eq!(settled(&talk(&[first]), ItemKind::Goal), Vec::<String>::new(), "{first}");
    }
}

#[test]
fn a_story_settles_no_value() {
    let story = talk(&["> Which mtu do you have?", "yesterday I swapped the router, then set the mtu to 1400"]);
    assert_eq!(settled(&story, ItemKind::Decision), Vec::<String>::new());
}

#[test]
fn what_goes_and_what_was_never_chosen_replace_nothing() {
    let fractions = [
        "> How should amounts be stored?",
        "as fractions",
        "> I've added cobra for the flags.",
        "take cobra out again",
    ];
    let decisions = settled(&talk(&fractions), ItemKind::Decision);
    assert!(decisions.iter().any(|text| text.contains("stored")), "{decisions:?}");
    let python = ["use python for the migration script", "> Noted.", "change of mind: use kysely instead of raw pg"];
    let decisions = settled(&talk(&python), ItemKind::Decision);
    assert!(decisions.iter().any(|text| text == "use python for the migration script"), "{decisions:?}");
}
