//! Defines lessons: a command a tool refused because it was called wrongly, and the call of the same tool that then
//! went through. A test that failed and code that was mended teach nothing of the tool, nor does a file that is missing.

use super::shell::{CommandCall, calls};
use crate::text::patterns;
use std::collections::VecDeque;

/// Calls after a failed one within which the right one is looked for.
const AHEAD: usize = 12;
/// Longest call that can be noted, in bytes; what is longer is a script of its own.
const LONGEST: usize = 300;
/// Longest complaint of a tool about its call, in bytes.
const COMPLAINT: usize = 200;
/// Lines of an output in which a tool that was called wrongly says so.
const FIRST: usize = 3;

patterns! {
    /// How a tool says that it was called wrongly.
    MISUSE = r"(?ix)
        (unknown|unrecogni[sz]ed|unexpected|invalid|illegal|unsupported) \s+ (command[- ]line\s+)?
            (long\s+|short(hand)?\s+)? (option|flag|argument|subcommand|command|shorthand|parameter|switch)
        | \b(option|flag|argument|parameter) s? \b .{0,60}? \b(is|are|was)?\s*(not\s+(recogni[sz]ed|supported|allowed|valid)|required|missing|cannot\ be\ used)
        | \b(no|not\ a)\ such\ (sub)?(command|option) | \bnot\ defined:\ -
        | \bunknown\ json\ field | is\ not\ a\ \w+\ command | requires\ (a\ value|an\ argument|at\ least)
        | missing\ (required\ )?(argument|option|operand|flag|parameter) | accepts\ \S+\ args? | did\ you\ mean
        | (too\ many|too\ few|not\ enough|extra)\ (positional\ |command[- ]line\ )?(arguments|operands|args)\b
        | \binvalid\ value | \bunrecognized\ arguments";
    /// A complaint about the state of files or servers, not about the call.
    STANDS = r"(?ix) no\ such\ (file|table|host|container|image) | does(n't|\ not)\ exist | \bnot\ found | (can(no|')t|could\ not|unable\ to)\ (find|open|access|resolve|connect|stat|read|load|be\ found)
        | already | denied | refused | time[d]?[\ -]?out | unreachable | did\ not\ match | unknown\ revision | not\ a\ git | conflict | overwritten
        | rejected | merged | nothing\ to | no\ (changes|tests?|matches)\b | fail | panic | assert | lock | in\ use | unauthori | \b[45]\d\d\b | disk | memory
        | exit\ status | is\ a\ directory | upstream | mismatched | undefined | syntax | \.\w{1,5}:\d+";
    /// A program the shell does not find.
    NOWHERE = r"(?:^|: )command not found: (?P<zsh>\S+)$|(?:^|: )(?P<sh>[\w.+-]+): (?:command )?not found$";
    /// A place in a source file: the complaint is about what stands there.
    POSITION = r"\.\w{1,5}:\d+";
}

/// Programs that only look for others, or put them there.
const LOOKS: &[&str] = &[
    "which", "whereis", "type", "ls", "find", "fd", "rg", "grep", "brew", "apt", "apt-get", "dnf", "apk", "pip", "git",
];
/// Words after which another program stands.
const RUNS: &[&str] = &["--", "exec", "run", "x", "dlx", "-m"];
const RUNNERS: &[&str] = &["npx", "bunx", "uvx", "pipx"];

/// Why a call failed.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Wrong {
    /// The tool reported a usage error.
    Usage,
    /// The tool rejected an argument, as opposed to failing at its work.
    Words,
    /// The shell did not find it.
    Nowhere,
}

/// A call that was made wrongly.
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
        // The exit code of `tool | head` is not the tool's: then its own words count, where they name what it was given.
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

    /// Notes that the session changed a file: a call that succeeds from here on may do so because of that.
    pub(super) fn changed(&mut self) {
        self.open.retain(|f| f.wrong == Wrong::Nowhere);
    }

    /// Remembers which of these calls was wrong. Where the exit code is `hidden`, the complaint must name an option.
    fn wrong(&mut self, calls: &[CommandCall], output: &str, hidden: bool) {
        let given = |call: &&CommandCall, line: &str, options: bool| {
            let mut words = call.words.iter().skip(1).map(|w| w.trim_matches(['\'', '"']));
            words.any(|w| w.len() > 1 && (w.starts_with('-') || (!options && w.len() > 2)) && names(line, w))
        };
        for line in first_lines(output) {
            let (wrong, call) = if let Some(program) = nowhere(line) {
                (Wrong::Nowhere, calls.iter().find(|c| c.program == program))
            } else if MISUSE.is_match(line) && !POSITION.is_match(line) {
                let own = calls.iter().find(|c| begins(line, &c.program) || names(line, &c.program));
                let blamed = own.or_else(|| calls.iter().find(|c| given(c, line, true)));
                let blamed = blamed.or(if calls.len() == 1 { calls.first() } else { None });
                (Wrong::Usage, blamed.filter(|c| !hidden || given(c, line, true)))
            } else if !hidden && line.len() <= COMPLAINT && !STANDS.is_match(line) {
                let own = calls.iter().find(|c| begins(line, &c.program) && given(c, line, false));
                (Wrong::Words, own.or_else(|| calls.iter().find(|c| given(c, line, true))))
            } else {
                continue;
            };
            // Help that was asked for is no complaint.
            let help = |c: &&CommandCall| c.words.iter().any(|w| w == "--help" || w == "-h");
            if let Some(call) = call.filter(|c| c.whole.len() <= LONGEST && !help(c) && !c.whole.contains("<<")) {
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
    /// Whether a call that succeeded shows how this one is made.
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

/// Whether a call runs the program that was not found, in another way.
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

/// Whether two calls of one program are for the same: `git log` teaches nothing of `git push`.
fn same_verb(wrong: &CommandCall, right: &CommandCall) -> bool {
    let verb = |call: &CommandCall| -> Vec<String> {
        let words = call.words.iter().skip(1).take(2).cloned();
        words.take_while(|w| w.starts_with(char::is_alphabetic)).collect()
    };
    let (wrong, right) = (verb(wrong), verb(right));
    wrong.iter().zip(&right).all(|(w, r)| w == r)
}

/// The lines in which a tool says what was wrong: the first ones, but for what the agent's own tool puts before them.
fn first_lines(output: &str) -> impl Iterator<Item = &str> {
    let own = |l: &&str| !l.is_empty() && !l.to_ascii_lowercase().starts_with("exit code");
    output.lines().map(str::trim).filter(own).take(FIRST)
}

/// The program a shell says it does not find.
fn nowhere(line: &str) -> Option<&str> {
    let found = NOWHERE.captures(line)?;
    found.name("zsh").or_else(|| found.name("sh")).map(|m| m.as_str())
}

/// Whether a line begins as a program's own complaint: `tool: ...`.
fn begins(line: &str, program: &str) -> bool {
    line.strip_prefix(program).is_some_and(|rest| rest.starts_with(':'))
}

/// Whether a word stands by itself in a line.
fn names(line: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || "-_/".contains(c);
    line.match_indices(word).any(|(at, _)| {
        let before = line.get(..at).and_then(|b| b.chars().next_back());
        let after = line.get(at + word.len()..).and_then(|a| a.chars().next());
        !before.is_some_and(part) && !after.is_some_and(part)
    })
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
    fn a_misuse_and_its_mending_are_a_lesson() {
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
    fn a_tool_that_complains_of_what_it_was_given_is_mended_by_other_words() {
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
    fn what_a_pipe_hides_is_told_by_the_tools_own_words() {
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
    fn what_was_mended_in_a_file_is_no_lesson_of_the_tool() {
        let mut lessons = Lessons::default();
        lessons.failed("./depot show --weight", "Error: unknown flag: --weight");
        lessons.changed();
        assert!(lessons.passed("./depot show --weight --all", "12 kg").is_empty());
    }

    #[test]
    fn what_merely_failed_is_none() {
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
