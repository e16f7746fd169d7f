//! Defines the todo list of Copilot CLI, read from the SQL statements on its session database.
//!
//! The list is a table `todos (id, title, description, status)`, changed by whatever SQL the model writes. The
//! shapes understood are inserts with columns and rows, updates of the status by id, with `CASE id WHEN ...` or of all
//! rows, and deletions by id. Other statements change nothing.

use std::collections::HashMap;

use crate::transcript::format::lists::status_of;
use crate::transcript::{TodoItem, TodoStatus};

/// Tokens at the start of a statement within which it names its table.
const TABLE_WITHIN: usize = 5;

/// The list, and the statements without a result so far.
#[derive(Debug, Clone, Default)]
pub(super) struct SqlTodos {
    items: Vec<TodoItem>,
    open: HashMap<String, String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum SqlToken {
    Word(String),
    Text(String),
    Mark(char),
}

impl SqlTodos {
    /// Records a statement that is about to run.
    pub(super) fn open(&mut self, call: &str, query: &str) {
        if query.contains("todos") {
            self.open.insert(call.to_owned(), query.to_owned());
        }
    }

    /// Applies a statement that has run. Returns the entries it made or changed, if any.
    pub(super) fn close(&mut self, call: &str, ok: bool) -> Option<Vec<TodoItem>> {
        let query = self.open.remove(call).filter(|_| ok)?;
        let tokens = tokens(&query);
        let mut changed = Vec::new();
        for statement in tokens.split(|t| *t == SqlToken::Mark(';')) {
            let Some(SqlToken::Word(verb)) = statement.first() else { continue };
            if position_of(statement, "todos").is_none_or(|at| at >= TABLE_WITHIN) {
                continue;
            }
            match verb.as_str() {
                "insert" | "replace" => changed.extend(self.insert(statement)),
                "update" => changed.extend(self.update(statement)),
                "delete" => changed.extend(self.delete(statement)),
                _ => {}
            }
        }
        (!changed.is_empty()).then_some(changed)
    }

    fn insert(&mut self, statement: &[SqlToken]) -> Vec<TodoItem> {
        let mut lists = statement.split(|t| *t == SqlToken::Mark('(')).skip(1).map(|list| {
            let end = list.iter().position(|t| *t == SqlToken::Mark(')')).unwrap_or(list.len());
            let cells = list[..end].split(|t| *t == SqlToken::Mark(','));
            cells.map(|cell| cell.first().map(word_of).unwrap_or_default()).collect::<Vec<_>>()
        });
        let Some(columns) = lists.next() else { return Vec::new() };
        let (id, status) = (column(&columns, "id"), column(&columns, "status"));
        let Some(title) = column(&columns, "title").or_else(|| column(&columns, "description")) else {
            return Vec::new();
        };
        let rows: Vec<TodoItem> = lists
            .filter(|row| row.len() == columns.len())
            .map(|row| TodoItem {
                id: id.and_then(|at| row.get(at)).cloned(),
                text: row.get(title).cloned().unwrap_or_default(),
                status: status.and_then(|at| row.get(at)).map_or(TodoStatus::Pending, |word| status_of(word)),
            })
            .collect();
        self.items.retain(|old| old.id.is_none() || !rows.iter().any(|new| new.id == old.id));
        self.items.extend(rows.iter().cloned());
        rows
    }

    fn update(&mut self, statement: &[SqlToken]) -> Vec<TodoItem> {
        let Some(set) = position_of(statement, "set") else { return Vec::new() };
        let filter = position_of(statement, "where").filter(|at| *at > set).unwrap_or(statement.len());
        let (given, filter) = (&statement[set + 1..filter], texts(&statement[filter..]));
        let statuses: Vec<(Option<&str>, &str)> = match given {
            [SqlToken::Word(name), SqlToken::Mark('='), SqlToken::Text(status), ..] if name == "status" => {
                vec![(None, status)]
            }
            [SqlToken::Word(name), SqlToken::Mark('='), SqlToken::Word(case), rest @ ..]
                if name == "status" && case == "case" =>
            {
                let cases = rest.windows(4).filter_map(|w| match w {
                    [SqlToken::Word(when), SqlToken::Text(id), SqlToken::Word(then), SqlToken::Text(status)]
                        if when == "when" && then == "then" =>
                    {
                        Some((Some(id.as_str()), status.as_str()))
                    }
                    _ => None,
                });
                cases.collect()
            }
            _ => return Vec::new(),
        };
        let mut changed = Vec::new();
        for item in &mut self.items {
            let id = item.id.as_deref().unwrap_or_default();
            let meant = filter.is_empty() || filter.contains(&id);
            let status = statuses.iter().find(|(of, _)| of.is_none_or(|of| of == id)).filter(|_| meant);
            if let Some((_, word)) = status {
                item.status = status_of(word);
                changed.push(item.clone());
            }
        }
        changed
    }

    fn delete(&mut self, statement: &[SqlToken]) -> Vec<TodoItem> {
        let ids = texts(statement);
        let (gone, kept): (Vec<_>, Vec<_>) = std::mem::take(&mut self.items)
            .into_iter()
            .partition(|item| ids.is_empty() || item.id.as_deref().is_some_and(|id| ids.contains(&id)));
        self.items = kept;
        gone.into_iter().map(|item| TodoItem { status: TodoStatus::Deleted, ..item }).collect()
    }
}

/// The index of the first token that is this unquoted word.
fn position_of(statement: &[SqlToken], word: &str) -> Option<usize> {
    statement.iter().position(|token| matches!(token, SqlToken::Word(w) if w == word))
}

fn column(columns: &[String], name: &str) -> Option<usize> {
    columns.iter().position(|column| column == name)
}

fn word_of(token: &SqlToken) -> String {
    match token {
        SqlToken::Word(word) | SqlToken::Text(word) => word.clone(),
        SqlToken::Mark(mark) => mark.to_string(),
    }
}

fn texts(tokens: &[SqlToken]) -> Vec<&str> {
    tokens.iter().filter_map(|t| if let SqlToken::Text(text) = t { Some(text.as_str()) } else { None }).collect()
}

/// Words in lower case, quoted texts with doubled quotes undone, and single marks.
fn tokens(query: &str) -> Vec<SqlToken> {
    let mut found = Vec::new();
    let mut chars = query.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\'' => {
                let mut text = String::new();
                while let Some(c) = chars.next() {
                    if c == '\'' && chars.next_if_eq(&'\'').is_none() {
                        break;
                    }
                    text.push(c);
                }
                found.push(SqlToken::Text(text));
            }
            c if c.is_alphanumeric() || c == '_' => {
                let mut word = String::from(c);
                while let Some(c) = chars.next_if(|c| c.is_alphanumeric() || *c == '_') {
                    word.push(c);
                }
                found.push(SqlToken::Word(word.to_lowercase()));
            }
            c if c.is_whitespace() || c == '"' || c == '`' => {}
            c => found.push(SqlToken::Mark(c)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(todos: &mut SqlTodos, query: &str) -> Vec<String> {
        todos.open("c", query);
        let changed = todos.close("c", true).unwrap_or_default();
        changed.iter().map(|i| format!("{} {} {}", i.id.as_deref().unwrap_or("-"), i.status, i.text)).collect()
    }

    #[test]
    fn statements_change_the_list() {
        let mut todos = SqlTodos::default();
        let insert = "INSERT INTO todos (id, title, description, status) VALUES \
            ('a', 'Sort it; fast', 'It''s (slow)', 'in_progress'),\n ('b', 'Test, it', '', 'pending')";
        assert_eq!(run(&mut todos, insert), ["a in_progress Sort it; fast", "b pending Test, it"]);
        assert_eq!(run(&mut todos, "UPDATE todos SET status = 'done' WHERE id = 'b'"), ["b completed Test, it"]);
        let case = "UPDATE todos SET status = CASE id WHEN 'a' THEN 'done' ELSE status END WHERE id IN ('a', 'b');";
        assert_eq!(run(&mut todos, case), ["a completed Sort it; fast"]);
        assert_eq!(run(&mut todos, "DELETE FROM todos WHERE id='a'"), ["a deleted Sort it; fast"]);
        assert_eq!(run(&mut todos, "update todos set status='pending'"), ["b pending Test, it"]);
        for nothing in
            ["SELECT * FROM todos", "UPDATE todos SET title = 'x'", "INSERT INTO todos VALUES ('a')", "todos '"]
        {
            assert!(run(&mut todos, nothing).is_empty(), "{nothing}");
        }
        todos.open("d", "DELETE FROM todos");
        assert_eq!(todos.close("d", false), None, "it failed");
    }
}
