//! Sessions that are no files: OpenCode's, read from its database while it is written to.
//!
//! The fixture's database has pages of 512 bytes, so that its trees have inner pages and long rows go over several. Its
//! log holds ten commits that are not in its file; how it grows is played by cutting it off.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

use deltamind::transcript::discover::{NewSessions, newest_main};
use deltamind::transcript::follow::{FileEvent, Polled};
use deltamind::transcript::{
    Decoder, Entry, Env, Follower, Lister, Places, Reader, ReaderMsg, ReaderOptions, SessionFile, SessionKind,
    SignalBody, read_file,
};

use crate::told::fixture;

const FRAME: usize = 24 + 512;
const SAID: [&str; 4] = [
    "Two ways: a CSV file, or InfluxDB. I recommend the CSV file. Shall I use the CSV file?",
    "yes, use it",
    "The log goes into kiln.csv.",
    "We must never heat above 1280 degrees.",
];

/// A home directory with the fixture's database, its log cut off after so many bytes.
struct Home {
    dir: tempfile::TempDir,
    log: Vec<u8>,
}

impl Home {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let log = fs::read(fixture("stores/opencode.db-wal")).unwrap();
        let home = Self { dir, log };
        fs::create_dir_all(home.folder()).unwrap();
        fs::copy(fixture("stores/opencode.db"), home.database()).unwrap();
        home
    }

    fn folder(&self) -> PathBuf {
        self.dir.path().join(".local/share/opencode")
    }

    fn database(&self) -> PathBuf {
        self.folder().join("opencode.db")
    }

    fn session(&self) -> PathBuf {
        self.database().join("ses_main")
    }

    fn write_log(&self, bytes: usize) {
        fs::write(self.folder().join("opencode.db-wal"), &self.log[..bytes]).unwrap();
    }

    fn places(&self) -> Places {
        Places::from_env(&Env { home: Some(self.dir.path().to_owned()), ..Env::default() })
    }
}

/// The words of the turns in force.
fn said(entries: &[Entry]) -> Vec<String> {
    let mut turns: Vec<(&str, &str)> = Vec::new();
    for entry in entries {
        match entry {
            Entry::Turn(turn) => turns.push((&turn.turn_id, &turn.content)),
            Entry::Signal(signal) => {
                if let SignalBody::Withdrawn { turn_ids } = &signal.body {
                    turns.retain(|(id, _)| !turn_ids.iter().any(|gone| gone == id));
                }
            }
        }
    }
    turns.into_iter().map(|(_, text)| text.to_owned()).collect()
}

#[test]
fn the_sessions_of_a_database_are_listed() {
    let home = Home::new();
    home.write_log(home.log.len());
    let found = Lister::new(home.places()).list("2026-03-05T09:00:00Z".parse().unwrap()).sessions;
    assert_eq!(found.len(), 42);
    let main = found.iter().find(|s| s.id == "opencode-ses_main").unwrap();
    assert_eq!((main.agent, main.project.as_deref(), main.kind), ("opencode", Some("/w/kiln"), SessionKind::Main));
    assert_eq!((main.path.as_path(), main.title.as_deref()), (&*home.session(), Some("Kiln log in CSV")));
    let sub = found.iter().find(|s| s.id == "opencode-ses_sub").unwrap();
    assert_eq!((sub.kind, sub.parent.as_deref()), (SessionKind::Subagent, Some("opencode-ses_main")));
    assert_eq!(SessionFile::of(&home.session()).as_ref().map(|s| &s.id), Some(&main.id));
    assert_eq!(newest_main(Path::new("/w/kiln"), &home.places()).unwrap().id, "opencode-ses_other00");
}

#[test]
fn a_session_is_read_with_what_is_only_in_the_log() {
    let home = Home::new();
    home.write_log(home.log.len());
    let before = files(&home.folder());
    let read = read_file(&home.session()).unwrap();
    assert_eq!((&*read.meta.agent, &*read.meta.session_id), ("opencode", "opencode-ses_main"));
    let said = said(&read.entries);
    assert!(said[0].starts_with("Where should the kiln log") && said[0].len() > 1500, "{}", said[0]);
    assert_eq!(said[1..], SAID);
    let todos = |entry: &&Entry| matches!(entry, Entry::Signal(s) if matches!(s.body, SignalBody::Todo { .. }));
    assert_eq!(read.entries.iter().filter(todos).count(), 1);
    assert_eq!(files(&home.folder()), before, "nothing is written beside the database");
    let gone = read_file(&home.database().join("ses_nobody"));
    assert!(gone.unwrap_err().to_string().contains("does not exist"));
}

/// Names and bytes of the files in a folder.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    all.sort();
    all.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

#[test]
fn whole_commits_are_followed_and_torn_ones_waited_for() {
    let home = Home::new();
    let (mut follower, mut decoder) = (Follower::open(home.session()).unwrap(), Decoder::new(&home.session()));
    let mut entries = Vec::new();
    let mut last = 0;
    let ends = (0..).map(|n| 32 + n * FRAME).take_while(|end| *end <= home.log.len());
    for end in ends.collect::<Vec<_>>() {
        // In the middle of the next frame first: that is read as if it were not there.
        for bytes in [end, (end + FRAME / 2).min(home.log.len())] {
            home.write_log(bytes);
            follower.poll(Instant::now(), usize::MAX, &mut |polled| match polled {
                Polled::Line(line) => decoder.line(&line),
                Polled::Again => decoder.again(),
                Polled::File(FileEvent::Opened { .. }) => {}
                Polled::File(event) => panic!("{event:?} at {bytes} bytes"),
            });
            decoder.end(None, true);
            entries.extend(decoder.take());
            let now = said(&entries).len();
            assert!(now >= last, "{now} turns after {last} at {bytes} bytes");
            last = now;
        }
    }
    assert_eq!(said(&entries)[1..], SAID);
    assert!(decoder.counts().damaged_total() == 0, "{:?}", decoder.counts());
}

#[test]
fn a_log_of_another_time_counts_for_nothing() {
    let home = Home::new();
    let mut other = home.log.clone();
    // Another salt in the header: what follows is left over from before.
    other[16] ^= 1;
    fs::write(home.folder().join("opencode.db-wal"), other).unwrap();
    let read = read_file(&home.session()).unwrap();
    assert_eq!(said(&read.entries)[1..], SAID[..1]);
}

#[test]
fn damage_is_an_error_and_no_panic() {
    let home = Home::new();
    let whole = fs::read(home.database()).unwrap();
    for at in (0..whole.len()).step_by(97) {
        let mut bytes = whole.clone();
        bytes[at] = !bytes[at];
        fs::write(home.database(), bytes).unwrap();
        let _ = read_file(&home.session());
        let _ = SessionFile::of(&home.session());
    }
    for len in [0, 15, 100, 512, 5000] {
        fs::write(home.database(), &whole[..len]).unwrap();
        assert!(read_file(&home.session()).is_err(), "{len} bytes");
    }
}

#[test]
fn the_reader_thread_follows_a_session_and_a_checkpoint_changes_nothing() {
    let home = Home::new();
    let (out, messages) = sync_channel(64);
    let options = ReaderOptions { tick: Duration::from_millis(50), ..ReaderOptions::default() };
    let _reader = Reader::spawn(&home.session(), options, out).unwrap();
    let mut entries = Vec::new();
    let mut wait = |turns: usize| {
        let deadline = Instant::now() + Duration::from_secs(20);
        while said(&entries).len() < turns {
            assert!(Instant::now() < deadline, "{} of {turns} turns", said(&entries).len());
            match messages.recv_timeout(Duration::from_secs(20)).unwrap() {
                ReaderMsg::Entries(chunk) => entries.extend(chunk.entries),
                ReaderMsg::File(event) => assert!(!event.is_reset(), "{event:?}"),
                _ => {}
            }
        }
        said(&entries)
    };
    wait(2);
    home.write_log(home.log.len());
    assert_eq!(wait(5)[1..], SAID);
}

#[test]
fn a_new_session_is_noticed() {
    let home = Home::new();
    let mut new = NewSessions::since_now(home.places());
    assert!(new.poll().is_empty());
    // The same database, with a session of another name.
    let mut bytes = fs::read(home.database()).unwrap();
    for at in memchr::memmem::find_iter(&bytes.clone(), b"ses_other07") {
        bytes[at..at + 11].copy_from_slice(b"ses_other99");
    }
    bytes.extend_from_slice(&[0; 512]);
    fs::write(home.database(), bytes).unwrap();
    let found = new.poll();
    assert_eq!(found.iter().map(|s| &*s.id).collect::<Vec<_>>(), ["opencode-ses_other99"]);
    assert!(new.poll().is_empty());
}
