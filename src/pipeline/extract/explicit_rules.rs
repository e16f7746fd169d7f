//! Defines explicit statements, which get a confidence without the scorer: a stated rule, an answer to "which one?",
//! the goal in the first words of a session, the headline of a report.

use super::super::clause::rules::Class;
use super::super::clause::{BlockKind, Clause, Cue, Modality, ReadTurn};
use super::super::dialogue::{Answer, answer};
use super::super::scorer::Family;
use super::super::scorer::model::FAMILIES;
use super::super::thresholds::CANDIDATE_SHARE;
use super::clauses::TurnContext;
use super::reference::SHORT_ANSWER;
use crate::transcript::Role;

/// Confidence of an explicit statement that a clause is of `family`, 0 to 1; `aim` is the index of the clause that
/// states the session's goal, `by_cues` what [`cue_confidences`] has for the family.
pub(super) fn explicit_confidence(
    turn: TurnContext<'_>,
    clause: &Clause,
    aim: Option<usize>,
    family: Family,
    by_cues: f32,
) -> f32 {
    match family {
        Family::Decision if answers_which(turn, clause) => by_cues.max(taken_up(turn, clause)).max(ANSWERED),
        Family::Decision => by_cues.max(taken_up(turn, clause)),
        Family::Goal if aim == Some(clause.index) => by_cues.max(OPENS),
        // A headline is at least a near miss: it is accepted where it names a task.
        Family::Closed if reports(turn.read, clause) => by_cues.max(turn.thresholds.hold(family) * CANDIDATE_SHARE),
        _ => by_cues,
    }
}

/// Most words of a headline.
const HEADLINE_WORDS: usize = 16;

/// Whether a clause is the headline of the agent's turn and reports something done.
pub(super) fn reports(read: &ReadTurn, clause: &Clause) -> bool {
    // A clause of two words such as "Done!" may come before the headline.
    let first = clause.index < 2 && read.clauses.iter().take(2).all(|c| c.index >= clause.index || c.words() <= 2);
    let head = read.role == Role::Assistant && first && clause.words() <= HEADLINE_WORDS;
    head && clause.cues.any(&[Cue::DoneTail, Cue::PastVerb, Cue::Done]) && !clause.asks && clause.tokens.len() >= 2
}

/// Confidence of a short answer to the agent's question.
const ANSWERED: f32 = 0.3;

/// Most clauses of a turn that answers.
const ANSWER_CLAUSES: usize = 5;

/// Whether a short clause answers the agent's last question, one that asks what or which.
pub(super) fn answers_which(turn: TurnContext<'_>, clause: &Clause) -> bool {
    let Some((asked, _)) = turn.offered else { return false };
    let question = asked.clauses.last().is_some_and(|c| c.asks && c.has(Cue::AsksWh));
    let few = turn.read.clauses.len() <= ANSWER_CLAUSES && clause.index == 0 && clause.words() <= SHORT_ANSWER;
    let stated = matches!(clause.modality, Modality::Statement | Modality::Commitment | Modality::Obligation);
    let other = [Cue::Yes, Cue::No, Cue::Thanks, Cue::Delegates, Cue::PickLetter, Cue::NotDone, Cue::PastTale];
    turn.read.role == Role::User && question && few && stated && !clause.cues.any(&other)
}

/// Confidence that the first request is the session's goal.
const OPENS: f32 = 0.43;

/// Least words of a goal.
const AIM_WORDS: usize = 5;

/// First clauses of the session searched for its goal.
const AIM_CLAUSES: usize = 6;

/// Cues of earlier settled things, which are no goal.
const NO_AIM: &[Cue] = &[Cue::SaidWe, Cue::Decided, Cue::DecisionLabel, Cue::LabelRule];

/// Verbs of reading: a clause with one serves a goal and seldom is one.
const LOOKS: &[&str] = &["look", "read", "check", "review", "see", "open"];

/// The index of the clause in the person's first turn that states the session's goal: the title of a plan, else the
/// first request or aim.
pub(super) fn opening_aim(turn: TurnContext<'_>) -> Option<usize> {
    if !turn.opening {
        return None;
    }
    let clauses = &turn.read.clauses;
    let title = clauses.iter().find(|c| is_title(c));
    let aim = title.or_else(|| {
        let aims = clauses.iter().take(AIM_CLAUSES).filter(|c| is_aim(c));
        aims.min_by_key(|c| (!c.cues.any(GOAL_CUES), looks(c), c.index))
    });
    aim.map(|c| c.index)
}

const GOAL_CUES: &[Cue] = &[Cue::Goal, Cue::GoalSay];

/// Most words of a clause that only sets a value.
const SETTING_WORDS: usize = 10;

fn is_title(clause: &Clause) -> bool {
    let low = clause.text.trim_start_matches(['#', '*', ' ']).to_lowercase();
    clause.block == BlockKind::Heading && ["plan:", "goal:", "task:"].iter().any(|t| low.starts_with(t))
}

fn is_aim(clause: &Clause) -> bool {
    let meant = matches!(clause.modality, Modality::Request | Modality::Commitment | Modality::Obligation);
    // "Sensor sampling every 10 ms" sets a value.
    let sets = clause.has(Cue::Setting) && !clause.cues.class(Class::Request) && clause.words() <= SETTING_WORDS;
    ((meant && !sets) || clause.cues.any(GOAL_CUES))
        && !clause.cues.any(NO_AIM)
        && clause.modality != Modality::Report
        && clause.words() >= AIM_WORDS
        && (!opens_looking(clause) || clause.cues.any(GOAL_CUES))
        && !told(clause)
        && !super::summary::points(&clause.text)
}

/// Words before the verb of an order.
const BEFORE_VERB: &[&str] =
    &["please", "hi", "hello", "hey", "ok", "so", "let", "s", "us", "can", "could", "you", "we"];

/// Whether a clause orders to read something and nothing else.
fn opens_looking(clause: &Clause) -> bool {
    let low = clause.text.to_lowercase();
    let first = low.split(|w: char| !w.is_alphabetic()).find(|w| !w.is_empty() && !BEFORE_VERB.contains(w));
    first.is_some_and(|w| LOOKS.contains(&w) && w != "review")
}

/// Whether a clause tells of a goal of the past, or begins with what is going on beside.
fn told(clause: &Clause) -> bool {
    let low = format!(" {} ", clause.text.to_lowercase());
    let past = clause.cues.any(GOAL_CUES) && (low.contains(" was ") || low.contains(" were "));
    past || low.starts_with(" while ")
}

/// Whether one of the first six words is a verb of reading.
fn looks(clause: &Clause) -> bool {
    let low = clause.text.to_lowercase();
    LOOKS.iter().any(|l| low.split(|w: char| !w.is_alphabetic()).take(6).any(|w| w == *l))
}

/// Confidence of a proposal the person says yes to.
const TAKEN_UP: f32 = 0.5;

/// Most clauses of a turn that makes a single point.
const SHORT_TURN: usize = 10;

/// Confidence of an explicit proposal of the assistant, 0 unless the person accepted it.
fn taken_up(turn: TurnContext<'_>, clause: &Clause) -> f32 {
    if !clause.has(Cue::Suggest) || !clause.modality.settles() || clause.asks {
        return 0.0;
    }
    // A long turn proposes many things: a plain yes does not say which.
    let alone = turn.read.clauses.iter().filter(|c| c.has(Cue::Suggest)).count() == 1;
    let short = turn.read.clauses.len() <= SHORT_TURN;
    let yes = turn.answer.is_some_and(|a| answer(a) == Answer::Yes);
    if alone && short && yes { TAKEN_UP } else { 0.0 }
}

/// Explicit statements of the person: (family, cue, most words of the clause, least confidence). Precisions were
/// counted on labelled sessions; only short clauses count, since a long one says more than its cue.
const EXPLICIT: &[(Family, Cue, usize, f32)] = &[
    (Family::Decision, Cue::DecisionLabel, 40, 0.9),
    (Family::Decision, Cue::SaidWe, 20, 0.85),
    (Family::Decision, Cue::LetsChoose, 6, 0.55),
    (Family::Decision, Cue::UseIt, 4, 0.5),
    (Family::Decision, Cue::GoWith, 12, 0.5),
    (Family::Decision, Cue::ForNow, 14, 0.5),
    (Family::Decision, Cue::SwitchTo, 5, 0.55),
    (Family::Decision, Cue::Setting, 12, 0.52),
    (Family::Constraint, Cue::LabelRule, 40, 0.9),
    (Family::Constraint, Cue::MustBound, 24, 0.6),
    (Family::Constraint, Cue::NeedBound, 24, 0.6),
    (Family::Constraint, Cue::EachMust, 16, 0.5),
    (Family::Constraint, Cue::KeepWithin, 14, 0.55),
    (Family::Constraint, Cue::Weighty, 24, 0.6),
    (Family::Constraint, Cue::MakeSure, 20, 0.45),
    (Family::Constraint, Cue::NeverDo, 20, 0.55),
    (Family::Constraint, Cue::NoneAtAll, 16, 0.55),
    (Family::Constraint, Cue::NotSay, 9, 0.5),
    (Family::Constraint, Cue::MustSay, 12, 0.5),
    (Family::Constraint, Cue::Always, 12, 0.5),
    (Family::Constraint, Cue::NoNew, 8, 0.55),
    (Family::Task, Cue::TaskLabel, 40, 0.8),
    (Family::Task, Cue::LetsTask, 14, 0.5),
    (Family::Fact, Cue::PlainFact, 14, 0.5),
    (Family::Goal, Cue::GoalSay, 40, 0.5),
    (Family::Hypothesis, Cue::MaybeFirst, 24, 0.42),
];

/// Cues that exclude an explicit statement: a condition, a wish, a reason, a denial.
const NOT_EXPLICIT: &[Cue] = &[
    Cue::IfTail,
    Cue::WouldDo,
    Cue::NotDone,
    Cue::IThink,
    Cue::Reported,
    Cue::RootCause,
    Cue::AsksAux,
    Cue::AsksWh,
    Cue::WhenClause,
    Cue::PastTale,
];

/// Confidence of an explicit statement of the person by its cues alone, in each family; 0 without one.
pub(super) fn cue_confidences(clause: &Clause, role: Role) -> [f32; FAMILIES] {
    let mut out = [0.0_f32; FAMILIES];
    if role != Role::User || clause.cues.any(NOT_EXPLICIT) {
        return out;
    }
    // A number beside a verb sets something only when the verb is an order: "poll every 5 minutes", not "takes 5 s".
    let orders = clause.cues.class(Class::Request) || clause.cues.any(&[Cue::UseIt, Cue::LetsChoose]);
    let own_duty = clause.text.trim_start().as_bytes().get(..2).is_some_and(|i| i.eq_ignore_ascii_case(b"i "));
    let words = clause.words();
    for (family, cue, most, confidence) in EXPLICIT.iter().filter(|(_, cue, ..)| clause.has(*cue)) {
        let idea = *family == Family::Hypothesis && clause.modality == Modality::Hedge;
        let of_another = match family {
            Family::Constraint => own_duty,
            Family::Decision => clause.has(Cue::LetsDoThe),
            _ => false,
        };
        let sets = orders || *cue != Cue::Setting;
        let meant = (clause.modality.settles() || idea) && !of_another && sets && (2..=*most).contains(&words);
        if let Some(best) = out.get_mut(*family as usize).filter(|_| meant) {
            *best = best.max(*confidence);
        }
    }
    out
}
