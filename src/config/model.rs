//! Defines `[model]`, the settings of language models. Only the user's own settings are read, so that no project can
//! point the program at a server or a command.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::Faults;

words! {
    /// The protocol of a model provider.
    Provider {
        Ollama = "ollama",
        /// A server with OpenAI's API: llama.cpp, LM Studio, vLLM.
        OpenAi = "openai",
        /// A command that takes the prompt on stdin and prints the answer.
        Command = "command",
    }
}

// `words!` cannot declare a default.
#[allow(clippy::derivable_impls)]
impl Default for Provider {
    fn default() -> Self {
        Self::Ollama
    }
}

words! {
    /// The verdict of `deltamind eval --model`.
    Measured {
        /// No hedged, asked or invented item was accepted.
        Safe = "safe",
        /// At least one was.
        Unsafe = "unsafe",
    }
}

/// The `[model]` table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelConfig {
    /// Whether models are used; the default is true.
    pub enabled: Option<bool>,
    /// The model's name; without one it is chosen from the server's models.
    pub name: Option<String>,
    /// The protocol.
    pub provider: Provider,
    /// The server's address.
    pub url: Option<String>,
    /// The command and its arguments.
    pub command: Vec<String>,
    /// The environment variable that holds the key.
    pub key_env: Option<String>,
    /// Tokens of context to ask for.
    pub context: Option<usize>,
    /// Verdicts by the model's name.
    pub measured: BTreeMap<String, Measured>,
}

/// The valid sizes of the context in tokens: a turn hardly fits below, and local models are too slow above.
const CONTEXTS: std::ops::RangeInclusive<usize> = 4096..=131_072;
/// The valid settings.
const SETTINGS: &str = "enabled, name, provider, url, command, key-env, context, measured";

impl ModelConfig {
    /// Reads the table. A faulty setting is reported and keeps its default.
    pub(super) fn read(table: &DeTable<'_>, faults: &mut Faults<'_>) -> Self {
        let mut out = Self::default();
        for (key, value) in table {
            let at = value.span().start;
            let text = value.get_ref().as_str().map(str::to_owned).filter(|t| !t.trim().is_empty());
            match key.get_ref().as_ref() {
                "enabled" => {
                    out.enabled = value.get_ref().as_bool();
                    check(faults, at, out.enabled.is_some(), "enabled is true or false");
                }
                "name" => put(faults, at, text, &mut out.name, "name is a model's name in quotes"),
                "url" => put(faults, at, text, &mut out.url, "url is a server's address in quotes"),
                "key-env" => {
                    put(
                        faults,
                        at,
                        text,
                        &mut out.key_env,
                        "key-env names the variable that holds the key, not the key",
                    );
                }
                "provider" => match text.as_deref().and_then(Provider::from_word) {
                    Some(provider) => out.provider = provider,
                    None => faults.add(at, "provider is \"ollama\", \"openai\" or \"command\""),
                },
                "command" => match words(value) {
                    Some(command) => out.command = command,
                    None => {
                        faults.add(at, "command is a list: the program, then its arguments, as [\"claude\", \"-p\"]");
                    }
                },
                "context" => {
                    let number = value.get_ref().as_integer().and_then(|n| n.as_str().parse().ok());
                    out.context = number.filter(|n| CONTEXTS.contains(n));
                    let what = format!("context is a number of tokens from {} to {}", CONTEXTS.start(), CONTEXTS.end());
                    check(faults, at, out.context.is_some(), &what);
                }
                "measured" => out.measured = measured(value, faults),
                other => {
                    let what = format!("no setting of the model is called `{other}`; there are {SETTINGS}");
                    faults.add(key.span().start, &what);
                }
            }
        }
        if out.provider == Provider::Command && out.command.is_empty() {
            faults.add(0, "model: provider \"command\" needs a command");
            out.enabled = Some(false);
        }
        out
    }
}

/// Adds a fault unless the value is `fine`.
fn check(faults: &mut Faults<'_>, at: usize, fine: bool, what: &str) {
    if !fine {
        faults.add(at, what);
    }
}

/// Sets `into` to a text setting; a value that is no text is a fault.
fn put(faults: &mut Faults<'_>, at: usize, text: Option<String>, into: &mut Option<String>, what: &str) {
    check(faults, at, text.is_some(), what);
    *into = text;
}

fn words(value: &Spanned<DeValue<'_>>) -> Option<Vec<String>> {
    let list = value.get_ref().as_array()?;
    let words: Option<Vec<String>> = list.iter().map(|w| w.get_ref().as_str().map(str::to_owned)).collect();
    words.filter(|w| w.first().is_some_and(|program| !program.trim().is_empty()))
}

fn measured(value: &Spanned<DeValue<'_>>, faults: &mut Faults<'_>) -> BTreeMap<String, Measured> {
    let mut out = BTreeMap::new();
    let Some(table) = value.get_ref().as_table() else {
        faults.add(value.span().start, "measured is a table of models, as [model.measured]");
        return out;
    };
    for (name, verdict) in table {
        match verdict.get_ref().as_str().and_then(Measured::from_word) {
            Some(verdict) => {
                out.insert(name.get_ref().to_string(), verdict);
            }
            None => faults.add(verdict.span().start, "a verdict is \"safe\" or \"unsafe\""),
        }
    }
    out
}
