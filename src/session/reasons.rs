//! Defines [`plain_reason`], which words a refusal's code for people.

use super::Session;
use super::explain::against;
use crate::state::{Candidate, Confidence, Extractor, Item};
use crate::transcript::Role;

/// Codes of refusals with the words a person reads. Codes that are not listed are plain words with hyphens.
const REASONS: &[(&str, &str)] = &[
    ("below-cut", "too weak"),
    ("no-target", "nothing to attach to"),
    ("modality-narration", "agent narrating"),
    ("modality-report", "quoted or reported"),
    ("modality-conditional", "only under a condition"),
    ("modality-question", "a question"),
    ("modality-hedge", "hedged"),
    ("modality-answer", "unclear answer"),
    ("unresolved-reference", "unclear what it means"),
    ("of-the-talk", "about the talk itself"),
    ("unfinished", "introduces what follows"),
    ("asked-back", "answered by a question"),
    ("withdrawn", "removed by you"),
    ("no-evidence", "no source"),
    ("empty-turn", "no source"),
    ("empty-summary", "no words"),
    ("few-options", "fewer than two options"),
    ("wrong-kind", "another kind of item"),
    ("not-open", "already ended"),
    ("no-change", "changes nothing"),
    ("not-ended", "still open"),
    ("model-guess", "a guess of the model"),
    ("model-schema", "malformed answer"),
    ("model-too-long", "too long"),
    ("model-too-many", "too many at once"),
    ("model-off-window", "outside what was asked"),
    ("model-not-quoted", "not in the transcript"),
    ("model-too-short", "quotes too little"),
    ("model-repeated", "repeated"),
    ("model-no-target", "nothing to attach to"),
    ("model-wrong-kind", "another kind of item"),
    ("model-prompt_injection", "addressed to a model"),
    ("model-veto", "settles nothing"),
    ("model-not-talk", "code, log or table"),
    ("model-routine", "a routine step"),
    ("model-against", "contradicts its quote"),
    ("model-not-grounded", "says more than its quote"),
    ("model-late", "overtaken by later talk"),
];

/// A refusal's code in two or three plain words. JSON and the log keep the code.
pub fn plain_reason(code: &str) -> String {
    let known = REASONS.iter().find(|(known, _)| *known == code);
    known.map_or_else(|| code.replace(['-', '_'], " "), |(_, words)| (*words).to_owned())
}

/// Why an item is in force, in plain words: `you asked for it, in answer to t98, reported done later`. Words that were
/// read with doubt are not called explicit.
pub fn why_it_stands(reason: &str, sure: Confidence) -> String {
    let is_plain = matches!(sure, Confidence::High | Confidence::Certain);
    let parts: Vec<&str> = reason.split("; ").filter(|part| !part.is_empty()).collect();
    let is_asked = parts.contains(&"reads as request");
    let worded = parts.iter().filter_map(|part| match *part {
        "you said it" if is_asked => Some("you asked for it".to_owned()),
        "the agent said it" if is_asked => Some("the agent asked for it".to_owned()),
        "stated explicitly" if is_plain => Some("stated explicitly".to_owned()),
        "stated explicitly" => Some("the words may mean it".to_owned()),
        "reads as hedge" => Some("as a possibility".to_owned()),
        "reads as option" => Some("as one way among others".to_owned()),
        "reads as question" => Some("as a question".to_owned()),
        part if part.starts_with("reads as ") => None,
        part => Some(part.strip_prefix("answers ").map_or_else(|| part.to_owned(), |to| format!("in answer to {to}"))),
    });
    worded.collect::<Vec<_>>().join(", ")
}

/// Why a likely item waits for the person's confirmation: what speaks for it, and what is missing.
pub fn why_it_waits(session: &Session, candidate: &Candidate) -> String {
    let evidence = &candidate.evidence;
    let role = evidence.telling_place(None).and_then(|place| session.said_by(evidence, place));
    let is_answered = (0..evidence.snippets.len()).any(|place| session.said_by(evidence, place) == Some(Role::User));
    let missing = match (against(&candidate.parts), candidate.extractor, role) {
        (Some(part), ..) => format!("against it: {part}"),
        (_, Extractor::Model, _) => "a model read it so".to_owned(),
        (.., Some(Role::Assistant)) if is_answered => "you agreed, but perhaps not to this".to_owned(),
        (.., Some(Role::Assistant)) => "the agent said it, and you have not agreed".to_owned(),
        _ if candidate.delta.target_id.is_some() => "it would change an item that stands".to_owned(),
        _ => "nothing else confirms it".to_owned(),
    };
    // Whatever its score, it is in doubt.
    let speaks_for = why_it_stands(&candidate.reason, Confidence::Low);
    // What is missing may begin with the same words.
    if missing.starts_with(&speaks_for) { missing } else { format!("{speaks_for}; {missing}") }
}

/// Why a version of an item is in force: the person's confirmation or edit needs no other reason.
pub fn why_version_stands(item: &Item, at: usize) -> String {
    let Some(version) = item.versions.get(at) else { return String::new() };
    let before = at.checked_sub(1).and_then(|at| item.versions.get(at));
    match version.extractor {
        Extractor::Person if before.is_some_and(|before| version.is_edit_of(before)) => "you wrote it so".to_owned(),
        Extractor::Person => "you confirmed it".to_owned(),
        _ => why_it_stands(&version.reason, Confidence::of(version.score)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::reconcile::CHECKS;

    #[test]
    fn every_check_of_the_reconciler_has_plain_words() {
        for (code, _) in CHECKS {
            assert!(REASONS.iter().any(|(known, _)| known == code), "{code}");
        }
        assert_eq!(plain_reason("some-new_code"), "some new code");
    }

    #[test]
    fn reasons_of_items_do_not_name_rules() {
        let worded = [
            ("you said it; answers t98; reads as request", "you asked for it, in answer to t98"),
            ("the agent said it; reads as option", "the agent said it, as one way among others"),
            ("stated explicitly; reported done later", "stated explicitly, reported done later"),
            ("you approved the plan", "you approved the plan"),
            ("", ""),
        ];
        for (reason, why) in worded {
            assert_eq!(why_it_stands(reason, Confidence::High), why);
        }
        let doubted = why_it_stands("stated explicitly", Confidence::Low);
        assert_eq!(doubted, "the words may mean it");
    }
}
