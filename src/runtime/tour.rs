//! Defines [`Tour`], the demo: a talk that is written line by line into a throw-away transcript, with captions and keys
//! pressed on the person's behalf. A key of the person pauses it; one that changes something ends it, but for the talk.
//!
//! The loop performs the steps when they are due. Everything else is the program as it always runs.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use serde_json::{Value, json};

use super::app::App;
use crate::memory::MemoryEnv;
use crate::transcript::Env;
use crate::tui::ids::RowKey;
use crate::tui::keymap::Key;
use crate::tui::state::Overlay;
use crate::tui::{Msg, State};

/// The script of the demo, a JSON object a line.
const SCRIPT: &str = include_str!("../../fixtures/demo/tour.jsonl");
/// The project the demo's talk is about.
const PROJECT: &str = "bookings";
/// The session id of the demo's talk.
const SESSION: &str = "7b1e4c02";
/// Its board before the demo.
const BOARD: &str = "# To do\n\n- [ ] Order business cards\n";
/// Longest wait for the condition of a key; then the key is not pressed.
const MAX_WAIT: Duration = Duration::from_secs(8);
/// Least time a dialog is on the screen before its key is pressed.
const MIN_READING_TIME: SignedDuration = SignedDuration::from_millis(400);

/// A step of the script, with the seconds until the next one.
#[derive(Debug, Clone, Deserialize)]
struct ScriptLine {
    #[serde(default)]
    pause: f64,
    #[serde(default)]
    when: Option<When>,
    /// The output of a command.
    #[serde(default)]
    out: String,
    #[serde(flatten)]
    what: ScriptStep,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ScriptStep {
    /// The person says something.
    You(String),
    /// The agent says something.
    Agent(String),
    /// The agent shows a plan, and the person approves it.
    Plan(String),
    /// The agent writes its todo list: titles and states.
    Todo(Vec<(String, String)>),
    /// The agent runs a command.
    Run(String),
    /// A line above the panes.
    Caption(String),
    /// A key.
    Press(String),
    /// Text typed into the open input line.
    Type(String),
    /// Another session on this machine.
    Other(OtherSession),
}

#[derive(Debug, Clone, Deserialize)]
struct OtherSession {
    project: String,
    /// Hours since its end.
    ago: i64,
    talk: Vec<(String, String)>,
}

/// The condition that the screen must meet before a key is pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum When {
    /// A change that waits for approval.
    Dialog,
    /// A row of a pane with data of its own.
    Row,
}

impl When {
    fn holds(self, state: &State, now: Timestamp) -> bool {
        match self {
            Self::Dialog => {
                let asks = state.overlays.last().and_then(Overlay::asks);
                asks.flatten().is_some_and(|shown| now.duration_since(shown) >= MIN_READING_TIME)
            }
            Self::Row => matches!(state.selected(), Some(RowKey::Entry(_))) && state.overlays.is_empty(),
        }
    }
}

/// The effect of a step.
#[derive(Debug, Clone)]
pub enum TourAct {
    /// Records are appended to the transcript; they have no time yet.
    Write(Vec<Value>),
    /// The line above the panes.
    Caption(String),
    /// A key is pressed.
    Press(Key),
}

/// A step of the demo.
#[derive(Debug, Clone)]
pub struct TourStep {
    pub act: TourAct,
    when: Option<When>,
    /// Time until the next step.
    pub pause: Duration,
}

/// The folders of the demo: a home and a project of its own.
#[derive(Debug, Clone)]
pub struct Stage {
    pub home: PathBuf,
    pub project: PathBuf,
    /// The transcript of the demo's talk.
    pub transcript: PathBuf,
}

impl Stage {
    /// Makes the folders below `root`: the project with its board, the other sessions, some hours before `now`, and an
    /// empty transcript.
    pub fn make(root: &Path, now: Timestamp) -> std::io::Result<Self> {
        let home = root.join("home");
        // The name of Claude Code's folder is made of the path without links.
        fs::create_dir_all(&home)?;
        let home = home.canonicalize()?;
        let stage = Self { project: home.join(PROJECT), transcript: transcript_of(&home, PROJECT, SESSION), home };
        // The folder that makes it a project of its own: nothing is saved above it.
        fs::create_dir_all(stage.project.join(".deltamind"))?;
        fs::write(stage.project.join("TODO.md"), BOARD)?;
        for (n, line) in script().into_iter().enumerate() {
            if let ScriptStep::Other(other) = line.what {
                stage.write_other(n, &other, now)?;
            }
        }
        fs::create_dir_all(stage.transcript.parent().unwrap_or(&stage.home))?;
        File::create(&stage.transcript)?;
        Ok(stage)
    }

    fn write_other(&self, n: usize, other: &OtherSession, now: Timestamp) -> std::io::Result<()> {
        let id = format!("2c90d{n}a4");
        let path = transcript_of(&self.home, &other.project, &id);
        fs::create_dir_all(self.home.join(&other.project))?;
        fs::create_dir_all(path.parent().unwrap_or(&self.home))?;
        let mut records = Records { id, cwd: self.home.join(&other.project).display().to_string(), count: 0 };
        let begun = now - SignedDuration::from_hours(other.ago);
        let mut text = String::new();
        for (minute, (who, words)) in (0..).zip(&other.talk) {
            let record = if who == "you" { records.person(&json!(words)) } else { records.agent(&text_block(words)) };
            text.push_str(&dated(record, begun + SignedDuration::from_mins(minute)));
            text.push('\n');
        }
        fs::write(path, text)
    }

    /// The project's name.
    pub fn name(&self) -> String {
        PROJECT.to_owned()
    }

    /// The steps of the demo on this stage, `speed` times faster than its minute.
    pub fn steps(&self, speed: f64) -> Vec<TourStep> {
        let cwd = self.project.display().to_string();
        let mut records = Records { id: SESSION.to_owned(), cwd, count: 0 };
        let mut steps = Vec::new();
        for ScriptLine { pause, when, out, what } in script() {
            let pause = Duration::from_secs_f64(pause / speed);
            let acts = acts(what, &out, &mut records);
            let last = acts.len().saturating_sub(1);
            let pauses = (0..acts.len()).map(|n| if n == last { pause } else { Duration::ZERO });
            steps.extend(acts.into_iter().zip(pauses).map(|(act, pause)| TourStep { act, when, pause }));
        }
        steps
    }

    /// The environment of the demo: its home, and no variable.
    pub fn env(&self) -> Env {
        Env { home: Some(self.home.clone()), ..Env::default() }
    }

    /// Where memories are kept in the demo.
    pub fn memory_env(&self) -> MemoryEnv {
        MemoryEnv { home: Some(self.home.clone()), ..MemoryEnv::default() }
    }
}

/// Where Claude Code keeps a session below this home.
fn transcript_of(home: &Path, project: &str, id: &str) -> PathBuf {
    let folder = home.join(project).display().to_string();
    let slug: String = folder.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    home.join(".claude/projects").join(slug).join(format!("{id}.jsonl"))
}

fn script() -> Vec<ScriptLine> {
    SCRIPT.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Makes records as Claude Code writes them.
struct Records {
    id: String,
    cwd: String,
    count: usize,
}

impl Records {
    fn record(&mut self, kind: &str, message: &Value) -> Value {
        self.count += 1;
        let (id, before) = (&self.id, self.count - 1);
        let parent = if before == 0 { Value::Null } else { json!(format!("{id}-{before}")) };
        json!({
            "type": kind, "uuid": format!("{id}-{}", self.count), "parentUuid": parent, "isSidechain": false,
            "userType": "external", "cwd": self.cwd, "sessionId": id, "version": "2.1.45", "message": message,
        })
    }

    fn person(&mut self, content: &Value) -> Value {
        self.record("user", &json!({ "role": "user", "content": content }))
    }

    fn agent(&mut self, block: &Value) -> Value {
        let id = format!("msg-{}", self.count);
        self.record("assistant", &json!({ "id": id, "type": "message", "role": "assistant", "content": [block] }))
    }

    /// A tool's call and its result.
    fn tool(&mut self, name: &str, input: &Value, said: &str, result: Value) -> Vec<Value> {
        let id = format!("toolu-{}", self.count);
        let call = self.agent(&json!({ "type": "tool_use", "id": id, "name": name, "input": input }));
        let block = json!({ "type": "tool_result", "tool_use_id": id, "content": said, "is_error": false });
        let mut answer = self.person(&json!([block]));
        if let Some(fields) = answer.as_object_mut() {
            fields.insert("toolUseResult".to_owned(), result);
        }
        vec![call, answer]
    }
}

fn text_block(words: &str) -> Value {
    json!({ "type": "text", "text": words })
}

/// A record with its time, as a line.
pub fn dated(mut record: Value, at: Timestamp) -> String {
    if let Some(fields) = record.as_object_mut() {
        fields.insert("timestamp".to_owned(), json!(format!("{at:.3}")));
    }
    record.to_string()
}

/// The demo that is under way.
#[derive(Debug)]
pub struct Tour {
    steps: VecDeque<TourStep>,
    file: File,
    /// When the next step is due.
    due: Option<Instant>,
    /// Time at which a due step is skipped.
    given_up: Option<Instant>,
}

impl Tour {
    /// The demo on this stage, `speed` times faster than its minute.
    pub fn on(stage: &Stage, speed: f64) -> std::io::Result<Self> {
        let file = File::options().append(true).open(&stage.transcript)?;
        Ok(Self { steps: stage.steps(speed).into(), file, due: None, given_up: None })
    }

    /// Time until the next step or check; `None` once the demo is over.
    pub fn due_in(&self, now: Instant) -> Option<Duration> {
        /// Time between two checks of a key's condition.
        const CHECK_INTERVAL: Duration = Duration::from_millis(50);
        self.steps.front()?;
        let wait = self.due.map_or(Duration::ZERO, |due| due.saturating_duration_since(now));
        Some(if self.given_up.is_some() { wait.max(CHECK_INTERVAL) } else { wait })
    }

    /// Performs the next step if it is due.
    pub fn advance(&mut self, app: &mut App, now: Instant) {
        if !app.state().file.caught_up || self.due.is_some_and(|due| now < due) {
            return;
        }
        let Some(step) = self.steps.front() else { return };
        if app.state().is_tour_paused() {
            self.given_up = None;
            return;
        }
        let moment = Timestamp::now();
        let by_hand = app.state().tour_caption().is_none();
        let waits = step.when.is_some_and(|when| !when.holds(app.state(), moment));
        let given_up = now >= *self.given_up.get_or_insert(now + MAX_WAIT);
        if waits && !by_hand && !given_up {
            return;
        }
        let Some(TourStep { act, pause, .. }) = self.steps.pop_front() else { return };
        (self.due, self.given_up) = (Some(now + pause), None);
        match act {
            TourAct::Write(records) => self.write(records, moment),
            TourAct::Caption(words) if !by_hand => app.tell(Msg::Caption(words)),
            TourAct::Press(key) if !by_hand && !waits => app.press(key, moment),
            // The person has the keys.
            TourAct::Caption(_) | TourAct::Press(_) => {}
        }
        if self.steps.is_empty() {
            app.tell(Msg::TourEnds);
        }
    }

    /// Appends records. A file that cannot be written ends the talk.
    fn write(&mut self, records: Vec<Value>, at: Timestamp) {
        let lines: String = records.into_iter().map(|record| dated(record, at) + "\n").collect();
        if self.file.write_all(lines.as_bytes()).is_err() {
            self.steps.clear();
        }
    }
}

fn acts(what: ScriptStep, out: &str, records: &mut Records) -> Vec<TourAct> {
    match what {
        ScriptStep::You(words) => vec![TourAct::Write(vec![records.person(&json!(words))])],
        ScriptStep::Agent(words) => vec![TourAct::Write(vec![records.agent(&text_block(&words))])],
        ScriptStep::Plan(plan) => {
            let said = "User has approved your plan. You can now start coding.";
            let (input, result) = (json!({ "plan": plan }), json!({ "plan": plan, "isAgent": false }));
            vec![TourAct::Write(records.tool("ExitPlanMode", &input, said, result))]
        }
        ScriptStep::Todo(list) => {
            let todo =
                |(title, state): &(String, String)| json!({ "content": title, "status": state, "activeForm": title });
            let input = json!({ "todos": list.iter().map(todo).collect::<Vec<_>>() });
            vec![TourAct::Write(records.tool("TodoWrite", &input, "Todos have been modified.", Value::Null))]
        }
        ScriptStep::Run(command) => {
            let result = json!({ "stdout": out, "stderr": "", "interrupted": false });
            vec![TourAct::Write(records.tool("Bash", &json!({ "command": command }), out, result))]
        }
        ScriptStep::Caption(words) => vec![TourAct::Caption(words)],
        ScriptStep::Press(key) => Key::parse(&key).map(TourAct::Press).into_iter().collect(),
        ScriptStep::Type(words) => words.chars().map(|c| TourAct::Press(Key::char(c))).collect(),
        ScriptStep::Other(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_script_is_read_and_it_takes_a_minute() {
        assert_eq!(script().len(), SCRIPT.lines().count());
        let seconds: f64 = script().iter().map(|line| line.pause).sum();
        assert!((45.0..=60.0).contains(&seconds), "{seconds}");
        for line in script() {
            if let ScriptStep::Press(key) = line.what {
                assert!(Key::parse(&key).is_some(), "{key}");
            }
        }
    }

    #[test]
    fn every_caption_fits_a_side_pane() {
        for line in script() {
            if let ScriptStep::Caption(words) = line.what {
                let row = format!(" demo  {words}");
                assert!(crate::text::width(&row) <= 60, "{row}");
            }
        }
    }
}
