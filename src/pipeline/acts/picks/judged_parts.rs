//! Defines answers that judge the parts of what is proposed one by one, each in words of its own: "the lamp is nice. bell -
//! no, too loud. rest later". Words in between give reasons; a part of which nothing clear is said stays open.

use super::part_names::{Group, group};
use super::part_pieces::{Joint, Piece, pieces, with_labels_apart};
use super::part_readings::{JudgedPiece, all_but, group_in, names, opens_with_label};
use super::part_verdicts::{bare_verdict, on_part};
use super::sorting;
use super::verdicts::{Clause, Verdict};
use crate::language::phrases::phrases;
use crate::pipeline::acts::answers::proposal_answers::{with_addition, with_value};
use crate::pipeline::acts::answers::remarks;
use crate::pipeline::acts::answers::reply::PersonsReply;
use crate::pipeline::acts::offers::offer::{Offer, OfferForm};
use crate::pipeline::acts::sentences::quantities::is_bare_value;
use crate::pipeline::acts::sentences::wording::{after_all, after_any, capital, lowered, plain, whole, words};
use crate::pipeline::acts::{Act, Certainty};
use crate::pipeline::clause::Sentence;

/// Id of the form of these acts.
pub(in crate::pipeline::acts) const FORM: &str = "judged-parts";

/// Maximum numbers of sentences and words in an answer that judges parts.
const MOST_SENTENCES: usize = 6;
const MOST_WORDS: usize = 60;

/// An answer as it is read piece by piece.
#[derive(Default)]
struct Judged {
    entries: Vec<JudgedPiece>,
    /// The verdict that stands before all parts, and the one behind them.
    opening: Option<Verdict>,
    closing: Option<Verdict>,
    /// Whether its first word says yes.
    yes: bool,
    /// Number of pieces so far, and of those that say nothing known.
    pieces: usize,
    unknown: usize,
    /// Number of pieces in each sentence.
    lengths: Vec<usize>,
}

/// The verdict of an answer on one part, and the part as the answer changes it.
struct Outcome {
    /// The index of the part.
    part: usize,
    verdict: Verdict,
    changed: Option<String>,
    certainty: Certainty,
}

/// The acts of an answer that judges parts of an offer one by one; `None` where it is not clear that it does.
pub(in crate::pipeline::acts) fn judged(offer: &Offer, sentences: &[&Sentence]) -> Option<Vec<Act>> {
    let told: usize = sentences.iter().map(|s| words(&s.text)).sum();
    if offer.options.len() < 2 || sentences.len() > MOST_SENTENCES || told > MOST_WORDS {
        return None;
    }
    let texts: Vec<String> = sentences.iter().map(|s| plain(&s.text)).collect();
    let mut answer = Judged::default();
    for (at, (sentence, text)) in sentences.iter().zip(&texts).enumerate() {
        let number = sentence.list.filter(|_| sentence.opens_block).and_then(|l| l.number);
        if let Some(named) = number.and_then(|n| group(&n.to_string(), offer)) {
            answer.add(JudgedPiece::new(named, None), Joint::Opens, at);
        }
        let text = with_labels_apart(text);
        let pieces = pieces(&text);
        answer.lengths.push(pieces.len());
        for piece in pieces {
            answer.read(offer, piece, at);
        }
    }
    answer.inherit();
    answer.take_named();
    let outcomes = answer.outcomes(offer)?;
    let last = answer.entries.iter().map(|e| e.sentence).max()?;
    let range = sentences.first()?.range.start..sentences.get(last)?.range.end;
    let reply = PersonsReply { text: texts.join(" "), range, rest: String::new() };
    let acts: Vec<Act> = outcomes.into_iter().filter_map(|outcome| outcome.act(offer, &reply)).collect();
    (!acts.is_empty()).then_some(acts)
}

impl Judged {
    /// Reads one piece of a sentence.
    fn read(&mut self, offer: &Offer, piece: Piece<'_>, sentence: usize) {
        self.pieces += 1;
        let low = lowered(piece.text);
        let low = after_all(&low, phrases!("but|and|also|then|so|well|hm|hmm|hmmm|oh|ah|still|though|plus"));
        let low = low.trim_matches([',', ' ']);
        self.yes |= self.pieces == 1 && after_any(low, phrases!("yes|yep|yeah|sure|ok|okay")).is_some();
        let thanks = phrases!("thanks|thank you|thx|cheers|ty|please|pls").contains(low);
        if piece.joint == Joint::Reason
            || low.is_empty()
            || thanks && self.entries.last().is_some_and(JudgedPiece::is_bare)
        {
            return;
        }
        let joint = if low.len() < piece.text.len() && after_any(piece.text, phrases!("but")).is_some() {
            Joint::But
        } else {
            piece.joint
        };
        let of_rest = after_any(low, phrases!("otherwise")).map(|rest| rest.trim_matches([',', ' ']));
        if let Some(verdict) = of_rest.and_then(bare_verdict) {
            self.add(JudgedPiece::new(Group::Rest(None), Some(verdict)), joint, sentence);
        } else if let Some(verdict) = bare_verdict(low).filter(|_| !opens_with_label(offer, low)) {
            self.take_alone(offer, verdict, low, sentence);
        } else if let Some((out, verdict)) = all_but(offer, low) {
            self.add(JudgedPiece::new(out, Some(verdict)), joint, sentence);
            self.add(JudgedPiece::new(Group::Rest(None), Some(Verdict::Take)), Joint::Opens, sentence);
        } else if !self.change(offer, joint, low, &plain(piece.text), sentence) {
            match names(offer, low) {
                Some(entry) => self.add(entry, joint, sentence),
                None => self.unknown += 1,
            }
        }
    }

    /// Adds a piece that names parts; a verdict behind them is also that of the names beside them.
    fn add(&mut self, entry: JudgedPiece, joint: Joint, sentence: usize) {
        let entry = JudgedPiece { joint, piece: self.pieces, sentence, ..entry };
        let verdict = entry.verdict.filter(|_| entry.behind && (joint == Joint::And || !entry.remarked));
        let beside = matches!(joint, Joint::And | Joint::Comma);
        self.entries.push(entry);
        if let Some(verdict) = verdict.filter(|_| beside) {
            self.judge_names_before(self.entries.len() - 1, verdict);
        }
    }

    /// Gives the bare names that stand beside an entry, and before it, its verdict: "lamp, bell and mat yes". Those behind a
    /// verdict of their own have that: "do the lamp and the bell, mat no".
    fn judge_names_before(&mut self, last: usize, verdict: Verdict) {
        let Some((head, [entry, ..])) = self.entries.split_at_mut_checked(last) else { return };
        let (mut next, mut joint, mut from) = ((entry.piece, entry.sentence), entry.joint, last);
        let mut led = false;
        for (at, before) in head.iter().enumerate().rev() {
            let beside = before.piece + 1 == next.0 && before.sentence == next.1;
            if !beside || !matches!(joint, Joint::And | Joint::Comma) {
                break;
            }
            if !before.is_bare() {
                led = before.verdict.is_some() && !before.behind && from < last;
                break;
            }
            (next, joint, from) = ((before.piece, before.sentence), before.joint, at);
        }
        for before in head.iter_mut().skip(if led { last } else { from }) {
            (before.verdict, before.behind) = (Some(verdict), true);
        }
    }

    /// Takes a verdict that stands alone for that of the names before it; without any it is that of all, or of the rest.
    fn take_alone(&mut self, offer: &Offer, verdict: Verdict, low: &str, sentence: usize) {
        let Some(last) = self.entries.len().checked_sub(1) else {
            self.opening = self.opening.or(Some(verdict));
            return;
        };
        let Some(entry) = self.entries.get_mut(last) else { return };
        // "Lamps must be green. go on" says nothing more about the lamps.
        let reach = usize::from(!entry.told || verdict != Verdict::Take);
        if entry.verdict.is_none() && sentence <= entry.sentence + reach {
            let part = entry.one().and_then(|at| offer.options.get(at));
            let judged = part.map_or(Some(verdict), |part| on_part(verdict, low, &part.summary));
            (entry.verdict, entry.behind, entry.told) = (judged, true, judged.is_none());
            if let Some(verdict) = judged {
                self.judge_names_before(last, verdict);
            }
        } else {
            self.closing = Some(verdict);
        }
    }

    /// Reads a piece as a change to the part before it: "but make it 200", "only on weekdays".
    fn change(&mut self, offer: &Offer, joint: Joint, low: &str, typed: &str, sentence: usize) -> bool {
        let pieces = self.pieces;
        let Some(entry) = self.entries.last_mut() else { return false };
        let near = entry.piece + 1 == pieces && sentence <= entry.sentence + 1;
        let Some(part) = entry.one().and_then(|at| offer.options.get(at)).filter(|_| near) else { return false };
        let text = entry.changed.clone().unwrap_or_else(|| part.summary.clone());
        let value = after_any(
            low,
            phrases!("take|make it|make that|use|set it to|rather|better|max|at most|only|just|at|to|with"),
        )
        .unwrap_or(low);
        let valued = || with_value(&text, value).filter(|_| is_bare_value(value));
        let added = || {
            let typed =
                typed.get(typed.len().checked_sub(low.len())?..).filter(|t| t.to_lowercase() == low).unwrap_or(low);
            let more = if joint == Joint::But { format!("but {typed}") } else { typed.to_owned() };
            let more = remarks::addition(&more)?;
            (entry.verdict == Some(Verdict::Take) && group_in(offer, low).is_none())
                .then(|| with_addition(&text, &more))
        };
        let Some(changed) = valued().or_else(added) else { return false };
        (entry.changed, entry.verdict, entry.behind) = (Some(changed), Some(Verdict::Take), true);
        true
    }

    /// Gives bare names the verdict of the name before them that stands beside: "skip the lamp and the bell".
    fn inherit(&mut self) {
        let mut before: Option<(Verdict, usize, usize)> = None;
        for entry in &mut self.entries {
            let beside = before.filter(|(verdict, piece, sentence)| {
                let joined = entry.joint == Joint::And || entry.joint == Joint::Comma && *verdict == Verdict::Take;
                joined && piece + 1 == entry.piece && *sentence == entry.sentence
            });
            if let Some((verdict, ..)) = beside.filter(|_| entry.is_bare()) {
                entry.verdict = Some(verdict);
            }
            before = entry.verdict.filter(|_| !entry.behind).map(|v| (v, entry.piece, entry.sentence));
        }
    }

    /// Takes the bare names before a refusal, "the lamp and the mat, not the bell", those behind a yes, and those that are a
    /// sentence of their own beside a refusal.
    fn take_named(&mut self) {
        // "The lamp and the mat, thanks"
        let only = self.unknown == 0 && self.entries.iter().all(JudgedPiece::is_bare) && self.closing.is_none();
        let yes = self.opening == Some(Verdict::Take) || only && self.opening.is_none();
        let refuses = |entry: &JudgedPiece| matches!(entry.verdict, Some(Verdict::Refuse | Verdict::Defer));
        let refused = self.entries.iter().any(refuses);
        let alone: Vec<bool> = self.entries.iter().map(|entry| refused && self.fills_sentence(entry)).collect();
        let mut next: Option<usize> = None;
        for (entry, alone) in self.entries.iter_mut().zip(alone).rev() {
            let left = next.is_some_and(|piece| entry.piece + 1 == piece);
            if entry.is_bare() && (yes || left || alone) {
                entry.verdict = Some(Verdict::Take);
            }
            let goes_on = refuses(entry) && !entry.behind || left && entry.verdict == Some(Verdict::Take);
            next = goes_on.then_some(entry.piece);
        }
    }

    /// Whether a sentence has nothing but bare names.
    fn fills_sentence(&self, entry: &JudgedPiece) -> bool {
        let same = self.entries.iter().filter(|other| other.sentence == entry.sentence);
        same.clone().all(JudgedPiece::is_bare)
            && same.count() == self.lengths.get(entry.sentence).copied().unwrap_or_default()
    }

    /// The outcome for each part that the answer settles; `None` where it is read better as a whole.
    fn outcomes(&self, offer: &Offer) -> Option<Vec<Outcome>> {
        let count = offer.options.len();
        let of = |at: usize| {
            self.entries.iter().filter(move |e| matches!(&e.group, Group::Parts { parts, .. } if parts.contains(&at)))
        };
        let mut out: Vec<Outcome> = Vec::new();
        for part in 0..count {
            let mut verdicts: Vec<Verdict> = of(part).filter_map(|e| e.verdict).collect();
            verdicts.dedup();
            let Some(verdict) = verdicts.last().copied() else { continue };
            // "The fee is per guest, not monthly" tells more of it than its verdict.
            if of(part).any(|e| e.told && e.verdict.is_none()) {
                continue;
            }
            let exact = of(part).any(|e| matches!(e.group, Group::Parts { exact: true, .. }));
            let changed = of(part).find_map(|e| e.changed.clone());
            // "The tall lamp" may be another one.
            let sure = (exact || verdict != Verdict::Take) && verdicts.len() == 1;
            let certainty = if sure { Certainty::Settled } else { Certainty::Likely };
            out.push(Outcome { part, verdict, changed, certainty });
        }
        let named = out.len();
        let left: Vec<usize> = (0..count).filter(|at| of(*at).next().is_none()).collect();
        let rest = self.entries.iter().find_map(|e| match e.group {
            Group::Rest(number) if number.is_none_or(|n| n == left.len()) => e.verdict,
            _ => None,
        });
        let takes_some = out.iter().any(|o| o.verdict == Verdict::Take && o.changed.is_none());
        let around = self.opening.or(self.closing).filter(|v| *v == Verdict::Take);
        let around = around.filter(|v| self.closing.is_none_or(|closing| closing == *v));
        let around = around.filter(|_| !takes_some && named > 0);
        if let Some(verdict) = rest.or(around) {
            let certainty = Certainty::Settled;
            out.extend(left.iter().map(|part| Outcome { part: *part, verdict, changed: None, certainty }));
        }
        out.sort_by_key(|outcome| outcome.part);
        // "Yes 20, but a margin of 60 mm" is a yes to all.
        let all = out.len() == count && out.iter().all(|o| o.verdict == Verdict::Take);
        if all && (self.yes || self.opening == Some(Verdict::Take)) {
            return None;
        }
        // Of options only some may be taken; who tells how each of them is weighs them.
        if offer.form == OfferForm::Options && (out.len() < 2 || self.entries.iter().any(|e| e.states)) {
            return None;
        }
        if out.len() > 1 {
            return (left.len() < count).then_some(out);
        }
        self.alone(out, &left)
    }

    /// The outcomes of an answer that judges one part only. Where it is refused, the others may be meant to be taken.
    fn alone(&self, mut out: Vec<Outcome>, left: &[usize]) -> Option<Vec<Outcome>> {
        let [only] = out.as_slice() else { return None };
        let mut judged = self.entries.iter().filter(|entry| entry.verdict.is_some());
        let (entry, None) = (judged.next()?, judged.next()) else { return None };
        let exact = matches!(entry.group, Group::Parts { exact: true, .. });
        let others = |e: &&JudgedPiece| e.verdict.is_none() && e.one() != Some(only.part);
        // Of the parts that it names, the others stay open.
        if exact && self.entries.iter().any(|e| others(&e)) {
            return Some(out);
        }
        let clear = entry.piece == 1 && self.unknown <= 1 && self.entries.len() == 1 && !entry.states;
        if !exact || entry.states || !clear && only.verdict != Verdict::Refuse {
            return None;
        }
        if only.verdict == Verdict::Refuse && self.opening.is_none() && clear {
            let likely = |part: &usize| Outcome {
                part: *part,
                verdict: Verdict::Take,
                changed: None,
                certainty: Certainty::Likely,
            };
            out.extend(left.iter().map(likely));
        }
        Some(out)
    }
}

impl Outcome {
    fn act(self, offer: &Offer, reply: &PersonsReply) -> Option<Act> {
        let option = offer.options.get(self.part)?;
        let clause = Clause { verdict: Some(self.verdict), behind: true, verb: "", names: "" };
        let act = sorting::act(offer, reply, &clause, option)?;
        let summary = self.changed.map_or(act.summary.clone(), |changed| whole(&capital(&changed)));
        let certainty = if self.certainty == Certainty::Likely { Certainty::Likely } else { act.certainty };
        Some(Act { summary, certainty, form: FORM, ..act }.on(offer))
    }
}
