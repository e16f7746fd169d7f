//! Tests answers that name their option in passing, conclusions from a stated reason, the agent's own choices that the
//! person approves, and what holds only under a condition.

use deltamind::state::ItemKind;

use crate::dialogue::{settled, settles, talk};

#[test]
fn an_option_is_picked_where_the_answer_points_to_it_or_concludes_it() {
    settles(
        ItemKind::Decision,
        &[
            (
                &[
                    "> For the map there's Leaflet or MapLibre. Both would do.",
                    "i know my way around maplibre, that one then",
                ],
                "maplibre",
            ),
            (
                &[
                    "> The docs can be built with mdBook or with Sphinx.",
                    "half the team already writes markdown => mdbook",
                ],
                "mdbook",
            ),
            (
                &[
                    "> For the queue we compared Sidekiq and Que. They're equally fast.",
                    "que needs no redis. one box less => que",
                ],
                "que",
            ),
            (&["> The scheduler can either poll the table, or it can listen to NOTIFY.", "the latter"], "notify"),
            (&["> The motor loop can run at 500 Hz or at 2 kHz. Which one?", "2k, the chip is idle anyway"], "2 khz"),
            (
                &[
                    "> Two ways to store the thumbnails: on disk next to the photos, or as blobs in the DB. Which one?",
                    "blobs make the backup trivial. that one",
                ],
                "as blobs in the db",
            ),
            (
                &["> Two parsers I'd consider: nom, which is fast, and chumsky, made for good errors.", "the second"],
                "chumsky",
            ),
        ],
    );
    let against = talk(&["> For the map there's Leaflet or MapLibre.", "leaflet broke on us twice. that one"]);
    assert!(settled(&against, ItemKind::Decision).is_empty());
}

#[test]
fn an_undecided_matter_is_answered_like_a_question() {
    settles(
        ItemKind::Decision,
        &[
            (&["> Retention of the raw frames is not decided yet.", "disks are small, hence 3 days"], "3 days"),
            (&["> How wide should the sidebar be?", "280 px, that's what the mockups have"], "280 px"),
            (
                &[
                    "> Three questions about the tiles: PNG or WebP? How many zoom levels? Labels in every tile or only in the last?",
                    "webp, 14 levels, only in the last",
                ],
                "14 levels",
            ),
        ],
    );
    let told = talk(&["> Roughly how many boats are there in the register?", "four thousand give or take"]);
    assert!(settled(&told, ItemKind::Decision).is_empty(), "how things are is no choice");
}

#[test]
fn what_follows_from_a_reason_is_settled_with_it() {
    for (said, wanted, reason) in [
        (
            "our printer only understands ESC/POS, which means the receipts go out as plain text",
            "plain text",
            "printer",
        ),
        ("the loader has 2 kB to spare, that's why the font becomes a 5x7 bitmap", "bitmap", "2 kb"),
    ] {
        let session = talk(&[said]);
        let found = session.ledger().of_kind(ItemKind::Decision).find(|i| i.summary.to_lowercase().contains(wanted));
        let why = found.and_then(|i| i.rationale.as_deref().map(str::to_lowercase)).unwrap_or_default();
        assert!(why.contains(reason), "{said}: {found:?}");
    }
}

#[test]
fn the_agents_own_choice_is_settled_by_approval_alone() {
    let chose = "> I went with a ring buffer instead of a queue, since the oldest samples may be lost.";
    let kept = "> The flags live in a TOML file beside the binary; I chose that over environment variables.";
    settles(
        ItemKind::Decision,
        &[(&[chose, "good call"], "ring buffer"), (&[kept, "toml is perfect, field techs can edit that"], "toml")],
    );
    for other in ["hm, why?", "k. and how long is it?", "ok but only if it survives a restart"] {
        assert!(settled(&talk(&[chose, other]), ItemKind::Decision).is_empty(), "{other}");
    }
}

#[test]
fn a_reaction_before_the_answer_is_none() {
    settles(
        ItemKind::Decision,
        &[(&["> I'd store the frames as Zarr. That halves the load time. Shall we?", "halves?? sold."], "zarr")],
    );
    let refused =
        talk(&["> The shader compiles now. Would you like me to port it to Slang?", "cool! no, leave it in GLSL"]);
    assert!(settled(&refused, ItemKind::Decision).iter().all(|text| !text.contains("slang")));
    settles(
        ItemKind::Decision,
        &[(
            &[
                "> About late homework: my proposal is a deduction of 10 % per day. Any objection?",
                "None from my side :)",
            ],
            "10 %",
        )],
    );
}

#[test]
fn a_duty_under_a_condition_is_a_rule_and_a_plan_under_one_waits() {
    settles(
        ItemKind::Constraint,
        &[
            (&["should the sensor drop out, the pump has to stop within a second"], "sensor"),
            (&["bear in mind that all strings have to be translatable"], "translatable"),
            (&["timestamps are stored in UTC, never local time"], "never local"),
        ],
    );
    let open = talk(&["if the vendor hasn't answered by friday, we'll write the driver ourselves"]);
    assert!(settled(&open, ItemKind::Decision).is_empty());
    assert!(
        open.held().any(|held| format!("{:?}", held.candidate.delta).contains("driver")),
        "it waits for the person"
    );
}

#[test]
fn words_of_others_go_on_behind_an_and() {
    let quoted = talk(&["lena from ops says we should throw out nginx and put caddy in front. what's your take?"]);
    for kind in [ItemKind::Decision, ItemKind::Task, ItemKind::Constraint] {
        assert!(settled(&quoted, kind).is_empty(), "{kind:?}");
    }
    let pasted = "somebody opened this on the player repo:\n\n#418 Crash with an empty list\nStart it without files.\nPlease also add a dark theme.\n\n----\nplease fix the crash";
    assert!(settled(&talk(&[pasted]), ItemKind::Task).iter().all(|text| !text.contains("dark")));
}

#[test]
fn a_pick_that_is_taken_back_at_once_does_not_stand() {
    let photos = "> Old photos: (A) move them to a cold bucket or (B) delete them after a year?";
    let hinges = "> Which hinge: 1) brass, 2) steel or 3) nylon?";
    for (talked, chosen, left) in [
        ([photos, "A. no wait, B, the bucket costs money too"], "delete them after a year", "bucket"),
        ([hinges, "2, no sorry, 3. steel rusts out there"], "nylon", "steel or"),
        (
            ["> Postgres or SQLite for the tides?", "postgres. hm, actually sqlite, it's one file"],
            "sqlite for the tides",
            "postgres",
        ),
    ] {
        let decided = settled(&talk(&talked), ItemKind::Decision).join(" / ").to_lowercase();
        assert!(decided.contains(chosen) && !decided.contains(left), "{talked:?}: {decided}");
    }
}

#[test]
fn letters_before_dashes_are_labels_and_each_is_taken_for_its_place() {
    let drawings = "> The drawings are in the folder:\nA - compact rows\nB - cards\nC - a full-width picture";
    let buttons = "> Buttons: A - filled, B - outlined, C - text only.";
    for (talked, chosen) in [
        ([drawings, "A for the list page and C for the detail page"], "compact rows for the list page"),
        ([buttons, "B for cancel, A for save"], "filled for save"),
    ] {
        let decided = settled(&talk(&talked), ItemKind::Decision).join(" / ").to_lowercase();
        assert!(decided.contains(chosen) && !decided.contains("folder"), "{talked:?}: {decided}");
    }
}

#[test]
fn a_softened_no_refuses_and_a_name_behind_none_takes_the_place_of_all() {
    for (offer, said) in [
        ("> I can let the tide clock drift like the old one, for charm.", "please god no"),
        ("> Should I add a second cache in front of the cache?", "that would be madness"),
        ("> Shall I move the tests to a new crate?", "lol no"),
    ] {
        let session = talk(&[offer, said]);
        let other = [ItemKind::Decision, ItemKind::Task].map(|kind| settled(&session, kind)).concat();
        assert!(other.is_empty() && !settled(&session, ItemKind::RejectedOption).is_empty(), "{said}: {other:?}");
    }
    let fonts = talk(&["> Font for the labels: Arial or Lato?", "none of those, Inter. the client has a licence"]);
    assert_eq!(settled(&fonts, ItemKind::Decision), ["inter - font for the labels"]);
    let out = talk(&["> The build takes 48 s now.", "hemp please, nylon is out"]);
    assert_eq!(settled(&out, ItemKind::Decision), ["use hemp"]);
    assert_eq!(settled(&out, ItemKind::RejectedOption), ["nylon"]);
}

#[test]
fn parts_of_a_plan_are_approved_by_their_numbers() {
    let plan = "> The plan:\n1. rename the crate to `wharf`\n2. drop the Windows build\n3. move the docs to mdBook";
    for said in ["yes to 1 and 3, 2 I have to think about", "1 and 3 are fine. 2 later"] {
        let work = settled(&talk(&[plan, said]), ItemKind::Task);
        assert_eq!(work, ["rename the crate to wharf", "move the docs to mdbook"], "{said}");
    }
}

#[test]
fn a_label_picks_from_the_list_before_the_last_question() {
    let ways = "> Three ways:\n\n**A. Keep polling.**\nIt is simple.\n\n**B. Listen to the socket.**\nNo delay.\n\n\
                ## My advice\n\nTake it slowly. Want me to sketch that out?";
    assert_eq!(settled(&talk(&[ways, "let's do B"]), ItemKind::Decision), ["listen to the socket"]);
}

#[test]
fn a_label_with_its_bracket_picks_whatever_words_follow() {
    let offer = "> Where do we keep the drafts?\n\n**A) In the existing `Sheet` struct** (two new fields)\n- Pros: simple\n\n\
                 **B) In a file drafts.toml beside book.toml**\n- Pros: cleaner\n\nWhich way?";
    for said in [
        "I think A) is fine, let's put it into book.toml. Can we start with one sheet?",
        "A) sounds good, same as book.toml",
    ] {
        let picked = talk(&[offer, said]);
        assert_eq!(settled(&picked, ItemKind::Decision), ["in the existing sheet struct (two new fields)"], "{said}");
        assert_eq!(settled(&picked, ItemKind::RejectedOption), ["in a file drafts.toml beside book.toml"], "{said}");
    }
    let refused = talk(&[offer, "A) is too big, B) too slow"]);
    assert!(settled(&refused, ItemKind::Decision).is_empty());
}

#[test]
fn what_is_picked_for_the_moment_is_work_and_rules_nothing_out() {
    let next = "> How do you want to proceed?\n\nA) Tune the valve now\nB) Close the ticket\nC) Something else";
    let leave = "> The old mill is still there. I can also remove `mill/` or leave it for now.";
    for (offer, said, work) in [
        (next, "C) update the drawing first", "update the drawing first"),
        (next, "A", "tune the valve now"),
        (leave, "remove it", "remove mill/"),
    ] {
        let picked = talk(&[offer, said]);
        assert_eq!(settled(&picked, ItemKind::Task), [work], "{said}");
        assert!(settled(&picked, ItemKind::Decision).is_empty(), "{said}");
        assert!(settled(&picked, ItemKind::RejectedOption).is_empty(), "{said}");
    }
}

#[test]
fn examples_lists_of_ones_own_and_requests_for_words_settle_nothing() {
    let questions = "> Two things are open.\n\n1. Which lamps do we take?\n2. Should the masts be painted or bare?";
    for said in [
        &[
            "our tool moves single boats, right? for example we could say that the ferry always starts in Kiel but the tugs \
           start where they lie",
        ][..],
        &[questions, "I am thinking of three kinds of lamps:\n1. bright ones\n2. small ones\n3. blue ones"],
        &["explain how the ballast pump decides when to stop"],
    ] {
        let session = talk(said);
        for kind in [ItemKind::Decision, ItemKind::Constraint, ItemKind::Task, ItemKind::RejectedOption] {
            assert!(settled(&session, kind).is_empty(), "{said:?} {kind}");
        }
    }
}

#[test]
fn a_pronoun_stands_for_no_word_that_names_no_thing() {
    let session = talk(&["> So the question is more about noise. Want me to do it as a separate part?", "yes"]);
    assert!(settled(&session, ItemKind::Task).iter().all(|task| !task.contains("question")));
}

#[test]
fn nouns_that_are_also_verbs_of_saying_report_nobodys_words() {
    let session = talk(&["The oven has three states and every test must begin in the same state."]);
    let stated = settled(&session, ItemKind::Constraint).len() + settled(&session, ItemKind::Fact).len();
    assert!(stated > 0, "{:?}", session.ledger().items());
    let told = talk(&["The vendor states that every test must begin in the same state."]);
    assert!(settled(&told, ItemKind::Constraint).is_empty());
}

#[test]
fn a_yes_to_all_parts_but_one_leaves_that_open() {
    let plan =
        "> I suggest three changes:\n\n1. Cache the maps\n2. Log the tides\n3. Draw the buoys\n\nShall I go ahead?";
    let session = talk(&[plan, "yes, but for 2. we need something more robust"]);
    assert_eq!(settled(&session, ItemKind::Task), ["cache the maps", "draw the buoys"]);
    assert!(settled(&session, ItemKind::RejectedOption).is_empty());
}

#[test]
fn a_no_with_praise_and_without_its_comma_refuses() {
    const OFFERED: &str = "> The gate is oiled. Also, I'd propose adding a second lamp; it takes 34 W.";
    for said in ["haha no, I love it but our fuse is small", "no the fuse is small", "lol no"] {
        let run = talk(&[OFFERED, said]);
        assert!(settled(&run, ItemKind::Decision).is_empty(), "{said}");
        assert_eq!(settled(&run, ItemKind::RejectedOption), ["add a second lamp"], "{said}");
    }
}

#[test]
fn figures_and_findings_are_no_options() {
    const FINDINGS: &str = "> I looked at the lamp.\n\n1. The bulb stays on for 12 s after each ring.\n2. The dimmer never closes.\n3. The bell rings every 60 s.\n\nHow often should the bell ring?";
    const FIGURES: &str = "> | lamp | power |\n|---|---|\n| hall | 40 W |\n| porch | 12 W |\n\nThe hall lamp could be dimmed at night. Is that OK for you?";
    let run = talk(&[FINDINGS, "every 10 minutes is plenty"]);
    assert!(settled(&run, ItemKind::RejectedOption).is_empty());
    assert!(settled(&run, ItemKind::Decision).iter().all(|d| d.contains("10 minutes")));
    assert!(settled(&talk(&[FIGURES, "yes"]), ItemKind::Decision).iter().all(|d| !d.contains("porch")));
}

#[test]
fn criticism_of_what_the_agent_shows_refuses_nothing() {
    const SHOWN: &str = "> I'd make the leaflet short and built around the three lamps.\n\n**Page 2**\nThe lamps use 40 lumen per watt.";
    for said in ["too many numbers", "too much jargon and not enough about the guests"] {
        let run = talk(&[SHOWN, said]);
        assert!(settled(&run, ItemKind::RejectedOption).is_empty() && settled(&run, ItemKind::Decision).is_empty());
    }
    let run = talk(&["> I'll make a little switch for the lamp.", "it hums at night. i don't want that"]);
    assert!(settled(&run, ItemKind::RejectedOption).is_empty());
}

#[test]
fn a_value_behind_a_yes_and_a_wish_behind_a_no_change_what_was_offered() {
    const TIMED: &str = "> I'd recommend turning the bell on with a delay of 30 s.";
    let run = talk(&[TIMED, "yes. but 30 is too short, make it 90"]);
    assert_eq!(settled(&run, ItemKind::Decision), ["turn the bell on with a delay of 90 s"]);
    let steps = "> Here is what I'd hang up:\n\n- a drawing of the hull\n- a film of the launch\n\nDoes that work?";
    assert!(settled(&talk(&[steps, "no, it needs to be photos"]), ItemKind::RejectedOption).is_empty());
    let offered = "> I could also add a second map through the harbour, that's one more file.";
    let run = talk(&["one map is enough", offered, "eh. we're not even in the harbour yet, forget it"]);
    assert_eq!(settled(&run, ItemKind::RejectedOption).len(), 1);
    let kept = talk(&["keep the logs 7 days", "> Set.", "about the logs, the office looks back, make it 30 days pls"]);
    assert!(settled(&kept, ItemKind::Decision).iter().all(|d| d.contains("30 days")));
}
