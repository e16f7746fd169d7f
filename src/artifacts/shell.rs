//! Defines the calls of a command line from which lessons are drawn, as written. Programs that only change folders,
//! print, or shorten output are left out.

use crate::language::shell::{End, commands, unwrapped, written_words};

/// A call of a program in a command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CommandCall {
    /// The program, without its folder.
    pub program: String,
    /// Its words as they were written, without redirections that merge or drop output.
    pub words: Vec<String>,
    /// Its pipeline, cleaned the same way.
    pub whole: String,
    /// Whether the line's exit code is that of this call.
    pub verdict: bool,
}

/// Programs that only change folders, print, or shorten the output of others.
const IDLE: &[&str] = &[
    "", "cd", "echo", "export", "set", "true", "printf", "cat", "head", "tail", "tee", "wc", "sort", "uniq", "less",
    "test", "[", "sleep", "source", ".", "exit", "pwd", "pushd", "popd", "read", "if", "then", "for", "while", "do",
    "done", "fi", "else", "}", "{",
];
/// Programs at the end of a pipeline that only shorten its output.
const CUTS: &[&str] = &["head", "tail", "cat", "less", "tee", "wc"];
/// Redirections that merge or drop output.
const SILENCING: &[&str] = &["2>&1", "2>/dev/null", ">/dev/null", "&>/dev/null", "1>/dev/null"];

/// The calls of a command line, without [`IDLE`] programs.
pub(super) fn calls(line: &str) -> Vec<CommandCall> {
    let all: Vec<_> = commands(line).into_iter().filter(|c| !c.nested).collect();
    let mut out = Vec::new();
    let mut rest = all.as_slice();
    while let Some(last) = rest.iter().position(|c| c.end != End::Pipe).or(rest.len().checked_sub(1)) {
        let (pipeline, after) = rest.split_at(last + 1);
        // A failure ends a chain of `&&`; any other separator hides it.
        let checked = rest.iter().skip(last).take(after.len()).all(|c| matches!(c.end, End::And | End::Pipe));
        rest = after;
        let stages: Vec<Vec<String>> = pipeline.iter().map(|command| words(command.text)).collect();
        let kept = stages.iter().rposition(|s| !s.first().is_some_and(|w| CUTS.contains(&w.as_str())));
        let end = kept.map_or(0, |k| k + 1);
        let shown: Vec<String> = stages.iter().take(end).map(|s| s.join(" ")).collect();
        for (at, stage) in stages.iter().enumerate().take(end) {
            let Some(program) = stage.first().map(|w| w.rsplit('/').next().unwrap_or(w)) else { continue };
            let plain = program.chars().all(|c| c.is_alphanumeric() || "._-+".contains(c));
            if plain && !IDLE.contains(&program) {
                let verdict = checked && at + 1 == stages.len();
                let (program, words) = (program.to_owned(), stage.clone());
                out.push(CommandCall { program, words, whole: shown.join(" | "), verdict });
            }
        }
    }
    out
}

/// A stage's words as they were written, without settings of variables, wrappers, and redirections that only merge or
/// drop output.
fn words(stage: &str) -> Vec<String> {
    let written = written_words(stage).into_iter().filter(|w| !SILENCING.contains(&w.as_str())).collect();
    unwrapped(written).map_or_else(Vec::new, |(_, words)| words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_parted_where_a_shell_parts_it() {
        let told = |line: &str| -> Vec<(String, String, bool)> {
            calls(line).into_iter().map(|c| (c.program, c.whole, c.verdict)).collect()
        };
        let one = |program: &str, whole: &str, verdict| (program.to_owned(), whole.to_owned(), verdict);
        assert_eq!(
            told("cd /srv && DEBUG=1 ./bin/parcelctl show 3 2>&1 | head -5"),
            [one("parcelctl", "./bin/parcelctl show 3", false)]
        );
        assert_eq!(told("make a && make 'b; c'"), [one("make", "make a", true), one("make", "make 'b; c'", true)]);
        assert_eq!(told("make a; make b"), [one("make", "make a", false), one("make", "make b", true)]);
        assert_eq!(told("make a || true"), [one("make", "make a", false)]);
        assert_eq!(told("echo hi | tool --in - \\\n  --out x"), [one("tool", "echo hi | tool --in - --out x", true)]);
        assert_eq!(told("python3 - <<'EOF'\nimport os; os.x()\nEOF"), [one("python3", "python3 - <<'EOF'", true)]);
    }
}
