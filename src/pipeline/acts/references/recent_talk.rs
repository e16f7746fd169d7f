//! Defines the last turns of a talk, as context for reading acts: their words and what the agent offers in them.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use crate::pipeline::acts::answers::mood;
use crate::pipeline::acts::choices::agents_choices;
use crate::pipeline::acts::offers::offer::{self, Offer, OfferForm};
use crate::pipeline::acts::offers::requested;
use crate::pipeline::acts::overlaps;
use crate::pipeline::clause::{BlockKind, ReadTurn};
use crate::state::TurnId;
use crate::transcript::{Role, SignalBody, ToolOutcome};

/// Number of the last turns kept in [`RecentTalk`], and of the person's turns before them: the agent's work on one request
/// may take many turns.
const REMEMBERED: usize = 8;
const REQUESTS: usize = 3;

/// The last turns and requests, as context for reading acts.
#[derive(Debug, Clone, Default)]
pub struct RecentTalk {
    turns: VecDeque<RecentTurn>,
    /// Whether the agent has changed files, committed or pushed since the person last spoke.
    pub(in crate::pipeline::acts) changed_files: bool,
    /// Whether the person has stopped the agent since then.
    pub(in crate::pipeline::acts) interrupted: bool,
}

/// One turn of the context.
#[derive(Debug, Clone)]
struct RecentTurn {
    read: Arc<ReadTurn>,
    /// The turn as it was typed, whose bytes evidence quotes.
    typed: Arc<ReadTurn>,
    /// Byte ranges of the typed words that only tell, or that the same turn takes back.
    unsettled: Vec<Range<usize>>,
}

impl RecentTurn {
    fn offers(&self) -> &[Offer] {
        offers_of(&self.read)
    }
}

/// The offers of a turn, read once.
pub fn offers_of(turn: &ReadTurn) -> &[Offer] {
    turn.offers.get(|| offer::offers(turn))
}

/// Number of the agent's last turns whose offers an answer may refer to.
const OFFERING: usize = 3;

impl RecentTalk {
    /// Adds a turn, with the person's words spelled out and as they were typed, and the ranges of those that settle nothing.
    pub(in crate::pipeline::acts) fn push(
        &mut self,
        read: Arc<ReadTurn>,
        typed: Arc<ReadTurn>,
        unsettled: Vec<Range<usize>>,
    ) {
        if read.role == Role::User {
            (self.changed_files, self.interrupted) = (false, false);
        }
        self.turns.push_back(RecentTurn { read, typed, unsettled });
        if let Some(old) = self.turns.len().checked_sub(REMEMBERED + 1) {
            if self.turns.get(old).is_some_and(|turn| turn.read.role != Role::User) {
                self.turns.remove(old);
            } else if old >= REQUESTS {
                self.turns.pop_front();
            }
        }
    }

    /// Takes note of what the agent does between its words.
    pub fn note(&mut self, signal: &SignalBody) {
        match signal {
            SignalBody::ToolCall { outcome: ToolOutcome::Ok, paths, .. } => self.changed_files |= !paths.is_empty(),
            SignalBody::Commit { ok, .. } | SignalBody::Push { ok } => self.changed_files |= ok,
            SignalBody::Interrupt => self.interrupted = true,
            _ => {}
        }
    }

    /// The turns before the current one, newest first.
    pub fn before(&self) -> impl Iterator<Item = &ReadTurn> {
        self.turns.iter().rev().map(|turn| turn.read.as_ref())
    }

    /// Whether the agent has said nothing yet.
    pub(in crate::pipeline::acts) fn opens_session(&self) -> bool {
        self.before().all(|turn| turn.role == Role::User)
    }

    /// The last turn as it was typed.
    pub(in crate::pipeline::acts) fn last_typed(&self) -> Option<&ReadTurn> {
        self.turns.back().map(|turn| turn.typed.as_ref())
    }

    /// Whether words of the last turn, by their range as typed, only tell or were taken back.
    pub(in crate::pipeline::acts) fn leaves_unsettled(&self, range: &Range<usize>) -> bool {
        self.turns.back().is_some_and(|turn| turn.unsettled.iter().any(|words| overlaps(words, range)))
    }

    /// A turn as it was typed.
    pub(in crate::pipeline::acts) fn typed(&self, id: &TurnId) -> Option<&ReadTurn> {
        self.turns.iter().rev().map(|turn| turn.typed.as_ref()).find(|turn| turn.turn_id == *id)
    }

    /// The offers of each turn of the agent before the current one, newest first.
    pub(in crate::pipeline::acts) fn offered(&self) -> impl Iterator<Item = &[Offer]> {
        self.turns.iter().rev().filter(|t| t.read.role == Role::Assistant).map(RecentTurn::offers)
    }

    /// The options that the agent put before its last turn, without advice. Only a pick by name or place refers to them.
    pub(in crate::pipeline::acts) fn older_options(&self) -> Option<Offer> {
        let turns = self.turns.iter().rev().filter(|t| t.read.role == Role::Assistant).skip(1).take(OFFERING - 1);
        let newest = turns.map(RecentTurn::offers).find(|offers| !offers.is_empty())?;
        let list = newest.iter().rev().find(|o| o.last && o.form == OfferForm::Options && !o.stated)?;
        Some(Offer { asked: false, object: String::new(), ..list.clone() })
    }

    /// The offers of the agent that the person has not answered yet, from the newest turn that has any. A turn of the
    /// person that only asks back or postpones the answer leaves them open.
    pub(in crate::pipeline::acts) fn offers(&self) -> Vec<Offer> {
        // A slash command answers no offer.
        let leaves_open =
            |t: &ReadTurn| t.sentences.iter().all(|s| s.block == BlockKind::Quote || s.asks || mood::puts_off(&s.text));
        let since = self.turns.iter().rev().take_while(|t| t.read.role != Role::User || leaves_open(&t.read));
        let agents: Vec<&RecentTurn> = since.filter(|t| t.read.role == Role::Assistant).take(OFFERING).collect();
        let put = agents.iter().map(|t| t.offers()).find(|o| !o.is_empty());
        let stated = |turn: &ReadTurn| offer::stated(turn).or_else(|| agents_choices::offered(turn));
        let stated = || agents.first().and_then(|t| stated(&t.read)).into_iter().collect::<Vec<_>>();
        let put = put.map_or_else(|| self.designed().map_or_else(stated, |design| vec![design]), <[Offer]>::to_vec);
        if put.is_empty() { self.own_options() } else { put }
    }

    /// The design of the agent's last turn, where the person had asked for one.
    fn designed(&self) -> Option<Offer> {
        let mut before = self.before();
        let agents = before.next().filter(|turn| turn.role == Role::Assistant)?;
        requested::designed(agents, before.next().filter(|turn| turn.role == Role::User)?)
    }

    /// The options that the person asked about and the agent answered without an offer: "MySQL or MariaDB on the NAS?" -
    /// "No difference; MariaDB gets updates there."
    fn own_options(&self) -> Vec<Offer> {
        let mut before = self.turns.iter().rev();
        let answered = before.next().is_some_and(|t| t.read.role == Role::Assistant);
        let asked = before.next().filter(|t| answered && t.read.role == Role::User);
        let options = asked.into_iter().flat_map(RecentTurn::offers);
        // Points of the person's own, "a) ... b) ...", are no options.
        let named = |offer: &&Offer| offer.options.iter().all(|option| option.label.is_none());
        options.filter(|offer| offer.asked && offer.form == OfferForm::Options).filter(named).cloned().collect()
    }
}
