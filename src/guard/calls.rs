//! Defines the programs that a command line runs, and which packages, images and pushes they bring about.

use crate::language::shell::{self, Command};

/// A program that was called.
#[derive(Debug)]
pub(super) struct ProgramCall {
    /// The program and its words.
    words: Vec<String>,
    /// The wrappers that run it: `sudo`, `env`.
    through: Vec<String>,
    /// The command as written in the line.
    pub text: String,
}

/// Depth up to which shells within shells are read.
const DEEPEST: usize = 3;
/// The programs that a command line ran.
pub(super) fn calls(line: &str) -> Vec<ProgramCall> {
    let mut out = Vec::new();
    read(line, 0, &mut out);
    out
}

fn read(line: &str, deep: usize, out: &mut Vec<ProgramCall>) {
    for Command { words, text, .. } in shell::commands(line).into_iter().filter(|c| c.ran) {
        let Some((through, mut words)) = shell::unwrapped(words) else { continue };
        without_interpreter(&mut words);
        match inner(&words) {
            Some(inner) if deep < DEEPEST => read(inner, deep + 1, out),
            _ => out.push(ProgramCall { words, through, text: text.to_owned() }),
        }
    }
}

/// `python -m pip` is pip.
fn without_interpreter(words: &mut Vec<String>) {
    let python = matches!(words.first().map(String::as_str), Some("python" | "python3"));
    if python && words.get(1).is_some_and(|w| w == "-m") && words.len() > 2 {
        words.drain(..2);
    }
}

/// The script that a shell is called with: `bash -c '...'`.
fn inner(words: &[String]) -> Option<&str> {
    let shell = matches!(words.first()?.as_str(), "bash" | "sh" | "zsh");
    let at = words.iter().position(|w| w.starts_with('-') && !w.starts_with("--") && w.ends_with('c'))?;
    words.get(at + 1).filter(|_| shell && at == 1).map(String::as_str)
}

/// A tool that installs packages or images.
struct Installer {
    tools: &'static [&'static str],
    /// The words behind the tool; `_` is any.
    verbs: &'static [&'static str],
    /// Options that take no value. Any other option may take one, so the word behind it is ignored.
    flags: &'static [&'static str],
    /// Options that install nothing, or not into the project.
    no_effect: &'static [&'static str],
    installs: Installs,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Installs {
    /// Packages of the project.
    Packages,
    /// Programs of the machine.
    Programs,
    /// An image, named by the first word. The other words are for the program in the image.
    Image,
}

const NODE: &[&str] = &[
    "-D",
    "-S",
    "-P",
    "-O",
    "-E",
    "-B",
    "-d",
    "-f",
    "-s",
    "-q",
    "-y",
    "-W",
    "--dev",
    "--peer",
    "--optional",
    "--exact",
    "--force",
    "--legacy-peer-deps",
    "--ignore-scripts",
    "--silent",
    "--quiet",
    "--verbose",
    "--offline",
    "--prefer-offline",
    "--production",
    "--frozen-lockfile",
    "--workspace-root",
    "--yes",
];
const NOT_HERE: &[&str] = &["-g", "--global", "--location=global", "--dry-run", "--no-save"];
const PIP: &[&str] = &[
    "-q",
    "-qq",
    "-v",
    "-vv",
    "--quiet",
    "--verbose",
    "--user",
    "--pre",
    "--force-reinstall",
    "--break-system-packages",
    "--ignore-installed",
];

const INSTALLERS: &[Installer] = &[
    Installer {
        tools: &["npm"],
        verbs: &["install", "i", "add"],
        flags: NODE,
        no_effect: NOT_HERE,
        installs: Installs::Packages,
    },
    Installer {
        tools: &["pnpm"],
        verbs: &["install", "i", "add"],
        flags: NODE,
        no_effect: NOT_HERE,
        installs: Installs::Packages,
    },
    Installer {
        tools: &["yarn", "bun"],
        verbs: &["add"],
        flags: NODE,
        no_effect: NOT_HERE,
        installs: Installs::Packages,
    },
    Installer {
        tools: &["cargo"],
        verbs: &["add"],
        flags: &[
            "--dev",
            "--build",
            "--optional",
            "--default-features",
            "-q",
            "--quiet",
            "-v",
            "--offline",
            "--locked",
        ],
        no_effect: &["-n", "--dry-run", "--path"],
        installs: Installs::Packages,
    },
    Installer {
        tools: &["cargo"],
        verbs: &["install"],
        flags: &["-q", "-f", "--force", "--locked"],
        no_effect: &["--path"],
        installs: Installs::Programs,
    },
    // An upgraded package may be in the project already.
    Installer {
        tools: &["pip", "pip3"],
        verbs: &["install"],
        flags: PIP,
        no_effect: &["--dry-run", "-U", "--upgrade"],
        installs: Installs::Packages,
    },
    Installer {
        tools: &["uv"],
        verbs: &["pip install"],
        flags: PIP,
        no_effect: &["--dry-run", "-U", "--upgrade"],
        installs: Installs::Packages,
    },
    Installer {
        tools: &["poetry", "uv"],
        verbs: &["add"],
        flags: &["--dev", "-q", "--quiet"],
        no_effect: &["--dry-run"],
        installs: Installs::Packages,
    },
    Installer {
        tools: &["go"],
        verbs: &["get"],
        flags: &["-d", "-v", "-t", "-x"],
        no_effect: &["-u"],
        installs: Installs::Packages,
    },
    Installer {
        tools: &["gem"],
        verbs: &["install"],
        flags: &["-N", "-f", "--force"],
        no_effect: &[],
        installs: Installs::Packages,
    },
    Installer {
        tools: &["composer"],
        verbs: &["require"],
        flags: &["--dev", "-W", "-q", "-n"],
        no_effect: &["--dry-run"],
        installs: Installs::Packages,
    },
    Installer {
        tools: &["dotnet"],
        verbs: &["add package", "add _ package"],
        flags: &[],
        no_effect: &[],
        installs: Installs::Packages,
    },
    Installer {
        tools: &["brew"],
        verbs: &["install"],
        flags: &["--cask", "--formula", "-q", "-f"],
        no_effect: &["--dry-run"],
        installs: Installs::Programs,
    },
    Installer {
        tools: &["apt", "apt-get"],
        verbs: &["install"],
        flags: &["-y", "-q", "-qq", "--yes", "--quiet", "--assume-yes"],
        no_effect: &["-s", "--dry-run"],
        installs: Installs::Programs,
    },
    Installer {
        tools: &["docker", "podman"],
        verbs: &["run", "pull", "create"],
        flags: &[
            "-d",
            "-i",
            "-t",
            "-it",
            "-ti",
            "-dit",
            "-itd",
            "--rm",
            "--init",
            "--privileged",
            "-P",
            "--detach",
            "--interactive",
            "--tty",
            "-q",
            "--quiet",
            "--read-only",
        ],
        no_effect: &[],
        installs: Installs::Image,
    },
];

/// Package managers that are packages themselves: upgrading one adds nothing to a project.
const PACKAGE_MANAGERS: &[&str] =
    &["pip", "setuptools", "wheel", "virtualenv", "pipx", "uv", "poetry", "npm", "yarn", "pnpm", "corepack", "bundler"];

impl ProgramCall {
    /// Whether it uses one of these programs. Asking for a version or help does not count.
    pub(super) fn uses(&self, tools: &[String]) -> bool {
        let Some((program, rest)) = self.words.split_first() else { return false };
        let asked = !rest.is_empty() && rest.iter().all(|word| asks_for_help(word));
        !asked && (tools.contains(program) || self.through.iter().any(|w| tools.contains(w)))
    }

    /// Whether it adds packages to the project by name; installing the declared packages does not count.
    pub(super) fn adds_packages(&self) -> bool {
        self.installed(|kind| kind == Installs::Packages).iter().any(|name| !PACKAGE_MANAGERS.contains(name))
    }

    /// The names of the packages or images it installs.
    pub(super) fn installs(&self) -> Vec<&str> {
        self.installed(|_| true)
    }

    fn installed(&self, wanted: impl Fn(Installs) -> bool) -> Vec<&str> {
        let Some((program, words)) = self.words.split_first() else { return Vec::new() };
        let mut installers = INSTALLERS.iter().filter(|t| wanted(t.installs) && t.tools.contains(&program.as_str()));
        let found = installers.find_map(|installer| Some((installer, behind(installer, words)?)));
        let Some((installer, words)) = found else { return Vec::new() };
        let image = installer.installs == Installs::Image;
        if self.words.iter().any(|word| installer.is_prevented_by(word)) {
            return Vec::new();
        }
        let plain = plain(installer, words);
        let plain = plain.iter().take(if image { 1 } else { usize::MAX });
        plain.filter(|w| is_package(w) && (program != "go" || w.contains('/'))).filter_map(|w| package(w)).collect()
    }

    /// The targets of a push: the remote and its branches, as `main`, `origin` and `origin/main`. `None` if it is no push.
    pub(super) fn pushes(&self) -> Option<Vec<String>> {
        let (program, words) = self.words.split_first()?;
        let mut words = words.iter();
        let verb = loop {
            let word = words.next()?;
            if matches!(word.as_str(), "-C" | "-c" | "--git-dir" | "--work-tree" | "--namespace") {
                words.next();
            } else if !word.starts_with('-') {
                break word;
            }
        };
        let rest: Vec<&String> = words.collect();
        let tried = rest.iter().any(|w| matches!(w.as_str(), "-n" | "--dry-run" | "--help" | "-h"));
        if program != "git" || verb != "push" || tried {
            return None;
        }
        let mut places = Vec::new();
        let mut words = rest.into_iter();
        while let Some(word) = words.next() {
            if matches!(word.as_str(), "-o" | "--push-option" | "--receive-pack" | "--exec" | "--repo") {
                words.next();
            } else if !word.starts_with('-') {
                places.push(word.as_str());
            }
        }
        let Some((remote, branches)) = places.split_first() else { return Some(Vec::new()) };
        let mut out = vec![(*remote).to_owned()];
        for branch in branches {
            let to = branch.rsplit(':').next().unwrap_or(branch).trim_start_matches('+');
            let to = to.strip_prefix("refs/heads/").unwrap_or(to);
            out.extend([to.to_owned(), format!("{remote}/{to}")]);
        }
        Some(out)
    }
}

impl Installer {
    /// Whether a word is one of the `no_effect` options, with or without a value.
    fn is_prevented_by(&self, word: &str) -> bool {
        word.split_once('=').is_some_and(|(option, _)| self.no_effect.contains(&option))
            || self.no_effect.contains(&word)
    }
}

/// Whether a word asks a program for its version or help.
fn asks_for_help(word: &str) -> bool {
    matches!(word, "--version" | "-v" | "-V" | "version" | "--help" | "-h" | "help")
}

/// The words behind an installer's verb; options before the verb are skipped.
fn behind<'w>(installer: &Installer, words: &'w [String]) -> Option<&'w [String]> {
    let mut at = 0;
    while let Some(option) = words.get(at).filter(|w| w.starts_with(['-', '+'])) {
        at += if stands_alone(installer, option) { 1 } else { 2 };
    }
    let words = words.get(at..)?;
    installer.verbs.iter().find_map(|verb| {
        let verb: Vec<&str> = verb.split(' ').collect();
        let fits = verb.len() <= words.len() && verb.iter().zip(words).all(|(v, w)| v == w || *v == "_");
        fits.then(|| &words[verb.len()..])
    })
}

fn stands_alone(installer: &Installer, option: &str) -> bool {
    let begins = ["--no-", "--save", "+"].iter().any(|b| option.starts_with(b));
    option == "--" || option.contains('=') || begins || installer.flags.contains(&option)
}

/// The words that are neither options nor possible values of one.
fn plain<'w>(installer: &Installer, words: &'w [String]) -> Vec<&'w str> {
    let mut out = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        if !word.starts_with('-') {
            out.push(word.as_str());
        } else if !stands_alone(installer, word) {
            words.next_if(|w| !w.starts_with('-'));
        }
    }
    out
}

/// Whether a word names a package or image: no folder, file or placeholder.
fn is_package(word: &str) -> bool {
    let local = ["file:", "link:", "workspace:", "portal:"].iter().any(|b| word.starts_with(b));
    let file = [".tgz", ".whl", ".tar.gz", ".zip", "@none"].iter().any(|e| word.ends_with(e));
    let open = word.contains(['$', '*', '?', '{', '`', '\\', ' ']);
    word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@') && !local && !file && !open
}

/// The bare name of a package or image, without version, tag and registry.
fn package(word: &str) -> Option<&str> {
    let from = usize::from(word.starts_with('@'));
    let end = word[from..].find(['@', ':', '=', '<', '>', '~', '[']).map_or(word.len(), |at| at + from);
    word[..end].rsplit('/').next().filter(|name| !name.is_empty())
}
