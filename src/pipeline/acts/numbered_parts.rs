//! Defines the spelling out of numbered parts: "start with phase 2" is "Start with phase 2 (undo stack)" where a turn
//! before has the title "Phase 2: undo stack", and "do steps 1 and 3" names the entries of the agent's last list.

use super::wording::{plain, whole, words};
use super::{Act, ActKind, Certainty, RecentTalk, View};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::state::{ItemKind, Ledger};
use crate::text::patterns;

patterns! {
    /// Parts called by their numbers. Group `rest` says what they are, or of what they are parts.
    NUMBERED = r"(?i)\b(?P<label>phase|step|stage|milestone|part|iteration|sprint|task|option|item|point|finding|suggestion)s? (?P<numbers>#?\d{1,3}(?:(?:, and |, |,| and | & |/)#?\d{1,3}\b)*)\b(?P<rest>\s*[:(–—-]|[.]\d|\s+(?:of|in (?:the|our|my|your))\b)?";
    /// A title of such a part at the start of a sentence.
    TITLE = r"(?i)^\W*(?P<label>phase|step|stage|milestone|part|iteration|sprint|task|option|item|point|finding|suggestion) #?(?P<number>\d{1,3})\W*?\s*(?::|[–—-]|\.|\)|\()\W*(?P<title>(?:[^.:;(–—)]|[.:]\w){3,})";
    /// The beginning of a list's entry, up to what explains it.
    ENTRY = r"^\W*(?P<title>\w(?:[^.:;(–—]|[.:]\w)*?)(?: - |[.:]\W|[.:;(–—]$|[;(–—]|$)";
    /// A number of several.
    NUMBER = r"\d+";
}

/// Labels of parts that a list numbers without their label: "1. Create a branch" is step 1.
const OF_LISTS: &[&str] = &["step", "part", "option", "item", "point", "finding", "suggestion", "task"];
/// Most words of a title.
const MOST: usize = 10;

/// The talk and the ledger, in which numbered parts have their titles.
#[derive(Debug, Clone, Copy)]
pub struct PartTitles<'a> {
    pub talk: &'a RecentTalk,
    pub ledger: &'a Ledger,
}

/// Whether a text calls a part by its number alone, so that nobody who reads it later knows which one.
pub fn calls_a_number(text: &str) -> bool {
    NUMBERED.captures_iter(text).any(|found| found.name("rest").is_none())
}

/// Whether words only call a part by its number.
pub(super) fn is_part(text: &str) -> bool {
    NUMBERED.find(text).is_some_and(|found| found.start() == 0 && found.end() == text.trim_end().len())
}

/// Adds the titles of numbered parts to the summaries of work, choices and rules that only call their numbers. Where there
/// is none, the person decides.
pub(super) fn spell_out(view: View<'_>, acts: &mut [Act]) {
    let titles = PartTitles { talk: view.talk, ledger: view.ledger };
    let enters = |act: &&mut Act| {
        let names = matches!(act.deed, ActKind::Request | ActKind::Choose | ActKind::RuleOut | ActKind::Rule { .. });
        names && act.target.is_none() && calls_a_number(&act.summary)
    };
    for act in acts.iter_mut().filter(enters) {
        if let Some(text) = titles.spelled_out(&act.summary) {
            act.summary = whole(&text);
        }
        if calls_a_number(&act.summary) {
            act.certainty = Certainty::Likely;
        }
    }
}

impl PartTitles<'_> {
    /// The text with the titles of the parts that it calls by their numbers; `None` if it calls none whose title is known.
    pub fn spelled_out(self, text: &str) -> Option<String> {
        let mut out = String::new();
        let mut at = 0;
        for found in NUMBERED.captures_iter(text).filter(|found| found.name("rest").is_none()) {
            let (label, numbers) = (found.name("label")?.as_str(), found.name("numbers")?);
            for number in NUMBER.find_iter(numbers.as_str()) {
                let end = numbers.start() + number.end();
                if let Some(title) = number.as_str().parse().ok().and_then(|number| self.title(label, number)) {
                    out.push_str(text.get(at..end)?);
                    out.push_str(&format!(" ({title})"));
                    at = end;
                }
            }
        }
        (at > 0).then(|| out + text.get(at..).unwrap_or_default())
    }

    /// The title of a part: as a turn before gives it, an entry of the last numbered list, or an item.
    fn title(self, label: &str, number: u64) -> Option<String> {
        let own = |turn: &ReadTurn| turn.sentences.iter().find_map(|s| title_in(&plain_words(s)?, label, number));
        let kinds = [ItemKind::Task, ItemKind::Decision];
        let of_items = || {
            let all = kinds.iter().flat_map(|kind| self.ledger.of_kind(*kind));
            all.filter_map(|item| title_in(&item.summary, label, number)).last()
        };
        let title = self.talk.before().find_map(own).or_else(|| self.entry(label, number)).or_else(of_items)?;
        (words(&title) <= MOST).then_some(title)
    }

    /// The entry of this number in the newest turn with a numbered list.
    fn entry(self, label: &str, number: u64) -> Option<String> {
        let is_entry = |s: &&Sentence| s.list.is_some_and(|l| l.depth == 1 && l.number.is_some()) && s.opens_block;
        let listed = self.talk.before().find(|turn| turn.sentences.iter().any(|s| is_entry(&s)))?;
        let of_number = |s: &&Sentence| is_entry(s) && s.list.is_some_and(|l| l.number == Some(number));
        let mut all = listed.sentences.iter().filter(of_number);
        let (Some(entry), None) = (all.next(), all.next()) else { return None };
        let says = || ENTRY.captures(&plain_words(entry)?)?.name("title").map(|m| m.as_str().trim().to_owned());
        let lead = || entry.lead.as_ref().map(|lead| plain(lead.trim_end_matches(['.', ':'])));
        OF_LISTS.contains(&label.to_lowercase().as_str()).then(|| lead().or_else(says))?
    }
}

/// The words of a sentence without its layout; `None` if it is quoted.
fn plain_words(sentence: &Sentence) -> Option<String> {
    (sentence.block != BlockKind::Quote).then(|| plain(&sentence.text))
}

/// The title that a text gives a part.
fn title_in(text: &str, label: &str, number: u64) -> Option<String> {
    let found = TITLE.captures(text)?;
    let same = found.name("label")?.as_str().eq_ignore_ascii_case(label)
        && found.name("number")?.as_str().parse() == Ok(number);
    same.then(|| found.name("title").map(|m| m.as_str().trim().to_owned()))?
}
