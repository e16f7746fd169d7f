//! Tests which actions violate which rules.

use super::*;
use crate::language::imports::Additions;
use crate::session::Session;
use crate::transcript::entry::ToolOutcome;
use crate::transcript::{Entry, Meta, RecordRef, Role, SignalBody, Turn};

fn turn(n: u32, role: Role, words: &str) -> Entry {
    Entry::Turn(Turn {
        turn_id: format!("u{n}"),
        ordinal: n,
        role,
        content: words.to_owned(),
        at: None,
        record: RecordRef::default(),
    })
}

/// The words flagged in a conversation after a rule.
fn flagged(rule: &str, talk: &[(Role, &str)]) -> Vec<(Ban, String)> {
    let mut session = Session::new(Meta::default());
    session.ingest([turn(1, Role::User, rule)]);
    session.ingest(talk.iter().zip(2..).map(|((role, words), n)| turn(n, *role, words)));
    session.conflicts().iter().map(|c| (c.ban, c.words.clone())).collect()
}

fn acted(n: usize, body: SignalBody) -> Entry {
    let (id, turn_id) = (format!("s{n}"), "a2".to_owned());
    Entry::Signal(Signal { id, turn_id, at: None, record: RecordRef::default(), body })
}

fn conflicts(rule: &str, actions: &[SignalBody]) -> Vec<(Ban, String)> {
    let mut session = Session::new(Meta::default());
    session.ingest([turn(1, Role::User, rule)]);
    assert!(!session.ledger().items().is_empty() || session.held().next().is_some(), "nothing of {rule:?}");
    session.ingest(actions.iter().enumerate().map(|(n, body)| acted(n, body.clone())));
    session.conflicts().iter().map(|c| (c.ban, c.words.clone())).collect()
}

fn call(tool: &str, argv: Option<&str>, paths: &[&str], outcome: ToolOutcome) -> SignalBody {
    SignalBody::ToolCall {
        call_id: String::new(),
        tool: tool.to_owned(),
        argv: argv.map(str::to_owned),
        paths: paths.iter().map(|p| (*p).to_owned()).collect(),
        brings: Box::default(),
        outcome,
        excerpt: String::new(),
        content_ref: None,
    }
}

fn ran(argv: &str) -> SignalBody {
    call("Bash", Some(argv), &[], ToolOutcome::Ok)
}

fn edited(path: &str) -> SignalBody {
    call("Edit", None, &[path], ToolOutcome::Ok)
}

#[test]
fn read_only_commands_violate_no_rule() {
    for (rule, line) in [
        ("Never use git stash.", "git stash list"),
        ("Never run git clean.", "git clean -nd"),
        ("Never use git tag.", "git tag --list 'v1.*'"),
        ("Never run the migrations yourself.", "bin/rails db:migrate:status"),
    ] {
        assert_eq!(conflicts(rule, &[ran(line)]), [], "{rule} {line}");
    }
    assert_eq!(conflicts("Never use git stash.", &[ran("git stash push -m wip")]).len(), 1);
}

#[test]
fn actions_against_a_rule_are_flagged_with_their_words() {
    for (rule, action, ban, words) in [
        ("no new dependencies please", ran("cd app && npm install left-pad"), Ban::Packages, "npm install left-pad"),
        ("no new dependencies please", ran("cargo add serde"), Ban::Packages, "cargo add serde"),
        (
            "Never touch the file src/legacy/parser.rs.",
            edited("/w/app/src/legacy/parser.rs"),
            Ban::Paths,
            "Edit /w/app/src/legacy/parser.rs",
        ),
        (
            "You must not modify anything under migrations/.",
            edited("/w/app/migrations/0001.sql"),
            Ban::Paths,
            "Edit /w/app/migrations/0001.sql",
        ),
        ("Never push to main.", ran("git add . && git push origin main"), Ban::Push, "git push origin main"),
        ("You must never use npm here.", ran("FOO=1 npm run build"), Ban::Tool, "FOO=1 npm run build"),
    ] {
        assert_eq!(conflicts(rule, &[action]), [(ban, words.to_owned())], "{rule}");
    }
}

#[test]
fn similar_but_permitted_calls_are_not_violations() {
    for (rule, action) in [
        ("no new dependencies please", ran("npm install")),
        ("no new dependencies please", ran("npm ci && cargo build")),
        ("no new dependencies please", ran("grep -rn 'cargo add' docs")),
        ("no new dependencies please", call("Bash", Some("cargo add serde"), &[], ToolOutcome::Denied)),
        ("no new dependencies please", call("Bash", Some("cargo add serde"), &[], ToolOutcome::Failed)),
        ("Never touch the file src/legacy/parser.rs.", edited("/w/app/src/legacy/parser.rs.bak")),
        ("Never touch the file src/legacy/parser.rs.", edited("/w/app/other/parser.rs")),
        ("Never touch the file src/legacy/parser.rs.", ran("cat src/legacy/parser.rs")),
        ("You must not modify anything under migrations/.", edited("/w/app/src/migrations_list.rs")),
        ("Never push to main without asking me first.", ran("git push origin main")),
        ("Never push before the tests pass.", ran("cargo test && git push origin main")),
        ("Two rules before you start: never commit without running the tests.", ran("npm test && git commit -am x")),
        ("Never push to main.", ran("git push origin topic")),
        ("Never push to main.", ran("git push --dry-run origin main")),
        ("You must never use npm here.", ran("pnpm install")),
        ("You must never use npm here.", ran("grep npm README.md")),
    ] {
        assert_eq!(conflicts(rule, std::slice::from_ref(&action)), [], "{rule} {action:?}");
    }
}

const NO_NPM: &str = "You must never use npm here.";
const NO_DOCKER: &str = "Never use docker here.";
const NO_MAIN: &str = "Never push to main.";

#[test]
fn only_commands_that_run_count_not_their_quoted_text() {
    for (rule, line, words) in [
        (NO_NEW, "npm install --save-dev left-pad 2>&1 | tail -5", Some("npm install --save-dev left-pad 2>&1")),
        (NO_NEW, "npm --prefix web install left-pad", Some("npm --prefix web install left-pad")),
        (NO_NEW, "npm i @scope/pad@2", Some("npm i @scope/pad@2")),
        (NO_NEW, "cargo add -p core serde --features derive", Some("cargo add -p core serde --features derive")),
        (NO_NEW, "sudo -E pip install requests", Some("sudo -E pip install requests")),
        (NO_NEW, "python -m pip install 'requests>=2'", Some("python -m pip install 'requests>=2'")),
        (NO_NEW, "bash -lc 'cd web && yarn add zod'", Some("yarn add zod")),
        (NO_NEW, "go get example.com/pad", Some("go get example.com/pad")),
        (NO_NEW, "dotnet add app.csproj package Serilog", Some("dotnet add app.csproj package Serilog")),
        (NO_NEW, "npm install 2>&1 | tail -5", None),
        (NO_NEW, "npm install >log.txt", None),
        (NO_NEW, "npm install --prefix web", None),
        (NO_NEW, "pnpm install --filter web", None),
        (NO_NEW, "npm i -g typescript", None),
        (NO_NEW, "npm install --no-save left-pad", None),
        (NO_NEW, "npm install ./local-pad", None),
        (NO_NEW, "npm install $PACKAGES", None),
        (NO_NEW, "pip install -r requirements.txt -e .", None),
        (NO_NEW, "pip install --upgrade pip", None),
        (NO_NEW, "cargo add --dry-run serde", None),
        (NO_NEW, "go get example.com/pad@none", None),
        (NO_NEW, "cat >> README.md <<'EOF'\nnpm install left-pad\nEOF", None),
        (NO_NEW, "git commit -m 'Docs\n\nnpm install left-pad is gone'", None),
        (NO_NEW, "git commit -m \"$(cat <<'EOF'\nIt's so:\nnpm install left-pad\nEOF\n)\"", None),
        (NO_NEW, "test -d node_modules || npm install left-pad", None),
        (NO_NEW, "if false; then npm install left-pad; fi", None),
        (NO_NEW, "# npm install left-pad", None),
        (NO_NEW, "echo 'open; npm install left-pad", None),
        (NO_NPM, "cd web; npm test", Some("npm test")),
        (NO_NPM, "sudo npm ci", Some("sudo npm ci")),
        (NO_NPM, "timeout 60 npm ci", Some("timeout 60 npm ci")),
        (NO_NPM, "X=$(npm root)", Some("npm root")),
        (NO_NPM, "rg 'yarn|npm install' README.md", None),
        (NO_NPM, "rg \"yarn;npm install\" README.md", None),
        (NO_NPM, "git commit -m 'Tools\n\nnpm is not needed'", None),
        (NO_NPM, "cat <<EOF > a.md\nnpm is not needed\nEOF", None),
        (NO_NPM, "[[ $PM =~ (yarn|npm) ]] && echo found", None),
        (NO_NPM, "case $PM in yarn|npm) echo found;; esac", None),
        (NO_NPM, "command -v npm", None),
        (NO_NPM, "npm --version", None),
        (NO_DOCKER, "docker compose up -d", Some("docker compose up -d")),
        (NO_DOCKER, "rg 'podman|docker compose' README.md", None),
        (NO_DOCKER, "printf 'a\ndocker is gone\n' >> NOTES.md", None),
        (NO_MAIN, "git push origin HEAD:main", Some("git push origin HEAD:main")),
        (NO_MAIN, "git -C app push -f origin +main", Some("git -C app push -f origin +main")),
        (NO_MAIN, "git push origin topic:refs/heads/main", Some("git push origin topic:refs/heads/main")),
        (NO_MAIN, "git push origin main:backup/main", None),
        (NO_MAIN, "git push -o main origin topic", None),
        (NO_MAIN, "git push -n origin main", None),
        (NO_MAIN, "git stash push main", None),
        (NO_MAIN, "echo git push origin main", None),
        (POSTGRES, "docker run --name mongo -e A=1 postgres:16 mongo", None),
        (POSTGRES, "docker run --rm -p 1:2 mongo:7", Some("docker run --rm -p 1:2 mongo:7")),
        (POSTGRES, "apt-get install -y mongodb", Some("apt-get install -y mongodb")),
        (POSTGRES, "npm install --prefix mongo", None),
    ] {
        let found: Vec<String> = conflicts(rule, &[ran(line)]).into_iter().map(|(_, words)| words).collect();
        assert_eq!(found, words.into_iter().collect::<Vec<_>>(), "{rule} {line}");
    }
}

#[test]
fn a_push_whose_output_says_rejected_is_not_a_violation() {
    let mut push = ran("git push origin main 2>&1 | tail -3");
    let SignalBody::ToolCall { excerpt, .. } = &mut push else { panic!("a call") };
    *excerpt = " ! [rejected] main -> main (fetch first)".to_owned();
    assert_eq!(conflicts(NO_MAIN, &[push]), []);
}

#[test]
fn a_rule_forbids_only_the_objects_of_its_verb() {
    let files = ["src/app.ts", "dist/a.js", "dist/b.js", "src/gen/x.rs"];
    for (rule, forbidden) in [
        ("Never edit dist/a.js directly, change src/app.ts instead.", &["dist/a.js"][..]),
        ("Never edit dist/a.js; the source is src/app.ts.", &["dist/a.js"]),
        ("Never edit dist/a.js. It is made of src/app.ts.", &["dist/a.js"]),
        ("Never edit dist/a.js, dist/b.js or src/gen.", &["dist/a.js", "dist/b.js", "src/gen/x.rs"]),
        ("You must not modify anything under `src/gen/`.", &["src/gen/x.rs"]),
        ("Never modify the generated files in src/gen because they are made.", &["src/gen/x.rs"]),
        ("Never edit dist/a.js and change src/app.ts instead.", &["dist/a.js"]),
        ("Never change the API of the code for src/app.ts.", &[]),
        ("Never edit the generated code, edit src/app.ts.", &[]),
        ("Never touch the order of imports in src/app.ts here.", &[]),
        ("Never change src/app.ts title.", &[]),
        ("Never delete dist/a.js.", &[]),
    ] {
        let rules = crate::language::prohibitions::forbidden(rule);
        let found: Vec<&str> = files
            .into_iter()
            .filter(|file| {
                let path = [format!("/w/{file}")];
                let edit =
                    AgentAction::Changed { tool: "Edit", paths: &path, brings: &Additions::default(), creates: false };
                rules.iter().any(|rule| actions::against(rule, &edit).is_some())
            })
            .collect();
        let mut forbidden = forbidden.to_vec();
        forbidden.sort_by_key(|f| files.iter().position(|x| x == f));
        assert_eq!(found, forbidden, "{rule}");
    }
}

#[test]
fn a_withdrawn_rule_forbids_nothing() {
    let mut session = Session::new(Meta::default());
    session.ingest([turn(1, Role::User, "Never push to main.")]);
    let id = session.ledger().items()[0].id.clone();
    session.act(crate::state::PersonAction::Withdraw { item_id: id }).unwrap();
    let signal =
        |body| Signal { id: "s".to_owned(), turn_id: "u1".to_owned(), at: None, record: RecordRef::default(), body };
    session.ingest([Entry::Signal(signal(ran("git push origin main")))]);
    assert_eq!(session.conflicts(), []);
}

const NO_NEW: &str = "no new dependencies please";
const POSTGRES: &str = "We decided to use Postgres instead of Mongo for the orders service.";

#[test]
fn statements_against_a_rule_are_flagged() {
    use Role::{Assistant, User};
    for (rule, role, words, ban) in [
        (NO_NEW, User, "ok, let's add the left-pad package", Ban::Packages),
        (NO_NEW, User, "Add zod as a dependency and go on.", Ban::Packages),
        (NO_NEW, Assistant, "I've added the `left-pad` package for the padding.", Ban::Packages),
        (NO_NEW, Assistant, "Done. I installed the serde crate, and the tests pass.", Ban::Packages),
        (NO_NEW, Assistant, "Added `zod` to package.json.", Ban::Packages),
        (
            "Never touch the file src/legacy/parser.rs.",
            Assistant,
            "I've updated `src/legacy/parser.rs` too.",
            Ban::Paths,
        ),
        ("Never touch the file src/legacy/parser.rs.", User, "please rename src/legacy/parser.rs", Ban::Paths),
        ("Never push to main.", Assistant, "Pushed it to main.", Ban::Push),
        ("Never push to main.", User, "now push to main", Ban::Push),
        ("You must never use npm here.", Assistant, "I ran `npm install` and it works.", Ban::Tool),
        (POSTGRES, Assistant, "I've switched to MongoDB for the orders.", Ban::Choice),
    ] {
        let found = flagged(rule, &[(role, words)]);
        assert_eq!(found.iter().map(|(b, _)| *b).collect::<Vec<_>>(), [ban], "{rule} {words}");
        let who = if role == User { "you: \"" } else { "the agent: \"" };
        assert!(found[0].1.starts_with(who), "{found:?}");
    }
}

#[test]
fn questions_hedges_quotations_and_changes_of_the_rule_are_not_against_it() {
    use Role::{Assistant, User};
    for (rule, role, words) in [
        (NO_NEW, User, "should we add the left-pad package?"),
        (NO_NEW, User, "maybe add the left-pad package later"),
        (NO_NEW, User, "> let's add the left-pad package\n\nthat is what the issue says"),
        (NO_NEW, User, "he wrote \"add the left-pad package\" in the issue"),
        (NO_NEW, User, "you can add the left-pad package after all"),
        (NO_NEW, User, "Actually, add the left-pad package."),
        (NO_NEW, User, "add a test for the package"),
        (NO_NEW, User, "add the error handling to the parser package"),
        (NO_NEW, User, "don't add the left-pad package"),
        (NO_NEW, Assistant, "I could add the `left-pad` package."),
        (NO_NEW, Assistant, "I have not added the `left-pad` package."),
        (NO_NEW, Assistant, "I installed the existing dependencies and ran the tests."),
        (NO_NEW, Assistant, "I added dependency injection to the importer."),
        (NO_NEW, Assistant, "I added tests for the package manager."),
        (NO_NEW, Assistant, "```\nI've added the left-pad package\n```"),
        (NO_NEW, Assistant, "If you like, I add the `left-pad` package."),
        (
            "Never touch the file src/legacy/parser.rs.",
            Assistant,
            "I've read `src/legacy/parser.rs` and changed `src/parser.rs`.",
        ),
        (
            "Never touch the file src/legacy/parser.rs.",
            Assistant,
            "I've updated the docs to say that src/legacy/parser.rs is frozen.",
        ),
        ("Never touch the file src/legacy/parser.rs.", User, "look at src/legacy/parser.rs and change the docs"),
        ("Never push to main.", Assistant, "Pushed it to `topic`."),
        ("Never push to main.", User, "push it"),
        (POSTGRES, User, "let's use Mongo"),
        (POSTGRES, Assistant, "I compared it with Mongo."),
        (POSTGRES, Assistant, "I've added a migration away from Mongo."),
    ] {
        assert_eq!(flagged(rule, &[(role, words)]), [], "{rule} {words}");
    }
}

#[test]
fn nothing_is_flagged_after_a_rule_and_its_restatement_were_withdrawn() {
    let talk = [
        (Role::User, "Forget the rule about dependencies, new dependencies are fine now."),
        (Role::Assistant, "I've added the `left-pad` package."),
    ];
    let mut session = Session::new(Meta::default());
    session.ingest([turn(1, Role::User, NO_NEW), turn(2, talk[0].0, talk[0].1)]);
    let rules: Vec<crate::state::ItemId> =
        session.ledger().items().iter().filter(|i| i.is_open()).map(|i| i.id.clone()).collect();
    for item_id in rules {
        session.act(crate::state::PersonAction::Withdraw { item_id }).unwrap();
    }
    session.ingest([turn(3, talk[1].0, talk[1].1)]);
    assert_eq!(session.conflicts(), []);
}

#[test]
fn a_rule_that_points_to_a_file_forbids_only_that_file() {
    let flagged = |action: SignalBody| {
        let mut session = Session::new(Meta::default());
        session.ingest([
            turn(
                1,
                Role::Assistant,
                "The plan stands in `docs/plans/lamps.md`. I'll commit `docs/plans/lamps.md` now.",
            ),
            turn(2, Role::User, "don't check this in"),
            turn(3, Role::Assistant, "OK."),
            turn(4, Role::User, "go on with the gate"),
            acted(0, action),
        ]);
        session.conflicts().len()
    };
    assert_eq!(flagged(ran("git add src/gate.rs && git commit -m Gate")), 0);
    assert_eq!(flagged(ran("git add docs/plans/lamps.md && git commit -m Lamps")), 1);
}

#[test]
fn using_a_rejected_option_is_flagged() {
    for (choice, action, words) in [
        (POSTGRES, ran("cd api && npm install mongodb@6"), "npm install mongodb@6"),
        (POSTGRES, ran("npm i --save-dev @types/node mongoose mongo"), "npm i --save-dev @types/node mongoose mongo"),
        (POSTGRES, ran("docker run -d -p 27017:27017 mongo:7"), "docker run -d -p 27017:27017 mongo:7"),
        ("Let's use Vitest, not Jest.", edited("/w/app/jest.config.js"), "Edit /w/app/jest.config.js"),
        ("Let's use pnpm instead of npm for this repo.", ran("npm run build"), "npm run build"),
        ("rule out mongoose, it hides the queries", ran("npm install mongoose"), "npm install mongoose"),
    ] {
        assert_eq!(conflicts(choice, &[action]), [(Ban::Choice, words.to_owned())], "{choice}");
    }
    for (choice, action) in [
        (POSTGRES, ran("npm install pg")),
        (POSTGRES, ran("grep -rn mongo src")),
        (POSTGRES, ran("docker run postgres:16")),
        (POSTGRES, ran("npm uninstall mongodb")),
        (POSTGRES, call("Bash", Some("npm install mongodb"), &[], ToolOutcome::Failed)),
        ("Let's use Vitest, not Jest.", edited("/w/app/src/jest-notes.md")),
        ("Let's use polling, not a watcher.", ran("cargo add notify")),
        (POSTGRES, ran("npm install mongo-express-notes")),
        ("Let's use pnpm instead of npm for this repo.", ran("pnpm run build")),
    ] {
        assert_eq!(conflicts(choice, std::slice::from_ref(&action)), [], "{choice} {action:?}");
    }
}

/// A session with a rule against new packages and a call that installed one.
fn with_flagged_install() -> Session {
    let mut session = Session::new(Meta::default());
    let install = Signal {
        id: "s1".to_owned(),
        turn_id: "u2".to_owned(),
        at: None,
        record: RecordRef::default(),
        body: ran("npm install left-pad"),
    };
    let talk = [turn(1, Role::User, NO_NEW), turn(2, Role::User, "now the padding"), Entry::Signal(install)];
    session.ingest(talk);
    session
}

#[test]
fn a_report_of_a_flagged_tool_call_adds_no_second_conflict() {
    let mut session = with_flagged_install();
    session.ingest([turn(3, Role::Assistant, "I've added the `left-pad` package.")]);
    assert_eq!(session.conflicts().len(), 1);
}

#[test]
fn conflicts_survive_the_fold_and_further_ones_are_added() {
    let mut session = with_flagged_install();
    session.ingest([turn(3, Role::Assistant, "I've added the `left-pad` package.")]);
    let (mut folded, _) = Session::folded(session.sidecar(), session.log().to_vec());
    assert_eq!(folded.conflicts(), session.conflicts());
    folded.ingest([turn(4, Role::Assistant, "As said, I've added the `left-pad` package.")]);
    assert_eq!(folded.conflicts().len(), 1);
    folded.ingest([turn(5, Role::User, "and now?"), turn(6, Role::Assistant, "I've added the `right-pad` package.")]);
    assert_eq!(folded.conflicts().len(), 2);
    assert_eq!(folded.conflicts()[1].ban, Ban::Packages);
}

#[test]
fn existing_files_are_guarded_from_edits_and_a_kept_version_is_no_upgrade() {
    let conflicts = |rule, action: &SignalBody| conflicts(rule, std::slice::from_ref(action)).len();
    let written = call("Write", None, &["/w/app/db/migrations/0005_phone.sql"], ToolOutcome::Ok);
    let migrations = "Never edit existing migrations.";
    assert_eq!(conflicts(migrations, &edited("/w/app/db/migrations/0004_name.sql")), 1);
    assert_eq!(conflicts(migrations, &written), 0);
    let pinned = "We must stay on react 17, don't upgrade it.";
    assert_eq!(conflicts(pinned, &ran("npm install react@18.2.0")), 1);
    assert_eq!(conflicts(pinned, &ran("npm install react@17.0.2")), 0);
}

#[test]
fn a_conflict_names_the_item_that_forbids_the_action() {
    let mut session = Session::new(Meta::default());
    session.ingest([turn(1, Role::User, "Use Zig, no new dependencies please, stdlib only")]);
    let (id, turn_id, record) = ("s1".to_owned(), "a2".to_owned(), RecordRef::default());
    session.ingest([Entry::Signal(Signal { id, turn_id, at: None, record, body: ran("pip install pillow") })]);
    let item = session.conflicts().first().and_then(|c| c.item_id.as_deref()).and_then(|id| session.ledger().get(id));
    assert_eq!(item.map(|item| item.summary.as_str()), Some("No new dependencies"));
}
