//! Defines the list of installed models, the choice of a default among them, and the test question that checks whether
//! a model follows a schema.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::policy::{self, DEFAULT_MODEL, Measured, Trust};
use crate::pipeline::extract::model::{Field, Prompt, Schema, unfenced};

/// A model a server offers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Installed {
    pub name: String,
    /// Bytes on disk.
    pub bytes: Option<u64>,
    /// The context length of the model, in tokens.
    pub context: Option<u64>,
}

/// The model to use if none is configured: the default if installed, else the first measured one. Never an unmeasured one.
pub fn choose(installed: &[Installed], measured: &BTreeMap<String, Measured>) -> Option<String> {
    let usable = |name: &str| matches!(policy::rule(name, measured).trust, Trust::Capable | Trust::Modest);
    let mut allowed = installed.iter().filter(|i| usable(&i.name));
    let default = allowed.clone().find(|i| i.name == DEFAULT_MODEL);
    default.or_else(|| allowed.next()).map(|i| i.name.clone())
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TestAnswer {
    #[serde(rename = "ready")]
    _ready: bool,
}

/// The test question, without any text of the talk.
pub fn test_prompt() -> Prompt {
    Prompt {
        system: "You answer with JSON of the schema asked for and nothing else.".to_owned(),
        user: "Are you ready? {\"ready\": true} if you are.".to_owned(),
        schema: Schema::Fields(vec![Field::needed("ready", Schema::Flag)]),
        nonce: String::new(),
    }
}

/// Whether an answer follows the schema of the test question.
pub fn follows_schema(text: &str) -> bool {
    serde_json::from_str::<TestAnswer>(unfenced(text)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_model_comes_first_and_an_unmeasured_one_is_never_chosen() {
        let all = |names: &[&str]| -> Vec<Installed> {
            names.iter().map(|n| Installed { name: (*n).to_owned(), ..Installed::default() }).collect()
        };
        let none = BTreeMap::new();
        assert_eq!(choose(&all(&["qwen2.5:7b", "gemma2:9b"]), &none).as_deref(), Some("gemma2:9b"));
        assert_eq!(choose(&all(&["mistral:7b", "phi4:14b"]), &none).as_deref(), Some("phi4:14b"));
        assert_eq!(choose(&all(&["mistral:7b", "llama3.1:8b"]), &none), None);
        let safe = [("mistral:7b".to_owned(), policy::MeasuredTrust::Modest.into())].into();
        assert_eq!(choose(&all(&["mistral:7b"]), &safe).as_deref(), Some("mistral:7b"));
    }

    #[test]
    fn an_answer_follows_the_schema_or_not() {
        for kept in ["{\"ready\": true}", " {\"ready\":false}\n", "```json\n{\"ready\": true}\n```"] {
            assert!(follows_schema(kept), "{kept}");
        }
        for not in
            ["", "I am ready!", "{\"ready\": \"yes\"}", "{\"ready\": true, \"more\": 1}", "<think>\n{ready: true}"]
        {
            assert!(!follows_schema(not), "{not}");
        }
    }
}
