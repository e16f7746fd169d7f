//! Defines orders for several things: lists in which some entries are orders, and one order with several objects.

use super::imperative::{is_determined, opens};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::mood;
use crate::pipeline::acts::answers::polarity::{Polarity, polarity};
use crate::pipeline::acts::references::numbered_parts::calls_a_number;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, Certainty, View, overlaps};
use crate::pipeline::clause::Sentence;
use crate::pipeline::extract::summary;
use crate::text::patterns;

patterns! {
    /// A thing and the work on it: "lamp flickers -> fix", "old banner -> remove".
    BY_ARROW = r"(?i)^[-* ]*(?P<thing>[^<>=|]{3,60}?) ?(?:->|=>|→|⇒) ?(?:please )?(?P<verb>fix|add|remove|delete|drop|rename|update|bump|replace|rewrite|test|document|move|translate|restore|reproduce|investigate)(?: it| this| that| them)?(?: please| pls)?[.!]*$";
    /// A list in one line, with its introduction: "todo for later: rate limits, audit log, csv export".
    IN_LINE = r"(?i)^(?:and |also |ok,? |so |yes,? )*(?:(?P<needs>(?:i |we )?(?:also |still )?need|(?:still )?missing)|(?:what(?:'s| is) )?(?:still )?(?:(?:on |in )?(?:my |the |our |your )?(?:open |current |other |remaining )?(?:todos?|to dos?|to-dos?|tasks?|next steps?|backlog|list|plate|agenda|left(?: over)?(?: to do)?|to do|open|pending|outstanding|remaining|things (?:left )?to do|follow[- ]ups?|for later|later)(?: list)?))(?: (?:for|later|next|today|now|this|before|until|by|from|on|with|in)(?: [\w ]{1,30}?)?)*:\s(?P<what>.+)$";
    /// A note of one thing to do: "add to the list: ask the landlord".
    NOTED = r"(?i)^(?:and |also |ok,? |so |yes,? |please,? |pls |can you |could you )*(?:(?:add|put|note|write|jot|take)(?: this| that| it| one| an? (?:new )?(?:task|todo|to-do|ticket|item|note|point))?(?: down)?(?: (?:to|on|onto|for|in) (?:the|my|our|your) (?:[\w-]+ )?(?:list|backlog|board|agenda|plate|todos?))|(?:note|write|jot) (?:this |that |it )?down|(?:one (?:more )?)?(?:for|on) (?:the|my|our|your) (?:[\w-]+ )?(?:list|backlog|board)|new (?:task|todo|ticket)):\s(?P<what>.+)$";
    /// Work that somebody has to do: "someone's got to write a readme".
    SOMEBODY = r"^(?:.{0,30}\b)?(?:someone|somebody|we|i|you|one of us)(?:'s| has| have|'ve|'ll)?(?: still| also| just| simply)? (?:got to|gotta|have to|has to|had to|needs? to|must|should|ought to) (?P<what>.+)$";
    /// A heading of a list of work: a time or a place in a plan.
    HEADS = r"(?i)^(?:and |also |so |ok,? )*(?:(?:still )?(?:left|open|pending|missing|outstanding|unfinished|remaining|to do|todos?|tasks?|next(?: steps?| up)?|backlog|on (?:my|our|the|your) (?:list|plate))\b.{0,40}|(?:before|until|by) (?:the |our |my |next )?[\w'-]+(?: [\w'-]+){0,3}|for (?:the |our |my |next |this )*(?:today|tomorrow|tonight|later|mon|tues|wednes|thurs|fri|satur|sun|week|weekend|sprint|release|launch|demo|fair|visit|meeting|presentation|deadline|milestone|version|afternoon|morning|evening|month)(?:day)?(?: [\w'-]+){0,2}|(?:today|tomorrow|tonight|this week|next week|next sprint|monday|tuesday|wednesday|thursday|friday)(?: [\w'-]+){0,3})\s*[:-]?$";
}

/// The task of a line that names a thing and, behind an arrow, the work on it.
pub(super) fn by_arrow(sentence: &Sentence) -> Option<Vec<Act>> {
    let found = BY_ARROW.captures(&sentence.text).filter(|_| !sentence.asks)?;
    let (thing, verb) = (plain(found.name("thing")?.as_str()), found.name("verb")?.as_str().to_lowercase());
    let thing = unhurried(&thing).trim_end_matches(" missing").trim_end_matches(" is");
    let alone = words(thing) >= 2 && summary::stands_alone(thing) && !summary::points(thing);
    // "Fix: lamp flickers": a fault is no object of "fix".
    let mark = if verb == "fix" && words(thing) > 1 { ": " } else { " " };
    let text = whole(&capital(&format!("{verb}{mark}{thing}")));
    alone.then(|| vec![Act::settled(ActKind::Request, sentence.range.clone(), text, "by-arrow")])
}

/// The tasks of a list in one line.
pub(super) fn named_list(sentence: &Sentence) -> Option<Vec<Act>> {
    let found = IN_LINE.captures(&sentence.text).filter(|_| !sentence.asks)?;
    let what = found.name("what")?;
    let mut at = sentence.range.start + what.start();
    let mut pieces: Vec<(usize, &str)> = Vec::new();
    for part in what.as_str().split([',', ';']) {
        // "..., but that's for later" is a remark.
        if after_any(part.trim(), phrases!("but|which|that's|because|since|though")).is_some() {
            break;
        }
        pieces.push((at, part));
        at += part.len() + 1;
    }
    if let Some((start, (left, right))) =
        pieces.last().and_then(|(start, last)| Some((*start, last.split_once(" and ")?)))
        && pieces.len() > 1
        && !left.trim().is_empty()
    {
        pieces.pop();
        pieces.extend([(start, left), (start + left.len() + " and ".len(), right)]);
    }
    let needs = found.name("needs").is_some();
    let acts: Option<Vec<Act>> = pieces
        .iter()
        .map(|(start, piece)| {
            let text = plain(piece);
            let text = after_any(unhurried(&text), phrases!("and|plus|also"))
                .map_or_else(|| unhurried(&text).to_owned(), str::to_owned);
            let fits = (1..=9).contains(&words(&text)) && !has_clause(&text) && summary::stands_alone(&text);
            let text = if needs && !opens(&text.to_lowercase()) { format!("Add {text}") } else { capital(&text) };
            fits.then(|| Act::settled(ActKind::Request, *start..start + piece.len(), whole(&text), "named-list"))
        })
        .collect();
    acts.filter(|a| a.len() >= 2)
}

/// Reads as tasks the entries of a list whose other entries are orders: "docs for the webhook payload".
pub(super) fn of_list(view: View<'_>, own: &[&Sentence], found: &[Act]) -> Vec<Act> {
    let is_entry = |s: &&Sentence| s.list.is_some() && s.opens_block;
    let asked = asks_for_work(view);
    let mut out = Vec::new();
    let mut at = 0;
    if asked && let Some(first) = own.first().filter(|s| s.list.is_none()) {
        out.extend(in_order(first).into_iter().filter(|a| !found.iter().any(|f| overlaps(&a.range, &f.range))));
    }
    while at < own.len() {
        let run: Vec<&Sentence> = own.iter().skip(at).copied().take_while(|s| s.list.is_some()).collect();
        if run.is_empty() {
            at += 1;
            continue;
        }
        let lead = at.checked_sub(1).and_then(|n| own.get(n)).map(|s| s.text.to_lowercase()).unwrap_or_default();
        at += run.len();
        let entries: Vec<&Sentence> = run.into_iter().filter(is_entry).collect();
        let ordered = |s: &&&Sentence| found.iter().any(|a| overlaps(&a.range, &s.range));
        let orders = entries.iter().filter(ordered).count();
        let announced =
            phrases!("todo|to do|to-do|need|please|task|missing|next|add|things|following|want|fix").within(&lead);
        let headed = HEADS.is_match(lead.trim()) && !NO_PLAN.within(&lead);
        let announced = (asked && lead.is_empty() || announced || headed) && !TOLD.within(&lead);
        if entries.len() < 2
            || orders == 0 && !(announced && (lead.is_empty() || headed || lead.trim_end().ends_with(':')))
            || view.offers.iter().any(|o| o.number.is_some())
        {
            continue;
        }
        let rest = entries.iter().filter(|s| !ordered(s) && (is_thing(&s.text) || announced && is_name(&s.text)));
        out.extend(rest.map(|s| {
            let text = whole(&capital(unhurried(plain(&s.text).trim_start_matches("[ ]"))));
            let certainty =
                if announced || orders * 3 >= entries.len() { Certainty::Settled } else { Certainty::Likely };
            Act { certainty, ..Act::settled(ActKind::Request, s.range.clone(), text, "list-entry") }
        }));
    }
    out
}

/// Words of an introduction that tells what was: "things I saw in the store yesterday:".
const TOLD: Phrases = phrases!(
    " saw | bought | heard | read | learned | noticed | did | found | liked | yesterday| last week| last year"
);

/// Words of a heading whose list holds no work.
const NO_PLAN: Phrases =
    phrases!("example|reference|context|info|instance|comparison|the record|saw|bought|lunch|dinner");

/// Whether the agent has just asked what to do next.
pub(super) fn asks_for_work(view: View<'_>) -> bool {
    let last = view.agents_turn();
    let asked =
        last.and_then(|t| t.sentences.last()).filter(|s| s.asks).map(|s| s.text.to_lowercase().replace('’', "'"));
    asked.is_some_and(|low| {
        phrases!(
            "what's next|what is next|what next|what now|work on next|do next|be next|comes next|tackle next|what else|anything else|what should i do\
             |what shall i do|where should i start|where shall i start|what should i start with|what do you need"
        )
        .within(&low)
    })
}

/// Whether the agent has just asked what work is left.
pub(super) fn asks_for_rest_of(view: View<'_>) -> bool {
    let last = view.agents_turn();
    let asked = last.and_then(|t| t.sentences.last()).filter(|s| s.asks);
    asked.is_some_and(|s| asks_for_rest(&s.text.to_lowercase().replace('’', "'")))
}

/// Whether a question asks for the work that is left: "What is still missing for the demo?" The fridge holds no work.
fn asks_for_rest(low: &str) -> bool {
    const HOUSEHOLD: Phrases = phrases!("fridge|budget|disk|memory|battery|time |quota|space|money|wrong");
    let asks = after_any(low, phrases!("so|and|ok|now")).unwrap_or(low).trim_start_matches([',', ' ']);
    let of_rest = phrases!(
        " left| missing| remain| open| still to do| there to do| pending| outstanding| unfinished| needs doing| needs to be done| on the list| on your list"
    );
    let what = after_any(asks, phrases!("what|what's|which|anything|is there anything|what else|what all")).is_some();
    what && of_rest.within(asks) && !HOUSEHOLD.within(asks)
}

/// The tasks of an answer that lists what is left; none if an entry is something else.
pub(super) fn of_rest_listed(own: &[&Sentence]) -> Vec<Act> {
    let entry = |s: &&Sentence| {
        let text = plain(&s.text);
        let text = unhurried(text.trim_start_matches("[ ]"));
        let work = is_thing(text) && !tells(text) || is_name(text) || opens(&text.to_lowercase());
        let fits = work && s.list.is_some() && s.opens_block && !s.asks;
        fits.then(|| Act::settled(ActKind::Request, s.range.clone(), whole(&capital(text)), "left-to-do"))
    };
    own.iter().map(entry).collect::<Option<Vec<Act>>>().unwrap_or_default()
}

/// The tasks of an answer that names what is left in one sentence: "seed data, a nicer 404 page and someone has to record
/// the video".
pub(super) fn of_rest(sentence: &Sentence) -> Vec<Act> {
    let mut at = sentence.range.start;
    let mut out = Vec::new();
    let text = sentence.text.trim_end_matches(['.', '!', ' ']);
    for part in text.split(", ").flat_map(|part| part.split_inclusive(" and ")) {
        let range = at..(at + part.len()).min(sentence.range.end);
        at += part.len();
        at +=
            usize::from(sentence.text.get(at - sentence.range.start..).is_some_and(|rest| rest.starts_with(", "))) * 2;
        let part = part.strip_suffix(" and ").unwrap_or(part);
        let said = plain(part).replace('’', "'");
        let said = unhurried(
            after_any(&said, phrases!("and|plus|also|then|well|just|oh|only|as far as i know")).unwrap_or(&said),
        );
        if said.is_empty() {
            continue;
        }
        let low = said.to_ascii_lowercase();
        let work = SOMEBODY.captures(&low).and_then(|c| said.get(c.name("what")?.range()));
        let told = || is_thing(said) && !tells(said) || is_name(said) || opens(&low);
        let open = || mood::puts_off(said) || polarity(said).0 != Polarity::Neither;
        if sentence.asks || work.is_none() && (open() || !told()) {
            return Vec::new();
        }
        out.push(Act::settled(ActKind::Request, range, whole(&capital(work.unwrap_or(said))), "left-to-do"));
    }
    out
}

/// A line with a box: an empty one is a task, a ticked one is none.
pub(super) fn ticked(sentence: &Sentence) -> Option<Act> {
    let text = sentence.text.trim_start_matches(['-', '*', ' ']);
    let is_ticked =
        text.get(..3).is_some_and(|b| b.eq_ignore_ascii_case("[x]")) || text.starts_with(['✅', '✓', '☑', '✔']);
    if is_ticked {
        return Some(Act::nothing(sentence.range.clone(), "ticked"));
    }
    let what = ["[ ] ", "☐", "□"].iter().find_map(|b| text.strip_prefix(b))?;
    let what = plain(what);
    let what = unhurried(&what);
    (words(what) >= 1 && summary::stands_alone(what) && !sentence.asks)
        .then(|| Act::settled(ActKind::Request, sentence.range.clone(), whole(&capital(what)), "unticked"))
}

/// The task that is to be noted.
pub(super) fn noted(sentence: &Sentence) -> Option<Act> {
    let found = NOTED.captures(&sentence.text).filter(|_| !sentence.asks)?;
    let what = plain(found.name("what")?.as_str());
    let what = unhurried(after_any(&what, phrases!("to|we need to|i need to|we have to|i have to")).unwrap_or(&what));
    let alone = words(what) >= 2 && summary::stands_alone(what) && !summary::points(what);
    alone.then(|| Act::settled(ActKind::Request, sentence.range.clone(), whole(&capital(what)), "noted"))
}

/// Whether a sentence only has something noted, so that "added" does not report it done.
pub(super) fn has_noted(text: &str) -> bool {
    NOTED.is_match(text)
}

/// The tasks of an answer to "What's next?": "the pump page, then the guest form". Only things are tasks, not "lunch".
fn in_order(sentence: &Sentence) -> Vec<Act> {
    let mut at = sentence.range.start;
    let mut out = Vec::new();
    for piece in sentence.text.split(", then ") {
        let range = at..at + piece.len();
        at = range.end + ", then ".len();
        let text = plain(piece);
        let text = unhurried(after_any(&text, phrases!("first,|first|then|next|now")).unwrap_or(&text));
        let open = sentence.asks || mood::puts_off(text) || polarity(text).0 != Polarity::Neither;
        let low = text.to_lowercase();
        let names = is_determined(&low) || phrases!(" for | of | on | in ").within(&low);
        if open || !names || tells(text) || !is_thing(text) {
            return Vec::new();
        }
        out.push(Act::settled(ActKind::Request, range, whole(&capital(text)), "asked-for"));
    }
    out
}

/// Whether an entry of a list of tasks is one word: "icons".
fn is_name(text: &str) -> bool {
    words(text) == 1 && text.chars().filter(|c| c.is_alphabetic()).count() >= 4
}

/// Whether an entry of a list names a thing or says how something should be.
pub(super) fn is_thing(text: &str) -> bool {
    let low = format!(" {} ", text.to_lowercase().replace('’', "'"));
    let told = phrases!(
        " is | are | was | were | has | have | i | not |n't | never | always | must | only | use | keep |?|=>| done"
    )
    .within(&low);
    let wanted = phrases!(" should | needs | need ").within(&low);
    let led_in = after_any(text, phrases!("if|when|unless|because|re|what|why|how|who")).is_some();
    let alone = !led_in && (2..=14).contains(&words(text)) && summary::stands_alone(text) && !summary::points(text);
    alone && (wanted || !told)
}

/// The tasks of an order with several objects: "write the lexer, the parser and the generator", "add: a porch, shelves,
/// a bench".
pub(super) fn parts(what: &str, object: &str) -> Vec<String> {
    let verb = what.get(..what.len().saturating_sub(object.len())).unwrap_or("").trim().trim_end_matches(':');
    let object = object.trim_start_matches([':', ' ']);
    // "Tests for the parser, including empty input, nested quotes, etc": what it includes is no work of its own.
    let included = phrases!(", including |, incl. |, such as |, e.g. |, like |, for example ");
    let object = included
        .find(object)
        .and_then(|(at, _)| object.get(..at))
        .filter(|_| included.within(object))
        .unwrap_or(object);
    let articles = phrases!("the|a|an");
    let opens_with = |p: &str| after_any(p, articles).is_some();
    let pieces: Vec<&str> = object
        .split(", ")
        .flat_map(|p| p.split(" and "))
        .map(|p| after_any(p.trim(), phrases!("and|also|plus")).unwrap_or(p.trim()))
        .filter(|p| !p.is_empty())
        .collect();
    let adds = |p: &&str| {
        after_any(p, phrases!("with|without|in|on|for|at|as|to|then|all|but|not|so|if|when|by|can|could|will|would|must|should|they|it|you|we")).is_some()
    };
    let short = pieces.iter().all(|p| words(p) <= 6 && !has_clause(p) && !adds(p) && !p.contains(" as "))
        && !object.contains(": ");
    // "Paint the gate, the fence we don't touch"
    let own = |p: &str| phrases!(" we | i | you | they | it |n't | not ").within(&format!(" {p} "));
    let articled = pieces.len() >= 2
        && pieces.iter().all(|p| opens_with(p) && (2..=8).contains(&words(p)) && !tells(p) && !own(p));
    // "Send average, min and max in the packet": the place belongs to all of them.
    let shared = pieces.split_last().is_some_and(|(last, others)| {
        let placed =
            phrases!(" in the | to the | on the | into the | for the | from the ").within(&format!(" {last} "));
        placed && others.iter().all(|p| words(p) == 1)
    });
    let bare = pieces.len() >= 3 && object.contains(", ") && short && !shared;
    // "Steps 1, 2 and 3" is one order.
    if !(articled || bare) || words(object) > 24 || calls_a_number(what) || shares_complement(verb, &pieces) {
        return Vec::new();
    }
    pieces.into_iter().map(|p| whole(&capital(&plain(&format!("{verb} {p}"))))).collect()
}

/// Whether several objects of a verb share what stands behind them: "rename the left and right lamps to port and starboard",
/// "make the lid, the base and the rim thinner".
fn shares_complement(verb: &str, pieces: &[&str]) -> bool {
    const MOVES: Phrases = phrases!(
        "rename|change|convert|turn|map|migrate|translate|port|upgrade|bump|swap|replace|merge|combine|move|copy|transfer|switch|shift|raise|lower|reduce|increase|downgrade|relabel|retitle|point|align|connect|attach|link|bind|import|export|split|set|adjust|bring|put|resize|scale|crop|trim|shorten"
    );
    const MAKES: Phrases = phrases!("make|keep|render|paint|colour|color|leave|turn");
    let verb = verb.rsplit(' ').next().unwrap_or(verb).to_lowercase();
    let led = |p: &&&str| phrases!(" to | into | onto | with | from | by | under | as ").within(&format!(" {p} "));
    let complements = pieces.iter().filter(led).count();
    let known = |p: &&str| after_any(p, phrases!("the|our|my|all|both|these|those|its|their")).is_some();
    MOVES.contains(&verb) && (1..pieces.len()).contains(&complements)
        || MAKES.contains(&verb) && pieces.first().is_some_and(known)
}

/// Whether words tell something, with a verb of their own: "the landlord wants me there".
pub(super) fn tells(text: &str) -> bool {
    phrases!(" wants | needs | has | have | was | were | can | will | only | did | does | says | said | told | asks | asked | gets | takes | breaks | fails | look | looks | seems | works | runs ")
        .within(&format!(" {} ", text.to_lowercase()))
}

/// Whether words contain a clause or a place that applies to all parts of a list.
pub(super) fn has_clause(text: &str) -> bool {
    phrases!(" that | which | so | because | is | are | they're | it's | you're | when | if | where ")
        .within(&format!(" {} ", text.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::acts::work::imperative::object;

    fn cut(what: &str) -> Vec<String> {
        object(what).map(|object| parts(what, object)).unwrap_or_default()
    }

    #[test]
    fn objects_with_a_common_complement_are_one_task() {
        for what in [
            "rename the left and right deck lamps to port and starboard, in the manual too",
            "make the lid, the base and the rim thinner",
            "move the cups, the plates and the forks to the upper shelf",
        ] {
            assert_eq!(cut(what), Vec::<String>::new(), "{what}");
        }
        assert_eq!(cut("write the lexer, the parser and the printer").len(), 3);
        assert_eq!(cut("rename the mast to pole, the sail to cloth and the rope to line").len(), 3);
    }
}
