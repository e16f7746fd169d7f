//! Prints what keeping a session costs: saving, folding and walking, by the number of items.
//!
//! `cargo run --release --example store_figures`

use std::time::Instant;

use deltamind::session::Session;
use deltamind::session::travel::Timeline;
use deltamind::store::{Disk, OpenedSession, SessionWriter, Store, draft};
use deltamind::transcript::{Entry, RecordRef, Signal, SignalBody, TodoItem, TodoStatus};

const THINGS: &[&str] = &["parser", "index", "cache", "watcher", "export", "theme", "ledger", "keymap", "mark", "lock"];
const DOINGS: &[&str] = &["write", "test", "measure", "rename", "document", "split", "check", "bound", "cut", "trace"];

/// A session of `items` tasks, closed and opened again until `deltas` are accepted.
fn session(items: usize, deltas: usize) -> Session {
    let mut session = Session::default();
    let text = |n: usize| {
        let (thing, doing) = (THINGS[n % THINGS.len()], DOINGS[n / THINGS.len() % DOINGS.len()]);
        format!("{doing} the {thing} of part {n} and of its neighbour {}", n + 1)
    };
    let mut number = 0;
    let mut status = TodoStatus::Pending;
    while session.log().len() < deltas {
        for n in 0..items {
            number += 1;
            let item = TodoItem { id: None, text: text(n), status };
            let body = SignalBody::Todo { items: vec![item], whole: false };
            let record = RecordRef { line: number, start: number * 100, end: number * 100 + 90 };
            let id = format!("s{number}");
            session.ingest([Entry::Signal(Signal { id, turn_id: String::new(), at: None, record, body })]);
            if session.log().len() >= deltas {
                break;
            }
        }
        status = if status == TodoStatus::Pending { TodoStatus::Completed } else { TodoStatus::Pending };
    }
    session
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ms = |since: Instant| since.elapsed().as_secs_f64() * 1000.0;
    for items in [1_000, 10_000] {
        let session = session(items, items);
        let dir = tempfile::tempdir()?;
        let store = Store::at(dir.path().join(".deltamind"));
        let OpenedSession::Ours(mut keeper, _) = SessionWriter::open(&store, "s", Disk::default())? else {
            return Ok(());
        };
        let begun = Instant::now();
        let bytes = keeper.save(&session, None)?;
        println!("{items} items: first save {:.1} ms, {bytes} bytes", ms(begun));
        let mut more = session.clone();
        let body = SignalBody::Todo {
            items: vec![TodoItem { id: None, text: "one more thing to do".to_owned(), status: TodoStatus::Pending }],
            whole: false,
        };
        let record = RecordRef::default();
        more.ingest([Entry::Signal(Signal { id: "x".to_owned(), turn_id: String::new(), at: None, record, body })]);
        let begun = Instant::now();
        let drafted = draft(&more, None, keeper.base())?;
        let (drafting, bytes) = (ms(begun), drafted.bytes());
        let begun = Instant::now();
        keeper.write(&drafted)?;
        println!("{items} items: later save {drafting:.1} ms drafting, {:.1} ms writing, {bytes} bytes", ms(begun));
        drop(keeper);
        let begun = Instant::now();
        let loaded = store.load("s")?;
        println!("{items} items: load {:.1} ms, damage {:?}", ms(begun), loaded.damage);
    }
    let session = session(10_000, 50_000);
    let (kept, log) = (session.sidecar(), session.log().to_vec());
    let begun = Instant::now();
    let (folded, faults) = Session::folded(kept, log);
    println!("fold of {} lines: {:.2} s, {} faults", folded.log().len(), ms(begun) / 1000.0, faults.len());
    let begun = Instant::now();
    let timeline = Timeline::of(&session);
    println!("timeline of {} steps: {:.2} s", timeline.steps().len(), ms(begun) / 1000.0);
    let mut past = timeline.newest();
    let begun = Instant::now();
    let mut steps = 0;
    while past.back(&timeline).is_some() {
        steps += 1;
    }
    println!("{steps} steps back: {:.4} ms each", ms(begun) / f64::from(steps.max(1)));
    Ok(())
}
