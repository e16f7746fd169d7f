//! Defines polarity: which words a text affirms and negates, and whether it contradicts another.
//!
//! Errs on the safe side: a false contradiction costs a question to the person or a refused candidate, but a reversed
//! negation never counts as the same statement.

use std::collections::BTreeSet;

use super::likeness::{is_subject, same_root, shared, subject};
use super::numbers::{counts, numbers, numbers_given};
use super::phrases::{Phrases, phrases};
use super::stems::{stem, tokens};
use super::tables::{cancels_negation, ends_negation, negates, undoes_or_refuses};

/// The reason why `text` cannot restate `said`: another number or the opposite polarity. `None` if they are compatible.
pub fn contradiction(said: &str, text: &str) -> Option<String> {
    let (theirs, ours) = (numbers_given(said), numbers(text));
    if let Some(ours) = ours.iter().find(|n| !theirs.contains(*n))
        && let Some(theirs) = numbers(said).difference(&numbers_given(text)).next()
    {
        return Some(format!("it says {ours} where the words say {theirs}"));
    }
    if let Some((ours, theirs, of)) = recounted(said, text) {
        return Some(format!("it says {ours} {of} where the words say {theirs}"));
    }
    contradicts_polarity(said, text).map(|word| format!("it contradicts the quoted words about \"{word}\""))
}

/// A count that differs: (number in `text`, number in `said`, the counted noun). Finds "300 days" against "30 days and
/// 300 rows".
fn recounted(said: &str, text: &str) -> Option<(String, String, String)> {
    let theirs = counts(said);
    for (number, unit) in counts(text) {
        let known: Vec<&String> = theirs.iter().filter(|(_, of)| *of == unit).map(|(n, _)| n).collect();
        if let Some(first) = known.first().filter(|_| !known.contains(&&number)) {
            return Some((number, (*first).clone(), unit));
        }
    }
    None
}

/// Words with which "no" answers, excuses or reports, and refuses nothing: "no idea", "no harm done", "no errors", "no,
/// you turned it the wrong way".
const REMARKS: Phrases = phrases!(
    "verdict|decision|idea|ideas|clue|clues|problem|problems|issue|issues|worries|rush|hurry|stress|pressure|thanks|thank|sorry|way|need|needs\
     |reason|point|use|sense|wonder|surprise|surprises|doubt|doubts|luck|matter|harm|shame|joke|kidding|brainer|biggie\
     |offence|offense|feelings|regrets|complaint|complaints|objection|objections|opinion|opinions|preference|preferences\
     |thoughts|question|questions|answer|reply|response|news|chance|sign|signs|hint|hints|trace|traces|mention|match\
     |matches|conflict|conflicts|hits|difference|differences|error|errors|failures|bug|bugs|output|result|results|one|longer|such\
     |no|you|i|we|they|he|she|it"
);

/// Whether the words behind a "no" make it answer, excuse or report, so that nothing is refused.
pub fn no_is_remark(behind: &str) -> bool {
    let first = behind.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    REMARKS.contains(&first.to_lowercase())
}

/// Whether a text has a word that negates or undoes anything, also something in the text it answers ("yes, delete
/// them").
pub fn negates_anything(text: &str) -> bool {
    let low = text.to_lowercase().replace('’', "'");
    let mut words = low.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.any(|w| negates(w) || undoes_or_refuses(&stem(w)))
}

/// The subject words that a text negates or wants undone and never affirms.
pub fn negated_words(text: &str) -> BTreeSet<String> {
    let sides = Sides::of(text);
    sides.negated.iter().filter(|w| sides.only_negates(w)).cloned().collect()
}

/// A word that one text affirms and the other negates. `None` unless that holds for at least half of the subject words
/// they share: a single word in passing is no contradiction.
pub fn contradicts_polarity(said: &str, text: &str) -> Option<String> {
    let (theirs, ours) = (Sides::of(said), Sides::of(text));
    let denies = ours.affirmed.iter().filter(|w| theirs.only_negates(w) && !ours.negates(w));
    let affirms = ours.negated.iter().filter(|w| theirs.only_affirms(w) && !ours.affirms(w));
    let round: Vec<&String> = denies.chain(affirms).collect();
    let both = shared(&subject(text), &subject(said));
    round.first().filter(|_| round.len() * 2 >= both).map(|w| (*w).clone())
}

/// The subject words that a text affirms, and those that it negates or wants undone.
#[derive(Debug, Default)]
struct Sides {
    affirmed: BTreeSet<String>,
    negated: BTreeSet<String>,
}

impl Sides {
    fn of(text: &str) -> Self {
        let mut sides = Self::default();
        let low = text.to_lowercase().replace('’', "'");
        // The rejected option follows these words, as it follows ", not".
        let low = low.replace("instead of", ", instead-of").replace("rather than", ", instead-of");
        let pieces = low.split(|c: char| ",;:!?()\n\"—–".contains(c)).flat_map(|p| p.split(". "));
        for piece in pieces {
            sides.piece(&piece.split_whitespace().collect::<Vec<_>>());
        }
        sides
    }

    fn piece(&mut self, words: &[&str]) {
        let prefers = words.iter().any(|w| matches!(stem(w).as_str(), "prefer" | "choos" | "chos" | "pick"));
        let (mut negated, mut undone) = (false, false);
        let mut before: Vec<String> = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            // Not by its stem: "note" has that of "not".
            let negates = negates(word);
            if ends_negation(word) {
                (negated, undone) = (false, false);
            } else if prefers && word == "over" {
                negated = true;
            } else if negates || undoes_or_refuses(&stem(word)) {
                // The subject of a negated verb is neither affirmed nor negated by it.
                self.negated.extend(before.drain(..));
                let plain = negates && words.get(at + 1).is_some_and(|next| cancels_negation(next));
                negated ^= negates && !plain;
                undone |= !negates;
            } else {
                let own: Vec<String> = tokens(word).into_iter().filter(|t| is_subject(t)).collect();
                if negated ^ undone {
                    self.negated.extend(own);
                } else {
                    before.extend(own.iter().cloned());
                    self.affirmed.extend(own);
                }
            }
        }
    }

    fn affirms(&self, word: &str) -> bool {
        self.affirmed.iter().any(|w| same_root(w, word))
    }

    fn negates(&self, word: &str) -> bool {
        self.negated.iter().any(|w| same_root(w, word))
    }

    fn only_affirms(&self, word: &str) -> bool {
        self.affirms(word) && !self.negates(word)
    }

    fn only_negates(&self, word: &str) -> bool {
        self.negates(word) && !self.affirms(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_polarity_or_number_contradicts() {
        for (said, text) in [
            ("I chose not to use Kestrel here", "Use Kestrel here"),
            ("we are going to ship without Docker then", "Ship with Docker"),
            ("Never run Docker on the build machine.", "Run Docker on the build machine"),
            ("Let's go with SQLite, not Postgres", "Use Postgres"),
            ("use SQLite instead of Postgres", "use Postgres instead of SQLite"),
            ("I prefer tabs over spaces", "indent by spaces"),
            ("do not delete or move the old dumps", "delete the old dumps"),
            ("drop the nightly report", "add the nightly report"),
            ("the banner stays", "remove the banner"),
            ("keep 30 days of logs", "keep 300 days of logs"),
            ("the timeout is 3000 ms", "the timeout is 300 ms"),
            ("version 1.2 it is", "version 1.25 it is"),
            ("30 days of logs, and 300 rows a page", "300 days of logs"),
        ] {
            assert!(contradiction(said, text).is_some(), "{said} / {text}");
        }
        for (said, text) in [
            ("use SQLite, no server needed", "use SQLite"),
            ("Let's go with SQLite, not Postgres", "SQLite"),
            ("use SQLite instead of Postgres", "SQLite, not Postgres"),
            ("the server must never see plaintext", "plaintext is never seen by the server"),
            ("don't forget to add the tests", "add the tests"),
            ("not only the banner, the footer too", "the banner and the footer"),
            ("keep 30 days of logs", "logs"),
            ("two themes are enough", "2 themes"),
            ("30-60 seconds", "30 to 60 seconds"),
            ("drop the nightly report", "the nightly report is dropped"),
            ("noted: the members may read the files and the folders", "members may read files, not write them"),
        ] {
            assert_eq!(contradiction(said, text), None, "{said} / {text}");
        }
    }
}
