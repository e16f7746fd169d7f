//! Defines what "it", "them" and "there" stand for in a rule: the file or folder named last before them.

use std::borrow::Cow;

use super::objects::files;
use super::verbs::leading;
use crate::text::patterns;

patterns! {
    /// A word that stands for a file or place named before it.
    STANDS_FOR = r"(?i)\s(?:(?P<place>(?:in\s+)?there)|it|them|those|th(?:at|is)\s+(?:one|file|folder))\b";
}

/// An object with the file that its pronoun stands for: "read the notes folder but never write to it".
pub(super) fn without_pronoun<'t>(object: &'t str, before: &str) -> Cow<'t, str> {
    let trimmed = object.trim_start();
    let pronouns = ["it", "them", "those", "that one", "this one", "that file", "that folder"];
    let Some(rest) = pronouns.iter().find_map(|p| trimmed.strip_prefix(p)) else { return object.into() };
    if rest.starts_with(char::is_alphanumeric) {
        return object.into();
    }
    named_last(before).map_or(object.into(), |file| format!(" {file}{rest}").into())
}

/// A sentence with the file or place in the place of the word that stands for it, which the sentence itself or the one
/// `before` it names; `None` if there is none. A sentence that asks for work on a file makes no rule about it.
pub(super) fn with_antecedent(sentence: &str, before: &str) -> Option<String> {
    let found = STANDS_FOR.captures(sentence)?;
    let (word, place) = (found.get(0)?, found.name("place").is_some());
    let own = &sentence[..word.start()];
    let told = || (leading(before).is_none() && !before.ends_with('?')).then(|| named_last(before)).flatten();
    let left = own.ends_with("leave");
    let file = named_last(own).filter(|_| place || left).or_else(told)?;
    Some(format!("{own} {}{file}{}", if place { "in " } else { "" }, &sentence[word.end()..]))
}

/// The file or folder that a text names last, worded as an object.
fn named_last(text: &str) -> Option<String> {
    let mut starts: Vec<usize> = std::iter::once(0).chain(text.match_indices(' ').map(|(at, _)| at)).collect();
    starts.reverse();
    // Who does it is not what is meant: "committed by CI".
    let starts = starts.into_iter().filter(|at| !text[..*at].ends_with(" by"));
    let file = starts.into_iter().find_map(|at| files(&text[at..]).into_iter().next())?;
    Some(format!("`{file}`{}", if file.contains(['/', '.']) { "" } else { " folder" }))
}
