//! Defines what a memory says: the fact, why, how to apply it, and the words it rests on.

use std::fmt::Write as _;

use super::text::{quoted, scalar};
use crate::session::suggest::{MemoryType, Suggestion};
use crate::text::SafeText;
use crate::transcript::Role;

/// The fact, why, how to apply it, and the words it rests on. Worded as facts: an agent takes no leave from them.
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
        let _ = write!(out, "\nSource: session {}, {}\n", inline(&suggestion.session), inline(&quote.turn));
    }
    out
}

/// Words within a line of ours.
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

/// What stands above the text of another hand.
const EARLIER: &str = "Earlier:";

/// Whether a file of ours holds the text of another hand too.
pub(super) fn holds_other(text: &[u8]) -> bool {
    String::from_utf8_lossy(text).lines().any(|line| line == EARLIER)
}

/// A file that somebody else wrote, with a suggestion above its text: it keeps its front matter but for the description.
pub(super) fn above(suggestion: &Suggestion, old: &[u8]) -> String {
    let old = String::from_utf8_lossy(old);
    let (head, rest) = match old.strip_prefix("---\n").and_then(|r| r.split_once("\n---\n")) {
        Some((head, rest)) => (Some(head), rest),
        None => (None, old.as_ref()),
    };
    let head = head.map_or_else(String::new, |head| {
        let lines = head.lines().map(|l| {
            let is_description = l.starts_with("description:");
            if is_description { format!("description: {}", scalar(&suggestion.title)) } else { l.to_owned() }
        });
        format!("---\n{}\n---\n", lines.collect::<Vec<_>>().join("\n"))
    });
    format!("{head}\n{}\n{EARLIER}\n\n{}", body(suggestion), rest.trim_start_matches('\n'))
}
