//! Defines the artifacts of the agent's own tools: plans, answers, calls, commits, pushes.

use std::ops::Range;

use jiff::Timestamp;

use super::super::lesson::Lesson;
use super::super::value::content_hash;
use super::super::{Artifact, ArtifactKind, EvidenceKind, FoundBy, Shingles, SourceRef, Step, id_of, naming, shape};
use super::{AGAIN, Artifacts, Recall, written_as};
use crate::artifacts::commit_summary::CommitSummary;
use crate::language::answers::{
    asks_leave, bare_option, hands_back, is_about_talk, left_out, names_nothing, steers_talk,
};
use crate::language::titles::Words;
use crate::text::patterns;
use crate::transcript::{PlanState, RecordRef, Signal, SignalBody, ToolOutcome};

/// Least share of a step's words in the message of a commit that did it.
pub(super) const DID: f32 = 0.7;
/// Least share of the words of a plan's title in the message of a commit that carried it out.
const ABOUT: f32 = 0.6;

patterns! {
    /// A command that opens a pull request which is not ready.
    OPENS_DRAFT = r"\b(pr|mr|pull-request) create\b.*(--draft|-d)(\s|$)";
}

impl Artifacts {
    pub(super) fn signal(&mut self, signal: &Signal, recall: Recall<'_>) {
        let at = signal.at;
        let source = self.beside(&signal.turn_id);
        match &signal.body {
            SignalBody::Plan { text, state, .. } => self.plan(text, *state, &source, at),
            SignalBody::Todo { items, whole } => self.listed(items, *whole, &source, at),
            SignalBody::Question { text, header, options, details, answer: Some(answer) } => {
                self.answered((text, header), (options, details), answer, &source, at);
            }
            SignalBody::ToolCall { argv, paths, outcome, excerpt, content_ref, .. } => {
                if let Some(line) = argv {
                    self.ran(line, *outcome, excerpt, &source, at);
                }
                if *outcome == ToolOutcome::Ok {
                    if argv.is_none() && !paths.is_empty() {
                        self.lessons.changed();
                    }
                    self.wrote(argv.as_deref(), paths, *content_ref, recall);
                }
            }
            SignalBody::Commit { hash, message, ok: true } => {
                self.committed(hash.as_deref(), message, (&signal.id, &source), at);
            }
            SignalBody::Push { ok } => self.pushed(*ok),
            SignalBody::Withdrawn { turn_ids } => {
                for (n, artifact) in self.all.iter_mut().enumerate() {
                    if turn_ids.contains(&artifact.source.turn_id) && !artifact.refused {
                        artifact.refused = true;
                        self.changed.insert(n);
                    }
                }
            }
            _ => {}
        }
    }

    fn beside(&self, turn_id: &str) -> SourceRef {
        let known = self.recent.iter().rev().find(|(s, _, _)| s.turn_id == turn_id).map(|(s, _, _)| s.clone());
        known.unwrap_or_else(|| SourceRef { turn_id: turn_id.to_owned(), ordinal: 0 })
    }

    /// The byte range of a text in its turn.
    fn within(&self, source: &SourceRef, text: &str) -> Option<Range<usize>> {
        let (_, _, said) = self.recent.iter().rev().find(|(s, _, _)| s.turn_id == source.turn_id)?;
        said.find(text).map(|start| start..start + text.len())
    }

    fn plan(&mut self, text: &str, state: PlanState, source: &SourceRef, at: Option<Timestamp>) {
        if text.trim().is_empty() {
            return;
        }
        let hash = content_hash(text);
        let known = self.all.iter().rposition(|a| a.hash == hash && a.kind != ArtifactKind::Completion);
        let n = if let Some(n) = known {
            // Cut from the turn's text before the tool declared it a plan.
            if let Some(artifact) = self.all.get_mut(n).filter(|a| a.found == FoundBy::Shape) {
                (artifact.kind, artifact.steps) = (ArtifactKind::Plan, plan_steps(text));
            }
            known
        } else {
            let title = naming::title_of(text);
            let steps = plan_steps(text);
            let made = self.made(ArtifactKind::Plan, &title, text, source, at, FoundBy::PlanTool);
            let range = self.within(source, text);
            self.add(Artifact { range, steps, ..made })
        };
        for old in self.parts_of(text, source) {
            if let Some(n) = n {
                self.supersede(old, n);
            }
        }
        let Some(artifact) = n.and_then(|n| self.all.get_mut(n)) else { return };
        artifact.found = FoundBy::PlanTool;
        match state {
            PlanState::Shown => {}
            PlanState::Approved => {
                (artifact.accepted, artifact.refused, artifact.said) = (true, false, EvidenceKind::Person);
            }
            PlanState::Refused => artifact.refused = true,
        }
        self.changed.extend(n);
    }

    /// Artifacts cut from the text of a plan before the plan tool declared it one.
    fn parts_of(&self, plan: &str, source: &SourceRef) -> Vec<usize> {
        let whole = Shingles::of(plan);
        let mut out = Vec::new();
        for (n, artifact) in self.all.iter().enumerate() {
            let beside = artifact.found == FoundBy::Shape && artifact.source.turn_id == source.turn_id;
            if beside
                && artifact.is_current()
                && artifact.kind != ArtifactKind::Decision
                && Shingles::of(&artifact.content).within(&whole) >= AGAIN
            {
                out.push(n);
            }
        }
        out
    }

    /// Reads a question with its subject, and options with their meanings, that the person answered; the options not chosen
    /// are its context.
    fn answered(
        &mut self,
        (text, header): (&str, &str),
        (options, details): (&[String], &[String]),
        answer: &str,
        source: &SourceRef,
        at: Option<Timestamp>,
    ) {
        let options: Vec<String> = options.iter().map(|o| bare_option(o)).collect();
        let chosen: Vec<&String> = options.iter().filter(|o| answer.starts_with(o.as_str())).collect();
        let [chosen] = chosen.as_slice() else { return };
        if options.len() < 2 || settles_nothing(chosen) || is_about_talk(text) || asks_leave(text) {
            return;
        }
        let place: Vec<usize> = options.iter().position(|o| o == *chosen).into_iter().collect();
        let meaning = place.first().and_then(|at| details.get(*at));
        let others = left_out(&options, details, &place).into_iter().filter(|o| !settles_nothing(o));
        let others: Vec<String> = others.cloned().collect();
        let said = format!("{text} -> {answer}");
        let range = self.within(source, &said);
        let mut content = said;
        if let Some(meaning) = meaning.map(|m| m.trim()).filter(|m| !m.is_empty()) {
            content.push_str("\nThat is: ");
            content.push_str(&meaning.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        if !others.is_empty() {
            content.push_str("\nNot chosen: ");
            content.push_str(&others.join("; "));
        }
        let title = match header {
            header if !header.is_empty() && names_nothing(text, answer) => {
                format!("{header}: {chosen}").replace('`', "")
            }
            _ => naming::answered(&chosen.replace('`', ""), &text.replace('`', "")),
        };
        // "No" to the question names no other thing.
        let named: Vec<String> = others.into_iter().filter(|other| !naming::is_yes_or_no(other)).collect();
        let title = naming::settled_title(&title, &named, None);
        let made = self.made(ArtifactKind::Decision, &title, &content, source, at, FoundBy::Answer);
        self.add(Artifact { range, said: EvidenceKind::Person, accepted: true, ..made });
    }

    fn ran(&mut self, line: &str, outcome: ToolOutcome, output: &str, source: &SourceRef, at: Option<Timestamp>) {
        match outcome {
            ToolOutcome::Failed => self.lessons.failed(line, output),
            ToolOutcome::Denied => {}
            ToolOutcome::Ok => {
                self.opened_draft(line);
                for Lesson { program, wrong, error, right } in self.lessons.passed(line, output) {
                    let own = error.starts_with(&format!("{program}:"));
                    let title = if own { error.clone() } else { format!("{program}: {error}") };
                    let content = format!("Failed:\n\n    {wrong}\n\n    {error}\n\nWent through:\n\n    {right}");
                    let made = self.made(ArtifactKind::ErrorPattern, &title, &content, source, at, FoundBy::Retry);
                    self.add(Artifact { said: EvidenceKind::Verified, accepted: true, ..made });
                }
            }
        }
    }

    /// Reads a write into a text file, and marks the artifacts it contains as written down.
    fn wrote(&mut self, argv: Option<&str>, paths: &[String], record: Option<RecordRef>, recall: Recall<'_>) {
        let (path, text) = match argv {
            Some(line) if line.contains("<<") => {
                let named = line.split(|c: char| c.is_whitespace() || "'\"<>".contains(c)).find(|w| is_text_file(w));
                (named.map(str::to_owned), Some(line.to_owned()))
            }
            Some(_) => return,
            None => {
                let path = paths.iter().find(|p| is_text_file(p)).cloned();
                let text = path.as_ref().and(record).and_then(recall);
                (path, text)
            }
        };
        let (Some(path), Some(text)) = (path, text) else { return };
        let shingles = Shingles::of(&text);
        if shingles.is_empty() {
            return;
        }
        for (n, artifact) in self.all.iter_mut().enumerate() {
            if written(artifact, &path, &shingles) {
                self.changed.insert(n);
            }
        }
        self.written.push((path, shingles));
    }

    fn committed(
        &mut self,
        hash: Option<&str>,
        message: &str,
        (id, source): (&str, &SourceRef),
        at: Option<Timestamp>,
    ) {
        let title = message.lines().next().unwrap_or_default().trim().to_owned();
        if title.is_empty() || is_passing(&title) {
            return;
        }
        self.did(message, DID, Some(&CommitSummary::of(message)));
        let mut made = self.made(ArtifactKind::Completion, &title, message, source, at, FoundBy::Commit);
        made.id = id_of(&[&self.session, id, hash.unwrap_or_default(), message]);
        made.asked = self.asked.committed();
        self.overtake_next_steps();
        self.add(Artifact { said: EvidenceKind::Verified, accepted: true, ..made });
    }

    /// Refuses the commits that a command put into a draft of a pull request: they are not finished.
    fn opened_draft(&mut self, line: &str) {
        if !OPENS_DRAFT.is_match(line) {
            return;
        }
        let named = Words::of(line);
        for (n, artifact) in self.all.iter_mut().enumerate() {
            let commit = artifact.found == FoundBy::Commit && artifact.is_current();
            if commit && Words::of(&artifact.title).share_in(&named) >= DID {
                artifact.refused = true;
                artifact.because = Some("its pull request is a draft".to_owned());
                self.changed.insert(n);
            }
        }
    }

    /// Refuses what was to come next: the session went on.
    fn overtake_next_steps(&mut self) {
        for (n, artifact) in self.all.iter_mut().enumerate() {
            if artifact.found == FoundBy::ComesNext && artifact.is_current() {
                artifact.refused = true;
                artifact.because = Some("the session went on with it".to_owned());
                self.changed.insert(n);
            }
        }
    }

    /// Records the outcome of a push on every commit that was not pushed yet.
    fn pushed(&mut self, ok: bool) {
        for (n, artifact) in self.all.iter_mut().enumerate() {
            if artifact.kind == ArtifactKind::Completion && artifact.pushed != Some(true) {
                artifact.pushed = Some(ok);
                self.changed.insert(n);
            }
        }
    }

    /// Ticks off the steps of plans that these words name as done. A commit that reverts, begins or only describes
    /// something did not do it.
    pub(super) fn did(&mut self, words: &str, share: f32, commit: Option<&CommitSummary>) {
        let said = Words::of(words);
        for (n, artifact) in self.all.iter_mut().enumerate() {
            if artifact.kind == ArtifactKind::Completion || artifact.found == FoundBy::TodoTool {
                continue;
            }
            let mut named = false;
            for step in &mut artifact.steps {
                let words = Words::of(&step.text);
                if words.share_in(&said) < share || !can_have_done(commit, &said, &words) {
                    continue;
                }
                named = true;
                if !step.done {
                    step.done = true;
                    self.changed.insert(n);
                }
            }
            let weighs = matches!(artifact.kind, ArtifactKind::Plan | ArtifactKind::Analysis);
            let whole =
                weighs && !artifact.carried_out && commit.is_some_and(|c| does_whole(c, &said, artifact, named));
            if whole {
                artifact.carried_out = true;
                self.changed.insert(n);
            }
        }
    }
}

/// Whether a commit did all of a plan. One that names a step did that step; one that names none did the whole if it names
/// the title, and all of it where the plan has several steps.
fn does_whole(commit: &CommitSummary, said: &Words, artifact: &Artifact, named: bool) -> bool {
    let (tasks, open) = artifact
        .steps
        .iter()
        .filter(|s| s.left_out.is_none())
        .fold((0, 0), |(all, open), step| (all + 1, open + usize::from(!step.done)));
    if named || (tasks > 0 && open == 0) {
        return named && open == 0 && tasks > 0;
    }
    let title = Words::of(&artifact.title);
    let least = if tasks > 1 { 1.0 } else { ABOUT };
    title.share_in(said) >= least && commit.can_have_done(&title)
}

/// Whether a commit can have done this; without a commit, whether the words do not undo it.
fn can_have_done(commit: Option<&CommitSummary>, said: &Words, words: &Words) -> bool {
    commit.map_or(said.undoes() == words.undoes(), |commit| commit.can_have_done(words))
}

fn plan_steps(text: &str) -> Vec<Step> {
    shape::steps(text, true).into_iter().map(Step::from).collect()
}

pub(super) fn is_agreed_plan(artifact: &Artifact) -> bool {
    artifact.kind == ArtifactKind::Plan && artifact.accepted && artifact.is_current() && !artifact.found.is_list()
}

/// Whether a path names a text file of the project; the agent's own folder of plans is outside it.
fn is_text_file(path: &str) -> bool {
    let endings = [".md", ".mdx", ".txt", ".rst", ".adoc", ".markdown"];
    !path.contains("/.claude/plans/") && endings.iter().any(|ending| path.to_lowercase().ends_with(ending))
}

/// Whether an option only steers the conversation or leaves the choice to the agent.
fn settles_nothing(option: &str) -> bool {
    steers_talk(option) || hands_back(option)
}

fn written(artifact: &mut Artifact, path: &str, shingles: &Shingles) -> bool {
    let own = Shingles::of(&artifact.content);
    artifact.kind != ArtifactKind::Completion && written_as(artifact, path, own.within(shingles))
}

/// Whether a commit is temporary (`wip`, `fixup!`), or its subject is an unexpanded variable of a script.
fn is_passing(subject: &str) -> bool {
    let lower = subject.to_lowercase();
    let first = lower.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    // An unexpanded variable: `$name`, `${name}`, `$(command)`.
    let mut behind = subject.match_indices('$').filter_map(|(at, _)| subject.get(at + 1..));
    let script = behind.any(|rest| rest.starts_with(|c: char| c.is_alphabetic() || "{(_".contains(c)));
    matches!(first, "wip" | "tmp" | "temp")
        || ["fixup!", "squash!", "amend!"].iter().any(|s| lower.starts_with(s))
        || script
}
