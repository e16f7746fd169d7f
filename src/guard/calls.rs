//! Defines the programs that a command line runs, with the files that each of them writes.

use crate::language::shell::{self, Command};

/// A program that was called.
#[derive(Debug, Default)]
pub(super) struct ProgramCall {
    /// The program and its words.
    pub words: Vec<String>,
    /// The wrappers that run it: `sudo`, `env`.
    pub through: Vec<String>,
    /// The command as written in the line.
    pub text: String,
    /// The files that its output goes to.
    pub writes: Vec<String>,
    /// The text that it reads from here documents.
    pub here: String,
    /// The branch that is checked out when it runs, if known.
    pub branch: Option<String>,
}

/// Depth up to which shells within shells are read.
const DEEPEST: usize = 3;

/// The programs that a command line ran. `branch` is the branch checked out, before and afterwards.
pub(super) fn calls(line: &str, branch: &mut Option<String>) -> Vec<ProgramCall> {
    let mut out = Vec::new();
    read(line, 0, &mut out);
    for call in &mut out {
        call.branch.clone_from(branch);
        if let Some(next) = call.checks_out() {
            *branch = Some(next.to_owned());
        }
    }
    out
}

fn read(line: &str, deep: usize, out: &mut Vec<ProgramCall>) {
    for Command { words, text, writes, here, .. } in shell::commands(line).into_iter().filter(|c| c.ran) {
        let Some((through, mut words)) = shell::unwrapped(words) else { continue };
        without_interpreter(&mut words);
        match inner(&words) {
            Some(inner) if deep < DEEPEST => read(inner, deep + 1, out),
            _ => out.push(ProgramCall {
                words,
                through,
                text: text.to_owned(),
                writes,
                here: here.join("\n"),
                branch: None,
            }),
        }
    }
}

/// `python -m pip` is pip.
fn without_interpreter(words: &mut Vec<String>) {
    let python = matches!(words.first().map(String::as_str), Some("python" | "python3"));
    if python && words.get(1).is_some_and(|w| w == "-m") && words.len() > 2 {
        words.drain(..2);
    }
}

/// The script that a shell is called with: `bash -c '...'`.
fn inner(words: &[String]) -> Option<&str> {
    let shell = matches!(words.first()?.as_str(), "bash" | "sh" | "zsh");
    let at = words.iter().position(|w| w.starts_with('-') && !w.starts_with("--") && w.ends_with('c'))?;
    words.get(at + 1).filter(|_| shell && at == 1).map(String::as_str)
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

    /// Whether it only shows what it would do, or its help.
    pub(super) fn only_shows(&self) -> bool {
        self.words.iter().skip(1).any(|w| {
            let name = w.split('=').next().unwrap_or(w);
            matches!(
                name,
                "--dry-run"
                    | "--dryrun"
                    | "--dry_run"
                    | "--help"
                    | "--check"
                    | "--list"
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

    /// Whether it is the command that a phrase names, such as `git reset --hard` or `docker`: the same program, the
    /// subcommands first among its operands, and the options anywhere. Asking for a version or help does not count.
    pub(super) fn is_called(&self, phrase: &str) -> bool {
        let mut wanted = phrase.split_whitespace();
        let Some(program) = wanted.next() else { return false };
        let asked = self.words.len() > 1 && self.words.iter().skip(1).all(|word| asks_for_help(word));
        let through = self.through.iter().any(|w| w == program);
        let script = program.contains('/')
            && self.words.iter().any(|w| w.trim_start_matches("./").ends_with(program.trim_start_matches("./")));
        if asked || !(self.program() == program || through || script) {
            return false;
        }
        let mut operands = self.subcommands();
        wanted.all(|word| if word.starts_with('-') { self.has_option(&[word]) } else { operands.next() == Some(word) })
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

fn is_option(word: &str, option: &str) -> bool {
    let name = word.split('=').next().unwrap_or(word);
    let letter = option.strip_prefix('-').filter(|o| o.len() == 1);
    let cluster =
        || word.strip_prefix('-').filter(|w| !w.starts_with('-') && w.bytes().all(|b| b.is_ascii_alphabetic()));
    name == option || letter.is_some_and(|letter| cluster().is_some_and(|w| w.contains(letter)))
}

/// Whether a word asks a program for its version or help.
fn asks_for_help(word: &str) -> bool {
    matches!(word, "--version" | "-v" | "-V" | "version" | "--help" | "-h" | "help")
}
