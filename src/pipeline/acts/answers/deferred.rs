//! Defines answers that take the work which the agent offers for a later time: "good idea, next week", "later, put it on
//! the list".

use super::reply::PersonsReply;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::offers::offer::{Offer, OfferForm};
use crate::pipeline::acts::sentences::wording::{after_all, after_any, lowered, order, whole, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, Certainty};
use crate::pipeline::extract::summary;

/// Words before the time.
const LEADS: Phrases = phrases!(
    "yes|yeah|yep|yea|ya|ok|okay|sure|right|true|nice|great|cool|good idea|good point|good call|good|hm|hmm|fine|please|but|and|do it|do that|do this|that|it|that's|thats|that is|that one|for|that's for|thats for|in|on|oh yes|oh|ah"
);

/// Times at which it is to be done.
const WHEN: Phrases = phrases!(
    "tomorrow|tmrw|tmr|tonight|next week|next month|next sprint|next time|next year|next release|next monday|next friday|this evening|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|the weekend|after the|after my|after our|after that|after this|after lunch|phase 2|phase two|v2|version 2"
);

/// Times that only put it off.
const LATER: Phrases =
    phrases!("later|another day|some other day|another time|not today|not this week|not right now but|a bit later");

/// Words that ask to keep it in mind.
const LISTED: Phrases = phrases!(
    " put it on| put that on| put this on| put on the list| put on list| on the list| on my list| on your list| add it to the list| add that to the list| write it down| write that down| note it| note that down| put it down| put that down| put it there| keep it on| todo"
);

/// Words that leave it open whether it is done at all.
const DOUBTS: Phrases =
    phrases!(" maybe| perhaps| if | might| dunno| idk| not sure| see | never| no | nah|?| ask | think");

/// Reads the offered work as a task for later; `None` where the answer names no time.
pub(super) fn of(offer: &Offer, reply: &PersonsReply) -> Option<Act> {
    const MOST: usize = 14;
    let low = lowered(&reply.text);
    if offer.form != OfferForm::Proposal || words(&low) > MOST || DOUBTS.within(&format!(" {low}")) {
        return None;
    }
    let rest = after_all(&low, LEADS);
    let listed = LISTED.within(&format!(" {low}"));
    let dated = after_any(rest, WHEN).is_some();
    if !listed && !dated && after_any(rest, LATER).is_none() {
        return None;
    }
    let task = order(&offer.object);
    let task = task.trim_end_matches(" too").trim_end_matches(" as well").to_owned();
    let clear = imperative::opens(&task.to_lowercase()) && !summary::points(&task) && words(&task) >= 2;
    let act = Act::settled(ActKind::Request, reply.range.clone(), whole(&task), "deferred");
    let certainty = if listed || dated { Certainty::Settled } else { Certainty::Likely };
    clear.then_some(Act { certainty, ..act })
}
