//! Defines the export for ai-loadout: an index of the active items, one entry each, and the files it points to.
//!
//! A task loads an entry when at least a tenth of the entry's keywords occur in it, so an entry has few. Keywords of
//! other scripts are kept, though the tool's own matching reads ASCII only.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::names;
use crate::edits::front_matter::{self, scalar};
use crate::session::suggest::Suggestion;
use crate::session::{AGENTS, Session, agent_words};
use crate::state::{Item, ItemKind, Status};
use crate::text::cut;

/// Most keywords of an entry.
const KEYWORDS: usize = 10;
/// Most characters of a summary, by the validator.
const SUMMARY: usize = 120;
/// Characters per token, roughly.
const TOKEN: usize = 4;
/// The folder of the files, beside the index.
const BELOW: &str = "items";

/// Words too common to be keywords.
const COMMON: &str = " a about above actually after again all already also although always am an and any anything are around as \
    at away back be because been before being below best better between both but by came can cannot come could decided did \
    do does doing don done down during each either else enough even ever every everything few first for from full further \
    gave get gets getting give given go goes going good got had has have having he her here hers him his how however i if \
    in instead into is isn it its itself just keep know last later least less let lets like ll made make makes making many \
    may maybe me might more most much must my need needs never new next no non nor not nothing now of off ok okay on once \
    one only onto or other others our ours out over own per please put quite rather re really right said same say says see \
    she should since so some something still such sure take takes than thank thanks that the their them then there these \
    they thing things think this those through thus to today too took two under until up upon us use used uses using ve \
    very via want wants was way we well were what when where whether which while who whole why will with within without \
    won would yes yet you your yours ";

pub(super) fn keywords(text: &str, fallback: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        let word = word.to_lowercase();
        let telling = word.chars().count() >= 3 || !word.is_ascii();
        let a_word = word.starts_with(char::is_alphabetic);
        if a_word && telling && !COMMON.contains(&format!(" {word} ")) && !out.contains(&word) && out.len() < KEYWORDS {
            out.push(word);
        }
    }
    if out.is_empty() {
        out.push(fallback.to_owned());
    }
    out
}

/// The front matter of a suggestion's file. The tool's reader does not understand quotes, so id and keywords are
/// written without; it does not read `description`, which is quoted for other readers.
pub(super) fn front_matter(suggestion: &Suggestion, id: &str) -> String {
    let priority = if suggestion.hard { "core" } else { "domain" };
    let keywords: Vec<String> = keywords(&suggestion.words, suggestion.kind.word())
        .into_iter()
        .map(|k| {
            if matches!(k.as_str(), "true" | "false" | "null" | "yes" | "no" | "on" | "off") {
                format!("{k}-")
            } else {
                k
            }
        })
        .collect();
    front_matter::head(&[
        ("id", id),
        ("description", &scalar(&suggestion.title)),
        ("keywords", &format!("[{}]", keywords.join(", "))),
        ("priority", priority),
    ])
}

/// A file of the export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its name, from the export's folder.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// Whether an item is exported: active ones, open tasks included since the next session continues them.
fn exported(item: &Item) -> bool {
    use ItemKind::{Constraint, Decision, Dependency, Fact, Goal, Risk, Task};
    let kind = matches!(item.kind, Constraint | Decision | Dependency | Fact | Goal | Risk | Task);
    kind && item.status == Status::Active && !item.has_tag("branch")
}

/// The export's files, the index last. `folder` is where they will be written, from the project's root as the tool wants
/// it. An item is worded as in a context: one that gives no sentence is left out. `now` is the index's time where no turn
/// has one.
pub fn files(session: &Session, folder: &str, now: Timestamp) -> Vec<File> {
    let mut out = Vec::new();
    let mut entries: Vec<Value> = Vec::new();
    let (mut core, mut domain) = (0, 0);
    for item in session.ledger().items().iter().filter(|i| exported(i)) {
        let Some(words) = agent_words(item, |id| session.turn(id).map(|t| t.role)) else { continue };
        let words = session.from_project(&words).into_owned();
        // Who said it is no keyword.
        let said = words.strip_prefix(AGENTS).unwrap_or(&words);
        let id = format!("{}-{}-{}", item.kind.word().replace('_', "-"), names::slug(said), hex(&item.semantic_id));
        if entries.iter().any(|e| e["id"] == id.as_str()) {
            continue;
        }
        // What holds for every task is always loaded: hard constraints, and decisions.
        let always = item.has_tag("hard") || item.kind == ItemKind::Decision;
        let priority = if always { "core" } else { "domain" };
        let keywords = keywords(said, item.kind.word());
        let text = payload(&words, &id, priority, &keywords);
        let tokens = text.chars().count().div_ceil(TOKEN);
        *(if always { &mut core } else { &mut domain }) += tokens;
        let name = format!("{BELOW}/{id}.md");
        entries.push(json!({
            "id": id,
            "path": format!("{folder}/{name}"),
            "keywords": keywords,
            "patterns": [],
            "priority": priority,
            "summary": cut(&words, SUMMARY - 1).trim_end_matches('…'),
            "triggers": { "task": true, "plan": true, "edit": item.kind == ItemKind::Constraint },
            "tokens_est": tokens,
            "lines": text.lines().count(),
        }));
        out.push(File { name, text });
    }
    let of_domain = entries.iter().filter(|e| e["priority"] == "domain").count().max(1);
    // The time of the last turn, not of the clock: the same session gives the same bytes.
    let generated = session.last_turn_at().unwrap_or(now);
    let index = json!({
        "version": "1.0.0",
        "generated": generated.to_string(),
        "entries": entries,
        "budget": {
            "always_loaded_est": core,
            "on_demand_total_est": domain,
            "avg_task_load_est": core + domain / of_domain,
            "avg_task_load_observed": null,
        },
    });
    out.push(File { name: "index.json".to_owned(), text: format!("{index:#}\n") });
    out
}

fn hex(semantic: &str) -> &str {
    semantic.rsplit('-').next().unwrap_or(semantic)
}

fn payload(words: &str, id: &str, priority: &str, keywords: &[String]) -> String {
    let keywords = format!("[{}]", keywords.join(", "));
    let mut out = front_matter::head(&[("id", id), ("keywords", &keywords), ("priority", priority)]) + "\n";
    out.push_str(&super::text::quoted(words));
    out.push('\n');
    out
}
