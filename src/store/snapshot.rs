//! Defines the snapshot: the whole current state, sorted and with a checksum; equal sessions give equal bytes.
//!
//! `version`, `timestamp`, `seq`, `items` and `deltaLog` have the format of the earlier tools; other fields are added.

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::follow_mark::SavedMark;
use super::place::sealed_name;
use super::{Store, StoreError, disk};
use crate::pipeline::Thresholds;
use crate::session::{PendingCorrection, Session, SessionSidecar};
use crate::state::{Delta, HeldId, Item, LogLine, NoteEvent, Outcome, PersonAction, TurnId};
use crate::transcript::{FollowMark, Role};

pub(super) const VERSION: u32 = 1;
/// The files: the newest, and the one before it.
pub(super) const SNAPSHOTS: [&str; 2] = ["snapshot.json", "snapshot.json.1"];
/// The checksum is always the last field.
const CHECKSUM: &str = ",\"checksum\":\"";

/// The length of the log that a snapshot covers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogPosition {
    pub lines: u64,
    pub last_hash: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Written<'a> {
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp: Option<Timestamp>,
    seq: u64,
    items: &'a [Item],
    delta_log: Vec<Delta>,
    held: Vec<&'a Outcome>,
    dismissed: Vec<HeldId>,
    follow: Option<&'a SavedMark>,
    thresholds: &'a Thresholds,
    session: SessionSidecar,
    wishes: Vec<PendingCorrection>,
    provenance: &'a LogPosition,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Snapshot {
    #[serde(default)]
    pub timestamp: Option<Timestamp>,
    pub seq: u64,
    pub items: Vec<Item>,
    #[serde(default)]
    pub delta_log: Vec<Delta>,
    #[serde(default)]
    pub follow: Option<Box<RawValue>>,
    pub session: SessionSidecar,
    #[serde(default)]
    pub wishes: Vec<PendingCorrection>,
    pub provenance: LogPosition,
}

#[derive(Debug, Deserialize)]
pub(super) struct SnapshotItems {
    pub items: Vec<Item>,
    #[serde(default)]
    session: SnapshotTalk,
}

/// The speaker of each turn.
#[derive(Debug, Default, Deserialize)]
struct SnapshotTalk {
    #[serde(default)]
    turns: Vec<SnapshotTurn>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SnapshotTurn {
    turn_id: TurnId,
    role: Role,
}

impl SnapshotItems {
    /// The speakers of the turns.
    pub(super) fn roles(&self) -> HashMap<&TurnId, Role> {
        self.session.turns.iter().map(|turn| (&turn.turn_id, turn.role)).collect()
    }
}

impl Store {
    /// The items in a session's newest snapshot; `None` if it cannot be read or is not signed.
    pub(super) fn snapshot_items(&self, id: &str) -> Option<SnapshotItems> {
        let bytes = disk::read(&self.session_dir(id).join(SNAPSHOTS[0])).ok()??;
        let content = self.sealer().accepted(&sealed_name(id, SNAPSHOTS[0]), &bytes)?.into_owned();
        read(&content).ok()
    }
}

/// The part of a snapshot that can be displayed without the log.
#[derive(Debug)]
pub(super) struct SnapshotState {
    pub seq: u64,
    pub items: Vec<Item>,
    pub held: Vec<Outcome>,
    pub session: SessionSidecar,
}

impl Snapshot {
    /// Time of the save; `None` if unknown, which earlier versions wrote as 1970.
    pub(super) fn saved_at(&self) -> Option<Timestamp> {
        self.timestamp.filter(|at| *at != Timestamp::UNIX_EPOCH)
    }

    /// The follow mark with its memory; `None` if there is none or this version cannot read it.
    pub(super) fn mark(&self, dir: &Path) -> Option<FollowMark> {
        serde_json::from_str::<SavedMark>(self.follow.as_ref()?.get()).ok()?.whole(dir)
    }
}

/// Time of a session's last turn; of an imported session, of its save.
pub(super) fn last_at(session: &Session) -> Option<Timestamp> {
    session.last_turn_at().or_else(|| imported_at(session))
}

fn imported_at(session: &Session) -> Option<Timestamp> {
    session.log().iter().rev().find_map(|line| match line {
        LogLine::Note(note) if matches!(note.event, NoteEvent::Imported { .. }) => note.at,
        _ => None,
    })
}

pub(super) fn write(session: &Session, follow: Option<&SavedMark>, log: &LogPosition) -> serde_json::Result<Vec<u8>> {
    let ledger = session.ledger();
    let dismissed = session.log().iter().filter_map(|line| match line {
        LogLine::Person(event) => match &event.action {
            PersonAction::Dismiss { held_id } if session.held_by_id(*held_id).is_none() => Some(*held_id),
            _ => None,
        },
        _ => None,
    });
    let written = Written {
        version: VERSION,
        timestamp: last_at(session),
        seq: ledger.seq(),
        items: ledger.items(),
        delta_log: session.deltas(),
        held: session.held().collect(),
        dismissed: dismissed.collect(),
        follow,
        thresholds: session.thresholds(),
        session: session.sidecar(),
        wishes: session.pending_corrections(),
        provenance: log,
    };
    let mut bytes = serde_json::to_vec(&written)?;
    bytes.pop();
    let sum = blake3::hash(&bytes).to_hex();
    bytes.extend_from_slice(CHECKSUM.as_bytes());
    bytes.extend_from_slice(sum.as_bytes());
    bytes.extend_from_slice(b"\"}");
    Ok(bytes)
}

/// The version in a snapshot's bytes.
pub(super) fn version(bytes: &[u8]) -> Result<u64, String> {
    #[derive(Deserialize)]
    struct Version {
        version: u64,
    }
    // Snapshots of this program begin with the version, which saves parsing them.
    if bytes.starts_with(format!("{{\"version\":{VERSION},").as_bytes()) {
        return Ok(u64::from(VERSION));
    }
    serde_json::from_slice::<Version>(bytes).map(|v| v.version).map_err(|e| format!("is not a snapshot ({e})"))
}

/// Fails if the newest snapshot in a session's folder is of a later version: saving would lose its unknown fields.
pub(super) fn check_newer(dir: &Path) -> Result<(), StoreError> {
    let Some(path) = SNAPSHOTS.map(|name| dir.join(name)).into_iter().find(|path| path.exists()) else { return Ok(()) };
    let opened = disk::open(&path, std::fs::OpenOptions::new().read(true)).ok().flatten();
    let mut begins = Vec::new();
    if opened.is_some_and(|file| file.take(32).read_to_end(&mut begins).is_ok())
        && version(&begins) == Ok(VERSION.into())
    {
        return Ok(());
    }
    let bytes = match disk::read(&path) {
        Err(error) if disk::is_of_system(&error, &path) => return Err(StoreError::io("read", &path)(error)),
        read => read.ok().flatten().unwrap_or_default(),
    };
    match version(&bytes) {
        Ok(version) if version > u64::from(VERSION) => Err(StoreError::Newer { path, version, known: VERSION }),
        _ => Ok(()),
    }
}

/// Whether these bytes are an undamaged snapshot of this version.
pub(super) fn is_sound(bytes: &[u8]) -> bool {
    checked(bytes).is_ok()
}

/// Parses a snapshot, or the fields of it that `T` names.
pub(super) fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, String> {
    checked(bytes)?;
    serde_json::from_slice(bytes).map_err(not_understood)
}

// By value, as `map_err` requires.
#[allow(clippy::needless_pass_by_value)]
fn not_understood(error: serde_json::Error) -> String {
    format!("cannot be understood ({error})")
}

/// Checks version and checksum.
fn checked(bytes: &[u8]) -> Result<(), String> {
    let version = version(bytes)?;
    if version != u64::from(VERSION) {
        return Err(format!("is of version {version}; this program knows {VERSION}"));
    }
    let at = bytes.len().checked_sub(CHECKSUM.len() + 64 + 2).ok_or("has no checksum")?;
    let (body, tail) = bytes.split_at(at);
    let sum = tail.strip_prefix(CHECKSUM.as_bytes()).and_then(|t| t.get(..64)).ok_or("has no checksum")?;
    if sum != blake3::hash(body).to_hex().as_bytes() {
        return Err("is damaged (its checksum does not fit)".to_owned());
    }
    Ok(())
}

/// Parses the part that can be displayed without the log. A person is waiting, so two threads parse the lists.
pub(super) fn standing(bytes: &[u8]) -> Result<SnapshotState, String> {
    #[derive(Deserialize)]
    struct Parts<'a> {
        seq: u64,
        #[serde(borrow)]
        items: Vec<&'a RawValue>,
        #[serde(borrow, default)]
        held: Vec<&'a RawValue>,
        #[serde(borrow)]
        session: &'a RawValue,
    }
    fn all<T: for<'a> Deserialize<'a>>(parts: &[&RawValue]) -> serde_json::Result<Vec<T>> {
        let mut out = Vec::with_capacity(parts.len());
        for part in parts {
            out.push(serde_json::from_str(part.get())?);
        }
        Ok(out)
    }
    let Parts { seq, items, held, session } = read(bytes)?;
    let (first, second) = items.split_at(items.len() / 2);
    let understood = std::thread::scope(|scope| {
        let other = scope.spawn(|| (all::<Item>(second), all::<Outcome>(&held)));
        let own = (all::<Item>(first), serde_json::from_str(session.get()));
        (own, other.join())
    });
    let ((first, session), Ok((second, held))) = understood else { return Err("cannot be understood".to_owned()) };
    let mut items = first.map_err(not_understood)?;
    items.extend(second.map_err(not_understood)?);
    Ok(SnapshotState { seq, items, held: held.map_err(not_understood)?, session: session.map_err(not_understood)? })
}
