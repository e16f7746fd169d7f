//! Defines [`Runner`], which runs a tool's commands: without a shell, in the project's folder, with limits of time and
//! output size.
//!
//! A command's child processes are in its process group. The group is killed when the time is up, or when a child still
//! holds the output open after the command has ended.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The most time a command may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// The longest wait for the rest of the output after the command has ended.
const DRAIN: Duration = Duration::from_secs(2);
/// The most bytes of output that are read.
const LARGEST: u64 = 16 * 1024 * 1024;
/// Characters of a failed command's output that an error shows.
const ERROR_CHARS: usize = 300;

/// A command to be run: the program, its arguments and its input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCommand {
    /// The program and its arguments.
    pub argv: Vec<String>,
    /// The text written to its stdin.
    pub stdin: Option<String>,
}

impl ToolCommand {
    /// A command without input.
    pub fn of(argv: &[&str]) -> Self {
        Self { argv: argv.iter().map(|a| (*a).to_owned()).collect(), stdin: None }
    }

    /// The command line as typed in a shell.
    pub fn shown(&self) -> String {
        let mut out = self.argv.iter().map(|arg| shell_quoted(arg)).collect::<Vec<_>>().join(" ");
        if let Some(stdin) = &self.stdin {
            out.push_str(" <<< ");
            out.push_str(stdin);
        }
        out
    }
}

/// An argument in single quotes, unless it needs none.
fn shell_quoted(arg: &str) -> String {
    if !arg.is_empty() && arg.chars().all(|c| c.is_alphanumeric() || "-_=./:,@{}".contains(c)) {
        return arg.to_owned();
    }
    format!("'{}'", arg.replace('\'', "'\\''"))
}

/// Runs commands.
pub trait Runner {
    /// Runs the command and returns its output; the error is a sentence for the user.
    fn run(&self, request: &ToolCommand) -> Result<String, String>;
}

/// Runs commands on this machine.
#[derive(Debug, Clone)]
pub struct System {
    folder: PathBuf,
    patience: Duration,
}

impl System {
    /// Commands are run in this folder.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, patience: PATIENCE }
    }

    /// Sets the time limit.
    #[must_use]
    pub fn within(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }
}

/// The output of a pipe, read on its own thread, because a full pipe would block the command.
struct PipeReader(Receiver<Vec<u8>>);

impl PipeReader {
    fn of(pipe: Option<impl Read + Send + 'static>) -> Self {
        let (send, pieces) = channel();
        std::thread::spawn(move || {
            let Some(pipe) = pipe else { return };
            let (mut pipe, mut piece) = (pipe.take(LARGEST), vec![0; 64 * 1024]);
            loop {
                match pipe.read(&mut piece) {
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                    // After a read error the answer is incomplete, and fails to parse.
                    Ok(0) | Err(_) => return,
                    Ok(n) => {
                        let read = piece.get(..n).unwrap_or_default().to_vec();
                        if send.send(read).is_err() {
                            return;
                        }
                    }
                }
            }
        });
        Self(pieces)
    }

    /// The output read until then, and whether it is complete.
    fn text(&self, until: Instant) -> (String, bool) {
        let mut bytes = Vec::new();
        let ended = loop {
            match self.0.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(piece) => bytes.extend(piece),
                Err(RecvTimeoutError::Disconnected) => break true,
                Err(RecvTimeoutError::Timeout) => break false,
            }
        };
        (String::from_utf8_lossy(&bytes).into_owned(), ended)
    }
}

/// Kills a command and its child processes, except those that left its process group.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

impl Runner for System {
    fn run(&self, request: &ToolCommand) -> Result<String, String> {
        let (program, args) = request.argv.split_first().ok_or("no command is set")?;
        let mut command = Command::new(program);
        command.args(args).current_dir(&self.folder);
        command.env("GIT_OPTIONAL_LOCKS", "0").env("GIT_TERMINAL_PROMPT", "0").env("GH_PROMPT_DISABLED", "1");
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        if program == "git" {
            // Reading a partial clone would fetch missing objects, and a repository's own settings can name a command as
            // the way to fetch them. Earlier versions of git know only the second variable.
            command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "none");
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("{program} cannot be run: {error}"))?;
        let (out, err) = (PipeReader::of(child.stdout.take()), PipeReader::of(child.stderr.take()));
        if let (Some(mut pipe), Some(text)) = (child.stdin.take(), request.stdin.clone()) {
            // A thread that is never joined, because a command need not read its input.
            std::thread::spawn(move || pipe.write_all(text.as_bytes()));
        }
        let since = Instant::now();
        let status = loop {
            match child.try_wait().map_err(|error| format!("{program}: {error}"))? {
                Some(status) => break status,
                None if since.elapsed() > self.patience => {
                    end(&mut child);
                    return Err(format!("{program} gave no answer in {} s", self.patience.as_secs()));
                }
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        let until = Instant::now() + DRAIN;
        let ((out, all), (said, all_said)) = (out.text(until), err.text(until));
        if !all || !all_said {
            end(&mut child);
        }
        if status.success() {
            return Ok(out);
        }
        let said = if said.trim().is_empty() { out } else { said };
        let said: String = said.trim().chars().take(ERROR_CHARS).collect();
        Err(format!("{program} failed ({status}): {said}"))
    }
}
