//! Defines the advice on cuts: once the person has said enough of a family's candidates, a change of its cuts is
//! offered with its evidence. Nothing is changed by itself.

use std::fmt::Write as _;

use super::Session;
use super::feedback::{Case, Feedback, STEPS, Word};
use crate::pipeline::Thresholds;
use crate::pipeline::scorer::Family;

/// Words of the person about a family before anything is offered.
pub const CASES: u32 = 20;
/// Of those, as many must speak for the very change.
const SPEAK: u32 = 10;
/// What is accepted without asking should be right so often, in percent: the high end of what cuts are chosen for.
const RIGHT: u32 = 80;
/// What is not even asked about may be right so often, in percent.
const LOST: u32 = 10;

words! {
    /// Which cut.
    ThresholdName {
        /// From here on candidates enter the ledger.
        Accept = "accept",
        /// From here on they are held.
        Hold = "hold",
    }
}

/// A change of one cut, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// Whose cut.
    pub family: Family,
    /// Which one.
    pub threshold: ThresholdName,
    /// What it is now.
    pub from: f32,
    /// What it could be.
    pub to: f32,
    /// The evidence, in one sentence.
    pub because: String,
}

impl Advice {
    /// The change in one sentence.
    pub fn sentence(&self) -> String {
        let Self { family, threshold, from, to, .. } = self;
        format!("{family}: {threshold} could be {to:.2} instead of {from:.2}")
    }

    /// The lines that make the change, for `config.toml`.
    pub fn lines(&self) -> String {
        format!("[thresholds.{}]\n{} = {:.2}\n", self.family, self.threshold, self.to)
    }
}

impl Session {
    /// What the person's words so far speak for, under the cuts in force.
    pub fn advice(&self) -> Vec<Advice> {
        advise(&self.feedback(), self.thresholds())
    }
}

/// Every change that is worth offering, at most one of each cut.
pub fn advise(feedback: &Feedback, thresholds: &Thresholds) -> Vec<Advice> {
    let of = |&family: &Family| {
        let heard = Heard::of(feedback, family);
        let accept = raise_accept(&heard, thresholds).or_else(|| lower_accept(&heard, thresholds));
        let hold = raise_hold(&heard, thresholds).or_else(|| lower_hold(&heard, thresholds));
        (heard.all() >= CASES).then(|| accept.into_iter().chain(hold)).into_iter().flatten()
    };
    Family::ALL.iter().flat_map(of).collect()
}

/// What was said of one family, by step of confidence.
struct Heard<'a> {
    family: Family,
    steps: [[u32; Word::ALL.len()]; STEPS],
    cases: Vec<(&'a Case, u32)>,
}

impl<'a> Heard<'a> {
    fn of(feedback: &'a Feedback, family: Family) -> Self {
        let mut steps = [[0; Word::ALL.len()]; STEPS];
        let cases: Vec<(&Case, u32)> = feedback.cases().filter(|(c, _)| Family::of(c.kind) == Some(family)).collect();
        for (case, n) in &cases {
            if let Some(cell) = steps.get_mut(case.step as usize).and_then(|s| s.get_mut(case.word as usize)) {
                *cell += n;
            }
        }
        Self { family, steps, cases }
    }

    fn all(&self) -> u32 {
        self.cases.iter().map(|(_, n)| n).sum()
    }

    /// How often `word` was said of candidates from `from` on and below `to`.
    fn count(&self, word: Word, from: f32, to: f32) -> u32 {
        let within = |step: usize| at(step) + 1e-4 >= from && at(step) + 1e-4 < to;
        let counts = self.steps.iter().enumerate().filter(|(s, _)| within(*s));
        counts.filter_map(|(_, step)| step.get(word as usize)).sum()
    }

    /// The rules most of these words were about, with their counts.
    fn rules(&self, word: Word) -> String {
        let mut rules: Vec<(&str, u32)> = Vec::new();
        for (case, n) in self.cases.iter().filter(|(c, _)| c.word == word) {
            match rules.iter_mut().find(|(rule, _)| *rule == case.rule) {
                Some((_, count)) => *count += n,
                None => rules.push((&case.rule, *n)),
            }
        }
        rules.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let mut out = String::new();
        for (rule, n) in rules.iter().take(3) {
            let _ = write!(out, "{}{rule} {n}", if out.is_empty() { "" } else { ", " });
        }
        out
    }

    fn advice(&self, threshold: ThresholdName, from: f32, to: f32, because: String) -> Option<Advice> {
        let differs = (to - from).abs() > 0.01;
        differs.then_some(Advice { family: self.family, threshold, from, to, because })
    }
}

/// The width of a step.
const STEP: f32 = 1.0 / STEPS as f32;

/// Where a step begins.
fn at(step: usize) -> f32 {
    step as f32 / STEPS as f32
}

/// Where a cut can be put: every step's beginning from `from` on and below `to`.
fn places(from: f32, to: f32) -> impl DoubleEndedIterator<Item = f32> {
    (1..STEPS).map(at).filter(move |c| *c + 1e-4 >= from && *c + 1e-4 < to)
}

/// Much of what the ledger took in was withdrawn, and most of that lies low.
fn raise_accept(heard: &Heard<'_>, thresholds: &Thresholds) -> Option<Advice> {
    let (accept, _) = thresholds.get(heard.family);
    // The step the cut lies in counts too: it is entered from the cut on.
    let floor = at((accept * STEPS as f32) as usize);
    let all = heard.count(Word::Withdrawn, floor, 2.0);
    let covers = |to: &f32| heard.count(Word::Withdrawn, floor, *to) * 100 >= all * RIGHT;
    let to = places(accept + 0.02, 1.0).find(covers).filter(|_| all >= SPEAK)?;
    let below = heard.count(Word::Withdrawn, floor, to);
    let rules = heard.rules(Word::Withdrawn);
    let because = format!("of {all} you took out, {below} were less sure than {to:.2} (by rule: {rules})");
    heard.advice(ThresholdName::Accept, accept, to, because)
}

/// Nearly all that waited above some confidence was right.
fn lower_accept(heard: &Heard<'_>, thresholds: &Thresholds) -> Option<Advice> {
    let (accept, hold) = thresholds.get(heard.family);
    let count = |from: f32| (heard.count(Word::Accepted, from, accept), heard.count(Word::Dismissed, from, accept));
    let right = |from: &f32| {
        let (yes, no) = count(*from);
        yes + no >= SPEAK && yes * 100 >= (yes + no) * RIGHT
    };
    // Only where something was said: what was never seen is not argued about.
    let said = |from: &f32| count(*from) != count(*from + STEP);
    let to = places(hold, accept).filter(said).find(right)?;
    let (yes, no) = count(to);
    let rules = heard.rules(Word::Accepted);
    let because = format!("of {} that waited at {to:.2} and above, you accepted {yes} (by rule: {rules})", yes + no);
    heard.advice(ThresholdName::Accept, accept, to, because)
}

/// Nearly all that waited below some confidence was dismissed.
fn raise_hold(heard: &Heard<'_>, thresholds: &Thresholds) -> Option<Advice> {
    let (accept, hold) = thresholds.get(heard.family);
    let floor = at((hold * STEPS as f32) as usize);
    let count = |to: f32| (heard.count(Word::Accepted, floor, to), heard.count(Word::Dismissed, floor, to));
    let wrong = |to: &f32| {
        let (yes, no) = count(*to);
        yes + no >= SPEAK && yes * 100 <= (yes + no) * LOST
    };
    let said = |to: &f32| count(*to) != count(*to - STEP);
    let to = places(hold + 0.02, accept + 0.01).filter(said).rfind(wrong)?;
    let (yes, no) = count(to);
    let rules = heard.rules(Word::Dismissed);
    let because = format!("of {} that waited below {to:.2}, you dismissed {no} (by rule: {rules})", yes + no);
    heard.advice(ThresholdName::Hold, hold, to, because)
}

/// Much was brought back that lay below the hold cut.
fn lower_hold(heard: &Heard<'_>, thresholds: &Thresholds) -> Option<Advice> {
    let (_, hold) = thresholds.get(heard.family);
    let all = heard.count(Word::Rescued, 0.0, hold);
    let covers = |to: &f32| heard.count(Word::Rescued, *to, hold) * 100 >= all * RIGHT;
    let to = places(0.0, hold - 0.02).rfind(covers).filter(|_| all >= SPEAK)?;
    let rules = heard.rules(Word::Rescued);
    let because = format!("you brought back {all} that lay below {hold:.2} (by rule: {rules})");
    heard.advice(ThresholdName::Hold, hold, to, because)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::DeltaKind;

    fn heard(rows: &[(Word, u8, u32)]) -> Feedback {
        let mut out = Feedback::default();
        for &(word, step, n) in rows {
            for _ in 0..n {
                out.add(Case { kind: DeltaKind::DecisionMade, rule: "go-with".to_owned(), step, word });
            }
        }
        out
    }

    /// Cuts that do not move when the defaults do.
    fn thresholds() -> Thresholds {
        let mut thresholds = Thresholds::default();
        thresholds.put(Family::Decision, 0.6, 0.2);
        thresholds
    }

    fn told(rows: &[(Word, u8, u32)]) -> Vec<(ThresholdName, f32)> {
        advise(&heard(rows), &thresholds()).into_iter().map(|a| (a.threshold, a.to)).collect()
    }

    #[test]
    fn nothing_is_offered_before_twenty_cases() {
        assert_eq!(told(&[(Word::Accepted, 9, 19)]), []);
        assert_eq!(told(&[(Word::Accepted, 9, 20)]), [(ThresholdName::Accept, 0.45)]);
        assert_eq!(told(&[(Word::Overruled, 9, 40)]), [], "a veto is no matter of thresholds");
    }

    #[test]
    fn each_cut_moves_by_what_was_said_on_its_side() {
        // Right from 0.45 on, wrong below.
        let split = [(Word::Accepted, 9, 12), (Word::Dismissed, 5, 12)];
        assert_eq!(told(&split), [(ThresholdName::Accept, 0.45), (ThresholdName::Hold, 0.3)]);
        assert_eq!(told(&[(Word::Withdrawn, 12, 18), (Word::Withdrawn, 18, 3)]), [(ThresholdName::Accept, 0.65)]);
        assert_eq!(told(&[(Word::Rescued, 2, 20)]), [(ThresholdName::Hold, 0.1)]);
        assert_eq!(told(&[(Word::Accepted, 6, 12), (Word::Dismissed, 6, 12)]), [], "half right says nothing");
    }

    #[test]
    fn the_offer_says_why_and_which_lines_to_add() {
        let advice = advise(&heard(&[(Word::Dismissed, 5, 21), (Word::Accepted, 5, 1)]), &thresholds());
        let [advice] = advice.as_slice() else { panic!("{advice:?}") };
        assert_eq!(advice.sentence(), "decision: hold could be 0.30 instead of 0.20");
        assert_eq!(advice.lines(), "[thresholds.decision]\nhold = 0.30\n");
        assert_eq!(advice.because, "of 22 that waited below 0.30, you dismissed 21 (by rule: go-with 21)");
    }

    #[test]
    fn feedback_is_written_as_rows_and_read_again() {
        let all = heard(&[(Word::Dismissed, 5, 2), (Word::Accepted, 9, 1)]);
        let text = serde_json::to_string(&all).unwrap();
        assert!(
            text.contains(r#"{"kind":"decision_made","rule":"go-with","step":5,"word":"dismissed","count":2}"#),
            "{text}"
        );
        assert_eq!(serde_json::from_str::<Feedback>(&text).unwrap(), all);
        assert_eq!(all.count("go-with", DeltaKind::DecisionMade, Word::Dismissed), 2);
    }
}
