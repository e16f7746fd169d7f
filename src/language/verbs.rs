//! Defines past forms of verbs: `sent`, `added`, `split` after `is`.

/// Irregular verbs: present, and their past forms.
const IRREGULAR: &[(&str, &str)] = &[
    ("send", "sent"),
    ("write", "wrote written"),
    ("rewrite", "rewrote rewritten"),
    ("make", "made"),
    ("build", "built"),
    ("rebuild", "rebuilt"),
    ("do", "did done"),
    ("run", "ran"),
    ("give", "gave given"),
    ("take", "took taken"),
    ("tell", "told"),
    ("pay", "paid"),
    ("buy", "bought"),
    ("bring", "brought"),
    ("hold", "held"),
    ("meet", "met"),
    ("speak", "spoke spoken"),
    ("find", "found"),
    ("choose", "chose chosen"),
    ("draw", "drew drawn"),
    ("withdraw", "withdrew withdrawn"),
    ("go", "went gone"),
    ("leave", "left"),
    ("lose", "lost"),
    ("keep", "kept"),
    ("catch", "caught"),
    ("teach", "taught"),
    ("sell", "sold"),
    ("show", "shown"),
    ("hide", "hid hidden"),
    ("break", "broke"),
    ("get", "got gotten"),
    ("begin", "began begun"),
    ("bind", "bound"),
    ("rebind", "rebound"),
    ("freeze", "froze frozen"),
    ("drive", "drove driven"),
    ("undo", "undid undone"),
    ("throw", "threw thrown"),
    ("wind", "wound"),
    ("spin", "spun"),
    ("swap", "swapped"),
    ("feed", "fed"),
    ("lay", "laid"),
    ("lend", "lent"),
    ("win", "won"),
];
/// Verbs whose past form is the present one.
const UNCHANGED: &[&str] = &["put", "set", "cut", "split", "shut", "read", "hit", "let", "reset", "cast", "quit"];
/// Words that make an unchanged form after them a past one.
const FINISHES: &[&str] =
    &["is", "are", "was", "were", "been", "have", "has", "had", "i've", "we've", "got", "now", "it's", "that's"];

/// Whether a lower-case word is a past form, given the words before it.
pub fn is_finished_form(word: &str, before: &[String]) -> bool {
    if UNCHANGED.contains(&word) {
        return before.iter().any(|w| FINISHES.contains(&w.as_str()));
    }
    let regular = word.len() > 4
        && word.ends_with("ed")
        && !matches!(
            word,
            "need"
                | "indeed"
                | "exceed"
                | "embed"
                | "speed"
                | "proceed"
                | "succeed"
                | "based"
                | "hundred"
                | "feed"
                | "seed"
        );
    regular || irregular(word).is_some()
}

/// The present of a past form; any other word unchanged. Regular forms keep their ending, which stems drop.
pub fn present_of(word: &str) -> String {
    irregular(word).unwrap_or(word).to_owned()
}

fn irregular(word: &str) -> Option<&'static str> {
    IRREGULAR.iter().find(|(_, past)| past.split(' ').any(|p| p == word)).map(|(present, _)| *present)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_forms_are_told_from_present_ones() {
        assert!(is_finished_form("sent", &[]) && is_finished_form("added", &[]) && !is_finished_form("send", &[]));
        assert!(is_finished_form("split", &["is".to_owned()]) && !is_finished_form("split", &["we".to_owned()]));
        assert_eq!((present_of("wrote"), present_of("added")), ("write".to_owned(), "added".to_owned()));
    }
}
