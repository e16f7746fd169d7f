//! Defines the reading of answers to a proposal: a yes, a yes with a change or a reason, a no, the steps of a plan.

use super::counter::{self, without};
use super::polarity::Polarity;
use super::reply::PersonsReply;
use super::values::{is_work, without_approval};
use super::{remarks, stance};
use crate::language::answers::{Agreement, agreement};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::offers::offer::{Choice, Offer};
use crate::pipeline::acts::offers::proposals;
use crate::pipeline::acts::picks::errands::is_errand;
use crate::pipeline::acts::picks::pick::pick;
use crate::pipeline::acts::picks::refused_options::RuledOut;
use crate::pipeline::acts::sentences::quantities::{is_bare_value, kin_values, measured, with_unit};
use crate::pipeline::acts::sentences::wording::{after_any, capital, parted_at, stands_alone, unhurried, whole, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind};
use crate::pipeline::extract::summary;

/// The acts of a yes or no to a proposal.
pub(super) fn to_proposal(
    offer: &Offer,
    reply: &PersonsReply,
    polarity: Polarity,
    said: &str,
    alone: bool,
) -> Vec<Act> {
    if !offer.options.is_empty() {
        return to_plan(offer, reply, polarity, said);
    }
    let deed =
        if is_work(&offer.object) && proposals::offers_work(&offer.text) { ActKind::Request } else { ActKind::Choose };
    match polarity {
        Polarity::Yes if said.is_empty() => bare_yes(offer, reply, deed, alone),
        Polarity::Yes if !unclear(&offer.object) && remarks::taken_out(said).is_some() => {
            reduced(offer, reply, said, deed)
        }
        // "sure, and paint the door": an order of its own stands after the yes.
        Polarity::Yes if remarks::adds_order(said) && !offer.stated => {
            let end = reply.range.start + reply.text.len().saturating_sub(said.len()).max(1);
            let head = PersonsReply { text: "yes".to_owned(), range: reply.range.start..end, rest: String::new() };
            to_proposal(offer, &head, Polarity::Yes, "", alone)
        }
        // "No, keep them and add a rule that drops them later"
        Polarity::No if !offer.stated && imperative::opens(said) && words(said) >= LEAST_ORDER => {
            let end = reply.range.start + reply.text.len().saturating_sub(said.len()).max(1);
            let head = PersonsReply { text: "no".to_owned(), range: reply.range.start..end, rest: String::new() };
            to_proposal(offer, &head, Polarity::No, "", alone)
        }
        Polarity::Yes if !offer.stated && remarks::asks_to_ensure(said).is_some() => {
            let head = PersonsReply { text: "yes".to_owned(), rest: String::new(), ..reply.clone() };
            let rule = capital(remarks::asks_to_ensure(said).unwrap_or_default());
            let mut out = to_proposal(offer, &head, Polarity::Yes, "", alone);
            let form = out.first().map_or("yes", |act| act.form);
            out.push(Act::settled(ActKind::Rule { hard: false }, reply.range.clone(), whole(&rule), form));
            out
        }
        Polarity::Yes => yes_with(offer, reply, said, deed),
        Polarity::No if offer.stated => Vec::new(),
        Polarity::No | Polarity::Neither if counter::to(offer, reply).is_some() => {
            counter::to(offer, reply).into_iter().collect()
        }
        Polarity::No => refused(offer, reply, said),
        Polarity::Neither if !unclear(&offer.object) && calls(&reply.text, &offer.object) => {
            vec![named(offer, reply, deed)]
        }
        Polarity::Neither => Vec::new(),
    }
}

/// The acts of a yes without further words of its own; what stands behind it may still doubt it or give a detail.
fn bare_yes(offer: &Offer, reply: &PersonsReply, deed: ActKind, alone: bool) -> Vec<Act> {
    // "I'd rather not try it" - "try it" is no yes.
    let defies = after_any(&offer.object, phrases!("do not|don't|never|not")).is_some()
        && after_any(&reply.text, phrases!("try|do it|do that|do so|please do|still|anyway")).is_some();
    if unclear(&offer.object) || defies {
        return Vec::new();
    }
    if offer.stated {
        let ordered = after_any(&unled(&reply.text), ORDERS).is_some();
        // "Ok tin then"
        let named = stance::names_some(&offer.object, &reply.text);
        let make = if ordered || named { Act::settled } else { Act::likely };
        return vec![make(deed, reply.range.clone(), offer.object.clone(), "yes-stated")];
    }
    let detail = detail_behind(&reply.rest);
    let object = detail.as_ref().map(|more| with_addition(&offer.object, more));
    let object = object.unwrap_or_else(|| offer.object.clone());
    let alone = alone || detail.is_some();
    // What was only mentioned as possible, or is long, may not be what the yes means.
    let weak = !offer.asked || after_any(&reply.text, PRAISE).is_some();
    let long = words(&offer.object) > if alone { WHOLE_OBJECT } else { SHORT_OBJECT };
    let ordered = ORDERS.iter().any(|order| reply.text.to_lowercase().trim_end_matches(['.', '!']).ends_with(order));
    let weak = weak && !alone && !ordered || long || offer.crowded && deed == ActKind::Choose || doubts(&reply.rest);
    let mut act = Act::settled(deed, reply.range.clone(), object, "yes");
    // Small steps of the work that is under way are no tasks of their own.
    if weak || is_errand(&offer.object) || points(&offer.object) {
        act = Act::likely(deed, reply.range.clone(), offer.object.clone(), "yes-weak");
    }
    vec![act]
}

/// Minimum number of words in an order after a no that is work of its own.
const LEAST_ORDER: usize = 4;

/// The act of a reply that calls the proposal by its name.
fn named(offer: &Offer, reply: &PersonsReply, deed: ActKind) -> Act {
    let make = if offer.crowded { Act::likely } else { Act::settled };
    // Of two things that the agent tells of, the one that the reply names.
    let name = named_alone(&reply.text).filter(|_| phrases!(" or ").within(&offer.object));
    let object = name.map_or_else(|| offer.object.clone(), |name| capital(&name));
    let more = reply.text.split_once(", ").and_then(|(_, more)| remarks::addition(more));
    let text = more.map_or_else(|| object.clone(), |more| with_addition(&object, &more));
    make(deed, reply.range.clone(), text, "named")
}

/// The acts of a yes with words after it that neither take a part out nor order something else.
fn yes_with(offer: &Offer, reply: &PersonsReply, said: &str, deed: ActKind) -> Vec<Act> {
    if unclear(&offer.object) {
        return Vec::new();
    }
    let act = |certain: bool, form| {
        let make = if certain { Act::settled } else { Act::likely };
        make(deed, reply.range.clone(), offer.object.clone(), form)
    };
    let whole_task = !offer.crowded && !is_errand(&offer.object);
    let first = parted_at(said, &[',', '.', ';']).next().unwrap_or(said).trim();
    let found = if is_bare_value(first) && offer.asked {
        // "Yes, 90 days"
        Act::settled(deed, reply.range.clone(), whole(&format!("{}, {first}", offer.object)), "yes-but")
    } else if let Some(more) = remarks::addition(said) {
        Act::settled(deed, reply.range.clone(), with_addition(&offer.object, &more), "yes-but")
    } else if let Some(bound) = remarks::bound(said).filter(|_| offer.asked && whole_task) {
        // "Go ahead, as long as it stays below 8 cores": work within a limit.
        Act::settled(deed, reply.range.clone(), whole(&format!("{}, {bound}", offer.object)), "yes-but")
    } else if agreement(&reply.text) == Agreement::Agrees {
        // "yeah that's what we use elsewhere too, go for it"
        act(offer.asked && words(&reply.text) <= REMARKED && whole_task, "yes-remark")
    } else if offer.asked && remarks::explains(said) {
        let why = Some(said.trim_end_matches('.').to_owned());
        Act { why, ..act(whole_task && !points(&offer.object) && !offer.stated, "yes-reason") }
    } else if !offer.stated && remarks::on_condition(said) {
        // "Fine, as long as failed jobs get retried": it waits, with its condition.
        let condition = unhurried(said);
        let both = format!("{}, {condition}", offer.object);
        let likely = |deed, text: &str| Act::likely(deed, reply.range.clone(), whole(text), "yes-if");
        if both.chars().count() <= summary::MAX_CHARS {
            return vec![likely(deed, &both)];
        }
        return vec![likely(deed, &offer.object), likely(ActKind::Rule { hard: false }, &capital(condition))];
    } else if names(said, &offer.object) {
        act(whole_task, "yes-named")
    } else {
        return Vec::new();
    };
    vec![found]
}

/// Settles the proposal without the part that the yes leaves out, and rules the part out.
fn reduced(offer: &Offer, reply: &PersonsReply, said: &str, deed: ActKind) -> Vec<Act> {
    let out = remarks::taken_out(said).unwrap_or_default();
    let kept = without(&offer.object, &format!("without {out}"));
    let make = |deed, text: &str| Act::settled(deed, reply.range.clone(), whole(text), "yes-without");
    vec![make(deed, &kept), make(ActKind::RuleOut, &capital(out))]
}

/// The name in the first clause of a reply, without what approves it: "avro" of "ok then avro".
fn named_alone(said: &str) -> Option<String> {
    let first = parted_at(said, &[',', '.', ';']).find(|clause| !clause.trim().is_empty())?;
    Some(without_approval(&unled(first)).trim_end_matches(" then").to_owned())
}

/// Whether a reply only names what was proposed: "ok then avro", "PDF only, so matplotlib".
fn calls(said: &str, object: &str) -> bool {
    let of_it = stance::content(object);
    let named = |clause: &str| {
        let name = without_approval(&unled(clause)).trim_end_matches(" then").to_owned();
        let names = stance::content(&name);
        let shaped = names.len() == words(&name) && (1..=3).contains(&names.len());
        let empty = names.iter().all(|w| stance::says_nothing(w));
        shaped && !empty && names.iter().all(|w| of_it.iter().any(|a| stance::alike(a, w)))
    };
    let mut clauses = parted_at(said, &[',', '.', ';']).filter(|c| !c.trim().is_empty());
    let first = clauses.next().unwrap_or(said);
    words(said) <= 10 && named(clauses.next_back().unwrap_or(first)) || first.ends_with(" then") && named(first)
}

/// The acts that a yes makes of the steps of a plan. A step that points to another one does not stand alone.
fn to_plan(offer: &Offer, reply: &PersonsReply, polarity: Polarity, said: &str) -> Vec<Act> {
    // "No, the photos have to be real": how the steps are to be, while they may stay.
    if polarity == Polarity::No && [said, &reply.rest].iter().any(|more| remarks::says_how(more)) {
        return Vec::new();
    }
    let is_named = |out: &&str| offer.options.iter().any(|o| stance::names_some(out, &o.summary));
    let out = remarks::taken_out(said).filter(is_named);
    // "1 and 2, skip the docs"
    if polarity == Polarity::Neither || !said.is_empty() && out.is_none() {
        let picked = pick(offer, reply, polarity, said);
        if !picked.is_empty() {
            return picked.into_iter().map(|act| as_step(offer, act)).collect();
        }
    }
    if polarity == Polarity::No && said.is_empty() && !offer.stated {
        let refused = offer.options.iter().filter(|o| !unclear(&o.summary) && !points(&o.summary));
        return refused.map(|option| RuledOut { option, why: None }.act(offer, reply, "no")).collect();
    }
    if polarity != Polarity::Yes || !said.is_empty() && out.is_none() && remarks::addition(said).is_some() {
        return Vec::new();
    }
    // A list that only told what is left is taken by an order, not by "ok".
    if offer.stated && out.is_none() && after_any(&unled(&reply.text), ORDERS).is_none() {
        return Vec::new();
    }
    let left_out = out.unwrap_or_default();
    let (refused, steps): (Vec<&Choice>, Vec<&Choice>) =
        offer.options.iter().partition(|o| stance::names_some(left_out, &o.summary));
    let refused = refused.into_iter().map(|option| RuledOut { option, why: None }.act(offer, reply, "yes-plan"));
    let steps = steps.into_iter().filter(|o| !unclear(&o.summary) && !points(&o.summary) && !is_errand(&o.summary));
    let acts = steps.map(|step| {
        let deed = if offer.is_to_do() || is_work(&step.summary) { ActKind::Request } else { ActKind::Choose };
        let make = if offer.crowded { Act::likely } else { Act::settled };
        let mut act = make(deed, reply.range.clone(), step.summary.clone(), "yes-plan");
        act.basis = Some(offer.basis_of(step));
        act
    });
    acts.chain(refused).collect()
}

/// Turns the pick of a plan's step into a request if the step is work.
fn as_step(offer: &Offer, act: Act) -> Act {
    let orders = act.deed == ActKind::Choose && (offer.is_to_do() || is_work(&act.summary));
    if orders { Act { deed: ActKind::Request, alternatives: Vec::new(), ..act } } else { act }
}

/// Words that order an option which the agent only stated as possible: "do it", "go for it".
const ORDERS: Phrases = phrases!(
    "approved|yes go|do it|do that|do so|go for it|go with that|go with it|use that|use it|take that|take it|make it so|let's do|lets do|let's go\
     |go ahead|please do|do this|implement it|implement that"
);

/// A reply without the words that only lead in: "yeah do it that way", "then use that".
fn unled(text: &str) -> String {
    let mut rest = text.trim();
    while let Some(after) =
        after_any(rest, phrases!("yeah|yes|yep|ok|okay|then|so|sure|good|great|and|please|well|right|ja"))
    {
        rest = after.trim_start_matches(|c: char| ",.! ".contains(c));
        if rest.is_empty() {
            break;
        }
    }
    rest.to_owned()
}

/// Maximum number of words in a yes that is followed by a remark and still settles the proposal.
const REMARKED: usize = 16;

/// The proposal with the addition of the yes. "But make it 2000" replaces its number.
pub(in crate::pipeline::acts) fn with_addition(object: &str, more: &str) -> String {
    let value = after_any(more, phrases!("but make it|but make that|but use|but with|but|make it|with"))
        .and_then(|rest| measured(rest).filter(|(at, _)| *at == 0).and_then(|(from, to)| rest.get(from..to)));
    if let Some(changed) = restated_part(object, more).or_else(|| rivalled(object, more)) {
        return whole(&changed);
    }
    let alone = value.map(|new| (new, object)).and_then(|(new, object)| with_value(object, new));
    whole(&alone.or_else(|| with_value_of_part(object, more)).unwrap_or_else(|| format!("{object}, {more}")))
}

/// The proposal with a value in the place of its only one of that kind.
pub(in crate::pipeline::acts) fn with_value(object: &str, new: &str) -> Option<String> {
    let mut kin: Option<(usize, usize)> = None;
    let mut from = 0;
    while let Some((at, end)) = object.get(from..).and_then(measured).map(|(at, end)| (from + at, from + end)) {
        if kin_values(new, object.get(at..end)?) {
            if kin.is_some() {
                return None;
            }
            kin = Some((at, end));
        }
        from = end;
    }
    let (at, end) = kin?;
    Some(format!("{}{}{}", object.get(..at)?, with_unit(new, object.get(at..end)?), object.get(end..)?))
}

/// The proposal with the value that the yes gives a part of it: "but make the window 10 minutes".
fn with_value_of_part(object: &str, more: &str) -> Option<String> {
    let (from, to) = measured(more)?;
    let new = more.get(from..to).filter(|new| new.chars().any(char::is_alphabetic))?;
    let beside = format!("{} {}", more.get(..from)?, more.get(to..)?);
    let (own, of_it) = (stance::content(&beside), stance::content(object));
    let named = |w: &String| of_it.iter().any(|o| stance::alike(o, w));
    let idle =
        |w: &String| stance::says_nothing(w) || phrases!("small|one|but|only|possible|must|reads|be").contains(w);
    let only_it = own.iter().any(named) && own.iter().all(|w| named(w) || idle(w));
    only_it.then(|| with_value(object, new)).flatten()
}

/// The proposal with the word that the yes replaces by another of its kind: "but weekly" of what was to be daily.
fn rivalled(object: &str, more: &str) -> Option<String> {
    const KINDS: [Phrases; 5] = [
        phrases!("hourly|daily|nightly|weekly|biweekly|fortnightly|monthly|quarterly|yearly|annually"),
        phrases!("left|right|top|bottom|middle"),
        phrases!("morning|evening|night|noon|midnight"),
        phrases!("monday|tuesday|wednesday|thursday|friday|saturday|sunday"),
        phrases!("red|green|blue|yellow|orange|grey|gray|black|white|purple|pink"),
    ];
    let cut = |text: &'_ str| text.split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect::<Vec<_>>();
    let said = cut(more);
    let (kind, new) = said.iter().find_map(|w| Some((KINDS.iter().find(|k| k.contains(&w.to_lowercase()))?, w)))?;
    let old = cut(object).into_iter().find(|w| kind.contains(&w.to_lowercase()) && !w.eq_ignore_ascii_case(new))?;
    let only = stance::content(more).len() <= 2 && words(more) <= 6;
    only.then(|| object.replacen(&old, new, 1))
}

/// The proposal with the value that the yes replaces: "gusts below 10, daylight" of "gusts below 12 m/s, daylight" and
/// "but gusts below 10".
fn restated_part(object: &str, more: &str) -> Option<String> {
    let said = after_any(more, phrases!("but|with|only")).unwrap_or(more).split(',').next()?;
    let (from, to) = measured(said)?;
    let (new, name) = (said.get(from..to)?, said.get(..from)?);
    let name = stance::content(name);
    let part = object.split(", ").flat_map(|part| part.split(" and ")).find(|part| {
        let own = stance::content(part);
        !name.is_empty() && name.iter().all(|w| own.iter().any(|o| stance::alike(o, w)))
    })?;
    let (old_from, old_to) = measured(part)?;
    let old = part.get(old_from..old_to)?;
    kin_values(new, old).then(|| object.replacen(old, &with_unit(new, old), 1))
}

/// Whether a proposal's first words point to something said before: "move it up".
pub(in crate::pipeline::acts) fn points(object: &str) -> bool {
    let first = object.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).take(4).enumerate();
    // "Skip files that exist": after a noun it only goes on.
    let goes_on = |at: usize, word: &str| at >= 2 && word == "that";
    let mut words = first.map(|(at, w)| (at, w.to_lowercase()));
    words.any(|(at, w)| phrases!("it|that|this|them|those|these|they").contains(&w) && !goes_on(at, &w))
}

/// Maximum number of words in a proposal that a yes settles: where the yes stands alone, and where more is said after
/// it.
const WHOLE_OBJECT: usize = 26;
const SHORT_OBJECT: usize = 22;

/// The quality behind a yes that says how the proposal is meant: "self-hosted" of "good idea! Self-hosted though."
fn detail_behind(rest: &str) -> Option<String> {
    const MOST: usize = 3;
    let low = rest.trim().trim_end_matches(['.', '!']).to_lowercase();
    let detail = low.strip_suffix(" though").or_else(|| low.strip_suffix(" tho"))?;
    let quality = detail.split_whitespace().next().is_some_and(|word| word.ends_with("ed") || word.contains('-'));
    (quality && words(detail) <= MOST && after_any(detail, phrases!("not|never|i|we|but")).is_none())
        .then(|| detail.to_owned())
}

/// Whether what follows a yes doubts it.
fn doubts(rest: &str) -> bool {
    let put_off = phrases!(
        "think about it|think it over|sleep on it|get back to you|let you know|decide later|decide tomorrow|not decided"
    );
    let low = rest.to_lowercase();
    // "Works for me. paint it green though" adds an order.
    let low = low.trim_end_matches(['.', '!']);
    let ordered = low.strip_suffix(" though").filter(|order| imperative::opens(order));
    let low = if detail_behind(rest).is_some() { "" } else { ordered.unwrap_or(low) };
    phrases!("wonder|though|however|on second thought|not sure|actually,|wait").within(low) || put_off.within(low)
}

/// Openings of a yes that may be mere praise or agreement with what was explained.
const PRAISE: Phrases = phrases!(
    "right|nice|cool|great|good|perfect|correct|exactly|ah|fair|lovely|wonderful|super|neat|sweet|splendid|brilliant|interesting"
);

/// Whether the words of a proposal do not say what is proposed: they are empty, a condition or a pronoun.
fn unclear(object: &str) -> bool {
    object.is_empty()
        || after_any(object, phrases!("if|at minimum|unless|when|once")).is_some()
        || phrases!("something else|something different").within(object)
        || leaves_anything_open(object)
        || !stands_alone(object)
}

/// Whether an order leaves its object open: "change anything"; "anything below 15 %" does not.
fn leaves_anything_open(object: &str) -> bool {
    let bound = phrases!(
        "below|above|over|under|beyond|older than|newer than|larger than|smaller than|less than|more than|that|which"
    );
    let (_, rest) = object.split_once("anything").unwrap_or((object, "below"));
    after_any(rest, bound).is_none()
}

/// Rules out a refused proposal. Words that only refer to it ("not that") are not read as another choice.
fn refused(offer: &Offer, reply: &PersonsReply, said: &str) -> Vec<Act> {
    if unclear(&offer.object) {
        return vec![Act::nothing(reply.range.clone(), "no")];
    }
    let mut act = Act::settled(ActKind::RuleOut, reply.range.clone(), offer.object.clone(), "no");
    let why = if said.is_empty() { reply.rest.clone() } else { said.to_owned() };
    act.why = (!why.is_empty() && words(&why) <= 24).then(|| why.trim_end_matches('.').to_owned());
    vec![act]
}

/// Whether words name what an object names, and nothing else.
fn names(said: &str, object: &str) -> bool {
    let object = object.to_lowercase();
    let content: Vec<String> = without_approval(said)
        .split(|c: char| !c.is_alphanumeric() && !"-_.+#".contains(c))
        .filter(|w| w.chars().count() > 3)
        .map(str::to_lowercase)
        .collect();
    let named = content.iter().filter(|w| object.contains(w.as_str())).count();
    named > 0 && named * 4 >= content.len() * 3 && words(said) <= 8
}
