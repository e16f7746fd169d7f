//! Defines [`Phrases`], a table of words and phrases that is written as one string.

/// Phrases in small letters, separated by `|`. Blanks around a phrase belong to it.
#[derive(Debug, Clone, Copy)]
pub struct Phrases(pub &'static str);

impl Phrases {
    /// The phrases, in order.
    pub fn iter(self) -> impl Iterator<Item = &'static str> {
        self.0.split('|')
    }

    /// Whether `text` is one of the phrases.
    pub fn contains(self, text: &str) -> bool {
        self.iter().any(|p| p == text)
    }

    /// Whether one of the phrases occurs in `text`, also within a word.
    pub fn within(self, text: &str) -> bool {
        self.iter().any(|p| text.contains(p))
    }

    /// The byte offset and length of the first phrase that occurs in `text`.
    pub fn find(self, text: &str) -> Option<(usize, usize)> {
        self.iter().filter_map(|p| text.find(p).map(|at| (at, p.len()))).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_as_they_are_written() {
        let joints = Phrases(", not | instead of ");
        assert!(joints.within("this instead of that") && !joints.within("instead, that"));
        assert_eq!(joints.find("a, not b instead of c"), Some((1, 6)));
        assert!(Phrases("yes|no way").contains("no way") && !Phrases("yes|no way").contains("no"));
    }
}
