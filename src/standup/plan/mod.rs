//! Defines [`plan`], which compares artifacts with the state of the project: it proposes missing tasks and documents,
//! flags contradictions, and notes work that is there or done already. A pure function: no file, clock or network.

mod completions;
mod confidence;
mod conflicts;
mod documents;
mod facts;
mod links;
mod prohibitions;
mod taken_up;
mod tasks;

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::account::{ArtifactAccount, ArtifactOutcome, StepAccount};
use super::action::{EvidenceKind, Plan, Proposal, ProposalEvidence, StandupAction, StandupConflict, StandupNote};
use super::project::{Doc, ProjectState};
use crate::artifacts::commit_summary::CommitSummary;
use crate::artifacts::{Artifact, ArtifactKind, FoundBy, Shingles};
use crate::language::answers::is_hedged;
use crate::language::titles::{Likeness, Words, compare, without_ids};
use crate::trackers::Task;

pub use confidence::confidence;
pub use documents::ROUTES;

/// Minimum share of an artifact's text in an instruction file for it to count as a copy of that file.
const ECHO: f32 = 0.6;

/// Why something without a title that can be read alone is not proposed.
const NOT_ALONE: &str = "its words cannot be understood without the session";

/// The options of a planning run.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Folders of documents by the words of [`ROUTES`], which has the defaults.
    pub routes: BTreeMap<String, String>,
    /// The time to measure age from; by default the newest artifact's.
    pub now: Option<Timestamp>,
    /// Proposals of earlier runs that wait for the person. A new proposal of the same change adds evidence to them.
    pub pending: Vec<Proposal>,
    /// Why artifacts of earlier runs no longer count, by id: what replaced or refused them.
    pub gone: BTreeMap<String, String>,
}

/// Decides cases that words alone do not decide, and that would otherwise go to the person.
pub trait Judge {
    /// Whether two titles name the same thing; `None` if it cannot tell.
    fn same(&self, _new: &str, _there: &str) -> Option<bool> {
        None
    }
}

/// A judge that answers `None` to everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoJudge;

impl Judge for NoJudge {}

/// Plans the changes that follow from artifacts, without a judge.
pub fn plan(artifacts: &[Artifact], state: &ProjectState, settings: &Settings) -> Plan {
    plan_with(artifacts, state, settings, &NoJudge)
}

/// Like [`plan`], with a judge for uncertain cases.
pub fn plan_with(artifacts: &[Artifact], state: &ProjectState, settings: &Settings, judge: &dyn Judge) -> Plan {
    let now = settings.now.or_else(|| artifacts.iter().filter_map(|a| a.at).max());
    let tasks = state.tasks().iter().map(|t| (t, Words::of(&t.title))).collect();
    let commits = state.git.as_deref().unwrap_or_default();
    let commits =
        commits.iter().map(|c| DatedCommit::of(c.at, c.hash.as_str(), &format!("{}\n\n{}", c.subject, c.body)));
    let commits = commits.collect();
    let done: Vec<&Artifact> =
        artifacts.iter().filter(|a| a.kind == ArtifactKind::Completion && a.found != FoundBy::Told).collect();
    let done = done.into_iter().map(|a| DatedCommit::of(a.at, a, &a.content)).collect();
    let docs = state.docs.iter().flatten().map(|d| (d, Shingles::of(&d.text), Words::of(&d.title))).collect();
    let context = state.context.iter().flatten().map(|c| (c.path.as_str(), Shingles::of(&c.text))).collect();
    let rules = prohibitions::rules(state);
    let (out, own, trace) = (Plan::default(), 0, Trace::default());
    let (mut withdrawn, pending) = standing(settings);
    withdrawn.extend(changed(&pending, artifacts));
    withdrawn.extend(completions::ended(&pending, artifacts));
    let kept = conflicts::kept_things(state);
    let reopened = artifacts.iter().filter(|a| a.found == FoundBy::PersonReopened);
    let reopened = reopened.map(|a| (a.at, Words::of(&a.content))).collect();
    let replaced = artifacts.iter().filter(|a| a.superseded_by.is_some()).collect();
    let stopped = artifacts.iter().filter(|a| a.is_current() && a.stopped.is_some()).collect();
    let left = artifacts.iter().filter(|a| a.is_current());
    let left = left.filter(|a| matches!(a.found, FoundBy::LeftOpen | FoundBy::ComesNext)).collect();
    let told = artifacts.iter().filter(|a| a.kind == ArtifactKind::Decision && a.is_current());
    let told = told.filter(|a| a.found != FoundBy::Ledger).collect();
    let lists = artifacts.iter().filter(|a| is_unfinished_list(a)).collect();
    let mut planner = Planner {
        state,
        replaced,
        settings,
        pending,
        judge,
        now,
        tasks,
        docs,
        context,
        commits,
        done,
        rules,
        kept,
        reopened,
        stopped,
        left,
        told,
        lists,
        own,
        trace,
        out,
    };
    for artifact in artifacts {
        planner.take_in(artifact);
    }
    planner.finished_plans();
    let out = &mut planner.out;
    out.withdrawn = withdrawn.into_iter().filter(|(id, _)| out.proposals.iter().all(|p| p.id != *id)).collect();
    // A stable sort: equally confident steps of a plan stay in order.
    planner.out.proposals.sort_by(|a, b| b.confidence.score.total_cmp(&a.confidence.score));
    planner.out
}

/// Splits the pending proposals into those to withdraw, with the reason, because all artifacts they rest on are gone,
/// and those that stay.
fn standing(settings: &Settings) -> (Vec<(String, String)>, Vec<&Proposal>) {
    let (mut withdrawn, mut pending) = (Vec::new(), Vec::new());
    for proposal in &settings.pending {
        let reasons: Option<Vec<&String>> = proposal.artifacts.iter().map(|id| settings.gone.get(id)).collect();
        match reasons.as_deref() {
            Some([why, ..]) => withdrawn.push((proposal.id.clone(), (*why).clone())),
            _ => pending.push(proposal),
        }
    }
    (withdrawn, pending)
}

/// The pending proposals that rest on items of a ledger alone which have changed since, with the reason. They are
/// withdrawn unless they are proposed again.
fn changed(pending: &[&Proposal], artifacts: &[Artifact]) -> Vec<(String, String)> {
    let is_changed = |id: &String| artifacts.iter().any(|a| a.id == *id && a.found == FoundBy::Ledger);
    let rests = |p: &&&Proposal| !p.artifacts.is_empty() && p.artifacts.iter().all(is_changed);
    let why = "the session changed it later";
    pending.iter().filter(rests).map(|p| (p.id.clone(), why.to_owned())).collect()
}

struct Planner<'a> {
    state: &'a ProjectState,
    /// Artifacts that later ones replace.
    replaced: Vec<&'a Artifact>,
    settings: &'a Settings,
    /// Proposals of earlier runs that still wait.
    pending: Vec<&'a Proposal>,
    judge: &'a dyn Judge,
    now: Option<Timestamp>,
    tasks: Vec<(&'a Task, Words)>,
    docs: Vec<(&'a Doc, Shingles, Words)>,
    context: Vec<(&'a str, Shingles)>,
    /// Commits of the git history, by hash.
    commits: Vec<DatedCommit<&'a str>>,
    /// Commits of the sessions.
    done: Vec<DatedCommit<&'a Artifact>>,
    rules: Vec<prohibitions::ProjectRule>,
    /// Statements of documents that something is to stay.
    kept: Vec<conflicts::KeptThing<'a>>,
    /// The work the person called unfinished, with the time.
    reopened: Vec<(Option<Timestamp>, Words)>,
    /// The agreed plans that the person stopped.
    stopped: Vec<&'a Artifact>,
    /// The lists of work that was left open.
    left: Vec<&'a Artifact>,
    /// The decisions cut from the talk.
    told: Vec<&'a Artifact>,
    /// The agreed plans and the agent's lists that have open steps.
    lists: Vec<&'a Artifact>,
    /// Index of the first proposal of the current artifact: its own steps are not compared with each other.
    own: usize,
    /// Findings about the current artifact.
    trace: Trace,
    out: Plan,
}

/// Findings about one artifact, for its account.
#[derive(Debug, Default)]
struct Trace {
    /// Indexes of the proposals that rest on it.
    proposals: Vec<usize>,
    /// Why it needs no action, or was flagged.
    notes: Vec<String>,
    /// Why it is not taken up.
    refusals: Vec<String>,
    steps: Vec<StepAccount>,
}

/// A commit with its time and its source.
struct DatedCommit<T> {
    at: Option<Timestamp>,
    from: T,
    commit: CommitSummary,
}

impl<T> DatedCommit<T> {
    fn of(at: Option<Timestamp>, from: T, message: &str) -> Self {
        Self { at, from, commit: CommitSummary::of(message) }
    }
}

/// The task on the board that a title names.
enum BoardMatch<'a> {
    Same(&'a Task),
    Perhaps(&'a Task),
    /// The title names a task by its id and adds or changes something.
    Named(&'a Task),
    Opposite(&'a Task),
    No,
}

impl<'a> Planner<'a> {
    /// Plans the changes for an artifact and records the result in the account.
    fn take_in(&mut self, artifact: &'a Artifact) {
        self.trace = Trace::default();
        if artifact.is_current() {
            self.artifact(artifact);
        }
        let Trace { mut proposals, notes, refusals, steps } = std::mem::take(&mut self.trace);
        proposals.sort_unstable();
        proposals.dedup();
        let made: Vec<&Proposal> = proposals.iter().filter_map(|n| self.out.proposals.get(*n)).collect();
        let ids: Vec<String> = made.iter().map(|p| p.id.clone()).collect();
        let (outcome, why) = if let Some(by) = &artifact.superseded_by {
            (ArtifactOutcome::Superseded, format!("{by} replaces it"))
        } else if artifact.refused {
            (ArtifactOutcome::Refused, artifact.because.clone().unwrap_or_else(|| "you refused it".to_owned()))
        } else if let Some(first) = made.first() {
            (ArtifactOutcome::Proposed, first.why.clone())
        } else if let Some(why) = notes.into_iter().next() {
            (ArtifactOutcome::Noted, why)
        } else {
            (
                ArtifactOutcome::Refused,
                refusals.into_iter().next().unwrap_or_else(|| "it names nothing to do".to_owned()),
            )
        };
        let entry = ArtifactAccount { proposals: ids, steps, ..ArtifactAccount::of(artifact, outcome, why) };
        self.out.account.push(entry);
    }

    /// Records why an artifact is not taken up, without a note in the review.
    fn refuse(&mut self, why: impl Into<String>) {
        self.trace.refusals.push(why.into());
    }

    /// Records the outcome of a step of the current plan.
    fn account_step(&mut self, text: &str, outcome: ArtifactOutcome, why: String, proposal: Option<usize>) {
        let proposal = proposal.and_then(|n| self.out.proposals.get(n)).map(|p| p.id.clone());
        self.trace.steps.push(StepAccount { text: text.to_owned(), outcome, why, proposal });
    }

    fn artifact(&mut self, artifact: &'a Artifact) {
        if artifact.kind != ArtifactKind::Completion {
            let own = Shingles::of(&artifact.content);
            if let Some((path, _)) = self.context.iter().find(|(_, theirs)| own.within(theirs) >= ECHO) {
                let why = format!("it repeats {path}");
                return self.note(&artifact.title, &why, artifact);
            }
        }
        match artifact.kind {
            ArtifactKind::Completion if artifact.found == FoundBy::Told => self.called_done(artifact),
            ArtifactKind::Completion => self.completion(artifact),
            ArtifactKind::ChangedFact => self.changed_fact(artifact),
            ArtifactKind::ErrorPattern => self.lesson(artifact),
            ArtifactKind::Decision if self.is_told_again(artifact) => {
                self.note(&artifact.title, "another decision of the same turn says it", artifact);
            }
            ArtifactKind::Decision => {
                let found = conflicts::of_decision(self, artifact);
                let clear = found.is_empty();
                for conflicts::Contradiction { correction, .. } in &found {
                    if let Some((said, path, line, now)) = correction.clone().filter(|_| artifact.accepted) {
                        self.correct(artifact, &said, path, line, now);
                    }
                }
                self.flag(found.into_iter().map(|c| c.conflict).collect());
                self.mention(artifact);
                // A decision of the person becomes a record even if it contradicts something.
                if clear || artifact.accepted {
                    drop(self.document(artifact, None));
                }
            }
            ArtifactKind::Plan if artifact.stopped.is_some() => self.stopped_plan(artifact),
            ArtifactKind::Plan | ArtifactKind::Analysis | ArtifactKind::Framework => {
                let before = self.out.proposals.len();
                let group = artifact.id.clone();
                let home = self.document(artifact, Some(&group));
                self.own = self.out.proposals.len();
                let tasks = self.steps(artifact, &group, home.as_ref());
                self.link(home.as_ref(), tasks);
                // A single proposal needs no group.
                if let [only] = self.out.proposals.get_mut(before..).unwrap_or_default() {
                    only.group = None;
                }
            }
        }
    }

    /// Whether a decision of the ledger is also cut from the talk, in words that were chosen to be read alone.
    fn is_told_again(&self, artifact: &Artifact) -> bool {
        let words = Words::of(&artifact.title);
        let same = |other: &&&Artifact| other.session == artifact.session && other.source == artifact.source;
        let mut told = self.told.iter().filter(same).map(|other| Words::of(&other.title));
        artifact.found == FoundBy::Ledger
            && told.any(|other| words.heavy().any(|w| other.tokens.iter().any(|t| t == w)))
    }

    /// The task that a title names, open or closed. An id names the task if the rest of the title adds nothing:
    /// `Finish BACK-7` is BACK-7, `Add a variant on top of BACK-7` is not.
    fn find(&self, title: &str) -> BoardMatch<'a> {
        let words = Words::of(title);
        let named = self.tasks.iter().find(|(t, _)| words.ids.iter().any(|id| id.eq_ignore_ascii_case(&t.id)));
        if let Some((task, theirs)) = named {
            let rest = Words::of(&without_ids(title));
            if rest.only_takes_up() || matches!(compare(&rest, theirs), Likeness::Same(_)) {
                return BoardMatch::Same(task);
            }
        }
        // An id of somewhere else, as the number in the agent's list, does not part it from a task without one.
        let bare = Words::of(&without_ids(title));
        let (mut best, mut opposite): (Option<(&Task, f32, bool)>, Option<&Task>) = (None, None);
        for (task, theirs) in &self.tasks {
            match compare(if theirs.ids.is_empty() { &bare } else { &words }, theirs) {
                Likeness::Same(score) if best.is_none_or(|(_, s, sure)| !sure || s < score) => {
                    best = Some((*task, score, true));
                }
                Likeness::Perhaps(score) if best.is_none_or(|(_, s, sure)| !sure && s < score) => {
                    best = Some((*task, score, false));
                }
                Likeness::Opposite => opposite = Some(*task),
                _ => {}
            }
        }
        match (best, opposite) {
            (Some((task, _, true)), _) => BoardMatch::Same(task),
            _ if named.is_some() => named.map_or(BoardMatch::No, |(task, _)| BoardMatch::Named(task)),
            (_, Some(task)) if task.status.is_open() => BoardMatch::Opposite(task),
            (Some((task, _, false)), _) => match self.judge.same(title, &task.title) {
                Some(true) => BoardMatch::Same(task),
                Some(false) => BoardMatch::No,
                None => BoardMatch::Perhaps(task),
            },
            _ => BoardMatch::No,
        }
    }

    /// The place of a task for a contradiction: its id, or the board where that shows none.
    fn place_of<'t>(&'t self, task: &'t Task) -> &'t str {
        let board = self.state.board.as_ref().map_or("", |board| board.place.as_str());
        task.shown_id().unwrap_or(board)
    }

    fn note(&mut self, text: &str, why: &str, artifact: &Artifact) {
        self.trace.notes.push(why.to_owned());
        let note = StandupNote { text: text.to_owned(), why: why.to_owned(), evidence: vec![evidence(artifact, &[])] };
        if !self.out.notes.iter().any(|n| n.text == note.text && n.why == note.why) {
            self.out.notes.push(note);
        }
    }

    fn flag(&mut self, found: Vec<StandupConflict>) {
        for conflict in found {
            self.trace.notes.push(format!("it contradicts {} ({}): {}", conflict.place, conflict.id, conflict.why));
            if self.out.conflicts.iter().all(|c| c.id != conflict.id) {
                self.out.conflicts.push(conflict);
            }
        }
    }

    /// Proposes an action and returns its index. One that another session proposes too, or that is pending, gets more
    /// evidence instead of a second proposal.
    fn propose(
        &mut self,
        action: StandupAction,
        fits: f32,
        from: (&Artifact, &[String]),
        why: &str,
        group: Option<&str>,
    ) -> usize {
        let key = action.key();
        if let Some(known) = self.known(|p| p.key == key) {
            self.corroborate(known, fits, from, Some((action, why)));
            return known;
        }
        let (artifact, quotes) = from;
        let hedged = quotes.iter().any(|q| is_hedged(q));
        let evidence = vec![evidence(artifact, quotes)];
        let confidence = confidence(&evidence, fits, self.now, hedged);
        let mut proposal = Proposal::new(action, confidence, evidence, why);
        proposal.group = group.map(str::to_owned);
        proposal.artifacts.push(artifact.id.clone());
        self.out.proposals.push(proposal);
        self.trace.proposals.push(self.out.proposals.len() - 1);
        self.out.proposals.len() - 1
    }

    /// The index of the first matching proposal of this plan; a pending one that matches is added to the plan.
    fn known(&mut self, is: impl Fn(&Proposal) -> bool) -> Option<usize> {
        if let Some(n) = self.out.proposals.iter().position(&is) {
            return Some(n);
        }
        let waits = self.pending.iter().find(|p| is(p))?;
        self.out.proposals.push((*waits).clone());
        Some(self.out.proposals.len() - 1)
    }

    /// Adds an artifact as evidence to a proposal. A better fit replaces the action and its reason.
    fn corroborate(
        &mut self,
        n: usize,
        fits: f32,
        from: (&Artifact, &[String]),
        better: Option<(StandupAction, &str)>,
    ) {
        let (artifact, quotes) = from;
        let (new, now) = (evidence(artifact, quotes), self.now);
        self.trace.proposals.push(n);
        let Some(known) = self.out.proposals.get_mut(n) else { return };
        if !known.artifacts.contains(&artifact.id) {
            known.artifacts.push(artifact.id.clone());
        }
        let was = confidence::fits(&known.confidence);
        // The note on a task that is closed quotes the best evidence, which stands first.
        let closes = matches!(known.action, StandupAction::DoneTask { .. });
        let best = known.evidence.first().map_or(new.kind, |first| first.kind);
        let is_better = if closes { new.kind < best || (new.kind == best && fits > was) } else { fits > was };
        let hedged = known.confidence.parts.iter().any(|p| p.name == "hedging");
        let hedged = hedged && quotes.iter().any(|q| is_hedged(q));
        if known.evidence.iter().all(|e| !confidence::copied(e, &new)) {
            known.evidence.push(new);
            known.evidence.sort_by_key(|e| e.kind);
        }
        if let Some((action, why)) = better.filter(|_| is_better) {
            (known.action, known.why) = (action, why.to_owned());
        }
        known.confidence = confidence(&known.evidence, fits.max(was), now, hedged);
    }
}

fn is_unfinished_list(artifact: &Artifact) -> bool {
    matches!(artifact.found, FoundBy::PlanTool | FoundBy::TodoTool)
        && artifact.is_current()
        && artifact.steps.iter().any(|step| !step.done)
}

/// An artifact as evidence.
fn evidence(artifact: &Artifact, quotes: &[String]) -> ProposalEvidence {
    let kind = match artifact.said {
        EvidenceKind::Claim if artifact.accepted => EvidenceKind::Person,
        // The person agreed to a part of it.
        EvidenceKind::Claim if artifact.is_half_done() => EvidenceKind::Stated,
        kind => kind,
    };
    // A text of the agent stays the agent's, even if the person agreed to it.
    let agents = matches!(
        artifact.found,
        FoundBy::Shape
            | FoundBy::PlanTool
            | FoundBy::TodoTool
            | FoundBy::Agreed
            | FoundBy::LeftOpen
            | FoundBy::ComesNext
    );
    ProposalEvidence {
        kind,
        session: artifact.session.clone(),
        turns: vec![artifact.source.clone()],
        quotes: quotes.to_vec(),
        at: artifact.at,
        agreed: agents && kind == EvidenceKind::Person,
    }
}
