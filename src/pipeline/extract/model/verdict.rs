//! Defines what becomes of a change that passed the guards: how sure a model's word is, and whether it enters the
//! ledger, waits for the person, or is too little.
//!
//! A model's own confidence is not believed as a figure. It may say one of three words, and even "high" enters alone
//! only when three things that are not the model's speak for it: the model is one that was measured, the clause it
//! quotes says so outright by the rules' own reading of how it is meant, and what it makes of the clause is tied to its
//! words. Everything else is held. Where the rules saw
//! the same change in the same words, the two together are believed as two signs that know nothing of each other.

use super::answer::Answered;
use crate::pipeline::clause::rules::Class;
use crate::pipeline::clause::{Clause, Cue, Modality};
use crate::pipeline::settle::Verdict;
use crate::state::{DeltaKind, Pass};
use crate::transcript::Role;

words! {
    /// How sure the model says it is.
    Sure {
        /// Said outright.
        High = "high",
        /// Follows from what was said.
        Medium = "medium",
        /// A guess.
        Low = "low",
    }
}

/// Confidence of each mapping: (from, to 1). A change that enters is about as often right as one the rules accept.
const OUTRIGHT: f32 = 0.75;
const HIGH: f32 = 0.5;
const MEDIUM: f32 = 0.35;
/// A model nobody measured counts for so much of it.
const UNVOUCHED: f32 = 0.6;

/// What the quoted words are.
#[derive(Debug, Clone, Copy)]
pub struct Carried<'a> {
    /// The clauses the quotation lies in.
    pub clauses: &'a [&'a Clause],
    /// Who speaks there.
    pub role: Role,
    /// How the person answered, where an answer was quoted too.
    pub answered: Answered,
    /// Whether the words say no less than the summary, and name what is changed.
    pub tied: bool,
}

/// Where a change goes and how sure that is.
pub fn verdict(kind: DeltaKind, sure: Sure, trusted_model: bool, carried: Carried<'_>) -> (Verdict, f32) {
    let weight = if trusted_model { 1.0 } else { UNVOUCHED };
    match sure {
        Sure::Low => {
            let why = "the model says it guesses".to_owned();
            (Verdict::Reject { pass: Pass::Extract, code: "model-guess".to_owned(), why }, MEDIUM * weight / 2.0)
        }
        Sure::High if trusted_model && carried.tied && outright(kind, carried) => (Verdict::Accept, OUTRIGHT),
        Sure::High => (Verdict::Hold, HIGH * weight),
        Sure::Medium => (Verdict::Hold, MEDIUM * weight),
    }
}

/// Whether the quoted clause says outright what a change of this kind says, by the rules' reading.
pub fn outright(kind: DeltaKind, carried: Carried<'_>) -> bool {
    let person = carried.role == Role::User;
    let meant = |modalities: &[Modality]| carried.clauses.iter().any(|c| modalities.contains(&c.modality));
    let class = |class: Class| carried.clauses.iter().any(|c| c.cues.class(class));
    match kind {
        DeltaKind::DecisionMade | DeltaKind::DecisionRevised => {
            carried.answered == Answered::Yes || (person && meant(&[Modality::Commitment]))
        }
        DeltaKind::ConstraintAdded | DeltaKind::ConstraintRevised => {
            person && meant(&[Modality::Obligation, Modality::Prohibition])
        }
        DeltaKind::TaskOpened => carried.answered == Answered::Yes || (person && meant(&[Modality::Request])),
        DeltaKind::TaskClosed => class(Class::Completion),
        DeltaKind::GoalSet => person && carried.clauses.iter().any(|c| c.has(Cue::Goal)),
        DeltaKind::FactLearned => class(Class::Finding),
        DeltaKind::HypothesisIntroduced => meant(&[Modality::Hedge]),
        DeltaKind::BranchCreated => class(Class::Option) || class(Class::Offer),
        DeltaKind::ItemSuperseded => person && class(Class::Correction),
    }
}
