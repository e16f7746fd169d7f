//! Defines how a setting gets another value: by its name, by a pronoun, by the value it had or by what the agent told last.

use super::same_subject::only_observes;
use super::scaled::times;
use super::spoken_of::{is_spoken_of, order_of, order_with, tells_of_unnamed};
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::tokens;
use crate::pipeline::acts::references::standing::{LATELY, all_named, lately, named, open_tasks, recent, standing};
use crate::pipeline::acts::sentences::quantities::{
    is_bare_value, kin_values, measured, measured_of, number, same_unit, single, with_unit,
};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, ReadTurn};
use crate::state::{Item, ItemKind};
use crate::text::patterns;
use crate::transcript::Role;

/// A setting that is named again with another value: "batch size 64 now".
pub(super) fn named_value(view: View<'_>, segment: &Segment, what: &str, subject: &str) -> Option<Act> {
    let subject = subject.trim();
    let item = all_named(
        standing(view).chain(recent(view, ItemKind::Fact)).filter(|i| measured(&i.summary).is_some()),
        subject,
    )?;
    let (from, to) = measured_of(&item.summary, subject)?;
    let old = item.summary.get(from..to)?;
    let (new_from, new_to) = measured(what)?;
    let new = what.get(new_from..new_to)?;
    if !kin_values(new, old) || old == new || item.kind == ItemKind::Constraint && only_observes(segment, item) {
        return None;
    }
    let summary =
        format!("{}{}{}", item.summary.get(..from)?, with_unit(new, old), item.summary.get(to..).unwrap_or(""));
    Some(Act::revises(item, segment, &summary, "named-value"))
}

/// Another number for the setting that is meant: the one that is named, else the one settled last that has a number.
pub(super) fn revalued(
    view: View<'_>,
    segment: &Segment,
    what: &str,
    subject: &str,
    form: &'static str,
) -> Option<Act> {
    let what = what.split(" instead").next().unwrap_or(what);
    let what = what.split(", ").next().unwrap_or(what);
    let (from, to) = measured(what)?;
    let new = what.get(from..to)?;
    let behind = unhurried(what.get(to..)?);
    // More than a number and a word or two speaks for itself.
    if words(what) > 7 {
        return None;
    }
    another_value(view, segment, subject, &NewValue::Given(new, behind), form)
}

patterns! {
    /// A number of things that is enough: "one reviewer is enough from now on".
    COUNTED = r"^(?:.*[,;] )?(?:so |ok,? |then |now |and |but )*(?P<number>\d+|one|two|three|four|five|six|seven|eight|nine|ten) (?P<noun>[a-z][\w-]*(?: [a-z][\w-]*){0,4}?) (?:is|are|will be|would be) (?:enough|plenty|fine|sufficient|ok|okay)(?P<place> (?:for|in|on|when|if) .+)?";
    /// A number, in digits or letters, and the word after it.
    NUMBERED = r"(?i)\b(?P<number>\d+|one|two|three|four|five|six|seven|eight|nine|ten) (?P<noun>[a-z][\w-]*)";
}

/// Another number of the things that a standing rule counts: "every change needs two reviewers" - "one reviewer is enough
/// now".
pub(super) fn recounted(view: View<'_>, segment: &Segment) -> Option<Act> {
    let found = COUNTED.captures(&segment.low)?;
    let (number, noun) = (found.name("number")?.as_str(), found.name("noun")?.as_str());
    let first = noun.split(' ').next()?;
    let singular = |word: &str| word.to_lowercase().trim_end_matches('s').to_owned();
    let names = |item: &&Item| {
        let own: Vec<String> = item.summary.split([' ', ',']).map(singular).collect();
        let links = phrases!("per|a|an|each|every|in|on|for|of|the");
        noun.split(' ').filter(|word| !links.contains(word)).all(|word| own.contains(&singular(word)))
    };
    standing(view).filter(names).find_map(|item| {
        let old = NUMBERED
            .captures(&item.summary)
            .filter(|c| c.name("noun").is_some_and(|n| singular(n.as_str()) == singular(first)))?;
        let (was, thing) = (old.name("number")?, old.name("noun")?);
        if was.as_str().eq_ignore_ascii_case(number) {
            return None;
        }
        // "One is enough for docs changes" excepts these.
        let place = found.name("place").map_or("", |m| m.as_str()).trim_end_matches(['.', '!']);
        let known = tokens(&item.summary);
        let narrowed = tokens(place).iter().any(|word| !known.contains(word))
            && !phrases!(" for now| for us| for me| in general| for this| for that").contains(place);
        if narrowed {
            return Some(Act::revises(item, segment, &format!("{}, {number}{place}", item.summary), "recounted"));
        }
        let (head, tail) = (item.summary.get(..was.start())?, item.summary.get(thing.end()..)?);
        Some(Act::revises(item, segment, &format!("{head}{number} {first}{tail}"), "recounted"))
    })
}

/// The value that takes the place of another.
pub(super) enum NewValue<'t> {
    /// As it is said, and the words after it: "480" and "wide".
    Given(&'t str, &'t str),
    /// As a multiple of the old one.
    Times(f64),
}

impl NewValue<'_> {
    /// The value in the place of an old one; `None` where it is no value of that kind.
    pub(super) fn after(&self, old: &str) -> Option<String> {
        match self {
            Self::Given(new, _) => kin_values(new, old).then(|| with_unit(new, old)),
            Self::Times(factor) => times(old, *factor),
        }
    }

    /// The setting settled last that it can be a value of.
    fn of<'v>(&self, items: impl Iterator<Item = &'v Item>, view: View<'_>) -> Option<&'v Item> {
        let mut items = items;
        match self {
            // "10/min" is a rate, and no value of what has none.
            Self::Given(new, behind) if behind.starts_with('/') => same_unit(
                items.filter(|i| phrases!("/| per | a second| a minute| an hour| a day").within(&i.summary)),
                new,
            ),
            Self::Given(new, _) => same_unit(items, new),
            Self::Times(_) => items.find(|i| lately(view, i, LATELY)),
        }
    }
}

/// Gives the setting that a subject or a pronoun means another value.
pub(super) fn another_value(
    view: View<'_>,
    segment: &Segment,
    subject: &str,
    new: &NewValue<'_>,
    form: &'static str,
) -> Option<Act> {
    let mut all: Vec<&Item> =
        standing(view).chain(recent(view, ItemKind::Fact)).filter(|i| measured(&i.summary).is_some()).collect();
    all.sort_by_key(|i| std::cmp::Reverse(i.touched_seq));
    let with_number = || all.iter().copied();
    let is_pronoun = phrases!("|it|that|this|them").contains(subject.to_lowercase().as_str());
    let pointing = is_pronoun || names_a_limit(subject) && named(with_number(), subject).is_none();
    // What the agent said last is nearer than what was settled before.
    if is_pronoun
        && let Some(act) = of_sentence(view, segment, new, form).or_else(|| restated(view, segment, new, form))
    {
        return Some(act);
    }
    // "It takes 10 s now" - "make it 5": that is meant, though it has no name.
    if is_pronoun && tells_of_unnamed(view, new) {
        return None;
    }
    // How things are is changed only by its name, and a setting that nobody has spoken of lately is not meant by a value alone.
    let spoken_of = |i: &&Item| !is_pronoun || lately(view, i, 3) || is_spoken_of(view, segment, i);
    let set = |i: &&Item| (i.kind != ItemKind::Fact || lately(view, i, 2)) && spoken_of(i);
    let meant = |i: &&Item| !matches!(new, NewValue::Given(new, _) if !may_take(view, segment, i, new));
    // "Bump the map's dpi to 600" gives no other number of a map: what is measured is named last.
    let noun = subject.rsplit(' ').next().unwrap_or(subject).to_lowercase();
    let head = tokens(&noun).pop().filter(|_| !OF_ANY_SETTING.contains(noun.as_str()));
    let of_item = |i: &&Item| head.as_ref().is_none_or(|head| tokens(&i.summary).contains(head));
    let found = if pointing {
        new.of(with_number().filter(set).filter(meant), view)
    } else {
        named(with_number(), subject).filter(of_item)
    };
    let Some(item) = found else { return done_otherwise(view, segment, new, subject, form) };
    let (was_from, was_to) = single(&item.summary)?;
    let (was_from, was_to) =
        if pointing { (was_from, was_to) } else { measured_of(&item.summary, subject).unwrap_or((was_from, was_to)) };
    let old = item.summary.get(was_from..was_to)?;
    let merged = match new {
        NewValue::Given(new, _) if old == *new => return None,
        NewValue::Given(new, _) => with_unit(new, old),
        NewValue::Times(factor) => times(old, *factor)?,
    };
    let summary = format!("{}{merged}{}", item.summary.get(..was_from)?, item.summary.get(was_to..)?);
    Some(Act::revises(item, segment, &summary, form))
}

/// Nouns for what any setting measures.
const OF_ANY_SETTING: Phrases = phrases!(
    "retention|limit|cap|interval|period|time|duration|number|amount|size|value|rate|count|length|budget|threshold|timeout|ttl|window|max|maximum|min|minimum|it|that|this|them|setting|spacing|margin|delay|default|age|level|lifetime|frequency|bar"
);

/// Whether a number may take the place of an item's. It may not where it only agrees with the agent, where the item has several
/// numbers, or where the words before it name another value ("quality 80 is mushy. 90").
pub(super) fn may_take(view: View<'_>, segment: &Segment, item: &Item, new: &str) -> bool {
    // "50 is good" agrees with what the agent said last.
    let agrees = phrases!(" is good| is fine| is ok| is okay| is great| sounds good| works").within(&segment.low);
    if agrees && agent_said(view, new) {
        return false;
    }
    // "429s must carry a header" names a status, and "100 is too low. make it 250" means the item with the 100.
    if item.kind == ItemKind::Constraint && measured(&item.summary).is_some_and(|(from, _)| from == 0) {
        return false;
    }
    let before = words_before(view, segment);
    let blames = phrases!(
        " is too | are too | is not enough | isn't enough | is low | is high| feels | feel | seems | was too | looks | sounds | still | im still | i'm still "
    );
    let blamed = numbers(before).find(|n| blames.iter().any(|end| before.contains(&format!("{n}{end}"))));
    if blamed.is_some_and(|n| !numbers(&item.summary).any(|own| own == n)) {
        return false;
    }
    let several = numbers(&item.summary).count() > 1 && !new.contains(' ');
    let told = |n: &&str| !new.starts_with(*n) && is_told(view, n);
    let mut old = numbers(words_before(view, segment)).filter(told).peekable();
    !several && (old.peek().is_none() || old.any(|n| numbers(&item.summary).any(|own| own == n)))
}

/// Whether a number is one that the agent told last, or that another item has; the version of a name is neither.
fn is_told(view: View<'_>, number: &str) -> bool {
    let agent = view.agents_turn();
    let gives = |text: &str| {
        let at = text.find(number).filter(|at| !names_before(text, *at));
        at.is_some() && numbers(text).any(|n| n == number)
    };
    let told = agent.is_some_and(|t| t.sentences.iter().any(|s| s.text.split([',', ';']).any(gives)));
    told || standing(view).any(|i| gives(&i.summary))
}

/// The words of a segment's sentence before it, else the sentence before.
fn words_before<'s>(view: View<'s>, segment: &'s Segment) -> &'s str {
    let last = || view.own().take_while(|s| s.range.end <= segment.range.start).last();
    if segment.before.is_empty() { last().map_or("", |s| s.text.as_str()) } else { &segment.before }
}

/// The words of a text that are numbers in digits, without their units.
pub(in crate::pipeline::acts) fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split_whitespace().map(|w| w.trim_matches(|c: char| !c.is_ascii_alphanumeric()));
    let digits = words.map(|w| w.trim_end_matches(|c: char| c.is_ascii_alphabetic()));
    digits.filter(|n| n.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether the agent's last turn gives an amount.
fn agent_said(view: View<'_>, amount: &str) -> bool {
    let agent = view.agents_turn();
    let gives = |text: &str| numbers(text).any(|n| amount.starts_with(n));
    agent.is_some_and(|t| t.sentences.iter().any(|s| !s.asks && gives(&s.text)))
}

/// Whether words name a limit without saying of what: "the cap".
pub(super) fn names_a_limit(subject: &str) -> bool {
    let low = subject.trim().to_lowercase();
    let bare = after_any(&low, phrases!("the|our|that|this|its")).unwrap_or(&low);
    phrases!("limit|cap|ceiling|floor|max|maximum|min|minimum|bound|budget|threshold|quota|bar|deadline|upper limit|lower limit|upper bound|lower bound")
        .contains(bare)
}

/// Another number for the value that the words before it in its sentence object to: "2 seconds of delay is too short, make
/// it 5".
fn of_sentence(view: View<'_>, segment: &Segment, new: &NewValue<'_>, form: &'static str) -> Option<Act> {
    const SHORT: usize = 8;
    let sentence = view.own().take_while(|s| s.range.end <= segment.range.start).last();
    let before = if segment.before.is_empty() { plain(&sentence?.text) } else { segment.before.clone() };
    let before = before.rsplit([':', ';']).next().unwrap_or(&before).trim();
    let objects = phrases!(
        " is too | are too | was too | is still too | seems too | feels too | turned out too | turned out to be too\
         | is not enough| isn't enough| was not enough"
    );
    let (at, _) = objects.find(&before.to_lowercase())?;
    let subject = before.get(..at)?.trim();
    let (from, to) = measured(subject).filter(|_| words(subject) <= SHORT)?;
    let old = subject.get(from..to)?;
    let value = new.after(old).filter(|value| value != old)?;
    let in_place = |text: &str, from, to| Some(format!("{}{value}{}", text.get(..from)?, text.get(to..)?));
    let done = finished(view);
    let item = standing(view).chain(recent(view, ItemKind::Fact)).chain(done).find_map(|i| {
        let (a, b) = single(&i.summary)?;
        i.summary.get(a..b).is_some_and(|own| same_value(own, old)).then_some((i, a, b))
    });
    if let Some((item, from, to)) = item {
        let changed = in_place(&item.summary, from, to)?;
        return Some(match item.kind {
            ItemKind::Task => Act::settled(ActKind::Choose, segment.range.clone(), whole(&changed), form),
            _ => Act::revises(item, segment, &changed, form),
        });
    }
    // A value that stands nowhere needs a name: "2 seconds debounce".
    (words(subject) >= 3 || to < subject.len()).then(|| {
        Some(Act::settled(ActKind::Choose, segment.range.clone(), whole(&capital(&in_place(subject, from, to)?)), form))
    })?
}

/// Another number for what a finished task set: "send it at 07:00" - "Done." - "make it 06:30".
fn done_otherwise(
    view: View<'_>,
    segment: &Segment,
    new: &NewValue<'_>,
    subject: &str,
    form: &'static str,
) -> Option<Act> {
    let points = subject.is_empty() || phrases!("it|that|this").contains(subject);
    let spoken_of = |i: &&Item| lately(view, i, 2) || is_spoken_of(view, segment, i);
    let mut done =
        finished(view).filter(spoken_of).filter(|i| points || all_named(std::iter::once(*i), subject).is_some());
    let task = done.find(|i| single(&i.summary).is_some())?;
    let (from, to) = single(&task.summary)?;
    let old = task.summary.get(from..to)?;
    let value = new.after(old).filter(|value| value != old)?;
    let changed = format!("{}{value}{}", task.summary.get(..from)?, task.summary.get(to..)?);
    Some(Act::settled(ActKind::Choose, segment.range.clone(), whole(&changed), form))
}

/// The tasks that were finished lately, newest first.
pub(in crate::pipeline::acts) fn finished(view: View<'_>) -> impl Iterator<Item = &Item> {
    let items = view.ledger.items().iter().rev().take(RECENT_DONE);
    items.filter(move |i| i.kind == ItemKind::Task && !i.is_open() && lately(view, i, LATELY))
}

/// Items back in which a finished task is looked for.
const RECENT_DONE: usize = 12;

/// Another number for the one setting that the agent's last turn, or the person's before it, tells of and that stands
/// nowhere: "I set the slot length to 15 minutes." - "make it 20".
fn restated(view: View<'_>, segment: &Segment, new: &NewValue<'_>, form: &'static str) -> Option<Act> {
    let mut before = view.talk.before();
    let agents = before.next().filter(|t| t.role == Role::Assistant)?;
    let own = before.next().filter(|t| t.role == Role::User);
    restated_of(view, agents, segment, new, form).or_else(|| restated_of(view, own?, segment, new, form))
}

fn restated_of(
    view: View<'_>,
    turn: &ReadTurn,
    segment: &Segment,
    new: &NewValue<'_>,
    form: &'static str,
) -> Option<Act> {
    const SHORT: usize = 18;
    let clauses = turn.sentences.iter().filter(|s| !s.asks && s.block == BlockKind::Paragraph);
    let about = if let NewValue::Given(_, behind) = new { behind } else { "" };
    let clauses: Vec<&str> = clauses.flat_map(|s| s.text.split([',', ';'])).collect();
    let named = |c: &&&str| !about.is_empty() && c.to_lowercase().contains(&about.to_lowercase());
    let any_named = clauses.iter().any(|c| named(&c));
    let said: Vec<&str> = numbers(words_before(view, segment)).collect();
    let is_named = |was: &str| said.is_empty() || numbers(was).any(|n| said.contains(&n));
    // "3 s would cost less, which is 4 %" sets nothing.
    let sets = |c: &&&str| after_any(c.trim(), phrases!("which")).is_none() && !c.contains(" would ");
    let mut told = clauses.iter().filter(|c| !any_named || named(c)).filter(sets).filter_map(|c| {
        let clause = plain(c.trim().trim_end_matches('.'));
        let (from, to) = measured(&clause)?;
        let was = clause.get(from..to).filter(|was| is_named(was) && numbers(&clause).count() <= 1)?;
        let changed = new.after(was).filter(|_| words(&clause) <= SHORT && is_that_way(&segment.low, new, was))?;
        Some((clause, from, to, changed))
    });
    // Of two values it is not clear which is meant.
    let (Some((clause, from, to, value)), None) = (told.next(), told.next()) else { return None };
    let old = clause.get(from..to)?;
    let facts = recent(view, ItemKind::Fact);
    let stands = standing(view)
        .chain(facts)
        .any(|i| measured(&i.summary).is_some_and(|(a, b)| i.summary.get(a..b).is_some_and(|v| same_value(v, old))));
    let compound = old.contains('-') || names_before(&clause, from);
    // "It is 1.7 MB now" does not say what is, "it polls every 10 minutes" what is done.
    if let Some(order) = order_of(&clause).filter(|_| !stands) {
        return order_with(&order, &value).map(|text| Act::settled(ActKind::Choose, segment.range.clone(), text, form));
    }
    if after_any(&clause, phrases!("it|it's|that|that's|this|they|they're|which|there|there's")).is_some() {
        return None;
    }
    if stands || compound || old == value || TELLS_OF_DEED.within(&format!(" {} ", clause.to_lowercase())) {
        return None;
    }
    let changed = format!("{}{value}{}", clause.get(..from)?, clause.get(to..)?);
    // "Done, 45 s." tells the value only: the person's own words say what of.
    let told = phrases!("set to|limited to|capped at|changed to|throttled to|kept at|fixed at|now at");
    let head = clause.get(..from)?.trim();
    let bare = (head.is_empty() || after_any(head, told).is_some_and(str::is_empty)) && words(clause.get(to..)?) <= 2;
    if let Some(asked) = bare.then(|| asked_for(view, old)).flatten() {
        let (at, end) = measured(&asked)?;
        let value = new.after(asked.get(at..end)?)?;
        let summary = format!("{}{value}{}", asked.get(..at)?, asked.get(end..)?);
        return Some(Act::settled(ActKind::Choose, segment.range.clone(), whole(&capital(&summary)), form));
    }
    // "Thumbnails: I'd make them 320 px wide": the label says what they are.
    let changed =
        phrases!(": I'd make them |: I'd make it |: I'll make them |: I'll make it |: I made them |: I made it ")
            .iter()
            .find_map(|doer| changed.split_once(doer))
            .map_or_else(|| changed.clone(), |(label, value)| format!("{label}: {value}"));
    let changed = [" right now", " at the moment", " for now", " at present", " so far"]
        .iter()
        .find_map(|end| changed.strip_suffix(end))
        .unwrap_or(&changed)
        .to_owned();
    let own = after_any(&changed, DOER).map_or(changed.as_str(), |rest| after_any(rest, DOER).unwrap_or(rest));
    (words(own) >= 2).then(|| Act::settled(ActKind::Choose, segment.range.clone(), whole(&capital(own)), form))
}

/// Whether a new value lies where the words say: "bring it down to 100" does not change 1.4 seconds.
fn is_that_way(low: &str, new: &NewValue<'_>, old: &str) -> bool {
    let NewValue::Given(new, _) = new else { return true };
    let (Some((new, _)), Some((old, _))) = (number(new), number(old)) else { return true };
    let down = phrases!(" down to |lower |reduce |cut |shorten ").within(low);
    let up = phrases!(" up to |raise |increase |bump |extend ").within(low);
    !(down && new > old || up && new < old)
}

/// The sentence of the person's last turn that gave a value.
fn asked_for(view: View<'_>, value: &str) -> Option<String> {
    const SHORT: usize = 16;
    let turn = view.talk.before().find(|t| t.role == Role::User)?;
    let number = |text: &str| text.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect::<String>();
    let own = turn.sentences.iter().filter(|s| !s.asks && s.block == BlockKind::Paragraph);
    own.map(|s| plain(s.text.trim_end_matches(['.', '!']))).find(|text| {
        words(text) <= SHORT
            && !is_bare_value(text)
            && single(text).is_some_and(|(from, to)| text.get(from..to).is_some_and(|v| number(v) == number(value)))
    })
}

/// Ends the open task that asked for the value which an act replaces, and asks for the new one in its words.
pub(super) fn of_task(view: View<'_>, act: &Act) -> Option<[Act; 2]> {
    let (from, to) = measured(&act.summary).filter(|_| act.deed == ActKind::Choose)?;
    let new = act.summary.get(from..to)?;
    let said = tokens(&act.summary);
    let (task, from, to) = open_tasks(view).filter(|t| lately(view, t, LATELY)).find_map(|task| {
        let (from, to) = measured(&task.summary)?;
        let kin = task.summary.get(from..to).is_some_and(|old| kin_values(new, old) && old != new);
        let shared = tokens(&task.summary).iter().any(|t| t.len() > 2 && said.contains(t));
        (kin && shared).then_some((task, from, to))
    })?;
    let summary = format!("{}{new}{}", task.summary.get(..from)?, task.summary.get(to..)?);
    let request = Act { deed: ActKind::Request, summary: whole(&summary), ..act.clone() };
    Some([Act::ends(task, act.range.clone(), act.form), request])
}

/// Whether two values are one: "30s" and "30 s", "4" and "four workers".
pub(super) fn same_value(a: &str, b: &str) -> bool {
    let count = |value| number(value).map(|(count, _)| count.to_bits());
    a.chars().filter(|c| *c != ' ').eq(b.chars().filter(|c| *c != ' '))
        || count(a).is_some() && count(a) == count(b) && (kin_values(a, b) || kin_values(b, a))
}

/// Whether a name stands before a number, which is its version: "keeps RHEL 8 happy".
fn names_before(clause: &str, at: usize) -> bool {
    let before = clause.get(..at).unwrap_or("").trim_end();
    let word = before.rsplit(' ').next().unwrap_or("");
    before.contains(' ') && word.chars().count() > 1 && word.chars().all(char::is_uppercase)
}

/// Words before what the agent did.
const DOER: Phrases = phrases!(
    "also spotted:|spotted:|also noticed:|i also noticed|i noticed|i also see|i see|i've also|i have also|i also|i've now|i've|i have|i|it's|done:|done|now|also|for now i|currently"
);

/// Words of numbers that tell how the work went: no setting.
const TELLS_OF_DEED: Phrases = phrases!(
    " pass | passed | passing | fail | failed | failing | tests | errors | warnings | files | lines | commits | took | found | left | changed | line | step | epoch | explodes | crashes | happens | occurs | takes "
);

/// The first value of a setting that is named: "set the timeout to 30 seconds".
pub(super) fn first_valued(segment: &Segment, what: &str, subject: &str, form: &'static str) -> Option<Act> {
    let own = after_any(&segment.text, phrases!("let's|lets|we'll|we should")).unwrap_or(&segment.text);
    let named = !subject.is_empty()
        && !subject.starts_with(|c: char| c.is_ascii_digit())
        && !phrases!("it|that|this|them|the bar").contains(subject.to_lowercase().as_str());
    let short = words(what) <= 4 && words(subject) <= 5 && words(&segment.text) <= 12;
    let valued = named && short && measured(what).is_some_and(|(at, _)| at == 0);
    valued.then(|| Act::settled(ActKind::Choose, segment.range.clone(), whole(&capital(unhurried(own))), form))
}
