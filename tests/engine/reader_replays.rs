//! Tests of a capable reader over whole sessions, from recorded answers: scores, and the same ledger whenever the session
//! is resumed, folded, read in other batches, corrected by the person or given damaged answers.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use deltamind::lab::damage::Damage;
use deltamind::lab::measure::measure;
use deltamind::lab::replay::{Recording, ReplayReader};
use deltamind::lab::scoreboard::Score;
use deltamind::session::Session;
use deltamind::session::model::WindowRequest;
use deltamind::session::travel::{Past, Timeline};
use deltamind::state::{Disposition, ItemId, ItemKind, LogLine, NoteEvent, PersonAction, ReaderTrust};
use deltamind::transcript::{Entry, Meta};

use crate::answering::NONCE;
use crate::labelled::{Labelled, labelled};
use crate::reader::SETTLING;

fn log(session: &Session) -> Vec<String> {
    session.log().iter().map(|l| serde_json::to_string(l).unwrap()).collect()
}

/// A labelled session with what was recorded about it.
struct Recorded {
    labelled: &'static Labelled,
    recording: Recording,
    answers: Vec<String>,
    /// The session with the answers of a capable reader.
    read: Session,
}

/// Most bytes of talk and items in a window of the recordings.
const BUDGET: usize = 24_000;
const NAMES: &[&str] = &[
    "beehive-sync-long",
    "ferry-double-booking",
    "parcel-locker-messy",
    "tide-clock-terse",
    "clinic-ops",
    "print-queue-argument",
];

static RECORDED: LazyLock<Vec<Recorded>> = LazyLock::new(|| NAMES.iter().map(|name| Recorded::load(name)).collect());

impl Recorded {
    fn load(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/recorded").join(name);
        let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
        paths.sort();
        let answers: Vec<String> = paths.iter().map(|p| fs::read_to_string(p).unwrap()).collect();
        let recording = Recording::parse(answers.iter().map(String::as_str));
        let mut recorded = Self { labelled: labelled(name), recording, answers, read: Session::default() };
        recorded.read = recorded.read(ReaderTrust::capable(), |_, answer| answer);
        recorded
    }

    fn score(&self, session: &Session) -> Score {
        measure(&self.labelled.gold, session, false)
    }

    fn entries(&self) -> &[Entry] {
        &self.labelled.entries
    }

    /// A reader that gives the recorded answers for windows of at most `budget` bytes.
    fn reader(&self, trust: ReaderTrust, budget: usize) -> ReplayReader<'_> {
        ReplayReader { recording: &self.recording, model: "recorded", trust, budget }
    }

    fn read(&self, trust: ReaderTrust, damage: impl FnMut(usize, String) -> String) -> Session {
        let mut session = Session::new(Meta::default());
        let reader = self.reader(trust, BUDGET);
        reader.read(&mut session, self.entries().to_vec(), damage);
        session
    }

    /// Reads with so many of a hundred changes made wrong.
    fn damaged(&self, trust: ReaderTrust, percent: u64) -> Session {
        let mut session = Session::new(Meta::default());
        let damage = Damage { percent, gold: &self.labelled.gold };
        let apply = |window: &_, answer: String| damage.apply(window, &answer);
        self.reader(trust, BUDGET).read_windows(&mut session, self.entries().to_vec(), apply);
        session
    }
}

/// The score of all recorded sessions together.
fn score() -> Score {
    let mut all = Score::default();
    for recorded in RECORDED.iter() {
        all.absorb(recorded.score(&recorded.read));
    }
    all
}

#[test]
fn a_recorded_reader_settles_whole_sessions_and_is_asked_once() {
    let all = score();
    assert!(all.all.precision() >= 95.0 && all.all.recall() >= 85.0, "{:?}", all.all);
    assert_eq!(all.traps.0, 0, "{:?}", all.dump);
    let ends = all.families["end"];
    assert!(ends.recall() >= 80.0, "{ends:?}\n{}", all.dump.join("\n"));
}

/// Resuming, folding and reading anew give the log and the items of the first reading.
fn holds(session: &Session, entries: &[Entry], what: &str) {
    let (folded, faults) = Session::folded(session.sidecar(), session.log().to_vec());
    assert_eq!(faults, Vec::<u64>::new(), "{what}");
    assert_eq!(folded.ledger().items(), session.ledger().items(), "{what}");
    let waiting = |s: &Session| s.held().map(|o| o.line).collect::<Vec<_>>();
    assert_eq!(waiting(&folded), waiting(session), "{what}");
    // Back to the beginning and on again, one step at a time.
    let timeline = Timeline::of(session);
    let mut past = Past::default();
    let steps = timeline.steps().len();
    past.go(&timeline, steps);
    assert_eq!(past.ledger().items(), session.ledger().items(), "{what}, gone through");
    let now: Vec<u64> = past.held().collect();
    past.go(&timeline, 0);
    assert!(past.ledger().items().is_empty() && past.held().next().is_none(), "{what}, gone back");
    past.go(&timeline, steps);
    assert_eq!((past.ledger().items(), past.held().collect::<Vec<_>>()), (session.ledger().items(), now), "{what}");
    for batch in [1, 7, entries.len()] {
        let mut again = session.reset();
        for chunk in entries.chunks(batch) {
            again.ingest(chunk.to_vec());
        }
        assert_eq!(log(&again), log(session), "{what}, in batches of {batch}");
        assert_eq!(again.unread_turns(0), session.unread_turns(0), "{what}: nobody is asked twice");
    }
    let lines: Vec<LogLine> = log(session).iter().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines, session.log(), "{what}: a line is read as it was written");
}

#[test]
fn a_reading_is_resumed_folded_and_read_anew_byte_for_byte() {
    for (name, recorded) in NAMES.iter().zip(RECORDED.iter()) {
        let session = &recorded.read;
        assert!(
            session
                .log()
                .iter()
                .any(|l| matches!(l, LogLine::Note(n) if matches!(n.event, NoteEvent::SetAside { .. })))
        );
        holds(session, recorded.entries(), name);
    }
}

#[test]
fn a_reading_goes_on_in_the_middle_as_if_there_had_been_no_break() {
    for (name, recorded) in NAMES.iter().zip(RECORDED.iter()) {
        let entries = recorded.entries();
        let (first, rest) = entries.split_at(entries.len() / 2);
        let reader = recorded.reader(ReaderTrust::capable(), BUDGET);
        let mut half = Session::new(Meta::default());
        half.ingest(first.to_vec());
        while let Some(window) =
            half.next_window(WindowRequest { budget: BUDGET, ..SETTLING }).filter(|w| w.covers.len() == 10)
        {
            let text = recorded.recording.answer(&window, NONCE);
            let answer = half.answer_to(&window, NONCE, ("recorded", &ReaderTrust::capable()), &text);
            half.take_answer(answer);
        }
        let (mut resumed, faults) = Session::folded(half.sidecar(), half.log().to_vec());
        assert_eq!(faults, Vec::<u64>::new());
        resumed.restore_text(first.to_vec());
        resumed.prime_context(first.to_vec());
        reader.read(&mut resumed, rest.to_vec(), |_, answer| answer);
        let (a, b) = (recorded.score(&recorded.read), recorded.score(&resumed));
        assert!(b.all.f1() >= a.all.f1() - 6.0, "{name}: {} and {}", a.all.f1(), b.all.f1());
        assert_eq!(resumed.unasked(0), 0);
    }
}

#[test]
fn a_person_may_correct_between_the_answers() {
    for (name, recorded) in NAMES.iter().zip(RECORDED.iter()) {
        let mut session = Session::new(Meta::default());
        let reader = recorded.reader(ReaderTrust::capable(), BUDGET);
        let mut withdrawn: Vec<ItemId> = Vec::new();
        let mut edited: Vec<(ItemId, String)> = Vec::new();
        for (n, chunk) in recorded.entries().chunks(12).enumerate() {
            reader.read(&mut session, chunk.to_vec(), |_, answer| answer);
            let newest = session.ledger().active(ItemKind::Decision).next_back().map(|i| i.id.clone());
            let waiting = session.held().next().map(|o| o.disposition.clone());
            match (n % 3, newest, waiting) {
                (0, Some(item_id), _) => {
                    session.act(PersonAction::Withdraw { item_id: item_id.clone() }).unwrap();
                    withdrawn.push(item_id);
                }
                (1, Some(item_id), _) => {
                    let summary = format!("In the person's own words, number {n}");
                    session.act(PersonAction::Edit { item_id: item_id.clone(), summary: summary.clone() }).unwrap();
                    edited.push((item_id, summary));
                }
                (2, _, Some(Disposition::Held { held_id })) => {
                    session.act(PersonAction::AcceptHeld { held_id }).unwrap();
                }
                _ => {}
            }
        }
        for id in &withdrawn {
            let item = session.ledger().get(id).unwrap();
            assert!(!item.is_open(), "{name}: {item:?} came back");
        }
        for (id, summary) in &edited {
            let item = session.ledger().get(id).unwrap();
            assert!(item.versions.iter().any(|v| v.summary == *summary), "{name}: the person's words are kept");
        }
        let (folded, faults) = Session::folded(session.sidecar(), session.log().to_vec());
        assert_eq!((folded.ledger().items(), faults), (session.ledger().items(), Vec::new()), "{name}");
    }
}

#[test]
fn every_tenth_answer_may_be_malformed() {
    let bad = ["", "I think nothing changed.", "{\"nonce\": \"replayed\", \"changes\": [", "{\"nonce\": \"other\"}"];
    for (name, recorded) in NAMES.iter().zip(RECORDED.iter()) {
        let session = recorded.read(ReaderTrust::capable(), |n, answer| {
            if n % 10 == 1 { bad[n / 10 % bad.len()].to_owned() } else { answer }
        });
        assert_eq!(session.unasked(0), 0, "the talk of a refused answer is not asked about again");
        let refused = session.answers().iter().filter(|a| a.refused.is_some()).count();
        assert!(refused > 0, "{name}");
        holds(&session, recorded.entries(), name);
    }
}

#[test]
fn damage_costs_what_was_damaged_and_little_more() {
    let whole = score().all.f1();
    for (percent, least, most_traps) in [(10, 80.0, 1), (30, 60.0, 3)] {
        let mut all = Score::default();
        for (name, recorded) in NAMES.iter().zip(RECORDED.iter()) {
            let session = recorded.damaged(ReaderTrust::capable(), percent);
            all.absorb(recorded.score(&session));
            if percent == 30 {
                holds(&session, recorded.entries(), name);
            }
        }
        let f1 = all.all.f1();
        assert!(
            f1 >= least && f1 <= whole && all.traps.0 <= most_traps,
            "{percent} %: {f1} {:?} {:?}",
            all.all,
            all.traps
        );
    }
}

#[test]
fn a_modest_reader_that_is_right_three_times_in_five_is_not_below_the_rules() {
    let (mut rules, mut both) = (Score::default(), Score::default());
    for recorded in RECORDED.iter() {
        rules.absorb(recorded.score(&recorded.labelled.session));
        both.absorb(recorded.score(&recorded.damaged(ReaderTrust::MODEST, 40)));
    }
    assert!(both.all.f1() >= rules.all.f1(), "{:?} against {:?}", both.all, rules.all);
    assert!(both.traps.0 <= rules.traps.0 + 1, "{:?}", both.traps);
}

#[test]
fn a_recording_is_read_whatever_its_windows_were() {
    let recorded = RECORDED.iter().find(|one| one.labelled.gold.name == "ferry-double-booking").unwrap();
    assert!(recorded.answers.len() > 3);
    let mut session = Session::new(Meta::default());
    let reader = recorded.reader(ReaderTrust::capable(), 8000);
    reader.read(&mut session, recorded.entries().to_vec(), |_, answer| answer);
    let (narrow, wide) = (recorded.score(&session), recorded.score(&recorded.read));
    assert!((narrow.all.f1() - wide.all.f1()).abs() <= 8.0, "{} and {}", narrow.all.f1(), wide.all.f1());
}
