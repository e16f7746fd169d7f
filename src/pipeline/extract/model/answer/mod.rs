//! Defines the parser of a model's answer: each change becomes a candidate, or a rejection with the guard that refused
//! it.

mod challenge;
mod ends;
mod pasted;
mod targets;

use std::ops::Range;

use serde::Deserialize;
use serde_json::{Value, json};

use super::grounding::{self, Grounding, QuotedWords};
use super::guards::{self, ANSWER, AnswerCheck, CHANGES, LEAST_WORDS, QUOTE, Refused, SUMMARY, WRONG};
use super::raw::{RawAnswer, RawChange, lengths, unfenced};
use super::verdict::{Carried, trusted_verdict, verdict};
use super::window::ListedStatus;
use super::{Listed, Shown, Window, prompt_injection, quote};
use crate::language::likeness::{shared, subject};
use crate::language::stems::tokens;
use crate::pipeline::clause::{self, Clause, ReadTurn};
use crate::pipeline::dialogue::{self, Answer};
use crate::pipeline::extract::{Draft, EvidenceSpan};
use crate::pipeline::probability::{log_odds, part};
use crate::pipeline::settle::{Proposed, Target, Verdict};
use crate::state::{DeltaKind, Extractor, ItemId, KnownPart, Mode, Pass, ReaderTrust, Resolution};
use crate::transcript::{Role, Turn};

use targets::target_of;

pub use challenge::{Challenge, ProposedFix};

/// The request an answer belongs to.
#[derive(Debug, Clone, Copy)]
pub struct ModelRequest<'a> {
    /// The window that was sent.
    pub window: &'a Window,
    /// The turns of the session; the window's indexes refer to them.
    pub turns: &'a [Turn],
    /// The word the answer must repeat.
    pub nonce: &'a str,
    /// The model's name.
    pub model: &'a str,
    /// The trust in its changes.
    pub trust: &'a ReaderTrust,
}

/// A change of an answer with its verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelChange {
    /// The change in the model's words.
    pub proposed: Proposed,
    /// A summary in the quoted words, used when the change is accepted without the rules' agreement.
    pub in_their_words: Option<String>,
    /// The items that it settles.
    pub settles: Vec<Target>,
    /// Whether the model is capable in this kind of change, so that the change is not weighed by the rules.
    pub capable: bool,
    /// Whether the rules read the words otherwise, so that what a capable model is sure of waits.
    pub lowered: bool,
}

/// A parsed answer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Read {
    /// The changes, refused ones included.
    pub changes: Vec<ModelChange>,
    /// Items called wrong.
    pub challenges: Vec<Challenge>,
}

/// Whether the person accepted the quoted offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answered {
    /// No accepting answer is quoted.
    No,
    /// With a yes or a pick.
    Yes,
}

/// An answer without changes, recorded for turns that are not shown because they address a model.
pub fn nothing(nonce: &str) -> String {
    json!({"nonce": nonce, "changes": []}).to_string()
}

/// Parses an answer; the error is one sentence.
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
    let mut reading = Reading { asked, seen: Vec::new(), made: Vec::new(), taken_up: Vec::new(), ended: Vec::new() };
    let mut out = Read::default();
    for value in raw.changes.iter().take(CHANGES) {
        out.changes.push(reading.change(value));
    }
    if let Some(more) = raw.changes.len().checked_sub(CHANGES).filter(|n| *n > 0) {
        let why = format!("{more} more changes than the {CHANGES} an answer may hold");
        out.changes.push(reading.refused(DeltaKind::FactLearned, "", (AnswerCheck::TooMany, why), Vec::new()));
    }
    for value in raw.wrong.into_iter().take(WRONG) {
        // An invalid challenge is dropped without a rejection: it could not change anything.
        out.challenges
            .extend(reading.challenge(value).filter(|c| out.challenges.iter().all(|o| o.item_id != c.item_id)));
    }
    Ok(out)
}

struct Reading<'a> {
    asked: ModelRequest<'a>,
    /// The changes read before: (kind, turn, quoted range, target).
    seen: Vec<(DeltaKind, String, Range<usize>, String)>,
    /// The item that each earlier change makes, which a later one may refer to by "#n".
    made: Vec<Option<Listed>>,
    /// The likely items that earlier changes confirm and the ended ones they open again, with the index of the change.
    taken_up: Vec<(ItemId, usize)>,
    /// The items that earlier changes settle.
    ended: Vec<Target>,
}

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
        let touched: Vec<&Clause> = self.read.clauses.iter().filter(|c| self.quoted_bytes(c) > 0).collect();
        let half: Vec<&Clause> =
            touched.iter().copied().filter(|c| self.quoted_bytes(c) * 2 >= c.range.len()).collect();
        if half.is_empty() { touched } else { half }
    }

    /// Whether the quotation lies in a question that the person answered by a form, or in the answer.
    fn is_answered_form(&self) -> bool {
        let forms = self.read.answered.iter().filter(|a| !a.said.is_empty());
        let mut places = forms.map(|a| a.question.start..a.answer.end);
        places.any(|form| form.start <= self.range.start && self.range.start < form.end)
    }

    fn quoted_bytes(&self, clause: &Clause) -> usize {
        let (one, two) = (&clause.range, &self.range);
        one.end.min(two.end).saturating_sub(one.start.max(two.start))
    }
}

impl<'a> Reading<'a> {
    fn change(&mut self, value: &Value) -> ModelChange {
        match RawChange::deserialize(value) {
            Ok(raw) => {
                let mut places = Vec::new();
                let checked = self.checked(&raw, &mut places);
                if let Ok(change) = &checked {
                    if let (true, Target::Id(id)) = (raw.kind.creates(), &change.proposed.target) {
                        self.taken_up.push((id.clone(), self.made.len()));
                    }
                    self.ended.extend(change.settles.iter().cloned());
                }
                self.made.push(checked.as_ref().ok().and_then(|_| self.makes(&raw)));
                match checked {
                    Ok(change) => change,
                    Err(refused) => self.refused(raw.kind, &raw.summary, refused, places),
                }
            }
            Err(error) => {
                self.made.push(None);
                let kind = DeltaKind::from_word(text_field(value, "kind")).unwrap_or(DeltaKind::FactLearned);
                let why = head(&error.to_string(), QUOTE);
                self.refused(kind, text_field(value, "summary"), (AnswerCheck::Schema, why), Vec::new())
            }
        }
    }

    /// The item a change makes, as far as a later change of the answer may refer to it.
    fn makes(&self, raw: &RawChange) -> Option<Listed> {
        let kind = raw.kind.item_kind().filter(|_| raw.kind.creates())?;
        Some(Listed {
            id: format!("#{}", self.made.len() + 1).into(),
            kind,
            branch: raw.kind == DeltaKind::BranchCreated,
            status: ListedStatus::Open,
            turn: raw.turn.clone(),
            summary: raw.summary.clone(),
            quoted: raw.quote.clone(),
            by: Extractor::Model,
            likely: None,
        })
    }

    /// Applies every guard in order, the cheap ones first.
    fn checked(&mut self, raw: &RawChange, places: &mut Vec<EvidenceSpan>) -> Result<ModelChange, Refused> {
        lengths(raw)?;
        let capable = self.asked.trust.is_capable_of(raw.kind);
        let found = self.find(&raw.turn, &raw.quote)?;
        places.push(found.place());
        let old = !self.asked.window.covers.contains(&found.shown.index) && raw.answer_turn.is_empty();
        if old && !(capable && self.ends_earlier(raw, found.turn)) {
            return Err((AnswerCheck::OffWindow, format!("{} was not asked about", raw.turn)));
        }
        // "Done" at the head of a report is enough for a reader that knows what it reports.
        let few =
            if capable { !raw.quote.contains(char::is_alphanumeric) } else { tokens(&raw.quote).len() < LEAST_WORDS };
        let short = few && raw.answer_quote.is_empty();
        if short && quote::find(&raw.quote, found.turn.content.trim()).is_none() {
            return Err((AnswerCheck::TooShort, "the quoted words are too few to show anything".to_owned()));
        }
        let ordered = if raw.answer_quote.is_empty() { &raw.quote } else { &raw.answer_quote };
        guards::is_no_routine(raw.kind, ordered)?;
        let (answered, answer) = self.answered(raw, &found, places)?;
        let target = self.target(raw)?;
        let ends = target.as_ref().filter(|_| raw.kind == DeltaKind::ItemSuperseded).map(target_of);
        if ends.is_some_and(|item| self.ended.contains(&item)) {
            return Err((AnswerCheck::Repeated, "a change of the answer before settles it".to_owned()));
        }
        let about = if capable { format!("{} {}", raw.target, raw.summary) } else { raw.target.clone() };
        let key = (raw.kind, found.turn.turn_id.clone(), found.range.clone(), about);
        if self.seen.contains(&key) {
            return Err((AnswerCheck::Repeated, "the same change stands in the answer before".to_owned()));
        }
        self.seen.push(key);
        let clauses = found.clauses();
        // A question and its answer stand in one turn where the agent's program asked by a form, or where the person
        // quotes the agent.
        let both = capable && (found.is_answered_form() || self.repeats_agent(&found, &clauses));
        let answered = if both { Answered::Yes } else { answered };
        let carried = Carried { clauses: &clauses, role: found.turn.role, answered, tied: false };
        let words = words(&clauses, answer.as_ref(), target.as_ref());
        let last = answer.as_ref().map_or(found.shown.index, |a| a.shown.index.max(found.shown.index));
        let checked = Checked { found: &found, carried, words, target: target.as_ref(), last };
        if capable { self.trusted(raw, &checked, places) } else { self.weighed(raw, checked, places) }
    }

    /// Checks what a capable model says against the facts only: its words, its numbers, its targets.
    fn trusted(&self, raw: &RawChange, checked: &Checked<'_>, places: &[EvidenceSpan]) -> Result<ModelChange, Refused> {
        let Checked { found, carried, words, target, last } = checked;
        guards::is_talk(*carried)?;
        let known = self.asked.window.items.iter().map(|i| i.summary.as_str());
        let talk: Vec<&str> = self.talk(0, *last).into_iter().chain(known).collect();
        guards::numbers_known(&raw.summary, &talk)?;
        let keeps_summary = matches!(raw.kind, DeltaKind::TaskClosed | DeltaKind::ItemSuperseded);
        let denies = !keeps_summary && words.denies(&raw.summary).is_err();
        let lowered = denies || guards::settles_nothing(raw.kind, *carried);
        let alternatives = guards::named_alternatives(&raw.alternatives, &talk);
        if raw.kind == DeltaKind::BranchCreated && alternatives.len() < 2 {
            return Err((AnswerCheck::Schema, "a branch needs two alternatives".to_owned()));
        }
        let verdict = trusted_verdict(raw.sure, lowered);
        let mut proposed = self.proposed(raw, *target, alternatives, verdict, places.to_vec());
        proposed.candidate.delta.details.rationale = guards::quoted_reason(&raw.why, &talk);
        if raw.kind == DeltaKind::ItemSuperseded {
            proposed.candidate.delta.details.reason = Some(found.place().text);
        }
        Ok(ModelChange {
            proposed,
            in_their_words: None,
            settles: self.settled(raw, found.turn),
            capable: true,
            lowered,
        })
    }

    /// Checks what a model that is not capable says against the rules' reading of the quoted words, too.
    fn weighed(&self, raw: &RawChange, checked: Checked<'_>, places: &[EvidenceSpan]) -> Result<ModelChange, Refused> {
        let Checked { found, carried, words, target, last } = checked;
        guards::veto(raw.kind, carried)?;
        guards::grounded(&raw.summary, &self.talk(0, last), target.map(|t| t.summary.as_str()))?;
        let mut grounding = words.grounding(raw.kind, &raw.summary)?;
        if raw.kind == DeltaKind::BranchCreated && grounding == Grounding::Extrapolated {
            // The alternatives of a branch may be anywhere in the turn.
            let whole = QuotedWords { quoted: found.turn.content.clone(), ..words.clone() };
            let known = whole.grounding(raw.kind, &raw.summary).is_ok_and(|b| b != Grounding::Extrapolated);
            grounding = if known { Grounding::Paraphrase } else { grounding };
        }
        let own_words = (grounding == Grounding::Paraphrase)
            .then(|| grounding::in_their_words(raw.kind, &raw.summary, carried))
            .flatten();
        let tied = (grounding == Grounding::Exact || own_words.is_some()) && words.name_target(raw.kind);
        let measured = self.asked.trust.measured;
        let (verdict, confidence) = verdict(raw.kind, raw.sure, measured, Carried { tied, ..carried });
        let around = self.talk(self.exchange_before(found.shown.index), last);
        let alternatives = alternatives(raw, &around)?;
        let mut proposed = self.proposed(raw, target, alternatives, (verdict, confidence), places.to_vec());
        if raw.kind == DeltaKind::ItemSuperseded {
            proposed.candidate.delta.details.reason = Some(found.place().text);
        }
        if grounding::beyond(&raw.summary, &around, target) {
            let part = part(KnownPart::BeyondQuote.word(), 0.0);
            proposed.candidate.parts = proposed.candidate.parts.iter().cloned().chain([part]).collect();
        }
        Ok(ModelChange { proposed, in_their_words: own_words, settles: Vec::new(), capable: false, lowered: false })
    }

    /// The raw text of the shown turns with an index in `from..=to`.
    fn talk(&self, from: usize, to: usize) -> Vec<&'a str> {
        let shown = self.asked.window.turns.iter().filter(|t| (from..=to).contains(&t.index));
        shown.filter_map(|t| self.asked.turns.get(t.index)).map(|t| t.content.as_str()).collect()
    }

    /// The index of the person's last turn before the turn at `at`.
    fn exchange_before(&self, at: usize) -> usize {
        let before = self.asked.turns.get(..at).unwrap_or_default();
        before.iter().rposition(|t| t.role == Role::User).unwrap_or(0)
    }

    /// Finds a quotation in a turn of the window.
    fn find(&self, label: &str, words: &str) -> Result<Found<'a>, Refused> {
        let shown = self.asked.window.turn(label.trim());
        let Some((shown, turn)) = shown.and_then(|s| Some((s, self.asked.turns.get(s.index)?))) else {
            let why = format!("there is no turn {} in what was asked", head(label, 20));
            return Err((AnswerCheck::OffWindow, why));
        };
        if prompt_injection::found(&turn.content) {
            return Err((AnswerCheck::Attack, format!("{label} speaks to a model")));
        }
        let Some(range) = quote::find(&turn.content, words) else {
            return Err((AnswerCheck::NotQuoted, format!("{label} does not say so word for word")));
        };
        Ok(Found { shown, turn, read: clause::read(turn), range })
    }

    /// Whether a quoted later turn of the person accepts the agent's quoted offer; with that turn.
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
        if self.asked.trust.is_capable_of(raw.kind) {
            let settles = answer.shown.index > found.shown.index && guards::settles(&answer.clauses());
            return Ok((if settles { Answered::Yes } else { Answered::No }, Some(answer)));
        }
        let next = answer.shown.index > found.shown.index && between.iter().all(|t| t.role != Role::User);
        let takes = matches!(dialogue::answer(&answer.read), Answer::Yes | Answer::YesMore | Answer::Pick);
        let offered = found.turn.role == Role::Assistant && answer.turn.role == Role::User;
        let answered = if next && takes && offered { Answered::Yes } else { Answered::No };
        Ok((answered, Some(answer)))
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
        delta.details.alternatives = alternatives;
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
        draft.propose(target.map_or(Target::None, target_of), verdict)
    }

    fn draft(&self, kind: DeltaKind, summary: &str, places: Vec<EvidenceSpan>) -> Draft {
        let turn = places.first().and_then(|p| self.asked.turns.iter().rev().find(|t| p.turn_id == t.turn_id));
        let mut draft = Draft::new(kind, summary.trim(), places, turn.and_then(|t| t.at));
        draft.extractor = Extractor::Model;
        draft.rule = format!("model/{}", self.asked.model);
        draft
    }

    /// A change refused by a guard. Only quotations that were found are kept as evidence.
    fn refused(&self, kind: DeltaKind, summary: &str, (guard, why): Refused, places: Vec<EvidenceSpan>) -> ModelChange {
        let mut draft = self.draft(kind, &head(summary, SUMMARY), places);
        draft.reason = format!("{} says so", self.asked.model);
        let verdict = Verdict::Reject { pass: Pass::Extract, code: guard.word().to_owned(), why };
        let proposed = draft.propose(Target::None, verdict);
        ModelChange { proposed, in_their_words: None, settles: Vec::new(), capable: false, lowered: false }
    }
}

/// A change that is found in the talk, before its meaning is checked.
struct Checked<'a> {
    found: &'a Found<'a>,
    carried: Carried<'a>,
    words: QuotedWords<'a>,
    target: Option<&'a Listed>,
    /// The index of the last turn it rests on.
    last: usize,
}

fn words<'a>(clauses: &[&Clause], answer: Option<&Found<'_>>, target: Option<&'a Listed>) -> QuotedWords<'a> {
    // The whole answer, since its unquoted part may take something back.
    let answer = answer.map_or_else(String::new, |a| joined(a.read.clauses.iter()));
    QuotedWords { quoted: joined(clauses.iter().copied()), answer, target }
}

/// The texts of clauses, one per line.
fn joined<'a>(clauses: impl Iterator<Item = &'a Clause>) -> String {
    clauses.map(|c| c.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// A field of a change that does not parse; empty when there is none.
fn text_field<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or("")
}

/// The alternatives that the talk around the quotation names, without a decision's own choice.
fn alternatives(raw: &RawChange, around: &[&str]) -> Result<Vec<String>, Refused> {
    const MOST: usize = 6;
    let chosen = subject(&raw.summary);
    let open = raw.kind == DeltaKind::BranchCreated;
    let named = raw.alternatives.iter().filter(|a| {
        let own = subject(a);
        let other = open || shared(&own, &chosen) < own.len();
        let short = a.chars().count() <= SUMMARY;
        short && other && guards::grounded(a, around, None).is_ok() && (open || !grounding::beyond(a, around, None))
    });
    let list: Vec<String> = named.take(MOST).cloned().collect();
    if raw.kind == DeltaKind::BranchCreated && list.len() < 2 {
        return Err((AnswerCheck::Schema, "a branch needs two alternatives that the talk names".to_owned()));
    }
    Ok(list)
}

fn head(text: &str, most: usize) -> String {
    text.trim().chars().take(most).collect()
}
