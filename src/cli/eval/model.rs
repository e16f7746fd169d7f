//! Defines `deltamind eval GOLD... --model NAME`: compares the rules alone with the rules and a language model on
//! labelled sessions: scores, refused changes, cost, and whether the model is safe.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::lab::folds;
use crate::lab::gold::Labelled;
use crate::lab::measure::{measure, measure_model};
use crate::lab::replay::{Recording, ReplayReader};
use crate::lab::scoreboard::Score;
use crate::llm::client::Limits;
use crate::llm::drive::{Asker, Cost};
use crate::llm::policy::{CAPABLE, Measured, MeasuredTrust};
use crate::llm::{Backend, wait_for};
use crate::pipeline::Pipeline;
use crate::runtime::ModelOptions;
use crate::session::Session;
use crate::state::{DeltaKind, Disposition, Extractor, LogLine, Part, ReaderTrust};
use crate::text::SafeText;

/// Fewest answers for a verdict on a model, and fewest decisions and rules for calling it harmless: a model that finds
/// little, or quotes words not in the session, has had no chance to promote a hedge.
const ENOUGH: usize = 10;
/// Largest share of traps and open questions that entered, of its decisions and rules, even after the rules weighed
/// them.
const HARMFUL: f64 = 0.05;
/// Fewest changes it was sure of for calling it capable.
const ENOUGH_SURE: usize = 20;

/// The scores of the rules alone and with the model, and the cost of asking it.
#[derive(Debug, Default)]
pub struct ModelReport {
    model: String,
    turns: usize,
    cost: Cost,
    /// Rules alone, without and with held changes; `both` is the same with the model, trusted as a capable one.
    alone: [Score; 2],
    both: [Score; 2],
    /// The items that the model alone put into the ledger.
    own: Score,
    /// The same answers weighed as a modest model's.
    modest: Score,
    /// Number of the model's changes by their resolution, or by the guard that refused them.
    fates: BTreeMap<String, usize>,
    /// Its decisions and rules with quotes that were found.
    settling: usize,
}

/// Reads every session by the rules and by the rules and the model, trusted as a capable one; then weighs the same
/// answers as a modest model's.
pub fn run(sessions: &[Labelled], pipeline: &Pipeline, options: &ModelOptions) -> Result<ModelReport> {
    let model = options.name.clone().context("--model needs a name")?;
    let backend = Backend::open(&options.choice, Limits::default())?;
    let budget = options.choice.window_bytes();
    let asker = Asker { backend: &backend, model: &model, trust: ReaderTrust::capable(), budget };
    let mut report = ModelReport { model: SafeText::line(&model).into_string(), ..ModelReport::default() };
    for labelled in sessions {
        let rules = folds::read(labelled, pipeline.clone());
        let mut session = Session::with_pipeline(labelled.meta.clone(), pipeline.clone());
        let cost =
            wait_for(asker.read(&mut session, labelled.entries.clone())).context("no runtime for connections")??;
        let recording = Recording::of(&session);
        let reader = ReplayReader { recording: &recording, model: &model, trust: ReaderTrust::MODEST, budget };
        let mut modest = Session::with_pipeline(labelled.meta.clone(), pipeline.clone());
        reader.read(&mut modest, labelled.entries.clone(), |_, answer| answer);
        report.take(labelled, [&rules, &session, &modest], &cost);
    }
    Ok(report)
}

impl ModelReport {
    fn take(&mut self, labelled: &Labelled, [rules, session, modest]: [&Session; 3], cost: &Cost) {
        self.own.absorb(measure_model(&labelled.gold, session));
        self.modest.absorb(measure(&labelled.gold, modest, false));
        for (held, (alone, both)) in [false, true].into_iter().zip(self.alone.iter_mut().zip(&mut self.both)) {
            alone.absorb(measure(&labelled.gold, rules, held));
            both.absorb(measure(&labelled.gold, session, held));
        }
        self.turns += labelled.gold.turns.len();
        self.cost.requests += cost.requests;
        self.cost.failed += cost.failed;
        self.cost.prompt_tokens += cost.prompt_tokens;
        self.cost.answer_tokens += cost.answer_tokens;
        self.cost.bytes += cost.bytes;
        self.cost.took += cost.took;
        for line in session.log() {
            let LogLine::Outcome(outcome) = line else { continue };
            let by_both = matches!(&outcome.disposition, Disposition::Accepted { was: Some(_), .. })
                && outcome.candidate.parts.iter().any(Part::is_found_again);
            if outcome.candidate.extractor != Extractor::Model && !by_both {
                continue;
            }
            let fate = match &outcome.disposition {
                Disposition::Accepted { .. } if by_both => "accepted with the rules",
                Disposition::Accepted { .. } => "accepted",
                Disposition::Merged { .. } => "merged",
                Disposition::Held { .. } => "held",
                Disposition::Rejected { code, .. } => code,
            };
            *self.fates.entry(fate.to_owned()).or_default() += 1;
            let settles = matches!(outcome.candidate.delta.kind, DeltaKind::DecisionMade | DeltaKind::ConstraintAdded);
            self.settling += usize::from(settles && !matches!(outcome.disposition, Disposition::Rejected { .. }));
        }
    }

    /// The measurement of the model, and why; `None` when too little was answered.
    fn verdict(&self) -> (Option<MeasuredTrust>, String) {
        let answered = self.cost.requests - self.cost.failed.min(self.cost.requests);
        if answered < ENOUGH {
            return (None, format!("{answered} answers that count are too few to tell; {ENOUGH} are needed"));
        }
        let own = self.own.all;
        let traps = self.both[0].traps.0.saturating_sub(self.alone[0].traps.0);
        let right = own.precision();
        if own.emitted >= ENOUGH_SURE && traps == 0 && own.right * 100 >= CAPABLE * own.emitted {
            let why =
                format!("{right:.0} % of the {} changes it was sure of are right, and no trap entered", own.emitted);
            return (Some(MeasuredTrust::Capable), why);
        }
        let (weighed, settling) = (harm(&self.modest).saturating_sub(harm(&self.alone[0])), self.settling);
        if weighed as f64 > HARMFUL * settling as f64 {
            let why = format!(
                "{weighed} more traps or open questions entered as settled beside {settling} decisions and rules, though \
                 the rules weighed them"
            );
            return (Some(MeasuredTrust::Blocked), why);
        }
        if settling < ENOUGH {
            let why =
                format!("{settling} decisions and rules in words of the talk are too few to tell; {ENOUGH} are needed");
            return (None, why);
        }
        let why = format!(
            "{right:.0} % of the {} changes it was sure of are right ({CAPABLE} % make it capable), {traps} more traps \
             would enter unweighed",
            own.emitted
        );
        (Some(MeasuredTrust::Modest), why)
    }

    /// The measurement as the settings keep it.
    pub fn measured(&self) -> Option<Measured> {
        let mut measured = Measured::from(self.verdict().0?);
        measured.date = Some(jiff::Zoned::now().date().to_string());
        measured.version = Some(env!("CARGO_PKG_VERSION").to_owned());
        measured.traps = Some(self.both[0].traps.0.saturating_sub(self.alone[0].traps.0));
        let families = self.own.families.iter().filter(|(_, t)| t.emitted > 0);
        measured.right = families.map(|(family, t)| ((*family).to_owned(), (t.right, t.emitted))).collect();
        Some(measured)
    }

    /// The model's name.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Every hit, miss, false alarm and trap of the rules and the model together.
    pub fn dump(&self) -> String {
        self.both[0].dump.join("\n") + "\n\n"
    }

    /// Tables for people.
    pub fn markdown(&self) -> String {
        let mut out = "| | emitted | precision % | recall % | F1 | traps hit | settled while still open |\n".to_owned();
        out.push_str("|---|--:|--:|--:|--:|--:|--:|\n");
        let rows = [
            ("rules", &self.alone[0]),
            ("rules and model", &self.both[0]),
            ("rules and model, weighed", &self.modest),
            ("rules, held counted", &self.alone[1]),
            ("rules and model, held counted", &self.both[1]),
        ];
        for (name, score) in rows {
            let t = score.all;
            let (p, r, f) = (t.precision(), t.recall(), t.f1());
            let _ = writeln!(
                out,
                "| {name} | {} | {p:.1} | {r:.1} | {f:.1} | {} | {} |",
                t.emitted, score.traps.0, score.canonized
            );
        }
        out.push_str("\n| what became of its changes | number |\n|---|--:|\n");
        for (fate, n) in &self.fates {
            let _ = writeln!(out, "| {fate} | {n} |");
        }
        let hundred = |n: f64| n * 100.0 / self.turns.max(1) as f64;
        let c = &self.cost;
        let _ = writeln!(
            out,
            "\nper 100 turns: {:.1} questions, {:.0} tokens read, {:.0} written, {:.0} bytes sent, {:.1} s",
            hundred(c.requests as f64),
            hundred(c.prompt_tokens as f64),
            hundred(c.answer_tokens as f64),
            hundred(c.bytes as f64),
            hundred(c.took.as_secs_f64()),
        );
        let _ = writeln!(out, "{} of {} answers gave nothing", c.failed, c.requests);
        let (verdict, why) = self.verdict();
        out.push_str("\n| of what it was sure of | changes | right % |\n|---|--:|--:|\n");
        for (family, tally) in self.own.families.iter().filter(|(_, t)| t.emitted > 0) {
            let _ = writeln!(out, "| {family} | {} | {:.1} |", tally.emitted, tally.precision());
        }
        let verdict = verdict.map_or("none", MeasuredTrust::word);
        let _ = writeln!(out, "\nverdict: {verdict}: {why}");
        if let Some(measured) = self.measured() {
            let _ = write!(out, "\nfor config.toml, or with --save:\n{}", measured.lines(&self.model));
        }
        out
    }

    /// The same for programs.
    pub fn json(&self) -> Value {
        let (verdict, why) = self.verdict();
        json!({
            "model": self.model,
            "turns": self.turns,
            "rules": score_json(&self.alone[0]),
            "rulesHeld": score_json(&self.alone[1]),
            "both": score_json(&self.both[0]),
            "bothHeld": score_json(&self.both[1]),
            "fates": self.fates,
            "requests": self.cost.requests,
            "failed": self.cost.failed,
            "promptTokens": self.cost.prompt_tokens,
            "answerTokens": self.cost.answer_tokens,
            "seconds": self.cost.took.as_secs_f64(),
            "sure": score_json(&self.own),
            "weighed": score_json(&self.modest),
            "verdict": verdict,
            "why": why,
        })
    }
}

/// Traps and open questions that entered as settled.
fn harm(score: &Score) -> usize {
    score.traps.0 + score.canonized
}

fn score_json(score: &Score) -> Value {
    let all = score.all;
    json!({"emitted": all.emitted, "precision": all.precision(), "recall": all.recall(), "f1": all.f1(),
           "traps": score.traps.0, "canonized": score.canonized})
}
