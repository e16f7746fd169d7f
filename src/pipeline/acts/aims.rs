//! Defines goals told in free words: what somebody is after, what there is to be at the end of a session, what a whole
//! exercise is for.

use super::form::{first, forms, group};
use super::imperative::opens;
use super::wording::{after_any, capital, plain, unhurried, whole, words};
use super::work::{WORKPIECES, is_opening};
use super::work_wording::unclear;
use super::{Act, ActKind, View};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::clause::{BlockKind, Modality, Sentence};
use crate::pipeline::extract::summary;
use crate::text::patterns;

forms! {
    "after" r"^(?:what|all|the (?:one )?thing) (?:(?:i'm|i am|we're|we are|i've been|we've been) (?:really |actually |basically |mostly |ultimately )*(?:after|aiming (?:at|for)|trying to (?:build|do|get|reach|achieve|make|end up with)|working towards?|hoping (?:for|to (?:get|have|see))|going for|shooting for|looking for)|(?:i|we)(?:'d| would)? (?:really |actually |mostly )*(?:want|need|like|hope) (?:to (?:get|have|see|reach|achieve|end up with|walk away with|leave with))(?: out of)?)(?: [\w'-]+){0,4}?(?: is(?: that| to)?|:| =| -| –) (?P<what>.+)$"
        yes "what we're after this week is a boat that floats" no "what we're after, nobody knows";
    "at-the-end" r"^(?:(?:at|by|until) the end of (?:the|this|today's|our|my) (?:session|day|week|sprint|afternoon|morning|evening|call|hour|month|project|workshop|exercise)(?: today)?|when (?:we're|we are|this is|all is|it's all) (?:all )?(?:done|through|finished)(?: here| today| with this)*),? (?P<what>.{2,60}? (?:should|must|will|has to|have to|needs? to|shall|can|is able to|are able to|wants?|needs?) .+)$"
        yes "by the end of the week the boat should float" no "at the end of the road is a house";
    "purpose" r"^(?:so |ok,? )*(?:the |our |my )?(?:whole |overall |main |big |ultimate |real |actual |primary )*(?:goal|aim|target|objective|mission|purpose|point|idea|ambition)(?: (?:of|for|behind|in|with) (?:the |this |that |all |today's |our |my )*(?:whole |entire )?(?:thing|exercise|session|one|this|project|today|sprint|week|day|afternoon|hour|work|effort|story|branch|task)(?: here| today)?| today| here| tonight| this time| right now)(?: is| would be| remains|:| =| -| –)(?: to| that|:)* (?P<what>.+)$"
        yes "the point of this whole exercise: a boat that floats" no "the point of interest is the harbour";
    "new-project" r"^(?:hi,? |hello,? |ok,? |so )*(?:(?:a |this is a |we're starting a |starting a |i'm starting a |my )?(?:brand )?new (?:little |small |side |hobby )?(?:project|repo|app|tool))(?: here| today)?(?::|,| -| –) (?P<what>(?:a|an|my|our|the|some) .+)$"
        yes "new project: a boat that floats" no "new project is fun";
    "about" r"^what (?:this|it|all (?:of )?this|the whole thing)(?: session| project)?(?:'s| is)(?: all| really| actually)* about(?: here)?(?: is|:| -)+ (?P<what>.+)$"
        yes "what this is all about: a boat that floats" no "what is this about";
}

patterns! {
    /// The first wish of a session, often without its subject: "need rate limiting in the gateway", "I'd like to build a kite".
    WISH = r"^(?:so |ok,? |yo,? |hi,? |hi all,? |hello,? |hey,? |good (?:morning|evening|afternoon),? |please,? |basically,? )*(?:(?:i|we)(?:'d| would| will|'ll)? (?:really |just |basically |now |finally )*(?:want|need|like|love)|(?:really |now |finally )*(?:want|need|would like|'d like|looking for)) (?P<what>.+)$";
    /// Work that is wished as a whole: "to build a kite".
    WORK = r"^to (?P<what>(?:build|make|create|develop|write|set up|port|migrate|move|convert|turn|replace|rewrite|redesign|modernize|modernise|automate|upgrade|switch) .+)$";
    /// A session's title: "discord bot for our club", "a kite for the school fair".
    TITLE = r"^(?:so |ok,? |yo,? |hi,? |hi all,? |hello,? |hey,? )*(?P<what>(?:an? |my |our )?[\w+#.'/-]+(?: [\w+#.'/-]+){0,4} for (?:our|my|the|an?|all) [\w&#.'/-]+(?: [\w&#.'/-]+){0,5})$";
    /// Help that is asked for: "please help fix the rudder", "can you help me get the boat afloat?"
    HELP = r"^(?:so |ok,? |hi,? |hello,? |hey,? |please,? |pls )*(?:(?:can|could|would) (?:you|u) (?:please |pls )?)?(?:please |pls )?help(?: me| us)?(?: to| with)? (?P<what>(?:get|bring|port|move|migrate|finish|modernize|upgrade|fix|build|make|set up|solve|find|reduce|improve|speed up|clean up|work through|automate|write|plan|design|turn|convert) .+?)\??$";
    /// Words that call those before them the goal.
    CALLS_GOAL = r"^(?:and |so )*(?:that|this)(?:'s|s| is| would be) (?:the|our|my) (?:whole |main |overall |big )?(?:goal|aim|target|objective|mission|dream|finish line)(?: (?:(?:for|of|behind|with) )?(?:today|here|now|(?:(?:all|all of) )?(?:this|the|it)(?: all)?(?: (?:whole |entire )?(?:project|thing|session|week|exercise|effort|work))?|all|us))*[.! ]*$";
}

/// Openings of a sentence that orders, allows or tells what is done instead of saying what is to be reached.
const NO_AIM: Phrases = phrases!(
    "please|pls|use|don't|do not|never|always|let's|no|yes|i did|we did|i have|can you|could you|if|when|it|that|this|he|she|they"
);

/// Numbers of words in a goal.
const LEAST: usize = 3;
const MOST: usize = 40;

pub(super) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading && s.list.is_none()).collect();
    let mut out: Vec<Act> = Vec::new();
    if is_opening(view) && own.len() == view.own().count() {
        let titled = || own.first().filter(|_| own.len() > 1).and_then(|s| titled(s));
        out.extend(own.iter().take(OPENING).find_map(|s| wished(view, s)).or_else(titled));
    }
    for (at, sentence) in own.iter().enumerate().filter(|(_, s)| !s.asks) {
        let next = own.get(at + 1).map(|s| plain(&s.text)).unwrap_or_default();
        let text = plain(&sentence.text).replace('’', "'");
        // "I want to cross the lake, that's the goal"
        let own = text.rsplit_once(", ").filter(|(_, tail)| calls_goal(tail));
        let called = own.is_some() || calls_goal(&next);
        out.extend(of_sentence(view, sentence, own.map_or(text.as_str(), |(head, _)| head), called));
    }
    out
}

/// Number of sentences among which the first wish of a session stands.
const OPENING: usize = 4;

/// The first wish of a session or the help that it asks for, as its goal. A wish for something small is a task.
fn wished(view: View<'_>, sentence: &Sentence) -> Option<Act> {
    let segment = view.segments(sentence).first()?;
    let text = plain(&sentence.text).replace('’', "'");
    let low = text.to_ascii_lowercase();
    let low = low.trim_end_matches(['.', '!', ' ']);
    let helped = HELP.captures(low).and_then(|c| c.name("what").map(|m| m.range()));
    let help = helped.is_some();
    let range = helped.or_else(|| WISH.captures(low).and_then(|c| c.name("what").map(|m| m.range())))?;
    let what = text.get(range)?;
    let work = WORK.captures(what).and_then(|c| c.name("what").map(|m| m.as_str()));
    let open = [Modality::Conditional, Modality::Report];
    if segment.asks && !help || segment.doubtful || open.contains(&segment.modality) || view.turn.sentences.len() > LONG
    {
        return None;
    }
    let text = match work {
        Some(work) => work.to_owned(),
        None if help => what.to_owned(),
        None => thing_wished(what)?,
    };
    let end = phrases!(", anyway|, so |, but |; |, because |, since | because |: ")
        .find(&text)
        .map_or(text.len(), |(at, _)| at);
    let text = unhurried(text.get(..end)?);
    let least = if help { LEAST - 1 } else { LEAST };
    let clear = (least..=MOST).contains(&words(text)) && summary::stands_alone(text) && !unclear(text);
    // "Help fix the lint errors in src/app.ts" asks for one task.
    let small = help && text.split(' ').any(|w| w.contains('/') || w.trim_end_matches('.').contains('.'));
    let clear = clear && !small && !summary::points(text) && !phrases!("a feel |find out").within(text);
    clear.then(|| Act::settled(ActKind::Aim, sentence.range.clone(), whole(&capital(text)), "wished-first"))
}

/// The title that a first turn opens with, as its goal: a thing and whom it is for, without a verb.
fn titled(sentence: &Sentence) -> Option<Act> {
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
    bare.then(|| Act::settled(ActKind::Aim, sentence.range.clone(), whole(&capital(what)), "title"))
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

/// Whether words call what stands before them the goal.
pub(super) fn calls_goal(text: &str) -> bool {
    CALLS_GOAL.is_match(text.to_lowercase().replace('’', "'").trim_start_matches([',', ' ']))
}

fn of_sentence(view: View<'_>, sentence: &Sentence, text: &str, called: bool) -> Option<Act> {
    let text = after_any(text, phrases!("so|ok|hi|hello|hey|well|today")).unwrap_or(text);
    let text = text.trim_start_matches([',', '!', ' ']).trim_end_matches(['.', '!', ' ']);
    let low = text.to_ascii_lowercase();
    // "What I'm after is" opens like a question.
    let open = [Modality::Hedge, Modality::Conditional, Modality::Report];
    let doubted = view.segments(sentence).first().is_none_or(|s| s.doubtful || open.contains(&s.modality));
    let (form, what) = match first(&FORMS, &low) {
        // What is to be there at the end of a day may be an order of the moment.
        Some(("new-project", _)) if !is_opening(view) => return None,
        Some(("at-the-end", _)) if !called && !is_opening(view) && !low.contains("session") => return None,
        Some((form, found)) => (form, group(text, &found, "what")),
        None if called => ("called-goal", text),
        None => return None,
    };
    let what = unhurried(what);
    let sized = (LEAST..=MOST).contains(&words(what)) && summary::stands_alone(what) && !unclear(what);
    let orders = form == "called-goal" && after_any(what, NO_AIM).is_some();
    (sized && !orders && !doubted)
        .then(|| Act::settled(ActKind::Aim, sentence.range.clone(), whole(&capital(what)), form))
}
