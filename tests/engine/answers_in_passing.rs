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
