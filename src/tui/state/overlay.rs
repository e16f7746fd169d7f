//! Defines [`Overlay`], the dialogs, questions and typed lines that cover the panes and have the keys.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use jiff::Timestamp;

use super::State;
use crate::session::ExportFormat;
use crate::state::ItemId;
use crate::text::SafeText;
use crate::tui::ids::PaneId;
use crate::tui::model::ReadingPlan;
use crate::tui::payload::Payload;
use crate::tui::sessions::Picker;
use crate::tui::styled::StyledLine;

/// A line being typed.
#[derive(Debug, Clone, Default)]
pub struct Input {
    /// The words and the cursor.
    pub line: tui_input::Input,
    /// Purpose of the line.
    pub purpose: Purpose,
    /// Whether the text is a default that the first typed letter replaces.
    pub offered: bool,
}

/// Purpose of a typed line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Purpose {
    /// Words to search for.
    #[default]
    Search,
    /// Words by which the focused list is narrowed while they are typed.
    Filter {
        /// The filter before.
        before: String,
    },
    /// New words for an item.
    Edit { item_id: ItemId },
    /// Words for an entry of a working pane.
    Entry(EntryLine),
    /// A file to export to.
    ExportName,
}

impl Purpose {
    /// Whether the words are a text that is kept, rather than words to look for or a name.
    pub fn is_edit(&self) -> bool {
        matches!(self, Self::Edit { .. } | Self::Entry(_))
    }
}

/// A question that needs a yes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// Withdraw an item that is wrong.
    Withdraw { item_id: ItemId },
    /// Replace an existing file of that name.
    Replace {
        /// The path as given.
        path: String,
        /// Bytes to write.
        bytes: Vec<u8>,
    },
    /// A language model is to read the session.
    Read(Box<ReadingPlan>),
}

/// Target of a line typed for an entry of a working pane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryLine {
    pub pane: PaneId,
    /// Name of the typed field, defined by the pane.
    pub field: &'static str,
    /// The entry's id.
    pub id: String,
    /// Prompt before the line.
    pub prompt: &'static str,
}

/// A change that a pane makes once the person approved it.
#[derive(Debug, Clone, PartialEq)]
pub struct PreviewAction {
    pub pane: PaneId,
    /// The change, of the pane's own type.
    pub change: Payload,
}

/// Texts of the preview dialog.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PreviewWords {
    /// The question in its title.
    pub question: SafeText,
    /// Label of the approval key.
    pub does: &'static str,
    /// The word in the footer.
    pub badge: &'static str,
}

/// A change shown before it is made, exactly as it would be written.
#[derive(Debug, Clone)]
pub struct Preview {
    /// Action performed on approval.
    pub action: PreviewAction,
    /// Note shown above the change.
    pub note: Option<String>,
    /// The rows of both.
    pub rows: PerWidth<PreviewRows>,
    /// First line shown.
    pub scroll: usize,
    /// The byte ranges of its text that were on the screen, sorted and disjoint: approval needs all of them.
    pub seen: Vec<Range<usize>>,
    /// Time of its first frame: keys read before it, or within a moment after it, do not count.
    pub shown: Option<Timestamp>,
}

/// Rows of a preview, each with the bytes of the text that it shows.
#[derive(Debug, Clone, Default)]
pub struct PreviewRows {
    pub lines: Vec<StyledLine>,
    pub bytes: Vec<Range<usize>>,
}

impl Preview {
    /// A preview scrolled to its first line.
    pub fn new(pane: PaneId, change: Payload, note: Option<String>) -> Self {
        let action = PreviewAction { pane, change };
        Self { action, note, rows: PerWidth::default(), scroll: 0, seen: Vec::new(), shown: None }
    }

    /// Adds byte ranges that a frame shows.
    pub fn see(&mut self, shown: Range<usize>) {
        let (apart, met): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.seen).into_iter().partition(|old| old.end < shown.start || shown.end < old.start);
        let all = met.into_iter().fold(shown, |all, old| all.start.min(old.start)..all.end.max(old.end));
        self.seen = apart.into_iter().chain([all]).collect();
        self.seen.sort_unstable_by_key(|range| range.start);
    }

    /// Whether all of these byte ranges were on the screen.
    pub fn has_seen(&self, bytes: &Range<usize>) -> bool {
        self.seen.iter().any(|seen| seen.start <= bytes.start && bytes.end <= seen.end)
    }
}

/// Caches the rows that a dialog lays its text out in, for one width. The width alone is the key: the text of an open
/// dialog never changes.
#[derive(Debug, Clone)]
pub struct PerWidth<T>(RefCell<Option<(usize, Rc<T>)>>);

impl<T> Default for PerWidth<T> {
    fn default() -> Self {
        Self(RefCell::new(None))
    }
}

impl<T> PerWidth<T> {
    /// Returns the rows for a width in columns. Calls `make` only if the cached rows are for another width.
    pub fn of(&self, columns: usize, make: impl FnOnce(usize) -> T) -> Rc<T> {
        if let Some((known, made)) = &*self.0.borrow()
            && *known == columns
        {
            return Rc::clone(made);
        }
        let made = Rc::new(make(columns));
        *self.0.borrow_mut() = Some((columns, Rc::clone(&made)));
        made
    }
}

/// Dialog or line over the panes; the last one has the keys.
#[derive(Debug, Clone)]
pub enum Overlay {
    /// The keys that apply.
    Help {
        /// First line shown.
        scroll: usize,
    },
    /// The preview of an export.
    Export {
        /// Which form.
        format: ExportFormat,
        /// Whether it holds only items from before the last compaction.
        dropped: bool,
        /// At most so many tokens.
        budget: usize,
        /// First line shown.
        scroll: usize,
        /// The exported text, made when the dialog opened or the budget changed: the text shown is the text written,
        /// even if the session changes meanwhile.
        text: SafeText,
        /// Items in it, and items left out.
        items: (usize, usize),
        /// Its rows.
        rows: PerWidth<Vec<StyledLine>>,
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
        /// The former theme, to go back to.
        before: String,
    },
    /// A question with yes and no.
    Confirm {
        /// Which.
        question: Question,
        /// Time of its first frame: keys read before it, or within a moment after it, do not count.
        shown: Option<Timestamp>,
    },
    /// The preview of a change.
    Preview(Box<Preview>),
    /// The choice of another session.
    Sessions(Picker),
    /// A line being typed.
    Input(Input),
}

impl Overlay {
    /// `Some` if it asks for a yes, with the time of its first frame.
    pub fn asks(&self) -> Option<Option<Timestamp>> {
        match self {
            Self::Confirm { shown, .. } => Some(*shown),
            Self::Preview(preview) => Some(preview.shown),
            Self::Help { .. }
            | Self::Export { .. }
            | Self::Palette { .. }
            | Self::Themes { .. }
            | Self::Sessions(_)
            | Self::Input(_) => None,
        }
    }

    /// Records that a frame with it is about to be drawn.
    pub fn is_shown(&mut self, now: Timestamp) {
        match self {
            Self::Confirm { shown, .. } => *shown = shown.or(Some(now)),
            Self::Preview(preview) => preview.shown = preview.shown.or(Some(now)),
            _ => {}
        }
    }
}

impl State {
    /// Asks for a line of words for an entry of a working pane.
    pub fn type_line(&mut self, words: &str, line: EntryLine) {
        let input =
            Input { line: tui_input::Input::new(words.to_owned()), purpose: Purpose::Entry(line), offered: false };
        self.overlays.push(Overlay::Input(input));
    }

    /// Shows a change before it is made.
    pub fn push_preview(&mut self, pane: PaneId, change: Payload, note: Option<String>) {
        self.overlays.push(Overlay::Preview(Box::new(Preview::new(pane, change, note))));
    }

    /// Shows a worker's change before it is made, unless another dialog was opened meanwhile.
    pub fn show_preview(&mut self, pane: PaneId, change: Payload, note: Option<String>) {
        if self.overlays.iter().all(|o| matches!(o, Overlay::Preview(_))) {
            self.overlays.clear();
            self.push_preview(pane, change, note);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::StyleRole;

    #[test]
    fn rows_are_cached_per_width() {
        let (rows, made) = (PerWidth::default(), std::cell::Cell::new(0));
        let text = StyledLine::one(StyleRole::Text, "clay and glaze");
        let wrap = |columns| {
            made.set(made.get() + 1);
            text.wrap(columns, usize::MAX)
        };
        assert_eq!([8, 8, 20, 20, 8].map(|columns| rows.of(columns, wrap).len()), [2, 2, 1, 1, 2]);
        assert_eq!(made.get(), 3);
    }
}
