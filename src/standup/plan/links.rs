//! Defines the links between a document and the tasks made from it, and the proposal to close a plan whose tasks are
//! done.
//!
//! A task names its document in its body; a document names the tasks proposed with it below its title.

use super::Planner;
use crate::artifacts::Artifact;
use crate::edits::front_matter::FrontMatter;
use crate::standup::action::{Proposal, ProposalConfidence, StandupAction};
use crate::standup::docs::linked;
use crate::standup::execute::mark;
use crate::standup::project::Doc;
use crate::state::Part;
use crate::trackers::{Task, TaskStatus};
use crate::transcript::short_id;

/// Values of a document's status with nothing left to do.
const ENDED: &[&str] = &[
    "done",
    "complete",
    "completed",
    "closed",
    "implemented",
    "finished",
    "shipped",
    "superseded",
    "rejected",
    "abandoned",
    "archived",
    "cancelled",
];
/// Fit of a missing link.
const LINKED: f32 = 0.9;
/// Confidence that a plan is done if all its tasks are, by the board.
const ALL_DONE: f32 = 0.85;

/// The document of an artifact, existing or proposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Home {
    /// The path of an existing document.
    Existing(String),
    /// The index of the proposal of a new document, and its path.
    Proposed(usize, String),
}

/// The text that names a proposed task: mark and title.
pub(super) fn named(proposal: &Proposal) -> String {
    format!("{} {}", mark(&proposal.key), proposal.action.title())
}

/// The body of a task, which names its source.
pub(super) fn body(artifact: &Artifact, home: Option<&Home>) -> String {
    let turn = format!("{} t{}", short_id(&artifact.session), artifact.source.ordinal);
    match home {
        Some(Home::Existing(path)) => format!("Of \"{}\" in {path} ({turn})", artifact.title),
        Some(Home::Proposed(_, path)) => format!("Of \"{}\", proposed as {path} ({turn})", artifact.title),
        None => format!("Of \"{}\" ({turn})", artifact.title),
    }
}

impl Planner<'_> {
    /// Adds tasks to the proposal of their document.
    pub(super) fn link(&mut self, home: Option<&Home>, tasks: Vec<String>) {
        let Some(Home::Proposed(n, _)) = home else { return };
        if let Some(document) = self.out.proposals.get_mut(*n) {
            document.tasks.extend(tasks.into_iter().filter(|t| !document.tasks.contains(t)).collect::<Vec<_>>());
        }
    }

    /// Proposes to name in a plan's existing document the tasks of the board that are its steps.
    pub(super) fn link_existing(&mut self, artifact: &Artifact, home: Option<&Home>, tasks: &[&Task]) {
        let Some(Home::Existing(path)) = home else { return };
        let Some(doc) = self.state.docs.iter().flatten().find(|d| *path == d.path) else { return };
        let unnamed: Vec<String> = tasks
            .iter()
            .filter(|task| task.status.is_open() && !doc.text.contains(&task.id))
            .map(|task| format!("- {} {}", task.id, task.title))
            .collect();
        if unnamed.is_empty() {
            return;
        }
        let (path, content) = (doc.path.clone(), unnamed.join("\n"));
        let why = format!("{path} does not name the tasks that are its steps");
        let action = StandupAction::EnrichDoc { path, heading: format!("Tasks of {}", artifact.title), content };
        self.propose(action, LINKED, (artifact, &[]), &why, None);
    }

    /// Proposes the status `done` for documents whose tasks are all done.
    pub(super) fn finished_plans(&mut self) {
        for doc in self.state.docs.iter().flatten() {
            let Some(done) = self.all_done(doc).filter(|_| !ended(doc)) else { continue };
            let action =
                StandupAction::DocMetadata { path: doc.path.clone(), field: "status".into(), value: "done".into() };
            let parts = vec![Part { name: "tasks done".into(), value: done as f32 }];
            let why = format!("every task it names is done: {done}");
            self.out.proposals.push(Proposal::new(
                action,
                ProposalConfidence { score: ALL_DONE, parts },
                Vec::new(),
                &why,
            ));
        }
    }

    /// The number of done tasks of a document; `None` if one is open or not on the board.
    fn all_done(&self, doc: &Doc) -> Option<usize> {
        let ids = linked(&doc.text);
        let states: Vec<TaskStatus> = ids.iter().map(|id| self.status_of(id)).collect::<Option<_>>()?;
        let done = states.iter().filter(|s| **s == TaskStatus::Done).count();
        (done > 0 && states.iter().all(|s| !s.is_open())).then_some(done)
    }

    /// The status of the task with this id or mark.
    fn status_of(&self, id: &str) -> Option<TaskStatus> {
        let task = self.state.tasks().iter().find(|t| t.id.eq_ignore_ascii_case(id) || t.is_marked(id))?;
        Some(task.status)
    }
}

/// Whether a document's front matter already has a status of [`ENDED`].
fn ended(doc: &Doc) -> bool {
    let status = FrontMatter::of(&doc.text).fields.text("status");
    status.is_some_and(|status| ENDED.contains(&status.to_lowercase().as_str()))
}
