//! Defines the reading of rules that forbid something, and of the words that violate them.
//!
//! There are two readings. `forbidden` reads a rule as one of a few unambiguous kinds (new packages, named files,
//! pushing, committing, a named tool): later commands and statements are checked against those. `Prohibition` reads any
//! "never do X": the steps of a plan are checked against the words of X.

mod statements;
mod steps;

use crate::text::patterns;

pub(crate) use statements::{Speech, is_against, may_be_against};
pub(crate) use steps::Prohibition;

words! {
    /// The kind of a prohibition. Pushes and commits may be forbidden for a named branch only.
    Ban {
        Packages = "packages",
        /// Changes to named files or folders.
        Paths = "paths",
        Push = "push", Commit = "commit", Tool = "tool",
        /// An option that was not chosen.
        Choice = "choice",
    }
}

/// An unambiguous prohibition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Forbidden {
    pub ban: Ban,
    /// The files, folders, branches, tools, or options not chosen. Empty for all.
    pub names: Vec<String>,
}

/// Words that forbid the verb behind them.
macro_rules! forbidding {
    () => {
        r"never|do\s+not|don['’]?t|must\s+not|mustn['’]?t|should\s+not|shouldn['’]?t"
    };
}
use forbidding;

patterns! {
    /// A rule with conditions (asking first, exceptions, times) cannot be judged by a machine.
    CONDITION = r"(?i)\b(unless|except|without\s+(asking|approval|permission|my|me|a|first|review|tests?|running)|until|if|when|before|after|other\s+than|only|too\s+(many|much)|more\s+than|lightly|blindly|manually|by\s+hand|for\s+now|yet)\b";
    NO_PACKAGES = concat!(r"(?i)\b(no|zero|without(\s+any)?|avoid|never\s+add(\s+any)?|(", forbidding!(), r")\s+(add|install|introduce|pull\s+in)(\s+any)?)\s+(new|additional|extra|more|external|third[-\s]party|further)\s+(\w+\s+)?(dependency|dependencies|deps?|packages?|libraries|crates?|modules)\b");
    /// Editing only: a file that must not be deleted or renamed may still be changed.
    NO_TOUCH = concat!(r"(?i)\b(", forbidding!(), r")\s+(ever\s+)?(directly\s+)?(touch|edit|modify|change|write\s+to|alter)\b");
    NO_GIT = concat!(r"(?i)\b(", forbidding!(), r")\s+(ever\s+)?(directly\s+)?(?P<verb>push|commit)(\s+(directly|anything|any\s+code|changes|straight))?(\s+(in)?to\s+(the\s+)?`?(?P<branch>[\w./-]+)`?(\s+branch)?)?\s*[.!]?\s*$");
    NO_TOOL = concat!(r"(?i)\b(", forbidding!(), r")\s+(ever\s+)?(use|run|call)\s+`?(?P<tool>npm|yarn|pnpm|pip|pip3|poetry|conda|docker|sudo|make|brew|npx|bun|uv|cargo|curl|wget|sed)`?(\s+(here|in\s+this\s+(repo|project|repository)|for\s+this|at\s+all))?\s*[.!,]?\s*($|[,;]|\buse\b)");
    /// A path: something with a slash or a dot in it and no blank.
    A_PATH = r"`([^`\s]+)`|(?:^|\s)((?:\.{0,2}/)?[\w@.-]+(?:/[\w@.*-]*)+|[\w-]+\.(?:rs|ts|tsx|js|jsx|py|go|java|rb|c|h|cpp|toml|json|ya?ml|md|sql|sh|lock|css|html|txt|env))(?:\s|[,;.!?:)]|$)";
    /// Words between a verb and the path that is its object: "the file", "anything under", "the default in".
    LEADS = r"(?i)^[\s`\x22'(]*(?:(?:directly|the|any|anything|everything|something|all|of|our|my|your|its|existing|generated|original|legacy|vendored|shared|files?|folders?|director(?:y|ies)|dir|modules?|code|source|contents?|in|inside|under|below|within|at|called|named)\s+)*(?:the\s+[\w-]+\s+(?:[\w-]+\s+)?(?:in|inside|within)\s+)?`?$";
    /// Words between the paths of a list.
    JOINS = r"(?i)^[`\s,/*]*(?:(?:and|or|nor|the|files?|folders?|director(?:y|ies)|in|under|anything)\s+)*`?$";
    /// The text behind a path that is meant as a whole: not "the title", "to save space".
    WHOLE = r"(?i)^[`'*/\x22]*\s*(?:$|[.,;:!)(—–-]|(?:at\s+all|ever|again|please|directly|itself|too|either|files?|folders?|director(?:y|ies)|modules?|here|and|or|but|it['’]?s|they|because|since|in\s+this\s+(?:repo|repository|project|session|pr|branch))\b)";
}

/// Whether it is open what a rule forbids: it is a question, is truncated, or has a condition.
pub(crate) fn is_open(text: &str) -> bool {
    text.contains('?') || text.contains('…') || CONDITION.may_match(text)
}

/// The unambiguous prohibitions in the words of a rule.
pub(crate) fn forbidden(text: &str) -> Vec<Forbidden> {
    let mut out = Vec::new();
    if NO_PACKAGES.is_match(text) {
        out.push(Forbidden { ban: Ban::Packages, names: Vec::new() });
    }
    if let Some(touch) = NO_TOUCH.find(text) {
        let (names, rest) = objects(&text[touch.end()..]);
        if !names.is_empty() && WHOLE.is_match(rest) {
            out.push(Forbidden { ban: Ban::Paths, names });
        }
    }
    if let Some(git) = NO_GIT.captures(text) {
        let push = git.name("verb").is_some_and(|m| m.as_str().eq_ignore_ascii_case("push"));
        let branch = git.name("branch").map(|b| b.as_str().trim_end_matches('.').to_owned());
        out.push(Forbidden { ban: if push { Ban::Push } else { Ban::Commit }, names: branch.into_iter().collect() });
    }
    if let Some(tool) = NO_TOOL.captures(text).and_then(|c| Some(c.name("tool")?.as_str().to_lowercase())) {
        out.push(Forbidden { ban: Ban::Tool, names: vec![tool] });
    }
    out
}

/// The ASCII letters and digits of a name, in lower case.
fn bare(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// Endings that turn the name of a product into the name of one of its packages: "mongodb", "redis-py".
const PACKAGE_ENDINGS: &[&str] = &[
    "db", "js", "ts", "ql", "sql", "py", "rs", "go", "rb", "client", "server", "driver", "orm", "core", "cli", "sdk",
    "dom",
];

/// Whether a package, image or word is the named thing, or one of its packages by [`PACKAGE_ENDINGS`]. A name that merely
/// begins with the same letters is another thing.
pub(crate) fn names_it(name: &str, what: &str) -> bool {
    let (name, whole) = (bare(name), bare(what));
    let Some(rest) = whole.strip_prefix(&name).filter(|_| !name.is_empty()) else { return false };
    rest.is_empty() || (name.len() >= 4 && PACKAGE_ENDINGS.contains(&rest))
}

/// The paths that are the object of a verb, given the text behind the verb, and the text behind the paths. Paths of
/// another clause do not count.
fn objects(text: &str) -> (Vec<String>, &str) {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(path) = A_PATH.captures(rest).and_then(|c| c.get(1).or(c.get(2))) {
        let between = if names.is_empty() { &LEADS } else { &JOINS };
        let said = path.as_str().trim_end_matches('.');
        let name = said.trim_start_matches("./").trim_end_matches(['*', '/']);
        let folder = said.contains(['/', '.']) || rest[path.end()..].starts_with('/');
        if !between.is_match(&rest[..path.start()]) || !folder || name.len() <= 2 {
            break;
        }
        names.push(name.to_owned());
        rest = &rest[path.start() + said.len()..];
    }
    (names, rest)
}

/// Whether a file is the named one, or is in the named folder; compares whole path components.
pub(crate) fn lies_in(file: &str, named: &str) -> bool {
    let file = format!("/{}", file.replace('\\', "/").trim_start_matches('/'));
    let named = format!("/{}", named.trim_start_matches('/'));
    file.ends_with(&named) || file.contains(&format!("{named}/"))
}
