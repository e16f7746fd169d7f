//! Defines the agreement of the rules and a language model: a change both find in the same words is merged, with the
//! evidence of both and a higher confidence.

use std::ops::Range;
use std::sync::Arc;

use super::clause::{Cue, matcher};
use super::normalize::{compatible, same_words};
use super::probability::{noisy_or, raised_by};
use crate::language::likeness::{covers, may_restate};
use crate::language::polarity::{contradiction, contradicts_polarity};
use crate::language::stems::token_set;
use crate::state::semantic_id::semantic_id;
use crate::state::{Candidate, Confidence, Evidence, Extractor, Item, ItemKind, KnownPart, Part, TurnId};

/// Least share of the smaller side's words that a better summary has in common with the one it replaces.
const SAME_SUBJECT: f32 = 0.5;
const LONGEST: usize = 120;

/// Whether two extractors are independent: one is a model, the other is not.
pub fn apart(a: Extractor, b: Extractor) -> bool {
    (a == Extractor::Model) != (b == Extractor::Model)
}

fn places(evidence: &Evidence) -> impl Iterator<Item = (&TurnId, &Range<usize>)> {
    evidence.turn_ids.iter().zip(&evidence.ranges)
}

/// Whether two ranges share half of the shorter one.
fn share_half(one: &Range<usize>, two: &Range<usize>) -> bool {
    let shared = one.end.min(two.end).saturating_sub(one.start.max(two.start));
    shared > 0 && shared * 2 >= one.len().min(two.len())
}

/// Whether two evidences share half of a place.
pub fn overlap(a: &Evidence, b: &Evidence) -> bool {
    places(a).any(|(turn, one)| places(b).any(|(other, two)| turn == other && share_half(one, two)))
}

/// Whether an evidence shares words of another that carry its `summary`, not only words beside them: a snippet with at
/// least half as many of the summary's words as the one with the most.
pub fn shares_carrying_words(summary: &str, evidence: &Evidence, other: &Evidence) -> bool {
    let own = token_set(summary);
    let carried = |snippet: &str| token_set(snippet).iter().filter(|t| own.contains(t)).count();
    let most = evidence.snippets.iter().map(|s| carried(s)).max().unwrap_or(0);
    let mut carrying = places(evidence).zip(&evidence.snippets).filter(|(_, snippet)| carried(snippet) * 2 >= most);
    carrying.any(|((turn, one), _)| places(other).any(|(also, two)| turn == also && share_half(one, two)))
}

/// How a model's summary relates to the rules' summary of the same words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SummaryAgreement {
    /// The same in other words.
    Same,
    /// Something else.
    Other,
    /// The contrary, with the reason.
    Contrary(String),
}

/// Compares a model's summary with the rules' summary of the same evidence.
pub fn compare(model: &str, rules: &str, evidence: [&Evidence; 2]) -> SummaryAgreement {
    let snippets = evidence.iter().flat_map(|e| e.snippets.iter().map(String::as_str));
    let said = [rules].into_iter().chain(snippets).collect::<Vec<_>>().join("\n");
    // Of an offer and its answer, the answer comes first; it may take only a part.
    let mut answered = evidence.iter().filter(|e| e.snippets.len() > 1);
    let refused = answered.find_map(|e| contradicts_polarity(e.snippets.first()?, model));
    let refused = refused.map(|word| format!("the answer refuses \"{word}\""));
    match contradiction(rules, model).filter(|_| contradiction(&said, model).is_some()).or(refused) {
        Some(why) => SummaryAgreement::Contrary(why),
        None if may_restate(&said, model) || covers(rules, model) => SummaryAgreement::Same,
        None => SummaryAgreement::Other,
    }
}

/// Whether the words are an opinion, which agreement of two extractors does not settle.
pub fn is_opinion(evidence: &Evidence) -> bool {
    evidence.snippets.iter().any(|words| matcher::find(words).has(Cue::IThink))
}

/// The part of the confidence that a second, independent candidate adds.
pub fn part(candidate: &Candidate, before: f32, after: f32) -> Part {
    let who = if candidate.extractor == Extractor::Model { &*candidate.rule } else { "the rules" };
    let who = who.strip_prefix("model/").unwrap_or(who);
    raised_by(Part::found_again_by(who), before, after)
}

/// Raises an item's confidence by an independent candidate of the same change in the same words, at most once.
pub fn agree(item: &mut Item, candidate: &Candidate) {
    let Some(version) = item.versions.last_mut() else { return };
    let same = candidate.delta.kind.creates() && overlap(&version.evidence, &candidate.evidence);
    if !same || !apart(version.extractor, candidate.extractor) {
        return;
    }
    let after = noisy_or(version.score, candidate.confidence);
    let part = part(candidate, version.score, after);
    if version.parts.iter().any(|p| p.name == part.name) {
        return;
    }
    version.parts = version.parts.iter().cloned().chain([part]).collect();
    version.score = after;
    item.confidence = item.confidence.max(Confidence::of(after));
    if version.extractor == Extractor::Rules
        && let Some(better) = better(&version.summary, candidate)
    {
        version.reason = format!("{}; in the rules' words: {}", version.reason, version.summary).into();
        better.clone_into(&mut version.summary);
        better.clone_into(&mut item.summary);
    }
}

/// Merges a held candidate with an independent one of the same change in the same words. `None` when neither summary
/// says what was settled.
pub fn joined(waiting: &Candidate, other: &Candidate) -> Option<Candidate> {
    let mut all = waiting.clone();
    all.confidence = noisy_or(waiting.confidence, other.confidence);
    let part = part(other, waiting.confidence, all.confidence);
    all.parts = all.parts.iter().cloned().chain([part]).collect();
    let (rules, model) = if other.extractor == Extractor::Model { (waiting, other) } else { (other, waiting) };
    let stub = rules.delta.text();
    let best = if stub.trim_end().ends_with('?') {
        // A question that was answered is no summary of the answer.
        Some(model.delta.text()).filter(|t| is_within_quote(model) && says_no_more(t, [waiting, other]))?
    } else {
        better(stub, model).unwrap_or(stub)
    };
    let best = best.to_owned();
    all.delta.summary = Some(best);
    all.semantic_id = semantic_id(all.delta.item_kind().unwrap_or(ItemKind::Fact), all.delta.text());
    Arc::make_mut(&mut all.evidence).absorb(&other.evidence);
    for source in &other.delta.source_turns {
        if !all.delta.source_turns.contains(source) {
            all.delta.source_turns.push(source.clone());
        }
    }
    if all.delta.details.alternatives.is_empty() {
        all.delta.details.alternatives.clone_from(&other.delta.details.alternatives);
    }
    all.reason = format!("{}; {}", waiting.reason, other.reason).into();
    Some(all)
}

/// Whether the evidence of two candidates covers every subject word of `summary`.
fn says_no_more(summary: &str, two: [&Candidate; 2]) -> bool {
    let said: Vec<&str> = two.iter().flat_map(|c| c.evidence.snippets.iter().map(String::as_str)).collect();
    covers(summary, &said.join("\n"))
}

/// Whether a model's summary says no more than its quotation.
fn is_within_quote(candidate: &Candidate) -> bool {
    candidate.parts.iter().all(|p| p.known() != Some(KnownPart::BeyondQuote))
}

/// The model's summary where it says the same as the rules' summary `stub` and adds the subject the clause leaves out.
fn better<'a>(stub: &str, candidate: &'a Candidate) -> Option<&'a str> {
    let ours = candidate.extractor == Extractor::Model && is_within_quote(candidate);
    let words = candidate.delta.summary.as_deref().filter(|_| ours)?;
    // Replacing a word of the stub is not adding one.
    let whole = covers(stub, words) && contradiction(stub, words).is_none();
    let more = token_set(words).len() > token_set(stub).len();
    let same = compatible(stub, words) && same_words(stub, words) >= SAME_SUBJECT;
    (more && same && whole && words.chars().count() <= LONGEST).then_some(words)
}
