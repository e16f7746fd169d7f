//! Tests plain ways of speaking: alternatives left open, choices without a verb, guesses and goals, things taken back.

use deltamind::session::Session;
use deltamind::state::{Item, ItemKind, Status};

use crate::dialogue::{settled, settles, settles_none, talk};

/// The items of a kind in force, in lower case.
fn standing(session: &Session, kind: ItemKind) -> Vec<String> {
    let open = |s: Status| matches!(s, Status::Active | Status::Tentative);
    session.ledger().of_kind(kind).filter(|i| open(i.status)).map(|i| i.summary.to_lowercase()).collect()
}

/// The alternatives of the open branches, in lower case.
fn branches(session: &Session) -> Vec<Vec<String>> {
    let open = session.ledger().of_kind(ItemKind::Hypothesis).filter(|i| i.is_open() && i.has_tag("branch"));
    open.map(|i| i.alternatives.iter().map(|a| a.to_lowercase()).collect()).collect()
}

#[test]
fn alternatives_that_nobody_picks_stay_open() {
    let asked = "> Should the ferry times come from a cron job or from a webhook?";
    for answer in
        ["can't say yet, need to ask the harbour office", "Not sure. Let's park it.", "keep that one open for now"]
    {
        let session = talk(&[asked, answer]);
        assert_eq!(branches(&session).len(), 1, "{answer}");
        assert!(branches(&session)[0].iter().any(|a| a.contains("webhook")), "{answer}: {:?}", branches(&session));
        assert!(standing(&session, ItemKind::Decision).is_empty(), "{answer}");
    }
    for own in [
        "still torn on tiles vs vectors",
        "either tiles or vectors, haven't made up my mind. keep both as open options",
        "tiles vs vectors for the chart, still undecided",
    ] {
        assert_eq!(branches(&talk(&[own])), [["tiles", "vectors"]], "{own}");
    }
    let picked = talk(&[asked, "can't say yet, need to ask the harbour office", "> Fine.", "let's use a webhook"]);
    assert!(branches(&picked).is_empty(), "the pick closes it: {:?}", branches(&picked));
    for answer in ["your call", "a webhook, they don't know the times either", "whatever is simpler"] {
        let session = talk(&[asked, answer]);
        let left_open = |i: &Item| i.newest().is_some_and(|v| v.rule.as_ref() == "act/put-off");
        assert!(!session.ledger().of_kind(ItemKind::Hypothesis).any(left_open), "{answer}");
    }
}

#[test]
fn a_choice_needs_no_verb_of_choosing() {
    let told = ["how do the boats report?", "> Over a socket, one line per minute."];
    for (said, word) in [
        ("mqtt for the buoys please", "mqtt"),
        ("mosquitto will carry the readings", "mosquitto"),
        ("protobuf then, json doubles the bill", "protobuf"),
        ("for the buoys: mqtt, the modems know it", "mqtt"),
        ("the login lives in the gateway then", "gateway"),
        ("I'd like us to use Leaflet", "leaflet"),
    ] {
        let all = standing(&talk(&[&told[..], &[said]].concat()), ItemKind::Decision);
        assert!(all.iter().any(|d| d.contains(word)), "{said}: {all:?}");
    }
    for said in [
        "tests for the buoys please",
        "later then",
        "for the record: it broke",
        "the login lives in the gateway",
        "maybe mqtt for the buoys",
    ] {
        let all = standing(&talk(&[&told[..], &[said]].concat()), ItemKind::Decision);
        assert!(all.is_empty(), "{said}: {all:?}");
    }
}

#[test]
fn what_the_agent_takes_up_is_settled_and_can_be_changed() {
    let put = ["sqlite in all the harbour boxes", "> Noted, SQLite."];
    assert_eq!(standing(&talk(&put), ItemKind::Decision), ["sqlite in all the harbour boxes"]);
    let back = talk(&[&put[..], &["undo that decision"]].concat());
    assert!(standing(&back, ItemKind::Decision).is_empty());
    for said in [
        ["error on the login page", "> Ok, looking at the login page."],
        ["maybe sqlite in the boxes", "> Ok, SQLite."],
        ["sqlite in all the harbour boxes", "> SQLite could lock there, should I measure it?"],
    ] {
        assert!(standing(&talk(&said), ItemKind::Decision).is_empty(), "{said:?}");
    }
}

#[test]
fn a_statement_that_the_agent_builds_or_notes_is_settled_and_can_be_changed() {
    for (said, reply) in [
        ("beacons report to the harbour by mail", "> The mail gateway for the beacons is set up."),
        ("the tide data goes to a parquet file", "> Noted."),
        ("the tide tables are cached for 9 days", "> Done, the tide tables carry max-age."),
    ] {
        let session = talk(&[said, reply]);
        let of = |kind| standing(&session, kind).len();
        assert!(of(ItemKind::Decision) + of(ItemKind::Fact) + of(ItemKind::Constraint) >= 1, "{said}");
    }
    for (said, reply) in [
        ("the harbour page shows a blank screen", "> Ok, I look at the harbour page."),
        ("the port authority wants a lock file", "> Noted, a lock file."),
        ("the tide data goes to a parquet file", "> Parquet would be slower to read, should I measure it?"),
    ] {
        assert!(standing(&talk(&[said, reply]), ItemKind::Decision).is_empty(), "{said}");
    }
    let changed = talk(&["the tide cache holds 500 entries", "> Ok, 500.", "make it 200"]);
    assert_eq!(standing(&changed, ItemKind::Decision), ["the tide cache holds 200 entries"]);
    let waiting = changed.held().filter(|h| h.candidate.delta.text().contains("cache")).count();
    assert_eq!(waiting, 0, "what is settled waits no longer");
}

#[test]
fn a_refused_option_that_is_chosen_later_takes_the_place_of_the_chosen_one() {
    let pick = ["> Events between pier and office: Kafka or RabbitMQ?", "Kafka please", "> Kafka it is."];
    let later = talk(&[&pick[..], &["Talked to the harbour master. The events go through RabbitMQ."]].concat());
    assert_eq!(standing(&later, ItemKind::Decision), ["the events go through rabbitmq"]);
    assert!(standing(&later, ItemKind::RejectedOption).is_empty());
    let beside = talk(&[&pick[..], &["we use RabbitMQ for the payroll"]].concat());
    assert_eq!(standing(&beside, ItemKind::Decision).len(), 2);
}

#[test]
fn a_limit_behind_a_yes_stays_with_what_was_approved() {
    let said = talk(&[
        "> The importer takes 3 minutes per file. May I parallelise it?",
        "go ahead, as long as it stays below 8 cores",
    ]);
    assert_eq!(standing(&said, ItemKind::Decision), ["parallelise the importer, as long as it stays below 8 cores"]);
}

#[test]
fn remarks_and_reasons_name_no_option() {
    let parser = "> nom, winnow or pest? pest has readable grammars, winnow is the fastest.";
    let said = talk(&[parser, "Readability wins for us, two of the chemists will edit it."]);
    assert!(!standing(&said, ItemKind::Decision).iter().any(|d| d.to_lowercase().contains("winnow")));
    for said in ["4.2 is out of the door", "we moved to the new pier on Monday, don't ask"] {
        let session = talk(&[said]);
        assert!(standing(&session, ItemKind::RejectedOption).is_empty(), "{said}");
        assert!(standing(&session, ItemKind::Constraint).is_empty(), "{said}");
    }
    let docs =
        ["> MyST would let them write markdown inside Sphinx, or MkDocs does markdown natively.", "MkDocs then."];
    assert_eq!(standing(&talk(&docs), ItemKind::Decision), ["mkdocs"]);
}

#[test]
fn options_that_the_person_asked_about_can_be_picked_after_an_answer() {
    let talked =
        ["mysql or mariadb on the harbour box?", "> For tides it makes no difference; MariaDB gets updates there."];
    let picked = talk(&[&talked[..], &["ok good argument, mariadb"]].concat());
    assert!(standing(&picked, ItemKind::Decision).iter().any(|d| d.contains("mariadb")));
    let thanked = talk(&[&talked[..], &["ok, good to know"]].concat());
    assert!(standing(&thanked, ItemKind::Decision).is_empty());
}

#[test]
fn a_freeze_ends_and_what_is_not_needed_goes() {
    let freeze = talk(&[
        "code freeze: nothing gets merged to harbour/4 until I say so",
        "> Noted.",
        "4.2 is shipped, freeze is over",
    ]);
    assert!(standing(&freeze, ItemKind::Constraint).is_empty());
    let flags =
        ["we use feature flags for the tide page", "> The flags are set up.", "no feature flags needed any more"];
    assert!(standing(&talk(&flags), ItemKind::Decision).is_empty());
    let stressed = talk(&["all labels go through tr(), no exceptions"]);
    assert!(standing(&stressed, ItemKind::RejectedOption).is_empty());
}

#[test]
fn labelled_options_end_where_they_are_joined() {
    let asked = "> Old visitors: (A) mark them as gone, or (B) move them to an archive?";
    assert_eq!(standing(&talk(&[asked, "A"]), ItemKind::Decision), ["mark them as gone"]);
    let refused =
        talk(&["SVG for the icons. Icon fonts had their time, readers trip over them and we won't have them"]);
    assert!(standing(&refused, ItemKind::RejectedOption).iter().all(|o| !o.ends_with(" and")));
}

#[test]
fn work_is_work_whatever_it_chooses() {
    let ported = talk(&["port the tide script to python, keep the plots the same"]);
    assert!(standing(&ported, ItemKind::Task).iter().any(|t| t.starts_with("port the tide script")));
    let told = talk(&["settled with Farid over lunch: the buoys log as ULog"]);
    assert_eq!(standing(&told, ItemKind::Decision), ["the buoys log as ulog"]);
}

#[test]
fn guesses_and_goals_in_plain_words() {
    for said in [
        "might be the tide table not loading in time",
        "reckon the lag is down to the nightly export",
        "I'd say it's the modem, the gaps line up",
        "my guess would be that the buoy sends twice",
        "it could well be that the modem drops the last line",
    ] {
        assert_eq!(guesses(&talk(&[said])), 1, "{said}");
    }
    for said in [
        "what I'm after in the end: a skipper sees the tide within two seconds",
        "aim of this project is to get a skipper to the tide in at most 2 clicks",
        "end game here is a harbour without paper lists",
    ] {
        assert_eq!(standing(&talk(&[said]), ItemKind::Goal).len(), 1, "{said}");
    }
}

/// Number of guesses that stand or wait for the person.
fn guesses(session: &Session) -> usize {
    let held = session.held().filter(|h| h.candidate.delta.item_kind() == Some(ItemKind::Hypothesis)).count();
    standing(session, ItemKind::Hypothesis).len() + held
}

#[test]
fn a_choice_is_taken_back_or_replaced_in_many_words() {
    let put = ["Use Grafana for the alarms.", "> Ok, Grafana."];
    for said in [
        "call off grafana",
        "let's not do grafana after all",
        "that grafana decision no longer stands",
        "I withdraw my decision on grafana",
        "have to take Grafana back I'm afraid",
        "let's go without grafana",
    ] {
        let all = standing(&talk(&[&put[..], &[said]].concat()), ItemKind::Decision);
        assert!(!all.iter().any(|d| d.starts_with("use grafana")), "{said}: {all:?}");
    }
    for said in [
        "the page loads for ages and ana says kibana is there already so kibana instead",
        "my mind has changed after the demo: kibana, please, not grafana",
        "that is too slow for us; we are switching to kibana",
    ] {
        let all = standing(&talk(&[&put[..], &[said]].concat()), ItemKind::Decision);
        assert_eq!(all, ["use kibana for the alarms"], "{said}");
    }
}

#[test]
fn options_are_picked_by_place_number_and_price() {
    for (offer, said, word) in [
        ("> For the queue: 1) RabbitMQ 2) Pulsar 3) Redis streams", "third one", "redis"),
        ("> Two tools could do the diff: atlas and skeema. Which do you want?", "the former", "atlas"),
        (
            "> Ideas:\n1. cache the tiles\n2. shrink the fonts\n3. split the bundle\n\nWhich ones?",
            "one and three",
            "bundle",
        ),
        ("> Two vendors: Windy ($40 a month) and Meteo ($15 a month). Which one?", "the cheaper one", "meteo"),
        ("> Renewal can run from:\nA — a systemd timer\nB — a cron line\n\nWhich one?", "B", "cron"),
    ] {
        let all = standing(&talk(&[offer, said]), ItemKind::Decision);
        assert!(all.iter().any(|d| d.contains(word)), "{said}: {all:?}");
    }
}

#[test]
fn orders_for_each_occasion_are_rules() {
    settles(
        ItemKind::Constraint,
        &[
            (&["From now on, put the ropes under deck/ropes."], "put the ropes under deck"),
            (&["before you commit, run make lint"], "before you commit"),
            (&["When you finish a task, run the linter."], "run the linter"),
            (&["for every bugfix add a regression test"], "for every bugfix"),
            (&["New endpoints need docs."], "new endpoints need docs"),
            (&["If in doubt, ask me."], "ask me"),
        ],
    );
    settles(ItemKind::Task, &[(&["add a page for every ferry"], "page for every ferry")]);
}

#[test]
fn an_answer_with_the_name_of_the_proposal_takes_it_and_a_request_is_none() {
    let offer = "> I'd suggest Flask for the page. Shall I go with that?";
    settles(ItemKind::Decision, &[(&[offer, "yes, flask is fine"], "flask"), (&[offer, "flask is fine"], "flask")]);
    let lines = ["> I'll add a nightly job.", "Could you also add a test for the parser?"];
    settles(ItemKind::Task, &[(&lines, "add a test for the parser")]);
    let lines = ["> Ok, no rope. Then I'd tie it to the north pier. OK?", "yep"];
    let all = settled(&talk(&lines), ItemKind::Decision);
    assert!(all.iter().all(|text| !text.contains("rope")), "{all:?}");
}

#[test]
fn a_short_setting_needs_no_verb() {
    settles(
        ItemKind::Decision,
        &[
            (&["rope quality 85."], "rope quality 85"),
            (&["http client: 3 retries with backoff"], "3 retries"),
            (&["pool size 20 per ferry"], "pool size 20"),
        ],
    );
}

#[test]
fn what_stays_refuses_the_option_that_would_end_it() {
    let offer = "> I propose to (1) paint the bell, (2) replace the horn by a whistle, (3) drop the old flag.";
    let session = talk(&[offer, "1 and 3 yes. The horn stays."]);
    let tasks = settled(&session, ItemKind::Task);
    assert_eq!(tasks, ["paint the bell", "drop the old flag"]);
    settles(
        ItemKind::Decision,
        &[(&["> Should I oil the bell?", "yes, and on the horn as well"], "on the horn as well")],
    );
}

#[test]
fn a_question_left_open_is_kept_until_it_is_answered() {
    let open = |lines: &[&str]| -> Vec<String> {
        let session = talk(lines);
        session.ledger().open_of_kind(ItemKind::OpenQuestion).map(|i| i.summary.clone()).collect()
    };
    assert_eq!(open(&["Open question: do we ring the bell at night?"]), ["Do we ring the bell at night?"]);
    let asked = ["Should we ring the bell at night as well? Ann isn't sure.", "> The bell is loud."];
    let left = [&asked[..], &["then leave that open until she's back"]].concat();
    assert_eq!(open(&left), ["Should we ring the bell at night as well?"]);
    let answered = [&left[..], &["> Ok.", "Ann is back. Decision: we ring the bell at night as well."]].concat();
    assert!(open(&answered).is_empty());
    assert_eq!(open(&["> Should the ferry wait in fog?", "I am not sure yet."]), ["Should the ferry wait in fog?"]);
    for lines in [["> Shall I push it?", "not sure yet, let me ask"], ["> Is the pier green?", "not sure yet"]] {
        assert!(open(&lines).is_empty(), "{lines:?}: {:?}", open(&lines));
    }
}

#[test]
fn a_first_message_lays_out_what_is_wanted_and_what_is_not() {
    let session =
        talk(&["I'm building a tide table for my mother's boat. No accounts, no cloud, data stays on her phone."]);
    assert_eq!(settled(&session, ItemKind::RejectedOption), ["accounts", "cloud"]);
    settles(
        ItemKind::Goal,
        &[
            (&["Hi! I run a small choir and would like a page where members tick their rehearsals."], "a page where"),
            (&["i want one clean table out of the nightly csv files"], "one clean table"),
        ],
    );
    settles(
        ItemKind::RejectedOption,
        &[(
            &["We're moving to one small server. I explicitly don't want Kubernetes, we're three people."],
            "kubernetes",
        )],
    );
    // "No warnings" tells how things are.
    settles_none(&[ItemKind::RejectedOption], &["only two tests fail now and no new warnings either"]);
}

#[test]
fn a_fault_is_no_rule_and_its_repair_is_done_work() {
    settles_none(&[ItemKind::Constraint], &["every time i turn the phone the catch report form is empty again"]);
    let session =
        talk(&["in the german tide table the decimal sign is wrong", "> Fixed. The table uses a comma now.", "thanks"]);
    let done = session.ledger().of_kind(ItemKind::Task).find(|task| task.status == Status::Resolved);
    assert!(done.is_some_and(|task| task.summary.contains("decimal sign")), "{:?}", session.ledger().items());
}

#[test]
fn what_was_mixed_up_is_put_right_as_a_fact() {
    settles(
        ItemKind::Fact,
        &[(&["> The winch runs on 24 volts.", "you mixed that up: the winch runs on 12 volts"], "12 volts")],
    );
}

#[test]
fn an_order_about_this_waits_and_one_about_it_is_told_by_name() {
    let asked = ["> The tide cache is for use at sea. It keeps 200 tiles.", "please write a design for it"];
    settles(ItemKind::Task, &[(&asked, "write a design for the tide cache")]);
    settles_none(&[ItemKind::Task], &["> The exporter is finished, tests are green.", "ok lets get a pr up for this"]);
}

#[test]
fn an_order_for_all_of_a_kind_is_work_and_what_stays_where_it_is_a_rule() {
    let session = talk(&["please upgrade all the dependencies. leave numpy where it is, the old code breaks"]);
    assert_eq!(settled(&session, ItemKind::Task), ["upgrade all the dependencies"]);
    assert_eq!(settled(&session, ItemKind::Constraint), ["leave numpy where it is"]);
    settles(
        ItemKind::Constraint,
        &[
            (&["The only folder you may touch is hull/."], "the only folder you may touch is hull/"),
            (&["keep only the last 14 logs, the disk is small"], "keep only the last 14 logs"),
            (&["It is written in C99 and there must be no dynamic allocation anywhere."], "no dynamic allocation"),
        ],
    );
    settles_none(&[ItemKind::Task], &["you don't need the full suite for each little thing"]);
}
