//! Defines [`Artifacts`], which cuts artifacts out of one session as its entries come. Each entry is read once.

mod restated;
mod signals;
mod talk;
mod todo;

use std::collections::{BTreeSet, HashMap, VecDeque};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::lesson::Lessons;
use super::{
    Artifact, ArtifactKind, EvidenceKind, FoundBy, Persisted, Shingles, SourceRef, Step, naming, overlap, shape,
};
use crate::language::titles::Words;
use crate::text::{SafeText, cut};
use crate::transcript::{Entry, RecordRef, Role, Signal, SignalBody, TodoItem, ToolOutcome, Turn};

/// Number of turns before the end of the previous run that are read again as context.
pub const OVERLAP: usize = 10;
/// Least share of an artifact in a file that counts as written down.
const WRITTEN: f32 = 0.5;
/// Least share of a text in a plan that makes it the same plan.
const AGAIN: f32 = 0.9;
/// Least share of a text in the agent's instructions that makes it an echo.
const ECHO: f32 = 0.6;
/// Most turns of the person kept for a commit, and most bytes of each.
const MOST_ASKED: usize = 40;
const ASKED: usize = 300;

/// Loads the text of a record, which holds the content a call wrote; entries do not copy it.
pub type Recall<'a> = &'a dyn Fn(RecordRef) -> Option<String>;

/// The person's words since the last commit, or those that led to it while nothing new was said.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedWords {
    words: Vec<String>,
    /// Whether a commit came after them.
    committed: bool,
}

impl AskedWords {
    fn said(&mut self, words: &str) {
        if std::mem::take(&mut self.committed) {
            self.words.clear();
        }
        if self.words.len() < MOST_ASKED {
            self.words.push(SafeText::line(cut(words, ASKED).as_ref()).into_string());
        }
    }

    fn committed(&mut self) -> Vec<String> {
        self.committed = true;
        self.words.clone()
    }
}

/// The artifacts of one session.
#[derive(Debug, Clone, Default)]
pub struct Artifacts {
    session: String,
    all: Vec<Artifact>,
    changed: BTreeSet<usize>,
    by_id: HashMap<String, usize>,
    /// The last turns, which later entries refer to.
    recent: VecDeque<(SourceRef, Role, String)>,
    todo: Vec<TodoItem>,
    lessons: Lessons,
    /// Texts given to the agent: an artifact that repeats them is an echo.
    injected: Shingles,
    asked: AskedWords,
    written: Vec<(String, Shingles)>,
}

impl Artifacts {
    /// The artifacts of a session, with those found in earlier runs.
    pub fn new(session: &str, known: Vec<Artifact>) -> Self {
        let by_id = known.iter().enumerate().map(|(n, a)| (a.id.clone(), n)).collect();
        Self { session: session.to_owned(), all: known, by_id, ..Self::default() }
    }

    /// Ignores texts that repeat this one, which was given to the agent, such as CLAUDE.md.
    pub fn ignore(&mut self, text: &str) {
        self.injected.extend(Shingles::of(text));
    }

    /// Reads entries of the previous run, which the next ones may refer to. Their own artifacts are known already.
    pub fn context(&mut self, entries: &[Entry], todo: Vec<TodoItem>, asked: AskedWords) {
        (self.todo, self.asked) = (todo, asked);
        for entry in entries {
            match entry {
                Entry::Turn(turn) if turn.role != Role::System => {
                    let source = SourceRef { turn_id: turn.turn_id.clone(), ordinal: turn.ordinal };
                    self.remember(source, turn);
                }
                Entry::Signal(Signal {
                    body: SignalBody::ToolCall { argv: Some(line), outcome, excerpt, .. }, ..
                }) => match outcome {
                    ToolOutcome::Failed => self.lessons.failed(line, excerpt),
                    ToolOutcome::Ok => drop(self.lessons.passed(line, excerpt)),
                    ToolOutcome::Denied => {}
                },
                Entry::Signal(Signal {
                    body: SignalBody::ToolCall { paths, outcome: ToolOutcome::Ok, .. }, ..
                }) if !paths.is_empty() => {
                    self.lessons.changed();
                }
                _ => {}
            }
        }
    }

    /// The agent's current list of todos.
    pub fn todo(&self) -> &[TodoItem] {
        &self.todo
    }

    /// The person's words since the last commit.
    pub fn asked(&self) -> &AskedWords {
        &self.asked
    }

    /// Reads one entry.
    pub fn feed(&mut self, entry: &Entry, recall: Recall<'_>) {
        match entry {
            Entry::Turn(turn) => self.turn(turn),
            Entry::Signal(signal) => self.signal(signal, recall),
        }
    }

    /// All artifacts, oldest first.
    pub fn all(&self) -> &[Artifact] {
        &self.all
    }

    /// Takes the artifacts that are new or changed since the last call.
    pub fn take_changed(&mut self) -> Vec<Artifact> {
        std::mem::take(&mut self.changed).into_iter().filter_map(|n| self.all.get(n).cloned()).collect()
    }

    fn turn(&mut self, turn: &Turn) {
        let source = SourceRef { turn_id: turn.turn_id.clone(), ordinal: turn.ordinal };
        match turn.role {
            Role::Assistant => {
                for cut in shape::cut(&turn.content) {
                    let content = turn.content.get(cut.range.clone()).unwrap_or_default();
                    let steps = cut.steps.into_iter().map(Step::from).collect();
                    let made = self.made(cut.kind, &cut.title, content, &source, turn.at, FoundBy::Shape);
                    self.add(Artifact { range: Some(cut.range), steps, ..made });
                }
                self.restated(turn);
                self.completed_steps(&turn.content);
                self.left_over(turn, &source);
                self.claimed(turn, &source, EvidenceKind::Stated);
            }
            Role::User => self.user_turn(turn, &source),
            Role::System => return,
        }
        self.remember(source, turn);
    }

    fn remember(&mut self, source: SourceRef, turn: &Turn) {
        self.recent.push_back((source, turn.role, turn.content.clone()));
        if self.recent.len() > OVERLAP {
            self.recent.pop_front();
        }
    }

    fn made(
        &self,
        kind: ArtifactKind,
        title: &str,
        content: &str,
        source: &SourceRef,
        at: Option<Timestamp>,
        found: FoundBy,
    ) -> Artifact {
        let title = naming::shortened(SafeText::line(title).as_str());
        Artifact::new(&self.session, kind, &title, content, source, at, found)
    }

    /// Adds an artifact unless it is known or an echo, and lets it replace the one it follows. Returns its index.
    fn add(&mut self, mut artifact: Artifact) -> Option<usize> {
        if self.by_id.contains_key(&artifact.id) {
            return None;
        }
        for step in &mut artifact.steps {
            step.text = SafeText::line(&step.text).into_string();
        }
        let own = Shingles::of(&artifact.content);
        if !self.injected.is_empty() && artifact.found == FoundBy::Shape && own.within(&self.injected) >= ECHO {
            artifact.refused = true;
            artifact.because = Some("it repeats the agent's instructions".to_owned());
        }
        if let Some(same) =
            self.all.iter().position(|a| a.is_current() && artifact.is_current() && says_again(a, &artifact, &own))
        {
            return Some(same);
        }
        for (path, shingles) in &self.written {
            written_as(&mut artifact, path, own.within(shingles));
        }
        let new = self.all.len();
        let older = (artifact.is_current() && is_whole(artifact.kind))
            .then(|| self.all.iter().rposition(|a| a.kind == artifact.kind && a.is_current() && follows(a, &artifact)))
            .flatten();
        self.by_id.insert(artifact.id.clone(), new);
        self.all.push(artifact);
        self.changed.insert(new);
        if let Some(old) = older {
            self.supersede(old, new);
        }
        Some(new)
    }

    fn supersede(&mut self, old: usize, new: usize) {
        let id = self.all.get(new).map(|a| a.id.clone());
        if let Some(artifact) = self.all.get_mut(old).filter(|_| old != new) {
            artifact.superseded_by = id;
            self.changed.insert(old);
        }
    }
}

/// Whether an artifact only repeats an earlier one: the same words, or a plan read out once more.
fn says_again(old: &Artifact, new: &Artifact, words: &Shingles) -> bool {
    if old.kind != new.kind && (is_single_fact(old.kind) || is_single_fact(new.kind)) {
        return false;
    }
    let read_out = old.found == FoundBy::PlanTool && new.found == FoundBy::Shape && old.kind != new.kind;
    old.hash == new.hash || (read_out && words.within(&Shingles::of(&old.content)) >= AGAIN)
}

const fn is_single_fact(kind: ArtifactKind) -> bool {
    !is_whole(kind)
}

/// Whether an artifact of this kind is a whole text that a later one replaces.
pub const fn is_whole(kind: ArtifactKind) -> bool {
    matches!(kind, ArtifactKind::Plan | ArtifactKind::Analysis | ArtifactKind::Framework)
}

/// Whether a later artifact replaces an earlier one: the same title, or at least half of its words.
fn follows(old: &Artifact, new: &Artifact) -> bool {
    let same = Words::of(&old.title).same_set(&Words::of(&new.title));
    // A plan without agreement is replaced by the next proposed plan.
    if old.found == FoundBy::PlanTool && new.found == FoundBy::PlanTool && !old.accepted {
        return true;
    }
    !old.found.is_list() && !new.found.is_list() && (same || overlap(&old.content, &new.content) >= WRITTEN)
}

fn written_as(artifact: &mut Artifact, path: &str, share: f32) -> bool {
    let more = share >= WRITTEN && artifact.persisted.as_ref().is_none_or(|p| p.share < share);
    if more {
        artifact.persisted = Some(Persisted { path: SafeText::line(path).into_string(), share });
    }
    more
}
