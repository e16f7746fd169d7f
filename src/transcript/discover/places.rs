//! Defines where agents keep their sessions, from the environment.

use std::path::{Path, PathBuf};

/// The environment that decides where sessions are. Filled in by the caller, so that tests need no real one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Env {
    /// The home directory.
    pub home: Option<PathBuf>,
    /// `CLAUDE_CONFIG_DIR`: several may be given, parted by commas.
    pub claude_config_dir: Option<String>,
    /// `CODEX_HOME`.
    pub codex_home: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`.
    pub xdg_config_home: Option<PathBuf>,
}

/// Where agents keep their sessions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// Claude Code's project folders: one folder per project, one file per session.
    pub claude: Vec<PathBuf>,
    /// Codex's session folders: year, month, day, files.
    pub codex: Vec<PathBuf>,
    /// The home directory, above which no project is looked for.
    pub home: Option<PathBuf>,
}

/// A file that may be a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub agent: &'static str,
    pub path: PathBuf,
    /// When it was last written, as far as the file system knows.
    pub written: Option<std::time::SystemTime>,
}

/// How deep session files may lie below a place.
const DEPTH: usize = 5;

impl Env {
    /// The environment of this process.
    pub fn of_process() -> Self {
        let path = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        Self {
            home: path("HOME").or_else(|| path("USERPROFILE")),
            claude_config_dir: std::env::var("CLAUDE_CONFIG_DIR").ok(),
            codex_home: path("CODEX_HOME"),
            xdg_config_home: path("XDG_CONFIG_HOME"),
        }
    }
}

impl Places {
    /// The places an environment names. A variable replaces the default place, as it does for the agents.
    pub fn from_env(env: &Env) -> Self {
        let home = |rest: &str| env.home.as_ref().map(|h| h.join(rest));
        let given = env.claude_config_dir.iter().flat_map(|dirs| dirs.split(','));
        let mut claude: Vec<PathBuf> =
            given.map(str::trim).filter(|d| !d.is_empty()).map(|d| Path::new(d).join("projects")).collect();
        if claude.is_empty() {
            let config = env.xdg_config_home.clone().or_else(|| home(".config"));
            claude.extend(home(".claude/projects"));
            claude.extend(config.map(|c| c.join("claude/projects")));
        }
        let codex = env.codex_home.clone().or_else(|| home(".codex")).map(|h| h.join("sessions"));
        Self { claude, codex: codex.into_iter().collect(), home: env.home.clone() }
    }

    /// The places in words, for messages.
    pub fn looked(&self) -> String {
        let all: Vec<String> = self.claude.iter().chain(&self.codex).map(|p| p.display().to_string()).collect();
        if all.is_empty() { "no place: there is no home directory".to_owned() } else { all.join(", ") }
    }

    /// Every file that may be a session, in a fixed order.
    pub(super) fn files(&self) -> Vec<Candidate> {
        let mut found = Vec::new();
        for (agent, roots) in [("claude", &self.claude), ("codex", &self.codex)] {
            let mut paths = Vec::new();
            for root in roots {
                collect(root, DEPTH, &mut paths);
            }
            paths.sort();
            paths.dedup();
            found.extend(paths.into_iter().map(|path| {
                let written = std::fs::metadata(&path).and_then(|m| m.modified()).ok();
                Candidate { agent, path, written }
            }));
        }
        found
    }
}

/// Session files below `dir`. What cannot be read is passed over: it is not this person's.
fn collect(dir: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        // Links to directories are not followed: they may lead round.
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() {
            if depth > 0 {
                collect(&path, depth - 1, found);
            }
        } else if path.extension().is_some_and(|e| e == "jsonl") {
            found.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(list: &[&str]) -> Vec<PathBuf> {
        list.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn variables_replace_the_default_places() {
        let mut env = Env { home: Some("/h".into()), ..Env::default() };
        let places = Places::from_env(&env);
        assert_eq!(places.claude, paths(&["/h/.claude/projects", "/h/.config/claude/projects"]));
        assert_eq!(places.codex, paths(&["/h/.codex/sessions"]));
        env.claude_config_dir = Some("/a, /b".into());
        env.codex_home = Some("/c".into());
        let places = Places::from_env(&env);
        assert_eq!(places.claude, paths(&["/a/projects", "/b/projects"]));
        assert_eq!(places.codex, paths(&["/c/sessions"]));
        assert!(Places::from_env(&Env::default()).looked().contains("no home directory"));
    }
}
