//! Defines the taking back of the person's last message as a whole: "oops, wrong terminal, skip my last message".

use crate::pipeline::acts::sentences::wording::{plain, words};
use crate::pipeline::acts::{Act, View};
use crate::pipeline::clause::BlockKind;
use crate::state::{Item, ItemKind};
use crate::text::patterns;
use crate::transcript::Role;

patterns! {
    /// An order to ignore the last message.
    IGNORES = r"(?i)\b(?:ignore|disregard|forget|scratch|strike|skip|delete|drop)\s+(?:about\s+)?(?:(?:my|the|that|this)\s+)?(?:last|previous|prior|latest|preceding)\s+(?:message|msg|prompt|post|comment|note|one|request|instruction)s?\b|\bpretend (?:i|we) (?:never|didn.?t) (?:said?|mention(?:ed)?|ask(?:ed)?|wr[io]te)(?: (?:it|that|this|anything))?\W*$|\b(?:that|the last|my last) (?:message|msg|one|prompt) was (?:not (?:meant )?for you|for (?:another|a different|the other) (?:session|chat|agent|window|project|tab|repo))\b";
    /// Words that say that the last message went to the wrong place.
    MISPLACED = r"(?i)^\W*(?:(?:oops|sorry|ah|oh|ups|whoops|argh|uh|my bad|dang)\W+)*wrong (?:chat|window|terminal|tab|session|thread|channel|pane|agent|repo|project|conversation)\b\W*(?:sorry|oops|my bad)?\W*$";
}

/// Most words of a sentence that takes a message back.
const MOST: usize = 14;

/// Id of the form of these acts.
const FORM: &str = "last-message";

/// Ends all that came from the person's last message, if the turn takes that back.
pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own = view.own().filter(|s| !s.asks && s.block != BlockKind::Heading && words(&s.text) <= MOST);
    let says = |text: &str| IGNORES.is_match(text) || MISPLACED.is_match(text);
    let said: Vec<_> = own.filter(|s| says(&plain(&s.text))).collect();
    let (Some(first), Some(last)) = (said.first(), view.talk.before().find(|turn| turn.role == Role::User)) else {
        return Vec::new();
    };
    let is_of_it = |item: &&Item| item.source_turns.iter().all(|source| source.turn_id == last.turn_id);
    let kinds = [ItemKind::Decision, ItemKind::Constraint, ItemKind::Fact, ItemKind::Goal, ItemKind::RejectedOption];
    let standing = kinds.into_iter().flat_map(|kind| view.ledger.active(kind));
    let items = standing.chain(view.ledger.open_of_kind(ItemKind::Task)).filter(is_of_it);
    let ends = items.map(|item| Act { form: FORM, ..Act::ends(item, first.range.clone(), FORM) });
    let nothing = said.iter().map(|sentence| Act::nothing(sentence.range.clone(), FORM));
    let mut out: Vec<Act> = ends.collect();
    if out.is_empty() {
        out.extend(nothing);
    }
    out
}
