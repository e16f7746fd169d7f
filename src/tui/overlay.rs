//! Defines [`Overlay`], what lies over the panes and has the keys: dialogs, questions, a line being typed.

use jiff::Timestamp;

use super::sessions::Picker;
use crate::memory::{MemoryDraft, MemoryEvent};
use crate::session::ExportFormat;
use crate::session::suggest::Suggestion;
use crate::standup::feedback::ThresholdOffer;
use crate::standup::review::{CallRow, DoneRow};

/// A line being typed.
#[derive(Debug, Clone, Default)]
pub struct Input {
    /// The words and the cursor.
    pub line: tui_input::Input,
    /// What it is for.
    pub purpose: Purpose,
    /// Whether the words were put there by us, and the first letter typed takes their place.
    pub offered: bool,
}

/// What a typed line is for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Purpose {
    /// Words to look for.
    #[default]
    Search,
    /// Words by which the focused list is narrowed while they are typed.
    Filter {
        /// The filter before.
        before: String,
    },
    /// New words for an item.
    Edit {
        /// The item.
        item_id: crate::state::ItemId,
    },
    /// Why a suggestion is not wanted.
    DismissMemory {
        /// The suggestion.
        id: String,
    },
    /// New words for a suggestion.
    EditMemory {
        /// The suggestion.
        id: String,
    },
    /// Why a proposal is not wanted.
    DismissProposal {
        /// The proposal.
        id: String,
    },
    /// A file to export to.
    ExportName,
}

/// Something that must be said yes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// "This is wrong": take an item out.
    Withdraw {
        /// The item.
        item_id: crate::state::ItemId,
    },
    /// A file of that name is there.
    Replace {
        /// The path as given.
        path: String,
        /// What would be written.
        bytes: Vec<u8>,
    },
}

/// A suggestion with the change its approval makes.
#[derive(Debug, Clone, PartialEq)]
pub struct Drafted {
    /// The suggestion, in the person's words if they were edited.
    pub suggestion: Suggestion,
    /// The change, down to the byte.
    pub draft: MemoryDraft,
}

/// What would be written.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// These suggestions are kept.
    Approve(Vec<Drafted>),
    /// What was said is taken back, and files get their former bytes.
    Undo {
        /// What was said.
        memo: Box<MemoryEvent>,
        /// The change back.
        draft: Box<MemoryDraft>,
    },
    /// These proposals are done.
    Carry(Vec<CallRow>),
    /// Something done by the standup is taken back.
    TakeBack(Box<DoneRow>),
    /// The standup's cuts are moved.
    Cuts(Box<ThresholdOffer>),
}

/// A change to memories, to the board or to documents, looked at before it is made. What is on the screen is what is written.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// What would be written.
    pub deed: Deed,
    /// What the person must know first.
    pub note: Option<String>,
    /// First line shown.
    pub scroll: usize,
    /// The furthest line that was the first shown: what was never on the screen is not written.
    pub furthest: usize,
    /// When it was first on screen: keys read before, or within a moment after, do not count.
    pub shown: Option<Timestamp>,
}

impl Preview {
    /// A change nobody has looked at yet.
    pub fn new(deed: Deed, note: Option<String>) -> Self {
        Self { deed, note, scroll: 0, furthest: 0, shown: None }
    }
}

/// What lies over the panes; the last one has the keys.
#[derive(Debug, Clone)]
pub enum Overlay {
    /// The keys that apply.
    Help {
        /// First line shown.
        scroll: usize,
    },
    /// The ledger in one of its forms, before it leaves.
    Export {
        /// Which form.
        format: ExportFormat,
        /// Whether only what stands from before the last compaction is in it.
        dropped: bool,
        /// At most so many tokens.
        budget: usize,
        /// First line shown.
        scroll: usize,
        /// The text as it would leave, made when the dialog opened or the budget changed: what is seen is what
        /// is written, whatever the session does meanwhile.
        text: String,
        /// Items in it, and items left out.
        items: (usize, usize),
    },
    /// Every action by name.
    Palette {
        /// The words typed.
        line: tui_input::Input,
        /// The row under the cursor.
        at: usize,
    },
    /// The themes, each shown while the cursor is on it.
    Themes {
        /// The theme there was, for going back to.
        before: String,
    },
    /// A question with yes and no.
    Confirm {
        /// Which.
        question: Question,
        /// When it was first on screen: keys read before, or within a moment after, do not count.
        shown: Option<Timestamp>,
    },
    /// A change to be looked at first.
    Preview(Box<Preview>),
    /// The choice of another session.
    Sessions(Picker),
    /// A line being typed.
    Input(Input),
}

impl Overlay {
    /// Whether it asks for a yes, and since when it has been on the screen.
    pub fn asks(&self) -> Option<Option<Timestamp>> {
        match self {
            Self::Confirm { shown, .. } => Some(*shown),
            Self::Preview(preview) => Some(preview.shown),
            _ => None,
        }
    }

    /// A frame with it is about to be drawn.
    pub fn is_shown(&mut self, now: Timestamp) {
        match self {
            Self::Confirm { shown, .. } => *shown = shown.or(Some(now)),
            Self::Preview(preview) => preview.shown = preview.shown.or(Some(now)),
            _ => {}
        }
    }
}
