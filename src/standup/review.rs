//! Defines [`Review`], what the person is shown: DONE, YOUR CALL, conflicts, notes. A value, made of what is on record;
//! the command line prints it and the screen draws it.

use std::fmt::Write as _;

use serde::Serialize;

use super::action::{Action, Conflict, Evidence, EvidenceKind, Level, Note, Proposal};
use super::books::{Books, By, Did, JournalLine};
use super::feedback::{Offer, offers};
use super::permission::Rules;
use crate::state::Part;
use crate::text::{SafeText, cut};

/// Columns of a quote.
const QUOTE: usize = 100;
/// Notes told at most; the rest is counted.
const NOTES: usize = 8;

/// Something that was done.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DoneRow {
    /// What takes it back.
    pub action: String,
    /// In words.
    pub what: String,
    /// The board, or the document.
    pub place: String,
    /// On whose word.
    pub by: By,
    /// Session and turns.
    pub source: String,
    /// The words it rests on.
    pub quotes: Vec<String>,
}

/// Something that waits for the person.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallRow {
    /// Its label.
    pub number: u32,
    /// The proposal.
    pub id: String,
    /// In words.
    pub what: String,
    /// The action itself.
    pub action: Action,
    /// Why.
    pub why: String,
    /// How sure, in words.
    pub level: Level,
    /// How sure, 0 to 1.
    pub score: f32,
    /// What of.
    pub parts: Vec<Part>,
    /// What it rests on.
    pub evidence: Vec<Evidence>,
    /// Whether others than the person would see it.
    pub leaves_machine: bool,
    /// The board, or the document; empty when that cannot be said.
    pub place: String,
    /// The exact change, as a diff or as commands.
    pub change: String,
    /// Why it cannot be done as things are, or was not when it was tried.
    pub blocked: Option<String>,
}

/// What the person is shown.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// What was done since the last run began, and stands.
    pub done: Vec<DoneRow>,
    /// What waits.
    pub calls: Vec<CallRow>,
    /// What contradicts.
    pub conflicts: Vec<Conflict>,
    /// What is only told.
    pub notes: Vec<Note>,
    /// What could not be looked at, or was cut off.
    pub failures: Vec<String>,
    /// Changes of the cuts that are offered.
    pub offers: Vec<Offer>,
    /// What else the person could do.
    pub hint: Option<String>,
}

/// The exact change a proposal would make: its place and the diff or commands; or why it cannot.
pub type Preview = Result<(String, String), String>;

/// What an action does, in words.
pub fn told(action: &Action) -> String {
    let line = |text: &str| SafeText::line(text).into_string();
    match action {
        Action::CreateTask { title, .. } => format!("new task \"{}\"", line(title)),
        Action::LogTask { task, title, .. } => format!("note on {} \"{}\"", line(task), line(title)),
        Action::DoneTask { task, title, .. } => format!("mark done {} \"{}\"", line(task), line(title)),
        Action::CreateDoc { path, title, content } => {
            let chars = content.chars().count();
            format!("new document {} \"{}\" ({chars} characters)", line(path), line(title))
        }
        Action::EnrichDoc { path, heading, .. } => format!("new section \"{}\" in {}", line(heading), line(path)),
        Action::DocMetadata { path, field, value } => {
            format!("set {} of {} to \"{}\"", line(field), line(path), line(value))
        }
        Action::FixSkill { path, heading, .. } => format!("fix of {}: new section \"{}\"", line(path), line(heading)),
        Action::NoAction { title, .. } => format!("nothing to do about \"{}\"", line(title)),
    }
}

impl Review {
    /// What is shown of what is on record. `preview` says what a proposal would change.
    pub fn of(books: &Books, rules: &Rules, preview: &dyn Fn(&Proposal) -> Preview) -> Self {
        let lately = |a: &&JournalLine| a.did == Did::Done && books.run.is_none_or(|run| a.at >= run);
        let mut failures = books.failures.clone();
        if books.unread > 0 {
            failures.push(format!("{} lines of the record cannot be read", books.unread));
        }
        let failed = books.actions.iter().filter(|a| a.did == Did::Failed && books.run.is_none_or(|run| a.at >= run));
        failures.extend(
            failed.map(|a| format!("{} {}: {}", a.action, told(&a.what), a.because.clone().unwrap_or_default())),
        );
        Self {
            done: books.actions.iter().filter(lately).map(done).collect(),
            calls: books.pending().into_iter().map(|p| call(p, rules, preview(p))).collect(),
            conflicts: books.conflicts.clone(),
            notes: books.notes.clone(),
            failures,
            offers: offers(books, rules),
            hint: None,
        }
    }

    /// The whole as text of lines at most as wide as they need be, safe for a terminal.
    pub fn text(&self) -> String {
        let mut out = String::new();
        if !self.done.is_empty() {
            out.push_str("DONE  (spot-check; `deltamind standup rollback ID` takes one back)\n");
            for row in &self.done {
                let by = if row.by == By::Rules { "by itself" } else { "by you" };
                let _ = writeln!(out, "  [+] {}  {}  {by}", row.action, placed(&row.what, &row.place));
                let _ = writeln!(out, "      from {}{}", row.source, quoted(row.quotes.first()));
            }
        }
        if !self.calls.is_empty() {
            out.push_str(
                "YOUR CALL  (`deltamind standup approve 1,3`, `dismiss 2 --why WORDS`, `pending` for the changes)\n",
            );
            for row in &self.calls {
                let leaves = if row.leaves_machine { "  LEAVES THIS MACHINE" } else { "" };
                let what = placed(&row.what, &row.place);
                let _ = writeln!(out, "  {}  {what}  {} {:.2}{leaves}", row.number, row.level, row.score);
                let _ = writeln!(out, "     {}", row.why);
                let best = row.evidence.first();
                if let Some(evidence) = best {
                    let quote = quoted(evidence.quotes.first());
                    let _ = writeln!(out, "     {} {}{quote}", spoken(evidence.kind), evidence.source());
                }
                if let Some(why) = &row.blocked {
                    let _ = writeln!(out, "     not done: {why}");
                }
            }
        }
        if !self.conflicts.is_empty() {
            out.push_str("CONFLICTS  (yours to settle)\n");
            for row in &self.conflicts {
                let source = row.evidence.first().map(Evidence::source).unwrap_or_default();
                let _ = writeln!(
                    out,
                    "  !  \"{}\" ({source})\n     against \"{}\" in {}: {}",
                    row.says, row.against, row.place, row.why
                );
            }
        }
        if !self.offers.is_empty() {
            out.push_str("OFFERED  (`approve ID`, `dismiss ID`; later `rollback ID`)\n");
            for offer in &self.offers {
                let _ = writeln!(out, "  ~  {}  {}", offer.id, offer.why);
            }
        }
        if !self.notes.is_empty() {
            out.push_str("NOTES\n");
            for note in self.notes.iter().take(NOTES) {
                let _ = writeln!(out, "  ·  {}: {}", note.text, note.why);
            }
            if self.notes.len() > NOTES {
                let _ = writeln!(out, "  ·  and {} more: --json has them", self.notes.len() - NOTES);
            }
        }
        if !self.failures.is_empty() {
            out.push_str("NOT LOOKED AT, OR NOT DONE\n");
            for failure in &self.failures {
                let _ = writeln!(out, "  x  {failure}");
            }
        }
        if let Some(hint) = &self.hint {
            let _ = writeln!(out, "({hint})");
        }
        if out.is_empty() {
            out.push_str("Nothing is waiting. `deltamind standup run` looks at the sessions of this project.\n");
        }
        SafeText::block(&out).into_string()
    }
}

/// What is done and where, once.
fn placed(what: &str, place: &str) -> String {
    if place.is_empty() || what.contains(place) { what.to_owned() } else { format!("{what} on {place}") }
}

fn quoted(words: Option<&String>) -> String {
    words.map_or_else(String::new, |w| format!(": \"{}\"", cut(SafeText::line(w).as_str(), QUOTE)))
}

fn spoken(kind: EvidenceKind) -> &'static str {
    match kind {
        EvidenceKind::Verified => "a tool's result,",
        EvidenceKind::Person => "you said,",
        EvidenceKind::Claim => "the assistant said,",
    }
}

fn done(line: &JournalLine) -> DoneRow {
    DoneRow {
        action: line.action.clone(),
        what: told(&line.what),
        place: line.place.clone(),
        by: line.by,
        source: line.source.clone(),
        quotes: line.quotes.clone(),
    }
}

fn call(proposal: &Proposal, rules: &Rules, preview: Preview) -> CallRow {
    let (place, change, blocked) = match preview {
        Ok((place, change)) => (place, change, proposal.because.as_ref().map(|why| format!("tried before: {why}"))),
        Err(why) => (String::new(), String::new(), Some(why)),
    };
    CallRow {
        number: proposal.number,
        id: proposal.id.clone(),
        what: told(&proposal.action),
        action: proposal.action.clone(),
        why: SafeText::line(&proposal.why).into_string(),
        level: rules.level(proposal),
        score: proposal.confidence.score,
        parts: proposal.confidence.parts.clone(),
        evidence: proposal.evidence.clone(),
        leaves_machine: proposal.leaves_machine,
        place,
        change,
        blocked,
    }
}
