//! Keeping memories at the screen: from keys to the bytes on disk, and back.

use std::fs;
use std::rc::Rc;

use deltamind::memory::{MemoryEnv, SuggestionStatus};
use deltamind::runtime::SaveTo;
use deltamind::runtime::memory::MemoryJob;
use deltamind::runtime::worker::Job;
use deltamind::transcript::Role;
use deltamind::tui::effect::PaneResponse;
use deltamind::tui::panes::memory::{MemoryChange, MemoryPane, MemoryRequest, MemoryResponse};
use deltamind::tui::panes::{PaneId, RowKey};
use deltamind::tui::payload::Payload;
use deltamind::tui::state::Overlay;
use deltamind::tui::state::overlay::PreviewRows;
use deltamind::tui::{Effect, Key, Msg, update};
use jiff::SignedDuration;

use crate::desk::{Desk, turn};

const SIZE: (u16, u16) = (100, 40);

fn pane(desk: &Desk) -> &MemoryPane {
    desk.state.panes.of().unwrap()
}

/// A desk with the Memory pane open.
fn open() -> Desk {
    let mut desk = Desk::open(SIZE);
    desk.press("8");
    desk
}

fn counts(desk: &Desk) -> (usize, usize, usize) {
    let count = |standing| pane(desk).count(standing);
    (count(SuggestionStatus::Pending), count(SuggestionStatus::Approved), count(SuggestionStatus::Dismissed))
}

fn select(desk: &mut Desk, words: &str) {
    let row = pane(desk).rows.iter().find(|r| r.suggestion.title.contains(words));
    let id = row.unwrap_or_else(|| panic!("no {words}: {}", desk.text())).suggestion.id.clone();
    desk.state.list_mut(PaneId::Memory).unwrap().cursor = Some(MemoryPane::key(&id));
    desk.draw();
}

fn asks(desk: &Desk) -> bool {
    matches!(desk.state.overlays.last(), Some(Overlay::Preview(_)))
}

#[test]
fn what_is_approved_is_what_was_shown_and_undo_puts_the_bytes_back() {
    let mut desk = open();
    assert_eq!(counts(&desk), (4, 0, 0), "{}", desk.text());
    assert!(desk.text().contains("create 4"), "{}", desk.text());
    fs::create_dir_all(desk.memory()).unwrap();
    fs::write(desk.memory().join("MEMORY.md"), "- [Old](old.md) — a line\r\n").unwrap();
    select(&mut desk, "push");
    desk.press("a");
    assert!(asks(&desk), "{}", desk.text());
    let Some(Overlay::Preview(preview)) = desk.state.overlays.last().cloned() else { panic!() };
    let shown = desk.text();
    assert!(shown.contains("metadata:") && shown.contains(" +▏ - [") && shown.contains("MEMORY.md"), "{shown}");
    assert_eq!(fs::read_dir(desk.memory()).unwrap().count(), 1, "nothing is written yet");
    desk.press("y");
    let Some(MemoryChange::Approve(drafted)) = preview.action.change.get() else { panic!() };
    for change in &drafted[0].draft.changes {
        let there = fs::read(desk.memory().join(&change.file)).unwrap();
        assert_eq!(Some(&there), change.after.as_ref(), "{}", change.file);
    }
    assert_eq!(counts(&desk), (3, 1, 0));
    assert!(desk.state.notice.as_ref().unwrap().0.starts_with("saved: "), "{:?}", desk.state.notice);
    // Undo is looked at too.
    desk.press("u");
    assert!(desk.text().contains("Undo?"), "{}", desk.text());
    desk.press("y");
    assert_eq!(desk.file("MEMORY.md").unwrap(), "- [Old](old.md) — a line\r\n");
    assert_eq!(fs::read_dir(desk.memory()).unwrap().count(), 1);
    assert_eq!(counts(&desk), (4, 0, 0));
}

#[test]
fn a_memory_goes_to_the_sessions_own_project_or_nowhere() {
    let desk = open();
    let env = MemoryEnv { home: Some(desk.home()), ..MemoryEnv::default() };
    let here = desk.dir.path().join("shop-api");
    // The screen was opened in one project, and follows a session of another one.
    let to = SaveTo { here: Some(here), state: Some(desk.dir.path().join("state")), ..SaveTo::default() };
    let job = MemoryJob { to: Some(to), env };
    let asked = |cwd: Option<&str>| {
        let mut told = Vec::new();
        job.answer(cwd, MemoryRequest::Look, &mut |response| told.push(response));
        told.pop().unwrap()
    };
    let bakery = desk.dir.path().join("bakery");
    let worktree = bakery.join(".worktrees/ovens").display().to_string();
    for (cwd, why) in [(None, "does not name the folder"), (Some(worktree.as_str()), "is not on this machine")] {
        let MemoryResponse::Unavailable(told) = asked(cwd) else { panic!("{cwd:?}") };
        assert!(told.contains(why), "{told}");
    }
    fs::create_dir_all(bakery.join(".git")).unwrap();
    // The worktree was removed; its repository is there.
    let MemoryResponse::Looked(known) = asked(Some(&worktree)) else { panic!() };
    assert_eq!(known.folder, bakery.join(".deltamind"));
}

#[test]
fn undo_refuses_when_somebody_changed_the_file_since() {
    let mut desk = open();
    select(&mut desk, "push");
    desk.press("a y");
    let index = desk.file("MEMORY.md").unwrap();
    fs::write(desk.memory().join("MEMORY.md"), format!("{index}mine\n")).unwrap();
    desk.press("u");
    assert!(!asks(&desk));
    let (told, bad) = desk.state.notice.clone().unwrap();
    assert!(bad && told.contains("was changed since it was written"), "{told}");
    assert!(desk.file("MEMORY.md").unwrap().ends_with("mine\n"));
}

#[test]
fn a_file_changed_between_look_and_word_is_not_written_over_but_shown_again() {
    let mut desk = open();
    select(&mut desk, "push");
    desk.press("a");
    fs::create_dir_all(desk.memory()).unwrap();
    fs::write(desk.memory().join("MEMORY.md"), "- [Mine](mine.md) — by hand\n").unwrap();
    desk.press("y");
    assert_eq!(fs::read_dir(desk.memory()).unwrap().count(), 1, "nothing was written");
    assert!(asks(&desk) && desk.text().contains("meanwhile: nothing was written"), "{}", desk.text());
    // The new dialog must be seen before it is answered, too.
    desk.press("y");
    let index = desk.file("MEMORY.md").unwrap();
    assert!(index.starts_with("- [Mine](mine.md) — by hand\n- ["), "{index}");
}

#[test]
fn neither_a_paste_nor_a_hasty_key_approves() {
    let mut desk = open();
    select(&mut desk, "push");
    desk.hit("a", 1000);
    desk.hit("y", 5000);
    assert!(asks(&desk), "the dialog was never drawn");
    let pasted = update(&mut desk.state, Msg::Paste("y\ny".to_owned()));
    assert_eq!(pasted, []);
    desk.draw();
    desk.hit("y", 199);
    let pasted = update(&mut desk.state, Msg::Paste("y".to_owned()));
    assert_eq!(pasted, []);
    assert!(asks(&desk) && !desk.memory().exists(), "too soon after it was drawn");
    // Pasted without brackets, text comes as keys at once, however long the dialog is open.
    let keys: Vec<Key> = "yes_please".chars().map(Key::char).chain(Key::parse("enter")).collect();
    let at = desk.state.now.unwrap() + SignedDuration::from_secs(3);
    assert_eq!(update(&mut desk.state, Msg::Keys { keys, at }), []);
    assert!(asks(&desk) && !desk.memory().exists(), "{}", desk.text());
    // The key that opens does not write, however long it is held.
    desk.hit("a", 900);
    assert!(asks(&desk) && !desk.memory().exists());
    desk.hit("y", 201);
    assert!(!asks(&desk) && desk.file("MEMORY.md").is_some());
}

#[test]
fn several_are_marked_looked_at_and_written_together_but_none_that_is_flagged() {
    let mut desk = open();
    select(&mut desk, "deploy");
    desk.press("space");
    assert!(pane(&desk).marked.is_empty());
    assert!(desk.state.notice.as_ref().unwrap().0.contains("flagged"), "{:?}", desk.state.notice);
    for words in ["PostgreSQL", "invoices", "push"] {
        select(&mut desk, words);
        desk.press("space");
    }
    assert!(desk.text().contains("3 marked *"), "{}", desk.text());
    // The footer counts them wherever the cursor is.
    assert!(desk.text().lines().last().unwrap().contains("3 marked *"), "{}", desk.text());
    // Again takes the mark away.
    select(&mut desk, "invoices");
    desk.press("space");
    select(&mut desk, "deploy");
    desk.press("a");
    assert!(desk.text().contains("Save 2 memories?"), "{}", desk.text());
    // `y` writes nothing while rows are unseen.
    desk.press("y");
    assert!(asks(&desk) && !desk.memory().exists());
    let unread = " lines not shown yet: space shows the next";
    assert!(desk.state.notice.as_ref().unwrap().0.contains(unread));
    assert!(desk.text().contains(unread), "{}", desk.text());
    while desk.text().contains(" not shown yet") {
        desk.press("space");
    }
    desk.press("y");
    assert_eq!(counts(&desk), (2, 2, 0));
    assert_eq!(desk.file("MEMORY.md").unwrap().lines().count(), 2, "both lines stand in the index");
    assert!(pane(&desk).marked.is_empty());
    // One after the other, the last first.
    desk.press("u y u y");
    assert_eq!((counts(&desk), desk.file("MEMORY.md")), ((4, 0, 0), None));
    // By itself a flagged one can be approved, with its warning on the dialog.
    select(&mut desk, "deploy");
    desk.press("a");
    assert!(desk.text().contains("! permission"), "{}", desk.text());
}

/// `y` writes a change only after all of its rows were on the screen.
#[test]
fn a_change_is_written_only_after_every_row_of_it_was_shown() {
    let resize = |desk: &mut Desk, (width, height)| {
        update(&mut desk.state, Msg::Resize { width, height });
        desk.draw();
    };
    let mut desk = open();
    resize(&mut desk, (80, 24));
    for words in ["PostgreSQL", "invoices", "push"] {
        select(&mut desk, words);
        desk.press("space");
    }
    let unread = |desk: &Desk| {
        let text = desk.text();
        let line = text.lines().find(|line| line.contains(" not shown yet: space shows")).map(str::trim);
        line.map(|line| line.split(' ').next().unwrap().parse::<usize>().unwrap())
    };
    // Seen in part at one size, and the end at another.
    desk.press("a j");
    resize(&mut desk, (60, 14));
    desk.press("G y");
    assert!(asks(&desk) && !desk.memory().exists(), "{}", desk.text());
    let (mut left, mut tops) = (unread(&desk).unwrap(), 0);
    assert!(left > 0, "{}", desk.text());
    // What was shown at the other size stays shown: the key passes it over.
    while let Some(now) = unread(&desk) {
        assert!(now <= left, "{}", desk.text());
        (left, tops) = (now, tops + 1);
        desk.press("space");
        assert!(unread(&desk).is_none_or(|next| next < now), "{}", desk.text());
    }
    assert!(tops > 0, "{}", desk.text());
    // At another size again it is still read, but not where no line can be.
    resize(&mut desk, (100, 30));
    assert_eq!(unread(&desk), None, "{}", desk.text());
    resize(&mut desk, (60, 7));
    desk.press("y");
    assert!(asks(&desk) && !desk.memory().exists(), "{}", desk.text());
    assert!(desk.text().contains("make the window taller"), "{}", desk.text());
    resize(&mut desk, (60, 14));
    desk.press("y");
    assert_eq!(counts(&desk).1, 3);
}

/// A diff is made when the dialog opens and when the width changes, not for each frame.
#[test]
fn a_change_is_laid_out_once_for_a_width() {
    let rows = |desk: &Desk| {
        let Some(Overlay::Preview(preview)) = desk.state.overlays.last() else { panic!("{}", desk.text()) };
        preview.rows.clone()
    };
    let mut desk = open();
    desk.press("a");
    // Three columns at either side are the dialog's own and its margin.
    let columns = usize::from(SIZE.0) - 6;
    let first = rows(&desk).of(columns, |_| panic!("no frame made them"));
    desk.press("j k pgdn");
    assert!(Rc::ptr_eq(&first, &rows(&desk).of(columns, |_| panic!("made anew"))));
    update(&mut desk.state, Msg::Resize { width: 60, height: 14 });
    desk.draw();
    assert_ne!(first.lines, rows(&desk).of(columns, |_| PreviewRows::default()).lines, "another width");
}

#[test]
fn dismissing_keeps_the_reason_and_shows_it_beside_what_is_like_it() {
    let mut desk = open();
    select(&mut desk, "invoices");
    desk.press("x text:this_week_only enter");
    assert_eq!(counts(&desk), (3, 0, 1));
    select(&mut desk, "invoices");
    assert!(desk.text().contains("this week only"), "{}", desk.text());
    let more = turn(9, Role::User, "Never print the invoices with the ledger library and receipts.");
    update(&mut desk.state, Msg::Entries(vec![more]));
    desk.draw();
    select(&mut desk, "receipts");
    assert!(desk.text().contains("something like it was"), "{}", desk.text());
    assert!(desk.text().contains("this week only"), "{}", desk.text());
    // No dialog: no file is concerned.
    desk.press("u");
    assert_eq!(pane(&desk).count(SuggestionStatus::Dismissed), 0, "{:?}", desk.state.notice);
    assert!(desk.text().lines().any(|line| line.contains('▌') && line.contains("invoices")), "{}", desk.text());
    // And it is held against nothing any more.
    select(&mut desk, "receipts");
    assert!(!desk.text().contains("something like it was"), "{}", desk.text());
    // Giving up the reason gives up the dismissal.
    select(&mut desk, "push");
    desk.press("x esc");
    assert_eq!(pane(&desk).count(SuggestionStatus::Dismissed), 0);
}

#[test]
fn edited_words_are_shown_before_they_are_written_and_the_ledger_keeps_its_own() {
    let mut desk = open();
    select(&mut desk, "PostgreSQL");
    desk.press("E ctrl-u text:Orders_live_in_PostgreSQL_17,_token_ghp_abcdefghijklmnopqrstuvwxyz0123456789 enter");
    assert!(asks(&desk) && desk.text().contains("PostgreSQL 17"), "{}", desk.text());
    assert!(!desk.text().contains("ghp_abcdef"));
    desk.press("y");
    let index = desk.file("MEMORY.md").unwrap();
    assert!(index.contains("Orders live in PostgreSQL 17") && !index.contains("ghp_abc"), "{index}");
    assert!(desk.state.session.ledger().items().iter().all(|i| !i.summary.contains("17")));
    assert_eq!(counts(&desk), (3, 1, 0));
}

#[test]
fn what_is_there_already_needs_nothing_and_what_is_older_is_changed() {
    let mut desk = Desk::open(SIZE);
    fs::create_dir_all(desk.memory()).unwrap();
    fs::write(desk.memory().join("db.md"), "Use PostgreSQL for the orders service\n").unwrap();
    fs::write(desk.memory().join("MEMORY.md"), "- [Db](db.md) — orders\n").unwrap();
    desk.press("8");
    select(&mut desk, "PostgreSQL");
    assert!(desk.text().contains("nothing: db.md says it"), "{}", desk.text());
    desk.press("a");
    assert!(!asks(&desk), "there is nothing to write");
    let later = "Let's use MySQL instead of PostgreSQL for the orders service.";
    update(&mut desk.state, Msg::Entries(vec![turn(9, Role::User, later)]));
    desk.draw();
    select(&mut desk, "MySQL");
    let text = desk.text();
    assert!(text.contains("update: db.md") || text.contains("supersede: db.md"), "{text}");
    desk.press("o");
    assert_eq!(desk.others, [Effect::OpenEditor(desk.memory().join("db.md"))]);
    desk.press("a y");
    assert!(desk.file("MEMORY.md").unwrap().contains("MySQL"), "{:?}", desk.state.notice);
}

#[test]
fn the_past_and_who_looks_on_say_why_nothing_is_approved() {
    let mut desk = open();
    desk.press("lt a");
    assert!(!asks(&desk));
    assert!(desk.state.notice.as_ref().unwrap().0.contains("the past cannot be corrected"));
    desk.press("L");
    update(&mut desk.state, Msg::ReadOnly(true));
    for key in ["a", "x", "E", "space"] {
        desk.press(key);
        assert!(desk.state.overlays.is_empty(), "{key}");
        let told = desk.state.notice.clone().unwrap().0;
        assert!(told.contains("another watcher has this session"), "{key}: {told}");
    }
    update(&mut desk.state, Msg::ReadOnly(false));
    desk.press("a");
    assert!(asks(&desk));
}

#[test]
fn evidence_is_a_key_away_and_nothing_is_asked_twice() {
    let mut desk = open();
    select(&mut desk, "push");
    desk.press("enter");
    assert_eq!((desk.state.focus, desk.state.turn_at()), (PaneId::Transcript, Some(1)));
    desk.press("esc");
    assert_eq!(desk.state.focus, PaneId::Memory);
    // While nothing happens, frames ask for nothing.
    desk.draw();
    let now = desk.state.now.unwrap();
    assert_eq!(update(&mut desk.state, Msg::Now(now)), []);
    // Of a talk that concerns no memory neither.
    let task = "Can you also bump the node version in the readme?";
    update(&mut desk.state, Msg::Entries(vec![turn(9, Role::User, task)]));
    assert_eq!(update(&mut desk.state, Msg::Now(now)), []);
    // What was asked for the former reading of the file is not listened to.
    let round = desk.state.panes.round(PaneId::Memory);
    update(&mut desk.state, Msg::Restarted);
    let response = Payload::new(MemoryResponse::Notice("old".to_owned(), false));
    update(&mut desk.state, Msg::Response(PaneResponse { pane: PaneId::Memory, round, response }));
    assert!(desk.state.notice.as_ref().is_none_or(|(words, _)| *words != "old"));
}

#[test]
fn the_mouse_chooses_and_scrolls_and_never_writes() {
    use deltamind::tui::Pointer;
    let mut desk = open();
    desk.press("m");
    let click = |desk: &mut Desk, at| {
        let effects = update(&mut desk.state, Msg::Mouse { pointer: Pointer::Press, at });
        desk.perform(effects);
        desk.draw();
    };
    let line = desk.text().lines().position(|l| l.contains("invoices")).unwrap() as u16;
    click(&mut desk, (8, line));
    let Some(RowKey::Entry(entry)) = desk.state.selected() else { panic!("{}", desk.text()) };
    assert!(pane(&desk).row(&entry.id).unwrap().suggestion.title.contains("invoices"));
    desk.press("a");
    let keys = desk.text().lines().position(|l| l.contains("y write")).unwrap() as u16;
    click(&mut desk, (3, keys));
    assert!(asks(&desk) && !desk.memory().exists(), "a click answers no question");
    desk.press("esc");
    click(&mut desk, (8, line));
    assert_eq!((desk.state.focus, desk.state.turn_at()), (PaneId::Transcript, Some(2)), "a second click opens");
}

#[test]
fn without_a_place_the_pane_says_why() {
    let mut desk = Desk::open((60, 24));
    let (at, round) = (desk.state.now.unwrap(), desk.state.panes.round(PaneId::Memory));
    update(&mut desk.state, Msg::Key { key: deltamind::tui::Key::char('8'), at });
    let mut told = Vec::new();
    MemoryJob::default().answer(None, MemoryRequest::Look, &mut |response| told.push(Payload::new(response)));
    for response in told {
        update(&mut desk.state, Msg::Response(PaneResponse { pane: PaneId::Memory, round, response }));
    }
    assert!(desk.text().contains("Memory is off here"), "{}", desk.text());
}

#[test]
fn looking_writes_nothing() {
    let mut desk = Desk::open(SIZE);
    let before = desk.files();
    desk.press("8 j j k a j j esc space space a esc E esc x esc f text:push enter esc ? esc enter esc lt L 9 1");
    assert_eq!(desk.files(), before);
}
