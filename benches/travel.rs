//! How long the past takes where there is much of it: fifty thousand deltas, entered, walked step by step as with a
//! key held down, and crossed in strides. Prints the median, the 95th of a hundred and the worst of each.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../tests/common/long.rs"]
mod long;
#[path = "timing/mod.rs"]
mod timing;

use std::time::Duration;

use deltamind::session::travel::Timeline;
use deltamind::tui::{Key, Msg, State, Theme, update, view};
use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use timing::{print, took};

const DELTAS: usize = 50_000;
const SIZES: [(u16, u16); 2] = [(60, 40), (160, 45)];

fn main() {
    let session = long::session(DELTAS);
    print("the timeline of the whole session", (0..5).map(|_| took(|| drop(Timeline::of(&session)))).collect());
    let timeline = Timeline::of(&session);
    let mut past = timeline.newest();
    print("a step back", (0..5000).map(|_| took(|| assert!(past.back(&timeline).is_some()))).collect());
    print("a step on", (0..5000).map(|_| took(|| assert!(past.on(&timeline).is_some()))).collect());
    print("the whole way back", vec![took(|| past.go(&timeline, 0))]);
    let theme = Theme::built_in("dark").unwrap();
    let now = Timestamp::from_second(1_800_000_000).unwrap();
    for size in SIZES {
        let mut state = State::new(session.clone(), size);
        update(&mut state, Msg::CaughtUp);
        update(&mut state, Msg::Now(now));
        let press = |state: &mut State, key: &str| {
            update(state, Msg::Key { key: Key::parse(key).unwrap(), at: now });
        };
        // Whoever is at the keys finds the past laid out in what time there was.
        print(&format!("the first key, {size:?}"), vec![took(|| press(&mut state, "lt"))]);
        press(&mut state, "j");
        let mut slices = Vec::new();
        while state.lacks_past() {
            slices.push(took(|| drop(update(&mut state, Msg::Idle))));
        }
        println!("laid out in {} slices, {:?}", slices.len(), slices.iter().sum::<Duration>());
        print(&format!("a slice of laying it out, {size:?}"), slices);
        print(&format!("entering, {size:?}"), vec![took(|| press(&mut state, "lt"))]);
        press(&mut state, "L");
        print(&format!("entering again, {size:?}"), vec![took(|| press(&mut state, "lt"))]);
        let mut keys = Vec::new();
        let mut frames = Vec::new();
        for n in 0..300 {
            keys.push(took(|| press(&mut state, if n % 3 == 2 { "gt" } else { "lt" })));
            frames.push(took(|| {
                update(&mut state, Msg::Now(now));
                let mut buf = Buffer::empty(Rect::new(0, 0, size.0, size.1));
                view::draw(&state, &theme, &mut buf);
            }));
        }
        print(&format!("a key of a step, {size:?}"), keys);
        print(&format!("and its frame, {size:?}"), frames);
        print(&format!("a stride, {size:?}"), (0..19).map(|_| took(|| press(&mut state, "("))).collect());
    }
}
