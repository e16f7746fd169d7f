//! Defines the quotation of a whole sentence where the words read from it have few subject words.

use std::ops::Range;
use std::sync::Arc;

use super::Session;
use super::statement::{MAX_SENTENCE_BYTES, MIN_SUBJECTS};
use crate::language::likeness::subject;
use crate::state::{Candidate, Extractor};
use crate::transcript::Role;

impl Session {
    /// Adds the person's whole sentence to the evidence of a candidate whose quote has few subject words.
    pub(super) fn quote_sentence(&self, candidate: &mut Candidate) {
        let evidence = &candidate.evidence;
        let (Some(id), Some(words), Some(range)) =
            (evidence.turn_ids.first(), evidence.snippets.first(), evidence.ranges.first())
        else {
            return;
        };
        if range.is_empty() || candidate.extractor != Extractor::Rules || !candidate.delta.kind.creates() {
            return;
        }
        let Some(turn) = self.turn(id).filter(|turn| turn.role == Role::User) else { return };
        if subject(words).len() > MIN_SUBJECTS {
            return;
        }
        let Some(whole) = sentence_around(&turn.content, range).filter(|whole| *whole != *range) else { return };
        let (id, text) = (id.clone(), turn.content[whole.clone()].to_owned());
        let evidence = Arc::make_mut(&mut candidate.evidence);
        evidence.turn_ids.push(id);
        evidence.snippets.push(text);
        evidence.ranges.push(whole);
    }
}

/// The sentence around a range of a text, on its line, with the sentence before it if it has few subject words; `None`
/// if it is longer than [`MAX_SENTENCE_BYTES`].
fn sentence_around(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let (before, after) = (text.get(..range.start)?, text.get(range.end..)?);
    let ends = [". ", "! ", "? ", "\n"];
    let start = ends.iter().filter_map(|end| before.rfind(end).map(|at| at + end.len())).max().unwrap_or(0);
    let end = ends.iter().filter_map(|end| after.find(end).map(|at| range.end + at + end.trim_end().len())).min();
    let closed = text.get(range.clone())?.ends_with(['.', '!', '?', '\n']);
    let end = if closed { range.end } else { end.unwrap_or(text.len()) };
    let brief = subject(text.get(start..end)?).len() < MIN_SUBJECTS;
    let former = text.get(..start.saturating_sub(1)).filter(|former| brief && !former.ends_with('\n'));
    let start = former
        .map_or(start, |former| ends.iter().filter_map(|e| former.rfind(e).map(|at| at + e.len())).max().unwrap_or(0));
    let whole = text.get(start..end)?;
    let start = start + (whole.len() - whole.trim_start().len());
    let end = start + whole.trim().len();
    (end > start && end - start <= MAX_SENTENCE_BYTES).then_some(start..end)
}
