//! Defines `deltamind forget SESSION`: removes all saved data of one session. The transcript is left alone.

use anyhow::Result;
use clap::Args;
use serde_json::json;

use super::put;
use super::saved::{here, put_json};

/// Arguments of `forget`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind forget claude-1a2b3c4d
  deltamind forget imported-5e6f7a8b --json")]
pub struct ForgetArgs {
    /// The saved session: its id, or an unmistakable beginning of it.
    #[arg(value_name = "SESSION")]
    session: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Removes and says what.
pub fn run(args: &ForgetArgs) -> Result<u8> {
    let store = here()?;
    let id = store.pick(Some(&args.session))?;
    let bytes = store.forget(&id)?;
    if args.json {
        return put_json(&json!({ "forgotten": id, "bytes": bytes }));
    }
    put(&format!("{id}: {bytes} bytes removed; the transcript is untouched\n"))
}
