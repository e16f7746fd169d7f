//! Defines which deeds go against a rule: calls of tools and commits, when they went through.

use std::sync::LazyLock;

use regex::Regex;

use super::Ban;
use super::rules::{Rule, lies_in, names_it, pattern};
use crate::transcript::SignalBody;

/// Tools whose call says that they are used.
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
/// What takes a package or an image in, up to its name.
static TAKES_IN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"^(?:sudo\s+)?(?:cargo\s+(?:add|install)|(?:npm|pnpm)\s+(?:install|i|add)|(?:yarn|bun|poetry|uv)\s+add|(?:uv\s+)?pip3?\s+install|go\s+get|gem\s+install|composer\s+require|brew\s+install|apt(?:-get)?\s+(?:-y\s+)?install|(?:docker|podman)\s+(?:run|pull|create)|dotnet\s+add\s+(?:\S+\s+)?package)\s",
    )
});
/// Commands that add a package, by name: reinstalling what is declared adds none.
static ADDS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?:^|[;&|]\s*|&&\s*)(?:sudo\s+)?(?:cargo\s+add\s+[\w@]|(?:npm|pnpm)\s+(?:install|i|add)\s+(?:-[\w-]+\s+)*[@\w]|(?:yarn|bun)\s+add\s+(?:-[\w-]+\s+)*[@\w]|pip3?\s+install\s+(?:-[Uqv]\s+|--upgrade\s+|--user\s+)*[a-zA-Z]|(?:poetry|uv)\s+add\s+[\w-]|go\s+get\s+(?:-u\s+)?[\w.]+/|gem\s+install\s+\w|composer\s+require\s+\w|dotnet\s+add\s+(?:\S+\s+)?package\s+\w)",
    )
});

/// The words of a deed that goes against a rule.
pub(super) fn against(rule: &Rule, deed: &SignalBody) -> Option<String> {
    match (rule.ban, deed) {
        (Ban::Packages, SignalBody::ToolCall { argv: Some(argv), .. }) => {
            let line = argv.lines().find(|l| ADDS.as_ref().is_some_and(|r| r.is_match(l)))?;
            Some(line.to_owned())
        }
        (Ban::Paths, SignalBody::ToolCall { argv: None, paths, tool, .. }) => {
            let file = paths.iter().find(|file| rule.names.iter().any(|named| lies_in(file, named)))?;
            Some(format!("{tool} {file}"))
        }
        (Ban::Push, SignalBody::ToolCall { argv: Some(argv), .. }) => git(argv, "push", &rule.names),
        // To which branch a commit goes its words do not say.
        (Ban::Commit, SignalBody::Commit { message, .. }) if rule.names.is_empty() => {
            Some(format!("commit: {message}"))
        }
        (Ban::Tool, SignalBody::ToolCall { argv: Some(argv), .. }) => calls(argv, &rule.names),
        (Ban::Choice, SignalBody::ToolCall { argv: Some(argv), .. }) => {
            let tools: Vec<String> = rule.names.iter().filter(|n| TOOLS.contains(&n.as_str())).cloned().collect();
            takes_in(argv, &rule.names).or_else(|| calls(argv, &tools))
        }
        (Ban::Choice, SignalBody::ToolCall { argv: None, paths, tool, .. }) => {
            let file = paths.iter().find(|file| rule.names.iter().any(|name| configures(file, name)))?;
            Some(format!("{tool} {file}"))
        }
        _ => None,
    }
}

/// The command of a line that begins with one of the tools.
fn calls(argv: &str, tools: &[String]) -> Option<String> {
    let begins = |part: &&str| {
        let mut words = part.split_whitespace().filter(|w| !w.contains('='));
        words.next().is_some_and(|w| tools.iter().any(|name| w == name))
    };
    Some(argv.split(['\n', ';', '|', '&']).find(begins)?.trim().to_owned())
}

/// The command of a line that adds a package, or runs an image, of one of these names.
fn takes_in(argv: &str, names: &[String]) -> Option<String> {
    let what = |word: &&str| !word.starts_with('-') && !word.contains('=') || word.contains("==");
    let named = |part: &&str| {
        let Some(verb) = TAKES_IN.as_ref().and_then(|r| r.find(part)) else { return false };
        let words = part[verb.end()..].split_whitespace().filter(what);
        words.filter_map(package).any(|word| names.iter().any(|name| names_it(name, word)))
    };
    Some(argv.split(['\n', ';', '|', '&']).map(str::trim).find(named)?.to_owned())
}

/// A package's or image's own name: without version, tag and registry.
fn package(word: &str) -> Option<&str> {
    let word = word.trim_matches(['"', '\'', '`']);
    let from = usize::from(word.starts_with('@'));
    let end = word[from..].find(['@', ':', '=', '<', '>', '~', '[']).map_or(word.len(), |at| at + from);
    word[..end].rsplit('/').next()
}

/// Whether a file is the settings of a thing by this name (`jest.config.js`, `.eslintrc`, `redis.conf`).
fn configures(file: &str, name: &str) -> bool {
    let file = file.rsplit(['/', '\\']).next().unwrap_or(file).to_ascii_lowercase();
    let Some(rest) = file.trim_start_matches('.').strip_prefix(name) else { return false };
    rest.starts_with(".config.") || rest == "rc" || rest.starts_with("rc.") || matches!(rest, ".conf" | ".ini" | ".cfg")
}

/// A git command of this kind that names one of the branches, or any where none is.
fn git(argv: &str, verb: &str, names: &[String]) -> Option<String> {
    let part = argv.split(['\n', ';', '|', '&']).map(str::trim).find(|part| {
        let mut words = part.split_whitespace();
        words.next() == Some("git") && words.next() == Some(verb)
    })?;
    let mut words = part.split_whitespace().skip(2).flat_map(|w| w.split(':'));
    let named = names.is_empty() || words.any(|w| names.iter().any(|name| w == name));
    (named && !part.contains("--dry-run")).then(|| part.to_owned())
}
