//! Defines [`Variables`], the values that a command line gives to its variables: `F=a.txt; rm $F`, `for f in a b`.

/// Maximum number of variables kept per line.
const MAX_VARIABLES: usize = 16;

/// The variables of a line, each with its values: one, or those that a loop goes through.
#[derive(Debug, Default)]
pub(super) struct Variables(Vec<(String, Vec<String>)>);

impl Variables {
    /// Records the assignments of a command: `F=a`, `export F=a`, `for f in a b`. A computed value is unknown.
    pub(super) fn learn(&mut self, words: &[String]) {
        let own = words.strip_prefix(&["export".to_owned()]).unwrap_or(words);
        if let [first, name, by, values @ ..] = words
            && first == "for"
            && by == "in"
        {
            self.set(name, self.expanded(values.to_vec()));
        } else if own.iter().all(|word| setting(word).is_some()) {
            for (name, value) in own.iter().filter_map(|word| setting(word)) {
                self.set(name, self.expanded(vec![value.to_owned()]));
            }
        }
    }

    fn set(&mut self, name: &str, values: Vec<String>) {
        self.0.retain(|(known, _)| known != name);
        if self.0.len() < MAX_VARIABLES && values.iter().all(|value| !value.contains(['$', '`'])) {
            self.0.push((name.to_owned(), values));
        }
    }

    /// The words with the values of the variables in them; a word with a variable of many values is repeated for each.
    pub(super) fn expanded(&self, words: Vec<String>) -> Vec<String> {
        if self.0.is_empty() {
            return words;
        }
        words.into_iter().flat_map(|word| self.expanded_word(word)).collect()
    }

    fn expanded_word(&self, word: String) -> Vec<String> {
        if !word.contains('$') {
            return vec![word];
        }
        let mut out = vec![word];
        for (name, values) in &self.0 {
            let replaced = |word: &String| values.iter().map(|value| with_value(word, name, value)).collect::<Vec<_>>();
            if out.iter().any(|word| with_value(word, name, "") != *word) {
                out = out.iter().flat_map(replaced).collect();
            }
        }
        out
    }
}

/// The name and the value of a word that sets a variable.
fn setting(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let plain = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    plain.then_some((name, value))
}

/// A word with `$name` and `${name}` replaced.
fn with_value(word: &str, name: &str, value: &str) -> String {
    let (mut out, mut rest) = (String::new(), word);
    while let Some(at) = rest.find('$') {
        let behind = &rest[at + 1..];
        let braced = behind.strip_prefix('{').and_then(|b| b.strip_prefix(name)).and_then(|b| b.strip_prefix('}'));
        let plain =
            behind.strip_prefix(name).filter(|b| !b.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'));
        out.push_str(&rest[..at]);
        let next = braced.or(plain);
        out.push_str(next.map_or("$", |_| value));
        rest = next.unwrap_or(behind);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn variables_expand_to_their_assigned_values() {
        let mut known = Variables::default();
        known.learn(&words("DIR=etc FILE=nav.conf"));
        known.learn(&words("for f in a.txt b.txt"));
        known.learn(&words("NOW=$(date)"));
        assert_eq!(
            known.expanded(words("rm $DIR/${FILE} $f $FILES $NOW")).join(" "),
            "rm etc/nav.conf a.txt b.txt $FILES $NOW"
        );
    }
}
