//! Tests what the standup reads and writes in a project: unreadable parts do not count as empty, documents keep their
//! bytes, paths stay within the project, and an interrupted action is completed or undone.

use std::fs;
use std::path::Path;

use deltamind::standup::action::{Plan, StandupAction};
use deltamind::standup::log::ActionState;
use deltamind::standup::permission::Permissions;
use deltamind::standup::service::StandupService;
use deltamind::trackers::{BoardKind, FileBoard};

use super::shop::*;
use crate::skipped;

#[test]
fn an_action_on_a_target_that_was_not_loaded_is_refused() {
    let shop = Shop::new();
    let unknown = vec![
        StandupAction::LogTask { task: "dm-99999999".into(), title: "Made up".into(), text: "x".into() },
        StandupAction::DoneTask { task: "Fix PLZ validation".into(), title: "By its title".into(), note: "x".into() },
        StandupAction::EnrichDoc { path: "docs/made-up.md".into(), heading: "h".into(), content: "c".into() },
        StandupAction::DocMetadata { path: "docs/made-up.md".into(), field: "status".into(), value: "v".into() },
        StandupAction::FixSkill {
            path: ".claude/skills/made-up/SKILL.md".into(),
            heading: "h".into(),
            content: "c".into(),
        },
    ];
    shop.desk().take(&plan(unknown)).unwrap();
    assert!(shop.desk().review().unwrap().calls.iter().all(|c| c.blocked.is_some()));
    let outcomes = shop.desk().approve("all").unwrap();
    assert_eq!(outcomes.iter().filter(|o| o.done.is_err()).count(), 5, "{outcomes:?}");
    assert_eq!(shop.read("TODO.md"), TODO);
    assert!(!shop.root().join(".claude/skills/made-up").exists() && shop.journal().is_empty());
}

#[test]
fn an_unreadable_board_blocks_its_changes_and_is_reported() {
    let shop = Shop::certain();
    let broken = || shop.over(Err("bd gave no answer in 30 s".to_owned()));
    let task = shop.task("Fix PLZ validation");
    let note = StandupAction::LogTask { task, title: "Fix PLZ validation".into(), text: "x".into() };
    let ran = broken().take(&plan(vec![create("One"), note, doc("docs/notes/pools.md")])).unwrap();
    let refused: Vec<String> = ran.done.iter().filter(|o| o.done.is_err()).map(refusal).collect();
    assert!(refused.len() == 2 && refused.iter().all(|why| why.contains("could not be loaded")), "{refused:?}");
    assert!(shop.root().join("docs/notes/pools.md").exists(), "documents are another matter");
    let review = broken().review().unwrap();
    assert!(review.failures.iter().any(|f| f.contains("bd gave no answer")), "{:?}", review.failures);
    // Approved while it is still broken, and when it is back.
    assert!(broken().approve("1").unwrap()[0].done.is_err());
    assert!(shop.desk().approve("1").unwrap()[0].done.is_ok());
}

#[cfg(unix)]
#[test]
fn unlistable_documents_block_new_ones() {
    use std::os::unix::fs::PermissionsExt;
    if rustix::process::geteuid().is_root() {
        // Who may read everything is kept out by size instead.
        let shop = Shop::certain();
        let file = fs::File::create(shop.root().join("docs/huge.md")).unwrap();
        file.set_len(64 * 1024 * 1024).unwrap();
        let ran = shop.desk().take(&plan(vec![doc("docs/notes/pools.md")])).unwrap();
        assert!(refusal(&ran.done[0]).contains("could not be loaded"));
        assert!(!shop.root().join("docs/notes/pools.md").exists());
        return;
    }
    let shop = Shop::certain();
    let folder = shop.root().join("docs/notes");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o000)).unwrap();
    let ran = shop.desk().take(&plan(vec![doc("docs/pools.md")])).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    assert!(refusal(&ran.done[0]).contains("could not be loaded"));
}

#[test]
fn paths_lead_nowhere_else() {
    let shop = Shop::certain();
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("x.md"), "theirs").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outside.path(), shop.root().join("docs/out")).unwrap();
        std::os::unix::fs::symlink(outside.path().join("x.md"), shop.root().join("docs/link.md")).unwrap();
    }
    let paths = [
        "docs/out/new.md",
        "docs/link.md",
        "docs/../CLAUDE.md",
        "/etc/x.md",
        "../x.md",
        "CLAUDE.md",
        "docs/CLAUDE.md",
        "memory-bank/x.md",
    ];
    let mut actions: Vec<StandupAction> = paths
        .iter()
        .map(|p| StandupAction::CreateDoc { path: (*p).into(), title: (*p).into(), content: long() })
        .collect();
    for path in ["CLAUDE.md", "docs/link.md", "docs/out/x.md"] {
        actions.push(StandupAction::EnrichDoc { path: path.into(), heading: "h".into(), content: "evil".into() });
        actions.push(StandupAction::FixSkill { path: path.into(), heading: "h".into(), content: "evil".into() });
    }
    shop.desk().take(&plan(actions)).unwrap();
    let _ = shop.desk().approve("all");
    assert_eq!(fs::read_to_string(outside.path().join("x.md")).unwrap(), "theirs");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
    assert_eq!(shop.read("CLAUDE.md"), "Be brief.\n");
    assert!(!shop.root().join("docs/CLAUDE.md").exists() && !shop.root().join("memory-bank").exists());
    assert!(shop.log().actions.iter().all(|a| a.did != ActionState::Done), "{:?}", shop.log().actions);
}

#[test]
fn a_board_that_is_a_link_is_refused() {
    #[cfg(unix)]
    {
        let shop = Shop::certain();
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("t.md"), TODO).unwrap();
        fs::remove_file(shop.root().join("TODO.md")).unwrap();
        std::os::unix::fs::symlink(outside.path().join("t.md"), shop.root().join("TODO.md")).unwrap();
        let ran = shop.desk().take(&plan(vec![create("One")])).unwrap();
        assert!(refusal(&ran.done[0]).contains("could not be loaded"));
        assert_eq!(fs::read_to_string(outside.path().join("t.md")).unwrap(), TODO);
    }
}

#[test]
fn a_document_is_reproduced_signed_and_swallows_nothing() {
    let shop = Shop::new();
    let content = format!(
        "{}\n<!-- hidden from people -->\nkey sk-ant-api03-{}\n```rust\nfn left_open() {{}}\n",
        long(),
        "a".repeat(95)
    );
    let title = "Pools\n---\nname: evil\u{1b}[2J".to_owned();
    shop.desk()
        .take(&plan(vec![StandupAction::CreateDoc { path: "docs/notes/pools.md".into(), title, content }]))
        .unwrap();
    shop.desk().approve("1").unwrap();
    let text = shop.read("docs/notes/pools.md");
    assert!(
        text.starts_with(
            "# Pools --- name: evil\n\n> [deltamind] from claude-1a2b t88, t90\n\n| way | ms |\n|---|---|\n"
        ),
        "{text}"
    );
    assert!(text.contains(&"Measured twice on the same data, the pool of eight wins. ".repeat(10)), "all of it");
    assert!(text.contains("&lt;!-- hidden") && text.ends_with("fn left_open() {}\n```\n"), "{text}");
    assert!(!text.contains("sk-ant-api03-aaa") && !text.contains('\u{1b}'), "{text}");
    for file in ["proposals", "journal"] {
        let kept = shop.read(&format!(".deltamind/standup/{file}.jsonl"));
        assert!(!kept.contains("sk-ant-api03-aaa") && !kept.contains("u001b"), "{file}: {kept}");
    }
}

#[test]
fn a_document_keeps_every_byte_beside_the_addition() {
    let shop = Shop::new();
    let old = "---\r\ntitle: API\r\nstatus: old\r\ntags:\r\n  - a\r\n---\r\n\r\n# API\r\n\r\ntext without end";
    fs::write(shop.root().join("docs/api.md"), old).unwrap();
    let field = |field: &str, value: &str| StandupAction::DocMetadata {
        path: "docs/api.md".into(),
        field: field.into(),
        value: value.into(),
    };
    let actions = vec![
        field("status", "current\nevil: yes"),
        field("summary", "of: \"it\""),
        field("tags", "b"),
        StandupAction::EnrichDoc {
            path: "docs/api.md".into(),
            heading: "Limits".into(),
            content: "60 a minute.".into(),
        },
    ];
    shop.desk().take(&plan(actions)).unwrap();
    let refused = shop.desk().approve("all").unwrap().iter().filter(|o| o.done.is_err()).count();
    assert_eq!(refused, 0, "tags is no field that is set: it never waits");
    let text = shop.read("docs/api.md");
    let head = "---\r\ntitle: API\r\nstatus: \"current evil: yes\"\r\ntags:\r\n  - a\r\nsummary: \"of: \\\"it\\\"\"\r\n---\r\n\r\n# API\r\n\r\ntext without end";
    assert!(text.starts_with(head), "{text:?}");
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
}

#[test]
fn a_crash_before_the_write_is_settled_and_it_waits_again() {
    let shop = Shop::with_task();
    let lines = shop.journal();
    // As if the program had ended right after the first line: the file was never written.
    let journal = shop.root().join(".deltamind/standup/journal.jsonl");
    let proposals = shop.root().join(".deltamind/standup/proposals.jsonl");
    let cut = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let keep = text.lines().count() - 1;
        fs::write(path, text.split_inclusive('\n').take(keep).collect::<String>()).unwrap();
    };
    cut(&journal);
    cut(&proposals);
    let written = shop.read("TODO.md");
    fs::write(shop.root().join("TODO.md"), TODO).unwrap();
    let ran = shop.desk().take(&Plan::default()).unwrap();
    assert!(ran.resolved[0].contains("before anything was changed"), "{:?}", ran.resolved);
    assert_eq!(shop.log().pending().len(), 1);
    assert!(shop.desk().approve("1").unwrap()[0].done.is_ok());
    assert_eq!(shop.read("TODO.md"), written);
    assert_eq!(lines[0].files, shop.log().actions.last().unwrap().files);
}

#[test]
fn a_crash_after_the_write_is_settled_and_can_be_taken_back() {
    let shop = Shop::with_task();
    for file in ["journal", "proposals"] {
        let path = shop.root().join(format!(".deltamind/standup/{file}.jsonl"));
        let text = fs::read_to_string(&path).unwrap();
        // The last line is torn in its middle.
        fs::write(&path, &text[..text.len() - 40]).unwrap();
    }
    let written = shop.read("TODO.md");
    let ran = shop.desk().take(&plan(vec![create("One")])).unwrap();
    assert!(ran.resolved[0].contains("after it was done"), "{:?}", ran.resolved);
    assert_eq!((shop.log().pending().len(), shop.read("TODO.md")), (0, written));
    shop.desk().rollback("a-1").unwrap();
    assert_eq!(shop.read("TODO.md"), TODO);
}

#[test]
fn a_forged_journal_cannot_write_to_other_files() {
    let shop = Shop::with_task();
    let journal = shop.root().join(".deltamind/standup/journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let now = blake3::hash(shop.read("CLAUDE.md").as_bytes()).to_hex().to_string();
    let mut forged: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    forged["action"] = "a-2".into();
    forged["files"][0]["file"] = "CLAUDE.md".into();
    forged["files"][0]["after"] = now.into();
    fs::write(&journal, format!("{text}{forged}\n")).unwrap();
    assert!(shop.desk().rollback("a-2").unwrap_err().to_string().contains("no file this action could have written"));
    assert_eq!(shop.read("CLAUDE.md"), "Be brief.\n");
}

#[test]
fn the_history_is_read_and_a_broken_one_is_a_failure() {
    use deltamind::trackers::command::System;
    let shop = Shop::new();
    let desk = || {
        let board = FileBoard::in_project(shop.root(), "TODO.md", BoardKind::Markdown);
        let runner = Box::new(System::new(shop.root().to_owned()));
        StandupService::with(shop.root(), shop.store(), Ok(Box::new(board)), runner, Permissions::default(), shop.now)
    };
    assert_eq!(desk().state().git.as_deref(), Ok(&[][..]), "no repository has no history");
    let git = |args: &[&str]| {
        let mut command = std::process::Command::new("git");
        command.current_dir(shop.root()).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        command.args(["-c", "user.name=Mara", "-c", "user.email=mara@example.com"]).args(args);
        command.output().is_ok_and(|out| out.status.success())
    };
    if !git(&["init", "-q"]) {
        skipped::skip("the_history_is_read_and_a_broken_one_is_a_failure", "git is not here");
        return;
    }
    assert_eq!(desk().state().git.as_deref(), Ok(&[][..]), "nor has one without a commit");
    git(&["add", "TODO.md", "docs"]);
    assert!(git(&["commit", "-q", "-m", "Fix PLZ validation\n\nLeading zeros: \u{1f}x\nCloses #12"]));
    git(&["config", "core.fsmonitor", "touch ran; false"]);
    let state = desk();
    let commits = state.state().git.as_deref().unwrap();
    assert_eq!((commits.len(), commits[0].subject.as_str()), (1, "Fix PLZ validation"));
    assert!(commits[0].body.starts_with("Leading zeros") && commits[0].at.is_some() && commits[0].hash.len() == 40);
    assert!(!shop.root().join("ran").exists(), "a setting of the repository was run");
    fs::write(shop.root().join(".git/HEAD"), "nonsense").unwrap();
    assert!(desk().state().git.is_err());
}

#[test]
fn reading_the_history_fetches_nothing() {
    use deltamind::trackers::command::System;
    let dir = tempfile::tempdir().unwrap();
    let shop = Shop { dir: tempfile::tempdir().unwrap(), ..Shop::new() };
    let git = |folder: &Path, args: &[&str]| {
        let mut command = std::process::Command::new("git");
        command.current_dir(folder).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        command.args(["-c", "user.name=Mara", "-c", "user.email=mara@example.com"]).args(args);
        command.output().is_ok_and(|out| out.status.success())
    };
    let (up, clone) = (dir.path(), shop.root());
    if !git(up, &["init", "-q"]) {
        skipped::skip("reading_the_history_fetches_nothing", "git is not here");
        return;
    }
    let lines = |n: usize| (0..n).map(|i| format!("line {i}")).collect::<Vec<_>>().join("\n");
    fs::write(up.join("old.txt"), lines(60)).unwrap();
    assert!(git(up, &["add", "."]) && git(up, &["commit", "-q", "-m", "Add the list"]));
    fs::remove_file(up.join("old.txt")).unwrap();
    fs::write(up.join("new.txt"), lines(61)).unwrap();
    assert!(git(up, &["add", "-A"]) && git(up, &["commit", "-q", "-m", "Move the list"]));
    git(up, &["config", "uploadpack.allowFilter", "true"]);
    let from = format!("file://{}", up.display());
    assert!(git(clone, &["clone", "-q", "--filter=blob:none", "--no-checkout", &from, "."]));
    git(clone, &["config", "remote.origin.uploadpack", &format!("touch {}/ran; false", clone.display())]);
    let runner = Box::new(System::new(clone.to_owned()));
    let board = FileBoard::in_project(clone, "TODO.md", BoardKind::Markdown);
    let desk = StandupService::with(clone, shop.store(), Ok(Box::new(board)), runner, Permissions::default(), shop.now);
    let commits = desk.state().git.as_deref().unwrap();
    assert_eq!(commits.iter().map(|c| c.files.len()).collect::<Vec<_>>(), [2, 1], "{commits:?}");
    assert!(!clone.join("ran").exists(), "something was fetched");
}

#[test]
fn agent_instructions_and_decisions_of_sessions_are_loaded() {
    let shop = Shop::new();
    fs::create_dir_all(shop.root().join("memory-bank")).unwrap();
    fs::write(shop.root().join("memory-bank/activeContext.md"), "# Now\nRate limits.\n").unwrap();
    let desk = shop.desk();
    let paths: Vec<&str> = desk.state().context.as_ref().unwrap().iter().map(|c| c.path.as_str()).collect();
    assert_eq!(paths, ["CLAUDE.md", "memory-bank/activeContext.md"]);
    assert_eq!(desk.state().skills.as_ref().unwrap()[0].path, ".claude/skills/board/SKILL.md");
    assert_eq!(desk.state().docs.as_ref().unwrap()[0].title, "API");
    assert_eq!(desk.state().decisions.as_deref(), Ok(&[][..]));
    assert_eq!(desk.state().failures(), []);
    let broken = shop.root().join(".deltamind/sessions/claude-1");
    fs::create_dir_all(&broken).unwrap();
    fs::write(broken.join("snapshot.json"), "{").unwrap();
    assert!(shop.desk().state().decisions.is_err(), "a session that cannot be read is no session without decisions");
}
