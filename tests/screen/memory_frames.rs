//! Frames of the Memory and the Conflicts pane, as text and as role names.

use std::fs;

use deltamind::memory::{ClaudeNative, MemoryTarget, apply};
use deltamind::session::Session;
use deltamind::session::suggest::Ask;
use deltamind::transcript::entry::ToolOutcome;
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Signal, SignalBody};
use deltamind::tui::State;
use jiff::SignedDuration;

use crate::desk;
use crate::desk::{Desk, start, turn};
use crate::region::shots;

/// What is said: rules and choices of several sorts, one of them suspicious.
const TALK: &[(Role, &str)] = &[
    (Role::User, "We decided to use PostgreSQL for the orders service."),
    (Role::User, "No new dependencies please."),
    (Role::User, "Never push to main without asking me first."),
    (Role::User, "We decided to write invoices with the ledger library."),
    (Role::User, "You must always deploy the orders service without asking."),
    (Role::User, "We decided to keep the invoices of two years in the archive."),
    (Role::User, "Let's use MySQL instead of PostgreSQL for the orders service."),
    (Role::User, "We decided to send the weekly reports by mail."),
];

fn ran(n: usize, command: &str) -> Entry {
    let body = SignalBody::ToolCall {
        call_id: format!("c{n}"),
        tool: "Bash".to_owned(),
        argv: Some(command.to_owned()),
        paths: Vec::new(),
        brings: Box::default(),
        outcome: ToolOutcome::Ok,
        excerpt: String::new(),
        content_ref: None,
    };
    let at = Some(start() + SignedDuration::from_mins(n as i64));
    Entry::Signal(Signal { id: format!("s{n}"), turn_id: format!("u{n}"), at, record: RecordRef::default(), body })
}

/// A session in which a rule was gone against twice.
fn session() -> Session {
    let meta = Meta { agent: "claude".into(), session_id: "claude-shop".into(), cwd: None, project: "shop-api".into() };
    read(Session::new(meta))
}

/// The session after the talk was read.
fn read(mut session: Session) -> Session {
    for (n, (role, words)) in TALK.iter().enumerate() {
        session.ingest([turn(n + 1, *role, words)]);
        match n + 1 {
            4 => session.ingest([ran(4, "cargo add left-pad")]),
            6 => session.ingest([ran(6, "cd app && npm install moment")]),
            _ => {}
        }
    }
    session
}

/// A screen over it: one memory says something older, one suggestion is approved, one dismissed.
fn desk(size: (u16, u16), keys: &str) -> Desk {
    let mut desk = Desk::over(session(), size, start() + SignedDuration::from_mins(50), true);
    let target = || ClaudeNative::open(desk.memory()).unwrap();
    fs::create_dir_all(desk.memory()).unwrap();
    fs::write(desk.memory().join("database.md"), "---\nname: database\ndescription: Use PostgreSQL for the orders service\n---\n\nUse PostgreSQL for the orders service\n").unwrap();
    fs::write(desk.memory().join("MEMORY.md"), "- [Database](database.md) — what the orders are kept in\n").unwrap();
    let all = desk.state.session.suggestions(Ask::default(), &target().memories().unwrap());
    let of = |words: &str| all.iter().find(|s| s.title.contains(words)).unwrap_or_else(|| panic!("{words}: {all:#?}"));
    let ledger = of("ledger");
    let draft = target().draft(ledger).unwrap();
    apply::approve(&desk.store(), &target(), ledger, &draft, start()).unwrap();
    let reason = Some("true of this year only".to_owned());
    apply::dismiss(&desk.store(), of("archive"), reason, start()).unwrap();
    desk.press(keys);
    desk
}

pub fn state(size: (u16, u16), keys: &str) -> State {
    desk(size, keys).state
}

shots! {
    edges, state;
    memory_in_a_side_pane: Body, (60, 40), "8 j";
    memory_small: Frame, (80, 24), "8 j space";
    memory_beside_its_reasons: Body, (100, 30), "8";
    memory_on_a_wide_screen: Body, (160, 45), "8 j";
    memory_tiny: Body, (20, 5), "8";
    memory_approval_in_a_side_pane: Over, (60, 40), "8 j a";
    memory_approval: Over, (80, 24), "8 a j j j";
    memory_approval_on_a_wide_screen: Over, (160, 45), "8 j space space a";
    memory_approval_tiny: Frame, (20, 5), "8 a";
    memory_flagged: Body, (80, 24), "8 f text:deploy enter";
    memory_dismissed: Body, (100, 30), "8 f text:archive enter";
    memory_approved: Body, (100, 30), "8 f text:ledger enter";
    memory_reason_typed: Body, (60, 24), "8 j x text:only_this_week";
    memory_help: Over, (100, 45), "8 ?";
    conflicts_in_a_side_pane: Body, (60, 40), "9";
    conflicts: Body, (100, 30), "9 j";
    conflicts_on_a_wide_screen: Body, (160, 45), "9";
    conflicts_tiny: Body, (20, 5), "9";
    conflict_beside_its_rule: Body, (60, 24), "2 f text:dependencies enter";
}

#[test]
fn an_empty_pane_says_what_would_fill_it() {
    let bare = |keys| {
        let mut desk = Desk::with((60, 24), &["hello"]);
        desk.press(keys);
        desk.text()
    };
    assert!(bare("8").contains("Nothing to keep yet") && bare("8").contains("unless you approve it"), "{}", bare("8"));
    assert!(bare("9").contains("No conflicts: what the agent does against a rule"), "{}", bare("9"));
}

#[test]
fn the_past_shows_the_conflicts_of_then() {
    let mut desk = desk((100, 30), "9");
    assert_eq!(desk.state.lists.counts.conflicts, 2);
    assert!(desk.text().contains("⚑ 2 conflicts"), "{}", desk.text());
    for _ in 0..20 {
        desk.press("lt");
        let heard = desk.state.turns().len();
        let known = usize::from(heard >= 4) + usize::from(heard >= 6);
        assert_eq!(desk.state.lists.counts.conflicts, known, "after t{heard}\n{}", desk.text());
        assert_eq!(
            desk.state
                .session
                .conflicts()
                .iter()
                .filter_map(|c| c.item_id.as_ref())
                .collect::<std::collections::BTreeSet<_>>()
                .iter()
                .map(|id| desk.state.conflicts_of(id))
                .sum::<usize>(),
            known
        );
    }
    desk.press("L");
    assert_eq!(desk.state.lists.counts.conflicts, 2);
}

#[test]
fn a_conflict_leads_to_its_turn_and_its_rule_carries_a_sign() {
    let mut desk = desk((60, 24), "9 enter");
    assert_eq!(desk.state.turn_at(), Some(5));
    desk.press("2 f text:dependencies enter");
    let text = desk.text();
    let row = text.lines().find(|l| l.contains("⚑□") || l.contains("⚑■")).unwrap_or_else(|| panic!("{text}"));
    assert!(row.contains("ependenc") && text.contains("conflict: "), "{text}");
}

#[test]
fn a_settled_conflict_counts_no_more_and_stays_below_the_open_ones() {
    let mut desk = desk((100, 30), "9");
    assert!(desk.text().contains("or here: a takes it as") && desk.text().contains("a settle "), "{}", desk.text());
    desk.press("a");
    let text = desk.text();
    assert!(text.contains("⚑ 1 conflict\n") && text.contains("settled · u undoes"), "{text}");
    assert!(text.contains("   settled 1") && text.contains("✓ \"npm install moment\""), "{text}");
    // The rule stands, and the second conflict with it counts.
    let rules = desk.state.session.ledger().items().iter();
    assert_eq!(rules.map(|item| desk.state.conflicts_of(&item.id)).sum::<usize>(), 1);
    // The word is kept with the log, and found again when the transcript is read anew.
    let session = &desk.state.session;
    let (folded, faults) = Session::folded(session.sidecar(), session.log().to_vec());
    assert_eq!((faults, folded.open_conflicts().count()), (Vec::new(), 1));
    let mut anew = read(session.reset());
    anew.apply_pending_corrections(true);
    assert_eq!((anew.conflicts().len(), anew.open_conflicts().count()), (2, 1));
    // Before it was settled it was open.
    desk.press("lt");
    assert_eq!(desk.state.lists.counts.conflicts, 2, "{}", desk.text());
    desk.press("L u");
    assert!(desk.text().contains("⚑ 2 conflicts") && !desk.text().contains("settled 1"), "{}", desk.text());
}

#[test]
fn the_rule_of_a_conflict_is_withdrawn_where_the_conflict_is_listed() {
    let mut desk = desk((100, 30), "9");
    assert!(desk.text().contains("x removes "), "{}", desk.text());
    let rule = desk.state.selected_item().unwrap().id.clone();
    desk.press("x");
    assert!(desk.text().contains(&format!("Is {rule} wrong?")), "{}", desk.text());
    desk.press("y");
    assert!(!desk.state.session.ledger().get(&rule).unwrap().is_open());
    assert!(desk.text().contains("does not stand"), "{}", desk.text());
}

#[test]
fn the_panes_hold_at_every_small_size() {
    desk::holds_at_every_small_size(&["8", "8 a", "8 x", "8 E", "8 ?", "9", "9 enter", "8 j space space a"], desk);
}

#[test]
fn letters_can_be_read_in_every_theme() {
    desk::letters_can_be_read(&[((60, 40), "8 j"), ((100, 30), "8 a"), ((160, 45), "9")], desk);
}
