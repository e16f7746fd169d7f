//! Defines what the agent puts to the person: proposals, choices among options, questions, numbered questions; each with
//! the words a bare "yes" or "b" stands for.

use crate::language::phrases::{Phrases, phrases};
use std::ops::Range;

use super::Basis;
use super::options::{self, Side};
use super::wording::{after_any, opens_proposal, order, plain, words};
use super::{lists, mood};
use crate::pipeline::clause::{BlockKind, ReadTurn};
use crate::state::TurnId;

/// The form of an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferForm {
    /// "I'd use Parquet for the export." "Shall I add an index?" A yes takes it, a no refuses it.
    Proposal,
    /// "Redis or Memcached?" or a list of labelled options. A pick settles it.
    Options,
    /// "Which port?" The answer's words are the value.
    Question,
}

/// One option of an offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// What it can be called by: `1`, `b`; none for options named in prose.
    pub label: Option<String>,
    /// Its words without label and marks: "Write a file to S3 and mail a link".
    pub text: String,
    /// The same as a whole statement, with what all options share: "Deploy the docs to Netlify".
    pub summary: String,
    /// Where it stands.
    pub range: Range<usize>,
    /// The verbatim words there.
    pub quote: String,
}

/// One thing put to the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// Its form.
    pub form: OfferForm,
    /// The turn.
    pub turn: TurnId,
    /// Where it stands.
    pub range: Range<usize>,
    /// The verbatim words.
    pub text: String,
    /// The number it has among several questions: "2. Which database?".
    pub number: Option<String>,
    /// For a proposal: what is proposed, as an order ("Use Parquet for the nightly export").
    pub object: String,
    /// What it is about ("the session cache", "token lifetime"); empty where the words do not say.
    pub topic: String,
    /// The options, for [`OfferForm::Options`].
    pub options: Vec<Choice>,
    /// Whether the person is asked for a word, or it is only mentioned as possible ("we could ...").
    pub asked: bool,
    /// Whether it stands at the turn's end, where an answer looks for it.
    pub last: bool,
    /// Whether its turn is long: a yes may be to other things that it says.
    pub crowded: bool,
    /// Whether it only states how things could be, or lists what may be no options: an order ("then use that") or a bare
    /// label takes it up.
    pub stated: bool,
    /// Whether it asks for objections, so that a no takes it: "Any objections?" "Would you mind ...?"
    pub objections: bool,
}

impl Offer {
    /// What an act that takes up this offer rests on.
    pub fn basis(&self) -> Basis {
        let (range, text) = match self.options.first() {
            Some(option) => (option.range.clone(), option.quote.clone()),
            None => (self.range.clone(), self.text.clone()),
        };
        Basis { turn: self.turn.clone(), range, text, offer: self.range.clone() }
    }

    /// What an act that takes this option of it rests on.
    pub fn basis_of(&self, option: &Choice) -> Basis {
        let (range, text) = (option.range.clone(), option.quote.clone());
        Basis { turn: self.turn.clone(), range, text, offer: self.range.clone() }
    }

    pub(super) fn new(form: OfferForm, turn: &TurnId, range: Range<usize>, text: &str) -> Self {
        let (object, topic) = (String::new(), String::new());
        let (number, options) = (None, Vec::new());
        Self {
            form,
            turn: turn.clone(),
            range,
            text: text.to_owned(),
            number,
            object,
            topic,
            options,
            asked: true,
            last: false,
            crowded: false,
            stated: false,
            objections: false,
        }
    }
}

/// What a turn of the agent puts to the person, in order.
pub(super) fn offers(turn: &ReadTurn) -> Vec<Offer> {
    let id = turn.turn_id.clone();
    let mut out = Vec::new();
    let mut listed: Vec<Range<usize>> = Vec::new();
    for (places, offers) in lists::of_turn(turn) {
        listed.push(places);
        out.extend(offers);
    }
    for (at, sentence) in turn.sentences.iter().enumerate() {
        let quoted = matches!(sentence.block, BlockKind::Quote | BlockKind::Heading);
        if quoted || listed.iter().any(|r| r.contains(&at)) {
            continue;
        }
        out.extend(of_sentence(&id, &sentence.text, &sentence.range));
    }
    out.sort_by_key(|o| o.range.start);
    with_tags(&mut out);
    with_advice(&mut out);
    let close = turn.sentences.iter().rev().nth(AFTER).map_or(0, |s| s.range.end);
    for offer in &mut out {
        offer.last = offer.range.end > close;
        offer.crowded = turn.sentences.len() > CROWDED;
    }
    out
}

/// The offer in the last sentence of a turn that asks nothing but calls something possible or good: "The most compact
/// encoding would be protobuf."
pub(super) fn stated(turn: &ReadTurn) -> Option<Offer> {
    const MOST: usize = 24;
    let sentence = turn.sentences.last().filter(|s| !s.asks && s.block == BlockKind::Paragraph)?;
    let said = plain(&sentence.text);
    let modal = phrases!(
        " could | would be | can be | might be | should | would | is enough| are enough| i'd | recommend| makes sense| best | better | simplest | cleanest "
    );
    let low = format!(" {} ", said.to_lowercase().replace('’', "'"));
    let told = phrases!(" you | your | did | was | were | n't | not | let me | if ").within(&low);
    if !modal.within(&low) || told || words(&said) > MOST {
        return None;
    }
    let mut offer = Offer::new(OfferForm::Proposal, &turn.turn_id, sentence.range.clone(), &sentence.text);
    offer.object = order(&first_clause(after_any(&said, phrases!("i think that|i think")).unwrap_or(&said)));
    (offer.asked, offer.stated, offer.last) = (false, true, true);
    Some(offer)
}

/// Sentences of a turn from which on it says many things.
const CROWDED: usize = 10;

/// Sentences that may follow an offer at a turn's end: "Either is fine."
const AFTER: usize = 2;

/// "I'd go with (a)" names the option of a list that the agent would take: the list is what is put, and a bare yes takes that
/// option. The label is kept as the list's `object`.
fn with_advice(offers: &mut Vec<Offer>) {
    let advised = |o: &Offer| {
        let object = after_any(&o.object, phrases!("use|go with|option|do")).unwrap_or(&o.object);
        let object = after_any(object, phrases!("option")).unwrap_or(object);
        (o.form == OfferForm::Proposal)
            .then(|| options::bare_label(object.split([',', ' ']).next().unwrap_or("")))
            .flatten()
    };
    let mut at = 0;
    while at < offers.len() {
        if let Some(name) = at.checked_sub(1).and_then(|before| advised_by_name(offers.get(before)?, offers.get(at)?)) {
            offers.remove(at);
            if let Some(list) = offers.get_mut(at - 1) {
                (list.object, list.asked, list.stated) = (name, true, false);
            }
            continue;
        }
        let label = offers.get(at).and_then(advised);
        let list = label
            .as_ref()
            .and_then(|label| offers.iter().rposition(|o| o.options.iter().any(|c| c.label.as_ref() == Some(label))));
        match (label, list.and_then(|n| offers.get_mut(n))) {
            (Some(label), Some(list)) => {
                (list.object, list.asked, list.stated) = (label, true, false);
                offers.remove(at);
            }
            _ => at += 1,
        }
    }
}

/// The one option that a proposal behind a choice names: "Tabs or spaces? I'd lean towards spaces."
fn advised_by_name(options: &Offer, proposal: &Offer) -> Option<String> {
    if options.form != OfferForm::Options || proposal.form != OfferForm::Proposal || words(&proposal.object) > ADVICE {
        return None;
    }
    let low = proposal.object.to_lowercase();
    let mut named = options.options.iter().filter(|o| low.contains(&o.text.to_lowercase()));
    let one = named.next()?;
    named.next().is_none().then(|| one.text.clone())
}

/// Most words of an advice that only names an option.
const ADVICE: usize = 6;

/// A question that only asks for a word ("Agreed?" "Does that work for you?") belongs to what stands before it.
fn with_tags(offers: &mut Vec<Offer>) {
    let bare = |o: &Offer| o.options.is_empty() && (mood::is_tag(&o.text) || o.object.is_empty() && o.topic.is_empty());
    let mut at = 1;
    while at < offers.len() {
        if !offers.get(at).is_some_and(bare) {
            at += 1;
            continue;
        }
        let tag = offers.remove(at);
        if let Some(before) = offers.get_mut(at - 1) {
            before.asked = true;
            before.objections |= mood::asks_for_objections(&tag.text);
        }
    }
    offers.retain(|o| !bare(o));
}

/// What one sentence puts to the person.
pub(super) fn of_sentence(turn: &TurnId, text: &str, range: &Range<usize>) -> Option<Offer> {
    let said = options::unlabelled(&plain(text)).to_owned();
    let asks = said.trim_end_matches([')', '"', ' ']).ends_with('?');
    if let Some(sides) = options::sides(&said) {
        let mut offer = Offer::new(OfferForm::Options, turn, range.clone(), text);
        offer.asked = asks;
        offer.topic = sides.topic;
        offer.options = sides.sides.into_iter().map(|s| prose_choice(s, range, text)).collect();
        return Some(offer);
    }
    if proposes(&said) && !asks_twice(&said) {
        let mut offer = Offer::new(OfferForm::Proposal, turn, range.clone(), text);
        offer.object = order(&first_clause(&said));
        offer.asked = !floats(&said);
        offer.objections = asks && mood::asks_for_objections(&said);
        return (words(&offer.object) >= 2 || asks).then_some(offer);
    }
    if !asks {
        return None;
    }
    let mut offer = Offer::new(OfferForm::Question, turn, range.clone(), text);
    offer.topic = options::topic(&said);
    Some(offer)
}

/// Whether a question puts a second one behind an "or": a yes or no does not say to which.
fn asks_twice(said: &str) -> bool {
    said.ends_with('?')
        && phrases!(", or shall |, or should |, or do you |, or would |, or are you |, or can |, or is ")
            .within(&said.to_lowercase())
}

/// An option named within a sentence. It stands where its name does, since the sentence also names the others.
fn prose_choice(side: Side, range: &Range<usize>, sentence: &str) -> Choice {
    let found = sentence.find(&side.text).map(|at| at..at + side.text.len());
    let within = found.unwrap_or(0..sentence.len());
    let quote = sentence.get(within.clone()).unwrap_or(sentence).to_owned();
    let range = range.start + within.start..range.start + within.end;
    Choice { label: None, text: side.text, summary: side.summary, range, quote }
}

/// The part of a proposal before its reasons: "use Parquet for the export, it comes out smaller".
fn first_clause(said: &str) -> String {
    let said =
        after_any(said, phrases!("unless you mind,|if you don\'t mind,|if that\'s ok,|if you agree,")).unwrap_or(said);
    let ends = phrases!(", it |, since | because |, which |, so | if you| if that|, that |; |, as | - |: the ");
    let low = said.to_ascii_lowercase();
    let at = ends.iter().filter_map(|e| low.find(e)).filter(|at| *at > 12).min().unwrap_or(said.len());
    let head = said.get(..at).unwrap_or(said);
    let asks = said.ends_with('?') && !head.ends_with('?');
    if asks { format!("{head}?") } else { head.to_owned() }
}

/// What a sentence begins with that proposes something.
const PROPOSES: Phrases = phrases!(
    "my proposal|my suggestion|proposal:|suggestion:|plan:|idea:|my recommendation|my plan|recommendation:\
     |i suggest|i'd suggest|i would suggest|i propose|i'd propose|i would propose|i recommend|i'd recommend\
     |i would recommend|i think we should|we should|we could|i could|i'd|i would|let's|should i|should we|shall i\
     |shall we|do you want me to|do you want to|do you want us to|would you like me to|would you like to\
     |would you like us to|would you mind if|want me to|want us to|how about|what about|what if we|why don't we\
     |can i|may i|could i|can we|could we|can we agree on|unless you mind|unless you object|i'd rather|any objection to|any objections to\
     |do you mind if i|do you mind if we|would it be ok if i|would it be okay if i|is it alright if i|next i could|next, i could|next i'd|is it ok if i|is it okay if i\
     |is it fine if i|ok if i|okay if i|ok to|okay to|ready to|the simplest fix is to|the easiest fix is to\
     |one option is to|we can|i can|better to|it would be best to"
);

/// What a sentence begins with that only says what would be possible.
const FLOATS: Phrases =
    phrases!("we could|i could|next i could|next, i could|we can|i can|one option is to|i'd be happy");

/// Openings like a proposal's that narrate or ask about something else.
const NO_PROPOSAL: Phrases = phrases!(
    "let's see|let's look|i'd say|i'd need|i'd have|i'd be|i'd expect|i'd guess|i would need|i would have\
     |i would normally|i'd normally|i can see|i can confirm|i can reproduce|i could not|i could see|i can't\
     |i couldn't|we can't|we could not|we can see|can you|could you|i would expect|i'd like to know|i'd first\
     |i could reproduce|we should see|we should be|what about the|i can only|we should now|i would guess"
);

fn proposes(said: &str) -> bool {
    let leave = phrases!(
        " if you're fine| if you are fine| if you're ok| if that's ok| if that's fine| if you agree| if you don't mind| unless you object| if it's ok"
    );
    if leave.within(&said.to_lowercase().replace('’', "'"))
        && after_any(said, phrases!("i'll|i will|then i'll|i'd|i would")).is_some()
    {
        return true;
    }
    let bare = crate::pipeline::extract::summary::strip_fillers(said).replace('’', "'");
    // "Looking at the traces, most of the time is spent in parsing, so I suggest ..." opens late.
    let late = bare.rsplit_once(", ").map_or("", |(_, tail)| tail);
    let opens = |text: &str| {
        (after_any(text, PROPOSES).is_some() || opens_proposal(text)) && after_any(text, NO_PROPOSAL).is_none()
    };
    opens(&bare) || (bare.len() - late.len() < 40 && opens(late))
}

fn floats(said: &str) -> bool {
    let asks = said.ends_with('?');
    !asks && after_any(crate::pipeline::extract::summary::strip_fillers(said), FLOATS).is_some()
}
