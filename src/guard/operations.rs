//! Defines the operations of a call beside git, files and packages: changing versions, formatting code, network access,
//! and scripts named by a verb.

use super::calls::ProgramCall;
use crate::language::prohibitions::{Ban, Exception, names_it};
use crate::language::stems::stem;

/// Programs that call over the network.
const NETWORK: &[&str] = &[
    "curl",
    "wget",
    "http",
    "https",
    "xh",
    "httpie",
    "nc",
    "ncat",
    "telnet",
    "grpcurl",
    "ssh",
    "scp",
    "sftp",
    "ftp",
    "ab",
    "wrk",
    "hey",
    "k6",
    "websocat",
    "mosquitto_pub",
    "ping",
];
/// Signs of a request in a script within the line.
const REQUESTS: &[&str] = &[
    "requests.get(",
    "requests.post(",
    "requests.put(",
    "httpx.",
    "urlopen(",
    "fetch('http",
    "fetch(\"http",
    "Net::HTTP",
];
/// Commands that change the versions of packages.
const UPGRADES: &[&str] = &[
    "npm update",
    "npm upgrade",
    "npm audit fix",
    "npm version",
    "pnpm update",
    "pnpm up",
    "yarn upgrade",
    "yarn up",
    "yarn upgrade-interactive",
    "bun update",
    "cargo update",
    "cargo upgrade",
    "poetry update",
    "poetry version",
    "uv lock --upgrade",
    "uv sync --upgrade",
    "pip install -U",
    "pip install --upgrade",
    "pip3 install -U",
    "go get -u",
    "bundle update",
    "composer update",
    "flutter pub upgrade",
    "dart pub upgrade",
    "mix deps.update",
    "ncu -u",
    "npm-check-updates -u",
    "brew upgrade",
    "apt upgrade",
    "apt-get upgrade",
    "apt full-upgrade",
    "pod update",
    "rustup update",
    "terraform init -upgrade",
    "cargo set-version",
    "bumpversion",
    "bump2version",
    "cargo bump",
    "git submodule update --remote",
];
/// Code formatters, with the arguments that make them write.
const FORMATTERS: &[(&str, &[&str])] = &[
    ("prettier", &["--write", "-w"]),
    ("eslint", &["--fix"]),
    ("biome", &["--write", "--apply"]),
    ("black", &[]),
    ("isort", &[]),
    ("yapf", &["-i"]),
    ("autopep8", &["-i"]),
    ("rustfmt", &[]),
    ("gofmt", &["-w"]),
    ("goimports", &["-w"]),
    ("clang-format", &["-i"]),
    ("shfmt", &["-w"]),
    ("swiftformat", &[]),
    ("ktlint", &["-F", "--format"]),
    ("rubocop", &["-a", "-A", "--autocorrect"]),
    ("stylelint", &["--fix"]),
];
const FORMAT_COMMANDS: &[&str] = &[
    "cargo fmt",
    "ruff format",
    "go fmt",
    "terraform fmt",
    "dart format",
    "mix format",
    "dotnet format",
    "deno fmt",
    "zig fmt",
    "npm run format",
    "pnpm format",
    "yarn format",
    "make format",
    "make fmt",
    "just fmt",
    "npm run lint:fix",
    "cargo clippy --fix",
    "ruff check --fix",
    "make lint-fix",
    "pre-commit run",
    "nix fmt",
];
/// Programs whose arguments mention an operation without performing it.
const READERS: &[&str] = &[
    "grep", "rg", "ag", "cat", "echo", "printf", "ls", "less", "head", "tail", "man", "which", "find", "git", "diff",
    "wc", "stat", "file", "tree", "bat", "cd", "touch", "mkdir",
];

impl ProgramCall {
    /// Whether it changes the version of a named package, or of any, to one that is not in `except`.
    pub(super) fn upgrades(&self, names: &[String], except: &[String]) -> bool {
        let versioned = |word: &str| word.rsplit_once('@').is_some_and(|(name, _)| !name.is_empty());
        let upgrade = self.is_of(Ban::Upgrade, |call| UPGRADES.iter().any(|phrase| call.is_called(phrase)));
        let versions = || self.operands().any(|w| versioned(w) || w.contains("=="));
        let install = !upgrade && !names.is_empty() && !self.installs().is_empty() && versions();
        if !(upgrade || install) || self.only_shows() {
            return false;
        }
        let own = |name: &String| {
            let is_name = |w: &str| {
                let (what, version) = w.trim_start_matches('@').split_once(['@', '=']).unwrap_or((w, ""));
                names_it(name, what) && !is_kept(version, except)
            };
            self.operands().any(is_name)
                || (name == "version" && self.operands().any(|w| w == "version" || w.contains("bump")))
        };
        // An upgrade of everything is one of the named package too.
        names.is_empty() || names.iter().any(own) || (upgrade && self.subcommands().nth(1).is_none())
    }

    /// Whether it formats code.
    pub(super) fn formats(&self) -> bool {
        let checks = self.has_option(&["--check", "--diff", "-l", "--list-different", "-d"]);
        let program =
            FORMATTERS.iter().any(|(name, by)| *name == self.program() && (by.is_empty() || self.has_option(by)));
        // A script of the project with an option to fix its findings.
        let runs = matches!(self.program(), "npm" | "pnpm" | "yarn" | "bun" | "make" | "just");
        let repairs = runs && self.words.iter().any(|w| w == "--fix" || w == "--write");
        !checks && (repairs || program || FORMAT_COMMANDS.iter().any(|phrase| self.is_called(phrase)))
    }

    /// Whether it accesses the network.
    pub(super) fn goes_out(&self) -> bool {
        let local =
            self.words.iter().any(|w| w.contains("localhost") || w.contains("127.0.0.1") || w.contains("0.0.0.0"));
        let program = self.program();
        let script = matches!(program, "python" | "python3" | "node" | "ruby" | "deno" | "bun")
            && REQUESTS.iter().any(|sign| self.text.contains(sign) || self.here.contains(sign));
        (NETWORK.contains(&program) || script) && !local && self.words.len() > 1
    }

    /// Whether it skips tests.
    pub(super) fn skips_tests(&self) -> bool {
        let options = [
            "--deselect",
            "--ignore",
            "--skip",
            "--exclude",
            "-DskipTests",
            "-Dmaven.test.skip",
            "--skip-tests",
            "--no-tests",
        ];
        self.words.iter().any(|w| options.contains(&w.split('=').next().unwrap_or(w)))
            || self.words.windows(2).any(|pair| pair[0] == "-x" && pair[1] == "test")
            || (self.commits() && ["[skip ci]", "[ci skip]"].iter().any(|sign| self.text.contains(sign)))
    }

    /// The files that it shows or searches.
    pub(super) fn reads(&self) -> Vec<&str> {
        match self.program() {
            "cat" | "less" | "more" | "head" | "tail" | "bat" | "open" | "xxd" | "strings" | "jq" | "vim" | "nano"
            | "code" | "cp" | "scp" | "base64" | "source" | "." => self.operands().collect(),
            "grep" | "rg" | "sed" | "awk" => self.operands().skip(1).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether it creates a branch.
    pub(super) fn opens_branch(&self) -> bool {
        self.git().is_some_and(|(verb, rest)| match verb {
            "checkout" => rest.iter().any(|w| matches!(w.as_str(), "-b" | "-B")),
            "switch" => rest.iter().any(|w| matches!(w.as_str(), "-c" | "-C" | "--create")),
            "branch" => rest.first().is_some_and(|w| !w.starts_with('-')),
            "worktree" => rest.first().is_some_and(|w| *w == "add"),
            _ => false,
        })
    }

    /// Whether its program, subcommand, target or script is named by a verb: `make flash`, `scripts/train_model.py`.
    pub(super) fn operates(&self, verb: &str) -> bool {
        let named = |word: &str| {
            let name = word.rsplit('/').next().unwrap_or(word);
            let name = name.rsplit_once('.').map_or(name, |(name, ending)| if ending.len() < 4 { name } else { word });
            name.split(['-', '_', ':', '.']).any(|part| stem(&part.to_lowercase()) == verb)
        };
        let subject = self.words.first().is_some_and(|w| named(w));
        let words = self.subcommands().take(3).any(named) || self.words.iter().any(|w| w.starts_with("--") && named(w));
        let fetched =
            matches!(verb, "download" | "fetch") && matches!(self.program(), "wget" | "curl" | "kaggle" | "aria2c");
        let of_git = self.git().is_some_and(|(sub, _)| matches!(sub, "stash" | "cherry-pick") && stem(sub) == verb);
        !self.only_shows() && (of_git || fetched || subject || (words && !READERS.contains(&self.program())))
    }
}

/// Whether a version is one that the exceptions of a rule name.
fn is_kept(version: &str, except: &[String]) -> bool {
    let version = version.trim_start_matches(|c: char| !c.is_ascii_digit());
    let mut kept = except.iter().filter_map(|e| e.strip_prefix(Exception::VERSION));
    kept.any(|kept| version.strip_prefix(kept).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit())))
}
