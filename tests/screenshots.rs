//! Holds that the pictures under `screenshots/` are what the program draws of the demo session.
//! `.ci/screenshots` draws them anew.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::Command;

/// (name, size, theme, keys).
const PICTURES: &[(&str, &str, &str, &str)] = &[
    ("side", "60x32", "dark", ""),
    ("wide", "160x42", "dark", ""),
    ("chain", "100x30", "dark", "4"),
    ("light", "100x30", "light", "5"),
];

fn draw(size: &str, theme: &str, keys: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deltamind"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["watch", "fixtures/demo/session.jsonl"]);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("frame.svg");
    let drawn = command.args(["--frame", size, "--theme", theme, "--keys", keys, "--out"]).arg(&out).output().unwrap();
    assert!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
    fs::read_to_string(out).unwrap()
}

#[test]
fn the_pictures_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("screenshots");
    let update = std::env::var_os("UPDATE").is_some();
    let mut stale = Vec::new();
    for (name, size, theme, keys) in PICTURES {
        let path = folder.join(format!("{name}.svg"));
        let drawn = draw(size, theme, keys);
        if fs::read_to_string(&path).is_ok_and(|old| old == drawn) {
            continue;
        }
        if update {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, drawn).unwrap();
        } else {
            stale.push(*name);
        }
    }
    assert!(stale.is_empty(), "not what the program draws: {stale:?}; run .ci/screenshots and look at them");
}
