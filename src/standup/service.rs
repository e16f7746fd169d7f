//! Defines [`StandupService`], the standup of one project at one moment: its loaded content, its log, and the commands
//! of the person.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use thiserror::Error;

use super::account;
use super::action::{Plan, Proposal, ProposalStatus, Tier};
use super::approved_preview::ApprovedPreview;
use super::docs;
use super::execute::{self, ActionDraft, ExecuteError, ExecutionContext};
use super::feedback;
use super::log::{ApprovedBy, JournalLine, ProposalEvent, StandupLog};
use super::permission::Permissions;
use super::project::{ProjectState, Sources};
use super::review::{Review, describe};
use super::rollback;
use super::run;
use crate::config::StandupConfig;
use crate::store::{LogFile, Store, StoreError};
use crate::text::SafeText;
use crate::trackers::command::{Runner, System};
use crate::trackers::{self, Board, Noted};

/// A command of the person that failed.
#[derive(Debug, Error)]
pub enum StandupError {
    /// There is no such proposal, or it is not pending.
    #[error("{0}")]
    Asked(String),
    /// The action was refused or failed.
    #[error(transparent)]
    Execute(#[from] ExecuteError),
    /// The store could not be locked, read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The outcome of one proposal.
#[derive(Debug)]
pub struct ProposalOutcome {
    /// The proposal before it was carried out.
    pub proposal: Proposal,
    /// The last line of its journal, or the reason why it was not carried out.
    pub done: Result<JournalLine, ExecuteError>,
}

/// The outcome of a run.
#[derive(Debug, Default)]
pub struct RunOutcome {
    /// The proposals that were to be done at once.
    pub done: Vec<ProposalOutcome>,
    /// Actions cut off earlier that are settled now, a sentence each.
    pub resolved: Vec<String>,
}

/// A project's standup.
pub struct StandupService {
    root: PathBuf,
    store: Store,
    board: Result<Box<dyn Board>, String>,
    runner: Box<dyn Runner>,
    rules: Permissions,
    state: ProjectState,
    noted: BTreeMap<String, Noted>,
    hint: Option<String>,
    now: Timestamp,
}

impl StandupService {
    /// Opens the standup of the project at `root`, with the board from the settings or the one detected, and loads
    /// everything.
    pub fn open(root: &Path, store: Store, config: &StandupConfig, now: Timestamp) -> Self {
        let project = config.project(root);
        let found = trackers::find(root, &store, &project);
        let runner = Box::new(System::new(root.to_owned()));
        let mut service = Self::with(root, store, found.board, runner, Permissions::of(config, &project), now);
        service.hint = found.hint;
        service
    }

    /// Opens it with this board and these permissions.
    pub fn with(
        root: &Path,
        store: Store,
        board: Result<Box<dyn Board>, String>,
        runner: Box<dyn Runner>,
        rules: Permissions,
        now: Timestamp,
    ) -> Self {
        let root = root.to_owned();
        let (state, noted) = (ProjectState::default(), BTreeMap::new());
        let mut service = Self { root, store, board, runner, rules, state, noted, hint: None, now };
        service.reload();
        service
    }

    /// Loads everything again.
    pub fn reload(&mut self) {
        self.state = ProjectState::load(&Sources {
            root: &self.root,
            store: &self.store,
            board: self.board(),
            runner: &*self.runner,
            routes: self.rules.routes.values().cloned().collect(),
        });
        // The settings come first, then the place that the project has for decisions.
        if let Some(folder) = docs::decisions_folder(self.state.docs.as_deref().unwrap_or_default()) {
            self.rules.routes.entry("decision".to_owned()).or_insert_with(|| folder.to_owned());
        }
    }

    fn board(&self) -> Result<&dyn Board, &str> {
        self.board.as_deref().map_err(String::as_str)
    }

    /// The loaded content of the project.
    pub fn state(&self) -> &ProjectState {
        &self.state
    }

    /// The permissions in force, with the thresholds the person changed.
    pub fn rules(&self) -> &Permissions {
        &self.rules
    }

    /// Reads the log and takes over the thresholds the person changed.
    pub fn log(&mut self) -> Result<StandupLog, StoreError> {
        let log = StandupLog::read(&self.store)?;
        self.rules.moved = log.moved.clone();
        self.noted = log.noted();
        Ok(log)
    }

    fn site(&self) -> ExecutionContext<'_> {
        ExecutionContext {
            root: &self.root,
            store: &self.store,
            board: self.board(),
            rules: &self.rules,
            state: &self.state,
            noted: &self.noted,
            now: self.now,
        }
    }

    /// Drafts a proposal.
    pub fn draft(&self, proposal: &Proposal) -> Result<ActionDraft, ExecuteError> {
        execute::draft(&self.site(), proposal)
    }

    /// The overview of the standup.
    pub fn review(&mut self) -> Result<Review, StoreError> {
        let log = self.log()?;
        let mut review = Review::of(&log, &self.rules, &|proposal| {
            self.draft(proposal).map_err(|e| SafeText::shown(e).into_string())
        });
        for row in &mut review.done {
            let back = rollback::draft(&self.site(), &log, &row.action);
            let line = log.action(&row.action).filter(|_| back.is_err());
            let later = line.and_then(|line| rollback::later_change(&log, line));
            row.undone_first = later.map(|later| describe(&later.what));
            row.back = Some(back.map_err(|e| SafeText::shown(e).into_string()));
        }
        for row in &mut review.calls {
            row.leaves_machine |= self.state.board_leaves_machine() && row.action.on_board();
        }
        for (load, why) in self.state.failures() {
            let failure = format!("{load}: {why}");
            if !review.failures.contains(&failure) {
                review.failures.push(failure);
            }
        }
        review.hint.clone_from(&self.hint);
        Ok(review)
    }

    /// The tier each proposal of a plan would have. Nothing is written.
    pub fn rehearse(&self, plan: &Plan) -> Vec<(Proposal, Tier)> {
        let seen = self.state.board_leaves_machine();
        plan.proposals.iter().map(|p| (p.clone(), self.rules.tier(p, seen))).collect()
    }

    /// Takes over a plan: settles actions that a crash cut off, records the plan, and carries out proposals that may be
    /// done at once.
    pub fn take(&mut self, plan: &Plan) -> Result<RunOutcome, StandupError> {
        let _claim = self.store.claim_standup()?;
        let resolved = self.settle_crashes()?;
        let log = self.log()?;
        let seen = self.state.board_leaves_machine();
        let mut plan = plan.clone();
        account::settle(&mut plan, &log, &self.rules, seen);
        let mut notes = Vec::new();
        plan.proposals.retain_mut(|proposal| {
            proposal.tier = self.rules.tier(proposal, seen);
            proposal.leaves_machine |= seen && proposal.action.on_board();
            let why = match proposal.tier {
                Tier::Execute | Tier::Call => return true,
                Tier::Note => proposal.why.clone(),
                Tier::Never => self.rules.never(&proposal.action).unwrap_or_default(),
            };
            let text = super::review::describe(&proposal.action);
            notes.push(super::StandupNote { text, why, evidence: proposal.evidence.clone() });
            false
        });
        plan.notes.extend(notes);
        let failures = self.state.failures().iter().map(|(load, why)| format!("{load}: {why}")).collect();
        self.store.append(LogFile::Proposals, &log.take(&plan, failures, self.now))?;
        let log = self.log()?;
        let executable: Vec<&str> =
            plan.proposals.iter().filter(|n| n.tier == Tier::Execute).map(|n| n.id.as_str()).collect();
        let at_once: Vec<Proposal> =
            log.pending().into_iter().filter(|p| executable.contains(&p.id.as_str())).cloned().collect();
        let mut done = Vec::new();
        for proposal in at_once {
            done.push(self.carry_out(proposal, ApprovedBy::Rules, None)?);
        }
        Ok(RunOutcome { done, resolved })
    }

    /// Carries out a proposal and records its new status. One that is refused is pending for the person.
    fn carry_out(
        &mut self,
        proposal: Proposal,
        by: ApprovedBy,
        approved: Option<ApprovedPreview<'_>>,
    ) -> Result<ProposalOutcome, StandupError> {
        // For each one again: the one before may have changed its place.
        self.reload();
        let log = self.log()?;
        let done = execute::execute(&self.site(), &log, &proposal, by, approved);
        let (standing, because) = match &done {
            Ok(_) => (ProposalStatus::Done, None),
            Err(ExecuteError::Store(_)) => (ProposalStatus::Pending, None),
            Err(why) => (ProposalStatus::Pending, Some(SafeText::shown(why).into_string())),
        };
        if standing == ProposalStatus::Done || because != proposal.because {
            self.set_status(&proposal.id, standing, because)?;
        }
        Ok(ProposalOutcome { proposal, done })
    }

    fn set_status(&self, id: &str, standing: ProposalStatus, because: Option<String>) -> Result<(), StoreError> {
        let said = ProposalEvent::Stood { at: self.now, id: id.to_owned(), standing, because };
        self.store.append(LogFile::Proposals, &[said])
    }

    fn settle_crashes(&mut self) -> Result<Vec<String>, StoreError> {
        let log = self.log()?;
        execute::resolve(&self.site(), &log)
    }

    /// The pending proposals a person names: numbers as `1,3`, ids, or `all`.
    fn named(log: &StandupLog, names: &str) -> Result<Vec<Proposal>, StandupError> {
        if names.trim() == "all" {
            return Ok(log.pending().into_iter().cloned().collect());
        }
        let mut out: Vec<Proposal> = Vec::new();
        for name in names.split(',').map(str::trim).filter(|n| !n.is_empty()) {
            let number = name.parse::<u32>().ok();
            let waits = log.pending().into_iter().find(|p| p.id == name || Some(p.number) == number);
            let Some(proposal) = waits else {
                // The last one with that number is meant.
                let was = log.proposals.iter().rev().find(|p| p.id == name || Some(p.number) == number);
                return Err(StandupError::Asked(match was {
                    Some(was) => format!("{name} is {} already", was.standing.word().replace('_', " ")),
                    None => format!("nothing is proposed under {name}: `deltamind standup` lists what is"),
                }));
            };
            if out.iter().all(|p| p.id != proposal.id) {
                out.push(proposal.clone());
            }
        }
        if out.is_empty() { Err(StandupError::Asked("name what you mean: 1,3 or all".to_owned())) } else { Ok(out) }
    }

    /// Carries out the proposals the person names. An unknown name fails before any is carried out.
    pub fn approve(&mut self, names: &str) -> Result<Vec<ProposalOutcome>, StandupError> {
        let _claim = self.store.claim_standup()?;
        self.settle_crashes()?;
        self.reload();
        let log = self.log()?;
        if let Some(offer) = feedback::offers(&log, &self.rules).into_iter().find(|o| o.id == names.trim()) {
            self.store.append(LogFile::Proposals, &[feedback::answer(&log, &offer, true, self.now)])?;
            return Ok(Vec::new());
        }
        let mut out = Vec::new();
        for proposal in Self::named(&log, names)? {
            out.push(self.carry_out(proposal, ApprovedBy::Person, None)?);
        }
        Ok(out)
    }

    /// Returns the waiting proposals among those named that rest only on items which their sessions changed or ended since
    /// the last run. Reads what is new in the proposals' sessions and in the one followed, `here`.
    pub fn overtaken(
        &self,
        names: &str,
        sessions: &[PathBuf],
        here: Option<&Path>,
    ) -> Result<Vec<Proposal>, StandupError> {
        let log = StandupLog::read(&self.store)?;
        // Thresholds and conflicts rest on no session.
        let Ok(named) = Self::named(&log, names) else { return Ok(Vec::new()) };
        let ids: Vec<&str> = named.iter().flat_map(|p| &p.evidence).map(|e| bare_id(&e.session)).collect();
        let is_read =
            |path: &&PathBuf| here == Some(path.as_path()) || ids.iter().any(|id| path.to_string_lossy().contains(id));
        let read: Vec<PathBuf> = sessions.iter().filter(is_read).cloned().collect();
        let injected: Vec<String> = self.state().context.iter().flatten().map(|c| c.text.clone()).collect();
        let Some(queue) = run::look_again(&self.store, &read, &injected)? else { return Ok(Vec::new()) };
        Ok(named.into_iter().filter(|proposal| queue.overtakes(&proposal.artifacts)).collect())
    }

    /// Carries out proposals whose exact changes the person approved, by proposal id. One whose change would differ now
    /// is not done and stays pending.
    pub fn approve_shown(&mut self, shown: &[(String, ActionDraft)]) -> Result<Vec<ProposalOutcome>, StandupError> {
        let _claim = self.store.claim_standup()?;
        self.settle_crashes()?;
        self.reload();
        let names: Vec<&str> = shown.iter().map(|(id, _)| id.as_str()).collect();
        let mut wrote = Vec::new();
        let mut out = Vec::new();
        for proposal in Self::named(&self.log()?, &names.join(","))? {
            let Some((_, draft)) = shown.iter().find(|(id, _)| *id == proposal.id) else { continue };
            out.push(self.carry_out(
                proposal,
                ApprovedBy::Person,
                Some(ApprovedPreview { draft, wrote: &mut wrote }),
            )?);
        }
        Ok(out)
    }

    /// Dismisses proposals or an offer, or settles conflicts. Returns the proposals.
    pub fn dismiss(&mut self, names: &str, why: Option<&str>) -> Result<Vec<Proposal>, StandupError> {
        let _claim = self.store.claim_standup()?;
        let log = self.log()?;
        if let Some(offer) = feedback::offers(&log, &self.rules).into_iter().find(|o| o.id == names.trim()) {
            self.store.append(LogFile::Proposals, &[feedback::answer(&log, &offer, false, self.now)])?;
            return Ok(Vec::new());
        }
        let because = why.map(|w| SafeText::line(w).into_string()).filter(|w| !w.is_empty());
        if names.trim().starts_with("x-") {
            let (at, ids) = (self.now, names.split(',').map(str::trim));
            let mut settled = Vec::new();
            for id in ids {
                if !log.conflicts.iter().any(|c| c.id == id) {
                    return Err(StandupError::Asked(format!("there is no conflict {id}")));
                }
                settled.push(ProposalEvent::Settled { at, id: id.to_owned(), because: because.clone() });
            }
            self.store.append(LogFile::Proposals, &settled)?;
            return Ok(Vec::new());
        }
        let named = Self::named(&log, names)?;
        for proposal in &named {
            self.set_status(&proposal.id, ProposalStatus::Dismissed, because.clone())?;
        }
        Ok(named)
    }

    /// Takes a dismissal back: the proposal waits again under its number, the conflict is listed again. False where the
    /// name is that of neither.
    fn undismiss(&self, log: &StandupLog, name: &str) -> Result<bool, StoreError> {
        let number = name.parse::<u32>().ok();
        let named = log.proposals.iter().rev().find(|p| p.id == name || Some(p.number) == number);
        if let Some(proposal) = named.filter(|p| p.standing == ProposalStatus::Dismissed) {
            self.set_status(&proposal.id, ProposalStatus::Pending, None)?;
            return Ok(true);
        }
        let Some(conflict) = log.settled_conflict(name) else { return Ok(false) };
        let line = ProposalEvent::Unsettled { at: self.now, conflict: Box::new(conflict.clone()) };
        self.store.append(LogFile::Proposals, &[line])?;
        Ok(true)
    }

    /// Rolls back an action, a dismissal or a threshold change. Returns the last line of the action's journal; `None`
    /// where nothing was done.
    pub fn rollback(&mut self, id: &str) -> Result<Option<JournalLine>, StandupError> {
        let _claim = self.store.claim_standup()?;
        self.settle_crashes()?;
        self.reload();
        let log = self.log()?;
        if self.undismiss(&log, id)? {
            return Ok(None);
        }
        if id.starts_with("h-") {
            let line = feedback::take_back(&log, id, self.now)
                .ok_or_else(|| StandupError::Asked(format!("no threshold change is in force under {id}")))?;
            self.store.append(LogFile::Proposals, &[line])?;
            return Ok(None);
        }
        let line = rollback::rollback(&self.site(), &log, id)?;
        // An action that failed half-way stays pending when that half is rolled back.
        if log.proposal(&line.proposal).is_none_or(|p| p.standing != ProposalStatus::Pending) {
            self.set_status(&line.proposal, ProposalStatus::RolledBack, None)?;
        }
        Ok(Some(line))
    }
}

/// A session's id without the agent's name before it, as its file is named.
fn bare_id(session: &str) -> &str {
    session.split_once('-').map_or(session, |(_, id)| id)
}
