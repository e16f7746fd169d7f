//! Defines the open task that a commit may have done without naming it whole: the commit has the words the task begins
//! with, or the person had asked for the task since the commit before.

use super::{BoardMatch, Planner};
use crate::artifacts::commit_summary::CommitSummary;
use crate::artifacts::{Artifact, Claim, is_put_off};
use crate::language::likeness::same_root;
use crate::language::titles::Words;
use crate::trackers::Task;

/// Least share of a task's words in a commit or a request, and least number of them.
const NAMED: f32 = 0.6;
const LEAST: usize = 2;
/// Words that a task's own words end with: what follows says where, how or when.
const ENDS: &[&str] =
    &[" (", " @", ", ", " in ", " on ", " for ", " with ", " about ", " when ", " every ", " via ", " from ", " by "];
/// Least number of steps about a task's thing that make the task the whole of a list.
const PARTS: usize = 2;

impl<'a> Planner<'a> {
    /// The open task that a commit may have done without naming it whole; `None` if two come equally close.
    pub(super) fn taken_up(&self, artifact: &Artifact, commit: &CommitSummary) -> Option<&'a Task> {
        let subject = artifact.content.lines().next().unwrap_or_default();
        self.nearest((artifact, subject), &artifact.asked, |words| commit.can_have_done(words))
    }

    /// The open task that words which call something done are about, by what the person had asked for before.
    pub(super) fn reported(&self, artifact: &Artifact, claim: &Claim) -> Option<&'a Task> {
        self.nearest((artifact, &claim.words), &claim.asked, |_| true)
    }

    /// The open task that is done with a step that the agent ticked off.
    pub(super) fn ticked_off(&self, artifact: &Artifact, step: &str) -> Option<&'a Task> {
        match self.find(step) {
            BoardMatch::Same(task) if task.status.is_open() => Some(task).filter(|task| !self.is_still_open(task)),
            BoardMatch::Same(_) => None,
            _ => self.nearest((artifact, step), &[], |_| true),
        }
    }

    /// The open task that comes closest to words of an artifact; `None` if two come equally close, or if parts of it are
    /// still open.
    fn nearest(
        &self,
        (artifact, said): (&Artifact, &str),
        asked: &[String],
        may: impl Fn(&Words) -> bool,
    ) -> Option<&'a Task> {
        let asked: Vec<Words> = asked.iter().filter(|s| !is_put_off(s)).map(|s| Words::of(s)).collect();
        let open = self.tasks.iter().filter(|(task, _)| task.status.is_open());
        let mut fits: Vec<(f32, &'a Task)> = open
            .filter(|(_, words)| may(words))
            .filter_map(|(task, words)| Some((fit(task, words, said, &asked)?, *task)))
            .collect();
        fits.sort_by(|a, b| b.0.total_cmp(&a.0));
        let found = match fits.as_slice() {
            [(best, _), (next, _), ..] if best.total_cmp(next).is_eq() => None,
            [(_, task), ..] => Some(*task),
            [] => None,
        };
        found.filter(|task| !self.has_open_parts(artifact, task) && !self.is_still_open(task))
    }

    /// Whether what a session named as still open is about a task.
    pub(super) fn is_still_open(&self, task: &Task) -> bool {
        let lists = self.left.iter().flat_map(|list| &list.steps).filter(|step| !step.done);
        lists.into_iter().any(|step| {
            let found = match self.find(&step.text) {
                BoardMatch::Same(found) | BoardMatch::Perhaps(found) => Some(found),
                _ => self.under_its_head(&step.text),
            };
            found.is_some_and(|found| found.id == task.id)
        })
    }

    /// Whether a task is the whole of which a list of its session still has open parts.
    pub(super) fn has_open_parts(&self, artifact: &Artifact, task: &Task) -> bool {
        let words = Words::of(&task.title);
        let heads: Vec<&str> = words.heavy().take(2).collect();
        let about = |text: &str| Words::of(text).heavy().any(|t| heads.iter().any(|head| same_root(head, t)));
        let lists = self.lists.iter().filter(|list| list.session == artifact.session);
        lists.into_iter().any(|list| list.steps.iter().filter(|step| about(&step.text)).count() >= PARTS)
    }
}

/// How close a commit comes to a task, by its subject and by what the person had asked for; `None` if it is about
/// something else.
fn fit(task: &Task, words: &Words, subject: &str, asked: &[Words]) -> Option<f32> {
    let (core, rest) = core_and_rest(&task.title);
    let (said, said_rest) = core_and_rest(subject);
    let subject = Words::of(subject);
    // "For the backend" is not "for the mobile app".
    let same_core = there(&core.tokens, &said) == core.tokens.len();
    let elsewhere = same_core && !said_rest.is_empty() && there(&rest, &subject) < rest.len();
    let whole = core.tokens.len() >= LEAST && there(&core.tokens, &subject) == core.tokens.len() && !elsewhere;
    let heavy: Vec<String> = words.heavy().map(str::to_owned).collect();
    let shared = there(&heavy, &subject);
    let opens_alike = words.tokens.first().zip(subject.tokens.first()).is_some_and(|(a, b)| same_root(a, b));
    let says_no_other = said.heavy().all(|t| has(words, t));
    let enough = shared >= LEAST && shared as f32 >= heavy.len() as f32 * NAMED;
    let most = opens_alike && says_no_other && enough && !elsewhere;
    let named = if core.tokens.len() >= LEAST { &core } else { words };
    let telling = |said: &Words| heavy.iter().filter(|t| has(said, t) || has(&subject, t)).count() >= LEAST;
    let best = asked.iter().filter(|said| telling(said)).map(|said| there(&named.tokens, said)).max();
    let best = best.filter(|n| *n >= LEAST).unwrap_or(0);
    let requested = best as f32 / named.tokens.len().max(1) as f32;
    let about = subject.heavy().any(|t| heavy.iter().any(|own| same_root(own, t)) || asked.iter().any(|s| has(s, t)));
    let by_request = requested >= NAMED && about;
    (whole || most || by_request).then(|| {
        let own = shared as f32 / heavy.len().max(1) as f32;
        own + if whole { 1.0 } else { 0.0 } + if by_request { requested } else { 0.0 }
    })
}

/// The words that a title begins with, before those that say where, how or when.
pub(super) fn core(title: &str) -> Words {
    core_and_rest(title).0
}

/// The same, and the telling words of the phrase behind them; what follows a comma is beside the matter.
fn core_and_rest(title: &str) -> (Words, Vec<String>) {
    let end = ENDS.iter().filter_map(|end| title.find(end)).filter(|at| *at > 0).min().unwrap_or(title.len());
    let (core, rest) = title.split_at(end);
    let rest = if rest.starts_with([',', ' ']) && rest.trim_start().starts_with([',', '(', '@']) { "" } else { rest };
    let rest = rest.split([',', '(', '@']).next().unwrap_or_default();
    (Words::of(core), Words::of(rest).heavy().map(str::to_owned).collect())
}

/// How many of these words are in a text.
fn there(words: &[String], text: &Words) -> usize {
    words.iter().filter(|word| has(text, word)).count()
}

fn has(text: &Words, word: &str) -> bool {
    text.tokens.iter().any(|t| same_root(t, word))
}
