//! Tests of the store when things go wrong: a disk that fails at any step, a process killed anywhere, damaged files,
//! folders of others. Nothing saved is lost, and nothing unsaved is reported as saved.

use std::fs;
use std::path::Path;

use deltamind::runtime::saving::begin;
use deltamind::session::Session;
use deltamind::state::{Disposition, LogLine};
use deltamind::store::{Disk, OpenedSession, PlaceFault, SessionWriter, Store, StoreError};
use deltamind::transcript::read_file;

use crate::saved;
use crate::saved::{DEMO, act, demo, keeper, load, read_once, same, saved_demo, store};
use crate::skipped::skip;
use crate::trials::{sampled_steps, sampled_variants};

/// Checks a store after an interrupted save: its content must be whole and equal one of the states that were saved or
/// being saved, and saving again must succeed.
fn check_after_fault(store: &Store, before: &Session, after: &Session, what: &str) {
    let saved = store.holds("s")
        && ["snapshot.json", "provenance.jsonl"].iter().any(|n| store.root().join("sessions/s").join(n).exists());
    let (mut keeper, loaded) = keeper(store, "s", Disk::default());
    if let Some(loaded) = loaded {
        let torn = |d: &String| !d.contains("torn") && !d.contains("there is no snapshot");
        assert!(!loaded.damage.iter().any(torn), "{what}: {:?}", loaded.damage);
        let seq = loaded.session.ledger().seq();
        assert!(seq >= before.ledger().seq() && seq <= after.ledger().seq(), "{what}: seq {seq}");
        let (folded, faults) = Session::folded(loaded.session.sidecar(), loaded.session.log().to_vec());
        assert!(faults.is_empty(), "{what}");
        assert_eq!(folded.ledger().items(), loaded.session.ledger().items(), "{what}");
    } else {
        assert!(!saved || before.log().is_empty(), "{what}: what was saved is gone");
    }
    keeper.reset();
    keeper.save(after, None).unwrap();
    drop(keeper);
    let left = fs::read_dir(store.root().join("sessions/s")).unwrap();
    assert!(left.map(|e| e.unwrap().file_name()).all(|n| !n.to_string_lossy().starts_with(".tmp-")), "{what}");
    same(&load(store, "s").session, after);
}

#[test]
fn a_disk_that_fails_at_any_step_loses_nothing() {
    let (before, after) = halves(90);
    let empty = Session::default();
    for base in [&empty, &before] {
        let last = with_saved(base, |store| {
            let (mut keeper, _) = keeper(store, "s", Disk::default());
            keeper.save(&after, None).unwrap();
            keeper.disk().steps()
        });
        assert!(last > 8, "so few steps?");
        for at in sampled_steps(last) {
            for how in sampled_variants(&["full", "io", "short"], at) {
                let what = format!("{how} at step {at} of {last}, after {} log lines", base.log().len());
                let disk = Disk::faulty(how, at).unwrap();
                with_saved(base, |store| fails_and_goes_on(store, (base, &after), disk, &what));
            }
        }
    }
}

/// Runs `trial` on a store in which `base` is saved, or on none where `base` is empty.
fn with_saved<T>(base: &Session, trial: impl FnOnce(&Store) -> T) -> T {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    if !base.log().is_empty() {
        keeper(&store, "s", Disk::default()).0.save(base, None).unwrap();
    }
    trial(&store)
}

/// Saves `after` over `before` on a disk that fails.
fn fails_and_goes_on(store: &Store, (before, after): (&Session, &Session), disk: Disk, what: &str) {
    match SessionWriter::open(store, "s", disk) {
        Err(_) => {}
        Ok(OpenedSession::Theirs(_)) => panic!("{what}: locked"),
        Ok(OpenedSession::Ours(mut keeper, _)) => {
            assert!(keeper.save(after, None).is_err(), "{what}: nothing failed");
            if what.starts_with("short") {
                // The trouble is over: the same keeper goes on.
                let bytes = keeper.save(after, None);
                assert!(bytes.is_ok(), "{what}: {bytes:?}");
                same(&load(store, "s").session, after);
            }
        }
    }
    check_after_fault(store, before, after, what);
}

#[test]
fn a_torn_last_line_is_set_aside_and_the_log_goes_on() {
    let (dir, store, session) = saved_demo();
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
        .position(|l| matches!(l, LogLine::Outcome(o) if matches!(o.disposition, Disposition::Accepted { .. })))
        .unwrap();
    let refused = session
        .log()
        .iter()
        .position(|l| matches!(l, LogLine::Outcome(o) if matches!(o.disposition, Disposition::Rejected { .. })))
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
fn an_unreadable_snapshot_is_rebuilt_from_the_log() {
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
        keeper.reset();
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
        assert_eq!(loaded.session.pending_corrections(), more.pending_corrections(), "{name}");
    }
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    assert!(matches!(store.load("s"), Err(StoreError::Missing(_))));
    fs::create_dir_all(dir.path().join(".deltamind/sessions/s")).unwrap();
    assert!(matches!(store.load("s"), Err(StoreError::Corrupt { .. })));
}

#[cfg(unix)]
#[test]
fn a_store_behind_a_symbolic_link_or_a_plain_file_is_refused_unchanged() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let session = demo();
    let outside = tempfile::tempdir().unwrap();
    for below in [".deltamind", ".deltamind/sessions", ".deltamind/sessions/s"] {
        let dir = tempfile::tempdir().unwrap();
        let store = store(dir.path());
        let path = dir.path().join(below);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        symlink(outside.path(), &path).unwrap();
        assert!(
            matches!(SessionWriter::open(&store, "s", Disk::default()), Err(StoreError::Refused { .. })),
            "{below}"
        );
        assert!(matches!(store.load("s"), Err(StoreError::Refused { .. })), "{below}");
        assert!(store.forget("s").is_err(), "{below}");
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0, "{below}");
    }
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    fs::write(dir.path().join(".deltamind"), "a file").unwrap();
    assert!(SessionWriter::open(&store, "s", Disk::default()).is_err());
    assert_eq!(fs::read_to_string(dir.path().join(".deltamind")).unwrap(), "a file");
    fs::remove_file(dir.path().join(".deltamind")).unwrap();
    // A log that is a link is not written through.
    let target = outside.path().join("target");
    fs::write(&target, "mine").unwrap();
    let folder = dir.path().join(".deltamind/sessions/s");
    fs::create_dir_all(&folder).unwrap();
    symlink(&target, folder.join("provenance.jsonl")).unwrap();
    let opened = SessionWriter::open(&store, "s", Disk::default());
    let wrote = match opened {
        Ok(OpenedSession::Ours(mut keeper, _)) => keeper.save(&session, None).is_ok(),
        _ => false,
    };
    assert!(!wrote);
    assert_eq!(fs::read_to_string(&target).unwrap(), "mine");
    // What is made is the person's alone.
    let dir = tempfile::tempdir().unwrap();
    let store = saved::store(dir.path());
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
fn one_process_writes_a_session_and_sessions_are_independent() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    let session = demo();
    let (mut first, _) = keeper(&store, "s", Disk::default());
    first.save(&session, None).unwrap();
    assert!(matches!(SessionWriter::open(&store, "s", Disk::default()), Ok(OpenedSession::Theirs(_))));
    assert!(matches!(store.forget("s"), Err(StoreError::Busy { .. })));
    same(&load(&store, "s").session, &session);
    let (mut other, _) = keeper(&store, "t", Disk::default());
    other.save(&session, None).unwrap();
    drop(first);
    assert!(matches!(SessionWriter::open(&store, "s", Disk::default()), Ok(OpenedSession::Ours(..))));
    assert_eq!(store.current().as_deref(), Some("t"));
    assert!(store.forget("s").unwrap() > 0);
    assert!(store.load("s").is_err());
    same(&load(&store, "t").session, &session);
}

/// A small file system of its own, gone with the value.
#[cfg(target_os = "linux")]
struct Mounted(tempfile::TempDir);

#[cfg(target_os = "linux")]
impl Mounted {
    /// None where mounting is not allowed.
    fn new(options: &str) -> Option<Self> {
        let dir = tempfile::tempdir().unwrap();
        mount(&["-t", "tmpfs", "-o", options, "tmpfs"], dir.path()).then(|| Self(dir))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

#[cfg(target_os = "linux")]
impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("-l").arg(self.path()).output();
    }
}

#[cfg(target_os = "linux")]
fn mount(args: &[&str], path: &Path) -> bool {
    std::process::Command::new("mount").args(args).arg(path).output().is_ok_and(|o| o.status.success())
}

/// The first entries of the demo session, up to their middle and to their end.
fn halves(entries: usize) -> (Session, Session) {
    let read = read_file(Path::new(DEMO)).unwrap();
    let (first, second) = read.entries[..entries.min(read.entries.len())].split_at(entries / 2);
    let mut before = Session::new(read.meta);
    before.ingest(first.to_vec());
    let mut after = before.clone();
    after.ingest(second.to_vec());
    (before, after)
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_what_was_saved_and_saving_goes_on_when_there_is_room() {
    let Some(disk) = Mounted::new("size=4m") else { return skip("a_full_disk", "no file system can be mounted here") };
    let (before, after) = halves(200);
    let store = store(disk.path());
    let (mut keeper, _) = keeper(&store, "s", Disk::default());
    keeper.save(&before, None).unwrap();
    let filler = disk.path().join("filler");
    let mut file = fs::File::create(&filler).unwrap();
    let error = loop {
        if let Err(error) = std::io::Write::write_all(&mut file, &[b'x'; 512]) {
            break error;
        }
    };
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
    for _ in 0..2 {
        let failed = keeper.save(&after, None);
        assert!(matches!(&failed, Err(StoreError::Io { source, .. }) if source.kind() == error.kind()), "{failed:?}");
        same(&load(&store, "s").session, &before);
    }
    drop(file);
    fs::remove_file(filler).unwrap();
    keeper.save(&after, None).unwrap();
    same(&load(&store, "s").session, &after);
}

/// A place that cannot be written to is looked at, and left as it is.
fn check_read_only(dir: &Path, store: &Store, session: &Session) {
    let opened = SessionWriter::open(store, "s", Disk::default());
    assert!(matches!(opened, Err(StoreError::Io { .. })), "{opened:?}");
    same(&load(store, "s").session, session);
    // Watching says so and goes on from there.
    let begun = begin(&dir.join("s.jsonl"), (store, "s")).unwrap();
    same(&begun.session.unwrap(), session);
    assert!(begun.taken.is_some());
    assert!(begun.notices.len() == 1 && begun.notices[0].starts_with("not saved: cannot "), "{:?}", begun.notices);
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_store_is_read() {
    use std::os::unix::fs::PermissionsExt;

    let is_root = rustix::process::geteuid().is_root();
    if is_root {
        let why = "no file system can be mounted here";
        let Some(disk) = Mounted::new("size=8m") else { return skip("a_read_only_place", why) };
        let store = store(disk.path());
        fs::copy(DEMO, disk.path().join("s.jsonl")).unwrap();
        let session = read_once(&store, &disk.path().join("s.jsonl"));
        assert!(mount(&["-o", "remount,ro"], disk.path()));
        check_read_only(disk.path(), &store, &session);
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    fs::copy(DEMO, dir.path().join("s.jsonl")).unwrap();
    let session = read_once(&store, &dir.path().join("s.jsonl"));
    let folder = store.root().join("sessions/s");
    fs::set_permissions(folder.join("lock"), fs::Permissions::from_mode(0o400)).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o500)).unwrap();
    check_read_only(dir.path(), &store, &session);
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).unwrap();
}

#[cfg(unix)]
#[test]
fn a_store_of_another_user_is_refused_and_left_alone() {
    const NOBODY: u32 = 65_534;
    let (_dir, store, session) = saved_demo();
    let snapshot = store.root().join("sessions/s/snapshot.json");
    let saved = fs::read(&snapshot).unwrap();
    let owned = |path: &Path, by: u32| std::os::unix::fs::chown(path, Some(by), None);
    for place in [store.root().to_owned(), store.root().join("sessions"), store.root().join("sessions/s")] {
        let own = std::os::unix::fs::MetadataExt::uid(&fs::metadata(&place).unwrap());
        if owned(&place, NOBODY).is_err() {
            return skip("a_store_of_another_user", "nothing can be given to another user here");
        }
        let opened = SessionWriter::open(&store, "s", Disk::default());
        assert!(matches!(&opened, Err(StoreError::Refused { why, .. }) if *why == PlaceFault::Foreign), "{opened:?}");
        assert!(matches!(store.load("s"), Err(StoreError::Refused { .. })));
        assert!(store.standing("s").is_none() && store.forget("s").is_err());
        assert_eq!(fs::read(&snapshot).unwrap(), saved);
        owned(&place, own).unwrap();
    }
    same(&load(&store, "s").session, &session);
}

#[test]
fn a_save_is_done_only_when_its_derived_files_are_written() {
    let (before, after) = halves(200);
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    let (mut keeper, _) = keeper(&store, "s", Disk::default());
    keeper.save(&before, None).unwrap();
    let files = || ["CONTEXT.md", "sessions/s/recent.json"].map(|f| fs::read(store.root().join(f)).unwrap());
    let old = files();
    // Somebody has the lock of what sessions share for longer than is waited.
    let lock = fs::File::create(store.root().join("lock")).unwrap();
    lock.lock().unwrap();
    assert!(keeper.save(&after, None).is_err());
    same(&load(&store, "s").session, &after);
    assert!(keeper.save(&after, None).is_err(), "nothing new, but not all of it is written");
    assert_eq!(files(), old);
    drop(lock);
    keeper.save(&after, None).unwrap();
    let new = files();
    assert!(new[0] != old[0] && new[1] != old[1]);
}

#[test]
fn files_of_a_newer_version_are_left_and_unreadable_ones_set_aside() {
    let (before, after) = halves(200);
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    let folder = store.root().join("sessions/s");
    {
        let (mut keeper, _) = keeper(&store, "s", Disk::default());
        keeper.save(&before, None).unwrap();
        keeper.save(&after, None).unwrap();
    }
    let sound = fs::read_to_string(folder.join("snapshot.json")).unwrap();
    let newer = sound.replacen("\"version\":1", "\"version\":2", 1);
    fs::write(folder.join("snapshot.json"), &newer).unwrap();
    assert!(matches!(SessionWriter::open(&store, "s", Disk::default()), Err(StoreError::Newer { version: 2, .. })));
    let begun = begin(Path::new(DEMO), (&store, "s")).unwrap();
    assert!(begun.session.is_some(), "it is looked at, by its log");
    assert!(begun.notices[0].starts_with("not saved: "), "{:?}", begun.notices);
    assert_eq!(fs::read_to_string(folder.join("snapshot.json")).unwrap(), newer);
    fs::write(folder.join("snapshot.json"), r#"{"version":2}"#).unwrap();
    assert!(matches!(SessionWriter::open(&store, "s", Disk::default()), Err(StoreError::Newer { .. })));
    // Damaged, as the newest or as the one before it, or both: set aside with the first save, once.
    for names in [&["snapshot.json"][..], &["snapshot.json.1"], &["snapshot.json", "snapshot.json.1"]] {
        fs::write(folder.join("snapshot.json"), &sound).unwrap();
        for name in names {
            fs::write(folder.join(name), format!("damaged {name}")).unwrap();
        }
        let (mut keeper, loaded) = keeper(&store, "s", Disk::default());
        let session = loaded.unwrap().session;
        keeper.save(&session, None).unwrap();
        keeper.save(&session, None).unwrap();
        let aside = |n: usize| fs::read_to_string(folder.join(format!("snapshot-aside-{n}.json")));
        for (n, name) in names.iter().enumerate() {
            assert_eq!(aside(n + 1).unwrap(), format!("damaged {name}"));
            fs::remove_file(folder.join(format!("snapshot-aside-{}.json", n + 1))).unwrap();
        }
        assert!(aside(1).is_err() && aside(names.len() + 1).is_err(), "{names:?}");
        same(&load(&store, "s").session, &session);
    }
}

#[test]
fn a_short_lock_is_not_reported_as_another_watcher() {
    let (_dir, store, _) = saved_demo();
    let written = fs::read(store.root().join("sessions/s/lock")).unwrap();
    assert!(!store.is_watched("s"));
    let (held, _) = keeper(&store, "s", Disk::default());
    assert!(store.is_watched("s"), "somebody has it");
    let ends = std::thread::spawn(move || {
        // The blink itself, shorter than who opens a session waits for it.
        std::thread::sleep(std::time::Duration::from_millis(60));
        drop(held);
    });
    assert!(matches!(SessionWriter::open(&store, "s", Disk::default()), Ok(OpenedSession::Ours(..))));
    ends.join().unwrap();
    assert_eq!(fs::read(store.root().join("sessions/s/lock")).unwrap(), written, "looking writes nothing");
    assert!(!store.is_watched("never saved") && !store.root().join("sessions/never saved").exists());
}

#[test]
fn a_forgotten_session_is_not_carried_over() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    let mut own_session = demo();
    let mut reaching = demo();
    let mut items = reaching.ledger().items().to_vec();
    for item in &mut items {
        item.scope = deltamind::state::Scope::Project;
    }
    reaching.import(items, Vec::new(), reaching.ledger().seq(), None);
    reaching.set_meta(deltamind::transcript::Meta { session_id: "t".to_owned(), ..reaching.meta().clone() });
    keeper(&store, "t", Disk::default()).0.save(&reaching, None).unwrap();
    let (mut own, _) = keeper(&store, "s", Disk::default());
    own.save(&own_session, None).unwrap();
    let handed_on = || !store.context().unwrap().earlier.is_empty();
    assert!(handed_on());
    store.forget("t").unwrap();
    assert!(!handed_on());
    act(&mut own_session, 3);
    own.save(&own_session, None).unwrap();
    assert!(!handed_on(), "who watches another session has looked it up anew");
}

#[test]
fn old_temporary_files_among_the_shared_files_are_removed() {
    let (_dir, store, _) = saved_demo();
    let (old, young) = (store.root().join(".tmp-old"), store.root().join(".tmp-young"));
    for path in [&old, &young] {
        fs::write(path, "half").unwrap();
    }
    let then = std::time::SystemTime::now() - std::time::Duration::from_hours(1);
    fs::File::options().write(true).open(&old).unwrap().set_modified(then).unwrap();
    drop(keeper(&store, "s", Disk::default()));
    assert!(!old.exists() && young.exists(), "somebody may be writing it");
}
