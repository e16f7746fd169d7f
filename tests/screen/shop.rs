//! Defines the session the frame tests look at: a morning's work on a small shop, settled by hand so that frames
//! do not change when the rules learn.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::panic)]

use std::sync::LazyLock;

use deltamind::pipeline::{Proposed, Target, Verdict};
use deltamind::session::Session;
use deltamind::state::{
    Candidate, Delta, DeltaKind as K, Evidence, Extractor, ItemKind, Part, Pass, SourceTurn, semantic_id::semantic_id,
};
use deltamind::transcript::{Boundary, Entry, Meta, RecordRef, Role, Signal, SignalBody, Turn};
use deltamind::tui::{Msg, State, update};
use jiff::{SignedDuration, Timestamp};

/// What is said: (who, minute, words).
pub const TALK: &[(Role, i64, &str)] = &[
    (
        Role::User,
        0,
        "I want to get the shop API ready for the beta. Let's use Prisma with Postgres for storage, and REST, not GraphQL.",
    ),
    (
        Role::Assistant,
        1,
        "Sounds good. I'll set up Prisma with PostgreSQL and a REST layer.\n\nOpen points:\n- sessions: cookies or JWT?\n- where do migrations live?\n- which Postgres version do we target?",
    ),
    (Role::User, 4, "Sessions live 1 h, refresh tokens rotate. And never run migrations in tests, that bit us twice."),
    (Role::Assistant, 6, "Noted. I added these to the plan. Should the error format carry a hint for the caller, too?"),
    (Role::User, 7, "yes. every error carries code, message and hint"),
    (
        Role::Assistant,
        15,
        "I wrote the first three endpoints and a test for each. The login test is flaky: it cannot open file /tmp/session.lock when two run at once.",
    ),
    (Role::User, 18, "keep p95 under 200 ms on the small box, must hold for the beta. maybe redis later"),
    (
        Role::Assistant,
        21,
        "The rate limiter can live in memory for now. Two ways to share it later: a table in Postgres, or Redis. I would decide when there is a second instance.",
    ),
    (Role::User, 24, "bump that to postgres 16 btw, the box has it. docs stay per repo, no shared hub"),
    (
        Role::Assistant,
        33,
        "Done. Prisma's engine binary adds 40 MB to the image and its migration lock fights with our deploy job. If that is a problem, sqlx with plain SQL files would be the smaller tool; we would lose the generated client.",
    ),
    (Role::User, 38, "drop Prisma, raw sqlx is fine. keep migrations as plain sql files"),
    (
        Role::Assistant,
        41,
        "Switched to sqlx 0.8; the image is 41 MB smaller. manual I think will suffice for the seed data, so I left the seeding script out.",
    ),
    (Role::User, 44, "good. what about the PLZ validation for Austria?"),
    (
        Role::Assistant,
        47,
        "Austria has four digits; the check accepts five only. I opened a task for it.\n\n```rust\nfn is_plz(s: &str) -> bool { s.len() == 5 }\n```",
    ),
];

struct Shop {
    session: Session,
}

/// A candidate in the making.
struct P {
    turn: usize,
    snippet: &'static str,
    also: Vec<(usize, &'static str)>,
    delta: Delta,
    rule: &'static str,
    score: f32,
    parts: Vec<(&'static str, f32)>,
    reason: &'static str,
    verdict: Verdict,
    target: Target,
}

fn p(turn: usize, kind: K, summary: &str, snippet: &'static str) -> P {
    let mut delta = Delta::new(kind);
    delta.summary = Some(summary.to_owned());
    P {
        turn,
        snippet,
        also: Vec::new(),
        delta,
        rule: "choose-verb",
        score: 0.86,
        parts: vec![("you said it", 1.2), ("settling verb", 0.8)],
        reason: "the person settles a choice",
        verdict: Verdict::Accept,
        target: Target::None,
    }
}

impl P {
    fn on(mut self, id: &str) -> Self {
        self.target = Target::Id(id.into());
        self
    }
    fn instead_of(mut self, option: &str) -> Self {
        self.delta.details.alternatives.push(option.to_owned());
        self
    }
    fn rule(mut self, rule: &'static str, score: f32, reason: &'static str) -> Self {
        (self.rule, self.score, self.reason) = (rule, score, reason);
        self
    }
    fn with(mut self, change: impl FnOnce(&mut Delta)) -> Self {
        change(&mut self.delta);
        self
    }
    fn also(mut self, turn: usize, snippet: &'static str) -> Self {
        self.also.push((turn, snippet));
        self
    }
    fn hold(mut self, against: &'static str) -> Self {
        self.score = 0.58;
        self.parts = vec![("answers t30", 0.7), (against, -0.6)];
        self.verdict = Verdict::Hold;
        self
    }
    fn refuse(mut self, code: &str, why: &str) -> Self {
        self.score = 0.21;
        self.parts = vec![("hedged", -1.4)];
        self.verdict = Verdict::Reject { pass: Pass::Extract, code: code.to_owned(), why: why.to_owned() };
        self
    }
}

fn id(turn: usize) -> String {
    format!("m{turn}")
}

fn at(minute: i64) -> Timestamp {
    let start: Timestamp = "2026-05-04T09:12:00Z".parse().unwrap();
    start + SignedDuration::from_mins(minute)
}

impl Shop {
    fn settle(&mut self, p: P) {
        let place = |turn: usize, snippet: &str| {
            let start = TALK[turn - 1].2.find(snippet).unwrap_or_else(|| panic!("{snippet}"));
            (id(turn), start..start + snippet.len())
        };
        let (turn_id, range) = place(p.turn, p.snippet);
        let mut evidence = Evidence::one(&turn_id, p.snippet, range.clone());
        let mut delta = p.delta;
        delta.source_turns = vec![SourceTurn { turn_id: turn_id.into(), offset: Some(range) }];
        for (turn, snippet) in p.also {
            let (turn_id, range) = place(turn, snippet);
            evidence.push(&turn_id, snippet, range.clone());
            delta.source_turns.push(SourceTurn { turn_id: turn_id.into(), offset: Some(range) });
        }
        delta.timestamp = Some(at(TALK[p.turn - 1].1));
        let kind = delta.item_kind().unwrap_or(ItemKind::Fact);
        let semantic_id = semantic_id(kind, delta.text());
        let parts = p.parts.iter().map(|(n, v)| Part { name: (*n).to_owned().into(), value: *v }).collect();
        let candidate = Candidate {
            delta,
            evidence: evidence.into(),
            extractor: Extractor::Rules,
            rule: p.rule.into(),
            confidence: p.score,
            parts,
            reason: p.reason.into(),
            semantic_id,
        };
        self.session.settle(vec![Proposed { candidate, target: p.target, verdict: p.verdict }]);
    }
}

/// The session after its last turn, settled once for all tests.
pub fn session() -> Session {
    static SESSION: LazyLock<Session> = LazyLock::new(|| session_compacted_after(0));
    SESSION.clone()
}

fn meta() -> Meta {
    Meta {
        agent: "claude".into(),
        session_id: "claude-shop".into(),
        cwd: Some("/home/dev/shop-api".into()),
        project: "shop-api".into(),
    }
}

fn said(number: usize, role: Role, minute: i64, words: &str) -> Turn {
    let line = number as u64;
    Turn {
        turn_id: id(number),
        ordinal: number as u32,
        role,
        content: words.to_owned(),
        at: Some(at(minute)),
        record: RecordRef { line, start: line * 100, end: line * 100 + 99 },
    }
}

/// The same, its context compacted after that turn; never at 0.
pub fn session_compacted_after(turn: usize) -> Session {
    let mut shop = Shop { session: Session::new(meta()) };
    for (n, (role, minute, words)) in TALK.iter().enumerate() {
        shop.session.ingest_text(said(n + 1, *role, *minute, words));
        for p in settled_in(n + 1) {
            shop.settle(p);
        }
        if n + 1 == turn {
            let body = SignalBody::Boundary { kind: Boundary::Compaction };
            let (turn_id, record) = (id(turn), RecordRef::default());
            let signal = Signal { id: "compaction".into(), turn_id, at: Some(at(*minute)), record, body };
            shop.session.ingest([Entry::Signal(signal)]);
        }
    }
    shop.session
}

#[allow(clippy::too_many_lines, reason = "a flat table")]
fn settled_in(turn: usize) -> Vec<P> {
    match turn {
        1 => vec![
            p(1, K::GoalSet, "Shop API ready for the beta", "get the shop API ready for the beta"),
            p(1, K::DecisionMade, "Use Prisma with Postgres for storage", "Let's use Prisma with Postgres for storage"),
            p(1, K::DecisionMade, "REST stays; GraphQL was considered", "REST, not GraphQL").instead_of("GraphQL"),
        ],
        2 => vec![
            p(2, K::HypothesisIntroduced, "Where do migrations live?", "where do migrations live?")
                .with(|d| d.item_kind = Some(ItemKind::OpenQuestion)),
        ],
        3 => vec![
            p(
                3,
                K::DecisionMade,
                "Sessions live 1 h; refresh tokens rotate",
                "Sessions live 1 h, refresh tokens rotate",
            ),
            p(3, K::ConstraintAdded, "Never run migrations in tests", "never run migrations in tests")
                .rule("never-verb", 0.97, "a lasting rule by the person")
                .with(|d| d.hard = Some(true)),
        ],
        5 => vec![
            p(
                5,
                K::DecisionMade,
                "Every error carries code, message and hint",
                "every error carries code, message and hint",
            )
            .also(4, "Should the error format carry a hint for the caller, too?")
            .rule("answer-yes", 0.91, "the person agrees to what the agent asked"),
        ],
        6 => vec![
            p(
                6,
                K::TaskOpened,
                "Write the first three endpoints with a test each",
                "I wrote the first three endpoints",
            ),
            p(6, K::ConstraintAdded, "Cannot open file", "cannot open file /tmp/session.lock")
                .refuse("log-line", "an error message of a tool, not a rule"),
            p(6, K::TaskClosed, "", "I wrote the first three endpoints").on("t-1").with(|d| {
                d.summary = None;
                d.resolution = Some(deltamind::state::Resolution::Completed);
            }),
        ],
        7 => vec![
            p(
                7,
                K::ConstraintAdded,
                "Keep p95 under 200 ms on the small box",
                "keep p95 under 200 ms on the small box",
            )
            .rule("keep-under", 0.93, "a bound stated by the person"),
            p(7, K::DecisionMade, "Redis later", "maybe redis later").refuse("hedge", "hedged: \"maybe\""),
        ],
        8 => vec![
            p(
                8,
                K::BranchCreated,
                "Share the rate limiter",
                "Two ways to share it later: a table in Postgres, or Redis",
            )
            .instead_of("a table in Postgres")
            .instead_of("Redis"),
            p(8, K::TaskOpened, "Share the rate limiter between instances", "share it later"),
        ],
        9 => vec![
            p(9, K::DecisionRevised, "Use Prisma on Postgres 16 for storage", "bump that to postgres 16").on("d-1"),
            p(9, K::DecisionMade, "Docs per repository, no shared hub", "docs stay per repo, no shared hub")
                .instead_of("a shared hub"),
        ],
        11 => vec![
            p(11, K::DecisionRevised, "Postgres 16 with raw sqlx, no ORM", "drop Prisma, raw sqlx is fine").on("d-1"),
            p(11, K::ConstraintAdded, "Migrations are plain SQL files", "keep migrations as plain sql files"),
        ],
        12 => vec![
            p(12, K::DecisionMade, "Seed data by hand", "manual I think will suffice").hold("hedged by \"I think\""),
            p(12, K::FactLearned, "The image is 41 MB smaller without Prisma", "the image is 41 MB smaller"),
        ],
        14 => vec![p(14, K::TaskOpened, "Fix PLZ validation for Austria (four digits)", "I opened a task for it")],
        _ => Vec::new(),
    }
}

/// A screen over it, three minutes after the last turn, with everything after `seen` being news.
pub fn state(size: (u16, u16), seen: u64) -> State {
    state_of(session(), size, seen)
}

/// A screen over a session in which only this was said.
pub fn saying(size: (u16, u16), words: &str) -> State {
    let mut session = Session::new(meta());
    session.ingest([Entry::Turn(said(1, Role::User, 0, words))]);
    state_of(session, size, 0)
}

fn state_of(session: Session, size: (u16, u16), seen: u64) -> State {
    let mut state = State::new(session, size);
    update(&mut state, Msg::CaughtUp);
    state.attention.seen.before = seen;
    update(&mut state, Msg::Now(at(50)));
    state
}

/// The same after these keys, a second apart.
pub fn pressed(size: (u16, u16), seen: u64, keys: &str) -> State {
    pressed_in(state(size, seen), keys)
}

/// The session whose context was compacted after its ninth turn, after these keys.
pub fn compacted(size: (u16, u16), keys: &str) -> State {
    pressed_in(state_of(session_compacted_after(9), size, u64::MAX), keys)
}

/// A session that goes on from another's summary: nothing was said in it before its compaction.
pub fn continued(size: (u16, u16)) -> State {
    let mut session = Session::new(meta());
    let body = SignalBody::Boundary { kind: Boundary::Compaction };
    let (turn_id, record) = (id(1), RecordRef::default());
    session.ingest([Entry::Signal(Signal { id: "compaction".into(), turn_id, at: Some(at(0)), record, body })]);
    session.ingest([Entry::Turn(said(1, Role::User, 0, "decision: use one kiln"))]);
    state_of(session, size, 0)
}

/// A screen after these keys, a second apart.
pub fn pressed_in(mut state: State, keys: &str) -> State {
    let keys = deltamind::tui::keymap::parse_line(keys).unwrap_or_else(|word| panic!("no key {word}"));
    for (n, key) in keys.into_iter().enumerate() {
        let at = at(50) + SignedDuration::from_secs(n as i64 + 1);
        update(&mut state, Msg::Key { key, at });
        update(&mut state, Msg::Now(at));
    }
    state
}
