//! Frames of a small session, as text and as role names; and every pane at every small size.

use deltamind::tui::{State, StyleRole, Theme, frame};

use crate::region::shots;
use crate::shop;

fn pressed(size: (u16, u16), keys: &str) -> State {
    shop::pressed(size, 9, keys)
}

shots! {
    edges, pressed;
    tall_side_pane: Frame, (60, 40), "";
    side_pane: Body, (60, 24), "j j";
    chains_step_back: Body, (60, 24), "4 [";
    review: Body, (60, 40), "5 j";
    transcript_from_an_item: Body, (60, 40), "j enter";
    open: Body, (80, 24), "6";
    tasks: Frame, (80, 24), "3";
    constraints: Body, (80, 24), "2";
    export: Over, (80, 24), "e -";
    search: Body, (80, 24), "/ text:sessions";
    list_and_detail: Frame, (100, 30), "";
    help: Over, (100, 30), "?";
    transcript: Body, (100, 30), "7 k k";
    withdraw: Over, (100, 30), "x";
    dashboard: Frame, (160, 45), "";
    dashboard_chains: Body, (160, 45), "4";
    dashboard_edit: Body, (160, 45), "E";
    palette: Over, (80, 24), ": text:expo";
    palette_narrow: Over, (60, 24), ": down";
    themes: Over, (60, 24), "T j";
    filter: Body, (60, 24), "f text:sess enter";
    filter_typed: Body, (100, 30), "f text:nothing";
    export_markdown: Over, (100, 30), "e tab";
    export_json: Over, (60, 24), "e f f ctrl-d";
    news: Body, (60, 24), "w w";
    help_scrolled: Over, (60, 24), "? space space";
    tiny: Frame, (20, 5), "";
    small: Frame, (30, 10), "5";
    past_in_a_side_pane: Frame, (60, 40), "lt lt lt lt";
    past: Frame, (80, 24), ", , , , , . .";
    past_on_a_wide_screen: Body, (160, 45), "lt lt lt lt";
    past_small: Body, (30, 10), "lt lt lt lt lt lt";
    past_before_everything: Body, (60, 24), "( ( ( ( ( ( ( ( ( ( ( ( ( ( ( (";
    past_refuses_corrections: Body, (80, 24), "lt x";
    changed_since: Body, (80, 24), "lt lt lt lt c";
}

shots! {
    edges_after_a_compaction, shop::compacted;
    before_compaction_in_a_side_pane: Body, (60, 40), "b";
    before_compaction: Body, (80, 24), "b";
    before_compaction_on_a_wide_screen: Body, (160, 45), "b 2";
    before_compaction_small: Body, (30, 10), "b";
    export_of_what_compaction_dropped: Over, (80, 24), "B";
    export_of_what_compaction_dropped_for_people: Over, (60, 24), "e b tab";
    past_before_the_compaction: Body, (100, 30), "( ( ( (";
}

#[test]
fn every_pane_at_every_small_size_holds() {
    let theme = Theme::numbered();
    for keys in [
        "",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "?",
        "e",
        "x",
        "E",
        "/",
        "e w",
        "e tab",
        "f",
        "f text:q",
        ":",
        ": text:zz",
        "T",
        "lt",
        "lt 7",
        "( ( ( ( ( ( ( ( ( ( ( ( ( (",
        "lt c",
    ] {
        let mut state = shop::pressed((80, 24), 9, keys);
        for width in 0..=20 {
            for height in 0..=10 {
                state.size = (width, height);
                let buf = frame::render(&state, &theme);
                let _ = deltamind::tui::view::cursor(&state);
                assert_eq!((buf.area.width, buf.area.height), (width, height));
            }
        }
        for size in [(1000, 1), (1, 1000), (141, 13), (99, 60), (250, 100)] {
            state.size = size;
            frame::render(&state, &theme);
        }
    }
}

/// The glyph of the selected row is on no other row, and the focused pane is marked, without any colour.
#[test]
fn selection_and_focus_are_seen_without_colour() {
    for size in [(60, 24), (100, 30), (160, 45)] {
        let text = frame::text(&frame::render(&shop::pressed(size, 9, "j"), &Theme::numbered()));
        let bars = text.lines().filter(|l| l.starts_with('▌')).count();
        assert_eq!(bars, 1, "{text}");
        assert!(text.contains("▸1 Deci"), "{text}");
    }
}

/// The terminal may have another size by the time a frame is drawn.
#[test]
fn a_frame_for_another_size_is_cut() {
    let theme = Theme::numbered();
    for keys in ["", "7", "?", "e", ":", "T", "x", "f"] {
        let state = shop::pressed((160, 45), 9, keys);
        for (width, height) in [(0, 0), (1, 1), (20, 5), (159, 2), (300, 80)] {
            let mut buf = ratatui::buffer::Buffer::empty(ratatui::layout::Rect::new(0, 0, width, height));
            deltamind::tui::view::draw(&state, &theme, &mut buf);
        }
    }
}

/// In every theme at most one letter in twenty stands out by less than 4.5 to 1, and none by less than 3 to 1.
#[test]
fn letters_can_be_read_in_every_theme() {
    for (name, _) in deltamind::tui::theme::BUILT_IN {
        let theme = Theme::built_in(name).unwrap();
        for (size, keys) in
            [((60, 24), "j"), ((60, 40), "5"), ((100, 30), "4"), ((160, 45), ""), ((100, 30), "? j"), ((80, 24), "e")]
        {
            let buf = frame::render(&shop::pressed(size, 9, keys), &theme);
            let letters = buf.content().iter().filter(|c| c.symbol().chars().any(char::is_alphanumeric));
            let ratios: Vec<f64> = letters.map(|c| theme.contrast_of(c.style()).unwrap()).collect();
            let weak = ratios.iter().filter(|r| **r < 4.5).count();
            assert!(ratios.iter().all(|r| *r >= 3.0), "{name} {size:?} {keys}");
            assert!(weak * 20 <= ratios.len(), "{name} {size:?} {keys}: {weak} of {}", ratios.len());
        }
    }
}

/// Line glyphs stay rare, rows begin early, and most letters stand in the plain colour.
#[test]
fn frames_are_calm() {
    for (size, most) in [((60, 24), 6.0), ((60, 40), 6.0), ((160, 45), 4.0)] {
        let buf = frame::render(&shop::pressed(size, 9, ""), &Theme::numbered());
        let text = frame::text(&buf);
        let lines = text.chars().filter(|c| "─│┌┐└┘".contains(*c)).count();
        let share = lines as f64 * 100.0 / (f64::from(size.0) * f64::from(size.1));
        assert!(share <= most, "{share:.1} % line glyphs at {size:?}");
        assert!(text.lines().nth(4).unwrap().contains('◆'), "{text}");
        let painted = frame::roles(&buf);
        let loud = |role: StyleRole| painted.lines().filter(|l| l.contains(&format!(" {role} "))).count();
        assert_eq!(loud(StyleRole::Bad) + loud(StyleRole::Badge), 0, "nothing shouts");
    }
}

#[test]
fn strangers_text_reaches_no_cell_raw() {
    use deltamind::transcript::{Entry, RecordRef, Turn};
    use deltamind::tui::{Msg, update};
    let mut state = shop::state((100, 30), 0);
    let content = "decision: \x1b[31mred\x1b]52;c;aGk=\x07 \u{202e}evil\u{e0041} \u{200b}gap\r\nnext".to_owned();
    let turn = Turn {
        turn_id: "hostile".into(),
        ordinal: 99,
        role: deltamind::transcript::Role::User,
        content,
        at: None,
        record: RecordRef::default(),
    };
    update(&mut state, Msg::Entries(vec![Entry::Turn(turn)]));
    for keys in ["1", "7"] {
        let at = state.now.unwrap();
        update(&mut state, Msg::Key { key: deltamind::tui::Key::parse(keys).unwrap(), at });
        update(&mut state, Msg::Now(at));
        let buf = frame::render(&state, &Theme::numbered());
        for cell in buf.content() {
            let bad = |c: char| c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c) || c >= '\u{e0000}';
            assert!(!cell.symbol().chars().any(bad), "{:?}", cell.symbol());
        }
    }
}

#[test]
fn a_picture_is_well_formed() {
    let theme = Theme::built_in("light").unwrap();
    let buf = frame::render(&shop::pressed((80, 24), 9, "4"), &theme);
    let svg = frame::svg(&buf, &theme, "a & b");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains("a &amp; b") && svg.contains("&quot;bump that to postgres 16&quot;"));
    assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
}

/// Writes pictures for the eye: `FRAMES_OUT=dir FRAMES=60x24:j,80x24:e cargo test --test frames pictures`.
#[test]
fn pictures() {
    let Ok(dir) = std::env::var("FRAMES_OUT") else { return };
    let theme = Theme::built_in(&std::env::var("FRAMES_THEME").unwrap_or("dark".into())).unwrap();
    let list = std::env::var("FRAMES").unwrap_or("60x24:,60x40:,80x24:,100x30:,160x45:".into());
    for spec in list.split(',') {
        let (size, keys) = spec.split_once(':').unwrap();
        let (width, height) = size.split_once('x').unwrap();
        let state = shop::pressed((width.parse().unwrap(), height.parse().unwrap()), 9, keys);
        let buf = frame::render(&state, &theme);
        let name = format!("{dir}/{size}-{}.svg", keys.replace([' ', '/'], "_"));
        std::fs::write(name, frame::svg(&buf, &theme, "deltamind")).unwrap();
    }
}

/// The strip of panes keeps its names whichever pane has the keys, and cuts none.
#[test]
fn the_names_of_the_panes_do_not_change_with_the_focus() {
    for width in [60, 80, 100, 160] {
        let strip = |keys: &str| {
            let text = frame::text(&frame::render(&shop::pressed((width, 24), u64::MAX, keys), &Theme::numbered()));
            text.lines().rev().nth(1).unwrap().replace(['▸', '?'], " ")
        };
        let (first, third) = (strip("1"), strip("3"));
        assert_eq!(first, third, "at {width}");
        let last = if width == 60 { "4 Chains" } else { "5 Review" };
        assert!(first.contains(last), "at {width}: {first}");
    }
}

/// The header says what matters at a glance, and how long a session is at rest.
#[test]
fn the_header_counts_what_matters() {
    let mut state = shop::pressed((80, 24), u64::MAX, "");
    let line = |state: &State, n: usize| {
        let text = frame::text(&frame::render(state, &Theme::numbered()));
        text.lines().nth(n).unwrap().trim_end().to_owned()
    };
    assert_eq!(line(&state, 1), " 5 decisions  3 constraints  1/3 tasks  2 ruled out  1 question  1 to confirm");
    assert!(line(&state, 0).ends_with("● live  t14  3m"), "{}", line(&state, 0));
    state.now = state.now.map(|now| now + jiff::SignedDuration::from_hours(24 * 206));
    assert!(line(&state, 0).ends_with("○ idle 206d  t14"), "{}", line(&state, 0));
}
