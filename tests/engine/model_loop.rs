//! A loop of the program with a model behind a local server, for tests of asking in the background.

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, atomic::AtomicUsize, atomic::Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::routing::{get, post};
use deltamind::llm::ModelConnection;
use deltamind::llm::client::Limits;
use deltamind::runtime::app::App;
use deltamind::runtime::model_driver::ModelDriver;
use deltamind::runtime::{Event, ModelOptions};
use deltamind::session::Session;
use deltamind::state::ItemKind;
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Turn};
use deltamind::tui::model::{ModelActivity, ModelStatus};
use deltamind::tui::{Msg, State};

use crate::server::{fact, is_trial, ready, tags};

/// Long enough for any quiet moment and any pause.
pub const LATER: Duration = Duration::from_hours(1);

pub struct Loop {
    pub app: App,
    pub asking: ModelDriver,
    events: Receiver<Event>,
    /// How far ahead of the real clock the loop's is.
    pub ahead: Duration,
}

pub fn entry(n: usize, role: Role, content: &str) -> Entry {
    let (turn_id, content, record) = (format!("m{n}"), content.to_owned(), RecordRef::default());
    Entry::Turn(Turn { turn_id, ordinal: n as u32, role, content, at: None, record })
}

pub fn options(url: &str, name: Option<&str>) -> ModelOptions {
    let choice = ModelConnection { url: Some(url.to_owned()), ..ModelConnection::default() };
    ModelOptions { choice, name: name.map(str::to_owned), ..ModelOptions::default() }
}

impl Loop {
    pub fn begin(options: ModelOptions, limits: Limits) -> Self {
        Self::begin_with(Session::new(Meta::default()), options, limits)
    }

    pub fn begin_with(session: Session, options: ModelOptions, limits: Limits) -> Self {
        let (send, events) = sync_channel(16);
        let asking = ModelDriver::start(options, limits, send).unwrap();
        let mut app = App::new(State::new(session, (100, 30)));
        app.tell(Msg::CaughtUp);
        Self { app, asking, events, ahead: LATER }
    }

    pub fn say(&mut self, n: usize, content: &str) {
        self.app.tell(Msg::Entries(vec![entry(n, Role::User, content)]));
    }

    /// Lets what was said come to rest at once.
    pub fn rest(&mut self) {
        self.turn();
        self.ahead += LATER;
    }

    /// One turn of the loop, at a moment at which everything is due.
    pub fn turn(&mut self) {
        match self.events.recv_timeout(Duration::from_millis(20)) {
            Ok(Event::Model(event)) => self.asking.on_event(*event, &mut self.app, Instant::now()),
            Ok(event) => panic!("{event:?}"),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => panic!("the thread has ended"),
        }
        self.asking.observe(&mut self.app, true, Instant::now() + self.ahead);
    }

    pub async fn until(&mut self, what: &str, done: impl Fn(&State) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !done(self.app.state()) {
            assert!(Instant::now() < deadline, "not yet {what}: {:?} {:?}", self.face(), self.app.state().notice);
            self.ahead += Duration::from_secs(2);
            self.turn();
            tokio::task::yield_now().await;
        }
    }

    pub fn face(&self) -> Option<&ModelStatus> {
        self.app.state().model.as_ref()
    }

    pub fn doing(&self) -> Option<ModelActivity> {
        self.face().map(|f| f.doing)
    }

    pub fn decisions(&self) -> usize {
        self.app.state().session.ledger().of_kind(ItemKind::Decision).count()
    }
}

/// A server with these models, which keep to the form and answer each question about the talk so.
pub fn answering(
    names: &'static [&'static str],
    asked: &Arc<AtomicUsize>,
    answer: impl Fn(&str) -> String + Clone + Send + Sync + 'static,
) -> Router {
    let count = Arc::clone(asked);
    Router::new().route("/api/tags", get(move || async move { tags(names) })).route(
        "/api/chat",
        post(move |body: String| async move {
            if is_trial(&body) {
                return ready();
            }
            count.fetch_add(1, Ordering::SeqCst);
            answer(&body)
        }),
    )
}

pub fn good(names: &'static [&'static str], asked: &Arc<AtomicUsize>) -> Router {
    answering(names, asked, fact)
}
