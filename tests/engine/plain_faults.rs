//! Tests what ordinary talk must not leave in the ledger (questions, runs of a program, lists of others, notes of work),
//! and answers, changes and facts in ordinary words.

use deltamind::state::ItemKind;

use crate::dialogue::{settled, settles, settles_none, talk};

#[test]
fn a_question_or_a_run_of_a_program_settles_nothing() {
    settles_none(
        &[ItemKind::Goal],
        &["whats the purpose of the retry loop in sync.go? i dont get why it sleeps twice"],
    );
    settles_none(
        &[ItemKind::Constraint],
        &["ok i ran it 20 times. test_due fails only when TZ is not utc, with TZ=UTC it passes every time"],
    );
    settles_none(&[ItemKind::Task], &["brilliant another outage, just what i wanted for my birthday"]);
    settles_none(&[ItemKind::RejectedOption], &["mqtt isn't off the table, we just haven't tested it"]);
}

#[test]
fn lists_and_chats_of_others_are_their_words() {
    const KINDS: [ItemKind; 3] = [ItemKind::Decision, ItemKind::Constraint, ItemKind::Task];
    settles_none(
        &KINDS,
        &[
            "gemini gave me this, is any of it right?\n\n1. You should use a bloom filter.\n2. Set the buffer to 64 KB.\n3. Never call flush twice.",
        ],
    );
    settles_none(
        &KINDS,
        &[
            "from our channel, nothing decided yet:\n\nanna: let's use mongo\nbo: no way, too heavy\nanna: ok then plain files\nbo: fine",
        ],
    );
}

#[test]
fn work_for_later_is_not_done_by_a_report_of_something_else() {
    let lines =
        ["I want the map to have a dark mode at some point, not now.", "> Noted.", "great", "> Committed, not pushed."];
    let session = talk(&[&lines[..], &["thanks"]].concat());
    assert_eq!(settled(&session, ItemKind::Task), ["make the map have a dark mode at some point"]);
}

#[test]
fn work_that_is_noted_is_not_done() {
    let lines = ["todo: port the tool to arm", "> I've added the ARM port to the backlog.", "thanks"];
    settles(ItemKind::Task, &[(&lines, "arm")]);
    let gone = ["add a dark theme", "> It's on the list.", "you can take the dark theme off the list again"];
    settles_none(&[ItemKind::Task], &gone);
}

#[test]
fn short_forms_of_chat_are_read_by_what_follows() {
    settles(
        ItemKind::Decision,
        &[
            (&["for the exporter well use plain csv"], "csv"),
            (&["id rather have two buttons than a menu"], "two buttons"),
        ],
    );
}

#[test]
fn proposals_of_two_parts_are_answered_part_by_part() {
    let both = "> I'd generate the docs with Sphinx and host them on Netlify. Both fine with you?";
    let answer = [both, "sphinx yes. netlify no, we have our own server"];
    settles(ItemKind::Decision, &[(&answer, "sphinx")]);
    settles(ItemKind::RejectedOption, &[(&answer, "netlify")]);
    let other = [
        "> I'd keep the frames in a list and write a benchmark. Both OK?",
        "benchmark yes. list no, it grows, take a ring buffer",
    ];
    settles(ItemKind::Decision, &[(&other, "ring buffer")]);
    settles(
        ItemKind::Decision,
        &[
            (
                &[
                    "> Instead of one big config I'd split it per service. Should I do it like that?",
                    "yes please, exactly",
                ],
                "split the big config per service",
            ),
            (
                &[
                    "> A plain list won't scale to that many rows; I would use a virtualised table instead.",
                    "makes sense, go for the table",
                ],
                "virtualised table",
            ),
        ],
    );
}

#[test]
fn a_goal_is_told_in_its_own_sentence() {
    settles(
        ItemKind::Goal,
        &[
            (&["I want to sort my photos by place, that's the goal of all this"], "photos"),
            (&["new project: a little website for our choir to share sheet music"], "choir"),
        ],
    );
}

#[test]
fn a_standing_choice_is_said_again_renamed_replaced_or_taken_back() {
    let again = settled(
        &talk(&["lets use sqlite for the local cache", "> OK, SQLite it is.", "stay with sqlite"]),
        ItemKind::Decision,
    );
    assert_eq!(again, ["use sqlite for the local cache"]);
    settles(
        ItemKind::Decision,
        &[
            (
                &["the tool will be called weft", "> Noted, weft.", "weft exists already. call it woof instead"],
                "called woof",
            ),
            (
                &[
                    "Body text will be set in Lora.",
                    "> Added the webfont.",
                    "It looks frail, so let's take Literata in its place.",
                ],
                "set in literata",
            ),
        ],
    );
    settles_none(
        &[ItemKind::Decision],
        &[
            "We will load the fonts from Google Fonts.",
            "> OK, Google Fonts.",
            "scratch that google fonts thing, legal just pinged me",
        ],
    );
}

#[test]
fn another_value_of_a_subject_replaces_the_standing_one() {
    for (first, then, gone, stands) in [
        ("we go with RK4 for the integrator", "we'll go with leapfrog for the integrator", "rk4", "leapfrog"),
        ("Use a Gaussian kernel for the smoothing.", "let's use a Matern kernel", "gaussian", "matern"),
        ("I've decided to write the manual in AsciiDoc.", "We write the manual in Markdown.", "asciidoc", "markdown"),
        ("i want tailwind for the styling", "we do the styling with css modules", "tailwind", "css modules"),
    ] {
        let all = settled(&talk(&[first, "> Done.", then]), ItemKind::Decision);
        assert!(all.iter().any(|t| t.contains(stands)) && !all.iter().any(|t| t.contains(gone)), "{first}: {all:?}");
    }
    for (first, then, gone, stands) in [
        ("images on the site must stay under 500 KB", "new limit: images under 150 KB", "500", "150 kb"),
        ("no function longer than 30 lines in this repo", "functions may be up to 60 lines", "30", "60 lines"),
    ] {
        let all = settled(&talk(&[first, "> Six are above that.", then]), ItemKind::Constraint);
        assert!(all.iter().any(|t| t.contains(stands)) && !all.iter().any(|t| t.contains(gone)), "{first}: {all:?}");
    }
    let day = ["feature freeze is thursday at 18:00", "> ok", "we moved the feature freeze to monday noon"];
    assert_eq!(settled(&talk(&day), ItemKind::Fact), ["we moved the feature freeze to monday noon"]);
    let other = settled(&talk(&["use redis for the cache", "> ok", "use redis for the queue"]), ItemKind::Decision);
    assert_eq!(other.len(), 2, "another purpose is another choice");
}

#[test]
fn a_rule_ends_where_the_person_says_that_it_is_not_needed() {
    for (rule, end) in [
        ("all ui strings have to go through lokalise", "the strings don't have to go through lokalise any more"),
        ("No network calls in the unit tests.", "That rule no longer applies, by the way."),
        ("output must be in metric units", "scrap the metric rule, everybody may pick what they like"),
    ] {
        settles_none(&[ItemKind::Constraint], &[rule, "> ok", end]);
    }
}

#[test]
fn a_refused_option_is_never_the_picked_one() {
    let offer = "> I could make the bindings with SWIG, cffi or pybind11.";
    let session = talk(&[offer, "they hate swig with a passion, we won't use swig"]);
    assert!(settled(&session, ItemKind::Decision).is_empty());
    settles(ItemKind::RejectedOption, &[(&[offer, "they hate swig with a passion, we won't use swig"], "swig")]);
}

#[test]
fn a_report_on_one_part_leaves_the_task_open() {
    let lines = ["translate the help pages into french and into dutch", "> The french help pages are done."];
    settles(ItemKind::Task, &[(&lines, "dutch")]);
}

#[test]
fn what_is_observed_added_or_narrower_replaces_nothing() {
    for (first, then, stays) in [
        ("images must stay under 500 KB", "the images are 900 KB", "images must stay under 500 kb"),
        (
            "passwords must be hashed with argon2",
            "passwords must be rotated yearly",
            "passwords must be hashed with argon2",
        ),
        ("never commit to main", "we don't need a policy", "never commit to main"),
    ] {
        let all = settled(&talk(&[first, "> ok", then]), ItemKind::Constraint);
        assert!(all.iter().any(|t| t == stays), "{first}: {all:?}");
    }
    for (first, then, stays) in [
        ("let's use Postgres for the job store", "let's use Vitest", "use postgres for the job store"),
        ("Session timeout is 30 minutes", "admin session timeout is 10 minutes", "session timeout is 30 minutes"),
        ("use TypeScript for the frontend", "use Vite for the frontend", "use typescript for the frontend"),
    ] {
        let all = settled(&talk(&[first, "> ok", then]), ItemKind::Decision);
        assert!(all.iter().any(|t| t == stays), "{first}: {all:?}");
    }
    let open = ["fix the login bug", "> looking", "the login bug is open again"];
    settles(ItemKind::Task, &[(&open, "login bug")]);
}

#[test]
fn what_is_chosen_instead_replaces_the_choice_of_its_subject() {
    let session = talk(&[
        "We'll go with Stripe for the payments.",
        "> Ok.",
        "The reservation of 15 minutes is too long, make it 8.",
        "> Ok.",
        "We'll go with Mollie for the payments instead, Lena knows it.",
    ]);
    let all = settled(&session, ItemKind::Decision);
    assert!(all.contains(&"use mollie for the payments".to_owned()), "{all:?}");
    assert!(all.iter().all(|text| !text.contains("stripe")), "{all:?}");
    assert!(all.iter().any(|text| text.contains('8')), "{all:?}");
    settles_none(
        &[ItemKind::Constraint, ItemKind::Decision],
        &["Anna thinks we should use Mapbox, but it costs too much."],
    );
    let hours = ["The confirm link should be valid for 48 hours.", "> Ok.", "24 hours is enough for the confirm link."];
    assert_eq!(settled(&talk(&hours), ItemKind::Constraint), ["the confirm link should be valid for 24 hours"]);
}

#[test]
fn a_remark_with_no_refuses_nothing() {
    const KINDS: [ItemKind; 2] = [ItemKind::RejectedOption, ItemKind::Constraint];
    for remark in ["No harm done.", "no surprise there", "No complaints from me!", "no such luck", "no big deal"] {
        settles_none(&KINDS, &["> The ferry left without the mail, sorry.", remark]);
    }
    settles_none(&KINDS, &["> The old horn had two tones. Is that known?", "No."]);
    settles(ItemKind::RejectedOption, &[(&["> Bikes or cars on deck?", "no cars"], "cars")]);
}

#[test]
fn words_that_only_give_the_order_of_things_change_nothing() {
    let lines = ["log only the name of the ferry", "> ok", "cut the rope pls. then rate limit"];
    let all = settled(&talk(&lines), ItemKind::Decision);
    assert!(all.iter().all(|text| !text.contains("rate limit")), "{all:?}");
    settles(
        ItemKind::Constraint,
        &[(&["> Moored.", "Next time read the tide table before you leave"], "read the tide")],
    );
    let rules = settled(&talk(&["> Moored.", "Next time ask before you leave"]), ItemKind::Constraint);
    assert_eq!(rules, ["ask before you leave"]);
}

#[test]
fn the_other_option_takes_the_place_of_a_choice_that_is_called_off() {
    let lines = [
        "> Should the tickets live in files or in a database?",
        "A database",
        "> Ok.",
        "drop the database, we keep them in files",
    ];
    let session = talk(&lines);
    assert_eq!(settled(&session, ItemKind::Decision), ["the tickets should live in files"]);
    assert!(settled(&session, ItemKind::RejectedOption).iter().all(|text| text != "in files"));
    let lines = [
        "> Who may see the map, only sailors with a password or everybody in the local harbour?",
        "only with a password",
        "> Ok.",
        "Drop the password, everyone in the local harbour can see it.",
    ];
    assert_eq!(settled(&talk(&lines), ItemKind::Decision), ["everybody in the local harbour"]);
}

#[test]
fn a_limit_or_a_place_said_anew_takes_the_place_of_the_former() {
    for (first, then, stands) in [
        (
            "ferry timetable: 250 kB gzipped at most",
            "Let the timetable be 300 kB at most",
            "ferry timetable: 300 kb gzipped at most",
        ),
        ("max rope length 40", "max length down to 30", "max rope length 30"),
        ("keep the bookings in a text file", "put the bookings in redis", "put the bookings in redis"),
    ] {
        let session = talk(&[first, "> Done.", then]);
        let all = [ItemKind::Decision, ItemKind::Constraint, ItemKind::Task].map(|kind| settled(&session, kind));
        assert_eq!(all.concat(), [stands], "{then}");
    }
}

#[test]
fn what_the_agent_told_of_a_choice_may_end_it() {
    for (lines, stands) in [
        (
            [
                "use oak for the deck of the ferry",
                "> The oak is laid, but it is slippery.",
                "Use larch for the deck then.",
            ],
            "use larch for the deck",
        ),
        (
            [
                "for the horn use Gjallar",
                "> Gjallar has not been built for years.",
                "didn't know that, thanks. Fogmax please",
            ],
            "use fogmax for the horn",
        ),
        (
            [
                "pick a date for the tour",
                "> ok",
                "pls sort the boats by length. hmm no. by age, length only as tie breaker",
            ],
            "sort the boats by age, length only as tie breaker",
        ),
    ] {
        let session = talk(&lines);
        let all = [ItemKind::Decision, ItemKind::Task].map(|kind| settled(&session, kind)).concat();
        assert!(all.iter().any(|text| text == stands), "{lines:?}: {all:?}");
        assert!(
            all.iter().all(|text| !["oak", "gjallar", "boats by length"].iter().any(|old| text.contains(old))),
            "{all:?}"
        );
    }
    let lines = ["no rope on the pier", "> Done.", "we do use rope there after all, changed my mind"];
    assert_eq!(settled(&talk(&lines), ItemKind::Constraint), ["use rope on the pier"]);
    let lines = ["every boat needs a bell", "> Twelve have none.", "got outvoted :) the boat bell requirement is void"];
    assert!(settled(&talk(&lines), ItemKind::Constraint).is_empty());
}

#[test]
fn a_message_for_another_session_leaves_nothing() {
    for said in [
        "whoops, wrong terminal. please skip my previous message",
        "oops, wrong window",
        "please disregard my last note",
    ] {
        let session = talk(&["Never close a ticket, rename it instead", "> Understood.", said]);
        assert!(settled(&session, ItemKind::Constraint).is_empty(), "{said}");
    }
    let kept = talk(&["Never close a ticket, rename it instead", "> Understood.", "ignore the last line of the log"]);
    assert_eq!(settled(&kept, ItemKind::Constraint).len(), 1);
}

#[test]
fn work_on_a_thing_ends_no_rule_about_such_things_and_a_question_corrects_nothing() {
    let rule = "Torn tickets must never stop the turnstile";
    let session = talk(&[rule, "> Understood.", "delete the sample ticket"]);
    assert_eq!(settled(&session, ItemKind::Constraint), [rule.to_lowercase()]);
    let paper = talk(&["use rope for the signs", "> Done.", "what paper are the labels on? should be matte"]);
    let all = [ItemKind::Decision, ItemKind::Task].map(|kind| settled(&paper, kind)).concat();
    assert!(!all.iter().any(|summary| summary.contains("matte")), "{all:?}");
}

#[test]
fn a_tag_makes_a_question_of_the_sentence_before_it_and_curses_stress_only() {
    let session = talk(&["the crates don't have to be oak, they can be any wood we find. Or not?"]);
    for kind in [ItemKind::Decision, ItemKind::Constraint, ItemKind::Fact] {
        assert!(settled(&session, kind).is_empty(), "{kind:?}");
    }
    let session = talk(&["ffs use bloody oak for the shelf"]);
    assert_eq!(settled(&session, ItemKind::Decision), ["use oak for the shelf"]);
}

#[test]
fn a_name_of_two_verbs_is_one_thing_and_help_is_no_goal() {
    let session = talk(&["help me with the lamp shop", "> Of course.", "use the browser's own drag and drop"]);
    assert_eq!(settled(&session, ItemKind::Decision), ["use the browser's own drag and drop"]);
    assert_eq!(settled(&session, ItemKind::Goal), ["the lamp shop"]);
}
