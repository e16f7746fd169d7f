//! Defines the training of [`endings`](crate::pipeline::endings): invented ledgers and turns with what each turn ends.
//!
//! Input: one JSON object a line, `{"ledger": [["decision", "Use cron"], ...], "agent": "the agent's words before",
//! "turn": "what the person says", "ends": [[0, "replaced"], ...]}`. The kinds are those of items, or `ruled_out` and
//! `question`; an index counts from 0.

use serde::Deserialize;

use super::train::{Recipe, learn_classes, left_out};
use crate::pipeline::clause::{self, ReadTurn};
use crate::pipeline::endings::{Ending, EndingModel, Setting, StandingItem, chances_by};
use crate::pipeline::linear::Header;
use crate::state::ItemKind;
use crate::transcript::{RecordRef, Role, Turn};

#[derive(Debug, Deserialize)]
struct Line {
    ledger: Vec<(String, String)>,
    agent: String,
    turn: String,
    ends: Vec<(usize, String)>,
}

/// The features of an item that a turn may end, and what becomes of it.
#[derive(Debug, Clone)]
pub struct EndingExample {
    features: Vec<u32>,
    ending: Ending,
}

/// The examples of a file, and the number of items that its turns end.
#[derive(Debug, Clone, Default)]
pub struct EndingFile {
    pub examples: Vec<EndingExample>,
    pub ends: usize,
}

/// Reads the text of a file; the error says which line is wrong.
pub fn examples(text: &str) -> Result<EndingFile, String> {
    let mut out = EndingFile::default();
    for (n, line) in text.lines().enumerate() {
        let wrong = |what: String| format!("line {}: {what}", n + 1);
        let line: Line = serde_json::from_str(line).map_err(|e| wrong(e.to_string()))?;
        let items: Vec<StandingItem> = line
            .ledger
            .iter()
            .map(|(kind, summary)| Some(StandingItem::new(kind_of(kind)?, summary)))
            .collect::<Option<_>>()
            .ok_or_else(|| wrong("an item is of no kind that there is".to_owned()))?;
        let (agent, turn) = (turn(Role::Assistant, line.agent), turn(Role::User, line.turn));
        let setting = Setting::new(&turn, Some(&agent), &items);
        for at in setting.candidates() {
            let word = line.ends.iter().find(|(ended, _)| *ended == at).map_or("stays", |(_, word)| word);
            let ending = Ending::ALL.iter().copied().find(|ending| ending.word() == word);
            let ending = ending.ok_or_else(|| wrong(format!("`{word}` is no ending")))?;
            out.examples.push(EndingExample { features: setting.features(at), ending });
        }
        out.ends += line.ends.len();
    }
    Ok(out)
}

fn turn(role: Role, content: String) -> ReadTurn {
    let turn_id = role.word().to_owned();
    clause::read(&Turn { turn_id, ordinal: 1, role, content, at: None, record: RecordRef::default() })
}

fn kind_of(word: &str) -> Option<ItemKind> {
    match word {
        "ruled_out" => Some(ItemKind::RejectedOption),
        "question" => Some(ItemKind::OpenQuestion),
        word => ItemKind::ALL.iter().copied().find(|kind| kind.word() == word),
    }
}

/// The recipe for these examples, which are few.
pub fn recipe() -> Recipe {
    Recipe { epochs: 10, rate: 0.03, l2: 3e-3, least: 4, ..Recipe::default() }
}

/// Learns a model.
pub fn learn(examples: &[&EndingExample], recipe: Recipe, header: Header) -> EndingModel {
    let classes: Vec<(&[u32], usize)> = examples.iter().map(|e| (&e.features[..], e.ending as usize)).collect();
    learn_classes(&classes, recipe, header)
}

/// How models do on items of files that they were not learned from, from a probability on.
#[derive(Debug, Clone, Copy, Default)]
pub struct EndingFigures {
    /// The probability from which an item counts as ended.
    pub from: f32,
    /// Items said to be ended.
    pub said: usize,
    /// Those of them that are.
    pub right: usize,
}

/// Learns from the files of all parts but one and judges those of that one, for each part in turn.
pub fn by_folds(files: &[EndingFile], recipe: Recipe) -> Vec<EndingFigures> {
    let mut out: Vec<EndingFigures> =
        [0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map(|from| EndingFigures { from, ..EndingFigures::default() }).to_vec();
    for (others, own) in left_out(files) {
        let examples: Vec<_> = others.into_iter().flat_map(|file| &file.examples).collect();
        let model = learn(&examples, recipe, Header::default());
        for example in own.into_iter().flat_map(|file| &file.examples) {
            let p = chances_by(&model, &example.features).ended();
            for figures in out.iter_mut().filter(|figures| p >= figures.from) {
                figures.said += 1;
                figures.right += usize::from(example.ending != Ending::Stays);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_learns_what_ends_and_a_wrong_line_is_named() {
        let case = |turn: &str, ends: &str| {
            format!(
                r#"{{"ledger":[["decision","Print the badges on vellum"]],"agent":"","turn":"{turn}","ends":[{ends}]}}"#
            )
        };
        let lines: Vec<String> = ["the badges", "those badges", "our badges"]
            .iter()
            .flat_map(|badges| {
                [
                    case(&format!("no vellum for {badges} any more"), r#"[0,"dropped"]"#),
                    case(&format!("is vellum fine for {badges}?"), ""),
                ]
            })
            .collect();
        let file = examples(&lines.join("\n")).expect("the lines are well formed");
        assert_eq!((file.ends, file.examples.len()), (3, 6));
        let all: Vec<&EndingExample> = file.examples.iter().collect();
        let model = learn(&all, Recipe { least: 1, epochs: 40, ..recipe() }, Header::default());
        for example in &file.examples {
            let p = chances_by(&model, &example.features).ended();
            assert_eq!(p > 0.5, example.ending == Ending::Dropped, "{p}");
        }
        let wrong = examples(&case("no", r#"[0,"eaten"]"#)).expect_err("there is no such ending");
        assert_eq!(wrong, "line 1: `eaten` is no ending");
        let wrong = examples(r#"{"ledger":[["wish","tea"]],"agent":"","turn":"no","ends":[]}"#);
        assert_eq!(wrong.expect_err("there is no such kind"), "line 1: an item is of no kind that there is");
    }
}
