//! Defines the body of a memory: the fact, why, how to apply it, and the quoted evidence.

use std::fmt::Write as _;

use super::text::quoted;
use crate::edits::front_matter::{self, FrontMatter, scalar};
use crate::session::suggest::{MemoryType, Suggestion};
use crate::text::SafeText;
use crate::transcript::{Role, short_id};

/// The body of a suggestion's memory, worded as facts rather than as permissions an agent could rely on.
pub(super) fn body(suggestion: &Suggestion) -> String {
    let mut out = quoted(&suggestion.words);
    out.push('\n');
    let said = suggestion.evidence.first();
    if matches!(suggestion.memory_type, MemoryType::Feedback | MemoryType::Project) {
        let why = match (&suggestion.rationale, said) {
            (Some(rationale), _) => rationale.clone(),
            (None, Some(quote)) if quote.speaker == Some(Role::User) => format!("the user said: \"{}\"", quote.words),
            (None, Some(quote)) => format!("it was said: \"{}\"", quote.words),
            (None, None) => suggestion.why.clone(),
        };
        let _ = write!(out, "\n**Why:** {}\n", inline(&why));
        let _ = write!(out, "\n**How to apply:** {}\n", inline(&how(suggestion)));
    }
    if let Some(quote) = said {
        let _ = write!(out, "\nSource: session {}, {}\n", inline(short_id(&suggestion.session)), inline(&quote.turn));
    }
    out
}

/// Quotes words inside a line.
fn inline(words: &str) -> String {
    quoted(&SafeText::line(words).into_string()).trim_start_matches("> ").to_owned()
}

fn how(suggestion: &Suggestion) -> String {
    let not = if suggestion.alternatives.is_empty() {
        String::new()
    } else {
        format!(" Considered and not chosen: {}.", suggestion.alternatives.join("; "))
    };
    let how = match (suggestion.memory_type, suggestion.hard) {
        (MemoryType::Feedback, true) => "It holds in every session of this project, without exception.",
        (MemoryType::Feedback, false) => "It holds in every session of this project until the user says otherwise.",
        (_, true) => "New work stays within it.",
        (_, false) => "New work builds on it.",
    };
    format!("{how}{not}")
}

/// The line above text that somebody else wrote.
const EARLIER: &str = "Earlier:";

/// Whether a file of ours also holds text that somebody else wrote.
pub(super) fn holds_other(text: &[u8]) -> bool {
    String::from_utf8_lossy(text).lines().any(|line| line == EARLIER)
}

/// Puts a suggestion above the text of a file that somebody else wrote. The front matter stays, except its description.
pub(super) fn above(suggestion: &Suggestion, old: &[u8]) -> String {
    let old = String::from_utf8_lossy(old).into_owned();
    let old = front_matter::replaced(&old, "description", &scalar(&suggestion.title)).unwrap_or(old);
    let rest = FrontMatter::of(&old).body;
    let head = old.get(..old.len() - rest.len()).unwrap_or_default();
    format!("{head}\n{}\n{EARLIER}\n\n{}", body(suggestion), rest.trim_start_matches('\n'))
}
