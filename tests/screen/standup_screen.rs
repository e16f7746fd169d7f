//! Holding the standup at the screen: from keys to the bytes of board and documents, and back.

use std::fs;

use deltamind::runtime::standup::StandupJob;
use deltamind::runtime::worker::Job;
use deltamind::standup::Plan;
use deltamind::tui::effect::PaneResponse;
use deltamind::tui::panes::PaneId;
use deltamind::tui::panes::standup::{
    StandupChange, StandupEntry as Entry, StandupPane, StandupRequest, StandupResponse,
};
use deltamind::tui::payload::Payload;
use deltamind::tui::state::overlay::{Overlay, Preview};
use deltamind::tui::{Effect, Key, Msg, update};
use jiff::SignedDuration;

use crate::calls::{API, TODO, bare, create, engine, full, read, root, select};
use crate::desk::Desk;

fn standup(desk: &Desk) -> &StandupPane {
    desk.state.panes.of().unwrap()
}

/// An answer of the worker comes in.
fn answered(desk: &mut Desk, round: u64, response: StandupResponse) {
    let response = Payload::new(response);
    update(&mut desk.state, Msg::Response(PaneResponse { pane: PaneId::Standup, round, response }));
}

const SIZE: (u16, u16) = (100, 50);

fn preview(desk: &Desk) -> Option<&Preview> {
    match desk.state.overlays.last() {
        Some(Overlay::Preview(preview)) => Some(preview),
        _ => None,
    }
}

fn notice(desk: &Desk) -> String {
    desk.state.notice.clone().map(|(words, _)| words.to_string()).unwrap_or_default()
}

fn counts(desk: &Desk) -> (usize, usize) {
    let review = standup(desk).review().unwrap();
    (review.done.len(), review.calls.len())
}

#[test]
fn the_review_is_listed_with_its_changes() {
    let desk = full(SIZE, "");
    let text = desk.text();
    assert_eq!(counts(&desk), (1, 4));
    for words in ["done 1", "your call 4", "conflicts 1", "notes 1"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    assert!(text.contains("2 mark done") && text.contains("high") && text.contains("medium"), "{text}");
}

#[test]
fn what_is_approved_is_what_was_shown_and_undo_puts_the_bytes_back() {
    let mut desk = full(SIZE, "");
    let before = read(&desk, "TODO.md");
    select(&mut desk, "PLZ");
    let text = desk.text();
    assert!(text.contains("\"Committed 4f2a1c") && text.contains("high: a tool's result"), "{text}");
    assert!(!text.contains("evidence 0.93"), "figures are for those who ask: {text}");
    desk.press("J");
    assert!(desk.text().contains("evidence 0.93 ·"), "{}", desk.text());
    desk.press("a");
    let change = preview(&desk).and_then(|p| p.action.change.get()).cloned();
    let Some(StandupChange::Carry(rows)) = change else { panic!("{}", desk.text()) };
    assert!(desk.text().contains(" -▏ - [ ] Fix PLZ") && desk.text().contains(" +▏ - [x] Fix PLZ"), "{}", desk.text());
    assert_eq!(read(&desk, "TODO.md"), before, "nothing is written yet");
    desk.press("y");
    let file = rows[0].draft.as_ref().unwrap().file.as_ref().unwrap();
    assert_eq!(Some(read(&desk, "TODO.md").as_bytes()), file.after.as_deref());
    assert_eq!(counts(&desk), (2, 3));
    assert!(notice(&desk).starts_with("done: mark done"), "{}", notice(&desk));
    // The rest goes on waiting under its numbers.
    assert!(desk.text().contains("3 document"), "{}", desk.text());
    select(&mut desk, "mark done");
    desk.press("u");
    assert!(desk.text().contains("Undo?") && desk.text().contains(" +▏ - [ ] Fix PLZ"), "{}", desk.text());
    desk.press("y");
    assert_eq!(read(&desk, "TODO.md"), before);
    assert_eq!(notice(&desk), "undone, TODO.md is as before: mark done \"Fix PLZ validation\"");
}

/// The sign of a change stands before a bar: a line of a list that stays is not taken for one that goes.
#[test]
fn a_list_that_stays_is_told_from_what_goes() {
    for (plain, bar) in [(false, '▏'), (true, '|')] {
        let mut desk = full(SIZE, "");
        desk.state.prefs.set_plain(plain);
        select(&mut desk, "PLZ");
        desk.press("a");
        let text = desk.text();
        for (sign, words) in
            [(' ', "- [ ] Write the runbook"), ('-', "- [ ] Fix PLZ validation"), ('+', "- [x] Fix PLZ validation")]
        {
            assert!(text.contains(&format!(" {sign}{bar} {words}")), "{sign} {words}: {text}");
        }
    }
}

#[test]
fn what_was_done_before_is_taken_back_too_but_not_over_somebodys_change() {
    let mut desk = full(SIZE, "");
    select(&mut desk, "new task");
    desk.press("u y");
    assert_eq!(read(&desk, "TODO.md"), TODO);
    let mut desk = full(SIZE, "");
    fs::write(root(&desk).join("TODO.md"), read(&desk, "TODO.md") + "- [ ] mine\n").unwrap();
    // The pane shows what it saw; the place is looked at again before anything is written.
    select(&mut desk, "new task");
    desk.press("u y");
    assert!(notice(&desk).contains("changed"), "{}", notice(&desk));
    assert!(read(&desk, "TODO.md").ends_with("mine\n"));
    desk.press("1 0");
    select(&mut desk, "new task");
    assert!(desk.text().contains("TODO.md was changed"), "{}", desk.text());
    desk.press("u");
    assert!(preview(&desk).is_none() && notice(&desk).contains("changed"), "{}", notice(&desk));
}

#[test]
fn a_file_changed_between_look_and_word_is_not_written_over_but_shown_again() {
    let mut desk = full(SIZE, "");
    select(&mut desk, "PLZ");
    desk.press("a");
    let mine = read(&desk, "TODO.md") + "- [ ] mine\n";
    fs::write(root(&desk).join("TODO.md"), &mine).unwrap();
    desk.press("y");
    assert_eq!(read(&desk, "TODO.md"), mine);
    assert!(preview(&desk).is_some() && desk.text().contains("changed meanwhile"), "{}", desk.text());
    desk.press("y");
    assert!(read(&desk, "TODO.md").contains("[x] Fix PLZ") && read(&desk, "TODO.md").contains("mine"));
}

/// A session's lines, a minute apart.
fn session_lines(said: &[(&str, &str)]) -> String {
    let line = |(n, (role, text)): (usize, &(&str, &str))| {
        let record = serde_json::json!({
            "type": role, "uuid": format!("u{n}"), "parentUuid": n.checked_sub(1).map(|before| format!("u{before}")),
            "sessionId": "s", "timestamp": format!("2026-05-04T09:{n:02}:00Z"), "cwd": "/home/mara/depot",
            "message": { "role": role, "content": [{ "type": "text", "text": text }] },
        });
        format!("{record}\n")
    };
    said.iter().enumerate().map(line).collect()
}

#[test]
fn a_decision_changed_after_the_run_is_not_written_as_it_was() {
    let mut desk = bare(SIZE);
    let path = desk.dir.path().join("s.jsonl");
    let mut said = vec![
        ("assistant", "Should we weigh on the belt scale or on the floor scale?"),
        ("user", "the belt scale, because it is calibrated every month"),
        ("assistant", "Okay."),
    ];
    fs::write(&path, session_lines(&said)).unwrap();
    desk.state.sessions.here.clone_from(&path);
    desk.press("0 r");
    select(&mut desk, "belt scale");
    desk.press("a");
    said.push(("user", "Forget the belt scale, we weigh on the floor scale."));
    fs::write(&path, session_lines(&said)).unwrap();
    desk.press("G y");
    assert!(notice(&desk).starts_with("not applied, the session changed it since"), "{}", notice(&desk));
    assert!(!root(&desk).join("docs/decisions").exists(), "{}", desk.text());
    assert!(!desk.text().contains("document  Weigh on the belt scale"), "{}", desk.text());
}

#[test]
fn several_are_marked_looked_at_and_done_together() {
    let mut desk = bare(SIZE);
    let proposals = ["Add rate limit to /login", "Answer 429", "Drop the old table"].map(create).to_vec();
    engine(&root(&desk)).take(&Plan { proposals, ..Plan::default() }).unwrap();
    desk.press("0");
    select(&mut desk, "429");
    desk.press("space");
    select(&mut desk, "old table");
    desk.press("space");
    assert!(desk.text().contains("2 marked *"), "{}", desk.text());
    select(&mut desk, "rate limit");
    desk.press("a");
    assert!(desk.text().contains("Apply 2 changes?"), "{}", desk.text());
    desk.press("y");
    assert_eq!((counts(&desk), notice(&desk).as_str()), ((2, 1), "done: 2 of 2"));
    let board = read(&desk, "TODO.md");
    assert!(board.contains("Answer 429") && board.contains("Drop the old table") && !board.contains("rate limit"));
    // The later one first: the earlier one's file was changed since.
    select(&mut desk, "429");
    desk.press("u");
    let first = "a later change is undone first: new task \"Drop the old table\"; u on its row";
    assert_eq!(notice(&desk), first);
    select(&mut desk, "old table");
    desk.press("u y");
    select(&mut desk, "429");
    desk.press("u y");
    assert_eq!(read(&desk, "TODO.md"), TODO);
}

#[test]
fn several_on_a_board_that_is_not_there_yet() {
    let mut desk = bare(SIZE);
    fs::remove_file(root(&desk).join("TODO.md")).unwrap();
    let proposals = ["Answer 429", "Drop the old table"].map(create).to_vec();
    engine(&root(&desk)).take(&Plan { proposals, ..Plan::default() }).unwrap();
    desk.press("0");
    for words in ["429", "old table"] {
        select(&mut desk, words);
        desk.press("space");
    }
    desk.press("a");
    assert!(desk.text().contains(".deltamind/board.md"), "{}", desk.text());
    desk.press("y");
    assert_eq!(notice(&desk), "done: 2 of 2");
    let board = read(&desk, ".deltamind/board.md");
    assert!(board.contains("Answer 429") && board.contains("old table"), "{board}");
}

#[test]
fn neither_a_paste_nor_a_hasty_key_approves() {
    let mut desk = full(SIZE, "");
    let before = desk.files();
    select(&mut desk, "PLZ");
    desk.hit("a", 1000);
    desk.hit("y", 5000);
    assert!(preview(&desk).is_some(), "the dialog was never drawn");
    assert_eq!(update(&mut desk.state, Msg::Paste("y\ny".to_owned())), []);
    desk.draw();
    desk.hit("y", 199);
    assert_eq!(update(&mut desk.state, Msg::Paste("y".to_owned())), []);
    assert!(preview(&desk).is_some() && desk.files() == before, "too soon after it was drawn");
    // The key that opens does not approve, however long it is held.
    desk.hit("a", 900);
    assert!(preview(&desk).is_some() && desk.files() == before);
    desk.hit("y", 201);
    assert!(preview(&desk).is_none() && desk.files() != before);
}

#[test]
fn dismissing_keeps_the_reason_and_leaving_does_nothing() {
    let mut desk = full(SIZE, "");
    select(&mut desk, "section");
    desk.press("x esc a esc");
    assert_eq!(counts(&desk), (1, 4));
    select(&mut desk, "section");
    desk.press("x text:written_elsewhere enter");
    assert_eq!(counts(&desk), (1, 3));
    let books = engine(&root(&desk)).log().unwrap();
    assert!(books.proposals.iter().any(|p| p.because.as_deref() == Some("written elsewhere")), "{books:?}");
    assert_eq!(read(&desk, "docs/api.md"), API);
}

#[test]
fn undo_takes_the_last_answer_wherever_the_cursor_is() {
    let mut desk = full(SIZE, "");
    let before = read(&desk, "TODO.md");
    select(&mut desk, "PLZ");
    desk.press("a y");
    select(&mut desk, "section");
    desk.press("x enter");
    assert_eq!((counts(&desk).0, counts(&desk).1), (2, 2));
    // The dismissal came last, and changed no file.
    let cursor = |desk: &Desk| desk.text().lines().find(|line| line.contains('▌')).unwrap().to_owned();
    desk.press("G u");
    assert!(notice(&desk).starts_with("proposed again: new section"), "{}", notice(&desk));
    assert!(cursor(&desk).contains("section"), "{}", desk.text());
    assert_eq!(counts(&desk), (2, 3));
    select(&mut desk, "section");
    desk.press("u");
    assert!(desk.text().contains("Undo?") && desk.text().contains(" +▏ - [ ] Fix PLZ"), "{}", desk.text());
    desk.press("y");
    assert_eq!(read(&desk, "TODO.md"), before);
    select(&mut desk, "against");
    desk.press("x enter");
    assert!(standup(&desk).review().unwrap().conflicts.is_empty());
    desk.press("u");
    assert_eq!(notice(&desk), "the conflict is listed again");
    assert!(cursor(&desk).contains("against"), "{}", desk.text());
    assert_eq!(standup(&desk).review().unwrap().conflicts.len(), 1);
}

#[test]
fn what_cannot_be_done_says_why_and_opens_nothing() {
    let mut desk = full(SIZE, "");
    select(&mut desk, "Old import");
    assert!(desk.text().contains("not done: the board has no task t-gone"), "{}", desk.text());
    for key in ["a", "space"] {
        desk.press(key);
        assert!(preview(&desk).is_none() && standup(&desk).marked.is_empty());
        assert!(notice(&desk).contains("cannot be done: the board has no task"), "{}", notice(&desk));
    }
}

#[test]
fn a_note_and_what_is_done_say_why_they_take_no_answer() {
    let mut desk = full(SIZE, "");
    for (entry, why) in
        [(Entry::Note(0), "a note is only to be read"), (Entry::Done(done(&desk)), "this is done: u undoes it")]
    {
        for key in ["a", "x", "space"] {
            desk.state.list_mut(PaneId::Standup).unwrap().cursor = Some(entry.key());
            desk.press(key);
            assert!(desk.state.overlays.is_empty() && notice(&desk).contains(why), "{key}: {}", notice(&desk));
        }
    }
}

#[test]
fn enter_on_what_was_done_says_that_no_turn_is_behind_it() {
    let mut desk = full(SIZE, "");
    desk.state.list_mut(PaneId::Standup).unwrap().cursor = Some(Entry::Done(done(&desk)).key());
    desk.press("enter");
    assert_eq!(desk.state.focus, PaneId::Standup);
    assert_eq!(notice(&desk), "this row has no turn to go to");
}

fn done(desk: &Desk) -> String {
    standup(desk).review().unwrap().done[0].action.clone()
}

#[test]
fn a_long_change_is_read_by_the_screen_and_written_only_then() {
    let mut desk = full((60, 20), "");
    select(&mut desk, "sqlx instead");
    desk.press("a");
    let hinted = |desk: &Desk| desk.text().lines().last().unwrap().contains("y apply");
    let mut pages = Vec::new();
    while !hinted(&desk) {
        pages.push(preview(&desk).unwrap().scroll);
        desk.press("pgdn");
        assert!(pages.len() < 9, "{pages:?}");
    }
    assert!(pages.len() > 1 && pages[1] > 8, "a page is the screen's: {pages:?}");
    desk.press("y");
    assert!(preview(&desk).is_none());
}

#[test]
fn what_leaves_the_machine_says_so_wherever_it_is_shown() {
    let mut desk = bare(SIZE);
    let mut proposal = create("Answer 429");
    proposal.leaves_machine = true;
    engine(&root(&desk)).take(&Plan { proposals: vec![proposal], ..Plan::default() }).unwrap();
    desk.press("0");
    let row = desk.text().lines().find(|l| l.contains('▌')).unwrap().to_owned();
    assert!(row.contains('↗') && row.contains("leaves"), "{row}");
    assert!(desk.text().contains("leaves this machine: others can see it"), "{}", desk.text());
    desk.press("a");
    assert!(desk.text().contains("leaves this machine: others can see it"), "{}", desk.text());
}

#[test]
fn documents_open_in_the_editor_and_evidence_is_a_key_away() {
    let mut desk = full(SIZE, "");
    select(&mut desk, "section");
    desk.press("o");
    let path = root(&desk).canonicalize().unwrap().join("docs/api.md");
    let Some(Effect::OpenEditor(opened)) = desk.others.last() else { panic!("{:?}", desk.others) };
    assert_eq!(opened.canonicalize().unwrap(), path);
    select(&mut desk, "document");
    let before = desk.others.len();
    desk.press("o");
    assert_eq!(desk.others.len(), before, "it is not there yet");
    desk.press("enter");
    assert_eq!((desk.state.focus, desk.state.turn_at()), (PaneId::Transcript, Some(4)));
    desk.press("esc");
    assert_eq!(desk.state.focus, PaneId::Standup);
    select(&mut desk, "against");
    desk.press("enter");
    assert_eq!(desk.state.turn_at(), Some(1));
}

#[test]
fn a_run_goes_on_in_the_background_and_is_not_asked_for_twice() {
    let mut desk = full(SIZE, "");
    let at = desk.state.now.unwrap() + SignedDuration::from_secs(1);
    let effects = update(&mut desk.state, Msg::Key { key: Key::parse("r").unwrap(), at });
    assert!(
        matches!(&effects[..], [Effect::Request(request)] if matches!(request.request.get(), Some(StandupRequest::Run(_)))),
        "{effects:?}"
    );
    assert!(desk.text().contains("◌ looking at sessions"), "{}", desk.text());
    // Nothing else waits for it.
    desk.press("r 1 j 0");
    assert_eq!(desk.state.focus, PaneId::Standup);
    desk.perform(effects);
    desk.draw();
    assert!(notice(&desk).starts_with("the standup ran: 0 done, 4 your call"), "{}", notice(&desk));
    assert!(standup(&desk).doing.is_none());
}

#[test]
fn it_is_offered_once_a_day_and_over_nothing() {
    let mut desk = bare(SIZE);
    let open = |desk: &mut Desk, hours: i64| {
        desk.state.panes.reset(PaneId::Standup);
        desk.state.notice = None;
        let now = desk.state.now.unwrap() + SignedDuration::from_hours(hours);
        let wanted = update(&mut desk.state, Msg::Now(now));
        desk.perform(wanted);
        notice(desk)
    };
    assert_eq!(open(&mut desk, 0), "press 0, then r, for today's standup");
    assert_eq!(open(&mut desk, 1), "", "it was offered today");
    assert_eq!(open(&mut desk, 24), "press 0, then r, for today's standup");
    desk.press("0 r 1");
    assert_eq!(open(&mut desk, 1), "");
    engine(&root(&desk)).take(&Plan { proposals: vec![create("Answer 429")], ..Plan::default() }).unwrap();
    assert_eq!(open(&mut desk, 24), "press 0 for the standup (1 waiting)");
    // What is told already stays.
    let round = desk.state.panes.round(PaneId::Standup);
    desk.state.notice = Some(("looking on".into(), true));
    answered(&mut desk, round, StandupResponse::Offered(1));
    assert_eq!(notice(&desk), "looking on");
}

#[test]
fn the_past_says_that_the_standup_is_of_now_and_changes_nothing() {
    let mut desk = full(SIZE, "");
    let before = desk.files();
    desk.press("lt");
    assert!(desk.text().contains(", not of the past"), "{}", desk.text());
    for (row, key) in [("PLZ", "a"), ("PLZ", "x"), ("PLZ", "space"), ("PLZ", "r"), ("new task", "u")] {
        select(&mut desk, row);
        desk.press(key);
        assert!(desk.state.overlays.is_empty(), "{key}");
        assert!(notice(&desk).contains("the past cannot be corrected"), "{key}: {}", notice(&desk));
    }
    assert_eq!(desk.files(), before);
}

#[test]
fn looking_writes_nothing_but_that_it_was_offered() {
    let mut desk = full(SIZE, "");
    let mut before = desk.files();
    desk.press("j k a j j esc j a esc j space space j j f text:plz enter esc ? esc enter esc x esc lt L 9 1 0 G u esc");
    let mut after = desk.files();
    before.retain(|path, _| !path.ends_with("lock"));
    after.retain(|path, _| !path.ends_with("lock"));
    assert_eq!(after, before);
}

#[test]
fn without_a_store_the_pane_says_why_and_nothing_is_offered() {
    let mut desk = bare(SIZE);
    desk.state.panes.reset(PaneId::Standup);
    desk.standups = None;
    desk.press("0");
    let now = desk.state.now.unwrap();
    for request in [StandupRequest::Load, StandupRequest::Run("s.jsonl".into()), StandupRequest::Offer { since: now }] {
        let offers = matches!(request, StandupRequest::Offer { .. });
        let mut told = Vec::new();
        StandupJob::default().answer(None, request, &mut |response| told.push(response));
        assert_eq!(told.is_empty(), offers);
        for response in told {
            answered(&mut desk, 1, response);
        }
    }
    assert!(desk.text().contains("The standup is off here"), "{}", desk.text());
    assert!(!desk.text().contains("r run"), "what can do nothing is not offered\n{}", desk.text());
    // What comes for a former session is not listened to.
    answered(&mut desk, 0, StandupResponse::Notice("old".to_owned(), false));
    assert!(!notice(&desk).contains("old"));
}
