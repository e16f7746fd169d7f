//! Defines the changes to tasks and tool notes: steps that are missing on the board, decisions that name a task, lessons
//! for a tool.

use super::links::Home;
use super::taken_up::core;
use super::{BoardMatch, NOT_ALONE, Planner, conflicts, links};
use crate::artifacts::commit_summary::Completion;
use crate::artifacts::{Artifact, ArtifactKind, EvidenceKind, FoundBy, Step};
use crate::language::likeness::same_root;
use crate::language::titles::{Likeness, Words, compare, ids};
use crate::session::suggest::is_title_self_contained;
use crate::standup::account::ArtifactOutcome;
use crate::standup::action::{StandupAction, StandupConflict};
use crate::text::counted;
use crate::trackers::{Task, TaskStatus};
use crate::transcript::short_id;

/// Fit of a step that resembles a task, or the work of a commit, but not certainly.
const AMBIGUOUS: f32 = 0.7;
/// Most telling words of a step that is named by its thing alone.
const BRIEF: usize = 2;
/// Documents that hold the gotchas of all tools.
const GOTCHAS: &[&str] = &["docs/gotchas.md", "docs/gotchas/README.md", "docs/gotchas/index.md"];

/// The task that belongs to a step.
enum StepTask<'a> {
    /// On the board.
    There(&'a Task),
    /// Proposed, by mark and title.
    New(String),
}

impl StepTask<'_> {
    fn named(&self) -> String {
        match self {
            Self::There(task) => format!("{} {}", task.id, task.title),
            Self::New(named) => named.clone(),
        }
    }
}

impl<'a> Planner<'a> {
    /// Compares the steps of an artifact with the board, the history and the rules. Returns their tasks: ids and titles.
    pub(super) fn steps(&mut self, artifact: &'a Artifact, group: &str, home: Option<&Home>) -> Vec<String> {
        let mut tasks = Vec::new();
        if artifact.steps.is_empty() {
            return tasks;
        }
        let mut there: Vec<&'a Task> = Vec::new();
        for step in &artifact.steps {
            let (notes, made) = (self.trace.notes.len(), self.trace.proposals.len());
            let is_listed = artifact.found == FoundBy::TodoTool && (step.left_out.is_none() || step.elsewhere);
            if step.done && is_listed {
                self.ticked(artifact, &step.text);
            }
            if let Some(why) = &step.left_out {
                let is_told = step.done || step.elsewhere;
                let outcome = if is_told { ArtifactOutcome::Noted } else { ArtifactOutcome::Refused };
                if is_told { &mut self.trace.notes } else { &mut self.trace.refusals }.push(why.clone());
                self.account_step(&step.text, outcome, why.clone(), None);
                continue;
            }
            if let Some(task) = self.one_step(artifact, step, group, home) {
                if let StepTask::There(task) = &task {
                    there.push(task);
                }
                tasks.push(task.named());
            }
            let proposal = self.trace.proposals.get(made..).and_then(|new| new.last().copied());
            let why = match proposal.and_then(|n| self.out.proposals.get(n)) {
                Some(proposal) => proposal.why.clone(),
                None => self.trace.notes.get(notes..).and_then(|new| new.first()).cloned().unwrap_or_default(),
            };
            let outcome = if proposal.is_some() { ArtifactOutcome::Proposed } else { ArtifactOutcome::Noted };
            self.account_step(&step.text, outcome, why, proposal);
        }
        self.link_existing(artifact, home, &there);
        self.dropped_steps(artifact);
        tasks
    }

    /// Lists the open tasks on the board that are steps of the plan that this one replaces, and no longer of this one.
    fn dropped_steps(&mut self, artifact: &'a Artifact) {
        let Some(former) = self.former(artifact) else { return };
        let now: Vec<Words> = artifact.steps.iter().map(|s| Words::of(&s.text)).collect();
        for step in former.steps.iter().filter(|s| s.left_out.is_none() && !s.done) {
            let words = Words::of(&step.text);
            let stays = now.iter().any(|n| matches!(compare(&words, n), Likeness::Same(_) | Likeness::Perhaps(_)));
            if let BoardMatch::Same(task) = self.find(&step.text)
                && task.status.is_open()
                && !stays
            {
                let why = "the plan it was made for no longer has this step";
                self.flag(vec![against_task(self, artifact, &artifact.title, task, why)]);
            }
        }
    }

    fn one_step(
        &mut self,
        artifact: &'a Artifact,
        step: &'a Step,
        group: &str,
        home: Option<&Home>,
    ) -> Option<StepTask<'a>> {
        if step.done {
            // The account has it; a note on each step of a finished list would hide the others.
            self.trace.notes.push("done when the session ended".to_owned());
            return None;
        }
        if artifact.carried_out {
            self.note(&step.text, "a commit of the session carried the plan out", artifact);
            return None;
        }
        let found = conflicts::of_step(self, artifact, &step.text);
        if !found.is_empty() {
            self.flag(found);
            return None;
        }
        if self.is_stopped(artifact, &step.text) {
            self.note(&step.text, "you stopped the plan it is a step of", artifact);
            return None;
        }
        let done = self.done_since(artifact, &step.text);
        if let Some((Completion::Surely, why)) = done {
            self.note(&step.text, &why, artifact);
            return None;
        }
        if !is_title_self_contained(&step.text) {
            self.note(&step.text, NOT_ALONE, artifact);
            return None;
        }
        self.step(artifact, &step.text, group, (home, done.map(|(_, why)| why)))
    }

    /// Whether a step is an open one of another plan of its session that the person stopped since.
    fn is_stopped(&self, artifact: &Artifact, step: &str) -> bool {
        let since = |plan: &&&Artifact| {
            let stop = plan.stopped.as_ref().filter(|stop| stop.source.ordinal >= artifact.source.ordinal);
            stop.is_some() && plan.session == artifact.session && plan.id != artifact.id
        };
        let mut open = self.stopped.iter().filter(since).flat_map(|plan| &plan.steps).filter(|own| !own.done);
        let words = Words::of(step);
        open.any(|own| matches!(compare(&words, &Words::of(&own.text)), Likeness::Same(_)))
    }

    /// Lists an agreed plan that the person stopped as a question. Its steps are not proposed as tasks.
    pub(super) fn stopped_plan(&mut self, artifact: &'a Artifact) {
        let Some(stop) = &artifact.stopped else { return };
        let open: Vec<&Step> = artifact.steps.iter().filter(|s| !s.done && s.left_out.is_none()).collect();
        for step in &artifact.steps {
            let why = if step.done { "done when the plan was stopped" } else { "you stopped the plan" };
            self.account_step(&step.text, ArtifactOutcome::Noted, why.to_owned(), None);
        }
        let of = Artifact {
            source: stop.source.clone(),
            said: EvidenceKind::Person,
            claims: Vec::new(),
            ..artifact.clone()
        };
        let quote = vec![super::evidence(&of, std::slice::from_ref(&stop.words))];
        let place = format!("{} t{}", short_id(&artifact.session), artifact.source.ordinal);
        let names: Vec<&str> = open.iter().take(3).map(|s| s.text.as_str()).collect();
        let why = format!(
            "you stopped this agreed plan with {} open ({}): does it go on?",
            counted(open.len(), "step"),
            names.join("; ")
        );
        self.flag(vec![StandupConflict::new(&stop.words, quote, &artifact.title, &place, &why)]);
    }

    fn step(
        &mut self,
        artifact: &'a Artifact,
        step: &str,
        group: &str,
        (home, perhaps): (Option<&Home>, Option<String>),
    ) -> Option<StepTask<'a>> {
        let quotes = [step.to_owned()];
        let of = part_of(artifact);
        let (fits, why) = match self.find(step) {
            BoardMatch::Same(task) if task.status == TaskStatus::Dropped => {
                let why = "it was dropped from the board and is planned again";
                self.flag(vec![against_task(self, artifact, step, task, why)]);
                return None;
            }
            BoardMatch::Same(task) => {
                let why = format!("it is on the board as {}: {}", task.named(), task.status);
                self.note(step, &why, artifact);
                return Some(StepTask::There(task));
            }
            BoardMatch::Opposite(task) => {
                self.flag(vec![against_task(self, artifact, step, task, "an open task wants the opposite")]);
                return None;
            }
            BoardMatch::Perhaps(task) if artifact.found.is_list() && task.status.is_open() => {
                self.note(step, &format!("it may be {} on the board", task.named()), artifact);
                return Some(StepTask::There(task));
            }
            BoardMatch::Perhaps(..) | BoardMatch::Named(_) | BoardMatch::No if self.state.board.is_err() => {
                self.note(step, "the board could not be loaded: no task is created", artifact);
                return None;
            }
            BoardMatch::Perhaps(task) => (AMBIGUOUS, format!("{of} that may be {} on the board", task.named())),
            BoardMatch::Named(task) => (AMBIGUOUS, format!("{of} that mentions {} ({})", task.named(), task.status)),
            BoardMatch::No if artifact.found.is_list() && self.under_its_head(step).is_some() => {
                let task = self.under_its_head(step)?;
                self.note(step, &format!("it may be part of {} on the board", task.named()), artifact);
                return Some(StepTask::There(task));
            }
            BoardMatch::No => match perhaps {
                Some(why) => (AMBIGUOUS, format!("{of}; {why}")),
                None => (1.0, format!("{of} that is not on the board")),
            },
        };
        let words = Words::of(step);
        // Another plan may propose the same in other words.
        let alike = self.proposed(&words);
        if let Some((key, Likeness::Same(_), _)) = &alike
            && let Some(n) = self.known(|p| p.key == *key)
        {
            self.corroborate(n, fits, (artifact, &quotes), None);
            return self.out.proposals.get(n).map(|p| StepTask::New(links::named(p)));
        }
        let (fits, why) = match alike {
            // A list of its session names the same work twice.
            Some((key, _, other)) if is_agents_list(artifact) && self.is_of_session(&key, artifact) => {
                self.note(step, &format!("it may be the same as \"{other}\", also proposed"), artifact);
                return None;
            }
            Some((_, _, other)) => {
                (fits.min(AMBIGUOUS), format!("{why}; it may be the same as \"{other}\", also proposed"))
            }
            None => (fits, why),
        };
        let body = links::body(artifact, home);
        let action = StandupAction::CreateTask { title: step.to_owned(), body };
        let n = self.propose(action, fits, (artifact, &quotes), &why, Some(group));
        self.out.proposals.get(n).map(|p| StepTask::New(links::named(p)))
    }

    /// The open task whose first telling word is the first of a step too: a step that is listed by a few words only is
    /// named by its thing.
    pub(super) fn under_its_head(&self, step: &str) -> Option<&'a Task> {
        let words = core(step);
        let head = words.heavy().next().filter(|_| words.heavy().count() <= BRIEF)?;
        let open = self.tasks.iter().filter(|(task, _)| task.status.is_open());
        let mut found = open.filter(|(_, theirs)| theirs.heavy().next().is_some_and(|t| same_root(t, head)));
        found.next().map(|(task, _)| *task)
    }

    /// The most similar new task among those of other artifacts and the pending ones: its key, likeness and title.
    fn proposed(&self, words: &Words) -> Option<(String, Likeness, String)> {
        let others = self.out.proposals.iter().take(self.own).chain(self.pending.iter().copied());
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

    /// Whether the proposal with this key rests on the artifact's session.
    fn is_of_session(&self, key: &str, artifact: &Artifact) -> bool {
        let mut all = self.out.proposals.iter().chain(self.pending.iter().copied()).filter(|p| p.key == key);
        all.any(|proposal| proposal.evidence.iter().any(|e| e.session == artifact.session))
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

/// Words for the plan that a step belongs to. A list has the title of its first step, which says nothing of another one.
fn part_of(artifact: &Artifact) -> String {
    match artifact.found {
        FoundBy::ComesNext => "a next step in the agent's words".to_owned(),
        FoundBy::LeftOpen => "left open in the agent's words,".to_owned(),
        FoundBy::TodoTool => "an item of the agent's list".to_owned(),
        _ => format!("a step of \"{}\"", artifact.title),
    }
}

const fn is_agents_list(artifact: &Artifact) -> bool {
    matches!(artifact.found, FoundBy::TodoTool | FoundBy::LeftOpen | FoundBy::ComesNext)
}

/// Whether a file or a folder of a path has the program's name.
fn is_page_of(program: &str, path: &str) -> bool {
    path.to_lowercase().split('/').any(|part| part.trim_end_matches(".md") == program)
}

/// A conflict of a step with a task.
fn against_task(planner: &Planner<'_>, artifact: &Artifact, step: &str, task: &Task, why: &str) -> StandupConflict {
    let evidence = vec![super::evidence(artifact, &[step.to_owned()])];
    StandupConflict::new(step, evidence, &format!("{} ({})", task.title, task.status), planner.place_of(task), why)
}
