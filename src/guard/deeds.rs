//! Defines which deeds violate a rule: tool calls and commits that succeeded.

use super::calls::{ProgramCall, calls};
use crate::language::prohibitions::{Ban, Forbidden, lies_in, names_it};
use crate::transcript::SignalBody;
use crate::transcript::entry::ToolOutcome;

/// Tools that count as used when they are called.
const TOOLS: &[&str] = &[
    "npm",
    "yarn",
    "pnpm",
    "bun",
    "deno",
    "npx",
    "pip",
    "pip3",
    "poetry",
    "uv",
    "conda",
    "cargo",
    "docker",
    "podman",
    "cmake",
    "gradle",
    "mvn",
    "jest",
    "vitest",
    "mocha",
    "pytest",
    "webpack",
    "vite",
    "rollup",
    "esbuild",
    "eslint",
    "prettier",
    "biome",
    "ruff",
    "flake8",
    "terraform",
    "pulumi",
    "kubectl",
    "helm",
];
/// Output of a program that failed although the command line as a whole succeeded.
const FAILED: &[&str] =
    &["rejected]", "error: failed to push", "fatal: ", "npm ERR!", "npm error", "ERROR: ", "command not found"];

/// A deed that rules are checked against.
#[derive(Debug)]
pub(super) enum Deed<'s> {
    /// Programs that ran.
    Ran(Vec<ProgramCall>),
    /// Files that a tool changed.
    Changed { tool: &'s str, paths: &'s [String] },
    /// A commit.
    Commit { message: &'s str },
}

impl<'s> Deed<'s> {
    /// The deed of a signal, if it succeeded.
    pub(super) fn of(signal: &'s SignalBody) -> Option<Self> {
        match signal {
            SignalBody::ToolCall { argv: Some(argv), outcome: ToolOutcome::Ok, excerpt, .. } => {
                let failed = FAILED.iter().any(|sign| excerpt.contains(sign));
                (!failed).then(|| Self::Ran(calls(argv)))
            }
            SignalBody::ToolCall { argv: None, paths, tool, outcome: ToolOutcome::Ok, .. } => {
                Some(Self::Changed { tool, paths })
            }
            SignalBody::Commit { message, ok: true, .. } => Some(Self::Commit { message }),
            _ => None,
        }
    }
}

/// The words of a deed, if it violates a rule.
pub(super) fn against(rule: &Forbidden, deed: &Deed<'_>) -> Option<String> {
    let names = &rule.names;
    match deed {
        Deed::Ran(calls) => {
            let call = calls.iter().find(|call| match rule.ban {
                Ban::Packages => call.adds_packages(),
                Ban::Push => call.pushes().is_some_and(|to| names.is_empty() || to.iter().any(|t| names.contains(t))),
                Ban::Tool => call.uses(names),
                Ban::Choice => installs_any(call, names),
                Ban::Paths | Ban::Commit => false,
            })?;
            Some(call.text.clone())
        }
        Deed::Changed { tool, paths } => {
            let file = paths.iter().find(|file| match rule.ban {
                Ban::Paths => names.iter().any(|named| lies_in(file, named)),
                Ban::Choice => names.iter().any(|name| configures(file, name)),
                _ => false,
            })?;
            Some(format!("{tool} {file}"))
        }
        // The message does not name the branch, so only a rule for all branches applies.
        Deed::Commit { message } => (rule.ban == Ban::Commit && names.is_empty()).then(|| format!("commit: {message}")),
    }
}

/// Whether a call installs a package or image of a rejected option, or runs it as a tool.
fn installs_any(call: &ProgramCall, names: &[String]) -> bool {
    let tools: Vec<String> = names.iter().filter(|n| TOOLS.contains(&n.as_str())).cloned().collect();
    call.installs().iter().any(|what| names.iter().any(|name| names_it(name, what))) || call.uses(&tools)
}

/// Whether a file is a settings file of the named thing (`jest.config.js`, `.eslintrc`, `redis.conf`).
fn configures(file: &str, name: &str) -> bool {
    let file = file.rsplit(['/', '\\']).next().unwrap_or(file).to_ascii_lowercase();
    let Some(rest) = file.trim_start_matches('.').strip_prefix(name) else { return false };
    rest.starts_with(".config.") || rest == "rc" || rest.starts_with("rc.") || matches!(rest, ".conf" | ".ini" | ".cfg")
}
