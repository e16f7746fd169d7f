//! Defines how a project's state is loaded: each part by itself, with its own failure.

use std::path::Path;

use jiff::Timestamp;

use super::{BoardState, Commit, InstructionFile, LoadResult, PastItem, ProjectState};
use crate::edits::{ConfinedFolder, EditError};
use crate::standup::docs;
use crate::store::Store;
use crate::text::SafeText;
use crate::text::fence::is_markdown;
use crate::trackers::Board;
use crate::trackers::command::{Runner, ToolCommand};

/// Files with instructions for agents, from the project's root.
const CONTEXT: &[&str] =
    &["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "GEMINI.md", ".github/copilot-instructions.md"];
const BANK: &str = "memory-bank";
/// Days of history that are read, and most commits.
const SINCE: &str = "--since=30.days";
const COMMITS: &str = "--max-count=1000";
/// Separators of commits and of their fields.
const RECORD: char = '\u{1e}';
const FIELD: char = '\u{1f}';

/// Where a project's state is loaded from.
pub struct Sources<'a> {
    /// The project's root.
    pub root: &'a Path,
    pub store: &'a Store,
    /// Its board, or the reason why it cannot be used.
    pub board: Result<&'a dyn Board, &'a str>,
    /// Runs git.
    pub runner: &'a dyn Runner,
    /// Folders of documents beyond the usual ones.
    pub routes: Vec<String>,
}

impl ProjectState {
    /// Loads every part.
    pub fn load(from: &Sources<'_>) -> Self {
        let folder = ConfinedFolder::open(from.root).map_err(|e| shown(&e));
        let folder = folder.as_ref().map_err(String::clone);
        Self {
            board: board(from),
            docs: folder.clone().and_then(|f| docs::load(f, from.routes.iter().cloned()).map_err(|e| shown(&e))),
            skills: folder.clone().and_then(|f| docs::load_skills(f).map_err(|e| shown(&e))),
            context: folder.and_then(context),
            decisions: decisions(from.store),
            git: git(from.root, from.runner),
        }
    }
}

fn shown(what: &dyn std::fmt::Display) -> String {
    SafeText::shown(what).into_string()
}

fn board(from: &Sources<'_>) -> LoadResult<BoardState> {
    let board = from.board.map_err(str::to_owned)?;
    let tasks = board.tasks().map_err(|e| shown(&e))?;
    Ok(BoardState { kind: board.kind(), place: board.place(), leaves_machine: board.leaves_machine(), tasks })
}

fn context(folder: &ConfinedFolder) -> LoadResult<Vec<InstructionFile>> {
    let mut paths: Vec<String> = CONTEXT.iter().map(|p| (*p).to_owned()).collect();
    let bank = folder.files(BANK, 200, &is_markdown);
    paths.extend(bank.map_err(|e| shown(&e))?);
    let mut out = Vec::new();
    for path in paths {
        // CLAUDE.md is often a link to AGENTS.md, which is read itself.
        match folder.read(&path) {
            Ok(Some(bytes)) => out.push(InstructionFile { path, text: String::from_utf8_lossy(&bytes).into_owned() }),
            Ok(None) | Err(EditError::Refused { .. }) => {}
            Err(error) => return Err(shown(&error)),
        }
    }
    Ok(out)
}

/// The instructions for agents in the project at `root`. An agent that repeats them has not worked them out itself.
/// Empty where they cannot be read.
pub fn injected(root: &Path) -> Vec<String> {
    let files = ConfinedFolder::open(root).ok().and_then(|folder| context(&folder).ok());
    files.into_iter().flatten().map(|file| file.text).collect()
}

fn decisions(store: &Store) -> LoadResult<Vec<PastItem>> {
    let mut out = Vec::new();
    for saved in store.sessions() {
        let items = store.items_of(&saved.id).map_err(|e| shown(&e))?;
        out.extend(items.into_iter().map(|item| PastItem {
            session: saved.id.clone(),
            id: item.id.into(),
            kind: item.kind,
            summary: item.summary,
            status: item.status,
            alternatives: item.alternatives,
            at: item.last_touched,
        }));
    }
    Ok(out)
}

/// The recent commits on every branch. No program named in the repository's settings is run and nothing is fetched: of
/// a partial clone only what is present is read.
fn git(root: &Path, runner: &dyn Runner) -> LoadResult<Vec<Commit>> {
    if !root.ancestors().any(|dir| dir.join(".git").symlink_metadata().is_ok()) {
        return Ok(Vec::new());
    }
    let format = format!("--format={RECORD}%H{FIELD}%cI{FIELD}%s{FIELD}%b{FIELD}");
    let settings = ["core.fsmonitor=false", "log.showSignature=false", "core.quotePath=false", "protocol.allow=never"];
    let safe: Vec<&str> = settings.iter().flat_map(|setting| ["-c", setting]).collect();
    // Detecting renames would read the files themselves.
    let what = ["log", "--all", "--no-merges", "--no-renames", "--no-ext-diff", "--no-textconv", "--name-only"];
    let request = ToolCommand::of(&[&["git", "--no-pager"], &safe[..], &what, &[SINCE, COMMITS, &format]].concat());
    let answer = match runner.run(&request) {
        // A repository without a commit has no history.
        Err(why) if why.contains("does not have any commits") => String::new(),
        other => other?,
    };
    let commits = answer.split(RECORD).skip(1).filter_map(|record| {
        let mut fields = record.splitn(4, FIELD);
        let hash = fields.next()?.trim().to_owned();
        let at = fields.next()?.parse::<Timestamp>().ok();
        let subject = fields.next()?.to_owned();
        // A message may contain the separator; the files are after the last one.
        let (body, files) = fields.next()?.rsplit_once(FIELD)?;
        let files = files.lines().map(str::trim).filter(|l| !l.is_empty()).map(str::to_owned).collect();
        let whole = hash.len() >= 40 && hash.bytes().all(|b| b.is_ascii_hexdigit());
        whole.then(|| Commit { hash, at, subject, body: body.trim().to_owned(), files })
    });
    Ok(commits.collect())
}
