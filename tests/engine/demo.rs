//! Holds that the demo session is a whole Claude Code transcript with something of everything in it.

use std::path::PathBuf;

use deltamind::session::Session;
use deltamind::state::ItemKind;
use deltamind::transcript::{Entry, PlanState, ReadAll, Role, SignalBody, ToolOutcome, Turn, read_file};
use deltamind::tui::effect::PaneResponse;
use deltamind::tui::panes::memory::MemoryResponse;
use deltamind::tui::panes::{PANES, PaneId};
use deltamind::tui::payload::Payload;
use deltamind::tui::{Msg, State, update};

fn demo() -> ReadAll {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/demo/session.jsonl");
    read_file(&path).unwrap()
}

fn turns(all: &ReadAll, role: Role) -> Vec<&Turn> {
    let turns = all.entries.iter().filter_map(|e| match e {
        Entry::Turn(turn) if turn.role == role => Some(turn),
        _ => None,
    });
    turns.collect()
}

#[test]
fn every_record_is_read() {
    let all = demo();
    assert_eq!(all.counts.unexplained(), 0);
    assert_eq!(all.counts.damaged_total(), 0, "{:?}", all.counts.damaged);
    assert_eq!(all.counts.held, 0);
    assert_eq!(all.meta.agent, "claude");
    assert_eq!(all.meta.project, "dipper");
}

#[test]
fn it_has_enough_turns_over_most_of_an_hour() {
    let all = demo();
    let (person, agent) = (turns(&all, Role::User), turns(&all, Role::Assistant));
    assert!((40..=70).contains(&person.len()), "{} turns of the person", person.len());
    assert!((45..=80).contains(&agent.len()), "{} turns of the agent", agent.len());
    let first = person.first().unwrap().at.unwrap();
    let last = person.last().unwrap().at.unwrap();
    let minutes = (last.as_second() - first.as_second()) / 60;
    assert!((45..=60).contains(&minutes), "{minutes} minutes");
}

#[test]
fn queued_prompts_are_turns_and_the_compaction_summary_is_not() {
    let all = demo();
    let said = |words: &str| turns(&all, Role::User).iter().any(|t| t.content.contains(words));
    assert!(said("keep the raw responses"));
    assert!(said("put everybody in bcc"));
    assert!(!said("use Redis for caching"));
    assert!(!said("Request interrupted"));
}

#[test]
fn it_has_every_kind_of_signal() {
    let all = demo();
    let has = |wanted: fn(&SignalBody) -> bool| {
        all.entries.iter().any(|e| matches!(e, Entry::Signal(signal) if wanted(&signal.body)))
    };
    assert!(has(|b| matches!(b, SignalBody::Todo { .. })));
    assert!(has(|b| matches!(b, SignalBody::Plan { state: PlanState::Refused, reason: Some(_), .. })));
    assert!(has(|b| matches!(b, SignalBody::Plan { state: PlanState::Approved, .. })));
    assert!(has(|b| matches!(b, SignalBody::Question { answer: Some(a), .. } if a == "E-mail")));
    assert!(has(|b| matches!(b, SignalBody::ToolCall { outcome: ToolOutcome::Failed, .. })));
    assert!(has(|b| matches!(b, SignalBody::ToolCall { outcome: ToolOutcome::Denied, .. })));
    assert!(has(|b| matches!(b, SignalBody::Commit { ok: true, .. })));
    assert!(has(|b| matches!(b, SignalBody::Boundary { .. })));
    assert!(has(|b| matches!(b, SignalBody::Interrupt)));
}

#[test]
fn what_was_chosen_later_is_not_ruled_out_and_a_listed_task_is_not_there_twice() {
    let all = demo();
    let mut session = Session::new(all.meta);
    session.ingest(all.entries);
    let open = |kind: ItemKind, words: &str| {
        let all = session.ledger().open_of_kind(kind);
        all.filter(|item| item.summary.to_lowercase().contains(words)).count()
    };
    assert_eq!((open(ItemKind::Decision, "ntfy"), open(ItemKind::RejectedOption, "ntfy")), (1, 0));
    assert_eq!(open(ItemKind::RejectedOption, "telegram"), 1);
    assert_eq!(open(ItemKind::Task, "second api key"), 1);
}

#[test]
fn every_pane_fills() {
    let all = demo();
    let mut session = Session::new(all.meta);
    session.ingest(all.entries);
    let mut state = State::new(session, (160, 45));
    update(&mut state, Msg::CaughtUp);
    let response = Payload::new(MemoryResponse::Looked(Box::default()));
    update(&mut state, Msg::Response(PaneResponse { pane: PaneId::Memory, round: 0, response }));
    update(&mut state, Msg::Now(jiff::Timestamp::UNIX_EPOCH));
    for pane in PANES.iter().filter(|p| !matches!(p.id, PaneId::Transcript | PaneId::Conflicts | PaneId::Standup)) {
        let least = if matches!(pane.id, PaneId::Chains | PaneId::Open) { 1 } else { 3 };
        assert!(pane.rows(&state).len() >= least, "{}", pane.title);
    }
    let session = &state.session;
    let standing = |words: &str| session.ledger().items().iter().any(|i| i.is_open() && i.summary.contains(words));
    assert!(["SQLite", "64 MB", "05:30", "ntfy", "07:30"].into_iter().all(standing));
    assert!(!["Kafka", "Kubernetes", "Redis", "Docker", "React"].into_iter().any(standing));
}
