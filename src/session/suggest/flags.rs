//! Defines [`SuggestionFlag`]: warnings shown before a text becomes a memory that agents will read.

use crate::state::{Item, Version};
use crate::text::{SafeText, patterns};

words! {
    /// A warning about a suggestion.
    SuggestionFlag {
        /// It held invisible characters, which are now visible.
        HiddenCharacters = "hidden_characters",
        /// It held a secret, which is now redacted.
        Secret = "secret",
        /// It instructs its reader instead of stating a fact.
        Instructions = "instructions",
        /// It reads as a permission for the agent.
        Permission = "permission",
        /// It imports another file.
        Import = "import",
        /// It was cut before the end of the sentence.
        Shortened = "shortened",
    }
}

patterns! {
    /// Hidden instructions to a model.
    INSTRUCTIONS = r"(?ix)
        \b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instruction|instructions|rules?|prompt|guidelines|previous|above|prior|safety|policy|policies)\b
        | \b(system\s+prompt|developer\s+message|jailbreak|you\s+are\s+now|act\s+as|pretend\s+to|new\s+instructions)\b
        | \b(do\s+not|don't|never)\s+(tell|inform|mention|reveal|warn|alert)\b.{0,30}\b(user|person|human|anyone|them|me)\b
        | \b(curl|wget)\b.{0,80}\|\s*(ba|z)?sh\b
        | \b(send|post|upload|exfiltrate|forward|email)\b.{0,60}\b(https?://|secrets?|tokens?|credentials?|keys?|\.env)
        | <\s*/?\s*(system|assistant|human|user|instructions?|important|system-reminder|antml)\b
        | ^\s*(system|assistant|human)\s*:";

    /// Words that an agent would take as a permission.
    PERMISSION = r"(?ix)
        \b(you|claude|the\s+agent|the\s+assistant)\s+(are|is|may|can|have|has)\b.{0,40}\b(allowed|permitted|authori[sz]ed|permission|approval|free\s+to|without\s+(asking|approval|confirmation))\b
        | \b(without|no\s+need)\s+(to\s+)?(ask|asking|approval|approving|confirmation|confirm|permission|review)\b
        | \b(bypassPermissions|dangerously|--yolo|--no-verify|skip\s+(all\s+)?(permission|confirmation|approval|safety)|auto-?approve|permissionMode|acceptEdits)\b";

    /// "Never do that without asking", which permits nothing.
    A_BAN = r"(?i)\b(never|do\s+not|don't|don’t|dont|must\s+not|should\s+not|shouldn't|not|nothing|nobody)\b.{0,120}\bwithout\b";

    /// `@path`, which memory files import.
    IMPORT = r"(^|\s)@[~./\w][^\s@]*[/.]\w";
}

/// The flags of an item, by its words and its evidence; `said` is the text of the memory.
pub(super) fn of(item: &Item, newest: &Version, said: &str) -> Vec<SuggestionFlag> {
    let words = words_of(item, newest);
    let mut out = Vec::new();
    for (found, flag) in [
        (words.iter().any(|w| had_hidden(w)), SuggestionFlag::HiddenCharacters),
        (words.iter().any(|w| had_secret(w)), SuggestionFlag::Secret),
        (words.iter().any(|w| INSTRUCTIONS.is_match(w)), SuggestionFlag::Instructions),
        (words.iter().any(|w| PERMISSION.is_match(w) && !A_BAN.is_match(w)), SuggestionFlag::Permission),
        (words.iter().any(|w| IMPORT.is_match(w)), SuggestionFlag::Import),
        (said.contains('…'), SuggestionFlag::Shortened),
    ] {
        if found {
            out.push(flag);
        }
    }
    out
}

/// Whether words of an item would instruct the model that reads them. If the words are not the person's (`persons` is
/// false), hidden characters, permissions and imports count too.
pub(in crate::session) fn addresses_a_model(item: &Item, persons: bool) -> bool {
    let own = [Some(item.summary.as_str()), item.rationale.as_deref()].into_iter().flatten();
    let shown = item.versions.iter().rev().take(2).map(|v| v.summary.as_str());
    let mut words = own.chain(shown).chain(item.alternatives.iter().map(String::as_str));
    words.any(|w| {
        let permits = || PERMISSION.is_match(w) && !A_BAN.is_match(w);
        INSTRUCTIONS.is_match(w) || (!persons && (had_hidden(w) || permits() || IMPORT.is_match(w)))
    })
}

/// The texts of an item and its evidence.
fn words_of<'a>(item: &'a Item, newest: &'a Version) -> Vec<&'a str> {
    let own = [Some(item.summary.as_str()), item.rationale.as_deref()].into_iter().flatten();
    let others = item.alternatives.iter().chain(&newest.evidence.snippets).map(String::as_str);
    own.chain(others).collect()
}

/// Whether a text has hidden characters. The ledger's text is safe already and shows them by their number.
fn had_hidden(text: &str) -> bool {
    SafeText::block(text).hidden() || text.contains("⟨U+") || text.chars().any(|c| ('␀'..='␡').contains(&c))
}

fn had_secret(text: &str) -> bool {
    text.contains("[redacted:") || SafeText::line(text).as_str().contains("[redacted:")
}
