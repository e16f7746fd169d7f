//! Defines the policy on models: capable, modest, unmeasured or blocked, by name.
//!
//! Registry and build (`registry.example/library/llama3.1:8b-instruct-q4_K_M`) do not change the model. A blocked model
//! is blocked from any source; a measured one must come from its makers.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::lab::scoreboard::family;
use crate::state::ReaderTrust;

pub use crate::config::{Measured, MeasuredTrust};

words! {
    /// The trust in a model's answers.
    Trust {
        /// Measured: its confident changes enter the ledger.
        Capable = "capable",
        /// Measured: it does not turn hedges into decisions. Its changes enter where the rules find the same.
        Modest = "modest",
        /// Not measured: its changes wait for the person unless the rules find the same.
        Unmeasured = "unmeasured",
        /// Measured as harmful; it is not asked.
        Blocked = "blocked",
    }
}

/// The default model.
pub const DEFAULT_MODEL: &str = "gemma2:9b";

/// One row of the policy.
#[derive(Debug, Clone, Copy)]
pub struct PolicyRule {
    /// The makers' name, without separators.
    family: &'static str,
    /// The sizes that the row covers; a name without a size means the first.
    sizes: &'static [&'static str],
    pub trust: Trust,
    /// The names shown to people.
    pub names: &'static str,
    /// The reason.
    pub why: &'static str,
}

/// The policy. The first row is the default model; models in no row are unmeasured.
pub const RULES: &[PolicyRule] = &[
    PolicyRule {
        family: "gemma2",
        sizes: &["9b"],
        trust: Trust::Modest,
        names: "gemma2:9b",
        why: "keeps what is hedged apart from what is decided; the default",
    },
    PolicyRule {
        family: "qwen2.5",
        sizes: &["7b", "14b"],
        trust: Trust::Modest,
        names: "qwen2.5:7b, qwen2.5:14b",
        why: "keeps what is hedged apart from what is decided",
    },
    PolicyRule {
        family: "phi4",
        sizes: &["14b"],
        trust: Trust::Modest,
        names: "phi4:14b",
        why: "keeps what is hedged apart from what is decided",
    },
    PolicyRule {
        family: "llama3.1",
        sizes: &["8b"],
        trust: Trust::Blocked,
        names: "llama3.1:8b",
        why: "it makes decisions of what was only considered",
    },
];

const TRUSTED_MAKERS: &[&str] = &["library", "google", "qwen", "microsoft"];
/// Parts of a name that denote the build, not the model.
const BUILD_PARTS: &[&str] =
    &["instruct", "it", "latest", "gguf", "fp16", "f16", "bf16", "k", "m", "s", "l", "xs", "0", "1", "text"];

/// The policy's ruling on one model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    pub trust: Trust,
    /// The reason.
    pub why: String,
    /// The trust in its answers.
    pub reader: ReaderTrust,
}

impl Ruling {
    fn new(trust: Trust, why: &str) -> Self {
        let reader = match trust {
            Trust::Capable => ReaderTrust::capable(),
            Trust::Modest => ReaderTrust::MODEST,
            Trust::Unmeasured | Trust::Blocked => ReaderTrust::UNMEASURED,
        };
        Self { trust, why: why.to_owned(), reader }
    }

    /// The ruling of a measurement. A capable model is not trusted in a family in which it was often wrong.
    fn measured(measured: &Measured) -> Self {
        let trust = match measured.trust {
            MeasuredTrust::Capable => Trust::Capable,
            MeasuredTrust::Modest => Trust::Modest,
            MeasuredTrust::Blocked => Trust::Blocked,
        };
        let (right, all) = measured.total();
        let mut why = "measured".to_owned();
        if let Some(date) = &measured.date {
            let _ = write!(why, " on {date}");
        }
        if let Some(percent) = (right * 100).checked_div(all) {
            let _ = write!(why, ": {percent} % of {all} changes right");
        }
        let mut out = Self::new(trust, &format!("{why}, according to your settings"));
        out.reader.capable.retain(|kind| {
            let of_family = measured.right.get(family(*kind)).copied();
            of_family.is_none_or(|(right, all)| all < MIN_OF_FAMILY || right * 100 >= RIGHT_OF_FAMILY * all)
        });
        out
    }
}

/// The ruling on the model called `name`. `measured` holds the verdicts in the person's settings, which override the
/// table, except for a blocked model.
pub fn rule(name: &str, measured: &BTreeMap<String, Measured>) -> Ruling {
    let found = RULES.iter().find(|rule| match rule.trust {
        Trust::Blocked => rule.is_within(name),
        _ => rule.is(name),
    });
    if let Some(blocked) = found.filter(|r| r.trust == Trust::Blocked) {
        return Ruling::new(Trust::Blocked, blocked.why);
    }
    let here = measured.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, measured)| measured);
    match (here, found) {
        (Some(measured), _) => Ruling::measured(measured),
        (None, Some(rule)) => Ruling::new(rule.trust, rule.why),
        (None, None) => Ruling::new(Trust::Unmeasured, "nobody has measured it: `deltamind eval --model` does"),
    }
}

/// Fewest changes of a family, and the percentage of them that must be right, for a capable model to be trusted in it.
const MIN_OF_FAMILY: usize = 10;
const RIGHT_OF_FAMILY: usize = 60;
/// Least percentage of a capable model's confident changes that are right.
pub const CAPABLE: usize = 80;

impl PolicyRule {
    /// Whether `name` is exactly this model, from its makers.
    fn is(&self, name: &str) -> bool {
        let (makers, parts) = split_name(name);
        let foreign = makers.iter().any(|m| !TRUSTED_MAKERS.contains(&m.as_str()) && !m.contains('.'));
        let kept: Vec<&str> = parts.iter().map(String::as_str).filter(|p| !is_build_part(p)).collect();
        let squeezed: String = kept.concat();
        let bare = squeezed == self.family.replace('.', "") || squeezed == self.family;
        let mut sized = self.sizes.iter().map(|size| format!("{}{size}", self.family));
        !foreign && (bare || sized.any(|whole| squeezed == whole || squeezed == whole.replace('.', "")))
    }

    /// Whether `name` contains this model's name, from any registry or maker and in any build.
    fn is_within(&self, name: &str) -> bool {
        let (_, parts) = split_name(name);
        let squeezed = parts.concat().replace('.', "");
        let size = parts.iter().find(|p| is_size(p));
        squeezed.contains(&self.family.replace('.', ""))
            && size.is_none_or(|s| self.sizes.contains(&s.as_str()) || self.sizes.iter().any(|own| s.starts_with(own)))
    }
}

/// The policy as a table, for the README.
pub fn table() -> String {
    let mut out = String::from("| model | ruling | why |\n|---|---|---|\n");
    for rule in RULES {
        let _ = writeln!(out, "| `{}` | {} | {} |", rule.names.replace(", ", "`, `"), rule.trust, rule.why);
    }
    out.push_str("| any other | unmeasured | nobody has measured it: `deltamind eval --model` does |\n");
    out
}

/// The makers or registries before a name, and the parts of the name itself, in lower case.
fn split_name(name: &str) -> (Vec<String>, Vec<String>) {
    let low = name.trim().to_lowercase();
    let mut path: Vec<&str> = low.split('/').filter(|p| !p.is_empty()).collect();
    let last = path.pop().unwrap_or("");
    let last = last.strip_suffix(".gguf").unwrap_or(last);
    let parts = last.split(['-', '_', ':', '@', ' ']).filter(|p| !p.is_empty()).map(str::to_owned);
    (path.into_iter().map(str::to_owned).collect(), parts.collect())
}

/// Whether a part of a name is a size: `8b`, `0.5b`, `8bq4`.
fn is_size(part: &str) -> bool {
    let digits = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    digits.len() < part.len() && digits.starts_with('b')
}

fn is_build_part(part: &str) -> bool {
    let quantised = part.strip_prefix('q').or(part.strip_prefix("iq"));
    BUILD_PARTS.contains(&part) || quantised.is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str) -> Trust {
        rule(name, &BTreeMap::new()).trust
    }

    #[test]
    fn a_blocked_model_is_found_under_every_name() {
        for name in [
            "llama3.1:8b",
            "llama3.1",
            "Llama3.1:latest",
            "llama3.1:8b-instruct-q4_K_M",
            "registry.example:5000/library/llama3.1:8b-instruct-q4",
            "hf.co/someone/Meta-Llama-3.1-8B-Instruct-GGUF:Q4_K_M",
            "meta-llama/llama-3.1-8b-instruct",
            "Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf",
            "someone/my_llama3.1_8b",
            " llama3.1:8b ",
        ] {
            assert_eq!(of(name), Trust::Blocked, "{name}");
        }
    }

    #[test]
    fn a_measured_model_must_come_from_its_makers() {
        for name in [
            "gemma2:9b",
            "gemma2",
            "gemma2:latest",
            "gemma2:9b-instruct-q4_0",
            "registry.ollama.ai/library/gemma2:9b",
            "qwen2.5:7b",
            "qwen2.5:14b-instruct-q5_K_M",
            "qwen/qwen-2.5-7b-instruct",
            "phi4",
            "phi4:14b",
        ] {
            assert_eq!(of(name), Trust::Modest, "{name}");
        }
        for name in ["gemma2:2b", "gemma2-uncensored:9b", "someone/gemma2:9b", "qwen2.5-coder:7b", "qwen2.5:0.5b"] {
            assert_eq!(of(name), Trust::Unmeasured, "{name}");
        }
        for name in ["llama3.1:70b", "llama3:8b", "llama3.2:3b", "mistral:7b", "", "phi3:14b", "llama3:1b"] {
            assert_eq!(of(name), Trust::Unmeasured, "{name}");
        }
        assert_eq!(of(DEFAULT_MODEL), Trust::Modest);
    }

    #[test]
    fn a_measurement_overrides_the_table_but_not_a_block() {
        let measured = [
            ("mistral:7b", MeasuredTrust::Modest),
            ("gemma2:9b", MeasuredTrust::Blocked),
            ("llama3.1:8b", MeasuredTrust::Capable),
        ];
        let measured = measured.into_iter().map(|(n, m)| (n.to_owned(), m.into())).collect();
        assert_eq!(rule("Mistral:7b", &measured).trust, Trust::Modest);
        assert_eq!(rule("gemma2:9b", &measured).trust, Trust::Blocked);
        assert_eq!(rule("llama3.1:8b", &measured).trust, Trust::Blocked);
        assert!(rule("llama3.1:8b", &measured).why.contains("considered"));
    }
}
