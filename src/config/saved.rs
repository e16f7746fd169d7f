//! Defines the two settings files that the program writes: the measurements of models, and which model may read the
//! sessions of which project. `config.toml` overrides both.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::model::quoted;
use super::{Config, ConfigFiles, KnownNames, Measured, ModelConfig, SettingsFile};

/// The file of the measurements of models.
pub const MEASURED: &str = "measured.toml";
/// The file of the models that may read the sessions of a project.
pub const READERS: &str = "readers.toml";
/// The value in place of a model's name when no model may read a project's sessions.
pub const NO_READER: &str = "none";

/// Saves the measurement of a model in the settings folder, replacing an earlier one. Returns the file.
pub fn save_measurement(folder: &Path, model: &str, measured: Measured) -> io::Result<PathBuf> {
    let mut all = model_config(ConfigFiles::read(folder).measured).measured;
    all.insert(model.to_owned(), measured);
    let lines: Vec<String> = all.iter().map(|(name, measured)| measured.lines(name)).collect();
    let head = "# Measured by `deltamind models --measure` and `deltamind eval --model`; config.toml comes first.\n";
    write(folder, MEASURED, &format!("{head}{}", lines.join("\n")))
}

/// Saves which model may read the sessions of a project, or [`NO_READER`]. Returns the file.
pub fn save_reader(folder: &Path, project: &Path, model: &str) -> io::Result<PathBuf> {
    let mut all = model_config(ConfigFiles::read(folder).readers).readers.0;
    all.insert(project.to_owned(), model.to_owned());
    let mut text =
        "# Which model may read the sessions of a project; without a line you are asked.\n[model.readers]\n".to_owned();
    for (project, model) in &all {
        let _ = writeln!(text, "{} = {}", quoted(&project.to_string_lossy()), quoted(model));
    }
    write(folder, READERS, &text)
}

/// The `[model]` table of a file.
fn model_config(file: Option<SettingsFile>) -> ModelConfig {
    let known = KnownNames { themes: &[], families: &[], targets: &[] };
    file.map(|file| Config::parse(&file.text, known).0.model).unwrap_or_default()
}

/// Replaces a file of the settings folder in one step.
fn write(folder: &Path, name: &str, text: &str) -> io::Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    let path = folder.join(name);
    file.persist(&path)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::MeasuredTrust;

    #[test]
    fn saved_values_are_read_back_and_replace_earlier_ones() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("not/there/yet");
        save_measurement(&folder, "claude", MeasuredTrust::Modest.into()).unwrap();
        let again = Measured { date: Some("2026-11-22".into()), ..MeasuredTrust::Capable.into() };
        save_measurement(&folder, "claude", again.clone()).unwrap();
        save_measurement(&folder, "mistral:7b", MeasuredTrust::Blocked.into()).unwrap();
        save_reader(&folder, Path::new("/home/mara/a \"shop\""), "claude").unwrap();
        save_reader(&folder, Path::new("/home/mara/notes"), NO_READER).unwrap();
        let files = ConfigFiles::read(&folder);
        let measured = model_config(files.measured).measured;
        assert_eq!((measured.len(), &measured["claude"]), (2, &again));
        let readers = model_config(files.readers).readers;
        assert_eq!(readers.of(Path::new("/home/mara/a \"shop\"/src")), Some("claude"));
        assert_eq!(readers.of(Path::new("/home/mara/notes")), Some(NO_READER));
        assert_eq!(readers.of(Path::new("/home/mara")), None);
    }
}
