//! Defines counter-proposals: the person replaces the proposed thing by another of its kind ("argon2 please") or limits
//! it ("not before v4").

use super::mood::puts_off;
use super::proposal_answers::points;
use super::reply::PersonsReply;
use super::stance;
use crate::language::phrases::phrases;
use crate::pipeline::acts::offers::offer::{Offer, OfferForm};
use crate::pipeline::acts::sentences::quantities::{measured, with_amount};
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, Certainty};
use crate::pipeline::clause::Sentence;
use crate::text::patterns;

patterns! {
    /// A proposal to use a thing, and what for.
    USES = r"^(?P<verb>Use|Take|Switch to|Move to|Deploy to|Store|Set up|Install|Pick) (?P<old>[\w`][\w`.+#/-]*(?: [A-Z0-9][\w.+-]*)?)(?P<tail>(?: (?:for|as|in|on|to|with|and) .+)?)$";
    /// A name said alone, politely or against another: "argon2 please", "no, zod instead".
    NAME = r"(?i)^(?:no|nope|nah|hm+|actually|rather|better|oh|please)?[,.]? ?(?:please |rather |better |use |take )*(?P<name>[\w`][\w`.+#/-]*(?: [\w.+#/-]+)?)(?P<polite>,? (?:please|pls|plz|instead|rather)|, (?:i|we|everyone here) (?:know|already|use|have|like|trust|run|prefer)s?\b.*)+[.!]*$";
    /// A bare name behind a no: "no, playwright".
    NO_NAME = r"(?i)^(?:no|nope|nah|hm+, no)[,.!]+ (?P<name>[\w`][\w`.+#/-]*(?: [\w.+#/-]+)?)[.!]*$";
    /// A thing that is to take another's place: "rather an undo link", "webp would be better".
    IN_PLACE = r"(?i)^(?:(?:no|nope|nah|hm+|well)[,.]? )*(?:(?:rather|better|i'd rather (?:have|use|see|go with|take)|i'd prefer|we'd prefer) (?P<new>[\w`].{1,60}?)(?: instead| please)*|(?P<named>[\w`].{1,40}?) (?:would be|is|seems) (?:better|nicer|simpler)(?: here| for us| i think)*)[.!]*$";
    /// The thing that a proposal names with an indefinite article, without its purpose.
    A_THING = r"(?i)(?:^|^[a-z]+ )(?P<thing>an? [\w`'.+#/-]+(?: [\w`'.+#/-]+){0,3}?)(?:$| (?:for|in|on|at|to|as|under|behind|with|below|above)\b)";
    /// The name that a proposal ends with: "as PNG".
    AS_NAME = r" as (?P<name>[\w.+#-]+)$";
    /// The name that a proposal ends with, behind a place or a means: "in Oak".
    IN_NAME = r" (?:in|with|via|on|by|using) (?P<name>[A-Z][\w.+#-]*)$";
    /// A limit in time: "not before v4", "no, only after the release".
    LIMIT = r"(?i)^(?:no|yes|ok|hm+|but)?[,.]? ?(?P<limit>(?:not (?:before|until|earlier than)|only (?:after|from|once|when|for|in|on|if|with|during|at)|after|from) .+?)(?:,? please)?[.!]*$";
    /// The time in a proposal that the person's limit replaces.
    TIME = r"(?i) (?:in|on|at|with|by|from|for) (?:the next |next |this )?(?:v?\d[\w.]*|release|version|\w+day|week|month|sprint|quarter|january|february|march|april|may|june|july|august|september|october|november|december)$";
}

/// Reads the choice that a reply makes instead of the proposal.
pub(super) fn to(offer: &Offer, reply: &PersonsReply) -> Option<Act> {
    other(offer, reply)
        .or_else(|| limited(offer, reply))
        .or_else(|| value(offer, reply))
        .or_else(|| in_its_place(offer, reply))
}

/// Reads another number for that of the proposal: "04:30" after "I'd run the import at 03:00, OK?"
fn value(offer: &Offer, reply: &PersonsReply) -> Option<Act> {
    let bare =
        after_any(&reply.text, phrases!("no|nope|hm|hmm|rather|better|make it|i'd say|say|let's say|yes|ok|but"));
    let bare = unhurried(bare.unwrap_or(&reply.text).trim_start_matches([',', ' '])).trim_end_matches(['.', '!']);
    // "They upload it around 9, so 9:30": the value may come after its reason.
    let behind = |link: &str| bare.rsplit_once(link).map(|(_, value)| value);
    let values = [Some(bare), behind(" so "), behind(", "), behind(" - ")].into_iter().flatten();
    let new = values.map(unhurried).find(|v| measured(v) == Some((0, v.len())))?;
    // "Lower the 5 s delay to 2": what it is to be stands last.
    let target = offer.object.rfind(" to ").map(|at| offer.object.split_at(at + 4));
    let target = target.and_then(|(head, to)| with_amount(to, new).map(|(text, old)| (format!("{head}{text}"), old)));
    let (text, old) = target.or_else(|| with_amount(&offer.object, new)).filter(|_| offer.asked)?;
    let mut act = Act::settled(ActKind::Choose, reply.range.clone(), whole(&text), "counter-value");
    if points(&offer.object) {
        act.certainty = Certainty::Likely;
    }
    // "12 m ok" takes the length that was proposed.
    if !old.trim().eq_ignore_ascii_case(new.trim()) {
        act.alternatives = vec![old];
    }
    Some(act)
}

fn other(offer: &Offer, reply: &PersonsReply) -> Option<Act> {
    let found = NAME.captures(&reply.text).or_else(|| NO_NAME.captures(&reply.text))?;
    let name = found.name("name")?.as_str().to_owned();
    let name = unhurried(&name);
    let old = match USES.captures(&offer.object) {
        Some(found) => found.name("old")?.range(),
        None => IN_NAME.captures(&offer.object)?.name("name")?.range(),
    };
    let (before, behind) = (offer.object.get(..old.start)?, offer.object.get(old.end..)?);
    let old = offer.object.get(old)?;
    let words_of_it = stance::content(name);
    let is_name = words_of_it.len() == words(name) && !words_of_it.iter().any(|w| stance::says_nothing(w));
    let same = name.eq_ignore_ascii_case(old);
    let order = imperative::DOES.contains(name.split(' ').next().unwrap_or("").to_lowercase().as_str());
    if !is_name || same || order {
        return None;
    }
    let summary = whole(&format!("{before}{name}{behind}"));
    let mut act = Act::settled(ActKind::Choose, reply.range.clone(), summary, "counter");
    act.alternatives = vec![old.to_owned()];
    Some(act)
}

/// The choice that a name in the next sentence makes in the place of the refused proposal: "no enamel, it chips. plain tin."
pub(super) fn named_next(offer: &Offer, refused: &[Act], next: Option<&&Sentence>) -> Option<Act> {
    const MOST: usize = 4;
    let next = next.filter(|next| !next.asks && next.list.is_none() && offer.form == OfferForm::Proposal)?;
    let text = plain(&next.text);
    let bare = after_any(&text, phrases!("just|rather|then|so|better|let's use|use|take|i'd take")).unwrap_or(&text);
    let name = unhurried(bare).trim_end_matches(" instead");
    let named = stance::content(name);
    let bare = after_any(name, phrases!("a|an")).unwrap_or(name);
    let empty = named.len() != words(bare) || named.iter().any(|w| stance::says_nothing(w));
    let states =
        after_any(name, phrases!("thanks|sorry|next|maybe|later|not|never|enough|too|way|waste|because|good|bad|no"));
    let alone = matches!(refused, [one] if one.deed == ActKind::RuleOut && one.form == "no");
    // "A bell" in the place of "a horn"
    let thing = after_any(name, phrases!("a|an"));
    let old = match thing {
        Some(_) => A_THING.captures(&offer.object)?.name("thing")?.range(),
        None => USES.captures(&offer.object)?.name("old")?.range(),
    };
    let (before, behind) = (offer.object.get(..old.start)?, offer.object.get(old.end..)?);
    let again = stance::names_some(name, offer.object.get(old)?);
    if !alone || empty || states.is_some() || words(name) > MOST || again {
        return None;
    }
    let summary = whole(&format!("{before}{name}{behind}"));
    Some(Act::settled(ActKind::Choose, next.range.clone(), summary, "counter").on(offer))
}

/// Reads a thing that is to take the place of the proposed one: "rather an undo link" for "a dialog for the deletion",
/// "webp would be better" for "store the tiles as PNG".
fn in_its_place(offer: &Offer, reply: &PersonsReply) -> Option<Act> {
    const MOST: usize = 6;
    let first = reply.text.split([',', ';']).find(|part| words(part) > 1).unwrap_or(&reply.text);
    let found = IN_PLACE.captures(first.trim())?;
    let new = unhurried(found.name("new").or_else(|| found.name("named"))?.as_str());
    let form = || A_THING.captures(&offer.object)?.name("thing").map(|thing| thing.range());
    let named = || AS_NAME.captures(&offer.object)?.name("name").map(|name| name.range());
    let old = (words(new) == 1).then(named).flatten().or_else(form)?;
    let (before, behind) = (offer.object.get(..old.start)?, offer.object.get(old.end..)?);
    let known = stance::content(&offer.object);
    let names = stance::content(new).iter().any(|w| !stance::says_nothing(w) && !known.contains(w));
    if words(new) > MOST || !names || puts_off(new) {
        return None;
    }
    let summary = whole(&capital(&format!("{before}{new}{behind}")));
    let act = Act::settled(ActKind::Choose, reply.range.clone(), summary, "counter");
    Some(Act { alternatives: vec![offer.object.clone()], ..act })
}

fn limited(offer: &Offer, reply: &PersonsReply) -> Option<Act> {
    const MOST: usize = 9;
    let limit = LIMIT.captures(&reply.text)?.name("limit")?.as_str().to_owned();
    let talk = phrases!("i|we|you|now|that|it|this|here|all|what").contains(limit.rsplit(' ').next().unwrap_or(""));
    let told = phrases!(" i | you | is | are | have | had ").within(&format!(" {} ", limit.to_lowercase()));
    let bare = after_any(&limit, phrases!("after|from")).is_some();
    if words(&limit) > MOST || talk || told || words(&offer.object) < 2 || bare && offer.objections {
        return None;
    }
    // "Start on Wednesday so that it is done before the feast": the purpose was that of the old time.
    let purpose =
        phrases!(" so that |, so | because | since ").find(&offer.object).map_or(offer.object.len(), |(at, _)| at);
    let object = offer.object.get(..purpose)?;
    let end = TIME.find(object).map_or(object.len(), |m| m.start());
    let summary = whole(&format!("{} {limit}", object.get(..end)?));
    Some(Act::settled(ActKind::Choose, reply.range.clone(), summary, "counter-limit"))
}

/// An option's words without what the pick leaves out: "Meilisearch with a cache in front" picked "without the cache".
pub(in crate::pipeline::acts) fn without(summary: &str, more: &str) -> String {
    let Some(what) = after_any(more, phrases!("but without|without|minus|but no|except")) else {
        return summary.to_owned();
    };
    let low = summary.to_lowercase();
    let cut = what.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    let at = cut.filter(|w| w.len() > 2 && w != "part" && w != "the").find_map(|w| low.find(&w));
    let Some(at) = at else { return summary.to_owned() };
    let head = low.get(..at).unwrap_or("");
    let cut = phrases!(" with | and | plus |, ").iter().filter_map(|j| head.rfind(j)).max();
    cut.and_then(|c| summary.get(..c)).unwrap_or(summary).to_owned()
}

/// Whether a clause is only the name of a thing: "pnpm", "plain css".
pub(in crate::pipeline::acts) fn is_name(part: &str) -> bool {
    let name = unhurried(part).to_lowercase();
    let empty = stance::content(&name).iter().any(|w| stance::says_nothing(w));
    (1..=2).contains(&words(&name)) && stance::content(&name).len() == words(&name) && !empty
}
