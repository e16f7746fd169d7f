//! Defines [`Words`], a title made ready to be compared, and [`compare`], whether two titles are of the same thing.
//!
//! Likeness alone is not enough: numbers, opposite verbs, scopes and objects must agree, or two tasks that differ in the
//! one word that matters are taken for one. What is likely but not certain is the person's call.

use crate::state::semantic_id::tokens;

/// Verbs that mean the same on a board, by the first of them.
const SAME: &[&[&str]] = &[
    &["add", "implement", "creat", "introduc", "build", "support", "provid", "set-up", "setup", "install"],
    &["remov", "delet", "drop", "rip", "strip"],
    &["chang", "updat", "modifi", "adapt", "adjust", "edit"],
    &["fix", "repair", "resolv", "correct"],
    &["login", "signin", "sign-in", "log-in", "logon"],
    &["logout", "signout", "sign-out", "log-out"],
    &["doc", "document", "documentation"],
    &["auth", "authentication"],
    &["config", "configuration", "configur"],
    &["db", "databas"],
    &["production", "prod"],
    &["repo", "repositori"],
];
/// Verbs that mean the opposite.
const OPPOSITE: &[(&str, &str)] = &[
    ("add", "remov"),
    ("enabl", "disabl"),
    ("start", "stop"),
    ("show", "hid"),
    ("allow", "forbid"),
    ("allow", "block"),
    ("open", "clos"),
    ("rais", "lower"),
    ("increas", "decreas"),
    ("increas", "reduc"),
    ("upgrad", "downgrad"),
    ("lock", "unlock"),
    ("encrypt", "decrypt"),
    ("import", "export"),
    ("pin", "unpin"),
    ("merg", "split"),
    ("expand", "shrink"),
    ("apply", "revert"),
    ("add", "revert"),
    ("connect", "disconnect"),
    ("login", "logout"),
    ("mount", "unmount"),
    ("subscrib", "unsubscrib"),
    ("keep", "remov"),
];
/// Words that say where: both titles must say the same.
const SCOPE: &[&str] = &[
    "stag",
    "production",
    "dev",
    "development",
    "local",
    "remot",
    "ci",
    "frontend",
    "backend",
    "client",
    "server",
    "admin",
    "public",
    "privat",
    "internal",
    "external",
    "mobil",
    "web",
    "desktop",
    "android",
    "io",
    "linux",
    "window",
    "maco",
    "read",
    "writ",
    "input",
    "output",
    "sourc",
    "target",
    "first",
    "second",
    "third",
    "upload",
    "download",
    "unit",
    "integration",
];
/// Words that name no thing.
const LIGHT: &[&str] = &[
    "add", "remov", "chang", "fix", "mak", "us", "new", "all", "more", "better", "proper", "improv", "handl", "ensur",
    "support", "first", "get", "not", "when", "dur", "until", "after", "befor", "while", "only", "each", "per", "via",
    "work", "thing", "code", "task", "part", "step", "phas", "feat", "chor",
];

/// A title made ready to be compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// Its words, normalised, in order, each once.
    pub tokens: Vec<String>,
    /// Its ids of tasks: `#12`, `BACK-7`.
    pub ids: Vec<String>,
}

/// How two titles stand to each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Likeness {
    /// They are of the same thing, this surely (0 to 1).
    Same(f32),
    /// They may be; somebody has to look.
    Perhaps(f32),
    /// One wants what the other wants to undo.
    Opposite,
    /// They are not.
    Different(f32),
}

impl Words {
    /// Of a title. What decorates it, a tag in brackets or a box, does not count.
    pub fn of(title: &str) -> Self {
        let mut rest = title.trim();
        while let Some((tag, after)) = rest.strip_prefix('[').and_then(|r| r.split_once(']')) {
            if tag.len() > 24 || after.starts_with('(') {
                break;
            }
            rest = after.trim_start();
        }
        rest = unnumbered(rest);
        let mut out = Self { tokens: Vec::new(), ids: ids(title) };
        let parted = rest.replace(['`', '/', '_', '(', ')'], " ");
        for token in tokens(&parted) {
            let token = folded(token.trim_matches(|c: char| c == '#' || c == '+'));
            if !token.is_empty() && !out.tokens.contains(&token) {
                out.tokens.push(token);
            }
        }
        out
    }

    fn has(&self, token: &str) -> bool {
        self.tokens.iter().any(|t| t == token)
    }

    /// The words that name things.
    pub fn heavy(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter().map(String::as_str).filter(|t| !LIGHT.contains(t))
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

    /// Whether it opens with a verb that undoes.
    pub fn undoes(&self) -> bool {
        self.tokens
            .iter()
            .take(2)
            .any(|t| matches!(t.as_str(), "remov" | "disabl" | "revert" | "deprecat" | "stop" | "without" | "not"))
    }
}

/// A title without the number it has in somebody's list: `Task 3: `. The parts of one work, `Part 1: `, keep theirs.
fn unnumbered(title: &str) -> &str {
    let Some((lead, rest)) = title.split_once(": ") else { return title };
    let mut words = lead.split_whitespace();
    let listed = words.next().is_some_and(|w| matches!(w.to_lowercase().as_str(), "task" | "step" | "todo" | "item"));
    let number = words.next().is_some_and(|w| w.bytes().all(|b| b.is_ascii_digit()));
    if listed && number && words.next().is_none() { rest } else { title }
}

fn folded(token: &str) -> String {
    let row = SAME.iter().find(|row| row.contains(&token));
    row.and_then(|row| row.first()).map_or(token, |t| *t).to_owned()
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

/// Whether two titles are of the same thing.
pub fn compare(a: &Words, b: &Words) -> Likeness {
    if a.tokens.is_empty() || b.tokens.is_empty() {
        return Likeness::Different(0.0);
    }
    let only = |x: &Words, y: &Words| x.tokens.iter().filter(|t| !y.has(t)).cloned().collect::<Vec<_>>();
    let (left, right) = (only(a, b), only(b, a));
    let shared = a.tokens.len() - left.len();
    let opposite = |x: &str, y: &str| OPPOSITE.contains(&(x, y)) || OPPOSITE.contains(&(y, x));
    let against = left.iter().any(|l| right.iter().any(|r| opposite(l, r)));
    let dice = 2.0 * shared as f32 / (a.tokens.len() + b.tokens.len()) as f32;
    let score = 0.6 * dice + 0.4 * grams(a, b);
    let heavy = |words: &[String]| words.iter().filter(|t| !LIGHT.contains(&t.as_str())).cloned().collect::<Vec<_>>();
    let (hl, hr) = (heavy(&left), heavy(&right));
    if against {
        // A contradiction only where nothing else is different.
        let rest = |h: &[String]| h.iter().filter(|t| !OPPOSITE.iter().any(|(x, y)| x == t || y == t)).count();
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
    let unlike = hl.iter().filter(|l| !hr.iter().any(|r| near(l, r))).count();
    let unlike_right = hr.iter().filter(|r| !hl.iter().any(|l| near(l, r))).count();
    let things = a.heavy().filter(|t| b.has(t)).count();
    match (unlike, unlike_right) {
        // Other objects on both sides: docs and tests for the API.
        (1.., 1..) => Likeness::Different(score),
        (0, 0) if things >= 2 || (things >= 1 && score >= 0.7) => Likeness::Same(score.max(0.9)),
        (0, n) | (n, 0) if things >= 3 && n <= 1 => Likeness::Same(score.max(0.85)),
        (0, n) | (n, 0) if things >= 2 && n <= 3 && !verbs_differ(a, b) => Likeness::Perhaps(score.max(0.6)),
        _ if score >= 0.7 => Likeness::Perhaps(score),
        _ => Likeness::Different(score),
    }
}

/// Whether both open with a verb and the verbs are of other work.
fn verbs_differ(a: &Words, b: &Words) -> bool {
    let verb = |words: &Words| {
        words.tokens.first().filter(|t| SAME.iter().take(4).any(|row| row.contains(&t.as_str()))).cloned()
    };
    verb(a).zip(verb(b)).is_some_and(|(x, y)| x != y)
}

fn scopes_differ(left: &[String], right: &[String]) -> bool {
    let scoped = |words: &[String]| words.iter().any(|w| SCOPE.contains(&w.as_str()));
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
    fn ids_are_found() {
        assert_eq!(ids("fixes #12, ENT-221 and bd-a1b2 (UTF-8x, x-1, #a)"), ["#12", "ENT-221", "bd-a1b2"]);
    }
}
