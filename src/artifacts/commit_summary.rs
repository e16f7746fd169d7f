//! Defines [`CommitSummary`], the work that a commit message claims, and whether it completes a task.
//!
//! A message names much that it does not do: it reverts, plans, begins, tests, describes. Only claimed work counts as
//! done; a doubtful match is left to the person; a task that is only mentioned stays open.

mod naming;
mod tables;

use super::TaskSense;
use crate::language::stems::fold;
use crate::language::titles::{EXACT, Likeness, Words, compare};
use crate::text::patterns;
use naming::named;
use tables::{ANYWHERE, Kind, LEADS, OPEN, OWN, TYPES};

pub use naming::Naming;

/// Most points of a message that are read.
const POINTS: usize = 20;
/// Least share of a task's words in a subject that is about the task.
const ABOUT: f32 = 0.8;

patterns! {
    /// The conventional type before a subject: `feat(api)!: `.
    TYPED = r"^\W{0,3}(?P<type>[A-Za-z]+)\s*(\([^)]*\))?!?(:\s+|\]\s*:?\s*)(?P<rest>\S.*)$";
    TAKEN_BACK = r#"(?i)^\s*(?P<verb>reverts?|reapply)\b\s*(\([^)]*\))?!?:?\s*"?(?P<what>.*?)"?\s*$"#;
    TAKES_BACK = r"(?im)^\s*this reverts commit\b";
    /// The number of the pull request at the end of a subject.
    MERGED = r"\s*\(#\d+\)$";
    /// A heading of a message for work still to be done.
    TO_COME = r"(?i)^\W*((not|to ?do|next|later|remaining|missing|open|still|known|follow-?ups?|future|out of scope|left)\b.*|.*\b(not (yet )?done|to come|to do|remains?|missing)\b.*):\s*$";
}
/// How far a commit completes a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completion {
    /// It claims to have done the task.
    Surely,
    /// It may have done the task; the person decides.
    Perhaps,
    /// It is about the task and did not do it, with the reason.
    Never(&'static str),
    /// It is about something else.
    Other,
}

/// A statement of a message: its subject, a clause of it, or a point in its body.
#[derive(Debug, Clone)]
struct Statement {
    words: Words,
    kind: Kind,
    /// Whether it is the whole subject.
    whole: bool,
}

impl Statement {
    fn of(text: &str, kind: Kind, whole: bool) -> Self {
        let words = Words::of(text);
        let kind = if kind == Kind::Work { opening_kind(&words).unwrap_or(kind) } else { kind };
        Self { words, kind, whole }
    }
}

/// The statements of a commit message.
#[derive(Debug, Clone)]
pub struct CommitSummary {
    /// The whole subject first, then its first clause, then the points of the body.
    statements: Vec<Statement>,
    lines: Vec<String>,
    /// The subject, folded, by which a later commit reverts this one.
    subject: String,
    /// For a revert, the folded subject of the reverted commit; empty if it is not named.
    taken_back: Option<String>,
}

impl CommitSummary {
    /// Reads a commit's message.
    pub fn of(message: &str) -> Self {
        let lines: Vec<String> = message.lines().map(str::to_owned).collect();
        let first = message.lines().next().unwrap_or_default().trim();
        let first = MERGED.find(first).and_then(|m| first.get(..m.start())).unwrap_or(first);
        let (back, subject) = unwound(first);
        let back = back || TAKES_BACK.is_match(message);
        let (kind, bare) = typed(subject);
        let mut statements = vec![Statement::of(bare, kind, true), Statement::of(clause(bare), kind, false)];
        let mut to_come = false;
        let mut points = 0;
        for line in lines.iter().skip(1) {
            let is_point = point(line);
            if is_point.is_none() {
                to_come = TO_COME.is_match(line) || (to_come && line.trim().is_empty());
            }
            if let Some(text) = is_point.filter(|_| !to_come && points < POINTS) {
                points += 1;
                statements.push(Statement::of(clause(text), kind, false));
            }
        }
        Self { statements, lines, subject: fold(subject), taken_back: back.then(|| fold(subject)) }
    }

    /// Whether it reverts another commit.
    pub fn takes_back(&self, other: &Self) -> bool {
        other.taken_back.is_none() && self.taken_back.as_deref().is_some_and(|what| what == other.subject)
    }

    /// How far it completes the task with this title.
    pub fn completes(&self, task: &Words) -> Completion {
        let mut found = Completion::Other;
        for statement in &self.statements {
            match (self.completed_by(statement, task), found) {
                (Completion::Surely, _) => return Completion::Surely,
                (Completion::Other, _) | (Completion::Never(_), Completion::Perhaps | Completion::Never(_)) => {}
                (now, _) => found = now,
            }
        }
        if found == Completion::Other && self.shares_words(task) { Completion::Perhaps } else { found }
    }

    /// Whether its subject is work of the task's kind and has most of the words that tell the task apart.
    fn shares_words(&self, task: &Words) -> bool {
        let Some(subject) = self.statements.first() else { return false };
        let (own, verb) = (subject.words.opening_work(), task.opening_work());
        // To add something is to do any work on it that is not named.
        let other_work = own.zip(verb).is_some_and(|(own, verb)| own != verb && verb != "add");
        self.can_have_done(task)
            && subject.words.undoes() == task.undoes()
            && !other_work
            && !has_more(&subject.words, task, OPEN)
            && task.heavy().count() >= 3
            && task.named_by(&subject.words, verb, &[]).is_some()
    }

    /// Whether its subject or a point of its body may be the task's work by the sense of its words.
    pub fn means(&self, task: &TaskSense, words: &Words) -> bool {
        let Some(subject) = self.lines.first() else { return false };
        // What it is not, is no open work: "in the person's time zone, not UTC".
        let told = Words::of(subject.split(", not ").next().unwrap_or(subject));
        self.can_have_done(words)
            && self.statements.first().is_some_and(|s| s.kind != Kind::Unfinished)
            && !has_more(&told, words, OPEN)
            && self
                .lines
                .iter()
                .take(POINTS)
                .filter(|line| !line.trim().is_empty())
                .any(|line| task.fit(line).is_some())
    }

    /// Whether its subject has most of the task's words, whatever it does about the task.
    pub fn is_about(&self, task: &Words) -> bool {
        task.heavy().count() >= 3 && self.statements.first().is_some_and(|s| task.share_in(&s.words) >= ABOUT)
    }

    /// Whether it can have done the task, whatever its words: false for a revert, a beginning, or another kind of work.
    pub fn can_have_done(&self, task: &Words) -> bool {
        let Some(subject) = self.statements.first() else { return false };
        self.taken_back.is_none()
            && other_kind(subject, task).is_none()
            && (subject.words.undoes() == task.undoes() || task.share_in(&subject.words) < ABOUT)
    }

    /// How far one statement completes the task.
    fn completed_by(&self, statement: &Statement, task: &Words) -> Completion {
        let alike = compare(&statement.words, task);
        let near = match alike {
            Likeness::Same(_) => true,
            // A point in a message counts only if it certainly names the task.
            Likeness::Perhaps(_) => statement.whole,
            Likeness::Opposite => return Completion::Never("it wants the opposite"),
            Likeness::Different(_) => return Completion::Other,
        };
        if !near {
            return Completion::Other;
        }
        if self.taken_back.is_some() {
            return Completion::Never("it reverts work");
        }
        if statement.words.undoes() != task.undoes() {
            return Completion::Never("it undoes something");
        }
        if let Some(kind) = other_kind(statement, task) {
            return match kind {
                Kind::Docs => Completion::Never("it only writes documents"),
                Kind::Tests => Completion::Never("it only adds tests"),
                Kind::Slip => Completion::Never("it only fixes a slip"),
                Kind::Unfinished => Completion::Never("it is unfinished"),
                Kind::Work | Kind::Aside => Completion::Perhaps,
            };
        }
        // Open work named in the rest of the subject counts for its first clause too.
        let open = self.statements.first().is_some_and(|s| has_more(&s.words, task, OPEN));
        match alike {
            Likeness::Same(score) if score >= EXACT && !open && statement.kind != Kind::Aside => Completion::Surely,
            _ => Completion::Perhaps,
        }
    }

    /// How it names the id of a task. `#12` in passing is most often the number of a pull request and does not count.
    pub fn naming(&self, id: &str) -> Naming {
        let mut found = Naming::No;
        for line in &self.lines {
            let now = match named(line, id) {
                Naming::Mentions | Naming::SpeaksOf if id.starts_with('#') => Naming::No,
                now => now,
            };
            found = match (now, found) {
                (Naming::Closes, _) | (_, Naming::Closes) => Naming::Closes,
                (Naming::SpeaksOf, _) | (_, Naming::SpeaksOf) => Naming::SpeaksOf,
                (Naming::Mentions, _) | (_, Naming::Mentions) => Naming::Mentions,
                (Naming::No, Naming::No) => Naming::No,
            };
        }
        let unfinished = self.statements.first().is_some_and(|s| s.kind == Kind::Unfinished);
        let aside = self.statements.first().is_some_and(|s| matches!(s.kind, Kind::Docs | Kind::Tests));
        match found {
            Naming::No => Naming::No,
            _ if self.taken_back.is_some() => Naming::SpeaksOf,
            _ if unfinished => Naming::SpeaksOf,
            Naming::Mentions if aside => Naming::SpeaksOf,
            found => found,
        }
    }
}

/// A subject without `Revert` and `Reapply`, and whether the rest was reverted.
fn unwound(subject: &str) -> (bool, &str) {
    let (mut back, mut rest) = (false, subject);
    while let Some(found) = TAKEN_BACK.captures(rest) {
        let Some((verb, what)) = found.name("verb").zip(found.name("what")) else { break };
        back ^= !verb.as_str().eq_ignore_ascii_case("reapply");
        rest = what.as_str();
    }
    (back, rest)
}

/// The kind of a subject by its conventional type, and the subject without that type.
fn typed(subject: &str) -> (Kind, &str) {
    let Some(found) = TYPED.captures(subject) else {
        // A lead without a space, `plumbing/transport: `, names a place.
        return match subject.split_once(": ") {
            Some((lead, rest)) if lead.len() <= 30 && !lead.contains(' ') => (Kind::Work, rest),
            _ => (Kind::Work, subject),
        };
    };
    let named = found.name("type").map_or("", |t| t.as_str()).to_lowercase();
    let kind = TYPES.iter().find(|(word, _)| *word == named).map_or(Kind::Work, |(_, kind)| *kind);
    (kind, found.name("rest").map_or(subject, |r| r.as_str()))
}

/// The kind of work by the first word.
fn opening_kind(words: &Words) -> Option<Kind> {
    let first = words.tokens.first()?;
    LEADS.iter().find(|(_, leads)| leads.contains(&first.as_str())).map(|(kind, _)| *kind)
}

/// The kind of a statement's work if it differs from the task's; `None` if they agree.
fn other_kind(statement: &Statement, task: &Words) -> Option<Kind> {
    let special = matches!(statement.kind, Kind::Docs | Kind::Tests | Kind::Unfinished);
    if special && !is_task_of(statement.kind, task) {
        return Some(statement.kind);
    }
    ANYWHERE.iter().find(|(_, words)| has_more(&statement.words, task, words)).map(|(kind, _)| *kind)
}

/// Whether work of this kind is the task itself, as documents are for `Write a guide`.
fn is_task_of(kind: Kind, task: &Words) -> bool {
    opening_kind(task) == Some(kind)
        || OWN.iter().any(|(of, words)| *of == kind && task.tokens.iter().any(|t| words.contains(&t.as_str())))
}

/// Whether a statement has one of these words that the task lacks.
fn has_more(statement: &Words, task: &Words, words: &[&str]) -> bool {
    statement.tokens.iter().any(|t| words.contains(&t.as_str()) && !task.tokens.contains(t))
}

/// The first clause of a text.
fn clause(text: &str) -> &str {
    text.split([',', ';', '(']).next().unwrap_or_default()
}

/// The text of a line that is a point of its own.
fn point(line: &str) -> Option<&str> {
    let rest = line.trim().trim_start_matches(['-', '*', ' ']);
    // A label such as `H1:` numbers the point.
    let label = rest.split_once(": ").filter(|(label, _)| label.len() <= 4);
    let own = rest.len() < line.trim().len() || label.is_some();
    own.then(|| label.map_or(rest, |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn did(commit: &str, task: &str) -> Completion {
        CommitSummary::of(commit).completes(&Words::of(task))
    }

    #[test]
    fn reverts_wip_tests_and_docs_do_not_finish_a_task() {
        for (task, commit) in [
            ("Offline retry queue for uploads", "Revert \"Offline retry queue for uploads\""),
            ("Offline retry queue for uploads", "Remove offline retry queue for uploads"),
            ("Add offline retry queue", "test: add offline retry queue"),
            ("Add offline retry queue", "revert: add offline retry queue"),
            ("Add offline retry queue", "wip: add offline retry queue"),
            ("Add offline retry queue", "[WIP] Add offline retry queue"),
            ("Add offline retry queue", "Plan offline retry queue"),
            ("Add offline retry queue", "Fix typo in offline retry queue"),
            ("Add offline retry queue", "docs: add offline retry queue"),
            ("Add offline retry queue", "Revert \"Add offline retry queue\""),
            ("Add offline retry queue", "Add offline retry queue\n\nThis reverts commit 1a2b3c4."),
            ("Add offline retry queue", "Add offline retry queue skeleton (not working yet)"),
            ("Add offline retry queue", "Start on offline retry queue"),
            ("Add offline retry queue", "Drop offline retry queue"),
            ("Support dark mode in settings page", "Disable dark mode in settings page"),
        ] {
            let found = did(commit, task);
            assert!(matches!(found, Completion::Never(_) | Completion::Other), "{commit:?} / {task}: {found:?}");
        }
    }

    #[test]
    fn a_commit_that_may_complete_a_task_is_perhaps() {
        for (task, commit) in [
            ("Add offline retry queue", "Add offline retry queue tests"),
            ("Add offline retry queue", "chore: add offline retry queue"),
            ("Add offline retry queue", "Add offline retry queue (does not cover downloads)"),
            ("Add offline retry queue", "Add initial offline retry queue"),
            ("Retry failed carrier calls with backoff", "Retry failed carrier calls"),
        ] {
            assert_eq!(did(commit, task), Completion::Perhaps, "{commit:?} / {task}");
        }
    }

    #[test]
    fn a_commit_completes_a_task_despite_prefix_scope_and_body() {
        for (task, commit) in [
            ("Add offline retry queue", "feat(sync)!: implement the offline retry queue"),
            ("Add offline retry queue", "Add offline retry queue, with a cap of 5"),
            ("Add offline retry queue", "Sync work\n\n- Add offline retry queue\n- Trim logs"),
            ("Add offline retry queue", "Reapply \"Add offline retry queue\""),
            ("Write docs for the carrier client", "docs: write docs for the carrier client"),
            ("Add unit tests for the label printer", "test: add unit tests for the label printer"),
            ("Plan the depot move", "Plan the depot move"),
            ("Skip carriers that do not answer", "Skip carriers that do not answer"),
            ("Remove the fax gateway", "feat!: remove fax gateway"),
        ] {
            assert_eq!(did(commit, task), Completion::Surely, "{commit:?} / {task}");
        }
        let told = "Rework sync\n\n- Trim logs\n\nNot done yet:\n- Add offline retry queue";
        assert_eq!(did(told, "Add offline retry queue"), Completion::Other, "what is to come was not done");
        assert_eq!(did("Add the tariff import", "Add offline retry queue"), Completion::Other);
    }

    #[test]
    fn a_revert_takes_back_the_commit_it_names() {
        let (commit, back) =
            (CommitSummary::of("feat: add parcel map"), CommitSummary::of("Revert \"feat: add parcel map\""));
        assert!(back.takes_back(&commit) && !commit.takes_back(&back));
        assert!(!CommitSummary::of("Revert \"Revert \"feat: add parcel map\"\"").takes_back(&commit));
        assert!(!back.can_have_done(&Words::of("Add parcel map")));
    }
}
