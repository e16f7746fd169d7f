//! Defines the verdict and confidence of a model's change that passed the guards: accepted, held, or rejected.
//!
//! A model states its confidence as one of three words. Even "high" is accepted only when the model was measured, the
//! quoted clause states the change outright by the rules, and the summary is grounded in it; all else is held. When
//! the rules find the same change in the same words, the two confidences are combined as independent.

use super::answer::Answered;
use crate::pipeline::clause::rules::Class;
use crate::pipeline::clause::{Clause, Cue, Modality};
use crate::pipeline::dialogue::label_of;
use crate::pipeline::settle::Verdict;
use crate::state::{DeltaKind, Pass};
use crate::transcript::Role;

words! {
    /// The model's stated confidence.
    Sure {
        /// Stated in the words.
        High = "high",
        /// Follows from the words.
        Medium = "medium",
        /// A guess.
        Low = "low",
    }
}

// Confidence per verdict, 0 to 1; an accepted change is about as often right as one of the rules.
const OUTRIGHT: f32 = 0.75;
const HIGH: f32 = 0.5;
const MEDIUM: f32 = 0.35;
/// Factor on the confidence of a model that was not measured.
const UNTRUSTED: f32 = 0.6;

/// The quoted words, as far as the verdict depends on them.
#[derive(Debug, Clone, Copy)]
pub struct Carried<'a> {
    /// The clauses the quotation lies in.
    pub clauses: &'a [&'a Clause],
    /// Their speaker.
    pub role: Role,
    /// The person's answer to them.
    pub answered: Answered,
    /// Whether the summary is grounded in the words and they name the target.
    pub tied: bool,
}

impl Carried<'_> {
    fn has_modality(self, modalities: &[Modality]) -> bool {
        self.clauses.iter().any(|c| modalities.contains(&c.modality))
    }

    fn has_class(self, class: Class) -> bool {
        self.clauses.iter().any(|c| c.cues.class(class))
    }
}

/// The verdict on a change, and its confidence, 0 to 1.
pub fn verdict(kind: DeltaKind, sure: Sure, trusted_model: bool, carried: Carried<'_>) -> (Verdict, f32) {
    let weight = if trusted_model { 1.0 } else { UNTRUSTED };
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

/// The confidence of a capable model that is sure.
pub const TRUSTED: f32 = 0.9;

/// The verdict on a change of a capable model. What it is sure of is accepted, unless the rules read the words
/// otherwise (`lowered`): as settling nothing while nobody's answer settles them, or as saying the contrary.
pub fn trusted_verdict(sure: Sure, lowered: bool) -> (Verdict, f32) {
    match sure {
        Sure::High if lowered => (Verdict::Hold, OUTRIGHT),
        Sure::High => (Verdict::Accept, TRUSTED),
        Sure::Medium => (Verdict::Hold, HIGH),
        Sure::Low => {
            let why = "the model says it guesses".to_owned();
            (Verdict::Reject { pass: Pass::Extract, code: "model-guess".to_owned(), why }, MEDIUM)
        }
    }
}

/// Whether the quoted clauses state a change of this kind outright, by the rules.
pub fn outright(kind: DeltaKind, carried: Carried<'_>) -> bool {
    let person = carried.role == Role::User;
    match kind {
        DeltaKind::DecisionMade | DeltaKind::DecisionRevised => {
            // A yes to a report of what was done chooses nothing.
            let accepted = carried.answered == Answered::Yes && carried.clauses.iter().any(|c| offers(c));
            accepted || (person && carried.has_modality(&[Modality::Commitment]))
        }
        DeltaKind::ConstraintAdded | DeltaKind::ConstraintRevised => {
            person && carried.has_modality(&[Modality::Obligation, Modality::Prohibition])
        }
        DeltaKind::TaskOpened => {
            carried.answered == Answered::Yes || (person && carried.has_modality(&[Modality::Request]))
        }
        DeltaKind::TaskClosed => carried.has_class(Class::Completion),
        DeltaKind::GoalSet => person && carried.clauses.iter().any(|c| c.has(Cue::Goal)),
        DeltaKind::FactLearned => carried.has_class(Class::Finding),
        DeltaKind::HypothesisIntroduced => carried.has_modality(&[Modality::Hedge]),
        DeltaKind::BranchCreated => carried.has_class(Class::Option) || carried.has_class(Class::Offer),
        DeltaKind::ItemSuperseded => person && carried.has_class(Class::Correction),
    }
}

/// Whether a clause puts something that can be accepted: a question, a proposal, an offer, or an option of a list.
pub fn offers(clause: &Clause) -> bool {
    let class = clause.cues.class(Class::Offer) || clause.cues.class(Class::Option);
    class || clause.asks || clause.has(Cue::Suggest) || label_of(clause).is_some()
}
