//! Tests what a whole session tells: what it is for, answers that the agent restates, picks in the words of a talk, and
//! numbers that change only the value they are meant for.

use deltamind::state::ItemKind;

use crate::dialogue::{settled, settles, talk};

const ALL: [ItemKind; 5] =
    [ItemKind::Decision, ItemKind::Constraint, ItemKind::Task, ItemKind::Goal, ItemKind::RejectedOption];

/// Asserts that no item of a kind in force has the words.
fn lacks(lines: &[&str], kinds: &[ItemKind], words: &str) {
    let session = talk(lines);
    for kind in kinds {
        let all = settled(&session, *kind);
        assert!(!all.iter().any(|text| text.contains(words)), "{lines:?}: {all:?}");
    }
}

#[test]
fn the_first_wish_of_a_session_is_its_goal() {
    settles(
        ItemKind::Goal,
        &[
            (&["need route planning in the ferry app. per island, offline"], "route planning in the ferry app"),
            (&["We only have paper lists today. I want booking, reminders and a waiting list."], "booking, reminders"),
            (&["the tide gauge drifts by a meter a week. please help fix the calibration"], "fix the calibration"),
            (&["want our recipes moved from the wiki to plain files. about 90 pages"], "recipes moved"),
            (&["yo, map viewer for our climbing club. leaflet. show the routes"], "map viewer for our climbing club"),
        ],
    );
    // A small thing is a task, and a choice of a tool is a choice.
    settles(ItemKind::Task, &[(&["need a test for the tide parser"], "add a test for the tide parser")]);
    lacks(&["i want bulma for the styling"], &[ItemKind::Goal], "bulma");
}

#[test]
fn what_the_agent_restates_is_settled() {
    let question = "> Two files give 30 and 60 days. How long should the logs stay?";
    settles(
        ItemKind::Decision,
        &[
            (
                &["> Which map tiles? I have looked at both.", "swisstopo", "> Swisstopo tiles from the cache."],
                "swisstopo",
            ),
            (&[question, "60. the other is a leftover", "> Retention 60 days. Next the rotation."], "60"),
        ],
    );
    // Reports, statements and what was only weighed are not restated choices.
    for lines in [
        &["> Which tiles?", "maybe swisstopo, not sure", "> Swisstopo tiles, then."],
        &["> Which tiles?", "what does swisstopo cost", "> Swisstopo prices: free."],
    ] {
        lacks(lines, &[ItemKind::Decision], "swisstopo");
    }
    lacks(&["hello there", "> Hello!", "brb"], &ALL, "hello");
}

#[test]
fn options_apart_from_each_other_are_whole() {
    let photos = "> For the scans: keep them beside the report, or in a bucket of their own?";
    let size = "> For the size: shrink the sample maps, or move them to another repo?";
    settles(
        ItemKind::Decision,
        &[
            (&[photos, "bucket of their own"], "in a bucket of their own"),
            (&[size, "shrink them"], "shrink the sample maps - size"),
            (&["> Errors: throw on a bad row, or return `{rows, errors}`?", "{rows, errors}"], "return {rows, errors}"),
            (&["> Which profile: BASIC, EN 16931 or EXTENDED?", "EN16931"], "en 16931"),
            (&["> For the app: which language first, Dutch or French?", "French first"], "french - language first"),
            (
                &[
                    "> Options: split the job over 3 runners, move to a bigger one, or run it at night only.",
                    "split, 4 runners",
                ],
                "split the job over 4 runners",
            ),
        ],
    );
}

#[test]
fn picks_come_in_the_words_of_a_talk() {
    let power = "> After a power cut we can (1) keep the position in flash, (2) drive to the upper stop at boot.";
    let list = "> Do you want a drag and drop board or a list with buttons?";
    let notes = "> The notes can come from the commits or from the titles of the requests.";
    settles(
        ItemKind::Decision,
        &[
            (&[power, "2. flash wears out"], "upper stop"),
            (
                &[list, "my brother says drag n drop, but it runs on a remote too so list with buttons"],
                "a list with buttons",
            ),
            (
                &[notes, "hm our commits are mostly 'wip'", "> They would show, yes.", "lol. the latter"],
                "titles of the requests",
            ),
            (&["> Is zstd with a dictionary OK for you?", "zstd ok"], "zstd with a dictionary"),
            (
                &["> A cron job could do this; a systemd timer would do too.", "Systemd timer, we know it"],
                "systemd timer",
            ),
        ],
    );
    settles(
        ItemKind::RejectedOption,
        &[(&["> Shall I put a proxy in front of it?", "please not another moving part"], "proxy")],
    );
}

#[test]
fn a_number_changes_only_what_it_is_meant_for() {
    let press = ["compress scans to max 1600 px", "> Done, 1600 px, JPEG quality 80.", "quality 80 is too blurry. 90"];
    settles(ItemKind::Decision, &[(&press, "quality 90")]);
    settles(ItemKind::Constraint, &[(&press, "1600 px")]);
    lacks(
        &["> Where does it run?", "on my mac mini 2 at home", "> I capped the queue at 50 jobs.", "50 is good"],
        &[ItemKind::Decision],
        "mac mini 50",
    );
    lacks(&["> A cold build takes around 11 minutes.", "7 to go then"], &ALL, "7");
    // Another limit of the same thing, announced as new.
    let limits: [(&[&str], &str); 2] = [
        (
            &["search has to answer in under 200ms at p95", "> It is at 260.", "they relaxed it, p95 may be 350ms now"],
            "350ms",
        ),
        (&["max 2 downloads at the same time", "> Set to 2.", "up to 6 downloads at once from now on"], "6 downloads"),
    ];
    settles(ItemKind::Constraint, &limits);
}

#[test]
fn what_is_taken_back_or_weighed_in_the_same_breath_settles_nothing() {
    settles(
        ItemKind::Decision,
        &[(&["> Which port for the metrics?", "9090, argh no that's prometheus, 9464"], "9464")],
    );
    let checksum = ["> Should the checksum be Fletcher or Adler?", "Adler.", "> OK, Adler."];
    lacks(
        &[&checksum[..], &["Ah wait, on second thought, every 5 minutes is too much."]].concat(),
        &ALL,
        "second thought",
    );
    lacks(
        &[
            "> We could move to SQLite.",
            "ok, sqlite",
            "> Moved.",
            "oh and josh wants a radio. no. radios annoy the cat",
        ],
        &[ItemKind::Decision],
        "radios",
    );
    for (lines, words) in [
        (
            &["> Monorepo or one repository each?", "monorepo: one PR, good. one CI, bad. so it's a draw"][..],
            "monorepo",
        ),
        (&["> Where did the import fail?", "On the merged cells."], "merged"),
        (&["> Then we stay in the old zone?", "give me a sec, looking at the graphs"], "graphs"),
        (&["> Retry with backoff in the client, or a queue?", "gotta run, back at 5"], "backoff"),
        (&["at my old job we had this rule, no deploys on fridays"], "fridays"),
        (
            &["> A watch face would be a nice extra.", "tempting but i dont know. lets not plan anything."],
            "plan anything",
        ),
    ] {
        lacks(lines, &ALL, words);
    }
}

#[test]
fn what_is_observed_reported_or_about_another_thing_replaces_nothing() {
    for (lines, words) in [
        (&["the bundle must stay under 300 kB", "> Noted.", "the bundle is 420 kB now"][..], "420"),
        (&["names must be at most 40 characters", "> ok", "names in the old export had 80 characters instead"], "80"),
        (&["login sessions max 30 minutes", "> Noted.", "admin sessions are 8 hours instead"], "8 hours"),
        (
            &["Use oak for the frame.", "> Done. The date picker is in.", "replace it with a plain input"],
            "plain input for the",
        ),
    ] {
        lacks(lines, &[ItemKind::Decision, ItemKind::Constraint], words);
    }
    for (lines, words) in [
        (&["> The login uses OAuth. Logout clears the cookie.", "logout works, login does not"][..], "logout"),
        (&["> The lint job fails because of Prettier or ESLint.", "ESLint, I bet"], "eslint"),
        (&["> Options: 1) lru 2) lfu", "1. is a no go"], "lru"),
        (&["> Is the build fine?", "yes"], "build"),
        (&["> Which file do you mean?", "the old config", "> Old config, ok. Reading it."], "old config"),
        (&["> I could add a lock.", "a lock is what deadlocked us", "> Right, lock around the writer."], "lock"),
        (&["Empty page for all users. The api returns 500 since noon."], "empty page"),
        (&["I'd like less talk and more code please"], "less talk"),
    ] {
        lacks(lines, &[ItemKind::Decision, ItemKind::Goal], words);
    }
    settles(ItemKind::Decision, &[(&["> C or C++ for the driver?", "C++"], "c++ for the driver")]);
}
