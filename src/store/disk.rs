//! Defines [`Disk`], through which the store and `edits` call the system for files, so that a test can make any single
//! call fail: with an error of the system, by a signal, half way, or with the end of the process. An interrupted call
//! is retried, and a partial write continues with the remaining bytes.
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

/// The numbers of the system's errors "no space left on device" and "input/output error".
const NO_SPACE: i32 = 28;
const IO: i32 = 5;

/// A fault injected by a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// The call fails with this error of the system and changes nothing.
    Error(i32),
    /// A write gets half way, then the disk is full; other calls fail.
    Short,
    /// A signal interrupts the call.
    Interrupt,
    /// A write accepts half of the bytes and reports that.
    Part,
    /// The process ends at once.
    Kill,
}

/// Steps of all disks of this process, counted when `DELTAMIND_FAULT` is set: a fault can then hit any of them.
static STEPS: AtomicU32 = AtomicU32::new(0);
/// Calls of all disks of this process that open or read, counted likewise.
#[cfg(debug_assertions)]
static READS: AtomicU32 = AtomicU32::new(0);

/// Counts a call that opens or reads a file. In debug builds `DELTAMIND_FAULT` may inject an error from one call on
/// (`read:7`) or in one call alone (`read-once:7`).
pub(crate) fn read_step() -> io::Result<()> {
    #[cfg(debug_assertions)]
    if let Ok(asked) = std::env::var("DELTAMIND_FAULT")
        && let Some((how @ ("read" | "read-once"), at)) = asked.split_once(':')
        && let Ok(at) = at.parse::<u32>()
    {
        let step = READS.fetch_add(1, Ordering::Relaxed) + 1;
        if step == at || (step > at && how == "read") {
            return Err(io::Error::from_raw_os_error(IO));
        }
    }
    Ok(())
}

/// The file system, with at most one fault in it.
#[derive(Debug, Default)]
pub struct Disk {
    fault: Option<(Fault, Cell<u32>)>,
    steps: Cell<u32>,
    /// Whether every later step fails too.
    lasting: bool,
    /// Whether the fault counts the steps of the process.
    shared: bool,
}

impl Disk {
    /// A disk whose step number `at` (from 1) has the fault `how`. `full` and `io` fail that step and all later ones;
    /// `full-once`, `io-once` and `short` fail that step alone; `interrupt` and `part` disturb it without an error;
    /// `kill` ends the process.
    pub fn faulty(how: &str, at: u32) -> Option<Self> {
        let (fault, lasting) = match how {
            "full" => (Fault::Error(NO_SPACE), true),
            "io" => (Fault::Error(IO), true),
            "full-once" => (Fault::Error(NO_SPACE), false),
            "io-once" => (Fault::Error(IO), false),
            "short" => (Fault::Short, false),
            "interrupt" => (Fault::Interrupt, false),
            "part" => (Fault::Part, false),
            "kill" => (Fault::Kill, true),
            _ => return None,
        };
        Some(Self { fault: Some((fault, Cell::new(at))), lasting, ..Self::default() })
    }

    /// The disk of this process. In debug builds the variable `DELTAMIND_FAULT` may inject a fault (`kill:7`).
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

    /// Calls the system, as one step. Calls again after a signal interrupted it.
    pub(crate) fn call<T>(&self, mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
        loop {
            match self.step().and_then(|()| call()) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                called => return called,
            }
        }
    }

    /// Counts one step; fails if the fault is due.
    fn step(&self) -> io::Result<()> {
        match self.due() {
            None | Some(Fault::Part) => Ok(()),
            Some(Fault::Error(number)) => Err(io::Error::from_raw_os_error(number)),
            Some(Fault::Short) => Err(io::Error::from_raw_os_error(NO_SPACE)),
            Some(Fault::Interrupt) => Err(ErrorKind::Interrupted.into()),
            Some(Fault::Kill) => Err(end_at_once()),
        }
    }

    fn due(&self) -> Option<Fault> {
        self.steps.set(self.steps.get() + 1);
        let (fault, at) = self.fault.as_ref()?;
        let step = if self.shared { STEPS.fetch_add(1, Ordering::Relaxed) + 1 } else { self.steps.get() };
        let due = step == at.get() || (step > at.get() && self.lasting);
        due.then_some(*fault)
    }

    /// Writes all of `bytes` with one call, if the system takes them at once.
    pub(crate) fn write(&self, file: &mut File, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.write_some(file, bytes) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(taken) => bytes = bytes.get(taken..).unwrap_or_default(),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn write_some(&self, file: &mut File, bytes: &[u8]) -> io::Result<usize> {
        let half = bytes.get(..bytes.len().div_ceil(2)).unwrap_or(bytes);
        match self.due() {
            None => file.write(bytes),
            Some(Fault::Part) => file.write(half),
            Some(Fault::Error(number)) => Err(io::Error::from_raw_os_error(number)),
            Some(Fault::Interrupt) => Err(ErrorKind::Interrupted.into()),
            Some(fault) => {
                file.write_all(half)?;
                Err(if fault == Fault::Kill { end_at_once() } else { io::Error::from_raw_os_error(NO_SPACE) })
            }
        }
    }

    pub(crate) fn sync(&self, file: &File) -> io::Result<()> {
        self.call(|| file.sync_all())
    }

    pub(super) fn truncate(&self, file: &File, len: u64) -> io::Result<()> {
        self.call(|| file.set_len(len))
    }

    pub(super) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.call(|| std::fs::rename(from, to))
    }

    /// Removes a file; one that is gone already is no error.
    pub(super) fn remove(&self, path: &Path) -> io::Result<()> {
        match self.call(|| std::fs::remove_file(path)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Creates the folder and its parents, with mode 0700.
    pub(super) fn make_dir(&self, path: &Path) -> io::Result<()> {
        let mut builder = std::fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true);
        self.call(|| builder.create(path))
    }

    /// Replaces the file at `path` atomically. With `keep`, the former file stays under that name.
    pub(super) fn replace(&self, path: &Path, bytes: &[u8], keep: Option<&Path>) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut temporary = self.call(|| tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder))?;
        self.write(temporary.as_file_mut(), bytes)?;
        self.sync(temporary.as_file())?;
        if let Some(keep) = keep.filter(|_| path.exists()) {
            self.keep(path, keep)?;
        }
        let temporary = temporary.into_temp_path();
        self.call(|| std::fs::rename(&temporary, path))?;
        // It is renamed into place and must not be removed as a temporary file.
        let _ = temporary.keep();
        self.sync_dir(folder)
    }

    /// Hard-links the file to a second name; copies it where the file system has no links.
    fn keep(&self, path: &Path, keep: &Path) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let beside = self.call(|| {
            tempfile::Builder::new().prefix(TEMPORARY).make_in(folder, |to| {
                std::fs::hard_link(path, to).or_else(|_| std::fs::copy(path, to).map(drop))?;
                Ok(())
            })
        })?;
        let link = beside.into_temp_path();
        self.rename(&link, keep)?;
        // Renaming a hard link over another link of the same file does nothing: the leftover link is removed on drop.
        drop(link);
        Ok(())
    }

    /// Syncs a folder, which makes renames in it durable.
    pub(super) fn sync_dir(&self, folder: &Path) -> io::Result<()> {
        // Windows cannot open a folder as a file; its file systems journal renames themselves.
        self.call(|| if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) })
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
    match read_step().and_then(|()| options.open(path)) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
        Ok(file) if file.metadata()?.is_file() => Ok(Some(file)),
        Ok(_) => Err(io::Error::other("not a regular file")),
    }
}

/// Whether a read error comes from the system: the file may be sound, and must not be set aside or replaced. The other
/// errors are our own: links, files of NULs and files that are too large are refused.
pub(super) fn is_of_system(error: &io::Error, path: &Path) -> bool {
    error.raw_os_error().is_some() && !path.is_symlink()
}

/// Reads a whole file of the store. `None` if it does not exist.
pub(super) fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    read_at_most(path, MAX_FILE_BYTES)
}

/// Reads a whole file of at most so many bytes. `None` if it does not exist. Files of the store are text: one that
/// begins with a NUL, as a file of unwritten blocks does, is refused before it is read.
pub(super) fn read_at_most(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let Some(mut file) = open(path, OpenOptions::new().read(true))? else { return Ok(None) };
    let len = file.metadata()?.len();
    if len > most {
        return Err(io::Error::other(format!("too large: more than {most} bytes")));
    }
    read_step()?;
    let mut bytes = vec![0; usize::from(len > 0)];
    file.read_exact(&mut bytes)?;
    if bytes == [0] {
        return Err(io::Error::other("no text"));
    }
    bytes.reserve(usize::try_from(len).unwrap_or(0));
    file.take(most).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}
