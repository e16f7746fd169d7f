//! Defines corrections of documents: a line that contradicts a changed fact, with its corrected text. Each waits for
//! the person.

use super::Planner;
use crate::artifacts::{Artifact, FactChange};
use crate::language::titles::Words;
use crate::standup::action::StandupAction;
use crate::standup::project::Doc;
use crate::text::fence::Fence;
use crate::text::{SafeText, patterns};

patterns! {
    /// A value: a rank, a version, a number with its unit.
    VALUE = r"(?P<sign>[#v])\d+(?:\.\d+)*|\d+(?:\.\d+)*(?:\s?(?P<unit>%|[A-Za-z]{1,12}))?";
}

impl Planner<'_> {
    /// Proposes to correct the lines of documents that give the former value of a changed fact.
    pub(super) fn changed_fact(&mut self, artifact: &Artifact) {
        let Some(change) = FactChange::of(&artifact.content) else {
            return self.refuse("it names no value that changed");
        };
        let subject = Words::of(&change.subject);
        let mut said_already = None;
        let mut stale = Vec::new();
        for doc in self.state.docs.iter().flatten().filter(|d| !is_history(d)) {
            let mut fence = Fence::default();
            for line in doc.text.lines().filter(|line| !fence.takes(line)) {
                if !is_about(&subject, line) {
                    continue;
                }
                match corrected(line, change.old.as_deref(), &change.new) {
                    Some(now) => stale.push((doc.path.clone(), line.to_owned(), now)),
                    None if value_at(line, &change.new).len() == 1 => said_already = Some(doc.path.clone()),
                    None => {}
                }
            }
        }
        if stale.is_empty() {
            return match said_already {
                Some(path) => self.note(&artifact.title, &format!("{path} says so already"), artifact),
                None => self.refuse("no document gives the former value"),
            };
        }
        for (path, line, now) in stale {
            self.correct(artifact, &artifact.content, path, line, now);
        }
    }

    /// Proposes one corrected line.
    pub(super) fn correct(&mut self, artifact: &Artifact, said: &str, path: String, line: String, now: String) {
        let quotes = [said.trim().to_owned()];
        let why = format!("{path} says otherwise than what was said later");
        let action = StandupAction::CorrectDoc { path, line, now };
        self.propose(action, 1.0, (artifact, &quotes), &why, None);
    }
}

/// Whether a document records what was once decided or done, which stays as it was.
pub(super) fn is_history(doc: &Doc) -> bool {
    let path = doc.path.to_lowercase();
    ["/decisions/", "/adr/", "changelog", "/archive/", "/history/"].iter().any(|part| path.contains(part))
}

/// Whether a line has every content word of a subject.
fn is_about(subject: &Words, line: &str) -> bool {
    let words = Words::of(line);
    let mut heavy = subject.heavy().peekable();
    heavy.peek().is_some() && heavy.all(|t| words.tokens.iter().any(|w| w == t))
}

/// A line with the new value in place of the old one; `None` if the line does not have the old value exactly once.
pub(super) fn corrected(line: &str, old: Option<&str>, new: &str) -> Option<String> {
    if !value_at(line, new).is_empty() {
        return None;
    }
    let old = match old {
        Some(old) => old.to_owned(),
        None => like_value(line, new)?,
    };
    let [at] = value_at(line, &old)[..] else { return None };
    let (before, rest) = line.split_at_checked(at)?;
    let after = rest.get(old.len()..)?;
    Some(format!("{before}{}{after}", SafeText::line(new).as_str()))
}

/// The only value in a line of the same form as another one: a rank, a version, or a number with the same unit.
fn like_value(line: &str, new: &str) -> Option<String> {
    let form = |text: &str| {
        let found = VALUE.captures(text)?;
        let unit = found.name("unit").map(|u| u.as_str().trim_end_matches('s').to_lowercase());
        Some((found.name("sign").map(|s| s.as_str().to_owned()), unit))
    };
    let wanted = form(new)?;
    // A number without sign and unit would match too much.
    if wanted == (None, None) {
        return None;
    }
    let mut all = VALUE.captures_iter(line).filter_map(|c| Some(c.get(0)?.as_str().to_owned()));
    let all: Vec<String> = all.by_ref().filter(|value| form(value).as_ref() == Some(&wanted)).collect();
    match all.as_slice() {
        [one] => Some(one.clone()),
        _ => None,
    }
}

/// The byte offsets at which a value stands by itself in a line.
fn value_at(line: &str, value: &str) -> Vec<usize> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let alone = |at: usize| {
        let before = line.get(..at).and_then(|b| b.chars().next_back());
        let after = line.get(at + value.len()..).and_then(|a| a.chars().next());
        let joins_before = before.is_some_and(is_word) && value.starts_with(is_word);
        let joins_after = after.is_some_and(is_word) && value.ends_with(is_word);
        !joins_before && !joins_after
    };
    line.match_indices(value).map(|(at, _)| at).filter(|at| alone(*at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_only_value_of_its_kind_is_replaced() {
        assert_eq!(corrected("- Maps at #6 of 12", Some("#6"), "#1").as_deref(), Some("- Maps at #1 of 12"));
        assert_eq!(corrected("- Maps at #6 of 12", None, "#1").as_deref(), Some("- Maps at #1 of 12"));
        assert_eq!(
            corrected("Uploads: 20 MB at most, 3 tries", None, "50 MB").as_deref(),
            Some("Uploads: 50 MB at most, 3 tries")
        );
        assert_eq!(corrected("Uploads: 20 MB, downloads: 30 MB", None, "50 MB"), None, "two are like it");
        assert_eq!(corrected("- Maps at #1", Some("#6"), "#1"), None, "it says so already");
        assert_eq!(corrected("port 80801", Some("8080"), "9090"), None, "a part of a number");
    }
}
