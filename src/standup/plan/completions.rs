//! Defines which tasks and planned steps commits claim to have done. A commit that a later one reverts does not count.

use jiff::Timestamp;

use super::{DatedCommit, Planner};
use crate::artifacts::commit_summary::{CommitSummary, Completion, Naming};
use crate::artifacts::{Artifact, EvidenceKind, Step, TaskSense, covers, means};
use crate::language::titles::Words;
use crate::standup::action::{Proposal, StandupAction};
use crate::trackers::Task;
use crate::transcript::short_id;

/// Fit, 0 to 1, of a commit that resembles or names a task but may not finish it.
const LIKELY: f32 = 0.6;
/// Minimum share of a task's words in the words that call it unfinished.
const REOPENED: f32 = 0.6;
/// Factor for a commit without a known push.
const NOT_PUSHED: f32 = 0.95;

/// The pending tasks that are steps which their sessions have ended since, in every plan they rest on, with the reason.
pub(super) fn ended(pending: &[&Proposal], artifacts: &[Artifact]) -> Vec<(String, String)> {
    let end_of = |proposal: &&Proposal| {
        let StandupAction::CreateTask { title, .. } = &proposal.action else { return None };
        let steps = proposal.artifacts.iter().map(|id| {
            let plan = artifacts.iter().find(|a| a.id == *id)?;
            let ended = |step: &&Step| step.done || (step.left_out.is_some() && !step.elsewhere);
            plan.steps.iter().filter(|step| step.text == *title).find(ended)
        });
        let steps: Vec<_> = steps.collect::<Option<_>>()?;
        let step = steps.first()?;
        let why = step.left_out.clone().unwrap_or_else(|| "the session has done it since".to_owned());
        Some((proposal.id.clone(), why))
    };
    pending.iter().filter_map(end_of).collect()
}

impl<'a> Planner<'a> {
    /// Proposes to close the open tasks that a commit completes.
    pub(super) fn completion(&mut self, artifact: &'a Artifact) {
        let commit = CommitSummary::of(&artifact.content);
        let (mut closes, mut sure, mut named, mut likely) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut open: Vec<(&'a Task, &'static str)> = Vec::new();
        for (task, theirs) in self.tasks.iter().filter(|(t, _)| t.status.is_open()) {
            let means = || commit.means(&TaskSense::of(&task.title), theirs);
            match (commit.naming(&task.id), commit.completes(theirs)) {
                (Naming::Closes, Completion::Never(_)) => named.push(*task),
                (Naming::Closes, _) => closes.push(*task),
                (Naming::SpeaksOf, _) => open.push((*task, "it mentions it and does not finish it")),
                (_, Completion::Never(why)) => open.push((*task, why)),
                (_, Completion::Surely) => sure.push(*task),
                (Naming::Mentions, _) => named.push(*task),
                (Naming::No, Completion::Perhaps) => likely.push(*task),
                (Naming::No, Completion::Other) if means() => likely.push(*task),
                (Naming::No, Completion::Other) => {}
            }
        }
        likely.retain(|task| !self.has_open_parts(artifact, task) && !self.is_still_open(task));
        for (task, why) in open {
            self.note(&task.title, &format!("\"{}\" leaves it open: {why}", artifact.title), artifact);
        }
        let done: Vec<(&Task, f32)> = match (sure.as_slice(), likely.as_slice()) {
            _ if !closes.is_empty() => closes.into_iter().map(|t| (t, 1.0)).collect(),
            ([one], _) => vec![(*one, 1.0)],
            _ if !named.is_empty() => named.into_iter().map(|t| (t, LIKELY)).collect(),
            ([], [one]) => vec![(*one, LIKELY)],
            // Several tasks match: ambiguous.
            ([first, ..], _) | ([], [first, ..]) => vec![(*first, LIKELY * 0.9)],
            _ => match self.taken_up(artifact, &commit) {
                Some(task) => vec![(task, LIKELY)],
                None => return self.refuse("no open task is like this commit"),
            },
        };
        for (task, fits) in done {
            self.close(artifact, &commit, task, fits);
        }
    }

    /// Proposes to close the open tasks that somebody says are done. Each sentence is for the task it fits best; of
    /// several sentences about one task the last counts.
    pub(super) fn called_done(&mut self, artifact: &'a Artifact) {
        let mut seen: Vec<&str> = Vec::new();
        for claim in artifact.claims.iter().rev() {
            let open = self.tasks.iter().filter(|(t, _)| t.status.is_open());
            let fit = |task: &Task, words: &Words| {
                covers(&claim.words, words).or_else(|| means(&claim.words, &TaskSense::of(&task.title)))
            };
            let mut fits: Vec<(f32, &'a Task)> =
                open.filter_map(|(task, words)| Some((fit(task, words)?, *task))).collect();
            fits.sort_by(|a, b| b.0.total_cmp(&a.0));
            let (fit, task) = match fits.as_slice() {
                [] => match self.reported(artifact, claim) {
                    Some(task) => (LIKELY, task),
                    None => continue,
                },
                // Ambiguous.
                [(best, task), (next, _), ..] if best.total_cmp(next).is_eq() => (best * LIKELY, *task),
                [(best, task), ..] => (*best, *task),
            };
            let words = Words::of(&task.title);
            let again = |(at, said): &(Option<Timestamp>, Words)| {
                at.zip(claim.at).is_none_or(|(at, done)| at >= done) && words.share_in(said) >= REOPENED
            };
            if seen.contains(&task.id.as_str()) || self.reopened.iter().any(again) {
                continue;
            }
            seen.push(&task.id);
            let who = if artifact.said == EvidenceKind::Person { "You" } else { "The agent" };
            let note = format!("{who} said: {}", claim.words);
            let action = StandupAction::DoneTask { task: task.id.clone(), title: task.title.clone(), note };
            let source =
                Artifact { source: claim.source.clone(), at: claim.at, claims: Vec::new(), ..artifact.clone() };
            let why = if artifact.said == EvidenceKind::Person {
                "it appears done by your words"
            } else {
                "it appears done by the agent's words"
            };
            self.propose(action, fit, (&source, std::slice::from_ref(&claim.words)), why, None);
        }
        if seen.is_empty() {
            self.refuse("no open task is like what was called done");
        }
    }

    /// Proposes to close the open task that is done with a step that the agent ticked off.
    pub(super) fn ticked(&mut self, artifact: &'a Artifact, step: &str) {
        let Some(task) = self.ticked_off(artifact, step) else { return };
        let note = format!("The agent's list: {step}");
        let action = StandupAction::DoneTask { task: task.id.clone(), title: task.title.clone(), note };
        let source = Artifact { said: EvidenceKind::Stated, ..artifact.clone() };
        self.propose(action, 1.0, (&source, &[step.to_owned()]), "it is done on the agent's list", None);
    }

    fn close(&mut self, artifact: &'a Artifact, commit: &CommitSummary, task: &Task, fits: f32) {
        if artifact.pushed == Some(false) {
            return self.note(&task.title, "the commit for it was made, but its push failed", artifact);
        }
        if self.taken_back(commit, artifact.at) {
            let why = format!("the commit for it was reverted: \"{}\"", artifact.title);
            return self.note(&task.title, &why, artifact);
        }
        let pushed = artifact.pushed == Some(true);
        let note = format!("{}: {}", if pushed { "Committed and pushed" } else { "Committed" }, artifact.title);
        let why = if fits < 1.0 { "a commit may have done it" } else { "a commit did it" };
        let action = StandupAction::DoneTask { task: task.id.clone(), title: task.title.clone(), note };
        let fits = if pushed { fits } else { fits * NOT_PUSHED };
        self.propose(action, fits, (artifact, std::slice::from_ref(&artifact.title)), why, None);
    }

    /// Whether a commit of the history or of another session did a step after it was planned, and which commit.
    pub(super) fn done_since(&self, artifact: &Artifact, step: &str) -> Option<(Completion, String)> {
        let words = Words::of(step);
        let commits = self.commits.iter().map(|made| {
            let hash = made.from.get(..8).unwrap_or(made.from);
            (self.did(made, &words, artifact.at), format!("commit {hash}"))
        });
        let sessions = self.done.iter().filter(|made| made.from.pushed != Some(false)).map(|made| {
            let by = format!("\"{}\", committed in {},", made.from.title, short_id(&made.from.session));
            (self.did(made, &words, artifact.at), by)
        });
        let mut perhaps = None;
        for (did, by) in commits.chain(sessions) {
            match did {
                Completion::Surely => return Some((did, format!("{by} did it"))),
                Completion::Perhaps if perhaps.is_none() => perhaps = Some((did, format!("{by} may have done it"))),
                _ => {}
            }
        }
        perhaps
    }

    /// How a commit made after `since` completes a step; `Other` if a later commit reverts it.
    fn did<T>(&self, made: &DatedCommit<T>, words: &Words, since: Option<Timestamp>) -> Completion {
        if made.at.zip(since).is_some_and(|(at, said)| at < said) {
            return Completion::Other;
        }
        let found = match made.commit.completes(words) {
            Completion::Other if made.commit.is_about(words) && made.commit.can_have_done(words) => Completion::Perhaps,
            found => found,
        };
        let counts =
            matches!(found, Completion::Surely | Completion::Perhaps) && !self.taken_back(&made.commit, made.at);
        if counts { found } else { Completion::Other }
    }

    /// Whether a later commit reverts this one.
    fn taken_back(&self, commit: &CommitSummary, at: Option<Timestamp>) -> bool {
        self.commits.iter().any(|c| c.takes_back(commit, at)) || self.done.iter().any(|c| c.takes_back(commit, at))
    }
}

impl<T> DatedCommit<T> {
    /// Whether this reverts a commit made at `at`. An unknown time counts as later.
    fn takes_back(&self, commit: &CommitSummary, at: Option<Timestamp>) -> bool {
        self.at.zip(at).is_none_or(|(own, at)| own >= at) && self.commit.takes_back(commit)
    }
}
