//! Tests the plain forms of changing one's mind: what stood is gone, what replaces it stands, in one chain.

use deltamind::session::Session;
use deltamind::state::{ItemKind, Status};
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Turn};

fn talk(turns: &[(Role, &str)]) -> Session {
    let mut session = Session::new(Meta::default());
    session.ingest(turns.iter().enumerate().map(|(i, (role, text))| {
        let ordinal = i as u32 + 1;
        let (turn_id, content) = (format!("turn-{ordinal}"), (*text).to_owned());
        Entry::Turn(Turn { turn_id, ordinal, role: *role, content, at: None, record: RecordRef::default() })
    }));
    session
}

/// Each row: the first choice, the change of mind, words that are in force afterwards, words that are not.
const CHANGES: &[(&str, &str, &str, &str)] = &[
    ("let's use Leveldb for the index", "actually use RocksDB instead", "rocksdb", "leveldb"),
    ("let's use Leveldb for the index", "changed my mind, go with RocksDB", "rocksdb", "leveldb"),
    ("let's use Leveldb for the index", "changed my mind. RocksDB", "rocksdb", "leveldb"),
    ("let's use Leveldb for the index", "on second thought RocksDB", "rocksdb", "leveldb"),
    ("let's use Leveldb for the index", "no wait, RocksDB", "rocksdb", "leveldb"),
    ("let's use Leveldb for the index", "no, rocksdb, the writes are heavy", "rocksdb", "leveldb"),
    ("let's use Leveldb for the index", "rocksdb then", "rocksdb", "leveldb"),
    ("let's use Leveldb for the index", "hm. then rocksdb", "rocksdb", "leveldb"),
    ("let's use Leveldb for the index", "the writes are heavy, rocksdb instead", "rocksdb", "leveldb"),
    ("let's use Leveldb for the index", "use RocksDB instead of Leveldb", "rocksdb", "use leveldb"),
    ("let's use Leveldb for the index", "replace Leveldb with RocksDB", "rocksdb", "use leveldb"),
    ("let's use Leveldb for the index", "switch to RocksDB instead", "rocksdb", "leveldb"),
    ("let's use Leveldb for the index", "scrap Leveldb, RocksDB will do", "rocksdb", "leveldb"),
    ("let's use Leveldb for the index", "undo that", "", "leveldb"),
    ("let's use Leveldb for the index", "scratch that, no index at all", "", "use leveldb"),
    ("let's use Leveldb for the index", "forget what I said about Leveldb", "", "leveldb"),
    ("let's use Leveldb for the index", "take Leveldb off the table", "", "leveldb"),
    ("set the lease timeout to 20 seconds", "make it 45", "45", "20"),
    ("set the lease timeout to 20 seconds", "sorry, 45 not 20", "45", "20"),
    ("set the lease timeout to 20 seconds", "sorry i meant 45", "45", "20"),
    ("set the lease timeout to 20 seconds", "lease timeout 45 seconds now", "45", "20"),
    ("set the lease timeout to 20 seconds", "bump it to 45 seconds", "45", "20"),
    ("set the lease timeout to 20 seconds", "no wait, 45", "45", "20"),
    ("set the lease timeout to 20 seconds", "20 was too short, 45 it is", "45", "20"),
    ("set the lease timeout to 20 seconds", "it still expires, give it 45", "45", "20"),
    ("set the lease timeout to 20 seconds", "let's go up to 45 with the timeout", "45", "20"),
    ("let's use Leveldb for the index", "on second thought leave leveldb out", "", "leveldb"),
    ("let's use Leveldb for the index", "leveldb was a mistake, take it out", "", "use leveldb"),
    (
        "let's use Leveldb for the index",
        "the compaction worries me, so rocksdb instead of leveldb",
        "rocksdb",
        "use leveldb",
    ),
    ("no new dependencies", "ok you can add serde, but only that one", "except serde", "nothing else"),
    ("all jobs must run without root", "except the cleanup job", "except the cleanup", "nothing else"),
    ("keep every page under 300 kb", "product tightened it: every page under 200 kb", "200 kb", "300 kb"),
    ("never deploy on weekends", "the weekend rule no longer applies", "", "weekend"),
    ("never deploy on weekends", "ok, you can deploy on weekends now", "", "never deploy"),
    ("never deploy on weekends", "forget what I said about weekends", "", "weekend"),
];

/// Forms of the table that may be missed.
const MISSED: usize = 2;

#[test]
fn plain_changes_of_mind_are_understood() {
    let mut missed = Vec::new();
    for (first, then, stands, gone) in CHANGES {
        let session = talk(&[(Role::User, first), (Role::Assistant, "Ok."), (Role::User, then)]);
        let settled = |kind| session.ledger().of_kind(kind).filter(|i| i.status == Status::Active);
        let all: Vec<String> = [ItemKind::Decision, ItemKind::Constraint]
            .into_iter()
            .flat_map(settled)
            .map(|i| i.summary.to_lowercase())
            .collect();
        let new_stands = stands.is_empty() || all.iter().any(|s| s.contains(stands));
        if !new_stands || all.iter().any(|s| s.contains(gone)) {
            missed.push(format!("{then}: {all:?}"));
        }
    }
    assert!(missed.len() <= MISSED, "{} of {} missed: {missed:#?}", missed.len(), CHANGES.len());
}
