//! Defines [`Words`], a title prepared for comparison, and [`compare`], whether two titles name the same thing.
//!
//! Similarity alone is not enough: numbers, verbs, scopes and objects must not contradict, since titles of different
//! tasks may differ in one word only. A likely but uncertain match is left to the person.

use super::stems::{fold, tokens};
use super::tables::{
    are_opposite, elaborates, fold_synonym, has_opposite, is_decisive, is_light_in_title, is_scope_in_title,
    is_undoing, is_work, takes_up,
};

/// A title prepared for comparison.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// Its words, normalised, in order, each once.
    pub tokens: Vec<String>,
    /// Its ids of tasks: `#12`, `BACK-7`.
    pub ids: Vec<String>,
    /// Number of leading words that name the thing itself, before those that say how, where and when.
    core: usize,
}

/// Minimum likeness of two titles that agree in every word with a meaning.
pub const EXACT: f32 = 0.9;
/// Maximum likeness of two titles of which one says more.
const ALMOST: f32 = 0.89;

/// The result of comparing two titles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Likeness {
    /// They name the same thing, with this confidence (0 to 1).
    Same(f32),
    /// They may name the same thing, with this likeness (0 to 1); the person decides.
    Perhaps(f32),
    /// One undoes what the other does.
    Opposite,
    /// They name different things, with this likeness (0 to 1).
    Different(f32),
}

impl Words {
    /// Reads a title without its decoration: a tag in brackets, a check box, a number in a list.
    pub fn of(title: &str) -> Self {
        let mut rest = title.trim();
        while let Some((tag, after)) = rest.strip_prefix('[').and_then(|r| r.split_once(']')) {
            if tag.len() > 24 || after.starts_with('(') {
                break;
            }
            rest = after.trim_start();
        }
        rest = unnumbered(rest);
        let parted = rest.replace(['`', '/', '_', '(', ')'], " ");
        let mut out = Self { tokens: Vec::new(), ids: ids(title), core: 0 };
        let core = parted.get(..core_end(&parted)).unwrap_or(&parted);
        out.take(core);
        out.core = out.tokens.len();
        out.take(parted.get(core.len()..).unwrap_or_default());
        out
    }

    /// Adds the words of another one that it lacks.
    pub fn add(&mut self, other: &Self) {
        for token in &other.tokens {
            if !self.has(token) {
                self.tokens.push(token.clone());
            }
        }
    }

    /// The verb of work it opens with.
    pub fn opening_work(&self) -> Option<&str> {
        opening_verb(self).map(String::as_str)
    }

    /// The number of this title's object words missing in `said`, a report that something is done; `None` if the report
    /// does not name this task. Numbers and scopes must agree and most objects must be there. If some are missing, the
    /// report may name nothing else, the words `aside` excepted.
    pub fn named_by(&self, said: &Self, verb: Option<&str>, aside: &[&str]) -> Option<usize> {
        let is_there = |t: &str| said.tokens.iter().any(|s| s == t || nearly_equal(s, t));
        let scoped = |w: &Self| w.tokens.iter().filter(|t| is_scope_in_title(t)).cloned().collect::<Vec<_>>();
        let scopes = [scoped(said), scoped(self)];
        let numbers = self.tokens.iter().all(|t| !is_decisive(t) || is_there(t));
        if !numbers || scopes[0].iter().any(|s| !self.has(s)) || scopes[1].iter().any(|s| !said.has(s)) {
            return None;
        }
        let objects = |t: &&String| {
            let named = is_undoing(t) && self.tokens.first() != Some(*t);
            Some(t.as_str()) != verb && (!is_light_in_title(t) || named)
        };
        let core: Vec<&String> = self.tokens.iter().take(self.core).filter(objects).collect();
        let all: Vec<&String> = self.tokens.iter().filter(objects).collect();
        let there = |words: &[&String]| words.iter().filter(|t| is_there(t)).count();
        let missing = all.len() - there(&all);
        let enough = !all.is_empty() && there(&core) * 10 >= core.len() * 6 && there(&all) * 2 >= all.len();
        let is_own = |t: &str| self.tokens.iter().any(|s| s == t || nearly_equal(s, t));
        let is_extra = |t: &String| !is_light_in_title(t) && !aside.contains(&t.as_str()) && !is_own(t);
        let extra: Vec<&String> = said.tokens.iter().filter(|t| is_extra(t)).collect();
        let opposite = all.iter().any(|t| extra.iter().any(|e| are_opposite(t, e)));
        let several = there(&all) >= 2 && !opposite && !self.is_replaced_in(said, &extra);
        (enough && (missing == 0 || extra.is_empty() || several)).then_some(missing)
    }

    /// Whether the other title has one of its `extra` words in the place of a word of this one, next to a word that
    /// both have: "login page" for "settings page".
    fn is_replaced_in(&self, said: &Self, extra: &[&String]) -> bool {
        let at = |t: &str| said.tokens.iter().position(|s| s == t || nearly_equal(s, t));
        let takes = |place: Option<usize>| place.and_then(|p| said.tokens.get(p)).is_some_and(|t| extra.contains(&t));
        self.tokens.windows(2).any(|pair| {
            let [first, second] = pair else { return false };
            match (at(first), at(second)) {
                (None, Some(p)) => !is_light_in_title(first) && takes(p.checked_sub(1)),
                // A verb after another word is part of a name: "the delete button".
                (Some(p), None) => (!is_light_in_title(second) || is_undoing(second)) && takes(Some(p + 1)),
                _ => false,
            }
        })
    }

    fn take(&mut self, text: &str) {
        // The stem of "note" is "not", which would read as a negation.
        let text: Vec<&str> = text.split_whitespace().map(|w| if is_note(w) { "memo" } else { w }).collect();
        for token in tokens(&text.join(" ")) {
            let token = fold_synonym(without_signs(&token));
            let token = verb_of_noun(token);
            // "Write a test" counts as adding it; elsewhere "write" is a scope.
            let token = if self.tokens.is_empty() && token == "writ" { "add" } else { token };
            if !token.is_empty() && !self.has(token) {
                self.tokens.push(token.to_owned());
            }
        }
    }

    fn has(&self, token: &str) -> bool {
        self.tokens.iter().any(|t| t == token)
    }

    /// Whether a word comes after the core, where it only says how, where or when.
    fn elaborated_by(&self, token: &str) -> bool {
        self.tokens.iter().skip(self.core).any(|t| t == token)
    }

    /// The words that the other title lacks.
    fn missing_in(&self, other: &Self) -> Vec<String> {
        self.tokens.iter().filter(|t| !other.has(t)).cloned().collect()
    }

    /// The words that carry meaning.
    pub fn heavy(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter().map(String::as_str).filter(|t| !is_light_in_title(t))
    }

    /// The share, 0 to 1, of its heavy words that are in another text; 0 if it has fewer than two.
    pub fn share_in(&self, other: &Self) -> f32 {
        let (mut all, mut shared) = (0, 0);
        for token in self.heavy() {
            all += 1;
            shared += usize::from(other.has(token));
        }
        if all < 2 { 0.0 } else { shared as f32 / all as f32 }
    }

    /// Whether another text names this: it has at least 80 % of the heavy words, of which there are three or more.
    pub fn named_in(&self, other: &Self) -> bool {
        self.heavy().count() >= 3 && self.share_in(other) >= 0.8
    }

    /// Whether both have the same words, in any order; false if there are none.
    pub fn same_set(&self, other: &Self) -> bool {
        !self.tokens.is_empty() && self.tokens.len() == other.tokens.len() && self.tokens.iter().all(|t| other.has(t))
    }

    /// Whether it opens with a verb of undoing. If the first word is no verb of work, the second counts too.
    pub fn undoes(&self) -> bool {
        let mut words = self.tokens.iter().map(String::as_str);
        words.next().is_some_and(|t| is_undoing_verb(t) || (!is_work(t) && words.next().is_some_and(is_undoing_verb)))
    }

    /// Whether it only says that a task is started or finished: "Finish", with the id left out.
    pub fn only_takes_up(&self) -> bool {
        self.tokens.iter().all(|t| takes_up(t))
    }
}

fn is_note(word: &str) -> bool {
    matches!(word.to_lowercase().as_str(), "note" | "notes" | "noted")
}

fn is_undoing_verb(stem: &str) -> bool {
    is_undoing(stem) || matches!(stem, "stop" | "not")
}

/// A title without the ids of tasks in it.
pub fn without_ids(title: &str) -> String {
    title.split_whitespace().filter(|word| ids(word).is_empty()).collect::<Vec<_>>().join(" ")
}

/// The byte offset at which the words that name the thing itself end.
fn core_end(text: &str) -> usize {
    let mut start = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let bare = word.trim().to_lowercase();
        if start > 0 && elaborates(&bare) {
            return start;
        }
        start += word.len();
    }
    text.len()
}

/// The stem of the verb that a noun names: of "migration", that of "migrate".
fn verb_of_noun(stem: &str) -> &str {
    stem.strip_suffix("ion").filter(|verb| verb.len() >= 5 && verb.ends_with("at")).unwrap_or(stem)
}

/// A word without decorating signs. `C++`, `C#` and `8+` keep theirs.
fn without_signs(token: &str) -> &str {
    let token = token.trim_start_matches(['#', '+']);
    let bare = token.trim_end_matches(['#', '+']);
    let signs = token.get(bare.len()..).unwrap_or_default();
    let letters = bare.chars().count() <= 2 && bare.chars().all(char::is_alphabetic);
    let tells =
        signs == "++" || (signs == "#" && letters) || (signs == "+" && bare.ends_with(|c: char| c.is_ascii_digit()));
    if tells { token } else { bare }
}

/// A title without its number in a list: `Task 3: `. `Part 1: ` stays, as it distinguishes parts of one work.
fn unnumbered(title: &str) -> &str {
    let Some((lead, rest)) = title.split_once(": ") else { return title };
    let mut words = lead.split_whitespace();
    let listed = words.next().is_some_and(|w| matches!(w.to_lowercase().as_str(), "task" | "step" | "todo" | "item"));
    let number = words.next().is_some_and(|w| w.bytes().all(|b| b.is_ascii_digit()));
    if listed && number && words.next().is_none() { rest } else { title }
}

/// The ids of tasks in a text: `#12`, `ENT-221`, `bd-a1b2`, `dm-1a2b3c4d`.
pub fn ids(text: &str) -> Vec<String> {
    let words = text
        .split(|c: char| !(c.is_alphanumeric() || "#-_.".contains(c)))
        .map(|w| w.trim_matches(|c| ".-_".contains(c)));
    words.filter(|word| is_task_id(word)).map(str::to_owned).collect()
}

fn is_task_id(word: &str) -> bool {
    if let Some(number) = word.strip_prefix('#') {
        return !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    }
    let Some((lead, tail)) = word.split_once('-') else { return false };
    let upper = (1..=10).contains(&lead.len())
        && lead.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        && lead.starts_with(|c: char| c.is_ascii_uppercase());
    let number = !tail.is_empty() && tail.bytes().all(|b| b.is_ascii_digit());
    let short = matches!(lead, "bd" | "dm") && tail.len() >= 3 && tail.bytes().all(|b| b.is_ascii_alphanumeric());
    (upper && number) || short
}

/// Whether two titles certainly name the same thing, or differ only in capitals and punctuation.
pub fn same_title(a: &str, b: &str) -> bool {
    fold(a) == fold(b) || matches!(compare(&Words::of(a), &Words::of(b)), Likeness::Same(score) if score >= EXACT)
}

/// Compares two titles.
pub fn compare(a: &Words, b: &Words) -> Likeness {
    if a.tokens.is_empty() || b.tokens.is_empty() {
        return Likeness::Different(0.0);
    }
    let (left, right) = (a.missing_in(b), b.missing_in(a));
    let shared = a.tokens.len() - left.len();
    let against = left.iter().any(|l| right.iter().any(|r| are_opposite(l, r)));
    let dice = 2.0 * shared as f32 / (a.tokens.len() + b.tokens.len()) as f32;
    let score = 0.6 * dice + 0.4 * trigram_likeness(a, b);
    let (heavy_left, heavy_right) = (heavy_words(a, &left), heavy_words(b, &right));
    if against {
        // Opposites count only if nothing else differs.
        let rest = heavy_left.iter().chain(&heavy_right).filter(|t| !has_opposite(t)).count();
        return if shared >= 2 && rest <= 1 && !scopes_differ(&left, &right) {
            Likeness::Opposite
        } else {
            Likeness::Different(score)
        };
    }
    if left.iter().chain(&right).any(|w| is_decisive(w)) || scopes_differ(&left, &right) {
        return Likeness::Different(score.min(0.5));
    }
    if left.is_empty() && right.is_empty() {
        return Likeness::Same(1.0);
    }
    let unlike_left = without_like(&heavy_left, &heavy_right);
    let unlike_right = without_like(&heavy_right, &heavy_left);
    let things = a.heavy().filter(|t| b.has(t)).count();
    let verbs = verbs_differ(a, b);
    match (unlike_left.as_slice(), unlike_right.as_slice()) {
        // Both titles have an object that the other lacks: docs and tests for the API.
        ([_, ..], [_, ..]) => Likeness::Different(score),
        ([], []) if things >= 2 || (things >= 1 && score >= 0.7) => {
            if verbs {
                Likeness::Perhaps(score.min(0.8))
            } else {
                Likeness::Same(score.max(EXACT))
            }
        }
        // One thing, and nothing else beside a light verb.
        ([], []) if things >= 1 && !verbs => Likeness::Perhaps(score.max(0.6)),
        // "The queue with backoff" is the same queue; "the queue's tests" are something else.
        ([one], []) if things >= 3 && !verbs && a.elaborated_by(one) => Likeness::Same(score.clamp(0.85, ALMOST)),
        ([], [one]) if things >= 3 && !verbs && b.elaborated_by(one) => Likeness::Same(score.clamp(0.85, ALMOST)),
        (more, []) | ([], more) if things >= 2 && more.len() <= 3 && !verbs => Likeness::Perhaps(score.max(0.6)),
        _ if score >= 0.7 => Likeness::Perhaps(score),
        _ => Likeness::Different(score),
    }
}

/// Of these words of a title those with a meaning of their own. A verb of undoing has one after another word: "the
/// delete button".
fn heavy_words<'w>(title: &Words, words: &'w [String]) -> Vec<&'w String> {
    let named = |t: &String| is_undoing(t) && title.tokens.first() != Some(t);
    words.iter().filter(|t| !is_light_in_title(t) || named(t)).collect()
}

/// The words without those that nearly equal one of `others`.
fn without_like<'w>(words: &[&'w String], others: &[&String]) -> Vec<&'w String> {
    words.iter().filter(|word| !others.iter().any(|other| nearly_equal(word, other))).copied().collect()
}

/// Whether two words begin alike for at least four characters and 70 % of the longer one.
fn nearly_equal(a: &str, b: &str) -> bool {
    let common = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    common >= 4 && common * 10 >= a.chars().count().max(b.chars().count()) * 7
}

/// Whether both open with a verb, the verbs name different work, and neither verb is in the other title.
fn verbs_differ(a: &Words, b: &Words) -> bool {
    let verbs = opening_verb(a).zip(opening_verb(b));
    verbs.is_some_and(|(x, y)| x != y && !b.has(x) && !a.has(y))
}

fn opening_verb(words: &Words) -> Option<&String> {
    words.tokens.first().filter(|t| is_work(t))
}

fn scopes_differ(left: &[String], right: &[String]) -> bool {
    left.iter().chain(right).any(|w| is_scope_in_title(w))
}

/// The Dice coefficient, 0 to 1, of the three-character runs of two titles.
fn trigram_likeness(a: &Words, b: &Words) -> f32 {
    let (left, right) = (trigrams(a), trigrams(b));
    let shared = left.iter().filter(|g| right.binary_search(g).is_ok()).count();
    2.0 * shared as f32 / (left.len() + right.len()).max(1) as f32
}

/// The three-character runs of a title, sorted, each once.
fn trigrams(words: &Words) -> Vec<[char; 3]> {
    let text: Vec<char> = format!(" {} ", words.tokens.join(" ")).chars().collect();
    let mut runs: Vec<[char; 3]> = text.windows(3).filter_map(|w| w.try_into().ok()).collect();
    runs.sort_unstable();
    runs.dedup();
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness(a: &str, b: &str) -> Likeness {
        compare(&Words::of(a), &Words::of(b))
    }

    #[test]
    fn one_decisive_word_keeps_tasks_apart() {
        for (a, b) in [
            ("Part 1: Setup database", "Part 2: Setup database"),
            ("Write docs for the API", "Write tests for the API"),
            ("Enable HTTPS on staging", "Enable HTTPS on production"),
            ("Fix: null pointer", "Add caching layer: null pointer"),
            ("Add rate limit to the public API", "Add rate limit to the admin API"),
            ("Upgrade to Node 18", "Upgrade to Node 20"),
            ("Do not cache tariffs", "Cache tariffs"),
            ("Straßenkarte zeichnen", "Straßenliste drucken"),
            ("配送状況の通知を追加", "地図を描く"),
            ("Support C++ in the highlighter", "Support C in the highlighter"),
            ("Support C# in the highlighter", "Support C++ in the highlighter"),
            ("Build with Java 8+", "Build with Java 8"),
        ] {
            assert!(matches!(likeness(a, b), Likeness::Different(_)), "{a} / {b}: {:?}", likeness(a, b));
        }
    }

    #[test]
    fn rephrased_titles_are_the_same_task() {
        for (a, b) in [
            ("Implement OAuth login", "Add sign-in with OAuth"),
            ("[deltamind] Add rate limit", "add rate limits"),
            ("Task 3: Simplify Transcript Tracking", "Simplify transcript tracking"),
            ("Straßenkarte für Zusteller zeichnen", "straßenkarte für zusteller zeichnen"),
            ("配送状況の通知を追加", "配送状況の通知を追加"),
            ("Clean up stale wingman reviews", "Clean up the stale wingman reviews"),
            ("Retry failed carrier calls with backoff", "Retry failed carrier calls"),
            ("Write tests for the scorer", "Add tests for the scorer"),
            ("Tests for the scorer", "Write tests for the scorer"),
            ("Describe the webhook retries", "Document the webhook retries"),
            ("Migration of the parcels table", "Migrate the parcels table"),
            ("Deletion of stale labels", "Delete stale labels"),
            ("Key rotation for the gateway", "Rotate the key for the gateway"),
        ] {
            assert!(matches!(likeness(a, b), Likeness::Same(_)), "{a} / {b}: {:?}", likeness(a, b));
        }
        assert_eq!(likeness("Add rate limit", "Remove rate limit"), Likeness::Opposite);
    }

    #[test]
    fn different_work_on_the_same_thing_is_not_the_same_task() {
        for (a, b) in [
            ("Fix the login page of the desk", "Add a login page for the desk"),
            ("Rename the parcel label printer", "Add the parcel label printer"),
            ("Add the parcel label printer tests", "Add the parcel label printer"),
            ("Add the parcel label printer docs", "Add the parcel label printer"),
        ] {
            let found = likeness(a, b);
            assert!(!matches!(found, Likeness::Same(_) | Likeness::Opposite), "{a} / {b}: {found:?}");
        }
        assert_eq!(likeness("Support dark mode in settings", "Disable dark mode in settings"), Likeness::Opposite);
        let Likeness::Same(more) = likeness("Retry failed carrier calls with backoff", "Retry failed carrier calls")
        else {
            panic!()
        };
        assert!(more < EXACT, "one word more is not every word");
    }

    #[test]
    fn one_thing_with_and_without_a_light_verb_may_be_the_same() {
        for (a, b) in [("配送状況", "Add 配送状況"), ("Changelog", "Write the changelog")] {
            assert!(
                matches!(likeness(a, b), Likeness::Perhaps(_) | Likeness::Same(_)),
                "{a} / {b}: {:?}",
                likeness(a, b)
            );
        }
        for (a, b) in [("Fix the changelog", "Add a changelog"), ("Changelog", "Add a glossary")] {
            assert!(!matches!(likeness(a, b), Likeness::Same(_)), "{a} / {b}: {:?}", likeness(a, b));
        }
    }

    #[test]
    fn a_title_undoes_by_its_opening_verb() {
        for (title, undoes) in [
            ("Remove the export", true),
            ("Cleanly remove the export", true),
            ("Add a stop button", false),
            ("Export the removed rows", false),
        ] {
            assert_eq!(Words::of(title).undoes(), undoes, "{title}");
        }
    }

    #[test]
    fn ids_are_found() {
        assert_eq!(ids("fixes #12, ENT-221 and bd-a1b2 (UTF-8x, x-1, #a)"), ["#12", "ENT-221", "bd-a1b2"]);
    }
}
