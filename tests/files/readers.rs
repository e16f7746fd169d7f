//! Defines the validators of tools that read memories, rewritten from those tools.
#![allow(clippy::unwrap_used, clippy::panic, clippy::case_sensitive_file_extension_comparisons)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// The faults that claude-memories reports of a project's `MEMORY.md` and the files it points to.
pub fn claude_memories(root: &Path) -> Vec<String> {
    let index = fs::read_to_string(root.join("MEMORY.md")).unwrap();
    let mut faults = Vec::new();
    let mut refs: Vec<String> = Vec::new();
    for line in index.lines() {
        let Some((before, rest)) = line.split_once('`') else { continue };
        let Some(path) = rest.split('`').next().filter(|p| p.ends_with(".md")) else { continue };
        let name = before.split(['—', '→']).next().unwrap().split("--").next().unwrap();
        if name.trim_start_matches(['-', '*', ' ']).trim().is_empty() {
            faults.push(format!("EMPTY_NAME {line}"));
        }
        refs.push(path.to_owned());
    }
    if refs.is_empty() {
        faults.push("NO_REFS".to_owned());
    }
    let distinct: BTreeSet<&String> = refs.iter().collect();
    if distinct.len() < refs.len() {
        faults.push("DUPLICATE_REF".to_owned());
    }
    faults.extend(refs.iter().filter(|r| !root.join(r).is_file()).map(|r| format!("MISSING_TOPIC_FILE {r}")));
    for entry in fs::read_dir(root.join("memory")).into_iter().flatten().flatten() {
        let path = format!("memory/{}", entry.file_name().to_string_lossy());
        if path.ends_with(".md") && !distinct.contains(&path) {
            faults.push(format!("ORPHAN_TOPIC_FILE {path}"));
        }
    }
    faults
}

/// The faults and warnings that ai-loadout reports of an index, and missing files, which it does not check.
pub fn loadout(root: &Path, index: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    for (field, code) in [("version", "MISSING_VERSION"), ("generated", "MISSING_GENERATED")] {
        if index[field].as_str().is_none_or(str::is_empty) {
            faults.push(code.to_owned());
        }
    }
    let mut seen = BTreeSet::new();
    let Some(entries) = index["entries"].as_array() else { return vec!["INVALID_ENTRIES".to_owned()] };
    for entry in entries {
        let text = |name: &str| entry[name].as_str().unwrap_or_default();
        let id = text("id");
        let kebab = id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        let keywords = entry["keywords"].as_array().map_or(0, Vec::len);
        for (wrong, code) in [
            (id.is_empty(), "MISSING_ID"),
            (!kebab || id.starts_with('-') || id.ends_with('-') || id.contains("--"), "BAD_ID_FORMAT"),
            (!seen.insert(id.to_owned()), "DUPLICATE_ID"),
            (!root.join(text("path")).is_file(), "MISSING_PATH"),
            (!matches!(text("priority"), "core" | "domain" | "manual"), "INVALID_PRIORITY"),
            (text("summary").is_empty(), "MISSING_SUMMARY"),
            (text("summary").chars().count() > 120, "LONG_SUMMARY"),
            (text("priority") == "domain" && keywords == 0, "EMPTY_KEYWORDS"),
            (entry["tokens_est"].as_u64().is_none_or(|n| n == 0), "BAD_TOKEN_EST"),
        ] {
            if wrong {
                faults.push(format!("{code} {id}"));
            }
        }
    }
    let budget = index["budget"].as_object().into_iter().flatten();
    faults.extend(
        budget.filter(|(_, v)| v.as_f64().is_some_and(|n| n < 0.0)).map(|(k, _)| format!("NEGATIVE_BUDGET {k}")),
    );
    faults
}

/// How well a task fits an entry of a loadout: the share of its keywords that occur in the task. From a tenth on it is
/// loaded.
pub fn fit(entry: &Value, task: &str) -> f64 {
    let words: BTreeSet<String> =
        task.to_lowercase().split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect();
    let keywords = entry["keywords"].as_array().unwrap();
    let hits = keywords.iter().filter(|k| words.contains(k.as_str().unwrap())).count();
    hits as f64 / keywords.len() as f64
}
