//! Defines which target a project's memories go to: the one named on the command line or in the person's own settings,
//! else the one the project uses already. Files that come with a repository never decide.

use std::path::{Path, PathBuf};

use super::context::import_line;
use super::{ClaudeMemories, ClaudeNative, ContextFile, MemoryEvent, MemoryTarget, TargetKind};
use crate::config::{Config, ConfigEnv, ConfigFiles, ConfigPlaces, KnownNames, MemoryPlaces};
use crate::edits::EditError;
use crate::store::Store;

/// Largest file that is read, in bytes.
const LOOK: u64 = 1 << 20;
/// Longest name of a project's folder; Claude Code cuts a longer one and appends a hash.
const SLUG: usize = 200;

/// The environment and settings that decide.
#[derive(Debug, Clone, Default)]
pub struct MemoryEnv {
    /// The home directory.
    pub home: Option<PathBuf>,
    /// `CLAUDE_CONFIG_DIR`.
    pub claude_config_dir: Option<PathBuf>,
    /// `CLAUDE_COWORK_MEMORY_PATH_OVERRIDE`.
    pub memory_override: Option<PathBuf>,
    /// `CLAUDE_CODE_DISABLE_AUTO_MEMORY`.
    pub disabled: bool,
    /// `CODEX_HOME`.
    pub codex_home: Option<PathBuf>,
    /// The targets named in the person's settings.
    pub places: MemoryPlaces,
    /// The session's working directory, by which Claude Code names its memory folder.
    pub cwd: Option<PathBuf>,
}

/// The path in an environment variable; `None` where it is unset or empty.
fn env_path(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from)
}

impl MemoryEnv {
    /// The environment of this process.
    pub fn of_process() -> Self {
        let home = env_path("HOME").or_else(|| env_path("USERPROFILE"));
        let (xdg_config_home, xdg_state_home) = (env_path("XDG_CONFIG_HOME"), env_path("XDG_STATE_HOME"));
        let own = ConfigPlaces::of(&ConfigEnv { home: home.clone(), xdg_config_home, xdg_state_home });
        Self {
            places: own.config.map(|folder| set(&folder)).unwrap_or_default(),
            codex_home: env_path("CODEX_HOME"),
            home,
            claude_config_dir: env_path("CLAUDE_CONFIG_DIR"),
            cwd: None,
            memory_override: env_path("CLAUDE_COWORK_MEMORY_PATH_OVERRIDE"),
            disabled: std::env::var("CLAUDE_CODE_DISABLE_AUTO_MEMORY").is_ok_and(|v| v == "1" || v == "true"),
        }
    }

    /// The same for a session that works in this directory.
    #[must_use]
    pub fn of_session(self, cwd: Option<&str>) -> Self {
        Self { cwd: cwd.map(PathBuf::from), ..self }
    }

    /// Claude Code's own folder.
    pub fn claude(&self) -> Option<PathBuf> {
        self.claude_config_dir.clone().or_else(|| Some(self.home.as_ref()?.join(".claude")))
    }

    /// Codex's own folder.
    pub fn codex(&self) -> Option<PathBuf> {
        self.codex_home.clone().or_else(|| Some(self.home.as_ref()?.join(".codex")))
    }

    /// A setting of the person in Claude Code's `settings.json`.
    fn setting(&self, name: &str) -> Option<serde_json::Value> {
        let text = read_small(&self.claude()?.join("settings.json"))?;
        serde_json::from_str::<serde_json::Value>(&text).ok()?.get(name).cloned()
    }

    /// The folder of Claude Code's memory of the project at `root`; `None` when that memory is off.
    pub fn claude_memory(&self, root: &Path) -> Option<PathBuf> {
        if self.disabled || self.setting("autoMemoryEnabled") == Some(false.into()) {
            return None;
        }
        if let Some(path) = self.memory_override.clone().filter(|p| p.is_absolute()) {
            return Some(path);
        }
        if let Some(serde_json::Value::String(path)) = self.setting("autoMemoryDirectory") {
            let own = path.strip_prefix("~/").and_then(|rest| Some(self.home.as_ref()?.join(rest)));
            return Some(own.unwrap_or_else(|| PathBuf::from(path))).filter(|p| p.is_absolute());
        }
        let projects = self.claude()?.join("projects");
        // A repository within the project has its own memory; a directory elsewhere does not belong to the project.
        let within =
            |cwd: &&PathBuf| cwd.canonicalize().is_ok_and(|c| root.canonicalize().is_ok_and(|r| c.starts_with(r)));
        let slug = slug(&git_root(self.cwd.as_ref().filter(within).map_or(root, PathBuf::as_path)));
        if slug.len() <= SLUG {
            return Some(projects.join(slug).join("memory"));
        }
        // The hash of a long one is the tool's own: only a folder that is there can be named.
        let begins = format!("{}-", &slug[..SLUG]);
        let entries = std::fs::read_dir(&projects).ok()?.flatten();
        let mut found = entries.filter(|e| e.file_name().to_string_lossy().starts_with(&begins));
        let only = found.next().filter(|_| found.next().is_none())?;
        Some(only.path().join("memory"))
    }
}

/// The targets named in the settings folder. Errors in its files are reported when the settings are loaded.
fn set(folder: &Path) -> MemoryPlaces {
    let Some(file) = ConfigFiles::read(folder).config else { return MemoryPlaces::default() };
    let targets: Vec<&str> = TargetKind::ALL.iter().map(|t| t.word()).collect();
    Config::parse(&file.text, KnownNames { themes: &[], families: &[], targets: &targets }).0.memory
}

/// A path as the name of a project's folder.
fn slug(path: &Path) -> String {
    path.to_string_lossy().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// The root of the repository, the same for all its worktrees; the folder itself where there is none.
fn git_root(folder: &Path) -> PathBuf {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let Some(root) = real.ancestors().find(|d| d.join(".git").symlink_metadata().is_ok()) else { return real };
    let shared = read_small(&root.join(".git")).and_then(|text| {
        let to = PathBuf::from(text.strip_prefix("gitdir:")?.trim());
        let main = to.ancestors().find(|d| d.file_name().is_some_and(|n| n == ".git"))?;
        Some(main.parent()?.to_owned())
    });
    shared.unwrap_or_else(|| root.to_owned())
}

/// Reads a text file; `None` if it is missing, unreadable or larger than [`LOOK`].
fn read_small(path: &Path) -> Option<String> {
    let about = std::fs::metadata(path).ok()?;
    if !about.is_file() || about.len() > LOOK {
        return None;
    }
    std::fs::read_to_string(path).ok()
}

/// A kind of target, and the reason for the choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TargetChoice {
    pub kind: TargetKind,
    /// Why, for the person.
    pub why: String,
}

/// Chooses the kind of target for the memories of the project at `root`.
pub fn choose(root: &Path, env: &MemoryEnv, wish: Option<TargetKind>) -> TargetChoice {
    if let Some(kind) = wish {
        return TargetChoice { kind, why: "you named it".to_owned() };
    }
    let said = env.places.of(root);
    if let Some((kind, project)) = said.and_then(|(word, project)| Some((TargetKind::from_word(word)?, project))) {
        let of = project.map_or_else(|| "all projects".to_owned(), |p| p.display().to_string());
        return TargetChoice { kind, why: format!("your config.toml says so for {of}") };
    }
    let index = read_small(&root.join("MEMORY.md")).unwrap_or_default();
    let native = env.claude_memory(root);
    let (kind, why) = if index.lines().any(|l| l.contains("→ `")) {
        (TargetKind::ClaudeMemories, "the project has a MEMORY.md that points to memory/*.md")
    } else if native.as_ref().and_then(|n| n.parent()).is_some_and(Path::is_dir) {
        (TargetKind::Claude, "Claude Code is used in this project")
    } else {
        (TargetKind::Context, "the project has no other memory")
    };
    TargetChoice { kind, why: why.to_owned() }
}

/// Opens the target for the memories of the project at `root`, whose store is `store`.
pub fn pick(
    root: &Path,
    store: &Store,
    env: &MemoryEnv,
    wish: Option<TargetKind>,
) -> Result<Box<dyn MemoryTarget>, EditError> {
    let target: Box<dyn MemoryTarget> = match choose(root, env, wish).kind {
        TargetKind::ClaudeMemories => Box::new(ClaudeMemories::open(root.to_owned())?),
        TargetKind::Claude => {
            let Some(folder) = env.claude_memory(root) else {
                let why = "Claude Code's memory is switched off or has no place; use --target context".to_owned();
                return Err(EditError::Refused { path: root.to_owned(), why });
            };
            Box::new(ClaudeNative::open(folder)?)
        }
        TargetKind::Context => {
            let line = import_line(root, store, env.home.as_deref());
            Box::new(ContextFile::open(store, (!is_in_a_file(root, &line)).then_some(line))?)
        }
    };
    target.folder().recall(&MemoryEvent::all(store)?);
    Ok(target)
}

/// Whether a file that the project's agents read has this line.
fn is_in_a_file(root: &Path, line: &str) -> bool {
    let files = ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"];
    files.iter().any(|f| read_small(&root.join(f)).is_some_and(|t| t.contains(line)))
}
