//! Defines which of the offered options an answer picks: by label, by place, by their own words.

use super::answers::PersonsReply;
use super::offers::{Choice, Offer};
use super::polarity::Polarity;
use super::wording::{after_any, reason, unhurried, whole, words};
use super::{Act, ActKind};
use crate::language::phrases::Phrases;

/// What a reply picks among options.
pub(super) fn pick(offer: &Offer, reply: &PersonsReply, polarity: Polarity, said: &str) -> Vec<Act> {
    let text = if polarity == Polarity::Neither { reply.text.as_str() } else { said };
    let text = &text.replace('’', "'");
    if none_of_them(text) {
        return offer
            .options
            .iter()
            .map(|o| Act::settled(ActKind::RuleOut, reply.range.clone(), o.summary.clone(), "none-of-them"))
            .collect();
    }
    let chosen = chosen(offer, text);
    if chosen.is_empty() || words(text) > 24 || tells(text) {
        return Vec::new();
    }
    if polarity == Polarity::No {
        return Vec::new();
    }
    let others: Vec<String> =
        offer.options.iter().filter(|o| !chosen.iter().any(|c| std::ptr::eq(*c, *o))).map(|o| o.text.clone()).collect();
    let more = added(text).filter(|_| chosen.len() == 1);
    let (_, why) = reason(&reply.text);
    let why = why.or_else(|| {
        (!reply.rest.is_empty() && words(&reply.rest) <= 24).then(|| reply.rest.trim_end_matches('.').to_owned())
    });
    let mut out = Vec::new();
    for (n, option) in chosen.iter().enumerate() {
        let text = match &more {
            Some(more) if n == 0 => whole(&format!("{}, {more}", without(&option.summary, more))),
            _ => option.summary.clone(),
        };
        // "Shall I commit or run the tests first?" is answered by an order, not by a choice.
        let deed = if is_errand(&text) { ActKind::Request } else { ActKind::Choose };
        let mut act = Act::settled(deed, reply.range.clone(), text, "pick");
        act.why.clone_from(&why);
        act.basis = Some(offer.basis_of(option));
        if n == 0 {
            act.alternatives.clone_from(&others);
        }
        out.push(act);
    }
    out
}

/// An option's words without what the pick leaves out: "Meilisearch with a cache in front" picked "without the cache".
fn without(summary: &str, more: &str) -> String {
    let Some(what) = after_any(more, Phrases("but without|without|minus|but no|except")) else {
        return summary.to_owned();
    };
    let word = what.split_whitespace().last().unwrap_or("").trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let low = summary.to_lowercase();
    let at = low.find(&word).filter(|_| word.len() > 2);
    let Some(at) = at else { return summary.to_owned() };
    let head = low.get(..at).unwrap_or("");
    let cut = Phrases(" with | and | plus |, ").iter().filter_map(|j| head.rfind(j)).max();
    cut.and_then(|c| summary.get(..c)).unwrap_or(summary).to_owned()
}

fn none_of_them(text: &str) -> bool {
    after_any(text.trim(), Phrases("neither|none|none of them|none of these|none of those|neither of them|neither one"))
        .is_some()
        && words(text) <= 5
}

/// What a pick adds to the option.
fn added(text: &str) -> Option<String> {
    let low = text.to_lowercase();
    let at = Phrases(" but |, but | without |, and | except | plus | minus |, on | on port ")
        .iter()
        .filter_map(|w| low.find(w))
        .min()?;
    let more = text.get(at..)?.trim_start_matches([',', ' ']).trim_end_matches('.');
    let more = unhurried(more);
    (words(more) >= 2 && words(more) <= 14).then(|| more.to_owned())
}

/// Openings of a pick that say nothing.
const PICKING: Phrases = Phrases(
    "let's go with|lets go with|let's go for|let's do|let's take|let's use|i'd go with|i'd go for|i'd take\
     |i'd say|i would go with|i would take|i would say|i'll take|i'll go with|we'll take|we'll go with|go with\
     |go for|take|use|do|i prefer|i'd prefer|prefer|i choose|i pick|pick|choose|the|option|number|nr|no.|#\
     |variant|then|probably|definitely|i like|i want|please|just|we want|we take|we use|with|it's|it is|make it\
     |my vote is|my pick is|i vote for|ok|approach|solution|hmm wait|wait",
);

/// The options a reply names: by label, by place, by their own words.
fn chosen<'o>(offer: &'o Offer, text: &str) -> Vec<&'o Choice> {
    let mut rest = text.trim().trim_start_matches('(');
    while let Some(after) = after_any(rest, PICKING) {
        let after = after.trim_start_matches([',', ':', ' ', '#', '(']);
        if after.is_empty() || after.len() == rest.len() {
            break;
        }
        rest = after;
    }
    let low = rest.to_lowercase();
    let except = after_any(&low, Phrases("all but|all except|everything but|everything except"));
    if let Some(out) = except.map(|what| labels(what, offer)).filter(|o| !o.is_empty()) {
        return offer.options.iter().filter(|o| !out.iter().any(|x| std::ptr::eq(*x, *o))).collect();
    }
    let all = Phrases("both|both of them|all|all of them|all three|all four|everything");
    if after_any(&low, all).is_some() && words(&low) <= 5 {
        return offer.options.iter().collect();
    }
    let by_label = labels(&low, offer);
    if !by_label.is_empty() {
        return by_label;
    }
    let several = [("first two", 0..2), ("first three", 0..3)];
    if let Some((_, places)) =
        several.into_iter().find(|(words, _)| after_any(&low, Phrases("the")).unwrap_or(&low).starts_with(words))
    {
        return offer.options.iter().skip(places.start).take(places.len()).collect();
    }
    if let Some(one) = by_place(&low, offer) {
        return vec![one];
    }
    let named = by_name(&low, offer);
    let opening = words(text.trim()) > words(rest) || words(&low) <= NAMED_WITHIN;
    if opening { named } else { Vec::new() }
}

/// Most words of a reply that names an option without saying that it picks one.
const NAMED_WITHIN: usize = 8;

/// Whether a reply tells how things are: it picks nothing.
fn tells(text: &str) -> bool {
    let low = format!(" {} ", text.to_lowercase());
    Phrases(" can't | cant | cannot | theyre | isn't | doesn't | didn't | can't get | there is | i'm | i am | i was | was | were | it works | works fine |n't really ").within(&low)
}

/// Whether an option is a small step of the work under way.
pub(super) fn is_errand(option: &str) -> bool {
    let first = option.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_lowercase();
    Phrases("check|look|investigate|dig|dive|explore|run|commit|push|merge|reply|continue|start|proceed|review|inspect|go|show").contains(&first)
}

/// The labels a reply opens with: "b", "2 and 3", "A, because ...".
fn labels<'o>(low: &str, offer: &'o Offer) -> Vec<&'o Choice> {
    let mut out: Vec<&Choice> = Vec::new();
    for word in low.split(|c: char| c.is_whitespace() || c == ',' || c == '/' || c == '+').filter(|w| !w.is_empty()) {
        let body = word.trim_matches(|c: char| !c.is_alphanumeric());
        if matches!(body, "and" | "or" | "&" | "plus" | "option" | "") && !out.is_empty() {
            if body == "or" {
                return Vec::new();
            }
            continue;
        }
        let Some(one) = offer.options.iter().find(|o| o.label.as_deref() == Some(body)) else { break };
        out.push(one);
        if word.ends_with([':', '.', '!', ')']) && word.len() > body.len() {
            break;
        }
    }
    // "a small one" begins with an article, not with a label.
    let bare = low.split_whitespace().next().unwrap_or("");
    let article = bare == "a"
        && words(low) > 1
        && !low.starts_with("a,")
        && after_any(
            low,
            Phrases(
                "a because|a please|a mate|a but|a and|a without|a then|a i|a for|a is|a with|a sounds|a looks|a it",
            ),
        )
        .is_none();
    if article { Vec::new() } else { out }
}

/// Ordinals of an option's place.
const PLACES: &[(&str, usize)] = &[
    ("first", 0),
    ("1st", 0),
    ("former", 0),
    ("second", 1),
    ("2nd", 1),
    ("third", 2),
    ("3rd", 2),
    ("fourth", 3),
    ("4th", 3),
    ("fifth", 4),
];

fn by_place<'o>(low: &str, offer: &'o Offer) -> Option<&'o Choice> {
    let first: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).take(3).collect();
    if words(low) > 14 {
        return None;
    }
    if first.iter().any(|w| matches!(*w, "last" | "latter")) {
        return offer.options.last();
    }
    let (_, place) = PLACES.iter().find(|(w, _)| first.contains(w))?;
    offer.options.get(*place)
}

/// Letters of a name that may be mistyped.
const TYPO_FROM: usize = 5;

/// The options whose own words a reply says; words that two options share tell nothing.
fn by_name<'o>(low: &str, offer: &'o Offer) -> Vec<&'o Choice> {
    // What comes after "not", "over", "because" names what is not chosen.
    let ends = Phrases(" not | over | instead of | rather than | because |, not | than |. ");
    let end = ends.iter().filter_map(|e| low.find(e)).min().unwrap_or(low.len());
    let said: Vec<&str> = content(low.get(..end).unwrap_or(low));
    let marks: Vec<Vec<String>> = offer
        .options
        .iter()
        .map(|o| {
            let own = o.text.to_lowercase();
            let others: String =
                offer.options.iter().filter(|x| x.text != o.text).map(|x| x.text.to_lowercase() + " ").collect();
            content(&own).into_iter().filter(|w| !content(&others).contains(w)).map(str::to_owned).collect()
        })
        .collect();
    let hits: Vec<usize> = marks.iter().map(|m| m.iter().filter(|w| said.iter().any(|s| same(s, w))).count()).collect();
    let most = hits.iter().copied().max().unwrap_or(0);
    if most == 0 {
        return Vec::new();
    }
    let joined = low.contains(" and ") || low.contains(" + ") || low.contains(" & ");
    let picked: Vec<&Choice> = offer
        .options
        .iter()
        .zip(&hits)
        .filter(|(_, n)| if joined { **n > 0 } else { **n == most })
        .map(|(o, _)| o)
        .collect();
    if picked.len() > 1 && !joined { Vec::new() } else { picked }
}

fn content(text: &str) -> Vec<&str> {
    const EMPTY: Phrases =
        Phrases("the|and|for|with|that|one|use|let|lets|into|from|its|then|please|just|option|each|all|you|are|can");
    text.split(|c: char| !c.is_alphanumeric() && !"+#".contains(c))
        .filter(|w| w.chars().count() > 1 && !EMPTY.contains(w))
        .collect()
}

/// Whether two words are one, a slip of the keyboard aside.
fn same(said: &str, name: &str) -> bool {
    if said == name
        || (name.len() >= 4 && said.strip_suffix('s').unwrap_or(said) == name.strip_suffix('s').unwrap_or(name))
    {
        return true;
    }
    let (a, b): (Vec<char>, Vec<char>) = (said.chars().collect(), name.chars().collect());
    if a.len() < TYPO_FROM || b.len() < TYPO_FROM || a.first() != b.first() {
        return false;
    }
    if a.len() == b.len() {
        let apart: Vec<usize> = (0..a.len()).filter(|&i| a.get(i) != b.get(i)).collect();
        return match apart.as_slice() {
            [_] => true,
            [i, j] => *j == i + 1 && a.get(*i) == b.get(*j) && a.get(*j) == b.get(*i),
            _ => false,
        };
    }
    let (short, long) = if a.len() < b.len() { (&a, &b) } else { (&b, &a) };
    long.len() == short.len() + 1 && {
        let at = short.iter().zip(long).position(|(x, y)| x != y).unwrap_or(short.len());
        short.get(at..) == long.get(at + 1..)
    }
}
