//! Defines [`Artifact`], a work product of a session, such as a plan or an analysis, cut out verbatim.
//!
//! The agent's own tools come first: plans, todo lists, answers, commits, calls that failed and then succeeded. The rest
//! is recognised by the shape of the Markdown. An artifact is a range of one turn, so it is complete and cites its source
//! by construction.

mod claims;
mod collect;
pub mod commit_summary;
mod evidence;
mod facts;
mod framing;
mod insight;
mod left_open;
mod lesson;
mod naming;
mod sense;
mod shape;
mod shell;
mod steps;
mod value;

use std::ops::Range;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::state::Part;
use crate::text::{SafeText, below};
use value::content_hash;

pub use claims::{Claim, covers, means, sentences};
pub use collect::{Artifacts, AskedWords, Recall, is_whole};
pub use evidence::{EvidenceKind, SourceRef};
pub use facts::FactChange;
pub use left_open::is_put_off;
pub use naming::settled_title;
pub use sense::TaskSense;
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
        /// Finished work: a commit, with the outcome of its push, or words that call something done.
        Completion = "completion",
        /// Something that is otherwise now, in the person's words or as agreed.
        ChangedFact = "changed_fact",
    }
}

impl ArtifactKind {
    /// Its name for people.
    pub const fn plain_name(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Analysis => "analysis",
            Self::Framework => "framework",
            Self::ErrorPattern => "lesson",
            Self::Decision => "decision",
            Self::Completion => "finished work",
            Self::ChangedFact => "changed fact",
        }
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
    /// Why it is no task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
    /// Whether that is because another artifact of the session has it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub elsewhere: bool,
}

impl Step {
    /// A step that is still to be done.
    pub const fn open(text: String) -> Self {
        Self { text, done: false, left_out: None, elsewhere: false }
    }

    /// Leaves the step to another artifact of the session, which is named by `place`.
    fn leave_to(&mut self, place: String) {
        (self.left_out, self.elsewhere) = (Some(place), true);
    }
}

impl From<steps::FoundStep> for Step {
    fn from(found: steps::FoundStep) -> Self {
        let left_out = found.left_out.map(str::to_owned);
        Self { done: found.done, left_out, ..Self::open(found.text) }
    }
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
    /// Whether the person refused it or withdrew the turn, or it is no work product after all.
    #[serde(default)]
    pub refused: bool,
    /// Why it is refused, where that is not the person's word.
    pub because: Option<String>,
    /// The person's words that stopped an agreed plan.
    pub stopped: Option<Stop>,
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
    /// For words that call things done: the sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// For a completion, whether a later push succeeded; `None` if no push was tried.
    pub pushed: Option<bool>,
    /// For a commit, the person's words since the commit before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<String>,
}

/// The words with which the person stopped a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Stop {
    pub words: String,
    pub source: SourceRef,
}

words! {
    /// How an artifact was found.
    FoundBy {
        PlanTool = "plan tool", TodoTool = "todo list", Answer = "answered question",
        Retry = "failed call and its retry", Commit = "commit", Shape = "shape of the text",
        PersonReopened = "the person's word",
        /// A decision in the person's own words.
        PersonDecided = "the person's decision",
        /// The text the person agreed to, where the agent's text alone is no artifact.
        Agreed = "agreed offer",
        /// Words that call something done, or say that it changed.
        Told = "words",
        /// The agent lists it as still open.
        LeftOpen = "list of open work",
        /// The agent lists it as a next step.
        ComesNext = "next steps",
        /// An item of the session's ledger.
        Ledger = "ledger",
    }
}

/// The id of an artifact with these distinguishing parts.
pub fn id_of(parts: &[&str]) -> String {
    format!("w-{}", &blake3::hash(parts.join("\u{1f}").as_bytes()).to_hex()[..8])
}

impl FoundBy {
    /// Whether it is single tasks side by side: neither a text nor a plan with an order.
    pub const fn is_list(self) -> bool {
        matches!(self, Self::TodoTool | Self::LeftOpen | Self::ComesNext | Self::Ledger)
    }
}

impl Artifact {
    /// An artifact of a turn with an id made from its place and text; neither agreed to nor refused.
    pub fn new(
        session: &str,
        kind: ArtifactKind,
        title: &str,
        content: &str,
        source: &SourceRef,
        at: Option<Timestamp>,
        found: FoundBy,
    ) -> Self {
        Self {
            id: id_of(&[session, &source.turn_id, kind.word(), content]),
            kind,
            session: session.to_owned(),
            title: SafeText::line(title).into_string(),
            content: SafeText::block(content).into_string(),
            source: source.clone(),
            range: None,
            at,
            said: EvidenceKind::Claim,
            steps: Vec::new(),
            hash: content_hash(content),
            found,
            accepted: false,
            refused: false,
            because: None,
            stopped: None,
            named_again: 0,
            carried_out: false,
            persisted: None,
            superseded_by: None,
            claims: Vec::new(),
            pushed: None,
            asked: Vec::new(),
        }
    }

    /// The same with the paths below a folder named from there: its words go where others read them.
    #[must_use]
    pub fn named_from(mut self, folder: Option<&str>) -> Self {
        let steps = self.steps.iter_mut().map(|step| &mut step.text);
        let claims = self.claims.iter_mut().map(|claim| &mut claim.words);
        let stop = self.stopped.iter_mut().map(|stop| &mut stop.words);
        let texts = [&mut self.title, &mut self.content].into_iter().chain(steps).chain(claims).chain(stop);
        for text in texts {
            *text = below(text, folder).into_owned();
        }
        self
    }

    /// Whether it is neither refused nor replaced.
    pub const fn is_current(&self) -> bool {
        !self.refused && self.superseded_by.is_none()
    }

    /// Whether its text begins with a heading that names it.
    pub fn has_own_title(&self) -> bool {
        self.content.trim_start().starts_with('#')
    }

    /// Whether some of its steps are done and some are still to be done.
    pub fn is_half_done(&self) -> bool {
        let mut open = self.steps.iter().filter(|s| s.left_out.is_none());
        self.steps.iter().any(|s| s.done) && open.any(|s| !s.done)
    }

    /// How much it is worth keeping, 0 to 1, and the parts of that score.
    pub fn value(&self) -> (f32, Vec<Part>) {
        value::value(self)
    }
}
