//! Defines [`ModelCommand`], a command that reads a prompt from stdin and writes the answer to stdout.
//!
//! The command may be an agent that keeps transcripts and calls hooks. It runs in an empty folder whose name excludes its
//! transcript from the list of sessions, and with `DELTAMIND_INNER=1`, on which this program's hooks do nothing. Dropping
//! the request kills its process group.

use std::process::Stdio;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Child;

use super::client::{Limits, shortened, shortened_end};
use super::presets::Preset;
use super::{LlmError, Reply};
use crate::pipeline::extract::model::Prompt;

/// The environment variable that makes this program's hooks do nothing.
pub const INNER: &str = "DELTAMIND_INNER";

/// A command and its arguments.
#[derive(Debug)]
pub struct ModelCommand {
    /// The preset of an agent's own program, which takes precedence over `line`.
    pub preset: Option<&'static Preset>,
    /// The program, then its arguments.
    pub line: Vec<String>,
    /// Limits on time and size.
    pub limits: Limits,
}

impl ModelCommand {
    /// The program's name.
    pub fn name(&self) -> String {
        if let Some(preset) = self.preset {
            return preset.program().to_owned();
        }
        let program = self.line.first().map_or("", String::as_str);
        shortened(program.rsplit('/').next().unwrap_or(program))
    }

    /// The error for a command that could not be started.
    fn not_run(&self, error: &std::io::Error) -> LlmError {
        LlmError::Command(format!("{} cannot be run: {error}", self.name()))
    }

    /// Runs the command with a prompt; `model` may name a model of an agent's program.
    pub async fn chat(&self, model: &str, prompt: &Prompt) -> Result<Reply, LlmError> {
        let line = self.preset.map_or_else(|| self.line.clone(), |preset| preset.line(model));
        let (program, arguments) = line.split_first().ok_or_else(|| LlmError::Command("is not set".to_owned()))?;
        let folder = super::inner_dir().map_err(|e| self.not_run(&e))?;
        let mut command = tokio::process::Command::new(program);
        command.args(arguments).current_dir(folder.path()).env(INNER, "1").kill_on_drop(true);
        command.envs(self.preset.iter().flat_map(|p| p.variables.iter().copied()));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        command.process_group(0);
        let mut child = Group(command.spawn().map_err(|e| self.not_run(&e))?);
        let schema = serde_json::to_string(&prompt.schema).map_err(|e| LlmError::Broke(e.to_string()))?;
        let text = format!(
            "{}\n\n{}\n\nAnswer with JSON of this schema and nothing else:\n{}\n",
            prompt.system, prompt.user, schema
        );
        let all = async {
            let (stdin, stdout, stderr) = (child.0.stdin.take(), child.0.stdout.take(), child.0.stderr.take());
            let write_stdin = async {
                // A command may stop reading early; only its output counts.
                if let Some(mut stdin) = stdin {
                    let _ = stdin.write_all(text.as_bytes()).await;
                }
            };
            let most = self.limits.body as u64;
            let (mut output, mut errors) = (Vec::new(), Vec::new());
            let read_stdout = async {
                if let Some(stdout) = stdout {
                    stdout.take(most + 1).read_to_end(&mut output).await?;
                }
                Ok::<_, std::io::Error>(())
            };
            let read_stderr = async {
                if let Some(stderr) = stderr {
                    read_tail(stderr, &mut errors).await;
                }
            };
            let ((), read, ()) = tokio::join!(write_stdin, read_stdout, read_stderr);
            read.map_err(|e| LlmError::Broke(e.to_string()))?;
            if output.len() > self.limits.body {
                return Err(LlmError::TooLarge(self.limits.body));
            }
            let status = child.0.wait().await.map_err(|e| LlmError::Broke(e.to_string()))?;
            if !status.success() {
                // Some programs report errors on stdout.
                let said = if errors.trim_ascii().is_empty() { &output } else { &errors };
                let words = shortened_end(&String::from_utf8_lossy(said));
                return Err(LlmError::Command(format!("{} failed ({status}): {words}", self.name())));
            }
            let text = String::from_utf8(output).map_err(|_| LlmError::Garbled("it is not text".to_owned()))?;
            Ok(Reply { text, ..Reply::default() })
        };
        let limit = self.limits.first_byte;
        tokio::time::timeout(limit, all).await.map_err(|_| LlmError::Silent(limit.as_secs()))?
    }
}

/// Reads all of a program's stderr and keeps its end, since warnings and progress come first.
async fn read_tail(mut from: tokio::process::ChildStderr, end: &mut Vec<u8>) {
    /// Bytes kept.
    const END: usize = 4 << 10;
    let mut chunk = vec![0; END];
    while let Ok(n @ 1..) = from.read(&mut chunk).await {
        end.extend_from_slice(chunk.get(..n).unwrap_or_default());
        end.drain(..end.len().saturating_sub(END));
    }
}

/// A child process whose process group is killed when this is dropped.
struct Group(Child);

impl Drop for Group {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(group) = self.0.id().and_then(|id| rustix::process::Pid::from_raw(id as i32)) {
            // It may have ended already.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}
