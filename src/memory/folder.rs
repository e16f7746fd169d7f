//! Defines [`Folder`], a directory of memories and nothing outside it: opened once, names resolved inside it, links
//! refused, files replaced whole.

use std::cell::RefCell;
use std::collections::HashSet;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};

use super::{Change, LARGEST, MemoryError};
use crate::store::{Disk, Memo, MemoKind};

/// A folder that may not be there yet.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    dir: Option<Dir>,
    disk: Disk,
    /// What was put on record as written here, by name and hash; nothing where no record was looked at.
    written: RefCell<Option<HashSet<(String, String)>>>,
    /// Changes taken for made, by those who only look.
    supposed: RefCell<Vec<Change>>,
}

/// What begins the ending of a file that is being written; the process's number follows.
const TEMPORARY: &str = ".tmp-";
/// Most bytes of a file that is read.
const READ: u64 = 4 * LARGEST as u64;

impl Folder {
    /// Opens the folder, if it is there. A link in its place is refused, and so is one in the place of its parent.
    pub fn open(path: PathBuf) -> Result<Self, MemoryError> {
        for place in [Some(path.as_path()), path.parent()].into_iter().flatten() {
            if place.symlink_metadata().is_ok_and(|m| m.is_symlink()) {
                let why = "is a symbolic link: what is written would land elsewhere; nothing is written".to_owned();
                return Err(MemoryError::Refused { path: place.to_owned(), why });
            }
        }
        let dir = match Dir::open_ambient_dir(&path, ambient_authority()) {
            Ok(dir) => Some(dir),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(source) => return Err(MemoryError::Io { doing: "open", path, source }),
        };
        Ok(Self { path, dir, disk: Disk::of_process(), written: RefCell::default(), supposed: RefCell::default() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn io(&self, doing: &'static str, file: &str) -> impl Fn(std::io::Error) -> MemoryError {
        let path = self.path.join(file);
        move |source| MemoryError::Io { doing, path: path.clone(), source }
    }

    fn refuse_links(&self, dir: &Dir, file: &str) -> Result<(), MemoryError> {
        let mut place = String::new();
        for part in file.split('/') {
            if part.is_empty() || part == "." || part == ".." || part.contains(['\\', '\0']) {
                return Err(MemoryError::Refused { path: self.path.join(file), why: "is no name of ours".to_owned() });
            }
            place.push_str(if place.is_empty() { "" } else { "/" });
            place.push_str(part);
            if dir.symlink_metadata(&place).is_ok_and(|m| m.is_symlink()) {
                let why = "is a symbolic link and is not followed; nothing is written".to_owned();
                return Err(MemoryError::Refused { path: self.path.join(&place), why });
            }
        }
        Ok(())
    }

    /// From here on these changes count as made when a file is read.
    pub fn suppose(&self, changes: &[Change]) {
        self.supposed.borrow_mut().extend(changes.iter().cloned());
    }

    /// Takes over what is on record of this folder.
    pub fn recall(&self, memos: &[Memo]) {
        let folder = self.path.display().to_string();
        let here = memos.iter().filter(|m| m.did == MemoKind::Approved && m.folder.as_ref() == Some(&folder));
        let files = here.flat_map(|m| &m.files).filter_map(|f| Some((f.file.clone(), f.after.clone()?)));
        *self.written.borrow_mut() = Some(files.collect());
    }

    /// Whether a file holds what we wrote there, as far as the record tells.
    pub fn wrote(&self, file: &str, bytes: &[u8]) -> bool {
        let Some(hash) = super::hash(Some(bytes)) else { return false };
        self.written.borrow().as_ref().is_none_or(|written| written.contains(&(file.to_owned(), hash)))
    }

    /// What a file holds; `None` when it is not there.
    pub fn read(&self, file: &str) -> Result<Option<Vec<u8>>, MemoryError> {
        if let Some(change) = self.supposed.borrow().iter().rev().find(|c| c.file == file) {
            return Ok(change.after.clone());
        }
        // Somebody else may have made the folder meanwhile.
        let again = if self.dir.is_none() { Self::open(self.path.clone())?.dir } else { None };
        let Some(dir) = self.dir.as_ref().or(again.as_ref()) else { return Ok(None) };
        self.refuse_links(dir, file)?;
        let opened = match dir.open(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            other => other.map_err(self.io("read", file))?,
        };
        let about = opened.metadata().map_err(self.io("read", file))?;
        if !about.is_file() || about.len() > READ {
            let why = "is no file, or too large for a memory".to_owned();
            return Err(MemoryError::Refused { path: self.path.join(file), why });
        }
        let mut bytes = Vec::new();
        opened.take(READ).read_to_end(&mut bytes).map_err(self.io("read", file))?;
        Ok(Some(bytes))
    }

    /// The names of the Markdown files in a folder below (`.` is this one), sorted.
    pub fn list(&self, below: &str) -> Vec<String> {
        let entries = self.dir.as_ref().and_then(|d| d.read_dir(below).ok());
        let names = entries.into_iter().flatten().flatten().filter(|e| e.file_type().is_ok_and(|t| t.is_file()));
        let mut names: Vec<String> = names.filter_map(|e| e.file_name().into_string().ok()).collect();
        names.retain(|n| n.to_ascii_lowercase().ends_with(".md"));
        names.sort();
        names
    }

    /// Makes changes, all or none. Each file must hold what the change says it holds.
    pub fn apply(&self, changes: &[Change]) -> Result<(), MemoryError> {
        for change in changes {
            self.unchanged(change)?;
        }
        let made;
        let dir = if let Some(dir) = &self.dir {
            dir
        } else {
            made = self.make()?;
            &made
        };
        for (done, change) in changes.iter().enumerate() {
            let put = self.unchanged(change).and_then(|()| self.put(dir, &change.file, change.after.as_deref()));
            if let Err(error) = put {
                for back in changes.iter().take(done).rev() {
                    // What cannot be put back is told by the error that is on its way.
                    let _ = self.put(dir, &back.file, back.before.as_deref());
                }
                return Err(error);
            }
        }
        Ok(())
    }

    /// Whether a file holds what a change says it holds.
    pub fn unchanged(&self, change: &Change) -> Result<(), MemoryError> {
        if self.read(&change.file)? == change.before {
            return Ok(());
        }
        Err(MemoryError::Changed { path: self.path.join(&change.file) })
    }

    /// Takes away what a crash left beside a file, and the file too if it holds what has this hash.
    pub(super) fn clear(&self, file: &str, goes: Option<&str>) -> Result<(), MemoryError> {
        let Some(dir) = &self.dir else { return Ok(()) };
        self.refuse_links(dir, file)?;
        sweep(dir, file);
        if goes.is_some() && super::hash(self.read(file)?.as_deref()).as_deref() == goes {
            self.put(dir, file, None)?;
        }
        Ok(())
    }

    fn make(&self) -> Result<Dir, MemoryError> {
        self.disk.step().and_then(|()| std::fs::create_dir_all(&self.path)).map_err(self.io("make", ""))?;
        let again = Self::open(self.path.clone())?;
        again.dir.ok_or_else(|| self.io("open", "")(ErrorKind::NotFound.into()))
    }

    /// Puts bytes in a file's place, whole; or takes the file away.
    fn put(&self, dir: &Dir, file: &str, bytes: Option<&[u8]>) -> Result<(), MemoryError> {
        self.refuse_links(dir, file)?;
        let Some(bytes) = bytes else {
            return match self.disk.step().and_then(|()| dir.remove_file(file)) {
                Err(error) if error.kind() != ErrorKind::NotFound => Err(self.io("remove", file)(error)),
                _ => Ok(()),
            };
        };
        if let Some((below, _)) = file.rsplit_once('/') {
            self.disk.step().and_then(|()| dir.create_dir_all(below)).map_err(self.io("make", below))?;
        }
        sweep(dir, file);
        let beside = format!("{file}{TEMPORARY}{}", std::process::id());
        let write = || -> std::io::Result<()> {
            let mut options = OpenOptions::new();
            self.disk.step()?;
            let new = dir.open_with(&beside, options.write(true).create_new(true))?;
            if let Ok(old) = dir.metadata(file) {
                new.set_permissions(old.permissions())?;
            }
            let mut new = new.into_std();
            self.disk.write(&mut new, bytes)?;
            self.disk.sync(&new)?;
            self.disk.step()?;
            dir.rename(&beside, dir, file)
        };
        write().map_err(|error| {
            let _ = dir.remove_file(&beside);
            self.io("write", file)(error)
        })
    }
}

/// Takes away what a crash left beside a file. Whoever writes there has the store in hand, so nobody is at it now.
fn sweep(dir: &Dir, file: &str) {
    let (below, name) = file.rsplit_once('/').unwrap_or((".", file));
    for entry in dir.read_dir(below).into_iter().flatten().flatten() {
        let is_left = entry
            .file_name()
            .to_str()
            .and_then(|n| n.strip_prefix(name)?.strip_prefix(TEMPORARY))
            .is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()));
        if is_left {
            let _ = entry.remove_file();
        }
    }
}
