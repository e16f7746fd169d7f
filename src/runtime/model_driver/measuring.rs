//! Defines the measurement of an unmeasured model, before it reads for the first time.

use std::time::Instant;

use super::thread::Order;
use super::{ModelDriver, policy};
use crate::config::save_measurement;
use crate::llm::LlmError;
use crate::llm::measurement::ModelReport;
use crate::llm::policy::Trust;
use crate::runtime::app::App;
use crate::runtime::model_driver::Permission;
use crate::tui::Msg;

/// Whether the model is to be measured, and the progress of that.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Measuring {
    /// Whether it is to be measured before it reads on.
    wanted: bool,
    /// Questions answered, while it is measured.
    answered: Option<usize>,
}

impl Measuring {
    /// Requests a measurement, or cancels the request.
    pub fn want(&mut self, wanted: bool) {
        self.wanted = wanted;
    }

    /// Whether the model is to be measured before it reads on.
    pub fn is_due(self) -> bool {
        self.wanted
    }

    /// Counts an answer.
    pub fn count(&mut self) {
        self.answered = self.answered.map(|n| n + 1);
    }

    /// Questions answered, while it is measured.
    pub fn answered(self) -> Option<usize> {
        self.answered
    }

    /// Stops a running measurement, which begins again when the model is switched on. Returns whether one was running.
    pub fn stop(&mut self) -> bool {
        self.answered.take().is_some()
    }
}

impl ModelDriver {
    /// Whether the model is unmeasured.
    pub(super) fn is_unmeasured(&self) -> bool {
        let trust = |name: &String| policy::rule(name, &self.options.measured).trust;
        self.model.as_ref().is_some_and(|(name, _)| trust(name) == Trust::Unmeasured)
    }

    /// Begins the measurement that is due.
    pub(super) fn measure(&mut self) {
        let may = self.on && self.is_allowed() && self.measuring.is_due() && !self.is_busy();
        if let Some((model, _)) = self.model.as_ref().filter(|_| may) {
            let at_once = self.options.choice.is_program();
            self.order(Order::Measure { model: model.clone(), budget: self.budget, at_once });
            self.measuring.answered = Some(0);
        }
    }

    /// Handles a finished measurement: saves it, and sets the trust in the model by it.
    pub(super) fn measured(&mut self, report: Result<Box<ModelReport>, LlmError>, app: &mut App, now: Instant) {
        // A measurement that was cancelled may still arrive.
        let Some(_) = self.measuring.answered.take() else { return };
        self.measuring = Measuring::default();
        self.said = Some(now);
        let Some((name, _)) = self.model.clone() else { return };
        let report = match report {
            Ok(report) => report,
            Err(error) => return app.tell(Msg::Notice(format!("{name} is not measured: {error}"))),
        };
        self.tokens.spend(now, report.bytes() as usize, None);
        let Some(measured) = report.measured() else {
            return app.tell(Msg::Notice(format!("{name} stays unmeasured: {}", report.why())));
        };
        let kept = match &self.base.permission {
            Permission::PerProject(readers) => readers.keep.clone(),
            Permission::Given => None,
        };
        let kept = kept.map(|folder| save_measurement(&folder, &name, measured.clone()));
        for options in [&mut self.base, &mut self.options] {
            options.measured.insert(name.clone(), measured.clone());
        }
        let ruling = policy::rule(&name, &self.options.measured);
        self.on &= ruling.trust != Trust::Blocked;
        self.model = Some((name.clone(), ruling.reader));
        let unkept = match kept {
            Some(Err(error)) => format!("; it could not be kept: {error}"),
            _ => String::new(),
        };
        app.tell(Msg::Notice(format!("{name} is {}: {}{unkept}", ruling.trust, report.why())));
    }
}
