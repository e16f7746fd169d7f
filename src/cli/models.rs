//! Defines `deltamind models`: the language models found, whether the policy allows them, and how fast one answers.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;

use super::{Usage, put};
use crate::config::{Measured, ModelConfig, save_measurement};
use crate::lab::gold::Labelled;
use crate::lab::shipped;
use crate::llm::client::Limits;
use crate::llm::cost::{BYTES, QUESTIONS, ReadingCost};
use crate::llm::drive::{Asker, Cost};
use crate::llm::measurement::{Measurement, ModelReport};
use crate::llm::policy::{self, DEFAULT_MODEL, Trust};
use crate::llm::presets::{self, Preset};
use crate::llm::probe::{Installed, choose};
use crate::llm::{Backend, LlmError, ModelConnection, wait_for};
use crate::pipeline::Pipeline;
use crate::runtime::{ModelOptions, Permission, ProjectReaders};
use crate::session::Session;
use crate::text::{SafeText, pad};
use crate::transcript::{Entry, Meta, RecordRef, Role, Turn};

/// The options that choose the language model.
#[derive(Debug, Clone, Args)]
pub struct ModelFlags {
    /// Ask this language model beside the rules; `deltamind models` lists them.
    #[arg(long, value_name = "NAME", conflicts_with = "no_model")]
    pub model: Option<String>,
    /// Ask no language model, whatever is installed or set.
    #[arg(long)]
    pub no_model: bool,
    /// Allow a model's server on another machine: the talk is sent there.
    #[arg(long)]
    pub allow_remote_model: bool,
}

impl ModelFlags {
    /// The model to ask, if any. A model that is blocked is refused where it was named here.
    pub fn options(&self, config: &ModelConfig) -> Result<Option<ModelOptions>> {
        if self.no_model || (config.enabled == Some(false) && self.model.is_none()) {
            return Ok(None);
        }
        let mut options = self.wanted(config);
        if let Some(name) = &self.model {
            not_blocked(name, &options)?;
        }
        options.permission = Permission::PerProject(ProjectReaders {
            known: config.readers.clone(),
            programs: found_agents().map(Preset::program).collect(),
            keep: super::saved::places().config,
            named: self.model.is_some(),
        });
        Ok(Some(options))
    }

    fn wanted(&self, config: &ModelConfig) -> ModelOptions {
        let choice = ModelConnection::of(config, self.allow_remote_model, |name| std::env::var(name).ok());
        let command = config.command.first().filter(|_| config.provider == crate::config::Provider::Command);
        let name = self.model.clone().or_else(|| config.name.clone()).or_else(|| command.cloned());
        let options = ModelOptions { choice, measured: config.measured.clone(), ..ModelOptions::default() };
        options.with_name(name)
    }
}

/// The connection to the model `name` for a measurement, which a blocked model may have too.
pub fn measuring(name: &str, allow_remote_model: bool) -> ModelOptions {
    let which = ModelFlags { model: Some(name.to_owned()), no_model: false, allow_remote_model };
    which.wanted(&super::config::settings().config.model)
}

/// Refuses a model that the policy blocks.
pub fn not_blocked(name: &str, options: &ModelOptions) -> Result<Trust> {
    let ruling = policy::rule(name, &options.measured);
    if ruling.trust == Trust::Blocked {
        let name = SafeText::line(name).into_string();
        return Err(Usage(LlmError::Blocked { name, why: ruling.why }.to_string()).into());
    }
    Ok(ruling.trust)
}

/// Arguments of `models`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind models
  deltamind models --try-it
  deltamind models --try-it --model NAME")]
pub struct ModelsArgs {
    /// Ask the model one small question and say how long it took.
    #[arg(long)]
    try_it: bool,
    /// Measure the model on a dozen windows of this project's own labelled sessions, and keep the result in
    /// `measured.toml` beside your settings.
    #[arg(long, conflicts_with_all = ["try_it", "json"])]
    measure: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    which: ModelFlags,
}

/// The outcome of asking a model about a test talk.
#[derive(Debug)]
struct Tried {
    model: String,
    cost: Cost,
    outcome: String,
    good: bool,
}

/// Prints the models found; none is no error. Exit code 1 when a configured server does not answer, or the tried model
/// gave no valid answer.
pub fn run(args: &ModelsArgs) -> Result<u8> {
    let settings = super::config::settings();
    super::config::print_faults(&settings.faults);
    let options = args.which.wanted(&settings.config.model);
    if let Some(name) = &args.which.model {
        not_blocked(name, &options)?;
    }
    if args.measure {
        return measure_shipped(options);
    }
    let backend = Backend::open(&options.choice, Limits::default())?;
    if let Some(banner) = backend.banner() {
        eprintln!("deltamind: text leaves this machine: {banner}");
    }
    let looked = async {
        let mut installed = backend.models().await?;
        if let Backend::Ollama(ollama) = &backend {
            for model in &mut installed {
                model.context = ollama.declared_context(&model.name).await;
            }
        }
        let chosen = options.name.clone().or_else(|| choose(&installed, &options.measured));
        let tried = match chosen.as_ref().filter(|_| args.try_it) {
            Some(name) => Some(trial(&backend, name, &options).await),
            None => None,
        };
        Ok::<_, LlmError>((installed, chosen, tried))
    };
    let looked = wait_for(looked).context("no runtime for connections")?;
    let unset = settings.config.model.url.is_none() && !args.try_it;
    let (installed, chosen, tried) = match looked {
        Err(LlmError::Connect(place)) if unset => return no_server(&place, args.json, &options.measured),
        looked => looked?,
    };
    if args.json {
        let list: Vec<_> = installed.iter().map(|i| row(i, &options, chosen.as_deref())).collect();
        let tried = tried.as_ref().map(
            |t| json!({"model": t.model, "seconds": t.cost.took.as_secs_f64(), "outcome": t.outcome, "ok": t.good}),
        );
        let mut value = json!({"models": list, "tried": tried, "agents": agents_json(&options.measured)});
        crate::session::export::neutralise(&mut value);
        put(&format!("{value}\n"))?;
    } else {
        put(SafeText::block(&table(&installed, &options, chosen.as_deref(), tried.as_ref())).as_str())?;
        if !options.choice.is_program() {
            put(&agents(&options.measured))?;
        }
    }
    Ok(u8::from(tried.is_some_and(|t| !t.good)))
}

/// Measures a model on the shipped sessions and keeps the result.
fn measure_shipped(mut options: ModelOptions) -> Result<u8> {
    if options.name.is_none() {
        let backend = Backend::open(&options.choice, Limits::default())?;
        let installed = wait_for(backend.models()).context("no runtime for connections")??;
        options.name = choose(&installed, &options.measured);
    }
    let name = options.name.clone().context("--measure needs --model NAME")?;
    eprintln!("asking {name} about {} windows of invented talk", shipped::WINDOWS);
    let report = measured(&shipped::sessions(), &Pipeline::default(), &options, options.choice.is_program())?;
    put(SafeText::block(&report.markdown()).as_str())?;
    save(&report)?;
    Ok(u8::from(report.measured().is_none()))
}

/// Measures a model on labelled sessions, all of them at the same time or one after the other.
pub fn measured(
    sessions: &[Labelled],
    pipeline: &Pipeline,
    options: &ModelOptions,
    at_once: bool,
) -> Result<ModelReport> {
    let model = options.name.as_deref().context("--model needs a name")?;
    let backend = Backend::open(&options.choice, Limits::default())?;
    let budget = options.choice.window_bytes();
    let measurement = Measurement { backend: &backend, model, budget, at_once, within: None };
    let report = wait_for(measurement.run(sessions, pipeline, || {})).context("no runtime for connections")?;
    Ok(report?)
}

/// Keeps the measurement of a model in `measured.toml` beside the settings, in place of an earlier one.
pub fn save(report: &ModelReport) -> Result<()> {
    let Some(measured) = report.measured() else {
        eprintln!("deltamind: nothing is kept: too little was answered");
        return Ok(());
    };
    let folder = super::saved::places().config.context("there is no settings folder: HOME is not set")?;
    let kept = save_measurement(&folder, report.model(), measured);
    let path = kept.with_context(|| format!("cannot write to {}", folder.display()))?;
    eprintln!("deltamind: kept in {}", path.display());
    Ok(())
}

/// The message without a server, which is no error.
fn no_server(place: &str, json: bool, measured: &BTreeMap<String, Measured>) -> Result<u8> {
    if json {
        return put(&format!("{}\n", json!({"models": [], "tried": null, "agents": agents_json(measured)})));
    }
    let place = SafeText::line(place);
    put(&agents(measured))?;
    put(&format!(
        "no model server at {}: none is needed; `ollama pull {DEFAULT_MODEL}` there, or `[model]` in config.toml, adds one\n",
        place.as_str()
    ))
}

/// The agents' own programs that are installed.
fn found_agents() -> impl Iterator<Item = &'static Preset> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    presets::PRESETS.iter().filter(move |p| p.installed(&path).is_some())
}

/// The agents' own programs that are installed, with what they cost, as lines.
fn agents(measured: &BTreeMap<String, Measured>) -> String {
    let mut out = String::new();
    for preset in found_agents() {
        let ruling = policy::rule(preset.program(), measured);
        let (name, trust) = (pad(preset.program(), 32), pad(ruling.trust.word(), 10));
        let _ = writeln!(out, "  {name} {trust} {:>14}  your agent's own program; {}", "", preset.leaves);
    }
    if !out.is_empty() {
        let _ = writeln!(
            out,
            "M on the screen offers the agent's own one, --model another: a hundred turns are some {QUESTIONS} questions and {} \
             tokens",
            ReadingCost::of(100, BYTES).tokens
        );
    }
    out
}

fn agents_json(measured: &BTreeMap<String, Measured>) -> serde_json::Value {
    let row = |p: &Preset| {
        let ruling = policy::rule(p.program(), measured);
        json!({"name": p.program(), "trust": ruling.trust.word(), "why": ruling.why, "leaves": p.leaves})
    };
    found_agents().map(row).collect()
}

fn row(installed: &Installed, options: &ModelOptions, chosen: Option<&str>) -> serde_json::Value {
    let ruling = policy::rule(&installed.name, &options.measured);
    json!({
        "name": installed.name,
        "trust": ruling.trust.word(),
        "why": ruling.why,
        "context": installed.context,
        "bytes": installed.bytes,
        "asked": chosen == Some(installed.name.as_str()),
    })
}

fn table(installed: &[Installed], options: &ModelOptions, chosen: Option<&str>, tried: Option<&Tried>) -> String {
    let mut out = String::new();
    for model in installed {
        let ruling = policy::rule(&model.name, &options.measured);
        let mark = if chosen == Some(model.name.as_str()) { "*" } else { " " };
        let context = model.context.map_or(String::new(), |c| format!("{c} tokens"));
        let name = SafeText::line(&model.name);
        let (name, trust) = (pad(name.as_str(), 32), pad(ruling.trust.word(), 10));
        let _ = writeln!(out, "{mark} {name} {trust} {:>14}  {}", context, ruling.why);
    }
    if installed.is_empty() {
        out.push_str("no model is installed\n");
    }
    match chosen {
        Some(name) => {
            let _ = writeln!(out, "asked: {name}, with {} tokens of context", options.choice.context());
        }
        None => {
            let _ =
                writeln!(out, "asked: none; `ollama pull {DEFAULT_MODEL}` installs the default, --model names another");
        }
    }
    if let Some(tried) = tried {
        // Not every server counts.
        let [read, written] = [tried.cost.prompt_tokens, tried.cost.answer_tokens]
            .map(|n| if n > 0 { n.to_string() } else { "?".to_owned() });
        let _ = writeln!(
            out,
            "tried {}: {:.1} s, {read} tokens read, {written} written: {}",
            tried.model,
            tried.cost.took.as_secs_f64(),
            tried.outcome
        );
    }
    out
}

/// A test session of four turns with one decision and one hedge.
const TALK: &[(Role, &str)] = &[
    (Role::User, "The nightly report is slow. Maybe a queue would help, I am not sure yet."),
    (
        Role::Assistant,
        "The report reads the whole log each night. I could keep the totals of each day in SQLite instead.",
    ),
    (Role::User, "Yes, let's keep the totals of each day in SQLite."),
    (Role::Assistant, "I will add the table of totals."),
];

/// One question about a talk that holds a decision and a hedge.
async fn trial(backend: &Backend, model: &str, options: &ModelOptions) -> Tried {
    let mut session = Session::new(Meta::default());
    session.ingest(TALK.iter().enumerate().map(|(n, (role, content))| {
        let (turn_id, ordinal) = (format!("m{n}"), n as u32 + 1);
        Entry::Turn(Turn {
            turn_id,
            ordinal,
            role: *role,
            content: (*content).to_owned(),
            at: None,
            record: RecordRef::default(),
        })
    }));
    let trust = policy::rule(model, &options.measured).reader;
    let asker = Asker { backend, model, trust, budget: options.choice.window_bytes() };
    let mut cost = Cost::default();
    let (outcome, good) = match asker.ask(&mut session, &mut cost).await {
        Err(error) => (error.to_string(), false),
        Ok(taken) => {
            let taken = taken.unwrap_or_default();
            let kept = taken.accepted + taken.merged + taken.held;
            let outcome = format!("{kept} changes kept, {} dropped by the guards", taken.rejected);
            let good = taken.refused.is_none() && kept > 0;
            (taken.refused.unwrap_or(outcome), good)
        }
    };
    Tried { model: model.to_owned(), cost, outcome, good }
}
