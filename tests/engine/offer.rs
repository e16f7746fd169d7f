//! Tests the offer of a language model: nothing of the talk is sent before the person says so, once for each project; a
//! model that nobody has measured is measured first; and the word and the measurement are kept.

use std::path::{Path, PathBuf};
use std::sync::{Arc, atomic::AtomicUsize, atomic::Ordering};

use axum::Router;
use axum::routing::{get, post};
use deltamind::config::{ConfigFiles, MEASURED, NO_READER, READERS};
use deltamind::lab::replay::Recording;
use deltamind::lab::shipped;
use deltamind::pipeline::extract::model::window::ListedStatus;
use deltamind::pipeline::extract::model::{Listed, Shown, Window};
use deltamind::runtime::app::Next;
use deltamind::runtime::{ModelOptions, Permission, ProjectReaders};
use deltamind::session::Session;
use deltamind::state::{Extractor, ItemKind};
use deltamind::transcript::{Meta, Role};
use deltamind::tui::model::{ModelActivity, ModelStatus};
use deltamind::tui::{Effect, Key, Msg, Theme, UserSettings, frame};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::asking::{long_session, patient};
use crate::model_loop::{Loop, entry, options};
use crate::server::{fact, is_trial, line, on_thread, ready, serve, tags};

/// A server that offers `name`, answers questions by `answer`, and counts everything it is asked.
fn server(name: &'static str, asked: &Arc<AtomicUsize>, answer: fn(&str) -> String) -> String {
    let count = Arc::clone(asked);
    let chat = move |body: String| async move {
        count.fetch_add(1, Ordering::SeqCst);
        if is_trial(&body) { ready() } else { answer(&body) }
    };
    let tags = get(move || async move { tags(&[name]) });
    on_thread(async { serve(Router::new().route("/api/tags", tags).route("/api/chat", post(chat))).await })
}

/// Options that ask the person first; what they said before is read from the settings folder.
fn asking_first(url: &str, name: Option<&str>, folder: &Path) -> ModelOptions {
    let config = UserSettings::of(&ConfigFiles::read(folder)).config.model;
    let readers = ProjectReaders {
        known: config.readers,
        programs: Vec::new(),
        keep: Some(folder.to_owned()),
        named: name.is_some(),
    };
    let mut out = options(url, name);
    (out.measured, out.permission) = (config.measured, Permission::PerProject(readers));
    out.choice.context = Some(65_536);
    out
}

fn session(turns: usize) -> Session {
    let mut session = Session::new(Meta { cwd: Some("/home/mara/shop".to_owned()), ..Meta::default() });
    session.ingest((1..=turns).map(|n| entry(n, Role::User, &format!("The queue number {n} stays in the importer."))));
    session
}

/// Presses keys, a second apart, and does what they ask of the driver.
fn press(own: &mut Loop, keys: &[&str]) {
    let mut at = Timestamp::UNIX_EPOCH;
    for key in keys {
        at = at.saturating_add(SignedDuration::from_secs(1)).unwrap();
        own.app.tell(Msg::Now(at));
        at = at.saturating_add(SignedDuration::from_secs(1)).unwrap();
        own.app.tell(Msg::Key { key: Key::parse(key).unwrap(), at });
        for next in own.app.nexts() {
            match next {
                Next::Effect(Effect::BeginReading { from_start }) => {
                    own.asking.begin(from_start, &mut own.app, std::time::Instant::now());
                }
                Next::Effect(Effect::DeclineReading) => own.asking.decline(&mut own.app),
                Next::Effect(Effect::Model(on)) => own.asking.switch(on),
                _ => {}
            }
        }
    }
    own.turn();
}

fn drawn(own: &Loop) -> String {
    frame::text(&frame::render(own.app.state(), &Theme::numbered()))
}

/// The words of the dialog without its corners and line breaks.
fn words(own: &Loop) -> String {
    let drawn = drawn(own);
    let inner = drawn.lines().skip_while(|line| !line.contains('┌')).take_while(|line| !line.contains('└'));
    inner.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

fn is_offered(own: &Loop) -> bool {
    own.doing() == Some(ModelActivity::Offered)
}

/// A server, the home of a person, and a loop that asks them first.
struct Offer {
    asked: Arc<AtomicUsize>,
    home: tempfile::TempDir,
    url: String,
    own: Loop,
}

impl Offer {
    /// The server offers `model` and answers by `answer`; the person named a model in `chosen`.
    fn of(model: &'static str, answer: fn(&str) -> String, session: Session, chosen: Option<&str>) -> Self {
        let (asked, home) = (Arc::new(AtomicUsize::new(0)), tempfile::tempdir().unwrap());
        let url = server(model, &asked, answer);
        let own = Loop::begin_with(session, asking_first(&url, chosen, home.path()), patient());
        Self { asked, home, url, own }
    }
}

#[tokio::test]
async fn nothing_is_sent_before_the_person_says_so_and_they_are_asked_once() {
    let Offer { asked, home, url, mut own } = Offer::of("gemma2:9b", fact, session(30), None);
    own.until("offered", |s| s.model.as_ref().is_some_and(|m| m.doing == ModelActivity::Offered)).await;
    for n in 31..40 {
        own.say(n, "The queue stays in the main process of the importer.");
        own.rest();
    }
    assert_eq!((asked.load(Ordering::SeqCst), own.asking.due_in(std::time::Instant::now())), (0, None));
    assert!(own.app.state().overlays.is_empty(), "it is offered by a line, not by a dialog nobody asked for");
    assert!(drawn(&own).contains("gemma2:9b can read along: M"), "{}", drawn(&own));
    press(&mut own, &["M"]);
    let dialog = words(&own);
    for part in [
        "let gemma2:9b read along?",
        "the talk of this session, t1 to t39",
        "secrets are taken out",
        "the model server 127.0.0.1, on this machine",
        "about 5 questions and",
        "12 questions in 100 turns; no limit",
        "y start",
    ] {
        assert!(dialog.contains(part), "{part}:\n{dialog}");
    }
    own.rest();
    assert_eq!(asked.load(Ordering::SeqCst), 0, "an open dialog is no yes");
    press(&mut own, &["enter"]);
    own.until("read", |s| s.session.unread_turns(0) == 0).await;
    let kept = std::fs::read_to_string(home.path().join(READERS)).unwrap();
    assert!(kept.contains("\"/home/mara/shop\" = \"gemma2:9b\""), "{kept}");
    // Another run, and another session of the same project: nobody is asked again.
    let mut again = Loop::begin_with(session(5), asking_first(&url, None, home.path()), patient());
    again.until("read", |s| s.session.unread_turns(0) == 0).await;
    // Another project is asked about.
    let mut elsewhere = session(5);
    elsewhere.set_meta(Meta { cwd: Some("/home/mara/notes".to_owned()), ..Meta::default() });
    let mut other = Loop::begin_with(elsewhere, asking_first(&url, None, home.path()), patient());
    other.until("offered", |s| s.model.as_ref().is_some_and(|m| m.doing == ModelActivity::Offered)).await;
}

#[tokio::test]
async fn a_no_is_kept_and_a_named_model_asks_by_itself() {
    let Offer { asked, home, url, mut own } = Offer::of("gemma2:9b", fact, session(5), Some("gemma2:9b"));
    own.until("asked", |s| !s.overlays.is_empty()).await;
    press(&mut own, &["esc"]);
    assert_eq!((own.doing(), own.app.state().overlays.len()), (Some(ModelActivity::Declined), 0));
    assert!(!drawn(&own).contains("gemma2"), "{}", drawn(&own));
    own.rest();
    assert!(std::fs::read_to_string(home.path().join(READERS)).unwrap().contains(NO_READER));
    let mut again = Loop::begin_with(session(5), asking_first(&url, None, home.path()), patient());
    again.until("found", |s| s.model.is_some()).await;
    again.rest();
    assert_eq!((again.doing(), asked.load(Ordering::SeqCst)), (Some(ModelActivity::Declined), 0));
    // The key still offers it.
    press(&mut again, &["M", "y"]);
    again.until("read", |s| s.session.unread_turns(0) == 0).await;
    // Then the same key stops it at once and lets it go on.
    press(&mut again, &["M"]);
    assert_eq!(again.doing(), Some(ModelActivity::Off));
    press(&mut again, &["M"]);
    assert_eq!(again.doing(), Some(ModelActivity::Idle));
}

#[tokio::test]
async fn a_key_offers_to_read_a_long_session_from_its_beginning() {
    let Offer { asked, home: _home, mut own, .. } = Offer::of("gemma2:9b", fact, long_session(), None);
    own.until("offered", |s| s.model.as_ref().is_some_and(|m| m.doing == ModelActivity::Offered)).await;
    press(&mut own, &["M"]);
    assert!(words(&own).contains("what is said in this session from now on"), "{}", drawn(&own));
    press(&mut own, &["y"]);
    own.rest();
    assert_eq!((asked.load(Ordering::SeqCst), is_offered(&own)), (0, false), "nothing new was said");
    press(&mut own, &["A"]);
    assert!(words(&own).contains("t1 to t230") && words(&own).contains("about 28 questions"), "{}", drawn(&own));
    // To close it takes nothing back.
    press(&mut own, &["esc"]);
    assert_eq!(own.doing(), Some(ModelActivity::Idle));
    press(&mut own, &["A", "enter"]);
    let reading = |m: &ModelStatus| m.progress.is_some() && m.doing == ModelActivity::Asking;
    own.until("reading", |s| s.model.as_ref().is_some_and(reading)).await;
    assert!(drawn(&own).contains(" of t230"), "{}", drawn(&own));
    own.until("read", |s| s.session.unread_turns(0) == 0).await;
    own.rest();
    press(&mut own, &["A"]);
    let notice = own.app.state().notice.clone().unwrap().0;
    assert_eq!(notice.as_str(), "the session is read from its beginning");
}

/// The answer to a question about a shipped session, as it was recorded.
fn recorded(body: &str) -> String {
    let body: Value = serde_json::from_str(body).unwrap();
    let user = body["messages"][1]["content"].as_str().unwrap();
    let nonce = user.lines().next().unwrap().trim_start_matches("nonce: ");
    let data = user.lines().find(|l| l.starts_with("{\"ledger\"")).unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or("").to_owned();
    let mut window = Window::default();
    for (index, turn) in data["talk"].as_array().unwrap().iter().enumerate() {
        let (label, said) = (text(turn, "id"), text(turn, "says"));
        if turn["new"] == json!(true) {
            window.covers.push(index);
        }
        let role = if text(turn, "who") == "person" { Role::User } else { Role::Assistant };
        window.turns.push(Shown { index, turn_id: "".into(), label, role, text: said, answered: Vec::new() });
    }
    for item in data["ledger"].as_array().unwrap() {
        window.items.push(Listed {
            id: text(item, "id").as_str().into(),
            kind: ItemKind::from_word(&text(item, "kind")).unwrap_or(ItemKind::Hypothesis),
            branch: text(item, "kind") == "branch",
            status: ListedStatus::Open,
            turn: text(item, "turn"),
            summary: text(item, "says"),
            quoted: String::new(),
            by: Extractor::Model,
            likely: None,
        });
    }
    let first = &window.turns[0].text;
    let named = |l: &deltamind::lab::gold::Labelled| l.gold.turns.iter().any(|t| t.content.trim() == first.trim());
    let Some(labelled) = shipped::sessions().into_iter().find(named) else { return fact(&body.to_string()) };
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/recorded").join(&labelled.gold.name);
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    paths.sort();
    let answers: Vec<String> = paths.iter().map(|p| std::fs::read_to_string(p).unwrap()).collect();
    line(&Recording::parse(answers.iter().map(String::as_str)).answer(&window, nonce), true)
}

#[tokio::test]
async fn a_model_that_nobody_has_measured_is_measured_before_it_reads() {
    let Offer { asked, home, url, mut own } = Offer::of("mistral:7b", recorded, session(5), Some("mistral:7b"));
    own.until("asked", |s| !s.overlays.is_empty()).await;
    let dialog = words(&own);
    assert!(
        dialog.contains(&format!("about {} questions and", shipped::WINDOWS)) && dialog.contains("under two minutes"),
        "{dialog}"
    );
    press(&mut own, &["y"]);
    own.until("measuring", |s| s.model.as_ref().is_some_and(|m| matches!(m.doing, ModelActivity::Measuring { .. })))
        .await;
    own.until("counting", |s| {
        s.model.as_ref().is_some_and(|m| matches!(m.doing, ModelActivity::Measuring { answered: 3.., .. }))
    })
    .await;
    assert!(drawn(&own).contains(&format!(" of {}", shipped::WINDOWS)), "{}", drawn(&own));
    assert_eq!(own.app.state().session.answers().len(), 0, "the talk waits");
    own.until("read", |s| s.session.unread_turns(0) == 0).await;
    assert!(own.face().unwrap().badge.is_none(), "it is measured now: {:?}", own.app.state().notice);
    assert!(own.app.state().session.answers().iter().all(|a| a.trust.measured), "and trusted by it");
    let kept = std::fs::read_to_string(home.path().join(MEASURED)).unwrap();
    assert!(kept.contains("trust = \"capable\"") && kept.contains("date = ") && kept.contains("version = "), "{kept}");
    // Another run of another project: the measurement is known.
    let before = asked.load(Ordering::SeqCst);
    let mut other = Loop::begin_with(long_session(), asking_first(&url, Some("mistral:7b"), home.path()), patient());
    other.until("asked", |s| !s.overlays.is_empty()).await;
    assert!(words(&other).contains("trust capable: measured on"), "{}", drawn(&other));
    press(&mut other, &["y"]);
    other.rest();
    assert_eq!(asked.load(Ordering::SeqCst), before);
}

#[tokio::test]
async fn a_measurement_is_stopped_by_a_key_and_begins_again() {
    let (asked, home) = (Arc::new(AtomicUsize::new(0)), tempfile::tempdir().unwrap());
    let hanging = on_thread(crate::asking::hanging_server(true, Arc::clone(&asked), Arc::new(AtomicUsize::new(0))));
    let mut own = asking_first(&hanging, Some("mistral:7b"), home.path());
    own.choice.context = None;
    let mut own = Loop::begin_with(session(5), own, patient());
    own.until("asked", |s| !s.overlays.is_empty()).await;
    press(&mut own, &["y"]);
    let measuring = |s: &deltamind::tui::State| {
        s.model.as_ref().is_some_and(|m| matches!(m.doing, ModelActivity::Measuring { .. }))
    };
    own.until("measuring", measuring).await;
    press(&mut own, &["M"]);
    assert_eq!(own.doing(), Some(ModelActivity::Off));
    press(&mut own, &["M"]);
    own.until("measuring again", measuring).await;
    assert_eq!(own.app.state().session.answers().len(), 0);
}
