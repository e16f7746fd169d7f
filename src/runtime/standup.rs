//! Defines the thread that holds the standup for the screen: the project is loaded, compared and changed there, so
//! that neither a slow disk nor a slow board holds a key.

use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;

use jiff::Timestamp;

use super::worker::Worker;
use super::{Event, SaveTo};
use crate::artifacts::Artifact;
use crate::config::StandupConfig;
use crate::memory::apply;
use crate::standup::Plan;
use crate::standup::execute::{ActionDraft, ExecuteError};
use crate::standup::log::StandupLog;
use crate::standup::plan::Settings;
use crate::standup::review::told;
use crate::standup::run::{self, Gathered};
use crate::standup::service::{ProposalOutcome, StandupError, StandupService};
use crate::store::{Store, StoreError};
use crate::transcript::discover::{Lister, Places, of_project};
use crate::tui::overlay::{Deed, Preview};
use crate::tui::standup::{Errand, Known, News, Request};

/// What a standup is held with.
#[derive(Debug, Clone, Default)]
pub struct Venue {
    /// Beside what is saved it is kept; nowhere if absent.
    pub to: Option<SaveTo>,
    /// What is set of it.
    pub config: StandupConfig,
    /// Where agents keep their sessions.
    pub places: Places,
}

/// What holds standups.
pub fn worker(venue: Venue, events: SyncSender<Event>) -> Worker<Request> {
    Worker::new("standup", move |request: Request| {
        let round = request.round;
        // When nobody listens any more there is nothing left to do.
        answer(&venue, request, Timestamp::now(), &mut |news| drop(events.send(Event::Standup(round, news))));
    })
}

/// The sessions of a project that a person leads.
pub fn sessions(project: &Path, places: Places, now: Timestamp) -> Vec<PathBuf> {
    let named = project.to_string_lossy();
    let of = of_project(&named, project);
    let found = Lister::new(places).list(now);
    found.sessions.into_iter().filter(|s| s.is_led() && of(s)).map(|s| s.path).collect()
}

/// What reading the sessions and comparing them with the project gave.
#[derive(Debug)]
pub struct Compared {
    /// What is new in the sessions, and the queue.
    pub gathered: Gathered,
    /// What of the queue was compared.
    pub batch: Vec<Artifact>,
    /// What follows.
    pub plan: Plan,
}

/// Reads what is new in these sessions and compares it with the project. With `keep` false nothing is written.
pub fn compare(
    desk: &StandupService,
    store: &Store,
    sessions: &[PathBuf],
    now: Timestamp,
    keep: bool,
) -> Result<Compared, StoreError> {
    let injected: Vec<String> = desk.state().context.iter().flatten().map(|c| c.text.clone()).collect();
    let gathered = run::gather(store, sessions, &injected, keep)?;
    let batch = gathered.queue.batch();
    let pending = StandupLog::read(store)?.pending().into_iter().cloned().collect();
    let settings = Settings { routes: desk.rules().routes.clone(), now: Some(now), pending };
    let mut plan = run::plan(&batch, desk.state(), &settings);
    plan.notes.splice(0..0, gathered.queue.left_over(&batch));
    Ok(Compared { gathered, batch, plan })
}

/// Does an errand at this moment and tells what comes of it, as it comes.
pub fn answer(venue: &Venue, request: Request, now: Timestamp, tell: &mut dyn FnMut(News)) {
    let offers = matches!(request.errand, Errand::Offer { .. });
    let mut nowhere = |why: &str| {
        if !offers {
            tell(News::Nowhere(why.to_owned()));
        }
    };
    let Some(to) = &venue.to else {
        return nowhere("Nothing is saved from here, so there is no standup either.");
    };
    let Some(store) = to.store(request.cwd.as_deref()) else {
        return nowhere("There is no place for a standup: no git repository, no home.");
    };
    let here = to.here.clone().unwrap_or_default();
    let root = apply::root(&store, request.cwd.as_deref(), &here);
    if let Errand::Offer { since } = request.errand {
        // What cannot be read is told when it is asked for.
        if let Ok(Some(waiting)) = StandupLog::offer(&store, since, now) {
            tell(News::Offered(waiting));
        }
        return;
    }
    let place = Place { root, store, venue, now };
    let loads = request.errand == Errand::Load;
    if let Err(error) = place.answer(request.errand, tell) {
        let words = error.to_string();
        tell(if loads { News::Nowhere(words) } else { News::Told(words, true) });
    }
}

/// The project, and what its standup is held with.
struct Place<'a> {
    root: PathBuf,
    store: Store,
    venue: &'a Venue,
    now: Timestamp,
}

type Answer = Result<(), StandupError>;

impl Place<'_> {
    fn desk(&self) -> StandupService {
        StandupService::open(&self.root, self.store.clone(), &self.venue.config, self.now)
    }

    /// What there is, as the desk has loaded it.
    fn known(&self, desk: &mut StandupService) -> Result<Known, StandupError> {
        let run = desk.log()?.run;
        let review = desk.review()?;
        Ok(Known { review, run, root: self.root.clone(), own: self.store.root().to_owned() })
    }

    fn answer(&self, errand: Errand, tell: &mut dyn FnMut(News)) -> Answer {
        let mut desk = self.desk();
        let words = match errand {
            Errand::Offer { .. } => return Ok(()),
            Errand::Load => {
                tell(News::Loaded(Box::new(self.known(&mut desk)?)));
                return Ok(());
            }
            Errand::Run(here) => return self.run(desk, here, tell),
            Errand::Approve(shown) => return self.approve(desk, &shown, tell),
            Errand::Accept(id) => {
                desk.approve(&id)?;
                format!("noted: the cuts are moved; `deltamind standup rollback {id}` moves them back")
            }
            Errand::Dismiss { id, why } => {
                let dismissed = desk.dismiss(&id, why.as_deref())?;
                // An offer or a conflict is no proposal.
                dismissed.first().map_or("noted".to_owned(), |p| format!("not proposed again: {}", told(&p.action)))
            }
            Errand::RollBack(id) => {
                let line = desk.rollback(&id)?;
                let what = line.map_or_else(String::new, |line| format!(", {} is as before", line.place));
                format!("{id} is taken back{what}")
            }
        };
        desk.look();
        tell(News::Loaded(Box::new(self.known(&mut desk)?)));
        tell(News::Told(words, false));
        Ok(())
    }

    fn run(&self, mut desk: StandupService, here: PathBuf, tell: &mut dyn FnMut(News)) -> Answer {
        let mut of_project = sessions(&self.root, self.venue.places.clone(), self.now);
        // The one in view may lie elsewhere.
        let real = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
        if here.is_file() && of_project.iter().all(|path| real(path) != real(&here)) {
            of_project.push(here);
        }
        tell(News::Doing(format!("{} sessions are being read and compared with the project", of_project.len())));
        let Compared { gathered, batch, plan } = compare(&desk, &self.store, &of_project, self.now, true)?;
        tell(News::Doing(format!("{} proposals are being looked at", plan.proposals.len())));
        let ran = desk.take(&plan)?;
        run::planned(&self.store, &gathered.queue, &batch)?;
        desk.look();
        let known = self.known(&mut desk)?;
        let done = ran.done.iter().filter(|o| o.done.is_ok()).count();
        let (waiting, conflicts) = (known.review.calls.len(), known.review.conflicts.len());
        tell(News::Loaded(Box::new(known)));
        let words = format!("the standup ran: {done} done, {waiting} your call, {conflicts} in conflict");
        let unread = gathered.failures.first().map(|why| format!("; not read: {why}")).unwrap_or_default();
        tell(News::Told(words + &unread, !unread.is_empty()));
        Ok(())
    }

    /// Does what was looked at. What would be another change by now is shown anew, to be looked at again.
    fn approve(&self, mut desk: StandupService, shown: &[(String, ActionDraft)], tell: &mut dyn FnMut(News)) -> Answer {
        let outcomes = desk.approve_shown(shown)?;
        desk.look();
        let known = self.known(&mut desk)?;
        let changed: Vec<&str> = outcomes.iter().filter(|o| is_changed(o)).map(|o| o.proposal.id.as_str()).collect();
        let calls = known.review.calls.iter();
        let again: Vec<_> = calls.filter(|c| changed.contains(&c.id.as_str()) && c.draft.is_some()).cloned().collect();
        tell(News::Loaded(Box::new(known)));
        let done: Vec<&ProposalOutcome> = outcomes.iter().filter(|o| o.done.is_ok()).collect();
        let words = match done.as_slice() {
            [] => String::new(),
            [one] => format!("done: {}", told(&one.proposal.action)),
            many => format!("done: {} of {}", many.len(), outcomes.len()),
        };
        let refused = outcomes.iter().filter(|o| !is_changed(o)).find_map(|o| o.done.as_ref().err());
        match refused {
            Some(why) => tell(News::Told(format!("{words} not done: {why}").trim_start().to_owned(), true)),
            None if !words.is_empty() => tell(News::Told(words, false)),
            None => {}
        }
        if !again.is_empty() {
            let note = "changed meanwhile, nothing was written: this is the change to it as it is now".to_owned();
            tell(News::Preview(Box::new(Preview::new(Deed::Carry(again), Some(note)))));
        }
        Ok(())
    }
}

fn is_changed(outcome: &ProposalOutcome) -> bool {
    matches!(outcome.done, Err(ExecuteError::Changed(_)))
}
