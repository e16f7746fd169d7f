//! Defines what is installed, and which of it is taken when nobody names a model.

use std::collections::BTreeMap;

use super::policy::{self, DEFAULT_MODEL, Measured, Trust};

/// A model a server offers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Installed {
    /// Its name there.
    pub name: String,
    /// Bytes on disk.
    pub bytes: Option<u64>,
    /// Tokens of context it was made for.
    pub context: Option<u64>,
}

/// The model taken unasked: the default if it is there, else the first allowed one. Never one nobody measured.
pub fn choose(installed: &[Installed], measured: &BTreeMap<String, Measured>) -> Option<String> {
    let mut allowed = installed.iter().filter(|i| policy::rule(&i.name, measured).trust == Trust::Allowed);
    let default = allowed.clone().find(|i| i.name == DEFAULT_MODEL);
    default.or_else(|| allowed.next()).map(|i| i.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_comes_first_and_what_is_unmeasured_never() {
        let all = |names: &[&str]| -> Vec<Installed> {
            names.iter().map(|n| Installed { name: (*n).to_owned(), ..Installed::default() }).collect()
        };
        let none = BTreeMap::new();
        assert_eq!(choose(&all(&["qwen2.5:7b", "gemma2:9b"]), &none).as_deref(), Some("gemma2:9b"));
        assert_eq!(choose(&all(&["mistral:7b", "phi4:14b"]), &none).as_deref(), Some("phi4:14b"));
        assert_eq!(choose(&all(&["mistral:7b", "llama3.1:8b"]), &none), None);
        let safe = [("mistral:7b".to_owned(), Measured::Safe)].into();
        assert_eq!(choose(&all(&["mistral:7b"]), &safe).as_deref(), Some("mistral:7b"));
    }
}
