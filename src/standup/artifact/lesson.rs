//! Defines lessons: a command a tool refused because it was called wrongly, and the call of the same tool that then
//! went through. Only the tool's own verdict counts, never a word in its output.

use std::collections::VecDeque;
use std::sync::LazyLock;

use regex::Regex;

/// Calls after a failed one within which the right one is looked for.
const AHEAD: usize = 12;

/// How a tool says that it was called wrongly. A test that fails or a file that is missing is no misuse.
static MISUSE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
        (unknown|unrecogni[sz]ed|unexpected|invalid|illegal|unsupported) \s+ (command[- ]line\s+)?
            (long\s+|short(hand)?\s+)? (option|flag|argument|subcommand|command|shorthand|parameter|switch)
        | \b(option|flag|argument|parameter) s? \b .{0,60}? \b(is|are|was)?\s*(not\s+(recogni[sz]ed|supported|allowed|valid)|required|missing|cannot\ be\ used)
        | \b(no|not\ a)\ such\ (sub)?(command|option)
        | \bunknown\ json\ field | is\ not\ a\ \w+\ command | requires\ (a\ value|an\ argument|at\ least)
        | missing\ (required\ )?(argument|option|operand|flag|parameter) | accepts\ \S+\ args? | did\ you\ mean
        | \binvalid\ value | \bunrecognized\ arguments",
    )
    .ok()
});

/// A call of a program that its user got wrong.
#[derive(Debug, Clone)]
struct Failed {
    program: String,
    line: String,
    error: String,
    left: usize,
}

/// A misuse and what went right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lesson {
    pub program: String,
    pub wrong: String,
    pub error: String,
    pub right: String,
}

/// Watches calls for lessons.
#[derive(Debug, Clone, Default)]
pub(super) struct Lessons {
    open: VecDeque<Failed>,
}

impl Lessons {
    /// A command that failed, with the head of its output.
    pub(super) fn failed(&mut self, line: &str, output: &str) {
        self.pass();
        let Some(error) = output.lines().find(|l| MISUSE.as_ref().is_some_and(|m| m.is_match(l))) else { return };
        let calls: Vec<(String, String)> = calls(line);
        let named = calls.iter().find(|(program, _)| error.contains(program.as_str()));
        let blamed = named.or(if calls.len() == 1 { calls.first() } else { None });
        if let Some((program, call)) = blamed {
            let (program, line, error) = (program.clone(), call.clone(), error.trim().to_owned());
            self.open.push_back(Failed { program, line, error, left: AHEAD });
        }
    }

    /// A command that went through: what it teaches.
    pub(super) fn passed(&mut self, line: &str) -> Vec<Lesson> {
        if self.open.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (program, right) in calls(line) {
            let fits = |f: &Failed| f.program == program && f.line != right && same_verb(&f.line, &right);
            while let Some(at) = self.open.iter().position(fits) {
                let Some(failed) = self.open.remove(at) else { break };
                let (wrong, error, right) = (failed.line, failed.error, right.clone());
                found.push(Lesson { program: failed.program, wrong, error, right });
            }
        }
        self.pass();
        found
    }

    fn pass(&mut self) {
        for failed in &mut self.open {
            failed.left = failed.left.saturating_sub(1);
        }
        self.open.retain(|f| f.left > 0);
    }
}

/// Whether two calls of one program are for the same: `git log` teaches nothing of `git push`.
fn same_verb(wrong: &str, right: &str) -> bool {
    let verb = |line: &str| {
        let words = line.split_whitespace().skip(1).take(2).map(str::to_owned);
        words.take_while(|w| w.starts_with(char::is_alphabetic)).collect::<Vec<_>>()
    };
    let (wrong, right) = (verb(wrong), verb(right));
    wrong.iter().zip(&right).all(|(w, r)| w == r)
}

/// The calls of a command line as (program, line), without those that only move about.
fn calls(line: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for part in parts(line) {
        let words = part.split_whitespace().skip_while(|w| matches!(*w, "sudo" | "env" | "time") || w.contains('='));
        let line = words.collect::<Vec<_>>().join(" ");
        let Some(program) = line.split(' ').next().map(|w| w.rsplit('/').next().unwrap_or(w)) else { continue };
        let plain = program.chars().all(|c| c.is_alphanumeric() || "._-".contains(c));
        let idle =
            matches!(program, "" | "cd" | "echo" | "export" | "set" | "true" | "printf" | "cat" | "head" | "tail");
        if plain && !idle {
            out.push((program.to_owned(), line));
        }
    }
    out
}

/// A command line parted at `&&`, `||`, `;`, `|` and line ends outside quotes.
fn parts(line: &str) -> Vec<String> {
    let (mut out, mut part, mut quote, mut chars) = (Vec::new(), String::new(), None, line.chars().peekable());
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, '\\') if chars.peek() == Some(&'\n') => {
                chars.next();
                continue;
            }
            (None, '&' | '|' | ';' | '\n') => {
                out.push(std::mem::take(&mut part));
                continue;
            }
            _ => {}
        }
        part.push(c);
    }
    out.push(part);
    out.retain(|p| !p.trim().is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misuse_and_its_mending_are_a_lesson() {
        let mut lessons = Lessons::default();
        lessons.failed("cd /home/mara/app && gh pr view 3 --jsn title", "gh: unknown flag: --jsn\nUsage: gh pr view");
        assert!(lessons.passed("ls docs").is_empty() && lessons.passed("gh repo list").is_empty());
        let found = lessons.passed("gh pr view 3 --json title | head -3");
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].wrong.as_str(), found[0].right.as_str()),
            ("gh pr view 3 --jsn title", "gh pr view 3 --json title")
        );
    }

    #[test]
    fn what_merely_failed_is_none() {
        for (line, output) in [
            ("cargo test", "test result: FAILED. 3 passed; 1 failed"),
            ("ls /nowhere", "ls: cannot access '/nowhere': No such file or directory"),
            ("grep failed log.txt", "the word failed stands here"),
            ("curl -f http://localhost", "curl: (7) Failed to connect"),
        ] {
            let mut lessons = Lessons::default();
            lessons.failed(line, output);
            assert!(lessons.passed(&format!("{line} --again")).is_empty(), "{line}");
        }
    }
}
