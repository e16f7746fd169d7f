//! Defines errors beyond misses and false alarms: traps hit, open things emitted as settled, changes of the wrong item;
//! and the dump of all results.

use super::super::gold::{gold_words, overlap};
use super::end::{CarriedLabels, root};
use super::matching::{AGREE, MatchText, Matching, Sides, near};
use super::{Emitted, family};
use crate::state::DeltaKind;

/// Minimum word overlap with a trap's quote that counts as a hit, 0 to 1.
const TRAPPED: f64 = 0.5;

fn firm(kind: DeltaKind) -> bool {
    matches!(family(kind), "decision" | "constraint" | "fact")
}

/// Counts the traps, (hit, all), and adds a line for each hit.
pub(super) fn traps(sides: &Sides<'_>, matched: &Matching, lines: &mut Vec<String>) -> (usize, usize) {
    let mut hits = 0;
    let traps = &sides.session.gold.traps;
    for trap in traps {
        let Some(kind) = DeltaKind::from_word(&trap.not_kind).filter(|k| firm(*k)) else { continue };
        let quote = gold_words(&trap.quote);
        let at = sides.place.get(trap.turn_id.as_str());
        let hit = sides.said().find(|(i, (e, w))| {
            !matched.right(*i)
                && family(e.kind) == family(kind)
                && at.is_some_and(|a| w.places.contains(a))
                && w.pieces.iter().map(|p| overlap(p, &quote)).fold(overlap(&w.text, &quote), f64::max) >= TRAPPED
        });
        if let Some((_, (e, _))) = hit {
            hits += 1;
            lines.push(format!("TRAP {} {:?} -> {} {:?}", trap.why, trap.quote, e.kind, e.text.trim()));
        }
    }
    (hits, traps.len())
}

/// The matched deltas with a known target on both sides, each with whether the target is wrong.
pub(super) fn mistargeted<'a>(
    sides: &Sides<'a>,
    matched: &Matching,
    carried: &CarriedLabels<'_>,
) -> Vec<(&'a Emitted, bool)> {
    let mut out = Vec::new();
    for (i, j) in &matched.ours {
        let (Some(delta), Some(label)) = (sides.emitted.get(*i), sides.labels().get(*j)) else { continue };
        let (Some(ours), Some(theirs)) = (delta.target.as_deref(), label.target.as_deref()) else { continue };
        let theirs = root(theirs, &sides.by_id);
        if carried.values().any(|l| l.contains(&theirs)) {
            out.push((delta, !carried.get(ours).is_some_and(|l| l.contains(&theirs))));
        }
    }
    out
}

/// Whether a label of an open thing agrees with these words in a near turn.
fn has_open_label(sides: &Sides<'_>, words: &MatchText) -> bool {
    let mut labels = sides.labels().iter().zip(&sides.theirs);
    labels.any(|(l, other)| {
        family(l.kind) == "open" && near(&words.places, &other.places) && words.agreement(other) >= AGREE
    })
}

/// The unmatched deltas that settle a thing labelled as open.
pub(super) fn canonized<'a>(sides: &Sides<'a>, matched: &Matching) -> Vec<&'a Emitted> {
    let wrong = sides.said().filter(|(i, _)| !matched.right(*i));
    wrong.filter(|(_, (e, a))| firm(e.kind) && has_open_label(sides, a)).map(|(_, (e, _))| e).collect()
}

/// Every hit, false alarm and miss, one per line.
pub(super) fn dump(sides: &Sides<'_>, matched: &Matching) -> Vec<String> {
    let labels = sides.labels();
    let mut lines = vec![format!("### {}", sides.session.name)];
    for (i, e) in sides.emitted.iter().enumerate() {
        let label = matched.ours.get(&i).and_then(|j| labels.get(*j));
        let head = if label.is_some() { "TP" } else { "FP" };
        let tail = label.map_or_else(String::new, |l| format!(" == {} {}", l.id, l.summary));
        lines.push(format!("{head} {:.2} {} {:?}{tail}", e.confidence, e.kind, e.text.trim()));
    }
    for (_, l) in labels.iter().enumerate().filter(|(j, l)| l.must() && !matched.theirs.contains_key(j)) {
        lines.push(format!("MISS {} {} {:?} | {}", l.kind, l.id, l.summary, l.quote));
    }
    lines
}
