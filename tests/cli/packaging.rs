//! Holds that the formula and the flake are what `packaging/*.in` and `Cargo.toml` make, and that all who name the
//! archives of a release agree. `.ci/packaging` writes them anew.

use std::fs;
use std::path::Path;

/// Template and what is made of it.
const MADE: &[(&str, &str)] =
    &[("packaging/deltamind.rb.in", "packaging/deltamind.rb"), ("packaging/flake.nix.in", "flake.nix")];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The description as Homebrew wants it: no article, at most 80 characters.
fn short_description() -> String {
    let whole = env!("CARGO_PKG_DESCRIPTION").trim_start_matches("A ");
    let short = if whole.len() > 80 { whole.rsplit_once(',').unwrap().0 } else { whole };
    let (first, rest) = short.split_at(1);
    format!("{}{rest}", first.to_uppercase())
}

/// The address of the archive for a target.
fn archive(target: &str) -> String {
    let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    format!("{}/releases/download/v{version}/{name}-{version}-{target}.tar.gz", env!("CARGO_PKG_REPOSITORY"))
}

fn made(template: &str) -> String {
    let mut text = page(template);
    for (field, value) in [
        ("@name@", env!("CARGO_PKG_NAME")),
        ("@version@", env!("CARGO_PKG_VERSION")),
        ("@description@", env!("CARGO_PKG_DESCRIPTION")),
        ("@short_description@", &short_description()),
        ("@license@", env!("CARGO_PKG_LICENSE")),
        ("@repository@", env!("CARGO_PKG_REPOSITORY")),
    ] {
        text = text.replace(field, value);
    }
    while let Some((before, rest)) = text.split_once("@archive(") {
        let (target, after) = rest.split_once(")@").unwrap();
        text = format!("{before}{}{after}", archive(target));
    }
    text
}

#[test]
fn formula_and_flake_are_current() {
    for (template, path) in MADE {
        let want = made(template);
        assert!(!want.contains('@') || !want.contains("@name"), "{template} has a field that is not known");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(root().join(path), want).unwrap();
        } else {
            assert_eq!(page(path), want, "{path} is not current: run .ci/packaging");
        }
    }
}

#[test]
fn all_agree_on_the_archives() {
    let manifest: toml::Value = page("Cargo.toml").parse::<toml::Table>().unwrap().into();
    let binstall = &manifest["package"]["metadata"]["binstall"];
    let url = binstall["pkg-url"].as_str().unwrap();
    let given = [
        ("{ repo }", env!("CARGO_PKG_REPOSITORY")),
        ("{ name }", env!("CARGO_PKG_NAME")),
        ("{ version }", env!("CARGO_PKG_VERSION")),
        ("{ target }", "aarch64-apple-darwin"),
        ("{ archive-suffix }", ".tar.gz"),
    ];
    let filled = given.iter().fold(url.to_owned(), |url, (field, value)| url.replace(field, value));
    assert_eq!(filled, archive("aarch64-apple-darwin"));
    assert!(page("packaging/deltamind.rb").contains(&format!("\"{filled}\"")));
}

#[test]
fn the_version_has_its_part_of_the_changelog() {
    let head = format!("## [{}]", env!("CARGO_PKG_VERSION"));
    let log = page("CHANGELOG.md");
    let part = log.split("\n## ").find(|part| format!("## {part}").starts_with(&head));
    assert!(part.is_some_and(|part| part.contains("### Added")), "CHANGELOG.md says nothing of {head}");
}

#[cfg(unix)]
#[test]
fn a_release_with_another_version_or_address_is_refused() {
    let refusal = |tag: &str, address: &str| {
        let run = std::process::Command::new(root().join(".ci/releasable")).args([tag, address]).output().unwrap();
        (!run.status.success()).then(|| String::from_utf8(run.stderr).unwrap())
    };
    let (tag, address) = (concat!("v", env!("CARGO_PKG_VERSION")), env!("CARGO_PKG_REPOSITORY"));
    assert_eq!(refusal(tag, address), None);
    assert!(refusal("v0.0.1", address).is_some_and(|why| why.contains("the tag is v0.0.1")));
    // As it is while the manifest has its placeholder.
    assert!(refusal(tag, "https://github.com/mara/deltamind").is_some_and(|why| why.contains(".ci/packaging")));
}
