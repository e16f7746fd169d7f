//! Defines [`Disk`], through which the store changes files, so that a test can make any single step fail.
//!
//! Files are replaced atomically: written beside their place, synced, renamed, and the folder synced. Files have mode
//! 0600 and folders 0700, whatever the umask.

use std::cell::Cell;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// Prefix of temporary files; those left by a crash are removed later.
pub(super) const TEMPORARY: &str = ".tmp-";
/// Largest log or snapshot that is read.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// A fault injected by a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// The step fails with this error and changes nothing.
    Error(ErrorKind),
    /// A write gets half way; other steps fail.
    Short,
    /// The process ends at once.
    Kill,
}

/// Steps of all disks of this process, counted when `DELTAMIND_FAULT` is set: a fault can then hit any of them.
static STEPS: AtomicU32 = AtomicU32::new(0);

/// The file system, with at most one fault in it.
#[derive(Debug, Default)]
pub struct Disk {
    fault: Option<(Fault, Cell<u32>)>,
    steps: Cell<u32>,
    /// Whether the fault counts the steps of the process.
    shared: bool,
}

impl Disk {
    /// A disk whose step number `at` (from 1) goes wrong as `how` says: `full`, `io`, `short` or `kill`. From that
    /// step on every step fails, except after `short`, which goes wrong once.
    pub fn faulty(how: &str, at: u32) -> Option<Self> {
        let fault = match how {
            "full" => Fault::Error(ErrorKind::StorageFull),
            "io" => Fault::Error(ErrorKind::Other),
            "short" => Fault::Short,
            "kill" => Fault::Kill,
            _ => return None,
        };
        Some(Self { fault: Some((fault, Cell::new(at))), ..Self::default() })
    }

    /// The disk of this process. In debug builds the variable `DELTAMIND_FAULT` may ask for a fault (`kill:7`).
    pub fn of_process() -> Self {
        #[cfg(debug_assertions)]
        if let Ok(asked) = std::env::var("DELTAMIND_FAULT")
            && let Some((how, at)) = asked.split_once(':')
            && let Some(disk) = at.parse().ok().and_then(|at| Self::faulty(how, at))
        {
            return Self { shared: true, ..disk };
        }
        Self::default()
    }

    /// Number of steps done so far.
    pub fn steps(&self) -> u32 {
        self.steps.get()
    }

    /// Counts one step; fails if the fault is due.
    pub(crate) fn step(&self) -> io::Result<()> {
        match self.due() {
            None => Ok(()),
            Some(Fault::Error(kind)) => Err(kind.into()),
            Some(Fault::Short) => Err(ErrorKind::StorageFull.into()),
            Some(Fault::Kill) => Err(end_at_once()),
        }
    }

    fn due(&self) -> Option<Fault> {
        self.steps.set(self.steps.get() + 1);
        let (fault, at) = self.fault.as_ref()?;
        let step = if self.shared { STEPS.fetch_add(1, Ordering::Relaxed) + 1 } else { self.steps.get() };
        let due = step == at.get() || (step > at.get() && *fault != Fault::Short);
        due.then_some(*fault)
    }

    /// Writes all of `bytes` with one call, if the system takes them at once.
    pub(crate) fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        match self.due() {
            None => file.write_all(bytes),
            Some(Fault::Error(kind)) => Err(kind.into()),
            Some(fault) => {
                file.write_all(bytes.get(..bytes.len() / 2).unwrap_or(bytes))?;
                Err(if fault == Fault::Kill { end_at_once() } else { ErrorKind::StorageFull.into() })
            }
        }
    }

    pub(crate) fn sync(&self, file: &File) -> io::Result<()> {
        self.step()?;
        file.sync_all()
    }

    pub(super) fn truncate(&self, file: &File, len: u64) -> io::Result<()> {
        self.step()?;
        file.set_len(len)
    }

    pub(super) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step()?;
        std::fs::rename(from, to)
    }

    /// Creates the folder and its parents, with mode 0700.
    pub(super) fn make_dir(&self, path: &Path) -> io::Result<()> {
        self.step()?;
        let mut builder = std::fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(path)
    }

    /// Replaces the file at `path` atomically. With `keep`, the former file stays under that name.
    pub(super) fn replace(&self, path: &Path, bytes: &[u8], keep: Option<&Path>) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        self.step()?;
        let mut temporary = tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder)?;
        self.write(temporary.as_file_mut(), bytes)?;
        self.sync(temporary.as_file())?;
        if let Some(keep) = keep.filter(|_| path.exists()) {
            self.keep(path, keep)?;
        }
        self.step()?;
        temporary.persist(path)?;
        self.sync_dir(folder)
    }

    /// Hard-links the file to a second name; copies it where the file system has no links.
    fn keep(&self, path: &Path, keep: &Path) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        self.step()?;
        let beside = tempfile::Builder::new().prefix(TEMPORARY).make_in(folder, |to| {
            std::fs::hard_link(path, to).or_else(|_| std::fs::copy(path, to).map(drop))?;
            Ok(())
        })?;
        self.step()?;
        let beside = beside.into_temp_path();
        let link = beside.to_path_buf();
        beside.persist(keep)?;
        // Renaming one name of a file over another name of the same file does nothing at all.
        match std::fs::remove_file(link) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Syncs a folder, which makes renames in it durable.
    pub(super) fn sync_dir(&self, folder: &Path) -> io::Result<()> {
        self.step()?;
        // Windows opens no folder as a file; its file systems keep their own journal of renames.
        if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
    }
}

#[cfg(unix)]
fn end_at_once() -> io::Error {
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
    ErrorKind::Other.into()
}

#[cfg(not(unix))]
fn end_at_once() -> io::Error {
    std::process::abort()
}

/// Opens a regular file of the store, never through a link. `None` if it does not exist.
pub(super) fn open(path: &Path, options: &mut OpenOptions) -> io::Result<Option<File>> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        options.mode(0o600).custom_flags(flags.bits().cast_signed());
    }
    match options.open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
        Ok(file) if file.metadata()?.is_file() => Ok(Some(file)),
        Ok(_) => Err(io::Error::other("not a regular file")),
    }
}

/// Reads a whole file of the store. `None` if it does not exist.
pub(super) fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    read_at_most(path, MAX_FILE_BYTES)
}

/// Reads a whole file of at most so many bytes. `None` if it does not exist. Files of the store are text: one that begins
/// with a NUL, as a file without content of any length does, is refused before it is read.
pub(super) fn read_at_most(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let Some(mut file) = open(path, OpenOptions::new().read(true))? else { return Ok(None) };
    let len = file.metadata()?.len();
    if len > most {
        return Err(io::Error::other(format!("too large: more than {most} bytes")));
    }
    let mut bytes = vec![0; usize::from(len > 0)];
    file.read_exact(&mut bytes)?;
    if bytes == [0] {
        return Err(io::Error::other("no text"));
    }
    bytes.reserve(usize::try_from(len).unwrap_or(0));
    file.take(most).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}
