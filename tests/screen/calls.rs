//! Defines a project with a board and documents, and a standup of it: what was done, what waits, what contradicts.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use deltamind::config::StandupConfig;
use deltamind::session::Session;
use deltamind::standup::action::{Proposal, ProposalConfidence, StandupAction, StandupConflict, StandupNote};
use deltamind::standup::service::StandupService as Engine;
use deltamind::standup::{EvidenceKind, Plan, ProposalEvidence, SourceRef};
use deltamind::state::Part;
use deltamind::store::Store;
use deltamind::transcript::{Meta, Role};
use deltamind::tui::panes::{PaneId, RowKey};
use jiff::SignedDuration;

use crate::desk::{Desk, start, turn};

pub const TODO: &str = "# To do\n\n- [ ] Fix PLZ validation\n- [ ] Write the runbook\n";
pub const API: &str = "# API\n\n## Login\n\nPOST /login takes a name and a password.\n";

const TALK: &[(Role, &str)] = &[
    (Role::User, "We need a plan for the login. It gets hammered by scripts."),
    (Role::Assistant, "1. Add a rate limit to /login\n2. Answer 429 with Retry-After\n3. Keep Prisma for the counters"),
    (Role::User, "ok, and fix the PLZ validation first"),
    (Role::Assistant, "Committed 4f2a1c: Fix PLZ validation. The error codes stay: code, message, hint."),
    (Role::User, "drop Prisma, raw sqlx is fine"),
];

fn of(kind: EvidenceKind, n: u32, quote: &str) -> ProposalEvidence {
    let turns = vec![SourceRef { turn_id: format!("u{n}"), ordinal: n }];
    let at = Some(start() + SignedDuration::from_mins(i64::from(n)));
    ProposalEvidence {
        kind,
        session: "claude-shop".to_owned(),
        turns,
        quotes: vec![quote.to_owned()],
        at,
        agreed: false,
    }
}

fn sure(score: f32) -> ProposalConfidence {
    let part = |name: &'static str, value| Part { name: name.into(), value };
    ProposalConfidence { score, parts: vec![part("evidence", score), part("match", 0.98), part("recency", 1.0)] }
}

pub fn create(title: &str) -> Proposal {
    let action = StandupAction::CreateTask { title: title.to_owned(), body: String::new() };
    let said = of(EvidenceKind::Person, 2, "Add a rate limit to /login");
    Proposal::new(action, sure(0.82), vec![said], "step 1 of the plan, on no board yet")
}

/// Everything a standup can hold, over the board's tasks as they are.
fn plan(engine: &Engine) -> Plan {
    let tasks = &engine.state().board.as_ref().unwrap().tasks;
    let plz = tasks.iter().find(|t| t.title.contains("PLZ")).unwrap();
    let (task, title) = (plz.id.clone(), plz.title.clone());
    let done = StandupAction::DoneTask { task, title, note: "committed as 4f2a1c".to_owned() };
    let content = "We use raw SQL with sqlx.\n\n- Migrations stay plain SQL files.\n- No ORM: Prisma goes.\n".repeat(9);
    let path = "docs/decisions/0007-sqlx.md".to_owned();
    let adr = StandupAction::CreateDoc { path, title: "sqlx instead of Prisma".to_owned(), content };
    let content = "Every error carries code, message and hint.\n".to_owned();
    let enrich =
        StandupAction::EnrichDoc { path: "docs/api.md".to_owned(), heading: "Error codes".to_owned(), content };
    let gone = StandupAction::LogTask { task: "t-gone".into(), title: "Old import".into(), text: "was dropped".into() };
    let committed = of(EvidenceKind::Verified, 4, "Committed 4f2a1c: Fix PLZ validation");
    let proposals = vec![
        Proposal::new(done, sure(0.93), vec![committed], "a commit names it, and the board has it open"),
        Proposal::new(
            adr,
            sure(0.75),
            vec![of(EvidenceKind::Person, 5, "drop Prisma, raw sqlx is fine")],
            "a choice no document holds",
        ),
        Proposal::new(
            enrich,
            sure(0.55),
            vec![of(EvidenceKind::Claim, 4, "code, message, hint")],
            "the page has no word of it",
        ),
        Proposal::new(
            gone,
            sure(0.6),
            vec![of(EvidenceKind::Person, 5, "the old import was dropped")],
            "said of a task",
        ),
    ];
    let against = StandupConflict::new(
        "Keep Prisma for the counters",
        vec![of(EvidenceKind::Claim, 2, "Keep Prisma for the counters")],
        "raw sqlx, no ORM",
        "d-1 of claude-shop",
        "the plan builds on what was given up later",
    );
    let text = "Write the runbook".to_owned();
    let note = StandupNote { text, why: "the board has it already".to_owned(), evidence: Vec::new() };
    Plan { proposals, conflicts: vec![against], notes: vec![note], ..Plan::default() }
}

pub fn root(desk: &Desk) -> PathBuf {
    desk.dir.path().join("shop-api")
}

pub fn engine(root: &Path) -> Engine {
    Engine::open(root, Store::at(root.join(".deltamind")), &StandupConfig::default(), start())
}

/// A screen over a project where nothing was compared yet.
pub fn bare(size: (u16, u16)) -> Desk {
    let meta = Meta { agent: "claude".into(), session_id: "claude-shop".into(), cwd: None, project: "shop-api".into() };
    let mut session = Session::new(meta);
    session.ingest(TALK.iter().enumerate().map(|(n, (role, words))| turn(n + 1, *role, words)));
    let mut desk = Desk::over(session, size, start() + SignedDuration::from_mins(50), true);
    let root = root(&desk);
    fs::remove_dir(root.join(".git")).unwrap();
    fs::create_dir_all(root.join(".deltamind")).unwrap();
    fs::create_dir_all(root.join("docs")).unwrap();
    fs::write(root.join("TODO.md"), TODO).unwrap();
    fs::write(root.join("docs/api.md"), API).unwrap();
    desk.standups = Some(StandupConfig::default());
    desk
}

/// A screen over a project with one thing done, four that wait, a conflict and a note.
pub fn full(size: (u16, u16), keys: &str) -> Desk {
    let mut desk = bare(size);
    let mut engine = engine(&root(&desk));
    engine.take(&Plan { proposals: vec![create("Add rate limit to /login")], ..Plan::default() }).unwrap();
    engine.approve("1").unwrap();
    engine.take(&plan(&engine)).unwrap();
    desk.press("0");
    desk.press(keys);
    desk
}

pub fn read(desk: &Desk, file: &str) -> String {
    fs::read_to_string(root(desk).join(file)).unwrap()
}

/// Puts the cursor on a row whose words hold these.
pub fn select(desk: &mut Desk, words: &str) {
    let rows = desk.state.list(PaneId::Standup).rows.clone();
    let text = |row: &RowKey| {
        let content = deltamind::tui::panes::content::row_content(&desk.state, row);
        format!("{}{}", content.lead, content.text)
    };
    let row =
        rows.iter().find(|row| text(row).contains(words)).unwrap_or_else(|| panic!("no {words}\n{}", desk.text()));
    assert!(matches!(row, RowKey::Entry(entry) if matches!(entry.kind, "call" | "done" | "conflict")));
    desk.state.list_mut(PaneId::Standup).unwrap().cursor = Some(row.clone());
    desk.draw();
}
