//! Defines [`StandupService`], the standup of one project at one moment: everything loaded, everything on record, and the words
//! a person can say about it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use thiserror::Error;

use super::action::{Plan, Proposal, ProposalStatus, Tier};
use super::approved_preview::ApprovedPreview;
use super::execute::{self, ActionDraft, ExecuteError, ExecutionContext};
use super::feedback;
use super::log::{ApprovedBy, JournalLine, ProposalEvent, StandupLog};
use super::permission::Permissions;
use super::project::{ProjectState, Sources};
use super::review::Review;
use super::rollback;
use crate::config::StandupConfig;
use crate::store::{LogFile, Store, StoreError};
use crate::text::SafeText;
use crate::trackers::command::{Runner, System};
use crate::trackers::{self, Board, Noted};

/// Why something could not be said or shown.
#[derive(Debug, Error)]
pub enum StandupError {
    /// There is no such proposal, or it does not wait.
    #[error("{0}")]
    Asked(String),
    /// It was not done.
    #[error(transparent)]
    Execute(#[from] ExecuteError),
    /// The store refuses.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What came of one proposal.
#[derive(Debug)]
pub struct ProposalOutcome {
    /// The proposal, as it stood.
    pub proposal: Proposal,
    /// The record of what was done, or why nothing was.
    pub done: Result<JournalLine, ExecuteError>,
}

/// What came of a run.
#[derive(Debug, Default)]
pub struct RunOutcome {
    /// What was done at once.
    pub done: Vec<ProposalOutcome>,
    /// What was cut off before and is settled now, a sentence each.
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
    /// Opens the standup of the project at `root`: the board the person set or the files show, and everything loaded.
    pub fn open(root: &Path, store: Store, config: &StandupConfig, now: Timestamp) -> Self {
        let project = config.project(root);
        let found = trackers::find(root, &store, &project);
        let runner = Box::new(System::new(root.to_owned()));
        let mut desk = Self::with(root, store, found.board, runner, Permissions::of(config, &project), now);
        desk.hint = found.hint;
        desk
    }

    /// The same over this board, with these rules.
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
        let mut desk = Self { root, store, board, runner, rules, state, noted, hint: None, now };
        desk.look();
        desk
    }

    /// Loads everything anew.
    pub fn look(&mut self) {
        self.state = ProjectState::load(&Sources {
            root: &self.root,
            store: &self.store,
            board: self.board(),
            runner: &*self.runner,
            routes: self.rules.routes.values().cloned().collect(),
        });
    }

    fn board(&self) -> Result<&dyn Board, &str> {
        self.board.as_deref().map_err(String::as_str)
    }

    /// What the project holds.
    pub fn state(&self) -> &ProjectState {
        &self.state
    }

    /// What is in force, the cuts the person moved included.
    pub fn rules(&self) -> &Permissions {
        &self.rules
    }

    /// What is on record.
    pub fn books(&mut self) -> Result<StandupLog, StoreError> {
        let books = StandupLog::read(&self.store)?;
        self.rules.moved = books.moved.clone();
        self.noted = books.noted();
        Ok(books)
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

    /// What a proposal would change.
    pub fn draft(&self, proposal: &Proposal) -> Result<ActionDraft, ExecuteError> {
        execute::draft(&self.site(), proposal)
    }

    /// What the person is shown.
    pub fn review(&mut self) -> Result<Review, StoreError> {
        let books = self.books()?;
        let preview = |proposal: &Proposal| self.draft(proposal).map_err(|e| SafeText::shown(e).into_string());
        let mut review = Review::of(&books, &self.rules, &preview);
        for row in &mut review.done {
            let back = rollback::draft(&self.site(), &books, &row.action);
            row.back = Some(back.map_err(|e| SafeText::shown(e).into_string()));
        }
        for row in &mut review.calls {
            row.leaves_machine |= self.state.board_leaves_machine() && row.action.on_board();
        }
        for (load, why) in self.state.failures() {
            let told = format!("{load}: {why}");
            if !review.failures.contains(&told) {
                review.failures.push(told);
            }
        }
        review.hint.clone_from(&self.hint);
        Ok(review)
    }

    /// What a plan would do at once and what it would put to the person, nothing written: the tier of each proposal.
    pub fn rehearse(&self, plan: &Plan) -> Vec<(Proposal, Tier)> {
        let seen = self.state.board_leaves_machine();
        plan.proposals.iter().map(|p| (p.clone(), self.rules.tier(p, seen))).collect()
    }

    /// Takes a plan: puts it on record, does at once what may be, settles what a crash left.
    pub fn take(&mut self, plan: &Plan) -> Result<RunOutcome, StandupError> {
        let _claim = self.store.claim_standup()?;
        let resolved = self.settle()?;
        let books = self.books()?;
        let seen = self.state.board_leaves_machine();
        let mut plan = plan.clone();
        let mut told = Vec::new();
        plan.proposals.retain_mut(|proposal| {
            proposal.tier = self.rules.tier(proposal, seen);
            proposal.leaves_machine |= seen && proposal.action.on_board();
            let why = match proposal.tier {
                Tier::Execute | Tier::Call => return true,
                Tier::Note => proposal.why.clone(),
                Tier::Never => self.rules.never(&proposal.action).unwrap_or_default(),
            };
            let text = super::review::told(&proposal.action);
            told.push(super::StandupNote { text, why, evidence: proposal.evidence.clone() });
            false
        });
        plan.notes.extend(told);
        let failures = self.state.failures().iter().map(|(load, why)| format!("{load}: {why}")).collect();
        self.store.append(LogFile::Proposals, &books.take(&plan, failures, self.now))?;
        let books = self.books()?;
        let new = |p: &&Proposal| plan.proposals.iter().any(|n| n.id == p.id && n.tier == Tier::Execute);
        let at_once: Vec<Proposal> = books.pending().into_iter().filter(new).cloned().collect();
        let mut done = Vec::new();
        for proposal in at_once {
            done.push(self.carry(proposal, ApprovedBy::Rules, None)?);
        }
        Ok(RunOutcome { done, resolved })
    }

    /// Does a proposal and says how it stands then. A refusal leaves what the rules would have done to the person.
    fn carry(
        &mut self,
        proposal: Proposal,
        by: ApprovedBy,
        looked: Option<ApprovedPreview<'_>>,
    ) -> Result<ProposalOutcome, StandupError> {
        // Anew for each: the one before may have changed the place.
        self.look();
        let books = self.books()?;
        let done = execute::execute(&self.site(), &books, &proposal, by, looked);
        let (standing, because) = match &done {
            Ok(_) => (ProposalStatus::Done, None),
            Err(ExecuteError::Store(_)) => (ProposalStatus::Pending, None),
            Err(why) => (ProposalStatus::Pending, Some(SafeText::shown(why).into_string())),
        };
        if standing == ProposalStatus::Done || because != proposal.because {
            self.stand(&proposal.id, standing, because)?;
        }
        Ok(ProposalOutcome { proposal, done })
    }

    fn stand(&self, id: &str, standing: ProposalStatus, because: Option<String>) -> Result<(), StoreError> {
        let said = ProposalEvent::Stood { at: self.now, id: id.to_owned(), standing, because };
        self.store.append(LogFile::Proposals, &[said])
    }

    fn settle(&mut self) -> Result<Vec<String>, StoreError> {
        let books = self.books()?;
        execute::resolve(&self.site(), &books)
    }

    /// The proposals a person names: `1,3`, ids, or `all` that wait.
    fn named(books: &StandupLog, names: &str) -> Result<Vec<Proposal>, StandupError> {
        if names.trim() == "all" {
            return Ok(books.pending().into_iter().cloned().collect());
        }
        let mut out: Vec<Proposal> = Vec::new();
        for name in names.split(',').map(str::trim).filter(|n| !n.is_empty()) {
            let number = name.parse::<u32>().ok();
            let waits = books.pending().into_iter().find(|p| p.id == name || Some(p.number) == number);
            let Some(proposal) = waits else {
                // The last one of that number is the one meant.
                let was = books.proposals.iter().rev().find(|p| p.id == name || Some(p.number) == number);
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

    /// Does what the person approved; everything else stays as it is. An unknown name does nothing at all.
    pub fn approve(&mut self, names: &str) -> Result<Vec<ProposalOutcome>, StandupError> {
        let _claim = self.store.claim_standup()?;
        self.settle()?;
        self.look();
        let books = self.books()?;
        if let Some(offer) = feedback::offers(&books, &self.rules).into_iter().find(|o| o.id == names.trim()) {
            self.store.append(LogFile::Proposals, &[feedback::answer(&books, &offer, true, self.now)])?;
            return Ok(Vec::new());
        }
        let mut out = Vec::new();
        for proposal in Self::named(&books, names)? {
            out.push(self.carry(proposal, ApprovedBy::Person, None)?);
        }
        Ok(out)
    }

    /// Does what the person approved at these changes, by proposal; one that would be another by now is not done, and
    /// goes on waiting.
    pub fn approve_shown(&mut self, shown: &[(String, ActionDraft)]) -> Result<Vec<ProposalOutcome>, StandupError> {
        let _claim = self.store.claim_standup()?;
        self.settle()?;
        self.look();
        let names: Vec<&str> = shown.iter().map(|(id, _)| id.as_str()).collect();
        let mut wrote = Vec::new();
        let mut out = Vec::new();
        for proposal in Self::named(&self.books()?, &names.join(","))? {
            let Some((_, draft)) = shown.iter().find(|(id, _)| *id == proposal.id) else { continue };
            out.push(self.carry(proposal, ApprovedBy::Person, Some(ApprovedPreview { draft, wrote: &mut wrote }))?);
        }
        Ok(out)
    }

    /// Notes that the person does not want these, or that a conflict is settled. Gives the proposals.
    pub fn dismiss(&mut self, names: &str, why: Option<&str>) -> Result<Vec<Proposal>, StandupError> {
        let _claim = self.store.claim_standup()?;
        let books = self.books()?;
        if let Some(offer) = feedback::offers(&books, &self.rules).into_iter().find(|o| o.id == names.trim()) {
            self.store.append(LogFile::Proposals, &[feedback::answer(&books, &offer, false, self.now)])?;
            return Ok(Vec::new());
        }
        let because = why.map(|w| SafeText::line(w).into_string()).filter(|w| !w.is_empty());
        if names.trim().starts_with("x-") {
            let (at, ids) = (self.now, names.split(',').map(str::trim));
            let settled = ids.map(|id| {
                let stands = books.conflicts.iter().any(|c| c.id == id);
                let none = || StandupError::Asked(format!("no conflict stands under {id}"));
                stands
                    .then(|| ProposalEvent::Settled { at, id: id.to_owned(), because: because.clone() })
                    .ok_or_else(none)
            });
            let settled: Vec<ProposalEvent> = settled.collect::<Result<_, _>>()?;
            self.store.append(LogFile::Proposals, &settled)?;
            return Ok(Vec::new());
        }
        let named = Self::named(&books, names)?;
        for proposal in &named {
            self.stand(&proposal.id, ProposalStatus::Dismissed, because.clone())?;
        }
        Ok(named)
    }

    /// Takes an action back, or a change of the cuts. Gives the action's record; none for cuts.
    pub fn rollback(&mut self, id: &str) -> Result<Option<JournalLine>, StandupError> {
        let _claim = self.store.claim_standup()?;
        self.settle()?;
        self.look();
        let books = self.books()?;
        if id.starts_with("h-") {
            let none = || StandupError::Asked(format!("no change of the cuts stands under {id}"));
            let line = feedback::take_back(&books, id, self.now).ok_or_else(none)?;
            self.store.append(LogFile::Proposals, &[line])?;
            return Ok(None);
        }
        let line = rollback::rollback(&self.site(), &books, id)?;
        // What failed half-way goes on waiting when the half is taken back.
        if books.proposal(&line.proposal).is_none_or(|p| p.standing != ProposalStatus::Pending) {
            self.stand(&line.proposal, ProposalStatus::RolledBack, None)?;
        }
        Ok(Some(line))
    }
}
