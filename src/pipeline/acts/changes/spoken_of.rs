//! Defines what was spoken of last, so that a number without a name is not given to an older setting: "make it 30" behind "it
//! polls every 10 minutes".

use super::new_values::{NewValue, numbers};
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::tokens;
use crate::pipeline::acts::View;
use crate::pipeline::acts::sentences::quantities::measured;
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, whole};
use crate::pipeline::acts::work::commitments::base;
use crate::state::Item;

/// Whether the agent's last turn, or the person in the same turn, says the number of an item or speaks of its thing.
pub(super) fn is_spoken_of(view: View<'_>, segment: &Segment, item: &Item) -> bool {
    let own: Vec<&str> = numbers(&item.summary).collect();
    let things = tokens(&item.summary);
    let speaks = |text: &str| {
        numbers(text).any(|n| own.contains(&n)) || tokens(text).iter().any(|t| t.len() > 3 && things.contains(t))
    };
    let agents = view.agents_turn().map_or(&[][..], |turn| turn.sentences.as_slice());
    agents.iter().any(|s| speaks(&s.text)) || view.own().any(|s| s.range != segment.range && speaks(&s.text))
}

/// Whether the agent's last turn gives a value of the same kind to something it only points to.
pub(super) fn tells_of_unnamed(view: View<'_>, new: &NewValue<'_>) -> bool {
    let points = |clause: &str| {
        let clause = clause.trim();
        let value = measured(clause).and_then(|(from, to)| clause.get(from..to));
        // "It is 14 kg now" only tells how it is.
        let does = after_any(clause, phrases!("it|they"))
            .filter(|does| after_any(does, phrases!("is|are|was|were")).is_none());
        does.is_some() && value.is_some_and(|value| new.after(value).is_some())
    };
    let told = view.agents_turn().map_or(&[][..], |turn| turn.sentences.as_slice());
    told.iter().any(|s| !s.asks && s.text.split([',', ';']).any(points))
}

/// The order of what the agent says its work does: "poll every 10 minutes" of "it polls every 10 minutes now".
pub(super) fn order_of(clause: &str) -> Option<String> {
    const NO_ORDER: Phrases =
        phrases!("is|was|has|takes|took|looks|seems|fails|crashes|happens|says|shows|means|uses|costs");
    let told = after_any(clause, phrases!("it now|it"))?;
    let (verb, rest) = told.split_once(' ').filter(|(verb, _)| verb.ends_with('s') && !NO_ORDER.contains(verb))?;
    phrases!("every |at |after |for |with |on |up to |at most |in ").within(rest).then_some(())?;
    let rest = rest.strip_suffix(" now").unwrap_or(rest);
    Some(format!("{} {rest}", capital(&base(verb)?)))
}

/// An order with another value in the place of its own.
pub(super) fn order_with(order: &str, value: &str) -> Option<String> {
    let (from, to) = measured(order)?;
    Some(whole(&format!("{}{value}{}", order.get(..from)?, order.get(to..)?)))
}
