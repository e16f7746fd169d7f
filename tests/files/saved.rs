//! Defines what the tests of the store share: sessions to save, things a person may do, and stores in folders of
//! their own.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use deltamind::runtime::resume::take_up;
use deltamind::session::Session;
use deltamind::state::{Disposition, PersonAction};
use deltamind::store::{Disk, Loaded, OpenedSession, SessionWriter, Store};
use deltamind::transcript::read::read_on;
use deltamind::transcript::read_file;

pub const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/demo/session.jsonl");
pub const OTHERS: &[&str] =
    &["claude.jsonl", "codex.jsonl", "codex-fork.jsonl", "codex-old.jsonl", "openai.jsonl", "plain.jsonl"];

pub fn transcripts() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut all: Vec<PathBuf> = OTHERS.iter().map(|n| root.join("transcripts").join(n)).collect();
    all.push(DEMO.into());
    all.push(root.join("labelled/beehive-sync-long.claude.jsonl"));
    all.push(root.join("labelled/subtitle-run-codex.codex.jsonl"));
    all
}

pub fn demo() -> Session {
    static SESSION: LazyLock<Session> = LazyLock::new(|| read(Path::new(DEMO)));
    SESSION.clone()
}

pub fn read(path: &Path) -> Session {
    let read = read_file(path).unwrap();
    let mut session = Session::new(read.meta);
    session.ingest(read.entries);
    session
}

/// Something a person may do, chosen by a number.
pub fn act(session: &mut Session, choice: usize) {
    let pick = |n: usize| (choice / 8).checked_rem(n);
    let held = session.held().count();
    let held_id = |session: &Session, at: usize| match &session.held().nth(at).unwrap().disposition {
        Disposition::Held { held_id } => *held_id,
        _ => unreachable!(),
    };
    let items = session.ledger().items().len();
    let action = match choice % 8 {
        0 | 1 => pick(held).map(|at| PersonAction::AcceptHeld { held_id: held_id(session, at) }),
        2 => pick(held).map(|at| PersonAction::Dismiss { held_id: held_id(session, at) }),
        3 | 4 => pick(items).map(|at| PersonAction::Withdraw { item_id: session.ledger().items()[at].id.clone() }),
        5 => pick(items).map(|at| {
            let item = &session.ledger().items()[at];
            PersonAction::Edit { item_id: item.id.clone(), summary: format!("{} (said better)", item.summary) }
        }),
        6 => pick(session.rejections().count())
            .map(|at| PersonAction::AcceptRejected { line: session.rejections().nth(at).unwrap().line }),
        _ => Some(PersonAction::Undo),
    };
    // What cannot be done is refused, and that is fine.
    let _ = action.map(|a| session.act(a));
}

pub fn same(a: &Session, b: &Session) {
    assert_eq!(a.ledger().seq(), b.ledger().seq());
    assert_eq!(a.ledger().items(), b.ledger().items());
    assert_eq!(a.log(), b.log());
    assert_eq!(a.sidecar(), b.sidecar());
    assert_eq!(a.pending_corrections(), b.pending_corrections());
    assert_eq!(a.stats(), b.stats());
    let held = |s: &Session| s.held().map(|o| o.line).collect::<Vec<_>>();
    assert_eq!(held(a), held(b));
}

pub fn store(dir: &Path) -> Store {
    fs::create_dir_all(dir.join(".git")).unwrap();
    Store::of_project(dir, None).unwrap()
}

/// The demo's session, saved as `s` in a store in a folder of its own.
pub fn saved_demo() -> (tempfile::TempDir, Store, Session) {
    let dir = tempfile::tempdir().unwrap();
    let (store, session) = (store(dir.path()), demo());
    keeper(&store, "s", Disk::default()).0.save(&session, None).unwrap();
    (dir, store, session)
}

pub fn keeper(store: &Store, id: &str, disk: Disk) -> (Box<SessionWriter>, Option<Box<Loaded>>) {
    match SessionWriter::open(store, id, disk).unwrap() {
        OpenedSession::Ours(keeper, loaded) => (keeper, loaded),
        OpenedSession::Theirs(who) => panic!("locked{who}"),
    }
}

pub fn load(store: &Store, id: &str) -> Loaded {
    let loaded = store.load(id).unwrap();
    assert!(loaded.damage.is_empty(), "{:?}", loaded.damage);
    loaded
}

/// Reads a transcript once and saves it as session `s`.
pub fn read_once(store: &Store, path: &Path) -> Session {
    read_once_as(store, "s", path)
}

/// The same under another id.
pub fn read_once_as(store: &Store, id: &str, path: &Path) -> Session {
    let (mut keeper, loaded) = keeper(store, id, Disk::default());
    let (mut session, taken) = match loaded {
        Some(loaded) => take_up(loaded.session, loaded.mark, path).unwrap(),
        None => (Session::default(), None),
    };
    let whole = taken.is_none();
    let read = read_on(path, taken).unwrap();
    session.set_meta(read.read.meta);
    session.ingest(read.read.entries);
    if whole {
        session.apply_pending_corrections(true);
    }
    let mark = read.mark.map(|m| serde_json::to_string(&m).unwrap());
    keeper.save(&session, mark.as_deref()).unwrap();
    session
}
