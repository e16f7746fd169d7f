//! Defines [`ConfinedFolder`], a folder whose files can be read and replaced, and nothing outside it: names are resolved
//! inside it, symbolic links are refused, and a file is replaced whole and only while it holds the expected bytes.

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};

use super::EditError;
use crate::store::{Disk, read_step};

/// The suffix of a file that is being written; the process id follows.
const TEMP_SUFFIX: &str = ".tmp-";
/// How many folders deep [`ConfinedFolder::files`] looks.
const MAX_DEPTH: usize = 8;
/// Folders that [`ConfinedFolder::files`] leaves out.
const SKIPPED: &[&str] = &[".git", "node_modules", "target"];

/// An open folder, or the place of one that does not exist yet.
#[derive(Debug)]
pub struct ConfinedFolder {
    path: PathBuf,
    dir: Option<Dir>,
    /// Counts the steps of a write, so that a test can make any of them fail.
    disk: Disk,
}

impl ConfinedFolder {
    /// The size in bytes above which a file is refused, unless [`ConfinedFolder::read_at_most`] is asked.
    pub const LARGEST: u64 = 4 * 1024 * 1024;

    /// Opens a folder that must exist. The person named it, so it may be a symbolic link.
    pub fn open(path: &Path) -> Result<Self, EditError> {
        let dir = Dir::open_ambient_dir(path, ambient_authority());
        let dir = dir.map_err(|source| EditError::Io { doing: "open", path: path.to_owned(), source })?;
        Ok(Self { path: path.to_owned(), dir: Some(dir), disk: Disk::of_process() })
    }

    /// Opens a folder that need not exist: the first write creates it. A symbolic link in its place or in that of its
    /// parent is refused.
    pub fn open_or_create(path: PathBuf) -> Result<Self, EditError> {
        for place in [Some(path.as_path()), path.parent()].into_iter().flatten() {
            if place.symlink_metadata().is_ok_and(|m| m.is_symlink()) {
                let why = "is a symbolic link, so files would be written elsewhere; nothing is written".to_owned();
                return Err(EditError::Refused { path: place.to_owned(), why });
            }
        }
        match Self::open(&path) {
            Err(EditError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => {
                Ok(Self { path, dir: None, disk: Disk::of_process() })
            }
            opened => opened,
        }
    }

    /// The path it was opened by.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn io(&self, doing: &'static str, file: &str, source: std::io::Error) -> EditError {
        EditError::Io { doing, path: self.path.join(file), source }
    }

    fn refused(&self, file: &str, why: impl Into<String>) -> EditError {
        EditError::Refused { path: self.path.join(file), why: why.into() }
    }

    /// Refuses a path that is not a plain relative one, or that passes through a symbolic link.
    fn check_name(&self, dir: &Dir, file: &str) -> Result<(), EditError> {
        let mut place = String::new();
        for part in file.split('/') {
            let unsafe_sign = part.contains(['\\', ':']) || part.chars().any(char::is_control);
            if part.is_empty() || part == "." || part == ".." || unsafe_sign {
                return Err(self.refused(file, "is not a path inside the folder"));
            }
            place.push_str(if place.is_empty() { "" } else { "/" });
            place.push_str(part);
            if dir.symlink_metadata(&place).is_ok_and(|m| m.is_symlink()) {
                return Err(self.refused(&place, "is a symbolic link and is not followed; nothing is written"));
            }
        }
        Ok(())
    }

    /// The file's content; `None` when the file or the folder does not exist. Refused where it is not a regular file or
    /// has more than [`ConfinedFolder::LARGEST`] bytes.
    pub fn read(&self, file: &str) -> Result<Option<Vec<u8>>, EditError> {
        self.read_at_most(file, Self::LARGEST)
    }

    /// Reads a file like [`Self::read`], with another size limit.
    pub fn read_at_most(&self, file: &str, largest: u64) -> Result<Option<Vec<u8>>, EditError> {
        let created;
        let dir = if let Some(dir) = &self.dir {
            dir
        } else {
            // Another program may have created it since.
            created = Self::open_or_create(self.path.clone())?.dir;
            let Some(dir) = &created else { return Ok(None) };
            dir
        };
        self.check_name(dir, file)?;
        // A named pipe in the file's place would block the open for ever.
        match dir.symlink_metadata(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.io("read", file, error)),
            Ok(about) if !about.is_file() => return Err(self.refused(file, "is not a regular file")),
            Ok(about) if about.len() > largest => {
                return Err(self.refused(file, format!("is too large: more than {largest} bytes")));
            }
            Ok(_) => {}
        }
        let mut bytes = Vec::new();
        // The checked file may have been replaced by a link or a named pipe.
        let mut options = OpenOptions::new();
        options.read(true);
        #[cfg(unix)]
        {
            use cap_std::fs::OpenOptionsExt;
            let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
            options.custom_flags(flags.bits().cast_signed());
        }
        let opened = read_step().and_then(|()| dir.open_with(file, &options)).map_err(|e| self.io("read", file, e))?;
        if !opened.metadata().is_ok_and(|about| about.is_file()) {
            return Err(self.refused(file, "is not a regular file"));
        }
        read_step().map_err(|e| self.io("read", file, e))?;
        opened.take(largest).read_to_end(&mut bytes).map_err(|e| self.io("read", file, e))?;
        Ok(Some(bytes))
    }

    /// The names of the Markdown files in a folder below (`.` for this one), sorted. Empty where it cannot be listed.
    pub fn markdown_names(&self, below: &str) -> Vec<String> {
        let entries = self.dir.as_ref().and_then(|d| d.read_dir(below).ok());
        let files = entries.into_iter().flatten().flatten().filter(|e| e.file_type().is_ok_and(|t| t.is_file()));
        let mut names: Vec<String> = files.filter_map(|e| e.file_name().into_string().ok()).collect();
        names.retain(|n| n.to_ascii_lowercase().ends_with(".md"));
        names.sort();
        names
    }

    /// The paths of the regular files below a folder that `wanted` accepts, sorted. Symbolic links are left out, and a
    /// folder that does not exist has none. Refused where there are more than `most`.
    pub fn files(&self, below: &str, most: usize, wanted: &dyn Fn(&str) -> bool) -> Result<Vec<String>, EditError> {
        let Some(dir) = &self.dir else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        let mut folders = vec![(below.to_owned(), 0)];
        while let Some((folder, depth)) = folders.pop() {
            let entries = match dir.read_dir(if folder.is_empty() { "." } else { &folder }) {
                Err(error) if error.kind() == ErrorKind::NotFound && depth == 0 => return Ok(found),
                listed => listed.map_err(|e| self.io("list", &folder, e))?,
            };
            for entry in entries {
                let entry = entry.map_err(|e| self.io("list", &folder, e))?;
                let Ok(name) = entry.file_name().into_string() else { continue };
                let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
                let kind = entry.file_type().map_err(|e| self.io("list", &path, e))?;
                if kind.is_dir() && depth < MAX_DEPTH && !SKIPPED.contains(&name.as_str()) {
                    folders.push((path, depth + 1));
                } else if kind.is_file() && wanted(&path) {
                    found.push(path);
                }
            }
            if found.len() > most {
                return Err(self.refused(below, format!("holds more than {most} files to look at")));
            }
        }
        found.sort();
        Ok(found)
    }

    /// Puts `after` in the place of `before`, whole or not at all; `None` is a file that does not exist. A new file
    /// never replaces one that was created meanwhile.
    pub fn replace(&self, file: &str, before: Option<&[u8]>, after: Option<&[u8]>) -> Result<(), EditError> {
        let created;
        let dir = if let Some(dir) = &self.dir {
            dir
        } else {
            created = self.create()?;
            &created
        };
        if self.read(file)?.as_deref() != before {
            return Err(self.changed(file));
        }
        let Some(bytes) = after else {
            return match self.disk.call(|| dir.remove_file(file)) {
                Err(error) if error.kind() != ErrorKind::NotFound => Err(self.io("remove", file, error)),
                _ => Ok(()),
            };
        };
        if let Some((below, _)) = file.rsplit_once('/') {
            self.disk.call(|| dir.create_dir_all(below)).map_err(|e| self.io("make", below, e))?;
            self.check_name(dir, file)?;
        }
        sweep(dir, file);
        let beside = format!("{file}{TEMP_SUFFIX}{}", std::process::id());
        let written = self.write(dir, &beside, file, before.is_none(), bytes);
        // After the rename there is none; one that cannot be removed is swept by the next write.
        let _ = dir.remove_file(&beside);
        match written {
            Err(error) if before.is_none() && error.kind() == ErrorKind::AlreadyExists => Err(self.changed(file)),
            other => other.map_err(|e| self.io("write", file, e)),
        }
    }

    fn changed(&self, file: &str) -> EditError {
        EditError::Changed { path: self.path.join(file) }
    }

    fn create(&self) -> Result<Dir, EditError> {
        let mut builder = std::fs::DirBuilder::new();
        // Regardless of the umask: nobody else may write files that agents read.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o755);
        builder.recursive(true);
        self.disk.call(|| builder.create(&self.path)).map_err(|e| self.io("make", "", e))?;
        let created = Self::open_or_create(self.path.clone())?;
        created.dir.ok_or_else(|| self.io("open", "", ErrorKind::NotFound.into()))
    }

    fn write(&self, dir: &Dir, beside: &str, file: &str, new: bool, bytes: &[u8]) -> std::io::Result<()> {
        let opened = self.disk.call(|| dir.open_with(beside, OpenOptions::new().write(true).create_new(true)))?;
        let old = dir.symlink_metadata(file).ok();
        if let Some(old) = &old {
            opened.set_permissions(old.permissions())?;
        }
        let mut opened = opened.into_std();
        #[cfg(unix)]
        if old.is_none() {
            // Regardless of the umask: nobody else may write files that agents read.
            use std::os::unix::fs::PermissionsExt;
            let mode = opened.metadata()?.permissions().mode() & 0o755;
            opened.set_permissions(std::fs::Permissions::from_mode(mode))?;
        }
        self.disk.write(&mut opened, bytes)?;
        self.disk.sync(&opened)?;
        self.disk.call(|| {
            if !new {
                return dir.rename(beside, dir, file);
            }
            // A hard link fails if the file exists; a rename would replace it.
            match dir.hard_link(beside, dir, file) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists && dir.symlink_metadata(file).is_err() => {
                    // This file system has no hard links.
                    dir.rename(beside, dir, file)
                }
                linked => linked,
            }
        })?;
        // Makes the new name durable.
        #[cfg(unix)]
        self.disk.call(|| {
            let below = file.rsplit_once('/').map_or(".", |(below, _)| below);
            dir.open(below)?.into_std().sync_all()
        })?;
        Ok(())
    }

    /// Removes the folder if it is empty.
    pub fn remove_if_empty(self) {
        // Removing a folder with content fails, so it stays.
        let _ = std::fs::remove_dir(&self.path);
    }

    /// Removes temporary files that a crash left beside a file, and the file itself if its content has the hash `goes`.
    pub fn clear(&self, file: &str, goes: Option<&str>) -> Result<(), EditError> {
        let Some(dir) = &self.dir else { return Ok(()) };
        self.check_name(dir, file)?;
        sweep(dir, file);
        let content = self.read(file)?;
        if goes.is_some() && super::hash(content.as_deref()).as_deref() == goes {
            self.replace(file, content.as_deref(), None)?;
        }
        Ok(())
    }
}

/// Removes temporary files that a crash left beside a file. Those of a process that still runs may be in use and stay.
fn sweep(dir: &Dir, file: &str) {
    let (below, name) = file.rsplit_once('/').unwrap_or((".", file));
    for entry in dir.read_dir(below).into_iter().flatten().flatten() {
        let leftover = entry
            .file_name()
            .to_str()
            .and_then(|n| n.strip_prefix(name)?.strip_prefix(TEMP_SUFFIX))
            .is_some_and(|pid| !pid.is_empty() && pid.bytes().all(|b| b.is_ascii_digit()) && !runs_elsewhere(pid));
        if leftover {
            let _ = entry.remove_file();
        }
    }
}

/// Whether another process with this id is running.
#[cfg(unix)]
fn runs_elsewhere(pid: &str) -> bool {
    let pid = pid.parse().ok().and_then(rustix::process::Pid::from_raw);
    pid.is_some_and(|pid| pid != rustix::process::getpid() && rustix::process::test_kill_process(pid).is_ok())
}

#[cfg(not(unix))]
fn runs_elsewhere(_: &str) -> bool {
    false
}
