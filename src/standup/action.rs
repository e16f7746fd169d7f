//! Defines [`StandupAction`], the closed list of what the standup can do, and [`Proposal`], one of them with its evidence.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use crate::artifacts::{EvidenceKind, SourceRef};
use crate::language::stems::fold;
use crate::state::Part;

words! {
    /// The kinds of actions. There is none that deletes, and none that rewrites.
    ActionKind {
        /// A new task on the board.
        CreateTask = "create_task",
        /// A note on a task that is there.
        LogTask = "log_task",
        /// A task that is there is done.
        DoneTask = "done_task",
        /// A new document.
        CreateDoc = "create_doc",
        /// A section of its own added to a document that is there.
        EnrichDoc = "enrich_doc",
        /// A field in a document's front matter.
        DocMetadata = "doc_metadata",
        /// A section added to the notes of a tool, from an error that was made and mended.
        FixSkill = "fix_skill",
        /// Nothing to do, for a reason.
        NoAction = "no_action",
    }
}

/// What would be done. Paths are from the project's root, with `/`; texts are as they were said.
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
        /// What is noted.
        text: String,
    },
    /// A task is done.
    DoneTask {
        /// The task's id, as the board gave it.
        task: String,
        /// The task's title when this was proposed.
        title: String,
        /// What shows that it is done: noted on the task before it is closed.
        note: String,
    },
    /// A new document.
    CreateDoc {
        /// Where; a file that is there is never replaced.
        path: String,
        /// Its title, one line.
        title: String,
        /// Its text without the title, verbatim from the session.
        content: String,
    },
    /// A section added to a document.
    EnrichDoc {
        /// A document of the index.
        path: String,
        /// The section's heading, one line.
        heading: String,
        /// Its text, verbatim from the session.
        content: String,
    },
    /// A field of a document's front matter.
    DocMetadata {
        /// A document of the index.
        path: String,
        /// The field: `status`, `summary`, ...
        field: String,
        /// What it shall say, one line.
        value: String,
    },
    /// A section added to a tool's notes.
    FixSkill {
        /// A `SKILL.md` or a page of gotchas that is there.
        path: String,
        /// The section's heading, one line.
        heading: String,
        /// What went wrong and what went right.
        content: String,
    },
    /// Nothing to do.
    NoAction {
        /// What it is about, one line.
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
            | Self::FixSkill { path, .. } => Some(path),
            _ => None,
        }
    }

    /// What it is about, in words: a task's title, a document's title or heading.
    pub fn title(&self) -> &str {
        match self {
            Self::CreateTask { title, .. }
            | Self::LogTask { title, .. }
            | Self::DoneTask { title, .. }
            | Self::CreateDoc { title, .. }
            | Self::NoAction { title, .. } => title,
            Self::EnrichDoc { heading, .. } | Self::FixSkill { heading, .. } => heading,
            Self::DocMetadata { field, .. } => field,
        }
    }

    /// The same for the same action: what keeps it from being proposed or done twice.
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
            Self::NoAction { title, reason } => vec![fold(title), fold(reason)],
        };
        let text = format!("{}\u{1f}{}", self.kind(), parts.join("\u{1f}"));
        blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
    }
}

words! {
    /// What may happen to a proposal.
    Tier {
        /// Done at once and listed under DONE; only where the person switched that on.
        Execute = "execute",
        /// The person's call.
        Call = "your_call",
        /// Listed, nothing more.
        Note = "note",
        /// Never done, whoever asks.
        Never = "never",
    }
}

/// Words or results that speak for a proposal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposalEvidence {
    /// What it is.
    pub kind: EvidenceKind,
    /// The session it is from.
    pub session: String,
    /// The turns, in order.
    pub turns: Vec<SourceRef>,
    /// What was said there, verbatim.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quotes: Vec<String>,
    /// When, if the transcript says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// The words are the assistant's, and the person agreed to them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub agreed: bool,
}

impl ProposalEvidence {
    /// The session and its turns as they are shown: `claude-1a2b t88, t90`.
    pub fn source(&self) -> String {
        let turns: Vec<String> = self.turns.iter().map(|t| format!("t{}", t.ordinal)).collect();
        format!("{} {}", self.session, turns.join(", ")).trim_end().to_owned()
    }
}

words! {
    /// How sure, in words.
    Level {
        /// Listed only.
        Low = "low",
        /// The person's call.
        Medium = "medium",
        /// Enough to be done at once, where that is allowed.
        High = "high",
    }
}

/// How sure a proposal is, and what of.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposalConfidence {
    /// 0 to 1.
    pub score: f32,
    /// What it is made of, each part 0 to 1 or a factor: evidence, match, recency, sessions, hedging.
    pub parts: Vec<Part>,
}

words! {
    /// Where a proposal stands.
    ProposalStatus {
        /// It waits for the person.
        Pending = "pending",
        /// The person said yes; it is being done.
        Approved = "approved",
        /// The person said no.
        Dismissed = "dismissed",
        /// It was done.
        Done = "done",
        /// It could not be done.
        Failed = "failed",
        /// It was done and taken back.
        RolledBack = "rolled_back",
    }
}

/// One action that is proposed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Proposal {
    /// `p-` and eight digits of the key.
    pub id: String,
    /// The same for the same action on the same thing: never done twice.
    pub key: String,
    /// The label beside it on the review; 0 until the store gives it one.
    #[serde(default)]
    pub number: u32,
    /// What would be done.
    pub action: StandupAction,
    /// How sure.
    pub confidence: ProposalConfidence,
    /// What may happen to it, as it was planned. It is looked at again before anything is done.
    pub tier: Tier,
    /// What it rests on; the strongest first.
    pub evidence: Vec<ProposalEvidence>,
    /// Why, in one sentence.
    pub why: String,
    /// Whether others than the person would see it.
    #[serde(default)]
    pub leaves_machine: bool,
    /// Its status.
    pub standing: ProposalStatus,
    /// The proposals cut from one artifact, a document and its tasks, share this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// For a document: the tasks of its group, each an id and its title.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<String>,
    /// Why it was dismissed, or could not be done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}

impl Proposal {
    /// A proposal that waits, its id and key made of the action. The tier is the person's call until it is decided.
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
            tasks: Vec::new(),
            because: None,
        }
    }

    /// The best kind of its evidence; a claim when there is none.
    pub fn evidence_kind(&self) -> EvidenceKind {
        self.evidence.iter().map(|e| e.kind).min().unwrap_or(EvidenceKind::Claim)
    }
}

/// Two things that contradict. Flagged, never resolved by itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StandupConflict {
    /// `x-` and eight digits of what it says.
    pub id: String,
    /// What a session says.
    pub says: String,
    /// Where it says so.
    pub evidence: Vec<ProposalEvidence>,
    /// What it contradicts, in words.
    pub against: String,
    /// Where that stands: `docs/api.md`, a task's id, `d-7 of claude-1a2b`, a commit.
    pub place: String,
    /// Why the two do not go together, in one sentence.
    pub why: String,
}

impl StandupConflict {
    /// A conflict under an id made of its two sides.
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

/// Something the person may want to know and nobody needs to act on: low confidence, already there, out of date.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StandupNote {
    /// What it is about, one line.
    pub text: String,
    /// Why nothing is done about it.
    pub why: String,
    /// Where it is from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<ProposalEvidence>,
}

/// What follows from the artifacts for the project.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// What could be done.
    pub proposals: Vec<Proposal>,
    /// What contradicts.
    pub conflicts: Vec<StandupConflict>,
    /// What is only told.
    pub notes: Vec<StandupNote>,
}
