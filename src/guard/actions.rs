//! Defines which of the agent's actions (tool calls and commits that succeeded) violate a rule.

use super::calls::{ProgramCall, calls};
use super::commands::{is_database, is_migration, is_one_of, loses_data, runs_tests};
use super::content;
use super::libraries::{is_third_party, names_library};
use super::places::{is_at, is_there};
use crate::language::imports::{Additions, additions, is_manifest, is_prose};
use crate::language::prohibitions::{Ban, Exception, Forbidden, lies_in, names_it};
use crate::text::patterns;
use crate::transcript::SignalBody;
use crate::transcript::entry::ToolOutcome;

/// Tools that count as used when they are called.
const TOOLS: &str = " npm yarn pnpm bun deno npx pip pip3 poetry uv conda cargo docker podman cmake gradle mvn jest vitest mocha \
                     pytest webpack vite rollup esbuild eslint prettier biome ruff flake8 terraform pulumi kubectl helm ";
/// Output that shows that a program failed although the exit code of the command line is 0.
const FAILED: &[&str] =
    &["rejected]", "error: failed to push", "fatal: ", "npm ERR!", "npm error", "ERROR: ", "command not found"];

patterns! {
    /// The branch in git's output: of a commit (`[main 1a2b3c4] Subject`), of a status, of a push (`main -> main`).
    BRANCH_SHOWN = r"(?m)^(?:\[(?P<commit>[\w./-]+)(?: \(root-commit\))? [0-9a-f]{7,40}\]|On branch (?P<status>\S+)|Switched to (?:a new )?branch '(?P<switch>[^']+)')";
}

/// An action of the agent that is checked against the rules.
#[derive(Debug)]
pub(super) enum AgentAction<'s> {
    /// Programs that ran.
    Ran(Vec<ProgramCall>),
    /// Programs that were run and failed.
    Tried(Vec<ProgramCall>),
    /// Files that a tool changed, and the packages and imports that this adds.
    Changed { tool: &'s str, paths: &'s [String], brings: &'s Additions, creates: bool },
    /// A commit, with the branch it was made on, if known.
    Commit { message: &'s str, branch: Option<String> },
}

impl<'s> AgentAction<'s> {
    /// The action that a signal reports; `None` if it failed or is no action. `branch` is the branch checked out,
    /// before and afterwards.
    pub(super) fn of(signal: &'s SignalBody, branch: &mut Option<String>) -> Option<Self> {
        match signal {
            SignalBody::ToolCall { argv: Some(argv), outcome: ToolOutcome::Ok, excerpt, .. } => {
                if let Some(shown) = BRANCH_SHOWN.captures(excerpt) {
                    let shown = ["commit", "status"].into_iter().find_map(|n| shown.name(n));
                    *branch = shown.map(|m| m.as_str().to_owned()).or_else(|| branch.take());
                }
                let failed = FAILED.iter().any(|sign| excerpt.contains(sign));
                (!failed).then(|| Self::Ran(calls(argv, branch)))
            }
            SignalBody::ToolCall { argv: Some(argv), outcome: ToolOutcome::Failed, .. } => {
                Some(Self::Tried(calls(argv, branch)))
            }
            SignalBody::ToolCall { argv: None, paths, tool, brings, outcome: ToolOutcome::Ok, excerpt, .. } => {
                let writes = matches!(tool.to_ascii_lowercase().as_str(), "write" | "create" | "write_file");
                let creates = writes && !excerpt.contains("has been updated");
                Some(Self::Changed { tool, paths, brings, creates })
            }
            SignalBody::Commit { message, ok: true, .. } => Some(Self::Commit { message, branch: branch.clone() }),
            _ => None,
        }
    }
}

/// The command, path or message that violates the rule; `None` if the action does not violate it.
pub(super) fn against(rule: &Forbidden, action: &AgentAction<'_>) -> Option<String> {
    match action {
        AgentAction::Tried(_) if !forbids_to_try(rule.ban) => None,
        AgentAction::Ran(calls) | AgentAction::Tried(calls) => {
            let against = |call: &&ProgramCall| {
                is_call_against(rule, call) && !is_excepted(rule, &call.text) && is_at(rule, call)
            };
            let call = calls.iter().find(against)?;
            Some(call.text.clone())
        }
        AgentAction::Changed { tool, paths, brings, creates } => {
            let file = paths.iter().find(|file| is_edit_against(rule, *creates, file) && !is_excepted(rule, file));
            let brings =
                |file: &&String| brings_against(rule, file, brings) && !is_excepted(rule, file) && is_in(rule, file);
            let file = file.or_else(|| paths.first().filter(brings))?;
            Some(format!("{tool} {file}"))
        }
        AgentAction::Commit { message, branch } => {
            let here = rule.names.is_empty() || branch.as_ref().is_some_and(|b| rule.names.contains(b));
            (rule.ban == Ban::Commit && here).then(|| format!("commit: {message}"))
        }
    }
}

/// Whether a call violates the rule even if it fails: "never run `terraform apply`" is about running it, "no new
/// dependencies" about the result.
fn forbids_to_try(ban: Ban) -> bool {
    matches!(
        ban,
        Ban::Tool
            | Ban::Deploy
            | Ban::Restart
            | Ban::Migrate
            | Ban::Database
            | Ban::Operate
            | Ban::Push
            | Ban::ForcePush
    )
}

/// Whether an exception of the rule covers an action.
fn is_excepted(rule: &Forbidden, words: &str) -> bool {
    rule.except.iter().filter(|name| Exception::is_name(name)).any(|name| {
        (name == "tests" && words.split(' ').any(is_test_file))
            || words
                .split([' ', '=', ':', '\'', '"'])
                .any(|word| word == name || lies_in(word, name) || names_it(name, word))
    })
}

/// Whether a file lies in one of the folders that a rule is for.
fn is_in(rule: &Forbidden, file: &str) -> bool {
    rule.at.is_empty() || rule.at.iter().any(|place| lies_in(file, place) || file.contains(place.as_str()))
}

/// Whether a file holds tests, by its name or its folder.
fn is_test_file(file: &str) -> bool {
    let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
    folder.split('/').any(|part| matches!(part, "test" | "tests" | "spec" | "__tests__" | "e2e"))
        || name.starts_with("test_")
        || ["_test.", ".test.", ".spec.", "_spec."].iter().any(|sign| name.contains(sign))
}

fn is_call_against(rule: &Forbidden, call: &ProgramCall) -> bool {
    let names = &rule.names;
    match rule.ban {
        Ban::Packages => {
            let dev = rule.except.iter().any(|e| e == Exception::DEV) && call.is_for_development();
            (call.adds_packages() && !dev) || !writes(call).packages.is_empty()
        }
        Ban::Programs => call.adds_programs(),
        Ban::Push => call.pushes().is_some_and(|to| names.is_empty() || to.iter().any(|t| names.contains(t))),
        Ban::ForcePush => {
            call.forces_push()
                && (names.is_empty() || call.pushes().is_some_and(|to| to.iter().any(|t| names.contains(t))))
        }
        Ban::Commit => call.commits() && (names.is_empty() || call.branch.as_ref().is_some_and(|b| names.contains(b))),
        Ban::CommitPaths => call.stages().iter().any(|file| names.iter().any(|named| lies_in(file, named))),
        Ban::Paths => !names.is_empty() && names.iter().any(|named| call.changes_in(named)),
        Ban::Outside => {
            call.changes().iter().any(|file| !is_temporary(file) && !names.iter().any(|named| lies_in(file, named)))
        }
        Ban::Delete => {
            (names.is_empty() && !call.deletes().is_empty()) || names.iter().any(|named| call.deletes_in(named))
        }
        Ban::Create => call.creates().iter().any(|file| is_creation_against(rule, file)),
        Ban::Tool => call.uses(names),
        Ban::Choice => installs_any(call, names),
        Ban::Library => installs_any(call, names) || brings_library(&writes(call), names),
        Ban::ThirdParty => writes(call).imports.iter().any(|name| is_third_party(name)),
        Ban::Tests => runs_tests(call, names),
        Ban::Migrate => call.is_of(rule.ban, is_migration) && is_there(call, names),
        Ban::Database => {
            let adding = rule.except.iter().any(|e| e == Exception::ADDING);
            call.is_of(rule.ban, is_database) && (!adding || loses_data(call)) && is_there(call, names)
        }
        Ban::Deploy => is_one_of(rule.ban, call) && is_there(call, names),
        Ban::Merge | Ban::Rebase => is_one_of(rule.ban, call) && is_of_branch(rule, call),
        // A rule with names is about branches of the remote.
        Ban::DeleteBranch => {
            let refs = call.git().is_some_and(|(verb, rest)| verb == "push" && rest.iter().any(|w| w.starts_with(':')));
            refs || is_one_of(rule.ban, call) && (names.is_empty() || call.text.contains("push"))
        }
        Ban::Content => writes_signs(call, names),
        Ban::Upgrade => call.upgrades(names, &rule.except),
        Ban::Format => call.formats(),
        Ban::Network => {
            call.goes_out() && (names.is_empty() || names.iter().any(|name| call.text.contains(name.as_str())))
        }
        Ban::Operate => names.iter().any(|verb| call.operates(verb)),
        Ban::Branch => call.opens_branch(),
        Ban::Read => call.reads().iter().any(|file| names.iter().any(|named| lies_in(file, named))),
        Ban::Restart => {
            is_one_of(rule.ban, call)
                && (names.is_empty() || call.restarts_all() || names.iter().any(|name| call.names_service(name)))
        }
        Ban::Amend | Ban::Tag | Ban::PullRequest | Ban::SkipHooks | Ban::Publish => is_one_of(rule.ban, call),
    }
}

/// Whether a merge or rebase is of one of the named branches, or none need be.
fn is_of_branch(rule: &Forbidden, call: &ProgramCall) -> bool {
    let names = &rule.names;
    let here = call.branch.as_ref().is_some_and(|b| names.contains(b));
    let other = match rule.ban {
        Ban::Merge => call.program() == "gh",
        _ => call.operands().last().is_some_and(|last| names.iter().any(|n| n == last)),
    };
    names.is_empty() || here || other
}

/// Whether a call writes what must not be written: into a file, or in the message of a commit.
fn writes_signs(call: &ProgramCall, signs: &[String]) -> bool {
    let skipped = signs.iter().any(|sign| sign == ".skip(") && call.skips_tests();
    let prose = call.writes.iter().all(|file| is_prose(file)) && !content::are_of_prose(signs);
    skipped
        || (call.commits() && content::holds(&call.text, signs))
        || (!prose && content::holds(&writes(call).code, signs))
}

fn is_edit_against(rule: &Forbidden, creates: bool, file: &str) -> bool {
    let names = &rule.names;
    match rule.ban {
        Ban::Paths if creates && rule.except.iter().any(|e| e == Exception::NEW) => false,
        Ban::Paths => names.is_empty() || names.iter().any(|named| lies_in(file, named)),
        Ban::Outside => !is_temporary(file) && !names.iter().any(|named| lies_in(file, named)),
        Ban::Choice | Ban::Library => names.iter().any(|name| configures(file, name)),
        Ban::Create => creates && is_creation_against(rule, file),
        _ => false,
    }
}

fn brings_against(rule: &Forbidden, file: &str, brings: &Additions) -> bool {
    match rule.ban {
        Ban::Content if is_prose(file) && !content::are_of_prose(&rule.names) => false,
        Ban::Content => content::holds(&brings.code, &rule.names),
        Ban::Network if rule.names.is_empty() => content::holds(&brings.code, &CALLS_OUT.map(str::to_owned)),
        Ban::Upgrade => changes_version(file, brings, rule),
        Ban::Packages => {
            brings.packages.iter().any(|name| !is_excepted(rule, name))
                && !rule.except.iter().any(|e| e == Exception::DEV)
        }
        Ban::ThirdParty => brings.imports.iter().any(|name| is_third_party(name) && !is_excepted(rule, name)),
        Ban::Library => {
            brings_library(brings, &rule.names)
                || (!is_prose(file) && rule.names.iter().any(|name| content::uses(&brings.code, name)))
        }
        _ => false,
    }
}

fn brings_library(brings: &Additions, names: &[String]) -> bool {
    brings.imports.iter().chain(&brings.packages).any(|what| names.iter().any(|name| names_library(name, what)))
}

/// The packages and imports in the files that a call writes from a here document.
fn writes(call: &ProgramCall) -> Additions {
    let mut out = Additions::default();
    for file in &call.writes {
        // A tool's printed text is appended; a here document is mostly the whole file.
        let appended = if call.text.contains(">>") || call.program() == "tee" { "\n" } else { "" };
        let (old, new) = match call.program() {
            "echo" | "printf" => ("\n", call.words.get(1..).unwrap_or_default().join(" ").replace("\\n", "\n")),
            _ => (appended, call.here.clone()),
        };
        out.extend(additions(file, old, &new));
    }
    out
}

/// Files beside the lists of dependencies that hold versions.
const VERSION_FILES: &[&str] = &[
    "gradle-wrapper.properties",
    ".nvmrc",
    ".tool-versions",
    ".python-version",
    ".ruby-version",
    ".node-version",
    "Dockerfile",
    "rust-toolchain.toml",
    "Chart.yaml",
    "versions.tf",
    "gradle.properties",
    "libs.versions.toml",
];
/// Signs of a call over the network in code.
const CALLS_OUT: [&str; 10] = [
    "fetch(",
    "requests.",
    "httpx.",
    "axios.",
    "http.get(",
    "http.Get(",
    "urllib",
    "reqwest::",
    "URLSession",
    "XMLHttpRequest",
];

/// Whether a change of a list of dependencies gives a named package another version, or any package.
fn changes_version(file: &str, brings: &Additions, rule: &Forbidden) -> bool {
    let names = &rule.names;
    let kept =
        |line: &str| rule.except.iter().filter_map(|e| e.strip_prefix(Exception::VERSION)).any(|v| line.contains(v));
    let lines = || brings.code.lines().filter(|line| line.contains(|c: char| c.is_ascii_digit()));
    (is_manifest(file) || VERSION_FILES.iter().any(|name| file.ends_with(name)))
        && lines().any(|line| {
            if kept(line) {
                return false;
            }
            let new = brings.packages.iter().any(|name| line.contains(name.as_str()));
            if names.is_empty() { !new } else { names.iter().any(|name| line.to_lowercase().contains(name.as_str())) }
        })
}

/// Whether a call installs a package or image of a library, or runs it as a tool.
fn installs_any(call: &ProgramCall, names: &[String]) -> bool {
    let runs = |name: &String| call.is_called(name) && TOOLS.contains(&format!(" {name} "));
    call.installs().iter().any(|what| names.iter().any(|name| names_library(name, what))) || names.iter().any(runs)
}

/// Whether a new file is one that a rule forbids: by its ending and folder.
fn is_creation_against(rule: &Forbidden, file: &str) -> bool {
    let ending = rule.names.is_empty() || rule.names.iter().any(|ending| has_ending(file, ending));
    ending && is_in(rule, file) && !is_temporary(file)
}

fn has_ending(file: &str, ending: &str) -> bool {
    file.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case(ending))
}

/// Whether a file is a temporary one, outside of any project.
fn is_temporary(file: &str) -> bool {
    file.starts_with("/tmp/") || file.starts_with("/var/tmp/") || file.starts_with("/dev/")
}

/// Whether a file is a settings file of the named thing (`jest.config.js`, `.eslintrc`, `redis.conf`).
fn configures(file: &str, name: &str) -> bool {
    let file = file.rsplit(['/', '\\']).next().unwrap_or(file).to_ascii_lowercase();
    let Some(rest) = file.trim_start_matches('.').strip_prefix(name) else { return false };
    rest.starts_with(".config.") || rest == "rc" || rest.starts_with("rc.") || matches!(rest, ".conf" | ".ini" | ".cfg")
}
