//! Defines [`Runner`], how commands are run: never through a shell, in the project's folder, within a time and a size.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Longest a command may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// Most bytes of an answer.
const LARGEST: u64 = 16 * 1024 * 1024;
/// Characters of what a command said of its failure.
const SAID: usize = 300;

/// A command to be run: the program and its arguments, and what it is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The program and its arguments.
    pub argv: Vec<String>,
    /// What is written to its stdin.
    pub stdin: Option<String>,
}

impl Request {
    /// A command without input.
    pub fn of(argv: &[&str]) -> Self {
        Self { argv: argv.iter().map(|a| (*a).to_owned()).collect(), stdin: None }
    }

    /// As a person would type it.
    pub fn shown(&self) -> String {
        let quoted = |arg: &String| {
            let plain = |c: char| c.is_alphanumeric() || "-_=./:,@{}".contains(c);
            if !arg.is_empty() && arg.chars().all(plain) {
                arg.clone()
            } else {
                format!("'{}'", arg.replace('\'', "'\\''"))
            }
        };
        let mut out = self.argv.iter().map(quoted).collect::<Vec<_>>().join(" ");
        if let Some(stdin) = &self.stdin {
            out.push_str(" <<< ");
            out.push_str(stdin);
        }
        out
    }
}

/// Runs commands.
pub trait Runner {
    /// What the command prints; or, as a sentence, why there is no answer.
    fn run(&self, request: &Request) -> Result<String, String>;
}

/// The commands of this machine.
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

    /// The same with another longest time.
    #[must_use]
    pub fn within(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }
}

/// Reads a pipe on a thread of its own: a full one would stop the command.
fn reader(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            // What could not be read is missing from the answer, which is then not understood.
            let _ = pipe.take(LARGEST).read_to_end(&mut bytes);
        }
        bytes
    })
}

impl Runner for System {
    fn run(&self, request: &Request) -> Result<String, String> {
        let (program, args) = request.argv.split_first().ok_or("no command is set")?;
        let mut command = Command::new(program);
        command.args(args).current_dir(&self.folder);
        command.env("GIT_OPTIONAL_LOCKS", "0").env("GIT_TERMINAL_PROMPT", "0").env("GH_PROMPT_DISABLED", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("{program} cannot be run: {error}"))?;
        let (out, err) = (reader(child.stdout.take()), reader(child.stderr.take()));
        if let (Some(mut pipe), Some(text)) = (child.stdin.take(), request.stdin.clone()) {
            // Its own thread, and not waited for: a command need not read what it is given.
            std::thread::spawn(move || pipe.write_all(text.as_bytes()));
        }
        let since = Instant::now();
        let status = loop {
            match child.try_wait().map_err(|error| format!("{program}: {error}"))? {
                Some(status) => break status,
                None if since.elapsed() > self.patience => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err(format!("{program} gave no answer in {} s", self.patience.as_secs()));
                }
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let out = text(out.join().unwrap_or_default());
        if status.success() {
            return Ok(out);
        }
        let said = text(err.join().unwrap_or_default());
        let said = if said.trim().is_empty() { out } else { said };
        let said: String = said.trim().chars().take(SAID).collect();
        Err(format!("{program} failed ({status}): {said}"))
    }
}
