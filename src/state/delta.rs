//! Defines [`Delta`], the typed change, and [`Candidate`], a delta somebody proposes with evidence.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::id::{ItemId, TurnId};
use super::kind::{Confidence, DeltaKind, Extractor, ItemKind, Mode, Resolution, Scope};
use crate::language::stems::token_hashes;

/// A turn that carries evidence, and where in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceTurn {
    /// The turn's id.
    pub turn_id: TurnId,
    /// Byte range of the evidence in the turn's raw text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<Range<usize>>,
}

/// A typed change. Which fields a kind uses is stated beside each; `pipeline::reconcile` refuses what lacks them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Delta {
    /// Which of the eleven.
    pub kind: DeltaKind,
    /// The item it creates: given at acceptance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<ItemId>,
    /// The item it changes: revisions, closures, supersessions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_id: Option<ItemId>,
    /// What replaced the superseded item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_item_id: Option<ItemId>,
    /// What is now believed, standing alone, at most 120 characters where the words allow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Options put side by side (branch) or not chosen (decision).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
    /// Why, in the words of the evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rationale: Option<String>,
    /// Whether a constraint is non-negotiable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hard: Option<bool>,
    /// How a constraint changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// How a task ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolution: Option<Resolution>,
    /// Why an item was superseded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// A narrower kind than the delta's own: risk, dependency, artifact, open_question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item_kind: Option<ItemKind>,
    /// How far it reaches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// How sure, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// The turns it rests on, the settling one first; never empty once accepted.
    pub source_turns: Vec<SourceTurn>,
    /// The settling turn's time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<Timestamp>,
}

impl Delta {
    /// A delta of `kind` with nothing filled in.
    pub fn new(kind: DeltaKind) -> Self {
        Self {
            kind,
            id: None,
            target_id: None,
            new_item_id: None,
            summary: None,
            alternatives: Vec::new(),
            rationale: None,
            hard: None,
            mode: None,
            resolution: None,
            reason: None,
            item_kind: None,
            scope: None,
            confidence: None,
            source_turns: Vec::new(),
            timestamp: None,
        }
    }

    /// The kind of item this delta creates or changes; `None` for supersessions.
    pub fn item_kind(&self) -> Option<ItemKind> {
        self.item_kind.or(self.kind.item_kind())
    }

    /// The words a person would read first.
    pub fn text(&self) -> &str {
        self.summary.as_deref().or(self.reason.as_deref()).unwrap_or("")
    }
}

/// Meaning-bearing words that make a quotation tell something.
const TELLING_WORDS: usize = 3;

/// The verbatim words a candidate rests on. The three lists run in parallel, the settling turn first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// Turn ids.
    pub turn_ids: Vec<TurnId>,
    /// Verbatim words of each turn.
    pub snippets: Vec<String>,
    /// Their byte ranges in the turn's raw text.
    pub ranges: Vec<Range<usize>>,
}

impl Evidence {
    /// No evidence yet, with room for `places`: most have one or two, and there are many.
    pub fn with_room(places: usize) -> Self {
        Self {
            turn_ids: Vec::with_capacity(places),
            snippets: Vec::with_capacity(places),
            ranges: Vec::with_capacity(places),
        }
    }

    /// Evidence of one place in one turn.
    pub fn one(turn_id: &str, snippet: &str, range: Range<usize>) -> Self {
        Self { turn_ids: vec![turn_id.into()], snippets: vec![snippet.to_owned()], ranges: vec![range] }
    }

    /// The words a list shows: the first that say something by themselves ("yes, do that" leans on what it answers),
    /// with the turn they stand in.
    pub fn telling(&self) -> Option<(&str, &str)> {
        let at = self.telling_place(None)?;
        Some((self.turn_ids.get(at)?, self.snippets.get(at)?))
    }

    /// The place of the words that tell most of what this rests on: among those that `before` does not rest on, if any.
    pub fn telling_place(&self, before: Option<&Self>) -> Option<usize> {
        let places = 0..self.turn_ids.len().min(self.snippets.len());
        let new: Vec<usize> = places.clone().filter(|at| !self.is_quoted_in(before, *at)).collect();
        self.most_telling(&new).or_else(|| self.most_telling(&places.collect::<Vec<_>>()))
    }

    /// Whether `before` quotes the words at a place too.
    fn is_quoted_in(&self, before: Option<&Self>, at: usize) -> bool {
        before.is_some_and(|b| b.snippets.iter().any(|s| self.snippets.get(at) == Some(s)))
    }

    /// The first place with enough meaning-bearing words, else the first.
    fn most_telling(&self, places: &[usize]) -> Option<usize> {
        let mut telling = places.iter().copied();
        telling
            .find(|at| self.snippets.get(*at).is_some_and(|s| token_hashes(s).len() >= TELLING_WORDS))
            .or(places.first().copied())
    }

    /// Adds one place, unless it is there already.
    pub fn push(&mut self, turn_id: &str, snippet: &str, range: Range<usize>) {
        let known = self.turn_ids.iter().zip(&self.ranges).any(|(t, r)| t == turn_id && *r == range);
        if !known {
            self.turn_ids.push(turn_id.into());
            self.snippets.push(snippet.to_owned());
            self.ranges.push(range);
        }
    }

    /// Takes over every place of `other` that is new.
    pub fn absorb(&mut self, other: &Self) {
        for ((turn, snippet), range) in other.turn_ids.iter().zip(&other.snippets).zip(&other.ranges) {
            self.push(turn, snippet, range.clone());
        }
    }
}

words! {
    /// The parts of a confidence that code asks about, by the phrase they are saved and shown with.
    KnownPart {
        /// The person said it.
        UserSaid = "you said it",
        /// The agent said it.
        AgentSaid = "the agent said it",
        /// Weights of single words.
        WordChoice = "the choice of words",
        /// Weights of the clause's position.
        PlaceInTurn = "its place in the turn",
        /// Weights of the turns before and after.
        SurroundingTalk = "the talk around it",
        /// A model's summary uses words that the talk around its quotation does not: it replaces no other summary.
        BeyondQuote = "its summary says more than the talk around the quoted words",
        /// A later report says that the task is done.
        ReportedDone = "reported done later",
    }
}

impl KnownPart {
    /// Whether it says who spoke: named first, whatever its weight.
    pub fn is_speaker(self) -> bool {
        matches!(self, Self::UserSaid | Self::AgentSaid)
    }

    /// Whether it tells a person little: named only where there is nothing better.
    pub fn is_vague(self) -> bool {
        matches!(self, Self::WordChoice | Self::PlaceInTurn | Self::SurroundingTalk)
    }
}

/// How the name of a part ends that says who else found the same change.
const FOUND_AGAIN: &str = " found it too";

/// One part of a confidence, in words a person can check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    /// What speaks for or against ("you said it", "answers t12"). Most say one of a few things, which cost no memory.
    pub name: Cow<'static, str>,
    /// How much, in log-odds: positive speaks for.
    pub value: f32,
}

impl Part {
    /// Which of the known parts it is.
    pub fn known(&self) -> Option<KnownPart> {
        KnownPart::from_word(&self.name)
    }

    /// The name of the part that a second, independent extractor adds.
    pub fn found_again_by(who: &str) -> String {
        format!("{who}{FOUND_AGAIN}")
    }

    /// Whether a second, independent extractor added it.
    pub fn is_found_again(&self) -> bool {
        self.name.ends_with(FOUND_AGAIN)
    }
}

/// What an extractor proposes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The change.
    pub delta: Delta,
    /// The words it rests on, shared with the item they make.
    pub evidence: Arc<Evidence>,
    /// Who proposes it.
    pub extractor: Extractor,
    /// The id of the rule that carries it. This, the parts and the reason are shared with the item they make.
    pub rule: Arc<str>,
    /// 0 to 1; calibrated: of those at 0.8, four in five should be right.
    pub confidence: f32,
    /// What the confidence is made of.
    #[serde(default, skip_serializing_if = "<[Part]>::is_empty")]
    pub parts: Arc<[Part]>,
    /// One sentence for the person.
    pub reason: Arc<str>,
    /// The stable hash of its meaning.
    pub semantic_id: String,
}

impl Candidate {
    /// (source, rule, span): a re-delivered key changes nothing.
    pub fn key(&self) -> String {
        let span = self.evidence.ranges.first().cloned().unwrap_or_default();
        let turn = self.evidence.turn_ids.first().map_or("", TurnId::as_str);
        format!("{turn}|{}|{}|{}-{}", self.rule, self.delta.kind, span.start, span.end)
    }
}
