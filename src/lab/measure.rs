//! Defines the measurement of a session against the labels of its transcript.

use crate::lab::gold::GoldSession;
use crate::lab::scoreboard::{Emitted, FinalItem, Score, score};
use crate::session::Session;
use crate::state::{Disposition, Extractor, LogLine, Outcome};

/// Scores `session` against the labels of `gold`; with `held`, held candidates count as accepted.
pub fn measure(gold: &GoldSession, session: &Session, held: bool) -> Score {
    let standing: Vec<FinalItem> = session.ledger().items().iter().map(FinalItem::of).collect();
    score(gold, &emitted(session, held), &standing, session.gates())
}

/// The accepted deltas of `session`, and with `held` the held ones.
pub fn emitted(session: &Session, held: bool) -> Vec<Emitted> {
    let outcomes =
        session.log().iter().filter_map(|l| if let LogLine::Outcome(o) = l { Some(o.as_ref()) } else { None });
    let stands = |o: &&Outcome| matches!(o.disposition, Disposition::Accepted { .. }) && !session.is_set_aside(o.line);
    let accepted = outcomes.filter(stands);
    // Accepted before held: of equal pairs the later one is matched.
    let waiting = session.held().filter(|_| held);
    accepted.chain(waiting).map(|o| Emitted::of(session.ledger(), o)).collect()
}

/// Scores what a model alone put into the ledger of `session` against the labels of `gold`.
pub fn measure_model(gold: &GoldSession, session: &Session) -> Score {
    let outcomes =
        session.log().iter().filter_map(|l| if let LogLine::Outcome(o) = l { Some(o.as_ref()) } else { None });
    let by_model = |o: &&Outcome| {
        let entered = matches!(o.disposition, Disposition::Accepted { .. });
        entered && o.candidate.extractor == Extractor::Model && !session.is_set_aside(o.line)
    };
    let emitted: Vec<Emitted> = outcomes.filter(by_model).map(|o| Emitted::of(session.ledger(), o)).collect();
    score(gold, &emitted, &[], session.gates())
}
