//! Defines [`plain_reason`], which words a refusal's code for people.

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
}
