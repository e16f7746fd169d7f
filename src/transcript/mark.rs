//! Defines [`FollowMark`], where following stands, with what is needed to go on from there in another run.
//!
//! What the decoder remembers grows with the file, so it is not written down at every mark, but as of a line further
//! back: the lines between are decoded once more when following is taken up. Which lines those are depends on the
//! file alone, so the same file gives the same mark.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::decode::Decoder;
use super::follow::{FilePosition, Follower, OpenError};
use super::read::decode_span;

/// Bytes between two places where the memory is written down, at least; and one part in so many of the file.
const APART: u64 = 4 << 20;
const SHARE: u64 = 8;

/// What the decoder remembered at the beginning of a line.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The line's first byte in the file.
    pub offset: u64,
    /// Lines before it.
    pub lines: u64,
    /// What the decoder remembered of them.
    pub memory: Box<RawValue>,
}

impl Checkpoint {
    /// From which place in the file on the next one is due, after one at `offset`.
    pub fn due_after(offset: u64) -> u64 {
        offset + APART.max(offset / SHARE)
    }
}

/// Where following stands: another run goes on from here.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct FollowMark {
    /// The place in the file.
    pub place: FilePosition,
    /// What the decoder remembered further back; nothing in a short file, which is decoded from its beginning.
    pub memory: Option<Checkpoint>,
}

impl FollowMark {
    /// The mark of a follower and its decoder; `None` while something found was not taken yet, or the file is a
    /// document.
    pub fn of(follower: &mut Follower, decoder: &Decoder) -> Option<Self> {
        Some(Self { place: follower.place()?, memory: decoder.checkpoint()?.cloned() })
    }

    /// The follower and the decoder that go on from here; `None` when the file is another one now, or another version
    /// of the program wrote the mark.
    pub fn resume(self, path: &Path) -> Result<Option<(Follower, Decoder)>, OpenError> {
        let Some(follower) = Follower::resume(path, &self.place)? else { return Ok(None) };
        let from = self.memory.as_ref().map_or((0, 0), |c| (c.offset, c.lines));
        let decoder = match self.memory {
            Some(checkpoint) => Decoder::recall(path, checkpoint),
            None => Some(Decoder::new(path)),
        };
        let Some(mut decoder) = decoder else { return Ok(None) };
        if decode_span(path, &mut decoder, from, self.place.offset).is_err() {
            return Ok(None);
        }
        // These were given before.
        drop(decoder.take());
        Ok(Some((follower, decoder)))
    }
}
