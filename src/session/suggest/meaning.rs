//! Defines [`MemoryType`] and derives it from an item's words and kind.

use crate::state::{Item, ItemKind};
use crate::text::patterns;
use crate::transcript::Role;

words! {
    /// The four types of memory in Claude Code.
    MemoryType {
        /// About the person: role, tools, habits, knowledge.
        User = "user",
        /// A rule the person states about how to work.
        Feedback = "feedback",
        /// A choice, limit or fact of the project.
        Project = "project",
        /// A pointer to a document or service.
        Reference = "reference",
    }
}

patterns! {
    /// The person speaks of themselves.
    OF_SELF = r"(?i)^\W*(i\s*(am|'m|’m)\s+(a|an|the|new|not|on|in|used|working|based|responsible)\b|i\s+(prefer|like|hate|dislike|live|speak|use|work|know|maintain)\b|i\s+(don't|do\s+not|dont)\s+(know|like|use|speak)\b|call\s+me\b|my\s+(name|role|job|editor|shell|team|time\s?zone|language|background|machine|terminal|preference)\b|the\s+user\s+(is|prefers|likes|uses|works|knows))";

    /// A rule about the agent's conduct: a command or ban whose verb is an agent's action.
    OF_CONDUCT = r"(?ix)
        ^(?:[\w\ /-]{1,30}:)?\W*(please\s+|and\s+|also\s+|so\s+|you\s+(must|should|may|can|need\s+to)\s+)*
        (always|never|do\s+not|don't|don’t|dont|must\s+not|must|should\s+not|should|shouldn't|only|avoid|stop|no\ more|make\ sure\ (to|you)|remember\ to|before\ (you|any)|when\ you|no|without|keep|prefer|ask|not)\b
        .{0,60}?
        \b(commit|committing|commits|push|pushing|amend|rebase|force|merge|ask|asking|confirm|explain|summari[sz]e|reply|answer|respond|comment|comments|emoji|emojis|run|running|lint|format|refactor|edit|editing|touch|touching|modify|modifying|delete|deleting|overwrite|rewrite|rename|install|installing|dependency|dependencies|dep|deps|plan|review|mock|mocks|mocking|guess|assume|create|creating|write|writing|add|adding|use|using|test|tests|check|verify|read|stage|stash|skip|tdd|docstrings?|subagents?)\b";

    /// A rule about the process of work: changes or findings must go through a step such as review.
    OF_WORK = r"(?ix)
        \b(findings?|changes?|fixes|bugs?|features?|work|tasks?|commits?|prs?|pull\s+requests?|branches|branch|todos?|tickets?|reviews?|releases?)\b
        .{0,80} \b(should|must|shall|needs?\s+to|has\s+to|have\s+to|always|never|only)\b
        .{0,40} \b(create|open|file|track|tracked|write|run|ask|asked|get|gets|go|goes|come|start|reviewed|tested|documented|approved|squashed|signed|linked|named|split)\b";

    /// A rule about the tools and steps of the work.
    OF_STEPS = r"(?ix) \b( commits?|branch(?:es)?|pull\ requests?|prs?|(?:unit\ |integration\ )?tests?|lint(?:er)?|clippy|reviews?|reviewed|dependenc(?:y|ies)|deps?|changelog|migrations?|prod|production
        | make\ \w+ | ask\ (?:me|first|before) | without\ asking | force[- ]push | push(?:es|ed|ing)? | backward(?:s)?[- ]compatib\w+ | console\ logs? | comments? | docstrings? )\b";

    /// Words that say where something is found.
    A_POINTER = r"(?i)https?://|\b(documented|described|tracked|specified|defined|listed|recorded|hosted)\s+(in|at|on|under)\b|\b(docs?|documentation|dashboard|tracker|spec|runbook|wiki|board)\b.{0,40}\b(is|are|live|lives|stand|stands|found)\s+(in|at|on|under)\b";
}

/// The type of memory an item makes. `said_by` is the speaker of its newest version.
pub(super) fn of(item: &Item, said_by: Option<Role>) -> MemoryType {
    let by_person = matches!(said_by, Some(Role::User));
    let fact = matches!(item.kind, ItemKind::Fact | ItemKind::Dependency);
    if by_person && OF_SELF.is_match(&item.summary) {
        MemoryType::User
    } else if fact && A_POINTER.is_match(&item.summary) {
        MemoryType::Reference
    } else if by_person
        && item.kind == ItemKind::Constraint
        && [&OF_CONDUCT, &OF_WORK, &OF_STEPS].iter().any(|way| way.is_match(&item.summary))
    {
        MemoryType::Feedback
    } else {
        MemoryType::Project
    }
}
