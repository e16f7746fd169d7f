//! Defines how words name an open task: its own words, the past of its verb, or its place as the last request.

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::LazyLock;

use crate::language::stems::{stem, token_set, tokens};
use crate::language::verbs::present_of;
use crate::pipeline::acts::answers::polarity::{Polarity, polarity};
use crate::pipeline::acts::sentences::wording::words;
use crate::pipeline::acts::work::work_wording::thing_of;
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::state::{Item, ItemKind};
use crate::text::{Readings, patterns};
use crate::transcript::Role;

patterns! {
    /// A past participle; it closes only a task with the same verb.
    PAST = r"\b(?:\w{3,}ed|written|built|rewritten|rewrote|wrote|split|set up|made|put|cut|done)\b";
}

/// Open tasks that a report can be about, newest first.
const RECENT: usize = 16;

/// The open tasks that a sentence can be about, newest first.
pub(in crate::pipeline::acts) fn open_lately(view: View<'_>) -> Vec<OpenTask<'_>> {
    view.ledger.open_of_kind(ItemKind::Task).rev().take(RECENT).map(OpenTask::new).collect()
}

/// An open task with its words, computed once for all sentences of a turn.
pub(in crate::pipeline::acts) struct OpenTask<'a> {
    pub item: &'a Item,
    /// The stem of its first word, its verb.
    verb: OnceCell<String>,
    /// The stem of its past form. The stem of "added" is not that of "add".
    past: OnceCell<String>,
    /// The words that name it.
    content: OnceCell<Rc<Vec<String>>>,
}

thread_local! {
    /// The tasks that are open are set beside each turn.
    static CONTENTS: Readings<Vec<String>> = Readings::new();
}

impl<'a> OpenTask<'a> {
    pub fn new(item: &'a Item) -> Self {
        Self { item, verb: OnceCell::new(), past: OnceCell::new(), content: OnceCell::new() }
    }

    pub fn verb(&self) -> &str {
        self.verb.get_or_init(|| Self::verb_of(&self.item.summary))
    }

    /// The stem of a task's first word.
    fn verb_of(summary: &str) -> String {
        summary.split_whitespace().next().map(|w| stem(&w.to_lowercase())).unwrap_or_default()
    }

    fn past(&self) -> &str {
        self.past.get_or_init(|| stem(&format!("{}ed", self.verb())))
    }

    pub fn content(&self) -> &[String] {
        let read = |summary: &str| {
            let all = tokens(summary);
            let names = |t: &&String| VERBS.binary_search(t).is_err() && **t != self.verb();
            let content: Vec<String> = all.iter().filter(names).cloned().collect();
            if content.is_empty() { all } else { content }
        };
        self.content.get_or_init(|| CONTENTS.with(|contents| contents.of(&self.item.summary, read)))
    }
}

/// Where words have a verb in the past.
pub(in crate::pipeline::acts) fn past(low: &str) -> Option<usize> {
    PAST.find(low).map(|found| found.start())
}

/// Number of the person's turns among which the last request is searched, and most words of one that only gives the agent
/// what it has asked for.
const ASKED_WITHIN: usize = 3;
const VALUE: usize = 6;

/// The person's turn that asked for what is open. A turn after it that only gives the agent a value is skipped: "200 and
/// 40".
pub(in crate::pipeline::acts) fn asked_last<'v>(view: View<'v>, tasks: &[OpenTask<'_>]) -> Option<&'v ReadTurn> {
    let mut turns = view.talk.before().filter(|t| t.role == Role::User).take(ASKED_WITHIN).peekable();
    let newest = turns.peek().copied();
    let asked = |turn: &&ReadTurn| tasks.iter().any(|t| is_of(t.item, turn));
    turns.find(|turn| asked(turn) || !gives_value(turn)).filter(asked).or(newest)
}

/// Whether a turn only gives a value: no yes and no no, which would be about something that the agent put.
fn gives_value(turn: &ReadTurn) -> bool {
    let own = || turn.sentences.iter().filter(|s| s.block != BlockKind::Quote);
    let plain = |s: &Sentence| !s.asks && polarity(&s.text).0 == Polarity::Neither;
    own().map(|s| words(&s.text)).sum::<usize>() <= VALUE && own().all(plain)
}

/// Whether a task comes from a turn.
pub(in crate::pipeline::acts) fn is_of(task: &Item, turn: &ReadTurn) -> bool {
    task.source_turns.iter().any(|s| s.turn_id == turn.turn_id)
}

/// The task of the person's last request, if it asked for one thing.
pub(in crate::pipeline::acts) fn only_asked<'l>(view: View<'_>, tasks: &[OpenTask<'l>]) -> Option<&'l Item> {
    let asked = asked_last(view, tasks)?;
    let mut of_it = tasks.iter().map(|t| t.item).filter(|t| is_of(t, asked));
    of_it.next().filter(|_| of_it.next().is_none())
}

/// The ends of tasks that the person asks for anew in other words before the agent has answered: "deploy release-12", and
/// at once "deploy release-21".
pub(in crate::pipeline::acts) fn asked_anew(view: View<'_>, acts: &[Act]) -> Vec<Act> {
    const LEAST: usize = 50;
    let Some(before) = view.talk.before().next().filter(|turn| turn.role == Role::User) else { return Vec::new() };
    let earlier: Vec<OpenTask<'_>> = open_lately(view).into_iter().filter(|task| is_of(task.item, before)).collect();
    let new = acts.iter().filter(|act| act.deed == ActKind::Request && act.target.is_none());
    new.filter_map(|act| {
        let (said, verb) = (token_set(&act.summary), OpenTask::verb_of(&act.summary));
        let varies = |task: &&OpenTask<'_>| {
            task.verb() == verb
                && task.item.summary != act.summary
                && share(&said, task) >= LEAST
                && share(&said, task) < 100
        };
        let task = earlier.iter().find(varies)?;
        Some(Act::ends(task.item, act.range.clone(), "asked-anew"))
    })
    .collect()
}

/// Number of last turns in which a task counts as just requested.
const LATELY: usize = 4;

pub(in crate::pipeline::acts) fn is_recent(view: View<'_>, task: &Item) -> bool {
    view.talk.before().take(LATELY).any(|t| task.source_turns.iter().any(|s| s.turn_id == t.turn_id))
}

/// Minimum percentage of a task's words in a report on it.
pub(in crate::pipeline::acts) const NAMED: usize = 50;

/// Minimum percentage for a task to be reported besides one with a higher percentage.
pub(in crate::pipeline::acts) const CLEARLY: usize = 75;

/// Verbs that do not tell tasks apart.
static VERBS: LazyLock<Vec<String>> = LazyLock::new(|| {
    token_set(
        "add fix write make create update remove delete rename build document set up implement convert translate new please draft move myself",
    )
});

/// Whether a sentence names the task.
pub(in crate::pipeline::acts) fn names(said: &str, task: &OpenTask<'_>) -> bool {
    share(&token_set(said), task) >= NAMED
}

/// The percentage of a task's words in a sentence; 0 for a task of four or more words of which no more than half are
/// there.
pub(in crate::pipeline::acts) fn share(said: &[String], task: &OpenTask<'_>) -> usize {
    const LONG: usize = 4;
    let content = task.content();
    let named = content.iter().filter(|t| said.iter().any(|s| alike(s, t))).count();
    let enough = content.len() < LONG || named * 2 > content.len();
    if enough { named * 100 / content.len().max(1) } else { 0 }
}

/// Whether words have all words of the thing that a task is about: "park the porch lamp for now" of "add a porch lamp to the
/// plan".
pub(in crate::pipeline::acts) fn has_object(said: &str, task: &Item) -> bool {
    let (said, object) = (token_set(said), tokens(&thing_of(&task.summary).unwrap_or_default()));
    !object.is_empty() && object.iter().all(|t| said.iter().any(|s| alike(s, t)))
}

/// Filler words, which do not tell tasks apart.
static FILLER: LazyLock<Vec<String>> =
    LazyLock::new(|| token_set("the anymore now then thing stuff part whole for it that this adding writing"));

/// Whether at least half of the words, fillers aside, are in the task's summary.
pub(in crate::pipeline::acts) fn is_named_by(what: &str, task: &Item) -> bool {
    let (said, all) = (tokens(what), token_set(&task.summary));
    let said: Vec<&String> = said.iter().filter(|w| FILLER.binary_search(w).is_err()).collect();
    let shared = said.iter().filter(|w| all.iter().any(|t| alike(t, w))).count();
    shared > 0 && shared * 2 >= said.len()
}

/// The stems of the verbs in the past that words have, and of their present where that differs: "write" of "wrote".
pub(in crate::pipeline::acts) fn deeds(low: &str) -> Vec<String> {
    let past = PAST.find_iter(low).filter_map(|found| low.get(found.start()..)?.split(' ').next());
    past.map(|word| word.trim_end_matches(|c: char| !c.is_alphanumeric()))
        .flat_map(|word| [stem(word), stem(&present_of(word))])
        .collect()
}

/// Whether one of the deeds that words tell of is the task's: "paginated" of "paginate the list".
pub(in crate::pipeline::acts) fn is_deed_of(deeds: &[String], task: &OpenTask<'_>) -> bool {
    !task.verb().is_empty() && deeds.iter().any(|verb| verb == task.verb() || verb == task.past())
}

/// Minimum number of letters in a short form: "config" is "configuration".
const SHORT_FORM: usize = 4;

pub(in crate::pipeline::acts) fn alike(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    a == b || short.len() >= SHORT_FORM && long.starts_with(short) && short.len() * 4 >= long.len()
}
