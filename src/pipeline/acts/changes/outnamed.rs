//! Defines the replacement of a choice that a turn names while it chooses another thing: "I know I said tin, but let's go
//! with oak", "tin is a pain, oak for the roof". The new choice takes the place of the named one and keeps its purpose.

use super::replacements::{choices, in_place_of, option_of};
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::{token_set, tokens};
use crate::pipeline::acts::choices::chosen::may_be_product;
use crate::pipeline::acts::references::standing::{lately, names_all, recent};
use crate::pipeline::acts::sentences::quantities::measured;
use crate::pipeline::acts::sentences::wording::{after_any, capital, lowered, plain, whole, words};
use crate::pipeline::acts::{Act, ActKind, Certainty, View, overlaps};
use crate::state::{Item, ItemKind};
use crate::text::patterns;

patterns! {
    /// Words that set one thing against another, or against what was said before.
    SETS_AGAINST = r"(?x)\b(?:not|n't|no|instead|rather|but|over|from|than|said|chose|picked|wrong|superseded|back|pain|drop|leave|leaving|after\ all|changed|mind|minds|mistake|regret|too|without|away|out|bad|better|now|turned\ out|turns\ out|overkill|hates?|expensive|breaks?|broke|can't|cannot|kills?|simpler|nicer|prefers?|slow|ugly|dead|unmaintained|heavy|bloated|annoying|down|trouble|problems?)\b|n't\b";
    /// Words that correct what was chosen last, which needs no name then.
    CORRECTS = r"\b(?:take (?:that|it) back|wait|actually|i meant?|sorry|oops|instead|make (?:it|that)|after all|second thoughts?|changed? my mind|scratch that|nvm|never ?mind|rather|correction|thinking about it|(?:redo|rewrite|port|convert|migrate) (?:it|them|that|everything)|(?:write|do|render|build|draw|make|host|store) (?:it|them|that|everything) (?:in|on|with))\b";
    /// Words that add one thing to another.
    ADDS = r"\b(?:also|too|as well|both|besides|in addition|next to|alongside|on top of|together with|keep|stays?|still)\b";
    /// A clause that names another option, with what it is for.
    NAMES_ANEW = r"(?i)^(?:(?:but|so|and|then|now|no|nah|ok|okay|well|actually) )*(?:(?:after|since|given|because of) [^,;]{3,40}? )?(?P<lead>(?:i|we)(?:'d| would) rather (?:be on|be with|go with)\b|let's (?:do|use|try|go with|take|have)\b|(?:we|i)(?:'re|'m| are| am|'ll| will)? (?:now )?(?:going|go|use|take|want|chose|choose|prefer)\b(?: with| for)?|(?:i|we)(?:'d| would) (?:rather )?(?:like|prefer|take|have|use)\b|(?:go with|use|take|do|it'?s(?: going to be| now)?|make (?:it|that)|i meant?|i (?:want|need)|(?:please )?(?:swap|replace|exchange)(?: out)? [\w.+#/-]+(?: [\w.+#/-]+)?? (?:for|by|with)|(?:please )?(?:switch|change|move|migrate)(?: the [\w -]{2,30}?| [\w.+#/-]+| from [\w.+#/-]+)?(?: over)? to|(?:please )?make (?:the [\w -]{2,30}?|it) use|the [\w -]{2,30}? (?:will|should|is going to) use|moving to|we have to live with|(?:can you |could you |please |let's |we )*(?:redo|rewrite|rebuild|write|do|render|draw|build|host|deploy|store|port|convert|migrate) (?:it|them|that|everything)(?: all| again)? (?:in|with|on|using|as|to)|(?:on )?second thoughts?|change of plans?:?|new plan:?|revised decision(?: (?:on|for) [\w -]{2,30}?)?:?)\b:?)? ?(?P<name>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?)(?: for (?P<purpose>(?:the|our|my|all) [^,.;:?]{2,40}?))?(?: now| here| there| instead(?: of .+)?| then| please| it is| after all| rather than .+| not .+| over .+| is the (?:better|right|best) (?:fit|choice|option|one|pick)(?: for .+)?| makes (?:way |much |a lot )?more sense| would do| will do)*[.!:) ]*$";
    /// A clause that only calls out.
    CALLS_OUT = r"(?i)^(?:(?:better safe(?: than sorry)?|hm+|oops|oh|ah|no|nope|nah|nvm|apologies|sorry|wait|actually|ok|okay|well|hey|lol|damn|ugh|argh|final this time|change of plans?|new plan|(?:on )?second thoughts?|thinking about it(?: more)?)[,. ]*)+$";
    /// Words of a clause that names nothing.
    NO_NAME = r"(?i)^(?:(?:i|we|it|that|this|you|they|and|or|but|not|no|yes|sorry|thanks|please|maybe|if|when|what|why|how|my|your|the|there|is|was|be|in|at|on|thinking)\b.*|.*\b(?:bad|reasons?|idea|wait|back|reverse|that|it|this|one|mind|plan|decision|then|later|yet|know|think|to|for|of|with|or))$";
}

/// Makes a choice the revision of the standing one that the turn names beside it.
pub(in crate::pipeline::acts) fn read(view: View<'_>, acts: &mut Vec<Act>) {
    if choices(view).next().is_none() {
        return;
    }
    let all = view.own().map(|s| lowered(&s.text)).collect::<Vec<_>>().join(". ");
    let said = token_set(&all);
    let named = |item: &&Item| names_all(&said, &option_of(&item.summary));
    let mut old = choices(view).filter(named);
    let only = old.next().filter(|_| old.next().is_none());
    let only = only.filter(|_| SETS_AGAINST.is_match(&all) && !ADDS.is_match(&all));
    // "No wait, oak": what was chosen last is meant.
    let other = phrases!("instead of|rather than|in place of").within(&all);
    let corrected = words(&all) <= MOST_UNNAMED && CORRECTS.is_match(&all) && !ADDS.is_match(&all) && !other;
    let newest = || choices(view).max_by_key(|item| item.touched_seq);
    let last = || newest().filter(|item| corrected && lately(view, item, JUST));
    let only = only.or_else(|| last().filter(|item| measured(&item.summary).is_none()));
    let is_revised =
        |item: &Item| acts.iter().any(|act| act.target.as_ref() == Some(&item.id) && act.deed == ActKind::Revise);
    if only.is_some_and(is_revised) {
        return;
    }
    let mut chosen = acts.iter().enumerate().filter(|(_, act)| is_new_choice(act)).map(|(at, _)| at);
    match (chosen.next(), chosen.next(), only) {
        // A value that was given anew belongs to no name.
        (Some(at), None, Some(item))
            if acts.get(at).is_some_and(|act| act.form == "make-it" && measured(&item.summary).is_none()) =>
        {
            return;
        }
        (Some(at), None, Some(item)) => revise(item, at, acts),
        (None, ..) => {
            if let Some(act) = named_anew(view, only, acts) {
                // "Swap the tin for oak" is no work where the tin was chosen.
                acts.retain(|other| other.deed != ActKind::Request || !overlaps(&other.range, &act.range));
                acts.push(act);
            }
        }
        _ => return,
    }
    let revises = |act: &&Act| act.deed == ActKind::Revise && act.target.is_some();
    let revised: Vec<Act> = acts.iter().filter(revises).cloned().collect();
    for act in acts.iter_mut().filter(|act| matches!(act.deed, ActKind::RuleOut | ActKind::Withdraw)) {
        let said = token_set(&act.summary);
        let same = |other: &Act| {
            let option = other.alternatives.first().map_or("", String::as_str);
            act.target == other.target || other.form == FORM && token_set(option) == said
        };
        if revised.iter().any(same) {
            *act = Act::nothing(act.range.clone(), FORM);
        }
    }
}

/// Maximum number of words in a turn that corrects without the name of what was chosen, and the number of turns back in which
/// that was chosen.
const MOST_UNNAMED: usize = 12;
const JUST: usize = 3;

/// Number of words up to which a turn with two names only sets them against each other: "not tin, oak".
const SHORTEST: usize = 4;

/// Id of the form of these acts.
const FORM: &str = "outnamed";

fn is_new_choice(act: &Act) -> bool {
    act.deed == ActKind::Choose && act.certainty == Certainty::Settled && act.target.is_none() && act.basis.is_none()
}

/// Makes the choice at `at` the revision of an item, without the clauses that name the old option.
fn revise(item: &Item, at: usize, acts: &mut [Act]) {
    let Some(act) = acts.get_mut(at) else { return };
    let option = option_of(&item.summary);
    let old = tokens(&option);
    // "Oops, oak": an interjection is no option.
    let is_new = |piece: &&str| !old.iter().all(|word| token_set(piece).contains(word)) && !CALLS_OUT.is_match(piece);
    let all = pieces(&act.summary);
    let new = || all.iter().copied().filter(|piece| is_new(piece));
    let Some(new) = new().find(|piece| NAMES_ANEW.is_match(piece)).or_else(|| new().next()) else { return };
    act.summary = of_the_same(item, new);
    act.deed = ActKind::Revise;
    act.target = Some(item.id.clone());
    act.alternatives = vec![option.to_string()];
    act.form = FORM;
}

/// The clauses of a text.
fn pieces(text: &str) -> Vec<&str> {
    const JOINTS: Phrases = phrases!(", |. |; | but | so let's | so we | so i | and not |: | :) ");
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((at, len)) = JOINTS.find(&rest.to_ascii_lowercase()) {
        out.push(rest.get(..at).unwrap_or_default().trim());
        rest = rest.get(at + len..).unwrap_or_default();
    }
    out.push(rest.trim());
    out.retain(|piece| !piece.is_empty());
    out
}

/// The revision that a clause makes which no family has read: it names another option for the same purpose, or stands
/// beside the name of the old one.
fn named_anew(view: View<'_>, beside: Option<&Item>, acts: &[Act]) -> Option<Act> {
    let read = |range: &std::ops::Range<usize>| acts.iter().any(|act| overlaps(&act.range, range) && settles(act));
    let own = view.own().filter(|s| !s.asks && !read(&s.range));
    own.filter(|s| !doubts(&lowered(&s.text))).find_map(|sentence| {
        let text = plain(&sentence.text).replace('’', "'");
        pieces(&text).into_iter().find_map(|piece| {
            let found = NAMES_ANEW.captures(piece)?;
            let part = |group| found.name(group).map_or("", |m| m.as_str());
            let (name, purpose) = (part("name"), part("purpose"));
            let item = if purpose.is_empty() { beside } else { of_purpose(view, purpose) }?;
            let other = !names_all(&token_set(name), &option_of(&item.summary));
            // "Licence reasons" beside the old name tells why; "not tin, oak" and "oak it is" choose.
            let chosen = !name.contains(' ') && (piece.contains(" it is") || words(&text) <= SHORTEST);
            let named = chosen || !name.contains(' ') && may_be_product(name);
            let alone = part("lead").is_empty() && purpose.is_empty() && !named;
            if !other || alone || NO_NAME.is_match(name) || CALLS_OUT.is_match(name) {
                return None;
            }
            let summary = whole(&in_place_of(item, name));
            let act = Act::settled(ActKind::Revise, sentence.range.clone(), summary, FORM);
            Some(Act { target: Some(item.id.clone()), alternatives: vec![option_of(&item.summary).to_string()], ..act })
        })
    })
}

/// Whether a sentence leaves open whether it chooses.
fn doubts(low: &str) -> bool {
    let asks_for = after_any(low, phrases!("could you|can you")).unwrap_or(low);
    phrases!("maybe|might|could|perhaps|if").within(asks_for) || asks_for.replace("would do", "").contains("would")
}

/// Whether an act settles something else than the end of what stands.
fn settles(act: &Act) -> bool {
    !matches!(act.deed, ActKind::Nothing | ActKind::Withdraw | ActKind::RuleOut | ActKind::Request)
}

/// The standing choice of something for this purpose.
fn of_purpose<'v>(view: View<'v>, purpose: &str) -> Option<&'v Item> {
    let wanted = token_set(purpose);
    let mut all = recent(view, ItemKind::Decision).filter(|item| {
        let own = item.summary.split_once(" for ").map(|(_, own)| token_set(own));
        own.is_some_and(|own| !wanted.is_empty() && own == wanted)
    });
    all.next().filter(|_| all.next().is_none())
}

/// A choice with the purpose of the one whose place it takes, unless it names its own.
fn of_the_same(item: &Item, summary: &str) -> String {
    let found = NAMES_ANEW.captures(summary.trim_end_matches('.'));
    let part = |group| found.as_ref().and_then(|f| f.name(group)).map_or("", |m| m.as_str());
    let bare = part("purpose").is_empty() && !part("name").is_empty();
    whole(&if bare { in_place_of(item, part("name")) } else { capital(summary) })
}
