//! Defines a run: reads what is new in a project's sessions, queues it as artifacts, and plans from those that wait.
//!
//! Artifacts are queued before the read mark is moved: after a crash a part is read again and gives the same artifacts
//! with the same ids. A dry run reads the same way and leaves queue and marks as they are.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::action::{Plan, StandupNote};
use super::from_ledger;
use super::plan::{Judge, NoJudge, Settings, plan_with};
use super::project::ProjectState;
use crate::artifacts::{Artifact, ArtifactKind, Artifacts, AskedWords, FoundBy, Shingles, is_whole};
use crate::language::titles::Words;
use crate::store::{LogFile, Store, StoreError};
use crate::text::{SafeText, counted};
use crate::transcript::read::{read_on, read_span};
use crate::transcript::{Entry, FollowMark, RecordRef, Role, TodoItem};

/// Turns before a mark that are read again as context.
const OVERLAP: usize = 10;
/// Least share of an artifact in a later one of another session that replaces it, and the least with the same title.
const REPLACED: f32 = 0.5;
const REPLACED_BY_NAME: f32 = 0.25;
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
    #[serde(default)]
    asked: AskedWords,
    /// The offset up to which the ledger was read.
    #[serde(default)]
    ledger: Option<u64>,
}

impl Mark {
    /// Whether the ledger was read as far as the transcript.
    fn has_ledger(&self) -> bool {
        self.ledger == Some(self.follow.place.offset)
    }
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
    /// The sessions that were not read, because the run was stopped.
    pub left: Vec<PathBuf>,
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

    /// Takes an artifact in. Any change waits for the next plan, which says what became of it.
    fn put(&mut self, artifact: Artifact) {
        self.waiting.insert(artifact.id.clone());
        match self.all.iter_mut().find(|a| a.id == artifact.id) {
            Some(known) => *known = artifact,
            None => self.all.push(artifact),
        }
    }

    /// The artifacts for the next plan: all that wait, and every commit, which counts for a plan however long ago it was
    /// planned itself.
    pub fn batch(&self) -> Vec<Artifact> {
        let counts = |a: &&Artifact| a.kind == ArtifactKind::Completion && a.is_current();
        self.all.iter().filter(|a| self.waiting.contains(&a.id) || counts(a)).cloned().collect()
    }

    /// Why artifacts no longer count, by id.
    pub fn gone(&self) -> BTreeMap<String, String> {
        let why = |a: &Artifact| match &a.superseded_by {
            Some(by) => Some(format!("{by} replaces it")),
            None => a.refused.then(|| a.because.clone().unwrap_or_else(|| "you refused it".to_owned())),
        };
        self.all.iter().filter_map(|a| Some((a.id.clone(), why(a)?))).collect()
    }

    /// Whether all these artifacts are items of a ledger that changed or ended since they were planned.
    pub fn overtakes(&self, artifacts: &[String]) -> bool {
        let changed = |a: &Artifact| self.waiting.contains(&a.id) && a.found == FoundBy::Ledger;
        let is_changed = |id: &String| self.all.iter().any(|a| a.id == *id && changed(a));
        !artifacts.is_empty() && artifacts.iter().all(is_changed)
    }

    /// Lets later plans and analyses replace those of earlier sessions: of the same title, or with at least half of the
    /// words. Returns those that are replaced.
    fn supersede_across_sessions(&mut self) -> Vec<Artifact> {
        let whole = |a: &Artifact| is_whole(a.kind) && !a.found.is_list() && a.is_current();
        let texts: Vec<(usize, Shingles, Words)> = self
            .all
            .iter()
            .enumerate()
            .filter(|(_, a)| whole(a))
            .map(|(n, a)| (n, Shingles::of(&a.content), Words::of(&a.title)))
            .collect();
        let mut replaced: BTreeMap<usize, usize> = BTreeMap::new();
        for (old, theirs, title) in &texts {
            let Some(before) = self.all.get(*old) else { continue };
            let later = texts.iter().filter(|(new, own, name)| {
                let Some(after) = self.all.get(*new) else { return false };
                let later = before.at.zip(after.at).is_some_and(|(a, b)| a < b);
                let other = before.session != after.session && before.hash != after.hash && before.kind == after.kind;
                let named = title.heavy().count() >= 2 && title.same_set(name);
                let share = if named { REPLACED_BY_NAME } else { REPLACED };
                later && other && (after.accepted || !before.accepted) && theirs.within(own) >= share
            });
            if let Some((new, ..)) = later.max_by_key(|(new, ..)| self.all.get(*new).and_then(|a| a.at)) {
                replaced.insert(*old, *new);
            }
        }
        let mut out = Vec::new();
        for (old, new) in replaced {
            let by = self.all.get(new).map(|a| a.id.clone());
            if let Some(artifact) = self.all.get_mut(old) {
                artifact.superseded_by = by;
                self.waiting.insert(artifact.id.clone());
                out.push(artifact.clone());
            }
        }
        out
    }
}

/// The note on sessions that a run left, because it was stopped.
pub fn left_note(left: &[PathBuf]) -> Option<StandupNote> {
    let names: Vec<_> = left.iter().filter_map(|p| p.file_name()).map(|n| n.to_string_lossy().into_owned()).collect();
    let were = if names.len() == 1 { "was" } else { "were" };
    let text = format!("{} {were} not read: {}", counted(names.len(), "session"), names.join(", "));
    let why = "the run was stopped: the next run reads them".to_owned();
    (!names.is_empty()).then_some(StandupNote { text, why, evidence: Vec::new() })
}

/// Told before each session is read: its number from 1, the number of all, its file. Returns whether to stop here.
pub type RunProgress<'a> = &'a mut dyn FnMut(usize, usize, &Path) -> bool;

/// Reads what is new in these sessions and queues its artifacts. `injected` are texts that were given to the agent and
/// are ignored. With `keep` false nothing is written.
pub fn gather(store: &Store, sessions: &[PathBuf], injected: &[String], keep: bool) -> Result<Gathered, StoreError> {
    gather_with(store, sessions, injected, keep, &mut |_, _, _| false)
}

/// Does the same, tells its progress, and stops before the next session where that is asked for.
pub fn gather_with(
    store: &Store,
    sessions: &[PathBuf],
    injected: &[String],
    keep: bool,
    progress: RunProgress<'_>,
) -> Result<Gathered, StoreError> {
    // Two programs that continue from one mark would each overwrite the other's.
    let _claim = if keep { Some(store.claim_standup()?) } else { None };
    read_sessions(store, sessions, injected, (keep, true), progress)
}

/// Does the same and writes, without waiting for the claim: `None` while another program holds it, and the next call
/// reads the rest. The ledgers are left for the next run: they are read from the beginning.
pub fn gather_if_free(
    store: &Store,
    sessions: &[PathBuf],
    injected: &[String],
) -> Result<Option<Gathered>, StoreError> {
    let Some(_claim) = store.try_claim_standup()? else { return Ok(None) };
    read_sessions(store, sessions, injected, (true, false), &mut |_, _, _| false).map(Some)
}

/// Reads these sessions and their ledgers once more, and returns the queue; `None` while another program reads.
pub fn look_again(
    store: &Store,
    sessions: &[PathBuf],
    injected: &[String],
) -> Result<Option<ArtifactQueue>, StoreError> {
    let Some(_claim) = store.try_claim_standup()? else { return Ok(None) };
    let read = read_sessions(store, sessions, injected, (true, true), &mut |_, _, _| false)?;
    Ok(Some(read.queue))
}

fn read_sessions(
    store: &Store,
    sessions: &[PathBuf],
    injected: &[String],
    (keep, ledgers): (bool, bool),
    progress: RunProgress<'_>,
) -> Result<Gathered, StoreError> {
    let mut queue = ArtifactQueue::read(store)?;
    let injected: Vec<String> = injected.iter().cloned().chain(store.own_context()).collect();
    let (mut read, mut failures, mut left) = (0, Vec::new(), Vec::new());
    for (n, path) in sessions.iter().enumerate() {
        if progress(n + 1, sessions.len(), path) {
            left = sessions.get(n..).unwrap_or_default().to_vec();
            break;
        }
        let path = path.canonicalize().unwrap_or_else(|_| path.clone());
        let known = store.standup_mark::<Mark>(&path).filter(|m| m.path == path);
        let with_ledger = ledgers.then_some(store);
        match session(&path, known.as_ref(), (&queue, &injected), with_ledger) {
            Ok(None) => {}
            Ok(Some((mark, artifacts))) => {
                read += 1;
                let new: Vec<Artifact> = artifacts.into_iter().filter(|a| !queue.all.contains(a)).collect();
                for artifact in &new {
                    queue.put(artifact.clone());
                }
                // Session by session: a run that is ended loses none that it has read.
                if keep {
                    queue.append(store, new)?;
                    if let Some(mark) = mark {
                        store.set_standup_mark(&mark.path, &mark)?;
                    }
                }
            }
            Err(why) => failures.push(SafeText::line(&format!("{}: {why}", path.display())).into_string()),
        }
    }
    if read > 0 {
        let replaced = queue.supersede_across_sessions();
        if keep {
            queue.append(store, replaced)?;
            queue.compact(store)?;
        }
    }
    Ok(Gathered { queue, read, failures, left })
}

impl ArtifactQueue {
    /// Appends lines of artifacts to the queue's log.
    fn append(&mut self, store: &Store, artifacts: Vec<Artifact>) -> Result<(), StoreError> {
        if artifacts.is_empty() {
            return Ok(());
        }
        self.lines += artifacts.len();
        let lines: Vec<Line> = artifacts.into_iter().map(|a| Line::Artifact(Box::new(a))).collect();
        store.append(LogFile::Queue, &lines)
    }

    /// Rewrites the queue's log if most of its lines are out of date.
    fn compact(&mut self, store: &Store) -> Result<(), StoreError> {
        if self.lines <= GROWN * (self.all.len() + 10) {
            return Ok(());
        }
        let planned = self.all.iter().map(|a| a.id.clone()).filter(|id| !self.waiting.contains(id)).collect();
        let mut lines: Vec<Line> = self.all.iter().map(|a| Line::Artifact(Box::new(a.clone()))).collect();
        lines.push(Line::Planned { planned });
        self.lines = lines.len();
        store.share()?.replace_log(LogFile::Queue, &lines)
    }
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

/// Reads what is new in a transcript, and its ledger where the store is given that may hold corrections to it.
fn session(
    path: &Path,
    mark: Option<&Mark>,
    (queue, injected): (&ArtifactQueue, &[String]),
    with_ledger: Option<&Store>,
) -> Result<SessionNews, String> {
    let taken = match mark {
        Some(mark) => mark.follow.clone().resume(path).map_err(|e| e.to_string())?,
        None => None,
    };
    // A file that was replaced is read from its beginning: the same words give the same artifacts.
    let goes_on = mark.filter(|_| taken.is_some());
    let on = read_on(path, taken).map_err(|e| e.to_string())?;
    let read_before = goes_on.is_some_and(|mark| with_ledger.is_none() || mark.has_ledger());
    if on.read.entries.is_empty() && read_before {
        return Ok(None);
    }
    let session = on.read.meta.session_id.clone();
    let known = queue.all.iter().filter(|a| a.session == session && goes_on.is_some()).cloned().collect();
    let mut artifacts = Artifacts::new(&session, known);
    for text in injected {
        artifacts.ignore(text);
    }
    if let Some(mark) = goes_on {
        artifacts.context(&entries_before(path, mark), mark.todo.clone(), mark.asked.clone());
    }
    for entry in &on.read.entries {
        artifacts.feed(entry, &|record| record_strings(path, record));
    }
    let turns = last_turns(goes_on, &on.read.entries);
    let (todo, asked) = (artifacts.todo().to_vec(), artifacts.asked().clone());
    let mut made = artifacts.take_changed();
    let mut ledger = mark.and_then(|mark| mark.ledger);
    if let Some(store) = with_ledger {
        let session = from_ledger::session_of(store, path)?;
        made.extend(from_ledger::of(&session, &queue.all));
        for plan in from_ledger::ended_steps(&session, artifacts.all()) {
            match made.iter_mut().find(|known| known.id == plan.id) {
                Some(known) => *known = plan,
                None => made.push(plan),
            }
        }
        ledger = on.mark.as_ref().map(|follow| follow.place.offset);
    }
    let folder = on.read.meta.cwd.as_deref();
    let made = made.into_iter().map(|artifact| artifact.named_from(folder)).collect();
    let path = path.to_owned();
    let mark = on.mark.map(|follow| Mark { session, path, follow, turns, todo, asked, ledger });
    Ok(Some((mark, made)))
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
    fn sessions_left_for_the_next_run_are_named() {
        assert_eq!(left_note(&[]), None);
        let note = left_note(&["/a/one.jsonl".into(), "/a/two.jsonl".into()]).expect("two are left");
        assert_eq!(note.text, "2 sessions were not read: one.jsonl, two.jsonl");
        assert!(note.why.contains("next run"));
    }
}
