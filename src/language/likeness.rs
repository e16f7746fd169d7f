//! Defines the comparison of two texts' subjects by the stems of their subject words.

use std::collections::BTreeSet;

use super::stems::{token_set, tokens};
use super::tables::{is_decisive, is_light_in_talk, is_scope_in_talk, undoes_or_refuses};

/// Least length in bytes of the common beginning of two forms of one word: "encrypt" and "encryption".
const ROOT: usize = 5;
/// Most bytes by which the longer form may exceed the shorter.
const ENDING: usize = 5;

/// The subject words of a text, as stems: no numbers, no words of choosing or telling.
pub fn subject(text: &str) -> BTreeSet<String> {
    tokens(text).into_iter().filter(|t| is_subject(t)).collect()
}

pub(super) fn is_subject(token: &str) -> bool {
    !is_light_in_talk(token) && token.chars().any(char::is_alphabetic)
}

/// Whether two stems are forms of one word.
pub fn same_root(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.len() < ROOT || long.len() - short.len() > ENDING || !long.starts_with(short) {
        return a == b;
    }
    a == b || (!is_scope_in_talk(a) && !is_scope_in_talk(b))
}

/// The number of words in `of` that have a form among `there`.
pub fn shared(of: &BTreeSet<String>, there: &BTreeSet<String>) -> usize {
    of.iter().filter(|w| there.iter().any(|t| same_root(w, t))).count()
}

/// Whether two texts have the same subject: two subject words in common that are half of the smaller side's, or all the
/// words of a side that has only one.
pub fn same_subject(a: &str, b: &str) -> bool {
    let (a, b) = (named(a), named(b));
    let (small, large) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    let both = shared(small, large);
    both > 0 && (both == small.len() || (both >= 2 && both * 2 >= small.len()))
}

/// The subject words without verbs of undoing and refusing.
fn named(text: &str) -> BTreeSet<String> {
    subject(text).into_iter().filter(|w| !undoes_or_refuses(w)).collect()
}

/// Whether two texts may belong to one item: same polarity, numbers, versions and scope.
pub fn compatible(a: &str, b: &str) -> bool {
    decisive(a) == decisive(b)
}

/// The tokens that two texts of one item must have in common: negations, numbers, versions, scopes.
fn decisive(text: &str) -> Vec<String> {
    token_set(text).into_iter().filter(|token| is_decisive(token) || is_scope_in_talk(token)).collect()
}

/// Whether a text may be `said` in other words: they share a subject word, and it replaces no name.
pub fn may_restate(said: &str, text: &str) -> bool {
    shared(&subject(text), &subject(said)) > 0 && !renames(said, text)
}

/// Whether a text adds little to `said`: more than half of its subject words are in it.
pub fn adds_little(said: &str, text: &str) -> bool {
    let own = subject(text);
    shared(&own, &subject(said)) * 2 > own.len() && !renames(said, text)
}

/// Whether a text has all the subject words of `said`; false if `said` has none.
pub fn covers(said: &str, text: &str) -> bool {
    let theirs = subject(said);
    !theirs.is_empty() && shared(&theirs, &subject(text)) == theirs.len()
}

/// Whether each of two texts has a name that the other lacks: "Postgres" for "SQLite".
pub fn renames(said: &str, text: &str) -> bool {
    has_new_name(text, said) && has_new_name(said, text)
}

fn has_new_name(of: &str, than: &str) -> bool {
    let known = subject(than);
    names(of).iter().any(|n| !known.iter().any(|k| same_root(k, n)))
}

/// Words written as names: with a capital inside the word, or at its beginning within a sentence.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_choosing_do_not_count_as_subject_words() {
        assert!(same_subject("Done. The migration guide is written", "write the migration guide"));
        assert!(!same_subject("Done. The importer now streams rows", "write the migration guide"));
        assert!(!same_subject("We decided on Redis for the cache", "Use SQLite for the store"));
        assert!(!same_subject("we use Redis", "we use SQLite"));
        assert!(same_subject("forget Redis", "Redis holds the sessions"));
        assert!(same_root("encrypt", "encryption") && !same_root("publi", "public") && !same_root("confirm", "config"));
    }

    #[test]
    fn polarity_numbers_and_scope_keep_two_texts_apart() {
        assert!(!compatible("use Redis for sessions", "never use Redis for sessions"));
        assert!(!compatible("keep 3 replicas", "keep 5 replicas"));
        assert!(!compatible("deploy to staging first", "deploy to production first"));
        assert!(compatible("use Redis for sessions", "we use redis for the sessions"));
    }
}
