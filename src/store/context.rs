//! Defines `CONTEXT.md`, which hooks give to agents: the state of the session that was active last, items of earlier
//! sessions that hold for the project, and approved memories. It is short enough for a hook's answer.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::{Disk, Store, StoreError, disk, folder_name, snapshot};
use crate::session::{Budget, Session, export_context};
use crate::state::{Item, ItemKind, Scope, Status};
use crate::text::SafeText;

/// The file's name.
pub const FILE: &str = "CONTEXT.md";
const APPROVED_HEADING: &str = "## Agreed for this project";
const EARLIER_HEADING: &str = "## From earlier sessions";
/// Most characters of each part. The approved part has no limit; a hook's answer has one and begins with that part.
const HEAD_CHARS: usize = 6000;
const EARLIER_CHARS: usize = 1600;
/// The folder of the export for ai-loadout, and the file in it that names its session.
const LOADOUT: &str = "loadout";
const LOADOUT_OF: &str = "session";
const MAX_EARLIER_SESSIONS: usize = 20;

/// The part of one session. Its first line holds the session's id and the time of its last turn.
pub(super) fn head(session: &Session) -> String {
    let id = SafeText::line(&session.meta().session_id);
    let last = snapshot::last_at(session).map_or_else(|| "-".to_owned(), |t| t.to_string());
    let text = export_context(session, session.ledger(), Budget::Chars(HEAD_CHARS)).text;
    format!("# What stands in session {} as of {last}\n\n{}", id.as_str(), SafeText::block(&text).as_str())
}

/// Session id and time in the first line of a session's part.
fn named(text: &str) -> Option<(&str, &str)> {
    text.lines().next()?.strip_prefix("# What stands in session ")?.split_once(" as of ")
}

/// The context in the order for an agent, whose hook may cut its end: the line that names the session, the approved
/// part, the rest. `own`, the part of the session that asks, which may be empty, comes before another session's. Also
/// returns whether `own` is part of it.
pub fn for_agent(text: &str, own: &str) -> (String, bool) {
    let asks = named(own).map(|(id, _)| id);
    let theirs = named(text).map(|(id, _)| id);
    let rest = parted(text).0;
    let rest = if asks.is_some() && asks != theirs { format!("{}\n\n{rest}", own.trim_end()) } else { rest.to_owned() };
    let kept = kept(text);
    if kept.is_empty() {
        return (rest.trim_end().to_owned() + if rest.trim().is_empty() { "" } else { "\n" }, asks.is_some());
    }
    let (first, after) = match named(&rest) {
        Some(_) => rest.split_once('\n').unwrap_or((&rest, "")),
        None => ("", rest.as_str()),
    };
    let parts = [first.to_owned(), format!("{APPROVED_HEADING}\n\n{}", kept.join("\n")), after.trim().to_owned()];
    let parts: Vec<String> = parts.into_iter().filter(|p| !p.is_empty()).collect();
    (parts.join("\n\n") + "\n", asks.is_some())
}

/// The text before the approved part, and the session's part of it.
fn parted(text: &str) -> (&str, &str) {
    let rest = text.split_once(&format!("{APPROVED_HEADING}\n")).map_or(text, |(before, _)| before);
    let head = rest.split_once(&format!("{EARLIER_HEADING}\n")).map_or(rest, |(before, _)| before);
    (rest, if named(head).is_some() { head } else { "" })
}

/// Joins the parts to a text.
fn composed(head: &str, earlier: &[String], kept: &[String]) -> String {
    let mut text = head.trim_end().to_owned();
    if !earlier.is_empty() {
        let gap = if text.is_empty() { "" } else { "\n\n" };
        let _ = write!(text, "{gap}{EARLIER_HEADING}\n\n{}", within(earlier, EARLIER_CHARS).join("\n"));
    }
    with_kept(&text, kept)
}

/// Lines of earlier sessions, cached.
#[derive(Debug, Default)]
pub(super) struct Earlier {
    /// The saved sessions when the lines were read.
    of: Vec<String>,
    lines: Vec<String>,
}

/// The list items of the approved part.
pub fn kept(text: &str) -> Vec<String> {
    let part = text.split_once(&format!("{APPROVED_HEADING}\n")).map_or("", |(_, rest)| rest);
    part.lines().take_while(|l| !l.starts_with("## ")).filter(|l| l.starts_with("- ")).map(str::to_owned).collect()
}

/// Replaces the approved part.
pub fn with_kept(text: &str, kept: &[String]) -> String {
    let rest = text.split_once(&format!("{APPROVED_HEADING}\n")).map_or(text, |(before, _)| before).trim_end();
    if kept.is_empty() {
        return if rest.is_empty() { String::new() } else { format!("{rest}\n") };
    }
    let gap = if rest.is_empty() { "" } else { "\n\n" };
    format!("{rest}{gap}{APPROVED_HEADING}\n\n{}\n", kept.join("\n"))
}

/// The first lines that fit into `chars` characters, and a line with the number of the rest.
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

/// Whether an item holds beyond its session.
fn outlives_session(item: &Item) -> bool {
    let kind = matches!(item.kind, ItemKind::Decision | ItemKind::Constraint | ItemKind::Fact | ItemKind::Dependency);
    kind && item.scope != Scope::Session && item.status == Status::Active
}

impl Store {
    /// The text of `CONTEXT.md`; empty if there is none.
    pub fn context(&self) -> Result<String, StoreError> {
        let path = self.root().join(FILE);
        let bytes = disk::read(&path).map_err(StoreError::io("read", &path))?;
        Ok(String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned())
    }

    /// Replaces the ai-loadout export: items first, the index last; files it no longer names are removed. It has its own
    /// lock, so that saving a session does not wait for its many files.
    pub fn set_loadout(&self, session: &str, files: &[(&str, &str)]) -> Result<(), StoreError> {
        let disk = Disk::of_process();
        self.make_root(&disk)?;
        let folder = self.root().join(LOADOUT);
        let items = folder.join("items");
        for place in [&folder, &items] {
            if place.symlink_metadata().is_ok_and(|m| m.is_symlink()) {
                return Err(StoreError::Refused { path: place.clone(), why: super::PlaceFault::Link });
            }
        }
        disk.make_dir(&items).map_err(StoreError::io("write", &folder))?;
        let _lock = super::shared::wait_for(&folder.join("lock"))?;
        disk.replace(&folder.join(LOADOUT_OF), session.as_bytes(), None).map_err(StoreError::io("write", &folder))?;
        for (name, text) in files {
            disk.replace(&folder.join(name), text.as_bytes(), None).map_err(StoreError::io("write", &folder))?;
        }
        let names: Vec<&str> = files.iter().filter_map(|(file, _)| file.strip_prefix("items/")).collect();
        for entry in std::fs::read_dir(&items).into_iter().flatten().flatten() {
            let is_item = entry.path().extension().is_some_and(|e| e == "md");
            if is_item && !names.contains(&entry.file_name().to_string_lossy().as_ref()) {
                let _ = std::fs::remove_file(entry.path());
            }
        }
        Ok(())
    }

    /// Removes the ai-loadout export if it is of this session or of an unknown one.
    pub(super) fn forget_loadout(&self, id: &str) -> std::io::Result<()> {
        let folder = self.root().join(LOADOUT);
        let of = disk::read(&folder.join(LOADOUT_OF)).ok().flatten();
        if of.is_some_and(|of| folder_name(&String::from_utf8_lossy(&of)) != folder_name(id)) {
            return Ok(());
        }
        match std::fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    pub(super) fn put_context(&self, text: &str, disk: &Disk) -> Result<(), StoreError> {
        let path = self.root().join(FILE);
        if disk::read(&path).ok().flatten().as_deref() == Some(text.as_bytes()) {
            return Ok(());
        }
        disk.replace(&path, text.as_bytes(), None).map_err(StoreError::io("write", &path))
    }

    fn newest_snapshot(&self, id: &str) -> PathBuf {
        self.session_dir(id).join(snapshot::SNAPSHOTS[0])
    }

    /// The saved part of a session; empty if there is none.
    fn head_of(&self, id: &str) -> String {
        self.glance(id).map(|g| g.head).unwrap_or_default()
    }

    /// Items of earlier sessions that hold for the project, newest session first, one line each, without sessions `but`.
    fn left_by_earlier(&self, but: &[&str]) -> Vec<String> {
        let but: Vec<String> = but.iter().map(|id| folder_name(id)).collect();
        let mut there: Vec<_> = self.session_folders().into_iter().filter(|id| !but.contains(id)).collect();
        there.sort_by_key(|id| std::cmp::Reverse(self.newest_snapshot(id).metadata().and_then(|m| m.modified()).ok()));
        let mut out: Vec<String> = Vec::new();
        for id in there.iter().take(MAX_EARLIER_SESSIONS) {
            let items = disk::read(&self.newest_snapshot(id))
                .ok()
                .flatten()
                .and_then(|b| snapshot::read::<snapshot::SnapshotItems>(&b).ok());
            for item in items.iter().flat_map(|s| &s.items).filter(|i| outlives_session(i)) {
                let line = format!("- {}", SafeText::line(&item.summary).as_str());
                if !out.contains(&line) {
                    out.push(line);
                }
            }
        }
        out
    }

    /// Reads the lines of earlier sessions again if the set of sessions changed.
    fn look_up_earlier(&self, own: &str, earlier: &mut Earlier) {
        let of = self.session_folders();
        if earlier.of != of {
            *earlier = Earlier { lines: self.left_by_earlier(&[own]), of };
        }
    }

    /// Updates the context to a session's newest state, unless it holds a session that was active later.
    pub(super) fn renew_context(
        &self,
        own: &str,
        head: &str,
        earlier: &mut Earlier,
        disk: &Disk,
    ) -> Result<(), StoreError> {
        // Once before the lock, as it takes time, and again within it, as a session may just have been deleted.
        self.look_up_earlier(own, earlier);
        let _lock = self.lock_shared()?;
        self.look_up_earlier(own, earlier);
        let old = self.context()?;
        if let (Some((theirs, when)), Some((ours, now))) = (named(&old), named(head))
            && theirs != ours
            && when > now
        {
            return Ok(());
        }
        self.put_context(&composed(head, &earlier.lines, &kept(&old)), disk)
    }

    /// Removes a session's lines from the context; the session active last of the others takes its place. The approved
    /// part stays. The caller holds the lock.
    pub(super) fn forget_in_context(&self, id: &str, disk: &Disk) -> Result<(), StoreError> {
        let old = self.context()?;
        let theirs = named(&old).map(|(theirs, _)| theirs.to_owned());
        let forgotten = self.head_of(id);
        let forgotten_name = named(&forgotten).map(|(name, _)| name);
        let (head, own) = match theirs {
            Some(name) if folder_name(&name) != folder_name(id) && forgotten_name != Some(&name) => {
                (parted(&old).1.to_owned(), name)
            }
            _ => {
                let others = self.session_folders().into_iter().filter(|other| *other != folder_name(id));
                let heads = others.map(|other| (self.head_of(&other), other));
                let newest = heads.filter(|(head, _)| named(head).is_some());
                newest.max_by(|(a, _), (b, _)| named(a).map(|n| n.1).cmp(&named(b).map(|n| n.1))).unwrap_or_default()
            }
        };
        let text = composed(&head, &self.left_by_earlier(&[own.as_str(), id]), &kept(&old));
        let path = self.root().join(FILE);
        if text.is_empty() {
            return match std::fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    Err(StoreError::Io { doing: "remove", path, source: error })
                }
                _ => Ok(()),
            };
        }
        self.put_context(&text, disk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OTHERS: &str = "# What stands in session b as of 2026\n\n## Decisions\n- theirs\n\n## From earlier sessions\n\n- old\n\n\
                          ## Agreed for this project\n\n- approved <!-- m-1 -->\n";
    const OWN: &str = "# What stands in session a as of 2025\n\n## Decisions\n- ours\n";

    /// The places of these words are in this order.
    fn in_order(text: &str, words: &[&str]) {
        let at: Vec<Option<usize>> = words.iter().map(|w| text.find(w)).collect();
        assert!(at.iter().all(Option::is_some) && at.is_sorted(), "{at:?}: {text}");
    }

    #[test]
    fn a_sessions_own_state_comes_first_and_approved_items_before_its_items() {
        let (text, tells) = for_agent(OTHERS, OWN);
        assert!(tells);
        in_order(&text, &["session a as of", "- approved", "- ours", "session b as of", "- theirs", "- old"]);
        let (text, tells) = for_agent(OTHERS, "");
        assert!(!tells);
        in_order(&text, &["session b as of", "- approved", "- theirs", "- old"]);
        assert_eq!(for_agent(OWN, OWN), (OWN.to_owned(), true), "what stands there already is not told twice");
        assert_eq!(for_agent("", OWN), (OWN.to_owned(), true));
        assert_eq!(for_agent("", ""), (String::new(), false));
        assert_eq!(for_agent("## Agreed for this project\n\n- x\n", "").0, "## Agreed for this project\n\n- x\n");
        assert_eq!(for_agent("by hand\nonly", "").0, "by hand\nonly\n");
    }
}
