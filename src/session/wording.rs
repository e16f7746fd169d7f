//! Defines [`worded`], the summary of an item as people read it: of an answered question the answer first, and the
//! paths of a text from the project down.

use std::borrow::Cow;
use std::ops::Range;

use super::Session;
use crate::pipeline::passed_over::as_put;
use crate::safe;
use crate::state::{Evidence, Item, ItemKind};
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

/// Fewest words at the cut that find the quotation it was cut from.
const MIN_WORDS_AT_CUT: usize = 3;

/// A summary as it was said: where it was cut, it goes on with the quotation it was cut from, if there is one.
pub(super) fn uncut<'v>(summary: &'v str, evidence: &Evidence) -> Cow<'v, str> {
    if !summary.contains('…') {
        return Cow::Borrowed(summary);
    }
    let parts: Vec<&str> = summary.split('…').collect();
    let (last, cut) = parts.split_last().unwrap_or((&"", &[]));
    let whole = cut.iter().map(|begun| continued(begun, evidence).unwrap_or_else(|| format!("{begun}…")));
    Cow::Owned(whole.collect::<String>() + last)
}

/// Words that were cut, with the rest of the quotation that holds most of those before the cut: an order or an answer may
/// begin in other words than its quotation.
fn continued(begun: &str, evidence: &Evidence) -> Option<String> {
    let begun = begun.trim_end();
    let starts = begun.split_whitespace().map(|word| word.as_ptr() as usize - begun.as_ptr() as usize);
    let starts: Vec<usize> = starts.collect();
    let quotes = evidence.snippets.iter().map(|quote| quote.split_whitespace().collect::<Vec<_>>().join(" "));
    // ASCII case folding keeps byte positions.
    let quotes: Vec<(String, String)> = quotes.map(|quote| (quote.to_ascii_lowercase(), quote)).collect();
    let least = starts.len().checked_sub(MIN_WORDS_AT_CUT)?;
    starts.iter().take(least + 1).find_map(|start| {
        let tail = begun.get(*start..)?.to_ascii_lowercase();
        quotes.iter().find_map(|(low, quote)| {
            // Words that were said with the dots were not cut there.
            let rest = quote.get(low.find(&tail)? + tail.len()..)?;
            let rest = Some(rest).filter(|rest| !rest.is_empty() && !rest.starts_with(['…', '.']))?;
            Some(format!("{begun}{rest}"))
        })
    })
}

/// A summary for people, in full: for files, where nothing shows the rest.
pub fn worded_in_full(summary: &str, evidence: &Evidence) -> SafeText {
    worded(&uncut(summary, evidence))
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
    fn a_summary_goes_on_with_the_quotation_it_was_cut_from() {
        let quote = "Let's hang the long rope\nover the north gate, and the short one over the south gate";
        let mut evidence = Evidence::one("t3", quote, 0..quote.len());
        evidence.push("t2", "Which ropes should be hung over which of the gates of the old yard?", 0..60);
        for (cut, whole) in [
            (
                "Hang the long rope over the…",
                "Hang the long rope over the north gate, and the short one over the south gate",
            ),
            (
                "Which ropes should be hung over which… → Hang the long rope over…",
                "Which ropes should be hung over which of the gates of the old yard? → \
                 Hang the long rope over the north gate, and the short one over the south gate",
            ),
            ("Paint the gates of the new yard…", "Paint the gates of the new yard…"),
            ("Hang the rope", "Hang the rope"),
        ] {
            assert_eq!(uncut(cut, &evidence), whole);
        }
        let hesitant = Evidence::one("t1", "use the copper lamp… or the tin one", 0..34);
        assert_eq!(uncut("Use the copper lamp… or the tin one", &hesitant), "Use the copper lamp… or the tin one");
    }

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
