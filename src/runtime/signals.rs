//! Defines the threads that receive signals (end, stop, continue) and notice when the terminal is gone.

use std::io::stdout;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;

use super::Event;
use super::terminal::{clear_up, is_lent};

/// Time limit for the loop to end by itself.
const GRACE: Duration = Duration::from_secs(2);
/// Time between two checks that the terminal is still there. A closed one can leave the input thread reading its end
/// for ever, and not every closing comes with a signal.
const LOOK: Duration = Duration::from_secs(1);

/// Request of the operating system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignalRequest {
    /// End, because of this signal.
    Leave(u8),
    /// Stop until continued.
    Stop,
    /// It was stopped and goes on.
    Continued,
}

/// Starts the threads.
pub fn watch(send: SyncSender<Event>) -> std::io::Result<()> {
    let signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT])?;
    let signal_send = send.clone();
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || forward_signals(signals, &signal_send))?;
    std::thread::Builder::new().name("tty".to_owned()).spawn(move || watch_terminal(&send))?;
    Ok(())
}

fn forward_signals(mut signals: Signals, send: &SyncSender<Event>) {
    for signal in signals.forever() {
        if is_lent() && lent(signal) {
            continue;
        }
        let asked = match signal {
            SIGTSTP => SignalRequest::Stop,
            SIGCONT => SignalRequest::Continued,
            signal => SignalRequest::Leave(u8::try_from(signal).unwrap_or(0)),
        };
        ask(send, asked);
    }
}

/// Asks the loop to end once the terminal is gone.
fn watch_terminal(send: &SyncSender<Event>) {
    loop {
        std::thread::sleep(LOOK);
        if rustix::termios::tcgetattr(stdout()).is_err() {
            ask(send, SignalRequest::Leave(u8::try_from(SIGHUP).unwrap_or(1)));
        }
    }
}

/// Handles a signal caused by a key pressed in a program the terminal is lent to. True when nothing is left to do.
fn lent(signal: i32) -> bool {
    match signal {
        // That program stops: we stop with it, or nobody would get the terminal.
        SIGTSTP => {
            #[cfg(unix)]
            let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::STOP);
            true
        }
        SIGINT | SIGQUIT | SIGCONT => true,
        _ => false,
    }
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
    clear_up();
    std::process::exit(code);
}
