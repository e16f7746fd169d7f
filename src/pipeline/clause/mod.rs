//! Defines [`Clause`], the unit the engine reads, and how a turn's Markdown is cut into clauses.
//!
//! Code, tables' rules, URLs and paths are protected: never split at their dots, never mined as talk. Ranges are
//! byte ranges over the raw turn text, so a clause is always a verbatim quote.

mod answered;
pub mod blocks;
mod document;
mod inline_lists;
mod machine;
pub mod matcher;
pub mod modality;
mod pasted;
pub mod rules;
pub mod split;

use std::ops::Range;

use blocks::Block;

use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::{token_hashes, word_count};
use crate::pipeline::acts::Offer;
use crate::state::TurnId;
use crate::text::OwnReading;
use crate::transcript::{Role, Turn};

pub use answered::Answered;
pub use modality::Modality;
pub use rules::{Cue, CueSet};

/// Bytes read of a turn; longer ones are mostly pasted material.
pub const MAX_TURN_BYTES: usize = 64 * 1024;
/// Clauses read of a turn, for the same reason.
pub const MAX_CLAUSES: usize = 600;

words! {
    /// The kind of Markdown block of a clause.
    BlockKind {
        Paragraph = "paragraph", Item = "item", Heading = "heading",
        /// A block quote, a pasted mail or a pasted terminal: not the speaker's words.
        Quote = "quote",
        Row = "row",
    }
}

/// A clause's position in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListPlace {
    /// The item's number where the list is ordered.
    pub number: Option<u64>,
    /// The item's place in its list, from 0.
    pub index: usize,
    /// Nesting, from 1.
    pub depth: usize,
}

/// A clause of a turn.
#[derive(Debug, Clone)]
pub struct Clause {
    /// Its place in the turn, from 0.
    pub index: usize,
    /// Byte range over the turn's raw text.
    pub range: Range<usize>,
    /// The verbatim words.
    pub text: String,
    /// The block it belongs to.
    pub block: BlockKind,
    pub list: Option<ListPlace>,
    /// The heading it stands under.
    pub heading: Option<String>,
    /// The bold words its block opens with (`**Storage** - ...`).
    pub lead: Option<String>,
    /// Whether it is the first clause of its block.
    pub opens_block: bool,
    /// Whether it is the first on its line of the source.
    pub opens_line: bool,
    /// Which block of the turn, from 0.
    pub block_index: usize,
    /// Whether it ends with a question mark.
    pub asks: bool,
    /// The cues found outside quotations and code.
    pub cues: CueSet,
    pub modality: Modality,
    /// Its meaning-bearing words, as sorted hashes.
    pub tokens: Vec<u32>,
}

impl Clause {
    /// Number of words.
    pub fn words(&self) -> usize {
        word_count(&self.text)
    }

    /// Whether `cue` was found in it.
    pub fn has(&self, cue: Cue) -> bool {
        self.cues.has(cue)
    }
}

/// A sentence of a turn: the words between two full stops or line breaks, a list item, a heading, a table row.
#[derive(Debug, Clone)]
pub struct Sentence {
    /// Byte range over the turn's raw text.
    pub range: Range<usize>,
    /// The verbatim words.
    pub text: String,
    /// The block it belongs to; `Quote` where the words are pasted or quoted.
    pub block: BlockKind,
    pub list: Option<ListPlace>,
    /// The bold words its block opens with.
    pub lead: Option<String>,
    /// Whether it is the first of its block.
    pub opens_block: bool,
    /// Which block of the turn, from 0.
    pub block_index: usize,
    /// Whether it ends with a question mark.
    pub asks: bool,
    /// Its clauses, as a range of indexes.
    pub clauses: Range<usize>,
}

/// A turn, read: its clauses in order.
#[derive(Debug, Clone)]
pub struct ReadTurn {
    pub turn_id: TurnId,
    /// Who speaks.
    pub role: Role,
    pub ordinal: u32,
    /// When.
    pub at: Option<jiff::Timestamp>,
    /// Bytes of the turn.
    pub bytes: usize,
    pub clauses: Vec<Clause>,
    /// The sentences the clauses were cut from.
    pub sentences: Vec<Sentence>,
    /// Their meaning-bearing words, as sorted hashes.
    pub words: Vec<u32>,
    /// The agent's questions it answers.
    pub answered: Vec<Answered>,
    /// The offers that the agent makes in it.
    pub(in crate::pipeline) offers: OwnReading<Vec<Offer>>,
}

impl ReadTurn {
    /// Narrows a sentence to a byte range within it, and its clauses with it: their cues and modality are those of the
    /// words that are left.
    pub fn narrowed(&mut self, sentence: &Sentence, kept: &Range<usize>) -> Sentence {
        let cut = |text: &str, range: &Range<usize>| {
            let within = kept.start.max(range.start)..kept.end.min(range.end).max(kept.start);
            let words = text.get(within.start - range.start..within.end - range.start).unwrap_or_default().to_owned();
            (words, within)
        };
        let role = self.role;
        let mut left = sentence.clauses.end..sentence.clauses.start;
        for clause in self.clauses.get_mut(sentence.clauses.clone()).unwrap_or_default() {
            if clause.range.end <= kept.start || clause.range.start >= kept.end {
                continue;
            }
            left = left.start.min(clause.index)..clause.index + 1;
            if clause.range.start >= kept.start && clause.range.end <= kept.end {
                continue;
            }
            (clause.text, clause.range) = cut(&clause.text, &clause.range);
            // Cues within quotations and code were not found before; they do not count now.
            clause.cues = clause.cues.without(clause.cues.without(matcher::find(&clause.text)));
            clause.modality = modality::of(clause, None, role);
        }
        let (text, range) = cut(&sentence.text, &sentence.range);
        let clauses = if left.start < left.end { left } else { sentence.clauses.clone() };
        Sentence { range, text, clauses, ..sentence.clone() }
    }
}

fn starts_line(text: &str, at: usize) -> bool {
    let head = text.get(..at).unwrap_or("").trim_end_matches([' ', '\t', '-', '*', '(']);
    head.is_empty() || head.ends_with('\n')
}

/// Cuts a turn into clauses and determines their modality. Linear in the text.
pub fn read(turn: &Turn) -> ReadTurn {
    read_without(turn, CueSet::default())
}

/// [`read`] with some cues ignored, for the ablation.
pub fn read_without(turn: &Turn, blind_to: CueSet) -> ReadTurn {
    let text = blocks::head(&turn.content, MAX_TURN_BYTES);
    let mut clauses: Vec<Clause> = Vec::new();
    let mut sentences: Vec<Sentence> = Vec::new();
    let mut mail = false;
    let person = turn.role == Role::User;
    let answered = if person { answered::answered(text) } else { Vec::new() };
    let others = if person { words_of_others(text, &answered) } else { Vec::new() };
    let cut = inline_lists::split(text, blocks::blocks(text));
    let cut = blocks::cut_at(cut, if answered.is_empty() { &others } else { &[] });
    for (block_index, mut block) in cut.into_iter().enumerate() {
        mail = pasted::mail(text, &block, mail);
        if mail || (person && pasted::prompt(text, &block)) {
            block.kind = BlockKind::Quote;
        }
        let mut opens = true;
        let first_clause = clauses.len();
        for range in split::clauses(text, &block, turn.role) {
            if clauses.len() == MAX_CLAUSES {
                break;
            }
            let Some(words) = text.get(range.clone()) else { continue };
            let plain = split::unquoted(words, &block, range.start);
            let cues = matcher::find(&plain).without(blind_to);
            let asks = plain.trim_end_matches(|c: char| "*_)\"'` 😅🙂".contains(c)).ends_with('?');
            let kind = if pasted::holds(&others, range.start) { BlockKind::Quote } else { block.kind };
            let opens_line = opens || starts_line(text, range.start);
            let mut clause = Clause {
                index: clauses.len(),
                text: words.to_owned(),
                range,
                block: kind,
                list: block.list,
                heading: block.heading.clone(),
                lead: block.lead.clone(),
                opens_block: std::mem::take(&mut opens),
                opens_line,
                block_index,
                asks,
                cues,
                modality: Modality::Statement,
                tokens: token_hashes(words),
            };
            clause.modality = modality::of(&clause, clauses.last(), turn.role);
            clauses.push(clause);
        }
        ask_back(turn.role, clauses.get_mut(first_clause..).unwrap_or_default());
        sentences.extend(sentences_of(text, &block, turn.role, clauses.get(first_clause..).unwrap_or_default()));
    }
    ReadTurn {
        words: all_words(&clauses),
        answered,
        turn_id: turn.turn_id.as_str().into(),
        role: turn.role,
        ordinal: turn.ordinal,
        at: turn.at,
        bytes: turn.content.len(),
        clauses,
        sentences,
        offers: OwnReading::default(),
    }
}

/// Makes a clause of the person a question where a tag behind it asks about it: "the crates can be any wood. Or not?"
fn ask_back(role: Role, clauses: &mut [Clause]) {
    const TAGS: Phrases = phrases!(
        "or not|or no|right|no|correct|true|or am i wrong|am i wrong|am i right|or is it|or does it|or can it|isn't it|or what|is that right|is that correct|is this right|or do i misunderstand|or did i misunderstand|or did i miss something|did i get that right|or is that wrong"
    );
    for at in 1..clauses.len() {
        let Some([told, tag]) = clauses.get_mut(at - 1..=at) else { continue };
        let bare = tag.text.trim_end_matches(['?', ' ', '*', ')']).to_lowercase();
        if role == Role::User && tag.asks && TAGS.contains(&bare) {
            (told.asks, told.modality) = (true, Modality::Question);
        }
    }
}

/// The parts of a turn of the person that are not the person's words: pasted text, else the questions that are answered.
fn words_of_others(text: &str, answered: &[Answered]) -> Vec<Range<usize>> {
    let pasted = pasted::others(text);
    if pasted.is_empty() { answered.iter().map(|a| a.question.clone()).collect() } else { pasted }
}

/// The words of all clauses, as sorted hashes.
fn all_words(clauses: &[Clause]) -> Vec<u32> {
    let mut words: Vec<u32> = clauses.iter().flat_map(|c| c.tokens.iter().copied()).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// The sentences of one block, each with those of the block's clauses that begin in it.
fn sentences_of(text: &str, block: &Block, role: Role, clauses: &[Clause]) -> Vec<Sentence> {
    let mut out: Vec<Sentence> = Vec::new();
    let mut rest = clauses;
    for range in split::sentences(text, block, role) {
        let Some(words) = text.get(range.clone()) else { continue };
        rest = rest.get(rest.partition_point(|c| c.range.start < range.start)..).unwrap_or_default();
        let within = rest.get(..rest.partition_point(|c| c.range.start < range.end)).unwrap_or_default();
        let (Some(first), Some(last)) = (within.first(), within.last()) else { continue };
        out.push(Sentence {
            text: words.to_owned(),
            range,
            block: first.block,
            list: block.list,
            lead: block.lead.clone(),
            opens_block: out.is_empty(),
            block_index: first.block_index,
            asks: last.asks,
            clauses: first.index..last.index + 1,
        });
    }
    out
}
