//! Defines [`Measurement`] of a language model on labelled sessions, against the rules alone, and its [`ModelReport`]:
//! scores, refused changes, cost, and how far the model can be trusted.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::task::Poll;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::drive::{Asker, Cost};
use super::policy::{CAPABLE, Measured, MeasuredTrust};
use super::{Backend, LlmError};
use crate::lab::folds;
use crate::lab::gold::Labelled;
use crate::lab::measure::{measure, measure_model};
use crate::lab::replay::{Recording, ReplayReader};
use crate::lab::scoreboard::Score;
use crate::pipeline::Pipeline;
use crate::session::Session;
use crate::state::{DeltaKind, Disposition, Extractor, LogLine, Part, ReaderTrust};
use crate::text::SafeText;

/// Fewest answers for a verdict on a model, and fewest decisions and rules for calling it harmless: a model that finds
/// little, or quotes words not in the session, has had no chance to promote a hedge.
const NEEDED: usize = 10;
/// Largest harmless share, among its decisions and rules, of traps and open questions that entered even after the rules
/// weighed them.
const MAX_HARM: f64 = 0.05;
/// Fewest changes it was sure of for calling it capable.
const MIN_CONFIDENT: usize = 20;

/// The scores of the rules alone and with the model, and the cost of asking it.
#[derive(Debug, Default)]
pub struct ModelReport {
    model: String,
    turns: usize,
    cost: Cost,
    /// Rules alone, without and with held changes; `both` is the same with the model, trusted as a capable one.
    alone: [Score; 2],
    both: [Score; 2],
    /// The changes that the model alone put into the ledger.
    own: Score,
    /// The same answers weighed as a modest model's.
    modest: Score,
    /// Number of the model's changes by their resolution, or by the guard that refused them.
    fates: BTreeMap<String, usize>,
    /// Its decisions and rules with quotes that were found.
    settling: usize,
}

/// A model to be measured, and how.
#[derive(Debug, Clone, Copy)]
pub struct Measurement<'a> {
    pub backend: &'a Backend,
    pub model: &'a str,
    /// Most bytes of talk and items in one question.
    pub budget: usize,
    /// Whether the sessions are read concurrently: an agent's program takes seconds for each question.
    pub at_once: bool,
    /// The longest it may take; a session that is not read by then does not count.
    pub within: Option<Duration>,
}

impl Measurement<'_> {
    /// Reads every session by the rules, and by the rules and the model, trusted as a capable one; then weighs the same
    /// answers as a modest model's. `asked` is called after each question. Fails when the model cannot be asked.
    pub async fn run(
        &self,
        sessions: &[Labelled],
        pipeline: &Pipeline,
        asked: impl Fn(),
    ) -> Result<ModelReport, LlmError> {
        let deadline = self.within.map(|within| Instant::now() + within);
        let read = sessions.iter().map(|labelled| self.read(labelled, pipeline, deadline, &asked));
        let all = if self.at_once {
            joined(read).await
        } else {
            let mut all = Vec::new();
            for session in read {
                all.push(session.await);
            }
            all
        };
        let mut report = ModelReport { model: SafeText::line(self.model).into_string(), ..ModelReport::default() };
        for (labelled, read) in sessions.iter().zip(all) {
            let Some((session, cost)) = read? else { continue };
            let rules = folds::read(labelled, pipeline.clone());
            let recording = Recording::of(&session);
            let (model, trust, budget) = (self.model, ReaderTrust::MODEST, self.budget);
            let reader = ReplayReader { recording: &recording, model, trust, budget };
            let mut modest = Session::with_pipeline(labelled.meta.clone(), pipeline.clone());
            reader.read(&mut modest, labelled.entries.clone(), |_, answer| answer);
            report.take(labelled, [&rules, &session, &modest], &cost);
        }
        Ok(report)
    }

    /// Lets the model read one session; `None` when the time is up.
    async fn read(
        &self,
        labelled: &Labelled,
        pipeline: &Pipeline,
        deadline: Option<Instant>,
        asked: &impl Fn(),
    ) -> Result<Option<(Session, Cost)>, LlmError> {
        let trust = ReaderTrust::capable();
        let asker = Asker { backend: self.backend, model: self.model, trust, budget: self.budget };
        let mut session = Session::with_pipeline(labelled.meta.clone(), pipeline.clone());
        let reading = asker.read_each(&mut session, labelled.entries.clone(), asked);
        let cost = match deadline {
            None => Ok(reading.await),
            Some(deadline) => tokio::time::timeout_at(deadline, reading).await,
        };
        match cost {
            Ok(cost) => Ok(Some((session, cost?))),
            Err(_) => Ok(None),
        }
    }
}

/// Runs futures concurrently on this thread. Returns their results in order.
async fn joined<T>(futures: impl Iterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let mut all: Vec<_> = futures.map(|future| (Box::pin(future), None)).collect();
    std::future::poll_fn(|context| {
        for (future, done) in all.iter_mut().filter(|(_, done)| done.is_none()) {
            if let Poll::Ready(result) = future.as_mut().poll(context) {
                *done = Some(result);
            }
        }
        if all.iter().all(|(_, done)| done.is_some()) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    all.into_iter().filter_map(|(_, done)| done).collect()
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

    /// The verdict on the model, and the reason; `None` when too few answers count.
    fn verdict(&self) -> (Option<MeasuredTrust>, String) {
        let answered = self.cost.requests - self.cost.failed.min(self.cost.requests);
        if answered < NEEDED {
            return (None, format!("{answered} usable answers are too few to tell; {NEEDED} are needed"));
        }
        let own = self.own.all;
        let traps = self.both[0].traps.0.saturating_sub(self.alone[0].traps.0);
        let right = own.precision();
        if own.emitted >= MIN_CONFIDENT && traps == 0 && own.right * 100 >= CAPABLE * own.emitted {
            let why =
                format!("{right:.0} % of the {} changes it was sure of are right, and no trap entered", own.emitted);
            return (Some(MeasuredTrust::Capable), why);
        }
        let (weighed, settling) = (harm(&self.modest).saturating_sub(harm(&self.alone[0])), self.settling);
        if weighed as f64 > MAX_HARM * settling as f64 {
            let why = format!(
                "{weighed} more traps or open questions entered as settled beside {settling} decisions and rules, though \
                 the rules weighed them"
            );
            return (Some(MeasuredTrust::Blocked), why);
        }
        if settling < NEEDED {
            let why =
                format!("{settling} decisions and rules in words of the talk are too few to tell; {NEEDED} are needed");
            return (None, why);
        }
        let why = format!(
            "{right:.0} % of the {} changes it was sure of are right ({CAPABLE} % make it capable), {traps} more traps \
             would enter unweighed",
            own.emitted
        );
        (Some(MeasuredTrust::Modest), why)
    }

    /// The measurement in the form saved in the settings.
    pub fn measured(&self) -> Option<Measured> {
        let mut measured = Measured::from(self.verdict().0?);
        measured.date = Some(jiff::Zoned::now().date().to_string());
        measured.version = Some(env!("CARGO_PKG_VERSION").to_owned());
        measured.traps = Some(self.both[0].traps.0.saturating_sub(self.alone[0].traps.0));
        let families = self.own.families.iter().filter(|(_, t)| t.emitted > 0);
        measured.right = families.map(|(family, t)| ((*family).to_owned(), (t.right, t.emitted))).collect();
        Some(measured)
    }

    /// The reason of the verdict, in one sentence.
    pub fn why(&self) -> String {
        self.verdict().1
    }

    /// Bytes of all questions.
    pub fn bytes(&self) -> u64 {
        self.cost.bytes
    }

    /// The model's name.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Every hit, miss, false alarm and trap of the rules and the model together.
    pub fn dump(&self) -> String {
        self.both[0].dump.join("\n") + "\n\n"
    }

    /// The report as Markdown tables.
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
        out.push_str("\n| outcome of its changes | number |\n|---|--:|\n");
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
        let _ = writeln!(out, "{} of {} questions got no usable answer", c.failed, c.requests);
        let (verdict, why) = self.verdict();
        out.push_str("\n| its confident changes by family | number | right % |\n|---|--:|--:|\n");
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

    /// The report as JSON.
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
