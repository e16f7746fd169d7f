//! Defines `deltamind keys`: every action with its keys as they are set, and how a keymap file names it.

use std::fmt::Write as _;

use anyhow::Result;
use clap::Args;

use super::put;
use crate::text::pad;

/// Arguments of `keys`.
#[derive(Debug, Args)]
pub struct KeysArgs {}

/// Prints the table.
pub fn run(_: &KeysArgs) -> Result<u8> {
    let settings = super::config::settings();
    let mut out = String::new();
    let spelled = |keys: &[crate::tui::Key]| keys.iter().map(|k| k.word()).collect::<Vec<_>>().join(" ");
    let columns = |of: &dyn Fn(&crate::tui::actions::Action, &[crate::tui::Key]) -> usize| {
        settings.keymap.all().map(|(action, keys)| of(action, keys)).max().unwrap_or(0)
    };
    let name = columns(&|action, _| action.id.len());
    let keys_wide = columns(&|_, keys| spelled(keys).len()).min(24);
    for (action, keys) in settings.keymap.all() {
        let (id, keys) = (pad(action.id, name), pad(&spelled(keys), keys_wide));
        let _ = writeln!(out, "{id}  {keys}  {}  {}", pad(action.scope.word(), 10), action.help);
    }
    out.push_str("\nIn keymap.toml: search = \"ctrl-f\", or down = [\"j\", \"ctrl-n\"]; [] takes the keys away.\n");
    for fault in &settings.faults {
        eprintln!("{fault}");
    }
    put(&out)
}
