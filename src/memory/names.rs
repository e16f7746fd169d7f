//! Defines the names of our memory files: made from an item's first wording, never changed, valid on every system.

use crate::session::suggest::Suggestion;

/// Most bytes of the readable part, and of a single word that is longer.
const SLUG: usize = 32;

/// Words without which a name says the same.
const LIGHT_WORDS: &[&str] = &[
    "a", "an", "the", "to", "of", "in", "on", "at", "is", "are", "be", "and", "or", "for", "with", "that", "this",
    "it", "we", "i", "you", "our", "must", "should", "will", "please", "me", "us", "as", "by",
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

/// The hash in a suggestion's id.
fn hash(suggestion: &Suggestion) -> String {
    let hex = suggestion.id.chars().filter(char::is_ascii_hexdigit).collect::<String>();
    hex.get(hex.len().saturating_sub(8)..).unwrap_or("0").to_owned()
}

/// The name without its extension: `<type>-<slug>-<8 hex>`. It begins with the type so that it is no reserved device
/// name, and ends with the hash so that equal names mean the same item.
pub(super) fn stem(suggestion: &Suggestion) -> String {
    format!("{}-{}-{}", suggestion.memory_type.word(), slug(&suggestion.first), hash(suggestion))
}

/// The name of a suggestion's file.
pub fn file_name(suggestion: &Suggestion) -> String {
    format!("{}.md", stem(suggestion))
}

/// Whether a name has the form of ours.
pub(super) fn is_ours(name: &str) -> bool {
    let hash = name.strip_suffix(".md").and_then(|n| n.rsplit_once('-')).map(|(_, hash)| hash);
    hash.is_some_and(|h| h.len() == 8 && h.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Whether a file was named by us for this suggestion, whatever its type was then.
pub(super) fn is_of(name: &str, suggestion: &Suggestion) -> bool {
    name.ends_with(&format!("-{}.md", hash(suggestion)))
}
