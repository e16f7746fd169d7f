//! Defines [`TaskSense`], the work of a task by the sense of its words, and how far other words say that it was done.
//!
//! What the words name must agree with the task in its things, its kind of work, its numbers and its places. A word of
//! the task may be left out where nothing else stands in its place.

use crate::language::senses::{are_opposed, deed_of, plain_words, sense_of};

/// Fit of words that name all that tells a task apart, and of words that leave some of it out.
const ALL: f32 = 0.85;
const MOST: f32 = 0.8;
/// Weight of a word that many tasks have, and of one that says where or how.
const GENERAL: f32 = 0.3;
const ASIDE: f32 = 0.6;
/// Least weight of a word that tells a task apart.
const TELLING: f32 = 0.6;

/// Words that many tasks have.
const GENERALS: &str = " page button list table file code app application system feature option function method class \
    module component section part thing item value data process project tool support user users everything error message \
    text line field form result way case step default proper properly simple basic old whole existing current json yaml ts \
    js py rs md sql html tsx mb kb s ms entry entries content info information state mode unit first per week day time \
    name names make get new add own right all each every running one two using use used api endpoint screen view short row rows address addresses query queries \
    route routes model response responses vue jsx kt go rb cpp dart swift another other somebody anyone someone ";
/// Words for what a repair is of.
const FAULTS: &str =
    " wrong incorrect crash crashes bug bugs issue error errors failure problem defect exception panic regression ";
/// Words for how and when a thing was done.
const MANNERS: &str = " today yesterday morning evening afternoon tonight ago finally just already everywhere done ready live out \
    green pass passes passed passing tests again locally too instead exactly same also works work working nice great good \
    ok okay thanks thank hour hours minute minutes commit committed pushed push merged merge branch pr ran run runs \
    checked reviewed took went goes gone monday tuesday wednesday thursday friday nolonger now not without but still \
    fine place end feat chore perf style up down off back both via plus like well lot last next them it he she they we i'll i'm you'll i've \
    we've times yep yes yeah tried set ticket issue task five two three four that's it's there's here's larger bigger longer more than less when which what who everyone anymore any longer keep keeps incl including ";
/// Languages that a text may be translated to.
const LANGUAGES: &str = " german french spanish italian dutch english polish czech portuguese japanese chinese korean turkish arabic \
    swedish danish norwegian finnish russian ukrainian greek hebrew hindi ";
/// Words for where something applies, of which both must have the same.
const PLACES: &str = " staging production prod dev frontend backend server client linux macos windows public private admin europe \
    asia mobile web desktop android ios internal external ";

/// The kind of a task or of words about work, beside the work on the thing itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WorkKind {
    Thing,
    Tests,
    Documents,
}

/// A word that tells a task apart.
#[derive(Debug, Clone)]
struct Told {
    sense: String,
    word: String,
    weight: f32,
    /// Whether it is the verb that the task opens with.
    opens: bool,
}

/// A task by the sense of its words.
#[derive(Debug, Clone)]
pub struct TaskSense {
    deed: Option<&'static str>,
    kind: WorkKind,
    told: Vec<Told>,
    numbers: Vec<String>,
    places: Vec<String>,
}

impl TaskSense {
    /// Reads the title of a task.
    pub fn of(title: &str) -> Self {
        let words = plain_words(title);
        let deed = words.first().and_then(|(word, _)| deed_of(word));
        let skipped = usize::from(deed.is_some());
        let mut told: Vec<Told> = Vec::new();
        for (n, (word, behind)) in words.iter().enumerate().skip(skipped) {
            let sense = sense_of(word);
            if is_number(word) || is_in(MANNERS, word) || told.iter().any(|t| t.sense == sense) {
                continue;
            }
            let (verb, of) = (n == 0 || deed_of(word).is_some(), deed_of(word));
            let weight = match () {
                () if is_in(GENERALS, word) || of == Some("add") => GENERAL,
                () if deed == Some("fix") && is_in(FAULTS, word) => GENERAL,
                () if *behind || verb => ASIDE,
                () => 1.0,
            };
            told.push(Told { sense, word: word.clone(), weight, opens: n == 0 });
        }
        let numbers = words.iter().map(|w| w.0.clone()).filter(|w| is_number(w)).collect();
        Self { deed, kind: kind_of(&words), told, numbers, places: places(&words) }
    }

    /// Scores from 0 to 1 how well a statement of work done fits the task; `None` if it is about something else.
    pub fn fit(&self, said: &str) -> Option<f32> {
        let words = plain_words(said);
        let same = |a: &str, b: &str| a.trim_end_matches(".0") == b.trim_end_matches(".0");
        let numbers = self.numbers.iter().all(|n| words.iter().any(|(w, _)| same(w, n)));
        if !numbers || places(&words) != self.places || !self.is_of_kind(&words) || !self.is_of_deed(&words) {
            return None;
        }
        let senses: Vec<String> = words.iter().map(|(w, _)| sense_of(w)).collect();
        let is_said = |told: &&Told| senses.iter().any(|s| *s == told.sense || is_alike(s, &told.sense));
        let (all, found) = (weight(self.told.iter()), weight(self.told.iter().filter(is_said)));
        // A number tells a task apart too; behind it the verb may be another one.
        let numbers = self.numbers.len();
        let telling = |told: &&Told| told.weight >= TELLING && !(numbers > 0 && told.opens);
        let there = self.told.iter().filter(telling).filter(is_said).count() + numbers;
        let missing = self.told.iter().filter(telling).count() + numbers - there;
        let extras = words.iter().zip(&senses).filter(|((word, _), sense)| self.is_extra(word, sense));
        let (extra, core) = (extras.clone().count(), extras.filter(|((_, behind), _)| !behind).count());
        let own_deed = self.deed.is_some_and(|deed| words.iter().any(|(w, _)| deed_of(w) == Some(deed)));
        // Another verb is other work: an order that came in was not sent out. What is in another language was translated.
        let language = || words.iter().any(|(w, _)| is_in(LANGUAGES, w));
        let other = |told: &Told| told.opens && !is_said(&told) && !(told.sense == "~translate" && language());
        if numbers == 0 && self.told.iter().any(other) {
            return None;
        }
        let named = self.told.iter().filter(is_said).count();
        match (there, missing) {
            (_, 0) if named == self.told.len() && named >= 3 => Some(ALL),
            (2, 0) if core >= 2 && !own_deed => None,
            (2.., 0) => Some(ALL),
            (1, 0) if extra == 0 || (extra == 1 && own_deed) => Some(ALL),
            (2.., _) if extra == 0 && found >= all * 0.5 => Some(MOST),
            (3.., 1) if core <= 1 && found >= all * 0.65 => Some(MOST),
            (1, 1) if extra == 0 && own_deed && found >= all * 0.5 => Some(MOST),
            _ => None,
        }
    }

    /// Whether a word of a statement names another thing than the task.
    fn is_extra(&self, word: &str, sense: &str) -> bool {
        let own = self.told.iter().any(|t| t.sense == *sense || is_alike(&t.sense, sense));
        let kind = self.kind != WorkKind::Thing && kind_of(&[(word.to_owned(), false)]) == self.kind;
        let light = kind || is_in(GENERALS, word) || is_in(MANNERS, word) || word.ends_with("ly") || word.len() < 3;
        !own && !light && deed_of(word).is_none() && !is_number(word) && !is_in(PLACES, word)
    }

    fn is_of_kind(&self, said: &[(String, bool)]) -> bool {
        let kind = kind_of(said);
        match self.kind {
            WorkKind::Thing => kind == WorkKind::Thing || self.told.iter().all(|t| t.weight < TELLING),
            own => kind == own,
        }
    }

    /// Whether a statement tells of the same kind of work, or leaves it open.
    fn is_of_deed(&self, said: &[(String, bool)]) -> bool {
        let deeds: Vec<&str> = said.iter().filter_map(|(word, _)| deed_of(word)).collect();
        let has = |deed: &str| deeds.contains(&deed);
        let ended =
            said.iter().any(|(w, _)| matches!(w.as_str(), "nolonger" | "anymore" | "works" | "instead" | "gone"));
        let opposed = |told: &Told| {
            said.iter().any(|(w, _)| are_opposed(w, &told.word)) && !said.iter().any(|(w, _)| *w == told.word)
        };
        if self.told.iter().any(opposed) {
            return false;
        }
        let undone = has("remove") || has("revert") || has("disable") || has("downgrade");
        match self.deed {
            Some("remove") => (has("remove") || ended || has("change")) && !has("revert"),
            Some("disable") => has("disable") || has("remove") || ended,
            Some("fix") => {
                !has("revert") && (has("fix") || ended || has("change") || has("remove") || deeds.is_empty())
            }
            Some("rename") => has("rename") || has("change"),
            Some("upgrade") => !has("downgrade") && !has("revert"),
            Some("downgrade") => has("downgrade"),
            Some("change") => !has("revert") && (!has("remove") || deeds.len() > 1),
            Some("revert") => has("revert"),
            Some("add") => !undone && (!has("fix") || has("add")),
            _ => {
                !undone
                    || self.told.first().is_some_and(|t| t.opens && said.iter().any(|(w, _)| sense_of(w) == t.sense))
            }
        }
    }
}

fn weight<'t>(words: impl Iterator<Item = &'t Told>) -> f32 {
    words.map(|told| told.weight).sum()
}

/// Whether two roots are of one word: they begin alike for at least five letters, nearly to the end.
fn is_alike(a: &str, b: &str) -> bool {
    let common = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    let longer = a.chars().count().max(b.chars().count());
    !a.starts_with('~') && common >= 5 && common + 2 >= longer
}

fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|w| w == word)
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

fn places(words: &[(String, bool)]) -> Vec<String> {
    let named = words.iter().map(|(w, _)| match w.strip_suffix('s').unwrap_or(w) {
        "prod" => "production",
        "mac" | "maco" => "macos",
        "window" => "windows",
        _ if is_in(PLACES, w) => w.as_str(),
        one => one,
    });
    let mut out: Vec<String> = named.filter(|w| is_in(PLACES, w)).map(str::to_owned).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// Whether words are of tests or of documents.
fn kind_of(words: &[(String, bool)]) -> WorkKind {
    let documents = |w: &str| {
        sense_of(w) == "~doc"
            || matches!(
                w,
                "readme"
                    | "guide"
                    | "changelog"
                    | "manual"
                    | "tutorial"
                    | "runbook"
                    | "faq"
                    | "wiki"
                    | "adr"
                    | "handbook"
            )
            || deed_of(w) == Some("describe")
    };
    let tests = |w: &str| sense_of(w) == "~test" || matches!(w, "e2e" | "cover" | "covers" | "covered" | "benchmark");
    // "tests pass" tells nothing of the work.
    let passing =
        words.windows(2).any(|pair| tests(&pair[0].0) && matches!(pair[1].0.as_str(), "pass" | "green" | "passing"));
    if words.iter().any(|(w, _)| documents(w)) {
        WorkKind::Documents
    } else if !passing && words.iter().any(|(w, _)| tests(w)) {
        WorkKind::Tests
    } else {
        WorkKind::Thing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_same_work_fit_and_of_other_work_do_not() {
        for (task, said) in [
            ("Fix crash when the settings file is missing", "Handle absent settings.json gracefully"),
            ("Add unit tests for parse_duration", "test: cover parse_duration()"),
            ("Remove the legacy payment gateway", "Drop old payment gateway code"),
            ("Upgrade the scale driver to 3.1", "bump scale driver 2.0 -> 3.1"),
            ("Rename UserManager to AccountService", "UserManager is called AccountService everywhere now"),
            ("Set up CI for the mobile app", "CI runs for the mobile app since yesterday"),
            ("Translate the onboarding to German", "the german onboarding is in"),
        ] {
            assert!(TaskSense::of(task).fit(said).is_some(), "{task} / {said}: {:?}", TaskSense::of(task));
        }
        for (task, said) in [
            ("Remove the legacy payment gateway", "I added the legacy payment gateway back behind a flag"),
            ("Upgrade the scale driver to 3.1", "bump scale driver 2.0 -> 3.0"),
            ("Set up CI for the mobile app", "Set up CI for the backend"),
            ("Translate the onboarding to German", "the french onboarding is in"),
            ("Add unit tests for parse_duration", "Fix parse_duration for negative values"),
            ("Write a guide for the depot", "Add the depot page"),
            ("Enable notifications for new comments", "turn off comment notifications"),
            ("Cache the tariff lookups", "the tariff lookups are logged now"),
        ] {
            assert_eq!(TaskSense::of(task).fit(said), None, "{task} / {said}");
        }
    }
}
