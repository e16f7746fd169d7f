//! Defines [`ApprovedPreview`], a change as the person saw it when they approved it. The approval covers only that.

use similar::{ChangeTag, TextDiff};

use super::execute::ActionDraft;
use crate::edits::FileChange;

/// An approved change, and the changes written since that were approved together with it.
pub struct ApprovedPreview<'a> {
    /// The change.
    pub draft: &'a ActionDraft,
    /// The file changes of the others, as written.
    pub wrote: &'a mut Vec<FileChange>,
}

impl ApprovedPreview<'_> {
    /// Whether the draft `now` is covered by the approval: it is equal to the byte, or it is to a file that holds what
    /// was approved together with it and adds and removes no line that was not shown. Then it counts as written.
    pub fn allows(&mut self, now: &ActionDraft) -> bool {
        let held = self.draft == now || self.only_shown(now);
        if held {
            self.wrote.extend(now.file.clone());
        }
        held
    }

    fn only_shown(&self, now: &ActionDraft) -> bool {
        let (Some(then), Some(now)) = (&self.draft.file, &now.file) else { return false };
        let ours = self.wrote.iter().rev().find(|wrote| same_file(wrote, now));
        if !same_file(then, now) || ours.is_none_or(|ours| ours.after != now.before) {
            return false;
        }
        let mut shown = lines(then);
        lines(now).into_iter().all(|line| shown.iter().position(|s| *s == line).map(|at| shown.remove(at)).is_some())
    }
}

fn same_file(a: &FileChange, b: &FileChange) -> bool {
    a.own == b.own && a.file == b.file
}

fn content(bytes: Option<&Vec<u8>>) -> String {
    String::from_utf8_lossy(bytes.map_or(&[], Vec::as_slice)).into_owned()
}

/// The lines a change removes and adds; `true` for an added one.
fn lines(change: &FileChange) -> Vec<(bool, String)> {
    let (before, after) = (content(change.before.as_ref()), content(change.after.as_ref()));
    let diff = TextDiff::from_lines(&before, &after);
    let changed = diff.iter_all_changes().filter(|line| line.tag() != ChangeTag::Equal);
    changed
        .map(|line| (line.tag() == ChangeTag::Insert, line.value().trim_end_matches(['\r', '\n']).to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(before: &str, after: &str) -> ActionDraft {
        let bytes = |text: &str| (!text.is_empty()).then(|| text.as_bytes().to_vec());
        let file = FileChange { own: false, file: "TODO.md".into(), before: bytes(before), after: bytes(after) };
        ActionDraft { place: "TODO.md".into(), file: Some(file), call: None }
    }

    #[test]
    fn only_the_previewed_change_is_allowed() {
        let (first, second) = (draft("a\n", "a\nb\n"), draft("a\n", "a\nc\n"));
        let mut wrote = Vec::new();
        let mut allows =
            |shown: &ActionDraft, now: &ActionDraft| ApprovedPreview { draft: shown, wrote: &mut wrote }.allows(now);
        assert!(!allows(&second, &draft("a\nb\n", "a\nb\nc\n")), "somebody else wrote b");
        assert!(allows(&first, &first.clone()));
        assert!(!allows(&second, &draft("a\nmine\n", "a\nmine\nc\n")), "somebody wrote after us");
        assert!(!allows(&second, &draft("a\nb\n", "a\nb\nd\n")), "not what was shown");
        assert!(!allows(&second, &draft("a\nb\n", "a\nc\nc\n")), "more goes and comes than was shown");
        assert!(allows(&second, &draft("a\nb\n", "a\nb\nc\n")), "the deed before it was approved with it");
    }

    #[test]
    fn a_heading_made_by_an_earlier_action_of_the_preview_is_allowed() {
        let (first, second) = (draft("", "## To Do\n\na\n"), draft("", "## To Do\n\nb\n"));
        let mut wrote = Vec::new();
        assert!(ApprovedPreview { draft: &first, wrote: &mut wrote }.allows(&first.clone()));
        let now = draft("## To Do\n\na\n", "## To Do\n\na\nb\n");
        assert!(ApprovedPreview { draft: &second, wrote: &mut wrote }.allows(&now));
    }
}
