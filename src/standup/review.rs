//! Defines [`Review`], the overview of the standup: DONE, YOUR CALL, conflicts, notes. It is made from the log; the
//! command line prints it and the screen draws it.

use std::fmt::Write as _;

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use super::account;
use super::action::{
    EvidenceKind, Level, Proposal, ProposalEvidence, ProposalStatus, StandupAction, StandupConflict, StandupNote,
};
use super::execute::ActionDraft;
use super::feedback::{ThresholdOffer, offers};
use super::log::{ActionState, ApprovedBy, JournalLine, ProposalEvent, StandupLog};
use super::permission::Permissions;
use crate::state::Part;
use crate::text::{SafeText, counted, cut, wrap};
use crate::trackers::named;

/// Columns of a line that is printed, without the indent of one behind the first.
const LINE: usize = 100;
/// Columns of a quote.
const QUOTE: usize = 100;
/// Recency, 0 to 1, below which evidence is older than a week.
const LATELY: f32 = 0.95;
/// Match, 0 to 1, from which nothing else may be meant.
const FITTING: f32 = 0.9;
/// Most notes that are printed; the rest is counted.
const NOTES: usize = 8;

/// An action that was done.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DoneRow {
    /// The id `rollback` takes.
    pub action: String,
    /// The action in words.
    pub what: String,
    /// The action itself.
    #[serde(skip)]
    pub did: StandupAction,
    /// The board, or the document.
    pub place: String,
    /// Who approved it.
    pub by: ApprovedBy,
    /// The sessions and turns it is based on.
    pub source: String,
    /// The quotes it is based on.
    pub quotes: Vec<String>,
    /// The change that rolling it back would make, or why it cannot be.
    #[serde(skip)]
    pub back: Option<Result<ActionDraft, String>>,
    /// The later action on the same file, in words: it is to be undone first.
    #[serde(skip)]
    pub undone_first: Option<String>,
}

/// A pending proposal.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallRow {
    pub number: u32,
    /// The proposal.
    pub id: String,
    /// The action in words.
    pub what: String,
    /// The action itself.
    pub action: StandupAction,
    pub why: String,
    /// The confidence as a word.
    pub level: Level,
    /// The confidence, 0 to 1.
    pub score: f32,
    /// The parts of the confidence.
    pub parts: Vec<Part>,
    pub evidence: Vec<ProposalEvidence>,
    /// Whether other people would see the change.
    pub leaves_machine: bool,
    /// The board or the document; empty if the change could not be drafted.
    pub place: String,
    /// The exact change, as a diff or commands.
    pub change: String,
    /// Why it cannot be done now, or failed when it was tried.
    pub blocked: Option<String>,
    /// The exact change, if it can be done.
    #[serde(skip)]
    pub draft: Option<ActionDraft>,
}

/// An answer that can be undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LastAnswer {
    /// An action that was done, by its id.
    Done(String),
    /// A dismissed proposal or a settled conflict, by its id.
    Dismissed(String),
}

/// The overview of the standup.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// Actions done since the last run began and not rolled back.
    pub done: Vec<DoneRow>,
    /// Pending proposals.
    pub calls: Vec<CallRow>,
    /// The contradictions.
    pub conflicts: Vec<StandupConflict>,
    pub notes: Vec<StandupNote>,
    /// Load errors and failed actions, a sentence each.
    pub failures: Vec<String>,
    /// Offered threshold changes.
    pub offers: Vec<ThresholdOffer>,
    /// A hint at another board that could be used.
    pub hint: Option<String>,
    /// The latest answer, among what is listed as done and what was dismissed since a day before the last run.
    #[serde(skip)]
    pub last: Option<LastAnswer>,
}

/// The exact change a proposal would make, or the reason why it cannot be made.
pub type StandupPreview = Result<ActionDraft, String>;

fn line(text: &str) -> String {
    SafeText::line(text).into_string()
}

/// An action in words.
pub fn describe(action: &StandupAction) -> String {
    match action {
        StandupAction::CreateTask { title, .. } => format!("new task \"{}\"", line(title)),
        StandupAction::LogTask { task, title, .. } => format!("note on {}", named(&line(task), &line(title))),
        StandupAction::DoneTask { task, title, .. } => format!("mark done {}", named(&line(task), &line(title))),
        StandupAction::CreateDoc { path, title, content } => {
            let chars = content.chars().count();
            format!("new document {} \"{}\" ({chars} characters)", line(path), line(title))
        }
        StandupAction::EnrichDoc { path, heading, .. } => {
            format!("new section \"{}\" in {}", line(heading), line(path))
        }
        StandupAction::DocMetadata { path, field, value } => {
            format!("set {} of {} to \"{}\"", line(field), line(path), line(value))
        }
        StandupAction::CorrectDoc { path, line: was, now } => {
            format!("correct {}: \"{}\" -> \"{}\"", line(path), line(was).trim(), line(now).trim())
        }
        StandupAction::FixSkill { path, heading, .. } => {
            format!("fix of {}: new section \"{}\"", line(path), line(heading))
        }
        StandupAction::NoAction { title, .. } => format!("nothing to do about \"{}\"", line(title)),
    }
}

/// The verb of an action ("new task", "correct") and the title of the task or document that it changes.
pub fn titled(action: &StandupAction) -> (&'static str, String) {
    match action {
        StandupAction::CreateTask { title, .. } => ("new task", line(title)),
        StandupAction::LogTask { title, .. } => ("note", line(title)),
        StandupAction::DoneTask { title, .. } => ("mark done", line(title)),
        StandupAction::CreateDoc { title, .. } => ("document", line(title)),
        StandupAction::EnrichDoc { heading, .. } => ("section", line(heading)),
        StandupAction::DocMetadata { field, value, .. } => ("set", format!("{}: {}", line(field), line(value))),
        StandupAction::CorrectDoc { now, .. } => ("correct", line(now).trim().to_owned()),
        StandupAction::FixSkill { heading, .. } => ("fix", line(heading)),
        StandupAction::NoAction { title, .. } => ("nothing", line(title)),
    }
}

/// Whether some calls are surer than others: else how sure they are tells none from another.
pub fn levels_differ(calls: &[CallRow]) -> bool {
    calls.iter().any(|call| calls.first().is_some_and(|first| first.level != call.level))
}

/// The notes of the last run, and what the calls leave unsaid. A step that the note on its plan tells of has no other.
fn notes(log: &StandupLog) -> Vec<StandupNote> {
    let standing = account::standing_notes(log);
    let is_told =
        |note: &&StandupNote| !standing.iter().any(|plan| plan.why.contains(&format!("{}: {}", note.why, note.text)));
    let own: Vec<StandupNote> = log.notes.iter().filter(is_told).cloned().collect();
    standing.into_iter().chain(own).collect()
}

impl Review {
    /// The part of the standup log that the review displays. `preview` drafts a proposal.
    pub fn of(log: &StandupLog, rules: &Permissions, preview: &dyn Fn(&Proposal) -> StandupPreview) -> Self {
        let mut failures = log.failures.clone();
        if log.unread > 0 {
            failures.push(format!("{} of the record cannot be read", counted(log.unread, "line")));
        }
        failures.extend(
            since_run(log, ActionState::Failed)
                .map(|a| format!("{} {}: {}", a.action, describe(&a.what), a.because.clone().unwrap_or_default())),
        );
        Self {
            done: lately_done(log).map(done).collect(),
            calls: log.pending().into_iter().map(|p| call(p, rules, preview(p))).collect(),
            conflicts: log.conflicts.clone(),
            notes: notes(log),
            failures,
            offers: offers(log, rules),
            hint: None,
            last: last_answer(log),
        }
    }

    /// The review as text, safe for a terminal.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let done = "DONE  (spot-check; `deltamind standup rollback ID` undoes one)";
        push_part(&mut out, done, self.done.iter().map(done_lines));
        let varied = levels_differ(&self.calls);
        let calls = "YOUR CALL  (`deltamind standup approve 1,3`, `dismiss 2 --why WORDS`, `pending` for the changes)";
        push_part(&mut out, calls, self.calls.iter().map(|row| call_lines(row, varied)));
        push_part(
            &mut out,
            "CONFLICTS  (yours to settle; `dismiss ID` when it is)",
            self.conflicts.iter().map(conflict_lines),
        );
        let offers = self.offers.iter().map(|o| format!("  ~  {}  {}", o.id, o.why));
        push_part(&mut out, "OFFERED  (`approve ID`, `dismiss ID`; later `rollback ID`)", offers);
        let more = self.notes.len().saturating_sub(NOTES);
        let notes = self.notes.iter().take(NOTES).map(|n| format!("  ·  {}: {}", n.text, n.why));
        let more = (more > 0).then(|| format!("  ·  and {more} more: --json has them"));
        push_part(&mut out, "NOTES", notes.chain(more));
        let failures = self.failures.iter().map(|f| format!("  x  {f}"));
        push_part(&mut out, "NOT LOOKED AT, OR NOT DONE", failures);
        if let Some(hint) = &self.hint {
            let _ = writeln!(out, "({hint})");
        }
        if out.is_empty() {
            out.push_str("Nothing is waiting. `deltamind standup run` looks at the sessions of this project.\n");
        }
        let lines = SafeText::block(&out).as_str().lines().map(wrapped).collect::<Vec<_>>();
        lines.join("\n") + "\n"
    }
}

/// A line in as many as it takes, those behind the first indented.
fn wrapped(line: &str) -> String {
    let parts: Vec<&str> = wrap(line, LINE).into_iter().filter_map(|range| line.get(range)).collect();
    parts.join("\n     ")
}

/// Adds a part of the review, unless it has no lines.
fn push_part(out: &mut String, head: &str, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.collect();
    if !lines.is_empty() {
        let _ = writeln!(out, "{head}\n{}", lines.join("\n"));
    }
}

/// The actions in this state that are of the last run or later.
fn since_run(log: &StandupLog, state: ActionState) -> impl Iterator<Item = &JournalLine> {
    log.actions.iter().filter(move |a| a.did == state && log.run.is_none_or(|run| a.at >= run))
}

/// Whether an answer was given since a day before the last run: another run hides none that may still be undone.
fn is_late(log: &StandupLog, at: Timestamp) -> bool {
    log.run.is_none_or(|run| at >= run.saturating_sub(SignedDuration::from_hours(24)).unwrap_or(run))
}

/// The actions that were done lately.
fn lately_done(log: &StandupLog) -> impl Iterator<Item = &JournalLine> {
    log.actions.iter().filter(move |a| a.did == ActionState::Done && is_late(log, a.at))
}

/// The latest of the actions that were done lately and of the dismissals of that time that are in force.
fn last_answer(log: &StandupLog) -> Option<LastAnswer> {
    let done = lately_done(log).map(|line| (line.at, LastAnswer::Done(line.action.clone())));
    let dismissals = log.said.iter().rev().filter_map(|said| match said {
        ProposalEvent::Stood { at, id, standing: ProposalStatus::Dismissed, .. }
        | ProposalEvent::Settled { at, id, .. } => Some((*at, id)),
        _ => None,
    });
    let in_force = dismissals.take_while(|(at, _)| is_late(log, *at)).find(|(_, id)| is_dismissed(log, id));
    let dismissed = in_force.map(|(at, id)| (at, LastAnswer::Dismissed(id.clone())));
    done.chain(dismissed).max_by_key(|(at, _)| *at).map(|(_, answer)| answer)
}

/// Whether this is a dismissed proposal or a settled conflict.
fn is_dismissed(log: &StandupLog, id: &str) -> bool {
    log.settled.contains(id) || log.proposal(id).is_some_and(|p| p.standing == ProposalStatus::Dismissed)
}

fn done_lines(row: &DoneRow) -> String {
    let by = if row.by == ApprovedBy::Rules { "by itself" } else { "by you" };
    let what = placed(&row.did, &row.place);
    format!("  [+] {}  {what}  {by}\n      from {}{}", row.action, row.source, quoted(row.quotes.first()))
}

fn call_lines(row: &CallRow, varied: bool) -> String {
    let sure = if varied { format!("  {} {:.2}", row.level, row.score) } else { String::new() };
    let leaves = if row.leaves_machine { "  LEAVES THIS MACHINE" } else { "" };
    let what = placed(&row.action, &row.place);
    let mut out = format!("  {}  {what}{sure}{leaves}\n     {}", row.number, row.why);
    if let Some(best) = row.evidence.first() {
        let _ = write!(out, "\n     {} {}{}", spoken(best), best.source(), quoted(best.quotes.first()));
    }
    if let Some(why) = &row.blocked {
        let _ = write!(out, "\n     not done: {why}");
    }
    out
}

fn conflict_lines(row: &StandupConflict) -> String {
    let source = row.evidence.first().map(ProposalEvidence::source).unwrap_or_default();
    let StandupConflict { id, says, against, place, why, .. } = row;
    format!("  !  {id}  \"{says}\" ({source})\n     against \"{against}\" in {place}: {why}")
}

/// `Add rate limit  (new task, TODO.md)`: the title, then what is done to it and where.
fn placed(action: &StandupAction, place: &str) -> String {
    let (act, title) = titled(action);
    let place = if place.is_empty() { String::new() } else { format!(", {place}") };
    format!("{title}  ({act}{place})")
}

fn quoted(words: Option<&String>) -> String {
    words.map_or_else(String::new, |w| format!(": \"{}\"", cut(SafeText::line(w).as_str(), QUOTE)))
}

/// The source of the evidence, as the start of a sentence.
pub fn spoken(evidence: &ProposalEvidence) -> &'static str {
    match evidence.kind {
        EvidenceKind::Verified => "a tool's result,",
        EvidenceKind::Person if evidence.agreed => "you agreed to,",
        EvidenceKind::Person => "you said,",
        EvidenceKind::Stated | EvidenceKind::Claim => "the agent said,",
    }
}

/// How sure a proposal is, in plain words: `medium: your words, in 3 sessions, more than a week ago`.
pub fn sureness(row: &CallRow) -> String {
    let value = |name: &str| row.parts.iter().find(|part| part.name == name).map(|part| part.value);
    let mut words: Vec<String> = row.evidence.first().map(|best| whose(best).to_owned()).into_iter().collect();
    if let Some(sessions) = value("sessions") {
        words.push(format!("in {sessions:.0} sessions"));
    }
    if value("recency").is_some_and(|recency| recency < LATELY) {
        words.push("more than a week ago".to_owned());
    }
    if value("hedging").is_some() {
        words.push("said with doubt".to_owned());
    }
    if value("match").is_some_and(|fits| fits < FITTING) {
        words.push("but it may be about something else".to_owned());
    }
    if words.is_empty() { row.level.to_string() } else { format!("{}: {}", row.level, words.join(", ")) }
}

/// Whose words, or what, a proposal rests on.
fn whose(evidence: &ProposalEvidence) -> &'static str {
    match evidence.kind {
        EvidenceKind::Verified => "a tool's result",
        EvidenceKind::Person if evidence.agreed => "you agreed to it",
        EvidenceKind::Person => "your words",
        EvidenceKind::Stated | EvidenceKind::Claim => "the agent's words",
    }
}

fn done(line: &JournalLine) -> DoneRow {
    DoneRow {
        action: line.action.clone(),
        what: describe(&line.what),
        did: line.what.clone(),
        place: line.place.clone(),
        by: line.by,
        source: line.source.clone(),
        quotes: line.quotes.clone(),
        back: None,
        undone_first: None,
    }
}

fn call(proposal: &Proposal, rules: &Permissions, preview: StandupPreview) -> CallRow {
    let (draft, blocked) = match preview {
        Ok(draft) => (Some(draft), proposal.because.as_ref().map(|why| format!("tried before: {why}"))),
        Err(why) => (None, Some(why)),
    };
    CallRow {
        number: proposal.number,
        id: proposal.id.clone(),
        what: describe(&proposal.action),
        action: proposal.action.clone(),
        why: SafeText::line(&proposal.why).into_string(),
        level: rules.level(proposal),
        score: proposal.confidence.score,
        parts: proposal.confidence.parts.clone(),
        evidence: proposal.evidence.clone(),
        leaves_machine: proposal.leaves_machine,
        place: draft.as_ref().map(|d| d.place.clone()).unwrap_or_default(),
        change: draft.as_ref().map(ActionDraft::shown).unwrap_or_default(),
        blocked,
        draft,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_sure_a_proposal_is_has_plain_words() {
        let part = |(name, value): (&'static str, f32)| Part { name: name.into(), value };
        let said = |kind| ProposalEvidence {
            kind,
            session: "claude-1".to_owned(),
            turns: Vec::new(),
            quotes: Vec::new(),
            at: None,
            agreed: false,
        };
        for (kind, parts, words) in [
            (EvidenceKind::Verified, vec![("match", 1.0), ("recency", 1.0)], "medium: a tool's result"),
            (
                EvidenceKind::Person,
                vec![("match", 1.0), ("recency", 0.8), ("sessions", 3.0)],
                "medium: your words, in 3 sessions, more than a week ago",
            ),
            (
                EvidenceKind::Claim,
                vec![("match", 0.7), ("hedging", 0.8)],
                "medium: the agent's words, said with doubt, but it may be about something else",
            ),
        ] {
            let action = StandupAction::CreateTask { title: "Weigh parcels".to_owned(), body: String::new() };
            let parts = parts.into_iter().map(part).collect();
            let confidence = super::super::action::ProposalConfidence { score: 0.6, parts };
            let proposal = Proposal::new(action, confidence, vec![said(kind)], "");
            let row = call(&proposal, &Permissions::default(), Err(String::new()));
            assert_eq!(sureness(&CallRow { level: Level::Medium, ..row }), words);
        }
    }

    #[test]
    fn only_a_late_dismissal_that_is_in_force_is_the_last_answer() {
        let settled = |hours: i64, id: &str| {
            let at = Timestamp::UNIX_EPOCH + SignedDuration::from_hours(hours);
            ProposalEvent::Settled { at, id: id.to_owned(), because: None }
        };
        let log = |ids: &[&str]| StandupLog {
            run: Some(Timestamp::UNIX_EPOCH + SignedDuration::from_hours(100)),
            said: vec![settled(20, "x-1"), settled(90, "x-2"), settled(95, "x-3")],
            settled: ids.iter().map(|id| (*id).to_owned()).collect(),
            ..StandupLog::default()
        };
        let dismissed = |id: &str| Some(LastAnswer::Dismissed(id.to_owned()));
        assert_eq!(last_answer(&log(&["x-1", "x-2", "x-3"])), dismissed("x-3"));
        assert_eq!(last_answer(&log(&["x-1", "x-2"])), dismissed("x-2"), "the latest was taken back");
        assert_eq!(last_answer(&log(&["x-1"])), None, "that was long before the last run");
    }

    #[test]
    fn a_long_line_is_printed_in_several() {
        let long = format!("  ·  {}", "invoices are archived ".repeat(12));
        let lines: Vec<String> = wrapped(&long).lines().map(str::to_owned).collect();
        assert!(lines.len() > 2 && lines.iter().all(|line| line.chars().count() <= LINE + 5), "{lines:#?}");
        assert!(lines.iter().skip(1).all(|line| line.starts_with("     invoices") || line.starts_with("     a")));
        assert_eq!(wrapped("NOTES"), "NOTES");
    }
}
