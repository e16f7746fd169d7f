//! Defines where agents keep their sessions, from the environment, and the walk through those places.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::agents::{Agent, agents};

/// The environment that decides where sessions are. Passed in by the caller, so that tests need not change their own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Env {
    /// The home directory.
    pub home: Option<PathBuf>,
    /// Environment variables by name: those that [`Agent::variables`] lists, less empty ones.
    pub variables: BTreeMap<&'static str, OsString>,
}

/// The folders of all agents' sessions.
#[derive(Debug, Clone, Default)]
pub struct Places {
    pub(super) roots: Vec<(&'static Agent, PathBuf)>,
    /// The home directory; the search for projects stops below it.
    pub home: Option<PathBuf>,
}

/// A file that may be a session.
#[derive(Debug, Clone)]
pub(super) struct CandidateFile {
    pub agent: &'static Agent,
    pub path: PathBuf,
}

/// The files found below the roots.
#[derive(Debug, Clone, Default)]
pub(super) struct PlacesWalk {
    /// The files, in a fixed order.
    pub files: Vec<CandidateFile>,
    /// Directories that cannot be read, with the system's error.
    pub unreadable: Vec<(PathBuf, String)>,
}

/// An environment variable of this process, unless it is empty.
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

impl Env {
    /// The environment of this process.
    pub fn of_process() -> Self {
        let home = variable("HOME").or_else(|| variable("USERPROFILE")).map(PathBuf::from);
        let names = agents().flat_map(|agent| agent.variables);
        Self { home, variables: names.filter_map(|name| Some((*name, variable(name)?))).collect() }
    }

    /// A variable's value, if it is set and UTF-8.
    pub(crate) fn text(&self, variable: &str) -> Option<&str> {
        self.variables.get(variable)?.to_str()
    }

    /// The folder a variable names, else this one below the home directory.
    pub(crate) fn or_home(&self, variable: &str, below: &str) -> Option<PathBuf> {
        let given = self.variables.get(variable).map(PathBuf::from);
        given.or_else(|| self.home.as_ref().map(|h| h.join(below)))
    }
}

impl Places {
    /// The roots of all agents in this environment. A variable replaces the default root, as it does for the agents.
    pub fn from_env(env: &Env) -> Self {
        let mut roots: Vec<(&'static Agent, PathBuf)> = Vec::new();
        let mut real = HashSet::new();
        for agent in agents() {
            for root in (agent.roots)(env) {
                // A root with two names is listed once.
                let own = root.canonicalize().unwrap_or_else(|_| root.clone());
                if real.insert((agent.id, own)) {
                    roots.push((agent, root));
                }
            }
        }
        Self { roots, home: env.home.clone() }
    }

    /// The roots, each with its agent's id.
    pub fn roots(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        self.roots.iter().map(|(agent, root)| (agent.id, root.as_path()))
    }

    /// The roots as text, for messages.
    pub fn searched(&self) -> String {
        let all: Vec<String> = self.roots.iter().map(|(_, p)| self.short(p)).collect();
        if all.is_empty() { "no place: there is no home directory".to_owned() } else { all.join(", ") }
    }

    /// The agents' names as text, for messages.
    pub fn agents(&self) -> String {
        let mut names: Vec<&str> = self.roots.iter().map(|(agent, _)| agent.name).collect();
        names.dedup();
        match names.split_last() {
            None => "any agent".to_owned(),
            Some((only, [])) => (*only).to_owned(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        }
    }

    /// A path with `~` for the home directory.
    pub fn short(&self, path: &Path) -> String {
        let below = self.home.as_deref().filter(|h| h.parent().is_some()).and_then(|h| path.strip_prefix(h).ok());
        match below {
            Some(rest) if rest.as_os_str().is_empty() => "~".to_owned(),
            Some(rest) => format!("~/{}", rest.display()),
            None => path.display().to_string(),
        }
    }

    /// Every file whose name is that of a session of its own.
    pub(super) fn walk(&self) -> PlacesWalk {
        let mut walk = PlacesWalk::default();
        for (agent, root) in self.roots.iter().filter(|(agent, _)| agent.store.is_none()) {
            let mut seen = HashSet::new();
            let first = walk.files.len();
            collect(agent, root, agent.depth, &mut seen, &mut walk);
            if let Some(own) = walk.files.get_mut(first..) {
                own.sort_by(|a, b| a.path.cmp(&b.path));
            }
        }
        walk
    }
}

/// Collects session files below `dir`. A directory is entered once however many links lead to it, so cycles end.
/// Directories that vanish meanwhile are skipped; those that cannot be read are reported.
fn collect(agent: &'static Agent, dir: &Path, depth: usize, seen: &mut HashSet<PathBuf>, walk: &mut PlacesWalk) {
    let Ok(real) = dir.canonicalize() else { return };
    if !seen.insert(real) {
        return;
    }
    let entries = match std::fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(why) => {
            if !matches!(why.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) {
                walk.unreadable.push((dir.to_owned(), why.kind().to_string()));
            }
            return;
        }
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let Ok(kind) = entry.file_type() else { continue };
        let is_dir = kind.is_dir() || (kind.is_symlink() && path.is_dir());
        if is_dir {
            if depth > 0 {
                collect(agent, &path, depth - 1, seen, walk);
            }
        } else if (agent.is_session)(&path)
            // A link to a file that is found under its own name too would give the session twice.
            && (!kind.is_symlink() || path.canonicalize().is_ok_and(|real| seen.insert(real)))
        {
            walk.files.push(CandidateFile { agent, path });
        }
    }
}

/// Length and modification time: a file is read again only when its stamp changed.
pub(super) type FileStamp = (u64, Option<SystemTime>);

/// The stamp of a regular file.
pub(super) fn stamp(path: &Path) -> Option<FileStamp> {
    let meta = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    Some((meta.len(), meta.modified().ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roots(env: &Env, agent: &str) -> Vec<PathBuf> {
        let row = agents().find(|a| a.id == agent).unwrap();
        (row.roots)(env)
    }

    fn paths(list: &[&str]) -> Vec<PathBuf> {
        list.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn variables_replace_the_default_places() {
        let mut env = Env { home: Some("/h".into()), ..Env::default() };
        assert_eq!(roots(&env, "claude"), paths(&["/h/.claude/projects", "/h/.config/claude/projects"]));
        assert_eq!(roots(&env, "codex"), paths(&["/h/.codex/sessions", "/h/.codex/archived_sessions"]));
        assert_eq!(roots(&env, "copilot"), paths(&["/h/.copilot/session-state"]));
        assert_eq!(roots(&env, "pi"), paths(&["/h/.pi/agent/sessions"]));
        assert_eq!(roots(&env, "gemini"), paths(&["/h/.gemini/tmp"]));
        env.variables = [
            ("CLAUDE_CONFIG_DIR", "/a, /b"),
            ("CODEX_HOME", "/c"),
            ("COPILOT_HOME", "/d"),
            ("PI_CODING_AGENT_DIR", "/e"),
            ("GEMINI_CLI_HOME", "/f"),
        ]
        .map(|(name, value)| (name, value.into()))
        .into();
        assert_eq!(roots(&env, "claude"), paths(&["/a/projects", "/b/projects"]));
        assert_eq!(roots(&env, "codex"), paths(&["/c/sessions", "/c/archived_sessions"]));
        assert_eq!(roots(&env, "copilot"), paths(&["/d/session-state"]));
        assert_eq!(roots(&env, "pi"), paths(&["/e/sessions"]));
        assert_eq!(roots(&env, "gemini"), paths(&["/f/.gemini/tmp"]));
        assert!(Places::from_env(&Env::default()).searched().contains("no home directory"));
    }

    #[test]
    fn home_is_written_short() {
        let places = Places { home: Some("/h/mara".into()), ..Places::default() };
        assert_eq!(places.short(Path::new("/h/mara/code/x")), "~/code/x");
        assert_eq!(places.short(Path::new("/h/mara")), "~");
        assert_eq!(places.short(Path::new("/h/maraschino")), "/h/maraschino");
    }
}
