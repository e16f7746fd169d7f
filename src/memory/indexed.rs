//! Defines what targets share that keep one fact a file and an index of one line a fact: how memories are found, and how
//! a change of both is drafted.

use super::{MemoryDraft, MemoryFolder, MemoryTarget, names, needs_nothing, text, wording};
use crate::edits::{EditError, FileChange};
use crate::session::suggest::{Action, Memory, Suggestion};

/// The index, in the target's folder.
pub(super) const INDEX: &str = "MEMORY.md";

/// A target that keeps one fact a file beside an index.
pub(super) trait Indexed: MemoryTarget {
    /// The folder of its files within its own, with a slash at its end; empty when they lie beside the index.
    const BELOW: &'static str;

    /// The file of a suggestion: its head, then what is said. `name` is its name.
    fn topic(&self, suggestion: &Suggestion, name: &str) -> String;
    /// The line that points to it.
    fn index_line(&self, suggestion: &Suggestion, name: &str) -> String;
    /// Whether the index may become so; warnings where it nearly may not.
    fn check_index(&self, _after: &str, _before: &str) -> Result<Vec<String>, EditError> {
        Ok(Vec::new())
    }
}

/// The memories there are. One that is a link or too large is no reason to see none. A file of ours that the index does
/// not name is none: nobody reads it, and approval puts it there.
pub(super) fn memories<T: Indexed>(target: &T) -> Vec<Memory> {
    let folder = target.folder();
    let index = folder.read(INDEX).ok().flatten().unwrap_or_default();
    let index = String::from_utf8_lossy(&index).into_owned();
    let names = folder.confined().markdown_names(if T::BELOW.is_empty() { "." } else { T::BELOW });
    let names = names.into_iter().map(|n| format!("{}{n}", T::BELOW)).filter(|n| n != INDEX);
    let names = names.filter(|n| !names::is_ours(n) || index.contains(n.as_str()));
    names.filter_map(|name| Some(text::read(&name, &folder.read(&name).ok()??))).collect()
}

/// Of a file with a name that is none of ours.
const NOT_OURS: &str = "was not written by deltamind";

/// What another hand did to a file of ours, if any did.
fn by_hand(folder: &MemoryFolder, name: &str, text: &[u8]) -> Option<&'static str> {
    let other = !folder.wrote(name, text) || wording::holds_other(text);
    other.then_some("holds what deltamind did not write")
}

/// What approving a suggestion would write: its file, the index, and the one that goes.
pub(super) fn draft<T: Indexed>(target: &T, suggestion: &Suggestion) -> Result<MemoryDraft, EditError> {
    if let Some(nothing) = needs_nothing(suggestion) {
        return Err(nothing);
    }
    let folder = target.folder();
    let own = format!("{}{}", T::BELOW, names::file_name(suggestion));
    let existing = suggestion.existing.clone();
    let name = existing.clone().filter(|_| suggestion.action == Action::Update).unwrap_or(own);
    let old = existing.filter(|e| *e != name);
    let stands = suggestion.action != Action::Retire;
    let mut changes = Vec::new();
    let mut warnings = Vec::new();
    if stands {
        let before = folder.read(&name)?;
        let other = before.as_deref().and_then(|text| {
            let hand = if names::is_of(&name, suggestion) { by_hand(folder, &name, text)? } else { NOT_OURS };
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
    let index = String::from_utf8_lossy(before.as_deref().unwrap_or_default()).into_owned();
    let line = stands.then(|| target.index_line(suggestion, &name));
    let gone: Vec<&str> = [Some(name.as_str()), old.as_deref()].into_iter().flatten().collect();
    let after = text::index_with(&index, line.as_deref(), &gone);
    warnings.extend(target.check_index(&after, &index)?);
    changes.push(FileChange { own: false, file: INDEX.to_owned(), before, after: Some(after.into_bytes()) });
    if let Some(old) = &old {
        let before = folder.read(old)?;
        let hand = |text: &[u8]| if names::is_ours(old) { by_hand(folder, old, text) } else { Some(NOT_OURS) };
        if let Some(hand) = before.as_deref().and_then(hand) {
            warnings.push(format!("{old} {hand}: it goes as a whole"));
        }
        changes.push(FileChange { own: false, file: old.clone(), before, after: None });
    }
    changes.retain(|c| c.before != c.after);
    Ok(MemoryDraft { target: target.kind(), folder: folder.path().to_owned(), changes, warnings })
}
