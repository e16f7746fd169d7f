//! Defines remarks that settle nothing: jokes, stories, surprise, and emphasis on something said before.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::polarity::{Polarity, polarity};
use crate::pipeline::acts::answers::stance::stance;
use crate::pipeline::acts::sentences::segments::is_hypothetical;
use crate::pipeline::acts::sentences::wording::{after_any, words};
use crate::pipeline::acts::{Act, OfferForm, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::text::patterns;

patterns! {
    /// Surprise or a story in the shape of a prohibition: "never seen anything like it".
    TOLD = r"^(?:(?:i|we)(?:'ve| have)? )?never (?:\w{2,}ed|seen|had|heard|been|known|thought|felt|met|saw|knew|read|got|again in my life|in my life)\b";
    /// Marks of a joke at a sentence's end.
    JOKE = r"(?:(?:^|\s)(?:/s|/j|jk|j/k|lol|lmao|rofl|haha\w*|hehe\w*|:d|xd|;\)|;-\)|just kidding|kidding)|😂|🤣|😜|😄|😆)[.! ]*$";
    /// A laugh at a remark: "haha the build server is a potato".
    LAUGH = r"^(?:haha\w*|hehe\w*|lol|lmao|rofl)\b[,.! ]+(?:the|that|this|these|those|our|my|it|he|she|they|who|what a|you|i)\b.*\b(?:is|are|was|were|has|looks|sounds|feels|seems|thinks|wants|hates|loves)\b";
    /// Emphasis on something said before, or a wish that all stays as it is: "must not happen", "otherwise stay with
    /// what we have".
    STRESS = r"^(?:and |but )?(?:that |this |it )?(?:(?:must|should|may|shall) (?:not|never)|mustn't|shouldn't|can't|cannot|must never|should never) (?:ever )?happen(?: again)?\b|^(?:and |so )?that(?:'s| is) (?:the|our|my) (?:whole |main |only )?(?:goal|aim|idea|point|plan|purpose)(?:, (?:and )?nothing (?:else|more))?[.! ]*$|^(?:otherwise|else|for the rest|apart from that|everything else),? (?:just )?(?:stay|stick|go on|continue|carry on|leave (?:it|everything|all)|keep (?:it|everything|all)|stays?|remains?)(?: with| as)? (?:what we have|(?:it|they|things) (?:is|are|was|were)|is|are|before|now|the same|unchanged)\b";
    /// A case that is only thought of: "let's say we wanted to hang the lamps from the beam".
    SUPPOSED = r"^(?P<lead>[^.!?:]{1,70}[:,] ?)?(?:and |so |but |ok,? |just )*(?:let'?s (?:say|assume|imagine|suppose|pretend)|say|suppose|supposing|assume|assuming|imagine|hypothetically|theoretically),? (?:that )?(?:i|we|you|they|one|someone|somebody|the|an?|our|there)\b.*\b(?:would|wanted|had|were|could|might|wished|needed)\b";
    /// A possibility that "always" stands open; it sets no rule: "we can always paint it later".
    POSSIBLE = r"^(?:and |but |so |then |besides,? |plus,? |anyway,? )*(?:we|you|i|one|they|people|users) (?:can|could) (?:still |then )?always\b";
    /// An order for this moment: "wait 10 seconds, use sleep".
    PAUSE = r"^(?:(?:dude|bro|man|hey|ok|okay|no|just|please|pls|come on|then),? )*(?:wait|sleep|pause|hold on|hang on)(?: for)?(?: an?(?:other)?| some| a few| a couple of)? ?(?:\d+|one|two|five|ten|few|some)? ?(?:s|secs?|seconds?|m|mins?|minutes?|moment)\b(?:[,;]? (?:and |then |just |maybe )*(?:use|with|via|run|try|do) (?:a )?`?(?:sleep|timeout|timer|wait)`?(?: \d+)?)?[.! ]*$";
    /// A question of others that is told: "the harbour master asked why we don't use tar".
    ASKED_WHY = r"\b(?:asked|asks|wonders|wondered|(?:wanted|wants) to know|is asking|keeps asking)(?: me| us| again)? (?:why|whether|how come)\b";
    /// Advice of a source from outside: "the tutorial goes with tar".
    ADVISED = r"(?x)^(?:(?:and|but|so|btw|fyi|interesting),?\ )*(?:(?:the|a|an|this|that|some|every|most|all|their|one|both)\ )?(?:[\w'-]+\ ){0,3}?(?:tutorials?|guides?|blogs?|posts?|articles?|books?|faqs?|slides|talks?|videos?|papers?|threads?|stackoverflow|reddit|chatgpt|gemini|copilot|competitors?|vendors?|reviewers?|consultants?|manuals?|internet|forums?)(?:\ (?:of|from|by)\ (?:the\ )?(?:[\w'-]+\ ?){1,3}?)?(?:\ and\ (?:the\ |our\ )?\w+)?(?:\ (?:both|all|always|even|also|usually|clearly|just|only))*
        \ (?:(?:goes?|went)\ (?:with|for)|lists?|listed|says?|said|recommends?|recommended|suggests?|suggested|advises?|advised|argues?|argued|swears?|swore|prefers?|preferred|picks?)\b";
    /// A report of what the speaker has heard or read.
    HEARD = r"^(?:(?:i|we|just|once),? )*(?:(?:heard|overheard) (?:that |in |on |at |somewhere |our |the |some|a |people)|(?:read|saw|watched|skimmed) (?:an?|some) (?:[\w-]+ ){0,2}(?:blog|post|article|talk|video|thread|paper|tweet|comment|tutorial)\b|(?:read|saw) somewhere)";
    /// Irony: an exclamation and a rhetorical question, as "great, what could go wrong?".
    IRONY = r"^(?:oh |yeah,? |sure,? |great,? |right,? |wow,? )+.*(?:what could (?:possibly )?go wrong|while we're at it|because why|of course we)\b|^oh (?:great|wonderful|fantastic|perfect|joy|nice|yeah)\b.*\b(?:let's|just|again|another|everything)\b";
}

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<_> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    let mut out = Vec::new();
    for (at, sentence) in own.iter().enumerate() {
        let low = sentence.text.trim().to_lowercase().replace('’', "'");
        let joined = own.get(at + 1).map(|s| s.text.to_lowercase()).unwrap_or_default();
        // "Neither lol" answers.
        let refuses = !view.offers.is_empty()
            && words(&low) <= 4
            && !low.ends_with("/s")
            && (after_any(&low, phrases!("neither|none")).is_some() || polarity(&low).0 == Polarity::No);
        let joke = JOKE.is_match(&low) && !refuses
            || phrases!("/s|/j|jk|just kidding|kidding").contains(joined.trim_matches(['.', '!', ' ']));
        // "Somebody has to port it and it's you lol" asks with a smile.
        let assigns = phrases!("someone has to|somebody has to|someone needs to|somebody needs to|someone ought to|somebody ought to|your job|your turn").within(&low);
        let polite = (phrases!("please|pls|plz|can you|could you|fix").within(&low) || assigns) && !low.ends_with("/s");
        // "No problem at all" forbids nothing.
        let at_ease =
            low.starts_with("no ") && stance(low.split([',', '.']).next().unwrap_or(&low), &[]) == Polarity::Yes;
        let at_ease = at_ease && view.offers.iter().all(|o| o.form == OfferForm::Question);
        if at_ease
            || leaves_it(&low)
            || TOLD.is_match(&low)
            || (joke && !polite)
            || (LAUGH.is_match(&low) && !polite)
            || IRONY.is_match(&low)
            || STRESS.is_match(&low)
            || POSSIBLE.is_match(&low)
            || PAUSE.is_match(&low)
            || is_hearsay(&low)
            || is_hypothetical(&low) && !phrases!("please|pls| and |let's").within(&low)
            || is_supposed(&low, &own)
        {
            out.push(Act::nothing(sentence.range.clone(), "aside"));
        }
    }
    out
}

/// Whether a sentence only passes on what others ask, advise or do. What the speaker concludes from it is its own.
pub(in crate::pipeline::acts) fn is_hearsay(low: &str) -> bool {
    let concludes = phrases!(
        " so | let's | please | pls | we'll | we will | therefore | which means | i want | we want | we go | we should | i'd | we need | use it | use that "
    );
    let heard = ASKED_WHY.is_match(low) || ADVISED.is_match(low) || HEARD.is_match(low);
    heard && !concludes.within(&format!(" {low} "))
}

/// Whether a sentence of a turn only thinks of a case to ask about it: "question, nothing to build yet: let's say we wanted
/// ... would that be hard?"
fn is_supposed(low: &str, own: &[&Sentence]) -> bool {
    let looks =
        phrases!("question|wondering|investigat|looking into|look into|curious|thought experiment|theor|hypothe");
    let found = SUPPOSED.captures(low);
    found.is_some_and(|found| {
        found.name("lead").is_some_and(|lead| looks.within(lead.as_str())) || own.iter().any(|s| s.asks)
    })
}

/// Whether words turn a suggestion down without naming an act, so that they make no rule: "let's not plan anything".
pub(in crate::pipeline::acts) fn leaves_it(low: &str) -> bool {
    const OPEN: Phrases = phrases!("anything|there|that|this|it|them|too much|ahead|overboard|yet|now|further|again");
    let Some(rule) = after_any(low, phrases!("let's not|lets not|so let's not|so lets not|but let's not|but lets not"))
    else {
        return false;
    };
    let (verb, what) = rule.split_once(' ').unwrap_or((rule, ""));
    verb != "do" && OPEN.contains(what.trim_end_matches(['.', '!', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_a_possibility_and_a_pause_settle_nothing() {
        for said in [
            "let's say we wanted to hang the lamps from the beam, not from the wall",
            "question, only a look for now: suppose the gate would open by itself",
            "imagine we had two cranes",
        ] {
            assert!(SUPPOSED.is_match(said), "{said}");
        }
        for said in ["let's say 30 seconds", "say it in red", "assume the worst"] {
            assert!(!SUPPOSED.is_match(said), "{said}");
        }
        assert!(POSSIBLE.is_match("we can always paint it later") && !POSSIBLE.is_match("we always paint it"));
        assert!(PAUSE.is_match("dude wait 10 seconds, use sleep") && PAUSE.is_match("hold on a minute"));
        assert!(!PAUSE.is_match("wait 10 seconds between two attempts"));
    }
}
