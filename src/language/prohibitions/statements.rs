//! Defines which statements violate a prohibition: a request for the forbidden deed, or a report of having done it.

use super::{Ban, Forbidden, lies_in, names_it, objects};
use crate::text::patterns;

/// How a statement refers to a deed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Speech {
    /// Asks for it.
    Requests,
    /// Says that it was done.
    Reports,
}

patterns! {
    /// A report of the speaker's own deed. Its verb must be the speaker's first, which excludes "I checked that nobody
    /// added".
    REPORT = r"(?ix) (?: ^\W* (?:(?:done|ok|okay|also|then|next|now|and|first|finally)[,:.!]?\s+)* (?: (?:i|we) (?:\s+have|['’]ve)? \s+ (?:(?:also|just|now|then|already)\s+)* )? )
        (?P<verb>added|installed|introduced|switched\s+(?:over\s+)?to|moved\s+(?:over\s+)?to|migrated\s+to|set\s+up|adopted|edited|changed|updated|modified|rewrote|refactored|deleted|removed|renamed|pushed|committed|ran|used) \b \s*
        (?P<what>.*)";
    REQUEST = r"(?ix) ^\W* (?:(?:ok|okay|yes|yeah|great|good|cool|now|then|also|and|please|just|so|next|go\s+ahead\s+and|let['’]?s|lets|you\s+(?:should|must|need\s+to)|we\s+(?:should|must|need\s+to)|i\s+want\s+you\s+to)[,:.!]?\s+)*
        (?P<verb>add|install|introduce|pull\s+in|bring\s+in|edit|change|update|modify|rewrite|refactor|delete|remove|rename|push|commit|run|use) \b \s*
        (?P<what>.*)";
    /// A new package, by its name: `left-pad`, "the serde crate", "zod as a dependency", "X to package.json".
    NEW_PACKAGE = r"(?ix) ^(?:(?:the|a|an|new|npm|pypi|third[-\s]party|external)\s+)* (?:
            (?: `[\w@./-]+` | [\w@./]*[\w]-[\w./-]+ | @[\w./-]+ ) \s+ (?:package|dependency|crate|library|gem|module) (?:\s*(?:$|[.,;:!)])|\s+(?:to|for|in|and|so|as|from)\b)
          | [\w-]+ \s+ (?:crate|gem|npm\s+package|package) (?:\s*(?:$|[.,;:!)])|\s+(?:to|for|in|and|so|as|from)\b)
          | `?[\w@./-]+`? \s+ as \s+ an? \s+ (?:new\s+|dev\s+|runtime\s+)? (?:dependency|package)\b
          | `?[\w@./-]+`? \s+ to \s+ (?:the\s+|our\s+)? `? (?:package\.json|Cargo\.toml|requirements[\w./-]*\.txt|pyproject\.toml|go\.mod|Gemfile|composer\.json)
          | dependency \s+ (?:on|to) \s+ `?[\w@./-]+ )";
    /// Packages that the project already declares.
    DECLARED = r"(?i)^(?:(?:the|all|these|those|its|our|existing|missing|project['’]?s?|required|local)\s+)+(?:dev\s+)?(?:dependencies|packages|dependency|package|crate|modules?)\b";
    /// The branch that a push goes to.
    TO_BRANCH = r"(?i)\b(?:in)?to\s+(?:the\s+)?(?:origin[/\s])?`?(?P<branch>[\w./-]+)`?";
    /// Any verb of [`REPORT`] or [`REQUEST`].
    VERBS = r"(?i)\b(add|added|install|installed|introduced?|switched|moved|migrated|set\s+up|adopted|edit|edited|changed?|updated?|modify|modified|rewrote|rewrite|refactor|refactored|deleted?|removed?|renamed?|push|pushed|commit|committed|run|ran|used?|pull|bring)\b";
}

const ADDING: &[&str] = &["add", "added", "install", "installed", "introduce", "introduced", "pull", "bring"];
const CHANGING: &[&str] = &[
    "edit",
    "edited",
    "change",
    "changed",
    "update",
    "updated",
    "modify",
    "modified",
    "rewrite",
    "rewrote",
    "refactor",
    "refactored",
    "delete",
    "deleted",
    "remove",
    "removed",
    "rename",
    "renamed",
];
const TAKING: &[&str] = &["added", "installed", "introduced", "switched", "moved", "migrated", "set", "adopted"];
const CALLING: &[&str] = &["run", "ran", "use", "used"];

/// Whether a text can violate any prohibition at all: a cheap test before reading it clause by clause.
pub(crate) fn may_be_against(text: &str) -> bool {
    VERBS.is_match(text)
}

/// Whether a statement violates a prohibition.
pub(crate) fn is_against(forbidden: &Forbidden, statement: &str, speech: Speech) -> bool {
    let pattern = if speech == Speech::Requests { &REQUEST } else { &REPORT };
    let Some(said) = pattern.captures(statement) else { return false };
    let [verb, what] = ["verb", "what"].map(|name| said.name(name).map_or("", |m| m.as_str()));
    let verb = verb.to_ascii_lowercase();
    let verb = verb.split_whitespace().next().unwrap_or("");
    let first = what.split_whitespace().next().unwrap_or("").trim_matches(['`', ',', '.', ';', ':', '*', '"']);
    let names = &forbidden.names;
    match forbidden.ban {
        Ban::Packages => ADDING.contains(&verb) && NEW_PACKAGE.is_match(what) && !DECLARED.may_match(what),
        Ban::Paths => {
            CHANGING.contains(&verb)
                && objects(what).0.iter().any(|file| names.iter().any(|named| lies_in(file, named)))
        }
        Ban::Push => {
            let branch = TO_BRANCH.captures(what);
            let branch = branch.and_then(|c| Some(c.name("branch")?.as_str().trim_end_matches('.').to_owned()));
            let there = names.is_empty() || branch.is_some_and(|b| names.contains(&b));
            matches!(verb, "push" | "pushed") && there
        }
        Ban::Commit => names.is_empty() && matches!(verb, "commit" | "committed"),
        Ban::Tool => CALLING.contains(&verb) && names.iter().any(|name| name == first),
        // A request for the rejected option is a new choice, not a violation.
        Ban::Choice => {
            speech == Speech::Reports && TAKING.contains(&verb) && names.iter().any(|name| names_it(name, first))
        }
    }
}
