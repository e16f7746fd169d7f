//! Defines `CONTEXT.md`, what an agent is given of a project: what stands in the session that spoke last, what earlier
//! sessions left for the project, and what the person approved. It is short enough to pass through a hook whole.

use std::fmt::Write as _;

use super::{Disk, Store, StoreError, disk, snapshot};
use crate::session::{Budget, Session, export_context};
use crate::state::{Item, ItemKind, Scope, Status};
use crate::text::SafeText;

/// The file's name.
pub const FILE: &str = "CONTEXT.md";
/// What begins the part the person approved.
const KEPT: &str = "## Agreed for this project";
/// What begins the part of earlier sessions.
const EARLIER: &str = "## From earlier sessions";
/// Characters of each part. What was approved is never cut: there is room for it in the 9,500 of a hook's answer.
const HEAD_CHARS: usize = 6000;
const EARLIER_CHARS: usize = 1600;
/// Earlier sessions looked at.
const SESSIONS: usize = 20;

/// The part of a session: its first line names it and says how recent it is.
pub(super) fn head(session: &Session) -> String {
    let id = SafeText::line(&session.meta().session_id);
    let last = session.turns().iter().rev().find_map(|t| t.at).map_or_else(|| "-".to_owned(), |t| t.to_string());
    let text = export_context(session, session.ledger(), Budget::Chars(HEAD_CHARS)).text;
    format!("# What stands in session {} as of {last}\n\n{}", id.as_str(), SafeText::block(&text).as_str())
}

/// The session a head names, and its time.
fn named(text: &str) -> Option<(&str, &str)> {
    text.lines().next()?.strip_prefix("# What stands in session ")?.split_once(" as of ")
}

/// The lines of the approved part.
pub fn kept(text: &str) -> Vec<String> {
    let part = text.split_once(&format!("{KEPT}\n")).map_or("", |(_, rest)| rest);
    part.lines().take_while(|l| !l.starts_with("## ")).filter(|l| l.starts_with("- ")).map(str::to_owned).collect()
}

/// A text with another approved part.
pub fn with_kept(text: &str, kept: &[String]) -> String {
    let rest = text.split_once(&format!("{KEPT}\n")).map_or(text, |(before, _)| before).trim_end();
    if kept.is_empty() {
        return if rest.is_empty() { String::new() } else { format!("{rest}\n") };
    }
    let gap = if rest.is_empty() { "" } else { "\n\n" };
    format!("{rest}{gap}{KEPT}\n\n{}\n", kept.join("\n"))
}

/// Lines within a number of characters, the rest counted.
fn within(lines: &[String], chars: usize) -> Vec<String> {
    let mut used = 0;
    let fit = lines.iter().take_while(|l| {
        used += l.chars().count() + 1;
        used + 24 <= chars
    });
    let mut out: Vec<String> = fit.cloned().collect();
    if out.len() < lines.len() {
        out.push(format!("(+ {} more)", lines.len() - out.len()));
    }
    out
}

/// What of an earlier session reaches beyond it.
fn reaches(item: &Item) -> bool {
    let kind = matches!(item.kind, ItemKind::Decision | ItemKind::Constraint | ItemKind::Fact | ItemKind::Dependency);
    kind && item.scope != Scope::Session && item.status == Status::Active
}

impl Store {
    /// The context as it stands; empty when there is none.
    pub fn context(&self) -> Result<String, StoreError> {
        let path = self.root().join(FILE);
        let bytes = disk::read(&path).map_err(|source| StoreError::Io { doing: "read", path, source })?;
        Ok(String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned())
    }

    /// Puts the export for ai-loadout in its place: files first, the index last. Files that it no longer names go.
    pub fn set_loadout(&self, files: &[(&str, &str)]) -> Result<(), StoreError> {
        let disk = Disk::of_process();
        self.make_root(&disk)?;
        let _lock = self.lock_shared()?;
        let folder = self.root().join("loadout");
        let items = folder.join("items");
        let io = |source| StoreError::Io { doing: "write", path: folder.clone(), source };
        for place in [&folder, &items] {
            if place.symlink_metadata().is_ok_and(|m| m.is_symlink()) {
                return Err(StoreError::Refused { path: place.clone(), why: super::Refusal::Link });
            }
        }
        disk.make_dir(&items).map_err(io)?;
        for (name, text) in files {
            disk.replace(&folder.join(name), text.as_bytes(), None).map_err(io)?;
        }
        let named = |name: &str| files.iter().any(|(file, _)| file.strip_prefix("items/") == Some(name));
        for entry in std::fs::read_dir(&items).into_iter().flatten().flatten() {
            let is_ours = entry.path().extension().is_some_and(|e| e == "md");
            if is_ours && !named(&entry.file_name().to_string_lossy()) {
                let _ = std::fs::remove_file(entry.path());
            }
        }
        Ok(())
    }

    pub(super) fn put_context(&self, text: &str, disk: &Disk) -> Result<(), StoreError> {
        let path = self.root().join(FILE);
        if disk::read(&path).ok().flatten().as_deref() == Some(text.as_bytes()) {
            return Ok(());
        }
        disk.replace(&path, text.as_bytes(), None).map_err(|source| StoreError::Io { doing: "write", path, source })
    }

    /// What earlier sessions left for the project, newest session first: one line each.
    pub(super) fn earlier(&self, own: &str) -> Vec<String> {
        let folder = |id: &str| self.session_dir(id).join("snapshot.json");
        let mut there: Vec<_> = self.sessions().into_iter().filter(|s| s.id != super::folder_name(own)).collect();
        there.sort_by_key(|s| std::cmp::Reverse(folder(&s.id).metadata().and_then(|m| m.modified()).ok()));
        let mut out: Vec<String> = Vec::new();
        for saved in there.iter().take(SESSIONS) {
            let items = disk::read(&folder(&saved.id))
                .ok()
                .flatten()
                .and_then(|b| snapshot::read::<snapshot::Believed>(&b).ok());
            for item in items.iter().flat_map(|s| &s.items).filter(|i| reaches(i)) {
                let line = format!("- {}", SafeText::line(&item.summary).as_str());
                if !out.contains(&line) {
                    out.push(line);
                }
            }
        }
        out
    }

    /// Brings the context up to a session's newest state. A session that spoke earlier than the one that stands there
    /// changes nothing.
    pub(super) fn renew_context(&self, head: &str, earlier: &[String], disk: &Disk) -> Result<(), StoreError> {
        let _lock = self.lock_shared()?;
        let old = self.context()?;
        if let (Some((theirs, when)), Some((ours, now))) = (named(&old), named(head))
            && theirs != ours
            && when > now
        {
            return Ok(());
        }
        let mut text = head.trim_end().to_owned() + "\n";
        if !earlier.is_empty() {
            let _ = write!(text, "\n{EARLIER}\n\n{}\n", within(earlier, EARLIER_CHARS).join("\n"));
        }
        self.put_context(&with_kept(&text, &kept(&old)), disk)
    }
}
