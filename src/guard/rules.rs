//! Defines [`forbidden_by`], the prohibitions of a rule or choice of the ledger.

use crate::language::prohibitions::{Ban, Forbidden, forbidden, names_it};
use crate::state::{Item, ItemKind, Status};
use crate::text::patterns;

patterns! {
    /// A choice with conditions cannot be judged by a machine.
    CONDITION = r"(?i)\b(unless|except|without\s+(asking|approval|permission|my|me|a|first|review|tests?|running)|until|if|when|before|after|other\s+than|only|too\s+(many|much)|more\s+than|lightly|blindly|manually|by\s+hand|for\s+now|yet)\b";
    /// The purpose after a name: "Mongo for the orders service".
    PURPOSE = r"(?i)\s+(for|in|on|at|as|to|with|here|anywhere|any\s?more|everywhere|like|because|since)\b";
    /// Words that introduce the options that were not chosen.
    NOT_CHOSEN = r"(?i)[,;(]?\s*\b(not|instead\s+of|rather\s+than|over|in\s+place\s+of|no\s+longer|versus|vs\.?|and\s+drop|without)\b";
}

/// The unambiguous prohibitions of an active constraint or decision.
pub(super) fn forbidden_by(item: &Item) -> Vec<Forbidden> {
    let text = item.summary.as_str();
    let kinds = [ItemKind::Constraint, ItemKind::Decision, ItemKind::RejectedOption];
    if !kinds.contains(&item.kind) || item.status != Status::Active || text.contains('?') {
        return Vec::new();
    }
    if item.kind == ItemKind::RejectedOption {
        // An alternative of a decision is checked with the decision.
        let name = a_name(text, "").filter(|_| item.superseded_by.is_none());
        return name.map(|name| Forbidden::new(Ban::Choice, vec![name])).into_iter().collect();
    }
    let mut out = forbidden(text);
    if item.kind == ItemKind::Decision && !text.contains('…') && !CONDITION.may_match(text) {
        let names: Vec<String> = item.alternatives.iter().filter_map(|a| a_name(a, chosen(text))).collect();
        if !names.is_empty() {
            out.push(Forbidden::new(Ban::Choice, names));
        }
    }
    out
}

/// The part of a choice that names the chosen option: the answer without its question, up to "not".
pub(super) fn chosen(summary: &str) -> &str {
    let answer = summary.rsplit_once(" → ").map_or(summary, |(_, answer)| answer);
    let end = NOT_CHOSEN.find(answer).map_or(answer.len(), |m| m.start());
    &answer[..end]
}

/// The name in an alternative: a single word that the chosen part does not contain.
fn a_name(alternative: &str, chosen: &str) -> Option<String> {
    let end = PURPOSE.find(alternative).map_or(alternative.len(), |m| m.start());
    let plain = alternative[..end].trim().trim_matches(['`', '"', '\'', '.', ',']);
    let plain = ["the ", "a ", "an "].iter().find_map(|article| plain.strip_prefix(article)).unwrap_or(plain);
    let a_word = plain.len() >= 3 && plain.chars().all(|c| c.is_ascii_alphanumeric() || "@/._+-".contains(c));
    let named = plain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@');
    let held = chosen.split(|c: char| !(c.is_alphanumeric() || "@/._+-".contains(c))).any(|w| names_it(plain, w));
    (a_word && named && !held).then(|| plain.to_lowercase())
}
