//! Defines how an act becomes a proposal to the ledger.

use std::ops::Range;

use super::questions::open_questions;
use super::sentences::wording;
use super::{Act, ActKind, Certainty};
use crate::language::answers::alone;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::clause::ReadTurn;
use crate::pipeline::extract::{Draft, EvidenceSpan, scope, summary};
use crate::pipeline::settle::{Proposed, Target, Verdict};
use crate::state::{DeltaKind, ItemKind, Resolution};

/// Prefix of the rule ids of acts.
pub(super) const RULE_PREFIX: &str = "act/";

/// Confidence of an act that enters the ledger, 0 to 1.
const SETTLED: f32 = 0.8;
/// Confidence of an act that waits for the person, 0 to 1.
const LIKELY: f32 = 0.45;

/// Answers that name nothing.
const BARE_ANSWERS: Phrases =
    phrases!("yes|no|ok|okay|yeah|yep|nope|sure|right|true|correct|fine|maybe|it|that|this|none|both|all");

/// Openings of sentences that tell what the person observed.
const OBSERVED: Phrases = phrases!(
    "i measured|i tested|i tried|i found|i saw|i checked|i noticed|i ran|i read|we measured|we tested|we found|we saw|i see|i get|i got"
);

/// Whether an act would enter an answer that names nothing: "yes".
fn says_nothing(act: &Act) -> bool {
    let enters = matches!(act.deed, ActKind::Choose | ActKind::RuleOut | ActKind::Rule { .. } | ActKind::Inform);
    // "Hello Tom"
    let greets = wording::after_any(&act.summary, phrases!("hello|hi|hey|good morning|welcome")).is_some();
    enters && greets && wording::words(&act.summary) <= 3
        || enters && BARE_ANSWERS.contains(act.summary.to_lowercase().trim_end_matches(['.', '!']))
}

/// Drops an act that says nothing, and holds for the person one whose object is a pronoun that nothing explains.
pub(super) fn weakened(act: Act) -> Act {
    // "Let it be" leaves things as they are.
    let low = act.summary.to_lowercase();
    let leaves = matches!(act.deed, ActKind::Request | ActKind::Choose)
        && (low.starts_with("let ") || low.starts_with("make "))
        && low.trim_end_matches(['.', '!']).ends_with(" be");
    if leaves || says_nothing(&act) {
        return Act::nothing(act.range, act.form);
    }
    // "I measured 210 µA" tells a fact.
    let tells = act.deed == ActKind::Choose && wording::after_any(&act.summary, OBSERVED).is_some();
    let act = if tells { Act { deed: ActKind::Inform, ..act } } else { act };
    let enters = matches!(act.deed, ActKind::Choose | ActKind::RuleOut | ActKind::Rule { .. });
    let of_own = act.target.is_none() && act.basis.is_none();
    let open = enters && wording::leaves_object_open(&act.summary)
        || act.deed == ActKind::Request
            && (wording::leaves_object_open(&act.summary)
                || summary::leaves_end_open(&act.summary) && !act.summary.ends_with(" of them"));
    // "Yes, apply that" takes up an offer in words that do not say what was offered.
    let unnamed = enters && wording::words(&act.summary) <= 2 && wording::leaves_object_open(&act.summary);
    if unnamed || open && of_own || wording::breaks_off(&act.summary) {
        Act { certainty: Certainty::Likely, ..act }
    } else {
        act
    }
}

/// The changes that an act proposes. A fact has no revisions: the new one is learned or chosen and the former one ends.
pub(super) fn propose(act: &Act, turn: &ReadTurn) -> Vec<Proposed> {
    let of_fact = act.deed == ActKind::Revise && act.target.as_ref().is_some_and(|id| id.as_str().starts_with("f-"));
    // A deed that no open task asked for, as the agent told of it: it is work, and done.
    if act.deed == ActKind::Done && act.target.is_none() {
        let asked = Act { deed: ActKind::Request, ..act.clone() };
        let done = one(act, turn).map(|done| Proposed { target: Target::Previous, ..done });
        return one(&asked, turn).into_iter().chain(done).collect();
    }
    if !of_fact {
        return one(act, turn).into_iter().chain(end_of_branch(act, turn)).collect();
    }
    // "Make it 20" is the person's will; "the batch size is 64 now" tells how things are.
    let tells = matches!(
        act.form,
        "named-value"
            | "its-not"
            | "value-not"
            | "meant"
            | "fact"
            | super::changes::same_subject::FORM
            | super::changes::retold::FORM
    );
    let deed = if tells { ActKind::Inform } else { ActKind::Choose };
    let learned = Act { deed, target: None, ..act.clone() };
    let ended = Act { deed: ActKind::Withdraw, ..act.clone() };
    [ended, learned].iter().filter_map(|a| one(a, turn)).collect()
}

/// The closing of the branch of alternatives that a pick settles.
fn end_of_branch(act: &Act, turn: &ReadTurn) -> Option<Proposed> {
    if act.deed != ActKind::Choose
        || !matches!(act.form, "pick" | "sorted" | "allotted")
        || act.certainty != Certainty::Settled
    {
        return None;
    }
    let mut draft = Draft::new(DeltaKind::ItemSuperseded, "", places(act, turn), turn.at);
    draft.delta.summary = None;
    "settled-by-decision".clone_into(&mut draft.rule);
    draft.confidence = SETTLED;
    "you picked a side".clone_into(&mut draft.reason);
    Some(draft.propose(Target::Undecided(act.summary.clone()), Verdict::Accept))
}

/// The words an act rests on: the person's, and the agent's that they answer.
fn places(act: &Act, turn: &ReadTurn) -> Vec<EvidenceSpan> {
    let (text, range) = quote(turn, &act.range);
    let mut places = vec![EvidenceSpan { turn_id: turn.turn_id.clone(), text, range }];
    if let Some(basis) = &act.basis {
        places.push(EvidenceSpan { turn_id: basis.turn.clone(), text: basis.text.clone(), range: basis.range.clone() });
    }
    places
}

fn one(act: &Act, turn: &ReadTurn) -> Option<Proposed> {
    let kind = kind(act)?;
    let mut draft = Draft::new(kind, &act.summary, places(act, turn), turn.at);
    let delta = &mut draft.delta;
    let sentence = turn.sentences.iter().find(|s| s.range.end > act.range.start).map(|s| s.range.clone());
    let within = |range: &Range<usize>| sentence.as_ref().is_some_and(|s| s.start < range.end && range.start < s.end);
    delta.scope = scope(kind, turn.clauses.iter().filter(|c| within(&c.range)));
    delta.details.alternatives = match act.deed {
        ActKind::LeaveOpen => act.alternatives.clone(),
        _ => act.alternatives.iter().filter_map(|other| alone(other)).map(str::to_owned).collect(),
    };
    delta.details.rationale = act.why.as_deref().and_then(wording::bare_reason);
    match act.deed {
        ActKind::RuleOut => delta.item_kind = Some(ItemKind::RejectedOption),
        ActKind::Ask => delta.item_kind = Some(ItemKind::OpenQuestion),
        ActKind::Rule { hard } => delta.hard = Some(hard),
        ActKind::Done => delta.resolution = Some(Resolution::Completed),
        ActKind::Drop if kind == DeltaKind::TaskClosed => delta.resolution = Some(Resolution::Abandoned),
        ActKind::Withdraw => {
            delta.summary = None;
            let reason = if act.form == open_questions::ANSWERED { "answered" } else { "called off" };
            delta.details.reason = Some(reason.to_owned());
        }
        _ => {}
    }
    draft.rule = format!("{RULE_PREFIX}{}", act.form);
    draft.confidence = if act.certainty == Certainty::Settled { SETTLED } else { LIKELY };
    draft.reason = "stated explicitly".to_owned();
    let verdict = if act.certainty == Certainty::Settled { Verdict::Accept } else { Verdict::Hold };
    let target = act.target.clone().map_or(Target::None, Target::Id);
    Some(draft.propose(target, verdict))
}

/// The verbatim words of a range, at most to the end of the sentence it begins in, and their range.
fn quote(turn: &ReadTurn, range: &Range<usize>) -> (String, Range<usize>) {
    let at = turn.sentences.partition_point(|s| s.range.end <= range.start);
    let Some(sentence) = turn.sentences.get(at) else { return (String::new(), range.clone()) };
    let end = range.end.min(sentence.range.end);
    let within = range.start.saturating_sub(sentence.range.start)..end.saturating_sub(sentence.range.start);
    let words = sentence.text.get(within).unwrap_or_default();
    (words.to_owned(), range.start..range.start + words.len())
}

fn kind(act: &Act) -> Option<DeltaKind> {
    let of_constraint = || act.target.as_ref().is_some_and(|id| id.as_str().starts_with("c-"));
    Some(match act.deed {
        ActKind::Choose | ActKind::RuleOut => DeltaKind::DecisionMade,
        ActKind::Rule { .. } => DeltaKind::ConstraintAdded,
        ActKind::Revise if of_constraint() => DeltaKind::ConstraintRevised,
        ActKind::Revise => DeltaKind::DecisionRevised,
        ActKind::Withdraw => DeltaKind::ItemSuperseded,
        ActKind::Request => DeltaKind::TaskOpened,
        ActKind::Done | ActKind::Drop => DeltaKind::TaskClosed,
        ActKind::Inform => DeltaKind::FactLearned,
        ActKind::Aim => DeltaKind::GoalSet,
        ActKind::Suspect | ActKind::Ask => DeltaKind::HypothesisIntroduced,
        ActKind::LeaveOpen => DeltaKind::BranchCreated,
        ActKind::Nothing => return None,
    })
}
