//! Defines sentences of the person that only say a standing choice again: "as we said, the frame is made of oak" after
//! "use oak for the frame". They add evidence and no item.

use crate::language::stems::{token_set, tokens};
use crate::pipeline::acts::changes::replacements::option_of;
use crate::pipeline::acts::references::standing::recent;
use crate::pipeline::acts::sentences::wording::{lowered, plain};
use crate::pipeline::acts::{Act, ActKind, View, overlaps};
use crate::pipeline::clause::BlockKind;
use crate::state::{Item, ItemKind};
use crate::text::{Readings, patterns};

patterns! {
    /// Words that remind of what was settled.
    REMINDS = r"\b(?:(?:as|like) (?:we|i)(?:'ve| have)? (?:said|decided|agreed|discussed|settled|wrote)|as (?:said|decided|discussed|agreed|settled|planned|before)|same as before|remember(?:ing)?|reminder|remind|summary|summing up|sum up|recap|already (?:have|decided|said|settled|chose|agreed|use)|still|stays?|nothing new|again:|nothing changed|unchanged|was (?:and is|decided|settled|agreed)|holds|keep in mind|to be clear|just to confirm|to confirm|so far|you know that)\b";
    /// Words that change or deny something.
    CHANGES = r"\b(?:not|n't|no longer|instead|but|actually|wrong|back|drop|forget|scrap|change|switch|replace|except|also|too)\b|n't\b";
}

/// Maximum number of content words beside those of the choice in a sentence that does not remind.
const FEW: usize = 1;

/// Makes the acts of such sentences one that says the standing choice again.
pub(in crate::pipeline::acts) fn read(view: View<'_>, acts: &mut Vec<Act>) {
    for sentence in view.own().filter(|s| !s.asks && s.block != BlockKind::Heading) {
        let low = lowered(&sentence.text);
        let said = token_set(&plain(&sentence.text));
        if CHANGES.is_match(&low) {
            continue;
        }
        let mut same = recent(view, ItemKind::Decision).filter(|item| says(item, &said));
        let (Some(item), None) = (same.next(), same.next()) else { continue };
        let own = token_set(&item.summary);
        let beside = said.iter().filter(|word| own.binary_search(word).is_err()).count();
        let of_sentence = |act: &Act| overlaps(&act.range, &sentence.range);
        let other = |act: &Act| of_sentence(act) && act.target.as_ref().is_some_and(|id| *id != item.id);
        if !(REMINDS.is_match(&low) || beside <= FEW) || acts.iter().any(other) {
            continue;
        }
        acts.retain(|act| !of_sentence(act));
        acts.push(Act::settled(ActKind::Choose, sentence.range.clone(), item.summary.clone(), "said-again"));
    }
}

thread_local! {
    /// The stems of what a choice names, and of what it is for.
    static NAMED: Readings<[Vec<String>; 2]> = Readings::new();
}

/// Whether words, as sorted stems, name both what was chosen and what it is for.
fn says(item: &Item, said: &[String]) -> bool {
    let read = |summary: &str| {
        let purpose = summary.split_once(" for ").map_or("", |(_, purpose)| purpose);
        [tokens(&option_of(summary)), tokens(purpose)]
    };
    let named = NAMED.with(|named| named.of(&item.summary, read));
    named.iter().all(|words| !words.is_empty() && words.iter().all(|word| said.binary_search(word).is_ok()))
}
