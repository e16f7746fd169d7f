//! Defines [`ModelDriver`], which asks a language model about a session's turns in the background, in their order.
//!
//! One thread holds the connection; the loop never waits for it. One question is asked at a time; turns that arrive in the
//! meantime are asked about together. A question about withdrawn talk is cancelled, at the server too. Before the first
//! question a trial checks that the model keeps to the answer format, while the server loads it. A model that does not, or
//! whose answers are refused again and again, is switched off.

mod reach;
mod tokens;

use std::collections::BTreeMap;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::Event;
use super::app::App;
use crate::llm::breaker::{Breaker, Gate};
use crate::llm::client::Limits;
use crate::llm::policy::{self, DEFAULT_MODEL, Measured, Trust};
use crate::llm::probe::{self, Installed};
use crate::llm::{Backend, LlmError, ModelConnection, Reply, random_word};
use crate::pipeline::extract::model::window::TURNS;
use crate::pipeline::extract::model::{Prompt, Window, nothing, prompt};
use crate::session::Session;
use crate::session::model::WindowRequest;
use crate::state::ReaderTrust;
use crate::tui::Msg;
use crate::tui::model::{ModelActivity, ModelStatus};
use reach::Reach;
use tokens::TokenCap;

/// Quiet time before a question is asked when the agent has spoken and uses no tool: its answer has ended.
const QUIET: Duration = Duration::from_millis(700);
/// The same while the agent is at work, or the person waits for it.
const AT_WORK: Duration = Duration::from_mins(1);
/// Unread turns from which on the progress is shown.
const WALK: usize = 2 * TURNS;
/// Answers in a row of which nothing could be taken after which the model is given up.
const USELESS: u32 = 5;
/// Refused changes that make an answer one of which nothing could be taken.
const MANY_REFUSED: usize = 3;

/// The person's choice of a model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelOptions {
    /// Backend to reach it.
    pub choice: ModelConnection,
    /// The model's name; without one, a local server is detected and its first allowed model is used.
    pub name: Option<String>,
    /// Measured accuracy of models, by name.
    pub measured: BTreeMap<String, Measured>,
}

/// Order to the model thread; a new one cancels the running one.
#[derive(Debug)]
enum Order {
    /// List the installed models.
    Look,
    /// Test whether this model keeps to an answer form; the server loads it for that.
    Try(String),
    /// Ask this.
    Ask { number: u64, model: String, prompt: Box<Prompt> },
    /// Cancel the running order.
    Stop,
}

/// Event of the model thread.
#[derive(Debug)]
pub enum ModelEvent {
    /// The installed models.
    There(Result<Vec<Installed>, LlmError>),
    /// Whether the model keeps to a form.
    Tried(Result<bool, LlmError>),
    /// Answer to a request.
    Answered {
        /// The question's number.
        number: u64,
        /// The answer.
        reply: Result<Reply, LlmError>,
        /// How long it took.
        took: Duration,
    },
}

/// Whether a model keeps to the form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Unknown,
    /// It is being tried.
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
    orders: UnboundedSender<Order>,
    options: ModelOptions,
    budget: usize,
    leaves: Option<String>,
    /// The model, once it is known, and how far it is trusted.
    model: Option<(String, ReaderTrust)>,
    form: Form,
    /// Refused answers in a row.
    useless: u32,
    flight: Option<Flight>,
    number: u64,
    breaker: Breaker,
    /// Whether the thread is listing the models.
    looking: bool,
    on: bool,
    /// When something was said or done last, since the last question.
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
    /// Starts the thread and lets it look for a model. `Err` says why the model named can never be asked.
    pub fn start(options: ModelOptions, limits: Limits, events: SyncSender<Event>) -> Result<Self, LlmError> {
        if let Some(name) = &options.name {
            let ruling = policy::rule(name, &options.measured);
            if ruling.trust == Trust::Blocked {
                return Err(LlmError::Blocked { name: name.clone(), why: ruling.why });
            }
        }
        let backend = Backend::open(&options.choice, limits)?;
        let (orders, inbox) = unbounded_channel();
        let leaves = backend.banner();
        let thread = std::thread::Builder::new().name("model".to_owned());
        thread
            .spawn(move || drop(crate::llm::wait_for(work(backend, inbox, events))))
            .map_err(|e| LlmError::Broke(e.to_string()))?;
        let budget = options.choice.window_bytes();
        let tokens = TokenCap::new(options.choice.tokens_per_hour());
        let driver = Self {
            orders,
            options,
            budget,
            leaves,
            model: None,
            form: Form::Unknown,
            useless: 0,
            flight: None,
            number: 0,
            breaker: Breaker::default(),
            looking: true,
            on: true,
            said: None,
            seen: (0, 0),
            rest: QUIET,
            reach: Reach::default(),
            tokens,
            tenths: None,
            shown: None,
        };
        driver.order(Order::Look);
        Ok(driver)
    }

    fn order(&self, order: Order) {
        // Without the thread no answer comes, and that is all.
        let _ = self.orders.send(order);
    }

    /// Switches the driver on or off. Off cancels a running question at once; on resets the failures.
    pub fn switch(&mut self, on: bool) {
        self.on = on;
        if !on {
            self.cancel();
            if self.form == Form::Tried {
                self.order(Order::Stop);
            }
        }
        (self.form, self.useless) = (Form::Unknown, 0);
    }

    /// Cancels the running question: another session is followed.
    pub fn leave(&mut self) {
        self.cancel();
        (self.said, self.seen, self.reach) = (None, (0, 0), Reach::default());
    }

    /// Reads the session from its beginning, in order, then goes on with what is said.
    pub fn read_from_start(&mut self, now: Instant) {
        self.reach.begin_at_start();
        (self.on, self.said) = (true, Some(now));
    }

    /// Whether it waits for the text of turns that a resumed session does not hold in memory.
    pub fn wants_text(&self, session: &Session) -> bool {
        self.on && session.lacks_unread_text(self.reach.from()).is_some()
    }

    fn cancel(&mut self) {
        if self.flight.take().is_some() {
            self.order(Order::Stop);
        }
    }

    fn is_busy(&self) -> bool {
        self.flight.is_some() || self.looking || self.form == Form::Tried
    }

    /// Time until the next question; `None` without one.
    pub fn due_in(&self, now: Instant) -> Option<Duration> {
        let said = self.said.filter(|_| self.on && !self.is_busy())?;
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
            QUIET
        } else {
            AT_WORK
        }
    }

    /// Looks at the session after the loop did something: notes what was said, asks when it is time, lets go of what is
    /// out of date, and shows what it is doing.
    pub fn observe(&mut self, app: &mut App, caught_up: bool, now: Instant) {
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
        self.try_form(app.state().session.unasked(self.reach.from()) > 0, now);
        if caught_up && self.due_in(now).is_some_and(|d| d.is_zero()) {
            self.ask(app, now);
        }
        self.show(app, now);
    }

    /// Tries a newly chosen model as soon as there is a question, without waiting for the talk to rest: the server loads it
    /// meanwhile.
    fn try_form(&mut self, wanted: bool, now: Instant) {
        let may = wanted && self.on && !self.is_busy() && self.breaker.gate(now) == Gate::Ask;
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
        // Turns without content are no reason to ask; they go with the next that has some.
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
        match event {
            ModelEvent::There(there) => self.found(there, app, now),
            ModelEvent::Tried(kept) => self.tried(kept, app, now),
            ModelEvent::Answered { number, reply, took } => {
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

    /// Gives the model up until the person switches it on.
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
        let nothing = refused || (after.rejected >= before.rejected + MANY_REFUSED && !taken);
        self.useless = if nothing { self.useless + 1 } else { 0 };
        if self.useless >= USELESS {
            self.give_up(app, &format!("{USELESS} answers of {model} in a row could not be taken"));
        }
    }

    /// Sends the status to the screen if it changed.
    fn show(&mut self, app: &mut App, now: Instant) {
        let name = self.model.as_ref().map(|m| m.0.clone()).or_else(|| self.options.name.clone());
        let offline = self.options.name.is_some() || self.model.is_some();
        let doing = match (self.on, &self.flight, &self.model) {
            (false, ..) => ModelActivity::Off,
            (_, Some(_), _) => ModelActivity::Asking,
            _ if self.form == Form::Tried => ModelActivity::Loading,
            (_, None, _) if self.breaker.failing() && offline => ModelActivity::Offline,
            (_, None, None) => ModelActivity::Looking,
            _ if self.tokens.wait(now).is_some() => ModelActivity::Capped,
            (_, None, Some(_)) => ModelActivity::Idle,
        };
        let badge = name.as_ref().map(|n| policy::rule(n, &self.options.measured).trust);
        // An auto-detected server is not shown until it offers a model.
        let shown = self.model.is_some() || self.options.name.is_some();
        let status = shown.then(|| ModelStatus {
            name: name.unwrap_or_else(|| DEFAULT_MODEL.to_owned()),
            badge: badge.filter(|t| !matches!(t, Trust::Capable | Trust::Modest)).map(Trust::word),
            leaves: self.leaves.clone().filter(|_| self.on),
            doing,
            pending: app.state().session.unasked(self.reach.from()),
            progress: self.reach.progress(&app.state().session, WALK).map(|p| (p.next, p.last)),
            unread_start: self.reach.leaves_out(&app.state().session),
            tokens: self.tokens.total(),
            tenths: self.tenths,
        });
        if status != self.shown {
            self.shown.clone_from(&status);
            app.tell(Msg::Model(status));
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

/// Runs the model thread: performs the newest order; a newer one cancels it.
async fn work(backend: Backend, mut inbox: UnboundedReceiver<Order>, events: SyncSender<Event>) {
    let mut next = inbox.recv().await;
    while let Some(order) = next.take() {
        let event = async {
            match order {
                Order::Look => Some(ModelEvent::There(backend.models().await)),
                Order::Try(model) => Some(ModelEvent::Tried(backend.follows_schema(&model).await)),
                Order::Ask { number, model, prompt } => {
                    let begun = Instant::now();
                    let reply = backend.chat(&model, &prompt).await;
                    Some(ModelEvent::Answered { number, reply, took: begun.elapsed() })
                }
                Order::Stop => None,
            }
        };
        tokio::select! {
            newer = inbox.recv() => next = newer,
            event = event => {
                if let Some(event) = event
                    && events.send(Event::Model(Box::new(event))).is_err()
                {
                    return;
                }
                next = inbox.recv().await;
            }
        }
    }
}
