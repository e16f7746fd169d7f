//! Defines the design that the agent tells when it is asked for one: "what do you propose?" - "The key should be the berth
//! number, and the newest entry wins." A plain yes then takes it.

use super::offer::{Offer, OfferForm};
use super::proposals::first_clause;
use crate::pipeline::acts::sentences::wording::{order, plain, words};
use crate::pipeline::acts::work::delivered;
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::pipeline::extract::summary;
use crate::text::patterns;

patterns! {
    /// Words that ask for a proposal.
    ASKS = r"(?i)\b(?:what (?:do |would |'d )?(?:you|u) (?:propose|suggest|recommend|advise|do here|do about (?:it|that|this))|(?:your|any) (?:proposals?|suggestions?|recommendations?|advice|take|ideas?)\b|how would (?:you|u) (?:do|solve|approach|handle|tackle|model|structure|name|store|split)|(?:propose|suggest) (?:something|a (?:way|design|plan|solution))|make (?:me )?a (?:proposal|suggestion))";
    /// Words with which a design says how something is to be.
    DESIGNS = r"(?i)\b(?:should|would|must|will|i'd|wins?|goes|go|becomes?|gets?|keeps?|stays?|per|one|each|instead|first|then)\b";
}

/// Number of the agent's first sentences among which the design stands, and of words in it.
const FIRST: usize = 2;
const LEAST: usize = 5;
const MOST: usize = 40;

/// The design of a turn whose last sentence before was a request for one.
pub(in crate::pipeline::acts) fn designed(turn: &ReadTurn, asked: &ReadTurn) -> Option<Offer> {
    let asks = asked.sentences.iter().rfind(|s| s.block != BlockKind::Quote).is_some_and(|s| ASKS.is_match(&s.text));
    let own = turn.sentences.iter().filter(|s| s.block == BlockKind::Paragraph).take(FIRST);
    let sentence = own.into_iter().find(|s| asks && is_design(s))?;
    let object = order(&first_clause(&plain(&sentence.text)));
    let offer = Offer::new(OfferForm::Proposal, &turn.turn_id, sentence.range.clone(), &sentence.text);
    Some(Offer { object, asked: true, last: true, ..offer })
}

fn is_design(sentence: &Sentence) -> bool {
    let text = plain(&sentence.text);
    !sentence.asks
        && (LEAST..=MOST).contains(&words(&text))
        && DESIGNS.is_match(&text)
        && summary::stands_alone(&text)
        && !delivered::is_report(&text)
}
