//! Defines the reading of lists in an agent's turn as offers: labelled or bulleted options, rows of a table, numbered
//! questions, and questions with options of their own.

use std::ops::Range;

use super::advice::opens_advice;
use super::entries::{ListEntry, entries, lists, opens_bold, with_letters};
use super::leads::{
    OPTION_WORDS, begins_question, counts_options, ends_in_choices, floats, heads_findings, heads_work,
    leads_in_no_options, proposes_steps,
};
use super::offer::{Choice, Offer, OfferForm, of_sentence};
use super::{options, plans, proposals, sections, settings};
use crate::language::answers::is_about_talk;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::mood;
use crate::pipeline::acts::picks::sorting;
use crate::pipeline::acts::sentences::topics::{topic, topic_of_options, with_topic};
use crate::pipeline::acts::sentences::wording::{after_any, capital, order, plain, whole, words};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::state::TurnId;
use crate::text::patterns;

/// The lists of a turn: for each the index range of its sentences, and its offers.
pub(super) fn of_turn(turn: &ReadTurn) -> Vec<(Range<usize>, Vec<Offer>)> {
    let sentences = &turn.sentences;
    if let Some(nested) = nested(turn).or_else(|| sections::of_turn(turn)) {
        return vec![nested];
    }
    if let Some((places, plan)) = plans::of_turn(turn) {
        return vec![(places, vec![plan])];
    }
    let mut out = Vec::new();
    for list in lists(sentences) {
        let (from, to) = (list.first().map_or(0, |e| e.place), list.last().map_or(0, |e| e.place + 1));
        let from = from - usize::from(is_header(sentences, from));
        let intro = from.checked_sub(1).and_then(|at| sentences.get(at));
        // What the last entry says further belongs to it.
        let last = list.last().map(|e| e.sentence.block_index);
        let headed = list.last().is_some_and(|e| e.sentence.block == BlockKind::Heading);
        let apart = |s: &&Sentence| (headed || Some(s.block_index) == last) && !s.asks;
        let to = to + sentences.iter().skip(to).take_while(apart).count();
        let (outro, to) = outro(sentences, to);
        let outro = outro.filter(|s| !asks_for_amount(&question(s), &list));
        let setting = |e: &ListEntry<'_>| settings::setting(&turn.turn_id, &e.quote, &e.range);
        let settings: Option<Vec<Offer>> = list.iter().filter(|e| e.label.is_none()).map(setting).collect();
        let offers = match settings.filter(|s| s.len() == list.len()) {
            Some(settings) => settings,
            None if repeats_labels(&out, &list) || gives_grounds(intro, &list) || replies(intro, outro, &list) => {
                continue;
            }
            None => of_list(&turn.turn_id, &list, intro, outro),
        };
        let intro = usize::from(intro.is_some_and(introduces));
        let outro = usize::from(outro.is_some_and(asks));
        out.push((from - intro..to + outro, offers));
    }
    out
}

/// Whether the labels in one sentence are those of a list before it, which it only comments on: "a) is faster, b) is
/// cheaper".
fn repeats_labels(before: &[(Range<usize>, Vec<Offer>)], list: &[ListEntry<'_>]) -> bool {
    let one_sentence = list.first().zip(list.last()).is_some_and(|(first, last)| first.place == last.place);
    let labelled = |offer: &Offer| {
        let known = |e: &ListEntry<'_>| e.label.is_some() && offer.options.iter().any(|o| o.label == e.label);
        list.iter().all(known)
    };
    one_sentence && before.iter().flat_map(|(_, offers)| offers).any(labelled)
}

/// Whether numbered entries answer the person's points one by one, so that none is an alternative to another: "1. I'd start
/// at the gate. 2. Removed. Is a metre enough?"
fn replies(intro: Option<&Sentence>, outro: Option<&Sentence>, list: &[ListEntry<'_>]) -> bool {
    let told = phrases!(
        "i|i'd|i'll|i've|i'm|removed|fixed|added|done|changed|renamed|dropped|moved|corrected|agreed|right|true|yes|no|it"
    );
    let answers = list.iter().filter(|e| after_any(&e.text, told).is_some()).count();
    let asked = outro.is_some_and(|s| asks_to_pick(&plain(&s.text)) || asks_between(&plain(&s.text), list));
    intro.is_none_or(|s| !introduces(s)) && !asked && answers * 2 > list.len() && list.iter().all(|e| e.label.is_some())
}

/// Whether the entries below a proposal only tell what speaks for it: "I think it's time to move to another tool: 1. faster
/// builds".
fn gives_grounds(intro: Option<&Sentence>, list: &[ListEntry<'_>]) -> bool {
    let said = intro.filter(|s| !s.asks && s.text.trim_end().ends_with(':')).map(|s| plain(&s.text));
    let said = said.filter(|said| !ends_in_choices(said));
    let proposed = said.as_deref().and_then(proposals::proposal).is_some_and(|p| words(&p.object) >= 3);
    let orders = list.iter().filter(|e| sorting::is_order(&e.text)).count();
    proposed && orders == 0 && list.iter().all(|e| !e.asks && e.sentence.lead.is_none())
}

/// The sentence after a list that asks about it, and its index: remarks may stand between list and request for leave. "I
/// suggest the second. Shall I?" asks about that, not about the list.
fn outro(sentences: &[Sentence], from: usize) -> (Option<&Sentence>, usize) {
    const REMARKS: usize = 2;
    let near = sentences.iter().enumerate().skip(from).take(REMARKS + 1);
    let remark = |s: &Sentence| s.block == BlockKind::Paragraph && !asks(s);
    let proposes = |s: &Sentence| {
        let said = plain(&s.text);
        !opens_advice(&said) && proposals::proposal(&said).is_some_and(|p| words(&p.object) >= 2)
    };
    let of_list = |at: usize| !sentences.get(from..at).unwrap_or_default().iter().any(proposes);
    let place = near
        .skip_while(|(_, s)| remark(s))
        .find(|(at, s)| {
            *at == from || asks_to_pick(&plain(&s.text)) || asks(s) && asks_for_a_yes(&question(s)) && of_list(*at)
        })
        .map_or(from, |(at, _)| at);
    (sentences.get(place), place)
}

/// Whether a sentence asks, also without a question mark: "Let me know if I can start."
fn asks(sentence: &Sentence) -> bool {
    sentence.asks || leave_asked(&sentence.text).is_some() && mood::is_tag(&question(sentence))
}

/// The leave that a statement asks for: "I can start" of "Let me know if I can start."
fn leave_asked(text: &str) -> Option<&str> {
    const ASKS_LEAVE: Phrases = phrases!(
        "let me know if|let me know whether|tell me if|tell me whether|say the word and|just say the word and|give me a sign if|give me a shout if|ping me if"
    );
    after_any(text, ASKS_LEAVE).filter(|rest| after_any(rest, phrases!("i|we|that|this|you")).is_some())
}

/// A sentence that asks, as a question.
fn question(sentence: &Sentence) -> String {
    match leave_asked(&sentence.text) {
        Some(leave) if !sentence.asks => format!("{}?", plain(leave).trim_end_matches(['.', '!'])),
        _ => plain(&sentence.text),
    }
}

/// Whether the row before a list's first is its table's header.
fn is_header(sentences: &[Sentence], from: usize) -> bool {
    let row = |at: usize| sentences.get(at).is_some_and(|s| s.block == BlockKind::Row);
    from > 0 && row(from) && row(from - 1)
}

/// Numbered questions with lettered options each: "1. Renderer? a) Vulkan b) OpenGL 2. Audio? a) FMOD b) miniaudio".
fn nested(turn: &ReadTurn) -> Option<(Range<usize>, Vec<Offer>)> {
    let all: Vec<ListEntry<'_>> =
        turn.sentences.iter().enumerate().flat_map(|(place, s)| entries(s, place)).flat_map(with_letters).collect();
    let is_number = |e: &ListEntry<'_>| e.label.as_ref().is_some_and(|l| l.bytes().all(|b| b.is_ascii_digit()));
    let is_letter = |e: &ListEntry<'_>| e.label.is_some() && !is_number(e);
    // A title without a question mark asks where lettered options stand below it: "1. Encoding: a) UTF-8 b) Latin-1".
    let lettered = |at: usize| all.get(at + 1).is_some_and(|e| is_letter(e) && e.label.as_deref() == Some("a"));
    let starts = |at: &usize| all.get(*at).is_some_and(|e| is_number(e) && (e.asks || lettered(*at)));
    let starts: Vec<usize> = (0..all.len()).filter(starts).collect();
    if starts.len() < 2 {
        return None;
    }
    let mut out = Vec::new();
    for (n, &start) in starts.iter().enumerate() {
        let end = starts.get(n + 1).copied().unwrap_or(all.len());
        let (question, options) = all.get(start..end)?.split_first()?;
        if options.len() < 2 || !options.iter().all(is_letter) {
            return None;
        }
        let end = options.last()?.range.end;
        let mut offer = Offer::new(OfferForm::Options, &turn.turn_id, question.range.start..end, &question.text);
        offer.topic = topic_of_options(&question.text);
        offer.options = options.iter().map(|e| choice(e, &offer.topic)).collect();
        offer.number.clone_from(&question.label);
        out.push(offer);
    }
    Some((all.first()?.place..all.last()?.place + 1, out))
}

/// Whether a sentence leads in a list of options or questions.
fn introduces(sentence: &Sentence) -> bool {
    let text = sentence.text.trim_end_matches(['*', '_', ' ']);
    let low = text.to_lowercase();
    let announces = || words(text) <= 8 && OPTION_WORDS.iter().any(|w| low.contains(w));
    text.ends_with(':')
        || sentence.asks
        || begins_question(text)
        || announces()
        || counts_options(text)
        || heads_work(text)
}

/// Maximum number of entries in a list of options.
const MOST_OPTIONS: usize = 8;

/// The offers of a list: numbered questions, or one choice among its entries.
fn of_list(turn: &TurnId, list: &[ListEntry<'_>], intro: Option<&Sentence>, outro: Option<&Sentence>) -> Vec<Offer> {
    let asked = list.iter().filter(|e| e.asks).count();
    // "Should I: 1. commit it? 2. go on?" is one question.
    let shared = intro.is_some_and(|s| begins_question(&s.text));
    if asked * 2 > list.len() && !shared {
        return list.iter().enumerate().map(|(n, entry)| of_question(turn, entry, n)).collect();
    }
    let leads = intro.filter(|s| introduces(s)).map(|s| plain(&s.text)).unwrap_or_default();
    let asks = outro.filter(|s| asks(s)).map(question).unwrap_or_default();
    let low = format!("{leads} {asks}").to_lowercase();
    let says = |word: &&str| low.split(|c: char| !c.is_alphanumeric()).any(|w| w.starts_with(*word));
    let labelled = list.iter().all(|e| e.label.is_some());
    let asked_for = asks.ends_with('?') || leads.ends_with('?') || shared;
    let deep = list.iter().any(|e| e.sentence.list.is_some_and(|l| l.depth > 1));
    // Letters label alternatives. Numbers may as well label steps or findings, so that only a bare number picks among them.
    let lettered = list.iter().all(|e| e.label.as_ref().is_some_and(|l| l.bytes().all(|b| b.is_ascii_alphabetic())));
    // "For the hinges:" and things with an article each: one of them is to be taken.
    let article = |e: &ListEntry<'_>| after_any(&e.text, phrases!("a|an")).is_some();
    let counted = leads.split_whitespace().any(|w| phrases!("two|three|four").contains(w)) && words(&leads) <= 12;
    let things = counted
        || ends_in_choices(&leads)
        || after_any(&leads, phrases!("for|to")).is_some() && list.iter().all(article);
    let offers = || OPTION_WORDS.iter().any(|w| says(&w)) || low.contains("one of ");
    let weighs = asks_between(&asks, list);
    let announced = asked_for || lettered || things || offers() || weighs || list.iter().all(is_called_option);
    let done = phrases!("done|summary|changes|changed|so far|fixed|added");
    // "Changes I'd make to the shed:" proposes them.
    let floated = floats(&leads);
    let reports = done.iter().any(|w| says(&w)) && !leads.ends_with('?') && asks.is_empty() && !floated;
    let questions = OPTION_WORDS.iter().any(|w| says(&w)) || lettered;
    if let Some(plan) = as_plan(turn, list, &Around { intro, outro, leads: &leads, asks: &asks }, questions, reports) {
        return vec![plan];
    }
    if leads_in_no_options(&leads, lettered, asked_for) {
        return Vec::new();
    }
    // "**Use the bundled library.** Builds everywhere.": each paragraph opens with its option.
    let ordered = list.iter().filter(|e| opens_with_order(e)).count();
    let headed = leads.is_empty() && list.iter().all(|e| opens_bold(e.sentence)) && ordered * 2 > list.len();
    let is_choice = list.len() <= MOST_OPTIONS && !deep && (announced || labelled || floated || headed);
    if !is_choice || reports || (!labelled && !headed && !weighs && !asks_to_pick(&asks) && leads.is_empty()) {
        return Vec::new();
    }
    let start = intro.filter(|s| introduces(s)).map_or(list.first().map_or(0, |e| e.range.start), |s| s.range.start);
    let end = list.last().map_or(start, |e| e.range.end);
    let end = outro.filter(|_| !asks.is_empty()).map_or(end, |s| s.range.end);
    let text: Vec<&str> = list.iter().map(|e| e.text.as_str()).collect();
    let mut offer = Offer::new(OfferForm::Options, turn, start..end, &text.join(" / "));
    offer.stated = !announced;
    let question = if asks.is_empty() { leads } else { asks };
    // "How do you want to proceed?" asks what is to be done next.
    offer.work = shared || question.ends_with('?') && is_about_talk(&question);
    // "I could now:" is no topic.
    if !offer.work && (announced || !floated) {
        offer.topic = topic_of_options(&question);
    }
    offer.options = list.iter().map(|e| choice(e, &offer.topic)).collect();
    vec![offer]
}

/// The sentences around a list, and their words.
struct Around<'t> {
    intro: Option<&'t Sentence>,
    outro: Option<&'t Sentence>,
    /// The words that lead in the list.
    leads: &'t str,
    /// The question behind it.
    asks: &'t str,
}

/// A list as one proposal with its entries as parts: work that is offered, work that is left, steps to agree to.
/// `questions`: its words call the entries options; `reports`: they tell what was done.
fn as_plan(
    turn: &TurnId,
    list: &[ListEntry<'_>],
    around: &Around<'_>,
    questions: bool,
    reports: bool,
) -> Option<Offer> {
    let start = |offer: &Offer| around.intro.map_or(offer.range.start, |s| s.range.start);
    if let Some(verb) = work_on_all(around.asks) {
        let mut offer = Offer { work: true, ..plan(turn, list, verb) };
        offer.range.end = around.outro.map_or(offer.range.end, |s| s.range.end);
        return Some(offer);
    }
    if questions || list.len() > MOST_OPTIONS && !heads_work(around.leads) {
        return None;
    }
    if heads_work(around.leads) && !reports {
        let stated = around.asks.is_empty();
        let mut offer = Offer { work: true, stated, asked: !stated, ..plan(turn, list, "do") };
        offer.range.start = start(&offer);
        return Some(offer);
    }
    if !heads_findings(around.leads) && !tells_figures(list) && asks_for_a_yes(around.asks) {
        let offer = plan(turn, list, "do");
        let work = proposals::asks_to_go_on(around.asks) && offer.options.iter().all(|o| sorting::is_order(&o.summary));
        return Some(Offer { work, ..offer });
    }
    let mut offer = (!reports && proposes_steps(around.leads)).then(|| plan(turn, list, "do"))?;
    offer.range.start = start(&offer);
    Some(offer)
}

/// Whether a list is a table of figures, in which nothing is proposed.
fn tells_figures(list: &[ListEntry<'_>]) -> bool {
    let figure =
        |cell: &str| cell.trim_start_matches(['~', '<', '>', '+', '-', ' ']).starts_with(|c: char| c.is_ascii_digit());
    let told = |e: &ListEntry<'_>| {
        let cells = e.sentence.text.trim_matches(['|', ' ']).split('|').skip(1);
        e.sentence.block == BlockKind::Row && cells.map(str::trim).any(figure)
    };
    list.iter().all(told)
}

/// Whether a question asks for an amount or a time, while the list before it tells what was found in whole sentences.
fn asks_for_amount(question: &str, list: &[ListEntry<'_>]) -> bool {
    const SENTENCE: usize = 5;
    let amount = phrases!("how often|how many|how long|how much|how big|how large|how high|how old|when");
    after_any(question, amount).is_some() && list.iter().map(|e| words(&e.text)).sum::<usize>() >= SENTENCE * list.len()
}

/// Whether a question behind a list asks which of its entries is meant.
fn asks_to_pick(question: &str) -> bool {
    question.trim_end().ends_with('?')
        && after_any(question, phrases!("which|so which|which one|what's your|what is your")).is_some()
}

/// Whether the question after a list asks for a yes to all of it, not for one of its entries.
pub(super) fn asks_for_a_yes(question: &str) -> bool {
    let picks = after_any(question, phrases!("which|what|where|who|how|any|does any|do any|preference")).is_some();
    !picks && (mood::is_tag(question) || proposals::asks_to_go_on(question))
}

/// Whether a question behind a list names two of its entries: "Shall I write it for tin or for copper?"
fn asks_between(question: &str, list: &[ListEntry<'_>]) -> bool {
    let low = question.to_lowercase();
    let names = |e: &&ListEntry<'_>| {
        let name = e.sentence.lead.as_deref().map_or_else(|| options::head(&e.text), plain).to_lowercase();
        !name.is_empty() && low.contains(&name)
    };
    phrases!(" or ").within(&low) && list.iter().filter(names).count() >= 2
}

/// Whether an entry is labelled as one of several: "Option 2 is to ..."
fn is_called_option(entry: &ListEntry<'_>) -> bool {
    let text = plain(&entry.sentence.text);
    entry.label.is_some() && after_any(&text, phrases!("option|variant|approach|alternative|solution")).is_some()
}

/// Whether the bold words of an entry are an order: "**Link against the system library.**"
fn opens_with_order(entry: &ListEntry<'_>) -> bool {
    entry.sentence.lead.as_deref().map(plain).is_some_and(|lead| words(&lead) >= 2 && sorting::is_order(&lead))
}

patterns! {
    /// A question that offers work on a list: "Want me to fix these?", "Which ones should I address?"
    OFFERS_WORK = r"(?ix)^(?:(?:so|ok|okay|now),?\ |if\ you\ (?:want|like),?\ )*
        (?: (?:(?:do\ you\ )?want\ me\ to|would\ you\ like\ me\ to|shall\ i|should\ i|may\ i|can\ i)\ (?:go\ ahead\ and\ |now\ |also\ )?(?P<verb>fix|address|tackle|resolve|handle|clean|implement|do|apply|make|add|write|update|remove|delete|work\ on|take\ care\ of|start\ with|pick|look\ into)\ (?:up\ )?(?:these|those|them|all|any|some|both|the\ (?:first|top|rest|issues|findings|points|items|problems|gaps|\d+|two|three|four|five)|\d)\b.*
          | which\ (?:of\ (?:these|those|them|the\ \w+)\ |ones?\ |(?:issues|items|points|findings|problems|gaps)\ )?(?:should\ i|shall\ i|do\ you\ want\ me\ to|would\ you\ like\ me\ to|can\ i)\ (?P<picked>fix|address|tackle|resolve|handle|clean|implement|do|apply|make|add|write|update|remove|delete|work\ on|take\ care\ of|start\ with|pick|look\ into)(?:\ (?:up|first|now|next))? )\s*\?+$";
}

/// The verb of a question that offers work on what a list names.
fn work_on_all(question: &str) -> Option<&'static str> {
    let found = OFFERS_WORK.captures(question)?;
    let verb = found.name("verb").or_else(|| found.name("picked"))?.as_str().to_lowercase();
    let own = phrases!("implement|do|apply|make|add|write|update|remove|delete").iter().find(|own| **own == verb);
    Some(own.unwrap_or("fix"))
}

/// A list of steps or findings that the person is asked to agree to: a proposal with the work on each as an option.
pub(super) fn plan(turn: &TurnId, list: &[ListEntry<'_>], verb: &str) -> Offer {
    let start = list.first().map_or(0, |e| e.range.start);
    let end = list.last().map_or(start, |e| e.range.end);
    let text: Vec<&str> = list.iter().map(|e| e.text.as_str()).collect();
    let mut offer = Offer::new(OfferForm::Proposal, turn, start..end, &text.join(" / "));
    offer.options = list.iter().map(|e| step(choice(e, ""), &e.text, verb)).collect();
    offer.object = whole(&text.join("; "));
    offer
}

/// Most words of an entry that only names a thing.
const NAME_WORDS: usize = 3;

/// An entry as a step: as it stands if it is an order, else what is to be done to it.
fn step(option: Choice, text: &str, verb: &str) -> Choice {
    let own = order(text);
    let summary = match verb {
        "do" => own,
        _ if sorting::is_order(&own) => own,
        _ if words(text) > NAME_WORDS => whole(&format!("{}: {text}", capital(verb))),
        _ => sorting::done_to(verb, &option),
    };
    Choice { summary, ..option }
}

pub(super) fn choice(entry: &ListEntry<'_>, topic: &str) -> Choice {
    let lead = entry.sentence.lead.as_deref().map(plain).filter(|l| entry.text.starts_with(l.as_str()));
    let text = options::head(lead.as_deref().unwrap_or(&entry.text).trim_end_matches('?'));
    Choice {
        label: entry.label.clone(),
        about: entry.text.get(text.len()..).unwrap_or("").to_owned(),
        summary: with_topic(&text, topic),
        text,
        range: entry.range.clone(),
        quote: entry.quote.clone(),
    }
}

/// One of several questions.
pub(super) fn of_question(turn: &TurnId, entry: &ListEntry<'_>, place: usize) -> Offer {
    let found = of_sentence(turn, &entry.quote, &entry.quote, &entry.range);
    let mut offer = found.unwrap_or_else(|| Offer::new(OfferForm::Question, turn, entry.range.clone(), &entry.quote));
    if offer.topic.is_empty() && offer.form == OfferForm::Question {
        offer.topic = topic(&entry.text);
    }
    offer.number = Some(entry.label.clone().unwrap_or_else(|| (place + 1).to_string()));
    offer
}
