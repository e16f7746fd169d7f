//! Defines [`UserSettings`], read from the texts of the settings folder.

use super::keymap::Keymap;
use super::state::State;
use super::theme::Themes;
use crate::config::{Config, ConfigFiles, Fault, FileFault, KnownNames, SettingsFile};
use crate::memory::TargetKind;
use crate::pipeline::Thresholds;
use crate::pipeline::scorer::Family;
use crate::safe;

/// The settings and their faults. A faulty setting keeps its default.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UserSettings {
    /// From `config.toml`.
    pub config: Config,
    /// From `keymap.toml`.
    pub keymap: Keymap,
    /// The built-in themes and those of `themes/*.toml`.
    pub themes: Themes,
    /// All faults of all files.
    pub faults: Vec<FileFault>,
}

impl UserSettings {
    /// Reads the texts.
    pub fn of(files: &ConfigFiles) -> Self {
        let mut faults = files.faults.clone();
        let (themes, wrong) = Themes::with(&files.themes);
        let families: Vec<&str> = Family::ALL.iter().map(|f| f.word()).collect();
        let targets: Vec<&str> = TargetKind::ALL.iter().map(|t| t.word()).collect();
        let known = KnownNames { themes: &themes.names(), families: &families, targets: &targets };
        let config = files.config.as_ref().map(|file| {
            let (config, mut wrong) = Config::parse(&file.text, known);
            wrong.extend(Thresholds::faults(&config).into_iter().map(|what| Fault { line: 0, what }));
            located(file, (config, wrong), &mut faults)
        });
        let mut config = config.unwrap_or_default();
        if let Some(file) = &files.measured {
            let kept = located(file, Config::parse(&file.text, known), &mut faults);
            for (name, measured) in kept.model.measured {
                config.model.measured.entry(name).or_insert(measured);
            }
        }
        if let Some(file) = &files.readers {
            let kept = located(file, Config::parse(&file.text, known), &mut faults);
            for (project, model) in kept.model.readers.0 {
                config.model.readers.0.entry(project).or_insert(model);
            }
        }
        let keymap = files.keymap.as_ref().map(|file| located(file, Keymap::parse(&file.text), &mut faults));
        faults.extend(wrong);
        Self { config, keymap: keymap.unwrap_or_default(), themes, faults }
    }

    /// Applies the settings to a screen: `theme` is the one of the command line or the terminal, if none is set.
    pub fn apply(&self, state: &mut State, theme: Option<&str>, fallback: &str) {
        let name = theme.or(self.config.theme.as_deref()).unwrap_or(fallback);
        name.clone_into(&mut state.prefs.theme);
        state.prefs.themes = self.themes.clone();
        state.prefs.keymap = Keymap { in_words: state.prefs.plain, ..self.keymap.clone() };
        state.prefs.mouse = self.config.mouse.unwrap_or(false);
        state.nav.follow = self.config.follow.unwrap_or(false);
        state.prefs.budget = self.config.export_budget.unwrap_or(state.prefs.budget);
        match self.faults.len() {
            0 => {}
            1 => state.warn("a fault in the settings: deltamind config show"),
            n => state.warn(safe!("{} faults in the settings: deltamind config show", n)),
        }
    }
}

fn located<T>(file: &SettingsFile, (value, wrong): (T, Vec<Fault>), faults: &mut Vec<FileFault>) -> T {
    faults.extend(wrong.into_iter().map(|fault| FileFault { path: file.path.clone(), fault }));
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> SettingsFile {
        SettingsFile { path: path.into(), text: text.to_owned() }
    }

    #[test]
    fn the_faults_of_all_files_are_reported_together() {
        let files = ConfigFiles {
            config: Some(file("config.toml", "theme = \"mine\"\nmouse = 1\n")),
            measured: None,
            readers: None,
            keymap: Some(file("keymap.toml", "help = \"f1 f2\"\n")),
            themes: vec![file("themes/mine.toml", "inherits = \"dark\"\nx = 1\n")],
            faults: Vec::new(),
        };
        let settings = UserSettings::of(&files);
        let told: Vec<String> = settings.faults.iter().map(|f| f.to_string().chars().take(20).collect()).collect();
        assert_eq!(told, ["config.toml:2: mouse", "keymap.toml:1: `f1 f", "themes/mine.toml:2: "]);
        assert_eq!(settings.config.theme.as_deref(), Some("mine"), "a theme of the person's own can be chosen");
    }
}
