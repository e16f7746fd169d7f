//! Tests of what is saved: the log folds to the snapshot, the same session gives the same bytes, and a restart
//! anywhere changes nothing.

use std::fs;
use std::path::Path;

use deltamind::session::Session;
use deltamind::session::travel::Timeline;
use deltamind::state::PersonAction;
use deltamind::store::{Disk, draft, import};
use deltamind::transcript::{Entry, read_file};
use proptest::prelude::*;

use crate::saved;
use crate::saved::{DEMO, act, demo, keeper, load, read, read_once, same, store, transcripts};
use crate::trials::trials;

#[test]
fn the_last_words_of_a_file_count_as_if_the_talk_went_on() {
    for last in [
        "Use Fastify instead of Express.",
        "We decided on Postgres.",
        "Never log the access token.",
        "TODO: write the notes",
    ] {
        let items = |more: Option<&str>| {
            let project = crate::project::Project::new();
            let talk = [Some("Build an API with Express."), Some("I set up Express."), Some(last), more];
            let turn = |(n, said): (usize, &str)| {
                let role = if n.is_multiple_of(2) { "user" } else { "assistant" };
                serde_json::json!({ "turnId": format!("t-{n}"), "role": role, "content": said }).to_string() + "\n"
            };
            let text: String = talk.into_iter().flatten().enumerate().map(turn).collect();
            project.write("talk.jsonl", text);
            let file = project.path().join("talk.jsonl");
            let file = file.to_str().unwrap();
            project.out(&["save", "--from", file]);
            let shown = [&["process", file][..], &["inspect", "--from", file], &["inspect"]].map(|args| {
                let items = project.json(args)["items"].as_array().unwrap().clone();
                items.iter().map(|i| format!("{} {} {}", i["kind"], i["summary"], i["status"])).collect::<Vec<_>>()
            });
            assert!(shown.iter().all(|s| *s == shown[0]) && shown[0].len() >= 2, "{last}: {shown:?}");
            shown[0].clone()
        };
        assert_eq!(items(None), items(Some("OK.")), "{last}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: trials(12), failure_persistence: None, ..ProptestConfig::default() })]

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
        let (folded, faults) = Session::folded(session.sidecar(), session.log().to_vec());
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
            let store = saved::store(dir.path());
            keeper(&store, "s", Disk::default()).0.save(s, None).unwrap();
            let folder = dir.path().join(".deltamind/sessions/s");
            ["snapshot.json", "provenance.jsonl"].map(|n| fs::read_to_string(folder.join(n)).unwrap())
        };
        prop_assert_eq!(bytes(&loaded.session), bytes(&session));
    }
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
            if let Some(at) = (0..whole.log().len()).find(|i| parted.log().get(*i) != whole.log().get(*i)) {
                let line = |s: &Session| format!("{:#?}", s.log().get(at));
                panic!("{} in {parts} parts: line {at}\n{}\n{}", path.display(), line(&parted), line(&whole));
            }
            assert_eq!(parted.log().len(), whole.log().len(), "{} in {parts} parts", path.display());
            assert_eq!(parted.sidecar().turns.len(), whole.sidecar().turns.len());
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

/// The mark in a snapshot, as it stands there.
#[derive(serde::Deserialize)]
struct Follow<'a> {
    #[serde(borrow)]
    follow: &'a serde_json::value::RawValue,
}

#[test]
fn a_file_replaced_or_cut_between_runs_is_read_anew_with_the_corrections() {
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
    assert_eq!(again.rewrite_count(), 0);
    // Another file under the name, with the same talk and less of it.
    fs::remove_file(&path).unwrap();
    let half = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at).nth(200).unwrap();
    fs::write(&path, &bytes[..=half]).unwrap();
    let anew = read_once(&store, &path);
    assert_eq!(anew.rewrite_count(), 1);
    assert_eq!(anew.turns().len(), read(&path).turns().len(), "no turn twice, none lost");
    let twin = anew.ledger().items().iter().find(|i| i.semantic_id == item.semantic_id);
    assert!(twin.is_none_or(|i| !i.is_open()), "the correction was made again");
    // What was saved of the former file is set aside, not deleted.
    let folder = dir.path().join(".deltamind/sessions/s");
    assert!(folder.join("provenance-aside-1.jsonl").is_file());
    assert!(load(&store, "s").damage.is_empty());
}

#[test]
fn a_draft_holds_only_new_lines() {
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

const SECRET: &str = concat!(
    "sk-ant-",
    "api03-",
    "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-abcdefghijklmnopqrstuvwx01AA"
);

#[test]
fn secrets_and_hidden_characters_are_not_kept() {
    let talk = format!("Let's use the key {SECRET} for the deploy.\u{202e}\nWe must never\u{200b} commit {SECRET}.");
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
        assert!(!text.contains(&SECRET[14..]), "{}", path.display());
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

/// A snapshot by another program: decisions with these ids and one delta, with `words` in every text.
fn foreign_snapshot(words: &str, ids: &[&str]) -> String {
    let turns = serde_json::json!([{ "turnId": "t\u{202e}" }]);
    let item = |id: &&str| {
        serde_json::json!({ "id": id, "kind": "decision", "summary": words, "status": "active", "tags": [words],
            "sourceTurns": turns, "semanticId": words })
    };
    let delta = serde_json::json!({ "kind": "decision_made", "id": "d-1", "summary": words, "rationale": words,
        "alternatives": [words], "sourceTurns": turns, "reason": words });
    let items: Vec<serde_json::Value> = ids.iter().map(item).collect();
    let time = "2026-10-02T09:14:31.508Z";
    serde_json::json!({ "version": 1, "timestamp": time, "seq": 1, "items": items, "deltaLog": [delta] }).to_string()
}

/// No file of `folder` holds the secret, a hidden character or an escape sequence.
fn assert_safe(folder: &Path, secret: &str) {
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(!text.contains(secret) && !text.contains('\u{202e}') && !text.contains("\\u001b"), "{text}");
    }
}

#[test]
fn an_imported_snapshot_is_made_safe_and_keeps_its_time() {
    let words = format!("use {SECRET}\u{202e} \u{1b}[31mnow");
    let session = import(foreign_snapshot(&words, &["d-1"]).as_bytes(), None).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    keeper(&store, "s", Disk::default()).0.save(&session, None).unwrap();
    same(&load(&store, "s").session, &session);
    let folder = dir.path().join(".deltamind/sessions/s");
    assert_safe(&folder, &SECRET[14..]);
    let snapshot = fs::read(folder.join("snapshot.json")).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&snapshot).unwrap();
    assert_eq!(value["timestamp"], "2026-10-02T09:14:31.508Z");
    // The same for a snapshot of our own shape with a valid checksum, which anybody can compute.
    let forged = String::from_utf8(snapshot).unwrap().replace("now", &format!("{SECRET}\u{202e}"));
    let (body, _) = forged.rsplit_once(",\"checksum\":").unwrap();
    let forged = format!("{body},\"checksum\":\"{}\"}}", blake3::hash(body.as_bytes()).to_hex());
    let again = import(forged.as_bytes(), Some("again")).unwrap();
    keeper(&store, "again", Disk::default()).0.save(&again, None).unwrap();
    same(&load(&store, "again").session, &again);
    let folder = dir.path().join(".deltamind/sessions/again");
    assert_safe(&folder, &SECRET[14..]);
    let value: serde_json::Value = serde_json::from_slice(&fs::read(folder.join("snapshot.json")).unwrap()).unwrap();
    assert_eq!(value["timestamp"], "2026-10-02T09:14:31.508Z", "its time stays");
    // Invalid ids are refused.
    for id in ["d\u{1b}[31m1", "", " ", "d-1\u{202e}", "a b", &"x".repeat(200)] {
        let refused = import(foreign_snapshot(&words, &[id]).as_bytes(), None).unwrap_err();
        assert!(refused.contains("id") && !refused.contains('\u{1b}'), "{id:?}: {refused}");
    }
    assert!(import(foreign_snapshot(&words, &["d-1", "d-1"]).as_bytes(), None).is_err());
}

#[test]
fn the_past_is_the_fold_of_the_log_up_to_then() {
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
        let (folded, _) = Session::folded(session.sidecar(), session.log()[..usize::try_from(lines).unwrap()].to_vec());
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

/// Lines of a transcript, ten kilobytes of tool output each but for every tenth, in which the person decides.
fn long_lines(from: usize, to: usize) -> String {
    let line = |n: usize| {
        let words = format!("\"Let's use Tool{n} for the part number {n}.\"");
        let output = format!(r#"[{{"tool_use_id":"t{n}","type":"tool_result","content":"{}"}}]"#, "x".repeat(10_000));
        let content = if n.is_multiple_of(10) { words } else { output };
        format!(
            r#"{{"parentUuid":"u{}","isSidechain":false,"cwd":"/w/app","sessionId":"s","type":"user","message":{{"role":"user","content":{content}}},"uuid":"u{n}","timestamp":"2026-02-01T10:00:00Z"}}"#,
            n.saturating_sub(1)
        ) + "\n"
    };
    (from..to).map(line).collect()
}

#[test]
fn the_decoders_memory_is_written_at_intervals_and_a_save_costs_only_new_lines() {
    let dir = tempfile::tempdir().unwrap();
    let (saved, path) = (store(dir.path()), dir.path().join("s.jsonl"));
    let folder = dir.path().join(".deltamind/sessions/s");
    let memories = || {
        let names = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|n| n.starts_with("memory-")).collect();
        names.sort();
        names
    };
    let mut all = Vec::new();
    let mut file = fs::File::create(&path).unwrap();
    for (from, to) in [(0, 300), (300, 600), (600, 700), (700, 1100), (1100, 1101)] {
        std::io::Write::write_all(&mut file, long_lines(from, to).as_bytes()).unwrap();
        read_once(&saved, &path);
        all.push(memories());
        let snapshot = fs::read_to_string(folder.join("snapshot.json")).unwrap();
        let follow = serde_json::from_str::<Follow<'_>>(&snapshot).unwrap().follow.get().len();
        assert!(follow < 1000, "{follow} bytes of mark");
    }
    assert_eq!(all.iter().map(Vec::len).collect::<Vec<_>>(), [0, 1, 1, 2, 2], "{all:?}");
    assert_eq!(all[1], all[2], "a little more is no new memory");
    assert_eq!(all[3], all[4]);
    // The same bytes as of one reading.
    let bytes = |dir: &Path| {
        let folder = dir.join(".deltamind/sessions/s");
        ["snapshot.json", "provenance.jsonl"].map(|n| fs::read_to_string(folder.join(n)).unwrap())
    };
    let once = tempfile::tempdir().unwrap();
    let whole = read_once(&store(once.path()), &path);
    assert!(bytes(once.path()) == bytes(dir.path()), "parts and whole are saved alike");
    // A damaged memory costs reading the transcript again, and that is told.
    let snapshot = fs::read_to_string(folder.join("snapshot.json")).unwrap();
    let named = all[4].iter().find(|n| snapshot.contains(&n["memory-".len()..n.len() - ".json".len()])).unwrap();
    fs::write(folder.join(named), "{}").unwrap();
    let damage = saved.load("s").unwrap().damage;
    assert!(damage.iter().any(|d| d.contains("follow mark is damaged")), "{damage:?}");
    let again = read_once(&saved, &path);
    assert_eq!(again.ledger().items(), whole.ledger().items());
    assert_eq!(again.turns().len(), whole.turns().len());
}
