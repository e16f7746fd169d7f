//! Defines the way to a model through a command the person already trusts with this text: the prompt goes in by stdin,
//! the answer comes out by stdout.
//!
//! Such a command may be an agent of its own that keeps transcripts and calls hooks. It runs in an empty folder made for
//! it, whose name keeps its transcript out of our lists, and with `DELTAMIND_INNER=1`, at which our own hooks do
//! nothing. When it is let go of, it and what it started are ended.

use std::process::Stdio;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Child;

use super::client::{Limits, shortened};
use super::{LlmError, Reply};
use crate::pipeline::extract::model::Prompt;

/// The variable that tells our hooks to do nothing.
pub const INNER: &str = "DELTAMIND_INNER";

/// A command and its arguments.
#[derive(Debug)]
pub struct ModelCommand {
    /// Program first.
    pub line: Vec<String>,
    /// How long it may take and how much it may say.
    pub limits: Limits,
}

impl ModelCommand {
    /// The program's name.
    pub fn name(&self) -> String {
        let program = self.line.first().map_or("", String::as_str);
        shortened(program.rsplit('/').next().unwrap_or(program))
    }

    /// Asks it.
    pub async fn chat(&self, prompt: &Prompt) -> Result<Reply, LlmError> {
        let (program, arguments) = self.line.split_first().ok_or_else(|| LlmError::Command("is not set".to_owned()))?;
        let failed = |e: std::io::Error| LlmError::Command(format!("{} cannot be run: {e}", self.name()));
        let folder = super::inner_dir().map_err(failed)?;
        let mut command = tokio::process::Command::new(program);
        command.args(arguments).current_dir(folder.path()).env(INNER, "1").kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        command.process_group(0);
        let mut child = Group(command.spawn().map_err(failed)?);
        let schema = serde_json::to_string(&prompt.schema).map_err(|e| LlmError::Broke(e.to_string()))?;
        let text = format!(
            "{}\n\n{}\n\nAnswer with JSON of this schema and nothing else:\n{}\n",
            prompt.system, prompt.user, schema
        );
        let all = async {
            let (stdin, stdout, stderr) = (child.0.stdin.take(), child.0.stdout.take(), child.0.stderr.take());
            let tell = async {
                // A command that reads no more has its reasons: what it says counts.
                if let Some(mut stdin) = stdin {
                    let _ = stdin.write_all(text.as_bytes()).await;
                }
            };
            let most = self.limits.body as u64;
            let (mut said, mut fault) = (Vec::new(), Vec::new());
            let hear = async {
                if let Some(stdout) = stdout {
                    stdout.take(most + 1).read_to_end(&mut said).await?;
                }
                Ok::<_, std::io::Error>(())
            };
            let hear_fault = async {
                if let Some(stderr) = stderr {
                    let _ = stderr.take(most).read_to_end(&mut fault).await;
                }
            };
            let ((), heard, ()) = tokio::join!(tell, hear, hear_fault);
            heard.map_err(|e| LlmError::Broke(e.to_string()))?;
            if said.len() > self.limits.body {
                return Err(LlmError::TooLarge(self.limits.body));
            }
            let status = child.0.wait().await.map_err(|e| LlmError::Broke(e.to_string()))?;
            if !status.success() {
                let words = shortened(&String::from_utf8_lossy(&fault));
                return Err(LlmError::Command(format!("{} failed ({status}): {words}", self.name())));
            }
            let text = String::from_utf8(said).map_err(|_| LlmError::Garbled("it is no text".to_owned()))?;
            Ok(Reply { text, ..Reply::default() })
        };
        let limit = self.limits.first_byte;
        tokio::time::timeout(limit, all).await.map_err(|_| LlmError::Silent(limit.as_secs()))?
    }
}

/// A child with all it started: the group is ended when it is let go of.
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
