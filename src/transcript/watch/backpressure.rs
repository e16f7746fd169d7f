//! Defines [`Backpressure`], which limits how many chunks the reader thread sends ahead of its consumer, and
//! [`ChunkPermit`], whose drop reports a chunk as consumed.
//!
//! A bounded channel alone is not enough: its receiver empties it into a queue, so that keys overtake chunks. So a
//! chunk counts until it is dropped, wherever it is queued.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;

use super::Wake;

/// Chunks that may be sent and not yet dropped.
const MAX_IN_FLIGHT: usize = 3;

#[derive(Debug, Default)]
struct ChunkCount {
    waiting: AtomicUsize,
    /// Whether the thread sleeps until there is room.
    asleep: AtomicBool,
}

/// The reader thread's side.
#[derive(Debug)]
pub(super) struct Backpressure {
    shared: Arc<ChunkCount>,
    wake: SyncSender<Wake>,
}

impl Backpressure {
    pub(super) fn new(wake: SyncSender<Wake>) -> Self {
        Self { shared: Arc::default(), wake }
    }

    /// Counts a chunk as sent.
    pub(super) fn acquire(&self) -> ChunkPermit {
        self.shared.waiting.fetch_add(1, Ordering::SeqCst);
        ChunkPermit(Some(Arc::new(PermitGuard { shared: Arc::clone(&self.shared), wake: self.wake.clone() })))
    }

    /// Whether the limit is reached. If so, the next chunk dropped wakes the thread.
    pub(super) fn is_full(&self) -> bool {
        // Set before the count is read: a chunk dropped in between then wakes.
        self.shared.asleep.store(true, Ordering::SeqCst);
        let far = self.shared.waiting.load(Ordering::SeqCst) >= MAX_IN_FLIGHT;
        if !far {
            self.shared.asleep.store(false, Ordering::SeqCst);
        }
        far
    }
}

/// Held by a chunk; when the last copy is dropped, the chunk counts as consumed.
#[derive(Clone, Default)]
pub struct ChunkPermit(Option<Arc<PermitGuard>>);

struct PermitGuard {
    shared: Arc<ChunkCount>,
    wake: SyncSender<Wake>,
}

impl Drop for PermitGuard {
    fn drop(&mut self) {
        self.shared.waiting.fetch_sub(1, Ordering::SeqCst);
        if self.shared.asleep.load(Ordering::SeqCst) {
            // A full channel wakes the thread too.
            let _ = self.wake.try_send(Wake::Poll);
        }
    }
}

impl fmt::Debug for ChunkPermit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Taken").field("counted", &self.0.is_some()).finish()
    }
}

/// Permits are ignored when chunks are compared.
impl PartialEq for ChunkPermit {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;

    #[test]
    fn a_chunk_counts_until_its_last_copy_is_dropped_and_then_wakes_the_reader() {
        let (wake, woken) = sync_channel(1);
        let ahead = Backpressure::new(wake);
        let held: Vec<ChunkPermit> = (0..MAX_IN_FLIGHT).map(|_| ahead.acquire()).collect();
        let copy = held.first().cloned();
        assert!(ahead.is_full());
        drop(held);
        assert!(matches!(woken.try_recv(), Ok(Wake::Poll)));
        drop(copy);
        assert!(!ahead.is_full());
        drop(ahead.acquire());
        assert!(matches!(woken.try_recv(), Ok(Wake::Poll) | Err(_)));
        drop(ahead.acquire());
        assert!(woken.try_recv().is_err(), "nobody waits");
    }
}
