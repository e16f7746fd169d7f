//! Defines the input thread, which turns terminal events into messages.

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::time::Duration;

use crossterm::event::{
    self, Event as Raw, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use jiff::Timestamp;

use super::Event;
use crate::tui::keymap::{Code, Key, Named};
use crate::tui::{Msg, Pointer};

/// Event of the input thread.
#[derive(Debug)]
pub enum TerminalInput {
    /// A key, a paste, a new size.
    Msg(Msg),
    /// The terminal cannot be read any more.
    Gone,
}

/// Time limit for the thread to stop reading.
const STOPS_WITHIN: Duration = Duration::from_secs(1);

/// Request to the thread to stop reading for a while.
struct Pause {
    /// Confirms that the thread has stopped reading.
    stopped: Sender<()>,
    /// Ends with the pause.
    until: Receiver<()>,
}

/// Handle of the input thread.
pub struct InputThread {
    pauses: Sender<Pause>,
}

/// While this value exists, the input thread reads nothing.
pub struct Paused {
    _until: Sender<()>,
}

impl InputThread {
    /// Stops the reading; `None` when the thread does not stop in time. On Unix a thread that waits for keys is woken
    /// by SIGWINCH, so that it releases the terminal without polling.
    pub fn pause(&self) -> Option<Paused> {
        let (stopped, confirmed) = channel();
        let (until, wait) = channel();
        self.pauses.send(Pause { stopped, until: wait }).ok()?;
        #[cfg(unix)]
        rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::WINCH).ok()?;
        confirmed.recv_timeout(STOPS_WITHIN).ok()?;
        Some(Paused { _until: until })
    }
}

/// Starts the thread. It ends when the receiver is gone or the terminal cannot be read.
pub fn read(send: SyncSender<Event>) -> std::io::Result<InputThread> {
    let (pauses, asked) = channel::<Pause>();
    std::thread::Builder::new().name("input".to_owned()).spawn(move || forward(&asked, &send))?;
    Ok(InputThread { pauses })
}

/// Sends the terminal's events until the receiver is gone or the terminal cannot be read.
fn forward(asked: &Receiver<Pause>, send: &SyncSender<Event>) {
    #[cfg(debug_assertions)]
    super::app::panic_point("input");
    loop {
        let inputs = match next_event() {
            Ok(None) => {
                pause_if_requested(asked);
                continue;
            }
            Ok(Some(raw)) => messages(raw).into_iter().map(TerminalInput::Msg).collect(),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => vec![TerminalInput::Gone],
        };
        pause_if_requested(asked);
        for input in inputs {
            let gone = matches!(input, TerminalInput::Gone);
            if send.send(Event::Input(input)).is_err() || gone {
                return;
            }
        }
    }
}

/// The messages of a terminal event, and of those that came with it where it is a key.
fn messages(raw: Raw) -> Vec<Msg> {
    match msg(raw) {
        Some(Msg::Key { key, at }) => at_once(key, at),
        other => other.into_iter().collect(),
    }
}

/// A key together with those that came with it, and the first other message after them. What is pasted into a terminal
/// without brackets comes as keys; they are told from keys that a person pressed by coming at once.
fn at_once(key: Key, at: Timestamp) -> Vec<Msg> {
    let (mut keys, mut after) = (vec![key], None);
    while after.is_none() && event::poll(Duration::ZERO).unwrap_or(false) {
        let Ok(raw) = event::read() else { break };
        match msg(raw) {
            Some(Msg::Key { key, .. }) => keys.push(key),
            other => after = other,
        }
    }
    let first = if keys.len() > 1 { Msg::Keys { keys, at } } else { Msg::Key { key, at } };
    std::iter::once(first).chain(after).collect()
}

/// Stops reading while a pause lasts, if one was requested.
fn pause_if_requested(asked: &Receiver<Pause>) {
    if let Ok(pause) = asked.try_recv() {
        let _ = pause.stopped.send(());
        // Returns when the guard is dropped.
        let _ = pause.until.recv();
    }
}

/// Waits for the terminal's next event.
#[cfg(unix)]
fn next_event() -> std::io::Result<Option<Raw>> {
    event::read().map(Some)
}

/// Waits for the terminal's next event; `None` after a timeout, because nothing wakes a waiting console read.
#[cfg(windows)]
fn next_event() -> std::io::Result<Option<Raw>> {
    const POLL_INTERVAL: Duration = Duration::from_millis(100);
    if event::poll(POLL_INTERVAL)? { event::read().map(Some) } else { Ok(None) }
}

fn msg(raw: Raw) -> Option<Msg> {
    match raw {
        Raw::Key(key) => Some(Msg::Key { key: key_of(key)?, at: Timestamp::now() }),
        Raw::Paste(text) => Some(Msg::Paste(text)),
        Raw::FocusGained => Some(Msg::Focus { here: true, at: Timestamp::now() }),
        Raw::FocusLost => Some(Msg::Focus { here: false, at: Timestamp::now() }),
        Raw::Mouse(mouse) => Some(Msg::Mouse { pointer: pointer(mouse.kind)?, at: (mouse.column, mouse.row) }),
        Raw::Resize(width, height) => Some(Msg::Resize { width, height }),
    }
}

fn pointer(kind: MouseEventKind) -> Option<Pointer> {
    match kind {
        MouseEventKind::ScrollUp => Some(Pointer::Up),
        MouseEventKind::ScrollDown => Some(Pointer::Down),
        MouseEventKind::Down(MouseButton::Left) => Some(Pointer::Press),
        _ => None,
    }
}

fn key_of(raw: KeyEvent) -> Option<Key> {
    if raw.kind == KeyEventKind::Release {
        return None;
    }
    let code = match raw.code {
        KeyCode::Char(c) => Code::Char(c),
        other => Code::Named(named(other)?),
    };
    let held = raw.modifiers;
    Some(Key { code, ctrl: held.contains(KeyModifiers::CONTROL), alt: held.contains(KeyModifiers::ALT) })
}

fn named(code: KeyCode) -> Option<Named> {
    Some(match code {
        KeyCode::Enter => Named::Enter,
        KeyCode::Esc => Named::Esc,
        KeyCode::Tab => Named::Tab,
        KeyCode::BackTab => Named::BackTab,
        KeyCode::Backspace => Named::Backspace,
        KeyCode::Delete => Named::Delete,
        KeyCode::Up => Named::Up,
        KeyCode::Down => Named::Down,
        KeyCode::Left => Named::Left,
        KeyCode::Right => Named::Right,
        KeyCode::Home => Named::Home,
        KeyCode::End => Named::End,
        KeyCode::PageUp => Named::PageUp,
        KeyCode::PageDown => Named::PageDown,
        _ => return None,
    })
}
