//! Defines the options that a reply names: by their labels, by their place in the list, by their own words.

use super::descriptions::{OTHER, same};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::offers::offer::{Choice, Offer};
use crate::pipeline::acts::sentences::quantities::{measured, same_amount, word_value};
use crate::pipeline::acts::sentences::wording::{after_any, unhurried, words};
use crate::text::patterns;

/// The labels a reply opens with: "b", "2 and 3", "A, because ...".
pub(in crate::pipeline::acts) fn labels<'o>(low: &str, offer: &'o Offer) -> Vec<&'o Choice> {
    let spelled = in_numbers(low);
    let low = spelled.as_deref().unwrap_or(low);
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
            phrases!(
                "a because|a please|a mate|a but|a and|a without|a then|a i|a for|a is|a with|a sounds|a looks|a it"
            ),
        )
        .is_none();
    if article { Vec::new() } else { out }
}

/// Words that may follow a label in a pick.
const GOES_ON: Phrases = phrases!(
    "please|pls|plz|then|it|for|because|but|with|without|i|i'd|thanks|thx|again|would|wins|only|on|in|at|if|as|sir|mate|bitte\
     |definitely|obviously|now|first|plus|minus|except|makes|all|works|suits"
);
/// Words after "is" or "looks" that approve: "C looks fine" is a pick, "1 is done" a report.
const APPROVES: Phrases =
    phrases!("fine|good|better|best|ok|okay|enough|great|nice|nicer|it|perfect|the|my|right|what");

/// Whether a clause has nothing but its labels, politeness and approval: "1 and 2 are addressed" is a report instead.
pub(super) fn labels_end(low: &str) -> bool {
    let rest = low.trim_start_matches(|c: char| !c.is_alphanumeric());
    let mut rest =
        rest.split(|c: char| c.is_whitespace() || ",/+&".contains(c)).filter(|w| !w.is_empty()).skip_while(|w| {
            let body = w.trim_matches(|c: char| !c.is_alphanumeric());
            matches!(body, "and" | "or" | "option" | "plus" | "variant" | "")
                || body.chars().count() <= 2
                    && body.chars().all(char::is_alphanumeric)
                    && !matches!(body, "is" | "it" | "we" | "my" | "to" | "in" | "so" | "if" | "do" | "no" | "up")
        });
    let Some(next) = rest.next() else { return true };
    let next = next.trim_matches(|c: char| !c.is_alphanumeric());
    let second = rest.next().unwrap_or("").trim_matches(|c: char| !c.is_alphanumeric());
    if matches!(next, "is" | "are" | "sounds" | "looks" | "seems") {
        APPROVES.contains(second)
    } else {
        GOES_ON.contains(next)
    }
}

/// "One and three" as "1 and 3"; `None` where there are other words, or one number alone.
fn in_numbers(low: &str) -> Option<String> {
    let all: Vec<&str> = low.split([' ', ',']).filter(|w| !w.is_empty() && *w != "and").collect();
    let numbers: Option<Vec<String>> = all.iter().map(|w| Some(word_value(w)?.to_string())).collect();
    numbers.filter(|n| n.len() >= 2).map(|n| n.join(" and "))
}

/// Ordinals with the index of the option, from 0.
const PLACES: &[(&str, usize)] = &[
    ("first", 0),
    ("1st", 0),
    ("former", 0),
    ("second", 1),
    ("2nd", 1),
    ("two", 1),
    ("third", 2),
    ("three", 2),
    ("3rd", 2),
    ("fourth", 3),
    ("4th", 3),
    ("fifth", 4),
];

patterns! {
    /// An ordinal with a word for an option, nothing denied before it.
    NTH_OPTION = r"^(?:[^,;.]*? )?(?P<nth>first|second|third|fourth) (?:option|variant|approach|way|idea|possibility|route|solution|choice|alternative|version)\b";
}

/// The option at the ordinal that a reply names: "the second one", "the last".
pub(in crate::pipeline::acts) fn by_place<'o>(low: &str, offer: &'o Offer) -> Option<&'o Choice> {
    // `last_seen` is a name.
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let first: Vec<&str> = low.split(|c: char| !is_part(c)).filter(|w| !w.is_empty()).take(3).collect();
    if words(low) > 14 {
        return None;
    }
    // "The one you named first."
    let named = phrases!(
        " you named | you mentioned | you listed | you said | you put | you had | you proposed | you suggested | you described | you gave | you wrote "
    );
    let first = match named.find(low).and_then(|(at, len)| low.get(at + len..)) {
        Some(behind) => behind.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).take(2).collect(),
        None => first,
    };
    if first.iter().any(|w| matches!(*w, "last" | "latter")) {
        return offer.options.last();
    }
    if first.iter().any(|w| matches!(*w, "middle")) && offer.options.len() % 2 == 1 {
        return offer.options.get(offer.options.len() / 2);
    }
    // "For me the second variant is better": an ordinal with its noun may stand anywhere.
    let denies = phrases!("not |n't |never |no |rather than |instead of |over the ").within(low);
    if let Some(found) = NTH_OPTION.captures(low).filter(|_| !denies) {
        let nth = found.name("nth").map_or("", |m| m.as_str());
        let place = PLACES.iter().find(|(word, _)| *word == nth).map(|(_, place)| *place);
        return place.and_then(|place| offer.options.get(place));
    }
    // "Option 2" of options that have no labels.
    let bare = low.trim_matches(|c: char| !c.is_alphanumeric());
    let unlabelled = offer.options.iter().all(|o| o.label.is_none() && !o.text.contains(|c: char| c.is_ascii_digit()));
    if let Some(nth) = bare.parse::<usize>().ok().filter(|_| unlabelled && !offer.stated) {
        return offer.options.get(nth.checked_sub(1)?);
    }
    // "Two of the chemists", "two lamps" count.
    let counts = |w: &str| {
        let behind = first.iter().skip_while(|other| **other != w).nth(1).copied().unwrap_or_default();
        let things = behind.len() > 3
            && behind.ends_with('s')
            && !phrases!("looks|sounds|seems|wins|works|suits|makes|feels|please|thanks").contains(behind);
        matches!(w, "one" | "two" | "three") && (behind == "of" || things)
    };
    let (_, place) = PLACES.iter().find(|(w, _)| first.contains(w) && !counts(w))?;
    offer.options.get(*place)
}

/// The option that words call by its number: "option 2", "option two".
pub(super) fn by_number<'o>(low: &str, offer: &'o Offer) -> Option<&'o Choice> {
    let number = after_any(low, phrases!("option|number|variant|approach|the option|take option|go with option"))?;
    let number = number.trim_matches(|c: char| !c.is_alphanumeric());
    let spelled = || word_value(number).and_then(|n| usize::try_from(n).ok());
    let nth: usize = number.parse().ok().or_else(spelled)?;
    if offer.options.iter().all(|o| o.label.is_none()) {
        return offer.options.get(nth.checked_sub(1)?);
    }
    offer.options.iter().find(|o| o.label.as_deref() == Some(nth.to_string().as_str()))
}

/// The option that words name by its place and say nothing else: "third one", "the second, please"; "the last import"
/// names a thing. `led` tells whether words of choosing stand before them.
pub(super) fn by_place_alone<'o>(low: &str, led: bool, offer: &'o Offer) -> Option<&'o Choice> {
    let low = low.trim_end_matches(" for now");
    let one = low.contains(" one") || low.starts_with("one ");
    let polite = phrases!("please|pls|plz|then|now").within(low);
    let noun = phrases!(" option| variant| approach| way| idea| possibility| route| solution| choice| alternative");
    let one = one || noun.iter().any(|noun| low.trim_end_matches(['.', '!']).ends_with(noun));
    let alone = one || words(low) == 1 || words(low) == 2 && polite;
    by_place(low, offer).filter(|_| led && alone || words(low) <= 3 && one)
}

/// The options whose own words a reply says; words that two options share tell nothing.
pub(super) fn by_name<'o>(low: &str, offer: &'o Offer) -> Vec<&'o Choice> {
    // What comes after "not", "over", "because" names what is not chosen.
    let ends = phrases!(" not | over | instead of | rather than | because |, not | than |. | like | as ");
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
    // "A new lamp since Friday" names no other option: such a word tells only beside the noun.
    let only_new = |marks: &Vec<String>| {
        let hit = |s: &&str| marks.iter().any(|w| same(s, w));
        said.iter().filter(|s| hit(s)).all(|s| OTHER.contains(s))
    };
    if most == 0 || most * 4 < said.len() || said.len() > 2 && marks.iter().all(only_new) {
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
    // "Separate PR": of two that are named by as many words it is the one that the first word names.
    let first = said.first().copied().unwrap_or("");
    let by_first = || {
        let named = offer.options.iter().zip(&marks).filter(|(_, marks)| marks.iter().any(|w| same(first, w)));
        let named: Vec<&Choice> = named.map(|(o, _)| o).collect();
        if named.len() == 1 { named } else { Vec::new() }
    };
    if picked.len() > 1 && !joined { by_first() } else { picked }
}

/// The option that a few words name and say nothing else: "tiles" of "process it in tiles" and "use a running mean".
pub(in crate::pipeline::acts) fn exactly_named<'o>(text: &str, offer: &'o Offer) -> Option<&'o Choice> {
    const MOST: usize = 5;
    const NO_PICK: Phrases = phrases!(
        "no|not|none|neither|nor|never|without|leave|skip|drop|forget|too|but|dont|don't|isn't|won't|maybe|or|if|also|later|first|all|both|it's|that's|there's|we|i|is|are|has|have"
    );
    let low = unhurried(text).to_lowercase().replace('’', "'");
    let low = after_any(&low, phrases!("k|ok|okay|then|so|just|the|a|hm|hmm|use|take|go with")).unwrap_or(&low);
    let low = after_any(low, phrases!("gimme the|gimme|give me the|give me|make it the|make it"))
        .map_or(low, |named| named.trim_end_matches(" one"));
    let mut own = low.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty());
    let offered = |word: &str| offer.options.iter().any(|o| content(&o.text.to_lowercase()).contains(&word));
    if low.is_empty() || words(low) > MOST || own.any(|word| NO_PICK.contains(word) && !offered(word)) {
        return None;
    }
    let all = by_name(low, offer);
    let [one] = all.as_slice() else { return None };
    let option = one.text.to_lowercase();
    let named = content(&option);
    content(low).iter().all(|said| named.iter().any(|word| same(said, word))).then_some(*one)
}

/// The one option that has the amount which a reply gives: "1k" of "250 Hz" and "1 kHz".
pub(super) fn by_amount<'o>(low: &str, offer: &'o Offer) -> Option<&'o Choice> {
    let (from, to) = measured(low).filter(|(at, _)| *at == 0)?;
    let said = low.get(from..to)?;
    let gives = |option: &&Choice| {
        let own = measured(&option.text).and_then(|(from, to)| option.text.get(from..to));
        own.is_some_and(|own| same_amount(said, own))
    };
    let mut found = offer.options.iter().filter(gives);
    found.next().filter(|_| found.next().is_none())
}

fn content(text: &str) -> Vec<&str> {
    const EMPTY: Phrases = phrases!(
        "it|them|the|and|for|with|that|one|use|let|lets|into|from|its|then|please|just|option|each|all|you|are|can|of|to|at|by|as\
         |is|be|an|we|my"
    );
    text.split(|c: char| !c.is_alphanumeric() && !"+#".contains(c))
        .filter(|w| w.chars().count() > 1 && !EMPTY.contains(w))
        .collect()
}
