//! Defines the agent's offers to the person: proposals, choices among options, questions, numbered questions. Each has
//! the summary that a bare "yes" or "b" settles.

use crate::language::phrases::phrases;
use std::ops::Range;

use super::advice::{with_advice, with_placed_advice};
use super::options::{self, Side};
use super::proposals::{first_clause, proposal, sets_value};
use super::{deeds, lists, option_labels, prose_options, settings};
use crate::pipeline::acts::answers::mood;
use crate::pipeline::acts::questions::asked_of;
use crate::pipeline::acts::questions::asserted::{asserted, without_lead};
use crate::pipeline::acts::questions::tag_questions::{
    TAG_WORDS, asked_before, asks_for_step, before_tag, is_tag, near, with_tags,
};
use crate::pipeline::acts::references::antecedents;
use crate::pipeline::acts::sentences::topics::{low_first, topic, with_topic};
use crate::pipeline::acts::sentences::wording::{after_any, capital, order, plain, words};
use crate::pipeline::acts::work::imperative::{self, plain_verb};
use crate::pipeline::acts::{Basis, overlaps};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::state::TurnId;
use crate::text::patterns;

patterns! {
    /// A heading that names a proposal.
    HEADED = r"(?i)^(?:my |the )?(?:[a-z]+ )?(?:proposal|suggestion|recommendation|(?:suggested|proposed|recommended) (?:change|fix|approach|solution|next step|plan))\s*[:–—-]\s+(?P<what>.{6,})$";
    /// Modal verbs with what a proposal costs: "that would take a day".
    COSTS = r"(?i)\b(?:would|will|could|should|can|might)(?: also| only| probably| still)? (?:take|cost|need|require|mean|break|have)\b";
    /// A matter that the agent calls undecided: "Compression of the tiles is still undecided".
    UNDECIDED = r"(?i)^(?:so |now |also |well,? )?(?:(?P<topic>[^,;:?]{3,60}?) (?:is|are|remains?) (?:still |as yet |yet )?(?:undecided|unsettled|to be decided|up in the air|an open (?:question|point)|not (?:yet )?(?:decided|settled)(?: yet)?|tbd)|(?:we|you) still (?:need|have) to (?:decide|settle|agree) (?:on|about) (?P<thing>[^,;:?]{3,60}?)|(?:still )?(?:undecided|to be decided|tbd): (?P<left>[^,;?]{3,60}?))\.?$";
}

/// The form of an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferForm {
    /// "I'd use Parquet for the export." "Shall I add an index?" A yes settles it, a no rules it out.
    Proposal,
    /// "Redis or Memcached?" or a list of labelled options. A pick settles it.
    Options,
    /// "Which port?" The answer's words are the value.
    Question,
}

/// One option of an offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The label it can be picked by: `1`, `b`; none for options named in prose.
    pub label: Option<String>,
    /// Its words without label and marks: "Write a file to S3 and mail a link".
    pub text: String,
    /// The option as a whole statement, with the words that all options share: "Deploy the docs to Netlify".
    pub summary: String,
    /// Remarks about it: "cheap, cold starts".
    pub about: String,
    /// Byte range over the raw text of its turn.
    pub range: Range<usize>,
    /// The verbatim words there.
    pub quote: String,
}

/// One offer of the agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// Its form.
    pub form: OfferForm,
    /// The turn.
    pub turn: TurnId,
    /// Where it stands.
    pub range: Range<usize>,
    /// Its words; the pronoun of a question behind a lead is replaced by what the lead names.
    pub text: String,
    /// The verbatim words, as they stand in `range`.
    pub quote: String,
    /// The number it has among several questions: "2. Which database?".
    pub number: Option<String>,
    /// For a proposal: what is proposed, as an order ("Use Parquet for the nightly export").
    pub object: String,
    /// The subject ("the session cache", "token lifetime"); empty where the words do not say.
    pub topic: String,
    /// The options, for [`OfferForm::Options`].
    pub options: Vec<Choice>,
    /// Whether the person is asked; false if it is only mentioned as possible ("we could ...").
    pub asked: bool,
    /// Whether it is at the end of its turn; an answer without a number refers to such an offer.
    pub last: bool,
    /// Whether its turn is so long that a yes may refer to something else in it.
    pub crowded: bool,
    /// Whether it only states a possibility, or lists what may not be options: then only an order ("then use that") or
    /// a bare label settles it.
    pub stated: bool,
    /// Whether its options are work that is offered to be done: "Want me to fix these?"
    pub work: bool,
    /// Whether the agent has chosen it already, so that only a plain approval is read.
    pub chosen: bool,
    /// Whether it asks for objections, so that a no settles it: "Any objections?" "Would you mind ...?"
    pub objections: bool,
}

impl Offer {
    /// The words that an act taking up this offer rests on.
    pub fn basis(&self) -> Basis {
        let (range, text) = match self.options.first() {
            Some(option) => (option.range.clone(), option.quote.clone()),
            // Its own words: what was joined to it stands after them.
            None => (self.range.start..self.range.start + self.quote.len(), self.quote.clone()),
        };
        Basis { turn: self.turn.clone(), range, text, offer: self.range.clone() }
    }

    /// The words that an act taking this option rests on.
    pub fn basis_of(&self, option: &Choice) -> Basis {
        let (range, text) = (option.range.clone(), option.quote.clone());
        Basis { turn: self.turn.clone(), range, text, offer: self.range.clone() }
    }

    /// Whether it only asks what to do, or whether to do a thing now or leave it: what is picked is work, and nothing is
    /// ruled out for good.
    pub(in crate::pipeline::acts) fn is_of_the_moment(&self) -> bool {
        let leaves = phrases!("leave it|leave that|leave them|keep it|skip it|skip that|do nothing");
        let waits = |option: &Choice| {
            let rest = after_any(&option.text, leaves).map(str::trim);
            rest.is_some_and(|rest| {
                phrases!("|for now|as it is|as is|alone|until later|for later|at that").contains(rest)
            })
        };
        self.work || self.options.iter().any(waits)
    }

    /// Whether it is a list of things to be done, also where an entry only names one: "Reminders by mail".
    pub(in crate::pipeline::acts) fn is_to_do(&self) -> bool {
        self.work && self.form == OfferForm::Proposal
    }

    pub(in crate::pipeline::acts) fn new(form: OfferForm, turn: &TurnId, range: Range<usize>, text: &str) -> Self {
        let (object, topic) = (String::new(), String::new());
        let (number, options) = (None, Vec::new());
        Self {
            form,
            turn: turn.clone(),
            range,
            text: text.to_owned(),
            quote: text.to_owned(),
            number,
            object,
            topic,
            options,
            asked: true,
            last: false,
            crowded: false,
            stated: false,
            work: false,
            chosen: false,
            objections: false,
        }
    }
}

/// Reads the questions, options and proposals of an agent's turn, in order.
pub(in crate::pipeline::acts) fn offers(turn: &ReadTurn) -> Vec<Offer> {
    let id = turn.turn_id.clone();
    let mut out = Vec::new();
    let mut listed: Vec<Range<usize>> = Vec::new();
    for (places, offers) in lists::of_turn(turn) {
        listed.push(places);
        out.extend(offers);
    }
    if let Some((places, offer)) = prose_options::of_turn(turn).filter(|_| out.is_empty()) {
        listed.push(places);
        out.push(offer);
    }
    for (at, sentence) in turn.sentences.iter().enumerate() {
        if sentence.block == BlockKind::Quote || listed.iter().any(|r| r.contains(&at)) {
            continue;
        }
        let headed = headed(&id, sentence);
        if headed.is_some() || sentence.block == BlockKind::Heading {
            out.extend(headed);
            continue;
        }
        if let Some(questions) = settings::several_in_one(&id, sentence) {
            out.extend(questions);
            continue;
        }
        let told = turn.sentences.get(..at).unwrap_or_default();
        let named = sentence.asks.then(|| antecedents::resolved_question(&sentence.text, told)).flatten();
        let asked = named.as_deref().unwrap_or(&sentence.text);
        let mut found = of_sentence(&id, asked, &sentence.text, &sentence.range);
        let before = at.checked_sub(1).and_then(|n| turn.sentences.get(n));
        if let (Some(offer), Some(before)) = (&mut found, before) {
            // "The guide describes the old setup. The badges are current. I'd rewrite it": the badges are several.
            let earlier = told.iter().rev().skip(1).take(EARLIER).take_while(|s| s.block_index == before.block_index);
            std::iter::once(before).chain(earlier).for_each(|before| name_thing(offer, before));
            name_subject(offer, before);
        }
        let asks_a_word = found.as_ref().is_some_and(is_tag) && words(&sentence.text) <= TAG_WORDS;
        let unlisted = |n: &usize| !listed.iter().any(|r| r.contains(n));
        if asks_a_word
            && !asks_for_step(&sentence.text)
            && let Some(asked) = asked_before(turn, at).filter(unlisted).and_then(|n| turn.sentences.get(n))
            && !before.is_some_and(|before| {
                near(&out, before) || !sets_value(&plain(&before.text)) && out.iter().any(proposes)
            })
        {
            out.extend(before_tag(&id, asked));
        }
        out.extend(found);
    }
    // A list of questions in quotation marks shows what somebody may ask.
    out.retain(|o| !o.options.iter().any(|option| is_quoted_question(&option.text)));
    out.sort_by_key(|o| o.range.start);
    with_tags(&mut out);
    asked_of::join(&mut out);
    with_advice(&mut out);
    with_placed_advice(&mut out, turn);
    describe(&mut out, turn);
    out.iter_mut().for_each(name_objects);
    place(&mut out, turn);
    out
}

/// Marks the offers at the end of a turn, and those of a long one.
fn place(offers: &mut [Offer], turn: &ReadTurn) {
    // Bullets below an offer say more about it.
    let close = turn.sentences.iter().rev().filter(|s| s.list.is_none()).nth(AFTER).map_or(0, |s| s.range.end);
    let only = offers.len() == 1 && offers.first().is_some_and(proposes);
    for offer in offers {
        offer.last = only || offer.range.end >= close;
        offer.crowded = turn.sentences.len() > CROWDED;
    }
}

/// Whether an offer is a proposal that says what is proposed.
fn proposes(offer: &Offer) -> bool {
    offer.form == OfferForm::Proposal && !offer.object.is_empty() && !is_tag(offer)
}

/// The proposal that a heading names, or that a paragraph opens with in bold: "## Proposal: one repository for all five",
/// "**Turn on auto-merge for small updates.**"
fn headed(turn: &TurnId, sentence: &Sentence) -> Option<Offer> {
    let asked = sentence.block == BlockKind::Heading;
    let object = if asked {
        order(HEADED.captures(&plain(&sentence.text))?.name("what")?.as_str())
    } else {
        let lead = sentence.lead.as_deref().map(plain).filter(|_| sentence.opens_block && sentence.list.is_none())?;
        let alone = lead.trim_end_matches('.') == plain(&sentence.text).trim_end_matches('.');
        (alone && words(&lead) >= 3 && imperative::opens(&lead)).then(|| order(&lead))?
    };
    let offer = Offer::new(OfferForm::Proposal, turn, sentence.range.clone(), &sentence.text);
    Some(Offer { object, asked, ..offer })
}

fn is_quoted_question(option: &str) -> bool {
    option.starts_with(['"', '“']) && option.trim_end_matches(['"', '”']).ends_with('?')
}

/// Adds what the sentence before is about to options that name no subject: "The import takes a minute now. I can show a
/// spinner or a bar" is about the import.
fn name_subject(offer: &mut Offer, before: &Sentence) {
    const WORDS: usize = 3;
    const SHORT: usize = 4;
    let alone = offer.form == OfferForm::Options && offer.topic.is_empty();
    let told = !before.asks && before.block == BlockKind::Paragraph;
    if !alone || !told || offer.options.iter().any(|o| words(&o.summary) > SHORT) {
        return;
    }
    let Some(subject) = antecedents::subject(&plain(&before.text)).filter(|subject| words(subject) <= WORDS) else {
        return;
    };
    for option in &mut offer.options {
        option.summary = with_topic(&option.summary, &subject);
    }
    offer.topic = subject;
}

/// Puts the object of the first option in the place of a later one's pronoun: "(1) shrink the labels, (2) rotate them".
fn name_objects(offer: &mut Offer) {
    let Some((first, later)) = offer.options.split_first_mut() else { return };
    for option in later {
        option.summary = deeds::resolved(&option.summary, &first.summary);
    }
}

/// Puts the thing that the sentence before is about in the place of a pronoun: "The boiler leaks. I'd replace it",
/// "Where do the photos go? I can put them on the disk or in the cloud."
fn name_thing(offer: &mut Offer, before: &Sentence) {
    if matches!(before.block, BlockKind::Quote | BlockKind::Heading | BlockKind::Row) {
        return;
    }
    let before = if before.asks { antecedents::asked_about(&plain(&before.text)) } else { Some(plain(&before.text)) };
    let Some(before) = before else { return };
    // "The report has a second page. Should I include it?"
    if offer.form == OfferForm::Proposal && offer.object.is_empty() && antecedents::presented(&before).is_some() {
        offer.object = antecedents::with_subject(&order(&plain(&offer.text)), &before).unwrap_or_default();
    }
    let options = offer.options.iter_mut().map(|option| &mut option.summary);
    let words_of_it = match offer.form {
        OfferForm::Proposal => Some(&mut offer.object),
        OfferForm::Question => Some(&mut offer.topic),
        OfferForm::Options => None,
    };
    for words in options.chain(words_of_it) {
        if let Some(named) = antecedents::with_subject(words, &before) {
            *words = named;
        }
    }
}

/// Reads the offer in the last sentence of a turn without questions, which calls something possible or good: "The most
/// compact encoding would be protobuf."
pub(in crate::pipeline::acts) fn stated(turn: &ReadTurn) -> Option<Offer> {
    const MOST: usize = 24;
    let sentence = turn.sentences.last().filter(|s| !s.asks && s.block == BlockKind::Paragraph)?;
    let said = plain(&sentence.text);
    let modal = phrases!(
        " could | would be | can be | might be | should | would | is enough| are enough| i'd | recommend| makes sense| best | better | simplest | cleanest "
    );
    let low = format!(" {} ", said.to_lowercase().replace('’', "'"));
    let told = phrases!(" you | your | did | was | were | n't | not | let me | if ").within(&low);
    if !modal.within(&low) || told || COSTS.is_match(&said) || words(&said) > MOST {
        return None;
    }
    let mut offer = Offer::new(OfferForm::Proposal, &turn.turn_id, sentence.range.clone(), &sentence.text);
    offer.object = order(&first_clause(after_any(&said, phrases!("i think that|i think")).unwrap_or(&said)));
    // "Converting the photos to WebP would save 3 MB"
    let modal = phrases!(" would | will | could | should | can | might ").find(&said);
    let deed = modal.and_then(|(at, _)| said.get(..at)).and_then(|deed| plain_verb(&low_first(deed)));
    offer.object = deed.map_or(offer.object, |deed| capital(&deed));
    (offer.asked, offer.stated, offer.last) = (false, true, true);
    Some(offer)
}

/// Number of sentences from which a turn is [`Offer::crowded`].
const CROWDED: usize = 10;

/// Number of sentences before the last one in which the thing that an offer's pronoun stands for is looked for.
const EARLIER: usize = 2;

/// Maximum number of sentences after an offer that still is at its turn's end: "Either is fine."
const AFTER: usize = 3;

/// Adds to each option the remarks that sentences near it make about it alone: "The servo is the lightest."
fn describe(offers: &mut [Offer], turn: &ReadTurn) {
    for offer in offers.iter_mut().filter(|o| o.form == OfferForm::Options) {
        let beside = turn.sentences.iter().filter(|s| !overlaps(&s.range, &offer.range)).map(|s| s.text.to_lowercase());
        for said in beside.flat_map(|s| clauses(&s)) {
            let bare = |o: &Choice| after_any(&o.text, phrases!("a|an|the")).unwrap_or(&o.text).to_lowercase();
            let mut named = offer.options.iter_mut().filter(|o| said.contains(&bare(o)));
            if let (Some(one), None) = (named.next(), named.next()) {
                one.about.push(' ');
                one.about.push_str(&said);
            }
        }
    }
}

/// The clauses of a sentence that compares: "nom is faster, pest has nicer grammars".
fn clauses(said: &str) -> Vec<String> {
    let parts = said.split([',', ';']).flat_map(|c| c.split(" while ")).flat_map(|c| c.split(" but "));
    parts.filter(|c| !c.trim().is_empty()).map(str::to_owned).collect()
}

/// Reads the question, the options or the proposal of one sentence. `quote`: its verbatim words, where they differ from
/// those to be read.
pub(super) fn of_sentence(turn: &TurnId, text: &str, quote: &str, range: &Range<usize>) -> Option<Offer> {
    let found = of_words(turn, text, quote, range)?;
    Some(Offer { quote: quote.to_owned(), ..found })
}

fn of_words(turn: &TurnId, text: &str, quote: &str, range: &Range<usize>) -> Option<Offer> {
    let said = without_lead(option_labels::unlabelled(&plain(text)));
    let said = after_any(
        &said,
        phrases!("just to be sure|just to be certain|just to confirm|to be sure|to confirm|just checking|to double check|just to double check"),
    )
    .map_or(said.as_str(), |rest| rest.trim_start_matches([',', ':', ' ']))
    .to_owned();
    let said =
        after_any(&said, phrases!("if you want,|if you like,|if you prefer,|if you wish,|if you'd like,|if it helps,"))
            .map_or(said.clone(), str::to_owned);
    let asks = said.trim_end_matches([')', '"', ' ']).ends_with('?');
    if let Some(sides) = options::sides(&said) {
        let mut offer = Offer::new(OfferForm::Options, turn, range.clone(), text);
        offer.asked = asks;
        offer.topic = sides.topic;
        offer.options = sides.sides.iter().map(|s| prose_choice(s, range, quote)).collect();
        return Some(offer);
    }
    if let Some(mut offer) = prose_options::of_sentence(turn, &said, text, range) {
        offer.asked |= asks;
        return Some(offer);
    }
    if let Some(found) = proposal(&said).filter(|_| !asks_twice(&said)) {
        let mut offer = Offer::new(OfferForm::Proposal, turn, range.clone(), text);
        (offer.object, offer.asked) = (found.object, found.asked);
        offer.objections = asks && mood::asks_for_objections(&said);
        return (words(&offer.object) >= 2 || asks).then_some(offer);
    }
    let topic = if asks { topic_or_statement(&said) } else { undecided(&said)? };
    Some(Offer { topic, ..Offer::new(OfferForm::Question, turn, range.clone(), text) })
}

/// The topic of a question; the statement that a yes to it makes if it is too long for a topic.
fn topic_or_statement(question: &str) -> String {
    const LONGEST: usize = 24;
    let topic = topic(question);
    if !topic.is_empty() || words(question) > LONGEST { topic } else { asserted(question).unwrap_or_default() }
}

/// The matter that a statement calls undecided.
fn undecided(said: &str) -> Option<String> {
    let found = UNDECIDED.captures(said)?;
    let topic = ["topic", "thing", "left"].iter().find_map(|name| found.name(name))?.as_str();
    let topic = after_any(topic, phrases!("the|our")).unwrap_or(topic);
    let points = phrases!("it|that|this|everything|nothing|one|two").contains(&topic.to_lowercase());
    (!points).then(|| low_first(topic))
}

/// Whether a second question follows an "or": then a yes or no is ambiguous.
fn asks_twice(said: &str) -> bool {
    said.ends_with('?')
        && phrases!(" or should it | or shall it | or should they | or can it |, or shall |, or should |, or do you |, or would |, or are you |, or can |, or is ")
            .within(&said.to_lowercase())
}

/// Makes an option named in prose. Its range is that of its name, since the sentence also names the others.
fn prose_choice(side: &Side, range: &Range<usize>, sentence: &str) -> Choice {
    let found = sentence.find(&side.said).map(|at| at..at + side.said.len());
    let within = found.unwrap_or(0..sentence.len());
    let quote = sentence.get(within.clone()).unwrap_or(sentence).to_owned();
    let range = range.start + within.start..range.start + within.end;
    let behind =
        sentence.get(within.end..).unwrap_or("").trim_start_matches(|c: char| c.is_whitespace() || "`*".contains(c));
    let bracketed = behind.strip_prefix('(').and_then(|b| b.split_once(')')).map(|(about, _)| about);
    // "Or use slate, which is built to last"
    let told = behind.strip_prefix(", which ").map(|b| b.split([',', '?', ';']).next().unwrap_or(b));
    let about = bracketed.or(told).unwrap_or_default().to_owned();
    // "An XB3 (Zigbee, 40 mA)" is also called by the name in brackets.
    let of_name = |a: &&str| a.chars().filter(|c| c.is_uppercase() || c.is_ascii_digit()).count() >= 2;
    let alias = about.split(',').next().filter(|a| words(a) == 1 && a.starts_with(char::is_uppercase)).filter(of_name);
    let named = |text: &str| match alias {
        Some(alias) => text.replacen(&side.text, &format!("{} ({alias})", side.text), 1),
        None => text.to_owned(),
    };
    Choice { label: None, text: named(&side.text), summary: named(&side.summary), about: about.clone(), range, quote }
}
