//! Makes transcripts for the benches: seeded, so that every run reads the same bytes.
#![allow(dead_code, reason = "each bench uses its half")]

use std::fmt::Write;

use deltamind::transcript::{Entry, RecordRef, Role, Turn};

/// A small generator of numbers (SplitMix64); its quality is of no matter, its steadiness is.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

const THINGS: &[&str] = &[
    "cache",
    "parser",
    "login page",
    "queue",
    "index",
    "backup job",
    "settings file",
    "importer",
    "report",
    "scheduler",
    "mailer",
    "search box",
    "upload form",
    "invoice table",
    "audit log",
    "rate limiter",
    "session store",
    "menu",
];
const TOOLS: &[&str] = &[
    "SQLite",
    "Postgres",
    "plain files",
    "a cron line",
    "systemd",
    "gzip",
    "zstd",
    "YAML",
    "TOML",
    "a channel",
    "mmap",
];
const REASONS: &[&str] =
    &["it is simpler", "we know it", "nobody has to install anything", "it survives a restart", "it is fast enough"];

/// One thing a person would type.
fn said(dice: &mut Dice) -> String {
    let (thing, tool, n) = (dice.one(THINGS), dice.one(TOOLS), dice.below(90) + 10);
    match dice.below(14) {
        0 => format!("let's use {tool} for the {thing}, {}", dice.one(REASONS)),
        1 => format!("actually use {tool} for the {thing} instead"),
        2 => format!("the {thing} must never take more than {n} ms"),
        3 => format!("please add a test for the {thing} when {n} rows come in"),
        4 => format!("maybe {tool} for the {thing} at some point"),
        5 => format!("why does the {thing} need {n} MB?"),
        6 => "yes, do that".to_owned(),
        7 => "b".to_owned(),
        8 => format!("no, leave the {thing} as it is"),
        9 => format!("the {thing} is done, next is number {n}"),
        10 => format!("I think the {thing} loses rows when {n} people write at once"),
        11 => format!("don't touch the {thing} before release {n}"),
        _ => format!("look at the {thing} again, run {n} was slow"),
    }
}

/// One thing an agent would answer: some narration, now and then an offer.
fn answered(dice: &mut Dice) -> String {
    let mut text = String::new();
    for _ in 0..=dice.below(4) {
        let (thing, tool, n) = (dice.one(THINGS), dice.one(TOOLS), dice.below(900));
        let _ = match dice.below(6) {
            0 => write!(text, "I read `src/{}.rs` and the {thing} has {n} callers. ", thing.replace(' ', "_")),
            1 => write!(text, "I'd suggest {tool} for the {thing}, because {}. Shall I? ", dice.one(REASONS)),
            2 => write!(text, "All {n} tests pass; the {thing} is finished.\n\n"),
            3 => write!(text, "Two ways:\n\na) {tool}\nb) {}\n\n", dice.one(TOOLS)),
            4 => write!(text, "```rust\nlet {} = {n};\nassert!(must_hold({n}));\n```\n", thing.replace(' ', "_")),
            _ => write!(text, "Now I'm going to run the {thing} once more. "),
        };
    }
    text.trim_end().to_owned()
}

/// `count` turns, person and agent by turns.
pub fn turns(count: usize, seed: u64) -> Vec<Entry> {
    let mut dice = Dice::new(seed);
    let turn = |n: usize| {
        let (role, content) =
            if n.is_multiple_of(2) { (Role::User, said(&mut dice)) } else { (Role::Assistant, answered(&mut dice)) };
        let at = jiff::Timestamp::from_second(1_790_000_000 + 20 * n as i64).ok();
        let record = RecordRef { line: n as u64 + 1, start: 0, end: 0 };
        Entry::Turn(Turn { turn_id: format!("turn-{n}"), ordinal: n as u32 + 1, role, content, at, record })
    };
    (0..count).map(turn).collect()
}

/// About `bytes` of a Claude Code transcript: one turn in five records, the rest tool calls, results and snapshots.
pub fn claude_file(bytes: usize, seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut out = String::with_capacity(bytes + 8192);
    let mut n = 0_u64;
    let mut parent = "null".to_owned();
    while out.len() < bytes {
        let (kind, message, extra) = record(&mut dice, n);
        let uuid = format!("{n:08x}-0000-4000-8000-{:012x}", seed & 0xffff);
        let at = jiff::Timestamp::from_second(1_790_000_000 + n as i64).unwrap_or_default();
        let _ = writeln!(
            out,
            r#"{{"parentUuid":{parent},"isSidechain":false,"userType":"external","cwd":"/home/dev/bench","sessionId":"bench","version":"2.1.45","gitBranch":"main","type":"{kind}","message":{message},"uuid":"{uuid}","timestamp":"{at}"{extra}}}"#
        );
        parent = format!("\"{uuid}\"");
        n += 1;
    }
    out
}

fn record(dice: &mut Dice, n: u64) -> (&'static str, String, String) {
    let text = |t: String| serde_json::Value::String(t).to_string();
    match n % 5 {
        0 => ("user", format!(r#"{{"role":"user","content":{}}}"#, text(said(dice))), String::new()),
        1 => ("assistant", agent(n, &format!(r#"{{"type":"text","text":{}}}"#, text(answered(dice)))), String::new()),
        2 => {
            let call =
                format!(r#"{{"type":"tool_use","id":"toolu_{n}","name":"Bash","input":{{"command":"cargo test"}}}}"#);
            ("assistant", agent(n, &call), String::new())
        }
        3 => {
            let lines = "test suite::case_with_a_name ... ok\n".repeat(dice.below(120) + 1);
            let output = text(lines);
            let block = format!(r#"{{"tool_use_id":"toolu_{}","type":"tool_result","content":{output}}}"#, n - 1);
            let result = format!(r#","toolUseResult":{{"stdout":{output},"stderr":"","interrupted":false}}"#);
            ("user", format!(r#"{{"role":"user","content":[{block}]}}"#), result)
        }
        _ => ("assistant", agent(n, r#"{"type":"thinking","thinking":"","signature":"c2ln"}"#), String::new()),
    }
}

fn agent(n: u64, block: &str) -> String {
    format!(
        r#"{{"model":"m","id":"msg_{n}","type":"message","role":"assistant","content":[{block}],"stop_reason":null}}"#
    )
}
