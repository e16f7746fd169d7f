//! Defines the search of new code for forbidden text fragments, called signs.

use crate::text::patterns;

/// Whether code contains one of these signs. Comments and string contents are skipped, except for signs that occur only
/// there.
pub(super) fn holds(code: &str, signs: &[String]) -> bool {
    let spoken = |sign: &String| sign.contains(['@', '#', '/', '"']) || SPOKEN.iter().any(|w| sign.contains(w));
    let (said, mut plain): (Vec<&String>, Vec<&String>) = signs.iter().partition(|sign| spoken(sign));
    plain.retain(|sign| may_contain(code, sign));
    said.iter().any(|sign| match sign.as_str() {
        EMOJI => code.chars().any(is_emoji),
        SECRET => SECRETS.is_match(code),
        sign => contains_sign(code, sign),
    }) || !plain.is_empty()
        && code.lines().map(without_words).any(|line| plain.iter().any(|sign| contains_sign(&line, sign)))
}

/// Prefilter: whether a sign may occur once comments and strings are stripped. Stripping leaves empty quotes, so a sign
/// with a quote can arise from it.
fn may_contain(code: &str, sign: &str) -> bool {
    code.contains(sign) || sign.contains(['"', '`', '\''])
}

/// Whether signs are searched for in prose too.
pub(super) fn are_of_prose(signs: &[String]) -> bool {
    signs.iter().any(|sign| matches!(sign.as_str(), EMOJI | SECRET))
}

/// Placeholder signs for any emoji and for any secret.
const EMOJI: &str = "\u{1f600}";
const SECRET: &str = "\u{1f511}";
/// Parts of signs that occur in comments, strings and markup.
const SPOKEN: &[&str] = &[
    EMOJI,
    SECRET,
    "TODO",
    "FIXME",
    "noqa",
    "disable",
    "ignore",
    "nolint",
    "SELECT",
    "select",
    "INSERT",
    "UPDATE",
    "DELETE",
    "style",
    "!important",
    "http",
    "cdn",
    "unpkg",
    "fonts.",
    "google",
    ":latest",
    "CASCADE",
];

patterns! {
    /// A secret as a literal; a detected one is redacted already.
    SECRETS = r#"(?i)\[(?:redacted|secret)[^\]]*\]|(?:api_?-?key|secret|token|passw(?:or)?d|credential)\w*['"]?\s*[:=]\s*(?:const\s+)?['"][^'"$<{\s]{6,}['"]|BEGIN [A-Z ]*PRIVATE KEY"#;
}

const fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1f300}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{2b50}' | '\u{2b1b}' | '\u{2b1c}')
}

/// Whether code uses a name: calls it, or accesses a member of it.
pub(super) fn uses(code: &str, name: &str) -> bool {
    // Markup loads a library by its URL.
    let loads = |line: &str| {
        let low = line.to_lowercase();
        ["<script", "<link", "@import"].iter().any(|sign| low.contains(sign)) && contains_sign(&low, name)
    };
    // Strings and comments are stripped last, since few lines contain the name at all.
    let uses = |line: &str| is_used_in(line, name) && is_used_in(&without_words(line), name);
    let is_named = code.contains(name);
    code.lines().any(|line| line.contains(['<', '@']) && loads(line) || is_named && uses(line))
}

/// Signs behind a name that is used, and words before it.
const USED_BY: [&str; 5] = ["(", ".", "::", "!", "<"];
const USED_AS: [&str; 3] = [": ", "-> ", "as "];

fn is_used_in(line: &str, name: &str) -> bool {
    let ends_word = |text: &str| is_word(text.chars().next_back());
    line.match_indices(name).any(|(at, _)| {
        let (before, behind) = (&line[..at], &line[at + name.len()..]);
        let is_begun = !(is_word(name.chars().next()) && ends_word(before));
        let is_ended = !(ends_word(name) && is_word(behind.chars().next()));
        let is_sign = |sign: &&'static str| {
            let rest = before.strip_suffix(*sign);
            rest.is_some_and(|rest| !(is_word(sign.chars().next()) && ends_word(rest)))
        };
        is_begun && USED_BY.iter().any(|sign| behind.starts_with(sign)) || is_ended && USED_AS.iter().any(is_sign)
    })
}

fn is_word(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_alphanumeric() || c == '_')
}

/// Whether a line contains a sign; one that begins or ends in a letter must be a whole word.
fn contains_sign(line: &str, sign: &str) -> bool {
    line.match_indices(sign).any(|(at, _)| {
        let (before, behind) = (line[..at].chars().next_back(), line[at + sign.len()..].chars().next());
        let (first, last) = (sign.chars().next(), sign.chars().next_back());
        let runs_on = (is_word(first) && is_word(before)) || (is_word(last) && is_word(behind));
        !runs_on
    })
}

/// A line without its comment and the text of its strings.
fn without_words(line: &str) -> String {
    let mut out = String::new();
    let trimmed = line.trim_start();
    if trimmed.starts_with('*') || trimmed.starts_with("<!--") {
        return out;
    }
    let mut quote: Option<char> = None;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let comment = match c {
            '/' => matches!(chars.peek(), Some('/' | '*')),
            '#' => chars.peek().is_none_or(|next| matches!(next, ' ' | '!')),
            '-' => line.trim_start().starts_with("-- "),
            _ => false,
        };
        match quote {
            None if comment => break,
            None if matches!(c, '"' | '`' | '\'') => {
                quote = Some(c);
                out.push(c);
            }
            None => out.push(c),
            Some(open) if c == open => {
                quote = None;
                out.push(c);
            }
            Some(_) if c == '\\' => drop(chars.next()),
            Some(_) => {}
        }
    }
    // A lifetime or an apostrophe opens no string.
    if quote == Some('\'') { line.to_owned() } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_count_in_code_and_not_in_comments_and_strings() {
        for (code, sign, there) in [
            ("  console.log(x);", "console.", true),
            ("  // console.log(x);", "console.", false),
            ("let s = \"console.log\";", "console.", false),
            ("let x = y.unwrap();", ".unwrap(", true),
            ("let x = y.unwrap_or(1);", ".unwrap(", false),
            ("fn f<'a>(x: &'a str) { x.unwrap() }", ".unwrap(", true),
            ("// TODO later", "TODO", true),
            ("blueprint(x)", "print(", false),
        ] {
            assert_eq!(holds(code, &[sign.to_owned()]), there, "{code}");
        }
        assert!(uses("def f(x: float) -> float:", "float") && uses("await axios.get(u)", "axios"));
        assert!(
            uses("<SCRIPT src=\"//cdn.io/axios.min.js\">", "axios")
                && uses("from x import axios as a, b: axios", "axios")
        );
        for code in ["# axios.get is gone", "x = \"axios.get\"", "maxios.get(u)", "has axios", "u: axiosLike"] {
            assert!(!uses(code, "axios"), "{code}");
        }
    }
}
