//! The lists on the screen are kept while the session grows: they are those made from nothing, and what keeping them
//! costs is what changed, counted and never timed.

use std::cell::Cell;

use deltamind::session::Session;
use deltamind::state::{Item, ItemKind, Resolution, Status};
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Turn};
use deltamind::tui::panes::{FoldedRows, PANES, PaneId, RowSource};
use deltamind::tui::state::pane_cache::{ItemGroups, PaneCache};
use deltamind::tui::state::{List, Seen, changed_at};
use deltamind::tui::{Key, Msg, State, update};
use jiff::Timestamp;

fn now(n: usize) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + n as i64).unwrap()
}

fn turn(n: usize, role: Role, content: String) -> Entry {
    let (ordinal, record) = (n as u32 + 1, RecordRef::default());
    Entry::Turn(Turn { turn_id: format!("turn-{n}"), ordinal, role, content, at: Some(now(n)), record })
}

/// Talk in which things are decided, replaced, done, dropped, refused and left unsure.
fn talk(n: usize) -> Entry {
    let k = n / 9;
    let (role, words) = match n % 9 {
        0 => (Role::User, format!("We decided store{k} for the cache{k}.")),
        1 => (Role::User, format!("TODO: port module{k} to the new parser")),
        2 => (Role::User, format!("Instead of store{k} for the cache{k} let's use table{k}.")),
        3 => (Role::User, format!("You must never write to disk{k}.")),
        4 => (Role::Assistant, format!("Done. module{k} is ported to the new parser.")),
        5 => (
            Role::Assistant,
            format!("Two options:\n\na) Keep queue{k} in memory\nb) Keep queue{k} in a table\n\nWhich one?"),
        ),
        6 => (Role::User, "b".to_owned()),
        7 => (Role::User, format!("maybe we could use redis{k}? I am not sure, perhaps later")),
        _ => (Role::User, format!("Actually scrap the task to port module{k}; what about the speed of disk{k}?")),
    };
    turn(n, role, words)
}

fn press(state: &mut State, key: &str, n: usize) {
    update(state, Msg::Key { key: Key::parse(key).unwrap(), at: now(n) });
}

/// The lists and the header's numbers are those of a look at everything.
fn agrees(state: &State, n: usize) {
    let ledger = state.session.ledger();
    for pane in PANES.iter().filter(|p| state.list(p.id).filter.is_empty()) {
        let (list, rows) = (state.list(pane.id), pane.rows(state));
        assert_eq!(list.rows, rows, "{} after {n}", pane.title);
        assert_eq!(list.count, rows.iter().filter(|r| r.selectable()).count(), "{} after {n}", pane.title);
        let standing = match pane.source {
            RowSource::Items(groups) => {
                let places = ledger.items().iter().filter_map(groups.of);
                places.filter(|place| *place < groups.standing).count()
            }
            _ => rows.iter().filter(|r| r.selectable()).count(),
        };
        assert_eq!(list.standing, standing, "{} after {n}", pane.title);
    }
    let count = |holds: &dyn Fn(&Item) -> bool| ledger.items().iter().filter(|i| holds(i)).count();
    let stands = |kind| count(&|i: &Item| i.kind == kind && i.status == Status::Active);
    let task = |i: &Item| i.kind == ItemKind::Task && i.status != Status::Superseded;
    let counts = state.lists.counts;
    assert_eq!((counts.decisions, counts.constraints), (stands(ItemKind::Decision), stands(ItemKind::Constraint)));
    assert_eq!(counts.tasks, count(&task), "after {n}");
    assert_eq!(counts.done, count(&|i| task(i) && i.resolution == Some(Resolution::Completed)), "after {n}");
    assert_eq!(counts.unseen, count(&|i| state.is_unseen(i)), "after {n}");
}

#[test]
fn lists_kept_are_lists_made_from_nothing() {
    let mut state = State::new(Session::new(Meta::default()), (120, 40));
    state.nav.unfolded.push(FoldedRows::ToConfirm);
    for n in 0..340 {
        update(&mut state, Msg::Entries(vec![talk(n)]));
        match n {
            // Another file follows, and is read to its end.
            300 => drop(update(&mut state, Msg::Restarted)),
            60 | 330 => drop(update(&mut state, Msg::CaughtUp)),
            _ => {}
        }
        update(&mut state, Msg::Now(now(n)));
        agrees(&state, n);
        let keys = ["j", "j", "x", "y", "1", "2", "u", "5", "a", "]", "3", "d", "u", "G", "k", "4", "6", "g"];
        if n % 3 == 0 {
            press(&mut state, keys[n / 3 % keys.len()], n + 10);
        }
        if n % 50 == 20 {
            for key in ["1", "f", "7", "enter"] {
                press(&mut state, key, n + 10);
            }
        }
        if n % 50 == 30 {
            press(&mut state, "esc", n + 10);
        }
        update(&mut state, Msg::Now(now(n + 20)));
        agrees(&state, n);
    }
    for pane in [PaneId::Decisions, PaneId::Constraints, PaneId::Tasks, PaneId::Chains, PaneId::Review] {
        assert!(state.list(pane).rows.len() > 3, "{pane} is put to the test");
    }
}

thread_local! {
    /// How often an item was sorted into a group.
    static SORTED: Cell<u64> = const { Cell::new(0) };
}

/// Measures the work that the lists and the export do for eighteen more turns, once after each of these numbers of turns in
/// one session.
fn costs<const N: usize>(after: [usize; N]) -> [u64; N] {
    let mut state = State::new(Session::new(Meta::default()), (120, 40));
    update(&mut state, Msg::CaughtUp);
    // The lists as the screen keeps them, with one pane that counts.
    let sources = [Some(ItemGroups {
        titles: &[""],
        of: |_| (SORTED.replace(SORTED.get() + 1) < u64::MAX).then_some(0),
        standing: 1,
        late: changed_at,
    })];
    let (mut cache, mut lists) = (PaneCache::default(), vec![List::EMPTY]);
    let mut keep = |state: &State| cache.bring_up(state.session.ledger(), &Seen::default(), &sources, &mut lists);
    let work = |state: &State| SORTED.get() + state.session.ledger().visited();
    after.map(|turns| {
        let known = state.session.turns().len();
        update(&mut state, Msg::Entries((known..turns).map(talk).collect()));
        update(&mut state, Msg::Now(now(turns)));
        keep(&state);
        let before = work(&state);
        for n in turns..turns + 18 {
            update(&mut state, Msg::Entries(vec![talk(n)]));
            update(&mut state, Msg::Now(now(n)));
            keep(&state);
        }
        work(&state) - before
    })
}

#[test]
fn a_frame_costs_what_changed_however_long_the_session() {
    let [short, long] = costs([270, 1080]);
    assert!(long < short + short / 5, "18 turns cost {short} looks after 270 turns, {long} after 1080");
}
