//! Defines which clauses of a turn are meant literally and may therefore violate a rule.

use crate::language::prohibitions::Speech;
use crate::pipeline::clause::{BlockKind, Clause, Modality};
use crate::text::patterns;
use crate::transcript::Role;

patterns! {
    /// The person changes the rule on purpose.
    REVISION = r"(?i)\b(after\s+all|exception|this\s+(once|time)|just\s+once|you\s+(can|may)|allowed|it['’]?s\s+(ok|okay|fine|alright)|fine\s+(now|with\s+me)|forget|drop\s+(the|that)|no\s+longer|any\s?more|changed?\s+(my|our)\s+minds?|actually|ignore|override|instead|anyway|despite|even\s+though)\b";
    /// Denied, hypothetical or undecided.
    OPEN = r"(?i)\b(not|never|no|nothing|without|avoid(ed)?|instead\s+of|rather\s+than|cannot|can['’]t|don['’]?t|didn['’]?t|haven['’]?t|hasn['’]?t|isn['’]?t|won['’]?t|would|could|might|may|maybe|perhaps|if|unless|whether|should\s+(we|i)|until|reverted|undid|removed\s+again|pretend|imagine|suppose)\b";
}

/// How a role mentions actions: the person requests them, the agent reports them. `None` for the system.
pub(super) const fn speech(role: Role) -> Option<Speech> {
    match role {
        Role::User => Some(Speech::Requests),
        Role::Assistant => Some(Speech::Reports),
        Role::System => None,
    }
}

/// Whether a clause is meant literally: not a question, hedged, conditional, negated, quoted or a change of a rule.
pub(super) fn is_meant(clause: &Clause, role: Role) -> bool {
    use Modality::{Conditional, Hedge, Negated, Prohibition, Question, Report};
    let barred = matches!(clause.modality, Conditional | Hedge | Negated | Prohibition | Question | Report);
    let revised = role == Role::User && REVISION.may_match(&clause.text);
    !barred && !clause.asks && clause.block != BlockKind::Heading && !revised && !OPEN.may_match(&clause.text)
}
