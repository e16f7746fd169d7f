//! Defines pass 3: the application of one candidate to the ledger.
//!
//! Invariants: no item is both active and superseded, every delta has a source, a revision keeps the item's kind,
//! source turns are append-only, only tasks are reopened, every refusal has a reason.

use std::sync::Arc;

use super::agree::agree;
use super::extract::summary::ARROW;
use super::passed_over::reject_option;
use crate::language::stems::tokens;
use crate::state::{
    Candidate, Confidence, DeltaKind, Disposition, EndReason, Extractor, Item, ItemId, ItemKind, Ledger, Outcome,
    Resolution, Scope, SourceTurn, Status, Version, delta::push_tightly, semantic_id::semantic_id,
};

/// A refusal of the reconciler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Stable id of the check.
    pub code: &'static str,
    /// The reason in words.
    pub why: String,
}

fn refuse<T>(code: &'static str, why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal { code, why: why.into() })
}

/// The reconciler's checks: (code, what it refuses), for the docs and the rejection log.
pub const CHECKS: &[(&str, &str)] = &[
    ("no-evidence", "a delta without a source turn"),
    ("empty-turn", "a source turn without an id"),
    ("empty-summary", "an item without words"),
    ("few-options", "a branch with fewer than two alternatives"),
    ("no-target", "a change whose target does not exist"),
    ("wrong-kind", "a change to an item of another kind"),
    ("not-open", "a change to an item that has ended"),
    ("no-change", "a revision that changes nothing"),
    ("not-ended", "a task reopened that is still open"),
];

/// Applies `candidate` to the ledger. On success the delta's `id` or `targetId` names the item returned.
pub fn reconcile(ledger: &mut Ledger, candidate: &mut Candidate) -> Result<(ItemId, Status), Refusal> {
    check_fields(candidate)?;
    match candidate.delta.kind {
        DeltaKind::TaskOpened if names_ended_task(ledger, candidate) => reopen(ledger, candidate),
        k if k.creates() && candidate.delta.target_id.is_some() => adopt(ledger, candidate),
        k if k.creates() => Ok(create(ledger, candidate)),
        DeltaKind::DecisionRevised => revise(ledger, candidate, ItemKind::Decision),
        DeltaKind::ConstraintRevised => revise(ledger, candidate, ItemKind::Constraint),
        DeltaKind::TaskClosed => close(ledger, candidate),
        _ => supersede(ledger, candidate),
    }
}

/// Adds a restatement's evidence to an item, without a new version.
pub fn reinforce(ledger: &mut Ledger, id: &str, candidate: &Candidate) -> Status {
    let seq = ledger.seq();
    ledger.update(id, |item| {
        item.reinforced += 1;
        touch(item, candidate, seq);
        agree(item, candidate);
        if let Some(version) = item.versions.last_mut() {
            Arc::make_mut(&mut version.evidence).absorb(&candidate.evidence);
            if candidate.confidence > version.score {
                version.score = candidate.confidence;
                item.confidence = item.confidence.max(Confidence::of(candidate.confidence));
            }
        }
    });
    ledger.get(id).map_or(Status::Active, |i| i.status)
}

fn check_fields(candidate: &Candidate) -> Result<(), Refusal> {
    let delta = &candidate.delta;
    if delta.source_turns.is_empty() {
        return refuse("no-evidence", "no turn carries it");
    }
    if delta.source_turns.iter().any(|s| s.turn_id.trim().is_empty()) {
        return refuse("empty-turn", "a source turn has no id");
    }
    let named = matches!(delta.kind, DeltaKind::TaskClosed | DeltaKind::ItemSuperseded);
    if !named && delta.summary.as_deref().is_none_or(|s| s.trim().is_empty()) {
        return refuse("empty-summary", "nothing is said");
    }
    if delta.kind == DeltaKind::BranchCreated && delta.details.alternatives.len() < 2 {
        return refuse("few-options", "a branch needs two alternatives");
    }
    Ok(())
}

fn create(ledger: &mut Ledger, candidate: &mut Candidate) -> (ItemId, Status) {
    let kind = candidate.delta.item_kind().unwrap_or(ItemKind::Fact);
    let branch = candidate.delta.kind == DeltaKind::BranchCreated;
    let id = ledger.next_id(kind, branch);
    let seq = ledger.advance();
    candidate.delta.id = Some(id.clone());
    let status = created_status(candidate.delta.kind);
    let summary = candidate.delta.summary.clone().unwrap_or_default();
    let mut tags = Vec::new();
    if branch {
        tags.push("branch".to_owned());
    }
    if candidate.delta.hard == Some(true) {
        tags.push("hard".to_owned());
    }
    let confidence = candidate.delta.confidence.unwrap_or(Confidence::of(candidate.confidence));
    candidate.delta.confidence = Some(confidence);
    let item = Item {
        id: id.clone(),
        semantic_id: semantic_id(kind, &summary),
        kind,
        summary: summary.clone(),
        status,
        confidence,
        scope: candidate.delta.scope.unwrap_or(Scope::Session),
        source_turns: candidate.delta.source_turns.clone(),
        last_touched: candidate.delta.timestamp,
        tags,
        touched_seq: seq,
        versions: vec![version(candidate, seq, summary)],
        alternatives: candidate.delta.details.alternatives.clone(),
        rationale: candidate.delta.details.rationale.clone(),
        resolution: None,
        ended_because: None,
        supersedes: Vec::new(),
        superseded_by: None,
        reinforced: 0,
    };
    let options = if kind == ItemKind::Decision { item.alternatives.clone() } else { Vec::new() };
    ledger.insert(item);
    for option in options {
        reject_option(ledger, candidate, &id, &option, seq);
    }
    (id, status)
}

fn revise(ledger: &mut Ledger, candidate: &mut Candidate, kind: ItemKind) -> Result<(ItemId, Status), Refusal> {
    let id = target(ledger, candidate, Some(kind))?;
    let summary = candidate.delta.summary.clone().unwrap_or_default();
    if ledger.get(&id).is_some_and(|i| i.summary == summary) {
        return refuse("no-change", format!("{id} already says so"));
    }
    // Another choice is made over other options, for another reason; another number is not.
    let other_choice = ledger.get(&id).is_some_and(|i| without_numbers(&i.summary) != without_numbers(&summary));
    let seq = ledger.advance();
    let hard = candidate.delta.hard;
    ledger.update(&id, |item| {
        item.versions.push(version(candidate, seq, summary.clone()));
        if other_choice {
            item.rationale = None;
        }
        item.summary = summary;
        item.status = Status::Active;
        item.confidence = candidate.delta.confidence.unwrap_or(Confidence::of(candidate.confidence));
        item.rationale = candidate.delta.details.rationale.clone().or(item.rationale.take());
        item.reinforced = 0;
        if let Some(hard) = hard {
            item.tags.retain(|t| t != "hard");
            if hard {
                item.tags.push("hard".to_owned());
            }
        }
        touch(item, candidate, seq);
    });
    if kind == ItemKind::Decision {
        take_chosen_options(ledger, &id, seq);
    }
    if other_choice {
        ledger.update(&id, |item| item.alternatives.clone_from(&candidate.delta.details.alternatives));
    }
    Ok((id, Status::Active))
}

/// A text without its digits.
fn without_numbers(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// Ends the alternatives of a decision that the revised decision chooses: "let's switch to Memcached".
fn take_chosen_options(ledger: &mut Ledger, chosen: &ItemId, seq: u64) {
    const DENIALS: &[&str] = &[" not ", " instead of ", " rather than ", " over ", " without ", " no "];
    let Some(item) = ledger.get(chosen) else { return };
    let summary = item.summary.to_lowercase();
    // What stands behind a denial is not chosen: "Postgres instead of Mongo".
    let end = DENIALS.iter().filter_map(|denial| summary.find(denial)).min().unwrap_or(summary.len());
    let words = tokens(summary.get(..end).unwrap_or_default());
    // "How is the group told? → Ntfy" names the only option that has its words: "ntfy push".
    let name = tokens(summary.rsplit(ARROW).next().unwrap_or_default());
    let of_name = |option: &&String| name.iter().all(|word| tokens(option).contains(word));
    let shortened = !name.is_empty() && item.alternatives.iter().filter(of_name).count() == 1;
    let named =
        |option: &String| tokens(option).iter().all(|word| words.contains(word)) || shortened && of_name(&option);
    let (taken, kept): (Vec<_>, Vec<_>) = item.alternatives.iter().cloned().partition(named);
    for option in &taken {
        let semantic = semantic_id(ItemKind::RejectedOption, option);
        let refused = ledger.with_semantic(&semantic).filter(|i| i.is_open());
        for id in refused.map(|i| i.id.clone()).collect::<Vec<_>>() {
            ledger.update(&id, |item| item.end(EndReason::ChosenNow, seq));
        }
    }
    ledger.update(chosen, |item| item.alternatives = kept);
}

fn close(ledger: &mut Ledger, candidate: &mut Candidate) -> Result<(ItemId, Status), Refusal> {
    let id = target(ledger, candidate, Some(ItemKind::Task))?;
    let seq = ledger.advance();
    let resolution = candidate.delta.resolution;
    ledger.update(&id, |item| {
        item.status = Status::Resolved;
        item.resolution = resolution;
        if let Some(last) = item.versions.last_mut() {
            Arc::make_mut(&mut last.evidence).absorb(&candidate.evidence);
        }
        touch(item, candidate, seq);
    });
    Ok((id, Status::Resolved))
}

/// Whether the candidate opens an ended task again, as opposed to wording one that the rules opened.
fn names_ended_task(ledger: &Ledger, candidate: &Candidate) -> bool {
    let target = candidate.delta.target_id.as_deref();
    target.is_some_and(|id| ledger.get(id).is_none_or(|i| !i.is_open() && i.end_reason() != Some(EndReason::RulesOnly)))
}

/// Takes over an item that the rules made: it stands in this candidate's words, with the evidence of both.
fn adopt(ledger: &mut Ledger, candidate: &mut Candidate) -> Result<(ItemId, Status), Refusal> {
    let id = candidate.delta.target_id.clone().unwrap_or_default();
    let Some(item) = ledger.get(&id) else { return refuse("no-target", format!("there is no {id}")) };
    if Some(item.kind) != candidate.delta.item_kind() {
        return refuse("wrong-kind", format!("{id} is a {}", item.kind));
    }
    if !item.is_open() && item.end_reason() != Some(EndReason::RulesOnly) {
        return refuse("not-open", format!("{id} is {}", item.status));
    }
    let (id, former) = (item.id.clone(), item.newest().cloned());
    let seq = ledger.advance();
    let summary = candidate.delta.summary.clone().unwrap_or_default();
    let status = created_status(candidate.delta.kind);
    candidate.delta.id = Some(id.clone());
    let mut adopted = version(candidate, seq, summary.clone());
    if let Some(former) = former {
        Arc::make_mut(&mut adopted.evidence).absorb(&former.evidence);
        adopted.reason = format!("{}; in the rules' words: {}", candidate.reason, former.summary).into();
    }
    ledger.update(&id, |item| {
        item.versions.pop();
        item.versions.push(adopted);
        item.summary = summary;
        (item.status, item.ended_because, item.superseded_by) = (status, None, None);
        item.confidence = candidate.delta.confidence.unwrap_or(Confidence::of(candidate.confidence));
        if !candidate.delta.details.alternatives.is_empty() {
            item.alternatives.clone_from(&candidate.delta.details.alternatives);
        }
        if let Some(hard) = candidate.delta.hard {
            item.tags.retain(|t| t != "hard");
            item.tags.extend(hard.then(|| "hard".to_owned()));
        }
        touch(item, candidate, seq);
    });
    Ok((id, status))
}

/// The status of a new item.
fn created_status(kind: DeltaKind) -> Status {
    match kind {
        DeltaKind::HypothesisIntroduced | DeltaKind::BranchCreated => Status::Tentative,
        _ => Status::Active,
    }
}

/// Takes back an accepted change, as far as nothing rests on it yet: a new item ends, a changed one stands as before.
pub fn take_back(ledger: &mut Ledger, outcome: &Outcome) {
    let Disposition::Accepted { item_id, .. } = &outcome.disposition else { return };
    let Some(kind) = ledger.get(item_id).map(|i| i.kind) else { return };
    let seq = ledger.advance();
    let open = if kind == ItemKind::Hypothesis { Status::Tentative } else { Status::Active };
    let reopened = outcome.candidate.delta.kind == DeltaKind::TaskOpened && outcome.candidate.delta.target_id.is_some();
    let mut by = None;
    ledger.update(item_id, |item| {
        let newest = item.newest().is_some_and(|v| v.seq == outcome.seq) && item.versions.len() > 1;
        match outcome.candidate.delta.kind {
            DeltaKind::TaskClosed if item.status == Status::Resolved => {
                (item.status, item.resolution) = (open, None);
            }
            DeltaKind::ItemSuperseded if item.status == Status::Superseded && item.end_reason().is_none() => {
                by = item.superseded_by.take();
                (item.status, item.ended_because) = (open, None);
            }
            DeltaKind::DecisionRevised | DeltaKind::ConstraintRevised if newest => {
                item.versions.pop();
                item.summary = item.newest().map_or_else(String::new, |v| v.summary.clone());
            }
            DeltaKind::TaskOpened if reopened && newest => {
                item.versions.pop();
                (item.status, item.resolution) = (Status::Resolved, Some(Resolution::Completed));
            }
            kind if kind.creates() && !reopened && item.is_open() => item.end(EndReason::RulesOnly, seq),
            _ => {}
        }
        item.touched_seq = seq;
    });
    if let Some(by) = by {
        ledger.update(&by, |item| item.supersedes.retain(|id| id != item_id));
    }
    end_refused_options(ledger, item_id, EndReason::RulesOnly, seq);
}

/// Ends the alternatives of a decision that was taken back; those of one that stands again stand again too.
fn end_refused_options(ledger: &mut Ledger, chosen: &ItemId, reason: EndReason, seq: u64) {
    if ledger.get(chosen).is_none_or(Item::is_open) {
        let ended =
            |i: &&Item| i.superseded_by.as_ref() == Some(chosen) && i.end_reason() == Some(EndReason::OpenAgain);
        let again = ledger.of_kind(ItemKind::RejectedOption).filter(ended).map(|i| i.id.clone());
        for id in again.collect::<Vec<_>>() {
            ledger.update(&id, |item| {
                (item.status, item.ended_because, item.touched_seq) = (Status::Active, None, seq);
            });
        }
        return;
    }
    let options = ledger.open_of_kind(ItemKind::RejectedOption);
    let options = options.filter(|i| i.superseded_by.as_ref() == Some(chosen)).map(|i| i.id.clone());
    for id in options.collect::<Vec<_>>() {
        ledger.update(&id, |item| item.end(reason, seq));
    }
}

/// Opens an ended task again, as a new version.
fn reopen(ledger: &mut Ledger, candidate: &mut Candidate) -> Result<(ItemId, Status), Refusal> {
    let id = candidate.delta.target_id.clone().unwrap_or_default();
    let Some(item) = ledger.get(&id) else { return refuse("no-target", format!("there is no {id}")) };
    if item.kind != ItemKind::Task {
        return refuse("wrong-kind", format!("{id} is a {}, not a task", item.kind));
    }
    if item.status != Status::Resolved {
        return refuse("not-ended", format!("{id} is {}", item.status));
    }
    let (id, summary) = (item.id.clone(), item.summary.clone());
    let seq = ledger.advance();
    ledger.update(&id, |item| {
        item.versions.push(version(candidate, seq, summary));
        (item.status, item.resolution) = (Status::Active, None);
        touch(item, candidate, seq);
    });
    Ok((id, Status::Active))
}

fn supersede(ledger: &mut Ledger, candidate: &mut Candidate) -> Result<(ItemId, Status), Refusal> {
    let id = target(ledger, candidate, None)?;
    let by = candidate.delta.details.new_item_id.clone().filter(|n| ledger.get(n).is_some());
    let seq = ledger.advance();
    let reason = candidate.delta.details.reason.clone();
    ledger.update(&id, |item| {
        item.status = Status::Superseded;
        item.superseded_by.clone_from(&by);
        item.ended_because = reason;
        touch(item, candidate, seq);
    });
    match by {
        Some(by) => {
            ledger.update(&by, |item| item.supersedes.push(id.clone()));
        }
        // The choice is open again, and so are its options.
        None => end_refused_options(ledger, &id, EndReason::OpenAgain, seq),
    }
    Ok((id, Status::Superseded))
}

/// The open item a change points to; refused unless it is of `kind`.
fn target(ledger: &Ledger, candidate: &Candidate, kind: Option<ItemKind>) -> Result<ItemId, Refusal> {
    let Some(id) = candidate.delta.target_id.as_deref() else {
        return refuse("no-target", "nothing it could change was found");
    };
    let Some(item) = ledger.get(id) else { return refuse("no-target", format!("there is no {id}")) };
    if let Some(kind) = kind
        && item.kind != kind
    {
        return refuse("wrong-kind", format!("{id} is a {}, not a {kind}", item.kind));
    }
    if !item.is_open() {
        return refuse("not-open", format!("{id} is {}", item.status));
    }
    Ok(item.id.clone())
}

pub(super) fn version(candidate: &Candidate, seq: u64, summary: String) -> Version {
    Version {
        seq,
        summary,
        mode: candidate.delta.mode,
        evidence: Arc::clone(&candidate.evidence),
        turn_id: candidate.delta.source_turns.first().map(|s| s.turn_id.clone()).unwrap_or_default(),
        at: candidate.delta.timestamp,
        extractor: candidate.extractor,
        rule: Arc::clone(&candidate.rule),
        score: candidate.confidence,
        parts: Arc::clone(&candidate.parts),
        reason: Arc::clone(&candidate.reason),
    }
}

fn touch(item: &mut Item, candidate: &Candidate, seq: u64) {
    item.touched_seq = seq;
    item.last_touched = candidate.delta.timestamp.or(item.last_touched);
    for source in &candidate.delta.source_turns {
        if !item.source_turns.contains(source) {
            push_tightly(&mut item.source_turns, source.clone());
        }
    }
}

/// A candidate made by the person's command: certain.
pub fn by_hand(kind: DeltaKind, target: Option<&Item>, summary: Option<String>, source: SourceTurn) -> Candidate {
    let mut delta = crate::state::Delta::new(kind);
    delta.target_id = target.map(|i| i.id.clone());
    delta.summary = summary;
    delta.confidence = Some(Confidence::Certain);
    delta.source_turns = vec![source];
    let semantic = semantic_id(delta.item_kind().unwrap_or(ItemKind::Fact), delta.text());
    Candidate {
        delta,
        evidence: Arc::default(),
        extractor: Extractor::Person,
        rule: "by-hand".into(),
        confidence: 1.0,
        parts: Arc::default(),
        reason: "you said so".into(),
        semantic_id: semantic,
    }
}
