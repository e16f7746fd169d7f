//! Defines [`SpokenRule`], a rule read directly from a turn of the person, and its state in the ledger.
//!
//! A rule is checked from the turn that states it, with or without an item that states it: without one it is only
//! likely. It ends with its item, or when the person allows the act.

use serde::{Deserialize, Serialize};

use super::rules::forbidden_by;
use crate::language::prohibitions::{
    Ban, Forbidden, Message, Release, forbidden, forbidden_before, is_of_first_step, may_forbid, release,
};
use crate::language::stems::token_hashes;
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::state::{Item, ItemKind, Ledger, Status, TurnId};
use crate::text::patterns;

/// Most rules kept of a session; the oldest go first.
const MAX_RULES: usize = 64;
/// Maximum number of bytes in a sentence that is read as a rule.
const MAX_LEN: usize = 600;
patterns! {
    /// Words that complain that a rule was broken: the rule itself was said before.
    COMPLAINS = r"(?i)\b(?:i (?:already )?(?:said|told you|asked you|wrote)|you (?:were|are) not (?:supposed|meant)|why (?:did|are|do) you)\b|^\W*you(?:['’]re| are| have| did|['’]ve)\b";
    /// Words above a list of rules: "Ground rules since you're new here:".
    RULES_FOLLOW = r"(?ix)\b(?: (?:ground|house|hard|basic|project|team|our|my|the|some|few|more|following)\s+(?:\w+\s+)?(?:rules?|obligations?|conventions?|constraints?|guidelines?|requirements?|principles|conditions|policies) | (?:rules?|obligations?|conventions?|constraints?|guidelines?)\s+(?:for|here|now|of|btw|since) | how\s+(?:we|i)\s+work | (?:need|have|want\s+you)\s+to\s+know | keep\s+in\s+mind )\b[^?]*$ | ^\W*(?:rules?|obligations?|conventions?|constraints?|guidelines?)\W*$";
}

/// A sentence of the person that forbids something, or is in a list of rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SpokenRule {
    pub turn_id: TurnId,
    /// The sentence.
    pub words: String,
    /// The sentences after it, which may hold its exception.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub behind: String,
    /// The acts that the person has allowed since. A rule with all its acts allowed is kept, so that the item made of the
    /// same turn does not forbid them again.
    #[serde(default)]
    pub released: Vec<Released>,
    /// The acts it forbids, read from its words.
    #[serde(skip)]
    pub rules: Vec<Forbidden>,
}

/// An act that the person allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Released {
    ban: Ban,
    /// Whether only until the person's next turn.
    once: bool,
}

/// The state of a spoken rule in the ledger.
#[derive(Debug)]
pub(super) enum RuleState<'l> {
    /// An active item states it too.
    Item(&'l Item),
    /// No item states it: the rule is likely.
    Likely,
    /// Its item has ended, or says more exactly what is forbidden.
    Ended,
}

impl SpokenRule {
    /// Parses the words again, after loading.
    pub(super) fn read_again(mut self) -> Self {
        self.rules = forbidden_before(&self.words, &self.behind);
        self
    }

    /// Whether it holds until further notice and no item comes from its words.
    pub(super) fn is_unlisted(&self, ledger: &Ledger) -> bool {
        let holds = self.rules.is_empty() || self.in_force().next().is_some();
        let lasts = self.rules.iter().all(|rule| !rule.until);
        let mut own = ledger.items().iter().filter(|item| is_of_turn(item, &self.turn_id));
        holds
            && lasts
            && !COMPLAINS.is_match(&self.words)
            && !own.any(|item| self.shares_words(item) || self.rules.iter().any(|rule| forbids_the_same(item, rule)))
    }

    /// The acts it still forbids.
    pub(super) fn in_force(&self) -> impl Iterator<Item = &Forbidden> {
        self.rules.iter().filter(|rule| self.released.iter().all(|r| r.ban != rule.ban))
    }

    /// Records which of its acts a message of the person allows; `None` stands for a message too long to allow any.
    pub(super) fn record_permissions(&mut self, message: Option<&Message<'_>>) {
        self.released.retain(|r| !r.once);
        let Some(message) = message else { return };
        for rule in &self.rules {
            let known = self.released.iter().any(|r| r.ban == rule.ban);
            if !known && is_of_first_step(&self.words) {
                self.released.push(Released { ban: rule.ban, once: false });
                continue;
            }
            if let Some(release) = (!known).then(|| release(rule, message)).flatten() {
                self.released.push(Released { ban: rule.ban, once: release == Release::Once });
            }
        }
    }

    /// Whether an item's rule is this one: it forbids the same kind of act and comes from the same turn.
    pub(super) fn covers(&self, item: &Item, ban: Ban) -> bool {
        self.rules.iter().any(|rule| rule.ban == ban && !names_more(item, rule)) && is_of_turn(item, &self.turn_id)
    }

    /// The state of its rule in the ledger, where `of_turn` are the items that come from its turn: that of the items that
    /// forbid the same, else of those in its words.
    pub(super) fn standing<'l>(&self, rule: &Forbidden, of_turn: impl Iterator<Item = &'l Item>) -> RuleState<'l> {
        let own = of_turn
            .filter(|item| matches!(item.kind, ItemKind::Constraint | ItemKind::Decision | ItemKind::RejectedOption));
        let (forbidding, others): (Vec<&Item>, Vec<&Item>) = own.partition(|item| forbids_the_same(item, rule));
        let said = if forbidding.is_empty() {
            others.into_iter().filter(|item| self.shares_words(item)).collect()
        } else {
            forbidding
        };
        match said.iter().find(|item| item.status == Status::Active) {
            // "Don't commit this": the item names what "this" is, and is judged by itself.
            Some(item) if names_more(item, rule) => RuleState::Ended,
            Some(item) => RuleState::Item(item),
            None if said.is_empty() => RuleState::Likely,
            None => RuleState::Ended,
        }
    }

    /// Whether two thirds of an item's words are in this sentence.
    fn shares_words(&self, item: &Item) -> bool {
        let (own, said) = (token_hashes(&item.summary), token_hashes(&self.words));
        let shared = own.iter().filter(|token| said.binary_search(token).is_ok()).count();
        !own.is_empty() && shared * 3 >= own.len() * 2
    }
}

/// Whether an item has the same kind of prohibition, of the same things where both name some.
fn forbids_the_same(item: &Item, rule: &Forbidden) -> bool {
    let of_others = |other: &Forbidden| {
        !other.names.is_empty() && !rule.names.is_empty() && !other.names.iter().any(|name| rule.names.contains(name))
    };
    forbidden_by(item).iter().any(|other| other.ban == rule.ban && !of_others(other))
}

/// Whether an item names the things that a rule only points to.
fn names_more(item: &Item, rule: &Forbidden) -> bool {
    rule.names.is_empty() && forbidden_by(item).iter().any(|own| !own.names.is_empty())
}

fn is_of_turn(item: &Item, turn_id: &str) -> bool {
    item.versions.iter().any(|v| *v.turn_id == *turn_id || v.evidence.turn_ids.iter().any(|t| **t == *turn_id))
}

/// The rules in a turn of the person.
pub(super) fn spoken(turn: &ReadTurn) -> Vec<SpokenRule> {
    let own: Vec<_> = turn
        .sentences
        .iter()
        .filter(|s| !matches!(s.block, BlockKind::Quote | BlockKind::Row | BlockKind::Heading))
        .collect();
    let mut out: Vec<SpokenRule> = Vec::new();
    for (n, sentence) in own.iter().enumerate() {
        let listed = sentence.list.is_some() && sentence.opens_block && !sentence.asks && is_below_rules(&own[..n]);
        if sentence.text.len() > MAX_LEN || !(listed || may_forbid(&sentence.text)) {
            continue;
        }
        let behind =
            own.get(n + 1).filter(|next| next.block_index == sentence.block_index && next.text.len() < MAX_LEN);
        let rule = SpokenRule {
            turn_id: turn.turn_id.clone(),
            words: ended(&sentence.text, sentence.asks),
            behind: behind.map(|next| next.text.clone()).unwrap_or_default(),
            released: Vec::new(),
            rules: Vec::new(),
        };
        let before = n.checked_sub(1).and_then(|at| own.get(at));
        let rule = beside(rule.read_again(), before.filter(|b| b.block_index == sentence.block_index));
        if listed || !rule.rules.is_empty() {
            out.push(rule);
        }
    }
    out
}

/// Whether the list after these sentences is one of rules, by the words above it.
fn is_below_rules(before: &[&Sentence]) -> bool {
    before.iter().rev().find(|s| s.list.is_none()).is_some_and(|lead| RULES_FOLLOW.is_match(&lead.text))
}

/// The rule, with the sentence before it if only that one names what it is about: "The vendor folder is upstream code.
/// We never change it."
fn beside(rule: SpokenRule, before: Option<&&Sentence>) -> SpokenRule {
    let Some(before) = before.filter(|before| rule.rules.is_empty() && before.text.len() < MAX_LEN) else {
        return rule;
    };
    if !forbidden(&before.text).is_empty() {
        return rule;
    }
    let mark = if before.text.ends_with(['.', '!', '?', ';']) { "" } else { "." };
    let words = format!("{}{mark} {}", ended(&before.text, before.asks), rule.words);
    let joined = SpokenRule { words, ..rule.clone() }.read_again();
    if joined.rules.is_empty() { rule } else { joined }
}

/// Puts the question mark back that a question lost.
fn ended(text: &str, asks: bool) -> String {
    let text = text.trim();
    if asks && !text.ends_with('?') { format!("{text}?") } else { text.to_owned() }
}

/// Adds the rules of a turn, dropping the oldest beyond [`MAX_RULES`].
pub(super) fn add(all: &mut Vec<SpokenRule>, new: Vec<SpokenRule>) {
    all.extend(new);
    let beyond = all.len().saturating_sub(MAX_RULES);
    all.drain(..beyond);
}
