//! Holds that the README tells the truth: its generated blocks are current, its pictures exist, its commands parse.
//! `UPDATE=1 cargo test --test readme` writes the blocks anew.
#![allow(clippy::unwrap_used, clippy::panic)]

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
use deltamind::tui::actions::{ACTIONS, Scope};
use deltamind::tui::keymap::shown;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).unwrap()
}

/// A text as a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}

fn keys() -> String {
    let mut out = "| key | what it does | where |\n|---|---|---|\n".to_owned();
    let main = |s: Scope| {
        matches!(s, Scope::Everywhere | Scope::Panes | Scope::Items | Scope::Unsure | Scope::Memory | Scope::Standup)
    };
    for action in ACTIONS.iter().filter(|a| main(a.scope)) {
        let keys: Vec<String> = action.keys.iter().map(|k| format!("`{}`", cell(&shown(k)))).collect();
        writeln!(out, "| {} | {} | {} |", keys.join(" "), cell(action.help), action.scope.word()).unwrap();
    }
    out
}

/// What a kind of change says, in the README's words. A kind without words does not compile.
fn says(kind: DeltaKind) -> &'static str {
    match kind {
        DeltaKind::GoalSet => "what the session is trying to achieve",
        DeltaKind::DecisionMade => "a choice that was settled; what was not chosen is kept beside it",
        DeltaKind::DecisionRevised => "another choice in its place: a new version on the same chain",
        DeltaKind::ConstraintAdded => "a rule, a limit, something that must or must never be",
        DeltaKind::ConstraintRevised => "a rule made looser, stricter or different",
        DeltaKind::TaskOpened => "work with an end",
        DeltaKind::TaskClosed => "that work done, or given up",
        DeltaKind::FactLearned => "something found out that stays true; risks, dependencies and deliverables too",
        DeltaKind::HypothesisIntroduced => "a guess or an open question: never a decision by itself",
        DeltaKind::BranchCreated => "alternatives side by side, unsettled",
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
    writeln!(out, "| laws of the ledger | {} | `{id}` | {} |", CHECKS.len(), cell(says)).unwrap();
    out
}

/// The README with the block `name` replaced.
fn with_block(text: &str, name: &str, content: &str) -> String {
    let (begin, end) = (format!("<!-- {name}:begin -->\n"), format!("<!-- {name}:end -->"));
    let (before, rest) = text.split_once(&begin).unwrap_or_else(|| panic!("no block {name}"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("block {name} does not end"));
    format!("{before}{begin}{content}{end}{after}")
}

#[test]
fn generated_blocks_are_current() {
    let old = readme();
    let blocks = [
        ("keys", keys()),
        ("kinds", kinds()),
        ("formats", formats()),
        ("rules", rules()),
        ("models", deltamind::llm::policy::table()),
    ];
    let new = blocks.iter().fold(old.clone(), |text, (name, content)| with_block(&text, name, content));
    if std::env::var_os("UPDATE").is_some() {
        // Renamed into place: the other tests of this file read it meanwhile.
        let beside = root().join("target/README.new");
        fs::write(&beside, new).unwrap();
        fs::rename(beside, root().join("README.md")).unwrap();
    } else {
        assert!(old == new, "the README's tables are old; UPDATE=1 cargo test --test readme writes them anew");
    }
}

/// The TOML of the block `name`.
fn example(name: &str) -> String {
    let text = readme();
    let block = text.split(&format!("<!-- {name}:begin -->\n```toml\n")).nth(1).unwrap_or_else(|| panic!("no {name}"));
    block.split("```").next().unwrap().to_owned()
}

#[test]
fn examples_of_settings_have_no_fault() {
    use deltamind::config::{ConfigFiles, SettingsFile};
    let file = |name: &str| SettingsFile { path: name.into(), text: example(name) };
    let files = ConfigFiles {
        config: Some(file("config")),
        keymap: Some(file("keymap")),
        themes: vec![file("theme")],
        faults: Vec::new(),
    };
    let settings = deltamind::tui::UserSettings::of(&files);
    assert_eq!(settings.faults, []);
    assert!(settings.themes.get("sea").is_some() && settings.config.theme.as_deref() == Some("gruvbox"));
}

#[test]
fn the_example_of_a_model_has_no_fault() {
    use deltamind::config::{Config, Known, Measured, Provider};
    let (config, faults) = Config::parse(&example("model-config"), Known { themes: &[], families: &[], targets: &[] });
    assert_eq!((faults, config.model.provider), (Vec::new(), Provider::OpenAi));
    assert_eq!(config.model.measured["mistral:7b"], Measured::Safe);
}

#[test]
fn pictures_exist() {
    let text = readme();
    let pictures: Vec<&str> = text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(pictures.iter().any(|p| p.starts_with("screenshots/")));
    for picture in pictures.iter().filter(|p| !p.contains("://")) {
        assert!(root().join(picture).is_file(), "{picture} is not there");
    }
}

/// The lines of the README's shell blocks, comments cut.
fn commands(text: &str) -> Vec<String> {
    let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines = blocks.flat_map(str::lines).map(|l| l.split('#').next().unwrap_or_default().trim().to_owned());
    lines.filter(|l| !l.is_empty()).collect()
}

#[test]
fn the_quick_start_is_two_commands() {
    let text = readme();
    let start = text.split("## Quick start").nth(1).unwrap().split("\n## ").next().unwrap();
    assert_eq!(commands(start), ["cargo run --release -- demo", "cargo test"]);
}

#[test]
fn commands_parse() {
    let command = Cli::command();
    command.clone().debug_assert();
    for line in commands(&readme()) {
        let own = line.replace("cargo run --release --", "deltamind");
        if own.starts_with("deltamind") {
            let parsed = command.clone().try_get_matches_from(own.split_whitespace());
            assert!(parsed.is_ok(), "{line}: {}", parsed.err().unwrap());
        }
    }
}
