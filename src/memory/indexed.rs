//! Defines what targets share that keep one fact a file and an index of one line a fact: how memories are found, and how
//! a change of both is drafted.

use super::{Change, Draft, MemoryError, Target, names, needs_nothing, text, wording};
use crate::session::suggest::{Action, Memory, Suggestion};

/// The index, in the target's folder.
pub(super) const INDEX: &str = "MEMORY.md";

/// A target that keeps one fact a file beside an index.
pub(super) trait Indexed: Target {
    /// The folder of its files within its own, with a slash at its end; empty when they lie beside the index.
    const BELOW: &'static str;

    /// The file of a suggestion: its head, then what is said. `name` is its name.
    fn topic(&self, suggestion: &Suggestion, name: &str) -> String;
    /// The line that points to it.
    fn index_line(&self, suggestion: &Suggestion, name: &str) -> String;
    /// Whether the index may become so; warnings where it nearly may not.
    fn check_index(&self, _after: &str, _before: &str) -> Result<Vec<String>, MemoryError> {
        Ok(Vec::new())
    }
}

/// The memories there are. One that is a link or too large is no reason to see none.
pub(super) fn memories<T: Indexed>(target: &T) -> Vec<Memory> {
    let folder = target.folder();
    let names = folder.list(if T::BELOW.is_empty() { "." } else { T::BELOW });
    let names = names.into_iter().map(|n| format!("{}{n}", T::BELOW)).filter(|n| n != INDEX);
    names.filter_map(|name| Some(text::read(&name, &folder.read(&name).ok()??))).collect()
}

/// What approving a suggestion would write: its file, the one that goes, and the index last.
pub(super) fn draft<T: Indexed>(target: &T, suggestion: &Suggestion) -> Result<Draft, MemoryError> {
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
        let foreign = before.as_deref().filter(|_| !names::is_of(&name, suggestion));
        let after = match foreign {
            Some(text) => {
                warnings.push(format!("{name} was not written by deltamind: its text is kept below the new one"));
                wording::above(suggestion, text)
            }
            None => target.topic(suggestion, &name),
        };
        changes.push(Change { file: name.clone(), before, after: Some(after.into_bytes()) });
    }
    if let Some(old) = &old {
        changes.push(Change { file: old.clone(), before: folder.read(old)?, after: None });
    }
    let before = folder.read(INDEX)?;
    let index = String::from_utf8_lossy(before.as_deref().unwrap_or_default()).into_owned();
    let line = stands.then(|| target.index_line(suggestion, &name));
    let gone: Vec<&str> = [Some(name.as_str()), old.as_deref()].into_iter().flatten().collect();
    let after = text::index_with(&index, line.as_deref(), &gone);
    warnings.extend(target.check_index(&after, &index)?);
    changes.push(Change { file: INDEX.to_owned(), before, after: Some(after.into_bytes()) });
    changes.retain(|c| c.before != c.after);
    Ok(Draft { target: target.kind(), folder: folder.path().to_owned(), changes, warnings })
}
