//! Defines [`StandupConfig`], the standup's settings: thresholds and folders for all projects and, by a project's path,
//! the settings that only the user may make: acting without asking, and the commands run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::Faults;
use super::read::threshold;

/// The standup's settings.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StandupConfig {
    /// The least confidence of a proposal that is carried out without asking, where that is allowed.
    pub high: Option<f32>,
    /// The least confidence of a proposal that is put to the user; below it, the proposal is a note.
    pub medium: Option<f32>,
    /// Folders below a project's root by the kind of document written there.
    pub routes: BTreeMap<String, String>,
    /// Single projects, by their path.
    pub projects: BTreeMap<PathBuf, StandupProject>,
}

/// The settings of one project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StandupProject {
    /// Whether certain and undoable proposals are carried out without asking.
    pub tier1: bool,
    /// The kind of its board.
    pub board: Option<String>,
    /// The file or folder of its board, from its root.
    pub board_file: Option<String>,
    /// The program of its board, with its first arguments.
    pub command: Vec<String>,
}

impl StandupConfig {
    /// The settings of the project at `root`.
    pub fn project(&self, root: &Path) -> StandupProject {
        let root = super::real_path(root);
        self.projects
            .iter()
            .find(|(path, _)| super::real_path(path) == root)
            .map(|(_, set)| set.clone())
            .unwrap_or_default()
    }

    /// Reads the table for all projects. A faulty setting is reported and keeps its default.
    pub(super) fn read(&mut self, value: &Spanned<DeValue<'_>>, faults: &mut Faults<'_>) {
        let Some(table) = value.get_ref().as_table() else {
            return faults.add(value.span().start, "standup is a table, as [standup]");
        };
        for (key, value) in table {
            let at = value.span().start;
            match (key.get_ref().as_ref(), value.get_ref()) {
                (name @ ("high" | "medium"), value) => {
                    let found = threshold(value);
                    if found.is_none() {
                        faults.add(at, "a threshold is a number from 0 to 1");
                    }
                    *(if name == "high" { &mut self.high } else { &mut self.medium }) = found;
                }
                ("routes", DeValue::Table(table)) => self.routes = routes(table, faults),
                ("routes", _) => faults.add(at, "routes is a table"),
                (other, _) => {
                    let what = format!("no setting of the standup is called `{other}`; there are high, medium, routes");
                    faults.add(key.span().start, &what);
                }
            }
        }
        if self.high.zip(self.medium).is_some_and(|(high, medium)| medium > high) {
            faults.add(value.span().start, "standup: medium lies above high; both keep their defaults");
            (self.high, self.medium) = (None, None);
        }
    }
}

/// Whether a path is relative and stays below the folder it is used in.
fn below(path: &str) -> bool {
    let mut parts = path.trim_end_matches('/').split('/');
    parts.all(|part| !matches!(part, "" | "." | "..") && !part.contains(['\\', ':']))
}

fn routes(table: &DeTable<'_>, faults: &mut Faults<'_>) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    for (key, value) in table {
        match value.get_ref().as_str().filter(|path| below(path)) {
            Some(path) => {
                out.insert(key.get_ref().to_string(), path.trim_end_matches('/').to_owned());
            }
            None => faults.add(value.span().start, "a route is a folder below the project's root"),
        }
    }
    out
}

impl StandupProject {
    /// Reads the table of one project. A faulty setting is reported and keeps its default.
    pub(super) fn read(value: &Spanned<DeValue<'_>>, faults: &mut Faults<'_>) -> Self {
        let mut out = Self::default();
        let Some(table) = value.get_ref().as_table() else {
            faults.add(value.span().start, "the standup of a project is a table");
            return out;
        };
        for (key, value) in table {
            let at = value.span().start;
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("tier1", DeValue::Boolean(on)) => out.tier1 = *on,
                ("board", DeValue::String(word)) => out.board = Some(word.to_string()),
                ("board-file", DeValue::String(file)) if below(file) => out.board_file = Some(file.to_string()),
                ("command", DeValue::Array(words)) => {
                    let words: Option<Vec<String>> =
                        words.iter().map(|w| w.get_ref().as_str().map(str::to_owned)).collect();
                    match words {
                        Some(words) => out.command = words,
                        None => faults.add(at, "command is a list of words in quotes"),
                    }
                }
                ("tier1", _) => faults.add(at, "tier1 is true or false"),
                ("board", _) => faults.add(at, "board is a word in quotes"),
                ("board-file", _) => faults.add(at, "board-file is a file below the project's root"),
                ("command", _) => faults.add(at, "command is a list of words in quotes"),
                (other, _) => {
                    let what = format!(
                        "no setting of a project's standup is called `{other}`; there are tier1, board, board-file, command"
                    );
                    faults.add(key.span().start, &what);
                }
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, KnownNames};

    const KNOWN: KnownNames<'_> = KnownNames { themes: &[], families: &[], targets: &[] };

    #[test]
    fn a_project_is_found_by_its_path_and_everything_is_off_by_default() {
        let text = "[standup]\nhigh = 0.95\nroutes.plan = \"docs/plans/\"\n[project.\"/home/mara/shop\".standup]\n\
                    tier1 = true\nboard = \"command\"\ncommand = [\"board\", \"--json\"]\n";
        let (config, faults) = Config::parse(text, KNOWN);
        assert_eq!(faults, []);
        assert_eq!(config.standup.high, Some(0.95));
        assert_eq!(config.standup.routes["plan"], "docs/plans");
        let shop = config.standup.project(Path::new("/home/mara/shop"));
        assert!(shop.tier1 && shop.command == ["board", "--json"]);
        assert_eq!(config.standup.project(Path::new("/home/mara/other")), StandupProject::default());
        assert_eq!(Config::default().standup.project(Path::new("/")), StandupProject::default());
    }

    #[test]
    fn faults_keep_the_default() {
        let text = "[standup]\nhigh = 2\nroutes.plan = \"../out\"\nx = 1\n[project.shop.standup]\ntier1 = true\n\
                    [project.\"/a\".standup]\ntier1 = \"yes\"\ncommand = \"rm -r\"\nboard-file = \"/etc/x\"\n";
        let (config, faults) = Config::parse(text, KNOWN);
        assert_eq!(faults.iter().map(|f| f.line).collect::<Vec<_>>(), [2, 3, 4, 5, 8, 9, 10], "{faults:?}");
        assert_eq!((config.standup.high, config.standup.routes.len()), (None, 0));
        assert_eq!(config.standup.project(Path::new("/a")), StandupProject::default());
    }
}
