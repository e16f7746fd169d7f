//! Defines the threads that receive signals (end, stop, continue) and notice when the terminal is gone.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::sync::mpsc::SyncSender;
use std::time::Duration;

use super::Event;
use super::terminal::clean_up;
#[cfg(unix)]
pub use unix::watch;
#[cfg(windows)]
pub use windows::watch;

/// Time limit for the loop to end by itself.
const GRACE: Duration = Duration::from_secs(2);

/// Request of the operating system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignalRequest {
    /// End, because of the signal of this number; Windows' events have the number of the nearest signal.
    Leave(u8),
    /// Stop until continued.
    Stop,
    /// It was stopped and continues.
    Continued,
}

/// Passes a request to the loop. If the loop does not end within `GRACE`, the program ends here.
fn ask(send: &SyncSender<Event>, asked: SignalRequest) {
    let SignalRequest::Leave(signal) = asked else {
        let _ = send.try_send(Event::Signal(asked));
        return;
    };
    let code = 128 + i32::from(signal);
    let overdue = std::thread::Builder::new().name("overdue".to_owned()).spawn(move || {
        std::thread::sleep(GRACE);
        end(code);
    });
    if overdue.is_err() {
        end(code);
    }
    let _ = send.send(Event::Signal(asked));
}

fn end(code: i32) {
    clean_up();
    std::process::exit(code);
}
