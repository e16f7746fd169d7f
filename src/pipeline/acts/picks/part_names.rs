//! Defines which parts of what is proposed the words of an answer name: by number or place, by words of their own, also
//! shortened, or as the rest.

use super::descriptions::same;
use super::sorting;
use super::verdicts::names_every;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::stance;
use crate::pipeline::acts::offers::offer::{Choice, Offer};
use crate::pipeline::acts::sentences::wording::{after_any, words};

/// Parts that words of an answer name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Group {
    /// Parts by their indexes; exact if each of the words is one of a part's own.
    Parts { parts: Vec<usize>, exact: bool },
    /// All that is not named otherwise; with its number, where the words tell it.
    Rest(Option<usize>),
}

/// The parts that words name.
pub(super) fn group(text: &str, offer: &Offer) -> Option<Group> {
    let text = text.trim_matches(|c: char| c.is_whitespace() || ",;:.!?()\"".contains(c));
    let count = offer.options.len();
    if let Some(rest) = rest(text) {
        return Some(rest);
    }
    if names_every(text, count) {
        return Some(Group::Rest(None));
    }
    if let Some(parts) = numbered(text, offer) {
        return Some(Group::Parts { parts, exact: true });
    }
    let index = |option: &&Choice| offer.options.iter().position(|o| std::ptr::eq(o, *option));
    if let Some(named) = sorting::named(text, offer, &[]) {
        let parts: Vec<usize> = named.options.iter().filter_map(index).collect();
        return (!parts.is_empty()).then_some(Group::Parts { parts, exact: true });
    }
    let (part, exact) = shortened(text, offer)?;
    Some(Group::Parts { parts: vec![part], exact })
}

/// The parts without labels that numbers or letters count: "2 and 3", "b".
fn numbered(text: &str, offer: &Offer) -> Option<Vec<usize>> {
    if offer.options.iter().any(|o| o.label.is_some()) {
        return None;
    }
    let bare = after_any(text, phrases!("number|numbers|no.|nr|point|points|#")).unwrap_or(text);
    let parts: Option<Vec<usize>> =
        bare.split([',', '+', '&', ' ']).filter(|w| !w.is_empty() && *w != "and").map(place).collect();
    parts.filter(|parts| !parts.is_empty() && parts.iter().all(|at| *at < offer.options.len()))
}

/// The place that a number or a letter tells, from 0.
fn place(word: &str) -> Option<usize> {
    let letter = || phrases!("a|b|c|d|e|f|g|h").iter().position(|l| l == word);
    word.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).or_else(letter)
}

/// All that is not named otherwise, where words stand for that.
fn rest(text: &str) -> Option<Group> {
    const OTHERS: Phrases =
        phrases!("others|other ones|rest|remaining ones|remaining|rest of it|rest of them|rest of these|rest of those");
    if phrases!("everything else|anything else|all others|all the others|all the rest|otherwise|all other ones")
        .contains(text)
    {
        return Some(Group::Rest(None));
    }
    let bare = after_any(text, phrases!("the|your|all the")).unwrap_or(text);
    if OTHERS.contains(bare) {
        return Some(Group::Rest(None));
    }
    if phrases!("other|other one").contains(bare) {
        return Some(Group::Rest(Some(1)));
    }
    let number = after_any(bare, phrases!("other|remaining"))?;
    let number = number.split(' ').next()?;
    phrases!("two|three|four|five").iter().position(|n| n == number).map(|at| Group::Rest(Some(at + 2)))
}

/// The one part that words name in a short or loose form: "vent rate" of "the ventilation rate", "the longer stay" of "extend
/// the stay". False with words that no part has.
fn shortened(text: &str, offer: &Offer) -> Option<(usize, bool)> {
    const MOST: usize = 5;
    let clause = phrases!(
        "is|are|was|were|be|been|has|have|had|will|would|can|could|should|must|needs|need|does|do|did|not|don't|dont|isn't|it's|if|when|i|we|they|you|there|what|how|why"
    );
    let said = tokens(text);
    if said.is_empty() || words(text) > MOST || text.split(' ').any(|word| clause.contains(word)) {
        return None;
    }
    let own: Vec<Vec<String>> = offer.options.iter().map(|o| tokens(&o.text)).collect();
    let having = |word: &String| -> Vec<usize> {
        // "The liftoff" of "lift it off"
        let joined = |own: &Vec<String>| {
            own.iter().filter_map(|a| word.strip_prefix(a.as_str())).any(|b| own.iter().any(|o| o == b))
        };
        let has = |own: &Vec<String>| own.iter().any(|a| is_called(word, a)) || joined(own);
        own.iter().enumerate().filter(|(_, own)| has(own)).map(|(at, _)| at).collect()
    };
    let (mut left, mut known, mut unknown) = ((0..own.len()).collect::<Vec<_>>(), 0, 0);
    for word in said.iter().filter(|word| !stance::says_nothing(word)) {
        let having = having(word);
        if having.is_empty() {
            unknown += 1;
        } else {
            known += usize::from(having.len() < own.len());
            left.retain(|at| having.contains(at));
        }
    }
    let [one] = left.as_slice() else { return None };
    (known > 0 && unknown <= 1).then_some((*one, unknown == 0))
}

/// The words of a text by which it may be called; those with a hyphen also apart and as one.
fn tokens(text: &str) -> Vec<String> {
    let empty = phrases!(
        "is|it|of|to|on|in|at|by|or|an|we|my|me|so|do|go|no|ok|if|up|be|as|us|i|a|the|and|for|with|that|this|your|our|thing|things|stuff|part|bit|one|ones|idea|point"
    );
    let mut out = Vec::new();
    for word in text.split(|c: char| !(c.is_alphanumeric() || "-_.#+".contains(c))) {
        let word = word.trim_matches(['-', '_', '.']).to_lowercase();
        if word.contains('-') {
            out.push(word.replace('-', ""));
            out.extend(word.split('-').map(str::to_owned));
        }
        out.push(word);
    }
    out.retain(|word| word.chars().count() > 1 && !empty.contains(word));
    out
}

/// Whether a word is one of a part's own, also shortened: "lmp" of "lamppost", "oak" of "Oak2", "2nd" of "second".
fn is_called(said: &str, own: &str) -> bool {
    const FEW: usize = 3;
    let spelled = phrases!("2nd second|3rd third|1st first|4th fourth");
    let ordinal = spelled.iter().filter_map(|pair| pair.split_once(' ')).any(|pair| pair == (said, own));
    if said.chars().count() < FEW {
        return said == own;
    }
    let numbered = own.strip_prefix(said).is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()));
    // "Steady" of "steadily", "scope" of "telescope"
    let adverb = said
        .strip_suffix('y')
        .is_some_and(|root| root.len() >= FEW && own.strip_prefix(root).is_some_and(|o| o.starts_with('i')));
    let tail = said.len() > FEW + 1 && own.ends_with(said);
    // "Compression" of "compress"
    let derived = own.len() > FEW + 2 && said.starts_with(own);
    ordinal || numbered || adverb || tail || derived || same(said, own) || is_skeleton(said, own)
}

/// Whether letters are the first and some more consonants of a word: "brd" of "birdhouse".
fn is_skeleton(said: &str, own: &str) -> bool {
    let consonant = |c: char| c.is_ascii_lowercase() && !"aeiou".contains(c);
    let mut letters = own.chars();
    said.chars().all(consonant)
        && own.len() > said.len() + 1
        && said.chars().next() == own.chars().next()
        && said.chars().all(|c| letters.any(|l| l == c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_called_short_and_in_other_forms() {
        for (said, own) in [
            ("lmp", "lamppost"),
            ("brd", "birdhouse"),
            ("oak", "oak2"),
            ("2nd", "second"),
            ("steady", "steadily"),
            ("compression", "compress"),
            ("vent", "ventilation"),
        ] {
            assert!(is_called(said, own), "{said} of {own}");
        }
        for (said, own) in [("bell", "belt"), ("rc", "rack"), ("lamp", "larch"), ("brd", "rope")] {
            assert!(!is_called(said, own), "{said} of {own}");
        }
    }

    #[test]
    fn the_rest_may_be_counted() {
        assert_eq!(rest("the rest"), Some(Group::Rest(None)));
        assert_eq!(rest("the other two"), Some(Group::Rest(Some(2))));
        assert_eq!(rest("the roof"), None);
    }
}
