//! Defines the program without a subcommand: the newest main session of the current directory's project is followed.

use anyhow::{Context, Result, anyhow};

use super::ScreenOptions;
use crate::runtime;
use crate::transcript::discover::{Env, Places, newest_main};

/// Finds the session and follows it.
pub fn run(look: &ScreenOptions, follow_project: bool) -> Result<u8> {
    let options = look.options(follow_project)?;
    let cwd = std::env::current_dir().context("the current directory is gone; change to another one")?;
    let session = newest_main(&cwd, &Places::from_env(&Env::of_process()))
        .map_err(|none| anyhow!("{none}; name a transcript: `deltamind watch FILE`, or see `deltamind demo`"))?;
    Ok(runtime::run(&session.path, &options)?)
}
