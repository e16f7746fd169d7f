//! Defines [`StandupAction`], the closed list of what the standup can do, and [`Proposal`], an action with its
//! evidence.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use super::account::ArtifactAccount;
pub use crate::artifacts::{EvidenceKind, SourceRef};
use crate::language::stems::fold;
use crate::state::Part;
use crate::transcript::short_id;

words! {
    /// The kinds of actions. None deletes anything, and only the correction of a line changes what is there.
    ActionKind {
        CreateTask = "create_task",
        /// A note on an existing task.
        LogTask = "log_task",
        DoneTask = "done_task", CreateDoc = "create_doc",
        /// A section added to an existing document.
        EnrichDoc = "enrich_doc",
        /// A field in a document's front matter.
        DocMetadata = "doc_metadata",
        /// A line of a document that is out of date, with the line as it would read. Only the person decides it.
        CorrectDoc = "correct_doc",
        /// A section added to a tool's notes, from an error that was made and corrected.
        FixSkill = "fix_skill",
        NoAction = "no_action",
    }
}

/// An action. Paths are from the project's root, with `/`; texts are verbatim from the session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum StandupAction {
    /// A new task.
    CreateTask {
        /// One line.
        title: String,
        /// More of it; may be empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        body: String,
    },
    /// A note on a task.
    LogTask {
        /// The task's id, as the board gave it.
        task: String,
        /// The task's title when this was proposed.
        title: String,
        /// The note.
        text: String,
    },
    /// A task is done.
    DoneTask {
        /// The task's id, as the board gave it.
        task: String,
        /// The task's title when this was proposed.
        title: String,
        /// The evidence that it is done, added to the task before it is closed.
        note: String,
    },
    /// A new document.
    CreateDoc {
        /// The path; an existing file is never replaced.
        path: String,
        /// Its title, one line.
        title: String,
        /// Its text without the title, verbatim from the session.
        content: String,
    },
    /// A section added to a document.
    EnrichDoc {
        /// The path of an existing document.
        path: String,
        /// The section's heading, one line.
        heading: String,
        /// Its text, verbatim from the session.
        content: String,
    },
    /// A field of a document's front matter.
    DocMetadata {
        /// The path of an existing document.
        path: String,
        /// The field: `status`, `summary`, ...
        field: String,
        /// The value, one line.
        value: String,
    },
    /// A line of a document with an outdated fact.
    CorrectDoc {
        /// The path of an existing document.
        path: String,
        /// The line as it is, which occurs once.
        line: String,
        /// The line as it would read.
        now: String,
    },
    /// A section added to a tool's notes.
    FixSkill {
        /// The path of an existing `SKILL.md` or page of gotchas.
        path: String,
        /// The section's heading, one line.
        heading: String,
        /// The step that failed and the one that worked.
        content: String,
    },
    /// Nothing to do.
    NoAction {
        /// The subject, one line.
        title: String,
        /// Why nothing is to be done.
        reason: String,
    },
}

impl StandupAction {
    /// Its kind.
    pub const fn kind(&self) -> ActionKind {
        match self {
            Self::CreateTask { .. } => ActionKind::CreateTask,
            Self::LogTask { .. } => ActionKind::LogTask,
            Self::DoneTask { .. } => ActionKind::DoneTask,
            Self::CreateDoc { .. } => ActionKind::CreateDoc,
            Self::EnrichDoc { .. } => ActionKind::EnrichDoc,
            Self::DocMetadata { .. } => ActionKind::DocMetadata,
            Self::CorrectDoc { .. } => ActionKind::CorrectDoc,
            Self::FixSkill { .. } => ActionKind::FixSkill,
            Self::NoAction { .. } => ActionKind::NoAction,
        }
    }

    /// The task it is about, by the board's id.
    pub fn task(&self) -> Option<&str> {
        match self {
            Self::LogTask { task, .. } | Self::DoneTask { task, .. } => Some(task),
            _ => None,
        }
    }

    /// Whether it changes the board.
    pub const fn on_board(&self) -> bool {
        matches!(self, Self::CreateTask { .. } | Self::LogTask { .. } | Self::DoneTask { .. })
    }

    /// The document it is about.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::CreateDoc { path, .. }
            | Self::EnrichDoc { path, .. }
            | Self::DocMetadata { path, .. }
            | Self::CorrectDoc { path, .. }
            | Self::FixSkill { path, .. } => Some(path),
            _ => None,
        }
    }

    /// Its subject: the title of a task or document, a heading or a field.
    pub fn title(&self) -> &str {
        match self {
            Self::CreateTask { title, .. }
            | Self::LogTask { title, .. }
            | Self::DoneTask { title, .. }
            | Self::CreateDoc { title, .. }
            | Self::NoAction { title, .. } => title,
            Self::EnrichDoc { heading, .. } | Self::FixSkill { heading, .. } => heading,
            Self::DocMetadata { field, .. } => field,
            Self::CorrectDoc { now, .. } => now,
        }
    }

    /// A hash that is equal for equal actions, so that none is proposed or done twice.
    pub fn key(&self) -> String {
        let parts: Vec<String> = match self {
            Self::CreateTask { title, .. } => vec![fold(title)],
            Self::LogTask { task, text, .. } => vec![task.clone(), fold(text)],
            Self::DoneTask { task, .. } => vec![task.clone()],
            Self::CreateDoc { path, content, .. } => vec![path.clone(), fold(content)],
            Self::EnrichDoc { path, content, .. } | Self::FixSkill { path, content, .. } => {
                vec![path.clone(), fold(content)]
            }
            Self::DocMetadata { path, field, value } => vec![path.clone(), field.clone(), fold(value)],
            Self::CorrectDoc { path, line, now } => vec![path.clone(), line.clone(), now.clone()],
            Self::NoAction { title, reason } => vec![fold(title), fold(reason)],
        };
        let text = format!("{}\u{1f}{}", self.kind(), parts.join("\u{1f}"));
        blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
    }
}

words! {
    /// How far a proposal may go without the person.
    Tier {
        /// Done at once and listed under DONE; only where the person enabled that.
        Execute = "execute",
        /// The person decides.
        Call = "your_call",
        /// Listed, nothing more.
        Note = "note",
        /// Never done, whoever asks.
        Never = "never",
    }
}

/// Quotes or tool results that support a proposal.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposalEvidence {
    pub kind: EvidenceKind,
    pub session: String,
    /// The turns, in order.
    pub turns: Vec<SourceRef>,
    /// The words of those turns, verbatim.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quotes: Vec<String>,
    /// When, if the transcript says so.
    pub at: Option<Timestamp>,
    /// Whether these are words of the assistant that the person agreed to.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub agreed: bool,
}

impl ProposalEvidence {
    /// The session and its turns for display: `claude-1a2b t88, t90`.
    pub fn source(&self) -> String {
        let turns: Vec<String> = self.turns.iter().map(|t| format!("t{}", t.ordinal)).collect();
        format!("{} {}", short_id(&self.session), turns.join(", ")).trim_end().to_owned()
    }
}

words! {
    /// The confidence as a word. Low is listed only, medium is put to the person, high may be done at once.
    Level {
        Low = "low", Medium = "medium", High = "high",
    }
}

/// The confidence in a proposal and how it was computed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposalConfidence {
    /// 0 to 1.
    pub score: f32,
    /// The parts of the score, each 0 to 1 or a factor: evidence, match, recency, sessions, hedging.
    pub parts: Vec<Part>,
}

words! {
    /// The status of a proposal; an approved one is being done.
    ProposalStatus {
        Pending = "pending", Approved = "approved", Dismissed = "dismissed", Done = "done", Failed = "failed",
        /// It was done and rolled back.
        RolledBack = "rolled_back",
        /// A later artifact replaced the one it rested on.
        Superseded = "superseded",
    }
}

/// A proposed action.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Proposal {
    /// `p-` and the first eight digits of the key.
    pub id: String,
    /// The action's key; an action with this key is done once only.
    pub key: String,
    /// The number it is named by in the review; 0 until it is on record.
    #[serde(default)]
    pub number: u32,
    /// The proposed action.
    pub action: StandupAction,
    /// How sure.
    pub confidence: ProposalConfidence,
    /// Its tier when it was planned. The tier is computed again before anything is done.
    pub tier: Tier,
    /// Its evidence, the strongest first.
    pub evidence: Vec<ProposalEvidence>,
    /// Why, in one sentence.
    pub why: String,
    /// Whether other people would see the change.
    #[serde(default)]
    pub leaves_machine: bool,
    pub standing: ProposalStatus,
    /// Shared by the proposals from one artifact: a document and its tasks.
    pub group: Option<String>,
    /// Ids of the artifacts it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub artifacts: Vec<String>,
    /// For a document: the tasks of its group, each as id and title.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<String>,
    /// Why it was dismissed, or could not be done.
    pub because: Option<String>,
}

impl Proposal {
    /// A pending proposal with id and key made from its action. Its tier is [`Tier::Call`] until it is computed.
    pub fn new(
        action: StandupAction,
        confidence: ProposalConfidence,
        evidence: Vec<ProposalEvidence>,
        why: &str,
    ) -> Self {
        let key = action.key();
        Self {
            id: format!("p-{}", key.get(..8).unwrap_or(&key)),
            key,
            number: 0,
            action,
            confidence,
            tier: Tier::Call,
            evidence,
            why: why.to_owned(),
            leaves_machine: false,
            standing: ProposalStatus::Pending,
            group: None,
            artifacts: Vec::new(),
            tasks: Vec::new(),
            because: None,
        }
    }

    /// The strongest kind of its evidence; [`EvidenceKind::Claim`] where it has none.
    pub fn evidence_kind(&self) -> EvidenceKind {
        self.evidence.iter().map(|e| e.kind).min().unwrap_or(EvidenceKind::Claim)
    }
}

/// A contradiction between a session and the project. It is reported and never resolved automatically.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StandupConflict {
    /// `x-` and eight digits of a hash of both sides.
    pub id: String,
    /// The words of the session.
    pub says: String,
    /// The turns with those words.
    pub evidence: Vec<ProposalEvidence>,
    /// The contradicted text of the project.
    pub against: String,
    /// The source of `against`: `docs/api.md`, a task's id, `d-7 of claude-1a2b`, a commit.
    pub place: String,
    /// Why the two contradict, in one sentence.
    pub why: String,
}

impl StandupConflict {
    /// A conflict with an id made from its two sides.
    pub fn new(says: &str, evidence: Vec<ProposalEvidence>, against: &str, place: &str, why: &str) -> Self {
        let hash = blake3::hash(format!("{says}\u{1f}{against}\u{1f}{place}").as_bytes()).to_hex();
        Self {
            id: format!("x-{}", &hash[..8]),
            says: says.to_owned(),
            evidence,
            against: against.to_owned(),
            place: place.to_owned(),
            why: why.to_owned(),
        }
    }
}

/// Something to know that needs no action: of low confidence, done already, or out of date.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StandupNote {
    /// The subject, one line.
    pub text: String,
    /// Why nothing is done about it.
    pub why: String,
    /// The quotations it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<ProposalEvidence>,
}

/// The result of comparing artifacts with the project.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// The proposed actions.
    pub proposals: Vec<Proposal>,
    /// The contradictions.
    pub conflicts: Vec<StandupConflict>,
    pub notes: Vec<StandupNote>,
    /// The outcome of each artifact.
    #[serde(default)]
    pub account: Vec<ArtifactAccount>,
    /// Pending proposals whose artifacts are all replaced or refused: their ids, each with the reason.
    #[serde(default)]
    pub withdrawn: Vec<(String, String)>,
}
