//! Checks the ends of tasks by reports that share no word with them, by the files that the agent has changed, and the tasks
//! that the agent takes on after a complaint.

use deltamind::session::Session;
use deltamind::state::{ItemKind, Status};
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Signal, SignalBody, ToolOutcome, Turn};

/// A session of turns: a line that begins with `>` is the assistant's, `*` is a file that it changes, `!` is where the
/// person stops it.
fn work(lines: &[&str]) -> Session {
    let mut session = Session::new(Meta::default());
    session.ingest(lines.iter().enumerate().map(|(at, line)| {
        let (id, record) = (format!("id-{at}"), RecordRef::default());
        let signal = |body| Entry::Signal(Signal { id: id.clone(), turn_id: String::new(), at: None, record, body });
        if line.starts_with('!') {
            return signal(SignalBody::Interrupt);
        }
        if let Some(path) = line.strip_prefix("* ") {
            return signal(edit(path));
        }
        let (role, text) = line.strip_prefix("> ").map_or((Role::User, *line), |t| (Role::Assistant, t));
        Entry::Turn(Turn { turn_id: id, ordinal: at as u32 + 1, role, content: text.to_owned(), at: None, record })
    }));
    session
}

fn edit(path: &str) -> SignalBody {
    SignalBody::ToolCall {
        call_id: path.to_owned(),
        tool: "Edit".to_owned(),
        argv: None,
        paths: vec![path.to_owned()],
        brings: Box::default(),
        outcome: ToolOutcome::Ok,
        excerpt: String::new(),
        content_ref: None,
    }
}

fn tasks(session: &Session, status: Status) -> Vec<String> {
    session.ledger().of_kind(ItemKind::Task).filter(|t| t.status == status).map(|t| t.summary.clone()).collect()
}

#[test]
fn a_report_in_words_of_its_own_ends_the_request_once_the_person_goes_on() {
    const ASKED: &str = "make the bird cards easier to tell apart";
    let told = work(&[ASKED, "* cards.css", "> Each card has a tint of its own, from grey to blue.", "now the footer"]);
    assert_eq!(tasks(&told, Status::Resolved), ["Make the bird cards easier to tell apart"]);
    for open in [
        &[ASKED, "> Each card has a tint of its own, from grey to blue.", "now the footer"][..],
        &[ASKED, "* cards.css", "> Now the borders:", "now the footer"],
        &[ASKED, "* cards.css", "> Half of them have a tint. Shall I go on with the rest?", "now the footer"],
        &[ASKED, "* cards.css", "> Each card has a tint, the owls are still missing.", "now the footer"],
        &[ASKED, "* cards.css", "> Each card has a tint of its own.", "!", "now the footer"],
        &[ASKED, "* cards.css", "> Each card has a tint of its own.", "still looks the same"],
    ] {
        assert!(tasks(&work(open), Status::Resolved).is_empty(), "{open:?}");
    }
}

#[test]
fn a_long_run_of_the_agent_keeps_its_request() {
    let mut lines = vec!["make the bird cards easier to tell apart"];
    lines.extend(["> Looking at the styles.", "* cards.css"].repeat(9));
    lines.extend(["> Each card has a tint of its own.", "what about the footer?"]);
    assert_eq!(tasks(&work(&lines), Status::Resolved), ["Make the bird cards easier to tell apart"]);
}

#[test]
fn a_commit_and_green_tests_end_the_request_at_once() {
    const ASKED: &str = "look into the gulls that vanish at night";
    for report in [
        "> The filter dropped them, which is not what the map wants. Committed as `4be1`, suite green.",
        "> Gulls have a dusk flag of their own. All green, committed.",
    ] {
        assert_eq!(tasks(&work(&[ASKED, report]), Status::Resolved).len(), 1, "{report}");
    }
    for report in ["> All tests pass except the dusk ones.", "> The suite is green. Next I'll look at dusk."] {
        assert!(tasks(&work(&[ASKED, report]), Status::Resolved).is_empty(), "{report}");
    }
}

#[test]
fn a_complaint_that_the_agent_takes_on_is_a_task_in_the_agents_words() {
    const COMPLAINT: &str = "the bell rings twice at start and that startles people";
    let taken = work(&[COMPLAINT, "> I'll mute the second ring of the bell."]);
    assert_eq!(tasks(&taken, Status::Active), ["Mute the second ring of the bell"]);
    for answer in ["> Let me check the bell.", "> The bell rings once per port.", "> Do you want a bell at all?"] {
        assert!(tasks(&work(&[COMPLAINT, answer]), Status::Active).is_empty(), "{answer}");
    }
    assert!(tasks(&work(&["why does the bell ring twice?", "> I'll trace the bell."]), Status::Active).is_empty());
}
