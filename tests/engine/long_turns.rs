//! Tests the reading of longer turns as real sessions have them: options with text between them, lists of steps, reasons and
//! reports, logs, briefs for reference, and remarks around an order.

use deltamind::state::ItemKind;

use crate::dialogue::{settled, settles, settles_none, talk};

#[test]
fn options_that_text_stands_between_are_one_list() {
    let offer = "> For the map tiles there are three ways:\n\n1. **A tile server** (most common):\n```\ntiles/\n  serve.rs\n```\nThe app asks it for each tile.\n\n2. **Static files** (no process):\n```\npublic/tiles/\n```\nThe web server hands them out.\n\n3. **A paid service**:\nNothing to run at all.\n\nStatic files are often best because:\n- No process to watch\n- Backups are a copy\n\nWhich one suits you?";
    settles(ItemKind::Decision, &[(&[offer, "2"], "static files")]);
    settles_none(
        &[ItemKind::RejectedOption],
        &[&offer.replace("Which one suits you?", ""), "backups are a copy, true"],
    );
}

#[test]
fn steps_and_reports_are_no_options() {
    const KINDS: [ItemKind; 2] = [ItemKind::Decision, ItemKind::RejectedOption];
    let steps = "> The index is in the right place now. You'll need to:\n\n1. Delete the old index\n2. Restart the server\n3. Run the import again";
    settles_none(&KINDS, &[steps, "better, yet nothing has come in since the last import"]);
    let options = "> The options, with their pros and cons:\n\n- Tar files: simple, slow\n- Zip files: fast, no streams\n\nWhich do you prefer?";
    settles(ItemKind::Decision, &[(&[options, "zip files"], "zip files")]);
    let named = "> Two reasonable formats for the console:\n\n- plain text\n- tables\n\nWhich one?";
    settles(ItemKind::Decision, &[(&[named, "tables"], "tables")]);
    let report = "> The pipeline is now split into three clear jobs:\n\n- **lint**: Checks the style.\n- **test-all**: Runs the tests.\n- **release**: Builds the packages.";
    settles_none(&KINDS, &[report, "it can't find the folder (i.e. test-all)"]);
}

#[test]
fn an_answer_that_names_no_option_picks_none() {
    let offer = "> Two ways to move the photos:\n\n- `cp -a`, safe at any time\n- a hard link of the folder, which breaks across disks\n\nI recommend `cp -a` into a dated folder.";
    settles_none(&[ItemKind::RejectedOption], &[offer, "yes, do that. keep 3 of them"]);
    let guess = "> I suspect the sensor is a minute late. It could also be my clock.";
    settles_none(&[ItemKind::Decision], &[guess, "could be. look before you change anything"]);
}

#[test]
fn an_option_may_be_named_before_its_verb() {
    let offer = "> Which one first?\n\n* **Option 1:** Build the **export dialog** (menu, formats).\n* **Option 2:** Build the **undo stack** (data structure, keys).\n\nEither is a day of work. Say which. I can also draw it first, that costs an hour.";
    settles(ItemKind::Decision, &[(&[offer, "hm, undo stack let's build that"], "undo stack")]);
}

#[test]
fn habits_and_remarks_are_no_rules() {
    const KINDS: [ItemKind; 3] = [ItemKind::Constraint, ItemKind::RejectedOption, ItemKind::Decision];
    settles_none(&KINDS, &["the importer always runs fine on my laptop"]);
    settles_none(&KINDS, &["this tool was always meant as a trial, but it grew"]);
    settles_none(&KINDS, &["> The header is on the left now.", "no no you turned it the wrong way round!"]);
    settles_none(&KINDS, &["> I pushed the change. Shall I run it again?", "> Done.", "this is a good plan"]);
}

#[test]
fn what_is_left_open_is_no_work() {
    let text = "it is slow on big shelves. we either need to poll each of them every minute or listen for changes or something";
    settles_none(&[ItemKind::Task, ItemKind::Constraint, ItemKind::Decision], &[text]);
}

#[test]
fn what_stands_below_a_line_for_reference_is_nobodys_word() {
    let brief = "do these points cover it?\n\nThe whole specification once more for reference:\n\n# Sync of shelves\n\nThe tool must never drop a shelf.\n\n- Use a journal for each shelf.\n- Add a search of titles.\n\nWe decided to ship in May.";
    settles_none(&[ItemKind::Decision, ItemKind::Constraint, ItemKind::Task, ItemKind::Goal], &[brief]);
}

#[test]
fn the_log_of_a_program_is_no_order() {
    let log = "i ran it:\n\n[make-tiles] Ready in 3 s.\n[make-tiles] Read all the files.\n[check-tiles] Delete the old tiles first.\n[make-tiles] Bye.\n\nso it stops half way";
    settles_none(&[ItemKind::Task, ItemKind::Decision], &[log]);
}

#[test]
fn an_order_is_not_spread_over_its_reasons() {
    let text = "check the manual as a guest, assume they're in a hurry and can only read short texts";
    let tasks = settled(&talk(&[text]), ItemKind::Task);
    assert!(tasks.iter().all(|task| !task.starts_with("check assume")), "{tasks:?}");
    settles_none(
        &[ItemKind::Decision],
        &["Carry the plan out. The labels are printed already. Do not print them again."],
    );
}

#[test]
fn wanted_work_is_worded_as_an_order_or_left_likely() {
    let wanted = ["make sure to sort the tracks and name them before you start, they are old"];
    assert!(settled(&talk(&wanted), ItemKind::Task).iter().all(|task| !task.starts_with("make sure that sort")));
    let asked = settled(&talk(&["explain the difference between test and build mode"]), ItemKind::Task);
    assert!(!asked.contains(&"build mode".to_owned()), "{asked:?}");
    settles_none(&[ItemKind::Task], &["i'll quickly open it on my phone to see the colours"]);
    settles_none(&[ItemKind::Task, ItemKind::Decision], &["we need to lift that ceiling"]);
    settles_none(&[ItemKind::Task], &["after that rename i get this warning"]);
    settles_none(&[ItemKind::Goal], &["the point of the second chart is not clear"]);
}

#[test]
fn a_part_called_by_its_number_is_spelled_out() {
    let plan = "> The plan:\n\n## Phase 1: Import of the tracks\n\nRead the files.\n\n## Phase 2 - Undo stack\n\nKeep the steps.";
    settles(ItemKind::Task, &[(&[plan, "ok, let's start with phase 2 please"], "phase 2 (undo stack)")]);
    settles(
        ItemKind::Task,
        &[(
            &[&format!("{plan}\n\n## Phase 3: Keys\n\nBind them."), "> Phase 2 is done.", "move to phase 3"],
            "move to phase 3 (keys)",
        )],
    );
}

#[test]
fn steps_called_by_their_numbers_are_named_from_the_list() {
    let plan = "> Then I would go on so:

1. Create a branch for the tide chart
2. **Tests**: write those that fail first
3. Read `tides.toml` at the start";
    settles(
        ItemKind::Task,
        &[
            (
                &[plan, "do steps 1 and 2 at once"],
                "do steps 1 (create a branch for the tide chart) and 2 (tests) at once",
            ),
            (&[plan, "please implement steps 1, 2 and 3 in one go"], "and 3 (read tides.toml at the start) in one go"),
        ],
    );
    let ranges = "please check steps 1 and 2 to 3 of the list again today";
    settles(
        ItemKind::Task,
        &[(&[plan, &ranges.replace(" of the list", "")], "2 to 3 (tests; read tides.toml at the start)")],
    );
    let all = settled(&talk(&[plan, "please implement steps 1, 2 and 3 in one go"]), ItemKind::Task);
    assert_eq!(all.len(), 1, "{all:?}");
}

#[test]
fn a_number_that_nothing_names_waits_for_the_person() {
    const KINDS: [ItemKind; 3] = [ItemKind::Task, ItemKind::Decision, ItemKind::Constraint];
    settles_none(&KINDS, &["> Phase 2 is done.", "move to phase 3"]);
    settles_none(&KINDS, &["check all of step 4 again"]);
    settles_none(&KINDS, &["never touch item 7 again"]);
    // A list that comes later, and words that tell how far a step is, name nothing.
    settles_none(&KINDS, &["check step 2 again", "> Here is what I did:\n\n1. Ran the tests\n2. Fixed a typo", "ok"]);
    settles_none(&KINDS, &["> Step 2: done\n\nStep 3: pending", "check step 2 again"]);
}

#[test]
fn several_numbers_pick_all_of_them_and_rule_nothing_out() {
    let offer = "> Three things would help the tide page:\n\n1. Cache the charts\n2. Shrink the photos\n3. Drop the old font\n\nWhich ones shall I do?";
    for said in ["1, 2 and 3", "1,2,3", "items 1, 2 and 3 please"] {
        let read = talk(&[offer, said]);
        assert_eq!(settled(&read, ItemKind::Task).len(), 3, "{said}");
        assert!(settled(&read, ItemKind::RejectedOption).is_empty(), "{said}");
    }
    let some = talk(&[offer, "1 & 3"]);
    assert_eq!(settled(&some, ItemKind::Task).len(), 2);
    settles_none(&[ItemKind::RejectedOption, ItemKind::Decision], &[offer, "1 & 3"]);
    let kinds = "> For the log there are:\n\n1. plain text\n2. JSON\n3. a table\n\nWhich ones should the page support?";
    assert_eq!(settled(&talk(&[kinds, "1, 2 and 3"]), ItemKind::Decision).len(), 3);
}
