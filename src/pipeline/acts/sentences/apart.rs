//! Defines sentences of a turn that have nothing to do with those beside them: an order or a rule with a thing of its own
//! ("update the changelog too"), and praise ("nice work on the tests"). They are read apart, so that an answer beside them
//! is read as if it stood alone.

use std::ops::Range;

use super::wording::{after_all, after_any, lowered, words};
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::token_set;
use crate::pipeline::acts::offers::offer::{Offer, OfferForm};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{is_formal, is_long};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::text::patterns;

patterns! {
    /// Praise of the work so far, and news of how it does on the person's side.
    PRAISE = r"(?x)^(?:(?:and|ah|oh|wow|hey|haha|ok|okay|cool|great|nice|good|perfect|right|yay|so),?\ )*(?:
        (?:nice|great|good|solid|excellent|awesome|amazing|lovely|beautiful|impressive|brilliant|fantastic|superb|stellar|clean)\ (?:work|job|stuff|progress|catch|find|fix|one|start|effort)\b
        |well\ done\b|(?:many\ )?(?:thanks|thank\ you|thx|kudos|props|cheers)\ for\b|love\ (?:the|your|how)\b|i\ (?:really\ )?(?:love|like)\ (?:how\ you|the\ way\ you|what\ you\ did)\b
        |(?:it\ |that\ |this\ |everything\ |all\ |the\ build\ |the\ tests\ |tests\ |ci\ )?(?:builds?|compiles?|works?|runs?|pass(?:es)?|is\ green|are\ green|looks?\ (?:fine|good|great))\ (?:just\ )?(?:fine\ |great\ |well\ |nicely\ |smoothly\ )?(?:here|on\ my\ (?:side|end|machine|laptop|phone|box))\b
        |(?:just\ )?(?:pulled|tried|tested|ran|checked|read)\ (?:it|that|this|everything)(?:\ (?:all|now|here|locally))?,?\ (?:and\ )?(?:it\ |all\ )?(?:works?|looks?\ (?:fine|good|great)|is\ (?:fine|good|great)|runs?|builds?)\b
        )[^?:]*$";
}

/// Words before an order or a rule.
const LEADS: Phrases = phrases!("and|also|please|oh|and also|oh and|plus|then|ah|btw|and please|also please|besides");

/// Words with which a sentence says that it adds something.
const ADDS: Phrases = phrases!("and|also|oh|and also|oh and|plus|btw|by the way|besides|and please|also please");

/// Words that bind a sentence to what stands before it.
const BINDS: Phrases = phrases!(
    "it|its|that|this|them|these|those|they|one|ones|both|same|other|others|there|instead|rest|first|second|last|former|latter|then|so|but|if|unless|until|because|rather|again|otherwise"
);

/// Openings of a sentence that speaks of the one before it.
const FOLLOWS: Phrases = phrases!(
    "wait|no wait|scratch|forget|never mind|nevermind|undo|actually|or|then|otherwise|unless|but|except|only|because|that|this|it|they|those|these|so|hm|not|if|until|done|thanks|for example|e.g."
);

/// Openings of an answer to what the agent asks.
const REPLIES: Phrases =
    phrases!("yes|yep|yeah|yup|no|nope|nah|sure|ok|okay|hm|hmm|fine|agreed|deal|sounds good|go ahead");

/// Verbs of a rule that is read apart.
const FORBIDS: Phrases = phrases!("never|don't|do not|dont|always");

/// Numbers of words in such a sentence.
const WORDS: Range<usize> = 3..15;

/// Most sentences in a turn of which some are read apart.
const SENTENCES: usize = 8;

/// The turn without the sentences that have nothing to do with those beside them, and the turn of only these; praise is in
/// neither. `None` where all belong together.
pub(in crate::pipeline::acts) fn apart(turn: &ReadTurn, offers: &[Offer]) -> Option<(ReadTurn, ReadTurn)> {
    let own = turn.sentences.iter().filter(|s| s.block != BlockKind::Quote).count();
    if !(1..=SENTENCES).contains(&own) || is_formal(turn) || is_long(turn) {
        return None;
    }
    let (mut core, mut beside) = (turn.clone(), turn.clone());
    (core.sentences, beside.sentences) = (Vec::new(), Vec::new());
    for (at, sentence) in turn.sentences.iter().enumerate() {
        // Behind news it says that they are news: "only two tests fail now. nice work".
        let leads = core.sentences.is_empty() && beside.sentences.is_empty();
        if leads && is_praise(sentence, offers) {
            continue;
        }
        if let Some((head, order)) = order_behind(turn, sentence, offers) {
            let of_core = core.narrowed(sentence, &head);
            core.sentences.push(of_core);
            let of_beside = beside.narrowed(sentence, &order);
            beside.sentences.push(of_beside);
            continue;
        }
        if is_apart(turn, at, sentence, offers) {
            let lead = sentence.text.len() - after_all(&sentence.text, LEADS).len();
            let bare = beside.narrowed(sentence, &(sentence.range.start + lead..sentence.range.end));
            beside.sentences.push(Sentence { opens_block: beside.sentences.is_empty() || bare.opens_block, ..bare });
            continue;
        }
        let part = &mut core;
        part.sentences
            .push(Sentence { opens_block: part.sentences.is_empty() || sentence.opens_block, ..sentence.clone() });
    }
    let left = core.sentences.iter().any(|s| s.block != BlockKind::Quote);
    if !left || core.sentences.len() == turn.sentences.len() && beside.sentences.is_empty() {
        return None;
    }
    for part in [&mut core, &mut beside] {
        part.bytes = part.sentences.iter().map(|s| s.range.len() + 1).sum();
    }
    Some((core, beside))
}

/// Whether a sentence only praises, and not what the agent offers.
fn is_praise(sentence: &Sentence, offers: &[Offer]) -> bool {
    const MOST: usize = 12;
    let low = lowered(&sentence.text);
    sentence.block == BlockKind::Paragraph
        && !sentence.asks
        && words(&low) <= MOST
        && PRAISE.is_match(&low)
        && !phrases!(" but | except | only | please").within(&low)
        && !shares(&low, offers.iter().map(|o| o.text.as_str()))
}

/// The byte ranges of an answer and of the order of its own that a sentence adds to it: "2, and update the changelog".
fn order_behind(turn: &ReadTurn, sentence: &Sentence, offers: &[Offer]) -> Option<(Range<usize>, Range<usize>)> {
    const JOINTS: Phrases = phrases!(", and also |, also |, and please |, and |; also |; and ");
    if offers.iter().all(|o| o.form == OfferForm::Question) || sentence.asks {
        return None;
    }
    let low = sentence.text.to_ascii_lowercase();
    let (at, length) = JOINTS.find(&low)?;
    let order = low.get(at + length..)?;
    let alone = turn.sentences.len() == 1 && !order.contains(", ") && WORDS.contains(&words(order));
    let head = low.get(..at)?;
    let own = alone && thing(order).is_some_and(|thing| !binds(thing, WORDS.end));
    let others = [head].into_iter().chain(offers.iter().map(|o| o.text.as_str()));
    let range = &sentence.range;
    (own && !shares(order, others)).then(|| (range.start..range.start + at, range.start + at + length..range.end))
}

/// The thing that an order or a rule is about.
fn thing(low: &str) -> Option<&str> {
    let bare = after_all(low, LEADS);
    match after_any(bare, FORBIDS) {
        Some(rest) => imperative::object(rest).or_else(|| rest.split_once(' ').map(|(_, thing)| thing)),
        None => imperative::object(bare),
    }
}

/// Whether a sentence is an order or a rule about a thing that neither the sentences beside it nor the offers speak of.
fn is_apart(turn: &ReadTurn, at: usize, sentence: &Sentence, offers: &[Offer]) -> bool {
    let low = lowered(&sentence.text);
    if sentence.block != BlockKind::Paragraph || sentence.asks || !WORDS.contains(&words(&low)) {
        return false;
    }
    let bare = after_all(&low, LEADS);
    let adds = after_any(&low, ADDS).is_some() || phrases!(" too| also| as well").within(&low);
    // Without such a word an order may be the answer, or be meant by the sentence beside it.
    let may_answer = offers.is_empty() || offers.iter().any(|o| o.form == OfferForm::Question);
    let others = || turn.sentences.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, s)| s.text.as_str());
    // Several orders are one list of work.
    let is_order = |text: &str| {
        let low = lowered(text);
        let asked = after_any(after_all(&low, LEADS), phrases!("can you|could you|would you|will you"));
        imperative::object(asked.unwrap_or_else(|| after_all(&low, LEADS))).is_some()
    };
    let listed = offers.is_empty() && after_any(bare, FORBIDS).is_none() && others().any(is_order);
    // "No, leave it" answers the agent.
    let asked = offers.iter().any(|o| o.asked);
    let follows = |next: &Sentence| {
        let next = lowered(&next.text);
        let replies = asked && after_any(&next, REPLIES).is_some();
        !replies && (after_any(&next, FOLLOWS).is_some() || binds(&next, NEAR))
    };
    thing(&low).is_some_and(|thing| !binds(thing, WORDS.end))
        && (adds || !may_answer)
        && !listed
        && !turn.sentences.get(at + 1).is_some_and(follows)
        && !at
            .checked_sub(1)
            .and_then(|before| turn.sentences.get(before))
            .is_some_and(|s| s.text.trim_end().ends_with(':'))
        && !shares(bare, others())
        && !shares(bare, offers.iter().map(|o| o.text.as_str()))
}

/// Number of words in which the next sentence is taken to speak of the one before it.
const NEAR: usize = 6;

/// Whether one of the first `most` words binds a sentence to what stands before it.
fn binds(text: &str, most: usize) -> bool {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    words.take(most).any(|word| BINDS.contains(word))
}

/// Whether words share one of their content words with others.
fn shares<'t>(text: &str, mut others: impl Iterator<Item = &'t str>) -> bool {
    let own = token_set(text);
    others.any(|other| token_set(other).iter().any(|word| own.binary_search(word).is_ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::{RecordRef, Role, Turn};

    fn parts(content: &str) -> Option<(String, String)> {
        let (turn_id, record) = ("t1".to_owned(), RecordRef::default());
        let turn = Turn { turn_id, ordinal: 1, role: Role::User, content: content.to_owned(), at: None, record };
        let texts = |turn: &ReadTurn| turn.sentences.iter().map(|s| s.text.as_str()).collect::<Vec<_>>().join(" ");
        apart(&crate::pipeline::clause::read(&turn), &[]).map(|(core, beside)| (texts(&core), texts(&beside)))
    }

    #[test]
    fn orders_rules_and_praise_with_a_thing_of_their_own_are_read_apart() {
        for (said, core, beside) in [
            ("Brass. Also update the harbour map.", "Brass.", "update the harbour map."),
            ("Nice work on the lamps. The second one.", "The second one.", ""),
            ("Well done! Brass. And never paint the old gate.", "Brass.", "never paint the old gate."),
        ] {
            assert_eq!(parts(said), Some((core.to_owned(), beside.to_owned())), "{said}");
        }
    }

    #[test]
    fn what_belongs_together_stays_together() {
        for said in [
            "Update the harbour map.",
            "Brass. Also polish it.",
            "Paint the gate. Also oil the gate.",
            "Also update the harbour map. Scratch that.",
            "Only two lamps fail now. Nice work!",
            "The lamp flickers. Replace the bulb.",
        ] {
            assert_eq!(parts(said), None, "{said}");
        }
    }
}
