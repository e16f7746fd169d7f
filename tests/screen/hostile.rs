//! Hostile text in every place a transcript has, and every byte looked at that leaves the program: on the terminal,
//! on stdout and stderr of each command, in exported files, on the clipboard.
#![cfg(unix)]

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use portable_pty::CommandBuilder;
use serde_json::{Value, json};

use crate::terminal::{PROGRAM, Pane};
use crate::trials::sampled_variants;

/// Texts that do harm where they are printed as they are.
const HARM: &[&str] = &[
    "\u{1b}]52;c;SEFSTQ==\u{7}",
    "\u{1b}]52;c;SEFSTQ==\u{1b}\\",
    "\u{9d}52;c;SEFSTQ==\u{9c}",
    "\u{1b}]0;owned\u{7}",
    "\u{1b}]8;;http://harm.example\u{1b}\\link\u{1b}]8;;\u{1b}\\",
    "\u{1b}[2J\u{1b}[H\u{1b}[?1049l",
    "\u{1b}[31m\u{1b}[5mred",
    "\u{9b}2J\u{9b}31m",
    "\u{1b}P1$r0m\u{1b}\\\u{90}q\u{9c}",
    "\u{1b}_apc\u{1b}\\\u{1b}^pm\u{1b}\\\u{1b}Xsos\u{1b}\\",
    "\u{1b}c\u{1b}(0\u{e}\u{f}",
    "\u{1b}]0;never ends",
    "\u{1b}[",
    "\u{1b}",
    "\u{0}\u{7}\u{8}\u{b}\u{c}\u{7f}",
    "safe\rEVIL",
    "\u{85}\u{84}\u{8d}",
    "\u{202e}gnp.exe\u{202c}\u{2066}x\u{2069}\u{200f}\u{61c}",
    "ad\u{200b}min\u{2060}\u{feff}\u{ad}\u{180e}",
    "\u{e0049}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}\u{e007f}",
    "\u{3164}\u{115f}\u{1160}\u{ffa0}",
    "\u{2028}\u{2029}\u{fff9}\u{fffb}",
    "x\u{fe00}\u{e0100}",
    "z\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}\u{30a}\u{30b}\u{30c}\u{30d}\u{30e}\u{30f}",
];

/// Secrets, in pieces so that none stands in a source file; and the part of each that must be seen nowhere.
fn secrets() -> Vec<(String, &'static str)> {
    vec![
        (["AK", "IAQYLPMN5HHHFPZAM2"].concat(), "QYLPMN5HHHFPZAM2"),
        (["gh", "p_zK4mQ8rT2vX6yB1nD5fG9hJ3kL7pS0wE4uRa"].concat(), "zK4mQ8rT2vX6yB1nD5fG9"),
        (
            [
                "sk-ant-",
                "api03-",
                "q7Rk2ZxW9mTb4Vn8LcHs6JdP1FgYu3Ea5ToQi0KlSvBnMwXzRrDdCcVvBb_QaWsEdRf-TgYhUjIkOlPzXcVbNmAsDfGhAA",
            ]
            .concat(),
            "q7Rk2ZxW9mTb4Vn8LcHs",
        ),
        (["pass", "word = \"t7Kp9vXq2LmZr4Wd\""].concat(), "t7Kp9vXq2LmZr4Wd"),
        (["https://bob:", "h8Jk3mPq7ZxT", "@db.example/x"].concat(), "h8Jk3mPq7ZxT"),
    ]
}

/// All of the harm and a secret, after words that make an item of them.
fn bad(words: &str) -> String {
    let secret = secrets().into_iter().map(|(s, _)| s).collect::<Vec<_>>().join(" , ");
    HARM.iter().fold(format!("{words} {secret} "), |all, harm| all + harm + " tail ")
}

/// A short one, for names and ids.
fn name(word: &str) -> String {
    format!("{word}\u{1b}]52;c;SEFSTQ==\u{7}\u{9b}31m\u{202e}\u{200b}\u{e0041}\n\r\u{8}x")
}

/// A transcript with harm in every field that anything might show.
fn transcript() -> Vec<u8> {
    let (mut out, mut n, mut parent) = (Vec::new(), 0, Value::Null);
    let mut put = |kind: &str, message: Value, more: Value| {
        n += 1;
        let uuid = format!("{}-{n}", name("u"));
        let mut record = json!({
            "type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": name("session"), "cwd": name("/home/dev/"),
            "version": name("2"), "gitBranch": name("main"), "timestamp": format!("2026-05-04T09:{:02}:00Z", n % 60),
            "message": message,
        });
        for (key, value) in more.as_object().unwrap() {
            record[key] = value.clone();
        }
        parent = json!(uuid);
        writeln!(out, "{record}").unwrap();
    };
    let none = || json!({});
    let user = |text: String| json!({"role": "user", "content": text});
    let agent = |blocks: Value| json!({"id": name("msg"), "model": name("m"), "role": "assistant", "type": "message", "content": blocks});
    for words in ["let's use SQLite for", "we must never deploy", "I want to ship", "TODO: write", "maybe we could try"]
    {
        put("user", user(bad(words)), none());
        let said = bad("I suggest to use Redis. Should we use a queue or a table?\n\n- option one\n- option");
        put("assistant", agent(json!([{"type": "text", "text": said}])), none());
    }
    for harm in HARM {
        put("user", user(format!("let's use {harm} for the cache, never {harm} in tests")), none());
        put("assistant", agent(json!([{"type": "text", "text": format!("ok, {harm}. I fixed {harm}")}])), none());
    }
    let todos = json!({"todos": [
        {"content": bad("one"), "status": "pending", "activeForm": bad("doing")},
        {"content": bad("two"), "status": name("completed"), "activeForm": ""},
    ]});
    let command = format!("git commit -m '{}'", bad("message"));
    let asked = json!({"questions": [
        {"question": bad("which?"), "header": name("h"), "options": [{"label": bad("a"), "description": bad("b")}]},
    ]});
    for (tool, input) in [
        ("TodoWrite", todos),
        ("Bash", json!({"command": command, "description": bad("d")})),
        ("Edit", json!({"file_path": name("/x/"), "old_string": bad("o"), "new_string": bad("n")})),
        ("ExitPlanMode", json!({"plan": bad("# Plan\n- use Kafka")})),
        ("AskUserQuestion", asked),
    ] {
        let id = name(tool);
        put("assistant", agent(json!([{"type": "tool_use", "id": id, "name": tool, "input": input}])), none());
        let result =
            json!([{"type": "tool_result", "tool_use_id": id, "content": bad("[main 1a2b3c4] out"), "is_error": true}]);
        put("user", json!({"role": "user", "content": result}), json!({"toolUseResult": {"stdout": bad("out")}}));
        let other = json!([{"type": "tool_use", "id": name("t"), "name": name("Tool"), "input": {"x": bad("y")}}]);
        put("assistant", agent(other), none());
    }
    // Bytes that are no UTF-8, a surrogate that has no other half, damage, and a line without an end.
    out.extend(b"{\"type\":\"user\",\"uuid\":\"v\",\"message\":{\"role\":\"user\",\"content\":\"we use \xff\xfe\xc2 \xed\xa0\x80 for it\"}}\n");
    out.extend(b"{\"type\":\"user\",\"uuid\":\"w\",\"message\":{\"role\":\"user\",\"content\":\"we use \\ud83d and \\u001b]52;c;QQ==\\u0007\"}}\n");
    out.extend("\u{1b}]52;c;SEFSTQ==\u{7}{\"type\":\"user\"\n".bytes());
    let last = user(bad("let's use the last one"));
    write!(out, "{}", json!({"type": "user", "uuid": "last", "parentUuid": parent, "message": last})).unwrap();
    out
}

/// A folder whose name does harm, and in it a transcript whose name does.
struct Place {
    _dir: tempfile::TempDir,
    folder: PathBuf,
    file: PathBuf,
}

fn place() -> Place {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().canonicalize().unwrap().join(os(b"f\x1b]52;c;SEFSTQ==\x07\n\xe2\x80\xae\xff"));
    fs::create_dir(&folder).unwrap();
    let file = folder.join(os(b"t\x1b[31m\xc2\x9b2J\xe2\x80\x8b\r\x08\xfe.jsonl"));
    fs::write(&file, transcript()).unwrap();
    Place { _dir: dir, folder, file }
}

fn os(bytes: &[u8]) -> OsString {
    OsString::from_vec(bytes.to_vec())
}

/// Text that reached a person: no control character but line ends, nothing hidden, no pile of marks, no secret.
fn check_text(place: &str, bytes: &[u8]) {
    let text =
        std::str::from_utf8(bytes).unwrap_or_else(|e| panic!("{place}: {e}: {:?}", near(bytes, e.valid_up_to())));
    let mut marks = 0;
    for (at, c) in text.char_indices() {
        let hidden = matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}');
        assert!(c == '\n' || !c.is_control() && !hidden, "{place}: {c:?} in {:?}", near(bytes, at));
        marks = if matches!(c, '\u{300}'..='\u{36f}') { marks + 1 } else { 0 };
        assert!(marks <= 8, "{place}: a pile of marks");
    }
    for (_, part) in secrets() {
        assert!(!text.contains(part), "{place}: the secret {part}");
    }
}

fn near(bytes: &[u8], at: usize) -> String {
    String::from_utf8_lossy(&bytes[at.saturating_sub(60)..(at + 60).min(bytes.len())]).into_owned()
}

/// Every string within, as a program that reads the JSON gets it.
fn check_json(place: &str, value: &Value) {
    match value {
        Value::String(text) => check_text(place, text.as_bytes()),
        Value::Array(list) => list.iter().for_each(|v| check_json(place, v)),
        Value::Object(map) => map.iter().for_each(|(k, v)| {
            check_text(place, k.as_bytes());
            check_json(place, v);
        }),
        _ => {}
    }
}

/// What a terminal got: text, and the sequences we send and no other. Returns what was put on the clipboard.
fn check_terminal(bytes: &[u8]) -> Vec<Vec<u8>> {
    let (mut text, mut copied, mut at) = (Vec::new(), Vec::new(), 0);
    while at < bytes.len() {
        match bytes[at..] {
            [0x1b, b'[', ref rest @ ..] => {
                let length = rest.iter().position(|b| (0x40..=0x7e).contains(b)).unwrap() + 1;
                let sequence = String::from_utf8(rest[..length].to_vec()).unwrap();
                assert!(is_ours(&sequence), "CSI {sequence:?} near {:?}", near(bytes, at));
                at += 2 + length;
                // Where the cursor goes elsewhere, a word ends.
                if !sequence.ends_with('m') {
                    text.push(b'\n');
                }
            }
            [0x1b, b']', ref rest @ ..] => {
                let length = rest.iter().position(|b| *b == 7).unwrap();
                let payload =
                    rest[..length].strip_prefix(b"52;c;").unwrap_or_else(|| panic!("OSC {:?}", near(bytes, at)));
                copied.push(STANDARD.decode(payload).unwrap());
                at += 3 + length;
            }
            [b'\r', ..] => at += 1,
            [byte, ..] => {
                text.push(byte);
                at += 1;
            }
            [] => {}
        }
    }
    check_text("terminal", &text);
    copied
}

/// Moves, erasures, graphic renditions, and the modes the program switches: alternate screen, cursor, paste,
/// synchronized output.
fn is_ours(sequence: &str) -> bool {
    let (parameters, end) = sequence.split_at(sequence.len() - 1);
    if let Some(mode) = parameters.strip_prefix('?') {
        return matches!(mode, "1000" | "1004" | "1006" | "1049" | "25" | "2004" | "2026") && matches!(end, "h" | "l");
    }
    let numbers = parameters.bytes().all(|b| b.is_ascii_digit() || b == b';' || b == b':');
    // 5 and 6 blink, 8 hides: no role of ours does.
    let plain = !parameters.split(';').take(1).any(|p| matches!(p, "5" | "6" | "8"));
    numbers && (matches!(end, "A" | "B" | "C" | "D" | "G" | "H" | "J" | "K") || end == "m" && plain)
}

fn run(args: &[&OsStr], within: &Path) -> std::process::Output {
    let out = Command::new(PROGRAM).args(args).current_dir(within).env("HOME", within).output().unwrap();
    check_text(&format!("stderr of {args:?}"), &out.stderr);
    out
}

#[test]
fn nothing_hostile_reaches_stdout_stderr_or_a_file() {
    let place = place();
    let file = place.file.as_os_str();
    let plain = |args: &[&str]| {
        let args: Vec<&OsStr> = args.iter().map(|a| if *a == "FILE" { file } else { OsStr::new(a) }).collect();
        run(&args, &place.folder)
    };
    let out = plain(&["process", "FILE"]);
    assert!(out.status.success() && out.stdout.len() > 1000);
    check_text("process", &out.stdout);
    let out = plain(&["process", "FILE", "--json"]);
    check_text("process --json", &out.stdout);
    let report: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert!(report["items"].as_array().is_some_and(|items| items.len() > 10));
    check_json("process --json", &report);
    let keys =
        ["", "2", "3", "4", "5", "6", "7", "7 k k k", "?", "e", "x", "E", "/ text:use", "enter", "j enter", "T 7"];
    for (keys, trial) in keys.into_iter().zip(0..) {
        for size in sampled_variants(&["60x40", "80x24", "160x45", "30x10"], trial) {
            let text = plain(&["watch", "FILE", "--frame", size, "--keys", keys]);
            check_text(&format!("frame {keys}"), &text.stdout);
        }
    }
    for name in ["x.svg", "x.txt"] {
        assert!(plain(&["watch", "FILE", "--frame", "160x45", "--out", name]).status.success());
        check_text(name, &fs::read(place.folder.join(name)).unwrap());
    }
    // What is asked wrongly, or is not there, is named on stderr.
    let harm = os(b"no\x1b]52;c;SEFSTQ==\x07\x9b\xc2\x9b31m\xe2\x80\xae\n.jsonl");
    let asked: &[&[&str]] = &[
        &["process", "HARM"],
        &["watch", "HARM", "--frame", "80x24"],
        &["watch", "FILE", "--frame", "HARM"],
        &["watch", "FILE", "--frame", "80x24", "--keys", "HARM"],
        &["watch", "FILE", "--frame", "80x24", "--out", "HARM/HARM"],
        &["process", "FILE", "--weights", "HARM"],
        &["process", "FILE", "--batch", "HARM"],
        &["eval", "HARM"],
        &["train", "HARM", "--out", "HARM"],
        &["--theme", "HARM"],
        &["HARM"],
        &["--HARM"],
    ];
    for args in asked {
        let fill = |a: &str| match a {
            "FILE" => file.to_owned(),
            a => OsString::from_vec(replace(a.as_bytes(), b"HARM", harm.as_bytes())),
        };
        let args: Vec<OsString> = args.iter().map(|a| fill(a)).collect();
        let out = run(&args.iter().map(OsString::as_os_str).collect::<Vec<_>>(), &place.folder);
        assert!(!out.status.success(), "{args:?}");
        check_text("stdout", &out.stdout);
    }
}

fn replace(text: &[u8], what: &[u8], by: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with(what) {
            out.extend_from_slice(by);
            at += what.len();
        } else {
            out.push(text[at]);
            at += 1;
        }
    }
    out
}

#[cfg(unix)]
#[test]
fn nothing_hostile_reaches_the_terminal_the_clipboard_or_an_export() {
    let place = place();
    let mut command = CommandBuilder::new(PROGRAM);
    command.args([OsStr::new("watch"), place.file.as_os_str(), OsStr::new("--no-save"), OsStr::new("--no-model")]);
    command.cwd(&place.folder);
    let mut pane = Pane::start(command, &[("COLORTERM", "truecolor")]);
    pane.until("○ idle");
    for (columns, rows) in [(80, 24), (60, 40), (160, 45), (30, 10)] {
        pane.resize(columns, rows);
        for key in ["1", "2", "3", "4", "5", "6", "7"] {
            pane.press(key);
            pane.press("jjj\r");
            pane.read();
            pane.press("GJJkkk");
            pane.read();
        }
    }
    pane.resize(160, 45);
    pane.press("1");
    pane.until("▸ Decisions");
    // A search for what is hostile, typed and pasted.
    pane.press("/");
    pane.press(&format!("\x1b[200~{}\x1b[201~", HARM.concat().replace('\u{1b}', "")));
    pane.press("\r");
    pane.until("▸ Decisions");
    pane.press("y");
    pane.until("copied");
    pane.press("e");
    pane.until("tokens");
    pane.press("y");
    pane.until("copied");
    pane.until("▸ Decisions");
    pane.press("ew");
    pane.until("CONTEXT.md");
    pane.press("\x15out.md\r");
    pane.until("wrote");
    // The unfinished last line, then what becomes of the file.
    pane.press("7G");
    pane.until("provisional");
    let link = place.folder.join("next");
    fs::write(&link, transcript()).unwrap();
    fs::rename(&link, &place.file).unwrap();
    pane.until("○ idle");
    fs::remove_file(&place.file).unwrap();
    pane.until("gone");
    fs::create_dir(&place.file).unwrap();
    pane.until("unreadable");
    pane.quit();
    let copied = check_terminal(&pane.raw);
    assert_eq!(copied.len(), 2, "what was copied by key, and nothing else");
    for text in &copied {
        check_text("clipboard", text);
    }
    let export = fs::read(place.folder.join("out.md")).unwrap();
    assert!(export.len() > 100);
    check_text("export", &export);
}
