//! Defines what a command line calls: each program that ran, without what stands before it, and what it takes in.

use crate::language::shell::{self, Command};

/// A program that was called.
#[derive(Debug)]
pub(super) struct Call {
    /// The program and its words.
    words: Vec<String>,
    /// What runs it: `sudo`, `env`.
    through: Vec<String>,
    /// The command as it stands in the line.
    pub text: String,
}

/// Shells within shells that are read.
const DEEPEST: usize = 3;
/// What runs another program, and its options that take a word.
const THROUGH: &[(&str, &[&str])] = &[
    ("sudo", &["-u", "-g", "-h", "-p", "-C"]),
    ("env", &["-u", "-C", "-S"]),
    ("nice", &["-n"]),
    ("timeout", &["-s", "-k"]),
    ("nohup", &[]),
    ("time", &[]),
    ("exec", &[]),
    ("command", &[]),
];

/// What of a command line ran.
pub(super) fn calls(line: &str) -> Vec<Call> {
    let mut out = Vec::new();
    read(line, 0, &mut out);
    out
}

fn read(line: &str, deep: usize, out: &mut Vec<Call>) {
    for Command { words, text, .. } in shell::commands(line).into_iter().filter(|c| c.ran) {
        let Some((through, words)) = bared(words) else { continue };
        match inner(&words) {
            Some(inner) if deep < DEEPEST => read(inner, deep + 1, out),
            _ => out.push(Call { words, through, text: text.to_owned() }),
        }
    }
}

/// A command without settings of variables and what runs it. `command -v` runs nothing.
fn bared(mut words: Vec<String>) -> Option<(Vec<String>, Vec<String>)> {
    let mut through = Vec::new();
    loop {
        let first = words.first()?;
        let name = first.split_once('=').map(|(name, _)| name);
        if name.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')) {
            words.remove(0);
            continue;
        }
        let Some((name, takes)) = THROUGH.iter().find(|(name, _)| name == first) else { break };
        through.push(words.remove(0));
        while let Some(option) = words.first().filter(|w| w.starts_with('-')).cloned() {
            if *name == "command" && option != "--" && option != "-p" {
                return None;
            }
            let width = 1 + usize::from(takes.contains(&option.as_str()));
            words.drain(..width.min(words.len()));
        }
        if *name == "timeout" && !words.is_empty() {
            words.remove(0);
        }
    }
    // `python -m pip` is pip.
    if matches!(words[0].as_str(), "python" | "python3") && words.get(1).is_some_and(|w| w == "-m") && words.len() > 2 {
        words.drain(..2);
    }
    Some((through, words))
}

/// The text a shell is called with.
fn inner(words: &[String]) -> Option<&str> {
    let shell = matches!(words.first()?.as_str(), "bash" | "sh" | "zsh");
    let at = words.iter().position(|w| w.starts_with('-') && !w.starts_with("--") && w.ends_with('c'))?;
    words.get(at + 1).filter(|_| shell && at == 1).map(String::as_str)
}

/// What takes packages or images in.
struct Taker {
    tools: &'static [&'static str],
    /// The words behind the tool; `_` is any.
    verbs: &'static [&'static str],
    /// Options that take no word behind them. Of any other nobody knows, so what stands behind it is not looked at.
    alone: &'static [&'static str],
    /// Options with which nothing is taken in, or not into the project.
    nothing: &'static [&'static str],
    adds: Adds,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Adds {
    /// Packages of the project.
    Packages,
    /// Programs of the machine.
    Programs,
    /// An image, by the first word; what follows is for what runs in it.
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

const TAKERS: &[Taker] = &[
    Taker { tools: &["npm"], verbs: &["install", "i", "add"], alone: NODE, nothing: NOT_HERE, adds: Adds::Packages },
    Taker { tools: &["pnpm"], verbs: &["install", "i", "add"], alone: NODE, nothing: NOT_HERE, adds: Adds::Packages },
    Taker { tools: &["yarn", "bun"], verbs: &["add"], alone: NODE, nothing: NOT_HERE, adds: Adds::Packages },
    Taker {
        tools: &["cargo"],
        verbs: &["add"],
        alone: &[
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
        nothing: &["-n", "--dry-run", "--path"],
        adds: Adds::Packages,
    },
    Taker {
        tools: &["cargo"],
        verbs: &["install"],
        alone: &["-q", "-f", "--force", "--locked"],
        nothing: &["--path"],
        adds: Adds::Programs,
    },
    // What is brought up to date may have been there.
    Taker {
        tools: &["pip", "pip3"],
        verbs: &["install"],
        alone: PIP,
        nothing: &["--dry-run", "-U", "--upgrade"],
        adds: Adds::Packages,
    },
    Taker {
        tools: &["uv"],
        verbs: &["pip install"],
        alone: PIP,
        nothing: &["--dry-run", "-U", "--upgrade"],
        adds: Adds::Packages,
    },
    Taker {
        tools: &["poetry", "uv"],
        verbs: &["add"],
        alone: &["--dev", "-q", "--quiet"],
        nothing: &["--dry-run"],
        adds: Adds::Packages,
    },
    Taker { tools: &["go"], verbs: &["get"], alone: &["-d", "-v", "-t", "-x"], nothing: &["-u"], adds: Adds::Packages },
    Taker { tools: &["gem"], verbs: &["install"], alone: &["-N", "-f", "--force"], nothing: &[], adds: Adds::Packages },
    Taker {
        tools: &["composer"],
        verbs: &["require"],
        alone: &["--dev", "-W", "-q", "-n"],
        nothing: &["--dry-run"],
        adds: Adds::Packages,
    },
    Taker {
        tools: &["dotnet"],
        verbs: &["add package", "add _ package"],
        alone: &[],
        nothing: &[],
        adds: Adds::Packages,
    },
    Taker {
        tools: &["brew"],
        verbs: &["install"],
        alone: &["--cask", "--formula", "-q", "-f"],
        nothing: &["--dry-run"],
        adds: Adds::Programs,
    },
    Taker {
        tools: &["apt", "apt-get"],
        verbs: &["install"],
        alone: &["-y", "-q", "-qq", "--yes", "--quiet", "--assume-yes"],
        nothing: &["-s", "--dry-run"],
        adds: Adds::Programs,
    },
    Taker {
        tools: &["docker", "podman"],
        verbs: &["run", "pull", "create"],
        alone: &[
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
        nothing: &[],
        adds: Adds::Image,
    },
];

/// Packages that bring packages: having a newer one adds nothing to a project.
const INSTALLERS: &[&str] =
    &["pip", "setuptools", "wheel", "virtualenv", "pipx", "uv", "poetry", "npm", "yarn", "pnpm", "corepack", "bundler"];

impl Call {
    /// Whether one of these programs is used. To ask for its version or its help is no use of it.
    pub(super) fn uses(&self, tools: &[String]) -> bool {
        let asks = |w: &String| matches!(w.as_str(), "--version" | "-v" | "-V" | "version" | "--help" | "-h" | "help");
        let Some((program, rest)) = self.words.split_first() else { return false };
        let asked = !rest.is_empty() && rest.iter().all(asks);
        !asked && (tools.contains(program) || self.through.iter().any(|w| tools.contains(w)))
    }

    /// Whether it adds packages to the project, by name: installing again what is declared adds none.
    pub(super) fn adds(&self) -> bool {
        self.taken(|adds| adds == Adds::Packages).iter().any(|name| !INSTALLERS.contains(name))
    }

    /// The names of the packages or images it takes in.
    pub(super) fn takes_in(&self) -> Vec<&str> {
        self.taken(|_| true)
    }

    fn taken(&self, wanted: impl Fn(Adds) -> bool) -> Vec<&str> {
        let Some((program, words)) = self.words.split_first() else { return Vec::new() };
        let mut takers = TAKERS.iter().filter(|t| wanted(t.adds) && t.tools.contains(&program.as_str()));
        let found = takers.find_map(|taker| Some((taker, behind(taker, words)?)));
        let Some((taker, words)) = found else { return Vec::new() };
        let image = taker.adds == Adds::Image;
        let not_here =
            |w: &&str| w.split_once('=').is_some_and(|(o, _)| taker.nothing.contains(&o)) || taker.nothing.contains(w);
        if self.words.iter().any(|w| not_here(&w.as_str())) {
            return Vec::new();
        }
        let plain = plain(taker, words);
        let plain = plain.iter().take(if image { 1 } else { usize::MAX });
        plain.filter(|w| is_package(w) && (program != "go" || w.contains('/'))).filter_map(|w| package(w)).collect()
    }

    /// Where a push goes: the remote and its branches, as `main`, `origin` and `origin/main`. `None` where nothing is
    /// pushed.
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

/// The words behind a taker's verb, options before it passed over.
fn behind<'w>(taker: &Taker, words: &'w [String]) -> Option<&'w [String]> {
    let mut at = 0;
    while let Some(option) = words.get(at).filter(|w| w.starts_with(['-', '+'])) {
        at += if stands_alone(taker, option) { 1 } else { 2 };
    }
    let words = words.get(at..)?;
    taker.verbs.iter().find_map(|verb| {
        let verb: Vec<&str> = verb.split(' ').collect();
        let fits = verb.len() <= words.len() && verb.iter().zip(words).all(|(v, w)| v == w || *v == "_");
        fits.then(|| &words[verb.len()..])
    })
}

fn stands_alone(taker: &Taker, option: &str) -> bool {
    let begins = ["--no-", "--save", "+"].iter().any(|b| option.starts_with(b));
    option == "--" || option.contains('=') || begins || taker.alone.contains(&option)
}

/// The words that are neither options nor may belong to one.
fn plain<'w>(taker: &Taker, words: &'w [String]) -> Vec<&'w str> {
    let mut out = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        if !word.starts_with('-') {
            out.push(word.as_str());
        } else if !stands_alone(taker, word) {
            words.next_if(|w| !w.starts_with('-'));
        }
    }
    out
}

/// Whether a word names a package or image: no folder, no file, nothing to be filled in.
fn is_package(word: &str) -> bool {
    let local = ["file:", "link:", "workspace:", "portal:"].iter().any(|b| word.starts_with(b));
    let file = [".tgz", ".whl", ".tar.gz", ".zip", "@none"].iter().any(|e| word.ends_with(e));
    let open = word.contains(['$', '*', '?', '{', '`', '\\', ' ']);
    word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@') && !local && !file && !open
}

/// A package's or image's own name: without version, tag and registry.
fn package(word: &str) -> Option<&str> {
    let from = usize::from(word.starts_with('@'));
    let end = word[from..].find(['@', ':', '=', '<', '>', '~', '[']).map_or(word.len(), |at| at + from);
    word[..end].rsplit('/').next().filter(|name| !name.is_empty())
}
