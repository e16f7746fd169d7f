//! Defines [`MemoryType`] and how it follows from what an item means, not from its kind alone.

use std::sync::LazyLock;

use regex::Regex;

use crate::state::{Item, ItemKind};
use crate::transcript::Role;

words! {
    /// The four sorts of memory that Claude Code knows.
    MemoryType {
        /// About the person: role, tools, habits, knowledge.
        User = "user",
        /// A rule the person states about how to work.
        Feedback = "feedback",
        /// A choice, limit or fact of the project.
        Project = "project",
        /// A pointer to where something is found.
        Reference = "reference",
    }
}

/// The person speaks of themselves.
static OF_SELF: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^\W*(i\s*(am|'m|’m)\s+(a|an|the|new|not|on|in|used|working|based|responsible)\b|i\s+(prefer|like|hate|dislike|live|speak|use|work|know|maintain)\b|i\s+(don't|do\s+not|dont)\s+(know|like|use|speak)\b|call\s+me\b|my\s+(name|role|job|editor|shell|team|time\s?zone|language|background|machine|terminal|preference)\b|the\s+user\s+(is|prefers|likes|uses|works|knows))",
    )
    .ok()
});
/// A rule about the agent's own doing: a command or ban whose verb is something an agent does.
static OF_CONDUCT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
        ^(?:[\w\ /-]{1,30}:)?\W*(please\s+|and\s+|also\s+|so\s+|you\s+(must|should|may|can|need\s+to)\s+)*
        (always|never|do\s+not|don't|don’t|dont|must\s+not|must|should\s+not|should|shouldn't|only|avoid|stop|no\ more|make\ sure\ (to|you)|remember\ to|before\ (you|any)|when\ you|no|without|keep|prefer|ask|not)\b
        .{0,60}?
        \b(commit|committing|commits|push|pushing|amend|rebase|force|merge|ask|asking|confirm|explain|summari[sz]e|reply|answer|respond|comment|comments|emoji|emojis|run|running|lint|format|refactor|edit|editing|touch|touching|modify|modifying|delete|deleting|overwrite|rewrite|rename|install|installing|dependency|dependencies|dep|deps|plan|review|mock|mocks|mocking|guess|assume|create|creating|write|writing|add|adding|use|using|test|tests|check|verify|read|stage|stash|skip|tdd|docstrings?|subagents?)\b",
    )
    .ok()
});
/// A rule about what becomes of work: findings, changes and the like go through something.
static OF_WORK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
        \b(findings?|changes?|fixes|bugs?|features?|work|tasks?|commits?|prs?|pull\s+requests?|branches|branch|todos?|tickets?|reviews?|releases?)\b
        .{0,80} \b(should|must|shall|needs?\s+to|has\s+to|have\s+to|always|never|only)\b
        .{0,40} \b(create|open|file|track|tracked|write|run|ask|asked|get|gets|go|goes|come|start|reviewed|tested|documented|approved|squashed|signed|linked|named|split)\b",
    )
    .ok()
});
/// Where something is found.
static A_POINTER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)https?://|\b(documented|described|tracked|specified|defined|listed|recorded|hosted)\s+(in|at|on|under)\b|\b(docs?|documentation|dashboard|tracker|spec|runbook|wiki|board)\b.{0,40}\b(is|are|live|lives|stand|stands|found)\s+(in|at|on|under)\b",
    )
    .ok()
});

fn says(pattern: &LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|p| p.is_match(text))
}

/// The sort of memory an item makes. `said_by` is who said its newest version.
pub(super) fn of(item: &Item, said_by: Option<Role>) -> MemoryType {
    let by_person = matches!(said_by, Some(Role::User));
    let fact = matches!(item.kind, ItemKind::Fact | ItemKind::Dependency);
    if by_person && says(&OF_SELF, &item.summary) {
        MemoryType::User
    } else if fact && says(&A_POINTER, &item.summary) {
        MemoryType::Reference
    } else if by_person
        && item.kind == ItemKind::Constraint
        && (says(&OF_CONDUCT, &item.summary) || says(&OF_WORK, &item.summary))
    {
        MemoryType::Feedback
    } else {
        MemoryType::Project
    }
}
