//! Defines `deltamind demo`: a sample talk in a throw-away project, followed like any other, with captions.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;

use super::ScreenOptions;
use crate::runtime::tour::Stage;
use crate::runtime::{self, Options, SaveTo};

/// How the demo's folder is named: the process's id and letters follow.
const FOLDER: &str = "deltamind-demo-";

/// Arguments of `demo`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind demo
  deltamind demo --speed 4
  deltamind demo --theme light")]
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
    sweep_stale(&std::env::temp_dir());
    let name = format!("{FOLDER}{}-", std::process::id());
    let folder = tempfile::Builder::new().prefix(&name).tempdir().context("no temporary folder")?;
    runtime::terminal::remove_at_exit(folder.path());
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

/// Removes the folders of demos that were killed: those of this user whose process is gone.
fn sweep_stale(place: &Path) {
    for entry in std::fs::read_dir(place).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let process = name.strip_prefix(FOLDER).and_then(|rest| rest.split_once('-')?.0.parse().ok());
        if process.is_some_and(is_gone) && entry.path().symlink_metadata().is_ok_and(|meta| is_own_folder(&meta)) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(unix)]
fn is_gone(process: i32) -> bool {
    let process = rustix::process::Pid::from_raw(process).filter(|_| process > 0);
    process.is_some_and(|pid| rustix::process::test_kill_process(pid) == Err(rustix::io::Errno::SRCH))
}

#[cfg(unix)]
fn is_own_folder(meta: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    meta.is_dir() && meta.uid() == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_gone(_: i32) -> bool {
    false
}

#[cfg(not(unix))]
fn is_own_folder(_: &std::fs::Metadata) -> bool {
    false
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_folders_of_dead_processes_are_swept() {
        let place = tempfile::tempdir().unwrap();
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        let names = [
            format!("{FOLDER}{}-aB3dE9", child.id()),
            format!("{FOLDER}{}-aB3dE9", std::process::id()),
            format!("{FOLDER}aB3dE9"),
            format!("{FOLDER}0-x"),
            format!("{FOLDER}-1-x"),
        ];
        for name in &names {
            std::fs::create_dir_all(place.path().join(name).join("home")).unwrap();
        }
        let link = place.path().join(format!("{FOLDER}{}-link", child.id()));
        std::os::unix::fs::symlink(place.path().join(&names[2]), &link).unwrap();
        sweep_stale(place.path());
        let left: Vec<bool> = names.iter().map(|name| place.path().join(name).join("home").exists()).collect();
        assert_eq!(left, [false, true, true, true, true]);
        assert!(link.symlink_metadata().is_ok());
    }
}
