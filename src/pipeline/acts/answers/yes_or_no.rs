//! Defines what a bare yes or no to the agent's question settles.

use super::polarity::Polarity;
use super::reply::PersonsReply;
use super::stance::says_nothing;
use super::values::asks_for_a_value;
use crate::language::phrases::phrases;
use crate::pipeline::acts::offers::offer::Offer;
use crate::pipeline::acts::picks::errands::is_errand;
use crate::pipeline::acts::questions::asked_facts::asks_a_fact;
use crate::pipeline::acts::questions::asserted::asserted;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, whole, words};
use crate::pipeline::acts::{Act, ActKind};
use crate::pipeline::extract::summary as item_summary;

/// Whether a question is answered by yes or no.
pub(super) fn asks_yes_or_no(question: &str) -> bool {
    let low = plain(question).to_lowercase();
    let opens = phrases!(
        "is|are|was|were|do|does|did|can|could|may|should|shall|will|would|has|have|keep|need|any|still|fix|merge|raise|lower|reject|drop|delete|remove|add|include|convert|replace|switch|move|enable|disable|publish|deploy|commit|push|start|split|rename|interested|want|wanna|ready|ok|okay|sounds"
    );
    let low = low.rsplit_once(". ").map_or(low.as_str(), |(_, last)| last);
    let low = low.trim_start_matches(|c: char| !c.is_alphabetic());
    // "Paint it now?"
    let object = low.split(' ').nth(1).map(|word| word.trim_end_matches('?'));
    let orders = object.is_some_and(|word| phrases!("it|them|this|that|these|those").contains(word));
    let asks_for_more = after_any(low, phrases!("which|what|how|when|where|who|whose|why")).is_some();
    after_any(low, opens).is_some() || orders && !asks_for_more
}

/// Reads a bare yes or no to a yes/no question: "Include a header row?" "Should the API version be in the path?"
pub(super) fn yes_or_no(offer: &Offer, reply: &PersonsReply, polarity: Polarity) -> Vec<Act> {
    let asked = after_any(&offer.text, phrases!("and|also|so|then")).unwrap_or(&offer.text);
    let opens = after_any(asked, phrases!("which|what|how|where|when|who|whose"));
    if offer.topic.is_empty() || asks_a_fact(&offer.text) || !asks_for_a_value(&offer.text) || opens.is_some() {
        return Vec::new();
    }
    let topic = offer.topic.trim_end_matches('?');
    if says_nothing(topic) || is_errand(topic) || item_summary::points(topic) {
        return Vec::new();
    }
    let said = asserted(asked).unwrap_or_else(|| capital(topic));
    let (deed, form) = match polarity {
        Polarity::Yes => (ActKind::Choose, "yes-question"),
        _ => (ActKind::RuleOut, "no-question"),
    };
    // "And the race?" does not say what is to be with it.
    let known_thing = after_any(asked, phrases!("the|that|those|these")).is_some() && words(asked) <= 3;
    let make = if known_thing && polarity == Polarity::Yes { Act::likely } else { Act::settled };
    vec![make(deed, reply.range.clone(), whole(&said), form)]
}
