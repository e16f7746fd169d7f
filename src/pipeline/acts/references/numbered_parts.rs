//! Defines the spelling out of numbered parts: "start with phase 2" is "Start with phase 2 (undo stack)" where a turn
//! before has the title "Phase 2: undo stack", and "do steps 1 and 3" names the entries of the agent's last list.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::{plain, whole, words};
use crate::pipeline::acts::{Act, ActKind, Certainty, RecentTalk, View};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::state::{Item, ItemKind, Ledger};
use crate::text::{Pattern, patterns};

/// Words that a number may follow to call a part of a plan or a list.
macro_rules! label {
    () => {
        "(?P<label>phase|step|stage|milestone|part|iteration|sprint|task|option|item|point|finding|suggestion)"
    };
}

patterns! {
    /// Parts called by their numbers. Group `rest` says what they are, or of what they are parts.
    NUMBERED = concat!(r"(?i)\b", label!(), r"s? (?P<numbers>#?\d{1,3}(?:(?:, and |, |,| and | & |/|-|–| - | to | through )#?\d{1,3}\b)*)\b(?P<rest>\s*[:(–—-]|[.]\d|\s+(?:of|in (?:the|our|my|your))\b)?");
    /// A title of such a part at the start of a sentence. What stands in brackets behind the number is a remark.
    TITLE = concat!(r"(?i)^\W*", label!(), r" #?(?P<number>\d{1,3})\W*?\s*(?:\([^)]*\)\s*)?(?::|[–—-]|\.|\))\W*(?P<title>(?:[^.:;(–—)]|[.:]\w){3,})");
    /// A part with the title that was added to it before: "Start with phase 2 (undo stack)".
    NAMED = concat!(r"(?i)\b", label!(), r"s? #?(?P<number>\d{1,3}) \((?P<title>[^)]{3,})\)");
    /// The beginning of a list's entry, up to what explains it.
    ENTRY = r"^\W*(?P<title>\w(?:[^.:;(–—]|[.:]\w)*?)(?: - |[.:]\W|[.:;(–—]$|[;(–—]|$)";
    /// A number of several, and whether it ends a range.
    NUMBER = r"(?P<range>-|–| to | through )?\D*?(?P<number>\d+)";
}

/// Labels of parts that a list numbers without their label: "1. Create a branch" is step 1.
const OF_LISTS: &[&str] = &["step", "part", "option", "item", "point", "finding", "suggestion", "task"];
/// Words behind a number that tell how far its part is, and are no title.
const STATES: Phrases = phrases!(
    "done|complete|completed|finished|in progress|pending|optional|skipped|to do|todo|failed|passed|ready|open|blocked|next|current"
);
/// Maximum number of words in a title.
const MOST: usize = 10;
/// Maximum number of parts in a range.
const MOST_PARTS: u64 = 8;
/// Number of the newest items of a kind that are searched for a title.
const SEARCHED: usize = 100;

/// The talk before a turn and the ledger, in which numbered parts have their titles.
#[derive(Debug, Clone, Copy)]
pub struct PartTitles<'a> {
    pub talk: &'a RecentTalk,
    /// The ordinal of the turn that calls the parts.
    pub before: u32,
    pub ledger: &'a Ledger,
}

/// Whether a text calls a part by its number alone, so that nobody who reads it later knows which one.
pub fn calls_a_number(text: &str) -> bool {
    NUMBERED.captures_iter(text).any(|found| found.name("rest").is_none())
}

/// Whether words only call a part by its number.
pub(in crate::pipeline::acts) fn is_part(text: &str) -> bool {
    NUMBERED.find(text).is_some_and(|found| found.start() == 0 && found.end() == text.trim_end().len())
}

/// Adds the titles of numbered parts to the summaries of work, choices and rules that only call their numbers. Where there
/// is none, the person decides.
pub(in crate::pipeline::acts) fn spell_out(view: View<'_>, acts: &mut [Act]) {
    let titles = PartTitles { talk: view.talk, before: view.turn.ordinal, ledger: view.ledger };
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
            for (titles, end) in self.titles(label, numbers.as_str()) {
                let end = numbers.start() + end;
                out += &[text.get(at..end)?, " (", &titles, ")"].concat();
                at = end;
            }
        }
        (at > 0).then(|| out + text.get(at..).unwrap_or_default())
    }

    /// The titles of the parts in "1, 3 and 5-7" that have one, each with the byte at which its number ends; those of a
    /// range stand at its end.
    fn titles(self, label: &str, numbers: &str) -> Vec<(String, usize)> {
        let mut out: Vec<(String, usize)> = Vec::new();
        let mut before: Option<(u64, usize)> = None;
        for found in NUMBER.captures_iter(numbers) {
            let Some(number) = found.name("number") else { continue };
            let Ok(last) = number.as_str().parse::<u64>() else { continue };
            let is_range = |first: u64| found.name("range").is_some() && (first..first + MOST_PARTS).contains(&last);
            let range = before.filter(|(first, _)| is_range(*first));
            out.pop_if(|(_, end)| range.is_some_and(|(_, at)| at == *end));
            let first = range.map_or(last, |(first, _)| first);
            let all: Option<Vec<String>> = (first..=last).map(|part| self.title(label, part)).collect();
            out.extend(all.map(|titles| (titles.join("; "), number.end())));
            before = Some((last, number.end()));
        }
        out
    }

    /// The title of a part: as a turn before gives it, an entry of the last numbered list, or an item.
    fn title(self, label: &str, number: u64) -> Option<String> {
        let own =
            |turn: &ReadTurn| turn.sentences.iter().find_map(|s| title_in(&TITLE, &plain_words(s)?, label, number));
        self.talk().find_map(own).or_else(|| self.entry(label, number)).or_else(|| self.of_items(label, number))
    }

    /// The title that one of the newest items gives a part.
    fn of_items(self, label: &str, number: u64) -> Option<String> {
        let newest = |kind| self.ledger.of_kind(kind).rev().take(SEARCHED);
        let in_item = |item: &Item| {
            let title = |pattern| title_in(pattern, &item.summary, label, number);
            title(&TITLE).or_else(|| title(&NAMED))
        };
        [ItemKind::Task, ItemKind::Decision].into_iter().find_map(|kind| newest(kind).find_map(in_item))
    }

    /// The turns before the one that calls the parts, newest first.
    fn talk(&self) -> impl Iterator<Item = &ReadTurn> {
        self.talk.before().filter(|turn| turn.ordinal < self.before)
    }

    /// The entry of this number in the newest turn with a numbered list.
    fn entry(self, label: &str, number: u64) -> Option<String> {
        let is_entry = |s: &&Sentence| s.list.is_some_and(|l| l.depth == 1 && l.number.is_some()) && s.opens_block;
        let listed = self.talk().find(|turn| turn.sentences.iter().any(|s| is_entry(&s)))?;
        let of_number = |s: &&Sentence| is_entry(s) && s.list.is_some_and(|l| l.number == Some(number));
        let mut all = listed.sentences.iter().filter(of_number);
        let (Some(entry), None) = (all.next(), all.next()) else { return None };
        let says = || ENTRY.captures(&plain_words(entry)?)?.name("title").map(|m| m.as_str().to_owned());
        let lead = || entry.lead.as_ref().map(|lead| plain(lead.trim_end_matches(['.', ':'])));
        let of_list = OF_LISTS.contains(&label.to_lowercase().as_str());
        of_list.then(|| lead().or_else(says))?.and_then(|title| named(&title))
    }
}

/// A title without blanks around it; `None` if it is too long, or only tells how far its part is.
fn named(title: &str) -> Option<String> {
    let title = title.trim();
    (words(title) <= MOST && !STATES.contains(title.to_lowercase().as_str())).then(|| title.to_owned())
}

/// The words of a sentence without its layout; `None` if it is quoted.
fn plain_words(sentence: &Sentence) -> Option<String> {
    (sentence.block != BlockKind::Quote).then(|| plain(&sentence.text))
}

/// The title that a text gives a part, in the form of a pattern.
fn title_in(pattern: &Pattern, text: &str, label: &str, number: u64) -> Option<String> {
    pattern.captures_iter(text).find_map(|found| {
        let same = found.name("label")?.as_str().eq_ignore_ascii_case(label)
            && found.name("number")?.as_str().parse() == Ok(number);
        found.name("title").filter(|_| same).and_then(|title| named(title.as_str()))
    })
}
