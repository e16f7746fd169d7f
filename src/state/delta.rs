//! Defines [`Delta`], a typed change, and [`Candidate`], a proposed delta with evidence.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use super::details::Details;
use super::id::{ItemId, SemanticId, TurnId};
use super::kind::{Confidence, DeltaKind, Extractor, ItemKind, Mode, Resolution, Scope};
use crate::language::stems::token_hashes;

/// A turn with evidence, and the place in it.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceTurn {
    pub turn_id: TurnId,
    /// Byte range of the evidence in the turn's raw text.
    pub offset: Option<Range<usize>>,
}

/// A typed change. Each kind uses some of the fields; `pipeline::reconcile` refuses a delta that lacks one.
#[derive(Debug, Clone, PartialEq)]
pub struct Delta {
    /// The kind of change.
    pub kind: DeltaKind,
    /// The item it creates; set at acceptance.
    pub id: Option<ItemId>,
    /// The item that a revision, closure or supersession changes.
    pub target_id: Option<ItemId>,
    /// The statement, understandable by itself, at most 120 characters if possible.
    pub summary: Option<String>,
    /// Whether a constraint is hard, that is non-negotiable.
    pub hard: Option<bool>,
    /// How a constraint changed.
    pub mode: Option<Mode>,
    /// How a task ended.
    pub resolution: Option<Resolution>,
    /// A narrower item kind than the delta's: risk, dependency, artifact, open_question.
    pub item_kind: Option<ItemKind>,
    /// The scope of the item.
    pub scope: Option<Scope>,
    /// The confidence in words.
    pub confidence: Option<Confidence>,
    /// The turns of the evidence, the settling one first; never empty once accepted.
    pub source_turns: Vec<SourceTurn>,
    /// The settling turn's time.
    pub timestamp: Option<Timestamp>,
    /// The fields that most changes leave empty.
    pub details: Details,
}

impl Delta {
    /// A delta of `kind` with all other fields empty.
    pub fn new(kind: DeltaKind) -> Self {
        Self {
            kind,
            id: None,
            target_id: None,
            summary: None,
            hard: None,
            mode: None,
            resolution: None,
            item_kind: None,
            scope: None,
            confidence: None,
            source_turns: Vec::new(),
            timestamp: None,
            details: Details::default(),
        }
    }

    /// The kind of item this delta creates or changes; `None` for supersessions.
    pub fn item_kind(&self) -> Option<ItemKind> {
        self.item_kind.or(self.kind.item_kind())
    }

    /// The summary, else the reason, else an empty text.
    pub fn text(&self) -> &str {
        self.summary.as_deref().or(self.details.reason.as_deref()).unwrap_or("")
    }
}

/// Fewest meaning-bearing words of a quotation that is understandable by itself.
const TELLING_WORDS: usize = 3;

/// The quotations a candidate rests on, as three parallel lists, the settling turn first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    pub turn_ids: Vec<TurnId>,
    /// Verbatim quotations.
    pub snippets: Vec<String>,
    /// Byte ranges of the quotations in the turn's raw text.
    pub ranges: Vec<Range<usize>>,
}

impl Evidence {
    /// Empty evidence with exactly the capacity for `places`, to save memory.
    pub fn with_room(places: usize) -> Self {
        Self {
            turn_ids: Vec::with_capacity(places),
            snippets: Vec::with_capacity(places),
            ranges: Vec::with_capacity(places),
        }
    }

    /// Evidence of one place in one turn.
    pub fn one(turn_id: impl Into<TurnId>, snippet: &str, range: Range<usize>) -> Self {
        Self { turn_ids: vec![turn_id.into()], snippets: vec![snippet.to_owned()], ranges: vec![range] }
    }

    /// The quotation that a list shows, with its turn: the first that is understandable by itself ("yes, do that" is
    /// not).
    pub fn telling(&self) -> Option<(&str, &str)> {
        let at = self.telling_place(None)?;
        Some((self.turn_ids.get(at)?, self.snippets.get(at)?))
    }

    /// The place of the most telling quotation, preferably one that `before` does not have.
    pub fn telling_place(&self, before: Option<&Self>) -> Option<usize> {
        let places = 0..self.turn_ids.len().min(self.snippets.len());
        let new: Vec<usize> = places.clone().filter(|at| !self.is_quoted_in(before, *at)).collect();
        self.most_telling(&new).or_else(|| self.most_telling(&places.collect::<Vec<_>>()))
    }

    /// Whether `before` has the quotation at a place too.
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

    /// Adds one place, unless it is known.
    pub fn push(&mut self, turn_id: impl Into<TurnId>, snippet: &str, range: Range<usize>) {
        let turn_id = turn_id.into();
        let known = self.turn_ids.iter().zip(&self.ranges).any(|(t, r)| *t == turn_id && *r == range);
        if !known {
            push_tightly(&mut self.turn_ids, turn_id);
            push_tightly(&mut self.snippets, snippet.to_owned());
            push_tightly(&mut self.ranges, range);
        }
    }

    /// Adds every place of `other` that is new.
    pub fn absorb(&mut self, other: &Self) {
        for ((turn, snippet), range) in other.turn_ids.iter().zip(&other.snippets).zip(&other.ranges) {
            self.push(turn, snippet, range.clone());
        }
    }
}

/// Length up to which a list grows by exactly one element: most lists of evidence stay short, and there are many.
const FEW: usize = 4;

/// Appends an element; a list of at most four elements gets no spare capacity.
pub fn push_tightly<T>(list: &mut Vec<T>, element: T) {
    if list.len() < FEW {
        list.reserve_exact(1);
    }
    list.push(element);
}

words! {
    /// The confidence parts that code checks for, each with the phrase that is saved and shown.
    KnownPart {
        UserSaid = "you said it", AgentSaid = "the agent said it", WordChoice = "the choice of words",
        PlaceInTurn = "its place in the turn", SurroundingTalk = "the talk around it",
        /// A model's summary has words that the talk around its quotation lacks: it never replaces another summary.
        BeyondQuote = "its summary says more than the talk around the quoted words",
        ReportedDone = "reported done later",
    }
}

impl KnownPart {
    /// Whether it names the speaker; such a part is always named first.
    pub fn is_speaker(self) -> bool {
        matches!(self, Self::UserSaid | Self::AgentSaid)
    }

    /// Whether it explains little; such a part is named only if there is no other.
    pub fn is_vague(self) -> bool {
        matches!(self, Self::WordChoice | Self::PlaceInTurn | Self::SurroundingTalk)
    }
}

/// Suffix of the part that a second extractor adds when it finds the same change.
const FOUND_AGAIN: &str = " found it too";

/// One part of a confidence, with a name that a person can check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    /// The evidence for or against ("you said it", "answers t12"). Most are static, to save memory.
    pub name: Cow<'static, str>,
    /// Weight in log-odds; positive is in favour.
    pub value: f32,
}

impl Part {
    /// The known part with this name, if any.
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

/// A change proposed by an extractor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The change.
    pub delta: Delta,
    /// Its evidence. `Arc` fields are shared with the item's version.
    pub evidence: Arc<Evidence>,
    /// The extractor that proposes it.
    pub extractor: Extractor,
    /// The id of the rule that found it.
    pub rule: Arc<str>,
    /// From 0 to 1, calibrated: of those at 0.8, four in five should be right.
    pub confidence: f32,
    /// The parts of the confidence.
    #[serde(default, skip_serializing_if = "<[Part]>::is_empty")]
    pub parts: Arc<[Part]>,
    /// The reason in one sentence, for the person.
    pub reason: Arc<str>,
    /// The semantic id of its text.
    pub semantic_id: SemanticId,
}

impl Candidate {
    /// Interns its turn ids: replaces each by the equal one that `shared` returns, to save memory.
    pub fn share_turn_ids(&mut self, shared: impl Fn(&str) -> Option<TurnId>) {
        let quoted = Arc::get_mut(&mut self.evidence).into_iter().flat_map(|evidence| &mut evidence.turn_ids);
        let sources = self.delta.source_turns.iter_mut().map(|source| &mut source.turn_id);
        for id in quoted.chain(sources) {
            if let Some(known) = shared(id) {
                *id = known;
            }
        }
    }

    /// The key for removing duplicates: turn, rule, kind and span.
    pub fn key(&self) -> String {
        let span = self.evidence.ranges.first().cloned().unwrap_or_default();
        let turn = self.evidence.turn_ids.first().map_or("", TurnId::as_str);
        format!("{turn}|{}|{}|{}-{}", self.rule, self.delta.kind, span.start, span.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::semantic_id::semantic_id;

    #[test]
    fn known_turn_ids_are_interned() {
        let known = TurnId::from("t-of-a-long-session");
        let mut candidate = Candidate {
            delta: Delta::new(DeltaKind::GoalSet),
            evidence: Arc::new(Evidence::one("t-of-a-long-session", "use tea", 0..7)),
            extractor: Extractor::Rules,
            rule: "r".into(),
            confidence: 1.0,
            parts: Arc::default(),
            reason: "".into(),
            semantic_id: semantic_id(ItemKind::Goal, "use tea"),
        };
        candidate.delta.source_turns =
            ["t-of-a-long-session", "t-new"].map(|id| SourceTurn { turn_id: id.into(), offset: None }).to_vec();
        candidate.share_turn_ids(|id| (*id == *known).then(|| known.clone()));
        let is_shared = |id: &TurnId| std::ptr::eq(id.as_str(), known.as_str());
        assert!(candidate.evidence.turn_ids.iter().all(is_shared));
        assert_eq!(
            candidate.delta.source_turns.iter().map(|s| is_shared(&s.turn_id)).collect::<Vec<_>>(),
            [true, false]
        );
    }

    #[test]
    fn a_short_list_has_no_spare_capacity() {
        let mut list = Vec::new();
        for n in 0..FEW {
            push_tightly(&mut list, n);
            assert_eq!(list.capacity(), list.len());
        }
        (0..99).for_each(|n| push_tightly(&mut list, n));
        assert!(list.capacity() > list.len());
    }
}
