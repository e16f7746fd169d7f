//! Defines [`SuggestionFlag`]: what the person must look at before a text becomes a memory, which an agent will read as truth.

use crate::state::{Item, Version};
use crate::text::{SafeText, patterns};

words! {
    /// What is suspicious about a suggestion.
    SuggestionFlag {
        /// It held characters that nobody sees, made visible now.
        HiddenCharacters = "hidden_characters",
        /// It held a secret, which is redacted.
        Secret = "secret",
        /// It speaks to whoever reads it later rather than stating a fact.
        Instructions = "instructions",
        /// It reads as a permission for the agent.
        Permission = "permission",
        /// It would have another file read along.
        Import = "import",
        /// The words end before the sentence does.
        Shortened = "shortened",
    }
}

patterns! {
    /// Words to a reading model, in disguise.
    INSTRUCTIONS = r"(?ix)
        \b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instruction|instructions|rules?|prompt|guidelines|previous|above|prior|safety|policy|policies)\b
        | \b(system\s+prompt|developer\s+message|jailbreak|you\s+are\s+now|act\s+as|pretend\s+to|new\s+instructions)\b
        | \b(do\s+not|don't|never)\s+(tell|inform|mention|reveal|warn|alert)\b.{0,30}\b(user|person|human|anyone|them|me)\b
        | \b(curl|wget)\b.{0,80}\|\s*(ba|z)?sh\b
        | \b(send|post|upload|exfiltrate|forward|email)\b.{0,60}\b(https?://|secrets?|tokens?|credentials?|keys?|\.env)
        | <\s*/?\s*(system|assistant|human|user|instructions?|important|system-reminder|antml)\b
        | ^\s*(system|assistant|human)\s*:";

    /// What an agent would take for leave.
    PERMISSION = r"(?ix)
        \b(you|claude|the\s+agent|the\s+assistant)\s+(are|is|may|can|have|has)\b.{0,40}\b(allowed|permitted|authori[sz]ed|permission|approval|free\s+to|without\s+(asking|approval|confirmation))\b
        | \b(without|no\s+need)\s+(to\s+)?(ask|asking|approval|approving|confirmation|confirm|permission|review)\b
        | \b(bypassPermissions|dangerously|--yolo|--no-verify|skip\s+(all\s+)?(permission|confirmation|approval|safety)|auto-?approve|permissionMode|acceptEdits)\b";

    /// "Never do that without asking" takes leave away.
    A_BAN = r"(?i)\b(never|do\s+not|don't|don’t|dont|must\s+not|should\s+not|shouldn't|not|nothing|nobody)\b.{0,120}\bwithout\b";

    /// A path after an at sign at a word's beginning: memory files read it along.
    IMPORT = r"(^|\s)@[~./\w][^\s@]*[/.]\w";
}

/// What is suspicious about an item, by its words and those it rests on; `said` is what would be kept of it.
pub(super) fn of(item: &Item, newest: &Version, said: &str) -> Vec<SuggestionFlag> {
    let words = || {
        let own = [Some(item.summary.as_str()), item.rationale.as_deref()].into_iter().flatten();
        own.chain(item.alternatives.iter().map(String::as_str))
            .chain(newest.evidence.snippets.iter().map(String::as_str))
    };
    let any = |found: &dyn Fn(&str) -> bool| words().any(found);
    // The ledger's words are safe already: what was hidden stands there by its number.
    let hidden =
        any(&|w| SafeText::block(w).hidden() || w.contains("⟨U+") || w.chars().any(|c| ('␀'..='␡').contains(&c)));
    let secret = any(&|w| w.contains("[redacted:") || SafeText::line(w).as_str().contains("[redacted:"));
    let mut out = Vec::new();
    for (found, flag) in [
        (hidden, SuggestionFlag::HiddenCharacters),
        (secret, SuggestionFlag::Secret),
        (any(&|w| INSTRUCTIONS.is_match(w)), SuggestionFlag::Instructions),
        (any(&|w| PERMISSION.is_match(w) && !A_BAN.is_match(w)), SuggestionFlag::Permission),
        (any(&|w| IMPORT.is_match(w)), SuggestionFlag::Import),
        (said.contains('…'), SuggestionFlag::Shortened),
    ] {
        if found {
            out.push(flag);
        }
    }
    out
}
