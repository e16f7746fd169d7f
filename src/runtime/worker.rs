//! Defines [`Worker`], a thread that answers the requests of one pane in order, so that previews and approved changes
//! never cross, and no slow work delays a key.

use std::any::Any;
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{SendError, Sender, SyncSender, channel};

use super::Event;
use crate::transcript::repository_of;
use crate::tui::effect::{PaneRequest, PaneResponse};
use crate::tui::panes::PaneId;
use crate::tui::payload::Payload;

/// The note above a preview that was drafted again because the file had changed.
pub const DRAFTED_AGAIN: &str = "the file was changed meanwhile: nothing was written; this is the new change";

/// Work done for a pane on its worker thread.
pub trait Job: Send + Sync + 'static {
    /// Request of the pane.
    type Request: Any;
    /// Response to the pane.
    type Response: Any + Clone + PartialEq + Debug + Send;

    /// Handles a request that must not queue behind the running one, such as to stop it. False for any other.
    fn interrupt(&self, _request: &Self::Request) -> bool {
        false
    }

    /// Answers a request about the project in `cwd`; calls `tell` with each answer as it comes.
    fn answer(&self, cwd: Option<&str>, request: Self::Request, tell: &mut dyn FnMut(Self::Response));
}

/// The folder of the session's own project, of a removed worktree that of its repository; or why there is none. What a
/// pane writes goes nowhere else, least of all to the project in which the screen was opened.
pub fn own_project(cwd: Option<&str>) -> Result<&str, String> {
    let Some(folder) = cwd else {
        return Err("This session does not name the folder of its project, so nothing is written for it.".to_owned());
    };
    let mut known = [Some(folder), repository_of(folder)].into_iter().flatten();
    known.find(|folder| Path::new(folder).is_dir()).ok_or_else(|| {
        let name = folder.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or(folder);
        format!("The folder of this session's project ({name}) is not on this machine. Nothing is written for it.")
    })
}

type Perform = dyn Fn(PaneRequest) + Send + Sync;
type Interrupt = dyn Fn(&PaneRequest) -> bool + Send + Sync;

/// The thread of one pane. It starts with the first request.
pub struct Worker {
    pane: PaneId,
    perform: Arc<Perform>,
    interrupt: Arc<Interrupt>,
    thread: Option<Sender<PaneRequest>>,
}

impl Worker {
    /// A worker that runs `job` for the requests of `pane`; answers come as events.
    pub fn new<J: Job>(pane: PaneId, job: J, events: SyncSender<Event>) -> Self {
        let job = Arc::new(job);
        let interrupts = Arc::clone(&job);
        let interrupt = move |request: &PaneRequest| request.request.get().is_some_and(|r| interrupts.interrupt(r));
        let perform = Arc::new(move |request| answer(&*job, &events, request));
        Self { pane, perform, interrupt: Arc::new(interrupt), thread: None }
    }

    /// The pane it works for.
    pub fn pane(&self) -> PaneId {
        self.pane
    }

    /// Queues a request for the thread.
    pub fn perform(&mut self, request: PaneRequest) {
        if (self.interrupt)(&request) {
            return;
        }
        let request = match &self.thread {
            None => request,
            Some(thread) => match thread.send(request) {
                Ok(()) => return,
                Err(SendError(request)) => request,
            },
        };
        let (send, requests) = channel::<PaneRequest>();
        let perform = Arc::clone(&self.perform);
        let thread = std::thread::Builder::new().name(self.pane.word().to_owned());
        // Without a thread the pane keeps waiting; the command line offers the same actions.
        let spawned = thread.spawn(move || requests.into_iter().for_each(|request| perform(request)));
        if spawned.is_ok() && send.send(request).is_ok() {
            self.thread = Some(send);
        }
    }
}

/// Lets the job answer a request; each answer is sent as an event.
fn answer<J: Job>(job: &J, events: &SyncSender<Event>, request: PaneRequest) {
    let PaneRequest { pane, round, cwd, request } = request;
    let Some(request) = request.take() else { return };
    job.answer(cwd.as_deref(), request, &mut |response: J::Response| {
        let response = PaneResponse { pane, round, response: Payload::new(response) };
        // The loop has ended: there is nothing left to do.
        drop(events.send(Event::Response(response)));
    });
}
