//! Defines how right a ledger is against labels: one-to-one matching of emitted deltas with labelled changes.
//!
//! A delta matches a label when the kinds are of one family (strict: the same kind), a source turn of the delta is one
//! of the label's turns or stands next to the first, and the words agree (overlap of at least 0.35 of the smaller side,
//! summary to summary or snippet to quote; the first 60 words of a delta's snippets count). Precision counts every
//! level, recall the "must" labels only.

pub mod board;

use std::collections::{BTreeMap, HashMap, HashSet};

use super::gold::{GoldSession, Label, gold_words, overlap};
use crate::state::{DeltaKind, Item, ItemKind, Ledger, Outcome, Status};

/// Least agreement of two texts that count as the same.
const AGREE: f64 = 0.35;
/// Words of a delta's snippets that are looked at.
const SNIPPET_WORDS: usize = 60;
/// Least agreement with a trap's words that counts as falling for it.
const TRAPPED: f64 = 0.5;

/// One emitted delta, as the measure sees it.
#[derive(Debug, Clone)]
pub struct Emitted {
    /// Which change.
    pub kind: DeltaKind,
    /// Its summary, and its target's where it has one.
    pub text: String,
    /// The turns it rests on.
    pub turns: Vec<String>,
    /// Its verbatim words.
    pub snippets: Vec<String>,
    /// The item it made or changed.
    pub item: Option<String>,
    /// The item it changed.
    pub target: Option<String>,
    /// Its confidence, 0 to 1.
    pub confidence: f32,
}

impl Emitted {
    /// What an outcome emits, seen with the ledger it went into.
    pub fn of(ledger: &Ledger, outcome: &Outcome) -> Self {
        let delta = &outcome.candidate.delta;
        let said = |text: &Option<String>| text.clone().filter(|t| !t.is_empty());
        let resolution = delta.resolution.map(|r| r.word().to_owned());
        let own = said(&delta.summary).or(resolution).or_else(|| said(&delta.reason));
        let own = own.unwrap_or_else(|| delta.alternatives.join(" | "));
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

/// One item at the end, as the measure sees it.
#[derive(Debug, Clone)]
pub struct Standing {
    /// Its id.
    pub id: String,
    /// Its kind.
    pub kind: ItemKind,
    /// Its status.
    pub status: Status,
}

impl Standing {
    /// An item.
    pub fn of(item: &Item) -> Self {
        Self { id: item.id.clone(), kind: item.kind, status: item.status }
    }
}

/// Counts of one family or of all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Deltas emitted.
    pub emitted: usize,
    /// Of those, matched with a label.
    pub right: usize,
    /// "Must" labels.
    pub must: usize,
    /// Of those, matched.
    pub found: usize,
}

impl Tally {
    /// Share of the emitted that are right, in percent.
    pub fn precision(self) -> f32 {
        percent(self.right, self.emitted)
    }

    /// Share of the must labels that are found, in percent.
    pub fn recall(self) -> f32 {
        percent(self.found, self.must)
    }

    /// Their harmonic mean.
    pub fn f1(self) -> f32 {
        let (p, r) = (self.precision(), self.recall());
        if p + r > 0.0 { 2.0 * p * r / (p + r) } else { 0.0 }
    }

    fn add(&mut self, other: Self) {
        self.emitted += other.emitted;
        self.right += other.right;
        self.must += other.must;
        self.found += other.found;
    }
}

fn percent(a: usize, b: usize) -> f32 {
    if b == 0 { 0.0 } else { 100.0 * a as f32 / b as f32 }
}

/// The family a change is measured in.
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

/// How one session, or all of them, came out.
#[derive(Debug, Clone, Default)]
pub struct Score {
    /// By family.
    pub families: BTreeMap<&'static str, Tally>,
    /// All families.
    pub all: Tally,
    /// The same with kinds compared strictly.
    pub strict: Tally,
    /// Traps fallen for, of how many.
    pub traps: (usize, usize),
    /// Deltas whose only labels another delta was matched with.
    pub duplicates: usize,
    /// Decisions, constraints and facts that settle what a label holds open.
    pub canonized: usize,
    /// Right changes of another item than the label's: of how many whose items are both known.
    pub mistargeted: (usize, usize),
    /// Per tenth of confidence: emitted, right.
    pub calibration: [(usize, usize); 10],
    /// For each end state: shown, right, wanted, found.
    pub state: BTreeMap<&'static str, [usize; 4]>,
    /// What happened, line by line, for reading.
    pub dump: Vec<String>,
}

impl Score {
    /// Adds another session's score.
    pub fn absorb(&mut self, other: Self) {
        for (name, tally) in other.families {
            self.families.entry(name).or_default().add(tally);
        }
        self.all.add(other.all);
        self.strict.add(other.strict);
        self.traps = (self.traps.0 + other.traps.0, self.traps.1 + other.traps.1);
        self.duplicates += other.duplicates;
        self.canonized += other.canonized;
        self.mistargeted = (self.mistargeted.0 + other.mistargeted.0, self.mistargeted.1 + other.mistargeted.1);
        for (a, b) in self.calibration.iter_mut().zip(other.calibration) {
            *a = (a.0 + b.0, a.1 + b.1);
        }
        for (name, counts) in other.state {
            for (a, b) in self.state.entry(name).or_default().iter_mut().zip(counts) {
                *a += b;
            }
        }
        self.dump.extend(other.dump);
    }
}

struct Words {
    text: Vec<String>,
    pieces: Vec<Vec<String>>,
    places: Vec<usize>,
}

impl Words {
    /// How far a delta's words agree with a label's: summary with summary, snippet with quote.
    fn agreement(&self, label: &Self) -> f64 {
        let quotes = self.pieces.iter().flat_map(|p| label.pieces.iter().map(move |q| overlap(p, q)));
        quotes.fold(overlap(&self.text, &label.text), f64::max)
    }
}

/// Scores one session's emitted deltas and standing items.
pub fn score(session: &GoldSession, emitted: &[Emitted], standing: &[Standing]) -> Score {
    let place: HashMap<&str, usize> = session.turns.iter().enumerate().map(|(i, t)| (t.turn_id.as_str(), i)).collect();
    let places = |turns: &[String]| turns.iter().filter_map(|t| place.get(t.as_str()).copied()).collect();
    let ours: Vec<Words> = emitted
        .iter()
        .map(|e| Words { text: gold_words(&e.text), pieces: snippets(&e.snippets), places: places(&e.turns) })
        .collect();
    let by_id: HashMap<&str, &Label> = session.gold.labels.iter().map(|l| (l.id.as_str(), l)).collect();
    let theirs: Vec<Words> = session.gold.labels.iter().map(|l| label_words(l, &by_id, &places)).collect();
    let labels = &session.gold.labels;
    let matched = matching(emitted, &ours, labels, &theirs, true);
    let strict = matching(emitted, &ours, labels, &theirs, false);
    let mut out = Score { all: tally(emitted.len(), labels, &matched), ..Score::default() };
    out.strict = tally(emitted.len(), labels, &strict);
    by_family(&mut out, emitted, labels, &matched);
    for (i, e) in emitted.iter().enumerate() {
        let bin = ((e.confidence * 10.0) as usize).min(9);
        if let Some(cell) = out.calibration.get_mut(bin) {
            *cell = (cell.0 + 1, cell.1 + usize::from(matched.ours.contains_key(&i)));
        }
    }
    let carried = carried(emitted, labels, &matched, &by_id);
    out.state = states(session, standing, &carried, &by_id);
    out.mistargeted = mistargeted(emitted, labels, &matched, &carried, &by_id);
    out.duplicates = matched.named.iter().filter(|i| !matched.ours.contains_key(i)).count();
    out.canonized = canonized(emitted, &ours, labels, &theirs, &matched);
    dump(&mut out.dump, session, emitted, &matched);
    out.traps = traps(session, emitted, &ours, &matched, &place, &mut out.dump);
    out
}

fn snippets(all: &[String]) -> Vec<Vec<String>> {
    let mut room = SNIPPET_WORDS;
    let mut out = Vec::new();
    for snippet in all {
        let words: Vec<&str> = snippet.split_whitespace().take(room).collect();
        room -= words.len();
        if !words.is_empty() {
            out.push(gold_words(&words.join(" ")));
        }
    }
    out
}

fn label_words(label: &Label, by_id: &HashMap<&str, &Label>, places: &impl Fn(&[String]) -> Vec<usize>) -> Words {
    let target = label.target.as_deref().and_then(|t| by_id.get(t)).map_or("", |t| t.summary.as_str());
    let mut turns = vec![label.turn_id.clone()];
    turns.extend(label.also_turns.iter().cloned());
    turns.extend(label.restated.iter().flatten().cloned());
    Words {
        text: gold_words(&format!("{} {target}", label.summary)),
        pieces: if label.quote.is_empty() { Vec::new() } else { vec![gold_words(&label.quote)] },
        places: places(&turns),
    }
}

#[derive(Default)]
struct Matching {
    ours: HashMap<usize, usize>,
    theirs: HashMap<usize, usize>,
    /// Deltas that agree with a label at all.
    named: HashSet<usize>,
}

fn matching(emitted: &[Emitted], ours: &[Words], labels: &[Label], theirs: &[Words], families: bool) -> Matching {
    let mut edges: Vec<(f64, usize, usize)> = Vec::new();
    for (i, (e, a)) in emitted.iter().zip(ours).enumerate() {
        for (j, (l, b)) in labels.iter().zip(theirs).enumerate() {
            let same = if families { family(e.kind) == family(l.kind) } else { e.kind == l.kind };
            if !same || !near(&a.places, &b.places) {
                continue;
            }
            let agree = a.agreement(b);
            if agree >= AGREE {
                edges.push((agree + if e.kind == l.kind { 0.2 } else { 0.0 }, i, j));
            }
        }
    }
    edges.sort_by(|x, y| y.0.total_cmp(&x.0).then((y.1, y.2).cmp(&(x.1, x.2))));
    let mut out = Matching::default();
    for (_, i, j) in edges {
        out.named.insert(i);
        if !out.ours.contains_key(&i) && !out.theirs.contains_key(&j) {
            out.ours.insert(i, j);
            out.theirs.insert(j, i);
        }
    }
    out
}

fn near(ours: &[usize], theirs: &[usize]) -> bool {
    let first = theirs.first().copied();
    ours.iter().any(|&p| theirs.iter().any(|&q| p.abs_diff(q) <= usize::from(Some(q) == first)))
}

fn tally(emitted: usize, labels: &[Label], matched: &Matching) -> Tally {
    let must = |j: &usize| labels.get(*j).is_some_and(Label::must);
    Tally {
        emitted,
        right: matched.ours.len(),
        must: labels.iter().filter(|l| l.must()).count(),
        found: matched.theirs.keys().filter(|j| must(j)).count(),
    }
}

fn by_family(out: &mut Score, emitted: &[Emitted], labels: &[Label], matched: &Matching) {
    for (i, e) in emitted.iter().enumerate() {
        let tally = out.families.entry(family(e.kind)).or_default();
        tally.emitted += 1;
        tally.right += usize::from(matched.ours.contains_key(&i));
    }
    for (j, l) in labels.iter().enumerate().filter(|(_, l)| l.must()) {
        let tally = out.families.entry(family(l.kind)).or_default();
        tally.must += 1;
        tally.found += usize::from(matched.theirs.contains_key(&j));
    }
}

fn traps(
    session: &GoldSession,
    emitted: &[Emitted],
    ours: &[Words],
    matched: &Matching,
    place: &HashMap<&str, usize>,
    lines: &mut Vec<String>,
) -> (usize, usize) {
    let mut hits = 0;
    for trap in &session.gold.traps {
        let Some(kind) = DeltaKind::from_word(&trap.not_kind) else { continue };
        if !matches!(family(kind), "decision" | "constraint" | "fact") {
            continue;
        }
        let quote = gold_words(&trap.quote);
        let at = place.get(trap.turn_id.as_str());
        let hit = emitted.iter().zip(ours).enumerate().find(|(i, (e, w))| {
            !matched.ours.contains_key(i)
                && family(e.kind) == family(kind)
                && at.is_some_and(|a| w.places.contains(a))
                && w.pieces.iter().map(|p| overlap(p, &quote)).fold(overlap(&w.text, &quote), f64::max) >= TRAPPED
        });
        if let Some((_, (e, _))) = hit {
            hits += 1;
            lines.push(format!("TRAP {} {:?} -> {} {:?}", trap.why, trap.quote, e.kind, e.text.trim()));
        }
    }
    (hits, session.gold.traps.len())
}

/// Which labels, by the first of their chain, each item carries.
type Carried<'a> = HashMap<&'a str, HashSet<String>>;

fn carried<'a>(
    emitted: &'a [Emitted],
    labels: &[Label],
    matched: &Matching,
    by_id: &HashMap<&str, &Label>,
) -> Carried<'a> {
    let mut out = Carried::new();
    for (i, j) in &matched.ours {
        let (Some(e), Some(l)) = (emitted.get(*i), labels.get(*j)) else { continue };
        if let (Some(item), false) = (&e.item, family(e.kind) == "end") {
            out.entry(item).or_default().insert(root(&l.id, by_id));
        }
    }
    out
}

fn mistargeted(
    emitted: &[Emitted],
    labels: &[Label],
    matched: &Matching,
    carried: &Carried<'_>,
    by_id: &HashMap<&str, &Label>,
) -> (usize, usize) {
    let (mut wrong, mut known) = (0, 0);
    for (i, j) in &matched.ours {
        let (Some(ours), Some(theirs)) =
            (emitted.get(*i).and_then(|e| e.target.as_deref()), labels.get(*j).and_then(|l| l.target.as_deref()))
        else {
            continue;
        };
        let theirs = root(theirs, by_id);
        if carried.values().any(|l| l.contains(&theirs)) {
            known += 1;
            wrong += usize::from(!carried.get(ours).is_some_and(|l| l.contains(&theirs)));
        }
    }
    (wrong, known)
}

fn canonized(emitted: &[Emitted], ours: &[Words], labels: &[Label], theirs: &[Words], matched: &Matching) -> usize {
    let firm = |e: &Emitted| matches!(family(e.kind), "decision" | "constraint" | "fact");
    let open = |a: &Words| {
        labels
            .iter()
            .zip(theirs)
            .any(|(l, b)| family(l.kind) == "open" && near(&a.places, &b.places) && a.agreement(b) >= AGREE)
    };
    let wrong = emitted.iter().zip(ours).enumerate().filter(|(i, _)| !matched.ours.contains_key(i));
    wrong.filter(|(_, (e, a))| firm(e) && open(a)).count()
}

fn states(
    session: &GoldSession,
    standing: &[Standing],
    labels_of: &Carried<'_>,
    by_id: &HashMap<&str, &Label>,
) -> BTreeMap<&'static str, [usize; 4]> {
    let end = &session.gold.end;
    let wanted = [
        ("activeDecisions", ItemKind::Decision, &end.active_decisions),
        ("activeConstraints", ItemKind::Constraint, &end.active_constraints),
        ("openTasks", ItemKind::Task, &end.open_tasks),
    ];
    let mut out = BTreeMap::new();
    for (name, kind, ids) in wanted {
        let want: HashSet<String> = ids.iter().map(|i| root(i, by_id)).collect();
        let shown: Vec<&Standing> = standing.iter().filter(|s| s.kind == kind && s.status == Status::Active).collect();
        let right =
            shown.iter().filter(|s| labels_of.get(s.id.as_str()).is_some_and(|l| !l.is_disjoint(&want))).count();
        let got: HashSet<&String> = shown.iter().filter_map(|s| labels_of.get(s.id.as_str())).flatten().collect();
        let found = want.iter().filter(|w| got.contains(w)).count();
        out.insert(name, [shown.len(), right, want.len(), found]);
    }
    out
}

/// The label a chain of revisions begins with.
fn root(id: &str, by_id: &HashMap<&str, &Label>) -> String {
    let mut at = id;
    for _ in 0..100 {
        let Some(label) = by_id.get(at) else { break };
        let revises = matches!(label.kind, DeltaKind::DecisionRevised | DeltaKind::ConstraintRevised);
        match label.target.as_deref().filter(|t| revises && by_id.contains_key(t)) {
            Some(target) => at = target,
            None => break,
        }
    }
    at.to_owned()
}

fn dump(lines: &mut Vec<String>, session: &GoldSession, emitted: &[Emitted], matched: &Matching) {
    let labels = &session.gold.labels;
    lines.push(format!("### {}", session.name));
    for (i, e) in emitted.iter().enumerate() {
        let label = matched.ours.get(&i).and_then(|j| labels.get(*j));
        let head = if label.is_some() { "TP" } else { "FP" };
        let tail = label.map_or_else(String::new, |l| format!(" == {} {}", l.id, l.summary));
        lines.push(format!("{head} {:.2} {} {:?}{tail}", e.confidence, e.kind, e.text.trim()));
    }
    for (j, l) in labels.iter().enumerate().filter(|(j, l)| l.must() && !matched.theirs.contains_key(j)) {
        let _ = j;
        lines.push(format!("MISS {} {} {:?} | {}", l.kind, l.id, l.summary, l.quote));
    }
}
