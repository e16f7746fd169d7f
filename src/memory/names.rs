//! Defines the names of our memory files: made from an item's first wording, never changed, valid on every system.

use crate::session::suggest::Suggestion;

/// Bytes of the readable part.
const SLUG: usize = 48;

/// Letters, digits and single dashes of a text; `item` when there are none.
pub(super) fn slug(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_ascii_alphanumeric() {
            out.push(c);
        } else if !out.ends_with('-') && !out.is_empty() && !matches!(c, '\'' | '’') {
            out.push('-');
        }
        if out.len() >= SLUG {
            break;
        }
    }
    let out = out.trim_matches('-');
    if out.is_empty() { "item".to_owned() } else { out.to_owned() }
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
