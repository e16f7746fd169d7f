//! Defines `deltamind forget SESSION`: removes all saved data of one session. The transcript is left alone.

use anyhow::Result;
use clap::Args;
use serde_json::json;

use super::memory::confirmed;
use super::put;
use super::saved::{here, put_json, short};
use crate::text::counted;

/// Arguments of `forget`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind forget claude-1a2b3c4d
  deltamind forget imported-5e6f7a8b --yes --json")]
pub struct ForgetArgs {
    /// The saved session: its id, or an unmistakable beginning of it.
    #[arg(value_name = "SESSION")]
    session: String,
    /// Do not ask.
    #[arg(long)]
    yes: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Removes and says what.
pub fn run(args: &ForgetArgs) -> Result<u8> {
    let store = here()?;
    let id = store.pick(Some(&args.session))?;
    if !args.yes {
        let place = short(store.root());
        if !confirmed(&format!("Delete what is saved of {id} in {place}? The transcript stays. [y/N] "))? {
            return put("nothing was deleted\n");
        }
    }
    let bytes = store.forget(&id)?;
    if args.json {
        return put_json(&json!({ "forgotten": id, "bytes": bytes }));
    }
    put(&format!("{id}: {} removed; the transcript is untouched\n", counted(bytes, "byte")))
}
