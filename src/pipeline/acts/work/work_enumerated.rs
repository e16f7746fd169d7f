//! Defines tasks that are counted up in one sentence behind words that announce them: "two wishes: a bell at the
//! gate, and a lamp in the hall", "for the fair we need: a banner, two flags". An entry is an order, a thing to be made
//! or a fault with its order in brackets.

use super::imperative::{DOES, opens};
use super::work_lists::{asks_for_work, has_clause, is_thing, tells};
use super::work_wording::{resolved, thing_of};
use crate::language::phrases::phrases;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::pipeline::extract::summary;
use crate::text::patterns;

patterns! {
    /// Words that announce several tasks.
    ANNOUNCED = r"(?i)^(?:(?:and|also|ok|yeah|yes|yep|sure|oh|so|hi|hello|just|only|well|there are|i have|i've got),? )*(?P<lead>(?:(?:we|i)(?:'d)? (?:still |also )?(?:need|want|like|have) )?(?:(?P<some>a few|a couple|several|some)|(?P<count>two|three|four|five|six|2|3|4|5|6))(?: (?:more|other|small|little|quick|different|last|tiny))*(?: (?:things?|wishes|requests?|tasks?|todos?|jobs?|chores?|changes|fixes|favou?rs|orders))?(?: (?:(?:for|from|on|about|left|please|today|in|before|to)\b[^:]{0,40}))?|(?:my |our |the )?(?:wish ?list|wishes|requests?)(?: (?:for|from)\b[^:]{0,30})?|(?:the )?(?:open|remaining|outstanding|pending)(?: (?:points?|items?|tasks?|todos?|work|things?))?(?: (?:for|from)\b[^:]{0,30})?|(?:also )?for you|(?:(?:the |my )?plan|next(?: up)?|up next|in this order|today)(?: (?:for|is)\b[^:]{0,30})?|(?:the |your |a )?(?:queue|work|pile|plate)(?: for (?:you|today|this week))?|(?P<place>(?:for|before|until|by) (?:the|this|our|next) [\w' -]{2,30}?),? (?:we|i) (?:still |also )?need): (?P<what>.+)$";
    /// A fault and its order in brackets: "the lid drips (seal it)".
    BRACKETED = r"(?i)^(?P<fault>[^()]{6,60}?) \((?P<order>[a-z]+ [^()]{2,40})\)$";
}

/// Maximum number of words in an entry, and of entries.
const MOST: usize = 14;
const ENTRIES: usize = 9;

/// The tasks that the person counts up. They come before the goal that such a sentence may seem to tell.
pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own = view.own().filter(|s| s.block != BlockKind::Heading && s.list.is_none());
    own.filter_map(|s| enumerated(view, s)).flatten().collect()
}

/// The tasks that a sentence counts up; none if an entry is something else.
fn enumerated(view: View<'_>, sentence: &Sentence) -> Option<Vec<Act>> {
    let found = ANNOUNCED.captures(&sentence.text).filter(|_| !sentence.asks)?;
    let what = found.name("what")?;
    // "Two: the small one" answers; only work that was asked for or named as such is counted up.
    let named = phrases!(
        "thing|wish|request|task|todo|job|chore|change|fix|favor|favour|order|for you|queue|work|pile|plate| need|plan|next|today|open|remaining|outstanding|pending"
    );
    let lead = found.name("lead")?.as_str().to_lowercase();
    if !asks_for_work(view) && !named.within(&lead) {
        return None;
    }
    let place = found.name("place").map_or("", |m| m.as_str());
    let pieces = pieces(what.as_str());
    if !(2..=ENTRIES).contains(&pieces.len()) {
        return None;
    }
    let start = sentence.range.start + what.start();
    let mut thing = String::new();
    let mut out = Vec::new();
    for (at, piece) in pieces {
        let text = of_entry(piece, place, &thing)?;
        thing = thing_of(&text).unwrap_or(thing);
        out.push(Act::settled(ActKind::Request, start + at..start + at + piece.len(), whole(&text), "enumerated"));
    }
    Some(out)
}

/// The entries with their places: "a, b, and c"; two may be joined by "and" alone.
fn pieces(what: &str) -> Vec<(usize, &str)> {
    let mut out = Vec::new();
    let (mut from, mut depth) = (0, 0_usize);
    for (at, c) in what.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' | ';' if depth == 0 => {
                out.push((from, what.get(from..at).unwrap_or("")));
                from = at + 1;
            }
            _ => {}
        }
    }
    let last = what.get(from..).unwrap_or("");
    let joined = last.match_indices(" and ").find(|(at, _)| *at > 0);
    match joined {
        Some((at, joint)) => out.extend([
            (from, last.get(..at).unwrap_or("")),
            (from + at + joint.len(), last.get(at + joint.len()..).unwrap_or("")),
        ]),
        None => out.push((from, last)),
    }
    out.retain(|(_, piece)| !piece.trim().is_empty());
    out
}

/// The task of an entry; `thing` is what the entry before is about.
fn of_entry(piece: &str, place: &str, thing: &str) -> Option<String> {
    let text = plain(piece.trim_end_matches(['.', '!', ' ']));
    let text = unhurried(after_any(&text, phrases!("and|plus|also|then|and then|finally|oh and")).unwrap_or(&text));
    let named = resolved(text, thing);
    let text = named.as_deref().unwrap_or(text);
    if !(1..=MOST).contains(&words(text)) || !summary::stands_alone(text) {
        return None;
    }
    if let Some(found) = BRACKETED.captures(text) {
        let order = found.name("order")?.as_str().to_lowercase();
        let acts = order.split(' ').nth(1).is_some_and(|w| phrases!("it|them|that|the|a|an|one").contains(w));
        return (acts || opens(&order)).then(|| format!("Fix: {}", capital(text)));
    }
    let low = text.to_lowercase();
    if opens(&low) || after_any(&low, DOES).is_some_and(|rest| words(rest) >= 2) {
        return Some(capital(text));
    }
    if has_clause(text) || tells(text) || !(is_thing(text) || words(text) == 1 && text.len() > 3) {
        return None;
    }
    // "A copy button in there"
    let text = ["in there", "there", "here"].iter().find_map(|end| text.strip_suffix(end)).map_or(text, str::trim_end);
    let new = after_any(text, phrases!("a|an|some|another|one more")).is_some();
    Some(match (place, new) {
        ("", true) => format!("Add {text}"),
        ("", false) => capital(text),
        _ => capital(&format!("{text} {}", place.to_lowercase())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_an_order_a_thing_or_a_fault_with_its_order() {
        for (said, place, task) in [
            ("a handle on the lid", "", Some("Add a handle on the lid")),
            (" and paint the shelf red", "", Some("Paint the shelf red")),
            ("the kettle drips on the stove (seal it)", "", Some("Fix: The kettle drips on the stove (seal it)")),
            ("signed posters", "for the fair", Some("Signed posters for the fair")),
            ("the kettle is hot", "", None),
            ("it drips", "", None),
        ] {
            assert_eq!(of_entry(said, place, "").as_deref(), task, "{said}");
        }
    }

    #[test]
    fn entries_are_cut_at_commas_and_at_the_last_and() {
        let cut = |what| pieces(what).into_iter().map(|(_, piece)| piece.trim()).collect::<Vec<_>>();
        assert_eq!(
            cut("a lid, a spout (of tin, please) and a handle"),
            ["a lid", "a spout (of tin, please)", "a handle"]
        );
        assert_eq!(cut("a lid and a spout"), ["a lid", "a spout"]);
        assert_eq!(of_entry("then bake it at 200 degrees", "", "the bread"), None);
        let next = of_entry(" then measure it against the old one", "", "the kettle");
        assert_eq!(next.as_deref(), Some("Measure the kettle against the old one"));
    }
}
