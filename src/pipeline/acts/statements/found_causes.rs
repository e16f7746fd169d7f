//! Defines the cause of a fault that the agent has found: "Found it. The proxy rewrites the stream", "The root cause is the
//! cache", "It isn't the font. It's the script". It is a fact where the person asked for it or told of the fault. What was
//! guessed before no longer stands.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::stance::stems;
use crate::pipeline::acts::sentences::wording::{after_any, capital, lowered, plain, unhurried, whole, words};
use crate::pipeline::acts::work::work_told::is_fault;
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::pipeline::extract::summary;
use crate::state::{Item, ItemKind};
use crate::text::{Captures, patterns};
use crate::transcript::Role;

patterns! {
    /// Says that something was found, with or without what.
    FOUND = r"^(?:ok(?:ay)?,? |right,? |great,? |yes,? |ah,? |aha,? |and |so )*(?:(?:i(?:'ve| have)? )?found (?:it|the (?:root |real |actual )?(?:cause|bug|problem|issue|culprit|reason|fault|leak))|i (?:can )?see (?:it|the (?:issue|problem|cause|bug)) now|(?:this|that)(?:'s| is) (?:it|(?:exactly )?(?:the (?:cause|culprit|bug|reason)|why)))(?: now)?(?P<mark>[.!]?$|[:,.–—-]+ (?P<what>.+)$)";
    /// Names the cause: "the root cause is that the key is shared", "the actual bug: the key is shared".
    NAMED = r"^(?:[^.;]{0,60}? )?(?:the |a |and the |so the )?(?:root cause|(?:real|actual|true|underlying|root|main) (?:cause|reason|culprit|problem|issue|bug|fault)|cause|culprit|reason|explanation)(?: (?:of|for|behind) [^:]{2,60}?| here)?(?: (?:is|was|turned out to be|turns out to be)(?: that| because|:)?|:| —| –| -) (?P<what>.+)$";
    /// "It turned out that the key is shared".
    TURNED_OUT = r"^(?:ok(?:ay)?,? |so |and |but )*(?:(?:it|as it) )?(?:turns|turned) out:?,?(?: that)? (?P<what>.+)$";
    /// The cause instead of the guess before: "It's the script: it waits for the name server".
    INSTEAD = r"^(?:rather,? |instead,? |but )?(?:it's|it is|it was|that's|the cause is)(?: actually| really| in fact)? (?P<what>(?:the|a|an|our|your|two|some|how|that) .+)$";
    /// Denies a guess: "you're right, it isn't the font".
    DENIES = r"\b(?:it|that|this)(?:'s| is| was)? ?(?:not|isn't|wasn't|n't)\b (?:it|the|a|an|our|your|about|related|caused)\b|^(?:that's|it's|so it's|so it is|so it was) not\b|\bnot the (?:cause|culprit|problem|reason)\b|\bruled out\b|\b(?:is|are|was|were) (?:fine|innocent|ok|okay|not (?:it|to blame))\b";
    /// Tells why at once: "It was slow because each request reads the table".
    BECAUSE = r"^(?P<lead>.{3,80}?),? because (?:of )?(?P<why>.+)$";
    /// Words that only guess or plan.
    OPEN = r"\b(?:might|may|maybe|perhaps|probably|possibly|not sure|could|i think|i suspect|i guess|guess|suspect|hypothesis|theory|seems?|likely|don't know|no idea|if|would|should|whether|assum\w+|let me|i'll|to check|to confirm|to verify)\b";
    /// Words of a person with a fault at hand.
    TROUBLE = r"\b(?:why|how come|what causes|what's causing|fails?|failed|failing|errors?|exception|panic|empty|broken|wrong|weird|strange|odd|slow|timeouts?|times? out|debug|can't|couldn't|cannot|doesn't|don't|isn't|aren't|won't|wouldn't|never|nothing|still|again|missing|crash\w*|hangs?|stuck|freez\w+|problem|issue|bug|leak\w*|red|flaky|twice|blank|upside|mirrored|blurry|drifts?|grows|differs?|jumps|flickers?|lost|loses?|stale|outdated|old value|takes? \d[\w.]* ?(?:ms|s|sec\w*|min\w*|h|hours?))\b";
    /// Announces a check of a guess: "let me confirm that".
    CHECKS = r"\b(?:let me|i'll|i will|going to|i'm going to)\b.{0,30}\b(?:check|verify|confirm|test|see|look|make sure|reproduce|prove|measure|try|find out)\b";
}

/// Number of the agent's first sentences that may tell a cause, and numbers of words in one.
const FIRST: usize = 8;
const LEAST: usize = 4;
const MOST: usize = 40;

/// Number of the person's turns in which a fault may have been told.
const TOLD_WITHIN: usize = 2;

/// Id of the form of these acts.
const FORM: &str = "found-cause";

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view
        .own()
        .filter(|s| !s.asks && s.block != BlockKind::Heading && s.block != BlockKind::Row)
        .take(FIRST)
        .collect();
    let lows: Vec<String> = own.iter().map(|s| lowered(&s.text)).collect();
    let why = asks_why(view);
    let Some((sentence, cause)) = own.iter().enumerate().find_map(|(at, s)| Some((*s, cause(&own, &lows, at, why)?)))
    else {
        return Vec::new();
    };
    // What is still to be checked is a guess.
    let checks = lows.iter().any(|low| CHECKS.is_match(low));
    let firm = lows.iter().any(|low| DENIES.is_match(low) || FOUND.is_match(low) || NAMED.is_match(low));
    let asked = why || troubled(view);
    if checks || !asked && !firm {
        return Vec::new();
    }
    let make = if asked { Act::settled } else { Act::likely };
    let mut out = vec![make(ActKind::Inform, sentence.range.clone(), whole(&cause), FORM)];
    if !asked {
        return out;
    }
    out.extend(guesses(view, &cause, &lows, firm).map(|item| Act::ends(item, sentence.range.clone(), FORM)));
    out
}

/// The cause that the sentence at this place tells, in words that stand alone.
fn cause(own: &[&Sentence], lows: &[String], at: usize, asked: bool) -> Option<String> {
    let (sentence, low) = (own.get(at)?, lows.get(at)?);
    let text = plain(&sentence.text).replace('’', "'");
    let part = |found: Option<Captures<'_>>, name: &str| {
        found.and_then(|c| text.get(c.name(name)?.range()).map(str::to_owned))
    };
    let before = at.checked_sub(1).and_then(|n| lows.get(n));
    let said = part(FOUND.captures(low), "what")
        .or_else(|| part(NAMED.captures(low), "what"))
        .or_else(|| part(TURNED_OUT.captures(low), "what"))
        .or_else(|| part(INSTEAD.captures(low).filter(|_| before.is_some_and(|b| DENIES.is_match(b))), "what"))
        // "Found it." and the cause in the next sentence.
        .or_else(|| {
            before
                .filter(|b| FOUND.is_match(b) && FOUND.captures(b).is_some_and(|c| c.name("what").is_none()))
                .map(|_| text.clone())
        })
        .or_else(|| because(&text, low).filter(|_| asked && at < 3))?;
    let said = unhurried(after_any(&said, phrases!("that|because|simply|just|actually")).unwrap_or(&said)).to_owned();
    let clear = (LEAST..=MOST).contains(&words(&said)) && !OPEN.is_match(&said.to_lowercase()) && !OPEN.is_match(low);
    // "The script: it waits for the name server" names what "it" is.
    let named = said.split_once(": ").map_or(said.as_str(), |(thing, _)| thing);
    (clear && summary::stands_alone(&said) && !summary::points(named) && !is_own_deed(&said)).then(|| capital(&said))
}

/// Why something is so: the whole sentence if it stands alone, else the reason.
fn because(text: &str, low: &str) -> Option<String> {
    let found = BECAUSE.captures(low)?;
    let lead = text.get(found.name("lead")?.range())?;
    let why = text.get(found.name("why")?.range())?;
    let whole = !summary::points(lead) && words(lead) >= 3;
    Some(if whole { text.to_owned() } else { why.to_owned() })
}

/// Whether words tell what the agent itself did or will do.
fn is_own_deed(said: &str) -> bool {
    after_any(
        said,
        phrases!("i|i'm|i've|i'll|let|let's|fixed|added|to|now|done|adding|add|look|there's a|there is a|here"),
    )
    .is_some()
}

/// The person's last turns.
fn said(view: View<'_>) -> impl Iterator<Item = &Sentence> + use<'_> {
    let turns = view.talk.before().filter(|t| t.role == Role::User).take(TOLD_WITHIN);
    turns.flat_map(|t| t.sentences.iter())
}

/// Whether the person has told of a fault or asked for its cause.
fn troubled(view: View<'_>) -> bool {
    said(view).any(|s| is_fault(&s.text) || TROUBLE.is_match(&lowered(&s.text)))
}

/// Whether the person's last turn asks why.
fn asks_why(view: View<'_>) -> bool {
    const WHY: Phrases =
        phrases!("why |how come|what causes|what's causing|what is causing|what's the reason|where does|where do");
    let last = view.talk.before().find(|t| t.role == Role::User);
    last.is_some_and(|t| t.sentences.iter().any(|s| WHY.within(&format!("{} ", lowered(&s.text)))))
}

/// The guesses at a cause that no longer stand: those of the agent since the fault was told, and the person's.
fn guesses<'v>(view: View<'v>, cause: &str, lows: &[String], firm: bool) -> impl Iterator<Item = &'v Item> + use<'v> {
    const NEWEST: usize = 6;
    let denied: Vec<String> = lows.iter().filter(|low| DENIES.is_match(low)).flat_map(|low| stems(low)).collect();
    let new = stems(cause);
    let of_agent = move |item: &Item| {
        let mut agents = view.talk.before().filter(|t| t.role == Role::Assistant);
        agents.any(|t| item.source_turns.iter().any(|s| s.turn_id == t.turn_id))
    };
    let lately =
        move |item: &Item| view.talk.before().any(|t| item.source_turns.iter().any(|s| s.turn_id == t.turn_id));
    let facts = view.ledger.open_of_kind(ItemKind::Fact).rev().take(NEWEST).filter(move |i| of_agent(i));
    let facts = facts.filter(move |i| stems(&i.summary).iter().any(|w| denied.contains(w)));
    let suspected =
        view.ledger.open_of_kind(ItemKind::Hypothesis).rev().take(NEWEST).filter(move |i| firm && lately(i));
    let same = move |i: &&Item| stems(&i.summary).iter().all(|w| new.contains(w));
    facts.chain(suspected).filter(move |i| !same(i) || i.kind == ItemKind::Hypothesis)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::{RecordRef, Turn};

    fn told(sentences: &[&str], asked: bool) -> Option<String> {
        let text = sentences.join(" ");
        let (turn_id, record) = ("t1".to_owned(), RecordRef::default());
        let turn = Turn { turn_id, ordinal: 1, role: Role::Assistant, content: text, at: None, record };
        let turn = crate::pipeline::clause::read(&turn);
        let own: Vec<&Sentence> = turn.sentences.iter().collect();
        let lows: Vec<String> = own.iter().map(|s| lowered(&s.text)).collect();
        (0..own.len()).find_map(|at| cause(&own, &lows, at, asked))
    }

    #[test]
    fn a_cause_is_found_in_many_words() {
        for (said, cause) in [
            (&["Found it.", "The gutter drips on the sensor."][..], "The gutter drips on the sensor"),
            (&["Found the cause: the gutter drips on the sensor."], "The gutter drips on the sensor"),
            (&["The root cause was that the gutter drips on the sensor."], "The gutter drips on the sensor"),
            (&["It turned out the gutter drips on the sensor."], "The gutter drips on the sensor"),
            (
                &["You're right, it isn't the roof.", "It's the gutter: it drips on the sensor."],
                "The gutter: it drips on the sensor",
            ),
        ] {
            assert_eq!(told(said, false).as_deref(), Some(cause), "{said:?}");
        }
        assert_eq!(
            told(&["It was wet because the gutter drips on the sensor."], true).as_deref(),
            Some("The gutter drips on the sensor")
        );
    }

    #[test]
    fn guesses_and_deeds_are_no_cause() {
        for said in [
            &["The cause might be the gutter over the sensor."][..],
            &["Found it.", "I'm fixing the gutter over the sensor now."],
            &["The gutter drips on the sensor."],
            &["The reason is probably the gutter over the sensor."],
        ] {
            assert_eq!(told(said, false), None, "{said:?}");
        }
    }
}
