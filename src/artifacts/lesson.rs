//! Defines [`Lesson`], a command that a tool rejected because it was called wrongly, and the later call of the same tool
//! that succeeded. A failed test, a fixed bug or a missing file teach nothing about the tool.

use super::shell::{CommandCall, calls};
use crate::text::patterns;
use std::collections::VecDeque;

/// Number of calls after a failed one among which the right one is searched.
const AHEAD: usize = 12;
/// Longest call of a lesson, in bytes; longer ones are scripts.
const LONGEST: usize = 300;
/// Longest error message about a call, in bytes.
const COMPLAINT: usize = 200;
/// Number of leading output lines in which a usage error is searched.
const FIRST: usize = 3;

patterns! {
    /// The message of a usage error.
    MISUSE = r"(?ix)
        (unknown|unrecogni[sz]ed|unexpected|invalid|illegal|unsupported) \s+ (command[- ]line\s+)?
            (long\s+|short(hand)?\s+)? (option|flag|argument|subcommand|command|shorthand|parameter|switch)
        | \b(option|flag|argument|parameter) s? \b .{0,60}? \b(is|are|was)?\s*(not\s+(recogni[sz]ed|supported|allowed|valid)|required|missing|cannot\ be\ used)
        | \b(no|not\ a)\ such\ (sub)?(command|option) | \bnot\ defined:\ -
        | \bunknown\ json\ field | is\ not\ a\ \w+\ command | requires\ (a\ value|an\ argument|at\ least)
        | missing\ (required\ )?(argument|option|operand|flag|parameter) | accepts\ \S+\ args? | did\ you\ mean
        | (too\ many|too\ few|not\ enough|extra)\ (positional\ |command[- ]line\ )?(arguments|operands|args)\b
        | \binvalid\ value | \bunrecognized\ arguments";
    /// An error about the state of files or servers, not about the call.
    STANDS = r"(?ix) no\ such\ (file|table|host|container|image) | does(n't|\ not)\ exist | \bnot\ found | (can(no|')t|could\ not|unable\ to)\ (find|open|access|resolve|connect|stat|read|load|be\ found)
        | already | denied | refused | time[d]?[\ -]?out | unreachable | did\ not\ match | unknown\ revision | not\ a\ git | conflict | overwritten
        | rejected | merged | nothing\ to | no\ (changes|tests?|matches)\b | fail | panic | assert | lock | in\ use | unauthori | \b[45]\d\d\b | disk | memory
        | exit\ status | is\ a\ directory | upstream | mismatched | undefined | syntax | \.\w{1,5}:\d+";
    /// A program that the shell does not find.
    NOWHERE = r"(?:^|: )command not found: (?P<zsh>\S+)$|(?:^|: )(?P<sh>[\w.+-]+): (?:command )?not found$";
    /// A line that begins as a tool's error.
    AS_ERROR = r"(?i)^([\w./-]+:\s)?error:\s";
    /// A place in a source file: the error is about that file.
    POSITION = r"\.\w{1,5}:\d+";
}

/// Programs that only search for others or install them.
const LOOKS: &[&str] = &[
    "which", "whereis", "type", "ls", "find", "fd", "rg", "grep", "brew", "apt", "apt-get", "dnf", "apk", "pip", "git",
];
/// Words that are followed by another program.
const RUNS: &[&str] = &["--", "exec", "run", "x", "dlx", "-m"];
const RUNNERS: &[&str] = &["npx", "bunx", "uvx", "pipx"];

/// Why a call failed.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Wrong {
    /// The tool reported a usage error.
    Usage,
    /// The tool rejected an argument, as opposed to failing at its work.
    Words,
    /// The shell did not find the program.
    Nowhere,
}

/// A failed call without a successful retry so far.
#[derive(Debug, Clone)]
struct Failed {
    wrong: Wrong,
    call: CommandCall,
    error: String,
    left: usize,
}

/// A wrong call and the right one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lesson {
    pub program: String,
    pub wrong: String,
    pub error: String,
    pub right: String,
}

/// Collects lessons from the calls of a session.
#[derive(Debug, Clone, Default)]
pub(super) struct Lessons {
    open: VecDeque<Failed>,
}

impl Lessons {
    /// Takes a command that failed, with the head of its output.
    pub(super) fn failed(&mut self, line: &str, output: &str) {
        self.pass();
        self.wrong(&calls(line), output, false);
    }

    /// Takes a command that succeeded, with the head of its output. Returns the lessons it completes.
    pub(super) fn passed(&mut self, line: &str, output: &str) -> Vec<Lesson> {
        let calls = calls(line);
        // The exit code of `tool | head` is not the tool's: its output counts if it names an argument.
        let hidden: Vec<CommandCall> = calls.iter().filter(|c| !c.verdict).cloned().collect();
        let refused = first_lines(output).any(|l| MISUSE.is_match(l) || nowhere(l).is_some());
        let mut found = Vec::new();
        if !refused {
            for right in &calls {
                while let Some(at) = self.open.iter().position(|f| f.mended_by(right)) {
                    let Some(Failed { call, error, .. }) = self.open.remove(at) else { break };
                    let (program, wrong, right) = (call.program, call.whole, right.whole.clone());
                    found.push(Lesson { program, wrong, error, right });
                }
            }
        }
        self.pass();
        if refused {
            self.wrong(&hidden, output, true);
        }
        found
    }

    /// Notes that the session changed a file: later calls may succeed because of that.
    pub(super) fn changed(&mut self) {
        self.open.retain(|f| f.wrong == Wrong::Nowhere);
    }

    /// Remembers which of these calls was wrong. If the exit code is `hidden`, the message must name an option.
    fn wrong(&mut self, calls: &[CommandCall], output: &str, hidden: bool) {
        for line in complaints(output) {
            let (wrong, call) = if let Some(program) = nowhere(line) {
                (Wrong::Nowhere, calls.iter().find(|c| c.program == program))
            } else if MISUSE.is_match(line) && !POSITION.is_match(line) {
                let own = calls.iter().find(|c| begins(line, &c.program) || names(line, &c.program));
                let blamed = own.or_else(|| calls.iter().find(|c| quotes_argument(line, c, true)));
                let blamed = blamed.or(if calls.len() == 1 { calls.first() } else { None });
                (Wrong::Usage, blamed.filter(|c| !hidden || quotes_argument(line, c, true)))
            } else if !hidden && line.len() <= COMPLAINT && !STANDS.is_match(line) {
                let own = calls.iter().find(|c| begins(line, &c.program) && quotes_argument(line, c, false));
                (Wrong::Words, own.or_else(|| calls.iter().find(|c| quotes_argument(line, c, true))))
            } else {
                continue;
            };
            let noted = call.filter(|c| c.whole.len() <= LONGEST && !asks_help(c) && !c.whole.contains("<<"));
            if let Some(call) = noted {
                let (call, error) = (call.clone(), line.to_owned());
                self.open.push_back(Failed { wrong, call, error, left: AHEAD });
                return;
            }
        }
    }

    fn pass(&mut self) {
        for failed in &mut self.open {
            failed.left = failed.left.saturating_sub(1);
        }
        self.open.retain(|f| f.left > 0);
    }
}

impl Failed {
    /// Whether a call that succeeded is the right form of this one.
    fn mended_by(&self, right: &CommandCall) -> bool {
        if right.whole.len() > LONGEST || right.whole == self.call.whole || right.whole.contains("<<") {
            return false;
        }
        let program = self.call.program.as_str();
        if self.wrong == Wrong::Nowhere {
            return !LOOKS.contains(&right.program.as_str()) && runs(right, program);
        }
        let shared = self.call.words.iter().filter(|w| right.whole.contains(w.as_str())).count();
        let like = self.wrong == Wrong::Usage || shared * 2 > self.call.words.len();
        right.program == program && like && same_verb(&self.call, right)
    }
}

/// Whether a call runs the program that was not found, by a path, another name or a runner.
fn runs(call: &CommandCall, program: &str) -> bool {
    let path = call.words.first().is_some_and(|w| w.ends_with(&format!("/{program}")));
    let renamed = call
        .program
        .strip_prefix(program)
        .is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit() || c == '.'))
        || call.program.strip_prefix('g') == Some(program);
    let at = call.words.iter().skip(1).position(|w| w == program).map(|n| n + 1);
    let through = at.is_some_and(|at| {
        let before = at.checked_sub(1).and_then(|b| call.words.get(b)).map_or("", String::as_str);
        RUNS.contains(&before) || RUNNERS.contains(&call.program.as_str())
    });
    path || renamed || through
}

/// Whether two calls of one program have the same subcommands: `git log` teaches nothing about `git push`.
fn same_verb(wrong: &CommandCall, right: &CommandCall) -> bool {
    subcommands(wrong).zip(subcommands(right)).all(|(w, r)| w == r)
}

/// The subcommands of a call: up to two words behind the program that begin with a letter.
fn subcommands(call: &CommandCall) -> impl Iterator<Item = &String> {
    call.words.iter().skip(1).take(2).take_while(|w| w.starts_with(char::is_alphabetic))
}

/// Whether a call asks for help, whose output is no complaint.
fn asks_help(call: &CommandCall) -> bool {
    call.words.iter().any(|w| w == "--help" || w == "-h")
}

/// Whether a line names an argument of a call: an option, or any of more than two bytes unless `options_only`.
fn quotes_argument(line: &str, call: &CommandCall, options_only: bool) -> bool {
    let mut words = call.words.iter().skip(1).map(|w| w.trim_matches(['\'', '"']));
    words.any(|w| w.len() > 1 && (w.starts_with('-') || (!options_only && w.len() > 2)) && names(line, w))
}

/// The leading lines of an output, without the exit code that the agent's own tool puts before them.
fn first_lines(output: &str) -> impl Iterator<Item = &str> {
    let lines = output.lines().map(str::trim);
    lines.filter(|l| !l.is_empty() && !l.to_ascii_lowercase().starts_with("exit code")).take(FIRST)
}

/// The lines in which a usage error is searched: those that begin as an error, of which some tools print their usage
/// first, then the leading ones.
fn complaints(output: &str) -> impl Iterator<Item = &str> {
    output.lines().map(str::trim).filter(|l| AS_ERROR.is_match(l)).chain(first_lines(output))
}

/// The program that a shell reports as not found.
fn nowhere(line: &str) -> Option<&str> {
    let found = NOWHERE.captures(line)?;
    found.name("zsh").or_else(|| found.name("sh")).map(|m| m.as_str())
}

/// Whether a line begins as a program's own message: `tool: ...`.
fn begins(line: &str, program: &str) -> bool {
    line.strip_prefix(program).is_some_and(|rest| rest.starts_with(':'))
}

/// Whether a word stands by itself in a line.
fn names(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line.get(..at).and_then(|b| b.chars().next_back());
        let after = line.get(at + word.len()..).and_then(|a| a.chars().next());
        !before.is_some_and(is_word_char) && !after.is_some_and(is_word_char)
    })
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || "-_/".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(wrong: &str, output: &str, right: &str) -> Option<(String, String)> {
        let mut lessons = Lessons::default();
        lessons.failed(wrong, output);
        lessons.passed(right, "").pop().map(|l| (l.wrong, l.right))
    }

    #[test]
    fn a_usage_error_and_its_correction_are_a_lesson() {
        let mut lessons = Lessons::default();
        lessons.failed("cd /home/mara/app && gh pr view 3 --jsn title", "gh: unknown flag: --jsn\nUsage: gh pr view");
        assert!(lessons.passed("ls docs", "").is_empty() && lessons.passed("gh repo list", "").is_empty());
        let found = lessons.passed("gh pr view 3 --json title | head -3", "a title");
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].wrong.as_str(), found[0].right.as_str()),
            ("gh pr view 3 --jsn title", "gh pr view 3 --json title")
        );
    }

    #[test]
    fn a_rejected_call_and_its_corrected_form_make_a_lesson() {
        let usage = "usage: parcelctl [-h] [--name NAME]\n                 [--size SIZE]\n                 {list,create} ...\nparcelctl: error: unrecognized arguments: --description";
        let mut lessons = Lessons::default();
        lessons.failed("parcelctl create --description x", usage);
        let found = lessons.passed("parcelctl create x", "");
        assert_eq!(found[0].error, "parcelctl: error: unrecognized arguments: --description");
        for (wrong, output, right) in [
            (
                "parcelctl --batch \"\" \"all parcels\" 2>&1",
                "Exit code 1\nError: Nothing on stdin and no list given when using --batch",
                "echo \"all parcels\" | parcelctl --batch \"\"",
            ),
            (
                "kiln build -o ./depot ./cmd/... && ./depot show",
                "kiln: one output ./depot is asked for several packages",
                "kiln build -o ./depot ./cmd/depot && ./depot show",
            ),
            ("yarrow version && git log", "zsh:1: command not found: yarrow", "mise exec -- yarrow test"),
            ("python tools/sum.py", "bash: line 1: python: command not found", "python3 tools/sum.py"),
        ] {
            assert!(one(wrong, output, right).is_some(), "{wrong}");
            assert!(one(wrong, output, wrong).is_none(), "the same again: {wrong}");
        }
        assert!(one("yarrow test", "sh: yarrow: not found", "brew install yarrow").is_none());
        assert!(one("yarrow test", "sh: yarrow: not found", "which yarrow").is_none());
    }

    #[test]
    fn a_usage_error_before_a_pipe_is_recognised_by_the_tools_message() {
        let mut lessons = Lessons::default();
        assert!(
            lessons.passed("parcelctl list --al 2>&1 | head -20", "error: unexpected argument '--al' found").is_empty()
        );
        assert!(lessons.passed("grep -rn 'unknown flag: --x' src | head", "src/a.rs:3: unknown flag: --x").is_empty());
        assert_eq!(lessons.passed("parcelctl list --all | head -20", "1 of 3").len(), 1);
        let mut lessons = Lessons::default();
        lessons.passed("parcelctl list --al 2>&1 | tail -3", "depot: unknown option");
        assert!(lessons.passed("parcelctl list --all", "").is_empty(), "it may be a line of what is listed");
    }

    #[test]
    fn a_call_repaired_by_a_file_change_is_no_lesson() {
        let mut lessons = Lessons::default();
        lessons.failed("./depot show --weight", "Error: unknown flag: --weight");
        lessons.changed();
        assert!(lessons.passed("./depot show --weight --all", "12 kg").is_empty());
    }

    #[test]
    fn a_failure_that_is_not_a_usage_error_is_no_lesson() {
        for (line, output) in [
            ("cargo test", "test result: FAILED. 3 passed; 1 failed"),
            ("ls /nowhere", "ls: cannot access '/nowhere': No such file or directory"),
            ("grep failed log.txt", "the word failed stands here"),
            ("curl -f http://localhost", "curl: (7) Failed to connect"),
            ("cargo check -q", "error[E0308]: mismatched types\n  --> src/a.rs:3:5"),
            ("git merge depot", "Auto-merging depot\nCONFLICT (content): Merge conflict in depot"),
            ("go build ./...", "a/b.go:3:1: invalid argument: x"),
            ("depot show --help", "error: usage:\n  depot show [--help]"),
        ] {
            assert!(one(line, output, &format!("{line} --again")).is_none(), "{line}");
        }
    }
}
