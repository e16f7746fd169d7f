//! Defines how a session read from a labelled transcript is measured against its labels.

use crate::lab::gold::GoldSession;
use crate::lab::scoreboard::{Emitted, FinalItem, Score, score};
use crate::session::Session;
use crate::state::{Disposition, LogLine};

/// How right `session` is by the labels of `gold`; with `held`, what waits for the person counts as accepted.
pub fn measure(gold: &GoldSession, session: &Session, held: bool) -> Score {
    let standing: Vec<FinalItem> = session.ledger().items().iter().map(FinalItem::of).collect();
    score(gold, &emitted(session, held), &standing, session.gates())
}

/// What `session` emitted: what it accepted, and with `held` what waits for the person.
pub fn emitted(session: &Session, held: bool) -> Vec<Emitted> {
    let outcomes =
        session.log().iter().filter_map(|l| if let LogLine::Outcome(o) = l { Some(o.as_ref()) } else { None });
    let accepted = outcomes.filter(|o| matches!(o.disposition, Disposition::Accepted { .. }));
    // Accepted first, then held, each in order: among equals the later one is matched.
    let waiting = session.held().filter(|_| held);
    accepted.chain(waiting).map(|o| Emitted::of(session.ledger(), o)).collect()
}
