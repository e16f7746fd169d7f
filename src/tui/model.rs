//! Defines [`ModelStatus`], what the screen shows of a language model: which, whether it is trusted, what it is doing, and
//! that the talk leaves this machine, where it does.

use super::effect::Effect;
use super::keymap::Key;
use super::state::State;
use super::styled::StyledLine;
use super::theme::StyleRole;
use crate::safe;
use crate::state::ModelAnswer;
use crate::text::SafeText;

/// Current activity of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelActivity {
    /// Being searched for.
    Looking,
    /// It waits for talk.
    Idle,
    /// It is being loaded and tried, before it is asked about the talk.
    Loading,
    /// It is being asked.
    Asking,
    /// The hour's tokens are spent; it goes on later.
    Capped,
    /// It cannot be reached, and is tried again.
    Offline,
    /// The person switched it off, or it was given up.
    Off,
}

/// A model as the screen shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelStatus {
    pub name: String,
    /// A word that warns: unverified.
    pub badge: Option<&'static str>,
    /// Where the talk goes, when it leaves this program for something else than a server on this machine.
    pub leaves: Option<String>,
    /// Current activity.
    pub doing: ModelActivity,
    /// Turns it was not asked about yet.
    pub pending: usize,
    /// The ordinals of the next turn it reads and of the last one, while it reads a long session.
    pub progress: Option<(u32, u32)>,
    /// Whether the beginning of the session was not read and can be.
    pub unread_start: bool,
    /// Tokens spent since the program was started, as far as they are known.
    pub tokens: u64,
    /// How long the last answer took, in tenths of a second.
    pub tenths: Option<u64>,
}

/// Columns from which on the words about a model are whole.
const WIDE: usize = 80;

impl ModelStatus {
    /// Its place in the header.
    pub fn row(&self, columns: usize) -> StyledLine {
        let (role, sign) = match self.doing {
            ModelActivity::Looking | ModelActivity::Idle => (StyleRole::Dim, "◇ "),
            ModelActivity::Loading | ModelActivity::Asking => (StyleRole::Accent, "◆ "),
            ModelActivity::Capped | ModelActivity::Offline | ModelActivity::Off => (StyleRole::Warn, "◇ "),
        };
        let mut row = StyledLine::one(role, sign).and_quoted(StyleRole::Text, &self.name);
        if let Some(badge) = self.badge {
            row = row.and(StyleRole::Warn, safe!(" {}", badge));
        }
        let doing = match self.doing {
            ModelActivity::Offline => " offline".into(),
            ModelActivity::Loading => " loading".into(),
            ModelActivity::Off => " off".into(),
            ModelActivity::Capped => " waits: the hour's tokens are spent".into(),
            ModelActivity::Idle | ModelActivity::Asking if self.progress.is_some() => {
                let (next, last) = self.progress.unwrap_or_default();
                safe!(" reading t{} of t{}", next, last)
            }
            ModelActivity::Looking | ModelActivity::Idle | ModelActivity::Asking if self.pending > 0 => {
                safe!(" {} waiting", self.pending)
            }
            ModelActivity::Looking | ModelActivity::Idle | ModelActivity::Asking => SafeText::default(),
        };
        let took = self.tenths.filter(|_| columns >= WIDE).map(|t| safe!(" {}.{} s", t / 10, t % 10));
        row.and(StyleRole::Dim, safe!("{}{}", doing, took.unwrap_or_default()))
    }

    /// The warning shown as long as turns are sent off this machine.
    pub fn banner(&self, columns: usize) -> Option<StyledLine> {
        let where_to = self.leaves.as_ref()?;
        let row = StyledLine::one(StyleRole::Bad, "! text leaves this machine");
        Some(if columns >= WIDE { row.and(StyleRole::Bad, safe!(": {}", SafeText::line(where_to))) } else { row })
    }
}

/// Whether there is a model to switch.
pub fn present(state: &State) -> bool {
    state.model.is_some()
}

/// Switches the model off, which ends what it is doing, or on again.
pub fn switch(state: &mut State, _: Key) -> Vec<Effect> {
    let Some(model) = &mut state.model else { return Vec::new() };
    let on = model.doing == ModelActivity::Off;
    model.doing = if on { ModelActivity::Idle } else { ModelActivity::Off };
    let what = if on { "the model is asked again" } else { "the model is not asked any more" };
    state.tell(what);
    vec![Effect::Model(on)]
}

/// Lets the model read the session from its beginning, where that is not read yet.
pub fn read_from_start(state: &mut State, _: Key) -> Vec<Effect> {
    let Some(model) = state.model.as_mut().filter(|m| m.unread_start) else { return Vec::new() };
    model.unread_start = false;
    state.tell("the session is read from its beginning");
    vec![Effect::ReadFromStart]
}

/// Takes in what a model answered.
pub fn answered(state: &mut State, answer: ModelAnswer) {
    let before = state.session.ledger().seq();
    let model = SafeText::line(&answer.model);
    let taken = state.session.take_answer(answer);
    if let Some(why) = taken.refused {
        state.warn(safe!("{}: {}; nothing of it was taken", model, SafeText::line(&why)));
    } else if taken.doubts > 0 {
        state.tell(safe!("{} doubts an item: see its reasons", model));
    }
    if state.session.ledger().seq() > before
        && let Some(now) = state.now
    {
        state.flash(before, now);
    }
    state.touch();
}
