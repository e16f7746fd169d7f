//! Defines the modality of a clause. It is a veto: a hedge, question, quotation or hypothetical settles nothing,
//! whatever its score.

use super::rules::{Class, Cue};
use super::{BlockKind, Clause};
use crate::transcript::Role;

words! {
    /// The modality of a clause. A hedge is a possibility, narration is what the speaker is doing, or small talk.
    Modality {
        Commitment = "commitment", Obligation = "obligation", Prohibition = "prohibition", Permission = "permission",
        Request = "request", Hedge = "hedge", Question = "question", Conditional = "conditional",
        /// Denied, or not yet done.
        Negated = "negated",
        /// Somebody else's words, a quotation or a log line.
        Report = "report",
        Narration = "narration", Statement = "statement",
    }
}

impl Modality {
    /// Whether a clause of this modality alone can settle a decision, a constraint or a fact.
    pub const fn settles(self) -> bool {
        !matches!(self, Self::Hedge | Self::Question | Self::Conditional | Self::Report | Self::Narration)
    }

    /// Why it settles nothing, in words.
    pub const fn why_not(self) -> &'static str {
        match self {
            Self::Hedge => "hedged: said as a possibility",
            Self::Question => "asked, not said",
            Self::Conditional => "only under a condition",
            Self::Report => "quoted or reported: somebody else's words",
            Self::Narration => "says what is being done, or chats",
            _ => "settles nothing",
        }
    }
}

/// The modality of a clause behind the clause `before`.
pub fn of(clause: &Clause, before: Option<&Clause>, role: Role) -> Modality {
    if before.is_some_and(|before| goes_on_reporting(before, clause)) { Modality::Report } else { alone(clause, role) }
}

/// The modality of a clause by itself. The first match wins: a hedged question is a question.
fn alone(clause: &Clause, role: Role) -> Modality {
    let cues = clause.cues;
    if clause.block == BlockKind::Quote || log_line(&clause.text) {
        return Modality::Report;
    }
    // Rolled eyes: the opposite is meant.
    if role == Role::User && clause.text.contains('🙄') {
        return Modality::Hedge;
    }
    // "The goal of the last release was X" tells of a former goal.
    if cues.has(Cue::Goal) && clause.text.contains(" was ") && !cues.any(&[Cue::Must, Cue::Never, Cue::Decided]) {
        return Modality::Narration;
    }
    if cues.any(&[Cue::Idiom, Cue::Thanks]) && !cues.any(&[Cue::Must, Cue::Never, Cue::Decided]) {
        return Modality::Narration;
    }
    if cues.any(&[Cue::LetMe, Cue::Gerund]) && role == Role::Assistant {
        return Modality::Narration;
    }
    let unmarked_question = cues.any(&[Cue::AsksAux, Cue::AsksWh]) && role == Role::User && !ends_full(&clause.text);
    if clause.asks || unmarked_question {
        // "Could you add one?" asks for work, "how long would you keep it?" for a word.
        let can_you = cues.has(Cue::CanYou) && !cues.has(Cue::AsksWh);
        let request = role == Role::User && (can_you || cues.has(Cue::Please));
        return if request { Modality::Request } else { Modality::Question };
    }
    if cues.any(&[Cue::IfClause, Cue::Depends]) {
        return Modality::Conditional;
    }
    if cues.class(Class::Report) && !said_by_us(clause) && !(role == Role::User && names_reports(clause)) {
        return Modality::Report;
    }
    if hedged(clause) {
        return Modality::Hedge;
    }
    settled(clause)
}

/// Whether a clause goes on with what somebody else says in the clause before it: "lena says we should drop nginx and put
/// caddy in front".
fn goes_on_reporting(before: &Clause, clause: &Clause) -> bool {
    let joined = ["and ", "or "].iter().find_map(|joint| clause.text.strip_prefix(joint));
    let own = |rest: &str| {
        let rest = format!("{} ", rest.to_lowercase());
        ["i ", "i'd ", "i'm ", "we ", "we'll ", "you ", "let's ", "lets ", "please ", "so ", "then "]
            .iter()
            .any(|w| rest.starts_with(w))
            || rest.contains("please")
    };
    before.modality == Modality::Report
        && before.block_index == clause.block_index
        && !ends_full(&before.text)
        && before.cues.has(Cue::Reported)
        && joined.is_some_and(|rest| !own(rest))
}

/// Whether a clause is a line of a log, a compiler or a data file, not of talk: it begins with a date or a place in
/// a file, names its level as loggers do, or is made of quoted fields.
fn log_line(text: &str) -> bool {
    let dated =
        text.as_bytes().first_chunk::<5>().is_some_and(|b| b[..4].iter().all(u8::is_ascii_digit) && b[4] == b'-');
    let head = text.split_whitespace().next().unwrap_or("");
    let mut parts = head.split(':');
    let placed = parts.next().is_some_and(|p| p.contains('.'))
        && parts.next().is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let tool = ["go:", "error:", "fatal:", "warning:", "npm", "E:", "remote:", "hint:"].contains(&head);
    let levels = [" ERROR ", " WARN ", " INFO ", " DEBUG ", "[ERROR]", "[WARN]", "[INFO]", "ERROR:", "WARNING:", "\":"];
    dated || placed || tool || levels.iter().any(|l| text.contains(l))
}

/// The modality of a clause that is neither question, condition, report nor hedge.
fn settled(clause: &Clause) -> Modality {
    let cues = clause.cues;
    // "We don't need to migrate the old rows" asks for no work.
    if cues.has(Cue::NotNeeded) {
        return Modality::Negated;
    }
    if cues.class(Class::Prohibition) {
        return Modality::Prohibition;
    }
    if cues.has(Cue::NotDone) && cues.any(&[Cue::Decided, Cue::GoWith]) {
        return Modality::Negated;
    }
    if cues.class(Class::Request) && !cues.any(&[Cue::Must, Cue::Always]) {
        return Modality::Request;
    }
    if cues.class(Class::Obligation) {
        return Modality::Obligation;
    }
    if cues.class(Class::Commitment) {
        return Modality::Commitment;
    }
    if cues.class(Class::Permission) {
        return Modality::Permission;
    }
    if cues.class(Class::Negated) { Modality::Negated } else { Modality::Statement }
}

/// Whether a clause is hedged; "probably" counts only without a choice in the clause ("probably let's go with").
fn hedged(clause: &Clause) -> bool {
    let cues = clause.cues;
    cues.any(&[Cue::Maybe, Cue::CouldUse, Cue::NotSure, Cue::KeepOpen, Cue::Considering, Cue::Suspect, Cue::WhatIf])
        || (cues.has(Cue::Probably) && !cues.any(&[Cue::LetsChoose, Cue::Decided]))
}

/// Whether the words reported are the speaker's own ("as I said", "we said").
fn said_by_us(clause: &Clause) -> bool {
    let low = clause.text.to_lowercase();
    ["i said", "we said", "as said", "like i said", "i mentioned", "we mentioned", "documented"]
        .iter()
        .any(|w| low.contains(w))
        || clause.cues.any(&[Cue::Decided, Cue::DecisionLabel])
}

/// Whether the words of reporting in a clause are nouns: "use metric units in the reports".
fn names_reports(clause: &Clause) -> bool {
    const NOUNS: [&str; 6] = ["reports", "states", "state", "quotes", "quote", "writes"];
    const VERBS: [&str; 13] = [
        "says",
        "said",
        "claims",
        "claimed",
        "stated",
        "suggests",
        "recommends",
        "argues",
        "mentions",
        "mentioned",
        "wrote",
        "reported",
        "announced",
    ];
    const BEFORE: [&str; 22] = [
        "the", "a", "an", "our", "my", "your", "all", "both", "each", "every", "these", "those", "no", "any", "of",
        "in", "for", "per", "with", "from", "to", "into",
    ];
    let low = clause.text.to_lowercase();
    let words: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let named = |at: usize| {
        let before = at.checked_sub(1).and_then(|n| words.get(n)).is_some_and(|w| BEFORE.contains(w));
        // "Writes to the table" tells where, "writes that" what.
        let placed = words.get(at + 1).is_some_and(|w| ["to", "into", "over", "from"].contains(w));
        // "The big reports take ages"
        let acts =
            ["take", "are", "were", "have", "need", "get", "look", "come", "run", "fail", "should", "must", "can"];
        let does = words.get(at) == Some(&"reports") && words.get(at + 1).is_some_and(|w| acts.contains(w));
        before || does || words.get(at) == Some(&"writes") && placed
    };
    let nouns: Vec<usize> = (0..words.len()).filter(|at| words.get(*at).is_some_and(|w| NOUNS.contains(w))).collect();
    let told = clause.cues.has(Cue::ErrorIs) || low.contains("according to") || words.iter().any(|w| VERBS.contains(w));
    !told && !nouns.is_empty() && nouns.into_iter().all(named)
}

fn ends_full(text: &str) -> bool {
    text.trim_end().ends_with(['.', '!'])
}
