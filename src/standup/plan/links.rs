//! Defines how a document and the tasks cut from it name each other, and what follows when all of them are done.
//!
//! A task says in its body which document it is of; a document says below its title which tasks were proposed with it.
//! When all those tasks are done, so is the plan.

use super::Planner;
use crate::artifacts::Artifact;
use crate::edits::front_matter::FrontMatter;
use crate::standup::action::{Proposal, ProposalConfidence, StandupAction};
use crate::standup::docs::linked;
use crate::standup::execute::mark;
use crate::standup::project::Doc;
use crate::state::Part;
use crate::trackers::TaskStatus;

/// Words for a document's state that say there is nothing left to do.
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
/// How sure it is that a plan is done whose tasks all are: the board says so.
const ALL_DONE: f32 = 0.85;

/// Where an artifact stands, or is to stand, as a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Home {
    /// In this document.
    There(String),
    /// In the document that is proposed: which proposal.
    Proposed(usize, String),
}

/// A proposed task by its mark and title.
pub(super) fn named(proposal: &Proposal) -> String {
    format!("{} {}", mark(&proposal.key), proposal.action.title())
}

/// The body of a task, which says where it comes from.
pub(super) fn body(artifact: &Artifact, home: Option<&Home>) -> String {
    let turn = format!("{} t{}", artifact.session, artifact.source.ordinal);
    match home {
        Some(Home::There(path)) => format!("Of \"{}\" in {path} ({turn})", artifact.title),
        Some(Home::Proposed(_, path)) => format!("Of \"{}\", proposed as {path} ({turn})", artifact.title),
        None => format!("Of \"{}\" ({turn})", artifact.title),
    }
}

impl Planner<'_> {
    /// Lets a proposed document name its tasks.
    pub(super) fn link(&mut self, home: Option<&Home>, tasks: Vec<String>) {
        let Some(Home::Proposed(n, _)) = home else { return };
        if let Some(document) = self.out.proposals.get_mut(*n) {
            document.tasks.extend(tasks.into_iter().filter(|t| !document.tasks.contains(t)).collect::<Vec<_>>());
        }
    }

    /// Documents of which every task is done: their state may say so.
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

    /// How many tasks of a document are done, where they all are; one that is not on the board leaves it open.
    fn all_done(&self, doc: &Doc) -> Option<usize> {
        let ids = linked(&doc.text);
        let task = |id: &String| self.state.tasks().iter().find(|t| t.id.eq_ignore_ascii_case(id) || t.is_marked(id));
        let states: Vec<TaskStatus> = ids.iter().map(|id| task(id).map(|t| t.status)).collect::<Option<_>>()?;
        let done = states.iter().filter(|s| **s == TaskStatus::Done).count();
        (done > 0 && states.iter().all(|s| !s.is_open())).then_some(done)
    }
}

/// Whether a document's head says already that there is nothing left to do.
fn ended(doc: &Doc) -> bool {
    let status = FrontMatter::of(&doc.text).fields.text("status");
    status.is_some_and(|status| ENDED.contains(&status.to_lowercase().as_str()))
}
