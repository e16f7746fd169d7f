//! Defines [`tracked`], the reading of a git index without running git: which files of a folder git tracks. A repository's
//! own settings can make git run a command; its index is only data.

use std::io;
use std::path::{Path, PathBuf};

use super::disk;

/// Largest index that is read: some five million files.
const MAX_INDEX_BYTES: u64 = 512 << 20;
/// Bytes of an entry before its object name: times, device, inode, mode, owner, size.
const ENTRY_HEAD_BYTES: usize = 40;

/// Paths within `root` that git tracks, relative to it. Empty where there is no repository. Fails if there is an index
/// that cannot be understood.
pub fn tracked(root: &Path) -> io::Result<Vec<String>> {
    let Some(top) = root.ancestors().find(|d| d.join(".git").symlink_metadata().is_ok()) else {
        return Ok(Vec::new());
    };
    let Some(git) = git_folder(top) else { return Ok(Vec::new()) };
    let Ok(below) = root.strip_prefix(top) else { return Ok(Vec::new()) };
    // The folder may be a submodule, a repository of its own.
    let below = below.to_string_lossy().replace('\\', "/");
    let prefix = if below.is_empty() { below } else { below + "/" };
    let mut found = Vec::new();
    let mut next = Some("index".to_owned());
    while let Some(name) = next.take() {
        let Some(bytes) = disk::read_at_most(&git.join(&name), MAX_INDEX_BYTES)? else { break };
        let names = [20, 32].into_iter().find_map(|hash| names_below(&bytes, hash, prefix.as_bytes()));
        let (names, rest) = names.ok_or_else(|| io::Error::other("the git index is not understood"))?;
        found.extend(names);
        // An index may be split: the larger part lies in a file beside it, which is not split again.
        next = rest.filter(|_| name == "index").map(|hash| format!("sharedindex.{hash}"));
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// The folder of a repository or of a worktree.
fn git_folder(top: &Path) -> Option<PathBuf> {
    let git = top.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    let text = disk::read_at_most(&git, 4096).ok()??;
    let to = String::from_utf8(text).ok()?;
    Some(top.join(to.strip_prefix("gitdir:")?.trim()))
}

/// The names of an index that begin with `prefix`, without it, and the hash of the index that holds its other part;
/// `None` if the bytes are no index with object names of `hash` bytes.
fn names_below(bytes: &[u8], hash: usize, prefix: &[u8]) -> Option<(Vec<String>, Option<String>)> {
    let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    if !bytes.starts_with(b"DIRC") {
        return None;
    }
    let version = number(4)?;
    if !(2..=4).contains(&version) {
        return None;
    }
    let mut found = Vec::new();
    let mut name: Vec<u8> = Vec::new();
    let mut at = 12;
    for _ in 0..number(8)? {
        let start = at;
        let flags = bytes.get(at + ENTRY_HEAD_BYTES + hash..at + ENTRY_HEAD_BYTES + hash + 2)?;
        at += ENTRY_HEAD_BYTES + hash + 2;
        if flags[0] & 0x40 != 0 {
            at += 2;
        }
        if version == 4 {
            let (strip, next) = offset(bytes, at)?;
            at = next;
            name.truncate(name.len().checked_sub(strip)?);
        } else {
            name.clear();
        }
        let end = at + memchr::memchr(0, bytes.get(at..)?)?;
        name.extend_from_slice(&bytes[at..end]);
        // Entries of the earlier versions are filled up with NUL to a multiple of eight.
        at = if version == 4 { end + 1 } else { start + (end - start) / 8 * 8 + 8 };
        // The flags hold the name's length: it does not match if the wrong hash length was assumed.
        let length = usize::from(u16::from_be_bytes([flags[0], flags[1]]) & 0xfff);
        if length != name.len().min(0xfff) || name.is_empty() {
            return None;
        }
        if let Some(rest) = name.strip_prefix(prefix) {
            found.push(String::from_utf8_lossy(rest).into_owned());
        }
    }
    (bytes.len() >= at + hash).then(|| (found, other_part(bytes, at, hash)))
}

/// The hash in the extension of a split index, if there is one among the extensions from `at` on.
fn other_part(bytes: &[u8], mut at: usize, hash: usize) -> Option<String> {
    loop {
        let (kind, size) = (bytes.get(at..at + 4)?, bytes.get(at + 4..at + 8)?);
        let size = usize::try_from(u32::from_be_bytes(size.try_into().ok()?)).ok()?;
        if kind == b"link" {
            let name = bytes.get(at + 8..at + 8 + hash)?;
            let hex = name.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
            return name.iter().any(|b| *b != 0).then_some(hex);
        }
        at = at.checked_add(size)?.checked_add(8)?;
    }
}

/// A number of variable length, as git writes offsets.
fn offset(bytes: &[u8], mut at: usize) -> Option<(usize, usize)> {
    let mut byte = *bytes.get(at)?;
    let mut value = usize::from(byte & 0x7f);
    while byte & 0x80 != 0 {
        at += 1;
        byte = *bytes.get(at)?;
        value = value.checked_add(1)?.checked_mul(128)?.checked_add(usize::from(byte & 0x7f))?;
    }
    Some((value, at + 1))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn git(folder: &Path, args: &[&str]) -> bool {
        let mut command = Command::new("git");
        command.current_dir(folder).args(args).env("HOME", folder).env("GIT_CONFIG_NOSYSTEM", "1");
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        command.status().is_ok_and(|s| s.success())
    }

    #[test]
    fn every_kind_of_index_is_read() {
        for (kind, object_format) in [("2", "sha1"), ("3", "sha1"), ("4", "sha1"), ("split", "sha1"), ("2", "sha256")] {
            let dir = tempfile::tempdir().unwrap();
            let top = dir.path();
            if !git(top, &["init", "-q", &format!("--object-format={object_format}")]) {
                // Without git, or with one too old for this kind, there is nothing to read.
                continue;
            }
            let root = top.join(".deltamind");
            std::fs::create_dir_all(root.join("sessions")).unwrap();
            for name in [".deltaminc", ".deltamind/CONTEXT.md", ".deltamind/sessions/x", ".deltamind2", "src"] {
                std::fs::write(top.join(name), name).unwrap();
            }
            assert_eq!(tracked(&root).unwrap(), Vec::<String>::new(), "{kind}: no index");
            match kind {
                "3" => assert!(git(top, &["add", "-N", "-f", "."])),
                "split" => assert!(git(top, &["update-index", "--split-index"])),
                version => assert!(git(top, &["config", "index.version", version])),
            }
            assert!(git(top, &["add", "-f", "."]));
            let wanted = ["CONTEXT.md", "sessions/x"];
            assert_eq!(tracked(&root).unwrap(), wanted, "{kind} {object_format}");
            assert!(git(top, &["rm", "-q", "-r", "--cached", ".deltamind"]));
            if kind != "split" {
                assert_eq!(tracked(&root).unwrap(), Vec::<String>::new(), "{kind}");
                assert!(git(&root, &["init", "-q"]) && git(&root, &["add", "-f", "."]));
                assert_eq!(tracked(&root).unwrap(), wanted, "a submodule, {kind}");
            }
        }
    }

    #[test]
    fn bytes_that_are_no_index_are_an_error() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join(".git")).unwrap();
        let root = dir.path().join(".deltamind");
        for bytes in [&b"DIRC"[..], b"DIRC\0\0\0\x02\0\0\0\x05", b"", b"DIRC\0\0\0\x07\0\0\0\0", &[255; 200]] {
            std::fs::write(dir.path().join(".git/index"), bytes).unwrap();
            assert!(tracked(&root).is_err(), "{bytes:?}");
        }
    }
}
