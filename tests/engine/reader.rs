//! Tests of a capable reader's answers: confident changes enter, what only the rules saw waits, and the person's word
//! stands above both.
// size: each test tells one talk with its answers from beginning to end.

use deltamind::session::Session;
use deltamind::session::model::{AnswerSummary, WindowRequest};
use deltamind::state::{Disposition, Extractor, Item, ItemId, ItemKind, PersonAction, ReaderTrust, Status};
use serde_json::{Value, json};

use crate::answering::{NONCE, by_model, change, entry, of_kind, talk, with};
use crate::model_answers::{ATTACKS, obeying};

/// Asks about the next window as a reader that settles does.
pub const SETTLING: WindowRequest = WindowRequest { budget: 20_000, from: 0, settles: true };

/// Lets a capable reader answer about the next window.
fn read(session: &mut Session, answer: &Value) -> AnswerSummary {
    let mut answer = answer.clone();
    answer["nonce"] = json!(NONCE);
    for list in ["changes", "wrong"] {
        if answer[list].is_null() {
            answer[list] = json!([]);
        }
    }
    let window = session.next_window(SETTLING).unwrap();
    let answer = session.answer_to(&window, NONCE, ("reader", &ReaderTrust::capable()), &answer.to_string());
    session.take_answer(answer)
}

fn changes(list: &[Value]) -> Value {
    json!({"changes": list})
}

fn item(session: &Session, words: &str) -> Item {
    let found = session.ledger().items().iter().find(|i| i.summary.contains(words));
    found.unwrap_or_else(|| panic!("no {words}: {:?}", session.ledger().items())).clone()
}

fn held(session: &Session) -> Vec<String> {
    session.held().map(|o| o.candidate.delta.text().to_owned()).collect()
}

#[test]
fn what_it_is_sure_of_enters_the_rest_waits_and_a_guess_is_refused() {
    let mut session = talk(&[
        "user: The nightly report is late. It reads the whole log of 3 years.",
        "assistant: I will keep the totals of each day in a small table instead.",
    ]);
    let fact = change("fact_learned", "t1", "It reads the whole log of 3 years", "The report reads the whole log");
    let choice =
        change("decision_made", "t2", "keep the totals of each day in a small table", "Daily totals in a table");
    let taken = read(
        &mut session,
        &changes(&[
            fact,
            with(choice.clone(), json!({"sure": "medium"})),
            with(choice, json!({"sure": "low", "kind": "task_opened"})),
        ]),
    );
    assert_eq!((taken.accepted, taken.rejected, taken.refused), (1, 1, None), "{:?}", by_model(&session));
    assert_eq!(item(&session, "The report reads the whole log").kind, ItemKind::Fact);
    assert!(held(&session).contains(&"Daily totals in a table".to_owned()), "{:?}", held(&session));
}

#[test]
fn what_only_the_rules_saw_waits_for_the_person_and_comes_back_by_their_word() {
    let mut session = talk(&["user: let's use SQLite for the store", "assistant: Fine."]);
    let choice = item(&session, "SQLite");
    assert_eq!(choice.status, Status::Active);
    read(&mut session, &changes(&[]));
    assert_eq!(session.ledger().get(&choice.id).unwrap().status, Status::Superseded);
    let (held_id, reason) = {
        let outcome = session.held().find(|o| o.candidate.delta.text().contains("SQLite")).unwrap();
        let Disposition::Held { held_id } = outcome.disposition else { panic!("it waits") };
        (held_id, outcome.candidate.reason.to_string())
    };
    assert!(reason.contains("only the rules saw it"), "{reason}");
    session.act(PersonAction::AcceptHeld { held_id }).unwrap();
    let standing: Vec<_> = session.ledger().active(ItemKind::Decision).map(|i| i.summary.clone()).collect();
    assert_eq!(standing, std::slice::from_ref(&choice.summary));
    // What the person confirmed is not set aside by later answers.
    session.ingest([entry(3, "user: now write the tests for the store"), entry(4, "assistant: Done.")]);
    read(&mut session, &changes(&[]));
    assert_eq!(session.ledger().active(ItemKind::Decision).count(), 1);
}

#[test]
fn what_both_saw_is_one_item_in_the_readers_words() {
    let mut session = talk(&["user: The store is slow.", "user: let's use SQLite for it"]);
    let before = item(&session, "SQLite");
    let worded = change("decision_made", "t2", "let's use SQLite for it", "The store uses SQLite");
    let taken = read(&mut session, &changes(&[worded]));
    assert_eq!(taken.accepted, 1);
    let decisions = of_kind(&session, ItemKind::Decision);
    assert_eq!(decisions.len(), 1, "{decisions:?}");
    let after = decisions[0];
    assert_eq!(
        (&after.id, after.summary.as_str(), after.status),
        (&before.id, "The store uses SQLite", Status::Active)
    );
    let version = after.newest().unwrap();
    assert_eq!((after.versions.len(), version.extractor), (1, Extractor::Model));
    assert!(version.reason.contains(&before.summary), "{}", version.reason);
    assert!(held(&session).is_empty());
}

#[test]
fn work_that_is_asked_for_and_done_within_one_window_is_opened_and_closed() {
    let mut session = talk(&[
        "user: Could you write the migration guide?",
        "assistant: The guide could be one page or a folder. I'd say one page?",
        "user: one page",
        "assistant: The migration guide is in docs/migration.md now.",
    ]);
    let opened = change("task_opened", "t1", "write the migration guide", "Write the migration guide");
    let ways = with(
        change("branch_created", "t2", "one page or a folder", "The guide is one page or a folder"),
        json!({"alternatives": ["one page", "a folder"]}),
    );
    let chosen = with(
        change("decision_made", "t2", "I'd say one page", "The migration guide is one page"),
        json!({"answer_turn": "t3", "answer_quote": "one page", "settles": ["#2"]}),
    );
    let done = with(
        change("task_closed", "t4", "The migration guide is in docs/migration.md now", "The guide is written"),
        json!({"target": "#1", "resolution": "completed"}),
    );
    let nothing = with(done.clone(), json!({"target": "#9"}));
    let itself = with(done.clone(), json!({"target": "#2"}));
    let taken = read(&mut session, &changes(&[opened, ways, chosen, done, nothing, itself]));
    assert_eq!((taken.accepted, taken.rejected), (5, 2), "{:?}", by_model(&session));
    assert_eq!(item(&session, "Write the migration guide").status, Status::Resolved);
    let (branch, decision) = (item(&session, "one page or a folder"), item(&session, "migration guide is one page"));
    assert_eq!((branch.status, branch.superseded_by.as_ref()), (Status::Superseded, Some(&decision.id)));
}

#[test]
fn a_finished_task_is_opened_again_and_an_old_proposal_taken_up_later() {
    let mut session =
        talk(&["user: Please write the rate table.", "assistant: Done. Shall I keep the old rates in a second table?"]);
    let opened = change("task_opened", "t1", "write the rate table", "Write the rate table");
    let done = with(change("task_closed", "t2", "Done", "The rate table is written"), json!({"target": "#1"}));
    read(&mut session, &changes(&[opened, done]));
    let task = item(&session, "rate table");
    assert_eq!(task.status, Status::Resolved);
    session.ingest([entry(3, "user: yes, and the rate table lacks Sunday, add it"), entry(4, "assistant: On it.")]);
    let window = session.next_window(SETTLING).unwrap();
    assert!(window.items.iter().any(|i| i.id == task.id && i.status.word() == "done"), "{:?}", window.items);
    let again = with(
        change("task_opened", "t3", "the rate table lacks Sunday", "Write the rate table"),
        json!({"target": task.id}),
    );
    let kept = with(
        change("decision_made", "t2", "keep the old rates in a second table", "Old rates go to a second table"),
        json!({"answer_turn": "t3", "answer_quote": "yes"}),
    );
    let taken = read(&mut session, &changes(&[again, kept]));
    assert_eq!(taken.accepted, 2, "{:?}", by_model(&session));
    assert_eq!(session.ledger().get(&task.id).unwrap().status, Status::Active);
    assert_eq!(item(&session, "Old rates").status, Status::Active);
}

#[test]
fn an_end_that_was_missed_is_reported_from_a_turn_that_is_shown_again() {
    let mut session = talk(&[
        "user: Please write the rate table. I suspect the old rates are cached.",
        "assistant: The cache holds the rates of one day.",
        "assistant: The rate table is in rates.md now, and the rates come from the file each time.",
    ]);
    let opened = change("task_opened", "t1", "write the rate table", "Write the rate table");
    let idea = change("hypothesis_introduced", "t1", "I suspect the old rates are cached", "The old rates are cached");
    let fact = change("fact_learned", "t2", "The cache holds the rates of one day", "The cache holds one day of rates");
    read(&mut session, &changes(&[opened, idea, fact]));
    let [task, idea, fact] =
        ["Write the rate table", "old rates are cached", "one day of rates"].map(|words| item(&session, words));
    session.ingest([entry(4, "user: Wait, rename the column first."), entry(5, "user: Please write the rate guide.")]);
    let guide = change("task_opened", "t5", "write the rate guide", "Write the rate guide");
    let done = with(
        change("task_closed", "t3", "The rate table is in rates.md", "The rate table is written"),
        json!({"target": task.id}),
    );
    let found = with(
        change(
            "fact_learned",
            "t3",
            "the rates come from the file each time",
            "The rates come from the file each time",
        ),
        json!({"settles": [idea.id, fact.id]}),
    );
    let before = with(done.clone(), json!({"target": "#1"}));
    let news = change("fact_learned", "t3", "The rate table is in rates.md now", "The rate table is in rates.md");
    let unsaid = with(done.clone(), json!({"quote": "The rate table was written"}));
    let taken = read(&mut session, &changes(&[guide, before, news, unsaid, done, found]));
    let fates: Vec<_> = by_model(&session).iter().rev().take(8).map(|o| format!("{:?}", o.disposition)).collect();
    assert_eq!(taken.rejected, 3, "an end before its beginning, news of old turns, words nobody said: {fates:?}");
    assert_eq!(session.ledger().get(&task.id).unwrap().status, Status::Resolved, "{fates:?}");
    let refuting = item(&session, "come from the file each time");
    for ended in [idea, fact] {
        let now = session.ledger().get(&ended.id).unwrap();
        assert_eq!((now.status, now.superseded_by.as_ref()), (Status::Superseded, Some(&refuting.id)), "{fates:?}");
    }
    assert_eq!(item(&session, "Write the rate guide").status, Status::Active);
    // A modest reader is held to what it was asked about.
    let mut modest =
        talk(&["user: Please write the rate table.", "assistant: The rate table is written.", "user: Thanks."]);
    let from = WindowRequest { from: 2, settles: false, ..SETTLING };
    let window = modest.next_window(from).unwrap();
    let task = item(&modest, "rate table");
    let done =
        with(change("task_closed", "t2", "The rate table is written", "It is written"), json!({"target": task.id}));
    let text = json!({"nonce": NONCE, "changes": [done], "wrong": []}).to_string();
    let answer = modest.answer_to(&window, NONCE, ("reader", &ReaderTrust::MODEST), &text);
    assert_eq!(modest.take_answer(answer).rejected, 1);
}

#[test]
fn what_waits_and_has_ended_or_entered_meanwhile_is_no_longer_listed() {
    let mut session = talk(&[
        "user: People on version 1 will be lost without a migration guide. Upgrade notes would not hurt either.",
        "assistant: I will also tidy the changelog.",
    ]);
    let likely = |kind, turn, quote, summary| with(change(kind, turn, quote, summary), json!({"sure": "medium"}));
    let guide = likely("task_opened", "t1", "lost without a migration guide", "Write the migration guide");
    let notes = likely("task_opened", "t1", "Upgrade notes would not hurt", "Write the upgrade notes");
    let tidy = change("task_opened", "t2", "I will also tidy the changelog", "Tidy the changelog");
    read(&mut session, &changes(&[guide, notes, tidy]));
    let id_of = |session: &Session, words: &str| {
        let window = session.next_window(SETTLING).unwrap();
        window.items.iter().find(|i| i.summary.contains(words)).map(|i| i.id.clone())
    };
    session.ingest([
        entry(3, "assistant: The migration guide should be done. The changelog looks tidy now, I think."),
        entry(4, "user: write the upgrade notes"),
    ]);
    let (guide, tidy) = (id_of(&session, "migration guide").unwrap(), id_of(&session, "changelog").unwrap());
    let close =
        |turn, quote, target: &ItemId| with(change("task_closed", turn, quote, "Done"), json!({"target": target}));
    let over = with(close("t3", "The migration guide should be done", &guide), json!({"sure": "medium"}));
    let tidied = with(close("t3", "The changelog looks tidy now", &tidy), json!({"sure": "medium"}));
    let notes = change("task_opened", "t4", "write the upgrade notes", "Write the upgrade notes");
    read(&mut session, &changes(&[over, tidied, notes]));
    assert_eq!(
        held(&session).iter().filter(|h| h.contains("migration") || h.contains("upgrade")).count(),
        0,
        "{:?}",
        held(&session)
    );
    assert!(held(&session).iter().any(|h| h.contains("changelog") || h == "Done"), "a likely end of what stands waits");
    session.ingest([
        entry(5, "assistant: The changelog is tidy. The upgrade notes are written."),
        entry(6, "user: thanks"),
    ]);
    assert_eq!(id_of(&session, "migration guide"), None, "nobody is asked about it again");
    let (tidy, notes) = (id_of(&session, "changelog").unwrap(), id_of(&session, "upgrade notes").unwrap());
    let done = close("t5", "The changelog is tidy", &tidy);
    let written = close("t5", "The upgrade notes are written", &notes);
    read(&mut session, &changes(&[done, written]));
    assert_eq!(held(&session), Vec::<String>::new(), "the likely end of what has ended is moot");
    assert_eq!(session.ledger().active(ItemKind::Task).count(), 0);
    let (folded, faults) = Session::folded(session.sidecar(), session.log().to_vec());
    assert_eq!((faults, folded.held().count()), (Vec::new(), 0));
}

#[test]
fn what_it_found_likely_is_shown_as_such_and_enters_when_said_again_of_later_turns() {
    let mut session = talk(&[
        "user: Please write the rate table. The table holds the rates of one year.",
        "assistant: The rate table should be about complete. I keep its file in the folder of the importer.",
    ]);
    let task = change("task_opened", "t1", "Please write the rate table", "Write the rate table");
    let rule = change("decision_made", "t1", "holds the rates of one year", "The table holds the rates of one year");
    let place =
        change("decision_made", "t2", "keep its file in the folder of the importer", "Its file is the importer's");
    let place = with(place, json!({"sure": "medium"}));
    read(&mut session, &changes(&[task, rule, place.clone()]));
    let [task, rule] = ["Write the rate table", "rates of one year"].map(|words| item(&session, words));
    let shown = |session: &Session, id: &str| {
        let window = session.next_window(SETTLING).unwrap();
        window.item(id).map(|i| (i.status.word(), i.likely.clone().unwrap_or_default()))
    };
    session.ingest([
        entry(3, "assistant: I think the table is done now, and that it could hold the rates of two years."),
        entry(4, "user: what about the tests?"),
    ]);
    assert_eq!(shown(&session, &task.id), Some(("open", String::new())));
    let likely = |kind, turn, quote, summary, target: &ItemId| {
        with(change(kind, turn, quote, summary), json!({"sure": "medium", "target": target}))
    };
    let over = likely("task_closed", "t3", "the table is done now", "The rate table is written", &task.id);
    let years = "The table holds the rates of two years";
    let wider = likely("decision_revised", "t3", "could hold the rates of two years", years, &rule.id);
    let again = likely("task_closed", "t3", "the table is done now", "The table is written", &task.id);
    read(&mut session, &changes(&[over, wider, again]));
    assert_eq!(session.ledger().get(&task.id).unwrap().status, Status::Active, "one answer does not confirm itself");
    session.ingest([
        entry(5, "assistant: The tests read the rate table from its file, the importer's, for both years."),
        entry(6, "user: good, the table is complete then and stays in the importer's folder"),
    ]);
    assert_eq!(shown(&session, &task.id), Some(("likely closed", String::new())));
    assert_eq!(shown(&session, &rule.id), Some(("stands", years.to_owned())));
    let waits = session
        .next_window(SETTLING)
        .unwrap()
        .items
        .iter()
        .find(|i| i.id.starts_with("u-") && i.summary.contains("importer"))
        .map(|i| i.id.clone())
        .unwrap();
    let done = likely("task_closed", "t6", "the table is complete then", "The rate table is written", &task.id);
    let wider = likely(
        "decision_revised",
        "t5",
        "The tests read the rate table from its file, the importer's, for both years",
        years,
        &rule.id,
    );
    let place = likely("decision_made", "t6", "stays in the importer's folder", "Its file is the importer's", &waits);
    read(&mut session, &changes(&[done, wider, place]));
    assert_eq!(session.ledger().get(&task.id).unwrap().status, Status::Resolved, "{:?}", by_model(&session));
    assert_eq!(session.ledger().get(&rule.id).unwrap().summary, years, "{:?}", by_model(&session));
    assert_eq!(item(&session, "Its file is the importer's").status, Status::Active);
    let waits = |session: &Session| session.held().filter(|o| o.candidate.extractor == Extractor::Model).count();
    assert_eq!(waits(&session), 0, "{:?}", held(&session));
    let (folded, faults) = Session::folded(session.sidecar(), session.log().to_vec());
    assert_eq!((faults, waits(&folded)), (Vec::new(), 0));
}

#[test]
fn a_task_that_seemed_done_and_goes_on_loses_its_likely_end() {
    let mut session = talk(&["user: Please write the rate table.", "assistant: I will."]);
    read(&mut session, &changes(&[change("task_opened", "t1", "Please write the rate table", "Write the rate table")]));
    let task = item(&session, "Write the rate table");
    session.ingest([
        entry(3, "assistant: I think the table is done now."),
        entry(4, "user: the rates of 2024 are still not in the table, go on"),
    ]);
    let over = change("task_closed", "t3", "the table is done now", "The rate table is written");
    read(&mut session, &changes(&[with(over, json!({"sure": "medium", "target": task.id}))]));
    let ends = |session: &Session| {
        let waits = session.held().filter(|o| o.candidate.extractor == Extractor::Model);
        waits.filter(|o| o.candidate.delta.target_id.as_ref() == Some(&task.id)).count()
    };
    assert_eq!(ends(&session), 1);
    session.ingest([
        entry(5, "assistant: The rates of 2024 are missing in the table; I go on with it."),
        entry(6, "user: ok"),
    ]);
    let again = change("task_opened", "t5", "I go on with it", "Write the rate table");
    read(&mut session, &changes(&[with(again, json!({"target": task.id}))]));
    assert_eq!(ends(&session), 0);
    let listed = session.ledger().get(&task.id).unwrap();
    assert_eq!((listed.status, listed.summary.as_str()), (Status::Active, "Write the rate table"));
    let (folded, faults) = Session::folded(session.sidecar(), session.log().to_vec());
    assert_eq!((faults, ends(&folded)), (Vec::new(), 0));
}

#[test]
fn the_agents_last_turn_before_the_new_ones_is_shown_at_length() {
    let long = |what: &str| format!("assistant: {}", format!("The {what} is weighed against the others. ").repeat(80));
    let mut session = talk(&["user: which store?", &long("disk"), "user: and the queue?", &long("queue")]);
    let window = session.next_window(SETTLING).unwrap();
    assert_eq!(window.covers.len(), 4);
    read(&mut session, &changes(&[]));
    session.ingest([entry(5, "user: the third then")]);
    let window = session.next_window(SETTLING).unwrap();
    let bytes: Vec<usize> = window.turns.iter().map(|t| t.text.len()).collect();
    assert!(bytes[3] > 3 * bytes[1], "{bytes:?}");
}

#[test]
fn what_an_answer_confirms_it_can_also_close_and_it_ends_an_item_once() {
    let mut session = talk(&[
        "user: Perhaps the importer should skip empty rows, what do you think?",
        "assistant: I could write a test for empty rows. It may be that the parser fails on them.",
    ]);
    let medium = |kind, quote, summary| with(change(kind, "t2", quote, summary), json!({"sure": "medium"}));
    let task = medium("task_opened", "I could write a test for empty rows", "Write a test for empty rows");
    let doubt = change("hypothesis_introduced", "t2", "the parser fails on them", "The parser may fail on empty rows");
    read(&mut session, &changes(&[task, doubt]));
    session.ingest([
        entry(3, "user: the rows come from an old scanner"),
        entry(
            4,
            "assistant: Then the test for empty rows is needed. It stands now. The parser is fine: empty rows pass.",
        ),
    ]);
    let window = session.next_window(SETTLING).unwrap();
    let id_of = |words: &str| window.items.iter().find(|i| i.summary.contains(words)).unwrap().id.clone();
    let (task, doubt) = (id_of("Write a test"), id_of("may fail"));
    assert!(task.starts_with("u-"), "{task}");
    let to = |kind, turn, quote, target: &ItemId| {
        with(change(kind, turn, quote, "Write a test for empty rows"), json!({"target": target}))
    };
    let confirmed = to("task_opened", "t4", "the test for empty rows is needed", &task);
    let closed = to("task_closed", "t4", "It stands now", &task);
    let fact = change("fact_learned", "t4", "The parser is fine: empty rows pass", "The parser passes empty rows");
    let fact = with(fact, json!({"settles": [doubt]}));
    let again = to("item_superseded", "t4", "The parser is fine", &doubt);
    let taken = read(&mut session, &changes(&[confirmed, closed, fact, again]));
    assert_eq!((taken.accepted, taken.rejected), (4, 1), "{:?}", by_model(&session));
    assert_eq!(item(&session, "Write a test for empty rows").status, Status::Resolved);
    assert_eq!(session.ledger().active(ItemKind::Hypothesis).count(), 0);
}

#[test]
fn items_of_the_rules_are_reworded_moved_to_another_kind_or_withdrawn() {
    let said =
        ["user: let's use SQLite for the store", "user: let's go with two retries for each upload", "assistant: Fine."];
    let mut session = talk(&said);
    let (store, retries) = (item(&session, "SQLite"), item(&session, "retries"));
    // The reader begins after these turns, so it is shown what the rules made of them.
    session.ingest([entry(4, "user: the store stays on SQLite whatever comes, and retries were never agreed")]);
    let window = session.next_window(WindowRequest { from: 3, ..SETTLING }).unwrap();
    let wrong = json!([
        {"item": store.id, "turn": "t4", "quote": "the store stays on SQLite", "why": "a rule", "summary": "The store stays on SQLite", "kind": "constraint_added"},
        {"item": retries.id, "turn": "t4", "quote": "retries were never agreed", "why": "never agreed"},
    ]);
    let text = json!({"nonce": NONCE, "changes": [], "wrong": wrong}).to_string();
    let modest = {
        let mut other = session.clone();
        let answer = other.answer_to(&window, NONCE, ("reader", &ReaderTrust::MODEST), &text);
        other.take_answer(answer);
        other
    };
    assert_eq!(item(&modest, "retries").status, Status::Active, "a modest reader only says so");
    let answer = session.answer_to(&window, NONCE, ("reader", &ReaderTrust::capable()), &text);
    let taken = session.take_answer(answer);
    assert_eq!(taken.doubts, 2);
    let rule = session.ledger().active(ItemKind::Constraint).next().unwrap().clone();
    assert_eq!(rule.summary, "The store stays on SQLite");
    let old = session.ledger().get(&store.id).unwrap();
    assert_eq!((old.status, old.superseded_by.as_ref()), (Status::Superseded, Some(&rule.id)));
    assert_eq!(session.ledger().get(&retries.id).unwrap().status, Status::Superseded);
    assert!(held(&session).contains(&retries.summary), "one key brings it back: {:?}", held(&session));
}

#[test]
fn the_persons_word_stands_above_the_readers() {
    let said = ["user: let's use SQLite for the store", "user: let's keep the log for 5 days", "assistant: Fine."];
    let mut session = talk(&said);
    let (store, kept) = (item(&session, "SQLite"), item(&session, "5 days"));
    session.act(PersonAction::Withdraw { item_id: store.id.clone() }).unwrap();
    let summary = "Logs are kept for five days".to_owned();
    session.act(PersonAction::Edit { item_id: kept.id.clone(), summary: summary.clone() }).unwrap();
    let again = change("decision_made", "t1", "use SQLite for the store", "SQLite holds the store");
    let revised = with(
        change("decision_revised", "t2", "keep the log for 5 days", "The log is kept for 5 days at most"),
        json!({"target": kept.id}),
    );
    read(&mut session, &changes(&[again, revised]));
    let standing: Vec<_> = session.ledger().active(ItemKind::Decision).map(|i| (&i.id, i.summary.clone())).collect();
    assert_eq!(standing, [(&kept.id, summary)], "{:?}", by_model(&session));
}

#[test]
fn facts_are_checked_whoever_says_it() {
    let said = [
        "user: The timeout for uploads must be 3000 ms, never more.",
        "assistant: ```\nWe use Memcached for the cache.\n```\nI set it.",
        "user: a colleague wrote:\n> we will use MongoDB for the store\nwhat do you make of it?",
    ];
    let fine =
        || change("constraint_added", "t1", "The timeout for uploads must be 3000 ms", "Upload timeout is 3000 ms");
    for (change, code) in [
        (with(fine(), json!({"summary": "Upload timeout is 300 ms"})), "model-not-grounded"),
        (with(fine(), json!({"quote": "The timeout should be 3000 ms"})), "model-not-quoted"),
        (with(fine(), json!({"turn": "t9"})), "model-off-window"),
        (with(fine(), json!({"kind": "constraint_revised", "target": "c-9"})), "model-no-target"),
        (with(fine(), json!({"summary": "timeout ".repeat(40)})), "model-too-long"),
        (change("decision_made", "t2", "We use Memcached for the cache", "Memcached for the cache"), "model-not-talk"),
        (change("decision_made", "t3", "we will use MongoDB for the store", "MongoDB for the store"), "model-not-talk"),
    ] {
        let mut session = talk(&said);
        let taken = read(&mut session, &changes(std::slice::from_ref(&change)));
        assert_eq!((taken.accepted, crate::answering::code(&session)), (0, code.to_owned()), "{change}");
    }
    let mut session = talk(&["user: Never run Docker on the build machine."]);
    let quote = "Never run Docker on the build machine";
    read(&mut session, &changes(&[change("constraint_added", "t1", quote, "Run Docker on the build machine")]));
    let turned = |i: &Item| i.summary == "Run Docker on the build machine";
    assert!(!session.ledger().active(ItemKind::Constraint).any(turned), "a negation turned round waits at most");
}

#[test]
fn an_order_for_a_routine_step_is_no_task_but_one_that_names_its_object_is() {
    for (said, taken) in [
        ("ok great, commit and push", 0),
        ("commit this and go on", 0),
        ("commit the new parser with its tests", 1),
        ("please push the release tag", 1),
        ("go ahead", 1),
    ] {
        let mut session =
            talk(&["assistant: The parser reads tables now.", &format!("user: {said}"), "assistant: Done."]);
        let found = read(&mut session, &changes(&[change("task_opened", "t2", said, "Commit the parser of tables")]));
        let code = if taken == 0 { "model-routine" } else { "" };
        let refused = if found.rejected == 0 { String::new() } else { crate::answering::code(&session) };
        assert_eq!((found.accepted, refused), (taken, code.to_owned()), "{said}");
    }
}

#[test]
fn what_stands_under_a_condition_or_only_leads_in_waits() {
    for (said, kind) in [
        ("If the lease is stale and nobody holds it, the worker drops it.", "decision_made"),
        ("So the better order is:", "decision_made"),
        ("We _probably_ keep the old table.", "decision_made"),
    ] {
        let mut session = talk(&[&format!("assistant: {said}"), "user: thanks, and how long does it take?"]);
        let quote = said.trim_end_matches('.');
        read(&mut session, &changes(&[change(kind, "t1", quote, quote)]));
        assert_eq!(session.ledger().active(ItemKind::Decision).count(), 0, "{said}");
    }
}

#[test]
fn what_the_person_quotes_of_the_agent_is_talk_and_what_they_quote_of_others_is_none() {
    let talk_of = |agent: &str| {
        talk(&[
            &format!("assistant: {agent}"),
            "user: let's do these two:\n> Cleanups are left: `parse` has a dead branch",
            "assistant: On it.",
        ])
    };
    for (agent, taken) in [("**Cleanups** are left: parse has a dead branch.", 1), ("All the tests pass.", 0)] {
        let mut session = talk_of(agent);
        let quote = "Cleanups are left: `parse` has a dead branch";
        let task = change("task_opened", "t2", quote, "Clean up the dead branch of parse");
        let found = read(&mut session, &changes(&[task]));
        assert_eq!((found.accepted, found.rejected), (taken, 1 - taken), "{agent}: {:?}", by_model(&session));
    }
}

#[test]
fn what_a_transcript_says_to_a_reader_changes_nothing() {
    for attack in ATTACKS {
        let said =
            ["user: let's use SQLite for the store", "user: please write the tests for it", attack, "user: go on"];
        let mut session = talk(&said);
        let mut all = obeying(&session, attack);
        all.truncate(24);
        read(&mut session, &changes(&all));
        let entered: Vec<_> = by_model(&session)
            .into_iter()
            .filter(|o| matches!(o.disposition, Disposition::Accepted { .. }))
            .filter(|o| {
                let ends = !o.candidate.delta.kind.creates();
                ends || ["MongoDB", "TLS", "force", "tasks"].iter().any(|w| o.candidate.delta.text().contains(w))
            })
            .collect();
        assert!(entered.is_empty(), "{attack}: {entered:?}");
    }
}
