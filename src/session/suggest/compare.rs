//! Defines [`Memory`], a memory that exists, and what approval of an item would do beside those there are.

use super::Action;
use crate::state::{Item, semantic_id::token_set};

/// A memory as a target holds it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Memory {
    /// Its file, as the target names it.
    pub file: String,
    /// What it says, in one line.
    pub description: String,
    /// What it says, whole, without front matter.
    pub body: String,
}

/// Share of words that two texts have in common when they say the same.
const SAME: f32 = 0.8;
/// The same for a text of some words within a longer one.
const WITHIN: f32 = 0.9;
/// Fewest words that count as saying the same.
const LEAST: usize = 3;

/// What approval would do, and to which memory.
pub(super) fn action(item: &Item, hash: &str, replaced: &[&str], memories: &[Memory]) -> (Action, Option<String>) {
    let own = |m: &&Memory| m.file.trim_end_matches(".md").ends_with(&format!("-{hash}"));
    if let Some(memory) = memories.iter().find(own) {
        let done = if says(memory, &item.summary) { Action::Nothing } else { Action::Update };
        return (done, Some(memory.file.clone()));
    }
    if let Some(memory) = memories.iter().find(|m| says(m, &item.summary)) {
        return (Action::Nothing, Some(memory.file.clone()));
    }
    let older = item.versions.iter().rev().skip(1).map(|v| v.summary.as_str());
    for (words, action) in older.map(|w| (w, Action::Update)).chain(replaced.iter().map(|w| (*w, Action::Supersede))) {
        if let Some(memory) = memories.iter().find(|m| says(m, words)) {
            return (action, Some(memory.file.clone()));
        }
    }
    (Action::Create, None)
}

/// Whether a memory says this: its line does, or its text holds all of it. Negations and numbers are words like
/// others and must be the same.
fn says(memory: &Memory, words: &str) -> bool {
    let wanted = token_set(words);
    if wanted.len() < LEAST {
        return !wanted.is_empty() && token_set(&memory.description) == wanted;
    }
    let shared = |own: &[String]| wanted.iter().filter(|t| own.binary_search(t).is_ok()).count() as f32;
    let decisive = |own: &[String]| wanted.iter().filter(|t| counts(t)).all(|t| own.binary_search(t).is_ok());
    let line = token_set(&memory.description);
    let all = (line.len() + wanted.len()) as f32 - shared(&line);
    let no_more = line.iter().filter(|t| counts(t)).all(|t| wanted.binary_search(t).is_ok());
    if decisive(&line) && no_more && shared(&line) / all.max(1.0) >= SAME {
        return true;
    }
    memory.body.lines().any(|line| {
        let own = token_set(line);
        let other = own.iter().filter(|t| counts(t)).all(|t| wanted.binary_search(t).is_ok());
        other && decisive(&own) && shared(&own) / wanted.len() as f32 >= WITHIN
    })
}

/// Whether a word changes what is said though it is only one: a negation, a number, a version.
fn counts(token: &str) -> bool {
    token == "not" || token.bytes().any(|b| b.is_ascii_digit())
}
