//! Defines what a person can set, and where the program keeps its own files.
//!
//! Only the person's own folder decides: nothing that a cloned repository brings along can switch anything on. What
//! is wrong in a file is told with its line and falls back to the default; the rest of the file counts.

mod fault;
mod files;
mod model;
mod places;
mod project;
mod read;
mod standup;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub use fault::{Fault, Faults, FileFault, parse_toml};
pub use files::{ConfigFiles, SettingsFile};
pub use model::{Measured, ModelConfig, Provider};
pub use places::{ConfigEnv, ConfigPlaces};
pub use project::refused;
pub use standup::{StandupConfig, StandupProject};

/// What is set. What is absent keeps the program's default.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Config {
    /// The theme's name.
    pub theme: Option<String>,
    /// Whether wheel and clicks are listened to from the start.
    pub mouse: Option<bool>,
    /// Whether the cursor follows the newest change from the start.
    pub follow: Option<bool>,
    /// Tokens the exported context may have.
    pub export_budget: Option<usize>,
    /// Whether watching saves the session; it does unless this says false.
    pub save: Option<bool>,
    /// Cuts on confidence for every family without cuts of its own.
    pub all_families: ThresholdPair,
    /// Cuts on confidence, by the word of the family.
    pub thresholds: BTreeMap<String, ThresholdPair>,
    /// What is said about language models.
    pub model: ModelConfig,
    /// The standup.
    pub standup: StandupConfig,
    /// Where approved memories go.
    pub memory: MemoryPlaces,
}

/// Where approved memories go, by the word of the place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MemoryPlaces {
    /// Of every project.
    pub every: Option<String>,
    /// Of the project at a path, and what is below it.
    pub projects: BTreeMap<PathBuf, String>,
}

impl MemoryPlaces {
    /// What is said of the project at `root`, and for which path if not for all. The longest path counts.
    pub fn of(&self, root: &Path) -> Option<(&str, Option<&Path>)> {
        let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let holds = |path: &Path| root.starts_with(path.canonicalize().unwrap_or_else(|_| path.to_owned()));
        let named = self.projects.iter().filter(|(path, _)| holds(path)).max_by_key(|(p, _)| p.components().count());
        let every = || self.every.as_deref().map(|word| (word, None));
        named.map(|(path, word)| (word.as_str(), Some(path.as_path()))).or_else(every)
    }
}

/// Where a family's candidates fall, by confidence from 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ThresholdPair {
    /// From here on they enter the ledger.
    pub accept: Option<f32>,
    /// From here on they are held for the person.
    pub hold: Option<f32>,
}

/// The names a setting may have. They are declared in rooms to the right, so the caller brings them.
#[derive(Debug, Clone, Copy)]
pub struct KnownNames<'a> {
    /// Themes.
    pub themes: &'a [&'a str],
    /// Families of candidates.
    pub families: &'a [&'a str],
    /// Places for memories.
    pub targets: &'a [&'a str],
}
