//! Defines the search for a quotation in a text: word for word, with all white space equal.

use std::ops::Range;

/// The byte range of the first occurrence of `quote` in `text`.
pub fn find(text: &str, quote: &str) -> Option<Range<usize>> {
    let (folded, places) = fold(text);
    let (quote, _) = fold(quote);
    let quote = quote.trim();
    if quote.is_empty() {
        return None;
    }
    let at = folded.find(quote)?;
    let start = *places.get(at)?;
    let last = *places.get(at + quote.len() - 1)?;
    Some(start..text.ceil_char_boundary(last + 1))
}

/// Whether a text says these words, whatever its marks of Markdown: a terminal shows them without.
pub fn is_said(text: &str, words: &str) -> bool {
    let plain = |text: &str| text.replace(['*', '`'], "");
    find(&plain(text), &plain(words)).is_some()
}

/// The text with each run of white space as one blank, and for each of its bytes the byte of origin.
fn fold(text: &str) -> (String, Vec<usize>) {
    let mut folded = String::with_capacity(text.len());
    let mut places = Vec::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if c.is_whitespace() {
            if !folded.ends_with(' ') {
                folded.push(' ');
                places.push(at);
            }
            continue;
        }
        folded.push(c);
        places.extend((0..c.len_utf8()).map(|n| at + n));
    }
    (folded, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_white_space_and_every_other_byte_counts() {
        let text = "Ok.\n\nLet's  use\tPostgres – ohne Wörter.";
        assert_eq!(find(text, "let's use"), None);
        assert_eq!(&text[find(text, " Let's use Postgres ").unwrap()], "Let's  use\tPostgres");
        assert_eq!(&text[find(text, "– ohne\u{a0}Wörter").unwrap()], "– ohne Wörter");
        assert_eq!(find(text, "use Postgres, no"), None);
        assert_eq!(find(text, " \n"), None);
        assert_eq!(find("", "x"), None);
        assert_eq!(find("ä", "ä"), Some(0..2));
    }
}
