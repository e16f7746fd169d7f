//! Defines the tier of each proposal and the actions that are never done.
//!
//! No action deletes or sends anything, so only paths can be refused: agent instructions, hidden
//! folders, anything that is no document. A tier is never read from a file but computed each time.

use std::collections::BTreeMap;

use super::action::{ActionKind, EvidenceKind, Level, Proposal, StandupAction, Tier};
use crate::config::{StandupConfig, StandupProject};
use crate::text::fence::is_markdown;

/// Default confidence from which a proposal counts as certain.
pub const HIGH: f32 = 0.9;
/// Default confidence from which a proposal is put to the person.
pub const MEDIUM: f32 = 0.5;
/// The lowest threshold for acting at once, whatever the settings say.
pub const LOWEST_HIGH: f32 = 0.8;
/// The highest threshold for asking the person, whatever the settings say.
pub const HIGHEST_MEDIUM: f32 = 0.97;
/// Fewest characters of a new document; a shorter text is a note on a task.
pub const SHORTEST_DOC: usize = 500;
/// Fewest characters of a decision record: its status, the question and the answer.
pub const SHORTEST_DECISION: usize = 60;
/// Fields of front matter that may be set.
pub const FIELDS: &[&str] = &["status", "summary", "superseded-by", "updated"];
/// Files with instructions for agents.
const STEERING: &[&str] = &[
    "claude.md",
    "claude.local.md",
    "agents.md",
    "agent.md",
    "agents.override.md",
    "gemini.md",
    "soul.md",
    "memory.md",
    "copilot-instructions.md",
    "activecontext.md",
    "context.md",
    "conventions.md",
];
/// Folders with instructions for agents, or with content that is not the project's own.
const STEERING_FOLDERS: &[&str] = &["memory-bank", "memory", "node_modules", "target", "archive"];
/// Hidden folders in which tools' notes may be changed.
const SKILLS: &[&str] = &[".claude/skills/", ".agents/skills/"];

/// The permissions and thresholds in force for one project.
#[derive(Debug, Clone, PartialEq)]
pub struct Permissions {
    /// Whether the person allowed acting at once.
    pub tier1: bool,
    /// Confidence from which a proposal is certain.
    pub high: f32,
    /// Confidence from which a proposal is put to the person.
    pub medium: f32,
    /// Thresholds the person changed, by kind of action and evidence.
    pub moved: BTreeMap<(ActionKind, EvidenceKind), (f32, f32)>,
    /// Folders of documents, by the kind of document.
    pub routes: BTreeMap<String, String>,
}

impl Default for Permissions {
    fn default() -> Self {
        Self { tier1: false, high: HIGH, medium: MEDIUM, moved: BTreeMap::new(), routes: BTreeMap::new() }
    }
}

impl Permissions {
    /// The permissions in the person's settings.
    pub fn of(config: &StandupConfig, project: &StandupProject) -> Self {
        Self {
            tier1: project.tier1,
            high: config.high.unwrap_or(HIGH),
            medium: config.medium.unwrap_or(MEDIUM),
            moved: BTreeMap::new(),
            routes: config.routes.clone(),
        }
    }

    /// The thresholds, high and medium, for proposals of these kinds.
    pub fn thresholds(&self, kind: ActionKind, evidence: EvidenceKind) -> (f32, f32) {
        let (high, medium) = self.moved.get(&(kind, evidence)).copied().unwrap_or((self.high, self.medium));
        // Changed ones are read from the project's folder, which may have come with a repository.
        (high.max(LOWEST_HIGH), medium.clamp(0.0, HIGHEST_MEDIUM))
    }

    /// How sure a proposal is, in words.
    pub fn level(&self, proposal: &Proposal) -> Level {
        let (high, medium) = self.thresholds(proposal.action.kind(), proposal.evidence_kind());
        match proposal.confidence.score {
            score if score >= high && score >= medium => Level::High,
            score if score >= medium => Level::Medium,
            // NaN too.
            _ => Level::Low,
        }
    }

    /// The tier of a proposal. `seen` says whether other people see the board.
    pub fn tier(&self, proposal: &Proposal, seen: bool) -> Tier {
        let action = &proposal.action;
        if self.never(action).is_some() {
            return Tier::Never;
        }
        let level = self.level(proposal);
        if action.kind() == ActionKind::NoAction || level == Level::Low {
            return Tier::Note;
        }
        let leaves = proposal.leaves_machine || (seen && action.on_board());
        let allowed = match action {
            StandupAction::CreateTask { .. }
            | StandupAction::LogTask { .. }
            | StandupAction::CreateDoc { .. }
            | StandupAction::EnrichDoc { .. } => true,
            // Closing a task needs a tool's result; words alone are for the person to judge.
            StandupAction::DoneTask { .. } => proposal.evidence_kind() == EvidenceKind::Verified,
            // These change what somebody wrote or how a tool is used.
            StandupAction::DocMetadata { .. }
            | StandupAction::CorrectDoc { .. }
            | StandupAction::FixSkill { .. }
            | StandupAction::NoAction { .. } => false,
        };
        if self.tier1 && allowed && !leaves && level == Level::High { Tier::Execute } else { Tier::Call }
    }

    /// Why an action is never done; `None` when it may be.
    pub fn never(&self, action: &StandupAction) -> Option<String> {
        match action {
            StandupAction::CreateDoc { path, content, .. } => {
                let least = if self.is_decision(path) { SHORTEST_DECISION } else { SHORTEST_DOC };
                let short = content.trim().chars().count() < least;
                self.document_fault(path).or_else(|| {
                    short.then(|| format!("a document has at least {least} characters: this is a note on a task"))
                })
            }
            StandupAction::EnrichDoc { path, .. } | StandupAction::CorrectDoc { path, .. } => self.document_fault(path),
            StandupAction::DocMetadata { path, field, .. } => {
                let known = FIELDS.contains(&field.as_str());
                self.document_fault(path)
                    .or_else(|| (!known).then(|| format!("only these fields are set: {}", FIELDS.join(", "))))
            }
            StandupAction::FixSkill { path, .. } => skill_path_fault(path),
            _ => None,
        }
    }

    /// Whether a path is in the folder of decision records.
    fn is_decision(&self, path: &str) -> bool {
        let folder = self.routes.get("decision").map_or("docs/decisions", String::as_str);
        path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    }

    fn document_fault(&self, path: &str) -> Option<String> {
        if let Some(why) = document_path_fault(path) {
            return Some(why);
        }
        let routed = self.routes.values().any(|folder| path.starts_with(&format!("{folder}/")));
        let inside = path.starts_with("docs/") || path.starts_with("doc/") || routed;
        (!inside).then(|| format!("{path} is in no folder of documents"))
    }
}

/// Whether a part of a path is empty, hidden, relative or of another system.
fn is_unsafe_part(part: &str) -> bool {
    part.is_empty() || part.starts_with('.') || part.contains(['\\', ':'])
}

/// The reason why no document may be written to a path; `None` where one may.
fn document_path_fault(path: &str) -> Option<String> {
    if path.split('/').any(is_unsafe_part) || path.chars().any(char::is_control) || path.len() > 250 {
        return Some(format!("{} is no path of a document", path.escape_debug()));
    }
    let lower = path.to_lowercase();
    let (folder, name) = lower.rsplit_once('/').unwrap_or(("", &lower));
    if STEERING.contains(&name) || folder.split('/').any(|part| STEERING_FOLDERS.contains(&part)) {
        return Some(format!("{path} instructs an agent or is archived: it is only read"));
    }
    (!is_markdown(path)).then(|| format!("{path} is no Markdown"))
}

/// The reason why a path may not hold a tool's notes; `None` where it may.
fn skill_path_fault(path: &str) -> Option<String> {
    let visible = SKILLS.iter().find_map(|s| path.strip_prefix(s)).unwrap_or(path);
    if let Some(why) = document_path_fault(visible) {
        return Some(why);
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let notes = name == "SKILL.md" || path.starts_with("docs/gotchas");
    (!notes).then(|| format!("{path} is neither a SKILL.md nor a page of gotchas"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standup::action::{ProposalConfidence, ProposalEvidence};

    fn long() -> String {
        "Measured on the same data, twice. ".repeat(20)
    }

    fn proposal(action: StandupAction, score: f32, kind: EvidenceKind) -> Proposal {
        let evidence = ProposalEvidence {
            kind,
            session: "claude-1".into(),
            turns: vec![],
            quotes: vec![],
            at: None,
            agreed: false,
        };
        Proposal::new(action, ProposalConfidence { score, parts: vec![] }, vec![evidence], "said so")
    }

    fn create() -> StandupAction {
        StandupAction::CreateTask { title: "Add rate limit".into(), body: String::new() }
    }

    fn done() -> StandupAction {
        StandupAction::DoneTask { task: "dm-1".into(), title: "Fix it".into(), note: "pushed".into() }
    }

    #[test]
    fn no_action_is_executed_at_once_without_the_persons_permission() {
        let off = Permissions::default();
        let on = Permissions { tier1: true, ..Permissions::default() };
        let certain = proposal(create(), 0.99, EvidenceKind::Verified);
        assert_eq!((off.tier(&certain, false), on.tier(&certain, false)), (Tier::Call, Tier::Execute));
    }

    #[test]
    fn medium_confidence_waits_low_is_a_note_and_a_change_others_see_waits() {
        let on = Permissions { tier1: true, ..Permissions::default() };
        for (score, tier) in
            [(0.95, Tier::Execute), (0.89, Tier::Call), (0.5, Tier::Call), (0.49, Tier::Note), (f32::NAN, Tier::Note)]
        {
            assert_eq!(on.tier(&proposal(create(), score, EvidenceKind::Verified), false), tier, "{score}");
        }
        assert_eq!(on.tier(&proposal(create(), 1.0, EvidenceKind::Verified), true), Tier::Call);
        let mut leaves = proposal(create(), 1.0, EvidenceKind::Verified);
        leaves.leaves_machine = true;
        assert_eq!(on.tier(&leaves, false), Tier::Call);
    }

    #[test]
    fn closing_needs_a_tools_result_and_skills_always_need_the_person() {
        let on = Permissions { tier1: true, ..Permissions::default() };
        assert_eq!(on.tier(&proposal(done(), 0.99, EvidenceKind::Verified), false), Tier::Execute);
        assert_eq!(on.tier(&proposal(done(), 0.99, EvidenceKind::Person), false), Tier::Call);
        let path = ".claude/skills/board/SKILL.md".to_owned();
        let fix = StandupAction::FixSkill { path, heading: "create".into(), content: "no --description".into() };
        assert_eq!(on.tier(&proposal(fix, 1.0, EvidenceKind::Verified), false), Tier::Call);
    }

    #[test]
    fn files_that_instruct_agents_are_never_written() {
        let rules = Permissions { tier1: true, ..Permissions::default() };
        let doc = |path: &str| StandupAction::CreateDoc { path: path.into(), title: "t".into(), content: long() };
        for path in [
            "CLAUDE.md",
            "docs/CLAUDE.md",
            "docs/claude.MD",
            "docs/AGENTS.md",
            "memory-bank/activeContext.md",
            "docs/memory-bank/x.md",
            "docs/../CLAUDE.md",
            "/etc/x.md",
            "docs//x.md",
            "docs/.hidden/x.md",
            "docs/x.rs",
            "src/x.md",
            "docs\\x.md",
            "docs/a\nb.md",
            ".git/x.md",
            ".deltamind/board.md",
            "C:/x.md",
            "docs/archive/x.md",
        ] {
            assert!(rules.never(&doc(path)).is_some(), "{path:?}");
            assert_eq!(rules.tier(&proposal(doc(path), 1.0, EvidenceKind::Verified), false), Tier::Never);
        }
        assert_eq!(rules.never(&doc("docs/plans/x.md")), None);
        let skill =
            |path: &str| StandupAction::FixSkill { path: path.into(), heading: "h".into(), content: "c".into() };
        for path in ["CLAUDE.md", ".claude/CLAUDE.md", ".claude/skills/../CLAUDE.md", "README.md", ".git/SKILL.md"] {
            assert!(rules.never(&skill(path)).is_some(), "{path:?}");
        }
        assert_eq!(rules.never(&skill("docs/gotchas.md")), None);
    }

    #[test]
    fn a_short_document_is_refused() {
        let doc =
            StandupAction::CreateDoc { path: "docs/notes/x.md".into(), title: "t".into(), content: "short".into() };
        assert!(Permissions::default().never(&doc).is_some_and(|why| why.contains("at least 500")));
    }
}
