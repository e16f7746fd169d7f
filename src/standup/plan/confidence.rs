//! Defines the confidence of a proposal, from the strength, age and fit of its evidence and the number of sessions.

use jiff::{SignedDuration, Timestamp};

use crate::standup::action::{ProposalConfidence, ProposalEvidence};
use crate::state::Part;

/// Maximum age in days, and the freshness factor up to it.
const FRESH: &[(i64, f32)] = &[(2, 1.0), (7, 0.97), (30, 0.9)];
/// Freshness factor of anything older.
const OLD: f32 = 0.8;
/// Factor for hedged words.
const HEDGED: f32 = 0.8;

/// The confidence of a proposal, 0 to 1, from its evidence and its fit (0 to 1). Sessions count as independent
/// (noisy-or); more of them do not improve a doubtful fit.
pub fn confidence(
    evidence: &[ProposalEvidence],
    fits: f32,
    now: Option<Timestamp>,
    hedged: bool,
) -> ProposalConfidence {
    let mut sessions: Vec<(&str, f32, f32)> = Vec::new();
    for piece in evidence {
        let fresh = fresh(piece.at, now);
        let worth = piece.kind.weight();
        match sessions.iter_mut().find(|(s, _, _)| *s == piece.session) {
            Some(known) if known.1 * known.2 < worth * fresh => *known = (&piece.session, worth, fresh),
            Some(_) => {}
            None => sessions.push((&piece.session, worth, fresh)),
        }
    }
    let unsure: f32 = sessions.iter().map(|(_, worth, fresh)| 1.0 - worth * fresh).product();
    let hedge = if hedged { HEDGED } else { 1.0 };
    let score = ((1.0 - unsure) * fits * hedge).clamp(0.0, 1.0);
    let best = sessions.iter().max_by(|a, b| (a.1 * a.2).total_cmp(&(b.1 * b.2)));
    let (worth, fresh) = best.map_or((0.0, 0.0), |(_, worth, fresh)| (*worth, *fresh));
    let mut parts = vec![part("evidence", worth), part("match", fits), part("recency", fresh)];
    if sessions.len() > 1 {
        parts.push(part("sessions", sessions.len() as f32));
    }
    if hedged {
        parts.push(part("hedging", HEDGED));
    }
    ProposalConfidence { score, parts }
}

fn part(name: &'static str, value: f32) -> Part {
    Part { name: name.into(), value }
}

/// The freshness factor of evidence by its age; undated evidence counts as a week old.
fn fresh(at: Option<Timestamp>, now: Option<Timestamp>) -> f32 {
    let Some((at, now)) = at.zip(now) else { return FRESH.get(1).map_or(OLD, |(_, f)| *f) };
    let age = now.duration_since(at);
    FRESH.iter().find(|(days, _)| age <= SignedDuration::from_hours(24 * days)).map_or(OLD, |(_, f)| *f)
}

/// The fit that a confidence was computed with.
pub(super) fn fits(confidence: &ProposalConfidence) -> f32 {
    confidence.parts.iter().find(|p| p.name == "match").map_or(0.0, |p| p.value)
}

/// Whether one piece of evidence is a copy of the other and counts for nothing by itself: a session that began as a copy
/// has the same turns at the same times.
pub(super) fn copied(one: &ProposalEvidence, other: &ProposalEvidence) -> bool {
    if one.source() == other.source() {
        return true;
    }
    let (same_turn, same_time) = (first_turn(one) == first_turn(other), one.at == other.at);
    let same_words = one.quotes == other.quotes;
    same_time && (same_words && (same_turn || one.at.is_some()) || same_turn && one.at.is_some())
}

/// The id of the first turn of a piece of evidence; empty if it has no turns.
fn first_turn(evidence: &ProposalEvidence) -> &str {
    evidence.turns.first().map_or("", |turn| &turn.turn_id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standup::action::EvidenceKind;

    fn piece(kind: EvidenceKind, session: &str) -> ProposalEvidence {
        let at = "2026-03-01T10:00:00Z".parse().ok();
        ProposalEvidence { kind, session: session.to_owned(), turns: Vec::new(), quotes: Vec::new(), at, agreed: false }
    }

    #[test]
    fn more_evidence_does_not_raise_the_confidence_of_a_doubtful_match() {
        let voices: Vec<ProposalEvidence> = ["a", "b", "c", "d"].map(|s| piece(EvidenceKind::Verified, s)).into();
        let now = "2026-03-02T10:00:00Z".parse().ok();
        assert!(confidence(&voices, 0.7, now, false).score <= 0.7);
    }

    #[test]
    fn results_count_more_than_words_and_sessions_add_up() {
        let now = "2026-03-02T10:00:00Z".parse().ok();
        let score = |evidence: &[ProposalEvidence], fits| confidence(evidence, fits, now, false).score;
        let (claim, person) = (piece(EvidenceKind::Claim, "a"), piece(EvidenceKind::Person, "a"));
        let verified = piece(EvidenceKind::Verified, "a");
        assert!(score(std::slice::from_ref(&verified), 1.0) >= 0.9);
        assert!((0.5..0.9).contains(&score(std::slice::from_ref(&person), 1.0)));
        assert!(score(&[claim.clone(), claim.clone()], 1.0) <= 0.5, "one session says it once");
        assert!(score(&[claim.clone(), piece(EvidenceKind::Claim, "b")], 1.0) > 0.7);
        assert!(score(&[verified], 0.5) < 0.5 && confidence(&[claim], 1.0, now, true).score < 0.45);
        let old = "2027-03-02T10:00:00Z".parse().ok();
        assert!(confidence(&[person], 1.0, old, false).score < 0.65, "what is old counts less");
    }
}
