//! Defines the constraint guard: later words or deeds against a rule or choice that stands are flagged as a
//! [`Conflict`], with the rule and the words. Nothing is resolved by itself.
//!
//! Precise before eager: a rule is guarded only where its words leave no doubt what they forbid (new packages, named
//! files, pushing, committing, a named command), a choice only where what was not chosen is a name. A deed counts when
//! it went through, words when they are neither asked, hedged, quoted nor a change of the rule itself.

mod calls;
mod deeds;
mod rules;
mod words;

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use self::deeds::Deed;
use self::rules::{Rule, names_it, rules};
use crate::pipeline::clause;
use crate::state::{Disposition, Item, ItemId, ItemKind, Ledger, LogLine, Status, TurnId};
use crate::text::SafeText;
use crate::transcript::{Role, Signal, Turn};

words! {
    /// What a rule forbids.
    Ban {
        /// New packages.
        Packages = "packages",
        /// Changes to named files or folders.
        Paths = "paths",
        /// Pushing, or pushing to a named branch.
        Push = "push",
        /// Committing, or committing to a named branch.
        Commit = "commit",
        /// A named tool.
        Tool = "tool",
        /// What was not chosen.
        Choice = "choice",
    }
}

/// Words or a deed against a rule or choice that stood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Conflict {
    /// The item whose rule it is.
    pub item_id: ItemId,
    /// What the rule says.
    pub rule: String,
    /// What it was understood to forbid.
    pub ban: Ban,
    /// The turn that says it, or that the deed stands beside.
    pub turn_id: TurnId,
    /// When, if the file says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// The words said, or those of the deed.
    pub words: String,
}

/// Words that go against a rule, until it is known whether their turn changed the rule.
#[derive(Debug)]
pub(crate) struct Said {
    conflict: Conflict,
    role: Role,
    /// Versions the item had before the turn.
    versions: usize,
}

/// The rules that stand, kept up with the ledger, and what went against them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Guard {
    /// Log lines in which rules were looked for.
    read: usize,
    rules: BTreeMap<ItemId, Vec<Rule>>,
    conflicts: Vec<Conflict>,
}

impl Guard {
    /// A guard that found these before.
    pub(crate) fn with(conflicts: Vec<Conflict>) -> Self {
        Self { conflicts, ..Self::default() }
    }

    /// Takes over the rules of what changed since the last look. Costs the new lines of the log.
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
            let rules = rules(item);
            if rules.is_empty() {
                self.rules.remove(&item.id);
            } else {
                self.rules.insert(item.id.clone(), rules);
            }
        }
        self.read = log.len();
    }

    /// Looks at a deed, with the rules that stood before it.
    pub(crate) fn look(&mut self, signal: &Signal, log: &[LogLine], ledger: &Ledger) {
        self.keep_up(log, ledger);
        if self.rules.is_empty() {
            return;
        }
        let Some(deed) = Deed::of(&signal.body) else { return };
        for (item_id, rules) in &self.rules {
            let Some((rule, words)) = rules.iter().find_map(|rule| Some((rule, deeds::against(rule, &deed)?))) else {
                continue;
            };
            let Some(item) = standing(item_id, rule, ledger) else { continue };
            // What stands in the same turn as the rule was likely done before it was said.
            if item.newest().is_some_and(|v| v.turn_id == signal.turn_id && v.evidence.turn_ids.len() > 1) {
                continue;
            }
            let conflict = conflict(item, rule.ban, &signal.turn_id, signal.at, &words);
            // A transcript that is read again says the same again.
            if !self.conflicts.contains(&conflict) {
                self.conflicts.push(conflict);
            }
        }
    }

    /// Hears a turn, with the rules that stood before it. What it says against them counts once [`Self::heard`] knows
    /// what became of them.
    pub(crate) fn hear(&mut self, turn: &Turn, log: &[LogLine], ledger: &Ledger) -> Vec<Said> {
        self.keep_up(log, ledger);
        if self.rules.is_empty() || !words::may_say(&turn.content) {
            return Vec::new();
        }
        let read = clause::read(turn);
        let mut out: Vec<Said> = Vec::new();
        for clause in read.clauses.iter().filter(|c| words::counts(c, turn.role)) {
            for (item_id, rules) in &self.rules {
                let Some(rule) = rules.iter().find(|rule| words::against(rule, &clause.text, turn.role)) else {
                    continue;
                };
                let Some(item) = standing(item_id, rule, ledger) else { continue };
                if out.iter().any(|s| s.conflict.item_id == *item_id) {
                    continue;
                }
                let who = if turn.role == Role::User { "you" } else { "the agent" };
                let said = format!("{who}: \"{}\"", clause.text.trim());
                let conflict = conflict(item, rule.ban, &turn.turn_id, turn.at, &said);
                out.push(Said { conflict, role: turn.role, versions: item.versions.len() });
            }
        }
        out
    }

    /// Takes in what a turn said against rules that it left as they were. The agent's word of a deed that is flagged
    /// already adds nothing: `lately` says whether a turn belongs to its present answer.
    pub(crate) fn heard(&mut self, said: Vec<Said>, ledger: &Ledger, lately: impl Fn(&str) -> bool) {
        for Said { conflict, role, versions } in said {
            let same = |item: &Item| item.status == Status::Active && item.versions.len() == versions;
            let told = || {
                self.conflicts.iter().rev().take_while(|c| lately(&c.turn_id)).any(|c| c.item_id == conflict.item_id)
            };
            if ledger.get(&conflict.item_id).is_some_and(same) && (role == Role::User || !told()) {
                self.conflicts.push(conflict);
            }
        }
    }

    /// What went against a rule, oldest first.
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

/// The item, if its rule still stands: it may have ended otherwise than by a line of the log, and what one choice left
/// out another may have taken in.
fn standing<'l>(item_id: &str, rule: &Rule, ledger: &'l Ledger) -> Option<&'l Item> {
    let item = ledger.get(item_id).filter(|i| i.status == Status::Active)?;
    let taken_in = |other: &Item| {
        other.id != item.id
            && other.status == Status::Active
            && rules::chosen(&other.summary).split_whitespace().any(|w| rule.names.iter().any(|n| names_it(n, w)))
    };
    let elsewhere = rule.ban == Ban::Choice && ledger.of_kind(ItemKind::Decision).any(taken_in);
    (!elsewhere).then_some(item)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
