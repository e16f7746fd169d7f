//! Defines [`Worker`], a thread that does errands one after the other, so that what was looked at and what is done
//! never cross, and nothing slow holds a key.

use std::sync::Arc;
use std::sync::mpsc::{SendError, Sender, channel};

/// Does errands of one sort.
pub struct Worker<R> {
    name: &'static str,
    work: Arc<dyn Fn(R) + Send + Sync>,
    thread: Option<Sender<R>>,
}

impl<R: Send + 'static> Worker<R> {
    /// Errands are done by `work`, on a thread of this name that starts with the first one.
    pub fn new(name: &'static str, work: impl Fn(R) + Send + Sync + 'static) -> Self {
        Self { name, work: Arc::new(work), thread: None }
    }

    /// Hands an errand to the thread. What comes of it comes as events.
    pub fn perform(&mut self, request: R) {
        let request = match &self.thread {
            None => request,
            Some(thread) => match thread.send(request) {
                Ok(()) => return,
                Err(SendError(request)) => request,
            },
        };
        let (send, requests) = channel::<R>();
        let work = Arc::clone(&self.work);
        let thread = move || requests.into_iter().for_each(|request| work(request));
        // Without the thread the pane says that it waits; the command line still does all of it.
        if std::thread::Builder::new().name(self.name.to_owned()).spawn(thread).is_ok() && send.send(request).is_ok() {
            self.thread = Some(send);
        }
    }
}
