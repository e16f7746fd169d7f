//! Defines the pieces of a sentence in which commas stand for full stops: "cancel that, plain HTTP is good enough, the
//! proxy does the rest". A sentence that is not understood as a whole is read once more in pieces.

use std::ops::Range;

use super::wording::{after_any, words};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::clause::{self, BlockKind, Modality, ReadTurn, Sentence};
use crate::transcript::{RecordRef, Turn};

/// Numbers of words in a sentence that is read in pieces.
const WORDS: Range<usize> = 4..32;

/// Answers and words of politeness that belong to what stands beside them: "no, I'll do it", "20 it is, please".
const TAGS: Phrases = phrases!(
    "yes|no|yep|yeah|nope|nah|ok|okay|sure|right|fine|please|pls|thanks|thx|too|also|though|then|ever|always|again|instead|rather|well|so"
);

/// Words that make a piece depend on another one, or somebody else's.
const DEPENDENT: Phrases = phrases!(
    "if|when|whenever|unless|until|while|whether|because|since|although|though|even if|in case|once|as long as|maybe|perhaps|might|could|would|either|or|who|which|whose\
     |said|says|say|told|tells|wrote|writes|thinks|thought|suggested|suggests|wanted|used to|for example|for instance|e.g.|like|such as|first|then|imagine|suppose|let's say|was|were|had"
);

/// The turn with one of its sentences in pieces; `None` where the commas join what belongs together. Byte offsets stay.
pub(in crate::pipeline::acts) fn in_pieces(turn: &ReadTurn, at: usize) -> Option<ReadTurn> {
    let sentence = turn.sentences.get(at)?;
    let pieces = read_in_pieces(turn, sentence)?;
    let (first, last) = (sentence.clauses.start, sentence.clauses.end);
    let more = pieces.clauses.len();
    let moved = |index: usize| index + more - (last - first);
    let mut out = turn.clone();
    let behind = out.clauses.split_off(last);
    out.clauses.truncate(first);
    for mut clause in pieces.clauses {
        clause.index += first;
        clause.range = clause.range.start + sentence.range.start..clause.range.end + sentence.range.start;
        out.clauses.push(clause);
    }
    out.clauses.extend(behind.into_iter().map(|clause| clause::Clause { index: moved(clause.index), ..clause }));
    let later = out.sentences.split_off(at + 1);
    out.sentences.truncate(at);
    for piece in pieces.sentences {
        out.sentences.push(Sentence {
            range: piece.range.start + sentence.range.start..piece.range.end + sentence.range.start,
            clauses: piece.clauses.start + first..piece.clauses.end + first,
            opens_block: sentence.opens_block && piece.range.start == 0,
            text: piece.text,
            asks: piece.asks,
            ..sentence.clone()
        });
    }
    out.sentences
        .extend(later.into_iter().map(|s| Sentence { clauses: moved(s.clauses.start)..moved(s.clauses.end), ..s }));
    Some(out)
}

fn read_in_pieces(turn: &ReadTurn, sentence: &Sentence) -> Option<ReadTurn> {
    let told = matches!(sentence.block, BlockKind::Paragraph | BlockKind::Item) && !sentence.asks;
    if !told || !WORDS.contains(&words(&sentence.text)) || !sentence.text.contains(", ") {
        return None;
    }
    let low = sentence.text.to_lowercase();
    let weak =
        |m: Modality| matches!(m, Modality::Question | Modality::Hedge | Modality::Conditional | Modality::Report);
    let clauses = turn.clauses.get(sentence.clauses.clone())?;
    let depends = low.split(|c: char| !c.is_alphanumeric() && c != '\'').any(|word| DEPENDENT.contains(word));
    if depends || clauses.iter().any(|c| weak(c.modality)) || low.contains(['`', '"', '(', ':']) {
        return None;
    }
    // As long as before, so that each place is where it was.
    let content = with_stops(&sentence.text);
    let turn = Turn {
        turn_id: turn.turn_id.to_string(),
        ordinal: turn.ordinal,
        role: turn.role,
        content,
        at: turn.at,
        record: RecordRef::default(),
    };
    Some(clause::read(&turn)).filter(|read| read.sentences.len() > 1)
}

/// The text with full stops for its commas, but those around an answer or a tag, and those before an "and".
fn with_stops(text: &str) -> String {
    let mut out = text.to_owned();
    let mut from = 0;
    for (at, joint) in text.match_indices(", ") {
        let piece = text.get(from..at).unwrap_or("");
        let next = text.get(at + joint.len()..).unwrap_or("");
        let is_tag = |piece: &str| {
            let bare = piece.trim_matches(['.', '!', ' ']);
            bare.len() == 1
                || TAGS.contains(bare.to_lowercase().as_str())
                || bare.ends_with(|c: char| c.is_ascii_digit()) && words(bare) == 1
        };
        let joins = is_tag(piece) || is_tag(next.split(", ").next().unwrap_or(""));
        // "..., so the horn may sound" tells of an end, and needs what it follows from.
        let permits = after_any(next, phrases!("so")).is_some_and(|rest| phrases!(" may | can ").within(rest));
        if !joins && !permits && after_any(next, phrases!("and")).is_none() {
            out.replace_range(at..=at, ".");
        }
        from = at + joint.len();
    }
    out
}
