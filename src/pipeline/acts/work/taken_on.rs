//! Defines wishes and complaints that the agent takes on: "it beeps twice at start, that startles people" - "I'll drop the
//! second beep." The deed that the agent commits itself to is the task.

use super::commitments::{self, Commitment};
use super::delivered;
use super::work_told::is_fault;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::stance::stems;
use crate::pipeline::acts::sentences::wording::{after_any, leaves_object_open, leaves_place_open, lowered, words};
use crate::pipeline::acts::{Act, ActKind, Basis, View};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::pipeline::extract::summary;
use crate::state::{Item, ItemKind};
use crate::text::patterns;
use crate::transcript::Role;

patterns! {
    /// Words of a wish: what somebody wants to have, or would find good.
    WISHES = r"\b(?:i|we|they|users?|people) (?:(?:really|just|also|still|only) )*(?:want|wanna|wish|need|would like|would love|would prefer|hoped?|expect(?:ed)?)\b|\b(?:i|we)'d (?:really |also )?(?:like|love|prefer|want)\b|\b(?:would be|it'd be|that'd be) (?:really |so |very )?(?:nice|great|cool|good|helpful|useful|lovely|neat|handy|better|easier)\b|\bi (?:wonder|thought|was hoping|hoped)\b|\bcan't (?:we|you|it|i)\b";
    /// Words of a complaint that names no error.
    COMPLAINS = r"\b(?:don't|do not|didn't|doesn't) (?:want|like|need|understand|get|see|find)\b|\btoo (?:\w+)\b|\b(?:annoy|startl|confus|distract|hurt|bother|irritat)\w*|\b(?:ugly|weird|odd|strange|unreadable|cluttered|cramped|clunky|awkward|noisy|off|misleading|hard to|difficult to|nobody|no one|not enough|not clear|unclear)\b|\bevery (?:single )?time\b|\b(?:asks|shows|says|prints|jumps|beeps|opens|closes|blinks|flickers|repeats)\b.* (?:again|twice|still|every|always)\b";
}

/// Id of the form of these acts.
const FORM: &str = "taken-on";

/// Number of the agent's first sentences that may take a wish on, and of deeds.
const FIRST: usize = 4;
const MOST_DEEDS: usize = 2;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let Some(said) = view.talk.before().next().filter(|t| t.role == Role::User && !settles(view, t)) else {
        return Vec::new();
    };
    let Some(wish) = said.sentences.iter().find(|s| s.block == BlockKind::Paragraph && is_wish(s)) else {
        return Vec::new();
    };
    let wanted: Vec<String> = said.sentences.iter().flat_map(|s| stems(&s.text)).collect();
    let own = view.own().filter(|s| s.block == BlockKind::Paragraph).take(FIRST).take_while(|s| !s.asks);
    let deeds = own.filter_map(|s| Some((s, deed(s, &wanted)?))).take(MOST_DEEDS);
    deeds.map(|(sentence, deed)| act(view, said, wish, sentence, deed)).collect()
}

/// Whether a turn has already settled something.
fn settles(view: View<'_>, turn: &ReadTurn) -> bool {
    const NEWEST: usize = 6;
    let of_it = |item: &Item| item.source_turns.iter().any(|s| s.turn_id == turn.turn_id);
    let kinds = [ItemKind::Decision, ItemKind::Constraint, ItemKind::Task];
    kinds.iter().any(|kind| view.ledger.of_kind(*kind).rev().take(NEWEST).any(of_it))
}

/// Whether a sentence wishes for something or complains of something.
fn is_wish(sentence: &Sentence) -> bool {
    const SHORT: usize = 3;
    let low = lowered(&sentence.text);
    !sentence.asks && words(&low) > SHORT && (is_fault(&low) || WISHES.is_match(&low) || COMPLAINS.is_match(&low))
}

/// The deed that a sentence of the agent announces, if it is about what is wanted and can be understood alone.
fn deed(sentence: &Sentence, wanted: &[String]) -> Option<String> {
    const KEEPS: Phrases = phrases!("keep|leave|not|stay");
    // "Let me pull the logs" is a step of the work.
    const STEPS: Phrases = phrases!("let me|now let me|first let me|pull|fetch|use the skill|grab");
    let Some(Commitment::Deed(deed)) = commitments::of_sentence(&sentence.text) else { return None };
    // "Round to 3" lacks what it is about.
    let alone = words(&deed) >= 3
        && deed.split(' ').skip(1).any(|word| word.len() > 3)
        && summary::stands_alone(&deed)
        && !summary::points(&deed)
        && !leaves_object_open(&deed)
        && !leaves_place_open(&deed);
    let is_step = after_any(&lowered(&sentence.text), STEPS).or_else(|| after_any(&deed, STEPS)).is_some();
    let about = stems(&deed).iter().any(|word| wanted.contains(word));
    (alone && about && !delivered::is_report(&sentence.text) && after_any(&deed, KEEPS).is_none() && !is_step)
        .then_some(deed)
}

fn act(view: View<'_>, said: &ReadTurn, wish: &Sentence, sentence: &Sentence, deed: String) -> Act {
    let typed = view.talk.last_typed().filter(|t| t.sentences.len() == said.sentences.len());
    let wish = typed.and_then(|t| t.sentences.iter().find(|s| s.range.end > wish.range.start)).unwrap_or(wish);
    Act {
        basis: Some(Basis::of(&said.turn_id, wish)),
        ..Act::settled(ActKind::Request, sentence.range.clone(), deed, FORM)
    }
}
