//! Defines the tools that install packages, programs and images, and what a call of one installs.

use super::calls::ProgramCall;

/// A tool that installs packages or images.
struct Installer {
    tools: &'static [&'static str],
    /// The words after the tool; `_` is any.
    verbs: &'static [&'static str],
    /// Options that take no value. Any other option may take one, so the word after it is ignored.
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
/// Options of an install for the whole machine.
const GLOBAL: &[&str] = &["-g", "--global", "--location=global"];
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
        tools: &["yarn"],
        verbs: &["global add"],
        flags: NODE,
        no_effect: &["--dry-run"],
        installs: Installs::Programs,
    },
    Installer {
        tools: &["npm", "pnpm", "bun"],
        verbs: &["install", "i", "add"],
        flags: GLOBAL,
        no_effect: &["--dry-run"],
        installs: Installs::Programs,
    },
    Installer {
        tools: &["deno", "pdm", "rye", "pipenv", "bundle", "conda", "mamba", "pixi", "mix", "hatch"],
        verbs: &["add", "install"],
        flags: &["--dev", "-d", "-D", "--npm", "--jsr", "-y", "-q"],
        no_effect: &["--dry-run", "-n", "--file", "-f"],
        installs: Installs::Packages,
    },
    Installer {
        tools: &["flutter", "dart"],
        verbs: &["pub add"],
        flags: &["--dev"],
        no_effect: &["--dry-run"],
        installs: Installs::Packages,
    },
    Installer {
        tools: &["pipx", "snap", "choco", "winget", "scoop", "flatpak"],
        verbs: &["install"],
        flags: &["-y", "--classic"],
        no_effect: &["--dry-run"],
        installs: Installs::Programs,
    },
    Installer {
        tools: &[
            "arduino-cli",
            "pio",
            "platformio",
            "conan",
            "vcpkg",
            "luarocks",
            "opam",
            "cabal",
            "cpanm",
            "bower",
            "nuget",
            "helm",
            "jsr",
            "ng",
            "expo",
        ],
        verbs: &["lib install", "pkg install", "install", "add", "dependency add"],
        flags: &["-y", "--save", "-g"],
        no_effect: &["--dry-run"],
        installs: Installs::Packages,
    },
    Installer {
        tools: &["git"],
        verbs: &["submodule add", "subtree add"],
        flags: &[],
        no_effect: &[],
        installs: Installs::Packages,
    },
    Installer {
        tools: &["rustup", "nvm", "pyenv", "asdf", "sdk", "mise", "pacman", "nix-env", "port"],
        verbs: &["component add", "target add", "install", "use", "-S", "-i", "-iA"],
        flags: &[],
        no_effect: &[],
        installs: Installs::Programs,
    },
    Installer { tools: &["uv"], verbs: &["tool install"], flags: &[], no_effect: &[], installs: Installs::Programs },
    Installer { tools: &["go"], verbs: &["install"], flags: &["-v"], no_effect: &[], installs: Installs::Programs },
    Installer {
        tools: &["cargo"],
        verbs: &["install"],
        flags: &["-q", "-f", "--force", "--locked"],
        no_effect: &["--path"],
        installs: Installs::Programs,
    },
    Installer {
        tools: &["yarn"],
        verbs: &["workspace _ add"],
        flags: NODE,
        no_effect: NOT_HERE,
        installs: Installs::Packages,
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
        tools: &["apt", "apt-get", "aptitude", "dnf", "yum", "zypper", "apk"],
        verbs: &["install", "add"],
        flags: &["-y", "-q", "-qq", "--yes", "--quiet", "--assume-yes", "--no-cache", "-U", "--update"],
        no_effect: &["-s", "--dry-run", "--simulate", "--assumeno"],
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
    /// Whether it adds packages to the project by name; installing the declared packages does not count.
    pub(super) fn adds_packages(&self) -> bool {
        !self.packages().is_empty()
    }

    /// The packages it adds to the project.
    pub(super) fn packages(&self) -> Vec<&str> {
        let mut names = self.installed(|kind| kind == Installs::Packages);
        names.extend(self.declared());
        names.retain(|name| !PACKAGE_MANAGERS.contains(name));
        names
    }

    /// The packages that it writes into the list of dependencies, without installing them.
    fn declared(&self) -> Vec<&str> {
        let words = || self.words.iter().map(String::as_str);
        if self.is_called("npm pkg set") {
            let entry = |word: &'_ str| word.split_once('=').map_or(0, |(key, _)| key.len());
            let keys = self.words.iter().map(|w| &w[..entry(w)]);
            return keys.filter_map(|k| k.split_once("ependencies.").map(|(_, name)| name)).collect();
        }
        if self.is_called("go mod edit") {
            let separate = words().skip_while(|w| *w != "-require").nth(1);
            return words().filter_map(|w| w.strip_prefix("-require=")).chain(separate).collect();
        }
        Vec::new()
    }

    /// Whether it installs programs for the machine or the person.
    pub(super) fn adds_programs(&self) -> bool {
        let names = self.installed(|kind| kind == Installs::Programs);
        let node = matches!(self.program(), "npm" | "pnpm" | "bun");
        !names.is_empty() && (!node || self.has_option(GLOBAL))
    }

    /// Whether it adds development dependencies.
    pub(super) fn is_for_development(&self) -> bool {
        let groups = self.words.iter().any(|w| matches!(w.as_str(), "dev" | "test" | "--group=dev" | "--group=test"));
        self.has_option(&["-D", "--save-dev", "--dev", "--build"])
            || (groups && self.has_option(&["--group", "-G", "--optional"]))
    }

    /// The names of the packages or images it installs.
    pub(super) fn installs(&self) -> &[String] {
        self.known.installs.get_or_init(|| self.installed(|_| true).into_iter().map(str::to_owned).collect())
    }

    fn installed(&self, wanted: impl Fn(Installs) -> bool) -> Vec<&str> {
        let Some((_, words)) = self.words.split_first() else { return Vec::new() };
        let program = self.program();
        let mut installers = INSTALLERS.iter().filter(|t| wanted(t.installs) && t.tools.contains(&program));
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
}

impl Installer {
    /// Whether a word is one of the `no_effect` options, with or without a value.
    fn is_prevented_by(&self, word: &str) -> bool {
        word.split_once('=').is_some_and(|(option, _)| self.no_effect.contains(&option))
            || self.no_effect.contains(&word)
    }
}

/// The words after an installer's verb; options before the verb are skipped.
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

/// Whether a word is the name of a package or image, not a folder, file or placeholder.
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
