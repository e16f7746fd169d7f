//! Defines the names of our memory files: made from an item's words when it is written, then never
//! changed, valid on every system. Which
//! item a memory was made of is said by its source line.

use crate::session::suggest::Suggestion;

/// Most bytes of the readable part, and of a single word that is longer: with the type a name has at most 40.
const SLUG: usize = 30;

/// Words without which a name says the same.
const LIGHT_WORDS: &[&str] = &[
    "a", "an", "the", "to", "of", "in", "on", "at", "is", "are", "be", "and", "or", "for", "with", "that", "this",
    "it", "we", "i", "you", "our", "must", "should", "will", "please", "me", "us", "as", "by", "actually", "also",
    "but", "any", "can", "could", "do", "hmm", "its", "just", "let", "lets", "maybe", "my", "now", "oh", "ok", "okay",
    "really", "shall", "so", "still", "then", "there", "they", "want", "was", "well", "were", "would", "yes", "your",
];

/// The first telling words of a text, whole, with dashes between them; `item` when there are none.
pub(super) fn slug(text: &str) -> String {
    let text = text.to_lowercase().replace(['\'', '’'], "");
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty() && !LIGHT_WORDS.contains(w));
    let mut out = String::new();
    for word in words {
        if out.is_empty() {
            out.push_str(&word[..word.len().min(SLUG)]);
        } else if out.len() + 1 + word.len() <= SLUG {
            out.push('-');
            out.push_str(word);
        } else {
            break;
        }
    }
    if out.is_empty() { "item".to_owned() } else { out }
}

/// The name without its extension: `<type>-<slug>`. It begins with the type so that it is no reserved device name.
fn stem(suggestion: &Suggestion) -> String {
    format!("{}-{}", suggestion.memory_type.word(), slug(&suggestion.named))
}

/// The name of a suggestion's file.
pub fn file_name(suggestion: &Suggestion) -> String {
    format!("{}.md", stem(suggestion))
}

/// The name where another memory has that one: with the hash of the suggestion's id.
pub(super) fn name_beside(suggestion: &Suggestion) -> String {
    format!("{}-{}.md", stem(suggestion), suggestion.id.trim_start_matches("m-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_made_of_the_first_telling_words() {
        for (words, name) in [
            ("Actually, let's hang the lamps over the whole yard now", "hang-lamps-over-whole-yard"),
            ("So please just keep it in the bakery", "keep-bakery"),
            ("Well, ok", "item"),
            ("Unpronounceablenessesandsomemorewords first", "unpronounceablenessesandsomemo"),
        ] {
            assert_eq!(slug(words), name);
        }
    }
}
