//! Defines the common part of targets that keep each fact in its own file and a line for it in an index: memories are
//! found and changes of both drafted here.

use super::{MemoryDraft, MemoryFolder, MemoryTarget, TargetKind, names, needs_nothing, text, wording};
use crate::edits::{EditError, FileChange};
use crate::session::suggest::{Memory, MemoryAction, Suggestion};

/// The index, in the target's folder.
pub(super) const INDEX: &str = "MEMORY.md";

/// A target that keeps each fact in a file of its own and one line for it in an index.
pub(super) trait Indexed: std::fmt::Debug {
    const KIND: TargetKind;
    /// The subfolder of the files, with a trailing slash; empty when they are beside the index.
    const BELOW: &'static str;

    /// The folder of the index.
    fn folder(&self) -> &MemoryFolder;
    /// The content of a suggestion's file `name`: front matter, then the body.
    fn topic(&self, suggestion: &Suggestion, name: &str) -> String;
    /// The line of the index that points to the file.
    fn index_line(&self, suggestion: &Suggestion, name: &str) -> String;
    /// Checks a new index against the target's limits. Returns warnings where it is close to one.
    fn check_index(&self, _after: &str, _before: &str) -> Result<Vec<String>, EditError> {
        Ok(Vec::new())
    }
}

impl<T: Indexed> MemoryTarget for T {
    fn kind(&self) -> TargetKind {
        T::KIND
    }

    fn folder(&self) -> &MemoryFolder {
        Indexed::folder(self)
    }

    fn memories(&self) -> Result<Vec<Memory>, EditError> {
        Ok(memories(self))
    }

    fn draft(&self, suggestion: &Suggestion) -> Result<MemoryDraft, EditError> {
        draft(self, suggestion)
    }
}

/// The memories of a target. Files that cannot be read (symbolic links, too large) are left out, and so are files written
/// by us that the index does not list: no agent reads them, and approval writes them again.
fn memories<T: Indexed>(target: &T) -> Vec<Memory> {
    let folder = target.folder();
    let index = folder.read(INDEX).ok().flatten().unwrap_or_default();
    let index = String::from_utf8_lossy(&index).into_owned();
    let names = folder.confined().markdown_names(if T::BELOW.is_empty() { "." } else { T::BELOW });
    let names = names.into_iter().map(|n| format!("{}{n}", T::BELOW)).filter(|n| n != INDEX);
    let all = names.filter_map(|name| Some(text::read(&name, &folder.read(&name).ok()??)));
    all.filter(|memory| memory.id.is_none() || index.contains(memory.file.as_str())).collect()
}

/// The warning about a file whose name is not one of ours.
const NOT_OURS: &str = "was not written by deltamind";

/// The text of a file that is about to be changed. Bytes that are no UTF-8 would not come back as they were.
fn utf8<'a>(folder: &MemoryFolder, file: &str, bytes: &'a [u8]) -> Result<&'a str, EditError> {
    std::str::from_utf8(bytes).map_err(|_| EditError::Refused {
        path: folder.path().join(file),
        why: "is not UTF-8, so its bytes would be lost; nothing is written".to_owned(),
    })
}

/// The warning about a file of ours that somebody else edited; `None` if it is unchanged.
fn by_hand(folder: &MemoryFolder, name: &str, text: &[u8]) -> Option<&'static str> {
    let other = !folder.wrote(name, text) || wording::holds_other(text);
    other.then_some("holds what deltamind did not write")
}

/// Whether a file is the memory of this suggestion, whatever its type was then.
fn is_of(name: &str, text: &[u8], suggestion: &Suggestion) -> bool {
    text::read(name, text).id.as_ref() == Some(&suggestion.id)
}

/// The name of a suggestion's file: one of its own where another memory has the plain one.
fn own_name<T: Indexed>(folder: &MemoryFolder, suggestion: &Suggestion) -> Result<String, EditError> {
    let plain = format!("{}{}", T::BELOW, names::file_name(suggestion));
    let taken = folder.read(&plain)?.is_some_and(|text| !is_of(&plain, &text, suggestion));
    Ok(if taken { format!("{}{}", T::BELOW, names::name_beside(suggestion)) } else { plain })
}

/// Drafts a suggestion's approval: its file, the index, and the removal of the file it replaces.
fn draft<T: Indexed>(target: &T, suggestion: &Suggestion) -> Result<MemoryDraft, EditError> {
    if let Some(nothing) = needs_nothing(suggestion) {
        return Err(nothing);
    }
    let folder = target.folder();
    let own = own_name::<T>(folder, suggestion)?;
    let existing = suggestion.existing.clone();
    let name = existing.clone().filter(|_| suggestion.action == MemoryAction::Update).unwrap_or(own);
    let old = existing.filter(|e| *e != name);
    let stands = suggestion.action != MemoryAction::Retire;
    let mut changes = Vec::new();
    let mut warnings = Vec::new();
    if stands {
        let before = folder.read(&name)?;
        utf8(folder, &name, before.as_deref().unwrap_or_default())?;
        let other = before.as_deref().and_then(|text| {
            let hand = if is_of(&name, text, suggestion) { by_hand(folder, &name, text)? } else { NOT_OURS };
            Some((hand, text))
        });
        let after = match other {
            Some((hand, text)) => {
                warnings.push(format!("{name} {hand}: its text is kept below the new one"));
                wording::above(suggestion, text)
            }
            None => target.topic(suggestion, &name),
        };
        changes.push(FileChange { own: false, file: name.clone(), before, after: Some(after.into_bytes()) });
    }
    let before = folder.read(INDEX)?;
    let index = utf8(folder, INDEX, before.as_deref().unwrap_or_default())?.to_owned();
    let line = stands.then(|| target.index_line(suggestion, &name));
    let gone: Vec<&str> = [Some(name.as_str()), old.as_deref()].into_iter().flatten().collect();
    let after = text::index_with(&index, line.as_deref(), &gone);
    warnings.extend(target.check_index(&after, &index)?);
    changes.push(FileChange { own: false, file: INDEX.to_owned(), before, after: Some(after.into_bytes()) });
    if let Some(old) = &old {
        let before = folder.read(old)?;
        let edited = before.as_deref().and_then(|text| {
            if text::read(old, text).id.is_some() { by_hand(folder, old, text) } else { Some(NOT_OURS) }
        });
        if let Some(edited) = edited {
            warnings.push(format!("{old} {edited}: it goes as a whole"));
        }
        changes.push(FileChange { own: false, file: old.clone(), before, after: None });
    }
    changes.retain(|c| c.before != c.after);
    Ok(MemoryDraft::of(target, changes, warnings))
}
