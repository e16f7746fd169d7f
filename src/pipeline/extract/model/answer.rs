//! Defines the reading of a model's answer: each change becomes a candidate, or a rejection that says which guard
//! refused it.

use std::ops::Range;

use serde::Deserialize;
use serde_json::{Value, json};

use super::grounding::{self, Grounding, QuotedWords};
use super::guards::{self, ANSWER, AnswerCheck, CHANGES, LEAST_WORDS, QUOTE, Refused, SUMMARY, WRONG};
use super::verdict::{Carried, Sure, verdict};
use super::{Listed, Shown, Window, prompt_injection, quote};
use crate::language::likeness::{shared, subject};
use crate::language::stems::tokens;
use crate::pipeline::clause::{self, Clause, ReadTurn};
use crate::pipeline::dialogue::{self, Answer};
use crate::pipeline::extract::{Draft, EvidenceSpan};
use crate::pipeline::probability::{log_odds, part};
use crate::pipeline::settle::{Proposed, Target, Verdict};
use crate::state::{DeltaKind, Extractor, ItemId, ItemKind, KnownPart, Mode, Pass, Resolution, TurnId};
use crate::transcript::{Role, Turn};

/// What an answer answers.
#[derive(Debug, Clone, Copy)]
pub struct ModelRequest<'a> {
    /// The window.
    pub window: &'a Window,
    /// The turns of the session, by which the window's places count.
    pub turns: &'a [Turn],
    /// What the answer must repeat.
    pub nonce: &'a str,
    /// The model's name.
    pub model: &'a str,
    /// Whether the policy allows it.
    pub trusted_model: bool,
}

/// An item the model calls wrong. It is shown to the person; nothing follows from it by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    /// The item.
    pub item_id: ItemId,
    /// Why, in the model's words.
    pub why: String,
    /// The turn that shows it.
    pub turn_id: TurnId,
    /// The words that show it, verbatim.
    pub quote: String,
}

/// A change, as far as it is let through.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelChange {
    /// The change in the model's words.
    pub proposed: Proposed,
    /// The quoted words as an item says them: if it enters by itself, alone, it enters in these.
    pub in_their_words: Option<String>,
}

/// What came of an answer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Read {
    /// The changes, those refused too.
    pub changes: Vec<ModelChange>,
    /// Items called wrong.
    pub challenges: Vec<Challenge>,
}

/// How the person took up what is quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answered {
    /// No answer is quoted, or it is none.
    No,
    /// With a yes or a pick.
    Yes,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAnswer {
    nonce: String,
    changes: Vec<Value>,
    #[serde(default)]
    wrong: Vec<Value>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawChange {
    kind: DeltaKind,
    turn: String,
    quote: String,
    #[serde(default)]
    answer_turn: String,
    #[serde(default)]
    answer_quote: String,
    summary: String,
    sure: Sure,
    #[serde(default)]
    target: String,
    #[serde(default)]
    alternatives: Vec<String>,
    #[serde(default)]
    hard: bool,
    #[serde(default)]
    mode: String,
    #[serde(default)]
    resolution: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawWrong {
    item: String,
    turn: String,
    quote: String,
    why: String,
}

/// The answer of a model that finds nothing. What speaks to a model is shown to none, and noted as asked with this.
pub fn nothing(nonce: &str) -> String {
    json!({"nonce": nonce, "changes": []}).to_string()
}

/// Reads an answer. `Err` says in words why nothing of it is taken.
pub fn read_answer(text: &str, asked: ModelRequest<'_>) -> Result<Read, String> {
    if text.len() > ANSWER {
        return Err(format!("the answer is too long ({} bytes)", text.len()));
    }
    let raw: RawAnswer =
        serde_json::from_str(unfenced(text)).map_err(|e| format!("the answer has not the shape asked for: {e}"))?;
    if raw.nonce.trim() != asked.nonce {
        return Err(
            "the answer does not repeat what stands at the beginning: the question was cut or not read".to_owned()
        );
    }
    let mut reading = Reading { asked, seen: Vec::new() };
    let mut out = Read::default();
    for value in raw.changes.iter().take(CHANGES) {
        out.changes.push(reading.change(value));
    }
    if let Some(more) = raw.changes.len().checked_sub(CHANGES).filter(|n| *n > 0) {
        let why = format!("{more} more changes than the {CHANGES} an answer may hold");
        out.changes.push(reading.refused(DeltaKind::FactLearned, "", (AnswerCheck::TooMany, why), Vec::new()));
    }
    for value in raw.wrong.into_iter().take(WRONG) {
        // What is no challenge is nothing: it could have changed nothing either.
        out.challenges
            .extend(reading.challenge(value).filter(|c| out.challenges.iter().all(|o| o.item_id != c.item_id)));
    }
    Ok(out)
}

/// The text without one code fence around it.
pub fn unfenced(text: &str) -> &str {
    let text = text.trim();
    let Some(inner) = text.strip_prefix("```").and_then(|t| t.strip_suffix("```")) else { return text };
    inner.strip_prefix("json").unwrap_or(inner).trim()
}

struct Reading<'a> {
    asked: ModelRequest<'a>,
    /// What was said before in the same answer.
    seen: Vec<(DeltaKind, String, Range<usize>, String)>,
}

/// A quotation that was found.
struct Found<'a> {
    shown: &'a Shown,
    turn: &'a Turn,
    read: ReadTurn,
    range: Range<usize>,
}

impl Found<'_> {
    fn place(&self) -> EvidenceSpan {
        let text = self.turn.content.get(self.range.clone()).unwrap_or("").to_owned();
        EvidenceSpan { turn_id: self.turn.turn_id.as_str().into(), text, range: self.range.clone() }
    }

    /// The clauses the quotation lies in: those it covers by half, or all it touches when it covers none.
    fn clauses(&self) -> Vec<&Clause> {
        let covered = |c: &&Clause| {
            let shared = c.range.end.min(self.range.end).saturating_sub(c.range.start.max(self.range.start));
            (shared > 0, shared * 2 >= c.range.len())
        };
        let touched: Vec<&Clause> = self.read.clauses.iter().filter(|c| covered(c).0).collect();
        let half: Vec<&Clause> = touched.iter().copied().filter(|c| covered(c).1).collect();
        if half.is_empty() { touched } else { half }
    }
}

impl<'a> Reading<'a> {
    fn change(&mut self, value: &Value) -> ModelChange {
        match RawChange::deserialize(value) {
            Ok(raw) => {
                let mut places = Vec::new();
                match self.checked(&raw, &mut places) {
                    Ok(change) => change,
                    Err(refused) => self.refused(raw.kind, &raw.summary, refused, places),
                }
            }
            Err(error) => {
                let field = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or("").to_owned();
                let kind = DeltaKind::from_word(&field("kind")).unwrap_or(DeltaKind::FactLearned);
                let why = head(&error.to_string(), QUOTE);
                self.refused(kind, &field("summary"), (AnswerCheck::Schema, why), Vec::new())
            }
        }
    }

    /// Every guard, in order: from what needs no reading to what does.
    fn checked(&mut self, raw: &RawChange, places: &mut Vec<EvidenceSpan>) -> Result<ModelChange, Refused> {
        lengths(raw)?;
        let found = self.find(&raw.turn, &raw.quote)?;
        places.push(found.place());
        if !self.asked.window.covers.contains(&found.shown.index) && raw.answer_turn.is_empty() {
            return Err((AnswerCheck::OffWindow, format!("{} was not asked about", raw.turn)));
        }
        let short = tokens(&raw.quote).len() < LEAST_WORDS && raw.answer_quote.is_empty();
        if short && quote::find(&raw.quote, found.turn.content.trim()).is_none() {
            return Err((AnswerCheck::TooShort, "the quoted words are too few to show anything".to_owned()));
        }
        let (answered, answer) = self.answered(raw, &found, places)?;
        let target = self.target(raw)?;
        let key = (raw.kind, found.turn.turn_id.clone(), found.range.clone(), raw.target.clone());
        if self.seen.contains(&key) {
            return Err((AnswerCheck::Repeated, "the same change stands in the answer before".to_owned()));
        }
        self.seen.push(key);
        let clauses = found.clauses();
        let carried = Carried { clauses: &clauses, role: found.turn.role, answered, tied: false };
        guards::veto(raw.kind, carried)?;
        let last = answer.as_ref().map_or(found.shown.index, |a| a.shown.index.max(found.shown.index));
        guards::grounded(&raw.summary, &self.talk(0, last), target.map(|t| t.summary.as_str()))?;
        let words = words(&clauses, answer.as_ref(), target);
        let mut grounding = words.grounding(raw.kind, &raw.summary)?;
        if raw.kind == DeltaKind::BranchCreated && grounding == Grounding::Extrapolated {
            // What is put side by side may stand all over the turn.
            let whole = QuotedWords { quoted: found.turn.content.clone(), ..words.clone() };
            let known = whole.grounding(raw.kind, &raw.summary).is_ok_and(|b| b != Grounding::Extrapolated);
            grounding = if known { Grounding::Paraphrase } else { grounding };
        }
        let own_words = (grounding == Grounding::Paraphrase)
            .then(|| grounding::in_their_words(raw.kind, &raw.summary, carried))
            .flatten();
        let tied = (grounding == Grounding::Exact || own_words.is_some()) && words.name_target(raw.kind);
        let (verdict, confidence) = verdict(raw.kind, raw.sure, self.asked.trusted_model, Carried { tied, ..carried });
        let around = self.talk(self.exchange_before(found.shown.index), last);
        let alternatives = alternatives(raw, &around)?;
        let mut proposed = self.proposed(raw, target, alternatives, (verdict, confidence), places.clone());
        if raw.kind == DeltaKind::ItemSuperseded {
            proposed.candidate.delta.reason = Some(found.place().text);
        }
        if grounding::beyond(&raw.summary, &around, target) {
            let part = part(KnownPart::BeyondQuote.word(), 0.0);
            proposed.candidate.parts = proposed.candidate.parts.iter().cloned().chain([part]).collect();
        }
        Ok(ModelChange { proposed, in_their_words: own_words })
    }

    /// The turns shown from one place to another, as they were said.
    fn talk(&self, from: usize, to: usize) -> Vec<&'a str> {
        let shown = self.asked.window.turns.iter().filter(|t| (from..=to).contains(&t.index));
        shown.filter_map(|t| self.asked.turns.get(t.index)).map(|t| t.content.as_str()).collect()
    }

    /// Where the exchange begins that the turn at `at` goes on with: at the person's turn before it.
    fn exchange_before(&self, at: usize) -> usize {
        let before = self.asked.turns.get(..at).unwrap_or_default();
        before.iter().rposition(|t| t.role == Role::User).unwrap_or(0)
    }

    /// The words where they stand.
    fn find(&self, label: &str, words: &str) -> Result<Found<'a>, Refused> {
        let off = || (AnswerCheck::OffWindow, format!("there is no turn {} in what was asked", head(label, 20)));
        let shown = self.asked.window.turn(label.trim()).ok_or_else(off)?;
        let turn = self.asked.turns.get(shown.index).ok_or_else(off)?;
        if prompt_injection::found(&turn.content) {
            return Err((AnswerCheck::Attack, format!("{label} speaks to a model")));
        }
        let not_there = || (AnswerCheck::NotQuoted, format!("{label} does not say so word for word"));
        let range = quote::find(&turn.content, words).ok_or_else(not_there)?;
        Ok(Found { shown, turn, read: clause::read(turn), range })
    }

    /// How the person answered what is quoted: a later turn of theirs that takes up an offer of the agent's; and that
    /// turn.
    fn answered(
        &self,
        raw: &RawChange,
        found: &Found<'_>,
        places: &mut Vec<EvidenceSpan>,
    ) -> Result<(Answered, Option<Found<'a>>), Refused> {
        if raw.answer_turn.trim().is_empty() {
            return Ok((Answered::No, None));
        }
        let answer = self.find(&raw.answer_turn, &raw.answer_quote)?;
        if !self.asked.window.covers.contains(&answer.shown.index) {
            return Err((AnswerCheck::OffWindow, format!("{} was not asked about", raw.answer_turn)));
        }
        places.insert(0, answer.place());
        let between = self.asked.turns.get(found.shown.index + 1..answer.shown.index).unwrap_or_default();
        let next = answer.shown.index > found.shown.index && between.iter().all(|t| t.role != Role::User);
        let takes = matches!(dialogue::answer(&answer.read), Answer::Yes | Answer::YesMore | Answer::Pick);
        let offered = found.turn.role == Role::Assistant && answer.turn.role == Role::User;
        let answered = if next && takes && offered { Answered::Yes } else { Answered::No };
        Ok((answered, Some(answer)))
    }

    /// The item a change points to, which must have been shown and be of the right kind.
    fn target(&self, raw: &RawChange) -> Result<Option<&'a Listed>, Refused> {
        let wanted = match raw.kind {
            DeltaKind::DecisionRevised => Some(ItemKind::Decision),
            DeltaKind::ConstraintRevised => Some(ItemKind::Constraint),
            DeltaKind::TaskClosed => Some(ItemKind::Task),
            DeltaKind::ItemSuperseded => None,
            _ => return Ok(None),
        };
        let id = raw.target.trim();
        let none = || (AnswerCheck::NoTarget, format!("{} is no item that was shown", head(id, 20)));
        let item = self.asked.window.item(id).ok_or_else(none)?;
        match wanted.filter(|kind| *kind != item.kind) {
            Some(kind) => Err((AnswerCheck::WrongKind, format!("{id} is a {}, not a {kind}", item.kind))),
            None => Ok(Some(item)),
        }
    }

    fn proposed(
        &self,
        raw: &RawChange,
        target: Option<&Listed>,
        alternatives: Vec<String>,
        (verdict, confidence): (Verdict, f32),
        places: Vec<EvidenceSpan>,
    ) -> Proposed {
        let mut draft = self.draft(raw.kind, &raw.summary, places);
        draft.confidence = confidence;
        draft.reason = format!("{} says so: {}", self.asked.model, raw.sure);
        draft.parts = vec![part(format!("{} says so ({})", self.asked.model, raw.sure), log_odds(confidence))];
        let delta = &mut draft.delta;
        delta.alternatives = alternatives;
        if matches!(raw.kind, DeltaKind::ConstraintAdded | DeltaKind::ConstraintRevised) {
            delta.hard = Some(raw.hard);
        }
        if raw.kind == DeltaKind::ConstraintRevised {
            delta.mode = Mode::from_word(&raw.mode).or(Some(Mode::Amended));
        }
        if raw.kind == DeltaKind::TaskClosed {
            delta.resolution = Resolution::from_word(&raw.resolution).or(Some(Resolution::Completed));
        }
        if let Some(target) = target.filter(|_| matches!(raw.kind, DeltaKind::TaskClosed | DeltaKind::ItemSuperseded)) {
            delta.summary = Some(target.summary.clone());
        }
        draft.propose(target.map_or(Target::None, |t| Target::Id(t.id.clone())), verdict)
    }

    fn draft(&self, kind: DeltaKind, summary: &str, places: Vec<EvidenceSpan>) -> Draft {
        let turn = places.first().and_then(|p| self.asked.turns.iter().rev().find(|t| p.turn_id == t.turn_id));
        let mut draft = Draft::new(kind, summary.trim(), places, turn.and_then(|t| t.at));
        draft.extractor = Extractor::Model;
        draft.rule = format!("model/{}", self.asked.model);
        draft
    }

    /// A change a guard refused. Words that do not stand in the talk are not kept as evidence.
    fn refused(&self, kind: DeltaKind, summary: &str, (guard, why): Refused, places: Vec<EvidenceSpan>) -> ModelChange {
        let mut draft = self.draft(kind, &head(summary, SUMMARY), places);
        draft.reason = format!("{} says so", self.asked.model);
        let verdict = Verdict::Reject { pass: Pass::Extract, code: guard.word().to_owned(), why };
        ModelChange { proposed: draft.propose(Target::None, verdict), in_their_words: None }
    }

    fn challenge(&self, value: Value) -> Option<Challenge> {
        let raw: RawWrong = serde_json::from_value(value).ok()?;
        let item = self.asked.window.item(raw.item.trim())?;
        let found = self.find(&raw.turn, &raw.quote).ok()?;
        let (why, quoted) = (raw.why.trim(), tokens(&raw.quote).len());
        let fits =
            !why.is_empty() && why.chars().count() <= SUMMARY && quoted >= LEAST_WORDS && !prompt_injection::found(why);
        fits.then(|| Challenge {
            item_id: item.id.clone(),
            why: why.to_owned(),
            turn_id: found.turn.turn_id.as_str().into(),
            quote: found.place().text,
        })
    }
}

fn lengths(raw: &RawChange) -> Result<(), Refused> {
    let quotes = [&raw.quote, &raw.answer_quote];
    let long = raw.summary.chars().count() > SUMMARY || quotes.iter().any(|q| q.chars().count() > QUOTE);
    if long {
        return Err((AnswerCheck::TooLong, "a summary or a quotation is longer than it may be".to_owned()));
    }
    if raw.summary.trim().is_empty() || raw.quote.trim().is_empty() {
        return Err((AnswerCheck::Schema, "it has no summary or no quotation".to_owned()));
    }
    Ok(())
}

/// The words a change rests on.
fn words<'a>(clauses: &[&Clause], answer: Option<&Found<'_>>, target: Option<&'a Listed>) -> QuotedWords<'a> {
    let text = |clauses: &[&Clause]| clauses.iter().map(|c| c.text.as_str()).collect::<Vec<_>>().join("\n");
    // The whole answer: what is not quoted of it may take back a part.
    let answer = answer.map_or_else(String::new, |a| text(&a.read.clauses.iter().collect::<Vec<_>>()));
    QuotedWords { quoted: text(clauses), answer, target }
}

/// The alternatives that the talk around the quotation names; of a decision those that are not what was chosen.
fn alternatives(raw: &RawChange, around: &[&str]) -> Result<Vec<String>, Refused> {
    const MOST: usize = 6;
    let chosen = subject(&raw.summary);
    let open = raw.kind == DeltaKind::BranchCreated;
    let named = |a: &&String| {
        let own = subject(a);
        let other = open || shared(&own, &chosen) < own.len();
        let short = a.chars().count() <= SUMMARY;
        short && other && guards::grounded(a, around, None).is_ok() && (open || !grounding::beyond(a, around, None))
    };
    let list: Vec<String> = raw.alternatives.iter().filter(named).take(MOST).cloned().collect();
    if raw.kind == DeltaKind::BranchCreated && list.len() < 2 {
        return Err((AnswerCheck::Schema, "a branch needs two alternatives that the talk names".to_owned()));
    }
    Ok(list)
}

fn head(text: &str, most: usize) -> String {
    text.trim().chars().take(most).collect()
}
