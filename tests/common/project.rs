//! Defines [`Project`], a git repository with a home of its own, in which the program is run as a process.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use deltamind::store::Store;
use serde_json::Value;

/// A project of its own, with a home of its own.
pub struct Project {
    pub dir: tempfile::TempDir,
}

/// The files and folders of a project and its home at one moment: each file's bytes and permissions, nothing for a
/// folder.
pub struct SavedTree(BTreeMap<PathBuf, Option<(Vec<u8>, fs::Permissions)>>);

impl SavedTree {
    fn of(root: &Path) -> Self {
        let (mut tree, mut folders) = (BTreeMap::new(), vec![root.to_owned()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                let path = entry.path();
                if entry.file_type().unwrap().is_dir() {
                    folders.push(path.clone());
                    tree.insert(path, None);
                } else {
                    let kept = (fs::read(&path).unwrap(), fs::metadata(&path).unwrap().permissions());
                    tree.insert(path, Some(kept));
                }
            }
        }
        Self(tree)
    }
}

impl Project {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("project/.git")).unwrap();
        fs::create_dir_all(dir.path().join("home")).unwrap();
        Self { dir }
    }

    /// One in which a talk of the person's turns is saved.
    pub fn with_talk(turns: &[&str]) -> Self {
        let project = Self::new();
        let line =
            |(n, words): (usize, &&str)| format!("{{\"turnId\":\"u{n}\",\"role\":\"user\",\"content\":{words:?}}}\n");
        let text: String = turns.iter().enumerate().map(line).collect();
        fs::write(project.dir.path().join("talk.jsonl"), text).unwrap();
        project.out(&["save", "--from", "../talk.jsonl"]);
        project
    }

    /// All files as they are now, for [`Project::restore`].
    pub fn remember(&self) -> SavedTree {
        SavedTree::of(self.dir.path())
    }

    /// Puts the files back in place, so that trials can begin from one prepared state. Folders and files that are still
    /// there keep their inodes, to which stores and positions in transcripts are bound.
    pub fn restore(&self, saved: &SavedTree) {
        let now = SavedTree::of(self.dir.path());
        for path in now.0.keys().rev().filter(|p| !saved.0.contains_key(*p)) {
            if now.0[path].is_none() { fs::remove_dir(path).unwrap() } else { fs::remove_file(path).unwrap() }
        }
        for (path, content) in &saved.0 {
            match content {
                None => fs::create_dir_all(path).unwrap(),
                Some(_) if now.0.get(path) == Some(content) => {}
                Some((bytes, permissions)) => {
                    fs::write(path, bytes).unwrap();
                    fs::set_permissions(path, permissions.clone()).unwrap();
                }
            }
        }
    }

    pub fn path(&self) -> PathBuf {
        self.dir.path().join("project")
    }

    /// Writes a file of the project, in folders that need not exist.
    pub fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        let path = self.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn home(&self) -> PathBuf {
        self.dir.path().join("home")
    }

    pub fn store(&self) -> Store {
        Store::at(self.path().join(".deltamind"))
    }

    /// The store as the program opens it: with the person's key.
    pub fn own_store(&self) -> Store {
        Store::of_project(&self.path(), Some(&self.home().join(".local/state/deltamind"))).unwrap()
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_deltamind"));
        command.args(args).current_dir(self.path()).env_clear().stdin(Stdio::null());
        command.env("HOME", self.home()).env("PATH", std::env::var_os("PATH").unwrap());
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    pub fn out(&self, args: &[&str]) -> String {
        let out = self.run(args);
        assert_eq!(out.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).unwrap()
    }

    pub fn json(&self, args: &[&str]) -> Value {
        let args: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
        serde_json::from_str(&self.out(&args)).unwrap()
    }

    /// The first suggestion with these words.
    pub fn suggested(&self, words: &str) -> Value {
        let all = self.json(&["suggest-memory"]);
        let list = all["suggested"].as_array().unwrap().clone();
        let one = list.into_iter().find(|s| s["words"].as_str().unwrap().contains(words));
        one.unwrap_or_else(|| panic!("{all}"))
    }

    /// The folder in which Claude Code keeps its memories of `root`.
    pub fn claude_folder(&self, root: &Path) -> PathBuf {
        let slug = root.canonicalize().unwrap().display().to_string();
        let slug: String = slug.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        self.home().join(".claude/projects").join(slug)
    }
}
