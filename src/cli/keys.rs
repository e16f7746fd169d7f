//! Defines `deltamind keys`: every action with its keys and its name in a keymap file.

use std::fmt::Write as _;

use anyhow::Result;
use clap::Args;

use super::put;
use crate::text::pad;

/// Arguments of `keys`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind keys")]
pub struct KeysArgs {}

fn spelled(keys: &[crate::tui::Key]) -> String {
    keys.iter().map(|k| k.word()).collect::<Vec<_>>().join(" ")
}

/// Prints the table.
pub fn run(_: &KeysArgs) -> Result<u8> {
    let settings = super::config::settings();
    let mut out = String::new();
    let name = settings.keymap.all().map(|(action, _)| action.id.len()).max().unwrap_or(0);
    let keys_wide = settings.keymap.all().map(|(_, keys)| spelled(keys).len()).max().unwrap_or(0).min(24);
    for (action, keys) in settings.keymap.all() {
        let (id, keys) = (pad(action.id, name), pad(&spelled(keys), keys_wide));
        let _ = writeln!(out, "{id}  {keys}  {}  {}", pad(action.scope.word(), 10), action.help);
    }
    out.push_str("\nIn keymap.toml: search = \"ctrl-f\", or down = [\"j\", \"ctrl-n\"]; [] takes the keys away.\n");
    super::config::print_faults(&settings.faults);
    put(&out)
}
