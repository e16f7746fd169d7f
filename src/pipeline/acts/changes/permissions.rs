//! Defines permissions: words that give leave for what a standing rule forbids ("feel free to oil the hinges now", "it's
//! fine if you touch the bell"). The rule's own words tell which one is meant, so that any form of leave lifts it. Leave
//! within limits relaxes a rule; [`super::withdrawals`] reads that.

use crate::language::phrases::phrases;
use crate::language::stems::tokens;
use crate::pipeline::acts::references::standing::recent;
use crate::pipeline::acts::sentences::wording::{after_any, lowered};
use crate::pipeline::acts::{Act, View};
use crate::state::{Item, ItemKind};
use crate::text::patterns;

patterns! {
    /// Words that give leave; what is allowed stands behind them.
    LEAVE = r"\bfeel free to\b|(?:'s|\bis|\bare|'re|\bam|\bbe|^(?:now )?(?:it )?)(?: now| again| really| totally| perfectly)* ?\b(?:fine|ok|okay|alright|all right|no problem|safe|allowed|permitted|free|cleared|welcome)(?: with me| by me| now| again)* (?:to|for (?:you|us) to|if (?:you|we)|that you)\b|\b(?:you|we)(?: now| actually| again)* (?:may|can)\b|\bgo ahead and\b|\b(?:permission|leave|green light) to\b|\bno longer (?:forbidden|prohibited|banned|off limits) to\b|\b(?:do not|don't) mind(?: any ?more| now)? if you\b";
    /// A need that is granted: "if you have to oil the hinges, that's ok now".
    GRANTED = r"^if you (?:have|need|want) to\b.*, (?:that|it)(?:'s| is| would be) (?:now )?(?:fine|ok|okay|alright|all right|no problem)\b";
    /// Words that leave a part of the rule in force.
    LIMITED = r"\b(?:only|unless|as long as|provided|except|if|when|until|once|also|but not|this time|for now)\b";
    /// A condition that sets no limit.
    NEED = r"\bif (?:you|we) (?:need|have|want|like|must|wish)(?: to| it)?\b|\bif (?:it is|it's) (?:needed|necessary)\b";
}

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own = view.own().filter(|s| !s.asks);
    own.filter_map(|sentence| {
        let low = lowered(&sentence.text);
        let allowed: Vec<Vec<String>> = allowed(&low).map(tokens).collect();
        // Most sentences give no leave; then no rule is looked at.
        let rule =
            allowed.first().and_then(|_| recent(view, ItemKind::Constraint).find(|rule| lifts(rule, &allowed)))?;
        Some(Act::ends(rule, sentence.range.clone(), "permitted"))
    })
    .collect()
}

/// The words of a sentence behind those that give leave, but for leave that is denied or has limits.
fn allowed(low: &str) -> impl Iterator<Item = &str> {
    let granted = GRANTED.is_match(low).then_some(low);
    let left = LEAVE.find_iter(low).filter_map(|m| low.get(m.end()..)).filter(move |allowed| {
        let limited = || LIMITED.is_match(&NEED.remove_from(allowed));
        granted.is_some() || !limited()
    });
    let denied = |allowed: &&str| {
        allowed.starts_with("'t") || after_any(allowed, phrases!("not|never|only|no longer")).is_some()
    };
    left.chain(granted).filter(move |allowed| !denied(allowed))
}

/// Whether leave is given for what a rule forbids.
fn lifts(rule: &Item, allowed: &[Vec<String>]) -> bool {
    let is_denial = |word: &String| DENIALS.contains(&word.as_str());
    let (denials, deed): (Vec<String>, Vec<String>) = tokens(&rule.summary).into_iter().partition(is_denial);
    let names = |said: &Vec<String>| deed.iter().all(|word| said.contains(word));
    !denials.is_empty() && !deed.is_empty() && allowed.iter().any(names)
}

/// Stems with which a rule forbids.
const DENIALS: [&str; 4] = ["not", "never", "no", "without"];
