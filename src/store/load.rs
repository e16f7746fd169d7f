//! Defines [`Loaded`], a saved session with the damage found while loading it.
//!
//! The folded log must equal the snapshot. Where one is damaged the other is used, and where neither suffices the
//! transcript is read again. The person's corrections survive all of these.

use std::path::Path;

use super::log::{LOG, LogFile};
use super::place::sealed_name;
use super::seal::{Sealer, Unsealed};
use super::snapshot::{self, SNAPSHOTS, Snapshot, SnapshotState};
use super::{Store, StoreError, disk};
use crate::session::{Session, SessionSidecar};
use crate::transcript::FollowMark;

/// A saved session.
#[derive(Debug)]
pub struct Loaded {
    pub id: String,
    /// The session as of the last save.
    pub session: Session,
    /// The position to resume reading at; `None` if the transcript must be read from its beginning.
    pub mark: Option<FollowMark>,
    /// The damage, one line each.
    pub damage: Vec<String>,
    /// Number of valid log lines; later ones are written again as the transcript is read on.
    pub(super) lines: u64,
    /// Hash of the last valid line.
    pub(super) last_hash: String,
    /// Size of the valid lines in bytes.
    pub(super) bytes: u64,
    /// Whether the log on disk cannot be appended to.
    pub(super) log_is_lost: bool,
    pub(super) unreadable_snapshots: Vec<&'static str>,
}

impl Store {
    /// Loads a saved session.
    pub fn load(&self, id: &str) -> Result<Loaded, StoreError> {
        self.check(id)?;
        let dir = self.session_dir(id);
        if !dir.is_dir() {
            let what = format!("no session {id} is saved in {}", self.root().display());
            return Err(StoreError::Missing(what + ": `deltamind save --from FILE` saves one, watching does too"));
        }
        load(&dir, id, (&self.sealer(), &|file| sealed_name(id, file)))
    }

    /// The last saved state of a session, from its snapshot alone and checked only by its checksum: for display while the
    /// log is folded. `None` if no snapshot is intact.
    pub fn standing(&self, id: &str) -> Option<Session> {
        self.check(id).ok()?;
        let bytes = disk::read(&self.session_dir(id).join(SNAPSHOTS[0])).ok()??;
        let bytes = self.sealer().accepted(&sealed_name(id, SNAPSHOTS[0]), &bytes)?.into_owned();
        let SnapshotState { seq, items, held, session } = snapshot::standing(&bytes).ok()?;
        Some(Session::standing(session, items, held, seq))
    }
}

/// Loads from a session's folder; `name` gives the name under which a file of it is sealed.
fn load(dir: &Path, id: &str, (sealer, name): (&Sealer, &dyn Fn(&str) -> String)) -> Result<Loaded, StoreError> {
    let log_path = dir.join(LOG);
    let log = LogFile::read(&log_path, &name(LOG), sealer).map_err(StoreError::io("read", &log_path))?;
    let mut damage: Vec<String> = Vec::new();
    if !log.torn.is_empty() {
        damage.push(format!("provenance.jsonl ends in {} bytes of a torn line", log.torn.len()));
    }
    damage.extend(log.damaged.iter().map(|n| format!("line {n} of provenance.jsonl is damaged")));
    let mut snapshots = Vec::new();
    let mut unreadable_snapshots = Vec::new();
    let mut unsigned = log.unsigned;
    for file in SNAPSHOTS {
        let path = dir.join(file);
        let read = match disk::read(&path) {
            Ok(None) => continue,
            Ok(Some(bytes)) => {
                let Unsealed { content, valid } = sealer.unseal_json(&name(SNAPSHOTS[0]), &bytes);
                let read = snapshot::read::<Snapshot>(&content);
                if valid || sealer.lenient || read.is_err() {
                    read
                } else {
                    unsigned = true;
                    Err("is not signed with your key".to_owned())
                }
            }
            Err(error) => Err(unreadable(&path, error)?),
        };
        match read {
            Ok(snapshot) => {
                let good = is_of(&snapshot, &log);
                snapshots.push(snapshot);
                if good {
                    break;
                }
                damage.push(format!("{file} and provenance.jsonl do not belong together"));
            }
            Err(why) => {
                unreadable_snapshots.push(file);
                damage.push(format!("{file} {why}"));
            }
        }
    }
    let fits = snapshots.iter().position(|s| is_of(s, &log));
    if let Some(at) = fits {
        return Ok(Loaded { unreadable_snapshots, ..of_both((dir, id), snapshots.swap_remove(at), log, damage) });
    }
    if let Some(snapshot) = snapshots.into_iter().next() {
        return Ok(Loaded { unreadable_snapshots, ..of_snapshot(id, snapshot, &log, damage) });
    }
    if unsigned && !log.has_readable() {
        return Err(StoreError::Unsigned { path: dir.to_owned() });
    }
    if !log.has_readable() {
        damage.insert(0, "holds neither a snapshot nor a log that can be read".to_owned());
        let why = damage.join("; ");
        return Err(StoreError::Corrupt { path: dir.to_owned(), why });
    }
    damage.push("there is no snapshot: the session is restored from the log".to_owned());
    Ok(Loaded { unreadable_snapshots, ..of_log(id, log, damage) })
}

/// Why a snapshot cannot be read. Fails if the system cannot read it now: it may be sound and is not set aside.
fn unreadable(path: &Path, error: std::io::Error) -> Result<String, StoreError> {
    if disk::is_of_system(&error, path) {
        return Err(StoreError::io("read", path)(error));
    }
    Ok(error.to_string())
}

/// Whether the snapshot belongs to this log.
fn is_of(snapshot: &Snapshot, log: &LogFile) -> bool {
    let place = &snapshot.provenance;
    place.lines <= log.lines.len() as u64 && log.hash_at(place.lines) == place.last_hash
}

/// The common case: the log folds to the snapshot. Lines after the snapshot were written just before a crash; the
/// transcript yields them again, except for the person's actions.
fn of_both((dir, id): (&Path, &str), snapshot: Snapshot, mut log: LogFile, mut damage: Vec<String>) -> Loaded {
    let (lines, last_hash) = (snapshot.provenance.lines, snapshot.provenance.last_hash.clone());
    let bytes = log.bytes_of(lines);
    let mut mark = snapshot.mark(dir);
    if snapshot.follow.is_some() && mark.is_none() {
        damage.push("the follow mark is damaged or of another version: the transcript is read again".to_owned());
    }
    let later = log.lines.split_off(usize::try_from(lines).unwrap_or(usize::MAX));
    let damaged = log.damaged.iter().any(|n| *n <= lines);
    let (mut session, faults) = Session::folded(snapshot.session, std::mem::take(&mut log.lines));
    if session.ledger().seq() != snapshot.seq || session.ledger().items() != snapshot.items {
        if !damaged {
            let line = faults.first().copied().unwrap_or(lines);
            damage.push(format!("the log does not fold to the snapshot from line {line} on: the snapshot is used"));
        }
        session.import(snapshot.items, Vec::new(), snapshot.seq, None);
    }
    if !later.is_empty() {
        let mut ahead = session.clone();
        for line in later {
            ahead.take_line(line);
        }
        let (known, wishes) = (session.pending_corrections(), ahead.pending_corrections());
        if let Some(new) = wishes.strip_prefix(known.as_slice()) {
            session.restore_corrections(new.to_vec());
        } else {
            // A saved correction was undone after the snapshot: the whole transcript is read again.
            mark = None;
            session = ahead;
        }
    }
    Loaded { mark, lines, last_hash, bytes, ..bare(id, session, damage) }
}

/// The log is missing or belongs to another snapshot: a new log begins with the snapshot's items.
fn of_snapshot(id: &str, snapshot: Snapshot, log: &LogFile, damage: Vec<String>) -> Loaded {
    let (ahead, _) = Session::folded(SessionSidecar::default(), log.lines.iter().cloned());
    let saved_at = snapshot.saved_at();
    let kept = SessionSidecar { waiting: Vec::new(), ..snapshot.session };
    let (mut session, _) = Session::folded(kept, Vec::new());
    session.import(snapshot.items, snapshot.delta_log, snapshot.seq, saved_at);
    let new = ahead.pending_corrections().into_iter().filter(|w| !snapshot.wishes.contains(w)).collect();
    session.restore_corrections(snapshot.wishes);
    session.restore_corrections(new);
    Loaded { log_is_lost: true, ..bare(id, session, damage) }
}

/// Only the log is readable.
fn of_log(id: &str, log: LogFile, damage: Vec<String>) -> Loaded {
    let lines = log.lines.len() as u64;
    let (last_hash, bytes) = (log.hash_at(lines).to_owned(), log.bytes_of(lines));
    let (mut session, _) = Session::folded(SessionSidecar::default(), log.lines);
    let mut meta = session.meta().clone();
    id.clone_into(&mut meta.session_id);
    session.set_meta(meta);
    Loaded { lines, last_hash, bytes, ..bare(id, session, damage) }
}

/// A loaded session whose log is not continued.
fn bare(id: &str, session: Session, damage: Vec<String>) -> Loaded {
    let (id, last_hash, unreadable_snapshots) = (id.to_owned(), String::new(), Vec::new());
    Loaded { id, session, mark: None, damage, lines: 0, last_hash, bytes: 0, log_is_lost: false, unreadable_snapshots }
}
