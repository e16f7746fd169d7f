//! Defines [`App`], the data of the main loop: the state, the queue of transcript entries, and when to draw.
//!
//! It does not depend on a terminal, so tests run it over a test backend.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use ratatui::Terminal;
use ratatui::backend::Backend;

use super::Event;
use super::input::TerminalInput;
use super::signals::SignalRequest;
use crate::transcript::{Entry, FileEvent, ReaderMsg};
use crate::tui::{Depth, Effect, Key, Live, Msg, State, Theme, update, view};

/// Least time between two frames while only the transcript moves.
const FRAME_INTERVAL: Duration = Duration::from_millis(33);
/// Least time between two frames while history is read: each rebuilds the lists.
const LOADING_FRAME: Duration = Duration::from_millis(120);
/// While history is read, drawing takes at most 1 / `LOADING_SHARE` of the time.
const LOADING_SHARE: u32 = 25;
/// Entries ingested between two checks of the clock.
const ENTRIES_PER_SLICE: usize = 4;
/// The longest sleep: a sleeping process must notice that the clock was changed.
const MAX_SLEEP: Duration = Duration::from_hours(1);

/// Work for the main loop that the state cannot do.
#[derive(Debug, PartialEq)]
pub enum Next {
    /// Do this.
    Effect(Effect),
    /// Give the terminal to the shell.
    Suspend,
    /// Take the terminal back.
    Resume,
    /// Save: the state is that of the transcript up to this mark.
    Marked(Option<String>),
    /// End with this code.
    Leave(u8),
}

/// The data of the main loop.
pub struct App {
    state: State,
    backlog: VecDeque<ReaderMsg>,
    entries: VecDeque<Entry>,
    /// The file being read, links resolved.
    real: Option<PathBuf>,
    nexts: Vec<Next>,
    changed: bool,
    pressed: bool,
    drawn: Option<Instant>,
    /// Duration of the last frame.
    took: Duration,
    theme: Theme,
    depth: Depth,
}

impl App {
    /// A loop over this state.
    pub fn new(state: State) -> Self {
        let depth = depth();
        Self {
            theme: theme(&state, depth),
            depth,
            state,
            backlog: VecDeque::new(),
            entries: VecDeque::new(),
            real: None,
            nexts: Vec::new(),
            changed: true,
            pressed: true,
            drawn: None,
            took: Duration::ZERO,
        }
    }

    /// The state that the views draw.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Handles an event. Transcript entries are queued; keys are handled at once.
    pub fn take(&mut self, event: Event) {
        match event {
            Event::Reader(msg) => self.backlog.push_back(msg),
            Event::Input(TerminalInput::Msg(msg)) => {
                self.pressed = true;
                if matches!(msg, Msg::Key { .. } | Msg::Keys { .. }) && self.state.tour_caption().is_some() {
                    self.tell(Msg::ByHand);
                }
                self.tell(msg);
            }
            Event::Sessions(response) => self.tell(Msg::Sessions(response)),
            Event::Snapshot(session) => self.tell(Msg::Snapshot(session)),
            Event::Response(response) => self.tell(Msg::Response(response)),
            Event::Left | Event::Opened(_) | Event::Written(_) | Event::Words(_) | Event::Model(_) => {}
            Event::Input(TerminalInput::Gone) => self.nexts.push(Next::Leave(1)),
            Event::Signal(SignalRequest::Leave(signal)) => self.nexts.push(Next::Leave(128u8.saturating_add(signal))),
            Event::Signal(SignalRequest::Stop) => self.nexts.push(Next::Suspend),
            Event::Signal(SignalRequest::Continued) => {
                self.nexts.push(Next::Resume);
                (self.changed, self.pressed) = (true, true);
            }
        }
    }

    /// Presses a key for the person, in the demo.
    pub fn press(&mut self, key: Key, at: Timestamp) {
        self.pressed = true;
        self.tell(Msg::Key { key, at });
    }

    /// Applies a message to the state.
    pub fn tell(&mut self, msg: Msg) {
        self.changed = true;
        let effects = update(&mut self.state, msg);
        self.ask(effects);
    }

    fn ask(&mut self, effects: Vec<Effect>) {
        self.nexts.extend(effects.into_iter().map(Next::Effect));
    }

    /// Drops the queued entries: another session is followed.
    pub fn drop_queued(&mut self) {
        self.backlog.clear();
        self.entries.clear();
        // The next session has another file: this is no moved link.
        self.real = None;
    }

    /// Ingests queued entries for about this long; when none are queued, prepares time travel.
    pub fn work(&mut self, most: Duration) {
        #[cfg(debug_assertions)]
        panic_point("work");
        let until = Instant::now() + most;
        while !self.is_idle() {
            if !self.has_read() {
                self.idle_work();
            } else if self.entries.is_empty() {
                if let Some(msg) = self.backlog.pop_front() {
                    self.open(msg);
                }
            } else {
                let chunk: Vec<Entry> = self.entries.drain(..self.entries.len().min(ENTRIES_PER_SLICE)).collect();
                self.tell(Msg::Entries(chunk));
            }
            if Instant::now() >= until {
                break;
            }
        }
    }

    fn is_idle(&self) -> bool {
        !self.has_read() && !self.state.lacks_past()
    }

    /// Whether entries are queued.
    fn has_read(&self) -> bool {
        !self.entries.is_empty() || !self.backlog.is_empty()
    }

    /// Lets the state do idle work. A frame follows only if the person waits for its result.
    fn idle_work(&mut self) {
        let waited = self.state.travel.going_back;
        update(&mut self.state, Msg::Idle);
        self.changed |= waited && !self.state.travel.going_back;
    }

    fn open(&mut self, msg: ReaderMsg) {
        match msg {
            ReaderMsg::Entries(chunk) => {
                if self.state.session.meta() != &chunk.meta {
                    self.tell(Msg::Meta(chunk.meta));
                }
                let damaged = chunk.counts.damaged_total();
                if damaged != self.state.file.damaged {
                    tracing::warn!(damaged, repaired = chunk.counts.repaired.len(), "records could not be read");
                    self.tell(Msg::Damaged(damaged));
                }
                if !self.state.file.caught_up {
                    self.tell(Msg::Live(Live::Loading { done: chunk.read, total: chunk.total }));
                }
                // The unfinished line is complete now, or gone.
                if !self.state.file.provisional.is_empty() {
                    self.tell(Msg::Provisional(Vec::new()));
                }
                self.entries.extend(chunk.entries);
            }
            ReaderMsg::Provisional(entries) => self.tell(Msg::Provisional(entries)),
            ReaderMsg::File(event) => self.file(event),
            ReaderMsg::CaughtUp => {
                let session = &self.state.session;
                tracing::info!(work = ?session.work(), items_visited = session.ledger().visited(), "caught up");
                self.tell(Msg::CaughtUp);
            }
            ReaderMsg::UnknownFormat(line) => {
                self.tell(Msg::Notice(line));
                self.tell(Msg::Live(Live::UnknownFormat));
            }
            ReaderMsg::Warning(line) => self.tell(Msg::Notice(line)),
            ReaderMsg::Mark(mark) => self.nexts.push(Next::Marked(mark)),
        }
    }

    fn file(&mut self, event: FileEvent) {
        tracing::info!(?event, "transcript");
        let moved = match &event {
            FileEvent::Opened { path, .. } | FileEvent::Replaced { path } => {
                self.real.replace(path.clone()).is_some_and(|was| was != *path)
            }
            _ => false,
        };
        if moved && let Some(path) = &self.real {
            self.tell(Msg::Notice(format!("the link leads to another file now: {}", path.display())));
        }
        let live = match event {
            FileEvent::Waiting => Live::Waiting,
            FileEvent::Opened { size, .. } => {
                // The file was deleted and created again.
                if !self.state.session.turns().is_empty() {
                    self.tell(Msg::Restarted);
                }
                Live::Loading { done: 0, total: size }
            }
            FileEvent::Truncated | FileEvent::Rewritten | FileEvent::Replaced { .. } => {
                self.tell(Msg::Restarted);
                Live::Truncated
            }
            FileEvent::Gone => Live::Gone,
            FileEvent::Trouble(why) => {
                self.tell(Msg::Notice(why));
                Live::Unreadable
            }
        };
        self.tell(Msg::Live(live));
    }

    /// Takes the pending work for the main loop, in order.
    pub fn nexts(&mut self) -> Vec<Next> {
        std::mem::take(&mut self.nexts)
    }

    /// Whether a frame is due: after a key at once, after other changes at most 30 times a second, and when a deadline of
    /// the state has come.
    pub fn due(&self, now: Instant) -> bool {
        let rested = self.drawn.is_none_or(|at| now.duration_since(at) >= self.frame_interval());
        self.pressed || (rested && (self.changed || self.until_deadline().is_some_and(|d| d.is_zero())))
    }

    /// How long the loop may sleep.
    pub fn patience(&self, now: Instant) -> Duration {
        if !self.is_idle() || self.pressed || !self.nexts.is_empty() {
            return Duration::ZERO;
        }
        let rest = self.drawn.map_or(Duration::ZERO, |at| self.frame_interval().saturating_sub(now.duration_since(at)));
        if self.changed {
            return rest;
        }
        self.until_deadline().map_or(MAX_SLEEP, |d| d.clamp(rest, MAX_SLEEP))
    }

    fn frame_interval(&self) -> Duration {
        if self.state.file.caught_up { FRAME_INTERVAL } else { LOADING_FRAME.max(self.took * LOADING_SHARE) }
    }

    fn until_deadline(&self) -> Option<Duration> {
        let deadline = self.state.next_deadline()?;
        Some(deadline.duration_since(Timestamp::now()).try_into().unwrap_or(Duration::ZERO))
    }

    /// Draws a frame of the terminal's current size: the resize message may still be queued.
    pub fn draw<B: Backend>(&mut self, terminal: &mut Terminal<B>) -> Result<(), B::Error> {
        terminal.autoresize()?;
        let area = terminal.get_frame().area();
        if self.state.size != (area.width, area.height) {
            update(&mut self.state, Msg::Resize { width: area.width, height: area.height });
        }
        let begun = Instant::now();
        let wanted = update(&mut self.state, Msg::Now(Timestamp::now()));
        self.ask(wanted);
        (self.changed, self.pressed, self.drawn) = (false, false, Some(begun));
        if self.theme.name != self.state.prefs.theme {
            self.theme = theme(&self.state, self.depth);
        }
        #[cfg(debug_assertions)]
        panic_point("draw");
        let (state, theme) = (&self.state, &self.theme);
        terminal.draw(|frame| {
            view::draw(state, theme, frame.buffer_mut());
            if let Some(at) = view::cursor(state) {
                frame.set_cursor_position(at);
            }
        })?;
        self.took = begun.elapsed();
        Ok(())
    }
}

/// Panics at a place named by a test, to check that the terminal is restored. Not in release builds.
#[cfg(debug_assertions)]
pub(super) fn panic_point(place: &str) {
    let asked = std::env::var("DELTAMIND_PANIC").is_ok_and(|p| p == place);
    assert!(!asked, "injected panic in {place}");
}

fn theme(state: &State, depth: Depth) -> Theme {
    state.prefs.themes.get(&state.prefs.theme).cloned().unwrap_or_else(Theme::numbered).at(depth)
}

/// The default theme: mono under `NO_COLOR`, light where the terminal reports a light background.
pub fn default_theme() -> String {
    if variable("NO_COLOR").is_some() {
        return "mono".to_owned();
    }
    // "15;0": foreground and background by number; 7 and 15 are the light ones.
    let background = variable("COLORFGBG").and_then(|v| v.rsplit(';').next().and_then(|n| n.parse::<u8>().ok()));
    if matches!(background, Some(7 | 15)) { "light" } else { "dark" }.to_owned()
}

/// A variable of the environment that is set and not empty.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|v| !v.is_empty())
}

fn depth() -> Depth {
    if variable("NO_COLOR").is_some() {
        Depth::Mono
    } else if matches!(variable("COLORTERM").as_deref(), Some("truecolor" | "24bit")) {
        Depth::True
    } else if variable("TERM").is_some_and(|term| term.contains("256")) {
        Depth::Cube
    } else {
        Depth::Sixteen
    }
}

/// Seconds east of UTC here and now.
pub fn utc_offset() -> i32 {
    TimeZone::system().to_offset(Timestamp::now()).seconds()
}
