//! Tests which prohibitions are read in which words.

use super::*;

fn read(text: &str) -> Vec<(Ban, String)> {
    forbidden(text).into_iter().map(|rule| (rule.ban, rule.names.join(" "))).collect()
}

/// Everyday wordings, each with its ban and the names of its objects.
const WORDINGS: &[(&str, Ban, &str)] = &[
    ("Fix the parser, but don't push anything yet.", Ban::Push, ""),
    ("You can commit, but pushing is my job.", Ban::Push, ""),
    ("I'd rather you didn't push to develop, it breaks the demo.", Ban::Push, "develop"),
    ("Nobody pushes to main but me.", Ban::Push, "main"),
    ("No force-pushes please, the reviewers lose their place.", Ban::ForcePush, ""),
    ("Do the cleanup without touching src/legacy.", Ban::Paths, "src/legacy"),
    ("Leave the vendor folder exactly as it is.", Ban::Paths, "vendor"),
    ("config/live.toml must stay untouched.", Ban::Paths, "config/live.toml"),
    ("Please keep your hands off .env when you clean up.", Ban::Paths, ".env"),
    ("Read the notes folder, but never write to it.", Ban::Paths, "notes"),
    ("Only work in packages/web for now.", Ban::Outside, "packages/web"),
    ("No changes outside of src/app, please.", Ban::Outside, "src/app"),
    ("Don't delete anything under data/.", Ban::Delete, "data"),
    ("Keep it dependency-free.", Ban::Packages, ""),
    ("Let's not pull in any more crates for this.", Ban::Packages, ""),
    ("Standard library only, please.", Ban::ThirdParty, ""),
    ("No moment.js, the browser can do that.", Ban::Library, "moment"),
    ("lodash is off the table.", Ban::Library, "lodash"),
    ("We use pnpm here, never npm.", Ban::Tool, "npm"),
    ("git reset --hard is forbidden.", Ban::Tool, "git reset --hard"),
    ("Under no circumstances run `terraform apply`.", Ban::Tool, "terraform apply"),
    ("Hold off on deploying to production until Monday's call.", Ban::Deploy, "production"),
    ("Don't drop any tables, not even on staging.", Ban::Database, "staging"),
    ("I'll publish it myself.", Ban::Publish, ""),
    ("Never amend commits that are pushed.", Ban::Amend, ""),
    ("Please don't open a pull request for this.", Ban::PullRequest, ""),
    ("Don't skip the hooks.", Ban::SkipHooks, ""),
    ("Don't create any new markdown files.", Ban::Create, "md"),
    ("Please make sure nothing under assets/ gets overwritten.", Ban::Paths, "assets"),
    ("Touch nothing in core/.", Ban::Paths, "core"),
    ("The public header include/engine.h has to stay the same.", Ban::Paths, "include/engine.h"),
    ("pls don't tuoch config/live.toml", Ban::Paths, "config/live.toml"),
    ("Commits yes, pushing no.", Ban::Push, ""),
    ("Don't flash the board.", Ban::Operate, "flash"),
    ("Whatever you do, do not run the seed script again.", Ban::Operate, "seed"),
    ("Can we agree that nobody bumps react here?", Ban::Upgrade, "react"),
    ("Please no formatting changes.", Ban::Format, ""),
    ("No network calls in the tests.", Ban::Network, ""),
    ("Stay on this branch, no new branches.", Ban::Branch, ""),
    ("Never use `process.exit` here.", Ban::Content, "process.exit"),
    ("The vendor folder is upstream code. We never change it.", Ban::Paths, "vendor"),
    ("The files in proto/gen are overwritten, so no hand edits there.", Ban::Paths, "proto/gen"),
    ("Anything in dist/ is build output so please leave it.", Ban::Paths, "dist"),
    ("Migrations that are applied must never be edited.", Ban::Paths, "migrations migrate"),
    ("The tests must not use the network.", Ban::Network, ""),
    ("Never run the tests against the real database.", Ban::Database, ""),
    ("The parser has to stay free of regexes.", Ban::Content, "re.compile re.match re.search RegExp( Regex::new regex"),
    ("Stay on react 17.", Ban::Upgrade, "react"),
    ("Make no edits to the Jenkinsfile.", Ban::Paths, "Jenkinsfile"),
    ("Nothing from the drafts folder should be committed.", Ban::CommitPaths, "drafts"),
    ("You can run the unit tests but not the integration ones.", Ban::Tests, "integration"),
    ("I merge, you don't.", Ban::Merge, ""),
    ("Commits on master get reverted.", Ban::Commit, "master"),
    ("We dropped axios for a reason.", Ban::Library, "axios"),
    ("Nothing goes to staging without Petra's ok.", Ban::Deploy, "staging"),
    ("Not one commit reaches upstream before the audit; none of it goes to gitlab.", Ban::Push, ""),
    ("Keep it off pypi for now.", Ban::Publish, ""),
    ("Please don't put the summary in discord.", Ban::Network, "discord"),
    ("Only once legal agrees does it go up to github.", Ban::Push, ""),
    ("Don't settle the conflict with a force push.", Ban::ForcePush, ""),
    ("Nobody rewrites the shared history.", Ban::ForcePush, ""),
    ("src/icons is produced by a script.", Ban::Paths, "src/icons"),
    ("Manual edits in src/icons don't survive the next build.", Ban::Paths, "src/icons"),
    ("Whatever you change in src/icons gets overwritten.", Ban::Paths, "src/icons"),
    ("Changes to deploy/ go through Nadia.", Ban::Paths, "deploy"),
    ("The keys folder belongs to Nadia and she complains if it changes.", Ban::Paths, "keys"),
    ("We do everything with uv here.", Ban::Tool, "pip"),
    ("It's poetry in this project, not pip, not conda.", Ban::Tool, "conda"),
    ("`goto` is a crutch.", Ban::Content, "goto"),
    ("I won't accept `goto` in here.", Ban::Content, "goto"),
    ("Avoid `:=`.", Ban::Content, ":="),
    ("Write it without the goto statement.", Ban::Content, "goto"),
    ("Emojis are noise, don't write them.", Ban::Content, "\u{1f600}"),
    ("lodash is old, so do without.", Ban::Library, "lodash"),
    ("Don't fire off e2e.", Ban::Tests, "e2e"),
    ("Cypress takes an hour, so leave it off.", Ban::Tests, "cypress"),
    ("Do all of it offline.", Ban::Network, ""),
    (
        "The eslint config is not to be loosened.",
        Ban::Paths,
        "eslint.config.js .eslintrc .eslintrc.json .eslintrc.js eslint.config.mjs",
    ),
    ("Never turn checks off in setup.cfg.", Ban::Paths, "setup.cfg"),
    ("Cargo.toml must look the same afterwards.", Ban::Paths, "Cargo.toml"),
    ("Don't let Cargo.toml change.", Ban::Paths, "Cargo.toml"),
    ("setup.cfg: hands off.", Ban::Paths, "setup.cfg"),
    ("The job 6120 has to keep running.", Ban::Restart, "6120"),
    ("I'd be glad if you didn't branch off for this.", Ban::Branch, ""),
    ("It would be kind if you did not make a branch.", Ban::Branch, ""),
    ("No rows may be deleted.", Ban::Database, ""),
    ("I don't want any tables dropped.", Ban::Database, ""),
    ("The submodules are pinned.", Ban::Paths, ".gitmodules"),
    ("Never rm -rf anything here.", Ban::Tool, "rm -rf"),
    ("terraform apply has to wait until Nadia is back.", Ban::Tool, "terraform apply"),
    ("Publishing only after the review.", Ban::Publish, ""),
    ("rm -rf is taboo after what happened on Monday.", Ban::Tool, "rm -rf"),
    ("Don't make this green by editing setup.cfg.", Ban::Paths, "setup.cfg"),
    ("The dist folder isn't ours.", Ban::Paths, "dist"),
    ("I maintain deploy/ myself.", Ban::Paths, "deploy"),
    ("Jo edits src/icons, hands off please.", Ban::Paths, "src/icons"),
    ("The one place you mustn't touch is src/icons.", Ban::Paths, "src/icons"),
    ("Only src/icons is yours.", Ban::Outside, "src/icons"),
    ("If something in deploy/ needs a change, tell Nadia.", Ban::Paths, "deploy"),
    ("If you think you need a new crate, ask me.", Ban::Packages, ""),
    ("I want to see the result before anything gets committed.", Ban::Commit, ""),
    ("Leave the commits unpushed.", Ban::Push, ""),
    ("Keep kafka running.", Ban::Restart, "kafka"),
    ("Don't take the workers down.", Ban::Restart, ""),
    ("No worker restarts today.", Ban::Restart, "worker celery sidekiq"),
    ("No submodule updates.", Ban::Paths, ".gitmodules"),
    ("Posting to discord is up to marketing.", Ban::Network, "discord"),
    ("Nobody applies the migrations.", Ban::Migrate, ""),
    ("yarn is fine, npm is not.", Ban::Tool, "npm"),
    ("Carry on, I'll merge it.", Ban::Merge, ""),
    ("No summary documents, a few words here will do.", Ban::Create, "md"),
    ("The tests are never removed.", Ban::Delete, "tests test __tests__ spec"),
    ("Don't run load.py.", Ban::Tool, "load.py"),
    ("You keep amending commits. Please don't.", Ban::Amend, ""),
    ("You always format the code, stop that.", Ban::Format, ""),
    ("It'd be kind if you stopped amending.", Ban::Amend, ""),
    ("Tagging isn't something you do here.", Ban::Tag, ""),
    ("Rollouts are triggered by Nadia alone.", Ban::Deploy, ""),
    ("The policy forbids lodash.", Ban::Library, "lodash"),
    ("The last thing I need is another crate.", Ban::Packages, ""),
    ("No uploads to the mirror, please.", Ban::Publish, ""),
    ("Parse it by hand instead of adding a crate.", Ban::Packages, ""),
    ("Everything ending in .pb.rs is off limits.", Ban::Paths, "*.pb.rs"),
    ("Read setup.cfg if you like, but changing it is not ok.", Ban::Paths, "setup.cfg"),
    ("Build output, i.e. everything in dist/, must not be edited.", Ban::Paths, "dist"),
    ("You may query the database, but never write to it.", Ban::Database, ""),
    ("I'll tag it when I'm back.", Ban::Tag, ""),
    ("Nothing goes live this week.", Ban::Deploy, ""),
    ("Keep the commits on this machine.", Ban::Push, ""),
    ("Avoid anything that rewrites history.", Ban::ForcePush, ""),
    ("I don't want you to make any commits.", Ban::Commit, ""),
    ("Never restart the mail daemon.", Ban::Restart, "mail"),
    ("No new helper files in lib/util.", Ban::Create, ""),
    ("The tables in sql/gen.sql are generated, any edits in there get lost, so make none.", Ban::Paths, "sql/gen.sql"),
];

#[test]
fn everyday_wordings_are_read_with_their_objects() {
    let all = WORDINGS.iter().map(|(text, ban, names)| (*text, (*ban, (*names).to_owned()), read(text)));
    let missed: Vec<_> = all.filter(|(_, rule, found)| !found.contains(rule)).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn doubled_negations_and_parts_of_the_work_forbid_no_act() {
    for text in [
        "Don't forget to push.",
        "You don't have to ask before you commit.",
        "I was told not to push there.",
        "Don't push the slider button around.",
        "Never commit anything over 10 MB.",
        "Don't run black on the vendored files.",
    ] {
        let acts = [Ban::Push, Ban::Commit, Ban::Tool];
        assert!(read(text).iter().all(|(ban, _)| !acts.contains(ban)), "{text}: {:?}", read(text));
    }
    assert!(!read("Don't amend, make a new commit.").iter().any(|(ban, _)| *ban == Ban::Commit));
    assert_eq!(read("Don't deploy yet, Kim is testing."), [(Ban::Deploy, String::new())]);
}

#[test]
fn a_folder_that_is_left_alone_is_no_word_of_code() {
    assert_eq!(read("art/ is Jo's folder, leave it alone."), [(Ban::Paths, "art".to_owned())]);
}

#[test]
fn words_that_forbid_the_agent_nothing_are_no_rules() {
    for text in [
        "I can't push to main, the server refuses it.",
        "The tests don't run on Windows.",
        "It doesn't install the dependencies, please fix that.",
        "Docker is not installed here.",
        "The app should not delete files in data/ when it starts.",
        "Why don't we push this?",
        "No idea why the deploy failed.",
        "No, this is fine.",
        "There are no tests for the parser.",
        "He said never to use sed.",
        "Don't forget to add a test.",
        "Never push to main without asking me first.",
        "If the tests fail, don't push.",
        "Don't add too many packages.",
        "You should not worry about the README.",
        "Refactor src/a.ts but don't break it.",
        "Simplify src/a.ts. I don't understand it.",
        "Update src/a.ts. Don't make it longer.",
        "I fixed the parser but not the tests.",
        "I use vim, you don't.",
        "The users must not delete their account twice.",
        "The form does not post to slack, fix that.",
        "Read what they wrote on github.",
        "Nothing happens when I click on save.",
        "Changes to the form get lost when I reload.",
        "The parser is slow, but don't use it as an excuse.",
        "The button stays grey after the second click.",
        "Job 6120 failed.",
        "Should I push it? You decide.",
        "It is not npm, it is the proxy.",
        "The list must stay sorted in src/list.ts.",
        "The header must look the same on mobile, edit header.css.",
        "Make sure that src/list.ts handles the same case.",
        "Users have no permission to change config.yml.",
        "The job fails because nobody told me. Start it.",
        "We look after the customers ourselves.",
        "Commit only with a ticket number.",
        "Merge only when the checks are green.",
        "Keep pushing to origin until the build is green.",
        "Nothing is on github, the upload failed.",
        "The app should work offline.",
        "The order of the keys in config.json must stay the same.",
        "src/model.ts is the core domain.",
        "Run it every time, no exceptions, please.",
        "There is no branch on the remote.",
        "Apply the patch, but don't apply it twice.",
    ] {
        assert_eq!(read(text), [], "{text}");
    }
}

#[test]
fn exceptions_and_ends_are_read_with_the_rule() {
    let one = |text: &str| forbidden(text).into_iter().next().unwrap_or_else(|| panic!("{text}"));
    assert_eq!(one("No new packages, except dev dependencies.").except, ["dev"]);
    assert_eq!(one("Never touch config/ except config/dev.yml.").except, ["config/dev.yml"]);
    assert_eq!(one("Don't edit existing migrations.").except, [Exception::NEW]);
    assert_eq!(one("Stay on react 17.").except, ["+version 17"]);
    assert!(one("Don't push until I say so.").until);
    assert!(!one("Never push to main.").until);
    assert!(one("Pushing only after the review.").until);
    assert!(one("Don't publish before legal agrees.").until);
    // What the reason names limits nothing.
    assert!(one("The tests lock the database on staging, so don't start pytest.").at.is_empty());
    assert_eq!(one("Don't start pytest on staging.").at, ["staging"]);
}

#[test]
fn the_person_may_allow_what_is_forbidden() {
    for (rule, message, want) in [
        ("Don't push until I say so.", "Looks good, push it.", Some(Release::Ends)),
        ("Don't push yet.", "I've reviewed it, go ahead.", Some(Release::Ends)),
        ("Don't push yet.", "Thanks, carry on.", None),
        ("Never push to main.", "ok, push to main now", Some(Release::Once)),
        ("Never push to main.", "You can push to main from now on.", Some(Release::Ends)),
        ("Never push to main.", "Please push it to the topic branch.", None),
        ("No new dependencies.", "Fine, add zod.", Some(Release::Once)),
        ("No new dependencies.", "Now add retries to the client.", None),
        ("Never deploy to production.", "Check the config and roll it out.", None),
        ("Never deploy to production.", "Now deploy it to prod.", Some(Release::Once)),
        ("Don't run the e2e tests.", "Fix the tests of the parser.", None),
        ("No new dependencies.", "And no new dependencies, as I said.", None),
        ("No new dependencies.", "Why did you add a package?", None),
    ] {
        let rules = forbidden(rule);
        let said = Message::of(message).unwrap();
        assert_eq!(release(&rules[0], &said), want, "{rule} / {message}");
    }
}
