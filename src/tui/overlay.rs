//! Defines [`Overlay`], what lies over the panes and has the keys: dialogs, questions, a line being typed.

use jiff::Timestamp;

use super::sessions::Picker;
use crate::session::Format;

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
        item_id: String,
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
        item_id: String,
    },
    /// A file of that name is there.
    Replace {
        /// The path as given.
        path: String,
        /// What would be written.
        bytes: Vec<u8>,
    },
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
        format: Format,
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
    /// The choice of another session.
    Sessions(Picker),
    /// A line being typed.
    Input(Input),
}
