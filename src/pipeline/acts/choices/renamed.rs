//! Defines names that things are given in passing: "this lamp is now called "Beacon", not torch anymore", "the guests call
//! it Lounge these days, so no more "Lobby" on the signs".

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Sentence};

forms! {
    "now-called" r"^(?P<subject>(?:this|that|these|those|the|our|my)(?: [\w /.'-]{2,40}?)?) (?:is|are|will be)(?: officially| just)? (?:now|from now on|henceforth|these days)(?: officially| just)? (?:called|named|known as|titled) (?P<name>.{2,40}?)(?:,? (?:and )?(?:not|no longer|instead of|rather than) (?P<old>[^,;]{1,30}?)(?: any ?more| any longer)?)?$"
        yes "this lamp is now called \"Beacon\", not torch anymore" no "the lamp is now red";
    "called-now" r"^(?P<subject>(?:this|that|these|those|the|our|my)(?: [\w /.'-]{2,40}?)?) (?:is|are|will be) (?:called|named|known as|titled) (?P<name>[^,;]{2,40}?) (?:now|from now on|henceforth|these days|nowadays)(?:,? (?:and )?(?:not|no longer|instead of|rather than) (?P<old>[^,;]{1,30}?)(?: any ?more| any longer)?)?$"
        yes "the lamp is called Beacon from now on, no longer torch" no "the lamp is called a lamp";
    "renamed-it" r"^we(?:'ve| have)? (?:just |now )?renamed (?P<subject>(?:the|our|my) [\w /.'-]{2,40}?), (?:it(?:'s| is)|they(?:'re| are)|now it's) (?:called |now )*(?P<name>[^,;]{2,40}?)(?: now| from now on| these days)?$"
        yes "we renamed the lamp, it's \"Beacon\" now" no "we renamed the lamp";
    "calls-it" r"^(?:the |our |my )?(?:customers?|clients?|users?|guests?|team|marketing|product|sales|support|legal|vendor|people|everyone|everybody|they|we|[a-z]+) (?:now )?(?:calls?|names?|refers? to) (?P<subject>it|them|that|this|the [\w -]{2,30}?) (?P<name>[^,;]{2,40}?)(?: (?:now|these days|nowadays|today|from now on))*,? (?:so|and|and so|hence) (?:there(?:'s| is) |let's have |we want |please )?(?:no more|no longer|not|never|drop|no) (?P<old>[^,;]{1,30}?)(?: any ?more)?(?P<place> (?:in|on|for|anywhere|everywhere)\b.{0,40})?$"
        yes "the guests call it Lounge these days, so no more \"Lobby\" on the signs" no "the guests call it a day";
}

/// Words before such a sentence.
const LEADS: Phrases = phrases!("and|also|but|so|ok|okay|btw|by the way|first of all|first|fyi|please note|note");

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own = view.own().filter(|s| s.block != BlockKind::Heading && !s.asks);
    own.filter_map(of_sentence).collect()
}

fn of_sentence(sentence: &Sentence) -> Option<Act> {
    let text = plain(&sentence.text).replace('’', "'");
    let mut text = text.trim_end_matches(['.', '!']);
    while let Some(rest) = after_any(text, LEADS).filter(|rest| !rest.is_empty()) {
        text = rest.trim_start_matches([',', ' ']);
    }
    let low = text.to_ascii_lowercase();
    let (form, found) = first(&FORMS, &low)?;
    let [subject, name, old, place] = ["subject", "name", "old", "place"].map(|g| group(text, &found, g));
    // A question or a guess names nothing.
    let open = phrases!(" maybe| perhaps| might | could | should we | i think").within(&low);
    // "Is now called twice", "when the user saves".
    let no_name = after_any(
        name,
        phrases!(
            "once|twice|when|whenever|by|from|in|at|on|every|each|with|again|only|after|before|for|to|as|a|an|first|last|directly|again|correctly|too"
        ),
    );
    if open || no_name.is_some() || words(name) > 4 || words(old) > 4 {
        return None;
    }
    let thing = after_any(subject, phrases!("this|that|these|those|the|our|my")).filter(|noun| !noun.is_empty());
    let many = phrases!("these|those|them|they").contains(subject.to_lowercase().as_str());
    let pronoun = if many { "them" } else { "it" };
    // "This is called stall" names it for whoever sees it; only what it was called before tells what it is.
    if thing.is_none() && old.is_empty() {
        return None;
    }
    let thing = thing.map_or_else(|| pronoun.to_owned(), |noun| format!("the {noun}"));
    let not = if old.is_empty() { String::new() } else { format!(", not {old}") };
    let place = if place.is_empty() { String::new() } else { format!(" {place}") };
    let summary = whole(&capital(&format!("call {thing} {name}{not}{place}")));
    let alternatives = (!old.is_empty()).then(|| old.trim_matches('"').to_owned()).into_iter().collect();
    Some(Act { alternatives, ..Act::settled(ActKind::Choose, sentence.range.clone(), summary, form) })
}
