//! Defines the display of a [`ModelDriver`]: its status, and the offer to read along.

use std::time::Instant;

use super::{Form, ModelDriver, policy};
use crate::lab::shipped;
use crate::llm::cost::ReadingCost;
use crate::llm::policy::{DEFAULT_MODEL, Trust};
use crate::pipeline::extract::model::window::TURNS;
use crate::runtime::app::App;
use crate::tui::Msg;
use crate::tui::model::{ModelActivity, ModelOffer, ModelStatus};

/// Fewest unread turns for which the progress is shown.
const MIN_SHOWN: usize = 2 * TURNS;

impl ModelDriver {
    /// Opens the offer once, where the person named the model.
    pub(super) fn offer(&mut self, app: &mut App, caught_up: bool, now: Instant) {
        if self.opens && caught_up && self.model.is_some() {
            self.opens = false;
            if !self.is_allowed() {
                self.show(app, now);
                app.tell(Msg::OfferReading);
            }
        }
    }

    /// Sends the status to the screen if it changed.
    pub(super) fn show(&mut self, app: &mut App, now: Instant) {
        let name = self.model.as_ref().map(|m| m.0.clone()).or_else(|| self.options.name.clone());
        let badge = name.as_ref().map(|n| policy::rule(n, &self.options.measured).trust);
        // An auto-detected server is not shown until it offers a model, nor anything before a session's model is chosen.
        let is_shown = self.link.is_some() && (self.model.is_some() || self.options.name.is_some());
        let session = &app.state().session;
        let status = is_shown.then(|| ModelStatus {
            name: name.unwrap_or_else(|| DEFAULT_MODEL.to_owned()),
            badge: badge.filter(|t| !matches!(t, Trust::Capable | Trust::Modest)).map(Trust::word),
            leaves: self.leaves.clone().filter(|_| self.on && self.is_allowed()),
            doing: self.activity(now),
            pending: session.unasked(self.reach.from()),
            progress: self.reach.progress(session, MIN_SHOWN).map(|p| (p.next, p.last)),
            unread_start: self.reach.leaves_out(session),
            tokens: self.tokens.total(),
            tenths: self.tenths,
            offer: self.described(),
            from: self.reach.from(),
        });
        if status != self.shown {
            self.shown.clone_from(&status);
            app.tell(Msg::Model(status.map(Box::new)));
        }
    }

    fn activity(&self, now: Instant) -> ModelActivity {
        let offline = self.options.name.is_some() || self.model.is_some();
        match (self.on, &self.flight, &self.model) {
            _ if self.model.is_some() && !self.is_allowed() => {
                if self.base.permission.is_declined(&self.project) {
                    ModelActivity::Declined
                } else {
                    ModelActivity::Offered
                }
            }
            (false, ..) => ModelActivity::Off,
            (_, Some(_), _) => ModelActivity::Asking,
            _ if let Some(answered) = self.measuring.answered() => {
                ModelActivity::Measuring { answered: answered.min(shipped::WINDOWS), all: shipped::WINDOWS }
            }
            _ if self.form == Form::Tried => ModelActivity::Loading,
            (_, None, _) if self.breaker.failing() && offline => ModelActivity::Offline,
            (_, None, None) => ModelActivity::Looking,
            _ if self.tokens.wait(now).is_some() => ModelActivity::Capped,
            (_, None, Some(_)) => ModelActivity::Idle,
        }
    }

    /// The offer as the dialog describes it.
    fn described(&self) -> ModelOffer {
        let name = self.model.as_ref().map_or("", |(name, _)| name);
        let ruling = policy::rule(name, &self.options.measured);
        ModelOffer {
            destination: self.destination.clone(),
            measurement: self.is_unmeasured().then(|| ReadingCost::of_questions(shipped::WINDOWS, shipped::bytes())),
            trust: format!("{}: {}", ruling.trust, ruling.why),
            tokens_per_hour: self.options.choice.tokens_per_hour(),
        }
    }
}
