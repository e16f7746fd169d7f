//! Defines the score of a ledger against labels: emitted deltas are matched one to one with labelled changes.
//!
//! A delta matches a label when the kinds are of one family (strict: the same kind), a source turn of the delta is one
//! of the label's turns or stands next to the first, and the words agree (overlap of at least 0.35 of the smaller side,
//! summary to summary or snippet to quote; the first 60 words of a delta's snippets count). Precision counts every
//! level, recall the "must" labels only.

pub mod ablation;
pub mod board;
mod end;
mod faults;
mod matching;
pub mod tally;
pub mod tune;

use std::collections::{BTreeMap, HashSet};

use super::gold::{GoldSession, Label, non_empty};
use crate::pipeline::gate::GateResult;
use crate::state::{DeltaKind, Item, ItemId, ItemKind, Ledger, Outcome, Status, TurnId};
use matching::{Matching, Sides};
use tally::{BINS, Bin, KindScore, Tally, add_pair, bin};

/// An emitted delta as it is scored.
#[derive(Debug, Clone)]
pub struct Emitted {
    /// The kind of change.
    pub kind: DeltaKind,
    /// Its summary, and its target's where it has one.
    pub text: String,
    /// The turns it rests on.
    pub turns: Vec<TurnId>,
    /// Its verbatim snippets.
    pub snippets: Vec<String>,
    /// The item it made or changed.
    pub item: Option<ItemId>,
    /// The item it changed.
    pub target: Option<ItemId>,
    /// Its confidence, 0 to 1.
    pub confidence: f32,
}

impl Emitted {
    /// The delta of an outcome; `ledger` is the one it was applied to.
    pub fn of(ledger: &Ledger, outcome: &Outcome) -> Self {
        let delta = &outcome.candidate.delta;
        let resolution = delta.resolution.map(|r| r.word().to_owned());
        let own = non_empty(delta.summary.clone()).or(resolution).or_else(|| non_empty(delta.details.reason.clone()));
        let own = own.unwrap_or_else(|| delta.details.alternatives.join(" | "));
        let target = delta.target_id.as_deref().and_then(|t| ledger.get(t)).map_or("", |i| i.summary.as_str());
        Self {
            kind: delta.kind,
            text: format!("{own} {target}"),
            turns: delta.source_turns.iter().map(|s| s.turn_id.clone()).collect(),
            snippets: outcome.candidate.evidence.snippets.clone(),
            item: delta.id.clone().or(delta.target_id.clone()),
            target: delta.target_id.clone(),
            confidence: outcome.candidate.confidence,
        }
    }
}

/// An item of the final ledger as it is scored.
#[derive(Debug, Clone)]
pub struct FinalItem {
    pub id: ItemId,
    pub kind: ItemKind,
    pub status: Status,
    /// Whether it is a set of alternatives.
    pub branch: bool,
}

impl FinalItem {
    /// Reduces an item to what is scored.
    pub fn of(item: &Item) -> Self {
        Self { id: item.id.clone(), kind: item.kind, status: item.status, branch: item.has_tag("branch") }
    }

    fn is_active(&self, kind: ItemKind) -> bool {
        self.kind == kind && self.status == Status::Active
    }
}

/// The family a change is scored in.
pub fn family(kind: DeltaKind) -> &'static str {
    match kind {
        DeltaKind::DecisionMade | DeltaKind::DecisionRevised => "decision",
        DeltaKind::ConstraintAdded | DeltaKind::ConstraintRevised => "constraint",
        DeltaKind::HypothesisIntroduced | DeltaKind::BranchCreated => "open",
        DeltaKind::TaskOpened => "task",
        DeltaKind::TaskClosed | DeltaKind::ItemSuperseded => "end",
        DeltaKind::GoalSet => "goal",
        DeltaKind::FactLearned => "fact",
    }
}

/// Labelled turns that passed the gate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Gated {
    /// Turns of "must" labels: (passed, all).
    pub must: (usize, usize),
    /// Turns of labels of any level: (passed, all).
    pub any: (usize, usize),
}

/// The score of one session or of several.
#[derive(Debug, Clone, Default)]
pub struct Score {
    /// By family.
    pub families: BTreeMap<&'static str, Tally>,
    /// By kind, kinds compared strictly.
    pub kinds: BTreeMap<DeltaKind, KindScore>,
    /// All families.
    pub all: Tally,
    /// The same with kinds compared strictly.
    pub strict: Tally,
    /// Traps: (hit, all).
    pub traps: (usize, usize),
    /// Deltas whose labels are all matched with other deltas.
    pub duplicates: usize,
    /// Decisions, constraints and facts emitted for a label that is still open.
    pub canonized: usize,
    /// Matched changes with known targets: (wrong target, all).
    pub mistargeted: (usize, usize),
    /// Calibration per tenth of confidence.
    pub calibration: [Bin; BINS],
    /// Labelled turns that passed the gate.
    pub gate: Gated,
    /// Counts per end state: [shown, right, wanted, found].
    pub state: BTreeMap<&'static str, [usize; 4]>,
    /// Every hit, false alarm, miss and trap, one per line.
    pub dump: Vec<String>,
}

impl Score {
    /// Adds another session's score.
    pub fn absorb(&mut self, other: Self) {
        for (name, tally) in other.families {
            self.families.entry(name).or_default().add(tally);
        }
        for (kind, score) in other.kinds {
            self.kinds.entry(kind).or_default().add(score);
        }
        self.all.add(other.all);
        self.strict.add(other.strict);
        self.duplicates += other.duplicates;
        self.canonized += other.canonized;
        add_pair(&mut self.traps, other.traps);
        add_pair(&mut self.mistargeted, other.mistargeted);
        add_pair(&mut self.gate.must, other.gate.must);
        add_pair(&mut self.gate.any, other.gate.any);
        for (a, b) in self.calibration.iter_mut().zip(other.calibration) {
            a.add(b);
        }
        for (name, counts) in other.state {
            for (a, b) in self.state.entry(name).or_default().iter_mut().zip(counts) {
                *a += b;
            }
        }
        self.dump.extend(other.dump);
    }
}

/// Scores one session: its deltas, the items at its end, and its gate.
pub fn score(session: &GoldSession, emitted: &[Emitted], standing: &[FinalItem], gates: &[GateResult]) -> Score {
    let sides = Sides::new(session, emitted);
    let labels = &session.gold.labels;
    let matched = Matching::of(sides.edges(true));
    let strict = Matching::of(sides.edges(false));
    let mut out = Score { all: tally(emitted.len(), labels, &matched), ..Score::default() };
    out.strict = tally(emitted.len(), labels, &strict);
    by_family(&mut out, emitted, labels, &matched);
    for (i, e) in emitted.iter().enumerate() {
        if let Some(cell) = out.calibration.get_mut(bin(e.confidence)) {
            let right = usize::from(matched.right(i));
            cell.add(Bin { emitted: 1, right, sum: f64::from(e.confidence) });
        }
    }
    let carried = end::carried(&sides, &matched);
    out.state = end::states(&sides, standing, &carried);
    by_kind(&mut out, emitted, labels, &strict);
    for i in matched.named.iter().filter(|i| !matched.right(**i)) {
        out.duplicates += 1;
        if let Some(e) = emitted.get(*i) {
            out.kinds.entry(e.kind).or_default().duplicates += 1;
        }
    }
    for e in faults::canonized(&sides, &matched) {
        out.canonized += 1;
        out.kinds.entry(e.kind).or_default().canonized += 1;
    }
    for (e, wrong) in faults::mistargeted(&sides, &matched, &carried) {
        let one = (usize::from(wrong), 1);
        add_pair(&mut out.mistargeted, one);
        add_pair(&mut out.kinds.entry(e.kind).or_default().mistargeted, one);
    }
    out.dump = faults::dump(&sides, &matched);
    out.traps = faults::traps(&sides, &matched, &mut out.dump);
    out.gate = gated(labels, gates, &mut out.dump);
    out
}

fn gated(labels: &[Label], gates: &[GateResult], lines: &mut Vec<String>) -> Gated {
    let passed: HashSet<&str> = gates.iter().filter(|g| g.gated).map(|g| g.turn_id.as_str()).collect();
    let mut out = Gated::default();
    let must: HashSet<&str> = labels.iter().filter(|l| l.must()).map(|l| l.turn_id.as_str()).collect();
    let mut seen: HashSet<&str> = HashSet::new();
    for turn in labels.iter().map(|l| l.turn_id.as_str()).filter(|t| seen.insert(t)) {
        let one = (usize::from(passed.contains(turn)), 1);
        add_pair(&mut out.any, one);
        if must.contains(turn) {
            add_pair(&mut out.must, one);
        }
        if one.0 == 0 {
            lines.push(format!("gate rejected {turn}, which has a label"));
        }
    }
    out
}

fn tally(emitted: usize, labels: &[Label], matched: &Matching) -> Tally {
    Tally {
        emitted,
        right: matched.ours.len(),
        must: labels.iter().filter(|l| l.must()).count(),
        found: matched.theirs.keys().filter(|j| labels.get(**j).is_some_and(Label::must)).count(),
    }
}

fn by_family(out: &mut Score, emitted: &[Emitted], labels: &[Label], matched: &Matching) {
    for (i, e) in emitted.iter().enumerate() {
        let tally = out.families.entry(family(e.kind)).or_default();
        tally.emitted += 1;
        tally.right += usize::from(matched.right(i));
    }
    for (j, l) in labels.iter().enumerate().filter(|(_, l)| l.must()) {
        let tally = out.families.entry(family(l.kind)).or_default();
        tally.must += 1;
        tally.found += usize::from(matched.theirs.contains_key(&j));
    }
}

fn by_kind(out: &mut Score, emitted: &[Emitted], labels: &[Label], strict: &Matching) {
    for (i, e) in emitted.iter().enumerate() {
        let tally = &mut out.kinds.entry(e.kind).or_default().tally;
        tally.emitted += 1;
        tally.right += usize::from(strict.right(i));
    }
    for (j, l) in labels.iter().enumerate().filter(|(_, l)| l.must()) {
        let tally = &mut out.kinds.entry(l.kind).or_default().tally;
        tally.must += 1;
        tally.found += usize::from(strict.theirs.contains_key(&j));
    }
}
