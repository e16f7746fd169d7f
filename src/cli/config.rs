//! Defines `deltamind config`: the paths of the settings, their values and all faults in them.

use std::fmt::Write as _;

use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};

use super::put;
use super::saved::{from_home, places};
use crate::config::{ConfigFiles, FileFault, ModelConfig, Provider};
use crate::llm::policy::DEFAULT_MODEL;
use crate::llm::{CONTEXT, ollama, openai};
use crate::pipeline::Thresholds;
use crate::pipeline::scorer::Family;
use crate::standup::permission::{HIGH, MEDIUM};
use crate::text::SafeText;
use crate::tui::UserSettings;
use crate::tui::state::DEFAULT_BUDGET;

/// Arguments of `config`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind config path
  deltamind config show")]
pub struct ConfigArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Clone, Copy, Subcommand)]
enum What {
    /// Print the folder of config.toml, keymap.toml and themes/.
    #[command(after_help = "Examples:
  deltamind config path")]
    Path,
    /// Print what is in force, as a config.toml would say it, and all faults.
    #[command(after_help = "Examples:
  deltamind config show")]
    Show,
}

/// Prints the paths or the settings. Exit code 1 when the files have faults.
pub fn run(args: &ConfigArgs) -> Result<u8> {
    match args.what {
        What::Path => {
            let folder = places().config.ok_or_else(|| anyhow!("neither HOME nor XDG_CONFIG_HOME is set"))?;
            put(&format!("{}\n", SafeText::line(&folder.display().to_string()).as_str()))
        }
        What::Show => {
            let settings = settings();
            put(&show(&settings))?;
            print_faults(&settings.faults);
            Ok(u8::from(!settings.faults.is_empty()))
        }
    }
}

/// Reads the person's settings from the settings folder of this process.
pub fn settings() -> UserSettings {
    places().config.map_or_else(UserSettings::default, |folder| UserSettings::of(&ConfigFiles::read(&folder)))
}

/// A fault in the settings with its path from home, `path:line: text`.
pub fn fault_words(fault: &FileFault) -> String {
    from_home(&fault.to_string())
}

/// Prints faults in settings to stderr, a line each.
pub fn print_faults(faults: &[FileFault]) {
    for fault in faults {
        eprintln!("deltamind: {}", fault_words(fault));
    }
}

/// Adds a line of TOML: the value of a setting, or its default as a comment.
fn line(out: &mut String, name: &str, set: Option<String>, default: &str) {
    let _ = match set {
        Some(value) => writeln!(out, "{name} = {value}"),
        None => writeln!(out, "# {name} = {default}"),
    };
}

/// The settings in force, as TOML; defaults are comments.
fn show(settings: &UserSettings) -> String {
    let config = &settings.config;
    let mut out = String::new();
    line(
        &mut out,
        "theme",
        config.theme.as_ref().map(|t| format!("\"{t}\"")),
        "\"dark\"  # light where the terminal says it is",
    );
    line(&mut out, "mouse", config.mouse.map(|m| m.to_string()), "false");
    line(&mut out, "follow", config.follow.map(|f| f.to_string()), "false");
    line(&mut out, "export-budget", config.export_budget.map(|b| b.to_string()), &DEFAULT_BUDGET.to_string());
    line(&mut out, "save", config.save.map(|s| s.to_string()), "true  # sessions that are watched, under .deltamind/");
    let standup = &config.standup;
    line(&mut out, "standup.high", standup.high.map(|c| c.to_string()), &HIGH.to_string());
    line(&mut out, "standup.medium", standup.medium.map(|c| c.to_string()), &MEDIUM.to_string());
    for (what, folder) in &standup.routes {
        line(&mut out, &format!("standup.routes.{what}"), Some(format!("{folder:?}")), "");
    }
    line(
        &mut out,
        "memory.target",
        config.memory.every.as_ref().map(|t| format!("\"{t}\"")),
        "\"context\"  # what the project has",
    );
    model(&mut out, &config.model);
    for (path, target) in &config.memory.projects {
        let path = SafeText::shown(path.display());
        let _ = writeln!(out, "project.{:?}.memory = \"{target}\"", path.as_str());
    }
    for (path, project) in &standup.projects {
        let board = project.board.as_ref().map_or_else(String::new, |b| format!(", board = {b:?}"));
        let set = format!("{{ tier1 = {}{board} }}", project.tier1);
        let path = SafeText::shown(path.display());
        let _ = writeln!(out, "project.{:?}.standup = {set}", path.as_str());
    }
    let cuts = Thresholds::of(config);
    for family in Family::ALL {
        let place = *family as usize;
        let (accept, hold) = (cuts.accept.get(place).copied(), cuts.hold.get(place).copied());
        let sign = if config.thresholds.contains_key(family.word()) { "" } else { "# " };
        let (accept, hold) = (accept.unwrap_or_default(), hold.unwrap_or_default());
        let _ = writeln!(out, "{sign}thresholds.{family} = {{ accept = {accept}, hold = {hold} }}");
    }
    out
}

/// A TOML string.
fn quoted(text: &str) -> String {
    serde_json::Value::from(SafeText::line(text).as_str()).to_string()
}

/// The lines of `[model]`: the model to ask and its address.
fn model(out: &mut String, config: &ModelConfig) {
    let address = match config.provider {
        Provider::Ollama => quoted(ollama::ADDRESS),
        Provider::OpenAi => quoted(openai::ADDRESS),
        _ => "\"\"  # a command has none".to_owned(),
    };
    let provider = Some(config.provider).filter(|p| *p != Provider::default());
    let command: Vec<String> = config.command.iter().map(|word| quoted(word)).collect();
    line(out, "model.enabled", config.enabled.map(|e| e.to_string()), "true  # one that is there is offered");
    line(
        out,
        "model.name",
        config.name.as_deref().map(quoted),
        &format!("{}  # or another allowed one that is there", quoted(DEFAULT_MODEL)),
    );
    line(out, "model.provider", provider.map(|p| quoted(p.word())), &quoted(Provider::default().word()));
    line(out, "model.url", config.url.as_deref().map(quoted), &address);
    line(
        out,
        "model.command",
        (!command.is_empty()).then(|| format!("[{}]", command.join(", "))),
        "[]  # of provider \"command\"",
    );
    line(out, "model.key-env", config.key_env.as_deref().map(quoted), "\"\"  # the variable that holds a server's key");
    line(out, "model.context", config.context.map(|c| c.to_string()), &CONTEXT.to_string());
    line(
        out,
        "model.tokens-per-hour",
        config.tokens_per_hour.map(|n| n.to_string()),
        &format!("{}  # 0 for no limit, as for a server on this machine", crate::llm::TOKENS_PER_HOUR),
    );
    for (name, verdict) in &config.measured {
        line(out, &format!("model.measured.{}", quoted(name)), Some(verdict.value()), "");
    }
    for (project, model) in &config.readers.0 {
        line(out, &format!("model.readers.{}", quoted(&project.to_string_lossy())), Some(quoted(model)), "");
    }
}
