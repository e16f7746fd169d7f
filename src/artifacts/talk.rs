//! Defines how the person's words to an offer are told: a yes, a no, a choice that chooses nothing.
//!
//! A yes makes the assistant's words count as agreed to, and what is agreed to may be done: so it is one only where
//! nothing else is said beside it that takes it back, narrows it or asks for something else.

/// Words that agree by themselves, whatever is to be done next.
const YES: &[&str] = &[
    "yes",
    "yep",
    "yeah",
    "yup",
    "looks good",
    "look good",
    "lgtm",
    "go ahead",
    "go for it",
    "perfect",
    "sounds good",
    "sounds great",
    "do it",
    "agreed",
    "i agree",
    "proceed",
    "approved",
    "please do",
    "let's do it",
    "let's do this",
    "let's do that",
    "let's go",
    "exactly",
    "implement the plan",
    "implement it",
    "makes sense",
    "that works",
    "ship it",
];
/// Words that open many a sentence: they agree where nothing follows, or what follows goes on from there.
const HEARD: &[&str] =
    &["ok", "okay", "great", "nice", "good", "sure", "correct", "cool", "fine", "alright", "thanks", "thank you"];
/// What goes on from there, after a word that was only heard.
const ONWARD: &[&str] = &[
    "go on",
    "go",
    "continue",
    "start",
    "begin",
    "proceed",
    "do it",
    "do that",
    "do this",
    "do so",
    "do all",
    "commit",
    "implement",
    "apply",
    "carry on",
    "keep going",
    "carry it out",
    "let's go",
    "let's implement",
    "let's start",
    "let's commit",
    "let's keep going",
    "please go",
    "please continue",
    "please implement",
    "write it",
    "build it",
    "merge",
    "ship",
];
/// What fills a yes and says nothing.
const FILLERS: &[&str] = &["please", "and", "then", "so", "that", "this", "it", "all", "very much", "i think", "now"];
/// Words that take a yes back or narrow it, anywhere in its sentence, and anywhere after a word that was only heard.
const RESERVES: &[&str] = &[
    "but",
    "however",
    "though",
    "although",
    "except",
    "instead",
    "rather",
    "wrong",
    "incorrect",
    "disagree",
    "not",
    "no",
    "none",
    "never",
    "nothing",
    "nope",
    "without",
    "don't",
    "doesn't",
    "didn't",
    "won't",
    "isn't",
    "aren't",
    "can't",
    "cannot",
    "shouldn't",
    "wouldn't",
    "haven't",
    "scrap",
    "redo",
    "discard",
    "forget",
    "undo",
    "revert",
    "cancel",
    "unless",
    "differently",
    "change in plan",
];
/// Words that do so where a clause opens with them.
const NARROWS: &[&str] = &[
    "only",
    "just",
    "until",
    "later",
    "stop",
    "wait",
    "hold",
    "skip",
    "drop",
    "on second thought",
    "actually",
    "after",
    "once",
    "if",
    "when",
    "minus",
    "leave",
];
/// Words that take a yes back from a later sentence.
const TAKES_BACK: &[&str] = &[
    "but",
    "however",
    "though",
    "although",
    "except",
    "instead",
    "wrong",
    "disagree",
    "scrap",
    "none",
    "discard",
    "redo",
    "cancel",
    "do not agree",
    "don't agree",
    "not agree",
    "not do",
    "not want",
    "don't want",
    "don't do",
];
/// Words a question opens with, whether or not it ends as one.
const ASKS: &[&str] = &[
    "what", "what's", "why", "how", "who", "when", "where", "which", "is", "are", "do you", "does", "did", "can",
    "could", "should", "would", "will", "have you", "was", "were",
];
/// Words that refuse where a message opens with them.
const NO: &[&str] = &[
    "no",
    "nope",
    "that's wrong",
    "that is wrong",
    "this is wrong",
    "don't do that",
    "don't do this",
    "stop",
    "wrong",
];
/// Words that refuse where a sentence opens with them.
const REFUSES: &[&str] = &[
    "scrap it",
    "scrap that",
    "scrap this",
    "scrap all",
    "scrap the plan",
    "forget it",
    "forget that",
    "forget this",
    "discard",
    "redo it",
    "i want none",
    "i don't want any",
    "i disagree",
    "don't do any",
];
/// What opens with `no` and is none.
const NO_NO: &[&str] = &[
    "worries",
    "problem",
    "problems",
    "rush",
    "hurry",
    "need",
    "idea",
    "questions",
    "objection",
    "objections",
    "concerns",
    "comments",
    "doubt",
    "matter",
    "longer",
];

/// A text in lower case with plain apostrophes, its words one space apart.
fn plain(text: &str) -> String {
    let lower = text.to_lowercase().replace('’', "'");
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What follows a word or words that a text opens with, marks left out; none when it opens otherwise. Whole words.
fn after<'a>(text: &'a str, opens: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(opens)?;
    let ends = !rest.starts_with(|c: char| c.is_alphanumeric() || c == '\'' || c == '-');
    ends.then(|| rest.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '?'))
}

/// What follows the longest of these that a text opens with.
fn opened<'a>(text: &'a str, any: &[&str]) -> Option<&'a str> {
    any.iter().filter_map(|opens| after(text, opens)).min_by_key(|rest| rest.len())
}

/// Whether one of these stands in a text, as whole words.
fn says(text: &str, any: &[&str]) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '\'' || c == '-';
    let bare: String = text.chars().map(|c| if part(c) { c } else { ' ' }).collect();
    let bare = format!(" {} ", bare.split_whitespace().collect::<Vec<_>>().join(" "));
    any.iter().any(|word| bare.contains(&format!(" {word} ")))
}

/// Whether what follows a yes takes it back or narrows it.
fn takes_back(rest: &str, yes: bool) -> bool {
    let ends = |c: char| matches!(c, '.' | '!' | ';');
    let (sentence, later) = rest.split_once(ends).unwrap_or((rest, ""));
    let narrows = |part: &str| opened(part.trim(), NARROWS).is_some();
    let opens = |part: &str| opened(part.trim(), RESERVES).is_some() || narrows(part);
    if !yes {
        return says(rest, RESERVES) || rest.split(|c| ends(c) || c == ',').any(narrows);
    }
    says(sentence, RESERVES)
        || sentence.split(',').any(narrows)
        || later.split(ends).any(opens)
        || says(later, TAKES_BACK)
}

/// Whether the person agrees with what was said before.
pub(super) fn agrees(text: &str) -> bool {
    let whole = plain(text);
    let (mut rest, mut yes, mut heard) = (whole.as_str(), false, false);
    loop {
        rest = if let Some(rest) = opened(rest, YES) {
            yes = true;
            rest
        } else if let Some(rest) = opened(rest, HEARD) {
            heard = true;
            rest
        } else if let Some(rest) = opened(rest, FILLERS).filter(|_| yes || heard) {
            rest
        } else {
            break;
        };
    }
    if !(yes || heard) || whole.contains('?') || takes_back(rest, yes) || opened(rest, ASKS).is_some() {
        return false;
    }
    yes || rest.is_empty() || opened(rest, ONWARD).is_some()
}

/// Whether the person refuses it.
pub(super) fn refuses(text: &str) -> bool {
    let whole = plain(text);
    if let Some(rest) = opened(&whole, NO) {
        return opened(rest, NO_NO).is_none();
    }
    whole.split_inclusive(['.', '!', ';', ',']).any(|part| opened(part.trim(), REFUSES).is_some())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_yes_is_one_where_nothing_takes_it_back_or_asks_for_something_else() {
        for yes in [
            "yes",
            "Yes, do it.",
            "ok",
            "Okay, do it",
            "okay, commit and continue",
            "Looks good, go ahead with that plan.",
            "Great, thanks!",
            "let’s do this",
            "yes please add the importer",
            "Yes, agreed. And HTTPS on staging is broken again, reopen that one.",
            "Perfect, implement the plan",
            "yes, start with the importer and keep going until the end only stop if you need me",
            "yes, add a no-op driver",
        ] {
            assert!(agrees(yes) && !refuses(yes), "{yes}");
        }
        for other in [
            "Good question for later, but I do not agree with any of this.",
            "OK but I think this is wrong, redo it",
            "Great, thanks. Scrap all of it, we will not do this.",
            "Nice try. I want none of these steps.",
            "ok what is the weather",
            "ok, what happens with the old rows",
            "ok, now we need to adjust the light theme",
            "ok, makes sense, is this all committed and a PR open?",
            "yes, but only the first step",
            "yes, only the first step",
            "yes. I do not want the last two steps though",
            "go ahead, just leave the driver out",
            "Yes. On second thought, don't.",
            "correct the typo in the title",
            "good morning",
            "sure you want this?",
            "yesterday it worked",
            "let's do B",
            "look again",
        ] {
            assert!(!agrees(other), "{other}");
        }
    }

    #[test]
    fn a_no_is_a_word_of_its_own() {
        for no in
            ["no", "No, keep it as it was.", "Great, thanks. Scrap all of it.", "stop", "That’s wrong, look again"]
        {
            assert!(refuses(no) && !agrees(no), "{no}");
        }
        for other in
            ["no worries", "No objections.", "stopping at nine is fine", "notes are below", "north of the depot"]
        {
            assert!(!refuses(other), "{other}");
        }
    }
}
