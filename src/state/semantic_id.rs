//! Defines the semantic id: a hash of a summary that ignores word order, case and verb forms.
//!
//! FNV-1a (32 bits) of the sorted stems without stop words, prefixed by kind (`d-a3f7c012`).

use super::id::SemanticId;
use super::kind::ItemKind;
use crate::language::stems::with_token_set;
use crate::text::hash::{fnv1a_32, fnv1a_32_after};

/// The semantic id of `summary` as an item of `kind`.
pub fn semantic_id(kind: ItemKind, summary: &str) -> SemanticId {
    let hash = with_token_set(summary, |set| {
        let mut tokens = set.iter();
        let first = fnv1a_32(tokens.next().copied().unwrap_or_default().bytes());
        tokens.fold(first, |hash, token| fnv1a_32_after(fnv1a_32_after(hash, [b' ']), token.bytes()))
    });
    SemanticId::new(kind.semantic_prefix(), hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(a: &str, b: &str) -> bool {
        semantic_id(ItemKind::Decision, a) == semantic_id(ItemKind::Decision, b)
    }

    #[test]
    fn word_order_case_verb_forms_and_punctuation_do_not_count() {
        assert!(same("Use TypeScript for type safety", "using typescript for type safety"));
        assert!(same("Building the API,", "build the API"));
        assert!(same("Redis for caching.", "caching, Redis"));
        assert!(same("run migrations", "running migration"));
    }

    #[test]
    fn negation_numbers_versions_and_scope_words_count() {
        assert!(!same("must use eval", "must not use eval"));
        assert!(!same("don't use Redis", "use Redis"));
        assert!(!same("keep 3 replicas", "keep 5 replicas"));
        assert!(!same("Node 18.1", "Node 18.2"));
        assert!(!same("deploy to staging", "deploy to production"));
    }

    #[test]
    fn the_prefix_names_the_kind() {
        assert!(semantic_id(ItemKind::Risk, "x").starts_with("rsk-"));
        assert!(semantic_id(ItemKind::OpenQuestion, "x").starts_with("q-"));
    }
}
