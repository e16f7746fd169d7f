//! Defines [`Additions`], the code, modules and packages that a change to a file brings in: new lines, imports, and
//! entries of a list of dependencies such as `package.json`.

use foldhash::HashSet;
use serde::{Deserialize, Serialize};

use crate::text::{Pattern, patterns};

/// The code, packages and imports that a change to a file adds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Additions {
    /// Modules imported that the former text did not import, by their first name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub imports: Vec<String>,
    /// Entries that a list of dependencies gained.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packages: Vec<String>,
    /// The lines of code that the former text did not have.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub code: String,
}

impl Additions {
    /// Whether nothing is brought in.
    pub fn is_empty(&self) -> bool {
        self.imports.is_empty() && self.packages.is_empty() && self.code.is_empty()
    }

    /// Adds those of another change.
    pub(crate) fn extend(&mut self, other: Self) {
        self.imports.extend(other.imports);
        self.packages.extend(other.packages);
        self.code.push_str(&other.code);
    }
}

/// Most names kept of one change.
const MOST: usize = 24;
/// Bytes read of a text.
const MOST_BYTES: usize = 64 * 1024;
/// Bytes of new code that are kept of one change.
const MOST_CODE: usize = 8 * 1024;
/// Endings of texts in which names of code are only spoken of.
const PROSE: &[&str] = &["md", "txt", "rst", "adoc", "org", "tex", "log", "mdown", "lock"];

patterns! {
    SCRIPT = r#"^\s*(?:(?:import|export)\b(?:[^'"]*\bfrom\s*)?\s*|\}\s*from\s*|(?:const|let|var)\s[^=]*=\s*(?:await\s+)?(?:require|import)\(\s*|(?:require|import)\(\s*)['"](?P<name>[^'"]+)['"]"#;
    PYTHON = r"^\s*(?:from\s+(?P<name>[A-Za-z_]\w*)[\w.]*\s+import\b|import\s+(?P<list>[A-Za-z_][\w.]*(?:\s+as\s+\w+)?(?:\s*,\s*[A-Za-z_][\w.]*(?:\s+as\s+\w+)?)*)\s*(?:#.*)?$)";
    RUST = r"^\s*(?:pub(?:\([^)]*\))?\s+)?(?:use\s+(?:::)?|extern\s+crate\s+)(?P<name>[a-z_]\w*)\b";
    GO = r#"^\s*(?:import\s+)?(?:[\w.]+\s+)?"(?P<name>[\w-]+\.[\w./-]+)"\s*$"#;
    RUBY = r#"^\s*(?:require|gem)\s*\(?\s*['"](?P<name>[\w./-]+)['"]"#;
    JAVA = r"^\s*import\s+(?:static\s+)?(?P<name>[a-z][\w.]+);?";
    PACKAGE_JSON = r#"^\s*"(?P<name>@?[\w./-]+)"\s*:\s*"(?:[\^~><=]*\d|\*|latest|workspace:|npm:|git\+|github:)"#;
    CARGO_TOML = r#"^\s*(?P<name>[\w-]+)(?:\.workspace)?\s*=\s*(?:"[\^~><=]*\d|\{|true)"#;
    REQUIREMENTS = r"^\s*(?P<name>[A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*(?:[=~><!]=?.*)?$";
    PYPROJECT = r#"^\s*(?:['"](?P<name>[A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*(?:[=~><!(^].*)?['"],?|(?P<list>[A-Za-z][\w.-]*)\s*=\s*(?:['"][\^~><=*]|\{.*version))"#;
    GRADLE = r#"^\s*(?:implementation|api|compileOnly|runtimeOnly|kapt|ksp|annotationProcessor|classpath|testImplementation|androidTestImplementation|debugImplementation|compile)\b[\s(]*(?:platform\()?(?:['"][\w.-]+:(?P<name>[\w.-]+)|libs\.(?:\w+\.)*(?P<list>\w+))"#;
    /// A Maven artifact; its group stands on another line.
    POM = r"^\s*<artifactId>(?P<name>[\w.-]+)</artifactId>";
    PODFILE = r#"^\s*pod\s+['"](?P<name>[\w./+-]+)['"]"#;
    PUBSPEC = r"^\s{2}(?P<name>[a-z]\w*):\s*(?:\^|any\b|[\x22']?[>=<\d]|$)";
    PROJECT_XML = r#"<PackageReference\s+Include="(?P<name>[\w.-]+)""#;
    MIX = r"^\s*\{:(?P<name>\w+),\s*[\x22~>\w]";
    SWIFT = r#"\.package\([^)]*url:\s*"[^"]*/(?P<name>[\w.-]+?)(?:\.git)?""#;
    /// Entries of `environment.yml`, and of the libraries in `platformio.ini`.
    LISTED = r"^\s+(?:-\s+)?(?P<name>[A-Za-z][\w./ -]*?)\s*(?:[=@<>~^]=?\s*[\d^~*].*)?$";
    CMAKE = r"(?i)^\s*(?:find_package|FetchContent_Declare|CPMAddPackage|ExternalProject_Add)\s*\(\s*(?:\x22gh:)?(?P<name>[\w./-]+)";
    VCPKG = r#"^\s*(?:"name":\s*)?"(?P<name>[a-z][a-z0-9-]+)",?\s*$"#;
    GO_MOD = r"^\s*(?:require\s+)?(?P<name>[\w-]+\.[\w./-]+)\s+v\d";
}

/// Keys of manifests that are no packages.
const KEYS: &str = " version edition rust-version node npm python resolver name requires-python engines sdk flutter description \
                    environment dependencies channels defaults conda-forge platform board framework lib_deps ";

/// Finds the packages and imports that `new` has and `old` has not, for the file at `path`.
pub(crate) fn additions(path: &str, old: &str, new: &str) -> Additions {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let mut out = Additions::default();
    if let Some(pattern) = manifest(file) {
        // Of a file written as a whole it cannot be told which entries are new.
        if !old.is_empty() {
            out.packages = gained(pattern, old, new);
        }
    } else if let Some(pattern) = imports_of(file) {
        out.imports = gained(pattern, old, new);
    }
    out.code = new_lines(old, new);
    out
}

/// Whether names of code in a file are only spoken of.
pub(crate) fn is_prose(path: &str) -> bool {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    manifest(file).is_none() && file.rsplit('.').next().is_some_and(|ending| PROSE.contains(&ending))
}

/// The lines that the old text does not have, as far as they are kept.
fn new_lines(old: &str, new: &str) -> String {
    let before: HashSet<&str> = old.lines().map(str::trim).collect();
    let mut out = String::new();
    for line in new.lines().filter(|line| !line.trim().is_empty() && !before.contains(line.trim())) {
        if out.len() + line.len() < MOST_CODE {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// The packages and imports that a patch adds.
pub(crate) fn additions_of_patch(patch: &str) -> Additions {
    let marks = ["*** Update File: ", "*** Add File: ", "*** Delete File: ", "+++ b/"];
    let mut out = Additions::default();
    let (mut path, mut old, mut new) = ("", String::new(), String::new());
    for line in patch.lines().chain(["*** Update File: "]) {
        if let Some(next) = marks.iter().find_map(|mark| line.strip_prefix(mark)) {
            // A patch names the lines it keeps, so there is a former text unless the file is new.
            out.extend(additions(path, &old, &new));
            (path, old, new) = (next.trim(), String::new(), String::new());
            if line.starts_with("*** Update") {
                old.push('\n');
            }
        } else if let Some(line) = line.strip_prefix('+') {
            new.push_str(line);
            new.push('\n');
        } else if let Some(line) = line.strip_prefix(['-', ' ']) {
            old.push_str(line);
            old.push('\n');
        }
    }
    out
}

/// Whether a file lists dependencies.
pub(crate) fn is_manifest(path: &str) -> bool {
    manifest(path.rsplit(['/', '\\']).next().unwrap_or(path)).is_some()
}

fn manifest(file: &str) -> Option<&'static Pattern> {
    Some(match file {
        "package.json" | "composer.json" | "deno.json" | "bower.json" => &PACKAGE_JSON,
        "Cargo.toml" => &CARGO_TOML,
        "pyproject.toml" | "Pipfile" | "setup.py" | "setup.cfg" => &PYPROJECT,
        "go.mod" => &GO_MOD,
        "Gemfile" => &RUBY,
        "pom.xml" => &POM,
        "Podfile" => &PODFILE,
        "pubspec.yaml" => &PUBSPEC,
        "mix.exs" => &MIX,
        "Package.swift" => &SWIFT,
        "environment.yml" | "environment.yaml" | "platformio.ini" => &LISTED,
        "CMakeLists.txt" => &CMAKE,
        "vcpkg.json" => &VCPKG,
        _ if file.starts_with("requirements") => &REQUIREMENTS,
        _ if file.starts_with("build.gradle") => &GRADLE,
        _ if file.ends_with(".csproj") || file == "Directory.Packages.props" => &PROJECT_XML,
        _ if file.ends_with(".gemspec") => &RUBY,
        _ => return None,
    })
}

fn imports_of(file: &str) -> Option<&'static Pattern> {
    Some(match file.rsplit('.').next()? {
        "js" | "jsx" | "ts" | "tsx" | "mjs" | "cjs" | "mts" | "cts" | "vue" | "svelte" | "astro" => &SCRIPT,
        "py" | "pyi" | "ipynb" => &PYTHON,
        "rs" => &RUST,
        "go" => &GO,
        "rb" | "rake" => &RUBY,
        "java" | "kt" | "kts" | "scala" | "groovy" => &JAVA,
        _ => return None,
    })
}

/// The names in the lines of a new text that the old text does not name.
fn gained(pattern: &Pattern, old: &str, new: &str) -> Vec<String> {
    let before = names(pattern, old);
    let mut out: Vec<String> = Vec::new();
    for name in names(pattern, new) {
        if !before.contains(&name) && !out.contains(&name) && out.len() < MOST {
            out.push(name);
        }
    }
    out
}

fn names(pattern: &Pattern, text: &str) -> Vec<String> {
    let text = &text[..text.floor_char_boundary(MOST_BYTES)];
    let mut out = Vec::new();
    for found in text.lines().filter_map(|line| pattern.captures(line)) {
        let list = found.name("list").into_iter().flat_map(|list| list.as_str().split(','));
        let all = found.name("name").map(|m| m.as_str()).into_iter().chain(list);
        out.extend(all.filter_map(module).filter(|name| !KEYS.contains(&format!(" {name} "))));
    }
    out
}

/// The package of a module: `lodash` of `lodash/fp`, `@scope/x` of `@scope/x/y`. Files of the project are none.
fn module(name: &str) -> Option<String> {
    let name = name.trim().trim_start_matches("node:");
    let name = name.split(" as ").next().unwrap_or(name).trim();
    if name.is_empty() || name.starts_with(['.', '/', '~', '#']) || name.starts_with("@/") {
        return None;
    }
    // The path of a Go or Java package is its name.
    if name.split('/').next().is_some_and(|first| first.contains('.')) {
        return Some(if name.contains('/') { name } else { name.split('.').next().unwrap_or(name) }.to_owned());
    }
    let parts = if name.starts_with('@') { 2 } else { 1 };
    let name: Vec<&str> = name.split('/').take(parts).collect();
    let name = name.join("/");
    let own = matches!(name.as_str(), "crate" | "self" | "super" | "std" | "core" | "alloc");
    (!own).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_and_entries_are_named_by_their_package() {
        for (path, old, new, imports, packages) in [
            ("a.ts", "", "import x from 'moment';\nimport { y } from './own';\n", &["moment"][..], &[][..]),
            ("a.ts", "import x from 'a'", "import x from 'a'\nconst b = require('b/c')", &["b"], &[]),
            ("a.ts", "", "// import x from 'moment'\nconst s = 'moment';", &[], &[]),
            ("a.tsx", "", "} from '@scope/pad/deep';", &["@scope/pad"], &[]),
            (
                "a.py",
                "",
                "import os, redis as r\nfrom pandas.io import x\nfrom . import y",
                &["os", "redis", "pandas"],
                &[],
            ),
            ("a.rs", "", "use serde::Serialize;\nuse crate::x;\nuse std::fs;", &["serde"], &[]),
            ("a.go", "", "import (\n\t\"fmt\"\n\t\"github.com/x/y\"\n)", &["github.com/x/y"], &[]),
            ("package.json", "{\n\"a\": \"^1\",", "{\n\"a\": \"^2\",\n\"nanoid\": \"^5.0.0\",", &[], &["nanoid"]),
            ("package.json", "", "{\n\"a\": \"^1\"\n}", &[], &[]),
            ("Cargo.toml", "[dependencies]", "[dependencies]\nserde = \"1\"\nversion = \"2\"", &[], &["serde"]),
            ("requirements.txt", "flask\n", "flask\nrequests==2.1\n", &[], &["requests"]),
            ("go.mod", "module x", "module x\nrequire github.com/a/b v1.2.0", &[], &["github.com/a/b"]),
            ("notes.md", "", "import x from 'moment'", &[], &[]),
        ] {
            let found = additions(path, old, new);
            assert_eq!(
                (&found.imports[..], &found.packages[..]),
                (&imports.map_own()[..], &packages.map_own()[..]),
                "{path}"
            );
        }
    }

    trait Own {
        fn map_own(&self) -> Vec<String>;
    }

    impl Own for &[&str] {
        fn map_own(&self) -> Vec<String> {
            self.iter().map(|s| (*s).to_owned()).collect()
        }
    }

    #[test]
    fn a_patch_brings_in_what_its_files_gain() {
        let patch = "*** Begin Patch\n*** Update File: a.py\n@@\n import os\n+import redis\n*** Add File: b.js\n+import x from 'y';\n";
        assert_eq!(additions_of_patch(patch).imports, ["redis", "y"]);
    }
}
