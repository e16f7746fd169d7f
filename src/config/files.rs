//! Defines [`ConfigFiles`], the texts of the user's settings folder.

use std::io;
use std::path::{Path, PathBuf};

use super::fault::{Fault, FileFault};
use super::saved::{MEASURED, READERS};
use crate::text::SafeText;

/// The most bytes of a settings file.
const MAX_FILE_BYTES: u64 = 256 * 1024;
/// The most themes read.
const MAX_THEMES: usize = 64;

/// A file of the settings folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsFile {
    pub path: PathBuf,
    pub text: String,
}

/// The settings folder: `config.toml`, `measured.toml`, `readers.toml`, `keymap.toml`, `themes/*.toml`, each optional.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfigFiles {
    pub config: Option<SettingsFile>,
    /// The measurements of models, written by the program.
    pub measured: Option<SettingsFile>,
    /// The models that may read each project's sessions, also written by the program.
    pub readers: Option<SettingsFile>,
    /// The keys of actions.
    pub keymap: Option<SettingsFile>,
    /// Themes by file name.
    pub themes: Vec<SettingsFile>,
    /// Files that cannot be read.
    pub faults: Vec<FileFault>,
}

impl ConfigFiles {
    /// Reads the folder, which need not exist.
    pub fn read(folder: &Path) -> Self {
        let mut files = Self::default();
        files.config = files.file(folder.join("config.toml"));
        files.measured = files.file(folder.join(MEASURED));
        files.readers = files.file(folder.join(READERS));
        files.keymap = files.file(folder.join("keymap.toml"));
        let themes = folder.join("themes");
        let mut paths: Vec<PathBuf> = match std::fs::read_dir(&themes) {
            Ok(entries) => entries.filter_map(|e| e.ok().map(|e| e.path())).collect(),
            Err(error) => {
                if error.kind() != io::ErrorKind::NotFound {
                    files.fault(themes, &error.to_string());
                }
                Vec::new()
            }
        };
        paths.retain(|path| path.extension().is_some_and(|e| e == "toml"));
        paths.sort();
        if let Some(first) = paths.get(MAX_THEMES) {
            files.fault(first.clone(), &format!("only the first {MAX_THEMES} themes are read; move some away"));
        }
        for path in paths.into_iter().take(MAX_THEMES) {
            let file = files.file(path);
            files.themes.extend(file);
        }
        files
    }

    fn fault(&mut self, path: PathBuf, what: &str) {
        self.faults.push(FileFault { path, fault: Fault { line: 0, what: SafeText::line(what).into_string() } });
    }

    fn file(&mut self, path: PathBuf) -> Option<SettingsFile> {
        let about = match std::fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            about => about,
        };
        let text = about.and_then(|about| match about {
            about if !about.is_file() => Err(io::Error::other("is a directory, expected a file")),
            about if about.len() > MAX_FILE_BYTES => Err(io::Error::other("too large for settings (256 kB at most)")),
            _ => std::fs::read_to_string(&path),
        });
        match text {
            Ok(text) => Some(SettingsFile { path, text }),
            Err(error) => {
                self.fault(path, &error.to_string());
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_folder_is_read_and_unreadable_entries_are_faults() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(ConfigFiles::read(&folder.path().join("none")), ConfigFiles::default());
        std::fs::write(folder.path().join("config.toml"), "theme = \"dark\"\n").unwrap();
        std::fs::create_dir_all(folder.path().join("keymap.toml")).unwrap();
        std::fs::create_dir_all(folder.path().join("themes")).unwrap();
        std::fs::write(folder.path().join("themes/b.toml"), "name = \"b\"\n").unwrap();
        std::fs::write(folder.path().join("themes/a.toml"), [0xff, 0xfe]).unwrap();
        std::fs::write(folder.path().join("themes/note.txt"), "no theme").unwrap();
        let files = ConfigFiles::read(folder.path());
        assert_eq!(files.config.unwrap().text, "theme = \"dark\"\n");
        assert_eq!((files.keymap, files.themes.len(), files.faults.len()), (None, 1, 2));
        assert!(files.faults.iter().any(|f| f.to_string().contains("keymap.toml: is a directory")));
    }
}
