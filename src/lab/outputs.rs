//! Defines the measurement of a session's outputs (memories, context, reminder after a compaction, standup proposals,
//! flagged calls) against expectations written down beforehand.

use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::session::suggest::Ask;
use crate::session::{Budget, Conflict, ExportFormat, Session, Source, export, export_context};
use crate::transcript::{Entry, SignalBody};

/// Characters of the context that is judged.
const CONTEXT_CHARS: usize = 8000;

/// A line that is expected, or must not be there.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ExpectedLine {
    /// The line matches if it contains all of these, in lower case, also as parts of words; `a|b` matches either.
    pub words: Vec<String>,
    /// The line in a person's words.
    pub text: String,
    /// For a standup proposal, its kind: `task`, `document` or `done`.
    pub kind: String,
    /// For a violation, the id of the tool call.
    pub call: String,
}

impl ExpectedLine {
    /// Whether a line says it.
    fn is_said_in(&self, line: &str) -> bool {
        let line = line.to_lowercase();
        let said = |words: &String| words.to_lowercase().split('|').any(|word| line.contains(word.trim()));
        !self.words.is_empty() && self.words.iter().all(said)
    }
}

/// The expected outputs of a session (`NAME.expected.json`).
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ExpectedOutputs {
    /// Memories that should be suggested.
    pub memories: Vec<ExpectedLine>,
    /// Memories that must not be suggested.
    pub not_memories: Vec<ExpectedLine>,
    /// The context for the next prompt.
    pub context: Vec<ExpectedLine>,
    /// Lines that would be wrong or stale in it.
    pub stale: Vec<ExpectedLine>,
    pub standup: Vec<ExpectedLine>,
    /// Tool calls against a rule.
    pub violations: Vec<ExpectedLine>,
    /// Ids of tool calls that look like a violation and are none.
    pub near_misses: Vec<String>,
}

/// A session's outputs, line by line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionOutputs {
    pub memories: Vec<String>,
    pub context: Vec<String>,
    /// The items to repeat after the last compaction.
    pub reminder: Vec<String>,
    /// Proposals: task, document or done, and the words.
    pub standup: Vec<(String, String)>,
    /// Ids of the calls against a rule.
    pub flagged: Vec<String>,
}

impl SessionOutputs {
    /// The outputs of a session that was read from these entries, with the proposals of its standup.
    pub fn of(session: &Session, entries: &[Entry], standup: Vec<(String, String)>) -> Self {
        let context = export_context(session, session.ledger(), Budget::Chars(CONTEXT_CHARS)).text;
        let reminder = session.compactions().last().map(|last| {
            let source = Source { before: Some(last), ..Source::all(session) };
            export(source, ExportFormat::Context, Budget::Chars(CONTEXT_CHARS)).text
        });
        Self {
            memories: session.suggestions(Ask::default(), &[]).into_iter().map(|s| s.words).collect(),
            context: listed(&context),
            reminder: listed(&reminder.unwrap_or_default()),
            standup,
            flagged: flagged(session.conflicts(), entries),
        }
    }
}

/// The list items of a Markdown text.
fn listed(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.strip_prefix("- ")).map(str::to_owned).collect()
}

/// The ids of the tool calls that conflicts are about, found by turn and words.
fn flagged(conflicts: &[Conflict], entries: &[Entry]) -> Vec<String> {
    let mut out = Vec::new();
    for entry in entries {
        let Entry::Signal(signal) = entry else { continue };
        let SignalBody::ToolCall { call_id, argv, paths, .. } = &signal.body else { continue };
        let of_call = |conflict: &&Conflict| {
            let words = conflict.words.trim_end_matches('…');
            let named = |text: &String| text.contains(words) || (!text.is_empty() && words.contains(text.as_str()));
            conflict.turn_id.as_str() == signal.turn_id && argv.iter().chain(paths).any(named)
        };
        if conflicts.iter().any(|conflict| of_call(&conflict)) && !out.contains(call_id) {
            out.push(call_id.clone());
        }
    }
    out
}

/// Counts of lines compared with those expected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LineTally {
    /// Lines put out.
    pub lines: usize,
    /// Lines that say something expected.
    pub right: usize,
    /// Lines that say something that must not be there.
    pub wrong: usize,
    /// Expected lines.
    pub expected: usize,
    /// Expected lines that are said.
    pub found: usize,
}

impl LineTally {
    fn add(&mut self, other: Self) {
        self.lines += other.lines;
        self.right += other.right;
        self.wrong += other.wrong;
        self.expected += other.expected;
        self.found += other.found;
    }

    fn cells(self) -> String {
        let Self { lines, right, wrong, expected, found } = self;
        format!("{right}/{lines} | {wrong} | {found}/{expected}")
    }

    fn json(self) -> Value {
        let Self { lines, right, wrong, expected, found } = self;
        json!({"lines": lines, "right": right, "wrong": wrong, "expected": expected, "found": found})
    }
}

/// The scores of one session's outputs, or of several together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OutputScore {
    pub memories: LineTally,
    pub context: LineTally,
    pub reminder: LineTally,
    pub standup: LineTally,
    /// Violations: expected, and flagged.
    pub violations: (usize, usize),
    /// Near misses: all, and flagged.
    pub near_misses: (usize, usize),
    /// Flagged calls that are neither.
    pub other_flags: usize,
    /// Each line with its verdict, and each expected line that is missing.
    pub dump: Vec<String>,
}

impl OutputScore {
    /// Compares the outputs of a session with what is expected of it.
    pub fn of(outputs: &SessionOutputs, expected: &ExpectedOutputs) -> Self {
        let mut dump = Vec::new();
        let useful: Vec<&ExpectedLine> = expected.context.iter().chain(&expected.memories).collect();
        let careless: Vec<&ExpectedLine> = expected.not_memories.iter().chain(&expected.stale).collect();
        let stale: Vec<&ExpectedLine> = expected.stale.iter().collect();
        let memories =
            Judged { what: "memory", right: &expected.memories.iter().collect::<Vec<_>>(), wrong: &careless };
        let memories = memories.tally(&outputs.memories, &expected.memories, &mut dump);
        let context = Judged { what: "context", right: &useful, wrong: &stale };
        let context = context.tally(&outputs.context, &expected.context, &mut dump);
        let reminder = Judged { what: "reminder", right: &useful, wrong: &stale };
        let reminder = reminder.tally(&outputs.reminder, &[], &mut dump);
        let standup = standup(outputs, expected, &mut dump);
        let is_flagged = |call: &String| outputs.flagged.contains(call);
        let violated: Vec<&String> = expected.violations.iter().map(|v| &v.call).collect();
        let near = expected.near_misses.iter().filter(|call| is_flagged(call)).count();
        let found = violated.iter().filter(|call| is_flagged(call)).count();
        for violation in &expected.violations {
            dump.push(verdict(
                if is_flagged(&violation.call) { "RIGHT" } else { "MISS" },
                "violation",
                &violation.text,
            ));
        }
        Self {
            memories,
            context,
            reminder,
            standup,
            violations: (violated.len(), found),
            near_misses: (expected.near_misses.len(), near),
            other_flags: outputs.flagged.len() - found - near,
            dump,
        }
    }

    /// Adds another session's scores.
    pub fn add(&mut self, other: &Self) {
        self.memories.add(other.memories);
        self.context.add(other.context);
        self.reminder.add(other.reminder);
        self.standup.add(other.standup);
        for (own, more) in [(&mut self.violations, other.violations), (&mut self.near_misses, other.near_misses)] {
            own.0 += more.0;
            own.1 += more.1;
        }
        self.other_flags += other.other_flags;
    }

    fn row(&self, name: &str) -> String {
        let Self { memories, context, reminder, standup, violations, near_misses, other_flags, .. } = self;
        format!(
            "| {name} | {} | {} | {}/{} | {} | {}/{} | {}/{} | {other_flags} |\n",
            memories.cells(),
            context.cells(),
            reminder.right,
            reminder.lines,
            standup.cells(),
            violations.1,
            violations.0,
            near_misses.1,
            near_misses.0,
        )
    }

    fn json(&self) -> Value {
        json!({
            "memories": self.memories.json(),
            "context": self.context.json(),
            "reminder": self.reminder.json(),
            "standup": self.standup.json(),
            "violations": {"expected": self.violations.0, "flagged": self.violations.1},
            "nearMisses": {"all": self.near_misses.0, "flagged": self.near_misses.1},
            "otherFlags": self.other_flags,
        })
    }
}

fn verdict(word: &str, what: &str, line: &str) -> String {
    format!("{word:5} {what}: {line}")
}

/// Expected and unwanted lines of one kind of output.
struct Judged<'a> {
    what: &'static str,
    right: &'a [&'a ExpectedLine],
    wrong: &'a [&'a ExpectedLine],
}

impl Judged<'_> {
    fn tally(&self, lines: &[String], expected: &[ExpectedLine], dump: &mut Vec<String>) -> LineTally {
        let mut out = LineTally { lines: lines.len(), expected: expected.len(), ..LineTally::default() };
        for line in lines {
            let wrong = self.wrong.iter().any(|e| e.is_said_in(line));
            let right = !wrong && self.right.iter().any(|e| e.is_said_in(line));
            out.right += usize::from(right);
            out.wrong += usize::from(wrong);
            let word = if wrong {
                "WRONG"
            } else if right {
                "RIGHT"
            } else {
                "OTHER"
            };
            dump.push(verdict(word, self.what, line));
        }
        for line in expected {
            if lines.iter().any(|said| line.is_said_in(said)) {
                out.found += 1;
            } else {
                dump.push(verdict("MISS", self.what, &line.text));
            }
        }
        out
    }
}

/// The tally of the standup's proposals; one is right where an expected line of its kind is said in it.
fn standup(outputs: &SessionOutputs, expected: &ExpectedOutputs, dump: &mut Vec<String>) -> LineTally {
    let mut out = LineTally::default();
    for kind in ["task", "document", "done"] {
        let lines: Vec<String> = outputs.standup.iter().filter(|(k, _)| k == kind).map(|(_, l)| l.clone()).collect();
        let wanted: Vec<ExpectedLine> = expected.standup.iter().filter(|e| e.kind == kind).cloned().collect();
        let stale: Vec<&ExpectedLine> = expected.stale.iter().collect();
        let right: Vec<&ExpectedLine> = wanted.iter().collect();
        out.add(Judged { what: kind, right: &right, wrong: &stale }.tally(&lines, &wanted, dump));
    }
    out
}

/// The scores of several sessions and of all together.
#[derive(Debug, Clone, Default)]
pub struct OutputBoard {
    rows: Vec<(String, OutputScore)>,
    total: OutputScore,
}

impl OutputBoard {
    /// Adds a session.
    pub fn push(&mut self, name: &str, score: OutputScore) {
        self.total.add(&score);
        self.rows.push((name.to_owned(), score));
    }

    /// The verdict on each line, by session.
    pub fn dump(&self) -> Vec<String> {
        self.rows
            .iter()
            .flat_map(|(name, score)| score.dump.iter().map(move |line| format!("{name}: {line}")))
            .collect()
    }

    /// The scores as a Markdown table.
    pub fn markdown(&self) -> String {
        let mut out = "| session | memories right | wrong | found | context useful | wrong | found | after compaction \
                       | proposals right | wrong | found | violations | near misses | other flags |\n"
            .to_owned();
        out.push_str("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
        for (name, score) in &self.rows {
            let _ = write!(out, "{}", score.row(name));
        }
        out + &self.total.row("all")
    }

    /// The scores as JSON.
    pub fn json(&self) -> Value {
        let rows: Vec<Value> = self.rows.iter().map(|(name, s)| json!({"session": name, "score": s.json()})).collect();
        json!({"sessions": rows, "all": self.total.json()})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|l| (*l).to_owned()).collect()
    }

    #[test]
    fn lines_are_right_wrong_or_neither_and_expected_ones_found_or_missed() {
        let expected: ExpectedOutputs = serde_json::from_value(json!({
            "about": "a bakery's order list",
            "memories": [{"type": "feedback", "words": ["bun", "npm|node"], "text": "Use bun, never npm."},
                         {"type": "project", "words": ["oven"], "text": "The oven API is read-only."}],
            "not_memories": [{"words": ["8080"], "text": "The port was changed later."}],
            "context": [{"section": "rules", "words": ["bun"], "text": "Use bun."}],
            "stale": [{"words": ["redis"], "text": "Redis was replaced."}],
            "standup": [{"kind": "task", "words": ["label"], "text": "Print labels"},
                        {"kind": "done", "words": ["menu"], "text": "Fix the menu"}],
            "violations": [{"call": "c1", "words": ["npm"], "text": "npm install"}],
            "near_misses": ["c2"],
        }))
        .unwrap();
        let outputs = SessionOutputs {
            memories: lines(&["Use Bun, never NPM", "The port is 8080", "Bread is good"]),
            context: lines(&["Use bun", "Use Redis for the oven list", "The oven API is read-only"]),
            reminder: lines(&["Use bun"]),
            standup: vec![
                ("task".to_owned(), "Print the labels".to_owned()),
                ("done".to_owned(), "Print the labels".to_owned()),
            ],
            flagged: lines(&["c1", "c2", "c9"]),
        };
        let score = OutputScore::of(&outputs, &expected);
        assert_eq!(score.memories, LineTally { lines: 3, right: 1, wrong: 1, expected: 2, found: 1 });
        assert_eq!(score.context, LineTally { lines: 3, right: 2, wrong: 1, expected: 1, found: 1 });
        assert_eq!((score.reminder.right, score.reminder.lines), (1, 1));
        assert_eq!(score.standup, LineTally { lines: 2, right: 1, wrong: 0, expected: 2, found: 1 });
        assert_eq!((score.violations, score.near_misses, score.other_flags), ((1, 1), (1, 1), 1));
        let mut board = OutputBoard::default();
        board.push("bakery", score);
        assert!(
            board
                .markdown()
                .ends_with("| all | 1/3 | 1 | 1/2 | 2/3 | 1 | 1/1 | 1/1 | 1/2 | 0 | 1/2 | 1/1 | 1/1 | 1 |\n")
        );
        assert!(board.dump().contains(&"bakery: MISS  memory: The oven API is read-only.".to_owned()));
    }
}
