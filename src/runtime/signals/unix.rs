//! Defines the threads that receive Unix signals and notice when the terminal is gone.

use std::io::stdout;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;

use super::super::Event;
use super::super::terminal::is_lent;
use super::{SignalRequest, ask};

/// Time between two checks that the terminal is still there. A closed one can leave the input thread reading its end
/// for ever, and not every closing comes with a signal.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

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
        std::thread::sleep(CHECK_INTERVAL);
        if rustix::termios::tcgetattr(stdout()).is_err() {
            ask(send, SignalRequest::Leave(u8::try_from(SIGHUP).unwrap_or(1)));
        }
    }
}

/// Handles a signal caused by a key pressed in a program the terminal is lent to. True when nothing is left to do.
fn lent(signal: i32) -> bool {
    match signal {
        // That program stops, so this one stops too, or the shell would not get the terminal back.
        SIGTSTP => {
            let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::STOP);
            true
        }
        SIGINT | SIGQUIT | SIGCONT => true,
        _ => false,
    }
}
