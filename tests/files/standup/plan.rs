//! Tests the proposals for a sample project with a board, documents, rules and sessions.

use deltamind::artifacts::{Artifact, ArtifactKind, Artifacts};
use deltamind::standup::plan::{Judge, Settings, plan, plan_with};
use deltamind::standup::{ActionKind, EvidenceKind, Plan, StandupAction};
use deltamind::trackers::TaskStatus;
use serde_json::json;

use super::judgement::with_tasks;
use super::project;
use super::project::{Talk, cut, listed, project, session};

fn planned() -> Plan {
    let artifacts: Vec<Artifact> = ["depot", "store"].iter().flat_map(|name| cut(name, &session(name))).collect();
    plan(&artifacts, &project(), &Settings::default())
}

fn plan_of(artifacts: &[Artifact]) -> Plan {
    plan(artifacts, &project(), &Settings::default())
}

fn tasks(plan: &Plan) -> Vec<&str> {
    let created = plan.proposals.iter().filter(|p| p.action.kind() == ActionKind::CreateTask);
    created.map(|p| p.action.title()).collect()
}

fn done(plan: &Plan) -> Vec<&str> {
    let done = plan.proposals.iter().filter(|p| p.action.kind() == ActionKind::DoneTask);
    done.filter_map(|p| p.action.task()).collect()
}

#[test]
fn contradictions_are_found_and_near_misses_are_not() {
    let plan = planned();
    let all = listed("Contradictions");
    assert_eq!(all.len(), 10);
    let line = |says: &str, place: &str| plan.conflicts.iter().any(|c| c.says.contains(says) && c.place == place);
    let missed: Vec<_> = all
        .iter()
        .filter(|l| {
            let (says, place) = l.split_once(" | ").unwrap();
            !line(says, place)
        })
        .collect();
    assert!(missed.is_empty(), "missed {missed:?} of {:#?}", plan.conflicts);
    for near in listed("Near misses") {
        let found = plan.conflicts.iter().find(|c| c.says.contains(&near));
        assert!(found.is_none(), "{near}: {found:#?}");
    }
    let known = |c: &&deltamind::standup::StandupConflict| {
        all.iter().any(|l| {
            let (says, place) = l.split_once(" | ").unwrap();
            c.says.contains(says) && c.place == place
        })
    };
    let false_ones: Vec<_> = plan.conflicts.iter().filter(|c| !known(c)).collect();
    assert!(false_ones.is_empty(), "{false_ones:#?}");
    println!("found {} of {}", all.len() - missed.len(), all.len());
}

#[test]
fn a_step_that_cannot_be_read_alone_is_noted_and_not_proposed() {
    let plan = "# Plan: labels\n\n1. Rename\n2. Print the labels on plastic\n3. Weigh these again\n";
    let planned = plan_of(&Talk::new("s").said("user", "go").planned(plan, true).artifacts());
    assert_eq!(tasks(&planned), ["Print the labels on plastic"]);
    let why = &planned.proposals.iter().find(|p| p.action.title() == "Print the labels on plastic").unwrap().why;
    assert_eq!(why, "a step of \"Plan: labels\" that is not on the board");
    let asked = Talk::new("s").asked("Should we do that?", &["Yes, do it properly", "No"], "Yes, do it properly");
    let planned = plan_of(&asked.artifacts());
    assert_eq!(planned.proposals, [], "{planned:#?}");
    assert!(planned.notes.iter().any(|n| n.why.contains("cannot be understood without the session")), "{planned:#?}");
}

#[test]
fn steps_that_are_done_make_no_notes() {
    let list = [("Paint the yard gate", "completed"), ("Weigh the parcels twice", "pending")];
    let planned = plan_of(&Talk::new("s").said("user", "go").listed(&list).artifacts());
    assert!(planned.notes.iter().all(|n| !n.text.contains("gate")), "{:#?}", planned.notes);
    assert!(format!("{:?}", planned.account).contains("done when the session ended"), "{:#?}", planned.account);
}

#[test]
fn the_note_on_a_closed_task_quotes_whom_it_names() {
    let board = with_tasks(&[("T-1", "Send the March invoice")]);
    let talk = Talk::new("a").said("user", "go on").said("assistant", "The March invoice is sent.");
    let both = talk.said("user", "The March invoice was sent this morning.").artifacts();
    let planned = plan(&both, &board, &Settings::default());
    let [proposal] = planned.proposals.as_slice() else { panic!("{planned:#?}") };
    let StandupAction::DoneTask { note, .. } = &proposal.action else { panic!("{proposal:#?}") };
    assert_eq!(proposal.evidence[0].kind, EvidenceKind::Person);
    assert!(note.starts_with("You said: The March invoice was sent this morning"), "{note}");
}

#[test]
fn only_tasks_missing_on_the_board_are_proposed() {
    let plan = planned();
    let created = tasks(&plan);
    for there in [
        "Implement OAuth login",
        "Add an ORM layer for the parcel queries",
        "Build the import wizard for the second depot",
    ] {
        assert!(!created.contains(&there), "{created:?}");
    }
    for missing in [
        "Enable HTTPS on production",
        "Part 2: Set up the depot database",
        "Write docs for the carrier client",
        "Add a rate limit to the admin API",
    ] {
        assert!(created.contains(&missing), "{missing}: {created:?}");
    }
}

#[test]
fn a_plan_is_one_document_with_its_tasks() {
    let plan = planned();
    let document = plan.proposals.iter().find(|p| p.action.path() == Some("docs/plans/plan-depot-release.md")).unwrap();
    let group = document.group.clone().unwrap();
    assert!(plan.proposals.iter().filter(|p| p.group.as_ref() == Some(&group)).count() >= 4);
    let StandupAction::CreateDoc { content, .. } = &document.action else { panic!() };
    // Every word of the source, headings included, and nothing that is not in it.
    let talk = session("depot");
    let said = talk.iter().find(|t| t.1.starts_with("# Plan")).unwrap();
    assert_eq!(content.trim(), said.1.split_once('\n').unwrap().1.trim());
    assert!(content.chars().count() > 500);
    assert!(
        document.evidence.iter().all(|e| e.session == "plain-depot" && !e.turns.is_empty()),
        "who said it is on record"
    );
}

#[test]
fn artifacts_go_where_their_kind_goes_and_settings_move_it() {
    let body = "The queue grew because of 3 gaps, however the risk is small. ".repeat(30);
    let text = format!("## Findings: scan queue\n\n{body}\n\n## Options\n\n- a\n- b\n- c\n- d\n- e\n- f\n");
    let artifacts =
        cut("a", &[("assistant", text.as_str()), ("user", "yes, good")].map(|(r, t)| (r.to_owned(), t.to_owned())));
    assert_eq!(artifacts[0].kind, ArtifactKind::Analysis);
    let path =
        |settings: &Settings| plan(&artifacts, &project(), settings).proposals[0].action.path().unwrap().to_owned();
    assert_eq!(path(&Settings::default()), "docs/research/findings-scan-queue.md");
    let routes = [("analysis".to_owned(), "notes/studies".to_owned())].into();
    assert_eq!(path(&Settings { routes, ..Settings::default() }), "notes/studies/findings-scan-queue.md");
}

#[test]
fn short_things_are_no_documents() {
    let artifacts = cut(
        "a",
        &[(
            "assistant".to_owned(),
            "We chose Valkey over Memcached for the label cache because it keeps its data when it restarts.".to_owned(),
        )],
    );
    assert_eq!(artifacts.len(), 1);
    assert!(plan_of(&artifacts).proposals.iter().all(|p| p.action.kind() != ActionKind::CreateDoc));
}

#[test]
fn an_unloaded_part_of_the_project_blocks_creation_and_is_noted() {
    let artifacts = cut("depot", &session("depot"));
    let mut state = project();
    state.board = Err("timed out".to_owned());
    let plan_without_board = plan(&artifacts, &state, &Settings::default());
    assert!(tasks(&plan_without_board).is_empty());
    assert!(plan_without_board.notes.iter().any(|n| n.why.contains("board could not be loaded")));
    let mut state = project();
    state.docs = Err("timed out".to_owned());
    let plan_without_docs = plan(&artifacts, &state, &Settings::default());
    assert!(plan_without_docs.proposals.iter().all(|p| p.action.path().is_none()));
    assert!(plan_without_docs.notes.iter().any(|n| n.why.contains("documents could not be loaded")));
}

#[test]
fn every_target_is_there() {
    let state = project();
    for proposal in planned().proposals {
        match &proposal.action {
            StandupAction::CreateDoc { path, .. } => assert!(state.doc(path).is_none(), "{path}"),
            StandupAction::EnrichDoc { path, .. } => assert!(state.doc(path).is_some(), "{path}"),
            action => assert!(action.task().is_none_or(|id| state.task(id).is_some()), "{action:?}"),
        }
    }
}

#[test]
fn a_pushed_commit_closes_its_task_and_a_failed_push_does_not() {
    let commit = "git commit -m 'Cache the tariff tables' && git push";
    let output =
        "[main 1a2b3c4] Cache the tariff tables\n 1 file changed\nTo example.org:harbor\n   aa..bb  main -> main";
    let talk = Talk::new("harbor").said("user", "cache the tariffs").ran(commit, output, false);
    let made = talk.artifacts();
    assert_eq!(made.iter().find(|a| a.kind == ArtifactKind::Completion).unwrap().pushed, Some(true));
    let plan = plan_of(&made);
    assert_eq!(done(&plan), ["T-12"], "{plan:#?}");
    assert!(plan.proposals[0].confidence.score >= 0.9);
    assert_eq!(plan.proposals[0].evidence_kind(), EvidenceKind::Verified);

    let rejected = "[main 1a2b3c4] Cache the tariff tables\n ! [rejected] main -> main (fetch first)\nerror: failed to push some refs";
    for is_error in [true, false] {
        let talk = Talk::new("harbor").said("user", "cache the tariffs").ran(commit, rejected, is_error);
        let plan = plan_of(&talk.artifacts());
        assert!(done(&plan).is_empty(), "{plan:#?}");
    }
    let nothing =
        Talk::new("harbor").said("user", "x").ran("git commit -m 'Cache the tariff tables'", "nothing to commit", true);
    assert!(done(&plan_of(&nothing.artifacts())).is_empty());
}

#[test]
fn a_commit_names_its_task_by_id() {
    let made = |subject: &str| {
        let output = format!("[main 1a2b3c4] {subject}\n");
        let talk = Talk::new("harbor").said("user", "go").ran(&format!("git commit -m '{subject}'"), &output, false);
        let plan = plan_of(&talk.artifacts());
        done(&plan).join(",")
    };
    assert_eq!(made("fix: last line was lost (T-4)"), "T-4");
    assert_eq!(made("Remove rate limit from the admin API"), "", "another API");
    assert_eq!(made("Add rate limit to the public API"), "", "the opposite");
    assert_eq!(made("Write docs for the carrier client"), "", "docs are no tests");
    assert_eq!(made("Clean up stale wingman reviews"), "", "done already");
    assert_eq!(made("Straßenkarte für Zusteller zeichnen"), "T-14");
    assert_eq!(made("配送状況の通知を追加"), "T-15");
}

#[test]
fn steps_done_since_are_stale() {
    let artifacts = cut("depot", &session("depot"));
    let mut state = project();
    state.git = Ok(vec![
        project::commit("Enable HTTPS on production", "2026-03-20T10:00:00Z"),
        project::commit("Write docs for the carrier client", "2026-01-01T10:00:00Z"),
    ]);
    let plan = plan(&artifacts, &state, &Settings::default());
    assert!(!tasks(&plan).contains(&"Enable HTTPS on production"));
    assert!(plan.notes.iter().any(|n| n.text == "Enable HTTPS on production" && n.why.contains("commit")));
    assert!(tasks(&plan).contains(&"Write docs for the carrier client"), "a commit before the plan did not do it");
}

#[test]
fn closed_tasks_are_matched_too() {
    let text = "# Plan: old things\n\n".to_owned()
        + &"What the desk does today is slow and was looked at again last week. ".repeat(8)
        + "\n\n## Steps\n\n1. Add a dry run to the importer\n2. Log the carrier answers\n3. Support the fax gateway\n4. Paint the depot door blue\n";
    let artifacts = cut("old", &[("assistant".to_owned(), text), ("user".to_owned(), "yes".to_owned())]);
    let plan = plan_of(&artifacts);
    assert!(
        plan.notes.iter().any(|n| n.why.contains("T-32")) && plan.notes.iter().any(|n| n.why.contains("T-26")),
        "{:#?}",
        plan.notes
    );
    assert!(plan.conflicts.iter().any(|c| c.place == "T-38"), "dropped and planned again");
    assert!(tasks(&plan).is_empty() || tasks(&plan).iter().all(|t| t.contains("Paint")), "{:?}", tasks(&plan));
}

#[test]
fn text_the_session_wrote_to_a_file_or_was_given_is_not_proposed() {
    let state = project();
    let echo =
        state.context.as_ref().unwrap()[0].text.clone() + &"Rules are rules because they are risk and gap. ".repeat(2);
    let mut artifacts = Artifacts::new("s", Vec::new());
    artifacts.ignore(&echo);
    let talk = [("assistant".to_owned(), format!("## Findings\n\n{}", echo.repeat(4)))];
    for entry in project::entries("s", &talk) {
        artifacts.feed(&entry, &|_| None);
    }
    let why = |a: &Artifact| a.because.as_deref().is_some_and(|why| why.contains("instructions"));
    assert!(artifacts.all().iter().all(|a| a.refused && why(a)), "it is no artifact of the session, and that is said");

    let said = session("depot").iter().find(|t| t.1.starts_with("# Plan")).unwrap().1.clone();
    let mut artifacts = Talk::new("harbor").said("assistant", &said).wrote("docs/plans/depot.md", &said).artifacts();
    artifacts.retain(|a| a.kind == ArtifactKind::Plan);
    assert!(artifacts[0].persisted.as_ref().unwrap().share > 0.9);
    let plan = plan_of(&artifacts);
    assert!(plan.proposals.iter().all(|p| p.action.kind() != ActionKind::CreateDoc));
}

#[test]
fn lessons_come_from_results_and_go_only_to_existing_notes() {
    let talk = Talk::new("harbor")
        .said("user", "look")
        .ran("ls logs", "failed.txt\nunknown option.txt\nerror: invalid argument.log", false)
        .ran("parcelctl show 3 --jsn", "error: unexpected argument '--jsn' found\nUsage: parcelctl show", true)
        .ran("parcelctl show 3 --json", "{}", false);
    let made = talk.artifacts();
    let lessons: Vec<_> = made.iter().filter(|a| a.kind == ArtifactKind::ErrorPattern).collect();
    assert_eq!(lessons.len(), 1, "{made:#?}");
    assert!(lessons[0].content.contains("parcelctl show 3 --json") && lessons[0].title.starts_with("parcelctl"));
    let mut state = project();
    assert!(plan(&made, &state, &Settings::default()).proposals.is_empty(), "no notes, no patch");
    state.skills = Ok(vec![project::doc(".claude/skills/parcelctl/SKILL.md", "# parcelctl\n\nShows parcels.")]);
    let plan = plan(&made, &state, &Settings::default());
    assert_eq!(plan.proposals[0].action.kind(), ActionKind::FixSkill);
}

/// The artifacts of a Codex session with these calls: (command, output, exit code). `edit FILE` is a patch.
fn codex_artifacts(calls: &[(&str, &str, u8)]) -> Vec<Artifact> {
    let meta = json!({ "type": "session_meta", "payload": { "id": "c1", "cwd": "/home/mara/harbor", "cli_version": "0.126.0" } });
    let mut lines = vec![meta.to_string()];
    for (n, (command, output, code)) in calls.iter().enumerate() {
        let (name, arguments) = match command.strip_prefix("edit ") {
            Some(file) => {
                ("apply_patch", json!({ "input": format!("*** Begin Patch\n*** Update File: {file}\n*** End Patch") }))
            }
            None => ("exec_command", json!({ "cmd": command })),
        };
        let call_id = format!("call{n}");
        let output =
            format!("Chunk ID: 1a\nWall time: 0.1 seconds\nProcess exited with code {code}\nOutput:\n{output}");
        for payload in [
            json!({ "type": "function_call", "name": name, "arguments": arguments.to_string(), "call_id": call_id }),
            json!({ "type": "function_call_output", "call_id": call_id, "output": output }),
        ] {
            lines.push(
                json!({ "timestamp": "2026-03-02T10:00:00Z", "type": "response_item", "payload": payload }).to_string(),
            );
        }
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("rollout.jsonl");
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    let read = deltamind::transcript::read_file(&path).unwrap();
    let mut artifacts = Artifacts::new(&read.meta.session_id, Vec::new());
    for entry in &read.entries {
        artifacts.feed(entry, &|_| None);
    }
    artifacts.all().to_vec()
}

#[test]
fn a_lesson_is_found_in_codex_calls_too_but_not_after_an_edit() {
    let missing = ("parcelctl show 3", "zsh:1: command not found: parcelctl\n", 127);
    let through = ("mise exec -- parcelctl show 3", "a parcel\n", 0);
    let made = codex_artifacts(&[missing, ("ls", "docs\n", 0), through]);
    assert_eq!(made.len(), 1, "{made:#?}");
    assert_eq!((made[0].kind, made[0].said), (ArtifactKind::ErrorPattern, EvidenceKind::Verified));
    assert!(made[0].content.ends_with("mise exec -- parcelctl show 3"));

    let wrong = ("parcelctl show 3 --weight", "Error: unknown flag: --weight\n", 1);
    let right = ("parcelctl show 3 --weight --all", "12 kg\n", 0);
    assert_eq!(codex_artifacts(&[wrong, right]).len(), 1);
    assert!(codex_artifacts(&[wrong, ("edit src/show.rs", "ok", 0), right]).is_empty(), "the flag was built meanwhile");
}

#[test]
fn a_plan_replaces_the_analysis_cut_from_its_text() {
    let why = "The desk waits because one scale drifts, so nobody would know which weight is right. ".repeat(16);
    let plan = format!("Two scales at the gate.\n\n# Findings and risks\n\n**Why.** {why}\n\n**Cost.** {why}\n");
    let shown_again =
        Talk::new("s").said("user", "go").planned(&plan, false).said("user", "sure?").planned(&plan, true);
    let made = shown_again.artifacts();
    let standing: Vec<_> = made.iter().filter(|a| a.is_current()).collect();
    assert_eq!(standing.iter().map(|a| a.kind).collect::<Vec<_>>(), [ArtifactKind::Plan], "{made:#?}");
}

#[test]
fn wip_and_fixup_commits_are_not_completed_work() {
    for subject in ["WIP scales", "fixup! Add scales", "tmp", "Step $n of the scales"] {
        let output = format!("[main 1a2b3c4] {subject}");
        let talk = Talk::new("s").said("user", "go").ran(&format!("git commit -m '{subject}'"), &output, false);
        assert!(talk.artifacts().is_empty(), "{subject}");
    }
    let talk =
        Talk::new("s").said("user", "go").ran("git commit -m 'Save $ signs'", "[main 1a2b3c4] Save $ signs", false);
    assert_eq!(talk.artifacts().len(), 1);
}

#[test]
fn an_uncertain_match_goes_to_the_person_and_a_judge_may_settle_it() {
    struct Says(bool);
    impl Judge for Says {
        fn same(&self, _: &str, _: &str) -> Option<bool> {
            Some(self.0)
        }
    }
    let text = format!(
        "# Plan: reports\n\n{}\n\n## Steps\n\n1. Export the monthly report as CSV with totals by carrier\n2. Merge the tariff lists\n3. Simplify the desk's form\n",
        "The desk wants reports. ".repeat(25)
    );
    let artifacts = cut("r", &[("assistant".to_owned(), text), ("user".to_owned(), "yes".to_owned())]);
    let step = "Export the monthly report as CSV with totals by carrier";
    let plan = plan_of(&artifacts);
    let proposal = plan.proposals.iter().find(|p| p.action.title() == step).unwrap();
    assert!(proposal.why.contains("may be T-10"), "{}", proposal.why);
    assert!((0.5..0.9).contains(&proposal.confidence.score), "{:?}", proposal.confidence);
    let yes = plan_with(&artifacts, &project(), &Settings::default(), &Says(true));
    assert!(!tasks(&yes).contains(&step));
    assert!(project().tasks().iter().any(|t| t.status == TaskStatus::Dropped));
}
