//! Defines [`WorkingPane`], a pane with data and a worker of its own, and [`WorkingPanes`], which holds them all.
//!
//! State owns these panes without knowing their types: a new one is a folder under `panes/` and a row of its table.

use std::any::Any;
use std::fmt::Debug;

use super::State;
use super::overlay::PreviewWords;
use crate::text::SafeText;
use crate::tui::action::Action;
use crate::tui::effect::{Effect, PaneRequest};
use crate::tui::ids::{PaneEntry, PaneId, RowKey};
use crate::tui::payload::Payload;
use crate::tui::row_content::RowContent;
use crate::tui::styled::StyledLine;

/// A pane that holds data of its own and requests it from a worker thread. While one of its methods changes the state,
/// the pane itself is taken out of the state.
pub trait WorkingPane: Any + Debug + Send + CloneReset {
    /// Its rows, from the top.
    fn rows(&self, state: &State) -> Vec<RowKey>;
    /// Content of an entry's row.
    fn content(&self, state: &State, entry: &PaneEntry) -> RowContent;
    /// An entry in full, one paragraph a line.
    fn detail(&self, state: &State, entry: &PaneEntry) -> Vec<StyledLine>;
    /// Requests to the worker before the next frame. Called for each frame: must cost nothing while nothing changed.
    fn requests(&mut self, state: &mut State) -> Vec<Payload>;
    /// Handles an answer of its worker.
    fn on_response(&mut self, state: &mut State, response: Payload);
    /// Its rows in the table of actions.
    fn actions(&self) -> &'static [Action];

    /// The number of its rows that the person marked.
    fn marked(&self) -> usize {
        0
    }

    /// Title of an entry's detail view.
    fn entry_name(&self, entry: &PaneEntry) -> SafeText {
        SafeText::line(&entry.id)
    }
    /// Words by which the filter finds an entry, beside those its row shows.
    fn filter_words(&self, entry: &PaneEntry) -> String {
        entry.kind.to_owned()
    }
    /// The index of the turn an entry rests on.
    fn turn(&self, _: &State, _: &PaneEntry) -> Option<usize> {
        None
    }
    /// Text to copy for an entry; `None` copies its row.
    fn copy_of(&self, _: &PaneEntry) -> Option<SafeText> {
        None
    }
    /// The number of entries that wait for the person, shown beside its name.
    fn waiting(&self) -> usize;
    /// A note on the pane as a whole, beside its first heading: when it was made.
    fn note(&self, _: &State) -> Option<StyledLine> {
        None
    }
    /// Words after a group's heading.
    fn heading_note(&self, _: &State, _title: &str) -> Option<StyledLine> {
        None
    }
    /// Why it is empty, if not for the reason in the table.
    fn why_empty(&self, _: &State) -> Option<StyledLine> {
        None
    }
    /// Marks its data as possibly outdated; the next frame requests it again.
    fn look_again(&mut self);
    /// Whether its data comes from the session: it is reset when the transcript is read again from the beginning.
    fn is_of_session(&self) -> bool {
        false
    }
    /// Why one of its actions has no effect now, in one line.
    fn why_refused(&self, _: &State, _action_id: &str) -> Option<SafeText> {
        None
    }
    /// Whether the footer leaves an action out though it applies, because it would only report why it cannot be done.
    fn hides_hint(&self, _action_id: &str) -> bool {
        false
    }
    /// Undo offered while the pane has the keys.
    fn undo(&self) -> Option<PaneUndo> {
        None
    }
    /// Handles a line typed for an entry; `field` names the line that the pane requested.
    fn on_line(&self, _: &State, _field: &str, _id: &str, _words: &str) -> Vec<Effect> {
        Vec::new()
    }
    /// Texts of the preview dialog for a change.
    fn preview_words(&self, change: &Payload) -> PreviewWords;
    /// The change in full: its removed and added lines.
    fn preview(&self, state: &State, change: &Payload) -> Vec<StyledLine>;
    /// Makes an approved change.
    fn approved(&mut self, state: &State, change: Payload) -> Vec<Effect>;
}

/// The undo of a working pane.
#[derive(Clone, Copy)]
pub struct PaneUndo {
    /// Whether there is something to undo.
    pub applies: fn(&State) -> bool,
    /// Undoes it, or shows the change first.
    pub run: fn(&mut State) -> Vec<Effect>,
    /// Notice when there is nothing to undo.
    pub nothing: &'static str,
}

/// Copying and resetting a pane without knowing its type.
pub trait CloneReset {
    /// A copy.
    fn clone_pane(&self) -> Box<dyn WorkingPane>;
    /// The same pane without data.
    fn empty_pane(&self) -> Box<dyn WorkingPane>;
}

impl<T: WorkingPane + Clone + Default> CloneReset for T {
    fn clone_pane(&self) -> Box<dyn WorkingPane> {
        Box::new(self.clone())
    }

    fn empty_pane(&self) -> Box<dyn WorkingPane> {
        Box::new(Self::default())
    }
}

/// A working pane, and the round of its requests.
#[derive(Debug)]
struct Slot {
    id: PaneId,
    /// Incremented by each reset: answers of an earlier round are dropped.
    round: u64,
    /// Absent while one of its methods changes the state.
    pane: Option<Box<dyn WorkingPane>>,
}

impl Clone for Slot {
    fn clone(&self) -> Self {
        Self { id: self.id, round: self.round, pane: self.pane.as_ref().map(|pane| pane.clone_pane()) }
    }
}

/// The working panes.
#[derive(Debug, Clone, Default)]
pub struct WorkingPanes(Vec<Slot>);

impl WorkingPanes {
    /// Holds these panes.
    pub fn new(panes: impl IntoIterator<Item = (PaneId, Box<dyn WorkingPane>)>) -> Self {
        Self(panes.into_iter().map(|(id, pane)| Slot { id, round: 0, pane: Some(pane) }).collect())
    }

    fn slot(&self, id: PaneId) -> Option<&Slot> {
        self.0.iter().find(|slot| slot.id == id)
    }

    fn slot_mut(&mut self, id: PaneId) -> Option<&mut Slot> {
        self.0.iter_mut().find(|slot| slot.id == id)
    }

    /// The pane under this id, if it is a working one.
    pub fn get(&self, id: PaneId) -> Option<&dyn WorkingPane> {
        self.slot(id)?.pane.as_deref()
    }

    /// The round its requests are of.
    pub fn round(&self, id: PaneId) -> u64 {
        self.slot(id).map_or(0, |slot| slot.round)
    }

    /// The pane of this type.
    pub fn of<T: WorkingPane>(&self) -> Option<&T> {
        self.0.iter().find_map(|slot| {
            let pane: &dyn Any = slot.pane.as_deref()?;
            pane.downcast_ref()
        })
    }

    /// The pane of this type, to change it.
    pub fn of_mut<T: WorkingPane>(&mut self) -> Option<&mut T> {
        self.0.iter_mut().find_map(|slot| {
            let pane: &mut dyn Any = slot.pane.as_deref_mut()?;
            pane.downcast_mut()
        })
    }

    /// Clears a pane's data; answers to its pending requests are dropped.
    pub fn reset(&mut self, id: PaneId) {
        if let Some(slot) = self.slot_mut(id) {
            slot.round += 1;
            slot.pane = slot.pane.take().map(|pane| pane.empty_pane());
        }
    }

    /// Clears the data of all panes, or only of those whose data comes from the session.
    pub fn reset_all(&mut self, of_session_only: bool) {
        let chosen = self
            .0
            .iter()
            .filter(|slot| !of_session_only || slot.pane.as_ref().is_some_and(|pane| pane.is_of_session()));
        let ids: Vec<PaneId> = chosen.map(|slot| slot.id).collect();
        for id in ids {
            self.reset(id);
        }
    }

    /// Marks the data of all panes as possibly outdated.
    pub fn look_again(&mut self) {
        self.0.iter_mut().filter_map(|slot| slot.pane.as_mut()).for_each(|pane| pane.look_again());
    }

    /// Marks the data of one pane as possibly outdated.
    pub fn look_again_at(&mut self, id: PaneId) {
        if let Some(pane) = self.slot_mut(id).and_then(|slot| slot.pane.as_mut()) {
            pane.look_again();
        }
    }
}

impl State {
    /// Runs `work` on a pane and the state, with the pane taken out meanwhile. `None` if it is not a working pane.
    pub fn with_pane<T>(&mut self, id: PaneId, work: impl FnOnce(&mut dyn WorkingPane, &mut State) -> T) -> Option<T> {
        let mut pane = self.panes.slot_mut(id)?.pane.take()?;
        let out = work(pane.as_mut(), self);
        if let Some(slot) = self.panes.slot_mut(id) {
            slot.pane = Some(pane);
        }
        Some(out)
    }

    /// A request of a pane to its worker.
    pub fn request(&self, pane: PaneId, request: Payload) -> Effect {
        let (round, cwd) = (self.panes.round(pane), self.session.meta().cwd.clone());
        Effect::Request(Box::new(PaneRequest { pane, round, cwd, request }))
    }

    /// Collects the requests of all working panes before the next frame.
    pub fn pane_requests(&mut self) -> Vec<Effect> {
        let ids: Vec<PaneId> = self.panes.0.iter().map(|slot| slot.id).collect();
        let mut effects = Vec::new();
        for id in ids {
            let requests = self.with_pane(id, WorkingPane::requests).unwrap_or_default();
            effects.extend(requests.into_iter().map(|request| self.request(id, request)));
        }
        effects
    }
}
