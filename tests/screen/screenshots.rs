//! Holds that the pictures under `screenshots/` are what the program draws of the demo session.
//! `.ci/screenshots` draws them anew.

use std::fs;
use std::path::Path;
use std::process::Command;

use deltamind::runtime::SaveTo;
use deltamind::runtime::memory::MemoryJob;
use deltamind::runtime::standup::StandupJob;
use deltamind::runtime::tour::{Stage, TourAct, dated};
use deltamind::runtime::worker::Job;
use deltamind::session::Session;
use deltamind::state::ItemKind;
use deltamind::transcript::{Lister, Meta, Places, read_file};
use deltamind::tui::effect::{PaneRequest, PaneResponse};
use deltamind::tui::panes::PaneId;
use deltamind::tui::payload::Payload;
use deltamind::tui::sessions::{SessionDetails, SessionsRequest, SessionsResponse};
use deltamind::tui::state::TourCaption;
use deltamind::tui::theme::BUILT_IN;
use deltamind::tui::{Effect, Msg, State, Theme, frame, update};
use jiff::{SignedDuration, Timestamp};
use ratatui::buffer::Buffer;

use crate::calls;
use crate::desk;

/// (name, size, theme, keys).
const PICTURES: &[(&str, &str, &str, &str)] = &[
    ("side", "60x32", "dark", ""),
    ("wide", "160x42", "dark", ""),
    ("chain", "100x30", "dark", "4"),
    ("review", "100x30", "dark", "5"),
    ("past", "80x24", "dark", ", , , , , , , , , , , ,"),
];

/// Columns and rows of one theme's picture in the strip.
const STRIP: &str = "60x14";
/// The size of the moving picture, and the least seconds that a frame of it stands.
const DEMO: (u16, u16) = (80, 24);
const FRAME: f64 = 1.8;

fn draw(size: &str, theme: &str, keys: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deltamind"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .args(["watch", "fixtures/demo/session.jsonl"]);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("frame.svg");
    let drawn = command.args(["--frame", size, "--theme", theme, "--keys", keys, "--out"]).arg(&out).output().unwrap();
    assert!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
    fs::read_to_string(out).unwrap()
}

/// Every theme in the box, two in a row.
fn strip() -> String {
    let pictures: Vec<String> = BUILT_IN
        .iter()
        .map(|(name, _)| draw(STRIP, name, "j").replacen("deltamind<", &format!("{name}<"), 1))
        .collect();
    let number = |svg: &str, name: &str| -> f64 {
        let rest = svg.split_once(&format!("{name}=\"")).unwrap().1;
        rest.split_once('"').unwrap().0.parse().unwrap()
    };
    let (wide, high) = (number(&pictures[0], "width") + 12.0, number(&pictures[0], "height") + 12.0);
    let rows = pictures.len().div_ceil(2) as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\">\n",
        wide * 2.0 - 12.0,
        high * rows - 12.0
    );
    for (n, picture) in pictures.iter().enumerate() {
        let (x, y) = ((n % 2) as f64 * wide, (n / 2) as f64 * high);
        out.push_str(&picture.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" "), 1));
    }
    out + "</svg>\n"
}

/// The demo as `deltamind demo` shows it: its steps one after the other, in its own throw-away folders.
fn demo() -> String {
    let folder = tempfile::Builder::new().prefix("deltamind-demo-").tempdir_in("/tmp").unwrap();
    let mut show = Show::open(folder.path());
    let (mut frames, mut seconds) = (Vec::new(), 0.0);
    for step in show.stage.steps(1.0) {
        show.take(step.act);
        seconds += step.pause.as_secs_f64();
        // What stands for a moment only is no frame of its own.
        if seconds >= FRAME {
            frames.push((show.draw(), std::mem::take(&mut seconds)));
        }
    }
    frames.push((show.draw(), 3.0));
    let theme = Theme::built_in("dark").unwrap();
    undated(&frame::animation(&frames, &theme, "deltamind demo"), folder.path())
}

/// A picture with the same times and the same name of the folder at each run; the name may be cut from the left.
fn undated(picture: &str, folder: &Path) -> String {
    let name = folder.file_name().unwrap().to_string_lossy();
    let whole = picture.replace(&*name, "deltamind-demo-aB3dE9");
    let random = name.rsplit('-').next().unwrap();
    let cut = (0..random.len()).fold(whole, |text, from| {
        text.replace(&format!("{}-home", &random[from..]), &format!("{}-home", &"aB3dE9"[from..]))
    });
    let time = regex::Regex::new(r"20\d\d-\d\d-\d\d \d\d:\d\d(:\d\d)?").unwrap();
    let same = |found: &regex::Captures<'_>| "2026-10-17 08:02:00"[..found[0].len()].to_owned();
    time.replace_all(&cut, same).into_owned()
}

/// The demo's screen, without threads: what it asks for is answered at once.
struct Show {
    stage: Stage,
    state: State,
    now: Timestamp,
    lines: String,
    read: usize,
}

impl Show {
    fn open(root: &Path) -> Self {
        let now = "2026-10-17T08:02:00Z".parse().unwrap();
        let stage = Stage::make(root, now).unwrap();
        let mut state = State::new(Session::new(Meta { project: stage.name(), ..Meta::default() }), DEMO);
        (state.tour, state.nav.follow) = (Some(TourCaption::default()), true);
        (state.sessions.home, state.sessions.here) = (Some(stage.home.clone()), stage.transcript.clone());
        update(&mut state, Msg::CaughtUp);
        let mut show = Self { stage, state, now, lines: String::new(), read: 0 };
        show.frame();
        show
    }

    /// Draws frames until nothing is asked for any more, a second later.
    fn frame(&mut self) {
        self.now += SignedDuration::from_secs(1);
        for _ in 0..6 {
            let effects = update(&mut self.state, Msg::Now(self.now));
            self.perform(effects);
        }
    }

    fn draw(&self) -> Buffer {
        frame::render(&self.state, &Theme::built_in("dark").unwrap())
    }

    fn take(&mut self, act: TourAct) {
        match act {
            TourAct::Write(records) => {
                self.lines.extend(records.into_iter().map(|record| dated(record, self.now) + "\n"));
                fs::write(&self.stage.transcript, &self.lines).unwrap();
                self.read_on();
            }
            TourAct::Caption(words) => drop(update(&mut self.state, Msg::Caption(words))),
            TourAct::Press(key) => {
                let effects =
                    update(&mut self.state, Msg::Key { key, at: self.now + SignedDuration::from_millis(500) });
                self.perform(effects);
            }
        }
        self.frame();
    }

    fn read_on(&mut self) {
        let all = read_file(&self.state.sessions.here).unwrap();
        update(&mut self.state, Msg::Meta(all.meta));
        let new = all.entries.into_iter().skip(self.read).collect::<Vec<_>>();
        self.read += new.len();
        update(&mut self.state, Msg::Entries(new));
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Request(request) => self.request(*request),
                Effect::Sessions(request) => self.sessions(request),
                _ => {}
            }
        }
    }

    fn request(&mut self, request: PaneRequest) {
        let to = Some(SaveTo { here: Some(self.stage.project.clone()), ..SaveTo::default() });
        if request.pane == PaneId::Memory {
            self.answer(&MemoryJob { to, env: self.stage.memory_env() }, request);
        } else {
            let places = Places::from_env(&self.stage.env());
            self.answer(&StandupJob { to, places, now: Some(self.now), ..StandupJob::default() }, request);
        }
    }

    fn answer<J: Job>(&mut self, job: &J, PaneRequest { pane, round, cwd, request }: PaneRequest) {
        let mut told = Vec::new();
        job.answer(cwd.as_deref(), request.take().unwrap(), &mut |response| told.push(Payload::new(response)));
        for response in told {
            let effects = update(&mut self.state, Msg::Response(PaneResponse { pane, round, response }));
            self.perform(effects);
        }
    }

    fn sessions(&mut self, request: SessionsRequest) {
        let response = match request {
            SessionsRequest::List => {
                let list = Lister::new(Places::from_env(&self.stage.env())).list(self.now);
                SessionsResponse::Listed(list.sessions)
            }
            SessionsRequest::Preview(path) => {
                let all = read_file(&path).unwrap();
                let mut session = Session::new(all.meta);
                session.ingest(all.entries);
                SessionsResponse::Decided(path, Box::new(SessionDetails::of(&session)))
            }
            SessionsRequest::Follow(path) => SessionsResponse::Following(path),
            SessionsRequest::Newest | SessionsRequest::Await(_) => return,
        };
        let follows = matches!(response, SessionsResponse::Following(_));
        let effects = update(&mut self.state, Msg::Sessions(response));
        self.perform(effects);
        if follows {
            self.read = 0;
            self.read_on();
            update(&mut self.state, Msg::CaughtUp);
        }
    }
}

/// Checks the demo's ledger: nothing is unsure or ignored, and each claim of the demo is on the screen.
#[test]
fn the_demo_proves_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut show = Show::open(folder.path());
    let mut shown = String::new();
    for step in show.stage.steps(1.0) {
        show.take(step.act);
        shown += &frame::text(&show.draw());
    }
    for words in [
        "SQLite - where should bookings",
        "Postgres - where should bookings",
        "\"npm install moment\" against",
        "Save memory?",
        "approved 1",
        "new task \"Show free slots on the page\"",
        "Saturday slots that nobody can book twice",
    ] {
        assert!(shown.contains(words), "never shown: {words}");
    }
    let board = fs::read_to_string(show.stage.project.join("TODO.md")).unwrap();
    assert!(board.contains("- [ ] Show free slots on the page"), "{board}");
    assert_eq!(board.lines().count(), 4, "one line a task: {board}");
    let kept = show.stage.transcript.parent().unwrap().join("memory/MEMORY.md");
    assert!(fs::read_to_string(kept).unwrap().contains("Never add new dependencies"));
    // The whole ledger, row by row.
    let all = read_file(&show.stage.transcript).unwrap();
    let mut session = Session::new(all.meta);
    session.ingest(all.entries);
    let open = |kind| {
        let items = session.ledger().active(kind).map(|item| item.summary.clone());
        items.collect::<Vec<_>>()
    };
    assert_eq!(open(ItemKind::Goal), ["A booking page for our bike workshop"]);
    assert_eq!(
        open(ItemKind::Decision),
        ["Postgres - where should bookings be stored?", "Plan approved: Booking page"]
    );
    assert_eq!(open(ItemKind::Constraint), ["Never add new dependencies"]);
    assert_eq!(open(ItemKind::Task), ["Show free slots on the page", "Send a reminder the day before"]);
    assert_eq!(open(ItemKind::RejectedOption), ["Text files - where should bookings be stored?", "Docker"]);
    assert_eq!((session.stats().held, session.stats().rejected, session.conflicts().len()), (0, 0, 1));
}

/// The Memory pane over the demo session, with the words before one is approved.
fn memory() -> String {
    let read = read_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/demo/session.jsonl")).unwrap();
    let mut session = Session::new(read.meta);
    session.ingest(read.entries);
    let now = session.turns().iter().filter_map(|t| t.at).max().unwrap();
    let mut desk = desk::Desk::over(session, (120, 34), now, true);
    desk.press("8 j");
    let theme = Theme::built_in("dark").unwrap();
    frame::svg(&frame::render(&desk.state, &theme), &theme, "deltamind")
}

/// The Standup pane with something done, what waits, and the change of the first.
fn standup() -> String {
    let desk = calls::full((120, 30), "j");
    let theme = Theme::built_in("dark").unwrap();
    frame::svg(&frame::render(&desk.state, &theme), &theme, "deltamind")
}

#[test]
fn the_pictures_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("screenshots");
    let update = std::env::var_os("UPDATE").is_some();
    let mut stale = Vec::new();
    let mut pictures: Vec<(&str, String)> =
        PICTURES.iter().map(|(name, size, theme, keys)| (*name, draw(size, theme, keys))).collect();
    pictures.extend([("themes", strip()), ("demo", demo()), ("memory", memory()), ("standup", standup())]);
    for (name, drawn) in &pictures {
        let path = folder.join(format!("{name}.svg"));
        if name == &"demo" {
            assert!(drawn.len() < 400_000, "{} bytes are no small picture", drawn.len());
        }
        if fs::read_to_string(&path).is_ok_and(|old| old == *drawn) {
            continue;
        }
        if update {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, drawn).unwrap();
        } else {
            stale.push(*name);
        }
    }
    assert!(stale.is_empty(), "not what the program draws: {stale:?}; run .ci/screenshots and look at them");
}
