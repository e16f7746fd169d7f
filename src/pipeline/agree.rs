//! Defines how the rules and a language model agree: the same change found in the same words by both is one, with the
//! evidence of both, and surer than either.

use std::ops::Range;
use std::sync::Arc;

use super::clause::{Cue, rules};
use super::normalize::{compatible, same_words};
use super::probability::{noisy_or, raised_by};
use crate::language::likeness::{covers, may_restate};
use crate::language::polarity::contradiction;
use crate::language::stems::token_set;
use crate::state::semantic_id::semantic_id;
use crate::state::{Candidate, Confidence, Evidence, Extractor, Item, ItemKind, KnownPart, Part};

/// Share of the smaller side's words a better summary has in common with the one it replaces.
const SAME_SUBJECT: f32 = 0.5;
/// Characters a summary may have to stand in a list.
const LONGEST: usize = 120;

/// Whether two who know nothing of each other propose: the rules or signals on one side, a model on the other.
pub fn apart(a: Extractor, b: Extractor) -> bool {
    (a == Extractor::Model) != (b == Extractor::Model)
}

/// Whether two pieces of evidence rest on the same words: a place of one covers half of a place of the other.
pub fn overlap(a: &Evidence, b: &Evidence) -> bool {
    let places = |e: &Evidence| e.turn_ids.iter().cloned().zip(e.ranges.iter().cloned()).collect::<Vec<_>>();
    let (a, b) = (places(a), places(b));
    let same = |one: &Range<usize>, two: &Range<usize>| {
        let shared = one.end.min(two.end).saturating_sub(one.start.max(two.start));
        shared > 0 && shared * 2 >= one.len().min(two.len())
    };
    a.iter().any(|(turn, one)| b.iter().any(|(other, two)| turn == other && same(one, two)))
}

/// How what a model makes of words relates to what the rules make of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SummaryAgreement {
    /// It is the same in other words.
    Same,
    /// It is something else.
    Other,
    /// It is the contrary, and why.
    Contrary(String),
}

/// How a model's summary and the rules' summary of the same words relate.
pub fn compare(model: &str, rules: &str, evidence: [&Evidence; 2]) -> SummaryAgreement {
    let snippets = evidence.iter().flat_map(|e| e.snippets.iter().map(String::as_str));
    let said = [rules].into_iter().chain(snippets).collect::<Vec<_>>().join("\n");
    match contradiction(rules, model).filter(|_| contradiction(&said, model).is_some()) {
        Some(why) => SummaryAgreement::Contrary(why),
        None if may_restate(&said, model) || covers(rules, model) => SummaryAgreement::Same,
        None => SummaryAgreement::Other,
    }
}

/// Whether words are put forward as an opinion: two who read the same opinion in them do not make it a settled thing.
pub fn is_opinion(evidence: &Evidence) -> bool {
    evidence.snippets.iter().any(|words| rules::find(words).has(Cue::IThink))
}

/// What the second sign adds, as a part of the confidence.
pub fn part(candidate: &Candidate, before: f32, after: f32) -> Part {
    let who = if candidate.extractor == Extractor::Model { &*candidate.rule } else { "the rules" };
    let who = who.strip_prefix("model/").unwrap_or(who);
    raised_by(Part::found_again_by(who), before, after)
}

/// Lets an item gain by a candidate that found the same change in the same words, once.
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

/// Lets a candidate that waits gain by another that found the same change in the same words. `None` when neither says in
/// words that may stand what was settled.
pub fn joined(waiting: &Candidate, other: &Candidate) -> Option<Candidate> {
    let mut all = waiting.clone();
    all.confidence = noisy_or(waiting.confidence, other.confidence);
    let part = part(other, waiting.confidence, all.confidence);
    all.parts = all.parts.iter().cloned().chain([part]).collect();
    let (rules, model) = if other.extractor == Extractor::Model { (waiting, other) } else { (other, waiting) };
    let stub = rules.delta.text();
    let best = if stub.trim_end().ends_with('?') {
        // A question that was answered is no summary of the answer.
        Some(model.delta.text()).filter(|t| tells(model) && says_no_more(t, [waiting, other]))?
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
    if all.delta.alternatives.is_empty() {
        all.delta.alternatives.clone_from(&other.delta.alternatives);
    }
    all.reason = format!("{}; {}", waiting.reason, other.reason).into();
    Some(all)
}

/// Whether a summary has no subject word that the words two rest on have not.
fn says_no_more(summary: &str, two: [&Candidate; 2]) -> bool {
    let said: Vec<&str> = two.iter().flat_map(|c| c.evidence.snippets.iter().map(String::as_str)).collect();
    covers(summary, &said.join("\n"))
}

/// Whether a model's summary stays with the talk it rests on.
fn tells(candidate: &Candidate) -> bool {
    candidate.parts.iter().all(|p| p.known() != Some(KnownPart::BeyondQuote))
}

/// The model's summary, where it says the same as the rules' stub and more: the subject a clause leaves out.
fn better<'a>(stub: &str, candidate: &'a Candidate) -> Option<&'a str> {
    let ours = candidate.extractor == Extractor::Model && tells(candidate);
    let words = candidate.delta.summary.as_deref().filter(|_| ours)?;
    // Another word in the place of one of the stub's is not more.
    let whole = covers(stub, words) && contradiction(stub, words).is_none();
    let more = token_set(words).len() > token_set(stub).len();
    let same = compatible(stub, words) && same_words(stub, words) >= SAME_SUBJECT;
    (more && same && whole && words.chars().count() <= LONGEST).then_some(words)
}
