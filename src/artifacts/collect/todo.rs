//! Defines how the agent's list of todos is followed: the artifact it is, the plan whose steps it ticks off, and which
//! of its items other words of the session name.

use jiff::Timestamp;

use super::super::steps::{NO_INSTRUCTION, is_chore};
use super::super::value::content_hash;
use super::super::{Artifact, ArtifactKind, FoundBy, SourceRef, Step};
use super::signals::{DID, is_agreed_plan};
use super::talk::line_of;
use super::{Artifacts, WRITTEN};
use crate::language::likeness::same_root;
use crate::language::titles::{Likeness, Words, compare};
use crate::text::{SafeText, patterns};
use crate::transcript::{TodoItem, TodoStatus};

/// Least share of the words of a plan's step in an item of the list that does the same kind of work.
const OF_STEP: f32 = 0.6;
/// Why an item of the list is no task.
const CHORE: &str = "agents do it anyway at the end of any task";

patterns! {
    /// The number of an item of the list.
    NUMBER = r"(?:^|[\s(*])#(?P<n>\d{1,4})\b";
}

impl Artifacts {
    /// Updates the list of todos.
    pub(super) fn listed(&mut self, items: &[TodoItem], whole: bool, source: &SourceRef, at: Option<Timestamp>) {
        let items = items.iter().map(safe_item);
        if whole {
            self.todo = items.collect();
        } else {
            for item in items {
                match self.todo.iter_mut().find(|t| t.id.is_some() && t.id == item.id) {
                    Some(known) => *known = item,
                    None => self.todo.push(item),
                }
            }
        }
        self.todo.retain(|t| t.status != TodoStatus::Deleted);
        self.follow_todo(source, at);
    }

    /// Takes over what the list of todos says now. It is one artifact, which is replaced by a list of other things; its
    /// items that are steps of a plan are left to that.
    fn follow_todo(&mut self, source: &SourceRef, at: Option<Timestamp>) {
        let done: Vec<String> = self.todo.iter().filter(|t| !is_open(t)).map(|t| t.text.clone()).collect();
        for text in done {
            self.did(&text, DID, None);
        }
        self.ticked_off();
        let followed = self.follow_plan();
        let last = self.all.iter().rposition(|a| a.found == FoundBy::TodoTool && a.is_current());
        let named: Vec<&TodoItem> = self.todo.iter().filter(|t| !is_chore(&t.text)).collect();
        if named.len() < 2 {
            return;
        }
        let title = named.first().map(|t| format!("To do: {}", t.text)).unwrap_or_default();
        let mut steps: Vec<Step> = self.todo.iter().map(step_of).collect();
        let content = steps.iter().map(line_of).collect::<Vec<_>>().join("\n");
        for (step, plan) in steps.iter_mut().zip(followed).filter_map(|(step, plan)| Some((step, plan?))) {
            step.leave_to(format!("a step of \"{plan}\""));
        }
        // A list with a step in common keeps its id; any other list is a new artifact.
        let same = last.filter(|n| {
            self.all.get(*n).is_some_and(|a| a.steps.iter().any(|s| named.iter().any(|t| t.text == s.text)))
        });
        let hash = content_hash(&content);
        if let Some(artifact) = same.and_then(|n| self.all.get_mut(n)) {
            (artifact.steps, artifact.content, artifact.hash) = (steps, content, hash);
            self.changed.extend(same);
            return;
        }
        let made = self.made(ArtifactKind::Plan, &title, &content, source, at, FoundBy::TodoTool);
        let new = self.add(Artifact { steps, ..made });
        if let (Some(old), Some(new)) = (last, new) {
            self.supersede(old, new);
        }
    }

    /// Ticks off the steps of the last plan of which the list has at least half. Returns for each item of the list the
    /// title of the plan that it is a step of.
    fn follow_plan(&mut self) -> Vec<Option<String>> {
        let items: Vec<Words> = self.todo.iter().map(|t| Words::of(&t.text)).collect();
        let plans = self.all.iter().enumerate().rev();
        let plans = plans.filter(|(_, a)| a.kind == ArtifactKind::Plan && a.is_current() && !a.found.is_list());
        let mut fits = plans.map(|(n, plan)| (n, steps_of(plan, &items)));
        let found = fits.find(|(n, step_of)| {
            let steps = self.all.get(*n).map_or(0, |plan| plan.steps.len());
            let named = (0..steps).filter(|step| step_of.contains(&Some(*step))).count();
            named >= 2 && named * 2 >= steps
        });
        let Some((n, step_of)) = found else { return Vec::new() };
        let todo = &self.todo;
        let is_done = |step| !todo.iter().zip(&step_of).any(|(item, of)| *of == Some(step) && is_open(item));
        let Some(plan) = self.all.get_mut(n) else { return Vec::new() };
        let before = plan.steps.clone();
        for (at, step) in plan.steps.iter_mut().enumerate().filter(|(at, _)| step_of.contains(&Some(*at))) {
            step.done |= is_done(at);
            // What the agent put on its list is a step, whatever verb it opens with.
            step.left_out = step.left_out.take().filter(|why| why != NO_INSTRUCTION);
        }
        if plan.steps != before {
            self.changed.insert(n);
        }
        step_of.into_iter().map(|step| step.map(|_| plan.title.clone())).collect()
    }

    /// Marks the last agreed plan as carried out once a list about it is all ticked off.
    fn ticked_off(&mut self) {
        if self.todo.len() < 2 || self.todo.iter().any(is_open) {
            return;
        }
        let Some(n) = self.all.iter().rposition(is_agreed_plan) else { return };
        let Some(artifact) = self.all.get_mut(n).filter(|a| !a.carried_out) else { return };
        let words = Words::of(&artifact.content);
        let about = self.todo.iter().filter(|t| Words::of(&t.text).share_in(&words) >= WRITTEN).count();
        if about * 2 >= self.todo.len() {
            artifact.carried_out = true;
            self.changed.insert(n);
        }
    }

    /// Ticks off the open items of the list that a list of all remaining work leaves out. Only one that names each of its
    /// points by its number in the list counts: in other words a piece may be left out for another reason.
    pub(super) fn tick_off_all_but(&mut self, remaining: &[Step], source: &SourceRef, at: Option<Timestamp>) {
        let Some(named) = remaining.iter().map(|step| self.numbered(&step.text)).collect::<Option<Vec<usize>>>() else {
            return;
        };
        let mut ticked = false;
        let others = |(n, item): &(usize, &mut TodoItem)| is_open(item) && !named.contains(n) && !named.is_empty();
        for (_, item) in self.todo.iter_mut().enumerate().filter(others) {
            (item.status, ticked) = (TodoStatus::Completed, true);
        }
        if ticked {
            self.follow_todo(source, at);
        }
    }

    /// Ticks off the items that sentences which call something done name by their numbers: "Task #3 is done".
    pub(super) fn tick_off_numbered(&mut self, said: &[&str], source: &SourceRef, at: Option<Timestamp>) {
        let numbers = said.iter().flat_map(|sentence| NUMBER.captures_iter(sentence));
        let numbers: Vec<&str> = numbers.filter_map(|found| Some(found.name("n")?.as_str())).collect();
        let named = |item: &&mut TodoItem| is_open(item) && item.id.as_deref().is_some_and(|id| numbers.contains(&id));
        let mut ticked = false;
        for item in self.todo.iter_mut().filter(named) {
            (item.status, ticked) = (TodoStatus::Completed, true);
        }
        if ticked {
            self.follow_todo(source, at);
        }
    }

    /// The open items of the list that a piece of open work names: by number, or part by part in their words.
    pub(super) fn on_todo(&self, work: &str) -> Option<Vec<&str>> {
        if let Some(item) = self.numbered(work).and_then(|n| self.todo.get(n)) {
            return Some(vec![&item.text]);
        }
        let open: Vec<(&TodoItem, Words)> =
            self.todo.iter().filter(|t| is_open(t)).map(|t| (t, Words::of(&t.text))).collect();
        let named = |part: &str| {
            let words = Words::of(part);
            let has = |item: &Words| words.heavy().all(|w| item.tokens.iter().any(|t| same_root(t, w)));
            let mut found = open.iter().filter(|(_, item)| words.heavy().next().is_some() && has(item));
            found.next().filter(|_| found.next().is_none()).map(|(item, _)| item.text.as_str())
        };
        work.split(" and ").flat_map(|part| part.split(", ")).map(named).collect()
    }

    /// The index of the item of the list that words begin with the number of: `#3 Draw the map`.
    fn numbered(&self, words: &str) -> Option<usize> {
        let number = words.trim_start_matches(['*', '[', ' ']).strip_prefix('#')?;
        let number = number.split(|c: char| !c.is_ascii_digit()).next().filter(|n| !n.is_empty())?;
        self.todo.iter().position(|item| item.id.as_deref() == Some(number))
    }
}

/// For each item of a list the index of the plan's step that it does, or does a part of.
fn steps_of(plan: &Artifact, items: &[Words]) -> Vec<Option<usize>> {
    let steps: Vec<Words> = plan.steps.iter().map(|step| Words::of(&step.text)).collect();
    let best = |item: &Words| {
        let fits = steps.iter().enumerate().filter_map(|(n, step)| Some((fit(step, item)?, n)));
        fits.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map(|(_, n)| n)
    };
    items.iter().map(best).collect()
}

/// How well an item of the list fits a step, from 0 to 2; `None` if it is other work.
fn fit(step: &Words, item: &Words) -> Option<f32> {
    let shared = step.heavy().filter(|w| item.tokens.iter().any(|t| same_root(t, w))).count();
    let share = shared as f32 / step.heavy().count().max(1) as f32;
    let same_work = step.opening_work() == item.opening_work();
    match compare(step, item) {
        Likeness::Same(score) => Some(1.0 + score),
        Likeness::Perhaps(score) if same_work => Some(score),
        Likeness::Different(_) if same_work && share >= OF_STEP => Some(share * OF_STEP),
        _ => None,
    }
}

/// An item of the list as a step.
fn step_of(item: &TodoItem) -> Step {
    let chore = is_chore(&item.text).then(|| CHORE.to_owned());
    Step { done: !is_open(item), left_out: chore, ..Step::open(item.text.clone()) }
}

const fn is_open(item: &TodoItem) -> bool {
    !matches!(item.status, TodoStatus::Completed)
}

/// An item with control characters removed from its text, which is stored between runs.
fn safe_item(item: &TodoItem) -> TodoItem {
    TodoItem { text: SafeText::line(&item.text).into_string(), ..item.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::{Entry, RecordRef, Role, Signal, SignalBody, Turn};

    const OVENS: &[&str] = &["Build the oven door", "Hang the shop lamp", "Paint the shop window"];

    fn said(ordinal: u32, content: &str) -> Entry {
        let (turn_id, content) = (format!("t{ordinal}"), content.to_owned());
        Entry::Turn(Turn { turn_id, ordinal, role: Role::Assistant, content, at: None, record: RecordRef::default() })
    }

    /// The open items after the agent listed three and said these words.
    fn open_after(words: &str) -> Vec<String> {
        let item = |(n, text): (usize, &&str)| TodoItem {
            id: Some((n + 1).to_string()),
            text: (*text).to_owned(),
            status: TodoStatus::Pending,
        };
        let items = OVENS.iter().enumerate().map(item).collect();
        let body = SignalBody::Todo { items, whole: false };
        let list = Signal { id: "s1".into(), turn_id: "t1".into(), at: None, record: RecordRef::default(), body };
        let mut artifacts = Artifacts::new("s", Vec::new());
        for entry in [said(1, "I list it."), Entry::Signal(list), said(2, words)] {
            artifacts.feed(&entry, &|_| None);
        }
        artifacts.todo().iter().filter(|t| is_open(t)).map(|t| t.text.clone()).collect()
    }

    #[test]
    fn items_are_done_that_a_numbered_list_of_the_rest_leaves_out() {
        assert_eq!(open_after("Remaining tasks:\n- **#3** Paint it\n- **#1** Door"), [OVENS[0], OVENS[2]]);
        assert_eq!(open_after("Remaining tasks:\n- the window\n- the door"), OVENS, "in words some may be left out");
        assert_eq!(open_after("Remaining: nothing."), OVENS);
    }

    #[test]
    fn an_item_is_done_that_a_report_names_by_its_number() {
        assert_eq!(open_after("Done.\n\n1. **Task #2: Mounted the lamp above the counter**"), [OVENS[0], OVENS[2]]);
        assert_eq!(open_after("I will do #2 next."), OVENS);
    }
}
