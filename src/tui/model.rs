//! Defines [`ModelStatus`], the language model's state as shown: its name, trust and activity, and the notice that the
//! talk leaves this machine; and [`ReadingPlan`], the terms that the person agrees to before it reads.

use super::effect::Effect;
use super::keymap::Key;
use super::state::{Overlay, Question, State};
use super::styled::StyledLine;
use super::theme::StyleRole;
use crate::llm::cost::ReadingCost;
use crate::safe;
use crate::state::ModelAnswer;
use crate::text::SafeText;
use crate::transcript::Turn;

/// Current activity of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelActivity {
    /// Being searched for.
    Looking,
    /// It waits for the person's permission to read along.
    Offered,
    /// The person wants no model to read this project's sessions.
    Declined,
    /// It is being measured on invented talk.
    Measuring {
        /// Questions answered.
        answered: usize,
        /// Questions in all.
        all: usize,
    },
    /// It waits for talk.
    Idle,
    /// It is being loaded and tested, before it is asked about the talk.
    Loading,
    /// It is being asked.
    Asking,
    /// The hour's tokens are spent; it continues later.
    Capped,
    /// It cannot be reached, and is tried again.
    Offline,
    /// It was switched off, by the person or after failures.
    Off,
}

/// A model as the screen shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelStatus {
    pub name: String,
    /// A word that warns: unverified.
    pub badge: Option<&'static str>,
    /// The notice that the talk goes to a program or another machine; `None` for a server on this machine.
    pub leaves: Option<String>,
    /// Current activity.
    pub doing: ModelActivity,
    /// Number of turns it was not asked about yet.
    pub pending: usize,
    /// The ordinals of the next turn it reads and of the last one, while it reads a long session.
    pub progress: Option<(u32, u32)>,
    /// Whether the beginning of the session was not read and can be.
    pub unread_start: bool,
    /// Tokens spent since the program was started, as far as they are known.
    pub tokens: u64,
    /// Duration of the last answer, in tenths of a second.
    pub tenths: Option<u64>,
    /// The terms shown before it reads.
    pub offer: ModelOffer,
    /// The place of the first turn that it reads unless it reads from the beginning.
    pub from: usize,
}

/// The terms on which a model reads, shown before it does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelOffer {
    /// The command or server that is sent the talk, in words.
    pub destination: String,
    /// The cost of measuring it first, if it is not measured.
    pub measurement: Option<ReadingCost>,
    /// The trust in its answers, in words.
    pub trust: String,
    /// Most tokens in an hour; `None` for no limit.
    pub tokens_per_hour: Option<u64>,
}

/// The turns a model would read and their cost, as the person agrees to them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadingPlan {
    pub model: String,
    /// Whether it reads the session from its beginning.
    pub from_start: bool,
    /// The ordinals of the first and the last turn that are read at once; `None` when only later talk is read.
    pub turns: Option<(u32, u32)>,
    /// The cost of reading these turns.
    pub cost: ReadingCost,
    pub offer: ModelOffer,
}

/// Columns from which the words about a model are not shortened.
const WIDE: usize = 80;

impl ModelStatus {
    /// Its words in the header; `key` is that of the action which offers it. `None` when the person wants no model.
    pub fn row(&self, columns: usize, key: &SafeText) -> Option<StyledLine> {
        let (role, sign) = match self.doing {
            ModelActivity::Declined => return None,
            ModelActivity::Looking | ModelActivity::Idle | ModelActivity::Offered => (StyleRole::Dim, "◇ "),
            ModelActivity::Loading | ModelActivity::Asking | ModelActivity::Measuring { .. } => (StyleRole::Good, "◆ "),
            ModelActivity::Capped | ModelActivity::Offline | ModelActivity::Off => (StyleRole::Warn, "◇ "),
        };
        if self.doing == ModelActivity::Offered {
            let name = StyledLine::one(role, sign).and_quoted(StyleRole::Text, &self.name);
            let can = if columns >= WIDE { " can read along: " } else { ": " };
            return Some(name.and(StyleRole::Dim, can).and(StyleRole::Accent, key.clone()));
        }
        let mut row = StyledLine::one(role, sign).and_quoted(StyleRole::Text, &self.name);
        if let Some(badge) = self.badge {
            row = row.and(StyleRole::Warn, safe!(" {}", badge));
        }
        let doing = match self.doing {
            ModelActivity::Offline => " offline".into(),
            ModelActivity::Loading => " loading".into(),
            ModelActivity::Off => " off".into(),
            ModelActivity::Measuring { answered, all } => safe!(" measuring {} of {}", answered, all),
            ModelActivity::Capped => " waits: the hour's tokens are spent".into(),
            ModelActivity::Idle | ModelActivity::Asking if self.progress.is_some() => {
                let (next, last) = self.progress.unwrap_or_default();
                safe!(" reading t{} of t{}", next, last)
            }
            ModelActivity::Looking | ModelActivity::Idle | ModelActivity::Asking if self.pending > 0 => {
                safe!(" {} waiting", self.pending)
            }
            ModelActivity::Looking
            | ModelActivity::Idle
            | ModelActivity::Asking
            | ModelActivity::Offered
            | ModelActivity::Declined => SafeText::default(),
        };
        let took = self.tenths.filter(|_| columns >= WIDE).map(|t| safe!(" {}.{} s", t / 10, t % 10));
        Some(row.and(StyleRole::Dim, safe!("{}{}", doing, took.unwrap_or_default())))
    }

    /// Whether the person has not agreed that it reads.
    fn is_unasked(&self) -> bool {
        matches!(self.doing, ModelActivity::Offered | ModelActivity::Declined)
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

/// Offers a model that may not read yet; switches a permitted one off, which cancels its work, or on again.
pub fn switch(state: &mut State, _: Key) -> Vec<Effect> {
    let Some(model) = &mut state.model else { return Vec::new() };
    if model.is_unasked() {
        offer(state, false);
        return Vec::new();
    }
    let on = model.doing == ModelActivity::Off;
    model.doing = if on { ModelActivity::Idle } else { ModelActivity::Off };
    let what = if on { "the model is asked again" } else { "the model is not asked any more" };
    state.tell(what);
    vec![Effect::Model(on)]
}

/// Whether the beginning of the session was not read and can be.
pub fn may_read_from_start(state: &State) -> bool {
    state.model.as_ref().is_some_and(|m| m.unread_start || m.is_unasked())
}

/// Offers to let the model read the session from its beginning.
pub fn read_from_start(state: &mut State, _: Key) -> Vec<Effect> {
    offer(state, true);
    Vec::new()
}

/// Opens the offer of a model that the person named, unless another dialog is open.
pub fn offer_unasked(state: &mut State) {
    if state.overlays.is_empty() {
        offer(state, false);
    }
}

/// Opens the dialog that shows what would be sent, to whom and how much.
fn offer(state: &mut State, from_start: bool) {
    let Some(model) = &state.model else { return };
    let turns = state.session.turns();
    let unread = turns.get(if from_start { 0 } else { model.from }..).unwrap_or_default();
    let bytes = unread.iter().map(bytes_of).sum();
    let plan = ReadingPlan {
        model: model.name.clone(),
        from_start,
        turns: unread.first().zip(unread.last()).map(|(first, last)| (first.ordinal, last.ordinal)),
        cost: ReadingCost::of(unread.len(), bytes),
        offer: model.offer.clone(),
    };
    state.overlays.push(Overlay::Confirm { question: Question::Read(Box::new(plan)), shown: None });
}

/// Most bytes of one turn in a question.
const MAX_TURN_BYTES: usize = 9000;

/// Bytes of a turn in a question; for a turn without text in memory, at most those of its record.
fn bytes_of(turn: &Turn) -> usize {
    let record = turn.record.end.saturating_sub(turn.record.start) as usize;
    if turn.content.is_empty() { record } else { turn.content.len() }.min(MAX_TURN_BYTES)
}

/// Lets the model read: the person has agreed.
pub fn begin(state: &mut State, plan: &ReadingPlan) -> Vec<Effect> {
    let from_start = plan.from_start;
    if let Some(model) = &mut state.model {
        model.doing = ModelActivity::Idle;
        model.unread_start &= !from_start;
    }
    state.tell(if from_start { "the session is read from its beginning" } else { "the model reads along" });
    vec![Effect::BeginReading { from_start }]
}

/// Declines the offer. An earlier permission stays.
pub fn decline(state: &mut State) -> Vec<Effect> {
    let offered = state.model.as_ref().is_some_and(|m| m.doing == ModelActivity::Offered);
    if offered { vec![Effect::DeclineReading] } else { Vec::new() }
}

/// Applies a model's answer.
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
