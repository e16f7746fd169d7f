//! Defines the reading of `config.toml`, which reports all faults of the file, each with its line.

use std::path::PathBuf;

use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeTable, DeValue};

use super::fault::{Fault, Faults, parse_toml};
use super::{Config, KnownNames, ModelConfig, StandupProject, ThresholdPair};

/// The valid sizes of an export in tokens.
const BUDGETS: std::ops::RangeInclusive<usize> = 100..=200_000;
/// The valid settings.
const SETTINGS: &str = "theme, mouse, follow, export-budget, save, thresholds, memory, model, standup, project";

impl Config {
    /// Parses the settings of a text. A faulty setting is reported and keeps its default.
    pub fn parse(text: &str, known: KnownNames<'_>) -> (Self, Vec<Fault>) {
        let (table, faults) = parse_toml(text);
        let mut reading = ConfigReader { known, config: Self::default(), faults };
        reading.root(table.get_ref());
        (reading.config, reading.faults.into_list())
    }
}

/// A file being read.
struct ConfigReader<'a> {
    known: KnownNames<'a>,
    config: Config,
    faults: Faults<'a>,
}

impl ConfigReader<'_> {
    fn fault(&mut self, at: usize, what: &str) {
        self.faults.add(at, what);
    }

    fn root(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "theme" => self.theme(value),
                "mouse" => self.config.mouse = self.switch("mouse", value),
                "follow" => self.config.follow = self.switch("follow", value),
                "export-budget" => self.budget(value),
                "thresholds" => self.thresholds(value),
                "model" => match value.get_ref().as_table() {
                    Some(table) => self.config.model = ModelConfig::read(table, &mut self.faults),
                    None => self.fault(value.span().start, "model is a table, as [model]"),
                },
                "standup" => self.config.standup.read(value, &mut self.faults),
                "save" => self.config.save = self.switch("save", value),
                "memory" => self.memory(value),
                "project" => self.projects(value),
                other => {
                    let what = format!("no setting is called `{other}`; there are {SETTINGS}");
                    self.fault(key.span().start, &what);
                }
            }
        }
    }

    /// Reads `[memory]`: the place for all projects.
    fn memory(&mut self, value: &Spanned<DeValue<'_>>) {
        let Some(table) = value.get_ref().as_table() else {
            return self.fault(value.span().start, "memory is a table, as [memory] target = \"context\"");
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "target" => self.config.memory.every = self.target(value),
                other => self.fault(key.span().start, &format!("[memory] has no setting `{other}`; there is target")),
            }
        }
    }

    /// Reads `[project."/a/path"]`: the settings of that project alone.
    fn projects(&mut self, value: &Spanned<DeValue<'_>>) {
        let Some(table) = value.get_ref().as_table() else {
            return self.fault(value.span().start, "project is a table, as [project.\"/path/of/it\"]");
        };
        for (path, value) in table {
            let (at, path) = (path.span().start, PathBuf::from(path.get_ref().as_ref()));
            let Some(table) = value.get_ref().as_table().filter(|_| path.is_absolute()) else {
                self.fault(at, "a project is named by its whole path, as [project.\"/path/of/it\"]");
                continue;
            };
            for (key, value) in table {
                match key.get_ref().as_ref() {
                    "memory" => {
                        let word = self.target(value);
                        self.config.memory.projects.extend(word.map(|word| (path.clone(), word)));
                    }
                    "standup" => {
                        let set = StandupProject::read(value, &mut self.faults);
                        self.config.standup.projects.insert(path.clone(), set);
                    }
                    other => {
                        let what = format!("a project has no setting `{other}`; there are memory and standup");
                        self.fault(key.span().start, &what);
                    }
                }
            }
        }
    }

    fn target(&mut self, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let word = value.get_ref().as_str().filter(|word| self.known.targets.contains(word));
        if word.is_none() {
            let what = format!("a place for memories is one of {}", self.known.targets.join(", "));
            self.fault(value.span().start, &what);
        }
        word.map(str::to_owned)
    }

    fn theme(&mut self, value: &Spanned<DeValue<'_>>) {
        match value.get_ref().as_str() {
            Some(name) if self.known.themes.contains(&name) => self.config.theme = Some(name.to_owned()),
            Some(name) => {
                let what = format!("no theme is called `{name}`; there are {}", self.known.themes.join(", "));
                self.fault(value.span().start, &what);
            }
            None => self.fault(value.span().start, "theme is a name in quotes"),
        }
    }

    fn switch(&mut self, name: &str, value: &Spanned<DeValue<'_>>) -> Option<bool> {
        let on = value.get_ref().as_bool();
        if on.is_none() {
            self.fault(value.span().start, &format!("{name} is true or false"));
        }
        on
    }

    fn budget(&mut self, value: &Spanned<DeValue<'_>>) {
        let number = value.get_ref().as_integer().filter(|n| n.radix() == 10);
        self.config.export_budget = number.and_then(|n| n.as_str().parse().ok()).filter(|n| BUDGETS.contains(n));
        if self.config.export_budget.is_none() {
            let what = format!("export-budget is a number of tokens from {} to {}", BUDGETS.start(), BUDGETS.end());
            self.fault(value.span().start, &what);
        }
    }

    fn thresholds(&mut self, value: &Spanned<DeValue<'_>>) {
        let Some(table) = value.get_ref().as_table() else {
            return self.fault(value.span().start, "thresholds is a table, as [thresholds.decision]");
        };
        for (key, value) in table {
            let family = key.get_ref().as_ref();
            if matches!(family, "accept" | "hold") {
                self.default_threshold(family, value);
            } else if !self.known.families.contains(&family) {
                let known = self.known.families.join(", ");
                let what = format!("`{family}` is neither accept nor hold nor a family; families are {known}");
                self.fault(key.span().start, &what);
            } else if let Some(table) = value.get_ref().as_table() {
                let pair = self.threshold_pair(table);
                if pair.accept.zip(pair.hold).is_some_and(|(accept, hold)| hold > accept) {
                    self.fault(key.span().start, &format!("{family}: hold lies above accept; make it smaller"));
                    continue;
                }
                self.config.thresholds.insert(family.to_owned(), pair);
            } else {
                self.fault(value.span().start, &format!("{family} is a table of accept and hold"));
            }
        }
    }

    /// Reads a threshold of the families without their own.
    fn default_threshold(&mut self, name: &str, value: &Spanned<DeValue<'_>>) {
        let found = threshold(value.get_ref());
        if found.is_none() {
            return self.fault(value.span().start, "a threshold is a number from 0 to 1");
        }
        let pair = &mut self.config.all_families;
        *(if name == "accept" { &mut pair.accept } else { &mut pair.hold }) = found;
        if pair.accept.zip(pair.hold).is_some_and(|(accept, hold)| hold > accept) {
            self.fault(value.span().start, "hold lies above accept");
        }
    }

    fn threshold_pair(&mut self, table: &DeTable<'_>) -> ThresholdPair {
        let mut pair = ThresholdPair::default();
        for (key, value) in table {
            let threshold = threshold(value.get_ref());
            match (key.get_ref().as_ref(), threshold) {
                ("accept", Some(_)) => pair.accept = threshold,
                ("hold", Some(_)) => pair.hold = threshold,
                ("accept" | "hold", None) => {
                    self.fault(value.span().start, "a threshold is a number from 0 to 1");
                }
                (other, _) => self.fault(key.span().start, &format!("`{other}` is neither accept nor hold")),
            }
        }
        pair
    }
}

/// A number from 0 to 1, written with a point or without.
pub(super) fn threshold(value: &DeValue<'_>) -> Option<f32> {
    let text = value.as_float().map(DeFloat::as_str).or_else(|| value.as_integer().map(DeInteger::as_str))?;
    text.parse().ok().filter(|n: &f32| (0.0..=1.0).contains(n))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const KNOWN: KnownNames<'_> =
        KnownNames { themes: &["dark", "light"], families: &["decision", "task"], targets: &["claude", "context"] };

    #[test]
    fn settings_are_read() {
        let text =
            "theme = \"light\"\nmouse = true\nexport-budget = 1500\n[thresholds.decision]\naccept = 0.5\nhold = 0.2\n";
        let (config, faults) = Config::parse(text, KNOWN);
        assert_eq!(faults, []);
        assert_eq!((config.theme.as_deref(), config.export_budget), (Some("light"), Some(1500)));
        assert_eq!((config.mouse, config.follow), (Some(true), None));
        assert_eq!(config.thresholds["decision"], ThresholdPair { accept: Some(0.5), hold: Some(0.2) });
        assert_eq!(Config::parse("", KNOWN), (Config::default(), Vec::new()));
        let (all, faults) = Config::parse("[thresholds]\naccept = 1\nhold = 0.3\ntask.hold = 0.5\n", KNOWN);
        assert_eq!(faults, []);
        assert_eq!(all.all_families, ThresholdPair { accept: Some(1.0), hold: Some(0.3) });
        assert_eq!(all.thresholds["task"], ThresholdPair { accept: None, hold: Some(0.5) });
        let (_, faults) = Config::parse("[thresholds]\naccept = 0.2\nhold = 0.3\n", KNOWN);
        assert!(faults[0].what.contains("hold lies above accept"), "{faults:?}");
    }

    #[test]
    fn every_fault_is_reported_with_its_line_and_the_rest_applies() {
        let text = "theme = \"pink\"\nbudget = 3\nexport-budget = -4\nfollow = true\n[thresholds.decision]\naccept = 2\nhld = 0.1\n\
                    [thresholds.dream]\nhold = 0\n[thresholds.task]\naccept = 0.2\nhold = 0.6\n";
        let (config, faults) = Config::parse(text, KNOWN);
        assert_eq!(faults.iter().map(|f| f.line).collect::<Vec<_>>(), [1, 2, 3, 6, 7, 8, 10], "{faults:?}");
        assert_eq!((config.theme, config.export_budget, config.follow), (None, None, Some(true)));
        assert!(!config.thresholds.contains_key("task"));
        let (config, broken) = Config::parse("theme = \nexport-budget = 200\nx = = 3\n", KNOWN);
        assert!(broken.iter().any(|f| f.line == 1) && broken.iter().any(|f| f.line == 3), "{broken:?}");
        assert_eq!(config.export_budget, Some(200));
    }

    #[test]
    fn model_settings_are_read_and_checked() {
        let text = "[model]\nname = \"phi4:14b\"\nprovider = \"openai\"\nurl = \"http://127.0.0.1:1234\"\ncontext = 16384\n\
                    [model.measured]\n\"mistral:7b\" = \"safe\"\n";
        let (config, faults) = Config::parse(text, KNOWN);
        assert_eq!(faults, []);
        assert_eq!((config.model.name.as_deref(), config.model.context), (Some("phi4:14b"), Some(16384)));
        assert_eq!((config.model.provider, config.model.enabled), (crate::config::Provider::OpenAi, None));
        assert_eq!(config.model.measured["mistral:7b"], crate::config::MeasuredTrust::Modest.into());
        let text = "[model]\nprovider = \"cloud\"\ncommand = \"claude -p\"\ncontext = 12\nkey = \"x\"\n[model.measured]\na = true\n";
        let (_, faults) = Config::parse(text, KNOWN);
        assert_eq!(faults.iter().map(|f| f.line).collect::<Vec<_>>(), [2, 3, 4, 5, 7], "{faults:?}");
        let (config, faults) = Config::parse("[model]\nprovider = \"command\"\n", KNOWN);
        assert_eq!((config.model.enabled, faults.len()), (Some(false), 1));
    }

    #[test]
    fn memory_places_are_set_for_all_projects_or_by_path() {
        let text = "[memory]\ntarget = \"context\"\n[project.\"/w/app\"]\nmemory = \"claude\"\n";
        let (config, faults) = Config::parse(text, KNOWN);
        assert_eq!(faults, []);
        let at = |path: &str| config.memory.of(Path::new(path)).map(|(word, p)| (word, p.is_some()));
        assert_eq!(at("/w/app"), Some(("claude", true)));
        assert_eq!(at("/w/app/sub"), Some(("claude", true)));
        assert_eq!(at("/w/apple"), Some(("context", false)));
        let wrong = "memory = 1\n[project.\"app\"]\nmemory = \"claude\"\n[project.\"/b\"]\nmemory = \"x\"\nother = 1\n";
        let (config, faults) = Config::parse(wrong, KNOWN);
        assert_eq!(faults.iter().map(|f| f.line).collect::<Vec<_>>(), [1, 2, 5, 6], "{faults:?}");
        assert_eq!(config.memory, crate::config::MemoryPlaces::default());
    }

    #[test]
    fn faults_quote_the_file_as_safe_text() {
        let (_, faults) = Config::parse("theme = 1\n\"\\u001b[31mred\\u202e\" = 2\n", KNOWN);
        assert!(faults[0].what.starts_with("theme is a name") && faults[0].line == 1, "{faults:?}");
        assert!(faults[1].what.starts_with("no setting is called `red⟨U+202E⟩`"), "{faults:?}");
    }
}
