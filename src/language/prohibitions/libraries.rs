//! Defines which packages, libraries and programs a rule names as the object of its verb.

use super::content::content;
use super::kinds::{create, mentions, starts};
use super::objects::files;
use super::verbs::{PROGRAMS, without_ing};
use super::{Ban, Exception, Forbidden};
use crate::language::phrases::{Phrases, phrases};
use crate::text::patterns;

patterns! {
    /// Packages in general: "any new npm packages", "another dependency".
    PACKAGES = r"(?ix)^\W*(?:(?:to|see|have|each|every|any|a|an|another|new|newer|other|more|extra|additional|further|external|outside|third[-\s]party|system|apt|apt-get|homebrew|brew|global|unity|asset|store|nuget|cocoapods?|composer|maven|gradle|cargo|conda|arduino|swift|kotlin|dart|flutter|wordpress|npm|pip|pypi|python|node|js|java|go|rust|ruby|php|runtime|single|unnecessary|needless|heavy|big|huge|the|yet|kind|of|on|your|own|production|prod|random|direct|(?P<gpl>gpl|agpl|copyleft))\s+)*(?:dependency|dependencies|deps?|packages?|librar(?:y|ies)|libs?|crates?|modules?|gems?|plugins?|frameworks?|imports)\b(?:\s*$|[\s,.;:!)]+(?:$|[^\s]))";
    /// A noun for packages and the word after it that changes its meaning: "the package manager", "dependency
    /// injection".
    OTHER_NOUN = r"(?i)\b(?:dependency|deps?|package|library|lib|crate|module|gem|plugin|framework)s?\s+(?:manager|injection|caching|cache|graph|tree|names?|docs?|tests?|version|update|structure|layout|system|boundar\w+|level|folder|director\w+)";
    /// Any package at all.
    ANYTHING = r"(?i)^\W*(?:any\s+|new\s+|more\s+|extra\s+|other\s+|additional\s+)*(?:anything|things|stuff|something|software|tools|programs)\b";
    SYSTEM = r"(?i)\b(?:globally|system[\s-]?wide|system\s+packages?|on\s+(?:my|this)\s+(?:machine|laptop|computer|system)|-g\b|apt\s+packages?|homebrew|brew)";
    /// A part of the code that no path tells: "on the vendored files".
    PART = r"(?i)^\s*(?:on|over|for|against)\s+(?:the\s+|any\s+)?(?:[\w-]+(?:ed|[ld]y)|legacy|old|third[-\s]party|other|existing)\s+(?:files?|code|sources?|folders?)\b";
    /// The end of an object: a reason, another clause, a condition.
    END = r"(?ix)(?: [;:!?—–(] | \.(?:\s|$) | \s-+\s | ,?\s+(?:because|since|but|so|as\s+(?:it|they|we|i|that)|while|until|till|unless|except|before|even|though|although|just|please|pls|yet|when|if|whenever|without|here|in\s+this|for\s+(?:this|that|now|the|my|me|it)|at\s+all|any\s?more|anywhere|ever|again|from|on|with|inside|into|to|by|thanks?|they|it['’]?s|that['’]?s|is|are|we|i|you|in\s+(?:the|here|there|our|any)|either|instead|rather|where|which)\b )";
}

/// Categories of libraries, each with the names of its libraries in code.
const CATEGORIES: &[(&str, &str)] = &[
    (
        "orm",
        "sqlalchemy typeorm prisma @prisma/client sequelize drizzle-orm mikro-orm peewee tortoise-orm django-orm gorm diesel sea-orm hibernate objection knex",
    ),
    (
        "orms",
        "sqlalchemy typeorm prisma @prisma/client sequelize drizzle-orm mikro-orm peewee tortoise-orm gorm diesel sea-orm hibernate objection",
    ),
    ("jquery", "jquery"),
    ("css framework", "tailwindcss bootstrap bulma foundation-sites"),
    ("css frameworks", "tailwindcss bootstrap bulma foundation-sites"),
    ("state library", "redux zustand mobx recoil jotai @reduxjs/toolkit"),
    ("mocking library", "sinon testdouble nock mockito mockall"),
];

/// Words that name no library.
pub(super) const NO_NAME: Phrases = phrases!(
    "it|this|that|them|these|those|any|anything|all|the|new|more|other|another|tests|test|comments|comment|code|files\
     |file|logging|logs|types|type|things|stuff|global|globals|mocks|mock|hacks|tricks|emojis|emoji|abbreviations|your\
     |my|our|its|a|an|one|too|much|many|up|out|here|there|such|old|existing|same|unwrap|unsafe|any of|todo|todos|you|me\
     |external|extra|additional|further|unnecessary|external services|force|time|something|everything|single|features|please|pls|thanks"
);

/// The byte offset at which the object of a verb ends in a text.
pub(super) fn object_end(text: &str) -> usize {
    END.find(text).map_or(text.len(), |m| m.start())
}

pub(super) fn bring(behind: &str, out: &mut Vec<Forbidden>) {
    let low = behind.to_ascii_lowercase();
    if starts(behind, &["globally", "system-wide", "system wide"]) {
        out.push(Forbidden::new(Ban::Programs, Vec::new()));
        return;
    }
    if ["internet", "the net", "the web"].iter().any(|place| low.contains(place)) {
        out.push(Forbidden::new(Ban::Network, Vec::new()));
    }
    if is_packages(behind) {
        packages(behind, out);
    } else if ANYTHING.is_match(behind) {
        let with = low.split_once(" with ").map_or("", |(_, tool)| tool).trim();
        let tool = with.split([' ', '.', ',', ';']).next().unwrap_or("");
        if PROGRAMS.contains(tool) {
            out.push(Forbidden::new(Ban::Tool, vec![format!("{tool} install")]));
        } else {
            if !SYSTEM.is_match(behind) {
                out.push(Forbidden::new(Ban::Packages, Vec::new()));
            }
            out.push(Forbidden::new(Ban::Programs, Vec::new()));
        }
    } else if starts(behind, &["new files", "files", "any files", "new file"]) {
        create(behind, out);
    } else {
        library(behind, out);
    }
}

pub(super) fn used(behind: &str, out: &mut Vec<Forbidden>) {
    if is_packages(behind) {
        packages(behind, out);
        return;
    }
    let low = behind.trim_start_matches([' ', '`']).to_ascii_lowercase();
    if starts(behind, &["the internet", "internet", "the network", "network access"]) {
        out.push(Forbidden::new(Ban::Network, Vec::new()));
    } else if low.starts_with("--force") || low.starts_with("force push") {
        out.push(Forbidden::new(Ban::ForcePush, Vec::new()));
    } else if low.starts_with("--no-verify") {
        out.push(Forbidden::new(Ban::SkipHooks, Vec::new()));
    } else if low.split([' ', '`', ',', '.']).next().is_some_and(|w| PROGRAMS.contains(w)) {
        program(behind, out);
    } else {
        library(behind, out);
    }
}

/// Adds the libraries named at the beginning of a text: "axios", "lodash or moment", "any ORM".
fn library(text: &str, out: &mut Vec<Forbidden>) {
    let text = text.trim_start();
    content(text, out);
    let end = object_end(text);
    let end = text[..end].find(" for ").unwrap_or(end);
    let mut names = Vec::new();
    for part in text[..end].split(", ").flat_map(|p| p.split(" or ")).flat_map(|p| p.split(" and ")) {
        let Some(found) = library_names(part) else { break };
        names.extend(found);
    }
    if !names.is_empty() {
        out.push(Forbidden::new(Ban::Library, names));
    }
}

/// Adds what may keep its version: the named packages, or all of them.
pub(super) fn upgraded(behind: &str, out: &mut Vec<Forbidden>) {
    let text = behind.trim_start();
    let paths = files(text);
    if !paths.is_empty() {
        out.push(Forbidden::new(Ban::Paths, paths));
        return;
    }
    let general =
        is_packages(text) || starts(text, &["anything", "any", "it", "them", "all", "everything", "versions"]);
    let named = || library_names(text[..object_end(text)].trim_start_matches("the ").split(" version").next()?);
    let names = if general {
        Some(Vec::new())
    } else if starts(text, &["the version", "version", "the package version", "the app version"]) {
        Some(vec!["version".to_owned()])
    } else {
        named()
    };
    out.extend(names.map(|names| Forbidden::new(Ban::Upgrade, names)));
}

fn library_names(part: &str) -> Option<Vec<String>> {
    let mut part = part.trim().trim_matches(['`', '"', '\'', '.', ',', '*', '!']);
    while let Some(rest) =
        ["the ", "any ", "an ", "a ", "more ", "new ", "or ", "nor ", "and ", "to ", "of ", "kind ", "such ", "using "]
            .iter()
            .find_map(|w| part.strip_prefix(w))
    {
        part = rest;
    }
    let low = part.to_ascii_lowercase();
    if let Some((_, all)) = CATEGORIES.iter().find(|(word, _)| *word == low) {
        return Some(all.split(' ').map(str::to_owned).collect());
    }
    let bare = ["library", "package", "crate", "module", "gem", "framework", "lib", "dependency"]
        .iter()
        .find_map(|w| low.strip_suffix(w))
        .map(str::trim_end);
    let name = bare.unwrap_or(&low);
    let name = name.strip_suffix(".js").filter(|name| name.len() > 2).unwrap_or(name);
    let one = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "@/._+-".contains(c));
    let named = name.len() >= 2 && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@');
    (one && named && !NO_NAME.contains(name)).then(|| vec![name.to_owned()])
}

/// Adds a program, with the words after it that belong to its command: "git reset --hard", "`cargo publish`".
pub(super) fn program(text: &str, out: &mut Vec<Forbidden>) {
    let text = text.trim_start_matches([' ', '"', '\'']);
    let (code, quoted) = match text.strip_prefix('`').and_then(|t| t.split_once('`')) {
        Some((code, _)) => (code, true),
        None => (text.trim_start_matches('`'), false),
    };
    let mut words: Vec<&str> = Vec::new();
    for word in code.split(' ') {
        let bare =
            if quoted { word } else { word.trim_end_matches(['.', ',', ';', ':', '!', '?', '`', ')', '"', '\'']) };
        let fits = quoted
            || words.is_empty()
            || bare.starts_with('-')
            || SUBCOMMANDS.contains(&format!(" {} ", bare.to_ascii_lowercase()));
        if !fits || bare.is_empty() {
            break;
        }
        words.push(bare);
        if bare.len() < word.len() {
            break;
        }
    }
    let rest = &code[words.iter().map(|word| word.len() + 1).sum::<usize>().min(code.len())..];
    if !quoted && PART.is_match(rest) {
        return;
    }
    let Some(first) = words.first().map(|w| without_ing(&w.to_ascii_lowercase()).to_owned()) else { return };
    let phrase = std::iter::once(first.as_str()).chain(words.iter().skip(1).copied()).collect::<Vec<_>>().join(" ");
    out.push(Forbidden::new(Ban::Tool, vec![phrase]));
}

/// Subcommands that follow a program's name in talk.
const SUBCOMMANDS: &str = " apply state system volume image import install add publish reset run build compose up down push pull destroy plan delete exec stash clean checkout restore rebase upgrade update uninstall prune clippy fmt fix format start stop restart migrate create deploy release audit ci test init login get gc tag branch commit merge config add cherry-pick fetch switch submodule worktree bisect filter-repo filter-branch revert edit patch scale rollout drain cordon taint link dedupe cp rm rmi mv kill generate lock sync watch serve dev seed dump ";

/// Whether a text begins with packages in general.
pub(super) fn is_packages(text: &str) -> bool {
    PACKAGES.is_match(text) && !OTHER_NOUN.may_match(text)
}

pub(super) fn packages(text: &str, out: &mut Vec<Forbidden>) {
    if SYSTEM.is_match(text) {
        out.push(Forbidden::new(Ban::Programs, Vec::new()));
        return;
    }
    let mut rule = Forbidden::new(Ban::Packages, Vec::new());
    if mentions(text, "runtime") || mentions(text, "production") {
        rule.except.push(Exception::DEV.to_owned());
    }
    if PACKAGES.captures(text).is_some_and(|c| c.name("gpl").is_some()) {
        return;
    }
    let strict = ["third-party", "third party", "external"].iter().any(|w| text.to_ascii_lowercase().contains(w));
    out.push(rule);
    if strict && !mentions(text, "new") {
        out.push(Forbidden::new(Ban::ThirdParty, Vec::new()));
    }
}
