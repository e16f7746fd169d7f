//! Defines `deltamind man`: the manual page, made from the arguments as they are declared.

use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_mangen::Man as Page;

use super::{Cli, put};

/// Arguments of `man`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind man | man -l -
  deltamind man export > deltamind-export.1")]
pub struct ManArgs {
    /// The page of this command instead of the whole program's.
    command: Option<String>,
}

/// Prints the page as roff: `deltamind man | man -l -`.
pub fn run(args: &ManArgs) -> Result<u8> {
    let mut command = Cli::command();
    command.build();
    if let Some(name) = &args.command {
        let known: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        let Some(found) = command.find_subcommand(name) else {
            let why = format!("no command is called {name}; there are {}", known.join(", "));
            return Err(super::Usage(why).into());
        };
        command = found.clone();
    }
    let mut page = Vec::new();
    Page::new(command).render(&mut page).context("the page cannot be made")?;
    put(&String::from_utf8_lossy(&page))
}
