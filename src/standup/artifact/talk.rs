//! Defines how the person's words to an offer are told: a yes, a no, a choice that chooses nothing.

/// Whether the person agrees with what was said before.
pub(super) fn agrees(text: &str) -> bool {
    let head = text.trim().to_lowercase();
    let signs = [
        "yes",
        "ok",
        "okay",
        "looks good",
        "lgtm",
        "go ahead",
        "great",
        "perfect",
        "sounds good",
        "do it",
        "agreed",
        "proceed",
        "approved",
        "nice",
        "good",
        "please do",
        "let's do",
        "let’s do",
        "sure",
        "correct",
        "exactly",
        "implement the plan",
        "makes sense",
    ];
    signs.iter().any(|s| head.strip_prefix(s).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
        && !head.contains("but not")
}

/// Whether the person refuses it.
pub(super) fn refuses(text: &str) -> bool {
    let head = text.trim().to_lowercase();
    let signs = [
        "no,",
        "no.",
        "no ",
        "nope",
        "that's wrong",
        "that is wrong",
        "don't do that",
        "stop",
        "wrong",
        "scrap that",
        "forget that",
        "discard",
    ];
    (head == "no" || signs.iter().any(|s| head.starts_with(s)))
        && !head.starts_with("no worries")
        && !head.starts_with("no problem")
}

/// A choice that chooses nothing, or a question about how to go on rather than about the work.
pub(super) fn passes_on(text: &str) -> bool {
    let text = text.to_lowercase();
    let signs = [
        "you decide",
        "next area",
        "more questions",
        "move to next",
        "skip",
        "other",
        "ready to",
        "which areas",
        "continue",
        "proceed",
        "what would you like",
        "how would you like",
        "what do you want",
        "want me to",
        "would you like",
        "do you want",
        "should i ",
        "shall i ",
        "next step",
        "not sure",
        "do nothing",
        "chat about",
    ];
    signs.iter().any(|s| text.starts_with(s) || text.contains(&format!(" {s}")))
}
