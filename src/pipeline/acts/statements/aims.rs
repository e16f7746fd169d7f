//! Defines goals told in free words: what somebody is after, what there is to be at the end of a session, what a whole
//! exercise is for.

use super::opening;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::work::requests::is_opening;
use crate::pipeline::acts::work::work_wording::unclear;
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Modality, Sentence};
use crate::pipeline::extract::summary;
use crate::text::patterns;

forms! {
    "after" r"^(?:what|all|the (?:one )?thing) (?:(?:i'm|i am|we're|we are|i've been|we've been) (?:really |actually |basically |mostly |ultimately )*(?:after|aiming (?:at|for)|trying to (?:build|do|get|reach|achieve|make|end up with)|working towards?|hoping (?:for|to (?:get|have|see))|going for|shooting for|looking for)|(?:i|we)(?:'d| would)? (?:really |actually |mostly )*(?:want|need|like|hope) (?:to (?:get|have|see|reach|achieve|end up with|walk away with|leave with))(?: out of)?)(?: [\w'-]+){0,4}?(?: is(?: that| to)?|:| =| -| –) (?P<what>.+)$|^(?:what|all) (?:i|we)(?:'d| would)? (?:really |actually |mostly )*(?:want|like|need|hope for) (?:in the end|overall|ultimately|at the end of (?:the day|all this)|when (?:this|all) is done)(?: is(?: that)?|:| =| -| –) (?P<end>.+)$"
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

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading && s.list.is_none()).collect();
    let mut out: Vec<Act> = Vec::new();
    if is_opening(view) && own.len() == view.turn.sentences.len() {
        out.extend(opening::aim(view, &own));
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

/// Whether what is said of a goal or a point judges it: "the point of the chart is unclear".
pub(super) fn judges(what: &str) -> bool {
    const MOST: usize = 3;
    words(what) <= MOST && after_any(what, phrases!("not|unclear|wrong|moot")).is_some()
}

/// Whether words call what stands before them the goal.
pub(in crate::pipeline::acts) fn calls_goal(text: &str) -> bool {
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
        Some((form, found)) => (
            form,
            [group(text, &found, "what"), group(text, &found, "end")]
                .into_iter()
                .find(|w| !w.is_empty())
                .unwrap_or_default(),
        ),
        None if called => ("called-goal", text),
        None => return None,
    };
    let what = unhurried(what);
    let sized = (LEAST..=MOST).contains(&words(what)) && summary::stands_alone(what) && !unclear(what);
    let orders = form == "called-goal" && after_any(what, NO_AIM).is_some();
    (sized && !orders && !doubted && !judges(what))
        .then(|| Act::settled(ActKind::Aim, sentence.range.clone(), whole(&capital(what)), form))
}
