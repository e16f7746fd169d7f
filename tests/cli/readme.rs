//! Checks the README and the pages of `docs/`: generated blocks are current, examples and commands parse, links,
//! pictures and named files exist. `UPDATE=1 cargo test --test cli readme` rewrites the blocks.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use deltamind::cli::Cli;
use deltamind::pipeline::clause::rules::{Class, RULES};
use deltamind::pipeline::extract::signals::SIGNAL_RULES;
use deltamind::pipeline::reconcile::CHECKS;
use deltamind::state::DeltaKind;
use deltamind::transcript::format::FORMATS;
use deltamind::tui::actions::{ACTIONS, KeyScope};
use deltamind::tui::keymap::shown;

/// A page, the name of its generated block, and what makes its text.
type GeneratedBlock = (&'static str, &'static str, fn() -> String);

/// The generated blocks: the page, the block's name, and its content.
const BLOCKS: &[GeneratedBlock] = &[
    ("README.md", "formats", formats),
    ("docs/accuracy.md", "kinds", kinds),
    ("docs/accuracy.md", "rules", rules),
    ("docs/architecture.md", "rooms", rooms),
    ("docs/commands.md", "commands", subcommands),
    ("docs/formats.md", "formats", formats),
    ("docs/keys.md", "keys", keys),
    ("docs/models.md", "models", deltamind::llm::policy::table),
];
/// The examples of settings: the page and the block's name. Other tests parse them.
const EXAMPLES: &[(&str, &str)] = &[
    ("docs/config.md", "config"),
    ("docs/config.md", "thresholds"),
    ("docs/config.md", "keymap"),
    ("docs/config.md", "theme"),
    ("docs/models.md", "model-config"),
];
/// Pages beside `docs/`.
const PAGES: &[&str] =
    &["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "fixtures/README.md", "fixtures/labelled/README.md"];
/// Most lines of the README: it is to fit on about one screen.
const README_LINES: usize = 125;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn page(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The paths of all pages, from the root.
fn pages() -> Vec<String> {
    let mut paths: Vec<String> = PAGES.iter().map(|p| (*p).to_owned()).collect();
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        paths.push(format!("docs/{}", entry.unwrap().file_name().to_string_lossy()));
    }
    paths.sort();
    paths
}

/// A text as a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}

fn keys() -> String {
    let mut out = "| key | what it does | where |\n|---|---|---|\n".to_owned();
    let main = |s: KeyScope| {
        use KeyScope::{Candidates, Everywhere, Items, Pane, Panes};
        matches!(s, Everywhere | Panes | Items | Candidates | Pane(_))
    };
    for action in ACTIONS.iter().filter(|a| main(a.scope)) {
        let keys: Vec<String> = action.keys.iter().map(|k| format!("`{}`", cell(&shown(k, false)))).collect();
        writeln!(out, "| {} | {} | {} |", keys.join(" "), cell(action.help), action.scope.word()).unwrap();
    }
    out
}

/// A kind of change in the docs' words. A kind without words does not compile.
fn says(kind: DeltaKind) -> &'static str {
    match kind {
        DeltaKind::GoalSet => "what the session is trying to achieve",
        DeltaKind::DecisionMade => "a choice that was settled; what was not chosen is kept beside it",
        DeltaKind::DecisionRevised => "another choice in its place: a new version on the same chain",
        DeltaKind::ConstraintAdded => "a rule or a limit: something that must always or must never be so",
        DeltaKind::ConstraintRevised => "a rule made looser, stricter or different",
        DeltaKind::TaskOpened => "work that can be finished",
        DeltaKind::TaskClosed => "that work done, or given up",
        DeltaKind::FactLearned => "something found out that stays true; risks, dependencies and deliverables too",
        DeltaKind::HypothesisIntroduced => "a guess or an open question: never a decision by itself",
        DeltaKind::BranchCreated => "alternatives side by side, not settled",
        DeltaKind::ItemSuperseded => "an item dropped or replaced; it stays readable",
    }
}

fn kinds() -> String {
    let mut out = "| change | what it says |\n|---|---|\n".to_owned();
    for kind in DeltaKind::ALL {
        writeln!(out, "| `{kind}` | {} |", says(*kind)).unwrap();
    }
    out
}

fn formats() -> String {
    let names: Vec<&str> = FORMATS.iter().map(|row| row.name).collect();
    let (last, rest) = names.split_last().unwrap();
    format!("Transcripts of {} and {last}.\n", rest.join(", "))
}

fn rules() -> String {
    let mut out = "| rules | number | one of them | finds |\n|---|---|---|---|\n".to_owned();
    let (id, says) = SIGNAL_RULES[0];
    writeln!(out, "| signals | {} | `{id}` | {} |", SIGNAL_RULES.len(), cell(says)).unwrap();
    for class in Class::ALL {
        let of: Vec<_> = RULES.iter().filter(|rule| rule.class == *class).collect();
        if let Some(first) = of.first() {
            writeln!(out, "| {class} | {} | `{}` | \"{}\" |", of.len(), first.id, cell(first.example)).unwrap();
        }
    }
    let (id, says) = CHECKS[0];
    writeln!(out, "| checks of the reconciler | {} | `{id}` | {} |", CHECKS.len(), cell(says)).unwrap();
    out
}

fn subcommands() -> String {
    let mut out = "| command | what it does |\n|---|---|\n".to_owned();
    for command in Cli::command().get_subcommands().filter(|c| !c.is_hide_set()) {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        writeln!(out, "| `{}` | {} |", command.get_name(), cell(&about)).unwrap();
    }
    out
}

/// The picture of the rooms that `src/lib.rs` opens with.
fn rooms() -> String {
    let lib = page("src/lib.rs");
    let lines = lib.lines().map(|l| l.strip_prefix("//!").map_or("", |l| l.strip_prefix(' ').unwrap_or(l)));
    let picture: Vec<&str> = lines.skip_while(|l| *l != "```text").skip(1).take_while(|l| *l != "```").collect();
    format!("```text\n{}\n```\n", picture.join("\n"))
}

/// The page with the block `name` replaced.
fn with_block(text: &str, name: &str, content: &str) -> String {
    let (begin, end) = (format!("<!-- {name}:begin -->\n"), format!("<!-- {name}:end -->"));
    let (before, rest) = text.split_once(&begin).unwrap_or_else(|| panic!("no block {name}"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("block {name} does not end"));
    format!("{before}{begin}{content}{end}{after}")
}

#[test]
fn generated_blocks_are_current() {
    for path in pages() {
        let old = page(&path);
        let own = BLOCKS.iter().filter(|(page, _, _)| *page == path);
        let new = own.fold(old.clone(), |text, (_, name, content)| with_block(&text, name, &content()));
        if old == new {
            continue;
        }
        assert!(
            std::env::var_os("UPDATE").is_some(),
            "the tables of {path} are old; UPDATE=1 cargo test --test cli readme rewrites them"
        );
        // Renamed into place: the other tests of this file read it meanwhile.
        let target = root().join("target");
        fs::create_dir_all(&target).unwrap();
        let beside = target.join(path.replace('/', "-"));
        fs::write(&beside, new).unwrap();
        fs::rename(beside, root().join(path)).unwrap();
    }
}

#[test]
fn every_block_is_in_a_table() {
    for path in pages() {
        for name in page(&path).split("<!-- ").skip(1).filter_map(|rest| rest.split_once(":begin -->")).map(|b| b.0) {
            let generated = BLOCKS.iter().any(|(page, block, _)| *page == path && *block == name);
            assert!(generated || EXAMPLES.contains(&(path.as_str(), name)), "{path}: nothing checks the block {name}");
        }
    }
}

/// The TOML of the block `name`.
fn example(name: &str) -> String {
    let (path, _) = EXAMPLES.iter().find(|(_, block)| *block == name).unwrap();
    let text = page(path);
    let block = text.split(&format!("<!-- {name}:begin -->\n```toml\n")).nth(1).unwrap_or_else(|| panic!("no {name}"));
    block.split("```").next().unwrap().to_owned()
}

#[test]
fn examples_of_settings_have_no_fault() {
    use deltamind::config::{ConfigFiles, SettingsFile};
    let file = |name: &str| SettingsFile { path: name.into(), text: example(name) };
    let files = ConfigFiles {
        config: Some(file("config")),
        measured: None,
        readers: None,
        keymap: Some(file("keymap")),
        themes: vec![file("theme")],
        faults: Vec::new(),
    };
    let settings = deltamind::tui::UserSettings::of(&files);
    assert_eq!(settings.faults, []);
    assert!(settings.themes.get("sea").is_some() && settings.config.theme.as_deref() == Some("gruvbox"));
    let thresholds = ConfigFiles { config: Some(file("thresholds")), ..ConfigFiles::default() };
    assert_eq!(deltamind::tui::UserSettings::of(&thresholds).faults, []);
}

#[test]
fn the_example_of_a_model_has_no_fault() {
    use deltamind::config::{Config, KnownNames, MeasuredTrust, Provider};
    let (config, faults) =
        Config::parse(&example("model-config"), KnownNames { themes: &[], families: &[], targets: &[] });
    assert_eq!((faults, config.model.provider), (Vec::new(), Provider::OpenAi));
    let measured = &config.model.measured["mistral:7b"];
    assert_eq!((measured.trust, measured.total()), (MeasuredTrust::Modest, (49, 80)));
    let (again, faults) =
        Config::parse(&measured.lines("mistral:7b"), KnownNames { themes: &[], families: &[], targets: &[] });
    assert_eq!((faults, &again.model.measured["mistral:7b"]), (Vec::new(), measured), "what is printed is read again");
}

#[test]
fn the_example_of_a_transcript_is_read() {
    let text = page("docs/formats.md");
    let line = text.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("session.jsonl");
    fs::write(&path, line).unwrap();
    let read = deltamind::transcript::read_file(&path).unwrap();
    assert_eq!((read.entries.len(), read.counts.unexplained()), (1, 0));
}

/// A page without its fenced blocks of code.
fn prose(text: &str) -> String {
    text.split("\n```").step_by(2).collect::<Vec<_>>().join("\n")
}

/// The targets of the links and pictures of a page.
fn links(text: &str) -> Vec<String> {
    let targets = prose(text);
    targets.split("](").skip(1).filter_map(|rest| rest.split(')').next()).map(str::to_owned).collect()
}

/// The anchors a page's headings get.
fn anchors(text: &str) -> Vec<String> {
    let headings = prose(text);
    let headings = headings.lines().filter(|l| l.starts_with('#')).map(|l| l.trim_start_matches('#').trim());
    let anchor = |heading: &str| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn links_lead_somewhere() {
    for path in pages() {
        let text = page(&path);
        for link in links(&text).iter().filter(|l| !l.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { beside(&path, file) };
            assert!(root().join(&target).exists(), "{path}: {link} leads nowhere");
            let known = anchor.is_empty() || anchors(&page(&target)).iter().any(|a| a == anchor);
            assert!(known, "{path}: {target} has no heading {anchor}");
        }
    }
}

/// The path of a file named in a page, from the root.
fn beside(page: &str, file: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in file.split('/') {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}

#[test]
fn every_picture_is_shown() {
    assert!(links(&page("README.md")).contains(&"screenshots/demo.svg".to_owned()));
    let shown: Vec<String> = pages().iter().flat_map(|p| links(&page(p)).into_iter().map(|l| beside(p, &l))).collect();
    for entry in fs::read_dir(root().join("screenshots")).unwrap() {
        let picture = format!("screenshots/{}", entry.unwrap().file_name().to_string_lossy());
        assert!(shown.contains(&picture), "no page shows {picture}");
    }
}

#[test]
fn every_page_is_linked_from_the_readme() {
    let linked = links(&page("README.md"));
    for path in pages().iter().filter(|p| p.starts_with("docs/")) {
        assert!(linked.contains(path), "the README does not link to {path}");
    }
}

#[test]
fn files_named_in_the_text_exist() {
    let ours = ["src/", "tests/", "fixtures/", "themes/", "benches/", "screenshots/", ".ci/"];
    for path in pages().iter().filter(|p| *p != "CHANGELOG.md") {
        let text = prose(&page(path));
        let spans = text.split('`').skip(1).step_by(2).filter(|s| ours.iter().any(|folder| s.starts_with(folder)));
        // NAME stands for what a reader chooses.
        for span in spans.filter(|s| !s.contains("NAME") && !s.contains(' ')) {
            assert!(root().join(span).exists(), "{path}: there is no {span}");
        }
    }
}

#[test]
fn tests_named_in_the_text_exist() {
    let sources = sources(&root().join("tests")) + &sources(&root().join("src"));
    for path in ["CONTRIBUTING.md", "SECURITY.md", "docs/security.md", "docs/reliability.md"] {
        let text = prose(&page(path));
        for span in text.split('`').skip(1).step_by(2) {
            let name = span.rsplit([' ', ':']).next().unwrap_or_default();
            if name.contains('_') && name.chars().all(|c| c.is_ascii_lowercase() || c == '_') {
                let is_there = sources.contains(&format!("fn {name}("));
                assert!(is_there, "{path}: there is no test {name}");
            }
        }
    }
}

/// The text of all Rust files below a folder.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            text.push_str(&sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            text.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
    text
}

#[test]
fn the_picture_of_the_rooms_equals_the_checked_table() {
    let tidy = page("tests/tidy/rules.rs");
    let table = |name: &str| {
        let table = tidy.split(name).nth(1).and_then(|rest| rest.split("];\n").next()).unwrap();
        table.split('"').skip(1).step_by(2).collect::<Vec<_>>()
    };
    let mut checked = table("const ROOMS");
    let picture = rooms();
    let mut drawn: Vec<&str> = picture.lines().filter_map(|l| l.split_once("/ ")).map(|(room, _)| room).collect();
    checked.sort_unstable();
    drawn.sort_unstable();
    assert_eq!(drawn, checked);
    let architecture = page("docs/architecture.md");
    let sentence =
        architecture.split("<!-- rooms:end -->").nth(1).and_then(|rest| rest.split(" read no ").next()).unwrap();
    assert_eq!(sentence.split('`').skip(1).step_by(2).collect::<Vec<_>>(), table("const PURE"));
}

#[test]
fn the_readme_is_one_screen() {
    let lines = page("README.md").lines().count();
    assert!(lines <= README_LINES, "{lines} lines: move something to docs/");
}

/// The lines of a page's shell blocks, comments removed.
fn commands(text: &str) -> Vec<String> {
    let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines = blocks.flat_map(str::lines).map(|l| l.split('#').next().unwrap_or_default().trim().to_owned());
    lines.filter(|l| !l.is_empty()).collect()
}

/// A section of the README.
fn section(heading: &str) -> String {
    let text = page("README.md");
    text.split(&format!("## {heading}\n")).nth(1).unwrap().split("\n## ").next().unwrap().to_owned()
}

#[test]
fn the_quick_start_is_two_commands() {
    assert_eq!(commands(&section("Quick start")), ["cargo run --release -- demo", "cargo test"]);
}

#[test]
fn the_readme_shows_three_commands_and_five_keys_that_exist() {
    assert_eq!(commands(&section("Three commands")).len(), 3);
    let table = section("Five keys");
    let rows: Vec<&str> = table.lines().filter(|l| l.starts_with("| `")).collect();
    assert_eq!(rows.len(), 5);
    let known: Vec<String> = ACTIONS.iter().flat_map(|a| a.keys).map(|k| shown(k, false).to_string()).collect();
    for key in rows.iter().flat_map(|row| row.split('`').skip(1).step_by(2)) {
        assert!(known.iter().any(|k| k == key), "no action has the key {key}");
    }
}

#[test]
fn commands_parse() {
    let command = Cli::command();
    command.clone().debug_assert();
    for path in pages() {
        for line in commands(&page(&path)) {
            let own = line.replace("cargo run --release --", "deltamind");
            if own.starts_with("deltamind") {
                let parsed = command.clone().try_get_matches_from(own.split_whitespace());
                assert!(parsed.is_ok(), "{path}: {line}: {}", parsed.err().unwrap());
            }
        }
    }
}
