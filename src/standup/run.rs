//! Defines a run: reads what is new in a project's sessions, queues it as artifacts, and plans from those that wait.
//!
//! Artifacts are queued before the read mark is moved: after a crash a part is read again and gives the same artifacts
//! with the same ids. A dry run reads the same way and leaves queue and marks as they are.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::action::{Plan, StandupNote};
use super::plan::{Judge, NoJudge, Settings, plan_with};
use super::project::ProjectState;
use crate::artifacts::{Artifact, ArtifactKind, Artifacts};
use crate::store::{LogFile, Store, StoreError};
use crate::text::SafeText;
use crate::transcript::read::{read_on, read_span};
use crate::transcript::{Entry, FollowMark, RecordRef, Role, TodoItem};

/// Turns before a mark that are read again as context.
const OVERLAP: usize = 10;
/// Most artifacts planned in one run, so that its review takes about half a minute; the others wait for the next.
const MOST: usize = 15;
/// Largest record whose strings are searched for text a tool call wrote, in bytes.
const LARGEST: u64 = 8 << 20;
/// The queue's log is rewritten when it has this many lines per artifact.
const GROWN: usize = 4;

/// How far a transcript was read.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Mark {
    session: String,
    path: PathBuf,
    #[serde(rename = "mark")]
    follow: FollowMark,
    /// The last turns.
    #[serde(default)]
    turns: Vec<Seen>,
    #[serde(default)]
    todo: Vec<TodoItem>,
}

/// A turn's id and number with its position. Reading the file from there would number it anew.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Seen {
    line: u64,
    start: u64,
    turn_id: String,
    ordinal: u32,
}

/// A line of the queue.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    /// These were planned.
    Planned { planned: Vec<String> },
    /// An artifact; a later line with the same id replaces it.
    Artifact(Box<Artifact>),
}

/// The artifacts of all sessions, and which of them wait for a plan.
#[derive(Debug, Clone, Default)]
pub struct ArtifactQueue {
    /// Every artifact, sessions in order of first being seen.
    pub all: Vec<Artifact>,
    /// Ids of those that wait.
    pub waiting: BTreeSet<String>,
    lines: usize,
}

/// The result of reading the sessions.
#[derive(Debug, Clone, Default)]
pub struct Gathered {
    /// The queue afterwards.
    pub queue: ArtifactQueue,
    /// How many sessions had something new.
    pub read: usize,
    /// Read errors, a sentence each.
    pub failures: Vec<String>,
}

impl ArtifactQueue {
    /// Reads the queue of a store.
    pub fn read(store: &Store) -> Result<Self, StoreError> {
        let (lines, _) = store.log_lines::<Line>(LogFile::Queue)?;
        let mut queue = Self { lines: lines.len(), ..Self::default() };
        for line in lines {
            match line {
                Line::Artifact(artifact) => queue.put(*artifact),
                Line::Planned { planned } => queue.waiting.retain(|id| !planned.contains(id)),
            }
        }
        Ok(queue)
    }

    fn put(&mut self, artifact: Artifact) {
        if artifact.is_current() {
            self.waiting.insert(artifact.id.clone());
        } else {
            self.waiting.remove(&artifact.id);
        }
        match self.all.iter_mut().find(|a| a.id == artifact.id) {
            Some(known) => *known = artifact,
            None => self.all.push(artifact),
        }
    }

    /// The artifacts for the next plan: the most valuable of those that wait, with every completion and lesson.
    pub fn batch(&self) -> Vec<Artifact> {
        let mut large: Vec<&Artifact> = self.all.iter().filter(|a| self.waits(a) && !is_small(a)).collect();
        large.sort_by(|a, b| b.value().0.total_cmp(&a.value().0).then(a.id.cmp(&b.id)));
        let chosen: BTreeSet<&str> = large.into_iter().take(MOST).map(|a| a.id.as_str()).collect();
        // A completion counts for a plan however long ago it was planned itself.
        self.all
            .iter()
            .filter(|a| {
                chosen.contains(a.id.as_str()) || a.kind == ArtifactKind::Completion || (is_small(a) && self.waits(a))
            })
            .cloned()
            .collect()
    }

    fn waits(&self, artifact: &Artifact) -> bool {
        self.waiting.contains(&artifact.id)
    }

    /// The note on the number of artifacts that wait outside `batch`; `None` if all are in it.
    pub fn left_over(&self, batch: &[Artifact]) -> Option<StandupNote> {
        let left = self.waiting.iter().filter(|id| !batch.iter().any(|a| a.id == **id)).count();
        let text = format!("{left} more were cut from the sessions");
        let why = "they wait for the next run".to_owned();
        (left > 0).then_some(StandupNote { text, why, evidence: Vec::new() })
    }
}

/// Whether an artifact is planned in any number: completions and lessons cost little.
fn is_small(artifact: &Artifact) -> bool {
    matches!(artifact.kind, ArtifactKind::Completion | ArtifactKind::ErrorPattern)
}

/// Reads what is new in these sessions and queues its artifacts. `injected` are texts that were given to the agent and
/// are ignored. With `keep` false nothing is written.
pub fn gather(store: &Store, sessions: &[PathBuf], injected: &[String], keep: bool) -> Result<Gathered, StoreError> {
    // Two programs that continue from one mark would each overwrite the other's.
    let _claim = if keep { Some(store.claim_standup()?) } else { None };
    read_sessions(store, sessions, injected, keep)
}

/// Does the same and writes, without waiting for the claim: `None` while another program holds it, and the next call
/// reads the rest.
pub fn gather_if_free(
    store: &Store,
    sessions: &[PathBuf],
    injected: &[String],
) -> Result<Option<Gathered>, StoreError> {
    let Some(_claim) = store.try_claim_standup()? else { return Ok(None) };
    read_sessions(store, sessions, injected, true).map(Some)
}

fn read_sessions(store: &Store, sessions: &[PathBuf], injected: &[String], keep: bool) -> Result<Gathered, StoreError> {
    let mut queue = ArtifactQueue::read(store)?;
    let injected: Vec<String> = injected.iter().cloned().chain(store.own_context()).collect();
    let (mut read, mut failures, mut new, mut marks) = (0, Vec::new(), Vec::new(), Vec::new());
    for path in sessions {
        let path = path.canonicalize().unwrap_or_else(|_| path.clone());
        let known = store.standup_mark::<Mark>(&path).filter(|m| m.path == path);
        match session(&path, known.as_ref(), &queue, &injected) {
            Ok(None) => {}
            Ok(Some((mark, artifacts))) => {
                read += 1;
                for artifact in artifacts {
                    queue.put(artifact.clone());
                    new.push(Line::Artifact(Box::new(artifact)));
                }
                marks.extend(mark);
            }
            Err(why) => failures.push(SafeText::line(&format!("{}: {why}", path.display())).into_string()),
        }
    }
    if keep && read > 0 {
        if queue.lines + new.len() > GROWN * (queue.all.len() + 10) {
            let planned = queue.all.iter().map(|a| a.id.clone()).filter(|id| !queue.waiting.contains(id)).collect();
            let mut lines: Vec<Line> = queue.all.iter().map(|a| Line::Artifact(Box::new(a.clone()))).collect();
            lines.push(Line::Planned { planned });
            store.share()?.replace_log(LogFile::Queue, &lines)?;
        } else {
            store.append(LogFile::Queue, &new)?;
        }
        for mark in &marks {
            store.set_standup_mark(&mark.path, mark)?;
        }
    }
    Ok(Gathered { queue, read, failures })
}

/// Records that a batch was planned.
pub fn planned(store: &Store, queue: &ArtifactQueue, batch: &[Artifact]) -> Result<(), StoreError> {
    let planned: Vec<String> = batch.iter().map(|a| a.id.clone()).filter(|id| queue.waiting.contains(id)).collect();
    if planned.is_empty() {
        return Ok(());
    }
    store.append(LogFile::Queue, &[Line::Planned { planned }])
}

/// Plans a batch without a judge. Nothing is written.
pub fn plan(batch: &[Artifact], state: &ProjectState, settings: &Settings) -> Plan {
    plan_by(batch, state, settings, &NoJudge)
}

/// Plans a batch with a judge.
pub fn plan_by(batch: &[Artifact], state: &ProjectState, settings: &Settings, judge: &dyn Judge) -> Plan {
    plan_with(batch, state, settings, judge)
}

/// The new mark of a session, and its new or changed artifacts.
type SessionNews = Option<(Option<Mark>, Vec<Artifact>)>;

fn session(
    path: &Path,
    mark: Option<&Mark>,
    queue: &ArtifactQueue,
    injected: &[String],
) -> Result<SessionNews, String> {
    let taken = match mark {
        Some(mark) => mark.follow.clone().resume(path).map_err(|e| e.to_string())?,
        None => None,
    };
    // A file that was replaced is read from its beginning: the same words give the same artifacts.
    let goes_on = mark.filter(|_| taken.is_some());
    let on = read_on(path, taken).map_err(|e| e.to_string())?;
    if on.read.entries.is_empty() && goes_on.is_some() {
        return Ok(None);
    }
    let session = on.read.meta.session_id.clone();
    let known = queue.all.iter().filter(|a| a.session == session && goes_on.is_some()).cloned().collect();
    let mut artifacts = Artifacts::new(&session, known);
    for text in injected {
        artifacts.ignore(text);
    }
    if let Some(mark) = goes_on {
        artifacts.context(&entries_before(path, mark), mark.todo.clone());
    }
    for entry in &on.read.entries {
        artifacts.feed(entry, &|record| record_strings(path, record));
    }
    let turns = last_turns(goes_on, &on.read.entries);
    let (path, todo) = (path.to_owned(), artifacts.todo().to_vec());
    let mark = on.mark.map(|follow| Mark { session, path, follow, turns, todo });
    Ok(Some((mark, artifacts.take_changed())))
}

/// The entries from the last turns before a mark up to it.
fn entries_before(path: &Path, mark: &Mark) -> Vec<Entry> {
    let Some(first) = mark.turns.first() else { return Vec::new() };
    let mut entries = read_span(path, (first.start, first.line), mark.follow.place.offset).unwrap_or_default();
    let mut seen = mark.turns.iter();
    for entry in &mut entries {
        if let Entry::Turn(turn) = entry
            && let Some(known) = seen.find(|s| s.start == turn.record.start)
        {
            turn.turn_id.clone_from(&known.turn_id);
            turn.ordinal = known.ordinal;
        }
    }
    entries
}

/// The last turns, those before the mark included.
fn last_turns(mark: Option<&Mark>, entries: &[Entry]) -> Vec<Seen> {
    let mut all: Vec<Seen> = mark.map(|m| m.turns.clone()).unwrap_or_default();
    all.extend(entries.iter().filter_map(|entry| match entry {
        Entry::Turn(turn) if turn.role != Role::System => Some(Seen {
            line: turn.record.line,
            start: turn.record.start,
            turn_id: turn.turn_id.clone(),
            ordinal: turn.ordinal,
        }),
        _ => None,
    }));
    all.split_off(all.len().saturating_sub(OVERLAP))
}

/// Every string in a record's JSON, text written by tool calls included.
fn record_strings(path: &Path, record: RecordRef) -> Option<String> {
    let len = record.end.checked_sub(record.start).filter(|len| *len <= LARGEST)?;
    let mut file = File::open(path).ok()?;
    file.seek(SeekFrom::Start(record.start)).ok()?;
    let mut bytes = Vec::new();
    file.take(len).read_to_end(&mut bytes).ok()?;
    let value: Value = serde_json::from_slice(&bytes).ok()?;
    let mut out = String::new();
    push_strings(&value, &mut out);
    Some(out)
}

fn push_strings(value: &Value, out: &mut String) {
    match value {
        Value::String(text) => {
            out.push_str(text);
            out.push('\n');
        }
        Value::Array(list) => list.iter().for_each(|v| push_strings(v, out)),
        Value::Object(map) => map.values().for_each(|v| push_strings(v, out)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn artifacts_left_for_the_next_run_are_noted() {
        let mut queue = ArtifactQueue::default();
        assert_eq!(queue.left_over(&[]), None);
        queue.waiting.extend(["a".to_owned(), "b".to_owned()]);
        assert!(queue.left_over(&[]).is_some_and(|n| n.text.starts_with("2 more")));
    }
}
