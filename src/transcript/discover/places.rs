//! Defines where agents keep their sessions, from the environment, and the walk through those places.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::agents::{AGENTS, Agent};
use crate::transcript::format::FORMATS;

/// The environment that decides where sessions are. Filled in by the caller, so that tests need no real one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Env {
    /// The home directory.
    pub home: Option<PathBuf>,
    /// `CLAUDE_CONFIG_DIR`: several may be given, parted by commas.
    pub claude_config_dir: Option<String>,
    /// `CODEX_HOME`.
    pub codex_home: Option<PathBuf>,
    /// `COPILOT_HOME`.
    pub copilot_home: Option<PathBuf>,
    /// `PI_CODING_AGENT_DIR`.
    pub pi_agent_dir: Option<PathBuf>,
    /// `GEMINI_CLI_HOME`, the folder that holds `.gemini`.
    pub gemini_home: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`.
    pub xdg_config_home: Option<PathBuf>,
}

/// Where agents keep their sessions.
#[derive(Debug, Clone, Default)]
pub struct Places {
    pub(super) roots: Vec<(&'static Agent, PathBuf)>,
    /// The home directory, above which no project is looked for.
    pub home: Option<PathBuf>,
}

/// A file that may be a session.
#[derive(Debug, Clone)]
pub(super) struct CandidateFile {
    pub agent: &'static Agent,
    pub path: PathBuf,
}

/// What a walk through the places found.
#[derive(Debug, Clone, Default)]
pub(super) struct PlacesWalk {
    /// The files, in a fixed order.
    pub files: Vec<CandidateFile>,
    /// Directories that are there and cannot be read, with the system's word.
    pub unreadable: Vec<(PathBuf, String)>,
}

impl Env {
    /// The environment of this process.
    pub fn of_process() -> Self {
        let path = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        Self {
            home: path("HOME").or_else(|| path("USERPROFILE")),
            claude_config_dir: std::env::var("CLAUDE_CONFIG_DIR").ok(),
            codex_home: path("CODEX_HOME"),
            copilot_home: path("COPILOT_HOME"),
            pi_agent_dir: path("PI_CODING_AGENT_DIR"),
            gemini_home: path("GEMINI_CLI_HOME"),
            xdg_config_home: path("XDG_CONFIG_HOME"),
        }
    }

    /// A variable's folder, else the one below home.
    pub(super) fn or_home(&self, given: Option<&PathBuf>, below: &str) -> Option<PathBuf> {
        given.cloned().or_else(|| self.home.as_ref().map(|h| h.join(below)))
    }
}

impl Places {
    /// The places an environment names, of the agents whose files can be read. A variable replaces the default place,
    /// as it does for the agents.
    pub fn from_env(env: &Env) -> Self {
        let readable = |agent: &&Agent| FORMATS.iter().any(|row| row.id == agent.id);
        let mut roots: Vec<(&'static Agent, PathBuf)> = Vec::new();
        let mut real = HashSet::new();
        for agent in AGENTS.iter().filter(readable) {
            for root in (agent.roots)(env) {
                // Two names of one place give its sessions once.
                let own = root.canonicalize().unwrap_or_else(|_| root.clone());
                if real.insert((agent.id, own)) {
                    roots.push((agent, root));
                }
            }
        }
        Self { roots, home: env.home.clone() }
    }

    /// The places as paths, each with its agent's word.
    pub fn roots(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        self.roots.iter().map(|(agent, root)| (agent.id, root.as_path()))
    }

    /// The places in words, for messages.
    pub fn looked(&self) -> String {
        let all: Vec<String> = self.roots.iter().map(|(_, p)| self.short(p)).collect();
        if all.is_empty() { "no place: there is no home directory".to_owned() } else { all.join(", ") }
    }

    /// The agents looked for, in words.
    pub fn agents(&self) -> String {
        let mut names: Vec<&str> = self.roots.iter().map(|(agent, _)| agent.name()).collect();
        names.dedup();
        match names.split_last() {
            None => "any agent".to_owned(),
            Some((only, [])) => (*only).to_owned(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        }
    }

    /// A path as a person writes it: `~` for home.
    pub fn short(&self, path: &Path) -> String {
        let below = self.home.as_deref().filter(|h| h.parent().is_some()).and_then(|h| path.strip_prefix(h).ok());
        match below {
            Some(rest) if rest.as_os_str().is_empty() => "~".to_owned(),
            Some(rest) => format!("~/{}", rest.display()),
            None => path.display().to_string(),
        }
    }

    /// Every file that may be a session.
    pub(super) fn walk(&self) -> PlacesWalk {
        let mut walk = PlacesWalk::default();
        for (agent, root) in &self.roots {
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

/// Session files below `dir`. A directory is entered once, however many links lead to it, so links may lead round.
/// What vanishes meanwhile is no fault; what cannot be read is told.
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

/// Length and time of last change: what tells whether a file must be looked at again.
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
        let row = AGENTS.iter().find(|a| a.id == agent).unwrap();
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
        env.claude_config_dir = Some("/a, /b".into());
        env.codex_home = Some("/c".into());
        env.copilot_home = Some("/d".into());
        env.pi_agent_dir = Some("/e".into());
        env.gemini_home = Some("/f".into());
        assert_eq!(roots(&env, "claude"), paths(&["/a/projects", "/b/projects"]));
        assert_eq!(roots(&env, "codex"), paths(&["/c/sessions", "/c/archived_sessions"]));
        assert_eq!(roots(&env, "copilot"), paths(&["/d/session-state"]));
        assert_eq!(roots(&env, "pi"), paths(&["/e/sessions"]));
        assert_eq!(roots(&env, "gemini"), paths(&["/f/.gemini/tmp"]));
        assert!(Places::from_env(&Env::default()).looked().contains("no home directory"));
    }

    #[test]
    fn home_is_written_short() {
        let places = Places { home: Some("/h/mara".into()), ..Places::default() };
        assert_eq!(places.short(Path::new("/h/mara/code/x")), "~/code/x");
        assert_eq!(places.short(Path::new("/h/mara")), "~");
        assert_eq!(places.short(Path::new("/h/maraschino")), "/h/maraschino");
    }
}
