//! Defines the withdrawal of a choice that a turn names beside words of taking back, in any order: "don't count tin as
//! decided", "the neighbours hated tin, we're not using it", "please disregard my choice for the roof".

use super::replacements::option_of;
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::{token_set, tokens};
use crate::pipeline::acts::references::standing::{names_all, recent};
use crate::pipeline::acts::sentences::reservations::{hedges, sets_condition};
use crate::pipeline::acts::sentences::wording::{lowered, words};
use crate::pipeline::acts::{Act, ActKind, Certainty, View};
use crate::state::{Item, ItemKind};
use crate::text::patterns;

patterns! {
    /// Words of taking back or refusing, said by the person.
    DENIES = r"(?:^|[,;:.] |\b(?:i|we|i'm|we're|let's|lets|please|pls|but|so|and|no|actually|sorry|then|after all) )(?:not|no|don't|do not|dont|shouldn't have|should not have|never ?mind|nvm|disregard|ignore|take (?:it|that|this|[\w.+#/-]+) (?:back|out)|scrap|drop|forget|undo|withdraw|revoke|retract|cancel|regret|changed? my mind|rethink|reconsider(?:ed)?|take back)\b|\b(?:wrong about|too (?:quick|fast|early|hasty|rash)|(?:bad|stupid|terrible) idea|mistake|hated?|hates|not using|no longer|off the table|is out|open again|undecided again|back to (?:square one|zero|the drawing board)|take (?:it|that|this) back|after all)\b";
    /// Words that deny or tell of something else.
    OTHERWISE = r"\b(?:forget to|not only|not just|no (?:problem|worries|need|rush|hurry|errors?)|error|fails?|failed|works?|too,|also|keep|stays?|still|except|longer than|more than)\b";
}

/// Maximum number of words in a turn that takes back.
const MOST: usize = 24;

/// Adds the withdrawal of the one standing choice that the turn takes back; rules and orders read of its words go.
pub(in crate::pipeline::acts) fn read(view: View<'_>, acts: &mut Vec<Act>) {
    let all = view.own().map(|s| lowered(&s.text)).collect::<Vec<_>>().join(". ");
    if words(&all) > MOST || view.own().any(|s| s.asks) || !DENIES.is_match(&all) || reserved(&all) {
        return;
    }
    let settles = |act: &Act| {
        act.certainty == Certainty::Settled && matches!(act.deed, ActKind::Choose | ActKind::Revise | ActKind::Withdraw)
    };
    if acts.iter().any(settles) {
        return;
    }
    let said = token_set(&all);
    let mut named = recent(view, ItemKind::Decision).filter(|item| is_named(&said, &all, item));
    let (Some(item), None) = (named.next(), named.next()) else { return };
    let Some(sentence) = view.own().next() else { return };
    let range = view.own().last().map_or(sentence.range.clone(), |last| sentence.range.start..last.range.end);
    acts.retain(|act| act.target.is_some() && act.target.as_ref() != Some(&item.id));
    acts.push(Act::ends(item, range, "denied"));
}

/// Whether a turn names what a choice chose, or the choice by its purpose: "my choice for the roof". Another purpose says
/// that only this one is refused: "don't use tin for the shed".
fn is_named(said: &[String], all: &str, item: &Item) -> bool {
    let purpose = item.summary.split_once(" for ").map_or("", |(_, purpose)| purpose);
    let own = tokens(purpose);
    let of_purpose = own.iter().any(|word| said.binary_search(word).is_ok());
    let names_choice = phrases!("choice|decision|pick").within(all)
        && !own.is_empty()
        && own.iter().all(|word| said.binary_search(word).is_ok());
    let elsewhere = PLACES.within(all) && !of_purpose;
    names_all(said, &option_of(&item.summary)) && !elsewhere || names_choice
}

const PLACES: Phrases = phrases!(" for the | for our | for my | in the | on the | to the ");

/// Whether the turn leaves it open, or means something else.
fn reserved(low: &str) -> bool {
    hedges(low) || sets_condition(low) || OTHERWISE.is_match(low)
}
