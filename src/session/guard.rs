//! Defines the constraint guard: later words or deeds against a rule or choice that stands are flagged as a
//! [`Conflict`], with the rule and the words. Nothing is resolved by itself.
//!
//! Precise before eager: a rule is guarded only where its words leave no doubt what they forbid (new packages, named
//! files, pushing, committing, a named command), and a deed counts only when it went through.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use jiff::Timestamp;
use regex::Regex;
use serde::Serialize;

use crate::state::{Fate, Item, ItemKind, Ledger, LogLine, Status};
use crate::text::SafeText;
use crate::transcript::entry::Outcome;
use crate::transcript::{Signal, SignalBody};

words! {
    /// What a rule forbids.
    Ban {
        /// New packages.
        Packages = "packages",
        /// Changes to named files or folders.
        Paths = "paths",
        /// Pushing, or pushing to a named branch.
        Push = "push",
        /// Committing, or committing to a named branch.
        Commit = "commit",
        /// A named tool.
        Tool = "tool",
    }
}

/// A deed against a rule that stood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Conflict {
    /// The item whose rule it is.
    pub item_id: String,
    /// What the rule says.
    pub rule: String,
    /// What it was understood to forbid.
    pub ban: Ban,
    /// The turn the deed stands beside.
    pub turn_id: String,
    /// When, if the file says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// The words of the deed.
    pub words: String,
}

/// What a rule forbids, and of what.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Rule {
    ban: Ban,
    /// Files, folders, branches or tools; empty for all.
    names: Vec<String>,
}

/// The rules that stand, kept up with the ledger, and what went against them.
#[derive(Debug, Clone, Default)]
pub(super) struct Guard {
    /// Log lines in which rules were looked for.
    read: usize,
    rules: BTreeMap<String, Vec<Rule>>,
    conflicts: Vec<Conflict>,
}

fn pattern(text: &str) -> Option<Regex> {
    Regex::new(text).ok()
}

/// A rule that has conditions is not for a machine to judge: asking first, exceptions, times.
static CONDITION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(unless|except|without\s+(asking|approval|permission|my|me|a|first|review|tests?|running)|until|if|when|before|after|other\s+than|only|too\s+(many|much)|more\s+than|lightly|blindly|manually|by\s+hand|for\s+now|yet)\b",
    )
});
static NO_PACKAGES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(no|zero|without(\s+any)?|avoid|never\s+add(\s+any)?|(do\s+not|don't|dont|don’t|must\s+not|should\s+not|shouldn't)\s+(add|install|introduce|pull\s+in)(\s+any)?)\s+(new|additional|extra|more|external|third[-\s]party|further)\s+(\w+\s+)?(dependency|dependencies|deps?|packages?|libraries|crates?|modules)\b",
    )
});
static NO_TOUCH: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(never|do\s+not|don't|dont|don’t|must\s+not|should\s+not|shouldn't)\s+(ever\s+)?(touch|edit|modify|change|write\s+to|alter|delete|rename|overwrite)\b",
    )
});
static NO_GIT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(never|do\s+not|don't|dont|don’t|must\s+not|should\s+not|shouldn't)\s+(ever\s+)?(directly\s+)?(push|commit)(\s+(directly|anything|any\s+code|changes|straight))?(\s+(in)?to\s+(the\s+)?`?(?P<branch>[\w./-]+)`?(\s+branch)?)?\s*[.!]?\s*$",
    )
});
static NO_TOOL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(never|do\s+not|don't|dont|don’t|must\s+not|should\s+not|shouldn't)\s+(ever\s+)?(use|run|call)\s+`?(?P<tool>npm|yarn|pnpm|pip|pip3|poetry|conda|docker|sudo|make|brew|npx|bun|uv|cargo|curl|wget|sed)`?(\s+(here|in\s+this\s+(repo|project|repository)|for\s+this|at\s+all))?\s*[.!,]?\s*($|[,;]|\buse\b)",
    )
});
/// A path: something with a slash or a dot in it and no blank.
static A_PATH: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"`([^`\s]+)`|(?:^|\s)((?:\.{0,2}/)?[\w@.-]+(?:/[\w@.*-]*)+|[\w-]+\.(?:rs|ts|tsx|js|jsx|py|go|java|rb|c|h|cpp|toml|json|ya?ml|md|sql|sh|lock|css|html|txt|env))(?:\s|[,;.!?:)]|$)",
    )
});
/// Commands that add a package, by name: reinstalling what is declared adds none.
static ADDS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?:^|[;&|]\s*|&&\s*)(?:sudo\s+)?(?:cargo\s+add\s+[\w@]|(?:npm|pnpm)\s+(?:install|i|add)\s+(?:-[\w-]+\s+)*[@\w]|(?:yarn|bun)\s+add\s+(?:-[\w-]+\s+)*[@\w]|pip3?\s+install\s+(?:-[Uqv]\s+|--upgrade\s+|--user\s+)*[a-zA-Z]|(?:poetry|uv)\s+add\s+[\w-]|go\s+get\s+(?:-u\s+)?[\w.]+/|gem\s+install\s+\w|composer\s+require\s+\w|dotnet\s+add\s+(?:\S+\s+)?package\s+\w)",
    )
});

fn found<'t>(regex: &LazyLock<Option<Regex>>, text: &'t str) -> Option<regex::Captures<'t>> {
    regex.as_ref()?.captures(text)
}

/// What an item forbids, where its words leave no doubt.
fn rules(item: &Item) -> Vec<Rule> {
    let text = item.summary.as_str();
    let rule = matches!(item.kind, ItemKind::Constraint | ItemKind::Decision) && item.status == Status::Active;
    if !rule || text.contains('?') || text.contains('…') || found(&CONDITION, text).is_some() {
        return Vec::new();
    }
    let mut out = Vec::new();
    if found(&NO_PACKAGES, text).is_some() {
        out.push(Rule { ban: Ban::Packages, names: Vec::new() });
    }
    if let Some(touch) = NO_TOUCH.as_ref().and_then(|r| r.find(text)) {
        let names = paths(&text[touch.end()..]);
        if !names.is_empty() {
            out.push(Rule { ban: Ban::Paths, names });
        }
    }
    if let Some(git) = found(&NO_GIT, text) {
        let ban =
            if git.get(4).is_some_and(|m| m.as_str().eq_ignore_ascii_case("push")) { Ban::Push } else { Ban::Commit };
        let branch = git.name("branch").map(|b| b.as_str().trim_end_matches('.').to_owned());
        out.push(Rule { ban, names: branch.into_iter().collect() });
    }
    if let Some(tool) = found(&NO_TOOL, text).and_then(|c| Some(c.name("tool")?.as_str().to_lowercase())) {
        out.push(Rule { ban: Ban::Tool, names: vec![tool] });
    }
    out
}

/// The paths named in a text.
fn paths(text: &str) -> Vec<String> {
    let Some(regex) = A_PATH.as_ref() else { return Vec::new() };
    let name = |c: regex::Captures<'_>| c.get(1).or(c.get(2)).map(|m| m.as_str().trim_end_matches('.').to_owned());
    let all = regex.captures_iter(text).filter_map(name);
    all.map(|p| p.trim_start_matches("./").trim_end_matches(['*', '/']).to_owned())
        .filter(|p| p.contains(['/', '.']) || text.contains(&format!("{p}/")))
        .filter(|p| p.len() > 2)
        .collect()
}

/// Whether an edited file is the one named, or lies in the folder named: whole parts of the path count.
fn lies_in(file: &str, named: &str) -> bool {
    let file = format!("/{}", file.replace('\\', "/").trim_start_matches('/'));
    let named = format!("/{}", named.trim_start_matches('/'));
    file.ends_with(&named) || file.contains(&format!("{named}/"))
}

impl Guard {
    /// Takes over the rules of what changed since the last look. Costs the new lines of the log.
    fn keep_up(&mut self, log: &[LogLine], ledger: &Ledger) {
        for line in log.get(self.read..).unwrap_or(&[]) {
            let id = match line {
                LogLine::Outcome(outcome) => match &outcome.fate {
                    Fate::Accepted { item_id, .. } | Fate::Merged { into: item_id } => Some(item_id),
                    Fate::Held { .. } | Fate::Rejected { .. } => None,
                },
                LogLine::Person(event) => event.item_id.as_ref(),
                LogLine::Note(_) => None,
            };
            let Some(item) = id.and_then(|id| ledger.get(id)) else { continue };
            let rules = rules(item);
            if rules.is_empty() {
                self.rules.remove(&item.id);
            } else {
                self.rules.insert(item.id.clone(), rules);
            }
        }
        self.read = log.len();
    }

    /// Looks at a deed, with the rules that stood before it.
    pub(super) fn look(&mut self, signal: &Signal, log: &[LogLine], ledger: &Ledger) {
        let deed = match &signal.body {
            SignalBody::ToolCall { outcome: Outcome::Ok, .. } | SignalBody::Commit { ok: true, .. } => &signal.body,
            _ => return,
        };
        self.keep_up(log, ledger);
        for (item_id, rules) in &self.rules {
            let Some((ban, words)) = rules.iter().find_map(|rule| Some((rule.ban, against(rule, deed)?))) else {
                continue;
            };
            // It may have ended otherwise meanwhile: replaced, or its turn withdrawn.
            let Some(item) = ledger.get(item_id).filter(|i| i.status == Status::Active) else { continue };
            // What stands in the same turn as the rule was likely done before it was said.
            if item.newest().is_some_and(|v| v.turn_id == signal.turn_id && v.evidence.turn_ids.len() > 1) {
                continue;
            }
            let conflict = Conflict {
                item_id: item_id.clone(),
                rule: SafeText::line(&item.summary).into_string(),
                ban,
                turn_id: signal.turn_id.clone(),
                at: signal.at,
                words: SafeText::line(&words).cut(200).into_string(),
            };
            if self.conflicts.last() != Some(&conflict) {
                self.conflicts.push(conflict);
            }
        }
    }

    /// What went against a rule, oldest first.
    pub(super) fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }
}

/// The words of a deed that goes against a rule.
fn against(rule: &Rule, deed: &SignalBody) -> Option<String> {
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
        (Ban::Tool, SignalBody::ToolCall { argv: Some(argv), .. }) => {
            let begins = |part: &str| {
                let mut words = part.split_whitespace().filter(|w| !w.contains('='));
                words.next().is_some_and(|w| rule.names.iter().any(|name| w == name))
            };
            let part = argv.split(['\n', ';', '|', '&']).find(|part| begins(part))?;
            Some(part.trim().to_owned())
        }
        _ => None,
    }
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

#[cfg(test)]
#[path = "guard_tests.rs"]
mod tests;
