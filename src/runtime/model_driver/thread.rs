//! Defines the thread that holds the connection to a model: [`Order`]s to it, and the [`ModelEvent`]s it sends.

use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::lab::shipped;
use crate::llm::measurement::{Measurement, ModelReport};
use crate::llm::probe::Installed;
use crate::llm::{Backend, LlmError, Reply, random, wait_for};
use crate::pipeline::Pipeline;
use crate::pipeline::extract::model::Prompt;
use crate::runtime::Event;

/// The longest that measuring a model may take.
const MEASURING: Duration = Duration::from_mins(2);

/// Order to the model thread; a new one cancels the running one.
#[derive(Debug)]
pub(super) enum Order {
    /// List the installed models.
    Look,
    /// Test whether this model follows the answer schema, which makes the server load it.
    Try(String),
    /// Ask this.
    Ask { number: u64, model: String, prompt: Box<Prompt> },
    /// Measure this model on the shipped sessions, with questions of at most so many bytes.
    Measure { model: String, budget: usize, at_once: bool },
    /// Cancel the running order.
    Stop,
}

/// Event of the model thread.
#[derive(Debug)]
pub struct ModelEvent {
    /// The connection it belongs to.
    pub(super) link: u64,
    pub(super) report: OrderReport,
}

/// The result of an order.
#[derive(Debug)]
pub(super) enum OrderReport {
    /// The installed models.
    There(Result<Vec<Installed>, LlmError>),
    /// Whether the model follows the schema.
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
    /// Another question of the measurement was answered.
    Measuring,
    /// The measurement has ended.
    Measured(Result<Box<ModelReport>, LlmError>),
}

/// A running thread. Dropping it ends the thread and cancels its order.
#[derive(Debug)]
pub(super) struct Link {
    /// Distinguishes its events from those of an earlier thread.
    pub id: u64,
    orders: UnboundedSender<Order>,
}

impl Link {
    /// Starts the thread.
    pub fn start(backend: Backend, events: SyncSender<Event>) -> Result<Self, LlmError> {
        let (orders, inbox) = unbounded_channel();
        let id = random();
        let thread = std::thread::Builder::new().name("model".to_owned());
        thread
            .spawn(move || drop(wait_for(work(backend, inbox, LinkEvents { link: id, events }))))
            .map_err(|e| LlmError::Broke(e.to_string()))?;
        Ok(Self { id, orders })
    }

    pub fn order(&self, order: Order) {
        // A send fails only after the thread has ended; then no answer comes.
        let _ = self.orders.send(order);
    }
}

/// The channel of one thread's events.
#[derive(Debug)]
struct LinkEvents {
    link: u64,
    events: SyncSender<Event>,
}

impl LinkEvents {
    /// Sends an event. False once the receiver is gone.
    fn send(&self, report: OrderReport) -> bool {
        self.events.send(Event::Model(Box::new(ModelEvent { link: self.link, report }))).is_ok()
    }
}

/// Runs the model thread: performs the newest order; a newer one cancels it.
async fn work(backend: Backend, mut inbox: UnboundedReceiver<Order>, events: LinkEvents) {
    let mut next = inbox.recv().await;
    while let Some(order) = next.take() {
        tokio::select! {
            newer = inbox.recv() => next = newer,
            report = perform(order, &backend, &events) => {
                if report.is_some_and(|report| !events.send(report)) {
                    return;
                }
                next = inbox.recv().await;
            }
        }
    }
}

async fn perform(order: Order, backend: &Backend, events: &LinkEvents) -> Option<OrderReport> {
    Some(match order {
        Order::Look => OrderReport::There(backend.models().await),
        Order::Try(model) => OrderReport::Tried(backend.follows_schema(&model).await),
        Order::Ask { number, model, prompt } => {
            let begun = Instant::now();
            let reply = backend.chat(&model, &prompt).await;
            OrderReport::Answered { number, reply, took: begun.elapsed() }
        }
        Order::Measure { model, budget, at_once } => {
            let measurement = Measurement { backend, model: &model, budget, at_once, within: Some(MEASURING) };
            // After the screen has ended no event is received; the next one that must arrive ends the thread.
            let asked = || {
                events.send(OrderReport::Measuring);
            };
            let report = measurement.run(&shipped::sessions(), &Pipeline::default(), asked).await;
            OrderReport::Measured(report.map(Box::new))
        }
        Order::Stop => return None,
    })
}
