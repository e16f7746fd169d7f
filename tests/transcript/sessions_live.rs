//! From one session to another, in the loop's own pieces: nothing of the former stays, no thread is left behind, and a
//! newer session of the project is noticed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use deltamind::runtime::Event;
use deltamind::runtime::app::{App, Next};
use deltamind::runtime::following::Following;
use deltamind::runtime::input::TerminalInput;
use deltamind::session::Session;
use deltamind::transcript::{Env, Meta, Places};
use deltamind::tui::{Effect, Msg, State};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::homes::{Claude, put};
use crate::wait::until;

const TICK: Duration = Duration::from_millis(50);

struct Screen {
    app: App,
    following: Following,
    events: Receiver<Event>,
    terminal: Terminal<TestBackend>,
}

impl Screen {
    fn follow(home: &Path, path: &Path, follow_project: bool) -> Self {
        let (send, events) = sync_channel(16);
        let places = Places::from_env(&Env { home: Some(home.to_owned()), ..Env::default() });
        let following = Following::with_tick(path, places, send, TICK).unwrap();
        let mut state = State::new(Session::new(Meta::default()), (120, 40));
        state.sessions.here = path.to_owned();
        state.sessions.follow_project = follow_project;
        state.sessions.home = Some(home.to_owned());
        let terminal = Terminal::new(TestBackend::new(120, 40)).unwrap();
        Self { app: App::new(state), following, events, terminal }
    }

    fn turn(&mut self) {
        if self.app.due(Instant::now()) {
            self.app.draw(&mut self.terminal).unwrap();
        }
        let patience = self.app.patience(Instant::now()).min(Duration::from_millis(20));
        if let Ok(event) = self.events.recv_timeout(patience) {
            self.following.take(event, &mut self.app);
        }
        self.app.work(Duration::from_millis(10));
        for next in self.app.nexts() {
            if let Next::Effect(Effect::Sessions(errand)) = next {
                self.following.perform(errand, &mut self.app);
            }
        }
    }

    fn screen(&self) -> String {
        deltamind::tui::frame::text(self.terminal.backend().buffer())
    }

    fn until(&mut self, what: &str) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !self.screen().contains(what) {
            assert!(Instant::now() < deadline, "no {what:?} on\n{}", self.screen());
            self.turn();
        }
    }

    /// Turns the loop until this session is followed and read.
    fn until_here(&mut self, path: &Path) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while self.app.state().sessions.here != path || !self.app.state().file.caught_up {
            assert!(Instant::now() < deadline, "not followed: {}", path.display());
            self.turn();
        }
    }

    fn press(&mut self, keys: &str) {
        self.press_at(keys, jiff::Timestamp::now());
    }

    /// Answers a question that is on the screen, at a time when it has been there long enough.
    fn answer(&mut self, keys: &str) {
        self.press_at(keys, jiff::Timestamp::now() + Duration::from_secs(1));
    }

    fn press_at(&mut self, keys: &str, at: jiff::Timestamp) {
        for key in deltamind::tui::keymap::parse_line(keys).unwrap() {
            self.app.take(Event::Input(TerminalInput::Msg(Msg::Key { key, at })));
        }
    }
}

/// A session that decides on a thing of its own, after many turns of its own.
fn talk(home: &Path, name: &str, last: &str, turns: usize) -> PathBuf {
    let session = Claude { stem: name, last, ..Claude::default() };
    let text = session.text().replace("SQLite for the store", &format!("Thing{name} for the store"));
    let more: String = (0..turns)
        .map(|n| {
            format!(
                r#"{{"isSidechain":false,"cwd":"/w/app","sessionId":"{name}","type":"user","message":{{"role":"user","content":"word {n} of {name}"}},"uuid":"{name}-m{n}","timestamp":"{last}"}}"#
            ) + "\n"
        })
        .collect();
    put(&home.join(".claude/projects/-w-app").join(format!("{name}.jsonl")), &(text + &more))
}

/// A home with one session, which is followed and on the screen.
fn following(follow_project: bool) -> (tempfile::TempDir, Screen) {
    let home = tempfile::tempdir().unwrap();
    let one = talk(home.path(), "aaaa", "2026-02-01T10:00:00Z", 0);
    let mut screen = Screen::follow(home.path(), &one, follow_project);
    screen.until("Thingaaaa");
    (home, screen)
}

#[test]
fn a_newer_session_of_the_project_is_offered_and_followed_on_request() {
    let (home, mut screen) = following(false);
    let home = home.path();
    screen.until("○ idle");
    // Another project and a sub-agent are none, though their last entries are later.
    Claude { stem: "bbbb", cwd: "/w/other", last: "2026-02-09T10:00:00Z", ..Claude::default() }.write(home);
    Claude { stem: "agent-cccc", sidechain: true, last: "2026-02-09T10:00:00Z", ..Claude::default() }.write(home);
    let newer = talk(home, "eeee", "2026-02-02T10:00:00Z", 0);
    screen.until("newer session");
    assert_eq!(screen.app.state().sessions.newer.as_ref().unwrap().path, newer);
    // Keys do not make it go away.
    screen.press("j 2");
    screen.until("newer session");
    screen.press("R");
    screen.until_here(&newer);
    assert_eq!(screen.app.state().notice, None, "another session is no moved link");
    screen.press("1");
    screen.until("Thingeeee");
    assert!(
        !screen.screen().contains("Thingaaaa") && !screen.screen().contains("newer session"),
        "{}",
        screen.screen()
    );
    screen.press("R");
    screen.until("this is the newest session of its project");
}

#[test]
fn with_follow_project_a_newer_session_is_followed_without_asking() {
    let (home, mut screen) = following(true);
    let home = home.path();
    // Not while the person is in the middle of something.
    screen.press("e");
    screen.until("[context]");
    talk(home, "eeee", "2026-02-02T10:00:00Z", 0);
    let deadline = Instant::now() + Duration::from_secs(20);
    while screen.app.state().sessions.newer.is_none() {
        assert!(Instant::now() < deadline);
        screen.turn();
    }
    screen.until("[context]");
    screen.press("esc");
    screen.until("Thingeeee");
    assert!(!screen.screen().contains("Thingaaaa"));
}

#[test]
fn corrections_wait_for_the_person_to_come_back() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let one = talk(home, "aaaa", "2026-02-01T10:00:00Z", 0);
    let two = talk(home, "bbbb", "2026-02-02T10:00:00Z", 0);
    let mut screen = Screen::follow(home, &one, false);
    screen.until("○ idle");
    screen.press("x");
    screen.until("remove?");
    screen.answer("y");
    screen.until("removed d-1");
    screen.press("s");
    screen.until("sessions");
    screen.press("text:bbbb");
    screen.until("Thingbbbb");
    screen.press("enter");
    screen.until_here(&two);
    screen.press("s");
    screen.press("text:aaaa");
    screen.until("find aaaa");
    screen.press("enter");
    screen.until_here(&one);
    screen.until("your corrections stand (1)");
    screen.until("0 decisions");
}

#[cfg(target_os = "linux")]
#[test]
fn switching_sessions_repeatedly_leaves_no_thread_and_mixes_nothing() {
    // In a process of its own: the threads of other tests bear the same names.
    const ALONE: &str = "DELTAMIND_TEST_ALONE";
    if std::env::var_os(ALONE).is_none() {
        let name = concat!(module_path!(), "::switching_sessions_repeatedly_leaves_no_thread_and_mixes_nothing");
        let name = name.split_once("::").unwrap().1;
        let mut alone = std::process::Command::new(std::env::current_exe().unwrap());
        let out = alone.args([name, "--exact"]).env(ALONE, "1").output().unwrap();
        let said = String::from_utf8_lossy(&out.stdout);
        assert!(out.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    // Long enough that a switch comes while the former is still being read.
    let all = ["aaaa", "bbbb"].map(|name| talk(home, name, "2026-02-01T10:00:00Z", 3000));
    let mut screen = Screen::follow(home, &all[0], false);
    for n in 0..40 {
        let path = all[(n + 1) % 2].clone();
        screen.following.perform(deltamind::tui::sessions::SessionsRequest::Follow(path), &mut screen.app);
        for _ in 0..n % 7 {
            screen.turn();
        }
        let name = ["aaaa", "bbbb"][(n + 1) % 2];
        let turns = screen.app.state().session.turns();
        assert!(turns.iter().all(|t| t.turn_id.starts_with(name)), "turns of another session after {n} changes");
    }
    let deadline = Instant::now() + Duration::from_secs(30);
    while screen.app.state().session.turns().len() < 3002 {
        assert!(Instant::now() < deadline, "{} turns", screen.app.state().session.turns().len());
        screen.turn();
    }
    assert!(screen.app.state().session.turns().iter().all(|t| t.turn_id.starts_with("aaaa")));
    drop(screen);
    let named = || {
        let tasks = fs::read_dir("/proc/self/task").unwrap().flatten();
        let names = tasks.filter_map(|t| fs::read_to_string(t.path().join("comm")).ok());
        names.filter(|n| matches!(n.trim(), "reader" | "scout" | "leave")).count()
    };
    until("no thread is left", || named() == 0);
}
