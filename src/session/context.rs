//! Defines the context export, a session's state for the next prompt, within a [`Budget`]: goal, state of the work,
//! rules, decisions, options ruled out, remaining work, open questions.
//!
//! Every line is a sentence that can be read without the session; an item without one is left out, and so is work that
//! nobody mentioned again. Lines are never cut: a last line counts the items beyond the budget. The output is
//! deterministic.

use std::fmt::Write as _;

use super::agent_wording::{agent_statement, agent_words};
use super::closing::Closing;
use super::{Session, Statement};
use crate::language::likeness::{shared, subject};
use crate::pipeline::normalize::{SAME_WORDS, same_words};
use crate::state::{Extractor, Item, ItemKind, Ledger};
use crate::text::{counted, patterns};
use crate::transcript::Role;

/// The size limit of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// At most so many characters.
    Chars(usize),
    /// At most so many tokens, estimated at four characters each.
    Tokens(usize),
}

impl Budget {
    /// The budget in characters.
    pub fn chars(self) -> usize {
        match self {
            Self::Chars(n) => n,
            Self::Tokens(n) => n.saturating_mul(4),
        }
    }
}

/// The export and what it left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Export {
    /// The text, ending in a newline unless empty.
    pub text: String,
    /// Items written.
    pub shown: usize,
    /// Items beyond the budget.
    pub left_out: Vec<(ItemKind, usize)>,
}

/// Marks a rule without exceptions, for people and agents.
pub(super) const HARD: &str = " (hard rule)";
/// Characters reserved for the line that counts the items left out.
const TAIL: usize = 48;
/// Maximum number of items of a kind that are considered, newest first.
const MAX_LOOKED_AT: usize = 400;
/// Turns of the person after which spoken work or an open question that nobody mentioned is seldom open: in real
/// sessions nearly all of it was done or settled by then without a word.
const SILENT_TURNS: usize = 4;
/// Turns of the person up to which a session is about its first request.
const SHORT_SESSION: usize = 30;
/// Number of last turns among which one must mention the first request in a longer session.
const LATE_TURNS: usize = 12;
/// Subject words that such a turn shares with the request.
const SHARED_WITH_REQUEST: usize = 3;
/// Characters of the first request that serve as the goal if the ledger has none.
const REQUEST_CHARS: usize = 160;

patterns! {
    /// Work that the person postponed: it stays open though nobody mentions it.
    DEFERRED = r"(?i)\b(later|some ?day|tomorrow|next (?:time|session|week|sprint|release)|follow[- ]?up|afterwards|not (?:now|today|yet)|after (?:the|this|that)|eventually|backlog|todo|put (?:it )?on the (?:list|board))\b";
}

/// Finds open items that nobody mentioned lately. Items of the agent's own lists never count as such: the lists say
/// what is open.
struct Silence<'a> {
    session: &'a Session,
    /// Place of the first recent turn.
    before: usize,
}

impl<'a> Silence<'a> {
    fn of(session: &'a Session, ledger: &Ledger) -> Self {
        let present = is_present(session, ledger);
        let spoken = session.turns().iter().enumerate().rev().filter(|(_, t)| t.role == Role::User).map(|(at, _)| at);
        Self { session, before: spoken.take(SILENT_TURNS).nth(SILENT_TURNS - 1).filter(|_| present).unwrap_or(0) }
    }

    fn holds(&self, item: &Item) -> bool {
        let Some(newest) = item.newest().filter(|v| v.extractor != Extractor::Signals) else { return false };
        let last = item.source_turns.iter().filter_map(|s| self.session.turn_index(&s.turn_id)).max();
        let deferred = newest.evidence.snippets.iter().any(|words| DEFERRED.is_match(words));
        !deferred && last.is_some_and(|at| at < self.before)
    }
}

fn is_present(session: &Session, ledger: &Ledger) -> bool {
    ledger.seq() == session.ledger().seq()
}

/// A section: its heading, and its lines, each with the kind of its item.
struct Section {
    title: &'static str,
    lines: Vec<(Option<ItemKind>, String)>,
}

impl Section {
    fn of_items(title: &'static str, kind: ItemKind, lines: impl IntoIterator<Item = String>) -> Self {
        Self { title, lines: lines.into_iter().map(|line| (Some(kind), line)).collect() }
    }

    fn of_talk(title: &'static str, lines: impl IntoIterator<Item = String>) -> Self {
        Self { title, lines: lines.into_iter().map(|line| (None, line)).collect() }
    }
}

/// Exports the items in force in `ledger`, the present or a past one of `session`, within `budget`.
pub fn export_context(session: &Session, ledger: &Ledger, budget: Budget) -> Export {
    let closing = if is_present(session, ledger) { session.closing() } else { Closing::default() };
    let source = Source { session, ledger, silence: Silence::of(session, ledger) };
    let (rules, decisions) = (source.rules(), source.decisions());
    let remaining = source.remaining(&closing, &rules);
    let sections = [
        source.goal(),
        Section::of_talk("Where the work stands", closing.reported.iter().map(|line| format!("(agent) {line}"))),
        rules,
        Section::of_items("Decisions", ItemKind::Decision, decisions.iter().map(|(_, line)| line.clone())),
        source.ruled_out(&decisions),
        remaining,
        source.questions(),
    ];
    let mut out = within(&sections, budget.chars());
    out.text = session.from_project(&out.text).into_owned();
    out
}

/// The indexes of the sections in the order in which they get the budget.
const BY_IMPORTANCE: [usize; 7] = [2, 3, 0, 1, 5, 4, 6];

/// Writes the sections in order, as far as `limit` characters reach.
fn within(sections: &[Section], limit: usize) -> Export {
    let mut out = Export::default();
    let mut kept: Vec<String> = vec![String::new(); sections.len()];
    let mut used = 0;
    for (at, section) in BY_IMPORTANCE.iter().filter_map(|at| Some((*at, sections.get(*at)?))) {
        let Some(text) = kept.get_mut(at) else { continue };
        for (place, (kind, line)) in section.lines.iter().enumerate() {
            if section.lines.iter().take(place).any(|(_, said)| said == line) {
                continue;
            }
            let heading = if text.is_empty() { format!("## {}\n", section.title) } else { String::new() };
            let cost = line.chars().count() + heading.chars().count() + 3;
            if used + cost + TAIL > limit {
                if let Some(kind) = kind {
                    out.left_out.push((*kind, section.lines.len() - place));
                }
                break;
            }
            let _ = writeln!(text, "{heading}- {line}");
            used += cost;
            out.shown += usize::from(kind.is_some());
        }
    }
    out.text = kept.concat();
    if !out.left_out.is_empty() {
        let words: Vec<String> = out.left_out.iter().map(|(kind, n)| counted_kind(*kind, *n)).collect();
        let sum: usize = out.left_out.iter().map(|(_, n)| n).sum();
        let tails = [format!("(+ {})\n", words.join(", ")), format!("(+ {sum} more)\n")];
        if let Some(tail) = tails.iter().find(|tail| used + tail.chars().count() <= limit) {
            out.text.push_str(tail);
        }
    }
    out
}

/// A number of items of a kind: `6 decisions`, `1 option ruled out`.
fn counted_kind(kind: ItemKind, n: usize) -> String {
    match kind {
        ItemKind::RejectedOption => format!("{} ruled out", counted(n, "option")),
        kind => counted(n, kind.plain_name()).into_string(),
    }
}

/// The session and ledger that lines are made from.
struct Source<'a> {
    session: &'a Session,
    ledger: &'a Ledger,
    silence: Silence<'a>,
}

impl<'a> Source<'a> {
    /// The items of a kind in force, hard ones first, then the latest.
    fn standing(&self, kind: ItemKind) -> impl Iterator<Item = &'a Item> {
        self.ledger.standing(kind).take(MAX_LOOKED_AT)
    }

    /// Whether an item rests on more than this program's reading of the agent: on the person, or another program.
    fn is_firm(&self, item: &Item) -> bool {
        self.session.is_persons(item) || item.is_imported()
    }

    /// An item's line; `None` for one that gives no sentence, or addresses a model.
    fn line(&self, item: &Item) -> Option<String> {
        agent_words(item, |id| self.session.turn(id).map(|t| t.role))
    }

    /// The goals that were set elsewhere, and the first request, in the person's words.
    fn goal(&self) -> Section {
        let present = is_present(self.session, self.ledger);
        let request = self.session.first_request(REQUEST_CHARS).filter(|_| present);
        let request = request.filter(|(_, words)| self.is_still_about(words));
        let asked_in = request.as_ref().map(|(turn, _)| turn.clone());
        let elsewhere = |item: &&Item| item.source_turns.iter().all(|s| Some(&s.turn_id) != asked_in.as_ref());
        // A request that begins with "goal:" repeats the listed goal.
        let is_goal = |words: &str| words.get(..5).is_some_and(|head| head.eq_ignore_ascii_case("goal:"));
        let is_said = self.standing(ItemKind::Goal).any(|item| !elsewhere(&item) && self.line(item).is_some());
        let request = request.filter(|(_, words)| !(is_said && is_goal(words)));
        let all = request.is_none();
        let goals = self.standing(ItemKind::Goal).filter(|item| all || elsewhere(item));
        let goals = goals.filter_map(|item| self.line(item));
        let mut lines: Vec<(Option<ItemKind>, String)> = Vec::new();
        lines.extend(goals.map(|line| (Some(ItemKind::Goal), line)));
        lines.extend(request.map(|(_, words)| (None, format!("The first request was: \"{words}\""))));
        Section { title: "Goal", lines }
    }

    /// Whether a short session, or the last turns of a long one, are about its first request.
    fn is_still_about(&self, request: &str) -> bool {
        let wanted = subject(request);
        let turns = self.session.turns();
        let persons = turns.iter().filter(|turn| turn.role == Role::User).count();
        let speaks = |words: &str| {
            let said = subject(words);
            said.intersection(&wanted).count() >= SHARED_WITH_REQUEST
        };
        persons <= SHORT_SESSION || turns.iter().rev().take(LATE_TURNS).any(|turn| speaks(&turn.content))
    }

    /// The constraints, and the facts that the person stated.
    fn rules(&self) -> Section {
        let rules = self.standing(ItemKind::Constraint).filter_map(|item| Some((item, self.line(item)?)));
        let mut lines: Vec<String> =
            rules.map(|(item, line)| if item.has_tag("hard") { format!("{line}{HARD}") } else { line }).collect();
        if is_present(self.session, self.ledger) {
            lines.extend(self.session.spoken_rules().iter().filter_map(|item| self.line(item)));
        }
        let facts = [ItemKind::Fact, ItemKind::Dependency].into_iter().flat_map(|kind| self.standing(kind));
        lines.extend(facts.filter(|item| self.is_firm(item)).filter_map(|item| self.line(item)));
        let lines = without_parts(&lines);
        Section::of_items("Rules and facts", ItemKind::Constraint, lines)
    }

    /// The decisions, newest first, without those that a later one on the same subject replaces.
    fn decisions(&self) -> Vec<(&'a Item, String)> {
        let mut out: Vec<(&Item, Statement, String)> = Vec::new();
        for item in self.standing(ItemKind::Decision) {
            let Some((statement, line)) = agent_statement(item, |id| self.session.turn(id).map(|t| t.role)) else {
                continue;
            };
            let agents = !self.is_firm(item);
            let unsure = item.newest().is_none_or(|v| v.extractor == Extractor::Rules);
            let retired = out.iter().any(|(later, said, _)| retires((later, said), (item, &statement)));
            let guessed = agents && unsure;
            if !(retired || guessed) {
                out.push((item, statement, line));
            }
        }
        out.into_iter().map(|(item, _, line)| (item, line)).collect()
    }

    /// Options ruled out on their own; those rejected with a decision are listed there.
    fn ruled_out(&self, decisions: &[(&Item, String)]) -> Section {
        let alone = self.standing(ItemKind::RejectedOption).filter(|item| item.superseded_by.is_none());
        let known = |line: &String| decisions.iter().any(|(_, other)| same_words(other, line) >= SAME_WORDS);
        let lines = alone.filter_map(|item| Some(format!("{}{}", refusal(item), self.line(item)?)));
        let lines = lines.filter(|line| !known(line));
        Section::of_items("Ruled out", ItemKind::RejectedOption, lines)
    }

    /// The open work, and what the last turns leave for later. "Next time ask first" is a rule, not open work.
    fn remaining(&self, closing: &Closing, rules: &Section) -> Section {
        let open = self.standing(ItemKind::Task).filter(|item| !self.silence.holds(item));
        let mut lines: Vec<(Option<ItemKind>, String)> = Vec::new();
        for line in open.filter_map(|item| self.line(item)) {
            lines.push((Some(ItemKind::Task), line));
        }
        for line in &closing.left {
            let own = subject(line);
            let others = lines.iter().chain(&rules.lines).map(|(_, other)| other).chain(&closing.reported);
            let known = others.into_iter().any(|other| shared(&own, &subject(other)) * 3 >= own.len() * 2);
            if !known {
                lines.push((None, line.clone()));
            }
        }
        // What the agent's last list says in more words stands there.
        let bare = |line: &str| line.trim_start_matches("(agent) ").to_lowercase();
        let left: Vec<String> = closing.left.iter().map(|line| bare(line)).collect();
        let listed = |line: &str| left.iter().any(|other| *other != bare(line) && other.contains(&bare(line)));
        lines.retain(|(kind, line)| kind.is_none() || !listed(line));
        Section { title: "Remaining", lines }
    }

    fn questions(&self) -> Section {
        let kinds = [ItemKind::OpenQuestion, ItemKind::Hypothesis].into_iter().flat_map(|kind| self.standing(kind));
        let open = kinds.filter(|item| self.is_firm(item) && !self.silence.holds(item));
        Section::of_items("Open questions", ItemKind::OpenQuestion, open.filter_map(|item| self.line(item)))
    }
}

/// The lines that no other line says in full: "The mast is mine" beside "The mast is mine: no sails, no flags".
fn without_parts(lines: &[String]) -> Vec<String> {
    let bare = |line: &String| line.trim_end_matches(HARD).trim_end_matches('.').to_lowercase();
    let all: Vec<String> = lines.iter().map(bare).collect();
    let is_part = |at: usize, own: &String| {
        all.iter().enumerate().any(|(n, other)| n != at && other.len() > own.len() && other.starts_with(own.as_str()))
    };
    let kept = lines.iter().zip(&all).enumerate().filter(|(at, (_, own))| !is_part(*at, own));
    kept.map(|(_, (line, _))| line.clone()).collect()
}

/// The words before an option that was ruled out: empty if the item's text already is a refusal.
fn refusal(item: &Item) -> &'static str {
    let said = item.newest().and_then(|v| v.evidence.snippets.first());
    let own = said.is_some_and(|said| subject(&item.summary).is_subset(&subject(said)));
    if own { "" } else { "Not: " }
}

/// Whether a later decision replaces an earlier one: it answers the same question, or says nearly the same.
fn retires((later, said): (&Item, &Statement), (item, earlier): (&Item, &Statement)) -> bool {
    let newer = later.touched_seq > item.touched_seq;
    let asked = match (&said.asked, &earlier.asked) {
        (Some(a), Some(b)) => same_words(a, b) >= SAME_WORDS,
        _ => false,
    };
    (newer && asked) || same_words(&said.text, &earlier.text) >= SAME_WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_beyond_the_budget_are_counted_in_words() {
        let lines = |kind, n: usize| Section::of_items("Gates", kind, (0..n).map(|n| format!("Paint gate {n}")));
        let sections =
            [lines(ItemKind::Decision, 2), lines(ItemKind::RejectedOption, 1), lines(ItemKind::OpenQuestion, 3)];
        let out = within(&sections, 60);
        assert!(out.text.ends_with("(+ 3 questions, 2 decisions, 1 option ruled out)\n"), "{}", out.text);
        assert_eq!(within(&sections, 40).text, "(+ 6 more)\n");
    }
}
