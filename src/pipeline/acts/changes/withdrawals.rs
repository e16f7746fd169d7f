//! Defines what takes back or loosens something that stands: "undo that", "forget what I said about X", "you may use the
//! network now".

use super::new_values::finished;
use super::replacements::{in_place_of, other_option, without_tail};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::references::standing::{LATELY, all_named, lately, named, open_tasks, recent, standing};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, unhurried, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::extract::summary;
use crate::state::{Item, ItemKind};

/// Names of a rule that do not say which.
const RULES: Phrases = phrases!(
    "the rule|the limit|the ban|the constraint|the restriction|the freeze|the requirement|this rule|this limit|this ban|this constraint\
     |this restriction|this freeze|this requirement|that rule|that limit|that ban|that constraint|that restriction|that freeze|that requirement"
);

/// The rule that has the noun it is called by: "code freeze: nothing gets merged" of "the freeze".
fn of_its_noun<'v>(view: View<'v>, called: &str) -> Option<&'v Item> {
    let noun = called.rsplit(' ').next()?;
    recent(view, ItemKind::Constraint).find(|item| item.summary.to_lowercase().contains(noun))
}

/// Withdraws the item that "undo that" or "forget what I said about X" refers to.
pub(super) fn withdrawn(view: View<'_>, segment: &Segment, what: &str, form: &'static str) -> Option<Act> {
    let low = what.to_lowercase();
    let tail = what.split_once([',', ';']).map(|(_, tail)| tail.trim_matches([' ', '.', '!']));
    let what = unhurried(what.split([',', ';']).next().unwrap_or(what));
    // "I have to retract that yes"
    let answer = after_any(what, phrases!("that yes|that no|my yes|my no|my ok")).is_some();
    let what = if answer { "that" } else { what };
    let low = if what == "that" { what.to_owned() } else { low };
    let the_rule = RULES.contains(low.as_str());
    let points = the_rule || words(what) <= 3
        && phrases!(
            "that|this|it|that one|that rule|this rule|that decision|that idea|that plan|that again|this again|it again\
     |that please"
        )
        .iter()
        .any(|p| low.trim_end_matches([',', '.', '!']).split(',').next() == Some(p));
    let called = Some(form).filter(|form| *form == "ban-gone").and_then(|_| of_its_noun(view, &low));
    let item = if called.is_some() {
        called
    } else if points {
        let kind = if the_rule || low.contains("rule") { Some(ItemKind::Constraint) } else { None };
        let newest = standing(view).find(|i| kind.is_none_or(|k| i.kind == k));
        let task = open_tasks(view).next().filter(|_| kind.is_none());
        match (newest, task) {
            (Some(a), Some(b)) if b.touched_seq > a.touched_seq => Some(b),
            (a, b) => a.or(b),
        }
        .into_iter()
        // "Undo that" after "renamed it" takes back what was done.
        .chain(finished(view).filter(|i| kind.is_none() && !answer && lately(view, i, 2)))
        .max_by_key(|i| i.touched_seq)
    } else {
        named(standing(view).chain(open_tasks(view)).chain(recent(view, ItemKind::Goal)), what)
    }?;
    // "Remove it", "revert that" mostly ask for work on the code.
    let of_code =
        points && after_any(&segment.low, phrases!("remove|delete|drop|revert|kill|cancel|abandon")).is_some();
    // "Delete the sample ticket" is work, not the end of a rule on torn tickets.
    let of_thing = !points && after_any(&segment.low, phrases!("remove|delete|drop|kill|bin")).is_some();
    if of_thing
        && item.kind == ItemKind::Constraint
        && !names_a_rule(&low)
        && all_named(std::iter::once(item), what).is_none()
    {
        return None;
    }
    // "I said no external services! take that out" insists on the rule.
    if points && item.kind == ItemKind::Constraint && insists(view) {
        return None;
    }
    if points && !lately(view, item, if of_code { 2 } else { LATELY }) {
        return None;
    }
    if let Some(text) = tail.filter(|_| item.kind == ItemKind::Decision).and_then(|said| other_option(item, said)) {
        return Some(Act::revises(item, segment, &text, form));
    }
    // "Forget what I said about the benches, larch gets the job": another choice takes the place.
    let instead = tail.map(without_tail).filter(|new| Some(*new) != tail);
    if let Some(new) = instead.filter(|new| item.kind == ItemKind::Decision && words(new) <= 3) {
        return Some(Act::revises(item, segment, &in_place_of(item, new), form));
    }
    if item.kind == ItemKind::Task && !item.is_open() {
        return Some(Act::settled(ActKind::RuleOut, segment.range.clone(), item.summary.clone(), form));
    }
    Some(Act::ends(item, segment.range.clone(), form))
}

/// Words that keep the rest of a rule.
const REST_STAYS: Phrases = phrases!(
    "rest stays|rest remains|the rest is still|everything else stays|everything else remains|otherwise the rule|nothing else"
);

/// Whether words name a rule as such.
fn names_a_rule(low: &str) -> bool {
    phrases!("rule|limit|ban|constraint|restriction|requirement|freeze|policy|condition").within(low)
}

/// Whether the turn repeats a ban that stands: "I said no external services!"
fn insists(view: View<'_>) -> bool {
    view.own().any(|s| {
        let low = s.text.to_lowercase();
        phrases!("i said|i told you|i asked you|we agreed|i wrote").within(&low)
            && phrases!(" no | not | never | don't | without ").within(&low)
    })
}

/// Relaxes or lifts the rule that a permission is about: "you can use the network now".
pub(super) fn relaxed(view: View<'_>, segment: &Segment, what: &str) -> Option<Act> {
    let rules = || recent(view, ItemKind::Constraint);
    let what = what.split([',', ';']).next().unwrap_or(what);
    let allowed = phrases!(" may |allowed|permitted|free to|can also").within(&segment.low);
    let newest = || rules().next().filter(|i| allowed && words(what) <= 8 && lately(view, i, LATELY));
    let dropped = after_any(what, phrases!("drop|stop supporting|retire|forget about|forget|ignore|lift|get rid of"));
    let what = dropped.map_or(what, |rest| rest.trim().trim_end_matches(" now").trim_end_matches(" support"));
    let before = segment.before.to_lowercase();
    let turned = dropped.is_some()
        || allowed
        || after_any(&before, phrases!("fine|ok|okay|right|fair|actually|well|then")).is_some()
        || phrases!("now|actually|after all|then| if |ok|fine|anymore|again|fair game|unlocked|up for grabs")
            .within(&segment.low);
    let refused = || all_named(recent(view, ItemKind::RejectedOption).filter(|_| allowed), what);
    let item = named(rules().filter(|_| turned), &similar(what)).or_else(refused).or_else(newest)?;
    let limits = phrases!(" if | as long as | in | under | for | only | when | unless |nowhere else| inside ")
        .iter()
        .any(|l| segment.low.contains(l));
    // "Glue is allowed, the rest stays forbidden"
    let limits = limits || view.own().any(|s| REST_STAYS.within(&s.text.to_lowercase()));
    // "You can also touch src/db": more is allowed, and the rest of the rule stays.
    let widens = phrases!("can also|may also").within(&segment.low);
    if limits || widens {
        let new = unhurried(&segment.text);
        // "You can log them in dev" excepts dev.
        let place = phrases!(" in | under | for | inside | on | during | when | if | while ").find(what);
        let place = place
            .filter(|(at, _)| what.get(..*at).is_some_and(names_only_pronoun))
            .and_then(|(at, _)| what.get(at..))
            .map(str::trim)
            .filter(|place| !widens && words(place) <= PLACE_WORDS);
        let both = match place {
            Some(place) => format!("{}, except {place}", item.summary),
            None => format!("{}; {new}", item.summary),
        };
        let keeps = both.chars().count() <= summary::MAX_CHARS;
        return Some(Act::revises(item, segment, &if keeps { both } else { capital(new) }, "relaxed"));
    }
    Some(Act::ends(item, segment.range.clone(), "lifted"))
}

/// Whether words are a verb and a pronoun, which stand for what a rule forbids: "log them".
fn names_only_pronoun(deed: &str) -> bool {
    let last = deed.trim().rsplit(' ').next().unwrap_or("");
    words(deed) <= 3 && phrases!("it|them|that|this|those|these|one|some").contains(last)
}

/// Maximum number of words in the place that a rule excepts.
const PLACE_WORDS: usize = 6;

/// The words with short forms spelled out as rules have them.
fn similar(what: &str) -> String {
    what.replace("deps", "dependencies").replace("dep ", "dependency ")
}
