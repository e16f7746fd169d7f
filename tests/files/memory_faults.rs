//! Tests memories under faults: a process killed at any step, a full disk, two programs at once, a file changed by
//! somebody else.

use std::fs;
use std::path::{Path, PathBuf};

use deltamind::edits::{FileChange, FileRecord};
use deltamind::memory::{MemoryEnv, MemoryEvent, MemoryEventKind, apply, pick};
use deltamind::session::Session;
use deltamind::session::suggest::{Ask, Suggestion};
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Turn};

use crate::project::Project;
use crate::trials::sampled_variants;

const TALK: &[&str] =
    &["We decided to use PostgreSQL for the orders service.", "We decided to write invoices with the ledger library."];

fn turn(n: usize, words: &str) -> String {
    format!("{{\"turnId\":\"u{n}\",\"role\":\"user\",\"content\":{words:?}}}\n")
}

fn talk() -> Project {
    Project::with_talk(TALK)
}

/// The same where Claude Code is used.
fn talk_of_claude() -> Project {
    let talk = talk();
    fs::create_dir_all(talk.claude_folder(&talk.path())).unwrap();
    talk
}

fn memory(talk: &Project) -> PathBuf {
    talk.claude_folder(&talk.path()).join("memory")
}

#[cfg(debug_assertions)]
fn standing(talk: &Project) -> String {
    talk.suggested("orders")["standing"].as_str().unwrap().to_owned()
}

/// Runs a command that goes wrong at one step. Returns whether it went right all the same.
#[cfg(debug_assertions)]
fn faulty(talk: &Project, args: &[&str], fault: &str) -> bool {
    talk.command(args).env("DELTAMIND_FAULT", fault).output().unwrap().status.success()
}

/// Every file where memories are, and what they hold.
fn files(place: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(place).into_iter().flatten().map(|e| e.unwrap().path());
    let mut out: Vec<(String, String)> = entries
        .filter(|p| p.is_file())
        .map(|p| (p.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&p).unwrap()))
        .collect();
    out.sort();
    out
}

/// Nothing half done stays, and the way is open: to undo what is approved, to approve what waits.
#[cfg(debug_assertions)]
fn goes_on(talk: &Project, place: &Path, id: &str, before: &[(String, String)], what: &str) {
    let approve = ["memory", "approve", id, "--yes"];
    let stands = standing(talk);
    let open = talk.path().join(".deltamind/memory-open.json");
    assert!(!open.exists(), "{what}: something stays open");
    let there = files(place);
    assert!(there.iter().all(|(name, _)| !name.contains(".tmp-") || name.starts_with(".tmp-")), "{what}: {there:?}");
    if stands == "approved" {
        assert!(there.iter().any(|(_, text)| text.contains(&id[2..])), "{what}: approved and nowhere");
        assert_eq!(talk.json(&["memory", "status"])["counts"]["approved"], 1, "{what}");
        talk.out(&["memory", "undo", id]);
        assert_eq!(kept(place), before, "{what}: taken back");
    } else {
        assert_eq!(stands, "pending", "{what}");
        assert_eq!(kept(place), before, "{what}: not approved");
    }
    talk.out(&approve);
    talk.out(&["memory", "undo", id]);
    assert_eq!(kept(place), before, "{what}: at the end");
}

#[cfg(debug_assertions)]
/// The files that agents read there: in the store's own folder only the context.
fn kept(place: &Path) -> Vec<(String, String)> {
    let own = place.ends_with(".deltamind");
    files(place).into_iter().filter(|(name, _)| !own || name == "CONTEXT.md").collect()
}

/// Goes through `first`, then a command that is cut off at each of its steps in turn, at either target.
#[cfg(debug_assertions)]
fn cut_off_at_any_step(first: impl Fn(&Project, &str), did: &str, end: &[&str]) {
    for claude in [true, false] {
        let talk = if claude { talk_of_claude() } else { talk() };
        let place = if claude { memory(&talk) } else { talk.path().join(".deltamind") };
        let id = talk.suggested("orders")["id"].as_str().unwrap().to_owned();
        let before = kept(&place);
        first(&talk, &id);
        let start = talk.remember();
        let args: Vec<&str> = ["memory", did, &id].into_iter().chain(end.iter().copied()).collect();
        let mut at = 0;
        let mut done = false;
        while !done {
            at += 1;
            for how in sampled_variants(&["kill", "full"], at) {
                talk.restore(&start);
                done = faulty(&talk, &args, &format!("{how}:{at}"));
                goes_on(&talk, &place, &id, &before, &format!("{did}, {how} at step {at}, claude {claude}"));
            }
        }
        assert!(at > 6, "so few steps?");
    }
}

#[cfg(debug_assertions)]
#[test]
fn an_approval_cut_off_at_any_step_is_done_or_not() {
    cut_off_at_any_step(|_, _| {}, "approve", &["--yes"]);
}

#[cfg(debug_assertions)]
#[test]
fn an_undo_cut_off_at_any_step_is_done_or_not() {
    cut_off_at_any_step(|talk, id| drop(talk.out(&["memory", "approve", id, "--yes"])), "undo", &[]);
}

#[test]
fn two_approvals_at_once_lose_nothing() {
    for _ in 0..5 {
        let talk = talk_of_claude();
        let ids = ["orders", "invoices"].map(|w| talk.suggested(w)["id"].as_str().unwrap().to_owned());
        let begun: Vec<_> =
            ids.iter().map(|id| talk.command(&["memory", "approve", id, "--yes"]).spawn().unwrap()).collect();
        let done: Vec<bool> = begun.into_iter().map(|mut child| child.wait().unwrap().success()).collect();
        let index = fs::read_to_string(memory(&talk).join("MEMORY.md")).unwrap();
        for (words, done) in ["orders", "invoices"].iter().zip(&done) {
            assert_eq!(index.contains(words), *done, "{index}");
        }
        assert!(done.contains(&true));
    }
}

/// The suggestion that the ledger makes of these words.
pub fn suggestion(words: &str) -> Suggestion {
    let mut session = Session::new(Meta { session_id: "claude-1".to_owned(), ..Meta::default() });
    session.ingest([Entry::Turn(Turn {
        turn_id: "u1".to_owned(),
        ordinal: 1,
        role: Role::User,
        content: words.to_owned(),
        at: None,
        record: RecordRef::default(),
    })]);
    session.suggestions(Ask::default(), &[]).remove(0)
}

#[test]
fn an_approval_keeps_session_text_saved_after_the_preview() {
    let talk = talk();
    let (store, env) = (talk.store(), MemoryEnv::default());
    let open = || pick(&talk.path(), &store, &env, None).unwrap();
    let made = suggestion(TALK[0]);
    let draft = open().draft(&made).unwrap();
    let path = talk.path().join(".deltamind/CONTEXT.md");
    let now = |text: &str| fs::write(&path, text).unwrap();
    now("# What stands in session claude-2 as of -\n\nNew.\n");
    let at = "2026-01-01T00:00:00Z".parse().unwrap();
    let memo = apply::approve(&store, open().as_ref(), &made, &draft, at).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("claude-2") && text.contains("New.") && text.contains(&made.id), "{text}");
    let back = open().draft_undo(&memo).unwrap();
    now(&text.replace("New.", "Newer."));
    apply::undo(&store, Some((open().as_ref(), &back)), &memo, at).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("Newer.") && !text.contains(&made.id), "{text}");
    // What another approval put there meanwhile is not written over.
    let draft = open().draft(&made).unwrap();
    let other = suggestion(TALK[1]);
    apply::approve(&store, open().as_ref(), &other, &open().draft(&other).unwrap(), at).unwrap();
    assert!(apply::approve(&store, open().as_ref(), &made, &draft, at).is_err());
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(&other.id) && !text.contains(&made.id), "{text}");
    assert_eq!(
        MemoryEvent::all(&store).unwrap().iter().map(|m| m.did).collect::<Vec<_>>(),
        [MemoryEventKind::Approved, MemoryEventKind::Undone, MemoryEventKind::Approved]
    );
}

#[test]
fn an_undo_that_cannot_be_recorded_is_not_made() {
    let talk = talk_of_claude();
    let id = talk.suggested("orders")["id"].as_str().unwrap().to_owned();
    talk.out(&["memory", "approve", &id, "--yes"]);
    let before = files(&memory(&talk));
    let lock = fs::File::open(talk.path().join(".deltamind/lock")).unwrap();
    lock.lock().unwrap();
    assert!(!talk.run(&["memory", "undo", &id]).status.success());
    assert_eq!(files(&memory(&talk)), before);
    lock.unlock().unwrap();
    talk.out(&["memory", "undo", &id]);
    assert_eq!(files(&memory(&talk)), []);
}

#[test]
fn a_persons_edit_of_a_memory_is_kept() {
    let talk = talk_of_claude();
    let id = talk.suggested("orders")["id"].as_str().unwrap().to_owned();
    talk.out(&["memory", "approve", &id, "--yes"]);
    let (name, _) = files(&memory(&talk)).into_iter().find(|(_, text)| text.contains(&id)).unwrap();
    let path = memory(&talk).join(name);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{text}\nRead the runbook first.\n")).unwrap();
    let mut more = fs::read_to_string(talk.dir.path().join("talk.jsonl")).unwrap();
    for (n, words) in ["MySQL instead of PostgreSQL", "MariaDB instead of MySQL"].iter().enumerate() {
        more += &turn(7 + n, &format!("Actually, use {words} for the orders service."));
        fs::write(talk.dir.path().join("talk.jsonl"), &more).unwrap();
        talk.out(&["save", "--from", "../talk.jsonl"]);
        let changed = talk.suggested("orders");
        let said = talk.out(&["memory", "approve", changed["id"].as_str().unwrap(), "--yes"]);
        assert!(said.contains("note: ") && said.contains("did not write"), "{said}");
        let text = fs::read_to_string(&path).unwrap();
        let new = words.split(' ').next().unwrap();
        assert!(text.contains(new) && text.contains("Read the runbook first."), "{text}");
    }
}

#[test]
fn a_repository_within_the_project_has_a_memory_of_its_own() {
    let talk = talk();
    let inner = talk.path().join("inner");
    fs::create_dir_all(inner.join(".git")).unwrap();
    fs::create_dir_all(inner.join("src")).unwrap();
    let claude = talk.claude_folder(&inner).join("memory");
    fs::create_dir_all(claude.parent().unwrap()).unwrap();
    let env = MemoryEnv { home: Some(talk.home()), ..MemoryEnv::default() };
    let place = |cwd: Option<&Path>| {
        let env = env.clone().of_session(cwd.map(|c| c.to_str().unwrap()));
        pick(&talk.path(), &talk.store(), &env, None).unwrap().folder().path().to_owned()
    };
    assert_eq!(place(Some(&inner.join("src"))), claude);
    let own = talk.path().join(".deltamind");
    assert_eq!(place(None), own);
    assert_eq!(place(Some(talk.dir.path())), own, "a directory elsewhere is none of the project's");
    // What was approved for one session is taken back while another is followed.
    let (store, made) = (talk.store(), suggestion(TALK[0]));
    let inside = env.clone().of_session(inner.to_str());
    let target = pick(&talk.path(), &store, &env.clone().of_session(inner.to_str()), None).unwrap();
    let draft = target.draft(&made).unwrap();
    let memo = apply::approve(&store, target.as_ref(), &made, &draft, "2026-01-01T00:00:00Z".parse().unwrap()).unwrap();
    assert!(apply::place_of(&talk.path(), &store, &inside, &memo).is_ok());
    assert!(apply::place_of(&talk.path(), &store, &env, &memo).is_err(), "nobody says where its session worked");
}

#[test]
fn what_a_cut_off_event_names_stays_unless_deltamind_wrote_it() {
    let talk = talk_of_claude();
    let (store, made) = (talk.store(), suggestion(TALK[0]));
    let env = MemoryEnv { home: Some(talk.home()), ..MemoryEnv::default() };
    let target = pick(&talk.path(), &store, &env, None).unwrap();
    let draft = target.draft(&made).unwrap();
    let memo = apply::approve(&store, target.as_ref(), &made, &draft, "2026-01-01T00:00:00Z".parse().unwrap()).unwrap();
    let by_hand = "Wax the skis on Sundays.\n";
    let signed = format!("{by_hand}\nSource: session 4f1a2b3c, t7, m-a3f7c012\n");
    let note = target.folder().path().join("project-notes.md");
    let change = |before: Option<&str>, after: Option<&str>| {
        FileRecord::of(&FileChange {
            own: false,
            file: "project-notes.md".to_owned(),
            before: before.map(|text| text.as_bytes().to_vec()),
            after: after.map(|text| text.as_bytes().to_vec()),
        })
    };
    for (text, record, stays) in [
        (by_hand, change(None, Some(by_hand)), true),
        (by_hand, change(Some(by_hand), None), true),
        (&signed, change(Some(&signed), None), true),
        (&signed, change(None, Some(&signed)), false),
    ] {
        fs::write(&note, text).unwrap();
        let event = MemoryEvent { files: vec![record], ..memo.clone() };
        store.share().unwrap().set_pending_memory(&event).unwrap();
        apply::events(&talk.path(), &store, &env).unwrap();
        assert_eq!(note.exists(), stays, "{event:?}");
        assert!(MemoryEvent::pending(&store).is_none());
    }
}
