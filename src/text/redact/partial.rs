//! Defines the finding of secrets that are not there in one piece: the end was cut off, or goes on on the next line or in
//! the next string.

use std::ops::Range;

use super::{FINDER, WINDOW, is_token_byte, start_of};
use crate::text::patterns;
use crate::text::secrets::judge::{entropy, is_secret, is_stand_in};
use crate::text::secrets::{SECRETS, SecretCheck};

/// Most pieces of a secret that is broken into lines or strings.
const PIECES: usize = 8;
/// Least characters after the keyword in the first piece.
const LEAST_PIECE: usize = 4;

patterns! {
    /// The separator of two pieces: a line end with the marks of a quotation or a continued line, or the end of one string
    /// and the beginning of the next.
    BREAK = r#"^(?:\\?\r?\n[ \t>|+#*"']{0,12}|["']\s{0,4}[+.\\]?\s{0,12}["'])"#;
}

/// The range of a secret of this kind that is not there in one piece.
pub(super) fn find(text: &str, keyword: Range<usize>, kind: usize, reach: usize) -> Option<Range<usize>> {
    cut_off(text, keyword.clone(), kind, reach).or_else(|| broken(text, keyword, kind, reach))
}

/// The range of a secret that begins on one line or in one string and ends in another.
fn broken(text: &str, keyword: Range<usize>, kind: usize, reach: usize) -> Option<Range<usize>> {
    let row = &SECRETS[kind];
    if FINDER.pattern(kind, "").is_none_or(|pattern| pattern.groups_len() > 1) {
        return None;
    }
    if !matches!(row.check, SecretCheck::Prefix | SecretCheck::Random(_)) || !row.pattern.starts_with(r"\b") {
        return None;
    }
    let start = start_of(text, keyword.start, row, reach)?;
    let run = |at: usize| text.as_bytes()[at..].iter().take(WINDOW).take_while(|b| is_token_byte(**b, false)).count();
    let first = keyword.end + run(keyword.end);
    let begins = &text.as_bytes()[keyword.end..first];
    if begins.len() < LEAST_PIECE || !begins.iter().any(u8::is_ascii_digit) {
        return None;
    }
    let (mut joined, mut at) = (text[start..first].to_owned(), first);
    for _ in 1..PIECES {
        at += BREAK.find(&text[at..])?.end();
        let next = run(at);
        joined.push_str(&text[at..at + next]);
        let found = FINDER.pattern(kind, &joined)?.find(&joined).filter(|found| is_secret(&joined[found.clone()], row));
        if let Some(found) = found {
            return Some(start..at + next - (joined.len() - found.end).min(next));
        }
        at += next;
    }
    None
}

/// Least characters after its keyword by which a secret counts whose end was cut off.
const LEAST_CUT: usize = 12;

/// The range of a secret of which only the beginning is there: what reaches to the end of the text, or to an ellipsis, and
/// could be the beginning of a match. The more words a pattern lets in, the more it takes for that.
fn cut_off(text: &str, keyword: Range<usize>, kind: usize, reach: usize) -> Option<Range<usize>> {
    let row = &SECRETS[kind];
    if matches!(row.check, SecretCheck::Pattern | SecretCheck::Password) {
        return None;
    }
    let start = start_of(text, keyword.start, row, reach)?;
    let rest = &text[keyword.end..text.floor_char_boundary(keyword.end.saturating_add(WINDOW))];
    // The value after a setting's name, or all that follows a prefix. No cut-off value holds a space.
    let begin = rest.bytes().take_while(|b| matches!(b, b' ' | b':' | b'=' | b'"' | b'\'')).count();
    let fits = |b: &u8| is_token_byte(*b, false) || matches!(b, b':' | b'"' | b'\'' | b'~' | b'$');
    let run = begin + rest.as_bytes()[begin..].iter().take_while(|b| fits(b)).count();
    if rest.as_bytes().get(run) == Some(&b' ') {
        return None;
    }
    let (run, after) = rest.split_at(run);
    let run = run.strip_suffix("...").unwrap_or(run);
    let ends = keyword.end + run.len() == text.len()
        || after.starts_with('…')
        || text[keyword.end + run.len()..].starts_with("...");
    // The shortest keywords begin many words.
    let hex = run.len() >= 20 && run.bytes().all(|b| b.is_ascii_hexdigit());
    if keyword.len() < 3 && !run.contains('.') && !hex {
        return None;
    }
    let value = run.trim_start_matches([' ', ':', '=', '"', '\'']);
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let capitals = value.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let lower = value.bytes().any(|b| b.is_ascii_lowercase());
    let upper = value.bytes().any(|b| b.is_ascii_uppercase());
    let letters = digits == 0 && lower && upper && value.len() >= 24 && entropy(value) >= 3.5;
    let mixed = (digits >= 2 || (capitals && digits > 0)) && digits * 2 < value.len() * 3 && (lower || upper);
    let random = mixed || letters;
    if !ends || !random || value.len() < LEAST_CUT || entropy(value) < 2.5 || is_stand_in(value) {
        return None;
    }
    let end = keyword.end + run.len();
    let begun = FINDER.automaton(kind)?.begins(&text.as_bytes()[start..end]);
    begun.then(|| if value.len() == run.len() { start..end } else { end - value.len()..end })
}

#[cfg(test)]
mod tests {
    use crate::text::redact;

    #[test]
    fn a_secret_in_pieces_goes_whole() {
        let (a, b, c) = ("p_Zk2mXv9LpR4t", "Yw8NcB3hJd6FgS1aQ", "eUoIxT5");
        for text in [
            format!("see gh{a}\n{b}{c} there"),
            format!("see gh{a}\\\n    {b}{c} there"),
            format!("> gh{a}\r\n> {b}\n> {c}\n> there"),
            format!("\"gh{a}\" + \"{b}{c}\" there"),
            format!("'gh{a}' .\n  '{b}{c}' there"),
        ] {
            let out = redact(&text);
            assert!(!out.contains(&b[..8]) && !out.contains(c) && out.contains("there"), "{text} -> {out}");
        }
    }

    #[test]
    fn lines_that_only_follow_one_another_stay() {
        for text in
            ["see ghp_token\nwhich is 36 characters long and has 4 parts", "sk-1\nand then 2 more", "npm_x1y2\n\nok"]
        {
            assert_eq!(redact(text), text);
        }
    }
}
