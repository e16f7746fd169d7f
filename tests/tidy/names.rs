//! The rule on names: a public type's name stands in one room only.

use std::collections::BTreeMap;

use crate::lexer::{code_only, without_tests};
use crate::rules::{Fault, SourceFile, ident, is_rust, line_of, room, step, words};

/// Every type that bears the name of one in a room further left, with its file.
pub fn twice_named(files: &[SourceFile]) -> Vec<(&str, Fault)> {
    let mut named: BTreeMap<String, Vec<(&SourceFile, usize)>> = BTreeMap::new();
    for file in files.iter().filter(|f| f.path.starts_with("src/") && is_rust(&f.path)) {
        for (line, name) in public_types(&file.text) {
            named.entry(name).or_default().push((file, line));
        }
    }
    let mut faults = Vec::new();
    for (name, mut places) in named {
        places.sort_by_key(|(file, line)| (step(room(&file.path)), &file.path, *line));
        let first = room(&places[0].0.path);
        for (file, line) in places.iter().filter(|(file, _)| room(&file.path) != first) {
            let what = format!("`{name}` is a type of room `{first}` too");
            faults.push((file.path.as_str(), Fault { line: *line, rule: "names", what }));
        }
    }
    faults
}

/// The types of any public visibility that a file declares, those of `words!` too, each with its line.
fn public_types(text: &str) -> Vec<(usize, String)> {
    let code = without_tests(&code_only(text));
    let mut found = Vec::new();
    for at in words(&code, "pub") {
        let rest = code[at + "pub".len()..].trim_start();
        let inner = rest.strip_prefix('(').and_then(|inner| inner.split_once(')'));
        let rest = inner.map_or(rest, |(_, rest)| rest.trim_start());
        if let kind @ ("struct" | "enum" | "trait" | "type" | "union") = ident(rest) {
            // In a macro the name is a `$variable`.
            let name = ident(rest[kind.len()..].trim_start());
            found.extend((!name.is_empty()).then(|| (line_of(&code, at), name.to_owned())));
        }
    }
    for at in words(&code, "words!") {
        let mut rest = code[at + "words!".len()..].trim_start().trim_start_matches('{').trim_start();
        while let Some(end) = rest.starts_with("#[").then(|| rest.find(']')).flatten() {
            rest = rest[end + 1..].trim_start();
        }
        let name = ident(rest);
        if !name.is_empty() {
            found.push((line_of(&code, at), name.to_owned()));
        }
    }
    found
}

#[test]
fn public_types_are_seen_however_they_are_declared() {
    let text = "pub struct A;\npub(crate) enum B {}\n  pub(in crate::x) trait C {}\npub type D<T> = T;\n\
                words! {\n    /// What it is.\n    #[derive(Default)]\n    E {\n        One = \"one\",\n    }\n}\n\
                struct F;\npub fn g() {}\n// pub struct H;\nconst S: &str = \"pub struct I;\";\n\
                #[cfg(test)]\nmod tests {\n    pub struct J;\n}\npub const fn k() {}\n\
                macro_rules! m { ($l:ident) => { pub struct $l; } }";
    let names: Vec<(usize, String)> = public_types(text);
    let names: Vec<(usize, &str)> = names.iter().map(|(line, name)| (*line, name.as_str())).collect();
    assert_eq!(names, [(1, "A"), (2, "B"), (3, "C"), (4, "D"), (5, "E")]);
}

#[test]
fn a_name_in_two_rooms_is_a_fault_of_the_room_further_right() {
    let file = |path: &str, text: &str| SourceFile { path: path.to_owned(), text: text.to_owned() };
    let files = [
        file("src/tui/state.rs", "\npub enum Action {}"),
        file("src/state/item.rs", "pub struct Item;\npub struct Action;"),
        file("src/state/other.rs", "mod inner { pub struct Item; }"),
        file("src/tui/list.rs", "struct Item;"),
        file("tests/x.rs", "pub struct Item;"),
    ];
    let faults = twice_named(&files);
    let faults: Vec<(&str, usize)> = faults.iter().map(|(path, fault)| (*path, fault.line)).collect();
    assert_eq!(faults, [("src/tui/state.rs", 2)]);
}
