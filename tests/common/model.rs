//! Defines [`World`]: a file to which things happen, and a model that knows only its content. At rest the
//! follower must have returned every line of the file exactly once and in order.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::panic)]

use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use deltamind::transcript::follow::{FileEvent, Follower, Polled, QUIET};

/// An event of a followed file.
#[derive(Debug, Clone)]
pub enum Act {
    /// Whole lines are appended.
    Append(u8),
    /// A line is begun, or gone on with.
    Torn(u8),
    /// The line begun is ended.
    EndLine,
    /// The file is cut to this many hundredths of its length.
    Truncate(u8),
    /// The file is cut and written on at once, before anybody looks.
    TruncateAndWrite(u8, u8),
    /// Another file is renamed over it.
    Replace(u8),
    /// It is moved away and another one made.
    Rotate(u8),
    /// It is moved away and back.
    AwayAndBack,
    /// It is deleted.
    Delete,
    /// It is deleted and made anew, perhaps with the same inode.
    DeleteAndMake(u8),
    /// One byte near the head is changed in place: same inode, same size.
    ChangeByte(u8),
    /// Everything is written anew in place, same inode, same size.
    Rewrite,
    /// A block of NUL bytes is left at the end, as after a crash.
    Nuls(u8),
    /// The clock of the file system goes back.
    ClockBack,
    /// The follower looks, and reads at most so many bytes.
    Poll(u8),
    /// The follower looks until it is done.
    Rest,
    /// The program is started again.
    Restart,
}

/// The file, and the model: its bytes, or none where no file stands.
pub struct World {
    dir: tempfile::TempDir,
    path: PathBuf,
    bytes: Option<Vec<u8>>,
    next: u32,
    follower: Follower,
    /// Lines handed out since the file last began anew.
    given: Vec<Vec<u8>>,
    events: Vec<FileEvent>,
}

impl World {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.jsonl");
        let follower = Follower::open(&path).unwrap();
        Self { dir, path, bytes: None, next: 0, follower, given: Vec::new(), events: Vec::new() }
    }

    /// A line nobody ever wrote before.
    fn line(&mut self) -> Vec<u8> {
        self.next += 1;
        format!("{{\"line\":{}}}", self.next).into_bytes()
    }

    fn lines(&mut self, count: u8) -> Vec<u8> {
        (0..count).flat_map(|_| [self.line(), b"\n".to_vec()].concat()).collect()
    }

    fn append(&mut self, bytes: &[u8]) {
        OpenOptions::new().create(true).append(true).open(&self.path).unwrap().write_all(bytes).unwrap();
        self.bytes.get_or_insert_default().extend_from_slice(bytes);
    }

    fn make(&mut self, lines: u8) {
        let bytes = self.lines(lines);
        fs::write(&self.path, &bytes).unwrap();
        self.bytes = Some(bytes);
    }

    fn truncate(&mut self, percent: u8) {
        let Some(bytes) = &mut self.bytes else { return };
        bytes.truncate(bytes.len() * usize::from(percent) / 100);
        OpenOptions::new().write(true).open(&self.path).unwrap().set_len(bytes.len() as u64).unwrap();
    }

    fn overwrite(&mut self, at: usize, new: &[u8]) {
        let mut file = OpenOptions::new().write(true).open(&self.path).unwrap();
        file.seek(SeekFrom::Start(at as u64)).unwrap();
        file.write_all(new).unwrap();
        self.bytes.as_mut().unwrap()[at..at + new.len()].copy_from_slice(new);
    }

    #[allow(clippy::too_many_lines, reason = "a flat table")]
    pub fn act(&mut self, act: &Act) {
        let stands = self.bytes.is_some();
        match *act {
            Act::Append(count) => {
                let lines = self.lines(count);
                self.append(&lines);
            }
            Act::Torn(length) => {
                let part = self.line();
                self.append(&part[..part.len().min(length.into())]);
            }
            Act::EndLine => self.append(b"\n"),
            Act::Truncate(percent) => self.truncate(percent),
            Act::TruncateAndWrite(percent, count) => {
                self.truncate(percent);
                let lines = self.lines(count);
                self.append(&lines);
            }
            Act::Replace(count) => {
                let (other, bytes) = (self.dir.path().join("next"), self.lines(count));
                fs::write(&other, &bytes).unwrap();
                fs::rename(&other, &self.path).unwrap();
                self.bytes = Some(bytes);
            }
            Act::Rotate(count) => {
                let _ = fs::rename(&self.path, self.dir.path().join("t.jsonl.1"));
                self.make(count);
            }
            Act::AwayAndBack if stands => {
                fs::rename(&self.path, self.dir.path().join("away")).unwrap();
                self.poll(7);
                fs::rename(self.dir.path().join("away"), &self.path).unwrap();
            }
            Act::Delete => {
                let _ = fs::remove_file(&self.path);
                self.bytes = None;
            }
            Act::DeleteAndMake(count) => {
                let _ = fs::remove_file(&self.path);
                self.make(count);
            }
            Act::ChangeByte(at) => {
                let digits = self.bytes.iter().flatten().take(1024).enumerate().filter(|(_, b)| b.is_ascii_digit());
                let digits: Vec<(usize, u8)> = digits.map(|(at, b)| (at, *b)).collect();
                if !digits.is_empty() {
                    let (at, byte) = digits[usize::from(at) % digits.len()];
                    self.overwrite(at, &[if byte == b'9' { b'0' } else { byte + 1 }]);
                }
            }
            Act::Rewrite if stands => {
                let size = self.bytes.as_ref().unwrap().len();
                let mut all = Vec::new();
                while all.len() < size {
                    all.extend(self.lines(1));
                }
                all.truncate(size);
                self.overwrite(0, &all);
            }
            Act::Nuls(count) => self.append(&vec![0; count.into()]),
            Act::ClockBack if stands => {
                let before = SystemTime::UNIX_EPOCH + Duration::from_hours(24);
                OpenOptions::new().append(true).open(&self.path).unwrap().set_modified(before).unwrap();
            }
            Act::Poll(budget) => {
                self.poll(budget.into());
            }
            Act::Restart => {
                self.follower = Follower::open(&self.path).unwrap();
                self.given.clear();
            }
            Act::AwayAndBack | Act::Rewrite | Act::ClockBack | Act::Rest => {}
        }
    }

    fn poll(&mut self, budget: usize) -> bool {
        let (given, events) = (&mut self.given, &mut self.events);
        let mut each = |polled: Polled<'_>| match polled {
            Polled::Line(line) => given.push(line.bytes.to_vec()),
            Polled::File(event) => {
                if event.is_reset() || matches!(event, FileEvent::Opened { .. }) {
                    given.clear();
                }
                events.push(event);
            }
            Polled::Again => unreachable!("a file of lines is not read as a whole"),
        };
        self.follower.poll(Instant::now(), budget, &mut each).more
    }

    /// Looks until nothing is left, and compares.
    pub fn rest(&mut self) {
        for _ in 0..2 {
            while self.poll(1 << 16) {}
        }
        let Some(bytes) = &self.bytes else {
            assert!(self.follower.real_path().is_none(), "it follows a file that is gone");
            return;
        };
        let stands: Vec<u8> = bytes.iter().copied().filter(|b| *b != 0).collect();
        let mut lines: Vec<&[u8]> = stands.split(|b| *b == b'\n').collect();
        let unfinished = lines.pop().unwrap_or_default();
        let show = |line: &[u8]| String::from_utf8_lossy(line).into_owned();
        let given: Vec<String> = self.given.iter().map(|l| show(l)).collect();
        let wanted: Vec<String> = lines.iter().map(|l| show(l)).collect();
        assert_eq!(given, wanted, "after {:?}", self.events);
        let held = self.follower.held(Instant::now() + QUIET * 2).map(|l| show(l.bytes)).unwrap_or_default();
        assert_eq!(held, show(unfinished), "the last line, which has no end yet");
    }
}
