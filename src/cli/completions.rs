//! Defines `deltamind completions SHELL`: the completion script of a shell.

use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use super::{Cli, put};

/// Arguments of `completions`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind completions bash > ~/.local/share/bash-completion/completions/deltamind
  deltamind completions fish > ~/.config/fish/completions/deltamind.fish")]
pub struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

/// Prints the shell's script.
pub fn run(args: &CompletionsArgs) -> Result<u8> {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "deltamind", &mut script);
    put(&String::from_utf8_lossy(&script))
}
