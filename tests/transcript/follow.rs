//! Tests following a file through changes of every kind: no line is lost or read twice, every change is reported.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use deltamind::transcript::follow::{FileEvent, Follower, Polled, Progress};
use deltamind::transcript::{Chunk, Entry, Reader, ReaderMsg, ReaderOptions, read_file};
use proptest::prelude::*;

/// A follower with what it gave so far.
struct Watch {
    follower: Follower,
    lines: Vec<String>,
    events: Vec<FileEvent>,
}

impl Watch {
    fn on(path: &Path) -> Self {
        Self { follower: Follower::open(path).unwrap(), lines: Vec::new(), events: Vec::new() }
    }

    fn poll(&mut self, budget: usize) -> Progress {
        let (lines, events) = (&mut self.lines, &mut self.events);
        self.follower.poll(Instant::now(), budget, &mut |polled| match polled {
            Polled::Line(line) => lines.push(String::from_utf8_lossy(line.bytes).into_owned()),
            Polled::File(event) => events.push(event),
            Polled::Again => panic!("only documents are read again"),
        })
    }

    /// Polls until nothing is left, and takes what came.
    fn take(&mut self) -> (Vec<String>, Vec<FileEvent>) {
        while self.poll(1 << 20).more {}
        (std::mem::take(&mut self.lines), std::mem::take(&mut self.events))
    }

    fn lines(&mut self) -> Vec<String> {
        self.take().0
    }
}

struct Place {
    dir: tempfile::TempDir,
    path: PathBuf,
}

fn place() -> Place {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().canonicalize().unwrap().join("t.jsonl");
    Place { dir, path }
}

/// A file with this text, and who has read it.
fn read_to_the_end(text: &str) -> (Place, Watch) {
    let p = place();
    fs::write(&p.path, text).unwrap();
    let mut watch = Watch::on(&p.path);
    watch.take();
    (p, watch)
}

fn append(path: &Path, bytes: &[u8]) {
    OpenOptions::new().create(true).append(true).open(path).unwrap().write_all(bytes).unwrap();
}

#[test]
fn a_line_is_returned_once_and_only_when_whole() {
    let p = place();
    fs::write(&p.path, b"").unwrap();
    let mut watch = Watch::on(&p.path);
    let record = "{\"a\":\"\u{1F642} \u{e9}\"}\n{\"b\":2}\n";
    for byte in record.as_bytes() {
        append(&p.path, &[*byte]);
        watch.poll(1 << 20);
    }
    assert_eq!(watch.lines, ["{\"a\":\"\u{1F642} \u{e9}\"}", "{\"b\":2}"]);
}

#[test]
fn every_read_size_gives_the_same_lines() {
    let p = place();
    fs::write(&p.path, "\u{feff}{\"a\":\"\u{1F642}\u{1F642}\"}\r\n\n{\"b\":\"\u{2028}\"}\nrest").unwrap();
    let whole = Watch::on(&p.path).lines();
    assert_eq!(whole, ["{\"a\":\"\u{1F642}\u{1F642}\"}", "", "{\"b\":\"\u{2028}\"}"]);
    for budget in 1..64 {
        let mut watch = Watch::on(&p.path);
        while watch.poll(budget).more {}
        assert_eq!(watch.lines, whole, "reads of {budget}");
    }
}

#[test]
fn an_unfinished_line_is_shown_only_after_it_was_quiet() {
    let p = place();
    fs::write(&p.path, "{\"a\":1}").unwrap();
    let mut watch = Watch::on(&p.path);
    assert!(watch.lines().is_empty());
    let now = Instant::now();
    assert!(watch.follower.held(now).is_none());
    let held = watch.follower.held(now + Duration::from_secs(3)).unwrap();
    assert_eq!((held.bytes, held.terminated), (&b"{\"a\":1}"[..], false));
    append(&p.path, b"\n");
    assert_eq!(watch.lines(), ["{\"a\":1}"]);
    assert!(watch.follower.held(now + Duration::from_secs(9)).is_none());
}

#[test]
fn truncation_is_reported_and_read_anew() {
    let p = place();
    fs::write(&p.path, "one\ntwo\nthree\n").unwrap();
    let mut watch = Watch::on(&p.path);
    assert_eq!(watch.lines().len(), 3);
    fs::write(&p.path, "one\n").unwrap();
    assert_eq!(watch.take(), (vec!["one".to_owned()], vec![FileEvent::Truncated]));
    append(&p.path, b"more\n");
    assert_eq!(watch.take(), (vec!["more".to_owned()], vec![]));
}

#[test]
fn a_rewrite_longer_than_the_old_file_is_noticed() {
    let p = place();
    fs::write(&p.path, "one\ntwo\n").unwrap();
    let mut watch = Watch::on(&p.path);
    watch.take();
    fs::write(&p.path, "uno\ndos\ntres\n").unwrap();
    let want = ["uno", "dos", "tres"].map(str::to_owned).to_vec();
    assert_eq!(watch.take(), (want, vec![FileEvent::Rewritten]));
}

#[test]
fn a_rewrite_in_the_middle_of_a_grown_file_is_noticed_by_the_bytes_before_the_offset() {
    let p = place();
    let head = "x".repeat(4000);
    fs::write(&p.path, format!("{head}\nold\n")).unwrap();
    let mut watch = Watch::on(&p.path);
    watch.take();
    let mut file = OpenOptions::new().write(true).open(&p.path).unwrap();
    file.seek(SeekFrom::Start(4001)).unwrap();
    file.write_all(b"new\nmore\n").unwrap();
    drop(file);
    let (lines, events) = watch.take();
    assert_eq!(events, [FileEvent::Rewritten]);
    assert_eq!(lines[1..], ["new".to_owned(), "more".to_owned()]);
}

#[test]
fn replacement_reads_the_old_file_to_its_end_first() {
    let (p, mut watch) = read_to_the_end("one\n");
    append(&p.path, b"last\n");
    let next = p.dir.path().join("next");
    fs::write(&next, "new\n").unwrap();
    fs::rename(&next, &p.path).unwrap();
    let (lines, events) = watch.take();
    assert_eq!(lines, ["last", "new"]);
    assert_eq!(events, [FileEvent::Replaced { path: p.path.clone() }]);
}

#[test]
fn a_replacement_deleted_before_it_is_opened_is_gone() {
    let place = place();
    append(&place.path, b"one\nhalf");
    let mut watch = Watch::on(&place.path);
    watch.take();
    let next = place.dir.path().join("next");
    fs::write(&next, b"two\n").unwrap();
    fs::rename(&next, &place.path).unwrap();
    let mut events = Vec::new();
    watch.follower.poll(Instant::now(), 1 << 20, &mut |polled| match polled {
        // Handed out when the old file is left, before the new one is opened.
        Polled::Line(_) => fs::remove_file(&place.path).unwrap(),
        Polled::File(event) => events.push(event),
        Polled::Again => panic!("only documents are read again"),
    });
    assert_eq!(events, [FileEvent::Gone]);
}

#[test]
fn a_thousand_replacements_lose_nothing_and_leak_no_handle() {
    let p = place();
    fs::write(&p.path, "0\n").unwrap();
    let mut watch = Watch::on(&p.path);
    let mut got = watch.lines();
    let handles = || fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
    let before = handles();
    for n in 1..1000 {
        let next = p.dir.path().join("next");
        fs::write(&next, format!("{n}\n")).unwrap();
        fs::rename(&next, &p.path).unwrap();
        got.extend(watch.lines());
        append(&p.path, format!("{n}b\n").as_bytes());
        got.extend(watch.lines());
    }
    assert_eq!(got.len(), 1 + 2 * 999);
    // Other tests of this process open files too; a leak would be a thousand.
    assert!(handles() < before + 100);
}

#[test]
fn deleted_and_made_again() {
    let (p, mut watch) = read_to_the_end("one\n");
    append(&p.path, b"last\n");
    fs::remove_file(&p.path).unwrap();
    assert_eq!(watch.take(), (vec!["last".to_owned()], vec![FileEvent::Gone]));
    assert_eq!(watch.take(), (vec![], vec![]), "said once");
    fs::write(&p.path, "two\n").unwrap();
    let (lines, events) = watch.take();
    assert_eq!(lines, ["two"]);
    assert!(matches!(&events[..], [FileEvent::Opened { size: 4, .. }]), "{events:?}");
}

#[test]
fn a_file_and_its_directory_are_waited_for() {
    let p = place();
    let path = p.dir.path().join("not/yet/t.jsonl");
    let mut watch = Watch::on(&path);
    assert_eq!(watch.take().1, [FileEvent::Waiting]);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    assert_eq!(watch.take().1, []);
    fs::write(&path, "one\n").unwrap();
    assert_eq!(watch.lines(), ["one"]);
    // The whole directory goes and comes back.
    fs::remove_dir_all(p.dir.path().join("not")).unwrap();
    assert_eq!(watch.take().1, [FileEvent::Gone]);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, "two\n").unwrap();
    assert_eq!(watch.lines(), ["two"]);
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_its_swap_noticed() {
    let p = place();
    let dir = p.path.parent().unwrap().to_owned();
    fs::write(dir.join("a"), "a\n").unwrap();
    fs::write(dir.join("b"), "b\n").unwrap();
    std::os::unix::fs::symlink(dir.join("a"), &p.path).unwrap();
    let mut watch = Watch::on(&p.path);
    assert_eq!(watch.lines(), ["a"]);
    assert_eq!(watch.follower.real_path(), Some(dir.join("a").as_path()));
    fs::remove_file(&p.path).unwrap();
    std::os::unix::fs::symlink(dir.join("b"), &p.path).unwrap();
    assert_eq!(watch.take(), (vec!["b".to_owned()], vec![FileEvent::Replaced { path: dir.join("b") }]));
}

#[cfg(unix)]
#[test]
fn devices_directories_and_fifos_are_refused_at_once() {
    let p = place();
    let fifo = p.dir.path().join("fifo");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    let mut refused = vec![(PathBuf::from("/dev/zero"), "a device"), (p.dir.path().to_owned(), "a directory")];
    if made.is_ok_and(|s| s.success()) {
        refused.push((fifo, "a FIFO"));
    }
    for (path, what) in refused {
        let error = Follower::open(&path).unwrap_err().to_string();
        assert!(error.contains(&format!("is {what}, not a file")), "{error}");
    }
    // A directory that takes the file's place later is told, not followed.
    fs::write(&p.path, "one\n").unwrap();
    let mut watch = Watch::on(&p.path);
    watch.take();
    fs::remove_file(&p.path).unwrap();
    fs::create_dir(&p.path).unwrap();
    let events = watch.take().1;
    assert!(matches!(&events[..], [FileEvent::Trouble(why)] if why.contains("not a file")), "{events:?}");
}

#[cfg(unix)]
#[test]
fn a_sparse_hole_of_half_a_gigabyte_is_passed_over() {
    let p = place();
    append(&p.path, b"{\"a\":1}\n");
    let file = OpenOptions::new().write(true).open(&p.path).unwrap();
    file.set_len(500 << 20).unwrap();
    drop(file);
    append(&p.path, b"{\"b\":2}\n");
    assert_eq!(Watch::on(&p.path).lines(), ["{\"a\":1}", "{\"b\":2}"]);
}

#[test]
fn an_append_with_an_unchanged_modification_time_is_read() {
    let p = place();
    let stamp = std::time::SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
    let freeze = |path: &Path| File::options().append(true).open(path).unwrap().set_modified(stamp).unwrap();
    fs::write(&p.path, "one\n").unwrap();
    freeze(&p.path);
    let mut watch = Watch::on(&p.path);
    assert_eq!(watch.lines(), ["one"]);
    append(&p.path, b"two\n");
    freeze(&p.path);
    assert_eq!(watch.lines(), ["two"]);
}

/// A change of a followed file.
#[derive(Debug, Clone)]
enum Act {
    Write(u8),
    Part(u8),
    Rotate,
    Delete,
    Read(usize),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        4 => (1..5_u8).prop_map(Act::Write),
        2 => (1..9_u8).prop_map(Act::Part),
        1 => Just(Act::Rotate),
        1 => Just(Act::Delete),
        4 => (1..40_usize).prop_map(Act::Read),
    ];
    proptest::collection::vec(act, 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// However a file is written, replaced and deleted, if the follower looks before it goes, every line comes once
    /// and in order.
    #[test]
    fn nothing_is_lost_or_doubled(acts in acts()) {
        let p = place();
        let mut watch = Watch::on(&p.path);
        let (mut wanted, mut next, mut part) = (Vec::new(), 0_u32, String::new());
        for act in acts {
            match act {
                Act::Write(n) => for _ in 0..n {
                    let line = format!("{part}line {next}");
                    append(&p.path, format!("line {next}\n").as_bytes());
                    wanted.push(line);
                    part.clear();
                    next += 1;
                },
                Act::Part(n) => {
                    let text = "p".repeat(n.into());
                    append(&p.path, text.as_bytes());
                    part.push_str(&text);
                }
                Act::Rotate | Act::Delete => {
                    // Only a file seen can be read to its end after it went.
                    while watch.poll(1 << 20).more {}
                    if !part.is_empty() {
                        wanted.push(std::mem::take(&mut part));
                    }
                    if matches!(act, Act::Rotate) {
                        let other = p.dir.path().join("next");
                        fs::write(&other, "").unwrap();
                        fs::rename(&other, &p.path).unwrap();
                    } else {
                        let _ = fs::remove_file(&p.path);
                    }
                    while watch.poll(1 << 20).more {}
                }
                Act::Read(budget) => {
                    watch.poll(budget);
                }
            }
        }
        while watch.poll(1 << 20).more {}
        prop_assert_eq!(&watch.lines, &wanted);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// A file cut short anywhere, at any moment, and written on: what stands in it at the end was read, in order, and
    /// nothing was read that was never written.
    #[test]
    fn lines_are_read_even_after_cuts(acts in proptest::collection::vec((0..10_u8, 0..400_u64, 1..60_usize), 1..40)) {
        let p = place();
        let mut watch = Watch::on(&p.path);
        let mut stood = Vec::new();
        for (n, (act, cut, budget)) in acts.into_iter().enumerate() {
            match act {
                0..5 => {
                    append(&p.path, format!("line {n} {}\n", "x".repeat(n % 7)).as_bytes());
                    stood.push(fs::read_to_string(&p.path).unwrap());
                }
                5..7 if p.path.exists() => {
                    let file = OpenOptions::new().write(true).open(&p.path).unwrap();
                    let len = file.metadata().unwrap().len();
                    file.set_len(cut.min(len)).unwrap();
                }
                _ => {
                    watch.poll(budget);
                }
            }
        }
        // The first look after a cut may only find out that there was one.
        while watch.poll(1 << 20).more {}
        let stands = fs::read_to_string(&p.path).unwrap_or_default();
        let whole = stands.rsplit_once('\n').map_or("", |(whole, _)| whole);
        let mut got = watch.lines.iter();
        for line in whole.lines() {
            prop_assert!(got.any(|g| g == line), "{line:?} of {whole:?} not read: {:?}", watch.lines);
        }
        for line in &watch.lines {
            let whole = format!("{line}\n");
            prop_assert!(stood.iter().any(|s| s.contains(&whole)), "{line:?} never stood in the file");
        }
    }
}

fn turn(n: usize) -> String {
    format!("{{\"turnId\":\"t{n}\",\"role\":\"user\",\"content\":\"turn {n}\"}}\n")
}

/// A reader thread with what it sent so far.
struct Live {
    _reader: Reader,
    messages: Receiver<ReaderMsg>,
    turns: Vec<String>,
    others: Vec<ReaderMsg>,
    last: Option<Chunk>,
}

impl Live {
    fn on(path: &Path, notify: bool) -> Self {
        let (out, messages) = sync_channel(4);
        let options = ReaderOptions { notify, tick: Duration::from_millis(250), ..ReaderOptions::default() };
        let reader = Reader::spawn(path, options, out).unwrap();
        Self { _reader: reader, messages, turns: Vec::new(), others: Vec::new(), last: None }
    }

    /// Receives until `done`, for at most twenty seconds.
    fn until(&mut self, what: &str, done: impl Fn(&Self) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !done(self) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(left) {
                Ok(ReaderMsg::Entries(chunk)) => {
                    let said = chunk.entries.iter().filter_map(|e| match e {
                        Entry::Turn(t) => Some(t.turn_id.clone()),
                        Entry::Signal(_) => None,
                    });
                    self.turns.extend(said);
                    self.last = Some(*chunk);
                }
                Ok(other) => self.others.push(other),
                Err(e) => panic!("waiting for {what}: {e}; got {:?} and {:?}", self.turns, self.others),
            }
        }
    }
}

fn follows_live(notify: bool) {
    let p = place();
    let path = p.path.parent().unwrap().join("later/t.jsonl");
    let mut live = Live::on(&path, notify);
    live.until("waiting", |l| l.others.contains(&ReaderMsg::File(FileEvent::Waiting)));
    fs::create_dir(path.parent().unwrap()).unwrap();
    append(&path, turn(1).as_bytes());
    live.until("the first turn", |l| l.turns == ["t1"]);
    live.until("caught up", |l| l.others.contains(&ReaderMsg::CaughtUp));
    append(&path, &turn(2).as_bytes()[..9]);
    append(&path, &turn(2).as_bytes()[9..]);
    live.until("an append", |l| l.turns == ["t1", "t2"]);
    let other = path.with_extension("next");
    fs::write(&other, turn(1) + &turn(2) + &turn(3)).unwrap();
    fs::rename(&other, &path).unwrap();
    live.until("a replacement, told from its beginning", |l| l.turns == ["t1", "t2", "t1", "t2", "t3"]);
    live.turns.clear();
    append(&path, turn(4).as_bytes());
    live.until("an append to the new file", |l| l.turns.last().is_some_and(|t| t == "t4"));
    fs::remove_dir_all(path.parent().unwrap()).unwrap();
    live.until("gone", |l| l.others.contains(&ReaderMsg::File(FileEvent::Gone)));
    fs::create_dir(path.parent().unwrap()).unwrap();
    append(&path, turn(5).as_bytes());
    live.until("the directory made again", |l| l.turns.last().is_some_and(|t| t == "t5"));
    let unfinished = turn(6);
    append(&path, unfinished.trim_end().as_bytes());
    live.until("the unfinished line, provisional", |l| {
        l.others.iter().any(|m| matches!(m, ReaderMsg::Provisional(e) if e.len() == 1))
    });
    assert_eq!(live.turns, ["t4", "t5"], "a provisional turn is no turn yet");
    append(&path, b"\n");
    live.until("its end", |l| l.turns.len() == 3);
    let last = live.last.as_ref().unwrap();
    assert_eq!((last.read, last.counts.unexplained(), last.meta.agent.as_str()), (last.total, 0, "plain"));
}

#[test]
fn the_reader_follows_with_notifications() {
    follows_live(true);
}

#[test]
fn the_reader_follows_without_notifications() {
    follows_live(false);
}

#[test]
fn a_full_channel_holds_the_reader_not_the_memory_and_it_ends_with_its_listener() {
    let p = place();
    let text: String = (0..60_000).map(turn).collect();
    fs::write(&p.path, &text).unwrap();
    let mut live = Live::on(&p.path, true);
    live.until("a first chunk that is not all", |l| !l.turns.is_empty());
    assert!(live.turns.len() < 60_000, "the first chunk is small");
    live.until("everything", |l| l.turns.len() == 60_000);
    let (out, messages) = sync_channel::<ReaderMsg>(1);
    let reader = Reader::spawn(&p.path, ReaderOptions::default(), out).unwrap();
    drop(messages);
    reader.join();
}

#[test]
fn a_file_read_once_keeps_its_unfinished_last_line() {
    let p = place();
    fs::write(&p.path, turn(1) + turn(2).trim_end()).unwrap();
    let all = read_file(&p.path).unwrap();
    assert_eq!((all.entries.len(), all.counts.unexplained()), (2, 0));
    assert!(read_file(&p.dir.path().join("none")).unwrap_err().to_string().ends_with("does not exist"));
    fs::write(&p.path, "hello\nworld\n").unwrap();
    assert!(read_file(&p.path).unwrap_err().to_string().contains("not a transcript of a known format"));
}
