//! Defines dialogue acts: the effect of a plain sentence on the ledger, read from its form and from the offer it
//! answers. "Redis" after "Redis or Memcached?" chooses, "make it 30" revises, "no docker please" rules out.
//!
//! A family of acts reads a turn and returns [`Act`]s. Where two families claim the same words, the first in `FAMILIES`
//! wins, so that a sentence is one item of its best kind. Words that no act claims go to the scorer.
//!
//! `offers` and `questions` read what the agent puts to the person, `answers` and `picks` the person's reply. `choices`,
//! `rules`, `work`, `changes` and `statements` read sentences that nobody asked for. All of them use `references`, to
//! find the thing that a pronoun or a name stands for, and `sentences`. `families` has the order, `wordings` reads
//! sentences that no family has a form for, and `propose` turns an act into a proposal to the ledger.

mod answers;
mod changes;
mod choices;
mod families;
mod offers;
mod picks;
mod propose;
mod questions;
mod references;
mod rules;
mod sentences;
mod statements;
mod wordings;
mod work;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::clause::{BlockKind, ReadTurn, Sentence};
use super::settle::Proposed;
use crate::state::{Item, ItemId, ItemKind, Ledger, TurnId};
use crate::transcript::Role;
use answers::{carried_out, parts};
use changes::{
    corrections, denied, lifted_limits, outnamed, outvalued, replacements, retired, returned, same_subject, unsaid,
};
use choices::{
    accepted, agents_choices, conditional, for_purpose, reasoned, refused_beside, said_again, stated_choices, taken_up,
    tools,
};
use families::{FAMILIES, Family, OF_THE_AGENT, REPLIES, WORDINGS};
use questions::open_questions;
use references::{named_tasks, numbered_parts, pointing, unnamed_ends};
use sentences::segments::{Segment, segments};
use sentences::{apart, framing, pieces, spelling, wording};
use statements::{asides, descriptions};
use wordings::Clauses;
use work::{closing_reports, requests, results, settings_made};

pub use offers::offer::{Choice, Offer, OfferForm};
pub(super) use questions::asked_facts::asks_which_is_had;
pub use references::numbered_parts::{PartTitles, calls_a_number};
pub use references::recent_talk::{RecentTalk, offers_of};
pub(super) use sentences::wording::leaves_object_open;

/// The effect of a sentence on the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActKind {
    /// Settles a choice.
    Choose,
    /// Says that an option is out.
    RuleOut,
    /// States a rule to be kept; `hard` when nothing may bend it.
    Rule {
        /// Said with "never", "must", "always" and the like.
        hard: bool,
    },
    /// Gives a standing item another value or another choice.
    Revise,
    /// Takes a standing item back.
    Withdraw,
    /// Asks for work.
    Request,
    /// Says that a task is done.
    Done,
    /// Says that a task is no longer wanted.
    Drop,
    /// States a fact.
    Inform,
    /// Says what the session is for.
    Aim,
    /// Suspects something.
    Suspect,
    /// Puts alternatives side by side, undecided.
    LeaveOpen,
    /// Leaves a question open.
    Ask,
    /// Changes nothing; the scorer does not see its words either.
    Nothing,
}

/// Whether an act is applied or waits for the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// Enters the ledger.
    Settled,
    /// Waits for the person.
    Likely,
}

/// The words of another turn that an act rests on: for "yes", the proposal it answers; for what the agent takes up, the
/// person's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Basis {
    /// The other turn.
    pub turn: TurnId,
    /// Byte range over that turn's raw text.
    pub range: Range<usize>,
    /// The verbatim words.
    pub text: String,
    /// Byte range of the whole offer; its clauses are not read again by the scorer.
    pub offer: Range<usize>,
}

impl Basis {
    /// A sentence, as it was typed, of a turn.
    fn of(turn: &TurnId, sentence: &Sentence) -> Self {
        let range = sentence.range.clone();
        Self { turn: turn.clone(), range: range.clone(), text: sentence.text.clone(), offer: range }
    }
}

/// One act of a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Act {
    /// The effect on the ledger.
    pub deed: ActKind,
    /// Byte range of its words over the turn's raw text.
    pub range: Range<usize>,
    /// The item's summary, understandable without the talk. Empty for `Nothing`, `Withdraw`, `Done` and `Drop` with a
    /// target.
    pub summary: String,
    /// For a choice: what was not chosen. For open alternatives: the alternatives.
    pub alternatives: Vec<String>,
    /// The reason given, in the speaker's words.
    pub why: Option<String>,
    /// The item in force that it changes.
    pub target: Option<ItemId>,
    /// Whether it is applied or waits for the person.
    pub certainty: Certainty,
    /// The agent's words that it answers.
    pub basis: Option<Basis>,
    /// The id of the form that was recognised, for the log.
    pub form: &'static str,
}

impl Act {
    /// Makes an act that enters the ledger.
    pub fn settled(deed: ActKind, range: Range<usize>, summary: impl Into<String>, form: &'static str) -> Self {
        Self {
            deed,
            range,
            summary: summary.into(),
            alternatives: Vec::new(),
            why: None,
            target: None,
            certainty: Certainty::Settled,
            basis: None,
            form,
        }
    }

    /// Makes an act that waits for the person.
    pub fn likely(deed: ActKind, range: Range<usize>, summary: impl Into<String>, form: &'static str) -> Self {
        Self { certainty: Certainty::Likely, ..Self::settled(deed, range, summary, form) }
    }

    /// Makes an act that replaces the summary of an item in force.
    fn revises(item: &Item, segment: &Segment, summary: &str, form: &'static str) -> Self {
        let act = Self::settled(ActKind::Revise, segment.range.clone(), wording::whole(summary), form);
        let alternatives = replacements::given_up(item, summary).into_iter().collect();
        Self { target: Some(item.id.clone()), alternatives, ..act }
    }

    /// Makes an act that withdraws an item in force, or drops a task.
    fn ends(item: &Item, range: Range<usize>, form: &'static str) -> Self {
        let deed = if item.kind == ItemKind::Task { ActKind::Drop } else { ActKind::Withdraw };
        Self { target: Some(item.id.clone()), ..Self::settled(deed, range, item.summary.clone(), form) }
    }

    /// Makes an act that keeps other families and the scorer from reading these words.
    pub fn nothing(range: Range<usize>, form: &'static str) -> Self {
        Self::settled(ActKind::Nothing, range, "", form)
    }
}

/// The input of a family's reader.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The turn.
    pub turn: &'a ReadTurn,
    /// The offers that the agent made since the person last spoke; empty for the agent's own turns.
    pub offers: &'a [Offer],
    /// The turns before.
    pub talk: &'a RecentTalk,
    /// The ledger before the turn.
    pub ledger: &'a Ledger,
    /// The segments of each sentence of the turn; empty for the agent's turns and for quoted words.
    segments: &'a [Vec<Segment>],
    /// For each sentence of the turn, whether acts have all its segments; beyond its end none has.
    claimed: &'a [bool],
}

impl<'a> View<'a> {
    /// The sentences in the speaker's own words: nothing quoted or pasted.
    pub fn own(&self) -> impl Iterator<Item = &'a Sentence> + use<'a> {
        self.turn.sentences.iter().filter(|s| s.block != BlockKind::Quote)
    }

    /// Whether the agent has said nothing yet, so that the person lays out what is wanted.
    pub fn opens_session(&self) -> bool {
        self.talk.opens_session()
    }

    /// Bytes of the speaker's own sentences.
    pub fn own_bytes(&self) -> usize {
        self.own().map(|s| s.range.len()).sum()
    }

    /// The view of the same turn in other sentences.
    fn of_part<'b>(self, turn: &'b ReadTurn, segments: &'b [Vec<Segment>]) -> View<'b>
    where
        'a: 'b,
    {
        View { turn, segments, ..self }
    }

    /// The segments of a sentence of the turn; none where acts have all of them.
    fn segments(&self, sentence: &Sentence) -> &'a [Segment] {
        let at = self.turn.sentences.partition_point(|s| s.range.start < sentence.range.start);
        let is_claimed = self.claimed.get(at).copied().unwrap_or_default();
        self.segments.get(at).filter(|_| !is_claimed).map_or(&[], Vec::as_slice)
    }
}

/// The acts of a turn, in the order of their words; none overlaps another.
fn acts(turn: &ReadTurn, offers: &[Offer], talk: &RecentTalk, ledger: &Ledger) -> Vec<Act> {
    let mut out = match turn.role {
        Role::User if is_formal(turn) => return Vec::new(),
        Role::User if is_long(turn) => {
            let mut told = acts_of_person(turn, offers, talk, ledger);
            told.retain(|act| stated_choices::TOLD_AS_DECIDED.contains(&act.form));
            told
        }
        Role::User => acts_of_person(turn, offers, talk, ledger),
        _ => {
            let view = View { turn, offers, talk, ledger, segments: &[], claimed: &[] };
            let mut out = Vec::new();
            claim(view, OF_THE_AGENT, &mut out);
            out
        }
    };
    out.sort_by_key(|a| a.range.start);
    out
}

/// The acts of a turn of the person. Sentences that have nothing to do with the others are read apart from them; what
/// corrects acts or completes them sees the whole turn.
fn acts_of_person(turn: &ReadTurn, offers: &[Offer], talk: &RecentTalk, ledger: &Ledger) -> Vec<Act> {
    let mut segments = segments_of_own(turn);
    framing::mark_announced(turn, &mut segments);
    let whole = View { turn, offers, talk, ledger, segments: &segments, claimed: &[] };
    let parts = apart::apart(turn, offers);
    let mut out = if let Some((core, beside)) = &parts {
        let mut out = acts_together(whole.of_part(core, &segments_of_own(core)));
        out.extend(acts_together(View { offers: &[], ..whole.of_part(beside, &segments_of_own(beside)) }));
        out
    } else {
        acts_together(whole)
    };
    corrections::corrected_at_once(whole, &mut out);
    corrections::valued_at_once(whole, &mut out);
    corrections::told_and_changed(whole, &mut out);
    // Of a long turn only what it tells as decided is kept, in the words in which it was read.
    if !is_long(turn) {
        read_by_marks(whole, &mut out);
    }
    descriptions::read(whole, &mut out);
    match parts {
        // What is read apart is not what the rest takes back.
        Some((core, _)) => {
            let of_core = |act: &Act| core.sentences.iter().any(|s| overlaps(&s.range, &act.range));
            let (mut acts, beside): (Vec<Act>, Vec<Act>) = out.into_iter().partition(of_core);
            unsaid::read(View { turn: &core, ..whole }, &mut acts);
            out = [acts, beside].concat();
        }
        None => unsaid::read(whole, &mut out),
    }
    retired::read(whole, &mut out);
    lifted_limits::read(whole, &mut out);
    out.extend(named_tasks::asked_anew(whole, &out));
    numbered_parts::spell_out(whole, &mut out);
    out.extend(tools::of_orders(turn, &out));
    out.extend(open_questions::answered(whole, &out));
    out
}

/// The acts of sentences that belong together: first without their framing; a sentence that has no act then is read as it
/// stands.
fn acts_together(whole: View<'_>) -> Vec<Act> {
    let mut out = asides::read(whole);
    // What judges the parts of a proposal is no frame: "lamp and bell ok, the mat nobody wants".
    if let Some(unframed) = framing::unframed(whole.turn).filter(|_| !parts::judges(whole)) {
        let mut segments = segments_of_own(&unframed.turn);
        framing::mark_announced(whole.turn, &mut segments);
        unframed.inform(&mut segments);
        read_all(whole.of_part(&unframed.turn, &segments), &mut out);
        unframed.complete(&mut out);
        // With its topic, a choice may be of the same subject as a standing one.
        for act in &mut out {
            if let Some(revision) = same_subject::of_act(whole, act) {
                *act = revision;
            }
        }
        let read = out.len();
        read_all(whole, &mut out);
        let again = out.split_off(read);
        out.extend(again.into_iter().filter(|act| unframed.covers(&act.range)));
    } else {
        read_all(whole, &mut out);
    }
    read_in_pieces(whole, &mut out);
    out
}

/// Reads the sentences that have no act once more, as if commas were full stops.
fn read_in_pieces(view: View<'_>, out: &mut Vec<Act>) {
    let unread = |sentence: &Sentence| !out.iter().any(|act| overlaps(&act.range, &sentence.range));
    let Some((turn, split)) = pieces::in_pieces(view.turn, unread) else { return };
    let segments = segments_of_own(&turn);
    let mut read = Vec::new();
    read_all(view.of_part(&turn, &segments), &mut read);
    out.extend(read.into_iter().filter(|act| split.iter().any(|range| overlaps(&act.range, range))));
}

/// Reads what no form has read, or corrects it: choices, and what changes them, by words around a name that is known.
fn read_by_marks(view: View<'_>, out: &mut Vec<Act>) {
    for_purpose::read(view, out);
    refused_beside::read(view, out);
    outnamed::read(view, out);
    outvalued::read(view, out);
    returned::read(view, out);
    denied::read(view, out);
    refused_beside::alone(view, out);
    said_again::read(view, out);
    conditional::read(view, out);
    reasoned::read(view, out);
}

/// Reads all families of the person's turns; the model of wordings corrects them and reads what they leave.
fn read_all(view: View<'_>, out: &mut Vec<Act>) {
    let before = out.len();
    claim(view, FAMILIES, out);
    let clauses = Clauses::of(view);
    let read = out.split_off(before);
    out.extend(read.into_iter().map(|act| clauses.corrected(act, view.offers)));
    let open = unanswered(view.offers, out);
    claim(View { offers: &open, ..view }, WORDINGS, out);
    if out.len() == before {
        claim(view, REPLIES, out);
    }
}

/// The offers that no act answers: what an answer has settled, other words of the turn do not settle again.
fn unanswered<'o>(offers: &'o [Offer], acts: &[Act]) -> Cow<'o, [Offer]> {
    let answers = |act: &Act, offer: &Offer| {
        let basis = act.basis.as_ref().filter(|_| act.deed == ActKind::Choose);
        basis.is_some_and(|basis| basis.turn == offer.turn && basis.offer == offer.range)
    };
    let is_open = |offer: &&Offer| !acts.iter().any(|act| answers(act, offer));
    if offers.iter().all(|offer| is_open(&offer)) {
        return Cow::Borrowed(offers);
    }
    Cow::Owned(offers.iter().filter(is_open).cloned().collect())
}

/// Reads the families in their order; the first to claim words keeps them.
fn claim(view: View<'_>, families: &[Family], out: &mut Vec<Act>) {
    let before = out.len();
    for (_, read) in families {
        let claimed: Vec<bool> = view.segments.iter().map(|segments| are_claimed(segments, out)).collect();
        for act in read(View { claimed: &claimed, ..view }) {
            let mut others = out.iter().enumerate().filter(|(at, o)| *at < before || o.form != act.form);
            // A report of the agent may also take up what the person said, or answer it.
            if !others.any(|(_, o)| overlaps(&o.range, &act.range) && !is_beside(o) && !is_beside(&act)) {
                let back = corrections::taken_back(view, &act)
                    .or_else(|| same_subject::of_act(view, &act))
                    .or_else(|| accepted::replaces(view, &act))
                    .or_else(|| accepted::takes_refused(view, &act))
                    .or_else(|| accepted::repeats(view, &act))
                    .or_else(|| accepted::names_proposal(view, &act));
                // Refusing an item in force withdraws it; refusing an option that was never chosen rules it out.
                let act = back.unwrap_or_else(|| propose::weakened(unnamed_ends::named(view, act)));
                // "Scrap the tabs. 2 spaces": what takes its place says more than that it ends.
                let changed =
                    act.target.is_some() && out.iter().any(|o| o.deed == ActKind::Revise && o.target == act.target);
                let ends = matches!(act.deed, ActKind::Withdraw | ActKind::Drop);
                out.push(if changed && ends { Act::nothing(act.range, act.form) } else { act });
            }
        }
    }
}

/// Whether an act leaves its words to other acts.
fn is_beside(act: &Act) -> bool {
    [taken_up::FORM, carried_out::FORM, open_questions::ANSWERED, results::FORM, agents_choices::FOR_PURPOSE]
        .contains(&act.form)
}

/// Whether acts have each segment of a sentence.
fn are_claimed(segments: &[Segment], acts: &[Act]) -> bool {
    !segments.is_empty() && segments.iter().all(|s| acts.iter().any(|act| overlaps(&act.range, &s.range)))
}

fn segments_of_own(turn: &ReadTurn) -> Vec<Vec<Segment>> {
    let own = |s: &Sentence| s.block != BlockKind::Quote;
    turn.sentences.iter().map(|s| if own(s) { segments(turn, s) } else { Vec::new() }).collect()
}

/// Maximum numbers of sentences and words in a turn that is read for all acts. A longer one is a plan, a story or pasted
/// prose, which describes more than it settles: only what it tells as decided is read.
const TALK_SENTENCES: usize = 14;
const TALK_WORDS: usize = 240;

/// Whether a turn has the headings or tables of a document.
fn is_formal(turn: &ReadTurn) -> bool {
    let own = turn.sentences.iter().filter(|s| s.block != BlockKind::Quote);
    own.into_iter().any(|s| matches!(s.block, BlockKind::Heading | BlockKind::Row))
}

fn is_long(turn: &ReadTurn) -> bool {
    let own = || turn.sentences.iter().filter(|s| s.block != BlockKind::Quote);
    own().count() > TALK_SENTENCES || own().map(|s| wording::words(&s.text)).sum::<usize>() > TALK_WORDS
}

/// Whether two ranges share a byte.
pub(super) fn overlaps(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Whether a rule's id is that of an act.
pub fn is_act(rule: &str) -> bool {
    rule.starts_with(propose::RULE_PREFIX)
}

/// Whether a rule's id is that of a deed or rule carried over to another thing, "the same for the attic", or of what a thing
/// needs besides.
pub fn is_elsewhere(rule: &str) -> bool {
    rule.strip_prefix(propose::RULE_PREFIX).is_some_and(|form| pointing::ELSEWHERE.contains(form))
}

/// Whether a rule's id is that of words of the person that the agent takes up.
pub fn is_taken_up(rule: &str) -> bool {
    rule.strip_prefix(propose::RULE_PREFIX) == Some(taken_up::FORM)
}

/// Whether a rule's id is that of an option picked among several.
pub fn is_pick(rule: &str) -> bool {
    rule.strip_prefix(propose::RULE_PREFIX) == Some("pick")
}

/// Most clauses of a turn in which the model of wordings needs no second opinion.
const SHORT: usize = 2;

/// Why the form of a clause alone does not settle it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormDoubt {
    /// A bare imperative may be a step, a thought or half a sentence.
    Imperative,
    /// Only the model of wordings knows the clause. It learned from short invented talk; in a longer turn people also
    /// describe, report and quote.
    Wording,
}

/// The result of reading a turn's acts.
#[derive(Debug, Default)]
pub struct ActResults {
    /// The proposed changes.
    pub proposals: Vec<Proposed>,
    /// Proposals that the scorer decides on too: (index in `proposals`, index of the clause, why).
    pub doubtful: Vec<(usize, usize, FormDoubt)>,
    /// Clauses of the turn whose words are claimed.
    pub clauses: Vec<usize>,
    /// Clauses of the agent's turn before it whose words are claimed, with that turn's id.
    pub offered: Vec<(TurnId, usize)>,
}

/// Reads the acts of a turn and adds it to the talk.
pub fn read(turn: &Arc<ReadTurn>, talk: &mut RecentTalk, ledger: &Ledger) -> ActResults {
    let is_person = turn.role == Role::User;
    // The answers of a form belong to the form's questions, not to what the agent wrote above it.
    let offers = if is_person && turn.answered.is_empty() { talk.offers() } else { Vec::new() };
    let spelled = if is_person { spelling::spelled_out(turn) } else { None };
    let words = spelled.as_ref().map_or(turn, |spelled| &spelled.turn);
    let mut acts = acts(words, &offers, talk, ledger);
    for act in &mut acts {
        if let Some(spelled) = &spelled {
            spelled.restore(act);
        }
    }
    let view = View { turn: words, offers: &offers, talk, ledger, segments: &[], claimed: &[] };
    let settings = settings_made::read(view, &acts);
    acts.extend(settings);
    let mut out = results_of(&acts, turn, talk);
    if is_person && let Some(report) = talk.before().next() {
        let mut closed = closing_reports::read(view, &acts);
        let settings = settings_made::read(view, &closed);
        closed.extend(settings);
        out.proposals.extend(closed.iter().flat_map(|act| propose::propose(act, report)));
    }
    let unsettled = acts.iter().filter(|act| [unsaid::FORM, descriptions::FORM].contains(&act.form));
    let unsettled = unsettled.map(|act| act.range.clone()).collect();
    talk.push(Arc::clone(words), Arc::clone(turn), unsettled);
    out
}

/// Collects the proposals of a turn's acts and the clauses that they claim.
fn results_of(acts: &[Act], turn: &ReadTurn, talk: &RecentTalk) -> ActResults {
    let mut out = ActResults::default();
    for act in acts {
        let claimed = turn.clauses.iter().filter(|c| overlaps(&c.range, &act.range)).map(|c| c.index);
        out.clauses
            .extend(claimed.filter(|_| ![tools::FORM, results::FORM, open_questions::ANSWERED].contains(&act.form)));
        if let Some(basis) = &act.basis {
            let of_it = talk.before().find(|t| t.turn_id == basis.turn);
            let clauses = of_it.into_iter().flat_map(|t| &t.clauses).filter(|c| overlaps(&c.range, &basis.offer));
            out.offered.extend(clauses.map(|c| (basis.turn.clone(), c.index)));
        }
        let doubt = match act.form {
            requests::IMPERATIVE => Some(FormDoubt::Imperative),
            wordings::FORM if turn.clauses.len() > SHORT => Some(FormDoubt::Wording),
            _ => None,
        };
        if let Some(doubt) = doubt
            && let Some(clause) = turn.clauses.iter().find(|c| overlaps(&c.range, &act.range))
        {
            out.doubtful.push((out.proposals.len(), clause.index, doubt));
        }
        out.proposals.extend(propose::propose(act, turn));
    }
    out
}
