//! Defines what holds only under a condition: a duty of the product ("should the server be unreachable, the app has to go on
//! working") is a rule with its condition; what is to happen once something is known ("if it takes over an hour, we'll split
//! it") waits for the person.

use crate::language::phrases::phrases;
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Sentence};

forms! {
    "if-must" r"^(?:and |but |so |also |ok,? )*(?P<what>(?:if|should|in case|when(?:ever)?|as long as) [^,;:?]{6,80}, (?:then )?(?P<subject>(?:the|our|all|every|each|any|no) (?:[\w'/.-]+ ){1,4}?)(?:must|has to|have to|needs? to|may not|must not|must never|cannot|can't|may only) [a-z].+)$"
        yes "should the licence server be unreachable, the app has to go on working for 7 days" no "if it rains, the roof leaks";
    "if-we-will" r"^(?:and |but |so |also |ok,? )*(?P<what>(?:only )?(?:if|in case|once|as soon as|unless|should|provided) [^,;:?]{6,80}, (?:then )?(?:we'll|we will|let's|you may|you can|please|i want) [a-z].{3,80})$"
        yes "if it still takes more than an hour, we'll split it in two" no "if it rains, we get wet";
    "will-if" r"^(?:and |but |so |also |ok,? )*(?P<what>(?:you may|you can|feel free to|we'll|we will|let's) [a-z][^,;:?]{3,60}?,? (?:but )?(?:only )?(?:if|in case|once|as soon as|unless|provided|as long as) [^;:?]{6,80})$"
        yes "you may merge it as soon as the ARM build is green" no "we will see";
    "only-if-will" r"^(?:and |but |so |also |ok,? )*(?P<what>only (?:if|in case|once|when) [^,;:?]{6,60}? (?:we'll|we will|you may|you can|will we|may you) [a-z].{3,60})$"
        yes "only if the vendor answers by Friday we'll take their stack" no "only if you like";
}

/// Maximum number of words in such a sentence.
const MOST: usize = 30;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own = view.own().filter(|s| s.block == BlockKind::Paragraph && !s.asks && words(&s.text) <= MOST);
    own.filter_map(of_sentence).collect()
}

fn of_sentence(sentence: &Sentence) -> Option<Act> {
    let text = plain(&sentence.text).replace('’', "'");
    let text = text.trim_end_matches(['.', '!']);
    let low = text.to_ascii_lowercase();
    let (form, found) = first(&FORMS, &low)?;
    // "If you like, we'll look at it" is talk.
    let talks = phrases!(
        "if you like|if you want|if you wish|if that's ok|if i understand|if i remember|if we're lucky|if needed|if necessary|if possible|in case of doubt"
    );
    let what = unhurried(group(text, &found, "what"));
    let looks = phrases!(" we'll see| we will see| let's see| let me know| we'll look| let's look| you can see| we'll need| we will need| we'll have| we will have").within(&low);
    if after_any(&low, talks).is_some() || looks {
        return None;
    }
    let summary = whole(&capital(what));
    Some(match form {
        "if-must" => Act::settled(ActKind::Rule { hard: true }, sentence.range.clone(), summary, form),
        // A plan for a case that may not come is no choice yet.
        _ => Act::likely(ActKind::Suspect, sentence.range.clone(), summary, form),
    })
}
