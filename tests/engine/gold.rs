//! Holds `train` and `eval` to their word: the same sessions give the same bytes, the counts are the scoreboard's, and
//! what cannot be read is said in one line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use deltamind::config::{Config, KnownNames};
use deltamind::lab::measure::measure;
use deltamind::lab::scoreboard::Score;
use deltamind::lab::train::Fold;
use deltamind::pipeline::Thresholds;
use deltamind::pipeline::clause::rules::RULES;
use deltamind::pipeline::scorer::{Family, Group, Weights};
use serde_json::Value;

use crate::labelled::{LABELLED, Labelled, folder, gold_file, names};

fn deltamind() -> Command {
    Command::new(env!("CARGO_BIN_EXE_deltamind"))
}

trait Ran {
    /// Runs the command, which must succeed, and returns its standard output.
    fn ok(&mut self) -> Output;
}

impl Ran for Command {
    fn ok(&mut self) -> Output {
        let out = self.output().unwrap();
        assert!(out.status.success(), "{self:?}: {}", String::from_utf8_lossy(&out.stderr));
        out
    }
}

/// Runs a command that must fail with `code` and returns its standard error.
fn failed(command: &mut Command, code: i32) -> String {
    let out = command.output().unwrap();
    assert_eq!(out.status.code(), Some(code), "{command:?}");
    String::from_utf8(out.stderr).unwrap()
}

/// The one line on stderr of a command that must fail with `code`.
fn complaint(command: &mut Command, code: i32) -> String {
    let said = failed(command, code);
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

#[test]
fn the_same_sessions_give_the_same_bytes_in_any_order() {
    let dir = tempfile::tempdir().unwrap();
    let (first, second) = (dir.path().join("a.bin"), dir.path().join("b.bin"));
    let files: Vec<PathBuf> = names().iter().take(4).map(|n| gold_file(n)).collect();
    let said = deltamind().arg("train").args(&files).arg("--out").arg(&first).ok();
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.starts_with("4 sessions, ") && said.lines().count() == 1, "{said}");
    deltamind().arg("train").args(files.iter().rev()).arg("--out").arg(&second).ok();
    let bytes = fs::read(&first).unwrap();
    assert!(bytes == fs::read(&second).unwrap());
    let header = Weights::from_bytes(&bytes).unwrap().header;
    assert_eq!(header.sessions, names()[..4]);
    assert_eq!(header.data.len(), 64);
    assert!(header.features > 0);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "nothing else is left behind");

    let turns = folder().join(format!("{}.turns.jsonl", names()[0]));
    let process = |more: &[&str]| deltamind().arg("process").arg(&turns).arg("--json").args(more).ok().stdout;
    assert!(process(&["--weights", first.to_str().unwrap()]) != process(&[]), "the file's weights are used");
}

#[test]
fn train_overwrites_weights_only_with_force() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("w.bin");
    fs::write(&out, "mine").unwrap();
    let train = |more: &[&str]| {
        let mut command = deltamind();
        command.arg("train").arg(gold_file("tide-clock-terse")).arg("--out").arg(&out).args(more);
        command
    };
    let said = complaint(&mut train(&[]), 1);
    assert!(said.contains("--force"), "{said}");
    assert_eq!(fs::read_to_string(&out).unwrap(), "mine");
    train(&["--force"]).ok();
    assert!(Weights::from_bytes(&fs::read(&out).unwrap()).is_ok());
}

#[test]
fn weights_too_large_are_refused_with_a_way_out() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("w.bin");
    let said = complaint(deltamind().arg("train").arg(folder()).args(["--least", "1"]).arg("--out").arg(&out), 1);
    assert!(said.contains("try --least"), "{said}");
    assert!(!out.exists());
}

#[test]
fn eval_prints_the_counts_of_the_scoreboard() {
    // Every third of them has each kind of line.
    let sessions: Vec<_> = LABELLED.iter().step_by(3).collect();
    let files: Vec<PathBuf> = sessions.iter().map(|one| gold_file(&one.gold.name)).collect();
    for held in [false, true] {
        let mut all = Score::default();
        for Labelled { gold, session, .. } in &sessions {
            all.absorb(measure(gold, session, held));
        }
        let flags: &[&str] = if held { &["--held"] } else { &[] };
        let run = |more: &[&str]| {
            let out = deltamind().arg("eval").args(&files).args(flags).args(more).ok();
            String::from_utf8(out.stdout).unwrap()
        };
        let json: Value = serde_json::from_str(&run(&["--json"])).unwrap();
        for (key, tally) in [("family", all.all), ("strict", all.strict)] {
            for (field, n) in
                [("emitted", tally.emitted), ("right", tally.right), ("must", tally.must), ("found", tally.found)]
            {
                assert_eq!(json[key][field], n, "{key} {field}");
            }
        }
        assert_eq!((json["trapsHit"].as_u64(), json["traps"].as_u64()), {
            (Some(all.traps.0 as u64), Some(all.traps.1 as u64))
        });
        assert_eq!(json["sessions"].as_array().unwrap().len(), files.len());
        let text = run(&["--dump"]);
        let t = all.all;
        let counts = format!("(emitted {}, right {}, must {}, found {})", t.emitted, t.right, t.must, t.found);
        assert!(text.contains(&counts), "{counts}");
        let lines = |head: &str| text.lines().filter(|l| l.starts_with(head)).count();
        assert_eq!((lines("TP "), lines("FP "), lines("MISS ")), (t.right, t.emitted - t.right, t.must - t.found));
        assert_eq!(lines("TRAP "), all.traps.0);
    }
}

#[test]
fn folds_train_without_their_test_sessions() {
    let files: Vec<PathBuf> = ["clinic-ops", "tide-clock-terse", "plant-shop-ui"].map(gold_file).to_vec();
    let out = deltamind().arg("eval").args(&files).args(["--folds", "session", "--json"]).ok();
    let json: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(json["sessions"].as_array().unwrap().len(), 3);
    let said = complaint(deltamind().arg("eval").arg(&files[0]).args(["--folds", "repo"]), 1);
    assert!(said.contains("nothing is left"), "{said}");
    assert_eq!((Fold::Repo.of("shop__a1"), Fold::Session.of("shop__a1")), ("shop", "shop__a1"));
}

/// A session of one turn with this labels file, in a folder of its own.
fn small(gold: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let turn = "{\"turnId\":\"t-1\",\"role\":\"user\",\"content\":\"We decided Postgres.\"}\n";
    fs::write(dir.path().join("small.turns.jsonl"), turn).unwrap();
    fs::write(dir.path().join("small.gold.json"), gold).unwrap();
    dir
}

fn label(turn: &str, level: &str, target: &str) -> String {
    format!(
        r#"{{"labels":[{{"id":"a","kind":"decision_made","turnId":"{turn}","quote":"We decided Postgres","level":"{level}","target":{target}}}]}}"#
    )
}

#[test]
fn unreadable_gold_files_are_reported_in_one_line() {
    let eval = |place: &Path| complaint(deltamind().arg("eval").arg(place), 1);
    assert!(eval(Path::new("no/such/folder")).contains("no/such/folder does not exist"));
    assert!(eval(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).contains("holds no *.gold.json"));
    assert!(eval(&Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).contains("no folder and no"));
    for (gold, says) in [
        (label("t-9", "must", "null"), "label a names turn t-9"),
        (label("t-1", "perhaps", "null"), "is of level \"perhaps\""),
        (label("t-1", "must", "\"b\""), "label a changes b"),
        ("{".to_owned(), "small.gold.json: "),
        ("{\"labels\":[{}]}".to_owned(), "missing field"),
    ] {
        let said = eval(small(&gold).path());
        assert!(said.contains(says), "{said}");
    }
    let dir = small(&label("t-1", "must", "null"));
    let twice = complaint(deltamind().arg("eval").arg(dir.path()).arg(dir.path()), 1);
    assert!(twice.contains("two sessions are called small"), "{twice}");
    fs::remove_file(dir.path().join("small.turns.jsonl")).unwrap();
    assert!(eval(dir.path()).contains("has no small.turns.jsonl beside it"));
    let cargo = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let said = complaint(deltamind().arg("eval").arg(folder()).arg("--weights").arg(cargo), 1);
    assert!(said.contains("not a weights file"), "{said}");
}

/// A written dialogue: two turns, a choice that is revised, and what stands at the end.
const SCRIPT: &str = r#"{"name":"greenhouse","turns":[
  {"turnId":"t-1","role":"user","content":"We decided SQLite for the sensor log."},
  {"turnId":"t-2","role":"assistant","content":"Noted."}],
 "expectedDeltas":[
  {"kind":"decision_made","id":"d-1","summary":"SQLite for the sensor log","sourceTurns":[{"turnId":"t-1"}]},
  {"kind":"task_closed","targetId":"t-7","resolution":"the pump is wired","sourceTurns":[{"turnId":"t-2"}]},
  {"kind":"task_opened","id":"t-7","summary":"wire the pump","sourceTurns":[{"turnId":"t-1"},{"turnId":"t-2"}]}],
 "expectedQueries":{"activeDecisionIds":["d-1"],"activeConstraintIds":[],"openTaskIds":["t-7"],"supersededIds":[]}}"#;

#[test]
fn written_dialogues_are_measured_like_labelled_sessions() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("greenhouse.json");
    fs::write(&file, SCRIPT).unwrap();
    for place in [dir.path(), &file] {
        let out = deltamind().arg("eval").arg(place).arg("--json").ok().stdout;
        let json: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(
            (json["family"]["emitted"].as_u64(), json["family"]["found"].as_u64()),
            (Some(1), Some(1)),
            "{json}"
        );
        assert_eq!(json["family"]["must"], 3);
        let decisions = &json["state"]["activeDecisions"];
        assert_eq!((decisions["right"].as_u64(), decisions["found"].as_u64()), (Some(1), Some(1)));
        assert_eq!(json["state"]["openTasks"]["wanted"], 1);
        assert_eq!(json["kinds"]["task_closed"]["must"], 1);
        let gate = &json["gate"]["must"];
        assert_eq!((gate["passed"].as_u64(), gate["turns"].as_u64()), (Some(1), Some(2)), "a nod holds nothing");
    }
    let broken = SCRIPT.replace("\"t-7\",\"resolution\"", "\"t-8\",\"resolution\"");
    fs::write(&file, broken).unwrap();
    assert!(complaint(deltamind().arg("eval").arg(&file), 1).contains("label x2 changes t-8, which is no label"));
}

#[test]
fn the_counts_of_eval_add_up() {
    let out = deltamind().arg("eval").arg(folder()).args(["--held", "--json"]).ok();
    let json: Value = serde_json::from_slice(&out.stdout).unwrap();
    let sum = |key: &str, field: &str| -> u64 {
        let all = &json[key];
        let values: Vec<&Value> =
            all.as_object().map_or_else(|| all.as_array().unwrap().iter().collect(), |o| o.values().collect());
        values.iter().map(|v| v[field].as_u64().unwrap()).sum()
    };
    for (key, whole) in [("families", "family"), ("kinds", "strict"), ("calibration", "family")] {
        for field in ["emitted", "right"] {
            assert_eq!(sum(key, field), json[whole][field], "{key} {field}");
        }
    }
    assert_eq!(sum("kinds", "found"), json["strict"]["found"]);
    for (key, whole) in [("duplicates", "duplicates"), ("canonized", "canonized"), ("wrongTarget", "wrongTarget")] {
        assert_eq!(sum("kinds", key), json[whole], "{key}");
    }
    let gate = &json["gate"];
    assert!(gate["must"]["turns"].as_u64() <= gate["any"]["turns"].as_u64());
    assert!(gate["must"]["recall"].as_f64().unwrap() >= 95.0, "{gate}");
}

#[test]
fn ablation_and_threshold_search_print_and_change_nothing() {
    let files: Vec<PathBuf> = ["tide-clock-terse", "plant-shop-ui"].map(gold_file).to_vec();
    let run = |more: &[&str]| {
        let out = deltamind().arg("eval").args(&files).args(more).ok();
        String::from_utf8(out.stdout).unwrap()
    };
    let json: Value = serde_json::from_str(&run(&["--ablate", "--json"])).unwrap();
    let names = |key: &str| -> Vec<String> {
        json[key].as_array().unwrap().iter().map(|r| r["without"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("features").len(), Group::ALL.len());
    assert_eq!(names("rules").len(), RULES.len());
    let changes = json["rules"].as_array().unwrap().iter().filter(|r| r["f1Held"] != 0.0).count();
    assert!(changes > 0 && changes < RULES.len(), "some rules matter here, not all: {changes}");
    let folds: Value = serde_json::from_str(&run(&["--folds", "session", "--held", "--json"])).unwrap();
    assert!((json["whole"]["f1Held"].as_f64().unwrap() - folds["family"]["f1"].as_f64().unwrap()).abs() < 0.1);

    let text = run(&["--tune"]);
    assert!(text.starts_with("| family | accept now |") && text.contains("Nothing was changed"), "{text}");
    let toml = text.split_once("config.toml:").unwrap().1;
    let families: Vec<&str> = Family::ALL.iter().map(|f| f.word()).collect();
    let (config, faults) = Config::parse(toml, KnownNames { themes: &[], families: &families, targets: &[] });
    assert_eq!(faults, []);
    assert!(!config.thresholds.is_empty() && Thresholds::faults(&config).is_empty(), "{toml}");
    let tuned: Value = serde_json::from_str(&run(&["--tune", "--precision", "100", "--json"])).unwrap();
    for (family, row) in tuned["families"].as_object().unwrap() {
        assert!(row["hold"]["f1"].as_f64() >= row["now"]["hold"]["f1"].as_f64().map(|f| f - 2.0), "{family}: {row}");
        assert!(row["accept"].is_null() || row["accept"]["precision"] == 100.0, "{family}: {row}");
    }
    complaint_of_usage(deltamind().arg("eval").args(&files).args(["--tune", "--ablate"]));
}

fn complaint_of_usage(command: &mut Command) {
    assert!(failed(command, 1).contains("cannot be used with"));
}

/// The statistics and the standard error of `process --json` on a labelled session with this `config.toml`.
fn stats_with(config: &str) -> (Value, String) {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("deltamind");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("config.toml"), config).unwrap();
    let mut command = deltamind();
    command
        .env("XDG_CONFIG_HOME", home.path())
        .arg("process")
        .arg(crate::labelled::folder().join("clinic-ops.turns.jsonl"));
    let out = command.arg("--json").ok();
    let stats = serde_json::from_slice::<Value>(&out.stdout).unwrap()["stats"].clone();
    (stats, String::from_utf8(out.stderr).unwrap())
}

#[test]
fn configured_thresholds_are_used_shown_and_checked() {
    let usual = stats_with("").0;
    let cautious = stats_with("[thresholds]\naccept = 1\n[thresholds.task]\naccept = 0.5\nhold = 0.25\n").0;
    assert_eq!(cautious["thresholds"]["decision"]["accept"], 1.0);
    let task = &cautious["thresholds"]["task"];
    assert_eq!((task["accept"].as_f64(), task["hold"].as_f64()), (Some(0.5), Some(0.25)));
    assert!(cautious["accepted"].as_u64() < usual["accepted"].as_u64(), "{cautious} {usual}");
    for (config, fault) in [
        ("[thresholds]\nhold = 0.9\n", "hold 0.90 lies above accept"),
        ("[thresholds.task]\naccept = 1.5\n", "config.toml:2:"),
    ] {
        let (stats, error) = stats_with(config);
        assert!(error.contains(fault), "{error}");
        assert_eq!(stats["thresholds"], usual["thresholds"], "a wrong threshold keeps its default");
    }
}

#[test]
fn process_gives_the_reason_of_each_item_in_words() {
    let out = deltamind().arg("process").arg(crate::labelled::folder().join("clinic-ops.turns.jsonl")).ok();
    let text = String::from_utf8(out.stdout).unwrap();
    let reasons = text.lines().filter(|l| l.contains("you said it; ")).count();
    assert!(reasons > 0, "{text}");
}
