//! Tests that work grows linearly with the text, by counts rather than times, and that talk in other languages is read.

use deltamind::session::Session;
use deltamind::state::{DeltaKind, Disposition, LogLine};
use deltamind::transcript::{Entry, Meta, RecordRef, Role, Turn};
use proptest::prelude::*;

use crate::trials::{sampled_variants, trials};

/// Turns as (speaker, words).
type Talk = Vec<(Role, String)>;
/// Builds talk with so many repetitions.
type Shape = Box<dyn Fn(usize) -> Talk>;

fn run(talk: &[(Role, String)]) -> Session {
    let mut session = Session::new(Meta::default());
    go_on(&mut session, talk);
    session
}

/// Reads the turns that a session has not read yet.
fn go_on(session: &mut Session, talk: &[(Role, String)]) {
    let known = session.turns().len();
    session.ingest((1..).zip(talk).skip(known).map(|(n, (role, text))| {
        Entry::Turn(Turn {
            turn_id: format!("turn-{n}"),
            ordinal: n,
            role: *role,
            content: text.clone(),
            at: None,
            record: RecordRef::default(),
        })
    }));
}

type Costs = [(&'static str, u64); 5];

/// The cost of a reading by measure.
fn costs(session: &Session) -> Costs {
    let work = session.work();
    [
        ("clauses visited", work.clauses),
        ("bytes the rules ran over", work.ruled),
        ("features made", work.features),
        ("candidates", work.candidates),
        ("items looked at", session.ledger().visited()),
    ]
}

/// From one size to the next the text doubles. What a step adds may double with it, and a tenth more: what is there from
/// the start, and what a bound saves at first, fall out of the steps.
const DOUBLED: f64 = 2.2;
/// Below this a step is mostly chance.
const FLOOR: u64 = 2_000;

/// The work at three sizes, each twice the one before.
fn grows_linearly(name: &str, talk: impl Fn(usize) -> Talk, size: usize) -> Result<(), String> {
    let mut before = (Talk::new(), Session::new(Meta::default()));
    let [small, middle, large] = [1, 2, 4].map(|times| {
        let talk = talk(size * times);
        // Talk that begins as the one before is read on.
        let mut session = std::mem::replace(&mut before.1, Session::new(Meta::default()));
        if !talk.starts_with(&before.0) {
            session = Session::new(Meta::default());
        }
        go_on(&mut session, &talk);
        let costs = costs(&session);
        before = (talk, session);
        costs
    });
    for ((what, a), ((_, b), (_, c))) in small.iter().zip(middle.iter().zip(&large)) {
        let (first, second) = (b.saturating_sub(*a), c.saturating_sub(*b));
        if second as f64 > first.max(FLOOR) as f64 * DOUBLED {
            return Err(format!("{name}: {what} grow as {a}, {b}, {c}"));
        }
    }
    Ok(())
}

#[test]
fn the_measurement_tells_quadratic_from_linear_growth() {
    let square = |n: usize| turns(n * n / 100, &[(Role::User, "We decided Postgres."), (Role::Assistant, "Noted.")]);
    assert!(grows_linearly("square", square, 70).is_err());
}

fn turns(n: usize, lines: &[(Role, &str)]) -> Talk {
    (0..n).map(|i| lines[i % lines.len()]).map(|(role, text)| (role, text.to_owned())).collect()
}

fn numbered(n: usize, line: impl Fn(usize) -> String) -> Talk {
    (0..n).map(|i| (if i % 2 == 0 { Role::User } else { Role::Assistant }, line(i))).collect()
}

const SIDES: &str = "Two options:\n\na) Keep the queue in memory\nb) Keep the queue in a table\n\nWhich one?";

#[test]
fn long_sessions_cost_linear_time() {
    use Role::{Assistant as A, User as U};
    let same = |lines: &'static [(Role, &'static str)]| move |n| turns(n, lines);
    // What is said again and again costs the same from the first turns on; what grows needs more of them to show how.
    let shapes: Vec<(&str, usize, Shape)> = vec![
        ("one decision again and again", 100, Box::new(same(&[(U, "We decided Postgres."), (A, "Noted.")]))),
        (
            "one task opened and closed",
            100,
            Box::new(same(&[(U, "TODO: write the changelog"), (A, "Done. The changelog is written.")])),
        ),
        (
            "one rule, loosened",
            100,
            Box::new(same(&[(U, "Never deploy on Fridays."), (U, "Allow a deploy on Fridays.")])),
        ),
        ("sides and picks", 100, Box::new(same(&[(A, SIDES), (U, "b"), (A, SIDES), (U, "a")]))),
        ("dropping what is not there", 100, Box::new(same(&[(U, "forget the cache"), (U, "scrap the queue task")]))),
        ("doubts", 100, Box::new(same(&[(U, "maybe Redis?"), (A, "We could use Redis or Memcached.")]))),
        ("ever new decisions", 200, Box::new(|n| numbered(n, |i| format!("We decided store{i} for the cache{i}.")))),
        ("ever new tasks", 200, Box::new(|n| numbered(n, |i| format!("TODO: port module{i} to the new parser")))),
        (
            "decisions that share their words",
            200,
            Box::new(|n| numbered(n, |i| format!("Decision: shard {i} keeps the log table on disk {}", i * 7))),
        ),
    ];
    let faults: Vec<String> =
        shapes.iter().filter_map(|(name, size, f)| grows_linearly(name, f, *size).err()).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn long_turns_cost_linear_time() {
    let pieces = [
        "Let's use Redis. ",
        "must not ",
        "- a\n",
        "> > > ",
        "`",
        "**",
        "a) b) c) ",
        "\n\n",
        "| a | b |\n",
        "maybe ",
        "[",
        "1. x\n   ",
        "if we go with x, ",
        "https://a.b/c?d=e ",
        "...",
        "?!",
        "#",
        "\u{2019}",
        "no ",
        "\t",
        "_use it_ instead of it, ",
        "From: a\nSubject: b\n",
        "&amp;",
        "<b>",
        "never ever no no ",
    ];
    for (trial, piece) in (0..).zip(pieces) {
        for role in sampled_variants(&[Role::User, Role::Assistant], trial) {
            let talk = |n: usize| vec![(role, piece.repeat(n)), (Role::User, "yes".to_owned())];
            assert_eq!(grows_linearly(piece, talk, 100), Ok(()));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(trials(6)))]

    #[test]
    fn any_repeated_talk_costs_linear_time(
        lines in prop::collection::vec(
            (any::<bool>(), "(We decided|Let's use|TODO:|never|maybe|Done\\.|actually|instead of|forget|yes|b|a\\)|-|>|`|\\*\\*)( [a-d]{1,3}[0-9]?){0,5}[.?!\n]?"),
            1..6,
        )
    ) {
        let talk = |n: usize| -> Talk {
            let role = |user: bool| if user { Role::User } else { Role::Assistant };
            lines.iter().cycle().take(n).map(|(user, text)| (role(*user), text.clone())).collect()
        };
        prop_assert_eq!(grows_linearly("any talk", talk, 100), Ok(()));
    }
}

/// Talk of other languages that an English reader could fall for: look-alike words, numbers, lists, names of tools.
const FOREIGN: &[(&str, &[&str])] = &[
    (
        "German",
        &[
            "Ich glaube, wir sollten das morgen noch einmal in Ruhe besprechen, bevor wir uns festlegen.",
            "Die Datenbank ist schon wieder langsam, keine Ahnung warum.",
            "Was war gestern mit dem Server los? Der Tee ist alle, also trinken wir Wasser.",
        ],
    ),
    (
        "French",
        &[
            "Je ne sais pas encore quelle base de données on va prendre pour le cache.",
            "Il faut que je réfléchisse ; on en reparle demain avec Claire.",
            "Comment marche la file d'attente, au juste ?",
        ],
    ),
    (
        "Spanish",
        &[
            "No sé si el servidor aguanta tanta carga, habrá que medirlo con calma.",
            "Mañana te cuento qué dijo el cliente sobre los colores.",
        ],
    ),
    ("Polish", &["Nie wiem jeszcze, czy to ma sens.", "Serwer znowu padł w nocy, trzeba sprawdzić logi."]),
    ("Turkish", &["Bunu yarın konuşalım, şu an emin değilim.", "Sunucu dün gece yine çöktü."]),
    (
        "Japanese",
        &["まだデータベースを決めていません。明日また話しましょう。", "サーバーがまた遅いです。なぜでしょうか？"],
    ),
    ("Chinese", &["我还没想好用哪个数据库，明天再说吧。", "服务器昨晚又挂了，原因不明。"]),
    ("Russian", &["Я пока не знаю, какую базу взять.", "Сервер опять упал ночью, надо посмотреть логи."]),
    ("Arabic", &["لا أعرف بعد أي قاعدة بيانات سنختار.", "تعطل الخادم مرة أخرى الليلة الماضية."]),
    ("Hindi", &["मुझे अभी नहीं पता कि कौन सा डेटाबेस लेना है।", "सर्वर रात में फिर बंद हो गया।"]),
];

#[test]
fn talk_in_other_languages_settles_nothing() {
    for (language, lines) in FOREIGN {
        for role in [Role::User, Role::Assistant] {
            let talk: Talk = lines.iter().map(|l| (role, (*l).to_owned())).collect();
            let session = run(&talk);
            assert_eq!(session.turns().len(), lines.len());
            let firm = |k: DeltaKind| {
                matches!(k, DeltaKind::DecisionMade | DeltaKind::ConstraintAdded | DeltaKind::FactLearned)
            };
            let settled: Vec<&str> = session
                .log()
                .iter()
                .filter_map(|l| if let LogLine::Outcome(o) = l { Some(o.as_ref()) } else { None })
                .filter(|o| {
                    matches!(o.disposition, Disposition::Accepted { .. })
                        || firm(o.candidate.delta.kind) && matches!(o.disposition, Disposition::Held { .. })
                })
                .map(|o| o.candidate.delta.text())
                .collect();
            assert!(settled.is_empty(), "{language}, {role}: {settled:?}");
        }
    }
}
