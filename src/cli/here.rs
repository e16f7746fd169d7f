//! Defines the program without a subcommand: the newest main session of the current directory's project is followed.
//! Where there is none yet, the picker is shown, and the first session that begins here is followed.

use std::io::IsTerminal;

use anyhow::{Context, Result, anyhow};

use super::ScreenOptions;
use crate::runtime::{self, Options};
use crate::transcript::discover::{Env, Places, newest_main};

/// A file that is never made: it stands for the session that does not exist yet.
const NO_SESSION: &str = ".deltamind/no-session";

/// Finds the session and follows it.
pub fn run(look: &ScreenOptions, follow_project: bool) -> Result<u8> {
    let options = look.options(follow_project)?;
    let cwd = std::env::current_dir().context("the current directory is gone; change to another one")?;
    match newest_main(&cwd, &Places::from_env(&Env::of_process())) {
        Ok(session) => Ok(runtime::run(&session.path, &options)?),
        Err(_) if std::io::stdout().is_terminal() => {
            let nothing = cwd.join(NO_SESSION);
            Ok(runtime::run(&nothing, &Options { waits: Some(cwd), ..options })?)
        }
        Err(none) => Err(anyhow!("{none}; name a transcript: `deltamind watch FILE`, or see `deltamind demo`")),
    }
}
