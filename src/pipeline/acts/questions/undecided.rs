//! Defines alternatives that are left open: those a person names ("S3, MinIO or the disk, not decided yet"), and those
//! the agent put that the person does not choose between yet ("hard to say, let me ask finance first").

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::reply::PersonsReply;
use crate::pipeline::acts::offers::offer::{Offer, OfferForm};
use crate::pipeline::acts::offers::options;
use crate::pipeline::acts::picks::labels::labels;
use crate::pipeline::acts::questions::openness;
use crate::pipeline::acts::sentences::topics::with_topic;
use crate::pipeline::acts::sentences::wording::{after_any, capital, lowered, plain, whole, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, Certainty, View};
use crate::pipeline::clause::{BlockKind, Sentence};

/// Words that put off the choice between alternatives that the agent named.
const POSTPONES: Phrases = phrases!(
    "not sure|dunno|don't know|do not know|can't say|cannot say|can't tell|cannot tell|hard to say|could be either|either could|have to ask|need to ask|must ask|will ask|i'll ask|let me ask|let me think\
     |i'll think|park it|park that|park this|keep both|leave both|discuss it|discuss that|discuss this|think it over|wait with that|get back to you"
);

/// Words that leave the choice to the agent, or allow each of the alternatives.
const HANDS_BACK: Phrases = phrases!(
    "your call|up to you|you decide|you choose|you pick|whatever|whichever|don't care|doesn't matter|no preference|either is fine|either one is|both fine|both are fine|what do you|your judgement|your judgment|best for"
);

/// Reads the alternatives that a turn calls open. The sentence that only says so ("leave both on the table") is read by
/// no other family.
pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    let mut out = Vec::new();
    for (at, sentence) in own.iter().enumerate() {
        let next = own.get(at + 1).copied();
        // "Should the roof be tin or oak? Still thinking" is told as it was asked.
        let whole = |a: &Act| a.certainty == Certainty::Settled && (a.alternatives.len() > 2 || sentence.asks);
        let listed = left_open(sentence, next).filter(whole);
        let Some(open) = listed else {
            out.extend(told_open(view, &own, at));
            continue;
        };
        out.push(open);
        let saying = next.and_then(|next| view.segments(next).first()).filter(|s| openness::leaves_choice_open(&s.low));
        out.extend(saying.map(|s| Act::nothing(s.range.clone(), "left-open")));
    }
    out
}

/// The alternatives that a sentence calls open, or that stand beside one that does: "no verdict on the roof yet. It's tin or
/// oak." A sentence that only says so settles nothing.
fn told_open(view: View<'_>, own: &[&Sentence], at: usize) -> Option<Act> {
    const SHORT: usize = 30;
    const BRIEF: usize = 10;
    let sentence = own.get(at)?;
    let low = lowered(&sentence.text);
    let around = [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|near| own.get(near));
    // Two names that are asked one by one have what leaves them open behind both.
    let behind = own.get(at + 2).filter(|_| sentence.asks && own.get(at + 1).is_some_and(|next| next.asks));
    let near: Vec<String> = around.chain(behind).map(|s| lowered(&s.text)).collect();
    let versus = sentence.asks && phrases!(" vs | vs. | versus ").within(&low) && words(&low) <= BRIEF;
    let is_open = versus
        || openness::puts_off(&low)
        || openness::compares(&low)
        || openness::names_possible(&low)
        || near
            .iter()
            .any(|s| openness::says_open(s) || words(s) <= BRIEF && openness::puts_off(s) || openness::compares(s));
    let chooses = has_verdict_for_now(&low) || words(&low) > SHORT || !view.offers.is_empty() && !low.contains(" or ");
    // "Make a table of tin and oak, then I can decide" is work.
    let keeps = after_any(&low, phrases!("park|hold|keep|leave|shelve|postpone|defer")).is_some();
    let orders = imperative::opens(&low) && !keeps && !openness::says_open(&low);
    if !is_open || chooses || orders || sentence.list.is_some() {
        return None;
    }
    let next = own.get(at + 1).filter(|next| next.asks && sentence.asks);
    let asked = next.and_then(|next| two_names(&sentence.text, &next.text));
    let range =
        next.filter(|_| asked.is_some()).map_or(sentence.range.clone(), |next| sentence.range.start..next.range.end);
    let found = asked.map(|sides| (sides, None)).or_else(|| openness::around_joint(&plain(&sentence.text)));
    let Some((sides, purpose)) = found else {
        // "Leave that open" is said of a question.
        let points = phrases!(" that| it| this| one").within(&low);
        let alone = openness::is_undecided(&low) && !points && !sentence.asks && view.segments(sentence).len() <= 1;
        // "Could you leave the roof open? It's not clear if it will be tin or oak."
        let said = |s: &String| {
            (openness::is_undecided(s) || openness::names_possible(s)) && openness::around_joint(s).is_some()
        };
        let alone = alone || openness::says_open(&low) && near.iter().any(said);
        return alone.then(|| Act::nothing(sentence.range.clone(), "left-open"));
    };
    let joined = sides.join(" or ");
    let summary = purpose.map_or_else(|| joined.clone(), |purpose| format!("{joined} for {purpose}"));
    let act = Act::settled(ActKind::LeaveOpen, range, whole(&capital(&summary)), "told-open");
    Some(Act { alternatives: sides.into(), ..act })
}

/// Two names that are each asked alone: "tin? oak?"
fn two_names(first: &str, second: &str) -> Option<[String; 2]> {
    const LONGEST: usize = 4;
    let names = [first, second].map(|text| plain(text).trim_end_matches(['?', ' ']).to_owned());
    let asks = phrases!(
        "why|how|what|when|where|who|which|is|are|do|does|did|can|could|should|will|would|shall|ok|right|really|no|yes|maybe|and|or|done|ready|any|anything|thoughts|sure"
    );
    let named = |name: &String| (1..=LONGEST).contains(&words(name)) && after_any(name, asks).is_none();
    names.iter().all(named).then_some(names)
}

/// Whether words choose for the time being: "we'll decide later, use tin for now".
fn has_verdict_for_now(low: &str) -> bool {
    phrases!("for now|in the meantime|meanwhile|until then|go with|let's use|let's go|please use|we'll use|i prefer|i'd prefer|rather").within(low)
        && !phrases!("open for now|undecided for now|either one for now|either for now|anything for now|whether we go with|if we go with").within(low)
}

/// The alternatives of an offer whose choice a reply puts off.
pub(in crate::pipeline::acts) fn of_offer(offer: &Offer, reply: &PersonsReply) -> Option<Act> {
    if offer.form != OfferForm::Options || offer.stated || reply.text.trim_end().ends_with('?') {
        return None;
    }
    let low = format!("{} {}", reply.text, reply.rest).to_lowercase().replace('’', "'");
    let first = reply.text.to_lowercase().replace('’', "'");
    // "B, they don't know the weather" picks.
    let picks = !labels(&first, offer).is_empty();
    let early = POSTPONES.find(&first).is_some_and(|(at, _)| words(first.get(..at).unwrap_or("")) <= EARLY);
    let puts_off = !picks && (openness::leaves_choice_open(&first) || early);
    if !puts_off || HANDS_BACK.within(&low) || offer.options.iter().any(|o| words(&o.text) > LONGEST) {
        return None;
    }
    let names: Vec<String> = offer.options.iter().map(|o| o.text.clone()).collect();
    let summary = whole(&capital(&with_topic(&names.join(" or "), &offer.topic)));
    let act = Act::settled(ActKind::LeaveOpen, reply.range.clone(), summary, "put-off");
    (names.len() >= 2).then(|| Act { alternatives: names, ..act })
}

/// Maximum number of words before those that put the choice off.
const EARLY: usize = 6;

/// Maximum number of words in an alternative.
const LONGEST: usize = 14;

/// Alternatives that the person leaves open: "S3, MinIO or the disk. Haven't decided yet."
pub(in crate::pipeline::acts) fn left_open(sentence: &Sentence, next: Option<&Sentence>) -> Option<Act> {
    let low = sentence.text.to_lowercase().replace('’', "'");
    let after = next.map(|s| s.text.to_lowercase().replace('’', "'")).unwrap_or_default();
    let put_off = |said: &str| openness::leaves_choice_open(said) || low.contains(" or ") && openness::puts_off(said);
    let open = put_off(&low) || put_off(&after);
    let text =
        after_any(sentence.text.trim(), phrases!("open question:|still open:|undecided:|tbd:|open:|not decided:"))
            .unwrap_or(&sentence.text);
    let low_text = text.to_lowercase().replace('’', "'");
    let end = phrases!("; |, not sure|, haven't|, still|, undecided|, i don't|, can't|, no decision|, we'll see|, let's see|, to be decided|, tbd| - not| - still| - tbd|, that's|, will decide|, depends|, both |, either is|, all fine|, let's leave|, let's keep|, leave it|, no preference|, i'll |, i will |, we'll |, tell you")
    .find(&low_text);
    let text = end.and_then(|(at, _)| text.get(..at)).unwrap_or(text).trim().trim_end_matches(['.', '?', '!', ' ']);
    if ROUGHLY.iter().any(|end| text.to_lowercase().ends_with(end)) {
        return None;
    }
    let names = alternatives(text, open)?;
    let asked = sentence.asks && !open;
    let spoken = low_text.contains("either ") || low_text.contains("torn between") || names.len() >= 3;
    // "Nuts, bolts or rivets?" from the person, with nothing else in it, is as open.
    let bare = asked && names.len() >= 3 && words(text) <= names.len() * 3 && !has_verdict(&low);
    if !open && (asked && !bare || !spoken || has_verdict(&low)) {
        return None;
    }
    let said = format!(" {} ", capital(text));
    let summary = if names.iter().all(|n| said.contains(n.as_str())) { whole(said.trim()) } else { names.join(" or ") };
    let act = Act::settled(ActKind::LeaveOpen, sentence.range.clone(), summary, "left-open");
    let certainty = if open { Certainty::Settled } else { Certainty::Likely };
    Some(Act { alternatives: names, certainty, ..act })
}

/// Ends of an estimate, which name no alternative: "every tenth run or so".
const ROUGHLY: Phrases =
    phrases!("or so|or something|or somewhere|or thereabouts|or whatever|or later|or less|or more|or better|or worse");

/// Whether a sentence chooses one of its alternatives, or allows all.
fn has_verdict(low: &str) -> bool {
    phrases!("whichever|either is|either way|either one|doesn't matter|don't care|both|prefer|rather|let's|i'd|we'll|go with|you can|please|must|whether")
        .within(low)
}

/// The alternatives a sentence names: "a, b or c", "either a or b", "two candidates: a and b".
fn alternatives(text: &str, open: bool) -> Option<Vec<String>> {
    let low = text.to_lowercase();
    if open && let Some((_, listed)) = text.split_once(": ").filter(|(lead, _)| words(lead) <= 7) {
        let by_or = listed.contains(" or ");
        let joint = if by_or { " or " } else { " and " };
        let names: Vec<String> =
            listed.split(", ").flat_map(|p| p.split(joint)).map(named).filter(|p| !p.is_empty()).collect();
        if names.len() >= 2 && names.iter().all(|n| words(n) <= if by_or { 10 } else { 6 }) {
            return Some(names);
        }
    }
    if let Some((_, rest)) =
        text.split_once("between ").filter(|_| low.contains("torn between ") || low.contains("choose between "))
    {
        let names: Vec<String> = rest.split(", ").flat_map(|p| p.split(" and ")).map(named).collect();
        return (names.len() >= 2).then_some(names);
    }
    if !low.contains(" or ") {
        return open.then(|| versus(text)).flatten();
    }
    let either = low.find("either ").and_then(|at| text.get(at + "either ".len()..));
    if let Some(rest) = either {
        let names: Vec<String> =
            rest.split(", ").flat_map(|p| p.split(" or ")).map(named).filter(|p| !p.is_empty()).collect();
        return (names.len() >= 2 && names.iter().all(|n| words(n) <= 10)).then_some(names);
    }
    if let Some((_, rest)) = open.then(|| text.split_once(" go with ").or(text.split_once(" use "))).flatten() {
        let names: Vec<String> = rest
            .split(", ")
            .take(3)
            .flat_map(|p| p.split(" or "))
            .map(|p| named(after_any(p, phrases!("or with|with|or")).unwrap_or(p)))
            .collect();
        let short: Vec<String> =
            names.into_iter().filter(|n| (1..=4).contains(&words(n))).take_while(|n| !n.contains(" for me")).collect();
        if short.len() >= 2 {
            return Some(short);
        }
    }
    let sides = options::sides(&format!("{text}?"))?;
    Some(sides.sides.iter().map(|s| s.text.clone()).collect())
}

fn named(text: &str) -> String {
    let text = text.trim().trim_end_matches(['.', ',', '?', '!']);
    after_any(text, phrases!("or|and|either|maybe|perhaps|just")).unwrap_or(text).to_owned()
}

/// The two sides of "a vs b": "still torn on tabs vs spaces".
fn versus(text: &str) -> Option<Vec<String>> {
    const MOST: usize = 6;
    let (at, len) = phrases!(" vs. | vs | versus ").find(&text.to_lowercase())?;
    let left = text.get(..at)?.rsplit([',', ':']).next()?.trim();
    let left = phrases!("torn on |leave |keep |undecided on |thinking about ")
        .find(&left.to_lowercase())
        .and_then(|(at, len)| left.get(at + len..))
        .unwrap_or(left);
    let right = text.get(at + len..)?;
    let end = phrases!(" for | in | open| still | - |, |; |. ").find(&right.to_lowercase());
    let right = end.and_then(|(at, _)| right.get(..at)).unwrap_or(right);
    let names = [named(left), named(right)];
    names.iter().all(|n| (1..=MOST).contains(&words(n))).then(|| names.into())
}
