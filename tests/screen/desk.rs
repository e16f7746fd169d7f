//! Defines how tests keep memories and hold standups at a screen: its errands are done as the program does them, in a folder of the
//! test's own.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use deltamind::config::StandupConfig;
use deltamind::memory::MemoryEnv;
use deltamind::runtime::SaveTo;
use deltamind::runtime::memory::MemoryJob;
use deltamind::runtime::standup::StandupJob;
use deltamind::runtime::worker::Job;
use deltamind::session::Session;
use deltamind::store::Store;
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Turn};
use deltamind::tui::effect::{PaneRequest, PaneResponse};
use deltamind::tui::panes::PaneId;
use deltamind::tui::panes::memory::{MemoryChange, MemoryResponse};
use deltamind::tui::payload::Payload;
use deltamind::tui::{Effect, Key, Msg, State, Theme, frame, update};
use jiff::{SignedDuration, Timestamp};

/// Where a project's memory stands for the pictures.
pub const SHOWN: &str = "/home/dev/.claude/projects/-home-dev-shop-api/memory";

/// A project with a home beside it, and a screen over a session of it.
pub struct Desk {
    pub dir: tempfile::TempDir,
    pub state: State,
    /// Effects that are not about these.
    pub others: Vec<Effect>,
    /// Whether the folder is shown by a name that is the same everywhere; then nothing can be written.
    pub for_show: bool,
    /// Whether standups are held, and with what settings; else their errands are left undone.
    pub standups: Option<StandupConfig>,
}

/// What is said in it.
pub const TALK: &[&str] = &[
    "We decided to use PostgreSQL for the orders service.",
    "Never push to main without asking me first.",
    "We decided to write invoices with the ledger library.",
    "You must always deploy the orders service without asking.",
];

pub fn start() -> Timestamp {
    "2026-05-04T09:12:00Z".parse().unwrap()
}

pub fn turn(n: usize, role: Role, words: &str) -> Entry {
    Entry::Turn(Turn {
        turn_id: format!("u{n}"),
        ordinal: n as u32,
        role,
        content: words.to_owned(),
        at: Some(start() + SignedDuration::from_mins(n as i64)),
        record: RecordRef::default(),
    })
}

impl Desk {
    /// A screen of this size, with Claude Code used in the project.
    pub fn open(size: (u16, u16)) -> Self {
        Self::with(size, TALK)
    }

    pub fn with(size: (u16, u16), talk: &[&str]) -> Self {
        let meta =
            Meta { agent: "claude".into(), session_id: "claude-shop".into(), cwd: None, project: "shop-api".into() };
        let mut session = Session::new(meta);
        session.ingest(talk.iter().enumerate().map(|(n, words)| turn(n + 1, Role::User, words)));
        Self::over(session, size, start() + SignedDuration::from_mins(50), false)
    }

    /// A screen over this session at this moment.
    pub fn over(session: Session, size: (u16, u16), now: Timestamp, for_show: bool) -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("shop-api/.git")).unwrap();
        let mut state = State::new(session, size);
        state.sessions.home = Some("/home/dev".into());
        update(&mut state, Msg::CaughtUp);
        let mut desk = Self { dir, state, others: Vec::new(), for_show, standups: None };
        fs::create_dir_all(desk.memory().parent().unwrap()).unwrap();
        desk.draw_at(now);
        desk
    }

    /// The store of the project.
    pub fn store(&self) -> Store {
        Store::at(self.dir.path().join("shop-api/.deltamind"))
    }

    pub fn home(&self) -> PathBuf {
        self.dir.path().join("home")
    }

    /// Claude Code's memory of the project.
    pub fn memory(&self) -> PathBuf {
        let project = self.dir.path().canonicalize().unwrap().join("shop-api").display().to_string();
        let slug: String = project.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        self.home().join(".claude/projects").join(slug).join("memory")
    }

    /// What a file of the memory holds.
    pub fn file(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.memory().join(name)).ok()
    }

    fn to(&self) -> SaveTo {
        SaveTo { here: Some(self.dir.path().join("shop-api")), ..SaveTo::default() }
    }

    /// Does what the screen asks for until it asks no more.
    pub fn perform(&mut self, mut effects: Vec<Effect>) {
        let env = MemoryEnv { home: Some(self.home()), ..MemoryEnv::default() };
        while !effects.is_empty() {
            let mut next = Vec::new();
            for effect in effects {
                match effect {
                    Effect::Request(request) if request.pane == PaneId::Memory => {
                        let job = MemoryJob { to: Some(self.to()), env: env.clone() };
                        next.extend(self.answer(&job, *request));
                    }
                    Effect::Request(request) => {
                        let Some(config) = self.standups.clone() else { continue };
                        let job =
                            StandupJob { to: Some(self.to()), config, now: self.state.now, ..StandupJob::default() };
                        next.extend(self.answer(&job, *request));
                    }
                    effect => self.others.push(effect),
                }
            }
            effects = next;
        }
    }

    /// Lets a worker's job answer a request about the project, and the screen take in the answers.
    fn answer<J: Job>(&mut self, job: &J, request: PaneRequest) -> Vec<Effect> {
        let PaneRequest { pane, round, request, .. } = request;
        let mut told = Vec::new();
        let project = self.dir.path().join("shop-api").display().to_string();
        job.answer(Some(&project), request.take().unwrap(), &mut |response| told.push(Payload::new(response)));
        let mut effects = Vec::new();
        for mut response in told {
            if let Some(memory) = response.get_mut().filter(|_| self.for_show) {
                rename(memory);
            }
            effects.extend(update(&mut self.state, Msg::Response(PaneResponse { pane, round, response })));
        }
        effects
    }

    fn draw_at(&mut self, now: Timestamp) {
        // A frame may ask for something, and what comes of it changes the next.
        for _ in 0..4 {
            let wanted = update(&mut self.state, Msg::Now(now));
            self.perform(wanted);
        }
    }

    /// Draws frames a second later.
    pub fn draw(&mut self) {
        let now = self.state.now.unwrap() + SignedDuration::from_secs(1);
        self.draw_at(now);
    }

    /// A key a while after the last frame, without drawing another.
    pub fn hit(&mut self, key: &str, millis: i64) {
        let at = self.state.now.unwrap() + SignedDuration::from_millis(millis);
        let effects = update(&mut self.state, Msg::Key { key: Key::parse(key).unwrap(), at });
        self.perform(effects);
    }

    /// Keys a second apart, each followed by a frame.
    pub fn press(&mut self, keys: &str) {
        for key in deltamind::tui::keymap::parse_line(keys).unwrap_or_else(|word| panic!("no key {word}")) {
            self.hit(&key.word(), 1000);
            self.draw();
        }
    }

    /// The frame as text.
    pub fn text(&self) -> String {
        deltamind::tui::frame::text(&deltamind::tui::frame::render(&self.state, &deltamind::tui::Theme::numbered()))
    }

    /// Everything below the test's folder, with what it holds.
    pub fn files(&self) -> std::collections::BTreeMap<PathBuf, Option<Vec<u8>>> {
        files(self.dir.path())
    }
}

/// Puts the name for the pictures in the place of the folder.
fn rename(response: &mut MemoryResponse) {
    match response {
        MemoryResponse::Looked(known) => {
            known.folder = SHOWN.into();
            known.events.iter_mut().filter(|m| m.folder.is_some()).for_each(|m| m.folder = Some(SHOWN.to_owned()));
        }
        MemoryResponse::Shown(drafts) => {
            drafts.iter_mut().filter_map(|d| d.2.as_mut().ok()).for_each(|draft| draft.folder = SHOWN.into());
        }
        MemoryResponse::Preview(change, _) => match change.as_mut() {
            MemoryChange::Approve(drafted) => drafted.iter_mut().for_each(|d| d.draft.folder = SHOWN.into()),
            MemoryChange::Undo { draft, .. } => draft.folder = SHOWN.into(),
        },
        MemoryResponse::Unavailable(_) | MemoryResponse::Notice(..) => {}
    }
}

/// A copy of this recorded session, `s.jsonl`, as one of the project in `dir`.
pub fn session_of(dir: &Path, recorded: &str) {
    let said = fs::read_to_string(recorded).unwrap();
    let folder = format!("\"cwd\":{:?}", dir.display().to_string());
    fs::write(dir.join("s.jsonl"), said.replace("\"cwd\":\"/home/mara/dipper\"", &folder)).unwrap();
}

/// Everything below a folder, with what files hold.
pub fn files(root: &Path) -> std::collections::BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut out = std::collections::BTreeMap::new();
    for entry in fs::read_dir(root).unwrap().map(|e| e.unwrap().path()) {
        if entry.is_dir() {
            out.extend(files(&entry));
            out.insert(entry, None);
        } else {
            let bytes = fs::read(&entry).unwrap();
            out.insert(entry, Some(bytes));
        }
    }
    out
}

/// Draws what `desk` shows after each of these keys at every small size, and at some that nobody has.
pub fn holds_at_every_small_size(keys: &[&str], desk: impl Fn((u16, u16), &str) -> Desk) {
    let theme = Theme::numbered();
    for keys in keys {
        let mut desk = desk((80, 24), keys);
        for width in 0..=20 {
            for height in 0..=10 {
                desk.state.size = (width, height);
                let buf = frame::render(&desk.state, &theme);
                let _ = deltamind::tui::view::cursor(&desk.state);
                assert_eq!((buf.area.width, buf.area.height), (width, height));
            }
        }
        for size in [(1000, 1), (1, 1000), (141, 13), (99, 60), (250, 100)] {
            desk.state.size = size;
            frame::render(&desk.state, &theme);
        }
    }
}

/// In every theme at most one letter in twenty stands out by less than 4.5 to 1, and none by less than 3 to 1.
pub fn letters_can_be_read(shots: &[((u16, u16), &str)], desk: impl Fn((u16, u16), &str) -> Desk) {
    for (name, _) in deltamind::tui::theme::BUILT_IN {
        let theme = Theme::built_in(name).unwrap();
        for (size, keys) in shots {
            let buf = frame::render(&desk(*size, keys).state, &theme);
            let letters = buf.content().iter().filter(|c| c.symbol().chars().any(char::is_alphanumeric));
            let ratios: Vec<f64> = letters.map(|c| theme.contrast_of(c.style()).unwrap()).collect();
            let weak = ratios.iter().filter(|r| **r < 4.5).count();
            assert!(ratios.iter().all(|r| *r >= 3.0), "{name} {size:?} {keys}");
            assert!(weak * 20 <= ratios.len(), "{name} {size:?} {keys}: {weak} of {}", ratios.len());
        }
    }
}
