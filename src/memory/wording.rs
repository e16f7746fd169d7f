//! Defines the body of a memory: the fact, the reason and what was not chosen where there are any, and the
//! quoted evidence.

use std::fmt::Write as _;

use super::text::{EARLIER, SOURCE, quoted};
use crate::edits::front_matter::{self, FrontMatter, scalar};
use crate::session::suggest::Suggestion;
use crate::text::SafeText;
use crate::transcript::{Role, short_id};

/// The body of a suggestion's memory, worded as facts rather than as permissions an agent could rely on.
pub(super) fn body(suggestion: &Suggestion) -> String {
    let mut out = quoted(&suggestion.words);
    out.push('\n');
    if let Some(why) = &suggestion.rationale {
        let _ = write!(out, "\n**Why:** {}\n", inline(why));
    }
    if !suggestion.alternatives.is_empty() {
        let others = suggestion.alternatives.join("; ");
        let _ = write!(out, "\n**Not chosen:** {}\n", inline(&others));
    }
    let (session, id) = (inline(short_id(&suggestion.session)), &suggestion.id);
    let _ = write!(out, "\n{SOURCE}{session}");
    let quote = suggestion.evidence.first();
    if let Some(quote) = quote {
        let _ = write!(out, ", {}", inline(&quote.turn));
    }
    let _ = write!(out, ", {id}");
    // A quotation that was cut is none.
    if let Some(quote) = quote.filter(|quote| !quote.words.contains('…')) {
        let asked = suggestion.question.as_ref().map(|asked| format!(", asked \"{}\"", inline(asked)));
        let asked = asked.unwrap_or_default();
        let who = if quote.speaker == Some(Role::User) { "the user" } else { "the agent" };
        let _ = write!(out, ": {who}{asked} said \"{}\"", inline(&quote.words));
    }
    out.push('\n');
    out
}

/// Quotes words inside a line.
fn inline(words: &str) -> String {
    quoted(&SafeText::line(words).into_string()).trim_start_matches("> ").to_owned()
}

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
