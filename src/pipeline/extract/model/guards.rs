//! Defines the guards a model's answer meets, as one table: what each refuses, in the words the rejections show.

use std::collections::HashSet;

use super::answer::Answered;
use super::verdict::Carried;
use crate::language::numbers::{numbers, numbers_given};
use crate::language::stems::tokens;
use crate::pipeline::clause::{Clause, Modality};
use crate::state::DeltaKind;
use crate::transcript::Role;

/// Changes taken of one answer.
pub const CHANGES: usize = 24;
/// Items that may be called wrong in one answer.
pub const WRONG: usize = 3;
/// Characters of a quotation.
pub const QUOTE: usize = 400;
/// Characters of a summary.
pub const SUMMARY: usize = 160;
/// Bytes of a whole answer that are looked at.
pub const ANSWER: usize = 64 * 1024;
/// Meaning-bearing words a quotation has at least, unless it is all the turn says.
pub const LEAST_WORDS: usize = 2;
/// Share of a summary's meaning-bearing words that stand in the talk it rests on.
pub const GROUNDED: f32 = 0.5;

words! {
    /// Every guard, by the code its rejections carry.
    AnswerCheck {
        /// A field is missing, unknown or of the wrong kind.
        Schema = "model-schema",
        /// A summary or a quotation that is too long.
        TooLong = "model-too-long",
        /// More changes than an answer may hold.
        TooMany = "model-too-many",
        /// A turn that was not asked about.
        OffWindow = "model-off-window",
        /// Words that do not stand in the turn.
        NotQuoted = "model-not-quoted",
        /// Words too few to show anything.
        TooShort = "model-too-short",
        /// The same change twice in one answer.
        Repeated = "model-repeated",
        /// An item that was not shown.
        NoTarget = "model-no-target",
        /// An item of another kind.
        WrongKind = "model-wrong-kind",
        /// A turn that speaks to a model.
        Attack = "model-prompt_injection",
        /// Words that settle nothing, by how they are meant.
        Veto = "model-veto",
        /// Words that are code, a log or a table, not talk.
        NotTalk = "model-not-talk",
        /// A summary that turns round what the quoted words say.
        Against = "model-against",
        /// A summary that says what the talk does not.
        NotGrounded = "model-not-grounded",
        /// What has ended or changed since those words.
        Late = "model-late",
    }
}

/// A guard that said no, and why in words.
pub type Refused = (AnswerCheck, String);

/// Whether words meant like this can carry a change of this kind; the reason if not.
pub fn veto(kind: DeltaKind, carried: Carried<'_>) -> Result<(), Refused> {
    let Some(first) = carried.clauses.first() else {
        return Err((AnswerCheck::NotTalk, "the quoted words are code, a log or a table".to_owned()));
    };
    let open = matches!(kind, DeltaKind::HypothesisIntroduced | DeltaKind::BranchCreated);
    // People ask for work by questions; such a change waits for their word, since nothing in it says so outright.
    let asked_for = matches!(kind, DeltaKind::TaskOpened | DeltaKind::GoalSet) && carried.role == Role::User;
    let bars = |c: &&&Clause| match c.modality {
        Modality::Report => true,
        Modality::Question => !open && !asked_for,
        Modality::Hedge | Modality::Conditional => !open,
        _ => false,
    };
    let accepted = carried.answered == Answered::Yes && may_be_accepted(kind);
    let barring = carried.clauses.iter().find(bars);
    if let Some(clause) = barring.filter(|c| !(accepted && c.modality != Modality::Report)) {
        return Err((AnswerCheck::Veto, format!("its words are {}", clause.modality.why_not())));
    }
    let settles = |c: &&Clause| c.modality.settles() || (asked_for && c.modality == Modality::Question);
    if !accepted && !open && !carried.clauses.iter().any(settles) {
        return Err((AnswerCheck::Veto, format!("its words are {}", first.modality.why_not())));
    }
    Ok(())
}

/// Kinds that a yes to a question settles.
fn may_be_accepted(kind: DeltaKind) -> bool {
    matches!(
        kind,
        DeltaKind::DecisionMade | DeltaKind::DecisionRevised | DeltaKind::TaskOpened | DeltaKind::ConstraintAdded
    )
}

/// Whether a summary says no more than the talk up to there: half of the words it does not owe to the item it changes
/// stand in the talk, and every number does.
pub fn grounded(summary: &str, talk: &[&str], target: Option<&str>) -> Result<(), Refused> {
    let known: HashSet<String> = target.map(tokens).into_iter().flatten().collect();
    let given = |n: &String| talk.iter().chain(&target).any(|s| numbers_given(s).contains(n));
    if let Some(number) = numbers(summary).into_iter().find(|n| !given(n)) {
        return Err((AnswerCheck::NotGrounded, format!("the talk does not say {number}")));
    }
    let said: HashSet<String> = talk.iter().flat_map(|s| tokens(s)).collect();
    let own = tokens(summary);
    let new: Vec<&String> = own.iter().filter(|t| !known.contains(*t)).collect();
    let found = new.iter().filter(|t| said.contains(**t)).count();
    if own.is_empty() || (found as f32) < GROUNDED * new.len() as f32 {
        return Err((AnswerCheck::NotGrounded, "its summary says what the quoted talk does not".to_owned()));
    }
    Ok(())
}
