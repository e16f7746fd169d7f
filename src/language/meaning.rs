//! Defines whether one text says what another says: which of its words stand there, and whether it turns a negation or
//! a number round.
//!
//! Coarse on purpose, and to the safe side: what reads as a contradiction may be none, and then waits or is refused; a
//! text that turns another round is never taken for the same.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use super::stems::{SCOPE_WORDS, stem, tokens};

/// Words that say that something is chosen or done, not what.
const LIGHT: &[&str] = &[
    "use", "choose", "chose", "chosen", "pick", "take", "took", "taken", "go", "keep", "make", "made", "do", "done",
    "get", "got", "decide", "decided", "decision", "settle", "settled", "start", "stick", "instead", "option",
    "approach", "solution", "way", "thing", "one", "not", "because", "since", "while", "when", "which", "what", "how",
    "who", "where", "there", "too", "still", "yet", "already", "get", "said", "say", "like", "both", "each",
];

/// Words that say that what follows is not so.
const NEGATING: &[&str] =
    &["not", "no", "never", "without", "nor", "neither", "none", "cannot", "avoid", "stop", "refuse", "instead-of"];

/// Words that want what follows to be no more.
const UNDOING: &[&str] = &[
    "drop", "remove", "delete", "disable", "forget", "scrap", "skip", "ditch", "revert", "undo", "cancel", "ban",
    "forbid", "reject", "exclude", "omit", "abandon", "discard", "prohibit", "deny", "abort",
];

/// Words at which a negation ends.
const TURNING: &[&str] =
    &["but", "unless", "until", "because", "since", "except", "so", "then", "if", "when", "instead"];

/// Words after a negation that make none of it: "not only", "don't forget".
const NO_NEGATION: &[&str] = &["only", "just", "sure", "worry", "problem", "hesitate", "doubt"];

/// Numbers up to twelve, as they are said.
const SAID: &[&str] =
    &["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Letters two words begin with to be forms of one: "encrypt" and "encryption".
const ROOT: usize = 5;
/// Letters the longer form may have more.
const ENDING: usize = 5;

static LIGHT_STEMS: LazyLock<HashSet<String>> = LazyLock::new(|| LIGHT.iter().map(|w| stem(w)).collect());
static UNDOING_STEMS: LazyLock<HashSet<String>> = LazyLock::new(|| UNDOING.iter().map(|w| stem(w)).collect());

/// The words that say what a text is about, as stems: no numbers, no words of choosing or doing.
pub fn subject(text: &str) -> BTreeSet<String> {
    tokens(text).into_iter().filter(|t| is_subject(t)).collect()
}

fn is_subject(token: &str) -> bool {
    !LIGHT_STEMS.contains(token) && token.chars().any(char::is_alphabetic)
}

/// Whether two stems are forms of one word.
pub fn akin(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let scope = SCOPE_WORDS.contains(&a) || SCOPE_WORDS.contains(&b);
    a == b || (!scope && short.len() >= ROOT && long.len() - short.len() <= ENDING && long.starts_with(short))
}

/// How many of the subject words of one text another has in some form, of how many.
pub fn shared(of: &BTreeSet<String>, there: &BTreeSet<String>) -> usize {
    of.iter().filter(|w| there.iter().any(|t| akin(w, t))).count()
}

/// Whether two texts are about the same: two subject words in common that are half of the smaller side's, or all the
/// words of a side that has but one.
pub fn same_subject(a: &str, b: &str) -> bool {
    let named =
        |text: &str| -> BTreeSet<String> { subject(text).into_iter().filter(|w| !UNDOING_STEMS.contains(w)).collect() };
    let (a, b) = (named(a), named(b));
    let (small, large) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    let both = shared(small, large);
    both > 0 && (both == small.len() || (both >= 2 && both * 2 >= small.len()))
}

/// Whether a text may be another in other words: they share a subject word, and it puts no name in the place of one.
pub fn kin(said: &str, text: &str) -> bool {
    shared(&subject(text), &subject(said)) > 0 && !renames(said, text)
}

/// Whether a text says little that another does not: more than half of its subject words stand there.
pub fn mostly(said: &str, text: &str) -> bool {
    let own = subject(text);
    shared(&own, &subject(said)) * 2 > own.len() && !renames(said, text)
}

/// Whether a text has all the subject words of another, of which there are some.
pub fn keeps(said: &str, text: &str) -> bool {
    let theirs = subject(said);
    !theirs.is_empty() && shared(&theirs, &subject(text)) == theirs.len()
}

/// Whether a text has a name that the other has not, and lacks one that it has: "Postgres" for "SQLite".
pub fn renames(said: &str, text: &str) -> bool {
    let new = |of: &str, than: &str| {
        let known = subject(than);
        names(of).iter().any(|n| !known.iter().any(|k| akin(k, n)))
    };
    new(text, said) && new(said, text)
}

/// Words written as names: with a capital inside, or at the beginning of a word that opens no sentence.
fn names(text: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let mut opens = true;
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let mut letters = bare.chars();
        let first = letters.next().is_some_and(char::is_uppercase);
        let inside = letters.any(char::is_uppercase);
        if (first && !opens) || inside {
            out.extend(tokens(bare).into_iter().filter(|t| is_subject(t)));
        }
        opens = bare.is_empty() && opens || word.ends_with(['.', '!', '?', ':', ';', '"']);
    }
    out
}

/// The numbers of a text, whole: 3000 is not 300, and 1.2 is neither 1 nor 2. What is part of a name (V2, 0a3f) is none;
/// a unit may stand at it (30s, 250ms).
pub fn numbers(text: &str) -> BTreeSet<String> {
    const UNIT: usize = 2;
    let mut out = BTreeSet::new();
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let letter = |at: usize| bytes.get(at).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_');
    let mut at = 0;
    while at < bytes.len() {
        if !digit(at) {
            at += 1;
            continue;
        }
        let start = at;
        while digit(at) || (matches!(bytes.get(at), Some(b'.' | b',' | b':')) && digit(at + 1)) {
            at += 1;
        }
        let end = at;
        while letter(at) || digit(at) {
            at += 1;
        }
        let named = (start > 0 && letter(start - 1)) || at - end > UNIT;
        out.extend(text.get(start..end).filter(|_| !named).map(|n| n.replace(',', "")));
    }
    out
}

/// The numbers a text gives, those said in words too.
pub fn numbers_given(text: &str) -> BTreeSet<String> {
    let mut out = numbers(text);
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        out.extend(SAID.iter().position(|s| s.eq_ignore_ascii_case(word)).map(|n| n.to_string()));
    }
    out
}

/// Why `text` cannot say what `said` says: it turns a negation round, or has another number. `None` when nothing speaks
/// against it.
pub fn against(said: &str, text: &str) -> Option<String> {
    let (theirs, ours) = (numbers_given(said), numbers(text));
    if let Some(ours) = ours.iter().find(|n| !theirs.contains(*n))
        && let Some(theirs) = numbers(said).difference(&numbers_given(text)).next()
    {
        return Some(format!("it says {ours} where the words say {theirs}"));
    }
    if let Some((ours, theirs, of)) = recounted(said, text) {
        return Some(format!("it says {ours} {of} where the words say {theirs}"));
    }
    turned(said, text).map(|word| format!("it turns round what the words say of \"{word}\""))
}

/// A number that a text gives to what the other counts otherwise: 300 days for "30 days and 300 rows".
fn recounted(said: &str, text: &str) -> Option<(String, String, String)> {
    let theirs = counts(said);
    let other = |(number, of): &(String, String)| {
        let known: Vec<&String> = theirs.iter().filter(|(_, what)| what == of).map(|(n, _)| n).collect();
        let first = known.first().filter(|_| !known.contains(&number))?;
        Some((number.clone(), (*first).clone(), of.clone()))
    };
    counts(text).iter().find_map(other)
}

/// Numbers with the word each stands before.
fn counts(text: &str) -> Vec<(String, String)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let counted = |pair: &[&str]| {
        let (number, of) = (pair.first().copied().unwrap_or(""), pair.get(1).copied().unwrap_or(""));
        let of = tokens(of).into_iter().find(|t| is_subject(t));
        let numbers = numbers(number).into_iter();
        numbers.filter_map(move |n| Some((n, of.clone()?))).collect::<Vec<_>>()
    };
    words.windows(2).flat_map(counted).collect()
}

/// Whether a text negates or undoes anything, of its own or of what it answers ("yes, delete them").
pub fn denies(text: &str) -> bool {
    let low = text.to_lowercase().replace('’', "'");
    let mut words = low.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.any(|w| w.ends_with("n't") || NEGATING.contains(&w) || UNDOING_STEMS.contains(&stem(w)))
}

/// What a text says of itself that it is not so, or is to be no more.
pub fn denied(text: &str) -> BTreeSet<String> {
    let sides = Sides::of(text);
    sides.negated.iter().filter(|w| sides.only_negates(w)).cloned().collect()
}

/// A word that one text affirms and the other negates, where that is so of half the subject words they share: a word or
/// two by the way is no contradiction.
pub fn turned(said: &str, text: &str) -> Option<String> {
    let (theirs, ours) = (Sides::of(said), Sides::of(text));
    let denies = ours.affirmed.iter().filter(|w| theirs.only_negates(w) && !ours.negates(w));
    let affirms = ours.negated.iter().filter(|w| theirs.only_affirms(w) && !ours.affirms(w));
    let round: Vec<&String> = denies.chain(affirms).collect();
    let both = shared(&subject(text), &subject(said));
    round.first().filter(|_| round.len() * 2 >= both).map(|w| (*w).clone())
}

/// What a text affirms, and what it negates or wants undone.
#[derive(Debug, Default)]
struct Sides {
    affirmed: BTreeSet<String>,
    negated: BTreeSet<String>,
}

impl Sides {
    fn of(text: &str) -> Self {
        let mut sides = Self::default();
        let low = text.to_lowercase().replace('’', "'");
        // The other one stands after it, as after a comma and a not.
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
            let negates = word.ends_with("n't") || NEGATING.contains(&word);
            if TURNING.contains(&word) {
                (negated, undone) = (false, false);
            } else if prefers && word == "over" {
                negated = true;
            } else if negates || UNDOING_STEMS.contains(&stem(word)) {
                // What does not do something is neither affirmed nor negated by that.
                self.negated.extend(before.drain(..));
                let plain = negates && words.get(at + 1).is_some_and(|next| NO_NEGATION.contains(next));
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
        self.affirmed.iter().any(|w| akin(w, word))
    }

    fn negates(&self, word: &str) -> bool {
        self.negated.iter().any(|w| akin(w, word))
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
    fn what_is_turned_round_is_against_the_words() {
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
            assert!(against(said, text).is_some(), "{said} / {text}");
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
            assert_eq!(against(said, text), None, "{said} / {text}");
        }
    }

    #[test]
    fn a_subject_is_in_the_words_that_are_not_of_choosing() {
        assert!(same_subject("Done. The migration guide is written", "write the migration guide"));
        assert!(!same_subject("Done. The importer now streams rows", "write the migration guide"));
        assert!(!same_subject("We decided on Redis for the cache", "Use SQLite for the store"));
        assert!(!same_subject("we use Redis", "we use SQLite"));
        assert!(same_subject("forget Redis", "Redis holds the sessions"));
        assert!(akin("encrypt", "encryption") && !akin("publi", "public") && !akin("confirm", "config"));
    }

    #[test]
    fn numbers_are_whole() {
        let all = |text: &str| numbers(text).into_iter().collect::<Vec<_>>();
        assert_eq!(all("3,000 rows, 1.2.3 at 12:30."), ["1.2.3", "12:30", "3000"]);
        assert_eq!(all("v2 and 5%, 250ms, 0a3f, 12ab9"), ["250", "5"]);
        assert!(numbers_given("Two of them").contains("2"));
    }
}
