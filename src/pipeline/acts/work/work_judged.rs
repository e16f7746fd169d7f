//! Defines what the person says of work that the agent has just told of: that it is good, which closes the task of the
//! request, or that it still fails, which opens the task again.

use super::delivered;
use super::reports::{done, is_ahead, is_unfinished, tells_done};
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::token_set;
use crate::pipeline::acts::changes::new_values::finished;
use crate::pipeline::acts::references::named_tasks::{OpenTask, is_named_by, only_asked};
use crate::pipeline::acts::references::standing::lately;
use crate::pipeline::acts::sentences::wording::{after_any, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::state::Item;
use crate::text::patterns;

patterns! {
    /// How people say that they have tried a result: "checked, all sums right now".
    CONFIRMED = r"^\W*(?:ok,? |yes,? |yep,? |great,? |just |i |i've |i just |we )*(?:checked|tested|verified|confirmed|tried (?:it|that|this)(?: out)?)\b[^?]*\b(?:right|fine|good|works?|working|correct|perfect|ok|okay|green|passes|great|solved|gone|fixed|as expected)\b";
    /// Words that close a task without its name: "tick it off", "you can mark that as done".
    TICKED = r"\b(?:(?:tick|check|cross) (?:it|that|this|that one) off|(?:mark|count|consider|call) (?:it|that|this|that one) (?:as )?(?:done|finished|solved|closed)|you can close (?:it|that|this|that one))\b";
    /// Words that call a result good.
    PRAISES = r"(?x) ^\W*(?:(?:ok|okay|yes|yep|yeah|ah|oh|aha|cool|great|nice|perfect|good|wow|and|now)[,!.]*\ )*
        (?: (?:(?:it|that|this|everything|all|they|both)\ (?:now\ |all\ |really\ )?)?(?:works?|worked|did\ (?:it|the\ trick)|fixed\ it|solved\ it|(?:'s|is)\ (?:fixed|gone|solved))
        | (?:(?:it|that|this|everything|all|they|both)\ )?(?:now\ )?looks?\ (?:really\ |very\ |so\ |much\ |pretty\ )?(?:good|great|fine|right|nice|perfect|lovely|awesome|correct|better)
        | confirmed|verified|perfect|great|awesome|excellent|lovely|super|superb|wonderful|brilliant|beautiful|fantastic|spot\ on|nice|neat|sweet|cool|nice\ one|well\ done|good\ (?:job|work)|great\ (?:job|work)|all\ good|much\ better
        | exactly(?:\ (?:right|that|what\ i\ (?:wanted|needed|meant)))? | just\ what\ i\ (?:wanted|needed) | (?:that's|it's|that\ is)\ (?:it|perfect|great|much\ better|exactly\ it|what\ i\ (?:wanted|needed|meant)) )
        (?:\ (?:now|again|here|for\ me|fine|great|well|perfectly|nicely|like\ a\ charm|as\ expected|to\ me|too|on\ (?:my|our)\ (?:side|end|screen|machine|phone|box)|in\ (?:prod|production|staging|safari|chrome|firefox)))*
        (?:[,!.\ ]+(?:thanks|thank\ you|ty|thx|tysm|cheers|merci|danke|so\ much|a\ lot|very\ much|again|mate|man|well\ done|nice\ (?:work|one)|good\ (?:work|job)))*[!.\ :)(]*$ ";
    /// Complaints that work which was reported as done is not.
    STILL = r"(?x) ^\W*(?:(?:hm+|no|nope|nah|sorry|ugh|argh|ok|oh|well|but|tried\ (?:it|that)|just\ tried(?:\ it)?|checked)[,.!]*\ )*
        (?: (?:it|that|this|they|[\w'-]+(?:\ [\w'-]+){0,3}?)\ (?:still|again)\ (?:\w+ing|\w+s|\w{3,}ed|fails?|the\ (?:same|old)|too|there|here|broken|wrong|empty|missing|red|visible|without|not\ (?:right|there|working|fixed)|doesn't|don't|isn't|aren't|won't|can't)\b.*
        | still\ (?:too|very|\w+ing|\w+s|the\ same|there|broken|wrong|not|no|red|here|doesn't|don't|isn't|can't|happens|occurs|get|getting|see|seeing|have|having)\b.*
        | no\ (?:luck|effect|improvement|dice|joy)\b.* | no\ (?:change|difference)(?:\ (?:here|yet|at\ all|so\ far|on\ .+|in\ .+|with\ .+|for\ me))* | (?:the\ )?same\ (?:error|problem|issue|thing|result|behaviou?r|bug|crash|failure|as\ before|message|picture|exception|story)(?:\ (?:here|again|as\ before|on\ .+|in\ .+|with\ .+|still))*
        | (?:it\ |that\ |this\ )?(?:didn't|doesn't|did\ not|does\ not)\ (?:help|work|do\ it|fix\ (?:it|that|anything)|change\ anything|do\ anything|make\ a\ difference)\b.* | (?:it's|that's|it\ is)\ (?:not\ (?:fixed|gone|solved|working|done)|back|back\ again)\b.* | not\ (?:fixed|gone|solved|working)\b.* | (?:(?:that's|it's|this\ is)\ )?(?:the\ )?wrong\ (?:way|one|file|place|order|side|direction|colou?r)\b.* | (?:that's|it's|this\ is)\ not\ what\ i\ (?:meant|wanted|asked\ for)\b.* | (?:happens|fails|crashes|breaks)\ again\b.* )
        (?:,.*)?$ ";
    /// Words that call a result faulty or incomplete, wherever they stand.
    FAULTY = r"(?x) \b(?: (?:is|are|was|'s|it)?(?:n't|nt|\ not|\bnot)\ (?:really\ |quite\ |yet\ |fully\ |all\ |at\ all\ |even\ )*(?:done|finished|complete|completed|working|fixed|right|ok|okay|there|correct|solved)
        | (?:does|do|did)(?:n't|nt|\ not)\ (?:really\ |even\ |quite\ |seem\ to\ |properly\ )*(?:work|do\ anything|change|help|show|load|start|appear|run|open|respond|happen)
        | still\ (?:broken|wrong|failing|fails|missing|the\ same|an\ error|crash\w*) | (?:is|are|'s)\ (?:still\ |now\ |again\ |totally\ |completely\ )*(?:broken|incomplete|unfinished|wrong|buggy) | broken\ (?:again|for|here|on) | (?:fails|crashes|breaks|hangs|freezes)
        | (?:gives|gave|causes|makes)\ (?:me\ |us\ )?(?:an?\ |only\ )?(?:trouble|problems?|errors?|exceptions?) | does\ nothing | nothing\ (?:happens|happened|changed|changes) | (?:no|any)\ (?:difference|change|effect|luck)
        | (?:only|just)\ (?:partly|partially|half|halfway) | (?:partly|half)\ (?:done|finished) | works?\ (?:only\ )?(?:halfway|half\ the\ time|partly|sometimes) | (?:just|only)\ (?:an?\ )?errors? | (?:get|getting|got|see|seeing)\ (?:an?\ |the\ same\ )(?:errors?|exceptions?|crash)
        | same\ (?:as\ before|problem|error|issue|result) | (?:half|part|bit|piece|rest|something)\b.{0,30}\ (?:is|are)\ (?:still\ )?missing )\b ";
    /// Words that only doubt, or set a condition.
    SUPPOSES = r"\b(?:if|when|whenever|unless|whether|in case|should|might|may|could|would|until|why|maybe|perhaps)\b";
}

/// Most words of praise and of a complaint.
const PRAISE: usize = 12;
const COMPLAINT: usize = 24;

/// Closes the one task of the person's last request after the agent has acted on it and the person has called it good.
pub(super) fn confirmed(view: View<'_>, own: &[&Sentence], tasks: &[OpenTask<'_>]) -> Option<Act> {
    let first = own.first()?;
    let low = first.text.to_lowercase().replace('’', "'");
    let praises = words(&low) <= PRAISE && PRAISES.is_match(&low);
    // "Perfect" to another question answers it.
    let reported = CONFIRMED.is_match(&low) || praises && asks_only_of_result(view) && moves_on(own);
    let ticked = own.iter().any(|s| !s.asks && TICKED.is_match(&s.text.to_lowercase()));
    if ticked && own.iter().all(|s| !SUPPOSES.is_match(&s.text.to_lowercase())) {
        return only_asked(view, tasks).map(|task| done(first, task, "confirmed"));
    }
    let acted = has_acted(view) || RESULTS.within(&low) && tells_a_result(view);
    (reported && acted).then(|| only_asked(view, tasks)).flatten().map(|task| done(first, task, "confirmed"))
}

/// Words of praise that are about a result, not about a plan.
const RESULTS: Phrases =
    phrases!("work|look|did it|did the trick|fixed|solved|gone|confirmed|verified|exactly|better|what i |spot on|wow");

/// Whether the agent's last turn states how things are: it plans, asks and leaves nothing, and is no step of its work.
fn tells_a_result(view: View<'_>) -> bool {
    const STEPS: Phrases = phrases!(
        "i'm|i am|we're|on it|ok|okay|sure|understood|noted|got it|right|will do|let me|looking|checking|starting|working|reading|running|i think|i see|i'd|i could|maybe|there are|there is"
    );
    let Some(turn) = view.agents_turn() else { return false };
    let own = || turn.sentences.iter().filter(|s| s.block != BlockKind::Quote);
    let low = |s: &Sentence| s.text.to_lowercase().replace('’', "'");
    let told = |s: &Sentence| words(&s.text) >= 3 && after_any(&low(s), STEPS).is_none();
    own().next().is_some() && own().all(|s| told(s) && !s.asks && !is_ahead(&low(s)) && !is_unfinished(&low(s)))
}

/// Whether nothing but thanks or the next thing follows the first sentence: "nice. a bit tighter" is not content yet.
fn moves_on(own: &[&Sentence]) -> bool {
    const NEXT: Phrases = phrases!(
        "now|next|then|so now|ok now|and now|on to|thanks|thank you|ty|thx|cheers|also|let's|one more|another"
    );
    let Some(second) = own.get(1) else { return true };
    let low = second.text.to_lowercase().replace('’', "'");
    after_any(&low, NEXT).is_some() || PRAISES.is_match(&low) || low.ends_with(" next")
}

/// Whether the agent's last turn tells in its first sentences of something that was done, and of nothing left.
fn has_acted(view: View<'_>) -> bool {
    const FIRST: usize = 3;
    let Some(turn) = view.agents_turn() else { return false };
    // "Changed in the model, could you check?" asks behind the report.
    let own =
        || turn.sentences.iter().enumerate().filter(|(at, s)| s.block != BlockKind::Quote && (*at == 0 || !s.asks));
    let own = || own().map(|(_, s)| s);
    let low = |s: &Sentence| s.text.to_lowercase().replace('’', "'");
    let ahead = |low: &str| low.split([',', ';']).next().is_some_and(is_ahead);
    let acts = |s: &Sentence, low: &str| !ahead(low) && (delivered::is_report(&s.text) || tells_done(low));
    let leaves = |s: &Sentence, low: &str| is_unfinished(low) && !tells_done(low) && delivered::is_report(&s.text);
    own().take(FIRST).any(|s| acts(s, &low(s))) && !own().any(|s| leaves(s, &low(s)))
}

/// Whether the agent's last turn asks nothing, or only whether the result is right: "Does it look right on your side?"
fn asks_only_of_result(view: View<'_>) -> bool {
    const OF_RESULT: Phrases = phrases!(
        "does it|does that|does this|do they|is it|is that|how does it|how do they|can you check|could you check|can you confirm|can you try|looks good|better|ok|okay"
    );
    let Some(turn) = view.agents_turn() else { return false };
    let asked = turn.sentences.iter().filter(|s| s.asks);
    asked
        .map(|s| s.text.to_lowercase())
        .all(|low| after_any(&low, OF_RESULT).is_some() || OF_RESULT.iter().any(|of| low.contains(&format!(", {of}"))))
}

/// Opens a task again that the agent's last turn reported as done, when the person says that it is not.
pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own = view.own().filter(|s| s.block != BlockKind::Heading).take(COMPLAINTS);
    let told: Vec<(&Sentence, String)> = own.map(|s| (s, s.text.to_lowercase().replace('’', "'"))).collect();
    let plain = |at: usize, low: &str| at == 0 && complains(low);
    let mut faults =
        told.iter().enumerate().filter(|(at, (s, low))| !s.asks && (plain(*at, low) || FAULTY.is_match(low)));
    let Some(first) = faults.next() else { return Vec::new() };
    let Some(task) = just_reported(view) else { return Vec::new() };
    let mut faults = std::iter::once(first).chain(faults);
    let found = faults.find(|(at, (_, low))| plain(*at, low) || is_faulty(low, task));
    let Some((_, (sentence, _))) = found else { return Vec::new() };
    let act = Act::settled(ActKind::Request, sentence.range.clone(), task.summary.clone(), "not-done");
    vec![Act { target: Some(task.id.clone()), ..act }]
}

/// Number of the person's first sentences that may complain.
const COMPLAINTS: usize = 4;

/// Whether words call a task faulty, by its name or with no other thing before them: "the gate breaks on my side", "nothing
/// happens here".
fn is_faulty(low: &str, task: &Item) -> bool {
    // Words for the result, and for who has tried it.
    const OF_IT: Phrases = phrases!(
        "it|this|that|they|the problem|the issue|the error|the result|the thing|the bug|the same|same|problem|result|i|we|you|done|said|tried|tested|checked|looked|just|now|again|only|still|here|there|is|was|are|did|even|not|no|nope|so|hm|hmm|well|sorry|unfortunately|and|or|but|in|on|at|for|to|me|my|side|machine|end|please|thanks|thank|test|run|commit|see|your|don't|can't|think|worked|once|all|half|of|the"
    );
    let Some(found) = FAULTY
        .find(low)
        .filter(|_| words(low) <= COMPLAINT && after_any(low, phrases!("if|when|whenever|unless|once")).is_none())
    else {
        return false;
    };
    let before = low.get(..found.start()).unwrap_or("");
    let own = before.rsplit([',', ';', ':', '.']).next().unwrap_or(before);
    let own = own.rsplit(" but ").next().unwrap_or(own);
    let told = token_set(own);
    let named = !told.is_empty() && is_named_by(own, task);
    let bare =
        own.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty()).all(|w| OF_IT.contains(w));
    !SUPPOSES.is_match(before) && (named || bare)
}

/// Whether lower-case words say that work which was reported as done is not.
pub(super) fn complains(low: &str) -> bool {
    const CONDITIONS: Phrases = phrases!("if|when|whenever|unless|once|in case|should|as long as|until");
    let condition = after_any(low, CONDITIONS).is_some();
    !condition && words(low) <= COMPLAINT && STILL.is_match(low.trim_end_matches(['.', '!', ' ']))
}

/// The one task that the agent's last turn closed.
pub(in crate::pipeline::acts) fn just_reported(view: View<'_>) -> Option<&Item> {
    let mut closed = finished(view).filter(|i| lately(view, i, 1));
    closed.next().filter(|_| view.agents_turn().is_some() && closed.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn praise_says_nothing_else() {
        for said in [
            "works, ty",
            "perfect",
            "looks great on my phone, thank you!",
            "ah nice, that did it",
            "great, it works now",
            "exactly what i wanted",
            "confirmed",
            "wow, much better. thanks a lot",
            "all good :)",
        ] {
            assert!(PRAISES.is_match(said), "{said}");
        }
        for said in [
            "great idea",
            "perfect, now the gate",
            "sounds good",
            "works only on sundays",
            "looks good but the hinge squeaks",
            "it works with oil",
            "nice try",
        ] {
            assert!(!PRAISES.is_match(said), "{said}");
        }
    }

    #[test]
    fn a_complaint_says_that_the_fault_is_still_there() {
        for said in [
            "still squeaking here",
            "no luck, same noise",
            "same error",
            "nope, the hinge still squeaks",
            "it's still crooked for tall people, still wrong",
            "that didn't help",
            "hm, doesn't work on the left side",
            "not fixed, it leaks again",
            "it's back again",
        ] {
            assert!(STILL.is_match(said), "{said}");
        }
        for said in
            ["still to do: the gate", "the same for the gate", "no change requests so far?", "we still need paint"]
        {
            assert!(!STILL.is_match(said), "{said}");
        }
    }
}
