//! Defines the outside of the screen: the terminal, the threads that read, and the one loop.
//!
//! Four threads send into one bounded channel: the input, the reader of the transcript, the scout for other sessions,
//! the watch for terminations.
//! The loop owns all state; it takes in, works off what was read in slices short enough that a key never waits, and
//! draws when something changed.

pub mod app;
pub mod effects;
pub mod following;
pub mod input;
pub mod scout;
pub mod terminal;
pub mod terminations;

use std::io::IsTerminal;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::pipeline::{Pipeline, Thresholds};
use crate::session::Session;
use crate::transcript::{Env, Meta, OpenError, Places, ReaderMsg};
use crate::tui::sessions::News;
use crate::tui::{Effect, Settings, State};
use app::{App, Next};
use following::Following;
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
    /// The reader of the former session has ended: nothing of it comes any more.
    Left,
    /// The system asks.
    Asked(terminations::Asked),
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
    /// Whether a newer session of the same project is followed without being asked.
    pub follow_project: bool,
}

/// Follows `path` on the terminal until the person or the system ends it. Returns the exit code.
pub fn run(path: &Path, options: &Options) -> Result<u8, RunError> {
    check_terminal()?;
    let (send, events) = sync_channel(WAITING);
    // The reader starts first: what can never be read is told without touching the terminal.
    let places = Places::from_env(&Env::of_process());
    let home = places.home.clone();
    let mut following = Following::open(path, places, send.clone())?;
    terminal::restore_on_panic();
    terminations::watch(send.clone())?;
    let mut screen = Screen::open(options.settings.config.mouse.unwrap_or(false))?;
    input::read(send)?;
    let project = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let meta = Meta { project, ..Meta::default() };
    let pipeline = Pipeline::cut_at(Thresholds::of(&options.settings.config));
    let mut state = State::new(Session::with_pipeline(meta, pipeline), screen.size());
    state.source = path.display().to_string();
    state.utc_offset = app::utc_offset();
    options.settings.apply(&mut state, options.theme.as_deref(), &app::default_theme());
    state.sessions.here = path.to_owned();
    (state.sessions.home, state.sessions.follow_project) = (home, options.follow_project);
    let mut app = App::new(state);
    let code = turn(&mut app, &mut screen, &mut following, &events)?;
    drop(screen);
    // The receiver goes before the threads are waited for, or a full channel would hold them.
    drop(events);
    drop(following);
    Ok(code)
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

/// The loop.
fn turn(
    app: &mut App,
    screen: &mut Screen,
    following: &mut Following,
    events: &Receiver<Event>,
) -> Result<u8, RunError> {
    loop {
        if app.due(Instant::now()) {
            screen.draw(app)?;
        }
        match events.recv_timeout(app.patience(Instant::now())) {
            Ok(event) => following.take(event, app),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(0),
        }
        // Everything that waits is taken before work goes on: keys overtake what was read.
        while let Ok(event) = events.try_recv() {
            following.take(event, app);
        }
        app.work(Duration::from_millis(10));
        for next in app.nexts() {
            match next {
                Next::Effect(Effect::Sessions(errand)) => following.perform(errand, app),
                Next::Effect(effect) => {
                    if let Some(msg) = effects::perform(effect, screen)? {
                        app.tell(msg);
                    }
                }
                Next::Suspend => screen.suspend()?,
                Next::Resume => screen.resume()?,
                Next::Leave(code) => return Ok(code),
            }
        }
    }
}
