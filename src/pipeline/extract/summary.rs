//! Defines how a clause becomes a summary that stands alone: Markdown marks taken off, filler words dropped, the
//! subject named by its heading or list lead where the clause itself does not, at most 120 characters.

use super::super::clause::Clause;

/// Longest summary, in characters.
pub const MAX_CHARS: usize = 120;

/// Words at the start that carry nothing: what is left says the same.
const FILLERS: &[&str] = &[
    "ok", "okay", "so", "yeah", "yes", "yep", "well", "and", "but", "also", "then", "hmm", "mmm", "um", "uh",
    "alright", "right", "cool", "great", "perfect", "please", "no", "oh", "actually", "sure", "good", "nice", "thanks",
];

/// Pronouns that need something before them to mean anything.
const POINTERS: &[&str] = &["it", "that", "this", "them", "those", "these", "one", "its", "they"];

/// The summary of a clause.
pub fn of(clause: &Clause) -> String {
    let plain = plain(&clause.text);
    let bare = strip_fillers(&plain);
    let named = match subject(clause, bare) {
        Some(subject) => format!("{subject}: {bare}"),
        None => bare.to_owned(),
    };
    shorten(&named, MAX_CHARS)
}

/// The heading or bold lead a short or pointing clause is about.
fn subject(clause: &Clause, bare: &str) -> Option<String> {
    let low = bare.to_lowercase();
    let points = low.split(|c: char| !c.is_alphanumeric()).take(4).any(|w| POINTERS.contains(&w));
    let short = bare.split_whitespace().count() <= 4;
    if !points && !short {
        return None;
    }
    let from = clause.lead.as_deref().or(clause.heading.as_deref())?;
    let name = plain(from).trim_end_matches([':', '.', '?']).to_owned();
    let said = low.contains(&name.to_lowercase());
    (!said && !name.is_empty() && name.chars().count() <= 60).then_some(name)
}

/// Text without Markdown's marks, white space folded.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '*' | '`' | '[' => {}
            '_' if out.ends_with([' ', '(']) || out.is_empty() || chars.peek().is_none_or(|n| !n.is_alphanumeric()) => {
            }
            '|' => out.push_str(" - "),
            ']' => {
                if chars.peek() == Some(&'(') {
                    for skipped in chars.by_ref() {
                        if skipped == ')' {
                            break;
                        }
                    }
                }
            }
            c if c.is_whitespace() => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c => out.push(c),
        }
    }
    let trimmed = out.trim().trim_start_matches(|c: char| "#>-—–•✅✓ ".contains(c));
    trimmed.trim_end_matches([' ', ',', ';', ':', '-']).to_owned()
}

/// The text after leading filler words, unless nothing much would be left.
pub fn strip_fillers(text: &str) -> &str {
    let mut rest = text;
    for _ in 0..4 {
        let word_end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let (word, tail) = rest.split_at(word_end);
        let tail = tail.trim_start_matches(|c: char| ",.!:; -—".contains(c));
        if !FILLERS.contains(&word.to_lowercase().as_str()) || tail.split_whitespace().count() < 2 {
            break;
        }
        rest = tail;
    }
    rest
}

/// At most `limit` characters, cut at a word.
pub fn shorten(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let cut: String = text.chars().take(limit.saturating_sub(1)).collect();
    let at = cut.rfind(' ').filter(|&i| i > cut.len() / 2).unwrap_or(cut.len());
    format!("{}…", cut.get(..at).unwrap_or(&cut).trim_end_matches([',', ';', ':', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_fillers_go_words_stay() {
        assert_eq!(plain("**Use** `sqlx`, see [the docs](http://x)"), "Use sqlx, see the docs");
        assert_eq!(plain("- keep snake_case_names"), "keep snake_case_names");
        assert_eq!(strip_fillers("ok, so let's keep it optional"), "let's keep it optional");
        assert_eq!(strip_fillers("yes"), "yes");
        assert!(shorten(&"word ".repeat(60), MAX_CHARS).chars().count() <= MAX_CHARS);
    }
}
