//! Defines what a verb with its object forbids, and what a forbidden noun stands for.
// size: one arm for each kind of verb.

use super::content::{content, signs};
use super::destinations::is_registry;
use super::libraries::{NO_NAME, bring, is_packages, object_end, packages, program, upgraded, used};
use super::nominals::{nominal, plural};
use super::objects::{files, objects};
use super::operations::reached;
use super::services::restarted;
use super::verbs::{PROGRAMS, Verb, leading};
use super::{Ban, Exception, Forbidden};
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::stem;
use crate::text::patterns;

patterns! {
    /// The branch of a push, commit or merge.
    BRANCH = r"(?i)\b(?:in)?(?:to|on|onto)\s+(?:the\s+|our\s+|my\s+)?(?:origin[/\s])?[`\x22']?(?P<branch>[\w./-]*\w)[`\x22']?(?:\s+or\s+[`\x22']?(?P<other>[\w./-]*\w))?";
    /// A branch as the object: "push main", "rebase the release branch".
    BRANCH_OBJECT = r"(?i)^\W*(?:the\s+|our\s+|my\s+)?[`\x22']?(?P<branch>main|master|develop|dev|trunk|staging|production|release|[\w./-]+(?:\s+branch))\b";
    /// The object of a push or commit that means all of them.
    ALL = r"(?ix)^\W*(?: $ | (?:it|this|that|these|those|them|anything|any|all|every|everything|changes?|code|commits?|branch(?:es)?|work|stuff|yet|to|from|until|till|unless|before|without|directly|straight|right|for|or|and|but|again|here|on|onto|into|in|yourself|myself|your|my|things?|the|without|of|itself|while|when|now|today|tonight|please|ever|at|upstream|origin|remote|the|a|an|new|because|since|as|so|anymore|any\s+more|automatically|locally|own|i|we|is|are|he|she|our|even|unless|except)\b | [,;:.!?)(—–-] )";
    /// A part of the changes: "any files over 10 MB", "code that does not compile".
    RESTRICTED = r"(?i)^\W*(?:any|the|a|some)?\s*(?:anything|something|files?|stuff|code|changes?|work|commits?)\s+(?P<rest>(?:with|containing|including)\s+(?:an?\s+|any\s+|the\s+)?(?P<what>.+)|over\b.*|(?:larger|bigger|older)\b.*|(?:that|which)\s+.*)$";
    /// Branches that others work on.
    SHARED = r"(?i)^\W*(?:the\s+|our\s+|to\s+|on\s+|onto\s+|any\s+|a\s+)*(?:shared|public|protected|common|long-lived)\s+branch(?:es)?\b";
    /// Words for a remote, where a branch could stand.
    REMOTE = r"(?i)^(?:origin|upstream|remote|github|gitlab|the|it|this|that|server|cloud|git|repo|repository|us|me|anything|any|remotes?|there|here|your|own|a|my|our|time|purpose|behalf|friday|fridays|monday|weekends?)$";
    DATA = r"(?ix)\b(?: tables? | columns? | rows? | databases? | schemas? | db | collections? | indexes | records? | live\s+data | prod(?:uction)?\s+data | customer\s+data | user\s+data )\b";
    /// The contents of a data store: "any keys in redis", "anything in the orders database".
    IN_STORE = r"(?ix)^\W*(?:any|the|a|some|all|of)?\s*(?:data|keys?|entries|documents|values|rows|records|anything|something|stuff)\s+(?:in|of|from|on)\s+(?:it\b|there\b|(?:the\s+|our\s+|any\s+|that\s+)?(?:[\w-]+\s+){0,2}(?:redis|cache|db|databases?|mongo|postgres|warehouse|tables?|collections?)\b)";
    /// The environment meant.
    PLACE = r"(?i)\b(?P<place>prod(?:uction)?|live|staging|stage|test|testing|preview|demo)\b";
    /// Something that runs in an environment.
    ENVIRONMENT = r"(?i)\b(?:namespace|cluster|environment|env|servers?|stack|infra(?:structure)?|account|project|instance|site|system|prod|production|live)\s*$";
    TESTS = r"(?ix)^\W*(?:(?:the|any|all|of|full|whole|entire|complete|slow|integration|unit|e2e|end[-\s]to[-\s]end|browser|ui|load|smoke|acceptance|performance|visual|playwright|cypress|long|set)\s+)* (?:test\s?-?suites?|suite|tests|test\s+run) \b";
    TEST_KIND = r"(?i)\b(?P<kind>e2e|end[-\s]to[-\s]end|integration|browser|ui|load|smoke|acceptance|performance|visual|playwright|cypress|slow)\b";
    /// A kind of tests said by its name alone: "e2e", "the e2e suite".
    KIND_ALONE = r"(?i)^\W*(?:(?:the|any|our|more)\s+)*(?P<kind>e2e|cypress|playwright|end-to-end|load\s+test)(?:\s+(?:suites?|runs?|stuff|job))?(?:\s*$|[,.;!]|\s+(?:for|until|till|today|now|yet|please|again|here|at|on|is|are|or|and|right|this|unless)\b)";
    WHOLE_SUITE = r"(?i)\b(?:full|whole|entire|complete|all)\b";
    /// Anything that a program runs: "anything with sudo".
    ANYTHING_WITH = r"(?i)^\W*(?:anything|things|stuff|commands?|it|them)\s+(?:with|via|through|under|using)\s+`?(?P<program>sudo|doas|docker|podman|npx|nohup|xargs|ssh|root)\b";
    /// An interface that is called over the network: "the live weather API".
    INTERFACE = r"(?i)^\W*(?:[\w-]+\s+){0,4}(?:apis?|endpoints?|webhooks?)\b";
    /// Things of a program or a page that are pushed about.
    PUSHED_THING = r"(?i)\bpush(?:es|ed|ing)?\s+(?:the\s+|a\s+|an\s+|any\s+|that\s+|this\s+|your\s+|our\s+)?(?:[\w-]+\s+)?(?:buttons?|limits?|users?|notifications?|items?|elements?|events?|values?|components?|panels?|sidebar|header|footer|rows?|columns?|messages?|routes?|state|boundaries|labels?|icons?|boxes|box)\b";
    /// Words for the commits that the remote has: "anything already on origin".
    REMOTE_STATE = r"(?i)^\W*(?:(?:anything|what['’]?s|what\s+is|whatever\s+is|the\s+commits|commits|history|the\s+branch)\s+(?:already\s+)?on\s+)?(?:the\s+)?(?:remote|origin|upstream)(?:\s+branch)?\b\s*(?:$|[.,;!])";
    /// A file that is added to version control: ".env to git".
    TO_GIT = r"(?i)^(?P<what>[^,;:]+?)\s+(?:to|into|in)\s+(?:git|version\s+control|source\s+control|the\s+(?:repo|repository|commit|index|history))\b";
    /// A cluster that many use.
    CLUSTER = r"(?i)\b(?:kubernetes|k8s|cluster)\b";
    /// Changes that are not committed.
    pub(super) CHANGES = r"(?i)^\W*(?:(?:any|my|the|all|of|our|these|those|local|uncommitted|unstaged|staged|unsaved|pending|current)\s+)*(?:changes|edits|work|modifications|diff|working\s+(?:tree|copy))\b";
    /// New files by their kind.
    NEW_FILES = r"(?ix)^\W*(?:(?:any|a|an|new|more|extra|another|me|to|see|additional|summary|separate|generated|unasked|unnecessary|single)\s+)*(?P<kind>markdown|md|\.md|docs?|documentation|readme|summar(?:y|ies)|report|shell|python)?\s*(?:files?|docs?|documents?|documentation|readmes?|summar(?:y|ies)|reports?|scripts?)\b";
    /// New files within a folder: "new helper files in lib/util".
    NEW_IN = r"(?i)^\W*(?:(?:any|more|a|an|another|the|additional|extra|further|single)\s+)*(?:new\s+(?:[\w-]+\s+){0,2}?)?(?:files?|modules?|folders?|director(?:y|ies)|scripts?|classes|components?|tests?)\s+(?:in|under|inside|into|to|at|below)\s+(?P<where>.+)$";
    /// All the code: "don't change any code", "don't edit anything".
    ALL_FILES = r"(?ix)^\W*(?:(?:any|the|my|our|anything|of|a|single|actual|source|any\s+of\s+the)\s+)*(?:code|anything|files?|source|line|lines|sources|things|stuff)\b \W* (?:$|yet\b|for\b|until\b|now\b|right\b|before\b|please\b|just\b|here\b|at\b|and\b|but\b|without\b|unless\b|tell\b|,|;|\.|—|-)";
    /// Things put into a place: "new entries in package.json".
    ENTRIES = r"(?i)^(?:(?:new|more|extra|additional|other|any)\s+)*(?:entries|entry|lines?|rows?|additions?|content|keys?|settings?|code|stuff|commits?)\s+(?:in|into|to|under|inside)\s+(?P<place>\S.*)$";
    /// "Outside" and the folder that must not be left.
    OUTSIDE = r"(?i)\boutside(?:\s+of)?\s+(?P<where>.+)$";
}

/// Adds what a verb with the text after it forbids.
pub(super) fn of_verb(verb: Verb, behind: &str, out: &mut Vec<Forbidden>) {
    let mut ban = |ban, names| out.push(Forbidden::new(ban, names));
    match verb {
        Verb::Push if mentions(behind, "force") => ban(Ban::ForcePush, Vec::new()),
        Verb::Push if starts(behind, &["tag", "tags", "a tag", "any tags"]) => ban(Ban::Tag, Vec::new()),
        Verb::Push if pushes_a_thing(&format!("push{behind}")) => {}
        Verb::Push => git(Ban::Push, behind, out),
        Verb::ForcePush => git(Ban::ForcePush, behind, out),
        Verb::Commit => commit(behind, out),
        Verb::Amend if !starts(behind, &["the plan", "the text"]) => ban(Ban::Amend, Vec::new()),
        Verb::Merge => git(Ban::Merge, behind, out),
        Verb::Rebase => git(Ban::Rebase, behind, out),
        Verb::Tag => git(Ban::Tag, behind, out),
        Verb::Open | Verb::Create if is_pull_request(behind) => ban(Ban::PullRequest, Vec::new()),
        Verb::Create if starts(behind, &["a tag", "tags", "a release", "releases", "any tags"]) => {
            ban(if mentions(behind, "release") { Ban::Publish } else { Ban::Tag }, Vec::new());
        }
        Verb::Create | Verb::Open | Verb::Run if opens_branch(verb, behind) => ban(Ban::Branch, Vec::new()),
        Verb::Branch => ban(Ban::Branch, Vec::new()),
        Verb::Create => create(behind, out),
        Verb::Migrate => ban(Ban::Migrate, places(behind)),
        Verb::Bring => match files(put_into_git(behind)) {
            paths if paths.is_empty() => bring(behind, out),
            paths => ban(Ban::CommitPaths, paths),
        },
        Verb::Use => used(behind, out),
        Verb::Edit => edit(behind, out),
        Verb::Delete => delete(behind, out),
        Verb::Run => run(behind, out),
        Verb::Apply => applied(behind, out),
        Verb::Deploy | Verb::Release if is_registry(behind) => ban(Ban::Publish, Vec::new()),
        Verb::Deploy | Verb::Release if !starts(behind, &["notes", "the lock", "memory", "resources"]) => {
            let there = places(behind);
            if verb == Verb::Release && there.is_empty() {
                ban(Ban::Publish, Vec::new());
            }
            ban(Ban::Deploy, there);
        }
        Verb::Publish => {
            ban(Ban::Publish, Vec::new());
            ban(Ban::Tool, UPLOADS.iter().map(|call| (*call).to_owned()).collect());
        }
        Verb::Restart => restarted(behind, out),
        Verb::Skip => skipped(behind, out),
        Verb::Upgrade => upgraded(behind, out),
        Verb::Format => match files(behind) {
            paths if paths.is_empty() => ban(Ban::Format, Vec::new()),
            paths => ban(Ban::Paths, paths),
        },
        Verb::Reach => reached(behind, out),
        Verb::Read | Verb::Open => match files(behind) {
            paths if paths.is_empty() => {}
            paths => ban(Ban::Read, paths),
        },
        Verb::Program => program(behind, out),
        Verb::Amend | Verb::Deploy | Verb::Release | Verb::Operate => {}
    }
}

/// Adds what is not to be passed over: the hooks, tests, the checks of a file.
fn skipped(behind: &str, out: &mut Vec<Forbidden>) {
    let paths = files(after_in(behind));
    if mentions_any(behind, &["hook", "hooks", "pre-commit", "precommit"]) {
        out.push(Forbidden::new(Ban::SkipHooks, Vec::new()));
    } else if mentions_any(behind, &["test", "tests", "spec", "specs", "suite", "assertion", "assertions"]) {
        out.push(Forbidden::new(Ban::Content, signs("skip").unwrap_or_default()));
    } else if paths.is_empty() {
        content(behind, out);
    } else {
        out.push(Forbidden::new(Ban::Paths, paths));
    }
}

/// The things that a text puts under version control: ".env" of ".env to git". Empty if it does not.
fn put_into_git(behind: &str) -> &str {
    let end = TO_GIT.captures(behind).and_then(|c| c.name("what")).map_or(0, |what| what.end());
    &behind[..end]
}

/// Adds what is not to be put into effect: migrations, or what is for a cluster or another environment; not a patch.
fn applied(behind: &str, out: &mut Vec<Forbidden>) {
    let there =
        ["cluster", "manifest", "manifests", "terraform", "infrastructure", "infra", "anything", "prod", "production"];
    if mentions_any(behind, &["migration", "migrations"]) {
        out.push(Forbidden::new(Ban::Migrate, places(behind)));
    } else if behind.trim_matches([' ', '.', '!']).is_empty() || mentions_any(behind, &there) {
        out.push(Forbidden::new(Ban::Deploy, places(behind)));
    }
}

/// The place of a text: "config.json" of "anything in config.json".
fn after_in(behind: &str) -> &str {
    behind.find(" in ").map_or("", |at| &behind[at + 4..])
}

/// Calls that put files on another machine.
const UPLOADS: &[&str] = &[
    "aws s3 cp",
    "aws s3 sync",
    "aws s3 mv",
    "gsutil cp",
    "gsutil rsync",
    "rclone copy",
    "rclone sync",
    "curl -T",
    "curl -F",
    "scp",
    "az storage",
];

/// Adds what a forbidden noun stands for: "no force pushes", "no new crates", "no sudo", "no changes to X".
pub(super) fn of_noun(noun: &str, out: &mut Vec<Forbidden>) {
    let mut noun = noun.trim_start();
    while let Some(rest) = [
        "direct ",
        "Direct ",
        "outgoing ",
        "outbound ",
        "unreviewed ",
        "manual ",
        "hand ",
        "accidental ",
        "automatic ",
        "further ",
        "more ",
    ]
    .iter()
    .find_map(|w| noun.strip_prefix(w).filter(|rest| !is_packages(rest)))
    {
        noun = rest;
    }
    if let Some(rest) = after_changes(noun) {
        changes(rest, out);
    } else if let Some(place) = ENTRIES.captures(noun).and_then(|c| c.name("place")) {
        of_verb(Verb::Edit, &format!(" {}", place.as_str()), out);
    } else if let Some(ban) = act(noun) {
        out.push(Forbidden::new(
            ban,
            if matches!(ban, Ban::Deploy | Ban::Migrate) { places(noun) } else { Vec::new() },
        ));
    } else if is_packages(noun) {
        packages(noun, out);
    } else if let Some((verb, behind)) = nominal(noun).filter(|(verb, _)| *verb != Verb::Upgrade) {
        of_verb(verb, behind, out);
    } else if let Some((verb, thing)) = compound(noun) {
        of_verb(verb, &format!(" {thing}"), out);
    } else if NEW_IN.is_match(noun)
        || NEW_FILES.captures(noun).is_some_and(|c| c.name("kind").is_some() || noun.starts_with("summar"))
    {
        create(noun, out);
    } else if !kind_of_tests(noun, out) {
        data_or_deed(noun, out);
    }
}

/// The verb and the thing in the noun of an act: "lock file updates", "service restarts".
fn compound(noun: &str) -> Option<(Verb, &str)> {
    let known = [Verb::Edit, Verb::Upgrade, Verb::Delete, Verb::Restart, Verb::Run, Verb::Deploy];
    let noun = noun[..object_end(noun)].trim_start_matches("the ");
    let ends = noun.match_indices(' ').map(|(at, _)| at).take(3);
    ends.into_iter().find_map(|at| {
        let (thing, act) = (&noun[..at], &noun[at + 1..]);
        let is_plural =
            act.split([' ', '.', ',', '!']).next().is_some_and(|act| act.ends_with('s') && !act.ends_with("ss"));
        let verb = leading(act).filter(|(verb, _)| is_plural && known.contains(verb)).map(|(verb, _)| verb);
        let verb = verb.or_else(|| plural(act))?;
        let mut found = Vec::new();
        of_verb(verb, &format!(" {thing}"), &mut found);
        found.iter().any(|rule| rule.ban != Ban::Upgrade).then_some((verb, thing))
    })
}

/// The words after "changes", "edits" and the like.
pub(super) fn after_changes(noun: &str) -> Option<&str> {
    ["changes", "change", "edits", "edit", "modifications", "writes", "code changes", "diff", "diffs"]
        .iter()
        .filter_map(|word| {
            let rest = noun.get(word.len()..).filter(|_| noun[..word.len()].eq_ignore_ascii_case(word));
            rest.filter(|rest| rest.is_empty() || rest.starts_with([' ', ',', '.', '!']))
        })
        .min_by_key(|rest| rest.len())
}

/// Adds what "no changes ..." forbids: edits of a place, outside of one, or of anything.
fn changes(rest: &str, out: &mut Vec<Forbidden>) {
    let rest = if rest.starts_with([',', '.', '!']) { "" } else { rest.trim_start() };
    let place = ["to ", "in ", "under ", "on ", "inside ", "within "].iter().find_map(|p| rest.strip_prefix(p));
    let what = match place {
        Some(place) => place,
        None if starts(rest, &["outside"]) => rest,
        None if rest.is_empty() || starts(rest, &["yet", "please", "for now", "until", "before"]) => "anything",
        None => return,
    };
    of_verb(Verb::Edit, &format!(" {what}"), out);
}

/// Adds the tests that a text names by their kind alone.
fn kind_of_tests(text: &str, out: &mut Vec<Forbidden>) -> bool {
    let kind = KIND_ALONE.captures(text).and_then(|c| c.name("kind")).map(|m| m.as_str().to_lowercase());
    let kind = kind.map(|k| if k.starts_with("end") { "e2e".to_owned() } else { k });
    let known = kind.is_some();
    out.extend(kind.map(|kind| Forbidden::new(Ban::Tests, vec![kind])));
    known
}

/// Nouns of acts, their plurals included.
const ACTS: &[(&[&str], Ban)] = &[
    (
        &["force-push", "force push", "forced push", "--force", "push --force", "force-pushing", "force pushing"],
        Ban::ForcePush,
    ),
    (&["pull request", "prs", "pr", "merge request"], Ban::PullRequest),
    (&["tags"], Ban::Tag),
    (&["--no-verify"], Ban::SkipHooks),
    (&["apply", "deploy", "deploys", "deployment", "deployments", "rollouts"], Ban::Deploy),
    (&["releases", "release", "launch", "publishing"], Ban::Publish),
    (&["migrations"], Ban::Migrate),
    (&["global installs", "global packages"], Ban::Programs),
    (&["rebases", "rebasing"], Ban::Rebase),
    (&["merges", "merging"], Ban::Merge),
    (&["amends", "amending"], Ban::Amend),
    (&["upgrades", "upgrade", "version bumps", "bumps", "version changes", "version upgrades"], Ban::Upgrade),
    (
        &["formatting", "reformatting", "formatting changes", "format changes", "whitespace changes", "whitespace"],
        Ban::Format,
    ),
    (
        &[
            "network calls",
            "network access",
            "network requests",
            "network",
            "http calls",
            "http requests",
            "api calls",
            "outbound calls",
            "outgoing calls",
            "internet access",
            "internet",
            "external calls",
            "outbound requests",
            "downloads",
            "traffic",
            "network traffic",
            "live calls",
        ],
        Ban::Network,
    ),
    (
        &[
            "new branches",
            "branches",
            "feature branches",
            "new branch",
            "extra branch",
            "extra branches",
            "branch for",
            "another branch",
        ],
        Ban::Branch,
    ),
    (&["restarts", "restarting", "reboots"], Ban::Restart),
];

/// The act a noun begins with.
fn act(noun: &str) -> Option<Ban> {
    let noun = noun.trim_start();
    let is_plural = |rest| ["es", "s"].iter().any(|end| behind(rest, end).is_some_and(ends_word));
    let named = |word: &&str| behind(noun, word).is_some_and(|rest| ends_word(rest) || is_plural(rest));
    ACTS.iter().find(|(words, _)| words.iter().any(named)).map(|(_, ban)| *ban)
}

/// Adds what a data store, a gerund or a noun of a git command forbids; for any other noun, the use of the thing.
fn data_or_deed(noun: &str, out: &mut Vec<Forbidden>) {
    let before = out.len();
    if starts(noun, &["test runs", "test run"]) {
        run("the tests", out);
        return;
    }
    let foreign =
        ["third-party code", "third party code", "external code", "third-party stuff", "third-party software"];
    if starts(noun, &foreign) {
        out.extend([Ban::Packages, Ban::ThirdParty].map(|ban| Forbidden::new(ban, Vec::new())));
        return;
    }
    if starts(noun, &["containers", "container", "root access", "root rights"]) {
        let programs: &[&str] =
            if noun.to_ascii_lowercase().starts_with('r') { &["sudo", "su", "doas"] } else { &["docker", "podman"] };
        out.push(Forbidden::new(Ban::Tool, programs.iter().map(|name| (*name).to_owned()).collect()));
        return;
    }
    let whole = noun.trim_start_matches("the ").trim_start_matches("our ");
    if is_data(whole) || (whole.split(' ').count() <= 3 && !places(whole).is_empty()) {
        out.push(Forbidden::new(Ban::Database, places(whole)));
        out.push(Forbidden::new(Ban::Deploy, places(whole)));
        return;
    }
    if let Some((verb, behind)) = leading(noun) {
        let gerund =
            noun.split(|c: char| !c.is_ascii_alphabetic()).next().is_some_and(|w| w.len() > 4 && w.ends_with("ing"));
        let of_git =
            matches!(verb, Verb::Push | Verb::Commit | Verb::Program | Verb::ForcePush | Verb::Merge | Verb::Rebase);
        if gerund || of_git {
            of_verb(verb, behind, out);
        }
    }
    if out.len() == before {
        used(noun, out);
    }
}

/// Whether a text tells of pushing what is under no version control: "push the button".
pub(super) fn pushes_a_thing(text: &str) -> bool {
    PUSHED_THING.is_match(text)
}

/// Words before "branch" that name none: "this branch".
const OWN: Phrases =
    phrases!("this|that|my|our|your|his|her|their|the|a|any|current|same|other|feature|whole|existing");
/// The branches that many work on, by their usual names.
const SHARED_BRANCHES: [&str; 8] = ["main", "master", "develop", "trunk", "release", "production", "staging", "stable"];

/// Whether the object of a push or commit is only a part of what there is: "anything with secrets in it". What the person
/// has not seen or said yet is no part.
fn is_restricted(behind: &str) -> bool {
    RESTRICTED.captures(behind).and_then(|c| c.name("rest")).is_some_and(|rest| {
        !starts(
            rest.as_str().trim_start_matches("that ").trim_start_matches("which "),
            &["i", "we", "nobody", "hasn't", "hasn’t", "has not", "isn't reviewed"],
        )
    })
}

fn git(ban: Ban, behind: &str, out: &mut Vec<Forbidden>) {
    let names = branches(object(behind));
    let own = BRANCH_OBJECT.captures(behind).and_then(|c| c.name("branch"));
    let own = own.map(|m| m.as_str().split(' ').next().unwrap_or("").to_owned()).filter(|own| !OWN.contains(own));
    if is_restricted(behind) {
        return;
    }
    if SHARED.is_match(behind) {
        out.push(Forbidden::new(ban, SHARED_BRANCHES.map(str::to_owned).to_vec()));
        return;
    }
    match (own, names.is_empty()) {
        (Some(own), true) => out.push(Forbidden::new(ban, vec![own])),
        (_, false) => out.push(Forbidden::new(ban, names)),
        (None, true) if ALL.is_match(behind) => out.push(Forbidden::new(ban, Vec::new())),
        _ => {}
    }
}

/// A text up to what the thing is for.
fn purposeless(behind: &str) -> &str {
    &behind[..behind.find(" for ").unwrap_or(behind.len())]
}

/// The object of a verb up to the next clause.
fn object(behind: &str) -> &str {
    let ends = [", ", "; ", " (", " — ", " – ", " - ", " because "];
    let end = ends.iter().filter_map(|end| behind.find(end)).min();
    &behind[..end.unwrap_or(behind.len())]
}

fn branches(behind: &str) -> Vec<String> {
    let Some(found) = BRANCH.captures(behind) else { return Vec::new() };
    let names = ["branch", "other"].into_iter().filter_map(|n| found.name(n)).map(|m| m.as_str().to_owned());
    names.filter(|name| !REMOTE.is_match(name)).collect()
}

fn commit(behind: &str, out: &mut Vec<Forbidden>) {
    let paths = files(behind);
    if let Some(what) = RESTRICTED.captures(behind).and_then(|c| c.name("what")) {
        content(what.as_str(), out);
    }
    if paths.is_empty() { git(Ban::Commit, behind, out) } else { out.push(Forbidden::new(Ban::CommitPaths, paths)) }
}

pub(super) fn create(behind: &str, out: &mut Vec<Forbidden>) {
    let paths = files(behind);
    let folders = NEW_IN.captures(behind).and_then(|c| c.name("where")).map(|place| folders_at(place.as_str()));
    if let Some(at) = folders.filter(|at| !at.is_empty()) {
        out.push(Forbidden { at, ..Forbidden::new(Ban::Create, Vec::new()) });
    } else if !paths.is_empty() {
        out.push(Forbidden::new(Ban::Paths, paths));
    } else if is_packages(behind) {
        packages(behind, out);
    } else if let Some(found) = NEW_FILES.captures(behind) {
        let kind = found.name("kind").map_or("", |m| m.as_str()).to_lowercase();
        let ending: &[&str] = match kind.as_str() {
            "shell" => &["sh"],
            "python" => &["py"],
            "" if mentions(behind, "files") || mentions(behind, "file") => &[],
            _ => &["md"],
        };
        if kind != "shell" && mentions(behind, "tests") {
            return;
        }
        out.push(Forbidden::new(Ban::Create, ending.iter().map(|e| (*e).to_owned()).collect()));
    } else if let Some(act) = light_object(behind) {
        of_noun(act, out);
    } else {
        content(behind, out);
    }
}

/// The folders that a text begins with: paths, or a single name.
fn folders_at(place: &str) -> Vec<String> {
    let (paths, _) = objects(place);
    let first = place.split([' ', ',', '.', ';']).next().unwrap_or_default().trim_matches('`');
    let known = [
        "src", "lib", "app", "test", "tests", "docs", "scripts", "config", "public", "assets", "pkg", "internal", "cmd",
    ];
    if paths.is_empty() && known.contains(&first) { vec![first.to_owned()] } else { paths }
}

/// The noun of an act as the object of a verb that says no more: "make any commits".
fn light_object(behind: &str) -> Option<&str> {
    let leads = ["any ", "a ", "an ", "the ", "more ", "new ", "further ", "live ", "real "];
    let mut noun = behind.trim_start();
    while let Some(rest) = leads.iter().find_map(|lead| noun.strip_prefix(lead)) {
        noun = rest;
    }
    is_act(noun).then_some(noun)
}

/// Whether a verb with its object opens a branch; "run" is said of one too that is there.
fn opens_branch(verb: Verb, behind: &str) -> bool {
    let new = ["a branch", "a new branch", "another branch", "new branches"];
    if verb == Verb::Run { starts(behind, &new) } else { is_branch(behind) }
}

fn is_branch(behind: &str) -> bool {
    let low = behind.trim_start().to_ascii_lowercase();
    let near: String = low.chars().take(24).collect();
    mentions_any(&near, &["branch", "branches"])
}

fn edit(behind: &str, out: &mut Vec<Forbidden>) {
    let purposes = [" to make ", " to get ", " to please ", " to silence ", " just to ", " in order to "];
    let end = purposes.iter().filter_map(|purpose| behind.find(purpose)).min();
    let behind = &behind[..end.unwrap_or(behind.len())];
    if REMOTE_STATE.is_match(behind) {
        out.push(Forbidden::new(Ban::ForcePush, Vec::new()));
        return;
    }
    if let Some(where_to) = OUTSIDE.captures(behind).and_then(|c| c.name("where")) {
        outside(where_to.as_str(), out);
        return;
    }
    let paths = files(behind);
    if let Some(trunk) = trunk(behind) {
        out.extend([Ban::Push, Ban::Commit].map(|ban| Forbidden::new(ban, vec![trunk.to_owned()])));
    } else if is_branch(behind) {
        out.push(Forbidden::new(Ban::DeleteBranch, Vec::new()));
    } else if !paths.is_empty() {
        out.push(Forbidden::new(Ban::Paths, paths));
    } else if is_data(behind) {
        out.push(Forbidden::new(Ban::Database, places(purposeless(behind))));
    } else if ENVIRONMENT.is_match(&behind[..object_end(behind)]) && !places(object(behind)).is_empty() {
        let there = places(object(behind));
        out.extend([Ban::Deploy, Ban::Database].map(|ban| Forbidden::new(ban, there.clone())));
    } else if CLUSTER.is_match(&behind[..object_end(behind)]) {
        out.push(Forbidden::new(Ban::Deploy, Vec::new()));
    } else if ALL_FILES.is_match(behind) {
        out.push(Forbidden::new(Ban::Paths, Vec::new()));
    } else if is_packages(behind) || starts(behind, &["the version", "versions", "any versions", "the versions"]) {
        upgraded(behind, out);
    } else if is_history(behind) || is_commits(behind) {
        history(behind, out);
    }
}

/// Adds the acts that rewrite the history of git; what is not pushed yet may be rewritten where the pushed one is meant.
pub(super) fn history(what: &str, out: &mut Vec<Forbidden>) {
    out.push(Forbidden::new(Ban::ForcePush, Vec::new()));
    if !mentions_any(what, &["published", "pushed", "shared", "remote", "public"]) {
        out.extend([Ban::Rebase, Ban::Amend].map(|ban| Forbidden::new(ban, Vec::new())));
    }
}

/// The main branch, if a text names it as a whole: "main", "the develop branch".
pub(super) fn trunk(text: &str) -> Option<&str> {
    let end = object_end(text);
    let bare = text[..text[..end].find(',').unwrap_or(end)].trim().trim_end_matches(['.', '!']);
    let bare = bare.trim_start_matches("the ").trim_start_matches("our ").trim_end_matches(" branch").trim_matches('`');
    matches!(bare, "main" | "master" | "develop" | "trunk").then_some(bare)
}

/// Whether a text begins with the noun of an act.
pub(super) fn is_act(text: &str) -> bool {
    if nominal(text).is_some() {
        return true;
    }
    let text = text.trim_start_matches("direct ").trim_start_matches("Direct ");
    let of_git =
        || matches!(leading(text), Some((Verb::Push | Verb::Commit | Verb::Merge | Verb::ForcePush | Verb::Format, _)));
    act(text).is_some() || of_git()
}

/// Whether a text names the history of git: "the published history", "history".
pub(super) fn is_history(text: &str) -> bool {
    starts(without_told(text), &["history"])
}

/// Whether a text names commits that exist: "existing commits", "commits that are pushed".
fn is_commits(text: &str) -> bool {
    let rest = without_told(text);
    starts(rest, &["commits", "commit"])
        && !starts(rest, &["commit message", "commit messages", "commits to", "commits on"])
}

/// A text without the words before "history" or "commits" that add nothing.
fn without_told(text: &str) -> &str {
    let told = [
        "the ",
        "git ",
        "published ",
        "pushed ",
        "shared ",
        "remote ",
        "public ",
        "our ",
        "any ",
        "existing ",
        "old ",
        "my ",
        "earlier ",
        "past ",
        "last ",
    ];
    let mut rest = text.trim_start();
    while let Some(next) = told.iter().find_map(|word| rest.strip_prefix(word)) {
        rest = next;
    }
    rest
}

/// Adds the rule that only these places may be changed.
pub(super) fn outside(places: &str, out: &mut Vec<Forbidden>) {
    let (mut names, _) = objects(places);
    if names.is_empty() {
        names = files(places);
    }
    if !names.is_empty() {
        out.push(Forbidden::new(Ban::Outside, names));
    }
}

/// Whether words name no store but "it" or "there", and nothing that only a store holds.
fn is_vague_place(said: &str) -> bool {
    (said.ends_with("it") || said.ends_with("there"))
        && !mentions_any(said, &["data", "keys", "key", "documents", "rows", "records"])
}

/// Whether the first words of a text are about the data of a database, not about "database code".
pub(super) fn is_data(behind: &str) -> bool {
    if IN_STORE.captures(behind).is_some_and(|c| !c.get(0).is_some_and(|m| is_vague_place(m.as_str()))) {
        return true;
    }
    let end = object_end(behind);
    let to = behind.trim_start().strip_prefix("to ").map_or(end, |_| behind.len());
    DATA.find(&behind[..to.max(end)]).is_some_and(|m| {
        m.start() < 40 && !behind[m.end()..].trim_start().starts_with(['c', 'm', 'l'])
            || behind[m.end()..].trim_start().is_empty()
    })
}

/// The ban on what loses data of a database.
fn loss(places: Vec<String>) -> Forbidden {
    Forbidden { except: vec![Exception::ADDING.to_owned()], ..Forbidden::new(Ban::Database, places) }
}

fn delete(behind: &str, out: &mut Vec<Forbidden>) {
    let low = behind.to_ascii_lowercase();
    if let Some(options) = low.trim_start().split([' ', ',', '.']).next().filter(|w| w.starts_with('-') && w.len() > 1)
    {
        out.push(Forbidden::new(Ban::Tool, vec![format!("rm {options}")]));
        return;
    }
    if mentions_any(&low, &["branch", "branches"]) {
        let remote = mentions_any(&low, &["remote", "origin", "github", "gitlab"]);
        let names = if remote { vec!["remote".to_owned()] } else { Vec::new() };
        out.push(Forbidden::new(Ban::DeleteBranch, names));
        return;
    }
    let elsewhere = OUTSIDE.captures(behind).and_then(|c| c.name("where")).map(|place| objects(place.as_str()).0);
    if let Some(except) = elsewhere.filter(|except| !except.is_empty()) {
        out.push(Forbidden { except, ..Forbidden::new(Ban::Delete, Vec::new()) });
        return;
    }
    let paths = files(behind);
    if !paths.is_empty() {
        out.push(Forbidden::new(Ban::Delete, paths));
    } else if DATA.is_match(behind) && starts(behind, &["anything", "any of", "something", "in the", "from the"]) {
        out.push(loss(places(behind)));
    } else if CHANGES.is_match(behind) {
        let discards =
            ["git reset --hard", "git clean", "git restore", "git stash drop", "git stash clear", "git checkout --"];
        let discards = discards.iter().chain(&["git checkout .", "git checkout -f"]);
        out.push(Forbidden::new(Ban::Tool, discards.map(|call| (*call).to_owned()).collect()));
    } else if is_data(behind) || low.contains("in the database") || low.contains("in prod") {
        out.push(loss(places(purposeless(behind))));
    } else if starts(behind, &["data", "any data", "the data", "any of the data"]) {
        out.extend([loss(Vec::new()), Forbidden::new(Ban::Delete, Vec::new())]);
    } else if starts(behind, &["anything", "any files", "files", "any file", "any of", "my files"]) {
        out.push(Forbidden::new(Ban::Delete, Vec::new()));
    } else {
        // "the old backups" is a folder of that name, if there is one.
        let what = object(behind);
        let phrase = what[..object_end(what)].trim().trim_end_matches(['.', ',', '!']);
        let last = phrase.rsplit(' ').next().unwrap_or("").to_lowercase();
        if phrase.split(' ').count() <= 4 && last.len() >= 4 && !NO_NAME.contains(&last) {
            out.push(Forbidden::new(Ban::Delete, vec![last]));
        }
    }
}

fn run(behind: &str, out: &mut Vec<Forbidden>) {
    let low = behind.trim_start().to_ascii_lowercase();
    if kind_of_tests(behind, out) {
        return;
    }
    if let Some(program) = ANYTHING_WITH.captures(behind).and_then(|c| c.name("program")) {
        out.push(Forbidden::new(Ban::Tool, vec![program.as_str().to_lowercase()]));
    } else if INTERFACE.is_match(behind) {
        reached(behind, out);
    } else if starts(
        behind,
        &["the migrations", "migrations", "any migrations", "the migration", "a migration", "database migrations"],
    ) {
        out.push(Forbidden::new(Ban::Migrate, places(behind)));
    } else if TESTS.is_match(behind) {
        let end = object_end(behind);
        let kinds = TEST_KIND.captures(&behind[..end]).and_then(|c| c.name("kind")).map(|m| m.as_str().to_lowercase());
        let kinds = kinds.map(|k| if k.starts_with("end") { "e2e".to_owned() } else { k });
        let whole = WHOLE_SUITE.is_match(&behind[..end]) || low.contains("suite");
        if kinds.is_some() || whole {
            out.push(Forbidden::new(Ban::Tests, kinds.into_iter().collect()));
        } else if low.contains(" against ") && is_data(behind) {
            // "Never run the tests against the real database" allows them elsewhere.
            out.push(Forbidden::new(Ban::Database, places(behind)));
        } else if starts(behind, &["the tests", "tests", "any tests"]) && !mentions_any(&low, &["against", "without"]) {
            out.push(Forbidden::new(Ban::Tests, vec![String::new()]));
        }
    } else if starts(
        behind,
        &["the formatter", "formatters", "a formatter", "any formatter", "the linter", "auto-format"],
    ) {
        out.push(Forbidden::new(Ban::Format, Vec::new()));
    } else if starts(behind, &["deploy", "the deploy", "deployments"]) {
        out.push(Forbidden::new(Ban::Deploy, places(behind)));
    } else if low.contains("against") && (is_data(behind) || !places(behind).is_empty()) {
        out.push(Forbidden::new(Ban::Database, places(behind)));
    } else if low.split([' ', '`', ',', '.']).find(|w| !w.is_empty()).is_some_and(|w| PROGRAMS.contains(w)) {
        program(behind, out);
    } else if starts(behind, &["anything as root", "it as root", "as root", "commands as root", "things as root"]) {
        out.push(Forbidden::new(Ban::Tool, ["sudo", "su", "doas"].map(str::to_owned).to_vec()));
    } else {
        let paths = objects(behind).0;
        if paths.is_empty() && !behind.trim_start().starts_with('`') {
            let what = object(behind);
            programs_of(&what[..object_end(what)], out);
        }
        if !paths.is_empty() {
            out.push(Forbidden::new(Ban::Tool, paths));
        } else if let Some(code) = behind.trim_start().strip_prefix('`').and_then(|c| c.split('`').next()) {
            out.push(Forbidden::new(Ban::Tool, vec![code.to_owned()]));
        }
    }
}

/// Adds the programs and targets that a noun names: "the seed script", "the benchmarks".
fn programs_of(noun: &str, out: &mut Vec<Forbidden>) {
    content(noun, out);
    let words = noun.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).filter(|w| w.len() > 2);
    let named: Vec<String> =
        words.map(str::to_lowercase).filter(|w| !VAGUE.contains(&format!(" {w} "))).map(|w| stem(&w)).collect();
    if (1..=3).contains(&named.len()) && starts(noun, &["the", "any", "my", "our", "that", "this"]) {
        out.push(Forbidden::new(Ban::Operate, named));
    }
}

/// Words that name no program.
const VAGUE: &str = " the any our that this all script scripts job jobs command commands task tasks program tool server service \
    process again suite pipeline notebook full whole whatever thing things more new old it them anything everything code app \
    build tests test other one same until now yet locally manually yourself from with and ";

/// The environments named.
fn places(text: &str) -> Vec<String> {
    let ends = ["; ", " until ", " before ", " while ", " when ", " because ", " since ", " unless ", " yet "];
    // "tables, not even on staging" goes on.
    let comma = text.find(", ").filter(|at| !starts(&text[at + 2..], &["not", "neither", "even", "in", "on", "to"]));
    let end = ends.iter().filter_map(|end| text.find(end)).chain(comma).min();
    let text = &text[..end.unwrap_or(text.len())];
    let place = PLACE.captures(text).and_then(|c| c.name("place"));
    let place = place.map(|m| m.as_str().to_lowercase());
    place.map(|p| if matches!(p.as_str(), "prod" | "live") { "production".to_owned() } else { p }).into_iter().collect()
}

fn is_pull_request(behind: &str) -> bool {
    let low = behind.to_ascii_lowercase();
    let near: String = low.chars().take(30).collect();
    mentions_any(&near, &["pr", "prs", "pull request", "pull requests", "merge request", "mr"])
}

/// Whether a text begins with one of these words, after blanks.
pub(super) fn starts(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| behind(text.trim_start(), word).is_some_and(ends_word))
}

/// The rest of a text behind the word that it begins with; the word is given in lower case.
fn behind<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(word.len())?;
    head.bytes().map(|b| b.to_ascii_lowercase()).eq(word.bytes()).then_some(rest)
}

fn ends_word(rest: &str) -> bool {
    !rest.starts_with(|c: char| c.is_ascii_alphanumeric())
}

pub(super) fn mentions(text: &str, word: &str) -> bool {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .any(|w| w.trim_start_matches('-').eq_ignore_ascii_case(word))
}

pub(super) fn mentions_any(text: &str, words: &[&str]) -> bool {
    let text =
        format!(" {} ", text.to_ascii_lowercase().replace(|c: char| !(c.is_ascii_alphanumeric() || c == '-'), " "));
    words.iter().any(|w| text.contains(&format!(" {w} ")))
}
