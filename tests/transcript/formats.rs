//! Tests the turns, signals and ignored records of each agent's transcript.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use deltamind::transcript::{Decoder, Entry};

use crate::told::{decoded, feed, fixture, line, read, told};

#[test]
fn claude_code() {
    let all = read("transcripts/claude.jsonl");
    let want = "\
user: /plan keep the pear index in sqlite
assistant: I will look at the index first.
  question Which store? [sqlite, postgres] ?
  question Keep backups? [yes, no] ?
user: Which store? -> sqlite (it must stay one file) | Keep backups? -> only weekly ones
  question Which store? [sqlite, postgres] sqlite (it must stay one file)
  question Keep backups? [yes, no] only weekly ones
  todo list: in_progress Write the index, pending Add backups
  todo: #7 pending Prune old pears
  todo: #7 completed Prune old pears
assistant: # Plan | 1. Use sqlite
  plan shown: # Plan | 1. Use sqlite
user: add a migration step
  plan refused: # Plan | 1. Use sqlite because add a migration step
assistant: # Plan | 1. Use sqlite | 2. Migrate
  plan shown: # Plan | 1. Use sqlite | 2. Migrate
  plan approved: # Plan | 1. Use sqlite | 2. Migrate
  Edit /home/dev/orchard/index.rs ok
  Bash cargo test failed test pear ... FAILED
  Bash git add -A && git commit -m 'Keep pears in sqlite' && git push ok    1..2  main -> main
  commit 1a2b3c4 Keep pears in sqlite true
  push true
  Bash rm -rf / denied
  interrupt
user: never delete anything outside the repo
assistant: Understood.
user: and write a test for it
user: use the small fixture
assistant: Test written.
user: call it pears.db
assistant: Named pears.db.
  withdrawn 2
user: call it orchard.db
assistant: Named orchard.db.
  boundary compaction
  summary This session is being continued from a previous conversation that ran out of context. We must never do X.
  boundary resume
assistant: # Plan two | Go on
  plan approved: # Plan two | Go on
user: yes";
    assert_eq!(told(&all.entries), want.lines().collect::<Vec<_>>());
    assert_eq!(all.meta.session_id, "claude-5e551011-0000-4000-8000-000000000001");
    assert_eq!((all.meta.project.as_str(), all.meta.cwd.as_deref()), ("orchard", Some("/home/dev/orchard")));
    assert_eq!(all.counts.ignored["other session"], 1);
    let queued = all.entries.iter().find_map(|e| match e {
        Entry::Turn(t) if t.turn_id.starts_with("queue:") => Some(t),
        _ => None,
    });
    assert_eq!(
        queued.unwrap().at.unwrap().to_string(),
        queued.unwrap().turn_id["queue:".len()..].replace(".000Z", "Z")
    );
}

#[test]
fn codex() {
    let all = read("transcripts/codex.jsonl");
    let want = "\
user: sort the pears by weight
assistant: I am checking the sorter.
  exec_command cargo test failed test sort ... FAILED
  todo list: in_progress Sort by weight, pending Test it
  question Which order? [heavy first, light first] ?
user: Which order? -> light first
  question Which order? [heavy first, light first] light first
  apply_patch src/sort.rs src/new.rs ok
  exec_command git commit -am \"Sort pears\" ok  1 file changed
  commit abcdef1 Sort pears true
  exec_command git push ok To x
  push true
assistant: # Plan | Store weights
  plan shown: # Plan | Store weights
  plan approved: # Plan | Store weights
assistant: Done.
  boundary resume
  boundary compaction
user: use kilograms
assistant: Using kilograms.
  interrupt
  withdrawn 2
user: use grams";
    assert_eq!(told(&all.entries), want.lines().collect::<Vec<_>>());
    assert_eq!(all.meta.session_id, "codex-019c0000-0000-7000-8000-00000000000a");
}

#[test]
fn codex_code_mode() {
    let want = "\
user: sort the pears by ripeness
assistant: I will sort them and commit.
  todo list: in_progress Sort by ripeness, pending Test it
  exec_command git commit -am 'Sort by ripeness' ok  1 file changed
  commit 1234abc Sort by ripeness true
  exec_command cargo test failed test ripeness ... FAILED
  exec_command ls ok pears.txt
assistant: The test fails, I will mend it.
  boundary compaction
  summary Another language model produced a summary:
user: yes, plan the crates next
assistant: # Plan |  | 1. Build a crate |\x20
  plan shown: # Plan |  | 1. Build a crate |
  plan approved: # Plan |  | 1. Build a crate |
assistant: The crate is built.
user: good";
    assert_eq!(told(&read("transcripts/codex-scripts.jsonl").entries), want.lines().collect::<Vec<_>>());
}

#[test]
fn the_persons_turn_in_codex_comes_with_its_event() {
    let text = fs::read_to_string(fixture("transcripts/codex-scripts.jsonl")).unwrap();
    let mut decoder = Decoder::new(Path::new("codex-scripts.jsonl"));
    let with_event: String = text.lines().take(4).flat_map(|line| [line, "\n"]).collect();
    feed(&mut decoder, with_event.as_bytes(), 1 << 20);
    assert_eq!(told(&decoder.take()), ["user: sort the pears by ripeness"]);
}

#[test]
fn other_shapes() {
    for (name, want) in [
        (
            "transcripts/codex-old.jsonl",
            &[
                "user: count the pears",
                "  shell ls | wc -l ok 7",
                "assistant: Seven.",
                "user: thanks, we never count twice",
            ][..],
        ),
        ("transcripts/codex-fork.jsonl", &["user: own words"]),
        ("transcripts/codex-subagent.jsonl", &[]),
        ("transcripts/plain.jsonl", &["user: use sqlite", "assistant: ok", "assistant: done", "user: bye"]),
        ("transcripts/openai.jsonl", &["system: be kind", "user: use sqlite", "user: a", "assistant: b"]),
    ] {
        assert_eq!(told(&read(name).entries), want, "{name}");
    }
    let ids: Vec<String> = turn_ids(&read("transcripts/plain.jsonl").entries);
    assert_eq!(ids, ["1", "2", "2#2", "L5"]);
}

fn turn_ids(entries: &[Entry]) -> Vec<String> {
    let turns = entries.iter().filter_map(|e| match e {
        Entry::Turn(t) => Some(t.turn_id.clone()),
        Entry::Signal(_) => None,
    });
    turns.collect()
}

#[test]
fn turns_are_numbered_and_signals_refer_to_the_last_one() {
    for name in ["transcripts/claude.jsonl", "transcripts/codex.jsonl"] {
        let (mut last, mut ordinal) = (String::new(), 0);
        let mut ids = BTreeSet::new();
        for entry in read(name).entries {
            match entry {
                Entry::Turn(t) => {
                    ordinal += 1;
                    assert_eq!(t.ordinal, ordinal);
                    last.clone_from(&t.turn_id);
                    assert!(ids.insert(("turn", t.turn_id)));
                }
                Entry::Signal(s) => {
                    assert_eq!(s.turn_id, last);
                    assert!(ids.insert(("signal", s.id)));
                }
            }
        }
    }
}

/// (file, words of the turns read, damaged, repaired)
type Fault = (&'static str, &'static [&'static str], &'static [&'static str], &'static [&'static str]);

const FAULTS: &[Fault] = &[
    ("glued", &["one", "two", "three 🙂"], &[], &["glued records parted"]),
    ("spliced", &["one", "two", "three 🙂"], &["cut off"], &["record after a torn one read"]),
    ("torn", &["one", "three 🙂"], &["cut off"], &[]),
    ("nul-run", &["one", "two", "three 🙂"], &[], &["NUL bytes dropped"]),
    ("nul-block", &["one", "three 🙂"], &[], &["NUL bytes dropped"]),
    ("bom-crlf", &["one", "two", "three 🙂"], &[], &[]),
    ("invalid-utf8", &["one", "tw\u{fffd}\u{fffd}o", "three 🙂"], &[], &["invalid UTF-8 replaced"]),
    ("lone-surrogate", &["one", "two \u{fffd} end", "three 🙂"], &[], &["lone surrogates replaced"]),
    ("key-twice", &["one", "two", "three 🙂"], &[], &["key given twice"]),
    ("nested-10k", &["one", "three 🙂"], &[], &[]),
    ("huge-number", &["one", "three 🙂"], &["nested too deep or of an unexpected shape"], &[]),
    ("not-json", &["one", "three 🙂"], &["not JSON", "not a record"], &[]),
    ("odd-types", &["one", "two", "three 🙂"], &[], &[]),
    ("no-last-newline", &["one", "two", "three 🙂"], &[], &[]),
    ("gemini-cut-off.json", &["one", "two"], &["cut off"], &[]),
    ("gemini-lone-surrogate.json", &["one", "two \u{fffd} end", "three 🙂"], &[], &["lone surrogates replaced"]),
    ("gemini-key-twice.json", &["one", "two", "three 🙂"], &[], &["key given twice"]),
    ("gemini-odd-types.json", &["one", "two", "three 🙂"], &[], &[]),
    ("gemini-one-line.json", &["one", "two", "three 🙂"], &[], &[]),
    ("opencode-cut-off.json", &["one", "two"], &["cut off"], &[]),
    ("opencode-odd-types.json", &["one", "two", "three 🙂"], &[], &[]),
    ("specstory-nul-crlf.md", &["one", "two", "three 🙂"], &[], &["NUL bytes dropped"]),
    ("specstory-block-left-open.md", &["one", "two"], &[], &[]),
    ("copilot-glued", &["one", "two", "three 🙂"], &[], &["glued records parted"]),
    ("copilot-odd-types", &["one", "two", "three 🙂"], &[], &[]),
    ("pi-spliced", &["one", "two", "three 🙂"], &["cut off"], &["record after a torn one read"]),
    ("pi-cycle", &["one", "two", "three 🙂"], &[], &[]),
    ("pi-odd-types", &["one", "two", "three 🙂"], &[], &[]),
];

#[test]
fn damage_costs_the_damaged_line_only_and_is_counted() {
    for (name, words, damaged, repaired) in FAULTS {
        let file = if name.contains('.') { (*name).to_owned() } else { format!("{name}.jsonl") };
        let all = read(&format!("damaged/{file}"));
        let turns = all.entries.iter().filter(|e| matches!(e, Entry::Turn(_)));
        let said: Vec<String> = turns.map(line).collect();
        let want: Vec<String> = words.iter().map(|w| format!("user: {w}")).collect();
        assert_eq!(said, want, "{name}");
        assert_eq!(all.counts.damaged.keys().collect::<Vec<_>>(), damaged.iter().collect::<Vec<_>>(), "{name}");
        assert_eq!(all.counts.repaired.keys().collect::<Vec<_>>(), repaired.iter().collect::<Vec<_>>(), "{name}");
        assert_eq!(all.counts.places.len() as u64, all.counts.damaged_total(), "{name}");
    }
}

#[test]
fn every_damaged_file_is_in_the_table() {
    let files = fs::read_dir(fixture("damaged")).unwrap().flatten();
    let name = |f: fs::DirEntry| f.file_name().to_string_lossy().trim_end_matches(".jsonl").to_owned();
    let mut names: Vec<String> = files.map(name).collect();
    names.retain(|n| n != "replayed");
    names.sort();
    let mut known: Vec<&str> = FAULTS.iter().map(|f| f.0).collect();
    known.sort_unstable();
    assert_eq!(names, known);
}

#[test]
fn replayed_history_changes_nothing() {
    let once = read("transcripts/claude.jsonl");
    let thrice = read("damaged/replayed.jsonl");
    assert_eq!(thrice.entries, once.entries);
    assert_eq!(thrice.counts.signals, once.counts.signals);
    let text = fs::read_to_string(fixture("transcripts/codex.jsonl")).unwrap();
    let mut decoder = Decoder::new(Path::new("codex.jsonl"));
    feed(&mut decoder, text.as_bytes(), 1 << 20);
    decoder.restart();
    let before = decoder.take();
    feed(&mut decoder, text.as_bytes(), 1 << 20);
    decoder.finish();
    assert!(!before.is_empty());
    assert_eq!(decoder.take(), before, "a file read anew is told anew, ordinals included");
}

#[test]
fn a_repeated_record_with_other_words_is_a_new_turn() {
    let one = |words: &str| {
        format!(
            "{{\"timestamp\":\"2026-01-01T00:00:00Z\",\"type\":\"event_msg\",\"payload\":{{\"type\":\"user_message\",\"message\":\"{words}\"}}}}\n"
        )
    };
    let mut decoder = Decoder::new(Path::new("x.jsonl"));
    feed(&mut decoder, one("use sqlite").as_bytes(), 100);
    decoder.restart();
    feed(&mut decoder, one("use postgres").as_bytes(), 100);
    assert_eq!(told(&decoder.take()), ["user: use sqlite", "user: use postgres"]);
}

#[test]
fn any_cut_into_reads_gives_the_same() {
    for name in
        ["transcripts/claude.jsonl", "transcripts/codex.jsonl", "damaged/spliced.jsonl", "damaged/nul-run.jsonl"]
    {
        let bytes = fs::read(fixture(name)).unwrap();
        let whole = decoded("x.jsonl", &bytes, bytes.len());
        for size in [1, 2, 3, 7, 64, 1000, 4096] {
            assert_eq!(decoded("x.jsonl", &bytes, size), whole, "{name} in reads of {size}");
        }
    }
}

#[test]
fn a_file_cut_off_anywhere_loses_only_its_last_record() {
    let bytes = fs::read(fixture("transcripts/claude.jsonl")).unwrap();
    let whole = decoded("x.jsonl", &bytes, bytes.len()).0;
    for end in (0..bytes.len()).step_by(97) {
        let (entries, counts) = decoded("x.jsonl", &bytes[..end], 4096);
        assert_eq!(entries, whole[..entries.len()], "cut at {end}");
        assert_eq!(counts.damaged_total() + counts.unexplained(), 0, "cut at {end}");
    }
}

#[test]
fn the_file_name_tells_the_session_where_it_is_an_id() {
    let own = "0a000000-0000-4000-8000-000000000000";
    let record = |n: u8, session: &str, parent: &str, words: &str| {
        format!(
            "{{\"type\":\"user\",\"uuid\":\"u{n}\",\"parentUuid\":{parent},\"sessionId\":\"{session}\",\"message\":{{\"role\":\"user\",\"content\":\"{words}\"}}}}\n"
        )
    };
    let text = record(1, own, "null", "mine")
        + &record(2, "other", "\"x\"", "not mine")
        + &record(3, "renamed", "\"u1\"", "mine, resumed under another id")
        + &record(4, own, "null", "mine again");
    let mut decoder = Decoder::new(Path::new(&format!("{own}.jsonl")));
    feed(&mut decoder, text.as_bytes(), 4096);
    assert_eq!(told(&decoder.take()), ["user: mine", "user: mine, resumed under another id", "user: mine again"]);
    assert_eq!(decoder.meta().session_id, format!("claude-{own}"));
    assert_eq!(decoder.counts().ignored["other session"], 1);
}

#[test]
fn sessions_joined_in_one_file_are_all_read() {
    let line = |kind: &str, uuid: &str, parent: &str, session: &str, words: &str| {
        let message =
            format!("\"message\":{{\"role\":\"{kind}\",\"content\":[{{\"type\":\"text\",\"text\":\"{words}\"}}]}}");
        let parent = if parent.is_empty() { "null".to_owned() } else { format!("\"{parent}\"") };
        format!(
            "{{\"type\":\"{kind}\",\"uuid\":\"{uuid}\",\"parentUuid\":{parent},\"sessionId\":\"{session}\",{message}}}\n"
        )
    };
    let text = line("user", "a1", "", "apple", "plant apples")
        + &line("assistant", "a2", "a1", "apple", "Planted.")
        // The next file begins with a hook, as most do.
        + &line("progress", "b1", "", "berry", "")
        + &line("user", "b2", "b1", "berry", "plant berries")
        + &line("assistant", "b3", "b2", "berry", "Planted too.")
        + &line("user", "x2", "x1", "stray", "words of a session that does not begin here")
        // What comes later hangs on records nobody has seen.
        + &line("user", "b9", "b8", "berry", "water them")
        + &line("user", "a9", "a8", "apple", "and the apples");
    let mut decoder = Decoder::new(Path::new("joined.jsonl"));
    feed(&mut decoder, text.as_bytes(), 64);
    let want = "\
user: plant apples
assistant: Planted.
  boundary clear
user: plant berries
assistant: Planted too.
user: water them
user: and the apples";
    assert_eq!(told(&decoder.take()), want.lines().collect::<Vec<_>>());
    assert_eq!(decoder.counts().ignored["other session"], 2, "the hook and the stray");
    assert_eq!(decoder.meta().session_id, "claude-apple");
}
