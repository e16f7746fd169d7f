//! Defines where an artifact is documented: in a new document with a folder and a name, or in an existing one.

use super::facts::is_history;
use super::links::Home;
use super::{NOT_ALONE, Planner};
use crate::artifacts::{Artifact, ArtifactKind, FoundBy, Shingles, sentences};
use crate::language::titles::{Likeness, Words, compare};
use crate::session::suggest::is_title_self_contained;
use crate::standup::action::StandupAction;
use crate::standup::docs::record_number;
use crate::standup::permission::SHORTEST_DOC;
use crate::standup::project::Doc;
use similar::{DiffTag, TextDiff};

/// The default folder of each kind: (kind, word in the settings, folder).
pub const ROUTES: &[(ArtifactKind, &str, &str)] = &[
    (ArtifactKind::Plan, "plan", "docs/plans"),
    (ArtifactKind::Decision, "decision", "docs/decisions"),
    (ArtifactKind::Analysis, "analysis", "docs/research"),
    (ArtifactKind::Framework, "framework", "docs/notes"),
];
/// Minimum share of an artifact in a document that contains it.
const THERE: f32 = 0.5;
/// Minimum share of an artifact in a document that it belongs to.
const PART: f32 = 0.15;
/// Minimum share of an artifact's text in a proposed document that counts as the same, and of the document's text in
/// the artifact (lower, since the sections of a decision record add text).
const AGAIN: f32 = 0.9;
const ALL_OF_IT: f32 = 0.8;
/// Minimum worth, 0 to 1, of an artifact that becomes a document.
const WORTH: f32 = 0.45;
/// Digits of the number of a project's first decision record.
const DIGITS: usize = 4;
/// Maximum length of the name of a file, in characters.
const NAME: usize = 60;

impl<'a> Planner<'a> {
    /// Proposes an artifact as a document, or notes why not. Returns the document it is in or is proposed as.
    pub(super) fn document(&mut self, artifact: &'a Artifact, group: Option<&str>) -> Option<Home> {
        if let Some(written) = &artifact.persisted {
            let path = self.shown_path(&written.path);
            self.note(
                &artifact.title,
                &format!("the session wrote it to {path} ({:.0} %)", written.share * 100.0),
                artifact,
            );
            return Some(Home::Existing(path));
        }
        // A list of todos is no document; its steps are told one by one.
        if artifact.found.is_list() && artifact.kind == ArtifactKind::Plan {
            return None;
        }
        if let Some(why) = no_document(artifact) {
            self.refuse(why);
            return None;
        }
        if let Some(why) = self.only_noted(artifact) {
            self.note(&artifact.title, &why, artifact);
            return None;
        }
        let own = Shingles::of(&artifact.content);
        let title = Words::of(&artifact.title);
        let quotes = quotes(artifact);
        if let Some(known) = self.proposed_document(&own) {
            self.corroborate(known, 1.0, (artifact, &quotes), None);
            let path = self.out.proposals.get(known).and_then(|p| p.action.path()).unwrap_or_default().to_owned();
            return Some(Home::Proposed(known, path));
        }
        let mut home = None;
        for (doc, theirs, named) in &self.docs {
            let share = own.within(theirs);
            if share >= THERE {
                let doc = *doc;
                self.said_already(artifact, doc, share);
                return Some(Home::Existing(doc.path.clone()));
            }
            let named = matches!(compare(&title, named), Likeness::Same(_));
            if (share >= PART || named) && home.is_none_or(|(_, best)| best < share) {
                home = Some((*doc, share));
            }
        }
        let content = body(artifact);
        let (action, why) = if let Some((doc, _)) = home {
            let why = format!("{} is about the same subject", doc.path);
            (StandupAction::EnrichDoc { path: doc.path.clone(), heading: artifact.title.clone(), content }, why)
        } else {
            let content = if artifact.kind == ArtifactKind::Decision { record(artifact, &content) } else { content };
            let path = self.path(artifact);
            let why = "not documented yet".to_owned();
            (StandupAction::CreateDoc { path, title: artifact.title.clone(), content }, why)
        };
        let path = action.path().unwrap_or_default().to_owned();
        let n = self.propose(action, 1.0, (artifact, &quotes), &why, group);
        Some(Home::Proposed(n, path))
    }

    /// Why an artifact is only noted, and becomes no document.
    fn only_noted(&self, artifact: &Artifact) -> Option<String> {
        let (worth, _) = artifact.value();
        match worth {
            _ if artifact.carried_out => Some("a commit of the session carried it out".to_owned()),
            _ if self.state.docs.is_err() => Some("the documents could not be loaded: none is created".to_owned()),
            _ if worth < WORTH => Some(format!("low confidence ({worth:.2})")),
            _ if artifact.has_own_title() || is_title_self_contained(&artifact.title) => None,
            _ => Some(NOT_ALONE.to_owned()),
        }
    }

    /// Notes that a document says an artifact already, or most of it, and proposes what a later version changes in it.
    fn said_already(&mut self, artifact: &Artifact, doc: &Doc, share: f32) {
        for (line, now) in self.revised_lines(artifact, doc) {
            self.correct(artifact, &now.clone(), doc.path.clone(), line, now);
        }
        let how_much = if share >= AGAIN { "it" } else { "most of it" };
        self.note(&artifact.title, &format!("{} says {how_much} already", doc.path), artifact);
    }

    /// The version that an artifact of the person's, or one they agreed to, replaces.
    pub(super) fn former(&self, artifact: &Artifact) -> Option<&'a Artifact> {
        let replaced = |a: &&&Artifact| a.superseded_by.as_ref() == Some(&artifact.id);
        self.replaced.iter().find(replaced).copied().filter(|_| artifact.accepted)
    }

    /// The lines of a document that come from the version this artifact replaces, with what they are in this one, where
    /// one line stands for one.
    fn revised_lines(&self, artifact: &Artifact, doc: &Doc) -> Vec<(String, String)> {
        let Some(former) = self.former(artifact).filter(|_| !is_history(doc)) else { return Vec::new() };
        let [old, new] = [former, artifact].map(|a| a.content.lines().collect::<Vec<_>>());
        let diff = TextDiff::from_slices(&old, &new);
        let changed =
            diff.ops().iter().filter(|op| op.tag() == DiffTag::Replace && op.old_range().len() == op.new_range().len());
        let pairs = changed.flat_map(|op| op.old_range().zip(op.new_range()));
        let lines = pairs.filter_map(|(was, is)| Some(((*old.get(was)?).to_owned(), (*new.get(is)?).to_owned())));
        lines.filter(|(was, is)| !is.trim().is_empty() && doc.text.lines().any(|line| line == was)).collect()
    }

    /// A path as it is written to a board, which others may read: from the project's root for a document, else relative
    /// or the bare file name.
    fn shown_path(&self, path: &str) -> String {
        let own = self.state.docs.iter().flatten().find(|d| path.ends_with(&format!("/{}", d.path)));
        let from_docs = || path.rfind("/docs/").and_then(|at| path.get(at + 1..)).map(str::to_owned);
        let is_absolute = path.starts_with(['/', '~']) || path.contains(':');
        match own {
            Some(doc) => doc.path.clone(),
            None if !is_absolute => path.to_owned(),
            None => from_docs().unwrap_or_else(|| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned()),
        }
    }

    /// The index of a proposed or pending document with the same text.
    fn proposed_document(&mut self, own: &Shingles) -> Option<usize> {
        self.known(|p| match &p.action {
            StandupAction::CreateDoc { content, .. } | StandupAction::EnrichDoc { content, .. } => {
                let theirs = Shingles::of(content);
                own.within(&theirs) >= AGAIN && theirs.within(own) >= ALL_OF_IT
            }
            _ => false,
        })
    }

    /// A free path for a new document: a folder by kind, a name by title, a number before decisions.
    fn path(&self, artifact: &Artifact) -> String {
        let route = ROUTES.iter().find(|(kind, _, _)| *kind == artifact.kind);
        let (word, folder) = route.map_or(("framework", "docs/notes"), |(_, word, folder)| (*word, *folder));
        let folder = self.settings.routes.get(word).map_or(folder, String::as_str);
        let mut name = slug(&artifact.title);
        let proposed = self.out.proposals.iter().filter_map(|p| p.action.path());
        let taken: Vec<&str> = self.state.docs.iter().flatten().map(|d| d.path.as_str()).chain(proposed).collect();
        if artifact.kind == ArtifactKind::Decision {
            let (last, digits) =
                taken.iter().filter_map(|path| record_number(path, folder)).max().unwrap_or((0, DIGITS));
            name = format!("{:0digits$}-{name}", last + 1);
        }
        let first = format!("{folder}/{name}.md");
        let others = (2..=u32::MAX).map(|n| format!("{folder}/{name}-{n}.md"));
        let mut paths = std::iter::once(first.clone()).chain(others);
        paths.find(|path| !taken.iter().any(|t| t.eq_ignore_ascii_case(path))).unwrap_or(first)
    }
}

/// Why an artifact does not become a document; `None` if it may. Short texts belong in a task.
fn no_document(artifact: &Artifact) -> Option<String> {
    let length = artifact.content.chars().count();
    // A decision of the person is a record however short it is.
    let least = if artifact.kind == ArtifactKind::Decision && artifact.accepted { 0 } else { SHORTEST_DOC };
    match artifact.found {
        FoundBy::PlanTool if is_mostly_done(artifact) => {
            Some("most of the plan is done: what is left are tasks".to_owned())
        }
        FoundBy::PersonReopened => Some("it only says what is not done".to_owned()),
        FoundBy::Shape if artifact.kind != ArtifactKind::Decision && !artifact.has_own_title() => {
            Some("a message without a title of its own is no document".to_owned())
        }
        _ if length < least => Some(format!("{length} characters are too short for a document")),
        _ => None,
    }
}

fn is_mostly_done(plan: &Artifact) -> bool {
    let done = plan.steps.iter().filter(|step| step.done).count();
    done > 0 && done * 2 >= plan.steps.len()
}

/// The words that an artifact is quoted by, verbatim: the answer to a question, the words a decision was made with, else
/// the title or the sentence that it was made of.
fn quotes(artifact: &Artifact) -> Vec<String> {
    let content = artifact.content.trim();
    if let Some((_, answer, ..)) = answered(artifact, content) {
        return vec![answer.trim().to_owned()];
    }
    let said = content.lines().filter_map(|line| line.strip_prefix("> ")).map(str::to_owned);
    let decided = matches!(artifact.found, FoundBy::Ledger | FoundBy::PersonDecided);
    let said: Vec<String> = said.filter(|_| decided).collect();
    if !said.is_empty() {
        return said;
    }
    vec![sentence_of(content, &artifact.title).unwrap_or(&artifact.title).to_owned()]
}

/// The parts of the text of an answered question: the question, the answer, its meaning, and the options that were not
/// chosen.
fn answered<'t>(artifact: &Artifact, text: &'t str) -> Option<(&'t str, &'t str, &'t str, &'t str)> {
    let (asked, rest) = text.split_once(" -> ").filter(|_| artifact.found == FoundBy::Answer)?;
    let (answer, others) = rest.split_once("\nNot chosen: ").unwrap_or((rest, ""));
    let (answer, meaning) = answer.split_once("\nThat is: ").unwrap_or((answer, ""));
    Some((asked, answer, meaning, others))
}

/// The sentence of a text that holds a title; `None` where the text has the title as it is, or in no sentence.
fn sentence_of<'t>(text: &'t str, title: &str) -> Option<&'t str> {
    if text.contains(title) {
        return None;
    }
    let title = title.to_lowercase();
    text.lines().flat_map(sentences).find(|one| one.to_lowercase().contains(&title))
}

/// The text without its title, which the document adds.
fn body(artifact: &Artifact) -> String {
    let text = artifact.content.trim();
    match text.split_once('\n') {
        Some((first, rest)) if first.starts_with('#') && first.trim_start_matches('#').trim() == artifact.title => {
            rest.trim().to_owned()
        }
        _ => text.to_owned(),
    }
}

/// A decision as a decision record: its status, and its whole text below the sections it has no headings for. For an
/// answered question, the question is the context.
fn record(artifact: &Artifact, text: &str) -> String {
    let status = if artifact.accepted { "Accepted" } else { "Proposed" };
    let on = artifact.at.map(|at| format!(", {}", at.strftime("%Y-%m-%d"))).unwrap_or_default();
    let status = if has_section(text, "status") { String::new() } else { format!("## Status\n\n{status}{on}\n\n") };
    if let Some((asked, answer, meaning, others)) = answered(artifact, text) {
        let answer =
            if meaning.is_empty() { answer.to_owned() } else { format!("{}: {meaning}", answer.trim_end_matches('.')) };
        let options: Vec<String> = others.split("; ").filter(|o| !o.is_empty()).map(|o| format!("- {o}\n")).collect();
        let options =
            if options.is_empty() { String::new() } else { format!("\n\n## Not chosen\n\n{}", options.concat()) };
        return format!("{status}## Context\n\n{asked}\n\n## Decision\n\n{answer}{}", options.trim_end());
    }
    let lead = if has_section(text, "decision") || has_section(text, "context") { "" } else { "## Decision\n\n" };
    format!("{status}{lead}{text}")
}

/// Whether a heading begins with this lower-case word.
fn has_section(text: &str, word: &str) -> bool {
    let headings = text.lines().filter(|l| l.starts_with('#'));
    headings.map(|l| l.trim_start_matches('#').trim().to_lowercase()).any(|h| h.starts_with(word))
}

/// A title as a file's name: letters and digits of every script, words parted by `-`.
fn slug(title: &str) -> String {
    // The reason and what was not chosen stand in the document.
    let title = [", because ", ", not "].iter().fold(title, |title, lead| title.split(lead).next().unwrap_or(title));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_quoted_with_its_whole_sentence() {
        let text = "# Scales\n\n- Weigh parcels with Scale v2.1 of the depot. Print the label.\n";
        let whole = Some("Weigh parcels with Scale v2.1 of the depot.");
        assert_eq!(sentence_of(text, "scale v2.1 of the depot"), whole);
        assert_eq!(sentence_of(text, "Print the label"), None, "the text has it as it is");
        assert_eq!(sentence_of(text, "Weigh letters"), None);
    }
}
