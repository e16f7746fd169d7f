//! Defines [`Statement`], an item as a sentence that can be read without its session: what a memory, the context and a
//! reminder say. An item of which no such sentence can be made is not handed on.

use super::context::uncut;
use super::suggest::points_elsewhere;
use crate::language::answers::{asks_leave, hands_back, is_about_talk, steers_talk};
use crate::language::likeness::subject;
use crate::pipeline::extract::signals::CHOICE_PLACE;
use crate::pipeline::extract::summary::{imperative, strip_fillers};
use crate::state::{Evidence, Extractor, Item, ItemKind};
use crate::text::patterns;

/// An item in a sentence, with what belongs to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statement {
    /// The sentence; of an answered question the answer first.
    pub text: String,
    /// The question that it answers, where the text does not say it.
    pub asked: Option<String>,
    /// The reason that was given.
    pub why: Option<String>,
    /// The options not chosen.
    pub instead: Vec<String>,
}

/// Separates a question from its answer in the summary of an item.
const ARROW: &str = " → ";
/// Fewest subject words of a decision or a task.
const MIN_SUBJECTS: usize = 2;
/// Fewest subject words of an answer that is told without its question.
const MIN_ANSWER_SUBJECTS: usize = 4;

patterns! {
    /// Openings that narrate, waver or go on from something said before.
    NARRATES = r"(?ix) ^\W* (?:
        (?:i|we) (?: ['’](?:d|m|ll|ve|re) | \ (?:already|just|actually|also|really|see|saw|guess|wonder|hope|believe|am|was|were|have|had|did|tried|found|removed|noticed|forgot|could|might|think|thought|mean|know|agree|understand|realized|realised) )\b
        | (?:let\ me|let['’]?s\ (?:see|try|start|go|continue|move|do\ it|get|look|have)|get\ going|now|apparently|however|basically|seems?|looks?\ like|sounds?|that|this|it|they|those|these|he|she)\b (?:['’]\w+)? (?:\ (?!project|repo|repository|service|app|crate|library|package|branch|codebase)|$)
        | (?:or|and|but|because|since|though|although|as|which|who|yup|yeah|yes|yep|nope|ok|okay|sure|well|thanks|great|perfect|cool|good|nice|hmm+|oh|ah|lol|sorry)\b )";

    /// Words of a clause that says something: a verb in the present or the future, or a word of ruling.
    SAYS = r"(?ix) \b(?: is|are|isn['’]?t|aren['’]?t|be|has|have|must|should|shall|will|won['’]?t|can|cannot|can['’]?t|may|need|needs|stay|stays|remain|remains
        | go|goes|get|gets|use|uses|live|lives|run|runs|hold|holds|keep|keeps|mean|means|work|works|return|returns|come|comes|show|shows|take|takes
        | make|makes|contain|contains|support|supports|require|requires|write|writes|read|reads|store|stores|send|sends|belong|belongs|become|becomes
        | do|does|don['’]?t|doesn['’]?t|never|always|only|no|without|not|want|wants|prefer|prefers|expire|expires|start|starts|stop|stops|apply|applies
        | count|counts|log|logs|fail|fails|follow|follows|move|moves|land|lands|ship|ships|win|wins|own|owns|review|reviews|pass|passes|accept|accepts
        | allow|allows|depend|depends|happen|happens|exist|exists|cover|covers|start|begins?|ends?|changes?|serves?|points?|speaks?|supports?|ignores?|replaces?|loads?|opens?|closes?|drops?|sorts?|counts?|merges?|lasts?|lists?|costs?|matches|handles?|sets?|adds?|builds?|calls?|comes?|deletes?|exports?|fits?|gives?|groups?|lets?|maps?|names?|parses?|prints?|puts?|rejects?|renders?|retries|retry|rounds?|saves?|sees?|sits?|splits?|syncs?|tests?|tracks?|treats?|tries|wraps?|skips?|shares?|shows?|stands? )\b";

    /// Imperatives that choose or order.
    ORDERS = r"(?ix) ^\W* (?:please\ )? (?:
        use|keep|take|pick|choose|go\ with|stick|prefer|avoid|leave|let|make|put|move|store|add|remove|drop|delete|rename|replace|split|merge|write|read|show|hide|send|call|run|build|test|check|log|cache|limit|set|start|stop|ship|deploy|release
        | do\ not|don['’]?t|never|always|only|no|fold|compare|sort|group|treat|return|retry|skip|ignore|allow|reject|accept|store|export|import|print|open|close|support|require|include|exclude|switch|migrate|convert|update|upgrade|create
        | implement|fix|document|refactor|extract|generate|track|pin|round|render|format|validate|handle|load|save|fetch|sync|share|serve|register|reuse|revert|commit|push|ask|review|follow|begin|end|count|measure|record|name|map|parse|wrap|give|hand|tell|warn|block|disable|enable|apply|change|wait|work|stay|verify|draft|investigate|look|find|raise|lower|increase|decrease|reduce|publish|post|schedule|clean|finish|prepare|provide|adjust|backfill|seed|query|join|index|back\ up|bump|port|adopt|land|expose|install|configure|define|expire|encrypt|hash|paginate|sanitize|debounce|throttle|batch|queue|archive|redirect|clamp|cap|trim|strip|expand|collapse|attach|assign|notify|mail|email|surface|tag|mark|label|lock|unlock|rotate|wire|hook|emit|subscribe|persist|restore|rerun|rebase|squash|amend|regenerate|rework|restructure|simplify|polish|improve|extend|introduce|integrate|combine|align|center|resize|style|translate|localize|transcribe|summarize|summarise|explain|describe|design|plan|decide|confirm|clarify|propose|evaluate|benchmark|profile|optimize|optimise|audit|monitor|scan|detect|recover|resolve|reproduce|debug|diagnose )\b";

    /// Ends that leave a sentence open.
    OPEN_END = r"(?i)(…|\.\.\.|[:,;(—–-]|\b(the|an?|of|and|or|with|to|for|from|by|if|when|in|on|that|than|as|into|at))\W*$";
}

impl Statement {
    /// The item as a sentence; `None` where there is none that stands alone.
    pub fn of(item: &Item) -> Option<Self> {
        let newest = item.newest()?;
        let said = Self {
            why: item.rationale.clone().filter(|why| !why.contains('…')),
            instead: item.alternatives.iter().filter(|a| !steers_talk(a) && !hands_back(a)).cloned().collect(),
            ..Self::default()
        };
        let by_hand = newest.extractor == Extractor::Person;
        let out = match answered(item, &newest.evidence).filter(|_| !by_hand) {
            Some(answer) => Self { text: answer.text, asked: answer.asked, ..said },
            None => Self { text: sentence(item, by_hand || newest.extractor == Extractor::Model)?, ..said },
        };
        let whole = !out.text.contains('…') && !out.instead.iter().any(|a| a.contains('…'));
        (whole && !out.text.is_empty()).then_some(out)
    }

    /// The sentence with what was not chosen and why, on one line.
    pub fn line(&self) -> String {
        let mut out = self.text.clone();
        if let Some(asked) = self.asked.as_ref().filter(|asked| subject(asked).len() > 1) {
            out.push_str(&format!(" (asked: \"{asked}\")"));
        }
        if !self.instead.is_empty() {
            out.push_str(&format!(" (not: {})", self.instead.join("; ")));
        }
        match &self.why {
            Some(why) if !out.to_lowercase().contains(&why.to_lowercase()) => out.push_str(&format!(", because {why}")),
            _ => {}
        }
        out
    }
}

/// The answer to a question, answer first; `None` where the item answers none, and an empty one where the answer says
/// nothing without the talk.
fn answered(item: &Item, evidence: &Evidence) -> Option<Statement> {
    let (question, answer) = item.summary.split_once(ARROW).unwrap_or(("", &item.summary));
    let asked = quoted(evidence, |at| at.is_empty() && at.start == 1).unwrap_or(question);
    if asked.is_empty() {
        return None;
    }
    let choice = quoted(evidence, |at| *at == CHOICE_PLACE);
    let nothing = hands_back(answer) || steers_talk(answer) || is_about_talk(asked);
    if nothing || (choice.is_none() && asks_leave(asked)) {
        return Some(Statement::default());
    }
    let asked = asked.trim().to_owned();
    if let Some(choice) = choice {
        let named = subject(&asked).iter().all(|word| subject(choice).contains(word));
        return Some(Statement { text: choice.to_owned(), asked: (!named).then_some(asked), ..Statement::default() });
    }
    let answer = quoted(evidence, |at| *at == (0..0)).filter(|said| said.len() >= answer.len()).unwrap_or(answer);
    let text = capital(answer.trim());
    if subject(&text).len() >= MIN_ANSWER_SUBJECTS && SAYS.is_match(&text) {
        return Some(Statement { text, asked: Some(asked), ..Statement::default() });
    }
    // A short answer says nothing without its question.
    let empty = subject(&asked).len() < MIN_SUBJECTS || subject(&text).is_empty();
    let text = if empty { String::new() } else { format!("{text} (asked: \"{asked}\")") };
    Some(Statement { text, ..Statement::default() })
}

/// The quotation at the first place whose range has this form.
fn quoted(evidence: &Evidence, form: impl Fn(&std::ops::Range<usize>) -> bool) -> Option<&str> {
    let at = evidence.ranges.iter().position(form)?;
    evidence.snippets.get(at).map(String::as_str)
}

/// The item's words as a sentence; `None` where they are none. Words that a person or a reader chose need less.
fn sentence(item: &Item, chosen: bool) -> Option<String> {
    let words = uncut(item);
    let words = words.trim().trim_start_matches(|c: char| !c.is_alphanumeric() && !"\"'`(/.$<@#".contains(c));
    let text = if chosen { words.to_owned() } else { capital(&imperative(strip_fillers(words))) };
    let text = text.trim_end_matches([' ', ',', ';']).to_owned();
    if OPEN_END.is_match(&text) {
        return None;
    }
    (chosen || stands_alone(&text, item)).then_some(text)
}

/// Whether the words of the talk can be read without it.
fn stands_alone(text: &str, item: &Item) -> bool {
    use ItemKind::{Constraint, Decision, Goal, OpenQuestion, RejectedOption, Task};
    let by_signal = item.newest().is_some_and(|v| v.extractor == Extractor::Signals);
    let least = match item.kind {
        _ if by_signal => 1,
        Decision | Task | Goal => MIN_SUBJECTS,
        _ => 1,
    };
    let enough = subject(text).len() >= least;
    let asks = text.contains('?');
    match item.kind {
        RejectedOption => enough && !asks,
        OpenQuestion => asks && enough && !asks_leave(text) && !is_about_talk(text) && !points_elsewhere(text),
        Task => enough && !asks && (by_signal || ORDERS.is_match(text)) && !points_elsewhere(text),
        Constraint => enough && !asks && !points_elsewhere(text) && (SAYS.is_match(text) || ORDERS.is_match(text)),
        _ => {
            let says = ORDERS.is_match(text) || (SAYS.is_match(text) && !NARRATES.is_match(text));
            enough && !asks && says && !points_elsewhere(text)
        }
    }
}

/// The text with a capital letter, unless its first word is a name from code.
fn capital(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    let plain = first.trim_end_matches([',', ':']).chars().all(|c| c.is_ascii_lowercase() || c == '\'');
    let mut chars = text.chars();
    match chars.next() {
        Some(letter) if plain => letter.to_uppercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}
