//! Defines what a short answer to the agent's question settles.

use super::explained_values::parted;
use super::mood::puts_off;
use super::polarity::Polarity;
use super::remarks;
use super::reply::PersonsReply;
use super::stance;
use super::yes_or_no::{asks_yes_or_no, yes_or_no};
use crate::language::answers::{asks_leave, is_about_talk};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::changes::scaled::spelled_span;
use crate::pipeline::acts::offers::offer::Offer;
use crate::pipeline::acts::questions::asked_facts::{asks_a_fact, asks_for_aim};
use crate::pipeline::acts::questions::asserted::{Asked, as_statement, asked, asserted};
use crate::pipeline::acts::questions::question_values::completed;
use crate::pipeline::acts::questions::question_wording;
use crate::pipeline::acts::sentences::quantities::{is_bare_value, measured, with_amount};
use crate::pipeline::acts::sentences::reservations::tells_of_past;
use crate::pipeline::acts::sentences::wording::{
    after, after_any, capital, parted_at, plain, reason, unhurried, whole, words,
};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind};
use crate::pipeline::extract::summary as item_summary;

/// Verbs of doing: a yes to them asks for work. A yes to the others settles how something is to be.
const WORK: Phrases = phrases!(
    "add|remove|delete|run|fix|write|update|create|open|rerun|check|commit|push|merge|rename|refactor|implement\
     |start|continue|generate|build|test|deploy|install|clean|rebase|tag|release|document|migrate|port|extract\
     |bump|upgrade|draft|prepare|apply|investigate|look|measure|profile|benchmark|send|publish|rewrite|replace\
     |set|make|proceed|do|also|show|try|split|move|convert|translate|regenerate|wire|restart|roll|revert\
     |finish|complete|wrap|paint|repair|tidy|verify|inspect|review|retry|resume|polish"
);

pub(in crate::pipeline::acts) fn is_work(object: &str) -> bool {
    let first = object.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_lowercase();
    WORK.contains(first.as_str())
}

/// Maximum number of words in a short answer; a longer one is read like any other sentence.
pub(super) const SHORT: usize = 8;

/// Whether a question asks for a value to use in the work, not about the conversation, an opinion or the next step.
pub(super) fn asks_for_a_value(question: &str) -> bool {
    let low = plain(question).to_lowercase();
    let of_talk = phrases!(
        " next?| next step|do next|'s next|is next|comes next|you think|concern|you mean|happen|went wrong|wrong|ready|proceed| help me| help you| help with|anything|approach|move on|look into|supposed|thoughts"
    );
    // "Which rate do you want?" asks for the rate.
    let of_thing = after_any(
        &low,
        phrases!("which|what|how many|how long|how often|how much|how far|how big|how large|how old|how high|how small|how strict|from which|to which|on which|in which|at which|with which|by which|until when|since when|where|who|when|how should|how do you want"),
    )
    .is_some();
    // "Could you check it with your sample?" gives the person something to do.
    let errand = phrases!("could you check|can you check|could you test|can you test|could you verify|can you verify|could you confirm|can you confirm|could you try|can you try|please check|please verify").within(&low);
    !(errand || is_about_talk(&low) || asks_leave(&low) && !of_thing || of_talk.within(&low))
}

/// Whether a reply is a value: no order, no remark, no story, no label of an option.
fn is_value(text: &str) -> bool {
    let low = format!(" {} ", text.to_lowercase());
    let talks = phrases!(
        " breaks | broke | crashes | fails | costs | says | said | thinks | told | lost | had | did | went | wants | i | i'm | you | we | it | it's | that | this | they | is | are | was | were | comment| true | fine | good | help | let | see | don't | can "
    );
    let bare = low.trim().trim_matches(|c: char| !c.is_alphanumeric());
    let interjection = phrases!(
        "hm|hmm|hmmm|uh|um|oh|ah|aha|well|hi|hello|hey|ok|okay|sure|thanks|thx|interesting|right|so|wow|ugh|uff|oof|phew|huh|whoa|yikes|oops|meh|sorry|wait|let me think|one sec|one moment|just a second"
    );
    if interjection.contains(bare) {
        return false;
    }
    let asks =
        after_any(bare, phrases!("what|how|why|when|where|which|who|does|is there|are there|can|could")).is_some();
    let label = asks && words(bare) >= 3
        || bare.len() == 1 && bare.chars().all(char::is_alphabetic)
        || low.trim_start().starts_with('/');
    !label && !talks.within(&low)
}

/// The choice or fact that a short answer to a question gives.
pub(super) fn to_question(offer: &Offer, reply: &PersonsReply, polarity: Polarity, said: &str) -> Vec<Act> {
    if polarity == Polarity::No
        && let Some(other) = alternative(&offer.text, said)
    {
        let mut out = yes_or_no(offer, reply, polarity);
        out.push(Act::settled(ActKind::Choose, reply.range.clone(), whole(&other), "no-but"));
        return out;
    }
    let text = match polarity {
        Polarity::Neither => reply.text.as_str(),
        _ if said.is_empty() || stance::only_names(said, &offer.text) => return yes_or_no(offer, reply, polarity),
        _ => said,
    };
    if asks_for_aim(&offer.text) {
        let clear = (LEAST_OF_AIM..=CASE_WORDS).contains(&words(text)) && !item_summary::points(text) && is_told(text);
        let act = || Act::settled(ActKind::Aim, reply.range.clone(), whole(&capital(text)), "answer-aim");
        return (clear && polarity == Polarity::Neither).then(act).into_iter().collect();
    }
    if let Some(case) = case_of(&offer.text).filter(|_| polarity == Polarity::Neither) {
        let clear = (1..=CASE_WORDS).contains(&words(text)) && !item_summary::points(text) && !text.contains('?');
        let summary = || whole(&format!("{case}: {}", unhurried(text)));
        let act = || Act::settled(ActKind::Choose, reply.range.clone(), summary(), "answer-case");
        return clear.then(act).into_iter().collect();
    }
    if asks_yes_or_no(&offer.text) {
        return to_yes_or_no(offer, reply, polarity, text);
    }
    // "Where did the rope break?" asks what was, not what is to be.
    let low = format!(" {} ", offer.text.to_lowercase());
    if phrases!(" did | was | were | happened | went wrong ").within(&low) {
        return vec![Act::nothing(reply.range.clone(), "answer-past").on(offer)];
    }
    // "Everything works" names no value.
    let text = Some(without_approval(text)).filter(|bare| words(bare) > 1).unwrap_or(text);
    let (text, why_said) = measure_of(&offer.text, text).unwrap_or((unechoed(&offer.text, named(text)), None));
    // "Which ones?" is answered by what it names, not by words beside it.
    if after_any(&offer.topic, phrases!("ones|one of|which one|which ones|which of")).is_some()
        || offer.topic.ends_with(" which")
    {
        return Vec::new();
    }
    // "All four?" - "all four" names nothing.
    let all = phrases!(
        "all|both|all of them|both of them|all two|all three|all four|all five|each of them|every one|everything"
    );
    if all.contains(&unhurried(text).to_lowercase()) {
        return Vec::new();
    }
    let (text, explained) = parted(text);
    if words(text) > SHORT
        || offer.topic.is_empty() && completed(&offer.text, text).is_none()
        || !asks_for_a_value(&offer.text)
        || !is_value(text)
    {
        return Vec::new();
    }
    told_value(offer, reply, text, explained.or(why_said))
}

/// Tells the value that answers a question, and why.
fn told_value(offer: &Offer, reply: &PersonsReply, text: &str, explained: Option<String>) -> Vec<Act> {
    let (value, why) = reason(text);
    let why = why.or(explained);
    let value = unhurried(value.split(" (").next().unwrap_or(value));
    if value.is_empty() || value.to_lowercase().starts_with("i ") || after(value, "thanks").is_some() {
        return Vec::new();
    }
    let topic = as_statement(&offer.topic);
    // "3 slots" names the slots asked for.
    let named = stance::only_names(&topic, value);
    let summary = match completed(&offer.text, value) {
        Some(stated) => whole(&stated),
        None if named => whole(&capital(value)),
        None => whole(&format!("{} - {topic}", capital(value))),
    };
    if asks_a_fact(&offer.text) {
        return vec![Act::settled(ActKind::Inform, reply.range.clone(), summary, "answer-fact")];
    }
    // "What's next?" is answered by an order, which is work.
    let order =
        value.split_whitespace().next().is_some_and(|w| WORK.contains(w.to_lowercase().as_str())) && words(value) > 2;
    if order {
        return Vec::new();
    }
    // "Not the horn" refuses.
    let refuses = after_any(value, phrases!("not the|not a|not an")).is_some();
    let deed = if refuses { ActKind::RuleOut } else { ActKind::Choose };
    let mut act = Act::settled(deed, reply.range.clone(), summary, "answer");
    act.why = why;
    vec![act]
}

/// Reads a yes or no with more words to a yes/no question.
fn to_yes_or_no(offer: &Offer, reply: &PersonsReply, polarity: Polarity, text: &str) -> Vec<Act> {
    match polarity {
        // "no, people pipe it", "nope, polars only"
        Polarity::No if gives_reason(text) || words(text) <= 2 => {
            yes_or_no(offer, reply, polarity).into_iter().map(|act| Act { why: Some(text.to_owned()), ..act }).collect()
        }
        Polarity::Yes => yes_with(offer, reply, text),
        _ => detailed(offer, reply, text),
    }
}

/// An answer without the words that call it good: "last write wins" of "last write wins is ok for us".
pub(super) fn without_approval(text: &str) -> &str {
    let low = text.to_lowercase();
    let approval = phrases!(
        " is ok| is okay| is fine| is good| is good enough| is enough| works| will do| would do| would be fine| would be ok| is perfect| suits us| suits me| is alright| is all right| sounds good| sounds fine| is great"
    );
    let bare = ["for us", "for me", "for now", "i think", "here"]
        .iter()
        .find_map(|end| low.trim_end_matches(['.', '!']).strip_suffix(end))
        .map_or(low.trim_end_matches(['.', '!']), str::trim_end);
    let end = approval.iter().filter_map(|end| bare.strip_suffix(end)).map(str::len).min();
    end.and_then(|end| text.get(..end)).filter(|rest| !rest.trim().is_empty()).unwrap_or(text)
}

/// A value that is none of the values offered: "a week" of "24 hours or 3 days?".
pub(super) fn beside_options(offer: &Offer, reply: &PersonsReply) -> Vec<Act> {
    let text = unhurried(&reply.text);
    let unit = is_bare_value(text) && text.contains(|c: char| c.is_alphabetic());
    let is_value = unit || spelled_span(text) == Some((0, text.len()));
    // "last_seen": a name in code that is none of the options.
    let names = words(text) == 1 && text.contains(['_', '.', '/', '`']) && text.chars().any(char::is_alphabetic);
    if names && !offer.topic.is_empty() && offer.asked {
        let summary = whole(&format!("{} - {}", text.trim_end_matches(['.', '!']), as_statement(&offer.topic)));
        return vec![Act::settled(ActKind::Choose, reply.range.clone(), summary, "answer")];
    }
    let offered = offer.options.iter().all(|o| {
        measured(&o.text).is_some() || after_any(&o.text, phrases!("no|none|never|unlimited|forever")).is_some()
    });
    if offer.topic.is_empty() || !is_value || !offered {
        return Vec::new();
    }
    let summary = whole(&format!("{} - {}", capital(text), as_statement(&offer.topic)));
    vec![Act::settled(ActKind::Choose, reply.range.clone(), summary, "answer")]
}

/// An answer without the words that repeat its question: "at 03:15" of "it may start at 03:15".
fn unechoed<'t>(question: &str, text: &'t str) -> &'t str {
    const LIGHT: Phrases = phrases!(
        "it|they|that|let|let's|should|shall|can|may|must|could|will|we|run|put|set|make|to|be|is|just|start|do|please|i'd|i|would|say|have|happen|the"
    );
    let asked = stance::content(question);
    let mut rest = text;
    while let Some((word, after)) = rest.split_once(' ') {
        let low = word.to_lowercase();
        if !LIGHT.contains(&low) && !asked.iter().any(|a| stance::alike(a, &low)) {
            break;
        }
        rest = after.trim_start();
    }
    let places = phrases!("at|on|in|every|each|after|before|once|twice|from|by|via|under|daily|weekly|hourly|nightly");
    let answers = rest.starts_with(|c: char| c.is_ascii_digit()) || after_any(rest, places).is_some();
    if answers { rest } else { text }
}

/// The number that answers a question for an amount, and what is said after it: "30 minutes" and "legal wants it short"
/// of "set it to 30 minutes, legal wants it short".
fn measure_of<'t>(question: &str, said: &'t str) -> Option<(&'t str, Option<String>)> {
    const MOST: usize = 24;
    const CARRIES: usize = 5;
    const LED: usize = 14;
    let low = plain(question).to_lowercase();
    let amount = phrases!("how long|how many|how often|how much|how big|how large|how far|how old|what size|how deep|how high|which port|what port|what timeout|which timeout|what limit|which limit|what interval").within(&low);
    // "What weight should the lift accept at most?"; a license is no amount, though it has a number.
    let measures = phrases!(
        "weight|size|width|height|depth|length|budget|price|temperature|speed|rate|age|number|amount|threshold|retention|duration|delay|ttl|capacity|percentage|resolution|dose|volume|value"
    );
    let wanted = after_any(&low, phrases!("what|which|at what|at which")).is_some()
        && (measures.iter().any(|noun| low.split(|c: char| !c.is_alphanumeric()).any(|w| w == noun))
            || phrases!(" at most| at least| maximum| minimum").within(&low));
    let head_end =
        phrases!(", |. |; | - | – | (|! | because | since | as the ").find(said).map_or(said.len(), |(at, _)| at);
    let (head, rest) = said.split_at_checked(head_end)?;
    let (from, to) = measured(head).or_else(|| spelled_span(head))?;
    let hedges = phrases!("maybe|perhaps|depends|not sure|i think it").within(&said.to_lowercase());
    // "57 KB are in use" tells how it is.
    let states = phrases!(" not | n't |currently| now it|at the moment| was | were | used to |between | or | in use| are used| is used| are taken| are left| is left| so far")
        .within(&format!(" {} ", head.to_lowercase()));
    let doubts = hedges || states;
    let one = measured(head.get(to..)?).is_none();
    let lead = head.get(..from)?.trim();
    // "Nightly at 3": the number is a part of the value.
    if phrases!("at|on|from|and|in|between").contains(lead.rsplit(' ').next().unwrap_or("")) {
        return None;
    }
    if !(amount || wanted)
        || doubts
        || !one
        || words(said) > MOST
        || words(lead) > if LEADS.within(&lead.to_lowercase()) { LED } else { CARRIES }
    {
        return None;
    }
    let bound = phrases!(
        "max|over|above|more than|less than|at most|no more than|not more than|no longer than|up to|at least|under|below|every|once every|min|about"
    );
    let bounded = bound.iter().filter(|b| lead.to_lowercase().ends_with(*b)).map(str::len).max().unwrap_or(0);
    let bounded = lead.len() - bounded;
    let bounded = if bounded == lead.len() { from } else { bounded };
    let tail = head.get(to..)?;
    let kept = phrases!(" max| tops| at most| each| per user| apart| for now")
        .iter()
        .find(|t| tail.starts_with(*t))
        .map_or(0, str::len);
    let behind = tail.get(kept..)?;
    // "30 minutes is plenty", "30 days of logs"; what else stands after is no mere value.
    let closes = behind.trim_matches([' ', '.', '!']).is_empty()
        || phrases!(" is| are| should be| should be enough| should do| will do| would be| please| pls| then| i'd say| i guess| sounds| for the start| like ").iter().any(|t| behind.starts_with(t));
    let rest = rest.trim_start_matches(|c: char| ",.;-–(! ".contains(c)).trim_end_matches(['.', ')']);
    let why = (words(rest) >= 2).then(|| rest.to_owned());
    closes.then(|| (head.get(bounded..to + kept).unwrap_or(head).trim(), why))
}

/// Words before an amount that say that it is wanted.
const LEADS: Phrases = phrases!(
    " want| said| says|agreed on| asks for| requires| demands| policy|let's |should | please| told us| decided on"
);

/// A value without words such as "name it" and "let's call it": "name it postkasten", "let's call it v2".
fn named(text: &str) -> &str {
    let bare = after_any(text, phrases!("let's|lets|please|just|i'd|i would|we|we'll")).unwrap_or(text);
    let forms = phrases!("name it|name them|call it|call them|call that|name that|make it|make that|it's called|use");
    after_any(bare, forms).filter(|rest| !rest.is_empty() && words(rest) <= 4).unwrap_or(text)
}

/// Minimum number of words in an aim.
const LEAST_OF_AIM: usize = 3;

/// Whether an answer says something itself, and asks or puts off nothing.
fn is_told(text: &str) -> bool {
    !text.contains('?') && !puts_off(text)
}

/// Maximum number of words in an answer to "what should happen when ...?".
const CASE_WORDS: usize = 24;

/// The case that a question asks about: "When the upload fails" of "What should happen when the upload fails?".
fn case_of(question: &str) -> Option<String> {
    let text = plain(question);
    let last = text.trim().trim_end_matches(['?', ' ']);
    let last = last.rsplit_once(". ").map_or(last, |(_, last)| last);
    let rest = after_any(
        last,
        phrases!(
            "what should happen|what shall happen|what must happen|what do you want to happen|what would you like to happen|what should i do\
             |what should we do|what should it do|what should the app do|how should it behave|how should the app behave"
        ),
    )?;
    let rest = rest.trim_start_matches([',', ' ']);
    after_any(rest, phrases!("when|if|once|after|while|on|with|to|in case of|for"))
        .filter(|case| words(case) >= 2)
        .map(|_| capital(rest))
}

/// The limit that a yes sets: "yes, but keep it optional".
fn limited_yes(said: &str) -> Option<&str> {
    const MOST: usize = 10;
    let said = parted_at(said, &[',', '.', ';']).next().unwrap_or(said);
    let rest = after_any(said, phrases!("but|only|as long as|until|except|unless"))?;
    let obliges = after_any(
        rest,
        phrases!(
            "we need|we must|we want|it must|it should|it has to|it needs|they must|they should|they have to|they need"
        ),
    );
    let told =
        phrases!("i|we|not sure|maybe|what|why|how|is|are|it|they|that").iter().any(|w| after(rest, w).is_some())
            && obliges.is_none();
    ((1..=MOST).contains(&words(rest)) && !told).then(|| unhurried(said))
}

/// A statement with the limit that a yes sets; an amount takes the place of the one asked for: "but make it 5 mm".
fn limited(asked: &str, limit: &str) -> String {
    let amount =
        after_any(limit, phrases!("but make it|but make that|but|only")).filter(|amount| is_bare_value(amount));
    let replaced = amount.and_then(|amount| with_amount(asked, amount)).map(|(text, _)| text);
    replaced.unwrap_or_else(|| format!("{asked}, {limit}"))
}

/// Whether the words after a no give its reason and no alternative.
pub(super) fn gives_reason(text: &str) -> bool {
    const MOST: usize = 20;
    let orders = phrases!("use|just|only|let's|make|keep|take|instead|rather|better|but|not|go|show|i|with|on|in|at");
    (3..=MOST).contains(&words(text)) && after_any(text, orders).is_none() && !is_work(text)
}

/// Reads a yes with more words: a limit, an amount, a detail or a reason.
fn yes_with(offer: &Offer, reply: &PersonsReply, text: &str) -> Vec<Act> {
    let yes = || yes_or_no(offer, reply, Polarity::Yes);
    let more = |worded: &dyn Fn(&str) -> String| {
        yes().into_iter().map(|act| Act { summary: whole(&worded(&act.summary)), ..act }).collect()
    };
    let bare = unhurried(text);
    if let Some(limit) = limited_yes(text) {
        return more(&|asked| limited(asked, limit));
    }
    if is_bare_value(bare) {
        return more(&|asked| format!("{asked}: {bare}"));
    }
    let doubts = phrases!("maybe|perhaps|not sure|i think|i guess|probably| if |?").within(&text.to_lowercase());
    if let Some(detail) = remarks::addition(text).filter(|_| !doubts) {
        return more(&|asked| format!("{asked}, {detail}"));
    }
    let too = after_any(bare, phrases!("and")).filter(|what| words(what) <= 4 && imperative::object(what).is_none());
    if let Some(what) = too.filter(|_| !doubts) {
        return more(&|asked| format!("{asked} and {what}"));
    }
    let said = detailed(offer, reply, text);
    if said.is_empty() && remarks::explains(text) && !doubts {
        let why = Some(text.trim_end_matches('.').to_owned());
        return yes().into_iter().map(|act| Act { why: why.clone(), ..act }).collect();
    }
    said
}

/// Words the alternative behind a no with the question it answers: "Should the daemon run as root?" and "as nobody" is "The
/// daemon should run as nobody", "Should all rows be kept?" and "only the live rows" is "Only the live rows should be kept".
fn alternative(question: &str, said: &str) -> Option<String> {
    const MOST: usize = 5;
    let thing = unhurried(parted_at(said, &[',', '.', ';']).next()?);
    let question = plain(question);
    let question = question.trim_end_matches('?');
    if !(1..=MOST).contains(&words(thing)) {
        return None;
    }
    if is_bare_value(thing) {
        return with_amount(&asserted(question)?, thing).map(|(text, _)| text);
    }
    if let Some(only) = after_any(thing, phrases!("only|just")) {
        let named = after_any(only, phrases!("the|our|those|these|my|their")).is_some();
        let asked = asked(question).filter(|_| named)?;
        return Some(Asked { subject: &format!("only {only}"), ..asked }.states(asked.deed));
    }
    after_any(thing, phrases!("as|in|on|at|via|with|from|by|under|through|behind|every|once"))?;
    let sides = question_wording::sides(&format!("{question} or {thing}"))?.sides;
    sides.into_iter().next_back().map(|side| side.summary)
}

/// Reads an answer with details to a yes/no question: "Stored in UTC?" - "UTC in the database, local time on the page".
fn detailed(offer: &Offer, reply: &PersonsReply, text: &str) -> Vec<Act> {
    const MOST: usize = 14;
    let (value, why) = reason(text);
    let value = unhurried(value);
    // "The labels no": a no behind its subject.
    let subject = [" no", " yes"].iter().find_map(|end| value.strip_suffix(end));
    if subject.is_some_and(|subject| stance::only_names(subject, &offer.text)) {
        return yes_or_no(offer, reply, if value.ends_with(" no") { Polarity::No } else { Polarity::Yes });
    }
    // "No money for it": what is lacking refuses.
    let lacks = phrases!("no money|no time|no budget|no room|no space|no interest|no appetite|no energy");
    if after_any(value, lacks).is_some() {
        return yes_or_no(offer, reply, Polarity::No);
    }
    if tells_of_past(&value.to_lowercase()) {
        return Vec::new();
    }
    // "Yes with backoff, max 3 times"
    let adds = after_any(value, phrases!("with|without|but|max|at most|up to|plus|including|except")).is_some();
    let limits = phrases!("only if|only when|only on|only for|only in|only at|unless|except|just for|just on|just in");
    let on_topic = stance::names_some(value, &offer.text) || after_any(value, limits).is_some() || adds;
    if offer.topic.is_empty()
        || !(3..=MOST).contains(&words(value))
        || !on_topic
        || asks_a_fact(&offer.text)
        || !asks_for_a_value(&offer.text)
        || !is_value(value)
    {
        return Vec::new();
    }
    let summary = match asserted(&offer.text) {
        Some(asked) if adds => whole(&format!("{asked}, {value}")),
        Some(asked) => whole(&format!("{asked}: {value}")),
        None => whole(&format!("{} - {}", capital(value), offer.topic)),
    };
    let act = Act::settled(ActKind::Choose, reply.range.clone(), summary, "answer-detail");
    vec![Act { why, ..act }]
}
