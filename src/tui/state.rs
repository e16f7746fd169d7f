//! Defines [`State`], all the screen knows, as one value owned by the loop.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;

use super::actions::Keymap;
use super::memory::Memories;
use super::model::ModelFace;
pub use super::overlay::{Input, Overlay, Purpose, Question};
use super::panes::{self, Kept, PaneId, RowKey};
use super::past::{Journey, Walked};
use super::sessions::Sessions;
use super::standup::Standup;
use super::theme::Themes;
use crate::session::Session;
use crate::state::{HeldId, Item, ItemId, ItemKind};
use crate::transcript::Turn;

/// Seconds a row stays bold after it changed.
const FLASH_SECONDS: i64 = 4;

/// Where following the file stands. Its word stands in the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Live {
    /// History is being read: bytes done, bytes there were at the start.
    Loading {
        /// Bytes read.
        done: u64,
        /// Bytes in the file.
        total: u64,
    },
    /// At the end of the file, waiting for more.
    Live,
    /// What was saved of the session is shown; its log is being read and checked. Nothing is followed yet, and what
    /// needs the log, or changes it, is refused.
    Opening,
    /// There is no such file yet.
    Waiting,
    /// The file was cut short and is read again.
    Truncated,
    /// The file went away.
    Gone,
    /// The file cannot be read.
    Unreadable,
    /// The file is read, and is no transcript of a known format so far.
    UnknownFormat,
}

/// One pane's list as it was last drawn, and where the cursor is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct List {
    /// The rows: what keys act on is what was on screen.
    pub rows: Vec<RowKey>,
    /// How many of them can be selected.
    pub count: usize,
    /// The row under the cursor; `None` stays on the first row, whatever comes.
    pub cursor: Option<RowKey>,
    /// The first row drawn.
    pub offset: usize,
    /// Only rows with all of these words are on the list; empty for all rows.
    pub filter: String,
    /// How many could be selected without the filter.
    pub unfiltered: usize,
}

impl List {
    /// The place of the cursor among the rows, if any row can be selected.
    pub fn at(&self) -> Option<usize> {
        let wanted = self.cursor.as_ref().and_then(|c| self.rows.iter().position(|r| r == c));
        wanted.or_else(|| self.rows.iter().position(RowKey::selectable))
    }

    /// The selected row.
    pub fn selected(&self) -> Option<&RowKey> {
        self.rows.get(self.at()?)
    }
}

/// Where the transcript is read: a turn, and a line within it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reading {
    /// The turn's place in file order; `None` stays with the newest.
    pub turn: Option<usize>,
    /// The first of its wrapped lines shown, when it is taller than the screen.
    pub line: usize,
}

/// What the person has seen of the changes.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// Everything up to this sequence number is old.
    pub before: u64,
    /// And every log line up to this one.
    pub before_line: usize,
    /// Items looked at since, with the sequence number they had.
    pub items: HashMap<ItemId, u64>,
    /// Held candidates looked at.
    pub held: HashSet<HeldId>,
    /// The bold ones: changed after this sequence number, until that moment.
    pub flash: Option<(u64, Timestamp)>,
}

impl Seen {
    /// Whether an item changed since the person last looked at it.
    pub fn lacks(&self, item: &Item) -> bool {
        let changed = changed_at(item);
        // What was not chosen comes with the decision that did not choose it: one piece of news, not two.
        item.kind != ItemKind::RejectedOption
            && changed > self.before
            && self.items.get(&item.id).is_none_or(|seen| *seen < changed)
    }
}

/// All the screen knows.
#[derive(Debug, Clone)]
pub struct State {
    /// The transcript's state.
    pub session: Session,
    /// The pane with the keys.
    pub focus: PaneId,
    pub(super) lists: Vec<List>,
    pub(super) kept: Kept,
    /// Turns of a last line that has no end yet: shown after the talk, counted in nothing.
    pub provisional: Vec<Turn>,
    /// Where the transcript is read.
    pub reading: Reading,
    /// The stand in the past, while the past is shown.
    pub journey: Option<Box<Journey>>,
    /// The steps as far as they are laid out, for when the past is entered.
    pub walked: Option<Box<Walked>>,
    /// Whether a key was pressed since the session was opened: whoever is at the keys may go back in time.
    pub at_keys: bool,
    /// Whether the person wants to go back in time as soon as the past is laid out.
    pub going_back: bool,
    /// What changed after this ledger number is marked.
    pub since: Option<u64>,
    /// Whether what stands from before the last compaction is marked.
    pub dropped: bool,
    /// What lies over the panes.
    pub overlays: Vec<Overlay>,
    /// Columns and rows.
    pub size: (u16, u16),
    /// The moment of the frame.
    pub now: Option<Timestamp>,
    /// Seconds east of UTC, for exact times.
    pub utc_offset: i32,
    /// Where following stands.
    pub live: Live,
    /// Whether the end of the file was reached once.
    pub caught_up: bool,
    /// While a file is read anew: what was old before, as a sequence number and a log line.
    pub reread: Option<(u64, usize)>,
    /// Whether the person had corrected something when the file began anew, and is to be told what became of it.
    pub corrected_before: bool,
    /// Lines that could not be read.
    pub damaged: u64,
    /// What was seen.
    pub seen: Seen,
    /// The theme's name.
    pub theme: String,
    /// The themes there are.
    pub themes: Themes,
    /// Which keys mean what.
    pub keymap: Keymap,
    /// Tokens the export has unless the person asks otherwise.
    pub budget: usize,
    /// Whether wheel and clicks are listened to.
    pub mouse: bool,
    /// Whether the cursor follows the newest change.
    pub follow: bool,
    /// The ledger's number when the cursor last followed: it moves with news only, so panes can still be changed.
    pub followed: u64,
    /// The words looked for last.
    pub search: String,
    /// One line about what was just done, until the next key; `true` when it went wrong.
    pub notice: Option<(String, bool)>,
    /// The version shown in the detail, when not the newest: its place in the chain.
    pub version: Option<usize>,
    /// The first line of the detail shown.
    pub detail_scroll: usize,
    /// Where Esc leads back to.
    pub back: Vec<(PaneId, Option<RowKey>)>,
    /// Whether the person looks at this window, as far as the terminal tells.
    pub here: bool,
    /// When the person looked away last, and the ledger's number then.
    pub left: Option<(Timestamp, u64)>,
    /// The size of the default export against the talk, in percent; `None` before any talk.
    pub context_percent: Option<usize>,
    /// The file followed, as the person named it.
    pub source: String,
    /// What is known of this machine's sessions.
    pub sessions: Sessions,
    /// The language model that is asked, if any.
    pub model: Option<ModelFace>,
    /// What is known of durable memory.
    pub memories: Memories,
    /// What is known of the standup.
    pub standup: Standup,
    /// Items that something went against, with how often, as of the last refresh.
    pub conflicted: HashMap<ItemId, usize>,
    /// Counts for the header, as of the last refresh.
    pub counts: Counts,
    /// The default export's length, for the ledger number and the budget it was made with.
    pub exported: Option<(u64, usize, usize)>,
    pub(super) stale: bool,
    deadline: Option<Timestamp>,
}

/// The header's numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Decisions that stand.
    pub decisions: usize,
    /// Constraints that stand.
    pub constraints: usize,
    /// Tasks done.
    pub done: usize,
    /// Tasks, whatever became of them.
    pub tasks: usize,
    /// Changes not yet seen.
    pub unseen: usize,
    /// Candidates that wait for the person.
    pub held: usize,
    /// Deeds against a rule or choice that stood.
    pub conflicts: usize,
    /// Items that changed after the point marked.
    pub since: usize,
    /// Decisions and constraints that stand from before the last compaction, while they are shown.
    pub dropped: usize,
}

/// Tokens of the export unless the person asks otherwise.
pub const DEFAULT_BUDGET: usize = 2000;

impl State {
    /// A screen over this session.
    pub fn new(session: Session, size: (u16, u16)) -> Self {
        Self {
            session,
            focus: PaneId::Decisions,
            lists: vec![List::default(); PaneId::ALL.len()],
            kept: Kept::default(),
            provisional: Vec::new(),
            reading: Reading::default(),
            journey: None,
            walked: None,
            at_keys: false,
            going_back: false,
            since: None,
            dropped: false,
            overlays: Vec::new(),
            size,
            now: None,
            utc_offset: 0,
            live: Live::Waiting,
            caught_up: false,
            reread: None,
            corrected_before: false,
            damaged: 0,
            seen: Seen::default(),
            theme: "dark".to_owned(),
            themes: Themes::default(),
            keymap: Keymap::default(),
            budget: DEFAULT_BUDGET,
            mouse: false,
            follow: false,
            followed: 0,
            search: String::new(),
            notice: None,
            version: None,
            detail_scroll: 0,
            back: Vec::new(),
            here: true,
            left: None,
            context_percent: None,
            exported: None,
            memories: Memories::default(),
            standup: Standup::default(),
            conflicted: HashMap::new(),
            counts: Counts::default(),
            stale: true,
            deadline: None,
            source: String::new(),
            sessions: Sessions::default(),
            model: None,
        }
    }

    /// A pane's list.
    pub fn list(&self, pane: PaneId) -> &List {
        static NONE: List =
            List { rows: Vec::new(), count: 0, cursor: None, offset: 0, filter: String::new(), unfiltered: 0 };
        self.lists.get(pane as usize).unwrap_or(&NONE)
    }

    /// A pane's list, to move in it.
    pub fn list_mut(&mut self, pane: PaneId) -> Option<&mut List> {
        self.lists.get_mut(pane as usize)
    }

    /// What is selected in the focused pane.
    pub fn selected(&self) -> Option<RowKey> {
        if self.focus == PaneId::Transcript {
            return self.turn_at().map(RowKey::Turn);
        }
        self.list(self.focus).selected().cloned()
    }

    /// The item under the cursor, in the panes of items; in Conflicts the one that something went against.
    pub fn selected_item(&self) -> Option<&Item> {
        match self.selected()? {
            RowKey::Item(id) => self.ledger().get(&id),
            RowKey::Conflict(at) => self.ledger().get(&self.session.conflicts().get(at)?.item_id),
            _ => None,
        }
    }

    /// The turn the transcript is read at.
    pub fn turn_at(&self) -> Option<usize> {
        let last = self.turns().len().checked_sub(1)?;
        Some(self.reading.turn.unwrap_or(last).min(last))
    }

    /// Whether an item changed since the person last looked at it. The past holds no news.
    pub fn is_unseen(&self, item: &Item) -> bool {
        !self.is_past() && self.seen.lacks(item)
    }

    /// Whether an item changed a moment ago.
    pub fn is_flashing(&self, item: &Item) -> bool {
        !self.is_past()
            && matches!((self.seen.flash, self.now), (Some((seq, until)), Some(now)) if now < until && changed_at(item) > seq)
    }

    /// Marks what is selected in the focused pane as seen.
    pub fn see_selected(&mut self) {
        if let Some(key) = self.selected() {
            self.see(&key);
        }
    }

    /// Marks a row as seen.
    pub fn see(&mut self, key: &RowKey) {
        // What comes on screen while nobody looks stays news.
        if !self.here || self.is_past() {
            return;
        }
        match key {
            RowKey::Item(id) => {
                let Some(item) = self.session.ledger().get(id) else { return };
                if self.is_unseen(item) {
                    self.counts.unseen = self.counts.unseen.saturating_sub(1);
                    self.no_news(id);
                }
            }
            RowKey::Held(id) => {
                self.seen.held.insert(*id);
            }
            _ => {}
        }
    }

    /// Marks an item as seen, wherever the person came by it.
    pub fn no_news(&mut self, item_id: &str) {
        let ledger = self.session.ledger();
        let Some((item, at)) = ledger.get(item_id).and_then(|i| Some((i, ledger.place(&i.id)?))) else { return };
        self.seen.items.insert(item.id.clone(), changed_at(item));
        self.kept.looked_at(at);
    }

    /// Starts the moment in which what changed after `seq` is bold.
    pub fn flash(&mut self, seq: u64, now: Timestamp) {
        let until = now.saturating_add(jiff::SignedDuration::from_secs(FLASH_SECONDS)).unwrap_or(now);
        let from = match self.seen.flash {
            Some((from, end)) if now < end => from,
            _ => seq,
        };
        self.seen.flash = Some((from, until));
    }

    /// When the next frame is due though nothing happens.
    pub fn next_deadline(&self) -> Option<Timestamp> {
        self.deadline
    }

    /// Finds when the next frame is due: the bold settles, or a relative time on screen reads differently.
    pub fn plan_deadline(&mut self) {
        self.deadline = self.planned();
    }

    fn planned(&self) -> Option<Timestamp> {
        let now = self.now?;
        let flash = self.seen.flash.map(|(_, until)| until).filter(|until| *until > now);
        let last = self.turns().iter().rev().take(8).find_map(|t| t.at);
        let rows = |list: &List| {
            let shown = list.rows.iter().skip(list.offset).take(self.size.1 as usize);
            shown.filter_map(|key| panes::face::face(self, key).at).collect::<Vec<_>>()
        };
        let shown = self.lists.iter().flat_map(rows);
        let age = last.into_iter().chain(shown).map(|at| super::view::words::age_changes(now, at)).min();
        [flash, age].into_iter().flatten().min()
    }
}

/// The sequence number at which an item last changed. A restatement is not a change.
pub fn changed_at(item: &Item) -> u64 {
    let version = item.newest().map_or(0, |v| v.seq);
    if item.is_open() { version } else { version.max(item.touched_seq) }
}
