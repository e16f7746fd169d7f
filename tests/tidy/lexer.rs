//! Blanks out what is not code, so that the rules can look for words.

/// The text with comments and the insides of literals turned into spaces; lines and columns stay.
pub fn code_only(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = skip(&chars, at);
        if end == at {
            out.push(chars[at]);
            at += 1;
        } else {
            out.extend(chars[at..end].iter().map(|&c| if c == '\n' { '\n' } else { ' ' }));
            at = end;
        }
    }
    out
}

/// The end of the comment or literal that starts at `at`; `at` itself if none does.
fn skip(chars: &[char], at: usize) -> usize {
    let next = |n: usize| chars.get(at + n).copied().unwrap_or('\0');
    let inside_word = at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_');
    match chars[at] {
        '/' if next(1) == '/' => find(chars, at, |c| c[0] == '\n'),
        '/' if next(1) == '*' => block_comment(chars, at),
        '"' => string(chars, at + 1),
        'r' if !inside_word && matches!(next(1), '"' | '#') => raw_string(chars, at).unwrap_or(at),
        '\'' if next(1) == '\\' => find(chars, at + 3, |c| c[0] == '\'') + 1,
        '\'' if next(2) == '\'' => at + 3,
        _ => at,
    }
}

fn find(chars: &[char], from: usize, wanted: impl Fn(&[char]) -> bool) -> usize {
    (from..chars.len()).find(|&i| wanted(&chars[i..])).unwrap_or(chars.len())
}

fn block_comment(chars: &[char], at: usize) -> usize {
    let (mut depth, mut i) = (0, at);
    while i + 1 < chars.len() {
        match (chars[i], chars[i + 1]) {
            ('/', '*') => (depth, i) = (depth + 1, i + 2),
            ('*', '/') if depth == 1 => return i + 2,
            ('*', '/') => (depth, i) = (depth - 1, i + 2),
            _ => i += 1,
        }
    }
    chars.len()
}

fn string(chars: &[char], mut i: usize) -> usize {
    while i < chars.len() {
        match chars[i] {
            '\\' => i += 2,
            '"' => return i + 1,
            _ => i += 1,
        }
    }
    chars.len()
}

fn raw_string(chars: &[char], at: usize) -> Option<usize> {
    let hashes = chars[at + 1..].iter().take_while(|c| **c == '#').count();
    (chars.get(at + 1 + hashes) == Some(&'"')).then_some(())?;
    let closes = |c: &[char]| c[0] == '"' && c[1..].iter().take_while(|c| **c == '#').count() >= hashes;
    Some((find(chars, at + 2 + hashes, closes) + 1 + hashes).min(chars.len()))
}

/// Code without its `#[cfg(test)]` modules and items; lines stay.
pub fn without_tests(code: &str) -> String {
    let mut out = code.to_owned();
    while let Some(start) = out.find("#[cfg(test)]") {
        let rest = &out[start..];
        let semicolon = rest.find(';').unwrap_or(rest.len());
        let end = match rest.find('{') {
            Some(open) if open < semicolon => open + closing(&rest[open..]),
            _ => (semicolon + 1).min(rest.len()),
        };
        let blank: String = rest[..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
        out.replace_range(start..start + end, &blank);
    }
    out
}

/// The length of the group that the bracket at the start opens.
pub fn closing(text: &str) -> usize {
    let mut depth = 0_usize;
    for (i, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return i + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

#[test]
fn only_code_is_left() {
    let text = "a /* b /* c */ d */ e // f\n\"g \\\" h\" r#\"i \" j\"# 'k' '\\n' &'l m";
    let words: Vec<String> = code_only(text).split_whitespace().map(str::to_owned).collect();
    assert_eq!(words, ["a", "e", "&'l", "m"]);
    let code = "a\n#[cfg(test)]\nmod t { b { c } }\n#[cfg(test)]\nuse d;\ne";
    assert_eq!(without_tests(code).split_whitespace().collect::<Vec<_>>(), ["a", "e"]);
}
