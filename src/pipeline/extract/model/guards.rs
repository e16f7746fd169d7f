//! Defines the guards against a model's answer, with the codes and reasons of their rejections.

use std::collections::HashSet;

use super::answer::Answered;
use super::quote;
use super::verdict::Carried;
use crate::language::numbers::{numbers, numbers_given};
use crate::language::stems::tokens;
use crate::pipeline::clause::rules::Class;
use crate::pipeline::clause::{BlockKind, Clause, Modality};
use crate::state::DeltaKind;
use crate::transcript::Role;

/// Most changes read from one answer.
pub const CHANGES: usize = 24;
/// Most challenges read from one answer.
pub const WRONG: usize = 3;
/// Most items that one change settles.
pub const SETTLES: usize = 6;
/// Most characters of a quotation.
pub const QUOTE: usize = 400;
/// Most characters of a summary.
pub const SUMMARY: usize = 160;
/// Most bytes of an answer.
pub const ANSWER: usize = 64 * 1024;
/// Least meaning-bearing words of a quotation, unless it is the whole turn.
pub const LEAST_WORDS: usize = 2;
/// Least share of a summary's meaning-bearing words found in the talk.
pub const GROUNDED: f32 = 0.5;

words! {
    /// The guards, by the code of their rejections.
    AnswerCheck {
        /// A field is missing, unknown or of the wrong kind.
        Schema = "model-schema",
        /// A summary or a quotation is too long.
        TooLong = "model-too-long",
        /// The answer holds too many changes.
        TooMany = "model-too-many",
        /// The turn was not asked about.
        OffWindow = "model-off-window",
        /// The quotation is not in the turn.
        NotQuoted = "model-not-quoted",
        /// The quotation has too few words.
        TooShort = "model-too-short",
        /// The answer repeats a change.
        Repeated = "model-repeated",
        /// The target was not shown to the model.
        NoTarget = "model-no-target",
        /// The target is of another kind.
        WrongKind = "model-wrong-kind",
        /// The turn addresses a model.
        Attack = "model-prompt_injection",
        /// The modality of the words settles nothing.
        Veto = "model-veto",
        /// The words are code, a log or a table.
        NotTalk = "model-not-talk",
        /// The words order a routine step of the work, such as a commit.
        Routine = "model-routine",
        /// The summary contradicts the quotation.
        Against = "model-against",
        /// The summary says more than the talk.
        NotGrounded = "model-not-grounded",
        /// The target ended or changed after the quotation.
        Late = "model-late",
    }
}

/// The guard that refused, and the reason in words.
pub type Refused = (AnswerCheck, String);

/// Refuses words that are code, or somebody else's (a block quote, a pasted mail or a pasted terminal), unless an answer
/// accepts them.
pub fn is_talk(carried: Carried<'_>) -> Result<(), Refused> {
    // The agent shows plans as code and drafts as quotations, and the person accepts them.
    if carried.answered == Answered::Yes {
        return Ok(());
    }
    match carried.clauses.first() {
        None => Err((AnswerCheck::NotTalk, "the quoted words are code, a log or a table".to_owned())),
        Some(first) if first.block == BlockKind::Quote => {
            Err((AnswerCheck::NotTalk, "the quoted words are a quotation or pasted".to_owned()))
        }
        Some(_) => Ok(()),
    }
}

/// Refuses work that the person orders in passing and that leaves nothing to remember: "ok, commit and continue".
pub fn is_no_routine(kind: DeltaKind, said: &str) -> Result<(), Refused> {
    const STEPS: [&str; 6] = ["commit", "push", "rerun", "retry", "rebuild", "restart"];
    const LIGHT: &str = " a again ahead all also and changes continue everything force go good great it just keep lgtm let's \
                         me move next nice now ok okay on perfect please pls proceed so squash thanks that the them then \
                         these this those to too up well with work yes you ";
    let low = said.to_lowercase();
    let words: Vec<&str> = low.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty()).collect();
    let routine = words.iter().any(|w| STEPS.contains(w))
        && words.iter().all(|w| STEPS.contains(w) || LIGHT.contains(&format!(" {w} ")));
    if routine && matches!(kind, DeltaKind::TaskOpened | DeltaKind::DecisionMade | DeltaKind::GoalSet) {
        return Err((AnswerCheck::Routine, "the quoted words order a routine step of the work".to_owned()));
    }
    Ok(())
}

/// Whether the rules read the words as settling nothing: hedged, asked, conditional or reported, and nobody's answer
/// settles them.
pub fn settles_nothing(kind: DeltaKind, carried: Carried<'_>) -> bool {
    let open = matches!(kind, DeltaKind::HypothesisIntroduced | DeltaKind::BranchCreated);
    // People ask for work by questions, but "what if we ..." asks for none.
    let asked_for = matches!(kind, DeltaKind::TaskOpened | DeltaKind::GoalSet) && carried.role == Role::User;
    let asks = |c: &Clause| asked_for && !c.cues.class(Class::Hedge);
    let accepted = carried.answered == Answered::Yes;
    // One quoted clause taints the rest; an aside that hedges or asks does not.
    let clauses = carried.clauses;
    let quoted = clauses.iter().any(|c| c.modality == Modality::Report);
    let mut under_condition = false;
    let mut barred = |c: &&Clause| {
        // "If it is stale and nobody holds it, drop it": the condition reaches to the end of its sentence.
        let follows = under_condition && c.modality == Modality::Statement;
        under_condition = (under_condition || c.modality == Modality::Conditional) && !ends_sentence(&c.text);
        follows || bars(c.modality, open, asks(c))
    };
    let barred = !clauses.is_empty() && clauses.iter().all(&mut barred);
    // "So the better way is:" only leads in what follows.
    let firm = matches!(kind, DeltaKind::DecisionMade | DeltaKind::ConstraintAdded | DeltaKind::FactLearned);
    let leads_in = firm && matches!(clauses, [only] if only.text.trim_end().ends_with(':'));
    !open && !accepted && (quoted || barred || leads_in)
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end().ends_with(['.', '!', '?'])
}

/// Whether the clauses of an answer are more than a question or a hedge.
pub fn settles(clauses: &[&Clause]) -> bool {
    let unsure = [Modality::Hedge, Modality::Question, Modality::Conditional];
    clauses.is_empty() || clauses.iter().any(|c| !unsure.contains(&c.modality))
}

/// Refuses a summary with a number that the talk does not say.
pub fn numbers_known(summary: &str, talk: &[&str]) -> Result<(), Refused> {
    match numbers(summary).into_iter().find(|n| !talk.iter().any(|t| numbers_given(t).contains(n))) {
        Some(number) => Err((AnswerCheck::NotGrounded, format!("the talk does not say {number}"))),
        None => Ok(()),
    }
}

/// The reason for a change, if the talk holds it word for word.
pub fn quoted_reason(why: &str, talk: &[&str]) -> Option<String> {
    let why = why.trim();
    let said = why.chars().count() <= QUOTE && talk.iter().any(|text| quote::find(text, why).is_some());
    said.then(|| why.to_owned())
}

/// The alternatives whose numbers the talk says.
pub fn named_alternatives(all: &[String], talk: &[&str]) -> Vec<String> {
    const MOST: usize = 6;
    let fits = |a: &&String| !a.trim().is_empty() && a.chars().count() <= SUMMARY && numbers_known(a, talk).is_ok();
    all.iter().filter(fits).take(MOST).cloned().collect()
}

/// Refuses words whose modality cannot carry a change of this kind.
pub fn veto(kind: DeltaKind, carried: Carried<'_>) -> Result<(), Refused> {
    let Some(first) = carried.clauses.first() else {
        return Err((AnswerCheck::NotTalk, "the quoted words are code, a log or a table".to_owned()));
    };
    let open = matches!(kind, DeltaKind::HypothesisIntroduced | DeltaKind::BranchCreated);
    // People ask for work by questions; such a change is held, since no clause states it outright.
    let asked_for = matches!(kind, DeltaKind::TaskOpened | DeltaKind::GoalSet) && carried.role == Role::User;
    let accepted = carried.answered == Answered::Yes && may_be_accepted(kind);
    let barring = carried.clauses.iter().find(|c| bars(c.modality, open, asked_for));
    if let Some(clause) = barring.filter(|c| !(accepted && c.modality != Modality::Report)) {
        return Err((AnswerCheck::Veto, format!("its words are {}", clause.modality.why_not())));
    }
    let mut modalities = carried.clauses.iter().map(|c| c.modality);
    let settled = modalities.any(|m| m.settles() || (asked_for && m == Modality::Question));
    if !accepted && !open && !settled {
        return Err((AnswerCheck::Veto, format!("its words are {}", first.modality.why_not())));
    }
    Ok(())
}

/// Whether a modality bars a change; `open` changes settle nothing, `asked_for` ones may be asked by a question.
fn bars(modality: Modality, open: bool, asked_for: bool) -> bool {
    match modality {
        Modality::Report => true,
        Modality::Question => !open && !asked_for,
        Modality::Hedge | Modality::Conditional => !open,
        _ => false,
    }
}

/// Whether a yes to a question settles a change of this kind.
fn may_be_accepted(kind: DeltaKind) -> bool {
    matches!(
        kind,
        DeltaKind::DecisionMade | DeltaKind::DecisionRevised | DeltaKind::TaskOpened | DeltaKind::ConstraintAdded
    )
}

/// Refuses a summary that says more than `talk`: half of its words that are not the target's, and every number, must be
/// in the talk.
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
