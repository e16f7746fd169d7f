//! Defines the proposals of a turn's clauses: the scorer gives a confidence per family, modality may veto, the
//! thresholds decide between accepted, held and refused.

use super::super::acts::{PartTitles, calls_a_number, leaves_object_open};
use super::super::clause::rules::Class;
use super::super::clause::{BlockKind, Clause, Cue, Modality, ReadTurn};
use super::super::dialogue::Offer;
use super::super::scorer::model::{FAMILIES, OUTPUTS};
use super::super::scorer::{Family, Features, Scores, Weights};
use super::super::settle::{Proposed, Target, Verdict};
use super::super::spoken::{self, Reading, SpokenAct, Surroundings};
use super::super::thresholds::{BELOW_THRESHOLD, Band, Thresholds};
use super::explicit_rules::{cue_confidences, explicit_confidence, opening_aim, reports};
use super::reference::{antecedent, restated, topic};
use super::shape::shape;
use super::{Draft, EvidenceSpan, explain, summary};
use crate::state::{DeltaKind, Pass};
use crate::text::patterns;
use crate::transcript::Role;

patterns! {
    /// Tells how something usually is: "it always runs on my laptop", "this was always meant as a trial".
    TELLS_HABIT = r"(?i)^\W*(?:(?:but|and|so|because|since|as|yes|no),? )?(?:(?:it|this|that|he|she|they|the|these|our|my)\b(?: [\w'-]+){0,3}? )?always(?: (?:was|were|is|are|has|had|have|been|\w+ed|\w{2,}[^s\W]s)\b|\W*$)|\b(?:was|were|can|could|may|might) always\b";
}

/// One clause's scores, with the features they were made from.
#[derive(Debug, Clone)]
pub struct ScoredClause {
    /// The features, with those of the next turn once it is known.
    pub features: Features,
    /// Log-odds of the features that do not depend on the next turn.
    pub sums: [f32; OUTPUTS],
    /// The scores of all features.
    pub scores: Scores,
}

/// A turn with everything its proposals depend on.
#[derive(Debug, Clone, Copy)]
pub struct TurnContext<'a> {
    pub read: &'a ReadTurn,
    /// The person's turn that accepts it, if any.
    pub answer: Option<&'a ReadTurn>,
    /// The assistant's turn before, with its offers.
    pub offered: Option<(&'a ReadTurn, &'a [Offer])>,
    pub thresholds: &'a Thresholds,
    pub weights: &'a Weights,
    /// The next turn. While there is none, only nearly certain changes are proposed.
    pub after: Option<&'a ReadTurn>,
    /// Clauses already covered by a pick or an answer.
    pub decided: &'a [usize],
    /// (clause, family) accepted before the next turn was known.
    pub accepted: &'a [(usize, Family)],
    /// Whether it is the person's first turn.
    pub opening: bool,
    /// Whether an act of the turn states the goal; a turn has one.
    pub has_goal: bool,
    /// Where parts that are called by their numbers have their titles.
    pub titles: PartTitles<'a>,
}

impl TurnContext<'_> {
    /// Whether a clause was accepted in a family before. One that is the goal is no task beside it.
    fn has(&self, clause: usize, family: Family) -> bool {
        let accepted = |family| self.accepted.contains(&(clause, family));
        accepted(family) || family == Family::Task && accepted(Family::Goal)
    }
}

/// Factor on a clause's score for each better clause of the family in its turn: a turn seldom holds two of a kind.
const CROWDED: f32 = 0.8;

/// Rank from which on the factor no longer falls.
const CROWD: usize = 6;

/// The share of a clause's score left in a family, 0 to 1.
fn share(ranks: &[[f32; FAMILIES]], clause: usize, family: Family) -> f32 {
    ranks.get(clause).and_then(|row| row.get(family as usize)).copied().unwrap_or(1.0)
}

/// For each clause and family the share of the score left beside better clauses of the turn, 0 to 1.
fn beside_better(scored: &[ScoredClause]) -> Vec<[f32; FAMILIES]> {
    let mut out = vec![[1.0; FAMILIES]; scored.len()];
    for &family in Family::ALL {
        let mut order: Vec<usize> = (0..scored.len()).collect();
        order.sort_by(|a, b| score_at(scored, *b, family).total_cmp(&score_at(scored, *a, family)));
        for (rank, at) in order.into_iter().enumerate() {
            if let Some(cell) = out.get_mut(at).and_then(|row| row.get_mut(family as usize)) {
                *cell = CROWDED.powi(rank.min(CROWD) as i32);
            }
        }
    }
    out
}

fn score_at(scored: &[ScoredClause], index: usize, family: Family) -> f32 {
    scored.get(index).map_or(0.0, |s| s.scores.of(family))
}

/// Least share of its best family's confidence at which a clause is also of another family.
const BESIDE: f32 = 0.75;

/// The confidence of a clause in each family. `ranks` is the result of [`beside_better`], `aim` that of [`opening_aim`].
fn confidences(
    turn: TurnContext<'_>,
    clause: &Clause,
    scored: &ScoredClause,
    ranks: &[[f32; FAMILIES]],
    aim: Option<usize>,
) -> [f32; FAMILIES] {
    let by_cues = cue_confidences(clause, turn.read.role);
    let by_cues = |family: Family| by_cues.get(family as usize).copied().unwrap_or(0.0);
    let explicit = by_cues(Family::Decision).max(by_cues(Family::Constraint));
    let mut out = [0.0; FAMILIES];
    for (confidence, &family) in out.iter_mut().zip(Family::ALL) {
        let plain = explicit_confidence(turn, clause, aim, family, by_cues(family));
        // An explicit choice or rule is of no other family, except a goal.
        if plain >= explicit || family == Family::Goal {
            *confidence = (scored.scores.of(family) * share(ranks, clause.index, family)).max(plain);
        }
    }
    out
}

/// The proposals of a turn's clauses, in order, each with the (clause, family) it is accepted as.
pub fn propose(turn: TurnContext<'_>, scored: &[ScoredClause]) -> Vec<(Proposed, Option<(usize, Family)>)> {
    let mut out = Vec::new();
    let mut closed = false;
    let mut branched = false;
    let ranks = beside_better(scored);
    let aim = opening_aim(turn);
    let carries = carries_a_paste(turn.read);
    for (clause, scored) in turn.read.clauses.iter().zip(scored) {
        if turn.decided.contains(&clause.index) {
            continue;
        }
        if turn.after.is_none() {
            // Before the decision, so that "scrap Postgres, we're going with SQLite" drops the former one.
            out.extend(drops(turn, clause).map(|d| (d, None)));
        }
        let headline = reports(turn.read, clause);
        let confidences = confidences(turn, clause, scored, &ranks, aim);
        let top = confidences.iter().copied().fold(0.0, f32::max);
        let mut bands =
            Family::ALL.iter().zip(confidences).map(|(&family, p)| (family, turn.thresholds.band(family, p)));
        let is_task = bands.any(|(family, band)| OF_ITS_OWN.contains(&family) && band == Band::Accept);
        for (p, &family) in confidences.into_iter().zip(Family::ALL) {
            let band = turn.thresholds.band(family, p);
            let is_aim = family == Family::Goal && aim == Some(clause.index);
            // One sentence is one item: a first request that is a task or a choice for certain is no goal beside it.
            let beside = if is_aim { is_task } else { p < top * BESIDE };
            // What is said beside a pasted text is about that text, not what the session is for.
            let beside = beside || family == Family::Goal && (carries || turn.has_goal);
            if band == Band::Nothing || beside || turn.has(clause.index, family) {
                continue;
            }
            // A pronoun waits for the next turn, in which the agent may name its referent.
            let waits = || !settles_early(turn.read.role, family, band) || summary::points(&clause.text);
            if turn.after.is_none() && waits() {
                continue;
            }
            // One set of alternatives a turn.
            if family == Family::Branch && branched {
                continue;
            }
            branched |= family == Family::Branch && band != Band::Near;
            let mut draft = draft(turn, clause, family, p);
            let verdict = verdict(turn.read, clause, family, band, draft.delta.text());
            if !matches!(verdict, Verdict::Reject { .. }) {
                draft.parts = explain::parts(&turn, clause, scored, family, share(&ranks, clause.index, family), p);
            }
            let target = match target(clause, family, !closed && band != Band::Near, &draft) {
                Target::Task { words, recent, .. } => Target::Task { words, recent, headline },
                target => target,
            };
            let ends = headline && family == Family::Closed && band == Band::Near;
            // Words glued to the sentence before them show no object of their own: the person decides.
            let waits = is_glued(turn, clause, &draft)
                || is_let_pass(turn, family)
                || is_second(turn, clause, &confidences, family);
            let verdict = if ends || verdict == Verdict::Accept && waits { Verdict::Hold } else { verdict };
            closed |= family == Family::Closed && !matches!(verdict, Verdict::Reject { .. });
            let settles = (family == Family::Decision && verdict == Verdict::Accept).then(|| settled(&draft));
            let accepted = (verdict == Verdict::Accept).then_some((clause.index, family));
            out.push((draft.propose(target, verdict), accepted));
            out.extend(settles.map(|s| (s, None)));
        }
        if turn.after.is_none() {
            out.extend(reopens(turn, clause).map(|r| (r, None)));
        }
    }
    out
}

/// Probability from which a clause that the scorer would accept only tells, asks or guesses, so that it waits.
const TALKS: f32 = 0.7;

/// How the model of wordings reads a clause of the person.
fn worded(read: &ReadTurn, clause: &Clause) -> Option<Reading> {
    let text = |at: Option<usize>| at.and_then(|at| read.clauses.get(at)).map(|c| c.text.as_str());
    let (previous, next) = (text(clause.index.checked_sub(1)), text(Some(clause.index + 1)));
    let around = Surroundings { agent: "", previous, next, place: clause.index };
    (read.role == Role::User).then(|| spoken::read(&clause.text, around))
}

/// Whether a clause of the person settles nothing.
fn only_talks(read: &ReadTurn, clause: &Clause) -> bool {
    worded(read, clause).is_some_and(|reading| reading.talks() >= TALKS)
}

/// Whether a clause only judges ("two leaks in a year is enough"), tells of a name in quotes, or states something else.
fn sets_no_aim(read: &ReadTurn, clause: &Clause) -> bool {
    const STATED: [SpokenAct; 5] =
        [SpokenAct::Choice, SpokenAct::Fact, SpokenAct::RuledOut, SpokenAct::TakeBack, SpokenAct::Answer];
    let judges = clause.has(Cue::Suffices) || clause.text.starts_with(['"', '“', '\'']);
    let states =
        || worded(read, clause).map(Reading::likeliest).is_some_and(|(act, p)| p >= TALKS && STATED.contains(&act));
    judges && !wishes(&clause.text) || states()
}

/// Whether a draft's text joins the sentence before the clause to the clause, because its pronoun was not resolved: "The door
/// sticks. → plane it". A question that the clause answers stands before an arrow too, and names the object.
fn is_glued(turn: TurnContext<'_>, clause: &Clause, draft: &Draft) -> bool {
    draft.delta.text().contains(summary::ARROW) && topic(turn, clause).is_none()
}

/// Families beside which a first request is no goal.
const OF_ITS_OWN: [Family; 3] = [Family::Task, Family::Decision, Family::Constraint];

/// Whether more of a turn is pasted than said.
fn carries_a_paste(read: &ReadTurn) -> bool {
    let of = |quoted: bool| -> usize {
        read.clauses.iter().filter(|c| (c.block == BlockKind::Quote) == quoted).map(|c| c.range.len()).sum()
    };
    of(true) > of(false)
}

/// Whether a change is proposed before the next turn is known: accepted ones of the person, and the assistant's facts,
/// ideas and reports.
fn settles_early(role: Role, family: Family, band: Band) -> bool {
    let waits = matches!(family, Family::Decision | Family::Constraint | Family::Task | Family::Goal);
    band == Band::Accept && (role == Role::User || !waits)
}

fn reject(code: impl Into<String>, why: &str) -> Verdict {
    Verdict::Reject { pass: Pass::Extract, code: code.into(), why: why.to_owned() }
}

fn verdict(read: &ReadTurn, clause: &Clause, family: Family, band: Band, summary: &str) -> Verdict {
    let firm = matches!(family, Family::Decision | Family::Constraint | Family::Fact);
    let hangs = family == Family::Task && matches!(clause.modality, Modality::Conditional | Modality::Report);
    // "What's the goal of this loop?" asks for one.
    let asked = family == Family::Goal && matches!(clause.modality, Modality::Question | Modality::Conditional);
    // "We don't need to migrate the old rows" asks for nothing and bars nothing.
    let unneeded = clause.has(Cue::NotNeeded) && matches!(family, Family::Task | Family::Goal | Family::Constraint);
    if (firm && !clause.modality.settles()) || hangs || asked || unneeded {
        return reject(format!("modality-{}", clause.modality.word()), clause.modality.why_not());
    }
    if firm && unfinished(&clause.text) {
        return reject("unfinished", "leads in what follows and says nothing by itself");
    }
    if matches!(family, Family::Task | Family::Decision | Family::Goal) && is_fragment(&clause.text) {
        return reject("unresolved-reference", "half a sentence about something named elsewhere");
    }
    if family == Family::Decision && points_only(&clause.text) {
        return reject("unresolved-reference", "an order about something named elsewhere, no choice");
    }
    if family == Family::Goal && summary::points(summary) {
        return reject("unresolved-reference", "points to something said elsewhere, no goal");
    }
    if family != Family::Closed && !summary::stands_alone(summary) {
        return reject("unresolved-reference", "points to something that was not found");
    }
    // A question may only ask for knowledge: the person decides whether one that sounds like an order is.
    let asks = family == Family::Task && clause.modality == Modality::Question;
    let hedges = family == Family::Task && clause.modality == Modality::Hedge;
    match band {
        Band::Accept if asks || hedges || family != Family::Branch && summary::leaves_open(&clause.text) => {
            Verdict::Hold
        }
        // "Pnpm would be faster, but it's fine" praises and settles nothing.
        Band::Accept
            if family == Family::Decision
                && clause.cues.has(Cue::WouldDo)
                && clause.has(Cue::Suffices)
                && !wishes(&clause.text) =>
        {
            Verdict::Hold
        }
        // "Added a bell for the door": the agent reports.
        Band::Accept
            if read.role == Role::Assistant && opens_with_report(&clause.text) && OF_ITS_OWN.contains(&family) =>
        {
            Verdict::Hold
        }
        Band::Accept if OF_ITS_OWN.contains(&family) && calls_a_number(summary) => Verdict::Hold,
        // "Get a PR up for this"
        Band::Accept
            if matches!(family, Family::Task | Family::Decision)
                && (summary::leaves_end_open(summary) || family == Family::Decision && leaves_object_open(summary)) =>
        {
            Verdict::Hold
        }
        Band::Accept if matches!(family, Family::Task | Family::Goal) && only_talks(read, clause) => Verdict::Hold,
        Band::Accept if family == Family::Goal && sets_no_aim(read, clause) => Verdict::Hold,
        Band::Accept if family == Family::Constraint && TELLS_HABIT.is_match(&clause.text) => Verdict::Hold,
        Band::Hold if asks => reject("modality-question", clause.modality.why_not()),
        Band::Accept => Verdict::Accept,
        Band::Hold => Verdict::Hold,
        _ => reject(BELOW_THRESHOLD, "too little speaks for it"),
    }
}

/// Whether the agent decides something that the person only lets pass.
fn is_let_pass(turn: TurnContext<'_>, family: Family) -> bool {
    turn.read.role == Role::Assistant
        && turn.answer.is_none()
        && matches!(family, Family::Decision | Family::Constraint)
}

/// Whether a clause is likelier of another of the families that it alone may be of: one sentence is one item. An order is
/// work whatever rule it holds.
fn is_second(turn: TurnContext<'_>, clause: &Clause, confidences: &[f32; FAMILIES], family: Family) -> bool {
    let alone = Family::ALL.iter().zip(confidences).filter(|(family, _)| OF_ITS_OWN.contains(family));
    let is_task = |(family, p): &(&Family, &f32)| {
        **family == Family::Task && turn.thresholds.band(Family::Task, **p) == Band::Accept
    };
    let task = alone.clone().find(|found| clause.has(Cue::Imperative) && is_task(found));
    let likeliest = task.or_else(|| alone.max_by(|a, b| a.1.total_cmp(b.1)));
    OF_ITS_OWN.contains(&family) && likeliest.is_none_or(|(found, _)| *found != family)
}

/// Whether a clause opens with a verb in the past: "Added ...", "I've fixed ...".
fn opens_with_report(text: &str) -> bool {
    let low = text.to_lowercase().replace('’', "'");
    let low = low.trim_start_matches(|c: char| !c.is_alphabetic());
    let leads = ["i've ", "i have ", "i ", "now ", "done, ", "also "];
    let own = leads.iter().fold(low, |rest, lead| rest.strip_prefix(lead).unwrap_or(rest));
    let first = own.split(' ').next().unwrap_or("");
    first.len() > 4 && first.ends_with("ed") && !["exceed", "proceed", "embed", "speed", "bleed"].contains(&first)
}

/// Whether a clause says what its speaker would do or have: "I'd add a timeout", "it would be good to show the date".
fn wishes(text: &str) -> bool {
    let low = text.to_lowercase().replace('’', "'");
    ["i'd ", "we'd ", "i would ", "we would ", "be good to ", "be great to ", "be nice to "]
        .iter()
        .any(|lead| low.contains(lead))
}

/// Whether a clause only leads in a list or a quotation: "The doc must:".
fn unfinished(text: &str) -> bool {
    const OPEN: &[&str] =
        &["must", "should", "shall", "can", "will", "the", "a", "an", "of", "and", "or", "is", "are", "to", "for"];
    let Some(head) = text.trim_end().trim_end_matches(['*', '_']).strip_suffix(':') else { return false };
    let last = head.trim_end_matches(['*', '_']).rsplit(' ').next().unwrap_or("").to_lowercase();
    OPEN.contains(&last.as_str())
}

/// Whether a clause is a few words behind a preposition: "as json please", "by date, newest first".
fn is_fragment(text: &str) -> bool {
    const LINKS: &[&str] = &[
        "as", "in", "on", "at", "to", "for", "with", "by", "from", "under", "over", "like", "than", "of", "into",
        "without",
    ];
    const MOST: usize = 5;
    const PICKS: &[&str] = &["do", "take", "fix", "skip", "leave", "keep", "use", "pick", "drop"];
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty()).take(MOST + 1).collect();
    let first_of = |list: &[&str]| words.first().is_some_and(|w| list.iter().any(|l| l.eq_ignore_ascii_case(w)));
    // "Do 1 and 3" names what a list holds.
    let numbered = words.get(1).is_some_and(|w| w.len() <= 2 && w.bytes().all(|b| b.is_ascii_digit()));
    first_of(LINKS) && words.len() <= MOST || first_of(PICKS) && numbered
}

/// Whether a clause is a verb of work and a pronoun: "remove it", "do this".
fn points_only(text: &str) -> bool {
    const WORK: &[&str] =
        &["do", "remove", "delete", "fix", "add", "change", "undo", "revert", "run", "try", "update", "move", "rename"];
    const PRONOUNS: &[&str] = &["it", "this", "that", "these", "those", "them"];
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    matches!(words.as_slice(), [verb, what] | [verb, what, _]
        if WORK.contains(&verb.as_str()) && PRONOUNS.contains(&what.as_str()))
}

fn draft(turn: TurnContext<'_>, clause: &Clause, family: Family, p: f32) -> Draft {
    let mut places: Vec<EvidenceSpan> = EvidenceSpan::of(turn.read, clause.index).into_iter().collect();
    if let Some(answer) = turn.answer
        && let Some(said) = EvidenceSpan::of(answer, 0)
    {
        places.insert(0, said);
    }
    let orders = matches!(family, Family::Decision | Family::Task | Family::Goal | Family::Constraint);
    let mut text = if orders { summary::of_order(clause) } else { summary::of(clause) };
    let echo = restated(turn, clause, family);
    if let Some((topic, place)) = topic(turn, clause) {
        text = summary::shorten(&format!("{topic} → {text}"), summary::MAX_CHARS);
        places.push(place);
    } else if let Some((said, place)) = echo.filter(|_| family != Family::Goal && summary::points(&clause.text)) {
        text = said;
        places.push(place);
    } else if let Some((said, place)) = antecedent(turn, clause) {
        text = summary::shorten(&format!("{said} → {text}"), summary::MAX_CHARS);
        places.push(place);
    }
    if let Some(spelled) = orders.then(|| turn.titles.spelled_out(&text)).flatten() {
        text = summary::shorten(&spelled, summary::MAX_CHARS);
    }
    let at = turn.answer.map_or(turn.read.at, |a| a.at.or(turn.read.at));
    let mut draft = Draft::new(family.delta(), &text, places, at);
    draft.confidence = p;
    draft.rule = rule(clause, family).to_owned();
    draft.reason = explain::reason(turn, clause, family);
    shape(&mut draft, turn, clause, family);
    draft
}

fn target(clause: &Clause, family: Family, first: bool, draft: &Draft) -> Target {
    let words = draft.delta.text().to_owned();
    let corrects = clause.cues.any(&[Cue::Actually, Cue::InsteadOf, Cue::SwitchTo, Cue::Bigger, Cue::Exception]);
    let pointing = summary::points(&clause.text) && clause.text.bytes().any(|b| b.is_ascii_digit());
    match family {
        Family::Closed => Target::Task { words, recent: first, headline: false },
        Family::Decision | Family::Constraint if corrects || pointing => {
            // The question that it answers says nothing about what it replaces.
            let own = words.split_once("? → ").map_or(words.as_str(), |(_, own)| own);
            let places = draft.places.iter().map(|p| p.text.as_str());
            let quoted: Vec<&str> = places.filter(|text| !text.trim_end().ends_with('?')).collect();
            Target::Former(format!("{own} {}", quoted.join(" ")))
        }
        _ => Target::None,
    }
}

/// The supersession of the branch or idea a decision settles.
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

/// The supersession of an item the person drops explicitly: "forget the cache".
fn drops(turn: TurnContext<'_>, clause: &Clause) -> Option<Proposed> {
    let dropping =
        clause.has(Cue::DropIt) && clause.modality != Modality::Question && clause.modality != Modality::Conditional;
    let back = clause.has(Cue::SwitchTo); // "go back to Express" takes something up
    if turn.read.role != Role::User || !dropping || back || clause.words() > 8 {
        return None;
    }
    let place = EvidenceSpan::of(turn.read, clause.index)?;
    let mut draft = Draft::new(DeltaKind::ItemSuperseded, "", vec![place], turn.read.at);
    draft.delta.summary = None;
    draft.delta.details.reason = Some(format!("dropped: {}", summary::of(clause)));
    draft.rule = "drop".to_owned();
    draft.confidence = 0.8;
    draft.reason = "you said to drop it".to_owned();
    let what = clause.text.split([',', ';']).next().unwrap_or(&clause.text);
    Some(draft.propose(Target::Dropped(what.to_owned()), Verdict::Accept))
}

/// Most words of a complaint that reopens a task.
const COMPLAINT_WORDS: usize = 20;

/// The reopening of a task the person says is not done: "still broken".
fn reopens(turn: TurnContext<'_>, clause: &Clause) -> Option<Proposed> {
    let complains = clause.has(Cue::Reopens) && !clause.asks && clause.index < 2 && clause.words() <= COMPLAINT_WORDS;
    let meant = !matches!(clause.modality, Modality::Conditional | Modality::Hedge | Modality::Question);
    if turn.read.role != Role::User || !complains || !meant {
        return None;
    }
    let place = EvidenceSpan::of(turn.read, clause.index)?;
    let mut draft = Draft::new(DeltaKind::TaskOpened, "", vec![place], turn.read.at);
    draft.rule = "reopen".into();
    draft.confidence = 0.6;
    draft.reason = "you said that it is not done".into();
    Some(draft.propose(Target::Ended(clause.text.clone()), Verdict::Accept))
}

/// The id of the rule behind a candidate: the first cue of the classes that make its family, else "scorer".
pub(super) fn rule(clause: &Clause, family: Family) -> &'static str {
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
