//! Defines [`Words`], a title made ready to be compared, and [`compare`], whether two titles are of the same thing.
//!
//! Likeness alone is not enough: numbers, opposite verbs, scopes and objects must agree, or two tasks that differ in the
//! one word that matters are taken for one. What is likely but not certain is the person's call.

use super::stems::{fold, tokens};
use super::tables::{
    are_opposite, elaborates, fold_synonym, has_opposite, is_light_in_title, is_scope_in_title, is_undoing, is_work,
    takes_up,
};

/// A title made ready to be compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// Its words, normalised, in order, each once.
    pub tokens: Vec<String>,
    /// Its ids of tasks: `#12`, `BACK-7`.
    pub ids: Vec<String>,
    /// How many of the words name the thing itself, before it is said how, where and when.
    core: usize,
}

/// Likeness from which two titles agree in every word that names a thing.
pub const EXACT: f32 = 0.9;
/// The most for titles of which one says more.
const ALMOST: f32 = 0.89;

/// The result of comparing two titles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Likeness {
    /// They name the same thing, with this confidence (0 to 1).
    Same(f32),
    /// They may name the same thing; a person has to look.
    Perhaps(f32),
    /// One undoes what the other does.
    Opposite,
    /// They name different things.
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

    fn take(&mut self, text: &str) {
        // Shortened as `tokens` does, a note would read as a negation.
        let note = |word: &str| matches!(word.to_lowercase().as_str(), "note" | "notes" | "noted");
        let text: Vec<&str> = text.split_whitespace().map(|w| if note(w) { "memo" } else { w }).collect();
        for token in tokens(&text.join(" ")) {
            let token = fold_synonym(named(&token));
            if !token.is_empty() && !self.has(token) {
                self.tokens.push(token.to_owned());
            }
        }
    }

    fn has(&self, token: &str) -> bool {
        self.tokens.iter().any(|t| t == token)
    }

    /// Whether a word of it only says how, where or when.
    fn elaborated_by(&self, token: &str) -> bool {
        self.tokens.iter().skip(self.core).any(|t| t == token)
    }

    /// The words that name things.
    pub fn heavy(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter().map(String::as_str).filter(|t| !is_light_in_title(t))
    }

    /// The share of the words here that stand in another text; 0 for one of fewer than two words.
    pub fn share_in(&self, other: &Self) -> f32 {
        let (mut all, mut shared) = (0, 0);
        for token in self.heavy() {
            all += 1;
            shared += usize::from(other.has(token));
        }
        if all < 2 { 0.0 } else { shared as f32 / all as f32 }
    }

    /// Whether another text names this: nearly every word of it, and at least three.
    pub fn named_in(&self, other: &Self) -> bool {
        self.heavy().count() >= 3 && self.share_in(other) >= 0.8
    }

    /// Whether both are of the same words.
    pub fn same_set(&self, other: &Self) -> bool {
        !self.tokens.is_empty() && self.tokens.len() == other.tokens.len() && self.tokens.iter().all(|t| other.has(t))
    }

    /// Whether it opens with a verb that undoes; after a word that is no verb of its own, the second counts.
    pub fn undoes(&self) -> bool {
        let mut first = self.tokens.iter().map(String::as_str);
        let undoes = |token: &str| is_undoing(token) || matches!(token, "stop" | "not");
        first.next().is_some_and(|t| undoes(t) || (!is_work(t) && first.next().is_some_and(undoes)))
    }

    /// Whether it says no more than that a task is taken up: `Finish`, before an id that is left out.
    pub fn only_takes_up(&self) -> bool {
        self.tokens.iter().all(|t| takes_up(t))
    }
}

/// A title without the ids of tasks in it.
pub fn without_ids(title: &str) -> String {
    let own = |word: &&str| ids(word).is_empty();
    title.split_whitespace().filter(own).collect::<Vec<_>>().join(" ")
}

/// The byte offset at which the words end that name the thing itself.
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

/// A word without the signs that only decorate it. `C++`, `C#` and `Java 8+` are not `C` and `Java 8`.
fn named(token: &str) -> &str {
    let token = token.trim_start_matches(['#', '+']);
    let bare = token.trim_end_matches(['#', '+']);
    let signs = token.get(bare.len()..).unwrap_or_default();
    let letters = bare.chars().count() <= 2 && bare.chars().all(char::is_alphabetic);
    let tells =
        signs == "++" || (signs == "#" && letters) || (signs == "+" && bare.ends_with(|c: char| c.is_ascii_digit()));
    if tells { token } else { bare }
}

/// A title without the number it has in somebody's list: `Task 3: `. The parts of one work, `Part 1: `, keep theirs.
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
    let is_id = |word: &&str| {
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
    };
    words.filter(is_id).map(str::to_owned).collect()
}

/// Whether two titles are surely of the same thing, or are the same but for capitals and marks.
pub fn same_title(a: &str, b: &str) -> bool {
    fold(a) == fold(b) || matches!(compare(&Words::of(a), &Words::of(b)), Likeness::Same(score) if score >= EXACT)
}

/// Compares two titles.
pub fn compare(a: &Words, b: &Words) -> Likeness {
    if a.tokens.is_empty() || b.tokens.is_empty() {
        return Likeness::Different(0.0);
    }
    let only = |x: &Words, y: &Words| x.tokens.iter().filter(|t| !y.has(t)).cloned().collect::<Vec<_>>();
    let (left, right) = (only(a, b), only(b, a));
    let shared = a.tokens.len() - left.len();
    let against = left.iter().any(|l| right.iter().any(|r| are_opposite(l, r)));
    let dice = 2.0 * shared as f32 / (a.tokens.len() + b.tokens.len()) as f32;
    let score = 0.6 * dice + 0.4 * grams(a, b);
    let heavy = |words: &[String]| words.iter().filter(|t| !is_light_in_title(t)).cloned().collect::<Vec<_>>();
    let (hl, hr) = (heavy(&left), heavy(&right));
    if against {
        // A contradiction only where nothing else is different.
        let rest = |h: &[String]| h.iter().filter(|t| !has_opposite(t)).count();
        return if shared >= 2 && rest(&hl) + rest(&hr) <= 1 && !scopes_differ(&left, &right) {
            Likeness::Opposite
        } else {
            Likeness::Different(score)
        };
    }
    let decisive = |w: &String| w == "not" || w.chars().any(|c| c.is_ascii_digit());
    if left.iter().chain(&right).any(decisive) || scopes_differ(&left, &right) {
        return Likeness::Different(score.min(0.5));
    }
    if left.is_empty() && right.is_empty() {
        return Likeness::Same(1.0);
    }
    let near = |x: &String, y: &String| {
        let (n, longest) = (common(x, y), x.chars().count().max(y.chars().count()));
        n >= 4 && n * 10 >= longest * 7
    };
    let unlike: Vec<&String> = hl.iter().filter(|l| !hr.iter().any(|r| near(l, r))).collect();
    let unlike_right: Vec<&String> = hr.iter().filter(|r| !hl.iter().any(|l| near(l, r))).collect();
    let things = a.heavy().filter(|t| b.has(t)).count();
    let verbs = verbs_differ(a, b);
    let more = |n: usize| things >= 2 && n <= 3 && !verbs;
    match (unlike.as_slice(), unlike_right.as_slice()) {
        // Other objects on both sides: docs and tests for the API.
        ([_, ..], [_, ..]) => Likeness::Different(score),
        ([], []) if things >= 2 || (things >= 1 && score >= 0.7) => {
            if verbs {
                Likeness::Perhaps(score.min(0.8))
            } else {
                Likeness::Same(score.max(EXACT))
            }
        }
        // A queue with backoff is that queue; the queue's tests are something else.
        ([one], []) if things >= 3 && !verbs && a.elaborated_by(one) => Likeness::Same(score.clamp(0.85, ALMOST)),
        ([], [one]) if things >= 3 && !verbs && b.elaborated_by(one) => Likeness::Same(score.clamp(0.85, ALMOST)),
        (more_words, []) | ([], more_words) if more(more_words.len()) => Likeness::Perhaps(score.max(0.6)),
        _ if score >= 0.7 => Likeness::Perhaps(score),
        _ => Likeness::Different(score),
    }
}

/// Whether both open with a verb, the verbs are of other work, and neither stands in the other title.
fn verbs_differ(a: &Words, b: &Words) -> bool {
    let verb = |words: &Words| words.tokens.first().filter(|t| is_work(t)).cloned();
    verb(a).zip(verb(b)).is_some_and(|(x, y)| x != y && !b.has(&x) && !a.has(&y))
}

fn scopes_differ(left: &[String], right: &[String]) -> bool {
    let scoped = |words: &[String]| words.iter().any(|w| is_scope_in_title(w));
    scoped(left) || scoped(right)
}

/// Characters that two words begin with alike.
fn common(x: &str, y: &str) -> usize {
    x.chars().zip(y.chars()).take_while(|(a, b)| a == b).count()
}

/// How many runs of three characters two titles share.
fn grams(a: &Words, b: &Words) -> f32 {
    let of = |words: &Words| {
        let text: Vec<char> = format!(" {} ", words.tokens.join(" ")).chars().collect();
        let mut runs: Vec<[char; 3]> = text.windows(3).filter_map(|w| w.try_into().ok()).collect();
        runs.sort_unstable();
        runs.dedup();
        runs
    };
    let (left, right) = (of(a), of(b));
    let shared = left.iter().filter(|g| right.binary_search(g).is_ok()).count();
    2.0 * shared as f32 / (left.len() + right.len()).max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness(a: &str, b: &str) -> Likeness {
        compare(&Words::of(a), &Words::of(b))
    }

    #[test]
    fn the_one_word_that_matters_keeps_tasks_apart() {
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
    fn the_same_in_other_words_is_the_same() {
        for (a, b) in [
            ("Implement OAuth login", "Add sign-in with OAuth"),
            ("[deltamind] Add rate limit", "add rate limits"),
            ("Task 3: Simplify Transcript Tracking", "Simplify transcript tracking"),
            ("Straßenkarte für Zusteller zeichnen", "straßenkarte für zusteller zeichnen"),
            ("配送状況の通知を追加", "配送状況の通知を追加"),
            ("Clean up stale wingman reviews", "Clean up the stale wingman reviews"),
            ("Retry failed carrier calls with backoff", "Retry failed carrier calls"),
        ] {
            assert!(matches!(likeness(a, b), Likeness::Same(_)), "{a} / {b}: {:?}", likeness(a, b));
        }
        assert_eq!(likeness("Add rate limit", "Remove rate limit"), Likeness::Opposite);
    }

    #[test]
    fn other_work_on_the_same_thing_is_somebodys_to_look_at() {
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
    fn what_opens_a_title_tells_whether_it_undoes() {
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
