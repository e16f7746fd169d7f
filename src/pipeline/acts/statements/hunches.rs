//! Defines suspicions told in free words: a bet, a smell, a feeling, a statement that its speaker has not checked, and one
//! that ends in question marks.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::work::imperative::opens;
use crate::pipeline::acts::{Act, ActKind, Certainty, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::text::patterns;

patterns! {
    /// Words that mark what they stand with as a suspicion.
    MARKED = r"(?x) \b(?:smells?|reeks|stinks)\ (?:a\ bit\ |a\ lot\ |strongly\ |very\ much\ |to\ me\ )?(?:like|of)\ | \bmy\ money(?:'s|\ is|\ goes|\ would\ be)\ on\b | \bmy\ bet(?:'s|\ is|\ would\ be|:) | \bmy\ (?:gut|instinct|nose)\ (?:says|tells)\b
        | \b(?:can't|cannot|can\ not)\ (?:shake|get\ rid\ of|lose)\ (?:off\ )?(?:the|this|a)\ (?:feeling|suspicion|thought|impression)\b | \bi(?:'ve|\ have|'ve\ got|\ have\ got|\ got)\ (?:a|the|this)\ (?:nagging|sneaking|strange|strong|vague|gut)\ (?:feeling|suspicion|hunch)\b
        | \b(?:wouldn't|would\ not)\ (?:be\ (?:too\ |very\ |at\ all\ )?surprised|surprise\ me)(?:\ at\ all)?\ if\b | \bsomething\ tells\ me\b | ^i(?:'d|'m\ inclined\ to|\ would|\ tend\ to)?\ blame\ | \b(?:i'd|i\ would|i'll)\ (?:put|bet)\ (?:my\ |some\ |good\ |a\ )?(?:money|beer|coffee)\b | \b(?:prime|main|first|usual|number\ one)\ suspect\b ";
    /// A cause that is only supposed: "then probably the gutter".
    SUPPOSED = r"^(?:hm+,? |ok,? |so |and |then |well,? |but )*(?:it's |that's |it is |must be )?(?:probably|presumably|most likely) (?:it's |just |only |also |because of )*(?P<what>(?:the|our|my|some|a|an) [\w'-]+(?: [\w'-]+){0,4}?)(?: then| again| after all)?$";
    /// The words before a suspicion that only mark it.
    MARKS = r"^(?:(?:but|and|so|hm+|well|also),? )*(?:i (?:just )?(?:can't|cannot|can not) (?:shake|get rid of|lose) (?:off )?(?:the|this|a) (?:feeling|suspicion|thought|impression)|i(?:'ve| have)(?: got)? (?:a|the|this) (?:nagging |sneaking |strange |strong |vague |gut )+(?:feeling|suspicion|hunch)|i (?:wouldn't|would not) be (?:too |very |at all )?surprised if|it (?:wouldn't|would not) surprise me(?: at all)? if|something tells me|my (?:gut|instinct|nose) (?:says|tells me))(?: that)? ";
    /// Words with which people say that they have no proof.
    UNPROVEN = r"(?x) ^(?:(?:but|and|though|only|just|purely|it's|that's|thats|this\ is|i|we|i've|we've|still|so\ far|of\ course|have|to\ be),?\ )* (?:
        (?:just\ |only\ )?(?:me\ )?(?:(?:a|my|pure|wild|an\ educated)\ )*(?:guessing|guess|hunch|gut\ feeling|speculation|speculating|theory) | no\ (?:hard\ |real\ )?(?:proof|evidence|numbers?|data|measurements?|facts)(?:\ yet|\ for\ (?:it|that))?
        | (?:can't|cannot|couldn't)\ (?:prove|verify|confirm|back)\ (?:it|that|this)(?:\ up)?(?:\ yet)? | (?:haven't|havent|have\ not|not|never|didn't)(?:\ yet|\ really)?\ (?:checked|check|verified|verify|tested|test|measured|measure|confirmed|looked|proven)(?:\ (?:it|that|this))?(?:\ yet)? | (?:untested|unverified|unproven|unconfirmed)
        | (?:we|i|you)?(?:'d|\ would|would)?\ ?have\ to\ (?:see|test|measure|check|verify|try|profile)\b.{0,40} | (?:could|might|may)\ be\ (?:totally\ |completely\ )?wrong(?:\ there|\ about\ (?:it|that))? | don't\ quote\ me(?:\ on\ (?:it|that))? | needs\ (?:testing|checking|proof|measuring) )
        (?:\ (?:though|however|yet|so\ far|myself|tbh))*[.!\ ]*$ ";
    /// Words that suppose how things are.
    SUPPOSES = r"\b(?:must (?:be|come|have|stem)|has to be|have to be|might|may|could(?: well)? (?:be|have|come)|probably|presumably|maybe|perhaps|seems?|because|caus(?:e|es|ed|ing)|due to|comes? from|stems? from|culprit|to blame|responsible|behind (?:it|this|that)|i think|i guess)\b";
    /// A statement with a modal verb in the shape of a question: "the parser might be dropping lines?"
    WONDERS = r"^(?:hm+,? |so |and |but |or )*(?P<subject>(?:the |our |my |this |that |a |an )?[\w'./()-]+(?: [\w'./()-]+){0,5}?) (?:might|may|could)(?: just| simply| actually| well| already| also| even| very well)* (?:be|have|come|cause|explain|help|work|do|suffice)\b";
    /// A relation of cause between two things: "the damp comes from the roof".
    CAUSE = r"(?x)\b(?:(?:is|are|was|were|be|being|just|it's|its|really|only|all)\ (?:because|due)|because\ of|due\ to|caus(?:ed\ by|es|ing)|the\ cause|(?:comes?|coming|came|come|is|are|stems?|results?|arises?)\ from|(?:has|have)\ (?:its|their)\ (?:origin|root|cause|source)|to\ blame|culprit|guilty|responsible\ for|(?:is|are|be|sits|was)\ behind|(?:consequence|result|symptom|effect|product)\ of
        |(?:be\ )?explain(?:ed\ (?:by|with)|s)|would\ explain|leads?\ to|leading\ to|trigger(?:s|ing|ed\ by)?|produces?|produced\ by|(?:the\ )?reason\ (?:for|why|behind)|giving\ us|gives\ us|makes\ (?:it|the|our)|brings\ about|something\ to\ do\ with|(?:is|are|be)\ (?:\w+\ )?(?:connected|related|linked|tied)|(?:what\ we|we|you)\ see\ as|feels\ like|in\ the\ direction\ of)\b";
    /// Words of a speaker who does not know.
    UNSURE = r"(?x)\b(?:might|may|could|couldn't|maybe|perhaps|possibly|probably|presumably|likely|suspect\w*|suspicion|hunch|guess\w*|assum\w+|hypothes[ie]s|theory|chances?|wonder\w*|plausible|conceivable|speculat\w+|unverified|i(?:'d|\ would)?\ bet|i\ believe|my\ bet|my\ money|gut\ feeling|what\ if|who\ knows|(?:not|never)\ (?:\w+\ )?(?:sure|certain)|no\ proof|can't\ prove|totally\ off|i\ have\ a\ feeling|seems?|looks?\ (?:to\ me\ )?(?:like|as\ if))\b";
    /// A suspect named without a word of cause: "so maybe it's the gutter", "gut feeling says the roof for the damp".
    NAMED_SUSPECT = r"(?x)\b(?:maybe|perhaps|probably|possibly)\ (?:it's|its|it\ is|that's)\ (?:the|our|my|a|an|some)\b | \b(?:it's|its|it\ is|that's)\ (?:probably|maybe|perhaps|possibly)\ (?:the|our|my|a|an|some)\b | \bgut\ feeling\ (?:says|tells\ me|is)\b | \blooks?\ like\ (?:the|our|a|an|some)\ [\w'\ -]+\ to\ me\b | ^(?:the|our|my)\ [\w'\ -]{3,50}(?::|,|\ -|\ =)\ (?:(?:maybe|perhaps|probably)\ )?(?:the|our|my)\ [\w'\ -]{3,40}\ (?:maybe|perhaps|probably|i\ guess|i\ suppose)$ | ^(?:possibly|maybe|perhaps|probably)\ (?:the|our|my)\ [\w'\ -]{3,50}\ =\ ";
    /// Subjects of proposals and questions, which suppose nothing.
    PROPOSES = r"^(?:hm+,? |so |and |but |or )*(?:we|i|you|he|she|they|it|what|which|who|why|how|when|where|that|is|are|do|does|did|can|could|would|should|will|shall|anyone|somebody|someone|there)\b";
}

/// Openings of a sentence that settles or reports something, proven or not.
const SETTLES: Phrases = phrases!(
    "use|take|let's|go with|please|pls|we use|we'll|we will|i'd|i'll|we go|don't|do not|never|always|keep|i added|i fixed|i changed|we changed|done|fixed|added|make|yes|no|if|decision|decided"
);

/// Words of what is to be done.
const PROPOSED: Phrases =
    phrases!(" should | we could | we can | we try | use | add | make | let's | i could | you could ");

/// Words that tell what others say.
const TELLS: Phrases =
    phrases!(" says | said | thinks | thought | claims | claimed | told | believes | wrote | asked ");

/// Numbers of words in a suspicion.
const LEAST: usize = 4;
const MOST: usize = 36;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading && s.list.is_none()).collect();
    let mut out: Vec<Act> = Vec::new();
    for (at, sentence) in own.iter().enumerate() {
        let next = own.get(at + 1).filter(|s| !s.asks);
        let unproven = next.is_some_and(|s| UNPROVEN.is_match(&lowered(&s.text)));
        let Some(act) = of_sentence(sentence, unproven, !view.offers.is_empty()) else { continue };
        out.push(act);
        out.extend(next.filter(|_| unproven).map(|s| Act::nothing(s.range.clone(), "unproven")));
    }
    out
}

fn lowered(text: &str) -> String {
    plain(text).to_lowercase().replace('’', "'")
}

/// Whether lower-case words suppose that one thing causes another.
pub(in crate::pipeline::acts) fn supposes_cause(low: &str) -> bool {
    CAUSE.is_match(low) && UNSURE.is_match(low)
}

/// Whether a lower-case sentence suspects a cause: it is unsure of one, or of a thing that it names as the suspect. An
/// order to look for it does not, nor a condition.
fn suspects_cause(low: &str) -> bool {
    let low = after_any(low, phrases!("hm|hmm|so|and|but|well|ok|thinking out loud"))
        .unwrap_or(low)
        .trim_start_matches([',', ' ']);
    let supposes = supposes_cause(low) || NAMED_SUSPECT.is_match(low);
    supposes && after_any(low, NO_SUSPICION).is_none() && !WISHES.within(&format!(" {low} "))
}

/// Openings of sentences that order, decide or set a condition, whatever they suppose.
const NO_SUSPICION: Phrases = phrases!(
    "use|take|let's|lets|go with|please|pls|we'll|we will|i'll|don't|do not|never|always|keep|done|fixed|make|yes|no, |decision|decided|if it|if that|if this|if the|if we|unless\
     |when|can you|could you|would you|should|shall|do you|does|did|is|are|why|how|where|find|check|look|investigate|see|see if|test|try|tell me|explain"
);

/// Words of wishes and duties.
const WISHES: Phrases = phrases!(
    " should | must | please | pls | i want | we need | i need | let's | can you | could you | instead of | rather than | i'd use | i'd prefer | i'd like | we could | we might | i might | i may | we may | go with | would be "
);

/// The suspicion of a sentence; `unproven` if the next one says that there is no proof, `answers` if the agent has offered
/// something.
fn of_sentence(sentence: &Sentence, unproven: bool, answers: bool) -> Option<Act> {
    let text = plain(&sentence.text).replace('’', "'");
    let (text, own_doubt) = without_doubt(text.trim_end_matches(['.', '!', '?', ' ']));
    let low = text.to_ascii_lowercase();
    // A suspicion of others, or a quoted one, is theirs.
    let told = TELLS.within(&format!(" {low} ")) && !low.contains("feeling says");
    if low.contains('"') || told {
        return None;
    }
    if let Some(found) = SUPPOSED.captures(&low).filter(|_| !sentence.asks && !answers) {
        let what = found.name("what").and_then(|m| text.get(m.range()))?;
        let said = format!("Probably {what}");
        return Some(Act::likely(ActKind::Suspect, sentence.range.clone(), said, "hunch"));
    }
    if suspects_cause(&low) && !opens(&low) && (LEAST..=MOST).contains(&words(text)) {
        let said = whole(&capital(unhurried(MARKS.find(&low).and_then(|m| text.get(m.end()..)).unwrap_or(text))));
        return Some(Act::settled(ActKind::Suspect, sentence.range.clone(), said, "hunch"));
    }
    let bare = after_any(&low, phrases!("hm|hmm|ok|well|so|and|but|i think|imho")).unwrap_or(&low);
    if !(LEAST..=MOST).contains(&words(text)) || opens(bare) || after_any(bare, SETTLES).is_some() {
        return None;
    }
    let marked = MARKED.is_match(&low) && !sentence.asks;
    let doubted = (unproven || own_doubt) && SUPPOSES.is_match(&low) && !sentence.asks;
    // "Could be that the roof leaks? just a guess"
    let supposed =
        after_any(&low, phrases!("could be that|might be that|may be that|maybe|perhaps|could it be that")).is_some();
    let wondered = sentence.asks
        && (WONDERS.is_match(&low) && !PROPOSES.is_match(&low) || supposed && unproven && !PROPOSED.within(&low));
    let certainty = match (marked, doubted || wondered) {
        (true, _) => Certainty::Settled,
        (_, true) => Certainty::Likely,
        _ => return None,
    };
    let what = MARKS.find(&low).and_then(|m| text.get(m.end()..)).unwrap_or(text);
    let said = whole(&capital(unhurried(what)));
    Some(Act { certainty, ..Act::settled(ActKind::Suspect, sentence.range.clone(), said, "hunch") })
}

/// A statement without the words behind it that say that it is not proven, and whether there were any.
fn without_doubt(text: &str) -> (&str, bool) {
    let joints = [", ", " - ", " – ", " — ", "; ", " ("];
    let last = joints.iter().filter_map(|j| text.rfind(j).map(|at| (at, j.len()))).max();
    let Some((at, len)) = last else { return (text, false) };
    let (head, tail) = (text.get(..at).unwrap_or(text), text.get(at + len..).unwrap_or(""));
    let doubts = UNPROVEN.is_match(&tail.to_ascii_lowercase().replace(')', ""));
    if doubts { (head, true) } else { (text, false) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doubt_behind_a_statement_is_no_part_of_it() {
        for (said, head) in [
            ("the damp must come from the roof, but that's just a guess", Some("the damp must come from the roof")),
            ("probably the gutter - not checked", Some("probably the gutter")),
            ("the roof is old, and the gutter too", None),
        ] {
            assert_eq!(Some(without_doubt(said)).filter(|(_, doubts)| *doubts).map(|(text, _)| text), head, "{said}");
        }
    }

    #[test]
    fn bets_smells_and_feelings_mark_a_suspicion() {
        for said in [
            "that stain smells like a leaking gutter",
            "the damp in the hall, my money's on the roof",
            "i can't shake the feeling that the roof leaks",
            "i wouldn't be surprised if the gutter was blocked",
        ] {
            assert!(MARKED.is_match(said), "{said}");
        }
        for said in ["my money is gone", "the bet was lost", "he smells the gutter"] {
            assert!(!MARKED.is_match(said), "{said}");
        }
        for said in [
            "the damp might have something to do with the gutter",
            "perhaps the roof is to blame for the damp",
            "the damp started in may, so maybe it's the roof",
            "the damp: the gutter maybe",
        ] {
            assert!(suspects_cause(said), "{said}");
        }
        for said in [
            "find out whether the damp comes from the roof",
            "if it comes from the roof we may have to paint",
            "the damp comes from the roof",
            "maybe we should paint because of the damp",
        ] {
            assert!(!suspects_cause(said), "{said}");
        }
        assert!(WONDERS.is_match("the gutter might be blocked") && PROPOSES.is_match("we could be early"));
    }
}
