//! Defines [`StandupJob`], which loads, compares and changes the project for the Standup pane, so that neither a slow
//! disk nor a slow board delays a key.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::Timestamp;

use super::SaveTo;
use super::worker::{DRAFTED_AGAIN, Job, own_project};
use crate::artifacts::Artifact;
use crate::config::StandupConfig;
use crate::memory::apply;
use crate::standup::Plan;
use crate::standup::execute::ExecuteError;
use crate::standup::log::StandupLog;
use crate::standup::plan::Settings;
use crate::standup::review::CallRow;
use crate::standup::review::describe;
use crate::standup::run::{self, Gathered, RunProgress};
use crate::standup::service::{ProposalOutcome, StandupError, StandupService};
use crate::store::{Store, StoreError, tracked};
use crate::text::counted;
use crate::transcript::discover::{Lister, Places, SessionFile, of_project};
use crate::tui::panes::standup::{LoadedStandup, StandupChange, StandupRequest, StandupResponse};

/// The standup's data sources and settings.
#[derive(Debug, Clone, Default)]
pub struct StandupJob {
    /// The store for sessions; without one there is no standup.
    pub to: Option<SaveTo>,
    /// The person's settings of the standup.
    pub config: StandupConfig,
    /// Where agents keep their sessions.
    pub places: Places,
    /// Fixed current time, in tests.
    pub now: Option<Timestamp>,
    /// Set to stop the run before its next session.
    pub stop: Arc<AtomicBool>,
}

impl Job for StandupJob {
    type Request = StandupRequest;
    type Response = StandupResponse;

    fn interrupt(&self, request: &StandupRequest) -> bool {
        let stops = *request == StandupRequest::Stop;
        if stops {
            self.stop.store(true, Ordering::Relaxed);
        }
        stops
    }

    fn answer(&self, cwd: Option<&str>, request: StandupRequest, tell: &mut dyn FnMut(StandupResponse)) {
        let now = self.now.unwrap_or_else(Timestamp::now);
        let (root, store) = match self.place(cwd) {
            Ok(place) => place,
            // An unreadable project is reported on request, not for a mere offer.
            Err(_) if matches!(request, StandupRequest::Offer { .. }) => return,
            Err(why) => return tell(StandupResponse::Unavailable(why)),
        };
        if let StandupRequest::Offer { since } = request {
            if let Ok(Some(waiting)) = StandupLog::offer(&store, since, now) {
                tell(StandupResponse::Offered(waiting));
            }
            return;
        }
        let loads = request == StandupRequest::Load;
        let worker = StandupWorker { root, store, job: self, now };
        if let Err(error) = worker.answer(request, tell) {
            let words = error.to_string();
            tell(if loads { StandupResponse::Unavailable(words) } else { StandupResponse::Notice(words, true) });
        }
    }
}

impl StandupJob {
    /// The project's root and its store, or why they cannot be opened.
    fn place(&self, cwd: Option<&str>) -> Result<(PathBuf, Store), String> {
        let to = self
            .to
            .as_ref()
            .ok_or("The standup is off here: nothing is saved in the demo, with --no-save or save = false.")?;
        let cwd = Some(own_project(cwd)?);
        let store = to.store(cwd).ok_or("There is no place for a standup: no git repository, no home.")?;
        let here = to.here.clone().unwrap_or_default();
        Ok((apply::root(&store, cwd, &here), store))
    }
}

/// The sessions of a project that a person leads.
pub fn sessions(project: &Path, places: Places, now: Timestamp) -> Vec<PathBuf> {
    let named = project.to_string_lossy();
    let of = of_project(&named, project);
    let found = Lister::new(places).list(now);
    let led: Vec<SessionFile> = found.sessions.into_iter().filter(|s| s.is_led() && of(s)).collect();
    let recorded = recorded_by_specstory(project, &led);
    led.into_iter().map(|s| s.path).chain(recorded).collect()
}

/// SpecStory's records in a project, without those of sessions whose own files were found, and without those that git
/// tracks or may track: a branch could bring anybody's words.
fn recorded_by_specstory(project: &Path, found: &[SessionFile]) -> Vec<PathBuf> {
    /// Bytes of a record's head, which names the session.
    const HEAD_BYTES: u64 = 1024;
    // The target of a link may be tracked under another name.
    let Ok(history) = project.join(".specstory/history").canonicalize() else { return Vec::new() };
    let Ok(folder) = std::fs::read_dir(&history) else { return Vec::new() };
    let Ok(shared) = tracked(&history) else { return Vec::new() };
    let is_shared = |p: &Path| p.file_name().is_some_and(|name| shared.contains(&name.to_string_lossy().into_owned()));
    // Regular files only: no links, no pipes.
    let files = folder.filter_map(Result::ok).filter(|e| e.file_type().is_ok_and(|kind| kind.is_file()));
    let files = files.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "md") && !is_shared(p));
    let is_new = |path: &PathBuf| {
        let mut head = Vec::new();
        let read = File::open(path).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut head));
        let head = String::from_utf8_lossy(&head);
        let own = |s: &SessionFile| s.id.split_once('-').is_some_and(|(_, id)| id.len() >= 8 && head.contains(id));
        read.is_ok() && !found.iter().any(own)
    };
    let mut paths: Vec<PathBuf> = files.filter(is_new).collect();
    // Their names begin with the time.
    paths.sort();
    paths
}

/// The result of reading sessions and comparing them with the project.
#[derive(Debug)]
pub struct Compared {
    /// The artifacts new in the sessions, and the queue.
    pub gathered: Gathered,
    /// The part of the queue that was compared.
    pub batch: Vec<Artifact>,
    /// The proposals.
    pub plan: Plan,
}

/// Reads the new entries of these sessions and compares them with the project. With `keep` false nothing is written.
pub fn compare(
    service: &StandupService,
    store: &Store,
    sessions: &[PathBuf],
    now: Timestamp,
    keep: bool,
    progress: RunProgress<'_>,
) -> Result<Compared, StoreError> {
    let injected: Vec<String> = service.state().context.iter().flatten().map(|c| c.text.clone()).collect();
    let gathered = run::gather_with(store, sessions, &injected, keep, progress)?;
    let batch = gathered.queue.batch();
    let pending = StandupLog::read(store)?.pending().into_iter().cloned().collect();
    let gone = gathered.queue.gone();
    let settings = Settings { routes: service.rules().routes.clone(), now: Some(now), pending, gone };
    let mut plan = run::plan(&batch, service.state(), &settings);
    plan.notes.splice(0..0, run::left_note(&gathered.left));
    // A commit queued by an earlier run is compared too, but was reported by that run.
    plan.account.retain(|entry| gathered.queue.waiting.contains(&entry.artifact));
    Ok(Compared { gathered, batch, plan })
}

/// The standup of one project.
struct StandupWorker<'a> {
    root: PathBuf,
    store: Store,
    job: &'a StandupJob,
    now: Timestamp,
}

type Answer = Result<(), StandupError>;

impl StandupWorker<'_> {
    fn service(&self) -> StandupService {
        StandupService::open(&self.root, self.store.clone(), &self.job.config, self.now)
    }

    /// The review of the loaded log.
    fn loaded(&self, service: &mut StandupService) -> Result<LoadedStandup, StandupError> {
        let run = service.log()?.run;
        let review = service.review()?;
        Ok(LoadedStandup { review, run, root: self.root.clone(), own: self.store.root().to_owned() })
    }

    fn answer(&self, request: StandupRequest, tell: &mut dyn FnMut(StandupResponse)) -> Answer {
        let mut service = self.service();
        let words = match request {
            StandupRequest::Offer { .. } | StandupRequest::Stop => return Ok(()),
            StandupRequest::Load => {
                tell(StandupResponse::Loaded(Box::new(self.loaded(&mut service)?)));
                return Ok(());
            }
            StandupRequest::Run(here) => return self.run(service, &here, "the standup ran", tell),
            StandupRequest::Change(StandupChange::Carry(rows), here)
                if !service.overtaken(&ids(&rows), &self.sessions(&here), Some(&here))?.is_empty() =>
            {
                return self.run(service, &here, "not applied, the session changed it since", tell);
            }
            StandupRequest::Change(StandupChange::Carry(rows), _) => return self.approve(service, rows, tell),
            StandupRequest::Change(StandupChange::Thresholds(offer), _) => {
                service.approve(&offer.id)?;
                format!("thresholds changed; `deltamind standup rollback {0}` restores them", offer.id)
            }
            StandupRequest::Change(StandupChange::RollBack(row), _) => {
                let line = service.rollback(&row.action)?;
                let what = line.map_or_else(String::new, |line| format!(", {} is as before", line.place));
                format!("undone{what}: {}", row.what)
            }
            StandupRequest::Dismiss { id, why } => {
                let dismissed = service.dismiss(&id, why.as_deref())?;
                // An offer or a conflict is not a proposal.
                dismissed.first().map_or("noted".to_owned(), |p| format!("not proposed again: {}", describe(&p.action)))
            }
            StandupRequest::Restore(id) => {
                service.rollback(&id)?;
                restored(&service.log()?, &id)
            }
        };
        service.reload();
        tell(StandupResponse::Loaded(Box::new(self.loaded(&mut service)?)));
        tell(StandupResponse::Notice(words, false));
        Ok(())
    }

    /// The project's sessions, the one followed among them: it may be stored elsewhere.
    fn sessions(&self, here: &Path) -> Vec<PathBuf> {
        let mut of_project = sessions(&self.root, self.job.places.clone(), self.now);
        if here.is_file() && of_project.iter().all(|path| resolved(path) != resolved(here)) {
            of_project.push(here.to_owned());
        }
        of_project
    }

    fn run(
        &self,
        mut service: StandupService,
        here: &Path,
        lead: &str,
        tell: &mut dyn FnMut(StandupResponse),
    ) -> Answer {
        let of_project = self.sessions(here);
        self.job.stop.store(false, Ordering::Relaxed);
        let mut progress = |n: usize, all: usize, _: &Path| {
            tell(StandupResponse::Doing(format!("reading session {n} of {all}")));
            self.job.stop.load(Ordering::Relaxed)
        };
        let Compared { gathered, batch, plan } =
            compare(&service, &self.store, &of_project, self.now, true, &mut progress)?;
        tell(StandupResponse::Doing(format!("looking at {}", counted(plan.proposals.len(), "proposal"))));
        let ran = service.take(&plan)?;
        run::planned(&self.store, &gathered.queue, &batch)?;
        service.reload();
        let loaded = self.loaded(&mut service)?;
        let done = ran.done.iter().filter(|o| o.done.is_ok()).count();
        let (waiting, conflicts) = (loaded.review.calls.len(), loaded.review.conflicts.len());
        tell(StandupResponse::Loaded(Box::new(loaded)));
        let left = gathered.left.len();
        let left =
            if left > 0 { format!(", {} left for the next run", counted(left, "session")) } else { String::new() };
        let against = if conflicts > 0 { format!(", {conflicts} in conflict") } else { String::new() };
        let words = format!("{lead}: {done} done, {waiting} your call{against}{left}");
        let unread = gathered.failures.first().map(|why| format!("; not read: {why}")).unwrap_or_default();
        tell(StandupResponse::Notice(words + &unread, !unread.is_empty()));
        Ok(())
    }

    /// Performs the approved proposals. Those whose change differs by now are previewed again.
    fn approve(
        &self,
        mut service: StandupService,
        rows: Vec<CallRow>,
        tell: &mut dyn FnMut(StandupResponse),
    ) -> Answer {
        let shown: Vec<_> = rows.into_iter().filter_map(|row| Some((row.id, row.draft?))).collect();
        let outcomes = service.approve_shown(&shown)?;
        service.reload();
        let loaded = self.loaded(&mut service)?;
        let changed: Vec<&str> = outcomes.iter().filter(|o| is_changed(o)).map(|o| o.proposal.id.as_str()).collect();
        let calls = loaded.review.calls.iter();
        let again: Vec<_> = calls.filter(|c| changed.contains(&c.id.as_str()) && c.draft.is_some()).cloned().collect();
        tell(StandupResponse::Loaded(Box::new(loaded)));
        let done: Vec<&ProposalOutcome> = outcomes.iter().filter(|o| o.done.is_ok()).collect();
        let words = match done.as_slice() {
            [] => String::new(),
            [one] => format!("done: {}", describe(&one.proposal.action)),
            many => format!("done: {} of {}", many.len(), outcomes.len()),
        };
        let refused = outcomes.iter().filter(|o| !is_changed(o)).find_map(|o| o.done.as_ref().err());
        match refused {
            Some(why) => {
                tell(StandupResponse::Notice(format!("{words} not done: {why}").trim_start().to_owned(), true));
            }
            None if !words.is_empty() => tell(StandupResponse::Notice(words, false)),
            None => {}
        }
        if !again.is_empty() {
            let note = DRAFTED_AGAIN.to_owned();
            tell(StandupResponse::Preview(Box::new(StandupChange::Carry(again)), Some(note)));
        }
        Ok(())
    }
}

/// Notice that a dismissed proposal waits again, or that a settled conflict is listed again.
fn restored(log: &StandupLog, id: &str) -> String {
    log.proposal(id)
        .map_or("the conflict is listed again".to_owned(), |p| format!("proposed again: {}", describe(&p.action)))
}

/// The ids of proposals, as [`StandupService::overtaken`] takes them.
fn ids(rows: &[CallRow]) -> String {
    rows.iter().map(|row| row.id.as_str()).collect::<Vec<_>>().join(",")
}

/// The path with its links resolved, where that can be done.
fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn is_changed(outcome: &ProposalOutcome) -> bool {
    matches!(outcome.done, Err(ExecuteError::Changed(_)))
}
