//! Defines the commit and push signals that a shell command and its output yield.
//!
//! A `git commit` inside a quoted string or a here document is text, not a commit. Hashes come from git's `[branch
//! hash] subject` line, which quiet commits lack.

use crate::language::shell::{Command, commands};
use crate::transcript::SignalBody;

/// Texts in the output of a failed push, for command lines that succeeded as a whole.
const PUSH_FAILED: &[&str] = &["! [rejected]", "! [remote rejected]", "error: failed to push", "fatal: "];
/// Texts in the output of a commit without changes.
const NOTHING: &[&str] = &["nothing to commit", "no changes added to commit", "nothing added to commit"];

/// The commits and pushes a command made, or failed to make.
pub(super) fn signals(command: &str, output: &str, ok: bool) -> Vec<SignalBody> {
    let mut found = Vec::new();
    if !command.contains("git") {
        return found;
    }
    let calls = git_calls(command);
    let messages: Vec<String> = calls.iter().filter(|c| c.verb == "commit").map(|c| c.message.clone()).collect();
    if !messages.is_empty() {
        commits(&messages, output, ok, &mut found);
    }
    if calls.iter().any(|c| c.verb == "push") {
        let refused = PUSH_FAILED.iter().any(|sign| output.contains(sign));
        found.push(SignalBody::Push { ok: ok && !refused });
    }
    found
}

fn commits(messages: &[String], output: &str, ok: bool, found: &mut Vec<SignalBody>) {
    let made: Vec<(&str, &str)> = output.lines().filter_map(commit_line).collect();
    for (n, (hash, subject)) in made.iter().enumerate() {
        let given = messages.get(n).filter(|m| m.lines().next().is_some_and(|l| l.trim() == *subject));
        let message = given.cloned().unwrap_or_else(|| (*subject).to_owned());
        found.push(SignalBody::Commit { hash: Some((*hash).to_owned()), message, ok: true });
    }
    if made.is_empty() {
        let ok = ok && !NOTHING.iter().any(|sign| output.contains(sign));
        // Of several commits in a failed command, only the first is known to have been tried.
        let tried = if ok { messages.len() } else { 1 };
        let tried = messages.iter().take(tried);
        found.extend(tried.map(|m| SignalBody::Commit { hash: None, message: m.clone(), ok }));
    }
}

/// `[main 1a2b3c4] Subject` as (hash, subject).
fn commit_line(line: &str) -> Option<(&str, &str)> {
    let (inside, subject) = line.trim_start().strip_prefix('[')?.split_once("] ")?;
    let (branch, hash) = inside.rsplit_once(' ')?;
    let is_hash = (7..=40).contains(&hash.len()) && hash.bytes().all(|b| b.is_ascii_hexdigit());
    (is_hash && !branch.is_empty()).then_some((hash, subject.trim()))
}

#[derive(Debug, PartialEq, Eq)]
struct GitCall {
    verb: String,
    message: String,
}

fn git_calls(command: &str) -> Vec<GitCall> {
    let mut calls = Vec::new();
    for Command { words, here, .. } in commands(command) {
        if let Some((verb, rest)) = git_verb(&words)
            && !rest.iter().any(|w| matches!(w.as_str(), "--dry-run" | "--help" | "-h"))
        {
            calls.push(GitCall { verb: verb.to_owned(), message: message(rest, here) });
        }
    }
    calls
}

/// The subcommand of a `git` call and the words after it.
fn git_verb(words: &[String]) -> Option<(&str, &[String])> {
    let at = words.iter().position(|w| !is_wrapper(w))?;
    if words[at] != "git" {
        return None;
    }
    let mut rest = words[at + 1..].iter().enumerate();
    while let Some((n, word)) = rest.next() {
        if matches!(word.as_str(), "-C" | "-c" | "--git-dir" | "--work-tree") {
            rest.next();
        } else if !word.starts_with('-') {
            return Some((word, &words[at + n + 2..]));
        }
    }
    None
}

/// Whether a word may precede the program: a wrapper command, or the setting of a variable.
fn is_wrapper(word: &str) -> bool {
    matches!(word, "sudo" | "env" | "command" | "rtk")
        || word.split_once('=').is_some_and(|(name, _)| name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'))
}

/// The commit message in the words after `commit`: `-m` arguments, or a here document.
fn message(words: &[String], bodies: Vec<String>) -> String {
    if let Some(body) = bodies.into_iter().next() {
        return body.trim().to_owned();
    }
    let mut parts = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if let Some(inline) = word.strip_prefix("--message=") {
            parts.push(inline.to_owned());
        } else if word == "--message" || is_short_flag_ending_in_m(word) {
            parts.extend(words.next().cloned());
        }
    }
    parts.join("\n\n").trim().to_owned()
}

fn is_short_flag_ending_in_m(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|f| f.ends_with('m') && f.bytes().all(|b| b.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commit(hash: Option<&str>, message: &str, ok: bool) -> SignalBody {
        SignalBody::Commit { hash: hash.map(str::to_owned), message: message.to_owned(), ok }
    }

    #[test]
    fn commits_are_read_from_command_and_output() {
        let here =
            "git add a && git commit -m \"$(cat <<'EOF'\nAdd it's tests\n\nBody \"quoted\".\nEOF\n)\" && git push";
        for (command, output, ok, want) in [
            (
                "git commit -m 'Fix it'",
                "[main 1a2b3c4] Fix it\n 1 file changed",
                true,
                vec![commit(Some("1a2b3c4"), "Fix it", true)],
            ),
            ("cd x && git -C y commit -q -am \"Fix\"", "", true, vec![commit(None, "Fix", true)]),
            (
                "git commit -m a -m b",
                "nothing to commit, working tree clean",
                true,
                vec![commit(None, "a\n\nb", false)],
            ),
            ("git commit -m a; git commit -m b", "error: hook", false, vec![commit(None, "a", false)]),
            (
                "git commit -F - <<'EOF'\nSubject\n\nBody\nEOF\necho done",
                "[x/y 0123456789] Subject",
                true,
                vec![commit(Some("0123456789"), "Subject\n\nBody", true)],
            ),
            (
                "git commit --amend --no-edit",
                "[main (root-commit) abcdef0] Old subject",
                true,
                vec![commit(Some("abcdef0"), "Old subject", true)],
            ),
            (
                here,
                "[main 1a2b3c4] Add it's tests",
                true,
                vec![
                    commit(Some("1a2b3c4"), "Add it's tests\n\nBody \"quoted\".", true),
                    SignalBody::Push { ok: true },
                ],
            ),
            ("echo \"git commit -m x\"", "", true, vec![]),
            ("cat > a.md <<EOF\ngit commit -m x\nEOF", "", true, vec![]),
            ("git commit --dry-run", "", true, vec![]),
            ("git log --grep commit", "", true, vec![]),
        ] {
            assert_eq!(signals(command, output, ok), want, "{command}");
        }
    }

    #[test]
    fn pushes_are_judged_by_their_output_too() {
        for (command, output, ok, want) in [
            ("git push 2>&1 | tail -3", "To x\n   1..2  a -> a", true, true),
            ("git push origin main", " ! [rejected] main -> main (fetch first)", true, false),
            ("GIT_TRACE=1 git push", "", false, false),
        ] {
            assert_eq!(signals(command, output, ok), [SignalBody::Push { ok: want }], "{command}");
        }
        assert!(signals("git stash push", "", true).is_empty());
    }
}
