//! Defines the reading of `config.toml`: every fault is found in one go and told with its line.

use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeTable, DeValue};

use super::{Config, Cuts, Known};
use crate::text::SafeText;

/// Most bytes a settings file may have; beyond it is something else.
const LARGEST: u64 = 256 * 1024;
/// Fewest and most tokens an export may be given.
const BUDGETS: std::ops::RangeInclusive<usize> = 100..=200_000;

/// One thing wrong in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub what: String,
}

/// Why the settings could not be taken.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file is there and cannot be read.
    #[error("{path}: {source}", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file says what it may not.
    #[error("{}", Listed(path, faults))]
    Faulty {
        /// The file.
        path: PathBuf,
        /// Everything wrong in it, in order of lines.
        faults: Vec<Fault>,
    },
}

/// Faults, one a line, each as an editor can jump to.
struct Listed<'a>(&'a Path, &'a [Fault]);

impl Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, fault) in self.1.iter().enumerate() {
            let end = if n + 1 < self.1.len() { "\n" } else { "" };
            write!(f, "{}:{}: {}{end}", self.0.display(), fault.line, fault.what)?;
        }
        Ok(())
    }
}

impl Config {
    /// The settings in the file at `path`; the defaults when there is none.
    pub fn read(path: &Path, known: Known<'_>) -> Result<Self, ConfigError> {
        let unreadable = |source| ConfigError::Unreadable { path: path.to_owned(), source };
        match std::fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(unreadable(error)),
            Ok(about) if !about.is_file() => return Err(unreadable(io::Error::other("not a file"))),
            Ok(about) if about.len() > LARGEST => return Err(unreadable(io::Error::other("too large"))),
            Ok(_) => {}
        }
        let text = std::fs::read_to_string(path).map_err(unreadable)?;
        Self::parse(&text, known).map_err(|faults| ConfigError::Faulty { path: path.to_owned(), faults })
    }

    /// The settings in a text, or everything that is wrong with it.
    pub fn parse(text: &str, known: Known<'_>) -> Result<Self, Vec<Fault>> {
        let (table, errors) = DeTable::parse_recoverable(text);
        let mut reading = Reading { text, known, config: Self::default(), faults: Vec::new() };
        for error in errors {
            reading.fault(error.span().map_or(0, |s| s.start), error.message());
        }
        let broken: Vec<usize> = reading.faults.iter().map(|fault| fault.line).collect();
        reading.root(table.get_ref());
        let Reading { config, mut faults, .. } = reading;
        // What a line that cannot be read seems to set is no second fault.
        let mut at = 0;
        faults.retain(|fault| {
            at += 1;
            at <= broken.len() || !broken.contains(&fault.line)
        });
        faults.sort_by_key(|fault| fault.line);
        if faults.is_empty() { Ok(config) } else { Err(faults) }
    }
}

/// A file being read.
struct Reading<'a> {
    text: &'a str,
    known: Known<'a>,
    config: Config,
    faults: Vec<Fault>,
}

impl Reading<'_> {
    /// The text may hold anything, and the message goes to a screen.
    fn fault(&mut self, at: usize, what: &str) {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        let line = memchr::memchr_iter(b'\n', before).count() + 1;
        self.faults.push(Fault { line, what: SafeText::line(what).into_string() });
    }

    fn root(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "theme" => self.theme(value),
                "export-budget" => self.budget(value),
                "thresholds" => self.thresholds(value),
                "save" => match value.get_ref().as_bool() {
                    Some(save) => self.config.save = Some(save),
                    None => self.fault(value.span().start, "save is true or false"),
                },
                other => {
                    let what =
                        format!("no setting is called `{other}`; there are theme, export-budget, save, thresholds");
                    self.fault(key.span().start, &what);
                }
            }
        }
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
                self.cut_of_all(family, value);
            } else if !self.known.families.contains(&family) {
                let known = self.known.families.join(", ");
                let what = format!("`{family}` is neither accept nor hold nor a family; families are {known}");
                self.fault(key.span().start, &what);
            } else if let Some(table) = value.get_ref().as_table() {
                let cuts = self.cuts(table);
                if cuts.accept.zip(cuts.hold).is_some_and(|(accept, hold)| hold > accept) {
                    self.fault(key.span().start, &format!("{family}: hold lies above accept"));
                }
                self.config.thresholds.insert(family.to_owned(), cuts);
            } else {
                self.fault(value.span().start, &format!("{family} is a table of accept and hold"));
            }
        }
    }

    /// A cut that stands before the families'.
    fn cut_of_all(&mut self, name: &str, value: &Spanned<DeValue<'_>>) {
        let found = cut(value.get_ref());
        if found.is_none() {
            return self.fault(value.span().start, "a cut is a number from 0 to 1");
        }
        let cuts = &mut self.config.cuts;
        *(if name == "accept" { &mut cuts.accept } else { &mut cuts.hold }) = found;
        if cuts.accept.zip(cuts.hold).is_some_and(|(accept, hold)| hold > accept) {
            self.fault(value.span().start, "hold lies above accept");
        }
    }

    fn cuts(&mut self, table: &DeTable<'_>) -> Cuts {
        let mut cuts = Cuts::default();
        for (key, value) in table {
            let cut = cut(value.get_ref());
            match (key.get_ref().as_ref(), cut) {
                ("accept", Some(_)) => cuts.accept = cut,
                ("hold", Some(_)) => cuts.hold = cut,
                ("accept" | "hold", None) => {
                    self.fault(value.span().start, "a cut is a number from 0 to 1");
                }
                (other, _) => self.fault(key.span().start, &format!("`{other}` is neither accept nor hold")),
            }
        }
        cuts
    }
}

/// A number from 0 to 1, written with a point or without.
fn cut(value: &DeValue<'_>) -> Option<f32> {
    let text = value.as_float().map(DeFloat::as_str).or_else(|| value.as_integer().map(DeInteger::as_str))?;
    text.parse().ok().filter(|n: &f32| (0.0..=1.0).contains(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Known<'_> = Known { themes: &["dark", "light"], families: &["decision", "task"] };

    #[test]
    fn settings_are_read() {
        let text = "theme = \"light\"\nexport-budget = 1500\n[thresholds.decision]\naccept = 0.5\nhold = 0.2\n";
        let config = Config::parse(text, KNOWN).unwrap();
        assert_eq!((config.theme.as_deref(), config.export_budget), (Some("light"), Some(1500)));
        assert_eq!(config.thresholds["decision"], Cuts { accept: Some(0.5), hold: Some(0.2) });
        assert_eq!(Config::parse("", KNOWN), Ok(Config::default()));
        let all = Config::parse("[thresholds]\naccept = 1\nhold = 0.3\ntask.hold = 0.5\n", KNOWN).unwrap();
        assert_eq!(all.cuts, Cuts { accept: Some(1.0), hold: Some(0.3) });
        assert_eq!(all.thresholds["task"], Cuts { accept: None, hold: Some(0.5) });
        let faults = Config::parse("[thresholds]\naccept = 0.2\nhold = 0.3\n", KNOWN).unwrap_err();
        assert!(faults[0].what.contains("hold lies above accept"), "{faults:?}");
    }

    #[test]
    fn every_fault_is_told_with_its_line() {
        let text = "theme = \"pink\"\nbudget = 3\nexport-budget = -4\n\n[thresholds.decision]\naccept = 2\nhld = 0.1\n\
                    [thresholds.dream]\nhold = 0\n[thresholds.task]\naccept = 0.2\nhold = 0.6\n";
        let faults = Config::parse(text, KNOWN).unwrap_err();
        assert_eq!(faults.iter().map(|f| f.line).collect::<Vec<_>>(), [1, 2, 3, 6, 7, 8, 10], "{faults:?}");
        let broken = Config::parse("theme = \nexport-budget = 2\nx = = 3\n", KNOWN).unwrap_err();
        assert!(broken.iter().any(|f| f.line == 1) && broken.iter().any(|f| f.line == 3), "{broken:?}");
    }

    #[test]
    fn a_file_that_is_not_there_sets_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        assert_eq!(Config::read(&path, KNOWN).unwrap(), Config::default());
        std::fs::write(&path, "theme = 1\n\"\\u001b[31mred\\u202e\" = 2\n").unwrap();
        let shown = Config::read(&path, KNOWN).unwrap_err().to_string();
        assert_eq!(shown.lines().count(), 2, "{shown}");
        assert!(shown.contains("config.toml:1: theme is a name"), "{shown}");
        assert!(shown.contains("config.toml:2: no setting is called `red⟨U+202E⟩`"), "{shown}");
    }
}
