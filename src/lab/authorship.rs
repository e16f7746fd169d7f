//! Defines the training of [`authorship`](crate::pipeline::authorship): invented messages cut into parts that are the
//! person's own words or pasted.
//!
//! Input: one JSON object a line, `{"parts": [["own", "text\n"], ["paste", "text"]]}`. The texts one after the other are
//! the message.

use serde::Deserialize;

use super::train::{Recipe, learn_classes, left_out};
use crate::pipeline::authorship::{AuthorshipModel, MessageLines, chances_by};
use crate::pipeline::linear::Header;

#[derive(Debug, Deserialize)]
struct Line {
    parts: Vec<(Author, String)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Author {
    Own,
    Paste,
}

/// A message, and for each of its lines whether it is pasted.
#[derive(Debug, Clone)]
pub struct AuthorshipExample {
    text: String,
    pasted: Vec<bool>,
}

/// Reads the text of a file; the error says which line is wrong.
pub fn examples(text: &str) -> Result<Vec<AuthorshipExample>, String> {
    let mut out = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let line: Line = serde_json::from_str(line).map_err(|e| format!("line {}: {e}", n + 1))?;
        let text: String = line.parts.iter().map(|(_, text)| text.as_str()).collect();
        let mut ends = 0;
        let parts: Vec<(usize, Author)> = line
            .parts
            .iter()
            .map(|(author, text)| {
                ends += text.len();
                (ends, *author)
            })
            .collect();
        let author = |at: usize| parts.iter().find(|(end, _)| at < *end).map(|(_, author)| *author);
        let lines = MessageLines::new(&text).lines().iter().map(|line| line.range.start).collect::<Vec<_>>();
        let pasted = lines.into_iter().map(|at| author(at) == Some(Author::Paste)).collect();
        out.push(AuthorshipExample { text, pasted });
    }
    Ok(out)
}

/// The recipe for these lines, which are few.
pub fn recipe() -> Recipe {
    Recipe { epochs: 10, rate: 0.03, l2: 2e-3, least: 4, ..Recipe::default() }
}

/// Learns a model.
pub fn learn(examples: &[&AuthorshipExample], recipe: Recipe, header: Header) -> AuthorshipModel {
    let lines: Vec<(Vec<u32>, usize)> = examples
        .iter()
        .flat_map(|example| {
            let message = MessageLines::new(&example.text);
            let classes = example.pasted.iter().enumerate();
            classes.map(|(at, pasted)| (message.features(at), usize::from(*pasted))).collect::<Vec<_>>()
        })
        .collect();
    let classes: Vec<(&[u32], usize)> = lines.iter().map(|(features, class)| (&features[..], *class)).collect();
    learn_classes(&classes, recipe, header)
}

/// How models do on the lines of files that they were not learned from, from a probability on.
#[derive(Debug, Clone, Copy, Default)]
pub struct AuthorshipFigures {
    /// The probability from which a line counts as pasted.
    pub from: f32,
    /// Pasted lines, and those of them that are found.
    pub pasted: usize,
    pub found: usize,
    /// Own lines, and those of them that are taken for pasted.
    pub own: usize,
    pub lost: usize,
}

/// Learns from the files of all parts but one and judges those of that one, for each part in turn.
pub fn by_folds(files: &[Vec<AuthorshipExample>], recipe: Recipe) -> Vec<AuthorshipFigures> {
    let mut out: Vec<AuthorshipFigures> =
        [0.5, 0.6, 0.7, 0.8, 0.9].map(|from| AuthorshipFigures { from, ..AuthorshipFigures::default() }).to_vec();
    for (others, own) in left_out(files) {
        let examples: Vec<_> = others.into_iter().flatten().collect();
        let model = learn(&examples, recipe, Header::default());
        for example in own.into_iter().flatten() {
            let chances = chances_by(&model, &MessageLines::new(&example.text));
            for (p, pasted) in chances.into_iter().zip(&example.pasted) {
                for figures in &mut out {
                    let said = usize::from(p >= figures.from);
                    if *pasted {
                        figures.pasted += 1;
                        figures.found += said;
                    } else {
                        figures.own += 1;
                        figures.lost += said;
                    }
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_learns_whose_lines_they_are_and_a_wrong_line_is_named() {
        let message = |own: &str| format!(r#"{{"parts":[["own","{own}\n"],["paste","E0{own}: gate.rs: 4\n"]]}}"#);
        let text: String = ["why is that", "what now", "still there", "and this"].map(message).join("\n");
        let all = examples(&text).expect("the lines are well formed");
        let model =
            learn(&all.iter().collect::<Vec<_>>(), Recipe { least: 1, epochs: 40, ..recipe() }, Header::default());
        for example in &all {
            let chances = chances_by(&model, &MessageLines::new(&example.text));
            assert!(chances.first() < chances.last(), "{chances:?}");
        }
        assert!(
            examples(r#"{"parts":[["mine","tea"]]}"#).expect_err("there is no such author").starts_with("line 1: ")
        );
    }
}
