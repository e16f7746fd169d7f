//! The sample project: 40 tasks in all states, 15 documents, rules, decisions of another session, two sessions.
#![allow(dead_code)]

use std::fs;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use deltamind::artifacts::{Artifact, Artifacts};
use deltamind::standup::{BoardState, Commit, Doc, InstructionFile, PastItem, ProjectState};
use deltamind::state::{ItemKind, Status};
use deltamind::trackers::{BoardKind, Task, TaskStatus};
use deltamind::transcript::{Entry, RecordRef, Role, Turn, read_file};
use serde_json::{Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/standup/fixtures/project")
}

/// The project as it is loaded.
pub fn project() -> ProjectState {
    let read = |path: &str| fs::read_to_string(folder().join(path)).unwrap();
    let tasks = read("board.tsv").lines().map(task).collect();
    let board =
        BoardState { kind: BoardKind::Own, place: ".deltamind/board.md".to_owned(), leaves_machine: false, tasks };
    let mut docs = Vec::new();
    walk(&folder().join("docs"), &mut docs);
    docs.sort_by(|a: &Doc, b| a.path.cmp(&b.path));
    let earlier = PastItem {
        session: "claude-earlier".to_owned(),
        id: "d-1".to_owned(),
        kind: ItemKind::Decision,
        summary: "Use REST for the carrier gateway".to_owned(),
        status: Status::Active,
        alternatives: vec!["gRPC".to_owned()],
        at: None,
    };
    ProjectState {
        board: Ok(board),
        docs: Ok(docs),
        skills: Ok(Vec::new()),
        context: Ok(vec![InstructionFile { path: "CLAUDE.md".to_owned(), text: read("CLAUDE.md") }]),
        decisions: Ok(vec![earlier]),
        git: Ok(Vec::new()),
    }
}

fn task(line: &str) -> Task {
    let mut fields = line.splitn(3, '\t');
    let (id, status, title) = (fields.next().unwrap(), fields.next().unwrap(), fields.next().unwrap());
    let status = TaskStatus::from_word(status).unwrap();
    Task { id: id.to_owned(), title: title.to_owned(), status, body: String::new(), labels: Vec::new(), updated: None }
}

fn walk(at: &Path, docs: &mut Vec<Doc>) {
    for entry in fs::read_dir(at).unwrap().map(|e| e.unwrap().path()) {
        if entry.is_dir() {
            walk(&entry, docs);
        } else {
            let path = entry.strip_prefix(folder()).unwrap().to_string_lossy().replace('\\', "/");
            docs.push(doc(&path, &fs::read_to_string(&entry).unwrap()));
        }
    }
}

pub fn doc(path: &str, text: &str) -> Doc {
    let title = text.lines().next().unwrap().trim_start_matches('#').trim().to_owned();
    Doc { path: path.to_owned(), title, headings: Vec::new(), text: text.to_owned() }
}

pub fn commit(subject: &str, at: &str) -> Commit {
    let (hash, at) = ("1a2b3c4d5e6f".to_owned(), at.parse().ok());
    Commit { hash, at, subject: subject.to_owned(), body: String::new(), files: Vec::new() }
}

/// The points below a heading of the list of contradictions.
pub fn listed(heading: &str) -> Vec<String> {
    let text = fs::read_to_string(folder().join("CONFLICTS.md")).unwrap();
    let below = text.split(&format!("## {heading}\n")).nth(1).unwrap();
    let own = below.split("\n## ").next().unwrap();
    own.lines().filter_map(|l| l.strip_prefix("- ")).map(str::to_owned).collect()
}

/// The turns of a session of the project as (role, words).
pub fn session(name: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(folder().join(format!("sessions/{name}.jsonl"))).unwrap();
    let turn = |line: &str| {
        let turn: Value = serde_json::from_str(line).unwrap();
        (turn["role"].as_str().unwrap().to_owned(), turn["content"].as_str().unwrap().to_owned())
    };
    text.lines().map(turn).collect()
}

pub fn entries(name: &str, talk: &[(String, String)]) -> Vec<Entry> {
    let turn = |(n, (role, content)): (usize, &(String, String))| {
        let (turn_id, ordinal) = (format!("{name}-{}", n + 1), n as u32 + 1);
        let role = Role::from_word(role).unwrap();
        let at = format!("2026-03-0{}T10:00:00Z", n.min(8) + 1).parse().ok();
        Entry::Turn(Turn { turn_id, ordinal, role, content: content.clone(), at, record: RecordRef::default() })
    };
    talk.iter().enumerate().map(turn).collect()
}

/// The artifacts of a session.
pub fn cut(name: &str, talk: &[(String, String)]) -> Vec<Artifact> {
    let mut artifacts = Artifacts::new(&format!("plain-{name}"), Vec::new());
    for entry in entries(name, talk) {
        artifacts.feed(&entry, &|_| None);
    }
    artifacts.all().to_vec()
}

/// A session of Claude Code that is written record by record.
pub struct Talk {
    session: String,
    records: Vec<Value>,
}

impl Talk {
    pub fn new(session: &str) -> Self {
        Self { session: session.to_owned(), records: Vec::new() }
    }

    fn record(mut self, kind: &str, content: &Value, more: &Value) -> Self {
        let n = self.records.len() + 1;
        let mut record = json!({
            "type": kind, "uuid": format!("u{n}"), "parentUuid": (n > 1).then(|| format!("u{}", n - 1)),
            "sessionId": self.session, "timestamp": format!("2026-03-02T10:00:{n:02}Z"), "cwd": "/home/mara/harbor",
            "message": { "role": kind, "content": content },
        });
        for (key, value) in more.as_object().into_iter().flatten() {
            record[key] = value.clone();
        }
        self.records.push(record);
        self
    }

    pub fn said(self, role: &str, text: &str) -> Self {
        self.record(role, &json!([{ "type": "text", "text": text }]), &Value::Null)
    }

    /// The same with flags of the record, as `isMeta`.
    pub fn flagged(self, role: &str, text: &str, flags: &Value) -> Self {
        self.record(role, &json!([{ "type": "text", "text": text }]), flags)
    }

    fn call(self, tool: &str, input: &Value, output: &str, is_error: bool, more: &Value) -> Self {
        let id = format!("call{}", self.records.len());
        let asked = self.record(
            "assistant",
            &json!([{ "type": "tool_use", "id": id, "name": tool, "input": input }]),
            &Value::Null,
        );
        let result = json!([{ "type": "tool_result", "tool_use_id": id, "content": output, "is_error": is_error }]);
        asked.record("user", &result, more)
    }

    pub fn ran(self, command: &str, output: &str, is_error: bool) -> Self {
        self.call("Bash", &json!({ "command": command }), output, is_error, &Value::Null)
    }

    pub fn wrote(self, path: &str, text: &str) -> Self {
        let result = json!({ "toolUseResult": { "type": "create", "filePath": path, "content": text } });
        self.call("Write", &json!({ "file_path": path, "content": text }), "File created", false, &result)
    }

    pub fn planned(self, text: &str, approved: bool) -> Self {
        let said = if approved {
            "User has approved your plan."
        } else {
            "The user doesn't want to proceed with this tool use. STOP"
        };
        self.call("ExitPlanMode", &json!({ "plan": text }), said, !approved, &Value::Null)
    }

    /// The agent's list of todos, each with its status.
    pub fn listed(self, items: &[(&str, &str)]) -> Self {
        let todo = |(text, status): &(&str, &str)| json!({ "content": text, "status": status, "activeForm": text });
        let todos: Vec<Value> = items.iter().map(todo).collect();
        self.call("TodoWrite", &json!({ "todos": todos }), "Todos have been modified", false, &Value::Null)
    }

    /// A question with options that the person answered.
    pub fn asked(self, question: &str, options: &[&str], answer: &str) -> Self {
        let options: Vec<(&str, &str)> = options.iter().map(|option| (*option, "")).collect();
        self.asked_of("", question, &options, answer)
    }

    /// [`Self::asked`] with the question's subject, and options with their meanings.
    pub fn asked_of(self, header: &str, question: &str, options: &[(&str, &str)], answer: &str) -> Self {
        let options: Vec<Value> =
            options.iter().map(|(label, meaning)| json!({ "label": label, "description": meaning })).collect();
        let questions = json!([{ "question": question, "header": header, "options": options }]);
        let result = json!({ "toolUseResult": { "questions": questions, "answers": { question: answer } } });
        self.call("AskUserQuestion", &json!({ "questions": questions }), "User has answered.", false, &result)
    }

    pub fn lines(&self) -> Vec<String> {
        self.records.iter().map(Value::to_string).collect()
    }

    pub fn write(&self, path: &Path) {
        fs::write(path, self.lines().join("\n") + "\n").unwrap();
    }

    /// The artifacts of the session, read from a file.
    pub fn artifacts(&self) -> Vec<Artifact> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("session.jsonl");
        self.write(&path);
        let read = read_file(&path).unwrap();
        let mut artifacts = Artifacts::new(&read.meta.session_id, Vec::new());
        for entry in &read.entries {
            artifacts.feed(entry, &|record| bytes_of(&path, record));
        }
        artifacts.all().to_vec()
    }
}

fn bytes_of(path: &Path, record: RecordRef) -> Option<String> {
    let mut file = fs::File::open(path).ok()?;
    file.seek(SeekFrom::Start(record.start)).ok()?;
    let mut text = String::new();
    file.take(record.end - record.start).read_to_string(&mut text).ok()?;
    Some(text.replace("\\n", "\n"))
}
