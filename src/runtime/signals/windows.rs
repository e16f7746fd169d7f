//! Defines the thread that receives the events of a Windows console: Ctrl-C and Ctrl-Break, and the end of the console,
//! of the person's session and of the system.

use std::sync::mpsc::SyncSender;

use tokio::signal::windows::{CtrlBreak, CtrlC, CtrlClose, CtrlLogoff, CtrlShutdown};
use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};

use super::super::Event;
use super::super::terminal::is_lent;
use super::{SignalRequest, ask};

/// The numbers that the nearest signals of Unix have, for the exit code.
const HANGUP: u8 = 1;
const INTERRUPT: u8 = 2;
const TERMINATE: u8 = 15;

struct ConsoleEvents {
    interrupt: CtrlC,
    stop: CtrlBreak,
    close: CtrlClose,
    logoff: CtrlLogoff,
    shutdown: CtrlShutdown,
}

/// Starts the thread.
pub fn watch(send: SyncSender<Event>) -> std::io::Result<()> {
    // Handlers are set here, so that no event is missed from now on.
    let events = ConsoleEvents {
        interrupt: ctrl_c()?,
        stop: ctrl_break()?,
        close: ctrl_close()?,
        logoff: ctrl_logoff()?,
        shutdown: ctrl_shutdown()?,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let thread = std::thread::Builder::new().name("signals".to_owned());
    thread.spawn(move || runtime.block_on(forward_events(events, &send)))?;
    Ok(())
}

/// Passes the events on. The system ends a process some five seconds after the console was closed; until then its
/// handler waits, and the loop saves and ends.
async fn forward_events(mut events: ConsoleEvents, send: &SyncSender<Event>) {
    loop {
        let signal = tokio::select! {
            Some(()) = events.interrupt.recv() => INTERRUPT,
            Some(()) = events.stop.recv() => INTERRUPT,
            Some(()) = events.close.recv() => HANGUP,
            Some(()) = events.logoff.recv() => TERMINATE,
            Some(()) = events.shutdown.recv() => TERMINATE,
            else => return,
        };
        // A program that the terminal is lent to gets these keys too, and they are meant for it.
        if signal != INTERRUPT || !is_lent() {
            ask(send, SignalRequest::Leave(signal));
        }
    }
}
