//! Defines what a rule or a choice forbids, as far as its words leave no doubt.

use super::Ban;
use crate::state::{Item, ItemKind, Status};
use crate::text::patterns;

/// What a rule forbids, and of what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rule {
    /// What.
    pub ban: Ban,
    /// Files, folders, branches, tools, or what was not chosen; empty for all.
    pub names: Vec<String>,
}

patterns! {
    /// Where something is for, behind its name.
    SCOPE = r"(?i)\s+(for|in|on|at|as|to|with|here|anywhere|any\s?more|everywhere|like|because|since)\b";
    /// What follows is not what was chosen.
    NOT_CHOSEN = r"(?i)[,;(]?\s*\b(not|instead\s+of|rather\s+than|over|in\s+place\s+of|no\s+longer|versus|vs\.?|and\s+drop|without)\b";
    /// A rule that has conditions is not for a machine to judge: asking first, exceptions, times.
    CONDITION = r"(?i)\b(unless|except|without\s+(asking|approval|permission|my|me|a|first|review|tests?|running)|until|if|when|before|after|other\s+than|only|too\s+(many|much)|more\s+than|lightly|blindly|manually|by\s+hand|for\s+now|yet)\b";
    NO_PACKAGES = r"(?i)\b(no|zero|without(\s+any)?|avoid|never\s+add(\s+any)?|(do\s+not|don't|dont|don’t|must\s+not|should\s+not|shouldn't)\s+(add|install|introduce|pull\s+in)(\s+any)?)\s+(new|additional|extra|more|external|third[-\s]party|further)\s+(\w+\s+)?(dependency|dependencies|deps?|packages?|libraries|crates?|modules)\b";
    /// Editing only: that a file must not be deleted or renamed says nothing of what stands in it.
    NO_TOUCH = r"(?i)\b(never|do\s+not|don't|dont|don’t|must\s+not|should\s+not|shouldn't)\s+(ever\s+)?(directly\s+)?(touch|edit|modify|change|write\s+to|alter)\b";
    NO_GIT = r"(?i)\b(never|do\s+not|don't|dont|don’t|must\s+not|should\s+not|shouldn't)\s+(ever\s+)?(directly\s+)?(push|commit)(\s+(directly|anything|any\s+code|changes|straight))?(\s+(in)?to\s+(the\s+)?`?(?P<branch>[\w./-]+)`?(\s+branch)?)?\s*[.!]?\s*$";
    NO_TOOL = r"(?i)\b(never|do\s+not|don't|dont|don’t|must\s+not|should\s+not|shouldn't)\s+(ever\s+)?(use|run|call)\s+`?(?P<tool>npm|yarn|pnpm|pip|pip3|poetry|conda|docker|sudo|make|brew|npx|bun|uv|cargo|curl|wget|sed)`?(\s+(here|in\s+this\s+(repo|project|repository)|for\s+this|at\s+all))?\s*[.!,]?\s*($|[,;]|\buse\b)";
    /// A path: something with a slash or a dot in it and no blank.
    A_PATH = r"`([^`\s]+)`|(?:^|\s)((?:\.{0,2}/)?[\w@.-]+(?:/[\w@.*-]*)+|[\w-]+\.(?:rs|ts|tsx|js|jsx|py|go|java|rb|c|h|cpp|toml|json|ya?ml|md|sql|sh|lock|css|html|txt|env))(?:\s|[,;.!?:)]|$)";
    /// Words between a verb and the path that is its object: "the file", "anything under", "the default in".
    LEADS = r"(?i)^[\s`\x22'(]*(?:(?:directly|the|any|anything|everything|something|all|of|our|my|your|its|existing|generated|original|legacy|vendored|shared|files?|folders?|director(?:y|ies)|dir|modules?|code|source|contents?|in|inside|under|below|within|at|called|named)\s+)*(?:the\s+[\w-]+\s+(?:[\w-]+\s+)?(?:in|inside|within)\s+)?`?$";
    /// What stands between the paths of a list.
    JOINS = r"(?i)^[`\s,/*]*(?:(?:and|or|nor|the|files?|folders?|director(?:y|ies)|in|under|anything)\s+)*`?$";
    /// What may stand behind a path if it is meant as a whole: not "the title", "to save space".
    WHOLE = r"(?i)^[`'*/\x22]*\s*(?:$|[.,;:!)(—–-]|(?:at\s+all|ever|again|please|directly|itself|too|either|files?|folders?|director(?:y|ies)|modules?|here|and|or|but|it['’]?s|they|because|since|in\s+this\s+(?:repo|repository|project|session|pr|branch))\b)";
}

/// What an item forbids, where its words leave no doubt.
pub(super) fn rules(item: &Item) -> Vec<Rule> {
    let text = item.summary.as_str();
    let rule = matches!(item.kind, ItemKind::Constraint | ItemKind::Decision) && item.status == Status::Active;
    if !rule || is_open(text) {
        return Vec::new();
    }
    let mut out = forbidden(text);
    if item.kind == ItemKind::Decision {
        let names: Vec<String> = item.alternatives.iter().filter_map(|a| a_name(a, chosen(text))).collect();
        if !names.is_empty() {
            out.push(Rule { ban: Ban::Choice, names });
        }
    }
    out
}

/// Whether words leave open what they forbid: asked, cut, or with conditions.
fn is_open(text: &str) -> bool {
    text.contains('?') || text.contains('…') || CONDITION.may_match(text)
}

/// What the words of a rule forbid.
pub(super) fn forbidden(text: &str) -> Vec<Rule> {
    let mut out = Vec::new();
    if NO_PACKAGES.is_match(text) {
        out.push(Rule { ban: Ban::Packages, names: Vec::new() });
    }
    if let Some(touch) = NO_TOUCH.find(text) {
        let (names, rest) = objects(&text[touch.end()..]);
        if !names.is_empty() && WHOLE.is_match(rest) {
            out.push(Rule { ban: Ban::Paths, names });
        }
    }
    if let Some(git) = NO_GIT.captures(text) {
        let ban =
            if git.get(4).is_some_and(|m| m.as_str().eq_ignore_ascii_case("push")) { Ban::Push } else { Ban::Commit };
        let branch = git.name("branch").map(|b| b.as_str().trim_end_matches('.').to_owned());
        out.push(Rule { ban, names: branch.into_iter().collect() });
    }
    if let Some(tool) = NO_TOOL.captures(text).and_then(|c| Some(c.name("tool")?.as_str().to_lowercase())) {
        out.push(Rule { ban: Ban::Tool, names: vec![tool] });
    }
    out
}

/// The part of a choice that says what was chosen: an answer rather than its question, and nothing behind "not".
pub(super) fn chosen(summary: &str) -> &str {
    let answer = summary.rsplit_once(" → ").map_or(summary, |(_, answer)| answer);
    let end = NOT_CHOSEN.find(answer).map_or(answer.len(), |m| m.start());
    &answer[..end]
}

/// What was not chosen, where that is a name: one word, which what was chosen does not hold.
fn a_name(alternative: &str, chosen: &str) -> Option<String> {
    // "Mongo for the orders service" is Mongo.
    let scope = SCOPE.find(alternative).map_or(alternative.len(), |m| m.start());
    let plain = alternative[..scope].trim().trim_matches(['`', '"', '\'', '.', ',']);
    let plain = ["the ", "a ", "an "].iter().find_map(|article| plain.strip_prefix(article)).unwrap_or(plain);
    let a_word = plain.len() >= 3 && plain.chars().all(|c| c.is_ascii_alphanumeric() || "@/._+-".contains(c));
    let named = plain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@');
    let held = chosen.split(|c: char| !(c.is_alphanumeric() || "@/._+-".contains(c))).any(|w| names_it(plain, w));
    (a_word && named && !held).then(|| plain.to_lowercase())
}

/// The letters and digits of a name.
fn bare(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// What may stand behind a name in the name of a package of it ("mongodb", "redis-py").
const OF_A_PACKAGE: &[&str] = &[
    "db", "js", "ts", "ql", "sql", "py", "rs", "go", "rb", "client", "server", "driver", "orm", "core", "cli", "sdk",
    "dom",
];

/// Whether a package, image or word is the named thing: the name itself, or a package of it by its ending. A name that
/// merely begins alike is another's.
pub(super) fn names_it(name: &str, what: &str) -> bool {
    let (name, whole) = (bare(name), bare(what));
    let Some(rest) = whole.strip_prefix(&name).filter(|_| !name.is_empty()) else { return false };
    rest.is_empty() || (name.len() >= 4 && OF_A_PACKAGE.contains(&rest))
}

/// The paths that are the object of a verb, and what stands behind them. Another clause's paths are not.
pub(super) fn objects(text: &str) -> (Vec<String>, &str) {
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

/// Whether an edited file is the one named, or lies in the folder named: whole parts of the path count.
pub(super) fn lies_in(file: &str, named: &str) -> bool {
    let file = format!("/{}", file.replace('\\', "/").trim_start_matches('/'));
    let named = format!("/{}", named.trim_start_matches('/'));
    file.ends_with(&named) || file.contains(&format!("{named}/"))
}
