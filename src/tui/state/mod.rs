//! Defines [`State`], the whole state of the screen, as one value owned by the loop. It imports no view and no pane:
//! those are built on it.

mod likely;
pub mod list;
pub mod overlay;
pub mod pane_cache;
mod past;
pub mod seen;
mod tour;
pub mod working;

use std::collections::HashMap;

use jiff::Timestamp;

pub use self::likely::LIKELY;
use self::list::Lists;
pub use self::list::{HeaderCounts, List, fitting};
pub use self::overlay::{Input, Overlay, Purpose, Question};
pub use self::past::{PartialTimeline, TimeTravel};
pub use self::seen::{Attention, Seen, changed_at};
pub use self::tour::TourCaption;
use self::working::WorkingPanes;
use super::ids::{FoldedRows, PaneId, RowKey};
use super::keymap::Keymap;
use super::model::ModelStatus;
use super::sessions::Sessions;
use super::theme::Themes;
use crate::session::Session;
use crate::state::{Item, ItemId};
use crate::text::SafeText;
use crate::transcript::Turn;

/// State of following the file. Its word is shown in the header.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Live {
    /// History is being read.
    Loading {
        /// Bytes read.
        done: u64,
        /// Bytes there were at the start.
        total: u64,
    },
    /// At the end of the file, waiting for more.
    Live,
    /// The saved snapshot is shown while its log is read and checked. Nothing is followed yet, and actions that need
    /// the log or change it are refused.
    Opening,
    /// There is no such file yet.
    #[default]
    Waiting,
    /// The file was truncated and is read again.
    Truncated,
    /// The file was deleted.
    Gone,
    /// The file cannot be read.
    Unreadable,
    /// The file can be read, but has no line of a known format so far.
    UnknownFormat,
}

/// The transcript file that is followed.
#[derive(Debug, Clone, Default)]
pub struct FollowedFile {
    /// Its path as the person gave it.
    pub source: String,
    /// State of following the file.
    pub live: Live,
    /// Whether its end was reached once: later entries are new.
    pub caught_up: bool,
    /// Lines that could not be read.
    pub damaged: u64,
    /// Turns of a last line without a line break: drawn after the others, not yet part of the session.
    pub provisional: Vec<Turn>,
    /// While the file is reread: the sequence number and log line up to which nothing is new.
    pub reread: Option<(u64, usize)>,
    /// While the file is reread: the id of the turn at the reading position.
    pub read_turn: Option<String>,
    /// Whether corrections were pending when rereading began: their outcome is reported.
    pub corrected_before: bool,
}

/// The reading position in the transcript.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadingPosition {
    /// The turn's index; `None` stays with the newest.
    pub turn: Option<usize>,
    /// The first of its wrapped lines shown, when it is taller than the screen.
    pub line: usize,
}

/// The person's position on the screen, beyond the focused pane and its cursor.
#[derive(Debug, Clone, Default)]
pub struct Navigation {
    /// The position in the transcript.
    pub reading: ReadingPosition,
    /// The version shown in the detail, when not the newest: its index in the item.
    pub version: Option<usize>,
    /// The first line of the detail shown.
    pub detail_scroll: usize,
    /// The folded rows of Review that the person opened.
    pub unfolded: Vec<FoldedRows>,
    /// Panes and rows to which Esc leads back, the last one first.
    pub back: Vec<(PaneId, Option<RowKey>)>,
    /// The words searched for last.
    pub search: String,
    /// Whether the cursor follows the newest change.
    pub follow: bool,
    /// The ledger's sequence number when the cursor last followed: it moves on changes only.
    pub followed: u64,
}

/// Time travel, and marks relative to a point in time.
#[derive(Debug, Clone, Default)]
pub struct Travel {
    /// The point of the past that is shown, while one is.
    pub past: Option<Box<TimeTravel>>,
    /// The steps of the log computed so far, for when the past is entered.
    pub computed: Option<Box<PartialTimeline>>,
    /// Whether the past is to be entered as soon as all its steps are computed.
    pub going_back: bool,
    /// Changes after this sequence number are marked.
    pub since: Option<u64>,
    /// Whether items from before the last compaction are marked.
    pub dropped: bool,
}

/// User preferences.
#[derive(Debug, Clone)]
pub struct Preferences {
    /// The theme's name.
    pub theme: String,
    pub themes: Themes,
    /// The keys of each action.
    pub keymap: Keymap,
    /// Default token budget of an export.
    pub budget: usize,
    /// Whether mouse reporting is on.
    pub mouse: bool,
    /// Whether plain mode, for screen readers, is on.
    pub plain: bool,
    /// Seconds east of UTC, for exact times.
    pub utc_offset: i32,
}

impl Preferences {
    /// Switches plain mode on: no drawn lines or symbols, keys named by words.
    pub fn set_plain(&mut self, plain: bool) {
        (self.plain, self.keymap.in_words) = (plain, plain);
    }
}

/// The whole state of the screen.
#[derive(Debug, Clone)]
pub struct State {
    /// The session of the transcript.
    pub session: Session,
    /// The file it is read from.
    pub file: FollowedFile,
    /// The pane with the keys.
    pub focus: PaneId,
    /// The person's position beyond that.
    pub nav: Navigation,
    /// Dialogs over the panes; the last one has the keys.
    pub overlays: Vec<Overlay>,
    /// The notice about the last action, until the next key; `true` for a failure.
    pub notice: Option<(SafeText, bool)>,
    /// The rows of each pane and the header's numbers.
    pub lists: Lists,
    /// Changes seen and the person's presence.
    pub attention: Attention,
    /// The past, when it is shown.
    pub travel: Travel,
    /// The panes with data of their own.
    pub panes: WorkingPanes,
    /// Other sessions on this machine.
    pub sessions: Sessions,
    /// The demo's caption and state, in the demo.
    pub tour: Option<TourCaption>,
    /// The language model that is asked, if any.
    pub model: Option<ModelStatus>,
    /// Whether another process saves the session: nothing may be corrected or approved here.
    pub read_only: bool,
    /// User preferences.
    pub prefs: Preferences,
    /// Columns and rows.
    pub size: (u16, u16),
    /// The time of the frame.
    pub now: Option<Timestamp>,
    /// Time of the next frame if no message comes.
    pub(super) deadline: Option<Timestamp>,
}

/// Default token budget of an export.
pub const DEFAULT_BUDGET: usize = 2000;

impl State {
    /// A screen over a session, with these keys and working panes.
    pub fn with_panes(session: Session, size: (u16, u16), keymap: Keymap, panes: WorkingPanes) -> Self {
        Self {
            session,
            file: FollowedFile::default(),
            focus: PaneId::Decisions,
            nav: Navigation::default(),
            overlays: Vec::new(),
            notice: None,
            lists: Lists::default(),
            attention: Attention::default(),
            travel: Travel::default(),
            panes,
            sessions: Sessions::default(),
            tour: None,
            model: None,
            read_only: false,
            prefs: Preferences {
                theme: "dark".to_owned(),
                themes: Themes::default(),
                keymap,
                budget: DEFAULT_BUDGET,
                mouse: false,
                plain: false,
                utc_offset: 0,
            },
            size,
            now: None,
            deadline: None,
        }
    }

    /// Shows a notice, in one line.
    pub fn tell(&mut self, words: impl Into<SafeText>) {
        self.notice = Some((words.into(), false));
    }

    /// Shows a warning that something failed or was refused, in one line.
    pub fn warn(&mut self, words: impl Into<SafeText>) {
        self.notice = Some((words.into(), true));
    }

    /// A pane's list.
    pub fn list(&self, pane: PaneId) -> &List {
        static NONE: List = List::EMPTY;
        self.lists.panes.get(pane as usize).unwrap_or(&NONE)
    }

    /// A pane's list, mutable.
    pub fn list_mut(&mut self, pane: PaneId) -> Option<&mut List> {
        self.lists.panes.get_mut(pane as usize)
    }

    /// The selected row of the focused pane.
    pub fn selected(&self) -> Option<RowKey> {
        if self.focus == PaneId::Transcript {
            return self.turn_at().map(RowKey::Turn);
        }
        self.list(self.focus).selected().cloned()
    }

    /// The item under the cursor; in Conflicts, the item whose rule was broken.
    pub fn selected_item(&self) -> Option<&Item> {
        match self.selected()? {
            RowKey::Item(id) => self.ledger().get(&id),
            RowKey::Conflict(at) => self.ledger().get(self.session.conflicts().get(at)?.item_id.as_deref()?),
            RowKey::Heading(..)
            | RowKey::Held(_)
            | RowKey::Folded(..)
            | RowKey::Rejected(_)
            | RowKey::Turn(_)
            | RowKey::Advice(_)
            | RowKey::Entry(_) => None,
        }
    }

    /// The index of the turn the transcript is read at.
    pub fn turn_at(&self) -> Option<usize> {
        let last = self.turns().len().checked_sub(1)?;
        Some(self.nav.reading.turn.unwrap_or(last).min(last))
    }

    /// Resets the detail to the newest version and the first line, for another selected row.
    pub fn reset_detail(&mut self) {
        (self.nav.version, self.nav.detail_scroll) = (None, 0);
    }

    /// Marks the lists as stale after a change of the session: the next frame, not the next key, updates them.
    pub fn touch(&mut self) {
        self.lists.stale = true;
    }

    /// Marks all lists for a rebuild, because the session is another one or the set of seen items changed.
    pub fn touch_all(&mut self) {
        self.lists.cache.clear();
        self.lists.stale = true;
    }

    /// Time of the next frame if no message comes.
    pub fn next_deadline(&self) -> Option<Timestamp> {
        self.deadline
    }

    /// The number of conflicts of an item, as of the last refresh.
    pub fn conflicts_of(&self, item_id: &str) -> usize {
        self.lists.conflicted.get(item_id).copied().unwrap_or(0)
    }
}

/// The number of conflicts of each item that has any.
pub(super) type Conflicted = HashMap<ItemId, usize>;
