//! Defines where an artifact goes as a document: which folder, which name, or which document it belongs to already.

use super::Planner;
use crate::standup::action::Action;
use crate::standup::artifact::{Artifact, ArtifactKind, Found, Shingles};
use crate::standup::matching::{Likeness, Words, compare};
use crate::standup::permission::SHORTEST_DOC;

/// Where each kind goes unless the settings say otherwise: (the setting's word, the folder).
pub const ROUTES: &[(ArtifactKind, &str, &str)] = &[
    (ArtifactKind::Plan, "plan", "docs/plans"),
    (ArtifactKind::Decision, "decision", "docs/decisions"),
    (ArtifactKind::Analysis, "analysis", "docs/research"),
    (ArtifactKind::Framework, "framework", "docs/notes"),
];
/// Share of an artifact in a document that says it stands there.
const THERE: f32 = 0.5;
/// Share in a document that says it belongs to that one.
const PART: f32 = 0.15;
/// Least worth of a document.
const WORTH: f32 = 0.45;
/// Longest name of a file, in characters.
const NAME: usize = 60;

impl<'a> Planner<'a> {
    /// Proposes an artifact as a document, or tells why not.
    pub(super) fn document(&mut self, artifact: &'a Artifact, group: Option<&str>) {
        // Lists of todos belong on a board, short things on a task.
        if matches!(artifact.found, Found::TodoTool | Found::Word) || artifact.content.chars().count() < SHORTEST_DOC {
            return;
        }
        if artifact.carried_out {
            return;
        }
        if let Some(written) = &artifact.persisted {
            let why = format!("the session wrote it to {} ({:.0} %)", written.path, written.share * 100.0);
            return self.note(&artifact.title, &why, artifact);
        }
        if self.state.docs.is_err() {
            return self.note(&artifact.title, "the documents could not be loaded: none is created", artifact);
        }
        let (worth, _) = artifact.value();
        if worth < WORTH {
            return self.note(&artifact.title, &format!("it is worth {worth:.2}, below {WORTH}"), artifact);
        }
        let own = Shingles::of(&artifact.content);
        let title = Words::of(&artifact.title);
        let mut home = None;
        for (doc, theirs, named) in &self.docs {
            let share = own.within(theirs);
            if share >= THERE {
                let why = format!("{} says it already", doc.path);
                return self.note(&artifact.title, &why, artifact);
            }
            let named = matches!(compare(&title, named), Likeness::Same(_));
            if (share >= PART || named) && home.is_none_or(|(_, best)| best < share) {
                home = Some((*doc, share));
            }
        }
        let quotes = [artifact.title.clone()];
        let body = body(artifact);
        let (action, why) = if let Some((doc, _)) = home {
            let why = format!("{} is of the same", doc.path);
            (Action::EnrichDoc { path: doc.path.clone(), heading: artifact.title.clone(), content: body }, why)
        } else {
            let path = self.path(artifact);
            let why = "no document says it".to_owned();
            (Action::CreateDoc { path, title: artifact.title.clone(), content: body }, why)
        };
        self.propose(action, 1.0, (artifact, &quotes), &why, group);
    }

    /// The path of a new document: a folder by kind, a name by title, a number before decisions. Never one that is taken.
    fn path(&self, artifact: &Artifact) -> String {
        let route = ROUTES.iter().find(|(kind, _, _)| *kind == artifact.kind);
        let (word, folder) = route.map_or(("framework", "docs/notes"), |(_, word, folder)| (*word, *folder));
        let folder = self.settings.routes.get(word).map_or(folder, String::as_str);
        let mut name = slug(&artifact.title);
        let proposed = || self.out.proposals.iter().filter_map(|p| p.action.path());
        let docs = || self.state.docs.iter().flatten().map(|d| d.path.as_str()).chain(proposed());
        if artifact.kind == ArtifactKind::Decision {
            let number = |path: &str| path.strip_prefix(folder)?.trim_start_matches('/').get(..4)?.parse::<u32>().ok();
            name = format!("{:04}-{name}", docs().filter_map(number).max().unwrap_or(0) + 1);
        }
        let taken = |path: &str| docs().any(|d| d.eq_ignore_ascii_case(path));
        let first = format!("{folder}/{name}.md");
        if !taken(&first) {
            return first;
        }
        (2..=u32::MAX).map(|n| format!("{folder}/{name}-{n}.md")).find(|path| !taken(path)).unwrap_or(first)
    }
}

/// The text below the title, which the document gets by itself.
fn body(artifact: &Artifact) -> String {
    let text = artifact.content.trim();
    match text.split_once('\n') {
        Some((first, rest)) if first.starts_with('#') && first.trim_start_matches('#').trim() == artifact.title => {
            rest.trim().to_owned()
        }
        _ => text.to_owned(),
    }
}

/// A title as a file's name: letters and digits of every script, words parted by `-`.
fn slug(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    let mut out = String::new();
    for word in words.map(str::to_lowercase) {
        if out.chars().count() + word.chars().count() + 1 > NAME {
            break;
        }
        if !out.is_empty() {
            out.push('-');
        }
        out.push_str(&word);
    }
    if out.is_empty() { "untitled".to_owned() } else { out }
}
