//! Defines the programs that a command line runs, with the files that each of them writes.

use std::cell::{OnceCell, RefCell};

use super::variables::Variables;
use crate::language::prohibitions::Ban;
use crate::language::shell::{self, Command, End};

/// A program that was called.
#[derive(Debug, Default)]
pub(super) struct ProgramCall {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The wrappers that run it: `sudo`, `env`.
    pub through: Vec<String>,
    /// The command as written in the line.
    pub text: String,
    /// The files that its output is redirected to.
    pub writes: Vec<String>,
    /// The text that it reads from here documents.
    pub here: String,
    /// The branch that is checked out when it runs, if known.
    pub branch: Option<String>,
    /// The folder that the line changed to before it; empty if none.
    pub dir: String,
    pub known: CallCache,
}

/// Memoized results about a call that several rules need.
#[derive(Debug, Default)]
pub(super) struct CallCache {
    /// Per ban, whether the call is an action of that kind.
    kinds: RefCell<Vec<(Ban, bool)>>,
    /// The names of the program: its own, others that it has, and those of the programs that run it.
    names: OnceCell<Vec<String>>,
    pub installs: OnceCell<Vec<String>>,
}

/// Maximum depth of shells within shells that is read.
const MAX_DEPTH: usize = 3;

/// The programs that a command line ran. `branch` is the branch checked out, before and afterwards.
pub(super) fn calls(line: &str, branch: &mut Option<String>) -> Vec<ProgramCall> {
    let mut out = Vec::new();
    read(line, 0, None, &mut out);
    for call in &mut out {
        call.branch.clone_from(branch);
        if let Some(next) = call.checks_out() {
            *branch = Some(next.to_owned());
        }
    }
    out
}

/// Appends the program calls of a line. `outer` is the text of the call that runs the line, if it is within another.
fn read(line: &str, deep: usize, outer: Option<&str>, out: &mut Vec<ProgramCall>) {
    let mut dir = String::new();
    let mut variables = Variables::default();
    let mut piped: Option<Piped> = None;
    for Command { words, text, writes, mut here, end, .. } in shell::commands(line).into_iter().filter(|c| c.ran) {
        variables.learn(&words);
        let writes = variables.expanded(writes);
        let Some((through, mut words)) = shell::unwrapped(variables.expanded(words)) else { continue };
        without_interpreter(&mut words);
        if let ("cd" | "pushd", Some(to)) = (words.first().map_or("", String::as_str), words.get(1)) {
            dir = joined(&dir, to);
        }
        let text = outer.unwrap_or(text);
        let source = piped.take();
        here.extend(source.as_ref().and_then(Piped::text));
        piped = (end == End::Pipe).then(|| Piped { words: words.clone(), here: here.clone() });
        let inner = inner(&words, source.as_ref()).filter(|_| deep < MAX_DEPTH);
        let from = out.len();
        if let Some(inner) = &inner {
            read(inner, deep + 1, outer.or((!is_shell(&words)).then_some(text)), out);
        }
        for call in &mut out[from..] {
            call.dir = joined(&dir, &call.dir);
        }
        if inner.is_some() && is_shell(&words) {
            continue;
        }
        out.push(ProgramCall {
            words,
            through,
            text: text.to_owned(),
            writes,
            here: here.join("\n"),
            branch: None,
            dir: dir.clone(),
            known: CallCache::default(),
        });
    }
}

/// A path within a folder.
fn joined(dir: &str, path: &str) -> String {
    let mut out: Vec<&str> = if path.starts_with(['/', '~']) { Vec::new() } else { dir.split('/').collect() };
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if out.last().is_some_and(|last| !matches!(*last, "" | "..")) => drop(out.pop()),
            part => out.push(part),
        }
    }
    let out = out.join("/");
    if path.starts_with('/') { out } else { out.trim_start_matches('/').to_owned() }
}

/// Strips an interpreter: `python -m pip` is pip.
fn without_interpreter(words: &mut Vec<String>) {
    let python = matches!(words.first().map(String::as_str), Some("python" | "python3"));
    if python && words.get(1).is_some_and(|w| w == "-m") && words.len() > 2 {
        words.drain(..2);
    }
}

/// Programs that only run another one, with the number of operands before that one: a container, a host.
const RUNNERS: &[(&str, usize)] = &[
    ("npx", 0),
    ("bunx", 0),
    ("uvx", 0),
    ("pnpm dlx", 0),
    ("pnpm exec", 0),
    ("yarn dlx", 0),
    ("yarn exec", 0),
    ("npm exec", 0),
    ("uv run", 0),
    ("poetry run", 0),
    ("pipenv run", 0),
    ("pdm run", 0),
    ("hatch run", 0),
    ("bundle exec", 0),
    ("xargs", 0),
    ("doas", 0),
    ("ssh", 1),
    ("docker exec", 1),
    ("docker compose exec", 1),
    ("docker compose run", 1),
    ("docker-compose exec", 1),
    ("docker-compose run", 1),
    ("podman exec", 1),
    ("kubectl exec", 1),
];

/// A command whose output the next one reads.
#[derive(Debug)]
struct Piped {
    words: Vec<String>,
    here: Vec<String>,
}

impl Piped {
    /// The text that it writes, if the line contains it.
    fn text(&self) -> Option<String> {
        match self.words.first().map_or("", String::as_str) {
            "echo" | "printf" => Some(self.words.get(1..).unwrap_or_default().join(" ")),
            "cat" if !self.here.is_empty() => Some(self.here.join("\n")),
            _ => None,
        }
    }

    /// The files and folders that it lists.
    fn listed(&self) -> Vec<&str> {
        let words = self.words.iter().skip(1).map(String::as_str);
        let files: Vec<&str> = match self.words.first().map_or("", String::as_str) {
            "ls" | "echo" | "printf" => words.filter(|w| !w.starts_with('-')).collect(),
            "find" => words.take_while(|w| !w.starts_with('-')).collect(),
            "grep" | "rg" => words.filter(|w| !w.starts_with('-')).skip(1).collect(),
            _ => Vec::new(),
        };
        files.into_iter().filter(|file| *file != "." && file.contains(['/', '.', '*'])).collect()
    }
}

fn is_shell(words: &[String]) -> bool {
    matches!(words.first().map_or("", String::as_str), "bash" | "sh" | "zsh")
}

/// The script that a shell is called with (`bash -c '...'`), or the command that a program runs elsewhere; `xargs` gives
/// it the files that the command before lists.
fn inner(words: &[String], source: Option<&Piped>) -> Option<String> {
    let command = command_of(words)?;
    let listed = source.filter(|_| words.first().is_some_and(|w| w == "xargs")).map(Piped::listed).unwrap_or_default();
    Some(listed.into_iter().fold(command, |command, file| format!("{command} {}", quoted(file))))
}

fn command_of(words: &[String]) -> Option<String> {
    if words.first().is_some_and(|w| w == "eval") {
        return Some(words.get(1..)?.join(" "));
    }
    if is_shell(words) {
        let at = words.iter().position(|w| w.starts_with('-') && !w.starts_with("--") && w.ends_with('c'))?;
        return words.get(at + 1).filter(|_| at == 1).cloned();
    }
    let fits = |phrase: &str| phrase.split(' ').zip(words).filter(|(p, w)| p == w).count() == phrase.split(' ').count();
    let (phrase, skipped) = RUNNERS.iter().find(|(phrase, _)| fits(phrase))?;
    let mut rest = words.get(phrase.split(' ').count()..)?;
    for n in 0..=*skipped {
        while let Some(option) = rest.first().filter(|w| w.starts_with('-')) {
            let valued = if *phrase == "ssh" { SSH_VALUED } else { RUNNER_VALUED };
            rest = rest.get(1 + usize::from(valued.contains(&option.as_str()))..)?;
        }
        rest = rest.get(usize::from(n < *skipped)..)?;
    }
    match rest {
        [] => None,
        // `ssh` takes a whole line, the others a program with its arguments.
        [one] => Some(one.clone()),
        _ if *phrase == "ssh" => Some(rest.join(" ")),
        _ => Some(rest.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")),
    }
}

/// Options of the [`RUNNERS`] that take a value.
const RUNNER_VALUED: &[&str] = &["-e", "--env", "-u", "--user", "-w", "-p", "--package", "-n", "-c", "-I", "-L", "-P"];
const SSH_VALUED: &[&str] = &["-i", "-p", "-l", "-o", "-F", "-J", "-L", "-R"];

/// A word quoted for the shell.
fn quoted(word: &str) -> String {
    let plain = !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "-_./=:@%+,".contains(c));
    if plain { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

impl ProgramCall {
    /// The name of the program, without its folder.
    pub(super) fn program(&self) -> &str {
        self.words.first().map_or("", |w| w.rsplit('/').next().unwrap_or(w))
    }

    /// Whether it has one of these options, alone or with a value; a single letter also within a cluster (`-am`).
    pub(super) fn has_option(&self, options: &[&str]) -> bool {
        self.words.iter().skip(1).any(|word| options.iter().any(|option| is_option(word, option)))
    }

    /// Whether it is a dry run, prints help, or only shows state: `git stash list`, `kubectl get pods`.
    pub(super) fn only_shows(&self) -> bool {
        let looks = |word: &str| READ_ONLY.contains(&word.rsplit(':').next().unwrap_or(word));
        let cleans =
            || self.program() == "git" && self.subcommands().next() == Some("clean") && self.has_option(&["-n"]);
        self.subcommands().take(2).any(looks) && self.program() != "go"
            || cleans()
            || self.words.iter().skip(1).any(|w| {
                let name = w.split('=').next().unwrap_or(w);
                matches!(
                    name,
                    "--dry-run"
                        | "--dryrun"
                        | "--dry_run"
                        | "--help"
                        | "--check"
                        | "--list"
                        | "--get"
                        | "--verify-no-changes"
                        | "--plan"
                        | "--noop"
                        | "--what-if"
                        | "--whatif"
                )
            })
    }

    /// Its words without options.
    pub(super) fn operands(&self) -> impl Iterator<Item = &str> {
        self.words.iter().skip(1).map(String::as_str).filter(|w| !w.starts_with('-'))
    }

    /// Whether it is an action of the kind that a ban forbids, as `judge` says.
    pub(super) fn is_of(&self, ban: Ban, judge: impl FnOnce(&Self) -> bool) -> bool {
        let known = self.known.kinds.borrow().iter().find(|(kind, _)| *kind == ban).map(|(_, is_of)| *is_of);
        known.unwrap_or_else(|| {
            let is_of = judge(self);
            self.known.kinds.borrow_mut().push((ban, is_of));
            is_of
        })
    }

    /// Whether it is the command that a phrase names, such as `git reset --hard` or `docker`: the same program, the
    /// subcommands first among its operands, and the options anywhere. Calls for version or help do not count.
    pub(super) fn is_called(&self, phrase: &str) -> bool {
        let mut wanted = phrase.split_whitespace();
        let Some(program) = wanted.next() else { return false };
        if !self.is_program(program) {
            return false;
        }
        if self.words.len() > 1 && self.words.iter().skip(1).all(|word| requests_help(word)) {
            return false;
        }
        // "No git stash" is not about `git stash list`, "no kubectl get secret" is about what it names.
        let named: Vec<&str> = wanted.clone().collect();
        if !named.is_empty() && !named.iter().any(|word| READ_ONLY.contains(word)) && self.only_shows() {
            return false;
        }
        let mut operands = self.subcommands();
        // Some group their subcommands: `docker system prune`.
        let grouped = matches!(program, "docker" | "podman" | "kubectl" | "aws" | "gcloud" | "az");
        wanted.all(|word| match word.starts_with('-') {
            true => self.has_option(&[word]),
            false if grouped => operands.any(|own| own == word),
            false => operands.next() == Some(word),
        })
    }

    /// Whether it runs this program: by its name or another name of it, through another program, or as a script.
    fn is_program(&self, name: &str) -> bool {
        let script = || {
            let path = name.trim_start_matches("./");
            let is_it = |w: &str| {
                w.strip_suffix(path)
                    .is_some_and(|before| before.is_empty() || before.ends_with('/') || path.contains('/'))
            };
            name.contains(['/', '.']) && self.words.iter().any(|w| is_it(w.trim_start_matches("./")))
        };
        self.names().iter().any(|own| own == name) || script()
    }

    fn names(&self) -> &[String] {
        self.known.names.get_or_init(|| {
            let own = self.program();
            let aliases = ALIASES.iter().filter(|names| names.contains(&own)).flat_map(|names| names.iter().copied());
            let through = self.through.iter().map(String::as_str);
            [own].into_iter().chain(aliases).chain(through).map(str::to_owned).collect()
        })
    }

    /// Its operands; those before the subcommand that belong to an option are skipped (`git -C app push`).
    pub(super) fn subcommands(&self) -> impl Iterator<Item = &str> {
        let mut words = self.words.iter().skip(1).peekable();
        while let Some(word) = words.next_if(|w| w.starts_with('-')) {
            if matches!(
                word.as_str(),
                "-C" | "-c"
                    | "--git-dir"
                    | "--work-tree"
                    | "--namespace"
                    | "--prefix"
                    | "--cwd"
                    | "--dir"
                    | "-f"
                    | "--file"
                    | "--context"
                    | "-n"
                    | "--filter"
                    | "--workspace"
                    | "--project"
            ) {
                words.next();
            }
        }
        words.map(String::as_str).filter(|w| !w.starts_with('-'))
    }

    /// Whether it uses one of these programs. Asking for a version or help does not count.
    pub(super) fn uses(&self, tools: &[String]) -> bool {
        tools.iter().any(|tool| self.is_called(tool))
    }
}

/// Subcommands that only show state.
const READ_ONLY: &[&str] =
    &["status", "list", "ls", "show", "view", "log", "logs", "diff", "get", "describe", "history", "info"];

/// Names of the same program.
const ALIASES: &[&[&str]] = &[
    &["pip", "pip3"],
    &["python", "python3"],
    &["docker", "docker-compose"],
    &["sudo", "doas"],
    &["vi", "vim", "nvim"],
];

fn is_option(word: &str, option: &str) -> bool {
    let name = word.split('=').next().unwrap_or(word);
    let letter = option.strip_prefix('-').filter(|o| o.len() == 1);
    let cluster =
        || word.strip_prefix('-').filter(|w| !w.starts_with('-') && w.bytes().all(|b| b.is_ascii_alphabetic()));
    name == option || letter.is_some_and(|letter| cluster().is_some_and(|w| w.contains(letter)))
}

/// Whether a word requests a program's version or help.
fn requests_help(word: &str) -> bool {
    matches!(word, "--version" | "-v" | "-V" | "version" | "--help" | "-h" | "help")
}
