//! Defines [`Artifact`], a work product of a session that is worth more than one fact, cut out verbatim.
//!
//! The agent's own tools come first: plans, todo lists, answers, commits, calls that failed and then succeeded. The rest
//! is recognised by the shape of the Markdown. An artifact is a range of one turn, so it is whole and cites its source by
//! construction.

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
        /// A call that failed, and the call that then succeeded.
        ErrorPattern = "error_pattern",
        /// A choice with its reasons or with the options not chosen.
        Decision = "decision_with_context",
        /// Finished work: a commit, with the outcome of its push.
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
    /// `w-` and eight hex digits of a hash of session, turn, kind and text.
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
    /// Its byte range in the turn; `None` for the output of a tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<Range<usize>>,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// The strongest evidence for it.
    pub said: EvidenceKind,
    /// The things to do that it names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
    /// Hash of its words: the same for the same text, however it is set.
    pub hash: String,
    /// How it was found.
    pub found: FoundBy,
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
    /// The file in which the session wrote it down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub persisted: Option<Persisted>,
    /// The later artifact of the same session that replaces it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<String>,
    /// For a completion: whether a push after it succeeded; `None` when none was tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pushed: Option<bool>,
}

words! {
    /// How an artifact was found.
    FoundBy {
        /// A plan put to the person by the agent's own tool.
        PlanTool = "plan tool",
        /// A list of todos.
        TodoTool = "todo list",
        /// A question the person answered.
        Answer = "answered question",
        /// A call that failed, then one that succeeded.
        Retry = "failed call and its retry",
        /// A commit.
        Commit = "commit",
        /// The shape of what was said.
        Shape = "shape of the text",
        /// The person stated a change of the board's state.
        Word = "the person's word",
    }
}

impl Artifact {
    /// Whether it is neither refused nor replaced.
    pub const fn stands(&self) -> bool {
        !self.refused && self.superseded_by.is_none()
    }

    /// How much it is worth keeping, 0 to 1, and the parts of that score.
    pub fn value(&self) -> (f32, Vec<Part>) {
        value::value(self)
    }
}
