//! Defines the files that a call changes or deletes: by its redirections, and by the arguments of known programs.

use super::calls::ProgramCall;
use crate::language::prohibitions::{fits_glob, lies_in};

/// Programs that rewrite the files they are given, or all below a folder, with the option that makes them do so.
const REWRITERS: &[(&str, &[&str])] = &[
    ("prettier", &["--write", "-w"]),
    ("eslint", &["--fix"]),
    ("stylelint", &["--fix"]),
    ("biome", &["--write", "--apply", "--fix"]),
    ("ruff", &["--fix", "format"]),
    ("gofmt", &["-w"]),
    ("goimports", &["-w"]),
    ("shfmt", &["-w"]),
    ("clang-format", &["-i"]),
    ("astyle", &[]),
    ("black", &[]),
    ("isort", &[]),
    ("rustfmt", &[]),
    ("swiftformat", &[]),
    ("yapf", &["-i"]),
    ("autopep8", &["-i"]),
    ("dos2unix", &[]),
    ("patch", &[]),
    ("awk", &["inplace"]),
    ("yq", &["-i"]),
    ("codemod", &[]),
    ("jscodeshift", &[]),
];

impl ProgramCall {
    /// A path relative to the folder in which the line started.
    fn at(&self, file: &str) -> String {
        let file = file.trim_start_matches("./");
        if self.dir.is_empty() || file.starts_with(['/', '~']) {
            file.to_owned()
        } else {
            format!("{}/{file}", self.dir)
        }
    }

    /// The files it changes, new ones included; a folder that changes as a whole ends in `/**`.
    pub(super) fn changes(&self) -> Vec<String> {
        let mut out: Vec<String> = self.writes.iter().filter(|f| !f.starts_with("/dev/")).map(|f| self.at(f)).collect();
        if self.only_shows() {
            return out;
        }
        let whole = |file: &str| {
            let named = file.rsplit('/').next().is_some_and(|name| name.trim_start_matches('.').contains('.'));
            if named || file.contains('*') { file.to_owned() } else { format!("{}/**", file.trim_end_matches('/')) }
        };
        match self.program() {
            "sed" | "gsed" | "perl" | "ruby"
                if self.has_option(&["-i", "--in-place"])
                    || self.words.iter().any(|w| w.starts_with("-i") || w.starts_with("-pi")) =>
            {
                // The first operand is the script, unless an option holds it.
                let script = usize::from(!self.has_option(&["-e", "--expression"]));
                out.extend(self.operands().skip(script).map(|f| self.at(f)));
            }
            "tee" | "truncate" | "touch" | "mv" | "rename" | "chmod" | "chown" | "rm" | "rmdir" | "unlink"
            | "shred" | "mkdir" | "sponge" | "rimraf" => {
                out.extend(self.operands().map(|f| self.at(&whole(f))));
            }
            "cp" | "ln" | "install" | "rsync" | "scp" => out.extend(self.operands().last().map(|f| self.at(f))),
            "curl" | "wget" => {
                out.extend(self.value_of(&["-o", "-O", "--output", "--output-document"]).map(|f| self.at(f)));
            }
            "ed" | "ex" => out.extend(self.operands().map(|f| self.at(f))),
            "vi" | "vim" | "nvim" if self.has_option(&["-c", "-es", "-s"]) => {
                out.extend(self.operands().last().map(|f| self.at(f)));
            }
            "dd" => out.extend(self.words.iter().filter_map(|w| w.strip_prefix("of=")).map(|f| self.at(f))),
            "git" => out.extend(self.changed_by_git().into_iter().map(|f| self.at(f))),
            "find" if self.words.iter().any(|w| matches!(w.as_str(), "-delete" | "rm" | "sed" | "mv")) => {
                out.extend(self.found());
            }
            "python" | "python3" | "node" | "ruby" => out.extend(self.written_by_script().map(|f| self.at(f))),
            program => {
                let rewriter = REWRITERS.iter().find(|(name, _)| *name == program);
                if rewriter.is_some_and(|(_, by)| {
                    by.is_empty() || self.has_option(by) || self.operands().next().is_some_and(|w| by.contains(&w))
                }) && !self.has_option(&["--check", "--diff", "--list-different"])
                {
                    out.extend(self.operands().map(|f| self.at(&whole(f))));
                }
                out.extend(self.manifests().iter().map(|f| self.at(f)));
                let snapshots =
                    self.has_option(&["-u", "--update", "--update-snapshots", "--updateSnapshot", "--snapshot-update"]);
                if snapshots && matches!(program, "jest" | "vitest" | "playwright" | "pytest" | "ava") {
                    out.extend(["__snapshots__/**", "snapshots/**"].map(str::to_owned));
                }
            }
        }
        out
    }

    /// Whether it changes the named file, or something in the named folder.
    pub(super) fn changes_in(&self, named: &str) -> bool {
        self.changes().iter().any(|file| reaches(file, named))
    }

    /// The value of the first of these options.
    fn value_of(&self, options: &[&str]) -> Option<&str> {
        let at = self.words.iter().position(|w| options.contains(&w.as_str()))?;
        self.words.get(at + 1).map(String::as_str)
    }

    /// The folder that `find` searches, or the names that it searches for.
    fn found(&self) -> Vec<String> {
        let folder = self.operands().next().unwrap_or(".").trim_end_matches('/');
        match self.value_of(&["-name", "-path", "-iname"]) {
            Some(name) if folder == "." => vec![self.at(name)],
            Some(name) => vec![self.at(&format!("{folder}/**/{name}"))],
            None => vec![self.at(&format!("{folder}/**"))],
        }
    }

    /// The files that a script within the line opens for writing.
    fn written_by_script(&self) -> impl Iterator<Item = &str> {
        let text = if self.here.is_empty() { &self.text } else { &self.here };
        let writes = ["write_text", "write(", "\"w\"", "'w'", "\"a\"", "'a'", "writeFile", "json.dump"];
        let writes = writes.iter().any(|sign| text.contains(sign));
        let names =
            text.split(['\'', '"']).filter(|w| w.contains('.') && w.len() < 120 && !w.contains([' ', '(', '\n']));
        names.filter(move |_| writes)
    }

    /// The files and folders that a script within the line deletes.
    fn deleted_by_script(&self) -> Vec<String> {
        let text = if self.here.is_empty() { &self.text } else { &self.here };
        let deletes = [
            "rmtree(",
            "os.remove(",
            "os.unlink(",
            ".unlink(",
            "rmSync(",
            "unlinkSync(",
            "FileUtils.rm",
            "File.delete",
        ];
        let names = text
            .split(['\'', '"'])
            .filter(|w| w.contains(['/', '.']) && w.len() < 120 && !w.contains([' ', '(', '\n']));
        let named = names.map(|file| self.at(file)).collect();
        if deletes.iter().any(|sign| text.contains(sign)) { named } else { Vec::new() }
    }

    /// The files it creates or overwrites.
    pub(super) fn creates(&self) -> Vec<String> {
        let touched = matches!(self.program(), "touch" | "tee").then(|| self.operands().map(|f| self.at(f)));
        self.writes.iter().map(|f| self.at(f)).chain(touched.into_iter().flatten()).collect()
    }

    /// The lists of dependencies that a package manager changes when it adds something.
    fn manifests(&self) -> &'static [&'static str] {
        let resolves = ["update", "upgrade", "lock", "generate-lockfile", "dedupe", "up", "relock"];
        if self.subcommands().next().is_some_and(|verb| resolves.contains(&verb))
            || self.has_option(&["--package-lock-only", "--lockfile-only"])
        {
            return match self.program() {
                "npm" => &["package-lock.json"],
                "pnpm" => &["pnpm-lock.yaml"],
                "yarn" => &["yarn.lock"],
                "bun" => &["bun.lock"],
                "cargo" => &["Cargo.lock"],
                "poetry" => &["poetry.lock"],
                "uv" => &["uv.lock"],
                "composer" => &["composer.lock"],
                "bundle" => &["Gemfile.lock"],
                _ => &[],
            };
        }
        if !self.adds_packages()
            && !self.words.iter().any(|w| matches!(w.as_str(), "remove" | "uninstall" | "version" | "pkg"))
        {
            return &[];
        }
        match self.program() {
            "npm" => &["package.json", "package-lock.json"],
            "pnpm" => &["package.json", "pnpm-lock.yaml"],
            "yarn" => &["package.json", "yarn.lock"],
            "bun" => &["package.json", "bun.lock"],
            "cargo" => &["Cargo.toml", "Cargo.lock"],
            "poetry" => &["pyproject.toml", "poetry.lock"],
            "uv" => &["pyproject.toml", "uv.lock"],
            "go" => &["go.mod", "go.sum"],
            "composer" => &["composer.json", "composer.lock"],
            "bundle" => &["Gemfile", "Gemfile.lock"],
            "flutter" | "dart" => &["pubspec.yaml", "pubspec.lock"],
            _ => &[],
        }
    }

    fn changed_by_git(&self) -> Vec<&str> {
        let Some((verb, rest)) = self.git() else { return Vec::new() };
        let behind = rest.iter().position(|w| *w == "--").map(|at| at + 1);
        match verb {
            "mv" | "rm" | "restore" if !rest.iter().any(|w| matches!(w.as_str(), "--cached" | "--staged")) => {
                rest.iter().map(|w| w.as_str()).filter(|w| !w.starts_with('-')).collect()
            }
            // A submodule is set to another commit.
            "submodule"
                if rest.iter().any(|w| {
                    matches!(w.as_str(), "--remote" | "add" | "set-branch" | "set-url" | "deinit" | "pull" | "checkout")
                }) =>
            {
                vec![".gitmodules"]
            }
            "checkout" => match behind {
                Some(at) => rest[at..].iter().map(|w| w.as_str()).collect(),
                // A commit is followed by the files to restore from it.
                None if !rest.iter().any(|w| matches!(w.as_str(), "-b" | "-B" | "--orphan")) => {
                    rest.iter().map(|w| w.as_str()).filter(|w| !w.starts_with('-')).skip(1).collect()
                }
                None => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// The files it deletes.
    pub(super) fn deletes(&self) -> Vec<String> {
        let own = |words: Vec<&str>| words.into_iter().map(|f| self.at(f)).collect();
        match self.program() {
            _ if self.only_shows() => Vec::new(),
            "rm" | "rmdir" | "unlink" | "shred" | "trash" | "rimraf" => {
                self.operands().map(|f| self.at(&format!("{}/**", f.trim_end_matches('/')))).collect()
            }
            "git" => match self.git() {
                Some(("rm", rest)) if !rest.iter().any(|w| *w == "--cached") => {
                    own(rest.iter().map(|w| w.as_str()).filter(|w| !w.starts_with('-')).collect())
                }
                Some(("clean", rest)) if rest.iter().any(|w| w.contains('f')) => {
                    own(rest.iter().map(|w| w.as_str()).filter(|w| !w.starts_with('-')).chain(["."]).collect())
                }
                _ => Vec::new(),
            },
            "find" if self.has_option(&["-delete"]) || self.words.iter().any(|w| w == "rm") => self.found(),
            "rsync" if self.words.iter().any(|w| w.starts_with("--delete") || w == "--remove-source-files") => {
                self.operands().last().map(|f| format!("{}/**", self.at(f).trim_end_matches('/'))).into_iter().collect()
            }
            "python" | "python3" | "node" | "ruby" => self.deleted_by_script(),
            // Things of a service: `docker volume rm data`, `aws s3 rm s3://x`.
            _ if self.subcommands().take(3).any(|w| DELETING.contains(&w)) => {
                own(self.subcommands().filter(|w| !DELETING.contains(w)).chain(["."]).collect())
            }
            _ => Vec::new(),
        }
    }

    /// Whether it deletes the named file or thing, or the folder that holds it.
    pub(super) fn deletes_in(&self, named: &str) -> bool {
        let one = named.strip_suffix('s').unwrap_or(named);
        self.deletes().iter().any(|file| reaches(file, named) || lies_in(file, one))
    }
}

/// Subcommands that delete what is named after or before them.
const DELETING: &[&str] =
    &["rm", "rmi", "rb", "delete", "prune", "destroy", "purge", "remove", "drop", "down", "terminate", "delete-bucket"];

/// Whether a changed file, folder or glob is the named file, lies in the named folder, or holds what is named.
fn reaches(file: &str, named: &str) -> bool {
    lies_in(file.trim_end_matches("/**"), named)
        || lies_in(file, named)
        || (file.contains('*') && fits_glob(named, file))
}
