//! Defines the contradictions that the standup lists: a step against a rule, a choice against a document, a number
//! against a number. Each kind is kept narrow, since a false alarm costs more than a miss. Contradictions are only
//! listed, not resolved.

use super::facts::{corrected, is_history};
use super::prohibitions::ProjectRule;
use super::{Planner, evidence};
use crate::artifacts::{Artifact, FoundBy};
use crate::language::titles::Words;
use crate::standup::action::{ProposalEvidence, StandupConflict};
use crate::standup::project::ProjectState;
use crate::state::{ItemKind, Status};
use crate::text::patterns;
use crate::trackers::TaskStatus;

/// Minimum share of a topic's words in a sentence on the same topic.
const TOPIC: f32 = 0.66;
/// Minimum share of each sentence's words in the other if both give a value of one thing.
const ENTITY: f32 = 0.75;

patterns! {
    /// A statement that something is kept, up to the words for when or why.
    KEEPS = r"(?ix)^[-*+>\s\d.)]*(?:\*\*)?(?:(?:we\ (?:will\ )?|please\ |still\ )?(?:keep|retain|preserve|leave|do\ not\ remove|don['’]t\ remove|do\ not\ delete|never\ remove)\s+(?:the\ |our\ |all\ )?(?P<thing>[^.;,:\n]{4,80}?)
        |(?:the\ )?(?P<named>[^.;,:\n]{4,80}?)\ (?:stays?|remains?|must\ (?:stay|remain)|is\ (?:to\ stay|kept)|are\ (?:to\ stay|kept)))
        (?:\s+(?:until|till|for|because|since|as\ long|in\ place|alone|as\ is|while|so\ that|in)\b[^\n]*|[.;,:!]|$)";
    CHOICE = r"(?ix)\b(?:(?:chose|choose|chosen|decided\ (?:on|for)|go(?:ing)?\ with|went\ with|opted\ for|picked|settled\ on|use|using|switch(?:ed|ing)?\ to)\s+
        |(?:mov(?:e|ed|ing)|keep(?:ing)?|kept|put(?:ting)?|stor(?:e|ed|ing)|switch(?:ed|ing)?)\s+(?P<thing>[^.;,\n]{3,60}?)\s+(?:to|into|in|on)\s+)
        (?P<chosen>[^.;,\n]{2,60}?)\s+(over|instead\ of|rather\ than)\s+(?P<other>[^.;,\n]{2,60}?)
        (\s+(for|as|in|on)\s+(?P<topic>[^.;,\n]{3,80}?))?(\s+(because|since|so|as|due)\b|[.;,\n]|$)";
    /// The words after which a sentence names what it rules out.
    RULES_OUT = r"(?i),?\s(?:and )?(?:not|instead of|rather than)\s";
    NUMBER = r"(?P<n>\d+(\.\d+)?)\s*(?P<unit>%|[A-Za-z]+)";
}

/// A contradiction, and the correction of a document if one can be derived: (sentence of the session, path, present
/// line, corrected line).
pub(super) struct Contradiction {
    pub conflict: StandupConflict,
    pub correction: Option<(String, String, String, String)>,
}

impl From<StandupConflict> for Contradiction {
    fn from(conflict: StandupConflict) -> Self {
        Self { conflict, correction: None }
    }
}

/// A thing that a document says must stay.
pub(super) struct KeptThing<'a> {
    line: &'a str,
    path: &'a str,
    words: Words,
}

/// The things that documents say must stay.
pub(super) fn kept_things(state: &ProjectState) -> Vec<KeptThing<'_>> {
    let mut out = Vec::new();
    for doc in state.docs.iter().flatten() {
        for line in sentences(&doc.text) {
            let Some(thing) = KEEPS.captures(line.trim()).and_then(|c| c.name("thing").or(c.name("named"))) else {
                continue;
            };
            let words = Words::of(thing.as_str());
            if words.heavy().count() >= 2 {
                out.push(KeptThing { line: line.trim(), path: &doc.path, words });
            }
        }
    }
    out
}

/// The rules of the project that a step breaks, and the documents that keep what it removes.
pub(super) fn of_step(planner: &Planner<'_>, artifact: &Artifact, step: &str) -> Vec<StandupConflict> {
    let broken = planner.rules.iter().filter(|rule| rule.prohibition.is_broken_by(step));
    let mut out: Vec<StandupConflict> = broken.map(|rule| against_rule(rule, artifact, step)).collect();
    let words = Words::of(step);
    if words.undoes() {
        for kept in planner.kept.iter().filter(|kept| has_all(&words, &kept.words)) {
            let quote = vec![evidence(artifact, &[step.to_owned()])];
            let line = kept.line.trim_start_matches(['-', '*', '+', ' ']);
            out.push(StandupConflict::new(step, quote, line, kept.path, "a document keeps what the step removes"));
        }
    }
    out
}

fn against_rule(rule: &ProjectRule, artifact: &Artifact, step: &str) -> StandupConflict {
    let why = if rule.prohibition.held { "the project has put it on hold" } else { "a rule of the project forbids it" };
    StandupConflict::new(step, vec![evidence(artifact, &[step.to_owned()])], &rule.line, &rule.path, why)
}

/// The documents, decisions of other sessions, numbers and done tasks that a decision contradicts.
pub(super) fn of_decision(planner: &Planner<'_>, artifact: &Artifact) -> Vec<Contradiction> {
    if artifact.found == FoundBy::PersonReopened {
        return reopened(planner, artifact).into_iter().map(Contradiction::from).collect();
    }
    let mut out = Vec::new();
    for sentence in sentences(&artifact.content) {
        for choice in choices(artifact, sentence) {
            out.extend(of_choice(planner, artifact, sentence, &choice));
        }
        out.extend(of_number(planner, artifact, sentence));
    }
    out
}

/// The option chosen, the option not chosen, and the topic.
struct Choice {
    /// The options as they were written: chosen, not chosen.
    written: [String; 2],
    chosen: Words,
    other: Words,
    topic: Words,
}

fn choices(artifact: &Artifact, sentence: &str) -> Vec<Choice> {
    if artifact.found == FoundBy::Answer {
        return Vec::new();
    }
    let Some(found) = CHOICE.captures(sentence) else { return Vec::new() };
    let written = ["chosen", "other"].map(|name| found.name(name).map_or("", |w| w.as_str()).to_owned());
    let [chosen, other] = [0, 1].map(|n: usize| Words::of(written.get(n).map_or("", String::as_str)));
    let named = found.name("topic").or_else(|| found.name("thing"));
    let topic = named.map_or_else(|| Words::of(&artifact.title), |t| Words::of(t.as_str()));
    vec![Choice { written, chosen, other, topic }]
}

impl Choice {
    fn is_topic_of(&self, words: &Words) -> bool {
        share(&self.topic, words) >= TOPIC
    }

    /// Whether a sentence on the topic affirms the rejected option and not the chosen one, which it may rule out.
    fn is_contradicted_by(&self, sentence: &str) -> bool {
        let (affirmed, ruled_out) = match RULES_OUT.find(sentence) {
            Some(cut) => sentence.split_at(cut.start()),
            None => (sentence, ""),
        };
        let affirmed = if has_all(&Words::of(ruled_out), &self.chosen) { affirmed } else { sentence };
        let words = Words::of(affirmed);
        let negated = words.tokens.iter().any(|t| t == "not");
        has_all(&words, &self.other)
            && !has_all(&words, &self.chosen)
            && !negated
            && self.is_topic_of(&Words::of(sentence))
    }
}

/// Whether a text has all heavy words of a part, and the part has any.
fn has_all(whole: &Words, part: &Words) -> bool {
    part.heavy().next().is_some() && part.heavy().all(|t| whole.tokens.iter().any(|w| w == t))
}

/// An artifact as evidence that quotes one sentence.
fn quoting(artifact: &Artifact, sentence: &str) -> Vec<ProposalEvidence> {
    vec![evidence(artifact, &[sentence.trim().to_owned()])]
}

fn of_choice(planner: &Planner<'_>, artifact: &Artifact, said: &str, choice: &Choice) -> Vec<Contradiction> {
    let said = said.trim();
    let mut out = Vec::new();
    let docs = planner.state.docs.iter().flatten().map(|d| (&d.path, &d.text));
    let context = planner.state.context.iter().flatten().map(|c| (&c.path, &c.text));
    for (path, text) in docs.chain(context) {
        if let Some(line) = sentences(text).find(|s| choice.is_contradicted_by(s)) {
            let quote = quoting(artifact, said);
            let conflict = StandupConflict::new(said, quote, line.trim(), path, "the session chose otherwise");
            let [chosen, other] = &choice.written;
            out.push(Contradiction { conflict, correction: correction(planner, said, path, line, other, chosen) });
        }
    }
    let decided = planner.state.decisions.iter().flatten();
    let standing =
        decided.filter(|p| p.kind == ItemKind::Decision && p.status == Status::Active && p.session != artifact.session);
    for past in standing {
        let refused = past.alternatives.iter().any(|a| has_all(&Words::of(a), &choice.chosen));
        let summary = &past.summary;
        if choice.is_contradicted_by(summary) || (refused && choice.is_topic_of(&Words::of(summary))) {
            let (quote, place) = (quoting(artifact, said), format!("{} of {}", past.id, past.session));
            out.push(StandupConflict::new(said, quote, summary, &place, "another session decided otherwise").into());
        }
    }
    out
}

/// The documents that give another number than a sentence for the same thing.
fn of_number(planner: &Planner<'_>, artifact: &Artifact, said: &str) -> Vec<Contradiction> {
    // Only the first clause: a reason may have other numbers.
    let clause = [" because", ",", ";", " since "]
        .iter()
        .filter_map(|c| said.find(c))
        .min()
        .map_or(said, |end| said.get(..end).unwrap_or(said));
    let Some((number, unit)) = one_number(clause) else { return Vec::new() };
    let own = without_numbers(clause);
    let mut out = Vec::new();
    for doc in planner.state.docs.iter().flatten() {
        for line in sentences(&doc.text) {
            let Some((theirs, their_unit)) = one_number(line) else { continue };
            let words = without_numbers(line);
            let same = share(&own, &words) >= ENTITY && share(&words, &own) >= ENTITY;
            if same && unit == their_unit && number != theirs && own.heavy().count() >= 3 {
                let quote = quoting(artifact, said);
                let conflict = StandupConflict::new(said.trim(), quote, line.trim(), &doc.path, "the numbers differ");
                let correction = correction(planner, said, &doc.path, line, &theirs, &number);
                out.push(Contradiction { conflict, correction });
            }
        }
    }
    out
}

/// The correction of a document's line; `None` if the document may not be changed or does not have the value exactly
/// once.
fn correction(
    planner: &Planner<'_>,
    said: &str,
    path: &str,
    part: &str,
    old: &str,
    new: &str,
) -> Option<(String, String, String, String)> {
    let doc = planner.state.doc(path).filter(|doc| !is_history(doc))?;
    let line = doc.text.lines().find(|line| line.contains(part.trim()))?;
    let now = corrected(line, Some(old), new)?;
    Some((said.trim().to_owned(), path.to_owned(), line.to_owned(), now))
}

/// The tasks that the person calls unfinished and the board calls done.
fn reopened(planner: &Planner<'_>, artifact: &Artifact) -> Vec<StandupConflict> {
    let said = Words::of(&artifact.content);
    let done = planner.tasks.iter().filter(|(t, _)| t.status == TaskStatus::Done);
    let named = done.filter(|(_, words)| {
        let things = words.tokens.get(1..).unwrap_or_default();
        things.len() >= 2 && things.iter().all(|t| said.tokens.iter().any(|s| s == t))
    });
    let conflicts = named.map(|(task, _)| {
        let quote = vec![evidence(artifact, std::slice::from_ref(&artifact.content))];
        let title = format!("{} (done)", task.title);
        StandupConflict::new(&artifact.content, quote, &title, planner.place_of(task), "the board calls it done")
    });
    conflicts.collect()
}

/// The number of a sentence with its unit; `None` unless there is exactly one.
fn one_number(text: &str) -> Option<(String, String)> {
    let mut found = NUMBER.captures_iter(text);
    let first = found.next()?;
    let unit = first.name("unit")?.as_str().to_lowercase();
    let unit = unit.strip_suffix('s').filter(|u| u.len() > 1).unwrap_or(&unit).to_owned();
    found.next().is_none().then(|| (first.name("n").map_or(String::new(), |n| n.as_str().to_owned()), unit))
}

fn without_numbers(text: &str) -> Words {
    let mut words = Words::of(text);
    words.tokens.retain(|t| !t.chars().any(|c| c.is_ascii_digit()));
    words
}

/// The share of a text's heavy words that are in another one, 0 to 1.
fn share(part: &Words, whole: &Words) -> f32 {
    let all = part.heavy().count();
    let shared = part.heavy().filter(|t| whole.tokens.iter().any(|w| w == t)).count();
    shared as f32 / all.max(1) as f32
}

/// Sentences and lines of a text.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split_inclusive(". ")).filter(|s| s.trim().len() > 8)
}
