//! Defines the dialogue context of a clause: the last turns, the assistant's offers, and how the person answers them.

use std::sync::Arc;

use super::clause::{BlockKind, Clause, Cue, Modality, ReadTurn, rules::Class};
use crate::language::answers;
use crate::text::hash::fnv1a_64;
use crate::transcript::Role;

words! {
    /// The kind of an offer of the assistant. A choice is one of several options.
    OfferKind {
        Question = "question", Proposal = "proposal", Choice = "choice",
    }
}

/// A question, proposal or option the assistant puts to the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    pub kind: OfferKind,
    /// The clause's index in its turn.
    pub clause: usize,
    /// Its label in the text: `1`, `a`, ...
    pub label: Option<String>,
}

words! {
    /// How a turn of the person answers the assistant's offers; `GoesOn` is none of the others.
    Answer {
        None = "none",
        /// Yes, in at most five words.
        Yes = "yes",
        YesMore = "yes_more", No = "no", Pick = "pick",
        /// The choice is left to the agent.
        Delegates = "delegates",
        /// A question in return.
        Asks = "asks",
        GoesOn = "goes_on",
    }
}

/// How `read`, a turn of the person, answers the assistant's offers.
pub fn answer(read: &ReadTurn) -> Answer {
    let Some(first) = read.clauses.first() else { return Answer::None };
    let words: usize = read.clauses.iter().take(4).map(Clause::words).sum();
    if first.has(Cue::Delegates) {
        return Answer::Delegates;
    }
    if first.has(Cue::PickLetter) && first.words() <= 12 {
        return Answer::Pick;
    }
    if first.has(Cue::Yes) {
        return if words <= 5 { Answer::Yes } else { Answer::YesMore };
    }
    if first.has(Cue::No) {
        return Answer::No;
    }
    if read.clauses.iter().take(3).any(|c| c.modality == Modality::Question) {
        return Answer::Asks;
    }
    Answer::GoesOn
}

/// The offers in a turn of the assistant, in order.
pub fn offers(read: &ReadTurn) -> Vec<Offer> {
    let mut out = Vec::new();
    let listed =
        read.clauses.iter().any(|c| c.cues.class(Class::Option)) || read.clauses.last().is_some_and(|c| c.asks);
    for clause in &read.clauses {
        let label = label_of(clause);
        // A labelled question is a topic to talk about, no option.
        if clause.opens_line && label.is_some() && listed && !clause.asks {
            out.push(Offer { kind: OfferKind::Choice, clause: clause.index, label });
        } else if clause.asks && clause.block != BlockKind::Quote {
            out.push(Offer { kind: OfferKind::Question, clause: clause.index, label });
        } else if clause.has(Cue::Suggest) && clause.modality != Modality::Report {
            out.push(Offer { kind: OfferKind::Proposal, clause: clause.index, label });
        }
    }
    out
}

/// The label of a clause: its list number, or "Option B", "(b)", "B)" at its start.
pub fn label_of(clause: &Clause) -> Option<String> {
    if let Some(number) = clause.list.and_then(|l| (l.depth == 1).then_some(l.number?)) {
        return Some(number.to_string());
    }
    let text = clause.lead.as_deref().unwrap_or(&clause.text);
    answers::label(text)
}

/// The dialogue before a turn.
#[derive(Debug, Clone, Default)]
pub struct Dialogue {
    pub last_assistant: Option<Arc<ReadTurn>>,
    pub offers: Vec<Offer>,
    /// Words of that turn, as sorted hashes.
    pub assistant_words: Vec<u32>,
    /// Words of the person's last turns, as sorted hashes, newest last.
    pub user_words: Vec<Vec<u32>>,
    /// The last turn's speaker.
    pub last_role: Option<Role>,
    /// Assistant turns since the person spoke.
    pub run: usize,
    /// Turns of the person so far.
    pub user_turns: usize,
    /// Turns so far.
    pub turns: usize,
    /// How the person's last turn answered.
    pub last_answer: Option<Answer>,
    /// Whether the person's last turn has a request, and whether it has a question.
    pub last_user: Option<(bool, bool)>,
    /// How often a clause was said before, by the hash of its word set.
    pub said: foldhash::HashMap<u64, u32>,
}

/// Turns of the person whose words are kept.
const KEPT_USER_TURNS: usize = 4;

impl Dialogue {
    /// Adds a turn.
    pub fn push(&mut self, read: Arc<ReadTurn>) {
        self.turns += 1;
        for clause in &read.clauses {
            if clause.words() > 2 {
                *self.said.entry(word_hash(&clause.tokens)).or_default() += 1;
            }
        }
        self.last_role = Some(read.role);
        if read.role == Role::User {
            self.user_turns += 1;
            self.run = 0;
            self.last_answer = Some(answer(&read));
            let requests = read.clauses.iter().any(|c| c.modality == Modality::Request);
            let asks = read.clauses.iter().any(|c| c.modality == Modality::Question);
            self.last_user = Some((requests, asks));
            self.user_words.push(read.words.clone());
            if self.user_words.len() > KEPT_USER_TURNS {
                self.user_words.remove(0);
            }
        } else {
            self.run += 1;
            self.offers = offers(&read);
            self.assistant_words.clone_from(&read.words);
            self.last_assistant = Some(read);
        }
    }
}

/// Clauses of the next turn searched for an echo: agents first restate what they understood.
const ECHO_CLAUSES: usize = 8;

/// Finds where the next turn repeats a clause: (clause index, number of shared words).
pub fn echo(clause: &Clause, next: &ReadTurn) -> Option<(usize, usize)> {
    let least = if clause.tokens.len() <= 3 { 1 } else { 2 };
    next.clauses
        .iter()
        .take(ECHO_CLAUSES)
        .map(|c| (c.index, shared_tokens(c, clause)))
        .filter(|(_, n)| *n >= least)
        .max_by_key(|(at, n)| (*n, std::cmp::Reverse(*at)))
}

fn shared_tokens(a: &Clause, b: &Clause) -> usize {
    a.tokens.iter().filter(|t| b.tokens.binary_search(t).is_ok()).count()
}

/// A hash of a clause's word set.
pub fn word_hash(tokens: &[u32]) -> u64 {
    fnv1a_64(tokens.iter().flat_map(|t| t.to_le_bytes()))
}
