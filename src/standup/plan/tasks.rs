//! Defines what artifacts say of tasks: steps that are missing on the board, work that is done, lessons for a tool.

use super::{Planner, There, bare, conflicts};
use crate::standup::action::{Action, Conflict};
use crate::standup::artifact::{Artifact, ArtifactKind, Found};
use crate::standup::board::{Task, TaskStatus};
use crate::standup::matching::{Likeness, Words, compare, ids};

/// How well a step fits that is like a task, but not surely.
const AMBIGUOUS: f32 = 0.7;
/// How well a commit fits that is like a task, but not surely.
const LIKELY: f32 = 0.6;
/// What a commit that nobody saw pushed is worth beside one that was.
const NOT_PUSHED: f32 = 0.95;
/// Share of a step's words in a commit that says it was done.
const DID: f32 = 0.8;

impl<'a> Planner<'a> {
    /// The steps of an artifact against the board, the history and the rules.
    pub(super) fn steps(&mut self, artifact: &'a Artifact, group: &str) {
        if artifact.steps.is_empty() {
            return;
        }
        if artifact.carried_out {
            return self.note(&artifact.title, "a commit of the session carried it out", artifact);
        }
        for step in &artifact.steps {
            if step.done {
                continue;
            }
            let found = conflicts::of_step(self, artifact, &step.text);
            if !found.is_empty() {
                self.flag(found);
                continue;
            }
            if let Some(why) = self.stale(artifact, &step.text) {
                self.note(&step.text, &why, artifact);
                continue;
            }
            self.step(artifact, &step.text, group);
        }
    }

    fn step(&mut self, artifact: &'a Artifact, step: &str, group: &str) {
        let quotes = [step.to_owned()];
        let there = self.find(step);
        match there {
            There::Same(task) if task.status == TaskStatus::Dropped => {
                let why = "it was dropped from the board and is planned again";
                self.flag(vec![against_task(self, artifact, step, task, why)]);
            }
            There::Same(task) => {
                let why = format!("it is on the board as {}: {}", task.id, task.status);
                self.note(step, &why, artifact);
            }
            There::Opposite(task) => {
                self.flag(vec![against_task(self, artifact, step, task, "an open task wants the opposite")]);
            }
            There::Perhaps(..) | There::No if self.state.board.is_err() => {
                self.note(step, "the board could not be loaded: no task is created", artifact);
            }
            There::Perhaps(task, score) => {
                let why = format!(
                    "\"{}\" names it; it may be {} ({}), {score:.2} alike",
                    artifact.title, task.id, task.title
                );
                let action = Action::CreateTask { title: step.to_owned(), body: String::new() };
                self.propose(action, AMBIGUOUS, (artifact, &quotes), &why, Some(group));
            }
            There::No => {
                let why = format!("\"{}\" names it, and no task is like it", artifact.title);
                let action = Action::CreateTask { title: step.to_owned(), body: String::new() };
                self.propose(action, 1.0, (artifact, &quotes), &why, Some(group));
            }
        }
    }

    /// Why a step needs no task: the history or another session shows that it was done since.
    fn stale(&self, artifact: &Artifact, step: &str) -> Option<String> {
        let words = Words::of(step);
        let since = |at: Option<jiff::Timestamp>| at.zip(artifact.at).is_none_or(|(at, said)| at >= said);
        let does = |theirs: &Words| {
            matches!(compare(&words, theirs), Likeness::Same(_))
                || (words.heavy().count() >= 3 && words.share_in(theirs) >= DID && theirs.undoes() == words.undoes())
        };
        if let Some((_, hash, _)) = self.commits.iter().find(|(at, _, theirs)| since(*at) && does(theirs)) {
            return Some(format!("commit {} did it", hash.get(..8).unwrap_or(hash)));
        }
        let done = self.done.iter().find(|(a, theirs)| a.pushed != Some(false) && since(a.at) && does(theirs));
        done.map(|(a, _)| format!("{} committed it: {}", a.session, a.title))
    }

    /// A commit that went through: which open task is done by it?
    pub(super) fn completion(&mut self, artifact: &'a Artifact) {
        let named = self.named_done(artifact);
        let told = told(artifact);
        let mut sure: Vec<&Task> = named.into_iter().collect();
        let mut likely: Vec<&Task> = Vec::new();
        if sure.is_empty() {
            for (task, theirs) in self.tasks.iter().filter(|(t, _)| t.status.is_open()) {
                let alike: Vec<Likeness> = told.iter().map(|words| compare(words, theirs)).collect();
                if alike.iter().any(|l| matches!(l, Likeness::Same(_))) {
                    sure.push(task);
                } else if matches!(alike.first(), Some(Likeness::Perhaps(_))) {
                    likely.push(task);
                }
            }
        }
        let (task, fits) = match (sure.as_slice(), likely.as_slice()) {
            ([one], _) => (*one, 1.0),
            ([], [one]) => (*one, LIKELY),
            // Several: nobody can tell which one is meant.
            ([first, ..], _) | ([], [first, ..]) => (*first, LIKELY * 0.9),
            _ => return,
        };
        if artifact.pushed == Some(false) {
            return self.note(
                &task.title,
                &format!("the commit for {} was made, but its push failed", task.id),
                artifact,
            );
        }
        let pushed = artifact.pushed == Some(true);
        let note = format!("{}: {}", if pushed { "Committed and pushed" } else { "Committed" }, artifact.title);
        let why = format!("a commit that went through is for {}", task.id);
        let action = Action::DoneTask { task: task.id.clone(), title: task.title.clone(), note };
        let fits = if pushed { fits } else { fits * NOT_PUSHED };
        self.propose(action, fits, (artifact, std::slice::from_ref(&artifact.title)), &why, None);
    }

    /// The open task a commit names by its id. `(#12)` alone is most often the number of a pull request.
    fn named_done(&self, artifact: &Artifact) -> Option<&'a Task> {
        let closing = |line: &str| {
            let line = line.to_lowercase();
            ["fix", "close", "resolve", "finish", "complete", "done"].iter().any(|w| line.contains(w))
        };
        let lines = || artifact.content.lines();
        let named = |id: &str| {
            lines().any(|l| ids(l).iter().any(|i| i.eq_ignore_ascii_case(id)) && (!id.starts_with('#') || closing(l)))
        };
        let open = |t: &&Task| t.status.is_open();
        self.tasks.iter().map(|(t, _)| *t).filter(open).find(|t| named(&t.id))
    }

    /// A decision that names an open task by its id belongs on it.
    pub(super) fn mention(&mut self, artifact: &'a Artifact) {
        let named = ids(&artifact.content);
        let open = self.tasks.iter().map(|(t, _)| *t).filter(|t| t.status.is_open());
        let tasks: Vec<&Task> = open.filter(|t| named.iter().any(|id| id.eq_ignore_ascii_case(&t.id))).collect();
        for task in tasks.into_iter().filter(|_| artifact.found != Found::Word) {
            let text = artifact.content.clone();
            let action = Action::LogTask { task: task.id.clone(), title: task.title.clone(), text };
            self.propose(action, 1.0, (artifact, &[]), &format!("the decision names {}", task.id), None);
        }
    }

    /// A call that failed and the right one: a patch to the tool's notes, if there are any.
    pub(super) fn lesson(&mut self, artifact: &'a Artifact) {
        debug_assert_eq!(artifact.kind, ArtifactKind::ErrorPattern);
        let program = artifact.title.split(':').next().unwrap_or_default().to_lowercase();
        let skills = self.state.skills.iter().flatten();
        let gotchas = self.state.docs.iter().flatten().filter(|d| d.path.starts_with("docs/gotchas"));
        let folder = |path: &str| path.to_lowercase().split('/').any(|part| part.trim_end_matches(".md") == program);
        let Some(doc) = skills.chain(gotchas).find(|d| folder(&d.path)) else {
            let why = format!("there are no notes of {program} to put it in");
            return self.note(&artifact.title, &why, artifact);
        };
        let right = artifact.content.lines().rev().find(|l| !l.trim().is_empty()).unwrap_or_default().trim();
        if doc.text.contains(right) {
            return self.note(&artifact.title, &format!("{} says so already", doc.path), artifact);
        }
        let (path, heading, content) = (doc.path.clone(), artifact.title.clone(), artifact.content.clone());
        let action = Action::FixSkill { path, heading, content };
        self.propose(action, 1.0, (artifact, &[]), "the call failed, and went through in another form", None);
    }
}

/// What a commit says it did: its subject, the first clause of it, the points of its message.
fn told(artifact: &Artifact) -> Vec<Words> {
    /// Points looked at.
    const POINTS: usize = 20;
    let subject = bare(&artifact.title);
    let clause = subject.split([',', ';', '(']).next().unwrap_or_default().to_owned();
    let point = |line: &str| {
        let rest = line.trim().trim_start_matches(['-', '*', ' ']);
        // A label as `H1:` names the point in somebody's list.
        let label = rest.split_once(": ").filter(|(label, _)| label.len() <= 4);
        let own = rest.len() < line.trim().len() || label.is_some();
        own.then(|| label.map_or(rest, |(_, rest)| rest).split([',', ';', '(']).next().unwrap_or_default().to_owned())
    };
    let points = artifact.content.lines().skip(1).filter_map(point).take(POINTS);
    [subject.clone(), clause].into_iter().chain(points).map(|text| Words::of(&text)).collect()
}

/// A step that does not go together with a task.
fn against_task(planner: &Planner<'_>, artifact: &Artifact, step: &str, task: &Task, why: &str) -> Conflict {
    debug_assert!(planner.state.task(&task.id).is_some());
    let evidence = vec![super::evidence(artifact, &[step.to_owned()])];
    Conflict::new(step, evidence, &format!("{} ({})", task.title, task.status), &task.id, why)
}
