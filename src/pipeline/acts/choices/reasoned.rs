//! Defines the reason of a choice that stands beside it: behind it in its sentence ("oak for the frame, it lasts"), or as a
//! sentence of its own ("We take oak for the frame. My main argument: it lasts"). What the agent proposed has the agent's
//! reason, unless the person gives another.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::stance;
use crate::pipeline::acts::sentences::segments::tells_a_state;
use crate::pipeline::acts::sentences::wording::{after_any, bare_reason, lowered, plain, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, Certainty, View, overlaps};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::text::patterns;

patterns! {
    /// Words that announce a reason, at the beginning of a sentence or behind a choice.
    ANNOUNCED = r"(?i)(?:^|[,;:.] |\s[-–—] |\s)(?:(?:and )?(?:the |my |our )?(?:(?:main|only|simple|real|big|deciding|strongest) )?(?:reason|reasons|argument|point|reasoning|rationale|motivation|factor)(?: (?:is|was|being|for (?:it|that|this)))?(?: that)?:?|(?:but )?(?:because|'?cause|cuz|since|seeing as|seeing that|given that|on the grounds that|for the simple reason that|it'?s (?:simply|just) that|mostly because|mainly because)|why\?|(?:everyone|everybody|we all) agrees? that)\s+(?P<why>.+)$";
    /// A reason before the choice: "it lasts, so oak for the frame", "since it lasts, ...".
    BEFORE = r"(?i)^(?:(?:ok|well|sold|right)[,.]? )*(?:(?:since|because|as|given that|seeing that|seeing as) (?P<given>.{8,120}?),? (?:i|we|the|our|let's|lets|please|use|take|go)\b|(?P<so>.{8,120}?)[,.;]? (?:so|therefore|hence|which is why|that's why) )";
    /// A verb of a state: a reason is no phrase ("and the gust limit").
    STATES = r"\b(?:are|were|had|do|did|can|could|will|would|have|\w+s|\w+ed|\w+n't|\w+'(?:re|m|ve|ll|d))\b";
    /// A state told behind a joint: ", it lasts", " - nothing rots", "; two boats need no harbour".
    BEHIND = r"(?i)(?:,| -| –| —|;|:) (?P<why>(?:it|they|that|this|there|nothing|nobody|everyone|everybody|the|our|we|all|most|half|no other|i)\b.+)$|(?: -| –| —|;|:) (?P<state>\w[^:;]+)$";
}

/// Maximum numbers of sentences in a turn, and of words in a reason.
const SENTENCES: usize = 4;
const MOST: usize = 26;

/// Gives the one choice of a turn the reason stated beside it. A choice that accepts a proposal gets the proposal's reason,
/// unless the person gives another; a rule gets the reason behind it. A summary does not repeat its reason.
pub(in crate::pipeline::acts) fn read(view: View<'_>, acts: &mut Vec<Act>) {
    of_the_person(view, acts);
    let chooses = |act: &&mut Act| act.deed == ActKind::Choose && act.why.is_none() && act.alternatives.is_empty();
    for act in acts.iter_mut().filter(chooses) {
        act.why = of_proposal(view, act);
    }
    let rules = |act: &&mut Act| matches!(act.deed, ActKind::Rule { .. }) && act.why.is_none();
    for act in acts.iter_mut().filter(rules) {
        let sentence = || view.own().find(|s| overlaps(&s.range, &act.range)).map(|s| plain(&s.text));
        let cut =
            || behind_rule(sentence()?.trim_end_matches(['.', '!'])).filter(|(_, bare)| names(bare, &act.summary));
        if let Some((why, bare)) = behind_rule(&act.summary).or_else(cut) {
            (act.why, act.summary) =
                (Some(why), if bare.len() < act.summary.len() { bare } else { act.summary.clone() });
        }
    }
    for act in acts.iter_mut().filter(|act| matches!(act.deed, ActKind::Choose | ActKind::Revise)) {
        let why = act.why.as_deref().and_then(bare_reason);
        if let Some(bare) = why.as_deref().and_then(|why| without(&act.summary, why)) {
            act.summary = bare;
        }
    }
}

fn of_the_person(view: View<'_>, acts: &mut Vec<Act>) {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    let chooses =
        |act: &Act| matches!(act.deed, ActKind::Choose | ActKind::Revise) && act.certainty == Certainty::Settled;
    let mut chosen = acts.iter().enumerate().filter(|(_, act)| chooses(act)).map(|(at, _)| at);
    let (Some(at), None) = (chosen.next(), chosen.next()) else { return };
    let Some(act) = acts.get(at).filter(|act| act.why.is_none() && own.len() <= SENTENCES) else { return };
    let Some(place) = own.iter().position(|s| overlaps(&s.range, &act.range)) else { return };
    let beside = own.get(place).and_then(|s| in_sentence(&s.text)).filter(|why| !names(&act.summary, why));
    if let Some(why) = beside {
        if let Some(act) = acts.get_mut(at) {
            act.why = Some(why);
        }
        return;
    }
    let others = own.iter().enumerate().filter(|(n, _)| *n == place + 1 || n + 1 == place);
    let told = others.rev().find_map(|(_, s)| told(s).map(|(why, is_announced)| (s.range.clone(), why, is_announced)));
    let Some((range, why, is_announced)) = told else { return };
    let settled = |act: &Act| {
        overlaps(&act.range, &range)
            && act.certainty == Certainty::Settled
            && act.deed != ActKind::Inform
            && act.deed != ActKind::Nothing
    };
    if acts.iter().any(settled) {
        return;
    }
    if let Some(act) = acts.get_mut(at) {
        act.why = Some(why);
    }
    // A state that is not told as the reason may be a fact or a rule as well.
    if is_announced {
        acts.retain(|act| act.deed == ActKind::Inform || !overlaps(&act.range, &range));
        acts.push(Act::nothing(range, "reason"));
    }
}

/// The reason that the agent gives for the proposal which an act takes up: in its sentence, or announced by the next one.
fn of_proposal(view: View<'_>, act: &Act) -> Option<String> {
    let basis = act.basis.as_ref()?;
    let turn = view.talk.before().find(|turn| turn.turn_id == basis.turn)?;
    let mut from = turn.sentences.iter().skip_while(|s| !overlaps(&s.range, &basis.range));
    let proposal = from.next()?;
    let next = || from.next().and_then(told).filter(|(_, is_announced)| *is_announced).map(|(why, _)| why);
    // "I'll use oak, so it lasts": the words before "so" are the choice.
    let told = in_sentence(&proposal.text).filter(|why| !stance::names_some(&act.summary, why));
    told.or_else(next)
}

/// The reason behind a rule, and the rule without it: "one coat a day, it has to dry first".
fn behind_rule(rule: &str) -> Option<(String, String)> {
    let why = BEHIND.captures(rule)?.name("why")?.as_str();
    // "It is up to nobody, it is as is" says the same twice.
    let repeats = after_any(why, phrases!("it is as|it stays|they stay")).is_some();
    // "This spring, nobody touches the gate"
    let rules = after_any(why, phrases!("nobody|nothing|all|most")).is_some();
    let when = after_any(rule, phrases!("for|in|on|until|during|while|from|at|this|till")).is_some();
    let bare = without(rule, why).filter(|_| is_reason(why) && !repeats && !rules && !when)?;
    Some((why.to_owned(), bare))
}

/// Whether a summary has the words of a reason.
fn names(summary: &str, why: &str) -> bool {
    lowered(summary).contains(&lowered(why))
}

/// A summary without the reason at its end.
fn without(summary: &str, why: &str) -> Option<String> {
    let head = summary.strip_suffix(why)?.trim_end_matches(|c: char| " ,;:-–—".contains(c));
    let ends = phrases!("because|since|as");
    let head = head.rsplit_once(' ').filter(|(_, last)| ends.contains(last)).map_or(head, |(head, _)| head);
    (words(head) >= 2).then(|| head.trim_end_matches([',', ' ']).to_owned())
}

/// The reason before or behind a choice in its own sentence.
fn in_sentence(text: &str) -> Option<String> {
    let text = plain(text);
    let text = text.trim_end_matches(['.', '!', '?', ' ']);
    let told = BEFORE.captures(text).and_then(|found| found.name("given").or_else(|| found.name("so")));
    let announced = || ANNOUNCED.captures(text).and_then(|found| found.name("why"));
    let behind = || BEHIND.captures(text).and_then(|found| found.name("why").or_else(|| found.name("state")));
    let why = told.filter(|m| is_reason(m.as_str())).or_else(announced).or_else(behind)?.as_str();
    is_reason(why).then(|| why.trim_end_matches(',').to_owned())
}

/// The reason that a sentence of its own tells, and whether it says that it is one: by its opening, or by a pronoun that
/// stands for what was chosen.
fn told(sentence: &Sentence) -> Option<(String, bool)> {
    let text = plain(&sentence.text);
    let text = text.trim_end_matches(['.', '!']);
    let announced = ANNOUNCED.captures(text).and_then(|c| c.name("why")).map(|m| m.as_str());
    let why = announced.unwrap_or(text);
    let points = after_any(text, phrases!("it|they|that|this|it's|they're|that's")).is_some();
    (!sentence.asks && is_reason(why)).then(|| (why.to_owned(), announced.is_some() || points))
}

/// Whether words tell how things are: no order, no rule, nothing asked.
fn is_reason(why: &str) -> bool {
    const OTHER: Phrases = phrases!(
        "please|pls|also|always|never|only|first|at most|at least|maybe|perhaps|must|should|shall|will|going to|let me|can you|could you|next|later|tomorrow|todo|instead|need to|needs to|have to|has to|want you|don't|do not|dont|not sure|open|decide"
    );
    const OPENERS: Phrases = phrases!(
        "thanks|thank you|cheers|hm|hmm|hm,|hmm,|oh|well|ok|great|good|sorry|and|but|so|then|now|no|yes|for|if|when|after|before|once"
    );
    let low = lowered(why);
    (3..=MOST).contains(&words(why))
        && tells_a_state(&low)
        && !imperative::opens(&low)
        && after_any(&low, OPENERS).is_none()
        && STATES.is_match(&low)
        && !OTHER.iter().any(|word| format!(" {low} ").contains(&format!(" {word} ")))
        && !low.contains('?')
}
