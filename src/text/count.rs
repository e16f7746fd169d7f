//! Defines [`counted`], a number with its noun.

use super::{SafePart, SafeText};
use crate::safe;

/// `1 line`, `3 lines`, `2 memories`, `0 matches`: a number, and the noun in the form that goes with it.
pub fn counted<N: SafePart + Copy + From<u8> + PartialEq>(n: N, noun: &'static str) -> SafeText {
    if n == N::from(1) {
        return safe!("{} {}", n, noun);
    }
    match noun.strip_suffix('y') {
        Some(stem) => safe!("{} {}ies", n, stem),
        None if noun.ends_with("ch") => safe!("{} {}es", n, noun),
        None => safe!("{} {}s", n, noun),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_noun_agrees_with_its_number() {
        let shown = |n: usize, noun| counted(n, noun).into_string();
        assert_eq!([shown(0, "line"), shown(1, "line"), shown(2, "line")], ["0 lines", "1 line", "2 lines"]);
        assert_eq!([shown(1, "memory"), shown(3, "memory")], ["1 memory", "3 memories"]);
        assert_eq!([shown(1, "match"), shown(3, "open match")], ["1 match", "3 open matches"]);
        assert_eq!(counted(1u64, "likely item").as_str(), "1 likely item");
    }
}
