//! Defines the artifacts of a session's ledger: the decisions that it settled for a reason or against other options, and
//! the tasks that it put off and left open; and which steps of its plans the ledger ended.
//!
//! An item keeps its artifact's id as it changes, so that a session read in parts gives the same artifacts as one read
//! whole. An item that ended gives a refused artifact, which withdraws what was proposed for it.

use std::collections::BTreeSet;
use std::path::Path;

use crate::artifacts::{
    Artifact, ArtifactKind, Claim, EvidenceKind, FoundBy, SourceRef, Step, covers, id_of, is_put_off, settled_title,
};
use crate::language::likeness::subject;
use crate::language::titles::{Likeness, Words, compare};
use crate::session::{Session, Statement};
use crate::state::{Confidence, Extractor, Item, ItemKind, Resolution, Status, Version};
use crate::store::Store;
use crate::text::patterns;
use crate::transcript::read::read_file;

/// Least words with a meaning in a decision, beside those of the options not chosen.
const LEAST: usize = 2;
/// Why an item's artifact no longer counts.
const ENDED: &str = "the session changed or ended it later";
/// Why an open task of the ledger is not proposed.
pub(super) const LEFT_TO_SESSION: &str = "open in its session, which did not put it off";
/// Why a step is no task: the ledger ended it otherwise than by its being done.
const DROPPED: &str = "the session dropped it";

patterns! {
    /// Work that was passed over, which is not done.
    SKIPS = r"(?i)\b(?:skip(?:ped|s)?|left out|omitted|did ?n[o'’]t|not yet)\b";

    /// The beginning of a clause that was cut from its sentence.
    FRAGMENT = r"(?i)^\W*(?:which|that|who|whose|where|because|so|and|but)\b";
}

/// The session of a transcript, read from its beginning with the corrections that were saved for it.
pub(super) fn session_of(store: &Store, path: &Path) -> Result<Session, String> {
    let read = read_file(path).map_err(|e| e.to_string())?;
    let id = read.meta.session_id.clone();
    let saved = store.load(&id).ok().filter(|_| store.holds(&id));
    let mut session = saved.map_or_else(|| Session::new(read.meta), |saved| saved.session.reset());
    session.ingest(read.entries);
    Ok(session)
}

/// The artifacts of its ledger. Those known before that are no longer among them are refused.
pub(super) fn of(session: &Session, known: &[Artifact]) -> Vec<Artifact> {
    let mut out: Vec<Artifact> = session.ledger().items().iter().filter_map(|item| artifact(session, item)).collect();
    let stood = |a: &&Artifact| !a.refused || a.because.as_deref() == Some(LEFT_TO_SESSION);
    let own = known.iter().filter(|a| a.session == session.meta().session_id && a.found == FoundBy::Ledger);
    let own = own.filter(stood);
    let gone: Vec<Artifact> = own.filter(|old| out.iter().all(|new| new.id != old.id)).cloned().collect();
    let refused = |old| Artifact { accepted: false, refused: true, because: Some(ENDED.to_owned()), ..old };
    out.extend(gone.into_iter().map(refused));
    out
}

/// Plans with the steps ended that were ended since they were laid out: their tasks in the session's ledger, or by words
/// that call them done. Only plans that change.
pub(super) fn ended_steps(session: &Session, artifacts: &[Artifact]) -> Vec<Artifact> {
    let tasks = session.ledger().of_kind(ItemKind::Task).filter(|item| !item.is_open() || item.resolution.is_some());
    let tasks: Vec<(u32, &Item)> =
        tasks.filter_map(|item| Some((session.turn(item.versions.first()?.said_in())?.ordinal, item))).collect();
    let told = artifacts.iter().filter(|a| a.kind == ArtifactKind::Completion && a.found == FoundBy::Told);
    let claims: Vec<&Claim> = told.filter(|a| a.session == session.meta().session_id).flat_map(|a| &a.claims).collect();
    let end_of = |plan: &Artifact, step: &Step| {
        let (since, words) = (plan.source.ordinal, Words::of(&session.from_project(&step.text)));
        let names = |text: &str| {
            let text = session.from_project(text);
            matches!(compare(&words, &Words::of(&text)), Likeness::Same(_)) || covers(&text, &words).is_some()
        };
        let task = tasks.iter().find(|(at, item)| *at >= since && names(&item.summary));
        let task = task.map(|(_, item)| item.resolution == Some(Resolution::Completed));
        let is_claimed = |claim: &&Claim| claim.source.ordinal > since && !SKIPS.is_match(&claim.words);
        task.or_else(|| claims.iter().copied().filter(is_claimed).any(|claim| names(&claim.words)).then_some(true))
    };
    let plans = artifacts.iter().filter(|a| a.is_current() && a.found != FoundBy::Ledger);
    let ended = plans.filter_map(|plan| {
        let mut out = plan.clone();
        for step in out.steps.iter_mut().filter(|step| !step.done && step.left_out.is_none()) {
            match end_of(plan, step) {
                Some(true) => step.done = true,
                Some(false) => step.left_out = Some(DROPPED.to_owned()),
                None => {}
            }
        }
        (out.steps != plan.steps).then_some(out)
    });
    ended.collect()
}

fn artifact(session: &Session, item: &Item) -> Option<Artifact> {
    let newest = item.newest()?;
    // Answers to the agent's questions, approved plans and lists of todos are artifacts of the tool.
    let of_tool = item.versions.iter().any(|version| version.extractor == Extractor::Signals);
    let settled = Confidence::of(newest.score) >= Confidence::High && session.is_persons(item);
    if of_tool || !(settled || item.kind == ItemKind::Task) {
        return None;
    }
    let stands = item.status == Status::Active && item.resolution.is_none();
    let put_off = settled && newest.evidence.snippets.iter().any(|words| is_put_off(words));
    let (made, refused) = match item.kind {
        ItemKind::Decision => (decision(session, item, newest)?, (!stands).then_some(ENDED)),
        ItemKind::Task if put_off => (task(session, item, newest)?, (!stands).then_some(ENDED)),
        ItemKind::Task if stands => (task(session, item, newest)?, Some(LEFT_TO_SESSION)),
        _ => return None,
    };
    Some(Artifact {
        id: id_of(&[&made.session, FoundBy::Ledger.word(), item.id.as_str()]),
        said: EvidenceKind::Person,
        accepted: refused.is_none(),
        refused: refused.is_some(),
        because: refused.map(str::to_owned),
        ..made
    })
}

/// A decision with its reason, the options not chosen and the words it was made with; `None` if it has neither reason nor
/// options, or does not stand alone.
fn decision(session: &Session, item: &Item, newest: &Version) -> Option<Artifact> {
    let Statement { text, asked, why, instead } = Statement::of(item)?;
    let text = session.from_project(&text).into_owned();
    let others: BTreeSet<String> = instead.iter().flat_map(|other| subject(other)).collect();
    let own = subject(&text).difference(&others).count();
    let cut = instead.iter().any(|other| FRAGMENT.is_match(other));
    if (why.is_none() && instead.is_empty()) || cut || own < LEAST {
        return None;
    }
    let said = newest.evidence.snippets.iter().map(|words| format!("> {}", one_line(words))).collect::<Vec<_>>();
    let sections = [
        ("Decision", text.clone()),
        ("Question", asked.unwrap_or_default()),
        ("Reason", why.clone().unwrap_or_default()),
        ("Not chosen", instead.iter().map(|other| format!("- {other}")).collect::<Vec<_>>().join("\n")),
        ("Said", said.join("\n>\n")),
    ];
    let sections = sections.into_iter().filter(|(_, words)| !words.is_empty());
    let content = sections.map(|(title, words)| format!("## {title}\n\n{words}")).collect::<Vec<_>>().join("\n\n");
    let title = settled_title(&text, &instead, why.as_deref());
    Some(of_turn(session, newest, ArtifactKind::Decision, &title, &content))
}

/// A task as a plan of one step; `None` if it does not stand alone.
fn task(session: &Session, item: &Item, newest: &Version) -> Option<Artifact> {
    let text = session.from_project(&Statement::of(item)?.text).into_owned();
    let made = of_turn(session, newest, ArtifactKind::Plan, &text, &text);
    Some(Artifact { steps: vec![Step::open(text)], ..made })
}

fn of_turn(session: &Session, version: &Version, kind: ArtifactKind, title: &str, content: &str) -> Artifact {
    let ordinal = session.turn(version.turn_id.as_str()).map_or(0, |turn| turn.ordinal);
    let source = SourceRef { turn_id: version.turn_id.as_str().to_owned(), ordinal };
    Artifact::new(&session.meta().session_id, kind, title, content, &source, version.at, FoundBy::Ledger)
}

fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
