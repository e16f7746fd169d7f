//! Defines the new value of a setting that a turn corrects in words that no form knows: "typo on my side, 25 MB", "the
//! board wants 25 MB for the upload limit", "10 MB was a guess, we agreed on 25". The setting is known by its name, by the
//! value it had, or as the one that was settled last.

use super::new_values::same_value;
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::{token_set, tokens};
use crate::pipeline::acts::references::standing::{lately, standing};
use crate::pipeline::acts::sentences::quantities::{kin_values, measured, single, with_unit};
use crate::pipeline::acts::sentences::wording::{lowered, parted_at, plain, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::ReadTurn;
use crate::state::Item;
use crate::text::{Readings, patterns};

patterns! {
    /// Words that set a value, or put it in the place of another.
    SETS = r"\b(?:not|n't|nope?|nah|instead|rather|actually|wait|sorry|typo|scratch|strike|forget|wrong|me[ae]nt?|mistake|mixed up|misread|should|must|has to|have to|needs?|wants?|wanted|asks? for|asked for|new|now|set|make|adjust|update|change[ds]?|bump|raise|lower|increase|reduce|corrected|correction|decided|agreed|approved|settled|final|please|pls|let's|better|too (?:low|high|small|big|short|long|little|much|few|many|tight|generous)|guess(?:ing|ed)?|becomes?|try|use|take|then|so|it is|go|enough|plenty|fine|good|right|looks|works|says?|told|happy)\b";
    /// Words that correct what was said last.
    CORRECTS = r"\b(?:nope?|nah|instead|actually|wait|sorry|typo|scratch|strike|forget|wrong|meant?|mistake|mixed up|misread|correction)\b";
    /// Words that leave a value open, or tell of a measurement.
    UNSETTLED = r"\b(?:maybe|perhaps|might|if|unless|whether|wonder|considering|possibly|probably|not sure|could be|would be|would have|or|had|we saw|measured|currently|so far|out of|tested|tried|yet|still|keep|until|till|also|too,|as well|another|per)\b";
}

/// Maximum numbers of words in a turn that corrects a value by its name, and in one that names nothing.
const MOST: usize = 24;
const MOST_UNNAMED: usize = 14;

/// Number of last turns in which the setting that is not named was settled.
const JUST: usize = 3;

/// Adds the revision of the one setting whose other value the turn tells.
pub(in crate::pipeline::acts) fn read(view: View<'_>, acts: &mut Vec<Act>) {
    let own: Vec<String> = view.own().map(|s| plain(&s.text).trim_end_matches(['.', '!']).to_owned()).collect();
    let said = own.join(". ");
    let low = lowered(&said);
    let settings = || standing(view).filter(|item| single(&item.summary).is_some());
    let long = words(&said) > MOST || view.own().any(|s| s.asks) || !SETS.is_match(&low) || UNSETTLED.is_match(&low);
    if long || settings().next().is_none() || view.talk.opens_session() {
        return;
    }
    let told = values(&said);
    let stems = token_set(&said);
    let meant = |item: &&Item| value_of(item).is_some_and(|old| told.iter().any(|v| same_value(v, old)));
    let called = |item: &&Item| is_called(&stems, item);
    // "Admin sessions are 8 hours instead" speaks of another setting.
    let alone = || parted_at(&low, &[',', '.', ';', ':', '?', '!']).any(only_a_value);
    let corrected = || words(&said) <= MOST_UNNAMED && CORRECTS.is_match(&low);
    // "25 will do" answers a question of the agent, "25 is good" a value that it told.
    let of_agent = || view.offers.iter().any(|offer| offer.asked) || view.agents_turn().is_some_and(tells_a_value);
    let meant_last = || alone() && (corrected() || !of_agent());
    let last = || standing(view).next().filter(|item| lately(view, item, JUST) && meant_last());
    let found = only(settings().filter(meant)).or_else(|| only(settings().filter(called)));
    let Some(item) = found.or_else(|| last().filter(|item| single(&item.summary).is_some())) else { return };
    let Some(new) = value_of(item).and_then(|old| other_value(&told, old)) else { return };
    let done = |act: &Act| act.target.as_ref() == Some(&item.id) && act.deed == ActKind::Revise;
    if acts.iter().any(done) {
        return;
    }
    let Some((from, to)) = single(&item.summary) else { return };
    let part = |range| item.summary.get(range).unwrap_or_default();
    let (head, old, tail) = (part(0..from), part(from..to), part(to..item.summary.len()));
    let Some(sentence) = view.own().find(|s| values(&plain(&s.text)).contains(&new)) else { return };
    let summary = whole(&format!("{head}{}{tail}", with_unit(new, old)));
    let revision = Act::settled(ActKind::Revise, sentence.range.clone(), summary, "outvalued");
    acts.retain(|act| act.deed == ActKind::Nothing || !tells_of(act, item, new));
    acts.push(Act { target: Some(item.id.clone()), alternatives: vec![old.to_owned()], ..revision });
}

fn tells_a_value(turn: &ReadTurn) -> bool {
    turn.sentences.iter().any(|s| measured(&plain(&s.text)).is_some())
}

/// Whether a clause names a value and nothing else: "make it 25 MB".
fn only_a_value(clause: &str) -> bool {
    let Some((from, to)) = measured(clause) else { return false };
    let around = format!("{} {}", clause.get(..from).unwrap_or(""), clause.get(to..).unwrap_or(""));
    let known = |word: &&str| SETS.is_match(word) || EMPTY.contains(word) || SUFFICES.contains(word);
    // "The council says 25": who says so may be anybody.
    let told = around.split_whitespace().any(|word| phrases!("says|said|told|wants|insists").contains(word));
    around.split_whitespace().filter(|word| !known(word)).count() <= usize::from(told)
}

/// Words beside those of setting a value that call it good or tell who wants it.
const SUFFICES: Phrases = phrases!(
    "me|us|has|have|ok|okay|do|does|sensible|plain|boss|legal|ops|product|support|they|qa|marketing|client|customer|compliance|security|sales|management|every|each|at|to|up|down|from|people|team|lead"
);

/// Words that name no setting.
const EMPTY: Phrases = phrases!(
    "a|about|again|all|and|be|by|exactly|for|go|going|have|here|i|i'd|in|is|it|it's|just|let|like|max|min|needed|no|of|off|oh|ok|on|only|out|said|say|so|that|that's|the|then|there|these|they|this|those|to|turns|use|we|we'll|well|with|would|yes|you"
);

/// Whether an act speaks of the setting, of its old value or of the new one.
fn tells_of(act: &Act, item: &Item, new: &str) -> bool {
    let own = values(&act.summary);
    let has = |value: &str| own.iter().any(|v| same_value(v, value));
    act.target.as_ref() == Some(&item.id)
        || has(new)
        || value_of(item).is_some_and(has)
        || is_called(&token_set(&act.summary), item)
}

/// The values in a text, in their order.
fn values(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((from, to)) = measured(rest) {
        out.extend(rest.get(from..to));
        rest = rest.get(to..).unwrap_or_default();
    }
    out
}

fn value_of(item: &Item) -> Option<&str> {
    let (from, to) = single(&item.summary)?;
    item.summary.get(from..to)
}

/// The one value that may take the place of the old one.
fn other_value<'t>(told: &[&'t str], old: &str) -> Option<&'t str> {
    let mut others = told.iter().copied().filter(|value| !same_value(value, old));
    let new = others.next().filter(|value| kin_values(value, old))?;
    others.all(|value| same_value(value, new)).then_some(new)
}

thread_local! {
    /// The words that name a setting: those of its summary but its verb and its value.
    static NAMES: Readings<Vec<String>> = Readings::new();
}

/// Whether words, as sorted stems, name a setting.
fn is_called(said: &[String], item: &Item) -> bool {
    let read = |summary: &str| {
        let Some((from, to)) = single(summary) else { return Vec::new() };
        let mut own = tokens(&[summary.get(..from).unwrap_or(""), summary.get(to..).unwrap_or("")].join(" "));
        own.retain(|word| !["set", "use", "keep", "must", "should", "most", "least"].contains(&word.as_str()));
        own
    };
    let own = NAMES.with(|names| names.of(&item.summary, read));
    !own.is_empty() && own.iter().all(|word| said.binary_search(word).is_ok())
}

fn only<'v>(mut items: impl Iterator<Item = &'v Item>) -> Option<&'v Item> {
    items.next().filter(|_| items.next().is_none())
}
