//! Defines how a saved session is resumed: the offset to read on from, and the turns to ingest again.

use std::path::Path;

use crate::session::Session;
use crate::transcript::read::read_span;
use crate::transcript::{Decoder, FollowMark, Follower, OpenError};

/// Bytes of transcript before the mark that are ingested again, so that later turns keep their context.
/// Most sessions are shorter; longer ones lose only the counts of older restatements.
const CONTEXT_BYTES: u64 = 4 << 20;

/// The session, and a follower at the saved position. If the transcript was replaced, or has no saved position, there is
/// no follower: the session starts over, with its corrections pending.
pub fn take_up(
    mut session: Session,
    mark: Option<FollowMark>,
    path: &Path,
) -> Result<(Session, Option<(Follower, Decoder)>), OpenError> {
    let Some(mark) = mark else { return Ok((session.reset(), None)) };
    let end = mark.place.offset;
    let Some(taken) = mark.resume(path)? else { return Ok((session.reset(), None)) };
    let first = session.turns().partition_point(|t| t.record.start < end.saturating_sub(CONTEXT_BYTES));
    let start = session.turns().get(first).map(|t| (t.record.start, t.record.line));
    let entries = start.and_then(|start| read_span(path, start, end).ok()).unwrap_or_default();
    session.prime_context(entries);
    Ok((session, Some(taken)))
}
