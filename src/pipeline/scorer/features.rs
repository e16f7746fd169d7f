//! Defines the features of a clause: its cues, structure, words, place in the turn and in the dialogue.
//!
//! A feature is a hashed name and a value. Nothing of anybody's text is kept in the weights, only hashes.

use std::borrow::Cow;

use super::super::clause::{BlockKind, Clause, Cue, Modality, ReadTurn};
use super::super::dialogue::{Answer, Dialogue, OfferKind, answer, echo, label_of, word_hash};
use crate::language::stems::{lowered, stemmed};
use crate::text::hash::{fnv1a_32, fnv1a_32_after};
use crate::transcript::Role;

words! {
    /// Groups of features; a confidence is explained by group.
    Group {
        Speaker = "speaker",
        /// The rules that match the clause.
        Cue = "phrasing",
        Modality = "mood", Words = "choice of words", Structure = "form", Position = "place in the turn",
        Dialogue = "the talk before", After = "the talk after", Neighbour = "words beside it",
    }
}

/// A clause with the dialogue around it: the input of the features.
#[derive(Debug, Clone, Copy)]
pub struct ClauseContext<'a> {
    pub read: &'a ReadTurn,
    pub clause: &'a Clause,
    /// The dialogue before the turn.
    pub before: &'a Dialogue,
    /// The next turn; `None` while the turn is the last.
    pub after: Option<&'a ReadTurn>,
}

/// Hashed features: (hash, group, value), in emission order.
#[derive(Debug, Clone, Default)]
pub struct Features(pub Vec<(u32, Group, f32)>);

struct Sink<'a> {
    out: &'a mut Features,
    /// The hash of the speaker's role, with which the name of each feature begins: the same words weigh differently for
    /// each speaker.
    role: u32,
}

impl<'a> Sink<'a> {
    fn new(out: &'a mut Features, role: Role) -> Self {
        Self { out, role: after_part(fnv1a_32([]), role.word()) }
    }

    /// Adds a feature.
    fn add(&mut self, group: Group, parts: &[&str]) {
        let hash = parts.iter().fold(self.role, |hash, part| after_part(hash, part));
        self.out.0.push((hash, group, 1.0));
    }
}

/// The hash of a feature's name with this part behind it.
fn after_part(hash: u32, part: &str) -> u32 {
    fnv1a_32_after(fnv1a_32_after(hash, part.bytes()), [0x1f])
}

/// All features of a clause.
pub fn features(context: ClauseContext<'_>) -> Features {
    let mut out = base_features(context);
    add_after(context, &mut out);
    out
}

/// Features of most clauses at most.
const USUAL: usize = 96;

/// The features that do not depend on the turn after the clause's.
pub fn base_features(context: ClauseContext<'_>) -> Features {
    let mut out = Features(Vec::with_capacity(USUAL));
    let mut sink = Sink::new(&mut out, context.read.role);
    sink.add(Group::Speaker, &["bias"]);
    cues(&mut sink, context.clause);
    words(&mut sink, context.clause);
    structure(&mut sink, context.clause);
    position(&mut sink, context);
    before(&mut sink, context);
    neighbours(&mut sink, context);
    out
}

/// Adds the features of the turn after the clause's, or of its absence.
pub fn add_after(context: ClauseContext<'_>, out: &mut Features) {
    after(&mut Sink::new(out, context.read.role), context);
}

const DIGITS: [&str; 13] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];

fn bucket(n: usize) -> &'static str {
    let at = match n {
        0..=4 => n,
        5..=7 => 5,
        8..=11 => 6,
        12..=17 => 7,
        18..=27 => 8,
        28..=45 => 9,
        46..=90 => 10,
        91..=200 => 11,
        _ => 12,
    };
    DIGITS.get(at).copied().unwrap_or("12")
}

fn tenth(share: f32) -> &'static str {
    DIGITS.get((share.clamp(0.0, 1.0) * 5.0).round() as usize).copied().unwrap_or("5")
}

fn cues(sink: &mut Sink<'_>, clause: &Clause) {
    let mut count = 0;
    let mut rules = clause.cues.iter();
    while let Some(rule) = rules.next() {
        count += 1;
        sink.add(Group::Cue, &["cue", rule.id]);
        for other in rules.clone() {
            if rule.class != other.class {
                sink.add(Group::Cue, &["cls", rule.class.word(), other.class.word()]);
            }
        }
    }
    sink.add(Group::Cue, &["cues", bucket(count)]);
    sink.add(Group::Modality, &["mod", clause.modality.word()]);
    if clause.asks {
        sink.add(Group::Modality, &["asks"]);
    }
}

fn words(sink: &mut Sink<'_>, clause: &Clause) {
    let low: Vec<Cow<'_, str>> = plain_words(&clause.text).take(60).collect();
    for (i, word) in low.iter().enumerate() {
        sink.add(Group::Words, &["w", &stemmed(word)]);
        if let Some(next) = low.get(i + 1) {
            sink.add(Group::Words, &["ww", word, next]);
        }
        if i < 3 {
            sink.add(Group::Words, &["first", DIGITS.get(i).copied().unwrap_or(""), word]);
        }
    }
    if let (Some(a), Some(b), Some(c)) = (low.first(), low.get(1), low.get(2)) {
        sink.add(Group::Words, &["f3", a, b, c]);
    }
    if let Some(last) = low.last() {
        sink.add(Group::Words, &["last", last]);
    }
    sink.add(Group::Structure, &["len", bucket(low.len())]);
}

fn plain_words(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    text.split(|c: char| !(c.is_alphanumeric() || is_inside_word(c)))
        .map(|w| w.trim_matches(is_inside_word))
        .filter(|w| !w.is_empty())
        .map(|w| {
            if w.bytes().any(|b| b.is_ascii_digit()) {
                Cow::Borrowed("#num")
            } else if w.bytes().any(|b| matches!(b, b'/' | b'.' | b'_')) {
                Cow::Borrowed("#name")
            } else {
                lowered(w)
            }
        })
}

fn is_inside_word(c: char) -> bool {
    matches!(c, '\'' | '’' | '_' | '.' | '/' | '#' | '-')
}

fn structure(sink: &mut Sink<'_>, clause: &Clause) {
    sink.add(Group::Structure, &["block", clause.block.word()]);
    sink.add(Group::Structure, &["block-mod", clause.block.word(), clause.modality.word()]);
    if let Some(list) = clause.list {
        sink.add(Group::Structure, &["depth", bucket(list.depth)]);
        sink.add(Group::Structure, &["ordered", if list.number.is_some() { "y" } else { "n" }]);
        sink.add(Group::Structure, &["item", bucket(list.index)]);
    }
    for (name, text) in [("h", &clause.heading), ("lead", &clause.lead)] {
        if let Some(text) = text {
            sink.add(Group::Structure, &[name]);
            for word in plain_words(text).take(8) {
                sink.add(Group::Structure, &[name, &stemmed(&word)]);
            }
        }
    }
    if clause.opens_block {
        sink.add(Group::Structure, &["opens"]);
    }
    if label_of(clause).is_some() {
        sink.add(Group::Structure, &["labelled"]);
    }
    let text = clause.text.as_str();
    let marks: [(&str, bool); 10] = [
        ("code", text.contains('`')),
        ("bold", text.contains("**")),
        ("colon", text.ends_with(':')),
        ("dash", text.contains(" - ") || text.contains('—')),
        ("arrow", text.contains("->") || text.contains('→')),
        ("num", text.bytes().any(|b| b.is_ascii_digit())),
        ("url", text.contains("://")),
        ("check", text.contains('✅') || text.contains('✓') || text.contains("[x]")),
        ("excl", text.ends_with('!')),
        ("caps", text.split_whitespace().any(|w| w.len() > 3 && w.bytes().all(|b| b.is_ascii_uppercase()))),
    ];
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
    sink.add(Group::Structure, &["symbols", tenth(1.0 - letters as f32 / text.len().max(1) as f32)]);
    let small = text.split_whitespace().filter(|w| is_function_word(w)).count();
    sink.add(Group::Structure, &["function-words", tenth(small as f32 / clause.words().max(1) as f32 * 2.0)]);
    for (name, on) in marks {
        if on {
            sink.add(Group::Structure, &["mark", name]);
        }
    }
}

/// Function words: frequent in prose, rare in logs, tables and names.
const FUNCTION_WORDS: &[&str] = &[
    "the", "a", "an", "to", "of", "in", "on", "for", "and", "or", "is", "are", "be", "it", "that", "this", "we", "i",
    "you", "not", "do", "so", "but", "with", "as", "if", "can", "should", "have", "just", "let's", "then", "my", "our",
    "me", "us", "now", "there",
];

fn is_function_word(word: &str) -> bool {
    word.len() <= 5 && FUNCTION_WORDS.iter().any(|f| f.len() == word.len() && f.eq_ignore_ascii_case(word))
}

fn position(sink: &mut Sink<'_>, context: ClauseContext<'_>) {
    let n = context.read.clauses.len();
    let i = context.clause.index;
    sink.add(Group::Position, &["of", bucket(n)]);
    sink.add(Group::Position, &["from-start", bucket(i)]);
    sink.add(Group::Position, &["from-end", bucket(n.saturating_sub(i + 1))]);
    sink.add(Group::Position, &["block-no", bucket(context.clause.block_index)]);
    sink.add(Group::Position, &["bytes", bucket(context.read.bytes / 40)]);
    if i == 0 {
        sink.add(Group::Position, &["first-mod", context.clause.modality.word()]);
        for rule in context.clause.cues.iter() {
            sink.add(Group::Position, &["first-cue", rule.id]);
        }
    }
    let lines = context.read.clauses.iter().filter(|c| c.block == BlockKind::Item).count();
    sink.add(Group::Position, &["items", bucket(lines)]);
    if context.read.role == Role::User {
        sink.add(Group::Position, &["user-turn", bucket(context.before.user_turns)]);
        if context.before.user_turns == 0 {
            sink.add(Group::Position, &["opening", bucket(i)]);
            sink.add(Group::Position, &["opening-mod", context.clause.modality.word()]);
        }
    } else {
        sink.add(Group::Position, &["run", bucket(context.before.run)]);
    }
}

/// Share of `tokens` found in `words`, 0 to 1; both are sorted hashes.
fn share_in(tokens: &[u32], words: &[u32]) -> f32 {
    let found = tokens.iter().filter(|t| words.binary_search(t).is_ok()).count();
    found as f32 / tokens.len().max(1) as f32
}

fn before(sink: &mut Sink<'_>, context: ClauseContext<'_>) {
    let d = context.before;
    let set = &context.clause.tokens;
    sink.add(Group::Dialogue, &["prev", d.last_role.map_or("none", Role::word)]);
    sink.add(Group::Dialogue, &["in-assistant", tenth(share_in(set, &d.assistant_words))]);
    if let Some(last) = d.user_words.last() {
        sink.add(Group::Dialogue, &["in-user", tenth(share_in(set, last))]);
        let any = d.user_words.iter().map(|words| share_in(set, words)).fold(0.0, f32::max);
        sink.add(Group::Dialogue, &["in-users", tenth(any)]);
    }
    let said = d.said.get(&word_hash(&context.clause.tokens)).copied().unwrap_or(0);
    sink.add(Group::Dialogue, &["said", bucket(said.min(3) as usize)]);
    if let Some((requests, asks)) = d.last_user {
        let what = match (requests, asks) {
            (true, _) => "request",
            (false, true) => "question",
            _ => "talk",
        };
        sink.add(Group::Dialogue, &["last-user", what]);
        sink.add(Group::Dialogue, &["last-user-mod", what, context.clause.modality.word()]);
    }
    if let Some(a) = d.last_answer {
        sink.add(Group::Dialogue, &["last-answer", a.word()]);
    }
    if context.read.role == Role::User {
        let questions = d.offers.iter().filter(|o| o.kind == OfferKind::Question).count();
        let choices = d.offers.iter().filter(|o| o.kind == OfferKind::Choice).count();
        sink.add(Group::Dialogue, &["offered-q", bucket(questions)]);
        sink.add(Group::Dialogue, &["offered-c", bucket(choices)]);
        let own = answer(context.read);
        sink.add(Group::Dialogue, &["answer", own.word()]);
        let first = if context.clause.index == 0 { "first" } else { "later" };
        sink.add(Group::Dialogue, &["answer-at", own.word(), first, context.clause.modality.word()]);
        if questions + choices > 0 {
            sink.add(Group::Dialogue, &["offered-mod", context.clause.modality.word(), first]);
        }
        if let Some(last) = d.last_assistant.as_ref().and_then(|r| r.clauses.last()) {
            sink.add(Group::Dialogue, &["asked-last", if last.asks { "y" } else { "n" }, own.word(), first]);
        }
    }
}

fn after(sink: &mut Sink<'_>, context: ClauseContext<'_>) {
    let Some(next) = context.after else {
        sink.add(Group::After, &["next", "unknown"]);
        return;
    };
    if context.read.role == Role::User {
        echoed(sink, context.clause, next);
        return;
    }
    sink.add(Group::After, &["next", next.role.word()]);
    sink.add(Group::After, &["next-block", next.role.word(), context.clause.block.word()]);
    sink.add(Group::After, &["next-mod", next.role.word(), context.clause.modality.word()]);
    if next.role != Role::User {
        return;
    }
    let how = answer(next);
    sink.add(Group::After, &["answered", how.word()]);
    sink.add(Group::After, &["answered-mod", how.word(), context.clause.modality.word()]);
    sink.add(Group::After, &["answered-block", how.word(), context.clause.block.word()]);
    for class in [Cue::Suggest, Cue::WantMe, Cue::OptionWord, Cue::Either, Cue::WellDo] {
        if context.clause.has(class) {
            let rule = super::super::clause::rules::RULES.get(class as usize).map_or("", |r| r.id);
            sink.add(Group::After, &["answered-cue", how.word(), rule]);
        }
    }
    let last = context.read.clauses.last().is_some_and(|c| c.index == context.clause.index);
    if last {
        sink.add(Group::After, &["answered-last", how.word(), if context.clause.asks { "y" } else { "n" }]);
    }
    let set = &context.clause.tokens;
    let shared = set.iter().filter(|t| next.words.binary_search(t).is_ok()).count();
    sink.add(Group::After, &["taken-up", bucket(shared), tenth(shared as f32 / set.len().max(1) as f32)]);
    sink.add(Group::After, &["taken-up-n", bucket(shared), how.word()]);
    if how == Answer::Pick
        && let (Some(label), Some(first)) = (label_of(context.clause), next.clauses.first())
    {
        let named = plain_words(&first.text).any(|w| w == label) || first.text.to_lowercase().contains(&label);
        sink.add(Group::After, &["picked", if named { "y" } else { "n" }]);
    }
}

/// Features of how the assistant's next turn begins and whether it repeats the person's clause.
fn echoed(sink: &mut Sink<'_>, clause: &Clause, next: &ReadTurn) {
    sink.add(Group::After, &["next", next.role.word()]);
    let first = next.clauses.first();
    if let Some(first) = first {
        sink.add(Group::After, &["next-first", first.modality.word()]);
        sink.add(Group::After, &["next-first-mod", first.modality.word(), clause.modality.word()]);
        for rule in first.cues.iter() {
            sink.add(Group::After, &["next-first-cue", rule.id]);
        }
    }
    sink.add(Group::After, &["next-bytes", bucket(next.bytes / 40)]);
    match echo(clause, next) {
        Some((at, shared)) => {
            let share = shared as f32 / clause.tokens.len().max(1) as f32;
            sink.add(Group::After, &["echo", bucket(shared), tenth(share)]);
            sink.add(Group::After, &["echo-mod", tenth(share), clause.modality.word()]);
            sink.add(Group::After, &["echo-at", bucket(at)]);
            if let Some(said) = next.clauses.get(at) {
                sink.add(Group::After, &["echo-as", said.modality.word(), clause.modality.word()]);
                for rule in said.cues.iter() {
                    sink.add(Group::After, &["echo-cue", rule.id]);
                }
            }
        }
        None => sink.add(Group::After, &["echo", "none", clause.modality.word()]),
    }
}

fn neighbours(sink: &mut Sink<'_>, context: ClauseContext<'_>) {
    let (clauses, i) = (&context.read.clauses, context.clause.index);
    let left = i.checked_sub(1).and_then(|i| clauses.get(i));
    for (name, other) in [("left", left), ("right", clauses.get(i + 1))] {
        let Some(other) = other else {
            sink.add(Group::Neighbour, &[name, "none"]);
            continue;
        };
        sink.add(Group::Neighbour, &[name, other.modality.word()]);
        sink.add(Group::Neighbour, &[name, "b", other.block.word()]);
        for rule in other.cues.iter() {
            sink.add(Group::Neighbour, &[name, "c", rule.id]);
        }
    }
    if context.clause.modality == Modality::Statement && context.clause.cues == super::super::clause::CueSet::default()
    {
        sink.add(Group::Cue, &["plain"]);
    }
}
