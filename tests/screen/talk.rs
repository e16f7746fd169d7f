//! The talk: where a turn is shown in part, a mark says so, and no line is left out where rows are free.

use deltamind::pipeline::Verdict;
use deltamind::session::Session;
use deltamind::state::{DeltaKind as K, Evidence};
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Turn};
use deltamind::tui::{Key, Msg, State, Theme, frame, update};
use jiff::Timestamp;

use crate::review::proposed;

fn now() -> Timestamp {
    "2026-05-04T10:00:00Z".parse().unwrap()
}

/// A screen over turns of so many lines each, the person's and the agent's in turn.
fn talk(size: (u16, u16), lines: &[usize]) -> State {
    over(session(lines), size)
}

fn session(lines: &[usize]) -> Session {
    let mut session = Session::new(Meta { project: "kiln".into(), agent: "claude".into(), ..Meta::default() });
    let turn = |(n, lines): (usize, &usize)| {
        let content: Vec<String> = (1..=*lines).map(|line| format!("turn{} line{line} about glaze", n + 1)).collect();
        Entry::Turn(Turn {
            turn_id: format!("k{n}"),
            ordinal: n as u32 + 1,
            role: if n % 2 == 0 { Role::User } else { Role::Assistant },
            content: content.join("\n"),
            at: Some(now()),
            record: RecordRef::default(),
        })
    };
    session.ingest(lines.iter().enumerate().map(turn));
    session
}

fn over(session: Session, size: (u16, u16)) -> State {
    let mut state = State::new(session, size);
    update(&mut state, Msg::CaughtUp);
    update(&mut state, Msg::Now(now()));
    state
}

fn press(state: &mut State, keys: &str) -> Vec<String> {
    for word in keys.split_whitespace() {
        update(state, Msg::Key { key: Key::parse(word).unwrap(), at: now() });
        update(state, Msg::Now(now()));
    }
    frame::text(&frame::render(state, &Theme::numbered())).lines().map(str::to_owned).collect()
}

/// Whether each turn begins with its first line or a mark, and each line after a gap has one before it.
fn is_marked(screen: &[String]) -> bool {
    let mut before: Option<(usize, usize)> = None;
    for row in screen {
        let words: Vec<&str> = row.trim_start_matches([' ', '▌']).split_whitespace().collect();
        match words.as_slice() {
            ["⋯", ..] => before = None,
            [turn, line, "about", "glaze"] => {
                let number = |word: &str| word.trim_matches(char::is_alphabetic).parse::<usize>().unwrap();
                let here = (number(turn), number(line));
                if before.is_some_and(|(turn, line)| here != (turn, line + 1)) {
                    return false;
                }
                before = Some(here);
            }
            [turn, who, ..] if turn.starts_with('t') && ["you", "agent"].contains(who) => {
                before = Some((number_of(turn), 0));
            }
            _ => {}
        }
    }
    true
}

fn number_of(word: &str) -> usize {
    word.trim_matches(char::is_alphabetic).parse().unwrap()
}

#[test]
fn a_turn_shown_in_part_has_a_mark_where_lines_are_missing() {
    let session = session(&[3, 9, 2, 50, 12, 8, 4]);
    for height in 9..40 {
        for keys in ["7", "7 k", "7 k k", "7 k k k k k", "7 g j j j j", "7 g j j j j j j j j j j j"] {
            let screen = press(&mut over(session.clone(), (60, height)), keys);
            assert!(is_marked(&screen), "{height} {keys}\n{}", screen.join("\n"));
        }
    }
}

#[test]
fn no_turn_is_a_head_alone() {
    let session = session(&[3, 9, 2, 7, 12, 8, 4]);
    for height in 9..40 {
        let screen = press(&mut over(session.clone(), (60, height)), "7 k");
        let is_head = |row: &String| row.trim_start_matches([' ', '▌']).starts_with('t') && !row.contains("glaze");
        let talk = &screen[3..usize::from(height) - 1];
        assert!(talk.last().is_some_and(|last| !is_head(last)), "{height}\n{}", screen.join("\n"));
        for (at, head) in talk.iter().enumerate().filter(|(_, row)| is_head(row)) {
            let next = talk.get(at + 1).filter(|next| !next.trim().is_empty() && !is_head(next));
            assert!(next.is_some() || head.starts_with('▌'), "{height}\n{}", screen.join("\n"));
            let is_cut = next.is_some_and(|next| next.contains("⋯") && !next.contains("above"));
            assert!(!is_cut, "{height}\n{}", screen.join("\n"));
        }
    }
}

#[test]
fn free_rows_show_lines_before_they_are_left_out() {
    let screen = press(&mut talk((60, 40), &[2, 20, 1]), "7");
    assert!(screen.iter().any(|row| row.contains("turn2 line20")), "{}", screen.join("\n"));
    let screen = press(&mut talk((60, 20), &[2, 30, 1]), "7");
    assert!(screen.iter().any(|row| row.contains("lines more")), "{}", screen.join("\n"));
    assert!(screen.iter().filter(|row| row.contains("turn2")).count() > 6, "{}", screen.join("\n"));
}

/// A session of two turns, the second one of these words.
fn saying(content: String) -> Session {
    let mut session = session(&[1]);
    session.ingest_text(Turn {
        turn_id: "m2".into(),
        ordinal: 2,
        role: Role::User,
        content,
        at: Some(now()),
        record: RecordRef::default(),
    });
    session
}

/// A turn that carries more than fits beside its time names the first items, and counts the others.
#[test]
fn the_time_of_a_turn_stays_however_much_it_carries() {
    let woods = ["larch", "oak", "elm", "ash", "pine", "beech", "birch", "maple"];
    let mut session = saying("Which wood for which gate?".to_owned());
    session
        .settle(woods.map(|wood| proposed(2, K::TaskOpened, &format!("Saw the {wood}"), 0.9, Verdict::Accept)).into());
    session
        .settle(woods.map(|wood| proposed(2, K::TaskOpened, &format!("Oil some {wood}"), 0.6, Verdict::Hold)).into());
    for width in [40, 60, 80, 99] {
        let screen = press(&mut over(session.clone(), (width, 40)), "7");
        let head = screen.iter().find(|row| row.contains("t2 you")).unwrap();
        assert!(head.contains("t2 you  10:00  → ") && head.contains("  ? "), "{width} {head}");
        let named = head.split_whitespace().filter(|word| word.contains('-')).count();
        let counts = head.split("⋯ ").skip(1).map(|rest| number_of(rest.split(' ').next().unwrap()));
        assert_eq!(named + counts.sum::<usize>(), 16, "{width} {head}");
        assert_eq!(head.contains('⋯'), width < 99, "{width} {head}");
    }
    // Where not even their number fits beside the time, they are named rather than the time.
    let narrow = press(&mut over(session, (24, 20)), "7");
    assert!(narrow.iter().any(|row| row.contains("t2 you  → ")), "{}", narrow.join("\n"));
}

/// A part of a long turn begins with a line, else with a sentence, else with a word.
#[test]
fn the_part_of_a_long_turn_does_not_begin_within_a_word() {
    let words = "We take larch for the gate.";
    for (filler, head) in [
        ("Rope lasts longer, if dry\n", "Rope lasts longer, if dry"),
        ("Rope lasts longer. ", "Rope lasts longer. Rope"),
        ("rope ", "rope rope"),
    ] {
        let before = filler.repeat(60_000 / filler.len());
        let mut session = saying(format!("{before}{words}"));
        let mut decided = proposed(2, K::DecisionMade, words, 0.9, Verdict::Accept);
        let place = before.len()..before.len() + words.len();
        decided.candidate.evidence = Evidence::one("m2".to_owned(), words, place).into();
        session.settle(vec![decided]);
        let screen = press(&mut over(session, (60, 40)), "7 g j g j");
        let at = screen.iter().position(|row| row.contains("⋯ earlier words"));
        let at = at.unwrap_or_else(|| panic!("{}", screen.join("\n")));
        assert!(screen[at + 1].trim_start_matches([' ', '▌']).starts_with(head), "{}", screen.join("\n"));
    }
}

/// The head of a turn names what it settled and still stands: not what the person took back.
#[test]
fn a_turn_does_not_name_what_was_undone() {
    let head = |state: &State| {
        let text = frame::text(&frame::render(state, &Theme::numbered()));
        text.lines().filter(|line| line.contains('→')).map(str::to_owned).collect::<Vec<_>>().join("\n")
    };
    let mut state = crate::shop::pressed((80, 40), 9, "5 a");
    let told = state.notice.clone().unwrap().0.to_string();
    let id = told.split_whitespace().nth(2).unwrap().to_owned();
    state = crate::shop::pressed_in(state, "7 G");
    assert!(head(&state).contains(&id), "{id}: {}", head(&state));
    state = crate::shop::pressed_in(state, "u");
    assert!(!head(&state).contains(&id), "{id}: {}", head(&state));
}
