//! Defines the changes to tasks and tool notes: steps that are missing on the board, decisions that name a task, lessons
//! for a tool.

use super::links::Home;
use super::{BoardMatch, Planner, conflicts, links};
use crate::artifacts::commit_summary::Completion;
use crate::artifacts::{Artifact, ArtifactKind, FoundBy, other_points};
use crate::language::titles::{Likeness, Words, compare, ids};
use crate::standup::action::{StandupAction, StandupConflict};
use crate::trackers::{Task, TaskStatus};

/// Fit of a step that resembles a task, or the work of a commit, but not certainly.
const AMBIGUOUS: f32 = 0.7;
/// Pages with the gotchas of all tools.
const GOTCHAS: &[&str] = &["docs/gotchas.md", "docs/gotchas/README.md", "docs/gotchas/index.md"];

impl<'a> Planner<'a> {
    /// Compares the steps of an artifact with the board, the history and the rules. Returns their tasks: ids and titles.
    pub(super) fn steps(&mut self, artifact: &'a Artifact, group: &str, home: Option<&Home>) -> Vec<String> {
        let mut tasks = Vec::new();
        if artifact.steps.is_empty() {
            return tasks;
        }
        if artifact.carried_out {
            self.note(&artifact.title, "a commit of the session carried it out", artifact);
            return tasks;
        }
        if artifact.found == FoundBy::PlanTool {
            for (point, is_chore) in other_points(&artifact.content) {
                let why = if is_chore { "left to the agent: no task for a board" } else { "not worded as a task" };
                self.note(&point, why, artifact);
            }
        }
        for step in &artifact.steps {
            if step.done {
                self.note(&step.text, "done when the session ended", artifact);
                continue;
            }
            let found = conflicts::of_step(self, artifact, &step.text);
            if !found.is_empty() {
                self.flag(found);
                continue;
            }
            let done = self.done_since(artifact, &step.text);
            if let Some((Completion::Surely, why)) = done {
                self.note(&step.text, &why, artifact);
                continue;
            }
            tasks.extend(self.step(artifact, &step.text, group, (home, done.map(|(_, why)| why))));
        }
        tasks
    }

    fn step(
        &mut self,
        artifact: &'a Artifact,
        step: &str,
        group: &str,
        (home, perhaps): (Option<&Home>, Option<String>),
    ) -> Option<String> {
        let quotes = [step.to_owned()];
        let title = &artifact.title;
        let (fits, why) = match self.find(step) {
            BoardMatch::Same(task) if task.status == TaskStatus::Dropped => {
                let why = "it was dropped from the board and is planned again";
                self.flag(vec![against_task(self, artifact, step, task, why)]);
                return None;
            }
            BoardMatch::Same(task) => {
                let why = format!("it is on the board as {}: {}", task.id, task.status);
                self.note(step, &why, artifact);
                return Some(format!("{} {}", task.id, task.title));
            }
            BoardMatch::Opposite(task) => {
                self.flag(vec![against_task(self, artifact, step, task, "an open task wants the opposite")]);
                return None;
            }
            BoardMatch::Perhaps(..) | BoardMatch::Named(_) | BoardMatch::No if self.state.board.is_err() => {
                self.note(step, "the board could not be loaded: no task is created", artifact);
                return None;
            }
            BoardMatch::Perhaps(task, score) => {
                (AMBIGUOUS, format!("\"{title}\" names it; it may be {} ({}), {score:.2} alike", task.id, task.title))
            }
            BoardMatch::Named(task) => {
                let Task { id, title: theirs, status, .. } = task;
                (AMBIGUOUS, format!("\"{title}\" names it; it speaks of {id} ({theirs}: {status})"))
            }
            BoardMatch::No => match perhaps {
                Some(why) => (AMBIGUOUS, format!("\"{title}\" names it; {why}")),
                None => (1.0, format!("\"{title}\" names it, and no task is like it")),
            },
        };
        let words = Words::of(step);
        // Another plan may propose the same in other words.
        let alike = self.proposed(&words);
        if let Some((key, Likeness::Same(_), _)) = &alike
            && let Some(n) = self.known(|p| p.key == *key)
        {
            self.corroborate(n, fits, (artifact, &quotes), None);
            return self.out.proposals.get(n).map(links::named);
        }
        let (fits, why) = match alike {
            Some((_, _, other)) => (fits.min(AMBIGUOUS), format!("{why}; it may be \"{other}\", proposed too")),
            None => (fits, why),
        };
        let body = links::body(artifact, home);
        let action = StandupAction::CreateTask { title: step.to_owned(), body };
        let n = self.propose(action, fits, (artifact, &quotes), &why, Some(group));
        self.out.proposals.get(n).map(links::named)
    }

    /// The most similar new task among those of other artifacts and the pending ones: its key, likeness and title.
    fn proposed(&self, words: &Words) -> Option<(String, Likeness, String)> {
        let others = self.out.proposals.iter().take(self.own).chain(&self.settings.pending);
        let alike = others.filter_map(|proposal| {
            let StandupAction::CreateTask { title, .. } = &proposal.action else { return None };
            let found = compare(words, &Words::of(title));
            let rank = match found {
                Likeness::Same(score) => score + 1.0,
                Likeness::Perhaps(score) => score,
                Likeness::Opposite | Likeness::Different(_) => return None,
            };
            Some((rank, (proposal.key.clone(), found, title.clone())))
        });
        alike.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, found)| found)
    }

    /// Proposes to log a decision on the open tasks that it names by id.
    pub(super) fn mention(&mut self, artifact: &'a Artifact) {
        let named = ids(&artifact.content);
        let open = self.tasks.iter().map(|(t, _)| *t).filter(|t| t.status.is_open());
        let tasks: Vec<&Task> = open.filter(|t| named.iter().any(|id| id.eq_ignore_ascii_case(&t.id))).collect();
        for task in tasks.into_iter().filter(|_| artifact.found != FoundBy::PersonReopened) {
            let text = artifact.content.clone();
            let action = StandupAction::LogTask { task: task.id.clone(), title: task.title.clone(), text };
            self.propose(action, 1.0, (artifact, &[]), &format!("the decision names {}", task.id), None);
        }
    }

    /// Proposes to add a lesson to the tool's notes, if there are any.
    pub(super) fn lesson(&mut self, artifact: &'a Artifact) {
        debug_assert_eq!(artifact.kind, ArtifactKind::ErrorPattern);
        let program = artifact.title.split(':').next().unwrap_or_default().to_lowercase();
        let skills = self.state.skills.iter().flatten();
        let docs = self.state.docs.as_deref().unwrap_or_default();
        let gotchas = docs.iter().filter(|d| d.path.starts_with("docs/gotchas"));
        // The tool's own page, else the one page for all tools.
        let own = skills.chain(gotchas).find(|d| is_page_of(&program, &d.path));
        let Some(doc) = own.or_else(|| docs.iter().find(|d| GOTCHAS.contains(&d.path.as_str()))) else {
            let why = format!("there are no notes of {program} to put it in");
            return self.note(&artifact.title, &why, artifact);
        };
        let right = artifact.content.lines().rev().find(|l| !l.trim().is_empty()).unwrap_or_default().trim();
        if doc.text.contains(right) {
            return self.note(&artifact.title, &format!("{} says so already", doc.path), artifact);
        }
        let (path, heading, content) = (doc.path.clone(), artifact.title.clone(), artifact.content.clone());
        let action = StandupAction::FixSkill { path, heading, content };
        self.propose(action, 1.0, (artifact, &[]), "the call failed, and went through in another form", None);
    }
}

/// Whether a file or a folder of a path has the program's name.
fn is_page_of(program: &str, path: &str) -> bool {
    path.to_lowercase().split('/').any(|part| part.trim_end_matches(".md") == program)
}

/// A conflict of a step with a task.
fn against_task(planner: &Planner<'_>, artifact: &Artifact, step: &str, task: &Task, why: &str) -> StandupConflict {
    debug_assert!(planner.state.task(&task.id).is_some());
    let evidence = vec![super::evidence(artifact, &[step.to_owned()])];
    StandupConflict::new(step, evidence, &format!("{} ({})", task.title, task.status), &task.id, why)
}
