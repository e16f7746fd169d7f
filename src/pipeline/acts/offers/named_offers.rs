//! Defines offers whose pronoun stands for what the person told of: "the queue table has 80M rows" - "I'd split it by week".

use super::offer::{Choice, Offer, OfferForm};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::View;
use crate::pipeline::acts::answers::proposal_answers::points;
use crate::pipeline::acts::changes::replacements::REMOVES;
use crate::pipeline::acts::questions::asserted::{Asked, asked};
use crate::pipeline::acts::references::antecedents;
use crate::pipeline::acts::references::talked_of::first_thing;
use crate::pipeline::acts::sentences::wording::{after_all, after_any, capital, plain};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::clause::{BlockKind, ReadTurn};
use crate::transcript::Role;

/// An offer with the thing that the person told of in the place of its pronoun: "the queue table has 80M rows" - "I'd
/// split it by week", "add a gauge" - "Should it be round or square?"
pub(in crate::pipeline::acts) fn named_by_person(view: View<'_>, offer: &Offer) -> Option<Offer> {
    if offer.form == OfferForm::Proposal && !points(&offer.object) {
        return None;
    }
    let turn = view.talk.before().skip_while(|t| t.turn_id != offer.turn).find(|t| t.role == Role::User)?;
    // "The bookings are in SQLite. Should I back it up?": the agent's own words are nearer.
    let agents = view.talk.before().find(|t| t.turn_id == offer.turn)?;
    if offer.form == OfferForm::Proposal
        && let Some(object) = of_own_clause(offer, agents)
    {
        return Some(Offer { object, ..offer.clone() });
    }
    let mut before = agents.sentences.iter().filter(|s| s.range.end <= offer.range.start && !s.asks);
    if before.any(|s| first_thing(&plain(&s.text), false).is_some()) {
        return None;
    }
    let told = || turn.sentences.iter().rev().filter(|s| !s.asks && s.block == BlockKind::Paragraph).take(2);
    if offer.form == OfferForm::Proposal {
        // "Drop the password": what goes is not what the proposal is about.
        let refuses =
            |text: &str| after_any(text, REMOVES).or_else(|| after_any(text, phrases!("no|without"))).is_some();
        if turn.sentences.iter().any(|s| refuses(&s.text)) {
            return None;
        }
        let object = told().find_map(|s| antecedents::with_subject(&offer.object, &capital(&plain(&s.text))))?;
        return Some(Offer { object, ..offer.clone() });
    }
    let text = plain(&offer.text);
    let asked = asked(&text).filter(Asked::is_about_pronoun);
    let points = |option: &&mut Choice| after_any(&option.summary, phrases!("it|they")).is_some();
    let mut named = offer.clone();
    if asked.is_none() && !named.options.iter_mut().any(|option| points(&option)) {
        return None;
    }
    let thing = told().find_map(|s| imperative::ordered(&plain(&s.text)));
    if let Some(asked) = asked {
        named.text = asked.about(thing.as_deref()?);
    }
    for option in named.options.iter_mut().filter(points) {
        let (_, deed) = option.summary.split_once(' ')?;
        option.summary = match &thing {
            Some(thing) => capital(&format!("{thing} {deed}")),
            None => capital(after_any(deed, phrases!("should|must|shall|can|may|will")).unwrap_or(deed)),
        };
    }
    Some(named)
}

/// Replaces the pronoun of a proposal by the subject of the clause before it: "move the token to an env var" of "the token is
/// read from `config.py`; I could move it to an env var".
fn of_own_clause(offer: &Offer, turn: &ReadTurn) -> Option<String> {
    const LEADS: Phrases = phrases!(
        "i noticed|i also noticed|i noticed that|i see|i see that|i also see|i also see that|i saw|i saw that|i found|i found that|by the way|also|one thing|note that|btw|one more thing|i also found|i also saw|i notice|that"
    );
    const JOINTS: [&str; 3] = ["; ", " — ", " - "];
    let sentence =
        turn.sentences.iter().find(|s| s.range.start <= offer.range.start && offer.range.end <= s.range.end)?;
    let text = plain(&sentence.text);
    let (before, proposal) = JOINTS.iter().find_map(|joint| text.split_once(joint))?;
    let points = phrases!(" it | it.").within(&proposal.to_lowercase());
    let told = after_all(before, LEADS);
    antecedents::with_subject(&offer.object, &capital(told)).filter(|_| points)
}
