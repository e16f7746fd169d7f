//! Defines [`Picker`], the dialog that switches to another session: fuzzy search, grouped by project, with sub-agents'
//! sessions and forks in a list of their own.

use std::path::PathBuf;

use super::Sessions;
use crate::text::fuzzy::{Fuzzy, Matcher};
use crate::transcript::{SessionFile, SessionKind, repository_of};

/// A line of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PickerLine {
    /// A project and how many of its sessions follow.
    Project(String, usize),
    /// A session, by place in the list of all.
    Session(usize),
}

/// The dialog.
#[derive(Debug, Clone, Default)]
pub struct Picker {
    /// The words typed.
    pub line: tui_input::Input,
    /// Whether sub-agents' sessions and forks are shown instead of those a person began.
    pub apart: bool,
    /// Lines of the list.
    pub lines: Vec<PickerLine>,
    /// The number of sessions of the other kind.
    pub others: usize,
    /// The session under the cursor; `None` stays with the first.
    pub(super) cursor: Option<PathBuf>,
}

impl Picker {
    /// The picker of the sessions known now, with the cursor on the followed one.
    pub fn over(sessions: &Sessions) -> Self {
        let mut picker = Self { cursor: Some(sessions.here.clone()), ..Self::default() };
        picker.arrange(sessions);
        picker
    }

    /// The place of the cursor among the lines.
    pub fn at(&self, sessions: &Sessions) -> Option<usize> {
        let list = sessions.list.as_deref()?;
        let wanted = self.cursor.as_ref().and_then(|path| {
            self.lines.iter().position(|line| match line {
                PickerLine::Session(n) => list.get(*n).is_some_and(|s| s.path == *path),
                PickerLine::Project(..) => false,
            })
        });
        wanted.or_else(|| self.lines.iter().position(|l| matches!(l, PickerLine::Session(_))))
    }

    /// The session under the cursor.
    pub fn selected<'a>(&self, sessions: &'a Sessions) -> Option<&'a SessionFile> {
        match self.lines.get(self.at(sessions)?)? {
            PickerLine::Session(n) => sessions.list.as_deref()?.get(*n),
            PickerLine::Project(..) => None,
        }
    }

    /// Whether sessions of this kind are listed now: main ones, or the others.
    fn lists(&self, session: &SessionFile) -> bool {
        (session.kind != SessionKind::Main) == self.apart
    }

    /// Rebuilds the lines: projects in the order of their best session, which is the newest while nothing is typed.
    pub(super) fn arrange(&mut self, sessions: &Sessions) {
        self.lines.clear();
        let Some(list) = sessions.list.as_deref() else { return };
        let matcher = Matcher::default();
        let words = self.line.value();
        self.others = list.iter().filter(|s| !self.lists(s)).count();
        let listed = list.iter().enumerate().filter(|(_, s)| self.lists(s));
        // (score, place); places are in order of age.
        let mut found: Vec<(i64, usize)> =
            listed.filter_map(|(n, s)| Some((score(&matcher, sessions, s, words)?, n))).collect();
        // Scattered letters count only if no session contains the words.
        if found.iter().any(|(score, _)| *score >= WHOLE) {
            found.retain(|(score, _)| *score >= WHOLE);
        }
        found.sort_by_key(|(score, n)| (std::cmp::Reverse(*score), *n));
        let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
        let mut places = std::collections::HashMap::new();
        for (_, n) in found {
            let project = list.get(n).and_then(|s| s.project.as_deref()).unwrap_or("");
            // The worktrees of a repository are one project.
            let project = repository_of(project).unwrap_or(project);
            let at = *places.entry(project).or_insert_with(|| {
                groups.push((project, Vec::new()));
                groups.len() - 1
            });
            if let Some((_, group)) = groups.get_mut(at) {
                group.push(n);
            }
        }
        for (project, group) in groups {
            let name = if project.is_empty() { "no project".to_owned() } else { sessions.short(project) };
            self.lines.push(PickerLine::Project(name, group.len()));
            self.lines.extend(group.into_iter().map(PickerLine::Session));
        }
    }

    pub(super) fn step(&mut self, sessions: &Sessions, by: isize) {
        let Some(list) = sessions.list.as_deref() else { return };
        let places: Vec<usize> = self
            .lines
            .iter()
            .enumerate()
            .filter(|(_, l)| matches!(l, PickerLine::Session(_)))
            .map(|(n, _)| n)
            .collect();
        let now = self.at(sessions).and_then(|at| places.iter().position(|n| *n == at)).unwrap_or(0);
        let next = now.saturating_add_signed(by).min(places.len().saturating_sub(1));
        if let Some(PickerLine::Session(n)) = places.get(next).and_then(|n| self.lines.get(*n)) {
            self.cursor = list.get(*n).map(|s| s.path.clone());
        }
    }
}

/// The least score of a session that contains the typed words as they are, above any match of scattered letters.
const WHOLE: i64 = 1 << 32;

/// Scores a session against the typed words: highest if its name contains them, then if its decisions do.
fn score(matcher: &Matcher, sessions: &Sessions, session: &SessionFile, words: &str) -> Option<i64> {
    let subject = subject(sessions, session);
    let typed: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let is_whole = |text: &str| typed.iter().all(|word| text.contains(word));
    let letters = matcher.score(&subject, words);
    if is_whole(&subject.to_lowercase()) {
        return Some(WHOLE + letters.unwrap_or(0).max(0) + 1);
    }
    let decided = sessions.previews.get(&session.path).is_some_and(|preview| is_whole(&preview.words.to_lowercase()));
    if decided { Some(WHOLE) } else { letters }
}

/// Text that the typed words are matched against.
fn subject(sessions: &Sessions, session: &SessionFile) -> String {
    let project = session.project.as_deref().map_or(String::new(), |p| sessions.short(p));
    let live = if session.live { "live" } else { "" };
    let branch = session.branch.as_deref().unwrap_or("");
    format!("{project} {} {} {live} {branch} {}", session.name().unwrap_or_default(), session.agent, session.id)
}
