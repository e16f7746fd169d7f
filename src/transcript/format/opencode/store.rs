//! Defines the reading of OpenCode's database: a list of its sessions, and one session as the document that
//! `opencode export` would write.
//!
//! A session is a row of `session`, its messages rows of `message`, and their parts rows of `part`, each with its
//! content as JSON. Versions before 1.2 kept files instead, which are not read.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use jiff::Timestamp;
use serde_json::json;
use serde_json::value::RawValue;

use crate::transcript::SessionKind;
use crate::transcript::discover::agents::{SessionPreview, SessionStore, StoredPreview};
use crate::transcript::follow::{StoredChange, StoredSession};
use crate::transcript::sqlite::{Database, Tables, Value};

pub(super) static STORE: SessionStore =
    SessionStore { list, open: |path, id| Box::new(OpenCodeSession::new(path, id)), id_prefix: "ses_" };

/// The sessions of a database.
fn list(path: &Path) -> io::Result<Vec<StoredPreview>> {
    let columns = &["id", "parent_id", "directory", "title", "time_created", "time_updated"];
    let rows = Database::open(path)?.read(|tables| tables.rows("session", columns))?.unwrap_or_default();
    Ok(rows.iter().filter_map(|row| preview(row)).collect())
}

fn preview(row: &[Value]) -> Option<StoredPreview> {
    let [id, parent, directory, title, created, updated] = row else { return None };
    let time = |value: &Value| Timestamp::from_millisecond(value.integer()?).ok();
    let parent = parent.text().map(str::to_owned);
    let preview = SessionPreview {
        id: Some(id.text()?.to_owned()),
        project: directory.text().map(str::to_owned),
        kind: if parent.is_some() { SessionKind::Subagent } else { SessionKind::Main },
        parent,
        started: time(created),
        last: time(updated),
        enough: true,
    };
    Some(StoredPreview { preview, title: title.text().map(str::to_owned) })
}

/// One session of a database.
#[derive(Debug)]
struct OpenCodeSession {
    path: std::path::PathBuf,
    id: String,
    database: Option<Database>,
    /// The hash of the document last given.
    given: Option<blake3::Hash>,
}

impl OpenCodeSession {
    fn new(path: &Path, id: &str) -> Self {
        Self { path: path.to_owned(), id: id.to_owned(), database: None, given: None }
    }
}

impl StoredSession for OpenCodeSession {
    fn poll(&mut self) -> io::Result<StoredChange> {
        if !self.path.is_file() {
            (self.database, self.given) = (None, None);
            return Ok(StoredChange::Missing);
        }
        let database = match &mut self.database {
            Some(open) => {
                if !open.changed()? {
                    return Ok(StoredChange::Same);
                }
                open
            }
            none => none.insert(Database::open(&self.path)?),
        };
        let Some(document) = database.read(|tables| document(tables, &self.id))? else {
            return Ok(StoredChange::Same);
        };
        let Some(document) = document else {
            self.given = None;
            return Ok(StoredChange::Missing);
        };
        // Most changes of the database are of other sessions, or of fields that are not read.
        let hash = blake3::hash(document.as_bytes());
        if self.given.replace(hash) == Some(hash) {
            return Ok(StoredChange::Same);
        }
        Ok(StoredChange::Document(document))
    }
}

/// The session of this id as a document, one message a line; `None` if there is none.
fn document(tables: &mut Tables<'_>, id: &str) -> io::Result<Option<String>> {
    let columns = &["id", "parent_id", "directory", "title", "time_created", "revert"];
    let sessions = tables.rows_where("session", ("id", id), columns)?;
    let Some([_, parent, directory, title, created, revert]) = sessions.first().map(Vec::as_slice) else {
        return Ok(None);
    };
    let revert = revert.text().and_then(|text| serde_json::from_str::<serde_json::Value>(text).ok());
    let info = json!({
        "id": id,
        "parentID": parent.text(),
        "directory": directory.text(),
        "title": title.text(),
        "time": {"created": created.integer()},
        "revert": revert,
    });
    let messages = tables.rows_where("message", ("session_id", id), &["id", "time_created", "data"])?;
    let parts = tables.rows_where("part", ("session_id", id), &["id", "message_id", "data"])?;
    Ok(Some(format!("{{\n\"info\":{info},\n\"messages\":[\n{}\n]\n}}\n", join(messages, parts))))
}

/// The messages with their parts, in the order in which they were made.
fn join(mut messages: Vec<Vec<Value>>, mut parts: Vec<Vec<Value>>) -> String {
    let text = |row: &[Value], at: usize| row.get(at).and_then(Value::text).unwrap_or_default().to_owned();
    // Ids begin with the time.
    parts.sort_by_cached_key(|row| text(row, 0));
    messages.sort_by_cached_key(|row| (row.get(1).and_then(Value::integer), text(row, 0)));
    let mut of_message: HashMap<String, Vec<String>> = HashMap::new();
    for row in &parts {
        of_message.entry(text(row, 1)).or_default().extend(with_id(row, 2));
    }
    let joined = messages.iter().filter_map(|row| {
        let parts = of_message.remove(&text(row, 0)).unwrap_or_default();
        Some(format!("{{\"info\":{},\"parts\":[{}]}}", with_id(row, 2)?, parts.join(",")))
    });
    joined.collect::<Vec<_>>().join(",\n")
}

/// The JSON object in this column with the row's id in it; `None` if it is no object.
fn with_id(row: &[Value], at: usize) -> Option<String> {
    let id = json!(row.first()?.text()?);
    let object: &RawValue = serde_json::from_str(row.get(at)?.text()?).ok()?;
    let fields = object.get().strip_prefix('{')?;
    let comma = if fields.trim_start().starts_with('}') { "" } else { "," };
    // Each on one line: a message is found again by the line it begins on.
    Some(format!("{{\"id\":{id}{comma}{fields}").replace(['\n', '\r'], " "))
}
