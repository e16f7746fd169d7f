//! The rules: each takes a file and gives its faults.

use std::ffi::OsStr;
use std::path::Path;

use crate::lexer::{closing, code_only, without_tests};

/// A file of the tree.
pub struct SourceFile {
    /// From the root, with `/`.
    pub path: String,
    pub text: String,
}

/// A broken rule with its place.
pub struct Fault {
    pub line: usize,
    pub rule: &'static str,
    pub what: String,
}

/// The rooms from left to right; a room imports only from its left. Rooms on one step are siblings and do not import
/// each other.
const ROOMS: &[&[&str]] = &[
    &["text"],
    &["config"],
    &["language"],
    &["transcript"],
    &["state"],
    &["pipeline", "artifacts"],
    &["guard"],
    &["session"],
    &["lab", "store"],
    &["llm", "edits"],
    &["memory", "trackers"],
    &["standup"],
    &["tui"],
    &["runtime"],
    &["cli"],
];
/// Files and macros at the crate's root that every room may use.
const SHARED: &[&str] = &["words", "safe"];
/// Rooms to which time and the world come in as arguments.
const PURE: &[&str] = &["text", "language", "state", "pipeline", "artifacts", "guard", "session", "lab", "tui"];
/// Paths that pure rooms may not use.
const OUTSIDE: &[&str] = &[
    "std::fs",
    "fs_err",
    "std::net",
    "std::thread",
    "std::process",
    "std::env",
    "Instant::now",
    "SystemTime",
    "Timestamp::now",
    "Zoned::now",
    "notify::",
    "tokio::",
    "rand::",
];
/// Most lines of code in a file.
const LINES: usize = 400;
/// Macros and types that no source may use.
const BARRED: &[&str] = &[
    concat!("to", "do!"),
    concat!("unimple", "mented!"),
    concat!("d", "bg!"),
    concat!("Rc<Ref", "Cell"),
    concat!("Arc<Mu", "tex"),
];
/// Paths of a workplace, which belong in no file.
const WORKPLACE: &[&str] = &[concat!("/wo", "rk/"), concat!("../sha", "red"), concat!("/tmp/", "wt")];

/// Every fault of one file.
pub fn check(file: &SourceFile) -> Vec<Fault> {
    let mut faults = workplace(file);
    if !is_rust(&file.path) {
        return faults;
    }
    let code = code_only(&file.text);
    faults.extend(barred(&code));
    if file.path.ends_with("tests.rs") || file.path.starts_with("tests/") {
        return faults;
    }
    let code = without_tests(&code);
    faults.extend(size(file, &code));
    if file.path.starts_with("src/") {
        faults.extend(opening(file));
        faults.extend(colour(file, &code));
        faults.extend(imports(file, &code));
        faults.extend(pure(file, &code));
    }
    faults
}

pub fn is_rust(path: &str) -> bool {
    Path::new(path).extension() == Some(OsStr::new("rs"))
}

fn workplace(file: &SourceFile) -> Vec<Fault> {
    let hits = WORKPLACE.iter().flat_map(|w| file.text.match_indices(w).map(|(at, _)| (at, *w)));
    hits.map(|(at, word)| Fault { line: line_of(&file.text, at), rule: "workplace", what: format!("`{word}`") })
        .collect()
}

fn barred(code: &str) -> Vec<Fault> {
    let hits = BARRED.iter().flat_map(|w| words(code, w).map(move |at| (at, *w)));
    hits.map(|(at, word)| Fault { line: line_of(code, at), rule: "barred", what: format!("`{word}`") }).collect()
}

fn size(file: &SourceFile, code: &str) -> Option<Fault> {
    let lines = code.lines().filter(|l| !l.trim().is_empty()).count();
    let reason = |l: &str| l.trim().strip_prefix("// size:").is_some_and(|why| !why.trim().is_empty());
    let excused = file.text.lines().any(reason);
    let what = format!("{lines} lines of code; at most {LINES}, or a line `// size: <reason>`");
    (lines > LINES && !excused).then_some(Fault { line: 1, rule: "size", what })
}

fn opening(file: &SourceFile) -> Option<Fault> {
    let excepted = matches!(file.path.as_str(), "src/lib.rs" | "src/main.rs");
    let what = "a module opens with `//! Defines ...`".to_owned();
    (!excepted && !file.text.starts_with("//! Defines ")).then_some(Fault { line: 1, rule: "opening", what })
}

fn colour(file: &SourceFile, code: &str) -> Vec<Fault> {
    if file.path.starts_with("src/tui/theme") {
        return Vec::new();
    }
    let what = "`Color` outside tui/theme: name a role".to_owned();
    words(code, "Color").map(|at| Fault { line: line_of(code, at), rule: "colour", what: what.clone() }).collect()
}

/// The room a file is in: its folder under `src`, or its own name.
pub fn room(path: &str) -> &str {
    let inner = path.trim_start_matches("src/");
    inner.split_once('/').map_or(inner.trim_end_matches(".rs"), |(folder, _)| folder)
}

pub fn step(room: &str) -> Option<usize> {
    ROOMS.iter().position(|step| step.contains(&room))
}

fn imports(file: &SourceFile, code: &str) -> Vec<Fault> {
    let own = room(&file.path);
    if matches!(own, "lib" | "main") || SHARED.contains(&own) {
        return Vec::new();
    }
    let Some(own_step) = step(own) else {
        return vec![Fault { line: 1, rule: "imports", what: format!("room `{own}` is not in the table") }];
    };
    let mut faults = Vec::new();
    for (at, name) in references(file, code) {
        let fine = SHARED.contains(&name) || name == own || step(name).is_some_and(|s| s < own_step);
        if !fine {
            let what = format!("`{own}` may not import `{name}`");
            faults.push(Fault { line: line_of(code, at), rule: "imports", what });
        }
    }
    faults
}

/// Every name looked up at the crate's root, with its place.
fn references<'a>(file: &SourceFile, code: &'a str) -> Vec<(usize, &'a str)> {
    let mut found: Vec<(usize, &str)> = Vec::new();
    for at in words(code, "crate::") {
        found.extend(heads(code, at + "crate::".len()));
    }
    // `super` as often as the module is deep ends at the root too.
    let inner = file.path.trim_start_matches("src/").trim_end_matches(".rs").trim_end_matches("/mod");
    let root = "super::".repeat(inner.split('/').count());
    for at in words(code, &root) {
        let above = code[..at].ends_with("super::");
        found.extend(heads(code, at + root.len()).into_iter().filter(|(_, name)| !above && step(name).is_some()));
    }
    found
}

/// The first names of a path or of a braced group of paths.
fn heads(code: &str, at: usize) -> Vec<(usize, &str)> {
    let rest = &code[at..];
    if !rest.starts_with('{') {
        let name = ident(rest);
        let is_macro = rest[name.len()..].starts_with('!');
        return if name.is_empty() || is_macro { Vec::new() } else { vec![(at, name)] };
    }
    let group = &rest[1..closing(rest)];
    let (mut depth, mut fresh, mut names) = (0, true, Vec::new());
    for (i, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => fresh = true,
            c if fresh && (c.is_alphanumeric() || c == '_') => {
                names.push((at + 1 + i, ident(&group[i..])));
                fresh = false;
            }
            _ => {}
        }
    }
    names
}

pub fn ident(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

fn pure(file: &SourceFile, code: &str) -> Vec<Fault> {
    if !PURE.contains(&room(&file.path)) {
        return Vec::new();
    }
    let direct = OUTSIDE.iter().flat_map(|w| words(code, w).map(move |at| (at, (*w).to_owned())));
    let grouped = words(code, "std::{").flat_map(|at| heads(code, at + "std::".len()));
    let grouped = grouped.map(|(at, name)| (at, format!("std::{name}"))).filter(|(_, n)| OUTSIDE.contains(&n.as_str()));
    let faults = direct.chain(grouped);
    faults.map(|(at, word)| Fault { line: line_of(code, at), rule: "pure", what: format!("`{word}`") }).collect()
}

/// Places where `word` stands by itself.
pub fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        let open_end = word.ends_with(|c: char| !part(c));
        let before = code[..at].chars().next_back().is_some_and(part);
        let after = code[at + word.len()..].chars().next().is_some_and(part);
        !before && (open_end || !after)
    })
}

pub fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}
