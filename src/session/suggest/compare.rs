//! Defines [`Memory`], an existing memory, and [`MemoryIndex`], which decides whether an item creates, updates or
//! replaces one.

use std::collections::HashMap;

use super::MemoryAction;
use crate::language::is_decisive;
use crate::language::stems::token_set;
use crate::state::{Item, semantic_id::semantic_id};

/// A memory in the place where memories are kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Memory {
    /// Its file, relative to that place.
    pub file: String,
    /// The id of the suggestion that it was made of; `None` if it has another author.
    pub id: Option<String>,
    /// Its text in one line.
    pub description: String,
    /// Its whole text, without front matter.
    pub body: String,
}

/// Minimum share of common words (of the words of both) of two texts that say the same.
const SAME: f32 = 0.8;
/// Minimum share of the shorter text's words within the longer one.
const WITHIN: f32 = 0.9;
/// Texts of fewer words must be equal to say the same.
const MIN_WORDS: usize = 3;

/// The existing memories, indexed by word and by item.
#[derive(Debug, Clone, Default)]
pub struct MemoryIndex {
    files: Vec<String>,
    lines: Vec<Line>,
    /// Indexes of the lines that hold a word.
    holding: HashMap<String, Vec<usize>>,
    /// Index of the memory made of an item, by the hash in its id.
    made_of: HashMap<String, usize>,
}

/// A line of a memory, by its words.
#[derive(Debug, Clone)]
struct Line {
    memory: usize,
    /// Whether it is the memory's description.
    whole: bool,
    words: Vec<String>,
}

impl MemoryIndex {
    /// Indexes memories.
    pub fn of(memories: &[Memory]) -> Self {
        let mut out = Self::default();
        for (at, memory) in memories.iter().enumerate() {
            if let Some(hash) = memory.id.as_deref().and_then(|id| id.strip_prefix("m-")) {
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

    pub(super) fn any(&self) -> bool {
        !self.files.is_empty()
    }

    /// Whether the memory made of the item with this hash differs from the item's present content.
    pub(super) fn outdated(&self, hash: &str, summary: &str) -> bool {
        self.made_of.get(hash).is_some_and(|own| self.saying(summary, Some(*own)).is_none())
    }

    /// Whether there is a memory made of an item.
    pub(super) fn made_of(&self, item: &Item) -> bool {
        let first = item.versions.first().map(|v| semantic_id(item.kind, &v.summary));
        first.is_some_and(|id| self.made_of.contains_key(super::hash_of(&id)))
    }

    /// The effect of an approval, and the file of the memory it concerns.
    pub(super) fn action(&self, item: &Item, hash: &str, replaced: &[&str]) -> (MemoryAction, Option<String>) {
        if let Some(own) = self.made_of.get(hash) {
            let same = self.saying(&item.summary, Some(*own)).is_some();
            return (if same { MemoryAction::Nothing } else { MemoryAction::Update }, self.files.get(*own).cloned());
        }
        if let Some(memory) = self.saying(&item.summary, None) {
            return (MemoryAction::Nothing, self.files.get(memory).cloned());
        }
        let older = item.versions.iter().rev().skip(1).map(|v| v.summary.as_str());
        let replaced = replaced.iter().map(|w| (*w, MemoryAction::Supersede));
        for (words, action) in older.map(|w| (w, MemoryAction::Update)).chain(replaced) {
            if let Some(memory) = self.saying(words, None) {
                return (action, self.files.get(memory).cloned());
            }
        }
        (MemoryAction::Create, None)
    }

    /// The first memory that states these words; with `only`, that memory or none.
    fn saying(&self, words: &str, only: Option<usize>) -> Option<usize> {
        let wanted = token_set(words);
        // A matching line lacks at most `most` of the words, so it has one of the `most + 1` rarest ones: only lines
        // with those are compared.
        let most = if wanted.len() < MIN_WORDS { 0 } else { ((1.0 - SAME) * wanted.len() as f32).ceil() as usize };
        let mut holding: Vec<&[usize]> =
            wanted.iter().map(|word| self.holding.get(word).map_or(&[][..], Vec::as_slice)).collect();
        holding.sort_by_key(|lines| lines.len());
        let lines = holding.into_iter().take(most + 1).flatten().filter_map(|at| self.lines.get(*at));
        let ours = lines.filter(|line| only.is_none_or(|only| only == line.memory));
        ours.filter(|line| says(line, &wanted)).map(|line| line.memory).min()
    }
}

/// Whether a line says the same: a description has nearly the same words, a line of the text holds nearly all of them.
/// Negations and numbers must be equal.
fn says(line: &Line, wanted: &[String]) -> bool {
    if wanted.len() < MIN_WORDS {
        return line.whole && line.words == wanted;
    }
    if !has_decisive_words(&line.words, wanted) || !has_decisive_words(wanted, &line.words) {
        return false;
    }
    let shared = wanted.iter().filter(|t| line.words.binary_search(t).is_ok()).count() as f32;
    let all = (line.words.len() + wanted.len()) as f32 - shared;
    if line.whole { shared / all.max(1.0) >= SAME } else { shared / wanted.len() as f32 >= WITHIN }
}

/// Whether a sorted word list has all decisive words of another.
fn has_decisive_words(words: &[String], of: &[String]) -> bool {
    of.iter().filter(|t| is_decisive(t)).all(|t| words.binary_search(t).is_ok())
}
