//! Defines the exports of a session: the context for an agent, a Markdown report for people, JSON for programs.
//!
//! The context has a budget; the other two hold everything. All are safe text: without secrets and control characters.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::agent_wording::agent_line;
use super::compaction::Compaction;
use super::context::HARD;
use super::wording::worded_in_full;
use super::{Budget, Session, export_context};
use crate::state::{Disposition, Item, ItemKind, Ledger, Resolution, Status};
use crate::text::{SafeText, counted};
use crate::transcript::Role;

words! {
    /// A format of an export.
    ExportFormat {
        /// Budgeted text for an agent.
        Context = "context",
        /// Everything with quotations, as Markdown for people.
        Markdown = "markdown",
        /// Everything, as JSON for programs.
        Json = "json",
    }
}

impl ExportFormat {
    /// The proposed file name.
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Context => "CONTEXT.md",
            Self::Markdown => "SESSION.md",
            Self::Json => "session.json",
        }
    }

    /// Whether a budget applies.
    pub const fn is_budgeted(self) -> bool {
        matches!(self, Self::Context)
    }
}

/// A finished export.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exported {
    /// The text, safe, ending in a newline unless empty.
    pub text: String,
    /// Number of items in it.
    pub items: usize,
    /// Number of items beyond the budget.
    pub left_out: usize,
}

/// The state to export.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    pub session: &'a Session,
    /// Its present or a past ledger.
    pub ledger: &'a Ledger,
    /// Restricts the export to open decisions and constraints from before this compaction, without a budget.
    pub before: Option<&'a Compaction>,
}

impl<'a> Source<'a> {
    /// The present state of a session.
    pub fn all(session: &'a Session) -> Self {
        Self { session, ledger: session.ledger(), before: None }
    }

    /// The items of these kinds that are exported, oldest first.
    fn of(&self, kinds: &'a [ItemKind]) -> impl Iterator<Item = &'a Item> {
        let before = self.before;
        let (ledger, wanted) = (self.ledger, move |item: &&Item| before.is_none_or(|c| c.is_before(item)));
        let items = kinds.iter().flat_map(move |kind| ledger.of_kind(*kind));
        items.filter(wanted).filter(|item| !item.is_unconfirmed())
    }

    fn items(&self) -> Vec<&'a Item> {
        match self.before {
            Some(compaction) => compaction.items(self.ledger).collect(),
            None => self.ledger.items().iter().collect(),
        }
    }
}

/// Exports a session.
pub fn export(source: Source<'_>, format: ExportFormat, budget: Budget) -> Exported {
    let items = source.items().len();
    match format {
        ExportFormat::Context if source.before.is_some() => Exported { text: reminder(source), items, left_out: 0 },
        ExportFormat::Context => {
            let export = export_context(source.session, source.ledger, budget);
            let left_out = export.left_out.iter().map(|(_, n)| n).sum();
            Exported { text: SafeText::block(&export.text).into_string(), items: export.shown, left_out }
        }
        ExportFormat::Markdown => Exported { text: markdown(source), items, left_out: 0 },
        ExportFormat::Json => Exported { text: json(source), items, left_out: 0 },
    }
}

/// The decisions and constraints to repeat after a compaction.
fn reminder(source: Source<'_>) -> String {
    let mut out = String::new();
    for (title, kind) in [("Constraints", ItemKind::Constraint), ("Decisions", ItemKind::Decision)] {
        let mut items = source.items().into_iter().filter(|i| i.kind == kind).peekable();
        if items.peek().is_some() {
            let _ = write!(out, "{}## {title}\n\n", if out.is_empty() { "" } else { "\n" });
        }
        for item in items {
            let hard = if item.has_tag("hard") { HARD } else { "" };
            let told = agent_line(item, |id| source.session.turn(id).map(|t| t.role));
            let Some(told) = told else { continue };
            let _ = writeln!(out, "{told}{hard}");
        }
    }
    if out.is_empty() {
        out
    } else {
        source.session.from_project(&format!("{}\n\n{out}", heading(source))).into_owned()
    }
}

fn heading(source: Source<'_>) -> String {
    let turns = source.before.map_or(0, |c| c.turns);
    format!("Stated before the context was compacted after t{turns}, and still in force:")
}

/// Makes every string of a JSON value safe, names of fields included: secrets redacted, control and hidden characters shown.
pub fn neutralise(value: &mut Value) {
    match value {
        Value::String(text) if SafeText::is_plain(text) => {}
        Value::String(text) => *text = SafeText::block(text).into_string(),
        Value::Array(list) => list.iter_mut().for_each(neutralise),
        Value::Object(map) => {
            map.values_mut().for_each(neutralise);
            if !map.keys().all(|name| SafeText::is_plain(name)) {
                let fields = std::mem::take(map).into_iter();
                *map = fields.map(|(name, value)| (SafeText::block(&name).into_string(), value)).collect();
            }
        }
        _ => {}
    }
}

/// The name of a speaker as shown to the person.
pub fn speaker(role: Role) -> &'static str {
    match role {
        Role::User => "you",
        Role::Assistant => "agent",
        Role::System => "system",
    }
}

fn json(source: Source<'_>) -> String {
    let session = source.session;
    let meta = session.meta();
    // A past ledger has other held candidates, which are not known here.
    let present = source.before.is_none() && source.ledger.seq() == session.ledger().seq();
    let held: Vec<Value> = session
        .held()
        .filter(|_| present)
        .filter_map(|o| match &o.disposition {
            Disposition::Held { held_id } => Some(json!({"heldId": held_id, "candidate": &o.candidate})),
            _ => None,
        })
        .collect();
    let mut value = json!({
        "session": {"id": meta.session_id, "agent": meta.agent, "project": meta.project},
        "turns": session.turns().len(),
        "seq": source.ledger.seq(),
        "items": source.items(),
        "held": held,
    });
    neutralise(&mut value);
    // With line breaks, so that the preview shows the file as it is.
    serde_json::to_string_pretty(&value).map_or_else(|_| String::new(), |text| text + "\n")
}

const REPORT_SECTIONS: &[(&str, &[ItemKind])] = &[
    ("Goals", &[ItemKind::Goal]),
    ("Decisions", &[ItemKind::Decision]),
    ("Constraints", &[ItemKind::Constraint]),
    ("Tasks", &[ItemKind::Task]),
    ("Open questions", &[ItemKind::OpenQuestion, ItemKind::Hypothesis]),
    ("Risks and dependencies", &[ItemKind::Risk, ItemKind::Dependency]),
    ("Facts and artifacts", &[ItemKind::Fact, ItemKind::Artifact]),
    ("Ruled out", &[ItemKind::RejectedOption]),
];

fn markdown(source: Source<'_>) -> String {
    let session = source.session;
    let meta = session.meta();
    let name = if meta.project.is_empty() { "session" } else { meta.project.as_str() };
    let mut out = format!("# {}\n\n", SafeText::line(name).as_str());
    let agent =
        if meta.agent.is_empty() { String::new() } else { format!("{}, ", SafeText::line(&meta.agent).as_str()) };
    let _ = writeln!(out, "{agent}{}, change {}", counted(session.turns().len(), "turn"), source.ledger.seq());
    if source.before.is_some() {
        let _ = writeln!(out, "\n{}", heading(source));
    }
    for (title, kinds) in REPORT_SECTIONS {
        let mut items: Vec<&Item> = source.of(kinds).collect();
        if items.is_empty() {
            continue;
        }
        items.sort_by_key(|i| !i.is_open());
        let _ = write!(out, "\n## {title}\n\n");
        for item in items {
            write_item(&mut out, session, item);
        }
    }
    session.from_project(&out).into_owned()
}

fn safe(text: &str) -> String {
    SafeText::line(text).into_string()
}

fn write_item(out: &mut String, session: &Session, item: &Item) {
    let mark = match (item.kind, item.status) {
        (ItemKind::Task, _) if item.resolution == Some(Resolution::Completed) => "[x] ",
        (ItemKind::Task, Status::Superseded | Status::Resolved) => "[-] ",
        (ItemKind::Task, _) => "[ ] ",
        _ => "",
    };
    let hard = if item.has_tag("hard") { HARD } else { "" };
    let ended = match (&item.ended_because, item.is_open() || !mark.is_empty()) {
        (Some(why), _) if !item.is_open() => format!(" — ended: {}", safe(why)),
        (_, false) => format!(" — {}", item.plain_status()),
        _ => String::new(),
    };
    let Some(newest) = item.newest() else { return };
    let words = worded_in_full(&session.summary_with_question(item), &newest.evidence);
    let _ = writeln!(out, "- {mark}{}{hard} `{}`{ended}", words.as_str(), item.id);
    for (place, words) in newest.evidence.snippets.iter().enumerate().take(3) {
        if let Some((who, turn)) = session.voice(&newest.evidence, place) {
            let _ = writeln!(out, "  - \"{}\" ({who}, {turn})", safe(words));
        }
    }
    let options = session.chosen_over(item, item.versions.len());
    if !options.is_empty() {
        let label = if item.has_tag("branch") { "between" } else { "instead of" };
        let _ = writeln!(out, "  - {label}: {}", safe(&options.join("; ")));
    }
    for version in item.versions.iter().rev().skip(1) {
        let at = session.turn(version.said_in()).map_or(String::new(), |t| format!(" (t{})", t.ordinal));
        let _ = writeln!(out, "  - before: {}{at}", worded_in_full(&version.summary, &version.evidence).as_str());
    }
}
