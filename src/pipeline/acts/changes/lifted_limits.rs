//! Defines the end of a limit that held for one request: "make the lamp dimmer, don't touch the shade" no longer holds
//! when the person says later "now take the shade and paint it red".

use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::token_set;
use crate::pipeline::acts::references::standing::recent;
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, unhurried, whole};
use crate::pipeline::acts::work::imperative::object;
use crate::pipeline::acts::{Act, ActKind, View, overlaps};
use crate::pipeline::clause::BlockKind;
use crate::state::{Item, ItemKind};
use crate::text::patterns;

patterns! {
    /// A limit of what is worked on.
    LIMIT = r"(?i)^(?:(?:do not|don't) (?:touch|change|edit|modify|alter|move|rename|rework) (?P<thing>(?:the |our |my )?[\w'-]+(?: [\w'-]+){0,2})(?:,.*)?|(?:leave|keep) (?P<left>(?:the |our |my )?[\w'-]+(?: [\w'-]+){0,2}?) (?:alone|untouched|unchanged|as (?:it|they) (?:is|are)|as[ -]is)\b.*|(?:no,? )?(?P<kept>(?:the |our |my )?[\w'-]+(?: [\w'-]+){0,2}?) (?:should |must |has to |have to |can |shall )?(?:stays?|remains?) (?:exactly |just )?(?:as (?:it|they) (?:is|are)|as[ -]is|untouched|unchanged|alone|the way (?:it|they) (?:is|are))\b.*)$";
    /// An order how a thing should be, with the thing as its subject: "the boom should be white".
    TO_BE = r"^(?P<thing>(?:the |our |my )[\w'-]+(?: [\w'-]+){0,2}?) (?:should|must|has to|have to|needs? to|shall|can|could) (?:be|have|use|get|go|show|become|look)\b";
}

/// Id of the form of these acts.
const FORM: &str = "limit-lifted";

/// Openings of a request that comes after another one.
const NEXT: Phrases = phrases!(
    "now|next|then|actually|after all|this time|on second thought|on second thoughts|on reflection|ok now|instead"
);
/// Openings before them.
const REACTS: Phrases =
    phrases!("good|great|nice|ok|okay|cool|thanks|perfect|right|well|hm|hmm|so|and|but|alright|oh|no|wait|fine");

/// Ends the limits that the turn's requests ask to pass. Asking for what a rule forbids is a conflict, unless the words say
/// that another request begins and name the very thing.
pub(in crate::pipeline::acts) fn read(view: View<'_>, acts: &mut Vec<Act>) {
    let own = view.own().filter(|s| s.block != BlockKind::Heading && !s.asks);
    for segment in own.flat_map(|s| view.segments(s)).filter(|segment| !segment.unsettled()) {
        let Some((thing, order)) = taken_up(segment) else { continue };
        let meant = recent(view, ItemKind::Constraint).find(|item| limits(item, &thing));
        let Some(item) = meant.filter(|item| !acts.iter().any(|act| act.target.as_ref() == Some(&item.id))) else {
            continue;
        };
        let states = |act: &&mut Act| {
            let stated = matches!(act.deed, ActKind::Rule { .. } | ActKind::Choose) && act.target.is_none();
            stated && overlaps(&act.range, &segment.range)
        };
        if let Some(act) = acts.iter_mut().find(states) {
            act.deed = ActKind::Revise;
            act.target = Some(item.id.clone());
            act.summary = capital(unled(&act.summary).trim());
            continue;
        }
        // The words end the limit and order the work.
        let ordered = acts.iter().any(|act| overlaps(&act.range, &segment.range));
        let work = (!ordered && object(&order).is_some()).then(|| whole(&capital(unhurried(&order))));
        acts.extend(work.map(|text| Act::settled(ActKind::Request, segment.range.clone(), text, FORM)));
        acts.push(Act::ends(item, segment.range.clone(), FORM));
    }
}

/// Words without those that say that another request begins.
fn unled(text: &str) -> &str {
    after_any(text, NEXT).filter(|rest| !rest.is_empty()).map_or(text, |rest| rest.trim_start_matches([',', ' ']))
}

/// Stems of the thing that another request is about, and the request.
fn taken_up(segment: &Segment) -> Option<(Vec<String>, String)> {
    let mut said = segment.low.as_str();
    while let Some(rest) = after_any(said, REACTS).filter(|_| after_any(said, NEXT).is_none()) {
        said = rest.trim_start_matches([',', '.', '!', ' ']);
    }
    let request = unled(said);
    // "Next, redo the shade": a comma may part the opening from the order.
    let before = segment.before.trim_end_matches([',', ' ']).to_lowercase();
    let led = NEXT.iter().any(|word| before == word || before.ends_with(&format!(" {word}")));
    let ends_so = phrases!(" after all| now| instead").iter().any(|end| said.trim_end().ends_with(end));
    if request.len() == said.len() && !ends_so && !led {
        return None;
    }
    let order = after_any(request, phrases!("please|let's|lets|can you|could you|you can|we can")).unwrap_or(request);
    let told = TO_BE.captures(order).and_then(|found| Some(found.name("thing")?.as_str().to_owned()));
    let worked_on = || {
        let what = after_any(order, phrases!("take|go over|go through|touch")).or_else(|| object(order))?;
        let end = phrases!(" and | to | so | for | in | on | with | into | by |, ").find(what);
        what.get(..end.map_or(what.len(), |(at, _)| at)).map(str::to_owned)
    };
    let thing = token_set(&told.or_else(worked_on)?);
    (1..=3).contains(&thing.len()).then(|| (thing, order.to_owned()))
}

/// Whether an item limits the work on a thing, given as stems.
fn limits(item: &Item, thing: &[String]) -> bool {
    let found = LIMIT.captures(&item.summary);
    let limited = found.and_then(|found| {
        let part = ["thing", "left", "kept"].into_iter().find_map(|name| found.name(name))?;
        Some(token_set(part.as_str()))
    });
    limited.is_some_and(|limited| {
        !limited.is_empty() && limited.iter().all(|word| thing.contains(word)) && thing.len() <= limited.len() + 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_names_the_thing_that_it_spares() {
        for (said, thing) in [
            ("Do not touch the shade, look at how it hangs", "the shade"),
            ("Leave the handle as it is", "the handle"),
            ("The boom should stay as it is", "the boom"),
        ] {
            let found = LIMIT.captures(said);
            let part = ["thing", "left", "kept"].into_iter().find_map(|name| found.as_ref()?.name(name));
            assert_eq!(part.map(|m| m.as_str().to_lowercase()).as_deref(), Some(thing), "{said}");
        }
        assert!(!LIMIT.is_match("Never touch the shade") && !LIMIT.is_match("Do not touch anything under lamps/old"));
        assert!(TO_BE.is_match("the boom should be white") && !TO_BE.is_match("the boom is white"));
    }
}
