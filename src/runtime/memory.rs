//! Defines the thread that reads and writes durable memory for the screen. Errands are done one after the other, so
//! that what was looked at and what is written never cross; a slow disk never holds a key.

use std::path::Path;
use std::sync::mpsc::SyncSender;

use jiff::Timestamp;

use super::worker::Worker;
use super::{Event, SaveTo};
use crate::edits::EditError;
use crate::memory::{MemoryEnv, MemoryEvent, MemoryEventKind, MemoryTarget, apply, pick};
use crate::session::suggest::Suggestion;
use crate::store::Store;
use crate::tui::memory::{Errand, Known, News, Request};
use crate::tui::overlay::{Deed, Drafted, Preview};

/// What keeps memories beside what is saved; `None` where nothing is saved.
pub fn worker(to: Option<SaveTo>, events: SyncSender<Event>) -> Worker<Request> {
    Worker::new("memory", move |request: Request| {
        let round = request.round;
        for news in answer(to.as_ref(), &MemoryEnv::of_process(), request) {
            // When nobody listens any more there is nothing left to do.
            drop(events.send(Event::Memory(round, news)));
        }
    })
}

/// Does an errand and tells what came of it.
pub fn answer(to: Option<&SaveTo>, env: &MemoryEnv, request: Request) -> Vec<News> {
    let Some(to) = to else {
        let why = "Nothing is saved from here, so nothing can be kept either.";
        return vec![News::Nowhere(why.to_owned())];
    };
    let Some(store) = to.store(request.cwd.as_deref()) else {
        return vec![News::Nowhere("There is no place to keep memories in: no git repository, no home.".to_owned())];
    };
    let here = to.here.clone().unwrap_or_default();
    let root = apply::root(&store, request.cwd.as_deref(), &here);
    let env = &env.clone().of_session(request.cwd.as_deref());
    let desk = Desk { store, root: &root, env };
    desk.answer(request.errand).unwrap_or_else(|error| vec![News::Told(error.to_string(), true)])
}

/// What an errand is done with.
struct Desk<'a> {
    store: Store,
    root: &'a Path,
    env: &'a MemoryEnv,
}

type Answer = Result<Vec<News>, EditError>;

impl Desk<'_> {
    fn target(&self) -> Result<Box<dyn MemoryTarget>, EditError> {
        pick(self.root, &self.store, self.env, None)
    }

    fn answer(&self, errand: Errand) -> Answer {
        match errand {
            Errand::Look => Ok(vec![match self.known() {
                Ok(known) => News::Looked(Box::new(known)),
                Err(error) => News::Nowhere(error.to_string()),
            }]),
            Errand::Show(suggestions) => {
                let target = self.target()?;
                let drafted = |s: Suggestion| {
                    let draft = target.draft(&s).map_err(|e| e.to_string());
                    (s.id, s.fingerprint, draft)
                };
                Ok(vec![News::Shown(suggestions.into_iter().map(drafted).collect())])
            }
            Errand::Preview(suggestions) => Ok(vec![self.preview(suggestions, None)?]),
            Errand::Approve(drafted) => self.approve(&drafted),
            Errand::Dismiss { suggestion, reason } => {
                let memo = apply::dismiss(&self.store, &suggestion, reason, Timestamp::now())?;
                self.told(format!("dismissed, and not offered again unless it changes: {}", memo.title))
            }
            Errand::PreviewUndo => self.preview_undo(),
            Errand::Undo { memo, draft } => {
                let target = apply::place_of(self.root, &self.store, self.env, &memo)?;
                apply::undo(&self.store, Some((target.as_ref(), &draft)), &memo, Timestamp::now())?;
                self.told(format!("taken back, the files are as before: {}", memo.title))
            }
        }
    }

    fn known(&self) -> Result<Known, EditError> {
        let target = self.target()?;
        let memos = apply::events(self.root, &self.store, self.env)?;
        let memories = target.memories()?;
        Ok(Known { kind: Some(target.kind()), folder: target.folder().path().to_owned(), memories, memos })
    }

    /// What was done, and what is kept since.
    fn told(&self, words: String) -> Answer {
        Ok(vec![News::Looked(Box::new(self.known()?)), News::Told(words, false)])
    }

    /// Drafts, one on top of the other.
    fn preview(&self, suggestions: Vec<Suggestion>, note: Option<String>) -> Result<News, EditError> {
        let target = self.target()?;
        let mut drafted = Vec::new();
        for suggestion in suggestions {
            let draft = target.draft(&suggestion)?;
            target.suppose(&draft);
            drafted.push(Drafted { suggestion, draft });
        }
        Ok(News::Preview(Box::new(Preview::new(Deed::Approve(drafted), note))))
    }

    /// Writes what was looked at. Where a file changed meanwhile the rest is drafted anew, to be looked at again.
    fn approve(&self, drafted: &[Drafted]) -> Answer {
        let all = drafted.len();
        let mut kept: Vec<MemoryEvent> = Vec::new();
        for (at, Drafted { suggestion, draft }) in drafted.iter().enumerate() {
            let target = self.target()?;
            match apply::approve(&self.store, target.as_ref(), suggestion, draft, Timestamp::now()) {
                Ok(memo) => kept.push(memo),
                Err(error) => {
                    let mut news = vec![News::Looked(Box::new(self.known()?))];
                    let words = if kept.is_empty() { String::new() } else { format!("{} of {all} kept; ", kept.len()) };
                    if matches!(error, EditError::Changed { .. }) {
                        let rest = drafted.iter().skip(at).map(|d| d.suggestion.clone()).collect();
                        let note = format!("{words}{error}: this is the change to it as it is now");
                        news.push(self.preview(rest, Some(note))?);
                    } else {
                        news.push(News::Told(format!("{words}{error}"), true));
                    }
                    return Ok(news);
                }
            }
        }
        let what = match kept.as_slice() {
            [one] => one.title.clone(),
            many => format!("{} memories", many.len()),
        };
        self.told(format!("kept: {what}"))
    }

    fn preview_undo(&self) -> Answer {
        let memos = apply::events(self.root, &self.store, self.env)?;
        let Some(memo) = apply::last(&memos) else {
            return Ok(vec![News::Told("nothing was said that could be taken back".to_owned(), true)]);
        };
        if memo.did != MemoryEventKind::Approved {
            apply::undo(&self.store, None, memo, Timestamp::now())?;
            return self.told(format!("offered again: {}", memo.title));
        }
        let draft = match apply::place_of(self.root, &self.store, self.env, memo)?.draft_undo(memo) {
            Ok(draft) => draft,
            Err(EditError::Changed { path }) => {
                // The name alone: a footer has no room for folders, and the detail shows the place.
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let why = format!("the file was changed since it was written, nothing is taken back: {name}");
                return Ok(vec![News::Told(why, true)]);
            }
            Err(error) => return Err(error),
        };
        let deed = Deed::Undo { memo: Box::new(memo.clone()), draft: Box::new(draft) };
        Ok(vec![News::Preview(Box::new(Preview::new(deed, None)))])
    }
}
