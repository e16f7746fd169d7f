//! Defines plain speech: what says so clearly what it is that no scorer needs to be asked. A rule that is stated, an
//! answer to "which one?", the aim in the first words of a session, the headline of a report.

use super::super::clause::rules::Class;
use super::super::clause::{BlockKind, Clause, Cue, Modality, ReadTurn};
use super::super::dialogue::{Answer, answer};
use super::super::scorer::Family;
use super::super::thresholds::CANDIDATE_SHARE;
use super::clauses::TurnContext;
use super::reference::SHORT_ANSWER;
use crate::transcript::Role;

/// How sure plain speech makes it that a clause is of this family, 0 to 1; `aim` is the clause that says what the session
/// is about.
pub(super) fn plainly_as(turn: TurnContext<'_>, clause: &Clause, aim: Option<usize>, family: Family) -> f32 {
    let said = plain_say(clause, turn.read.role, family);
    match family {
        Family::Decision if answers_which(turn, clause) => said.max(taken_up(turn, clause)).max(ANSWERED),
        Family::Decision => said.max(taken_up(turn, clause)),
        Family::Goal if aim == Some(clause.index) => said.max(OPENS),
        // A headline is a near miss at least: it counts where it names a task.
        Family::Closed if reports(turn.read, clause) => said.max(turn.thresholds.hold(family) * CANDIDATE_SHARE),
        _ => said,
    }
}

/// A headline is short.
const HEADLINE_WORDS: usize = 16;

/// Whether the first words of a turn of the agent's report something done.
pub(super) fn reports(read: &ReadTurn, clause: &Clause) -> bool {
    // "Done!" opens a headline and is none.
    let opened = |c: &Clause| c.index >= clause.index || c.words() <= 2;
    let first = read.clauses.iter().take(2).all(opened) && clause.index < 2;
    let head = read.role == Role::Assistant && first && clause.words() <= HEADLINE_WORDS;
    head && clause.cues.any(&[Cue::DoneTail, Cue::PastVerb, Cue::Done]) && !clause.asks && clause.tokens.len() >= 2
}

/// How sure it is that a few words settle what the agent asked for.
const ANSWERED: f32 = 0.3;

/// A turn that answers says little else.
const ANSWER_CLAUSES: usize = 5;

/// Whether a clause of few words is the answer to the agent's last question, one that asks what or which.
pub(super) fn answers_which(turn: TurnContext<'_>, clause: &Clause) -> bool {
    let Some((asked, _)) = turn.offered else { return false };
    let question = asked.clauses.last().is_some_and(|c| c.asks && c.has(Cue::AsksWh));
    let few = turn.read.clauses.len() <= ANSWER_CLAUSES && clause.index == 0 && clause.words() <= SHORT_ANSWER;
    let says = matches!(clause.modality, Modality::Statement | Modality::Commitment | Modality::Obligation);
    let other = [Cue::Yes, Cue::No, Cue::Thanks, Cue::Delegates, Cue::PickLetter, Cue::NotDone, Cue::PastTale];
    turn.read.role == Role::User && question && few && says && !clause.cues.any(&other)
}

/// How sure it is that the first thing the person asks for is what the session is about.
const OPENS: f32 = 0.43;

/// An aim takes at least this many words to say.
const AIM_WORDS: usize = 5;

/// The aim is said among the first words.
const AIM_CLAUSES: usize = 6;

/// What was settled already is no aim.
const NO_AIM: &[Cue] = &[Cue::SaidWe, Cue::Decided, Cue::DecisionLabel, Cue::LabelRule];

/// Verbs of looking into something.
const LOOKS: &[&str] = &["look", "read", "check", "review", "see", "open"];

/// The clause of the person's first turn that says what the session is about: the title of a plan that is handed
/// over, else the first thing that is asked for or aimed at.
pub(super) fn opening_aim(turn: TurnContext<'_>) -> Option<usize> {
    if !turn.opening {
        return None;
    }
    let clauses = &turn.read.clauses;
    let titled = |c: &&Clause| {
        let low = c.text.trim_start_matches(['#', '*', ' ']).to_lowercase();
        c.block == BlockKind::Heading && ["plan:", "goal:", "task:"].iter().any(|t| low.starts_with(t))
    };
    let aims = |c: &&Clause| {
        let meant = matches!(c.modality, Modality::Request | Modality::Commitment | Modality::Obligation);
        (meant || c.cues.any(&[Cue::Goal, Cue::GoalSay]))
            && !c.cues.any(NO_AIM)
            && c.modality != Modality::Report
            && c.words() >= AIM_WORDS
    };
    // What is to be read first serves an aim, it is none.
    let reads = |c: &Clause| {
        let low = c.text.to_lowercase();
        LOOKS.iter().any(|l| low.split(|w: char| !w.is_alphabetic()).take(6).any(|w| w == *l))
    };
    let rank = |c: &&Clause| (!c.cues.any(&[Cue::Goal, Cue::GoalSay]), reads(c), c.index);
    let titles = clauses.iter().find(titled);
    titles.or_else(|| clauses.iter().take(AIM_CLAUSES).filter(aims).min_by_key(rank)).map(|c| c.index)
}

/// How sure a proposal is that the person says yes to.
const TAKEN_UP: f32 = 0.5;

/// A turn of at most this many clauses has one point.
const SHORT_TURN: usize = 10;

/// What the assistant proposed in so many words and the person took up.
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

/// Plain speech of the person that says what it is needs no scorer: at least this sure. (family, cue, longest
/// clause in words, confidence.) Precisions were counted on labelled sessions; short clauses only, since a long one
/// says more than its cue.
const PLAIN: &[(Family, Cue, usize, f32)] = &[
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

/// Cues that make plain speech unplain: a condition, a wish, a reason, something not so.
const NOT_PLAIN: &[Cue] = &[
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

pub(super) fn plain_say(clause: &Clause, role: Role, family: Family) -> f32 {
    let idea = family == Family::Hypothesis && clause.modality == Modality::Hedge;
    if role != Role::User || !(clause.modality.settles() || idea) || clause.cues.any(NOT_PLAIN) {
        return 0.0;
    }
    // A number beside a verb sets something only when the verb is an order: "poll every 5 minutes", not "takes 5 s".
    let orders = clause.cues.class(Class::Request) || clause.cues.any(&[Cue::UseIt, Cue::LetsChoose]);
    let own_duty = clause.text.trim_start().to_lowercase().starts_with("i ") && family == Family::Constraint;
    let work = clause.has(Cue::LetsDoThe) && family == Family::Decision;
    if own_duty || work {
        return 0.0;
    }
    let words = clause.words();
    let says = |(f, cue, most, _): &&(Family, Cue, usize, f32)| {
        *f == family && clause.has(*cue) && (orders || *cue != Cue::Setting) && (2..=*most).contains(&words)
    };
    PLAIN.iter().filter(says).map(|p| p.3).fold(0.0, f32::max)
}
