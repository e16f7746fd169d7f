//! Defines [`FollowMark`], the position of a follower with the state that another run needs to resume there.
//!
//! The decoder's state grows with the file, so it is not saved at every mark: a mark holds the newest checkpoint, and
//! the lines since are decoded again on resuming. Where checkpoints are made depends on the file alone, so the same
//! file gives the same mark.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::decode::Decoder;
use super::follow::{FilePosition, Follower, OpenError};
use super::read::decode_span;

/// The distance between two checkpoints: at least this many bytes, and at least the offset divided by [`SHARE`].
const MIN_DISTANCE: u64 = 4 << 20;
const SHARE: u64 = 8;

/// The decoder's state at the beginning of a line.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The line's first byte in the file.
    pub offset: u64,
    /// Lines before it.
    pub lines: u64,
    /// The decoder's state as JSON.
    pub memory: Box<RawValue>,
}

impl Checkpoint {
    /// The offset from which on the next checkpoint is due, after one at `offset`.
    pub fn due_after(offset: u64) -> u64 {
        offset + MIN_DISTANCE.max(offset / SHARE)
    }
}

/// The position of a follower, from which another run can resume.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct FollowMark {
    pub place: FilePosition,
    /// The newest checkpoint; `None` in a short file, which is decoded from its beginning.
    pub memory: Option<Checkpoint>,
}

impl FollowMark {
    /// The mark of a follower and its decoder; `None` while entries wait to be taken, or when the file is a document.
    pub fn of(follower: &mut Follower, decoder: &Decoder) -> Option<Self> {
        Some(Self { place: follower.place()?, memory: decoder.checkpoint()?.cloned() })
    }

    /// The follower and decoder that resume here; `None` when the file was replaced or rewritten, or another
    /// version of the program wrote the mark.
    pub fn resume(self, path: &Path) -> Result<Option<(Follower, Decoder)>, OpenError> {
        let Some(follower) = Follower::resume(path, &self.place)? else { return Ok(None) };
        let from = self.memory.as_ref().map_or((0, 0), |c| (c.offset, c.lines));
        let decoder = match self.memory {
            Some(checkpoint) => Decoder::resume(path, checkpoint),
            None => Some(Decoder::new(path)),
        };
        let Some(mut decoder) = decoder else { return Ok(None) };
        if decode_span(path, &mut decoder, from, self.place.offset).is_err() {
            return Ok(None);
        }
        // Drop the entries that were delivered before the mark.
        drop(decoder.take());
        Ok(Some((follower, decoder)))
    }
}
