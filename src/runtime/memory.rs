//! Defines [`MemoryJob`], which reads and writes memories for the Memory pane.

use std::path::Path;

use jiff::Timestamp;

use super::SaveTo;
use super::worker::{DRAFTED_AGAIN, Job, own_project};
use crate::edits::EditError;
use crate::memory::{MemoryEnv, MemoryTarget, apply, pick};
use crate::memory::{MemoryEvent, MemoryEventKind};
use crate::session::suggest::Suggestion;
use crate::store::Store;
use crate::tui::panes::memory::{DraftedSuggestion, MemoryChange, MemoryRequest, MemoryResponse, StoredMemories};

/// Where memories are read and written.
#[derive(Debug, Clone, Default)]
pub struct MemoryJob {
    /// The store for sessions and memories; `None` saves neither.
    pub to: Option<SaveTo>,
    /// Where agents keep their memories.
    pub env: MemoryEnv,
}

impl Job for MemoryJob {
    type Request = MemoryRequest;
    type Response = MemoryResponse;

    fn answer(&self, cwd: Option<&str>, request: MemoryRequest, tell: &mut dyn FnMut(MemoryResponse)) {
        let Some(to) = &self.to else {
            let why = "Memory is off here: nothing is saved in the demo, with --no-save or save = false.";
            return tell(MemoryResponse::Unavailable(why.to_owned()));
        };
        let cwd = match own_project(cwd) {
            Ok(folder) => Some(folder),
            Err(why) => return tell(MemoryResponse::Unavailable(why)),
        };
        let Some(store) = to.store(cwd) else {
            let why = "There is no place to keep memories in: no git repository, no home.";
            return tell(MemoryResponse::Unavailable(why.to_owned()));
        };
        let here = to.here.clone().unwrap_or_default();
        let root = apply::root(&store, cwd, &here);
        let env = &self.env.clone().of_session(cwd);
        let worker = MemoryWorker { store, root: &root, env };
        let answers = worker.answer(request);
        answers
            .unwrap_or_else(|error| vec![MemoryResponse::Notice(error.to_string(), true)])
            .into_iter()
            .for_each(tell);
    }
}

/// The memories of one project.
struct MemoryWorker<'a> {
    store: Store,
    root: &'a Path,
    env: &'a MemoryEnv,
}

type Answer = Result<Vec<MemoryResponse>, EditError>;

impl MemoryWorker<'_> {
    fn target(&self) -> Result<Box<dyn MemoryTarget>, EditError> {
        pick(self.root, &self.store, self.env, None)
    }

    fn answer(&self, request: MemoryRequest) -> Answer {
        match request {
            MemoryRequest::Look => Ok(vec![match self.known() {
                Ok(known) => MemoryResponse::Looked(Box::new(known)),
                Err(error) => MemoryResponse::Unavailable(error.to_string()),
            }]),
            MemoryRequest::Show(suggestions) => {
                let target = self.target()?;
                let mut drafts = Vec::new();
                for suggestion in suggestions {
                    let draft = target.draft(&suggestion).map_err(|error| error.to_string());
                    drafts.push((suggestion.id, suggestion.fingerprint, draft));
                }
                Ok(vec![MemoryResponse::Shown(drafts)])
            }
            MemoryRequest::Preview(suggestions) => Ok(vec![self.preview(suggestions, None)?]),
            MemoryRequest::Change(MemoryChange::Approve(drafted)) => self.approve(&drafted),
            MemoryRequest::Dismiss { suggestion, reason } => {
                let event = apply::dismiss(&self.store, &suggestion, reason, Timestamp::now())?;
                self.notice(format!("dismissed, and not offered again unless it changes: {}", event.title))
            }
            MemoryRequest::PreviewUndo => self.preview_undo(),
            MemoryRequest::Change(MemoryChange::Undo { event, draft }) => {
                let target = apply::place_of(self.root, &self.store, self.env, &event)?;
                apply::undo(&self.store, Some((target.as_ref(), &draft)), &event, Timestamp::now())?;
                self.notice(format!("undone, the files are as before: {}", event.title))
            }
        }
    }

    fn known(&self) -> Result<StoredMemories, EditError> {
        let target = self.target()?;
        let events = apply::events(self.root, &self.store, self.env)?;
        let memories = target.memories()?;
        Ok(StoredMemories { kind: Some(target.kind()), folder: target.folder().path().to_owned(), memories, events })
    }

    /// The reloaded memories, then a notice of the completed action.
    fn notice(&self, words: String) -> Answer {
        Ok(vec![MemoryResponse::Looked(Box::new(self.known()?)), MemoryResponse::Notice(words, false)])
    }

    /// Drafts these suggestions, one on top of the other.
    fn preview(&self, suggestions: Vec<Suggestion>, note: Option<String>) -> Result<MemoryResponse, EditError> {
        let target = self.target()?;
        let mut drafted = Vec::new();
        for suggestion in suggestions {
            let draft = target.draft(&suggestion)?;
            target.suppose(&draft);
            drafted.push(DraftedSuggestion { suggestion, draft });
        }
        Ok(MemoryResponse::Preview(Box::new(MemoryChange::Approve(drafted)), note))
    }

    /// Writes the approved drafts. If a file changed meanwhile, the rest is drafted and previewed again.
    fn approve(&self, drafted: &[DraftedSuggestion]) -> Answer {
        let all = drafted.len();
        let mut kept: Vec<MemoryEvent> = Vec::new();
        for (at, DraftedSuggestion { suggestion, draft }) in drafted.iter().enumerate() {
            let target = self.target()?;
            match apply::approve(&self.store, target.as_ref(), suggestion, draft, Timestamp::now()) {
                Ok(event) => kept.push(event),
                Err(error) => {
                    let mut answers = vec![MemoryResponse::Looked(Box::new(self.known()?))];
                    let words =
                        if kept.is_empty() { String::new() } else { format!("{} of {all} saved; ", kept.len()) };
                    if matches!(error, EditError::Changed { .. }) {
                        let rest = drafted.iter().skip(at).map(|d| d.suggestion.clone()).collect();
                        let note = format!("{words}{DRAFTED_AGAIN}");
                        answers.push(self.preview(rest, Some(note))?);
                    } else {
                        answers.push(MemoryResponse::Notice(format!("{words}{error}"), true));
                    }
                    return Ok(answers);
                }
            }
        }
        let what = match kept.as_slice() {
            [one] => one.title.clone(),
            many => format!("{} memories", many.len()),
        };
        self.notice(format!("saved: {what}"))
    }

    fn preview_undo(&self) -> Answer {
        let events = apply::events(self.root, &self.store, self.env)?;
        let Some(event) = apply::last(&events) else {
            return Ok(vec![MemoryResponse::Notice(apply::NOTHING_TO_UNDO.to_owned(), true)]);
        };
        if event.did != MemoryEventKind::Approved {
            apply::undo(&self.store, None, event, Timestamp::now())?;
            return self.notice(format!("offered again: {}", event.title));
        }
        let draft = match apply::place_of(self.root, &self.store, self.env, event)?.draft_undo(event) {
            Ok(draft) => draft,
            Err(EditError::Changed { path }) => {
                // The name alone: the footer has no room for folders, and the detail shows the whole path.
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let why = format!("the file was changed since it was written, nothing is undone: {name}");
                return Ok(vec![MemoryResponse::Notice(why, true)]);
            }
            Err(error) => return Err(error),
        };
        let change = MemoryChange::Undo { event: Box::new(event.clone()), draft: Box::new(draft) };
        Ok(vec![MemoryResponse::Preview(Box::new(change), None)])
    }
}
