//! Defines the training of [`replies`](crate::pipeline::replies): invented proposals and replies with what each does.
//!
//! Input: one JSON object a line, `{"agent": "the agent's words with its proposal", "reply": "the person's words", "does":
//! "accepts"}`; `does` is `accepts`, `refuses` or `neither`.

use serde::Deserialize;

use super::train::{Recipe, learn_classes, left_out};
use crate::pipeline::linear::Header;
use crate::pipeline::replies::{EFFECTS, ReplyEffect, ReplyModel, likeliest_by, reply_features};

#[derive(Debug, Deserialize)]
struct Line {
    agent: String,
    reply: String,
    does: String,
}

/// A reply's features and its effect.
#[derive(Debug, Clone)]
pub struct ReplyExample {
    features: Vec<u32>,
    effect: ReplyEffect,
}

/// Reads the text of a file; the error says which line is wrong.
pub fn examples(text: &str) -> Result<Vec<ReplyExample>, String> {
    let read = |(n, line): (usize, &str)| {
        let wrong = |what: String| format!("line {}: {what}", n + 1);
        let line: Line = serde_json::from_str(line).map_err(|e| wrong(e.to_string()))?;
        let effect = ReplyEffect::ALL.iter().copied().find(|effect| effect.word() == line.does);
        let effect = effect.ok_or_else(|| wrong(format!("`{}` is nothing that a reply does", line.does)))?;
        Ok(ReplyExample { features: reply_features(&line.agent, &line.reply), effect })
    };
    text.lines().enumerate().map(read).collect()
}

/// The recipe for these replies, which are short and few.
pub fn recipe() -> Recipe {
    Recipe { epochs: 12, rate: 0.04, l2: 2e-3, least: 3, ..Recipe::default() }
}

/// Learns a model.
pub fn learn(examples: &[&ReplyExample], recipe: Recipe, header: Header) -> ReplyModel {
    let classes: Vec<(&[u32], usize)> = examples.iter().map(|e| (&e.features[..], e.effect as usize)).collect();
    learn_classes(&classes, recipe, header)
}

/// How models do on replies of files that they were not learned from, from a probability on, by effect.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReplyFigures {
    /// The probability from which a reply counts as having an effect.
    pub from: f32,
    /// Replies said to have each effect.
    pub said: [usize; EFFECTS],
    /// Those of them that have it.
    pub right: [usize; EFFECTS],
}

/// Learns from the files of all parts but one and judges those of that one, for each part in turn.
pub fn by_folds(files: &[Vec<ReplyExample>], recipe: Recipe) -> Vec<ReplyFigures> {
    let mut out: Vec<ReplyFigures> =
        [0.5, 0.6, 0.7, 0.8, 0.9, 0.95].map(|from| ReplyFigures { from, ..ReplyFigures::default() }).to_vec();
    for (others, own) in left_out(files) {
        let examples: Vec<_> = others.into_iter().flatten().collect();
        let model = learn(&examples, recipe, Header::default());
        for example in own.into_iter().flatten() {
            let (effect, p) = likeliest_by(&model, &example.features);
            for figures in out.iter_mut().filter(|figures| p >= figures.from) {
                let at = effect as usize;
                figures.said.iter_mut().skip(at).take(1).for_each(|said| *said += 1);
                let right = usize::from(example.effect == effect);
                figures.right.iter_mut().skip(at).take(1).for_each(|all| *all += right);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_learns_what_replies_do_and_a_wrong_line_is_named() {
        let case = |reply: &str, does: &str| {
            format!(r#"{{"agent":"Shall I paint the mast?","reply":"{reply}","does":"{does}"}}"#)
        };
        let lines = [
            case("be my guest", "accepts"),
            case("over my dead body", "refuses"),
            case("how long is the mast", "neither"),
        ];
        let all = examples(&lines.join("\n")).expect("the lines are well formed");
        let examples_of = all.iter().collect::<Vec<_>>();
        let model = learn(&examples_of, Recipe { least: 1, epochs: 60, ..recipe() }, Header::default());
        for example in &all {
            assert_eq!(likeliest_by(&model, &example.features).0, example.effect);
        }
        let wrong = examples(&case("tea", "drinks")).expect_err("there is no such effect");
        assert_eq!(wrong, "line 1: `drinks` is nothing that a reply does");
    }
}
