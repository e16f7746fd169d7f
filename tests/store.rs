//! Tests of what is saved: the log folds to the snapshot, the same session gives the same bytes, and nothing that
//! goes wrong on the disk loses what was saved.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use deltamind::runtime::resume::take_up;
use deltamind::session::Session;
use deltamind::session::travel::Timeline;
use deltamind::state::{Fate, LogLine, PersonAction};
use deltamind::store::{Disk, Keeper, Loaded, Opened, Store, StoreError, draft, import};
use deltamind::transcript::read::read_on;
use deltamind::transcript::{Entry, read_file};
use proptest::prelude::*;

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/demo/session.jsonl");
const OTHERS: &[&str] =
    &["claude.jsonl", "codex.jsonl", "codex-fork.jsonl", "codex-old.jsonl", "openai.jsonl", "plain.jsonl"];

fn transcripts() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut all: Vec<PathBuf> = OTHERS.iter().map(|n| root.join("transcripts").join(n)).collect();
    all.push(DEMO.into());
    all.push(root.join("labelled/beehive-sync-long.claude.jsonl"));
    all.push(root.join("labelled/subtitle-run-codex.codex.jsonl"));
    all
}

fn demo() -> Session {
    read(Path::new(DEMO))
}

fn read(path: &Path) -> Session {
    let read = read_file(path).unwrap();
    let mut session = Session::new(read.meta);
    session.ingest(read.entries);
    session
}

/// Something a person may do, chosen by a number.
fn act(session: &mut Session, choice: usize) {
    let pick = |n: usize| (choice / 8).checked_rem(n);
    let held = session.held().count();
    let held_id = |session: &Session, at: usize| match &session.held().nth(at).unwrap().fate {
        Fate::Held { held_id } => held_id.clone(),
        _ => unreachable!(),
    };
    let items = session.ledger().items().len();
    let action = match choice % 8 {
        0 | 1 => pick(held).map(|at| PersonAction::AcceptHeld { held_id: held_id(session, at) }),
        2 => pick(held).map(|at| PersonAction::Dismiss { held_id: held_id(session, at) }),
        3 | 4 => pick(items).map(|at| PersonAction::Withdraw { item_id: session.ledger().items()[at].id.clone() }),
        5 => pick(items).map(|at| {
            let item = &session.ledger().items()[at];
            PersonAction::Edit { item_id: item.id.clone(), summary: format!("{} (said better)", item.summary) }
        }),
        6 => pick(session.rejections().count())
            .map(|at| PersonAction::AcceptRejected { line: session.rejections().nth(at).unwrap().line }),
        _ => Some(PersonAction::Undo),
    };
    // What cannot be done is refused, and that is fine.
    let _ = action.map(|a| session.act(a));
}

fn same(a: &Session, b: &Session) {
    assert_eq!(a.ledger().seq(), b.ledger().seq());
    assert_eq!(a.ledger().items(), b.ledger().items());
    assert_eq!(a.log(), b.log());
    assert_eq!(a.kept(), b.kept());
    assert_eq!(a.wishes(), b.wishes());
    assert_eq!(a.stats(), b.stats());
    let held = |s: &Session| s.held().map(|o| o.line).collect::<Vec<_>>();
    assert_eq!(held(a), held(b));
}

fn store(dir: &Path) -> Store {
    fs::create_dir_all(dir.join(".git")).unwrap();
    Store::of_project(dir, None).unwrap()
}

fn keeper(store: &Store, id: &str, disk: Disk) -> (Box<Keeper>, Option<Box<Loaded>>) {
    match Keeper::open(store, id, disk).unwrap() {
        Opened::Ours(keeper, loaded) => (keeper, loaded),
        Opened::Theirs(who) => panic!("locked{who}"),
    }
}

fn load(store: &Store, id: &str) -> Loaded {
    let loaded = store.load(id).unwrap();
    assert!(loaded.damage.is_empty(), "{:?}", loaded.damage);
    loaded
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Law: the event log folds to what stands, whatever was read and whatever the person did meanwhile; and it does
    /// so through the files as well.
    #[test]
    fn the_log_folds_to_the_snapshot(
        file in 0..9_usize,
        cuts in proptest::collection::vec((0..200_usize, 0..4000_usize), 0..12),
        share in 1..=100_usize,
    ) {
        let path = &transcripts()[file];
        let read = read_file(path).unwrap();
        let mut entries: Vec<Entry> = read.entries;
        entries.truncate(entries.len() * share / 100);
        let mut session = Session::new(read.meta);
        let mut rest = entries.into_iter();
        for (n, choice) in cuts {
            session.ingest(rest.by_ref().take(n));
            act(&mut session, choice);
        }
        session.ingest(rest);
        let (folded, faults) = Session::folded(session.kept(), session.log().to_vec());
        prop_assert!(faults.is_empty(), "{:?}", faults);
        same(&folded, &session);

        let dir = tempfile::tempdir().unwrap();
        let store = store(dir.path());
        keeper(&store, "s", Disk::default()).0.save(&session, None).unwrap();
        let loaded = load(&store, "s");
        same(&loaded.session, &session);
        // And what is saved of what was loaded is the same, byte for byte.
        let bytes = |s: &Session| {
            let dir = tempfile::tempdir().unwrap();
            let store = store_at(dir.path());
            keeper(&store, "s", Disk::default()).0.save(s, None).unwrap();
            let folder = dir.path().join(".deltamind/sessions/s");
            ["snapshot.json", "provenance.jsonl"].map(|n| fs::read_to_string(folder.join(n)).unwrap())
        };
        prop_assert_eq!(bytes(&loaded.session), bytes(&session));
    }
}

fn store_at(dir: &Path) -> Store {
    store(dir)
}

#[test]
fn a_restart_anywhere_gives_the_same_ledger() {
    for path in transcripts() {
        let bytes = fs::read(&path).unwrap();
        let whole = {
            let dir = tempfile::tempdir().unwrap();
            watched(dir.path(), &path, &[&bytes])
        };
        for parts in [2, 5] {
            let dir = tempfile::tempdir().unwrap();
            let size = bytes.len() / parts + 1;
            let chunks: Vec<&[u8]> = bytes.chunks(size).collect();
            let parted = watched(dir.path(), &path, &chunks);
            assert_eq!(parted.ledger().items(), whole.ledger().items(), "{} in {parts} parts", path.display());
            assert_eq!(parted.log(), whole.log(), "{} in {parts} parts", path.display());
            assert_eq!(parted.kept().turns.len(), whole.kept().turns.len());
        }
    }
}

/// The session after each chunk was appended to the file, read on and saved by a process of its own.
fn watched(dir: &Path, original: &Path, chunks: &[&[u8]]) -> Session {
    let path = dir.join(original.file_name().unwrap());
    let store = store(dir);
    let mut last = Session::default();
    let mut file = fs::File::create(&path).unwrap();
    for chunk in chunks {
        std::io::Write::write_all(&mut file, chunk).unwrap();
        last = read_once(&store, &path);
    }
    last
}

/// What one run reads and saves.
fn read_once(store: &Store, path: &Path) -> Session {
    let (mut keeper, loaded) = keeper(store, "s", Disk::default());
    let (mut session, taken) = match loaded {
        Some(loaded) => take_up(loaded.session, loaded.mark, path).unwrap(),
        None => (Session::default(), None),
    };
    let whole = taken.is_none();
    let read = read_on(path, taken).unwrap();
    session.set_meta(read.read.meta);
    session.ingest(read.read.entries);
    if whole {
        session.correct_again(true);
    }
    let mark = read.mark.map(|m| serde_json::to_string(&m).unwrap());
    keeper.save(&session, mark.as_deref()).unwrap();
    session
}

/// The mark in a snapshot, as it stands there.
#[derive(serde::Deserialize)]
struct Follow<'a> {
    #[serde(borrow)]
    follow: &'a serde_json::value::RawValue,
}

#[test]
fn a_file_replaced_or_cut_meanwhile_is_read_anew_with_the_corrections() {
    let dir = tempfile::tempdir().unwrap();
    let (store, path) = (store(dir.path()), dir.path().join("s.jsonl"));
    let bytes = fs::read(DEMO).unwrap();
    fs::write(&path, &bytes).unwrap();
    let first = read_once(&store, &path);
    let item = first.ledger().items().iter().find(|i| i.is_open()).unwrap().clone();
    {
        let (mut keeper, loaded) = keeper(&store, "s", Disk::default());
        let loaded = loaded.unwrap();
        let snapshot = fs::read_to_string(keeper.folder().join("snapshot.json")).unwrap();
        let mark = serde_json::from_str::<Follow<'_>>(&snapshot).unwrap().follow.get().to_owned();
        let mut session = loaded.session;
        session.act(PersonAction::Withdraw { item_id: item.id.clone() }).unwrap();
        keeper.save(&session, Some(&mark)).unwrap();
    }
    // Nothing new: nothing is read, and the correction stands.
    let again = read_once(&store, &path);
    assert!(!again.ledger().get(&item.id).unwrap().is_open());
    assert_eq!(again.generation(), 0);
    // Another file under the name, with the same talk and less of it.
    fs::remove_file(&path).unwrap();
    let half = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at).nth(200).unwrap();
    fs::write(&path, &bytes[..=half]).unwrap();
    let anew = read_once(&store, &path);
    assert_eq!(anew.generation(), 1);
    assert_eq!(anew.turns().len(), read(&path).turns().len(), "no turn twice, none lost");
    let twin = anew.ledger().items().iter().find(|i| i.semantic_id == item.semantic_id);
    assert!(twin.is_none_or(|i| !i.is_open()), "the correction was made again");
    // What was saved of the former file is set aside, not deleted.
    let folder = dir.path().join(".deltamind/sessions/s");
    assert!(folder.join("provenance-aside-1.jsonl").is_file());
    assert!(load(&store, "s").damage.is_empty());
}

/// What stands in a store after a save broke off must be whole, and must be one of the states that were saved or
/// being saved; and saving again must succeed.
fn check_after_fault(store: &Store, before: &Session, after: &Session, what: &str) {
    let saved = store.holds("s")
        && ["snapshot.json", "provenance.jsonl"].iter().any(|n| store.root().join("sessions/s").join(n).exists());
    let (mut keeper, loaded) = keeper(store, "s", Disk::default());
    if let Some(loaded) = loaded {
        let torn = |d: &String| !d.contains("torn") && !d.contains("there is no snapshot");
        assert!(!loaded.damage.iter().any(torn), "{what}: {:?}", loaded.damage);
        let seq = loaded.session.ledger().seq();
        assert!(seq >= before.ledger().seq() && seq <= after.ledger().seq(), "{what}: seq {seq}");
        let (folded, faults) = Session::folded(loaded.session.kept(), loaded.session.log().to_vec());
        assert!(faults.is_empty(), "{what}");
        assert_eq!(folded.ledger().items(), loaded.session.ledger().items(), "{what}");
    } else {
        assert!(!saved || before.log().is_empty(), "{what}: what was saved is gone");
    }
    keeper.begin_anew();
    keeper.save(after, None).unwrap();
    drop(keeper);
    let left = fs::read_dir(store.root().join("sessions/s")).unwrap();
    assert!(left.map(|e| e.unwrap().file_name()).all(|n| !n.to_string_lossy().starts_with(".tmp-")), "{what}");
    same(&load(store, "s").session, after);
}

#[test]
fn a_disk_that_fails_at_any_step_loses_nothing() {
    let read = read_file(Path::new(DEMO)).unwrap();
    let mut before = Session::new(read.meta.clone());
    let half = read.entries.len() / 2;
    before.ingest(read.entries[..half].to_vec());
    let mut after = before.clone();
    after.ingest(read.entries[half..].to_vec());
    for first in [true, false] {
        for how in ["full", "io", "short"] {
            let mut done = false;
            let lines = u32::try_from(after.log().len() - if first { 0 } else { before.log().len() }).unwrap();
            // The steps in between are lines of the log, one much like the other.
            let some = (1..16).chain((16..lines).step_by(13)).chain(lines.max(16)..);
            for at in some {
                if done {
                    break;
                }
                let dir = tempfile::tempdir().unwrap();
                let store = store(dir.path());
                let empty = Session::default();
                let base = if first { &empty } else { &before };
                if !first {
                    keeper(&store, "s", Disk::default()).0.save(&before, None).unwrap();
                }
                let disk = Disk::faulty(how, at).unwrap();
                let what = format!("{how} at step {at}, first save: {first}");
                let failed = match Keeper::open(&store, "s", disk) {
                    Err(_) => true,
                    Ok(Opened::Theirs(_)) => panic!("{what}: locked"),
                    Ok(Opened::Ours(mut keeper, _)) => {
                        let failed = keeper.save(&after, None).is_err();
                        if failed && how == "short" {
                            // The trouble is over: the same keeper goes on.
                            let bytes = keeper.save(&after, None);
                            assert!(bytes.is_ok(), "{what}: {bytes:?}");
                            same(&load(&store, "s").session, &after);
                        }
                        failed
                    }
                };
                check_after_fault(&store, base, &after, &what);
                done = !failed;
                assert!(!done || at > 8, "{what}: so few steps?");
            }
        }
    }
}

#[test]
fn a_torn_tail_is_set_aside_and_the_log_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    let session = demo();
    keeper(&store, "s", Disk::default()).0.save(&session, None).unwrap();
    let path = dir.path().join(".deltamind/sessions/s/provenance.jsonl");
    let whole = fs::read(&path).unwrap();
    let last = whole[..whole.len() - 1].iter().rposition(|b| *b == b'\n').unwrap() + 1;
    let snapshot = fs::read(path.with_file_name("snapshot.json")).unwrap();
    for cut in (last..whole.len()).step_by(37).chain([last, last + 1, whole.len() - 1]) {
        // A line after the saved ones, torn at every place.
        let mut bytes = whole.clone();
        bytes.extend_from_slice(&whole[last..cut]);
        fs::write(&path, &bytes).unwrap();
        fs::write(path.with_file_name("snapshot.json"), &snapshot).unwrap();
        let loaded = store.load("s").unwrap();
        same(&loaded.session, &session);
        let (mut keeper, loaded) = keeper(&store, "s", Disk::default());
        let mut more = loaded.unwrap().session;
        for choice in [3, 11, 19] {
            act(&mut more, choice);
        }
        keeper.save(&more, None).unwrap();
        drop(keeper);
        same(&load(&store, "s").session, &more);
        if cut > last {
            let aside = fs::read_dir(path.parent().unwrap()).unwrap().map(|e| e.unwrap().path());
            let aside = aside.filter(|p| p.to_string_lossy().contains("provenance-tail-aside"));
            assert!(aside.map(|p| fs::read(p).unwrap()).any(|b| b == whole[last..cut]), "cut at {cut}");
        }
    }
}

#[test]
fn a_damaged_line_in_the_middle_costs_that_line() {
    let session = demo();
    let accepted = session
        .log()
        .iter()
        .position(|l| matches!(l, LogLine::Outcome(o) if matches!(o.fate, Fate::Accepted { .. })))
        .unwrap();
    let refused = session
        .log()
        .iter()
        .position(|l| matches!(l, LogLine::Outcome(o) if matches!(o.fate, Fate::Rejected { .. })))
        .unwrap();
    for line in [accepted, refused] {
        let dir = tempfile::tempdir().unwrap();
        let store = store(dir.path());
        keeper(&store, "s", Disk::default()).0.save(&session, None).unwrap();
        let path = dir.path().join(".deltamind/sessions/s/provenance.jsonl");
        let mut bytes = fs::read(&path).unwrap();
        let start: usize = bytes.split(|b| *b == b'\n').take(line).map(|l| l.len() + 1).sum();
        bytes[start + 40..start + 80].fill(0);
        fs::write(&path, &bytes).unwrap();
        let loaded = store.load("s").unwrap();
        assert_eq!(loaded.damage, [format!("line {} of provenance.jsonl is damaged", line + 1)]);
        assert_eq!(loaded.session.ledger().items(), session.ledger().items());
        assert!(loaded.session.log().len() >= session.log().len());
        // It goes on from there, and folds from there on.
        let (mut keeper, loaded) = keeper(&store, "s", Disk::default());
        let mut more = loaded.unwrap().session;
        act(&mut more, 3);
        keeper.save(&more, None).unwrap();
        drop(keeper);
        let again = store.load("s").unwrap();
        assert_eq!(again.session.ledger().items(), more.ledger().items());
        assert_eq!(again.damage.len(), 1, "{:?}", again.damage);
    }
}

#[test]
fn a_snapshot_that_is_no_use_is_done_without() {
    let session = demo();
    for (name, bytes) in [
        ("empty", b"".as_slice()),
        ("braces", b"{}"),
        ("future", br#"{"version":2,"seq":1}"#),
        ("half", br#"{"version":1,"#),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let store = store(dir.path());
        keeper(&store, "s", Disk::default()).0.save(&session, None).unwrap();
        let path = dir.path().join(".deltamind/sessions/s/snapshot.json");
        fs::write(&path, bytes).unwrap();
        let loaded = store.load("s").unwrap();
        assert!(loaded.damage.iter().any(|d| d.starts_with("snapshot.json ")), "{name}: {:?}", loaded.damage);
        assert_eq!(loaded.session.ledger().items(), session.ledger().items(), "{name}");
        // A flipped letter is noticed, and the one before it is taken.
        fs::remove_file(&path).unwrap();
        let (mut keeper, _) = keeper(&store, "s", Disk::default());
        keeper.begin_anew();
        keeper.save(&session, None).unwrap();
        let mut more = session.clone();
        act(&mut more, 3);
        keeper.save(&more, None).unwrap();
        drop(keeper);
        let mut flipped = fs::read(&path).unwrap();
        let at = flipped.len() / 2;
        flipped[at] ^= 1;
        fs::write(&path, &flipped).unwrap();
        let loaded = store.load("s").unwrap();
        assert_eq!(loaded.session.ledger().items(), session.ledger().items(), "{name}");
        // What the person did after the older snapshot stands in the log, and waits to be done again.
        assert_eq!(loaded.session.wishes(), more.wishes(), "{name}");
    }
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    assert!(matches!(store.load("s"), Err(StoreError::Missing(_))));
    fs::create_dir_all(dir.path().join(".deltamind/sessions/s")).unwrap();
    assert!(matches!(store.load("s"), Err(StoreError::Corrupt { .. })));
}

#[cfg(unix)]
#[test]
fn a_place_that_is_not_ours_is_refused_and_left_alone() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let session = demo();
    let outside = tempfile::tempdir().unwrap();
    for below in [".deltamind", ".deltamind/sessions", ".deltamind/sessions/s"] {
        let dir = tempfile::tempdir().unwrap();
        let store = store(dir.path());
        let path = dir.path().join(below);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        symlink(outside.path(), &path).unwrap();
        assert!(matches!(Keeper::open(&store, "s", Disk::default()), Err(StoreError::Refused { .. })), "{below}");
        assert!(matches!(store.load("s"), Err(StoreError::Refused { .. })), "{below}");
        assert!(store.forget("s").is_err(), "{below}");
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0, "{below}");
    }
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    fs::write(dir.path().join(".deltamind"), "a file").unwrap();
    assert!(Keeper::open(&store, "s", Disk::default()).is_err());
    assert_eq!(fs::read_to_string(dir.path().join(".deltamind")).unwrap(), "a file");
    fs::remove_file(dir.path().join(".deltamind")).unwrap();
    // A log that is a link is not written through.
    let target = outside.path().join("target");
    fs::write(&target, "mine").unwrap();
    let folder = dir.path().join(".deltamind/sessions/s");
    fs::create_dir_all(&folder).unwrap();
    symlink(&target, folder.join("provenance.jsonl")).unwrap();
    let opened = Keeper::open(&store, "s", Disk::default());
    let wrote = match opened {
        Ok(Opened::Ours(mut keeper, _)) => keeper.save(&session, None).is_ok(),
        _ => false,
    };
    assert!(!wrote);
    assert_eq!(fs::read_to_string(&target).unwrap(), "mine");
    // What is made is the person's alone.
    let dir = tempfile::tempdir().unwrap();
    let store = store_at(dir.path());
    keeper(&store, "s", Disk::default()).0.save(&session, None).unwrap();
    let mode = |p: &Path| fs::metadata(p).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(store.root()), 0o700);
    for entry in fs::read_dir(store.root().join("sessions/s")).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    assert_eq!(fs::read_to_string(store.root().join(".gitignore")).unwrap(), "*\n");
}

#[test]
fn one_writes_and_sessions_do_not_disturb_each_other() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    let session = demo();
    let (mut first, _) = keeper(&store, "s", Disk::default());
    first.save(&session, None).unwrap();
    assert!(matches!(Keeper::open(&store, "s", Disk::default()), Ok(Opened::Theirs(_))));
    assert!(matches!(store.forget("s"), Err(StoreError::Busy { .. })));
    same(&load(&store, "s").session, &session);
    let (mut other, _) = keeper(&store, "t", Disk::default());
    other.save(&session, None).unwrap();
    drop(first);
    assert!(matches!(Keeper::open(&store, "s", Disk::default()), Ok(Opened::Ours(..))));
    assert_eq!(store.current().as_deref(), Some("t"));
    assert!(store.forget("s").unwrap() > 0);
    assert!(store.load("s").is_err());
    same(&load(&store, "t").session, &session);
}

#[test]
fn a_draft_costs_what_is_new() {
    let read = read_file(Path::new(DEMO)).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    let mut session = Session::new(read.meta);
    session.ingest(read.entries[..100].to_vec());
    let (mut keeper, _) = keeper(&store, "s", Disk::default());
    keeper.save(&session, None).unwrap();
    let same_again = draft(&session, None, keeper.base()).unwrap();
    assert!(same_again.is_old());
    let path = keeper.folder().join("provenance.jsonl");
    let before = fs::read(&path).unwrap();
    session.ingest(read.entries[100..].to_vec());
    keeper.save(&session, None).unwrap();
    assert!(fs::read(&path).unwrap().starts_with(&before), "the log only grows");
}

#[test]
fn secrets_and_hidden_characters_are_not_kept() {
    let secret = concat!(
        "sk-ant-",
        "api03-",
        "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-abcdefghijklmnopqrstuvwx01AA"
    );
    let talk = format!("Let's use the key {secret} for the deploy.\u{202e}\nWe must never\u{200b} commit {secret}.");
    let turn = serde_json::json!({ "turnId": "a\u{202e}b", "role": "user", "content": talk });
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("s.jsonl");
    fs::write(&path, format!("{turn}\n")).unwrap();
    let store = store(dir.path());
    let session = read_once(&store, &path);
    assert!(!session.log().is_empty());
    for entry in fs::read_dir(dir.path().join(".deltamind/sessions/s")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        assert!(!text.contains(&secret[14..]), "{}", path.display());
        assert!(!text.contains('\u{200b}'), "{}", path.display());
    }
    let loaded = store.load("s").unwrap();
    assert_eq!(loaded.session.ledger().items(), session.ledger().items());
}

#[test]
fn a_snapshot_of_the_earlier_tools_is_taken_in() {
    let bytes = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/store/earlier-snapshot.json")).unwrap();
    let session = import(&bytes, Some("planning")).unwrap();
    let items = session.ledger().items();
    assert_eq!(items.len(), 4);
    assert_eq!(session.ledger().seq(), 5);
    let revised = session.ledger().get("d-2").unwrap();
    assert_eq!(revised.versions.len(), 2);
    assert_eq!(revised.versions[0].summary, "Keep recipes in one SQLite file");
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    keeper(&store, "planning", Disk::default()).0.save(&session, None).unwrap();
    same(&load(&store, "planning").session, &session);
    // Ours is readable as theirs: the same fields of the same types.
    let ours: serde_json::Value =
        serde_json::from_slice(&fs::read(dir.path().join(".deltamind/sessions/planning/snapshot.json")).unwrap())
            .unwrap();
    let theirs: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    for field in ["version", "timestamp", "seq"] {
        assert_eq!(ours[field].is_number(), theirs[field].is_number(), "{field}");
        assert!(!ours[field].is_null(), "{field}");
    }
    for (list, fields) in [
        ("items", vec!["id", "semanticId", "kind", "summary", "status", "confidence", "scope", "sourceTurns"]),
        ("deltaLog", vec!["kind", "sourceTurns"]),
    ] {
        assert_eq!(ours[list].as_array().unwrap().len(), theirs[list].as_array().unwrap().len(), "{list}");
        for entry in ours[list].as_array().unwrap() {
            assert!(fields.iter().all(|f| !entry[*f].is_null()), "{list}: {entry}");
        }
    }
    // And again from ours.
    let again =
        import(&fs::read(dir.path().join(".deltamind/sessions/planning/snapshot.json")).unwrap(), None).unwrap();
    assert_eq!(again.ledger().items(), session.ledger().items());
    assert!(import(b"{}", None).is_err() && import(b"nonsense", None).is_err());
    assert!(import(br#"{"version":9,"items":[]}"#, None).unwrap_err().contains("version 9"));
}

#[test]
fn the_past_is_the_fold_of_what_was_logged_by_then() {
    let mut session = demo();
    for choice in [0, 3, 5, 7, 11, 2, 6] {
        act(&mut session, choice);
    }
    let timeline = Timeline::of(&session);
    let mut past = timeline.newest();
    assert_eq!(past.ledger().items(), session.ledger().items());
    let mut backwards = Vec::new();
    loop {
        let lines = timeline.steps().get(past.place().wrapping_sub(1)).map_or(0, |s| s.line);
        let (folded, _) = Session::folded(session.kept(), session.log()[..usize::try_from(lines).unwrap()].to_vec());
        assert_eq!(past.ledger().items(), folded.ledger().items(), "at step {}", past.place());
        assert_eq!(past.ledger().seq(), folded.ledger().seq());
        for kind in deltamind::state::ItemKind::ALL {
            let open = |l: &deltamind::state::Ledger| l.open_of_kind(*kind).map(|i| i.id.clone()).collect::<Vec<_>>();
            assert_eq!(open(past.ledger()), open(folded.ledger()));
        }
        backwards.push(past.ledger().items().to_vec());
        if past.back(&timeline).is_none() {
            break;
        }
    }
    for items in backwards.iter().rev() {
        assert_eq!(past.ledger().items(), items.as_slice());
        past.on(&timeline);
    }
    past.go(&timeline, timeline.place_of(3));
    assert!(past.ledger().seq() <= 3);
}
