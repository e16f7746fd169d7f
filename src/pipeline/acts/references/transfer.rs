//! Defines how a deed or rule is carried over to another thing: "set the log level on production to warn" said "the same for
//! staging" sets it on staging.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::{after_any, capital, words};
use crate::pipeline::acts::work::imperative::object;
use crate::text::patterns;

patterns! {
    /// Another thing of a kind: "for the invoices one".
    ONE = r"(?i)^(?:for|in|on|to|with|at) the (?P<which>[\w'/-]+(?: [\w'/-]+)?) ones?$";
    /// A thing of a kind: "the orders report".
    OF_A_KIND = r"(?i)\b(?:in|on|of|to|for|at|from) the (?P<which>[\w'/-]+) [\w'/-]+\b";
    /// Whose setting it is, or what a thing is of: "the limit of the left pump", "the left pump's limit".
    OF_OWNER = r"(?i)\bof the (?P<which>[\w'/-]+(?: [\w'/-]+)?) (?P<noun>[\w/-]+)\b|\bthe (?P<mine>[\w/-]+(?: [\w/-]+)?) [\w/-]+'s? ";
    /// A place that opens a deed: "In lamp.toml use ...", "On the left wall, hang ...".
    LEADING = r"(?i)^(?P<preposition>in|on|for|at) (?P<thing>[^, ]*[./_][^, ]*|[^,]{2,40}?,)(?P<rest> .+)$";
    /// A rule or state with its subject: "The login page must work without JavaScript".
    RULED = r"(?i)^(?P<subject>(?:(?:the|our|my|all|each|every) )?[\w'/-]+(?: [\w'/-]+){0,2}?)(?P<rest> (?:must|should|shall|may|can|has to|have to|needs?|lacks?|deserves?|will)(?: not| never)? .+)$";
}

/// Places of a deed.
const PLACES: Phrases = phrases!(" on | in | for | at | to | with | into | from ");

/// Verbs that give a setting a value: what stands after their "to" is the value, no place.
const SETS: Phrases =
    phrases!("set|change|bump|raise|lower|reduce|increase|cut|turn|switch|limit|cap|keep|use|put|add|give|allow");

/// Articles and the like.
const DETERMINED: Phrases = phrases!("the|our|my|your|its|all|all the|both|each|every");

const ARTICLED: Phrases = phrases!("the|our|my|your|its|all|both|each|every|a|an");

/// A place of a deed: its preposition and its thing.
#[derive(Clone, Copy)]
struct Slot<'t> {
    from: usize,
    to: usize,
    preposition: &'t str,
    thing: &'t str,
}

/// The places of a deed, in order.
fn slots(base: &str) -> Vec<Slot<'_>> {
    let mut starts = Vec::new();
    let mut at = 0;
    while let Some((found, len)) = base.get(at..).and_then(|rest| PLACES.find(rest)) {
        starts.push((at + found, len));
        at += found + len - 1;
    }
    let ends = starts.iter().skip(1).map(|s| s.0).chain([base.len()]);
    let slot = |((from, len), end): (&(usize, usize), usize)| {
        let whole = base.get(*from..end)?;
        let cut = whole.find([',', ';']).unwrap_or(whole.len());
        let thing = base.get(from + len..from + cut)?;
        Some(Slot { from: *from, to: from + cut, preposition: base.get(*from..from + len)?.trim(), thing })
    };
    starts.iter().zip(ends).filter_map(slot).collect()
}

/// The thing that a deed is done with: "the lamp" of "hang the lamp in the hall".
pub(super) fn thing(base: &str) -> Option<&str> {
    let start = base.find(' ')? + 1;
    let end = slots(base).iter().map(|s| s.from).find(|from| *from > start).unwrap_or(base.len());
    base.get(start..end).filter(|thing| !thing.is_empty())
}

/// A deed at another place: "for staging".
pub(super) fn elsewhere(base: &str, place: &str) -> String {
    if let Some(other) = other_of_kind(base, place) {
        return other;
    }
    let (preposition, thing) = place.split_once(' ').unwrap_or(("for", place));
    if let Some(moved) = at_the_lead(base, preposition, thing) {
        return moved;
    }
    if let Some(ruled) = with_subject(base, thing) {
        return ruled;
    }
    let all = slots(base);
    if let Some(slot) = all.iter().rev().find(|s| kin(s.thing, thing)) {
        return at_slot(base, slot, thing);
    }
    // "Move the bell into the yard" - "the same for the horn": what is moved is the other thing.
    let moves = phrases!("move|switch|convert|migrate|port|rename|delete|remove|drop|raise|lower")
        .contains(first_word(base).as_str());
    if preposition == "for" && moves && !all.iter().any(|s| s.preposition == "for") {
        return to_thing(base, thing);
    }
    if let Some(slot) = all.iter().rev().find(|s| s.preposition == preposition) {
        return format!("{} {place}", base.get(..slot.from).unwrap_or(base));
    }
    let valued = SETS.contains(first_word(base).as_str());
    let slot = all.iter().rev().find(|s| words(s.thing) > 0 && !(valued && s.preposition == "to" && all.len() > 1));
    match slot.filter(|s| words(base.get(..s.from).unwrap_or("")) >= 2) {
        Some(slot) if preposition == "for" && valued => at_slot(base, slot, thing),
        Some(slot) => format!("{} {place}", base.get(..slot.from).unwrap_or(base)),
        None => format!("{base} {place}"),
    }
}

fn first_word(base: &str) -> String {
    base.split(' ').next().unwrap_or_default().to_lowercase()
}

/// A deed done to another thing: "the footer too".
pub(super) fn to_thing(base: &str, thing: &str) -> String {
    if let Some(ruled) = with_subject(base, thing) {
        return ruled;
    }
    let all = slots(base);
    if let Some(slot) = all.iter().rev().find(|s| kin(s.thing, thing)) {
        return at_slot(base, slot, thing);
    }
    // "French too" is said of German, "staging too" of production.
    let name = |t: &str| after_any(t, ARTICLED).is_none() && t.chars().all(char::is_alphabetic);
    if let Some(slot) = all.iter().rev().find(|s| name(thing) && name(s.thing)) {
        return at_slot(base, slot, thing);
    }
    let verb = first_word(base);
    let own = object(&base.to_lowercase()).map(|o| base.len() - o.len());
    let start = own.unwrap_or(verb.len() + 1);
    let end = all.iter().map(|s| s.from).find(|at| *at > start).unwrap_or(base.len());
    let about = base.get(start..end).unwrap_or("");
    // "Make the header sticky": the quality stands after the thing.
    let about = match (verb.as_str(), about.rsplit_once(' ')) {
        ("make" | "turn" | "keep" | "paint", Some((head, _))) if words(head) >= 2 => head,
        _ => about,
    };
    let told = after_any(about, DETERMINED).is_some();
    let sets = SETS.contains(verb.as_str());
    // "Set the limit of the pump to 2": what stands after the "to" is the value.
    let is_value = |s: &Slot<'_>| s.preposition == "to" && s.thing.contains(|c: char| c.is_ascii_digit());
    let placed =
        all.iter().rev().find(|s| sets && s.preposition != "to" || !told && s.from > 0 && !(sets && is_value(s)));
    // "Set the limit of the saw to 20rpm": whose limit it is gives way.
    let owner = base.find(" of the ").filter(|at| sets && *at >= start).map(|at| at + " of ".len());
    if let Some(from) = owner {
        let to = all.iter().map(|s| s.from).find(|at| *at > from).unwrap_or(base.len());
        let (old, tail) = (base.get(from..to).unwrap_or(""), base.get(to..).unwrap_or(""));
        return format!("{}{}{tail}", base.get(..from).unwrap_or(""), determined(old, thing));
    }
    match placed {
        Some(slot) => at_slot(base, slot, thing),
        None if told => {
            let (head, tail) = (base.get(..start).unwrap_or(""), base.get(start + about.len()..).unwrap_or(""));
            format!("{head}{}{tail}", determined(about, thing))
        }
        None => format!("{base} for {thing}"),
    }
}

/// A rule for another subject: "The signup page must work without JavaScript".
fn with_subject(base: &str, thing: &str) -> Option<String> {
    let found = RULED.captures(base)?;
    let (subject, rest) = (found.name("subject")?.as_str(), found.name("rest")?.as_str());
    Some(capital(&format!("{}{rest}", determined(subject, thing))))
}

/// "The same for the invoices one": another thing of the kind that the deed names.
fn other_of_kind(base: &str, place: &str) -> Option<String> {
    let other = ONE.captures(place).and_then(|c| Some(c.name("which")?.as_str().to_owned()))?;
    let found = OF_A_KIND.captures(base).and_then(|c| c.name("which"))?;
    Some(format!("{}{other}{}", base.get(..found.start())?, base.get(found.end()..)?))
}

/// A deed for another thing of the kind that it names: "the right one" in the place of "the left pump".
pub(super) fn to_other_of_kind(base: &str, other: &str) -> Option<String> {
    let found = OF_OWNER.captures(base).and_then(|c| c.name("which").or_else(|| c.name("mine")));
    let found = found.or_else(|| OF_A_KIND.captures(base).and_then(|c| c.name("which")))?;
    Some(format!("{}{other}{}", base.get(..found.start())?, base.get(found.end()..)?))
}

/// A deed whose place stands before it, at another: "In lamp.toml use tabs" is "In desk.toml use tabs".
fn at_the_lead(base: &str, preposition: &str, thing: &str) -> Option<String> {
    let found = LEADING.captures(base)?;
    let [own, old, rest] = ["preposition", "thing", "rest"].map(|name| found.name(name).map_or("", |m| m.as_str()));
    let comma = if old.ends_with(',') { "," } else { "" };
    own.eq_ignore_ascii_case(preposition).then(|| format!("{own} {}{comma}{rest}", determined(old, thing)))
}

/// Whether two things are of one kind: "the delete button" and "the edit button".
fn kin(a: &str, b: &str) -> bool {
    let noun = |t: &str| t.rsplit(' ').next().unwrap_or("").trim_end_matches('s').to_lowercase();
    words(a) > 1 && words(b) > 1 && noun(a).len() > 2 && noun(a) == noun(b)
}

fn at_slot(base: &str, slot: &Slot<'_>, thing: &str) -> String {
    let (head, tail) = (base.get(..slot.from).unwrap_or(""), base.get(slot.to..).unwrap_or(""));
    format!("{head} {} {}{tail}", slot.preposition, determined(slot.thing, thing))
}

/// A thing with the article of the one whose place it takes: "footer" in the place of "the header".
fn determined(old: &str, thing: &str) -> String {
    let bare =
        thing.chars().all(|c| c.is_ascii_lowercase() || c == ' ' || c == '-') && after_any(thing, DETERMINED).is_none();
    if bare && after_any(old, phrases!("the")).is_some() { format!("the {thing}") } else { thing.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deed_goes_to_another_place() {
        for (base, place, expected) in [
            ("Set the lamp in the hall to dim", "for the attic", "Set the lamp in the attic to dim"),
            ("Write a label for the oak bed", "for the elm bed", "Write a label for the elm bed"),
            (
                "Add a knob to the left door in the hall",
                "for the right door",
                "Add a knob to the right door in the hall",
            ),
            ("In oak.toml use oil for the legs", "in elm.toml", "In elm.toml use oil for the legs"),
            ("In the hall, hang a lamp on the wall", "in the attic", "In the attic, hang a lamp on the wall"),
            ("The oak bed must be level", "to the elm bed", "The elm bed must be level"),
            ("Move the bell into the yard", "for the horn", "Move the horn into the yard"),
        ] {
            assert_eq!(elsewhere(base, place), expected);
        }
        for (base, thing, expected) in [
            ("Make the bed higher", "chest", "Make the chest higher"),
            ("Deliver the bed to Bremen", "Hanau", "Deliver the bed to Hanau"),
            ("Move the bed to the attic", "the chest", "Move the chest to the attic"),
            ("Put wax on the bed", "the chest", "Put wax on the chest"),
            ("Set speed limit of the saw to 20rpm", "the drill", "Set speed limit of the drill to 20rpm"),
            ("Write labels for the beds", "the chests", "Write labels for the chests"),
        ] {
            assert_eq!(to_thing(base, thing), expected);
        }
    }
}
