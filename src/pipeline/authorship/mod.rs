//! Defines the model of whose words the lines of a message are: the person's own, or pasted from elsewhere. It judges by
//! the layout of a line and of those around it, and by breaks of register, where nothing marks what is pasted.
//!
//! `weights.bin`, which is compiled into the program, was learned by `deltamind train --authorship` from
//! `fixtures/authorship`: messages that were invented for it by many writers. No session was used.

pub mod features;

use std::ops::Range;
use std::sync::LazyLock;

use super::linear::{LinearModel, softmax};
pub use features::MessageLines;

/// A model of whose words lines are: the person's, then others'.
pub type AuthorshipModel = LinearModel<2>;

static COMPILED_IN: LazyLock<AuthorshipModel> =
    LazyLock::new(|| AuthorshipModel::compiled_in(include_bytes!("weights.bin")).unwrap_or_default());

/// Probability from which a line is pasted.
const PASTED: f32 = 0.8;
/// Most bytes of a message that is judged.
const MOST_BYTES: usize = 32_000;

/// The lines of a message that are most likely pasted, as byte ranges in order. A message that fences what it pastes says
/// itself whose words they are.
pub fn pasted(text: &str) -> Vec<Range<usize>> {
    if text.len() > MOST_BYTES || text.contains("```") || !text.trim().contains('\n') {
        return Vec::new();
    }
    let message = MessageLines::new(text);
    let chances = chances_by(&COMPILED_IN, &message);
    let lines = message.lines().iter().zip(chances);
    lines.filter(|(_, p)| *p >= PASTED).map(|(line, _)| line.range.clone()).collect()
}

/// The probability of each line of a message that it is pasted: the mean of its own and of that of its paragraph.
pub fn chances_by(model: &AuthorshipModel, message: &MessageLines<'_>) -> Vec<f32> {
    let alone: Vec<f32> = (0..message.lines().len())
        .map(|at| softmax(model.sums_of(message.features(at).into_iter().map(|hash| (hash, 1.0))))[1])
        .collect();
    let mut sums: Vec<(f32, usize)> = Vec::new();
    for (line, p) in message.lines().iter().zip(&alone) {
        sums.resize(line.paragraph + 1, (0.0, 0));
        if let Some((sum, lines)) = sums.last_mut() {
            (*sum, *lines) = (*sum + p, *lines + 1);
        }
    }
    let means: Vec<f32> = sums.into_iter().map(|(sum, lines)| sum / lines as f32).collect();
    let mean = |paragraph: usize| means.get(paragraph).copied().unwrap_or_default();
    message.lines().iter().zip(&alone).map(|(line, p)| (p + mean(line.paragraph)) / 2.0).collect()
}
