//! Holds what is made of the talk that `.ci/real-agents` typed into real agents: what was agreed and nothing else.

use std::path::Path;

use deltamind::session::Session;
use deltamind::state::ItemKind;
use deltamind::transcript::read_file;

use crate::recorded_agents::AGENTS;

fn session(name: &str) -> Session {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/agents/{name}"));
    let read = read_file(&path).unwrap();
    let mut session = Session::new(read.meta);
    session.ingest(read.entries);
    session
}

#[test]
fn what_was_agreed_is_held_and_a_summarys_words_are_not() {
    for (name, [todos, asks, plans]) in AGENTS {
        let session = session(name);
        let ledger = session.ledger();
        let of = |kind| ledger.active(kind).map(|item| item.summary.clone()).collect::<Vec<_>>().join("\n");
        let (decided, ruled_out) = (of(ItemKind::Decision), of(ItemKind::RejectedOption));
        assert!(decided.contains("SQLite") && ruled_out.contains("Postgres"), "{name}: {decided}\n{ruled_out}");
        assert!(decided.contains("36 hours"), "{name}: {decided}");
        assert_eq!(ruled_out.contains("12 hours"), *asks, "{name}: {ruled_out}");
        assert_eq!(decided.contains("calendar page"), *plans, "{name}: {decided}");
        assert_eq!(of(ItemKind::Constraint), "Never touch the legacy folder", "{name}");
        assert_eq!(of(ItemKind::Task).contains("Describe the backup"), *todos, "{name}");
        // The compaction's summary says that MongoDB was settled, before the person goes on.
        let held = session.log().iter().filter(|line| format!("{line:?}").contains("MongoDB")).count();
        assert_eq!(held, 0, "{name}");
    }
}
