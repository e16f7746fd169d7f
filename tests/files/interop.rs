//! Files of the earlier tools: their snapshots come in whole, ours have the lines that they read.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use deltamind::state::{ItemKind, Mode, Resolution, Status};
use serde_json::Value;

use crate::project::Project;

const EARLIER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/store/earlier-closed.json");
const EVERY_KIND: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/store/earlier-every-kind.json");
const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/demo/session.jsonl");

fn imported(project: &Project, snapshot: &str) -> deltamind::session::Session {
    let mut child =
        project.command(&["save", "--from-stdin"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&fs::read(snapshot).unwrap()).unwrap();
    assert!(child.wait_with_output().unwrap().status.success());
    let store = project.store();
    let id = store.sessions().first().unwrap().id.clone();
    store.load(&id).unwrap().session
}

#[test]
fn a_closed_task_and_unknown_words_of_an_earlier_tool_come_in() {
    let session = imported(&Project::new(), EARLIER);
    let items = session.ledger().items();
    assert_eq!(items.len(), 6, "{items:?}");
    let item = |id: &str| session.ledger().get(id).unwrap();
    let task = item("item-3");
    assert_eq!((task.status, task.resolution), (Status::Resolved, Some(Resolution::Completed)));
    assert_eq!(task.ended_because.as_deref(), Some("printed twice, one copy hangs in the stairwell"));
    assert_eq!(
        (item("item-2").kind, item("item-2").tags.as_slice()),
        (ItemKind::Fact, &["style".to_owned(), "preference".to_owned()][..])
    );
    assert_eq!((item("item-6").kind, item("item-6").status), (ItemKind::Fact, Status::Active));
    assert_eq!(item("item-5").ended_because.as_deref(), Some("the desk wants a printed sheet"));
}

#[test]
fn every_kind_of_item_and_delta_of_an_earlier_tool_comes_in_and_is_handed_on() {
    let project = Project::new();
    let session = imported(&project, EVERY_KIND);
    let given: Value = serde_json::from_slice(&fs::read(EVERY_KIND).unwrap()).unwrap();
    let given = given["items"].as_array().unwrap();
    assert_eq!(session.ledger().items().len(), given.len());
    assert!(
        ItemKind::ALL.iter().all(|kind| given.iter().any(|i| i["kind"] == kind.word())),
        "the fixture has every kind"
    );
    for theirs in given {
        let ours = session.ledger().get(theirs["id"].as_str().unwrap()).unwrap();
        let tags: Vec<&str> = theirs["tags"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        assert_eq!(
            (ours.kind.word(), &*ours.summary, ours.status.word(), ours.confidence.word(), ours.scope.word()),
            (
                theirs["kind"].as_str().unwrap(),
                theirs["summary"].as_str().unwrap(),
                theirs["status"].as_str().unwrap(),
                theirs["confidence"].as_str().unwrap(),
                theirs["scope"].as_str().unwrap()
            )
        );
        assert_eq!((&ours.tags, ours.source_turns.len()), (&tags.iter().map(|t| (*t).to_owned()).collect(), 1));
    }
    let item = |id: &str| session.ledger().get(id).unwrap();
    assert_eq!(item("item-12").superseded_by, Some(item("item-2").id.clone()));
    assert_eq!(item("item-2").supersedes, [item("item-12").id.clone()]);
    assert_eq!(item("item-13").resolution, Some(Resolution::Abandoned));
    assert_eq!(item("item-14").alternatives, ["the back", "a poster", "online"]);
    assert_eq!(item("item-12").alternatives, ["a database"]);
    let modes: Vec<&str> = item("item-3").versions.iter().filter_map(|v| v.mode).map(Mode::word).collect();
    assert_eq!(modes, ["relaxed", "amended", "tightened"]);
    let handed_on = project.out(&["export"]);
    for id in ["item-1", "item-2", "item-3", "item-4", "item-5", "item-7"] {
        let words = &item(id).summary;
        assert!(handed_on.contains(words.get(1..).unwrap()), "{words}: {handed_on}");
    }
    assert!(!handed_on.contains("spreadsheet") && !handed_on.contains("survey;"), "what ended is not: {handed_on}");
    let overview = project.store().root().join("sessions").join(&session.meta().session_id).join("ACTIVE_STATE.md");
    let overview = fs::read_to_string(overview).unwrap();
    for words in ["## Hypotheses", "second page", "## Superseded", "Keep the departures in a spreadsheet"] {
        assert!(overview.contains(words), "{words}: {overview}");
    }
}

#[test]
fn a_store_of_an_earlier_tool_is_recognised_with_an_offer_to_import_it() {
    let project = Project::new();
    let root = project.store().root().to_owned();
    fs::create_dir_all(&root).unwrap();
    let bytes = fs::read(EARLIER).unwrap();
    fs::write(root.join("snapshot.json"), &bytes).unwrap();
    fs::write(root.join("provenance.jsonl"), "").unwrap();
    let out = project.command(&["status"]).output().unwrap();
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(!out.status.success() && said.contains("earlier tool") && said.contains("save --from-stdin"), "{said}");
    imported(&project, EARLIER);
    assert_eq!(fs::read(root.join("snapshot.json")).unwrap(), bytes, "it is left as it is");
    assert!(project.out(&["status"]).contains('6'));
}

#[test]
fn every_line_of_the_log_has_a_type_and_a_delta_that_earlier_tools_read() {
    let project = Project::new();
    project.out(&["save", "--from", DEMO]);
    let store = project.store();
    let id = store.sessions().first().unwrap().id.clone();
    let folder = store.root().join("sessions").join(id);
    let log = fs::read_to_string(folder.join("provenance.jsonl")).unwrap();
    let mut types = std::collections::BTreeSet::new();
    for line in log.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let kind = line["type"].as_str().unwrap().to_owned();
        assert!(matches!(kind.as_str(), "accepted" | "rejected" | "checkpoint"), "{line}");
        assert!(line["delta"].is_object() && line["seq"].is_u64(), "{line}");
        if kind == "accepted" {
            assert!(line["itemId"].is_string() && line["delta"]["kind"].is_string(), "{line}");
        }
        types.insert(line["lineType"].as_str().map_or(kind, str::to_owned));
    }
    assert!(types.contains("accepted") && types.contains("file"), "{types:?}");
    let snapshot: Value = serde_json::from_slice(&fs::read(folder.join("snapshot.json")).unwrap()).unwrap();
    for item in snapshot["items"].as_array().unwrap() {
        for field in ["id", "kind", "summary", "status", "confidence", "scope", "sourceTurns", "lastTouched"] {
            assert!(!item[field].is_null(), "{field} of {item}");
        }
    }
}

/// A talk whose turns have no times, as plain turns.
const UNTIMED: &str = r#"{"turnId":"t-1","role":"user","content":"We decided to keep the tide tables in one SQLite file. The tables must never leave the device."}
{"turnId":"t-2","role":"assistant","content":"I keep the tide tables in one SQLite file."}
{"turnId":"t-3","role":"user","content":"We decided to draw the charts with plain SVG."}
"#;

#[test]
fn nothing_says_1970_where_turns_have_no_times() {
    let project = Project::new();
    let talk = project.path().join("talk.jsonl");
    fs::write(&talk, UNTIMED).unwrap();
    project.out(&["save", "--from", &talk.to_string_lossy()]);
    project.out(&["export", "--for", "ai-loadout"]);
    let index = fs::read_to_string(project.store().root().join("loadout/index.json")).unwrap();
    let store = project.store();
    let id = store.sessions().first().unwrap().id.clone();
    let folder = store.root().join("sessions").join(id);
    for name in ["snapshot.json", "provenance.jsonl", "ACTIVE_STATE.md", "DECISIONS.md"] {
        assert!(!fs::read_to_string(folder.join(name)).unwrap().contains("1970-01-01"), "{name}");
    }
    assert!(!index.contains("1970-01-01"), "{index}");
    let index: Value = serde_json::from_str(&index).unwrap();
    for entry in index["entries"].as_array().unwrap() {
        let priority = entry["priority"].as_str().unwrap();
        assert!(priority == "core" || !entry["id"].as_str().unwrap().starts_with("decision"), "{entry}");
        for word in entry["keywords"].as_array().unwrap() {
            assert!(
                !["now", "they", "sure", "through", "instead", "one", "should"].contains(&word.as_str().unwrap()),
                "{entry}"
            );
        }
    }
}

#[test]
fn a_long_session_has_a_checkpoint_that_replay_prints_with_its_numbers() {
    let project = Project::new();
    let talk = project.path().join("talk.jsonl");
    let turn = |n: usize| {
        let role = if n.is_multiple_of(2) { "assistant" } else { "user" };
        let content = if n == 1 { "We decided to keep the tide tables in one SQLite file." } else { "Go on." };
        serde_json::json!({ "turnId": format!("t-{n}"), "role": role, "content": content }).to_string()
    };
    fs::write(&talk, (1..=260).map(turn).collect::<Vec<_>>().join("\n") + "\n").unwrap();
    project.out(&["save", "--from", &talk.to_string_lossy()]);
    let replayed = project.out(&["replay", "--type", "checkpoint"]);
    assert!(replayed.contains("256 turns") && replayed.contains("1 item, 1 accepted"), "{replayed}");
    assert_eq!(replayed.trim().lines().count(), 1, "{replayed}");
}
