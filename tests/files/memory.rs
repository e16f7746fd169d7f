//! Memories as they are written: the bytes that tools read, names that stay, edits that are never lost, and the
//! commands from suggestion to undo.
// size: each test follows one memory from its suggestion to its file and back.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use deltamind::edits::{self, EditError, FileRecord, Workspace};
use deltamind::memory::{
    ClaudeMemories, ClaudeNative, MemoryDraft, MemoryEvent, MemoryEventKind, MemoryTarget, file_name,
};
use deltamind::session::suggest::{MemoryAction, MemoryType, Suggestion};
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::Value;

use crate::memory_faults::suggestion as decided;
use crate::project::Project;
use crate::readers;

/// A suggestion of these words, as the ledger would make it.
fn suggestion(words: &str) -> Suggestion {
    let mut made = decided("We decided to use PostgreSQL for the orders service.");
    let hash = blake3::hash(words.as_bytes()).to_hex();
    (made.id, made.named) = (format!("m-{}", &hash[..8]), words.to_owned());
    (made.title, made.words) = (words.to_owned(), words.to_owned());
    made.evidence[0].words = words.to_owned();
    made
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FrontMatter {
    name: String,
    description: String,
    metadata: BTreeMap<String, String>,
}

/// The parts of a file: what a YAML reader makes of its head, and its body.
fn parts(bytes: &[u8]) -> (FrontMatter, String) {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let (head, body) = text.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap();
    (serde_saphyr::from_str(head).unwrap_or_else(|e| panic!("{e}\n{head}")), body.to_owned())
}

fn native(folder: &Path) -> ClaudeNative {
    ClaudeNative::open(folder.join("memory")).unwrap()
}

/// Writes a draft without a journal. Gives its records.
fn write(target: &dyn MemoryTarget, draft: &MemoryDraft) -> Result<Vec<FileRecord>, EditError> {
    edits::apply(Workspace::of(target.folder().confined()), &draft.changes)?;
    Ok(draft.changes.iter().map(FileRecord::of).collect())
}

fn undo(target: &dyn MemoryTarget, event: &MemoryEvent) -> Result<Vec<FileRecord>, EditError> {
    write(target, &target.draft_undo(event)?)
}

fn of(draft: &MemoryDraft, name: &str) -> String {
    let change = draft.changes.iter().find(|c| c.file == name).unwrap();
    String::from_utf8(change.after.clone().unwrap()).unwrap()
}

#[test]
fn a_native_memory_is_as_claude_code_reads_it() {
    let dir = tempfile::tempdir().unwrap();
    let made = suggestion("decision: use PostgreSQL [16] for orders");
    let draft = native(dir.path()).draft(&made).unwrap();
    let name = file_name(&made);
    assert_eq!(name, "project-decision-use-postgresql-16.md");
    let (head, body) = parts(of(&draft, &name).as_bytes());
    assert_eq!(head.name, name.trim_end_matches(".md"));
    assert_eq!(head.description, "decision: use PostgreSQL [16] for orders");
    assert_eq!(head.metadata, BTreeMap::from([("type".to_owned(), "project".to_owned())]));
    assert!(body.trim_start().starts_with("decision: use PostgreSQL [16] for orders\n\nSource: session "), "{body}");
    assert!(!body.contains("**Why:** ") && !body.contains("**Not chosen:** "), "no reason was given: {body}");
    let index = of(&draft, "MEMORY.md");
    assert!(index.starts_with(&format!("- [decision: use PostgreSQL (16) for orders]({name}) — ")), "{index}");
    assert!(index.lines().all(|l| l.chars().count() <= 170), "{index}");
    assert!(!dir.path().join("memory").exists(), "a draft writes nothing");
}

#[test]
fn the_index_names_a_memory_by_its_own_title_however_long() {
    let long = "Never run the migrations in the tests of the orders service, they share a database with staging";
    let dir = tempfile::tempdir().unwrap();
    let made = suggestion(long);
    let index = of(&native(dir.path()).draft(&made).unwrap(), "MEMORY.md");
    assert_eq!(index, format!("- [{long}]({})\n", file_name(&made)), "a long title needs no reason");
    let target = ClaudeMemories::open(dir.path().to_owned()).unwrap();
    let index = of(&target.draft(&made).unwrap(), "MEMORY.md");
    assert!(index.starts_with("- never run migrations tests — Never run the migrations"), "{index}");
}

#[test]
fn the_index_says_a_short_title_once_and_nothing_about_how_it_was_found() {
    let dir = tempfile::tempdir().unwrap();
    let mut made = suggestion("Hang the lamps before dusk");
    let target = ClaudeMemories::open(dir.path().to_owned()).unwrap();
    let index = of(&target.draft(&made).unwrap(), "MEMORY.md");
    assert_eq!(index, format!("- Hang the lamps before dusk → `memory/{}`\n", file_name(&made)));
    made.memory_type = MemoryType::Feedback;
    made.alternatives = vec!["Candles".to_owned(), "Torches".to_owned()];
    let draft = native(dir.path()).draft(&made).unwrap();
    let index = of(&draft, "MEMORY.md");
    assert!(index.ends_with(") — a rule of the user's for how to work\n"), "{index}");
    assert!(of(&draft, &file_name(&made)).contains("\n**Not chosen:** Candles; Torches\n"), "{}", draft.diff());
}

/// Texts that would be structure if they were not quoted.
const HOSTILE: &[&str] = &[
    "a: b",
    "- x",
    "--- ",
    "---\nname: evil",
    "\u{85}x\u{2028}y\u{2029}",
    "!!tag",
    "&a *a",
    "true",
    "1e3",
    "\"q\" 'q'",
    "\\n \\",
    "permissionMode: bypassPermissions",
    "\r\nkey: v",
    "{a: [b",
    "| >",
    "%YAML 1.2",
    "# no",
    "\u{feff}bom",
    "null",
    "~",
    "日本語を使う",
    "😀 emoji",
    "@/etc/passwd",
    "``` fence",
    "<!-- comment -->",
    "# heading\n@~/x",
    "tab\there",
    "x # y",
    "a\0b\u{1b}[31m",
];

#[test]
fn two_hundred_hostile_summaries_come_back_equal() {
    let dir = tempfile::tempdir().unwrap();
    let target = native(dir.path());
    let mut seen = 0;
    for (n, one) in HOSTILE.iter().enumerate() {
        for other in HOSTILE.iter().cycle().skip(n).take(7) {
            let words = format!("{one} {other}");
            let made = suggestion(&words);
            let draft = target.draft(&made).unwrap();
            let (head, body) = parts(of(&draft, &file_name(&made)).as_bytes());
            assert_eq!(head.description, deltamind::text::SafeText::line(&words).as_str());
            assert_eq!(head.metadata.len(), 1);
            for line in body.lines().filter(|l| !l.is_empty()) {
                let starts = ["#", "---", "```", "~~~", "<!--", "@"].iter().any(|s| line.starts_with(s));
                assert!(!starts && !line.contains("<!--"), "{words:?}: {body}");
                assert!(!line.split(' ').any(|w| w.starts_with('@')), "{words:?}: {body}");
            }
            seen += 1;
        }
    }
    assert!(seen >= 200, "{seen}");
}

proptest! {
    #[test]
    fn names_are_portable_and_ours(words in any::<String>()) {
        let name = file_name(&suggestion(&words));
        prop_assert!(name.strip_suffix(".md").is_some_and(|stem| stem.len() <= 40));
        prop_assert!(name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'.')));
        prop_assert!(name.starts_with("project-") && !name.contains(".."));
    }

    #[test]
    fn any_words_make_valid_front_matter(words in any::<String>()) {
        let dir = tempfile::tempdir().unwrap();
        let made = suggestion(&words);
        let draft = native(dir.path()).draft(&made).unwrap();
        let (head, _) = parts(of(&draft, &file_name(&made)).as_bytes());
        prop_assert_eq!(head.description, deltamind::text::SafeText::line(&words).into_string());
    }
}

#[test]
fn names_of_other_scripts_and_long_ones_do_not_collide() {
    let long = "use the same very long beginning of a sentence that goes on and on for more than sixty characters ";
    let all =
        ["認証にJWTを使う", "認証にセッションを使う", &format!("{long}a"), &format!("{long}b"), "con", "aux -- x"];
    let dir = tempfile::tempdir().unwrap();
    let target = native(dir.path());
    let mut names = std::collections::BTreeSet::new();
    for words in all {
        let draft = target.draft(&suggestion(words)).unwrap();
        target.suppose(&draft);
        names.insert(draft.changes[0].file.clone());
        // What is approved already keeps its name.
        let again = target.draft(&suggestion(words)).unwrap();
        assert!(again.changes.iter().all(|change| names.contains(&change.file)), "{again:?}");
    }
    assert_eq!(names.len(), all.len(), "{names:?}");
    assert_eq!(names.iter().filter(|name| name.len() > 43).count(), 1, "only where two collide: {names:?}");
}

fn memo(made: &Suggestion, files: Vec<FileRecord>) -> MemoryEvent {
    MemoryEvent {
        at: "2026-01-01T00:00:00Z".parse().unwrap(),
        did: MemoryEventKind::Approved,
        id: made.id.clone(),
        fingerprint: made.fingerprint.clone(),
        session: made.session.clone(),
        title: made.title.clone(),
        reason: None,
        target: None,
        folder: None,
        files,
        context: None,
    }
}

#[test]
fn undo_restores_the_bytes_or_refuses() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("memory");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("MEMORY.md"), "# Mine\r\n- [x](x.md) — no line end").unwrap();
    let made = suggestion("Use PostgreSQL for orders");
    let target = native(dir.path());
    let files = write(&target, &target.draft(&made).unwrap()).unwrap();
    let index = fs::read_to_string(folder.join("MEMORY.md")).unwrap();
    assert!(index.starts_with("# Mine\r\n- [x](x.md) — no line end\r\n- [Use"), "{index:?}");
    let memo = memo(&made, files);
    let undone = undo(&target, &memo).unwrap();
    assert_eq!(undone.len(), 2);
    assert_eq!(fs::read(folder.join("MEMORY.md")).unwrap(), b"# Mine\r\n- [x](x.md) \xe2\x80\x94 no line end");
    assert!(!folder.join(file_name(&made)).exists());
    // Again, and a person changes the file meanwhile.
    let files = write(&target, &target.draft(&made).unwrap()).unwrap();
    fs::write(folder.join(file_name(&made)), "mine now").unwrap();
    let again = MemoryEvent { files, ..memo };
    assert!(matches!(undo(&target, &again), Err(EditError::Changed { .. })));
    assert_eq!(fs::read_to_string(folder.join(file_name(&made))).unwrap(), "mine now");
    assert!(fs::read_to_string(folder.join("MEMORY.md")).unwrap().contains(&file_name(&made)));
}

#[test]
fn a_file_changed_after_the_preview_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("memory");
    fs::create_dir_all(&folder).unwrap();
    let made = suggestion("Use PostgreSQL for orders");
    let target = native(dir.path());
    let draft = target.draft(&made).unwrap();
    fs::write(folder.join("MEMORY.md"), "- [new](new.md) — by hand\n").unwrap();
    assert!(matches!(write(&target, &draft), Err(EditError::Changed { .. })));
    assert!(!folder.join(file_name(&made)).exists());
    assert_eq!(fs::read_to_string(folder.join("MEMORY.md")).unwrap(), "- [new](new.md) — by hand\n");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let dir = tempfile::tempdir().unwrap();
    let outside = dir.path().join("outside.md");
    fs::write(&outside, "secret").unwrap();
    let folder = dir.path().join("memory");
    fs::create_dir_all(&folder).unwrap();
    std::os::unix::fs::symlink(&outside, folder.join("MEMORY.md")).unwrap();
    let made = suggestion("Use PostgreSQL for orders");
    assert!(matches!(native(dir.path()).draft(&made), Err(EditError::Refused { .. })));
    fs::remove_file(folder.join("MEMORY.md")).unwrap();
    // Swapped between preview and write.
    let target = native(dir.path());
    let draft = target.draft(&made).unwrap();
    std::os::unix::fs::symlink(&outside, folder.join(file_name(&made))).unwrap();
    assert!(write(&target, &draft).is_err());
    assert_eq!(fs::read_to_string(&outside).unwrap(), "secret");
    // The folder itself.
    let other = dir.path().join("other");
    fs::create_dir_all(&other).unwrap();
    std::os::unix::fs::symlink(&folder, other.join("memory")).unwrap();
    assert!(matches!(ClaudeNative::open(other.join("memory")), Err(EditError::Refused { .. })));
}

#[test]
fn an_index_that_is_no_utf8_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("memory")).unwrap();
    let bytes = b"- [Caf\xe9](cafe.md) \x97 by hand\n";
    fs::write(dir.path().join("memory/MEMORY.md"), bytes).unwrap();
    let refused = native(dir.path()).draft(&suggestion("decision: use PostgreSQL for orders")).unwrap_err();
    assert!(refused.to_string().contains("is not UTF-8"), "{refused}");
    assert_eq!(fs::read(dir.path().join("memory/MEMORY.md")).unwrap(), bytes);
}

#[test]
fn a_full_index_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("memory");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("MEMORY.md"), "- [x](x.md) — y\n".repeat(200)).unwrap();
    let error = native(dir.path()).draft(&suggestion("Use PostgreSQL for orders")).unwrap_err();
    assert!(error.to_string().contains("200 lines"), "{error}");
}

#[test]
fn a_change_keeps_the_file_and_its_index_line() {
    let dir = tempfile::tempdir().unwrap();
    let target = native(dir.path());
    let mut made = suggestion("Use PostgreSQL for orders");
    write(&target, &target.draft(&made).unwrap()).unwrap();
    let name = file_name(&made);
    (made.title, made.words) = ("Use MySQL for orders".to_owned(), "Use MySQL for orders".to_owned());
    (made.action, made.existing) = (MemoryAction::Update, Some(name.clone()));
    let target = native(dir.path());
    let draft = target.draft(&made).unwrap();
    assert_eq!(draft.changes.iter().map(|c| c.file.as_str()).collect::<Vec<_>>(), [name.as_str(), "MEMORY.md"]);
    assert!(draft.diff().contains("-description: \"Use PostgreSQL for orders\""), "{}", draft.diff());
    write(&target, &draft).unwrap();
    let index = fs::read_to_string(dir.path().join("memory/MEMORY.md")).unwrap();
    assert_eq!(index.lines().count(), 1, "{index}");
    assert!(index.contains("Use MySQL"));
    // What another hand wrote is kept below.
    fs::write(dir.path().join("memory/hand.md"), "---\nname: hand\ndescription: old\n---\n\nBy hand.\n").unwrap();
    made.existing = Some("hand.md".to_owned());
    let draft = target.draft(&made).unwrap();
    let text = of(&draft, "hand.md");
    assert!(text.contains("name: hand") && text.contains("Use MySQL") && text.contains("By hand."), "{text}");
    assert!(!draft.warnings.is_empty());
}

#[test]
fn claude_memories_point_below_and_carry_an_id() {
    let dir = tempfile::tempdir().unwrap();
    let target = ClaudeMemories::open(dir.path().to_owned()).unwrap();
    let made = suggestion("Use PostgreSQL -- not MySQL — for `orders` → service");
    let draft = target.draft(&made).unwrap();
    let index = of(&draft, "MEMORY.md");
    let name = format!("memory/{}", file_name(&made));
    assert!(index.trim_end().ends_with(&format!("→ `{name}`")), "{index}");
    assert_eq!(index.matches('→').count(), 1);
    assert_eq!(index.matches(" — ").count(), 1);
    assert_eq!(index.matches("--").count(), 0);
    assert!(of(&draft, &name).starts_with(&format!("---\nid: {}\n", file_name(&made).trim_end_matches(".md"))));
    write(&target, &draft).unwrap();
    let again = ClaudeMemories::open(dir.path().to_owned()).unwrap().memories().unwrap();
    assert_eq!((again.len(), again[0].file.as_str()), (1, name.as_str()));
}

#[test]
fn claude_memories_finds_no_fault_in_written_memories() {
    let dir = tempfile::tempdir().unwrap();
    let open = || ClaudeMemories::open(dir.path().to_owned()).unwrap();
    let keep = |made: &Suggestion| {
        let draft = open().draft(made).unwrap();
        write(&open(), &draft).unwrap();
        draft.changes[0].file.clone()
    };
    let mut first = suggestion("Use PostgreSQL for orders");
    keep(&first);
    for (n, one) in HOSTILE.iter().enumerate() {
        let made = suggestion(one);
        let file = keep(&made);
        assert_eq!(readers::claude_memories(dir.path()), Vec::<String>::new(), "{one:?}");
        // A memory reader finds what was written, under the words that were written.
        let read = open().memories().unwrap();
        assert_eq!(read.len(), n + 2);
        let said = &read.iter().find(|m| m.file == file).unwrap().description;
        assert_eq!(said, deltamind::text::SafeText::line(one).as_str());
    }
    // Changed, replaced and taken away, nothing is left over.
    let file = format!("memory/{}", file_name(&first));
    (first.title, first.words) = ("Use MySQL for orders".to_owned(), "Use MySQL for orders".to_owned());
    (first.action, first.existing) = (MemoryAction::Update, Some(file.clone()));
    keep(&first);
    let mut second = suggestion("Use SQLite for orders");
    (second.action, second.existing) = (MemoryAction::Supersede, Some(file));
    keep(&second);
    let mut third = suggestion("Nothing is stored for orders");
    (third.action, third.existing) = (MemoryAction::Retire, Some(format!("memory/{}", file_name(&second))));
    keep(&third);
    assert_eq!(readers::claude_memories(dir.path()), Vec::<String>::new());
    assert_eq!(open().memories().unwrap().len(), HOSTILE.len());
    // What another hand wrote there is kept below, as in Claude Code's own memory.
    fs::write(dir.path().join("memory/hand.md"), "---\nid: hand\ndescription: old\n---\n\nBy hand.\n").unwrap();
    (third.action, third.existing) = (MemoryAction::Update, Some("memory/hand.md".to_owned()));
    let draft = open().draft(&third).unwrap();
    let text = of(&draft, "memory/hand.md");
    assert!(text.contains("id: hand") && text.contains("Nothing is stored") && text.contains("By hand."), "{text}");
}

#[test]
fn a_rule_without_exception_is_core_for_ai_loadout() {
    let dir = tempfile::tempdir().unwrap();
    let target = ClaudeMemories::open(dir.path().to_owned()).unwrap();
    let mut made = suggestion("Never push to main");
    for (hard, priority) in [(true, "priority: core\n"), (false, "priority: domain\n")] {
        made.hard = hard;
        let draft = target.draft(&made).unwrap();
        assert!(of(&draft, &format!("memory/{}", file_name(&made))).contains(priority), "{hard}");
    }
}

const TALK: &[&str] = &[
    "We decided to use PostgreSQL for the orders service.",
    "Never push to main without asking me first.",
    "We decided to write invoices with the ledger library.",
];

#[test]
fn from_suggestion_to_undo() {
    let project = Project::with_talk(TALK);
    let memory = project.claude_folder(&project.path());
    fs::create_dir_all(&memory).unwrap();
    let all = project.json(&["suggest-memory"]);
    assert_eq!(all["target"]["kind"], "claude", "{all}");
    assert_eq!(project.json(&["memory", "status"])["counts"]["pending"], 3);
    let push = project.suggested("push");
    assert_eq!((push["type"].as_str(), push["standing"].as_str()), (Some("feedback"), Some("pending")));
    let id = push["id"].as_str().unwrap().to_owned();
    // Nobody can be asked here, so nothing is written.
    assert_eq!(project.run(&["memory", "approve", &id]).status.code(), Some(1));
    let look = project.out(&["memory", "approve", &id, "--dry-run"]);
    assert!(look.contains("+description: ") && look.contains("MEMORY.md"), "{look}");
    assert!(!memory.join("memory").exists());
    project.out(&["memory", "approve", &id, "--yes"]);
    let index = fs::read_to_string(memory.join("memory/MEMORY.md")).unwrap();
    assert_eq!(index.lines().count(), 1, "{index}");
    assert_eq!(project.suggested("push")["standing"], "approved");
    assert_eq!(project.json(&["memory", "status"])["counts"]["pending"], 2, "the others still wait");
    assert_eq!(project.run(&["memory", "approve", &id, "--yes"]).status.code(), Some(1));
    // The audit holds it, with hashes.
    let audit = fs::read_to_string(project.path().join(".deltamind/memory.jsonl")).unwrap();
    let line: Value = serde_json::from_str(audit.lines().next().unwrap()).unwrap();
    assert_eq!((line["did"].as_str(), line["files"].as_array().unwrap().len()), (Some("approved"), 2));
    assert!(line["files"][0]["before"].is_null() && line["files"][0]["after"].is_string());
    project.out(&["memory", "undo", &id]);
    assert!(!memory.join("memory/MEMORY.md").exists());
    assert_eq!(project.suggested("push")["standing"], "pending");
    assert_eq!(project.run(&["memory", "undo", &id]).status.code(), Some(1));
}

#[test]
fn a_dismissed_memory_is_not_suggested_again_and_keeps_its_reason() {
    let project = Project::with_talk(TALK);
    let id = project.suggested("orders")["id"].as_str().unwrap().to_owned();
    project.out(&["memory", "dismiss", &id, "--reason", "true of this week only"]);
    assert_eq!(project.suggested("orders")["standing"], "dismissed");
    assert!(!project.out(&["suggest-memory"]).contains(&id));
    let status = project.json(&["memory", "status"]);
    assert_eq!(status["dismissed"][0]["reason"], "true of this week only");
    assert_eq!((&status["counts"]["dismissed"], &status["counts"]["pending"]), (&1.into(), &2.into()));
    let item = project.suggested("orders")["itemId"].as_str().unwrap().to_owned();
    project.out(&["memory", "undo", &item]);
    assert_eq!(project.suggested("orders")["standing"], "pending");
    let reasons = || project.json(&["memory", "status"])["dismissed"].as_array().unwrap().len();
    assert_eq!(reasons(), 0, "the dismissal was undone");
    project.out(&["memory", "approve", &id, "--yes"]);
    assert_eq!(reasons(), 0);
}

#[test]
fn an_undo_that_must_wait_names_what_to_undo_first() {
    let project = Project::with_talk(TALK);
    fs::create_dir_all(project.claude_folder(&project.path())).unwrap();
    let id = |words: &str| project.suggested(words)["id"].as_str().unwrap().to_owned();
    let (first, second, third) = (id("orders"), id("push"), id("ledger"));
    for id in [&first, &second, &third] {
        project.out(&["memory", "approve", id, "--yes"]);
    }
    let refused = |id: &str| {
        let out = project.run(&["memory", "undo", id]);
        assert_eq!(out.status.code(), Some(1));
        String::from_utf8_lossy(&out.stderr).into_owned()
    };
    let said = refused(&first);
    assert!(said.contains(&format!("MEMORY.md: was changed since by {third} (or by hand): undo that first")), "{said}");
    project.out(&["memory", "undo", &third]);
    assert!(refused(&first).contains(&second), "the newest in force");
    project.out(&["memory", "undo", &second]);
    project.out(&["memory", "undo", &first]);
}

#[test]
fn without_another_place_memories_go_to_the_context_file() {
    let project = Project::with_talk(TALK);
    assert_eq!(project.json(&["suggest-memory"])["target"]["kind"], "context");
    let file = project.path().join(".deltamind/CONTEXT.md");
    let before = fs::read_to_string(&file).unwrap();
    let first = before.lines().next().unwrap();
    assert!(first.starts_with("# What stands in \"") && first.contains(" <!-- session file-talk-"), "{before}");
    assert!(!first.contains(" as of"), "the talk has no times: {before}");
    let id = project.suggested("orders")["id"].as_str().unwrap().to_owned();
    let said = project.out(&["memory", "approve", &id, "--yes"]);
    assert!(said.contains("@.deltamind/CONTEXT.md"), "{said}");
    assert!(fs::read_to_string(&file).unwrap().contains(&format!("<!-- {id} -->")));
    // A save in between keeps what was approved.
    project.out(&["save", "--from", "../talk.jsonl"]);
    assert!(fs::read_to_string(&file).unwrap().contains(&format!("<!-- {id} -->")));
    project.out(&["memory", "undo", &id]);
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
}

#[test]
fn a_memory_of_a_transcript_is_approved_where_nothing_was_saved_yet() {
    for is_repository in [true, false] {
        let project = Project::new();
        if !is_repository {
            fs::remove_dir(project.path().join(".git")).unwrap();
        }
        let line = |words: &&str| format!("{{\"role\":\"user\",\"content\":{words:?}}}\n");
        project.write("talk.jsonl", TALK.iter().map(line).collect::<String>());
        let pending = project.json(&["suggest-memory", "--from", "talk.jsonl"]);
        let id = pending["suggested"][0]["id"].as_str().unwrap_or_else(|| panic!("{pending}")).to_owned();
        let said = project.out(&["memory", "approve", "--from", "talk.jsonl", &id, "--yes"]);
        assert!(said.contains("CONTEXT.md"), "{said}");
        project.out(&["memory", "undo", &id]);
    }
}

#[test]
fn the_person_says_where_memories_of_a_project_go_and_a_repository_does_not() {
    let project = Project::with_talk(TALK);
    let config = project.home().join(".config/deltamind");
    fs::create_dir_all(&config).unwrap();
    let status = || project.json(&["memory", "status"]);
    assert_eq!(
        (status()["target"]["kind"].as_str(), status()["refused"].as_array().unwrap().len()),
        (Some("context"), 0)
    );
    fs::write(project.path().join(".deltamind/project.toml"), "[memory]\ntarget = \"claude-memories\"\n").unwrap();
    assert_eq!(status()["target"]["kind"], "context", "what a repository brings along switches nothing on");
    assert!(
        status()["refused"][0].as_str().unwrap().contains("project.toml:1: `memory` counts in your own config.toml")
    );
    let told = project.run(&["suggest-memory"]);
    assert!(String::from_utf8_lossy(&told.stderr).contains("project.toml:1: "), "{told:?}");
    fs::write(config.join("config.toml"), "[memory]\ntarget = \"claude-memories\"\n").unwrap();
    assert_eq!(status()["target"]["kind"], "claude-memories");
    let of_project =
        format!("[memory]\ntarget = \"context\"\n[project.{:?}]\nmemory = \"claude-memories\"\n", project.path());
    fs::write(config.join("config.toml"), of_project).unwrap();
    assert_eq!(status()["target"]["kind"], "claude-memories");
    let why = status()["target"]["why"].as_str().unwrap().to_owned();
    assert!(why.contains("your config.toml says so for ") && why.contains("project"), "{why}");
    let named = project.json(&["suggest-memory", "--target", "context"]);
    assert_eq!(named["target"]["kind"], "context", "a word on the command line comes first");
}

#[test]
fn the_export_for_ai_loadout_points_to_existing_files() {
    let mut talk = TALK.to_vec();
    talk.extend([
        "Can you also fix the auth middleware of the API, please.",
        "We decided to use 日本語 for the labels of the shop.",
    ]);
    let project = Project::with_talk(&talk);
    let said = project.json(&["export", "--for", "ai-loadout"]);
    let index: Value = serde_json::from_str(&fs::read_to_string(said["index"].as_str().unwrap()).unwrap()).unwrap();
    assert_eq!(readers::loadout(&project.path(), &index), Vec::<String>::new());
    let entries = index["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 5, "{index:#}");
    for entry in entries {
        let path = entry["path"].as_str().unwrap();
        assert!(path.starts_with(".deltamind/loadout/items/"), "{path}");
        let text = fs::read_to_string(project.path().join(path)).unwrap();
        assert!(text.starts_with(&format!("---\nid: {}\n", entry["id"].as_str().unwrap())));
        assert!((1..=10).contains(&entry["keywords"].as_array().unwrap().len()), "{entry}");
    }
    let of = |word: &str| entries.iter().find(|e| e["summary"].as_str().unwrap().contains(word)).unwrap();
    assert!(readers::fit(of("auth"), "fix the auth middleware") >= 0.1, "an open task is loaded");
    assert!(of("日本語")["keywords"].as_array().unwrap().iter().any(|k| k == "日本語"));
    assert_eq!(of("push")["priority"], "core");
    assert!(project.out(&["export", "--for", "ai-loadout"]).contains("AI_LOADOUT_SESSION="));
}
