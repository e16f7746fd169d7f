//! Finding sessions: by the directory inside the file, the newest by its last dated entry, sub-agents apart; and all
//! that a home directory may hold besides.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use deltamind::transcript::discover::{Env, Lister, NewSessions, Places, newest_main, of_project};
use deltamind::transcript::{DiscoverError, SessionFile, SessionKind};

use crate::homes;
use crate::homes::{Claude, codex, put};

fn env(home: &Path) -> Env {
    Env { home: Some(home.to_owned()), ..Env::default() }
}

fn places(home: &Path) -> Places {
    Places::from_env(&env(home))
}

fn list(home: &Path) -> Vec<SessionFile> {
    Lister::new(places(home)).list("2026-02-10T00:00:00Z".parse().unwrap()).sessions
}

fn ids(sessions: &[SessionFile]) -> Vec<&str> {
    sessions.iter().map(|s| s.id.as_str()).collect()
}

#[test]
fn the_newest_main_session_of_the_directory_wins() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let app = |stem: &str, last: &str, sidechain| Claude { stem, last, sidechain, ..Claude::default() }.write(home);
    app("aaaa", "2026-02-01T10:00:00Z", false);
    app("bbbb", "2026-02-03T10:00:00Z", false);
    app("agent-cccc", "2026-02-09T10:00:00Z", true);
    app("dddd", "2026-02-09T10:00:00Z", true);
    let below =
        Claude { slug: "-w-app/aaaa/subagents", stem: "eeee", last: "2026-02-09T10:00:00Z", ..Claude::default() };
    below.write(home);
    codex(home, "0001", "/w/app", "2026-02-02T10:00:00Z", r#""cli""#, "");
    codex(home, "0002", "/w/app", "2026-02-07T10:00:00Z", r#"{"subagent":"review"}"#, "");
    let found = newest_main(Path::new("/w/app"), &places(home)).unwrap();
    assert_eq!(found.id, "claude-bbbb");
    assert_eq!(found.last_entry.unwrap().to_string(), "2026-02-03T10:00:00Z");
    // A directory below the project has no session of its own.
    assert_eq!(newest_main(Path::new("/w/app/src"), &places(home)).unwrap().id, "claude-bbbb");
    codex(home, "0003", "/w/app", "2026-02-04T10:00:00Z", r#""cli""#, "");
    assert_eq!(newest_main(Path::new("/w/app"), &places(home)).unwrap().id, "codex-0003");
    // A fork is led by a person, who goes on in it.
    codex(home, "0004", "/w/app", "2026-02-05T10:00:00Z", r#""cli""#, r#""forked_from_id":"0003","#);
    assert_eq!(newest_main(Path::new("/w/app"), &places(home)).unwrap().id, "codex-0004");
}

/// `/w/my-app`, `/w/my_app`, `/w/my.app` and `/w/my/app` share one folder.
#[test]
fn a_folder_name_is_no_project() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let write = |stem: &str, cwd: &str| Claude { slug: "-w-my-app", stem, cwd, ..Claude::default() }.write(home);
    write("aaaa", "/w/my-app");
    write("bbbb", "/w/my_app");
    write("cccc", "/w/my.app");
    write("dddd", "/w/my/app");
    // Versions differ in what they make of the same directory.
    Claude { slug: "-w-my_app", stem: "eeee", cwd: "/w/my_app", last: "2026-02-02T10:00:00Z", ..Claude::default() }
        .write(home);
    for (cwd, id) in [("/w/my-app", "aaaa"), ("/w/my_app", "eeee"), ("/w/my.app", "cccc"), ("/w/my/app", "dddd")] {
        assert_eq!(newest_main(Path::new(cwd), &places(home)).unwrap().id, format!("claude-{id}"));
    }
    let all = list(home);
    let here = Path::new("/");
    let of = |named: &str| all.iter().filter(|s| of_project(named, here)(s)).count();
    assert_eq!((of("/w/my_app"), of("my_app"), of("w"), of("/w"), of("app"), of("/w/my")), (2, 2, 5, 5, 1, 1));
}

#[test]
fn a_modification_time_proves_nothing() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let old = Claude { stem: "aaaa", last: "2026-02-01T10:00:00Z", ..Claude::default() }.write(home);
    let new = Claude { stem: "bbbb", last: "2026-02-05T10:00:00Z", ..Claude::default() }.write(home);
    let touch = |path: &Path, back: u64| {
        let at = SystemTime::now() - Duration::from_secs(back);
        File::options().write(true).open(path).unwrap().set_modified(at).unwrap();
    };
    // The newest talk was copied from elsewhere long ago; the old session's mode was changed just now.
    touch(&new, 10_000_000);
    touch(&old, 0);
    assert_eq!(newest_main(Path::new("/w/app"), &places(home)).unwrap().id, "claude-bbbb");
    assert_eq!(ids(&list(home)), ["claude-bbbb", "claude-aaaa"]);
}

#[test]
fn a_second_list_sees_changed_and_removed_files() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let mut lister = Lister::new(places(home));
    let now = "2026-02-10T00:00:00Z".parse().unwrap();
    let mut session = Claude::default();
    let path = session.write(home);
    assert_eq!(lister.list(now).sessions.len(), 1);
    session.last = "2026-02-09T23:55:00.000Z";
    session.write(home);
    let again = lister.list(now).sessions;
    assert!(again[0].live && again[0].last_entry.unwrap().to_string() == "2026-02-09T23:55:00Z");
    fs::remove_file(path).unwrap();
    codex(home, "0001", "/w/app", "2026-02-02T10:00:00Z", r#""cli""#, "");
    assert_eq!(ids(&lister.list(now).sessions), ["codex-0001"]);
}

#[test]
fn new_sessions_are_reported_once_they_can_be_identified() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    Claude::default().write(home);
    let mut newcomers = NewSessions::since_now(places(home));
    let ids = |n: &mut NewSessions| n.poll().into_iter().map(|s| s.id).collect::<Vec<_>>();
    assert!(ids(&mut newcomers).is_empty());
    let late = Claude { stem: "bbbb", ..Claude::default() };
    let path = home.join(".claude/projects/-w-app/bbbb.jsonl");
    put(&path, r#"{"type":"file-history-snapshot","messageId":"m","snapshot":{}}"#);
    assert!(ids(&mut newcomers).is_empty());
    put(&path, &late.text());
    assert_eq!(ids(&mut newcomers), ["claude-bbbb"]);
    assert!(ids(&mut newcomers).is_empty());
    // In folders that were not there before, and one that leads round.
    codex(home, "0001", "/w/app", "2026-02-02T10:00:00Z", r#""cli""#, "");
    #[cfg(unix)]
    std::os::unix::fs::symlink(home.join(".claude/projects"), home.join(".claude/projects/-w-app/round")).unwrap();
    Claude { slug: "-w-x/bbbb/subagents", stem: "agent-cccc", ..Claude::default() }.write(home);
    let mut found = ids(&mut newcomers);
    found.sort();
    assert_eq!(found, ["claude-agent-cccc", "codex-0001"]);
    assert!(ids(&mut newcomers).is_empty());
}

#[test]
fn variables_move_the_places() {
    let home = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    let (home, other) = (home.path(), other.path());
    Claude { stem: "aaaa", ..Claude::default() }.write(home);
    put(&home.join(".config/claude/projects/-w-app/bbbb.jsonl"), &Claude { stem: "bbbb", ..Claude::default() }.text());
    put(&other.join("projects/-w-app/cccc.jsonl"), &Claude { stem: "cccc", ..Claude::default() }.text());
    put(&other.join("x/claude/projects/-w-app/dddd.jsonl"), &Claude { stem: "dddd", ..Claude::default() }.text());
    let mut env = env(home);
    let listed = |env: &Env| {
        let all = Lister::new(Places::from_env(env)).list(jiff::Timestamp::UNIX_EPOCH).sessions;
        let mut ids: Vec<String> = all.into_iter().map(|s| s.id).collect();
        ids.sort();
        ids
    };
    assert_eq!(listed(&env), ["claude-aaaa", "claude-bbbb"]);
    env.variables.insert("XDG_CONFIG_HOME", other.join("x").into());
    assert_eq!(listed(&env), ["claude-aaaa", "claude-dddd"]);
    let dirs = format!("{}, {}", other.display(), home.join(".claude").display());
    env.variables.insert("CLAUDE_CONFIG_DIR", dirs.into());
    assert_eq!(listed(&env), ["claude-aaaa", "claude-cccc"]);
}

#[test]
fn subagents_and_forks_are_recognised() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    Claude { last: "2026-02-01T10:00:00Z", ..Claude::default() }.write(home);
    let agent = Claude { slug: "-w-app/aaaa/subagents", stem: "agent-bbbb", sidechain: true, ..Claude::default() };
    Claude { last: "2026-02-05T10:00:00Z", ..agent }.write(home);
    let fork = Claude { stem: "cccc", last: "2026-02-04T10:00:00Z", ..Claude::default() };
    let text = fork.text().replace("\"uuid\"", r#""forkedFrom":{"sessionId":"aaaa","messageUuid":"m"},"uuid""#);
    put(&home.join(".claude/projects/-w-app/cccc.jsonl"), &text);
    codex(home, "0001", "/w/x", "2026-02-03T10:00:00Z", r#""cli""#, "");
    codex(home, "0002", "/w/x", "2026-02-02T10:00:00Z", r#"{"subagent":"review"}"#, r#""parent_thread_id":"0001","#);
    put(&home.join(".claude/projects/-w-app/empty.jsonl"), "");
    let got: Vec<_> = list(home).into_iter().map(|s| (s.id, s.kind, s.parent)).collect();
    let want = [
        ("claude-agent-bbbb", SessionKind::Subagent, Some("claude-bbbb")),
        ("claude-cccc", SessionKind::Fork, Some("claude-aaaa")),
        ("codex-0001", SessionKind::Main, None),
        ("codex-0002", SessionKind::Subagent, Some("codex-0001")),
        ("claude-aaaa", SessionKind::Main, None),
    ];
    assert_eq!(got, want.map(|(id, kind, parent)| (id.to_owned(), kind, parent.map(str::to_owned))));
}

#[test]
fn long_first_and_last_lines_are_read_far_enough() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let session = Claude::default();
    let noise = format!(r#"{{"type":"summary","summary":"{}","leafUuid":"x"}}"#, "s".repeat(300_000));
    put(&home.join(".claude/projects/-w-app/aaaa.jsonl"), &format!("{noise}\n{}{noise}\n", session.text()));
    let long = codex(home, "0001", "/w/x", "2026-02-03T10:00:00Z", r#""cli""#, "");
    let text =
        fs::read_to_string(&long).unwrap().replace("\"text\":\"", &format!("\"text\":\"{}", "y".repeat(2 << 20)));
    fs::write(&long, text).unwrap();
    let all = list(home);
    assert_eq!(ids(&all), ["codex-0001", "claude-aaaa"]);
    assert_eq!(all.iter().map(|s| s.project.as_deref().unwrap()).collect::<Vec<_>>(), ["/w/x", "/w/app"]);
    assert!(all.iter().all(|s| s.started.is_some()));
}

#[test]
fn a_torn_or_glued_end_does_not_hide_the_date_before() {
    let home = tempfile::tempdir().unwrap();
    let path = Claude::default().write(home.path());
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text + "{\"type\":\"user\",\"timestamp\":\"2026-02-0").unwrap();
    assert_eq!(list(home.path())[0].last_entry.unwrap().to_string(), "2026-02-01T10:00:00Z");
}

#[test]
fn a_persons_title_of_a_session_precedes_the_agents() {
    let home = tempfile::tempdir().unwrap();
    let path = Claude::default().write(home.path());
    let text = fs::read_to_string(&path).unwrap();
    let ai = r#"{"type":"ai-title","aiTitle":"Choose a store","sessionId":"aaaa"}"#;
    fs::write(&path, format!("{text}{ai}\n")).unwrap();
    assert_eq!(list(home.path())[0].title.as_deref(), Some("Choose a store"));
    let own = r#"{"type":"custom-title","customTitle":"stores","sessionId":"aaaa"}"#;
    fs::write(&path, format!("{text}{own}\n{ai}\n")).unwrap();
    assert_eq!(list(home.path())[0].title.as_deref(), Some("stores"));
}

#[cfg(unix)]
#[test]
fn links_pipes_and_unreadable_files_hold_nothing_up() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let one = Claude::default().write(home);
    let root = home.join(".claude/projects");
    // Links that lead round, to nothing, and twice to the same file.
    symlink(&root, root.join("-w-app/round")).unwrap();
    symlink("nowhere", root.join("-w-app/nowhere.jsonl")).unwrap();
    symlink("self.jsonl", root.join("-w-app/self.jsonl")).unwrap();
    // A project kept elsewhere is found through its link.
    let away = put(&home.join("away/bbbb.jsonl"), &Claude { stem: "bbbb", ..Claude::default() }.text());
    symlink(away.parent().unwrap(), root.join("-away")).unwrap();
    // The whole place under a second name.
    fs::create_dir_all(home.join(".config")).unwrap();
    symlink(home.join(".claude"), home.join(".config/claude")).unwrap();
    // A folder and a pipe named like sessions.
    fs::create_dir_all(root.join("-w-app/folder.jsonl")).unwrap();
    let pipe = root.join("-w-app/pipe.jsonl");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // Names that are no UTF-8.
    fs::create_dir_all(root.join(OsStr::from_bytes(b"-\xff"))).unwrap();
    let strange = root.join(OsStr::from_bytes(b"-\xff/c\xfec.jsonl"));
    fs::write(&strange, Claude { stem: "cccc", ..Claude::default() }.text()).unwrap();
    // Directories and files that may not be read.
    let locked = root.join("-locked");
    fs::create_dir_all(&locked).unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
    let secret = Claude { stem: "dddd", ..Claude::default() }.write(home);
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).unwrap();
    let may_read_all = fs::read_dir(&locked).is_ok();
    let found = Lister::new(places(home)).list(jiff::Timestamp::UNIX_EPOCH);
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o700)).unwrap();
    let mut paths: Vec<_> = found.sessions.iter().map(|s| s.path.clone()).filter(|p| *p != secret).collect();
    paths.sort();
    assert_eq!(paths, [root.join("-away/bbbb.jsonl"), one, strange]);
    let unreadable: Vec<_> = found.unreadable.into_iter().map(|(dir, _)| dir).collect();
    assert_eq!(unreadable, if may_read_all { vec![] } else { vec![locked] });
    let json = serde_json::to_string(&found.sessions).unwrap();
    assert!(json.contains("c\u{fffd}c.jsonl"), "{json}");
}

#[test]
fn files_may_vanish_while_they_are_listed() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    homes::fill(home, 300);
    let root = home.join(".claude/projects");
    std::thread::scope(|scope| {
        let gone = scope.spawn(|| {
            for dir in fs::read_dir(&root).unwrap() {
                fs::remove_dir_all(dir.unwrap().path()).unwrap();
            }
        });
        while !gone.is_finished() {
            list(home);
        }
    });
    let left = list(home);
    assert!(!left.is_empty() && left.iter().all(|s| s.agent == "codex"));
}

#[test]
fn errors_say_where_was_looked() {
    let home = tempfile::tempdir().unwrap();
    let none = newest_main(Path::new("/w/app"), &places(home.path())).unwrap_err();
    assert!(matches!(none, DiscoverError::NoPlace { .. }) && none.to_string().contains("~/.claude/projects"));
    codex(home.path(), "0001", "/w/x", "2026-02-03T10:00:00Z", r#""cli""#, "");
    let other = newest_main(Path::new("/w/app"), &places(home.path())).unwrap_err();
    assert!(other.to_string().starts_with("no session of /w/app found"), "{other}");
}

#[test]
fn a_session_dated_ahead_is_as_old_as_its_file() {
    let home = tempfile::tempdir().unwrap();
    let path = Claude { stem: "aaaa", last: "2999-01-01T00:00:00Z", ..Claude::default() }.write(home.path());
    let written = SystemTime::UNIX_EPOCH + Duration::from_mins(29_500_000);
    File::options().append(true).open(path).unwrap().set_modified(written).unwrap();
    let found = list(home.path());
    assert_eq!((found[0].live, found[0].last_entry.unwrap().as_second()), (false, 1_770_000_000));
}
