//! Tests how hooks are installed into agents' settings, listed and taken out again.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::hooks::Talk;

#[test]
fn hook_settings_are_changed_only_on_request_and_restored_by_uninstall() {
    let project = Talk::new();
    let file = project.path().join(".claude/settings.local.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let before = "{\n  \"model\": \"opus\"\n}\n";
    fs::write(&file, before).unwrap();
    let out = project.run(&["hook", "install"]);
    assert_eq!(out.status.code(), Some(1), "nobody said yes");
    assert!(String::from_utf8_lossy(&out.stdout).contains("hook SessionStart"));
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    project.out(&["hook", "install", "--yes"]);
    let settings: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(settings["hooks"].as_object().unwrap().len(), 5);
    assert!(project.out(&["hook", "status"]).contains("SessionStart, UserPromptSubmit, Stop, PreCompact, SessionEnd"));
    assert!(project.out(&["hook", "install", "--yes"]).contains("already"));
    project.out(&["hook", "uninstall", "--yes"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
}

/// The bytes of the project's settings of Claude Code.
fn settings_of(project: &Talk) -> Option<Vec<u8>> {
    fs::read(project.path().join(".claude/settings.local.json")).ok()
}

#[test]
fn uninstalling_restores_the_settings_to_the_byte() {
    for before in
        [None, Some(""), Some("\n"), Some("{}"), Some("{\"hooks\": {}}\n"), Some("{\n  \"hooks\": {\"Stop\": []}\n}")]
    {
        let project = Talk::new();
        if let Some(text) = before {
            project.write(".claude/settings.local.json", text);
        }
        let said = project.out(&["hook", "install", "--agent", "claude", "--yes"]);
        assert!(said.contains(" written; "), "{said}");
        let settings: Value = serde_json::from_slice(&settings_of(&project).unwrap()).unwrap();
        assert_eq!(settings["hooks"].as_object().unwrap().len(), 5, "{before:?}");
        let said = project.out(&["hook", "uninstall", "--agent", "claude", "--yes"]);
        assert!(said.contains("removed") && !said.contains("written"), "{said}");
        assert_eq!(settings_of(&project).as_deref(), before.map(str::as_bytes), "{before:?}");
        assert_eq!(project.path().join(".claude").exists(), before.is_some(), "a folder that was made is removed");
    }
}

#[test]
fn a_program_of_another_name_installs_once_and_uninstalls() {
    let project = Talk::new();
    let other = project.dir.path().join("dm");
    let own = project.command(&[]).get_program().to_owned();
    if fs::hard_link(&own, &other).is_err() {
        fs::copy(&own, &other).unwrap();
    }
    let run = |program: &std::ffi::OsStr, what: &str| {
        let mut command = Command::new(program);
        command.args(["hook", what, "--agent", "claude", "--yes"]).current_dir(project.path()).env_clear();
        let out = command.env("HOME", project.home()).stdin(Stdio::null()).output().unwrap();
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).unwrap()
    };
    for (first, then) in [(own.as_os_str(), other.as_os_str()), (other.as_os_str(), own.as_os_str())] {
        run(first, "install");
        let settings = settings_of(&project);
        assert!(run(then, "install").contains("installed already"));
        assert_eq!(settings_of(&project), settings, "nothing twice");
        run(then, "uninstall");
        assert_eq!(settings_of(&project), None);
    }
}

#[test]
fn installing_several_times_at_once_installs_once() {
    for _ in 0..3 {
        let project = Talk::new();
        let install = || project.command(&["hook", "install", "--agent", "claude", "--yes"]);
        let all: Vec<_> =
            (0..4).map(|_| install().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()).collect();
        let done = all.into_iter().map(|mut child| child.wait().unwrap().success()).filter(|ok| *ok).count();
        assert!(done > 0);
        let settings: Value = serde_json::from_slice(&settings_of(&project).unwrap()).unwrap();
        for event in ["SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd"] {
            assert_eq!(settings["hooks"][event].as_array().map(Vec::len), Some(1), "{settings}");
        }
        let left = fs::read_dir(project.path().join(".claude")).unwrap().count();
        assert_eq!(left, 1, "no temporary file is left");
    }
}

#[cfg(unix)]
#[test]
fn no_umask_opens_a_file_to_others() {
    use std::os::unix::fs::PermissionsExt;
    for umask in ["000", "077"] {
        let project = Talk::new();
        let program = project.command(&[]).get_program().to_owned();
        let transcript = project.transcript().display().to_string();
        let memories = project.claude_folder(&project.path()).join("memory");
        fs::create_dir_all(&memories).unwrap();
        project.save();
        let id = project.suggested("PostgreSQL")["id"].as_str().unwrap().to_owned();
        for args in [
            &["hook", "install", "--agent", "claude", "--yes"][..],
            &["save", "--from", &transcript],
            &["--log", "../log.txt", "doctor"],
            &["memory", "approve", &id, "--yes", "--target", "claude"],
            &["standup", "run"],
        ] {
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("umask {umask}; exec \"$0\" \"$@\"")]).arg(&program).args(args);
            shell.current_dir(project.path()).env_clear().env("HOME", project.home()).env("PATH", "/usr/bin:/bin");
            let out = shell.stdin(Stdio::null()).output().unwrap();
            assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
        }
        let mode = |path: &std::path::Path| fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777;
        let mut folders = vec![project.path().join(".deltamind"), project.home().join(".local/state/deltamind")];
        let settings = project.path().join(".claude");
        assert_eq!(mode(&settings) & 0o022, 0, "{umask}");
        assert_eq!(mode(&settings.join("settings.local.json")) & 0o022, 0, "{umask}");
        while let Some(folder) = folders.pop() {
            assert_eq!(mode(&folder), 0o700, "{umask}: {}", folder.display());
            for path in fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()) {
                if path.is_dir() {
                    folders.push(path);
                } else {
                    assert_eq!(mode(&path), 0o600, "{umask}: {}", path.display());
                }
            }
        }
        assert_eq!(mode(&project.dir.path().join("log.txt")) & 0o022, 0, "{umask}");
        let written: Vec<_> = fs::read_dir(&memories).unwrap().map(|e| e.unwrap().path()).collect();
        assert_eq!(written.len(), 2, "{written:?}");
        assert!(written.iter().all(|path| mode(path) & 0o022 == 0), "{umask}");
    }
}

#[test]
fn codex_has_a_file_of_its_own() {
    let project = Talk::new();
    fs::create_dir_all(project.home().join(".codex")).unwrap();
    let file = project.path().join(".codex/hooks.json");
    // Codex is the one agent used here, so it is the one that is meant.
    let said = project.out(&["hook", "install", "--yes"]);
    assert!(said.contains("trusted") && said.contains("hook SessionStart --agent codex"), "{said}");
    let settings: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(settings.as_object().unwrap().len(), 1, "nothing beside hooks is understood there");
    let events: Vec<&String> = settings["hooks"].as_object().unwrap().keys().collect();
    assert_eq!(events, ["PreCompact", "SessionStart", "Stop", "UserPromptSubmit"]);
    assert!(!project.path().join(".claude").exists());
    let status = project.out(&["hook", "status"]);
    assert!(status.contains("Codex does not run the hooks in"), "nobody trusted them there: {status}");
    fs::write(project.home().join(".codex/config.toml"), "[features]\nhooks = false\n").unwrap();
    let status = project.json(&["hook", "status"]);
    assert_eq!(status["settings"].as_array().unwrap().len(), 2);
    assert!(status["notes"]["codex"][1].as_str().unwrap().contains("switched off"), "{status}");
    project.out(&["hook", "uninstall", "--yes"]);
    assert!(!file.parent().unwrap().exists(), "it was made by us and holds nothing else");
    project.out(&["hook", "install", "--agent", "codex", "--user", "--yes"]);
    assert!(project.home().join(".codex/hooks.json").exists() && !file.exists());
}

#[test]
fn the_status_says_where_no_agent_is_given_the_context() {
    let project = Talk::new();
    project.save();
    let status = || project.out(&["hook", "status", "--agent", "claude"]);
    assert!(status().contains("no agent is given anything; with hooks, the next session is given "), "{}", status());
    project.out(&["hook", "install", "--agent", "claude", "--yes"]);
    assert!(status().ends_with(" characters\n") && !status().contains("no agent"), "{}", status());
}

#[cfg(unix)]
#[test]
fn unreadable_settings_are_reported_in_their_row() {
    let project = Talk::new();
    project.save();
    let folder = project.home().join(".claude");
    fs::create_dir_all(&folder).unwrap();
    fs::write(project.dir.path().join("dotfile"), "{}").unwrap();
    std::os::unix::fs::symlink(project.dir.path().join("dotfile"), folder.join("settings.json")).unwrap();
    let status = project.out(&["hook", "status"]);
    assert!(status.contains("symbolic link") && status.contains("settings.local.json: not installed"), "{status}");
    let home = project.home().display().to_string();
    assert!(status.contains("~/.claude/settings.json: ") && !status.contains(&home), "paths begin at home: {status}");
    let rows = project.json(&["hook", "status"]);
    assert_eq!(rows["settings"].as_array().unwrap().iter().filter(|r| r["error"].is_string()).count(), 1, "{rows}");
}
