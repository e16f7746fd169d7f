//! Defines stand-ins for the tools: each keeps tasks and answers in the shape the real one answers in.

use std::cell::RefCell;
use std::collections::VecDeque;

use deltamind::trackers::command::{Runner, ToolCommand};
use serde_json::{Value, json};

/// A tool's tasks, and every command it was given.
pub struct Tool {
    pub kind: &'static str,
    pub tasks: RefCell<Vec<Value>>,
    pub asked: RefCell<Vec<String>>,
    /// Commands with these words are refused.
    pub refuses: RefCell<Option<&'static str>>,
    comments: RefCell<Vec<(u64, u64, String)>>,
}

pub fn fixture(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/standup/fixtures").join(name);
    std::fs::read_to_string(path).unwrap()
}

impl Tool {
    pub fn new(kind: &'static str) -> Self {
        let tasks = match kind {
            "bd" => serde_json::from_str(&fixture("bd-list.json")).unwrap(),
            "gh" => serde_json::from_str(&fixture("gh-issue-list.json")).unwrap(),
            "backlog" => serde_json::from_str::<Value>(&fixture("backlog-task-list.json")).unwrap()["tasks"]
                .as_array()
                .unwrap()
                .clone(),
            _ => vec![
                json!({"id": "1", "title": "Fix PLZ validation", "status": "todo"}),
                json!({"id": "2", "title": "Move sessions to Postgres", "status": "doing"}),
                json!({"id": "3", "title": "Choose a queue", "status": "done"}),
            ],
        };
        Self {
            kind,
            tasks: RefCell::new(tasks),
            asked: RefCell::default(),
            refuses: RefCell::default(),
            comments: RefCell::default(),
        }
    }

    fn with<T>(&self, id: &Value, change: impl FnOnce(&mut Value) -> T) -> Result<T, String> {
        let mut tasks = self.tasks.borrow_mut();
        let key = if self.kind == "gh" { "number" } else { "id" };
        let found = tasks.iter_mut().find(|t| t[key] == *id);
        found.map(change).ok_or_else(|| format!("no issue found matching {id}"))
    }

    fn bd(&self, args: &mut VecDeque<&str>) -> Result<String, String> {
        match args.pop_front() {
            Some("list") => {
                assert!(
                    args.contains(&"--all") && args.contains(&"0"),
                    "bd lists fifty open issues unless told otherwise"
                );
                Ok(Value::from(self.tasks.borrow().clone()).to_string())
            }
            Some("create") => {
                let new = json!({"id": "shop-n001", "title": option(args, "--title="), "description": option(args, "--description="),
                    "status": "open", "priority": 2, "issue_type": "task", "created_at": "2026-11-22T08:00:00Z",
                    "updated_at": "2026-11-22T08:00:00Z"});
                self.tasks.borrow_mut().push(new.clone());
                Ok(new.to_string())
            }
            Some("update") => {
                let id = json!(args.pop_front());
                self.with(&id, |t| {
                    edit(&mut t["notes"], "\n", args);
                    restate(t, args);
                    json!([t]).to_string()
                })
            }
            Some("close") => self.with(&json!(args.pop_front()), |t| {
                t["status"] = json!("closed");
                t["close_reason"] = json!(option(args, "--reason="));
                json!([t]).to_string()
            }),
            Some("reopen") => self.with(&json!(args.pop_front()), |t| {
                t["status"] = json!("open");
                json!([t]).to_string()
            }),
            other => Err(format!("unknown command {other:?}")),
        }
    }

    fn gh(&self, args: &mut VecDeque<&str>) -> Result<String, String> {
        let number = |args: &mut VecDeque<&str>| json!(args.pop_front().unwrap().parse::<u64>().unwrap());
        match (args.pop_front(), args.pop_front()) {
            (Some("issue"), Some("list")) => {
                assert!(args.contains(&"all"), "gh lists open issues unless told otherwise");
                Ok(Value::from(self.tasks.borrow().clone()).to_string())
            }
            (Some("issue"), Some("create")) => {
                let new = json!({"number": 13, "title": option(args, "--title="), "body": option(args, "--body="), "state": "OPEN",
                    "stateReason": "", "labels": [], "updatedAt": "2026-11-22T08:00:00Z"});
                self.tasks.borrow_mut().push(new);
                Ok("\nhttps://github.com/mara/shop/issues/13\n".to_owned())
            }
            (Some("issue"), Some("comment")) => {
                let number = number(args);
                self.with(&number, |issue| {
                    let mut all = self.comments.borrow_mut();
                    let id = 901 + all.len() as u64;
                    all.push((number.as_u64().unwrap(), id, option(args, "--body=")));
                    issue["updatedAt"] = json!(format!("2026-11-22T08:00:{:02}Z", id - 900));
                    format!("https://github.com/mara/shop/issues/{number}#issuecomment-{id}\n")
                })
            }
            (Some("issue"), Some("view")) => {
                let number = number(args).as_u64().unwrap();
                assert!(args.contains(&"comments"));
                let all = self.comments.borrow();
                let of: Vec<Value> = all
                    .iter()
                    .filter(|(of, _, _)| *of == number)
                    .map(|(_, id, body)| {
                        json!({"id": format!("IC_kwDOA{id}"), "author": {"login": "mara"}, "authorAssociation": "OWNER",
                            "body": body, "createdAt": "2026-11-22T08:00:00Z", "includesCreatedEdit": false,
                            "isMinimized": false, "minimizedReason": "", "reactionGroups": [],
                            "url": format!("https://github.com/mara/shop/issues/{number}#issuecomment-{id}"),
                            "viewerDidAuthor": true})
                    })
                    .collect();
                Ok(json!({ "comments": of }).to_string())
            }
            (Some("issue"), Some("close")) => self.with(&number(args), |t| {
                t["state"] = json!("CLOSED");
                t["stateReason"] = json!(option(args, "--reason=").replace(' ', "_").to_uppercase());
                "✓ Closed issue\n".to_owned()
            }),
            (Some("issue"), Some("reopen")) => self.with(&number(args), |t| {
                t["state"] = json!("OPEN");
                t["stateReason"] = json!("REOPENED");
                "✓ Reopened issue\n".to_owned()
            }),
            (Some("api"), Some("--method")) => {
                assert_eq!(args.pop_front(), Some("DELETE"));
                let id = args.pop_front().unwrap().rsplit_once('/').unwrap().1.parse::<u64>().unwrap();
                self.comments.borrow_mut().retain(|(_, of, _)| *of != id);
                Ok(String::new())
            }
            other => Err(format!("unknown command {other:?}")),
        }
    }

    fn backlog(&self, args: &mut VecDeque<&str>) -> Result<String, String> {
        assert_eq!(args.pop_front(), Some("task"));
        match args.pop_front() {
            Some("list") => {
                let hidden = ["description", "implementationNotes"];
                let mut rows = self.tasks.borrow().clone();
                for row in rows.iter_mut().map(|r| r.as_object_mut().unwrap()) {
                    row.retain(|key, _| !hidden.contains(&key.as_str()));
                }
                Ok(format!("{:#}\n", json!({"schemaVersion": 1, "kind": "task-list", "tasks": rows})))
            }
            Some("view") => self.with(&json!(args.pop_front()), |t| {
                format!("{:#}\n", json!({"schemaVersion": 1, "kind": "task-view", "task": t}))
            }),
            Some("create") => {
                let title = args.pop_front().unwrap();
                let new = json!({"id": "BACK-4", "title": title, "status": "To Do", "labels": [], "updatedAt": null,
                    "description": option(args, "--description="), "implementationNotes": null});
                self.tasks.borrow_mut().push(new);
                Ok(format!(
                    "File: /home/mara/shop/backlog/tasks/back-4 - x.md\n\nTask BACK-4 - {title}\n======\n\nStatus: ○ To Do\n"
                ))
            }
            Some("edit") => self.with(&json!(args.pop_front()), |t| {
                edit(&mut t["implementationNotes"], "\n\n", args);
                restate(t, args);
                "Updated task\n".to_owned()
            }),
            Some("archive") => {
                let id = json!(args.pop_front());
                self.tasks.borrow_mut().retain(|t| t["id"] != id);
                Ok("Archived task\n".to_owned())
            }
            other => Err(format!("unknown command {other:?}")),
        }
    }

    fn json(&self, stdin: &str) -> Result<String, String> {
        let asked: Value = serde_json::from_str(stdin).unwrap();
        let id = asked["id"].clone();
        match asked["verb"].as_str().unwrap() {
            "list" => Ok(json!({"tasks": *self.tasks.borrow()}).to_string()),
            "create" => {
                let new = json!({"id": "4", "title": asked["title"], "status": "todo", "body": asked["body"]});
                self.tasks.borrow_mut().push(new);
                Ok(json!({"id": "4"}).to_string())
            }
            "log" => self.with(&id, |t| {
                let old = t["body"].as_str().unwrap_or_default().to_owned();
                t["body"] = json!(format!("{old}\n{}", asked["text"].as_str().unwrap()));
                json!({"note": old}).to_string()
            }),
            "unlog" => self.with(&id, |t| {
                t["body"] = asked["note"].clone();
                "{}".to_owned()
            }),
            verb => self.with(&id, |t| {
                let status = match verb {
                    "done" => json!("done"),
                    "withdraw" => json!("dropped"),
                    _ => asked["status"].clone(),
                };
                t["status"] = status;
                "{}".to_owned()
            }),
        }
    }
}

fn given(args: &VecDeque<&str>, name: &str) -> Option<String> {
    args.iter().find_map(|a| a.strip_prefix(name)).map(str::to_owned)
}

/// Changes a task's notes as the options of an editing command say; `gap` parts an appended note from the others.
fn edit(notes: &mut Value, gap: &str, args: &VecDeque<&str>) {
    if let Some(note) = given(args, "--append-notes=") {
        let old = notes.as_str().unwrap_or_default();
        *notes = json!(if old.is_empty() { note } else { format!("{old}{gap}{note}") });
    }
    if let Some(new) = given(args, "--notes=") {
        *notes = json!(new);
    }
}

/// Changes a task's status as the options of an editing command say.
fn restate(task: &mut Value, args: &VecDeque<&str>) {
    if let Some(status) = given(args, "--status=") {
        task["status"] = json!(status);
    }
}

fn option(args: &VecDeque<&str>, name: &str) -> String {
    given(args, name).unwrap_or_else(|| panic!("{name} is missing in {args:?}"))
}

/// A tool that a test goes on looking at.
pub struct Shared(pub std::rc::Rc<Tool>);

impl Runner for Shared {
    fn run(&self, request: &ToolCommand) -> Result<String, String> {
        let tool = &self.0;
        tool.asked.borrow_mut().push(request.shown());
        if tool.refuses.borrow().is_some_and(|words| request.shown().contains(words)) {
            return Err(format!("{} failed (exit status: 1): open blockers", tool.kind));
        }
        let mut args: VecDeque<&str> = request.argv.iter().map(String::as_str).collect();
        let program = args.pop_front().unwrap();
        assert_eq!(program, tool.kind);
        match tool.kind {
            "bd" => tool.bd(&mut args),
            "gh" => tool.gh(&mut args),
            "backlog" => tool.backlog(&mut args),
            _ => tool.json(request.stdin.as_deref().unwrap()),
        }
    }
}

/// A tool that says one thing.
pub struct Says(pub Result<String, String>);

impl Runner for Says {
    fn run(&self, _: &ToolCommand) -> Result<String, String> {
        self.0.clone()
    }
}
