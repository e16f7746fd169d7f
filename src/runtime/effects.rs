//! Defines the effects on the terminal and on files: the clipboard by OSC 52, files only as the person named them.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::terminal::Screen;
use crate::text::SafeText;
use crate::tui::{Msg, Wrote};

/// Maximum bytes of an OSC 52 sequence: terminals drop longer ones, some silently.
const CLIPBOARD: usize = 74 * 1024;

/// Puts text on the clipboard of the terminal in front of the person.
pub fn copy(text: &SafeText, screen: &mut Screen) -> std::io::Result<Msg> {
    let sequence = osc52(text.as_str());
    if let Ok(sequence) = &sequence {
        screen.write(sequence)?;
    }
    Ok(Msg::Copied(sequence.map(|_| text.as_str().chars().count())))
}

/// The sequence that puts `text` on the clipboard of the terminal in front of the person.
pub fn osc52(text: &str) -> Result<String, String> {
    let coded = STANDARD.encode(text);
    if coded.len() > CLIPBOARD {
        return Err(format!("too long for the clipboard ({} characters): write it to a file", text.chars().count()));
    }
    Ok(format!("\x1b]52;c;{coded}\x07"))
}

/// Writes a new file, or overwrites one if `replace` is set.
pub fn write(path: &str, bytes: Vec<u8>, replace: bool) -> Wrote {
    let path = home(path);
    let mut open = std::fs::OpenOptions::new();
    open.write(true);
    if replace {
        open.create(true).truncate(true)
    } else {
        open.create_new(true)
    };
    match open.open(&path).and_then(|mut file| file.write_all(&bytes)) {
        Ok(()) => Wrote::Done(bytes.len()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists && !replace => Wrote::Exists(bytes),
        Err(error) => Wrote::Failed(error.kind().to_string()),
    }
}

/// A leading `~/` is the person's home: the shell did not see this path.
fn home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_never_replaced_unasked() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("out.md").to_string_lossy().into_owned();
        assert_eq!(write(&path, b"one".to_vec(), false), Wrote::Done(3));
        assert_eq!(write(&path, b"two".to_vec(), false), Wrote::Exists(b"two".to_vec()));
        assert_eq!(std::fs::read(&path).unwrap(), b"one");
        assert_eq!(write(&path, b"two".to_vec(), true), Wrote::Done(3));
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert!(matches!(write("/no/such/place/x", Vec::new(), false), Wrote::Failed(_)));
    }

    #[test]
    fn a_text_too_long_for_the_clipboard_is_refused() {
        assert_eq!(osc52("hi").unwrap(), "\x1b]52;c;aGk=\x07");
        assert!(osc52(&"x".repeat(80_000)).is_err());
    }
}
