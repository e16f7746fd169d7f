//! Defines a long session made by hand: a ledger of any number of deltas, a third of them changing what was there.
#![allow(dead_code, missing_docs, clippy::unwrap_used)]

use deltamind::pipeline::{Proposed, Target, Verdict};
use deltamind::session::Session;
use deltamind::state::{
    Candidate, Delta, DeltaKind, Evidence, Extractor, ItemId, SourceTurn, semantic_id::semantic_id,
};
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Turn};
use jiff::Timestamp;

/// Deltas a turn carries.
const PER_TURN: usize = 20;

pub fn turn(n: usize) -> Entry {
    let at = Timestamp::from_second(1_790_000_000 + n as i64).ok();
    let (ordinal, record) = (n as u32 + 1, RecordRef::default());
    let content = format!("words {n} that decide nothing");
    Entry::Turn(Turn { turn_id: format!("turn-{n}"), ordinal, role: Role::User, content, at, record })
}

/// Two of three make an item; the third revises a decision of long ago.
pub fn proposed(n: usize) -> Proposed {
    let kinds = [DeltaKind::DecisionMade, DeltaKind::TaskOpened, DeltaKind::DecisionRevised];
    let kind = kinds[n % kinds.len()];
    let mut delta = Delta::new(kind);
    let summary = format!("word{n} goes with part{} of module{}", n * 7 % 99_991, n * 13 % 99_989);
    let turn_id = format!("turn-{}", n / PER_TURN);
    delta.source_turns = vec![SourceTurn { turn_id: turn_id.as_str().into(), offset: Some(0..10) }];
    delta.timestamp = Timestamp::from_second(1_790_000_000 + n as i64).ok();
    let semantic_id = semantic_id(delta.item_kind().unwrap(), &summary);
    delta.summary = Some(summary);
    let target = match kind {
        DeltaKind::DecisionRevised => Target::Id(ItemId::new('d', n as u64 / 6 + 1)),
        _ => Target::None,
    };
    let candidate = Candidate {
        delta,
        evidence: Evidence::one(&turn_id, "words of it", 0..10).into(),
        extractor: Extractor::Signals,
        rule: "made".into(),
        confidence: 0.9,
        parts: [].into(),
        reason: "made for measuring".into(),
        semantic_id,
    };
    Proposed { candidate, target, verdict: Verdict::Accept }
}

/// A session of so many deltas.
pub fn session(deltas: usize) -> Session {
    let mut session = Session::new(Meta::default());
    session.ingest((0..deltas.div_ceil(PER_TURN)).map(turn));
    session.settle((0..deltas).map(proposed).collect());
    session
}
