//! Defines `[model]`, the settings of language models. Only the user's own settings are read, so that no project can
//! point the program at a server or a command.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::Faults;
use crate::words::listed;

words! {
    /// The protocol of a model provider.
    Provider {
        Ollama = "ollama",
        /// A server with OpenAI's API: llama.cpp, LM Studio, vLLM.
        OpenAi = "openai",
        /// A command that takes the prompt on stdin and prints the answer.
        Command = "command",
        Claude = "claude", Codex = "codex", Gemini = "gemini", OpenCode = "opencode", Copilot = "copilot", Pi = "pi",
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
    /// The outcome of a measurement by `deltamind eval --model`.
    MeasuredTrust {
        /// Right in four of five confident answers, and not misled by talk that only looks settled.
        Capable = "capable",
        Modest = "modest",
        /// Treats options that were only considered as settled.
        Blocked = "blocked",
    }
}

/// The measurement of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measured {
    pub trust: MeasuredTrust,
    /// The day it was measured: `2026-11-22`.
    pub date: Option<String>,
    /// This program's version then.
    pub version: Option<String>,
    /// Traps it was taken in by.
    pub traps: Option<usize>,
    /// By family, for the changes it was sure of: the number that were right, and the total.
    pub right: BTreeMap<String, (usize, usize)>,
}

impl From<MeasuredTrust> for Measured {
    fn from(trust: MeasuredTrust) -> Self {
        Self { trust, date: None, version: None, traps: None, right: BTreeMap::new() }
    }
}

impl Measured {
    /// For the changes it was sure of, in all families: the number that were right, and the total.
    pub fn total(&self) -> (usize, usize) {
        self.right.values().fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
    }

    /// The lines for `config.toml` that keep this measurement of `name`.
    pub fn lines(&self, name: &str) -> String {
        let fields = self.fields().into_iter().map(|(key, value)| format!("{key} = {value}\n"));
        format!("[model.measured.{}]\n{}", quoted(name), fields.collect::<String>())
    }

    /// The measurement as a TOML value on one line.
    pub fn value(&self) -> String {
        let fields = self.fields();
        if fields.len() == 1 {
            return quoted(self.trust.word());
        }
        let fields = fields.into_iter().map(|(key, value)| format!("{key} = {value}"));
        format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
    }

    fn fields(&self) -> Vec<(&'static str, String)> {
        let mut out = vec![("trust", quoted(self.trust.word()))];
        out.extend(self.date.as_deref().map(|date| ("date", quoted(date))));
        out.extend(self.version.as_deref().map(|version| ("version", quoted(version))));
        out.extend(self.traps.map(|traps| ("traps", traps.to_string())));
        if !self.right.is_empty() {
            let families = self.right.iter().map(|(family, (right, all))| format!("{family} = [{right}, {all}]"));
            out.push(("right", format!("{{ {} }}", families.collect::<Vec<_>>().join(", "))));
        }
        out
    }
}

/// A text as a TOML string.
pub(super) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
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
    /// Tokens of context to request.
    pub context: Option<usize>,
    /// Most tokens in an hour; 0 for no limit.
    pub tokens_per_hour: Option<u64>,
    /// Measurements by the model's name.
    pub measured: BTreeMap<String, Measured>,
    /// The model that may read the sessions of the project at a path and of those below it, or `none`.
    pub readers: Readers,
}

/// The models that may read sessions, by project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Readers(pub BTreeMap<PathBuf, String>);

impl Readers {
    /// The model that may read the sessions of the project at `root`, or [`super::NO_READER`]; `None` where the person
    /// was not asked.
    pub fn of(&self, root: &Path) -> Option<&str> {
        super::of_project(&self.0, root).map(|(_, model)| model.as_str())
    }
}

/// The valid sizes of the context in tokens: a turn hardly fits below, and local models are too slow above.
const CONTEXTS: std::ops::RangeInclusive<usize> = 4096..=131_072;
/// The valid settings.
const SETTINGS: &str = "enabled, name, provider, url, command, key-env, context, tokens-per-hour, measured, readers";

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
                    None => faults.add(at, &format!("provider is one of {}", listed(Provider::ALL))),
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
                "tokens-per-hour" => {
                    out.tokens_per_hour = number(value).map(|n| n as u64);
                    check(faults, at, out.tokens_per_hour.is_some(), "tokens-per-hour is a number, 0 for no limit");
                }
                "measured" => out.measured = measured(value, faults),
                "readers" => out.readers = readers(value, faults),
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
    for (name, value) in table {
        match one_measured(value) {
            Some(measured) => {
                out.insert(name.get_ref().to_string(), measured);
            }
            None => faults.add(
                value.span().start,
                "a measurement is \"capable\", \"modest\" or \"blocked\", or a table with one of these as trust",
            ),
        }
    }
    out
}

fn readers(value: &Spanned<DeValue<'_>>, faults: &mut Faults<'_>) -> Readers {
    let mut out = Readers::default();
    let Some(table) = value.get_ref().as_table() else {
        faults
            .add(value.span().start, "readers is a table of projects, as [model.readers] \"/path/of/it\" = \"claude\"");
        return out;
    };
    for (path, value) in table {
        let (path, model) = (PathBuf::from(path.get_ref().as_ref()), value.get_ref().as_str());
        match model.filter(|model| path.is_absolute() && !model.trim().is_empty()) {
            Some(model) => drop(out.0.insert(path, model.to_owned())),
            None => {
                faults.add(value.span().start, "a reader is a project's whole path and a model's name, or \"none\"");
            }
        }
    }
    out
}

/// A measurement: one word, or a table as `deltamind eval --model` prints it.
fn one_measured(value: &Spanned<DeValue<'_>>) -> Option<Measured> {
    if let Some(word) = value.get_ref().as_str() {
        return trust(word).map(Measured::from);
    }
    let table = value.get_ref().as_table()?;
    let text = |key: &str| table.get(key).and_then(|v| v.get_ref().as_str()).map(str::to_owned);
    let mut out = Measured::from(trust(&text("trust")?)?);
    (out.date, out.version) = (text("date"), text("version"));
    out.traps = table.get("traps").and_then(number);
    let right = table.get("right").and_then(|v| v.get_ref().as_table());
    for (family, pair) in right.into_iter().flatten() {
        let pair = pair.get_ref().as_array()?;
        let (right, all) = (pair.first().and_then(number)?, pair.get(1).and_then(number)?);
        out.right.insert(family.get_ref().to_string(), (right, all));
    }
    Some(out)
}

/// Parses a trust; `safe` and `unsafe` were written by earlier versions.
fn trust(word: &str) -> Option<MeasuredTrust> {
    match word {
        "safe" => Some(MeasuredTrust::Modest),
        "unsafe" => Some(MeasuredTrust::Blocked),
        word => MeasuredTrust::from_word(word),
    }
}

fn number(value: &Spanned<DeValue<'_>>) -> Option<usize> {
    value.get_ref().as_integer().and_then(|n| n.as_str().parse().ok())
}
