//! Defines a terminal that runs the program: what it draws, the bytes it sends, the keys and signals it gets.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::panic)]

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_deltamind");

/// How long a test waits for what must come.
pub const LONG: Duration = Duration::from_secs(20);

/// How long a question must have been on the screen before a key answers it (`ARMED_AFTER` in `tui/update.rs`).
pub const ARMED: Duration = Duration::from_millis(200);

pub struct Pane {
    pub master: Option<Box<dyn MasterPty + Send>>,
    pub writer: Option<Box<dyn Write + Send>>,
    pub child: Box<dyn Child + Send + Sync>,
    pub bytes: Receiver<Vec<u8>>,
    pub terminal: vt100::Parser,
    pub raw: Vec<u8>,
    /// The terminal's modes before the program began.
    modes: String,
}

impl Pane {
    /// The program with these arguments.
    pub fn open(args: &[&str], env: &[(&str, &str)]) -> Self {
        Self::start(program(args), env)
    }

    /// The program in a folder that is also its home: what it keeps stays in there.
    pub fn open_in(dir: &std::path::Path, args: &[&str], env: &[(&str, &str)]) -> Self {
        let mut command = program(args);
        command.cwd(dir);
        command.env("HOME", dir);
        command.env_remove("XDG_STATE_HOME");
        command.env_remove("XDG_CONFIG_HOME");
        Self::start(command, env)
    }

    /// Any command.
    pub fn start(mut command: CommandBuilder, env: &[(&str, &str)]) -> Self {
        let says = |word: &str| command.get_argv().iter().any(|w| w == word);
        assert!(!says("watch") || says("--no-model"), "what a test sees depends on no model's server on this machine");
        let pair = native_pty_system().openpty(size(80, 24)).unwrap();
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        command.env_remove("COLORTERM");
        for (name, value) in env {
            command.env(name, value);
        }
        let modes = modes(pair.master.as_ref());
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (send, bytes) = channel();
        std::thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut chunk) {
                if send.send(chunk[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        let writer = pair.master.take_writer().unwrap();
        let terminal = vt100::Parser::new(cells(24), cells(80), 0);
        Self { master: Some(pair.master), writer: Some(writer), child, bytes, terminal, raw: Vec::new(), modes }
    }

    pub fn read(&mut self) {
        while let Ok(chunk) = self.bytes.recv_timeout(Duration::from_millis(20)) {
            self.terminal.process(&chunk);
            self.raw.extend(chunk);
        }
    }

    pub fn until(&mut self, what: &str) {
        let deadline = Instant::now() + LONG;
        while !self.terminal.screen().contents().contains(what) {
            assert!(Instant::now() < deadline, "no {what:?} on\n{}", self.terminal.screen().contents());
            self.read();
        }
    }

    pub fn until_gone(&mut self, what: &str) {
        let deadline = Instant::now() + LONG;
        while self.shows(what) {
            assert!(Instant::now() < deadline, "still {what:?} on\n{}", self.terminal.screen().contents());
        }
    }

    /// Waits until a question is on the screen and has been for as long as it must be before it takes an answer.
    pub fn until_asked(&mut self, what: &str) {
        self.until(what);
        let seen = Instant::now();
        while seen.elapsed() < ARMED {
            self.read();
        }
    }

    /// Presses these keys, every few seconds again, until the screen shows this. A press takes a notice away, so each is
    /// given ample time to show what it did.
    pub fn press_until(&mut self, keys: &str, what: &str) {
        for _ in 0..4 {
            self.press(keys);
            let pressed = Instant::now();
            while pressed.elapsed() < LONG / 4 {
                if self.shows(what) {
                    return;
                }
            }
        }
        panic!("no {what:?} on\n{}", self.terminal.screen().contents());
    }

    /// Whether the screen says so now, once what has come was read.
    pub fn shows(&mut self, what: &str) -> bool {
        self.read();
        self.terminal.screen().contents().contains(what)
    }

    /// Gives the terminal another size. The screen kept here has one cell at least.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.terminal.set_size(cells(rows.max(1)), cells(columns.max(1)));
        self.master.as_ref().unwrap().resize(size(columns, rows)).unwrap();
    }

    pub fn press(&mut self, keys: &str) {
        self.writer.as_mut().unwrap().write_all(keys.as_bytes()).unwrap();
    }

    pub fn signal(&self, signal: rustix::process::Signal) {
        rustix::process::kill_process(self.pid(), signal).unwrap();
    }

    /// Quits, which succeeds.
    pub fn quit(&mut self) {
        self.press("q");
        assert_eq!(self.end(LONG), 0);
    }

    /// Waits for the end and returns its code.
    pub fn end(&mut self, within: Duration) -> u32 {
        let deadline = Instant::now() + within;
        loop {
            self.read();
            if let Some(status) = self.child.try_wait().unwrap() {
                self.read();
                return status.exit_code();
            }
            assert!(Instant::now() < deadline, "still running\n{}", self.terminal.screen().contents());
        }
    }

    pub fn is_restored(&self) {
        let screen = self.terminal.screen();
        assert!(!screen.alternate_screen(), "left on the alternate screen");
        assert!(!screen.hide_cursor(), "left without a cursor");
        assert!(!screen.bracketed_paste(), "left with bracketed paste");
        assert_eq!(modes(self.master.as_ref().unwrap().as_ref()), self.modes, "left in other modes");
    }

    /// The process.
    pub fn pid(&self) -> rustix::process::Pid {
        rustix::process::Pid::from_raw(self.child.process_id().unwrap() as i32).unwrap()
    }

    /// Waits until the process is in this state: `T` stopped, `Z` ended.
    pub fn until_state(&mut self, state: char) {
        let deadline = Instant::now() + LONG;
        while !self.stat().trim_start().starts_with(state) {
            assert!(Instant::now() < deadline, "not in state {state}: {}", self.stat());
            self.read();
        }
        self.read();
    }

    /// The fields of `/proc/PID/stat` from the process's state on. Linux only.
    fn stat(&self) -> String {
        let path = format!("/proc/{}/stat", self.child.process_id().unwrap());
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.rsplit(')').next().unwrap_or_default().to_owned()
    }

    /// Forgets what is on the screen kept here, as a terminal does that another program has drawn on.
    pub fn wipe(&mut self) {
        self.read();
        let (rows, columns) = self.terminal.screen().size();
        self.terminal = vt100::Parser::new(rows, columns, 0);
    }
}

/// The program, which looks for no model where it would.
fn program(args: &[&str]) -> CommandBuilder {
    let mut command = CommandBuilder::new(PROGRAM);
    command.args(args);
    command.args(args.contains(&"watch").then_some("--no-model"));
    command
}

/// Input, output and local modes, as words.
fn modes(master: &dyn MasterPty) -> String {
    let modes = master.get_termios().map(|t| (t.input_flags, t.output_flags, t.local_flags));
    format!("{modes:?}")
}

pub fn size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

pub fn cells(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).unwrap()
}
