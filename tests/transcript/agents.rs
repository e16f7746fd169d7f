//! Tests the entries read from transcripts of Copilot CLI, Pi, Gemini CLI, OpenCode and SpecStory, each with its traps.

use std::collections::BTreeSet;
use std::fs;

use deltamind::transcript::{Entry, Role, SignalBody};

use crate::told::{cwd_of, decoded, fixture, read, told};

/// Every fixture of these formats.
const ALL: &[&str] = &[
    "copilot.jsonl",
    "pi.jsonl",
    "pi-v1.jsonl",
    "pi-fork.jsonl",
    "gemini.jsonl",
    "gemini.json",
    "opencode.json",
    "specstory.md",
    "specstory-old.md",
];

#[track_caller]
fn check(name: &str, session: &str, want: &str) {
    let all = read(&format!("transcripts/{name}"));
    assert_eq!(told(&all.entries), want.lines().collect::<Vec<_>>(), "{name}");
    if !session.is_empty() {
        assert_eq!(all.meta.session_id, session);
    }
    assert_eq!(all.counts.damaged_total(), 0, "{name}: {:?}", all.counts);
}

/// Reminders, instructions and sub-agents are not heard; a shell's exit code counts though the tool "succeeded".
#[test]
fn copilot() {
    let want = "\
user: keep the pears in sqlite
  bash cargo test failed <shellId: 0 completed with exit code 101>
  view  failed Path does not exist
  todo: #ix in_progress Write the index, #bk pending Add backups
  question Which store? [sqlite (Recommended), postgres] ?
user: Which store? -> sqlite (Recommended)
  question Which store? [sqlite (Recommended), postgres] sqlite (Recommended)
  question How long to keep backups? [] ?
user: How long to keep backups? -> a week, and call them nightly
  question How long to keep backups? [] a week, and call them nightly
  apply_patch src/index.rs ok
user: never delete build outputs
  bash rm -rf build denied never delete build outputs
  bash git add -A && git commit -q -m 'Keep pears in sqlite' && git push ok <shellId: 1 completed with exit code 0>
  commit - Keep pears in sqlite true
  push true
  todo: #ix completed Write the index
assistant: Pears are in sqlite.
  interrupt
  boundary compaction
  boundary resume
user: name it pears.db
assistant: Named pears.db.
  withdrawn 2
user: name it orchard.db
assistant: # Plan | 1. Rename
  plan shown: # Plan | 1. Rename
user: migrate first
  plan refused: # Plan | 1. Rename because migrate first
assistant: # Plan | 1. Migrate | 2. Rename
  plan shown: # Plan | 1. Migrate | 2. Rename
  plan approved: # Plan | 1. Migrate | 2. Rename
assistant: Done.";
    check("copilot.jsonl", "copilot-5e551011-0000-4000-8000-0000000000c0", want);
    assert_eq!(cwd_of("transcripts/copilot.jsonl").as_deref(), Some("/home/dev/orchard"), "the first one stays");
}

/// The person goes back in the tree, and forward to the branch left behind: its turns count again.
#[test]
fn pi() {
    let want = "\
user: sort the pears
assistant: I look first.
  bash cargo test failed Command exited with code 101
  edit src/sort.rs ok
  interrupt
user: light ones first
  bash git commit -am \"Sort pears\" ok  1 file changed
  commit abcdef1 Sort pears true
assistant: Light ones come first.
user: store weights in grams
assistant: Grams it is.
  withdrawn 2
user: store weights in kilograms
assistant: Kilograms it is.
  withdrawn 2
user: store weights in grams
assistant: Grams it is.
user: grams after all
  boundary compaction
user: tidy the sorter";
    check("pi.jsonl", "pi-5e551011-0000-4000-8000-0000000000d1", want);
}

/// Version 1 has neither ids nor a tree: the same word twice is said twice, and words older than the first line are
/// the session's own. A fork's copied beginning is not.
#[test]
fn pi_of_old_and_forks() {
    let want = "user: /mode\nuser: continue\nassistant: One. | Two.\nuser: continue";
    check("pi-v1.jsonl", "pi-5e551011-0000-4000-8000-0000000000d0", want);
    check("pi-fork.jsonl", "pi-5e551011-0000-4000-8000-0000000000d2", "user: own words");
}

/// Messages come again as they grow; what the model sees after a compression neither withdraws nor doubles anything;
/// a rewind to a copy's id finds the original.
#[test]
fn gemini() {
    let want = "\
user: weigh @pears.txt
assistant: I will test first.
  run_shell_command cargo test failed Exit Code: 101
assistant: It fails.
  run_shell_command git commit -m 'Weigh pears' ok Signal: 0
  commit 1a2b3c4 Weigh pears true
  question Which unit? [grams, pounds] ?
user: Which unit? -> grams
  question Which unit? [grams, pounds] grams
  todo list: completed Weigh, deleted Ship, in_progress Print
  write_file docs/pear.md ok
  run_shell_command rm -rf docs denied
user: use grams
assistant: Using grams.
user: round up
assistant: Rounding up.
  withdrawn 2
user: round down
assistant: Rounding do
  withdrawn 1
assistant: Rounding down.
  boundary compaction
user: use grams
assistant: Still grams.
  withdrawn 3
user: done";
    check("gemini.jsonl", "gemini-5e551011-0000-4000-8000-0000000000e0", want);
}

#[test]
fn gemini_as_one_document() {
    let want = "\
user: weigh the pears ⚖ {\"id\":\"x\"}
  run_shell_command cargo test failed boom
assistant: It fails.
  run_shell_command git commit -m 'Weigh pears' ok Signal: 0
  commit 1a2b3c4 Weigh pears true
user: use grams | not pounds";
    check("gemini.json", "gemini-5e551011-0000-4000-8000-0000000000e0", want);
    let text = fs::read_to_string(fixture("transcripts/gemini.json")).unwrap();
    for entry in read("transcripts/gemini.json").entries {
        let (id, at) = match entry {
            Entry::Turn(t) => (t.turn_id, t.record),
            Entry::Signal(_) => continue,
        };
        let record = &text[at.start as usize..at.end as usize];
        assert!(record.starts_with('{') && record.ends_with('}') && record.contains(&format!("\"id\": \"{id}\"")));
        assert_eq!(text[..at.start as usize].matches('\n').count() as u64 + 1, at.line, "{id}");
    }
}

/// Added text, summaries and a pending call say nothing.
#[test]
fn opencode() {
    let want = "\
user: pick the pears
assistant: I pick first.
assistant: Then I pack.
  bash cargo test failed test pear ... FAILED
  todo list: #1 completed Pick, #2 pending Pack
  question Which crate? [wood, paper] ?
user: Which crate? -> wood
  question Which crate? [wood, paper] wood
  edit /home/dev/orchard/pick.rs ok
user: never remove crates
  bash rm -rf crates denied never remove crates
  bash git commit -m 'Pick pears' ok  1 file changed
  commit 1a2b3c4 Pick pears true
  interrupt
  boundary compaction
user: pack them in pairs
assistant: Packed in pairs.";
    check("opencode.json", "opencode-ses_orchard", want);
    let all = read("transcripts/opencode.json");
    let first = all.entries.iter().find_map(|e| if let Entry::Turn(t) = e { t.at } else { None });
    assert_eq!(first.unwrap().to_string(), "2026-03-05T08:40:01Z");
}

/// Speakers' lines inside thoughts and code are quotes; a code block left open ends with the part.
#[test]
fn specstory() {
    let want = "\
user: label the pears |  | - by sort | - by weight
assistant: I look at the labels.
  Bash git commit -am \"Label pears\" ok  1 file changed
  commit 1a2b3c4 Label pears true
user: never delete labels
  Bash rm -rf labels denied never delete labels
assistant: Labelled. To see it: |  | ```bash | _**User**_ | cargo run | ```
  todo list: completed Label, pending Print
  Edit /home/dev/orchard/label.rs ok
user: print on paper, like |  | ``` | never closed
assistant: On paper.";
    check("specstory.md", "specstory-5e551011-0000-4000-8000-0000000000f0", want);
    let want = "user: paint them green\nassistant: I read the file first. |  | They are green now.\nuser: thanks";
    check("specstory-old.md", "", want);
}

#[test]
fn sub_agents_say_nothing() {
    check("gemini-subagent.jsonl", "gemini-sub-1", "");
    check("opencode-subagent.json", "opencode-ses_sub", "");
}

#[test]
fn ids_are_unique_and_only_existing_turns_are_withdrawn() {
    for name in ALL {
        let (mut said, mut withdrawn, mut ordinal) = (BTreeSet::new(), BTreeSet::new(), 0);
        let mut signals = BTreeSet::new();
        for entry in read(&format!("transcripts/{name}")).entries {
            match entry {
                Entry::Turn(t) => {
                    ordinal += 1;
                    assert_eq!(t.ordinal, ordinal, "{name}");
                    assert_ne!(t.role, Role::System, "{name}");
                    assert!(said.insert(t.turn_id), "{name}");
                }
                Entry::Signal(s) => {
                    assert!(signals.insert(s.id.clone()), "{name}: {}", s.id);
                    if let SignalBody::Withdrawn { turn_ids } = s.body {
                        for id in turn_ids {
                            assert!(said.contains(&id) && withdrawn.insert(id.clone()), "{name}: {id}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn any_cut_into_reads_gives_the_same() {
    for name in ALL {
        let bytes = fs::read(fixture(&format!("transcripts/{name}"))).unwrap();
        let whole = decoded(name, &bytes, bytes.len());
        assert!(!whole.0.is_empty());
        for size in [1, 2, 3, 7, 64, 1000, 4096] {
            assert_eq!(decoded(name, &bytes, size), whole, "{name} in reads of {size}");
        }
    }
}

/// A record that carries what a person said in another record (an answered question, say) may lose its signal with
/// the cut, nothing else: what is given is what stands there.
#[test]
fn a_file_cut_off_anywhere_gives_a_prefix_of_its_entries() {
    for name in ALL {
        let bytes = fs::read(fixture(&format!("transcripts/{name}"))).unwrap();
        let whole = decoded(name, &bytes, bytes.len()).0;
        let markdown = name.contains(".md");
        for end in (0..bytes.len()).step_by(61) {
            let (entries, counts) = decoded(name, &bytes[..end], 4096);
            assert_eq!(counts.unexplained(), 0, "{name} cut at {end}");
            assert!(
                counts.damaged_total() <= u64::from(!name.contains(".jsonl") && name.contains(".json")),
                "{name} cut at {end}: {counts:?}"
            );
            // Markdown has no end: its last part gives what stands there of it.
            let sure = if markdown { entries.len().saturating_sub(4) } else { entries.len() };
            assert_eq!(entries[..sure], whole[..sure], "{name} cut at {end}");
        }
    }
}

/// A compaction's summary is nobody's words, whatever it begins with: the tool's own answer to it tells.
#[test]
fn a_gemini_summary_is_known_by_the_answer_to_it() {
    let text = concat!(
        r#"{"sessionId":"a1","projectHash":"b2","startTime":"2026-03-04T09:00:00.000Z","kind":"main"}"#,
        "\n",
        r#"{"id":"m1","timestamp":"2026-03-04T09:00:01.000Z","type":"user","content":[{"text":"weigh the pears"}]}"#,
        "\n",
        r#"{"$set":{"messages":[{"id":"x1","type":"user","content":[{"text":"<analysis>We chose pounds.</analysis>"}]},"#,
        r#"{"id":"x2","type":"gemini","content":[{"text":"Got it. Thanks for the additional context!"}]},"#,
        r#"{"id":"x3","type":"user","content":[{"text":"weigh the pears"}]}]}}"#,
        "\n",
        r#"{"id":"m2","timestamp":"2026-03-04T09:00:02.000Z","type":"user","content":[{"text":"in grams"}]}"#,
        "\n",
    );
    let entries = decoded("x.jsonl", text.as_bytes(), text.len()).0;
    assert_eq!(told(&entries), ["user: weigh the pears", "  boundary compaction", "user: in grams"]);
}

/// `opencode run` puts quotation marks around a prompt with spaces; marks that a person wrote stay.
#[test]
fn an_opencode_prompt_loses_the_marks_of_the_command_line() {
    for (stored, said) in [
        (r#"\"use sqlite for the pears\""#, "use sqlite for the pears"),
        (r#"\"call it \\\"orchard\\\" please\""#, r#"call it "orchard" please"#),
        (r#"\"sort\" or \"rank\""#, r#""sort" or "rank""#),
        ("yes", "yes"),
    ] {
        let document = format!(
            r#"{{"info":{{"id":"ses_1","directory":"/w"}},"messages":[{{"info":{{"id":"msg_1","role":"user"}},"parts":[{{"type":"text","text":"{stored}","id":"p"}}]}}]}}"#
        );
        let entries = decoded("x.json", document.as_bytes(), document.len()).0;
        assert_eq!(told(&entries), [format!("user: {said}")]);
    }
}
