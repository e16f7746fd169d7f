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
        let rule = recent(view, ItemKind::Constraint).find(|rule| is_allowed(rule, &low))?;
        Some(Act::ends(rule, sentence.range.clone(), "permitted"))
    })
    .collect()
}

/// Whether a sentence gives leave for what a rule forbids.
fn is_allowed(rule: &Item, low: &str) -> bool {
    let words = tokens(&rule.summary);
    let forbids = words.iter().any(|t| DENIALS.contains(&t.as_str()));
    let deed: Vec<String> = words.into_iter().filter(|t| !DENIALS.contains(&t.as_str())).collect();
    if !forbids || deed.is_empty() {
        return false;
    }
    let granted = GRANTED.is_match(low).then_some(low);
    let left = LEAVE.find_iter(low).filter_map(|m| low.get(m.end()..));
    left.chain(granted).any(|allowed| {
        let said = tokens(allowed);
        let denied = after_any(allowed, phrases!("not|never|only|no longer")).is_some() || allowed.starts_with("'t");
        let limited = granted.is_none() && LIMITED.is_match(&NEED.remove_from(allowed));
        !denied && !limited && deed.iter().all(|word| said.contains(word))
    })
}

/// Stems with which a rule forbids.
const DENIALS: [&str; 4] = ["not", "never", "no", "without"];
