//! Defines answers to no offer of the last turn: a pick from options that were talked about meanwhile, and the approval of
//! a thing that the agent only named.

use super::reply::{PersonsReply, answer};
use super::stance;
use crate::language::phrases::phrases;
use crate::pipeline::acts::offers::offer::Offer;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, whole, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::Sentence;
use crate::state::{Item, ItemKind};
use crate::text::patterns;

patterns! {
    /// A question whether a thing of a kind is wanted.
    OTHER_KIND = r"(?i)\b(?:do you want|would you like|do you prefer|would you prefer|would you rather have) an? (?P<kind>[\w-]+) (?P<noun>[a-z]{3,})\b";
}

/// Reads what answers no offer of the last turn: a pick from options that were talked about meanwhile ("the former then"),
/// and the approval of a thing that the agent named.
pub(super) fn read(view: View<'_>, sentences: &[&Sentence]) -> Vec<Act> {
    const SHORT: usize = 6;
    const SENTENCES: usize = 3;
    let Some(last) = sentences.last().filter(|s| !s.asks) else { return Vec::new() };
    let is_answered = |offer: &Offer| {
        let of_it = |i: &Item| i.source_turns.iter().any(|s| s.turn_id == offer.turn);
        view.ledger.of_kind(ItemKind::Decision).rev().take(RECENT).any(of_it)
    };
    let open = view
        .talk
        .older_options()
        .filter(|offer| words(&last.text) <= SHORT && sentences.len() <= SENTENCES && !is_answered(offer));
    let late = open.map(|offer| {
        let acts = answer(&offer, &PersonsReply::of(last), false);
        if acts.iter().all(|a| a.form == "pick" && a.deed == ActKind::Choose) { acts } else { Vec::new() }
    });
    let late = late.unwrap_or_default();
    if late.is_empty() {
        return approved_by_name(view, sentences).into_iter().collect();
    }
    late
}

/// Number of decisions searched for one that answers an offer.
const RECENT: usize = 12;

/// Reads the approval of a thing that the agent named without offering it: "copper yes, the thick one".
fn approved_by_name(view: View<'_>, sentences: &[&Sentence]) -> Option<Act> {
    const NAME: usize = 2;
    let first = sentences.first()?;
    let said = plain(&first.text);
    let said = said.trim_end_matches(['.', '!']);
    let (head, more) = said.split_once(", ").unwrap_or((said, ""));
    let low = head.to_lowercase();
    let ends = phrases!(
        " yes| yes please| ok| okay| good| is good| is fine| works| it is| please| sounds good| looks good| sounds fine| looks fine| sounds right"
    );
    let end = ends.iter().filter(|e| low.ends_with(*e)).map(str::len).max();
    let says_yes = phrases!(" yes| yes please| please").iter().any(|e| low.ends_with(e));
    // "Copper, we know it": a bare name with a reason. Only a yes settles what the agent did not weigh: "login works" reports.
    let reasons = phrases!(
        "i want|i know|i like|i need|i use|we want|we know|we like|we need|we use|we have|we already|it's|it is|this is|that's|that is|they're|they are|there are|there is|because|since"
    );
    let goes_on = phrases!(
        "but|and|or|not|no|let's|please|can|could|should|what|how|why|then|if|maybe|do|don't|never|only|with|without|for|in"
    );
    let tells = || words(more) >= 4 && after_any(more, goes_on).is_none() && !imperative::opens(more);
    let reasoned = after_any(more, reasons).is_some() || tells() || more.is_empty() && sentences.len() == 2;
    let end = end
        .or(reasoned.then_some(0))
        .filter(|end| says_yes || weighs(view, head.get(..head.len() - end).unwrap_or("")))?;
    let name = head.get(..head.len() - end)?.trim();
    // "Yes copper"
    let name = after_any(name, phrases!("yes|yeah|yep")).filter(|name| !name.is_empty()).unwrap_or(name);
    let agent = view.agents_turn()?;
    let named = agent.sentences.iter().any(|s| !s.asks && stance::names_some(name, &s.text));
    let is_name = (1..=NAME).contains(&words(name))
        && name.contains(char::is_alphabetic)
        && !stance::says_nothing(name)
        && after_any(name, phrases!("could|might|may|should|must|maybe|perhaps|probably")).is_none()
        && !imperative::opens(&low);
    // "Copper yes, the thick one": a few words narrow it, more give the reason.
    let narrows = says_yes && (1..=3).contains(&words(more)) && after_any(more, reasons).is_none();
    let noun = agent.sentences.iter().filter(|s| s.asks).find_map(|s| noun_of_another(&s.text, name));
    let name_told = noun.map_or_else(|| name.to_owned(), |noun| format!("{name} {noun}"));
    let summary = if narrows { format!("{name}, {more}") } else { name_told };
    let why = (!narrows && words(more) > 1).then(|| more.to_owned());
    (is_name && named && !first.asks).then(|| Act {
        why,
        ..Act::settled(ActKind::Choose, first.range.clone(), whole(&capital(&summary)), "named-yes")
    })
}

/// The noun that a question gives another thing of the same kind: "release" of "Or do you want a patch release?" where "minor"
/// is taken.
fn noun_of_another(question: &str, name: &str) -> Option<String> {
    let found = OTHER_KIND.captures(question)?;
    let (kind, noun) = (found.name("kind")?.as_str(), found.name("noun")?.as_str());
    let alone = words(name) == 1 && !name.eq_ignore_ascii_case(kind) && !stance::names_some(name, question);
    alone.then(|| noun.to_lowercase())
}

/// Whether the agent's last turn says of a thing that it, or another, would do.
fn weighs(view: View<'_>, name: &str) -> bool {
    let modal = phrases!(
        " could | would do| would also| would work| or | alternativ| also possible| either | recommend| option| suggest | i'd "
    );
    let agent = view.agents_turn();
    let explains = phrases!("fail|crash|because|error|broken|caus|returned|comes from");
    let of_it = |s: &Sentence| {
        let low = s.text.to_lowercase();
        modal.within(&low) && !explains.within(&low) && stance::names_some(name, &s.text)
    };
    agent.is_some_and(|t| t.sentences.iter().any(of_it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_thing_is_of_the_kind_that_the_question_names() {
        let noun = |question, name| noun_of_another(question, name);
        assert_eq!(noun("Or do you want a wide sail (4 m)?", "narrow").as_deref(), Some("sail"));
        assert_eq!(noun("Would you prefer a wide sail?", "wide"), None);
        assert_eq!(noun("Shall I sew a sail?", "narrow"), None);
    }
}
