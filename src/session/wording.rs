//! Defines [`worded`], the summary of an item as people read it: of an answered question the answer first, and the
//! paths of a text from the project down.

use std::borrow::Cow;
use std::ops::Range;

use super::Session;
use crate::pipeline::passed_over::as_put;
use crate::safe;
use crate::state::{Item, ItemKind};
use crate::text::{SafeText, below};

pub(crate) use crate::pipeline::extract::summary::ARROW;

/// Opens the question behind an answer, in the words of an export.
const ASKED: &str = " (asked: \"";

/// The question and the answer of a text that holds both: `Where to? → Here` or `Here (asked: "Where to?")`.
pub fn asked_and_said(summary: &SafeText) -> Option<(SafeText, SafeText)> {
    let exported = summary.as_str().strip_suffix("\")").and_then(|words| words.rsplit_once(ASKED));
    if let Some((said, asked)) = exported {
        let from = said.len() + ASKED.len();
        return Some((summary.slice(from..from + asked.len()), summary.slice(0..said.len())));
    }
    if let Some((said, asked)) = answered(summary.as_str()) {
        return Some((summary.slice(asked), summary.slice(said)));
    }
    let (asked, said) = summary.as_str().rsplit_once(ARROW)?;
    let first = asked.split(' ').next().unwrap_or_default().to_lowercase();
    let is_question = asked.trim_end().ends_with(['?', '…']) || ASKING.contains(&&*first) || VERBS.contains(&&*first);
    let end = asked.len() + ARROW.len();
    (is_question && !said.is_empty()).then(|| (summary.slice(0..asked.len()), summary.slice(end..end + said.len())))
}

/// Words that open a question.
const ASKING: [&str; 7] = ["how", "what", "where", "which", "who", "when", "why"];
/// Verbs of questions, which open those to be answered with yes or no.
const VERBS: [&str; 14] =
    ["should", "do", "does", "shall", "will", "would", "can", "could", "may", "must", "is", "are", "has", "have"];

/// The answer and the question of `Here - where should it go?` and `Here (where should it go)`.
fn answered(text: &str) -> Option<(Range<usize>, Range<usize>)> {
    let (said, asked, end) = match text.strip_suffix(')').and_then(|words| words.rsplit_once(" (")) {
        Some((said, asked)) => (said, asked, text.len() - 1),
        None => text.rsplit_once(" - ").map(|(said, asked)| (said, asked, text.len()))?,
    };
    let mut words = asked.split(' ');
    let asks =
        words.next().is_some_and(|word| ASKING.contains(&word)) && words.take(3).any(|word| VERBS.contains(&word));
    asks.then_some((0..said.len(), end - asked.len()..end))
}

/// The words of a summary for people: `Here - Where to?` for an answered question, in whatever form it is saved. Output
/// for programs has the raw summary.
pub fn worded(summary: &str) -> SafeText {
    let summary = SafeText::line(summary);
    match asked_and_said(&summary) {
        Some((asked, said)) => safe!("{} - {}", said, asked),
        None => summary,
    }
}

impl Session {
    /// The summary of an item as a row shows it: of an option that was not chosen with the question it answered, in the
    /// form "question → option".
    pub fn summary_with_question<'i>(&self, item: &'i Item) -> Cow<'i, str> {
        let is_bare = as_put(&item.summary) == item.summary;
        let option = || Some(item).filter(|item| item.kind == ItemKind::RejectedOption && is_bare);
        let chosen = option().and_then(|item| self.ledger().get(item.superseded_by.as_ref()?));
        let question = chosen.and_then(|chosen| asked_and_said(&SafeText::line(&chosen.summary)));
        match question {
            Some((asked, _)) => Cow::Owned(format!("{}{ARROW}{}", asked.as_str(), item.summary)),
            None => Cow::Borrowed(&item.summary),
        }
    }

    /// The text with paths of the project named from its folder.
    pub fn from_project<'t>(&self, text: &'t str) -> Cow<'t, str> {
        below(text, self.meta().cwd.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answered_question_is_worded_answer_first() {
        for (kept, shown) in [
            ("Where to? → Local file", "Local file - Where to?"),
            ("Local file (asked: \"Where to?\")", "Local file - Where to?"),
            ("SQLite - where should bookings be stored?", "SQLite - where should bookings be stored?"),
            ("A lamp (how should the pilot be told)", "A lamp - how should the pilot be told"),
            ("rename foo → bar", "rename foo → bar"),
            ("Never push to main", "Never push to main"),
        ] {
            assert_eq!(worded(kept).as_str(), shown);
        }
    }
}
