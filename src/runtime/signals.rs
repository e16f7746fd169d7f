//! Defines the thread that hears what the system asks (end, stop, go on) and sees when the terminal is gone.

use std::io::stdout;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;

use super::Event;
use super::terminal::{clear_up, is_lent};

/// How long the loop has to end by itself.
const GRACE: Duration = Duration::from_secs(2);
/// How often is looked whether the terminal still is there. A closed one can leave the input thread reading its end
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
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT])?;
    let tell = send.clone();
    let listen = move || {
        for signal in signals.forever() {
            if is_lent() && lent(signal) {
                continue;
            }
            let asked = match signal {
                SIGTSTP => SignalRequest::Stop,
                SIGCONT => SignalRequest::Continued,
                signal => SignalRequest::Leave(u8::try_from(signal).unwrap_or(0)),
            };
            ask(&tell, asked);
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(listen)?;
    let look = move || {
        loop {
            std::thread::sleep(LOOK);
            if rustix::termios::tcgetattr(stdout()).is_err() {
                ask(&send, SignalRequest::Leave(u8::try_from(SIGHUP).unwrap_or(1)));
            }
        }
    };
    std::thread::Builder::new().name("tty".to_owned()).spawn(look)?;
    Ok(())
}

/// Deals with a signal that came by a key pressed in a program the terminal is lent to. True when nothing is left to do.
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

/// Asks the loop; what must end ends here when the loop does not.
fn ask(send: &SyncSender<Event>, asked: SignalRequest) {
    let SignalRequest::Leave(signal) = asked else {
        let _ = send.try_send(Event::Signal(asked));
        return;
    };
    let code = 128 + i32::from(signal);
    let overdue = move || {
        std::thread::sleep(GRACE);
        clear_up();
        std::process::exit(code);
    };
    if std::thread::Builder::new().name("overdue".to_owned()).spawn(overdue).is_err() {
        clear_up();
        std::process::exit(code);
    }
    let _ = send.send(Event::Signal(asked));
}
