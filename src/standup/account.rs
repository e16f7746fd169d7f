//! Defines [`ArtifactAccount`], what a run did with one artifact and why. Every artifact a run took in has exactly one.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::action::{
    ActionKind, EvidenceKind, Plan, ProposalEvidence, ProposalStatus, StandupAction, StandupNote, Tier,
};
use super::from_ledger::LEFT_TO_SESSION;
use super::log::StandupLog;
use super::permission::Permissions;
use crate::artifacts::{Artifact, ArtifactKind, SourceRef};
use crate::language::titles::Words;
use crate::text::counted;
use crate::transcript::short_id;

words! {
    /// The outcome of an artifact, or of a step of a plan.
    ArtifactOutcome {
        /// A proposal rests on it.
        Proposed = "proposed",
        /// It needs no action, or none that is certain enough; the reason says so.
        Noted = "noted",
        /// A later artifact replaces it.
        Superseded = "superseded",
        /// It is not taken up, for the reason given.
        Refused = "refused",
    }
}

impl ArtifactOutcome {
    /// The outcome for people.
    pub const fn plain_name(self) -> &'static str {
        match self {
            Self::Refused => "ignored",
            other => other.word(),
        }
    }
}

/// The outcome of a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StepAccount {
    pub text: String,
    pub outcome: ArtifactOutcome,
    pub why: String,
    /// Id of the proposal that rests on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<String>,
}

/// The outcome of an artifact in a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ArtifactAccount {
    /// The artifact's id.
    pub artifact: String,
    pub kind: ArtifactKind,
    pub title: String,
    pub session: String,
    pub source: SourceRef,
    pub outcome: ArtifactOutcome,
    /// The reason in one sentence.
    pub why: String,
    /// Ids of the proposals that rest on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proposals: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepAccount>,
}

impl ArtifactAccount {
    /// An account of an artifact without proposals.
    pub fn of(artifact: &Artifact, outcome: ArtifactOutcome, why: String) -> Self {
        Self {
            artifact: artifact.id.clone(),
            kind: artifact.kind,
            title: artifact.title.clone(),
            session: artifact.session.clone(),
            source: artifact.source.clone(),
            outcome,
            why,
            proposals: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// The session and turn for display: `claude-1a2b t88`.
    pub fn place(&self) -> String {
        format!("{} t{}", short_id(&self.session), self.source.ordinal)
    }
}

/// The sums of an account. `found` is the sum of the outcomes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AccountSums {
    pub found: usize,
    pub proposed: usize,
    /// Number of proposals that rest on those proposed: one may give several, and several one.
    #[serde(default)]
    pub proposals: usize,
    pub noted: usize,
    pub superseded: usize,
    pub refused: usize,
}

impl AccountSums {
    /// Counts the outcomes of an account.
    pub fn of(account: &[ArtifactAccount]) -> Self {
        let count = |outcome| account.iter().filter(|entry| entry.outcome == outcome).count();
        let proposed = account.iter().filter(|entry| entry.outcome == ArtifactOutcome::Proposed);
        let proposals = proposed.flat_map(|entry| &entry.proposals);
        Self {
            found: account.len(),
            proposed: count(ArtifactOutcome::Proposed),
            proposals: proposals.collect::<BTreeSet<_>>().len(),
            noted: count(ArtifactOutcome::Noted),
            superseded: count(ArtifactOutcome::Superseded),
            refused: count(ArtifactOutcome::Refused),
        }
    }

    /// The sums as a sentence, without what is none: `12 found: 3 became 5 proposals, 7 noted, 2 ignored`.
    pub fn text(self) -> String {
        let became = format!("became {}", counted(self.proposals, "proposal"));
        let parts = [
            (self.proposed, became.as_str()),
            (self.noted, "noted"),
            (self.superseded, "superseded"),
            (self.refused, "ignored"),
        ];
        let parts = parts.into_iter().filter(|(sum, _)| *sum > 0).map(|(sum, what)| format!("{sum} {what}"));
        let parts = parts.collect::<Vec<_>>().join(", ");
        if parts.is_empty() { "nothing found".to_owned() } else { format!("{} found: {parts}", self.found) }
    }
}

/// Corrects the account of a plan by what its proposals come to: one of low confidence is a note, one that is never done
/// or was dismissed is refused, one that was done is a note. Tiers are those of `rules`.
pub(super) fn settle(plan: &mut Plan, log: &StandupLog, rules: &Permissions, seen: bool) {
    let mut account = std::mem::take(&mut plan.account);
    for entry in &mut account {
        let mut settled: Option<(ArtifactOutcome, String)> = None;
        let mut stand = BTreeSet::new();
        for id in &entry.proposals {
            let one = of_proposal(plan, log, rules, seen, id);
            if one.0 == ArtifactOutcome::Proposed {
                stand.insert(id.clone());
            }
            settled = Some(match (settled, one) {
                (Some((ArtifactOutcome::Proposed, why)), _) => (ArtifactOutcome::Proposed, why),
                (_, one) if one.0 == ArtifactOutcome::Proposed => one,
                (Some(first), _) => first,
                (None, one) => one,
            });
        }
        if let Some((outcome, why)) = settled.filter(|(outcome, _)| *outcome != ArtifactOutcome::Proposed) {
            (entry.outcome, entry.why) = (outcome, why);
        } else {
            entry.proposals.retain(|id| stand.contains(id));
        }
        for step in &mut entry.steps {
            let Some(id) = &step.proposal else { continue };
            let (outcome, why) = of_proposal(plan, log, rules, seen, id);
            if outcome != ArtifactOutcome::Proposed {
                (step.outcome, step.why) = (outcome, why);
            }
        }
    }
    plan.account = account;
}

/// Notes beside the calls: how the other steps of a plan ended while some wait, and the open tasks that are left to their
/// sessions. They hold until a later run says otherwise.
pub(super) fn standing_notes(log: &StandupLog) -> Vec<StandupNote> {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let all = log.accounts.iter().rev().flat_map(|run| &run.account);
    let latest: Vec<&ArtifactAccount> = all.filter(|entry| known.insert(&entry.artifact)).collect();
    let plans = latest.iter().filter_map(|entry| plan_note(log, entry));
    let waits = log.pending();
    let titles = waits.iter().filter_map(|proposal| match &proposal.action {
        StandupAction::CreateTask { title, .. } => Some(title.as_str()),
        _ => None,
    });
    let steps = latest.iter().filter(|entry| entry.steps.len() > 1).flat_map(|entry| &entry.steps);
    let told: Vec<Words> = titles.chain(steps.map(|step| step.text.as_str())).map(Words::of).collect();
    let is_told = |entry: &ArtifactAccount| told.iter().any(|other| other.same_set(&Words::of(&entry.title)));
    let left = latest.iter().rev().filter(|entry| entry.why == LEFT_TO_SESSION && !is_told(entry));
    let mut out: Vec<StandupNote> = plans.collect();
    let plans = out.len();
    for entry in left {
        let of_session = |note: &&mut StandupNote| note.evidence.iter().any(|from| from.session == entry.session);
        match out.iter_mut().skip(plans).find(of_session) {
            Some(note) => note.text = format!("{}; {}", note.text, entry.title),
            None => out.push(note(entry, &entry.title, entry.why.clone())),
        }
    }
    out
}

/// The note on a plan some of whose steps wait while others were done, dismissed or withdrawn.
fn plan_note(log: &StandupLog, entry: &ArtifactAccount) -> Option<StandupNote> {
    let mut waiting = 0;
    let mut others: Vec<(String, Vec<&str>)> = Vec::new();
    for step in &entry.steps {
        let proposal = step.proposal.as_ref().and_then(|id| log.proposal(id));
        // A task that it closes is no step that waits.
        let proposal = proposal.filter(|p| p.action.kind() == ActionKind::CreateTask);
        let why = match proposal.map(|p| p.standing) {
            Some(ProposalStatus::Pending | ProposalStatus::Approved) => {
                waiting += 1;
                continue;
            }
            Some(ProposalStatus::Done) => "on the board now".to_owned(),
            Some(ProposalStatus::Dismissed) => "dismissed by you".to_owned(),
            Some(_) => "withdrawn".to_owned(),
            None => step.why.clone(),
        };
        match others.iter_mut().find(|(known, _)| *known == why) {
            Some((_, steps)) => steps.push(&step.text),
            None => others.push((why, vec![&step.text])),
        }
    }
    if waiting == 0 || others.is_empty() {
        return None;
    }
    let others = others.iter().map(|(why, steps)| format!("{why}: {}", steps.join(", ")));
    let wait = if waiting == 1 { "waits" } else { "wait" };
    let sums: Vec<String> = std::iter::once(format!("{waiting} {wait} for your call")).chain(others).collect();
    Some(note(entry, &entry.title, format!("of {}, {}", counted(entry.steps.len(), "step"), sums.join("; "))))
}

fn note(entry: &ArtifactAccount, text: &str, why: String) -> StandupNote {
    let (session, turns) = (entry.session.clone(), vec![entry.source.clone()]);
    let from =
        ProposalEvidence { kind: EvidenceKind::Stated, session, turns, quotes: Vec::new(), at: None, agreed: false };
    StandupNote { text: text.to_owned(), why, evidence: vec![from] }
}

/// The task that a step of a plan leads to.
fn of_proposal(plan: &Plan, log: &StandupLog, rules: &Permissions, seen: bool, id: &str) -> (ArtifactOutcome, String) {
    let Some(proposal) = plan.proposals.iter().find(|p| p.id == id) else {
        return (ArtifactOutcome::Noted, "an earlier proposal says it already".to_owned());
    };
    if let Some(known) = log.proposal(id) {
        let because = known.because.as_ref().map_or_else(String::new, |why| format!(": {why}"));
        match known.standing {
            ProposalStatus::Dismissed => return (ArtifactOutcome::Refused, format!("you dismissed it{because}")),
            ProposalStatus::RolledBack => return (ArtifactOutcome::Refused, "it was done and rolled back".to_owned()),
            ProposalStatus::Done => return (ArtifactOutcome::Noted, "it was done".to_owned()),
            _ => {}
        }
    }
    match rules.tier(proposal, seen) {
        Tier::Execute | Tier::Call => (ArtifactOutcome::Proposed, proposal.why.clone()),
        Tier::Note => (ArtifactOutcome::Noted, format!("low confidence ({:.2})", proposal.confidence.score)),
        Tier::Never => (ArtifactOutcome::Refused, rules.never(&proposal.action).unwrap_or_default()),
    }
}
