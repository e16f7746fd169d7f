//! Tests sequences of approvals, undoings and edits by hand against a model, for Claude Code's memories and for a board:
//! what the person wrote stays, what is refused changes nothing, and what is said to be done is done.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use deltamind::memory::{ClaudeNative, MemoryEvent, MemoryTarget, apply, file_name};
use deltamind::session::suggest::Suggestion;
use deltamind::store::Store;
use jiff::Timestamp;
use proptest::prelude::*;

use crate::standup::shop::{Shop, create, plan};
use crate::trials::trials;

#[derive(Debug, Clone)]
enum Step {
    Approve(usize),
    /// Takes back the n-th of what stands.
    Undo(usize),
    /// The person adds a line to the list: at its beginning or its end.
    AddLine(bool),
    /// The person takes the last of their own lines out again.
    TakeLine,
    /// The person adds a note to the n-th of what stands.
    Note(usize),
    /// The person deletes the n-th of what stands.
    Delete(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        5 => (0..9_usize).prop_map(Step::Approve),
        4 => (0..6_usize).prop_map(Step::Undo),
        2 => any::<bool>().prop_map(Step::AddLine),
        1 => Just(Step::TakeLine),
        1 => (0..6_usize).prop_map(Step::Note),
        1 => (0..6_usize).prop_map(Step::Delete),
    ];
    proptest::collection::vec(step, 1..18)
}

fn suggestion(n: usize) -> Suggestion {
    let mut made = crate::memory_faults::suggestion("We decided to use PostgreSQL for the orders service.");
    (made.id, made.title, made.words) = (format!("m-{n:08}"), format!("rule number {n}"), format!("rule number {n}"));
    made.named.clone_from(&made.title);
    made
}

/// The person's own lines of a file, in the order in which they were written.
#[derive(Default)]
struct OwnLines(Vec<String>);

impl OwnLines {
    fn add(&mut self, path: &Path, first: bool, line: String) {
        let text = fs::read_to_string(path).unwrap_or_default();
        fs::write(path, if first { format!("{line}\n{text}") } else { format!("{text}{line}\n") }).unwrap();
        self.0.push(line);
    }

    fn take(&mut self, path: &Path) {
        let Some(line) = self.0.pop() else { return };
        let text = fs::read_to_string(path).unwrap();
        fs::write(path, text.replacen(&format!("{line}\n"), "", 1)).unwrap();
    }

    fn all_in(&self, text: &str) -> bool {
        self.0.iter().all(|own| text.lines().filter(|line| line == own).count() == 1)
    }
}

/// A folder's files with their content.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let paths = fs::read_dir(folder).into_iter().flatten().map(|e| e.unwrap().path());
    paths.filter(|p| p.is_file()).map(|p| (p.clone(), fs::read(p).unwrap())).collect()
}

/// The memories of a project, and the approval of each.
struct Memories {
    _dir: tempfile::TempDir,
    folder: PathBuf,
    store: Store,
    standing: Vec<(usize, MemoryEvent)>,
    notes: BTreeSet<usize>,
    clock: i64,
}

impl Memories {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("project/.git")).unwrap();
        let store = Store::of_project(&dir.path().join("project"), Some(&dir.path().join("state"))).unwrap();
        let folder = dir.path().join("memory");
        fs::create_dir_all(&folder).unwrap();
        Self { _dir: dir, folder, store, standing: Vec::new(), notes: BTreeSet::new(), clock: 0 }
    }

    fn now(&mut self) -> Timestamp {
        self.clock += 1;
        Timestamp::from_second(self.clock).unwrap()
    }

    fn index(&self) -> PathBuf {
        self.folder.join("MEMORY.md")
    }

    fn file(&self, n: usize) -> PathBuf {
        self.folder.join(file_name(&suggestion(n)))
    }

    /// Whether it was approved.
    fn approve(&mut self, n: usize) -> bool {
        let (made, at) = (suggestion(n), self.now());
        let target = ClaudeNative::open(self.folder.clone()).unwrap();
        let Ok(draft) = target.draft(&made) else { return false };
        let Ok(event) = apply::approve(&self.store, &target, &made, &draft, at) else { return false };
        self.standing.retain(|(other, _)| *other != n);
        self.standing.push((n, event));
        true
    }

    /// Whether it was undone.
    fn undo(&mut self, place: usize) -> bool {
        let (event, at) = (self.standing[place].1.clone(), self.now());
        let target = ClaudeNative::open(self.folder.clone()).unwrap();
        let Ok(draft) = target.draft_undo(&event) else { return false };
        apply::undo(&self.store, Some((&target, &draft)), &event, at).is_ok()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: trials(16), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn memories_and_edits_by_hand_stand_beside_one_another(steps in steps()) {
        let mut world = Memories::new();
        let mut own = OwnLines::default();
        let mut touched = false;
        for (n, step) in steps.into_iter().enumerate() {
            let before = files(&world.folder);
            let place = |at: usize| (!world.standing.is_empty()).then(|| at % world.standing.len());
            match step {
                Step::Approve(n) => {
                    if world.standing.iter().any(|(other, _)| *other == n) || world.file(n).exists() {
                        continue;
                    }
                    prop_assert!(world.approve(n), "what is new can be approved");
                    touched = false;
                }
                Step::Undo(at) => {
                    let Some(at) = place(at) else { continue };
                    let (number, newest) = (world.standing[at].0, at + 1 == world.standing.len());
                    if world.undo(at) {
                        prop_assert!(!world.notes.contains(&number), "a note would be lost");
                        prop_assert!(!world.file(number).exists());
                        world.standing.remove(at);
                    } else {
                        prop_assert!(touched || !newest, "the newest, which nobody touched");
                        prop_assert_eq!(&files(&world.folder), &before, "refused: nothing changed");
                    }
                    // What it left is another state of the list than the one before it was approved.
                    touched = true;
                }
                Step::AddLine(first) => {
                    own.add(&world.index(), first, format!("- my line {n}"));
                    touched = true;
                }
                Step::TakeLine => {
                    own.take(&world.index());
                    touched = true;
                }
                Step::Note(at) => {
                    let Some(at) = place(at) else { continue };
                    let path = world.file(world.standing[at].0);
                    let Ok(text) = fs::read_to_string(&path) else { continue };
                    fs::write(path, text + "\nmy note\n").unwrap();
                    world.notes.insert(world.standing[at].0);
                    touched = true;
                }
                Step::Delete(at) => {
                    let Some(at) = place(at) else { continue };
                    let _ = fs::remove_file(world.file(world.standing[at].0));
                    let number = world.standing[at].0;
                    world.notes.remove(&number);
                    touched = true;
                }
            }
            let index = fs::read_to_string(world.index()).unwrap_or_default();
            prop_assert!(own.all_in(&index), "{index}");
            for (number, _) in &world.standing {
                let name = file_name(&suggestion(*number));
                prop_assert_eq!(index.matches(&name).count(), 1, "{}", index);
            }
            prop_assert_eq!(index.lines().filter(|l| l.contains("rule number")).count(), world.standing.len(), "{}", index);
            for number in &world.notes {
                prop_assert!(fs::read_to_string(world.file(*number)).unwrap().ends_with("\nmy note\n"));
            }
        }
    }

    #[test]
    fn tasks_and_edits_by_hand_stand_beside_one_another(steps in steps()) {
        let shop = Shop::new();
        let path = shop.root().join("TODO.md");
        let title = |n: usize| format!("Write the chapter number {n}");
        let (mut own, mut standing) = (OwnLines::default(), Vec::<(usize, String)>::new());
        for (n, step) in steps.into_iter().enumerate() {
            let before = shop.read("TODO.md");
            match step {
                Step::Approve(n) => {
                    shop.desk().take(&plan(vec![create(&title(n))])).unwrap();
                    let Some(row) = shop.log().pending().first().map(|p| p.id.clone()) else { continue };
                    let outcome = shop.desk().approve(&row).unwrap().remove(0);
                    if outcome.done.is_ok() {
                        standing.push((n, row));
                    } else {
                        prop_assert_eq!(&shop.read("TODO.md"), &before, "refused: nothing changed");
                    }
                }
                Step::Undo(at) => {
                    if standing.is_empty() {
                        continue;
                    }
                    let at = at % standing.len();
                    let id = standing[at].1.clone();
                    if shop.desk().rollback(&id).is_ok() {
                        standing.remove(at);
                    } else {
                        prop_assert_eq!(&shop.read("TODO.md"), &before, "refused: nothing changed");
                    }
                }
                Step::AddLine(first) => own.add(&path, first, format!("- [ ] my task {n}")),
                Step::TakeLine | Step::Delete(_) => own.take(&path),
                Step::Note(_) => own.add(&path, false, format!("my note {n}")),
            }
            let text = shop.read("TODO.md");
            prop_assert!(own.all_in(&text), "{text}");
            prop_assert!(text.contains("- [ ] Fix PLZ validation") && text.contains("- [x] Choose a queue"), "{text}");
            for (number, _) in &standing {
                prop_assert_eq!(text.matches(&title(*number)).count(), 1, "{}", text);
            }
            prop_assert_eq!(text.matches("Write the chapter number").count(), standing.len(), "{}", text);
        }
    }
}
