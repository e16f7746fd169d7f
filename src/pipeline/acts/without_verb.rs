//! Defines choices without a verb of choosing: a name and what it is for ("grpc between the two services, please"), a
//! topic and a name ("for the thumbnails: webp"), a name with "then" ("protobuf then, json doubles the bill"), and what a
//! named thing will do ("nats will carry the jobs"). A description of how things are today is no choice.

use super::chosen::may_be_product;
use super::form::{first, forms, group};
use super::segments::Segment;
use super::standing::{LATELY, lately, recent};
use super::wording::{after_any, capital, unhurried, whole, words};
use super::work::WORKPIECES;
use super::{Act, ActKind, View, imperative, stance};
use crate::language::phrases::{Phrases, phrases};
use crate::state::ItemKind;
use crate::transcript::Role;

forms! {
    "name-please" r"^(?:so |and |ok(?:ay)?,? |right,? |alright,? |then )*(?P<what>(?P<name>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?) (?:for|in|on|as|between|behind|under) (?:the|our|all|every|each|both) [^,;:]{2,50}?)(?:,? (?:please|pls|then))+$"
        yes "grpc between the two services please" no "please fix it";
    "name-will" r"^(?:so |and |ok(?:ay)?,? |then )*(?P<what>(?:the |our )?(?P<name>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?) will (?:carry|hold|power|back|host|drive|feed|serve) (?:the|our|all|every|both|each) [^,;:]{2,50})$"
        yes "nats will carry the jobs" no "it will rain";
    "goes-then" r"^(?:so |and |ok(?:ay)?,? |then )*(?P<what>(?:the |our )?(?P<name>[\w.+#/-]+(?: [\w.+#/-]+){0,3}?) (?:(?:is|are) going|goes|go|lives?|runs?|sits?|stays?) (?:out )?(?:on|in|over|to|through|via|with|behind|under) [^,;:]{2,40}?)(?:,? (?:then|please|pls|done arguing.*|end of (?:story|discussion).*|full stop|that's final))+$"
        yes "auth lives in the gateway then" no "time goes by";
    "name-then" r"^(?:so |and |ok(?:ay)?,? |right,? |alright,? |good,? |fine,? |ah,? )*(?P<what>(?P<name>[\w.+#/-]+(?: [\w.+#/-]+)?)) then(?:, (?P<why>.+))?$"
        yes "protobuf then, json doubles the bill" no "redis and then a queue";
}

/// Words that are no name of something chosen.
const NO_NAME: Phrases = phrases!(
    "yes|no|ok|okay|later|tomorrow|today|tonight|monday|tuesday|wednesday|thursday|friday|next|now|go|do|well|that|this|it|them|one|both|all|none|nothing|something|thanks|bye|sure|fine|good|great|cool|right|wait|stop|continue|proceed|again|back|first|and|or|but|so|what|why|how|who|when|where|which|if|i|we|you|they|he|she|there|here|not|more|less|time|work|everything|everyone|anything|error|errors|bug|bugs|problem|issue|progress|agreed|settled|done|deal|see|till|until|since|only|just|even|by|from|a|an|maybe|perhaps"
);

/// Reads a segment that names what is chosen without a verb of choosing.
pub(super) fn of_segment(view: View<'_>, segment: &Segment) -> Option<Act> {
    let named = |text: &str| settled(segment, "topic-name", &format!("Use {text}"));
    // "For the download: Excel please" may ask for work.
    let asks = phrases!("please|pls").within(&segment.low);
    if segment.has_topic && segment.before.is_empty() && !asks {
        let (head, _) = segment.low.split_once(", ").unwrap_or((&segment.low, ""));
        let head = unhurried(segment.text.get(..head.len())?);
        return (is_name(head) && words(head) <= 2).then(|| named(head));
    }
    let (form, found) = first(&FORMS, &segment.low)?;
    let (what, name) = (group(&segment.text, &found, "what"), group(&segment.text, &found, "name"));
    // "Protobuf then" concludes from what the agent told.
    let answers = || {
        let before = view.talk.before().next().filter(|t| t.role == Role::Assistant);
        // Where a choice was just made, it changes that one.
        let chosen = recent(view, ItemKind::Decision).any(|item| lately(view, item, LATELY));
        !chosen && before.is_some_and(|t| t.sentences.iter().all(|s| !s.asks)) && segment.before.is_empty()
    };
    if !is_name(name) || form == "name-then" && (!answers() || !name.split(' ').all(may_be_product)) {
        return None;
    }
    let act = settled(segment, form, what);
    let why = Some(group(&segment.text, &found, "why")).filter(|why| words(why) >= 3).map(str::to_owned);
    Some(Act { why, ..act })
}

fn settled(segment: &Segment, form: &'static str, text: &str) -> Act {
    Act::settled(ActKind::Choose, segment.range.clone(), whole(&capital(text)), form)
}

/// Whether words name something that can be chosen, and no work and no person.
fn is_name(name: &str) -> bool {
    let low = name.to_lowercase();
    let last = low.rsplit(' ').next().unwrap_or("");
    let piece = WORKPIECES.contains(last) || WORKPIECES.contains(last.trim_end_matches('s'));
    let other = low.split(' ').any(|w| NO_NAME.contains(w) || w.ends_with("n't") || w.ends_with("ly"));
    !low.is_empty()
        && !piece
        && !other
        && low.chars().any(char::is_alphabetic)
        && !imperative::opens(&low)
        && after_any(&low, imperative::DOES).is_none()
        && !stance::says_nothing(&low)
}
