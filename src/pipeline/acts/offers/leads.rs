//! Defines what the lead or heading of an agent's list says of its entries: that they are options, steps that are proposed,
//! reasons, findings, still to be done, or the end of the question it begins.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::{after_any, plain, words};
use crate::text::patterns;

patterns! {
    /// The lead of a list of steps that are proposed: "I propose", "For the style I'd suggest the following", "My suggestion".
    PROPOSES = r"(?i)(?:^|[ ,])(?:i|we)(?:'d| would)? (?:propose|suggest|recommend)(?: the following| these)?(?: [a-z]+)?$|^(?:so |ok(?:ay)?,? )?(?:here(?:'s| is| are) )?(?:my|the|a|our) (?:[a-z]+ )?(?:proposal|suggestion|recommendation|proposed changes?|suggested changes?)(?: (?:is|would be|here|for .{2,50}))?$|^(?:so |ok(?:ay)?,? )?here(?:'s| is) (?:what|how) (?:i|we)(?:'d| would)\b.{0,60}$";
    /// The end of a sentence that counts what there is to choose from: "I found two workable setups."
    COUNTS = r"(?i)\b(?:two|three|four|five|a few|several|\d) (?:[a-z-]+ )?(?:options|ways|approaches|setups|candidates|variants|routes|directions|possibilities|alternatives|solutions|choices|paths|ideas|designs|strategies)(?: (?:here|now|forward|for (?:this|that|it)|to (?:do|fix|solve|handle) (?:this|that|it)))?\W*$";
    /// The lead of a list of what was found: nothing of it is to be done or chosen.
    FOUND = r"(?i)^(?:(?:my|the|some|main|key|initial|first|other|more|a few) )*(?:findings?|observations?|symptoms?|facts|results|causes|what i (?:found|see|saw|know))(?: so far| now| here| (?:in|from|of|about) [^:]{2,40})?$";
    /// The lead of a list of guesses: "Two candidates, neither verified yet".
    UNPROVED = r"(?i)\b(?:verified|unverified|proven|proved|confirmed|suspects?|culprits?|hypothes[ei]s|(?:possible|likely|potential|candidate) causes?|could (?:leak|fail|break|explain|be (?:the cause|causing|wrong|leaking|failing|slow))|might be (?:the cause|causing|leaking|failing)|where .{2,40} could (?:leak|get lost|go wrong))\b";
    /// The lead of a list of things that are open one by one.
    MATTERS = r"(?i)\b(?:things?|points?|questions?|matters?|issues?|details?|decisions?) (?:left |still |that are |we need )*(?:open|to (?:decide|consider|clarify|settle|note|discuss|sort out|watch|keep in mind|make))\b";
    /// The lead or heading of a list of things that are still to be done: "Next I would do:", "Remaining work".
    TO_DO = r"(?i)\b(?:next (?:steps?|up|tasks?)|next,? (?:i|we)(?:'d|'ll| would| will| can| could|)|(?:i|we)(?:'d|'ll| would| will) (?:do|tackle|take on|work on|build|add) next|to[- ]do|todos?|tasks?|follow[- ]ups?|backlog|(?:remaining|open|outstanding|pending|leftover) (?:work|items?|steps?|points?)|left(?: to do| over|overs)?|leftovers?|loose ends?|remaining|remains|outstanding|still (?:missing|open|pending))\b";
    /// Words of such a lead that tell of work which is finished, another's, or no list at all.
    NOT_TO_DO = r"(?i)\b(?:done|did|completed?|finished|closed|fixed|you|your|yours|yourself|users?|left (?:side|column|panel|pane|hand|edge|margin|join)|nothing|no)\b";
}

/// Whether the lead or heading of a list says that its entries are still to be done.
pub(super) fn heads_work(lead: &str) -> bool {
    const MOST: usize = 10;
    words(lead) <= MOST && TO_DO.is_match(lead) && !NOT_TO_DO.is_match(lead)
}

/// Whether a lead is the beginning of a question that the entries of its list end: "Should I:".
pub(super) fn begins_question(lead: &str) -> bool {
    let begins = phrases!(
        "should i|shall i|should we|shall we|want me to|do you want me to|do you want|would you like me to|would you like|would you prefer|would you rather|can i|may i"
    );
    let bare = lead.trim_end_matches(['*', '_', ' ']);
    // "Two questions, well, one really: should the theme cover" is ended by the list, too.
    let last = || bare.rsplit_once(": ").map_or(bare, |(_, last)| last);
    let broken_off = || {
        !bare.ends_with(['.', '?', '!', ':'])
            && after_any(last(), phrases!("should|shall|do you want|would you like|would you prefer|would you rather"))
                .is_some()
    };
    bare.ends_with(':') && after_any(&plain(lead), begins).is_some() || broken_off()
}

/// Words of an introduction that say that a list holds options, whether or not it asks.
pub(super) const OPTION_WORDS: Phrases = phrases!(
    "option|suggestion|alternative|choice|approaches|ways|candidate|either|variant|choose|pick|prefer|possibilit|which"
);

/// Words of an introduction that lists possibilities without asking.
const FLOATS: Phrases = phrases!(
    " could | can |'d | would | left to do| remaining| follow-up| ideas| suggest| propose| recommend| clean up"
);

/// Words that begin or end an introduction to reasons: "Static files win because:", "Advantages of this:".
const GROUNDS: Phrases = phrases!(
    "because|reason|reasons|benefits|advantages|pros|cons|drawbacks|downsides|why|tradeoffs|trade-offs|limitations|caveats|causes|culprits|explanations|suspects|symptoms"
);
/// Words of an introduction to what is there or was done: "The report now has three parts:".
const REPORTS: Phrases = phrases!(
    " is now | are now | now has | now have | i've | i have added| i have made| i added | i made | has been | have been | were | was | contains | consists of | includes "
);
/// Ends of an introduction to what has to be done or belongs to something: "You'll need to:", "This would include:".
const STEPS: Phrases = phrases!(
    " need to| needs to| have to| has to| must|you should now|you can now|you will now| run the following| do the following| include| follow these steps| then run"
);

/// Whether an introduction leads in reasons, steps or a report, so that the entries are not there to be chosen from.
pub(super) fn leads_in_no_options(leads: &str, lettered: bool, asked: bool) -> bool {
    let low = leads.to_lowercase();
    let low = low.trim_end_matches([':', ' ']);
    let last = low.rsplit(' ').next().unwrap_or_default();
    let grounds = !lettered && (GROUNDS.contains(last) || after_any(low, GROUNDS).is_some());
    let steps = STEPS.iter().any(|end| low.ends_with(end));
    let reports = !asked && REPORTS.within(&format!(" {low} "));
    // "The options include:", "options with their pros and cons:"
    let offers = phrases!("options|choices|alternatives|approaches|ways|possibilities|candidates")
        .iter()
        .any(|w| low.contains(w));
    // "Three things to decide:" are open one by one.
    let matters = !lettered && MATTERS.is_match(low);
    matters || UNPROVED.is_match(low) || !offers && (grounds || steps || reports)
}

/// Whether a sentence counts what there is to choose from.
pub(super) fn counts_options(text: &str) -> bool {
    COUNTS.is_match(text)
}

/// Whether a lead proposes the steps of its list.
pub(super) fn proposes_steps(lead: &str) -> bool {
    PROPOSES.is_match(lead.trim_end_matches([':', ' ']))
}

/// Whether the entries of a list end the sentence that leads in it, as the things there are to choose from: "For the roof
/// I'd consider:", "For the roof there are:".
pub(super) fn ends_in_choices(lead: &str) -> bool {
    let low = lead.trim_end_matches([':', ' ']).to_lowercase();
    let weighs = phrases!("consider|choose from|pick from|choose between|compare|look at");
    let there_are = phrases!("there are|there is|we have|you have");
    weighs.iter().any(|end| low.ends_with(end))
        || after_any(&low, phrases!("for|as")).is_some() && there_are.iter().any(|end| low.ends_with(end))
}

/// Whether a lead introduces findings.
pub(super) fn heads_findings(lead: &str) -> bool {
    FOUND.is_match(lead.trim_end_matches([':', ' ']))
}

/// Whether an introduction lists possibilities without asking.
pub(super) fn floats(lead: &str) -> bool {
    FLOATS.within(&format!(" {} ", lead.to_lowercase()))
}
