//! Defines the outside of the screen: the terminal, the threads that read, and the one loop.
//!
//! The threads (input, transcript reader, session watcher, signals, saving, opening, workers of panes, language model)
//! send an [`Event`] each into one bounded channel. The loop owns all state: it receives events, ingests entries in short
//! slices so that no key waits, and draws if anything changed.

pub mod app;
pub mod editor;
pub mod effects;
pub mod following;
pub mod input;
pub mod memory;
pub mod model_driver;
pub mod opening;
pub mod resume;
pub mod saving;
pub mod session_watcher;
pub mod signals;
pub mod standup;
pub mod terminal;
pub mod tour;
pub mod worker;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use thiserror::Error;

use crate::llm::client::Limits;
use crate::memory::MemoryEnv;
use crate::pipeline::{Pipeline, Thresholds};
use crate::session::Session;
use crate::transcript::read::read_span;
use crate::transcript::{Entry, Env, Meta, OpenError, Places, ReaderMsg};
use crate::tui::effect::{PaneRequest, PaneResponse};
use crate::tui::panes::PaneId;
use crate::tui::sessions::{SessionsRequest, SessionsResponse};
use crate::tui::state::TourCaption;
use crate::tui::{Effect, Key, Live, Msg, State, UserSettings};
use app::{App, Next};
use following::Following;
use memory::MemoryJob;
use model_driver::ModelDriver;
pub use model_driver::{ModelOptions, Permission, ProjectReaders};
pub use saving::SaveTo;
use saving::{SaveNotice, Saving};
use standup::StandupJob;
use terminal::Screen;
use tour::{Stage, Tour};
use worker::Worker;

/// Capacity of the event channel: senders block when it is full.
const CHANNEL_CAPACITY: usize = 16;

/// Event sent by a thread to the main loop.
#[derive(Debug)]
pub enum Event {
    /// From the terminal.
    Input(input::TerminalInput),
    /// From the transcript.
    Reader(ReaderMsg),
    /// A message of the session watcher.
    Sessions(SessionsResponse),
    /// The session at the last snapshot, for display only.
    Snapshot(Box<Session>),
    /// The saved session, or why it cannot be opened.
    Opened(Box<Result<saving::WatchedSession, OpenError>>),
    /// A worker's answer to a pane.
    Response(PaneResponse),
    /// The reader of the former session has ended and sends no more events.
    Left,
    /// A signal of the operating system.
    Signal(signals::SignalRequest),
    /// From the thread that saves.
    Written(Box<saving::SaveResult>),
    /// The text of turns read before this run.
    Words(Vec<Entry>),
    /// From the thread that asks a language model.
    Model(Box<model_driver::ModelEvent>),
}

impl From<ReaderMsg> for Event {
    fn from(msg: ReaderMsg) -> Self {
        Self::Reader(msg)
    }
}

/// Why the screen could not be opened or kept.
#[derive(Debug, Error)]
pub enum RunError {
    /// There is no terminal to draw on.
    #[error("{0}: for text use `deltamind process FILE`")]
    NoTerminal(&'static str),
    /// The transcript cannot be followed.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The terminal failed.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] std::io::Error),
}

/// Options of the command line.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// A theme's name.
    pub theme: Option<String>,
    /// Settings from the settings folder.
    pub settings: UserSettings,
    /// Where the session is saved; nowhere if absent.
    pub save: Option<SaveTo>,
    /// Whether a newer session of the same project is followed without being asked.
    pub follow_project: bool,
    /// The language model to ask, if any.
    pub model: Option<ModelOptions>,
    /// Whether to draw for a screen reader: without frames, colours and animation.
    pub plain: bool,
    /// The directory to wait in for a first session, while there is none.
    pub waits: Option<PathBuf>,
    /// The demo's folders, and how many times faster than its minute it runs.
    pub demo: Option<(Stage, f64)>,
}

/// Follows `path` on the terminal until the person or the system ends it. Returns the exit code.
pub fn run(path: &Path, options: &Options) -> Result<u8, RunError> {
    check_terminal()?;
    let (send, events) = sync_channel(CHANNEL_CAPACITY);
    // A file that can never be read is reported without touching the terminal.
    let stage = options.demo.as_ref().map(|(stage, _)| stage);
    let places = Places::from_env(&stage.map_or_else(Env::of_process, Stage::env));
    let (home, known) = (places.home.clone(), places.clone());
    let save = options.save.clone().map(|to| to.opened_with(path));
    let mut following = match &save {
        Some(to) => Following::saved(path, to.clone(), places, send.clone(), session_watcher::TICK)?,
        None => Following::open(path, places, send.clone())?,
    };
    terminal::restore_on_panic();
    signals::watch(send.clone())?;
    let screen = Screen::open(options.settings.config.mouse.unwrap_or(false))?;
    let reading = input::read(send.clone())?;
    let project = match (&options.waits, stage) {
        (Some(_), _) => "no session yet".to_owned(),
        (None, Some(stage)) => stage.name(),
        (None, None) => path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default(),
    };
    let meta = Meta { project, ..Meta::default() };
    let thresholds = Thresholds::of(&options.settings.config);
    let mut state = State::new(Session::with_pipeline(meta, Pipeline::with_thresholds(thresholds)), screen.size());
    state.file.live = before_reading(path, save.is_some());
    state.file.source = path.display().to_string();
    state.prefs.utc_offset = app::utc_offset();
    options.settings.apply(&mut state, options.theme.as_deref(), &app::default_theme());
    state.prefs.set_plain(options.plain);
    state.sessions.here = path.to_owned();
    (state.sessions.home, state.sessions.follow_project) = (home, options.follow_project);
    state.sessions.waits = options.waits.is_some();
    let tour = match &options.demo {
        Some((stage, speed)) => {
            (state.tour, state.nav.follow) = (Some(TourCaption::default()), true);
            Some(Tour::on(stage, *speed)?)
        }
        None => None,
    };
    let mut app = App::new(state);
    if let Some(folder) = &options.waits {
        following.perform(SessionsRequest::Await(folder.clone()), &mut app);
        app.press(Key::char('s'), Timestamp::now());
    }
    let workers = workers(options, save.as_ref(), known, &send);
    let to = save;
    let driver = drive(&mut app, options.model.clone(), &send);
    let mut resources =
        Resources { screen, following, to, saving: None, driver, workers, tour, reading, send, words: false };
    let code = run_loop(&mut app, &mut resources, &events)?;
    let Resources { screen, following, mut saving, .. } = resources;
    drop(screen);
    if let Some(saving) = &mut saving {
        finish(&mut app, &following, saving, &events);
    }
    // The receiver is dropped before the threads are joined, or a full channel would block them.
    drop(events);
    drop(following);
    Ok(code)
}

/// The state of the file before its first line is read: a saved session opens, a file that exists loads, another is waited
/// for.
fn before_reading(path: &Path, is_saved: bool) -> Live {
    match (is_saved, path.is_file()) {
        (true, _) => Live::Opening,
        (false, true) => Live::Loading { done: 0, total: 0 },
        (false, false) => Live::Waiting,
    }
}

/// Starts the driver of the chosen model, or of an installed one. A failure is reported; nothing waits for the model.
fn drive(app: &mut App, options: Option<ModelOptions>, send: &SyncSender<Event>) -> Option<ModelDriver> {
    match ModelDriver::start(options?, Limits::default(), send.clone()) {
        Ok(driver) => Some(driver),
        Err(error) => {
            app.tell(Msg::Notice(format!("no model is asked: {error}")));
            None
        }
    }
}

/// The table of workers: one for each working pane.
fn workers(options: &Options, to: Option<&SaveTo>, places: Places, send: &SyncSender<Event>) -> Vec<Worker> {
    let to = to.cloned();
    let stage = options.demo.as_ref().map(|(stage, _)| stage);
    let memory = MemoryJob { to: to.clone(), env: stage.map_or_else(MemoryEnv::of_process, Stage::memory_env) };
    let config = options.settings.config.standup.clone();
    let standup = StandupJob { to, config, places, ..StandupJob::default() };
    vec![Worker::new(PaneId::Memory, memory, send.clone()), Worker::new(PaneId::Standup, standup, send.clone())]
}

fn check_terminal() -> Result<(), RunError> {
    if !std::io::stdout().is_terminal() {
        return Err(RunError::NoTerminal("stdout is not a terminal"));
    }
    if std::env::var("TERM").is_ok_and(|t| t == "dumb") {
        return Err(RunError::NoTerminal("this terminal (TERM=dumb) cannot show a screen"));
    }
    Ok(())
}

/// Resources of the main loop outside the state: screen, threads, channels.
struct Resources {
    screen: Screen,
    following: Following,
    to: Option<SaveTo>,
    /// The saving of the session followed, once that is open.
    saving: Option<Saving>,
    driver: Option<ModelDriver>,
    workers: Vec<Worker>,
    tour: Option<Tour>,
    reading: input::InputThread,
    send: SyncSender<Event>,
    /// Whether the text of turns read before this run was requested.
    words: bool,
}

/// Runs the main loop. Returns the exit code.
fn run_loop(app: &mut App, resources: &mut Resources, events: &Receiver<Event>) -> Result<u8, RunError> {
    loop {
        if app.due(Instant::now()) {
            resources.screen.draw(app)?;
        }
        let now = Instant::now();
        // Nothing is saved, asked or shown before a file was read, so earlier deadlines must not wake the loop.
        let until_save = resources.saving.as_ref().filter(|_| app.state().file.caught_up).and_then(|s| s.due_in(now));
        let until_save = until_save.unwrap_or(Duration::MAX);
        let until_ask = resources.driver.as_ref().filter(|_| app.state().file.caught_up).and_then(|a| a.due_in(now));
        let until_ask = until_ask.unwrap_or(Duration::MAX);
        let until_step = resources
            .tour
            .as_ref()
            .filter(|_| app.state().file.caught_up && !app.state().is_tour_paused())
            .and_then(|t| t.due_in(now));
        let until_step = until_step.unwrap_or(Duration::MAX);
        match events.recv_timeout(app.patience(now).min(until_save).min(until_ask).min(until_step)) {
            Ok(event) => resources.on_event(app, event),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(0),
        }
        // All waiting events are taken before ingesting goes on: keys overtake transcript entries.
        while let Ok(event) = events.try_recv() {
            resources.on_event(app, event);
        }
        app.work(Duration::from_millis(10));
        for next in app.nexts() {
            match next {
                Next::Effect(effect) => {
                    if let Some(code) = resources.perform(app, effect, events)? {
                        return Ok(code);
                    }
                }
                Next::Suspend => resources.screen.suspend()?,
                Next::Resume => resources.screen.resume()?,
                Next::Marked(mark) => resources.marked(app, mark.as_deref()),
                Next::Leave(code) => return Ok(code),
            }
        }
        resources.observe(app);
    }
}

impl Resources {
    /// Handles an event of a thread.
    fn on_event(&mut self, app: &mut App, event: Event) {
        match event {
            Event::Written(written) => {
                if let Some(saving) = &mut self.saving {
                    answer(app, saving.written(*written, Instant::now()));
                }
            }
            Event::Model(event) => {
                if let Some(driver) = &mut self.driver {
                    driver.on_event(*event, app, Instant::now());
                }
            }
            Event::Words(entries) => app.tell(Msg::Words(entries)),
            Event::Opened(opened) => {
                let begun = self.following.opened(*opened, app);
                self.words = false;
                self.saving = begun.zip(self.to.clone()).map(|(b, to)| Saving::new(to, b, self.send.clone()));
            }
            Event::Input(_)
            | Event::Reader(_)
            | Event::Sessions(_)
            | Event::Snapshot(_)
            | Event::Response(_)
            | Event::Left
            | Event::Signal(_) => self.following.take(event, app),
        }
    }

    /// Performs an effect of the screen. Returns the exit code when the effect is to quit.
    fn perform(&mut self, app: &mut App, effect: Effect, events: &Receiver<Event>) -> Result<Option<u8>, RunError> {
        match effect {
            Effect::Copy(text) => app.tell(effects::copy(&text, &mut self.screen)?),
            Effect::WriteFile { path, bytes, replace } => {
                let result = effects::write(&path, bytes, replace);
                app.tell(Msg::Wrote { path, result });
            }
            Effect::Mouse(on) => self.screen.listen_to_mouse(on)?,
            Effect::Request(request) => self.send_to_worker(*request),
            Effect::OpenEditor(path) => self.edit(app, &path)?,
            Effect::Sessions(request) => self.on_sessions_request(app, request, events),
            Effect::Model(on) => {
                if let Some(driver) = &mut self.driver {
                    driver.switch(on);
                }
            }
            Effect::BeginReading { from_start } => {
                if let Some(driver) = &mut self.driver {
                    driver.begin(from_start, app, Instant::now());
                }
            }
            Effect::DeclineReading => {
                if let Some(driver) = &mut self.driver {
                    driver.decline(app);
                }
            }
            Effect::Suspend => self.screen.suspend()?,
            Effect::Quit => return Ok(Some(0)),
        }
        Ok(None)
    }

    /// Sends a request of a pane to its worker.
    fn send_to_worker(&mut self, request: PaneRequest) {
        if let Some(worker) = self.workers.iter_mut().find(|worker| worker.pane() == request.pane) {
            worker.perform(request);
        }
    }

    /// Passes on a request about sessions; before another one is followed, saves this one and releases its lock.
    fn on_sessions_request(&mut self, app: &mut App, request: SessionsRequest, events: &Receiver<Event>) {
        let leaves = matches!(request, SessionsRequest::Follow(_));
        let mut later = Vec::new();
        if leaves && let Some(driver) = &mut self.driver {
            driver.leave();
        }
        if leaves && let Some(mut saving) = self.saving.take() {
            later = finish(app, &self.following, &mut saving, events);
        }
        self.following.perform(request, app);
        for event in later {
            self.on_event(app, event);
        }
    }

    /// Gives the terminal to the person's editor for a while.
    fn edit(&mut self, app: &mut App, path: &Path) -> Result<(), RunError> {
        let result = editor::open(path, &mut self.screen, &self.reading)?;
        app.tell(Msg::Edited(result));
        Ok(())
    }

    fn marked(&mut self, app: &mut App, mark: Option<&str>) {
        if let Some(saving) = &mut self.saving {
            let asks = saving.marked(&app.state().session, mark);
            answer(app, asks);
        }
    }

    /// Checks whether the model, a save or old turns' text are due.
    fn observe(&mut self, app: &mut App) {
        if let Some(tour) = &mut self.tour {
            tour.advance(app, Instant::now());
        }
        if let Some(driver) = &mut self.driver {
            let caught_up = app.state().file.caught_up;
            driver.observe(app, caught_up, Instant::now());
        }
        let read_only = self.saving.as_ref().is_some_and(Saving::is_read_only);
        if app.state().read_only != read_only {
            app.tell(Msg::ReadOnly(read_only));
        }
        let state = app.state();
        if let Some(saving) = &mut self.saving {
            let now = Instant::now();
            saving.observe(&state.session, now);
            if state.file.caught_up && saving.wants_mark(now) {
                self.following.mark();
            }
        }
        let asked = self.driver.as_ref().is_some_and(|d| d.wants_text(&state.session));
        let reads = (state.focus == PaneId::Transcript || asked) && !state.is_opening();
        if reads && !self.words && state.session.lacks_text(0) {
            self.words = true;
            let (path, send) = (state.sessions.here.clone(), self.send.clone());
            let end = state.session.turns().iter().map(|t| t.record.end).max().unwrap_or(0);
            // Without the thread, the old turns have no text.
            let _ = std::thread::Builder::new().name("words".to_owned()).spawn(move || {
                let entries = read_span(&path, (0, 1), end).unwrap_or_default();
                let _ = send.send(Event::Words(entries));
            });
        }
    }
}

fn answer(app: &mut App, notices: Vec<SaveNotice>) {
    for notice in notices {
        match notice {
            SaveNotice::Tell(line) => app.tell(Msg::Notice(line)),
            SaveNotice::Corrections(corrections) => app.tell(Msg::Corrections(corrections)),
        }
    }
}

/// Longest time that saving may delay the exit.
const MAX_EXIT_DELAY: Duration = Duration::from_millis(1500);

/// Saves pending changes before the session is left. Returns the other events that came meanwhile.
fn finish(app: &mut App, following: &Following, saving: &mut Saving, events: &Receiver<Event>) -> Vec<Event> {
    let until = Instant::now() + MAX_EXIT_DELAY;
    let mut later = Vec::new();
    saving.observe(&app.state().session, Instant::now());
    let mut asked = saving.is_writing();
    while Instant::now() < until && (saving.is_writing() || !asked || saving.is_asked()) {
        if !saving.is_writing() && !saving.is_asked() {
            if !saving.last_mark() {
                break;
            }
            asked = true;
            following.mark();
        }
        match events.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(Event::Written(written)) => drop(saving.written(*written, Instant::now())),
            Ok(event @ Event::Reader(_)) => app.take(event),
            Ok(event) => later.push(event),
            Err(_) => break,
        }
        app.work(until.saturating_duration_since(Instant::now()));
        for next in app.nexts() {
            if let Next::Marked(mark) = next {
                saving.observe(&app.state().session, Instant::now());
                saving.marked(&app.state().session, mark.as_deref());
            }
        }
    }
    later
}
