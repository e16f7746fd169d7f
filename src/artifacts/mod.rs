//! Defines [`Artifact`], a work product of a session that is worth more than one fact, cut out verbatim.
//!
//! What the agent's own tools say comes first: plans, todo lists, answers, commits, calls that failed and went through
//! at the second try. What is left is told by the shape of the Markdown. An artifact is a range of one turn, so it is
//! whole and cites its place by construction.

mod collect;
pub mod commit_summary;
mod evidence;
mod insight;
mod lesson;
mod naming;
mod shape;
mod shell;
mod steps;
mod value;

use std::ops::Range;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::state::Part;

pub use collect::{Artifacts, Recall};
pub use evidence::{EvidenceKind, SourceRef};
pub use value::{Shingles, overlap};

words! {
    /// The kinds of artifacts.
    ArtifactKind {
        /// Ordered steps to an end.
        Plan = "plan",
        /// Insights drawn from material: findings, numbers, comparisons.
        Analysis = "analysis",
        /// A structure to be used again: tiers, levels, a matrix.
        Framework = "framework",
        /// A call that failed, and the call that then went through.
        ErrorPattern = "error_pattern",
        /// A choice with its reasons or with what was not chosen.
        Decision = "decision_with_context",
        /// Work that went through: a commit, with what became of its push.
        Completion = "completion",
    }
}

/// One thing to do that an artifact names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Its words, on one line, verbatim.
    pub text: String,
    /// Whether the session did it later: a list ticked it off or a commit names it.
    #[serde(default)]
    pub done: bool,
}

/// A file into which the session wrote what an artifact says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Persisted {
    /// The file, as the session named it.
    pub path: String,
    /// How much of the artifact stands in it, 0 to 1.
    pub share: f32,
}

/// A work product of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Artifact {
    /// `w-` and eight digits of session, turn, place and kind.
    pub id: String,
    /// Its kind.
    pub kind: ArtifactKind,
    /// The session.
    pub session: String,
    /// One line that names it.
    pub title: String,
    /// Its text, verbatim.
    pub content: String,
    /// The turn it stands in, or beside.
    pub source: SourceRef,
    /// Bytes of the turn that it is; none for what a tool said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<Range<usize>>,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// What speaks for it.
    pub said: EvidenceKind,
    /// What it says is to be done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
    /// Hash of its words: the same for the same text, however it is set.
    pub hash: String,
    /// How it was found: one of a closed list of ways.
    pub found: Found,
    /// The person agreed to it in the next turn, or approved it.
    #[serde(default)]
    pub accepted: bool,
    /// The person refused it, or the turn was taken back.
    #[serde(default)]
    pub refused: bool,
    /// Later turns of the person that name it.
    #[serde(default)]
    pub named_again: u32,
    /// The session carried it out: a commit after it is about the same.
    #[serde(default)]
    pub carried_out: bool,
    /// Where the session wrote it down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub persisted: Option<Persisted>,
    /// The later artifact of the same session in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<String>,
    /// For a completion: whether a push after it went through; none when none was tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pushed: Option<bool>,
}

words! {
    /// How an artifact was found.
    Found {
        /// A plan put to the person by the agent's own tool.
        PlanTool = "plan tool",
        /// A list of todos.
        TodoTool = "todo list",
        /// A question the person answered.
        Answer = "answered question",
        /// A call that failed, then one that went through.
        Retry = "failed call and its retry",
        /// A commit.
        Commit = "commit",
        /// The shape of what was said.
        Shape = "shape of the text",
        /// What the person said to be the case on the board.
        Word = "the person's word",
    }
}

impl Artifact {
    /// Whether it still stands: not refused, not replaced.
    pub const fn stands(&self) -> bool {
        !self.refused && self.superseded_by.is_none()
    }

    /// What it is worth keeping, 0 to 1, and why.
    pub fn value(&self) -> (f32, Vec<Part>) {
        value::value(self)
    }
}
