//! Defines `deltamind eval GOLD... --replay FOLDER`: labelled sessions with answers of a reader that were recorded.

use std::path::Path;

use anyhow::{Context, Result};

use crate::lab::damage::Damage;
use crate::lab::gold::Labelled;
use crate::lab::replay::{Recording, ReplayReader};
use crate::pipeline::Pipeline;
use crate::session::Session;
use crate::state::ReaderTrust;
use crate::transcript::Entry;

/// Bytes of a question, as for a model with a large context.
const BUDGET: usize = 64 * 1024;

/// Options of a replay of recorded answers.
#[derive(Debug, Clone)]
pub struct Replaying<'a> {
    /// The folder of the recordings.
    pub folder: &'a Path,
    /// The changes of a hundred that are made wrong.
    pub damage: u64,
    pub trust: ReaderTrust,
}

/// Reads a session by the rules and the answers in `FOLDER/NAME/*.json`, in the order of their names.
pub fn read(labelled: &Labelled, pipeline: Pipeline, replaying: &Replaying<'_>) -> Result<Session> {
    let recording = recording(&replaying.folder.join(&labelled.gold.name))?;
    let damage = Damage { percent: replaying.damage, gold: &labelled.gold };
    let mut session = Session::with_pipeline(labelled.meta.clone(), pipeline);
    let reader = reader(&recording, replaying);
    reader.read_windows(&mut session, labelled.entries.clone(), |window, answer| damage.apply(window, &answer));
    Ok(session)
}

/// Reads entries into a session with the answers in `folder`, as they were recorded.
pub fn recorded(session: &mut Session, entries: Vec<Entry>, folder: &Path, replaying: &Replaying<'_>) -> Result<()> {
    let recording = recording(folder)?;
    reader(&recording, replaying).read_windows(session, entries, |_, answer| answer);
    Ok(())
}

fn reader<'a>(recording: &'a Recording, replaying: &Replaying<'_>) -> ReplayReader<'a> {
    ReplayReader { recording, model: "recorded", trust: replaying.trust.clone(), budget: BUDGET }
}

/// The answers in `FOLDER/*.json`.
fn recording(folder: &Path) -> Result<Recording> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        paths.push(entry?.path());
    }
    paths.retain(|p| p.extension().is_some_and(|e| e == "json"));
    paths.sort();
    let answers =
        paths.iter().map(|p| std::fs::read_to_string(p).with_context(|| format!("cannot read {}", p.display())));
    let answers: Vec<String> = answers.collect::<Result<_>>()?;
    Ok(Recording::parse(answers.iter().map(String::as_str)))
}
