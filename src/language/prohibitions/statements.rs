//! Defines which statements violate a prohibition: a request for the forbidden act, or a report of having done it.

use super::objects::{lies_in, objects};
use super::{Ban, Forbidden, names_it};
use crate::text::patterns;

/// How a statement mentions an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Speech {
    /// Asks for it.
    Requests,
    /// Says that it was done.
    Reports,
}

patterns! {
    /// A report of the speaker's own action. Its verb must be the speaker's first, which excludes "I checked that
    /// nobody added".
    REPORT = r"(?ix) (?: ^\W* (?:(?:done|ok|okay|also|then|next|now|and|first|finally)[,:.!]?\s+)* (?: (?:i|we) (?:\s+have|['’]ve)? \s+ (?:(?:also|just|now|then|already)\s+)* )? )
        (?P<verb>added|installed|introduced|switched\s+(?:over\s+)?to|moved\s+(?:over\s+)?to|migrated\s+to|set\s+up|adopted|edited|changed|updated|modified|rewrote|refactored|deleted|removed|renamed|(?:force[-\s])?pushed|committed|ran|used|merged|rebased|amended|squashed|tagged|deployed|released|published|opened|created|dropped|truncated|restarted|skipped|wrote|imported) \b \s*
        (?P<what>.*)";
    REQUEST = r"(?ix) ^\W* (?:(?:ok|okay|yes|yeah|great|good|cool|now|then|also|and|please|just|so|next|go\s+ahead\s+and|let['’]?s|lets|you\s+(?:should|must|need\s+to)|we\s+(?:should|must|need\s+to)|i\s+want\s+you\s+to)[,:.!]?\s+)*
        (?P<verb>add|install|introduce|pull\s+in|bring\s+in|edit|change|update|modify|rewrite|refactor|delete|remove|rename|(?:force[-\s])?push|commit|run|use|merge|rebase|amend|squash|tag|deploy|release|publish|open|create|drop|truncate|restart|skip|import) \b \s*
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
    TAG = r"(?i)^(?:(?:the|a|new|release)\s+)*tags?\b";
    PULL_REQUEST = r"(?i)^(?:(?:the|a|an|new|draft)\s+)*(?:pull\s+request|pr|merge\s+request)\b";
    TABLE = r"(?i)^(?:(?:the|all|old|unused|`?\w+`?)\s+){0,3}(?:tables?|columns?|databases?|schemas?|rows)\b";
    /// The branch that a push goes to.
    TO_BRANCH = r"(?i)\b(?:(?:in)?to|on)\s+(?:the\s+)?(?:origin[/\s])?`?(?P<branch>[\w./-]+)`?";
    /// Any verb of [`REPORT`] or [`REQUEST`].
    VERBS = r"(?i)\b(add|added|install|installed|introduced?|switched|moved|migrated|set\s+up|adopted|edit|edited|changed?|updated?|modify|modified|rewrote|rewrite|refactor|refactored|deleted?|removed?|renamed?|push|pushed|commit|committed|run|ran|used?|pull|bring|merged?|rebased?|amend(?:ed)?|squash(?:ed)?|tag(?:ged)?|deploy(?:ed)?|released?|publish(?:ed)?|open(?:ed)?|created?|drop(?:ped)?|truncated?|restart(?:ed)?|skip(?:ped)?|wrote|import(?:ed)?)\b";
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

/// Whether a text can violate any prohibition: a cheap test before it is parsed clause by clause.
pub(crate) fn may_be_against(text: &str) -> bool {
    VERBS.is_match(text)
}

/// A request or a report of somebody, read once for all prohibitions.
#[derive(Debug)]
pub(crate) struct SaidStatement<'t> {
    speech: Speech,
    /// The first word of its verb, in lower case.
    verb: String,
    /// The text after the verb.
    what: &'t str,
}

impl<'t> SaidStatement<'t> {
    /// Parses a request or a report; `None` if the text is neither.
    pub(crate) fn read(text: &'t str, speech: Speech) -> Option<Self> {
        let pattern = if speech == Speech::Requests { &REQUEST } else { &REPORT };
        let said = pattern.captures(text)?;
        let [verb, what] = ["verb", "what"].map(|name| said.name(name).map_or("", |m| m.as_str()));
        let verb = verb.split_whitespace().next().unwrap_or("").to_ascii_lowercase();
        Some(Self { speech, verb, what })
    }

    /// Whether it violates a prohibition.
    pub(crate) fn is_against(&self, forbidden: &Forbidden) -> bool {
        is_against(forbidden, self.speech, &self.verb, self.what)
    }
}

/// Whether a verb with its object violates a prohibition.
fn is_against(forbidden: &Forbidden, speech: Speech, verb: &str, what: &str) -> bool {
    let first = what.split_whitespace().next().unwrap_or("").trim_matches(['`', ',', '.', ';', ':', '*', '"']);
    let names = &forbidden.names;
    match forbidden.ban {
        Ban::Packages => ADDING.contains(&verb) && NEW_PACKAGE.is_match(what) && !DECLARED.may_match(what),
        Ban::Paths => CHANGING.contains(&verb) && is_object(what, names),
        Ban::Delete => matches!(verb, "deleted" | "delete" | "removed" | "remove") && is_object(what, names),
        Ban::Push => (verb.ends_with("push") || verb.ends_with("pushed")) && goes_to(what, names),
        Ban::ForcePush => verb.starts_with("force") || (verb.starts_with("push") && said_force(what)),
        Ban::Commit => matches!(verb, "commit" | "committed") && goes_to(what, names),
        Ban::CommitPaths => matches!(verb, "commit" | "committed") && is_object(what, names),
        Ban::Tool => {
            let called = what.trim_start_matches('`');
            CALLING.contains(&verb)
                && names.iter().any(|name| {
                    called.strip_prefix(name.as_str()).is_some_and(|r| !r.starts_with(char::is_alphanumeric))
                })
        }
        Ban::Library => {
            [ADDING, CALLING, &["imported", "import"]].concat().contains(&verb)
                && names.iter().any(|name| names_it(name, first))
        }
        Ban::Merge => matches!(verb, "merge" | "merged") && (names.is_empty() || goes_to(what, names)),
        Ban::Rebase => matches!(verb, "rebase" | "rebased"),
        Ban::Amend => matches!(verb, "amend" | "amended" | "squash" | "squashed"),
        Ban::Tag => {
            matches!(verb, "tag" | "tagged")
                || (matches!(verb, "created" | "create" | "pushed" | "push") && TAG.is_match(what))
        }
        Ban::PullRequest => matches!(verb, "open" | "opened" | "create" | "created") && PULL_REQUEST.is_match(what),
        Ban::Deploy => matches!(verb, "deploy" | "deployed" | "release" | "released") && names_place(what, names),
        Ban::Publish => matches!(verb, "publish" | "published"),
        Ban::Database => matches!(verb, "drop" | "dropped" | "truncate" | "truncated") && TABLE.is_match(what),
        Ban::Restart => matches!(verb, "restart" | "restarted"),
        // A report says too little; the tool calls themselves are checked instead.
        Ban::ThirdParty
        | Ban::Programs
        | Ban::Outside
        | Ban::Create
        | Ban::DeleteBranch
        | Ban::SkipHooks
        | Ban::Migrate
        | Ban::Content
        | Ban::Upgrade
        | Ban::Format
        | Ban::Network
        | Ban::Operate
        | Ban::Branch
        | Ban::Read
        | Ban::Tests => false,
        // A request for the rejected option is a new choice, not a violation.
        Ban::Choice => {
            speech == Speech::Reports && TAKING.contains(&verb) && names.iter().any(|name| names_it(name, first))
        }
    }
}

/// Whether the object of a verb is one of the named files.
fn is_object(what: &str, names: &[String]) -> bool {
    objects(what).0.iter().any(|file| names.iter().any(|named| lies_in(file, named)))
}

/// Whether a push or commit goes to a named branch, or to any where none is named.
fn goes_to(what: &str, names: &[String]) -> bool {
    let branch = TO_BRANCH.captures(what);
    let branch = branch.and_then(|c| Some(c.name("branch")?.as_str().trim_end_matches('.').to_owned()));
    names.is_empty() || branch.is_some_and(|b| names.contains(&b))
}

fn said_force(what: &str) -> bool {
    let low = what.to_ascii_lowercase();
    low.contains("--force") || low.contains("with force") || low.contains("force-with-lease")
}

/// Whether one of the environments is named; true if `names` is empty.
fn names_place(what: &str, names: &[String]) -> bool {
    let low = what.to_ascii_lowercase();
    names.is_empty()
        || names.iter().any(|name| low.contains(name.as_str()) || (name == "production" && low.contains("prod")))
}
