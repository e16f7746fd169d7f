//! Defines the outside of the screen: the terminal, the threads that read, and the one loop.
//!
//! Four threads send into one bounded channel: the input, the reader of the transcript, the scout for other sessions,
//! the watch for terminations.
//! The loop owns all state; it takes in, works off what was read in slices short enough that a key never waits, and
//! draws when something changed.

pub mod app;
pub mod asking;
pub mod editor;
pub mod effects;
pub mod following;
pub mod input;
pub mod memory;
pub mod opening;
pub mod resume;
pub mod saving;
pub mod scout;
pub mod standup;
pub mod terminal;
pub mod terminations;
pub mod worker;

use std::io::IsTerminal;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::llm::client::Limits;
use crate::pipeline::{Pipeline, Thresholds};
use crate::session::Session;
use crate::transcript::read::read_span;
use crate::transcript::{Entry, Env, Meta, OpenError, Places, ReaderMsg};
use crate::tui::panes::PaneId;
use crate::tui::sessions::{Errand, News};
use crate::tui::{Effect, Live, Msg, Settings, State};
use app::{App, Next};
use asking::Asking;
pub use asking::ModelOptions;
use following::Following;
pub use saving::SaveTo;
use saving::{Ask, Saving};
use terminal::Screen;

/// Events waiting at most: threads that are faster wait.
const WAITING: usize = 16;

/// What the threads send.
#[derive(Debug)]
pub enum Event {
    /// From the terminal.
    Input(input::Input),
    /// From the transcript.
    Reader(ReaderMsg),
    /// From the scout.
    Sessions(News),
    /// What stood at the last save, to be looked at.
    Standing(Box<Session>),
    /// What was saved is taken over, or cannot be.
    Opened(Box<Result<saving::Begun, OpenError>>),
    /// Of an errand about memories, with the round it was of.
    Memory(u64, crate::tui::memory::News),
    /// Of an errand about the standup, with the round it was of.
    Standup(u64, crate::tui::standup::News),
    /// The reader of the former session has ended: nothing of it comes any more.
    Left,
    /// The system asks.
    Asked(terminations::Asked),
    /// From the thread that saves.
    Written(Box<saving::Written>),
    /// Words of turns read before this run.
    Words(Vec<Entry>),
    /// From the thread that asks a language model.
    Model(Box<asking::Told>),
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

/// What the person asked for on the command line.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// A theme's name.
    pub theme: Option<String>,
    /// What is set in the settings folder.
    pub settings: Settings,
    /// Where the session is saved; nowhere if absent.
    pub save: Option<SaveTo>,
    /// Whether a newer session of the same project is followed without being asked.
    pub follow_project: bool,
    /// Which language model is asked; none if absent.
    pub model: Option<ModelOptions>,
}

/// Follows `path` on the terminal until the person or the system ends it. Returns the exit code.
pub fn run(path: &Path, options: &Options) -> Result<u8, RunError> {
    check_terminal()?;
    let (send, events) = sync_channel(WAITING);
    // What can never be read is told without touching the terminal.
    let places = Places::from_env(&Env::of_process());
    let (home, known) = (places.home.clone(), places.clone());
    let following = match &options.save {
        Some(to) => Following::saved(path, to.clone(), places, send.clone(), scout::TICK)?,
        None => Following::open(path, places, send.clone())?,
    };
    terminal::restore_on_panic();
    terminations::watch(send.clone())?;
    let screen = Screen::open(options.settings.config.mouse.unwrap_or(false))?;
    let reading = input::read(send.clone())?;
    let project = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let meta = Meta { project, ..Meta::default() };
    let thresholds = Thresholds::of(&options.settings.config);
    let mut state = State::new(Session::with_pipeline(meta, Pipeline::with_thresholds(thresholds)), screen.size());
    if options.save.is_some() {
        state.live = Live::Opening;
    }
    state.source = path.display().to_string();
    state.utc_offset = app::utc_offset();
    options.settings.apply(&mut state, options.theme.as_deref(), &app::default_theme());
    state.sessions.here = path.to_owned();
    (state.sessions.home, state.sessions.follow_project) = (home, options.follow_project);
    let mut app = App::new(state);
    let memories = memory::worker(options.save.clone(), send.clone());
    let config = options.settings.config.standup.clone();
    let standups = standup::worker(standup::Venue { to: options.save.clone(), config, places: known }, send.clone());
    let to = options.save.clone();
    let asking = ask(&mut app, options.model.clone(), &send);
    let mut outside =
        Outside { screen, following, to, saving: None, asking, memories, standups, reading, send, words: false };
    let code = turn(&mut app, &mut outside, &events)?;
    let Outside { screen, following, mut saving, .. } = outside;
    drop(screen);
    if let Some(saving) = &mut saving {
        finish(&mut app, &following, saving, &events);
    }
    // The receiver goes before the threads are waited for, or a full channel would hold them.
    drop(events);
    drop(following);
    Ok(code)
}

/// Begins to ask the model the person wants, or the one that is there. What cannot be is told; nothing waits for it.
fn ask(app: &mut App, options: Option<ModelOptions>, send: &SyncSender<Event>) -> Option<Asking> {
    match Asking::start(options?, Limits::default(), send.clone()) {
        Ok(asking) => Some(asking),
        Err(error) => {
            app.tell(Msg::Notice(format!("no model is asked: {error}")));
            None
        }
    }
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

/// What the loop works on beside its own state.
struct Outside {
    screen: Screen,
    following: Following,
    to: Option<SaveTo>,
    /// The saving of the session followed, once that is open.
    saving: Option<Saving>,
    asking: Option<Asking>,
    memories: worker::Worker<crate::tui::memory::Request>,
    standups: worker::Worker<crate::tui::standup::Request>,
    reading: input::Reading,
    send: SyncSender<Event>,
    /// Whether the words of turns read before this run were asked for.
    words: bool,
}

/// The loop.
fn turn(app: &mut App, outside: &mut Outside, events: &Receiver<Event>) -> Result<u8, RunError> {
    loop {
        if app.due(Instant::now()) {
            outside.screen.draw(app)?;
        }
        let now = Instant::now();
        let until_save = outside.saving.as_ref().and_then(|s| s.due_in(now)).unwrap_or(Duration::MAX);
        let until_ask = outside.asking.as_ref().filter(|_| app.state().caught_up).and_then(|a| a.due_in(now));
        let until_ask = until_ask.unwrap_or(Duration::MAX);
        match events.recv_timeout(app.patience(now).min(until_save).min(until_ask)) {
            Ok(event) => outside.take(app, event),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(0),
        }
        // Everything that waits is taken before work goes on: keys overtake what was read.
        while let Ok(event) = events.try_recv() {
            outside.take(app, event);
        }
        app.work(Duration::from_millis(10));
        for next in app.nexts() {
            match next {
                Next::Effect(Effect::Model(on)) => {
                    if let Some(asking) = &mut outside.asking {
                        asking.switch(on);
                    }
                }
                Next::Effect(Effect::Sessions(errand)) => outside.perform(app, errand, events),
                Next::Effect(Effect::Memory(request)) => outside.memories.perform(*request),
                Next::Effect(Effect::Standup(request)) => outside.standups.perform(*request),
                Next::Effect(Effect::OpenEditor(path)) => outside.edit(app, &path)?,
                Next::Effect(effect) => {
                    if let Some(msg) = effects::perform(effect, &mut outside.screen)? {
                        app.tell(msg);
                    }
                }
                Next::Suspend => outside.screen.suspend()?,
                Next::Resume => outside.screen.resume()?,
                Next::Marked(mark) => outside.marked(app, mark.as_deref()),
                Next::Leave(code) => return Ok(code),
            }
        }
        outside.look(app);
    }
}

impl Outside {
    fn take(&mut self, app: &mut App, event: Event) {
        match (event, &mut self.saving) {
            (Event::Written(written), Some(saving)) => answer(app, saving.written(*written, Instant::now())),
            (Event::Model(told), _) => {
                if let Some(asking) = &mut self.asking {
                    asking.told(*told, app, Instant::now());
                }
            }
            (Event::Words(entries), _) => app.tell(Msg::Words(entries)),
            (Event::Opened(opened), _) => {
                let begun = self.following.opened(*opened, app);
                self.words = false;
                self.saving = begun.zip(self.to.clone()).map(|(b, to)| Saving::new(to, b, self.send.clone()));
            }
            (event, _) => self.following.take(event, app),
        }
    }

    /// Does an errand; before another session is followed, this one is saved and its place given free.
    fn perform(&mut self, app: &mut App, errand: Errand, events: &Receiver<Event>) {
        let leaves = matches!(errand, Errand::Follow(_));
        let mut later = Vec::new();
        if leaves && let Some(asking) = &mut self.asking {
            asking.leave();
        }
        if leaves && let Some(mut saving) = self.saving.take() {
            later = finish(app, &self.following, &mut saving, events);
        }
        self.following.perform(errand, app);
        for event in later {
            self.take(app, event);
        }
    }

    /// Lends the terminal to the person's editor.
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

    /// Looks whether something is to be saved, or words are wanted.
    fn look(&mut self, app: &mut App) {
        if let Some(asking) = &mut self.asking {
            let caught_up = app.state().caught_up;
            asking.look(app, caught_up, Instant::now());
        }
        let looking_on = self.saving.as_ref().is_some_and(Saving::is_looking_on);
        if app.state().memories.looking_on != looking_on {
            app.tell(Msg::LookingOn(looking_on));
        }
        let state = app.state();
        if let Some(saving) = &mut self.saving {
            let now = Instant::now();
            saving.look(&state.session, now);
            if state.caught_up && saving.wants_mark(now) {
                self.following.mark();
            }
        }
        let reads = state.focus == PaneId::Transcript && !state.is_opening();
        if reads && !self.words && state.session.lacks_words(0) {
            self.words = true;
            let (path, send) = (state.sessions.here.clone(), self.send.clone());
            let end = state.session.turns().iter().map(|t| t.record.end).max().unwrap_or(0);
            let read = move || {
                let entries = read_span(&path, (0, 1), end).unwrap_or_default();
                let _ = send.send(Event::Words(entries));
            };
            // Without the thread the old turns stay without their words.
            let _ = std::thread::Builder::new().name("words".to_owned()).spawn(read);
        }
    }
}

fn answer(app: &mut App, asks: Vec<Ask>) {
    for ask in asks {
        match ask {
            Ask::Tell(line) => app.tell(Msg::Notice(line)),
            Ask::Corrections(wishes) => app.tell(Msg::Corrections(wishes)),
        }
    }
}

/// How long saving may hold up the end.
const PARTING: Duration = Duration::from_millis(1500);

/// Saves what is not saved yet, before the session is left. Returns what came meanwhile and is not of its reader.
fn finish(app: &mut App, following: &Following, saving: &mut Saving, events: &Receiver<Event>) -> Vec<Event> {
    let until = Instant::now() + PARTING;
    let mut later = Vec::new();
    saving.look(&app.state().session, Instant::now());
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
                saving.look(&app.state().session, Instant::now());
                saving.marked(&app.state().session, mark.as_deref());
            }
        }
    }
    later
}
