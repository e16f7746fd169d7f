//! Defines [`Guard`], which flags statements and actions that violate an active rule or choice as a [`Conflict`]. It
//! only reports: it blocks and undoes nothing.
//!
//! A rule is checked if it is clear what it forbids (new packages, named files, pushing, deploying, a named command,
//! ...), a choice only if the rejected option is a name. A rule that the person states is checked from that turn on;
//! until an item of the ledger states it, its conflicts are marked likely. An action counts if it succeeded, a
//! statement unless it is a question, hedged, quoted or a change of the rule itself. What the person asks for or allows
//! is no violation.

mod actions;
mod calls;
mod commands;
mod content;
mod files;
mod git;
mod installers;
mod libraries;
mod operations;
mod places;
mod rules;
mod spoken;
mod variables;
mod words;

use std::collections::BTreeMap;

use foldhash::HashMap;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

pub use crate::language::prohibitions::Ban;

use self::actions::AgentAction;
use self::rules::forbidden_by;
use self::spoken::{RuleState, SpokenRule};
use crate::language::prohibitions::{Forbidden, Message, SaidStatement, forbidden, may_be_against, names_it};
use crate::pipeline::clause::ReadTurn;
use crate::state::{Disposition, Item, ItemId, ItemKind, Ledger, LogLine, PersonAction, Status, TurnId, Version};
use crate::text::SafeText;
use crate::transcript::{Role, Signal, SignalBody};

/// The rules that a turn states; none unless it is the person's.
#[derive(Debug, Clone, Default)]
pub struct StatedRules(Vec<SpokenRule>);

impl StatedRules {
    /// Reads the rules of a turn.
    pub fn of(turn: &ReadTurn) -> Self {
        Self(if turn.role == Role::User { spoken::spoken(turn) } else { Vec::new() })
    }
}

/// A statement or action that violates a rule or choice in force at that time.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Conflict {
    /// The item that holds the rule; `None` for a rule that the person stated and no item does.
    pub item_id: Option<ItemId>,
    /// The rule, in the item's or the person's words.
    pub rule: String,
    /// The kind of prohibition.
    pub ban: Ban,
    /// Whether the rule is only likely: no active item states it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub likely: bool,
    /// The turn of the statement or action.
    pub turn_id: TurnId,
    /// When it happened, if the transcript has the time.
    pub at: Option<Timestamp>,
    /// The statement, or the command, path or message of the action.
    pub words: String,
}

/// The names of the speakers in the words of a statement that violates a rule: `the agent: "pushed it"`.
const PERSON: &str = "you";
const AGENT: &str = "the agent";

impl Conflict {
    /// Whether a statement violates the rule, not a command, a path or another action.
    pub fn is_statement(&self) -> bool {
        [PERSON, AGENT].iter().any(|who| self.words.strip_prefix(who).is_some_and(|said| said.starts_with(": \"")))
    }
}

/// A statement that violates a rule, pending whether its turn changed the rule.
#[derive(Debug)]
pub(crate) struct PendingConflict {
    conflict: Conflict,
    role: Role,
    /// Number of the item's versions before the turn.
    versions: usize,
}

/// The guard's state for a session, saved next to its log.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GuardMemory {
    /// The rules that the person spoke.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    spoken: Vec<SpokenRule>,
    /// The branch that is checked out, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    branch: Option<String>,
}

impl GuardMemory {
    /// Whether there is nothing to remember.
    pub fn is_empty(&self) -> bool {
        self.spoken.is_empty() && self.branch.is_none()
    }
}

/// The active rules, kept up to date with the ledger, and the conflicts with them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Guard {
    /// Number of log lines read so far.
    read: usize,
    rules: BTreeMap<ItemId, Vec<Forbidden>>,
    /// The places in the ledger of the items that come from a turn.
    of_turn: HashMap<TurnId, Vec<usize>>,
    memory: GuardMemory,
    conflicts: Vec<Conflict>,
}

/// A rule in force, with the item that states it.
#[derive(Debug, Clone, Copy)]
struct InForce<'g> {
    rule: &'g Forbidden,
    item: Option<&'g Item>,
    /// The words of the rule, if no item states it.
    words: &'g str,
}

impl Guard {
    /// A guard with the conflicts and the memory of an earlier run.
    pub(crate) fn with(conflicts: Vec<Conflict>, memory: GuardMemory) -> Self {
        let spoken = memory.spoken.into_iter().map(SpokenRule::read_again).collect();
        Self { conflicts, memory: GuardMemory { spoken, ..memory }, ..Self::default() }
    }

    /// The lasting rules of the person that no item states, each with its turn.
    pub(crate) fn unlisted<'g>(&'g self, ledger: &'g Ledger) -> impl Iterator<Item = (&'g TurnId, &'g str)> {
        let rules = self.memory.spoken.iter().filter(|rule| rule.is_unlisted(ledger));
        rules.map(|rule| (&rule.turn_id, rule.words.as_str()))
    }

    /// State kept until the next run.
    pub(crate) fn memory(&self) -> GuardMemory {
        self.memory.clone()
    }

    /// Reads the rules of items that changed since the last call, from the new lines of the log.
    fn read_log(&mut self, log: &[LogLine], ledger: &Ledger) {
        if self.read == 0 {
            for (place, item) in ledger.items().iter().enumerate() {
                item.versions.iter().for_each(|version| self.note_turns(version, place));
            }
        }
        for line in log.get(self.read..).unwrap_or(&[]) {
            let id = match line {
                LogLine::Outcome(outcome) => match &outcome.disposition {
                    Disposition::Accepted { item_id, .. } | Disposition::Merged { into: item_id } => Some(item_id),
                    Disposition::Held { .. } | Disposition::Rejected { .. } => None,
                },
                LogLine::Person(event) => {
                    self.drop_dismissed(&event.action, log);
                    event.item_id.as_ref()
                }
                LogLine::Note(_) => None,
            };
            let Some(item) = id.and_then(|id| ledger.get(id)) else { continue };
            if let Some((version, place)) = item.newest().zip(ledger.place(&item.id)) {
                self.note_turns(version, place);
            }
            let rules = forbidden_by(item);
            if rules.is_empty() {
                self.rules.remove(&item.id);
            } else {
                self.rules.insert(item.id.clone(), rules);
            }
        }
        self.read = log.len();
    }

    /// Records that the item at a place has a version that comes from these turns.
    fn note_turns(&mut self, version: &Version, place: usize) {
        for turn in version.evidence.turn_ids.iter().chain([&version.turn_id]) {
            let places = self.of_turn.entry(turn.clone()).or_default();
            if let Err(at) = places.binary_search(&place) {
                places.insert(at, place);
            }
        }
    }

    /// The items that come from a turn, as of the last call of [`Self::read_log`].
    fn items_of<'l>(&self, turn: &TurnId, ledger: &'l Ledger) -> impl Iterator<Item = &'l Item> {
        let places = self.of_turn.get(turn).into_iter().flatten();
        places.filter_map(|place| ledger.items().get(*place))
    }

    /// Drops the spoken rules of a candidate that the person dismissed.
    fn drop_dismissed(&mut self, action: &PersonAction, log: &[LogLine]) {
        let PersonAction::Dismiss { held_id } = action else { return };
        let candidate = log.iter().rev().find_map(|line| match line {
            LogLine::Outcome(outcome) => match &outcome.disposition {
                Disposition::Held { held_id: id } if id == held_id => Some(&outcome.candidate),
                _ => None,
            },
            _ => None,
        });
        let Some(candidate) = candidate else { return };
        let said = forbidden(candidate.delta.text());
        self.memory.spoken.retain(|spoken| {
            let same_turn = candidate.evidence.turn_ids.contains(&spoken.turn_id);
            !(same_turn && spoken.rules.iter().any(|rule| said.iter().any(|s| s.ban == rule.ban)))
        });
    }

    /// The rules in force for which `violates` returns words, with these words. The state of a rule in the ledger is
    /// looked up only if it is violated.
    fn violated<'g>(
        &'g self,
        ledger: &'g Ledger,
        violates: impl Fn(&Forbidden) -> Option<String>,
    ) -> Vec<(InForce<'g>, String)> {
        let spoken = &self.memory.spoken;
        let mut out = Vec::new();
        for (item_id, rules) in &self.rules {
            for (rule, words) in rules.iter().filter_map(|rule| Some((rule, violates(rule)?))) {
                let Some(item) = active_item(item_id, rule, ledger) else { continue };
                // Skipped if a spoken rule covers it: it also records what the person has allowed since.
                if !spoken.iter().any(|s| s.covers(item, rule.ban)) {
                    out.push((InForce { rule, item: Some(item), words: "" }, words));
                }
            }
        }
        for said in spoken {
            for (rule, words) in said.in_force().filter_map(|rule| Some((rule, violates(rule)?))) {
                match said.standing(rule, self.items_of(&said.turn_id, ledger)) {
                    RuleState::Item(item) => out.push((InForce { rule, item: Some(item), words: "" }, words)),
                    RuleState::Likely => out.push((InForce { rule, item: None, words: &said.words }, words)),
                    RuleState::Ended => {}
                }
            }
        }
        out
    }

    /// Checks an action against the rules that were active before it.
    pub(crate) fn check_signal(&mut self, signal: &Signal, log: &[LogLine], ledger: &Ledger) {
        self.read_log(log, ledger);
        if let SignalBody::Withdrawn { turn_ids } = &signal.body {
            self.memory.spoken.retain(|rule| !turn_ids.iter().any(|id| rule.turn_id == *id.as_str()));
        }
        let mut branch = self.memory.branch.take();
        let action = AgentAction::of(&signal.body, &mut branch);
        self.memory.branch = branch;
        let Some(action) = action.filter(|_| !self.rules.is_empty() || !self.memory.spoken.is_empty()) else { return };
        let mut found: Vec<Conflict> = Vec::new();
        for (one, words) in self.violated(ledger, |rule| actions::against(rule, &action)) {
            // An action in the turn of the rule was likely done before the rule was stated.
            let newest = one.item.and_then(Item::newest);
            if newest.is_some_and(|v| v.turn_id == signal.turn_id && v.evidence.turn_ids.len() > 1) {
                continue;
            }
            // One conflict for each action and rule; a likely rule adds none if an active one is violated.
            let conflict = one.conflict(&signal.turn_id, signal.at, &words);
            let known = found.iter().any(|f| f.item_id == conflict.item_id || (conflict.likely && !f.likely));
            if !known {
                found.push(conflict);
            }
        }
        for conflict in found {
            // A transcript that is read again gives the same conflict again, and a commit comes as a call and as a commit.
            let again = |known: &Conflict| {
                known.turn_id == conflict.turn_id
                    && known.item_id == conflict.item_id
                    && known.ban == conflict.ban
                    && (known.words == conflict.words && known.at == conflict.at
                        || matches!(action, AgentAction::Commit { .. }))
            };
            if !self.conflicts.iter().any(again) {
                self.conflicts.push(conflict);
            }
        }
    }

    /// Checks a turn with the text `content` against the rules that were active before it, and adds the rules it
    /// states. [`Self::settle`] confirms the result once the turn is in the ledger.
    pub(crate) fn check_turn(
        &mut self,
        turn: &ReadTurn,
        content: &str,
        stated: StatedRules,
        log: &[LogLine],
        ledger: &Ledger,
    ) -> Vec<PendingConflict> {
        self.read_log(log, ledger);
        let out = self.statements_against(turn, content, ledger);
        if turn.role == Role::User {
            if !self.memory.spoken.is_empty() {
                let message = Message::of(content);
                for rule in &mut self.memory.spoken {
                    rule.record_permissions(message.as_ref());
                }
            }
            spoken::add(&mut self.memory.spoken, stated.0);
        }
        out
    }

    fn statements_against(&self, turn: &ReadTurn, content: &str, ledger: &Ledger) -> Vec<PendingConflict> {
        if (self.rules.is_empty() && self.memory.spoken.is_empty()) || !may_be_against(content) {
            return Vec::new();
        }
        let Some(speech) = words::speech(turn.role) else { return Vec::new() };
        let who = if turn.role == Role::User { PERSON } else { AGENT };
        let mut out: Vec<PendingConflict> = Vec::new();
        for clause in turn.clauses.iter().filter(|c| words::is_meant(c, turn.role)) {
            let Some(statement) = SaidStatement::read(&clause.text, speech) else { continue };
            let said = || format!("{who}: \"{}\"", clause.text.trim());
            for (one, words) in self.violated(ledger, |rule| statement.is_against(rule).then(said)) {
                // The person's own request lifts a rule that holds until they say so, and overrides a likely rule.
                if turn.role == Role::User && (one.item.is_none() || one.rule.until) {
                    continue;
                }
                let conflict = one.conflict(&turn.turn_id, turn.at, &words);
                let known = out
                    .iter()
                    .any(|s| s.conflict.item_id == conflict.item_id || (conflict.likely && !s.conflict.likely));
                if !known {
                    let versions = one.item.map_or(0, |item| item.versions.len());
                    out.push(PendingConflict { conflict, role: turn.role, versions });
                }
            }
        }
        out
    }

    /// Records the pending conflicts whose rules their turn left unchanged. The agent's report of an action that is
    /// already flagged is dropped: `lately` says whether a turn belongs to the agent's current answer.
    pub(crate) fn settle(&mut self, said: Vec<PendingConflict>, ledger: &Ledger, lately: impl Fn(&str) -> bool) {
        for PendingConflict { conflict, role, versions } in said {
            let unchanged = match &conflict.item_id {
                Some(id) => ledger.get(id).is_some_and(|i| i.status == Status::Active && i.versions.len() == versions),
                None => true,
            };
            if unchanged && (role == Role::User || !self.has_recent(&conflict, &lately)) {
                self.conflicts.push(conflict);
            }
        }
    }

    /// Whether one of the latest conflicts, those of turns for which `lately` is true, is with the same rule.
    fn has_recent(&self, conflict: &Conflict, lately: impl Fn(&str) -> bool) -> bool {
        let mut recent = self.conflicts.iter().rev().take_while(|c| lately(&c.turn_id));
        recent.any(|c| c.item_id == conflict.item_id && (conflict.item_id.is_some() || c.ban == conflict.ban))
    }

    /// The conflicts found, oldest first.
    pub(crate) fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }
}

impl InForce<'_> {
    fn conflict(&self, turn_id: &str, at: Option<Timestamp>, words: &str) -> Conflict {
        let rule = self.item.map_or(self.words, |item| item.summary.as_str());
        Conflict {
            item_id: self.item.map(|item| item.id.clone()),
            rule: SafeText::line(rule).into_string(),
            ban: self.rule.ban,
            likely: self.item.is_none(),
            turn_id: turn_id.into(),
            at,
            words: SafeText::line(words).cut(200).into_string(),
        }
    }
}

/// The item, if it is active and no active decision has since chosen the option that it rejects. Looked up here, as an
/// item may end without a log line.
fn active_item<'l>(item_id: &str, rule: &Forbidden, ledger: &'l Ledger) -> Option<&'l Item> {
    let item = ledger.get(item_id).filter(|i| i.status == Status::Active)?;
    let mut decisions = ledger.of_kind(ItemKind::Decision);
    let elsewhere = rule.ban == Ban::Choice && decisions.any(|other| other.id != item.id && chooses(other, rule));
    (!elsewhere).then_some(item)
}

/// Whether an active decision chose an option that the rule leaves out.
fn chooses(decision: &Item, rule: &Forbidden) -> bool {
    decision.status == Status::Active
        && rules::chosen(&decision.summary).split_whitespace().any(|w| rule.names.iter().any(|n| names_it(n, w)))
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
