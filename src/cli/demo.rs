//! Defines `deltamind demo`: a sample talk in a throw-away project, followed like any other, with captions.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;

use super::ScreenOptions;
use crate::runtime::tour::Stage;
use crate::runtime::{self, Options, SaveTo};

/// Arguments of `demo`.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// How many times faster than its minute.
    #[arg(long, value_name = "N", default_value_t = 1.0, value_parser = speed)]
    speed: f64,
    #[command(flatten)]
    look: ScreenOptions,
}

/// Shows the demo until the person leaves. Its files go with their folder.
pub fn run(args: &DemoArgs) -> Result<u8> {
    let options = args.look.options(false)?;
    let folder = tempfile::Builder::new().prefix("deltamind-demo-").tempdir().context("no temporary folder")?;
    runtime::terminal::sweep_at_end(folder.path());
    let stage =
        Stage::make(folder.path(), jiff::Timestamp::now()).context("the demo's temporary files cannot be written")?;
    let state = Some(stage.home.join(".local/state/deltamind"));
    let save = SaveTo { here: Some(stage.project.clone()), state, project: None };
    let path = stage.transcript.clone();
    let demo = Some((stage, args.speed));
    let ended = runtime::run(&path, &Options { save: Some(save), model: None, demo, ..options });
    sweep(folder.path());
    Ok(ended?)
}

/// Removes the demo's folder. A worker may still be writing there: it is removed again until nothing comes back.
fn sweep(folder: &Path) {
    const TRIES: usize = 50;
    const REST: Duration = Duration::from_millis(20);
    let mut quiet = 0;
    for _ in 0..TRIES {
        let is_gone = std::fs::remove_dir_all(folder).is_err() && !folder.exists();
        quiet = if is_gone { quiet + 1 } else { 0 };
        if quiet == 3 {
            return;
        }
        std::thread::sleep(REST);
    }
}

fn speed(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|n| (0.1..=1000.0).contains(n)).ok_or("a speed is a number from 0.1 to 1000".to_owned())
}
