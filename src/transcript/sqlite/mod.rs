//! Defines [`Database`], a reader of SQLite files for agents that keep their sessions in one.
//!
//! It takes no lock and writes nothing, not even the shared-memory file that every other reader of a database in WAL mode
//! must write to: an agent at work is never blocked. Instead each reading is validated afterwards: if the database's
//! file or the beginning of its log changed meanwhile, it is discarded and repeated.
//!
//! It reads tables and looks up rows by an index; there is no SQL. The format is <https://sqlite.org/fileformat.html>.

mod pages;
mod record;
mod tree;
mod wal;

use std::io;
use std::path::Path;
use std::time::Duration;

use pages::Pages;
pub(super) use record::Value;
use tree::Visit;

/// Attempts to read a database that changes meanwhile, and the time between two.
const ATTEMPTS: u32 = 5;
const PAUSE: Duration = Duration::from_millis(20);

/// An open database.
#[derive(Debug)]
pub(super) struct Database {
    pages: Pages,
}

/// A table, as parsed from its definition.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Table {
    root: u32,
    columns: Vec<String>,
}

/// A row, by the columns asked for.
pub(super) type Row = Vec<Value>;

impl Database {
    /// Opens the file for reading. Fails if it is no database.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { pages: Pages::open(path)? })
    }

    /// Whether the database may have changed since the last [`Self::read`].
    pub(super) fn changed(&mut self) -> io::Result<bool> {
        self.pages.changed()
    }

    /// Reads with `work` from one state of the database. `Ok(None)` if it changed during every attempt.
    pub(super) fn read<T>(&mut self, work: impl Fn(&mut Tables<'_>) -> io::Result<T>) -> io::Result<Option<T>> {
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                std::thread::sleep(PAUSE);
            }
            self.pages.begin()?;
            let done = work(&mut Tables { pages: &mut self.pages });
            // Data read from a changing database may be inconsistent, errors included.
            if self.pages.is_unchanged()? {
                return done.map(Some);
            }
        }
        self.pages.forget();
        Ok(None)
    }
}

/// The tables of one state of a database.
pub(super) struct Tables<'a> {
    pages: &'a mut Pages,
}

impl Tables<'_> {
    /// All rows of a table. A column it does not have is null.
    pub(super) fn rows(&mut self, table: &str, columns: &[&str]) -> io::Result<Vec<Row>> {
        let table = self.table(table)?;
        let mut rows = Vec::new();
        tree::rows(self.pages, table.root, &mut |record| {
            rows.push(table.pick(&record::values(record)?, columns));
            Ok(Visit::Next)
        })?;
        Ok(rows)
    }

    /// The rows of a table whose column `key` holds this text. Uses an index that begins with that column, if there is
    /// one.
    pub(super) fn rows_where(
        &mut self,
        name: &str,
        (key, wanted): (&str, &str),
        columns: &[&str],
    ) -> io::Result<Vec<Row>> {
        let table = self.table(name)?;
        let mut found = Vec::new();
        if let Some(index) = self.index(name, key)? {
            for row in tree::row_ids(self.pages, index, wanted)? {
                if let Some(record) = tree::row(self.pages, table.root, row)? {
                    found.push(table.pick(&record::values(&record)?, columns));
                }
            }
            return Ok(found);
        }
        tree::rows(self.pages, table.root, &mut |record| {
            let values = record::values(record)?;
            if table.pick(&values, &[key]) == [Value::Text(wanted.to_owned())] {
                found.push(table.pick(&values, columns));
            }
            Ok(Visit::Next)
        })?;
        Ok(found)
    }

    fn table(&mut self, name: &str) -> io::Result<Table> {
        let found = self.schema(|entry| {
            let [Value::Text(kind), Value::Text(own), _, Value::Integer(root), Value::Text(sql)] = entry else {
                return None;
            };
            let table = || Some(Table { root: u32::try_from(*root).ok()?, columns: columns_of(sql) });
            if kind == "table" && own == name { table() } else { None }
        })?;
        found.ok_or_else(|| fault(&format!("it has no table {name}")))
    }

    /// The root of an index of this table that begins with this column.
    fn index(&mut self, table: &str, column: &str) -> io::Result<Option<u32>> {
        self.schema(|entry| {
            let [Value::Text(kind), _, Value::Text(of), Value::Integer(root), Value::Text(sql)] = entry else {
                return None;
            };
            let begins = || columns_of(sql).first().is_some_and(|first| first == column);
            // A partial index lacks some rows.
            let whole = || !sql.rsplit(')').next().is_some_and(|rest| rest.to_lowercase().contains("where"));
            if kind == "index" && of == table && begins() && whole() { u32::try_from(*root).ok() } else { None }
        })
    }

    /// The first entry of the schema for which `pick` gives something.
    fn schema<T>(&mut self, pick: impl Fn(&[Value]) -> Option<T>) -> io::Result<Option<T>> {
        let mut found = None;
        tree::rows(self.pages, 1, &mut |record| {
            found = pick(&record::values(record)?);
            Ok(if found.is_some() { Visit::Stop } else { Visit::Next })
        })?;
        Ok(found)
    }
}

impl Table {
    fn pick(&self, values: &[Value], columns: &[&str]) -> Row {
        let place = |column: &&str| self.columns.iter().position(|own| own == column);
        let value = |column| place(column).and_then(|at| values.get(at)).cloned();
        columns.iter().map(|column| value(column).unwrap_or_default()).collect()
    }
}

/// The keywords that begin the constraints of a table, which follow its columns.
const CONSTRAINTS: &[&str] = &["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"];

/// The names of the columns in `CREATE TABLE name (...)` or `CREATE INDEX name ON table (...)`.
fn columns_of(sql: &str) -> Vec<String> {
    let Some((_, body)) = sql.split_once('(') else { return Vec::new() };
    let (mut depth, mut begin, mut parts) = (1, 0, Vec::new());
    for (at, c) in body.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if (c == ',' && depth == 1) || depth == 0 {
            parts.extend(body.get(begin..at));
            begin = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    let names = parts.into_iter().filter_map(|part| part.split_whitespace().next());
    names
        .take_while(|name| !CONSTRAINTS.iter().any(|word| name.eq_ignore_ascii_case(word)))
        .map(|name| name.trim_matches(['`', '"', '[', ']']).to_owned())
        .collect()
}

/// The error of a file that is no database, or is damaged.
fn fault(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("not a database that can be read: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_read_from_a_definition() {
        let table = "CREATE TABLE `m` (\n `id` text PRIMARY KEY, \"n\" numeric(3, 2) NOT NULL, [d] text,\n\
                     CONSTRAINT `fk` FOREIGN KEY (`n`) REFERENCES `x`(`id`))";
        assert_eq!(columns_of(table), ["id", "n", "d"]);
        assert_eq!(columns_of("CREATE INDEX `i` ON `m` (`n`,`id`)"), ["n", "id"]);
        assert!(columns_of("").is_empty());
    }
}
