//! Defines the words of a command: as written, and without wrappers that only run another program.

/// Programs that run another one: (name, options that take a value).
const WRAPPERS: &[(&str, &[&str])] = &[
    ("sudo", &["-u", "-g", "-h", "-p", "-C"]),
    ("env", &["-u", "-C", "-S"]),
    ("nice", &["-n"]),
    ("timeout", &["-s", "-k"]),
    ("nohup", &[]),
    ("time", &[]),
    ("exec", &[]),
    ("command", &[]),
];

/// A command without variable assignments and wrappers: (the wrappers, the words of the program itself). `None` if it runs
/// nothing, as `command -v` does.
pub(crate) fn unwrapped(mut words: Vec<String>) -> Option<(Vec<String>, Vec<String>)> {
    let mut wrappers = Vec::new();
    loop {
        let first = words.first()?;
        if is_setting(first) {
            words.remove(0);
            continue;
        }
        let Some((name, takes)) = WRAPPERS.iter().find(|(name, _)| name == first) else {
            return Some((wrappers, words));
        };
        wrappers.push(words.remove(0));
        while let Some(option) = words.first().filter(|w| w.starts_with('-')).cloned() {
            if *name == "command" && option != "--" && option != "-p" {
                return None;
            }
            let width = 1 + usize::from(takes.contains(&option.as_str()));
            words.drain(..width.min(words.len()));
        }
        if *name == "timeout" && !words.is_empty() {
            words.remove(0);
        }
    }
}

/// Whether a word sets a variable: `DEBUG=1`.
fn is_setting(word: &str) -> bool {
    let name = word.split_once('=').map_or("", |(name, _)| name);
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// The words of a command as written, with quotes and redirections.
pub(crate) fn written_words(text: &str) -> Vec<String> {
    let (mut out, mut word, mut quote) = (Vec::new(), String::new(), None);
    // A continued line is one line.
    for c in text.replace("\\\n", " ").chars() {
        match quote {
            None if c.is_whitespace() => {
                if !word.is_empty() {
                    out.push(std::mem::take(&mut word));
                }
                continue;
            }
            None if matches!(c, '\'' | '"') => quote = Some(c),
            Some(open) if c == open => quote = None,
            _ => {}
        }
        word.push(c);
    }
    if !word.is_empty() {
        out.push(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrappers_are_taken_off_with_their_options() {
        for (line, wrappers, words) in [
            ("sudo -u root npm i x", "sudo", "npm i x"),
            ("A=1 env B=2 timeout 5 make all", "env timeout", "make all"),
            ("echo 'a  b' > c", "", "echo 'a  b' > c"),
        ] {
            let found = unwrapped(written_words(line)).map(|(w, own)| (w.join(" "), own.join(" ")));
            assert_eq!(found, Some((wrappers.to_owned(), words.to_owned())), "{line}");
        }
        assert_eq!(unwrapped(written_words("command -v npm")), None);
    }
}
