//! Defines the reading of the person's answer to the agent's offer: yes, no, a picked option, an answer by number.
//!
//! Polarity is read first: a bare yes settles the proposal unchanged, a no rules it out.

use std::ops::Range;

use super::concluded::{before_choice, outcome};
use super::polarity::{Polarity, first_clause, polarity, polarity_to, unopened};
use super::proposal_answers::to_proposal;
use super::values::{beside_options, to_question};
use super::{acknowledged, counter, deferred, mood, named_answers, numbered, other_answers, parts, remarks, stance};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::changes::corrections;
use crate::pipeline::acts::offers::named_offers::named_by_person;
use crate::pipeline::acts::offers::offer::{Offer, OfferForm};
use crate::pipeline::acts::offers::settings;
use crate::pipeline::acts::picks::labels::{by_place, exactly_named};
use crate::pipeline::acts::picks::option_remarks::{asks_for_one, speaks_against};
use crate::pipeline::acts::picks::pick::{named_whole, pick};
use crate::pipeline::acts::picks::{labelled_entries, marked_labels};
use crate::pipeline::acts::questions::asked_facts::asks_which_is_had;
use crate::pipeline::acts::questions::undecided;
use crate::pipeline::acts::rules::stated_rules;
use crate::pipeline::acts::sentences::wording::{self, after_any, order, plain, unhurried, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, Certainty, View};
use crate::pipeline::clause::Sentence;

/// The part of the person's turn that answers an offer: its words, their byte range, and the words after it.
#[derive(Debug, Clone)]
pub(in crate::pipeline::acts) struct PersonsReply {
    pub text: String,
    pub range: Range<usize>,
    /// The words of the following sentences, for reasons and additions.
    pub rest: String,
}

impl PersonsReply {
    /// Makes a reply of a whole sentence.
    pub fn of(sentence: &Sentence) -> Self {
        Self { text: plain(&sentence.text), range: sentence.range.clone(), rest: String::new() }
    }
}

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let sentences: Vec<&Sentence> = view.own().skip_while(|s| remarks::praises_question(&s.text)).collect();
    let answered = remarks::leads_in(&sentences).map_or_else(|| to_offers(view, &sentences), |act| vec![act]);
    let acts = acknowledged::weighed(view, &sentences, answered);
    if acts.is_empty() { named_answers::read(view, &sentences) } else { acts }
}

/// Reads the answer to what the agent offers.
fn to_offers(view: View<'_>, sentences: &[&Sentence]) -> Vec<Act> {
    let Some(first) = sentences.first() else { return Vec::new() };
    let numbered: Vec<&Offer> = view.offers.iter().filter(|o| o.number.is_some()).collect();
    if numbered.len() >= 2 && numbered::lists_own(sentences) {
        return Vec::new();
    }
    if numbered.len() >= 2 {
        let acts = numbered::answers(sentences, &numbered);
        if !acts.is_empty() {
            return acts;
        }
    }
    let labelled = labelled_entries::read(view.offers, sentences);
    if let Some(acts) = labelled.or_else(|| marked_labels::read(view.offers, first)) {
        return acts;
    }
    let several = [labelled_entries::by_topic(view.offers, sentences), settings::answered(sentences, view.offers)];
    let several = several.into_iter().find(|acts| !acts.is_empty()).unwrap_or_default();
    if !several.is_empty() {
        return several;
    }
    let Some(offer) = meant(view.offers).filter(|offer| !is_asked_past(view, offer)) else {
        return parts::judged(view, sentences).unwrap_or_default();
    };
    // "Please" after two questions does not say to which.
    let please = phrases!("please|pls|plz").contains(&unhurried(&first.text).to_lowercase());
    if please && view.offers.iter().filter(|offer| offer.asked).count() > 1 {
        return Vec::new();
    }
    let offer =
        marked_labels::labelled(view.offers, first).filter(|_| offer.form == OfferForm::Proposal).unwrap_or(offer);
    let named = named_by_person(view, offer);
    let offer = named.as_ref().unwrap_or(offer);
    if offer.number.is_some() && numbered.len() >= 2 {
        return Vec::new();
    }
    // "Could you go with option b, please?" answers.
    let requests = after_any(&first.text, phrases!("could you|can you|would you|please")).is_some()
        || asks_for_one(offer, &plain(&first.text)).is_some();
    if first.asks && words(&first.text) > 3 && !requests {
        return Vec::new();
    }
    if let Some(acts) = other_answers::another_value(view.offers, offer, first) {
        return acts;
    }
    let sentences =
        if only_reacts(first, sentences.get(1).copied()) { sentences.get(1..).unwrap_or_default() } else { sentences };
    let some = marked_labels::all_but(offer, first).or_else(|| parts::most_judged(view, offer, sentences));
    if let Some(acts) = some {
        return acts.into_iter().map(|act| act.on(offer)).collect();
    }
    if let Some(reply) = taken_with_change(sentences).or_else(|| numbered_pick(offer, sentences)) {
        return answer(offer, &reply, true);
    }
    let acts = in_sentences(view, offer, sentences);
    if acts.is_empty() { parts::judged_options(offer, sentences).unwrap_or_default() } else { acts }
}

/// Reads the answer in the first, the last or a later sentence.
fn in_sentences(view: View<'_>, offer: &Offer, sentences: &[&Sentence]) -> Vec<Act> {
    let (remarks, sentences) = before_choice(offer, sentences);
    if !remarks.is_empty() {
        let mut acts = in_first_sentences(view, offer, sentences);
        // "No tin, it rusts. oak" refuses besides.
        let refuses = |s: &&&Sentence| after_any(&s.text, phrases!("no|not|never|don't|dont|do not")).is_some();
        acts.extend(remarks.iter().filter(|s| !refuses(s)).map(|s| Act::nothing(s.range.clone(), "remark")));
        return acts;
    }
    let found = Some(in_first_sentences(view, offer, sentences)).filter(|acts| !acts.is_empty());
    let found = found.map(|acts| other_answers::with_others_left(offer, sentences, acts));
    found.or_else(|| in_last_sentence(offer, sentences)).unwrap_or_else(|| in_later_sentences(offer, sentences))
}

/// Reads the answer in the last sentence: "that part is small anyway. fine, go ahead". Behind an order it judges the rest:
/// "make them 480 wide. quality is fine".
fn in_last_sentence(offer: &Offer, sentences: &[&Sentence]) -> Option<Vec<Act>> {
    if let Some(reply) = waved_aside(sentences.last()?) {
        return Some(answer(offer, &reply, false));
    }
    let (last, others) = sentences.split_last().filter(|(last, others)| !others.is_empty() && !last.asks)?;
    if remarks::points_to_remark(&last.text) {
        return None;
    }
    let ordered = others.iter().any(|s| imperative::opens(&plain(&s.text).to_lowercase()));
    let answers = words(&last.text) <= LAST && !ordered && says_only_yes_or_no(offer, &plain(&last.text));
    let acts = answers.then(|| answer(offer, &PersonsReply::of(last), false))?;
    (!acts.is_empty() || offer.form != OfferForm::Options).then_some(acts)
}

/// The no at the end of a sentence that tells why: "we're not even on that map yet, forget it".
fn waved_aside(last: &Sentence) -> Option<PersonsReply> {
    let said = last.text.trim_end_matches(['.', '!', ' ']);
    let (why, no) = said.rsplit_once(", ").or_else(|| said.rsplit_once(" so "))?;
    let aside = phrases!("forget it|forget that|skip it|skip that|leave it|no thanks|no need|not needed|don't bother");
    let reply = PersonsReply { text: no.to_owned(), range: last.range.clone(), rest: why.to_owned() };
    (aside.contains(no.to_lowercase().as_str()) && words(why) >= 3 && !last.asks).then_some(reply)
}

/// Whether the agent asked something else after an offer: "I'll tidy up" is no longer meant after "Shall I pull?".
fn is_asked_past(view: View<'_>, offer: &Offer) -> bool {
    let last = view.agents_turn().filter(|turn| turn.turn_id != offer.turn);
    last.and_then(|turn| turn.sentences.last()).is_some_and(|sentence| sentence.asks)
}

/// Whether words say yes or no to an offer and nothing else: "fine, go ahead", or "the tin ok" where tin is offered.
fn says_only_yes_or_no(offer: &Offer, said: &str) -> bool {
    let about = stance::content(&offer.object);
    matches!(polarity(said), (Polarity::Yes | Polarity::No, "")) || polarity_to(said, &about) == (Polarity::Yes, "")
}

/// Reads a pick by number whose reason makes it look like the item of a list: "2. flash wears out".
fn numbered_pick(offer: &Offer, sentences: &[&Sentence]) -> Option<PersonsReply> {
    let mut listed = sentences.iter().filter(|s| s.list.is_some() && s.opens_block);
    let (first, alone) = (listed.next()?, listed.next().is_none());
    let label = first.list.and_then(|l| l.number)?.to_string();
    let offered = offer.form == OfferForm::Options && offer.options.iter().any(|o| o.label.as_ref() == Some(&label));
    let opens = sentences.first().is_some_and(|s| s.range == first.range);
    // "1. is a no go" judges the option.
    let judged = after_any(
        &first.text,
        phrases!("is|was|sounds|looks|seems|needs|has|does|would|could|can|will|no|not|never|costs|breaks|feels|works"),
    );
    (alone && offered && opens && judged.is_none()).then(|| PersonsReply {
        text: label,
        rest: joined(sentences),
        ..PersonsReply::of(first)
    })
}

/// Reads the answer that follows from what is told before it: "we run nats for billing. less to learn => nats", "I shipped
/// two games on raylib. that one".
fn in_later_sentences(offer: &Offer, sentences: &[&Sentence]) -> Vec<Act> {
    const SENTENCES: usize = 4;
    if offer.form != OfferForm::Options || sentences.len() > SENTENCES || sentences.iter().any(|s| s.asks) {
        return Vec::new();
    }
    let concluded = sentences.iter().find_map(|sentence| {
        let text = plain(&sentence.text);
        let acts =
            answer(offer, &PersonsReply { text: outcome(&text)?.to_owned(), ..PersonsReply::of(sentence) }, true);
        (!acts.is_empty()).then_some(acts)
    });
    concluded.or_else(|| pointed_at(offer, sentences)).unwrap_or_default()
}

/// Reads a pick that points to the option named before it: "I shipped two games on raylib. that one".
fn pointed_at(offer: &Offer, sentences: &[&Sentence]) -> Option<Vec<Act>> {
    const POINTS: Phrases = phrases!(
        "that one|this one|that|that it is|so that|so that one|then that|then that one|that one then|that one please|the one|taken|sold|i take it|i'll take it|i take that|i'll take that|take it|let's take it|let's take that|i want it|i want that|i'll have it|that's the one|that's my pick|gets my vote"
    );
    const AGAINST: Phrases =
        phrases!("n't | not | no | never | hate| too | bad | problem| trouble| broke| pain| fail| annoy");
    let (first, last) = (sentences.first()?, sentences.last()?);
    let said = joined(sentences).to_lowercase().replace('’', "'");
    let said = said.trim_end_matches(|c: char| !c.is_alphanumeric());
    let (told, points) = said.rsplit_once(['.', ',', '!', ';'])?;
    if !POINTS.contains(points.trim()) || AGAINST.within(&format!(" {told} ")) {
        return None;
    }
    let mut named = offer.options.iter().filter(|o| stance::names_some(told, &o.text));
    let one = named.next().filter(|_| named.next().is_none()).or_else(|| by_place(unopened(told), offer))?;
    let reply =
        PersonsReply { text: one.text.clone(), range: first.range.start..last.range.end, rest: told.to_owned() };
    Some(answer(offer, &reply, true))
}

/// Whether a sentence only reacts before the answer: "1 second?? sold", "cool! no, leave it as it is".
fn only_reacts(first: &Sentence, next: Option<&Sentence>) -> bool {
    const MOST: usize = 3;
    let Some(next) = next.filter(|next| !next.asks && words(&first.text) <= MOST) else { return false };
    let praises =
        || after_any(&first.text, phrases!("cool|nice|great|good|perfect|thanks|lovely|neat|sweet|wow")).is_some();
    first.asks || praises() && polarity(&plain(&next.text)).0 == Polarity::No
}

/// A pointing yes with the change that stands in a sentence of its own: "That. But weekly".
fn taken_with_change(sentences: &[&Sentence]) -> Option<PersonsReply> {
    let [first, second, rest @ ..] = sentences else { return None };
    let pointing = phrases!("that|this|exactly that|yes that|like that|that one|yes, that");
    let yes = plain(&first.text).trim_end_matches(['.', '!']).to_owned();
    let changes = after_any(&second.text, phrases!("but|just|only")).is_some();
    (changes && pointing.contains(&yes.to_lowercase())).then(|| PersonsReply {
        text: format!("{yes}, {}", plain(&second.text)),
        range: first.range.start..second.range.end,
        rest: joined(rest),
    })
}

pub(super) fn joined(sentences: &[&Sentence]) -> String {
    sentences.iter().map(|s| plain(&s.text)).collect::<Vec<_>>().join(" ")
}

/// Reads the answer in the first three sentences: "hmm wait, B", "sure. B please".
fn in_first_sentences(view: View<'_>, offer: &Offer, sentences: &[&Sentence]) -> Vec<Act> {
    let listed = sentences.first().is_some_and(|first| first.list.is_some());
    let mut out: Vec<Act> = Vec::new();
    for (at, sentence) in sentences.iter().enumerate().take(3) {
        // A list behind a sentence of another kind describes something.
        if at > 0 && (sentence.asks || sentence.list.is_some() && !listed || remarks::points_to_remark(&sentence.text))
        {
            break;
        }
        let (said, range) = stated_rules::answer_before(view, sentence, offer.is_of_the_moment());
        let new = (at > 0).then(|| corrections::reconsidered(&said)).flatten();
        let said = new.map_or_else(|| said.clone(), str::to_owned);
        // "No, the gate must be oak": what is said behind the answer is part of the rest.
        let behind = sentence.text.get(range.end.saturating_sub(sentence.range.start)..).unwrap_or_default();
        let rest = joined(sentences.get(at + 1..).unwrap_or_default());
        let rest = format!("{behind} {rest}").trim().to_owned();
        let mut reply = PersonsReply { text: corrections::corrected(&said).to_owned(), range, rest };
        remarks::add_exception(offer, &mut reply, sentences.get(at + 1));
        // Nothing is said but yes: "oh yes, much better. please change that".
        let about = stance::content(&format!("{} {}", offer.object, offer.text));
        let agrees = |s: &&&Sentence| polarity_to(&plain(&s.text), &about) == (Polarity::Yes, "");
        let echoes: Vec<&&Sentence> = sentences.iter().skip(at + 1).take_while(agrees).collect();
        let alone = at + 1 + echoes.len() == sentences.len();
        let concluded = || {
            let outcome = outcome(&reply.text)?;
            Some(answer(offer, &PersonsReply { text: outcome.to_owned(), ..reply.clone() }, alone))
        };
        // "Ann says tin, but it is wet here so copper": what is concluded counts.
        let picks = |acts: &Vec<Act>| acts.iter().any(|a| a.deed == ActKind::Choose);
        let drawn = concluded().filter(|acts| offer.form == OfferForm::Options && picks(acts));
        let mut acts = drawn.unwrap_or_else(|| answer(offer, &reply, alone));
        if acts.is_empty() {
            acts = concluded().unwrap_or_default();
        }
        acts.extend(counter::named_next(offer, &acts, sentences.get(at + 1)));
        let says_yes = acts.iter().any(|a| a.form.starts_with("yes"));
        out.extend(echoes.iter().filter(|_| says_yes).map(|s| Act::nothing(s.range.clone(), "yes-again")));
        // "the elm. no, the other one", "yes. no wait, don't": what was said first is taken back.
        let next = sentences.get(at + 1).map_or("", |s| s.text.as_str());
        if !acts.is_empty() && corrections::takes_back(next) {
            continue;
        }
        // "not nix. mise is fine": an option may be refused before another is taken.
        let refuses_one = offer.form == OfferForm::Options && acts.iter().all(|a| a.deed == ActKind::RuleOut);
        // Only interjections and remarks about something else may stand before the answer.
        let leads = !sentence.text.trim_end().ends_with(':') && (words(&reply.text) <= 4 || is_beside(offer, sentence));
        let leads = leads || offer.form == OfferForm::Options && speaks_against(&reply.text);
        let goes_on = if acts.is_empty() { leads } else { refuses_one };
        out.extend(acts);
        if !goes_on {
            break;
        }
    }
    out
}

/// Whether a sentence tells something that has nothing to do with the offer: "Back from lunch, sorry for the wait."
fn is_beside(offer: &Offer, sentence: &Sentence) -> bool {
    const MOST: usize = 16;
    let said = plain(&sentence.text);
    let low = format!(" {} ", said.to_lowercase().replace('’', "'"));
    let wants = phrases!(
        "n't | not | no | never | should | must | would | could | can | let's | lets | please | want | need | use | instead | rather | maybe | if | unless |?"
    );
    let options = offer.options.iter().map(|o| o.summary.as_str());
    let offered: Vec<&str> = [offer.text.as_str(), offer.object.as_str()].into_iter().chain(options).collect();
    words(&said) <= MOST
        && !wants.within(&low)
        && imperative::object(&said).is_none()
        && !stance::names_some(&said, &offered.join(" "))
}

/// Maximum number of words in an answer that ends its turn.
const LAST: usize = 5;

/// Finds the offer that an answer without a number replies to: the last one that asks, else the last one. A list that
/// nobody called options comes behind a question.
pub(super) fn meant(offers: &[Offer]) -> Option<&Offer> {
    let last = || offers.iter().rev().filter(|o| o.last);
    last().find(|o| o.asked && !o.stated && o.form != OfferForm::Question).or_else(|| last().next())
}

/// Reads the acts of one reply to one offer. `alone`: the turn says nothing else.
pub(in crate::pipeline::acts) fn answer(offer: &Offer, reply: &PersonsReply, alone: bool) -> Vec<Act> {
    let turned = (offer.form != OfferForm::Options).then(|| remarks::yes_first(&reply.text)).flatten();
    let reply = &PersonsReply { text: turned.unwrap_or_else(|| reply.text.clone()), ..reply.clone() };
    if let Some(acts) = parts::sorted(offer, reply) {
        return acts.into_iter().map(|act| act.on(offer)).collect();
    }
    let text = reply.text.replace('’', "'");
    let names = offer.form == OfferForm::Options
        && (named_whole(offer, &text).is_some()
            || exactly_named(&text, offer).is_some()
            || asks_for_one(offer, &text).is_some());
    if let Some(open) = undecided::of_offer(offer, reply).filter(|_| !names) {
        return vec![open.on(offer)];
    }
    if mood::asks_for_work(&text) || mood::is_screenshot(&text) || mood::quotes(&text) {
        return Vec::new();
    }
    if let Some(later) = deferred::of(offer, reply) {
        return vec![later.on(offer)];
    }
    if is_open(offer, &text, &reply.rest, names) {
        return vec![Act::nothing(reply.range.clone(), "answer-open").on(offer)];
    }
    let (polarity, said) = polarity_on(offer, &text);
    if offer.chosen {
        return approved(offer, reply, said).filter(|_| alone && polarity == Polarity::Yes).into_iter().collect();
    }
    let acts = match offer.form {
        OfferForm::Options => {
            let picked = Some(pick(offer, reply, polarity, said)).filter(|acts| !acts.is_empty());
            picked.map_or_else(|| beside_options(offer, reply), |acts| told_of(offer, acts))
        }
        OfferForm::Proposal => to_proposal(offer, reply, polarity, said, alone),
        OfferForm::Question => to_question(offer, reply, polarity, said),
    };
    let unsure = is_unsure(&text);
    let weaken = |act: Act| if unsure { Act { certainty: Certainty::Likely, ..act } } else { act };
    acts.into_iter().map(|act| weaken(act.on(offer))).collect()
}

/// Whether the words of a reply take an offer or refuse it, and what they say besides.
fn polarity_on<'t>(offer: &Offer, text: &'t str) -> (Polarity, &'t str) {
    let about = stance::content(&format!("{} {}", offer.object, offer.text));
    let asked = offer.text.trim_end().ends_with('?');
    let (clause, more) = first_clause(text);
    let proposed = if offer.object.is_empty() { &offer.text } else { &offer.object };
    if offer.form != OfferForm::Options && stance::takes_away(clause, proposed) {
        return (Polarity::No, more.trim_start_matches([',', '.', '!', ';', ' ']));
    }
    if offer.form == OfferForm::Proposal && !asked && remarks::is_about_amount(text, &about) {
        return (Polarity::Neither, text);
    }
    let (mut polarity, mut said) = match offer.form {
        // "That, but with TOML": it is taken with a change.
        OfferForm::Proposal => {
            remarks::taken_but(text).map_or_else(|| polarity_to(text, &about), |change| (Polarity::Yes, change))
        }
        // A question may deny in part: "not for everything".
        OfferForm::Question => {
            Some(polarity_to(text, &[])).filter(|p| p.0 == Polarity::Yes).unwrap_or_else(|| polarity(text))
        }
        OfferForm::Options => polarity(text),
    };
    // "I had hoped for something simpler, but I see no other way, so yes, please do that": the yes comes last.
    if polarity == Polarity::Neither
        && offer.form == OfferForm::Proposal
        && let Some((_, last)) = text.rsplit_once(", so ").or_else(|| text.rsplit_once(" and we both think "))
        && polarity_to(last, &[]) == (Polarity::Yes, "")
    {
        (polarity, said) = (Polarity::Yes, "");
    }
    // "No" takes what was put with "any objections?", and what was stated where a change was offered: "no, that's good".
    let (then, left) = stance::all_of(said, &about);
    let against_change = offer.objections || !offer.text.trim_end().ends_with('?');
    if polarity == Polarity::No
        && offer.form == OfferForm::Proposal
        && (offer.objections && said.is_empty() && !remarks::refuses_twice(text)
            || against_change && then == Polarity::Yes && !remarks::objects(left))
    {
        (polarity, said) = (Polarity::Yes, left);
    }
    // "Leave it open" takes "I'd leave it open until they ask".
    if polarity == Polarity::No
        && offer.form == OfferForm::Proposal
        && (repeats(text, &offer.object) || repeats(text, &order(&offer.text)))
    {
        (polarity, said) = (Polarity::Yes, "");
    }
    (polarity, said)
}

/// Whether an answer is no choice yet: "probably the NAS".
fn is_unsure(text: &str) -> bool {
    let low = text.to_lowercase();
    // "Paint it green, I think a thin coat will do" is sure of the green.
    phrases!("probably |i guess|i suppose|leaning |inclined | maybe|maybe |perhaps| or so").within(&low)
        || low.trim_end_matches(['.', '!', ' ']).ends_with(", i think")
}

/// The acts of a pick; one that answers what the person has tells a fact: "Which pump do you have, the red or the blue
/// one?".
fn told_of(offer: &Offer, acts: Vec<Act>) -> Vec<Act> {
    if !asks_which_is_had(&offer.text) {
        return acts;
    }
    let chosen = acts.into_iter().filter(|act| act.deed == ActKind::Choose);
    chosen.map(|act| Act { deed: ActKind::Inform, alternatives: Vec::new(), ..act }).collect()
}

/// Whether a reply leaves the offer open: it hedges, asks back, puts off, weighs without an end, or takes its words back.
fn is_open(offer: &Offer, text: &str, rest: &str, names: bool) -> bool {
    const DRAWS: Phrases = phrases!(
        "it's a draw|it is a draw|it's a tie|it is a tie|i'm torn|i am torn|can't decide|cannot decide|still undecided|both lack something"
    );
    const WITHDRAWN: Phrases = phrases!(
        ", wait, that's |, wait, it's |, wait that's |, no wait, that's |, argh, that's |, hm no, that's |, oh wait, that's "
    );
    let low = text.to_lowercase();
    let all = format!("{low} {}", rest.to_lowercase());
    if !names && polarity(text).0 == Polarity::Neither && mood::is_undecided(&all) {
        return true;
    }
    let concludes = phrases!(" it is|go with|let's| use | take ").within(&all);
    let drawn = offer.form == OfferForm::Options && DRAWS.within(&all) && !concludes;
    let withdrawn = WITHDRAWN.within(&low) && corrections::corrected(text) == text;
    let hedges = phrases!(" might | may be | could be | would maybe ").within(&low);
    drawn || withdrawn || hedges || !names && (mood::puts_off(text) || text.trim_end().ends_with('?'))
}

/// The agent's own choice that a reply approves: "good call", "toml is perfect, field techs can edit that".
fn approved(offer: &Offer, reply: &PersonsReply, said: &str) -> Option<Act> {
    const WHY: usize = 24;
    let reserved = phrases!(" but | though | however | except | unless | if | not |n't | only ")
        .within(&format!(" {} ", said.to_lowercase()));
    let why = Some(said.trim_end_matches('.')).filter(|why| (3..=WHY).contains(&words(why))).map(str::to_owned);
    (!reserved).then(|| {
        Act { why, ..Act::settled(ActKind::Choose, reply.range.clone(), offer.object.clone(), "approved") }.on(offer)
    })
}

/// Whether a reply of at least three words only repeats the beginning of the proposal.
fn repeats(reply: &str, object: &str) -> bool {
    let bare = unhurried(reply.trim_end_matches(['.', '!']));
    words(bare) >= 3 && wording::after(object, bare).is_some()
}

impl Act {
    pub(in crate::pipeline::acts) fn on(mut self, offer: &Offer) -> Self {
        self.basis.get_or_insert_with(|| offer.basis());
        self
    }
}
