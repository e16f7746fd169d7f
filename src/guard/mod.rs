//! Defines [`Guard`], which flags later statements and deeds against an active rule or choice as a [`Conflict`]. It
//! resolves nothing by itself.
//!
//! Precision comes before recall. A rule is guarded only if it is clear what it forbids (new packages, named files,
//! pushing, committing, a named command), a choice only if the rejected option is a name. A deed counts if it succeeded, a
//! statement if it is not a question, hedged, quoted or a change of the rule itself.

mod calls;
mod deeds;
mod rules;
mod words;

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

pub use crate::language::prohibitions::Ban;

use self::deeds::Deed;
use self::rules::forbidden_by;
use crate::language::prohibitions::{Forbidden, is_against, may_be_against, names_it};
use crate::pipeline::clause::ReadTurn;
use crate::state::{Disposition, Item, ItemId, ItemKind, Ledger, LogLine, Status, TurnId};
use crate::text::SafeText;
use crate::transcript::{Role, Signal};

/// A statement or deed against a rule or choice that was active.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Conflict {
    /// The item whose rule it is.
    pub item_id: ItemId,
    /// The rule, in the item's words.
    pub rule: String,
    /// The kind of prohibition.
    pub ban: Ban,
    /// The turn with the statement or deed.
    pub turn_id: TurnId,
    /// When it happened, if the transcript says so.
    pub at: Option<Timestamp>,
    /// The statement, or the words of the deed.
    pub words: String,
}

/// A statement that violates a rule, pending whether its turn changed the rule.
#[derive(Debug)]
pub(crate) struct PendingConflict {
    conflict: Conflict,
    role: Role,
    /// Number of the item's versions before the turn.
    versions: usize,
}

/// The active rules, kept up to date with the ledger, and the conflicts with them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Guard {
    /// Number of log lines read so far.
    read: usize,
    rules: BTreeMap<ItemId, Vec<Forbidden>>,
    conflicts: Vec<Conflict>,
}

impl Guard {
    /// A guard with the conflicts of an earlier run.
    pub(crate) fn with(conflicts: Vec<Conflict>) -> Self {
        Self { conflicts, ..Self::default() }
    }

    /// Reads the rules of items that changed since the last call, from the new lines of the log.
    fn keep_up(&mut self, log: &[LogLine], ledger: &Ledger) {
        for line in log.get(self.read..).unwrap_or(&[]) {
            let id = match line {
                LogLine::Outcome(outcome) => match &outcome.disposition {
                    Disposition::Accepted { item_id, .. } | Disposition::Merged { into: item_id } => Some(item_id),
                    Disposition::Held { .. } | Disposition::Rejected { .. } => None,
                },
                LogLine::Person(event) => event.item_id.as_ref(),
                LogLine::Note(_) => None,
            };
            let Some(item) = id.and_then(|id| ledger.get(id)) else { continue };
            let rules = forbidden_by(item);
            if rules.is_empty() {
                self.rules.remove(&item.id);
            } else {
                self.rules.insert(item.id.clone(), rules);
            }
        }
        self.read = log.len();
    }

    /// Checks a deed against the rules that were active before it.
    pub(crate) fn check_signal(&mut self, signal: &Signal, log: &[LogLine], ledger: &Ledger) {
        self.keep_up(log, ledger);
        if self.rules.is_empty() {
            return;
        }
        let Some(deed) = Deed::of(&signal.body) else { return };
        for (item_id, rules) in &self.rules {
            let Some((rule, words)) = rules.iter().find_map(|rule| Some((rule, deeds::against(rule, &deed)?))) else {
                continue;
            };
            let Some(item) = active_item(item_id, rule, ledger) else { continue };
            // A deed in the same turn as the rule was likely done before the rule was stated.
            if item.newest().is_some_and(|v| v.turn_id == signal.turn_id && v.evidence.turn_ids.len() > 1) {
                continue;
            }
            let conflict = conflict(item, rule.ban, &signal.turn_id, signal.at, &words);
            // A transcript that is read again gives the same conflict again.
            if !self.conflicts.contains(&conflict) {
                self.conflicts.push(conflict);
            }
        }
    }

    /// Checks a turn, which says `content`, against the rules that were active before it. [`Self::settle`] confirms the
    /// result once the turn is in the ledger.
    pub(crate) fn check_turn(
        &mut self,
        turn: &ReadTurn,
        content: &str,
        log: &[LogLine],
        ledger: &Ledger,
    ) -> Vec<PendingConflict> {
        self.keep_up(log, ledger);
        if self.rules.is_empty() || !may_be_against(content) {
            return Vec::new();
        }
        let Some(speech) = words::speech(turn.role) else { return Vec::new() };
        let mut out: Vec<PendingConflict> = Vec::new();
        for clause in turn.clauses.iter().filter(|c| words::is_meant(c, turn.role)) {
            for (item_id, rules) in &self.rules {
                let Some(rule) = rules.iter().find(|rule| is_against(rule, &clause.text, speech)) else {
                    continue;
                };
                let Some(item) = active_item(item_id, rule, ledger) else { continue };
                if out.iter().any(|s| s.conflict.item_id == *item_id) {
                    continue;
                }
                let who = if turn.role == Role::User { "you" } else { "the agent" };
                let said = format!("{who}: \"{}\"", clause.text.trim());
                let conflict = conflict(item, rule.ban, &turn.turn_id, turn.at, &said);
                out.push(PendingConflict { conflict, role: turn.role, versions: item.versions.len() });
            }
        }
        out
    }

    /// Records the pending conflicts whose rules their turn left unchanged. The agent's report of a deed that is already
    /// flagged is dropped: `lately` says whether a turn belongs to the agent's current answer.
    pub(crate) fn settle(&mut self, said: Vec<PendingConflict>, ledger: &Ledger, lately: impl Fn(&str) -> bool) {
        for PendingConflict { conflict, role, versions } in said {
            let item = ledger.get(&conflict.item_id);
            let unchanged = item.is_some_and(|i| i.status == Status::Active && i.versions.len() == versions);
            if unchanged && (role == Role::User || !self.has_recent(&conflict.item_id, &lately)) {
                self.conflicts.push(conflict);
            }
        }
    }

    /// Whether one of the latest conflicts, as far back as `lately` reaches, is with this item.
    fn has_recent(&self, item_id: &str, lately: impl Fn(&str) -> bool) -> bool {
        self.conflicts.iter().rev().take_while(|c| lately(&c.turn_id)).any(|c| c.item_id == item_id)
    }

    /// The conflicts found, oldest first.
    pub(crate) fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }
}

fn conflict(item: &Item, ban: Ban, turn_id: &str, at: Option<Timestamp>, words: &str) -> Conflict {
    Conflict {
        item_id: item.id.clone(),
        rule: SafeText::line(&item.summary).into_string(),
        ban,
        turn_id: turn_id.into(),
        at,
        words: SafeText::line(words).cut(200).into_string(),
    }
}

/// The item, if its rule is still active. An item may end without a log line, and another decision may have chosen the
/// option that this one rejected.
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
