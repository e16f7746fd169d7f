//! Defines [`Memory`], a memory that exists, and what approval of an item would do beside those there are.

use std::collections::HashMap;

use super::MemoryAction;
use crate::language::stems::token_set;
use crate::state::{Item, semantic_id::semantic_id};

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

/// The memories there are, read once, so that many items can be put beside them.
#[derive(Debug, Clone, Default)]
pub struct MemoryIndex {
    files: Vec<String>,
    lines: Vec<Line>,
    /// Which lines hold a word.
    holding: HashMap<String, Vec<usize>>,
    /// Which memory was made of an item, by the hash at its name's end.
    made_of: HashMap<String, usize>,
}

/// A line of a memory, by its words.
#[derive(Debug, Clone)]
struct Line {
    memory: usize,
    /// Whether it is what the memory says in one line.
    whole: bool,
    words: Vec<String>,
}

impl MemoryIndex {
    /// Reads memories.
    pub fn of(memories: &[Memory]) -> Self {
        let mut out = Self::default();
        for (at, memory) in memories.iter().enumerate() {
            if let Some((_, hash)) = memory.file.trim_end_matches(".md").rsplit_once('-') {
                out.made_of.entry(hash.to_owned()).or_insert(at);
            }
            out.files.push(memory.file.clone());
            out.line(at, true, &memory.description);
            for line in memory.body.lines() {
                out.line(at, false, line);
            }
        }
        out
    }

    fn line(&mut self, memory: usize, whole: bool, text: &str) {
        let words = token_set(text);
        for word in &words {
            self.holding.entry(word.clone()).or_default().push(self.lines.len());
        }
        self.lines.push(Line { memory, whole, words });
    }

    /// Whether there is any.
    pub(super) fn any(&self) -> bool {
        !self.files.is_empty()
    }

    /// Whether the memory made of the item with this hash says something else than the item by now.
    pub(super) fn outdated(&self, hash: &str, summary: &str) -> bool {
        self.made_of.get(hash).is_some_and(|own| self.saying(summary, Some(*own)).is_none())
    }

    /// Whether there is a memory made of an item.
    pub(super) fn made_of(&self, item: &Item) -> bool {
        let first = item.versions.first().map(|v| semantic_id(item.kind, &v.summary));
        first.is_some_and(|id| self.made_of.contains_key(super::hash_of(&id)))
    }

    /// What approval would do, and to which memory.
    pub(super) fn action(&self, item: &Item, hash: &str, replaced: &[&str]) -> (MemoryAction, Option<String>) {
        let file = |memory: usize| self.files.get(memory).cloned();
        if let Some(own) = self.made_of.get(hash) {
            let same = self.saying(&item.summary, Some(*own)).is_some();
            return (if same { MemoryAction::Nothing } else { MemoryAction::Update }, file(*own));
        }
        if let Some(memory) = self.saying(&item.summary, None) {
            return (MemoryAction::Nothing, file(memory));
        }
        let older = item.versions.iter().rev().skip(1).map(|v| v.summary.as_str());
        let replaced = replaced.iter().map(|w| (*w, MemoryAction::Supersede));
        for (words, action) in older.map(|w| (w, MemoryAction::Update)).chain(replaced) {
            if let Some(memory) = self.saying(words, None) {
                return (action, file(memory));
            }
        }
        (MemoryAction::Create, None)
    }

    /// The first memory, or this one, that says these words.
    fn saying(&self, words: &str, only: Option<usize>) -> Option<usize> {
        let wanted = token_set(words);
        // A line that says this lacks few of the words, so it holds one of the rarest that are more than those.
        let most = if wanted.len() < LEAST { 0 } else { ((1.0 - SAME) * wanted.len() as f32).ceil() as usize };
        let mut holding: Vec<&[usize]> =
            wanted.iter().map(|word| self.holding.get(word).map_or(&[][..], Vec::as_slice)).collect();
        holding.sort_by_key(|lines| lines.len());
        let lines = holding.into_iter().take(most + 1).flatten().filter_map(|at| self.lines.get(*at));
        let ours = lines.filter(|line| only.is_none_or(|only| only == line.memory));
        ours.filter(|line| says(line, &wanted)).map(|line| line.memory).min()
    }
}

/// Whether a line says this: what a memory says in one line is that, or its text holds all of it. Negations and numbers
/// are words like others and must be the same.
fn says(line: &Line, wanted: &[String]) -> bool {
    if wanted.len() < LEAST {
        return line.whole && line.words == wanted;
    }
    let within =
        |of: &[String], other: &[String]| of.iter().filter(|t| counts(t)).all(|t| other.binary_search(t).is_ok());
    if !within(wanted, &line.words) || !within(&line.words, wanted) {
        return false;
    }
    let shared = wanted.iter().filter(|t| line.words.binary_search(t).is_ok()).count() as f32;
    let all = (line.words.len() + wanted.len()) as f32 - shared;
    if line.whole { shared / all.max(1.0) >= SAME } else { shared / wanted.len() as f32 >= WITHIN }
}

/// Whether a word changes what is said though it is only one: a negation, a number, a version.
fn counts(token: &str) -> bool {
    token == "not" || token.bytes().any(|b| b.is_ascii_digit())
}
