//! Defines [`Artifact`], a work product of a session, such as a plan or an analysis, cut out verbatim.
//!
//! The agent's own tools come first: plans, todo lists, answers, commits, calls that failed and then succeeded. The rest
//! is recognised by the shape of the Markdown. An artifact is a range of one turn, so it is complete and cites its source
//! by construction.

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
use serde_with::skip_serializing_none;

use crate::state::Part;

pub use collect::{Artifacts, Recall};
pub use evidence::{EvidenceKind, SourceRef};
pub use shape::other_points;
pub use value::{Shingles, overlap};

words! {
    /// The kinds of artifacts.
    ArtifactKind {
        Plan = "plan", Analysis = "analysis",
        /// A reusable structure: tiers, levels, a matrix.
        Framework = "framework",
        /// A call that failed, and the call that then succeeded.
        ErrorPattern = "error_pattern",
        Decision = "decision_with_context",
        /// Finished work: a commit, with the outcome of its push.
        Completion = "completion",
    }
}

/// A task that an artifact names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Its words, on one line, verbatim.
    pub text: String,
    /// Whether the session did it later: a list ticked it off, or a commit names it.
    #[serde(default)]
    pub done: bool,
}

/// A file into which the session wrote an artifact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Persisted {
    /// The file, as the session named it.
    pub path: String,
    /// Share of the artifact that is in the file, 0 to 1.
    pub share: f32,
}

/// A work product of a session.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Artifact {
    /// `w-` and eight hex digits of a hash of session, turn, kind and text.
    pub id: String,
    pub kind: ArtifactKind,
    /// The id of the session.
    pub session: String,
    /// One line that names it.
    pub title: String,
    /// Its text, verbatim.
    pub content: String,
    /// The turn that contains it, or during which a tool produced it.
    pub source: SourceRef,
    /// Its byte range in the turn; `None` for the output of a tool.
    pub range: Option<Range<usize>>,
    /// Time of that turn.
    pub at: Option<Timestamp>,
    /// The strongest evidence for it.
    pub said: EvidenceKind,
    /// The tasks that it names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
    /// Hash of its words, independent of punctuation, case and layout.
    pub hash: String,
    pub found: FoundBy,
    /// Whether the person agreed to it in the next turn, or approved it.
    #[serde(default)]
    pub accepted: bool,
    /// Whether the person refused it or withdrew the turn.
    #[serde(default)]
    pub refused: bool,
    /// Number of later turns of the person that name it.
    #[serde(default)]
    pub named_again: u32,
    /// Whether the session carried it out: a later commit is about the same.
    #[serde(default)]
    pub carried_out: bool,
    /// The file in which the session wrote it down.
    pub persisted: Option<Persisted>,
    /// Id of the later artifact of the same session that replaces it.
    pub superseded_by: Option<String>,
    /// For a completion, whether a later push succeeded; `None` if no push was tried.
    pub pushed: Option<bool>,
}

words! {
    /// How an artifact was found.
    FoundBy {
        PlanTool = "plan tool", TodoTool = "todo list", Answer = "answered question",
        Retry = "failed call and its retry", Commit = "commit", Shape = "shape of the text",
        PersonReopened = "the person's word",
    }
}

impl Artifact {
    /// Whether it is neither refused nor replaced.
    pub const fn is_current(&self) -> bool {
        !self.refused && self.superseded_by.is_none()
    }

    /// How much it is worth keeping, 0 to 1, and the parts of that score.
    pub fn value(&self) -> (f32, Vec<Part>) {
        value::value(self)
    }
}
