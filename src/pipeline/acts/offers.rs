//! Defines what the agent puts to the person: proposals, choices among options, questions, numbered questions; each with
//! the words a bare "yes" or "b" stands for.

use crate::language::phrases::Phrases;
use std::ops::Range;

use super::Basis;
use super::options::{self, Side};
use super::wording::{after_any, order, plain, words};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
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

    fn new(form: OfferForm, turn: &TurnId, range: Range<usize>, text: &str) -> Self {
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
        }
    }
}

/// What a turn of the agent puts to the person, in order.
pub(super) fn offers(turn: &ReadTurn) -> Vec<Offer> {
    let id = turn.turn_id.clone();
    let mut out = Vec::new();
    let mut listed: Vec<Range<usize>> = Vec::new();
    for list in lists(&turn.sentences) {
        let (from, to) = (list.first().map_or(0, |e| e.place), list.last().map_or(0, |e| e.place + 1));
        let intro = from.checked_sub(1).and_then(|at| turn.sentences.get(at));
        let outro = turn.sentences.get(to);
        out.extend(of_list(&id, &list, intro, outro));
        let intro = usize::from(intro.is_some_and(introduces));
        let outro = usize::from(outro.is_some_and(|s| s.asks));
        listed.push(from - intro..to + outro);
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
    let close = turn.sentences.iter().rev().nth(AFTER).map_or(0, |s| s.range.end);
    for offer in &mut out {
        offer.last = offer.range.end > close;
        offer.crowded = turn.sentences.len() > CROWDED;
    }
    out
}

/// Sentences of a turn from which on it says many things.
const CROWDED: usize = 10;

/// Sentences that may follow an offer at a turn's end: "Either is fine."
const AFTER: usize = 2;

/// A question that only asks for a word ("Agreed?") belongs to what stands before it.
fn with_tags(offers: &mut Vec<Offer>) {
    let bare =
        |o: &Offer| o.form != OfferForm::Options && o.options.is_empty() && o.object.is_empty() && o.topic.is_empty();
    let mut at = 1;
    while at < offers.len() {
        if offers.get(at).is_some_and(bare) {
            offers.remove(at);
            if let Some(before) = offers.get_mut(at - 1) {
                before.asked = true;
            }
        } else {
            at += 1;
        }
    }
    offers.retain(|o| !bare(o));
}

/// An entry of a list of options or questions.
struct ListEntry<'s> {
    label: Option<String>,
    text: String,
    /// The verbatim words of `range`.
    quote: String,
    range: Range<usize>,
    asks: bool,
    /// The index of its sentence.
    place: usize,
    sentence: &'s Sentence,
}

/// Whether a sentence leads in a list of options or questions.
fn introduces(sentence: &Sentence) -> bool {
    let text = sentence.text.trim_end_matches(['*', '_', ' ']);
    text.ends_with(':') || sentence.asks
}

/// The lists of a turn: entries that follow each other, labelled or bulleted, two at least.
fn lists(sentences: &[Sentence]) -> Vec<Vec<ListEntry<'_>>> {
    let mut out: Vec<Vec<ListEntry<'_>>> = Vec::new();
    let mut open: Vec<ListEntry<'_>> = Vec::new();
    for (place, sentence) in sentences.iter().enumerate() {
        let entries = entries(sentence, place);
        let goes_on = match (open.last(), entries.first()) {
            (Some(last), Some(first)) => follows(last, first),
            (Some(last), None) => {
                // What an entry says further belongs to it.
                if last.sentence.block_index == sentence.block_index && sentence.list.is_some() {
                    continue;
                }
                false
            }
            _ => false,
        };
        if !goes_on {
            close(&mut open, &mut out);
        }
        open.extend(entries);
    }
    close(&mut open, &mut out);
    out
}

fn close<'s>(open: &mut Vec<ListEntry<'s>>, out: &mut Vec<Vec<ListEntry<'s>>>) {
    let list = std::mem::take(open);
    if list.len() >= 2 {
        out.push(list);
    }
}

/// Whether an entry goes on with the list of the one before it.
fn follows(last: &ListEntry<'_>, next: &ListEntry<'_>) -> bool {
    match (&last.label, &next.label) {
        (Some(a), Some(b)) => options::order_of(b) == options::order_of(a).map(|n| n + 1),
        (None, None) => last.sentence.list.is_some() && next.sentence.list.is_some(),
        _ => false,
    }
}

/// The entries a sentence holds: itself as a list item, or several behind labels within it.
fn entries(sentence: &Sentence, place: usize) -> Vec<ListEntry<'_>> {
    if matches!(sentence.block, BlockKind::Quote | BlockKind::Heading) {
        return Vec::new();
    }
    let entry = |label: Option<String>, text: &str, range: Range<usize>| {
        let asks = text.trim_end().ends_with('?');
        let within = range.start - sentence.range.start..range.end - sentence.range.start;
        let quote = sentence.text.get(within).unwrap_or_default().to_owned();
        ListEntry { label, text: plain(text), quote, range, asks, place, sentence }
    };
    let parts = options::labelled(&sentence.text);
    if parts.len() >= 2 {
        let at = sentence.range.start;
        return parts
            .into_iter()
            .map(|part| entry(Some(part.label), part.text, at + part.range.start..at + part.range.end))
            .collect();
    }
    if let [part] = parts.as_slice()
        && part.opens
    {
        return vec![entry(Some(part.label.clone()), part.text, sentence.range.clone())];
    }
    if !sentence.opens_block {
        return Vec::new();
    }
    let number = sentence.list.and_then(|l| l.number).map(|n| n.to_string());
    match sentence.list {
        Some(_) => vec![entry(number, &sentence.text, sentence.range.clone())],
        None => Vec::new(),
    }
}

/// Words of an introduction that say that a list holds options, whether or not it asks.
const OPTION_WORDS: Phrases = Phrases(
    "option|suggestion|alternative|choice|approaches|ways|candidate|either|variant|choose|pick|prefer|possibilit|which",
);

/// Most entries of a list of options.
const MOST_OPTIONS: usize = 8;

/// What a list puts to the person: numbered questions, or one choice among its entries.
fn of_list(turn: &TurnId, list: &[ListEntry<'_>], intro: Option<&Sentence>, outro: Option<&Sentence>) -> Vec<Offer> {
    let asked = list.iter().filter(|e| e.asks).count();
    if asked * 2 > list.len() {
        return list.iter().enumerate().map(|(n, entry)| of_question(turn, entry, n)).collect();
    }
    let leads = intro.filter(|s| introduces(s)).map(|s| plain(&s.text)).unwrap_or_default();
    let asks = outro.filter(|s| s.asks).map(|s| plain(&s.text)).unwrap_or_default();
    let low = format!("{leads} {asks}").to_lowercase();
    let says = |word: &&str| low.split(|c: char| !c.is_alphanumeric()).any(|w| w.starts_with(*word));
    let labelled = list.iter().all(|e| e.label.is_some());
    let asked_for = asks.ends_with('?') || leads.ends_with('?');
    let deep = list.iter().any(|e| e.sentence.list.is_some_and(|l| l.depth > 1));
    let is_choice = (asked_for || OPTION_WORDS.iter().any(|w| says(&w))) && list.len() <= MOST_OPTIONS && !deep;
    let done = Phrases("done|summary|changes|changed|so far|steps|plan|fixed|added|next");
    let reports = done.iter().any(|w| says(&w)) && !leads.ends_with('?') && asks.is_empty();
    if !is_choice || reports || (!labelled && leads.is_empty()) {
        return Vec::new();
    }
    let start = intro.filter(|s| introduces(s)).map_or(list.first().map_or(0, |e| e.range.start), |s| s.range.start);
    let end = list.last().map_or(start, |e| e.range.end);
    let text: Vec<&str> = list.iter().map(|e| e.text.as_str()).collect();
    let mut offer = Offer::new(OfferForm::Options, turn, start..end, &text.join(" / "));
    let question = if asks.is_empty() { leads } else { asks };
    offer.topic = options::topic(&question);
    offer.options = list.iter().map(|e| choice(e, &offer.topic)).collect();
    vec![offer]
}

fn choice(entry: &ListEntry<'_>, topic: &str) -> Choice {
    let lead = entry.sentence.lead.as_deref().map(plain).filter(|l| entry.text.starts_with(l.as_str()));
    let text = options::head(lead.as_deref().unwrap_or(&entry.text));
    Choice {
        label: entry.label.clone(),
        summary: options::with_topic(&text, topic),
        text,
        range: entry.range.clone(),
        quote: entry.quote.clone(),
    }
}

/// One of several questions.
fn of_question(turn: &TurnId, entry: &ListEntry<'_>, place: usize) -> Offer {
    let found = of_sentence(turn, &entry.quote, &entry.range);
    let mut offer = found.unwrap_or_else(|| Offer::new(OfferForm::Question, turn, entry.range.clone(), &entry.quote));
    if offer.topic.is_empty() && offer.form == OfferForm::Question {
        offer.topic = options::topic(&entry.text);
    }
    offer.number = Some(entry.label.clone().unwrap_or_else(|| (place + 1).to_string()));
    offer
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
        && Phrases(", or shall |, or should |, or do you |, or would |, or are you |, or can |, or is ")
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
        after_any(said, Phrases("unless you mind,|if you don\'t mind,|if that\'s ok,|if you agree,")).unwrap_or(said);
    let ends = Phrases(", it |, since | because |, which |, so | if you| if that|, that |; |, as | - |: the ");
    let low = said.to_ascii_lowercase();
    let at = ends.iter().filter_map(|e| low.find(e)).filter(|at| *at > 12).min().unwrap_or(said.len());
    let head = said.get(..at).unwrap_or(said);
    let asks = said.ends_with('?') && !head.ends_with('?');
    if asks { format!("{head}?") } else { head.to_owned() }
}

/// What a sentence begins with that proposes something.
const PROPOSES: Phrases = Phrases(
    "my proposal|my suggestion|proposal:|suggestion:|plan:|idea:|my recommendation|my plan|recommendation:\
     |i suggest|i'd suggest|i would suggest|i propose|i'd propose|i would propose|i recommend|i'd recommend\
     |i would recommend|i think we should|we should|we could|i could|i'd|i would|let's|should i|should we|shall i\
     |shall we|do you want me to|do you want to|do you want us to|would you like me to|would you like to\
     |would you like us to|would you mind if|want me to|want us to|how about|what about|what if we|why don't we\
     |can i|may i|could i|can we|could we|next i could|next, i could|next i'd|is it ok if i|is it okay if i\
     |is it fine if i|ok if i|okay if i|ok to|okay to|ready to|the simplest fix is to|the easiest fix is to\
     |one option is to|we can|i can|better to|it would be best to",
);

/// What a sentence begins with that only says what would be possible.
const FLOATS: Phrases =
    Phrases("we could|i could|next i could|next, i could|we can|i can|one option is to|i'd be happy");

/// Openings like a proposal's that narrate or ask about something else.
const NO_PROPOSAL: Phrases = Phrases(
    "let's see|let's look|let me|i'd say|i'd need|i'd have|i'd be|i'd expect|i'd guess|i would need|i would have\
     |i would normally|i'd normally|i can see|i can confirm|i can reproduce|i could not|i could see|i can't\
     |i couldn't|we can't|we could not|we can see|can you|could you|i would expect|i'd like to know|i'd first\
     |i could reproduce|we should see|we should be|what about the|i can only|we should now|i would guess",
);

fn proposes(said: &str) -> bool {
    let leave = Phrases(
        " if you're fine| if you are fine| if you're ok| if that's ok| if that's fine| if you agree| if you don't mind| unless you object| if it's ok",
    );
    if leave.within(&said.to_lowercase().replace('’', "'"))
        && after_any(said, Phrases("i'll|i will|then i'll|i'd|i would")).is_some()
    {
        return true;
    }
    let bare = crate::pipeline::extract::summary::strip_fillers(said).replace('’', "'");
    // "Looking at the traces, most of the time is spent in parsing, so I suggest ..." opens late.
    let late = bare.rsplit_once(", ").map_or("", |(_, tail)| tail);
    let opens = |text: &str| after_any(text, PROPOSES).is_some() && after_any(text, NO_PROPOSAL).is_none();
    opens(&bare) || (bare.len() - late.len() < 40 && opens(late))
}

fn floats(said: &str) -> bool {
    let asks = said.ends_with('?');
    !asks && after_any(crate::pipeline::extract::summary::strip_fillers(said), FLOATS).is_some()
}
