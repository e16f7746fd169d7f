//! Defines which words go against a rule: the person asks for what it forbids, or the agent says it did it.

use super::Ban;
use super::rules::{Rule, lies_in, names_it, objects};
use crate::pipeline::clause::{Clause, Modality};
use crate::text::patterns;
use crate::transcript::Role;

patterns! {
    /// What the agent says it has done. The verb is the first thing said of itself, so "I checked that nobody added" is none.
    DID = r"(?ix) (?: ^\W* (?:(?:done|ok|okay|also|then|next|now|and|first|finally)[,:.!]?\s+)* (?: (?:i|we) (?:\s+have|['’]ve)? \s+ (?:(?:also|just|now|then|already)\s+)* )? )
        (?P<verb>added|installed|introduced|switched\s+(?:over\s+)?to|moved\s+(?:over\s+)?to|migrated\s+to|set\s+up|adopted|edited|changed|updated|modified|rewrote|refactored|deleted|removed|renamed|pushed|committed|ran|used) \b \s*
        (?P<what>.*)";
    /// What the person asks for.
    DO = r"(?ix) ^\W* (?:(?:ok|okay|yes|yeah|great|good|cool|now|then|also|and|please|just|so|next|go\s+ahead\s+and|let['’]?s|lets|you\s+(?:should|must|need\s+to)|we\s+(?:should|must|need\s+to)|i\s+want\s+you\s+to)[,:.!]?\s+)*
        (?P<verb>add|install|introduce|pull\s+in|bring\s+in|edit|change|update|modify|rewrite|refactor|delete|remove|rename|push|commit|run|use) \b \s*
        (?P<what>.*)";
    /// A new package, by its name: `left-pad`, "the serde crate", "zod as a dependency", "X to package.json".
    A_PACKAGE = r"(?ix) ^(?:(?:the|a|an|new|npm|pypi|third[-\s]party|external)\s+)* (?:
            (?: `[\w@./-]+` | [\w@./]*[\w]-[\w./-]+ | @[\w./-]+ ) \s+ (?:package|dependency|crate|library|gem|module) (?:\s*(?:$|[.,;:!)])|\s+(?:to|for|in|and|so|as|from)\b)
          | [\w-]+ \s+ (?:crate|gem|npm\s+package|package) (?:\s*(?:$|[.,;:!)])|\s+(?:to|for|in|and|so|as|from)\b)
          | `?[\w@./-]+`? \s+ as \s+ an? \s+ (?:new\s+|dev\s+|runtime\s+)? (?:dependency|package)\b
          | `?[\w@./-]+`? \s+ to \s+ (?:the\s+|our\s+)? `? (?:package\.json|Cargo\.toml|requirements[\w./-]*\.txt|pyproject\.toml|go\.mod|Gemfile|composer\.json)
          | dependency \s+ (?:on|to) \s+ `?[\w@./-]+ )";
    /// Packages that are no new ones.
    DECLARED = r"(?i)^(?:(?:the|all|these|those|its|our|existing|missing|project['’]?s?|required|local)\s+)+(?:dev\s+)?(?:dependencies|packages|dependency|package|crate|modules?)\b";
    /// The branch a push goes to.
    TO = r"(?i)\b(?:in)?to\s+(?:the\s+)?(?:origin[/\s])?`?(?P<branch>[\w./-]+)`?";
    /// The person changes the rule rather than forgetting it.
    REVISION = r"(?i)\b(after\s+all|exception|this\s+(once|time)|just\s+once|you\s+(can|may)|allowed|it['’]?s\s+(ok|okay|fine|alright)|fine\s+(now|with\s+me)|forget|drop\s+(the|that)|no\s+longer|any\s?more|changed?\s+(my|our)\s+minds?|actually|ignore|override|instead|anyway|despite|even\s+though)\b";
    /// Said not to be so, wished, or left open.
    OPEN = r"(?i)\b(not|never|no|nothing|without|avoid(ed)?|instead\s+of|rather\s+than|cannot|can['’]t|don['’]?t|didn['’]?t|haven['’]?t|hasn['’]?t|isn['’]?t|won['’]?t|would|could|might|may|maybe|perhaps|if|unless|whether|should\s+(we|i)|until|reverted|undid|removed\s+again|pretend|imagine|suppose)\b";
    /// Any verb of [`DO`] or [`DID`].
    VERBS = r"(?i)\b(add|added|install|installed|introduced?|switched|moved|migrated|set\s+up|adopted|edit|edited|changed?|updated?|modify|modified|rewrote|rewrite|refactor|refactored|deleted?|removed?|renamed?|push|pushed|commit|committed|run|ran|used?|pull|bring)\b";
}

/// Whether a turn's text can say anything of the kind at all: a look that is cheaper than reading it.
pub(super) fn may_say(text: &str) -> bool {
    VERBS.is_match(text)
}

/// Whether a clause is meant: not asked, hedged, conditional, negated, quoted, nor a change of a rule.
pub(super) fn counts(clause: &Clause, role: Role) -> bool {
    use Modality::{Conditional, Hedge, Negated, Prohibition, Question, Report};
    let barred = matches!(clause.modality, Conditional | Hedge | Negated | Prohibition | Question | Report);
    let revised = role == Role::User && REVISION.may_match(&clause.text);
    let heading = clause.block == crate::pipeline::clause::BlockKind::Heading;
    !barred && !clause.asks && !heading && !revised && !OPEN.may_match(&clause.text)
}

/// The verbs of what is asked for or was done, by what they do.
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

/// Whether a clause says what a rule forbids.
pub(super) fn against(rule: &Rule, text: &str, role: Role) -> bool {
    let said = match role {
        Role::User => DO.captures(text),
        Role::Assistant => DID.captures(text),
        Role::System => None,
    };
    let Some(said) = said else { return false };
    let part = |name: &str| said.name(name).map_or("", |m| m.as_str());
    let (verb, what) = (part("verb").to_ascii_lowercase(), part("what"));
    let verb = verb.split_whitespace().next().unwrap_or("");
    let first = what.split_whitespace().next().unwrap_or("").trim_matches(['`', ',', '.', ';', ':', '*', '"']);
    match rule.ban {
        Ban::Packages => ADDING.contains(&verb) && A_PACKAGE.is_match(what) && !DECLARED.may_match(what),
        Ban::Paths => {
            let named = |file: &String| rule.names.iter().any(|named| lies_in(file, named));
            CHANGING.contains(&verb) && objects(what).0.iter().any(named)
        }
        Ban::Push => {
            let branch =
                TO.captures(what).and_then(|c| Some(c.name("branch")?.as_str().trim_end_matches('.').to_owned()));
            let there = rule.names.is_empty() || branch.is_some_and(|b| rule.names.contains(&b));
            matches!(verb, "push" | "pushed") && there
        }
        Ban::Commit => rule.names.is_empty() && matches!(verb, "commit" | "committed"),
        Ban::Tool => CALLING.contains(&verb) && rule.names.iter().any(|name| name == first),
        // What the person says of a choice is another choice.
        Ban::Choice => {
            role == Role::Assistant && TAKING.contains(&verb) && rule.names.iter().any(|name| names_it(name, first))
        }
    }
}
