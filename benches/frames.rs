//! How long a frame takes when there is much to show: a hundred thousand items, a turn of ten megabytes, five hundred
//! sizes. Prints the median, the 95th of a hundred and the worst of each; a frame has 16 ms.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "timing/mod.rs"]
mod timing;

use std::time::Duration;

use deltamind::pipeline::{Proposed, Target, Verdict};
use deltamind::session::Session;
use deltamind::state::{Candidate, Delta, DeltaKind, Evidence, Extractor, SourceTurn, semantic_id::semantic_id};
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Turn};
use deltamind::tui::{Key, Msg, State, Theme, update, view};
use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use timing::{print, took};

const ITEMS: usize = 100_000;
const SIZE: (u16, u16) = (160, 45);

fn turn(n: usize, content: String) -> Entry {
    let at = Timestamp::from_second(1_790_000_000 + n as i64).ok();
    let (ordinal, record) = (n as u32 + 1, RecordRef::default());
    Entry::Turn(Turn { turn_id: format!("turn-{n}"), ordinal, role: Role::User, content, at, record })
}

fn decision(n: usize) -> Proposed {
    let kinds = [DeltaKind::DecisionMade, DeltaKind::ConstraintAdded, DeltaKind::TaskOpened, DeltaKind::FactLearned];
    let mut delta = Delta::new(kinds[n % kinds.len()]);
    let summary = format!("word{n} goes with part{} of module{}", n * 7 % 99_991, n * 13 % 99_989);
    delta.source_turns = vec![SourceTurn { turn_id: format!("turn-{}", n / 20).into(), offset: Some(0..10) }];
    delta.timestamp = Timestamp::from_second(1_790_000_000 + n as i64).ok();
    let id = semantic_id(delta.item_kind().unwrap(), &summary);
    delta.summary = Some(summary);
    let evidence = Evidence::one(format!("turn-{}", n / 20), "words of it", 0..10).into();
    let candidate = Candidate {
        delta,
        evidence,
        extractor: Extractor::Signals,
        rule: "bench".into(),
        confidence: 0.9,
        parts: [].into(),
        reason: "made for measuring".into(),
        semantic_id: id,
    };
    Proposed { candidate, target: Target::None, verdict: Verdict::Accept }
}

fn session() -> Session {
    let mut session = Session::new(Meta::default());
    session.ingest((0..ITEMS / 20).map(|n| turn(n, format!("words {n} that decide nothing"))));
    session.settle((0..ITEMS).map(decision).collect());
    session
}

fn now(n: usize) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + n as i64).unwrap()
}

fn frame(state: &mut State, n: usize) {
    update(state, Msg::Now(now(n)));
    let mut buffer = Buffer::empty(Rect::new(0, 0, state.size.0, state.size.1));
    view::draw(state, &Theme::numbered(), &mut buffer);
}

fn measure(what: &str, state: &mut State, count: usize, mut before: impl FnMut(&mut State, usize)) {
    let mut one = |n| {
        took(|| {
            before(state, n);
            frame(state, n);
        })
    };
    let times: Vec<Duration> = (0..count).map(&mut one).collect();
    let late = times.iter().filter(|t| **t > Duration::from_millis(16)).count();
    print(&format!("{what}, {late} late"), times);
}

fn press(state: &mut State, keys: &[&str], n: usize) {
    let key = Key::parse(keys[n % keys.len()]).unwrap();
    update(state, Msg::Key { key, at: now(n) });
}

fn main() {
    let mut state = State::new(session(), SIZE);
    update(&mut state, Msg::CaughtUp);
    println!("frames: {} items at {}x{}", state.session.ledger().items().len(), SIZE.0, SIZE.1);
    measure("first frame", &mut state, 1, |_, _| {});
    measure("keys at the top", &mut state, 300, |s, n| press(s, &["j", "j", "k", "2", "3", "1"], n));
    press(&mut state, &["G"], 0);
    measure("keys at the bottom", &mut state, 300, |s, n| press(s, &["k", "k", "j"], n));
    press(&mut state, &["g"], 0);
    measure("a turn comes with each", &mut state, 100, |s, n| {
        update(s, Msg::Entries(vec![turn(1_000_000 + n, format!("let's use tool{n} for job{n}"))]));
    });
    measure("500 sizes", &mut state, 500, |s, n| {
        let (width, height) = [(160, 45), (80, 24), (1, 1), (60, 40), (1000, 1), (200, 60)][n % 6];
        update(s, Msg::Resize { width, height });
    });
    update(&mut state, Msg::Resize { width: SIZE.0, height: SIZE.1 });
    update(&mut state, Msg::Entries(vec![turn(2_000_000, "we use sqlite ".repeat(10 << 20 >> 4))]));
    press(&mut state, &["7"], 0);
    measure("a turn of ten megabytes", &mut state, 200, |s, n| press(s, &["j", "J", "k", "ctrl-d", "ctrl-u"], n));
}
