//! Defines [`Advice`] on thresholds: once the person has corrected enough candidates of a family, a new threshold is
//! offered with its evidence. It is never applied automatically.

use std::fmt::Write as _;

use super::Session;
use super::feedback::{Case, Feedback, STEPS, Word};
use crate::pipeline::Thresholds;
use crate::pipeline::scorer::Family;

/// Minimum number of corrections in a family before advice is given.
pub const CASES: u32 = 20;
const MIN_SUPPORT: u32 = 10;
/// Minimum precision of candidates that are accepted without asking, in percent.
const MIN_RIGHT_PERCENT: u32 = 80;
/// Maximum precision, in percent, of candidates that are not worth asking about.
const MAX_LOST_PERCENT: u32 = 10;

words! {
    /// One of a family's two thresholds: candidates at or above it are accepted, or held.
    ThresholdName {
        Accept = "accept", Hold = "hold",
    }
}

/// An offered change of one threshold.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    pub family: Family,
    pub threshold: ThresholdName,
    /// The present value.
    pub from: f32,
    /// The value offered.
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

    /// The lines for `config.toml` that make the change.
    pub fn lines(&self) -> String {
        format!("[thresholds.{}]\n{} = {:.2}\n", self.family, self.threshold, self.to)
    }
}

impl Session {
    /// The changes of thresholds that the person's corrections support.
    pub fn advice(&self) -> Vec<Advice> {
        advise(&self.feedback(), self.thresholds())
    }
}

/// The changes worth offering, at most one of each threshold.
pub fn advise(feedback: &Feedback, thresholds: &Thresholds) -> Vec<Advice> {
    let mut out = Vec::new();
    for family in Family::ALL {
        let answers = FamilyFeedback::of(feedback, *family);
        if answers.total() >= CASES {
            out.extend(raise_accept(&answers, thresholds).or_else(|| lower_accept(&answers, thresholds)));
            out.extend(raise_hold(&answers, thresholds).or_else(|| lower_hold(&answers, thresholds)));
        }
    }
    out
}

/// The corrections of one family's candidates, by step of confidence.
struct FamilyFeedback<'a> {
    family: Family,
    steps: [[u32; Word::ALL.len()]; STEPS],
    cases: Vec<(&'a Case, u32)>,
}

impl<'a> FamilyFeedback<'a> {
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

    fn total(&self) -> u32 {
        self.cases.iter().map(|(_, n)| n).sum()
    }

    /// Number of corrections `word` of candidates with confidence in `from..to`.
    fn count(&self, word: Word, from: f32, to: f32) -> u32 {
        let counts = self.steps.iter().enumerate().filter(|(s, _)| at(*s) + 1e-4 >= from && at(*s) + 1e-4 < to);
        counts.filter_map(|(_, step)| step.get(word as usize)).sum()
    }

    /// Accepted and dismissed held candidates with confidence in `from..to`.
    fn answered(&self, from: f32, to: f32) -> (u32, u32) {
        (self.count(Word::Accepted, from, to), self.count(Word::Dismissed, from, to))
    }

    /// The three rules with most corrections `word`, with their counts.
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

    /// The advice to move a threshold, because of these corrections of one kind; `None` if it hardly differs.
    fn advice(&self, threshold: ThresholdName, from: f32, to: f32, word: Word, because: &str) -> Option<Advice> {
        let differs = (to - from).abs() > 0.01;
        let because = format!("{because} (by rule: {})", self.rules(word));
        differs.then_some(Advice { family: self.family, threshold, from, to, because })
    }
}

const STEP_WIDTH: f32 = 1.0 / STEPS as f32;

/// The confidence at which a step begins.
fn at(step: usize) -> f32 {
    step as f32 / STEPS as f32
}

/// The beginnings of steps in `from..to`, where a threshold can be put.
fn places(from: f32, to: f32) -> impl DoubleEndedIterator<Item = f32> {
    (1..STEPS).map(at).filter(move |c| *c + 1e-4 >= from && *c + 1e-4 < to)
}

/// Whether enough answers were yes to accept such candidates without asking.
fn is_right((yes, no): (u32, u32)) -> bool {
    yes + no >= MIN_SUPPORT && yes * 100 >= (yes + no) * MIN_RIGHT_PERCENT
}

/// Whether so few answers were yes that such candidates need not be held.
fn is_lost((yes, no): (u32, u32)) -> bool {
    yes + no >= MIN_SUPPORT && yes * 100 <= (yes + no) * MAX_LOST_PERCENT
}

/// Offers a higher accept threshold if many accepted items were withdrawn and most of these had a low confidence.
fn raise_accept(answers: &FamilyFeedback<'_>, thresholds: &Thresholds) -> Option<Advice> {
    let (accept, _) = thresholds.get(answers.family);
    // Includes the step in which the threshold lies.
    let floor = at((accept * STEPS as f32) as usize);
    let all = answers.count(Word::Withdrawn, floor, 2.0);
    let to = places(accept + 0.02, 1.0)
        .find(|to| answers.count(Word::Withdrawn, floor, *to) * 100 >= all * MIN_RIGHT_PERCENT)
        .filter(|_| all >= MIN_SUPPORT)?;
    let below = answers.count(Word::Withdrawn, floor, to);
    let because = format!("of {all} you took out, {below} were less sure than {to:.2}");
    answers.advice(ThresholdName::Accept, accept, to, Word::Withdrawn, &because)
}

/// Offers a lower accept threshold if most held candidates above some confidence were accepted.
fn lower_accept(answers: &FamilyFeedback<'_>, thresholds: &Thresholds) -> Option<Advice> {
    let (accept, hold) = thresholds.get(answers.family);
    // Only at a step with corrections.
    let to = places(hold, accept)
        .filter(|from| answers.answered(*from, accept) != answers.answered(*from + STEP_WIDTH, accept))
        .find(|from| is_right(answers.answered(*from, accept)))?;
    let (yes, no) = answers.answered(to, accept);
    let because = format!("of {} that waited at {to:.2} and above, you accepted {yes}", yes + no);
    answers.advice(ThresholdName::Accept, accept, to, Word::Accepted, &because)
}

/// Offers a higher hold threshold if nearly all held candidates below some confidence were dismissed.
fn raise_hold(answers: &FamilyFeedback<'_>, thresholds: &Thresholds) -> Option<Advice> {
    let (accept, hold) = thresholds.get(answers.family);
    let floor = at((hold * STEPS as f32) as usize);
    let to = places(hold + 0.02, accept + 0.01)
        .filter(|to| answers.answered(floor, *to) != answers.answered(floor, *to - STEP_WIDTH))
        .rfind(|to| is_lost(answers.answered(floor, *to)))?;
    let (yes, no) = answers.answered(floor, to);
    let because = format!("of {} that waited below {to:.2}, you dismissed {no}", yes + no);
    answers.advice(ThresholdName::Hold, hold, to, Word::Dismissed, &because)
}

/// Offers a lower hold threshold if the person accepted many candidates from below it.
fn lower_hold(answers: &FamilyFeedback<'_>, thresholds: &Thresholds) -> Option<Advice> {
    let (_, hold) = thresholds.get(answers.family);
    let all = answers.count(Word::Rescued, 0.0, hold);
    let to = places(0.0, hold - 0.02)
        .rfind(|to| answers.count(Word::Rescued, *to, hold) * 100 >= all * MIN_RIGHT_PERCENT)
        .filter(|_| all >= MIN_SUPPORT)?;
    let because = format!("you brought back {all} that lay below {hold:.2}");
    answers.advice(ThresholdName::Hold, hold, to, Word::Rescued, &because)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::DeltaKind;

    fn said(rows: &[(Word, u8, u32)]) -> Feedback {
        let mut out = Feedback::default();
        for &(word, step, n) in rows {
            for _ in 0..n {
                out.add(Case { kind: DeltaKind::DecisionMade, rule: "go-with".to_owned(), step, word });
            }
        }
        out
    }

    /// Fixed thresholds, independent of the defaults.
    fn thresholds() -> Thresholds {
        let mut thresholds = Thresholds::default();
        thresholds.put(Family::Decision, 0.6, 0.2);
        thresholds
    }

    fn offers(rows: &[(Word, u8, u32)]) -> Vec<(ThresholdName, f32)> {
        advise(&said(rows), &thresholds()).into_iter().map(|a| (a.threshold, a.to)).collect()
    }

    #[test]
    fn nothing_is_offered_before_twenty_cases() {
        assert_eq!(offers(&[(Word::Accepted, 9, 19)]), []);
        assert_eq!(offers(&[(Word::Accepted, 9, 20)]), [(ThresholdName::Accept, 0.45)]);
        assert_eq!(offers(&[(Word::Overruled, 9, 40)]), [], "a veto is no matter of thresholds");
    }

    #[test]
    fn each_threshold_is_advised_from_the_corrections_next_to_it() {
        // Right from 0.45 on, wrong below.
        let split = [(Word::Accepted, 9, 12), (Word::Dismissed, 5, 12)];
        assert_eq!(offers(&split), [(ThresholdName::Accept, 0.45), (ThresholdName::Hold, 0.3)]);
        assert_eq!(offers(&[(Word::Withdrawn, 12, 18), (Word::Withdrawn, 18, 3)]), [(ThresholdName::Accept, 0.65)]);
        assert_eq!(offers(&[(Word::Rescued, 2, 20)]), [(ThresholdName::Hold, 0.1)]);
        assert_eq!(offers(&[(Word::Accepted, 6, 12), (Word::Dismissed, 6, 12)]), [], "half right says nothing");
    }

    #[test]
    fn the_offer_says_why_and_which_lines_to_add() {
        let advice = advise(&said(&[(Word::Dismissed, 5, 21), (Word::Accepted, 5, 1)]), &thresholds());
        let [advice] = advice.as_slice() else { panic!("{advice:?}") };
        assert_eq!(advice.sentence(), "decision: hold could be 0.30 instead of 0.20");
        assert_eq!(advice.lines(), "[thresholds.decision]\nhold = 0.30\n");
        assert_eq!(advice.because, "of 22 that waited below 0.30, you dismissed 21 (by rule: go-with 21)");
    }

    #[test]
    fn feedback_is_serialised_as_rows() {
        let all = said(&[(Word::Dismissed, 5, 2), (Word::Accepted, 9, 1)]);
        let text = serde_json::to_string(&all).unwrap();
        assert!(
            text.contains(r#"{"kind":"decision_made","rule":"go-with","step":5,"word":"dismissed","count":2}"#),
            "{text}"
        );
        assert_eq!(serde_json::from_str::<Feedback>(&text).unwrap(), all);
        assert_eq!(all.count("go-with", DeltaKind::DecisionMade, Word::Dismissed), 2);
    }
}
