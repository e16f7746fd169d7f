//! Changes of other people's files when something goes wrong, with the same tests for everything that makes them:
//! memories, the standup's boards and documents, and agents' settings.

use std::fs;
use std::path::{Path, PathBuf};

use deltamind::config::StandupConfig;
use deltamind::memory::MemoryEvent;
use deltamind::standup::action::{
    EvidenceKind, Plan, Proposal, ProposalConfidence, ProposalEvidence, SourceRef, StandupAction,
};
use deltamind::standup::log::StandupLog;
use deltamind::standup::service::StandupService;

use crate::project::Project;
use crate::trials::sampled_variants;

const TALK: &str = "We decided to use PostgreSQL for the orders service.";
const BOARD: &str = "# To do\n\n- [ ] Fix PLZ validation\n";
const INDEX: &str = "- [Mine](mine.md) — by hand\r\n";
const SETTINGS: &str = "{\n  \"model\": \"opus\",\n  \"env\": { \"A\": \"1\" }\n}\n";

/// Something that changes files and takes the change back, as commands.
pub struct Editor {
    pub name: &'static str,
    /// Sets the project up. Gives the commands that make the change and take it back.
    begin: fn(&Project) -> [Vec<String>; 2],
    /// The files of the change that exist before it, from the test's folder; the first is tampered with.
    files: &'static [&'static str],
    /// Folders that hold nothing but files of the change.
    folders: fn(&Project) -> Vec<PathBuf>,
    /// The file's text with a line of the person's in it.
    by_hand: fn(&str) -> String,
    /// The log that holds the bytes before.
    log: Option<&'static str>,
}

pub const EDITORS: &[Editor] = &[
    Editor {
        name: "memory of Claude Code",
        begin: |project| {
            let folder = memory_folder(project);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("MEMORY.md"), INDEX).unwrap();
            memory(project)
        },
        files: &["MEMORY.md"],
        folders: |project| vec![memory_folder(project)],
        by_hand: |text| format!("{text}- [More](more.md) — mine\r\n"),
        log: Some("memory.jsonl"),
    },
    Editor {
        name: "context file",
        begin: memory,
        files: &["CONTEXT.md"],
        folders: |_| Vec::new(),
        by_hand: |text| text.replace("<!-- m-", "mine <!-- x-"),
        log: None,
    },
    Editor {
        name: "checklist of the project",
        begin: |project| {
            project.write("TODO.md", BOARD);
            proposed(project, StandupAction::CreateTask { title: "Add a rate limit".into(), body: String::new() })
        },
        files: &["TODO.md"],
        folders: |_| Vec::new(),
        by_hand: |text| format!("{text}- [ ] mine\n"),
        log: Some("standup/journal.jsonl"),
    },
    Editor {
        name: "own board",
        begin: |project| {
            project.write(".deltamind/board.md", BOARD);
            proposed(project, StandupAction::CreateTask { title: "Add a rate limit".into(), body: String::new() })
        },
        files: &["board.md"],
        folders: |_| Vec::new(),
        by_hand: |text| format!("{text}- [ ] mine\n"),
        log: Some("standup/journal.jsonl"),
    },
    Editor {
        name: "section of a document",
        begin: |project| {
            project.write("docs/api.md", "# API\r\n\r\nWords.\r\n");
            let (path, heading) = ("docs/api.md".to_owned(), "Limits".to_owned());
            proposed(project, StandupAction::EnrichDoc { path, heading, content: "Ten a minute.".into() })
        },
        files: &["docs/api.md"],
        folders: |project| vec![project.path().join("docs")],
        by_hand: |text| format!("{text}\r\nmine\r\n"),
        log: Some("standup/journal.jsonl"),
    },
    Editor {
        name: "settings of Claude Code",
        begin: |project| {
            project.write(".claude/settings.local.json", SETTINGS);
            ["install", "uninstall"].map(|what| strings(&["hook", what, "--agent", "claude", "--yes"]))
        },
        files: &[".claude/settings.local.json"],
        folders: |project| vec![project.path().join(".claude")],
        by_hand: |text| text.replacen('{', "{\n  \"mine\": true,", 1),
        log: None,
    },
];

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|w| (*w).to_owned()).collect()
}

fn memory_folder(project: &Project) -> PathBuf {
    project.claude_folder(&project.path()).join("memory")
}

/// Saves a talk. Gives the commands for what it suggests.
fn memory(project: &Project) -> [Vec<String>; 2] {
    fs::write(
        project.dir.path().join("talk.jsonl"),
        format!("{{\"turnId\":\"u1\",\"role\":\"user\",\"content\":{TALK:?}}}\n"),
    )
    .unwrap();
    project.out(&["save", "--from", "../talk.jsonl"]);
    let id = project.suggested("orders")["id"].as_str().unwrap().to_owned();
    [strings(&["memory", "approve", &id, "--yes"]), strings(&["memory", "undo", &id])]
}

/// Proposes an action. Gives the commands for it.
fn proposed(project: &Project, action: StandupAction) -> [Vec<String>; 2] {
    let turns = vec![SourceRef { turn_id: "u-8".into(), ordinal: 8 }];
    let (kind, session) = (EvidenceKind::Person, "claude-1a2b".to_owned());
    let evidence = ProposalEvidence { kind, session, turns, quotes: vec!["do".into()], at: None, agreed: false };
    let confidence = ProposalConfidence { score: 0.8, parts: vec![] };
    let proposal = Proposal::new(action, confidence, vec![evidence], "the plan says so");
    let id = proposal.id.clone();
    let at = "2026-11-22T08:00:00Z".parse().unwrap();
    let mut service = StandupService::open(&project.path(), project.own_store(), &StandupConfig::default(), at);
    service.take(&Plan { proposals: vec![proposal], ..Plan::default() }).unwrap();
    [strings(&["standup", "approve", &id]), strings(&["standup", "rollback", &id])]
}

/// An editor in a project of its own.
pub struct Run {
    editor: &'static Editor,
    pub project: Project,
    pub make: Vec<String>,
    pub back: Vec<String>,
}

impl Run {
    pub fn new(editor: &'static Editor) -> Self {
        let project = Project::new();
        let [make, back] = (editor.begin)(&project);
        Self { editor, project, make, back }
    }

    pub fn run(&self, args: &[String], fault: Option<&str>) -> bool {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut command = self.project.command(&args);
        command.envs(fault.map(|fault| ("DELTAMIND_FAULT", fault)));
        command.output().unwrap().status.success()
    }

    /// The first file of the change.
    fn file(&self) -> PathBuf {
        self.paths().remove(0)
    }

    fn paths(&self) -> Vec<PathBuf> {
        let folder = match self.editor.files[0] {
            "MEMORY.md" => memory_folder(&self.project),
            "CONTEXT.md" | "board.md" => self.project.path().join(".deltamind"),
            _ => self.project.path(),
        };
        let named = self.editor.files.iter().map(|f| folder.join(f)).collect::<Vec<_>>();
        let more = (self.editor.folders)(&self.project).into_iter().flat_map(|f| files_in(&f));
        let mut paths = named.clone();
        paths.extend(more.filter(|p| !named.contains(p)));
        paths
    }

    /// The same as `content`, after the next command settled what a crash cut off.
    pub fn settled(&self) -> Vec<(String, String)> {
        self.project.run(&["memory", "status"]);
        self.content()
    }

    /// The files of the change by name, with their content.
    fn content(&self) -> Vec<(String, String)> {
        let name = |p: &Path| p.file_name().unwrap().to_string_lossy().into_owned();
        let kept = |p: &PathBuf| !name(p).contains(".tmp-");
        let text = |p: &PathBuf| without_session(&fs::read_to_string(p).unwrap());
        self.paths().iter().filter(|p| kept(p)).map(|p| (name(p), text(p))).collect()
    }

    /// No temporary file is left beside the files of the change.
    fn leftovers(&self) -> Vec<PathBuf> {
        let file = self.file();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let beside = |p: &PathBuf| p.file_name().unwrap().to_string_lossy().starts_with(&format!("{name}.tmp-"));
        files_in(file.parent().unwrap()).into_iter().filter(beside).collect()
    }
}

/// A text without the hash in the session's id and without the signature, which differ from folder to folder.
fn without_session(text: &str) -> String {
    let text = text.split("<!-- mac ").next().unwrap();
    let mut parts = text.split("file-talk-");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |text, part| text + "file-talk-" + part.get(8..).unwrap())
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|e| e.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|p| p.is_file()).collect();
    files.sort();
    files
}

#[test]
fn every_edit_is_undone_to_the_byte() {
    for editor in EDITORS {
        let run = Run::new(editor);
        let before = run.content();
        assert!(run.run(&run.make, None), "{}", editor.name);
        assert_ne!(run.content(), before, "{}", editor.name);
        assert!(run.run(&run.back, None), "{}", editor.name);
        assert_eq!(run.content(), before, "{}", editor.name);
    }
}

/// Cuts `faulty` off at each of its steps in turn: the files are as before it or as after it, and the way is open to
/// make the change and to take it back.
#[cfg(debug_assertions)]
fn cut_off_at_any_step(made_first: bool) {
    for editor in EDITORS {
        let run = Run::new(editor);
        let before = run.settled();
        let unmade = run.project.remember();
        assert!(run.run(&run.make, None));
        let made = run.settled();
        let start = if made_first { run.project.remember() } else { unmade };
        let mut at = 0;
        let mut done = false;
        while !done {
            at += 1;
            for how in sampled_variants(&["kill", "full"], at) {
                run.project.restore(&start);
                let what = format!("{}, made first {made_first}, {how} at step {at}", editor.name);
                done = run.run(if made_first { &run.back } else { &run.make }, Some(&format!("{how}:{at}")));
                let now = run.settled();
                assert!(now == before || now == made, "{what}: {now:?}");
                // A command that got through has nothing to do when it is run again.
                if !made_first {
                    assert!(run.run(&run.make, None) || now == made, "{what}: made");
                    assert_eq!(run.content(), made, "{what}: made");
                }
                assert!(run.run(&run.back, None) || (made_first && now == before), "{what}: taken back");
                assert_eq!(run.content(), before, "{what}: taken back");
                assert_eq!(run.leftovers(), Vec::<PathBuf>::new(), "{what}");
            }
        }
        assert!(at > 4, "{}: so few steps?", editor.name);
    }
}

#[cfg(debug_assertions)]
#[test]
fn a_change_cut_off_at_any_step_is_made_or_not() {
    cut_off_at_any_step(false);
}

#[cfg(debug_assertions)]
#[test]
fn taking_back_cut_off_at_any_step_is_done_or_not() {
    cut_off_at_any_step(true);
}

#[test]
fn an_undo_keeps_later_edits_of_the_person() {
    for editor in EDITORS {
        let run = Run::new(editor);
        assert!(run.run(&run.make, None), "{}", editor.name);
        let text = fs::read_to_string(run.file()).unwrap();
        let edited = (editor.by_hand)(&text);
        assert_ne!(edited, text, "{}", editor.name);
        fs::write(run.file(), &edited).unwrap();
        let taken_back = run.run(&run.back, None);
        let now = fs::read_to_string(run.file()).unwrap();
        // The context file shows what is on record: what somebody wrote into it is set aside.
        if editor.name == "context file" {
            let aside = fs::read_to_string(run.file().with_file_name("CONTEXT-aside.md")).unwrap();
            assert!(taken_back && aside == edited, "{aside}");
            continue;
        }
        // Settings are taken out of their text and the rest stays; everything else is refused.
        assert_eq!(taken_back, editor.name.starts_with("settings"), "{}", editor.name);
        assert!(now.contains("mine") && (taken_back || now == edited), "{}: {now}", editor.name);
    }
}

#[cfg(unix)]
#[test]
fn a_link_in_a_files_place_is_not_followed() {
    for editor in EDITORS {
        for made in [false, true] {
            let run = Run::new(editor);
            assert!(!made || run.run(&run.make, None), "{}", editor.name);
            let outside = run.project.dir.path().join("outside");
            fs::rename(run.file(), &outside).unwrap();
            std::os::unix::fs::symlink(&outside, run.file()).unwrap();
            let before = fs::read(&outside).unwrap();
            let done = run.run(if made { &run.back } else { &run.make }, None);
            assert!(!done, "{}, made {made}", editor.name);
            assert_eq!(fs::read(&outside).unwrap(), before, "{}, made {made}", editor.name);
            assert!(run.file().is_symlink(), "{}, made {made}", editor.name);
        }
    }
}

#[test]
fn bytes_that_do_not_have_the_recorded_hash_are_not_restored() {
    for editor in EDITORS {
        let Some(log) = editor.log else { continue };
        let run = Run::new(editor);
        assert!(run.run(&run.make, None), "{}", editor.name);
        let made = run.content();
        let own = run.project.path().join(".deltamind").join(log);
        let copies = files_in(&run.project.home().join(".local/state/deltamind/approved"));
        for path in [own].into_iter().chain(copies) {
            let text = fs::read_to_string(&path).unwrap();
            let Some((head, rest)) = text.rsplit_once("\"beforeBytes\":\"") else { continue };
            let (_, tail) = rest.split_once('"').unwrap();
            fs::write(&path, format!("{head}\"beforeBytes\":\"ZXZpbA==\"{tail}")).unwrap();
        }
        assert!(!run.run(&run.back, None), "{}", editor.name);
        assert_eq!(run.content(), made, "{}", editor.name);
    }
}

#[test]
fn temporary_files_of_a_crash_are_removed_by_the_next_edit() {
    for editor in EDITORS.iter().filter(|e| !matches!(e.files[0], "CONTEXT.md" | "board.md")) {
        let run = Run::new(editor);
        let file = run.file();
        let left = |end: &str| file.with_file_name(format!("{}{end}", file.file_name().unwrap().to_string_lossy()));
        for end in [".tmp-4711", ".tmp-", ".tmp-mine"] {
            fs::write(left(end), "half").unwrap();
        }
        assert!(run.run(&run.make, None), "{}", editor.name);
        assert!(!left(".tmp-4711").exists(), "{}", editor.name);
        assert!(left(".tmp-").exists() && left(".tmp-mine").exists(), "{}: not ours", editor.name);
    }
}

#[test]
fn records_of_earlier_versions_are_read() {
    let project = Project::new();
    let store = project.store();
    fs::create_dir_all(store.root().join("standup")).unwrap();
    let hash = blake3::hash(b"old").to_hex().to_string();
    let file = format!(r#""file":"MEMORY.md","before":"{hash}","after":null,"beforeBytes":"b2xk""#);
    let event = format!(
        r#"{{"at":"2026-01-01T00:00:00Z","did":"approved","id":"m-1","fingerprint":"f","session":"s","title":"t","target":"claude","folder":"/x","files":[{{{file}}}]}}"#
    );
    fs::write(store.root().join("memory.jsonl"), event).unwrap();
    let line = |did: &str, own: bool, file: &str| {
        format!(
            r#"{{"at":"2026-01-01T00:00:00Z","action":"a-1","did":"{did}","by":"person","proposal":"p-1","key":"k","what":{{"type":"create_task","title":"t"}},"place":"TODO.md","source":"s","score":0.8,"files":[{{"own":{own},{file}}}]}}"#
        )
    };
    let bare = file.split(r#","beforeBytes""#).next().unwrap();
    let journal = format!("{}\n{}\n", line("started", true, &file), line("done", true, bare));
    fs::write(store.root().join("standup/journal.jsonl"), journal).unwrap();
    let events = MemoryEvent::all(&store).unwrap();
    let log = StandupLog::read(&store).unwrap();
    assert_eq!((events.len(), log.actions.len(), log.unread), (1, 1, 0));
    for (record, own) in [(&events[0].files[0], false), (&log.actions[0].files[0], true)] {
        assert_eq!((record.own, record.file.as_str()), (own, "MEMORY.md"));
        assert_eq!(record.bytes_before(), Some(Some(b"old".to_vec())));
    }
}
