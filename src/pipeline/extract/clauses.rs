//! Defines what a turn's clauses propose: the scorer says how likely each is to matter and as what, modality may veto,
//! the cuts decide between ledger, held and refused.

use super::super::clause::rules::Class;
use super::super::clause::{BlockKind, Clause, Cue, Modality, ReadTurn};
use super::super::dialogue::{Answer, Offer, OfferKind, answer, echo, label_of};
use super::super::scorer::model::{FAMILIES, OUTPUTS};
use super::super::scorer::{Family, Features, Group, Scores, Weights};
use super::super::settle::{Proposed, Target, Verdict};
use super::super::thresholds::{Band, CANDIDATE_SHARE, Thresholds};
use super::{Draft, Place, summary};
use crate::state::{DeltaKind, Mode, Part, Pass, Resolution, Scope};
use crate::transcript::Role;

/// One clause's scores, with the features they were made from.
#[derive(Debug, Clone)]
pub struct Look {
    /// The features; without what comes after while nothing has.
    pub features: Features,
    /// What the features without what comes after add up to.
    pub sums: [f32; OUTPUTS],
    /// What they score.
    pub scores: Scores,
}

/// What a reading of clauses needs to know.
#[derive(Debug, Clone, Copy)]
pub struct Reading<'a> {
    /// The turn.
    pub read: &'a ReadTurn,
    /// The turn of the person that answered it, if it did.
    pub answer: Option<&'a ReadTurn>,
    /// What the assistant had put to the person before this turn, and the turn it did so in.
    pub offered: Option<(&'a ReadTurn, &'a [Offer])>,
    /// The cuts.
    pub cuts: &'a Thresholds,
    /// The weights.
    pub weights: &'a Weights,
    /// The turn after it, once there is one. Until then only what is nearly certain is proposed.
    pub after: Option<&'a ReadTurn>,
    /// Clauses whose content was decided by a pick already.
    pub decided: &'a [usize],
    /// What was accepted at first sight.
    pub accepted: &'a [(usize, Family)],
    /// Whether it is the person's first turn.
    pub opening: bool,
}

/// Each better clause of the same family in the same turn takes this share off: a turn seldom says two things of a kind.
const CROWDED: f32 = 0.8;
/// From this rank on it gets no worse.
const CROWD: usize = 6;

fn share(ranks: &[[f32; FAMILIES]], clause: usize, family: Family) -> f32 {
    ranks.get(clause).and_then(|row| row.get(family as usize)).copied().unwrap_or(1.0)
}

/// For each clause and family, what is left of its score beside the better ones of its turn.
fn beside_better(looks: &[Look]) -> Vec<[f32; FAMILIES]> {
    let mut out = vec![[1.0; FAMILIES]; looks.len()];
    for &family in Family::ALL {
        let mut order: Vec<usize> = (0..looks.len()).collect();
        let score = |i: &usize| looks.get(*i).map_or(0.0, |l| l.scores.of(family));
        order.sort_by(|a, b| score(b).total_cmp(&score(a)));
        for (rank, at) in order.into_iter().enumerate() {
            if let Some(cell) = out.get_mut(at).and_then(|row| row.get_mut(family as usize)) {
                *cell = CROWDED.powi(rank.min(CROWD) as i32);
            }
        }
    }
    out
}

/// A clause may be of two families at once when the second is nearly as likely as the first: at least this share.
const BESIDE: f32 = 0.75;

/// Everything the clauses of a turn propose, in order; beside each what it would be accepted as.
pub fn propose(reading: Reading<'_>, looks: &[Look]) -> Vec<(Proposed, Option<(usize, Family)>)> {
    let mut out = Vec::new();
    let mut closed = false;
    let mut branched = false;
    let ranks = beside_better(looks);
    let aim = opening_aim(reading);
    for (clause, look) in reading.read.clauses.iter().zip(looks) {
        if reading.decided.contains(&clause.index) {
            continue;
        }
        let choices = [Family::Decision, Family::Constraint];
        let headline = reports(reading.read, clause);
        let near = reading.cuts.hold(Family::Closed) * CANDIDATE_SHARE;
        let plainly = choices.map(|f| plain_say(clause, reading.read.role, f)).into_iter().fold(0.0, f32::max);
        let said = |f: Family| {
            let aims = if f == Family::Goal && aim == Some(clause.index) { OPENS } else { 0.0 };
            let plain = plain_say(clause, reading.read.role, f).max(taken_up(reading, clause, f)).max(aims);
            let plain = if f == Family::Closed && headline { plain.max(near) } else { plain };
            // What plainly is a choice or a rule is nothing else: "make it 30 seconds" has no end to reach.
            let other = plain < plainly && f != Family::Goal;
            if other { 0.0 } else { (look.scores.of(f) * share(&ranks, clause.index, f)).max(plain) }
        };
        let top = Family::ALL.iter().map(|&f| said(f)).fold(0.0, f32::max);
        for &family in Family::ALL {
            let p = said(family);
            let band = reading.cuts.band(family, p);
            let beside = p < top * BESIDE && !(family == Family::Goal && aim == Some(clause.index));
            // What points to something waits too: the agent's next words may say what is meant.
            let waits = summary::points(&clause.text) || !settles_early(reading.read.role, family, band);
            let early = reading.after.is_none() && waits;
            if band == Band::Nothing || beside || early || reading.accepted.contains(&(clause.index, family)) {
                continue;
            }
            if family == Family::Branch {
                if branched {
                    continue; // one set of alternatives a turn
                }
                branched = band != Band::Near;
            }
            let mut draft = draft(reading, clause, family, p);
            let verdict = verdict(clause, family, band, draft.delta.text());
            if !matches!(verdict, Verdict::Reject { .. }) {
                draft.parts = parts(reading, clause, look, family);
            }
            let target = match target(clause, family, !closed && band != Band::Near, &draft) {
                Target::Task { words, recent, .. } => Target::Task { words, recent, headline },
                target => target,
            };
            let verdict =
                if headline && family == Family::Closed && band == Band::Near { Verdict::Hold } else { verdict };
            closed |= family == Family::Closed && !matches!(verdict, Verdict::Reject { .. });
            let decided = family == Family::Decision && verdict == Verdict::Accept;
            let settles = decided.then(|| settled(&draft));
            let accepted = (verdict == Verdict::Accept).then_some((clause.index, family));
            out.push((draft.propose(target, verdict), accepted));
            out.extend(settles.map(|s| (s, None)));
        }
        if reading.after.is_none() {
            out.extend(drops(reading, clause).map(|d| (d, None)));
        }
    }
    out
}

/// At first sight only what is nearly certain is proposed, and a choice of the assistant's waits until somebody has
/// spoken; its knowledge and its reports do not.
fn settles_early(role: Role, family: Family, band: Band) -> bool {
    let waits = matches!(family, Family::Decision | Family::Constraint | Family::Task | Family::Goal);
    band == Band::Accept && (role == Role::User || !waits)
}

/// A headline is short.
const HEADLINE_WORDS: usize = 16;

/// Whether the first words of a turn of the agent's report something done.
fn reports(read: &ReadTurn, clause: &Clause) -> bool {
    let head = read.role == Role::Assistant && clause.index == 0 && clause.words() <= HEADLINE_WORDS;
    head && clause.cues.any(&[Cue::DoneTail, Cue::PastVerb, Cue::Done]) && !clause.asks && clause.tokens.len() >= 2
}

/// How sure it is that the first thing the person asks for is what the session is about.
const OPENS: f32 = 0.42;
/// An aim takes at least this many words to say.
const AIM_WORDS: usize = 5;

/// The clause of the person's first turn that says what the session is about: the title of a plan that is handed
/// over, else the first thing that is asked for or aimed at.
fn opening_aim(reading: Reading<'_>) -> Option<usize> {
    if !reading.opening {
        return None;
    }
    let clauses = &reading.read.clauses;
    let titled = |c: &&Clause| {
        let low = c.text.trim_start_matches(['#', '*', ' ']).to_lowercase();
        c.block == BlockKind::Heading && ["plan:", "goal:", "task:"].iter().any(|t| low.starts_with(t))
    };
    let aims = |c: &&Clause| {
        let meant = matches!(c.modality, Modality::Request | Modality::Commitment | Modality::Obligation);
        (meant || c.cues.any(&[Cue::Goal, Cue::GoalSay])) && c.modality != Modality::Report && c.words() >= AIM_WORDS
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

/// Verbs of looking into something.
const LOOKS: &[&str] = &["look", "read", "check", "review", "see", "open"];

/// The aim is said among the first words.
const AIM_CLAUSES: usize = 6;

/// How sure a proposal is that the person says yes to.
const TAKEN_UP: f32 = 0.5;

/// A turn of at most this many clauses has one point.
const SHORT_TURN: usize = 10;

/// What the assistant proposed in so many words and the person took up.
fn taken_up(reading: Reading<'_>, clause: &Clause, family: Family) -> f32 {
    if family != Family::Decision || !clause.has(Cue::Suggest) || !clause.modality.settles() || clause.asks {
        return 0.0;
    }
    // A long turn proposes many things: a plain yes does not say which.
    let alone = reading.read.clauses.iter().filter(|c| c.has(Cue::Suggest)).count() == 1;
    let short = reading.read.clauses.len() <= SHORT_TURN;
    let yes = reading.answer.is_some_and(|a| answer(a) == Answer::Yes);
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
    (Family::Decision, Cue::ForNow, 14, 0.45),
    (Family::Decision, Cue::SwitchTo, 5, 0.55),
    (Family::Decision, Cue::Setting, 12, 0.45),
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

fn plain_say(clause: &Clause, role: Role, family: Family) -> f32 {
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

fn verdict(clause: &Clause, family: Family, band: Band, summary: &str) -> Verdict {
    let reject = |code: String, why: &str| Verdict::Reject { pass: Pass::Extract, code, why: why.to_owned() };
    let firm = matches!(family, Family::Decision | Family::Constraint | Family::Fact);
    let hangs = family == Family::Task && matches!(clause.modality, Modality::Conditional | Modality::Report);
    if (firm && !clause.modality.settles()) || hangs {
        return reject(format!("modality-{}", clause.modality.word()), clause.modality.why_not());
    }
    if family != Family::Closed && !summary::stands_alone(summary) {
        return reject("unresolved-reference".to_owned(), "points to something that was not found");
    }
    // A question that asks for knowledge is no order: at most the person may say so.
    let asks = family == Family::Task && clause.modality == Modality::Question;
    match band {
        Band::Accept if asks => Verdict::Hold,
        Band::Accept => Verdict::Accept,
        Band::Hold => Verdict::Hold,
        _ => reject("below-cut".to_owned(), "too little speaks for it"),
    }
}

fn draft(reading: Reading<'_>, clause: &Clause, family: Family, p: f32) -> Draft {
    let mut places: Vec<Place> = Place::of(reading.read, clause.index).into_iter().collect();
    if let Some(answer) = reading.answer
        && let Some(said) = Place::of(answer, 0)
    {
        places.insert(0, said);
    }
    let orders = matches!(family, Family::Decision | Family::Task | Family::Goal | Family::Constraint);
    let mut text = if orders { summary::of_order(clause) } else { summary::of(clause) };
    let echo = restated(reading, clause);
    if let Some((topic, place)) = topic(reading, clause) {
        text = summary::shorten(&format!("{topic} → {text}"), summary::MAX_CHARS);
        places.push(place);
    } else if let Some((said, place)) = echo.filter(|_| family != Family::Goal && summary::points(&clause.text)) {
        text = said;
        places.push(place);
    } else if let Some((said, place)) = antecedent(reading, clause) {
        text = summary::shorten(&format!("{said} → {text}"), summary::MAX_CHARS);
        places.push(place);
    }
    let at = reading.answer.map_or(reading.read.at, |a| a.at.or(reading.read.at));
    let mut draft = Draft::new(family.delta(), &text, places, at);
    draft.confidence = p;
    draft.rule = rule(clause, family).to_owned();
    draft.reason = reason(reading, clause, family);
    shape(&mut draft, reading, clause, family);
    draft
}

/// What a clause that points is about when nothing else says so: the clause before it in the same paragraph.
fn antecedent(reading: Reading<'_>, clause: &Clause) -> Option<(String, Place)> {
    if !summary::points(&clause.text) || clause.words() > SHORT_ANSWER {
        return None;
    }
    let before = reading.read.clauses.get(clause.index.checked_sub(1)?)?;
    let near = before.block_index == clause.block_index && !before.has(Cue::Thanks);
    let said = summary::of(before);
    let names = near && !summary::points(&before.text) && summary::stands_alone(&said);
    names.then(|| Some((summary::shorten(&said, 64), Place::of(reading.read, before.index)?)))?
}

/// The agent's own words for what the person said, where it says them again right after.
fn restated(reading: Reading<'_>, clause: &Clause) -> Option<(String, Place)> {
    let after = reading.after.filter(|a| a.role == Role::Assistant && reading.read.role == Role::User)?;
    let at = echo(clause, after).filter(|(_, shared)| *shared >= 2)?.0;
    let said = after.clauses.get(at).filter(|c| c.modality.settles() && c.words() <= ECHO_WORDS)?;
    let text = summary::of(said);
    summary::stands_alone(&text).then(|| Some((text, Place::of(after, at)?)))?
}

/// An answer of at most this many words leans on what was asked; a longer one speaks for itself.
const SHORT_ANSWER: usize = 10;

/// A restatement longer than this says more than what it restates.
const ECHO_WORDS: usize = 24;

/// What an answer is about: the thing of its number that was put to the person, or, for a short first answer that
/// points, the last thing that was asked.
fn topic(reading: Reading<'_>, clause: &Clause) -> Option<(String, Place)> {
    if reading.read.role != Role::User {
        return None;
    }
    let (read, offers) = reading.offered?;
    let number = clause.list.and_then(|l| l.number).map(|n| n.to_string());
    let offer = match &number {
        Some(label) => offers.iter().find(|o| o.label.as_ref() == Some(label))?,
        None if clause.index < 2 && clause.words() <= SHORT_ANSWER && summary::points(&clause.text) => {
            offers.iter().rfind(|o| o.kind != OfferKind::Choice)?
        }
        None => return None,
    };
    let asked = read.clauses.get(offer.clause)?;
    let name = asked.lead.clone().unwrap_or_else(|| summary::of(asked));
    let name = summary::plain(&name);
    summary::stands_alone(&name).then(|| Some((summary::shorten(&name, 64), Place::of(read, offer.clause)?)))?
}

/// Fills in what only this kind of delta has.
fn shape(draft: &mut Draft, reading: Reading<'_>, clause: &Clause, family: Family) {
    match family {
        Family::Constraint => {
            let hard = clause.cues.any(&[Cue::Must, Cue::NotAllowed, Cue::Never, Cue::Always]);
            draft.delta.hard = Some(hard && reading.read.role == Role::User);
            draft.delta.mode = Some(mode(clause)); // says something only of a rule that stood before
        }
        Family::Closed => {
            let dropped = clause.cues.has(Cue::DropIt) && !clause.cues.class(Class::Completion);
            draft.delta.resolution = Some(if dropped { Resolution::Abandoned } else { Resolution::Completed });
        }
        Family::Branch => {
            draft.delta.alternatives = alternatives(reading.read, clause);
            if draft.delta.alternatives.len() < 2 {
                draft.delta.kind = DeltaKind::HypothesisIntroduced;
                draft.delta.item_kind = clause.asks.then_some(crate::state::ItemKind::OpenQuestion);
                draft.delta.alternatives.clear();
            }
        }
        Family::Decision => draft.delta.alternatives = not_chosen(clause),
        Family::Fact if clause.cues.has(Cue::RiskWord) => draft.delta.item_kind = Some(crate::state::ItemKind::Risk),
        _ => {}
    }
    if clause.cues.has(Cue::Durable) {
        draft.delta.scope = Some(Scope::Durable);
    } else if clause.cues.has(Cue::ProjectWide) && family == Family::Constraint {
        draft.delta.scope = Some(Scope::Project);
    }
}

/// What a decision names as not chosen: the words after "instead of", "rather than", "over", "not".
fn not_chosen(clause: &Clause) -> Vec<String> {
    let plain = summary::plain(&clause.text);
    let low = plain.to_lowercase();
    let marks = [" instead of ", " rather than ", ", not "];
    let Some(at) = marks.iter().find_map(|m| low.find(m).map(|i| i + m.len())) else { return Vec::new() };
    let rest = plain.get(at..).unwrap_or("");
    let end = rest.find([',', '.', ';', '(', '!', '?', '—', '–']).unwrap_or(rest.len());
    let option = rest.get(..end).unwrap_or("").trim();
    let words = option.split_whitespace().count();
    if (1..=8).contains(&words) { vec![option.to_owned()] } else { Vec::new() }
}

/// The alternatives a branch puts side by side: the labelled items of its turn, else the two sides of its "or".
fn alternatives(read: &ReadTurn, clause: &Clause) -> Vec<String> {
    let labelled: Vec<String> = read
        .clauses
        .iter()
        .filter(|c| c.opens_line && label_of(c).is_some())
        .map(|c| summary::shorten(&summary::plain(c.lead.as_deref().unwrap_or(&c.text)), summary::MAX_CHARS))
        .take(8)
        .collect();
    if labelled.len() >= 2 {
        return labelled;
    }
    let plain = summary::plain(&clause.text);
    let low = plain.to_lowercase();
    let Some((mark, at)) =
        [" vs. ", " vs ", " versus ", ", or ", " or "].iter().find_map(|m| Some((m.len(), low.find(m)?)))
    else {
        return Vec::new();
    };
    let (left, right) = (plain.get(..at).unwrap_or(""), plain.get(at + mark..).unwrap_or(""));
    [left, right]
        .iter()
        .map(|s| summary::shorten(s.trim_matches(|c: char| "?.,: ".contains(c)), 80))
        .filter(|s| !s.is_empty())
        .collect()
}

fn target(clause: &Clause, family: Family, first: bool, draft: &Draft) -> Target {
    let words = draft.delta.text().to_owned();
    let corrects = clause.cues.any(&[Cue::Actually, Cue::InsteadOf, Cue::SwitchTo, Cue::Bigger, Cue::Exception]);
    let pointing = summary::points(&clause.text) && clause.text.bytes().any(|b| b.is_ascii_digit());
    match family {
        Family::Closed => Target::Task { words, recent: first, headline: false },
        Family::Decision | Family::Constraint if corrects || pointing => {
            let said: Vec<&str> = draft.places.iter().map(|p| p.text.as_str()).collect();
            Target::Former(format!("{words} {}", said.join(" ")))
        }
        _ => Target::None,
    }
}

/// The branch or idea a decision settles is superseded by it.
fn settled(draft: &Draft) -> Proposed {
    let mut end = Draft::new(DeltaKind::ItemSuperseded, "", draft.places.clone(), draft.delta.timestamp);
    end.delta.summary = None;
    end.rule = "settled-by-decision".to_owned();
    end.confidence = draft.confidence;
    end.reason = "a decision was made about it".to_owned();
    let words: Vec<&str> = draft.places.iter().map(|p| p.text.as_str()).collect();
    let about = format!("{} {}", draft.delta.text(), words.join(" "));
    end.propose(Target::Undecided(about), Verdict::Accept)
}

/// "Forget the cache": what the person drops in so many words.
fn drops(reading: Reading<'_>, clause: &Clause) -> Option<Proposed> {
    let says =
        clause.has(Cue::DropIt) && clause.modality != Modality::Question && clause.modality != Modality::Conditional;
    let back = clause.has(Cue::SwitchTo); // "go back to Express" takes something up
    if reading.read.role != Role::User || !says || back || clause.words() > 8 {
        return None;
    }
    let place = Place::of(reading.read, clause.index)?;
    let mut draft = Draft::new(DeltaKind::ItemSuperseded, "", vec![place], reading.read.at);
    draft.delta.summary = None;
    draft.delta.reason = Some(format!("dropped: {}", summary::of(clause)));
    draft.rule = "drop".to_owned();
    draft.confidence = 0.8;
    draft.reason = "you said to drop it".to_owned();
    Some(draft.propose(Target::Dropped(clause.text.clone()), Verdict::Accept))
}

/// The rule that carries a candidate: the first cue of the classes that make its family, else the scorer itself.
fn rule(clause: &Clause, family: Family) -> &'static str {
    let classes: &[Class] = match family {
        Family::Decision => &[Class::Commitment, Class::Correction, Class::Answer, Class::Offer],
        Family::Constraint => &[Class::Prohibition, Class::Obligation, Class::Permission],
        Family::Task => &[Class::Request, Class::Commitment],
        Family::Closed => &[Class::Completion],
        Family::Fact => &[Class::Finding, Class::Mark],
        Family::Hypothesis => &[Class::Hedge, Class::Question],
        Family::Branch => &[Class::Option, Class::Offer],
        Family::Goal => &[Class::Mark, Class::Commitment, Class::Request],
    };
    let found = classes.iter().find_map(|c| clause.cues.iter().find(|r| r.class == *c));
    found.map_or("scorer", |r| r.id)
}

fn parts(reading: Reading<'_>, clause: &Clause, look: &Look, family: Family) -> Vec<Part> {
    let cues: Vec<&str> = clause.cues.iter().take(3).map(|r| r.id).collect();
    reading
        .weights
        .parts(&look.features, family)
        .into_iter()
        .map(|(group, value)| {
            let name = match group {
                Group::Cue if !cues.is_empty() => format!("{} ({})", group.word(), cues.join(", ")),
                Group::Modality => format!("{} ({})", group.word(), clause.modality.word()),
                Group::Structure => format!("{} ({})", group.word(), clause.block.word()),
                _ => group.word().to_owned(),
            };
            Part { name, value: (value * 100.0).round() / 100.0 }
        })
        .collect()
}

fn reason(reading: Reading<'_>, clause: &Clause, family: Family) -> String {
    let who = if reading.read.role == Role::User { "you said it" } else { "the agent said it" };
    let mut words = vec![who.to_owned()];
    if let Some(answer) = reading.answer {
        words.push(format!("you took it up in t{}", answer.ordinal));
    }
    if let (Role::User, Some((read, offers))) = (reading.read.role, reading.offered)
        && clause.index == 0
        && offers.iter().any(|o| o.kind != OfferKind::Proposal)
    {
        words.push(format!("answers t{}", read.ordinal));
    }
    let names = clause.cues.iter().find(|r| r.id == rule(clause, family));
    if let Some(rule) = names {
        words.push(format!("reads as {}", rule.class.word()));
    }
    words.join("; ")
}

/// How a constraint changed, by its words.
fn mode(clause: &Clause) -> Mode {
    let low = clause.text.to_lowercase();
    if ["allow", "except", "relax", "loosen", "optional", "no longer", "may "].iter().any(|w| low.contains(w)) {
        Mode::Relaxed
    } else if ["no exception", "tighten", "strict", "at all", "even "].iter().any(|w| low.contains(w)) {
        Mode::Tightened
    } else {
        Mode::Amended
    }
}
