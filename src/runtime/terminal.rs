//! Defines the terminal's guard, which restores its modes however the program ends.

use std::io::{BufWriter, Stdout, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::event::{DisableBracketedPaste, DisableFocusChange, EnableBracketedPaste, EnableFocusChange};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, queue, style};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use super::app::App;

/// Whether the terminal must be restored: read by the panic hook and signal threads.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether the terminal is lent to another program.
static LENT: AtomicBool = AtomicBool::new(false);

/// Whether the terminal is lent to another program, which then receives the keys that interrupt or stop.
pub fn is_lent() -> bool {
    LENT.load(Ordering::SeqCst)
}

/// The terminal in raw mode; dropping it restores the terminal.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
    mouse: bool,
}

/// Makes the terminal report wheel and buttons with coordinates of any size. Motion is not requested: it would wake the
/// program for nothing.
const MOUSE_ON: &str = "\x1b[?1000h\x1b[?1006h";
/// Switches mouse reporting off.
const MOUSE_OFF: &str = "\x1b[?1006l\x1b[?1000l";

impl Screen {
    /// Takes the terminal. On failure, modes already switched on are switched off again.
    pub fn open(mouse: bool) -> std::io::Result<Self> {
        take(mouse)?;
        #[cfg(debug_assertions)]
        super::app::panic_point("open");
        let terminal = fresh();
        if terminal.is_err() {
            restore_all();
        }
        Ok(Self { terminal: terminal?, mouse })
    }

    /// Columns and rows.
    pub fn size(&self) -> (u16, u16) {
        crossterm::terminal::size().unwrap_or((80, 24))
    }

    /// Draws a frame, as a synchronised update where the terminal supports it.
    pub fn draw(&mut self, app: &mut App) -> std::io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        app.draw(&mut self.terminal)?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }

    /// Writes a control sequence between two frames.
    pub fn write(&mut self, sequence: &str) -> std::io::Result<()> {
        self.terminal.backend_mut().write_all(sequence.as_bytes())?;
        std::io::Write::flush(self.terminal.backend_mut())
    }

    /// Listens to wheel and clicks, or leaves them to the terminal.
    pub fn listen_to_mouse(&mut self, on: bool) -> std::io::Result<()> {
        self.mouse = on;
        self.write(if on { MOUSE_ON } else { MOUSE_OFF })
    }

    /// Gives the terminal to the shell and stops the process until it is resumed.
    pub fn suspend(&mut self) -> std::io::Result<()> {
        restore_all();
        // A stop sent to ourselves by SIGTSTP is discarded in an orphaned group; SIGSTOP never is.
        #[cfg(unix)]
        rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::STOP)?;
        self.resume()
    }

    /// Gives the terminal to another program while `work` runs, and takes it back.
    pub fn lend<T>(&mut self, work: impl FnOnce() -> T) -> std::io::Result<T> {
        LENT.store(true, Ordering::SeqCst);
        restore_all();
        let done = work();
        LENT.store(false, Ordering::SeqCst);
        self.resume()?;
        Ok(done)
    }

    /// Takes the terminal again and redraws it.
    pub fn resume(&mut self) -> std::io::Result<()> {
        take(self.mouse)?;
        // Not `Terminal::clear`: it queries the cursor position, and the input thread would receive the answer. A fresh
        // terminal has an empty buffer and draws everything.
        self.terminal = fresh()?;
        execute!(self.terminal.backend_mut(), Clear(ClearType::All))
    }
}

/// A terminal with an empty buffer, so that the next frame is drawn in full.
fn fresh() -> std::io::Result<Terminal<CrosstermBackend<BufWriter<Stdout>>>> {
    Terminal::new(CrosstermBackend::new(BufWriter::with_capacity(1 << 16, stdout())))
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore_all();
    }
}

fn take(mouse: bool) -> std::io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    let taken = enable_raw_mode().and_then(|()| {
        let (mut out, mouse) = (stdout(), style::Print(if mouse { MOUSE_ON } else { "" }));
        execute!(out, EnterAlternateScreen, EnableBracketedPaste, EnableFocusChange, mouse, cursor::Hide)
    });
    if taken.is_err() {
        restore_all();
    }
    taken
}

/// Restores the terminal: every mode off, cursor on. Only once: a second call would erase later output.
/// Failures are ignored: there is nowhere left to report them.
pub fn restore_all() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = stdout();
    let _ = execute!(
        out,
        EndSynchronizedUpdate,
        style::Print(MOUSE_OFF),
        DisableFocusChange,
        DisableBracketedPaste,
        style::SetAttribute(style::Attribute::Reset),
        style::ResetColor,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
    let _ = out.flush();
}

/// A folder removed when the program ends, even where no destructor runs.
static TEMP_FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Registers a folder that is removed when the program ends, by a signal or panic too.
pub fn remove_at_exit(folder: &Path) {
    if let Ok(mut litter) = TEMP_FOLDER.lock() {
        *litter = Some(folder.to_owned());
    }
}

/// Cleans up before an exit that runs no destructors: restores the terminal, removes the folder.
pub fn clean_up() {
    restore_all();
    // A thread that panicked while it held the lock must not hang the end.
    if let Ok(mut litter) = TEMP_FOLDER.try_lock()
        && let Some(folder) = litter.take()
    {
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// Makes every panic, on any thread, restore the terminal, print its message, and end the program with code 101.
pub fn restore_on_panic() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        clean_up();
        report(info);
        std::process::exit(101);
    }));
}
