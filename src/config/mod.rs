//! Defines the user's settings, and the folders of the program's own files.
//!
//! Settings are read from the user's own folder only, so that a cloned repository cannot switch anything on. A faulty
//! setting is reported with its line and keeps its default; the rest of the file applies.

mod fault;
mod files;
mod model;
mod places;
mod project;
mod read;
mod saved;
mod standup;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub use fault::{Fault, Faults, FileFault, parse_toml};
pub use files::{ConfigFiles, SettingsFile};
pub use model::{Measured, MeasuredTrust, ModelConfig, Provider, Readers};
pub use places::{ConfigEnv, ConfigPlaces};
pub use project::refused;
pub use saved::{MEASURED, NO_READER, READERS, save_measurement, save_reader};
pub use standup::{StandupConfig, StandupProject};

/// The settings. `None` means the program's default.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Config {
    /// The theme's name.
    pub theme: Option<String>,
    /// Whether the mouse is enabled at start.
    pub mouse: Option<bool>,
    /// Whether the cursor follows the newest change at start.
    pub follow: Option<bool>,
    /// Tokens the exported context may have.
    pub export_budget: Option<usize>,
    /// Whether watching saves the session; the default is true.
    pub save: Option<bool>,
    /// Confidence thresholds of the families without their own.
    pub all_families: ThresholdPair,
    /// Confidence thresholds by family.
    pub thresholds: BTreeMap<String, ThresholdPair>,
    /// Language models.
    pub model: ModelConfig,
    pub standup: StandupConfig,
    /// The targets of approved memories.
    pub memory: MemoryPlaces,
}

/// The targets that approved memories are written to, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MemoryPlaces {
    /// The target of every project without its own.
    pub every: Option<String>,
    /// The target of the project at a path, and of those below it.
    pub projects: BTreeMap<PathBuf, String>,
}

impl MemoryPlaces {
    /// The target of the project at `root`, with the path it is set for, if not for all. The longest path wins.
    pub fn of(&self, root: &Path) -> Option<(&str, Option<&Path>)> {
        match of_project(&self.projects, root) {
            Some((path, word)) => Some((word.as_str(), Some(path))),
            None => self.every.as_deref().map(|word| (word, None)),
        }
    }
}

/// The entry of the project at `root`: that of the longest path which holds it.
fn of_project<'a, T>(projects: &'a BTreeMap<PathBuf, T>, root: &Path) -> Option<(&'a Path, &'a T)> {
    let root = real_path(root);
    let holding = projects.iter().filter(|(path, _)| root.starts_with(real_path(path)));
    holding.max_by_key(|(path, _)| path.components().count()).map(|(path, value)| (path.as_path(), value))
}

/// The path with links resolved; unchanged if it does not exist.
fn real_path(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Confidence thresholds from 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ThresholdPair {
    /// Candidates at or above it enter the ledger.
    pub accept: Option<f32>,
    /// Candidates at or above it are held for the user's decision.
    pub hold: Option<f32>,
}

/// The valid names of themes, families and targets. The caller passes them, because lower rooms declare them.
#[derive(Debug, Clone, Copy)]
pub struct KnownNames<'a> {
    pub themes: &'a [&'a str],
    /// Families of candidates.
    pub families: &'a [&'a str],
    /// Places for memories.
    pub targets: &'a [&'a str],
}
