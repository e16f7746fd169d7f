//! Tests the opening of a saved session, at the start and when switching: its snapshot is shown at once, the log replaces
//! it without moving a cursor, the transcript is read on, and nothing is lost or reported twice.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use deltamind::runtime::app::{App, Next};
use deltamind::runtime::following::Following;
use deltamind::runtime::input::TerminalInput;
use deltamind::runtime::{Event, SaveTo};
use deltamind::session::Session;
use deltamind::store::Store;
use deltamind::transcript::{Env, Meta, Places};
use deltamind::tui::panes::{PaneId, RowKey};
use deltamind::tui::sessions::SessionsRequest;
use deltamind::tui::{Effect, Live, Msg, State};

use crate::saved;
use crate::saved::{DEMO, read, same};

/// The loop's own pieces over a store in a folder of its own.
struct Screen {
    app: App,
    following: Following,
    events: Receiver<Event>,
    /// For each opened session, whether it was resumed from its saved state.
    opened: Vec<bool>,
}

impl Screen {
    fn open(dir: &Path, path: &Path) -> Self {
        let (send, events) = sync_channel(16);
        let to = SaveTo { here: Some(dir.to_owned()), ..SaveTo::default() };
        let places = Places::from_env(&Env { home: Some(dir.to_owned()), ..Env::default() });
        let following = Following::saved(path, to, places, send, Duration::from_mins(1)).unwrap();
        let mut state = State::new(Session::new(Meta::default()), (120, 40));
        state.file.live = Live::Opening;
        state.sessions.here = path.to_owned();
        let mut app = App::new(state);
        app.tell(Msg::Now("2026-02-01T10:00:00Z".parse().unwrap()));
        Self { app, following, events, opened: Vec::new() }
    }

    fn state(&self) -> &State {
        self.app.state()
    }

    /// Takes one event in.
    fn turn(&mut self) {
        match self.events.recv_timeout(Duration::from_millis(20)) {
            Ok(Event::Opened(opened)) => {
                let resumed = opened.as_ref().as_ref().is_ok_and(|begun| begun.taken.is_some());
                if self.following.opened(*opened, &mut self.app).is_some() {
                    self.opened.push(resumed);
                }
            }
            Ok(event) => self.following.take(event, &mut self.app),
            Err(_) => {}
        }
        self.app.work(Duration::from_millis(10));
        self.app.tell(Msg::Now("2026-02-01T10:00:00Z".parse().unwrap()));
        for next in self.app.nexts() {
            if let Next::Effect(Effect::Sessions(errand)) = next {
                self.following.perform(errand, &mut self.app);
            }
        }
    }

    fn until(&mut self, what: &str, holds: impl Fn(&State) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !holds(self.app.state()) {
            assert!(Instant::now() < deadline, "never: {what}");
            self.turn();
        }
    }

    fn press(&mut self, keys: &str) {
        for key in deltamind::tui::keymap::parse_line(keys).unwrap() {
            self.app.take(Event::Input(TerminalInput::Msg(Msg::Key { key, at: jiff::Timestamp::now() })));
        }
    }

    fn follow(&mut self, path: &Path) {
        self.following.perform(SessionsRequest::Follow(path.to_owned()), &mut self.app);
    }

    fn notice(&self) -> &str {
        self.state().notice.as_ref().map_or("", |(words, _)| words)
    }
}

/// A transcript of the first `lines` of the demo, saved.
fn saved_demo(dir: &Path, name: &str, lines: usize) -> PathBuf {
    let path = dir.join(name);
    let text = fs::read_to_string(DEMO).unwrap();
    // Another session under another name: the ids in the records are its own.
    let text = text.replace(&session_of(&text), name.trim_end_matches(".jsonl"));
    fs::write(&path, text.split_inclusive('\n').take(lines).collect::<String>()).unwrap();
    let id = read(&path).meta().session_id.clone();
    let store = saved::store(dir);
    saved::read_once_as(&store, &id, &path);
    path
}

/// The session id the first record names.
fn session_of(text: &str) -> String {
    let line = text.lines().find(|l| l.contains("\"sessionId\"")).unwrap();
    let record: serde_json::Value = serde_json::from_str(line).unwrap();
    record["sessionId"].as_str().unwrap().to_owned()
}

/// Adds the lines of the demo from `from` on.
fn append_rest(path: &Path, from: usize) {
    let text = fs::read_to_string(DEMO).unwrap();
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    let text = text.replace(&session_of(&text), &name);
    let rest: String = text.split_inclusive('\n').skip(from).collect();
    fs::OpenOptions::new().append(true).open(path).unwrap().write_all(rest.as_bytes()).unwrap();
}

#[test]
fn the_snapshot_is_shown_before_the_log_is_read_and_nothing_is_lost_or_doubled() {
    let dir = tempfile::tempdir().unwrap();
    let path = saved_demo(dir.path(), "aaaa.jsonl", 200);
    let saved = read(&path);
    append_rest(&path, 200);
    let mut screen = Screen::open(dir.path(), &path);
    screen.until("what stood is shown", |s| !s.session.ledger().items().is_empty());
    // The snapshot alone: all items, what waits, the turns without their words, no news, and no log.
    let shown = &screen.state().session;
    assert_eq!(shown.ledger().items(), saved.ledger().items());
    assert_eq!(shown.held().count(), saved.held().count());
    assert_eq!((shown.turns().len(), shown.deltas().len()), (saved.turns().len(), 0));
    assert!(screen.state().is_opening() && screen.state().lists.counts.unseen == 0);
    // One looks around; what needs the log, or changes it, has to wait.
    screen.press("j j");
    let selected = screen.state().selected();
    assert!(matches!(selected, Some(RowKey::Item(_))));
    for key in ["x", "E", "lt", "(", "c", "e"] {
        screen.press(key);
        assert!(screen.notice().starts_with("a moment"), "{key}: {}", screen.notice());
        assert!(screen.state().overlays.is_empty() && !screen.state().is_past(), "{key}");
    }
    screen.until("it is live", |s| s.file.caught_up);
    assert_eq!(screen.opened, [true]);
    assert_eq!(screen.state().selected(), selected, "the cursor stays where it was");
    let whole = read(&path);
    let session = &screen.state().session;
    assert_eq!(session.ledger().items(), whole.ledger().items());
    assert_eq!(session.log(), whole.log());
    assert_eq!(session.turns().len(), whole.turns().len());
    assert_eq!(screen.state().attention.seen.before, saved.ledger().seq(), "what came since is news");
    screen.press("lt");
    assert!(screen.state().is_past());
}

#[test]
fn a_replaced_transcript_is_read_anew() {
    let dir = tempfile::tempdir().unwrap();
    let path = saved_demo(dir.path(), "aaaa.jsonl", 200);
    let text = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    fs::write(&path, text.split_inclusive('\n').take(100).collect::<String>()).unwrap();
    let mut screen = Screen::open(dir.path(), &path);
    screen.until("it is live", |s| s.file.caught_up);
    assert_eq!(screen.opened, [false]);
    assert_eq!(screen.state().session.ledger().items(), read(&path).ledger().items());
    assert_eq!(screen.state().session.rewrite_count(), 1);
}

#[test]
fn switching_to_another_session_resumes_its_saved_state() {
    let dir = tempfile::tempdir().unwrap();
    let one = saved_demo(dir.path(), "aaaa.jsonl", 200);
    let two = saved_demo(dir.path(), "bbbb.jsonl", 150);
    append_rest(&two, 150);
    let mut screen = Screen::open(dir.path(), &one);
    screen.until("it is live", |s| s.file.caught_up);
    screen.follow(&two);
    assert!(screen.state().is_opening() && screen.state().session.turns().is_empty());
    screen.until("the other is live", |s| s.file.caught_up);
    assert_eq!(screen.opened, [true, true], "it is read on, not read again");
    assert_eq!(screen.state().session.log(), read(&two).log());
    // Gone on before it is open, even to the same one: the last word counts, and nothing stays locked.
    for path in [&one, &two, &one, &one, &two] {
        screen.follow(path);
    }
    screen.until("the other is live again", |s| s.file.caught_up && s.sessions.here == two);
    assert_eq!(screen.state().session.log(), read(&two).log());
    assert!(!screen.notice().contains("looking on"), "{}", screen.notice());
    assert_eq!(screen.state().list(PaneId::Decisions).filter, "");
}

#[test]
fn a_damaged_log_line_is_reported_on_opening() {
    let dir = tempfile::tempdir().unwrap();
    let path = saved_demo(dir.path(), "aaaa.jsonl", 200);
    let store = Store::of_project(dir.path(), None).unwrap();
    let id = read(&path).meta().session_id.clone();
    let log = store.root().join("sessions").join(&id).join("provenance.jsonl");
    let mut bytes = fs::read(&log).unwrap();
    let start = bytes.iter().position(|b| *b == b'\n').unwrap() + 1;
    bytes[start + 40..start + 80].fill(0);
    fs::write(&log, &bytes).unwrap();
    let mut screen = Screen::open(dir.path(), &path);
    screen.until("it is told", |s| s.notice.is_some());
    assert!(screen.notice().contains("line 2 of provenance.jsonl is damaged"), "{}", screen.notice());
    screen.until("it is live", |s| s.file.caught_up);
    assert_eq!(screen.state().session.ledger().items(), read(&path).ledger().items());
}

#[test]
fn an_unsaved_session_is_read_from_its_beginning() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join(".git")).unwrap();
    let path = dir.path().join("s.jsonl");
    fs::copy(DEMO, &path).unwrap();
    let mut screen = Screen::open(dir.path(), &path);
    screen.until("it is live", |s| s.file.caught_up);
    assert_eq!(screen.opened, [false]);
    same(&screen.state().session, &read(&path));
}
