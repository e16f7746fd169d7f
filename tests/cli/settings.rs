//! Tests the settings folder with real processes: settings apply, every fault is reported at once, the rest still works.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const SESSION: &str = "fixtures/demo/session.jsonl";

/// A settings folder with these files.
fn settings(files: &[(&str, &str)]) -> TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join("deltamind/themes")).unwrap();
    for (name, text) in files {
        fs::write(home.path().join("deltamind").join(name), text).unwrap();
    }
    home
}

fn run(home: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deltamind"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("XDG_CONFIG_HOME", home).args(args).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn without_files_the_defaults_are_in_force() {
    let home = settings(&[]);
    let path = run(home.path(), &["config", "path"]);
    assert_eq!(out(&path).trim(), home.path().join("deltamind").to_str().unwrap());
    let shown = run(home.path(), &["config", "show"]);
    assert_eq!(shown.status.code(), Some(0));
    assert!(out(&shown).lines().all(|line| line.starts_with("# ")), "{}", out(&shown));
}

#[test]
fn the_output_of_config_show_is_a_config() {
    let home = settings(&[("config.toml", "theme = \"gruvbox\"\nmouse = true\n[thresholds.task]\naccept = 0.6\n")]);
    let shown = out(&run(home.path(), &["config", "show"]));
    assert!(shown.contains("theme = \"gruvbox\"\nmouse = true\n# follow = false"), "{shown}");
    fs::write(home.path().join("deltamind/config.toml"), &shown).unwrap();
    assert_eq!(out(&run(home.path(), &["config", "show"])), shown);
}

#[test]
fn model_settings_are_shown_and_read_back() {
    let shown = |home: &TempDir| out(&run(home.path(), &["config", "show"]));
    let plain = shown(&settings(&[]));
    let lines = [
        "# model.enabled = true ",
        "# model.name = \"gemma2:9b\" ",
        "# model.provider = \"ollama\"",
        "# model.url = \"http://127.0.0.1:11434\"",
        "# model.command = []",
        "# model.key-env = \"\"",
        "# model.context = 8192",
    ];
    for line in lines {
        assert!(plain.lines().any(|l| l.starts_with(line)), "{line}: {plain}");
    }
    let model = "[model]\nenabled = true\nname = \"phi4:14b\"\nprovider = \"openai\"\nkey-env = \"MY_KEY\"\n\
                 context = 16384\ncommand = [\"claude\", \"-p\"]\nurl = \"http://me:hunter2secret@127.0.0.1:8080\"\n\
                 tokens-per-hour = 1000\n[model.measured]\n\"mistral:7b\" = \"safe\"\n";
    let home = settings(&[("config.toml", model)]);
    let told = shown(&home);
    for line in
        ["model.name = \"phi4:14b\"", "model.provider = \"openai\"", "model.measured.\"mistral:7b\" = \"modest\""]
    {
        assert!(told.lines().any(|l| l == line), "{line}: {told}");
    }
    assert!(!told.contains("hunter2secret") && !told.contains("# model."), "{told}");
    fs::write(home.path().join("deltamind/config.toml"), &told).unwrap();
    assert_eq!(shown(&home), told);
}

#[test]
fn every_fault_of_every_file_is_reported_at_once_and_stops_nothing() {
    let home = settings(&[
        ("config.toml", "theme = \"mine\"\nmouse = 3\nwindow = 1\n"),
        ("keymap.toml", "search = \"ctrl-f\"\nhelp = \"q\"\nfly = \"x\"\n"),
        ("themes/mine.toml", "inherits = \"dark\"\n[roles]\nshout = {}\n"),
    ]);
    let shown = run(home.path(), &["config", "show"]);
    assert_eq!(shown.status.code(), Some(1));
    let told = err(&shown);
    let places = ["config.toml:2: ", "config.toml:3: ", "keymap.toml:2: ", "keymap.toml:3: ", "themes/mine.toml:3: "];
    assert_eq!(told.lines().count(), places.len(), "{told}");
    for (line, place) in told.lines().zip(places) {
        assert!(line.contains(place), "{line}");
    }
    let folder = home.path().join(".config");
    std::fs::create_dir_all(folder.join("deltamind")).unwrap();
    std::fs::write(folder.join("deltamind/config.toml"), "mouse = 3\n").unwrap();
    for args in [["config", "show"].as_slice(), &["themes"], &["keys"]] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_deltamind"));
        let shown = command.env_clear().env("HOME", home.path()).current_dir(home.path()).args(args).output().unwrap();
        let told = out(&shown) + &err(&shown);
        assert!(told.contains("~/.config/deltamind/config.toml:1: "), "{args:?}: {told}");
    }
    let frame = run(home.path(), &["watch", SESSION, "--frame", "60x24", "--keys", "ctrl-f"]);
    assert_eq!(frame.status.code(), Some(0));
    assert!(out(&frame).contains(" find "), "the keymap's good lines count: {}", out(&frame));
    assert_eq!(err(&frame).lines().count(), places.len());
    let frame = run(home.path(), &["watch", SESSION, "--frame", "80x24"]);
    assert!(out(&frame).contains("5 faults in the settings"), "{}", out(&frame));
}

#[test]
fn thresholds_apply_to_the_screen_and_to_process() {
    let home = settings(&[("config.toml", "[thresholds.decision]\naccept = 1.0\nhold = 0.9\n")]);
    // A session in which the scorer, to which thresholds apply, decides something.
    let scored = "fixtures/labelled/invoice-plan-review.turns.jsonl";
    let standing = |home: &Path| {
        let json: serde_json::Value =
            serde_json::from_slice(&run(home, &["process", scored, "--json"]).stdout).unwrap();
        json["stats"]["accepted"].as_u64().unwrap()
    };
    let plain = settings(&[]);
    assert!(standing(home.path()) < standing(plain.path()));
    let counts =
        |home: &Path| out(&run(home, &["watch", scored, "--frame", "60x24"])).lines().nth(1).unwrap().to_owned();
    assert_ne!(counts(home.path()), counts(plain.path()));
}

#[test]
fn themes_and_keys_are_listed_as_they_are_set() {
    let home = settings(&[
        ("themes/sea.toml", "name = \"sea\"\ninherits = \"catppuccin-mocha\"\n"),
        ("keymap.toml", "filter = [\"ctrl-l\"]\n"),
    ]);
    let themes = out(&run(home.path(), &["themes"]));
    assert!(themes.lines().any(|l| l.trim().starts_with("sea ") && l.ends_with("yours")), "{themes}");
    let keys = out(&run(home.path(), &["keys"]));
    assert!(keys.lines().any(|l| l.starts_with("filter ") && l.contains(" ctrl-l ")), "{keys}");
    let unknown = run(home.path(), &["watch", SESSION, "--frame", "9x9", "--theme", "pink"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(err(&unknown).contains("there are dark, ") && err(&unknown).contains("sea"), "{}", err(&unknown));
}

#[test]
fn completions_and_manual_know_every_command() {
    use clap::CommandFactory;
    let home = settings(&[]);
    let command = deltamind::cli::Cli::command();
    let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    let page = out(&run(home.path(), &["man"]));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(home.path(), &["completions", shell]);
        assert_eq!(script.status.code(), Some(0), "{shell}");
        for name in &names {
            assert!(out(&script).contains(name), "{shell}: {name}");
        }
    }
    for name in names {
        assert!(page.contains(&format!("deltamind\\-{}", name.replace('-', "\\-"))), "{name}");
        let own = run(home.path(), &["man", name]);
        assert!(out(&own).contains(".SH OPTIONS") || out(&own).contains(".SH SUBCOMMANDS"), "{name}: {}", out(&own));
    }
    assert_eq!(out(&run(home.path(), &["--version"])), format!("deltamind {}\n", env!("CARGO_PKG_VERSION")));
}
