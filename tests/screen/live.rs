//! The loop's own pieces over a test backend, following a real file that grows.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use deltamind::runtime::Event;
use deltamind::runtime::app::App;
use deltamind::runtime::input::TerminalInput;
use deltamind::session::Session;
use deltamind::transcript::{Meta, Reader, ReaderOptions};
use deltamind::tui::{Key, Msg, State};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

struct Live {
    app: App,
    events: Receiver<Event>,
    terminal: Terminal<TestBackend>,
    frames: usize,
    _reader: Reader,
}

impl Live {
    fn follow(path: &Path) -> Self {
        let (send, events) = sync_channel(16);
        let reader = Reader::spawn(path, ReaderOptions::default(), send).unwrap();
        let mut state = State::new(Session::new(Meta::default()), (100, 30));
        state.file.source = path.display().to_string();
        let terminal = Terminal::new(TestBackend::new(100, 30)).unwrap();
        Self { app: App::new(state), events, terminal, frames: 0, _reader: reader }
    }

    /// One turn of the loop.
    fn turn(&mut self) {
        if self.app.due(Instant::now()) {
            self.app.draw(&mut self.terminal).unwrap();
            self.frames += 1;
        }
        let patience = self.app.patience(Instant::now()).min(Duration::from_millis(50));
        if let Ok(event) = self.events.recv_timeout(patience) {
            self.app.take(event);
        }
        self.app.work(Duration::from_millis(10));
    }

    fn screen(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        deltamind::tui::frame::text(buffer)
    }

    /// Turns the loop until the screen says so.
    fn until(&mut self, what: &str) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !self.screen().contains(what) {
            assert!(Instant::now() < deadline, "no {what:?} on\n{}", self.screen());
            self.turn();
        }
    }

    fn press(&mut self, key: &str) {
        self.press_at(key, jiff::Timestamp::now());
    }

    /// Presses a key at a question that is on the screen, at a time when it has been there long enough.
    fn answer(&mut self, key: &str) {
        self.press_at(key, jiff::Timestamp::now() + Duration::from_secs(1));
    }

    fn press_at(&mut self, key: &str, at: jiff::Timestamp) {
        let key = Key::parse(key).unwrap();
        self.app.take(Event::Input(TerminalInput::Msg(Msg::Key { key, at })));
    }
}

fn line(n: usize, role: &str, content: &str) -> String {
    format!(r#"{{"turnId":"m{n}","role":"{role}","content":"{content}","timestamp":"2026-05-04T09:{n:02}:00Z"}}"#)
}

fn append(path: &Path, text: &str) {
    let mut file = OpenOptions::new().append(true).create(true).open(path).unwrap();
    file.write_all(text.as_bytes()).unwrap();
}

/// The path of a transcript in a folder of its own.
fn talk_file() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("talk.jsonl");
    (dir, path)
}

#[test]
fn a_file_is_waited_for_followed_and_reread() {
    let (_dir, path) = talk_file();
    let mut live = Live::follow(&path);
    live.until("no such file yet");
    append(&path, &(line(1, "user", "hello there, let us begin") + "\n"));
    live.until("○ idle");
    live.press("7");
    live.until("hello there");
    let whole = line(2, "assistant", "a line in two halves");
    let (one, two) = whole.split_at(whole.len() / 2);
    append(&path, one);
    append(&path, &format!("{two}\n"));
    live.until("a line in two halves");
    live.until("t2");
    File::create(&path).unwrap();
    append(&path, &(line(9, "user", "something else") + "\n"));
    live.until("something else");
    assert!(!live.screen().contains("hello there"), "{}", live.screen());
}

#[test]
fn corrections_outlive_a_file_that_is_cut_short_or_replaced() {
    let (dir, path) = talk_file();
    let said = [
        line(1, "user", "let's use SQLite for the store"),
        line(2, "user", "we must never deploy on a Friday"),
        line(3, "assistant", "ok"),
        line(4, "user", "thanks"),
    ];
    fs::write(&path, said.join("\n") + "\n").unwrap();
    let mut live = Live::follow(&path);
    live.until("○ idle");
    live.until("use SQLite for the store");
    live.press("x");
    live.until("remove?");
    live.answer("y");
    live.until("removed d-1");
    live.press("2");
    live.until("deploy on a Friday");
    fs::write(&path, said[..3].join("\n") + "\n").unwrap();
    live.until("your corrections stand (1)");
    live.until("t3");
    live.until("0 decisions");
    live.until("1 constraint");
    fs::write(dir.path().join("next"), line(7, "user", "a wholly other talk") + "\n").unwrap();
    fs::rename(dir.path().join("next"), &path).unwrap();
    live.until("1 have lost their place");
    fs::remove_file(&path).unwrap();
    live.until("! gone");
    append(&path, &(said.join("\n") + "\n"));
    live.until("your corrections stand (1)");
    live.until("0 decisions");
}

#[test]
fn an_unfinished_last_turn_is_shown_and_not_counted() {
    let (_dir, path) = talk_file();
    append(&path, &(line(1, "user", "hello") + "\n" + &line(2, "user", "let's use SQLite for it")));
    let mut live = Live::follow(&path);
    live.until("provisional");
    live.press("7");
    live.until("provisional");
    live.until("let's use SQLite for it");
    live.until("0 decisions");
    append(&path, "\n");
    live.until("1 decision");
    assert!(!live.screen().contains("provisional"), "{}", live.screen());
}

#[test]
fn nothing_is_drawn_while_nothing_happens() {
    let (_dir, path) = talk_file();
    append(&path, &(line(1, "user", "hello") + "\n"));
    let mut live = Live::follow(&path);
    live.until("○ idle");
    // The frame after the last news may be still to come.
    for _ in 0..5 {
        live.turn();
    }
    let before = live.frames;
    for _ in 0..20 {
        live.turn();
    }
    assert_eq!(live.frames, before);
}

#[test]
fn a_key_overtakes_what_is_still_to_be_read() {
    const TURNS: usize = 8_000;
    let (_dir, path) = talk_file();
    let words = |n| line(n, "assistant", &format!("word {n} and more words to read"));
    append(&path, &(0..TURNS).map(|n| words(n) + "\n").collect::<String>());
    let mut live = Live::follow(&path);
    let read = |live: &Live| live.app.state().session.turns().len();
    let deadline = Instant::now() + Duration::from_secs(20);
    while read(&live) == 0 {
        assert!(Instant::now() < deadline, "nothing was read");
        live.turn();
    }
    live.press("?");
    live.turn();
    assert!(live.screen().contains("here: Decisions"), "{}", live.screen());
    assert!(read(&live) < TURNS, "the key waited for the file");
    live.press("esc");
    // How long the whole file takes depends on the machine: reading must go on.
    let (mut so_far, mut since) = (read(&live), Instant::now());
    while so_far < TURNS {
        assert!(since.elapsed() < Duration::from_secs(20), "only {so_far} turns were read");
        live.turn();
        if read(&live) > so_far {
            (so_far, since) = (read(&live), Instant::now());
        }
    }
    live.until(&format!("t{TURNS}"));
}
