//! Defines answers that only acknowledge what the agent told: "ok, good to know" behind a fact that was asked for, beside
//! which the agent also suggested something. They take no suggestion up.

use crate::language::phrases::phrases;
use crate::pipeline::acts::offers::offer::{Offer, OfferForm};
use crate::pipeline::acts::picks::judged_parts;
use crate::pipeline::acts::sentences::wording::{lowered, words};
use crate::pipeline::acts::{Act, ActKind, Basis, Certainty, View, overlaps};
use crate::pipeline::clause::{ReadTurn, Sentence};
use crate::text::patterns;
use crate::transcript::Role;

patterns! {
    /// Words that take something up, whatever else is said.
    TAKES = r"\b(?:do it|do that|do so|do this|go ahead|go for (?:it|that)|go with|let's|lets|please|pls|make it|use (?:it|that)|take (?:it|that)|proceed|sounds? good|good (?:idea|plan|call|point|suggestion)|great (?:idea|plan|call|suggestion)|agreed?|i'm in|works for me|why not|approved|then|sold|deal|yes to|add it|try (?:it|that)|we'll|i'll take|let us)\b";
    /// Words about what was told: that it is news, that it is understood, how it compares to what was thought.
    COMMENTS = r"\bthan (?:i|we) (?:thought|expected|feared|remembered)\b|\bgood to know\b|\b(?:didn't|did not) (?:know|expect|realize|realise|see|think)\b|\b(?:i see|got it|understood|makes sense|found (?:it|them)|as (?:i )?(?:expected|thought|feared|suspected)|interesting|was wondering|just (?:curious|checking|wanted to know)|that's (?:less|more|fast|quick|slow|a lot|not (?:much|bad)|fine|the one|it|all)|thats (?:less|more|fast|quick|slow|a lot|not (?:much|bad)|fine|the one|it|all)|thanks|thank you|thx|ty|cheers|nice|cool|wow|phew|ah)\b|^(?:ok|okay|good|great|perfect|alright|fine|right|mhm)[.! ]*$";
    /// Words of somebody who puts the answer off, or remembers something beside it.
    PUTS_OFF = r"(?x)\b(?:let\ me|i'll|i\ need\ to|i\ have\ to|i\ want\ to|i'd\ like\ to)\ (?:first\ )?(?:read|think|look|check|ask|sleep|ponder|digest|research)\b|\bsounds?\ (?:complicated|complex|hard|scary|tricky)\b|\b(?:i|we)\ (?:had|tried|used)\ .*\b(?:once|before|bit|burned)\b|\b(?:first|wait),?\ (?:first\ )?(?:tell|show|explain|what|why|how)\b|^(?:no|nope|nah),?\ (?:i\ )?(?:haven't|have\ not|hadn't|never|didn't)\ (?:thought|heard|looked|seen|read|checked|decided|really|even|yet)\b";
    /// Questions whether, or how, to go on with what was suggested.
    GOES_ON = r"\b(?:proceed|want me|would you like|you want|want to|shall|should|which|what (?:would|do|should)|thoughts|opinion|agree|objections?|go ahead|go on|sounds?|(?:is|are|would) (?:that|this|it|you) (?:be )?(?:ok|okay|fine|alright|good|right|acceptable|agreeable|reasonable|sensible|what)|does (?:that|this|it)|do (?:these|those)|may i|can i|could i|ok|okay|right|how about|start|begin|continue|happy|fine with)\b";
    /// Questions for advice, which a suggestion answers.
    ADVICE = r"\b(?:how (?:do|can|should|could|would|to)|what (?:do you|would you|should|can we|could we|else can)|any ideas?|suggest\w*|recommend\w*|advice|advise|which (?:one|would|should|do you|of)|best|better|should we|can we|could we|do you think|what about|how about|options?|idea|is there (?:a|any) way|help)\b";
}

/// Most words of an answer that is put off as a whole.
const PUT_OFF_WITHIN: usize = 14;

/// Lets acts wait that take up a suggestion which the person only acknowledges, and keeps the scorer from taking it up.
pub(super) fn weighed(view: View<'_>, sentences: &[&Sentence], mut acts: Vec<Act>) -> Vec<Act> {
    let said = sentences.iter().map(|s| lowered(&s.text)).collect::<Vec<_>>().join(" ");
    let mut beside = view.offers.iter().filter(|offer| is_beside(view, offer, &said));
    if TAKES.is_match(&said) {
        return acts;
    }
    // A longer turn goes on to something else.
    if words(&said) <= PUT_OFF_WITHIN && PUTS_OFF.is_match(&said) {
        // "2 weekly. 1 let me check": each number has its own answer.
        let numbered = view.offers.iter().filter(|offer| offer.number.is_some()).count() > 1;
        let own = |act: &Act| {
            sentences.iter().any(|s| overlaps(&s.range, &act.range) && PUTS_OFF.is_match(&lowered(&s.text)))
        };
        for act in acts
            .iter_mut()
            .filter(|act| matches!(act.deed, ActKind::Choose | ActKind::RuleOut | ActKind::Request))
            .filter(|act| !numbered || own(act))
        {
            act.certainty = Certainty::Likely;
        }
    }
    let Some(offer) = beside.next_back() else {
        let told = told(view).filter(|_| acts.is_empty() && COMMENTS.is_match(&said));
        acts.extend(told.zip(sentences.first()).map(|(told, first)| nothing(first, told)));
        return acts;
    };
    // Who judges part by part has taken it up.
    let of_it = |act: &Act| {
        act.form != judged_parts::FORM
            && act.basis.as_ref().is_some_and(|b| b.turn == offer.turn && b.offer == offer.range)
    };
    for act in acts.iter_mut().filter(|act| of_it(act) && act.deed != ActKind::RuleOut) {
        act.certainty = Certainty::Likely;
    }
    if let Some(first) = sentences.first().filter(|_| acts.is_empty() && COMMENTS.is_match(&said)) {
        acts.push(nothing(first, offer.basis()));
    }
    acts
}

fn nothing(said: &Sentence, told: Basis) -> Act {
    Act { basis: Some(told), ..Act::nothing(said.range.clone(), "acknowledged") }
}

/// The sentences that follow the agent's answer to a question, if the question asked for no advice and they offer nothing.
fn told(view: View<'_>) -> Option<Basis> {
    let agent = view.agents_turn().filter(|turn| view.offers.is_empty() && turn.sentences.iter().all(|s| !s.asks))?;
    asked(view).filter(|question| !ADVICE.is_match(question))?;
    let (first, last) = (agent.sentences.get(1)?, agent.sentences.last()?);
    let range = first.range.start..last.range.end;
    Some(Basis { turn: agent.turn_id.clone(), range: first.range.clone(), text: first.text.clone(), offer: range })
}

/// Whether an offer that asks nothing stands beside what the person's words are about.
fn is_beside(view: View<'_>, offer: &Offer, said: &str) -> bool {
    if offer.quote.contains('?') || offer.chosen || offer.form != OfferForm::Proposal || !offer.options.is_empty() {
        return false;
    }
    let Some(agent) = view.agents_turn() else { return false };
    // "Is that clear?" is answered, or what the person asked about in the meantime.
    if agent.turn_id != offer.turn {
        return COMMENTS.is_match(said);
    }
    let asks_else = agent
        .sentences
        .last()
        .is_some_and(|s| s.asks && s.range.start >= offer.range.end && !GOES_ON.is_match(&lowered(&s.text)));
    let first = agent.sentences.first().is_some_and(|s| s.range.end > offer.range.start);
    let told = !first && COMMENTS.is_match(said) && asked(view).is_some_and(|q| !ADVICE.is_match(&q));
    asks_else || told
}

/// The question of the person that the agent's last turn answers.
fn asked(view: View<'_>) -> Option<String> {
    let last: &ReadTurn = view.talk.before().find(|turn| turn.role == Role::User)?;
    let question = last.sentences.last()?;
    let text = lowered(&question.text);
    let opens = phrases!("what|why|where|when|how|who|is|are|does|did|do|whats|wheres");
    (question.asks || opens.contains(text.split(' ').next().unwrap_or_default())).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_told_from_orders() {
        for said in ["31, oh that's less than i thought, ok thanks", "ok good to know", "good, makes sense", "ok"] {
            assert!(COMMENTS.is_match(said) && !TAKES.is_match(said), "{said}");
        }
        for said in ["ok do it", "good idea", "yes please", "thanks, go ahead", "ok then let's"] {
            assert!(TAKES.is_match(said), "{said}");
        }
        assert!(ADVICE.is_match("how can we make it faster?") && !ADVICE.is_match("where are the logs"));
    }
}
