//! Defines [`TourCaption`], the demo's line above the keys, and how the person's keys pause the demo or end it.

use std::path::PathBuf;

use super::{Navigation, Overlay, State};
use crate::text::SafeText;
use crate::tui::ids::{PaneId, RowKey};

/// The demo's line above the keys.
#[derive(Debug, Clone, Default)]
pub struct TourCaption {
    pub words: SafeText,
    pub phase: TourPhase,
    /// Whether the person took the keys with the key that is about to be handled.
    pub taken: bool,
}

/// Who presses the keys of the demo.
#[derive(Debug, Clone, Default)]
pub enum TourPhase {
    /// The demo.
    #[default]
    Running,
    /// Nobody: its last caption is shown until the person presses a key.
    Ended,
    /// The person, who looks around. The demo waits, and goes on from here.
    Paused(Box<TourPlace>),
    /// The person: the demo's own keys would no longer fit the screen.
    Over,
}

/// The place at which the demo was paused: the pane, cursors and dialogs on which its next key acts.
#[derive(Debug, Clone)]
pub struct TourPlace {
    focus: PaneId,
    nav: Navigation,
    overlays: Vec<Overlay>,
    /// The cursor of each pane.
    cursors: Vec<Option<RowKey>>,
    /// The session followed.
    here: PathBuf,
}

impl State {
    /// Shows a caption of the demo.
    pub(in crate::tui) fn caption(&mut self, words: &str) {
        self.tour.get_or_insert_default().words = SafeText::line(words);
    }

    /// Records that the demo has shown its last caption.
    pub(in crate::tui) fn end_tour(&mut self) {
        if let Some(tour) = self.tour.as_mut().filter(|tour| matches!(tour.phase, TourPhase::Running)) {
            tour.phase = TourPhase::Ended;
        }
    }

    /// The caption while the demo presses the keys.
    pub fn tour_caption(&self) -> Option<&SafeText> {
        let tour = self.tour.as_ref()?;
        matches!(tour.phase, TourPhase::Running | TourPhase::Ended).then_some(&tour.words)
    }

    /// Whether the demo waits for the person to let it go on.
    pub fn is_tour_paused(&self) -> bool {
        matches!(self.tour.as_ref().map(|tour| &tour.phase), Some(TourPhase::Paused(_)))
    }

    /// Whether the demo can be paused, or goes on from where it was: it cannot once another session is followed.
    pub(in crate::tui) fn has_tour(&self) -> bool {
        match self.tour.as_ref().map(|tour| &tour.phase) {
            Some(TourPhase::Running) => true,
            Some(TourPhase::Paused(place)) => place.here == self.sessions.here,
            Some(TourPhase::Ended | TourPhase::Over) | None => false,
        }
    }

    /// Gives the keys to the person: a demo that is under way waits.
    pub(in crate::tui) fn pause_tour(&mut self) {
        let place = TourPlace {
            focus: self.focus,
            nav: self.nav.clone(),
            overlays: self.overlays.clone(),
            cursors: self.lists.panes.iter().map(|list| list.cursor.clone()).collect(),
            here: self.sessions.here.clone(),
        };
        let Some(tour) = &mut self.tour else { return };
        tour.taken = matches!(tour.phase, TourPhase::Running | TourPhase::Ended);
        match tour.phase {
            TourPhase::Running => tour.phase = TourPhase::Paused(Box::new(place)),
            TourPhase::Ended => self.leave_tour(),
            TourPhase::Paused(_) | TourPhase::Over => {}
        }
    }

    /// Ends the demo's keys and captions for good; its talk goes on.
    pub(in crate::tui) fn leave_tour(&mut self) {
        self.tour.get_or_insert_default().phase = TourPhase::Over;
    }

    /// Goes back to where the demo was paused, so that its keys mean what they meant.
    pub(in crate::tui) fn resume_tour(&mut self) {
        self.leave_past();
        let Some(tour) = &mut self.tour else { return };
        let TourPhase::Paused(place) = std::mem::take(&mut tour.phase) else { return };
        (self.focus, self.nav, self.overlays) = (place.focus, place.nav, place.overlays);
        for (list, cursor) in self.lists.panes.iter_mut().zip(place.cursors) {
            (list.cursor, list.filter) = (cursor, String::new());
        }
        self.touch_all();
    }
}
