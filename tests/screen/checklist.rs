//! Holds the points of the checklist for a frame, each by the test that its name says; `CONTRIBUTING.md` lists them. A
//! point is held in a side pane (60x40), in a plain terminal (80x24) and on a wide screen (160x45), where it applies.
// size: one test for each point of the checklist, over the same screens.

use std::collections::HashSet;

use deltamind::text::{SafeText, width};
use deltamind::tui::layout::Layout;
use deltamind::tui::panes::PaneId;
use deltamind::tui::state::Overlay;
use deltamind::tui::{State, StyleRole, Theme, frame, update};
use ratatui::buffer::Buffer;

use crate::{memory_frames, sessions_screen, shop, standup_frames};

const NARROW: (u16, u16) = (60, 40);
const PLAIN: (u16, u16) = (80, 24);
const WIDE: (u16, u16) = (160, 45);
const SIZES: [(u16, u16); 3] = [NARROW, PLAIN, WIDE];
const PANES: [&str; 10] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];

fn state(size: (u16, u16), keys: &str) -> State {
    shop::pressed(size, 9, keys)
}

/// What lies over the panes, or stands around them in the past.
const OVER: [&str; 8] = ["?", "e", "x", ":", "T", "lt lt", "5 lt", "J J J"];

/// Every pane with rows in it, and whatever may cover it, each with its name.
fn screens(size: (u16, u16)) -> Vec<(String, State)> {
    let shown = PANES.iter().chain(&OVER).map(|keys| ((*keys).to_owned(), state(size, keys)));
    let memory = ["8", "8 a", "9"].map(|keys| (format!("memory {keys}"), memory_frames::state(size, keys)));
    let standup = ["", "j a"].map(|keys| (format!("standup {keys}"), standup_frames::state(size, keys)));
    let sessions = ("sessions".to_owned(), sessions_screen::open(size));
    shown.chain(memory).chain(standup).chain([sessions]).collect()
}

fn draw(state: &State) -> Buffer {
    frame::render(state, &Theme::numbered())
}

fn lines(state: &State) -> Vec<String> {
    frame::text(&draw(state)).lines().map(str::to_owned).collect()
}

/// The rows of the focused list, where it is a list.
fn list_rows(state: &State) -> Vec<String> {
    let area = Layout::of(state.size, state).list_area(state.focus);
    let all = lines(state);
    let rows = all.iter().skip(area.y.into()).take(area.height.into());
    rows.map(|l| l.chars().skip(area.x.into()).take(area.width.into()).collect::<String>()).collect()
}

/// Rows of the list that show an item.
fn item_rows(state: &State) -> Vec<String> {
    let glyphs = ['◆', '◇', '■', '□', '○', '◐', '✓', '◎', '-', '?', '·', '~', '!'];
    let is_item = |row: &String| row.chars().nth(2).is_some_and(|c| glyphs.contains(&c));
    list_rows(state).into_iter().filter(is_item).collect()
}

/// Columns of the facts at the right end of a row, two blanks before each.
fn facts(row: &str) -> usize {
    let (mut rest, mut columns) = (row.trim_end(), 0);
    while let Some((before, last)) = rest.rsplit_once("  ") {
        let fact = last.trim();
        let number = fact.trim_start_matches(['t', 'v']).trim_end_matches(['s', 'm', 'h', 'd']);
        if number.parse::<u32>().is_err() && !["hard", "now"].contains(&fact) {
            break;
        }
        (rest, columns) = (before.trim_end(), columns + fact.len() + 2);
    }
    columns
}

#[test]
fn point_01_the_first_lines_name_session_state_and_what_matters() {
    for size in SIZES {
        for pane in PANES {
            let lines = lines(&state(size, pane));
            assert!(lines[0].contains("shop-api") && lines[0].contains("live"), "{}", lines[0]);
            // Where columns are few, words get shorter before a number goes.
            let [decisions, rules] =
                if size == NARROW { ["5 decided", "3 rules"] } else { ["5 decisions", "3 constraints"] };
            for count in [decisions, rules, "1/3 tasks", "2 ruled out", "1 to confirm"] {
                assert!(lines[1].contains(count), "{count}: {}", lines[1]);
            }
            assert!(size == NARROW || lines[1].contains("1 question"), "{}", lines[1]);
        }
        let mut later = state(size, "");
        let now = later.now.unwrap() + jiff::SignedDuration::from_hours(24 * 206);
        update(&mut later, deltamind::tui::Msg::Now(now));
        assert!(lines(&later)[0].contains("idle 206d"), "{}", lines(&later)[0]);
        let past = lines(&state(size, "lt lt"));
        assert!(past[0].contains("PAST") && past[0].contains("shop-api"), "{}", past[0]);
    }
}

#[test]
fn point_02_content_begins_on_the_fourth_line() {
    for size in [NARROW, PLAIN] {
        for (pane, glyph) in [("1", '◆'), ("2", '■'), ("3", '○')] {
            let first = &lines(&state(size, pane))[2];
            assert!(first.contains(glyph), "{size:?} {pane}: {first}");
        }
        // Where a heading stands above the first row too, and in the past.
        let likely = shop::pressed_in(shop::saying(size, "maybe we should use sqlite for now"), "1");
        for (name, state) in screens(size).into_iter().chain([("likely".to_owned(), likely)]) {
            let (area, list) = (Layout::of(size, &state).list_area(state.focus), state.list(state.focus));
            let above = list.rows.iter().position(deltamind::tui::panes::RowKey::selectable).unwrap_or(0);
            assert!(usize::from(area.y) + above <= 3, "{size:?} {name}: {:?}", lines(&state));
            let covered = !state.overlays.is_empty();
            assert!(covered || !lines(&state)[2].trim().is_empty(), "{size:?} {name}");
        }
    }
}

#[test]
fn point_03_lines_are_rare_and_none_stands_between_rows() {
    for (size, most) in [(NARROW, 6.0), (PLAIN, 6.0), (WIDE, 4.0)] {
        for (name, state) in screens(size) {
            let drawn: usize = lines(&state).iter().map(|l| l.chars().filter(|c| "─│┌┐└┘━".contains(*c)).count()).sum();
            let share = drawn as f64 * 100.0 / (f64::from(size.0) * f64::from(size.1));
            assert!(share <= most, "{share:.1} % at {size:?} in {name}");
            let covered = !state.overlays.is_empty();
            assert!(covered || list_rows(&state).iter().all(|row| !row.contains("──")), "{size:?} {name}");
        }
    }
}

#[test]
fn point_04_below_a_hundred_columns_nothing_stands_side_by_side() {
    for size in [NARROW, PLAIN] {
        for pane in PANES {
            assert!(lines(&state(size, pane)).iter().all(|l| !l.contains('│')), "{size:?} {pane}");
        }
    }
}

#[test]
fn point_05_a_summary_has_forty_six_columns_at_sixty() {
    for keys in ["1", "2", "3", "5", "6"] {
        let state = state(NARROW, keys);
        let rows = item_rows(&state);
        assert!(!rows.is_empty());
        let widest = rows.iter().map(|row| facts(row)).max().unwrap();
        assert!(60 - 4 - widest >= 46, "{keys}: {rows:#?}");
    }
    // Of a standup, what a proposal does is part of it.
    let standup = lines(&standup_frames::state(NARROW, ""));
    let changes: Vec<&String> = standup.iter().filter(|row| row.chars().nth(2) == Some('~')).collect();
    assert!(!changes.is_empty() && changes.iter().all(|row| !row.contains("  medium")), "{standup:#?}");
    let sessions = lines(&sessions_screen::open(NARROW));
    let title = sessions.iter().find(|row| row.contains("Notes on the move")).unwrap();
    assert!(title.contains("Notes on the move to Postgres 16, and what…"), "{title}");
}

#[test]
fn point_06_what_is_cut_says_so_and_numbers_are_whole() {
    for size in [(30, 10), (40, 24), NARROW, PLAIN, WIDE] {
        for pane in PANES {
            let all = lines(&state(size, pane));
            assert!(all.iter().all(|l| width(l) <= size.0.into()));
            // Facts, tabs, headings with their counts and keys, and hints go whole.
            let is_heading = |l: &&String| {
                ["   likely ", "   ruled out ", "   done ", "   to confirm "].iter().any(|h| l.starts_with(h))
            };
            let names = Layout::of(size, &state(size, pane)).more_tabs.height + 1;
            let tabs = all.iter().rev().skip(1).take(names.into());
            for whole in all.iter().take(2).chain(tabs).chain(all.iter().filter(is_heading)).chain(all.last()) {
                let own = whole.split('│').next().unwrap_or_default();
                // Of the first line only the session's name may be cut, before the facts.
                let cut = own.split_once('…').map(|(_, rest)| rest);
                let is_name = cut.is_some_and(|rest| own.contains("shop-api · ") && rest.starts_with("  "));
                assert!(cut.is_none() || is_name, "{size:?} {pane}: {own}");
            }
            // A row that fills its width ends in a whole fact or in the sign.
            let facts = |row: &String| row.split_whitespace().last().unwrap_or("").to_owned();
            for row in item_rows(&state(size, pane)) {
                let last = facts(&row);
                let number = last.trim_start_matches('t').trim_end_matches(['s', 'm', 'h', 'd']);
                assert!(number.parse::<u32>().is_ok() || last.ends_with('…') || !row.contains('…'), "{row}");
            }
        }
    }
}

/// Beyond the checklist: what is scrolled says how many lines are above, in the detail and in dialogs.
#[test]
fn what_is_scrolled_says_how_much_is_above() {
    for (size, keys) in [((60, 24), "1 J J"), (NARROW, "? j j"), (PLAIN, "e j j"), (PLAIN, "? G")] {
        let all = lines(&state(size, keys));
        let above = all.iter().find(|line| line.contains(" lines above")).unwrap_or_else(|| panic!("{keys}: {all:#?}"));
        let count = above.trim().trim_start_matches("⋯ ").split(' ').next().unwrap().parse::<usize>();
        assert!(count.is_ok_and(|count| count > 1), "{above}");
    }
}

/// Beyond the checklist: whoever reads on to `the end` has seen every word, however often a line was wrapped.
#[test]
fn the_end_is_said_only_where_nothing_is_hidden() {
    let long = (0..150).map(|n| format!(" word{n}")).collect::<Vec<_>>().concat();
    for size in [(40, 16), NARROW, PLAIN, WIDE] {
        for keys in ["e", "e tab", "e tab tab"] {
            let mut state = state(size, keys);
            let Some(Overlay::Export { text, .. }) = state.overlays.last_mut() else { panic!("{keys}") };
            text.push(&SafeText::block(&long));
            let text = text.clone();
            let mut shown = String::new();
            for _ in 0..200 {
                shown += &lines(&state).join(" ");
                if !shown.contains("lines more:") || lines(&state).iter().any(|line| line.contains("the end")) {
                    break;
                }
                state = shop::pressed_in(state, "pgdn");
            }
            let seen: HashSet<&str> = shown.split_whitespace().collect();
            let lost: Vec<&str> = text.split_whitespace().filter(|word| !seen.contains(word)).collect();
            // A word wider than a line is broken.
            let lost: Vec<&&str> = lost.iter().filter(|word| word.len() < 30).collect();
            assert!(lost.is_empty(), "{size:?} {keys}: {lost:?}");
        }
        // Of the reasons of a row too.
        let mut state = state(size, "1");
        for _ in 0..40 {
            if lines(&state).iter().any(|line| line.contains("the end")) {
                assert!(!lines(&state).iter().any(|line| line.contains("lines more:")), "{:#?}", lines(&state));
                break;
            }
            state = shop::pressed_in(state, "J");
        }
    }
}

/// Beyond the checklist: a notice covers neither the slider nor what says that rows go on.
#[test]
fn a_notice_leaves_the_slider_and_the_counts_of_what_is_hidden() {
    let words = "the clay of this notice is so long that it needs rows of its own above the names of all the panes";
    for size in [NARROW, PLAIN, (60, 24)] {
        for keys in ["lt lt", "1"] {
            let mut state = state(size, keys);
            let signs =
                |state: &State| lines(state).iter().filter(|line| line.contains('●') || line.contains("⋯")).count();
            let before = signs(&state);
            update(&mut state, deltamind::tui::Msg::Notice(words.to_owned()));
            assert!(lines(&state).iter().any(|line| line.contains("the clay of this notice")), "{size:?} {keys}");
            assert_eq!(signs(&state), before, "{size:?} {keys}: {:#?}", lines(&state));
        }
    }
}

#[test]
fn point_07_the_ellipsis_means_cut_and_folds_have_their_sign_and_count() {
    for size in SIZES {
        for keys in ["", "2", "3", "4", "5", "6", "7", "7 k k k", "8", "9", "0", "J", "?", "e", "s", ":"] {
            for line in lines(&state(size, keys)) {
                if let Some((_, rest)) = line.split_once('⋯') {
                    assert!(rest.trim_start().starts_with(|c: char| c.is_ascii_digit()), "{line}");
                }
                assert!(!line.contains("… more") && !line.contains("...more"), "{line}");
                assert!(!line.trim_start().starts_with('…'), "{line}");
            }
        }
    }
}

#[test]
fn point_08_the_footer_holds_whole_hints_and_help_goes_last() {
    for size in SIZES {
        for pane in PANES {
            let footer = lines(&state(size, pane)).pop().unwrap();
            let hints = footer.split("  ").filter(|part| !part.trim().is_empty()).count() - 1;
            assert!((3..=8).contains(&hints), "{hints} in {footer}");
            assert!(size.0 > 60 || hints <= 6, "{hints} in {footer}");
            assert!(footer.trim_end().ends_with("? help") && !footer.contains('…'), "{footer}");
        }
    }
}

#[test]
fn point_09_the_selected_row_has_a_sign_of_its_own() {
    for size in SIZES {
        for pane in ["1", "2", "3", "4", "5", "6"] {
            // Signs are the same without colour.
            let mono = frame::render(&state(size, pane), &Theme::built_in("mono").unwrap());
            assert_eq!(frame::text(&mono), frame::text(&draw(&state(size, pane))));
            // The turn that the talk shows beside the list has another one.
            let bars: usize =
                lines(&state(size, &format!("{pane} j"))).iter().map(|line| line.matches('▌').count()).sum();
            assert_eq!(bars, 1, "{size:?} {pane}");
        }
    }
}

#[test]
fn point_10_the_focused_pane_is_known_without_colour() {
    for size in SIZES {
        for (n, pane) in PANES.iter().enumerate() {
            let tabs = tabs(&state(size, pane));
            assert!(tabs.contains(&format!("▸{}", (n + 1) % 10)) && tabs.matches('▸').count() == 1, "{tabs}");
        }
    }
}

/// Beyond the checklist: the sign of the focused pane stands before its name and nowhere else.
#[test]
fn the_sign_of_the_focused_pane_means_nothing_else() {
    let shown = ["5", "5 j j j j j j j j", "4", "1 g J J", "e", "e tab", "lt", "T", "s"];
    for size in [NARROW, PLAIN, (110, 30), WIDE] {
        for keys in shown {
            for line in lines(&state(size, keys)) {
                for (_, named) in line.match_indices('▸') {
                    let name = line[line.find(named).unwrap() + named.len()..].trim_start();
                    let name = name.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
                    assert!(
                        PaneId::ALL.iter().any(|pane| name.starts_with(pane.pane().title)),
                        "{size:?} {keys}: {line}"
                    );
                }
            }
        }
        let forms = lines(&state(size, "e tab")).join("\n");
        assert!(forms.contains(" context [markdown] json "), "{forms}");
    }
}

/// Beyond the checklist: between the side pane and the wide screen the pane and the reasons have their names above them.
#[test]
fn a_pane_beside_its_reasons_is_named_above_its_rows() {
    for columns in [100, 139] {
        for rows in [24, 40] {
            for pane in PaneId::ALL {
                let state = state((columns, rows), &pane.label().to_string());
                let named = lines(&state)[2].clone();
                assert!(named.starts_with(&format!("▸ {}", pane.pane().title)), "{columns}x{rows}: {named}");
            }
            assert!(lines(&state((columns, rows), "1 g"))[2].contains("│  why d-"));
        }
    }
}

/// Beyond the checklist: on a screen of few cells a dialog cuts its title before the key that closes it, and a sentence
/// that does not fit ends with the sign of it.
#[test]
fn a_small_dialog_keeps_its_closing_key_and_says_what_it_cuts() {
    for (keys, key) in [("e", "Esc close ─┐"), ("s", "Esc close ─┐"), ("s tab", "Esc close ─┐"), ("x", "Esc cancel ─┐")]
    {
        let shown = lines(&state((30, 10), keys));
        assert!(shown[0].ends_with(key), "{keys}: {shown:#?}");
    }
    let asked = lines(&state((30, 9), "x")).join("\n");
    assert!(asked.contains('…') && asked.contains("y yes"), "{asked}");
    let empty = lines(&state((30, 8), "9")).join("\n");
    assert!(empty.contains('…'), "{empty}");
}

/// Beyond the checklist: a noun agrees with its number.
#[test]
fn no_noun_of_several_stands_after_one() {
    let nouns = ["lines", "rows", "turns", "items", "matches", "characters", "sessions", "decisions", "tasks", "bytes"];
    for size in SIZES {
        for (name, state) in screens(size) {
            for line in lines(&state) {
                let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
                let is_wrong = |pair: &[&str]| pair[0] == "1" && nouns.contains(&pair[1]);
                assert!(!words.windows(2).any(is_wrong), "{size:?} {name}: {line}");
            }
        }
    }
}

/// Beyond the checklist: a line of a change that needs several rows has its sign beside each of them.
#[test]
fn the_sign_of_a_changed_line_stands_beside_every_row_of_it() {
    for size in SIZES {
        let shown = lines(&memory_frames::state(size, "8 a pgdn"));
        let changed: Vec<&String> = shown.iter().filter(|line| line.contains('▏') || line.contains('┊')).collect();
        assert!(changed.iter().any(|line| line.contains("+▏")), "{shown:#?}");
        let sign = |line: &str| line.chars().take_while(|c| !['▏', '┊'].contains(c)).last();
        let rows = changed.windows(2).filter(|rows| rows[1].contains('┊'));
        let signs: Vec<_> = rows.map(|rows| (sign(rows[0]), sign(rows[1]))).collect();
        assert!(size == WIDE || signs.contains(&(Some('+'), Some('+'))), "{shown:#?}");
        assert!(signs.iter().all(|(line, goes_on)| line == goes_on), "{shown:#?}");
    }
}

/// Beyond the checklist: a pane has one name, at every width, and no tab is a bare number.
#[test]
fn a_pane_has_one_name_at_every_width() {
    let names = PaneId::ALL.iter().map(|pane| pane.pane().title);
    for size in [(40, 24), NARROW, PLAIN, (100, 30), WIDE] {
        for (number, name) in names.clone().enumerate() {
            let tabs = tabs(&state(size, &((number + 1) % 10).to_string()));
            let named = tabs.split_once('▸').unwrap().1;
            assert!(named[1..].trim_start_matches(['?', '•', ' ']).starts_with(name), "{size:?}: {tabs}");
            let words = tabs.split_whitespace();
            let bare = words.filter(|word| word.contains('–')).count();
            assert!(bare <= 2 && tabs.lines().all(|line| width(line) <= size.0.into()), "{size:?}: {tabs}");
            // A tall pane names them all in two lines.
            assert!(size.1 < 30 || names.clone().all(|name| tabs.contains(name)), "{size:?}: {tabs}");
        }
    }
    let lists = "▸1 Decisions •2 Constraints •3 Tasks  4 Chains ?5 Review";
    assert_eq!(tabs(&state(NARROW, "1")), format!("{lists}\n•6 Open  7 Transcript  8 Memory  9 Conflicts  0 Standup"));
    let short = tabs(&state((60, 24), "1"));
    assert_eq!(short.trim_end(), "▸1 Decisions •2 Constraints •3 Tasks  4 Chains ?5–0");
    assert!(tabs(&state((60, 24), "0")).starts_with("•1–5 •6 Open  7 Transcript  8"));
}

/// The names of the panes, on one line or two.
fn tabs(state: &State) -> String {
    let (layout, lines) = (Layout::of(state.size, state), lines(state));
    let areas = [layout.tabs, layout.more_tabs].into_iter().filter(|area| area.height > 0);
    areas.map(|area| lines[usize::from(area.y)].trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

#[test]
fn point_11_a_tall_selection_shows_its_extent() {
    for size in SIZES {
        let state = state(size, "7 k k k");
        let area = Layout::of(size, &state).list_area(state.focus);
        let bar = |l: &String| l.chars().nth(area.x.into()) == Some('▌');
        assert!(lines(&state).iter().filter(|l| bar(l)).count() > 1, "{size:?}");
    }
}

#[test]
fn point_12_few_hues_and_one_accent() {
    for (name, size) in ["dark", "light"].into_iter().flat_map(|name| SIZES.map(|size| (name, size))) {
        let theme = Theme::built_in(name).unwrap();
        for (screen, state) in screens(size) {
            let buf = frame::render(&state, &theme);
            let grey = |c: ratatui::style::Color| match c {
                ratatui::style::Color::Rgb(r, g, b) => r.max(g).max(b) - r.min(g).min(b) < 40,
                _ => true,
            };
            let hues: HashSet<_> = buf.content().iter().map(|c| c.fg).filter(|c| !grey(*c)).collect();
            assert!(hues.len() <= 4, "{name} {size:?} {screen}: {hues:?}");
        }
        // The place that carries the selected row, and what was looked for, are where the person is.
        let accent = theme.style(StyleRole::Accent).fg;
        for role in [StyleRole::Evidence, StyleRole::Match] {
            assert_eq!((theme.style(role).fg, theme.style(role).bg), (accent, None), "{name}: {role}");
        }
    }
}

/// Beyond the checklist: amber is what waits for the person or wants their look, and nothing else.
#[test]
fn amber_has_one_meaning() {
    let signs = ["•", "?", "!", "note", "‡", "+", "↗", ", not of the past", "only before the compaction"];
    for size in SIZES {
        for (name, state) in screens(size) {
            for line in frame::roles(&draw(&state)).lines().filter(|line| line.contains(" warn")) {
                let words = line.split_once(" warn").unwrap().1.trim_start_matches("+selected").trim();
                let is_counted = ["to confirm", "unread", "new)"].iter().any(|word| words.contains(word));
                assert!(is_counted || signs.iter().any(|sign| words.starts_with(sign)), "{size:?} {name}: {line}");
            }
        }
    }
}

#[test]
fn point_13_most_letters_stand_in_the_plain_colour() {
    let theme = Theme::built_in("dark").unwrap();
    let strong = theme.style(StyleRole::Strong).fg;
    for size in SIZES {
        for (name, state) in screens(size) {
            let buf = frame::render(&state, &theme);
            let is_text = |symbol: &str| !symbol.trim().is_empty() && !"─│┌┐└┘━".contains(symbol);
            let cells: Vec<_> = buf.content().iter().filter(|cell| is_text(cell.symbol())).collect();
            let plain = cells.iter().filter(|c| c.fg == ratatui::style::Color::Reset || Some(c.fg) == strong).count();
            assert!(plain * 10 >= cells.len() * 6, "{size:?} {name}: {plain} of {}", cells.len());
        }
    }
}

#[test]
fn point_14_letters_have_contrast_in_dark_and_light() {
    for name in ["dark", "light"] {
        let theme = Theme::built_in(name).unwrap();
        for size in SIZES {
            for pane in PANES {
                let buf = frame::render(&state(size, pane), &theme);
                let letters = buf.content().iter().filter(|c| c.symbol().chars().any(char::is_alphanumeric));
                let ratios: Vec<f64> = letters.map(|c| theme.contrast_of(c.style()).unwrap()).collect();
                let weak = ratios.iter().filter(|r| **r < 4.5).count();
                assert!(ratios.iter().all(|r| *r >= 3.0) && weak * 20 <= ratios.len(), "{name} {size:?} {pane}");
            }
        }
    }
}

#[test]
fn point_15_every_coloured_state_has_a_word_or_a_sign() {
    for size in SIZES {
        for pane in PANES {
            let state = state(size, pane);
            let buf = draw(&state);
            for line in frame::roles(&buf).lines() {
                let coloured = [" good ", " bad ", " warn "].iter().any(|role| line.contains(role));
                let words = line.splitn(3, ' ').last().unwrap_or("").trim();
                assert!(!coloured || !words.is_empty(), "{line}");
            }
            // Without colour the text is the same.
            let mono = frame::render(&state, &Theme::built_in("mono").unwrap());
            assert_eq!(frame::text(&mono), frame::text(&buf));
        }
    }
}

#[test]
fn point_16_only_what_may_be_missed_is_dim() {
    for size in SIZES {
        for keys in ["1", "2", "3", "6"] {
            let state = state(size, keys);
            let roles = frame::roles(&draw(&state));
            for item in state.ledger().items().iter().filter(|item| item.is_open()) {
                let begins: String = item.summary.chars().take(16).collect();
                // Alternatives that were ruled out may be missed.
                let ruled_out = item.kind == deltamind::state::ItemKind::RejectedOption;
                let faded = |l: &str| l.contains(&format!(" dim {begins}")) || l.contains(&format!(" faint {begins}"));
                assert!(ruled_out || !roles.lines().any(faded), "{size:?} {keys}: {begins}");
            }
        }
        let roles = frame::roles(&draw(&state(size, "")));
        let footer = format!("{:>2}:", size.1 - 1);
        let keys = roles.lines().filter(|l| l.starts_with(&footer) && l.contains(" accent "));
        assert!(keys.count() >= 3, "the keys are not dim");
    }
}

#[test]
fn point_17_facts_end_in_one_column_with_a_blank_before_them() {
    for size in [(40, 24), NARROW, PLAIN, WIDE] {
        for keys in ["1", "2", "3", "6"] {
            let rows = item_rows(&state(size, keys));
            let ends: HashSet<usize> = rows.iter().map(|row| width(row.trim_end())).collect();
            assert!(ends.len() <= 1, "{size:?} {keys}: {rows:#?}");
            for row in rows {
                let before = row.trim_end().rsplit(' ').nth(1).unwrap_or("");
                assert!(before.is_empty() || !before.ends_with(|c: char| c.is_alphabetic()), "{row}");
            }
        }
    }
}

#[test]
fn point_18_no_column_says_the_same_in_every_row() {
    for size in SIZES {
        let mut state = state(size, "");
        // After days every age would be the same: the column is gone.
        let later = state.now.unwrap() + jiff::SignedDuration::from_hours(24 * 366);
        update(&mut state, deltamind::tui::Msg::Now(later));
        assert!(item_rows(&state).iter().all(|row| !row.contains("366d")), "{size:?}");
        let last = |row: &String| row.split_whitespace().last().unwrap_or("").to_owned();
        let facts: HashSet<String> = item_rows(&state).iter().map(last).collect();
        assert!(facts.len() > 1, "{facts:?}");
        // In the talk of another day the date stands once, and again at the turn read.
        update(&mut state, deltamind::tui::Msg::Key { key: deltamind::tui::Key::parse("7").unwrap(), at: later });
        let dates = list_rows(&state).iter().filter(|row| row.contains("2026-05-04")).count();
        assert!(dates <= 1, "{size:?}: {dates}");
    }
}

#[test]
fn point_19_paths_begin_at_home_and_an_event_is_one_line() {
    for size in SIZES {
        for keys in ["", "7", "8", "s"] {
            let all = lines(&state(size, keys)).join("\n");
            assert!(!all.contains("/home/") && !all.contains("/Users/"), "{size:?} {keys}: {all}");
        }
        let talk = shop::pressed_in(shop::saying(size, "see /home/dev/shop-api/src/db.rs, line 4"), "7");
        assert!(lines(&talk).iter().any(|line| line.contains("  see src/db.rs, line 4")), "{size:?}");
        let events = state(size, "").ledger().items().len();
        let rows: usize = ["1", "2", "3", "6"].iter().map(|keys| item_rows(&state(size, keys)).len()).sum();
        assert!(rows <= events + 2, "{rows} rows of {events} items");
    }
}

#[test]
fn point_20_summaries_hold_no_markup_and_wraps_break_between_words() {
    for size in SIZES {
        for keys in ["1", "2", "3", "4", "5", "6"] {
            let state = state(size, keys);
            for row in item_rows(&state) {
                assert!(!["**", "`", "{\"", "\\n", "](", "# "].iter().any(|sign| row.contains(sign)), "{row}");
            }
        }
        // In the talk, marks are drawn as what they mean.
        for row in list_rows(&state(size, "7")) {
            assert!(!row.contains("**") && !row.contains('`'), "{row}");
        }
        // A word of the quotations that is broken would end a line within itself.
        let words: HashSet<&str> = shop_words();
        let detail = Layout::of(size, &state(size, "")).detail_area();
        for line in lines(&state(size, "")).iter().skip(detail.y.into()).take(detail.height.into()) {
            let part: String = line.chars().skip(detail.x.into()).take(detail.width.into()).collect();
            let last = part.split_whitespace().last().unwrap_or("").trim_matches(['"', ',', '.', ';', ':', '…']);
            let is_word = last.len() > 3 && last.chars().all(char::is_lowercase);
            let known = words.contains(last) || WORDS_OF_OURS.contains(&last);
            assert!(!is_word || known || !words.iter().any(|w| w.starts_with(last)), "{last:?} in {part:?}");
        }
    }
}

/// Words of the program's own that may end a line of the detail.
const WORDS_OF_OURS: &[&str] = &["once", "step", "person", "choice", "scope", "session", "high"];

fn shop_words() -> HashSet<&'static str> {
    shop::TALK.iter().flat_map(|(.., words)| words.split(|c: char| !c.is_alphanumeric())).collect()
}

#[test]
fn point_21_runs_of_noise_fold_to_one_counted_line() {
    for size in SIZES {
        let rows = list_rows(&state(size, "5"));
        let folded: Vec<&String> = rows.iter().filter(|row| row.contains("ignored, with the reason")).collect();
        assert_eq!(folded.len(), 1, "{rows:#?}");
        assert!(folded[0].contains(|c: char| c.is_ascii_digit()), "{}", folded[0]);
    }
}

#[test]
fn point_22_an_empty_pane_says_what_is_missing_and_one_next_key() {
    for size in SIZES {
        for keys in ["9", "f text:nothing"] {
            let state = state(size, keys);
            let rows: Vec<String> = list_rows(&state).into_iter().filter(|r| !r.trim().is_empty()).collect();
            assert!((1..=5).contains(&rows.len()), "{size:?} {keys}: {rows:#?}");
            let all = rows.iter().map(|row| row.trim()).collect::<Vec<_>>().join(" ");
            assert!(all.contains("No conflicts") && all.contains("7 shows them") || all.contains("clears the filter"));
        }
        // Of a session in which nothing was settled, every list of items says so.
        for keys in ["1", "2", "3", "4", "5", "6", "9"] {
            let state = shop::pressed_in(shop::saying(size, "good morning"), keys);
            let rows: Vec<String> = list_rows(&state).into_iter().filter(|r| !r.trim().is_empty()).collect();
            assert!((1..=5).contains(&rows.len()), "{size:?} {keys}: {rows:#?}");
            let all = rows.iter().map(|row| row.trim()).collect::<Vec<_>>().join(" ");
            // On a wide screen the talk stands beside the small lists.
            let shows_talk = size == WIDE && ["1", "2", "3"].contains(&keys);
            assert!(shows_talk || all.contains("Read so far: 1 turn. 7 shows"), "{size:?} {keys}: {all}");
            assert!(all.starts_with("No") && !all.contains(" 0 "), "{size:?} {keys}: {all}");
        }
    }
}

#[test]
fn point_23_a_dialog_covers_what_is_below_and_names_its_closing_key() {
    for size in SIZES {
        for (name, state) in screens(size).into_iter().filter(|(_, state)| !state.overlays.is_empty()) {
            let all = lines(&state);
            let top = all.iter().position(|l| l.contains('┌')).unwrap_or_else(|| panic!("{size:?} {name}"));
            let end = all.iter().position(|l| l.contains('└')).unwrap_or_else(|| panic!("{size:?} {name}"));
            assert!(all[top].contains("Esc "), "{}", all[top]);
            let corner = |sign| all[top].chars().position(|c| c == sign).unwrap();
            let (left, right) = (corner('┌'), corner('┐'));
            assert!(left > 0 && right + 1 < size.0.into(), "{size:?} {name}: a column of margin");
            // No words stand beside it, and a blank line above and below.
            for line in &all[top..=end] {
                let beside = line.chars().enumerate().filter(|(at, _)| *at < left || *at > right);
                // The themes leave what they show to be seen, but for a column.
                let beside = beside.filter(|(at, _)| name != "T" || (*at + 1 >= left && *at <= right + 1));
                assert!(beside.into_iter().all(|(_, c)| c == ' '), "{size:?} {name}: {line}");
            }
            let is_free = |line: &String| line.chars().skip(left).take(right + 1 - left).all(|c| c == ' ');
            assert!(is_free(&all[top - 1]) && is_free(&all[end + 1]), "{size:?} {name}: a line of margin");
            let shows = all[top..end].iter().any(|line| line.chars().take(left).any(|c| c != ' '));
            assert_eq!(shows, name == "T", "{size:?} {name}");
            assert!(all[0].contains("deltamind"), "{size:?} {name}: {}", all[0]);
        }
        let help = lines(&state(size, "3 ?"));
        let first = help.iter().skip_while(|l| !l.contains('┌')).nth(1).unwrap();
        assert!(first.to_lowercase().contains("here") || first.contains("Tasks"), "{first}");
    }
}

#[test]
fn point_24_a_wide_screen_is_used() {
    let blank = |all: &[String]| all.iter().filter(|l| l.replace('│', "").trim().is_empty()).count();
    for pane in PANES {
        let mut state = state(WIDE, pane);
        let all = lines(&state);
        assert!(blank(&all) * 3 <= all.len(), "{pane}: {} blank rows", blank(&all));
        let layout = Layout::of(WIDE, &state);
        assert!(layout.stack.len() == 3 && layout.detail.width > 20 && layout.main.width <= 104, "{pane}");
        // Read line by line, nothing is wider than prose.
        state.prefs.set_plain(true);
        let layout = Layout::of(WIDE, &state);
        assert!(layout.main.width <= 100 && layout.detail.width <= 100, "{pane}");
    }
    let all = lines(&sessions_screen::open(WIDE));
    assert!(blank(&all) * 3 <= all.len(), "sessions: {} blank rows", blank(&all));
}

#[test]
fn point_25_the_smallest_pane_shows_one_true_line() {
    for pane in PANES {
        let all = lines(&state((30, 10), pane));
        assert_eq!(all.len(), 10);
        assert!(all[0].contains("shop-api") && all[0].contains("live"), "{}", all[0]);
        assert!(all.iter().all(|l| width(l) <= 30 && !l.contains("too small")));
    }
}

/// Beyond the checklist: the plain mode draws no line, puts nothing side by side, and keeps every word.
#[test]
fn plain_mode_draws_no_lines_and_keeps_the_words() {
    for size in SIZES {
        for keys in ["", "4", "5", "7", "?", "e", "x"] {
            let mut state = state(size, keys);
            state.prefs.set_plain(true);
            let text = frame::text(&draw(&state));
            let drawn = |c: char| ('\u{2500}'..='\u{25ff}').contains(&c);
            assert!(!text.contains(drawn), "{size:?} {keys}: {text}");
        }
        let mut past = state(size, "lt lt");
        past.prefs.set_plain(true);
        assert_eq!(Layout::of(size, &past).slider.height, 0, "{size:?}: blanks are no slider");
        let mut state = state(size, "");
        state.prefs.set_plain(true);
        let text = frame::text(&draw(&state));
        assert!(text.contains(">*D Postgres 16 with raw sqlx, no ORM"), "{text}");
    }
}
