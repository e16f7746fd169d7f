//! Defines [`ModelDriver`], which asks a language model about a session's turns in the background, in their order.
//!
//! Nothing of the talk is sent before the person has said so. One thread holds the connection; the loop never waits for
//! it. One question is asked at a time; turns that arrive in the meantime are asked about together. A question about
//! withdrawn talk is cancelled, at the server too. Before the first question a trial checks that the model keeps to the
//! answer format, while the server loads it. A model that does not, or whose answers are refused again and again, is
//! switched off.

mod measuring;
mod permission;
mod reach;
mod status;
mod thread;
mod tokens;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use super::Event;
use super::app::App;
use crate::llm::breaker::{Breaker, Gate};
use crate::llm::client::Limits;
use crate::llm::policy::{self, Measured, Trust};
use crate::llm::probe::{self, Installed};
use crate::llm::{Backend, LlmError, ModelConnection, Reply, random_word};
use crate::pipeline::extract::model::window::TURNS;
use crate::pipeline::extract::model::{Window, nothing, prompt};
use crate::session::Session;
use crate::session::model::WindowRequest;
use crate::state::ReaderTrust;
use crate::tui::Msg;
use crate::tui::model::{ModelActivity, ModelStatus};
use measuring::Measuring;
pub use permission::{Permission, ProjectReaders};
use reach::Reach;
pub use thread::ModelEvent;
use thread::{Link, Order, OrderReport};
use tokens::TokenCap;

/// Quiet time before a question is asked when the agent has spoken and uses no tool: its answer has ended.
const QUIET_TIME: Duration = Duration::from_millis(700);
/// Quiet time while the agent is at work, or the person waits for it.
const BUSY_QUIET_TIME: Duration = Duration::from_mins(1);
/// Number of unusable answers in a row after which the model is switched off.
const MAX_UNUSABLE: u32 = 5;
/// Number of refused changes that makes an answer without accepted ones unusable.
const UNUSABLE_REFUSALS: usize = 3;

/// The person's choice of a model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelOptions {
    /// The connection to its backend.
    pub choice: ModelConnection,
    /// The model's name; without one, a local server is detected and its first allowed model is used.
    pub name: Option<String>,
    /// Measured accuracy of models, by name.
    pub measured: BTreeMap<String, Measured>,
    /// Whether the person is asked first.
    pub permission: Permission,
}

impl ModelOptions {
    /// Refuses a model that the policy blocks.
    fn refuse_blocked(&self) -> Result<(), LlmError> {
        let Some(name) = &self.name else { return Ok(()) };
        let ruling = policy::rule(name, &self.measured);
        if ruling.trust == Trust::Blocked {
            return Err(LlmError::Blocked { name: name.clone(), why: ruling.why });
        }
        Ok(())
    }
}

/// Whether a model follows the schema of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Unknown,
    /// It is being tested.
    Tried,
    Kept,
}

/// A question sent and not yet answered.
#[derive(Debug)]
struct Flight {
    number: u64,
    window: Window,
    nonce: String,
    /// Bytes of the prompt.
    bytes: usize,
    rewrite_count: u32,
}

/// Asks about the session the loop owns.
#[derive(Debug)]
pub struct ModelDriver {
    /// The options as given, for every session.
    base: ModelOptions,
    /// Those of this session.
    options: ModelOptions,
    limits: Limits,
    events: SyncSender<Event>,
    /// The thread; `None` until the model of the session is chosen.
    link: Option<Link>,
    /// The project of the session, to which the person's permission applies.
    project: PathBuf,
    budget: usize,
    leaves: Option<String>,
    /// The command or server that is sent the questions, in words.
    destination: String,
    /// The model, once it is known, and how far it is trusted.
    model: Option<(String, ReaderTrust)>,
    form: Form,
    measuring: Measuring,
    /// Unusable answers in a row.
    useless: u32,
    flight: Option<Flight>,
    number: u64,
    breaker: Breaker,
    /// Whether the thread is listing the models.
    looking: bool,
    on: bool,
    /// Whether the offer of this session still opens by itself.
    opens: bool,
    /// Time of the last turn or signal since the last question.
    said: Option<Instant>,
    /// Turns and signals seen.
    seen: (usize, usize),
    /// Quiet time before the next question.
    rest: Duration,
    reach: Reach,
    tokens: TokenCap,
    tenths: Option<u64>,
    shown: Option<ModelStatus>,
}

impl ModelDriver {
    /// A driver for the sessions that are followed. Where the person is not asked first, the thread starts and looks for
    /// a model. `Err` holds the reason why the named model can never be asked.
    pub fn start(options: ModelOptions, limits: Limits, events: SyncSender<Event>) -> Result<Self, LlmError> {
        options.refuse_blocked()?;
        Backend::open(&options.choice, limits)?;
        let tokens = TokenCap::new(options.choice.tokens_per_hour());
        let mut driver = Self {
            base: options.clone(),
            options,
            limits,
            events,
            link: None,
            project: PathBuf::new(),
            budget: 0,
            leaves: None,
            destination: String::new(),
            model: None,
            form: Form::Unknown,
            measuring: Measuring::default(),
            useless: 0,
            flight: None,
            number: 0,
            breaker: Breaker::default(),
            looking: true,
            on: true,
            opens: false,
            said: None,
            seen: (0, 0),
            rest: QUIET_TIME,
            reach: Reach::default(),
            tokens,
            tenths: None,
            shown: None,
        };
        if driver.base.permission == Permission::Given {
            driver.connect()?;
        }
        Ok(driver)
    }

    /// Starts the thread of the session's model and lets it list the models.
    fn connect(&mut self) -> Result<(), LlmError> {
        self.options.refuse_blocked()?;
        let backend = Backend::open(&self.options.choice, self.limits)?;
        (self.leaves, self.destination) = (backend.banner(), backend.destination());
        self.budget = self.options.choice.window_bytes();
        self.tokens.allow(self.options.choice.tokens_per_hour());
        self.link = Some(Link::start(backend, self.events.clone())?);
        self.looking = true;
        self.order(Order::Look);
        Ok(())
    }

    /// Chooses the model of the session that is followed, once its beginning is known.
    fn choose(&mut self, app: &mut App) {
        let state = app.state();
        let meta = state.session.meta();
        let folder = || state.sessions.here.parent().map(PathBuf::from).unwrap_or_default();
        self.project = meta.cwd.as_deref().map_or_else(folder, PathBuf::from);
        self.options = self.base.for_project(&self.project, &meta.agent);
        self.opens = self.base.permission.opens();
        if let Err(error) = self.connect() {
            self.on = false;
            app.tell(Msg::Notice(format!("no model is asked: {error}")));
        }
    }

    fn order(&self, order: Order) {
        if let Some(link) = &self.link {
            link.order(order);
        }
    }

    /// Switches the driver on or off. Off cancels a running question at once; on resets the failures.
    pub fn switch(&mut self, on: bool) {
        self.on = on;
        if !on {
            self.cancel();
            if self.form == Form::Tried || self.measuring.stop() {
                self.order(Order::Stop);
            }
        }
        (self.form, self.useless) = (Form::Unknown, 0);
    }

    /// Cancels the running question: another session is followed.
    pub fn leave(&mut self) {
        self.cancel();
        (self.said, self.seen, self.reach) = (None, (0, 0), Reach::default());
        if self.base.permission != Permission::Given {
            // Only the person's own pause lasts.
            self.on |= self.model.is_none();
            (self.link, self.model, self.form) = (None, None, Form::Unknown);
            (self.measuring, self.breaker, self.looking) = (Measuring::default(), Breaker::default(), true);
        }
    }

    /// Reads the session from its beginning, in order, then continues with new turns.
    pub fn read_from_start(&mut self, now: Instant) {
        self.reach.begin_at_start();
        (self.on, self.said) = (true, Some(now));
    }

    /// Whether questions about the talk may be sent now.
    fn may_ask(&self) -> bool {
        self.on && self.is_allowed() && !self.measuring.is_due()
    }

    /// Whether it needs the text of turns that a resumed session does not hold in memory.
    pub fn wants_text(&self, session: &Session) -> bool {
        self.may_ask() && session.lacks_unread_text(self.reach.from()).is_some()
    }

    fn cancel(&mut self) {
        if self.flight.take().is_some() {
            self.order(Order::Stop);
        }
    }

    fn is_busy(&self) -> bool {
        self.flight.is_some() || self.looking || self.form == Form::Tried || self.measuring.answered().is_some()
    }

    /// Time until the next question; `None` if none is due.
    pub fn due_in(&self, now: Instant) -> Option<Duration> {
        let said = self.said.filter(|_| self.may_ask() && !self.is_busy())?;
        let rest = (said + self.rest).saturating_duration_since(now).max(self.tokens.wait(now).unwrap_or_default());
        Some(match self.breaker.gate(now) {
            Gate::Wait(pause) => pause.max(rest),
            Gate::Ask | Gate::Probe => rest,
        })
    }

    /// The quiet time before the next question: none for a window that is full, little when the agent has ended its
    /// answer.
    fn rest_of(&self, session: &Session) -> Duration {
        if session.unread_turns(self.reach.from()) >= TURNS {
            Duration::ZERO
        } else if session.agent_rests() {
            QUIET_TIME
        } else {
            BUSY_QUIET_TIME
        }
    }

    /// Inspects the session after each step of the loop: records new turns, asks when a question is due, cancels an
    /// outdated one, and shows its status.
    pub fn observe(&mut self, app: &mut App, caught_up: bool, now: Instant) {
        if self.link.is_none() && caught_up && self.on {
            self.choose(app);
        }
        let session = &app.state().session;
        let seen = (session.turns().len(), session.stats().signals);
        if self.seen != seen {
            (self.seen, self.said) = (seen, Some(now));
        }
        if caught_up {
            self.reach.decide(session);
        }
        self.rest = self.rest_of(session);
        self.tokens.forget(now);
        if self.flight.as_ref().is_some_and(|f| !f.holds(session)) {
            self.cancel();
        }
        self.offer(app, caught_up, now);
        self.measure();
        self.try_form(app.state().session.unasked(self.reach.from()) > 0, now);
        if caught_up && self.due_in(now).is_some_and(|d| d.is_zero()) {
            self.ask(app, now);
        }
        self.show(app, now);
    }

    /// Tests a newly chosen model as soon as there is a question, without waiting for a pause in the talk: the server
    /// loads it meanwhile.
    fn try_form(&mut self, wanted: bool, now: Instant) {
        let may = wanted && self.may_ask() && !self.is_busy() && self.breaker.gate(now) == Gate::Ask;
        if let Some((model, _)) = self.model.as_ref().filter(|_| may && self.form == Form::Unknown) {
            self.order(Order::Try(model.clone()));
            self.form = Form::Tried;
        }
    }

    fn ask(&mut self, app: &mut App, now: Instant) {
        if self.breaker.gate(now) == Gate::Probe || self.model.is_none() {
            self.looking = true;
            return self.order(Order::Look);
        }
        let Some((model, trust)) = self.model.clone() else { return };
        let session = &app.state().session;
        let request = WindowRequest { budget: self.budget, from: self.reach.from(), settles: trust.settles() };
        // Turns without content do not trigger a question; they are sent with the next one that has some.
        let Some(window) = session.next_window(request).filter(|_| session.unasked(self.reach.from()) > 0) else {
            self.said = None;
            return;
        };
        let (nonce, mark) = (random_word(), random_word());
        if window.turns.is_empty() {
            // Every turn of the window is a prompt injection: an empty answer is recorded, and no model is asked.
            let answer = session.answer_to(&window, &nonce, (&model, &trust), &nothing(&nonce));
            return app.tell(Msg::ModelAnswer(Box::new(answer)));
        }
        self.number += 1;
        let prompt = Box::new(prompt(&window, &nonce, &mark));
        let bytes = prompt.bytes();
        self.order(Order::Ask { number: self.number, model, prompt });
        self.flight =
            Some(Flight { number: self.number, window, nonce, bytes, rewrite_count: session.rewrite_count() });
        self.said = Some(now);
    }

    /// Handles an event of the model thread.
    pub fn on_event(&mut self, event: ModelEvent, app: &mut App, now: Instant) {
        if self.link.as_ref().is_none_or(|link| link.id != event.link) {
            return;
        }
        match event.report {
            OrderReport::There(there) => self.found(there, app, now),
            OrderReport::Tried(kept) => self.tried(kept, app, now),
            OrderReport::Measuring => self.measuring.count(),
            OrderReport::Measured(report) => self.measured(report, app, now),
            OrderReport::Answered { number, reply, took } => {
                let Some(flight) = self.flight.take_if(|f| f.number == number) else { return };
                if !flight.holds(&app.state().session) {
                    return;
                }
                self.answered(&flight, reply, took, app, now);
                if app.state().session.unasked(self.reach.from()) == 0 {
                    self.said = None;
                }
            }
        }
        self.show(app, now);
    }

    fn found(&mut self, there: Result<Vec<Installed>, LlmError>, app: &mut App, now: Instant) {
        self.looking = false;
        match there {
            Ok(installed) => {
                let name = self.options.name.clone().or_else(|| probe::choose(&installed, &self.options.measured));
                self.breaker.probed();
                let former = self.model.take().map(|(name, _)| name);
                if name != former {
                    self.form = Form::Unknown;
                }
                self.model = name.map(|name| {
                    let trust = policy::rule(&name, &self.options.measured).reader;
                    (name, trust)
                });
                // An auto-detected server without an allowed model is treated as absent.
                self.on &= self.model.is_some();
            }
            Err(error) if self.options.name.is_some() || self.model.is_some() => {
                self.breaker.failed(now);
                if self.shown.as_ref().is_none_or(|s| s.doing != ModelActivity::Offline) {
                    app.tell(Msg::Notice(error.to_string()));
                }
            }
            // No server was configured; none was detected.
            Err(_) => self.on = false,
        }
    }

    fn tried(&mut self, kept: Result<bool, LlmError>, app: &mut App, now: Instant) {
        // The answer of a cancelled question may still arrive.
        let Some((model, _)) = self.model.clone().filter(|_| self.form == Form::Tried) else { return };
        self.form = Form::Unknown;
        match kept {
            Ok(true) => {
                self.form = Form::Kept;
                self.breaker.succeeded();
            }
            Ok(false) => self.give_up(app, &format!("{model} gives no answer of the form asked for")),
            Err(error) => {
                self.breaker.failed(now);
                app.tell(Msg::Notice(format!("{model}: {error}")));
            }
        }
    }

    /// Switches the model off until the person switches it on.
    fn give_up(&mut self, app: &mut App, why: &str) {
        self.on = false;
        let key = app.state().prefs.keymap.key("model");
        app.tell(Msg::Notice(format!("{why}: the model is switched off; {key} switches it on")));
    }

    fn answered(
        &mut self,
        flight: &Flight,
        reply: Result<Reply, LlmError>,
        took: Duration,
        app: &mut App,
        now: Instant,
    ) {
        let Some((model, trust)) = self.model.clone() else { return };
        self.tenths = Some(took.as_millis() as u64 / 100);
        self.tokens.spend(now, flight.bytes, reply.as_ref().ok());
        let (session, who) = (&app.state().session, (model.as_str(), &trust));
        let answer = match reply {
            Ok(reply) => session.answer_to(&flight.window, &flight.nonce, who, &reply.text),
            Err(error) if error.is_of_the_question() => {
                session.no_answer_to(&flight.window, &flight.nonce, who, &error.to_string())
            }
            Err(error) => {
                self.breaker.failed(now);
                return app.tell(Msg::Notice(format!("{model}: {error}")));
            }
        };
        self.breaker.succeeded();
        let before = app.state().session.stats();
        app.tell(Msg::ModelAnswer(Box::new(answer)));
        let (session, after) = (&app.state().session, app.state().session.stats());
        let refused = session.answers().last().is_some_and(|a| a.refused.is_some());
        let taken = after.accepted + after.merged + after.held > before.accepted + before.merged + before.held;
        let nothing = refused || (after.rejected >= before.rejected + UNUSABLE_REFUSALS && !taken);
        self.useless = if nothing { self.useless + 1 } else { 0 };
        if self.useless >= MAX_UNUSABLE {
            self.give_up(app, &format!("{MAX_UNUSABLE} answers of {model} in a row could not be taken"));
        }
    }
}

impl Flight {
    /// Whether the turns asked about are still in the session.
    fn holds(&self, session: &Session) -> bool {
        let mut ids = self.window.turns.iter().map(|t| &t.turn_id);
        self.rewrite_count == session.rewrite_count()
            && ids.all(|id| session.turn_index(id).is_some() && !session.is_withdrawn(id))
    }
}
