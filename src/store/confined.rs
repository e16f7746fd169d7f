//! Defines [`Confined`], a folder and nothing outside it: names are resolved inside it, links refused, files replaced
//! whole and only while they hold what they are believed to hold.

use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};
use thiserror::Error;

/// Most bytes of a file that is read.
pub const LARGEST: u64 = 4 * 1024 * 1024;
/// Folders deep that are looked into.
const DEEP: usize = 8;

/// Why a file could not be read or written.
#[derive(Debug, Error)]
pub enum ConfinedError {
    /// The place may not be used.
    #[error("{}: {why}", path.display())]
    Refused {
        /// The place.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// It holds something else than was believed.
    #[error("{} was changed meanwhile: nothing was written", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The system refuses.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// What was attempted.
        doing: &'static str,
        /// With what.
        path: PathBuf,
        /// The system's word.
        source: std::io::Error,
    },
}

/// An open folder.
#[derive(Debug)]
pub struct Confined {
    path: PathBuf,
    dir: Dir,
}

impl Confined {
    /// Opens a folder that is there.
    pub fn open(path: &Path) -> Result<Self, ConfinedError> {
        let io = |source| ConfinedError::Io { doing: "open", path: path.to_owned(), source };
        let dir = Dir::open_ambient_dir(path, ambient_authority()).map_err(io)?;
        Ok(Self { path: path.to_owned(), dir })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn io(&self, doing: &'static str, file: &str) -> impl Fn(std::io::Error) -> ConfinedError {
        let path = self.path.join(file);
        move |source| ConfinedError::Io { doing, path: path.clone(), source }
    }

    fn refused(&self, file: &str, why: &str) -> ConfinedError {
        ConfinedError::Refused { path: self.path.join(file), why: why.to_owned() }
    }

    /// A name leads down only, through no link.
    fn checked(&self, file: &str) -> Result<(), ConfinedError> {
        let mut place = String::new();
        for part in file.split('/') {
            let wild = part.contains(['\\', ':']) || part.chars().any(char::is_control);
            if part.is_empty() || part == "." || part == ".." || wild {
                return Err(self.refused(file, "is no path inside the project"));
            }
            place.push_str(if place.is_empty() { "" } else { "/" });
            place.push_str(part);
            if self.dir.symlink_metadata(&place).is_ok_and(|m| m.is_symlink()) {
                return Err(self.refused(&place, "is a symbolic link and is not followed"));
            }
        }
        Ok(())
    }

    /// What a file holds; `None` when it is not there.
    pub fn read(&self, file: &str) -> Result<Option<Vec<u8>>, ConfinedError> {
        self.checked(file)?;
        // A pipe in the file's place would be waited for without end.
        match self.dir.symlink_metadata(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.io("read", file)(error)),
            Ok(about) if !about.is_file() => return Err(self.refused(file, "is no regular file")),
            Ok(about) if about.len() > LARGEST => return Err(self.refused(file, "is too large")),
            Ok(_) => {}
        }
        let mut bytes = Vec::new();
        let opened = self.dir.open(file).map_err(self.io("read", file))?;
        opened.take(LARGEST).read_to_end(&mut bytes).map_err(self.io("read", file))?;
        Ok(Some(bytes))
    }

    /// The regular files below a folder that `wanted` takes, by path, sorted; at most `most`. Links are passed over; a
    /// folder that is not there holds none.
    pub fn files(&self, below: &str, most: usize, wanted: &dyn Fn(&str) -> bool) -> Result<Vec<String>, ConfinedError> {
        let mut found = Vec::new();
        let mut folders = vec![(below.to_owned(), 0)];
        while let Some((folder, depth)) = folders.pop() {
            let entries = match self.dir.read_dir(if folder.is_empty() { "." } else { &folder }) {
                Err(error) if error.kind() == ErrorKind::NotFound && depth == 0 => return Ok(found),
                other => other.map_err(self.io("list", &folder))?,
            };
            for entry in entries {
                let entry = entry.map_err(self.io("list", &folder))?;
                let Ok(name) = entry.file_name().into_string() else { continue };
                let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
                let kind = entry.file_type().map_err(self.io("list", &path))?;
                if kind.is_dir() && depth < DEEP && !matches!(name.as_str(), ".git" | "node_modules" | "target") {
                    folders.push((path, depth + 1));
                } else if kind.is_file() && wanted(&path) {
                    found.push(path);
                }
            }
            if found.len() > most {
                return Err(self.refused(below, &format!("holds more than {most} files to look at")));
            }
        }
        found.sort();
        Ok(found)
    }

    /// Puts `after` where `before` is, or nothing: `None` is a file that is not there. A file that shall be new is
    /// never put over one that came into being meanwhile.
    pub fn put(&self, file: &str, before: Option<&[u8]>, after: Option<&[u8]>) -> Result<(), ConfinedError> {
        if self.read(file)?.as_deref() != before {
            return Err(ConfinedError::Changed { path: self.path.join(file) });
        }
        let Some(bytes) = after else {
            return match self.dir.remove_file(file) {
                Err(error) if error.kind() != ErrorKind::NotFound => Err(self.io("remove", file)(error)),
                _ => Ok(()),
            };
        };
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        if !folder.is_empty() {
            self.dir.create_dir_all(folder).map_err(self.io("make", folder))?;
            self.checked(file)?;
        }
        let beside = format!("{file}.tmp-{}", std::process::id());
        let done = self.write(&beside, file, before.is_none(), bytes);
        // Gone already where it was renamed; what cannot be removed is only left over.
        let _ = self.dir.remove_file(&beside);
        match done {
            Err(error) if before.is_none() && error.kind() == ErrorKind::AlreadyExists => {
                Err(ConfinedError::Changed { path: self.path.join(file) })
            }
            other => other.map_err(self.io("write", file)),
        }
    }

    fn write(&self, beside: &str, file: &str, new: bool, bytes: &[u8]) -> std::io::Result<()> {
        let mut opened = self.dir.open_with(beside, OpenOptions::new().write(true).create_new(true))?;
        if let Ok(old) = self.dir.symlink_metadata(file) {
            opened.set_permissions(old.permissions())?;
        }
        opened.write_all(bytes)?;
        opened.sync_all()?;
        // A second name fails where there is a file; a rename would replace it.
        if new { self.dir.hard_link(beside, &self.dir, file) } else { self.dir.rename(beside, &self.dir, file) }
    }
}
