//! Defines the training of [`spoken`](crate::pipeline::spoken): invented clauses with what each does.
//!
//! Input: one JSON object a line, `{"agent": "the agent's words before", "turn": [["a clause", "task"], ...]}`.

use serde::Deserialize;

use super::train::{Recipe, learn_classes, left_out};
use crate::pipeline::linear::Header;
use crate::pipeline::spoken::{ACTS, SpokenAct, SpokenModel, Surroundings, features, read_by};

#[derive(Debug, Deserialize)]
struct Line {
    agent: String,
    turn: Vec<(String, String)>,
}

/// A clause's features and its act.
#[derive(Debug, Clone)]
pub struct SpokenExample {
    features: Vec<u32>,
    act: SpokenAct,
}

/// Reads the text of a file of clauses; the error says which line is wrong.
pub fn examples(text: &str) -> Result<Vec<SpokenExample>, String> {
    let mut out = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let wrong = |what: &str| format!("line {}: {what}", n + 1);
        let read: Line = serde_json::from_str(line).map_err(|e| wrong(&e.to_string()))?;
        for (place, (text, word)) in read.turn.iter().enumerate() {
            let act = SpokenAct::ALL.iter().copied().find(|act| act.word() == word);
            let act = act.ok_or_else(|| wrong(&format!("`{word}` is nothing that a clause does")))?;
            let clause = |at: Option<usize>| at.and_then(|at| read.turn.get(at)).map(|(text, _)| text.as_str());
            let (previous, next) = (clause(place.checked_sub(1)), clause(Some(place + 1)));
            let features = features(text, Surroundings { agent: &read.agent, previous, next, place });
            out.push(SpokenExample { features, act });
        }
    }
    Ok(out)
}

/// The recipe for these clauses, which are short and few.
pub fn recipe() -> Recipe {
    Recipe { epochs: 12, rate: 0.06, l2: 1e-3, least: 10, ..Recipe::default() }
}

/// Learns a model.
pub fn learn(examples: &[&SpokenExample], recipe: Recipe, header: Header) -> SpokenModel {
    let classes: Vec<(&[u32], usize)> = examples.iter().map(|e| (&e.features[..], e.act as usize)).collect();
    learn_classes(&classes, recipe, header)
}

/// How models do on the clauses of an act that they were not learned from, in numbers of clauses.
#[derive(Debug, Clone, Copy, Default)]
pub struct SpokenFigures {
    /// Clauses that perform the act.
    pub all: usize,
    /// Clauses for which the act was most likely, and those of them that perform it.
    pub said: usize,
    pub right: usize,
    /// The same, of the clauses for which its probability was at least the one asked for.
    pub said_surely: usize,
    pub right_surely: usize,
}

/// Learns from the files of all parts but one and judges the clauses of that one, for each part in turn: nobody's words
/// are judged by what was learned from them. An act is said surely from the probability `sure` on.
pub fn by_folds(files: &[Vec<SpokenExample>], recipe: Recipe, sure: f32) -> [SpokenFigures; ACTS] {
    let mut out = [SpokenFigures::default(); ACTS];
    for (others, own) in left_out(files) {
        let model = learn(&others.into_iter().flatten().collect::<Vec<_>>(), recipe, Header::default());
        for example in own.into_iter().flatten() {
            let (act, p) = read_by(&model, &example.features).likeliest();
            let right = usize::from(act == example.act);
            if let Some(own) = out.get_mut(example.act as usize) {
                own.all += 1;
            }
            let Some(said) = out.get_mut(act as usize) else { continue };
            (said.said, said.right) = (said.said + 1, said.right + right);
            if p >= sure {
                (said.said_surely, said.right_surely) = (said.said_surely + 1, said.right_surely + right);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_learns_what_clauses_do_and_a_wrong_line_is_named() {
        let text = ["no tabs in the makefile", "no pins on the map", "no jokes in the docs"]
            .map(|rule| format!(r#"{{"agent":"","turn":[["{rule}","rule"],["thanks for the help","none"]]}}"#));
        let all = examples(&text.join("\n")).expect("the lines are well formed");
        let model = learn(&all.iter().collect::<Vec<_>>(), Recipe { least: 2, ..recipe() }, Header::default());
        let of = |text: &str| read_by(&model, &features(text, Surroundings::default())).likeliest().0;
        assert_eq!((of("no ads in the app"), of("thanks for that")), (SpokenAct::Rule, SpokenAct::Nothing));
        let wrong = examples("{\"agent\":\"\",\"turn\":[[\"a\",\"wish\"]]}").expect_err("there is no such act");
        assert_eq!(wrong, "line 1: `wish` is nothing that a clause does");
    }
}
