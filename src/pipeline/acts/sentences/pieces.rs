//! Defines the pieces of a sentence in which commas stand for full stops: "cancel that, plain HTTP is good enough, the
//! proxy does the rest". A sentence that is not understood as a whole is read once more in pieces.

use std::ops::Range;

use super::wording::{after_any, words};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::clause::{self, BlockKind, Clause, Modality, ReadTurn, Sentence};
use crate::transcript::{RecordRef, Turn};

/// Numbers of words in a sentence that is read in pieces.
const WORDS: Range<usize> = 4..32;

/// Answers and words of politeness that belong to what stands beside them: "no, I'll do it", "20 it is, please".
const TAGS: Phrases = phrases!(
    "yes|no|yep|yeah|nope|nah|ok|okay|sure|right|fine|please|pls|thanks|thx|too|also|though|then|ever|always|again|instead|rather|well|so"
);

/// Words that make a piece depend on another one, or somebody else's.
const DEPENDENT: Phrases = phrases!(
    "if|when|whenever|unless|until|while|whether|because|since|although|though|once|maybe|perhaps|might|could|would|either|or|who|which|whose\
     |said|says|say|told|tells|wrote|writes|thinks|thought|suggested|suggests|wanted|example|instance|like|such|first|then|imagine|suppose|was|were|had"
);

/// The turn with those sentences in pieces that `may_part` and whose commas do not join what belongs together, and the byte
/// ranges of these; `None` where there are none. Byte offsets stay.
pub(in crate::pipeline::acts) fn in_pieces(
    turn: &ReadTurn,
    may_part: impl Fn(&Sentence) -> bool,
) -> Option<(ReadTurn, Vec<Range<usize>>)> {
    let parted: Vec<Option<ReadTurn>> =
        turn.sentences.iter().map(|s| may_part(s).then(|| read_in_pieces(turn, s)).flatten()).collect();
    let split: Vec<Range<usize>> =
        turn.sentences.iter().zip(&parted).filter(|(_, parts)| parts.is_some()).map(|(s, _)| s.range.clone()).collect();
    if split.is_empty() {
        return None;
    }
    let mut out = turn.clone();
    (out.clauses, out.sentences) = (Vec::new(), Vec::new());
    for (sentence, parts) in turn.sentences.iter().zip(parted) {
        let start = sentence.range.start;
        let (clauses, sentences, at) = if let Some(parts) = parts {
            (parts.clauses, parts.sentences, start)
        } else {
            let own = turn.clauses.get(sentence.clauses.clone()).unwrap_or_default().to_vec();
            let whole = Sentence { clauses: 0..own.len(), ..sentence.clone() };
            (own, vec![whole], 0)
        };
        let first = out.clauses.len();
        let moved = |range: &Range<usize>, by: usize| range.start + by..range.end + by;
        for clause in clauses {
            let (index, range) = (out.clauses.len(), moved(&clause.range, at));
            out.clauses.push(Clause { index, range, ..clause });
        }
        out.sentences.extend(sentences.into_iter().enumerate().map(|(n, piece)| Sentence {
            range: moved(&piece.range, at),
            clauses: moved(&piece.clauses, first),
            opens_block: sentence.opens_block && n == 0,
            text: piece.text,
            asks: piece.asks,
            ..sentence.clone()
        }));
    }
    Some((out, split))
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
