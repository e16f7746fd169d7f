//! Defines the goal of a session from its first turn: the first wish, the help that is asked for, a title, a wish for a
//! thing that was just described.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::topics::low_first;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::work::imperative::opens;
use crate::pipeline::acts::work::requests::WORKPIECES;
use crate::pipeline::acts::work::work_wording::unclear;
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{Modality, Sentence};
use crate::pipeline::extract::summary;
use crate::text::patterns;

patterns! {
    /// The first wish of a session, often without its subject: "need rate limiting in the gateway", "I'd like to build a kite".
    WISH = r"^(?:so |ok,? |yo,? |hi,? |hi all,? |hello,? |hey,? |good (?:morning|evening|afternoon),? |please,? |basically,? )*(?:(?:i|we)(?:'d| would| will|'ll)? (?:really |just |basically |now |finally )*(?:want|need|like|love)|(?:really |now |finally )*(?:want|need|would like|'d like|would love|'d love|looking for)) (?P<what>.+)$";
    /// Work that is wished as a whole: "to build a kite".
    WORK = r"^to (?P<what>(?:build|make|create|develop|write|set up|port|migrate|move|convert|turn|replace|rewrite|redesign|modernize|modernise|automate|upgrade|switch) .+)$";
    /// A session's title: "discord bot for our club", "a kite for the school fair".
    TITLE = r"^(?:so |ok,? |yo,? |hi,? |hi all,? |hello,? |hey,? )*(?P<what>(?:an? |my |our )?[\w+#.'/-]+(?: [\w+#.'/-]+){0,4} for (?:our|my|the|an?|all) [\w&#.'/-]+(?: [\w&#.'/-]+){0,5})$";
    /// Help that is asked for: "please help fix the rudder", "can you help me get the boat afloat?"
    HELP = r"^(?:so |ok,? |hi,? |hello,? |hey,? |please,? |pls )*(?:(?:can|could|would) (?:you|u) (?:please |pls )?)?(?:please |pls )?help(?: me| us)?(?: to| with)? (?P<what>(?:get|bring|port|move|migrate|finish|modernize|upgrade|fix|build|make|set up|solve|find|reduce|improve|speed up|clean up|work through|automate|write|plan|design|turn|convert) .+?)\??$";
    /// A wish for the thing of the sentence before: "I need it to last two years", "want them quiet at night".
    POINTED = r"^(?:so |ok,? |and |but |please,? |now,? )*(?:(?:i |we )?(?:really |just |now |finally )*(?:want|need)|(?:i|we)?(?:'d| ?would) (?:really )?(?:like|love)) (?:it|them|all of it|all of this)(?: all)? (?:to )?(?P<what>[^ ]+ .+)$";
    /// The same as an order: "make it < 3 kg", "help me get it through the winter".
    BROUGHT = r"^(?:so |ok,? |and |but |please,? |now,? )*(?:(?:can|could) you )?(?:please |pls )?(?:help (?:me |us )?)?(?P<what>(?:make it (?:[<>]|under|below|less|faster|at most)|(?:get|bring) it (?:to|down|up|under|below|through|on|into|back)|work through it|sort it out) ?.+)$";
    /// A wish for a thing that it names: "I want the pump to run at night", "want my boat in the water by May".
    NAMED = r"^(?:so |ok,? |and |but |please,? |now,? |hi,? |hello,? )*(?:(?:i |we )?(?:really |just |now |finally )*(?:want|need)|(?:i|we)?(?:'d| ?would) (?:really )?(?:like|love)) (?P<what>(?:the|our|my|all|every|each|both) (?:[\w'./-]+ ){1,4}?(?:to (?:[a-z]+)|in|on|at|under|below|out|off|over|running|working|as|[a-z]+ed|[a-z]+er)\b.*)$";
    /// The thing that is to be made, behind a word of making, planning or wishing: "the plan is to build a kite", "I promised
    /// a friend a kite", "rainy day project: a kite".
    PLANNED = r"(?x)\b(?:(?:(?:we|i)(?:'re|'m|\ are|\ am)|^(?:(?:so|ok|hi|hey|hello|currently)[,!]?\ )*)\ ?(?:\w+\ )?(?:building|making|writing|creating|developing|coding|working\ on)|(?:to|will|'ll|gonna|wanna|let'?s)\ (?:build|make|create|develop|write|code|program)|(?:going|supposed|meant)\ to\ (?:be|become)|(?:will|should|shall)\ become|(?:end\ result|outcome|result|plan|idea|dream)\ (?:is|should\ be|will\ be|would\ be)|in\ mind\ is|promised(?:\ (?:an?|my|our|the)\ \w+|\ them|\ her|\ him)?
        |(?:boss|customer|client|team|group|company|department|school|club|wife|husband|friend|professor|supervisor|i've\ always)\ (?:really\ |always\ )?(?:wants?|wanted|needs?)|funding\ for|(?:start|starting|begin|beginning)(?:\ (?:today|now|fresh))?\ (?:on|with)|(?:project|thing|idea|repo|here\ we\ go|here\ goes)(?::|\ -|\ –|\ =))\ (?P<what>(?:an?|my\ own|our\ own)\ .+)$";
    /// A sentence that says what the thing of a title is for: "it should keep the sand out".
    PURPOSE = r"^(?:it|that|which|this)(?: one)? (?P<what>(?:should|must|has to|needs to|is to|shall|will have to) .+)$";
}

/// The goal that a session's first turn tells.
pub(super) fn aim(view: View<'_>, own: &[&Sentence]) -> Option<Act> {
    let first = || own.iter().take(OPENING);
    let pointed = || (1..own.len().min(OPENING)).find_map(|at| pointed(view, own, at));
    first()
        .find_map(|s| wished(view, s))
        .or_else(|| first().find_map(|s| planned(view, s)))
        .or_else(|| titled(own))
        .or_else(|| pointed().filter(|_| !asks(own)))
        // One sentence alone asks for one thing.
        .or_else(|| first().filter(|_| own.len() > 1).find_map(|s| named(view, s)))
}

/// Whether a turn asks something, help aside: then a wish belongs to the question.
fn asks(own: &[&Sentence]) -> bool {
    own.iter().any(|s| s.asks && !is_help(&s.text.to_lowercase()))
}

/// Whether a sentence of the first turn may say what is wished.
fn may_wish(view: View<'_>, sentence: &Sentence, help: bool) -> bool {
    let open = [Modality::Conditional, Modality::Report];
    let Some(segment) = view.segments(sentence).first() else { return false };
    let settles = !(segment.asks && !help || segment.doubtful || open.contains(&segment.modality));
    settles && view.turn.sentences.len() <= LONG
}

/// Reads a wish for the thing of the sentence before as the goal, and puts that sentence behind it: "Last two years - the
/// buoy empties its battery in 3 months".
fn pointed(view: View<'_>, own: &[&Sentence], at: usize) -> Option<Act> {
    let sentence = own.get(at)?;
    // "Logs:" only leads to what is pasted.
    let before = own.get(..at)?.iter().rev().find(|s| !s.text.trim_end().ends_with(':'))?;
    let text = plain(&sentence.text).replace('’', "'");
    let text = text.trim_end_matches(['.', '!', '?', ' ']);
    let low = text.to_ascii_lowercase();
    let found = POINTED.captures(&low).or_else(|| BROUGHT.captures(&low))?.name("what")?.range();
    let what = without_reason(text.get(found)?);
    let told = told_before(before)?;
    // "I want them to tell us earlier" is about people.
    let people = low.contains(" them to ");
    let clear = (2..=CONTEXT).contains(&words(what)) && !people && may_wish(view, sentence, is_help(&low));
    let text = format!("{} - {}", capital(what), told);
    clear.then(|| Act::settled(ActKind::Aim, sentence.range.clone(), whole(&text), "wished-of-it"))
}

fn is_help(low: &str) -> bool {
    after_any(low, phrases!("help me|help us|please help|pls help|can you help|could you help")).is_some()
}

/// Returns the statement of a sentence without its reason, if it can be understood alone.
fn told_before(sentence: &Sentence) -> Option<String> {
    let told = plain(&sentence.text);
    let told = without_reason(told.trim_end_matches(['.', '!', ' ']));
    // "The buoy empties its battery": only a pronoun at the beginning points elsewhere.
    let opens: Vec<&str> = told.split(' ').take(2).collect();
    let opens = opens.join(" ");
    let of_speaker = after_any(told, phrases!("i|i'm|i've|we're|hi|hello|thanks|my boss|my wife|my mom")).is_some();
    let clear = (2..=CONTEXT).contains(&words(told)) && summary::stands_alone(told) && !summary::points(&opens);
    (clear && !sentence.asks && !of_speaker).then(|| low_first(told))
}

fn without_reason(text: &str) -> &str {
    unhurried(text.get(..REASON.find(text).map_or(text.len(), |(at, _)| at)).unwrap_or(text))
}

/// Reads a wish for a thing that it names as the goal: "Get the pump to run at night".
fn named(view: View<'_>, sentence: &Sentence) -> Option<Act> {
    let text = plain(&sentence.text).replace('’', "'");
    let text = text.trim_end_matches(['.', '!', ' ']);
    let what = text.get(NAMED.captures(&text.to_ascii_lowercase())?.name("what")?.range())?;
    let what = without_reason(what);
    let clear = (LEAST..=MOST).contains(&words(what)) && summary::stands_alone(what) && !unclear(what);
    // "The button to be blue" is a small change.
    let clear = clear && !what.contains(" to be ") && may_wish(view, sentence, false);
    clear.then(|| Act::settled(ActKind::Aim, sentence.range.clone(), whole(&format!("Get {what}")), "wished-to"))
}

/// Reads the thing that a first turn says is to be made as the goal.
fn planned(view: View<'_>, sentence: &Sentence) -> Option<Act> {
    let text = plain(&sentence.text).replace('’', "'");
    let text = text.trim_end_matches(['.', '!', ' ']);
    let what = text.get(PLANNED.captures(&text.to_ascii_lowercase())?.name("what")?.range())?;
    let what = without_reason(what.find(" and ").filter(|at| speaks_on(what, *at)).map_or(what, |at| &what[..at]));
    let head = what.split(' ').take(HEAD).map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase());
    let is_made = head.into_iter().any(|word| MADE.contains(word.as_str()));
    let clear = (LEAST..=MOST).contains(&words(what)) && summary::stands_alone(what) && is_made;
    (clear && !sentence.asks && may_wish(view, sentence, false))
        .then(|| Act::settled(ActKind::Aim, sentence.range.clone(), whole(&capital(what)), "planned"))
}

/// Whether the speaker goes on about itself behind an "and": "a kite and I'm the only one who sews".
fn speaks_on(what: &str, at: usize) -> bool {
    let rest = what.get(at + " and ".len()..).unwrap_or("");
    after_any(rest, phrases!("i|i'm|i've|we|we're|never|nobody|no one|it|it's|then|so|have|had")).is_some()
}

/// Number of words of a thing among which its noun stands.
const HEAD: usize = 7;

/// Joints behind which a wish gives its reason.
const REASON: Phrases = phrases!(", anyway|, so |, but |; |, because |, since | because | since |: ");

/// Maximum number of words in each half of a wish with its context.
const CONTEXT: usize = 18;

/// Numbers of words in a goal.
const LEAST: usize = 3;
const MOST: usize = 40;

/// Number of sentences among which the first wish of a session stands.
const OPENING: usize = 4;

/// The first wish of a session or the help that it asks for, as its goal. A wish for something small is a task.
fn wished(view: View<'_>, sentence: &Sentence) -> Option<Act> {
    let text = plain(&sentence.text).replace('’', "'");
    let low = text.to_ascii_lowercase();
    let low = low.trim_end_matches(['.', '!', ' ']);
    let helped = HELP.captures(low).and_then(|c| c.name("what").map(|m| m.range()));
    let help = helped.is_some();
    let range = helped.or_else(|| WISH.captures(low).and_then(|c| c.name("what").map(|m| m.range())))?;
    let what = text.get(range)?;
    let work = WORK.captures(what).and_then(|c| c.name("what").map(|m| m.as_str()));
    if !may_wish(view, sentence, help) {
        return None;
    }
    let text = match work {
        Some(work) => work.to_owned(),
        None if help => what.to_owned(),
        None => thing_wished(what)?,
    };
    let text = without_reason(&text);
    let least = if help { LEAST - 1 } else { LEAST };
    let clear = (least..=MOST).contains(&words(text)) && summary::stands_alone(text) && !unclear(text);
    // "Help fix the lint errors in src/app.ts" asks for one task.
    let small = help && text.split(' ').any(|w| w.contains('/') || w.trim_end_matches('.').contains('.'));
    let clear = clear && !small && !summary::points(text) && !phrases!("a feel |find out").within(text);
    clear.then(|| Act::settled(ActKind::Aim, sentence.range.clone(), whole(&capital(text)), "wished-first"))
}

/// The title that a first turn opens with, as its goal: a thing and whom it is for, without a verb.
fn titled(own: &[&Sentence]) -> Option<Act> {
    // "Ok, new thing. A kite for the fair"
    let announced = own
        .first()
        .is_some_and(|s| words(&s.text) <= LEAST + 1 && phrases!("new |project|idea").within(&s.text.to_lowercase()));
    let at = usize::from(announced);
    let sentence = own.get(at).filter(|_| own.len() > 1)?;
    let text = plain(&sentence.text).replace('’', "'");
    let low = text.to_ascii_lowercase();
    let range = TITLE.captures(low.trim_end_matches(['.', '!', ' ']))?.name("what")?.range();
    let what = text.get(range)?;
    let says = phrases!(
        " is | are | was | were | has | have | can | could | should | must | need | needs | want | wants | i | we | you | it | this | that | these | those | thanks | question | time | problem | error | bug | please "
    );
    let settles = phrases!(
        "use|no|not|never|only|please|let's|keep|always|go|take|stick|thanks|sorry|ok|yes|one|some|any|same|here|there|what|why|how|which|good|great|nice"
    );
    let made = what.split_once(" for ").and_then(|(thing, _)| thing.rsplit(' ').next());
    let is_made = made.is_some_and(|noun| MADE.contains(noun.to_lowercase().as_str()));
    let bare = is_made
        && after_any(what, settles).is_none()
        && !sentence.asks
        && !says.within(&format!(" {} ", what.to_lowercase()))
        && !opens(&what.to_lowercase());
    // "It should keep the sand out" says what for.
    let purpose = own.get(1..OPENING.min(own.len()))?.iter().find_map(|next| {
        let text = plain(&next.text);
        let range = PURPOSE.captures(&text.to_ascii_lowercase())?.name("what")?.range();
        // "It must have been written in 2009" guesses.
        let what = text.get(range).filter(|what| !what.contains(" have "))?;
        Some(format!(", {}", unhurried(what)))
    });
    let text = format!("{what}{}", purpose.unwrap_or_default());
    bare.then(|| Act::settled(ActKind::Aim, sentence.range.clone(), whole(&capital(&text)), "title"))
}

/// Nouns of things that a session makes.
const MADE: Phrases = phrases!(
    "bot|app|application|site|website|tool|cli|library|lib|plugin|extension|addon|game|dashboard|viewer|tracker|pipeline|firmware\
     |script|package|sdk|api|client|chat|shop|store|blog|editor|generator|converter|parser|bridge|widget|scraper\
     |backend|frontend|platform|simulator|simulation|calculator|planner|calendar|map|wiki|template|theme|module|driver\
     |controller|logger|reader|player|crawler|linter|compiler|proxy|newsletter|catalogue|catalog"
);

/// The thing that a wish names: "rate limiting in the gateway", "our docs moved to a static site". `None` for what is small,
/// for talk, and for what somebody or something is to do.
fn thing_wished(what: &str) -> Option<String> {
    let low = what.to_lowercase();
    let talk = phrases!(
        "to|what|somebody|someone|people|less|sleep|coffee|time|you|your|help|it|this|that|these|those|them|me|us|some help|a hand|a quick|an opinion|advice|a second|more|another|one more|the|all|each|every|my|our"
    );
    let articled = after_any(&low, phrases!("a|an")).is_some();
    let several = !articled && (low.contains(", ") || low.contains(" and "));
    let small = !several && WORKPIECES.iter().any(|w| low.split_whitespace().take(3).any(|t| t == w));
    let moved = after_any(&low, phrases!("our|my|the")).filter(|rest| {
        rest.split_whitespace()
            .skip(1)
            .take(2)
            .any(|w| w.ends_with("ed") || phrases!("gone|rewritten|built").contains(w))
    });
    if moved.is_some() {
        return Some(format!("Get {what}"));
    }
    // "Tailwind for the styling" chooses.
    let prefers = phrases!(" rather than | instead of | over ").within(&low);
    let chooses =
        prefers || phrases!(" for | as ").find(&low).is_some_and(|(at, _)| words(&low[..at]) <= 2 && !articled);
    (after_any(&low, talk).is_none() && !small && !chooses).then(|| what.to_owned())
}

/// Number of sentences from which a first turn tells more than it wishes.
const LONG: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_thing_should_come_to_is_told_from_what_is_ordered() {
        for said in ["i need it to float for a year", "want them quiet at night", "i'd like it in the water by may"] {
            assert!(POINTED.is_match(said), "{said}");
        }
        for said in ["help me get it through the winter", "make it < 3 kg", "please bring it down to 3 kg"] {
            assert!(BROUGHT.is_match(said), "{said}");
        }
        for said in [
            "the plan is to build a kite",
            "i promised a friend a kite",
            "rainy day project: a kite",
            "we're making a kite",
        ] {
            assert!(PLANNED.is_match(said), "{said}");
        }
        for said in ["want my boat in the water by may", "i'd like the pump to run at night"] {
            assert!(NAMED.is_match(said), "{said}");
        }
        for said in [
            "i need a hammer",
            "it floats",
            "we're making the kite",
            "we want the red one",
            "i love it warm",
            "make it blue",
        ] {
            assert!(![&POINTED, &BROUGHT, &NAMED].iter().any(|form| form.is_match(said)), "{said}");
        }
    }
}
