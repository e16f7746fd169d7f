//! Defines the features of a standing item beside a turn of the person: what the turn and the agent's words before it
//! share with the item, the words around what is shared, the numbers of both, and the words of the whole turn.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use foldhash::HashMap;

use crate::language::likeness::subject;
use crate::language::numbers::numbers;
use crate::language::stems::stemmed;
use crate::pipeline::clause::{BlockKind, Clause, ReadTurn};
use crate::pipeline::spoken::features::{OF_GRAMMAR, hashed, sequences, shape, tokens};
use crate::pipeline::spoken::{self, SpokenAct, Surroundings};
use crate::state::ItemKind;
use crate::text::Readings;
use crate::text::hash::fnv1a_32_after;

/// Most clauses of a turn that are read.
const MOST_CLAUSES: usize = 16;
/// Most bytes of a clause, and of the agent's words, that are read.
const MOST_BYTES: usize = 400;

/// The subject words, numbers and units of a summary.
#[derive(Debug)]
struct Content {
    subject: BTreeSet<String>,
    numbers: BTreeSet<String>,
    units: BTreeSet<String>,
}

impl Content {
    fn of(summary: &str) -> Self {
        Self { subject: subject(summary), numbers: numbers(summary), units: units(summary) }
    }
}

thread_local! {
    /// The items that stand are set beside each turn.
    static CONTENTS: Readings<Content> = Readings::new();
}

/// A standing item.
#[derive(Debug, Clone)]
pub struct StandingItem {
    kind: ItemKind,
    content: Rc<Content>,
}

impl StandingItem {
    pub fn new(kind: ItemKind, summary: &str) -> Self {
        Self { kind, content: CONTENTS.with(|contents| contents.of(summary, Content::of)) }
    }

    /// The number of subject words that it shares with others, each counted less the more items have it.
    fn worth(&self, others: &BTreeSet<String>, having: &HashMap<&str, u8>) -> f32 {
        let shared = self.content.subject.intersection(others);
        shared.map(|word| 1.0 / f32::from(having.get(word.as_str()).copied().unwrap_or(1))).sum()
    }
}

/// A clause of the turn.
#[derive(Debug, Clone)]
struct Said {
    text: String,
    /// Its bytes in the turn.
    range: Range<usize>,
    subject: BTreeSet<String>,
    asks: bool,
    /// Read for the first item that the turn may end.
    words: OnceCell<Vec<String>>,
    figures: OnceCell<Figures>,
}

/// The numbers of a clause and their units.
#[derive(Debug, Clone)]
struct Figures {
    numbers: BTreeSet<String>,
    units: BTreeSet<String>,
}

impl Said {
    fn new(clause: &Clause) -> Self {
        let text = cut(&clause.text).to_owned();
        let (range, asks) = (clause.range.clone(), clause.asks);
        Self { subject: subject(&text), text, range, asks, words: OnceCell::new(), figures: OnceCell::new() }
    }

    fn words(&self) -> &[String] {
        self.words.get_or_init(|| tokens(&self.text))
    }

    fn figures(&self) -> &Figures {
        self.figures.get_or_init(|| Figures { numbers: numbers(&self.text), units: units(&self.text) })
    }
}

/// A turn of the person beside the items that stand before it.
#[derive(Debug, Clone)]
pub struct Setting<'i> {
    items: &'i [StandingItem],
    /// The number of items that have a subject word.
    having: HashMap<&'i str, u8>,
    clauses: Vec<Said>,
    /// The subject words of the turn and of the agent's words before it.
    subject: BTreeSet<String>,
    agents: BTreeSet<String>,
    agent_asks: bool,
    /// For each item, what the turn and the agent's words share with it.
    worths: Vec<(f32, f32)>,
}

/// How much the turn speaks of an item, beside the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// More than of any other.
    Most,
    /// As much as of another, and of none more.
    Equal,
    /// Less than of another.
    Less,
    /// Not at all, but the agent just spoke of it.
    OnlyAgent,
    /// Not at all.
    None,
}

impl Place {
    const fn word(self) -> &'static str {
        match self {
            Self::Most => "most",
            Self::Equal => "equal",
            Self::Less => "less",
            Self::OnlyAgent => "agent",
            Self::None => "none",
        }
    }
}

impl<'i> Setting<'i> {
    /// Sets a turn beside the items that stand, oldest first, and the agent's turn before it.
    pub fn new(turn: &ReadTurn, agent: Option<&ReadTurn>, items: &'i [StandingItem]) -> Self {
        let own = turn.clauses.iter().filter(|clause| clause.block != BlockKind::Quote);
        let clauses: Vec<Said> = own.take(MOST_CLAUSES).map(Said::new).collect();
        let subjects = clauses.iter().flat_map(|clause| clause.subject.iter().cloned()).collect();
        let told = beginning(agent);
        let agents = subject(&told);
        let mut having: HashMap<&str, u8> = HashMap::default();
        for word in items.iter().flat_map(|item| &item.content.subject) {
            let count = having.entry(word).or_default();
            *count = count.saturating_add(1);
        }
        let worths = items.iter().map(|item| (item.worth(&subjects, &having), item.worth(&agents, &having))).collect();
        Self { items, having, clauses, subject: subjects, agents, agent_asks: told.trim_end().ends_with('?'), worths }
    }

    /// The indexes of the items that the turn may end: those that it or the agent's words before it speak of most, and the
    /// newest.
    pub fn candidates(&self) -> Vec<usize> {
        let (said, told) = self.tops();
        let newest = self.items.len().checked_sub(1);
        let is_one = |at: &usize| {
            self.worths.get(*at).is_some_and(|own| (own.0 > 0.0 && own.0 >= said) || (own.1 > 0.0 && own.1 >= told))
        };
        (0..self.items.len()).filter(|at| is_one(at) || Some(*at) == newest).collect()
    }

    /// The largest worths of the items.
    fn tops(&self) -> (f32, f32) {
        self.worths.iter().fold((0.0, 0.0), |top: (f32, f32), own| (top.0.max(own.0), top.1.max(own.1)))
    }

    /// Whether the turn names an item: by two of its subject words, or by half of them. Of two sentences that differ in
    /// several numbered names ("lib8 for part 8b", "lib9 for part 9b") each is about its own.
    pub fn names(&self, at: usize) -> bool {
        let Some(item) = self.items.get(at) else { return false };
        let shared = item.content.subject.intersection(&self.subject).count();
        let (own, others) =
            (numbered(&item.content.subject, &self.subject), numbered(&self.subject, &item.content.subject));
        let is_another = own >= 2 && others >= 2;
        !is_another && (shared >= 2 || shared > 0 && shared * 2 >= item.content.subject.len())
    }

    /// Whether the clause that shares most with an item asks for work.
    pub fn asks_for_work(&self, at: usize) -> bool {
        let text = |at: Option<usize>| at.and_then(|at| self.clauses.get(at)).map(|clause| clause.text.as_str());
        let Some(place) = self.best(at) else { return false };
        let (previous, next) = (text(place.checked_sub(1)), text(Some(place + 1)));
        let around = Surroundings { agent: "", previous, next, place };
        let act = text(Some(place)).map(|text| spoken::read(text, around).likeliest().0);
        act == Some(SpokenAct::Task)
    }

    fn place(&self, at: usize) -> Place {
        let (said, told) = self.tops();
        let own = self.worths.get(at).copied().unwrap_or_default();
        let equals = self.worths.iter().filter(|other| other.0 >= said).count();
        match own {
            (own, _) if own > 0.0 && own >= said && equals == 1 => Place::Most,
            (own, _) if own > 0.0 && own >= said => Place::Equal,
            (own, _) if own > 0.0 => Place::Less,
            (_, own) if own > 0.0 && own >= told => Place::OnlyAgent,
            _ => Place::None,
        }
    }

    /// The byte range of the clause that shares most with an item, the last of equals.
    pub fn clause_of(&self, at: usize) -> Option<Range<usize>> {
        Some(self.clauses.get(self.best(at)?)?.range.clone())
    }

    /// The index of that clause.
    fn best(&self, at: usize) -> Option<usize> {
        let item = self.items.get(at)?;
        let shared = |clause: &Said| clause.subject.intersection(&item.content.subject).count();
        (0..self.clauses.len()).max_by_key(|n| self.clauses.get(*n).map_or(0, shared))
    }

    /// The hashes of an item's features, each once.
    pub fn features(&self, at: usize) -> Vec<u32> {
        let Some(item) = self.items.get(at) else { return Vec::new() };
        let place = self.place(at);
        let best = self.best(at);
        let speaks = matches!(place, Place::Most | Place::Equal | Place::Less);
        let mut out = Vec::with_capacity(256);
        self.of_overlap(&mut out, item, at, place, best);
        self.of_numbers(&mut out, item, place, best);
        self.of_words(&mut out, item, place, best.filter(|_| speaks));
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Adds how much is shared, by whom, and where in the turn.
    fn of_overlap(&self, out: &mut Vec<u32>, item: &StandingItem, at: usize, place: Place, best: Option<usize>) {
        let (place, kind) = (place.word(), item.kind.word());
        let shared = item.content.subject.intersection(&self.subject).count();
        let told = few(item.content.subject.intersection(&self.agents).count());
        let own = item.content.subject.intersection(&self.subject).filter(|word| self.is_only(word)).count();
        let share = (shared * 4).checked_div(item.content.subject.len()).unwrap_or_default().min(3);
        let clause = best.and_then(|best| self.clauses.get(best));
        let within = clause.map_or(0, |clause| clause.subject.intersection(&item.content.subject).count());
        let beside = clause.map_or(0, |clause| clause.subject.difference(&item.content.subject).count());
        let place_of_clause = match best {
            _ if self.clauses.len() == 1 => "only",
            Some(0) => "first",
            Some(n) if n + 1 == self.clauses.len() => "last",
            _ => "within",
        };
        let age = few(self.items.len() - 1 - at);
        for (name, parts) in [
            ("bias", &[][..]),
            ("kind", &[kind]),
            ("place", &[place]),
            ("kind-place", &[kind, place]),
            ("shared", &[few(shared)]),
            ("shared-within", &[few(within)]),
            ("shared-alone", &[few(own)]),
            ("share", &[few(share)]),
            ("share-place", &[few(share), place]),
            ("beside", &[few(beside)]),
            ("age", &[age]),
            ("age-place", &[age, place]),
            ("told", &[told]),
            ("told-place", &[told, place]),
            ("clause", &[place_of_clause, place]),
        ] {
            out.push(hashed(name, parts));
        }
    }

    /// Whether only one item has a word.
    fn is_only(&self, word: &str) -> bool {
        self.having.get(word) == Some(&1)
    }

    /// Adds whether the turn gives another number than the item has, of the same unit.
    fn of_numbers(&self, out: &mut Vec<u32>, item: &StandingItem, place: Place, best: Option<usize>) {
        if item.content.numbers.is_empty() {
            return;
        }
        for (name, clauses) in [
            ("number", best.and_then(|best| self.clauses.get(best)).map(std::slice::from_ref).unwrap_or_default()),
            ("number-anywhere", &self.clauses[..]),
        ] {
            let given: Vec<&Figures> = clauses.iter().map(Said::figures).collect();
            let says = given.iter().any(|said| !said.numbers.is_empty());
            let same = given.iter().any(|said| !said.numbers.is_disjoint(&item.content.numbers));
            let other = given.iter().any(|said| !said.numbers.is_subset(&item.content.numbers));
            let unit = given.iter().any(|said| !said.units.is_disjoint(&item.content.units));
            let told = [says, same, other, unit].map(|yes| if yes { "1" } else { "0" });
            out.push(hashed(name, &told));
            out.push(hashed(name, &[&told[..], &[place.word()]].concat()));
        }
    }

    /// Adds the words of the clause that speaks of the item, those around the shared ones, and those of the whole turn.
    fn of_words(&self, out: &mut Vec<u32>, item: &StandingItem, place: Place, best: Option<usize>) {
        let place = place.word();
        let all: Vec<&str> = self.clauses.iter().flat_map(Said::words).map(String::as_str).collect();
        let clause = best.and_then(|best| self.clauses.get(best));
        let words = clause.map(|clause| clause.words().iter().map(String::as_str).collect());
        let words: Vec<&str> = words.unwrap_or_else(|| all.clone());
        let shapes: Vec<&str> = words.iter().map(|word| shape(word)).collect();
        let grammar: Vec<&str> = shapes.iter().copied().filter(|s| !s.starts_with(['<', '0'])).collect();
        let mut found = Vec::new();
        sequences(&mut found, "word", &words, 1..=1);
        sequences(&mut found, "shape", &shapes, 2..=3);
        sequences(&mut found, "grammar", &grammar, 2..=3);
        found.push(hashed("opens", &shapes[..shapes.len().min(2)]));
        found.push(hashed("opens-word", words.get(..1).unwrap_or_default()));
        found.push(hashed("turn-opens", all.get(..1).unwrap_or_default()));
        found.extend(grammar.iter().map(|word| hashed("kind-word", &[item.kind.word(), word])));
        found.extend(all.iter().filter(|word| OF_GRAMMAR.contains(word)).map(|word| hashed("turn-grammar", &[word])));
        found.push(hashed("asks", &[if clause.is_some_and(|clause| clause.asks) { "1" } else { "0" }]));
        found.push(hashed("agent-asks", &[if self.agent_asks { "1" } else { "0" }]));
        let start = hashed(place, &[]);
        out.extend(found.into_iter().map(|hash| fnv1a_32_after(start, hash.to_le_bytes())));
        out.extend(all.iter().filter(|word| word.len() > 2).map(|word| hashed("turn-word", &[word])));
        let shared = |word: &&str| item.content.subject.contains(&*stemmed(word));
        if let (Some(first), Some(last)) = (words.iter().position(shared), words.iter().rposition(shared)) {
            for n in 1..=3 {
                let before = shapes.get(first.saturating_sub(n)..first).unwrap_or_default();
                let after = shapes.get(last + 1..(last + 1 + n).min(shapes.len())).unwrap_or_default();
                out.push(hashed("before", before));
                out.push(hashed("after", after));
            }
        }
    }
}

/// The number of words with a digit that the others lack.
fn numbered(words: &BTreeSet<String>, others: &BTreeSet<String>) -> usize {
    words.difference(others).filter(|word| word.contains(|c: char| c.is_ascii_digit())).count()
}

/// A number as one of four.
fn few(n: usize) -> &'static str {
    ["0", "1", "2", "3"].get(n).copied().unwrap_or("3")
}

/// The first `MOST_BYTES` of the agent's turn.
fn beginning(agent: Option<&ReadTurn>) -> String {
    let mut out = String::new();
    for sentence in agent.into_iter().flat_map(|turn| &turn.sentences) {
        if out.len() >= MOST_BYTES {
            break;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(cut(&sentence.text));
    }
    cut(&out).to_owned()
}

/// A text up to `MOST_BYTES`.
fn cut(text: &str) -> &str {
    let end = text.char_indices().map(|(at, _)| at).find(|at| *at >= MOST_BYTES).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// The words and signs behind the numbers of a text: "s" of "30 s", "%" of "5%".
fn units(text: &str) -> BTreeSet<String> {
    let bare = |word| str::trim_matches(word, ['.', ',', ';', ')', '!', '?', ':']);
    let low = text.to_lowercase();
    let mut out = BTreeSet::new();
    let mut words = low.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let Some(end) = word.rfind(|c: char| c.is_ascii_digit()) else { continue };
        let tail = bare(word.get(end + 1..).unwrap_or_default());
        let unit = if tail.is_empty() { bare(words.peek().copied().unwrap_or_default()) } else { tail };
        out.insert(stemmed(unit).into_owned());
    }
    out.remove("");
    out
}
