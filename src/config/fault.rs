//! Defines [`Fault`], a mistake in a settings file, and a TOML parser that continues after one.

use std::fmt::{self, Display};
use std::path::PathBuf;

use toml::Spanned;
use toml::de::DeTable;

use crate::text::SafeText;

/// A fault in a settings file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1; 0 for the file as a whole.
    pub line: usize,
    /// The message: the mistake, and the valid values.
    pub what: String,
}

/// A fault with its file, displayed as `path:line: text`, which editors can jump to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFault {
    /// The file.
    pub path: PathBuf,
    pub fault: Fault,
}

impl Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display().to_string();
        write!(f, "{}:", SafeText::line(&path).as_str())?;
        if self.fault.line > 0 {
            write!(f, "{}:", self.fault.line)?;
        }
        write!(f, " {}", self.fault.what)
    }
}

/// The faults found while a text is read.
#[derive(Debug)]
pub struct Faults<'a> {
    text: &'a str,
    list: Vec<Fault>,
    /// Lines with syntax errors, for which no second fault is reported.
    broken: Vec<usize>,
}

impl Faults<'_> {
    /// Adds a fault at byte `at`. The message is made safe, because it may quote the file.
    pub fn add(&mut self, at: usize, what: &str) {
        let line = self.line(at);
        if !self.broken.contains(&line) {
            self.list.push(Fault { line, what: SafeText::line(what).into_string() });
        }
    }

    fn line(&self, at: usize) -> usize {
        let before = self.text.as_bytes().get(..at).unwrap_or(self.text.as_bytes());
        memchr::memchr_iter(b'\n', before).count() + 1
    }

    /// All faults, in order of lines.
    pub fn into_list(mut self) -> Vec<Fault> {
        self.list.sort_by_key(|fault| fault.line);
        self.list
    }
}

/// Parses a TOML text, continuing after syntax errors.
pub fn parse_toml(text: &str) -> (Spanned<DeTable<'_>>, Faults<'_>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut faults = Faults { text, list: Vec::new(), broken: Vec::new() };
    for error in errors {
        let line = faults.line(error.span().map_or(0, |s| s.start));
        faults.list.push(Fault { line, what: SafeText::line(error.message()).into_string() });
    }
    faults.broken = faults.list.iter().map(|fault| fault.line).collect();
    (table, faults)
}
