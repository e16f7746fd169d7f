//! Defines the proposals of structured signals: todo lists open and close tasks, answered questions and approved plans
//! are decisions, a successful commit closes the task it names.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use super::super::settle::{Proposed, Target, Verdict};
use super::summary::{MAX_CHARS, plain, shorten};
use super::{Draft, EvidenceSpan, question_answers};
use crate::language::answers::{bare_option, hands_back, names_nothing, picked_options};
use crate::state::{DeltaKind, Extractor, ItemKind, Ledger, Resolution, Status, semantic_id::semantic_id};
use crate::transcript::{PlanState, Signal, SignalBody, TodoItem, TodoStatus};

/// The state of the agent's todo lists.
#[derive(Debug, Clone, Default)]
pub struct OpenTodos {
    known: HashMap<String, TodoStatus>,
    open: BTreeSet<String>,
}

impl OpenTodos {
    /// Records an entry's status. Returns its former one.
    fn insert(&mut self, text: &str, status: TodoStatus) -> Option<TodoStatus> {
        if is_ended(status) {
            self.open.remove(text);
        } else {
            self.open.insert(text.to_owned());
        }
        self.known.insert(text.to_owned(), status)
    }

    /// The open entries missing from `items`, a list that replaces the former one.
    pub fn removed(&self, items: &[TodoItem]) -> Vec<String> {
        self.open.iter().filter(|text| !items.iter().any(|i| i.text.trim() == **text)).cloned().collect()
    }
}

fn is_ended(status: TodoStatus) -> bool {
    matches!(status, TodoStatus::Completed | TodoStatus::Deleted)
}

/// Least share of words a commit's message and a task must have in common.
const COMMIT_NAMES_TASK: f32 = 0.6;
/// Most steps of an approved plan that become tasks.
const MAX_STEPS: usize = 12;

/// The rules of this extractor: (id, description), for the docs and the rejection log.
pub const SIGNAL_RULES: &[(&str, &str)] = &[
    ("todo-opened", "an entry of a todo list opens a task"),
    ("todo-closed", "an entry ticked off or taken off closes it"),
    ("question-answered", "the person's answer to a question is a decision; other options are rejected"),
    ("plan-approved", "a plan the person approved is a decision, its steps are tasks"),
    ("commit-closes", "a commit that went through closes the task its message names"),
];

/// The proposals of one signal.
pub fn read(signal: &Signal, todos: &mut OpenTodos, ledger: &Ledger) -> Vec<Proposed> {
    match &signal.body {
        SignalBody::Todo { items, whole } => {
            let gone = if *whole { todos.removed(items) } else { Vec::new() };
            let gone = gone.into_iter().map(|text| TodoItem { id: None, text, status: TodoStatus::Deleted });
            let gone: Vec<TodoItem> = gone.collect();
            gone.iter().chain(items).flat_map(|i| todo(signal, i, todos, ledger)).collect()
        }
        SignalBody::Question { text, header, options, details, answer: Some(answer) } => {
            let mut asked = question(signal, text, (options, details), answer);
            if let (Some(proposed), Some(choice)) = (&mut asked, choice(header, options, details, answer)) {
                if names_nothing(text, answer) && proposed.candidate.delta.kind == DeltaKind::DecisionMade {
                    proposed.candidate.delta.summary = Some(shorten(&choice, MAX_CHARS));
                }
                let evidence = Arc::make_mut(&mut proposed.candidate.evidence);
                evidence.turn_ids.push(place(signal, "").turn_id);
                evidence.snippets.push(choice);
                evidence.ranges.push(CHOICE_PLACE);
            }
            asked.into_iter().collect()
        }
        SignalBody::Plan { text, state: PlanState::Approved, .. } => plan(signal, text),
        SignalBody::Commit { message, ok: true, .. } => commit(signal, message, ledger).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn place(signal: &Signal, text: &str) -> EvidenceSpan {
    let turn_id = if signal.turn_id.is_empty() { &signal.id } else { &signal.turn_id };
    EvidenceSpan { turn_id: turn_id.into(), text: text.to_owned(), range: 0..0 }
}

fn todo(signal: &Signal, item: &TodoItem, todos: &mut OpenTodos, ledger: &Ledger) -> Vec<Proposed> {
    let text = item.text.trim();
    if text.is_empty() {
        return Vec::new();
    }
    let former = todos.insert(text, item.status);
    let ended = is_ended(item.status);
    let was_ended = former.is_some_and(is_ended);
    if former.is_some() && ended == was_ended {
        return Vec::new();
    }
    let mut out = Vec::new();
    let summary = shorten(&plain(text), MAX_CHARS);
    if former.is_none() || !ended {
        let draft = Draft::new(DeltaKind::TaskOpened, &summary, vec![place(signal, text)], signal.at)
            .signal("todo-opened", "the agent's todo list names it");
        out.push(draft.propose(Target::None, Verdict::Accept));
    }
    if ended {
        let mut draft = Draft::new(DeltaKind::TaskClosed, &summary, vec![place(signal, text)], signal.at)
            .signal("todo-closed", "the agent's todo list says so");
        let done = item.status == TodoStatus::Completed;
        draft.delta.resolution = Some(if done { Resolution::Completed } else { Resolution::Abandoned });
        let target = if out.is_empty() { open_task(ledger, &summary) } else { Target::Previous };
        out.push(draft.propose(target, Verdict::Accept));
    }
    out
}

/// The open task of this summary.
fn open_task(ledger: &Ledger, summary: &str) -> Target {
    let semantic = semantic_id(ItemKind::Task, summary);
    let open = ledger.with_semantic(&semantic).rfind(|i| i.is_open());
    open.map_or(Target::None, |i| Target::Id(i.id.clone()))
}

fn question(signal: &Signal, text: &str, options: (&[String], &[String]), said: &str) -> Option<Proposed> {
    if said.trim().is_empty() {
        return None;
    }
    let places = (&place(signal, said.trim()), &place_of_question(signal, text));
    let (draft, verdict) = question_answers::answer(places, text, options, said, signal.at);
    let draft = draft.signal("question-answered", "you answered the agent's question");
    Some(draft.propose(Target::None, verdict))
}

/// The first words of the summary of an approved plan.
pub const PLAN_APPROVED: &str = "Plan approved:";
/// The empty range that marks a choice with its subject and what the agent says it means.
pub const CHOICE_PLACE: Range<usize> = 2..2;
/// Most words of an answer in the person's own words that is told with the subject of its question.
const OWN_WORDS: usize = 40;

/// The choice in the words of the question: `header: option - what the option means`. `None` where the agent gave
/// neither a subject nor a meaning, or the answer leaves the choice to it.
fn choice(header: &str, options: &[String], details: &[String], said: &str) -> Option<String> {
    let (header, said) = (plain(header), plain(&bare_option(said)));
    let chosen = picked_options(options, &said);
    let told: Vec<String> = chosen.iter().filter_map(|at| option_with_meaning(*at, options, details)).collect();
    let chosen = if told.is_empty() { said } else { told.join("; ") };
    let known = !header.is_empty() || details.iter().any(|d| !d.is_empty());
    let own_words = told.is_empty() && chosen.split_whitespace().count() > OWN_WORDS;
    if !known || own_words || hands_back(&chosen) {
        return None;
    }
    Some(if header.is_empty() { chosen } else { format!("{header}: {chosen}") })
}

fn option_with_meaning(at: usize, options: &[String], details: &[String]) -> Option<String> {
    let name = plain(&bare_option(options.get(at)?));
    let meaning = details.get(at).map(|d| plain(d)).unwrap_or_default();
    // Its first sentence says what it is, the others what speaks for and against it.
    let meaning = meaning.split_once(". ").map_or(meaning.as_str(), |(first, _)| first).trim_end_matches('.');
    Some(if meaning.is_empty() { name } else { format!("{name} - {meaning}") })
}

/// The question's place: the answer's record with another empty range, so that both are kept as evidence.
fn place_of_question(signal: &Signal, text: &str) -> EvidenceSpan {
    EvidenceSpan { range: 1..1, ..place(signal, text) }
}

fn plan(signal: &Signal, text: &str) -> Vec<Proposed> {
    let title = text.lines().map(plain).find(|l| !l.is_empty()).unwrap_or_default();
    let title = title.strip_prefix("Plan: ").unwrap_or(&title);
    let summary = shorten(&format!("{PLAN_APPROVED} {title}"), MAX_CHARS);
    let draft =
        Draft::new(DeltaKind::DecisionMade, &summary, vec![place(signal, &shorten(text.trim(), 400))], signal.at)
            .signal("plan-approved", "you approved the plan");
    let mut out = vec![draft.propose(Target::None, Verdict::Accept)];
    for step in steps(text) {
        let draft = Draft::new(DeltaKind::TaskOpened, &step, vec![place(signal, &step)], signal.at)
            .signal("plan-approved", "a step of the plan you approved");
        out.push(draft.propose(Target::None, Verdict::Accept));
    }
    out
}

/// The steps of a plan: its headings "Step 1", "Task 2", "Phase 3".
fn steps(text: &str) -> Vec<String> {
    text.lines().filter_map(step).take(MAX_STEPS).collect()
}

fn step(line: &str) -> Option<String> {
    let rest = line.trim_start_matches('#').trim();
    let low = rest.to_lowercase();
    let words = ["step ", "task ", "phase ", "part "];
    let numbered =
        words.iter().any(|w| low.strip_prefix(w).is_some_and(|r| r.starts_with(|c: char| c.is_ascii_digit())));
    (line.starts_with('#') && numbered).then(|| shorten(&plain(rest), MAX_CHARS))
}

fn commit(signal: &Signal, message: &str, ledger: &Ledger) -> Option<Proposed> {
    let first = message.lines().next().unwrap_or("").trim();
    let (task, _) = ledger
        .related(first, &[ItemKind::Task])
        .into_iter()
        .filter(|r| r.item.status == Status::Active)
        .filter(|r| r.item.newest().is_some_and(|v| v.extractor != Extractor::Signals))
        .map(|r| (r.item, r.agreement()))
        .filter(|(_, share)| *share >= COMMIT_NAMES_TASK)
        .max_by(|a, b| a.1.total_cmp(&b.1).then(a.0.touched_seq.cmp(&b.0.touched_seq)))?;
    let mut draft = Draft::new(DeltaKind::TaskClosed, &task.summary, vec![place(signal, first)], signal.at)
        .signal("commit-closes", "a commit names it and went through");
    draft.confidence = 0.85;
    draft.delta.resolution = Some(Resolution::Completed);
    let target = Target::Id(task.id.clone());
    Some(draft.propose(target, Verdict::Accept))
}
